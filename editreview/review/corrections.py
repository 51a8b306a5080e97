"""Blocks of a further response that correct failed and malformed ones of the responses before it."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

from editreview import likeness
from editreview.blocks import Operation, Problem, Replace, plain_interpretation
from editreview.review.decisions import Verdict
from editreview.review.proposal import Proposal
from editreview.review.review import Responses

if TYPE_CHECKING:
    from editreview.review.review import Review

_MIN_SIMILARITY = 60.0
"""Percent of similarity between the texts of a failed block and one that corrects it."""
_MAX_COMPARED = 20_000
"""Characters of a text that are compared."""


def made_by_last(review: "Review") -> tuple[dict[int, int], dict[int, int]]:
    """The failed and the malformed blocks of earlier responses that the last response of a review corrects.

    Returns:
        See `corrections` and `corrected_problems`.
    """
    responses, start = review.responses, review.responses.starts[-1]
    failed = [
        p
        for p in review.proposals
        if p.block.lines[0] < start and _is_failed(review, p) and p.number not in review.corrected
    ]
    further = [p for p in review.proposals if p.block.lines[0] >= start and not p.is_offer]
    problems: dict[int, int] = {}
    # A block can correct one malformed block of each response: the same edit may fail repeatedly.
    for number in range(1, len(responses.starts)):
        first, end = responses.lines_from_to(number)
        malformed = [problem for problem in review.problems if first <= problem.line < end]
        if malformed:
            problems |= corrected_problems(malformed, _with_lines(responses, further))
    return corrections(failed, further), problems


def _is_failed(review: "Review", proposal: Proposal) -> bool:
    """True if the feedback asks for a block again: it is not ready, or was rejected."""
    is_open = not (proposal.is_ready or proposal.is_done_already or proposal.is_offer)
    return is_open or review.verdict(proposal) is Verdict.REJECTED


def _with_lines(responses: Responses, blocks: Iterable[Proposal]) -> Iterator[tuple[Proposal, list[str]]]:
    """Blocks of the last response, each with its lines and the lines between it and the block above."""
    start = responses.starts[-1]
    for proposal in blocks:
        first, last = proposal.block.lines
        yield proposal, responses.lines_of(len(responses.starts), [(min(start, first), last)])
        start = last + 1


def corrections(failed: Iterable[Proposal], further: Iterable[Proposal]) -> dict[int, int]:
    """The blocks that correct failed ones.

    A block corrects the failed block of the same path whose new text, or whose search text, is most similar
    to its own.

    Args:
        failed: Blocks of earlier responses that are not ready.
        further: Blocks of the further response.

    Returns:
        By the number of a failed block, the number of the block that corrects it.
    """
    found: dict[int, int] = {}
    candidates = list(failed)
    for block in further:
        scores = [
            (score, -other.number)
            for other in candidates
            if other.number not in found and _has_same_path(other, block)
            if (score := _similarity(other.block.operation, block.block.operation)) >= _MIN_SIMILARITY
        ]
        if scores:
            found[-max(scores)[1]] = block.number
    return found


def corrected_problems(
    problems: Iterable[Problem], further: Iterable[tuple[Proposal, Sequence[str]]]
) -> dict[int, int]:
    """The blocks that correct malformed ones.

    A block corrects the malformed block whose lines are most similar to its own, if that names no other file.

    Args:
        problems: Malformed blocks of earlier responses.
        further: Blocks of the further response, each with its lines in the response and those above it.

    Returns:
        By the line of a malformed block, the number of the block that corrects it.
    """
    found: dict[int, int] = {}
    candidates = list(problems)
    for block, lines in further:
        scores = [
            (score, -problem.line)
            for problem in candidates
            if problem.line not in found
            and _may_be_same_file(problem.path_written, block)
            and (score := _similarity_to_problem(problem, block.block.operation, lines)) >= _MIN_SIMILARITY
        ]
        if scores:
            found[-max(scores)[1]] = block.number
    return found


def _may_be_same_file(written: str | None, block: Proposal) -> bool:
    """True if a malformed block names the file of a block, by its whole path or the end of it, or no file."""
    paths = [path for path in (block.path, block.block.path_written) if path is not None]
    return written is None or any(f"/{path}".endswith(f"/{written}") for path in paths)


def _similarity_to_problem(problem: Problem, operation: Operation, lines: Sequence[str]) -> float:
    """Percent: the greater one of the similarity of the lines and of the search texts.

    A malformed block may be cut off, so it is also compared with only as many of the lines. The markers and
    fences, which both have, are ignored.
    """
    texts = plain_interpretation(operation)
    both = f"{texts.search[:_MAX_COMPARED]}\n{texts.replace[:_MAX_COMPARED]}"
    content = {line.strip() for line in both.split("\n")} - {""}
    old, new = problem.text[:_MAX_COMPARED].split("\n"), list(lines)
    start = next((at for at in reversed(range(len(new))) if new[at].strip() == old[0].strip()), 0)
    markers = {
        line
        for line in set(old) & set(new)
        if line.strip() not in content and not any(part in line for part in content)
    }
    one, other = (_without(markers, text)[:_MAX_COMPARED] for text in (old, new[start:]))
    if not one.strip():
        return 100.0
    score = max(likeness.ratio(one, other), likeness.ratio(one, other[: len(one)]))
    if isinstance(problem.begun, Replace) and isinstance(operation, Replace):
        search = plain_interpretation(problem.begun).search[:_MAX_COMPARED]
        score = max(score, likeness.ratio(search, texts.search[:_MAX_COMPARED]))
    return score


def _without(markers: Set[str], lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line not in markers)


def _has_same_path(one: Proposal, other: Proposal) -> bool:
    paths = {path for path in (one.path, one.block.path_written) if path is not None}
    return bool(paths & {other.path, other.block.path_written})


def _similarity(one: Operation, other: Operation) -> float:
    """Percent: the greater one of the new texts' and the search texts' similarity."""
    new = likeness.ratio(_new_text(one), _new_text(other))
    if isinstance(one, Replace) and isinstance(other, Replace):
        search = (plain_interpretation(each).search[:_MAX_COMPARED] for each in (one, other))
        return max(new, likeness.ratio(*search))
    return new


def _new_text(operation: Operation) -> str:
    return plain_interpretation(operation).replace[:_MAX_COMPARED]
