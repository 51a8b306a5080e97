"""The program in processes forked from one that has imported it, for tests of what a run says and does.

A process of its own costs a quarter of a second before it does anything; this costs some milliseconds.
Tests of a start, of its streams and of how a process ends start the program themselves.
"""

import gc
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn

_IMPORTED = ("ast_grep_py", "filelock", "git", "json_repair", "rapidfuzz.fuzz", "rapidfuzz.process")
"""What a run may import, all of it or in part, beside the program's own modules."""
_LEFT_OUT = ("editreview.agents", "editreview.browser", "editreview.sample", "editreview.tui")
"""Modules of the program that no run in a fork has: servers, the sample and the screen."""
_MAX_REQUEST = 1 << 20
_MAX_INPUT = 1 << 15
"""Bytes that fit into a pipe that nobody reads yet."""


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    out: str
    err: str


class Warm:
    """A process that has imported the program, and runs it in forks of itself."""

    def __enter__(self) -> "Warm":
        self._socket, theirs = socket.socketpair()
        # -P, so that no file of a tree is taken for a module.
        command = [sys.executable, "-P", "-m", "tests.warm", str(theirs.fileno())]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)
        theirs.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._process.wait()

    def run(
        self, folder: Path, *arguments: str, response: bytes = b"", removes_folder: bool = False
    ) -> Ended:
        """Run the program in a folder with a response on standard input, a pipe.

        Args:
            folder: Its working folder.
            arguments: Its arguments.
            response: Its standard input.
            removes_folder: True to remove the folder, which must be empty, before the program begins.
        """
        assert len(response) <= _MAX_INPUT
        reader, writer = os.pipe()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            os.write(writer, response)
            os.close(writer)
            request = json.dumps([str(folder), removes_folder, arguments, dict(os.environ)]).encode()
            socket.send_fds(self._socket, [request], [reader, out.fileno(), err.fileno()])
            os.close(reader)
            status = int(self._socket.recv(16))
            out.seek(0)
            err.seek(0)
            return Ended(status, out.read().decode(), err.read().decode())


def _run(
    folder: str,
    removes_folder: bool,
    arguments: list[str],
    environment: dict[str, str],
    streams: list[int],
) -> NoReturn:
    """Become the program, as a process that was started for it."""
    from editreview.__main__ import program

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    if removes_folder:
        os.rmdir(folder)
    sys.argv[1:] = arguments
    program()


def _serve(connection: socket.socket) -> None:
    while True:
        request, streams, _, _ = socket.recv_fds(connection, _MAX_REQUEST, 3)
        if not request:
            return
        child = os.fork()
        if child == 0:
            connection.close()
            folder, removes_folder, arguments, environment = json.loads(request)
            _run(folder, removes_folder, arguments, environment, streams)
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.send(str(status).encode())


def _modules() -> Iterator[str]:
    import editreview

    for module in pkgutil.walk_packages(editreview.__path__, "editreview."):
        if not module.name.startswith(_LEFT_OUT) and not module.name.endswith("__main__"):
            yield module.name


if __name__ == "__main__":
    for name in (*_IMPORTED, *_modules()):
        import_module(name)
    # A collection in a fork would copy the memory of all that is imported.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        _serve(listener)
