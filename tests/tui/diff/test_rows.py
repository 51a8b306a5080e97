"""The rows of lines, and their state in the gutter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.alignment import Alignment, change_lines
from editreview.text import Change, Lines, Splice, split_lines
from editreview.tui.diff import (
    IN,
    OUT,
    PARTLY,
    Appendix,
    DiffRows,
    Gutter,
    Level,
    RowSelection,
    RowState,
    ViewKind,
)
from tests.strategies import changed_texts

TEXT = "".join(f"line {n}\n" for n in range(1, 31))


def _replaced(*numbers: int) -> Alignment:
    """The text of thirty lines, with a capital in some."""
    lines = Lines(TEXT)
    splices = [Splice(lines.starts[n - 1], lines.starts[n], lines[n - 1].title()) for n in numbers]
    return Alignment(lines, Change(tuple(splices)))


def _kinds(rows: DiffRows) -> str:
    """One letter a row: e, c, r, a, h, t, or f with the lines behind the fold."""
    return " ".join(
        f"f{row.hidden}" if row.kind is ViewKind.FOLD else row.kind[0]
        for row in (rows[i] for i in range(len(rows)))
    )


@pytest.mark.parametrize(
    ("split", "context", "expected"),
    [
        (True, 2, "f12 e e c e e f13"),
        (False, 2, "f12 e e r a e e f13"),
        (True, 0, "f14 c f15"),
        (True, 14, "e " * 14 + "c" + " e" * 15),
        (True, None, "e " * 14 + "c" + " e" * 15),
    ],
)
def test_equal_lines_far_from_a_change_are_folded(split: bool, context: int | None, expected: str) -> None:
    """A fold of a single line would save nothing, so there is none."""
    assert expected == _kinds(DiffRows(_replaced(15), split=split, context=context))


@pytest.mark.parametrize(
    ("pinned", "expected"),
    [
        ([24], "f12 e e c e e f4 e e e e e e e f2"),
        ([2, 29], "e e e e e e f6 e e c e e f9 e e e e"),
        ([9, 14, 18], "f6 e e e e e e e e c e e e e e e e f8"),
    ],
)
def test_given_lines_are_never_folded(pinned: list[int], expected: str) -> None:
    """With three around each; those in or next to a hunk change nothing."""
    assert expected == _kinds(DiffRows(_replaced(15), split=True, context=2, pinned=pinned))


def test_a_line_of_the_old_text_has_a_row() -> None:
    """In a fold it is the fold's."""
    rows = DiffRows(_replaced(15), split=True, context=2)
    assert [0, 0, 1, 2, 3, 5, 6, 6] == [rows.row_of(line) for line in (0, 11, 12, 13, 14, 16, 17, 29)]


def test_between_two_hunks_there_is_context_for_both() -> None:
    """Hunks that are close share it without a fold."""
    assert "f7 e e c e e f3 e e c e e f10" == _kinds(DiffRows(_replaced(10, 18), split=True, context=2))
    assert "f7 e e c e e e c e e f14" == _kinds(DiffRows(_replaced(10, 14), split=True, context=2))


def test_the_first_row_of_every_hunk_is_known() -> None:
    """For keys that go from hunk to hunk."""
    assert [3, 9] == DiffRows(_replaced(10, 18), split=True, context=2).hunk_tops


def test_a_line_has_the_one_it_is_compared_with() -> None:
    """Also in the unified view, where they stand on different rows."""
    rows = DiffRows(_replaced(15), split=False, context=0)
    assert [(14, 14), (14, 14)] == [rows.partner(rows[1]), rows.partner(rows[2])]
    assert (15, 15) == rows.partner(DiffRows(_replaced(1), split=False, context=None)[16])


def test_a_text_without_a_change_is_shown_completely() -> None:
    """There is nothing to fold around."""
    assert "e " * 29 + "e" == _kinds(DiffRows(_replaced(), split=True, context=2))


