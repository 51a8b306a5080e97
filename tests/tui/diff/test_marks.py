"""The marks of rows in the gutter."""

import pytest

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff.rows import IN, OUT, PARTLY, DiffRows, Gutter, Level, Marks, RowMarks

OLD = "one 1\ntwo 2\nsame\nthree 3\n"
NEW = "one 10\ntwo 20\nsame\nthree 30\n"


def marked(
    included: frozenset[int] | None, level: Level, *targets: int, split: bool = True
) -> list[RowMarks]:
    """The marks of every row."""
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=split, context=None)
    marks = Marks(alignment, included, frozenset(targets), level)
    return [marks.of(rows[row]) for row in range(len(rows))]


def test_each_changed_row_is_included_or_excluded_and_others_are_neither() -> None:
    assert [IN, OUT, "", OUT] == [row.old for row in marked(frozenset({0}), Level.LINE)]
    assert [IN, IN, "", IN] == [row.new for row in marked(None, Level.LINE)]


def test_both_lines_of_a_row_have_its_mark_when_they_are_below_each_other() -> None:
    assert [OUT, IN, OUT, IN, "", OUT, OUT] == [
        row.old for row in marked(frozenset({1}), Level.LINE, split=False)
    ]


@pytest.mark.parametrize("included", [set(), {0}, {1}, {2}, {0, 2}, {0, 1, 2}])
def test_lines_of_the_new_side_are_counted_as_they_would_be_written(included: set[int]) -> None:
    """Added, changed and removed rows, with equal lines before, between and after them."""
    lines = Lines("one\ntwo = 2\nthree\ngone\nend\n")
    edited = ["new\n", "one\n", "two = 22\n", "three\n", "end\n"]
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), edited))
    written = alignment.with_rows(frozenset(included)).apply(lines.text).splitlines()
    rows, gutter = DiffRows(alignment, split=True, context=None), Gutter()
    gutter.show(Marks(alignment, frozenset(included), level=Level.LINE))
    found = {}
    for row in range(len(rows)):
        marks, new = gutter.of(rows, row), rows[row].new
        if new is not None and not marks.is_new_out:
            found[new + marks.shift] = edited[new].strip()
    assert found
    assert found == {n: line for n, line in enumerate(written) if n in found}


@pytest.mark.parametrize(("included", "first"), [({0}, PARTLY), ({1}, PARTLY), ({0, 1}, IN), ({2}, OUT)])
def test_a_partly_included_hunk_is_marked_at_its_top(included: set[int], first: str) -> None:
    assert first == marked(frozenset(included), Level.HUNK)[0].old


def test_the_targets_of_the_next_key_are_known() -> None:
    assert [True, True, False, False] == [row.is_target for row in marked(frozenset(), Level.HUNK, 0, 1)]


def test_lines_that_are_not_alike_are_marked_each_for_itself_and_chosen_together() -> None:
    """They share a row of the view, not of the alignment."""
    lines = Lines("apples\n")
    alignment = Alignment(lines, change_lines(lines, 0, 1, ["zzz = 1\n"]))
    marks = Marks(alignment, frozenset({1}), frozenset({0}), Level.LINE)
    (row,) = (DiffRows(alignment, split=True, context=None)[at] for at in range(1))
    assert (0, 1) == marks.numbers(row)
    assert RowMarks(OUT, IN, is_target=True, is_old_out=True) == marks.of(row)
    apart = DiffRows(alignment, split=True, context=None, packs=False)
    assert [(0,), (1,)] == [marks.numbers(apart[at]) for at in range(2)]


def test_the_next_changed_row_and_the_lines_at_a_row_are_known() -> None:
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=False, context=None)

    assert [1, 2, 3, 5, 5, 6, 6] == [rows.next_change(row) for row in range(7)]
    assert (1, 0) == rows.lines_at(1)
    assert (2, 2) == rows.lines_at(4)
    assert [3, None] == [row.old for row in rows.changed(4, 9)]
