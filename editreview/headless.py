"""Runs without a screen, and the outputs of all runs: the report, the patch and the feedback."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from editreview.errors import GitFailed, OutputLost, Reason, TreeError, UsageError
from editreview.matching import Tier
from editreview.review import (
    ProjectCheck,
    ProjectCommand,
    Proposal,
    Report,
    Review,
    Status,
    can_be_patched,
    encode_figures,
    explain,
    figures_of,
    lines_in_words,
    lines_named,
    make_patch,
    make_report,
    malformed_blocks,
    may_hold_secrets,
    not_applied,
    not_shown,
    numbered,
    record_unshown_files,
    status_of,
    without_path,
)
from editreview.settings import Config, ReviewOptions
from editreview.streams import escaped_lines, hand_over, is_terminal, say, write_output
from editreview.terminal import MAX_RESPONSE_SIZE, chunks
from editreview.text import counted
from editreview.workspace import log_of_runs

_USAGE = """no response to review. Give one as a file or through a pipe:

    editreview answer.md
    editreview < answer.md
    llm "…" | editreview

Run `editreview` alone to paste one, or use --clipboard."""

_SIGNS = {
    Status.APPLIED: "●",
    Status.VALIDATED: "✓",
    Status.FAILED: "!",
    Status.SKIPPED: "–",
    Status.NOT_IN_CONTEXT: "–",
    Status.REJECTED: "✗",
    Status.UNDECIDED: "·",
}
_OFFER = "◇"
_WARNED, _MARKED = "△", "•"
"""The signs of warnings and marks, as on screen."""

_HINTS: dict[Reason | None, str] = {
    Reason.FUZZY: "; accept it in a review, or use --accept fuzzy",
    Reason.INEXACT: "; accept it in a review, or use --accept tolerant",
}
"""The way forward with a reason."""


class Outputs(Struct, frozen=True):
    """The outputs requested: each on standard output or in a file."""

    json: bool
    diff: bool
    feedback: int | None
    """The descriptor to write it to; None if it was not requested."""
    lines: bool = False
    """The report for users goes to standard output; otherwise it consists of messages, on standard error."""

    @classmethod
    def of(cls, json: bool, diff: bool, feedback_file: str | None, *, reports: bool = False) -> "Outputs":
        """The outputs that the options request. Opens the feedback file now, before anything is written.

        Args:
            json: The report for programs.
            diff: The patch.
            feedback_file: Where the feedback goes; `-` for standard output.
            reports: The command itself asks for the report, unless standard output has another one.

        Raises:
            UsageError: Two outputs claim standard output, or the file cannot be opened.
        """
        if json + diff + (feedback_file == "-") > 1:
            raise UsageError("only one of --json, --diff and --feedback - may write to standard output")
        reports = reports and not (json or diff or feedback_file == "-")
        if feedback_file in (None, "-"):
            return cls(json, diff, None if feedback_file is None else 1, reports)
        try:
            # Not truncated: its content stays until there is new feedback.
            return cls(
                json,
                diff,
                os.open(str(feedback_file), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666),
                reports,
            )
        except OSError as error:
            raise UsageError(f"cannot write the feedback to {feedback_file}: {error.strerror}") from error


def emit(review: Review, report: Report, outputs: Outputs, *, has_lines: bool = False) -> OutputLost | None:
    """Write the requested outputs; one that fails does not stop the others.

    Args:
        review: The review.
        report: Its report.
        outputs: The outputs.
        has_lines: True to write the report for users too.

    Returns:
        The first failure; None if all were written.
    """
    lines, last = ([*_lines(review, report)], [report.summary()]) if has_lines else ([], [])
    if outputs.lines:
        # As one: its reader may go away after the first line.
        lines, last = [*lines, *last], []
    writers: tuple[Callable[[], None], ...] = (
        lambda: _tell(lines, outputs),
        lambda: _write_report(report, outputs),
        lambda: _write_patch(review, outputs),
        lambda: _write_feedback(review, report, outputs),
        lambda: _tell(last, outputs),
    )
    lost: list[OutputLost] = []
    for write in writers:
        try:
            write()
        except OutputLost as error:
            lost.append(error)
    return lost[0] if lost else None


def _lines(review: Review, report: Report) -> Iterator[str]:
    """The report for users without its summary: the blocks in the order of the screen, and the notes."""
    for proposal in sorted(review.proposals, key=review.is_offer, reverse=review.offers_come_first):
        yield describe(review, proposal, dry_run=report.dry_run)
    yield from notes(review)


def _tell(lines: Sequence[str], outputs: Outputs) -> None:
    """Write lines of the report for users where it goes."""
    if lines:
        write_output(1 if outputs.lines else 2, escaped_lines("\n".join(lines)))


def _write_report(report: Report, outputs: Outputs) -> None:
    if outputs.json:
        write_output(1, (json.dumps(report.data, ensure_ascii=True, indent=2) + "\n").encode("ascii"))


def _write_patch(review: Review, outputs: Outputs) -> None:
    if not outputs.diff:
        return
    plans = review.outcomes(pending=True)
    for plan in plans:
        if not can_be_patched(plan):
            say(f"{plan.path}: not in the patch: git cannot make a text patch of its encoding")
    hand_over(make_patch(plans, review.workspace.below_top))


def _write_feedback(review: Review, report: Report, outputs: Outputs) -> None:
    if outputs.feedback is None:
        return
    from editreview.review import make_feedback

    data = make_feedback(review, dry_run=report.dry_run).encode("utf-8", "replace")
    if outputs.feedback == 1:
        hand_over(data)
        return
    with suppress(OSError):
        # A pipe or a device has no length.
        os.truncate(outputs.feedback, 0)
    write_output(outputs.feedback, data)


def show_formats() -> None:
    """Print all formats, each with an example, the ways to name a file, all envelopes, and all strategies."""
    from editreview.formats import ENVELOPES, PATH_SPELLINGS, descriptions
    from editreview.matching import strategies

    parts = ["Formats\n"]
    for format in descriptions().values():
        indented = "".join(f"    {line}\n" if line else "\n" for line in format.example.splitlines())
        parts.append(f"\n{format.name}: {format.summary}\n\n{indented}")
    parts.append("\nLines above a fence that name its file\n\n")
    parts += [f"    {kind:14} {line}\n" for kind, lines in PATH_SPELLINGS for line in lines]
    parts.append("\nEnvelopes, whose text is read as if it stood alone\n\n")
    parts += [f"    {kind:14} {shapes}\n" for kind, shapes in ENVELOPES]
    parts.append("\nStrategies, strictest first, and the differences each one ignores\n\n")
    parts += [f"    {each.name:20} {each.tier:9} {each.ignores}\n" for each in strategies()]
    write_output(1, "".join(parts).encode())


def store_for_prompt(review: Review) -> None:
    """Store which files the next prompt has to include; print a message if that fails.

    Does nothing if the review was not told which files the model was shown.
    """
    if not review.context.is_known:
        return
    try:
        record_unshown_files(review.workspace, not_shown(review))
    except OSError as error:
        say(f"cannot store the list of files for `editreview prompt`: {error.strerror}")


def describe(review: Review, proposal: Proposal, *, dry_run: bool) -> str:
    """A line about a block: its match and strategy, or the reason it is not applied; then its findings."""
    status = status_of(review, proposal, dry_run=dry_run)
    sign = _OFFER if review.is_offer(proposal) else _SIGNS[status]
    parts = [sign, str(proposal.number), proposal.path_or_written or "no file"]
    if proposal.lines and not proposal.depends_on:
        parts.append(lines_named(proposal.lines))
    if proposal.strategy:
        parts.append(proposal.strategy)
    absence = review.not_found.of(proposal)
    explanation = explain(review, proposal, status)
    why = None if explanation.message is None else without_path(explanation.message, proposal.path)
    state = ""
    if review.is_offer(proposal) and proposal.block.offer is not None:
        offer, state = proposal.block.offer.message, ", offer, not applied"
        why = f"{offer}{f'; {why}' if why != offer else ''}"
    elif status is Status.UNDECIDED:
        state, why = ", not applied", f"{why}{_HINTS.get(explanation.reason, '')}"
    elif proposal.asks_for_meaning:
        why = f"{why}; --empty-search append, overwrite or top decides it"
    if absence is not None and absence.near.best is not None and not absence.names_lines:
        near = absence.near.best
        why = f"{why}; most similar: {lines_in_words(near.lines)}, {near.percent}"
    found = [f"\n    {_WARNED} {warning.message}" for warning in proposal.warnings]
    found += [f"\n    {_MARKED} {mark.message}" for mark in proposal.marks]
    return f"{' '.join(parts)}{state}{f': {why}' if why else ''}{''.join(found)}"


def notes(review: Review) -> Iterator[str]:
    """Other messages, a line each: problems, commands, files to show the model, git's state."""
    for block in malformed_blocks(review):
        text = f" (`{block.text}`)" if block.text else ""
        yield f"! {block.path}: malformed, not applied: {block.message}{text}"
    for root in review.roots:
        yield root.message
    for command in review.commands:
        first, *more = command.text.strip().split("\n")
        rest = f" and {counted(len(more), 'more line')}" if more else ""
        yield f"$ line {command.lines[0]}: suggested command (not run): {first}{rest}"
    if (others := review.responses.other_turns) is not None:
        yield others
    if review.opening_note is not None:
        yield review.opening_note
    yield from review.workspace.notes()
    unseen = not_shown(review)
    secret = [path for path in unseen if may_hold_secrets(path)]
    if unnamed := [path for path in unseen if path not in secret]:
        yield f"the model was not shown {', '.join(unnamed)}; the next `editreview prompt` includes it"
    if secret:
        names = ", ".join(secret)
        yield f"the model was not shown {names}; `editreview prompt` includes it only if you name it"
    unfinished = review.workspace.in_progress() if review.workspace.staged else None
    if unfinished is not None:
        yield f"{unfinished} is in progress; a commit now becomes part of it"


