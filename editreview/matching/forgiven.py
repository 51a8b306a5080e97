"""What was forgiven at a place: line by line, how the file differs from what the block looked for."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from editreview.alignment import line_opcodes
from editreview.matching.normalisers import ENTITIES, ESCAPES, LOOK_ALIKES
from editreview.matching.places import Place
from editreview.matching.text import FileIndex
from editreview.matching.wanted import wanted_lines
from editreview.texts import counted

_MOST_LINES = 2_000
"""Lines of a place that are looked at."""


class Forgiven(StrEnum):
    """How a line of the file is not the block's, the least first."""

    LINE_END = "line end"
    BLANKS_AT_END = "blanks at the end"
    INDENTATION = "indentation"
    BLANKS_WITHIN = "blanks within"
    SPELLING = "characters"
    """Quotes, escapes, entities: others that mean the same."""
    CONTENT = "content"
    """Other words, or a line that the block does not have."""


def forgiven(index: FileIndex, place: Place) -> dict[int, Forgiven]:
    """The lines of a place that are not as the block has them.

    Args:
        index: Of the text that the place is in.
        place: Of whole lines; for others nothing is said.

    Returns:
        By line of the file, 0-based.
    """
    search = place.interpretation.search
    if (
        place.lines is None
        or not search.endswith("\n")
        or index.lines.starts[place.lines[0] - 1] != place.span[0]
    ):
        return {}
    first, end = place.lines[0] - 1, place.lines[1]
    wanted, found = wanted_lines(search)[:_MOST_LINES], index.bodies[first : min(end, first + _MOST_LINES)]
    kinds: dict[int, Forgiven] = {}
    for at, ours in _pairs(wanted, found):
        kind = Forgiven.CONTENT if ours is None else _kind(wanted[ours], found[at])
        if kind is not None:
            kinds[first + at] = kind
    return kinds


def missing(index: FileIndex, place: Place) -> int:
    """How many lines of the block, blank ones aside, have no counterpart at a place of whole lines."""
    if place.lines is None or not place.interpretation.search.endswith("\n"):
        return 0
    wanted = wanted_lines(place.interpretation.search)[:_MOST_LINES]
    found = index.bodies[place.lines[0] - 1 : min(place.lines[1], place.lines[0] - 1 + _MOST_LINES)]
    known = {ours for _, ours in _pairs(wanted, found)}
    return sum(bool(line.strip()) and at not in known for at, line in enumerate(wanted))


def in_words(kinds: Sequence[Forgiven], missing: int = 0) -> str:
    """`indentation 6 lines · content 1 line · 2 lines not there`; empty if nothing was forgiven."""
    counts = Counter(kinds)
    parts = [f"{kind} {counted(counts[kind], 'line')}" for kind in Forgiven if counts[kind]]
    return " · ".join([*parts, *[f"{counted(missing, 'line')} not there"] * bool(missing)])


def _pairs(wanted: Sequence[str], found: Sequence[str]) -> list[tuple[int, int | None]]:
    """Each line of the file with the block's line that it is; None if the block has none for it."""
    if len(wanted) == len(found):
        return [(at, at) for at in range(len(found))]
    pairs: list[tuple[int, int | None]] = []
    mine, other = [line.split() for line in wanted], [line.split() for line in found]
    texts = [" ".join(words) for words in mine], [" ".join(words) for words in other]
    kept = shift = 0
    for a1, a2, b1, b2 in [*line_opcodes(*texts), (len(wanted), len(wanted), len(found), len(found))]:
        pairs += ((at + shift, at) for at in range(kept, a1))
        pairs += ((b, a1 + b - b1 if a2 - a1 == b2 - b1 else None) for b in range(b1, b2))
        kept, shift = a2, b2 - a2
    return pairs


def _kind(wanted: str, found: str) -> Forgiven | None:
    if wanted == found:
        return None
    if wanted.rstrip("\r") == found.rstrip("\r"):
        return Forgiven.LINE_END
    if wanted.rstrip() == found.rstrip():
        return Forgiven.BLANKS_AT_END
    if wanted.strip() == found.strip():
        return Forgiven.INDENTATION
    if wanted.split() == found.split():
        return Forgiven.BLANKS_WITHIN
    is_same = any(folding.key(wanted) == folding.key(found) for folding in (LOOK_ALIKES, ESCAPES, ENTITIES))
    return Forgiven.SPELLING if is_same else Forgiven.CONTENT
