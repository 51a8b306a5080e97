"""Runs without a screen, and the streams: what goes to standard output and standard error.

Standard output carries only what was asked for; everything for people goes to standard
error.
"""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click
from msgspec import Struct

from editreview.errors import GitFailed, OutputLost, Reason, UsageError
from editreview.matching import Tier
from editreview.review import (
    Proposal,
    Report,
    Review,
    Status,
    feedback,
    keep_wanted,
    make_report,
    not_shown,
    patch,
    status_of,
)
from editreview.review.absence import lines_named
from editreview.review.patch import can_be_patched
from editreview.settings import Asked
from editreview.terminal import chunks, visible, visible_line, write
from editreview.texts import counted

HOW_TO_GIVE = """no response to review. Give one as a file or through a pipe:

    editreview answer.md
    editreview < answer.md
    llm "…" | editreview

`editreview` alone takes one that you paste, and --clipboard what you have copied."""

_MARKS = {
    Status.APPLIED: "●",
    Status.VALIDATED: "✓",
    Status.FAILED: "!",
    Status.SKIPPED: "–",
    Status.NOT_IN_CONTEXT: "–",
    Status.REJECTED: "✗",
    Status.UNDECIDED: "·",
}
_OFFER = "◇"

_LEFT_OUT: dict[Reason | None, str] = {
    Reason.FUZZY: "left out: it only resembles the text there",
    Reason.AMBIGUOUS: "left out: it may have been applied before, or belongs elsewhere",
    Reason.BAD_LINE_NUMBER: "left out: its line number may be that of another version of the file",
    Reason.FILE_EXISTS: "left out: the file is there, and this may be a part of it or an example",
    Reason.PART_OF_FILE: "left out: the file is far longer, and the rest of it would be lost",
    Reason.MALFORMED: "left out: its markers are not as they should be",
    Reason.INCOMPLETE: "left out: the response may have been cut off inside it",
    Reason.AMBIGUOUS: "left out: the response does not say which file is meant",
    Reason.PLACEHOLDER: "left out: it would write a placeholder into the file",
    Reason.SYNTAX_ERROR: "left out: the file could no longer be read as code",
    Reason.WRITTEN_OUT: "left out: its line ends are written out, and would be in the file as they are",
    Reason.HIDDEN_CHARACTERS: "left out: it would write characters that nobody sees",
}


class Outputs(Struct, frozen=True):
    """What was asked for on standard output or in a file."""

    json: bool
    diff: bool
    feedback: int | None
    """The descriptor it goes to."""

    @classmethod
    def of(cls, json: bool, diff: bool, feedback_to: str | None) -> "Outputs":
        """What the options ask for. The feedback's file is opened at once, while nothing is written yet."""
        if json + diff + (feedback_to == "-") > 1:
            raise UsageError("only one of --json, --diff and --feedback - can have standard output")
        if feedback_to in (None, "-"):
            return cls(json, diff, None if feedback_to is None else 1)
        try:
            # What is in it stays until there is something to take its place.
            return cls(json, diff, os.open(str(feedback_to), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666))
        except OSError as error:
            raise UsageError(f"cannot write the feedback to {feedback_to}: {error.strerror}") from error


def emit(review: Review, report: Report, outputs: Outputs) -> OutputLost | None:
    """Write what was asked for, each output whether or not another can be delivered.

    Returns:
        The first that could not be; None if all were.
    """
    lost: list[OutputLost] = []
    for put in (_put_report, _put_patch, _put_feedback):
        try:
            put(review, report, outputs)
        except OutputLost as error:
            lost.append(error)
    return lost[0] if lost else None


def _put_report(review: Review, report: Report, outputs: Outputs) -> None:
    if outputs.json:
        _put(1, (json.dumps(report.data, ensure_ascii=True, indent=2) + "\n").encode("ascii"))


def _put_patch(review: Review, report: Report, outputs: Outputs) -> None:
    if not outputs.diff:
        return
    plans = review.outcomes(pending=True)
    for plan in plans:
        if not can_be_patched(plan):
            say(f"{plan.path}: left out of the patch: git has no text patches for its encoding")
    hand_over(patch(plans, review.workspace.below_top))


