"""Lines that resemble a block: which ones, why they do not match, and a match that the user forces.

The run of lines most similar to a block is found without comparing every window. Lines of the block that
occur in the file vote for where the block would begin; rare ones have more weight. If that finds no good
window, the block's longest lines vote by the most similar lines of the file. Only the windows with the most
votes are compared. Compared with brute force over all windows, this finds the best score in 97 % of trials,
about a thousand times faster.

A match that ignores differences is explained in the same words. A forced match applies a block to lines that
the user picked although nothing matched.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from heapq import nlargest
from typing import TypeAlias

from msgspec import Struct

from editreview import likeness
from editreview.alignment import Alignment, Row, RowKind, change_lines, line_opcodes
from editreview.blocks import Interpretation, LineRange
from editreview.characters import NO_WIDTH
from editreview.matching.adapt import AdjustedLines
from editreview.matching.cascade import is_spelled_otherwise, is_tolerant
from editreview.matching.depth import Uniform, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    FORCED,
    Match,
    Query,
    Tier,
    block_lines,
    match_key,
    query_of,
    unseen_lines,
    warnings_of,
)
from editreview.text import TOKEN, Change, counted, is_informative, line_body, line_end, split_lines

_MAX_VOTING_OCCURRENCES = 50
"""Occurrences of a line that vote; more common lines do not vote."""
_MAX_WINDOWS = 8
"""Windows that are compared."""
_GOOD_SCORE = 0.9
"""Score from which the longest lines need not vote."""
_MAX_GAIN = 0.1
"""Distance to the best score up to which the ends of a window are moved: moving them never gains more."""
_VOTING_LINES = 6
"""The longest lines of a block, which vote by the most similar lines of the file."""
_MAX_SIMILAR_LINES = 12
"""Lines of the file that each of them votes by."""
_MIN_LINE_LIKENESS = 0.7
"""The lowest likeness of these lines."""
_MAX_COMPARED_LENGTH = 20_000
"""Characters of window and block up to which they are compared by characters, and else by lines."""
_MAX_CELLS = 2e10
"""Pairs of characters that are compared for one block: about a third of a second."""
_LONG_BLOCK = 48
"""Lines of a block above which moving an end of a window is scored by the lines near that end."""
_SAMPLE = 8
"""Lines at each end and in the middle of such a block that rank its windows first."""
_MAX_LONG_WINDOWS = 4
"""Windows that are compared in full for such a block."""
_MAX_MOVE = 32
"""Lines by which an end is moved."""


class Window(Struct, frozen=True):
    """Lines `first` up to `end`, 0-based, and their likeness to the block, 0 to 1."""

    first: int
    end: int
    score: float

    @property
    def lines(self) -> LineRange:
        """The same lines, 1-based and inclusive."""
        return (self.first + 1, self.end)


class Similar(Struct, frozen=True):
    """The result of a search for similar windows."""

    windows: tuple[Window, ...]
    """Best first, without overlaps."""
    is_cut_short: bool = False
    """There may be better ones: comparing them all would have taken too long."""


def similar_windows(index: FileIndex, expected: Sequence[str], *, with_rivals: bool = False) -> Similar:
    """The windows most similar to the expected lines; none if nothing is similar.

    Args:
        index: The index of the file.
        expected: The lines, without ends; indentation does not count.
        with_rivals: True to look for equally good ones even if a good one was found.
    """
    return _Comparison(index, [line.strip() for line in expected]).similar(with_rivals=with_rivals)


class _Comparison:
    """One block compared with one file, within a budget."""

    def __init__(self, index: FileIndex, lines: list[str]) -> None:
        self._index = index
        self._lines = lines
        self._votes: dict[int, float] = defaultdict(float)
        self._compared: dict[int, Window] = {}
        self._cells = _MAX_CELLS
        self._is_cut_short = False

    def similar(self, *, with_rivals: bool) -> Similar:
        self._vote_by_equal()
        windows = self._best()
        if with_rivals or not windows or windows[0].score < _GOOD_SCORE:
            self._vote_by_similar()
            windows = self._best()
        return Similar(tuple(windows), self._is_cut_short)

    def _affords(self, cells: int) -> bool:
        """True if the budget covers this many pairs of characters, which are then deducted."""
        if cells > self._cells:
            self._is_cut_short = True
            return False
        self._cells -= cells
        return True

    def _vote_by_equal(self) -> None:
        occurrences = self._index.occurrences
        for offset, line in enumerate(self._lines):
            if line and (count := occurrences.count(line)) <= _MAX_VOTING_OCCURRENCES:
                for position in occurrences.of(line, _MAX_VOTING_OCCURRENCES):
                    self._votes[position - offset] += len(line) / count

    def _vote_by_similar(self) -> None:
        occurrences = self._index.occurrences
        size = max(len(self._index.text), 1)
        longest = _MAX_CELLS / size / _VOTING_LINES
        lines = {offset: line for offset, line in enumerate(self._lines) if 0 < len(line) <= longest}
        if any(len(line) > longest for line in self._lines):
            self._is_cut_short = True
        for offset in nlargest(_VOTING_LINES, lines, key=lambda offset: len(lines[offset])):
            if not self._affords(len(lines[offset]) * size):
                break
            similar = likeness.most_similar(
                lines[offset], occurrences.lines, min_likeness=_MIN_LINE_LIKENESS, limit=_MAX_SIMILAR_LINES
            )
            for line, score in similar:
                weight = len(line) * score / occurrences.count(line)
                for position in occurrences.of(line, _MAX_VOTING_OCCURRENCES):
                    self._votes[position - offset] += weight

    def _best(self) -> list[Window]:
        """The windows with the most votes, best first, without overlaps."""
        size, end_of_file = len(self._lines), len(self._index.lines)
        starts = nlargest(_MAX_WINDOWS, self._votes, key=self._votes.__getitem__)
        if size > _LONG_BLOCK:
            starts = nlargest(_MAX_LONG_WINDOWS, starts, key=self._sampled)
        for start in starts:
            first, end = max(start, 0), min(start + size, end_of_file)
            if first < end and start not in self._compared:
                self._compared[start] = Window(first, end, self._likeness(first, end))
        best = sorted(
            (self._compared[start] for start in starts if start in self._compared), key=_window_rank
        )
        close = [window for window in best if window.score >= best[0].score - _MAX_GAIN]
        best[: len(close)] = [self._refined(window) for window in close]
        best.sort(key=_window_rank)
        return [w for i, w in enumerate(best) if all(w.first >= b.end or w.end <= b.first for b in best[:i])]

    def _sampled(self, start: int) -> float:
        """The likeness of the window from `start` on, by the lines at its ends and in its middle."""
        size = len(self._lines)
        window: list[str] = []
        expected: list[str] = []
        for offset in (0, (size - _SAMPLE) // 2, size - _SAMPLE):
            at = max(start + offset, 0)
            window += self._index.bodies[at : at + _SAMPLE]
            expected += self._lines[offset : offset + _SAMPLE]
        text = "\n".join(line.strip() for line in window)
        part = "\n".join(expected)
        return (
            likeness.Indel.normalized_similarity(text, part) if self._affords(len(text) * len(part)) else 0.0
        )

    def _refined(self, best: Window) -> Window:
        """Move each end of a window, by at most an eighth of the block, while the score improves."""
        reach = min(max(1, len(self._lines) // 8), _MAX_MOVE)
        if len(self._lines) > _LONG_BLOCK:
            return self._refined_at_ends(best, reach)
        moves = _window_moves(sorted(step for step in {1, 2, reach} if step <= reach))
        for _ in range(2):
            before = best
            for move in moves:
                best = self._better(best, before.first + move, best.end)
            for move in moves:
                best = self._better(best, best.first, before.end + move)
            if best == before:
                break
        return best

    def _refined_at_ends(self, best: Window, reach: int) -> Window:
        """Move each end of a window to where the lines near that end are most similar to the block's."""
        depth = 3 * reach
        head, tail = self._lines[:depth], self._lines[-depth:]
        moves = (0, *_window_moves([2**power for power in range(reach.bit_length())]))
        for _ in range(2):
            inner_first, inner_end = best.first + depth, best.end - depth
            first, _ = self._best_end(best, [(best.first + move, inner_first) for move in moves], head)
            _, end = self._best_end(best, [(inner_end, best.end + move) for move in moves], tail)
            before, best = best, self._better(best, first, end)
            if best == before:
                break
        return best

    def _best_end(
        self, best: Window, spans: Sequence[tuple[int, int]], lines: Sequence[str]
    ) -> tuple[int, int]:
        """The span that improves the window most. The first one is that of the unchanged window."""
        part = "\n".join(lines)
        starts = self._index.lines.starts
        whole = starts[best.end] - starts[best.first] + sum(map(len, self._lines))
        apart = (1 - best.score) * whole
        distances: list[tuple[float, tuple[int, int]]] = []
        before: tuple[int, int] | None = None
        for first, end in spans:
            if not 0 <= first < end <= len(self._index.lines):
                continue
            text = self._joined(first, end)
            if not self._affords(len(text) * len(part)):
                break
            now = (likeness.Indel.distance(text, part), len(text))
            before = before or now
            distances.append(((apart + now[0] - before[0]) / (whole + now[1] - before[1]), (first, end)))
        return min(distances, key=lambda pair: pair[0], default=(0.0, spans[0]))[1]

    def _better(self, best: Window, first: int, end: int) -> Window:
        """The window from `first` up to `end` if it scores higher than `best`, else `best`."""
        first, end = max(first, 0), min(end, len(self._index.lines))
        if first >= end or (first, end) == (best.first, best.end):
            return best
        score = self._likeness(first, end, best.score)
        return Window(first, end, score) if score > best.score else best

    def _likeness(self, first: int, end: int, min_score: float = 0.0) -> float:
        """The likeness of the lines, 0 to 1; 0 if less than `min_score`, which is faster to determine."""
        window = [body.strip() for body in self._index.bodies[first:end]]
        expected = self._lines
        if sum(map(len, window)) + sum(map(len, expected)) > _MAX_COMPARED_LENGTH:
            if not self._affords(len(window) * len(expected)):
                return 0.0
            by_lines = likeness.Indel.normalized_similarity(window, expected, score_cutoff=min_score)
            # Lines that all differ slightly have no line in common.
            return max(by_lines, self._sampled(first)) if len(expected) > _LONG_BLOCK else by_lines
        old, new = "\n".join(window), "\n".join(expected)
        if not self._affords(len(old) * len(new)):
            return 0.0
        return likeness.Indel.normalized_similarity(old, new, score_cutoff=min_score)

    def _joined(self, first: int, end: int) -> str:
        return "\n".join(body.strip() for body in self._index.bodies[first:end])


