"""What matching returns."""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct

from editreview.blocks import Interpretation, LineRange
from editreview.matching.doubts import Doubt
from editreview.matching.refit import Adjusted
from editreview.texts import Change, Lines

_AROUND = 2
"""Lines on either side of a place that are part of its name."""


class Tier(StrEnum):
    """How much a strategy forgives."""

    EXACT = "exact"
    TOLERANT = "tolerant"
    FUZZY = "fuzzy"

    @property
    def rank(self) -> int:
        return list(Tier).index(self)


class Choice(StrEnum):
    """How the places of a block relate."""

    ONE_OF = "one-of"
    """Several are ambiguous: a person picks."""
    EACH = "each"
    """The edit was meant for all of them."""


class Place(Struct, frozen=True):
    """One span of a file where a block could go, and what it would do there."""

    key: str
    """Names the place by what stands there, so that a choice outlives a change elsewhere in the file."""
    interpretation: Interpretation
    span: tuple[int, int]
    """In characters of the text that was searched, half-open."""
    lines: LineRange | None
    """1-based and inclusive; None for a place in an empty or new file."""
    change: Change
    strategies: tuple[str, ...]
    tier: Tier
    score: float
    adjusted: str | None = None
    """How the replacement was fitted, for people."""
    adjustments: tuple[tuple[int, Adjusted], ...] = ()
    """New lines that are not as the block has them: from 0, counted from the first line of `lines`."""
    doubts: tuple[Doubt, ...] = ()
    """What a person should know of the place before yes."""
    fits: bool = True
    """The new lines can be fitted to what stands there; if not, the change is empty and says nothing."""


class Placement(Struct, frozen=True):
    """Every place of a block, and whether it goes to one of them or to each."""

    choice: Choice
    places: tuple[Place, ...]

    def chosen(self, keys: frozenset[str] | None) -> tuple[Place, ...]:
        """The places that count.

        Those a person chose, if they are still there; else all of an EACH; else the only one.
        """
        picked = tuple(place for place in self.places if place.key in (keys or ()))
        if picked:
            return picked
        return self.places if self.choice is Choice.EACH or len(self.places) == 1 else ()


def place_key(lines: Lines, first: int, end: int, ordinal: int = 1, count: int = 1) -> str:
    """A name for the `ordinal`-th of `count` places: the lines there and next to it tell one from another.

    Args:
        lines: The file.
        first: 0-based.
        end: The line after the last.
        ordinal: From 1.
        count: Of the places.
    """
    around = lines.slice(max(first - _AROUND, 0), min(end + _AROUND, len(lines)))
    return _key(around, ordinal, count)


def whole_key() -> str:
    """The name of the place that is all of a file, whatever stands there."""
    return _key([], 1, 1)


def _key(lines: Sequence[str], ordinal: int, count: int) -> str:
    digest = blake2b("".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{digest}:{ordinal}/{count}"
