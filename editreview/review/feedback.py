"""The message for the model, and the blocks of its next response that correct those of earlier ones.

The message says what was not applied, why, what the file really says, and what to send again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from msgspec import Struct

from editreview import likeness
from editreview.alignment import Alignment, change_lines
from editreview.blocks import LineRange, Operation, Problem, Replace, lines_in_words, plain_interpretation
from editreview.errors import Detail, Reason
from editreview.matching import FileIndex, NearMatch
from editreview.review.decisions import Verdict
from editreview.review.outcome import Status, explain, status_of
from editreview.review.proposal import REFUSALS, Proposal, numbered
from editreview.review.report import not_shown
from editreview.review.review import Responses, Review
from editreview.review.user_edits import rows_as_diff
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Lines, counted, line_body

_AROUND = 3
"""Lines of the file shown above and below those that an excerpt is about."""
_MAX_LINES = 60
"""The most lines of an excerpt."""
_MAX_QUOTED = 120
"""The most characters of a line that is quoted in a sentence."""
_MAX_LINES_BETWEEN = 3
"""The most lines between two blocks that the model should send as one."""
_MIN_SCORE = 0.6
"""The likeness from which the near match of a block is taken for the text that it means."""
_NOTES = " The user's notes on them:"
_FAULTS_OF_ALL = "Checks found new problems in them. Correct these in further edits:\n"
_FAULTS = "Checks found new problems in the edits that {applied}. Correct these in further edits:\n"
_FAULT_KINDS = frozenset({WarningKind.SYNTAX_ERROR, WarningKind.DIAGNOSTIC})
"""The warnings about faults of the new text, which the model should correct in any case."""
_NOT_THE_MODELS = (Reason.UNDECIDED, Reason.INEXACT, Reason.PERMISSION)
"""Reasons that the model can do nothing about."""


def make_feedback(review: Review, *, dry_run: bool = False, is_under_way: bool = False) -> str:
    """Markdown for the model; empty if everything was applied or, in a dry run, would be.

    Args:
        review: The review, at any time.
        dry_run: Count accepted blocks as applied.
        is_under_way: Leave out blocks that can still be decided or applied.
    """
    proposals = [p for p in review.proposals if not review.is_offer(p)]
    statuses = {p.number: status_of(review, p, dry_run=dry_run) for p in review.proposals}
    waiting = {p.number for p in proposals if is_under_way and statuses[p.number] is Status.UNDECIDED}
    done = {p.number for p in proposals if statuses[p.number].is_done}
    there = {p.number for p in proposals if statuses[p.number] is Status.SKIPPED and p.is_done_already}
    corrected = {n for n in review.corrected if statuses[n] is Status.SKIPPED}
    left = [p for p in proposals if p.number not in waiting | done | there | corrected]
    parts = [part for p in left for part in _of_block(review, p, statuses[p.number])]
    parts += [part for problem in review.problems for part in _of_problem(problem)]
    notes = [part for p in review.proposals for part in _of_notes(review, p, statuses[p.number])]
    faults = [part for p in proposals if p.number in done for part in _faults(p)]
    applied = "could be applied" if dry_run else "are in the files"
    if not parts:
        parts = [f"Your edits {applied}.{_NOTES if notes else ''}\n", *notes]
        parts += [_FAULTS_OF_ALL, *faults] if faults else []
        return "\n".join(parts) if notes or faults else ""
    unseen = not_shown(review)
    parts += [_ask_for(unseen)] if unseen else []
    parts += notes
    parts += [_FAULTS.format(applied=applied), *faults] if faults else []
    parts += _how_to_send(review, [p for p in left if statuses[p.number] is Status.FAILED])
    parts += _requests(review, left, statuses, has_faults=bool(faults))
    counts = _Counts(
        applied=len(done),
        there=len(there),
        waiting=len(waiting),
        left=len(left),
        malformed=len(review.problems),
        dry_run=dry_run,
        is_on_disk=review.workspace.comparison is not None,
    )
    return f"{counts}\n\n" + "\n".join(parts)


def block_feedback(review: Review, proposal: Proposal) -> str:
    """The part of the feedback about a block that is not applied: the reason, and the lines of the file."""
    return "\n".join(_of_block(review, proposal, status_of(review, proposal)))


class _Counts(Struct, frozen=True):
    """The numbers of edits by their outcome."""

    applied: int
    there: int
    waiting: int
    left: int
    malformed: int
    dry_run: bool
    is_on_disk: bool = False

    def __str__(self) -> str:
        """The first sentence of the message."""
        applied = "could be applied" if self.dry_run else f"{_is(self.applied)} in the files"
        parts = [
            (self.applied, applied),
            (self.there, f"{_was(self.there)} already there"),
            (self.waiting, f"{_is(self.waiting)} still under review"),
            (self.left, f"{_was(self.left)} not {'accepted' if self.is_on_disk else 'applied'}"),
            (self.malformed, "could not be read"),
        ]
        total = sum(count for count, _ in parts)
        if total == 1:
            return f"Your edit {next(words for count, words in parts if count)}."
        counted_parts = [f"{count} {words}" for count, words in parts if count]
        if len(counted_parts) == 1:
            return f"None of your {total} edits was {'accepted' if self.is_on_disk else 'applied'}."
        return f"Of your {total} edits, {', '.join(counted_parts[:-1])} and {counted_parts[-1]}."


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _how_to_send(review: Review, failed: Sequence[Proposal]) -> Iterator[str]:
    """Blocks to send as one, and the paths to use."""
    for numbers in _to_merge(review, failed):
        names = numbered(numbers).capitalize()
        yield f"{names} are about the same lines or build on each other: send them as one block.\n"
    for root in review.roots:
        yield f"The root of the project is {root.prefix} in your paths: write paths relative to it.\n"


def _ask_for(files: list[str]) -> str:
    names = "\n".join(f"- {path}" for path in files)
    return (
        "These files were not in your context. Do not guess what they contain: ask for their text, and send "
        f"these edits again once you have seen it.\n\n{names}\n"
    )


def _of_block(review: Review, proposal: Proposal, status: Status) -> Iterator[str]:
    """The reason why a block is not applied, with its text beside the lines of the file."""
    if review.is_on_disk(proposal):
        yield from _of_change(review, proposal, status)
        return
    yield f"## Block {proposal.number}: {_file_named(proposal)}\n"
    if status is Status.NOT_IN_CONTEXT:
        yield "Not attempted: you have not been shown this file.\n"
        return
    absence = review.not_found.of(proposal)
    explanation = explain(review, proposal, status)
    heading = "Not applied" if status is Status.UNDECIDED else status.capitalize()
    is_bare = explanation.reason is Reason.REJECTED and not review.decision(proposal).reason
    # The message is written for the user.
    message = (explanation.message or "").replace("which you rejected", "which the user rejected")
    yield f"{heading}.\n" if is_bare else f"{heading}: {message}.\n"
    if proposal.is_ready:
        found = [w for w in (*proposal.warnings, *proposal.marks) if _is_for_model(w, status)]
        yield from _findings(proposal, found)
    near = absence.near.best if absence is not None else None
    if near is not None and absence is not None and absence.detail is not Detail.OTHER_FILE:
        yield from _search_text(proposal)
        yield _excerpt(review, proposal, near.lines, _nearest_sentence(near))
    elif explanation.reason is Reason.FUZZY and proposal.lines is not None:
        yield from _search_text(proposal)
        percent = int(proposal.chosen[0].score * 100)
        yield _excerpt(
            review, proposal, proposal.lines, f"The most similar lines of the file ({percent}% alike)"
        )
    elif status is Status.REJECTED and proposal.lines is not None and not proposal.depends_on:
        yield _excerpt(review, proposal, proposal.lines, "The lines that it would change")
    elif proposal.reason is Reason.AMBIGUOUS and proposal.candidates is not None:
        yield f"Provide more surrounding lines, so that the {proposal.sides[0]} matches only once.\n"


def _of_change(review: Review, proposal: Proposal, status: Status) -> Iterator[str]:
    """A change on disk that is not accepted, as a diff: there is no block to quote."""
    where = "" if proposal.lines is None else f", {lines_in_words(proposal.lines)}"
    yield f"## {_file_named(proposal)}{where}\n"
    reason = review.decision(proposal).reason
    heading = "Still in the file, not accepted yet"
    if status is Status.REJECTED:
        is_out = proposal.key in review.taken_out
        heading = "Rejected, and reverted in the file" if is_out else "Rejected"
    yield f"{heading}: {reason}.\n" if reason else f"{heading}.\n"
    yield from _findings(
        proposal, [w for w in (*proposal.warnings, *proposal.marks) if _is_for_model(w, status)]
    )
    if proposal.is_ready:
        yield _fenced(rows_as_diff(proposal.whole_alignment(), None), "diff")


def _is_for_model(warning: BlockWarning, status: Status) -> bool:
    """True if a finding about a block that is not applied tells the model what to change."""
    if warning.kind in _FAULT_KINDS or warning.consequence.is_mark:
        return True
    return status is Status.UNDECIDED and warning.consequence.withholds is not None


def _findings(proposal: Proposal, found: Sequence[BlockWarning]) -> Iterator[str]:
    """Findings about a block, each with the line that it is about."""
    if found:
        yield "".join(f"- {warning.message}{_quoted_line(proposal, warning)}\n" for warning in found)


def _quoted_line(proposal: Proposal, warning: BlockWarning) -> str:
    """The line that a finding is about; empty if there is none to show."""
    if warning.line is None or proposal.base is None or warning.kind is WarningKind.SECRET:
        return ""
    text = proposal.base.text
    lines = Lines(text if warning.is_old else proposal.change.apply(text))
    line = lines[warning.line - 1].strip() if warning.line <= len(lines) else ""
    fence = "``" if "`" in line else "`"
    return f", in {fence}{line[:_MAX_QUOTED]}{fence}" if line and line not in warning.message else ""


def _faults(proposal: Proposal) -> Iterator[str]:
    """The faults that checks found in a block that was applied."""
    found = [warning for warning in proposal.warnings if warning.kind in _FAULT_KINDS]
    if found:
        yield f"## Block {proposal.number}: {_file_named(proposal)}\n"
        yield from _findings(proposal, found)


def _of_problem(problem: Problem) -> Iterator[str]:
    """A malformed block, with its text."""
    path = f" for {problem.path_written}" if problem.path_written is not None else ""
    yield f"## Malformed block{path}, at line {problem.line} of your answer\n"
    yield f"{problem.message}. It was read as:\n"
    yield _fenced(_first_lines(problem.text.splitlines()), "")


def _requests(
    review: Review, left: Sequence[Proposal], statuses: Mapping[int, Status], *, has_faults: bool
) -> Iterator[str]:
    """The last sentences: the blocks to send again, and those not to."""
    if review.workspace.comparison is not None:
        yield "Do not make these changes again, except as the user says. Leave everything else as it is.\n"
        return
    rejected = [p for p in left if statuses[p.number] is Status.REJECTED]
    changes = [p.number for p in rejected if review.decision(p).reason]
    unwanted = [p.number for p in rejected if not review.decision(p).reason]
    again = [
        p.number
        for p in left
        if statuses[p.number] not in (Status.REJECTED, Status.NOT_IN_CONTEXT)
        and explain(review, p, statuses[p.number]).reason not in _NOT_THE_MODELS
        and p.reason not in REFUSALS
    ]
    names = [numbered(again)] if again else []
    if review.problems:
        names.append("the malformed block" if len(review.problems) == 1 else "the malformed blocks")
    if names:
        more = ", and further edits for the problems that checks found" if has_faults else ""
        yield f"Send only {' and '.join(names)} again, corrected and in the same format{more}.\n"
    if changes:
        yield f"Change {numbered(changes)} as the user says, or leave {_it(changes)} out.\n"
    if unwanted:
        yield f"Do not send {numbered(unwanted)} again.\n"


def _it(numbers: Sequence[int]) -> str:
    return "it" if len(numbers) == 1 else "them"


def _file_named(proposal: Proposal) -> str:
    return proposal.path_or_written or "no file named"


def _search_text(proposal: Proposal) -> Iterator[str]:
    """The text that a block searches for."""
    text = plain_interpretation(proposal.block.operation).search
    if text.strip():
        yield f"Your {proposal.sides[0]}:\n"
        yield _fenced(_first_lines(text.splitlines()), "")


def _first_lines(lines: Sequence[str]) -> str:
    more = len(lines) - _MAX_LINES
    return "\n".join([*lines[:_MAX_LINES], *[f"… and {counted(more, 'more line')}"] * (more > 0)])


def _of_notes(review: Review, proposal: Proposal, status: Status) -> Iterator[str]:
    """The user's edits of a block that was applied, and the notes on any block."""
    decision = review.log[proposal.key]
    is_shaped = status.is_done and (proposal.is_part or proposal.unedited is not None)
    if not is_shaped and not decision.note and not decision.line_notes:
        return
    yield f"## On block {proposal.number}: {_file_named(proposal)}\n"
    if decision.note:
        yield f"{decision.note}\n"
    for note in decision.line_notes:
        yield f"On its lines ({note.where}): {note.text}\n"
        yield _fenced(note.diff, "diff")
    if status.is_done and proposal.is_part:
        yield "Only a part of it was applied. These rows of its diff were not:\n"
        yield _fenced(_left_out(proposal), "diff")
    if status.is_done and proposal.unedited is not None:
        yield "The user edited it first. Applied instead:\n"
        yield _fenced(rows_as_diff(proposal.alignment(), None), "diff")


