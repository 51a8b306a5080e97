"""The options of the diff: one column or two, lines wrapped or cut, whitespace, context around hunks.

`choose_frame` chooses for a whole review and a width: the list, the response beside the diff, and two columns
or one. Two columns come first: the list shrinks and steps aside for them. The choice is for all blocks, so
that going from block to block moves nothing; only where too many rows would be wrapped anyway, each block has
its own.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from editreview.alignment import Alignment
from editreview.review import DiffModel
from editreview.tui.diff.cells import TAB
from editreview.tui.diff.layout import Layout, gutter_of, shared_indentation
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


_MIN_SPLIT = 84
"""Minimum cells of a diff in two columns."""
_MIN_SCREEN = 96
"""Columns of the screen below which all blocks are shown in one column."""
_MAX_WRAPPED = 1 / 7
"""The share of rows that may be wrapped if all blocks are shown in two columns."""
_FEW_WRAPPED, _MANY_WRAPPED = 1 / 10, 1 / 4
"""The share of a block's rows up to which it is shown in two columns by itself, and above which it is not."""
_AROUND = 10
"""Lines around a hunk that count as visible."""
_MAX_ROWS = 400
"""Rows of a block that are measured."""
_MAX_BLOCKS = 50
"""Blocks that are measured; of more, some of all parts of the review."""

_LONG = 1_000
"""Characters of a line that is wrapped at any width."""

WIDE, SLIM, NARROW = 28, 20, 12
"""Widths of the list. The narrow one has names and what blocks change, and costs a point of wrapped rows."""
RESPONSE = 46
"""Columns of the response beside the diff."""
_MIN_RESPONSE = 170
"""Columns of the screen from which there is room for the response."""
_LEAST = {
    (WIDE, True): _MIN_RESPONSE,
    (WIDE, False): 160,
    (SLIM, False): 140,
    (NARROW, False): 120,
    (0, False): 0,
}
"""By the width of the list and whether the response is beside the diff, the columns of the screen from which
two columns share the room with them."""
_MIN_LIST = 100
"""Columns of the screen from which the list is shown if no block needs two columns."""
_MIN_CALLED = 60
"""The same if the user asks for the list."""


class Columns(StrEnum):
    """The columns that the blocks of a review are shown in."""

    SPLIT = "split"
    UNIFIED = "unified"
    BY_BLOCK = "by block"


class Frame(Struct, frozen=True):
    """The arrangement of a review at a width."""

    list_width: int
    """0 if there is a strip of blocks instead."""
    has_response: bool
    columns: Columns


class RowWidths(Struct, frozen=True):
    """The cells that the visible rows of a block need in each of two columns, in order."""

    cells: tuple[int, ...]
    digits: int

    def wrapped(self, width: int) -> int:
        """The number of rows that are wrapped in two columns of a widget of this width."""
        # A column is for the scrollbar, and one between the sides.
        room = (width - 2) // 2 - gutter_of(self.digits, split=True)
        return len(self.cells) - bisect_right(self.cells, room)

    def share(self, width: int) -> float:
        """The share of rows that are wrapped."""
        return self.wrapped(width) / max(len(self.cells), 1)


def is_two_sided(alignment: Alignment) -> bool:
    """True if a change both adds and deletes lines."""
    return bool(alignment.additions and alignment.deletions)


def row_widths(alignment: Alignment) -> RowWidths:
    """The widths of a block's rows: its hunks and the lines around them."""
    rows = list(islice(_rows(alignment), _MAX_ROWS))
    fold = shared_indentation(line for row in rows for line in row)
    cells = sorted(max(_width(line) for line in row) for row in rows)
    indentation = _width(fold)
    last = alignment.hunks[-1] if alignment.hunks else None
    number = 1 if last is None else max(last.old_end, last.new_end) + _AROUND
    return RowWidths(tuple(max(width - indentation, 0) for width in cells), len(str(number)))


def _rows(alignment: Alignment) -> Iterator[tuple[str, ...]]:
    lines, at = alignment.lines, 0
    for number, hunk in enumerate(alignment.hunks):
        yield from ((lines[n],) for n in range(max(at, hunk.old - _AROUND), hunk.old))
        old = lines.slice(hunk.old, min(hunk.old_end, hunk.old + _MAX_ROWS))
        yield from zip_longest(old, hunk.lines[:_MAX_ROWS], fillvalue="")
        following = alignment.hunks[number + 1].old if number + 1 < len(alignment.hunks) else len(lines)
        at = min(hunk.old_end + _AROUND, following)
        yield from ((lines[n],) for n in range(hunk.old_end, at))