def proposed_message(review: Review, *, amend: bool) -> str:
    """The commit message if none is given: the proposal, or that of the commit to amend.

    Raises:
        GitFailed: With git's own message.
    """
    repository = review.workspace.repository
    last = repository.last_message() if amend and repository is not None else ""
    return last or review.subject()


def read_review(
    descriptor: int | None,
    options: ReviewOptions,
    *,
    only_looks: bool = False,
    searches_history: bool = False,
) -> Review:
    """Read a whole response into a new review.

    Args:
        descriptor: The descriptor of the response; None for standard input.
        options: The options for reading it.
        only_looks: True if nothing will be written.
        searches_history: True to name the commit that removed a text without a match.

    Raises:
        UsageError: There is no response, or it cannot be read as a whole.
    """
    if descriptor is None and is_terminal(0):
        raise UsageError(_USAGE)
    review = options.open(only_looks=only_looks, searches_history=searches_history)
    descriptor = 0 if descriptor is None else descriptor
    try:
        for chunk in chunks(descriptor):
            review.feed(chunk)
        if os.read(descriptor, 1):
            size = f"{MAX_RESPONSE_SIZE >> 20} MiB"
            raise UsageError(
                f"the response is larger than {size}, so it was not used. Give the part with the edits"
            )
    except OSError as error:
        raise UsageError(f"cannot read the response: {error.strerror}") from error
    review.close()
    if (problem := review.responses.turn_problem) is not None:
        raise UsageError(problem)
    return review


