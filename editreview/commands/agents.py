"""`editreview acp`: an agent for editors that speak the Agent Client Protocol; `editreview agent`: runs one.

`editreview agent` runs an agent in a tree of its own, and reviews what it writes.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from editreview.commands import installing
from editreview.errors import INTERRUPTED, EditreviewError, NoTerminal, TreeError, UsageError
from editreview.headless import Outputs, record_run, store_for_prompt
from editreview.matching import Tier
from editreview.on_screen import ScreenOptions, conclude, show_review
from editreview.options import options, source_of
from editreview.processes import REPOSITORY_VARIABLES, ending, lend_terminal
from editreview.review import Review, save_unread
from editreview.settings import ReviewOptions
from editreview.streams import ends_cleanly, is_terminal, say, unnamed_file
from editreview.terminal import reserve_streams
from editreview.workspace import ScratchTree, Workspace, scratch_tree

if TYPE_CHECKING:
    from editreview.agents.edits import AgentTree
    from editreview.review import ResumedReview
    from editreview.tui.app import ReviewResult


_ACP_ON_TERMINAL = "editreview acp talks with an editor, which starts it: see docs/agents.md"


@click.command(epilog="Example: editreview acp")
@options("format", "empty_search", "without", "strip", "allow", "config", "no_stage", "no_stats", "debug")
def acp(
    formats: tuple[str, ...],
    empty_search: str | None,
    without: tuple[str, ...],
    strip: tuple[str, ...],
    allow: tuple[str, ...],
    config: str | None,
    no_stage: bool,
    no_stats: bool,
) -> int:
    """Run as an ACP agent inside an editor such as Zed.

    ACP is the Agent Client Protocol. The editor starts the agent. A prompt holds a response, or links to its
    file; each block becomes a tool call that you permit or reject in the editor, and the accepted ones are
    written and staged.
    """
    if is_terminal(0):
        raise UsageError(_ACP_ON_TERMINAL)
    review_options = ReviewOptions.of(
        formats=formats, empty_search=empty_search, without=without, strip=strip, allow=allow, config=config
    )
    _check_extra("editreview acp")

    def open_review(root: Path) -> Review:
        return replace(review_options, root=str(root)).open()

    def record(review: Review) -> None:
        store_for_prompt(review)
        record_run(review, "acp", review_options.config, model=None, no_stats=no_stats)

    from editreview.agents.editor import EditorAgent, serve

    agent = EditorAgent(open_review, stages=not no_stage, record=record)
    incoming, outgoing = reserve_streams()
    logging.getLogger().addHandler(_ProtocolLog(logging.WARNING))

    async def run() -> int:
        ended = asyncio.Event()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # Windows has no SIGHUP, and its loop no handlers.
            with suppress(AttributeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(signal.Signals[name], ended.set)
        await serve(agent, incoming, outgoing, ended)
        return INTERRUPTED if ended.is_set() else 0

    return asyncio.run(run())


class _ProtocolLog(logging.Handler):
    """Prints what the package for ACP logs, such as a traceback, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(self.format(record))


def _check_extra(command: str) -> None:
    """Check that the package is there which speaks ACP.

    Raises:
        UsageError: It is not, or in a version that is not supported.
    """
    try:
        import acp as sdk
    except ImportError as error:
        why = f"{command} needs the package agent-client-protocol"
        raise UsageError(f"{why}: {installing('acp')}") from error
    if not hasattr(sdk, "connect_to_agent") or sdk.PROTOCOL_VERSION != 1:
        why = f"{command} cannot use the installed package agent-client-protocol"
        raise UsageError(f"{why}: {installing('acp')}")


