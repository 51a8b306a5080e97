"""The other side of a program that speaks JSON-RPC in lines: what it sends is real, and may be nonsense."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

needs_acp = pytest.mark.skipif(find_spec("acp") is None, reason="the extra acp is not installed")
"""For modules that import the package on first use: it takes longer than to collect all other tests."""

Json = dict[str, Any]
_WAIT_S = 60.0


class Peer:
    """Starts a program and talks to it.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        environment: Variables beside the inherited ones.
    """

    def __init__(
        self, *command: str, folder: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._waiting: list[Json] = []
        self._ids = 0
        self._stdin, self._stdout = self.process.stdin, self.process.stdout

    def listen(self) -> None:
        """Begin to read what the program writes."""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._stdout:
            self.lines.put(line)

    def write(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def send(self, message: Json) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def request(self, method: str, **params: object) -> int:
        """Send a request. Returns its id."""
        self._ids += 1
        self.send({"id": self._ids, "method": method, "params": params})
        return self._ids

    def call(self, method: str, **params: object) -> Json:
        """Send a request, and wait for its answer."""
        return self.answer_to(self.request(method, **params))

    def answer_to(self, id: int | None) -> Json:
        return self.next(lambda message: "method" not in message and message.get("id") == id)

    def next(self, fits: Any) -> Json:
        """The next message of a kind; others wait."""
        for at, message in enumerate(self._waiting):
            if fits(message):
                return self._waiting.pop(at)
        while True:
            message = json.loads(self.lines.get(timeout=_WAIT_S))
            if fits(message):
                found: Json = message
                return found
            self._waiting.append(message)

    def of_method(self, method: str, session: str | None = None) -> Json:
        """The next request or notification of a method, of a session."""
        return self.next(
            lambda message: (
                message.get("method") == method and session in (None, message["params"].get("sessionId"))
            )
        )

    def received(self) -> list[Json]:
        """The messages that were received and not asked for, so far."""
        found, self._waiting = self._waiting, []
        return found

    def hang_up(self) -> None:
        """Close both streams."""
        self._stdin.close()
        self._stdout.close()

    def end(self) -> tuple[int, str]:
        """Close the program's input, and wait until it has ended. Returns its status and its errors."""
        if not self._stdin.closed:
            self._stdin.close()
        assert self.process.stderr is not None
        errors = self.process.stderr.read().decode()
        status = self.process.wait(_WAIT_S)
        self._stdout.close()
        self.process.stderr.close()
        return status, errors


def program(*arguments: str) -> tuple[str, ...]:
    """The command that runs editreview."""
    return sys.executable, "-P", "-m", "editreview", *arguments
