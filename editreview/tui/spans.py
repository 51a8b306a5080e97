"""The line ranges of blocks in the response, and of the prose around them."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.review import Proposal

_FAR = 80
"""Lines of the response shown above a block, and below it."""

Span: TypeAlias = tuple[int, int, int]
"""First and last line in the response, and the block's number."""


class ResponseAccess(Struct, frozen=True):
    """Access to a response, which may still grow."""

    lines: Callable[[int, int], Sequence[str]]
    """Returns lines, from the number of the first one and a count."""
    count: Callable[[], int]
    """Returns the number of lines."""
    find: Callable[[str, int, int], int | None]
    """Finds the next line with a text: see `Spool.find`."""
    blocks: Sequence[Span]
    """The spans of all blocks, in order."""


class SurroundingProse(Struct, frozen=True):
    """The line ranges of the prose around a block."""

    number: int
    format: str
    path: str
    """The path of the block as written; empty if it has none."""
    lines: LineRange
    """Of the block."""
    first: int
    """The first line of the prose above it."""
    last: int
    """The last line of the prose below it, as far as it has arrived."""


def spans_of(proposals: Iterable[Proposal]) -> list[Span]:
    """The line range of every block, in the response's order."""
    found: dict[LineRange, int] = {}
    for proposal in proposals:
        # One edit of many files is one block of the response.
        found.setdefault(proposal.block.lines, proposal.number)
    return sorted((*lines, number) for lines, number in found.items())


def around(proposal: Proposal, spans: Sequence[Span], length: int) -> SurroundingProse:
    """The line ranges of the prose above and below a block, in a response of so many lines."""
    first, last = proposal.block.lines
    above, below = max(first - _FAR, 1), min(last + _FAR, length)
    for start, end, _ in spans:
        if end < first:
            above = max(above, end + 1)
        elif start > last:
            below = min(below, start - 1)
            break
    block = proposal.block
    return SurroundingProse(
        proposal.number, block.format, block.path_written or "", (first, last), above, below
    )