def _run_project(review: Review, command: ProjectCommand) -> None:
    """Run a command on the accepted blocks, and leave out those that break it."""

    def begin(number: int, blocks: int) -> None:
        say(f"run {number}: {command.command} (with {counted(blocks, 'block')})")

    try:
        result = ProjectCheck(review, command, say, begin).result()
    except OSError as error:
        raise TreeError(
            f"the project command could not be run: {error.strerror}. Nothing was written"
        ) from error
    if result is not None:
        review.leave_out(result)
        say(f"{result.sentence} ({counted(result.runs, 'run')})")


def run_headless(
    review: Review,
    tier: Tier,
    outputs: Outputs,
    *,
    atomic: bool,
    dry_run: bool,
    stage: bool = False,
    command: ProjectCommand | None = None,
) -> Report:
    """Accept every safe block, apply them unless this is a dry run, and report.

    With language servers or commands for files, waits for what they find. With a project command, the blocks
    that break it are left out.

    Raises:
        TreeError: Nothing was written.
        GitFailed: The files are written and reported, but git refused to stage them.
        OutputLost: Everything is applied, but a requested output could not be written.
    """
    if not stage:
        review.leave_unstaged()
    try:
        review.accept(tier)
    finally:
        for checker in review.checkers:
            checker.close()
    for problem in review.checker_problems:
        say(problem)
    if command is not None:
        _run_project(review, command)
    if atomic:
        review.prepare()
        if make_report(review, dry_run=True).exit_status != 0:
            failed = not_applied(review, dry_run=True)
            cause = f"{numbered(failed)} cannot be applied" if failed else "some of them are malformed"
            review.hold_back(f"--atomic applies all blocks or none, and {cause}")
    not_staged: GitFailed | None = None
    if dry_run:
        review.prepare()
    else:
        review.write()
        try:
            if stage:
                review.stage()
        except GitFailed as error:
            # The files are written, which has to be reported first.
            not_staged = error
    report = make_report(review, dry_run=dry_run)
    if not dry_run:
        store_for_prompt(review)
    lost = emit(review, report, outputs, has_lines=True)
    if not_staged is not None:
        raise not_staged
    if lost is not None:
        raise lost
    return report


def record_run(
    review: Review, command: str, config: Config, *, model: str | None, no_stats: bool, id: str | None = None
) -> None:
    """Record the figures of a run; see `figures_of`. Never fails: a message says why nothing was recorded."""
    if no_stats or not config.stats.record:
        return
    log = log_of_runs()
    try:
        figures = figures_of(review, command, model=model, id=id, with_paths=config.stats.paths)
        if figures.blocks or figures.malformed:
            log.append(encode_figures(figures))
    except OSError as error:
        say(f"statistics are not recorded in {log.folder}: {error.strerror} (--no-stats does without)")
    except Exception as error:
        # Nothing depends on them: a bug here must not turn a review that ended well into a failure.
        say(f"statistics are not recorded: {type(error).__name__}: {error} (--no-stats does without)")
