"""Every test runs as on a machine whose owner has configured nothing."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count, islice
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tests.warm import FOLDER, end_warm

settings.register_profile("editreview", derandomize=True, deadline=None, max_examples=25)
# For a search of one's own: pytest --hypothesis-profile=thorough. It tries every operation of the disk too.
settings.register_profile("thorough", deadline=None, max_examples=3_000)
settings.load_profile("editreview")
# Hypothesis mixes in constants of the modules that are loaded, which another worker would not have: a failure
# could not be repeated. There is no setting for it. Each worker would read the source of every module too.
providers._get_local_constants = Constants


# What all tests have in common is not looked through again and again for what can be freed.
gc.disable()


_TESTS = Path(__file__).parent
_MEMORY = Path("/dev/shm")
_NEEDED = 512 << 20
"""Bytes: several times what the files of the tests take at once."""
_NUMBERS = count(1)


def pytest_configure(config: pytest.Config) -> None:
    """Put the files of the tests into memory, where there is room: a disk takes longer to remove them.

    And give all processes that run them a folder for the one that has imported the program; see `tests.warm`.
    """
    is_given = config.option.basetemp is not None or "PYTEST_DEBUG_TEMPROOT" in os.environ
    if sys.platform == "linux" and not is_given and os.access(_MEMORY, os.W_OK):
        system = os.statvfs(_MEMORY)
        # Some tests start programs of their own there, which containers often forbid.
        if system.f_bavail * system.f_frsize >= _NEEDED and not system.f_flag & os.ST_NOEXEC:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(_MEMORY)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        # Not among the files of the tests: an address has room for a hundred characters only.
        os.environ[FOLDER] = folder = tempfile.mkdtemp(prefix="editreview-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile a share of the test modules: in a fresh clone each worker would compile all of them.

    That takes longer than all else that comes before the first test.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    found = (path.relative_to(session.config.rootpath) for path in _TESTS.rglob("test_*.py"))
    modules = sorted(path for path in found if "cases" not in path.parts)
    workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for module in modules[int(worker.removeprefix("gw")) :: workers]:
        # The collection tells of one that cannot be imported.
        with suppress(Exception):
            import_module(".".join(module.with_suffix("").parts))


_WAITING = (
    *("agents", "browser", "commands", "language_servers", "pty"),
    *("test_cli.py", "test_mistakes.py", "test_recipes.py", "workspace/test_killed.py"),
)
"""Tests that mostly wait for programs: some workers begin with them, while the others compute.

These others need no process of their own that has imported the program; see `tests.warm`.
"""
_WAITING_WORKERS = 3


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    waiting = [item for item in items if item.nodeid.removeprefix("tests/").startswith(_WAITING)]
    chosen = set(waiting)
    computing = (item for item in items if item not in chosen)
    # Each worker begins with an equal share of all tests, in their order.
    share = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    ordered: list[pytest.Item] = []
    for number in range(_WAITING_WORKERS):
        begun = waiting[number::_WAITING_WORKERS]
        ordered += [*begun, *islice(computing, max(share - len(begun), 0))]
    items[:] = [*ordered, *computing]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Send one message of a test that passes to the process that started the workers, instead of five.

    Messages took as long as the tests of a package. Reports in a file and of durations need all of them.
    """
    options = item.config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or options.xmlpath or options.durations:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Collect once what nobody needs any more: pytest does it again and again, over all that a run made."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """More than there are processors: tests of programs mostly wait, and those of the screen often do."""
    return (os.cpu_count() or 1) + _WAITING_WORKERS


@pytest.fixture(scope="session", autouse=True)
def _nothing_configured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as environment:
        for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "EDITREVIEW_"))]:
            environment.delenv(name)
        # That bytes are on the disk for good shows only when the power fails, and takes long.
        environment.setattr(os, "fsync", lambda handle: None)
        # Empty, it forbids nothing.
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            # Every program that a test starts would compile all of Textual anew.
            environment.delenv("PYTHONDONTWRITEBYTECODE")
            environment.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp().parent / "compiled"))
        environment.setenv("HOME", str(home))
        environment.setenv("XDG_STATE_HOME", str(home / "state"))
        environment.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        environment.setenv("GIT_CONFIG_NOSYSTEM", "1")
        # So that no repository around the temporary folder is taken for a test's own.
        environment.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
        for role in ("AUTHOR", "COMMITTER"):
            environment.setenv(f"GIT_{role}_NAME", "Test")
            environment.setenv(f"GIT_{role}_EMAIL", "test@example.invalid")
        yield home


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left(_nothing_configured: Path) -> Iterator[None]:
    yield
    end_warm()


@pytest.fixture(autouse=True)
def _no_state(_nothing_configured: Path) -> None:
    """No test finds what another one has left in the user's own state: reviews, permissions, figures."""
    os.environ["XDG_STATE_HOME"] = str(_nothing_configured / f"state-{next(_NUMBERS)}")
