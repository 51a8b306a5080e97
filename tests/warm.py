"""The program in processes forked from one that has imported it, for tests of reviews in a terminal.

A process of its own costs a quarter of a second before it does anything; this costs some milliseconds.
Tests of a start, and of the streams that a shell gives, start the program themselves.
"""

import asyncio
import fcntl
import gc
import json
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

_IMPORTED = ("ast_grep_py", "filelock", "git", "json_repair", "rapidfuzz.fuzz", "rapidfuzz.process")
"""What a run may import, all of it or in part, beside the program's own modules."""
_LEFT_OUT = ("editreview.browser", *(() if find_spec("acp") else ("editreview.agents",)))
"""Modules of the program that no run in a fork has: a server, and what needs a package that is missing."""
_OF_JOBS = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_MAX_REQUEST = 1 << 20
_ROOT = Path(__file__).parents[1]
FOLDER = "TESTS_WARM_FOLDER"
"""The variable that names the folder of a run of the tests to all its processes."""
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

    All processes that run tests at the same time have one, which the first that needs it starts.
    """

    def __init__(self, folder: Path) -> None:
        """
        Args:
            folder: A folder that only the processes of this run of the tests know.
        """
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = socket.socket(socket.AF_UNIX)
        address = str(folder / "warm")
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                self._socket.connect(address)
            except (FileNotFoundError, ConnectionRefusedError):
                # The one that was there has ended with the last that needed it.
                Path(address).unlink(missing_ok=True)
                self._process = _started(address)
                self._socket.connect(address)

    def end(self) -> None:
        self._socket.close()
        if self._process is not None:
            self._process.wait()

    def run(self, folder: Path, *arguments: str, response: bytes = b"") -> Ended:
        """Run the program in a folder with a response on standard input, a pipe.

        Args:
            folder: Its working folder.
            arguments: Its arguments.
            response: Its standard input.
        """
        assert len(response) <= MAX_INPUT
        reader, writer = os.pipe()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            os.write(writer, response)
            os.close(writer)
            request = json.dumps([str(folder), arguments, dict(os.environ), [], ""]).encode()
            socket.send_fds(self._socket, [request], [reader, out.fileno(), err.fileno()])
            os.close(reader)
            status = int(self._socket.recv(16))
            out.seek(0)
            err.seek(0)
            return Ended(status, out.read().decode(), err.read().decode())

    def start(
        self,
        folder: Path,
        arguments: Sequence[str],
        terminal: int,
        environment: Mapping[str, str],
        streams: Mapping[int, int | None],
        before: str,
    ) -> Running:
        """Run the program as the leader of a session of its own.

        Args:
            folder: Its working folder.
            arguments: Its arguments.
            terminal: The descriptor of the terminal that is to control the session.
            environment: All of its variables.
            streams: Descriptors of its standard streams that are not the terminal, by number; None for one
                that is closed.
            before: Python that runs before the program does.
        """
        ours, theirs = socket.socketpair()
        closed = [number for number, stream in streams.items() if stream is None]
        request = json.dumps([str(folder), arguments, dict(environment), closed, before]).encode()
        given = {number: stream for number, stream in streams.items() if stream is not None}
        standard = [given.get(number, terminal) for number in range(3)]
        socket.send_fds(self._socket, [request], [*standard, terminal, theirs.fileno()])
        theirs.close()
        return Running(ours)


def _started(address: str) -> subprocess.Popen[bytes]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        # It is connected to before it listens.
        listener.listen()
        # -P, so that no file of a tree is taken for a module.
        command = [sys.executable, "-P", "-m", "tests.warm", str(listener.fileno())]
        # The screen is written to the standard error that the interpreter opens.
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONIOENCODING": "utf-8"}
        return subprocess.Popen(command, cwd=_ROOT, pass_fds=[listener.fileno()], env=environment)


_STARTED: list[Warm] = []


def warm() -> Warm:
    """The one of this run of the tests, which is started when it is first needed."""
    if not _STARTED:
        _STARTED.append(Warm(Path(os.environ[FOLDER])))
    return _STARTED[0]


def end_warm() -> None:
    """End it, if it was started."""
    while _STARTED:
        _STARTED.pop().end()


def _run(request: bytes, streams: Sequence[int]) -> NoReturn:
    """Become the program, as a process that was started for it."""
    from editreview.__main__ import program

    folder, arguments, environment, closed, before = json.loads(request)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    for number in closed:
        os.close(number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[1:] = arguments
    exec(before, {})
    program()


def _lead_session(request: bytes, streams: Sequence[int], terminal: int, connection: int) -> NoReturn:
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
        os.close(terminal)
        _run(request, streams)
    # Or nobody would see that the program has closed them.
    for stream in (*streams, terminal):
        os.close(stream)
    os.write(connection, f"{child}\n".encode())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(connection, f"{status}\n".encode())
    os._exit(0)


def _serve(connection: socket.socket) -> None:
    while True:
        request, streams, _, _ = socket.recv_fds(connection, _MAX_REQUEST, 5)
        if not request:
            break
        child = os.fork()
        if child == 0:
            connection.close()
            if len(streams) > 3:
                _lead_session(request, streams[:3], *streams[3:])
            _run(request, streams)
        for stream in streams:
            os.close(stream)
        if len(streams) == 3:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            connection.send(str(status).encode())
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _serve_all(listener: socket.socket) -> None:
    """Serve each process that connects by a fork, until all of them have ended."""
    connections: dict[int, socket.socket] = {}
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    is_used = False
    while connections or not is_used:
        for number, _ in poll.poll():
            if number == listener.fileno():
                is_used = True
                connection, _ = listener.accept()
                if os.fork() == 0:
                    listener.close()
                    _serve(connection)
                    os._exit(0)
                connections[connection.fileno()] = connection
                # Requests are for the fork: only the end of the connection is looked at.
                poll.register(connection, 0)
            else:
                poll.unregister(number)
                connections.pop(number).close()
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _modules() -> Iterator[str]:
    import editreview

    for module in pkgutil.walk_packages(editreview.__path__, "editreview."):
        if not module.name.startswith(_LEFT_OUT) and not module.name.endswith("__main__"):
            yield module.name


def _rehearse() -> None:
    """Review the sample once: no fork has to compile the patterns and to style the screen anew."""
    from editreview.__main__ import main
    from editreview.grammars.reader import PROCESS
    from editreview.sample import RESPONSE

    before = dict(os.environ), os.getcwd(), os.dup(1), os.dup(2)
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as nowhere:
        tree = Path(folder, "tree")
        for stage in sorted((RESPONSE.parent / "tree").iterdir()):
            shutil.copytree(stage, tree, dirs_exist_ok=True)
        os.environ["XDG_STATE_HOME"] = folder
        os.chdir(tree)
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        main(["check", str(RESPONSE)])
        sys.stdout.flush()
        asyncio.run(_show(RESPONSE.read_bytes()))
    PROCESS.end()
    os.environ.clear()
    os.environ.update(before[0])
    os.chdir(before[1])
    # The folder for temporary files is asked for again.
    tempfile.tempdir = None
    for number, stream in enumerate(before[2:], 1):
        os.dup2(stream, number)
        os.close(stream)
    assert [threading.main_thread()] == threading.enumerate(), "a fork has only the thread that forks"


async def _show(response: bytes) -> None:
    """Show a review without a terminal."""
    from editreview.review import Review
    from editreview.tui.app import ReviewApp, Settings
    from editreview.tui.worker import Urgency

    reader, writer = os.pipe()
    os.write(writer, response)
    os.close(writer)
    app = ReviewApp(Review.open(Path.cwd()), reader, Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        while app.worker.is_open or not app.worker.jobs.is_empty:
            await pilot.pause(0.01)
        await pilot.press("j", "y", "J", "question_mark", "escape")
    os.close(reader)
    app.worker.stop_saving(is_finished=True, current=None)
    app.worker.jobs.put(_end_thread, Urgency.IDLE)
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join()


def _end_thread() -> NoReturn:
    raise SystemExit


if __name__ == "__main__":
    for name in (*_IMPORTED, *_modules()):
        import_module(name)
    _rehearse()
    # A collection in a fork would copy the memory of all that is imported.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        _serve_all(listener)