@given(changed_texts(), st.booleans(), st.sampled_from([0, 1, 3, None]))
def test_every_line_of_both_sides_is_shown_or_folded_once(
    given_text: tuple[str, list[Change]], split: bool, context: int | None
) -> None:
    """In order, for any text and change."""
    text, changes = given_text
    alignment = Alignment(Lines(text), changes[0])
    rows = DiffRows(alignment, split=split, context=context)
    old: list[int] = []
    new: list[int] = []
    for row in (rows[index] for index in range(len(rows))):
        hidden = max(row.hidden, 1)
        old += range(row.old, row.old + hidden) if row.old is not None else ()
        new += range(row.new, row.new + hidden) if row.new is not None else ()
    assert list(range(len(alignment.lines))) == old
    assert list(range(alignment.new_length)) == new


@pytest.mark.parametrize("split", [True, False])
def test_rows_are_found_again_in_another_arrangement_of_the_same_alignment(split: bool) -> None:
    """With more lines or fewer around the hunks; a line that is hidden there is found in its fold."""
    alignment = _replaced(5, 15, 16)
    near, all_of_it = (DiffRows(alignment, split=split, context=context) for context in (1, None))
    assert near.is_like(all_of_it)
    assert not near.is_like(DiffRows(alignment, split=not split, context=1))
    assert not near.is_like(DiffRows(_replaced(5, 15, 16), split=split, context=1))
    for row in range(len(near)):
        if near[row].kind is not ViewKind.FOLD:
            assert near[row] == all_of_it[all_of_it.row_as_in(near, row)]
    hidden = all_of_it.row_as_in(near, 1) + 8
    assert ViewKind.FOLD is near[near.row_as_in(all_of_it, hidden)].kind


@pytest.mark.parametrize("split", [True, False])
def test_changed_rows_are_found_without_computing_the_others(split: bool) -> None:
    """In a text that is too long to be looked through at each key."""
    lines = Lines("x\n" * 999_990 + "x.\n" + "x\n" * 9)
    alignment = Alignment(lines, change_lines(lines, 999_990, 999_991, ["x!\n", "z\n"]))
    rows = DiffRows(alignment, split=split, context=None)
    top = rows.next_change(0)
    assert 999_990 == top
    assert top == rows.next_change(top - 1)
    end = top + len(rows.changed(0, len(rows)))
    assert end - 1 == rows.next_change(end - 1)
    assert (2 if split else 3) == end - top
    assert [rows[top]] == rows.changed(5, top)
    assert (999_990, 999_991) == rows.lines_at(end - 1)
    assert (999_991, 999_992) == rows.lines_at(end)


def _with_appendix(*, split: bool, context: int | None, below: int = 15) -> DiffRows:
    """A change of line 15, and eight lines below line `below`, two of them changed."""
    lines = Lines(TEXT)
    change = Change((Splice(lines.starts[14], lines.starts[15], "Line 15\n"),))
    alignment = Alignment(lines, change, (below, [f"new {n}\n" for n in range(8)]))
    return DiffRows(alignment, split=split, context=2, appendix=Appendix({4, 5}, context))


@pytest.mark.parametrize(
    ("split", "context", "below", "expected"),
    [
        (True, None, 15, "f12 e e c h a a a a a a a a t e e f13"),
        (False, None, 15, "f12 e e r a h a a a a a a a a t e e f13"),
        (True, 1, 15, "f12 e e c h f3 a a a a a t e e f13"),
        (False, 0, 15, "f12 e e r a h f4 a a f2 t e e f13"),
        (False, 0, 30, "f12 e e r a e e f11 e e h f4 a a f2"),
    ],
)
def test_an_appendix_has_a_head_and_folds_of_its_own(
    split: bool, context: int | None, below: int, expected: str
) -> None:
    assert expected == _kinds(_with_appendix(split=split, context=context, below=below))


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("context", [None, 0, 1])
def test_every_line_beside_and_in_an_appendix_is_on_its_row(split: bool, context: int | None) -> None:
    rows = _with_appendix(split=split, context=context)
    shown = [(i, rows[i]) for i in range(len(rows)) if rows[i].is_text]

    assert all(i == rows.row_at(row.old, is_old=True) for i, row in shown if row.old is not None)
    assert all(i == rows.row_at(row.new, is_old=False) for i, row in shown if row.old is None and row.new)
    assert 2 == len(rows.hunk_tops)
    hidden = rows.row_at(rows.alignment.hunks[-1].new, is_old=False)
    assert (context is not None) is (rows[hidden].kind is ViewKind.FOLD)