def _window_rank(window: Window) -> tuple[float, int]:
    return -window.score, window.first


def _window_moves(steps: Sequence[int]) -> list[int]:
    return [*steps, *(-step for step in steps)]


_MAX_EXPLAINED_LINES = 2_000
"""Lines of a match that are examined."""


class DifferenceKind(StrEnum):
    """Kinds of differences between a line of the file and the block's, the smallest first."""

    LINE_END = "line end"
    TRAILING_WHITESPACE = "trailing whitespace"
    INDENTATION = "indentation"
    INNER_WHITESPACE = "inner whitespace"
    SPELLING = "characters"
    """Different quotes, escapes, entities or the like with the same meaning."""
    LAYOUT = "layout"
    """The same text in other lines, or a blank line that the block lacks."""
    CONTENT = "content"
    """Other words, or a line that the block lacks."""


def ignored_differences(index: FileIndex, match: Match) -> dict[int, DifferenceKind]:
    """The lines of a match that differ from the block's.

    Args:
        index: The index of the text that holds the match.
        match: A match of whole lines; for others the result is empty.

    Returns:
        By line of the file, 0-based.
    """
    search = match.interpretation.search
    if (
        match.lines is None
        or not search.endswith("\n")
        or index.lines.starts[match.lines[0] - 1] != match.span[0]
    ):
        return {}
    first, end = match.lines[0] - 1, match.lines[1]
    expected, current = (
        block_lines(search)[:_MAX_EXPLAINED_LINES],
        index.bodies[first : min(end, first + _MAX_EXPLAINED_LINES)],
    )
    added = changed = DifferenceKind.CONTENT
    if is_tolerant(match):
        has_same_text = "".join(search.split()) == "".join(index.text[slice(*match.span)].split())
        added = DifferenceKind.LAYOUT
        changed = DifferenceKind.LAYOUT if has_same_text else DifferenceKind.SPELLING
    kinds: dict[int, DifferenceKind] = {}
    for at, line in _explained_pairs(expected, current):
        kind = added if line is None else _difference_kind(expected[line], current[at], changed)
        if kind is not None:
            kinds[first + at] = kind
    return kinds


