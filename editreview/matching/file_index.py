"""A file's text, indexed once for all blocks that are matched against it.

A string for each line would take several times the memory of the text, so lines are sliced
on demand, and in batches where all of them are needed.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from editreview.matching.depth import depth_unit
from editreview.matching.normalisers import exact, without_line_end, without_trailing_whitespace
from editreview.text import Lines, line_end

Key = Callable[[str], str]
"""Maps a line to the text it is compared by. Lines come without their line feed, and keys hold none."""

_BATCH = 8 * 1024
"""The characters, up to the end of a line, that exist as separate lines at the same time."""
_WHITESPACE = {ord(each): None for each in map(chr, range(128)) if each.isspace()}
"""Maps each whitespace character of ASCII to nothing."""
_FEW = 5
"""Indented lines that show how a file indents."""


class Bodies:
    """Lines without their separator; a carriage return before a line feed stays."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __getitem__(self, lines: slice) -> list[str]:
        first, end, _ = lines.indices(len(self._lines))
        if first >= end:
            return []
        starts, separator = self._lines.starts, self._lines.separator
        bodies = self._lines.text[starts[first] : starts[end]].split(separator)
        return bodies if bodies[-1] else bodies[:-1]

    def plain(self, first: int = 0, end: int | None = None) -> list[str]:
        """The lines `first` up to `end`, all by default, without carriage returns before line feeds."""
        return [body.removesuffix("\r") for body in self[first:end]]

    def batches(self) -> Iterator[list[str]]:
        """All lines, in order."""
        text, separator = self._lines.text, self._lines.separator
        start = 0
        while start < len(text):
            end = text.find(separator, start + _BATCH) + 1 or len(text)
            bodies = text[start:end].split(separator)
            yield bodies if bodies[-1] else bodies[:-1]
            start = end


class Occurrences:
    """The occurrences of each line, compared without outer whitespace.

    Two integers for each line take less memory than lists.
    """

    def __init__(self, bodies: Bodies, count: int) -> None:
        self._first: dict[str, int] = {}
        self._next = array("i", [-1]) * count
        self._counts = array("i", [0]) * count
        latest = array("i", range(count))
        number = 0
        for batch in bodies.batches():
            for line in batch:
                first = self._first.setdefault(line.strip(), number)
                self._counts[first] += 1
                if first != number:
                    self._next[latest[first]] = latest[first] = number
                number += 1

    @property
    def lines(self) -> Iterable[str]:
        """The distinct lines, in order of their first occurrence."""
        return self._first.keys()

    def count(self, line: str) -> int:
        first = self._first.get(line)
        return 0 if first is None else self._counts[first]

    def of(self, line: str, limit: int) -> list[int]:
        """The 0-based numbers of the first `limit` lines equal to this one."""
        numbers: list[int] = []
        at = self._first.get(line, -1)
        while at >= 0 and len(numbers) < limit:
            numbers.append(at)
            at = self._next[at]
        return numbers


class LineFeeds:
    """A text with line feeds for its line ends, with a map of offsets back to the original."""

    def __init__(self, lines: Lines) -> None:
        self.text = lines.text
        self._is_shorter = "\r\n" in lines.text
        self._has_others = lines.separator == "\r"
        if self._has_others:
            self.text = lines.text.replace("\r", "\n")
        elif self._is_shorter:
            self.text = lines.text.replace("\r\n", "\n")
            ends = (match.start() for match in re.finditer("\r\n", lines.text))
            self._returns = array("q", [at - nth for nth, at in enumerate(ends)])

    def offset(self, at: int) -> int:
        """The offset in the original text; before the carriage return for one at a line end."""
        return at + bisect_left(self._returns, at) if self._is_shorter else at

    def of_strings(self, text: str) -> str:
        """A block's text, as it would be in this one."""
        return text.replace("\r", "\n") if self._has_others else text


