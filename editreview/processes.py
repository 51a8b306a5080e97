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
