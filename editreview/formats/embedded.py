"""Blocks of one format inside the envelope of another."""

from collections.abc import Sequence

from msgspec.structs import replace

from editreview.blocks import LineRange
from editreview.formats.spec import (
    LINES_ABOVE,
    Context,
    Edit,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    lines_of,
)
from editreview.formats.table import Format


class Embedded:
    """Reads the text inside an envelope in one format. Each outcome has its own lines of the response.

    Args:
        format: The format.
        path: The path of blocks that name none.
    """

    def __init__(self, format: Format, path: str | None = None) -> None:
        self._format = format
        self._path = path
        self._open: OpenBlock | None = None
        self._begun = 0
        self._outcomes: list[Outcome] = []

    def read(self, text: str, first: int) -> list[Outcome]:
        """The outcomes of a whole text. A block that is open at its end was cut off.

        Args:
            text: The text.
            first: The line of the response at which it begins.
        """
        lines = text.split("\n")
        for at, content in enumerate(lines):
            line = Line(first + at, content)
            if self._open is not None and self._feed(self._open, line):
                continue
            if self._format.may_open(content):
                context = Context(lines[max(0, at - LINES_ABOVE) : at], self._path, None)
                self._open = self._format.spec.opens(line, context)
                self._begun = line.number
        if self._open is not None:
            self._yield(self._open.end(), first + len(lines) - 1)
        return self._outcomes

    def _feed(self, opened: OpenBlock, line: Line) -> bool:
        """Feed a line to the open block. Returns True if the line belongs to it."""
        step = opened.feed(line)
        self._yield(step.outcomes, line.number - (not step.takes_line))
        if step.is_closed:
            self._open = None
        return step.takes_line

    def _yield(self, outcomes: Sequence[Outcome], last: int) -> None:
        for outcome in outcomes:
            self._outcomes.append(_located(outcome, (self._begun, last)))
            if isinstance(outcome, Edit | Malformed):
                self._path = outcome.path_written or self._path
        if outcomes:
            self._begun = last + 1


def _located(outcome: Outcome, lines: LineRange) -> Outcome:
    """The outcome with these lines, unless it has its own."""
    if isinstance(outcome, Malformed):
        return replace(outcome, line=outcome.line or lines[0])
    return replace(outcome, lines=lines_of(outcome, lines))
