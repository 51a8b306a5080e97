"""The terminal's answer among the keys: taken out whole or in pieces, and all else left as it was typed."""

import time

import pytest
from textual import events
from textual.message import Message

from editreview.tui.driver import END, START, PasteParser
from editreview.tui.messages import BackgroundReported

WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
ANSWERS = {
    WHITE: True,
    "\x1b]11;rgb:ff/ff/ff\x07": True,
    "\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x07": True,
    "\x1b]11;rgb:0000/2b2b/3636\x1b\\": False,
    "\x1b]11;rgb:1/2/3\x07": False,
}


def _heard(messages: list[Message]) -> list[str]:
    """Keys by their names, and the reported background."""
    return [
        message.key
        if isinstance(message, events.Key)
        else message.text
        if isinstance(message, events.Paste)
        else f"light: {message.is_light}"
        if isinstance(message, BackgroundReported)
        else type(message).__name__
        for message in messages
    ]


def _fed(*pieces: str) -> list[str]:
    parser = PasteParser()
    return _heard([message for piece in pieces for message in parser.feed(piece)])


@pytest.mark.parametrize(("answer", "is_light"), ANSWERS.items())
def test_an_answer_is_understood_however_it_is_split(answer: str, is_light: bool) -> None:
    """Between any two of its characters, and between all of them; keys around it are keys."""
    expected = ["j", f"light: {is_light}", "k"]
    assert expected == _fed(f"j{answer}k")
    assert expected == _fed("j", *answer, "k")
    for cut in range(1, len(answer)):
        assert expected == _fed(f"j{answer[:cut]}", f"{answer[cut:]}k"), answer[:cut]


def test_two_answers_are_both_read() -> None:
    assert ["light: True", "light: False"] == _fed(WHITE + "\x1b]11;rgb:0/0/0\x07")


@pytest.mark.parametrize("cut", range(3, len(WHITE)))
def test_an_incomplete_sequence_is_not_a_key_and_swallows_none(cut: int) -> None:
    assert ["j"] == _fed(WHITE[:cut].removesuffix("\x1b"), "j")
    assert ["up"] == _fed(WHITE[:cut].removesuffix("\x1b"), "\x1b[A")


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b[A", ["up"]),
        ("\x1bOP", ["f1"]),
        ("]", ["right_square_bracket"]),
        ("\x1b[<0;3;4M", ["MouseDown"]),
    ],
)
def test_keys_keep_their_meaning(typed: str, keys: list[str]) -> None:
    assert keys == _fed(typed)
    assert keys == _fed(*typed)


def test_escape_and_alt_with_a_bracket_are_keys() -> None:
    """After the moment in which they might go on; a bracket after an escape that was reported is one too."""
    parser = PasteParser()
    heard = [*parser.feed("\x1b")]
    heard += _ticked(parser, 1)
    heard += [*parser.feed("]11;")]
    assert ["escape", "right_square_bracket", "1", "1", "semicolon"] == _heard(heard)
    heard = [*parser.feed("\x1b]")]
    assert [] == heard
    assert ["right_square_bracket"] == _heard(_ticked(parser, 1))


def _ticked(parser: PasteParser, wanted: int) -> list[Message]:
    heard: list[Message] = []
    deadline = time.monotonic() + 20
    while len(heard) < wanted and time.monotonic() < deadline:
        time.sleep(0.005)
        heard += parser.tick()
    return heard


def test_a_terminal_answer_inside_a_paste_is_text() -> None:
    assert [f"a{WHITE}b"] == _fed(f"{START}a{WHITE}b{END}")


def test_an_answer_may_come_right_before_a_paste() -> None:
    assert ["light: True", "text"] == _fed(WHITE + START[:3], START[3:] + "text" + END)
