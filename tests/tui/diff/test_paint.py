"""Rows as cells: exactly as wide as asked, and nothing in them that commands a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from editreview.alignment import Alignment, change_lines
from editreview.matching.adapt import Adjusted
from editreview.matching.near_matches import DifferenceKind
from editreview.review import LineFinding
from editreview.text import Lines, split_lines
from editreview.tui.diff import PLAIN, DiffRows, Level, RowSelection, RowState
from editreview.tui.diff.layout import Layout, Spot, Whitespace, cells_of
from editreview.tui.diff.paint import Differences, Overlays, Painter, Palette
from editreview.tui.diff.viewport import Needle, Selection, TextHit

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
    "target",
    "mark",
    "unusual",
    "ignored",
    "adjusted",
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
    shows_whitespace = over is not None and over.whitespace is Whitespace.SHOWN
    layout = Layout(rows, split=split, width=width, wraps=wraps, whitespace=shows_whitespace)
    return Painter(layout, PALETTE, offset, over), layout


def _strip(painter: Painter, spot: Spot, *, is_cursor: bool, state: RowState = PLAIN) -> Strip:
    return Strip(painter.segments(spot, is_cursor=is_cursor, state=state))


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
    return [_strip(painter, spot, is_cursor=False).text for spot in spots]


def test_the_two_sides_are_next_to_each_other() -> None:
    """Line numbers of their own, a bar and a sign for what changed, nothing beside a line that is new."""
    assert [
        " 1 one             │ 1 one             ",
        " 2−two             │ 2+two!            ",
        "╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱╱│ 3+and more        ",
        " 3 three           │ 4 three           ",
    ] == _drawn("one\ntwo\nthree\n", "one\ntwo!\nand more\nthree\n", 39, split=True)


def test_unified_has_both_numbers() -> None:
    """Old lines before new ones."""
    assert [
        " 1 1 one          ",
        " 2  −two          ",
        "   2+2            ",
        " 3 3 three        ",
    ] == _drawn("one\ntwo\nthree\n", "one\n2\nthree\n", 18)


def test_a_fold_has_the_number_of_hidden_lines() -> None:
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
def test_a_line_that_continues_is_marked(line: str, offset: int, expected: str) -> None:
    """At the end where it is cut off; tabs go to the next stop of four, wide characters are never halved."""
    assert expected == _drawn(f"{line}\nx\n", f"{line}\ny\n", 15, offset=offset)[0][5:]


@pytest.mark.parametrize(
    ("old", "new", "marks"),
    [
        ("a", "a\n", [" ⊘ no newline at end of file", ""]),
        ("a\r\n", "a\n", ["␍", ""]),
        ("a\n", "a\r\n", ["", "␍"]),
    ],
)
def test_a_changed_line_end_is_shown(old: str, new: str, marks: list[str]) -> None:
    """For it is all that differs."""
    assert [f"a{mark}" for mark in marks] == [line[5:].rstrip() for line in _drawn(old, new, 60)]


def _painted(rows: DiffRows, over: Overlays | None = None) -> dict[str, str]:
    """The style of every piece of text in one column."""
    return dict(_pairs(rows, over))


def _pairs(rows: DiffRows, over: Overlays | None = None) -> set[tuple[str, str]]:
    """Every piece of text in one column and its style."""
    painter, layout = _painter(rows, 40, over=over)
    return {
        (text, segment.style.meta["name"])
        for spot in layout.below(Spot(0), 1_000)
        for segment in _strip(painter, spot, is_cursor=False)
        if segment.style is not None
        # The last one fills the line.
        for text in (segment.text, segment.text.rstrip())
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
        strip = _strip(painter, spot, is_cursor=spot.row == 1)
        assert width == strip.cell_length
        assert width == sum(segment.cell_length for segment in strip)
        assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\u202e\u200b" for c in strip.text)


@pytest.mark.parametrize(("split", "signs"), [(True, ["■1−", "■1+"]), (False, ["■1  −", "■  1+"])])
def test_the_gutter_has_a_mark_before_the_number_and_a_sign_after_it(split: bool, signs: list[str]) -> None:
    """Included or not hides that a line was adjusted, which is in words where the cursor is."""
    rows = _rows("value = 1\n", "value = 2\n", split=split)
    differences = Differences({0: DifferenceKind.INDENTATION}, {0: Adjusted.DEPTH})
    drawn = "\n".join(_gutters(rows, differences, 60, split=split))
    assert [True, True] == [sign in drawn for sign in signs]
    drawn = "\n".join(_gutters(rows, differences, 60, split=split, state=PLAIN))
    adjusted = [sign.replace("■", mark) for sign, mark in zip(signs, "~»", strict=True)]
    assert [True, True] == [sign in drawn for sign in adjusted]


def _gutters(
    rows: DiffRows, differences: Differences, width: int, *, split: bool, state: RowState | None = None
) -> list[str]:
    """Wrapped lines of which all are included."""
    layout = Layout(rows, split=split, width=width, wraps=True)
    painter = Painter(layout, PALETTE, differences=differences)
    of = RowSelection(rows.alignment, None, frozenset({0}), Level.LINE).of
    return [
        _strip(painter, spot, is_cursor=False, state=of(rows[spot.row]) if state is None else state).text
        for spot in layout.below(Spot(0), 1_000)
    ]


def test_the_marks_of_a_row_are_on_its_first_line() -> None:
    """Also where one side has no text left."""
    differences = Differences({0: DifferenceKind.SPELLING}, {0: Adjusted.CHARACTERS})
    assert ["■1−12│■1+12", "  ↪34│  ↪3 ", "  ↪5 │     "] == _gutters(
        _rows("12345\n", "123\n", split=True), differences, 11, split=True
    )


def test_the_numbers_of_targets_and_of_the_cursor_have_a_style() -> None:
    """On every line of the row and on both sides, with no mark of its own."""
    rows = _rows("12345\n", "123\n", split=True)
    layout = Layout(rows, split=True, width=11, wraps=True)
    painter = Painter(layout, PALETTE)
    for is_cursor, name in ((True, "cursor"), (False, "target")):
        for spot in layout.below(Spot(0), 10):
            strip = _strip(painter, spot, is_cursor=is_cursor, state=RowState(is_target=not is_cursor))
            gutters = (strip.crop(0, 3), strip.crop(6, 9))
            assert {name} == {s.style.meta["name"] for part in gutters for s in part if s.style is not None}
            assert name not in {s.style.meta["name"] for s in strip.crop(3, 6) if s.style is not None}


def test_a_sign_has_the_style_of_the_cursor_there_and_of_a_target() -> None:
    """Its own colour is legible on the backgrounds of code, and may not be on theirs."""
    rows = _rows("12345\n", "123\n", split=True)
    differences = Differences(found_in_old={0: LineFinding(("wrong",), is_warning=True)})
    layout = Layout(rows, split=True, width=11, wraps=True)
    painter = Painter(layout, PALETTE, differences=differences)

    def sign(*, is_cursor: bool, is_target: bool) -> str:
        state = RowState(is_target=is_target)
        (first, *_) = _strip(painter, Spot(0), is_cursor=is_cursor, state=state)
        assert "△" == first.text[0]
        assert first.style is not None
        return str(first.style.meta["name"])

    assert ["ignored", "cursor", "target"] == [
        sign(is_cursor=False, is_target=False),
        sign(is_cursor=True, is_target=True),
        sign(is_cursor=False, is_target=True),
    ]


def test_a_kept_line_has_its_ignored_difference_on_the_old_side() -> None:
    """In one column as well; what is fitted is said of new lines only."""
    differences = Differences({0: DifferenceKind.TRAILING_WHITESPACE}, {0: Adjusted.DEPTH})
    for split, expected in ((True, "~1 a        │ 1 a        "), (False, "~1 1 a                   ")):
        assert expected == _gutters(_rows("a\nb\n", "a\nc\n", split=split), differences, 25, split=split)[0]


@pytest.mark.parametrize("split", [True, False])
def test_a_line_with_a_finding_has_its_sign(split: bool) -> None:
    """A warning hides that the line was adjusted, and stands on unchanged lines too."""
    new = {0: LineFinding(("unused",), is_warning=False), 1: LineFinding(("wrong",), is_warning=True)}
    differences = Differences(adjusted={1: Adjusted.DEPTH}, found_in_new=new)
    drawn = _gutters(_rows("a\nb\n", "a\nc\n", split=split), differences, 40, split=split, state=PLAIN)
    assert ("•1 a" if split else "•1 1 a") in drawn[0]
    assert ("△2+c" if split else "△  2+c") in drawn[-1]


def test_ignored_line_ends_are_not_marked_line_by_line() -> None:
    """In a file of carriage returns they would be on every line."""
    differences = Differences({0: DifferenceKind.LINE_END, 1: DifferenceKind.LINE_END})
    assert "~" not in "".join(_gutters(_rows("a\nb\n", "a\nc\n", split=True), differences, 27, split=True))


def test_a_row_is_drawn_again_when_its_marks_change() -> None:
    """Lines are cached for the state that they were drawn with."""
    painter, _ = _painter(_rows("1\n", "2\n", split=True), 30, split=True)
    drawn = [_strip(painter, Spot(0), is_cursor=False, state=RowState(sign, sign)).text[0] for sign in "■□■"]
    assert ["■", "□", "■"] == drawn


def test_a_long_line_wraps() -> None:
    """At words and operators, set in, on both sides together; what a side has not is left blank."""
    assert [
        " 1 a              │ 1 a              ",
        " 2−if one and two │ 2+if one and two:",
        "  ↪  and three:   │                  ",
    ] == _drawn("a\nif one and two and three:\n", "a\nif one and two:\n", 37, split=True, wraps=True)
    assert [" 1  −1234", "    ↪567 ", "   1+1234", "    ↪5   "] == _drawn(
        "1234567\n", "12345\n", 9, wraps=True
    )


@pytest.mark.parametrize("split", [True, False])
def test_the_indentation_that_all_lines_share_is_not_drawn(split: bool) -> None:
    """In whole tab stops, of at least two; in search and selection the characters keep their numbers."""
    for indent, fold in ((" " * 10, 8), ("\t\t", 2), (" " * 7, 0), ("\t", 0)):
        rows = _rows(f"{indent}one\n\n{indent}  two\n", f"{indent}one\n\n{indent}  2\n", split=split)
        over = Overlays(selection=Selection(True, (2, len(indent) + 2), (2, len(indent) + 5)))
        painter, layout = _painter(rows, 60, split=split, wraps=True, over=over)
        assert indent[:fold] == layout.fold
        strips = [_strip(painter, spot, is_cursor=False) for spot in layout.below(Spot(0), 10)]
        assert (
            cells_of(indent[fold:] + "one").drawn
            == strips[0].text[layout.gutter :][:30].split("│")[0].rstrip()
        )
        selected = [
            s.text for strip in strips for s in strip if s.style and s.style.meta["name"] == "selected"
        ]
        assert "two" in selected
        assert layout.fold == Layout(rows, split=split, width=60, wraps=True).fold
        assert not Layout(rows, split=split, width=60, wraps=False).fold


def test_whitespace_and_line_ends_are_shown_on_request() -> None:
    """On every line; trailing whitespace has the style of marks."""
    shown = Overlays(whitespace=Whitespace.SHOWN)
    assert ["a·b⏎", "→   c·⏎", "d␍⏎", "e⊘"] == [
        line[5:].rstrip() for line in _drawn("a b\n\tc \nd\r\ne", "a b\n\tc \nd\r\ne", 40, over=shown)
    ]
    painted = _pairs(_rows("x y \n", "z\n", split=False), shown)
    assert {("·", "blank"), ("·", "mark"), ("⏎", "mark")} <= painted


def test_whitespace_is_shown_if_both_sides_would_look_the_same() -> None:
    """Trailing whitespace and tabs for spaces; not another depth, which is visible."""
    old, new = "a b  \n    c d\ne f\n", "a b\n\tc d\n  e f\n"
    assert [
        " 1−a·b··           │ 1+a·b             ",
        " 2−····c·d         │ 2+→   c·d         ",
        " 3−e f             │ 3+  e f           ",
    ] == _drawn(old, new, 39, split=True)
    dimmed = _drawn(old, new, 39, split=True, over=Overlays(whitespace=Whitespace.IGNORED))
    assert " 1−a b             │ 1+a b             " == dimmed[0]


def test_whitespace_only_changes_are_dimmed_on_request() -> None:
    """Others are not, except for their whitespace."""
    rows = _rows("a  b\nif x:\n", "a b\n  if y:\n", split=False)
    over = Overlays(whitespace=Whitespace.IGNORED)
    painted = _painted(rows, over)
    assert ("dim", "dim") == (painted["a  b"], painted["a b"])
    assert ("removed_word", "added_word") == (painted["x"], painted["y"])
    assert "added" == painted["  if "]


def test_matches_selections_and_syntax_are_layers_over_the_text() -> None:
    """The match that the cursor is on, and others; what is selected of one side."""
    over = Overlays(
        tokens=lambda is_old, line: ((0, 2, "keyword"),),
        needle=Needle("b"),
        current=TextHit(True, 0, 3),
        selection=Selection(False, (0, 6), (0, 8)),
    )
    assert {("if", "keyword"), ("b", "current"), ("b", "match"), ("cd", "selected")} <= _pairs(
        _rows("if b bcd\n", "if b bcd\n", split=False), over
    )


def test_only_the_visible_part_of_a_line_of_a_megabyte_is_drawn() -> None:
    """Cut or wrapped, with what differs in its middle marked."""
    same = "0123456789" * 50_000
    rows = _rows(f"{same}old{same}\n", f"{same}new{same}\n", split=False)
    painter, layout = _painter(rows, 91, offset=499_990)
    drawn = _strip(painter, Spot(0), is_cursor=False)
    assert "‹" == drawn.text[5]
    assert ["old"] == [s.text for s in drawn if s.style and s.style.meta["name"] == "removed_word"]
    painter, layout = _painter(rows, 91, wraps=True)
    drawn = _strip(painter, layout.spot_of(0, 500_000, is_old=True), is_cursor=False)
    assert ["old"] == [s.text for s in drawn if s.style and s.style.meta["name"] == "removed_word"]


@given(HOSTILE, HOSTILE, st.booleans(), st.integers(20, 70), st.sampled_from(Whitespace))
def test_wrapped_rows_contain_the_whole_line(
    old: str, new: str, split: bool, width: int, whitespace: Whitespace
) -> None:
    """Each line of the screen is as wide as asked, and together they show every character."""
    over = Overlays(whitespace=whitespace, needle=Needle("a"), selection=Selection(True, (0, 1), (1, 3)))
    rows = _rows(f"one\n{old}\n", f"one\n{new}\n", split=split)
    painter, layout = _painter(rows, width, split=split, wraps=True, over=over)
    for row in range(len(rows)):
        spots = [spot for spot in layout.below(Spot(0), 1_000) if spot.row == row]
        strips = [_strip(painter, spot, is_cursor=False) for spot in spots]
        for strip in strips:
            assert width == strip.cell_length == sum(segment.cell_length for segment in strip)
        text = layout.sides(rows[row])[1]
        if text is not None and layout.room >= 8:
            end = layout.width if not split else layout.left + 1 + layout.gutter + layout.room
            shown = "".join(strip.crop(end - layout.room, end).text.rstrip(" ") for strip in strips)
            wanted = cells_of(text, whitespace=layout.whitespace).drawn
            # Whitespace is marked where nothing else differs, too, and `crop` drops an accent at its edge.
            visible = [[c for c in each if c not in " ·→" and cell_len(c)] for each in (wanted, shown)]
            assert visible[0] == visible[1]


@pytest.mark.parametrize("split", [True, False])
def test_a_deceptive_character_is_marked_in_its_cells(split: bool) -> None:
    """In both layouts, and nothing beside it."""
    rows = _rows("pay = 1\n", "p\u0430y =\xa01 \u202e2\n", split=split)
    painter, layout = _painter(rows, 80, split=split)
    painted = [
        segment.text
        for spot in layout.below(Spot(0), 10)
        for segment in _strip(painter, spot, is_cursor=False)
        if segment.style is not None and segment.style.meta.get("name") == "unusual"
    ]

    assert ["‹U+0430›", "␣", "‹U+202E›"] == painted
