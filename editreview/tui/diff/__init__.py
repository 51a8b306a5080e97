"""The side-by-side view: rows, with their state in the gutter, which the package lays out, paints and shows.

Lines of the texts become rows. The cost depends on the changes, not on the size of the file. Rows are 0-based
from the top of the view; lines are 0-based in their text. The gutter shows included and excluded lines, and
the target of the next decision.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment, Hunk, Row, RowKind

_AROUND_PINNED = 3
_MAX_BUILT = 20_000
"""Rows in the cache."""


class ViewKind(StrEnum):
    EQUAL = "equal"
    CHANGED = "changed"
    REPLACED = "replaced"
    """A removed line and an added one beside each other, although they are not alike."""
    REMOVED = "removed"
    ADDED = "added"
    FOLD = "fold"
    """Equal lines that are hidden."""
    HEAD = "head"
    """The title of the hunk below."""
    TAIL = "tail"
    """The end of a hunk with a title."""


_OWN_WORDS = (ViewKind.FOLD, ViewKind.HEAD, ViewKind.TAIL)


class ViewRow(Struct, frozen=True):
    kind: ViewKind
    old: int | None = None
    new: int | None = None
    hidden: int = 0
    """The number of lines in a fold."""
    hunk: int | None = None

    @property
    def is_text(self) -> bool:
        """True if it shows a line of a side."""
        return self.kind not in _OWN_WORDS


class _Segment(Struct, frozen=True):
    """A run of rows of one kind: equal lines, a fold, a head or tail, or rows of a hunk."""

    kind: ViewKind
    rows: int
    old: int = 0
    new: int = 0
    hunk: int | None = None
    hidden: int = 0
    first: int = 0
    """The row of the hunk with which it begins."""


_KINDS = {
    RowKind.CHANGED: ViewKind.CHANGED,
    RowKind.REMOVED: ViewKind.REMOVED,
    RowKind.ADDED: ViewKind.ADDED,
}


def _view_row(row: Row, hunk: int) -> ViewRow:
    return ViewRow(_KINDS[row.kind], row.old, row.new, hunk=hunk)


def packed(rows: Sequence[Row], hunk: int) -> Iterator[ViewRow]:
    """The rows of a hunk, with removed lines beside the added ones that follow them."""
    removed: list[Row] = []
    for row in rows:
        if row.kind is RowKind.REMOVED:
            removed.append(row)
        elif row.kind is RowKind.ADDED and removed:
            yield ViewRow(ViewKind.REPLACED, removed.pop(0).old, row.new, hunk=hunk)
        else:
            yield from (ViewRow(ViewKind.REMOVED, each.old, hunk=hunk) for each in removed)
            removed.clear()
            yield _view_row(row, hunk)
    yield from (ViewRow(ViewKind.REMOVED, each.old, hunk=hunk) for each in removed)


def _runs(count: int, visible: Iterable[tuple[int, int]]) -> Iterator[tuple[ViewKind, int, int]]:
    """The runs of visible and folded lines among `count`, as half-open ranges.

    Args:
        count: The number of lines.
        visible: Ranges that are visible, by their beginning; they may overlap and reach over the ends.
    """
    start = end = 0
    for first, last in (*visible, (count, count)):
        if first - end > 1:
            yield ViewKind.EQUAL, start, end
            yield ViewKind.FOLD, end, first
            start = first
        end = max(end, min(last, count))
    yield ViewKind.EQUAL, start, end


class Appendix(Struct, frozen=True):
    """A last hunk with a title, which only has new lines."""

    changed: Collection[int]
    """Its lines that are never folded, 0-based."""
    context: int | None
    """Other lines shown around each of them; None for all."""


class DiffRows:
    """The rows of one alignment.

    Args:
        alignment: The two sides.
        split: True for two columns.
        context: Equal lines shown around each hunk; None for all.
        pinned: Old lines that are never folded, nor are a few lines around them.
        packs: True to put removed and added lines that are not alike beside each other, in two columns.
        appendix: The last hunk, if that has a title.
    """

    def __init__(
        self,
        alignment: Alignment,
        *,
        split: bool,
        context: int | None,
        pinned: Collection[int] = (),
        packs: bool = True,
        appendix: "Appendix | None" = None,
    ) -> None:
        self.alignment = alignment
        self._pinned = sorted(pinned)
        self._split = split
        self._packs = split and packs
        self._appendix = appendix
        self._packed: dict[int, tuple[ViewRow, ...]] = {}
        self._segments: list[_Segment] = []
        self._starts: list[int] = []
        self._length = 0
        self._built: dict[int, ViewRow] = {}
        self._partners: dict[int, dict[tuple[str, int], int]] = {}
        self._build(context)

    def __len__(self) -> int:
        return self._length

    @property
    def has_appendix(self) -> bool:
        """True if the last hunk has a title."""
        return self._appendix is not None

    @cached_property
    def hunk_tops(self) -> list[int]:
        """The first row of every hunk."""
        tops: dict[int, int] = {}
        for start, segment in zip(self._starts, self._segments, strict=True):
            if segment.hunk is not None:
                tops.setdefault(segment.hunk, start)
        return list(tops.values())

    @cached_property
    def last_number(self) -> int:
        """The highest line number of both sides, but for folded lines."""
        for segment in reversed(self._segments):
            if segment.hunk is not None:
                hunk = self.alignment.hunks[segment.hunk]
                return max(hunk.old_end, hunk.new_end, 1)
            if segment.kind is ViewKind.EQUAL:
                return max(segment.old, segment.new) + segment.rows
        return 1

    def lines(self) -> Iterator[str]:
        """The lines of both sides, but for folded ones."""
        lines = self.alignment.lines
        for segment in self._segments:
            if segment.hunk is not None:
                hunk = self.alignment.hunks[segment.hunk]
                if self._is_appendix(segment.hunk):
                    yield from hunk.lines[segment.first : segment.first + segment.rows]
                    continue
                yield from lines.slice(hunk.old, hunk.old_end)
                yield from hunk.lines
            elif segment.kind is ViewKind.EQUAL:
                yield from lines.slice(segment.old, segment.old + segment.rows)

    def __getitem__(self, row: int) -> ViewRow:
        if row not in self._built:
            if len(self._built) >= _MAX_BUILT:
                self._built.clear()
            self._built[row] = self._row(row)
        return self._built[row]

    def _row(self, row: int) -> ViewRow:
        at = bisect_right(self._starts, row) - 1
        segment, offset = self._segments[at], row - self._starts[at]
        if segment.kind in _OWN_WORDS:
            return ViewRow(segment.kind, segment.old, segment.new, hidden=segment.hidden)
        if segment.hunk is None:
            return ViewRow(ViewKind.EQUAL, segment.old + offset, segment.new + offset)
        return self._hunk_row(segment.hunk, segment.first + offset)

    def _is_appendix(self, hunk: int) -> bool:
        return self._appendix is not None and hunk == len(self.alignment.hunks) - 1

    def row_of(self, line: int) -> int:
        """The row of a line of the old side, or its fold; inside a hunk, a row near it."""
        olds = [self.alignment.hunks[s.hunk].old if s.hunk is not None else s.old for s in self._segments]
        at = max(bisect_right(olds, line) - 1, 0)
        if not self._segments:
            return 0
        return self._starts[at] + min(line - olds[at], self._segments[at].rows - 1)

    @property
    def hunk_spans(self) -> list[tuple[int, int]]:
        """The first row of every hunk, and the row after its last one."""
        pairs = zip(self._starts, self._segments, strict=True)
        return [(start, start + s.rows) for start, s in pairs if s.hunk is not None]

    def row_at(self, line: int, *, is_old: bool) -> int:
        """The row of a line of a side, or its fold."""
        at = bisect_right(self._segments, line, key=lambda s: self._begin(s, is_old)) - 1
        segment, start = self._segments[at], self._starts[at]
        if segment.kind is ViewKind.FOLD:
            return start
        offset = line - self._begin(segment, is_old)
        if segment.hunk is None:
            return start + offset
        if self._is_appendix(segment.hunk):
            return start + offset
        hunk, rows = self.alignment.hunks[segment.hunk], self._rows(segment.hunk)
        if not self._split:
            return start + offset + (0 if is_old else hunk.old_end - hunk.old)
        if not isinstance(rows, tuple):
            return start + offset
        return start + next(i for i, row in enumerate(rows) if (row.old if is_old else row.new) == line)

    def row_with(self, row: ViewRow) -> int:
        """The row for a row from another arrangement of the same alignment, or its fold."""
        if row.old is not None:
            return self.row_at(row.old, is_old=True)
        return self.row_at(row.new or 0, is_old=False)

    def line_at(self, row: int, *, is_old: bool) -> int:
        """The line of a side that stands on a row, or else the last one above it; -1 before the first."""
        at = self[row]
        line = at.old if is_old else at.new
        if line is not None or at.hunk is None:
            return -1 if line is None else line
        hunk, rows = self.alignment.hunks[at.hunk], self._rows(at.hunk)
        if not self._split or self._is_appendix(at.hunk):
            return (hunk.old_end if is_old else hunk.new) - 1
        if not isinstance(rows, tuple):
            return (hunk.old_end if is_old else hunk.new_end) - 1
        offset = row - self._starts[bisect_right(self._starts, row) - 1]
        lines = ((r.old if is_old else r.new) for r in reversed(rows[:offset]))
        return next((n for n in lines if n is not None), (hunk.old if is_old else hunk.new) - 1)

    def _begin(self, segment: _Segment, is_old: bool) -> int:
        """The first line of a side in a segment, or where it would be."""
        if segment.hunk is None:
            return segment.old if is_old else segment.new
        hunk = self.alignment.hunks[segment.hunk]
        return hunk.old if is_old else hunk.new + (segment.first if self._is_appendix(segment.hunk) else 0)

    def is_like(self, other: "DiffRows") -> bool:
        """True if another arrangement is of the same alignment, in the same layout."""
        return self.alignment is other.alignment and self._split == other._split

    def row_as_in(self, other: "DiffRows", row: int) -> int:
        """The row for a row of an arrangement in the same layout, or its fold."""
        seen = other[row]
        if seen.hunk is None:
            return self.row_of(seen.old or 0)
        if self._packs is not other._packs or self._is_appendix(seen.hunk):
            return self.row_with(seen)
        return self.hunk_tops[seen.hunk] + row - other.hunk_tops[seen.hunk]

    def changed(self, first: int, last: int) -> list[ViewRow]:
        """The changed rows from `first` to `last`."""
        return [
            self[index]
            for top, end in self.hunk_spans
            for index in range(max(top, first), min(end, last + 1))
        ]

    def next_change(self, row: int) -> int:
        """The next changed row after `row`; `row` itself if there is none."""
        return next((max(top, row + 1) for top, end in self.hunk_spans if end > row + 1), row)

    def lines_at(self, row: int) -> tuple[int, int]:
        """The old and the new line on a row, or on the nearest above that has one."""
        row = min(row, self._length - 1)
        return max(self.line_at(row, is_old=True), 0), max(self.line_at(row, is_old=False), 0)

    def partner(self, row: ViewRow) -> tuple[int | None, int | None]:
        """The old and the new line that a row's line is compared with."""
        if row.kind in (ViewKind.CHANGED, ViewKind.REPLACED) or row.hunk is None:
            return row.old, row.new
        if row.hunk not in self._partners:
            pairs: dict[tuple[str, int], int] = {}
            if len(rows := self.alignment.rows(row.hunk)) <= 2_500:
                for paired in rows:
                    if paired.old is not None and paired.new is not None:
                        pairs["old", paired.old] = paired.new
                        pairs["new", paired.new] = paired.old
            self._partners[row.hunk] = pairs
        pairs = self._partners[row.hunk]
        if row.old is not None:
            return row.old, pairs.get(("old", row.old))
        return (None if row.new is None else pairs.get(("new", row.new))), row.new

    def _rows(self, number: int) -> Sequence[Row] | Sequence[ViewRow]:
        """The rows of a hunk in two columns."""
        rows = self.alignment.rows(number)
        if not self._packs or not isinstance(rows, tuple):
            return rows
        if number not in self._packed:
            self._packed[number] = tuple(packed(rows, number))
        return self._packed[number]

    def _hunk_row(self, number: int, offset: int) -> ViewRow:
        if self._split:
            row = self._rows(number)[offset]
            return row if isinstance(row, ViewRow) else _view_row(row, number)
        hunk = self.alignment.hunks[number]
        removed = hunk.old_end - hunk.old
        if offset < removed:
            return ViewRow(ViewKind.REMOVED, hunk.old + offset, None, hunk=number)
        return ViewRow(ViewKind.ADDED, None, hunk.new + offset - removed, hunk=number)

    def _build(self, context: int | None) -> None:
        old = new = 0
        hunks = self.alignment.hunks
        for number, hunk in enumerate(hunks):
            self._equal(old, new, hunk.old - old, context, after=number > 0, before=True)
            rows = len(self._rows(number)) if self._split else hunk.old_end - hunk.old + len(hunk.lines)
            if self._appendix is not None and number == len(hunks) - 1:
                self._append(self._appendix, hunk, number)
            else:
                self._add(_Segment(ViewKind.CHANGED, rows, hunk=number))
            old, new = hunk.old_end, hunk.new_end
        self._equal(old, new, len(self.alignment.lines) - old, context, after=bool(hunks), before=False)

    def _append(self, appendix: Appendix, hunk: Hunk, number: int) -> None:
        """Add a hunk with a title; lines around the changed ones are visible, others folded."""
        self._add(_Segment(ViewKind.HEAD, 1, hunk.old, hunk.new))
        count = len(hunk.lines)
        around = count if appendix.context is None else appendix.context
        visible = [(line - around, line + around + 1) for line in sorted(appendix.changed)]
        for kind, first, end in _runs(count, visible):
            if kind is ViewKind.FOLD:
                self._add(_Segment(kind, 1, hunk.old, hunk.new + first, hidden=end - first))
            else:
                self._add(_Segment(ViewKind.CHANGED, end - first, hunk=number, first=first))
        if hunk.old < len(self.alignment.lines):
            self._add(_Segment(ViewKind.TAIL, 1, hunk.old, hunk.new_end))

    def _equal(
        self, old: int, new: int, count: int, context: int | None, *, after: bool, before: bool
    ) -> None:
        """Add equal lines: visible near hunks and pinned lines, folded elsewhere."""
        if context is None or not (after or before):
            self._add(_Segment(ViewKind.EQUAL, count, old, new))
            return
        pinned = self._pinned[bisect_left(self._pinned, old) : bisect_left(self._pinned, old + count)]
        visible = [(line - old - _AROUND_PINNED, line - old + _AROUND_PINNED + 1) for line in pinned]
        visible = [(0, context * after), *visible, (count - context * before, count)]
        for kind, first, end in _runs(count, visible):
            hidden = end - first if kind is ViewKind.FOLD else 0
            self._add(_Segment(kind, 1 if hidden else end - first, old + first, new + first, hidden=hidden))

    def _add(self, segment: _Segment) -> None:
        if segment.rows:
            self._segments.append(segment)
            self._starts.append(self._length)
            self._length += segment.rows