def _put_feedback(review: Review, report: Report, outputs: Outputs) -> None:
    if outputs.feedback is None:
        return
    data = feedback(review, dry_run=report.dry_run).encode("utf-8", "replace")
    if outputs.feedback == 1:
        hand_over(data)
        return
    with suppress(OSError):
        # A pipe or a device has no length.
        os.truncate(outputs.feedback, 0)
    _put(outputs.feedback, data)


def show_formats() -> None:
    """The table of formats and strategies on standard output."""
    from editreview.formats import examples
    from editreview.matching.catalogue import strategies

    parts = ["Formats: what an edit can be written in\n"]
    for name, example in examples().items():
        indented = "".join(f"    {line}\n" if line else "\n" for line in example.splitlines())
        parts.append(f"\n{name}\n\n{indented}")
    parts.append("\nStrategies: how its place is found, the strictest first\n\n")
    parts += [f"    {name:20} {tier:9} forgives {forgives}\n" for name, tier, forgives in strategies()]
    _put(1, "".join(parts).encode())


def hand_over(data: bytes) -> None:
    """Write to standard output: as it is to a program, harmless to a terminal.

    Raises:
        OutputLost: It could not be delivered.
    """
    if is_terminal(1):
        data = visible(data.decode("utf-8", "surrogateescape")).encode("utf-8", "replace")
    _put(1, data)


def _put(descriptor: int, data: bytes) -> None:
    """Write all of an output.

    Raises:
        OutputLost: It could not be delivered.
    """
    try:
        write(descriptor, data)
    except BrokenPipeError as error:
        raise OutputLost from error
    except OSError as error:
        what = "standard output" if descriptor == 1 else "the feedback"
        raise OutputLost(f"{what} could not be written: {error.strerror}") from error


def remember_wanted(review: Review) -> None:
    """Keep what the next prompt has to show, or say that it cannot be kept."""
    try:
        keep_wanted(review)
    except OSError as error:
        say(f"`editreview prompt` will not know what the model has to see: {error.strerror}")


def say(message: str) -> None:
    """Tell people, on standard error."""
    lines = (visible_line(line) for line in message.split("\n"))
    write(2, ("\n".join(lines) + "\n").encode("utf-8", "replace"))


def describe(review: Review, proposal: Proposal, *, dry_run: bool) -> str:
    """One line about a block: where it goes and how, or why it does not."""
    status = status_of(review, proposal, dry_run=dry_run)
    refused = review.refused.get(proposal.number)
    mark = _OFFER if review.is_offer(proposal) else _MARKS[status]
    parts = [mark, str(proposal.number), proposal.path or proposal.block.path_written or "no file"]
    if proposal.lines and not proposal.depends_on:
        parts.append(lines_named(proposal.lines))
    if proposal.strategy:
        parts.append(proposal.strategy)
    absence = review.absences.of(proposal)
    why = str(refused) if refused else review.message(proposal)
    if review.is_offer(proposal) and proposal.block.offer is not None:
        offer = f"only offered, {proposal.block.offer.message}"
        why = f"{offer}; {why}" if why else offer
    elif why is None and status is Status.UNDECIDED:
        broken_by = review.broken_by(proposal)
        why = _LEFT_OUT.get(proposal.withheld, "left out")
        if broken_by is not None:
            why = f"left out: it is meant together with block {broken_by}, which cannot go"
    if absence is not None and absence.near.best is not None and not absence.names_lines:
        near = absence.near.best
        why = f"{why}; nearest {lines_named(near.lines)}, {near.percent} alike"
    warned = "".join(f" ({warning.message})" for warning in proposal.warnings)
    return f"{' '.join(parts)}{f': {why}' if why else ''}{warned}"


