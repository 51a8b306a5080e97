"""The response as received, and the line ranges of its blocks and of the prose around them.

It is kept on disk once it is long: a review needs only its blocks in memory.
"""

import tempfile
import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from typing import IO, TypeAlias

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.review import Proposal

_IN_MEMORY = 1024 * 1024
"""Bytes up to which nothing is written to disk."""
_CHECKPOINT_EVERY = 64 * 1024
"""Bytes between lines whose offsets are stored."""
_MAX_LINE = 4_000
"""Characters of a line that are returned."""


class Spool:
    """A growing text with random access to its lines, in memory if there is no room on disk."""

    def __init__(self) -> None:
        self._file: IO[bytes] = BytesIO()
        self._may_use_disk = True
        """True until a temporary file cannot be written; it is not tried again."""
        self.size = 0
        """In bytes."""
        self._ends = 0
        self.is_ended = True
        """True if the last line has its end."""
        self._offsets = [0]
        """The offsets of some lines."""
        self._before = [0]
        """The number of lines before each of them."""

    @property
    def lines(self) -> int:
        """The number of lines; the last one may lack its end."""
        return self._ends + (not self.is_ended)

    def append(self, text: str) -> None:
        # Lone surrogates stand for bytes that were not UTF-8.
        data = text.encode("utf-8", "surrogateescape")
        if self._may_use_disk and self.size + len(data) > _IN_MEMORY and isinstance(self._file, BytesIO):
            self._move_to_disk(self._file.getvalue())
        for start in range(0, len(data), _CHECKPOINT_EVERY):
            self._append(data[start : start + _CHECKPOINT_EVERY])

    def _move_to_disk(self, text: bytes) -> None:
        stored: IO[bytes] | None = None
        try:
            stored = tempfile.TemporaryFile()  # noqa: SIM115
            stored.write(text)
            stored.flush()
        except OSError:
            self._may_use_disk = False
            if stored is not None:
                _close(stored)
            return
        # Closed with this object.
        weakref.finalize(self, _close, stored)
        self._file = stored

    def _write(self, data: bytes) -> None:
        """Write at the end; in memory from now on, all of it, if there is no more room on disk."""
        try:
            self._file.seek(self.size)
            self._file.write(data)
            self._file.flush()
        except OSError:
            self._may_use_disk = False
            stored, self._file = self._file, BytesIO()
            with open(stored.fileno(), "rb", closefd=False) as written:
                written.seek(0)
                self._file.write(written.read(self.size))
            _close(stored)
            self._file.write(data)

    def _append(self, data: bytes) -> None:
        self._write(data)
        self._ends += data.count(b"\n")
        self.is_ended = data.endswith(b"\n")
        last = data.rfind(b"\n") + 1
        if last and self.size + last - self._offsets[-1] >= _CHECKPOINT_EVERY:
            self._offsets.append(self.size + last)
            self._before.append(self._ends)
        self.size += len(data)

    def head(self, size: int) -> str:
        """The beginning of the text, at most `size` bytes."""
        self._file.seek(0)
        return self._file.read(size).decode("utf-8", "ignore")

    def text(self) -> str:
        """All of it."""
        self._file.seek(0)
        return self._file.read().decode("utf-8", "surrogateescape")

    def lines_from(self, first: int, count: int) -> list[str]:
        """Some lines without their ends, the first `_MAX_LINE` characters of each.

        Args:
            first: The number of the first one, from 1.
            count: The maximum number of lines.
        """
        first = max(first, 1)
        checkpoint = bisect_right(self._before, first - 1) - 1
        self._file.seek(self._offsets[checkpoint])
        at = self._before[checkpoint] + 1
        found: list[str] = []
        while at < first + count and at <= self.lines:
            line = self._read_line()
            if at >= first:
                found.append(line)
            at += 1
        return found

    def _read_line(self) -> str:
        # A character takes four bytes at most.
        data = self._file.readline(_MAX_LINE * 4)
        rest = data
        while rest and not rest.endswith(b"\n"):
            rest = self._file.readline(_CHECKPOINT_EVERY)
        text = data.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")
        return text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]}…"

    def find(self, query: str, line: int, direction: int) -> int | None:
        """Find the next line that contains a text, wrapping around.

        Args:
            query: The text; case is ignored if it has no capital letter.
            line: The line to start after (or before), from 1.
            direction: 1 for down, -1 for up.

        Returns:
            The number of the line; None if there is none.
        """
        parts = list(range(len(self._offsets)))
        part_of_line = bisect_right(self._before, line - 1) - 1
        # The part with that line is searched twice: after the line first, and before it at the end.
        ways = (
            (parts[part_of_line:], parts[: part_of_line + 1]),
            (parts[part_of_line::-1], parts[::-1][: len(parts) - part_of_line]),
        )
        order = [part for way in ways[direction < 0] for part in way]
        for nth, part in enumerate(order):
            for found in self._lines_with(query, part, direction):
                if nth or (found > line if direction > 0 else found < line):
                    return found
        return None

    def _lines_with(self, query: str, part: int, direction: int) -> Iterator[int]:
        end = self._offsets[part + 1] if part + 1 < len(self._offsets) else self.size
        self._file.seek(self._offsets[part])
        text = self._file.read(end - self._offsets[part]).decode("utf-8", "surrogateescape")
        if query == query.lower():
            text = text.lower()
        if query not in text:
            return
        lines = list(enumerate(text.split("\n"), self._before[part] + 1))
        yield from (number for number, line in lines[::direction] if query in line)


def _close(file: IO[bytes]) -> None:
    # Closing tries again to write what is left in the buffer, and fails again.
    with suppress(OSError):
        file.close()


_FAR = 80
"""Lines of the response shown above a block, and below it."""

Span: TypeAlias = tuple[int, int, int]
"""First and last line in the response, and the block's number."""


class ResponseAccess(Struct, frozen=True):
    """Access to a response, which may still grow."""

    lines: Callable[[int, int], Sequence[str]]
    """Returns lines, from the number of the first one and a count."""
    count: Callable[[], int]
    """Returns the number of lines."""
    find: Callable[[str, int, int], int | None]
    """Finds the next line with a text: see `Spool.find`."""
    blocks: Sequence[Span]
    """The spans of all blocks, in order."""


class SurroundingProse(Struct, frozen=True):
    """The line ranges of the prose around a block."""

    number: int
    format: str
    path: str
    """The path of the block as written; empty if it has none."""
    lines: LineRange
    """Of the block."""
    first: int
    """The first line of the prose above it."""
    last: int
    """The last line of the prose below it, as far as it has arrived."""


def spans_of(proposals: Iterable[Proposal]) -> list[Span]:
    """The line range of every block, in the response's order."""
    found: dict[LineRange, int] = {}
    for proposal in proposals:
        # One edit of many files is one block of the response.
        found.setdefault(proposal.block.lines, proposal.number)
    return sorted((*lines, number) for lines, number in found.items())


def prose_around(proposal: Proposal, spans: Sequence[Span], length: int) -> SurroundingProse:
    """The line ranges of the prose above and below a block, in a response of so many lines."""
    first, last = proposal.block.lines
    above, below = max(first - _FAR, 1), min(last + _FAR, length)
    for start, end, _ in spans:
        if end < first:
            above = max(above, end + 1)
        elif start > last:
            below = min(below, start - 1)
            break
    block = proposal.block
    return SurroundingProse(
        proposal.number, block.format, block.path_written or "", (first, last), above, below
    )
