"""A command of the user that gets the feedback and answers with the next response, such as `llm -c`.

`tmux:PANE` stands for the command that pastes it into a pane of tmux.
"""

import os
import shlex
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import Popen
from typing import IO

from editreview.processes import end_group, ending, last_line, start, write_input

_TMUX = "tmux:"
_PASTE = """\
case $(tmux display-message -p -t {pane} '#{{pane_current_command}}') in
  sh|ash|bash|csh|dash|fish|ksh|mksh|pwsh|tcsh|zsh)
    echo 'a shell runs there, and would run the feedback: start the agent first' >&2; exit 1;;
esac
tmux load-buffer -b editreview - && tmux paste-buffer -p -d -b editreview -t {pane}
"""
"""Pastes its input into a pane of tmux, as one text, and leaves Enter to the user."""


class FeedbackCommand:
    """Runs the command once for each prompt: the text is its input, its output the response.

    Args:
        command: The command line, for a shell; or `tmux:` and a pane, to paste the text there.
        folder: Its working folder.
    """

    answers_as_whole = True

    def __init__(self, command: str, folder: Path) -> None:
        self._command = command
        pane = command.removeprefix(_TMUX)
        is_pane = pane != command
        self.name = f"the pane {pane} of tmux" if is_pane else "the command"
        self._line = _PASTE.format(pane=shlex.quote(pane)) if is_pane else command
        self._follow_up = f"pasted into {self.name}: Enter there sends it" if is_pane else ""
        self._folder = folder
        self._rests: Callable[[str], object] = lambda problem: None
        self._running: Popen[bytes] | None = None
        self._is_cancelled = False

    @property
    def is_busy(self) -> bool:
        """True while the command runs."""
        return self._running is not None

    def listen(self, asks: Callable[[str, str, str], object], rests: Callable[[str], object]) -> None:
        """Call a function, on any thread, at each end of the command.

        Args:
            asks: Never called: a command asks nothing.
            rests: Called with a sentence if it did not end well or the user has to go on, else with an empty
                one.
        """
        self._rests = rests

    def prompt(self, text: str, contents: Mapping[str, bytes | None]) -> int:
        """Run the command. Returns the descriptor of its output.

        Args:
            text: Its input.
            contents: Not needed: the command has no tree of its own.
        """
        # Imported on first use: few reviews get here.
        from tempfile import TemporaryFile

        errors = TemporaryFile()  # noqa: SIM115 (closed by the thread)
        try:
            process = start(self._line, folder=self._folder, errors=errors.fileno())
        except OSError as error:
            errors.close()
            self._rests(f"`{self._command}` could not be started: {error.strerror}")
            return os.open(os.devnull, os.O_RDONLY)
        assert process.stdin is not None and process.stdout is not None
        with process.stdout as stream:
            output = os.dup(stream.fileno())
        self._running, self._is_cancelled = process, False
        data = text.encode("utf-8", "replace")
        for target, args in ((write_input, (process.stdin, data)), (self._follow, (process, errors))):
            threading.Thread(target=target, args=args, name="feedback", daemon=True).start()
        return output

    def _follow(self, process: Popen[bytes], errors: IO[bytes]) -> None:
        """Wait for the end of the command, end what it leaves in its group, and tell how it ended."""
        with errors:
            status = process.wait()
            end_group(process)
            line = last_line(errors)
        self._running = None
        if self._is_cancelled:
            self._rests(f"`{self._command}` was ended")
        elif status == 0:
            self._rests(self._follow_up)
        else:
            self._rests(f"`{self._command}` ended with {ending(status)}{f': {line}' if line else ''}")

    def decide(self, id: str, *, is_allowed: bool) -> None:
        """Do nothing: no decision is an answer to a command."""

    def cancel(self) -> None:
        """End the command."""
        self._is_cancelled = True
        threading.Thread(target=self.close, name="feedback end", daemon=True).start()

    def close(self) -> None:
        """End the command, if it runs."""
        process = self._running
        if process is not None:
            end_group(process)