def notes(review: Review) -> Iterator[str]:
    """What a person should know beside what became of the blocks, a line each."""
    for problem in review.problems:
        yield f"! line {problem.line}: {problem.message}"
    for command in review.commands:
        first, *more = command.text.strip().split("\n")
        rest = f" and {counted(len(more), 'more line')}" if more else ""
        yield f"$ line {command.lines[0]}: to run yourself: {first}{rest}"
    yield from review.workspace.notes()
    if unseen := not_shown(review):
        yield f"the model was not shown {', '.join(unseen)}: `editreview prompt` includes what it has to see"
    unfinished = review.workspace.in_progress() if review.workspace.staged else None
    if unfinished is not None:
        yield f"{unfinished} is in progress: what was staged goes into it"


def is_terminal(descriptor: int) -> bool:
    """Whether a descriptor is open, and on a terminal."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def given_response(response: str | None, *, clipboard: bool) -> int | None:
    """The descriptor of the response that is named; None for standard input.

    Raises:
        UsageError: It cannot be read.
    """
    if not clipboard:
        return None if response in (None, "-") else opened(str(response))
    if response is not None:
        raise UsageError("either a RESPONSE or --clipboard, not both")
    from tempfile import TemporaryFile

    from editreview.clipboard import paste

    with TemporaryFile() as file:
        file.write(paste().encode("utf-8", "surrogateescape"))
        file.seek(0)
        return os.dup(file.fileno())


def read_review(given: int | None, asked: Asked, *, only_looks: bool = False) -> Review:
    """A review that has read all of a response.

    Args:
        given: The response's descriptor; None for standard input.
        asked: How it is read.
        only_looks: Nothing will be written.

    Raises:
        UsageError: There is no response.
    """
    if given is None and is_terminal(0):
        raise UsageError(HOW_TO_GIVE)
    review = asked.open(only_looks=only_looks)
    try:
        for chunk in chunks(0 if given is None else given):
            review.feed(chunk)
    except OSError as error:
        raise UsageError(f"cannot read the response: {error.strerror}") from error
    review.close()
    return review


def opened(path: str) -> int:
    """A descriptor of the response's file.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
        if Path(path).is_dir():
            raise IsADirectoryError(21, "Is a directory", path)
    except OSError as error:
        command = click.get_current_context().find_root().command
        is_command = isinstance(command, click.Group) and path in command.commands
        hint = f" For the command, write it first: editreview {path} …" if is_command else ""
        raise UsageError(f"cannot read the response {path}: {error.strerror}.{hint}") from error
    return descriptor


@contextmanager
def ends_cleanly() -> Iterator[None]:
    """A signal that ends the program is an exception, so that what is half done is put back first."""

    def end(number: int, frame: FrameType | None) -> None:
        # Once is enough: a second one would interrupt the putting back.
        for number in before:
            signal.signal(number, lambda got, _: None)
        raise KeyboardInterrupt

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    # One that we were started with ignored, as by nohup, stays so.
    before = {n: handler for n in numbers if (handler := signal.getsignal(n)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def carry_out(
    review: Review, tier: Tier, outputs: Outputs, *, atomic: bool, dry_run: bool, stage: bool = False
) -> Report:
    """Accept what may go without a person, do it unless it is a dry run, and say what became of it.

    Raises:
        TreeError: Nothing was written.
        GitFailed: The files are written, and git would not stage them; the report was made.
        OutputLost: All is done, and what was asked for on standard output could not be delivered.
    """
    review.workspace.stages = stage
    review.accept(tier)
    review.prepare()
    if atomic and make_report(review, dry_run=True).exit_status != 0:
        review.undo()
    not_staged: GitFailed | None = None
    if dry_run:
        review.prepare()
    else:
        review.write()
        try:
            if stage:
                review.stage()
        except GitFailed as error:
            # The files are written: that has to be reported first.
            not_staged = error
    report = make_report(review, dry_run=dry_run)
    # Offers stand below the blocks, as on screen.
    for proposal in sorted(review.proposals, key=review.is_offer):
        say(describe(review, proposal, dry_run=dry_run))
    for note in notes(review):
        say(note)
    if not dry_run:
        remember_wanted(review)
    lost = emit(review, report, outputs)
    say(report.summary())
    if not_staged is not None:
        raise not_staged
    if lost is not None:
        raise lost
    return report
