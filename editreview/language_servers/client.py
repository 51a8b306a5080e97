"""A server that is talked to through pipes, with two threads that read and one that writes.

The callers wait on a condition and never on a pipe, so no server can hold them longer than they want. A
server that breaks a limit, or the protocol, is ended; from then on every call raises `ServerFailed` with the
same sentence.
"""

import os
import queue
import re
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import IO, TypeVar

import msgspec
from msgspec import Raw, Struct

from editreview.patterns import lazy_pattern
from editreview.processes import end_group, start

_MAX_HEADER = 4_096
"""The most bytes of a header, all its lines together."""
_MAX_MESSAGE = 8 << 20
"""The most bytes of a message."""
_MAX_UNASKED = 64 << 20
"""The most bytes that a server may send for one request of the user's."""
_MAX_QUEUED = 1_000
"""The most messages that wait to be read by the server."""
_GOODBYE_S = 0.5
"""Seconds for each of the two steps in which a server ends by itself."""
_MAX_READ = 64 * 1024
_MAX_ERRORS = 4_096
"""Bytes at the beginning and at the end of the error output in which a reason is looked for."""
_MAX_SAID = 200
"""Characters of the reason."""
_ABOUT_ERROR = lazy_pattern(r"(?:[\w.]*Error|error|fatal|panic)\b", re.IGNORECASE)
_POLL_S = 0.2
"""Seconds between two looks at a server that may have ended."""
_CANCELLED = (-32800, -32801, -32802)
"""Error codes by which a server asks for the request to be sent again: cancelled, content modified."""

T = TypeVar("T")


class ServerFailed(Exception):
    """A server cannot be used; the message is a sentence without a full stop."""


class NoAnswer(ServerFailed):
    """A server did not answer in time."""


class RequestCancelled(Exception):
    """A server wants a request to be sent again."""


class _Error(Struct, frozen=True):
    code: int = 0
    message: str = ""


class _Message(Struct, frozen=True):
    id: int | str | None = None
    method: str | None = None
    params: Raw = Raw(b"null")
    result: Raw = Raw(b"null")
    error: _Error | None = None


