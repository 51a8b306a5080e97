"""A command of the user that gets the feedback and answers with the next response, such as `llm -c`."""

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from editreview.processes import Conversation, converse

_LAST_WORDS = 300
"""Characters of the command's error output that are shown."""


class FeedbackCommand:
    """Runs the command once for each prompt: the text is its input, its output the response.

    Args:
        command: The command line, for a shell.
        folder: Its working folder.
    """

    name = "the command"
    answers_as_whole = True

    def __init__(self, command: str, folder: Path) -> None:
        self._command = command
        self._folder = folder
        self._ends: SimpleQueue[str] = SimpleQueue()
        """A sentence for each end, empty if it went well, until somebody listens."""
        self._running: Conversation | None = None
        self._is_cancelled = False
        self.is_busy = False
        """True while the command runs."""

    def listen(self, asks: Callable[[str, str, str], object], rests: Callable[[str], object]) -> None:
        """Call a function, on a thread, with a sentence at each end of the command.

        Args:
            asks: Never called: a command asks nothing.
            rests: Called with the sentence, which is empty if all went well.
        """

        def tell() -> None:
            while True:
                rests(self._ends.get())

        threading.Thread(target=tell, name="feedback ends", daemon=True).start()

    def prompt(self, text: str, contents: Mapping[str, bytes | None]) -> int:
        """Run the command. Returns the descriptor of its output.

        Args:
            text: Its input.
            contents: Not needed: the command has no tree of its own.
        """
        from tempfile import TemporaryFile

        self._is_cancelled = False
        errors = TemporaryFile()  # noqa: SIM115 (closed by the thread)
        try:
            running = converse(self._command, folder=self._folder, errors=errors.fileno())
        except OSError as error:
            errors.close()
            incoming, outgoing = os.pipe()
            os.close(outgoing)
            self._ends.put(f"`{self._command}` could not be started: {error.strerror}")
            return incoming
        self._running = running
        self.is_busy = True
        data = text.encode("utf-8", "surrogateescape")
        threading.Thread(
            target=self._follow, args=(running, data, errors), name="feedback", daemon=True
        ).start()
        return running.output

    def _follow(self, running: Conversation, data: bytes, errors: IO[bytes]) -> None:
        with errors:
            running.give(data)
            status = running.wait()
            self.is_busy = False
            if status == 0 or self._is_cancelled:
                self._ends.put(f"`{self._command}` was ended" if self._is_cancelled else "")
                return
            errors.seek(max(errors.seek(0, os.SEEK_END) - _LAST_WORDS, 0))
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            last = f": {said[-1]}" if said else ""
            self._ends.put(f"`{self._command}` ended with status {status}{last}")

    def decide(self, id: str, *, is_allowed: bool) -> None:
        """Do nothing: no decision is an answer to a command."""

    def cancel(self) -> None:
        """End the command."""
        if self._running is not None and self.is_busy:
            self._is_cancelled = True
            threading.Thread(target=self.close, name="feedback end", daemon=True).start()

    def close(self) -> None:
        """End the command, if it runs."""
        if self._running is not None:
            with suppress(OSError):
                self._running.end()
