"""Blocks of one format inside the envelope of another."""

from collections.abc import Sequence

from msgspec.structs import replace

from editreview.blocks import LineRange
from editreview.formats.dialect import (
    Context,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    telling,
)
from editreview.formats.table import Listed

_LINES_ABOVE = 6


class Embedded:
    """Reads the lines of an envelope in one dialect. Each outcome has its own lines of the response.

    Args:
        path: For blocks that name none themselves.
    """

    def __init__(self, listed: Listed, path: str | None = None) -> None:
        self._listed = listed
        self._path = path
        self._open: OpenBlock | None = None
        self._begun = 0
        self._number = 0
        """Of the next line."""
        self._outcomes: list[Outcome] = []

    def read(self, text: str, first: int) -> list[Outcome]:
        """What all the lines of a text hold; a block that is open at their end is cut off.

        Args:
            first: The line of the response at which it begins.
        """
        text = "\n" + text
        self._number = first
        at = 0
        unread: OpenBlock | None = None
        while at < len(text):
            opened = self._open
            if opened is not None and opened is not unread:
                taken = opened.read(text, at)
                if taken is not None:
                    self._number += text.count("\n", at, taken.end)
                    at = taken.end
                    self._yield(taken.outcomes, self._number - 1)
                    if taken.is_closed:
                        self._open = None
                    continue
                unread = opened
            start = self._next_telling(text, at)
            if start > at:
                start = self._pass(text, at, start)
            at = start
            if start < len(text):
                end = text.find("\n", start + 1)
                at = end if end >= 0 else len(text)
                self._take(text, start, Line(self._number, text[start + 1 : at]))
        if self._open is not None:
            self._yield(self._open.end(), self._number - 1)
        return self._outcomes

    def _next_telling(self, text: str, at: int) -> int:
        """Where the next line begins that can open a block, or be more than the open one's text."""
        inner = self._open.inner if self._open is not None else self._listed.first
        if inner is None:
            return at
        found = telling(inner).search(text, at)
        return found.start() if found is not None else len(text)

    def _pass(self, text: str, at: int, end: int) -> int:
        """Take lines that are only text. Returns the newline behind them."""
        if self._open is None:
            self._number += text.count("\n", at, end)
            return end
        lines = text[at + 1 : end].split("\n")
        count = self._open.extend(lines)
        self._number += count
        return at + sum(map(len, lines[:count])) + count

    def _take(self, text: str, at: int, line: Line) -> None:
        if self._open is None or not self._take_inside(self._open, line):
            context = Context(_lines_above(text, at), self._path, None)
            self._open = self._listed.dialect.opens(line, context)
            self._begun = line.number
        self._number += 1

    def _take_inside(self, opened: OpenBlock, line: Line) -> bool:
        step = opened.feed(line)
        self._yield(step.outcomes, line.number - (not step.takes_line))
        if step.is_closed:
            self._open = None
        return step.takes_line

    def _yield(self, outcomes: Sequence[Outcome], last: int) -> None:
        for outcome in outcomes:
            self._outcomes.append(_located(outcome, (self._begun, last)))
            if isinstance(outcome, Found | Malformed):
                self._path = outcome.path_written or self._path
        if outcomes:
            self._begun = last + 1


def _lines_above(text: str, at: int) -> Sequence[str]:
    """The last lines before a newline, of a text that begins with one."""
    start = at
    for _ in range(_LINES_ABOVE):
        if start <= 0:
            break
        start = text.rfind("\n", 0, start)
    return text[start + 1 : at].split("\n") if at > 0 else ()


def _located(outcome: Outcome, lines: LineRange) -> Outcome:
    """The outcome with its lines, if it did not have them."""
    if isinstance(outcome, Malformed):
        return replace(outcome, line=outcome.line or lines[0])
    return replace(outcome, lines=outcome.lines or lines)
