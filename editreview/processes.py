"""The one way to start a child process, and a look at those of others.

While a review is on screen, file descriptors 0, 1 and 2 are the terminal: a child that
inherited them would eat keys or paint over the screen. So every child gets its three
streams named.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from msgspec import Struct

_GRACE = 1.0
"""Seconds in which a process that was asked to end may do so by itself."""
_LOOK_AGAIN = 0.02


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
            out, err = process.communicate(data, timeout=patience)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(f"{command[0]} took longer than {patience} s") from error
    return Finished(process.returncode, out or b"", err or b"")


@contextmanager
def ended_if_interrupted(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Ends a child, with all that it started, if anything is raised meanwhile, as by a signal."""
    try:
        yield
    except BaseException:
        _end(process)
        raise


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a child and its descendants: asked to first, so that they tidy up, and then made to.

    Their process group is ours: one of its own would keep a hook or a signing program that asks for a
    passphrase from reading the terminal.
    """
    family = {process.pid}
    for what in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        until = monotonic() + _GRACE
        told = set[int]()
        while monotonic() < until and (family := _with_descendants(family)):
            for each in family - told:
                with suppress(OSError):
                    os.kill(each, what)
            told |= family
            sleep(_LOOK_AGAIN)
    # Where the system does not list processes.
    process.kill()


def _with_descendants(numbers: set[int]) -> set[int]:
    """Those of some processes that still run, with all that they started, as far as the system tells."""
    parents = dict(_parents())
    found = numbers & parents.keys()
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _parents() -> Iterator[tuple[int, int]]:
    """Every process that runs, with the one that started it."""
    listed = [*Path("/proc").glob("[0-9]*/stat")]
    for path in listed:
        with suppress(OSError, ValueError):
            # The name may hold anything, a bracket too; ended ones that nobody waited for are none.
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(path.parent.name), int(parent)
    if not listed:
        with suppress(OSError):
            said = subprocess.run(
                ["ps", "-A", "-o", "pid=,ppid="], stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
            for line in said.stdout.splitlines():
                number, above = line.split()
                yield int(number), int(above)


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
