"""The streaming reader: chunks in, blocks out as they close.

Lines are decided on when they are complete, so the items are the same however the response
was cut into chunks.
"""

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

from editreview.blocks import EditBlock, LineRange, Problem, Prose
from editreview.formats import search_replace
from editreview.formats.dialect import Closed, Context, Dialect, Found, Line, OpenBlock, Outcome

DIALECTS: tuple[Dialect, ...] = (search_replace.DIALECT,)

Item: TypeAlias = EditBlock | Problem | Prose

_LINES_ABOVE = 6


@dataclass(frozen=True, slots=True)
class Parsed:
    """Everything a response holds, in order of appearance."""

    blocks: tuple[EditBlock, ...]
    problems: tuple[Problem, ...]
    prose: tuple[Prose, ...]


@dataclass(slots=True)
class _Open:
    dialect: Dialect
    block: OpenBlock
    first: int
    text: list[str]


class Reader:
    """Reads one response. Feed it text as it arrives, then close it."""

    def __init__(self) -> None:
        self._partial: list[str] = []
        self._above: deque[str] = deque(maxlen=_LINES_ABOVE)
        self._line = 0
        self._prose_from = 1
        self._blocks = 0
        self._path: str | None = None
        self._open: _Open | None = None
        self._first = frozenset("".join(dialect.first for dialect in DIALECTS))
        self._telling = self._first.union("".join(dialect.inner for dialect in DIALECTS))

    @property
    def line(self) -> int:
        """Complete lines read so far."""
        return self._line

    @property
    def open_block(self) -> str | None:
        """What is known of the block that is arriving."""
        if self._open is None:
            return None
        return f"block at line {self._open.first}: {self._open.block.progress()}"

    def feed(self, chunk: str) -> list[Item]:
        """Take more of the response.

        Returns:
            The items that became complete, in order.
        """
        head, newline, rest = chunk.partition("\n")
        self._partial.append(head)
        if not newline:
            return []
        text = "".join(self._partial) + newline + rest
        *lines, last = text.split("\n")
        self._partial = [last]
        if "\r" in text:
            lines = [line.removesuffix("\r") for line in lines]
        items: list[Item] = []
        at = 0
        for telling in [i for i, line in enumerate(lines) if line.lstrip(" \t")[:1] in self._telling]:
            self._pass(lines[at:telling])
            self._take(lines[telling], items)
            at = telling + 1
        self._pass(lines[at:])
        return items

    def close(self) -> list[Item]:
        """The response is over: the items that its end completes."""
        items: list[Item] = []
        last = "".join(self._partial).removesuffix("\r")
        self._partial = []
        if last:
            self._take(last, items)
        if self._open is not None:
            self._finish(self._open.block.end(), items)
        self._end_prose(self._line, items)
        return items

    def _pass(self, lines: list[str]) -> None:
        """Take lines of prose, or of the open block's text, all at once: nearly every line is one of them."""
        if not lines:
            return
        self._line += len(lines)
        self._above.extend(lines[-_LINES_ABOVE:])
        if self._open is not None:
            self._open.text += lines
            self._open.block.extend(lines)

    def _take(self, text: str, items: list[Item]) -> None:
        self._line += 1
        if self._open is None:
            if text.lstrip(" \t")[:1] in self._first:
                self._try_open(Line(self._line, text), items)
        else:
            line = Line(self._line, text)
            closed = self._open.block.feed(line)
            if closed is None or closed.takes_line:
                self._open.text.append(text)
            if closed is not None:
                self._close_block(closed, line, items)
        self._above.append(text)

    def _try_open(self, line: Line, items: list[Item]) -> None:
        start = line.text.lstrip(" \t")[:1]
        context = Context(tuple(self._above), self._path)
        for dialect in DIALECTS:
            block = dialect.opens(line, context) if start and start in dialect.first else None
            if block is not None:
                self._end_prose(line.number - 1, items)
                self._open = _Open(dialect, block, line.number, [line.text])
                return

    def _close_block(self, closed: Closed, line: Line, items: list[Item]) -> None:
        self._finish(closed.outcome, items, last=line.number - (not closed.takes_line))
        if not closed.takes_line:
            self._try_open(line, items)

    def _finish(self, outcome: Outcome, items: list[Item], last: int | None = None) -> None:
        assert self._open is not None
        opened, self._open = self._open, None
        lines: LineRange = (opened.first, last or self._line)
        self._prose_from = lines[1] + 1
        self._path = outcome.path_written
        if not isinstance(outcome, Found):
            items.append(Problem(opened.first, outcome.message, "\n".join(opened.text) + "\n"))
            return
        self._blocks += 1
        items.append(
            EditBlock(self._blocks, opened.dialect.name, outcome.path_written, lines, outcome.operation)
        )

    def _end_prose(self, last: int, items: list[Item]) -> None:
        if last >= self._prose_from:
            items.append(Prose((self._prose_from, last)))
        self._prose_from = last + 1


def parse(text: str) -> Parsed:
    """Everything a whole response holds."""
    reader = Reader()
    items = [*reader.feed(text), *reader.close()]
    return Parsed(
        tuple(item for item in items if isinstance(item, EditBlock)),
        tuple(item for item in items if isinstance(item, Problem)),
        tuple(item for item in items if isinstance(item, Prose)),
    )