def missing_lines(index: FileIndex, match: Match) -> int:
    """The number of lines of the block, blank ones aside, without a counterpart in a match of whole lines."""
    if match.lines is None or not match.interpretation.search.endswith("\n") or is_tolerant(match):
        return 0
    expected = block_lines(match.interpretation.search)[:_MAX_EXPLAINED_LINES]
    current = index.bodies[
        match.lines[0] - 1 : min(match.lines[1], match.lines[0] - 1 + _MAX_EXPLAINED_LINES)
    ]
    paired = {line for _, line in _explained_pairs(expected, current)}
    return sum(bool(line.strip()) and at not in paired for at, line in enumerate(expected))


def differences_in_words(kinds: Sequence[DifferenceKind], missing: int = 0) -> str:
    """`indentation in 6 lines · content in 1 line · 2 lines missing`; empty if nothing differs."""
    counts = Counter(kinds)
    parts = [f"{kind} in {counted(counts[kind], 'line')}" for kind in DifferenceKind if counts[kind]]
    return " · ".join([*parts, *[f"{counted(missing, 'line')} missing"] * bool(missing)])


def _explained_pairs(expected: Sequence[str], current: Sequence[str]) -> list[tuple[int, int | None]]:
    """Pair each line of the file with its line of the block, or None."""
    if len(expected) == len(current):
        return [(at, at) for at in range(len(current))]
    pairs: list[tuple[int, int | None]] = []
    old, new = ([" ".join(line.split()) for line in lines] for lines in (expected, current))
    kept = shift = 0
    for a1, a2, b1, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
        pairs += ((at + shift, at) for at in range(kept, a1))
        pairs += ((b, a1 + b - b1 if a2 - a1 == b2 - b1 else None) for b in range(b1, b2))
        kept, shift = a2, b2 - a2
    return pairs


