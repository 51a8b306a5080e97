"""Lazy import of rapidfuzz, on the first comparison of two texts.

The import takes a tenth of a run with a few exact blocks, which compares none. Use it as
`likeness.ratio(…)`; importing a name from here would load it at once.
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