IN, OUT, PARTLY = "■", "□", "◧"
TARGETED = "┃"
"""The sign of a line to place a block on."""


class RowState(Struct, frozen=True):
    """The state of a row of the view, in its gutter. Its two lines may be two rows of the alignment."""

    old: str = ""
    """The sign of the old line; empty for none."""
    new: str = ""
    """The sign of the new line."""
    is_target: bool = False
    """True if the next decision is about the row."""
    is_old_out: bool = False
    """True if the change of the old line is excluded: the line stays."""
    is_new_out: bool = False
    """True if the new line is excluded."""
    shift: int = 0
    """The difference that excluded rows above make to the number of the new line."""


PLAIN = RowState()
"""A row while only the block as a whole is decided on."""
_IN_RANGE = RowState(TARGETED, TARGETED, is_target=True)


class Level(StrEnum):
    """The unit that a toggle includes or excludes."""

    BLOCK = "block"
    HUNK = "hunk"
    LINE = "line"


class RowSelection(Struct, frozen=True):
    """The rows of one alignment that are included, and those to decide on next."""

    alignment: Alignment
    included: frozenset[int] | None
    """The included rows; None for all."""
    targets: frozenset[int] = frozenset()
    """The rows that the next decision is about."""
    level: Level = Level.BLOCK

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RowSelection):
            return NotImplemented
        # By identity: the alignment is the same object as long as the block is shown.
        state = (self.included, self.targets, self.level)
        return self.alignment is other.alignment and state == (other.included, other.targets, other.level)

    __hash__ = None  # type: ignore[assignment]  # Selections are compared, never hashed.

    def is_in(self, number: int) -> bool:
        return self.included is None or number in self.included

    def rows(self, hunk: int) -> range:
        """The numbers of a hunk's rows."""
        starts = self.alignment.row_starts
        return range(starts[hunk], starts[hunk + 1])

    def numbers(self, row: ViewRow) -> tuple[int, ...]:
        """The numbers of a row in the alignment: two for lines that are not alike, none if unchanged."""
        if row.hunk is None:
            return ()
        first = self.alignment.row_at(row.hunk, row.old, row.new)
        if row.kind is not ViewKind.REPLACED:
            return (first,)
        return first, self.alignment.row_at(row.hunk, None, row.new)

    def of(self, row: ViewRow) -> RowState:
        """The state of a row."""
        numbers = self.numbers(row)
        if not numbers or row.hunk is None:
            return PLAIN
        is_in = [self.is_in(number) for number in numbers]
        signs = [IN if each else OUT for each in is_in]
        rows = self.rows(row.hunk)
        if self.level is Level.HUNK and numbers[0] == rows[0] and self._is_partly(rows):
            signs[0] = PARTLY
        is_target = not self.targets.isdisjoint(numbers)
        return RowState(signs[0], signs[-1], is_target, not is_in[0], not is_in[-1])

    def shifts(self) -> list[int]:
        """By row, and last for the lines below: the number of lines by which excluded rows move it."""
        hunks = range(len(self.alignment.hunks))
        rows = (row for hunk in hunks for row in self.alignment.rows(hunk))
        kept = ((row.old is not None) - (row.new is not None) for row in rows)
        return [
            *accumulate((0 if self.is_in(number) else lines for number, lines in enumerate(kept)), initial=0)
        ]

    def _is_partly(self, rows: range) -> bool:
        return self.included is not None and 0 < sum(1 for row in rows if row in self.included) < len(rows)


