"""The diff pane: one widget that draws both sides of a block, at a cost of the visible rows only.

It composes plain objects: the arrangement has the options, the viewport scrolls and has the cursor, the
painter draws rows, the gutter has the state of the rows, and the search and the tokens hold the results of
another thread.
"""

import threading
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TYPE_CHECKING, ClassVar, ParamSpec, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from editreview.alignment import Alignment
from editreview.matching import DifferenceKind
from editreview.review import DiffLayout, DiffMode, DiffModel
from editreview.tui.diff import (
    IN,
    OUT,
    PARTLY,
    TARGETED,
    DiffRows,
    Gutter,
    Level,
    RowSelection,
    RowState,
    ViewRow,
)
from editreview.tui.diff.layout import Arrangement, Columns, Layout, Spot, cells_of
from editreview.tui.diff.paint import (
    ADJUSTED,
    FILE_HAS,
    IGNORED,
    MARKED,
    NO_DIFFERENCES,
    WARNED,
    Differences,
    KnownTokens,
    Overlays,
    Painter,
    Palette,
    Tokens,
    highlight,
    lens_lines,
    palette_from,
)
from editreview.tui.diff.viewport import (
    Needle,
    Selection,
    TextHit,
    TextSearch,
    Viewport,
    find_text,
    is_quick_to_search,
    position_at,
)
from editreview.tui.keys import SHIPPED, Keymap
from editreview.tui.messages import Crashed, FieldMessage
from editreview.tui.parts import Look, padded, shortened, ui_text
from editreview.tui.textual_internals import ticking_surely
from editreview.tui.widgets import PaneWidget, by_wheel

if TYPE_CHECKING:
    from textual.geometry import Region

SYNTAX_DELAY_S = 0.06
"""Seconds without a frame before syntax is highlighted."""
_YIELD_S = 0.001
FOLD = "⇥"
"""Stands before the number of cells of shared indentation that are not drawn."""
_MIN_TITLE = 20
"""Cells that the old side's title has at least."""
_MAX_DRIFT = 2
"""Lines by which the height may change without arranging the rows again."""
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
"""Gets a function that returns True once the result is not needed any more."""


