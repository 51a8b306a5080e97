"""Coding agents over the Agent Client Protocol: its messages, as lines on two descriptors.

They are JSON-RPC, read and written whatever the other side writes, or does not read. Needs the extra `acp`:
only commands import the package, on use.
"""

import asyncio
import json
import os
import queue
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from msgspec import Struct

from editreview.terminal import write

_MAX_MESSAGE_SIZE = 256 * 1024 * 1024
"""Bytes of a message, at most: a longer line is skipped."""
_CHUNK = 1024 * 1024
_MESSAGES_AHEAD = 100
_DRAIN_S = 2.0
"""Seconds that the other side gets to read the last messages."""
_PARSE_ERROR, _INVALID_REQUEST, _INTERNAL_ERROR = -32700, -32600, -32603
_GONE = "the other side is gone"

Message = dict[str, Any]
"""Parsed JSON, as the SDK takes it."""


class _Outgoing(Struct, frozen=True):
    data: bytes
    sent: "asyncio.Future[None] | None"
    """Done once it is written; None if nobody waits for that."""


class LineTransport:
    """A transport for the SDK that reads and writes on threads of its own.

    The SDK's own transport ends the connection at a line that is JSON but no message. This one answers such
    a line with an error, and goes on.

    Args:
        incoming: The descriptor to read. Closed at its end.
        outgoing: The descriptor to write. Closed with the transport.
    """

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._loop = asyncio.get_running_loop()
        self._received: asyncio.Queue[Message | None] = asyncio.Queue(_MESSAGES_AHEAD)
        self._to_send: queue.SimpleQueue[_Outgoing | None] = queue.SimpleQueue()
        self._open = Counter[str]()
        """The requests of the other side that have no answer so far, by id."""
        self._progress = asyncio.Event()
        """Set whenever a request was answered."""
        self._is_broken = False
        """True once the other side reads no more."""
        self._writer = threading.Thread(target=self._write, name="acp writer", daemon=True)
        self._writer.start()
        threading.Thread(target=self._read, name="acp reader", daemon=True).start()

    async def receive(self) -> Message | None:
        """The next message; None once the other side has closed its stream."""
        message = await self._received.get()
        if message is not None and "id" in message and "method" in message:
            self._open[json.dumps(message["id"])] += 1
        return message

    async def send(self, message: Message) -> None:
        """Send a message. Returns once it is written.

        Raises:
            ConnectionError: The other side reads no more.
        """
        data = json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
        outgoing = _Outgoing(data, self._loop.create_future())
        try:
            if self._is_broken:
                raise ConnectionError(_GONE)
            self._to_send.put(outgoing)
            assert outgoing.sent is not None
            await outgoing.sent
        finally:
            if "method" not in message:
                self._record_answer(json.dumps(message.get("id")))

    async def close(self) -> None:
        """Write what is left to write, as far as the other side reads it."""
        self._to_send.put(None)
        await asyncio.to_thread(self._writer.join, _DRAIN_S)

    async def answered(self) -> None:
        """Wait until each request that was received is answered."""
        while self._open:
            self._progress.clear()
            await self._progress.wait()

    def _record_answer(self, id: str) -> None:
        self._open[id] -= 1
        if self._open[id] <= 0:
            del self._open[id]
        self._progress.set()

    # On threads

    def _read(self) -> None:
        # The loop is closed once nobody waits for messages.
        with suppress(RuntimeError, CancelledError):
            for line in _lines(self._incoming):
                self._take(line)
            self._put(None)
        os.close(self._incoming)

    def _take(self, line: bytes | None) -> None:
        if line is None:
            self._refuse(_INVALID_REQUEST, f"a message may have {_MAX_MESSAGE_SIZE >> 20} MiB at most")
            return
        if not line.strip():
            return
        try:
            message = _message_of(json.loads(line))
        except (ValueError, RecursionError):
            self._refuse(_PARSE_ERROR, "a line is not JSON")
            return
        if message is None:
            self._refuse(_INVALID_REQUEST, "a line is not a JSON-RPC message")
        else:
            self._put(message)

    def _put(self, message: Message | None) -> None:
        """Hand over a message. Waits while many are waiting, so that a flood stays in the pipe."""
        putting = self._received.put(message)
        try:
            asyncio.run_coroutine_threadsafe(putting, self._loop).result()
        except RuntimeError:
            putting.close()
            raise

    def _refuse(self, code: int, message: str) -> None:
        error = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
        self._to_send.put(_Outgoing(json.dumps(error).encode("ascii") + b"\n", None))

    def _write(self) -> None:
        while (outgoing := self._to_send.get()) is not None:
            try:
                if not self._is_broken:
                    write(self._outgoing, outgoing.data)
            except OSError:
                self._is_broken = True
            if outgoing.sent is not None:
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(_finish, outgoing.sent, self._is_broken)
        os.close(self._outgoing)


def _finish(sent: "asyncio.Future[None]", is_broken: bool) -> None:
    if sent.done():
        return
    if is_broken:
        sent.set_exception(ConnectionError(_GONE))
    else:
        sent.set_result(None)


def _lines(descriptor: int) -> Iterator[bytes | None]:
    """The lines of a stream, the last one too if it has no line end; None for one that is too long."""
    parts: list[bytes] = []
    size = 0
    while True:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:
            chunk = b""
        if not chunk:
            break
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            yield b"".join([*parts, end]) if size + len(end) <= _MAX_MESSAGE_SIZE else None
            parts, size = [], 0
        size += len(rest)
        # Of a line that is too long only its length is kept.
        parts = [*parts, rest] if size <= _MAX_MESSAGE_SIZE else []
    if size:
        yield b"".join(parts) if size <= _MAX_MESSAGE_SIZE else None


def _message_of(parsed: object) -> Message | None:
    """The message that a line holds, so that the SDK can take it; None if it is none."""
    if not isinstance(parsed, dict):
        return None
    id, method = parsed.get("id"), parsed.get("method")
    if isinstance(id, bool) or not isinstance(id, int | str | None):
        return None
    if method is not None:
        return parsed if isinstance(method, str) else None
    error = parsed.get("error")
    if error is not None and not isinstance(error, dict):
        return {**parsed, "error": {"code": _INTERNAL_ERROR, "message": str(error)}}
    return parsed
