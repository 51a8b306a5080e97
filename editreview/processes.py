"""The one way to start a child process, and a look at those of others.

While a review is on screen, file descriptors 0, 1 and 2 are the terminal: a child that
inherited them would eat keys or paint over the screen. So every child gets its three
streams named.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct


class Finished(Struct, frozen=True):
    """What a child left behind."""

    status: int
    out: bytes
    err: bytes


class Running(Struct, frozen=True):
    """A process of the person's."""

    number: int
    command: tuple[str, ...]


def run(
    command: Sequence[str],
    *,
    folder: Path,
    data: bytes = b"",
    environment: Mapping[str, str] | None = None,
    patience: float | None = None,
    captures: bool = True,
) -> Finished:
    """Run a program to its end.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        data: Its standard input.
        environment: Variables to set beside the inherited ones.
        patience: Seconds after which it is ended; None for however long it takes.
        captures: Whether what it says is wanted. A child that leaves one of its own behind is waited for
            only if not: that one has the pipes open.

    Raises:
        OSError: It could not be started.
        TimeoutError: It took longer than that.
    """
    stream = subprocess.PIPE if captures else subprocess.DEVNULL
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=data,
            stdout=stream,
            stderr=stream,
            env={**os.environ, **(environment or {})},
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"{command[0]} took longer than {patience} s") from error
    return Finished(done.returncode, done.stdout or b"", done.stderr or b"")


def running_in(folder: Path) -> list[Running]:
    """The processes whose working folder is this one or below it, as far as the system tells."""
    found: list[Running] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.joinpath("cwd").readlink().is_relative_to(folder):
                command = process.joinpath("cmdline").read_bytes().rstrip(b"\0").split(b"\0")
                found.append(Running(int(process.name), tuple(map(os.fsdecode, command))))
        except OSError:
            # Ended meanwhile, or another person's.
            continue
    return found


def lend_terminal(command: Sequence[str], *, folder: Path) -> int:
    """Run a program that talks with the person, on descriptors 0, 1 and 2. Returns its exit status.

    They have to be the terminal, and nobody else may be drawing on it.

    Raises:
        OSError: It could not be started.
    """
    return subprocess.run(command, cwd=folder, stdin=0, stdout=1, stderr=2, check=False).returncode
