"""rapidfuzz, imported when two texts are compared first: a run of a few plain exact blocks compares none.

It takes a tenth of such a run to import. Used as `likeness.ratio(…)`, never by its names alone.
"""

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

        found = {
            "Indel": distance.Indel,
            "Levenshtein": distance.Levenshtein,
            "partial_ratio": fuzz.partial_ratio,
            "process": process,
            "ratio": fuzz.ratio,
        }
        if name not in found:
            raise AttributeError(name)
        globals().update(found)
        return found[name]
