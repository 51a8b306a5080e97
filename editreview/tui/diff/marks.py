"""The marks in the gutter: included and excluded rows, and the target of the next decision."""

from enum import StrEnum

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow

IN, OUT, PARTLY = "■", "□", "◧"
TARGETED = "┃"
Marked = tuple[str, str]
"""The cells of the gutter before the number of a changed line, and after it."""
PLAIN: Marked = ("▌", " ")
"""The cells of a changed row while only the block as a whole is decided on."""
_EQUAL: Marked = (" ", " ")
_IN_RANGE: Marked = (TARGETED, " ")


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

    def number(self, row: ViewRow) -> int | None:
        """The number of a row in the alignment; None for an unchanged row."""
        if row.hunk is None or row.kind is ViewKind.FOLD:
            return None
        return self.alignment.row_at(row.hunk, row.old, row.new)

    def cells(self, row: ViewRow) -> Marked:
        """The cells before and after the line's number."""
        number = self.number(row)
        if number is None or row.hunk is None:
            return _EQUAL
        mark = IN if self.is_in(number) else OUT
        rows = self.rows(row.hunk)
        if self.level is Level.HUNK and number == rows[0] and self._is_partly(rows):
            mark = PARTLY
        return mark, TARGETED if number in self.targets else " "

    def _is_partly(self, rows: range) -> bool:
        return self.included is not None and 0 < sum(1 for row in rows if row in self.included) < len(rows)


class Gutter:
    """Caches the marks of the rows."""

    def __init__(self) -> None:
        self.marks: Marks | None = None
        self.range = range(0)
        """Rows that the user marks to place a block on, changed or not."""
        self._cells: dict[int, Marked] = {}
        """By row."""

    def show(self, marks: Marks | None, rows: range = range(0)) -> None:
        self.marks, self.range = marks, rows
        self._cells.clear()

    def forget(self) -> None:
        """Clear the cache, because the rows have changed."""
        self._cells.clear()

    def cells(self, rows: DiffRows | None, row: int) -> Marked:
        """The cells before and after the number of a changed row."""
        marks = self.marks
        if row in self.range:
            return _IN_RANGE
        if marks is None or rows is None or marks.alignment is not rows.alignment:
            # The marks are still those of the block before.
            return PLAIN
        if row not in self._cells:
            view_row = rows[row]
            self._cells[row] = PLAIN if view_row.hunk is None else marks.cells(view_row)
        return self._cells[row]
