"""Placeholder lines that an edit would write in the place of the code they stand for."""

from pathlib import Path

import pytest

from editreview import Review
from editreview.errors import Reason

BEFORE = "def f():\n    x = 1\n    y = 2\n    return x + y\n\n\ndef g():\n    return 5\n"


def withheld(tmp_path: Path, replacement: str, before: str = BEFORE, name: str = "a.py") -> Reason | None:
    """The reason why an edit of the first function is not applied by itself."""
    (tmp_path / name).write_text(before)
    body = before.partition("\n\n")[0]
    review = Review.open(tmp_path)
    review.read(f"{name}\n<<<<<<< SEARCH\n{body}\n=======\n{replacement}>>>>>>> REPLACE\n")
    return review.proposals[0].withheld


@pytest.mark.parametrize(
    "line",
    [
        "# methods unchanged",
        "# (keep the lines below)",
        "# [previous code]",
        "# (the remaining calls)",
        "# -- snip --",
        "# x, y as they were",
        "# Rest of the function is unmodified",
        "# keep the rest",
        "# other imports",
        "...",
        "# ...",
    ],
)
def test_a_placeholder_that_replaces_the_code_it_stands_for_is_withheld(tmp_path: Path, line: str) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"def f():\n    x = 10\n    {line}\n")


@pytest.mark.parametrize(
    "line", ["# methods unchanged since 2019, see the notes", "# keep the cache warm", "# more work", "y = 3"]
)
def test_a_comment_about_the_code_is_written(tmp_path: Path, line: str) -> None:
    assert withheld(tmp_path, f"def f():\n    x = 10\n    {line}\n") is None


def test_such_a_comment_is_written_if_nothing_is_removed(tmp_path: Path) -> None:
    kept = "def f():\n    x = 1\n    y = 2\n    # x unchanged\n    return x + y\n"
    assert withheld(tmp_path, kept) is None


def test_dots_may_replace_another_body(tmp_path: Path) -> None:
    before = "def f():\n    raise NotImplementedError\n\n\ndef g():\n    return 5\n"
    assert withheld(tmp_path, "def f():\n    ...\n", before) is None


def test_dots_in_place_of_statements_are_withheld(tmp_path: Path) -> None:
    before = "def f():\n    start()\n    run()\n    stop()\n"
    after = "def f():\n    start()\n    while True:\n        ...\n    stop()\n"

    assert Reason.PLACEHOLDER is withheld(tmp_path, after, before)


def test_a_comment_in_place_of_one_that_speaks_alike_is_code(tmp_path: Path) -> None:
    before = "def f(lines):\n    # Pass headers unchanged\n    return [line for line in lines if line]\n"
    after = "def f(lines):\n    # Pass other headers unchanged\n    return list(lines)\n"

    assert None is withheld(tmp_path, after, before)
    assert Reason.PLACEHOLDER is withheld(
        tmp_path, after, before.replace("    # Pass headers unchanged\n", "")
    )
