"""What a diff shows: which rows, in one column or two, wrapped or cut, with how much around the hunks."""

from collections.abc import Collection

from editreview.review import Shown
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.overlays import Whitespace
from editreview.tui.diff.rows import DiffRows
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_scroller import DiffScroller

SPLIT_WIDTH = 84
"""Cells below which two sides are too narrow to read."""
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
        self._wraps = True
        self._whitespace = Whitespace.PLAIN
        self._around: int | None = _AS_FITS
        self.range_start: int | None = None
        """The row at which a range begins that ends at the cursor."""

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

    def show(self, shown: Shown | None, kept: Collection[int] = ()) -> None:
        """Show a block from its first hunk on, and in any case these lines of the old side, 0-based."""
        self._shown, self._kept = shown, kept
        self._opened.clear()
        self._offset = 0
        self.range_start = None
        self._arrange()
        self.to_hunk(0)

    def show_again(self, shown: Shown, kept: Collection[int] = ()) -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._shown, self._kept = shown, kept
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
        self._wraps = not self._wraps
        self._offset = 0
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
        self._keep_line()
        return "the whole file" if self._around is None else f"{self._around} lines around each hunk"

    def _lines_around(self) -> int | None:
        """Equal lines shown around each hunk: at first as many as fill the screen."""
        if self._around != _AS_FITS or self._shown is None:
            return self._around
        return max(_CONTEXTS[1], self.height // (len(self._shown.alignment.hunks) + 1))

    def _keep_line(self) -> None:
        """Arrange the rows anew with the cursor in the same hunk, or on its row if a range ends there."""
        hunk = self.hunk[0]
        self._arrange()
        if self.range_start is None:
            self.to_hunk(max(hunk - 1, 0))
        else:
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

    def on_resize(self) -> None:
        width, height = self._arranged_for
        if self.size.width == width and abs(self.size.height - height) <= _MORE_OR_LESS:
            # A message above took a line or gave one back: what was in sight stays there.
            self._sight = None
            self._move_to(self._cursor)
            self.refresh()
        else:
            self._keep_line()
        self.post_message(self.Scrolled())
