"""Imports stay away until needed: the core works without the interface, and quick answers stay quick."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.builders import block, make_repository

LISTED = """
import sys
from editreview.__main__ import main
main({arguments})
print(*sys.modules, file=sys.stderr)
"""


def loaded(root: Path, *arguments: str) -> set[str]:
    """The modules that a run of the program has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", LISTED.format(arguments=list(arguments))],
        cwd=root,
        input=block("a\nb\nc\n", "A\nb\nC\n").encode(),
        capture_output=True,
        check=True,
    )
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path, {"a.txt": "a\nb\nc\n"})


def test_check_loads_neither_textual_nor_gitpython(root: Path) -> None:
    assert set() == {"textual", "rich", "git", "editreview.tui"} & loaded(root, "check")


def test_modules_that_few_blocks_need_are_loaded_on_use(root: Path) -> None:
    few = {
        "ast_grep_py",
        "charset_normalizer",
        "filelock",
        "hashlib",
        "html",
        "json_repair",
        "rapidfuzz",
        "tempfile",
        "editreview.commands.earlier_runs",
        "editreview.matching.definitions",
        "editreview.matching.sketch",
        "editreview.matching.structural",
        "editreview.matching.layouts",
        "editreview.review.changes_on_disk",
        "editreview.review.feedback",
        "editreview.review.subject",
    }

    assert set() == few & loaded(root, "check")


def test_only_serve_loads_what_a_browser_needs(root: Path) -> None:
    modules = loaded(root, "check")

    assert set() == {"aiohttp", "shlex", "textual_serve", "editreview.browser"} & modules


def test_apply_loads_gitpython_but_not_textual(root: Path) -> None:
    modules = loaded(root, "apply")

    assert "git" in modules
    assert set() == {"textual", "rich", "editreview.tui"} & modules


def test_apply_without_staging_does_not_load_gitpython(root: Path) -> None:
    assert "git" not in loaded(root, "apply", "--no-stage")


def test_the_version_is_printed_without_loading_click(root: Path) -> None:
    assert set() == {"click", "editreview.cli", "editreview.review", "rapidfuzz"} & loaded(root, "--version")


def test_a_screen_loads_neither_openssl_nor_what_its_first_frame_does_not_show() -> None:
    program = """
import sys
from editreview.on_screen import load_asyncio
load_asyncio()
import editreview.tui.app
print(*sys.modules)
import ssl
assert ssl.SSLContext
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, check=True, text=True)

    late = {"_hashlib", "_ssl", "ssl", "click", "ctypes", "filelock", "git", "pygments"}
    own = {
        *("editreview.headless", "editreview.matching.definitions"),
        *("editreview.matching.fuzzy", "editreview.review.changes_on_disk"),
        *("editreview.review.checks.programs", "editreview.review.checks.syntax"),
        *("editreview.review.feedback", "editreview.review.report"),
        *("editreview.review.statistics", "editreview.review.storage"),
        *("editreview.workspace.comparison", "editreview.workspace.scratch"),
        *("editreview.workspace.transaction", "editreview.workspace.undo"),
        "editreview.formats.other_languages",
        *("editreview.tui.charts", "editreview.tui.screens.dialogs", "editreview.tui.screens.help"),
        "editreview.tui.screens.pages",
        "editreview.tui.widgets.panes",
    }
    # A module that has another name now would never be loaded.
    assert own == {name for name in own if find_spec(name)}
    assert set() == (late | own) & set(done.stdout.split())


def test_prose_without_code_compiles_no_pattern_for_edits_in_words(root: Path) -> None:
    program = "import re; compile = re.compile; sizes = []\n"
    program += "re.compile = lambda source, *flags: (sizes.append(len(source)), compile(source, *flags))[1]\n"
    program += "from editreview.__main__ import main; main(['check']); print(max(sizes))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=root,
        input=b"Change 3 of 4, add and remove:\n\n" + block("a\nb\nc\n", "A\nb\nC\n").encode(),
        capture_output=True,
        check=True,
    )

    # Those with the verbs of all languages have thousands of characters.
    assert int(done.stdout.split()[-1]) < 1_300


def test_stats_draws_its_bars_without_textual(root: Path) -> None:
    loaded(root, "apply")
    modules = loaded(root, "stats")

    assert "editreview.tui.charts" in modules
    assert set() == {"textual", "git"} & modules


def test_modules_that_few_runs_need_are_loaded_on_use() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import sys, editreview.workspace; print(*sys.modules)"],
        capture_output=True,
        check=True,
        text=True,
    )

    assert set() == {"git", "filelock", "charset_normalizer"} & set(done.stdout.split())


def test_a_review_without_options_shows_its_screen_without_click(root: Path) -> None:
    program = """
import sys
from editreview import on_screen
from editreview.__main__ import main
def show_review(opening, options, shown):
    print(*sys.modules)
    raise SystemExit
on_screen.show_review = show_review
main(sys.argv[1:])
"""

    def loaded_before(*arguments: str) -> set[str]:
        command = [sys.executable, "-P", "-c", program, *arguments]
        done = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True)
        return set(done.stdout.split())

    assert set() == {"click", "editreview.cli", "editreview.options"} & loaded_before("a.txt")
    assert "click" in loaded_before("--ascii", "a.txt")
