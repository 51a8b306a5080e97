"""The options of the diff: one column or two, lines wrapped or cut, whitespace, context around hunks."""

from collections.abc import Collection
from enum import StrEnum

from textual.geometry import Size

from editreview.alignment import Alignment
from editreview.review import DiffModel
from editreview.tui.diff.columns import Auto
from editreview.tui.diff.layout import Layout
from editreview.tui.diff.rows import Appendix, DiffRows

_CONTEXTS = (3, 10, 25, 100, 1000)
_LEAST_CONTEXT = 1
"""Equal lines shown around each hunk above a replacement, if there is no room for more."""
_OWN_LINES = 2
"""Lines for the titles of the widget and of a replacement."""
_FIT = -1
"""A context that fills the widget."""


class Whitespace(StrEnum):
    """The ways to show whitespace; the values are messages for the user."""

    PLAIN = "whitespace is not marked"
    SHOWN = "spaces, tabs and line ends are shown"
    IGNORED = "lines that differ in whitespace only are dimmed"

    @property
    def next(self) -> "Whitespace":
        ways = list(Whitespace)
        return ways[(ways.index(self) + 1) % len(ways)]


class Arrangement:
    """Holds the two sides and the options, and makes the layout for a size."""

    def __init__(self) -> None:
        self.model: DiffModel | None = None
        self.pinned: Collection[int] = ()
        """Lines of the old side that are never folded, 0-based."""
        self.opened: set[int] = set()
        """Lines of the old side that were unfolded."""
        self.is_appendix_open = False
        """True if no line of a replacement is folded."""
        self.columns = "auto"
        """`split`, `unified` or, by width, `auto`."""
        self.wraps = True
        self.packs = True
        """See `DiffRows`."""
        self.whitespace = Whitespace.PLAIN
        self._context: int | None = _FIT
        self.auto = Auto()

    @property
    def alignment(self) -> Alignment | None:
        return None if self.model is None else self.model.alignment

    def is_split(self, width: int) -> bool:
        """True if the two sides are shown side by side at a width."""
        alignment = self.alignment
        if self.columns != "auto" or alignment is None:
            return self.columns == "split"
        # Cut lines need no room.
        return self.auto.is_split(alignment, width, wraps=self.wraps)

    def layout(self, size: Size) -> Layout | None:
        """The layout for a widget of this size, without titles and scrollbar; None if nothing is shown."""
        if self.model is None:
            return None
        split, pinned = self.is_split(size.width), {*self.pinned, *self.opened}
        context = self._lines_around(size.height)
        rows = DiffRows(
            self.model.alignment,
            split=split,
            context=context,
            pinned=pinned,
            packs=self.packs,
            appendix=self._appendix(size.height, context),
        )
        whitespace = self.whitespace is Whitespace.SHOWN
        return Layout(
            rows, split=split, width=max(size.width - 1, 1), wraps=self.wraps, whitespace=whitespace
        )

    def change_context(self, step: int, height: int) -> int | None:
        """Show more or fewer lines around the hunks. Returns how many; None for the whole file.

        Args:
            step: 1 for more, -1 for fewer, 0 for the whole file.
            height: The height of the widget, in lines.
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
        self.is_appendix_open = False
        return self._context

    def _lines_around(self, height: int) -> int | None:
        """The number of equal lines around each hunk: by default as many as fill the widget."""
        if self._context != _FIT or self.model is None:
            return self._context
        hunks = self.model.alignment.hunks
        around = max(_CONTEXTS[1], max(height - 1, 1) // (len(hunks) + 1))
        if self.model.replacement is None:
            return around
        # A replacement is in sight together with the lines above it.
        return min(max(self._free(self.model, height) // 2 - 1, _LEAST_CONTEXT), around)

    def _appendix(self, height: int, context: int | None) -> Appendix | None:
        replacement = None if self.model is None else self.model.replacement
        if self.model is None or replacement is None:
            return None
        around = 0 if self._context == _FIT else context
        if self.is_appendix_open or self._free(self.model, height) >= 0:
            around = None
        return Appendix({*replacement.added, *replacement.removed}, around)

    def _free(self, model: DiffModel, height: int) -> int:
        """The lines of the widget that a near match and all of the replacement leave for others."""
        hunks = model.alignment.hunks
        near = hunks[-2].old_end - hunks[0].old if len(hunks) > 1 else 0
        changed = sum(len(hunk.lines) for hunk in hunks)
        return height - _OWN_LINES - near - changed
