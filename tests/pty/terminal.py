"""A terminal to run the program in: a pseudo-terminal that controls its session, and what is on its screen.

What runs in it is a shell command, so that pipes and redirections are the shell's own. All
waiting polls until a deadline.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from tests.warm import Running, warm

TIMEOUT_S = 60.0
"""Seconds after which a test gives up."""

ASKS_AGAIN = re.compile(r"then \w+ again|press (it|the key) again")
"""The messages after a key that came before what it would decide about."""

# In a new session, the terminal becomes the controlling one, and every signal a test runner
# may have been started with ignored does again what it should.
_LAUNCHER = """
import fcntl, os, signal, sys, termios
for name in ("SIGINT", "SIGQUIT", "SIGPIPE", "SIGHUP", "SIGTERM", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGXFSZ"):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """Runs a command in a terminal of its own.

    Args:
        command: For `sh -c`, or the words of a program that is to lead the session itself: `editreview` is
            run in a fork of a process that has imported it.
        folder: Where it runs.
        columns: The terminal's width.
        rows: Its height.
        environment: Variables beside the inherited ones.
        streams: Descriptors for standard streams of a fork that are not the terminal, by number, which are
            closed here; None for one that the fork has closed.
        before: Python that runs in a fork before the program does.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        folder: Path,
        *,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        streams: Mapping[int, int | None] | None = None,
        before: str = "",
    ) -> None:
        self.output = b""
        """Every byte that was written to the terminal."""
        self.screen = Screen(columns, rows)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._master, slave = pty.openpty()
        self._is_open = True
        self._resize(columns, rows)
        self.first_modes = self.modes
        """Its modes before the program runs."""
        words = ["/bin/sh", "-c", command] if isinstance(command, str) else list(command)
        variables = _environment(environment or {})
        try:
            self._process: Running | subprocess.Popen[bytes] = (
                warm().start(folder, words[1:], slave, variables, streams or {}, before)
                if words[0] == "editreview"
                else subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _LAUNCHER, *words],
                    cwd=folder,
                    env=variables,
                    stdin=slave,
                    stdout=slave,
                    stderr=slave,
                    start_new_session=True,
                )
            )
        finally:
            for stream in (slave, *(streams or {}).values()):
                if stream is not None:
                    os.close(stream)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Jobs of the shell are groups of their own: the hangup reaches those that are left.
        self.hang_up()
        if self._process.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def pid(self) -> int:
        """Of the shell, or of the program that leads the session."""
        return self._process.pid

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(self.screen.lines)

    @property
    def modes(self) -> list[object]:
        """The terminal's modes, as `stty` shows them."""
        return termios.tcgetattr(self._master)

    def press(self, keys: str) -> None:
        """Type these characters."""
        os.write(self._master, keys.encode())

    def accept(self, sign: str) -> None:
        """Press y, and wait for a sign of that on the screen."""
        self.decide("y", sign)

    def decide(self, key: str, sign: str) -> None:
        """Press a key that decides about the block on the screen, and wait for a sign of that.

        A text that a test waits for may be on the screen before the last frame of the block, after a frame
        that the program has already replaced. Then the key decides nothing, and the program asks again.
        """
        self.press(key)
        self.wait_for(lambda: sign in self.text or ASKS_AGAIN.search(self.text) is not None, f"{sign!r}")
        if sign not in self.text:
            self.press(key)
            self.until(sign)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, and everyone in the foreground the signal for it."""
        self.pump(0)
        self.screen = Screen(columns, rows)
        self._resize(columns, rows)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the shell, or to the program that leads the session."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        if self._is_open:
            self._is_open = False
            os.close(self._master)

    def until(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait_for(lambda: text in self.text, f"{text!r} on the screen")

    def until_gone(self, text: str) -> None:
        """Wait until a text is no longer on the screen."""
        self.wait_for(lambda: text not in self.text, f"{text!r} gone from the screen")

    def wait_for(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait for a condition, reading output in the meantime."""
        deadline = time.monotonic() + TIMEOUT_S
        while not is_so():
            status = self._process.poll()
            is_over = status is not None
            self.pump(0 if is_over else 0.02)
            if (is_over or time.monotonic() > deadline) and not is_so():
                raise AssertionError(
                    f"waited in vain for {what}; status {status}; on the screen:\n{self.text}"
                )

    def end(self) -> int:
        """Wait until the command is over. Returns its exit status, negative for a signal."""
        self.wait_for(lambda: self._process.poll() is not None, "the end of the command")
        self.pump(0)
        assert self._process.returncode is not None
        return self._process.returncode

    def pump(self, seconds: float) -> None:
        """Read what is written, for at least so long."""
        deadline = time.monotonic() + seconds
        while True:
            left = max(deadline - time.monotonic(), 0)
            if self._is_open and select.select([self._master], [], [], left)[0]:
                data = self._read()
                self.output += data
                self.screen.write(self._decoder.decode(data))
                if data:
                    continue
            if not left:
                return
            time.sleep(min(left, 0.02))

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 65536)
        except OSError:
            # The error on Linux once the other side is closed.
            return b""

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


