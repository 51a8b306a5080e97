"""Each mistake of a user or a machine has a sentence: what, where, and how to go on. None has a traceback."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from editreview.cli import cli
from tests.builders import git, make_repository
from tests.mistakes import FILES, MISTAKES, PROGRAM, RESPONSE, Mistake, Setting
from tests.programs import run
from tests.warm import MAX_INPUT


def _run(setting: Setting, *arguments: str) -> tuple[int, str]:
    """Run the program. Returns its status and what it says on standard error."""
    is_plain = setting.command == PROGRAM and setting.stdout is None and setting.interrupted_at is None
    if is_plain and len(setting.response) <= MAX_INPUT and "--debug" not in arguments:
        ended = run(setting.folder, *arguments, response=setting.response, environment=setting.environment)
        return ended.status, ended.err
    with (
        open(setting.stdout or os.devnull, "wb") as out,
        # Without a terminal, and in a group of its own.
        subprocess.Popen(
            [*setting.command, *arguments],
            cwd=setting.folder,
            env=setting.environment,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            start_new_session=True,
            # Where the tests run in the background of a shell, the signal is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as process,
    ):
        if setting.interrupted_at is None:
            said = process.communicate(setting.response)[1]
            return process.returncode, said.decode()
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(setting.response)
        process.stdin.close()
        lines: list[str] = []
        for line in process.stderr:
            lines.append(line.decode())
            if setting.interrupted_at in lines[-1]:
                process.send_signal(signal.SIGINT)
        return process.wait(), "".join(lines)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_said_and_nothing_is_lost(mistake: Mistake, tmp_path: Path) -> None:
    if (why := mistake.needs()) is not None:
        pytest.skip(why)
    setting = Setting(make_repository(tmp_path / "root", FILES))
    mistake.set_up(setting)
    before = (setting.folder / "a.txt").read_bytes()

    status, said = _run(setting, *mistake.arguments)

    assert mistake.status == status, said
    assert re.search(mistake.pattern, said), said
    assert "Traceback" not in said
    assert "internal error" not in said
    after = (setting.folder / "a.txt").read_bytes()
    assert (b"one\n2\nthree\n" if mistake.is_written else before) == after
    if "--commit" in mistake.arguments:
        assert "before" == git(tmp_path / "root", "log", "-1", "--format=%s").strip()


@pytest.mark.parametrize(
    "arguments",
    [("show",), ("prompt",), ("undo",), ("stats",), ("sessions",), ("config",), ("schema",), ("completion",)],
    ids=lambda arguments: arguments[0],
)
def test_no_command_fails_where_there_is_no_home_and_no_git(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    setting = Setting(make_repository(tmp_path / "root", FILES))
    more = {"show": ("a.txt",), "completion": ("bash",)}.get(arguments[0], ())
    setting.environment |= {"HOME": "/proc/no-home", "PATH": "/nowhere"}
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        setting.environment.pop(name, None)

    status, said = _run(setting, *arguments, *more)

    assert status in (0, 1), said
    assert "internal error" not in said
    assert "Traceback" not in said


_ANYWHERE = {"completion bash", "formats", "hook", "schema", "stats"}
"""Command lines that need no folder, or say something else first."""
_SLOW = {"acp", "serve"}
"""Commands that import much: an editor names the folder of the one, and the other is a review."""


def test_every_command_says_that_its_folder_was_deleted(tmp_path: Path) -> None:
    lines = {
        *_ANYWHERE,
        "agent --plain -- true",
        "apply",
        "changes",
        "check --root .",
        "config",
        "diff HEAD",
        "permissions",
        "prompt",
        "review",
        "sessions",
        "show a.txt",
        "snapshot",
        "trailers --trailer A:b",
        "undo",
    }
    assert {line.split()[0] for line in lines} == set(cli.commands) - _SLOW
    for line in sorted(lines):
        folder = tmp_path / "gone"
        folder.mkdir()

        ended = run(folder, *line.split(), response=RESPONSE, removes_folder=True)

        assert "internal error" not in ended.err, line
        is_said = "the current folder no longer exists: change to one that does\n" in ended.err
        needs_terminal = "a review needs a terminal" in ended.err
        assert (line in _ANYWHERE) != (is_said or needs_terminal), f"{line}: {ended.err}"


def test_a_name_that_no_file_can_have_is_that_of_a_missing_one(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", FILES)
    names = ("a" * 300, "/".join(["a" * 200] * 30))
    for line in ("check", "check --config", "config --config", "diff", "prompt", "prompt --feedback", "show"):
        for name in names:
            ended = run(root, *line.split(), name)

            assert 2 == ended.status, (line, ended.err)
            assert "internal error" not in ended.err


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("--version",), ("apply", "-h"), ("formats",), ("prompt",), ("config",)],
    ids=" ".join,
)
def test_output_that_cannot_be_delivered_is_an_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    setting = Setting(make_repository(tmp_path / "root", FILES), stdout="/dev/full")

    status, said = _run(setting, *arguments)

    assert (1, "editreview: standard output could not be written: No space left on device\n") == (
        status,
        said,
    )


def test_debug_shows_the_traceback_above_the_sentence(tmp_path: Path) -> None:
    status, said = _run(Setting(make_repository(tmp_path / "root", FILES)), "apply", "--debug", "missing.md")

    assert 2 == status
    assert said.startswith("Traceback (most recent call last):\n")
    assert said.splitlines()[-1].startswith("editreview: cannot read the response missing.md: ")


def test_files_that_cannot_be_written_can_be_shown(tmp_path: Path) -> None:
    """A prompt needs only their text."""
    make_repository(tmp_path, FILES)
    (tmp_path / "a.txt").chmod(0o444)

    for command in ("prompt", "show"):
        done = subprocess.run([*PROGRAM, command, "a.txt"], cwd=tmp_path, capture_output=True, check=False)
        assert 0 == done.returncode
        assert b"two\n" in done.stdout
    assert "a.txt is read-only (mode 444)" in _run(Setting(tmp_path), "apply", "--dry-run")[1]
