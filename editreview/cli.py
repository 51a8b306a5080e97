"""The command line: commands and exit statuses.

Textual is imported only inside the command that needs it.
"""

import io
import os
from collections import UserDict
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from editreview import __version__, likeness
from editreview.errors import (
    INTERRUPTED,
    ChangedOnDisk,
    OutputLost,
    TreeError,
    UsageError,
)
from editreview.headless import Outputs, proposed_message, read_review, record_run, run_headless, show_formats
from editreview.matching import Tier
from editreview.on_screen import NoBrowser, ScreenOptions, agent_of, review_response
from editreview.options import (
    COMPLETED,
    OF_A_REVIEW,
    OF_READING,
    ReadingOptions,
    complete_prompt,
    options,
    source_of,
)
from editreview.review import files_for_prompt, record_context
from editreview.settings import ReviewOptions
from editreview.streams import (
    ends_cleanly,
    hand_over,
    is_terminal,
    open_file,
    open_response,
    run_and_report,
    say,
)
from editreview.terminal import visible_line
from editreview.text import counted
from editreview.workspace import CommitRequest, Workspace

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


_LONG_COMMIT_S = 5.0
"""Seconds after which a commit is said to take long."""


_MODULES = {
    "serve": "serve",
    "acp": "agents",
    "agent": "agents",
    "changes": "changes",
    "config": "config",
    "diff": "changes",
    "hook": "hooks",
    "schema": "config",
    "sessions": "earlier_runs",
    "snapshot": "changes",
    "completion": "config",
    "stats": "earlier_runs",
    "trailers": "hooks",
}
"""The commands with a module of their own in `commands`, in the order of the documentation."""


class _CommandTable(UserDict[str, click.Command]):
    """The commands by name. Those with a module of their own are imported when they are asked for."""

    def __getitem__(self, name: str) -> click.Command:
        if self.data[name] is _NOT_IMPORTED:
            self.data[name] = getattr(import_module(f"editreview.commands.{_MODULES[name]}"), name)
        return self.data[name]


_NOT_IMPORTED = click.Command(None)
_COMMANDS = _CommandTable()


