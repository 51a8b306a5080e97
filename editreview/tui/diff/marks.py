"""The marks in the gutter: included and excluded lines, and the target of the next decision."""

from bisect import bisect_right
from enum import StrEnum
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow

IN, OUT, PARTLY = "■", "□", "◧"
TARGETED = "┃"
"""Marks a line to place a block on."""


class RowMarks(Struct, frozen=True):
    """The marks of a row of the view. Its two lines may be two rows of the alignment."""

    old: str = ""
    """The mark of the old line; empty for none."""
    new: str = ""
    """The mark of the new line."""
    is_target: bool = False
    """True if the next decision is about the row."""
    is_old_out: bool = False
    """True if the change of the old line is excluded: the line stays."""
    is_new_out: bool = False
    """True if the new line is excluded."""
    shift: int = 0
    """The difference that excluded rows above make to the number of the new line."""


PLAIN = RowMarks()
"""A row while only the block as a whole is decided on."""
_IN_RANGE = RowMarks(TARGETED, TARGETED, is_target=True)


class Level(StrEnum):
    """The unit that a toggle includes or excludes."""

    BLOCK = "block"
    HUNK = "hunk"
    LINE = "line"


class Marks(Struct, frozen=True):
    """The state of the rows of one alignment."""

    alignment: Alignment
    included: frozenset[int] | None
    """The included rows; None for all."""
    targets: frozenset[int] = frozenset()
    """The rows that the next decision is about."""
    level: Level = Level.BLOCK

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Marks):
            return NotImplemented
        # By identity: the alignment is the same object as long as the block is shown.
        state = (self.included, self.targets, self.level)
        return self.alignment is other.alignment and state == (other.included, other.targets, other.level)

    __hash__ = None  # type: ignore[assignment]  # Marks are compared, never hashed.

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

    def of(self, row: ViewRow) -> RowMarks:
        """The marks of a row."""
        numbers = self.numbers(row)
        if not numbers or row.hunk is None:
            return PLAIN
        is_in = [self.is_in(number) for number in numbers]
        marks = [IN if each else OUT for each in is_in]
        rows = self.rows(row.hunk)
        if self.level is Level.HUNK and numbers[0] == rows[0] and self._is_partly(rows):
            marks[0] = PARTLY
        is_target = not self.targets.isdisjoint(numbers)
        return RowMarks(marks[0], marks[-1], is_target, not is_in[0], not is_in[-1])

    def shifts(self) -> list[int]:
        """By row, and last for what follows: the lines that excluded rows before it leave in or out."""
        hunks = range(len(self.alignment.hunks))
        rows = (row for hunk in hunks for row in self.alignment.rows(hunk))
        kept = ((row.old is not None) - (row.new is not None) for row in rows)
        return [
            *accumulate((0 if self.is_in(number) else lines for number, lines in enumerate(kept)), initial=0)
        ]

    def _is_partly(self, rows: range) -> bool:
        return self.included is not None and 0 < sum(1 for row in rows if row in self.included) < len(rows)


class Gutter:
    """Caches the marks of the rows."""

    def __init__(self) -> None:
        self.marks: Marks | None = None
        self.range = range(0)
        """Rows that the user marks to place a block on, changed or not."""
        self._marked: dict[int, RowMarks] = {}
        """By row."""
        self._shifts: list[int] | None = None
        """Those of the marks, once they are needed."""

    def show(self, marks: Marks | None, rows: range = range(0)) -> None:
        self.marks, self.range = marks, rows
        self._marked.clear()
        self._shifts = None

    def forget(self) -> None:
        """Clear the cache, because the rows have changed."""
        self._marked.clear()

    def of(self, rows: DiffRows | None, row: int) -> RowMarks:
        """The marks of a row."""
        marks = self.marks
        if row in self.range:
            return _IN_RANGE
        if marks is None or rows is None or marks.alignment is not rows.alignment:
            # The marks are still those of the block before.
            return PLAIN
        if row not in self._marked:
            found = marks.of(rows[row])
            if marks.included is not None:
                found = replace(found, shift=self._shift(marks, rows[row]))
            self._marked[row] = found
        return self._marked[row]

    def _shift(self, marks: Marks, row: ViewRow) -> int:
        """The shift of the new line of a row."""
        alignment = marks.alignment
        if self._shifts is None:
            self._shifts = marks.shifts()
        if numbers := marks.numbers(row):
            return self._shifts[numbers[-1]]
        if row.old is None:
            return 0
        above = bisect_right(alignment.hunks, row.old, key=lambda hunk: hunk.old_end)
        return self._shifts[alignment.row_starts[above]]
