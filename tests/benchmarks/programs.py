"""Programs run as people run them: by a script as pip writes it, in a terminal of their own."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

_TOP = Path(__file__).parents[2]
_ROWS, _COLUMNS = 50, 160
_TIMEOUT_S = 60.0

# As pip writes it.
_SCRIPT = """import sys
from editreview.__main__ import program
if __name__ == "__main__":
    sys.exit(program())
"""


@contextlib.contextmanager
def editreview() -> Iterator[tuple[str, ...]]:
    """The command that starts the program; its compiled files are kept for as long, wherever it runs."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ |= {"PYTHONPATH": str(_TOP), "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        script = Path(folder, "editreview")
        script.write_text(_SCRIPT)
        subprocess.run([sys.executable, "-c", "import editreview.cli, editreview.tui.app"], check=True)
        try:
            yield sys.executable, str(script)
        finally:
            os.environ.clear()
            os.environ.update(before)


class InTerminal:
    """A program with a terminal of its own, 160x50. What it paints is read and kept."""

    def __init__(self, command: Sequence[str], response: int | None, folder: Path | None = None) -> None:
        """Start it.

        Args:
            command: The program and its arguments.
            response: Its standard input; the terminal if None.
            folder: Its working folder.
        """
        self._terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
        unwanted = ("COLUMNS", "LINES", "NO_COLOR", "TEXTUAL_DRIVER")
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        self.painted = b""
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=inside if response is None else response,
            stdout=inside,
            stderr=inside,
            cwd=folder,
            env=environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),
        )
        os.close(inside)

    def __enter__(self) -> "InTerminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._terminal)

    def until(self, text: str) -> float:
        """Wait for a text on screen. Returns the seconds since the program was started.

        Raises:
            RuntimeError: It does not come.
        """
        wanted = text.encode()
        while wanted not in self.painted:
            if not self._read(_TIMEOUT_S):
                raise RuntimeError(f"{text!r} never came on screen: {self.painted[-2000:]!r}")
        return time.perf_counter() - self.started

    def until_gone(self) -> None:
        """Wait for the program's end."""
        while self._read(_TIMEOUT_S):
            pass
        self.process.wait(_TIMEOUT_S)

    def until_quiet(self, seconds: float = 0.5) -> None:
        """Wait until nothing more is painted."""
        while self._read(seconds):
            pass

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def resident_mb(self) -> float:
        """Memory of the process."""
        said = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True
        )
        return int(said.stdout) / 1024

    def _read(self, timeout: float) -> bytes:
        if not select.select([self._terminal], [], [], timeout)[0]:
            return b""
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            # Linux says so when the last process has closed its end.
            return b""
        self.painted += data
        return data


@contextlib.contextmanager
def piped(data: str) -> Iterator[int]:
    """The end of a pipe from which a whole response can be read."""
    with tempfile.TemporaryFile() as kept:
        kept.write(data.encode())
        kept.seek(0)
        interpretation = subprocess.Popen(["cat"], stdin=kept, stdout=subprocess.PIPE)
        assert interpretation.stdout is not None
        with interpretation.stdout as end:
            yield end.fileno()
        interpretation.wait()