class LatestOnlyWorker:
    """Runs the latest job of each kind on a thread of its own.

    Args:
        failed: Called on that thread with an exception that a job raises.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._changed = threading.Condition()
        self._pending: dict[str, Job] = {}
        self._newest: dict[str, Job] = {}
        self._thread: threading.Thread | None = None
        self._is_over = False

    def ask(self, kind: str, job: Job) -> None:
        """Run a job when the thread is free, in place of earlier ones of the same kind."""
        with self._changed:
            self._newest[kind] = self._pending[kind] = job
            if self._thread is None and not self._is_over:
                # A daemon: quitting does not wait for it.
                self._thread = threading.Thread(target=self._work, name="diff", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self, kind: str) -> None:
        """Cancel the jobs of a kind."""
        with self._changed:
            self._newest.pop(kind, None)
            self._pending.pop(kind, None)

    def stop(self) -> None:
        """End the thread; its current job is stale."""
        with self._changed:
            self._is_over = True
            self._newest.clear()
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._pending and not self._is_over:
                    self._changed.wait()
                if self._is_over:
                    return
                kind = next(iter(self._pending))
                job = self._pending.pop(kind)
            self._run(kind, job)

    def _run(self, kind: str, job: Job) -> None:
        try:
            job(lambda: self._newest.get(kind) is not job)
        except Exception as error:
            self._failed(error)


class DiffView(PaneWidget):
    """Shows the two sides of a block, with a cursor line."""

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
        "diff--target": Look(
            "bold $text on $primary 35%",
            "bold underline ansi_default on ansi_default",
            "bold underline $text on $primary 35%",
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
        """The cursor or the layout changed without a key."""

        by_hand: bool = True
        """True if the user did that with the mouse."""

    class GutterClicked(FieldMessage):
        """The gutter of a row was clicked."""

        row: int
        """The row, from the top of the view."""
        alignment: Alignment
        """The alignment that was shown."""

    class Selected(FieldMessage):
        """Text of one side was selected."""

        text: str
        side: str
        """`old` or `new`."""

    class Found(FieldMessage):
        """A search has ended."""

        alignment: Alignment
        needle: Needle
        hits: list[TextHit]
        jump: bool

    class Highlighted(FieldMessage):
        """The tokens of some lines are known."""

        alignment: Alignment
        tokens: Tokens

    def __init__(
        self, *, id: str, keys: Keymap = SHIPPED, panel_height: Callable[[], int] = lambda: 0
    ) -> None:
        """Show nothing yet.

        Args:
            id: The id for the style sheet.
            keys: The keys that messages name.
            panel_height: Lines of the panel above as laid out now, as `size` is.
        """
        super().__init__(id=id)
        self.keys = keys
        self._panel_height = panel_height
        self._arrangement = Arrangement()
        self._placed_for = (Size(), 0)
        """The room for which the first visible line was chosen, unless a key chose it."""
        self._cursor_height: tuple[int, int] | None = None
        """Lines above the cursor, of how many, since the user last moved; None before they are needed."""
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
        """Post a message from the other thread, which may outlive the event loop."""
        if self.is_running:
            self.post_message(message)

    # State

    @property
    def alignment(self) -> Alignment | None:
        return self._arrangement.alignment

    @property
    def is_split(self) -> bool:
        return self._arrangement.is_split(self.size.width)

    @property
    def row_layout(self) -> Layout | None:
        """The layout of the rows; None before anything is shown."""
        return self._viewport.layout

    @property
    def height(self) -> int:
        """Lines for rows, without titles and lens."""
        return self._viewport.height

    @property
    def cursor(self) -> int:
        """The row of the cursor, from the top of the view."""
        return self._viewport.cursor

    @property
    def cursor_y(self) -> int:
        """The first line of the widget that shows the cursor's row."""
        return self._viewport.cursor_y

    @property
    def hunk(self) -> tuple[int, int]:
        """The hunk the cursor is in or after, from 1, and how many there are."""
        return self._viewport.hunk

    @property
    def range_start(self) -> int | None:
        """The row at which the range begins; it ends at the cursor. None if there is no range."""
        return self._viewport.range_start

    @range_start.setter
    def range_start(self, row: int | None) -> None:
        self._viewport.range_start = row

    @property
    def row_state_in_words(self) -> list[str]:
        """The state of the cursor's row, in words."""
        rows, cursor = self._viewport.rows, self._viewport.cursor
        if rows is None:
            return []
        state = self._state_of(cursor)
        words = {IN: "included", OUT: "excluded", PARTLY: "hunk partly included", TARGETED: "marked"}
        found = [f"{sign} {words[sign]}" for sign in dict.fromkeys((state.old, state.new)) if sign]
        return [*found, *self._differences(rows[cursor])]

    def begin_range(self) -> None:
        """Begin a range at the cursor; `show_selection` shows it."""
        self._viewport.range_start = self._viewport.cursor

    def hunk_rows(self) -> list[ViewRow]:
        """The changed rows of the range, or at the cursor."""
        return self._viewport.chosen

    def old_and_new(self) -> tuple[int, int]:
        """The lines of both sides, 0-based, at the cursor or nearest above it."""
        rows = self._viewport.rows
        return (0, 0) if rows is None else rows.lines_at(self._viewport.cursor)

    def point(self) -> None:
        """Put the terminal's cursor, which screen readers follow, on the cursor's line."""
        self.app.cursor_position = self.region.offset + Offset(0, self.cursor_y)

    # Contents and options

    def show(self, model: DiffModel | None, pinned: Collection[int] = (), path: str = "") -> None:
        """Show a block from its first hunk on.

        Args:
            model: Its two sides.
            pinned: Lines of the old side that are never folded, 0-based.
            path: The file, for its syntax.
        """
        self._begin(model, pinned, path)
        self._arrangement.opened.clear()
        self._arrangement.is_appendix_open = False
        self._viewport.offset = 0
        self._arrange()
        self._placed_for, self._cursor_height = self._room(), None
        self._viewport.to_hunk(0)
        self._find_again()

    def show_again(self, model: DiffModel, pinned: Collection[int], path: str) -> None:
        """Show the same block as planned again; the cursor stays."""
        self._record_cursor_height()
        self._begin(model, pinned, path)
        self._arrange()
        self._viewport.move_to(self._viewport.cursor)
        self._find_again()

    def show_findings(self, model: DiffModel, pinned: Collection[int]) -> None:
        """Show other findings in the same sides; cursor, range and selection stay.

        Args:
            model: The sides that are shown, with their findings.
            pinned: Lines of the old side that are never folded, 0-based.
        """
        arrangement = self._arrangement
        if model == arrangement.model and pinned == arrangement.pinned:
            return
        is_room_same = pinned == arrangement.pinned
        arrangement.model, arrangement.pinned = model, pinned
        if is_room_same:
            self._redraw()
        else:
            self._keep_line()

    def _begin(self, model: DiffModel | None, pinned: Collection[int], path: str) -> None:
        """Replace the sides, and drop what depends on the ones before."""
        self._selection = None
        # The rows may be others now.
        self.range_start = None
        self._worker.forget("syntax")
        before, self._arrangement.model = self._arrangement.model, model
        old, new = (None if side is None else side.alignment.lines.text for side in (before, model))
        self._tokens.begin(path, keeps_old=old == new)
        self._arrangement.pinned = pinned
        self.edition += 1

    def set_columns(self, columns: Columns) -> None:
        """Set the columns that the blocks of the review are shown in, unless the user chose others."""
        was_split, self._arrangement.auto.columns = self.is_split, columns
        if self.is_split is not was_split:
            self._keep_line()

    def lay_out(self, layout: DiffLayout) -> None:
        """Use a layout."""
        self._arrangement.chosen_layout = layout
        self._keep_line()

    def toggle_wrap(self) -> str:
        """Wrap long lines, or cut them. Returns a message about it."""
        arrangement, viewport = self._arrangement, self._viewport
        was_split, arrangement.wraps = self.is_split, not arrangement.wraps
        viewport.offset = 0
        if self.is_split is not was_split:
            self._keep_line()
        else:
            self._arrange()
            self._cursor_height = None
            viewport.put_below(viewport.cursor, viewport.height // 4)
            viewport.move_to(viewport.cursor)
        if arrangement.wraps:
            return "long lines are wrapped"
        return f"long lines are cut: {self.keys['move.left']} and {self.keys['move.right']} scroll"

    def toggle_whitespace(self) -> str:
        """Show whitespace in the next way. Returns a message about it."""
        self._arrangement.whitespace = self._arrangement.whitespace.next
        self._arrange()
        self._viewport.move_to(self._viewport.cursor)
        return self._arrangement.whitespace.value

    def change_context(self, step: int) -> str:
        """Show more or fewer lines around the hunks, or with 0 all. Returns a message about it."""
        around = self._arrangement.change_context(step, self.size.height)
        self._keep_hunk()
        return "the whole file" if around is None else f"{around} lines around each hunk"

    def _keep_hunk(self) -> None:
        """Arrange the rows again with the cursor in the same hunk, or on its row if there is a range."""
        hunk = self.hunk[0]
        self._arrange()
        self._placed_for, self._cursor_height = self._room(), None
        if self.range_start is None:
            self._viewport.to_hunk(max(hunk - 1, 0))
        else:
            self._viewport.move_to(self._viewport.cursor)

    def _keep_line(self) -> None:
        """Arrange the rows again; the cursor stays on its line, at about the same height."""
        viewport, rows = self._viewport, self._viewport.rows
        is_new = not self._placed_for[0].width
        if rows is None or is_new or viewport.cursor in rows.hunk_tops:
            self._keep_hunk()
            return
        seen, (above, height) = rows[viewport.cursor], self._record_cursor_height()
        if seen.old is not None and seen.is_text:
            self._arrangement.opened.add(seen.old)
        self._arrange()
        self._placed_for = self._room()
        if self.range_start is None and viewport.rows is not None:
            viewport.put_below(viewport.rows.row_with(seen), above * viewport.height // height)
        viewport.move_to(viewport.cursor)

    def _record_cursor_height(self) -> tuple[int, int]:
        """The height of the cursor's row, which stays the same in whatever steps the room changes."""
        if self._cursor_height is None:
            self._cursor_height = max(self._viewport.cursor_y - 1, 0), self._viewport.height
        return self._cursor_height

    def _arrange(self) -> None:
        """Lay out the rows for the size of the widget."""
        viewport, was = self._viewport, self._viewport.rows
        was_split = viewport.layout is not None and viewport.layout.split
        viewport.show(self._arrangement.layout(self.size), self.size.height)
        self._keep_range(was)
        self._redraw()
        if self._search.needle is not None and was_split is not self.is_split:
            self._find_again(self._search.current)

    def _keep_range(self, was: DiffRows | None) -> None:
        """Keep the range on its rows after a new arrangement; clear it if that is not possible."""
        viewport, rows = self._viewport, self._viewport.rows
        start, viewport.range_start = viewport.range_start, None
        if start is not None and was is not None and rows is not None and rows.is_like(was):
            viewport.range_start = rows.row_as_in(was, start)
            viewport.cursor = rows.row_as_in(was, viewport.cursor)

    def on_resize(self) -> None:
        viewport = self._viewport
        if not self.size.area:
            # Not visible.
            return
        (before, panel_before), (size, panel) = self._placed_for, self._room()
        is_drift = size.width == before.width and abs(size.height - before.height) <= _MAX_DRIFT
        if is_drift and panel == panel_before and not viewport.is_fitted:
            # A message above took a line or gave one back: the visible lines stay.
            if viewport.lines != self.size.height:
                viewport.show(viewport.layout, self.size.height)
                viewport.move_to(viewport.cursor)
                self.refresh()
        else:
            self._keep_line()
        self.post_message(self.Scrolled(by_hand=False))

    def _room(self) -> tuple[Size, int]:
        """The size of the widget, and the lines of the panel above it.

        Both are of one layout, in whatever order messages about contents and sizes come.
        """
        return self.size, self._panel_height()

    # The cursor

    def move(self, rows: int) -> None:
        """Move the cursor; a row that is higher than the screen is scrolled through line by line."""
        self._go(self._viewport.move, rows)

    def half_page(self, direction: int) -> None:
        self._go(self._viewport.half_page, direction)

    def to_end(self, direction: int) -> None:
        self._go(self._viewport.to_end, direction)

    def to_hunk(self, index: int) -> None:
        """Put the cursor on a hunk, with some lines above it visible."""
        self._go(self._viewport.to_hunk, index)

    def step_hunk(self, direction: int) -> bool:
        """Go to the next or previous hunk. Returns False if there is none."""
        return self._go(self._viewport.step_hunk, direction)

    def to_next_change(self) -> bool:
        """Put the cursor on the next changed line. Returns False if there is none."""
        return self._go(self._viewport.to_next_change)

    def to_old_line(self, line: int) -> None:
        """Put the cursor on a line of the old side, 0-based, or on its fold."""
        self._go(self._viewport.to_old_line, line)

    def to_line(self, line: int, *, is_old: bool) -> None:
        """Put the cursor on a line of a side, 0-based, or on its fold."""
        self._go(self._viewport.to_line, line, is_old=is_old)

    def sideways(self, direction: int) -> str:
        """Scroll sideways, if lines are cut. Returns a message if they are not."""
        if self._arrangement.wraps:
            return f"long lines are wrapped: {self.keys['view.wrap']} cuts them"
        self._go(self._viewport.sideways, direction)
        return ""

    def _go(
        self,
        motion: Callable[_Arguments, _Outcome],
        *arguments: _Arguments.args,
        **named: _Arguments.kwargs,
    ) -> _Outcome:
        """Run a motion of the viewport, and redraw what it changed."""
        viewport, self._cursor_height = self._viewport, None
        top, cursor, offset = viewport.top, viewport.cursor, viewport.offset
        outcome = motion(*arguments, **named)
        if viewport.offset != offset:
            self._redraw()
        elif viewport.top != top:
            self.refresh()
        elif viewport.cursor != cursor:
            lens = range(viewport.lines - viewport.lens_height, viewport.lines)
            self.refresh_lines([*viewport.lines_of({cursor, viewport.cursor}), *lens])
        return outcome

    # Included rows

    @property
    def lines_in_range(self) -> tuple[int, int]:
        """The old lines in the range or the selection, or at the cursor, 1-based and inclusive."""
        if self._selection is not None:
            (first, _), (last, end) = self._selection.bounds
            return first + 1, last + (end > 0 or last == first)
        rows, viewport = self._viewport.rows, self._viewport
        if rows is None:
            return 0, 0
        start = viewport.cursor if viewport.range_start is None else viewport.range_start
        first, last = sorted((viewport.cursor, start))
        return rows.lines_at(first)[0] + 1, rows.lines_at(last)[0] + 1

    def show_selection(self, selection: RowSelection | None, *, is_placing: bool = False) -> None:
        """Show a selection in the gutter; only rows whose state changed are drawn again.

        Args:
            selection: The selection of changed rows; None while the block is decided as a whole.
            is_placing: True to show the rows of the range, changed or not.
        """
        self._pack(is_packed=selection is None or selection.level is not Level.LINE)
        start, cursor = self._viewport.range_start, self._viewport.cursor
        is_range = is_placing and start is not None
        rows = range(min(start or 0, cursor), max(start or 0, cursor) + 1) if is_range else range(0)
        if selection == self._gutter.selection and rows == self._gutter.range:
            return
        spots = self._viewport.spots
        before = {spot.row: self._state_of(spot.row) for spot in spots}
        self._gutter.show(selection, rows)
        changed = {row for row, cells in before.items() if self._state_of(row) != cells}
        self.refresh_lines(self._viewport.lines_of(changed))

    def _pack(self, *, is_packed: bool) -> None:
        """Put lines that are not alike beside each other, unless single lines are chosen."""
        if is_packed is not self._arrangement.packs:
            self._arrangement.packs = is_packed
            if self.is_split:
                self._keep_line()
                if self._search.needle is not None:
                    self._find_again(self._search.current)

    def _state_of(self, row: int) -> RowState:
        """The state of a row."""
        return self._gutter.of(self._viewport.rows, row)

    # Drawing

    def _redraw(self) -> None:
        """Drop everything that was drawn, and draw again."""
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

    def _paint(self, layout: Layout, model: DiffModel) -> Painter:
        if self._painter is None:
            self.forget_lines()
            search, whitespace = self._search, self._arrangement.whitespace
            over = Overlays(self._tokens.of, search.needle, search.current, self._selection, whitespace)
            differences = _differences_of(model)
            more, offset = self.keys["view.more"], self._viewport.offset
            self._painter = Painter(layout, self.palette, offset, over, differences, more)
        return self._painter

    def render_lines(self, crop: "Region") -> list[Strip]:
        if self.size.area and not self._placed_for[0].area:
            # The first frame is drawn before the resize event, and should show the diff.
            self._keep_line()
        if (layout := self._viewport.layout) is not None and self._arrangement.model is not None:
            self._paint(layout, self._arrangement.model)
        strips = super().render_lines(crop)
        self._drawn_at = time.monotonic()
        if not self._is_asking and self._tokens.path and self._arrangement.model is not None:
            # After the frame is painted, and not while a key repeats.
            self._is_asking = True
            ticking_surely(self.set_timer(SYNTAX_DELAY_S, self._ask_for_syntax))
        return strips

    def line_key(self, y: int) -> Hashable:
        spot = self._spot_drawn(y)
        if spot is None:
            return None
        viewport = self._viewport
        return spot, spot.row == viewport.cursor, viewport.scrollbar[y - 1], self._state_of(spot.row)

    def line(self, y: int) -> Strip:
        layout, model = self._viewport.layout, self._arrangement.model
        if layout is None or model is None:
            return Strip([])
        if y == 0:
            return self._titles(model)
        spot = self._spot_drawn(y)
        if spot is None:
            # The mouse may ask for a line before the first frame, when the area is not known.
            below = y - (self.area.height - self._viewport.lens_height)
            has_lens = 0 <= below < self._viewport.lens_height
            return self._lens(below) if has_lens else Strip([])
        is_cursor, state = spot.row == self._viewport.cursor, self._state_of(spot.row)
        segments = self._paint(layout, model).segments(spot, is_cursor=is_cursor, state=state)
        sign, name = _BARS[self._viewport.scrollbar[y - 1]]
        return Strip([*segments, Segment(ui_text(sign), self.style_of(name))], self.area.width)

    def _spot_drawn(self, y: int) -> Spot | None:
        """The screen line drawn on a line of the widget; None for titles, lens and empty lines."""
        layout, area = self._viewport.layout, self.area
        # After a resize the rows are arranged again first: the old ones have another width.
        if layout is None or layout.width != max(area.width - 1, 1):
            return None
        return self._viewport.spot_at(y) if y < area.height - self._viewport.lens_height else None

    def _titles(self, model: DiffModel) -> Strip:
        width, layout = self.area.width, self._viewport.layout
        folded = cells_of(layout.fold).width if layout is not None else 0
        fold = ui_text(f" {FOLD}{folded}") if folded else ""
        if not self.is_split:
            new = f" {ui_text('→')} {model.new_title}"
            room = max(width - cell_len(fold) - 1 - cell_len(new), _MIN_TITLE)
            text = f"{fold} {shortened(model.old_title, room)}{new}"
            return self.strip([(padded(text, width), "diff--title")])
        left = (width - 2) // 2
        old = f"{fold} {shortened(model.old_title, max(left - cell_len(fold) - 1, 1))}"
        new = f"{ui_text('│')} {model.new_title}"
        return self.strip([(padded(old, left) + padded(new, width - left), "diff--title")])

    def _lens(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(ui_text("─") * self.area.width, "diff--track")])
        model = self._arrangement.model
        differences = NO_DIFFERENCES if model is None else _differences_of(model)
        rows, cursor = self._viewport.rows, self._viewport.cursor
        lines = lens_lines(rows, cursor, self.palette, self.area.width, differences)
        return Strip(lines[y - 1])

    # The mouse

    def _scroll_by_wheel(self, lines: int) -> None:
        self._go(self._viewport.scroll, lines)
        self.post_message(self.Scrolled())

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(_scroll_by_wheel)

    def on_click(self, event: events.Click) -> None:
        layout, spot = self._viewport.layout, self._viewport.spot_at(event.y)
        if layout is None or spot is None or self._selection is not None:
            return
        # Without the margin that keys keep: the line must stay under the mouse.
        self._viewport.cursor, self._cursor_height = spot.row, None
        self.refresh()
        self.post_message(self.Scrolled())
        if layout.is_gutter(event.x):
            self.post_message(self.GutterClicked(spot.row, layout.rows.alignment))

    def tooltip_at(self, x: int, y: int) -> str:
        layout, model, spot = self._viewport.layout, self._arrangement.model, self._viewport.spot_at(y)
        if layout is None or model is None:
            return ""
        if y == 0:
            folded = cells_of(layout.fold).width
            fold = (
                f"\n{FOLD}{folded} the first {folded} cells of all lines are blank and not drawn"
                if folded
                else ""
            )
            return f"{model.old_title} → {model.new_title}{fold}"
        if spot is None or not layout.is_gutter(x):
            return ""
        row = layout.rows[spot.row]
        if not row.is_text:
            return ""
        texts = [] if row.hunk is None else [self._gutter_tooltip(spot.row)]
        return "\n".join([*texts, *self._differences(row)])

    def _differences(self, row: ViewRow) -> list[str]:
        """Describe the findings about a row, and its differences from the block, with their signs."""
        model = self._arrangement.model
        if model is None or not row.is_text:
            return []
        differences = _differences_of(model)
        found = [each for side in (True, False) if (each := differences.finding(row, is_old=side))]
        texts = [f"{WARNED if f.is_warning else MARKED} {'; '.join(f.messages)}" for f in found]
        ignored = model.ignored.get(-1 if row.old is None else row.old)
        if ignored is not None and ignored is not DifferenceKind.LINE_END:
            texts.append(f"{IGNORED} differs from the block in {ignored}")
        if (adjusted := model.adjusted.get(-1 if row.new is None else row.new)) is not None:
            texts.append(f"{ADJUSTED[adjusted]} adjusted to the file's {FILE_HAS[adjusted]}")
        return texts

    def _gutter_tooltip(self, row: int) -> str:
        """The meaning of a changed row's sign, and the effect of a click on it."""
        state = self._state_of(row)
        sign = state.old or state.new
        inside = f"or {self.keys['grain.in']} and {self.keys['block.toggle']}"
        if sign == OUT:
            return f"{OUT} excluded: a click includes it, {inside}"
        does = "excludes it" if sign == IN else "includes or excludes it"
        words = {IN: "included", PARTLY: "part of the hunk included"}.get(sign, "changes")
        return f"{sign} {words}: a click {does}, {inside}".strip()

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
            self._redraw()

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
        """The selected text with line ends, including folded lines."""
        selection, alignment = self._selection, self.alignment
        return "" if selection is None or alignment is None else selection.text(alignment)

    def clear_selection(self) -> bool:
        """Clear the selection. Returns False if there was none."""
        was, self._selection = self._selection is not None, None
        if was:
            self._redraw()
        return was

    # Searching

    @property
    def is_searching(self) -> bool:
        return self._search.needle is not None

    @property
    def search_state(self) -> str:
        """The text and the position among the hits, for the user; empty if there is no search."""
        return self._search.state

    @property
    def search_text(self) -> str:
        return self._search.text

    def search(self, text: str) -> None:
        """Search for a text from the cursor on; an empty text ends the search."""
        if not text:
            self.end_search()
            return
        self._search.needle = Needle(text)
        self._find_again(jump=True)

    def end_search(self) -> None:
        """End the search; the cursor stays."""
        self._worker.forget("find")
        self._search.end()
        self._redraw()

    def step_match(self, direction: int) -> str:
        """Go to the next or previous hit. Returns a message; empty if there is none to show."""
        search = self._search
        if search.is_running:
            return "still searching"
        if not search.hits:
            return f"{search.text} does not occur in this block"
        total = len(search.hits)
        at = self._hit_near(direction) if search.at is None else search.at + direction
        self._go_to_hit(at % total)
        return "" if 0 <= at < total else f"search continues from the {'top' if direction > 0 else 'bottom'}"

    def _find_again(self, before: TextHit | None = None, *, jump: bool = False) -> None:
        """Search the current sides again.

        Args:
            before: The hit that becomes the current one again.
            jump: True to go to the first hit from the cursor on.
        """
        search, alignment = self._search, self.alignment
        split, packs = self.is_split, self._arrangement.packs
        search.forget()
        if (needle := search.needle) is None or alignment is None:
            return
        if is_quick_to_search(alignment):
            hits = find_text(alignment, needle, split=split, packs=packs, is_stale=lambda: False)
            self._take_hits(hits, before, jump=jump)
            return
        search.is_running = True

        def job(is_stale: Callable[[], bool]) -> None:
            hits = find_text(alignment, needle, split=split, packs=packs, is_stale=is_stale)
            if not is_stale():
                self._post(self.Found(alignment, needle, hits, jump))

        self._worker.ask("find", job)
        self._redraw()

    def on_diff_view_found(self, message: Found) -> None:
        if message.alignment is self.alignment and message.needle == self._search.needle:
            self._take_hits(message.hits, jump=message.jump)
            self.post_message(self.Scrolled())

    def _take_hits(self, hits: list[TextHit], before: TextHit | None = None, *, jump: bool) -> None:
        self._search.found(hits, before)
        self._redraw()
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
            if hit.is_old:
                self._arrangement.opened.add(hit.line)
            else:
                self._arrangement.is_appendix_open = True
            self._arrange()
            row = viewport.rows.row_at(hit.line, is_old=hit.is_old)
        self._cursor_height = None
        viewport.move_to(row)
        viewport.reveal(row, hit.start, is_old=hit.is_old)
        self._redraw()

    # Syntax

    def _ask_for_syntax(self) -> None:
        """Highlight the visible lines, once no frames are drawn for a while."""
        self._is_asking = time.monotonic() - self._drawn_at < SYNTAX_DELAY_S / 2
        if self._is_asking:
            ticking_surely(self.set_timer(SYNTAX_DELAY_S, self._ask_for_syntax))
            return
        alignment, rows, path = self.alignment, self._viewport.rows, self._tokens.path
        if alignment is None or rows is None:
            return
        missing = self._tokens.missing(rows[row] for row in {spot.row for spot in self._viewport.spots})
        if not missing:
            return

        def should_stop(is_stale: Callable[[], bool]) -> bool:
            # Lets the event loop run now, and not only when the interpreter switches threads.
            time.sleep(_YIELD_S)
            return is_stale()

        def job(is_stale: Callable[[], bool]) -> None:
            found = highlight(alignment, path, missing, lambda: should_stop(is_stale))
            if not is_stale():
                self._post(self.Highlighted(alignment, found))

        self._worker.ask("syntax", job)

    def on_diff_view_highlighted(self, message: Highlighted) -> None:
        if message.alignment is self.alignment:
            self._tokens.add(message.tokens)
            self._repaint(message.tokens)

    def _repaint(self, tokens: Tokens) -> None:
        """Draw the visible rows with new tokens again."""
        rows, painter = self._viewport.rows, self._painter
        if rows is None or painter is None:
            return
        changed: set[int] = set()
        for row in {spot.row for spot in self._viewport.spots}:
            view_row = rows[row]
            if not view_row.is_text:
                continue
            of_new = view_row.hunk is not None and tokens.get(False, {}).get(view_row.new or 0)
            if of_new or tokens.get(True, {}).get(-1 if view_row.old is None else view_row.old):
                changed.add(row)
        painter.forget(changed)
        self.forget_lines()
        self.refresh_lines(self._viewport.lines_of(changed))


def _differences_of(model: DiffModel) -> Differences:
    return Differences(
        model.ignored,
        model.adjusted,
        model.found_in_old,
        model.found_in_new,
        model.view is DiffMode.MATCH,
        model.replacement,
    )
