"""The rows included of a block, and those the next decision is about, as cells of the gutter."""

from enum import StrEnum

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.tui.diff.rows import DiffRows, ViewKind, ViewRow

IN, OUT, PARTLY = "■", "□", "◧"
MEANT = "┃"
Marked = tuple[str, str]
"""The cells of the gutter before the number of a changed line, and after it."""
PLAIN: Marked = ("▌", " ")
"""The cells of a changed row while only the block as a whole is decided on."""
_EQUAL: Marked = (" ", " ")


class Level(StrEnum):
    """The unit that a toggle includes or excludes."""

    BLOCK = "block"
    HUNK = "hunk"
    LINE = "line"


class Marks(Struct, frozen=True):
    """The state of the rows of one alignment."""

    alignment: Alignment
    taken: frozenset[int] | None
    """The rows that are in; None for all."""
    meant: frozenset[int] = frozenset()
    """The rows that the next decision is about."""
    level: Level = Level.BLOCK

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Marks):
            return NotImplemented
        # An alignment is one object as long as the block is shown.
        mine = (self.taken, self.meant, self.level)
        return self.alignment is other.alignment and mine == (other.taken, other.meant, other.level)

    __hash__ = None  # type: ignore[assignment]  # They are compared, never looked up.

    def is_in(self, number: int) -> bool:
        return self.taken is None or number in self.taken

    def rows(self, hunk: int) -> range:
        """The numbers of a hunk's rows."""
        starts = self.alignment.row_starts
        return range(starts[hunk], starts[hunk + 1])

    def number(self, row: ViewRow) -> int | None:
        """The number of the row that a line of the view belongs to; None for a line that does not change."""
        if row.hunk is None or row.kind is ViewKind.FOLD:
            return None
        return self.alignment.row_at(row.hunk, row.old, row.new)

    def cells(self, row: ViewRow) -> Marked:
        """The signs before and after the line's number."""
        number = self.number(row)
        if number is None or row.hunk is None:
            return _EQUAL
        mark = IN if self.is_in(number) else OUT
        rows = self.rows(row.hunk)
        if self.level is Level.HUNK and number == rows[0] and self._is_partly(rows):
            mark = PARTLY
        return mark, MEANT if number in self.meant else " "

    def _is_partly(self, rows: range) -> bool:
        return self.taken is not None and 0 < sum(1 for row in rows if row in self.taken) < len(rows)


class Gutter:
    """The marks of the rows in the gutter, each found once."""

    def __init__(self) -> None:
        self.marks: Marks | None = None
        self._cells: dict[int, Marked] = {}
        """By row."""

    def show(self, marks: Marks | None) -> None:
        self.marks = marks
        self._cells.clear()

    def forget(self) -> None:
        """Drop what is known by row: the rows are others."""
        self._cells.clear()

    def cells(self, rows: DiffRows | None, row: int) -> Marked:
        """The cells before and after the number of a row, if it is a changed one."""
        marks = self.marks
        if marks is None or rows is None or marks.alignment is not rows.alignment:
            # Marks of what was shown before say nothing of these rows.
            return PLAIN
        if row not in self._cells:
            shown = rows[row]
            self._cells[row] = PLAIN if shown.hunk is None else marks.cells(shown)
        return self._cells[row]
