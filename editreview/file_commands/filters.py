"""Linters and formatters of the user: commands that read the text of a file.

`Filters` runs them, each text once, and gives up those that fail.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path, PurePath
from threading import Event, Lock

from editreview.file_commands.output import findings_of, whole_finding
from editreview.file_patterns import compiled
from editreview.language_servers import Diagnosis, Finding, Texts, new_findings
from editreview.processes import Finished, ending, run_filter

Command = tuple[str, ...]
"""A program and its arguments, in which `{path}` stands for the file."""

TIMEOUT_S = 10.0
"""Seconds that a command gets for a file."""
_MAX_FILES = 50
"""The most files that commands read."""
_MAX_OUTPUT = 8 << 20
"""The most bytes that a command may write."""
_MAX_TEXT = 1_000_000
"""The most characters of a text."""
_MAX_FAILURES = 2
"""Times that a command may fail before it is not run again."""
_CLOSING_S = 3.0
"""Seconds to wait for the end of a command that was stopped."""
_MAX_KNOWN = 256
"""Results that are kept."""


class CommandFailed(Exception):
    """A command gave no result; the message is a sentence without a full stop."""


class Filters:
    """Commands for files by pattern, with the results they gave.

    Args:
        folder: The root, in which they run.
        commands: By pattern of paths, as in `.gitignore`.
        timeout: Seconds that a command gets for a file.
    """

    def __init__(self, folder: Path, commands: Mapping[str, Command], timeout: float = TIMEOUT_S) -> None:
        self._folder = folder
        self._commands = [(compiled(pattern), command) for pattern, command in commands.items()]
        self._timeout = timeout
        self._known: dict[tuple[Command, str, bytes], Finished] = {}
        self._failures: dict[Command, int] = {}
        self._said: set[str] = set()
        self._is_closed = Event()
        self._running = Lock()
        """Held while a command runs."""

    def close(self) -> None:
        """End what runs, with all that it started. Later runs fail."""
        self._is_closed.set()
        # The program may end now: nothing else would end a command whose thread is gone.
        if self._running.acquire(timeout=_CLOSING_S):
            self._running.release()

    def each(
        self, before: Texts, after: Texts, use: Callable[[Command, str, str, str], None], *, only_first: bool
    ) -> tuple[str, ...]:
        """Use the commands of each changed file.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
            use: Called with a command, the path, and the text before and after. May raise CommandFailed.
            only_first: True to use only the first command of a file.

        Returns:
            Sentences about commands that failed. Each is said once in a session.
        """
        problems: list[str] = []
        changed = [(path, text) for path, text in sorted(after.items()) if before.get(path) != text]
        for path, text in changed[:_MAX_FILES]:
            commands = self._of_file(path, text)
            for command in commands[:1] if only_first else commands:
                try:
                    use(command, path, before.get(path, ""), text)
                except CommandFailed as failed:
                    problem = str(failed)
                    if problem not in self._said and not self._is_closed.is_set():
                        problems.append(problem)
                    self._said.add(problem)
        return tuple(problems)

    def _of_file(self, path: str, text: str) -> list[Command]:
        """The commands for a file that have not been given up."""
        if len(text) > _MAX_TEXT:
            return []
        found = dict.fromkeys(command for pattern, command in self._commands if pattern.match(path))
        return [command for command in found if self._failures.get(command, 0) < _MAX_FAILURES]

    def run(self, command: Command, path: str, text: str) -> Finished:
        """The result of a command for a text, which is run at most once.

        Raises:
            CommandFailed: There is none.
        """
        # Lone surrogates stand for bytes that are no text.
        data = text.encode("utf-8", "replace")
        key = command, path, blake2b(data, digest_size=16).digest()
        found = self._known.pop(key, None)
        if found is None:
            try:
                with self._running:
                    found = self._run(command, path, data)
            except CommandFailed:
                self._failures[command] = self._failures.get(command, 0) + 1
                raise
        self._known[key] = found
        while len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return found

    def _run(self, command: Command, path: str, data: bytes) -> Finished:
        # A name that begins with a dash would be read as an option.
        name = f"./{path}" if path.startswith("-") else path
        failed = f"the command {named(command)}"
        try:
            finished = run_filter(
                [word.replace("{path}", name) for word in command],
                folder=self._folder,
                data=data,
                timeout=self._timeout,
                limit=_MAX_OUTPUT,
                is_cancelled=self._is_closed.is_set,
            )
        except FileNotFoundError as error:
            self._failures[command] = _MAX_FAILURES
            raise CommandFailed(f"{failed} was not found") from error
        except OSError as error:
            if not isinstance(error, TimeoutError):
                raise CommandFailed(f"{failed} failed: {error.strerror}") from error
            raise CommandFailed(f"{failed} took longer than {self._timeout:g} s on {path}") from error
        except OverflowError as error:
            raise CommandFailed(f"{failed} wrote more than {_MAX_OUTPUT >> 20} MiB") from error
        if finished is None:
            raise CommandFailed(f"{failed} was stopped")
        if finished.status < 0:
            raise CommandFailed(f"{failed} was ended by {ending(finished.status)} on {path}")
        return finished


def named(command: Command) -> str:
    """A command in a sentence."""
    return f"`{' '.join(command)}`"


class FileChecks:
    """Linters: what they find in a text after a change that they did not find before.

    Args:
        folder: The root, in which they run.
        commands: By pattern of paths, as in `.gitignore`.
        timeout: Seconds that a command gets for a file.
    """

    def __init__(self, folder: Path, commands: Mapping[str, Command], timeout: float = TIMEOUT_S) -> None:
        self._filters = Filters(folder, commands, timeout)

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """The findings that a change brings. Takes as long as the commands; never raises because of one.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        findings: dict[str, tuple[Finding, ...]] = {}

        def check(command: Command, path: str, old: str, new: str) -> None:
            if found := self._compared(command, path, old, new):
                findings[path] = (*findings.get(path, ()), *found)

        problems = self._filters.each(before, after, check, only_first=False)
        return Diagnosis(findings, problems)

    def close(self, *, at_once: bool = False) -> None:
        """End what runs. A later `diagnose` finds nothing."""
        self._filters.close()

    def _compared(self, command: Command, path: str, before: str, after: str) -> tuple[Finding, ...]:
        """Raises CommandFailed, also if the command fails on the text before, without a finding."""
        source = PurePath(command[0]).name
        finished = self._filters.run(command, path, after)
        found = findings_of(path, finished, source)
        if found == ():
            return ()
        finished_before = self._filters.run(command, path, before)
        found_before = findings_of(path, finished_before, source)
        if found is None and found_before is None:
            said = whole_finding(finished_before, source).message
            raise CommandFailed(f"the command {named(command)} fails on {path} without the edits too: {said}")
        if found is None:
            return (whole_finding(finished, source),)
        if found_before is None:
            # Nothing says which of its findings are new.
            return ()
        return new_findings(before, after, found_before, found)


class Formatters:
    """Formatters: the text of each changed file as they would write it.

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
