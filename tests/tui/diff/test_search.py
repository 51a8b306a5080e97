"""Text found on both sides, in the order in which it stands on the screen."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, line_body, split_lines
from editreview.tui.diff import DiffRows
from editreview.tui.diff.viewport import MAX_HITS, Needle, TextHit, find_text


def _alignment(old: str, new: str) -> Alignment:
    lines = Lines(old)
    return Alignment(lines, change_lines(lines, 0, len(lines), split_lines(new, lines.separator)))


def _found(old: str, new: str, text: str, *, split: bool = False) -> list[tuple[str, int, int]]:
    hits = find_text(_alignment(old, new), Needle(text), split=split, is_stale=lambda: False)
    return [("old" if hit.is_old else "new", hit.line, hit.start) for hit in hits]


@pytest.mark.parametrize(
    ("needle", "text", "spans"),
    [
        ("a", "aAa", [(0, 1), (1, 2), (2, 3)]),
        ("A", "aAa", [(1, 2)]),
        ("aa", "aaaa", [(0, 2), (2, 4)]),
        ("x", "İx", [(1, 2)]),
        (".", "a.b", [(1, 2)]),
        ("z", "abc", []),
    ],
)
def test_capitals_matter_if_there_are_any(needle: str, text: str, spans: list[tuple[int, int]]) -> None:
    """The text is taken as it is, no pattern."""
    assert spans == list(Needle(needle).spans(text))


def test_both_sides_are_searched_and_shared_lines_count_once() -> None:
    """In one column old lines come before new ones, side by side it goes row by row."""
    old, new = "key\nkey = one\nkey = two\nend\n", "key\nkey = One!\nkey = Two!\nend\n"
    assert [("old", 0, 0), ("old", 1, 0), ("old", 2, 0), ("new", 1, 0), ("new", 2, 0)] == _found(
        old, new, "key"
    )
    beside = [("old", 0, 0), ("old", 1, 0), ("new", 1, 0), ("old", 2, 0), ("new", 2, 0)]
    assert beside == _found(old, new, "key", split=True)


def test_line_ends_are_not_searched() -> None:
    """A carriage return is no part of the line."""
    assert [("old", 0, 1)] == _found("a\rb\r\nc\r\n", "a\rb\r\nc\r\n", "\r")


def test_the_search_is_bounded() -> None:
    """A letter stands in every line of a long file."""
    assert MAX_HITS == len(_found("a\n" * 20_000, "a\n" * 20_001, "a"))


@given(
    st.lists(st.text("abA", max_size=6), max_size=8),
    st.lists(st.text("abA", max_size=6), max_size=8),
    st.text("abA", min_size=1, max_size=2),
    st.booleans(),
)
def test_every_match_is_found_in_the_order_of_the_rows(
    old: list[str], new: list[str], text: str, split: bool
) -> None:
    """Compared with a search line by line."""
    alignment = _alignment("".join(f"{line}\n" for line in old), "".join(f"{line}\n" for line in new))
    rows = DiffRows(alignment, split=split, context=None)
    flags = re.IGNORECASE if text == text.lower() else 0
    wanted: list[TextHit] = []
    for index in range(len(rows)):
        row = rows[index]
        sides = [(True, row.old)] if row.old is not None else []
        if row.new is not None and (row.hunk is not None or not sides):
            sides.append((False, row.new))
        for is_old, line in sides:
            body = line_body(alignment.lines[line] if is_old else alignment.new_line(line))
            wanted += (TextHit(is_old, line, m.start()) for m in re.finditer(re.escape(text), body, flags))
    found = find_text(alignment, Needle(text), split=split, is_stale=lambda: False)
    assert wanted == found
    for hit in found:
        row = rows[rows.row_at(hit.line, is_old=hit.is_old)]
        assert hit.line == (row.old if hit.is_old else row.new)
