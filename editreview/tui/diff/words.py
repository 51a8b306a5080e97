"""Which words of two paired lines differ."""

import re
from functools import lru_cache

from rapidfuzz.distance import Indel

Span = tuple[int, int]
"""Characters of a line, half-open."""

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_LONGEST = 2_000
_LEAST_ALIKE = 0.3


@lru_cache(maxsize=4096)
def changed_words(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The words of each line that the other has not.

    Nothing for lines with little in common, and for very long ones.
    """
    if old == new or len(old) + len(new) > _LONGEST:
        return (), ()
    before, after = _WORD.findall(old), _WORD.findall(new)
    if Indel.normalized_similarity(old.strip(), new.strip()) < _LEAST_ALIKE:
        return (), ()
    opcodes = [op for op in Indel.opcodes(before, after) if op.tag != "equal"]
    return (
        _spans(before, [(op.src_start, op.src_end) for op in opcodes]),
        _spans(after, [(op.dest_start, op.dest_end) for op in opcodes]),
    )


def _spans(words: list[str], ranges: list[tuple[int, int]]) -> tuple[Span, ...]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    merged: list[Span] = []
    for first, end in ranges:
        span = (starts[first], starts[end])
        if merged and merged[-1][1] == span[0]:
            merged[-1] = (merged[-1][0], span[1])
        elif span[0] < span[1]:
            merged.append(span)
    return tuple(merged)
