"""What a diff shows: which rows, in one column or two, wrapped or cut, with how much around the hunks."""

from collections.abc import Collection
from itertools import islice

from editreview.alignment import Alignment
from editreview.review import Shown
from editreview.texts import line_body
from editreview.tui.diff.cells import TAB
from editreview.tui.diff.layout import Layout, Spot, room_for
from editreview.tui.diff.overlays import Whitespace
from editreview.tui.diff.rows import DiffRows
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_scroller import DiffScroller

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


class DiffArranging(DiffScroller):
    """Arranges rows anew when anything about them changes."""

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id, keys=keys)
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

    def show(self, shown: Shown | None, kept: Collection[int] = ()) -> None:
        """Show a block from its first hunk on, and in any case these lines of the old side, 0-based."""
        self._shown, self._kept = shown, kept
        self.edition += 1
        self._opened.clear()
        self._offset = 0
        self.range_start = None
        self._arrange()
        self.to_hunk(0)

    def show_again(self, shown: Shown, kept: Collection[int] = ()) -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._shown, self._kept = shown, kept
        self.edition += 1
        # It was of rows that may be others now.
        self.range_start = None
        self._arrange()
        self._move_to(self._cursor)

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


def _is_broken(alignment: Alignment, narrow: int, wide: int) -> bool:
    """Whether too many of the changed lines are too long for so many cells, and not for so many more."""
    old = (alignment.lines[line] for hunk in alignment.hunks for line in range(hunk.old, hunk.old_end))
    new = (line for hunk in alignment.hunks for line in hunk.lines)
    changed = [line_body(line) for side in (old, new) for line in islice(side, _MOST_MEASURED)]
    changed = [line for line in changed if line.strip()]
    broken = sum(narrow < len(line.expandtabs(TAB)) <= wide for line in changed if len(line) <= wide)
    return broken > _MOST_BROKEN * len(changed)
