"""The positions of a diff's rows on screen, and the lines that each takes when it is wrapped.

A long row is measured in parts of limited length, and only where it is visible: the cost of scrolling depends
neither on the length of the file nor on that of a line.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct

from editreview.text import line_body, line_end
from editreview.tui.diff.cells import TAB, breaks, cells_of, last_break
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow
from editreview.tui.glyphs import picture, ui_text

_PART = 2_048
"""Approximate characters of a part."""
_MAX_FOLDED = 1_000
"""Rows up to which the indentation that all of them share is hidden."""
_WIDEST = 12
"""Cells that further lines have at least, if the first one has them: room for any character."""
_LEAST_STOPS = 2
"""Tab stops of shared indentation that are worth hiding."""

_MAX_MEASURED = 20_000


class Spot(Struct, frozen=True, order=True):
    """A line of the screen: a row, a part of its text, and a line of that part, all 0-based."""

    row: int
    part: int = 0
    line: int = 0


class LinePart(Struct, frozen=True):
    """A part of a line's text."""

    low: int
    """Its first character in the line."""
    text: str
    starts: Sequence[int]
    """The characters of the part at which its screen lines begin."""
    hang: int
    """Cells by which screen lines are set in, but for the first line of the text."""
    is_further: bool = False
    """True if it is not the first part."""

    def inset(self, line: int) -> int:
        """Cells by which a screen line is set in."""
        return self.hang if line or self.is_further else 0


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
        self.digits = len(str(rows.last_number))
        self.left = (width - 1) // 2 if split else width
        """Cells of the old side, or of the only column."""
        self.right = width - 1 - self.left if split else width
        """Cells of the new side, or of the only column."""
        self.gutter = gutter_of(self.digits, split=split)
        """Cells before the text of a side."""
        self.room = max(self.left - self.gutter, 1)
        """Cells for text in the narrower column."""
        self.fold = ""
        """The indentation that all rows share, which is not drawn."""
        if wraps and not whitespace and len(rows) <= _MAX_FOLDED:
            self.fold = shared_indentation(rows.lines())
        self._measured: dict[tuple[int, int], tuple[int, int]] = {}

    def sides(self, row: ViewRow) -> tuple[str | None, str | None]:
        """The text of both sides with visible line ends; in one column only one of them."""
        if not row.is_text:
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
        return line_body(text) + _end_mark(text, changed=changed, whitespace=self.whitespace)

    def is_gutter(self, x: int) -> bool:
        """True if a column is before the text of a side."""
        right = self.left + 1
        return x < self.gutter or (self.split and right <= x < right + self.gutter)

    def parts(self, row: int) -> int:
        """The parts of a row."""
        return self._measure(row, 0)[0] if self.wraps else 1

    def piece(self, text: str, part: int) -> LinePart:
        """A part of a line's text, and its screen lines."""
        first = self._folded(text)
        if len(text) - first <= self.room and text.isascii() and text.isprintable():
            # Fast path for nearly every line.
            return LinePart(first, text[first:] if first else text, (0,), 0)
        hang = self._hang(text, first)
        low, high = (self._bound(text, first, hang, each) for each in (part, part + 1))
        piece, further = text[low:high], max(self.room - hang, 1)
        starts = breaks(piece, further if part else self.room, further, whitespace=self.whitespace)
        return LinePart(low, piece, starts, hang, part > 0)

    def _folded(self, text: str) -> int:
        """The characters at the beginning of a text that are not drawn."""
        fold = self.fold
        if not fold or text.startswith(fold):
            return len(fold)
        # A blank line may be shorter.
        return next((at for at, c in enumerate(text) if c != fold[0]), len(text))

    def _hang(self, text: str, first: int) -> int:
        """Cells by which the further lines of a text are set in: a little more than the first one."""
        end = len(text) - len(text.lstrip(" \t"))
        indentation = 0 if end - first > _PART else cells_of(text[first:end]).width
        return max(min(indentation + 2, self.room // 3, self.room - _WIDEST), 0)

    def _bound(self, text: str, first: int, hang: int, part: int) -> int:
        """The character at which a part begins.

        Near a multiple of a length, so that no part depends on another one, and of the width: where there is
        nothing to break at, all lines are equally full.
        """
        if not part:
            return first
        room = max(self.room - hang, 1)
        at = first + self.room + (part * max(_PART // room, 1) - 1) * room
        return len(text) if at >= len(text) else last_break(text, at - room // 2, at)

    def _parts(self, text: str) -> int:
        first = self._folded(text)
        length = len(text) - first
        if length <= _PART // 2:
            return 1
        room = max(self.room - self._hang(text, first), 1)
        return max(-(-(length - self.room + room) // (max(_PART // room, 1) * room)), 1)

    def part_of(self, text: str, character: int) -> int:
        """The part of a text that holds a character."""
        first, parts = self._folded(text), self._parts(text)
        hang = self._hang(text, first)
        parts_before = (self._bound(text, first, hang, part) <= character for part in range(parts - 1, 0, -1))
        return next((parts - 1 - i for i, is_before in enumerate(parts_before) if is_before), 0)

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
            room = self.room + len(self.fold)
            if all(len(text) <= room and text.isascii() and text.isprintable() for text in texts):
                # Fast path for nearly every row.
                self._measured[row, part] = 1, 1
                return 1, 1
            parts = max(map(self._parts, texts), default=1)
            height = max((len(self.piece(text, part).starts) for text in texts), default=1)
            self._measured[row, part] = parts, height
        return self._measured[row, part]

    def spot_of(self, row: int, character: int, *, is_old: bool) -> Spot:
        """The line of the screen that holds a character of a row's side."""
        text = self.text_of(row, is_old=is_old)
        if not self.wraps or text is None:
            return Spot(row)
        part = self.part_of(text, character)
        piece = self.piece(text, part)
        return Spot(row, part, max(bisect_right(piece.starts, character - piece.low) - 1, 0))

    # Moving by screen lines

    @property
    def end(self) -> Spot:
        """The last line of all."""
        return self.last(len(self.rows) - 1)

    def last(self, row: int) -> Spot:
        """The last line of a row."""
        if not self.wraps:
            return Spot(row)
        part = self.parts(row) - 1
        return Spot(row, part, self.height(row, part) - 1)

    def down(self, spot: Spot, lines: int) -> Spot:
        """The line `lines` further down, or the last one."""
        if not self.wraps:
            return Spot(min(spot.row + lines, len(self.rows) - 1))
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


def _end_mark(line: str, *, changed: bool, whitespace: bool) -> str:
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


def gutter_of(digits: int, *, split: bool) -> int:
    """Cells before the text of a side: a mark, the line's number, and a sign."""
    return digits + 2 if split else 2 * digits + 3


def shared_indentation(lines: Iterable[str]) -> str:
    """The indentation that all lines share, if hiding it is worth it: tabs, or spaces in whole tab stops."""
    first, shared = "", 0
    for line in lines:
        if not line.strip():
            continue
        if not first:
            first, shared = line[0], len(line)
        shared = min(shared, len(line) - len(line.lstrip(first)))
        if shared < _LEAST_STOPS or first not in " \t":
            return ""
    stops = shared if first == "\t" else shared // TAB
    return first * (stops if first == "\t" else stops * TAB) if stops >= _LEAST_STOPS else ""
