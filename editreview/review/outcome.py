"""The status, reason and sentence of each block, and the outcome of a review so far.

Report, feedback and screen, and runs without a screen, take all of them from here.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment
from editreview.errors import Detail, Reason
from editreview.review.decisions import Verdict
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import NO_FILE, REFUSALS, Proposal
from editreview.review.review import Review
from editreview.text import stripped_lines

_MARKS = ("<<<", "===", ">>>", "```", "~~~", "***", "@@", "---", "+++", "«««", "═══", "»»»")
"""Beginnings of lines that are markers of a format."""
_YOU_REJECTED = "you rejected it"
_REVERTED = "reverted in the file"
_NOBODY_DECIDED = "nobody decided on it"


class Status(StrEnum):
    """The status of a block, as written in reports."""

    APPLIED = "applied"
    """It was written."""
    VALIDATED = "validated"
    """It would be written, but this is a dry run."""
    FAILED = "failed"
    """It could not be applied; `reason` says why."""
    SKIPPED = "skipped"
    """Nothing was left to do, a later block corrects it, or its file may not be edited."""
    NOT_IN_CONTEXT = "not_in_context"
    """It was not attempted: the model was not shown the file."""
    REJECTED = "rejected"
    """The user rejected it."""
    UNDECIDED = "undecided"
    """Nobody decided on it, or it is not safe enough to be accepted without the user."""

    @property
    def is_done(self) -> bool:
        """True if the block was written or, in a dry run, would be."""
        return self in (Status.APPLIED, Status.VALIDATED)


def status_of(review: Review, proposal: Proposal, *, dry_run: bool = False) -> Status:
    """The status of a block; in a dry run, the one that it would have."""
    verdict = review.verdict(proposal)
    if proposal.number in review.applied:
        return Status.APPLIED
    if verdict is Verdict.ACCEPTED and proposal.number in review.refused:
        return Status.FAILED
    if corrected_by(review, proposal) is not None:
        return Status.SKIPPED
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
    """The cause of a block's status. Everything that reports on a block takes it from here."""

    reason: Reason | None = None
    """None only for a block that was applied, or would be."""
    message: str | None = None
    """The reason as a sentence, without a full stop; never None or empty if there is a reason."""
    detail: Detail | None = None
    """The cause of a missing match, as far as it is known."""

    @property
    def sentence(self) -> str | None:
        """The message; None if it is only the reason in words."""
        return None if self.reason is None or self.message == self.reason.words else self.message


def explain(review: Review, proposal: Proposal, status: Status) -> Explanation:
    """The reason why a block is not applied: its write was refused, it fails, or nobody accepted it."""
    if status.is_done:
        return Explanation()
    refused = review.refused.get(proposal.number)
    if refused is not None and status is Status.FAILED:
        return Explanation(refused.reason, str(refused))
    if (number := corrected_by(review, proposal)) is not None:
        return Explanation(proposal.reason or Reason.REJECTED, correction_sentence(number))
    failure = failure_of(review, proposal)
    if status is Status.REJECTED:
        users_reason = review.decision(proposal).reason
        if proposal.key in review.taken_out:
            return Explanation(Reason.REJECTED, "; ".join(filter(None, (users_reason, _REVERTED))))
        if failure is None:
            return Explanation(Reason.REJECTED, users_reason or _YOU_REJECTED)
        return replace(failure, message="; ".join(filter(None, (users_reason, failure.message))))
    return failure or _left_undecided(review, proposal)


def without_path(sentence: str, path: str | None) -> str:
    """A sentence about a block without its path, for use where the path is already shown."""
    if not path:
        return sentence
    sentence = re.sub(rf"^{re.escape(path)}(?= (?:does not exist|exists)\b)", "it", sentence)
    return re.sub(rf" (?:of|in) {re.escape(path)}(?=[;:,]|$)", "", sentence)


def corrected_by(review: Review, proposal: Proposal) -> int | None:
    """The block of a later response that corrects a failed or rejected one; None without one."""
    number = review.corrected.get(proposal.number)
    if number is None or (proposal.is_ready and review.verdict(proposal) is not Verdict.REJECTED):
        return None
    return number


def correction_sentence(number: int) -> str:
    """The sentence which says that a block of a later response corrects one."""
    return f"block {number} of a later response corrects it"


def failure_of(review: Review, proposal: Proposal) -> Explanation | None:
    """The reason why a block cannot be applied, as specific as is known so far; None if it can."""
    if proposal.reason is None:
        return None
    absence = review.not_found.known(proposal)
    message = proposal.sentence if absence is None else absence.message
    return Explanation(proposal.reason, message, None if absence is None else absence.detail)


def _left_undecided(review: Review, proposal: Proposal) -> Explanation:
    """The reason why a block that can be applied is not."""
    if review.verdict(proposal) is Verdict.ACCEPTED:
        return Explanation(Reason.UNDECIDED, "accepted, and not applied yet")
    withheld = proposal.withholding
    other = review.broken_by(proposal)
    if other is not None:
        return Explanation(Reason.DEPENDS_ON, group_sentence(other))
    if withheld is not None:
        return Explanation(withheld.reason, withheld.message)
    if proposal.block.offer is not None:
        return Explanation(Reason.UNDECIDED, proposal.block.offer.message)
    if (held_back := review.held_back.get(proposal.number)) is not None:
        return Explanation(held_back.reason, str(held_back))
    if review.log[proposal.key].verdict is Verdict.ACCEPTED:
        return Explanation(Reason.UNDECIDED, review.why_reopened(proposal))
    tier, accepted = proposal.tier, review.accepted_tier
    if tier is not None and accepted is not None and tier.rank > accepted.rank:
        message = f"its match is {tier}, and only {accepted} matches were accepted"
        return Explanation(Reason.INEXACT, message)
    if (waiting := review.waits_for(proposal)) is not None:
        return Explanation(Reason.DEPENDS_ON, f"belongs with block {waiting}, which needs a decision")
    return Explanation(Reason.UNDECIDED, _NOBODY_DECIDED)


