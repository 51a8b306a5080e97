"""The visible lines of a diff, the cursor among its rows, text selected with the mouse, and the search.

A search finds plain text on both sides. Case is ignored if the text has no capitals. Lines that are equal on
both sides count once, as lines of the old side.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from editreview.alignment import Alignment, Span, changed_words
from editreview.text import Lines, line_body
from editreview.tui.diff import DiffRows, ViewRow, packed
from editreview.tui.diff.layout import Layout, Spot, cells_of

LENS = 3
"""Lines of the lens."""
_LENS_HEIGHT = 24
"""Minimum lines of a widget with a lens."""
_SIDEWAYS = 8
"""Cells of a step sideways."""
_LONG = 4_096
"""Characters from which a line is scrolled to its first change."""

_START = Spot(0)


class Viewport:
    """The scroll position, the cursor, and their motions. The widget compares before and after to redraw."""

    def __init__(self) -> None:
        self.layout: Layout | None = None
        self._filled: Layout | None = None
        """The layout if it has rows: in a file without lines, nothing moves and nothing is visible."""
        self.lines = 0
        """The height of the widget: titles, rows and lens."""
        self.cursor = 0
        """The row of the cursor."""
        self.range_start: int | None = None
        """The row at which the range begins; it ends at the cursor."""
        self.offset = 0
        """Cells scrolled out at the left."""
        self._top = Spot(0)
        self._spots: list[Spot] | None = None
        self._bars: list[str] | None = None
        self._ticks: tuple[DiffRows | None, int, frozenset[int]] = (None, 0, frozenset())
        """Some rows, a height, and the lines of a scrollbar of that height that have a hunk beside them."""

    def show(self, layout: Layout | None, lines: int) -> None:
        """Show another layout in `lines` lines; the cursor and the first line keep their numbers."""
        self.layout, self.lines = layout, lines
        self._filled = layout if layout is not None and len(layout.rows) else None
        self._spots = self._bars = None

    @property
    def rows(self) -> DiffRows | None:
        """The rows; None if there are none."""
        return None if self._filled is None else self._filled.rows

    @property
    def lens_height(self) -> int:
        """Lines of the lens, which shows the whole cursor line where lines are cut and there is room."""
        layout = self.layout
        is_cut = layout is not None and layout.split and not layout.wraps
        return LENS if is_cut and self.lines >= _LENS_HEIGHT else 0

    @property
    def height(self) -> int:
        """Lines for rows, without titles and lens."""
        return max(self.lines - 1 - self.lens_height, 1)

    @property
    def top(self) -> Spot:
        """The first visible line."""
        return self._top

    @top.setter
    def top(self, top: Spot) -> None:
        if top != self._top:
            self._top, self._spots, self._bars = top, None, None

    @property
    def spots(self) -> list[Spot]:
        """The visible lines below the titles, from the top."""
        if self._spots is None:
            self._spots = [] if self._filled is None else self._filled.below(self._top, self.height)
        return self._spots

    @property
    def scrollbar(self) -> list[str]:
        """The part of the scrollbar beside each visible line; empty if all rows are visible.

        A part is `thumb` or `track`, followed by ` hunk` where there is a hunk.
        """
        if self._bars is None:
            self._bars = self._scrollbar()
        return self._bars

    def _scrollbar(self) -> list[str]:
        spots, layout, height = self.spots, self._filled, self.height
        if layout is None or not spots or (self._top == _START and spots[-1] == layout.end):
            return [""] * len(spots)
        rows, total = layout.rows, len(layout.rows)
        if self._ticks[:2] != (rows, height):
            ticks = {
                tick
                for top, end in rows.hunk_spans
                for tick in range(top * height // total, (end - 1) * height // total + 1)
            }
            self._ticks = (rows, height, frozenset(ticks))
        first, last = spots[0].row * height // total, spots[-1].row * height // total
        bars = ["thumb" if first <= y <= last else "track" for y in range(len(spots))]
        return [f"{bar} hunk" if y in self._ticks[2] else bar for y, bar in enumerate(bars)]

    def lines_of(self, rows: set[int]) -> list[int]:
        """The lines of the widget that show some rows."""
        return [y for y, spot in enumerate(self.spots, 1) if spot.row in rows]

    def spot_at(self, y: int) -> Spot | None:
        """The screen line on a line of the widget."""
        return self.spots[y - 1] if 1 <= y <= len(self.spots) else None

    @property
    def cursor_y(self) -> int:
        """The first line of the widget that shows the cursor's row."""
        return next(iter(self.lines_of({self.cursor})), 0)

    @property
    def hunk(self) -> tuple[int, int]:
        """The hunk the cursor is in or after, from 1, and how many there are."""
        tops = self._hunk_tops
        return max(sum(1 for top in tops if top <= self.cursor), min(len(tops), 1)), len(tops)

    @property
    def _hunk_tops(self) -> list[int]:
        return [] if self._filled is None else self._filled.rows.hunk_tops

    @property
    def chosen(self) -> list[ViewRow]:
        """The changed rows of the range, or at the cursor."""
        start = self.cursor if self.range_start is None else self.range_start
        return [] if self.rows is None else self.rows.changed(*sorted((self.cursor, start)))

    # Motions of the cursor

    def move(self, rows: int) -> None:
        """Move the cursor; a row that is higher than the screen is scrolled through line by line."""
        if abs(rows) != 1 or not self._creep(rows):
            self.move_to(self.cursor + rows)

    def _creep(self, lines: int) -> bool:
        """Scroll by lines inside the cursor's row. Returns False if its end is visible."""
        layout, spots = self._filled, self.spots
        if layout is None or not spots:
            return False
        goes_on = layout.last(self.cursor) > spots[-1] if lines > 0 else Spot(self.cursor) < spots[0]
        if goes_on:
            self.top = layout.down(self.top, lines) if lines > 0 else layout.up(self.top, -lines)
        return goes_on

    def half_page(self, direction: int) -> None:
        layout, half = self._filled, max(self.height // 2, 1)
        if layout is None:
            return
        at = max(Spot(self.cursor), self.top) if layout.wraps else Spot(self.cursor)
        to = layout.down(at, half) if direction > 0 else layout.up(at, half)
        if to.row != self.cursor or not layout.wraps:
            self.move_to(to.row)
        else:
            self._scroll_to(layout.down(self.top, half) if direction > 0 else layout.up(self.top, half))

    def to_end(self, direction: int) -> None:
        self.move_to(len(self.rows or ()) - 1 if direction > 0 else 0)

    def to_hunk(self, index: int) -> None:
        """Put the cursor on a hunk, with some lines above it visible."""
        tops, layout = self._hunk_tops, self._filled
        if not tops or layout is None:
            self.move_to(0)
            return
        row = tops[max(min(index, len(tops) - 1), -len(tops))]
        self.top = layout.up(Spot(row), max(self.height // 4, 1))
        self.move_to(row)
        if self.is_fitted:
            self._fit()
        rows = layout.rows
        old, new = rows.partner(rows[row])
        if old is not None and new is not None:
            texts = (rows.alignment.lines[old], rows.alignment.new_line(new))
            if max(map(len, texts)) > _LONG:
                spans = changed_words(line_body(texts[0]), line_body(texts[1]))
                self.reveal(row, next((span[0] for side in spans for span in side), 0), is_old=True)

    @property
    def is_fitted(self) -> bool:
        """True if all hunks of a block without a match are in sight, if possible: on the first one."""
        rows = self.rows
        return rows is not None and rows.has_appendix and self._hunk_tops[:1] == [self.cursor]

    def _fit(self) -> None:
        """Scroll down to the end of the last hunk, but not beyond the cursor."""
        layout = self._filled
        assert layout is not None
        end = layout.last(max(layout.rows.hunk_spans[-1][1] - 1, 0))
        self.top = max(self.top, min(layout.up(end, self.height - 1), Spot(self.cursor)))

    def step_hunk(self, direction: int) -> bool:
        """Go to the next or previous hunk. Returns False if there is none."""
        tops = self._hunk_tops
        ahead = [top for top in tops if (top > self.cursor if direction > 0 else top < self.cursor)]
        if not ahead:
            return False
        self.to_hunk(tops.index(ahead[0] if direction > 0 else ahead[-1]))
        return True

    def to_next_change(self) -> bool:
        """Put the cursor on the next changed line. Returns False if there is none."""
        before = self.cursor
        if self.rows is not None:
            self.move_to(self.rows.next_change(self.cursor))
        return self.cursor != before

    def to_old_line(self, line: int) -> None:
        """Put the cursor on a line of the old side, 0-based, or on its fold."""
        if self.rows is not None:
            self.move_to(self.rows.row_of(line))

    def to_line(self, line: int, *, is_old: bool) -> None:
        """Put the cursor on a line of a side, 0-based, or on its fold."""
        if self.rows is not None:
            self.move_to(min(self.rows.row_at(line, is_old=is_old), len(self.rows) - 1))

    def move_to(self, row: int) -> None:
        """Put the cursor on a row, with a few lines ahead of it visible."""
        row = max(0, min(row, len(self.rows or ()) - 1))
        before, self.cursor = self.cursor, row
        if not self._has_room():
            self._scroll_to(self._top_for(before))

    def _has_room(self) -> bool:
        """True if the cursor's row and a few lines on both sides of it are visible already."""
        spots, margin = self.spots, self._margin
        if len(spots) < self.height:
            return False
        at = [index for index, spot in enumerate(spots) if spot.row == self.cursor]
        if not at or not margin <= at[0] <= at[-1] < len(spots) - margin:
            return False
        # The row may begin above the first visible line, or end below the last one.
        return bool(margin) or (spots[at[0]] == Spot(self.cursor) and self._ends(spots[at[-1]]))

    def _ends(self, spot: Spot) -> bool:
        return self._filled is not None and self._filled.last(spot.row) == spot

    @property
    def _margin(self) -> int:
        return min(3, self.height // 4)

    def _top_for(self, before: int) -> Spot:
        """The first visible line when the cursor comes from row `before`."""
        layout = self._filled
        if layout is None:
            return Spot(0)
        first, last = Spot(self.cursor), layout.last(self.cursor)
        latest, earliest = layout.up(first, self._margin), layout.up(last, self.height - 1 - self._margin)
        if earliest <= latest:
            return max(earliest, min(self.top, latest))
        if self.cursor == before:
            return max(latest, min(self.top, last))
        return latest if self.cursor > before else earliest

    # Scrolling

    def _scroll_to(self, top: Spot) -> None:
        """Make a line the first visible one, or an earlier one if the end would leave empty lines."""
        self.top = top
        if self._filled is not None and len(self.spots) < self.height:
            self.top = min(top, self._filled.up(self._filled.end, self.height - 1))

    def scroll(self, lines: int) -> None:
        """Scroll by lines; the cursor stays on a visible row."""
        layout = self._filled
        if layout is None:
            return
        self._scroll_to(layout.down(self.top, lines) if lines > 0 else layout.up(self.top, -lines))
        self.cursor = max(self.spots[0].row, min(self.cursor, self.spots[-1].row))

    def put_below(self, row: int, lines: int) -> None:
        """Put the cursor on a row, `lines` lines below the first visible one if possible."""
        self.cursor = row
        if self._filled is not None:
            self.top = self._filled.up(Spot(row), lines)

    def sideways(self, direction: int) -> None:
        self.offset = max(self.offset + direction * _SIDEWAYS, 0)

    def reveal(self, row: int, character: int, *, is_old: bool) -> None:
        """Scroll to a character of the cursor's row."""
        layout = self._filled
        if layout is None:
            return
        if layout.wraps:
            spot = layout.spot_of(row, character, is_old=is_old)
            if spot not in self.spots:
                self.top = layout.up(spot, self.height // 3)
            return
        text = layout.text_of(row, is_old=is_old) or ""
        column = character if len(text) > _LONG else cells_of(text).columns[min(character, len(text))]
        if not self.offset <= column < self.offset + layout.room - _SIDEWAYS:
            self.offset = max(column - layout.room // 3, 0) if column >= layout.room - _SIDEWAYS else 0


_LONG_SELECTED = 4_096
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
        if len(text) > _LONG_SELECTED:
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


MAX_HITS = 9_999
"""Hits after which a search ends."""
_QUICK = 1_000_000
"""Characters of a text that is searched on the event loop."""
_QUICK_LINES = 20_000
"""Added lines that are searched on the event loop."""


class Needle(Struct, frozen=True):
    """The text to search for; at least one character."""

    text: str

    @property
    def is_folded(self) -> bool:
        """True if case is ignored."""
        return self.text == self.text.lower()

    def spans(self, text: str) -> Iterator[Span]:
        """The positions of the hits in a text, from left to right, not overlapping."""
        if not self.is_folded:
            return self._found(text, self.text)
        folded = text.lower()
        if len(folded) == len(text):
            return self._found(folded, self.text)
        # Some capitals have two lower-case characters, which would shift the positions after them.
        pattern = re.compile(re.escape(self.text), re.IGNORECASE)
        return (found.span() for found in pattern.finditer(text))

    def _found(self, text: str, needle: str) -> Iterator[Span]:
        at = text.find(needle)
        while at >= 0:
            yield at, at + len(needle)
            at = text.find(needle, at + len(needle))


class TextHit(Struct, frozen=True):
    """One occurrence of the text."""

    is_old: bool
    line: int
    """The line of its side, 0-based."""
    start: int
    """The character of the line, 0-based."""


class TextSearch:
    """The state of a search: its text, the hits on both sides, and the one the cursor is on."""

    def __init__(self) -> None:
        self.needle: Needle | None = None
        """The text; None while there is no search."""
        self.hits: list[TextHit] = []
        self.at: int | None = None
        """The index of the current hit."""
        self.is_running = False
        """True while another thread searches."""

    @property
    def text(self) -> str:
        return "" if self.needle is None else self.needle.text

    @property
    def current(self) -> TextHit | None:
        """The hit that the cursor went to last."""
        return None if self.at is None else self.hits[self.at]

    @property
    def state(self) -> str:
        """The text and the position among the hits, for the user; empty if there is no search."""
        if self.needle is None:
            return ""
        total = len(self.hits)
        many = f"{MAX_HITS}+" if total >= MAX_HITS else str(total)
        count = "…" if self.is_running else f"{0 if self.at is None else self.at + 1}/{many}"
        return f"/{self.needle.text} {count}"

    def end(self) -> None:
        """End the search."""
        self.needle = None
        self.forget()
        self.is_running = False

    def forget(self) -> None:
        """Drop the hits, because the sides have changed."""
        self.hits, self.at = [], None

    def found(self, hits: list[TextHit], before: TextHit | None = None) -> None:
        """Set the hits, and keep the current one if it is among them.

        Args:
            hits: The hits, in the order of the screen.
            before: The current hit of an earlier search for the same text.
        """
        self.hits, self.is_running = hits, False
        self.at = hits.index(before) if before in hits else None

    def index_near(self, rows: DiffRows, cursor: int, direction: int) -> int:
        """The first hit at or after the cursor's row, or with a negative direction the last one before it."""
        at = bisect_left(self.hits, cursor, key=lambda hit: rows.row_at(hit.line, is_old=hit.is_old))
        return at if direction > 0 else at - 1


def is_quick_to_search(alignment: Alignment) -> bool:
    """True if the sides are short enough to search on the event loop."""
    return len(alignment.lines.text) < _QUICK and alignment.additions < _QUICK_LINES


def find_text(
    alignment: Alignment, needle: Needle, *, split: bool, packs: bool = True, is_stale: Callable[[], bool]
) -> list[TextHit]:
    """Find the hits on both sides, in the order of the screen, at most `MAX_HITS`.

    Args:
        alignment: The two sides.
        needle: The text.
        split: True for two columns.
        packs: As for `DiffRows`.
        is_stale: Returns True once the result is not needed any more.
    """
    lines, found, at = alignment.lines, list[TextHit](), 0
    for number, hunk in enumerate(alignment.hunks):
        if is_stale() or len(found) >= MAX_HITS:
            break
        found += _hits(lines, at, hunk.old, needle, is_old=True)
        inside = [*_hits(lines, hunk.old, hunk.old_end, needle, is_old=True)]
        new = "".join(hunk.lines)
        inside += _hits(Lines(new, lines.separator), 0, len(hunk.lines), needle, is_old=False, shift=hunk.new)
        if split and inside:
            inside = _by_row(alignment, number, inside, packs=packs)
        found += inside
        at = hunk.old_end
    if len(found) < MAX_HITS:
        found += _hits(lines, at, len(lines), needle, is_old=True)
    return found[:MAX_HITS]


def _hits(
    lines: Lines, first: int, end: int, needle: Needle, *, is_old: bool, shift: int = 0
) -> Iterator[TextHit]:
    if first >= end:
        return
    start = lines.starts[first]
    for begin, last in islice(needle.spans(lines.text[start : lines.starts[end]]), MAX_HITS):
        line = lines.at(start + begin)
        column = start + begin - lines.starts[line]
        if last - begin + column <= len(line_body(lines[line])):
            yield TextHit(is_old, line + shift, column)


def _by_row(alignment: Alignment, number: int, hits: Sequence[TextHit], *, packs: bool) -> list[TextHit]:
    """Sort hits in one hunk by row, the old side of a row first."""
    rows, hunk = alignment.rows(number), alignment.hunks[number]
    if isinstance(rows, tuple):
        sides = [(row.old, row.new) for row in (packed(rows, number) if packs else rows)]
        order = {(True, old): i for i, (old, _) in enumerate(sides) if old is not None}
        order |= {(False, new): i for i, (_, new) in enumerate(sides) if new is not None}
    else:
        order = {(hit.is_old, hit.line): hit.line - (hunk.old if hit.is_old else hunk.new) for hit in hits}
    return sorted(hits, key=lambda hit: (order[hit.is_old, hit.line], not hit.is_old, hit.start))
