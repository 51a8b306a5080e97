"""Explains why a block has no match, and which differences a match ignores."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from editreview import likeness
from editreview.alignment import Alignment, Row, RowKind, change_lines, line_opcodes
from editreview.blocks import Interpretation, LineRange
from editreview.matching.file_index import FileIndex
from editreview.matching.model import Match, block_lines
from editreview.matching.normalisers import ENTITIES, ESCAPES, LOOK_ALIKES
from editreview.matching.similarity import Window, similar_windows
from editreview.patterns import lazy_pattern
from editreview.text import Change, counted, line_body, split_lines

# Ignored differences: line by line, between a match and the block's search.

_MAX_LINES = 2_000
"""Lines of a match that are examined."""


class DifferenceKind(StrEnum):
    """Kinds of differences between a line of the file and the block's, the smallest first."""

    LINE_END = "line end"
    TRAILING_WHITESPACE = "trailing whitespace"
    INDENTATION = "indentation"
    INNER_WHITESPACE = "inner whitespace"
    SPELLING = "characters"
    """Different quotes, escapes or entities with the same meaning."""
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
    expected, current = block_lines(search)[:_MAX_LINES], index.bodies[first : min(end, first + _MAX_LINES)]
    kinds: dict[int, DifferenceKind] = {}
    for at, line in _pairs(expected, current):
        kind = DifferenceKind.CONTENT if line is None else _kind(expected[line], current[at])
        if kind is not None:
            kinds[first + at] = kind
    return kinds


def missing(index: FileIndex, match: Match) -> int:
    """The number of lines of the block, blank ones aside, without a counterpart in a match of whole lines."""
    if match.lines is None or not match.interpretation.search.endswith("\n"):
        return 0
    expected = block_lines(match.interpretation.search)[:_MAX_LINES]
    current = index.bodies[match.lines[0] - 1 : min(match.lines[1], match.lines[0] - 1 + _MAX_LINES)]
    paired = {line for _, line in _pairs(expected, current)}
    return sum(bool(line.strip()) and at not in paired for at, line in enumerate(expected))


def in_words(kinds: Sequence[DifferenceKind], missing: int = 0) -> str:
    """`indentation in 6 lines · content in 1 line · 2 lines missing`; empty if nothing differs."""
    counts = Counter(kinds)
    parts = [f"{kind} in {counted(counts[kind], 'line')}" for kind in DifferenceKind if counts[kind]]
    return " · ".join([*parts, *[f"{counted(missing, 'line')} missing"] * bool(missing)])


def _pairs(expected: Sequence[str], current: Sequence[str]) -> list[tuple[int, int | None]]:
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


def _kind(expected: str, current: str) -> DifferenceKind | None:
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
    foldings = (LOOK_ALIKES, ESCAPES, ENTITIES)
    is_same = any(folding.key(expected) == folding.key(current) for folding in foldings)
    return DifferenceKind.SPELLING if is_same else DifferenceKind.CONTENT


# Near matches: the spans most similar to a block without a match, the best of them line by line.

_MIN_SCORE = 0.4
_MAX_DIFFERENCES = 20
_MAX_OTHERS = 2
_MAX_COMPARED_LENGTH = 2_000
"""Characters of a line above which its words are not counted."""
_WORD = lazy_pattern(r"\w+|[^\w\s]")


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
        if not is_all or any(len(expected) + len(found) > _MAX_COMPARED_LENGTH for expected, found in pairs):
            return ""
        words = sum(
            likeness.Levenshtein.distance(_WORD.findall(expected), _WORD.findall(found))
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


_MAX_OCCURRENCES = 50
"""Occurrences of one line that are tried as the beginning of a piece."""
_MAX_STEPS = 500_000
"""Lines examined before the search for the pieces of a long text is abandoned."""
_MAX_PIECES = 8
_MAX_SPANS = 3
_MIN_PART_LETTERS = 4
"""Letters and digits that a text inside of lines needs to be more than a coincidence."""
_MIN_LETTERS = 8
"""Letters and digits that a text needs for its lines to be more than a coincidence."""
_MIN_SHARE = 1 / 4
"""Share of the lines that must be found to be worth reporting."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


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


Diagnosis: TypeAlias = PartOfLine | WhitespaceDifference | ScatteredLines | PartialMatch


def diagnosis(index: FileIndex, expected: list[str], near: NearMatch | None) -> Diagnosis | None:
    """The most specific explanation why the search is not in the file; None if too little of it is.

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
    if sum(map(str.isalnum, text)) < _MIN_PART_LETTERS:
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
    return "".join("".join(line.split()) for line in lines).translate(_INVISIBLE)


def _scattered_lines(index: FileIndex, expected: list[str]) -> ScatteredLines | None:
    lines = [(number, line) for number, body in enumerate(expected, 1) if (line := body.strip())]
    if sum(map(str.isalnum, "".join(line for _, line in lines))) < _MIN_LETTERS:
        return None
    if any(not index.occurrences.count(line) for _, line in lines):
        return None
    texts = [line for _, line in lines]
    pieces: list[Piece] = []
    at, steps = 0, _MAX_STEPS
    while at < len(lines):
        # There may be blank lines between them.
        reach = 2 * (len(lines) - at)
        starts = index.occurrences.of(texts[at], _MAX_OCCURRENCES)
        steps -= reach * len(starts)
        if steps < 0 or len(pieces) == _MAX_PIECES:
            return None
        runs = [(first, *_run(index.bodies[first : first + reach], texts[at:])) for first in starts]
        first, count, length = max(runs, key=lambda run: run[1])
        pieces.append(Piece((lines[at][0], lines[at + count - 1][0]), (first + 1, first + length)))
        at += count
    return ScatteredLines(tuple(pieces)) if len(pieces) > 1 else None


def _run(bodies: list[str], lines: list[str]) -> tuple[int, int]:
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
