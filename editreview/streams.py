"""The standard streams: reading a response, writing outputs and messages, and the end of a command.

Standard output carries only what was requested; all messages go to standard error.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from editreview import likeness
from editreview.errors import BUG, EditreviewError, OutputLost, ReviewCrashed, UsageError
from editreview.terminal import fill_closed, read_clipboard, visible, visible_line, write
from editreview.workspace import Workspace

_GAP = "  "


def hand_over(data: bytes) -> None:
    """Write to standard output: unchanged to a file or pipe, with control characters escaped to a terminal.

    Raises:
        OutputLost: It could not be written.
    """
    if is_terminal(1):
        data = visible(data.decode("utf-8", "surrogateescape")).encode("utf-8", "replace")
    write_output(1, data)


def write_output(descriptor: int, data: bytes) -> None:
    """Write all of an output.

    Raises:
        OutputLost: It could not be written.
    """
    try:
        write(descriptor, data)
    except BrokenPipeError as error:
        raise OutputLost from error
    except OSError as error:
        what = "standard output" if descriptor == 1 else "the feedback"
        raise OutputLost(f"{what} could not be written: {error.strerror}") from error


def say(message: str) -> None:
    """Print a message to standard error."""
    write(2, escaped_lines(message))


def escaped_lines(text: str) -> bytes:
    """Lines for users, with control characters escaped."""
    lines = (visible_line(line) for line in text.split("\n"))
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines whose columns are aligned by their width in a terminal.

    Cells are safe for a terminal, as names may come from a response: see `visible_line`.
    """
    from rich.cells import cell_len

    if not rows:
        return ""
    rows = [[visible_line(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = (
        _GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def is_terminal(descriptor: int) -> bool:
    """True if a descriptor is open and connected to a terminal."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def open_response(
    response: str | None, clipboard: bool, session: str | None, root: str | None, turn: int | None
) -> int | None:
    """Open the response that the options name.

    Args:
        response: A file; None or `-` for standard input.
        clipboard: True to read the clipboard.
        session: The agent whose newest session to read; None for none. A message names its file.
        root: The folder of the session; None for the tree of the current folder.
        turn: The turn of the session; see `Unwrapper`.

    Returns:
        Its descriptor; None for standard input.

    Raises:
        UsageError: It cannot be read, or two are named.
    """
    named = [
        name
        for name, given in (("RESPONSE", response), ("--clipboard", clipboard), ("--session", session))
        if given
    ]
    if len(named) > 1:
        raise UsageError(f"{named[0]} and {named[1]} cannot be used together")
    if session is not None:
        # Imported on first use: most responses come from no session.
        from editreview.agent_sessions import SessionAgent, newest_session

        folder = Workspace.open(None if root is None else Path(root)).root.folder
        found = newest_session(SessionAgent(session), folder, turn)
        say(found.note)
        return unnamed_file(found.text)
    if not clipboard:
        return None if response in (None, "-") else open_file(str(response))
    return unnamed_file(read_clipboard())


def unnamed_file(text: str) -> int:
    """The descriptor of a temporary file without a name, with this text.

    Raises:
        UsageError: It cannot be written.
    """
    from tempfile import TemporaryFile

    try:
        with TemporaryFile() as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.seek(0)
            return os.dup(file.fileno())
    except OSError as error:
        why = f"cannot write a temporary file: {error.strerror}"
        raise UsageError(f"{why}. Free some space, or let TMPDIR name another folder") from error


def open_file(path: str, what: str = "the response") -> int:
    """Open a file, and return its descriptor.

    Args:
        path: Its path.
        what: The thing that it is, for the message.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
        if os.path.isdir(path):
            raise IsADirectoryError(21, "Is a directory", path)
    except OSError as error:
        hint = _command_first(path) or _way_on(path, error)
        raise UsageError(f"cannot read {what} {path}: {error.strerror}.{hint}") from error
    return descriptor


def _commands() -> tuple[str, list[str]]:
    """The name of the command that runs, and the names of all; none for a review without options."""
    # A review without options has not imported it.
    import click

    context = click.get_current_context(silent=True)
    command = None if context is None else context.find_root().command
    if context is None or not isinstance(command, click.Group):
        return "", []
    return context.info_name or "", list(command.commands)


def _command_first(path: str) -> str:
    """A sentence, after a space, if a path is the name of a command."""
    is_command = path in _commands()[1]
    return f" To run the command {path}, put it first: editreview {path} …" if is_command else ""


def _way_on(path: str, error: OSError) -> str:
    """A sentence, after a space, that says how to go on when a file cannot be opened."""
    if isinstance(error, IsADirectoryError):
        return " Give a file in it."
    if isinstance(error, FileNotFoundError):
        try:
            names = [each.name for each in os.scandir(Path(path).parent) if not each.is_dir()]
        except OSError:
            return f" There is no folder {Path(path).parent} either."
        running, commands = _commands()
        if running == "review":
            # It may be a command with a typing error.
            names += commands
        return likeness.did_you_mean(Path(path).name, names) or " Use - for standard input, or --clipboard."
    return ""


@contextmanager
def ends_cleanly() -> Iterator[None]:
    """Turn SIGINT, SIGTERM and SIGHUP into KeyboardInterrupt, so that an unfinished write is rolled back."""

    def end(number: int, frame: FrameType | None) -> None:
        # A second signal would interrupt the rollback.
        for number in before:
            signal.signal(number, lambda got, _: None)
        raise KeyboardInterrupt

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    # A signal ignored at start (nohup) stays ignored.
    before = {n: handler for n in numbers if (handler := signal.getsignal(n)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_and_report(run: Callable[[], int], *, debug: bool) -> int:
    """Run a command, and tell the user of the error that ends it.

    Args:
        run: Returns the exit status.
        debug: True to print the traceback of an error.

    Returns:
        The exit status.
    """
    fill_closed()
    # What click prints may have any character: those the locale's encoding lacks are escaped.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        return run()
    except EditreviewError as error:
        if debug:
            _say_traceback(error)
        if str(error):
            say(f"editreview: {error}")
        return error.exit_status
    except Exception as error:
        return _report_crash(error, debug=debug)


def _say_traceback(error: BaseException) -> None:
    import traceback

    say("".join(traceback.format_exception(error)))


def _report_crash(error: Exception, *, debug: bool) -> int:
    crash = (error.__cause__ or error) if isinstance(error, ReviewCrashed) else error
    if debug:
        _say_traceback(crash)
    where = error.where if isinstance(error, ReviewCrashed) else "Run again with --debug for a traceback."
    say(f"editreview: internal error: {type(crash).__name__}: {crash}. {where}")
    return BUG
