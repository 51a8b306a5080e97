"""The diff: both sides drawn by one widget, at a cost that depends on the rows in sight only."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from editreview.alignment import Alignment
from editreview.review import Shown
from editreview.tui.diff.marks import PLAIN, Marks
from editreview.tui.diff.paint import STYLES, Liberties, Painter, Palette
from editreview.tui.diff.rows import DiffRows, ViewRow
from editreview.tui.widgets.lines import PaneWidget

SPLIT_WIDTH = 84
"""Cells below which two sides are too narrow to read."""
_CONTEXTS = (3, 10, 25, 100, 1000)
_AS_FITS = -1
_MORE_OR_LESS = 2
"""Lines by which the height may change before the rows are arranged anew."""
_SIDEWAYS = 8
_MOST_DRAWN = 2_000
"""Rows whose strips are kept."""
_BARS = {"diff--text": " ", "diff--thumb": "┃", "diff--track": "│"}


class DiffView(PaneWidget):
    """One block's two sides, with a cursor line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*STYLES.values(), "diff--title", *_BARS}

    @dataclass
    class Scrolled(Message):
        """The cursor or the layout changed, and not by a key."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._shown: Shown | None = None
        self._kept: Collection[int] = ()
        self._rows: DiffRows | None = None
        self._painter: Painter | None = None
        self._drawn: dict[tuple[int, bool, str, tuple[str, str]], Strip] = {}
        self._marks: Marks | None = None
        self.range_start: int | None = None
        """The row at which a range begins that ends at the cursor."""
        self._arranged_for = self.size
        self._layout_wanted = "auto"
        self._around: int | None = _AS_FITS
        self._top = 0
        self._cursor = 0
        self._offset = 0

    @property
    def is_split(self) -> bool:
        if self._layout_wanted == "auto":
            return self.size.width >= SPLIT_WIDTH and not self._is_one_sided
        return self._layout_wanted == "split"

    @property
    def _is_one_sided(self) -> bool:
        """Whether half a screen would tell nothing: a file that is new, deleted or the same on both sides."""
        alignment = None if self._shown is None else self._shown.alignment
        is_both = alignment is None or (alignment.hunks and len(alignment.lines) and alignment.new_length)
        return not is_both

    @property
    def height(self) -> int:
        """Rows in sight, the titles aside."""
        return max(self.size.height - 1, 1)

    @property
    def hunk(self) -> tuple[int, int]:
        """The hunk the cursor is in or after, from 1, and how many there are."""
        tops = self._rows.hunk_tops if self._rows else []
        return max(sum(1 for top in tops if top <= self._cursor), min(len(tops), 1)), len(tops)

    @property
    def alignment(self) -> Alignment | None:
        return None if self._shown is None else self._shown.alignment

    def mark(self, marks: Marks | None) -> None:
        """Say in the gutter which rows are in."""
        if marks != self._marks:
            self._marks = marks
            self.refresh()

    def hunk_rows(self) -> list[ViewRow]:
        """The changed lines from where the range begins to the cursor, or the one that the cursor is on."""
        start = self._cursor if self.range_start is None else self.range_start
        return [] if self._rows is None else self._rows.changed(*sorted((self._cursor, start)))

    def begin_range(self) -> None:
        """Begin a range at the cursor."""
        self.range_start = self._cursor
        self.refresh()

    def to_next_change(self) -> None:
        """Put the cursor on the next changed line, if there is one."""
        if self._rows is not None:
            self._move_to(self._rows.next_change(self._cursor))

    def old_and_new(self) -> tuple[int, int]:
        """The lines of both sides, 0-based, at the cursor or next above it."""
        return (0, 0) if self._rows is None else self._rows.lines_at(self._cursor)

    def show(self, shown: Shown | None, kept: Collection[int] = ()) -> None:
        """Show a block from its first hunk on, and in any case these lines of the old side, 0-based."""
        self._shown, self._kept = shown, kept
        self._offset = 0
        self._arrange()
        self.to_hunk(0)

    def show_again(self, shown: Shown, kept: Collection[int] = ()) -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._shown, self._kept = shown, kept
        self._arrange()
        self._move_to(self._cursor)

    def lay_out(self, layout: str) -> None:
        """Use `split`, `unified` or, by width, `auto`."""
        self._layout_wanted = layout
        self._keep_line()

    def change_context(self, step: int) -> str:
        """Show more or fewer lines around the hunks, or with 0 all. Returns what is shown, for people."""
        now = self._lines_around()
        if step == 0:
            self._around = None
        elif step > 0:
            self._around = next((lines for lines in _CONTEXTS if now is not None and lines > now), None)
        else:
            fewer = [lines for lines in _CONTEXTS if now is None or lines < now]
            self._around = fewer[-1] if fewer else _CONTEXTS[0]
        self._keep_line()
        return "the whole file" if self._around is None else f"{self._around} lines around each hunk"

    def _lines_around(self) -> int | None:
        """Equal lines shown around each hunk: at first as many as fill the screen."""
        if self._around != _AS_FITS or self._shown is None:
            return self._around
        return max(_CONTEXTS[1], self.height // (len(self._shown.alignment.hunks) + 1))

    def move(self, rows: int) -> bool:
        """Move the cursor. Returns whether it moved."""
        return self._move_to(self._cursor + rows)

    def half_page(self, direction: int) -> None:
        self._move_to(self._cursor + direction * max(self.height // 2, 1))

    def to_end(self, direction: int) -> None:
        self._move_to(len(self._rows or ()) - 1 if direction > 0 else 0)

    def to_hunk(self, index: int) -> None:
        """Put the cursor on a hunk, with some of what is before it in sight."""
        tops = self._rows.hunk_tops if self._rows else []
        if not tops:
            self._move_to(0)
            return
        row = tops[max(min(index, len(tops) - 1), -len(tops))]
        self._top = max(row - max(self.height // 4, 1), 0)
        self._move_to(row)

    def to_old_line(self, line: int) -> None:
        """Put the cursor on a line of the old side, 0-based, or on the fold it is in."""
        if self._rows is not None:
            self._move_to(self._rows.row_of(line))

    def step_hunk(self, direction: int) -> bool:
        """Go to the next hunk or the one before. Returns False if there is none."""
        tops = self._rows.hunk_tops if self._rows else []
        ahead = [top for top in tops if (top > self._cursor if direction > 0 else top < self._cursor)]
        if not ahead:
            return False
        self.to_hunk(tops.index(ahead[0] if direction > 0 else ahead[-1]))
        return True

    def sideways(self, direction: int) -> None:
        self._offset = max(self._offset + direction * _SIDEWAYS, 0)
        self._painter = None
        self.refresh()

    def _keep_line(self) -> None:
        """Arrange the rows anew with the cursor in the same hunk, a range as it was."""
        hunk, was, start, cursor = self.hunk[0], self._rows, self.range_start, self._cursor
        self._arrange()
        if start is not None and was is not None and self._rows is not None and self._rows.is_like(was):
            self.range_start = self._rows.row_as_in(was, start)
            self._move_to(self._rows.row_as_in(was, cursor))
        else:
            self.to_hunk(max(hunk - 1, 0))

    def _arrange(self) -> None:
        self._painter = self.range_start = None
        self._arranged_for = self.size
        if self._shown is None:
            self._rows = None
        else:
            self._rows = DiffRows(
                self._shown.alignment, split=self.is_split, context=self._lines_around(), kept=self._kept
            )
        self.refresh()

    def _move_to(self, row: int) -> bool:
        last = max(len(self._rows or ()) - 1, 0)
        row = max(0, min(row, last))
        before, top = self._cursor, self._top
        self._cursor = row
        # The cursor keeps a few rows of what is ahead in sight.
        margin = min(3, self.height // 4)
        self._top = max(min(self._top, row - margin), row + margin - self.height + 1)
        self._top = max(0, min(self._top, last - self.height + 1))
        if top == self._top:
            self.refresh_lines({before - top + 1, row - top + 1})
        else:
            self.refresh()
        return row != before

    def on_resize(self) -> None:
        width, height = self._arranged_for
        if self.size.width == width and abs(self.size.height - height) <= _MORE_OR_LESS:
            # A message above took a line or gave one back: what was in sight stays there.
            self._move_to(self._cursor)
            self.refresh()
        else:
            self._keep_line()
        self.post_message(self.Scrolled())

    def notify_style_update(self) -> None:
        self._painter = None
        super().notify_style_update()

    def _paint(self, rows: DiffRows, shown: Shown) -> Painter:
        if self._painter is None:
            self._drawn.clear()
            palette = Palette(**{name: self.style_of(found) for name, found in STYLES.items()})
            width, said = max(self.area.width - 1, 1), Liberties(shown.forgiven, shown.adjusted)
            self._painter = Painter(rows, palette, width, self._offset, said, split=self.is_split)
        return self._painter

    def line(self, y: int) -> Strip:
        rows = self._rows
        if rows is None or self._shown is None:
            return Strip([])
        if y == 0:
            return self._titles(self._shown)
        row = self._top + y - 1
        if row >= len(rows):
            return Strip([])
        painter, bar = self._paint(rows, self._shown), self._scrollbar(y - 1, len(rows))
        painter.marks = self._marks
        marked = PLAIN if self._marks is None else self._marks.cells(rows[row])
        key = (row, row == self._cursor, bar, marked)
        if key not in self._drawn:
            if len(self._drawn) == _MOST_DRAWN:
                self._drawn.clear()
            segments = painter.segments(row, is_cursor=row == self._cursor)
            self._drawn[key] = Strip([*segments, Segment(_BARS[bar], self.style_of(bar))], self.area.width)
        return self._drawn[key]

    def _titles(self, shown: Shown) -> Strip:
        width = self.area.width
        if not self.is_split:
            return self.strip([(f" {shown.old_title} → {shown.new_title}".ljust(width), "diff--title")])
        left = (width - 2) // 2
        text = f" {shown.old_title}".ljust(left)[:left] + f"│ {shown.new_title}".ljust(width - left)
        return self.strip([(text, "diff--title")])

    def _scrollbar(self, y: int, total: int) -> str:
        """The part of the scrollbar beside line `y`."""
        height = max(self.area.height - 1, 1)
        if total <= height:
            return "diff--text"
        inside = self._top * height // total <= y <= (self._top + height) * height // total
        return "diff--thumb" if inside else "diff--track"

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(3, event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(-3, event)

    def _wheel(self, rows: int, event: events.MouseEvent) -> None:
        event.stop()
        last = max(len(self._rows or ()) - self.height, 0)
        self._top = max(0, min(self._top + rows, last))
        self._cursor = max(self._top, min(self._cursor, self._top + self.height - 1))
        self.refresh()
        self.post_message(self.Scrolled())

    def on_click(self, event: events.Click) -> None:
        if event.y > 0 and self._rows is not None and self._top + event.y - 1 < len(self._rows):
            # Without the margin that keys keep: the line must not run away from under the mouse.
            self._cursor = self._top + event.y - 1
            self.refresh()
            self.post_message(self.Scrolled())