def _left_out(proposal: Proposal) -> str:
    whole = proposal.whole_alignment()
    return rows_as_diff(whole, frozenset(range(whole.row_count)) - (proposal.rows or frozenset()))


def _fenced(text: str, language: str) -> str:
    """A text in a fence that is longer than those in it."""
    fence = "````"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}\n"


def _nearest_sentence(near: NearMatch) -> str:
    return f"The nearest lines of the file ({near.percent} alike: {near.explained})"


def _excerpt(review: Review, proposal: Proposal, lines: LineRange, sentence: str) -> str:
    """Lines of the file with their neighbours and numbers, below a sentence."""
    index, (first, last) = _lines_now(review, proposal, lines)
    first = max(first - 1 - _AROUND, 0)
    end = min(last + _AROUND, len(index.lines), first + _MAX_LINES)
    width = len(str(end))
    text = "\n".join(f"{i + 1:>{width}} | {line_body(index.lines[i])}" for i in range(first, end))
    return f"{sentence}, with line numbers:\n\n{_fenced(text, '')}"


def _lines_now(review: Review, proposal: Proposal, lines: LineRange) -> tuple[FileIndex, LineRange]:
    """Lines of a block's base by their current numbers: blocks may have been applied since."""
    base = proposal.base
    assert base is not None
    index = review.index_of(proposal.path or "")
    if index.text == base.text:
        return index, lines
    change = change_lines(base.lines, 0, len(base.lines), index.lines.slice(0, len(index.lines)))
    first, last = lines
    for hunk in Alignment(base.lines, change).hunks:
        growth = (hunk.new_end - hunk.new) - (hunk.old_end - hunk.old)
        first += growth if hunk.old_end < lines[0] else 0
        last += growth if hunk.old < lines[1] else 0
    return index, (first, max(first, last))