OLD = "one 1\ntwo 2\nsame\nthree 3\n"
NEW = "one 10\ntwo 20\nsame\nthree 30\n"


def states(
    included: frozenset[int] | None, level: Level, *targets: int, split: bool = True
) -> list[RowState]:
    """The state of every row."""
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=split, context=None)
    selection = RowSelection(alignment, included, frozenset(targets), level)
    return [selection.of(rows[row]) for row in range(len(rows))]


def test_each_changed_row_is_included_or_excluded_and_others_are_neither() -> None:
    assert [IN, OUT, "", OUT] == [row.old for row in states(frozenset({0}), Level.LINE)]
    assert [IN, IN, "", IN] == [row.new for row in states(None, Level.LINE)]


def test_both_lines_of_a_row_have_its_mark_when_they_are_below_each_other() -> None:
    assert [OUT, IN, OUT, IN, "", OUT, OUT] == [
        row.old for row in states(frozenset({1}), Level.LINE, split=False)
    ]


@pytest.mark.parametrize("included", [set(), {0}, {1}, {2}, {0, 2}, {0, 1, 2}])
def test_lines_of_the_new_side_are_counted_as_they_would_be_written(included: set[int]) -> None:
    """Added, changed and removed rows, with equal lines before, between and after them."""
    lines = Lines("one\ntwo = 2\nthree\ngone\nend\n")
    edited = ["new\n", "one\n", "two = 22\n", "three\n", "end\n"]
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), edited))
    written = alignment.with_rows(frozenset(included)).apply(lines.text).splitlines()
    rows, gutter = DiffRows(alignment, split=True, context=None), Gutter()
    gutter.show(RowSelection(alignment, frozenset(included), level=Level.LINE))
    found = {}
    for row in range(len(rows)):
        state, new = gutter.of(rows, row), rows[row].new
        if new is not None and not state.is_new_out:
            found[new + state.shift] = edited[new].strip()
    assert found
    assert found == {n: line for n, line in enumerate(written) if n in found}


@pytest.mark.parametrize(("included", "first"), [({0}, PARTLY), ({1}, PARTLY), ({0, 1}, IN), ({2}, OUT)])
def test_a_partly_included_hunk_is_marked_at_its_top(included: set[int], first: str) -> None:
    assert first == states(frozenset(included), Level.HUNK)[0].old


def test_the_targets_of_the_next_key_are_known() -> None:
    assert [True, True, False, False] == [row.is_target for row in states(frozenset(), Level.HUNK, 0, 1)]


def test_lines_that_are_not_alike_are_marked_each_for_itself_and_chosen_together() -> None:
    """They share a row of the view, not of the alignment."""
    lines = Lines("apples\n")
    alignment = Alignment(lines, change_lines(lines, 0, 1, ["zzz = 1\n"]))
    selection = RowSelection(alignment, frozenset({1}), frozenset({0}), Level.LINE)
    (row,) = (DiffRows(alignment, split=True, context=None)[at] for at in range(1))
    assert (0, 1) == selection.numbers(row)
    assert RowState(OUT, IN, is_target=True, is_old_out=True) == selection.of(row)
    apart = DiffRows(alignment, split=True, context=None, packs=False)
    assert [(0,), (1,)] == [selection.numbers(apart[at]) for at in range(2)]


def test_the_next_changed_row_and_the_lines_at_a_row_are_known() -> None:
    lines = Lines(OLD)
    alignment = Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW)))
    rows = DiffRows(alignment, split=False, context=None)

    assert [1, 2, 3, 5, 5, 6, 6] == [rows.next_change(row) for row in range(7)]
    assert (1, 0) == rows.lines_at(1)
    assert (2, 2) == rows.lines_at(4)
    assert [3, None] == [row.old for row in rows.changed(4, 9)]
