"""Which of the blocks that failed a model had better send as one."""

from collections.abc import Sequence

from editreview.blocks import LineRange
from editreview.review.proposal import Proposal
from editreview.review.review import Review

_NEAR = 3
"""Lines between two blocks up to which they are better sent as one."""
_SURE = 0.6
"""How like its nearest lines a block must be for those to be the ones that were meant."""


def to_merge(review: Review, failed: Sequence[Proposal]) -> list[list[int]]:
    """The numbers of blocks that overlap, lie close together in one file, or depend on each other.

    Args:
        review: Whose blocks they are.
        failed: Those that were not applied.
    """
    groups = {proposal.number: [proposal.number] for proposal in failed}
    for first, second in [*_neighbours(review, failed), *_dependent(failed)]:
        if groups[first] is not groups[second]:
            joined = [*groups[first], *groups[second]]
            groups |= dict.fromkeys(joined, joined)
    different = {id(group): sorted(group) for group in groups.values() if len(group) > 1}
    return sorted(different.values())


def _neighbours(review: Review, failed: Sequence[Proposal]) -> list[tuple[int, int]]:
    located = [(p.path or "", lines, p.number) for p in failed if (lines := _lines(review, p)) is not None]
    found: list[tuple[int, int]] = []
    reached: tuple[str, int, int] | None = None
    for path, (first, last), number in sorted(located):
        if reached is None or reached[0] != path or first - reached[1] > _NEAR:
            reached = (path, last, number)
        else:
            found.append((reached[2], number))
            reached = (path, max(last, reached[1]), number)
    return found


def _lines(review: Review, proposal: Proposal) -> LineRange | None:
    if proposal.lines is not None:
        return proposal.lines
    near = review.nearest(proposal)
    return near.lines if near is not None and near.score >= _SURE else None


def _dependent(failed: Sequence[Proposal]) -> list[tuple[int, int]]:
    numbers = {proposal.number for proposal in failed}
    return [(p.number, other) for p in failed for other in p.depends_on if other in numbers]
