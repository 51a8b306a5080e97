"""Formatters of the user: the text of each changed file as they would write it."""

from collections.abc import Mapping
from pathlib import Path

from editreview.file_commands.filters import TIMEOUT_S, Command, CommandFailed, Filters, named
from editreview.file_commands.output import whole_finding
from editreview.language_servers import Diagnosis, Texts
from editreview.processes import Finished


class Formatters:
    """Commands that read a text and write it formatted.

    Args:
        folder: The root, in which they run.
        commands: By pattern of paths, as in `.gitignore`; of several for a file, the first counts.
        timeout: Seconds that a command gets for a file.
    """

    def __init__(self, folder: Path, commands: Mapping[str, Command], timeout: float = TIMEOUT_S) -> None:
        self._filters = Filters(folder, commands, timeout)

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """The changed files as their formatters write them. Never raises because of one.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        formatted: dict[str, str] = {}

        def format(command: Command, path: str, old: str, new: str) -> None:
            text = self._formatted(command, path, old, new)
            if text is not None and text != new:
                formatted[path] = text

        problems = self._filters.each(before, after, format, only_first=True)
        return Diagnosis({}, problems, formatted)

    def close(self, *, at_once: bool = False) -> None:
        """End what runs. A later `diagnose` finds nothing."""
        self._filters.close()

    def _formatted(self, command: Command, path: str, before: str, after: str) -> str | None:
        """None if it cannot read the text. Raises CommandFailed, also if it cannot read the one before."""
        finished = self._filters.run(command, path, after)
        if (text := _text(finished, after)) is not None:
            return text
        finished = self._filters.run(command, path, before)
        if _text(finished, before) is None:
            said = whole_finding(finished, "").message if finished.status else "it writes no text"
            raise CommandFailed(
                f"the formatter {named(command)} fails on {path} without the edits too: {said}"
            )
        return None


def _text(finished: Finished, text: str) -> str | None:
    """The text that a formatter wrote; None if it failed, or lost all of it."""
    if finished.status or (not finished.out.strip() and text.strip()):
        return None
    try:
        # Bytes that are no text cannot come back as they were.
        text.encode()
        return finished.out.decode()
    except UnicodeError:
        return None
