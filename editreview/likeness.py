"""The likeness of texts, as a share from 0 to 1, by rapidfuzz, which is imported on the first comparison.

The import takes a tenth of a run with a few exact blocks, which compares none. Use it as
`likeness.normalized_similarity(…)`; importing that name from here would load it at once. `similarity` needs
it only for more than a few lines, so the first frame of most reviews does without.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rapidfuzz.distance import Indel as Indel
    from rapidfuzz.distance import Levenshtein as Levenshtein

    normalized_similarity = Indel.normalized_similarity
else:

    def __getattr__(name: str) -> object:
        from rapidfuzz import distance

        functions = {
            "Indel": distance.Indel,
            "Levenshtein": distance.Levenshtein,
            "normalized_similarity": distance.Indel.normalized_similarity,
        }
        if name not in functions:
            raise AttributeError(name)
        globals().update(functions)
        return functions[name]


_left = 30_000
"""Characters that `similarity` may still go through by itself: that takes as long as the import."""
_by_library: Callable[[str, str], float] | None = None
"""The same function of rapidfuzz, once imported."""


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


def partial_similarity(part: str, text: str) -> float:
    """The likeness of a text to the part of a longer one that is most similar to it."""
    from rapidfuzz import fuzz

    return fuzz.partial_ratio(part, text) / 100


def most_similar(
    text: str, choices: Iterable[str], *, min_likeness: float, limit: int = 1
) -> list[tuple[str, float]]:
    """The choices that are most similar to a text, each with its likeness, best first."""
    from rapidfuzz import fuzz, process

    # By `ratio`, in percent: `normalized_similarity` leaves out what is just as similar as the cutoff.
    cutoff = 100 * min_likeness
    if limit == 1:
        best = process.extractOne(text, choices, scorer=fuzz.ratio, processor=None, score_cutoff=cutoff)
        return [] if best is None else [(best[0], best[1] / 100)]
    found = process.extract(
        text, choices, scorer=fuzz.ratio, processor=None, score_cutoff=cutoff, limit=limit
    )
    return [(choice, score / 100) for choice, score, _ in found]


VERSION_LIKENESS = 0.6
"""The likeness from which a line is another version of one."""
_EQUAL_START = 8
"""A line that begins with this many characters of another one is another version of it too."""
MAX_COMPARED_LENGTH = 2_000
"""The most characters of a line that are compared: two lines of a megabyte would take half a minute."""


def has_version(line: str, others: Iterable[str]) -> bool:
    """True if one of some lines is another version of a line."""
    line, heads = line[:MAX_COMPARED_LENGTH], [other[:MAX_COMPARED_LENGTH] for other in others]
    start = line[:_EQUAL_START]
    if len(start) == _EQUAL_START and any(head.startswith(start) for head in heads):
        return True
    return bool(most_similar(line, heads, min_likeness=VERSION_LIKENESS))


_MIN_NAME_LIKENESS = 0.6
"""The likeness from which a name is suggested for an unknown one."""


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """A question with the known names most similar to an unknown one, after a space; empty if none is."""
    found = most_similar(name, known, min_likeness=_MIN_NAME_LIKENESS, limit=3)
    return f" Did you mean {' or '.join(each for each, _ in found)}?" if found else ""
