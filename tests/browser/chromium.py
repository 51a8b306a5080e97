"""A headless Chromium, driven by the DevTools protocol."""

import asyncio
import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp

from tests.browser.served import Drawn

TIMEOUT_S = 60.0
PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser; None if the machine has none."""
_KEYS = {"\r": "Enter", "\x1b": "Escape"}


class Page:
    """One page, and what happens in it."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.problems: list[str] = []
        """Reports of the console, such as what the policy of the page forbids, and requests that failed."""
        self.addresses: list[str] = []
        """The addresses of all requests."""
        self.drawn = Drawn()
        """The screen of the review, as it came to the page."""
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for message in self._connection:
            received = json.loads(message.data)
            if (number := received.get("id")) in self._answers:
                self._answers.pop(number).set_result(received)
            match received.get("method"), received.get("params", {}):
                case "Log.entryAdded", {"entry": {"level": "error", "text": text}}:
                    self.problems.append(text)
                case "Runtime.exceptionThrown", {"exceptionDetails": details}:
                    self.problems.append(json.dumps(details))
                case "Network.requestWillBeSent", {"request": {"url": address}}:
                    self.addresses.append(address)
                case "Network.webSocketCreated", {"url": address}:
                    self.addresses.append(address)
                    size = parse_qs(urlsplit(address).query)
                    self.drawn.resize(int(size["width"][0]), int(size["height"][0]))
                case "Network.webSocketFrameReceived", {"response": {"opcode": 2, "payloadData": data}}:
                    self.drawn.write(base64.b64decode(data))
                case "Page.javascriptDialogOpening", _:
                    await self._send("Page.handleJavaScriptDialog", accept=True)

    async def _send(self, method: str, **parameters: object) -> "asyncio.Future[dict[str, Any]]":
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._connection.send_str(json.dumps({"id": number, "method": method, "params": parameters}))
        return self._answers[number]

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol, and return its result."""
        answer = await asyncio.wait_for(await self._send(method, **parameters), TIMEOUT_S)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        result = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return result["result"].get("value")

    async def press(self, key: str) -> None:
        """Press a key, as a user does: what has the focus gets it."""
        name = _KEYS.get(key, key)
        pressed = {"key": name, "windowsVirtualKeyCode": ord(key.upper())}
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=key, **pressed)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **pressed)

    async def click(self, text: str) -> None:
        """Click on the first place of a text on the screen."""
        lines = self.drawn.screen.lines
        row = next(row for row, line in enumerate(lines) if text in line)
        screen = "document.querySelector('.xterm-screen').getBoundingClientRect()"
        width, height = await self.value(f"[{screen}.width, {screen}.height]")
        x = (lines[row].index(text) + 0.5) * width / len(lines[row])
        y = (row + 0.5) * height / len(lines)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self) -> bytes:
        """The page as it looks, as PNG."""
        result = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(result["data"])

    async def is_true(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + TIMEOUT_S
        while await self.value(expression) is not True:
            assert time.monotonic() < deadline, (expression, self.problems)
            await asyncio.sleep(0.05)

    async def decide(self, key: str, sign: str) -> None:
        """See `Drawn.decide`."""
        await self.drawn.decide(lambda: self.press(key), sign)

    async def settled(self) -> bytes:
        """Wait until two pictures in a row are the same, and return it."""
        deadline = time.monotonic() + TIMEOUT_S
        last = b""
        while (now := await self.picture()) != last:
            assert time.monotonic() < deadline, "the page never stays the same"
            last = now
            await asyncio.sleep(0.3)
        return now


@asynccontextmanager
async def browsing(address: str, width: int = 1280, height: int = 800) -> AsyncIterator[Page]:
    """Open an address in a new browser."""
    assert PROGRAM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                PROGRAM,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": profile},
        )
        try:
            port = await _port(Path(profile) / "DevToolsActivePort", process)
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json/list") as response:
                    listed = await response.json()
                target = next(each for each in listed if each["type"] == "page")
                async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as connection:
                    page = Page(connection)
                    for domain in ("Page", "Runtime", "Log", "Network"):
                        await page.call(f"{domain}.enable")
                    await page.call("Page.navigate", url=address)
                    yield page
        finally:
            process.kill()
            process.wait()


async def _port(file: Path, process: "subprocess.Popen[bytes]") -> int:
    """The port that a browser listens on, which it writes into a file."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (file.exists() and (text := file.read_text()).count("\n")):
        assert time.monotonic() < deadline, "the browser does not start"
        assert process.poll() is None, "the browser ended"
        await asyncio.sleep(0.05)
    return int(text.split("\n")[0])
