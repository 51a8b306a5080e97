"""What every strategy makes of a block: why it is here, and where else it could be."""

from collections.abc import Iterator

from msgspec import Struct

from editreview.matching import CASCADE, Place
from editreview.matching.cascade import Strategy, found_by
from editreview.matching.forgiven import forgiven, in_words, missing
from editreview.matching.wanted import wanted_of
from editreview.review.choosing import readings_of
from editreview.review.proposal import Proposal

_TOLD = 9
"""Places of one strategy of which it is said what was forgiven."""


class Tried(Struct, frozen=True):
    """What one strategy finds, whatever the ones before it found."""

    strategy: Strategy
    places: tuple[Place, ...]
    forgave: tuple[str, ...] = ()
    """What it forgave at the first of them, in words; empty where that is nothing."""


def attempts_for(proposal: Proposal) -> Iterator[Tried]:
    """What each strategy finds, one after the other; nothing for a block that looks for no text.

    It may be left off after any of them.
    """
    readings, base = readings_of(proposal.block), proposal.base
    if base is None or not readings:
        return
    chosen = proposal.chosen[0].reading if proposal.chosen else None
    reading = next((reading for reading in readings if reading == chosen), readings[0])
    wanted = wanted_of(reading, proposal.path or "")
    for strategy in CASCADE:
        if strategy.name not in base.without:
            places = tuple(found_by(base, wanted, strategy))
            forgave = (
                in_words(list(forgiven(base, place).values()), missing(base, place))
                for place in places[:_TOLD]
            )
            yield Tried(strategy, places, tuple(forgave))
