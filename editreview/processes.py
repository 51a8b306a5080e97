"""The one way to start a child process.

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


def run(
    command: Sequence[str],
    *,
    folder: Path,
    data: bytes = b"",
    environment: Mapping[str, str] | None = None,
    patience: float | None = None,
) -> Finished:
    """Run a program to its end.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        data: Its standard input.
        environment: Variables to set beside the inherited ones.
        patience: Seconds after which it is ended; None for however long it takes.

    Raises:
        OSError: It could not be started.
        TimeoutError: It took longer than that.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=data,
            capture_output=True,
            env={**os.environ, **(environment or {})},
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"{command[0]} took longer than {patience} s") from error
    return Finished(done.returncode, done.stdout, done.stderr)


def lend_terminal(command: Sequence[str], *, folder: Path) -> int:
    """Run a program that talks with the person, on descriptors 0, 1 and 2. Returns its exit status.

    They have to be the terminal, and nobody else may be drawing on it.

    Raises:
        OSError: It could not be started.
    """
    return subprocess.run(command, cwd=folder, stdin=0, stdout=1, stderr=2, check=False).returncode
