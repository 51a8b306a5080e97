"""The words that differ between two paired lines."""

import re
from bisect import bisect_left
from functools import lru_cache

from editreview import likeness
from editreview.tui.diff.cells import TAB

Span = tuple[int, int]
"""A half-open span of characters of a line."""

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_MAX_LENGTH = 2_000
_MIN_SIMILARITY = 0.3


def changed_words(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The words of each line that the other one does not have.

    Empty for lines with little in common. Very long lines get one span, between their common prefix and
    suffix.
    """
    if old == new:
        return (), ()
    # The cache for long lines is small: thousands of them would be gigabytes.
    return _words(old, new) if len(old) + len(new) <= _MAX_LENGTH else _middle(old, new)


@lru_cache(maxsize=4096)
def _words(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    if likeness.Indel.normalized_similarity(old.strip(), new.strip()) < _MIN_SIMILARITY:
        return (), ()
    opcodes = [op for op in likeness.Indel.opcodes(before, after) if op.tag != "equal"]
    return (
        _spans(before, [(op.src_start, op.src_end) for op in opcodes]),
        _spans(after, [(op.dest_start, op.dest_end) for op in opcodes]),
    )


@lru_cache(maxsize=2)
def _middle(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    most = min(len(old), len(new))
    lengths = range(1, most + 1)
    head = bisect_left(lengths, True, key=lambda n: old[:n] != new[:n])
    lengths = range(1, most - head + 1)
    tail = bisect_left(lengths, True, key=lambda n: old[len(old) - n :] != new[len(new) - n :])
    if head + tail < _MIN_SIMILARITY * most:
        return (), ()
    before, after = (head, len(old) - tail), (head, len(new) - tail)
    return (before,) if before[0] < before[1] else (), (after,) if after[0] < after[1] else ()


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


def is_blank_change(old: str | None, new: str | None) -> bool:
    """True if two paired lines differ in whitespace only, or a line without a partner is blank."""
    old, new = old or "", new or ""
    if len(old) + len(new) > 2 * _MAX_LENGTH:
        return False
    return "".join(old.split()) == "".join(new.split())


def looks_the_same(old: str | None, new: str | None) -> bool:
    """True if two paired lines differ only in tabs for spaces, or in trailing whitespace."""
    if old is None or new is None or old == new or len(old) + len(new) > 2 * _MAX_LENGTH:
        return False
    return old.expandtabs(TAB).rstrip() == new.expandtabs(TAB).rstrip()