@click.command(
    context_settings={"allow_interspersed_args": False},
    epilog="Example: editreview agent --prompt 'Add a test for the parser' -- gemini --acp",
)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND …")
@click.option(
    "--plain",
    is_flag=True,
    help="Give an agent that does not speak ACP the terminal, and review what it wrote when it ends.",
)
@click.option(
    "--prompt",
    metavar="TEXT",
    help="The first prompt; `-` reads standard input, and `@FILE` a file.",
)
@options(
    "resume",
    "root",
    "accept",
    "allow",
    "copy",
    "config",
    "run",
    "lsp",
    "json",
    "diff",
    "feedback",
    "no_stage",
    "layout",
    "theme",
    "no_color",
    "ascii",
    "model",
    "no_stats",
    "debug",
)
def agent(
    command: tuple[str, ...],
    plain: bool,
    prompt: str | None,
    resume: str | None,
    root: str | None,
    accept: str,
    allow: tuple[str, ...],
    copy: tuple[str, ...],
    config: str | None,
    run_command: str | None,
    uses_servers: bool,
    as_json: bool,
    diff: bool,
    feedback_file: str | None,
    no_stage: bool,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    model: str | None,
    no_stats: bool,
) -> int:
    """Run an agent in a temporary tree, and review what it writes.

    The tree is a git work tree with your files as they are. Over ACP, each edit that the agent asks for is a
    block as it comes, and your decision answers it; at the end of a turn, what it wrote without asking
    follows. Only what you accept reaches your own files. With --resume, an agent goes on with a saved review:
    its first prompt is the feedback. This is not a sandbox: the agent's commands can reach whatever you can.
    """
    outputs = Outputs.of(as_json, diff, feedback_file)
    given = ReviewOptions.of(root=root, allow=allow, config=config, uses_servers=uses_servers)
    # It needs nothing of the extra, and loads what few commands need.
    from editreview.agents.edits import FORMATS

    review_options = replace(given, formats=FORMATS, context=None, strip=())
    if resume is not None and (plain or prompt is not None):
        what = "--plain" if plain else "--prompt"
        raise UsageError(
            f"--resume goes on with a saved review, where `B` writes the prompt: leave out {what}"
        )
    workspace = _workspace_of_user(root)
    resumed = None if resume is None else review_options.resume(resume)
    if resumed is not None:
        workspace = resumed.review.workspace
    if workspace.repository is None:
        raise UsageError(
            f"{workspace.root.folder} is not in a git repository: an agent gets a work tree of one"
        )
    copied = _ignored_paths(workspace, copy)
    screen = ScreenOptions(
        accept=Tier(accept),
        can_stage=not no_stage,
        layout=layout,
        theme=theme,
        theme_option=source_of("theme", "--theme"),
        no_color=no_color,
        is_ascii=is_ascii,
        command=review_options.command(run_command),
        otherwise="With --plain, an agent runs without one, and the review is saved.",
    )
    if plain:
        if prompt is not None:
            raise UsageError("--prompt needs an agent that speaks ACP: with --plain, pass it in COMMAND")
        uses_stdout = as_json or diff or feedback_file == "-"
        text, is_interrupted = _run_plain(command, workspace, copied, out=2 if uses_stdout else 1)
        ended = _review_written(text, review_options, screen, is_interrupted=is_interrupted)
        if isinstance(ended, int):
            return ended
    else:
        _check_extra("editreview agent")
        opening = resumed if resumed is not None else _first_prompt(prompt)
        ended = _review_asked(command, workspace, copied, opening, review_options, screen)
    if ended.crash is None:
        record_run(ended.review, "agent", review_options.config, model=model, no_stats=no_stats)
    return conclude(ended, outputs, () if plain else command)


def _review_written(
    text: str, review_options: ReviewOptions, screen: ScreenOptions, *, is_interrupted: bool
) -> "ReviewResult | int":
    """Review what an agent wrote; save it if a signal ended the agent, or where there is no terminal.

    Returns:
        How the review ended; the exit status if there was none.
    """
    if not text:
        return INTERRUPTED if is_interrupted else 0
    if is_interrupted:
        say(_save_for_later(review_options, text))
        return INTERRUPTED
    try:
        _, ended = show_review(lambda: (review_options.open(), unnamed_file(text)), review_options, screen)
    except NoTerminal:
        say(_save_for_later(review_options, text))
        return 1
    except EditreviewError:
        say(_save_for_later(review_options, text))
        raise
    return ended