class Client:
    """A running server.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        hear: Called on the reading thread with the method and parameters of each notification, while the
            condition `changed` is held. May raise `msgspec.MsgspecError`.
        answer: Called there with the method and parameters of each request. Returns the result.

    Raises:
        ServerFailed: It cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        hear: Callable[[str, Raw], None],
        answer: Callable[[str, Raw], object],
    ) -> None:
        self.name = " ".join((Path(command[0]).name, *command[1:]))
        self.changed = Condition()
        """Held while the state changes, and notified after each message."""
        self._hear = hear
        self._answer = answer
        self._answers: dict[int, _Message] = {}
        self._waiting: set[int] = set()
        self._failure: str | None = None
        self._requests = 0
        self._received = 0
        self._outgoing: queue.Queue[bytes | None] = queue.Queue(_MAX_QUEUED)
        try:
            self._process = start(command, folder=folder, errors=subprocess.PIPE)
        except OSError as error:
            reason = "was not found" if isinstance(error, FileNotFoundError) else f"failed: {error.strerror}"
            raise ServerFailed(f"the language server `{self.name}` {reason}") from error
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._errors = _Errors(process.stderr)
        self._threads = [
            Thread(target=self._errors.read, name="errors of server", daemon=True),
            Thread(target=self._write, args=(process.stdin,), name="to server", daemon=True),
            Thread(target=self._read, args=(process.stdout,), name="from server", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def failure(self) -> str | None:
        """The reason why it can no longer be used; None if it can."""
        return self._failure

    def grant(self) -> None:
        """Let the server send as many bytes as it may for one request of the user's."""
        with self.changed:
            self._received = 0

    def notify(self, method: str, params: object) -> None:
        """Send a notification.

        Raises:
            ServerFailed: It can no longer be used.
        """
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: object) -> int:
        """Send a request. Returns its number, for `result`.

        Raises:
            ServerFailed: It can no longer be used.
        """
        with self.changed:
            self._requests += 1
            number = self._requests
            self._waiting.add(number)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def result(self, number: int, kind: type[T], deadline: float) -> T:
        """Wait for the result of a request.

        Args:
            number: The number of the request.
            kind: The type of the result.
            deadline: The time, as `time.monotonic` counts it, until which to wait.

        Raises:
            NoAnswer: There was none until then.
            RequestCancelled: The server wants the request to be sent again.
            ServerFailed: It can no longer be used, or answered with an error.
        """
        self.wait(lambda: number in self._answers, deadline)
        with self.changed:
            self._waiting.discard(number)
            message = self._answers.pop(number)
        if message.error is not None:
            if message.error.code in _CANCELLED:
                raise RequestCancelled
            raise ServerFailed(f"the language server `{self.name}` refused: {message.error.message[:200]}")
        try:
            return msgspec.json.decode(message.result, type=kind)
        except (msgspec.MsgspecError, RecursionError):
            self._break_off("sent an answer that cannot be understood")
            raise self._failed() from None

    def wait(self, is_true: Callable[[], bool], deadline: float, poll: float = _POLL_S) -> None:
        """Wait until a condition holds.

        Args:
            is_true: The condition, asked after each message while `changed` is held.
            deadline: The time, as `time.monotonic` counts it, until which to wait.
            poll: Seconds after which it is asked in any case.

        Raises:
            NoAnswer: It did not hold until then.
            ServerFailed: The server can no longer be used.
        """
        while True:
            with self.changed:
                if is_true():
                    return
                if self._failure is not None:
                    raise self._failed()
                left = deadline - monotonic()
                if left <= 0:
                    raise NoAnswer(f"the language server `{self.name}` does not answer")
                self.changed.wait(min(left, poll))
                if is_true():
                    return
            if self._process.poll() is not None:
                # A child that it left may hold the pipe open, so that the reading thread does not notice.
                self._threads[-1].join(_GOODBYE_S)
                self._break_off(self._ended())

    def close(self, *, at_once: bool = False) -> None:
        """End the server and what it started: by itself within a second, else by signals.

        Args:
            at_once: True to leave it no time.
        """
        if self._failure is None and not at_once:
            with suppress(ServerFailed, RequestCancelled):
                number = self.request("shutdown", None)
                self.result(number, object, monotonic() + _GOODBYE_S)
                self.notify("exit", None)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(_GOODBYE_S)
        self._break_off("was ended", leaves_time=not at_once)
        for thread in self._threads:
            # Only a process that left the group can hold a pipe, and with it a thread.
            thread.join(_GOODBYE_S)

    def _ended(self) -> str:
        """The reason that it ended by itself, with what it said about that."""
        self._threads[0].join(_GOODBYE_S)
        said = self._errors.said
        return f"ended: {said}" if said else "ended"

    def _failed(self) -> ServerFailed:
        return ServerFailed(f"the language server `{self.name}` {self._failure}")

    def _break_off(self, why: str, *, leaves_time: bool = False) -> None:
        """Declare the server unusable, and end it. The first reason counts."""
        with self.changed:
            self._failure = self._failure or why
            self.changed.notify_all()
        with suppress(queue.Full):
            self._outgoing.put_nowait(None)
        end_group(self._process, at_once=not leaves_time)
        # No zombie stays, and Python does not complain of one.
        self._process.poll()

    def _send(self, message: object) -> None:
        if self._failure is not None:
            raise self._failed()
        data = msgspec.json.encode(message)
        try:
            self._outgoing.put_nowait(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        except queue.Full:
            self._break_off("does not read what it is sent")
            raise self._failed() from None

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while (data := self._outgoing.get()) is not None:
                pipe.write(data)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        why = None
        with pipe:
            try:
                while (data := self._next_message(pipe)) is not None:
                    self._take(data)
            except ServerFailed as failed:
                why = str(failed)
            except (msgspec.MsgspecError, RecursionError):
                why = "sent a message that cannot be understood"
            except OSError as error:
                why = f"cannot be read: {error.strerror}"
        self._break_off(why or self._ended())

    def _next_message(self, pipe: IO[bytes]) -> bytes | None:
        """The next message; None at the end of the output.

        Raises:
            ServerFailed: Header or message break a limit, with the rest of the sentence.
        """
        length, size = None, 0
        while line := pipe.readline(_MAX_HEADER - size):
            size += len(line)
            if size >= _MAX_HEADER or not line.endswith(b"\n"):
                raise ServerFailed("sent something that is not a message")
            if not line.strip():
                break
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        if not line:
            return None
        if length is None:
            raise ServerFailed("sent something that is not a message")
        with self.changed:
            self._received += length
            is_flood = self._received > _MAX_UNASKED
        if length > _MAX_MESSAGE or is_flood:
            raise ServerFailed(
                f"sent more than {(_MAX_UNASKED if is_flood else _MAX_MESSAGE) >> 20} MiB"
                + ("" if is_flood else " in one message")
            )
        data = pipe.read(length)
        return data if len(data) == length else None

    def _take(self, data: bytes) -> None:
        message = msgspec.json.decode(data, type=_Message)
        if message.method is None:
            with self.changed:
                if isinstance(message.id, int) and message.id in self._waiting:
                    self._answers[message.id] = message
                    self.changed.notify_all()
        elif message.id is None:
            with self.changed:
                self._hear(message.method, message.params)
                self.changed.notify_all()
        else:
            result = self._answer(message.method, message.params)
            with suppress(ServerFailed):
                self._send({"jsonrpc": "2.0", "id": message.id, "result": result})


class _Errors:
    """The error output of a server: read to its end, so that it never waits, and forgotten but for a part."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._begin, self._end = b"", b""

    def read(self) -> None:
        with self._pipe, suppress(OSError, ValueError):
            while data := os.read(self._pipe.fileno(), _MAX_READ):
                self._begin += data[: _MAX_ERRORS - len(self._begin)]
                self._end = (self._end + data)[-_MAX_ERRORS:]

    @property
    def said(self) -> str:
        """The first line that says that it is about an error, or the last one; empty if there is none."""
        text = b"\n".join((self._begin, self._end)).decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        about = next((line for line in lines if _ABOUT_ERROR.match(line)), lines[-1] if lines else "")
        return about[:_MAX_SAID].rstrip(" .")
