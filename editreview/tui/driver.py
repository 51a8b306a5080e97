"""Terminal input that Textual's own parser does not handle well: long pastes and the background colour.

Textual parses a bracketed paste character by character, six seconds for ten megabytes, and reports
nothing meanwhile. Here the text between the brackets is taken as it is read. A terminal that writes no
brackets writes a paste as keys; where a response is pasted, text that arrives at once is taken as a paste.

The answer to a query for the background colour, `OSC 11 ; rgb:RRRR/GGGG/BBBB` in xterm's control
sequences, arrives among the keys: at once or after seconds, whole or in pieces. Textual would read
each of its characters as a key, so it is filtered out here.
"""

import os
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from select import select

from rich.color_triplet import ColorTriplet
from textual import events
from textual.drivers import linux_driver
from textual.message import Message

from editreview.first_use import lazy_pattern
from editreview.tui.messages import BackgroundReported, Pasting
from editreview.tui.textual_internals import XTermParser, app_of, waits_for_escape
from editreview.tui.themes import is_light

ASK = "\x1b]11;?\x1b\\"

_ESCAPE = "\x1b"
_ANSWER = lazy_pattern(
    r"\x1b\]1[01];(?:rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[0-9a-fA-F/]*)(?:\x07|\x1b\\)"
)
"""The terminal's answer with a colour, in hexadecimal: OSC 10 or 11, then `rgb:` and three numbers."""
_BEGUN = lazy_pattern(r"\x1b\](?:1(?:[01](?:;[rgba:0-9a-fA-F/]*\x1b?)?)?)?\Z")
_BROKEN = lazy_pattern(r"\x1b\]1[01]?;?[rgba:0-9a-fA-F/]*")
_ALT = "\x1b]"
"""Alt and a bracket, which users type too."""
_NOTHING = "[?0;0$y"
"""Completes an escape to a report that Textual ignores."""
_TIMEOUT_S = 0.1
"""Seconds to wait for the rest of an answer that begins like a key."""
_TICK_S = 0.1
"""Seconds after which a lone escape is a key."""
_MAX_READ = 4096
"""Bytes."""


