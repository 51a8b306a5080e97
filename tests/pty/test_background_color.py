"""Light and dark: what a real terminal answers, and when it does."""

import pytest

from editreview.tui.driver import ASK
from tests.pty.conftest import Start
from tests.pty.terminal import Terminal

TRUE_COLOURS = {"COLORTERM": "truecolor"}
LIGHT, DARK = b"48;2;224;224;224", b"48;2;18;18;18"
"""The grounds of Textual's two themes."""
WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
BLACK = "\x1b]11;rgb:0000/0000/0000\x07"


def _asked(start: Start, options: str = "", **environment: str) -> Terminal:
    """A review on a terminal that has been asked, and drawn on without an answer."""
    terminal = start(
        ["editreview", *options.split(), "../answer.md"], environment={**TRUE_COLOURS, **environment}
    )
    terminal.until("1/9")
    terminal.wait_for(lambda: ASK.encode() in terminal.output, "the question")
    return terminal


def _quit(terminal: Terminal) -> None:
    """Nothing that was answered was a key: the first block is in sight, and nothing is decided."""
    terminal.until("1/9")
    terminal.until("undecided")
    terminal.press("q")
    assert 1 == terminal.end()
    assert "rgb:" not in terminal.text


def test_without_an_answer_the_theme_is_dark_and_a_dark_background_changes_nothing(start: Start) -> None:
    terminal = _asked(start)
    terminal.wait_for(lambda: DARK in terminal.output, "a dark background")
    terminal.press(BLACK + "J")
    terminal.until("2/9")
    assert LIGHT not in terminal.output
    terminal.press("K")
    _quit(terminal)


@pytest.mark.parametrize("pieces", [["\x1b", WHITE[1:]], [*WHITE]])
def test_a_light_background_is_followed_whenever_it_is_reported(start: Start, pieces: list[str]) -> None:
    """In many pieces, and after the first frame; `tests.tui.test_background_color` has all other pieces."""
    terminal = _asked(start)
    for piece in pieces:
        terminal.press(piece)
        terminal.pump(0.01)
    terminal.wait_for(lambda: LIGHT in terminal.output, "a light background")
    _quit(terminal)


def test_a_pair_of_themes_follows_the_background_too(start: Start) -> None:
    terminal = _asked(start, "--theme colour-blind")
    terminal.press(WHITE)
    terminal.wait_for(lambda: b"48;2;250;250;250" in terminal.output, "a light background")
    _quit(terminal)


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        ("editreview --theme nord ../answer.md", TRUE_COLOURS),
        ("editreview --no-color ../answer.md", TRUE_COLOURS),
        ("editreview ../answer.md", {"TERM": "linux"}),
    ],
)
def test_the_background_is_not_queried_if_not_needed(
    start: Start, command: str, environment: dict[str, str]
) -> None:
    """A theme was named, no colour is wanted, or the terminal is known not to understand."""
    terminal = start(command.split(), environment=environment)
    terminal.until("1/9")
    terminal.press("J")
    terminal.until("2/9")
    assert ASK.encode() not in terminal.output
    terminal.press(WHITE + "K")
    terminal.until("1/9")
    _quit(terminal)


def test_an_environment_variable_replaces_the_query(start: Start) -> None:
    terminal = _asked(start, COLORFGBG="0;15")
    terminal.wait_for(lambda: LIGHT in terminal.output, "a light background")
    assert DARK not in terminal.output
    _quit(terminal)