def _width(line: str) -> int:
    line = line.rstrip("\r\n")
    if len(line) > _LONG:
        return len(line)
    line = line.expandtabs(TAB)
    return len(line) if line.isascii() else cell_len(line)


def blocks_to_measure(count: int) -> Collection[int]:
    """The indexes of the blocks to measure among `count`."""
    return range(0, count, max(-(-count // _MAX_BLOCKS), 1))


def choose_frame(
    blocks: Sequence[RowWidths],
    width: int,
    *,
    wants_list: bool | None = None,
    wants_response: bool | None = None,
    has_prose: bool = False,
) -> Frame:
    """The arrangement of a review.

    Args:
        blocks: Those of its blocks that both add and delete lines.
        width: Columns of the screen.
        wants_list: True or False if the user called the list or sent it away.
        wants_response: The same for the response.
        has_prose: True if the response has enough to say about its blocks to stand beside the diff.
    """
    if wants_response and width >= _MIN_RESPONSE:
        beside = choose_frame(blocks, width - RESPONSE, wants_list=wants_list, wants_response=False)
        return replace(beside, has_response=True)
    shows_response = has_prose and wants_response is None
    if width < _MIN_SCREEN or not blocks:
        has_list = width >= _MIN_LIST if wants_list is None else wants_list and width >= _MIN_CALLED
        list_width = 0 if not has_list else SLIM if width < _MIN_SCREEN else WIDE
        columns = Columns.UNIFIED if width < _MIN_SCREEN else Columns.BY_BLOCK
        return Frame(list_width, shows_response and width >= _MIN_RESPONSE, columns)
    rows = sum(len(block.cells) for block in blocks)
    without_list = _wrapped(blocks, width)
    frames = [frame for frame in _frames(width, wants_list) if shows_response or not frame.has_response]
    for frame in frames:
        room = width - frame.list_width - RESPONSE * frame.has_response
        wrapped = _wrapped(blocks, room)
        # In a narrow screen, what stands beside the diff may stay if it costs nothing.
        is_due = width >= _LEAST[frame.list_width, frame.has_response] or wrapped == without_list
        if room >= _MIN_SPLIT and wrapped <= _MAX_WRAPPED * rows and (is_due or wants_list):
            return frame
    return Frame(SLIM if wants_list else 0, False, Columns.BY_BLOCK)


def _wrapped(blocks: Sequence[RowWidths], width: int) -> int:
    return sum(block.wrapped(width) for block in blocks)


def _frames(width: int, wants_list: bool | None) -> Iterator[Frame]:
    """The arrangements in two columns, the best first."""
    for list_width, has_response in _LEAST:
        has_room = width >= _MIN_RESPONSE or not has_response
        if has_room and (wants_list is None or wants_list is bool(list_width)):
            yield Frame(list_width, has_response, Columns.SPLIT)


class Auto:
    """Chooses the columns of one block after another, and remembers the last choice.

    A block for which both would do is shown as the one before.
    """

    def __init__(self) -> None:
        self.columns = Columns.BY_BLOCK
        self._was_split = True
        self._last: tuple[Alignment, tuple[int, bool, Columns], bool] | None = None

    def is_split(self, alignment: Alignment, width: int, *, wraps: bool = True) -> bool:
        """True if a block is shown in two columns of a widget of this width.

        Args:
            alignment: Its two sides.
            width: Cells of the widget.
            wraps: False if long lines are cut, so that none is too long for two columns.
        """
        key = (width, wraps, self.columns)
        if self._last is None or self._last[0] is not alignment or self._last[1] != key:
            self._last = (alignment, key, self._choose(alignment, width, wraps=wraps))
        return self._last[2]

    def _choose(self, alignment: Alignment, width: int, *, wraps: bool) -> bool:
        if width < _MIN_SPLIT or self.columns is Columns.UNIFIED or not is_two_sided(alignment):
            return False
        if self.columns is Columns.BY_BLOCK and wraps:
            share = row_widths(alignment).share(width)
            if not _FEW_WRAPPED < share <= _MANY_WRAPPED:
                self._was_split = share <= _FEW_WRAPPED
        else:
            self._was_split = True
        return self._was_split
