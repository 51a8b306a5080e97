"""The server of one review: who may connect, the page, and what travels between browser and review.

A page elsewhere on the web must not reach the review, nor another user of the machine:

- it listens on 127.0.0.1, on a port that the system chooses unless one is given;
- every path begins with a random token; without it there is nothing (404);
- `Host` must be this server, so that no name of an attacker's that resolves to 127.0.0.1 works, and `Origin`,
  which browsers send with each WebSocket, must be its own page (403);
- where the system says whose the other end of a connection is (Linux), it must be this user or root (403);
- one browser is connected once; a second gets 409;
- the page loads from nowhere else, which the Content-Security-Policy demands.
"""

import asyncio
import html
import json
import logging
import os
import secrets
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path

from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler
from msgspec import Struct

from editreview.browser import ReviewProcess, packet, size_packet
from editreview.errors import UsageError
from editreview.terminal import MAX_RESPONSE_SIZE

_HOST = "127.0.0.1"
_NAMES = (_HOST, "localhost")
"""Names of this machine under which the page may be opened."""
_STATIC = {
    "css/xterm.css": "text/css",
    "js/textual.js": "text/javascript",
}
"""The files of textual-serve that the page needs."""
_OWN = {"page.css": "text/css", "page.js": "text/javascript"}
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "editreview",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# The terminal of the page writes style sheets of its own. Not every browser takes 'self' for a WebSocket.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws://{host}; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_ESTABLISHED = "01"
_CLOSE_TIMEOUT_S = 2.0
"""Seconds that a browser has to confirm the end of its connection."""


class Ended(Struct, frozen=True):
    """The end of a served review."""

    status: int
    """The exit status of the review."""
    was_opened: bool
    """False if no browser connected."""
    is_interrupted: bool = False
    """True if a signal ended it."""


def serve(
    command: Sequence[str],
    descriptors: Sequence[int],
    *,
    port: int,
    patience_s: float,
    opens: Callable[[str], object],
) -> Ended:
    """Serve a review until it ends.

    Args:
        command: The review, which talks in packets.
        descriptors: Descriptors that it inherits.
        port: The port to listen on; 0 for a free one.
        patience_s: Seconds to wait for a browser.
        opens: Called with the address of the page once it can be opened.

    Raises:
        UsageError: The port cannot be used.
    """
    # Nothing that a client does is printed; errors of ours are raised.
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    logging.getLogger("aiohttp").propagate = False
    with _listening(port) as listening:
        return asyncio.run(_serve(command, descriptors, listening, patience_s, opens))


def _listening(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if port:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_HOST, port))
    except OSError as error:
        listening.close()
        free = "; without --port, a free one is used" * bool(port)
        raise UsageError(f"cannot listen on {_HOST}:{port}: {error.strerror}{free}") from error
    return listening


