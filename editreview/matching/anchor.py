"""The Edit Protocol's own rule: the common prefix of old and new text is its anchor.

The anchor must be at exactly one place, and the rest of the old text must follow it.
"""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from editreview.blocks import Interpretation
from editreview.matching.normalisers import exact
from editreview.matching.text import FileIndex
from editreview.matching.wanted import MOST_PLACES, wanted_lines

_NAMED = 6


class Anchor(Struct, frozen=True):
    """Where the first lines are that a block has in its old text and in its new."""

    lines: Sequence[str]
    """Without ends; empty if the texts begin with different lines."""
    places: Sequence[int]
    """0-based lines of the file at which the anchor begins."""
    missing: str | None = None
    """With one place: the first line of the old text that does not follow there; None if all do."""

    @property
    def holds(self) -> bool:
        """Whether the block goes to the one place of its anchor."""
        return bool(self.lines) and len(self.places) == 1 and self.missing is None

    def describe(self) -> str | None:
        """What is wrong with it, for people and models; None if nothing is, or there is none."""
        if not self.lines or self.holds:
            return None
        if not self.places:
            return f"its anchor is nowhere in the file: {self.lines[0].strip()}"
        if len(self.places) == 1:
            return (
                f"its anchor is at L{self.places[0] + 1}, and not followed by: {(self.missing or '').strip()}"
            )
        named = ", ".join(f"L{place + 1}" for place in self.places[:_NAMED])
        more = ", …" if len(self.places) > _NAMED else ""
        return f"its anchor is at {len(self.places)} places: {named}{more}"


def anchor_of(index: FileIndex, interpretation: Interpretation) -> Anchor:
    """The anchor of a block, and its places in a file."""
    old, new = wanted_lines(interpretation.search), wanted_lines(interpretation.replace)
    common = [line for line, _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))]
    if not any(line.strip() for line in common):
        return Anchor((), ())
    places = index.find(exact, common, MOST_PLACES)
    if len(places) != 1:
        return Anchor(common, places)
    there = index.bodies[places[0] : places[0] + len(old)]
    missing = next((line for at, line in enumerate(old) if at >= len(there) or there[at] != line), None)
    return Anchor(common, places, missing)
