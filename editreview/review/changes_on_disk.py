"""A review of changes on disk: accepted ones stay, to be staged; rejected ones are taken out of the files."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Move
from editreview.review.decisions import UNDECIDED, Decision, Verdict
from editreview.review.file_plan import FilePlan
from editreview.workspace import CarriedFile, Comparison, FileWrite, Receipt, WriteResult, WriteStep, digest

if TYPE_CHECKING:
    from editreview.review.review import Review


class CarryingOut(Struct, frozen=True):
    """The effect of decisions on changes on disk."""

    accepted: list[tuple[FilePlan, Receipt]]
    """The files with accepted changes, each with a receipt for the base of the comparison."""
    files: list[CarriedFile]
    """The files to change, in that base or on disk."""
    taken_out: frozenset[str]
    """The keys of the rejected changes that are not in the files afterwards."""


def to_carry_out(review: "Review", comparison: Comparison, decisions: Mapping[str, Decision]) -> CarryingOut:
    """The effect of decisions, which changes nothing yet.

    Args:
        review: The review.
        comparison: Its comparison.
        decisions: Decisions by block key.
    """
    kept = _contents(review, decisions)
    # These files stay as they are: their changes cannot be separated, or not be kept in part.
    untouchable = {
        path
        for plan in review.plans
        if not _is_whole(review, plan)
        or (_names(plan).isdisjoint(kept) and _keeps_any(review, plan, decisions))
        for path in _names(plan)
    }
    ready = [(plan, writes) for plan, writes in review.prepare(decisions) if plan.path not in untouchable]
    accepted = {write.path: write for _, writes in ready for write in writes}
    paths = {*comparison.paths, *accepted} - untouchable
    left = {
        p.key for plan in review.plans if not _names(plan).isdisjoint(untouchable) for p in plan.proposals
    }
    return CarryingOut(
        [(plan, _base_receipt(writes)) for plan, writes in ready],
        _files(review, comparison, paths, accepted, kept),
        (review.to_take_out(decisions) - left) | (review.taken_out & left),
    )


def not_as_on_disk(review: "Review") -> list[str]:
    """The compared files whose blocks together do not give the text on disk."""
    comparison = review.workspace.comparison
    if comparison is None:
        return []
    whole = {path for plan in review.plans if _is_whole(review, plan) for path in _names(plan)}
    kept = _contents(review, review.log.snapshot())
    return [
        path
        for path in comparison.paths
        if path not in whole or kept.get(path, comparison.before(path)) != comparison.now(path)
    ]


def _files(
    review: "Review",
    comparison: Comparison,
    paths: Collection[str],
    accepted: Mapping[str, FileWrite],
    kept: Mapping[str, bytes | None],
) -> list[CarriedFile]:
    """The files to change.

    Args:
        review: The review.
        comparison: Its comparison.
        paths: The files that may be changed.
        accepted: The base with the accepted changes, by path.
        kept: The text that stays on disk, by path.
    """
    files: list[CarriedFile] = []
    for path in sorted(paths):
        write = accepted.get(path)
        if path in comparison:
            before, now, mode = comparison.before(path), comparison.now(path), comparison.mode(path)
            base = WriteStep(before, before if write is None else write.data)
            files.append(CarriedFile(path, base, WriteStep(now, kept.get(path, before)), mode))
        elif write is not None:
            step = WriteStep(review.workspace.bytes_of(path), write.data)
            files.append(CarriedFile(path, step, step, write.mode))
    return [f for f in files if f.base.before != f.base.after or f.tree.before != f.tree.after]


def _contents(review: "Review", decisions: Mapping[str, Decision]) -> dict[str, bytes | None]:
    """The compared files with the accepted and the undecided changes, by path.

    Without files that have neither.
    """
    undecided = {
        p.key: replace(review.acceptance(p), rows=None)
        for p in review.proposals
        if review.is_on_disk(p)
        and p.number not in review.applied
        and decisions.get(p.key, UNDECIDED).verdict is Verdict.UNDECIDED
    }
    return review.contents({p.number for p in review.proposals}, {**decisions, **undecided})


def _is_whole(review: "Review", plan: FilePlan) -> bool:
    """True if each change on disk can be separated from the rest of its file."""
    return all(p.is_ready or p.number in review.applied for p in plan.proposals if review.is_on_disk(p))


def _keeps_any(review: "Review", plan: FilePlan, decisions: Mapping[str, Decision]) -> bool:
    """True if a change on disk stays there: it is accepted or undecided, and not applied yet."""
    return any(
        p.number not in review.applied and decisions.get(p.key, UNDECIDED).verdict is not Verdict.REJECTED
        for p in plan.proposals
        if review.is_on_disk(p)
    )


def _names(plan: FilePlan) -> set[str]:
    """The path of a file, and the paths to which blocks move it."""
    operations = (proposal.block.operation for proposal in plan.proposals)
    return {plan.path, *(operation.to for operation in operations if isinstance(operation, Move))}


def _base_receipt(writes: Sequence[FileWrite]) -> Receipt:
    """A receipt for writes that became part of the base of a comparison."""
    return Receipt(
        tuple(
            WriteResult(write.path, write.expected, None if write.data is None else digest(write.data))
            for write in writes
        )
    )
