"""Rows as cells: exactly as wide as asked, and nothing in them that commands a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from editreview.alignment import Alignment, change_lines
from editreview.texts import Lines, split_lines
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.overlays import Overlays, Palette, Whitespace
from editreview.tui.diff.paint import Painter
from editreview.tui.diff.rows import DiffRows

NAMES = (
    "text",
    "number",
    "removed",
    "removed_word",
    "added",
    "added_word",
    "filler",
    "fold",
    "cursor",
    "mark",
    "dim",
    "blank",
    "match",
    "current",
    "selected",
)
KINDS = ("keyword", "string")
# Each style carries its own name, so that a test can see who painted what.
PALETTE = Palette(
    **{name: Style(meta={"name": name}) for name in NAMES},
    syntax={name: Style(meta={"name": name}) for name in KINDS},
)
HOSTILE = st.text(st.sampled_from("a\t \x1b\x07\x9b\x00\x7f\u202e\u200b\u200d\u0301é語🙂👩"), max_size=40)


def _rows(old: str, new: str, *, split: bool) -> DiffRows:
    lines = Lines(old)
    change = change_lines(lines, 0, len(lines), split_lines(new, lines.separator))
    return DiffRows(Alignment(lines, change), split=split, context=1)


def _painter(
    rows: DiffRows,
    width: int,
    *,
    split: bool = False,
    offset: int = 0,
    wraps: bool = False,
    over: Overlays | None = None,
) -> tuple[Painter, Layout]:
    blanks = over is not None and over.whitespace is Whitespace.SHOWN
    layout = Layout(rows, split=split, width=width, wraps=wraps, blanks=blanks)
    return Painter(layout, PALETTE, offset, over), layout


def _drawn(
    old: str,
    new: str,
    width: int,
    *,
    split: bool = False,
    offset: int = 0,
    wraps: bool = False,
    over: Overlays | None = None,
) -> list[str]:
    rows = _rows(old, new, split=split)
    painter, layout = _painter(rows, width, split=split, offset=offset, wraps=wraps, over=over)
    spots = layout.below(Spot(0), 1_000)
    return [painter.strip(spot, is_cursor=False).text for spot in spots]


def test_the_two_sides_stand_beside_each_other() -> None:
    """Line numbers of their own, a bar and a sign for what changed, nothing beside a line that is new."""
    assert [
        "   1   one         │   1   one         ",
        "▌  2 − two         │▌  2 + two!        ",
        "╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱│▌  3 + and more    ",
        "   3   three       │   4   three       ",
    ] == _drawn("one\ntwo\nthree\n", "one\ntwo!\nand more\nthree\n", 39, split=True)


def test_unified_has_both_numbers() -> None:
    """Old lines before new ones."""
    assert [
        "   1   1   one    ",
        "▌  2     − two    ",
        "▌      2 + 2      ",
        "   3   3   three  ",
    ] == _drawn("one\ntwo\nthree\n", "one\n2\nthree\n", 18)


def test_a_fold_says_how_much_it_hides() -> None:
    """And how to see it."""
    assert " ⋯ 3 unchanged lines (+ shows more)     " == _drawn("a\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", 40)[0]


@pytest.mark.parametrize(
    ("line", "offset", "expected"),
    [
        ("123456789", 0, "123456789 "),
        ("1234567890", 0, "1234567890"),
        ("12345678901", 0, "123456789›"),
        ("12345678901", 1, "‹345678901"),
        ("1234567890123", 1, "‹34567890›"),
        ("short", 20, "          "),
        ("a\tb", 0, "a   b     "),
        ("語語語語語語", 0, "語語語語 ›"),
    ],
)
def test_a_line_that_goes_on_is_marked(line: str, offset: int, expected: str) -> None:
    """At the end where it is cut off; tabs go to the next stop of four, wide characters are never halved."""
    assert expected == _drawn(f"{line}\nx\n", f"{line}\ny\n", 21, offset=offset)[0][11:]


@pytest.mark.parametrize(
    ("old", "new", "marks"),
    [
        ("a", "a\n", [" ⊘ no newline at end of file", ""]),
        ("a\r\n", "a\n", ["␍", ""]),
        ("a\n", "a\r\n", ["", "␍"]),
    ],
)
def test_a_line_end_that_changes_is_shown(old: str, new: str, marks: list[str]) -> None:
    """For it is all that differs."""
    assert [f"a{mark}" for mark in marks] == [line[11:].rstrip() for line in _drawn(old, new, 60)]


def _painted(rows: DiffRows, over: Overlays | None = None) -> dict[str, str]:
    """The style of every piece of text in one column."""
    painter, layout = _painter(rows, 40, over=over)
    return {
        segment.text: segment.style.meta["name"]
        for spot in layout.below(Spot(0), 1_000)
        for segment in painter.strip(spot, is_cursor=False)
        if segment.style is not None
    }


def test_the_words_that_differ_have_a_style_of_their_own() -> None:
    """On both sides."""
    rows = _rows("if a and b:\n", "if a or b:\n", split=False)
    painted = _painted(rows)
    assert ("removed_word", "added_word") == (painted["and"], painted["or"])


@given(HOSTILE, HOSTILE, st.booleans(), st.integers(20, 70), st.integers(0, 30))
def test_every_row_is_as_wide_as_asked_and_harmless(
    old: str, new: str, split: bool, width: int, offset: int
) -> None:
    """Whatever characters the lines hold, and wherever they are cut."""
    rows = _rows(f"one\n{old}\n", f"one\n{new}\n", split=split)
    painter, layout = _painter(rows, width, split=split, offset=offset)
    for spot in layout.below(Spot(0), 1_000):
        strip = painter.strip(spot, is_cursor=spot.row == 1)
        assert width == strip.cell_length
        assert width == sum(segment.cell_length for segment in strip)
        assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\u202e\u200b" for c in strip.text)
