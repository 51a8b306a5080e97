"""Every strategy by its name, and what it forgives."""

from collections.abc import Sequence
from typing import NamedTuple

from editreview.matching.cascade import CASCADE
from editreview.matching.places import Tier


class Described(NamedTuple):
    """A strategy in words."""

    name: str
    tier: Tier
    forgives: str


def strategies() -> Sequence[Described]:
    """Those of the cascade in its order, then those that the format asks for."""
    return [
        *(Described(strategy.name, strategy.tier, strategy.forgives) for strategy in CASCADE),
        Described("anchor", Tier.EXACT, "nothing: the lines that both texts begin with are at one place"),
        Described("all-occurrences", Tier.EXACT, "nothing, and takes every place"),
        Described("structural", Tier.EXACT, "how the code between a pattern's tokens is laid out"),
        Described("line-addressed", Tier.EXACT, "nothing is compared: the format names lines"),
    ]
