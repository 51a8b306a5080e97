"""Why a block found no place: the nearest one, line by line."""

from msgspec import Struct

from editreview.alignment import Alignment, RowKind, change_lines
from editreview.blocks import LineRange, Reading
from editreview.matching.similarity import similar_windows
from editreview.matching.text import FileIndex
from editreview.texts import Change, line_body, split_lines

_LEAST = 0.4
_MOST_DIFFERENCES = 20


class Difference(Struct, frozen=True):
    """One line that is not as the block has it."""

    line: int | None
    """1-based, of the file; None if the file lacks the line."""
    wanted: str | None
    """The block's line; None if the file has a line more."""
    found: str | None


class NearMatch(Struct, frozen=True):
    """The span most like a block's search. Shown, never applied by itself."""

    lines: LineRange
    score: float
    """0 to 1, of the characters in common, indentation aside."""
    equal: int
    """Lines of the search that are the same there."""
    wanted: int
    """Lines of the search."""
    as_searched: Change
    """Makes of the file what the block took it for."""
    differences: tuple[Difference, ...]

    @property
    def percent(self) -> str:
        """The score for people; never rounded up to 100 %."""
        return f"{int(self.score * 100)}%"


def near_match(index: FileIndex, reading: Reading) -> NearMatch | None:
    """The nearest place for a search that has none; None if nothing in the file resembles it."""
    wanted = [line_body(line) for line in split_lines(reading.search, "\n")]
    windows = similar_windows(index, wanted)
    if not windows or windows[0].score < _LEAST:
        return None
    best = windows[0]
    change = change_lines(index.lines, best.first, best.end, [line + index.line_end for line in wanted])
    alignment = Alignment(index.lines, change)
    changed = sum(1 for h in range(len(alignment.hunks)) for row in alignment.rows(h) if row.new is not None)
    return NearMatch(
        lines=(best.first + 1, best.end),
        score=best.score,
        equal=len(wanted) - changed,
        wanted=len(wanted),
        as_searched=change,
        differences=_differences(alignment),
    )


def _differences(alignment: Alignment) -> tuple[Difference, ...]:
    found: list[Difference] = []
    for hunk in range(len(alignment.hunks)):
        for row in alignment.rows(hunk):
            wanted = None if row.new is None else line_body(alignment.new_line(row.new))
            there = None if row.old is None else line_body(alignment.lines[row.old])
            line = None if row.kind is RowKind.ADDED or row.old is None else row.old + 1
            found.append(Difference(line, wanted, there))
            if len(found) == _MOST_DIFFERENCES:
                return tuple(found)
    return tuple(found)
