"""The program in processes forked from one that has imported it, for tests of what a run says and does.

A process of its own costs a quarter of a second before it does anything; this costs some milliseconds.
Tests of a start and of its streams start the program themselves.
"""

import fcntl
import gc
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn

_IMPORTED = ("ast_grep_py", "filelock", "git", "json_repair", "rapidfuzz.fuzz", "rapidfuzz.process")
"""What a run may import, all of it or in part, beside the program's own modules."""
_LEFT_OUT = ("editreview.agents", "editreview.browser", "editreview.sample")
"""Modules of the program that no run in a fork has: servers and the sample."""
_SCREEN = "editreview.tui"
_OF_JOBS = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_MAX_REQUEST = 1 << 20
MAX_INPUT = 1 << 15
"""Bytes that fit into a pipe that nobody reads yet."""


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    out: str
    err: str


class Running:
    """A run in a terminal, as far as it is used as a `subprocess.Popen`."""

    def __init__(self, connection: socket.socket) -> None:
        self._said = connection.makefile("rb")
        connection.close()
        self.pid = int(self._said.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status if it has ended, negative for a signal."""
        if self.returncode is None and select.select([self._said], [], [], 0)[0]:
            return self.wait()
        return self.returncode

    def wait(self) -> int:
        if self.returncode is None:
            self.returncode = int(self._said.readline())
            self._said.close()
        return self.returncode


class Warm:
    """A process that has imported the program, and runs it in forks of itself.

    Args:
        has_screen: True to import what shows a review too.
    """

    def __init__(self, *, has_screen: bool = False) -> None:
        self._has_screen = has_screen

    def __enter__(self) -> "Warm":
        self._socket, theirs = socket.socketpair()
        # -P, so that no file of a tree is taken for a module.
        command = [sys.executable, "-P", "-m", "tests.warm", str(theirs.fileno())]
        command += ["screen"] if self._has_screen else []
        # The screen is written to the standard error that the interpreter opens.
        environment = {
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[1]),
            "PYTHONIOENCODING": "utf-8",
        }
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)
        theirs.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._process.wait()

    def run(
        self,
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
        variables = os.environ if environment is None else environment
        reader, writer = os.pipe()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            os.write(writer, response)
            os.close(writer)
            request = json.dumps([str(folder), removes_folder, arguments, dict(variables)]).encode()
            socket.send_fds(self._socket, [request], [reader, out.fileno(), err.fileno()])
            os.close(reader)
            status = int(self._socket.recv(16))
            out.seek(0)
            err.seek(0)
            return Ended(status, out.read().decode(), err.read().decode())

    def start(
        self, folder: Path, arguments: Sequence[str], terminal: int, environment: Mapping[str, str]
    ) -> Running:
        """Run the program as the leader of a session of its own.

        Args:
            folder: Its working folder.
            arguments: Its arguments.
            terminal: The descriptor of the terminal that is to control the session, for all three streams.
            environment: All of its variables.
        """
        ours, theirs = socket.socketpair()
        request = json.dumps([str(folder), False, arguments, dict(environment)]).encode()
        socket.send_fds(self._socket, [request], [terminal, theirs.fileno()])
        theirs.close()
        return Running(ours)


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
    for stream in set(streams):
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


def _lead_session(terminal: int, connection: int, request: bytes) -> NoReturn:
    """Run the program in a terminal, in a child of this process, which tells its id and its status."""
    child = os.fork()
    if child == 0:
        os.close(connection)
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        # As an interpreter starts, whatever the runner of the tests was started with.
        for number in (signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, *_OF_JOBS):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        folder, removes_folder, arguments, environment = json.loads(request)
        _run(folder, removes_folder, arguments, environment, [terminal] * 3)
    # Or nobody would see that the program has closed it.
    os.close(terminal)
    os.write(connection, f"{child}\n".encode())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(connection, f"{status}\n".encode())
    os._exit(0)


def _serve(connection: socket.socket) -> None:
    while True:
        request, streams, _, _ = socket.recv_fds(connection, _MAX_REQUEST, 3)
        if not request:
            break
        child = os.fork()
        if child == 0:
            connection.close()
            if len(streams) == 2:
                _lead_session(streams[0], streams[1], request)
            folder, removes_folder, arguments, environment = json.loads(request)
            _run(folder, removes_folder, arguments, environment, streams)
        for stream in streams:
            os.close(stream)
        if len(streams) == 3:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            connection.send(str(status).encode())
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _modules(*, has_screen: bool) -> Iterator[str]:
    import editreview

    left_out = _LEFT_OUT if has_screen else (*_LEFT_OUT, _SCREEN)
    for module in pkgutil.walk_packages(editreview.__path__, "editreview."):
        if not module.name.startswith(left_out) and not module.name.endswith("__main__"):
            yield module.name


if __name__ == "__main__":
    for name in (*_IMPORTED, *_modules(has_screen=sys.argv[2:] == ["screen"])):
        import_module(name)
    # A collection in a fork would copy the memory of all that is imported.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        _serve(listener)
