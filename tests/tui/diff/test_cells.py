"""Characters and the cells they take: nothing is lost, parted or too wide."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from editreview.tui.diff.layout import cells_of, line_breaks

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
