"""What is looked for, and what a strategy finds: the words that strategies share."""

import re
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from editreview.blocks import Interpretation
from editreview.matching.depth import depth_unit, indentation
from editreview.matching.doubts import Doubt
from editreview.matching.refit import Fitted
from editreview.matching.text import FileIndex
from editreview.texts import Change, split_lines

MOST_PLACES = 1_000
"""A block with more places than this is ambiguous whatever their number."""
_MOST_LINES = 50_000
"""Lines of all the places of a block together; two places are kept in any case."""


_BY_INDENTATION = (
    *(".py", ".pyi", ".pyx", ".gd", ".nim", ".hs", ".fs", ".fsi", ".fsx", ".coffee"),
    *(".yaml", ".yml", ".haml", ".pug", ".slim", ".sass", ".styl"),
)
"""Endings of files whose languages tell by indentation what belongs together."""


_WORD = re.compile(r"&#?\w+;|([A-Za-z0-9_]+)")
_TELLING_WORDS = 3


class Wanted(Struct, frozen=True, dict=True):
    """One interpretation of a block as lines, and the file it is for."""

    interpretation: Interpretation
    search: Sequence[str]
    """Without line ends; never empty."""
    replace: Sequence[str]
    path: str = ""
    """Relative to the root; tells the language."""

    @property
    def counts_indentation(self) -> bool:
        """Whether lines of the file mean something else at another depth."""
        return self.path.lower().endswith(_BY_INDENTATION)

    @cached_property
    def depth_unit(self) -> str | None:
        """What the block is indented by."""
        return depth_unit([*self.search, *self.replace])

    @cached_property
    def words(self) -> list[str]:
        """The longest words of the search; names of entities are none."""
        found = {word for word in _WORD.findall(self.interpretation.search) if word}
        return sorted(found, key=len, reverse=True)[:_TELLING_WORDS]

    @property
    def most_places(self) -> int:
        """How many places are looked at."""
        return min(max(_MOST_LINES // len(self.search), 2), MOST_PLACES)


class Hit(Struct, frozen=True):
    """Lines of the file that a strategy takes for the block's."""

    first: int
    """0-based."""
    end: int
    fitted: Fitted | Change | None
    """The new lines, or the change of the file; None if the block's new text does not fit there."""
    adjusted: str | None = None
    score: float = 1.0
    doubts: tuple[Doubt, ...] = ()
    """Doubts about a change; fitted lines have their own."""
    is_nested_otherwise: bool = False
    """Lines of the block belong together that do not so in the file, in a language where that has meaning."""


def wanted_lines(text: str) -> list[str]:
    """The lines of a block's text, without their ends."""
    return [line.removesuffix("\n") for line in split_lines(text, "\n")]


def wanted_of(interpretation: Interpretation, path: str = "") -> Wanted:
    return Wanted(
        interpretation, wanted_lines(interpretation.search), wanted_lines(interpretation.replace), path
    )


def is_as_deep(index: FileIndex, wanted: Wanted, hit: Hit) -> bool:
    """Whether the lines of the file have the indentations of the block's."""
    return _depths(wanted.search) == _depths(index.bodies[hit.first : hit.end])


def _depths(lines: Sequence[str]) -> list[str]:
    return [indentation(line) for line in lines if line.strip()]
