"""The last look at what is drawn."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from editreview.tui.widgets import Guard
from tests.pty.foreign import HOSTILE, strangers

BACKGROUND = Color(0, 0, 0)
BOLD = Style(bold=True)


def test_control_characters_are_removed_and_the_cells_stay() -> None:
    """The cells are those that a widget counted: most such characters have none."""
    segments = Guard().apply([Segment(f"a{HOSTILE}b", BOLD), Segment("plain")], BACKGROUND)

    assert [] == strangers("".join(segment.text for segment in segments).encode())
    assert cell_len(f"a{HOSTILE}b") == cell_len(segments[0].text)
    assert [BOLD, None] == [segment.style for segment in segments]


@given(st.text(st.characters(codec="utf-8")))
def test_no_text_keeps_control_characters(text: str) -> None:
    (guarded,) = Guard().apply([Segment(text)], BACKGROUND)

    assert [] == strangers(guarded.text.replace("\x1b", "").encode())
    assert "\x1b" not in guarded.text


def test_plain_lines_are_not_examined_twice() -> None:
    segments = [Segment("plain"), Segment("text")]

    assert segments is Guard().apply(segments, BACKGROUND)
