"""The response as received, kept on disk once it is long: a review needs only its blocks in memory."""

import tempfile
import weakref
from bisect import bisect_right
from collections.abc import Iterator

_IN_MEMORY = 1024 * 1024
"""Bytes up to which nothing is written to disk."""
_MARK_EVERY = 64 * 1024
"""Bytes between lines whose offsets are stored."""
MAX_LINE = 4_000
"""Characters of a line that are returned."""


class Spool:
    """A growing text with random access to its lines."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        # Closed with this object.
        weakref.finalize(self, self._file.close)
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
        self._file.seek(0, 2)
        for start in range(0, len(data), _MARK_EVERY):
            self._append(data[start : start + _MARK_EVERY])

    def _append(self, data: bytes) -> None:
        self._file.write(data)
        self._ends += data.count(b"\n")
        self.is_ended = data.endswith(b"\n")
        last = data.rfind(b"\n") + 1
        if last and self.size + last - self._offsets[-1] >= _MARK_EVERY:
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
        """Some lines without their ends, the first `MAX_LINE` characters of each.

        Args:
            first: The number of the first one, from 1.
            count: The maximum number of lines.
        """
        first = max(first, 1)
        mark = bisect_right(self._before, first - 1) - 1
        self._file.seek(self._offsets[mark])
        at = self._before[mark] + 1
        found: list[str] = []
        while at < first + count and at <= self.lines:
            line = self._read_line()
            if at >= first:
                found.append(line)
            at += 1
        return found

    def _read_line(self) -> str:
        # A character takes four bytes at most.
        data = self._file.readline(MAX_LINE * 4)
        rest = data
        while rest and not rest.endswith(b"\n"):
            rest = self._file.readline(_MARK_EVERY)
        text = data.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")
        return text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]}…"

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
