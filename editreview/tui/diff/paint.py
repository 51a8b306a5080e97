"""Rows of the view as strips of cells."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.matching.forgiven import Forgiven
from editreview.matching.refit import Adjusted
from editreview.terminal import visible
from editreview.texts import line_body, line_end
from editreview.tui.diff.marks import PLAIN, Marks
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow
from editreview.tui.diff.words import Span, changed_words

TAB = 4
_NO_LIBERTY = (" ", Style.null())
_LONG = 4_096
"""Characters of a line above which only the part in sight is looked at."""


class Palette(Struct, frozen=True):
    """The styles of the diff, from the stylesheet."""

    text: Style
    number: Style
    removed: Style
    removed_word: Style
    added: Style
    added_word: Style
    filler: Style
    fold: Style
    cursor: Style
    mark: Style
    forgiven: Style
    adjusted: Style


STYLES = {name: f"diff--{name.replace('_', '-')}" for name in Palette.__struct_fields__}
"""The name in the stylesheet of each style of the palette."""


class Liberties(Struct, frozen=True):
    """Lines that are not as the block has them, 0-based."""

    forgiven: Mapping[int, Forgiven] = {}
    """Of the old side."""
    adjusted: Mapping[int, Adjusted] = {}
    """Of the new side."""


FORGIVEN = "~"
ADJUSTED = {Adjusted.DEPTH: "»", Adjusted.CHARACTERS: "≈"}


NO_LIBERTIES = Liberties()


class Painter:
    """Draws rows at one width and horizontal offset."""

    def __init__(
        self,
        rows: DiffRows,
        palette: Palette,
        width: int,
        offset: int,
        liberties: Liberties = NO_LIBERTIES,
        *,
        split: bool,
    ) -> None:
        self._liberties = liberties
        self._rows = rows
        self._palette = palette
        self._width = width
        self._offset = offset
        self._split = split
        self.marks: Marks | None = None
        """What the gutter says of the rows; None for nothing."""
        longest = max(len(rows.alignment.lines), rows.alignment.new_length, 1)
        self._digits = max(len(str(longest)), 3)

    def strip(self, index: int, *, is_cursor: bool) -> Strip:
        """Row `index` of the view."""
        return Strip(self.segments(index, is_cursor=is_cursor), self._width)

    def segments(self, index: int, *, is_cursor: bool) -> Iterable[Segment]:
        """The same, to be put together with more."""
        row = self._rows[index]
        if row.kind is ViewKind.FOLD:
            return self._fold(row, is_cursor=is_cursor)
        return self._side_by_side(row, is_cursor) if self._split else self._unified(row, is_cursor)

    def _fold(self, row: ViewRow, *, is_cursor: bool) -> Strip:
        style = self._palette.fold + self._palette.cursor if is_cursor else self._palette.fold
        lines = "line" if row.hidden == 1 else "lines"
        return _fitted(
            Strip([Segment(f" ⋯ {row.hidden} unchanged {lines} (+ shows more)", style)]), self._width, style
        )

    def _side_by_side(self, row: ViewRow, is_cursor: bool) -> list[Segment]:
        left = (self._width - 1) // 2
        right = self._width - 1 - left
        if row.kind is ViewKind.EQUAL:
            return self._twice(row, left, right, is_cursor)
        spans, marked = self._words(row), self.cells(row)
        old = self._side(row.old, left, spans[0], is_cursor, marked, is_old=True)
        new = self._side(row.new, right, spans[1], is_cursor, marked, is_old=False)
        return [*old, Segment("│", self._palette.number), *new]

    def _twice(self, row: ViewRow, left: int, right: int, is_cursor: bool) -> list[Segment]:
        """A line that is the same on both sides, its cells found once."""
        palette, margin = self._palette, self._digits + 4
        assert row.old is not None and row.new is not None
        text = line_body(self._rows.alignment.lines[row.old])
        body, length = _cells(text, (), palette.text, palette.text, self._offset, max(right - margin, 1))
        number = palette.number + palette.cursor if is_cursor else palette.number
        sign, style = self._liberty(row.old, is_old=True)
        return [
            Segment(f" {row.old + 1:>{self._digits}}  {sign}", number + style),
            *self._cut(body, length, max(left - margin, 1), palette.text),
            Segment("│", palette.number),
            Segment(f" {row.new + 1:>{self._digits}}   ", number),
            *self._cut(body, length, max(right - margin, 1), palette.text),
        ]

    def _side(
        self,
        line: int | None,
        width: int,
        spans: Iterable[Span],
        is_cursor: bool,
        marked: tuple[str, str],
        *,
        is_old: bool,
    ) -> list[Segment]:
        """A line of a hunk."""
        if line is None:
            return [Segment("╱" * width, self._palette.filler)]
        sign, _ = self._liberty(line, is_old=is_old)
        gutter = f"{marked[0]}{line + 1:>{self._digits}}{marked[1]}{'−' if is_old else '+'}{sign}"
        return self._line(gutter, line, width, spans, is_cursor, changed=True, is_old=is_old)

    def _unified(self, row: ViewRow, is_cursor: bool) -> list[Segment]:
        is_old = row.new is None
        changed = row.kind is not ViewKind.EQUAL
        numbers = [
            f"{n + 1:>{self._digits}}" if n is not None else " " * self._digits for n in (row.old, row.new)
        ]
        sign = ("−" if is_old else "+") if changed else " "
        mark, meant = self.cells(row) if changed else (" ", " ")
        is_old = is_old or not changed
        line = row.old if is_old else row.new
        assert line is not None
        gutter = f"{mark}{numbers[0]} {numbers[1]}{meant}{sign}{self._liberty(line, is_old=is_old)[0]}"
        spans = self._words(row)[0 if is_old else 1]
        return self._line(gutter, line, self._width, spans, is_cursor, changed=changed, is_old=is_old)

    def _liberty(self, line: int, *, is_old: bool) -> tuple[str, Style]:
        """The sign of a line that is not as the block has it, and its style; a blank for others."""
        if is_old:
            return (FORGIVEN, self._palette.forgiven) if line in self._liberties.forgiven else _NO_LIBERTY
        kind = self._liberties.adjusted.get(line)
        return _NO_LIBERTY if kind is None else (ADJUSTED[kind], self._palette.adjusted)

    def cells(self, row: ViewRow) -> tuple[str, str]:
        """What stands before and after the number of a changed line."""
        return PLAIN if self.marks is None else self.marks.cells(row)

    def _words(self, row: ViewRow) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        old, new = (None, None) if row.kind is ViewKind.EQUAL else self._rows.partner(row)
        if old is None or new is None:
            return (), ()
        alignment = self._rows.alignment
        return changed_words(line_body(alignment.lines[old]), line_body(alignment.new_line(new)))

    def _line(
        self,
        gutter: str,
        line: int,
        width: int,
        spans: Iterable[Span],
        is_cursor: bool,
        *,
        changed: bool,
        is_old: bool,
    ) -> list[Segment]:
        palette = self._palette
        text = self._rows.alignment.lines[line] if is_old else self._rows.alignment.new_line(line)
        style, word = palette.text, palette.text
        if changed:
            style, word = (
                (palette.removed, palette.removed_word) if is_old else (palette.added, palette.added_word)
            )
        end = _end_mark(text) if changed else ""
        number = palette.number + style if changed else palette.number
        number += self._liberty(line, is_old=is_old)[1]
        head = Segment(gutter, number + palette.cursor if is_cursor else number)
        room = max(width - len(gutter), 1)
        body, length = _cells(line_body(text), spans, style, word, self._offset, room)
        if end:
            body.append(Segment(end, palette.mark + style))
            length += cell_len(end)
        return [head, *self._cut(body, length, room, style)]

    def _cut(self, body: list[Segment], length: int, room: int, style: Style) -> Iterable[Segment]:
        """The part of a line that fits, with a mark at each end that is cut off."""
        if length <= room and not (self._offset and length):
            # Nearly every line: a strip is dear, and none is needed.
            return [*body, Segment(" " * (room - length), style)] if length < room else body
        mark = self._palette.mark + style
        strip = Strip(body, length).adjust_cell_length(room, style)
        if length > room:
            strip = Strip.join([strip.crop(0, room - 1), Strip([Segment("›", mark)], 1)])
        if self._offset and length:
            strip = Strip.join([Strip([Segment("‹", mark)], 1), strip.crop(1, room)])
        return strip


def _end_mark(line: str) -> str:
    """What is worth seeing of a changed line's end."""
    match line_end(line):
        case "\n":
            return ""
        case "":
            return " ⊘ no newline at end of file"
    return "␍"


