"""The marks of rows in the gutter."""

import pytest

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff.marks import IN, OUT, PARTLY, TARGETED, Level, Marks
from editreview.tui.diff.rows import DiffRows

OLD = "one 1\ntwo 2\nsame\nthree 3\n"
NEW = "one 10\ntwo 20\nsame\nthree 30\n"


def cells(included: frozenset[int] | None, level: Level, *targets: int, split: bool = True) -> list[str]:
    """Both cells of every row in sight."""
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=split, context=None)
    marks = Marks(alignment, included, frozenset(targets), level)
    return ["".join(marks.cells(rows[row])) for row in range(len(rows))]


def test_each_changed_row_is_included_or_excluded_and_others_are_neither() -> None:
    assert [f"{IN} ", f"{OUT} ", "  ", f"{OUT} "] == cells(frozenset({0}), Level.LINE)
    assert [f"{IN} ", f"{IN} ", "  ", f"{IN} "] == cells(None, Level.LINE)


def test_both_lines_of_a_row_have_its_mark_when_they_are_below_each_other() -> None:
    assert [OUT, IN, OUT, IN, " ", OUT, OUT] == [
        cell[0] for cell in cells(frozenset({1}), Level.LINE, split=False)
    ]


@pytest.mark.parametrize(("included", "first"), [({0}, PARTLY), ({1}, PARTLY), ({0, 1}, IN), ({2}, OUT)])
def test_a_partly_included_hunk_is_marked_at_its_top(included: set[int], first: str) -> None:
    assert first == cells(frozenset(included), Level.HUNK)[0][0]


def test_the_target_of_the_next_key_has_a_bar() -> None:
    assert [TARGETED, TARGETED, " ", " "] == [cell[1] for cell in cells(frozenset(), Level.HUNK, 0, 1)]


def test_the_next_changed_row_and_the_lines_at_a_row_are_known() -> None:
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=False, context=None)

    assert [1, 2, 3, 5, 5, 6, 6] == [rows.next_change(row) for row in range(7)]
    assert (1, 0) == rows.lines_at(1)
    assert (2, 2) == rows.lines_at(4)
    assert [3, None] == [row.old for row in rows.changed(4, 9)]