class _Commands(click.Group):
    """`editreview [RESPONSE]` is the command `review`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            args = ["review", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and not args:
            # The first word is completed, which may be a command.
            return super().parse_args(ctx, args)
        known = args[:1] in (["--help"], ["-h"], ["--version"]) or (args and args[0] in self.commands)
        return super().parse_args(ctx, args if known else ["review", *args])

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        if not ctx.resilient_parsing:
            return own
        # To complete the first word.
        of_review = (each for each in self.commands["review"].params if isinstance(each, click.Option))
        return [*of_review, *own]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        from click.shell_completion import CompletionItem

        words = super().shell_complete(ctx, incomplete)
        # A file comes first: the script for bash forgets the words before one.
        return words if incomplete.startswith("-") else [CompletionItem(incomplete, type="file"), *words]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        review = self.commands["review"]
        with formatter.section("Options of a review"):
            formatter.write_dl([record for p in review.get_params(ctx) if (record := p.get_help_record(ctx))])
        self.format_commands(ctx, formatter)


@click.group(
    cls=_Commands,
    commands=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples: `editreview answer.md`, `llm … | editreview`, `editreview apply answer.md`",
)
@click.version_option(__version__, message="editreview %(version)s")
def cli() -> None:
    """Review the edits in an LLM's RESPONSE, see where and how each one matched, and apply
    the ones you accept.

    RESPONSE is a file; '-' or nothing reads standard input, while keys still come from the
    terminal. Without input, you can paste the response.
    """


@cli.command(hidden=True)
@options(*OF_A_REVIEW, "served")
def review(
    response: str | None,
    clipboard: bool,
    session: str | None,
    root: str | None,
    turn: int | None,
    accept: str,
    run_command: str | None,
    resume: str | None,
    as_json: bool,
    diff: bool,
    feedback_file: str | None,
    feedback_command: str | None,
    no_stage: bool,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    model: str | None,
    no_stats: bool,
    served: str | None,
    **reading: Unpack[ReadingOptions],
) -> int:
    """Review a response in the terminal."""
    outputs = Outputs.of(as_json, diff, feedback_file)
    review_options = ReviewOptions.of(root=root, turn=None if session else turn, **reading)
    of_reading = ("formats", "empty_search", "without", "context", "strip")
    if resume is not None and any((response, clipboard, session, turn, *map(reading.get, of_reading))):
        raise UsageError(
            "--resume continues a saved review: it takes no response, and no option for reading one"
        )
    source = open_response(response, clipboard, session, root, turn)
    screen = ScreenOptions(
        accept=Tier(accept),
        can_stage=not no_stage,
        layout=layout,
        theme=theme,
        theme_option=source_of("theme", "--theme"),
        no_color=no_color,
        is_ascii=is_ascii,
        command=review_options.command(run_command),
        agent=agent_of(feedback_command, root),
        served=served,
    )
    try:
        return review_response(
            response,
            review_options,
            screen,
            outputs,
            source=source,
            resume=resume,
            model=model,
            no_stats=no_stats,
        )
    except NoBrowser as unseen:
        from editreview.commands.serve import save_unseen

        is_stored = bool(session) or response not in (None, "-")
        return save_unseen(unseen.opened, unseen.source, is_stored=is_stored)


@cli.command(epilog="Example: editreview check --diff answer.md")
@options(
    *OF_READING,
    "atomic",
    "run",
    "lsp",
    "json",
    "diff",
    "feedback",
    "history",
    "debug",
)
def check(
    response: str | None,
    clipboard: bool,
    session: str | None,
    root: str | None,
    turn: int | None,
    accept: str,
    atomic: bool,
    run_command: str | None,
    as_json: bool,
    diff: bool,
    feedback_file: str | None,
    history: bool,
    **reading: Unpack[ReadingOptions],
) -> int:
    """Report what apply would do; write nothing."""
    outputs = Outputs.of(as_json, diff, feedback_file, reports=True)
    with ends_cleanly():
        review_options = ReviewOptions.of(root=root, turn=None if session else turn, **reading)
        descriptor = open_response(response, clipboard, session, root, turn)
        read = read_review(descriptor, review_options, only_looks=True, searches_history=history)
        command = review_options.command(run_command, only_given=True)
        try:
            report = run_headless(read, Tier(accept), outputs, atomic=atomic, dry_run=True, command=command)
        except KeyboardInterrupt:
            say("interrupted")
            raise
        return report.exit_status


@cli.command(epilog="Example: editreview apply --atomic --commit -m 'Add a flag' answer.md")
@options(
    *OF_READING,
    "atomic",
    "run",
    "lsp",
    "json",
    "diff",
    "feedback",
    "history",
    "dry_run",
    "no_stage",
    "commit",
    "message",
    "trailer",
    "amend",
    "signoff",
    "no_verify",
    "model",
    "no_stats",
    "debug",
)
def apply(
    response: str | None,
    clipboard: bool,
    session: str | None,
    root: str | None,
    turn: int | None,
    accept: str,
    atomic: bool,
    run_command: str | None,
    as_json: bool,
    diff: bool,
    feedback_file: str | None,
    history: bool,
    dry_run: bool,
    no_stage: bool,
    commit: bool,
    message: str | None,
    trailers: tuple[str, ...],
    amend: bool,
    sign_off: bool,
    no_verify: bool,
    model: str | None,
    no_stats: bool,
    **reading: Unpack[ReadingOptions],
) -> int:
    """Apply every safe edit (see --accept) without prompting."""
    outputs = Outputs.of(as_json, diff, feedback_file)
    if commit and no_stage:
        raise UsageError("--commit cannot be used with --no-stage")
    if (trailers or amend or sign_off or no_verify) and not commit:
        raise UsageError("--trailer, --amend, --signoff and --no-verify need --commit")
    review_options = ReviewOptions.of(root=root, turn=None if session else turn, **reading)
    with ends_cleanly():
        descriptor = open_response(response, clipboard, session, root, turn)
        read = read_review(descriptor, review_options, searches_history=history)
        if commit and read.workspace.repository is None:
            why = read.workspace.git_note or f"{read.workspace.root.folder} is not in a git repository"
            raise UsageError(f"--commit is not possible: {why}. Nothing was written")
        lost: OutputLost | None = None
        status = 1
        try:
            status = run_headless(
                read,
                Tier(accept),
                outputs,
                atomic=atomic,
                dry_run=dry_run,
                stage=not no_stage,
                command=review_options.command(run_command, only_given=True),
            ).exit_status
        except OutputLost as error:
            # The commit was requested even if nobody reads the output.
            lost = error
        except KeyboardInterrupt:
            undoes = "the edits are written; `editreview undo` restores the files"
            say(f"interrupted: {undoes if read.applied else 'nothing was written'}")
            raise
        finally:
            record_run(read, "apply", review_options.config, model=model, no_stats=no_stats or dry_run)
        if commit and not dry_run and not read.workspace.staged:
            say("nothing was committed: this run staged nothing")
            status = status or 1
        elif commit and not dry_run:
            request = CommitRequest(
                message or proposed_message(read, amend=amend),
                amend=amend,
                sign_off=sign_off,
                no_verify=no_verify,
                trailers=(*review_options.config.commit.trailers, *trailers),
            )
            with _says_what_takes_long(read.workspace):
                output = read.commit(request).output
            say(output.partition("\n")[0])
        if lost is not None:
            raise lost
        return status


@contextmanager
def _says_what_takes_long(workspace: Workspace) -> Iterator[None]:
    """Say what a commit may wait for, and what it leaves behind if it is interrupted."""
    from threading import Timer

    before = workspace.head()
    waiting = Timer(
        _LONG_COMMIT_S,
        say,
        ["git commit still runs, maybe a hook or a signing program. ctrl+c ends it; --no-verify skips hooks"],
    )
    waiting.daemon = True
    waiting.start()
    try:
        yield
    except KeyboardInterrupt:
        is_made = workspace.head() != before
        left = "the commit was made" if is_made else "nothing was committed; the edits are written and staged"
        say(f"interrupted: {left}")
        raise
    finally:
        waiting.cancel()


@cli.command(epilog="Example: editreview formats | less")
def formats() -> int:
    """List all formats, with examples, and all matching strategies."""
    show_formats()
    return 0


@cli.command(epilog="Example: editreview permissions --forget .env")
@options("root", "config", "forget", "debug")
def permissions(root: str | None, config: str | None, forget: str | None) -> int:
    """List the rules for files in this tree, or remove one.

    They are those of [permissions] in the configuration, and your answers in reviews. The first that matches
    decides, in the order listed. Files that may contain secrets, lock files, and files that run
    automatically, such as those of CI, ask without a rule.
    """
    opened = ReviewOptions.of(root=root, config=config).open(only_looks=True)
    if forget is not None:
        try:
            is_forgotten = opened.workspace.kept_rules.remove(forget)
        except OSError as error:
            raise TreeError(f"cannot forget {forget}: {error.strerror}") from error
        if not is_forgotten:
            raise UsageError(f"no rule always allows {forget} in {opened.workspace.root.folder}")
        say(f"forgot {forget}")
        return 0
    listed = [
        f"{rule.result:7} {visible_line(rule.rule)}  ({visible_line(rule.source)})\n" for rule in opened.rules
    ]
    hand_over("".join(listed).encode("utf-8", "surrogatepass"))
    if not listed:
        say("no rules; files such as .env still ask")
    return 0


@cli.command(epilog="Example: editreview undo --redo")
@options("root", "redo", "debug")
def undo(root: str | None, redo: bool) -> int:
    """Restore files and index as before the last run.

    Called again, it undoes the run before that.
    """
    from editreview.review import changed_since, undo_summary

    workspace = Workspace.open(None if root is None else Path(root))
    with ends_cleanly():
        workspace.recover()
        undoing = workspace.undoing
        record = undoing.last_undone() if redo else undoing.last()
        try:
            result = undoing.redo(record) if redo else undoing.undo(record)
        except ChangedOnDisk as error:
            hand_over(b"" if redo else changed_since(workspace, record))
            names = ", ".join(error.paths)
            raise TreeError(f"{names} changed since that run; nothing was changed") from error
    for file in record.files:
        say(visible_line((Path(record.root) / file.path).as_posix()))
    for note in workspace.notes():
        say(note)
    say(undo_summary(result, redo=redo))
    return 0


@cli.command(epilog="Example: editreview prompt search-replace whole-file src/app.py")
@click.argument("names", nargs=-1, metavar="[FORMAT …] [FILE …]", shell_complete=complete_prompt)
@click.option("--changed", is_flag=True, help="Include the files that differ from the last commit.")
@click.option(
    "--feedback",
    "feedback_from",
    metavar="FILE",
    type=click.Path(),
    help="Repeat the feedback in FILE, or '-' for standard input, at the end.",
)
@click.option(
    "--numbers/--no-numbers",
    "numbered",
    default=None,
    help="Number the lines of files, or do not. Default: only if a format names lines.",
)
@click.option(
    "--context",
    "is_context",
    is_flag=True,
    help="Record the files of this prompt. Until the next prompt, reviews edit only these.",
)
@click.option("--ignored", "with_ignored", is_flag=True, help="Include named files that git ignores.")
@options("root", "debug")
def prompt(
    names: tuple[str, ...],
    changed: bool,
    feedback_from: str | None,
    numbered: bool | None,
    is_context: bool,
    with_ignored: bool,
    root: str | None,
) -> int:
    """Print instructions for a model, with the text of files.

    They say how to answer in each FORMAT (default: search-replace; with --feedback, line-edit too) and when
    to use each. A FILE may be a folder: its files that git does not ignore. The files that the last response
    edited without having been shown them are included. An estimate of the tokens goes to standard error.
    """
    from itertools import takewhile

    from editreview.formats import descriptions
    from editreview.prompts import prompt

    workspace = Workspace.open(None if root is None else Path(root))
    known = descriptions()
    # A file that has the name of a format can be given as ./NAME.
    formats = list(takewhile(known.__contains__, names))
    files = names[len(formats) :]
    if files and "." not in files[0] and not os.path.exists(files[0]) and not workspace.exists(files[0]):
        raise UsageError(
            f"{files[0]} is neither a format nor a file.{likeness.did_you_mean(files[0], list(known))}"
        )
    missing = [path for path in files_for_prompt(workspace) if path not in files]
    feedback = None if feedback_from is None else _feedback_in(feedback_from)
    built = prompt(
        workspace,
        formats,
        files,
        missing,
        changed=changed,
        feedback=feedback,
        numbered=numbered,
        with_ignored=with_ignored,
    )
    if missing := [path for path in missing if path in built.files]:
        say(f"including files the model had not been shown: {', '.join(missing)}")
    for sentence in built.left_out:
        say(sentence)
    if changed and not built.files:
        say("no file differs from the last commit")
    if is_context and not built.files:
        raise UsageError("--context needs a file in the prompt")
    hand_over(built.text.encode("utf-8", "surrogatepass"))
    try:
        record_context(workspace, built.files if is_context else ())
    except OSError as error:
        say(f"cannot record the files of this prompt: {error.strerror}")
    files_in = f" with {counted(len(built.files), 'file')}" if built.files else ""
    say(f"about {built.tokens:,} tokens{files_in}")
    return 0


def _feedback_in(path: str) -> str:
    """The text of a feedback file, or of standard input for `-`.

    Raises:
        UsageError: It cannot be read.
    """
    if path == "-" and is_terminal(0):
        raise UsageError("--feedback - reads standard input, which is the terminal: pipe the feedback to it")
    try:
        with os.fdopen(os.dup(0) if path == "-" else open_file(path, "the feedback"), "rb") as file:
            return file.read().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot read the feedback {path}: {error.strerror}") from error


@cli.command(epilog="Example: editreview show src/app.py:40-80")
@click.argument("names", nargs=-1, required=True, metavar="FILE[:A-B] …", type=click.Path())
@options("root", "debug")
def show(names: tuple[str, ...], root: str | None) -> int:
    """Print files with line numbers, for a prompt."""
    from editreview.prompts import show

    text = show(Workspace.open(None if root is None else Path(root)), names)
    hand_over(text.encode("utf-8", "surrogatepass"))
    return 0


def _theme_names() -> list[str]:
    from editreview.tui.themes import theme_names

    return theme_names()


COMPLETED["theme"] = _theme_names
_COMMANDS.update(dict.fromkeys(_MODULES, _NOT_IMPORTED))


def _show_usage_error(error: click.ClickException, arguments: list[str]) -> int:
    """Print what click found wrong in a command line, in the form of all errors, and where to read more."""
    named = next((each for each in arguments if each in cli.commands), None)
    if named is not None and arguments[0] != named:
        advice = f"To run the command {named}, put it first: editreview {named} …"
    else:
        advice = f"See `{' '.join(filter(None, ['editreview', named]))} --help`"
    say(f"editreview: {_usage_sentence(error, arguments)} {advice}")
    return error.exit_code


def _usage_sentence(error: click.ClickException, arguments: list[str]) -> str:
    match error:
        case click.NoSuchOption(ctx=click.Context(command=command) as context):
            known = [name for each in command.get_params(context) for name in each.opts]
            return f"there is no option {error.option_name}.{likeness.did_you_mean(error.option_name, known)}"
        case click.MissingParameter(param=click.Parameter() as parameter, ctx=click.Context() as context):
            return f"the argument {parameter.make_metavar(context)} is missing."
        case click.BadParameter(param=click.Option() as option):
            sentence = f"{option.opts[-1]}: {error.message}"
        case _:
            sentence = error.format_message()
            if arguments and not (arguments[0] in cli.commands or os.path.exists(arguments[0])):
                # Two words that no review takes: the first one may be a command.
                hint = likeness.did_you_mean(arguments[0], list(cli.commands))
                sentence = f"{sentence.removesuffix('.')}.{hint}" if hint else sentence
    return f"{sentence[:1].lower()}{sentence[1:].removesuffix('.')}{'' if sentence.endswith('?') else '.'}"


@contextmanager
def _delivered_help(arguments: list[str]) -> Iterator[None]:
    """Capture click's help and deliver it like other output, so that a broken pipe is reported."""
    if not {"-h", "--help"}.intersection(arguments):
        yield
        return
    help = io.StringIO()
    with redirect_stdout(help):
        yield
    hand_over(help.getvalue().encode())


def run(arguments: list[str]) -> int:
    """Run a command line. Returns the exit status."""

    def command_line() -> int:
        try:
            with _delivered_help(arguments):
                status = cli.main(arguments, prog_name="editreview", standalone_mode=False)
        except click.ClickException as error:
            return _show_usage_error(error, arguments)
        except click.exceptions.Abort:
            return INTERRUPTED
        return status if isinstance(status, int) else 0

    return run_and_report(command_line, debug="--debug" in arguments)
