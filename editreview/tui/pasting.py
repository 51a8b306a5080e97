"""Bracketed paste as one event, however long it is.

Textual's own parser takes a paste character by character, six seconds for ten megabytes, and says
nothing meanwhile. Here what is between the brackets is taken as it is read.
"""

from collections.abc import Iterable

from textual import events
from textual.drivers import linux_driver
from textual.message import Message

from editreview.tui.background_color import ASK, GroundParser
from editreview.tui.messages import Pasting
from editreview.tui.textual_internals import app_of, use_parser

START, END = "\x1b[200~", "\x1b[201~"
_TELL_EVERY = 128 * 1024
"""Characters."""


class PasteParser(GroundParser):
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
        if getattr(app_of(self), "asks_for_ground", False):
            # Whoever does not know it, keeps silent; the first frame does not wait for an answer.
            self.write(ASK)

    def run_input_thread(self) -> None:
        use_parser(PasteParser)
        super().run_input_thread()