async def _serve(
    command: Sequence[str],
    descriptors: Sequence[int],
    listening: socket.socket,
    patience_s: float,
    opens: Callable[[str], object],
) -> Ended:
    loop = asyncio.get_running_loop()
    interrupted = loop.create_future()
    review = await ReviewProcess.start(command, descriptors)

    def interrupt() -> None:
        if interrupted.done():
            review.kill()
        else:
            interrupted.set_result(None)

    for number in _SIGNALS:
        loop.add_signal_handler(number, interrupt)
    page = ReviewPage(review, listening.getsockname()[1])
    runner = web.AppRunner(page.application(), access_log=None, handle_signals=False, shutdown_timeout=1)
    exited = asyncio.ensure_future(review.wait())
    opened = asyncio.ensure_future(page.opened.wait())
    over = asyncio.ensure_future(page.over.wait())
    try:
        ready = asyncio.ensure_future(review.is_ready())
        await asyncio.wait({ready, interrupted}, return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and ready.result():
            await runner.setup()
            await web.SockSite(runner, listening).start()
            opens(page.address)
            await asyncio.wait(
                {opened, over, exited, interrupted},
                timeout=patience_s,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if opened.done():
                await asyncio.wait({over, exited, interrupted}, return_when=asyncio.FIRST_COMPLETED)
        review.end()
        ready.cancel()
        status = await exited
        if page.error is not None:
            raise page.error
        return Ended(status, page.opened.is_set(), is_interrupted=interrupted.done())
    finally:
        for waiting in (opened, over):
            waiting.cancel()
        await runner.cleanup()
        if review.is_running:
            review.kill()


class ReviewPage:
    """The page of a review, and the connection of its browser.

    Args:
        review: The review, ready to be shown.
        port: The port that the server listens on.
    """

    def __init__(self, review: ReviewProcess, port: int) -> None:
        self._review = review
        self._port = port
        self._token = secrets.token_urlsafe(24)
        self._base = f"/{self._token}"
        self._is_claimed = False
        self.opened = asyncio.Event()
        """Set once a browser shows the review."""
        self.over = asyncio.Event()
        """Set once the screen of the review is gone, or the browser is."""
        self.error: Exception | None = None
        """A bug of ours that ended the connection."""

    @property
    def address(self) -> str:
        return f"http://{_HOST}:{self._port}{self._base}/"

    def application(self) -> web.Application:
        """The application that answers requests."""
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._set_headers)
        application.router.add_get(self._base + "/", self._send_page)
        application.router.add_get(self._base + "/ws", self._connect)
        for name, kind in _OWN.items():
            application.router.add_get(f"{self._base}/{name}", self._sender("editreview.browser", name, kind))
        for name, kind in _STATIC.items():
            sender = self._sender("textual_serve", f"static/{name}", kind)
            application.router.add_get(f"{self._base}/static/{name}", sender)
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        ours = f"http://{request.host}"
        needs_origin = request.headers.get("Upgrade") is not None
        if (
            request.host not in {f"{name}:{self._port}" for name in _NAMES}
            or (origin is not None and origin != ours)
            or (needs_origin and origin is None)
            or not _is_of_this_user(request.transport)
        ):
            raise web.HTTPForbidden
        if not secrets.compare_digest(request.path.split("/")[1].encode(), self._token.encode()):
            raise web.HTTPNotFound
        return await handler(request)

    async def _set_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(_HEADERS)
        # A host that is not ours gets no page, and must not get into the header either.
        host = request.host if request.host.partition(":")[0] in _NAMES else f"{_HOST}:{self._port}"
        response.headers["Content-Security-Policy"] = _POLICY.format(host=host)

    def _refuse_second(self) -> None:
        if self._is_claimed:
            raise web.HTTPConflict(text="This review is open in another tab or browser, or has ended.")

    async def _send_page(self, request: web.Request) -> web.Response:
        self._refuse_second()
        template = files("editreview.browser").joinpath("page.html").read_text(encoding="utf-8")
        address = html.escape(f"ws://{request.host}{self._base}/ws")
        text = template.replace("{base}", self._base).replace("{socket}", address)
        return web.Response(text=text, content_type="text/html")

    def _sender(self, package: str, name: str, kind: str) -> Handler:
        """A handler that sends a file of a package."""

        async def send(request: web.Request) -> web.Response:
            with as_file(files(package).joinpath(name)) as path:
                return web.Response(body=Path(path).read_bytes(), content_type=kind, charset="utf-8")

        return send

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        self._refuse_second()
        connection = web.WebSocketResponse(timeout=_CLOSE_TIMEOUT_S, max_msg_size=2 * MAX_RESPONSE_SIZE)
        if not connection.can_prepare(request).ok:
            raise web.HTTPBadRequest
        self._is_claimed = True
        try:
            await connection.prepare(request)
        except ConnectionError:
            # Gone before it was there: another may come.
            self._is_claimed = False
            return connection
        try:
            columns, rows = (_number(request.query.get(name)) for name in ("width", "height"))
            await self._review.send(size_packet(columns or 80, rows or 24))
            self.opened.set()
            await self._talk(connection)
        except ConnectionError:
            # The browser has gone, which is handled below.
            return connection
        except Exception as error:
            self.error = error
        finally:
            self.over.set()
        return connection

    async def _talk(self, connection: web.WebSocketResponse) -> None:
        """Pass on input and output until the screen is gone, or the browser is."""

        async def send(data: bytes) -> None:
            # What is drawn for a browser that has gone is dropped: the review must not wait while it saves.
            with suppress(ConnectionError):
                await connection.send_bytes(data)

        drawing = asyncio.ensure_future(self._review.draw(send))
        reading = asyncio.ensure_future(self._read(connection))
        await asyncio.wait({drawing, reading}, return_when=asyncio.FIRST_COMPLETED)
        self._review.end()
        with suppress(asyncio.IncompleteReadError):
            await drawing
        await connection.close()
        await reading

    async def _read(self, connection: web.WebSocketResponse) -> None:
        """Pass on keys, clicks and sizes. Messages of no known form are dropped."""
        async for message in connection:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                received = json.loads(message.data)
            except ValueError:
                continue
            match received:
                case ["stdin", str(text)]:
                    await self._review.send(packet(b"D", text.encode("utf-8", "replace")))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self._review.send(size_packet(width, height))
                case ["focus" | "blur" as kind, *_]:
                    await self._review.send(packet(b"M", json.dumps({"type": kind}).encode()))
                case ["ping", str(sent)]:
                    with suppress(ConnectionError):
                        await connection.send_json(["pong", sent])
                case _:
                    continue


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _is_of_this_user(transport: asyncio.Transport | None) -> bool:
    """False if the other end of a connection is known to belong to another user than this one or root."""
    if transport is None:
        return False
    ours, theirs = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
    for listing in ("/proc/net/tcp", "/proc/net/tcp6"):
        # The system may not list connections; then the token alone decides.
        with suppress(OSError, ValueError, IndexError):
            owner = _owner_in(Path(listing).read_text(), theirs[1], ours[1])
            if owner is not None:
                return owner in (0, os.getuid())
    return True


def _owner_in(listing: str, local_port: int, remote_port: int) -> int | None:
    """The user ID of the socket between two ports, in a listing like `/proc/net/tcp`; None if it has none."""
    ends = (f":{local_port:04X}", f":{remote_port:04X}")
    for line in listing.splitlines()[1:]:
        fields = line.split()
        if fields[3] == _ESTABLISHED and (fields[1][-5:], fields[2][-5:]) == ends:
            return int(fields[7])
    return None
