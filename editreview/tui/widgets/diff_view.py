"""The diff: both sides drawn by one widget, at a cost that depends on the rows in sight only."""

import time
from bisect import bisect_left
from collections.abc import Callable, Collection
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from editreview.alignment import Alignment
from editreview.review import Shown
from editreview.texts import line_body
from editreview.tui.contrast import TEXT, grounds_for, hardest, indexed, readable
from editreview.tui.diff.behind import Behind
from editreview.tui.diff.cells import TAB, cells_of
from editreview.tui.diff.find import MOST_MATCHES, Match, Needle, find
from editreview.tui.diff.layout import Layout, Spot, room_for
from editreview.tui.diff.lens import lens_lines
from editreview.tui.diff.marks import IN, OUT, PARTLY, PLAIN, Marks
from editreview.tui.diff.overlays import Overlays, Palette, Selection, Token, Whitespace
from editreview.tui.diff.paint import ADJUSTED, FORGIVEN, Liberties, Painter
from editreview.tui.diff.rows import DiffRows, ViewRow
from editreview.tui.diff.syntax import KINDS, Tokens, coloured
from editreview.tui.diff.words import changed_words
from editreview.tui.field_message import FieldMessage
from editreview.tui.glyphs import own
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.messages import Crashed
from editreview.tui.widgets.lines import LEAST, PaneWidget, cut_text, padded

if TYPE_CHECKING:
    from textual.geometry import Region

LENS = 3
"""Lines of the lens."""
_LENS_HEIGHT = 24
"""Lines of the view from which on there is room for it."""
_SIDEWAYS = 8
_LONG = 4_096
"""Characters of a line in which a change or a match has to be brought into sight."""
SPLIT_WIDTH = 84
"""Cells below which two sides are too narrow to read."""
_MOST_MEASURED = 200
"""Changed lines of a side that are looked at."""
_MOST_BROKEN = 0.5
"""The part of them that may be broken."""
_CONTEXTS = (3, 10, 25, 100, 1000)
_AS_FITS = -1
_MORE_OR_LESS = 2
"""Lines by which the height may change before the rows are arranged anew."""
_MOST_DRAWN = 2_000
"""Lines whose strips are kept."""
_BARS = {
    "": (" ", "diff--text"),
    "thumb": ("┃", "diff--thumb"),
    "track": ("│", "diff--track"),
    "thumb hunk": ("┫", "diff--tick"),
    "track hunk": ("┤", "diff--tick"),
}
_WHEEL = 3
_AT_ONCE = 1_000_000
"""Characters of a text that is searched before the key returns."""
_LINES_AT_ONCE = 20_000
PAUSE = 0.06
"""Seconds that the view stands still before syntax is looked at."""
_BREATH = 0.001
_MOST_COLOURED = 20_000
"""Lines of which it is kept what they are made of."""


