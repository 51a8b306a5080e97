"""What is not loaded: the core works without the interface, and quick answers stay quick."""

import subprocess
import sys
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
        input=block("a\n", "b\n").encode(),
        capture_output=True,
        check=True,
    )
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path, {"a.txt": "a\n"})


def test_check_loads_neither_textual_nor_gitpython(root: Path) -> None:
    assert set() == {"textual", "rich", "git", "editreview.tui"} & loaded(root, "check")


def test_what_few_blocks_need_is_loaded_for_those_only(root: Path) -> None:
    few = {
        "ast_grep_py",
        "charset_normalizer",
        "filelock",
        "html",
        "json_repair",
        "editreview.matching.structural",
        "editreview.matching.tokens",
    }

    assert set() == few & loaded(root, "check")


def test_apply_loads_gitpython_and_no_textual(root: Path) -> None:
    modules = loaded(root, "apply")

    assert "git" in modules
    assert set() == {"textual", "rich", "editreview.tui"} & modules


def test_apply_that_stages_nothing_loads_no_gitpython(root: Path) -> None:
    assert "git" not in loaded(root, "apply", "--no-stage")


def test_the_version_is_answered_before_click_is_loaded(root: Path) -> None:
    assert set() == {"click", "editreview.cli", "editreview.review", "rapidfuzz"} & loaded(root, "--version")


def test_the_face_of_the_workspace_loads_what_few_runs_need_for_those_only() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import sys, editreview.workspace; print(*sys.modules)"],
        capture_output=True,
        check=True,
        text=True,
    )

    assert set() == {"git", "filelock", "charset_normalizer", "platformdirs"} & set(done.stdout.split())
