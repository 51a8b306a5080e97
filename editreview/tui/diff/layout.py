"""The positions of a diff's rows on screen, and the lines that each takes when it is wrapped.

A long row is measured in parts of limited length, and only where it is visible: the cost of scrolling depends
neither on the length of the file nor on that of a line.
"""

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.text import line_body, line_end
from editreview.tui.diff.cells import breaks
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow
from editreview.tui.glyphs import picture, ui_text

_PART = 2_048
"""Approximate characters of a part."""

_MAX_MEASURED = 20_000


class Spot(Struct, frozen=True, order=True):
    """A line of the screen: a row, a part of its text, and a line of that part, all 0-based."""

    row: int
    part: int = 0
    line: int = 0


class Layout:
    """The geometry of rows at one width.

    Args:
        rows: The rows.
        split: True for two columns.
        width: Cells for both sides, at least 1.
        wraps: True if long lines are wrapped, not cut.
        whitespace: True if spaces, tabs and line ends are drawn as signs.
    """

    def __init__(
        self, rows: DiffRows, *, split: bool, width: int, wraps: bool, whitespace: bool = False
    ) -> None:
        self.rows = rows
        self.split = split
        self.width = width
        self.wraps = wraps
        self.whitespace = whitespace
        self.digits = _digits(rows.alignment)
        self.left = (width - 1) // 2 if split else width
        """Cells of the old side, or of the only column."""
        self.right = width - 1 - self.left if split else width
        """Cells of the new side, or of the only column."""
        self.gutter = _gutter(self.digits, split=split)
        """Cells before the text of a side."""
        self.room = max(self.left - self.gutter, 1)
        """Cells for text in the narrower column."""
        self.part_length = max(_PART // self.room, 1) * self.room
        """Characters of a part: a multiple of `room`, so that parts of plain text end with a screen line."""
        self._measured: dict[tuple[int, int], tuple[int, int]] = {}

    def sides(self, row: ViewRow) -> tuple[str | None, str | None]:
        """The text of both sides with visible line ends; in one column only one of them."""
        if row.kind is ViewKind.FOLD:
            return None, None
        alignment, changed = self.rows.alignment, row.kind is not ViewKind.EQUAL
        if row.kind is ViewKind.EQUAL:
            assert row.old is not None
            text = self._with_end(alignment.lines[row.old], changed=changed)
            return (text, text) if self.split else (None, text)
        return (
            None if row.old is None else self._with_end(alignment.lines[row.old], changed=changed),
            None if row.new is None else self._with_end(alignment.new_line(row.new), changed=changed),
        )

    def text_of(self, row: int, *, is_old: bool) -> str | None:
        """The text of one side of a row, or of the only one."""
        old, new = self.sides(self.rows[row])
        return old if (is_old or new is None) and old is not None else new

    def _with_end(self, text: str, *, changed: bool) -> str:
        if text.endswith("\n") and not self.whitespace and not text.endswith("\r\n"):
            # Fast path for nearly every line.
            return text[:-1]
        return line_body(text) + end_mark(text, changed=changed, whitespace=self.whitespace)

    def is_gutter(self, x: int) -> bool:
        """True if a column is before the text of a side."""
        right = self.left + 1
        return x < self.gutter or (self.split and right <= x < right + self.gutter)

    def parts(self, row: int) -> int:
        """The parts of a row."""
        return self._measure(row, 0)[0] if self.wraps else 1

    def starts(self, text: str, part: int) -> tuple[str, Sequence[int]]:
        """A part of a line's text, and the characters at which its screen lines begin."""
        piece = text[part * self.part_length : (part + 1) * self.part_length]
        return piece, breaks(piece, self.room, whitespace=self.whitespace)

    def height(self, row: int, part: int) -> int:
        """The number of lines that a part of a row takes."""
        return self._measure(row, part)[1] if self.wraps else 1

    def _measure(self, row: int, part: int) -> tuple[int, int]:
        """The number of parts of a row, and the height of one of them."""
        if (row, part) not in self._measured:
            if len(self._measured) >= _MAX_MEASURED:
                self._measured.clear()
            old, new = self.sides(self.rows[row])
            texts = [text for text in (old, None if new is old else new) if text is not None]
            if all(len(text) <= self.room and text.isascii() and text.isprintable() for text in texts):
                # Fast path for nearly every row.
                self._measured[row, part] = 1, 1
                return 1, 1
            parts = max((-(-len(text) // self.part_length) for text in texts), default=1)
            height = max((len(self.starts(text, part)[1]) for text in texts), default=1)
            self._measured[row, part] = max(parts, 1), height
        return self._measured[row, part]

    def spot_of(self, row: int, character: int, *, is_old: bool) -> Spot:
        """The line of the screen that holds a character of a row's side."""
        text = self.text_of(row, is_old=is_old)
        if not self.wraps or text is None:
            return Spot(row)
        part = min(character // self.part_length, self.parts(row) - 1)
        starts = self.starts(text, part)[1]
        return Spot(row, part, bisect_right(starts, character - part * self.part_length) - 1)

    # Moving by screen lines

    @property
    def end(self) -> Spot:
        """The last line of all."""
        return self.last(max(len(self.rows) - 1, 0))

    def last(self, row: int) -> Spot:
        """The last line of a row."""
        if not self.wraps or not len(self.rows):
            return Spot(row)
        part = self.parts(row) - 1
        return Spot(row, part, self.height(row, part) - 1)

    def down(self, spot: Spot, lines: int) -> Spot:
        """The line `lines` further down, or the last one."""
        if not self.wraps:
            return Spot(max(min(spot.row + lines, len(self.rows) - 1), 0))
        row, part, line = spot.row, spot.part, spot.line + lines
        while line >= (height := self.height(row, part)):
            if part + 1 < self.parts(row):
                part += 1
            elif row + 1 < len(self.rows):
                row, part = row + 1, 0
            else:
                return Spot(row, part, height - 1)
            line -= height
        return Spot(row, part, line)

    def up(self, spot: Spot, lines: int) -> Spot:
        """The line `lines` further up, or the first one."""
        if not self.wraps:
            return Spot(max(spot.row - lines, 0))
        row, part, line = spot.row, spot.part, spot.line - lines
        while line < 0:
            if part:
                part -= 1
            elif row:
                row -= 1
                part = self.parts(row) - 1
            else:
                return Spot(0)
            line += self.height(row, part)
        return Spot(row, part, line)

    def below(self, spot: Spot, lines: int) -> list[Spot]:
        """At most `lines` lines from `spot` on."""
        if not self.wraps:
            return [Spot(row) for row in range(spot.row, min(spot.row + lines, len(self.rows)))]
        found: list[Spot] = []
        row, part, first = spot.row, spot.part, spot.line
        while len(found) < lines and row < len(self.rows):
            parts, height = self._measure(row, part)
            found += [Spot(row, part, line) for line in range(first, height)]
            first = 0
            row, part = (row, part + 1) if part + 1 < parts else (row + 1, 0)
        return found[:lines]


def end_mark(line: str, *, changed: bool, whitespace: bool) -> str:
    """The visible mark for the end of a line; empty for a usual one.

    Args:
        line: The line with its end.
        changed: True if the line is part of a hunk.
        whitespace: True to mark every line end.
    """
    match line_end(line):
        case "\n":
            return ui_text("⏎") if whitespace else ""
        case "\r\n":
            return picture("\r") + ui_text("⏎") if whitespace else picture("\r") if changed else ""
        case "\r":
            return picture("\r") if whitespace or changed else ""
    if whitespace:
        return ui_text("⊘")
    return ui_text(" ⊘ no newline at end of file") if changed else ""


def room_for(alignment: Alignment, width: int, *, split: bool) -> int:
    """Cells for text in the narrower column of a layout of this width."""
    side = (width - 1) // 2 if split else width
    return max(side - _gutter(_digits(alignment), split=split), 1)


def _digits(alignment: Alignment) -> int:
    return max(len(str(max(len(alignment.lines), alignment.new_length, 1))), 3)


def _gutter(digits: int, *, split: bool) -> int:
    return digits + 4 if split else 2 * digits + 5
