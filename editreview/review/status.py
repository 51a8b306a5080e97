"""What became of a block, in one word."""

from enum import StrEnum

from editreview.errors import Reason
from editreview.review.decisions import Verdict
from editreview.review.proposal import REFUSALS, Proposal
from editreview.review.review import Review


class Status(StrEnum):
    """What became of a block, as written in reports."""

    APPLIED = "applied"
    """It was written."""
    VALIDATED = "validated"
    """It would be written (dry run)."""
    FAILED = "failed"
    """It could not be applied; `reason` says why."""
    SKIPPED = "skipped"
    """Nothing was left to do, or its file may not be touched."""
    NOT_IN_CONTEXT = "not_in_context"
    """It was not attempted: the model was not shown the file."""
    REJECTED = "rejected"
    """The user rejected it."""
    UNDECIDED = "undecided"
    """Nobody decided, or it was not safe enough to go by itself."""


def status_of(review: Review, proposal: Proposal, *, dry_run: bool = False) -> Status:
    """What became of a block; in a dry run, what would."""
    verdict = review.verdict(proposal)
    if proposal.number in review.applied:
        return Status.APPLIED
    if proposal.number in review.refused:
        return Status.FAILED
    if verdict is Verdict.REJECTED:
        return Status.REJECTED
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        return Status.NOT_IN_CONTEXT
    if proposal.is_done_already or proposal.reason in REFUSALS:
        return Status.SKIPPED
    if not proposal.is_ready:
        return Status.FAILED
    if proposal.block.is_dry_run:
        return Status.VALIDATED
    if verdict is Verdict.ACCEPTED and dry_run:
        return Status.VALIDATED
    return Status.UNDECIDED