def _review_asked(
    command: Sequence[str],
    workspace: Workspace,
    copied: Sequence[str],
    opening: "ResumedReview | str",
    review_options: ReviewOptions,
    screen: ScreenOptions,
) -> "ReviewResult":
    """Review the edits that an agent asks for over ACP, and those that it made without asking.

    Args:
        command: The agent and its arguments.
        workspace: The user's tree.
        copied: Files and folders that git ignores, to copy.
        opening: The saved review with which it goes on, or its first prompt.
        review_options: The options of the review.
        screen: The options of the screen.
    """
    from editreview.agents.client import AgentRun

    assert workspace.repository is not None
    with scratch_tree(workspace.repository) as scratch, _quiet_log():
        tree = _agent_tree(scratch, workspace, copied)
        try:
            run = AgentRun(command, tree)
        except OSError as error:
            raise UsageError(f"{command[0]} cannot be started: {error.strerror}") from error

        def opened() -> "tuple[Review | ResumedReview, int | None]":
            if isinstance(opening, str):
                return review_options.open(), run.prompt(opening)
            return opening, None

        try:
            _, ended = show_review(opened, review_options, replace(screen, agent=run))
        finally:
            run.close()
            kept = tree.keep_left()
    for sentence in filter(None, (run.problem, *tree.notes, kept)):
        say(sentence)
    return ended


def _workspace_of_user(root: str | None) -> Workspace:
    """The user's tree. From here on, no variable of the environment names a repository.

    Git sets some in aliases and hooks, and with them it would not look at the agent's tree.

    Raises:
        UsageError: Without them, git finds another repository.
    """
    folder = None if root is None else Path(root)
    workspace = Workspace.open(folder)
    if named := [name for name in REPOSITORY_VARIABLES if name in os.environ]:
        private = _private_of(workspace)
        for name in named:
            del os.environ[name]
        found = Workspace.open(folder)
        if workspace.root.folder != found.root.folder or private != _private_of(found):
            raise UsageError(f"{named[0]} names another repository than git finds in {found.root.folder}")
        workspace = found
    return workspace


def _private_of(workspace: Workspace) -> Path | None:
    return None if workspace.repository is None else workspace.repository.private_folder.resolve()


def _ignored_paths(workspace: Workspace, written: Sequence[str]) -> list[str]:
    """The paths of --copy, relative to the root.

    Raises:
        UsageError: One is not below the root, does not exist, or is in the agent's tree already.
    """
    from editreview.agents.edits import path_in

    paths: list[str] = []
    root = workspace.root.folder
    for name in written:
        path = os.path.relpath(root / name, root)
        parent = os.path.dirname(path)
        # It may be a link itself, and lie elsewhere.
        is_below = parent == "" or path_in(root, parent) == parent
        if path in (os.curdir, os.pardir) or path.lower() == ".git" or not is_below:
            raise UsageError(f"--copy {name}: it is not below {root}")
        if not (root / path).exists():
            raise UsageError(f"--copy {name}: it does not exist")
        if not workspace.ignored([path]):
            raise UsageError(f"--copy {name}: git does not ignore it, so the agent's tree has it already")
        paths.append(path)
    return paths


def _agent_tree(scratch: ScratchTree, workspace: Workspace, copied: Sequence[str]) -> "AgentTree":
    """The tree of an agent.

    Raises:
        UsageError: What git ignores cannot be copied.
    """
    from editreview.agents.edits import AgentTree

    try:
        return AgentTree(scratch, workspace, copied)
    except OSError as error:
        raise UsageError(f"--copy: {error.filename} cannot be copied: {error.strerror}") from error