def _to_merge(review: Review, failed: Sequence[Proposal]) -> list[list[int]]:
    """Groups of failed blocks that overlap, are close together in one file, or depend on each other.

    Args:
        review: The review.
        failed: Blocks that were not applied.

    Returns:
        The numbers of the blocks of each group.
    """
    groups = {proposal.number: [proposal.number] for proposal in failed}
    for first, second in [*_neighbours(review, failed), *_dependents(failed)]:
        if groups[first] is not groups[second]:
            joined = [*groups[first], *groups[second]]
            groups |= dict.fromkeys(joined, joined)
    different = {id(group): sorted(group) for group in groups.values() if len(group) > 1}
    return sorted(different.values())


def _neighbours(review: Review, failed: Sequence[Proposal]) -> list[tuple[int, int]]:
    located = [
        (p.path or "", lines, p.number) for p in failed if (lines := _lines_meant(review, p)) is not None
    ]
    found: list[tuple[int, int]] = []
    reached: tuple[str, int, int] | None = None
    for path, (first, last), number in sorted(located):
        if reached is None or reached[0] != path or first - reached[1] > _MAX_LINES_BETWEEN:
            reached = (path, last, number)
        else:
            found.append((reached[2], number))
            reached = (path, max(last, reached[1]), number)
    return found


