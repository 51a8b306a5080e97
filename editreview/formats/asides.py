"""Parts of a response that are not its answer: thinking, and quotations of earlier responses.

They are prose, unless nothing else in the response is an edit.
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from editreview.blocks import EditBlock, Problem
from editreview.formats.items import Item

_NAMES = r"(?:think|thinking|thoughts?|reasoning|thinking-content-\w+)"
_THINKING = re.compile(rf"[ \t]*<{_NAMES}>", re.IGNORECASE)
_END_OF_THINKING = re.compile(rf"</{_NAMES}>", re.IGNORECASE)
_QUOTED = re.compile(r"[ \t]*>(?: |$)")
FIRST = rf"(?i:<{_NAMES}>)|>(?: |$)"
"""How an aside begins, after blanks, as a regular expression."""
SIGNS = "<>"
"""The characters that it begins with."""


class Aside(Struct, frozen=True):
    """The part that is open."""

    is_quotation: bool

    @property
    def inner(self) -> str | None:
        """How a line of it begins that can end it, as of an open block."""
        return None if self.is_quotation else "[^\n]*</"

    def split(self, line: str) -> tuple[str | None, str | None]:
        """What of a line belongs to the aside, and what follows it; None for nothing.

        Thinking ends at its closing tag, a quotation at the first line that is not quoted.
        """
        if self.is_quotation:
            mark = _QUOTED.match(line)
            return (line[mark.end() :], None) if mark else (None, line)
        end = _END_OF_THINKING.search(line)
        return (line[: end.start()], line[end.end() :]) if end else (line, None)


def opening(line: str) -> tuple[Aside, str] | None:
    """The aside that begins with a line, and what of the line is still to be split."""
    if thinking := _THINKING.match(line):
        return Aside(is_quotation=False), line[thinking.end() :]
    return (Aside(is_quotation=True), line) if _QUOTED.match(line) else None


class PartReader(Protocol):
    """Reads parts of a response, as `Reader` does."""

    def go_to(self, line: int) -> None:
        """So many lines come before what is fed next, and nothing is known of them."""

    def feed(self, chunk: str) -> Sequence[Item]:
        """The items that became complete."""

    def close(self) -> Sequence[Item]:
        """The part is over: the items that its end completes."""

    def forget(self) -> None:
        """What was read has no say in what follows."""


class Asides:
    """The asides of a response, which are read apart from its answer.

    Args:
        new_reader: Makes what reads them.
    """

    def __init__(self, new_reader: Callable[[], PartReader]) -> None:
        self.open: Aside | None = None
        """The one that is open."""
        self._new_reader = new_reader
        self._reader: PartReader | None = None
        self._held_back: list[EditBlock | Problem] = []

    def take(self, line: str, number: int, *, is_wanted: bool) -> str | None:
        """Give a line to the aside that is open or that it opens.

        Args:
            line: The line.
            number: Its number, 1-based.
            is_wanted: What is found in asides may still be asked for.

        Returns:
            What of the line is the answer's; None for nothing.
        """
        if self.open is None:
            opened = opening(line)
            if opened is None:
                return line
            self.open, line = opened
        inside, outside = self.open.split(line)
        if inside is not None:
            self.put(inside, number - 1, is_wanted=is_wanted)
        if outside is not None:
            self._end()
        return outside

    def put(self, text: str, above: int, *, is_wanted: bool) -> None:
        """Give lines to the aside that is open; `above` counts those before them."""
        if self._reader is None:
            self._reader = self._new_reader()
        self._reader.go_to(above)
        if is_wanted:
            self._hold_back(self._reader.feed(text + "\n"))

    def close(self) -> Sequence[EditBlock | Problem]:
        """The response is over: the edits that its asides hold, and what is wrong with some."""
        self._end()
        return self._held_back

    def _end(self) -> None:
        if self.open is None or self._reader is None:
            return
        self._hold_back(self._reader.close())
        self._reader.forget()
        self.open = None

    def _hold_back(self, items: Sequence[Item]) -> None:
        self._held_back += [item for item in items if isinstance(item, EditBlock | Problem)]
