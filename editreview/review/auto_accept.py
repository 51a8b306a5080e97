"""Chooses the blocks that "accept all" accepts: safe ones, and atomic groups only as a whole."""

from collections.abc import Collection, Iterable

from editreview.blocks import Group, Move
from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review.decisions import Verdict
from editreview.review.proposal import Proposal


def is_safe(proposal: Proposal, tier: Tier, *, warned: bool) -> bool:
    """True if a block may be accepted without the user, regardless of the other blocks of its group."""
    if not proposal.is_ready or proposal.tier is None or (proposal.warnings and not warned):
        return False
    if proposal.block.is_dry_run or proposal.is_offer or proposal.withheld not in (None, Reason.FUZZY):
        return False
    return proposal.tier.rank <= tier.rank


def safe_blocks(left: Collection[tuple[Proposal, Verdict]], tier: Tier) -> list[Proposal]:
    """The undecided blocks that may be accepted without the user, warnings or not.

    Args:
        left: The blocks that are not applied yet, with their verdicts.
        tier: The loosest tier to accept.
    """
    blocked = blocked_groups(left, tier, warned=True)
    return [
        p
        for p, verdict in left
        if verdict is Verdict.UNDECIDED and p.block.group not in blocked and is_safe(p, tier, warned=True)
    ]


def blocked_groups(left: Iterable[tuple[Proposal, Verdict]], tier: Tier, *, warned: bool) -> set[Group]:
    """The groups in which a block needs the user, so that none of their blocks is applied.

    These are atomic groups, and groups whose file cannot be moved: edits for the new path are not
    written to the old one. A warning on the move itself does not block its group.

    Args:
        left: The blocks that are not applied yet, with their verdicts.
        tier: The loosest tier to accept.
        warned: True to accept blocks with warnings.
    """
    return {
        p.block.group
        for p, verdict in left
        if p.block.group is not None and blocks_group(p, verdict, tier, warned=warned)
    }


def blocks_group(proposal: Proposal, verdict: Verdict, tier: Tier, *, warned: bool) -> bool:
    """True if a block keeps the others of its group from being applied. See `blocked_groups`."""
    if not binds(proposal) or proposal.is_done_already or verdict is Verdict.ACCEPTED:
        return False
    is_accepted = is_safe(proposal, tier, warned=warned or _is_move(proposal))
    return verdict is not Verdict.UNDECIDED or not is_accepted


def binds(proposal: Proposal) -> bool:
    """True if the other blocks of its group are not applied without this one."""
    group = proposal.block.group
    return group is not None and (group.is_atomic or (group.moves and _is_move(proposal)))


def _is_move(proposal: Proposal) -> bool:
    return isinstance(proposal.block.operation, Move)
