"""Strategies that take other content for the block's: the user says yes to each.

What the block leaves as it is stays as the file has it; what it changes is changed there too.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import alike_pairs, line_opcodes
from editreview.matching.adapt import MOST_COMPARED, LineAdjuster, LinePairs
from editreview.matching.depth import indentation
from editreview.matching.file_index import FileIndex
from editreview.matching.indentation import line_by_line
from editreview.matching.model import Hit, Query
from editreview.matching.similarity import similar_windows
from editreview.text import Change, Splice, line_body

# Fit a replacement to lines that are not what the block took them for: both sides' changes are kept.

_MERGED_LINE = 70.0
"""The least likeness of two lines, of 100, that may be versions of one."""
_WORDS = re.compile(r"\w+|\s+|.")


class _WordMerge:
    """Carries changes into lines that are not what the block took them for: both sides' changes are kept."""

    def merge_line(self, old: str, new: str, own: str) -> str:
        """The file's line after the block's change of its line: the new line where the two agree."""
        merge = self.merge(old, new, own)
        return new if merge is None else merge

    def merge(self, old: str, new: str, own: str) -> str | None:
        """A line with both sides' changes; None where they meet, unless they are the same."""
        if new == own:
            return own
        theirs = _word_change(old, own)
        carried = _word_change(old, new).carry(theirs)
        return None if carried is None else carried.apply(own)

    def apply(self, new: str) -> str:
        return new


def _word_change(old: str, new: str) -> Change:
    """The outcome of merging a line word by word."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    starts = [0, *accumulate(map(len, before))]
    return Change(
        tuple(
            Splice(starts[op.src_start], starts[op.src_end], "".join(after[op.dest_start : op.dest_end]))
            for op in likeness.Indel.opcodes(before, after)
            if op.tag != "equal"
        )
    )


class MergingAdjuster(LineAdjuster):
    """A fitting to a run that differs from the block's search, as one side of a merge differs from its base.

    Args:
        match: The run, and which of its lines are the block's, or like them.
        search: The block's lines, without ends.
        replace: The same.
        depths: By new line: its indentation in the file; None if unknown.
        end: The line end where no neighbour has one.
        guessed: The new lines whose depth is a guess.
    """

    def __init__(
        self,
        match: LinePairs,
        search: Sequence[str],
        replace: Sequence[str],
        depths: Sequence[str | None],
        end: str,
        *,
        guessed: Collection[int] = (),
    ) -> None:
        self._words = _WordMerge()
        super().__init__(match, search, replace, depths, end, self._words, guessed)

    def _is_done(self, at: int, new: Sequence[str]) -> bool:
        between = [line.strip() for line in self._between(at)]
        return bool(between) and between == [line.strip() for line in new]

    def _is_sure(self, first: int, end: int, new: Sequence[str]) -> bool:
        """True if the run has the lines that change, or one of those between which new ones go."""
        if first == end:
            beside = self._match.lines[max(first - 1, 0) : first + 1]
            return any(line is not None for line in beside) and not self._is_version(first, new)
        lines = list(zip(self._search[first:end], self._match.lines[first:end], strict=True))
        if any(at is None for line, at in lines if line.strip()):
            return False
        found, known = self._match.found, {at for at in self._match.lines if at is not None}
        beyond = {at + step for _, at in lines if at is not None for step in (-1, 1)} - known
        is_split = any(0 <= at < len(found) and found[at].strip() for at in beyond)
        # The rest of a line that is not the block's own may stand in the next one.
        return not is_split or all(at is None or line.split() == found[at].split() for line, at in lines)

    def _is_version(self, at: int, new: Sequence[str]) -> bool:
        """True if a new line reads like another version of a line that the search leaves out there."""
        between = [line.strip() for line in self._between(at) if line.strip()]
        told = [line.strip() for line in new if line.strip()]
        if len(between) * len(told) > MOST_COMPARED:
            return True
        return any(likeness.ratio(line, own) >= _MERGED_LINE for line in told for own in between)

    def _unknown_beside(self, first: int, end: int, region: tuple[int, int], new: Sequence[str]) -> list[int]:
        """The lines of the gap; beyond the run, where it lacks the block's next line, they are not known."""
        lines, found = self._match.lines, self._match.found
        above = next((at for at in reversed(lines[:first]) if at is not None and found[at].strip()), -1)
        below = next((at for at in lines[end:] if at is not None and found[at].strip()), len(found))
        known = {at for at in lines if at is not None}
        unknown = [at for at in range(len(found)) if found[at].strip() and at not in known]
        more = sum(bool(line.strip()) for line in new)
        is_longer = more > sum(bool(line.strip()) for line in self._search[first:end])
        beside = [at for at in unknown if above < at < region[0] or region[1] <= at < below]
        told = [n for n in (first - 1, end) if 0 <= n < len(lines) and self._search[n].strip()]
        is_open = first == end and any(lines[n] is None for n in told)
        versions = [at for at in unknown if self._is_like(found[at], new)]
        return (
            (beside if is_longer else []) or versions or ([min(region[0], len(found) - 1)] if is_open else [])
        )

    def _is_like(self, own: str, new: Sequence[str]) -> bool:
        """True if a line of the file reads like another version of a new one."""
        told = [line.strip() for line in new if line.strip()]
        return len(told) <= MOST_COMPARED and any(
            likeness.ratio(line, own.strip()) >= _MERGED_LINE for line in told
        )

    def _differing(self, first: int, end: int, kept: Collection[int]) -> list[int]:
        return [
            at
            for n, at in enumerate(self._match.lines[first:end], first)
            if at is not None and n not in kept and self._search[n].split() != self._match.found[at].split()
        ]

    def _is_merged(self, fitted: str, new: str, own: str) -> bool:
        is_of_one = fitted.split() in (new.split(), own.split())
        is_moved = fitted.split() != new.split() and indentation(fitted) != indentation(own)
        return not is_of_one or is_moved

    def _lives_on(self, old: int, new: str, own: str) -> bool:
        return self._words.merge(self._search[old], new, own) is not None


