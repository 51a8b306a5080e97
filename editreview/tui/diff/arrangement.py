"""The choice of rows to show: one column or two, lines wrapped or cut, how much around the hunks."""

from collections.abc import Collection
from enum import StrEnum
from itertools import islice

from textual.geometry import Size

from editreview.alignment import Alignment
from editreview.review import DiffModel
from editreview.text import line_body
from editreview.tui.diff.cells import TAB
from editreview.tui.diff.layout import Layout, room_for
from editreview.tui.diff.rows import DiffRows

SPLIT_WIDTH = 84
"""Cells below which two sides are too narrow to read."""
_MAX_MEASURED = 200
"""Changed lines of a side that are measured."""
_MAX_BROKEN = 0.5
"""The share of them that may be broken."""
_CONTEXTS = (3, 10, 25, 100, 1000)
_AS_FITS = -1


class Whitespace(StrEnum):
    """The ways to look at whitespace; each value says it to the user."""

    PLAIN = "whitespace as it is"
    SHOWN = "spaces, tabs and line ends shown"
    IGNORED = "changes of whitespace only are dimmed"

    @property
    def next(self) -> "Whitespace":
        ways = list(Whitespace)
        return ways[(ways.index(self) + 1) % len(ways)]


class Arrangement:
    """The two sides and the options of their view; makes the layout for a size."""

    def __init__(self) -> None:
        self.shown: DiffModel | None = None
        self.kept: Collection[int] = ()
        """Lines of the old side that no fold hides, 0-based."""
        self.opened: set[int] = set()
        """Old lines that were brought out of folds."""
        self.columns = "auto"
        """`split`, `unified` or, by width, `auto`."""
        self.wraps = True
        self.whitespace = Whitespace.PLAIN
        self._context: int | None = _AS_FITS
        self._measured: tuple[Alignment, int, bool] | None = None
        """True if the lines that an alignment changes would be broken in two columns of a width."""

    @property
    def alignment(self) -> Alignment | None:
        return None if self.shown is None else self.shown.alignment

    def is_split(self, width: int) -> bool:
        """True if the two sides stand beside each other in so many cells."""
        if self.columns == "auto":
            return width >= SPLIT_WIDTH and not self._is_one_sided and not self._is_cramped(width)
        return self.columns == "split"

    @property
    def _is_one_sided(self) -> bool:
        """True if half a screen would tell nothing: a file that is new, deleted or the same on both sides."""
        alignment = self.alignment
        is_both = alignment is None or (alignment.hunks and len(alignment.lines) and alignment.new_length)
        return not is_both

    def _is_cramped(self, width: int) -> bool:
        """True if most of what changes is whole in one column, and would be broken in two."""
        alignment = self.alignment
        if alignment is None or not self.wraps:
            return False
        if self._measured is None or self._measured[:2] != (alignment, width):
            rooms = (room_for(alignment, width - 1, split=is_split) for is_split in (True, False))
            self._measured = (alignment, width, _is_broken(alignment, *rooms))
        return self._measured[2]

    def layout(self, size: Size) -> Layout | None:
        """The rows for a widget of this size, less titles and scrollbar; None if there are no sides."""
        if self.shown is None:
            return None
        split, kept = self.is_split(size.width), {*self.kept, *self.opened}
        context = self._lines_around(size.height)
        rows = DiffRows(self.shown.alignment, split=split, context=context, kept=kept)
        whitespace = self.whitespace is Whitespace.SHOWN
        return Layout(
            rows, split=split, width=max(size.width - 1, 1), wraps=self.wraps, whitespace=whitespace
        )

    def change_context(self, step: int, height: int) -> int | None:
        """Show more or fewer lines around the hunks, or with step 0 all. Returns how many; None for all.

        Args:
            step: 1, -1 or 0.
            height: Lines of the widget.
        """
        now = self._lines_around(height)
        if step == 0:
            self._context = None
        elif step > 0:
            self._context = next((lines for lines in _CONTEXTS if now is not None and lines > now), None)
        else:
            fewer = [lines for lines in _CONTEXTS if now is None or lines < now]
            self._context = fewer[-1] if fewer else _CONTEXTS[0]
        self.opened.clear()
        return self._context

    def _lines_around(self, height: int) -> int | None:
        """Equal lines shown around each hunk: at first as many as fill a widget of so many lines."""
        if self._context != _AS_FITS or self.shown is None:
            return self._context
        return max(_CONTEXTS[1], max(height - 1, 1) // (len(self.shown.alignment.hunks) + 1))


def _is_broken(alignment: Alignment, narrow: int, wide: int) -> bool:
    """True if too many of the changed lines are too long for so many cells, and not for so many more."""
    old = (alignment.lines[line] for hunk in alignment.hunks for line in range(hunk.old, hunk.old_end))
    new = (line for hunk in alignment.hunks for line in hunk.lines)
    changed = [line_body(line) for side in (old, new) for line in islice(side, _MAX_MEASURED)]
    changed = [line for line in changed if line.strip()]
    broken = sum(narrow < len(line.expandtabs(TAB)) <= wide for line in changed if len(line) <= wide)
    return broken > _MAX_BROKEN * len(changed)
