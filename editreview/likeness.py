"""Lazy import of rapidfuzz, on the first comparison of two texts.

The import takes a tenth of a run with a few exact blocks, which compares none. Use it as
`likeness.ratio(…)`; importing a name from here would load it at once. `similarity` needs it only for
more than a few lines, so the first frame of most reviews does without.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rapidfuzz import process as process
    from rapidfuzz.distance import Indel as Indel
    from rapidfuzz.distance import Levenshtein as Levenshtein
    from rapidfuzz.fuzz import partial_ratio as partial_ratio
    from rapidfuzz.fuzz import ratio as ratio
else:

    def __getattr__(name: str) -> object:
        from rapidfuzz import distance, fuzz, process

        functions = {
            "Indel": distance.Indel,
            "Levenshtein": distance.Levenshtein,
            "partial_ratio": fuzz.partial_ratio,
            "process": process,
            "ratio": fuzz.ratio,
        }
        if name not in functions:
            raise AttributeError(name)
        globals().update(functions)
        return functions[name]


_left = 30_000
"""Characters that `similarity` may still go through by itself: that takes as long as the import."""
_by_library: Callable[[str, str], float] | None = None
"""The same by the library, once it is imported."""


def similarity(one: str, other: str) -> float:
    """The share of two texts, 0 to 1, that is their longest common subsequence, as `Indel` has it."""
    global _left, _by_library
    cost = len(one) + len(other)
    if cost > _left:
        if _by_library is None:
            from rapidfuzz.distance import Indel

            _by_library = Indel.normalized_similarity
        return _by_library(one, other)
    _left -= cost
    return 1.0 - (cost - 2 * _common(one, other)) / cost if cost else 1.0


def _common(one: str, other: str) -> int:
    """The length of the longest common subsequence, by bit-parallel dynamic programming (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for at, character in enumerate(one):
        places[character] = places.get(character, 0) | 1 << at
    row = whole = (1 << len(one)) - 1
    for character in other:
        equal = row & places.get(character, 0)
        row = (row + equal | row - equal) & whole
    return len(one) - row.bit_count()


_MIN_SIMILARITY = 60.0
"""Percent from which a name is suggested for an unknown one."""


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """A question with the known names most similar to an unknown one, after a space; empty if none is."""
    from rapidfuzz import fuzz, process

    found = process.extract(name, known, scorer=fuzz.ratio, limit=3, score_cutoff=_MIN_SIMILARITY)
    return f" Did you mean {' or '.join(each for each, _, _ in found)}?" if found else ""
