"""A review whose screen is a page in a browser of the same user, on the same machine.

Two processes: the server (`server.py`) answers the browser, and the review runs in a child of it, with pipes
in place of the terminal. The page draws a terminal by the script of textual-serve; what travels between the
two is the protocol of Textual's `WebDriver`.

A packet in a pipe is a letter, the number of bytes that follow (four bytes, the highest first), and those
bytes: `D` is text of the terminal, `M` a JSON object. The review says `_READY` once it has read its options
and opened the tree. The first packet it gets then is the size of the page. The end of its standard input ends
it: the browser has gone, or the server has.

aiohttp and textual-serve are the extra `serve` of the package, and imported only by `server.py`. No command
but `serve` loads this package.
"""

import json
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from editreview.errors import OutputLost
from editreview.processes import start_on_pipes
from editreview.terminal import write

if TYPE_CHECKING:
    from asyncio.subprocess import Process


_PACKAGES = {"aiohttp": "aiohttp", "textual-serve": "textual_serve"}
"""The modules of the extra, by the names of their packages."""


def missing_packages() -> list[str]:
    """The packages of the extra `serve` that are not installed."""
    from importlib.util import find_spec

    return [name for name, module in _PACKAGES.items() if find_spec(module) is None]


_READY = b"__READY__\n"
_STARTED = b"__GANGLION__\n"
"""The line that the driver writes before its first packet."""
_HEAD = 5
"""Bytes of a packet before its content."""
_TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The terminal of the page, whatever terminal the server was started from."""
MAX_COLUMNS, MAX_ROWS = 2000, 1000


def packet(kind: bytes, content: bytes) -> bytes:
    return b"%s%s%s" % (kind, len(content).to_bytes(4, "big"), content)


def size_packet(columns: int, rows: int) -> bytes:
    """The packet that resizes the screen, within what a screen can be."""
    size = {"width": min(max(columns, 1), MAX_COLUMNS), "height": min(max(rows, 1), MAX_ROWS)}
    return packet(b"M", json.dumps({"type": "resize", **size}).encode())


def wait_for_browser() -> tuple[int, int] | None:
    """In the review: say that it is ready, and wait until a browser shows it.

    Returns:
        The columns and rows of the page; None if the server ended without one.
    """
    try:
        write(1, _READY)
    except OSError as error:
        raise OutputLost from error
    head = _read_exactly(_HEAD)
    content = _read_exactly(int.from_bytes(head[1:], "big")) if len(head) == _HEAD else b""
    if not content:
        return None
    size = json.loads(content)
    return int(size["width"]), int(size["height"])


def _read_exactly(length: int) -> bytes:
    """Read so many bytes of standard input, fewer at its end, and nothing after them."""
    data = b""
    while len(data) < length and (more := os.read(0, length - len(data))):
        data += more
    return data


class ReviewProcess:
    """In the server: the review, as a child with pipes."""

    def __init__(self, process: "Process") -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str], descriptors: Sequence[int]) -> "ReviewProcess":
        """Start the review; it inherits these descriptors, and standard error."""
        return cls(await start_on_pipes(command, keeps=descriptors, environment=_TERMINAL))

    async def is_ready(self) -> bool:
        """Wait until the review can be shown. Returns False if it ended instead."""
        assert self._process.stdout is not None
        return await self._process.stdout.readline() == _READY

    async def draw(self, send: Callable[[bytes], Awaitable[object]]) -> None:
        """Pass on what the review draws, until its screen is gone."""
        output = self._process.stdout
        assert output is not None
        if await output.readline() != _STARTED:
            return
        while len(head := await output.read(1)) == 1:
            content = await output.readexactly(int.from_bytes(await output.readexactly(4), "big"))
            if head == b"D":
                await send(content)
            elif json.loads(content).get("type") == "exit":
                return

    async def send(self, data: bytes) -> None:
        """Send a packet; one that comes too late is dropped."""
        pipe = self._process.stdin
        assert pipe is not None
        if pipe.is_closing():
            return
        pipe.write(data)
        try:
            await pipe.drain()
        except (BrokenPipeError, ConnectionResetError):
            return

    def end(self) -> None:
        """Have the review save itself and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def wait(self) -> int:
        """The exit status of the review, once it has ended."""
        status = await self._process.wait()
        return status if status >= 0 else 128 - status

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    def kill(self) -> None:
        """End the review at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
