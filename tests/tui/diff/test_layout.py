"""Cells: no character is lost, parted or too wide. Lines of the screen: up undoes down, all rows are met."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff import DiffRows
from editreview.tui.diff.layout import Layout, Spot, cells_of, line_breaks
from tests.tui import internals

SIGNS = st.lists(
    st.sampled_from(
        ["a", "é", "語", "e\u0301", "👩", "❤", "⚠\ufe0f", "1\ufe0f\u20e3", "👩\u200d💻", "👍🏽", "🏽", "🇩🇪"]
    )
    | st.sampled_from(
        ["\u202e", "\u200b", "\u200d", "\ufe0f", "\xad", "\xa0", "\u3000", "p\u0430y", "\U000e0041"]
    )
    | st.sampled_from(["क्\u200dष", "می\u200cخ", "\u2028", "\x85", "e" + "\u0301" * 99, "☕\ufe0e", " "]),
    max_size=12,
).map("".join)
ANY = st.text(st.sampled_from("ab \t\x1b\x9b\x00\r\u202e\u200b\u200d\u0301\ufe0fé語🙂👩❤1"), max_size=60)
PLAIN = Style()


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\tb", "a   b"), ("\t\t", "        "), ("a\x1b[2J", "a␛[2J"), ("a\rb", "a␍b"), ("\u202e", "‹U+202E›")],
)
def test_tabs_and_control_characters_are_visible(text: str, shown: str) -> None:
    """A tab reaches to the next stop of four."""
    assert shown == cells_of(text).drawn


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p\u0430y", "p‹U+0430›y"),
        ("a\xa0b\u3000c", "a␣b␣␣c"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 4 + "‹U+0301›"),
        ("a\xadb\u2028c\U000e0041d", "a‹U+00AD›b‹U+2028›c‹U+E0041›d"),
        ("<\u200d=", "<‹U+200D›="),
        ("👩\u200d💻 ⚠\ufe0f 👍🏽", "👩💻 ⚠ 👍‹U+1F3FD›"),
        ("he\u0301llo, платёж, 日本", "he\u0301llo, платёж, 日本"),
    ],
)
def test_look_alike_characters_are_distinguished(text: str, shown: str) -> None:
    """And an emoji of several parts is drawn as those."""
    assert shown == cells_of(text).drawn


def _by_characters(text: str) -> int:
    """The cells that a terminal takes which puts no characters together."""
    return sum(
        0
        if unicodedata.category(each) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(each) in "WF"
        else 1
        for each in text
    )


@given(SIGNS)
def test_every_terminal_has_a_character_in_the_same_cell(text: str) -> None:
    """One that joins the characters of a sign as well as one that does not: nothing slides."""
    cells = cells_of(text)
    for begin, column in zip(cells.begins, cells.columns, strict=True):
        assert column == cell_len(cells.drawn[:begin]) == _by_characters(cells.drawn[:begin])


@pytest.mark.parametrize(
    ("text", "shown"), [("a b", "a·b"), ("\tb ", "→   b·"), ("ab\tc é", "ab→ c·é"), ("", "")]
)
def test_whitespace_can_be_shown_as_signs(text: str, shown: str) -> None:
    """In the same cells."""
    assert shown == cells_of(text, whitespace=True).drawn
    assert cells_of(text).width == cells_of(text, whitespace=True).width


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("abcdefg", 3, ["abc", "def", "g"]),
        ("abc", 3, ["abc"]),
        ("", 3, [""]),
        ("a語語b", 3, ["a語", "語b"]),
        ("語語", 3, ["語", "語"]),
        ("abe\u0301cd", 3, ["abe\u0301", "cd"]),
        ("x\u202ey", 4, ["x", "\u202e", "y"]),
        ("ab\tc", 3, ["ab", "\tc"]),
    ],
)
def test_lines_wrap_between_graphemes(text: str, width: int, pieces: list[str]) -> None:
    """One that is wider than the line stands alone."""
    starts = [*line_breaks(text, width), len(text)]
    assert pieces == [text[start:end] for start, end in pairwise(starts)]


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("one two three four", 10, ["one two ", "three four"]),
        ("one two three", 7, ["one two ", "three"]),
        (
            "if self.pointer_line is not None and index:",
            30,
            ["if self.pointer_line is not ", "None and index:"],
        ),
        ("self.pointer_line.index", 18, ["self.pointer_line", ".index"]),
        ("a_long_name_of_parts", 12, ["a_long_name", "_of_parts"]),
        ("call(first,second,third)", 14, ["call(first,", "second,third)"]),
        ("total==another_one", 10, ["total==", "another", "_one"]),
        ("it reallylongwordwithout", 12, ["it reallylon", "gwordwithout"]),
        ("four reallylongword", 12, ["four ", "reallylongwo", "rd"]),
        ("a => b", 4, ["a => ", "b"]),
    ],
)
def test_lines_wrap_at_words_and_operators(text: str, width: int, pieces: list[str]) -> None:
    """If that leaves a line full enough; a space may be cut off at its end."""
    starts = [*line_breaks(text, width), len(text)]
    assert pieces == [text[start:end] for start, end in pairwise(starts)]


def test_further_lines_may_be_narrower() -> None:
    """For they are set in."""
    assert (0, 8, 12) == tuple(line_breaks("one two abc def", 8, 4))


@given(ANY, st.integers(1, 20))
def test_wrapping_loses_nothing(text: str, width: int) -> None:
    """Every piece fits or is one sign, and together they are the line."""
    cells = cells_of(text)
    starts = [*line_breaks(text, width), len(text)]
    assert starts[0] == 0
    assert all(start < end for start, end in pairwise(starts)) or not text
    shown = ""
    for start, end in pairwise(starts):
        segments = cells.segments(start, end, PLAIN, ())
        taken = cells.columns[end] - cells.columns[start]
        assert taken == sum(cell_len(segment.text) for segment in segments)
        is_cut = text[end - 1 : end] == " " and taken == width + 1
        assert taken <= width or is_cut or cells.columns[start] == cells.columns[end - 1]
        shown += "".join(segment.text for segment in segments)
    assert cells.drawn == shown


@given(ANY, st.integers(0, 60))
def test_a_cell_belongs_to_the_character_drawn_in_it(text: str, cell: int) -> None:
    """Past the end to the line's end."""
    cells = cells_of(text)
    at = cells.character_at(0, cell)
    if cell >= cells.width:
        assert len(text) == at
    else:
        assert cells.columns[at] <= cell


