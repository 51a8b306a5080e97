"""The diff pane: one widget that draws both sides of a block, at a cost of the rows in sight only.

It composes plain objects: the arrangement chooses the rows, the viewport scrolls and has the cursor, the
painter makes a row's cells, the gutter knows the marks, and search and tokens keep what a thread found.
"""

import threading
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TYPE_CHECKING, ClassVar, ParamSpec, TypeVar

from rich.segment import Segment
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from editreview.alignment import Alignment
from editreview.review import DiffModel
from editreview.tui.diff.arrangement import Arrangement
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.marks import IN, OUT, PARTLY, Gutter, Marks
from editreview.tui.diff.paint import ADJUSTED, IGNORED, Differences, Overlays, Painter, lens_lines
from editreview.tui.diff.palette import Palette, palette_from
from editreview.tui.diff.rows import DiffRows, ViewRow
from editreview.tui.diff.search import Needle, TextHit, TextSearch, find, is_quick
from editreview.tui.diff.selection import Selection, position_at
from editreview.tui.diff.syntax import KnownTokens, Tokens, coloured
from editreview.tui.diff.viewport import Viewport
from editreview.tui.glyphs import own
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.messages import Crashed, FieldMessage
from editreview.tui.styles import Look
from editreview.tui.widgets.lines import PaneWidget, cut_text, padded

if TYPE_CHECKING:
    from textual.geometry import Region

PAUSE = 0.06
"""Seconds that the view stands still before syntax is looked at."""
_BREATH = 0.001
_WHEEL = 3
_MAX_DRIFT = 2
"""Lines by which the height may change before the rows are arranged anew."""
_BARS = {
    "": (" ", "diff--text"),
    "thumb": ("┃", "diff--thumb"),
    "track": ("│", "diff--track"),
    "thumb hunk": ("┫", "diff--tick"),
    "track hunk": ("┤", "diff--tick"),
}
_Arguments = ParamSpec("_Arguments")
_Outcome = TypeVar("_Outcome")

Job = Callable[[Callable[[], bool]], None]
"""Is given a function that says whether nobody wants the outcome any more."""


