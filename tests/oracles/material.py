"""Real changes of files: commits where a corpus is at hand, else edits of files that are here."""

import gzip
import json
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, cached_property
from pathlib import Path
from random import Random

from tests.corpus import CORPUS
from tests.matching.damage.edits import Row, Source
from tests.oracles.sources import sources

_MOST_LINES = 1_000
_EDITS = 3
"""Edits of each file."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines of a file and what they become; kept ones among them."""

    first: int
    """The line of the file it begins at, from 0."""
    rows: tuple[Row, ...]

    @property
    def old(self) -> list[str]:
        return [row.old for row in self.rows if row.old is not None]

    @property
    def new(self) -> list[str]:
        return [row.new for row in self.rows if row.new is not None]

    @property
    def last(self) -> int:
        """The line behind its last."""
        return self.first + len(self.old)


@dataclass(frozen=True)
class Pair:
    """A file before and after a change. Lines end with a line feed."""

    path: str
    before: str
    after: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file before, without line ends."""
        return lines_of(self.before)

    @property
    def is_plain(self) -> bool:
        """True if both texts end with a newline, or neither does."""
        return self.before.endswith("\n") == self.after.endswith("\n")

    @cached_property
    def _opcodes(self) -> list[tuple[str, int, int, int, int]]:
        matcher = SequenceMatcher(None, self.lines, lines_of(self.after), autojunk=False)
        return [code for code in matcher.get_opcodes() if code[0] != "equal"]

    def pieces(self, context: int, *, is_unique: bool = True) -> list[Piece] | None:
        """The changed lines, each run with kept ones around it; runs that meet are one.

        Args:
            context: So many kept lines on each side, where the file has them.
            is_unique: More of them, where the lines would stand in the file more than once.

        Returns:
            None if no context makes every piece unique.
        """
        spans = [self._span(a1, a2, context, is_unique) for _, a1, a2, _, _ in self._opcodes]
        joined: list[tuple[int, int]] = []
        for span in spans:
            if span is None:
                return None
            if joined and span[0] <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(joined[-1][1], span[1])
            else:
                joined.append(span)
        return [Piece(start, tuple(self._rows(start, end))) for start, end in joined]

    def _span(self, start: int, end: int, context: int, is_unique: bool) -> tuple[int, int] | None:
        for more in range(context, context + 15):
            span = max(start - more, 0), min(end + more, len(self.lines))
            lines = self.lines[span[0] : span[1]]
            if not is_unique or (any(map(str.strip, lines)) and occurrences(self.lines, lines) == 1):
                return span
        return None

    def _rows(self, start: int, end: int) -> list[Row]:
        rows: list[Row] = []
        new = lines_of(self.after)
        at = start
        for _, a1, a2, b1, b2 in self._opcodes:
            if start <= a1 and a2 <= end:
                rows += [Row(line, line) for line in self.lines[at:a1]]
                both = min(a2 - a1, b2 - b1)
                rows += [Row(self.lines[a1 + n], new[b1 + n]) for n in range(both)]
                rows += [Row(line, None) for line in self.lines[a1 + both : a2]]
                rows += [Row(None, line) for line in new[b1 + both : b2]]
                at = a2
        return rows + [Row(line, line) for line in self.lines[at:end]]


def lines_of(text: str) -> list[str]:
    """The lines without their ends; the end of the text may or may not end a line."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def occurrences(lines: Sequence[str], wanted: Sequence[str]) -> int:
    """The number of times a run of lines stands among others."""
    count = len(wanted)
    return sum(
        lines[at] == wanted[0] and list(lines[at : at + count]) == list(wanted)
        for at in range(len(lines) - count + 1)
    )


@cache
def pairs() -> list[Pair]:
    """Every change there is, the same and in the same order in every run."""
    found = _commits(Path(CORPUS)) if CORPUS else []
    return found or _edits()


def _commits(folder: Path) -> list[Pair]:
    path = folder / "commits.jsonl.gz"
    if not path.exists():
        return []
    records = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    return [Pair(record["path"], record["before"], record["after"]) for record in records]


def _edits() -> list[Pair]:
    """Edits of files of this project, by seed."""
    found: dict[str, Pair] = {}
    for path, text in sources().items():
        name = posixpath.basename(path)
        if _is_plain(text):
            source = Source(name, text)
            for nth in range(_EDITS if len(source.lines) > 30 else 0):
                edit = next(source.edits(Random(f"{name}, {nth}")), None)
                if edit is not None and edit.before != edit.after:
                    found[edit.after] = Pair(name, edit.before, edit.after)
    return [*found.values()]


def _is_plain(text: str) -> bool:
    return text.endswith("\n") and "\r" not in text and text.count("\n") <= _MOST_LINES
