"""A review served by the real program, and the browser's side of its connection."""

import asyncio
import codecs
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO

import aiohttp

import editreview
from tests.pty.terminal import ASKS_AGAIN, Screen

TIMEOUT_S = 30.0
"""Seconds after which a test gives up."""
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{32}/")


class Served:
    """A running `editreview serve`."""

    def __init__(self, process: "subprocess.Popen[str]", errors: Path) -> None:
        self.process = process
        self._errors = errors

    @property
    def messages(self) -> str:
        """All that the program printed to standard error."""
        return self._errors.read_text()

    def address(self) -> str:
        """The address of the page, once the program has printed it."""
        wait_until(lambda: _ADDRESS.search(self.messages) is not None, lambda: self.messages)
        found = _ADDRESS.search(self.messages)
        assert found is not None
        return found[0]

    @property
    def host(self) -> str:
        return self.address().split("/")[2]

    def ended(self) -> tuple[int, str]:
        """The exit status and the standard output, once the program has ended."""
        output, _ = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, output


def wait_until(is_true: Callable[[], bool], said: Callable[[], str]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_true():
        assert time.monotonic() < deadline, said()
        time.sleep(0.02)


@contextmanager
def serving(folder: Path, *arguments: str, data: int | IO[bytes] = subprocess.DEVNULL) -> Iterator[Served]:
    """Serve a review in a folder, with these options.

    Args:
        folder: Where the program runs.
        arguments: The arguments after `serve`.
        data: Its standard input.
    """
    errors = folder.parent / "errors.txt"
    with errors.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "editreview", "serve", "--no-open", *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(editreview.__file__).parents[1])},
            stdin=data,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
            start_new_session=True,
        )
    try:
        yield Served(process, errors)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=TIMEOUT_S)
        if process.stdout is not None:
            process.stdout.close()


class Drawn:
    """The screen of a review, as its page gets it."""

    def __init__(self) -> None:
        self.screen = Screen(120, 40)
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def resize(self, columns: int, rows: int) -> None:
        self.screen = Screen(columns, rows)

    def write(self, data: bytes) -> None:
        self.screen.write(self._decoder.decode(data))

    @property
    def text(self) -> str:
        return "\n".join(self.screen.lines)

    async def wait_for(self, *texts: str, is_over: Callable[[], bool] = lambda: False) -> None:
        """Wait until all these texts are on the screen."""
        deadline = time.monotonic() + TIMEOUT_S
        while not all(text in self.text for text in texts):
            assert time.monotonic() < deadline, self.text
            assert not is_over(), self.text
            await asyncio.sleep(0.02)

    async def decide(self, press: Callable[[], Awaitable[None]], sign: str) -> None:
        """Press a key that decides, and wait for a sign of that; again if the program asks for that.

        It does if the block was drawn anew while the key was on its way.
        """
        deadline = time.monotonic() + TIMEOUT_S
        await press()
        while sign not in self.text and ASKS_AGAIN.search(self.text) is None:
            assert time.monotonic() < deadline, self.text
            await asyncio.sleep(0.02)
        if sign not in self.text:
            await press()
            await self.wait_for(sign)


class Tab:
    """A tab of a browser that shows the review: what it draws, and what is typed into it."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.drawn = Drawn()
        self._connection = connection
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for message in self._connection:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.drawn.write(message.data)

    async def press(self, keys: str) -> None:
        await self._connection.send_str(json.dumps(["stdin", keys]))

    async def decide(self, key: str, sign: str) -> None:
        """See `Drawn.decide`."""
        await self.drawn.decide(lambda: self.press(key), sign)

    async def send(self, text: str) -> None:
        await self._connection.send_str(text)

    async def resize(self, columns: int, rows: int) -> None:
        self.drawn.resize(columns, rows)
        await self.send(json.dumps(["resize", {"width": columns, "height": rows}]))

    async def wait_for(self, *texts: str) -> None:
        """Wait until all these texts are on the screen."""
        await self.drawn.wait_for(*texts, is_over=self.reading.done)

    async def close(self) -> None:
        await self._connection.close()

    async def closed(self) -> None:
        """Wait until the server closes the connection."""
        await asyncio.wait_for(self.reading, TIMEOUT_S)


@asynccontextmanager
async def tab(served: Served) -> AsyncIterator[Tab]:
    """Open the review as the page does."""
    address = await asyncio.to_thread(served.address)
    socket = f"{address.replace('http', 'ws', 1)}ws?width=120&height=40"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(socket, origin=f"http://{served.host}") as connection,
    ):
        opened = Tab(connection)
        try:
            yield opened
        finally:
            opened.reading.cancel()