class FileIndex:
    """The lines of a text, and its keys under each normaliser, built on first use."""

    def __init__(self, text: str, without: frozenset[str] = frozenset(), usual_end: str = "\n") -> None:
        """
        Args:
            text: All of the file.
            without: Names of strategies that are not used on it.
            usual_end: The line end of a text that has none.
        """
        self.text = text
        self.without = without
        self._usual_end = usual_end
        self.lines = Lines(text)
        self.bodies = Bodies(self.lines)
        self._keyed: dict[Key, Lines] = {}
        self._positions: dict[tuple[Key, str, int], list[int]] = {}
        self._nonblank: dict[Key, tuple[Lines, array[int]]] = {}

    def of(self, text: str) -> "FileIndex":
        """An index of another text of the same file."""
        return FileIndex(text, self.without, self._usual_end)

    @cached_property
    def line_end(self) -> str:
        """The end of the last line that has one, for lines without a neighbour."""
        last = range(len(self.lines) - 1, max(len(self.lines) - 3, -1), -1)
        return next((end for at in last if (end := line_end(self.lines[at]))), self._usual_end)

    def line_end_at(self, line: int) -> str:
        """The line end for lines inserted before a line, 0-based: that of the line above, or else below."""
        return (line_end(self.lines[max(line - 1, 0)]) if len(self.lines) else "") or self.line_end

    @cached_property
    def line_feeds(self) -> LineFeeds:
        """The text with line feeds for line ends."""
        return LineFeeds(self.lines)

    @cached_property
    def has_carriage_returns(self) -> bool:
        """True if a line ends in a carriage return and a line feed."""
        # One character is found several times as fast as two.
        return "\r" in self.text and "\r\n" in self.text

    @cached_property
    def depth_unit(self) -> str | None:
        """The indentation unit of the text."""
        return depth_unit(body for batch in self.bodies.batches() for body in batch)

    @cached_property
    def indents_with(self) -> str | None:
        """A tab or a space, if several lines below the first begin with it and none with the other."""
        end = self.lines.separator[-1]
        for sign, other in ("\t ", " \t"):
            # One character is found several times as fast as two.
            if not (other in self.text and f"{end}{other}" in self.text):
                found = islice(re.finditer(f"{end}{sign}", self.text), _FEW)
                if len(list(found)) == _FEW:
                    return sign
        return None

    @cached_property
    def occurrences(self) -> Occurrences:
        return Occurrences(self.bodies, len(self.lines))

    def find(self, key: Key, query: Sequence[str], limit: int) -> Sequence[int]:
        """The 0-based lines at which a run of lines with these keys begins, overlapping runs included.

        Results are cached: a new plan repeats the queries of the last one.

        Args:
            key: The normaliser.
            query: Keys, at least one.
            limit: The maximum number of lines to return.
        """
        needle = "\n".join(query) + "\n"
        if (key, needle, limit) not in self._positions:
            if key not in self._keyed:
                self._keyed[key] = self._joined(key)
            self._positions[key, needle, limit] = _lines_at(self._keyed[key], needle, limit)
        return self._positions[key, needle, limit]

    def find_nonblank(self, key: Key, query: Sequence[str], limit: int) -> list[Sequence[int]]:
        """Runs of lines with these keys, ignoring lines whose key is empty.

        Args:
            key: The normaliser.
            query: Keys, at least one, none of them empty.
            limit: The maximum number of runs to return.

        Returns:
            The 0-based numbers of the lines of each run.
        """
        self.find(key, query, 1)
        if key not in self._nonblank:
            keys = self._keyed[key].text.split("\n")
            kept = array("i", [number for number, line in enumerate(keys) if line])
            self._nonblank[key] = (Lines("".join(f"{keys[number]}\n" for number in kept), "\n"), kept)
        lines, numbers = self._nonblank[key]
        starts = _lines_at(lines, "\n".join(query) + "\n", limit)
        return [numbers[at : at + len(query)] for at in starts]

    @cached_property
    def squeezed(self) -> str:
        """The text without whitespace."""
        # Deleting characters takes a tenth of the time, if there are few kinds of them.
        return self.text.translate(_WHITESPACE) if self.text.isascii() else "".join(self.text.split())

    @cached_property
    def _has_trailing_whitespace(self) -> bool:
        return "\r" in self.text or " \n" in self.text or ("\t" in self.text and "\t\n" in self.text)

    def _joined(self, key: Key) -> Lines:
        """Every line's key, each followed by a newline. Normalisers with the same result share one object."""
        is_text = (
            key is exact
            or (key is without_line_end and "\r" not in self.text)
            or (key is without_trailing_whitespace and not self._has_trailing_whitespace)
        )
        if is_text and self.lines.separator == "\n" and self.text.endswith("\n"):
            return self.lines
        joined = "".join("\n".join(map(key, batch)) + "\n" for batch in self.bodies.batches())
        same = (known for known in (self.lines, *self._keyed.values()) if known.text == joined)
        return next(same, None) or Lines(joined, "\n")


def _lines_at(lines: Lines, needle: str, limit: int) -> list[int]:
    """The 0-based lines at which a needle of whole lines begins."""
    starts = [0] if lines.text.startswith(needle) else []
    # Include the preceding newline, so that the end of a longer line does not match.
    needle = f"\n{needle}"
    at = lines.text.find(needle)
    while at >= 0 and len(starts) < limit:
        starts.append(lines.at(at + 1))
        at = lines.text.find(needle, at + 1)
    return starts
