"""Terminal input that Textual's own parser does not take well: long pastes and the background colour.

Textual takes a bracketed paste character by character, six seconds for ten megabytes, and says
nothing meanwhile. Here the text between the brackets is taken as it is read.

The answer to the question for the background colour, `OSC 11 ; rgb:RRRR/GGGG/BBBB`, comes among
the keys: at once or after seconds, whole or in pieces, as xterm's control sequences have it. Textual
would take each of its characters for a key, so none of them gets that far.
"""

import re
import time
from collections.abc import Iterable

from rich.color_triplet import ColorTriplet
from textual import events
from textual.drivers import linux_driver
from textual.message import Message

from editreview.tui.contrast import is_light
from editreview.tui.messages import BackgroundReported, Pasting
from editreview.tui.textual_internals import XTermParser, app_of, use_parser, waits_for_escape

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


class BackgroundParser(XTermParser):
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


START, END = "\x1b[200~", "\x1b[201~"
_TELL_EVERY = 128 * 1024
"""Characters."""


class PasteParser(BackgroundParser):
    """Takes pastes itself; all else is Textual's."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: list[str] | None = None
        self._end = ""
        """A possible beginning of the second bracket."""
        self._before = ""
        """The last that Textual was given: it may be the beginning of the first bracket."""
        self._size = 0
        self._told = 0

    def feed(self, data: str) -> Iterable[Message]:
        if not data:
            yield from super().feed(data)
        while data:
            if self._pasted is not None:
                inside, bracket, data = (self._end + data).partition(END)
                if bracket:
                    yield self._ended(inside)
                else:
                    yield from self._going_on(self._pasted, inside)
            elif cut := self._is_cut(data):
                # Textual knows the first part of the bracket: with the rest, and the end, it is done with it.
                yield from (
                    each for each in super().feed(START[cut:] + END) if not isinstance(each, events.Paste)
                )
                data = data[len(START) - cut :]
                self._begin()
            else:
                before, bracket, data = data.partition(START)
                self._before = (self._before + before)[1 - len(START) :]
                if before:
                    yield from super().feed(before)
                if bracket:
                    self._begin()

    def _is_cut(self, data: str) -> int:
        """The length of the first bracket's part that Textual has been given already."""
        cuts = range(1, len(START))
        return next((n for n in cuts if self._before.endswith(START[:n]) and data.startswith(START[n:])), 0)

    def _begin(self) -> None:
        self._pasted, self._end, self._before, self._size, self._told = [], "", "", 0, 0

    def _going_on(self, pasted: list[str], inside: str) -> Iterable[Message]:
        cut = max(len(inside) - len(END) + 1, 0)
        pasted.append(inside[:cut])
        self._end = inside[cut:]
        self._size += cut
        if self._size - self._told >= _TELL_EVERY:
            self._told = self._size
            yield Pasting(self._size)

    def _ended(self, inside: str) -> Message:
        text = "".join([*(self._pasted or []), inside])
        self._pasted = None
        return events.Paste(text.replace("\0", ""))


class PasteDriver(linux_driver.LinuxDriver):
    """Textual's driver, with that parser, and with a question."""

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]  # A gap of Textual's.
        if getattr(app_of(self), "asks_for_background", False):
            # Whoever does not know it, keeps silent; the first frame does not wait for an answer.
            self.write(ASK)

    def run_input_thread(self) -> None:
        use_parser(PasteParser)
        super().run_input_thread()
