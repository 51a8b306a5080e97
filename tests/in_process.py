"""The program run in this process, on descriptors of its own: for tests of what a run says and does.

It costs a tenth of a fork. The interpreter, its modules and what they keep are shared with other tests; the
folder, the variables and the standard streams are the run's.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tests.warm import MAX_INPUT, Ended


def run_here(
    folder: Path,
    *arguments: str,
    response: bytes = b"",
    environment: Mapping[str, str] | None = None,
    removes_folder: bool = False,
) -> Ended:
    """Run the program in a folder with a response on standard input, a pipe.

    Args:
        folder: Its working folder.
        arguments: Its arguments.
        response: Its standard input.
        environment: All of its variables; None for those of the tests.
        removes_folder: True to remove the folder, which must be empty, before the program begins.
    """
    assert len(response) <= MAX_INPUT
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        _in(folder, os.environ if environment is None else environment),
    ):
        if removes_folder:
            folder.rmdir()
        with _on(response, out, err):
            status = _status(arguments)
        out.seek(0)
        err.seek(0)
        return Ended(status, out.read().decode(), err.read().decode())


def _status(arguments: Sequence[str]) -> int:
    """Run a command line. Returns the exit status."""
    from editreview.cli import run
    from editreview.tui.parts import use_characters

    try:
        return run(list(arguments))
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code
    finally:
        # A run sets what its terminal can show.
        use_characters(is_ascii=False, escapes=False)


@contextmanager
def _in(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    variables = dict(environment)
    before = os.getcwd(), dict(os.environ), tempfile.tempdir
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    # Python asks for it once.
    tempfile.tempdir = None
    try:
        yield
    finally:
        os.chdir(before[0])
        os.environ.clear()
        os.environ.update(before[1])
        tempfile.tempdir = before[2]


@contextmanager
def _on(response: bytes, out: BinaryIO, err: BinaryIO) -> Iterator[None]:
    """Put these on the descriptors 0, 1 and 2, and streams of Python on them."""
    reader, writer = os.pipe()
    os.write(writer, response)
    os.close(writer)
    streams = sys.stdin, sys.stdout, sys.stderr
    saved = [os.dup(number) for number in range(3)]
    for number, descriptor in enumerate((reader, out.fileno(), err.fileno())):
        os.dup2(descriptor, number)
    os.close(reader)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, descriptor in enumerate(saved):
            os.dup2(descriptor, number)
            os.close(descriptor)
