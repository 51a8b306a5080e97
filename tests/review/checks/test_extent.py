"""Blocks that quote far more than they change, or leave nothing of a file."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of


def lines(first: int, last: int, **changed: str) -> str:
    """Numbered lines, some of them with other words."""
    return "".join(changed.get(f"n{n}", f"line {n}") + "\n" for n in range(first, last + 1))


def warned(folder: Path, before: str, search: str, replace: str) -> list[str]:
    review = review_of(make_tree(folder, {"a.txt": before}), block(search, replace))
    assert [None] == [proposal.reason for proposal in review.proposals]
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.COVERS_FILE]


def test_a_block_of_half_the_file_that_changes_one_line_is_a_warning(tmp_path: Path) -> None:
    assert ["replaces 20 of the file's 40 lines and changes only 1 of them"] == warned(
        tmp_path, lines(1, 40), lines(11, 30), lines(11, 30, n15="other")
    )


@pytest.mark.parametrize(
    ("total", "search", "replace"),
    [
        (40, lines(11, 29), lines(11, 29, n15="other")),
        (40, lines(11, 30), lines(11, 30, n15="a", n20="b", n25="c")),
        (20, lines(1, 20), lines(1, 20, n15="other")),
    ],
    ids=["less than half", "changes more than a little", "a short file"],
)
def test_another_block_has_no_such_warning(tmp_path: Path, total: int, search: str, replace: str) -> None:
    assert [] == warned(tmp_path, lines(1, total), search, replace)


def test_a_block_that_leaves_nothing_of_a_file_is_a_warning(tmp_path: Path) -> None:
    assert ["leaves nothing in a.txt"] == warned(tmp_path, lines(1, 3), lines(1, 3), "")


@pytest.mark.parametrize(
    ("replace", "messages"),
    [
        ("other\n", ["removes 40 lines, and its new text has none of them"]),
        ("", ["removes 40 lines, and its new text has none of them"]),
        (lines(11, 12), ["removes 38 lines, and its new text has none of them"]),
        ("".join(reversed(lines(11, 50).splitlines(keepends=True))), []),
        (lines(11, 25), []),
    ],
    ids=["replaced", "deleted", "between lines that stay", "in another order", "fewer"],
)
def test_many_lines_of_which_none_comes_back_are_a_warning(
    tmp_path: Path, replace: str, messages: list[str]
) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": lines(1, 100)}), block(lines(11, 50), replace))

    found = [w.message for w in review.proposals[0].warnings if w.kind is WarningKind.REMOVES_MUCH]
    assert messages == found
