"""Where in the response its blocks are, and what is said around them."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.review import Proposal

_FAR = 80
"""Lines of the response that are shown above a block, and below it."""

Span: TypeAlias = tuple[int, int, int]
"""First and last line in the response, and the block's number."""


class Around(Struct, frozen=True):
    """Where in the response the prose around a block is."""

    number: int
    format: str
    lines: LineRange
    """Of the block."""
    first: int
    """The first line of what is said above it."""
    last: int
    """The last line of what is said below it, as far as it has arrived."""


def spans_of(proposals: Iterable[Proposal]) -> list[Span]:
    """Where every block is, in the response's order."""
    found: dict[LineRange, int] = {}
    for proposal in proposals:
        # One edit of many files is one block of the response.
        found.setdefault(proposal.block.lines, proposal.number)
    return sorted((*lines, number) for lines, number in found.items())


def around(proposal: Proposal, spans: Sequence[Span], length: int) -> Around:
    """Where in a response of so many lines the prose above and below a block is."""
    first, last = proposal.block.lines
    above, below = max(first - _FAR, 1), min(last + _FAR, length)
    for start, end, _ in spans:
        if end < first:
            above = max(above, end + 1)
        elif start > last:
            below = min(below, start - 1)
            break
    return Around(proposal.number, proposal.block.format, (first, last), above, below)