@given(ANY, st.data())
def test_styles_change_no_character(text: str, data: st.DataObject) -> None:
    """However they overlap, the later layer over the earlier one."""
    matches = st.integers(0, len(text))
    layers = []
    for name in "xy":
        start, end = sorted((data.draw(matches), data.draw(matches)))
        layers.append([(start, end, Style(meta={"name": name}))] if start < end else [])
    segments = cells_of(text).segments(0, len(text), PLAIN, layers)
    assert cells_of(text).drawn == "".join(segment.text for segment in segments)


def test_the_later_layer_is_on_top() -> None:
    """Of two layers that overlap, the later one counts."""
    first, second = Style(meta={"name": "x"}), Style(meta={"name": "y"})
    segments = cells_of("abcd").segments(0, 4, PLAIN, [[(0, 3, first)], [(2, 4, second)]])
    named = [(s.text, s.style.meta.get("name")) for s in segments if s.style is not None]
    assert [("ab", "x"), ("c", "y"), ("d", "y")] == named


LINES = st.lists(st.text("ab \t語é", max_size=70), min_size=1, max_size=12)


def _layout(old: str, new: str, width: int, *, split: bool, wraps: bool) -> Layout:
    lines = Lines(old)
    change = change_lines(lines, 0, len(lines), split_lines(new, lines.separator))
    rows = DiffRows(Alignment(lines, change), split=split, context=2)
    return Layout(rows, split=split, width=width, wraps=wraps)


@given(LINES, LINES, st.integers(12, 60), st.booleans(), st.booleans(), st.data())
def test_the_lines_of_the_screen_are_a_list(
    old: list[str], new: list[str], width: int, split: bool, wraps: bool, data: st.DataObject
) -> None:
    """down, up and below agree on it, from any line of it."""
    layout = _layout("\n".join(old), "\n".join(new), width, split=split, wraps=wraps)
    if not len(layout.rows):
        return
    every = layout.below(Spot(0), 10_000)
    assert sorted(set(every)) == every
    assert set(range(len(layout.rows))) == {spot.row for spot in every}
    assert layout.end == every[-1]
    at, step = data.draw(st.integers(0, len(every) - 1)), data.draw(st.integers(0, 30))
    assert every[min(at + step, len(every) - 1)] == layout.down(every[at], step)
    assert every[max(at - step, 0)] == layout.up(every[at], step)
    assert every[at : at + step] == layout.below(every[at], step)
    assert max(spot for spot in every if spot.row == every[at].row) == layout.last(every[at].row)


def test_a_line_of_a_megabyte_is_wrapped_in_parts() -> None:
    """Its end is found without its middle; a character in it has its line of the screen."""
    long = "0123456789" * 100_000
    layout = _layout(f"{long}\nx\n", f"{long}\ny\n", 91, split=False, wraps=True)
    assert 86 == layout.room
    # All but the first line are set in by two cells; a part has 24 of them.
    last = layout.last(0)
    assert 1 + -(-(1_000_000 - 86) // 84) == last.part * 24 + last.line + 1
    assert last == layout.up(Spot(1), 1)
    assert internals.measured_rows(layout) <= 4
    spot = layout.spot_of(0, 500_000, is_old=True)
    assert 1 + (500_000 - 86) // 84 == spot.part * 24 + spot.line
    text = layout.text_of(0, is_old=True)
    assert text is not None
    pieces = [layout.piece(text, part) for part in range(layout.parts(0))]
    assert long == "".join(piece.text for piece in pieces)


def test_a_long_paragraph_is_wrapped_at_words_in_every_part() -> None:
    """Parts begin at a word, so that only the last line of one is shorter than the others."""
    long = "word and another " * 2_000
    layout = _layout(f"    {long}\n", "x\n", 83, split=False, wraps=True)
    text = layout.text_of(0, is_old=True)
    assert text is not None
    pieces = [layout.piece(text, part) for part in range(layout.parts(0))]
    assert f"    {long}" == "".join(piece.text for piece in pieces)
    for piece in pieces:
        lines = [piece.text[start:end] for start, end in pairwise((*piece.starts, len(piece.text)))]
        assert all(line.endswith(" ") and not line.startswith(" ") for line in lines[1:])
        assert all(len(line.rstrip()) > 0.6 * layout.room for line in lines[:-1])
    for character in range(0, len(text), 97):
        spot = layout.spot_of(0, character, is_old=True)
        piece = pieces[spot.part]
        assert piece.low + piece.starts[spot.line] <= character < piece.low + len(piece.text)


def test_a_line_breaks_between_accents_that_have_no_letter() -> None:
    assert [0, 1, 2] == list(line_breaks("\u0301\u0301\u0301", 8))
