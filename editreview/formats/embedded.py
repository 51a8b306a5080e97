"""Blocks of one format inside the envelope of another."""

from collections import deque
from collections.abc import Iterable

from msgspec.structs import replace

from editreview.blocks import LineRange
from editreview.formats.dialect import Context, Dialect, Found, Line, Malformed, OpenBlock, Outcome, Step

_LINES_ABOVE = 6


class Embedded:
    """Reads the lines of an envelope in one dialect. Each outcome has its own lines of the response.

    Args:
        path: For blocks that name none themselves.
    """

    def __init__(self, dialect: Dialect, path: str | None = None) -> None:
        self._dialect = dialect
        self._path = path
        self._above: deque[str] = deque(maxlen=_LINES_ABOVE)
        self._open: OpenBlock | None = None
        self._begun = 0
        self._last = 0
        self._outcomes: list[Outcome] = []

    def read(self, lines: Iterable[Line]) -> list[Outcome]:
        """What all the lines hold; a block that is open at their end is cut off."""
        for line in lines:
            self._last = line.number
            if self._open is None or not self._take_inside(self._open, line):
                self._take_outside(line)
            self._above.append(line.text)
        if self._open is not None:
            self._yield(Step(self._open.end()), self._last)
        return self._outcomes

    def _take_inside(self, opened: OpenBlock, line: Line) -> bool:
        step = opened.feed(line)
        self._yield(step, line.number - (not step.takes_line))
        if step.is_closed:
            self._open = None
        return step.takes_line

    def _take_outside(self, line: Line) -> None:
        self._open = self._dialect.opens(line, Context(tuple(self._above), self._path, None))
        self._begun = line.number

    def _yield(self, step: Step, last: int) -> None:
        for outcome in step.outcomes:
            self._outcomes.append(_located(outcome, (self._begun, last)))
            if isinstance(outcome, Found | Malformed):
                self._path = outcome.path_written or self._path
        if step.outcomes:
            self._begun = last + 1


def _located(outcome: Outcome, lines: LineRange) -> Outcome:
    """The outcome with its lines, if it did not have them."""
    if isinstance(outcome, Malformed):
        return replace(outcome, line=outcome.line or lines[0])
    return replace(outcome, lines=outcome.lines or lines)
