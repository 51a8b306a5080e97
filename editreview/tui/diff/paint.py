"""Rows of the view as lines of cells."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.matching import Adjusted, DifferenceKind
from editreview.text import counted, line_body
from editreview.tui.diff.arrangement import Whitespace
from editreview.tui.diff.cells import Layer, cells_of, strange
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.marks import PLAIN, Marked
from editreview.tui.diff.palette import Palette
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow
from editreview.tui.diff.search import Needle, TextHit
from editreview.tui.diff.selection import Selection
from editreview.tui.diff.syntax import Token
from editreview.tui.diff.words import Span, changed_words, is_blank_change, looks_the_same
from editreview.tui.glyphs import own

_LONG = 4_096
"""Characters of a line above which only the part in sight is looked at."""
_MAX_CACHED = 4_000
_BLANKS = re.compile(r"[ \t]+")
Body = list[list[Segment]]
"""The lines that the text of a row takes, each exactly as wide as there is room."""
IGNORED = "~"
ADJUSTED = {Adjusted.DEPTH: "»", Adjusted.CHARACTERS: "≈"}
_NO_MARK = (" ", Style.null())


class Differences(Struct, frozen=True):
    """Lines that are not as the block has them, 0-based."""

    ignored: Mapping[int, DifferenceKind] = {}
    """Of the old side."""
    adjusted: Mapping[int, Adjusted] = {}
    """Of the new side."""


NO_DIFFERENCES = Differences()
_Side = tuple[str, str | None, tuple[Span, ...], Style]
"""The prefix of a version, its text, the differing parts and its style."""


def no_tokens(is_old: bool, line: int) -> tuple[Token, ...]:
    """Nothing is known of any line."""
    return ()


class Overlays(Struct, frozen=True):
    """Highlights laid over the text at the moment."""

    tokens: Callable[[bool, int], tuple[Token, ...]] = no_tokens
    """The tokens of a line of the old or the new side."""
    needle: Needle | None = None
    current: TextHit | None = None
    """The hit that the cursor is on."""
    selection: Selection | None = None
    whitespace: Whitespace = Whitespace.PLAIN


class Painter:
    """Draws rows at one layout and horizontal offset."""

    def __init__(
        self,
        layout: Layout,
        palette: Palette,
        offset: int = 0,
        over: Overlays | None = None,
        differences: Differences = NO_DIFFERENCES,
        shows_more: str = "+",
    ) -> None:
        """
        Args:
            layout: The rows, and where they are.
            palette: Their colours.
            offset: Cells that are cut off at the left.
            over: What is laid over the text.
            differences: What was ignored and adjusted.
            shows_more: The key that opens folds.
        """
        self._layout = layout
        self._rows = layout.rows
        self._palette = palette
        self._offset = 0 if layout.wraps else offset
        self._over = over or Overlays()
        self._differences = differences
        self._shows_more = shows_more
        self._drawn: dict[tuple[int, int, bool, Marked], list[list[Segment]]] = {}

    def strip(self, spot: Spot, *, is_cursor: bool, marked: Marked = PLAIN) -> Strip:
        """A line of the screen."""
        return Strip(self.segments(spot, is_cursor=is_cursor, marked=marked), self._layout.width)

    def segments(self, spot: Spot, *, is_cursor: bool, marked: Marked = PLAIN) -> list[Segment]:
        """The same, to be put together with more."""
        key = (spot.row, spot.part, is_cursor, marked)
        if key not in self._drawn:
            if len(self._drawn) >= _MAX_CACHED:
                self._drawn.clear()
            self._drawn[key] = self._part(self._rows[spot.row], spot.part, is_cursor, marked)
        return self._drawn[key][spot.line]

    def forget(self, rows: set[int]) -> None:
        """Some rows look different now."""
        for key in [key for key in self._drawn if key[0] in rows]:
            del self._drawn[key]

    def _part(self, row: ViewRow, part: int, is_cursor: bool, marked: Marked) -> list[list[Segment]]:
        if row.kind is ViewKind.FOLD:
            return [self._fold(row, is_cursor)]
        layout = self._layout
        if not layout.split:
            lines = self._column(row, part, layout.width, is_cursor, marked, is_old=row.new is None)
        else:
            # What is the same on both sides is found once, unless something of one is selected.
            is_same = row.kind is ViewKind.EQUAL and self._over.selection is None
            body = self._body(row, part, is_old=True) if is_same else None
            old = self._column(row, part, layout.left, is_cursor, marked, is_old=True, body=body)
            new = self._column(row, part, layout.right, is_cursor, marked, is_old=False, body=body)
            bar = Segment(own("│"), self._palette.number)
            height = max(len(old), len(new))
            old += [self._rest(row, layout.left, marked, is_old=True)] * (height - len(old))
            new += [self._rest(row, layout.right, marked, is_old=False)] * (height - len(new))
            lines = [[*a, bar, *b] for a, b in zip(old, new, strict=True)]
        if layout.left < layout.gutter + layout.room:
            lines = [list(Strip(line).adjust_cell_length(layout.width)) for line in lines]
        return lines

    def _fold(self, row: ViewRow, is_cursor: bool) -> list[Segment]:
        style = self._palette.fold + self._palette.cursor if is_cursor else self._palette.fold
        said = own(f" ⋯ {counted(row.hidden, 'unchanged line')} ({self._shows_more} shows more)")
        return list(Strip([Segment(said, style)]).adjust_cell_length(self._layout.width, style))

    # One side

    def _column(
        self,
        row: ViewRow,
        part: int,
        width: int,
        is_cursor: bool,
        marked: Marked,
        *,
        is_old: bool,
        body: Body | None = None,
    ) -> list[list[Segment]]:
        """A side of a row, or all of it where there is one column only."""
        line = row.old if is_old else row.new
        if line is None:
            return [self._rest(row, width, marked, is_old=is_old)]
        style, number = self._style(row, is_old), self._palette.number
        if row.kind is not ViewKind.EQUAL:
            number += style
        sign, liberty = self._liberty(row, is_old)
        if body is None:
            body = self._body(row, part, is_old=is_old)
        cursor = self._palette.cursor if is_cursor else Style.null()
        first = Segment(own(self._first_gutter(row, line, is_old, marked, sign)), number + liberty + cursor)
        further = first
        if part or len(body) > 1:
            further = Segment(own(self._further_gutter(row, marked)), number + cursor)
        free = width - self._layout.gutter - self._layout.room
        return [
            [further if index or part else first, *_padded(segments, free, style)]
            for index, segments in enumerate(body)
        ]

    def _rest(self, row: ViewRow, width: int, marked: Marked, *, is_old: bool) -> list[Segment]:
        """The cells right of which a side has no more text."""
        if (row.old if is_old else row.new) is None:
            return [Segment(own("╱") * width, self._palette.filler)]
        style = self._style(row, is_old)
        if row.kind is ViewKind.EQUAL:
            return [Segment(" ", self._palette.number), Segment(" " * (width - 1), style)]
        # In two columns only: in one, a row has as many lines as its side.
        gutter = f"{_bar(marked)}{'':>{self._layout.digits}}{marked[1]}"
        return [
            Segment(own(gutter), self._palette.number + style),
            Segment(" " * (width - len(gutter)), style),
        ]

    def _first_gutter(self, row: ViewRow, line: int, is_old: bool, marked: Marked, liberty: str) -> str:
        """The marks and numbers before the first line of a row."""
        digits, changed = self._layout.digits, row.kind is not ViewKind.EQUAL
        sign = ("−" if is_old else "+") if changed else " "
        mark, meant = marked if changed else (" ", " ")
        if self._layout.split:
            return f"{mark}{line + 1:>{digits}}{meant}{sign}{liberty}"
        old, new = (f"{n + 1:>{digits}}" if n is not None else " " * digits for n in (row.old, row.new))
        return f"{mark}{old} {new}{meant}{sign}{liberty}"

    def _further_gutter(self, row: ViewRow, marked: Marked) -> str:
        """The text before the lines of a row below its first."""
        is_changed, digits = row.kind is not ViewKind.EQUAL, self._layout.digits
        bar, meant = (_bar(marked), marked[1]) if is_changed else (" ", " ")
        return f"{bar}{'':>{digits if self._layout.split else 2 * digits + 1}}{meant}↪ "

    def _liberty(self, row: ViewRow, is_old: bool) -> tuple[str, Style]:
        """The sign of a line that is not as the block has it, and its style; a blank for others."""
        # In one column a line that stays is drawn once, and it is a line of the file.
        is_old = is_old or (row.kind is ViewKind.EQUAL and not self._layout.split)
        if is_old:
            ignored = None if row.old is None else self._differences.ignored.get(row.old)
            # No model writes carriage returns: in a file of them every line would have the sign.
            is_said = ignored is not None and ignored is not DifferenceKind.LINE_END
            return (IGNORED, self._palette.ignored) if is_said else _NO_MARK
        if row.kind is ViewKind.EQUAL or row.new is None:
            return _NO_MARK
        kind = self._differences.adjusted.get(row.new)
        return _NO_MARK if kind is None else (ADJUSTED[kind], self._palette.adjusted)

    def _style(self, row: ViewRow, is_old: bool) -> Style:
        palette = self._palette
        if row.kind is ViewKind.EQUAL:
            return palette.text
        if self._over.whitespace is Whitespace.IGNORED and self._is_blank_change(row):
            return palette.dim
        return palette.removed if is_old else palette.added

    # Its text

    def _body(self, row: ViewRow, part: int, *, is_old: bool) -> Body:
        """The lines that a part of a side takes, without what is before them."""
        layout = self._layout
        text, line = layout.sides(row)[0 if is_old else 1], row.old if is_old else row.new
        assert text is not None and line is not None
        style = self._style(row, is_old)
        if not layout.wraps:
            return [self._cut(row, line, text, style, is_old=is_old)]
        piece, starts = layout.starts(text, part)
        cells = cells_of(piece, whitespace=self._shows_whitespace(row))
        layers = self._layers(row, line, text, part * layout.part_length, len(piece), is_old=is_old)
        body: Body = []
        for start, end in pairwise((*starts, len(piece))):
            segments = cells.segments(start, end, style, layers)
            body.append(_fitted(segments, cells.columns[end] - cells.columns[start], layout.room, style))
        return body

    def _cut(self, row: ViewRow, line: int, text: str, style: Style, *, is_old: bool) -> list[Segment]:
        """The part of a line that fits, with a mark at each end that is cut off."""
        room, offset, low = self._layout.room, self._offset, 0
        goes_on = False
        if len(text) > _LONG:
            # Of such a line a character is taken for a cell, until it is in sight.
            low, offset = min(offset, len(text)), 0
            goes_on = len(text) > low + room
            piece = text[low : low + room + 1]
        else:
            piece = text
        cells = cells_of(piece, whitespace=self._shows_whitespace(row))
        left = cells.width - offset
        before, after = self._offset > 0 and left > 0, left > room or goes_on
        layers = self._layers(row, line, text, low, len(piece), is_old=is_old)
        mark = self._palette.mark + style
        first = offset + before
        start = bisect_left(cells.columns, first) if first < cells.width else len(piece)
        gap = min(max(cells.columns[start] - first, 0), room)
        inner = max(room - before - after - gap, 0)
        end = cells.last_within(start, inner)
        segments = [
            *([Segment(own("‹"), mark)] if before else ()),
            *([Segment(" " * gap, style)] if gap else ()),
            *cells.segments(start, end, style, layers),
        ]
        taken = before + gap + cells.columns[end] - cells.columns[start]
        segments = _fitted(segments, taken, room - after, style)
        return [*segments, Segment(own("›"), mark)] if after else segments

    # What is laid over it

    def _layers(
        self, row: ViewRow, line: int, text: str, low: int, length: int, *, is_old: bool
    ) -> list[Layer]:
        """Styles for so many characters of a line from `low` on, counted from there."""
        palette, over, same = self._palette, self._over, row.kind is ViewKind.EQUAL
        tokens: Sequence[Token] = ()
        if len(text) <= _LONG:
            tokens = over.tokens(True, row.old) if same and row.old is not None else over.tokens(is_old, line)
        is_plain = text.isascii() and text.isprintable()
        if same and is_plain and not (tokens or over.needle or over.selection or self._layout.whitespace):
            # Most lines, until their tokens are known.
            return []
        raw = self._rows.alignment.lines[line] if is_old else self._rows.alignment.new_line(line)
        body = len(line_body(raw))
        spans: list[list[tuple[int, int, Style]]] = []
        spans.append([(s, e, palette.syntax[kind]) for s, e, kind in tokens if kind in palette.syntax])
        if not same and self._style(row, is_old) is not palette.dim:
            word = palette.removed_word if is_old else palette.added_word
            spans.append([(s, e, word) for s, e in self._words(row, text, is_old)])
        if self._layout.whitespace:
            found = _whitespace_runs(text, low, low + length, body)
            spans.append([(s, e, palette.mark if is_last else palette.blank) for s, e, is_last in found])
        odd = strange(text[low : low + length])
        spans.append([(low + s, low + e, palette.strange) for s, e in odd])
        if body < low + length:
            # A new line ends as the file's do, whatever the response's ended in.
            is_adjusted = not is_old and row.kind is not ViewKind.EQUAL and raw.endswith(("\r\n", "\r"))
            spans.append([(body, len(text), palette.adjusted if is_adjusted else palette.mark)])
        if over.needle is not None:
            as_old = is_old or row.kind is ViewKind.EQUAL
            at = row.old if as_old and row.old is not None else line
            spans.append(self._found(at, text[:body], low, length, is_old=as_old))
        if over.selection is not None and over.selection.is_old is is_old:
            selected = over.selection.span(line, body)
            spans.append([(*selected, palette.selected)] if selected else [])
        shifted = ([(s - low, e - low, style) for s, e, style in layer] for layer in spans)
        return [
            [(max(s, 0), min(e, length), style) for s, e, style in layer if s < length and e > 0]
            for layer in shifted
        ]

    def _found(
        self, line: int, text: str, low: int, length: int, *, is_old: bool
    ) -> list[tuple[int, int, Style]]:
        """The search hits, also those that reach over the edge of the part in sight."""
        needle, current = self._over.needle, self._over.current
        assert needle is not None
        first = max(low - len(needle.text), 0) if len(text) > _LONG else 0
        end = low + length + len(needle.text) if len(text) > _LONG else len(text)
        at = current.start if current is not None and (current.is_old, current.line) == (is_old, line) else -1
        return [
            (s + first, e + first, self._palette.current if s + first == at else self._palette.match)
            for s, e in needle.spans(text[first:end])
        ]

    def _words(self, row: ViewRow, text: str, is_old: bool) -> Sequence[Span]:
        old, new = self._partners(row)
        if old is None or new is None:
            return ()
        spans = changed_words(old, new)[0 if is_old else 1]
        if self._over.whitespace is Whitespace.IGNORED:
            return [(start, end) for start, end in spans if text[start:end].strip()]
        return spans

    def _partners(self, row: ViewRow) -> tuple[str | None, str | None]:
        old, new = self._rows.partner(row)
        alignment = self._rows.alignment
        return (
            None if old is None else line_body(alignment.lines[old]),
            None if new is None else line_body(alignment.new_line(new)),
        )

    def _shows_whitespace(self, row: ViewRow) -> bool:
        """True if whitespace is shown as signs: also where both sides would look the same without."""
        if self._layout.whitespace or row.kind is ViewKind.EQUAL:
            return self._layout.whitespace
        return self._over.whitespace is Whitespace.PLAIN and looks_the_same(*self._partners(row))

    def _is_blank_change(self, row: ViewRow) -> bool:
        return row.kind is not ViewKind.EQUAL and is_blank_change(*self._partners(row))


def _bar(marked: Marked) -> str:
    """The prefix of wrapped lines: a bar goes on, the mark of a row is not repeated."""
    return marked[0] if marked == PLAIN else " "


def _fitted(segments: list[Segment], taken: int, room: int, style: Style) -> list[Segment]:
    """The segments in just so many cells, of which they take some or more."""
    if taken <= room:
        return _padded(segments, room - taken, style)
    return list(Strip(segments, taken).crop(0, room))


def _padded(segments: list[Segment], cells: int, style: Style) -> list[Segment]:
    """The segments with so many cells of a style after them, as few segments as that takes."""
    if cells <= 0:
        return segments
    if segments and segments[-1].style is style:
        return [*segments[:-1], Segment(segments[-1].text + " " * cells, style)]
    return [*segments, Segment(" " * cells, style)]


def _whitespace_runs(text: str, low: int, end: int, body: int) -> Iterator[tuple[int, int, bool]]:
    """The runs of whitespace in a part of a line, and whether nothing follows."""
    for found in _BLANKS.finditer(text, low, min(end, body)):
        yield found.start(), found.end(), found.end() == body


# The lens: the two versions of one line, one above the other, where a screen's width shows half of it


def lens_lines(rows: DiffRows, row: int, palette: Palette, width: int) -> list[list[Segment]]:
    """The old and the new version of the line on a row, around what differs, in `width` cells each."""
    shown = rows[row]
    if shown.kind is ViewKind.FOLD:
        nothing = ((" LENS   ", None, (), palette.text), ("        ", None, (), palette.text))
        return _lens_sides(nothing, (palette.text, palette.text), palette, width)
    old, new = rows.partner(shown) if shown.kind is not ViewKind.EQUAL else (shown.old, None)
    before = None if old is None else line_body(rows.alignment.lines[old])
    after = None if new is None else line_body(rows.alignment.new_line(new))
    words: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())
    if before is not None and after is not None:
        words = changed_words(before, after)
    sides: tuple[_Side, _Side]
    if shown.kind is ViewKind.EQUAL:
        sides = (" LENS   ", before, (), palette.text), ("        ", None, (), palette.text)
        return _lens_sides(sides, (palette.text, palette.text), palette, width)
    sides = (
        (" LENS − ", before, words[0], palette.removed),
        ("      + ", after, words[1], palette.added),
    )
    return _lens_sides(sides, (palette.removed_word, palette.added_word), palette, width)


def _lens_sides(
    sides: tuple[_Side, _Side], words: tuple[Style, Style], palette: Palette, width: int
) -> list[list[Segment]]:
    """Both begin at the same character: the first, or where a line is too long a little before the change."""
    room = max(width - len(sides[0][0]), 1)
    change = min((span[0] for side in sides for span in side[2]), default=0)
    longest = max(len(text or "") for _, text, _, _ in sides)
    low = max(change - room, 0) if longest > _LONG else 0
    pieces = [
        (text or "")[low : low + 3 * room] if longest > _LONG else text or "" for _, text, _, _ in sides
    ]
    cells = [cells_of(piece) for piece in pieces]
    lefts = [
        max(min(found.columns[min(change - low, len(piece))] - room // 3, found.width - room), 0)
        for found, piece in zip(cells, pieces, strict=True)
    ]
    lines: list[list[Segment]] = []
    for (head, text, spans, style), word, found, piece in zip(sides, words, cells, pieces, strict=True):
        layer: Layer = [
            (max(s - low, 0), min(e - low, len(piece)), word)
            for s, e in spans
            if s - low < len(piece) and e > low
        ]
        odd: Layer = [(start, end, palette.strange) for start, end in strange(piece)]
        body = Strip(found.segments(0, len(piece), style, [layer, odd]), found.width)
        body = body.crop(max(lefts), max(lefts) + room).extend_cell_length(room, style if text else None)
        lines.append(list(Strip([Segment(own(head), palette.number), *body]).adjust_cell_length(width)))
    return lines
