"""The arrangement of a review: the list, the response, and the columns of its blocks."""

import pytest

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff.layout import (
    NARROW,
    SLIM,
    WIDE,
    AutoColumns,
    Columns,
    Frame,
    RowWidths,
    blocks_to_measure,
    choose_frame,
    is_two_sided,
    row_widths,
)


def _alignment(old: str, new: str) -> Alignment:
    lines = Lines(old)
    return Alignment(lines, change_lines(lines, 0, len(lines), split_lines(new, lines.separator)))


def _rows(*cells: int) -> RowWidths:
    return RowWidths(tuple(sorted(cells)), 3)


def _block(long: int, short: int = 20) -> Alignment:
    """A change of lines of which some need 70 cells and the others few."""
    old = "".join(f"{'x' * 69}{n % 10}\n" for n in range(long)) + "y\n" * short
    return _alignment(old, old.replace("x", "z"))


@pytest.mark.parametrize(
    ("width", "cells", "expected"),
    [
        (80, [30] * 10, Frame(0, False, Columns.UNIFIED)),
        (95, [30] * 10, Frame(0, False, Columns.UNIFIED)),
        (96, [42] * 10, Frame(0, False, Columns.SPLIT)),
        (120, [30] * 10, Frame(WIDE, False, Columns.SPLIT)),
        (120, [43] * 10, Frame(SLIM, False, Columns.SPLIT)),
        (119, [48] * 10, Frame(0, False, Columns.SPLIT)),
        (120, [45] * 10, Frame(NARROW, False, Columns.SPLIT)),
        (120, [48] * 10, Frame(NARROW, False, Columns.SPLIT)),
        (120, [49] * 10, Frame(0, False, Columns.SPLIT)),
        (120, [53] * 10, Frame(0, False, Columns.SPLIT)),
        (120, [54] * 10, Frame(0, False, Columns.SPLIT)),
        (120, [55] * 10, Frame(0, False, Columns.BY_BLOCK)),
        (120, [54] * 12 + [99] * 2, Frame(0, False, Columns.SPLIT)),
        (120, [54] * 11 + [99] * 2, Frame(0, False, Columns.BY_BLOCK)),
        (140, [54] * 10, Frame(SLIM, False, Columns.SPLIT)),
        (140, [60] * 10, Frame(0, False, Columns.SPLIT)),
        (160, [60] * 10, Frame(WIDE, False, Columns.SPLIT)),
        (160, [64] * 10, Frame(SLIM, False, Columns.SPLIT)),
        (160, [99] * 10, Frame(0, False, Columns.BY_BLOCK)),
        (200, [50] * 10, Frame(WIDE, False, Columns.SPLIT)),
        (200, [70] * 10, Frame(WIDE, False, Columns.SPLIT)),
    ],
)
def test_two_columns_get_the_room_before_the_list(width: int, cells: list[int], expected: Frame) -> None:
    """The list shrinks, then gives way to the strip, until at most one row in seven is wrapped."""
    assert expected == choose_frame([_rows(*cells)], width)


@pytest.mark.parametrize(
    ("width", "cells", "wants", "expected"),
    [
        (200, [50] * 10, None, Frame(WIDE, True, Columns.SPLIT)),
        (200, [70] * 10, None, Frame(WIDE, False, Columns.SPLIT)),
        (200, [70] * 10, True, Frame(0, True, Columns.SPLIT)),
        (200, [50] * 10, False, Frame(WIDE, False, Columns.SPLIT)),
        (160, [50] * 10, True, Frame(WIDE, False, Columns.SPLIT)),
        (200, [], None, Frame(WIDE, True, Columns.BY_BLOCK)),
    ],
)
def test_a_response_with_prose_stands_beside_two_columns_or_where_the_user_calls_it(
    width: int, cells: list[int], wants: bool | None, expected: Frame
) -> None:
    blocks = [_rows(*cells)] if cells else []
    assert expected == choose_frame(blocks, width, wants_response=wants, has_prose=True)


def test_the_user_can_call_the_list_and_send_it_away() -> None:
    """Then the columns are chosen for the room that is left."""
    rows = [_rows(*[50] * 10)]
    assert Frame(0, False, Columns.SPLIT) == choose_frame(rows, 120)
    assert Frame(SLIM, False, Columns.BY_BLOCK) == choose_frame(rows, 120, wants_list=True)
    assert Frame(WIDE, False, Columns.SPLIT) == choose_frame(rows, 140, wants_list=True)
    assert Frame(0, False, Columns.SPLIT) == choose_frame(rows, 160, wants_list=False)
    assert Frame(SLIM, False, Columns.UNIFIED) == choose_frame(rows, 80, wants_list=True)
    assert Frame(0, False, Columns.UNIFIED) == choose_frame(rows, 50, wants_list=True)


def test_the_list_stays_where_no_block_needs_two_columns() -> None:
    """New and deleted files, and blocks that only add lines."""
    assert Frame(WIDE, False, Columns.BY_BLOCK) == choose_frame([], 120)
    assert Frame(0, False, Columns.UNIFIED) == choose_frame([], 80)
    assert not is_two_sided(_alignment("one\n", "one\ntwo\n"))
    assert not is_two_sided(_alignment("one\n", ""))
    assert is_two_sided(_alignment("one\n", "two\n"))


def test_the_rows_of_a_block_are_its_hunks_and_the_lines_around_them() -> None:
    """The longer side counts, without the indentation that all lines share."""
    around = "".join(f"        line {n:02}\n" for n in range(40))
    old, new = "        old\n", "            a new one\n\n"
    found = row_widths(_alignment(around + old + around, around + new + around))
    assert [0, *[7] * 20, 13] == list(found.cells)
    assert 2 == found.digits
    wide = row_widths(_alignment("語\n\tx\n", "語語\n\ty\n"))
    assert [4, 5] == list(wide.cells)


def test_each_block_has_its_own_columns_only_if_too_many_rows_are_wrapped_anyway() -> None:
    """One that could be shown either way is shown as the one before."""
    auto, few, some, many = AutoColumns(), _block(1), _block(2), _block(9)
    assert [True, True, False, False, True, True] == [
        auto.is_split(block, 100) for block in (few, some, many, some, few, some)
    ]
    assert not auto.is_split(few, 80)
    assert auto.is_split(many, 100, wraps=False)
    auto.columns = Columns.SPLIT
    assert auto.is_split(many, 100)
    assert not auto.is_split(_alignment("one\n", "one\ntwo\n"), 100)
    auto.columns = Columns.UNIFIED
    assert not auto.is_split(few, 100)


def test_a_block_that_was_shown_at_another_width_meanwhile_has_its_columns_again() -> None:
    """As when the list is opened and closed."""
    auto, some, many = AutoColumns(), _block(2), _block(9)
    assert [True, False, True] == [
        auto.is_split(some, 100),
        auto.is_split(many, 90),
        auto.is_split(some, 100),
    ]


def test_some_blocks_of_all_parts_of_a_long_review_are_measured() -> None:
    assert [0, 1, 2] == list(blocks_to_measure(3))
    found = list(blocks_to_measure(1_000))
    assert len(found) <= 50
    assert 950 <= found[-1] < 1_000