def _first_prompt(given: str | None) -> str:
    """The first prompt.

    Raises:
        UsageError: There is none, or it cannot be read.
    """
    if given is None:
        raise UsageError("--prompt TEXT gives the agent its task (or --plain lets you type it there)")
    try:
        if given == "-":
            if is_terminal(0):
                raise UsageError("--prompt - reads the prompt from a pipe or a file")
            with open(0, "rb", closefd=False) as stream:
                text = stream.read().decode("utf-8", "replace")
        elif given.startswith("@"):
            text = Path(given[1:]).read_text("utf-8", "replace")
        else:
            text = given
    except OSError as error:
        raise UsageError(f"cannot read the prompt: {error.strerror}") from error
    if not text.strip():
        raise UsageError("the prompt is empty")
    return text


def _run_plain(
    command: Sequence[str], workspace: Workspace, copied: Sequence[str], *, out: int
) -> tuple[str, bool]:
    """Run an agent on the terminal in a tree of its own.

    Args:
        command: The agent and its arguments.
        workspace: The user's tree.
        copied: Files and folders that git ignores, to copy.
        out: The descriptor for its output.

    Returns:
        What it wrote, as a diff, and whether a signal ended it.

    Raises:
        UsageError: It cannot be started.
        TreeError: What it wrote cannot be compared, and is kept.
    """
    assert workspace.repository is not None
    with ends_cleanly(), scratch_tree(workspace.repository) as scratch:
        tree = _agent_tree(scratch, workspace, copied)
        is_interrupted = False
        try:
            with _terminal_kept():
                status = lend_terminal(command, folder=tree.folder, out=out, environment=tree.variables)
        except OSError as error:
            raise UsageError(f"{command[0]} cannot be started: {error.strerror}") from error
        except KeyboardInterrupt:
            is_interrupted, status = True, 0
        try:
            sweep = tree.sweep(())
        except BaseException as error:
            sentence = tree.keep_whole(f"what {command[0]} wrote cannot be compared", error)
            if isinstance(error, EditreviewError | OSError):
                raise TreeError(sentence) from error
            say(sentence)
            raise
        kept = tree.keep_left()
    if status:
        say(f"{command[0]} ended with {ending(status)}")
    for note in sweep.notes:
        say(note)
    if kept:
        say(kept)
    if not sweep.diff:
        say("nothing else to review" if sweep.notes or kept else f"{command[0]} changed no files")
    return sweep.diff, is_interrupted


@contextmanager
def _terminal_kept() -> Iterator[None]:
    """Leave a ctrl+c to the program on the terminal, and restore the terminal's modes after it."""
    before = signal.signal(signal.SIGINT, lambda number, _: None)
    restore: Callable[[], None] | None = None
    with suppress(ImportError, OSError):
        import termios

        if is_terminal(0):
            restore = partial(termios.tcsetattr, 0, termios.TCSANOW, termios.tcgetattr(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if restore is not None:
            with suppress(OSError):
                restore()


def _save_for_later(review_options: ReviewOptions, text: str) -> str:
    """Save a review that cannot be shown now. Returns the sentence how to go on."""
    try:
        saved = save_unread(review_options.open(), text)
    except (EditreviewError, OSError) as error:
        return f"the review cannot be saved: {error}. {_keep_diff(text)}"
    return f"what it wrote is saved: `editreview --resume {saved.id}` reviews it"


def _keep_diff(text: str) -> str:
    """Keep a diff that cannot be saved as a review. Returns the sentence where it is."""
    from tempfile import NamedTemporaryFile

    data = text.encode("utf-8", "surrogateescape")
    try:
        with NamedTemporaryFile(prefix="editreview-", suffix=".diff", delete=False) as file:
            file.write(data)
    except OSError:
        return f"What it wrote:\n{text}"
    return f"What it wrote is in {file.name}"


@contextmanager
def _quiet_log() -> Iterator[None]:
    """Keep what the package for ACP logs from the screen."""
    handler = logging.NullHandler()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
