"""The cascade: strategies in order of what they forgive, and the search through them.

Every strategy here is equality of whole lines under a normaliser. The search stops at the
first that finds anything: several places are never settled by a looser strategy.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from editreview.alignment import change_lines
from editreview.blocks import Reading
from editreview.matching import normalisers
from editreview.matching.places import Place, Tier, place_key
from editreview.matching.refit import Shift, refit, uniform_shift
from editreview.matching.text import FileIndex, Key
from editreview.texts import split_lines

MOST_PLACES = 1_000
"""A block with more places than this is ambiguous whatever their number."""
_MOST_LINES = 200_000
"""Lines of all the places of a block together; two places are kept in any case."""

AROUND = 2
"""Lines on either side of a place that are part of its name."""
_NO_SHIFT = Shift()


class Strategy(Struct, frozen=True):
    """A way to find a block's place."""

    name: str
    tier: Tier
    forgives: str
    key: Key
    shift: Callable[[Sequence[str], Sequence[str]], Shift | None] | None = None
    """From the block's lines to the file's, or None if these lines are no place; without one, all are."""


CASCADE: tuple[Strategy, ...] = (
    Strategy("exact", Tier.EXACT, "nothing", normalisers.exact),
    Strategy("line-ends", Tier.TOLERANT, "carriage returns", normalisers.without_line_end),
    Strategy(
        "trailing-whitespace", Tier.TOLERANT, "blanks at line ends", normalisers.without_trailing_whitespace
    ),
    Strategy(
        "indentation",
        Tier.TOLERANT,
        "the same blanks before every line",
        normalisers.without_indentation,
        uniform_shift,
    ),
)

_EXACT = CASCADE[0]


class Verdict(Struct, frozen=True):
    """What one strategy found."""

    strategy: str
    places: int


class Search(Struct, frozen=True):
    """What the cascade found for one reading."""

    places: tuple[Place, ...]
    verdicts: tuple[Verdict, ...]
    """Of the strategies that were tried, in order."""
    is_cut_short: bool = False
    """There may be more places than these."""


def search(index: FileIndex, reading: Reading) -> Search:
    """All places of the reading by the first strategy that finds one. The search must not be empty."""
    wanted = [line.removesuffix("\n") for line in split_lines(reading.search, "\n")]
    verdicts: list[Verdict] = []
    for strategy, looser in pairwise((*CASCADE, None)):
        assert strategy is not None
        places = _places(index, reading, wanted, strategy)
        verdicts.append(Verdict(strategy.name, len(places)))
        if places and strategy is _EXACT and looser is not None and "\r\n" in index.text:
            # Nobody sees which of two lines has the carriage return: a last line without end has none.
            others = _places(index, reading, wanted, looser)
            if len(others) > len(places):
                verdicts.append(Verdict(looser.name, len(others)))
                places = others
        if places:
            is_cut_short = len(places) >= min(_most_places(wanted), MOST_PLACES)
            return Search(tuple(places), tuple(verdicts), is_cut_short)
    return Search((), tuple(verdicts))


def _most_places(wanted: Sequence[str]) -> int:
    return max(_MOST_LINES // len(wanted), 2)


def _places(index: FileIndex, reading: Reading, wanted: list[str], strategy: Strategy) -> list[Place]:
    hits: list[tuple[int, Shift]] = []
    limit = _most_places(wanted)
    found = index.find(strategy.key, list(map(strategy.key, wanted)), MOST_PLACES)
    for first in found:
        shift: Shift | None = _NO_SHIFT
        if strategy.shift is not None:
            shift = strategy.shift(wanted, index.bodies[first : first + len(wanted)])
        if shift is not None:
            hits.append((first, shift))
        if len(hits) == limit:
            break
    if len(found) == MOST_PLACES and len(hits) == 1:
        # Another one may come after those looked at.
        return []
    places = [_place(index, reading, wanted, strategy, hit, (n, len(hits))) for n, hit in enumerate(hits, 1)]
    fitted = [place for place in places if place is not None]
    # A place the new lines do not fit may still be the one that was meant.
    return fitted if len(fitted) == len(places) else []


def _place(
    index: FileIndex,
    reading: Reading,
    wanted: list[str],
    strategy: Strategy,
    hit: tuple[int, Shift],
    nth: tuple[int, int],
) -> Place | None:
    first, shift = hit
    end = first + len(wanted)
    replace = [line.removesuffix("\n") for line in split_lines(reading.replace, "\n")]
    new = refit(index.lines, first, wanted, replace, shift, index.line_end)
    if new is None:
        return None
    span = (index.lines.starts[first], index.lines.starts[end])
    return Place(
        key=place_key(index.lines.slice(max(first - AROUND, 0), min(end + AROUND, len(index.lines))), *nth),
        reading=reading,
        span=span,
        lines=(first + 1, end),
        change=change_lines(index.lines, first, end, new),
        strategies=(strategy.name,),
        tier=strategy.tier,
        score=1.0,
        adjusted=f"shifted {shift.describe()}" if shift != _NO_SHIFT else None,
    )