class Gutter:
    """Caches the state of the rows."""

    def __init__(self) -> None:
        self.selection: RowSelection | None = None
        self.range = range(0)
        """Rows that the user selects to place a block on, changed or not."""
        self._states: dict[int, RowState] = {}
        """By row."""
        self._shifts: list[int] | None = None
        """Those of the selection, once they are needed."""

    def show(self, selection: RowSelection | None, rows: range = range(0)) -> None:
        self.selection, self.range = selection, rows
        self._states.clear()
        self._shifts = None

    def forget(self) -> None:
        """Clear the cache, because the rows have changed."""
        self._states.clear()

    def of(self, rows: DiffRows | None, row: int) -> RowState:
        """The state of a row."""
        selection = self.selection
        if row in self.range:
            return _IN_RANGE
        if selection is None or rows is None or selection.alignment is not rows.alignment:
            # The selection is still that of the block before.
            return PLAIN
        if row not in self._states:
            found = selection.of(rows[row])
            if selection.included is not None:
                found = replace(found, shift=self._shift(selection, rows[row]))
            self._states[row] = found
        return self._states[row]

    def _shift(self, selection: RowSelection, row: ViewRow) -> int:
        """The shift of the new line of a row."""
        alignment = selection.alignment
        if self._shifts is None:
            self._shifts = selection.shifts()
        if numbers := selection.numbers(row):
            return self._shifts[numbers[-1]]
        if row.old is None:
            return 0
        above = bisect_right(alignment.hunks, row.old, key=lambda hunk: hunk.old_end)
        return self._shifts[alignment.row_starts[above]]
