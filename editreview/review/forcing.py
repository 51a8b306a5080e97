"""A block on lines that are not what it looks for: what that would do, for a person to say yes or no to."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.matching import Place
from editreview.matching.forced import forced, lines_at
from editreview.matching.similarity import Window
from editreview.review.choosing import readings_of
from editreview.review.proposal import Proposal
from editreview.texts import line_body


class Fate(StrEnum):
    """What becomes of a line."""

    KEPT = "kept"
    DELETED = "deleted"
    ADDED = "added"


class LineFate(Struct, frozen=True):
    fate: Fate
    text: str
    """Without its end."""
    line: int | None
    """1-based, of the file; None for an added one."""


def force_at(proposal: Proposal, window: Window) -> tuple[Place, str]:
    """The place that a block is forced to, and the lines of the file that it takes for its old text.

    Args:
        proposal: Without a place, and with a text to look in.
        window: Lines of that text.
    """
    assert proposal.base is not None
    place = forced(proposal.base, readings_of(proposal.block)[0], window, proposal.path or "")
    return place, lines_at(proposal.base, window)


def fates(proposal: Proposal, place: Place) -> Iterator[LineFate]:
    """What becomes of every line of a place, and which lines come, from top to bottom."""
    assert proposal.base is not None and place.lines is not None
    lines = proposal.base.lines
    alignment = Alignment(lines, place.change)
    at, end = place.lines[0] - 1, place.lines[1]
    for hunk in alignment.hunks:
        yield from (LineFate(Fate.KEPT, line_body(lines[n]), n + 1) for n in range(at, min(hunk.old, end)))
        yield from (LineFate(Fate.DELETED, line_body(lines[n]), n + 1) for n in range(hunk.old, hunk.old_end))
        yield from (LineFate(Fate.ADDED, line_body(text), None) for text in hunk.lines)
        at = max(at, hunk.old_end)
    yield from (LineFate(Fate.KEPT, line_body(lines[n]), n + 1) for n in range(at, end))


def losses(proposal: Proposal) -> Iterator[LineFate]:
    """The lines of the file, from top to bottom, that a proposal deletes and does not write again."""
    if proposal.base is None:
        return
    lines = proposal.base.lines
    new = Counter(line_body(text).strip() for hunk in proposal.alignment().hunks for text in hunk.lines)
    for hunk in proposal.alignment().hunks:
        for n in range(hunk.old, hunk.old_end):
            text = line_body(lines[n])
            if new[text.strip()]:
                new[text.strip()] -= 1
            else:
                yield LineFate(Fate.DELETED, text, n + 1)
