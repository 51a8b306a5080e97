"""What a file has of a text that is nowhere in it as written: why a block found no place."""

from typing import TypeAlias

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.matching.nearest import Difference, NearMatch
from editreview.matching.text import FileIndex

_OCCURRENCES = 50
"""Places of one line that are tried as the beginning of a piece."""
_STEPS = 500_000
"""Lines looked at before the pieces of a long text are given up."""
_MOST_PIECES = 8
_INFORMATIVE = 8
"""Letters and digits a text needs for its lines to be more than a coincidence."""
_FEWEST_SHARE = 4
"""One in so many lines that are there is worth telling."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


class BlanksDiffer(Struct, frozen=True):
    """The same but for blanks, of a kind or in a place that no strategy forgives."""

    lines: LineRange
    first: Difference
    """The first line that differs."""


class Piece(Struct, frozen=True):
    """Lines of the search that stand together in the file. Both 1-based and inclusive."""

    wanted: LineRange
    lines: LineRange


class Scattered(Struct, frozen=True):
    """Every line is in the file, but not one after the other."""

    pieces: tuple[Piece, ...]
    """In order of the search."""


class PartlyThere(Struct, frozen=True):
    """Some lines are at the nearest place."""

    equal: int
    wanted: int
    lines: LineRange
    missing: str
    """The first line of the search that is not there."""


Diagnosis: TypeAlias = BlanksDiffer | Scattered | PartlyThere


def diagnosis(index: FileIndex, wanted: list[str], near: NearMatch | None) -> Diagnosis | None:
    """What the file has of the wanted lines, the most specific first; None if nothing to speak of.

    Args:
        index: Of the file, in which no strategy found the lines.
        wanted: Lines without their ends.
        near: The nearest place.
    """
    return _blanks_differ(index, wanted, near) or _scattered(index, wanted) or _partly_there(index, near)


def _blanks_differ(index: FileIndex, wanted: list[str], near: NearMatch | None) -> BlanksDiffer | None:
    if near is None or not near.differences:
        return None
    first, end = near.lines[0] - 1, near.lines[1]
    if _without_blanks(index.bodies[first:end]) != _without_blanks(wanted):
        return None
    return BlanksDiffer(near.lines, near.differences[0])


def _without_blanks(lines: list[str]) -> str:
    return "".join("".join(line.split()) for line in lines).translate(_INVISIBLE)


def _scattered(index: FileIndex, wanted: list[str]) -> Scattered | None:
    lines = [(number, line) for number, body in enumerate(wanted, 1) if (line := body.strip())]
    if sum(map(str.isalnum, "".join(line for _, line in lines))) < _INFORMATIVE:
        return None
    if any(not index.occurrences.count(line) for _, line in lines):
        return None
    texts = [line for _, line in lines]
    pieces: list[Piece] = []
    at, steps = 0, _STEPS
    while at < len(lines):
        # Blank lines may come between.
        reach = 2 * (len(lines) - at)
        starts = index.occurrences.of(texts[at], _OCCURRENCES)
        steps -= reach * len(starts)
        if steps < 0 or len(pieces) == _MOST_PIECES:
            return None
        runs = [(first, *_run(index.bodies[first : first + reach], texts[at:])) for first in starts]
        first, count, length = max(runs, key=lambda run: run[1])
        pieces.append(Piece((lines[at][0], lines[at + count - 1][0]), (first + 1, first + length)))
        at += count
    return Scattered(tuple(pieces)) if len(pieces) > 1 else None


def _run(bodies: list[str], lines: list[str]) -> tuple[int, int]:
    """How many of the lines stand there from the first on, and over how many, blank ones aside."""
    count = length = 0
    for number, body in enumerate(bodies, 1):
        there = body.strip()
        if there and (count == len(lines) or there != lines[count]):
            break
        if there:
            count, length = count + 1, number
    return count, length


def _partly_there(index: FileIndex, near: NearMatch | None) -> PartlyThere | None:
    if near is None or near.equal * _FEWEST_SHARE < near.wanted:
        return None
    lines = [each.wanted for each in near.differences if each.wanted and each.wanted.strip()]
    # One that is nowhere says more than one that is somewhere else.
    nowhere = (line for line in lines if not index.occurrences.count(line.strip()))
    missing = next(nowhere, next(iter(lines), None))
    return None if missing is None else PartlyThere(near.equal, near.wanted, near.lines, missing)
