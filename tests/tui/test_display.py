"""The display of a terminal, from its environment alone."""

import pytest

from editreview.tui.parts import Colours, display_of


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Colours.TRUE),
        ({"TERM": "xterm-256color"}, Colours.INDEXED),
        ({"TERM": "xterm-kitty"}, Colours.INDEXED),
        ({"TERM": "xterm"}, Colours.SIXTEEN),
        ({"TERM": "xterm-16color"}, Colours.SIXTEEN),
        ({"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "truecolor"}, Colours.TRUE),
        ({}, Colours.SIXTEEN),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Colours.NONE),
        ({"TERM": "vt100"}, Colours.NONE),
        ({"TERM": "screen-m"}, Colours.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Colours.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colours.INDEXED),
    ],
)
def test_the_number_of_colours_is_detected(environment: dict[str, str], expected: Colours) -> None:
    """An empty NO_COLOR asks for nothing, as its page has it."""
    assert expected is display_of(environment, encoding="utf-8", no_color=False, is_ascii=False).colours


@pytest.mark.parametrize(
    ("said", "is_light"),
    [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False), ("0;default", False), ("x", False)],
)
def test_the_background_that_a_variable_gives(said: str, is_light: bool) -> None:
    display = display_of({"COLORFGBG": said}, encoding="utf-8", no_color=False, is_ascii=False)
    assert is_light is display.is_light


@pytest.mark.parametrize(
    ("term", "encoding", "is_ascii", "expected"),
    [
        ("xterm", "UTF-8", False, (False, False)),
        ("xterm", "UTF-8", True, (True, False)),
        ("linux", "utf-8", False, (True, False)),
        ("xterm", "ANSI_X3.4-1968", False, (True, True)),
        ("xterm", "ISO-8859-1", False, (True, True)),
        ("xterm", "no such thing", False, (True, True)),
    ],
)
def test_the_displayed_characters_are_reported(
    term: str, encoding: str, is_ascii: bool, expected: tuple[bool, bool]
) -> None:
    display = display_of({"TERM": term}, encoding=encoding, no_color=False, is_ascii=is_ascii)
    assert expected == (display.is_ascii, display.escapes)
