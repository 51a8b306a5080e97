"""Edits that the response does not finish: they may be versions of lines that other blocks change."""

from collections.abc import Sequence

from editreview.blocks import EditBlock, Interpretation, Problem, Replace, ReplaceLines
from editreview.matching import FileIndex, Tier
from editreview.review.file_plan import FilePlan
from editreview.review.match_block import match_block
from editreview.review.proposal import BlockWarning, Proposal, WarningKind


def unfinished_versions(plan: FilePlan, problems: Sequence[Problem]) -> dict[int, BlockWarning]:
    """The warnings, by number, of blocks whose lines a later, unfinished edit looks for as well.

    It may be another version of them: applying the finished block alone may not be what the response asks.

    Args:
        plan: Of the file.
        problems: The edits of that file that were not read to their end.
    """
    found: dict[int, BlockWarning] = {}
    for problem in problems:
        span = _span(plan.index, plan.path, problem)
        if span is None:
            continue
        for proposal in plan.proposals:
            if proposal.block.lines[1] < problem.line and _removes_any(plan.index, proposal, span):
                message = (
                    f"the unfinished edit at line {problem.line} of the response is about the same lines:"
                    " it may be a later version"
                )
                found.setdefault(proposal.number, BlockWarning(WarningKind.SUPERSEDED, message))
    return found


def _span(index: FileIndex, path: str, problem: Problem) -> tuple[int, int] | None:
    """The offsets of what an unfinished edit looks for in the file; None if it is not there just once."""
    operation = problem.begun
    ways = [operation]
    if isinstance(operation, Replace):
        # Its last line may be cut off.
        shorter = "".join(operation.interpretations[0].search.splitlines(keepends=True)[:-1])
        ways += [Replace((Interpretation(shorter, ""),))] if shorter.strip() else []
    for way in ways:
        if not isinstance(way, Replace | ReplaceLines):
            continue
        block = EditBlock(0, "", path, (problem.line, problem.line), way)
        matches = [
            match for match in match_block(index, block, path).search.matches if match.tier is not Tier.FUZZY
        ]
        if matches:
            return matches[0].span if len(matches) == 1 else None
    return None


def _removes_any(index: FileIndex, proposal: Proposal, span: tuple[int, int]) -> bool:
    """True if a block that is ready, on the file as it was, removes or changes any of the span."""
    if not proposal.is_ready or proposal.is_offer or proposal.base is not index:
        return False
    start, end = span
    return any(splice.start < end and start < splice.end for splice in proposal.change.splices)