def group_sentence(other: int) -> str:
    """The sentence which says that a block of the same group keeps one from being applied."""
    return f"belongs with block {other}, which cannot be applied"


class WrittenFile(Struct, frozen=True):
    """A file that was changed."""

    letter: str
    """The status letter of git: A, D, M or R."""
    path: str
    additions: int
    deletions: int
    blocks: tuple[int, ...]
    """Numbers of the blocks applied to it."""
    is_staged: bool
    """True if all of it was staged in this review, committed or not."""
    is_committed: bool
    not_staged: str | None
    """A message if it could not be staged."""


class NotApplied(Struct, frozen=True):
    """A block that was not applied."""

    number: int
    path: str
    status: Status
    why: str
    """The reason as a sentence; empty if the status says it."""
    is_ambiguous: bool
    """True if the user only has to choose among its matches."""


class AcceptedFindings(Struct, frozen=True):
    """The warnings and marks of a block that was accepted in spite of them."""

    number: int
    path: str
    warnings: tuple[str, ...]
    marks: tuple[str, ...]


class MalformedBlock(Struct, frozen=True):
    """A malformed block."""

    line: int
    """Its first line in the response."""
    path: str
    message: str
    text: str
    """Its first line that is not a marker, without outer whitespace; empty if there is none."""


class OpenOffer(Struct, frozen=True):
    """An offer that was not accepted."""

    number: int
    path: str
    why: str


class Outcome(Struct, frozen=True):
    """The outcome of a review so far."""

    files: tuple[WrittenFile, ...]
    left: tuple[NotApplied, ...]
    for_model: int
    """The number of blocks that failed, were rejected or are malformed."""
    offers: tuple[OpenOffer, ...] = ()
    malformed: tuple[MalformedBlock, ...] = ()
    is_on_disk: bool = False
    """True if the review is of changes that were on disk before it."""
    findings: tuple[AcceptedFindings, ...] = ()
    """Of the applied blocks."""
    staged_of_earlier: tuple[str, ...] = ()
    """Paths of files that are staged only with blocks applied before the review was resumed."""

    @property
    def blocks(self) -> int:
        """The number of blocks applied."""
        return len({number for file in self.files for number in file.blocks})


def outcome_of(review: Review) -> Outcome:
    """The outcome of a review so far."""
    offers = [p for p in review.proposals if review.is_offer(p)]
    blocks = [p for p in review.proposals if not review.is_offer(p)]
    left = tuple(_left(review, p) for p in blocks if not review.was_applied(p))
    failed = sum(each.status in (Status.FAILED, Status.REJECTED) for each in left)
    plans = review.outcomes()
    files = tuple(_file(review, plan) for plan in plans)
    listed = {path for plan in plans for path in (plan.path, plan.path_after)}
    problems = malformed_blocks(review)
    is_on_disk = review.workspace.comparison is not None
    applied = [p for p in blocks if p.number in review.applied]
    return Outcome(
        files,
        left,
        failed + len(problems),
        tuple(_offer(p) for p in offers),
        problems,
        is_on_disk,
        findings_of(applied),
        tuple(sorted(review.workspace.staged - listed)),
    )


def findings_of(proposals: Iterable[Proposal]) -> tuple[AcceptedFindings, ...]:
    """The findings of accepted blocks, those with warnings first; blocks without any are left out."""
    found = [
        AcceptedFindings(
            p.number,
            p.listed_path,
            tuple(without_path(warning.message, p.path).removeprefix(f"{p.path} ") for warning in p.warnings),
            tuple(mark.message for mark in p.marks),
        )
        for p in proposals
        if p.warnings or p.marks
    ]
    return tuple(sorted(found, key=lambda each: not each.warnings))


def malformed_blocks(review: Review) -> tuple[MalformedBlock, ...]:
    """The malformed blocks of the responses."""
    return tuple(
        MalformedBlock(p.line, p.path_written or NO_FILE, p.message, _informative_line(p.text))
        for p in review.problems
    )


def _informative_line(text: str) -> str:
    lines = stripped_lines(text)
    return next((line for line in lines if not line.startswith(_MARKS)), "")


def _file(review: Review, plan: FilePlan) -> WrittenFile:
    alignment = Alignment(plan.index.lines, plan.change)
    path = plan.path_after
    blocks = tuple(p.number for p in plan.proposals if p.number in review.applied)
    workspace = review.workspace
    staged = workspace.staged_ever - workspace.to_stage
    return WrittenFile(
        plan.kind[0].upper(),
        path,
        alignment.additions,
        alignment.deletions,
        blocks,
        path in staged,
        path in staged - workspace.staged,
        workspace.not_staged.get(path),
    )


def _left(review: Review, proposal: Proposal) -> NotApplied:
    status = status_of(review, proposal)
    explanation = explain(review, proposal, status)
    is_said = explanation.message in (_YOU_REJECTED, _NOBODY_DECIDED)
    why = None if is_said else without_path(explanation.message or "", proposal.path)
    is_ambiguous = proposal.is_ambiguous and proposal.number not in review.refused
    return NotApplied(proposal.number, proposal.listed_path, status, why or "", is_ambiguous)


def _offer(proposal: Proposal) -> OpenOffer:
    assert proposal.block.offer is not None
    return OpenOffer(proposal.number, proposal.listed_path, proposal.block.offer.message)