class BackgroundParser(XTermParser):
    """Filters out answers about the background; Textual parses the rest."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._partial_answer = ""
        """The beginning of an answer that is not complete."""
        self._since = 0.0
        self._last = ""
        """The last character passed on to Textual."""

    def feed(self, data: str) -> Iterable[Message]:
        if not data:
            yield from super().feed(data)
            return
        if self._partial_answer:
            data, self._partial_answer = self._partial_answer + data, ""
            if not _is_answer(data):
                # The answer was broken off, and other input follows.
                data = _BROKEN.sub("", data, count=1)
        elif data[0] == "]" and self._has_escape and _is_answer(_ESCAPE + data):
            # The answer was split after its escape, which therefore is not a key.
            yield from super().feed(_NOTHING)
            data = _ESCAPE + data
        while found := _ANSWER.search(data):
            yield from self._pass_on(data[: found.start()])
            data = data[found.end() :]
            yield BackgroundReported(is_light(ColorTriplet(*map(_part, found.groups()))))
        if beginning := _BEGUN.search(data):
            self._partial_answer, data = beginning[0], data[: beginning.start()]
            self._since = time.monotonic()
        yield from self._pass_on(data)

    @property
    def _has_escape(self) -> bool:
        """True if Textual waits for the rest of an escape sequence."""
        return self._last == _ESCAPE and waits_for_escape(self)

    def _pass_on(self, data: str) -> Iterable[Message]:
        if data:
            self._last = data[-1]
            yield from super().feed(data)

    def tick(self) -> Iterable[Message]:
        if self._partial_answer == _ALT and time.monotonic() - self._since > _TIMEOUT_S:
            partial_answer, self._partial_answer = self._partial_answer, ""
            yield from self._pass_on(partial_answer)
        yield from super().tick()


def _is_answer(data: str) -> bool:
    return (_ANSWER.match(data) or _BEGUN.match(data)) is not None


def _part(digits: str) -> int:
    """One colour component as 0 to 255. It has one to four digits: F means the same as FFFF."""
    maximum: int = 16 ** len(digits) - 1
    return int(digits, 16) * 255 // maximum


START, END = "\x1b[200~", "\x1b[201~"
_REPORT_INTERVAL = 128 * 1024
"""Characters."""
_MIN_BURST = 8
"""Characters that no user types between two reads."""
_CONTROL = lazy_pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BURST_END_S = 0.1
"""Seconds without input after which a burst has ended."""
_MAX_UNHANDLED = 1_000
"""Keys that wait for the application; the others wait in the terminal."""


class PasteParser(BackgroundParser):
    """Parses pastes; Textual parses the rest."""

    def __init__(self, debug: bool = False, *, takes_bursts: Callable[[], bool] = lambda: False) -> None:
        """
        Args:
            debug: Textual's parameter.
            takes_bursts: Returns True if text that arrives at once is a paste even without brackets.
        """
        super().__init__(debug)
        self._takes_bursts = takes_bursts
        self._burst: list[str] = []
        """The text of a paste without brackets, as far as it was read."""
        self._burst_at = 0.0
        """The time of its last part."""
        self._pasted: list[str] | None = None
        self._tail = ""
        """The end of the text so far, if it may be the beginning of the closing bracket."""
        self._before = ""
        """The last characters passed on to Textual, which may be the beginning of the opening bracket."""
        self._size = 0
        self._reported = 0

    def feed(self, data: str) -> Iterable[Message]:
        if self._is_of_burst(data):
            yield from self._continue_burst(data)
            return
        yield from self._end_burst()
        if not data:
            yield from super().feed(data)
        while data:
            if self._pasted is not None:
                inside, bracket, data = (self._tail + data).partition(END)
                if bracket:
                    yield self._end_paste(inside)
                else:
                    yield from self._continue(self._pasted, inside)
            elif cut := self._is_cut(data):
                # Textual has received part of the bracket: the rest and a closing one complete an empty
                # paste.
                yield from (
                    each for each in super().feed(START[cut:] + END) if not isinstance(each, events.Paste)
                )
                data = data[len(START) - cut :]
                self._begin_paste()
            else:
                before, bracket, data = data.partition(START)
                self._before = (self._before + before)[1 - len(START) :]
                if before:
                    yield from super().feed(before)
                if bracket:
                    self._begin_paste()

    def tick(self) -> Iterable[Message]:
        if time.monotonic() - self._burst_at > _BURST_END_S:
            yield from self._end_burst()
        yield from super().tick()

    def _is_of_burst(self, data: str) -> bool:
        # Not `isprintable`: texts have no-break spaces and joiners.
        is_text = bool(data) and self._pasted is None and _CONTROL.search(data) is None
        return is_text and (bool(self._burst) or (len(data) >= _MIN_BURST and self._takes_bursts()))

    def _continue_burst(self, data: str) -> Iterable[Message]:
        self._burst.append(data)
        self._burst_at = time.monotonic()
        self._size += len(data)
        if self._size - self._reported >= _REPORT_INTERVAL:
            self._reported = self._size
            yield Pasting(self._size)

    def _end_burst(self) -> Iterable[Message]:
        if self._burst:
            text, self._burst = "".join(self._burst), []
            self._size = self._reported = 0
            yield events.Paste(text)

    def _is_cut(self, data: str) -> int:
        """The length of the part of the opening bracket that Textual has received already."""
        cuts = range(1, len(START))
        return next((n for n in cuts if self._before.endswith(START[:n]) and data.startswith(START[n:])), 0)

    def _begin_paste(self) -> None:
        self._pasted, self._tail, self._before, self._size, self._reported = [], "", "", 0, 0

    def _continue(self, pasted: list[str], inside: str) -> Iterable[Message]:
        cut = max(len(inside) - len(END) + 1, 0)
        pasted.append(inside[:cut])
        self._tail = inside[cut:]
        self._size += cut
        if self._size - self._reported >= _REPORT_INTERVAL:
            self._reported = self._size
            yield Pasting(self._size)

    def _end_paste(self, inside: str) -> Message:
        text = "".join([*(self._pasted or []), inside])
        self._pasted = None
        return events.Paste(text.replace("\0", ""))


class PasteDriver(linux_driver.LinuxDriver):
    """Textual's driver with that parser, which also queries the background colour, and ends at once.

    Textual's thread for input looks ten times a second whether it should end, and waits once more when it
    does: the user would wait a fifth of a second for the shell, for an editor and for each stop.
    """

    _end: int | None = None
    """A descriptor whose closing ends the thread for input; None while there is no thread."""

    def start_application_mode(self) -> None:
        # After a stop that cannot be caught there is a thread: two would share the keys.
        self._end_input()
        self._ends, self._end = os.pipe()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # A gap of Textual's.
        if getattr(app_of(self), "asks_for_background", False):
            # A terminal that does not know the query ignores it; the first frame does not wait for an answer.
            self.write(ASK)

    def disable_input(self) -> None:
        self._end_input()
        super().disable_input()

    def _end_input(self) -> None:
        end, self._end = self._end, None
        if end is not None:
            os.close(end)

    def run_input_thread(self) -> None:
        app = app_of(self)
        parser = PasteParser(takes_bursts=lambda: bool(getattr(app, "takes_bursts", False)))
        decode = getincrementaldecoder("utf-8")("replace").decode
        ends, unhandled = self._ends, 0
        try:
            # A signal may start another thread while this one ends: then only the event tells that one.
            while not self.exit_event.is_set():
                ready, _, _ = select([self.fileno, ends], [], [], _TICK_S)
                if ends in ready:
                    break
                data = os.read(self.fileno, _MAX_READ) if ready else None
                if data == b"":
                    # The terminal is gone.
                    break
                for message in parser.feed(text) if data and (text := decode(data)) else ():
                    self.process_message(message)
                    unhandled += 1
                for message in parser.tick():
                    self.process_message(message)
                if unhandled >= _MAX_UNHANDLED:
                    self._wait_for_app()
                    unhandled = 0
        finally:
            os.close(ends)

    def _wait_for_app(self) -> None:
        """Wait until the application has handled what it was sent, or this thread is to end."""
        is_handled = threading.Event()
        self.process_message(events.Callback(is_handled.set))
        while not is_handled.wait(_TICK_S) and not self.exit_event.is_set():
            pass
