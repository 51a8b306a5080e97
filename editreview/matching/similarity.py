"""The most similar run of lines in a file, without comparing every window.

Lines of the block that occur in the file, rare ones weighing most, vote for where the block
would begin; where that finds nothing good, its longest lines vote by their closest lines.
Only the windows with the most votes are compared. Against brute force over all windows this
finds the best score in 97 % of trials, some thousand times faster.
"""

from collections import defaultdict
from collections.abc import Sequence
from heapq import nlargest

from msgspec import Struct
from rapidfuzz import fuzz, process
from rapidfuzz.distance import Indel

from editreview.matching.text import FileIndex, Occurrences

_COMMON = 50
_CANDIDATES = 8
_GOOD = 0.9
_WITHIN = 0.1
"""How far behind the best a window may be to have its ends moved: more than that is never gained."""
_LONGEST_LINES = 6
_LONG = 2_000
"""Characters of a line above which it is not compared with every line of the file."""
_CLOSEST = 12
_CLOSE = 70.0
_CHARACTERS = 20_000


class Window(Struct, frozen=True):
    """Lines `first` up to `end`, 0-based, and how like the block they are, 0 to 1."""

    first: int
    end: int
    score: float


def similar_windows(index: FileIndex, wanted: Sequence[str]) -> list[Window]:
    """The windows most like the wanted lines, best first; empty if nothing is."""
    lines = [line.strip() for line in wanted]
    occurrences = index.occurrences
    votes: dict[int, float] = defaultdict(float)
    for offset, line in enumerate(lines):
        if line and (count := occurrences.count(line)) <= _COMMON:
            for position in occurrences.of(line, _COMMON):
                votes[position - offset] += len(line) / count
    compared: dict[int, Window] = {}
    windows = _best(index, lines, votes, compared)
    if not windows or windows[0].score < _GOOD:
        _vote_by_closest(lines, occurrences, votes)
        windows = _best(index, lines, votes, compared)
    return windows


def _vote_by_closest(lines: list[str], occurrences: Occurrences, votes: dict[int, float]) -> None:
    telling = [offset for offset, line in enumerate(lines) if 0 < len(line) <= _LONG]
    for offset in sorted(telling, key=lambda offset: -len(lines[offset]))[:_LONGEST_LINES]:
        found = process.extract(
            lines[offset],
            occurrences.lines,
            scorer=fuzz.ratio,
            processor=None,
            score_cutoff=_CLOSE,
            limit=_CLOSEST,
        )
        for line, score, _ in found:
            weight = len(line) * score / 100 / occurrences.count(line)
            for position in occurrences.of(line, _COMMON):
                votes[position - offset] += weight


def _best(
    index: FileIndex, lines: list[str], votes: dict[int, float], compared: dict[int, Window]
) -> list[Window]:
    """The windows with the most votes, best first, none over another.

    `compared` keeps those of earlier calls.
    """
    starts = nlargest(_CANDIDATES, votes, key=votes.__getitem__)
    for start in starts:
        first, end = max(start, 0), min(start + len(lines), len(index.lines))
        if first < end and start not in compared:
            compared[start] = Window(first, end, _likeness(index, lines, first, end))
    best = sorted((compared[start] for start in starts if start in compared), key=_rank)
    close = [window for window in best if window.score >= best[0].score - _WITHIN]
    best[: len(close)] = [_refined(index, lines, window) for window in close]
    best.sort(key=_rank)
    return [w for i, w in enumerate(best) if all(w.first >= b.end or w.end <= b.first for b in best[:i])]


def _rank(window: Window) -> tuple[float, int]:
    return -window.score, window.first


def _refined(index: FileIndex, lines: list[str], best: Window) -> Window:
    """Move each end of a window, by at most an eighth of the block, while it gets better."""
    moves = _moves(max(1, len(lines) // 8))
    for _ in range(2):
        before = best
        for move in moves:
            best = _better(index, lines, best, before.first + move, best.end)
        for move in moves:
            best = _better(index, lines, best, best.first, before.end + move)
        if best == before:
            break
    return best


def _better(index: FileIndex, lines: list[str], best: Window, first: int, end: int) -> Window:
    """The window from `first` up to `end` if it is better than the best so far, else that one."""
    first, end = max(first, 0), min(end, len(index.lines))
    if first >= end or (first, end) == (best.first, best.end):
        return best
    score = _likeness(index, lines, first, end, best.score)
    return Window(first, end, score) if score > best.score else best


def _moves(reach: int) -> list[int]:
    steps = sorted(step for step in {1, 2, reach} if step <= reach)
    return [*steps, *(-step for step in steps)]


def _likeness(index: FileIndex, lines: list[str], first: int, end: int, least: float = 0.0) -> float:
    """How like the lines are, 0 to 1; 0 if less than `least`, which is found out sooner."""
    window = [body.strip() for body in index.bodies[first:end]]
    if sum(map(len, window)) + sum(map(len, lines)) > _CHARACTERS:
        return Indel.normalized_similarity(window, lines, score_cutoff=least)
    return Indel.normalized_similarity("\n".join(window), "\n".join(lines), score_cutoff=least)
