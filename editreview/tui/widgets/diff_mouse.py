"""The mouse on a diff: the wheel, the line under a click, marks in the gutter, text of one side."""

from textual import events

from editreview.alignment import Alignment
from editreview.texts import line_body
from editreview.tui.diff.cells import cells_of
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.marks import IN, OUT, PARTLY
from editreview.tui.diff.overlays import Selection
from editreview.tui.diff.paint import ADJUSTED, FORGIVEN
from editreview.tui.diff.rows import DiffRows
from editreview.tui.field_message import FieldMessage
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_drawing import DiffDrawing

_LONG = 4_096
_WHEEL = 3


class DiffMouse(DiffDrawing):
    """Moves with the mouse, and selects with it."""

    ALLOW_SELECT = False

    class Marked(FieldMessage):
        """The mark of a row was clicked."""

        row: int
        """From the top of the view."""
        alignment: Alignment
        """The alignment on the screen at that time."""

    class Selected(FieldMessage):
        """Text of one side was selected."""

        text: str
        side: str
        """`old` or `new`."""

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id, keys=keys)
        self._selection: Selection | None = None
        self._is_dragging = False

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(_WHEEL, event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(-_WHEEL, event)

    def _wheel(self, lines: int, event: events.MouseEvent) -> None:
        event.stop()
        self._scroll(lines)
        self.post_message(self.Scrolled())

    def _scroll(self, lines: int) -> None:
        """Move what is in sight; the cursor stays in it."""
        layout = self._layout
        if layout is None or not len(layout.rows):
            return
        last = layout.up(layout.end, self.height - 1)
        self._look_at(min(layout.down(self._top, lines), last) if lines > 0 else layout.up(self._top, -lines))
        sight = self.in_sight
        self._cursor = max(sight[0].row, min(self._cursor, sight[-1].row))

    def on_click(self, event: events.Click) -> None:
        spot = self._spot(event.y)
        if spot is None or self._selection is not None:
            return
        # Without the margin that keys keep: the line must not run away from under the mouse.
        self._cursor = spot.row
        self.refresh()
        self.post_message(self.Scrolled())
        is_mark = self._layout is not None and self._is_gutter(self._layout, event.x)
        if is_mark and self._shown is not None:
            self.post_message(self.Marked(spot.row, self._shown.alignment))

    def told_at(self, x: int, y: int) -> str:
        layout, rows, shown, spot = self._layout, self._rows, self._shown, self._spot(y)
        if layout is None or rows is None or shown is None:
            return ""
        if y == 0:
            return f"{shown.old_title} → {shown.new_title}"
        if spot is None or not self._is_gutter(layout, x):
            return ""
        row = rows[spot.row]
        if row.hunk is None and row.hidden:
            return ""
        found = [] if row.hunk is None else [self._told_mark(spot.row)]
        if (forgave := shown.forgiven.get(-1 if row.old is None else row.old)) is not None:
            found.append(f"{FORGIVEN} not just as the block has it: {forgave}")
        if (adjusted := shown.adjusted.get(-1 if row.new is None else row.new)) is not None:
            found.append(f"{ADJUSTED[adjusted]} new, fitted to the file in {adjusted}")
        return "\n".join(found)

    def _told_mark(self, row: int) -> str:
        """What a changed row's mark means, and what a click on it does."""
        mark = self.marked(row)[0]
        inside = f"or {self.keys['grain.in']} and {self.keys['block.toggle']}"
        if mark == OUT:
            return f"{OUT} out: a click takes it in, {inside}"
        does = "takes it out" if mark == IN else "takes it in or out"
        said = {IN: "in", PARTLY: "some of the hunk in"}.get(mark, "changes")
        return f"{mark} {said}: a click {does}, {inside}"

    def _spot(self, y: int) -> Spot | None:
        return self.in_sight[y - 1] if 1 <= y <= len(self.in_sight) else None

    @staticmethod
    def _is_gutter(layout: Layout, x: int) -> bool:
        right = layout.left + 1
        return x < layout.gutter or (layout.split and right <= x < right + layout.gutter)

    # Selecting

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.clear_selection()
        if event.button != 1:
            return
        layout, rows, spot = self._layout, self._rows, self._spot(event.y)
        if layout is None or rows is None or spot is None or self._is_gutter(layout, event.x):
            return
        is_old = event.x < layout.left if layout.split else rows[spot.row].new is None
        place = self._place(layout, rows, spot, event.x, is_old=is_old)
        self._selection = Selection(is_old, place, place)
        self._is_dragging = True
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        layout, rows, selection = self._layout, self._rows, self._selection
        if not self._is_dragging or layout is None or rows is None or selection is None:
            return
        if not 1 <= event.y <= self.height:
            self._scroll(1 if event.y > 0 else -1)
            self.post_message(self.Scrolled())
        y = max(1, min(event.y, len(self.in_sight)))
        head = self._place(layout, rows, self.in_sight[y - 1], event.x, is_old=selection.is_old)
        if head != selection.head:
            self._selection = Selection(selection.is_old, selection.anchor, head)
            self._draw_anew()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if not self._is_dragging:
            return
        self._is_dragging = False
        self.release_mouse()
        if text := self.selected_text:
            side = "old" if self._selection is not None and self._selection.is_old else "new"
            self.post_message(self.Selected(text, side))
        else:
            self._selection = None

    @property
    def selected_text(self) -> str:
        """What is selected, lines with their ends; lines that a fold hides are in it."""
        selection, shown = self._selection, self._shown
        if selection is None or shown is None:
            return ""
        (first, start), (last, end) = selection.bounds
        alignment = shown.alignment
        line_at = alignment.lines.__getitem__ if selection.is_old else alignment.new_line
        if first == last:
            return line_body(line_at(first))[start:end]
        between = (line_at(line) for line in range(first + 1, last))
        return "".join((line_at(first)[start:], *between, line_body(line_at(last))[:end]))

    def clear_selection(self) -> bool:
        """Nothing is selected any more. Returns whether something was."""
        was, self._selection = self._selection is not None, None
        if was:
            self._draw_anew()
        return was

    def _place(self, layout: Layout, rows: DiffRows, spot: Spot, x: int, *, is_old: bool) -> tuple[int, int]:
        """The line and the character of a side under a column of the widget, or the nearest ones."""
        row = rows[spot.row]
        line = row.old if is_old else row.new
        if line is None or (row.hunk is None and row.hidden):
            above = max(rows.line_at(spot.row, is_old=is_old), 0)
            return above, 0 if row.hidden else len(self._text(rows, above, is_old=is_old))
        text = self._text(rows, line, is_old=is_old)
        left = layout.left + 1 if layout.split and not is_old else 0
        cell = max(x - left - layout.gutter, 0)
        if not layout.wraps:
            if len(text) > _LONG:
                return line, min(self._offset + cell, len(text))
            return line, cells_of(text, blanks=layout.blanks).character_at(0, self._offset + cell)
        low = spot.part * layout.part_length
        piece, starts = layout.starts(text, spot.part)
        if spot.line >= len(starts):
            return line, min(low + len(piece), len(text))
        end = starts[spot.line + 1] if spot.line + 1 < len(starts) else len(piece)
        at = cells_of(piece, blanks=layout.blanks).character_at(starts[spot.line], cell)
        return line, min(low + min(at, end), len(text))

    @staticmethod
    def _text(rows: DiffRows, line: int, *, is_old: bool) -> str:
        alignment = rows.alignment
        return line_body(alignment.lines[line] if is_old else alignment.new_line(line))
