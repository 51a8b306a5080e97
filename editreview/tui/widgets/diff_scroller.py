"""Which rows of a diff are in sight, and the cursor among them."""

from textual.geometry import Offset

from editreview.texts import line_body
from editreview.tui.diff.cells import cells_of
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.rows import DiffRows
from editreview.tui.diff.words import changed_words
from editreview.tui.field_message import FieldMessage
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.lines import PaneWidget

LENS = 3
"""Lines of the lens."""
_LENS_HEIGHT = 24
"""Lines of the view from which on there is room for it."""
_SIDEWAYS = 8
_LONG = 4_096
"""Characters of a line in which a change or a match has to be brought into sight."""


class DiffScroller(PaneWidget):
    """Moves through rows that it is given."""

    class Scrolled(FieldMessage):
        """The cursor or the layout changed, and not by a key."""

        by_hand: bool = True
        """Whether a person did that, to read other lines."""

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id)
        self.keys = keys
        self._rows: DiffRows | None = None
        self._layout: Layout | None = None
        self._sight: list[Spot] | None = None
        self._top = Spot(0)
        self._cursor = 0
        self._offset = 0

    @property
    def lens_height(self) -> int:
        """Lines at the bottom that show the cursor line whole: where lines are cut, and there is room."""
        layout = self._layout
        is_cut = layout is not None and layout.split and not layout.wraps
        return LENS if is_cut and self.size.height >= _LENS_HEIGHT else 0

    @property
    def height(self) -> int:
        """Lines for rows: the titles and the lens aside."""
        return max(self.size.height - 1 - self.lens_height, 1)

    @property
    def in_sight(self) -> list[Spot]:
        """The lines below the titles, from the top."""
        if self._sight is None:
            self._sight = [] if self._layout is None else self._layout.below(self._top, self.height)
        return self._sight

    @property
    def cursor_y(self) -> int:
        """The line of the widget on which the cursor's row begins, or the first of it that is in sight."""
        return next((y for y, spot in enumerate(self.in_sight, 1) if spot.row == self._cursor), 0)

    def point(self) -> None:
        """Put the terminal's own cursor, which screen readers follow, on the line of ours."""
        self.app.cursor_position = self.region.offset + Offset(0, self.cursor_y)

    @property
    def hunk(self) -> tuple[int, int]:
        """The hunk the cursor is in or after, from 1, and how many there are."""
        tops = self._rows.hunk_tops if self._rows else []
        return max(sum(1 for top in tops if top <= self._cursor), min(len(tops), 1)), len(tops)

    def _draw_anew(self) -> None:
        """Nothing that was drawn holds any more."""
        self._sight = None
        self.refresh()

    def move(self, rows: int) -> bool:
        """Move the cursor, through a row that is higher than the screen line by line."""
        return (abs(rows) == 1 and self._creep(rows)) or self._move_to(self._cursor + rows)

    def _creep(self, lines: int) -> bool:
        """Bring more of the cursor's row into sight, if there is more of it that way."""
        layout, sight = self._layout, self.in_sight
        if layout is None or not sight:
            return False
        goes_on = layout.last(self._cursor) > sight[-1] if lines > 0 else Spot(self._cursor) < sight[0]
        if goes_on:
            self._look_at(layout.down(self._top, lines) if lines > 0 else layout.up(self._top, -lines))
        return goes_on

    def half_page(self, direction: int) -> None:
        layout, half = self._layout, max(self.height // 2, 1)
        if layout is None:
            return
        at = max(Spot(self._cursor), self._top) if layout.wraps else Spot(self._cursor)
        to = layout.down(at, half) if direction > 0 else layout.up(at, half)
        if to.row != self._cursor or not layout.wraps:
            self._move_to(to.row)
        else:
            top = layout.down(self._top, half) if direction > 0 else layout.up(self._top, half)
            self._look_at(min(top, layout.up(layout.end, self.height - 1)))

    def to_end(self, direction: int) -> None:
        self._move_to(len(self._rows or ()) - 1 if direction > 0 else 0)

    def to_hunk(self, index: int) -> None:
        """Put the cursor on a hunk, with some of what is before it in sight."""
        tops = self._rows.hunk_tops if self._rows else []
        if not tops or self._layout is None or self._rows is None:
            self._move_to(0)
            return
        row = tops[max(min(index, len(tops) - 1), -len(tops))]
        self._look_at(self._layout.up(Spot(row), max(self.height // 4, 1)))
        self._move_to(row)
        old, new = self._rows.partner(self._rows[row])
        if old is not None and new is not None:
            texts = (self._rows.alignment.lines[old], self._rows.alignment.new_line(new))
            if max(map(len, texts)) > _LONG:
                spans = changed_words(line_body(texts[0]), line_body(texts[1]))
                self._reveal(row, next((span[0] for side in spans for span in side), 0), is_old=True)

    def to_old_line(self, line: int) -> None:
        """Put the cursor on a line of the old side, 0-based, or on the fold it is in."""
        if self._rows is not None:
            self._move_to(self._rows.row_of(line))

    def to_line(self, line: int, *, is_old: bool) -> None:
        """Put the cursor on a line of a side, 0-based, or on the fold it is in."""
        if self._rows is not None and len(self._rows):
            self._move_to(min(self._rows.row_at(line, is_old=is_old), len(self._rows) - 1))

    def step_hunk(self, direction: int) -> bool:
        """Go to the next hunk or the one before. Returns False if there is none."""
        tops = self._rows.hunk_tops if self._rows else []
        ahead = [top for top in tops if (top > self._cursor if direction > 0 else top < self._cursor)]
        if not ahead:
            return False
        self.to_hunk(tops.index(ahead[0] if direction > 0 else ahead[-1]))
        return True

    def sideways(self, direction: int) -> str:
        """Go along the lines, if they are cut. Returns why not, for people."""
        if self._layout is not None and self._layout.wraps:
            return f"long lines go on below: {self.keys['view.wrap']} cuts them"
        self._offset = max(self._offset + direction * _SIDEWAYS, 0)
        self._draw_anew()
        return ""

    def _move_to(self, row: int) -> bool:
        row = max(0, min(row, len(self._rows or ()) - 1))
        before, self._cursor = self._cursor, row
        top = self._top_for(before)
        if top != self._top:
            self._look_at(top)
        else:
            rows, height = {before, row}, self.size.height
            drawn = {y for y, spot in enumerate(self.in_sight, 1) if spot.row in rows}
            self.refresh_lines(drawn | set(range(height - self.lens_height, height)))
        return row != before

    def _top_for(self, before: int) -> Spot:
        """The first line in sight when the cursor comes from row `before`."""
        layout, height = self._layout, self.height
        if layout is None or not len(layout.rows):
            return Spot(0)
        # The cursor keeps a few lines of what is ahead in sight.
        margin = min(3, height // 4)
        first, last = Spot(self._cursor), layout.last(self._cursor)
        latest, earliest = layout.up(first, margin), layout.up(last, height - 1 - margin)
        if earliest <= latest:
            top = max(earliest, min(self._top, latest))
        elif self._cursor == before:
            top = max(latest, min(self._top, last))
        else:
            top = latest if self._cursor > before else earliest
        return min(top, layout.up(layout.end, height - 1))

    def _look_at(self, top: Spot) -> None:
        """Begin at a line."""
        self._top = top
        self._sight = None
        self.refresh()

    def _reveal(self, row: int, character: int, *, is_old: bool) -> None:
        """Bring a character of the cursor's row into sight."""
        layout = self._layout
        if layout is None:
            return
        if layout.wraps:
            spot = layout.spot_of(row, character, is_old=is_old)
            if spot not in self.in_sight:
                self._look_at(layout.up(spot, self.height // 3))
            return
        text = layout.text_of(row, is_old=is_old) or ""
        column = character if len(text) > _LONG else cells_of(text).columns[min(character, len(text))]
        if not self._offset <= column < self._offset + layout.room - _SIDEWAYS:
            self._offset = max(column - layout.room // 3, 0) if column >= layout.room - _SIDEWAYS else 0
            self._draw_anew()