class LatestOnlyWorker:
    """Does on a thread of its own what was asked for last, of each kind.

    Args:
        failed: Told of what a job raises, on the thread.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._changed = threading.Condition()
        self._wanted: dict[str, Job] = {}
        self._newest: dict[str, Job] = {}
        self._thread: threading.Thread | None = None
        self._is_over = False

    def ask(self, kind: str, job: Job) -> None:
        """Do this when there is time, and nothing of the same kind asked for before."""
        with self._changed:
            self._newest[kind] = self._wanted[kind] = job
            if self._thread is None and not self._is_over:
                # A daemon: leaving waits for nothing that is only to be looked at.
                self._thread = threading.Thread(target=self._work, name="behind", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self, kind: str) -> None:
        """Nothing of this kind is wanted any more."""
        with self._changed:
            self._newest.pop(kind, None)
            self._wanted.pop(kind, None)

    def stop(self) -> None:
        """End the thread; what it is doing is stale."""
        with self._changed:
            self._is_over = True
            self._newest.clear()
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._wanted and not self._is_over:
                    self._changed.wait()
                if self._is_over:
                    return
                kind = next(iter(self._wanted))
                job = self._wanted.pop(kind)
            self._run(kind, job)

    def _run(self, kind: str, job: Job) -> None:
        try:
            job(lambda: self._newest.get(kind) is not job)
        except Exception as error:
            self._failed(error)


class DiffView(PaneWidget):
    """One block's two sides, with a cursor line."""

    IS_FOREIGN = True
    ALLOW_SELECT = False

    STYLES: ClassVar[Mapping[str, Look]] = {
        "diff--text": Look("$foreground"),
        "diff--number": Look("$text-disabled"),
        "diff--removed": Look("on $error 18%", "ansi_red on ansi_default"),
        "diff--removed-word": Look(
            "bold on $error 45%", "bold reverse on ansi_default", "bold underline on $error 45%"
        ),
        "diff--added": Look("on $success 18%", "ansi_green on ansi_default"),
        "diff--added-word": Look(
            "bold on $success 45%", "bold reverse on ansi_default", "bold underline on $success 45%"
        ),
        "diff--filler": Look("$foreground 12%", "ansi_bright_black"),
        "diff--fold": Look("$text-muted on $surface"),
        "diff--cursor": Look(
            "bold $text on $primary",
            "bold reverse ansi_default on ansi_default",
            "bold reverse $text on $primary",
        ),
        "diff--mark": Look("$text-warning"),
        "diff--strange": Look("bold reverse $text-warning"),
        "diff--ignored": Look("bold $text-warning"),
        "diff--adjusted": Look("bold $text-primary"),
        "diff--dim": Look("$text-muted"),
        "diff--blank": Look("$foreground 40%"),
        "diff--match": Look(
            "underline on $warning 45%", "reverse on ansi_default", "reverse on $warning 45%"
        ),
        "diff--current": Look(
            "bold underline $background on $warning",
            "bold reverse underline ansi_yellow on ansi_default",
            "bold reverse underline $background on $warning",
        ),
        "diff--selected": Look(
            "reverse on $primary 60%", "reverse on ansi_default", "bold reverse on $primary 60%"
        ),
        "diff--title": Look("$text-muted on $surface"),
        "diff--thumb": Look("$primary"),
        "diff--track": Look("$foreground 15%", "ansi_bright_black"),
        "diff--tick": Look("$text-warning"),
        "syntax--keyword": Look("$text-accent"),
        "syntax--name": Look("$text-primary"),
        "syntax--builtin": Look("$text-secondary"),
        "syntax--string": Look("$text-success"),
        "syntax--number": Look("$text-warning"),
        "syntax--comment": Look("italic $text-muted"),
    }

    class Scrolled(FieldMessage):
        """The cursor or the layout changed, and not by a key."""

        by_hand: bool = True
        """True if the user did that, to read other lines."""

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

    class Found(FieldMessage):
        """A search is over."""

        alignment: Alignment
        needle: Needle
        hits: list[TextHit]
        jump: bool

    class Coloured(FieldMessage):
        """The tokens of some lines are known."""

        alignment: Alignment
        tokens: Tokens

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id)
        self.keys = keys
        self._arrangement = Arrangement()
        self._arranged_for = self.size
        self._viewport = Viewport()
        self._gutter = Gutter()
        self._search = TextSearch()
        self._selection: Selection | None = None
        self._is_dragging = False
        self._palette: Palette | None = None
        self._painter: Painter | None = None
        self._worker = LatestOnlyWorker(lambda error: self._post(Crashed(error)))
        self._tokens = KnownTokens()
        self._is_asking = False
        self._drawn_at = 0.0

    def on_unmount(self) -> None:
        self._worker.stop()

    def _post(self, message: Message) -> None:
        """From the thread behind, which may outlive the loop."""
        if self.is_running:
            self.post_message(message)

    # Its state, for those who compose it

    @property
    def alignment(self) -> Alignment | None:
        return self._arrangement.alignment

    @property
    def is_split(self) -> bool:
        return self._arrangement.is_split(self.size.width)

    @property
    def row_layout(self) -> Layout | None:
        """The rows and where they stand; None before anything is shown."""
        return self._viewport.layout

    @property
    def height(self) -> int:
        """Lines for rows: the titles and the lens aside."""
        return self._viewport.height

    @property
    def cursor(self) -> int:
        """The row of the cursor, from the top of the view."""
        return self._viewport.cursor

    @property
    def cursor_y(self) -> int:
        """The line of the widget on which the cursor's row begins, or the first of it that is in sight."""
        return self._viewport.cursor_y

    @property
    def hunk(self) -> tuple[int, int]:
        """The hunk the cursor is in or after, from 1, and how many there are."""
        return self._viewport.hunk

    @property
    def range_start(self) -> int | None:
        """The row at which a range begins that ends at the cursor."""
        return self._viewport.range_start

    @range_start.setter
    def range_start(self, row: int | None) -> None:
        self._viewport.range_start = row

    def begin_range(self) -> None:
        """Begin a range at the cursor; `mark` shows it."""
        self._viewport.range_start = self._viewport.cursor

    def hunk_rows(self) -> list[ViewRow]:
        """The changed lines from where the range begins to the cursor, or the one that the cursor is on."""
        return self._viewport.chosen

    def old_and_new(self) -> tuple[int, int]:
        """The lines of both sides, 0-based, at the cursor or next above it."""
        rows = self._viewport.rows
        return (0, 0) if rows is None else rows.lines_at(self._viewport.cursor)

    def point(self) -> None:
        """Put the terminal's own cursor, which screen readers follow, on the line of ours."""
        self.app.cursor_position = self.region.offset + Offset(0, self.cursor_y)

    # What is shown

    def show(self, shown: DiffModel | None, kept: Collection[int] = (), path: str = "") -> None:
        """Show a block from its first hunk on.

        Args:
            shown: Its two sides.
            kept: Lines of the old side that are shown in any case, 0-based.
            path: The file, for its syntax.
        """
        self._begin(shown, kept, path)
        self._arrangement.opened.clear()
        self._viewport.offset = 0
        self._arrange()
        self._viewport.to_hunk(0)
        self._find_again()

    def show_again(self, shown: DiffModel, kept: Collection[int] = (), path: str = "") -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._begin(shown, kept, path)
        self._arrange()
        self._viewport.move_to(self._viewport.cursor)
        self._find_again()

    def _begin(self, shown: DiffModel | None, kept: Collection[int], path: str) -> None:
        """Forget what was of the sides before."""
        self._selection = None
        # It was of rows that may be others now.
        self.range_start = None
        self._worker.forget("syntax")
        before, self._arrangement.shown = self._arrangement.shown, shown
        old, new = (None if side is None else side.alignment.lines.text for side in (before, shown))
        self._tokens.begin(path, keeps_old=old == new)
        self._arrangement.kept = kept
        self.edition += 1

    def lay_out(self, columns: str) -> None:
        """Use `split`, `unified` or, by width, `auto`."""
        self._arrangement.columns = columns
        self._keep_line()

    def toggle_wrap(self) -> str:
        """Wrap long lines, or cut them. Returns what is done now, for the user."""
        arrangement, viewport = self._arrangement, self._viewport
        was_split, arrangement.wraps = self.is_split, not arrangement.wraps
        viewport.offset = 0
        if self.is_split is not was_split:
            self._keep_line()
        else:
            self._arrange()
            viewport.put_below(viewport.cursor, viewport.height // 4)
            viewport.move_to(viewport.cursor)
        if arrangement.wraps:
            return "long lines go on below"
        return f"long lines are cut: {self.keys['move.left']} and {self.keys['move.right']} go sideways"

    def toggle_whitespace(self) -> str:
        """Look at whitespace in the next way. Returns which, for the user."""
        self._arrangement.whitespace = self._arrangement.whitespace.next
        self._arrange()
        self._viewport.move_to(self._viewport.cursor)
        return self._arrangement.whitespace.value

    def change_context(self, step: int) -> str:
        """Show more or fewer lines around the hunks, or with 0 all. Returns what is shown, for the user."""
        around = self._arrangement.change_context(step, self.size.height)
        self._keep_hunk()
        return "the whole file" if around is None else f"{around} lines around each hunk"

    def _keep_hunk(self) -> None:
        """Arrange the rows anew with the cursor in the same hunk, or on its row if a range ends there."""
        hunk = self.hunk[0]
        self._arrange()
        if self.range_start is None:
            self._viewport.to_hunk(max(hunk - 1, 0))
        else:
            self._viewport.move_to(self._viewport.cursor)

    def _keep_line(self) -> None:
        """Arrange the rows anew; the cursor stays on its line, about as far down the view as it was."""
        viewport, rows, before = self._viewport, self._viewport.rows, self._arranged_for
        if rows is None or not len(rows) or not before.width or viewport.cursor in rows.hunk_tops:
            self._keep_hunk()
            return
        seen, above = rows[viewport.cursor], max(viewport.cursor_y - 1, 0) / max(before.height - 1, 1)
        if seen.old is not None and not seen.hidden:
            self._arrangement.opened.add(seen.old)
        self._arrange()
        if self.range_start is None and viewport.rows is not None:
            viewport.put_below(viewport.rows.row_with(seen), int(above * viewport.height))
        viewport.move_to(viewport.cursor)

    def _arrange(self) -> None:
        """Lay the rows out anew for the size that the widget has."""
        viewport, was = self._viewport, self._viewport.rows
        was_split = viewport.layout is not None and viewport.layout.split
        self._arranged_for = self.size
        viewport.show(self._arrangement.layout(self.size), self.size.height)
        self._keep_range(was)
        self._draw_anew()
        if self._search.needle is not None and was_split is not self.is_split:
            self._find_again(self._search.current)

    def _keep_range(self, was: DiffRows | None) -> None:
        """Have a range hold the rows that it held in the arrangement before, or be none any more."""
        viewport, rows = self._viewport, self._viewport.rows
        start, viewport.range_start = viewport.range_start, None
        if start is not None and was is not None and rows is not None and rows.is_like(was):
            viewport.range_start = rows.row_as_in(was, start)
            viewport.cursor = rows.row_as_in(was, viewport.cursor)

    def on_resize(self) -> None:
        viewport, (width, height) = self._viewport, self._arranged_for
        if not self.size.area:
            # Nothing of it is in sight for now.
            return
        if self.size.width == width and abs(self.size.height - height) <= _MAX_DRIFT:
            # A message above took a line or gave one back: what was in sight stays there.
            if viewport.lines != self.size.height:
                viewport.show(viewport.layout, self.size.height)
                viewport.move_to(viewport.cursor)
                self.refresh()
        else:
            self._keep_line()
        self.post_message(self.Scrolled(by_hand=False))

    # The cursor

    def move(self, rows: int) -> None:
        """Move the cursor, through a row that is higher than the screen line by line."""
        self._go(self._viewport.move, rows)

    def half_page(self, direction: int) -> None:
        self._go(self._viewport.half_page, direction)

    def to_end(self, direction: int) -> None:
        self._go(self._viewport.to_end, direction)

    def to_hunk(self, index: int) -> None:
        """Put the cursor on a hunk, with some of what is before it in sight."""
        self._go(self._viewport.to_hunk, index)

    def step_hunk(self, direction: int) -> bool:
        """Go to the next hunk or the one before. Returns False if there is none."""
        return self._go(self._viewport.step_hunk, direction)

    def to_next_change(self) -> None:
        """Put the cursor on the next changed line, if there is one."""
        self._go(self._viewport.to_next_change)

    def to_old_line(self, line: int) -> None:
        """Put the cursor on a line of the old side, 0-based, or on the fold it is in."""
        self._go(self._viewport.to_old_line, line)

    def to_line(self, line: int, *, is_old: bool) -> None:
        """Put the cursor on a line of a side, 0-based, or on the fold it is in."""
        self._go(self._viewport.to_line, line, is_old=is_old)

    def sideways(self, direction: int) -> str:
        """Go along the lines, if they are cut. Returns why not, for the user."""
        if self._arrangement.wraps:
            return f"long lines go on below: {self.keys['view.wrap']} cuts them"
        self._go(self._viewport.sideways, direction)
        return ""

    def _go(
        self,
        motion: Callable[_Arguments, _Outcome],
        *arguments: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Outcome:
        """Make a motion of the viewport, and draw again what it changed."""
        viewport = self._viewport
        top, cursor, offset = viewport.top, viewport.cursor, viewport.offset
        outcome = motion(*arguments, **named)
        if viewport.offset != offset:
            self._draw_anew()
        elif viewport.top != top:
            self.refresh()
        elif viewport.cursor != cursor:
            lens = range(viewport.lines - viewport.lens_height, viewport.lines)
            self.refresh_lines([*viewport.lines_of({cursor, viewport.cursor}), *lens])
        return outcome

    # Marks

    def mark(self, marks: Marks | None) -> None:
        """Show in the gutter which rows are in; only rows whose marks are others are drawn again."""
        if marks == self._gutter.marks:
            return
        spots = self._viewport.spots
        before = {spot.row: self._marked(spot.row) for spot in spots}
        self._gutter.show(marks)
        changed = {row for row, cells in before.items() if self._marked(row) != cells}
        self.refresh_lines(self._viewport.lines_of(changed))

    def _marked(self, row: int) -> tuple[str, str]:
        """The cells before and after the number of a row, if it is a changed one."""
        return self._gutter.cells(self._viewport.rows, row)

    # Drawing

    def _draw_anew(self) -> None:
        """Nothing that was drawn holds any more."""
        self._painter = None
        self._gutter.forget()
        self.refresh()

    def notify_style_update(self) -> None:
        self._palette = self._painter = None
        super().notify_style_update()

    @property
    def palette(self) -> Palette:
        if self._palette is None:
            has_256, has_16 = self.app.console.color_system == "256", self.app.native_ansi_color
            self._palette = palette_from(self.style_of, has_256=has_256, has_16=has_16)
        return self._palette

    def _paint(self, layout: Layout, shown: DiffModel) -> Painter:
        if self._painter is None:
            self.forget_lines()
            search, whitespace = self._search, self._arrangement.whitespace
            over = Overlays(self._tokens.of, search.needle, search.current, self._selection, whitespace)
            differences = Differences(shown.ignored, shown.adjusted)
            more, offset = self.keys["view.more"], self._viewport.offset
            self._painter = Painter(layout, self.palette, offset, over, differences, more)
        return self._painter

    def render_lines(self, crop: "Region") -> list[Strip]:
        if self.size.area and not self._arranged_for.area:
            # A frame is drawn before the widget hears of its size, and the first one shall show the diff.
            self._keep_line()
        if (layout := self._viewport.layout) is not None and self._arrangement.shown is not None:
            self._paint(layout, self._arrangement.shown)
        strips = super().render_lines(crop)
        self._drawn_at = time.monotonic()
        if not self._is_asking and self._tokens.path and self._arrangement.shown is not None:
            # Not before the frame is painted, and not while a key is held.
            self._is_asking = True
            self.set_timer(PAUSE, self._ask_for_syntax)
        return strips

    def line_key(self, y: int) -> Hashable:
        spot = self._spot_drawn(y)
        if spot is None:
            return None
        viewport = self._viewport
        return spot, spot.row == viewport.cursor, viewport.scrollbar[y - 1], self._marked(spot.row)

    def line(self, y: int) -> Strip:
        layout, shown = self._viewport.layout, self._arrangement.shown
        if layout is None or shown is None:
            return Strip([])
        if y == 0:
            return self._titles(shown)
        spot = self._spot_drawn(y)
        if spot is None:
            below = y - (self.area.height - self._viewport.lens_height)
            return self._lens(layout.rows, below) if below >= 0 else Strip([])
        is_cursor, marked = spot.row == self._viewport.cursor, self._marked(spot.row)
        segments = self._paint(layout, shown).segments(spot, is_cursor=is_cursor, marked=marked)
        sign, name = _BARS[self._viewport.scrollbar[y - 1]]
        return Strip([*segments, Segment(own(sign), self.style_of(name))], self.area.width)

    def _spot_drawn(self, y: int) -> Spot | None:
        """The line of a row that is drawn on a line of the widget; None for titles, lens and what is free."""
        layout, area = self._viewport.layout, self.area
        # In a new size the rows are arranged anew first: of the old ones nothing could be read.
        if layout is None or layout.width != max(area.width - 1, 1):
            return None
        return self._viewport.spot_at(y) if y < area.height - self._viewport.lens_height else None

    def _titles(self, shown: DiffModel) -> Strip:
        width = self.area.width
        if not self.is_split:
            text = f" {shown.old_title} {own('→')} {shown.new_title}"
            return self.strip([(padded(text, width), "diff--title")])
        left = (width - 2) // 2
        old, new = cut_text(f" {shown.old_title}", left), f"{own('│')} {shown.new_title}"
        return self.strip([(padded(old, left) + padded(new, width - left), "diff--title")])

    def _lens(self, rows: DiffRows, y: int) -> Strip:
        if y == 0:
            return self.strip([(own("─") * self.area.width, "diff--track")])
        lines = lens_lines(rows, self._viewport.cursor, self.palette, self.area.width)
        return Strip(lines[y - 1])

    # The mouse

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(_WHEEL, event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(-_WHEEL, event)

    def _wheel(self, lines: int, event: events.MouseEvent) -> None:
        event.stop()
        self._go(self._viewport.scroll, lines)
        self.post_message(self.Scrolled())

    def on_click(self, event: events.Click) -> None:
        layout, spot = self._viewport.layout, self._viewport.spot_at(event.y)
        if layout is None or spot is None or self._selection is not None:
            return
        # Without the margin that keys keep: the line must not run away from under the mouse.
        self._viewport.cursor = spot.row
        self.refresh()
        self.post_message(self.Scrolled())
        if layout.is_gutter(event.x):
            self.post_message(self.Marked(spot.row, layout.rows.alignment))

    def told_at(self, x: int, y: int) -> str:
        layout, shown, spot = self._viewport.layout, self._arrangement.shown, self._viewport.spot_at(y)
        if layout is None or shown is None:
            return ""
        if y == 0:
            return f"{shown.old_title} → {shown.new_title}"
        if spot is None or not layout.is_gutter(x):
            return ""
        row = layout.rows[spot.row]
        if row.hunk is None and row.hidden:
            return ""
        found = [] if row.hunk is None else [self._told_mark(spot.row)]
        if (ignored := shown.ignored.get(-1 if row.old is None else row.old)) is not None:
            found.append(f"{IGNORED} differs from the block in: {ignored}")
        if (adjusted := shown.adjusted.get(-1 if row.new is None else row.new)) is not None:
            found.append(f"{ADJUSTED[adjusted]} new, adjusted to the file in {adjusted}")
        return "\n".join(found)

    def _told_mark(self, row: int) -> str:
        """The meaning of a changed row's mark, and what a click on it does."""
        mark = self._marked(row)[0]
        inside = f"or {self.keys['grain.in']} and {self.keys['block.toggle']}"
        if mark == OUT:
            return f"{OUT} excluded: a click includes it, {inside}"
        does = "excludes it" if mark == IN else "includes or excludes it"
        said = {IN: "included", PARTLY: "part of the hunk included"}.get(mark, "changes")
        return f"{mark} {said}: a click {does}, {inside}"

    # Selecting text

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.clear_selection()
        layout, spot = self._viewport.layout, self._viewport.spot_at(event.y)
        if event.button != 1 or layout is None or spot is None or layout.is_gutter(event.x):
            return
        is_old = event.x < layout.left if layout.split else layout.rows[spot.row].new is None
        position = position_at(layout, spot, event.x, self._viewport.offset, is_old=is_old)
        self._selection = Selection(is_old, position, position)
        self._is_dragging = True
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        viewport, layout, selection = self._viewport, self._viewport.layout, self._selection
        if not self._is_dragging or layout is None or selection is None:
            return
        if not 1 <= event.y <= viewport.height:
            self._go(viewport.scroll, 1 if event.y > 0 else -1)
            self.post_message(self.Scrolled())
        spot = viewport.spots[max(1, min(event.y, len(viewport.spots))) - 1]
        head = position_at(layout, spot, event.x, viewport.offset, is_old=selection.is_old)
        if head != selection.head:
            self._selection = Selection(selection.is_old, selection.anchor, head)
            self._draw_anew()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if not self._is_dragging:
            return
        self._is_dragging = False
        self.release_mouse()
        if self._selection is not None and (text := self.selected_text):
            self.post_message(self.Selected(text, "old" if self._selection.is_old else "new"))
        else:
            self._selection = None

    @property
    def selected_text(self) -> str:
        """The selected text, lines with their ends; lines that a fold hides are in it."""
        selection, alignment = self._selection, self.alignment
        return "" if selection is None or alignment is None else selection.text(alignment)

    def clear_selection(self) -> bool:
        """Select nothing any more. Returns whether something was."""
        was, self._selection = self._selection is not None, None
        if was:
            self._draw_anew()
        return was

    # Searching

    @property
    def is_searching(self) -> bool:
        return self._search.needle is not None

    @property
    def search_state(self) -> str:
        """The text and how far the search is, for the user; empty if nothing is searched for."""
        return self._search.state

    @property
    def search_text(self) -> str:
        return self._search.text

    def search(self, text: str) -> None:
        """Look for a text from the cursor on; for an empty one, no longer."""
        if not text:
            self.end_search()
            return
        self._search.needle = Needle(text)
        self._find_again(jump=True)

    def end_search(self) -> None:
        """Search for nothing any more; the cursor stays."""
        self._worker.forget("find")
        self._search.end()
        self._draw_anew()

    def step_match(self, direction: int) -> str:
        """Go to the next hit or the one before. Returns what else to say."""
        search = self._search
        if search.is_running:
            return "still searching"
        if not search.hits:
            return f"there is no {search.text} in this block"
        total = len(search.hits)
        at = self._hit_near(direction) if search.at is None else search.at + direction
        self._go_to_hit(at % total)
        return "" if 0 <= at < total else f"on from the {'top' if direction > 0 else 'bottom'}"

    def _find_again(self, before: TextHit | None = None, *, jump: bool = False) -> None:
        """Find all hits in what is shown.

        Args:
            before: The hit that is to be the current one again.
            jump: Go to the first one from the cursor on.
        """
        search, alignment, split = self._search, self.alignment, self.is_split
        search.forget()
        if (needle := search.needle) is None or alignment is None:
            return
        if is_quick(alignment):
            hits = find(alignment, needle, split=split, is_stale=lambda: False)
            self._take_hits(hits, before, jump=jump)
            return
        search.is_running = True

        def job(is_stale: Callable[[], bool]) -> None:
            hits = find(alignment, needle, split=split, is_stale=is_stale)
            if not is_stale():
                self._post(self.Found(alignment, needle, hits, jump))

        self._worker.ask("find", job)
        self._draw_anew()

    def on_diff_view_found(self, message: Found) -> None:
        if message.alignment is self.alignment and message.needle == self._search.needle:
            self._take_hits(message.hits, jump=message.jump)
            self.post_message(self.Scrolled())

    def _take_hits(self, hits: list[TextHit], before: TextHit | None = None, *, jump: bool) -> None:
        self._search.found(hits, before)
        self._draw_anew()
        if jump and hits:
            self._go_to_hit(self._hit_near(1) % len(hits))

    def _hit_near(self, direction: int) -> int:
        rows = self._viewport.rows
        assert rows is not None
        return self._search.index_near(rows, self._viewport.cursor, direction)

    def _go_to_hit(self, index: int) -> None:
        viewport, hit = self._viewport, self._search.hits[index]
        assert viewport.rows is not None
        self._search.at = index
        row = viewport.rows.row_at(hit.line, is_old=hit.is_old)
        if viewport.rows[row].hidden:
            self._arrangement.opened.add(hit.line)
            self._arrange()
            row = viewport.rows.row_at(hit.line, is_old=hit.is_old)
        viewport.move_to(row)
        viewport.reveal(row, hit.start, is_old=hit.is_old)
        self._draw_anew()

    # Syntax

    def _ask_for_syntax(self) -> None:
        """Have the lines in sight read, once the view stands still."""
        self._is_asking = time.monotonic() - self._drawn_at < PAUSE / 2
        if self._is_asking:
            self.set_timer(PAUSE, self._ask_for_syntax)
            return
        alignment, rows, path = self.alignment, self._viewport.rows, self._tokens.path
        if alignment is None or rows is None:
            return
        missing = self._tokens.missing(rows[row] for row in {spot.row for spot in self._viewport.spots})
        if not missing:
            return

        def breathe(is_stale: Callable[[], bool]) -> bool:
            # The loop gets its turn at once, instead of when the interpreter takes it from us.
            time.sleep(_BREATH)
            return is_stale()

        def job(is_stale: Callable[[], bool]) -> None:
            found = coloured(alignment, path, missing, lambda: breathe(is_stale))
            if not is_stale():
                self._post(self.Coloured(alignment, found))

        self._worker.ask("syntax", job)

    def on_diff_view_coloured(self, message: Coloured) -> None:
        if message.alignment is self.alignment:
            self._tokens.add(message.tokens)
            self._repaint(message.tokens)

    def _repaint(self, tokens: Tokens) -> None:
        """Draw the rows in sight again whose tokens are new."""
        rows, painter = self._viewport.rows, self._painter
        if rows is None or painter is None:
            return
        changed: set[int] = set()
        for row in {spot.row for spot in self._viewport.spots}:
            shown = rows[row]
            if shown.hidden:
                continue
            of_new = shown.hunk is not None and tokens.get(False, {}).get(shown.new or 0)
            if of_new or tokens.get(True, {}).get(-1 if shown.old is None else shown.old):
                changed.add(row)
        painter.forget(changed)
        self.forget_lines()
        self.refresh_lines(self._viewport.lines_of(changed))
