"""Child processes: the only place that starts them.

While a review is on screen, file descriptors 0, 1 and 2 are the terminal. A child that
inherited them would read keys or paint over the screen, so every child gets explicit
standard streams.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, monotonic_ns, sleep
from types import MappingProxyType
from typing import IO, TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from asyncio.subprocess import Process

_GRACE_S = 1.0
"""Seconds a process gets to exit after SIGTERM."""
_POLL_S = 0.02
"""Seconds between two listings of processes."""
_WAIT_S = 0.05
"""Seconds between two checks whether a command should be stopped."""
_MAX_LINE = 64 * 1024
"""Bytes of output that are read as one line."""
_MAX_ERRORS = 2_000
"""Bytes at the end of error output in which its last line is looked for."""
NO_VARIABLES: Mapping[str, str] = MappingProxyType({})
"""For a command whose environment is only the inherited one."""
REPOSITORY_VARIABLES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
)
"""Variables that name a repository, or a part of one. Git sets some for aliases and hooks."""


class Finished(Struct, frozen=True):
    """The result of a child process."""

    status: int
    out: bytes
    err: bytes


class Running(Struct, frozen=True):
    """A running process."""

    process_id: int
    command: tuple[str, ...]


def run(
    command: Sequence[str],
    *,
    folder: Path,
    data: bytes = b"",
    environment: Mapping[str, str] | None = None,
    timeout: float | None = None,
    captures: bool = True,
) -> Finished:
    """Run a program to its end.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        data: Its standard input.
        environment: Variables to set in addition to the inherited ones.
        timeout: Seconds after which it is killed; None waits as long as it takes.
        captures: Read its output. If True, the call also waits for any background process the child
            leaves behind, which holds the pipes open.

    Raises:
        OSError: It could not be started.
        TimeoutError: It took longer than `timeout`.
    """
    stream = subprocess.PIPE if captures else subprocess.DEVNULL
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=stream,
        stderr=stream,
        env={**os.environ, **(environment or {})},
    )
    with process, ended_if_interrupted(process):
        try:
            out, err = process.communicate(data, timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(f"{command[0]} took longer than {timeout} s") from error
    return Finished(process.returncode, out or b"", err or b"")


def _environment_in(folder: Path) -> dict[str, str]:
    """The environment of a program in a folder. If that is not ours, no variable names our repository."""
    path = os.path.abspath(folder)
    # The current folder may be gone.
    with suppress(FileNotFoundError):
        if path == os.getcwd():
            return dict(os.environ)
    inherited = {name: value for name, value in os.environ.items() if name not in REPOSITORY_VARIABLES}
    return {**inherited, "PWD": path}


def run_shell(
    command: str,
    *,
    folder: Path,
    environment: Mapping[str, str],
    on_line: Callable[[str], None],
    is_cancelled: Callable[[], bool],
) -> int | None:
    """Run a command line of the user in a shell, in a process group of its own, without input.

    Whatever it leaves behind is ended, as far as its group and its environment tell.

    Args:
        command: The command line.
        folder: Its working folder.
        environment: Variables to set in addition to the inherited ones.
        on_line: Called on another thread with each line of its output, without the line end.
        is_cancelled: Asked every few hundredths of a second; True ends the command.

    Returns:
        The exit status; None if it was cancelled.

    Raises:
        OSError: It could not be started.
    """
    # Descendants inherit it, even those that leave the group.
    tag = f"{_process_tag(os.getpid())}{monotonic_ns()}"
    process = subprocess.Popen(
        command,
        shell=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**_environment_in(folder), **environment, tag: "1"},
        start_new_session=True,
    )
    assert process.stdout is not None
    reader = Thread(target=_read_lines, args=(process.stdout, on_line), daemon=True)
    return _wait(process, [reader], is_cancelled, f"{tag}=")


def run_filter(
    command: Sequence[str],
    *,
    folder: Path,
    data: bytes,
    timeout: float,
    limit: int,
    is_cancelled: Callable[[], bool],
) -> Finished | None:
    """Run a program on some input, in a process group of its own, and end whatever it leaves there.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        data: Its standard input, which it need not read.
        timeout: Seconds after which it is ended.
        limit: The most bytes of each of its outputs.
        is_cancelled: Asked every few hundredths of a second; True ends it.

    Returns:
        None if it was cancelled.

    Raises:
        OSError: It could not be started.
        TimeoutError: It took longer than `timeout`.
        OverflowError: It wrote more than `limit`.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=_environment_in(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = _Output(process.stdout, limit), _Output(process.stderr, limit)
    threads = [
        Thread(target=write_input, args=(process.stdin, data), daemon=True),
        Thread(target=out.read, daemon=True),
        Thread(target=err.read, daemon=True),
    ]
    deadline = monotonic() + timeout
    status = _wait(
        process,
        threads,
        lambda: is_cancelled() or out.is_too_long or err.is_too_long or monotonic() > deadline,
    )
    if status is None and is_cancelled():
        return None
    if out.is_too_long or err.is_too_long:
        raise OverflowError
    if status is None:
        raise TimeoutError
    return Finished(status, bytes(out.data), bytes(err.data))


def _wait(
    process: subprocess.Popen[bytes],
    threads: Sequence[Thread],
    is_stopped: Callable[[], bool],
    tag: str | None = None,
) -> int | None:
    """Wait for a process that leads its group, and end whatever it leaves there.

    Args:
        process: The process.
        threads: They serve its pipes, and are started here.
        is_stopped: Asked every few hundredths of a second; True ends the process.
        tag: The beginning of a variable in the environment of all that it starts, which is ended too.

    Returns:
        The exit status; None if it was stopped.
    """
    for thread in threads:
        thread.start()
    try:
        while True:
            try:
                return process.wait(_WAIT_S)
            except subprocess.TimeoutExpired:
                if is_stopped():
                    return None
    finally:
        end_group(process)
        if tag is not None:
            _end_tagged(tag)
        for thread in threads:
            # Only a process that left the group can hold a pipe, and with it a thread.
            thread.join(_GRACE_S)


class _Output:
    """The output of a child through a pipe, up to a limit."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream = stream
        self._limit = limit
        self.data = bytearray()
        self.is_too_long = False

    def read(self) -> None:
        """Read to the end. Beyond the limit nothing more is read, so the child waits until it is ended."""
        with self._stream, suppress(OSError, ValueError):
            while chunk := os.read(self._stream.fileno(), _MAX_LINE):
                self.data += chunk
                if len(self.data) > self._limit:
                    self.is_too_long = True
                    return


def write_input(stream: IO[bytes], data: bytes) -> None:
    """Write the input of a child, and close it. Waits for a child that is slow to read."""
    # A child that does not read its input closes the pipe.
    with suppress(OSError), stream:
        stream.write(data)


def start(
    command: Sequence[str] | str,
    *,
    folder: Path,
    errors: int = subprocess.DEVNULL,
    environment: Mapping[str, str] = NO_VARIABLES,
) -> subprocess.Popen[bytes]:
    """Start a program that is talked to through pipes, in a process group of its own: see `end_group`.

    Args:
        command: The program and its arguments, or a command line for a shell.
        folder: Its working folder.
        errors: The descriptor of a file for its error output, which is dropped without one: a pipe that
            nobody reads would fill.
        environment: Variables to set in addition to the inherited ones.

    Raises:
        OSError: It could not be started.
    """
    return subprocess.Popen(
        command,
        shell=isinstance(command, str),
        cwd=folder,
        env={**_environment_in(folder), **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        start_new_session=True,
    )


def ending(status: int) -> str:
    """An exit status in a sentence: `status 3`, or the signal that ended the process, such as `SIGKILL`."""
    if status >= 0:
        return f"status {status}"
    with suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"


def last_line(errors: IO[bytes]) -> str:
    """The last line of a child's error output, which went to this file; empty if there is none."""
    errors.seek(max(errors.seek(0, os.SEEK_END) - _MAX_ERRORS, 0))
    lines = errors.read().decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


async def start_on_pipes(
    command: Sequence[str], *, keeps: Sequence[int], environment: Mapping[str, str]
) -> "Process":
    """Start a program with pipes for standard input and output, in a session of its own.

    Keys of the terminal, such as ctrl+c, do not reach it. Its error output is ours.

    Args:
        command: The program and its arguments.
        keeps: Descriptors that it inherits, under their numbers.
        environment: Variables to set in addition to the inherited ones.

    Raises:
        OSError: It could not be started.
    """
    # Imported on first use: it takes long.
    import asyncio

    return await asyncio.create_subprocess_exec(
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
        pass_fds=keeps,
        start_new_session=True,
    )


def launch(command: Sequence[str]) -> None:
    """Start a program that lives on by itself, such as a browser, without our streams.

    Raises:
        OSError: It could not be started.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    Thread(target=process.wait, daemon=True).start()


def _read_lines(stream: IO[bytes], on_line: Callable[[str], None]) -> None:
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(_MAX_LINE):
            on_line(line.decode("utf-8", "replace").rstrip("\r\n"))


def end_group(process: subprocess.Popen[bytes], *, at_once: bool = False) -> None:
    """End the process group that a child leads, whether the child runs or not.

    Args:
        process: The child.
        at_once: True to leave it no time to clean up.
    """
    if not hasattr(os, "killpg"):
        end(process)
        return
    for signal_number in (signal.SIGTERM, signal.SIGKILL)[at_once:]:
        deadline = monotonic() + _GRACE_S
        with suppress(OSError):
            os.killpg(process.pid, signal_number)
        while monotonic() < deadline and _is_group_alive(process):
            sleep(_POLL_S)
        if not _is_group_alive(process):
            return


def end_commands_of(process_id: int) -> None:
    """End what `run_shell` started for a process that has ended itself.

    Args:
        process_id: The process, which was one of ours.
    """
    _end_tagged(_process_tag(process_id))


def _process_tag(process_id: int) -> str:
    """The beginning of a variable in the environment of all commands that a process runs in a shell."""
    return f"EDITREVIEW_COMMAND_{process_id}_"


def _end_tagged(tag: str) -> None:
    """End the processes with a variable that begins so, where the system shows the environment of others."""
    if not hasattr(os, "pidfd_open"):
        return
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        deadline = monotonic() + _GRACE_S
        signalled = set[int]()
        while (found := _tagged(tag)) and monotonic() < deadline:
            for process_id in found - signalled:
                _signal_tagged(process_id, tag, signal_number)
            signalled |= found
            sleep(_POLL_S)
        if not found:
            return


def _tagged(tag: str) -> set[int]:
    """The IDs of the processes with a variable that begins so."""
    return {int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _has_tag(folder.name, tag)}


def _has_tag(process_id: int | str, tag: str) -> bool:
    # Those of other users cannot be read, and those that ended have none.
    with suppress(OSError):
        return f"\0{tag}".encode() in b"\0" + Path(f"/proc/{process_id}/environ").read_bytes()
    return False


def _signal_tagged(process_id: int, tag: str, signal_number: int) -> None:
    with suppress(OSError):
        descriptor = os.pidfd_open(process_id)
        try:
            # Only now it is certain that the ID is not another process's.
            if _has_tag(process_id, tag):
                signal.pidfd_send_signal(descriptor, signal_number)
        finally:
            os.close(descriptor)


def _is_group_alive(process: subprocess.Popen[bytes]) -> bool:
    # A child that has ended is reaped first: a zombie counts as a member of its group.
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except OSError:
        return False
    return True


@contextmanager
def ended_if_interrupted(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a child and its descendants if an exception, such as a signal's, leaves the block."""
    try:
        yield
    except BaseException:
        end(process)
        raise


def end(process: subprocess.Popen[bytes]) -> None:
    """End a child and its descendants: SIGTERM first, so that they can clean up, then SIGKILL.

    They share our process group. In a group of their own, a hook or signing program that asks for a
    passphrase could not read the terminal.
    """
    family = {process.pid}
    for signal_number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        deadline = monotonic() + _GRACE_S
        signalled = set[int]()
        while monotonic() < deadline and (family := _with_descendants(family)):
            for process_id in family - signalled:
                with suppress(OSError):
                    os.kill(process_id, signal_number)
            signalled |= family
            sleep(_POLL_S)
    # In case the system does not list processes.
    process.kill()


def _with_descendants(process_ids: set[int]) -> set[int]:
    """The given processes that still run, with their descendants, as far as the system lists them."""
    parents = dict(_parents())
    family = process_ids & parents.keys()
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def _parents() -> Iterator[tuple[int, int]]:
    """The IDs of every running process and its parent."""
    listed = [*Path("/proc").glob("[0-9]*/stat")]
    for path in listed:
        with suppress(OSError, ValueError):
            # The name may contain a closing parenthesis. Zombies do not count.
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(path.parent.name), int(parent)
    if not listed:
        with suppress(OSError):
            listing = subprocess.run(
                ["ps", "-A", "-o", "pid=,ppid="], stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
            for line in listing.stdout.splitlines():
                process_id, parent_id = map(int, line.split())
                yield process_id, parent_id


def running_in(folder: Path) -> list[Running]:
    """Processes whose working folder is this one or below it, as far as the system lists them."""
    running: list[Running] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.joinpath("cwd").readlink().is_relative_to(folder):
                command = process.joinpath("cmdline").read_bytes().rstrip(b"\0").split(b"\0")
                running.append(Running(int(process.name), tuple(map(os.fsdecode, command))))
        except OSError:
            # It ended meanwhile, or belongs to another user.
            continue
    return running


def lend_terminal(
    command: Sequence[str],
    *,
    folder: Path | None = None,
    out: int = 1,
    environment: Mapping[str, str] = NO_VARIABLES,
) -> int:
    """Run an interactive program on descriptors 0, 1 and 2. Returns its exit status.

    They must be the terminal, and nothing else may draw on it meanwhile.

    Args:
        command: The program and its arguments.
        folder: Its working folder; None for the current one.
        out: The descriptor for its output.
        environment: Variables to set in addition to the inherited ones.

    Raises:
        OSError: It could not be started.
    """
    inherited = os.environ if folder is None else _environment_in(folder)
    variables = {**inherited, **environment}
    done = subprocess.run(command, cwd=folder, env=variables, stdin=0, stdout=out, stderr=2, check=False)
    return done.returncode