class DiffView(PaneWidget):
    """One block's two sides, with a cursor line."""

    IS_FOREIGN = True
    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "diff--text",
        "diff--number",
        "diff--removed",
        "diff--removed-word",
        "diff--added",
        "diff--added-word",
        "diff--filler",
        "diff--fold",
        "diff--cursor",
        "diff--mark",
        "diff--strange",
        "diff--forgiven",
        "diff--adjusted",
        "diff--dim",
        "diff--blank",
        "diff--match",
        "diff--current",
        "diff--selected",
        "diff--title",
        "diff--thumb",
        "diff--track",
        "diff--tick",
        *(f"syntax--{kind}" for kind in KINDS),
    }

    class Scrolled(FieldMessage):
        """The cursor or the layout changed, and not by a key."""

        by_hand: bool = True
        """Whether a person did that, to read other lines."""

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
        matches: list[Match]
        jump: bool

    class Coloured(FieldMessage):
        """It is known what some lines are made of."""

        alignment: Alignment
        tokens: Tokens

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id)
        self.keys = keys
        self._rows: DiffRows | None = None
        self._layout: Layout | None = None
        self._sight: list[Spot] | None = None
        self._top = Spot(0)
        self._cursor = 0
        self._offset = 0
        self._shown: Shown | None = None
        self._kept: Collection[int] = ()
        self._opened: set[int] = set()
        """Old lines that were brought out of folds."""
        self._arranged_for = self.size
        self._layout_wanted = "auto"
        self._measured: tuple[Alignment, int, bool] | None = None
        """Whether the lines that an alignment changes would be broken in two columns of a width."""
        self._wraps = True
        self._whitespace = Whitespace.PLAIN
        self._around: int | None = _AS_FITS
        self.range_start: int | None = None
        """The row at which a range begins that ends at the cursor."""
        self._marks: Marks | None = None
        self._marked: dict[int, tuple[str, str]] = {}
        """The cells of the rows that were asked for, by row."""
        self._palette: Palette | None = None
        self._painter: Painter | None = None
        self._drawn: dict[tuple[Spot, bool, str, tuple[str, str]], Strip] = {}
        self._ticks: tuple[DiffRows | None, int, frozenset[int]] = (None, 0, frozenset())
        self._selection: Selection | None = None
        self._is_dragging = False
        self._behind = Behind(lambda error: self._post(Crashed(error)))
        self._path = ""
        self._tokens: dict[bool, dict[int, tuple[Token, ...]]] = {True: {}, False: {}}
        """By whether they are of the old side, and by line."""
        self._is_asking = False
        self._drawn_at = 0.0
        self._needle: Needle | None = None
        self._matches: list[Match] = []
        self._match: int | None = None
        self._is_looking = False

    # The lines in sight, and the cursor among them

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
        self._painter = None
        self._marked.clear()
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

    # Which rows, in one column or two, with how much around the hunks

    @property
    def is_split(self) -> bool:
        if self._layout_wanted == "auto":
            return self.size.width >= SPLIT_WIDTH and not self._is_one_sided and not self._is_cramped
        return self._layout_wanted == "split"

    @property
    def _is_one_sided(self) -> bool:
        """Whether half a screen would tell nothing: a file that is new, deleted or the same on both sides."""
        alignment = None if self._shown is None else self._shown.alignment
        is_both = alignment is None or (alignment.hunks and len(alignment.lines) and alignment.new_length)
        return not is_both

    @property
    def _is_cramped(self) -> bool:
        """Whether most of what changes is whole in one column, and would be broken in two."""
        alignment, width = None if self._shown is None else self._shown.alignment, self.size.width
        if alignment is None or not self._wraps:
            return False
        if self._measured is None or self._measured[:2] != (alignment, width):
            rooms = (room_for(alignment, width - 1, split=is_split) for is_split in (True, False))
            self._measured = (alignment, width, _is_broken(alignment, *rooms))
        return self._measured[2]

    def show(self, shown: Shown | None, kept: Collection[int] = (), path: str = "") -> None:
        """Show a block from its first hunk on.

        Args:
            shown: Its two sides.
            kept: Lines of the old side that are shown in any case, 0-based.
            path: The file, for its syntax.
        """
        self._take(shown, path)
        self._shown, self._kept = shown, kept
        self.edition += 1
        self._opened.clear()
        self._offset = 0
        self.range_start = None
        self._arrange()
        self.to_hunk(0)
        self._seek()

    def show_again(self, shown: Shown, kept: Collection[int] = (), path: str = "") -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._take(shown, path)
        self._shown, self._kept = shown, kept
        self.edition += 1
        # It was of rows that may be others now.
        self.range_start = None
        self._arrange()
        self._move_to(self._cursor)
        self._seek()

    def lay_out(self, layout: str) -> None:
        """Use `split`, `unified` or, by width, `auto`."""
        self._layout_wanted = layout
        self._keep_line()

    def toggle_wrap(self) -> str:
        """Wrap long lines, or cut them. Returns what is done now, for people."""
        was_split, self._wraps = self.is_split, not self._wraps
        self._offset = 0
        if self.is_split is not was_split:
            self._keep_line()
        else:
            self._arrange()
            if self._layout is not None:
                self._look_at(self._layout.up(Spot(self._cursor), self.height // 4))
            self._move_to(self._cursor)
        if self._wraps:
            return "long lines go on below"
        return f"long lines are cut: {self.keys['move.left']} and {self.keys['move.right']} go sideways"

    def toggle_whitespace(self) -> str:
        """Look at blanks in the next way. Returns which, for people."""
        self._whitespace = self._whitespace.next
        self._arrange()
        self._move_to(self._cursor)
        return self._whitespace.value

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
        self._opened.clear()
        self._keep_hunk()
        return "the whole file" if self._around is None else f"{self._around} lines around each hunk"

    def _lines_around(self) -> int | None:
        """Equal lines shown around each hunk: at first as many as fill the screen."""
        if self._around != _AS_FITS or self._shown is None:
            return self._around
        return max(_CONTEXTS[1], self.height // (len(self._shown.alignment.hunks) + 1))

    def _keep_hunk(self) -> None:
        """Arrange the rows anew with the cursor in the same hunk, or on its row if a range ends there."""
        hunk = self.hunk[0]
        self._arrange()
        if self.range_start is None:
            self.to_hunk(max(hunk - 1, 0))
        else:
            self._move_to(self._cursor)

    def _keep_line(self) -> None:
        """Arrange the rows anew; the cursor stays on its line, about as far down the view as it was."""
        rows, before = self._rows, self._arranged_for
        if rows is None or not len(rows) or not before.width or self._cursor in rows.hunk_tops:
            self._keep_hunk()
            return
        seen, above = rows[self._cursor], max(self.cursor_y - 1, 0) / max(before.height - 1, 1)
        if seen.old is not None and not seen.hidden:
            self._opened.add(seen.old)
        self._arrange()
        if self.range_start is None and self._rows is not None and self._layout is not None:
            self._cursor = self._rows.row_with(seen)
            self._look_at(self._layout.up(Spot(self._cursor), int(above * self.height)))
        self._move_to(self._cursor)

    def _arrange(self) -> None:
        was_split = self._layout is not None and self._layout.split
        self._arranged_for = self.size
        was, self._rows, self._layout = self._rows, None, None
        if self._shown is not None:
            kept = {*self._kept, *self._opened}
            split, around = self.is_split, self._lines_around()
            self._rows = DiffRows(self._shown.alignment, split=split, context=around, kept=kept)
            self._layout = Layout(
                self._rows,
                split=split,
                width=max(self.size.width - 1, 1),
                wraps=self._wraps,
                blanks=self._whitespace is Whitespace.SHOWN,
            )
        self._keep_range(was)
        self._draw_anew()
        if self._needle is not None and was_split is not self.is_split:
            before = None if self._match is None else self._matches[self._match]
            self._seek(before)

    def _keep_range(self, was: DiffRows | None) -> None:
        """Have a range hold the rows that it held in the arrangement before, or be none any more."""
        start, self.range_start = self.range_start, None
        if start is not None and was is not None and self._rows is not None and self._rows.is_like(was):
            self.range_start = self._rows.row_as_in(was, start)
            self._cursor = self._rows.row_as_in(was, self._cursor)

    def arrange_first(self) -> None:
        """Arrange the rows for the size that the widget has got, if it had none before.

        A frame is drawn before the widget hears of its size, and the first one shall show the diff.
        """
        if self.size.area and not self._arranged_for.area:
            self._keep_line()

    def on_resize(self) -> None:
        width, height = self._arranged_for
        if not self.size.area:
            # Nothing of it is in sight for now.
            return
        if self.size == self._arranged_for:
            pass
        elif self.size.width == width and abs(self.size.height - height) <= _MORE_OR_LESS:
            # A message above took a line or gave one back: what was in sight stays there.
            self._sight = None
            self._move_to(self._cursor)
            self.refresh()
        else:
            self._keep_line()
        self.post_message(self.Scrolled(by_hand=False))

    @property
    def alignment(self) -> Alignment | None:
        return None if self._shown is None else self._shown.alignment

    # Which rows are meant

    def hunk_rows(self) -> list[ViewRow]:
        """The changed lines from where the range begins to the cursor, or the one that the cursor is on."""
        start = self._cursor if self.range_start is None else self.range_start
        return [] if self._rows is None else self._rows.changed(*sorted((self._cursor, start)))

    def begin_range(self) -> None:
        """Begin a range at the cursor; `mark` shows it."""
        self.range_start = self._cursor

    def to_next_change(self) -> None:
        """Put the cursor on the next changed line, if there is one."""
        if self._rows is not None:
            self._move_to(self._rows.next_change(self._cursor))

    def old_and_new(self) -> tuple[int, int]:
        """The lines of both sides, 0-based, at the cursor or next above it."""
        return (0, 0) if self._rows is None else self._rows.lines_at(self._cursor)

    # What the gutter says

    def mark(self, marks: Marks | None) -> None:
        """Say in the gutter which rows are in; only rows of which it says something else are drawn again."""
        if marks == self._marks:
            return
        before = {spot.row: self.marked(spot.row) for spot in self.in_sight}
        self._marks = marks
        self._marked.clear()
        changed = {row for row, cells in before.items() if self.marked(row) != cells}
        self.refresh_lines(y for y, spot in enumerate(self.in_sight, 1) if spot.row in changed)

    def marked(self, row: int) -> tuple[str, str]:
        """What stands before and after the number of a row, if it is a changed one."""
        marks, rows = self._marks, self._rows
        if marks is None or rows is None or marks.alignment is not rows.alignment:
            # Marks of what was shown before say nothing of these rows.
            return PLAIN
        if row not in self._marked:
            shown = rows[row]
            self._marked[row] = PLAIN if shown.hunk is None else marks.cells(shown)
        return self._marked[row]

    # Drawing

    def notify_style_update(self) -> None:
        self._palette = self._painter = None
        super().notify_style_update()

    def _paint(self, layout: Layout, shown: Shown) -> Painter:
        if self._painter is None:
            self._drawn.clear()
            liberties = Liberties(shown.forgiven, shown.adjusted)
            more = self.keys["view.more"]
            palette = self._styles_of_rows()
            self._painter = Painter(layout, palette, self._offset, self.overlays, liberties, more)
        return self._painter

    def _styles_of_rows(self) -> Palette:
        if self._palette is None:
            style = self.style_of
            text = style("diff--text")
            removed, removed_word = grounds_for(style("diff--removed"), style("diff--removed-word"), text)
            added, added_word = grounds_for(style("diff--added"), style("diff--added-word"), text)
            _, match = grounds_for(text, style("diff--match"), text)
            _, selected = grounds_for(text, style("diff--selected"), text)
            if self.app.console.color_system == "256":
                removed, added = indexed(removed, text), indexed(added, text)
                removed_word = removed_word + Style(bgcolor=removed.bgcolor, underline=True)
                added_word = added_word + Style(bgcolor=added.bgcolor, underline=True)
            under = (hardest((text, removed, removed_word, added, added_word, match, selected)),)

            def ink(name: str) -> Style:
                """Read on every ground that code is on."""
                return _ink(readable(style(name), LEAST.get(name, TEXT), under))

            self._palette = Palette(
                text=readable(text, on=under),
                number=style("diff--number"),
                removed=readable(removed, on=under),
                removed_word=_ground(removed_word),
                added=readable(added, on=under),
                added_word=_ground(added_word),
                filler=style("diff--filler"),
                fold=style("diff--fold"),
                cursor=style("diff--cursor"),
                mark=ink("diff--mark"),
                strange=ink("diff--strange"),
                forgiven=ink("diff--forgiven"),
                adjusted=ink("diff--adjusted"),
                dim=style("diff--dim"),
                blank=ink("diff--blank"),
                match=_ground(match),
                current=style("diff--current"),
                selected=_ground(selected),
                # Of sixteen colours there are too few for both code and changes.
                syntax={} if self.app.native_ansi_color else {k: ink(f"syntax--{k}") for k in KINDS},
            )
        return self._palette

    def line(self, y: int) -> Strip:
        layout, rows = self._layout, self._rows
        if layout is None or rows is None or self._shown is None:
            return Strip([])
        if y == 0:
            return self._titles(self._shown)
        if self.lens_height and y >= self.area.height - self.lens_height:
            return self._lens(rows, y - (self.area.height - self.lens_height))
        if y > len(self.in_sight) or layout.width != max(self.area.width - 1, 1):
            # In a new size the rows are arranged anew first: of the old ones nothing could be read.
            return Strip([])
        spot = self.in_sight[y - 1]
        is_cursor, marked = spot.row == self._cursor, self.marked(spot.row)
        painter, bar = self._paint(layout, self._shown), self._scrollbar(y - 1, rows)
        key = (spot, is_cursor, bar, marked)
        if key not in self._drawn:
            if len(self._drawn) == _MOST_DRAWN:
                self._drawn.clear()
            sign, name = _BARS[bar]
            segments = painter.segments(spot, is_cursor=is_cursor, marked=marked)
            self._drawn[key] = Strip([*segments, Segment(own(sign), self.style_of(name))], self.area.width)
        return self._drawn[key]

    def _titles(self, shown: Shown) -> Strip:
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
        lines = lens_lines(rows, self._cursor, self._styles_of_rows(), self.area.width)
        return Strip(lines[y - 1])

    def _scrollbar(self, y: int, rows: DiffRows) -> str:
        """What stands in the scrollbar beside row `y` of the screen."""
        total, height = len(rows), self.height
        sight = self.in_sight
        if not self._top.row and not self._top.part and not self._top.line and sight[-1] == self._end:
            return ""
        if self._ticks[:2] != (rows, height):
            ticks = {
                tick
                for top, end in rows.hunk_spans
                for tick in range(top * height // total, (end - 1) * height // total + 1)
            }
            self._ticks = (rows, height, frozenset(ticks))
        inside = sight[0].row * height // total <= y <= sight[-1].row * height // total
        return ("thumb" if inside else "track") + (" hunk" if y in self._ticks[2] else "")

    @property
    def _end(self) -> Spot | None:
        return None if self._layout is None else self._layout.end

    # The mouse

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

    def on_unmount(self) -> None:
        self._behind.stop()

    def _post(self, message: Message) -> None:
        """From the thread behind, which may outlive the loop."""
        if self.is_running:
            self.post_message(message)

    def _take(self, shown: Shown | None, path: str) -> None:
        self._selection = None
        self._behind.forget("syntax")
        old, new = (None if side is None else side.alignment.lines.text for side in (self._shown, shown))
        is_same = path == self._path and old == new
        # Of another block of the same file, the old side is known already.
        self._tokens = {True: self._tokens[True] if is_same else {}, False: {}}
        self._path = path

    @property
    def overlays(self) -> Overlays:
        """What is laid over the text."""
        return Overlays(
            lambda is_old, line: self._tokens[is_old].get(line, ()),
            self._needle,
            None if self._match is None else self._matches[self._match],
            self._selection,
            self._whitespace,
        )

    # Searching

    @property
    def is_searching(self) -> bool:
        return self._needle is not None

    @property
    def search_state(self) -> str:
        """What is searched for and where the search stands, for people; empty if nothing is."""
        if self._needle is None:
            return ""
        total = len(self._matches)
        many = f"{MOST_MATCHES}+" if total >= MOST_MATCHES else str(total)
        count = "…" if self._is_looking else f"{0 if self._match is None else self._match + 1}/{many}"
        return f"/{self._needle.text} {count}"

    @property
    def search_text(self) -> str:
        return "" if self._needle is None else self._needle.text

    def search(self, text: str) -> None:
        """Look for a text from the cursor on; for an empty one, no longer."""
        if not text:
            self.end_search()
            return
        self._needle = Needle(text)
        self._seek(jump=True)

    def end_search(self) -> None:
        """Nothing is searched for any more; the cursor stays."""
        self._behind.forget("find")
        self._needle, self._matches, self._match, self._is_looking = None, [], None, False
        self._draw_anew()

    def step_match(self, direction: int) -> str:
        """Go to the next match or the one before. Returns what else to say."""
        if self._is_looking:
            return "still looking"
        if not self._matches:
            return f"there is no {self._needle.text if self._needle else ''} in this block"
        total = len(self._matches)
        at = self._nearest(direction) if self._match is None else self._match + direction
        self._go_to_match(at % total)
        return "" if 0 <= at < total else f"on from the {'top' if direction > 0 else 'bottom'}"

    def _seek(self, before: Match | None = None, *, jump: bool = False) -> None:
        """Find all matches in what is shown; the one that was gone to before is so again."""
        self._matches, self._match = [], None
        if self._needle is None or self._shown is None:
            return
        alignment, needle, split = self._shown.alignment, self._needle, self.is_split
        if len(alignment.lines.text) < _AT_ONCE and alignment.additions < _LINES_AT_ONCE:
            matches = find(alignment, needle, split=split, is_stale=lambda: False)
            self._take_matches(matches, jump=jump)
            self._match = matches.index(before) if before in matches else self._match
            return
        self._is_looking = True

        def job(is_stale: Callable[[], bool]) -> None:
            matches = find(alignment, needle, split=split, is_stale=is_stale)
            if not is_stale():
                self._post(self.Found(alignment, needle, matches, jump))

        self._behind.ask("find", job)
        self._draw_anew()

    def on_diff_view_found(self, message: Found) -> None:
        is_ours = self._shown is not None and message.alignment is self._shown.alignment
        if is_ours and message.needle == self._needle:
            self._take_matches(message.matches, jump=message.jump)
            self.post_message(self.Scrolled())

    def _take_matches(self, matches: list[Match], *, jump: bool) -> None:
        self._matches, self._is_looking = matches, False
        self._draw_anew()
        if jump and matches:
            self._go_to_match(self._nearest(1) % len(matches))

    def _nearest(self, direction: int) -> int:
        """The first match at the cursor or after it, or the last one before it."""
        rows = self._rows
        assert rows is not None
        at = bisect_left(self._matches, self._cursor, key=lambda m: rows.row_at(m.line, is_old=m.is_old))
        return at if direction > 0 else at - 1

    def _go_to_match(self, index: int) -> None:
        assert self._rows is not None and self._shown is not None
        self._match = index
        match = self._matches[index]
        row = self._rows.row_at(match.line, is_old=match.is_old)
        if self._rows[row].hidden:
            self._opened.add(match.line)
            self._arrange()
            row = self._rows.row_at(match.line, is_old=match.is_old)
        self._move_to(row)
        self._reveal(row, match.start, is_old=match.is_old)
        self._draw_anew()

    # Syntax

    def render_lines(self, crop: "Region") -> list[Strip]:
        self.arrange_first()
        strips = super().render_lines(crop)
        self._drawn_at = time.monotonic()
        if not self._is_asking and self._path and self._shown is not None:
            # Not before the frame is painted, and not while a key is held.
            self._is_asking = True
            self.set_timer(PAUSE, self._ask_for_syntax)
        return strips

    def _ask_for_syntax(self) -> None:
        self._is_asking = time.monotonic() - self._drawn_at < PAUSE / 2
        if self._is_asking:
            self.set_timer(PAUSE, self._ask_for_syntax)
            return
        if self._shown is None or self._rows is None:
            return
        alignment, path = self._shown.alignment, self._path
        shown = [self._rows[row] for row in {spot.row for spot in self.in_sight}]
        wanted = {
            True: sorted({row.old for row in shown if row.old is not None}),
            False: sorted({row.new for row in shown if row.new is not None and row.hunk is not None}),
        }
        missing = {
            is_old: lines
            for is_old, lines in wanted.items()
            if any(line not in self._tokens[is_old] for line in lines)
        }
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

        self._behind.ask("syntax", job)

    def on_diff_view_coloured(self, message: Coloured) -> None:
        if self._shown is None or message.alignment is not self._shown.alignment:
            return
        for is_old, known in self._tokens.items():
            if len(known) > _MOST_COLOURED:
                known.clear()
            known |= message.tokens.get(is_old, {})
        self._repaint(message.tokens)

    def _repaint(self, tokens: Tokens) -> None:
        """Draw the rows in sight again that something is now known of."""
        rows, painter = self._rows, self._painter
        if rows is None or painter is None:
            return
        changed: set[int] = set()
        for row in {spot.row for spot in self.in_sight}:
            shown = rows[row]
            if shown.hidden:
                continue
            of_new = shown.hunk is not None and tokens.get(False, {}).get(shown.new or 0)
            if of_new or tokens.get(True, {}).get(-1 if shown.old is None else shown.old):
                changed.add(row)
        painter.forget(changed)
        self._drawn = {key: strip for key, strip in self._drawn.items() if key[0].row not in changed}
        self.refresh_lines(y for y, spot in enumerate(self.in_sight, 1) if spot.row in changed)


def _is_broken(alignment: Alignment, narrow: int, wide: int) -> bool:
    """Whether too many of the changed lines are too long for so many cells, and not for so many more."""
    old = (alignment.lines[line] for hunk in alignment.hunks for line in range(hunk.old, hunk.old_end))
    new = (line for hunk in alignment.hunks for line in hunk.lines)
    changed = [line_body(line) for side in (old, new) for line in islice(side, _MOST_MEASURED)]
    changed = [line for line in changed if line.strip()]
    broken = sum(narrow < len(line.expandtabs(TAB)) <= wide for line in changed if len(line) <= wide)
    return broken > _MOST_BROKEN * len(changed)


def _ink(style: Style) -> Style:
    """What a style does to what it writes, whatever it is written on."""
    return style.without_color + Style(color=style.color)


def _ground(style: Style) -> Style:
    """What a style does to what is behind the text."""
    return style.without_color + Style(bgcolor=style.bgcolor)