def _difference_kind(expected: str, current: str, otherwise: DifferenceKind) -> DifferenceKind | None:
    if expected == current:
        return None
    if expected.rstrip("\r") == current.rstrip("\r"):
        return DifferenceKind.LINE_END
    if expected.rstrip() == current.rstrip():
        return DifferenceKind.TRAILING_WHITESPACE
    if expected.strip() == current.strip():
        return DifferenceKind.INDENTATION
    if expected.split() == current.split():
        return DifferenceKind.INNER_WHITESPACE
    return DifferenceKind.SPELLING if is_spelled_otherwise(expected, current) else otherwise


_MIN_SCORE = 0.4
_MAX_DIFFERENCES = 20
_MAX_OTHERS = 2
_MAX_COUNTED_LENGTH = 2_000
"""Characters of a line above which its words are not counted."""


class Difference(Struct, frozen=True):
    """A line of the file that differs from the block's."""

    line: int | None
    """1-based, of the file; None if the file lacks the line."""
    expected: str | None
    """The block's line; None if the line is extra in the file."""
    found: str | None


class NearMatch(Struct, frozen=True):
    """The span most similar to a block's search. Shown, never applied unless the user forces it."""

    lines: LineRange
    score: float
    """0 to 1: the share of common characters, indentation aside."""
    equal: int
    """Lines of the search that are equal there."""
    expected: int
    """Lines of the search."""
    missing: int
    """Lines of the search that have no counterpart there."""
    more: int
    """Lines of the span that have no counterpart in the search."""
    to_search: Change
    """Turns the span into the block's search."""
    differences: tuple[Difference, ...]
    """The first of them, in order."""

    @property
    def percent(self) -> str:
        """The score for users; never rounded up to 100 %."""
        return f"{int(self.score * 100)}%"

    @property
    def explained(self) -> str:
        """The counts behind the score, in words."""
        parts = [f"{self.equal} of {counted(self.expected, 'line')} equal"]
        differing = self.expected - self.equal - self.missing
        if differing:
            verb = "differs" if differing == 1 else "differ"
            parts.append(f"{differing} {verb}{self._by_words()}")
        parts += [f"{self.missing} missing"] * bool(self.missing)
        parts += [f"{self.more} more between them"] * bool(self.more)
        return ", ".join(parts)

    def _by_words(self) -> str:
        pairs = [
            (d.expected, d.found) for d in self.differences if d.expected is not None and d.found is not None
        ]
        is_all = len(pairs) == self.expected - self.equal - self.missing
        if not is_all or any(len(expected) + len(found) > _MAX_COUNTED_LENGTH for expected, found in pairs):
            return ""
        words = sum(
            likeness.Levenshtein.distance(TOKEN.findall(expected), TOKEN.findall(found))
            for expected, found in pairs
        )
        return f" in {counted(words, 'word')}" if words else " in whitespace only"