_TOKEN = re.compile(
    r"\x1b\[(?P<numbers>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[]P^_X].*?(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-OQ-WYZ`-~]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f])"
    r"|(?P<text>[^\x00-\x1f]+)",
    re.DOTALL,
)


class Screen:
    """The cells of a terminal, as far as a full-screen program moves in it."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows
        self._pending = ""
        self._wraps = True
        self._clear()

    @property
    def lines(self) -> list[str]:
        """The rows without trailing whitespace."""
        return ["".join(row).rstrip() for row in self._cells]

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column where the cursor stands, from 0; whether it is seen or not."""
        return self._y, self._x

    def write(self, text: str) -> None:
        """Take what a program writes; a sequence may be cut anywhere."""
        self._pending += text
        at = 0
        while token := _TOKEN.match(self._pending, at):
            at = token.end()
            if shown := token["text"]:
                self._put(shown)
            elif control := token["control"]:
                self._control(control)
            elif final := token["final"]:
                self._command(final, token["numbers"])
        self._pending = self._pending[at:]

    def _clear(self) -> None:
        self._cells = [[" "] * self._columns for _ in range(self._rows)]
        self._x = self._y = 0

    def _put(self, text: str) -> None:
        for character in text:
            if unicodedata.combining(character):
                continue
            if self._x >= self._columns and self._wraps:
                self._control("\r")
                self._control("\n")
            if self._x < self._columns:
                self._cells[self._y][self._x] = character
            self._x += 2 if unicodedata.east_asian_width(character) in "WF" else 1

    def _control(self, control: str) -> None:
        if control == "\r":
            self._x = 0
        elif control == "\n" and self._y < self._rows - 1:
            self._y += 1
        elif control == "\n":
            self._cells = [*self._cells[1:], [" "] * self._columns]

    def _command(self, final: str, numbers: str) -> None:
        if final == "H":
            row, _, column = numbers.partition(";")
            self._y = min(int(row or 1), self._rows) - 1
            self._x = int(column or 1) - 1
        elif numbers == "?7":
            self._wraps = final == "h"
        elif (final, numbers) in (("J", "2"), ("h", "?1049"), ("l", "?1049")):
            self._clear()
        elif final == "C":
            self._x += int(numbers or 1)
        elif final == "X":
            self._erase(self._x, self._x + int(numbers or 1))
        elif final == "K":
            first, end = {"1": (0, self._x + 1), "2": (0, self._columns)}.get(
                numbers, (self._x, self._columns)
            )
            self._erase(first, end)

    def _erase(self, first: int, end: int) -> None:
        """Make cells of the cursor's row blank; those beyond the screen are none."""
        for column in range(min(first, self._columns), min(end, self._columns)):
            self._cells[self._y][column] = " "


def _environment(wanted: Mapping[str, str]) -> dict[str, str]:
    """The inherited variables without those that would change what a terminal shows."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TEXTUAL", "PYTEST"))
        and name not in ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM", "COLORFGBG", "TERM_PROGRAM")
    }
    return {**inherited, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **wanted}