def _lines_meant(review: Review, proposal: Proposal) -> LineRange | None:
    if proposal.lines is not None:
        return proposal.lines
    near = review.nearest(proposal)
    return near.lines if near is not None and near.score >= _MIN_SCORE else None


def _dependents(failed: Sequence[Proposal]) -> list[tuple[int, int]]:
    numbers = {proposal.number for proposal in failed}
    return [(p.number, other) for p in failed for other in p.depends_on if other in numbers]


_MIN_LIKENESS = 0.6
"""The lowest likeness of the texts of a failed block and one that corrects it."""
_MAX_COMPARED = 20_000
"""Characters of a text that are compared."""


def corrected_by_last_response(review: Review) -> tuple[dict[int, int], dict[int, int]]:
    """The failed and the malformed blocks of earlier responses that the last response of a review corrects.

    Returns:
        See `_corrected_blocks` and `corrected_problems`.
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
    return _corrected_blocks(failed, further), problems


def _is_failed(review: Review, proposal: Proposal) -> bool:
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


def _corrected_blocks(failed: Iterable[Proposal], further: Iterable[Proposal]) -> dict[int, int]:
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
            if (score := _likeness(other.block.operation, block.block.operation)) >= _MIN_LIKENESS
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
            and (score := _likeness_to_problem(problem, block.block.operation, lines)) >= _MIN_LIKENESS
        ]
        if scores:
            found[-max(scores)[1]] = block.number
    return found


def _may_be_same_file(written: str | None, block: Proposal) -> bool:
    """True if a malformed block names the file of a block, by its whole path or the end of it, or no file."""
    paths = [path for path in (block.path, block.block.path_written) if path is not None]
    return written is None or any(f"/{path}".endswith(f"/{written}") for path in paths)


def _likeness_to_problem(problem: Problem, operation: Operation, lines: Sequence[str]) -> float:
    """The greater one of the similarity of the lines and of the search texts.

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
    one, other = (_without_markers(markers, text)[:_MAX_COMPARED] for text in (old, new[start:]))
    if not one.strip():
        return 1.0
    score = max(
        likeness.normalized_similarity(one, other), likeness.normalized_similarity(one, other[: len(one)])
    )
    if isinstance(problem.begun, Replace) and isinstance(operation, Replace):
        search = plain_interpretation(problem.begun).search[:_MAX_COMPARED]
        score = max(score, likeness.normalized_similarity(search, texts.search[:_MAX_COMPARED]))
    return score


def _without_markers(markers: Set[str], lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line not in markers)


def _has_same_path(one: Proposal, other: Proposal) -> bool:
    paths = {path for path in (one.path, one.block.path_written) if path is not None}
    return bool(paths & {other.path, other.block.path_written})


def _likeness(one: Operation, other: Operation) -> float:
    """The greater one of the likeness of the new texts and that of the search texts."""
    new = likeness.normalized_similarity(_new_text_of(one), _new_text_of(other))
    if isinstance(one, Replace) and isinstance(other, Replace):
        search = (plain_interpretation(each).search[:_MAX_COMPARED] for each in (one, other))
        return max(new, likeness.normalized_similarity(*search))
    return new


def _new_text_of(operation: Operation) -> str:
    return plain_interpretation(operation).replace[:_MAX_COMPARED]
