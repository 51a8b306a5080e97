"""Terminals that show less: without colour, with sixteen, of ASCII; and what a screen reader follows."""

import re

import pytest

from tests.pty.conftest import Start
from tests.pty.terminal import Terminal

_SGR = re.compile(rb"\x1b\[([\d;:]*)m")
_WITHOUT_COLOUR = {"", "0", "1", "2", "3", "4", "7", "9"}


def _numbers(terminal: Terminal) -> set[str]:
    """Every number by which a style was set."""
    return {number for found in _SGR.findall(terminal.output) for number in re.split("[;:]", found.decode())}


def _use(terminal: Terminal) -> None:
    """Look at a few blocks and screens, decide, and leave."""
    terminal.accept("2/9")
    for key, text in {"J": "3/9", "m": "enter chooses", "f": "enter lists"}.items():
        terminal.press(key)
        terminal.until(text)
    terminal.press("\x1b")
    terminal.until_gone("enter lists")
    terminal.press("?")
    terminal.until("words of what it does")
    terminal.press("\x1b")
    terminal.until_gone("words of what it does")
    terminal.press("q")
    terminal.until("q again quits")


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        ("", {"NO_COLOR": "1", "COLORTERM": "truecolor"}),
        ("--no-color", {"COLORTERM": "truecolor"}),
        ("", {"TERM": "vt100"}),
        ("", {"TERM": "dumb"}),
    ],
)
def test_no_colour_is_sent_if_it_is_disabled(start: Start, options: str, environment: dict[str, str]) -> None:
    """Not even a grey or the terminal's default; bold, underline and reverse say what colour would."""
    terminal = start(["editreview", *options.split(), "../answer.md"], environment=environment)
    terminal.until("1/9")
    _use(terminal)
    assert _numbers(terminal) <= _WITHOUT_COLOUR
    assert {"1", "7"} <= _numbers(terminal)


def test_sixteen_colours_are_the_terminals_own(start: Start) -> None:
    terminal = start(["editreview", "../answer.md"], environment={"TERM": "xterm"})
    terminal.until("1/9")
    _use(terminal)
    numbers = _numbers(terminal)
    assert {"31", "32", "7"} <= numbers
    assert not {"38", "48"} & numbers


@pytest.mark.parametrize(
    ("options", "environment"), [("", {"LC_ALL": "C"}), ("--ascii", {}), ("", {"TERM": "linux"})]
)
def test_only_ascii_is_sent_to_ascii_terminals(
    start: Start, options: str, environment: dict[str, str]
) -> None:
    words = ["editreview", *options.split(), "../answer.md"]
    # By the shell, since the encoding of a locale is chosen when Python starts.
    command = " ".join(words) if "LC_ALL" in environment else words
    terminal = start(command, environment=environment)
    terminal.until("1/9")
    _use(terminal)
    assert terminal.output.isascii()


def test_the_cursor_is_at_the_last_message(start: Start) -> None:
    """It is not seen, but screen readers follow it: to what a decision did, to a line, to a block."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("1/9")
    terminal.accept("block 1 accepted")
    _until_cursor_at(terminal, "block 1 accepted")
    terminal.press("j")
    terminal.wait_for(lambda: 3 < terminal.screen.cursor[0] < 22, "the cursor in the diff")
    before = terminal.screen.cursor[0]
    terminal.press("j")
    terminal.wait_for(lambda: terminal.screen.cursor[0] == before + 1, "the cursor on the next line")
    terminal.press("J")
    _until_cursor_at(terminal, "1 match")
    assert b"\x1b[?25h" not in terminal.output


def _until_cursor_at(terminal: Terminal, text: str) -> None:
    terminal.wait_for(
        lambda: text in terminal.screen.lines[terminal.screen.cursor[0]], f"the cursor at {text!r}"
    )