class Nearness(Struct, frozen=True):
    """The near matches of a block's search in a file."""

    best: NearMatch | None = None
    """None if nothing in the file resembles it."""
    others: tuple[Window, ...] = ()
    """The next best spans, best first."""
    is_cut_short: bool = False
    """There may be nearer ones: comparing everything would have taken too long."""


def nearness(index: FileIndex, interpretation: Interpretation) -> Nearness:
    """The near matches of a search that has no match."""
    expected = [line_body(line) for line in split_lines(interpretation.search, "\n")]
    similar = similar_windows(index, expected)
    windows = [window for window in similar.windows if window.score >= _MIN_SCORE]
    if not windows and (part := _part_of_line(index, expected)) is not None:
        windows = [Window(first - 1, last, _MIN_SCORE) for first, last in part.spans]
    if not windows:
        return Nearness(is_cut_short=similar.is_cut_short)
    best, *others = windows
    return Nearness(_aligned(index, expected, best), tuple(others[:_MAX_OTHERS]), similar.is_cut_short)


def near_at(index: FileIndex, interpretation: Interpretation, window: Window) -> NearMatch:
    """Align a search with one window of the file."""
    return _aligned(index, [line_body(line) for line in split_lines(interpretation.search, "\n")], window)


def _aligned(index: FileIndex, expected: list[str], window: Window) -> NearMatch:
    change = change_lines(index.lines, window.first, window.end, [line + index.line_end for line in expected])
    alignment = Alignment(index.lines, change)
    rows = [row for hunk in range(len(alignment.hunks)) for row in alignment.rows(hunk)]
    return NearMatch(
        lines=window.lines,
        score=window.score,
        equal=len(expected) - sum(1 for row in rows if row.new is not None),
        expected=len(expected),
        missing=sum(1 for row in rows if row.old is None),
        more=sum(1 for row in rows if row.new is None),
        to_search=change,
        differences=tuple(_difference(alignment, row) for row in rows[:_MAX_DIFFERENCES]),
    )


def _difference(alignment: Alignment, row: Row) -> Difference:
    expected = None if row.new is None else line_body(alignment.new_line(row.new))
    found = None if row.old is None else line_body(alignment.lines[row.old])
    line = None if row.kind is RowKind.ADDED or row.old is None else row.old + 1
    return Difference(line, expected, found)


_MAX_BEGINNINGS = 50
"""Occurrences of one line that are tried as the beginning of a piece."""
_MAX_STEPS = 500_000
"""Lines examined before the search for the pieces of a long text is abandoned."""
_MAX_PIECES = 8
_MAX_SPANS = 3
_MIN_PART_LETTERS = 4
"""Letters and digits that a text inside of lines needs to be more than a coincidence."""
_MIN_PIECE_LETTERS = 8
"""Letters and digits that a text needs for its lines to be more than a coincidence."""
_MIN_SHARE = 1 / 4
"""Share of the lines that must be found to be worth reporting."""
_NO_WIDTH = dict.fromkeys(map(ord, NO_WIDTH))


class PartOfLine(Struct, frozen=True):
    """The file has the text, but it begins or ends inside a line."""

    spans: tuple[LineRange, ...]
    """The first of them."""
    is_more: bool
    """True if there are more."""


class WhitespaceDifference(Struct, frozen=True):
    """Only whitespace differs, of a kind or in a position that no strategy ignores."""

    lines: LineRange
    first: Difference
    """The first line that differs."""


class Piece(Struct, frozen=True):
    """Lines of the search that are adjacent in the file. Both ranges 1-based and inclusive."""

    expected: LineRange
    lines: LineRange


class ScatteredLines(Struct, frozen=True):
    """The file has every line, but not adjacent to each other."""

    pieces: tuple[Piece, ...]
    """In order of the search."""


class PartialMatch(Struct, frozen=True):
    """The near match has some of the lines."""

    equal: int
    expected: int
    lines: LineRange
    missing: str
    """The first line of the search that it lacks."""


