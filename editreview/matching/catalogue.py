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
        Described("anchor", Tier.EXACT, "nothing: the lines that both texts begin with occur once"),
        Described("all-occurrences", Tier.EXACT, "nothing, and takes every match"),
        Described("structural", Tier.EXACT, "the layout between the tokens of a pattern"),
        Described(
            "line-addressed", Tier.EXACT, "everything: the format names lines, and nothing is compared"
        ),
    ]
