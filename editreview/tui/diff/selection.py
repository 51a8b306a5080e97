"""Text of one side of a diff, selected with the mouse."""

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.text import line_body
from editreview.tui.diff.cells import cells_of
from editreview.tui.diff.layout import Layout, Spot
from editreview.words import Span

_LONG = 4_096
"""Characters of a line from which each counts as one cell."""

Position = tuple[int, int]
"""A line of a side and a character of it, both 0-based."""


class Selection(Struct, frozen=True):
    """Text of one side, from one character to another."""

    is_old: bool
    anchor: Position
    head: Position

    @property
    def bounds(self) -> tuple[Position, Position]:
        """The position of its first character, and of the first one after it."""
        first, last = sorted((self.anchor, self.head))
        return first, last

    def span(self, line: int, length: int) -> Span | None:
        """The selected characters of a line with `length` characters."""
        (first, start), (last, end) = self.bounds
        if not first <= line <= last:
            return None
        span = (start if line == first else 0, end if line == last else length)
        return span if span[0] < span[1] else None

    def text(self, alignment: Alignment) -> str:
        """The selected text with line ends, including folded lines."""
        (first, start), (last, end) = self.bounds
        line_at = alignment.lines.__getitem__ if self.is_old else alignment.new_line
        if first == last:
            return line_body(line_at(first))[start:end]
        between = (line_at(line) for line in range(first + 1, last))
        return "".join((line_at(first)[start:], *between, line_body(line_at(last))[:end]))


def position_at(layout: Layout, spot: Spot, x: int, offset: int, *, is_old: bool) -> Position:
    """The position on a side at a column of the widget, or the nearest one.

    Args:
        layout: The layout of the rows.
        spot: The line of the screen.
        x: The column of the widget.
        offset: Cells scrolled out at the left.
        is_old: True for the old side.
    """
    rows = layout.rows
    row = rows[spot.row]
    line = row.old if is_old else row.new
    if line is None or not row.is_text:
        above = max(rows.line_at(spot.row, is_old=is_old), 0)
        return above, 0 if not row.is_text else len(_text(rows.alignment, above, is_old=is_old))
    text = _text(rows.alignment, line, is_old=is_old)
    left = layout.left + 1 if layout.split and not is_old else 0
    cell = max(x - left - layout.gutter, 0)
    if not layout.wraps:
        if len(text) > _LONG:
            return line, min(offset + cell, len(text))
        return line, cells_of(text, whitespace=layout.whitespace).character_at(0, offset + cell)
    piece = layout.piece(text, spot.part)
    low, starts = piece.low, piece.starts
    if spot.line >= len(starts):
        return line, min(low + len(piece.text), len(text))
    cell = max(cell - piece.inset(spot.line), 0)
    end = starts[spot.line + 1] if spot.line + 1 < len(starts) else len(piece.text)
    at = cells_of(piece.text, whitespace=layout.whitespace).character_at(starts[spot.line], cell)
    return line, min(low + min(at, end), len(text))


def _text(alignment: Alignment, line: int, *, is_old: bool) -> str:
    return line_body(alignment.lines[line] if is_old else alignment.new_line(line))
