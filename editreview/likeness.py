"""Lazy import of rapidfuzz, on the first comparison of two texts.

The import takes a tenth of a run with a few exact blocks, which compares none. Use it as
`likeness.ratio(…)`; importing a name from here would load it at once.
"""

from collections.abc import Sequence
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


_MIN_SIMILARITY = 60.0
"""Percent from which a name is suggested for an unknown one."""


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """A question with the known names most similar to an unknown one, after a space; empty if none is."""
    from rapidfuzz import fuzz, process

    found = process.extract(name, known, scorer=fuzz.ratio, limit=3, score_cutoff=_MIN_SIMILARITY)
    return f" Did you mean {' or '.join(each for each, _, _ in found)}?" if found else ""