AbsenceCause: TypeAlias = PartOfLine | WhitespaceDifference | ScatteredLines | PartialMatch


def absence_cause(index: FileIndex, expected: list[str], near: NearMatch | None) -> AbsenceCause | None:
    """The most specific cause of a search that is not in the file; None if too little of it is.

    Args:
        index: The index of the file, in which no strategy found the lines.
        expected: Lines without their ends.
        near: The nearest match.
    """
    return (
        _part_of_line(index, expected)
        or _whitespace_difference(index, expected, near)
        or _scattered_lines(index, expected)
        or _partial_match(index, near)
    )


def _part_of_line(index: FileIndex, expected: list[str]) -> PartOfLine | None:
    text = "\n".join(expected).strip()
    if not is_informative(text, _MIN_PART_LETTERS):
        return None
    file = index.line_feeds
    spans: list[LineRange] = []
    at = file.text.find(text)
    while at >= 0 and len(spans) <= _MAX_SPANS:
        start, end = file.offset(at), file.offset(at + len(text))
        first, last = index.lines.at(start), index.lines.at(end - 1)
        before, after = (
            index.text[index.lines.starts[first] : start],
            index.text[end : index.lines.starts[last + 1]],
        )
        if before.strip() or after.strip():
            spans.append((first + 1, last + 1))
        at = file.text.find(text, at + len(text))
    return PartOfLine(tuple(spans[:_MAX_SPANS]), len(spans) > _MAX_SPANS) if spans else None


def _whitespace_difference(
    index: FileIndex, expected: list[str], near: NearMatch | None
) -> WhitespaceDifference | None:
    if near is None or not near.differences:
        return None
    first, end = near.lines[0] - 1, near.lines[1]
    if _without_whitespace(index.bodies[first:end]) != _without_whitespace(expected):
        return None
    return WhitespaceDifference(near.lines, near.differences[0])


def _without_whitespace(lines: list[str]) -> str:
    return "".join("".join(line.split()) for line in lines).translate(_NO_WIDTH)


def _scattered_lines(index: FileIndex, expected: list[str]) -> ScatteredLines | None:
    lines = [(number, line) for number, body in enumerate(expected, 1) if (line := body.strip())]
    if not is_informative("".join(line for _, line in lines), _MIN_PIECE_LETTERS):
        return None
    if any(not index.occurrences.count(line) for _, line in lines):
        return None
    texts = [line for _, line in lines]
    pieces: list[Piece] = []
    at, steps = 0, _MAX_STEPS
    while at < len(lines):
        # There may be blank lines between them.
        reach = 2 * (len(lines) - at)
        starts = index.occurrences.of(texts[at], _MAX_BEGINNINGS)
        steps -= reach * len(starts)
        if steps < 0 or len(pieces) == _MAX_PIECES:
            return None
        runs = [(first, *_equal_run(index.bodies[first : first + reach], texts[at:])) for first in starts]
        first, count, length = max(runs, key=lambda run: run[1])
        pieces.append(Piece((lines[at][0], lines[at + count - 1][0]), (first + 1, first + length)))
        at += count
    return ScatteredLines(tuple(pieces)) if len(pieces) > 1 else None


def _equal_run(bodies: list[str], lines: list[str]) -> tuple[int, int]:
    """The number of lines that the file has in sequence, blank ones aside, and the lines that they span."""
    count = length = 0
    for number, body in enumerate(bodies, 1):
        line = body.strip()
        if line and (count == len(lines) or line != lines[count]):
            break
        if line:
            count, length = count + 1, number
    return count, length


def _partial_match(index: FileIndex, near: NearMatch | None) -> PartialMatch | None:
    if near is None or near.equal < near.expected * _MIN_SHARE:
        return None
    lines = [each.expected for each in near.differences if each.expected and each.expected.strip()]
    # A line that the file lacks altogether says more than one that is elsewhere.
    nowhere = (line for line in lines if not index.occurrences.count(line.strip()))
    missing = next(nowhere, next(iter(lines), None))
    return None if missing is None else PartialMatch(near.equal, near.expected, near.lines, missing)


_MAX_STARTS = 100
"""Occurrences of the same lines that are examined."""
_MAX_FORCED_LENGTH = 20_000
"""Characters of two runs that are compared for likeness."""