def _cells(
    text: str, spans: Iterable[Span], style: Style, word: Style, offset: int, width: int
) -> tuple[list[Segment], int]:
    """The cells of a line from `offset` on, and how many: `width`, and one more if it goes on."""
    width += 1
    if len(text) > _LONG:
        text, spans, offset = text[offset : offset + width], (), 0
    segments: list[Segment] = []
    column = at = 0
    for start, end in [*spans, (len(text), len(text))]:
        for piece, painted in ((text[at:start], style), (text[start:end], word)):
            if piece:
                shown = _expanded(visible(piece), column)
                column += cell_len(shown)
                segments.append(Segment(shown, painted))
        at = end
    if not offset and column <= width:
        return segments, column
    strip = Strip(segments, column).crop(offset, offset + width)
    return list(strip), strip.cell_length


def _expanded(text: str, column: int) -> str:
    """The text with its tabs as blanks up to the next stop."""
    if "\t" not in text:
        return text
    pieces: list[str] = []
    for index, part in enumerate(text.split("\t")):
        if index:
            blanks = TAB - column % TAB
            pieces.append(" " * blanks)
            column += blanks
        pieces.append(part)
        column += cell_len(part)
    return "".join(pieces)


def _fitted(strip: Strip, width: int, style: Style) -> Strip:
    """The strip at exactly this width; a line that goes on is cut."""
    return strip.crop(0, width) if strip.cell_length > width else strip.extend_cell_length(width, style)
