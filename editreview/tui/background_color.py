"""The answer of a terminal that was asked for its background colour.

Its answer, `OSC 11 ; rgb:RRRR/GGGG/BBBB`, comes among the keys: at once or after seconds, whole or
in pieces, as xterm's control sequences have it. Textual would take each of its characters for a
key, so none of them gets that far.
"""

import re
import time
from collections.abc import Iterable

from rich.color_triplet import ColorTriplet
from textual.message import Message

from editreview.tui.contrast import is_light
from editreview.tui.messages import BackgroundReported
from editreview.tui.textual_internals import XTermParser, waits_for_escape

ASK = "\x1b]11;?\x1b\\"

_ESCAPE = "\x1b"
_ANSWER = re.compile(
    r"\x1b\]1[01];(?:rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[0-9a-fA-F/]*)(?:\x07|\x1b\\)"
)
_BEGUN = re.compile(r"\x1b\](?:1(?:[01](?:;[rgba:0-9a-fA-F/]*\x1b?)?)?)?\Z")
_BROKEN = re.compile(r"\x1b\]1[01]?;?[rgba:0-9a-fA-F/]*")
_ALT = "\x1b]"
"""Also typed by users: alt and a bracket."""
_NOTHING = "[?0;0$y"
"""Makes an escape a report that Textual has no use for."""
_TIMEOUT_S = 0.1
"""Seconds in which an answer goes on after what may be a key."""


class GroundParser(XTermParser):
    """Takes the answer out; all else is Textual's."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._held = ""
        """The beginning of an answer."""
        self._since = 0.0
        self._last = ""
        """The last character that Textual was given."""

    def feed(self, data: str) -> Iterable[Message]:
        if not data:
            yield from super().feed(data)
            return
        if self._held:
            data, self._held = self._held + data, ""
            if not _is_answer(data):
                # It was broken off, and what goes on here is something else.
                data = _BROKEN.sub("", data, count=1)
        elif data[0] == "]" and self._has_escape and _is_answer(_ESCAPE + data):
            # The answer was cut after its first character, and that is no key.
            yield from super().feed(_NOTHING)
            data = _ESCAPE + data
        while found := _ANSWER.search(data):
            yield from self._pass_on(data[: found.start()])
            data = data[found.end() :]
            yield BackgroundReported(is_light(ColorTriplet(*map(_part, found.groups()))))
        if begun := _BEGUN.search(data):
            self._held, data = begun[0], data[: begun.start()]
            self._since = time.monotonic()
        yield from self._pass_on(data)

    @property
    def _has_escape(self) -> bool:
        """True if Textual waits for what follows an escape."""
        return self._last == _ESCAPE and waits_for_escape(self)

    def _pass_on(self, data: str) -> Iterable[Message]:
        if data:
            self._last = data[-1]
            yield from super().feed(data)

    def tick(self) -> Iterable[Message]:
        if self._held == _ALT and time.monotonic() - self._since > _TIMEOUT_S:
            held, self._held = self._held, ""
            yield from self._pass_on(held)
        yield from super().tick()


def _is_answer(data: str) -> bool:
    return (_ANSWER.match(data) or _BEGUN.match(data)) is not None


def _part(digits: str) -> int:
    """One of the colours as 0 to 255: of one to four digits, F is as much as FFFF."""
    most: int = 16 ** len(digits) - 1
    return int(digits, 16) * 255 // most