_CLOSER = re.compile(r"(?:[\])}>;,\s]|</[\w.:-]*\s*>|\b(?:end\w*|fi|done|esac)\b)+")
_FEWEST_LINES = 3
"""Lines of a block that can have a middle."""
_SAME_MIDDLE = 0.5
_LIKE_MIDDLE = 0.65
_LIKE = 0.85
_LONGER = 0.1
"""Part of its lines by which a place may be longer or shorter than the block; one line in any case."""
_MOST_ANCHORS = 20
"""Places of a first line that are looked at: one that is more common says nothing."""
_TELLING = 3
"""Letters and digits that a first or last line needs to be an anchor."""
_LEAST = 20
"""Letters and digits of a block that is looked for by likeness."""
_LIKE_ALONE = 0.9
"""For a block of one line: it has nothing else to be known by."""
_NEARLY = 0.08
_SAME_LINE = 60.0
"""The least likeness of two lines, of 100, that are taken for the same one."""
_BESIDE = 20
"""Lines, beside as many as the block has, within which a line stands just beside a run."""
_MOST_COMPARED = 10_000
"""Lines of the block times lines of the file that are looked through for which is which."""


def by_context(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of as many lines with the same first and last one, and half of those between the same."""
    lines = [line.strip() for line in query.search]
    if len(lines) < _FEWEST_LINES:
        return []
    middle = lines[1:-1]
    hits: list[Hit] = []
    for first, end in _anchored(index, lines, [len(lines)]):
        there = [body.strip() for body in index.bodies[first + 1 : end - 1]]
        same = sum(ours == theirs for ours, theirs in zip(middle, there, strict=True) if ours or theirs)
        told = sum(bool(ours or theirs) for ours, theirs in zip(middle, there, strict=True))
        if told and same >= _SAME_MIDDLE * told:
            hits.append(hit_at(index, query, first, end, (same + 2) / (told + 2)))
    return hits


def by_anchors(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of about as many lines with the same first and last one, and alike between them."""
    lines = [line.strip() for line in query.search]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) < _FEWEST_LINES:
        return []
    slack = max(1, int(len(lines) * _LONGER))
    lengths = sorted(range(len(lines) - slack, len(lines) + slack + 1), key=lambda n: abs(n - len(lines)))
    hits: list[Hit] = []
    for first, end in _anchored(index, lines, lengths):
        there = [body.strip() for body in index.bodies[first + 1 : end - 1]]
        score = _likeness(lines[1:-1], there)
        if score >= _LIKE_MIDDLE:
            hits.append(hit_at(index, query, first, end, score))
    return hits


def by_likeness(index: FileIndex, query: Query) -> list[Hit]:
    """The runs of lines most like the block."""
    if sum(character.isalnum() for line in query.search for character in line) < _LEAST:
        return []
    least = _LIKE if sum(bool(line.strip()) for line in query.search) > 1 else _LIKE_ALONE
    windows = similar_windows(index, query.search, with_rivals=True).windows
    best = max((window.score for window in windows), default=0.0)
    if best < least or all(_is_closer(line.strip()) for line in query.search if line.strip()):
        return []
    # One that is nearly as like may be the one that was meant.
    alike = [window for window in windows if window.score >= min(least, best - _NEARLY)]
    ordered = sorted(alike, key=lambda window: window.first)
    return [hit_at(index, query, window.first, window.end, window.score) for window in ordered]


