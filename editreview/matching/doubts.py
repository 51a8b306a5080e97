"""What a person should know of a place before yes, though it is the best there is."""

from collections.abc import Sequence

from editreview.matching.refit import Fitted

_MOST_LINES = 6
_MOST_QUOTED = 2
_WIDTH = 50
"""Characters of a line that are quoted."""


def doubts_of(first: int, fitted: Fitted) -> tuple[str, ...]:
    """The doubts about a place from line `first` on, 0-based, and what it becomes."""
    return (*unseen_lines(first, fitted.unseen), *_missed_lines(fitted.missed))


def unseen_lines(first: int, lines: Sequence[int]) -> tuple[str, ...]:
    """The doubt about a place some of whose lines would go unmentioned. They are 0-based, from `first` on."""
    if not lines:
        return ()
    named = ", ".join(f"L{first + line + 1}" for line in lines[:_MOST_LINES])
    more = ", …" if len(lines) > _MOST_LINES else ""
    return (f"would delete lines that it does not mention: {named}{more}",)


def _missed_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The doubt about a place that has not got lines which the block keeps next to some it takes out."""
    if not lines:
        return ()
    quoted = (line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…" for line in lines[:_MOST_QUOTED])
    named = ", ".join(f"“{line}”" for line in quoted)
    more = f" and {len(lines) - _MOST_QUOTED} more" if len(lines) > _MOST_QUOTED else ""
    it = "it" if len(lines) == 1 else "them"
    return (f"the file lacks {named}{more}, kept beside what goes: the outcome lacks {it} too",)
