"""Which rows of a diff are in and which the next decision is about: rows picked, and said in the gutter."""

from editreview.alignment import Alignment
from editreview.tui.diff.marks import PLAIN, Marks
from editreview.tui.diff.rows import ViewRow
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_arranging import DiffArranging


class DiffMarking(DiffArranging):
    """Knows the marks of its rows, and which rows a range or the cursor means."""

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id, keys=keys)
        self._marks: Marks | None = None
        self._marked: dict[int, tuple[str, str]] = {}
        """The cells of the rows that were asked for, by row."""

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

    def _draw_anew(self) -> None:
        self._marked.clear()
        super()._draw_anew()
