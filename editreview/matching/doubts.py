"""Doubts about the best match of a block, for the user to know before accepting it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct

from editreview.matching.refit import Fitted

_MOST_RUNS = 12
_MOST_QUOTED = 2
_WIDTH = 50
"""Characters of a line that are quoted."""


class DoubtKind(StrEnum):
    """Named as the warnings that doubts become."""

    UNSEEN = "unseen"
    """Lines go, or new ones come next to lines, that the block never mentioned or that it means to keep."""
    OTHER_TEXT = "other-text"
    """The edit removes lines that differ from the block's."""
    MERGED = "merged"
    """New lines have words of the block's and of the file's."""
    GUESSED_DEPTH = "guessed-depth"
    """The depth of new lines follows from nothing."""


class Doubt(Struct, frozen=True):
    kind: DoubtKind
    message: str
    line: int
    """The first line it is about, 1-based, of the text with the block; of the one without it if `is_old`."""
    is_old: bool = False


def doubts_of(first: int, fitted: Fitted) -> tuple[Doubt, ...]:
    """The doubts about a match from line `first` on, 0-based, and what it becomes."""
    olds = (
        (DoubtKind.UNSEEN, "would delete lines that it does not mention", fitted.unseen),
        (DoubtKind.UNSEEN, "would insert lines next to some that it does not mention", fitted.amid),
        (DoubtKind.OTHER_TEXT, "the file has no blank line there beside the new lines", fitted.unblank),
        (DoubtKind.OTHER_TEXT, "replaces lines that are not as it has them", fitted.changed),
    )
    news = (
        (DoubtKind.MERGED, "new lines have words of both the block and the file", fitted.merged),
        (DoubtKind.GUESSED_DEPTH, "the indentation of new lines is a guess", fitted.guessed),
    )
    found = [_doubt(kind, message, first, lines, is_old=True) for kind, message, lines in olds if lines]
    found += (_missed(DoubtKind.UNSEEN, first, fitted.missed) for _ in fitted.missed[:1])
    found += (_missed(DoubtKind.OTHER_TEXT, first, fitted.absent) for _ in fitted.absent[:1])
    found += (_doubt(kind, message, first, lines) for kind, message, lines in news if lines)
    return tuple(found)


def unseen_lines(first: int, lines: Sequence[int]) -> tuple[Doubt, ...]:
    """The doubt about a match some of whose lines would go unmentioned. They are 0-based, from `first` on."""
    return doubts_of(first, Fitted([], {}, unseen=list(lines)))


def _doubt(kind: DoubtKind, message: str, first: int, lines: Sequence[int], *, is_old: bool = False) -> Doubt:
    runs = list(_runs(sorted(set(lines))))
    named = ", ".join(
        f"L{first + start + 1}" + (f"–L{first + end + 1}" if end > start else "")
        for start, end in runs[:_MOST_RUNS]
    )
    more = ", …" if len(runs) > _MOST_RUNS else ""
    return Doubt(kind, f"{message}: {named}{more}", first + runs[0][0] + 1, is_old)


def _runs(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of numbers."""
    start = lines[0]
    for here, after in pairwise([*lines, -1]):
        if after != here + 1:
            yield start, here
            start = after


def _missed(kind: DoubtKind, first: int, lines: Sequence[str]) -> Doubt:
    """The doubt about a match that has not got lines which the block keeps next to some it takes out."""
    quoted = (line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…" for line in lines[:_MOST_QUOTED])
    named = ", ".join(f"“{line}”" for line in quoted)
    more = f" and {len(lines) - _MOST_QUOTED} more" if len(lines) > _MOST_QUOTED else ""
    it = "it" if len(lines) == 1 else "them"
    message = f"the file lacks {named}{more}, kept beside what goes: the outcome lacks {it} too"
    return Doubt(kind, message, first + 1, is_old=True)