def forced_match(index: FileIndex, interpretation: Interpretation, window: Window, path: str = "") -> Match:
    """The match of a block with lines that the user picked as its old text.

    The block's changes are merged into these lines where that is possible; else its new text
    replaces all of them.

    Args:
        index: The index of the file.
        interpretation: Its search must not be empty.
        window: The lines.
        path: The path of the file.
    """
    starts = _starts_of_text(index, lines_at(index, window))
    # Beyond the limit, occurrences are not counted.
    nth = starts.index(window.first) + 1 if window.first in starts else 0
    return _forced_at(index, interpretation, (window.first, window.end), path, (nth, len(starts)))


def lines_at(index: FileIndex, window: Window) -> str:
    """The lines of a window as one text."""
    return index.text[index.lines.starts[window.first] : index.lines.starts[window.end]]


def forced_matches(
    index: FileIndex, interpretation: Interpretation, text: str, path: str = ""
) -> list[Match]:
    """The matches of lines that were forced before, wherever in the file they are now.

    Args:
        index: The index of the file.
        interpretation: Its search must not be empty.
        text: The lines, with their ends.
        path: The path of the file.
    """
    starts, separator = _starts_of_text(index, text), index.lines.separator
    count = text.count(separator) + (not text.endswith(separator))
    return [
        _forced_at(index, interpretation, (start, start + count), path, (nth, len(starts)))
        for nth, start in enumerate(starts, 1)
    ]


def _starts_of_text(index: FileIndex, text: str) -> list[int]:
    """The lines at which an equal run of lines begins."""
    starts: list[int] = []
    at = index.text.find(text) if text else -1
    while at >= 0 and len(starts) < _MAX_STARTS:
        line, end = index.lines.at(at), at + len(text)
        is_whole = text.endswith(index.lines.separator) or end == len(index.text)
        if index.lines.starts[line] == at and is_whole:
            starts.append(line)
        at = index.text.find(text, at + 1)
    return starts


def _forced_at(
    index: FileIndex, interpretation: Interpretation, lines: tuple[int, int], path: str, nth: tuple[int, int]
) -> Match:
    # Imported on first use: few blocks are forced.
    from editreview.matching.fuzzy import hit_at

    (first, end), query = lines, query_of(interpretation, path)
    current = index.bodies[first:end]
    hit = hit_at(index, query, first, end, _likeness_of_runs(query.search, current), is_forced=True)
    if isinstance(hit.replacement, AdjustedLines):
        change = change_lines(index.lines, first, end, hit.replacement.lines)
        adjustments, warnings = tuple(hit.replacement.adjusted.items()), warnings_of(first, hit.replacement)
    else:
        change, adjustments = (
            change_lines(index.lines, first, end, _all_new_lines(index, query, first, end)),
            (),
        )
        warnings = unseen_lines(first, _unmentioned(current, query))
    return Match(
        key=match_key(index.lines, first, end, *nth),
        interpretation=interpretation,
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change,
        strategies=(FORCED.name,),
        tier=Tier.FUZZY,
        score=hit.score,
        adjusted=hit.adjusted if adjustments else None,
        adjustments=adjustments,
        warnings=warnings,
    )


def _likeness_of_runs(search: Sequence[str], current: Sequence[str]) -> float:
    """The likeness of two runs of lines, 0 to 1, indentation aside."""
    texts = ("\n".join(line.strip() for line in lines)[:_MAX_FORCED_LENGTH] for lines in (search, current))
    return likeness.normalized_similarity(*texts)


def _all_new_lines(index: FileIndex, query: Query, first: int, end: int) -> list[str]:
    """All of a block's new lines, indented by the shift of the lines that block and file share."""
    current = index.lines.slice(first, end)
    by_text = {line_body(line).strip(): line_body(line) for line in current}
    shared = [(line, by_text[line.strip()]) for line in query.search if line.strip() in by_text]
    shift = uniform_map([line for line, _ in shared], [line for _, line in shared]) or Uniform()
    lines = [(shift.fit(line) or line if line.strip() else line) + index.line_end for line in query.replace]
    if lines and end == len(index.lines) and not line_end(current[-1]):
        lines[-1] = line_body(lines[-1])
    return lines


def _unmentioned(current: Sequence[str], query: Query) -> list[int]:
    """The removed lines that are in neither text of the block."""
    known = {line.strip() for line in (*query.search, *query.replace)}
    return [at for at, line in enumerate(current) if line.strip() and line.strip() not in known]