def _anchored(index: FileIndex, lines: Sequence[str], lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Runs that begin with the first line and end with the last, of the first of these lengths that does."""
    first, last = lines[0], lines[-1]
    starts = index.occurrences.of(first, _MOST_ANCHORS + 1)
    # A bare bracket may end what only one place begins.
    is_ended = _is_telling(last) or (_is_closer(last) and len(starts) == 1)
    if not (_is_telling(first) and is_ended) or len(starts) > _MOST_ANCHORS:
        return []
    runs: dict[int, int] = {}
    for length in lengths:
        for start in starts:
            at = start + length - 1
            if start < at < len(index.lines) and index.lines[at].strip() == last:
                runs.setdefault(start, at + 1)
    return sorted(runs.items())


def _is_telling(line: str) -> bool:
    return sum(character.isalnum() for character in line) >= _TELLING and not _is_closer(line)


def _is_closer(line: str) -> bool:
    """True if a line only closes a construct: `});`, `</form>`, `end`."""
    return _CLOSER.fullmatch(line) is not None


def _likeness(ours: Sequence[str], theirs: Sequence[str]) -> float:
    """The likeness of two middles, 0 to 1, by Levenshtein's distance of their characters."""
    if not ours or not theirs:
        return 0.0
    return likeness.Levenshtein.normalized_similarity(
        "\n".join(ours), "\n".join(theirs), score_cutoff=_LIKE_MIDDLE
    )


def hit_at(
    index: FileIndex, query: Query, first: int, end: int, score: float, *, is_forced: bool = False
) -> Hit:
    """Lines `first` up to `end` of the file, 0-based, taken for the block's.

    Args:
        index: Of the file.
        wanted: The block.
        first, end: The lines.
        score: How like the block they are, 0 to 1.
        is_forced: The user said so, whatever stands beside them.
    """
    found = index.lines.slice(first, end)
    bodies = [line_body(line) for line in found]
    lines = _aligned(query.search, bodies)
    if not is_forced:
        beside = _beside(index, first, end, len(query.search) + _BESIDE)
        if beside.issuperset(line.strip() for line in query.search):
            # All of it is beside: then these lines are another place, not a part of that one.
            beside = set()
        lines = [
            None if at is not None and _is_stray(ours.strip(), bodies[at].strip(), beside) else at
            for ours, at in zip(query.search, lines, strict=True)
        ]
    own = [
        bodies[at] if at is not None and bool(ours.strip()) == bool(bodies[at].strip()) else None
        for ours, at in zip(query.search, lines, strict=True)
    ]
    indents = line_by_line(index, query, own)
    match = LinePairs(found, lines)
    adjuster = MergingAdjuster(
        match, indents.search, query.replace, indents.new, index.line_end, guessed=indents.guessed
    )
    fitted = adjuster.adjust()
    if fitted is not None and not is_forced:
        gaps = [at - first for at in _gaps_at_edges(index, query, lines, first, end)]
        fitted = replace(fitted, amid=[*fitted.amid, *gaps])
    # A score of 1 is for lines that are the same.
    return Hit(first, end, fitted, indents.adjusted, score=min(score, 0.99))


def _gaps_at_edges(
    index: FileIndex, query: Query, lines: Sequence[int | None], first: int, end: int
) -> list[int]:
    """Lines of the file between a run and the block's first or last line, where the block changes that edge.

    The run ends before them, and the block goes on below them without a word of them.
    """
    told = [n for n, line in enumerate(query.search) if line.strip()]
    matched = [n for n in told if lines[n] is not None]
    if not matched:
        return []
    opcodes = line_opcodes(query.search, query.replace)
    gaps: list[int] = []
    if matched[-1] < told[-1] and any(a2 > matched[-1] for _, a2, _, _ in opcodes):
        gaps += _up_to(
            index, query.search[told[-1]].strip(), range(end, min(end + _BESIDE, len(index.lines)))
        )
    if matched[0] > told[0] and any(a1 <= matched[0] for a1, _, _, _ in opcodes):
        gaps += _up_to(
            index, query.search[told[0]].strip(), range(first - 1, max(first - 1 - _BESIDE, -1), -1)
        )
    return gaps


def _up_to(index: FileIndex, line: str, numbers: range) -> list[int]:
    """The lines of the file before the first that is this one, blank ones aside; none if there is no such."""
    bodies = [index.lines[at].strip() for at in numbers]
    count = bodies.index(line) if line in bodies else 0
    return [at for at, body in zip(numbers[:count], bodies, strict=False) if body]


def _beside(index: FileIndex, first: int, end: int, reach: int) -> set[str]:
    """The lines just above and below a run."""
    around = (index.bodies[max(first - reach, 0) : first], index.bodies[end : end + reach])
    return {body.strip() for bodies in around for body in bodies}


def _is_stray(ours: str, own: str, beside: set[str]) -> bool:
    """True if a line of the run is none of the block's: that one stands as it is beside the run."""
    return ours != own and ours in beside


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> list[int | None]:
    """Pairs the lines of two texts: equal ones, and between these the ones that are alike."""
    lines: list[int | None] = [None] * len(ours)
    mine, other = [line.strip() for line in ours], [line.strip() for line in theirs]
    kept = shift = 0
    for a1, a2, b1, b2 in [*line_opcodes(mine, other), (len(mine), len(mine), len(other), len(other))]:
        lines[kept:a1] = range(kept + shift, a1 + shift)
        if (a2 - a1) * (b2 - b1) <= _MOST_COMPARED:
            for a, b in alike_pairs(mine[a1:a2], other[b1:b2]):
                if likeness.ratio(mine[a1 + a], other[b1 + b]) >= _SAME_LINE:
                    lines[a1 + a] = b1 + b
        kept, shift = a2, b2 - a2
    return lines
