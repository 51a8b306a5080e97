"""The message for the model: what was not applied, why, and what the file really says."""

from collections.abc import Iterator, Sequence

from editreview.blocks import LineRange
from editreview.errors import Reason
from editreview.matching import NearMatch
from editreview.review.outcome import Status, explain, status_of
from editreview.review.proposal import Proposal, numbered
from editreview.review.report import not_shown
from editreview.review.review import Review
from editreview.review.user_edits import rows_as_diff
from editreview.text import line_body

_AROUND = 3
_MAX_LINES = 60
_NEAR = 3
"""Lines between two blocks up to which they are better sent as one."""
_SURE = 0.6
"""The least likeness of a block to its near match for that to be the text that was meant."""


def make_feedback(review: Review, *, dry_run: bool = False, is_under_way: bool = False) -> str:
    """Markdown for the model; empty if everything was applied or, in a dry run, would be.

    Args:
        review: As it stands.
        dry_run: Count accepted blocks as applied.
        is_under_way: Leave out blocks that can still be decided or applied.
    """
    proposals = [p for p in review.proposals if not review.is_offer(p)]
    statuses = {p.number: status_of(review, p, dry_run=dry_run) for p in review.proposals}
    waiting = {n for n, status in statuses.items() if is_under_way and status is Status.UNDECIDED}
    named = [p for p in proposals if p.number not in waiting]
    parts = [part for p in named for part in _of_block(review, p, statuses[p.number])]
    parts += [
        f"## Line {p.line} of your answer\n\n{p.message}. Send this block again.\n" for p in review.problems
    ]
    remarks = [part for p in review.proposals for part in _remarks(review, p, statuses[p.number])]
    if not parts:
        return (
            "Your edits are in the files. What was said of them:\n\n" + "\n".join(remarks) if remarks else ""
        )
    if unseen := not_shown(review):
        parts.append(_ask_again(unseen))
    failed = [p for p in proposals if statuses[p.number] is Status.FAILED]
    parts += [
        f"B{numbered(numbers)[1:]} are about the same lines or build on each other: send them as one block.\n"
        for numbers in to_merge(review, failed)
    ]
    others = "could be applied" if dry_run else "are in the files"
    if waiting:
        others += " or still being looked at"
    return f"Some of your edits were not applied. The others {others}.\n\n" + "\n".join([*parts, *remarks])


def _ask_again(files: list[str]) -> str:
    names = "\n".join(f"- {path}" for path in files)
    return (
        "These files were not in your context. Do not guess what they hold: ask for their text, and send "
        f"these edits again once you have seen it.\n\n{names}\n"
    )


def _of_block(review: Review, proposal: Proposal, status: Status) -> Iterator[str]:
    if status in (Status.APPLIED, Status.VALIDATED) or proposal.is_done_already:
        return
    name = proposal.path or proposal.block.path_written or "no file named"
    yield f"## Block {proposal.number}: {name}\n"
    if status is Status.NOT_IN_CONTEXT:
        yield "Not attempted: you have not been shown this file.\n"
        return
    if status is Status.REJECTED:
        reason = review.decision(proposal).reason
        yield f"Rejected: {reason}\n" if reason else "Rejected.\n"
        if proposal.lines is not None and proposal.base is not None and not proposal.depends_on:
            yield _excerpt(proposal, proposal.lines, "The lines it was to change are")
        return
    absence = review.absences.of(proposal)
    message = explain(review, proposal, status).message
    if proposal.withheld is Reason.FUZZY and proposal.lines is not None:
        percent = int(proposal.chosen[0].score * 100)
        yield f"Not applied: its {proposal.sides[0]} only resembles what is in the file.\n"
        yield _excerpt(proposal, proposal.lines, f"The lines it is like ({percent}% alike) are")
        return
    yield f"{status.capitalize()}{f': {message}' if message else ''}.\n"
    if absence is not None and absence.near.best is not None and not absence.elsewhere:
        yield _excerpt(proposal, absence.near.best.lines, _nearest_sentence(absence.near.best))
    elif proposal.reason is Reason.AMBIGUOUS and proposal.candidates is not None:
        yield f"Provide more surrounding lines, so that the {proposal.sides[0]} matches only once.\n"


def _remarks(review: Review, proposal: Proposal, status: Status) -> Iterator[str]:
    """The user's edits of a block that was applied, and notes on any."""
    decision = review.log[proposal.key]
    is_done = status in (Status.APPLIED, Status.VALIDATED)
    is_shaped = is_done and (proposal.is_part or proposal.unedited is not None)
    if not is_shaped and not decision.note and not decision.line_notes:
        return
    name = proposal.path or proposal.block.path_written or "no file named"
    yield f"## On block {proposal.number}: {name}\n"
    if decision.note:
        yield f"{decision.note}\n"
    for note in decision.line_notes:
        yield _fenced(f"On these of its lines ({note.where}): {note.text}", note.diff)
    if is_done and proposal.is_part:
        yield _fenced("Only a part of it was taken. These rows of its diff were not:", _left_out(proposal))
    if is_done and proposal.unedited is not None:
        diff = rows_as_diff(proposal.alignment(), None)
        yield _fenced("The user edited it first. Applied instead:", diff)


def _left_out(proposal: Proposal) -> str:
    whole = proposal.whole_alignment()
    return rows_as_diff(whole, frozenset(range(whole.row_count)) - (proposal.rows or frozenset()))


def _fenced(sentence: str, text: str) -> str:
    fence = "````"
    while fence in text:
        fence += "`"
    return f"{sentence}\n\n{fence}diff\n{text}\n{fence}\n"


def _nearest_sentence(near: NearMatch) -> str:
    return f"The nearest lines of the file ({near.percent} alike: {near.explained}) are"


def _excerpt(proposal: Proposal, lines: tuple[int, int], sentence: str) -> str:
    assert proposal.base is not None
    index = proposal.base
    first = max(lines[0] - 1 - _AROUND, 0)
    end = min(lines[1] + _AROUND, len(index.lines), first + _MAX_LINES)
    width = len(str(end))
    shown = "\n".join(f"{i + 1:>{width}} | {line_body(index.lines[i])}" for i in range(first, end))
    fence = "````"
    while fence in shown:
        fence += "`"
    return f"{sentence} (with line numbers):\n\n{fence}\n{shown}\n{fence}\n"


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
