"""The places most like a block that has none, the best of them line by line."""

import re

from msgspec import Struct

from editreview import likeness
from editreview.alignment import Alignment, Row, RowKind, change_lines
from editreview.blocks import Interpretation, LineRange
from editreview.matching.similarity import Window, similar_windows
from editreview.matching.text import FileIndex
from editreview.texts import Change, counted, line_body, split_lines

_LEAST = 0.4
_MOST_DIFFERENCES = 20
_MOST_OTHERS = 2
_LONG = 2_000
"""Characters of a line above which its words are not counted."""
_WORD = re.compile(r"\w+|[^\w\s]")


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
    missing: int
    """Lines of the search that have no counterpart there."""
    more: int
    """Lines there that have no counterpart in the search."""
    as_searched: Change
    """Makes of the file what the block took it for."""
    differences: tuple[Difference, ...]
    """The first of them, in order."""

    @property
    def percent(self) -> str:
        """The score for people; never rounded up to 100 %."""
        return f"{int(self.score * 100)}%"

    @property
    def explained(self) -> str:
        """What the score comes from, in words."""
        parts = [f"{self.equal} of {counted(self.wanted, 'line')} equal"]
        differing = self.wanted - self.equal - self.missing
        if differing:
            verb = "differs" if differing == 1 else "differ"
            parts.append(f"{differing} {verb}{self._by_words()}")
        parts += [f"{self.missing} not there"] * bool(self.missing)
        parts += [f"{self.more} more between them"] * bool(self.more)
        return ", ".join(parts)

    def _by_words(self) -> str:
        pairs = [
            (d.wanted, d.found) for d in self.differences if d.wanted is not None and d.found is not None
        ]
        is_all = len(pairs) == self.wanted - self.equal - self.missing
        if not is_all or any(len(wanted) + len(found) > _LONG for wanted, found in pairs):
            return ""
        words = sum(
            likeness.Levenshtein.distance(_WORD.findall(wanted), _WORD.findall(found))
            for wanted, found in pairs
        )
        return f" in {counted(words, 'word')}" if words else " in blanks only"


class Nearness(Struct, frozen=True):
    """How near a file comes to what a block looks for."""

    best: NearMatch | None = None
    """None if nothing in the file resembles it."""
    others: tuple[Window, ...] = ()
    """The next best places, best first."""
    is_cut_short: bool = False
    """There may be nearer ones: comparing everything would have taken too long."""


def nearness(index: FileIndex, interpretation: Interpretation) -> Nearness:
    """The nearest places for a search that has none."""
    wanted = [line_body(line) for line in split_lines(interpretation.search, "\n")]
    similar = similar_windows(index, wanted)
    windows = [window for window in similar.windows if window.score >= _LEAST]
    if not windows:
        return Nearness(is_cut_short=similar.is_cut_short)
    best, *others = windows
    return Nearness(_aligned(index, wanted, best), tuple(others[:_MOST_OTHERS]), similar.is_cut_short)


def near_at(index: FileIndex, interpretation: Interpretation, window: Window) -> NearMatch:
    """How a search lies on one window of the file."""
    return _aligned(index, [line_body(line) for line in split_lines(interpretation.search, "\n")], window)


def near_match(index: FileIndex, interpretation: Interpretation) -> NearMatch | None:
    """The nearest place for a search that has none; None if nothing in the file resembles it."""
    return nearness(index, interpretation).best


def _aligned(index: FileIndex, wanted: list[str], window: Window) -> NearMatch:
    change = change_lines(index.lines, window.first, window.end, [line + index.line_end for line in wanted])
    alignment = Alignment(index.lines, change)
    rows = [row for hunk in range(len(alignment.hunks)) for row in alignment.rows(hunk)]
    return NearMatch(
        lines=window.lines,
        score=window.score,
        equal=len(wanted) - sum(1 for row in rows if row.new is not None),
        wanted=len(wanted),
        missing=sum(1 for row in rows if row.old is None),
        more=sum(1 for row in rows if row.new is None),
        as_searched=change,
        differences=tuple(_difference(alignment, row) for row in rows[:_MOST_DIFFERENCES]),
    )


def _difference(alignment: Alignment, row: Row) -> Difference:
    wanted = None if row.new is None else line_body(alignment.new_line(row.new))
    found = None if row.old is None else line_body(alignment.lines[row.old])
    line = None if row.kind is RowKind.ADDED or row.old is None else row.old + 1
    return Difference(line, wanted, found)
