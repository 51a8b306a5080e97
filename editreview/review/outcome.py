"""The status of each block, and the result of a review so far: what was written, what was not and why."""

from enum import StrEnum

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.errors import Reason
from editreview.review.decisions import Verdict
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import REFUSALS, Proposal
from editreview.review.review import Review
from editreview.text import Absent


class Status(StrEnum):
    """The status of a block, as written in reports."""

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
    """The outcome of a block; in a dry run, the one it would have."""
    verdict = review.verdict(proposal)
    if proposal.number in review.applied:
        return Status.APPLIED
    if verdict is Verdict.ACCEPTED and proposal.number in review.refused:
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


class Explanation(Struct, frozen=True):
    """The cause of a block's status."""

    reason: Reason | None
    message: str | None
    """A sentence, as far as it was found out."""


def explain(review: Review, proposal: Proposal, status: Status) -> Explanation:
    """The reason and the sentence of a block that has a status: what refused its write comes first."""
    refused = review.refused.get(proposal.number)
    if refused is not None:
        return Explanation(refused.reason, str(refused))
    message = review.message(proposal)
    if proposal.reason is not None or status not in (Status.UNDECIDED, Status.SKIPPED):
        return Explanation(proposal.reason, message)
    withheld = proposal.withholding
    if (broken_by := review.broken_by(proposal)) is not None:
        message = f"it belongs with block {broken_by}, which cannot be applied"
    elif withheld is not None:
        message = message or withheld.message
    return Explanation(None if withheld is None else withheld.reason, message)


class WrittenFile(Struct, frozen=True):
    """A file that is not as it was."""

    letter: str
    """As git has it: A, D, M or R."""
    path: str
    additions: int
    deletions: int
    blocks: tuple[int, ...]
    """Numbers of the blocks in it."""
    is_staged: bool
    """True if all of it was, in the course of the review."""
    is_committed: bool
    not_staged: str | None
    """The reason why it could not be."""


class NotApplied(Struct, frozen=True):
    """A block that was not applied."""

    number: int
    path: str
    status: Status
    why: str
    """Empty if there is nothing to say."""
    is_ambiguous: bool
    """True if it failed only because the user has to choose."""


class OpenOffer(Struct, frozen=True):
    """An offer that was not accepted."""

    number: int
    path: str
    why: str


class Outcome(Struct, frozen=True):
    """The outcomes of a review so far."""

    files: tuple[WrittenFile, ...]
    left: tuple[NotApplied, ...]
    for_model: int
    """Blocks that failed or were rejected, and malformed ones."""
    offers: tuple[OpenOffer, ...] = ()

    @property
    def blocks(self) -> int:
        """The number of files written."""
        return len({number for file in self.files for number in file.blocks})


def outcome_of(review: Review) -> Outcome:
    """The outcomes of a review so far."""
    offers = [p for p in review.proposals if review.is_offer(p)]
    blocks = [p for p in review.proposals if not review.is_offer(p)]
    left = tuple(_left(review, p) for p in blocks if p.number not in review.applied)
    failed = sum(each.status in (Status.FAILED, Status.REJECTED) for each in left)
    files = tuple(_file(review, plan) for plan in review.outcomes())
    return Outcome(files, left, failed + len(review.problems), tuple(_offer(p) for p in offers))


def _file(review: Review, plan: FilePlan) -> WrittenFile:
    alignment = Alignment(plan.index.lines, plan.change)
    path = plan.path_to or plan.path
    blocks = tuple(p.number for p in plan.proposals if p.number in review.applied)
    workspace = review.workspace
    staged = workspace.staged_ever - workspace.to_stage
    return WrittenFile(
        _letter(plan),
        path,
        alignment.additions,
        alignment.deletions,
        blocks,
        path in staged,
        path in staged - workspace.staged,
        workspace.not_staged.get(path),
    )


def _letter(plan: FilePlan) -> str:
    if isinstance(plan.before, Absent):
        return "A"
    if plan.is_removed:
        return "D"
    return "M" if plan.path_to is None else "R"


def _left(review: Review, proposal: Proposal) -> NotApplied:
    status = status_of(review, proposal)
    is_rejected = status is Status.REJECTED
    why = review.decision(proposal).reason if is_rejected else explain(review, proposal, status).message
    is_ambiguous = proposal.is_ambiguous and proposal.number not in review.refused
    return NotApplied(proposal.number, _path(proposal), status, why or "", is_ambiguous)


def _offer(proposal: Proposal) -> OpenOffer:
    assert proposal.block.offer is not None
    return OpenOffer(proposal.number, _path(proposal), proposal.block.offer.message)


def _path(proposal: Proposal) -> str:
    return proposal.path or proposal.block.path_written or "(no file)"
