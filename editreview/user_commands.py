"""Commands of the user: linters and formatters of files, and one that answers feedback with a response.

Linters and formatters read the text of one file, before and after a change. `Filters` runs them, each text
once, and gives up those that fail. The findings of linters are lines `path:line:column: message`, or JSON as
of ruff and eslint. Whatever such a command does ends within seconds, as a sentence.

A command such as `llm -c` gets the feedback and answers with the next response. `tmux:PANE` stands for the
command that pastes it into a pane of tmux.

Nothing here knows blocks or git, and nothing runs that the user has not named.
"""

import os
import shlex
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath
from subprocess import Popen
from threading import Event, Lock
from typing import IO

import msgspec
from msgspec import Raw, Struct

from editreview.first_use import lazy_pattern
from editreview.language_servers import WHOLE_FILE, CommandLine, Diagnosis, Finding, Texts, new_findings
from editreview.processes import Finished, end_group, ending, last_line, run_filter, start, write_input
from editreview.text import blake2b, stripped_lines
from editreview.workspace import path_matcher

_MAX_MESSAGE = 200
"""The most characters of a message."""
_FIRST_LINES = 3
"""Lines of an output that is not understood that are shown."""
_COLOUR = lazy_pattern(r"\x1b\[[0-9;?]*[A-Za-z]")
_AT = lazy_pattern(
    r"^(?P<path>(?:[A-Za-z]:[\\/])?[^:\n]+):(?P<line>\d+)(?::\d+)?(?:-\d+(?::\d+)?)?:?\s+(?P<message>\S.*)$"
)
"""A finding with its position: `src/app.py:3:1: undefined name`."""
_ARROW = lazy_pattern(r"^\s*--> (?P<path>[^\n]+?):(?P<line>\d+)(?::\d+)?$")
"""The second line of a finding, as ruff and Rust write it."""
_NAMED_LINE = lazy_pattern(r"\bline (?P<line>\d+)\b", 2)
_SEVERITY = lazy_pattern(r"^\[?(?P<word>fatal error|error|warning|note|info|hint|style)\b\]?:?\s*", 2)
"""A word for a severity before a message: `[error]: `, `warning: `."""
_CODE = lazy_pattern(r"^(?P<code>[A-Z]{1,6}\d{1,5}):?\s+(?:\[\*\] )?")
_STANDARD_INPUT = ("stdin", "standard input")
_REMARKS = ("note", "info", "hint")


_OF_ESLINT = {1: "warning", 2: "error"}


class _Position(Struct, frozen=True):
    row: int | None = None
    line: int | None = None


class _Item(Struct, frozen=True, rename={"rule": "ruleId"}):
    message: str
    line: int | None = None
    location: _Position | None = None
    code: str | int | None = None
    rule: str | None = None
    severity: int | str | None = None
    level: str | None = None


class _File(Struct, frozen=True):
    messages: list[_Item]


def findings_of(path: str, finished: Finished, source: str) -> tuple[Finding, ...] | None:
    """The findings that a linter wrote about a file.

    Args:
        path: The file, relative to the root.
        finished: The result of the linter.
        source: The name of the linter.

    Returns:
        None if it fails without any finding that is understood.
    """
    found = _in_json(finished.out, source)
    if found is None:
        text = "\n".join(_text(part) for part in (finished.out, finished.err))
        found = list(_in_lines(path, text, source))
        if not found and finished.status:
            found = list(_by_named_line(text, source))
    return tuple(found) if found or not finished.status else None


def _whole_finding(finished: Finished, source: str) -> Finding:
    """The one finding of an output that is not understood: its first lines."""
    text = _text(finished.out).strip() or _text(finished.err).strip()
    lines = stripped_lines(text)
    message = " / ".join(lines[:_FIRST_LINES]) or f"exit status {finished.status}"
    return Finding(WHOLE_FILE, _short(message), False, "", source)


def _text(data: bytes) -> str:
    return _COLOUR.sub("", data.decode("utf-8", "replace")).replace("\r\n", "\n")


def _short(message: str) -> str:
    return message if len(message) <= _MAX_MESSAGE else f"{message[: _MAX_MESSAGE - 1]}…"


def _in_json(out: bytes, source: str) -> list[Finding] | None:
    """The findings of a list of JSON; None if it is none."""
    if not out.lstrip().startswith(b"["):
        return None
    items: list[_Item] = []
    try:
        for each in msgspec.json.decode(out, type=list[Raw]):
            try:
                items += msgspec.json.decode(each, type=_File).messages
            except msgspec.ValidationError:
                items.append(msgspec.json.decode(each, type=_Item))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    return [_of_item(item, source) for item in items if _severity(item) not in _REMARKS]


def _severity(item: _Item) -> str:
    if isinstance(item.severity, int):
        return _OF_ESLINT.get(item.severity, "")
    return item.level or item.severity or ""


def _of_item(item: _Item, source: str) -> Finding:
    position = item.location or _Position()
    line = next((n for n in (item.line, position.row, position.line) if n is not None), None)
    number = WHOLE_FILE if line is None or line < 1 else line - 1
    code = item.code if item.code is not None else item.rule
    first = item.message.strip().partition("\n")[0].strip()
    return Finding(
        number, _short(first), _severity(item) == "error", "" if code is None else str(code), source, number
    )


def _in_lines(path: str, text: str, source: str) -> Iterator[Finding]:
    before = ""
    for line in text.split("\n"):
        found = _AT.match(line) or _ARROW.match(line)
        if found is not None and _is_about(found["path"], path):
            message = found["message"] if "message" in found.groupdict() else before
            finding = _finding(int(found["line"]), message, source)
            if finding is not None:
                yield finding
        before = line.strip()


def _finding(line: int, message: str, source: str) -> Finding | None:
    severity = _SEVERITY.match(message)
    word = severity["word"].lower() if severity is not None else ""
    if word in _REMARKS:
        return None
    rest = message[severity.end() :] if severity is not None else message
    code = _CODE.match(rest)
    rest = rest[code.end() :] if code is not None else rest
    number = max(line, 1) - 1
    is_error = word.endswith("error")
    return Finding(number, _short(rest.strip()), is_error, code["code"] if code else "", source, number)


def _is_about(name: str, path: str) -> bool:
    """True if a linter means the file by a name."""
    name = name.strip().replace("\\", "/").removeprefix("./")
    if name == "-" or any(word in name.lower() for word in _STANDARD_INPUT):
        return True
    return name in (path, PurePosixPath(path).name) or name.endswith(f"/{path}")


def _by_named_line(text: str, source: str) -> Iterator[Finding]:
    """The first line of an output that names a line in words."""
    for line in text.split("\n"):
        found = _NAMED_LINE.search(line)
        if found is not None:
            number = max(int(found["line"]), 1) - 1
            yield Finding(number, _short(line.strip()), True, "", source, number)
            return


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
        commands: The commands, by pattern of paths as in `.gitignore`.
        timeout: Seconds that a command gets for a file.
    """

    def __init__(self, folder: Path, commands: Mapping[str, CommandLine], timeout: float = TIMEOUT_S) -> None:
        self._folder = folder
        self._commands = [(path_matcher(pattern), command) for pattern, command in commands.items()]
        self._timeout = timeout
        self._known: dict[tuple[CommandLine, str, bytes], Finished] = {}
        self._failures: dict[CommandLine, int] = {}
        self._reported: set[str] = set()
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
        self,
        before: Texts,
        after: Texts,
        use: Callable[[CommandLine, str, str, str], None],
        *,
        only_first: bool,
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
                    if problem not in self._reported and not self._is_closed.is_set():
                        problems.append(problem)
                    self._reported.add(problem)
        return tuple(problems)

    def _of_file(self, path: str, text: str) -> list[CommandLine]:
        """The commands for a file that have not been given up."""
        if len(text) > _MAX_TEXT:
            return []
        found = dict.fromkeys(command for pattern, command in self._commands if pattern.match(path))
        return [command for command in found if self._failures.get(command, 0) < _MAX_FAILURES]

    def run(self, command: CommandLine, path: str, text: str) -> Finished:
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

    def _run(self, command: CommandLine, path: str, data: bytes) -> Finished:
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


def named(command: CommandLine) -> str:
    """A command in a sentence."""
    return f"`{' '.join(command)}`"


class FileChecks:
    """Linters: what they find in a text after a change that they did not find before.

    Args:
        filters: The linters.
    """

    def __init__(self, filters: Filters) -> None:
        self._filters = filters

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """The findings that a change brings. Takes as long as the commands; never raises because of one.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        findings: dict[str, tuple[Finding, ...]] = {}

        def check(command: CommandLine, path: str, old: str, new: str) -> None:
            if found := self._compared(command, path, old, new):
                findings[path] = (*findings.get(path, ()), *found)

        problems = self._filters.each(before, after, check, only_first=False)
        return Diagnosis(findings, problems)

    def close(self, *, at_once: bool = False) -> None:
        """End what runs. A later `diagnose` finds nothing."""
        self._filters.close()

    def _compared(self, command: CommandLine, path: str, before: str, after: str) -> tuple[Finding, ...]:
        """The findings that only the text after the edits has.

        Raises:
            CommandFailed: The command fails on both texts without a finding.
        """
        source = PurePath(command[0]).name
        finished = self._filters.run(command, path, after)
        found = findings_of(path, finished, source)
        if found == ():
            return ()
        finished_before = self._filters.run(command, path, before)
        found_before = findings_of(path, finished_before, source)
        if found is None and found_before is None:
            message = _whole_finding(finished_before, source).message
            raise CommandFailed(
                f"the command {named(command)} fails on {path} without the edits too: {message}"
            )
        if found is None:
            return (_whole_finding(finished, source),)
        if found_before is None:
            # Nothing says which of its findings are new.
            return ()
        return new_findings(before, after, found_before, found)


class Formatters:
    """Formatters: the text of each changed file as they would write it.

    Args:
        filters: The formatters; the first one for a file counts.
    """

    def __init__(self, filters: Filters) -> None:
        self._filters = filters

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """The changed files as their formatters write them. Never raises because of one.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        formatted: dict[str, str] = {}

        def format(command: CommandLine, path: str, old: str, new: str) -> None:
            text = self._formatted(command, path, old, new)
            if text is not None and text != new:
                formatted[path] = text

        problems = self._filters.each(before, after, format, only_first=True)
        return Diagnosis({}, problems, formatted)

    def close(self, *, at_once: bool = False) -> None:
        """End what runs. A later `diagnose` finds nothing."""
        self._filters.close()

    def _formatted(self, command: CommandLine, path: str, before: str, after: str) -> str | None:
        """The text as the command formats it; None if it can read only the text before.

        Raises:
            CommandFailed: It can read neither.
        """
        finished = self._filters.run(command, path, after)
        if (text := _formatted_text(finished, after)) is not None:
            return text
        finished = self._filters.run(command, path, before)
        if _formatted_text(finished, before) is None:
            message = _whole_finding(finished, "").message if finished.status else "it writes no text"
            raise CommandFailed(
                f"the formatter {named(command)} fails on {path} without the edits too: {message}"
            )
        return None


def _formatted_text(finished: Finished, text: str) -> str | None:
    """The text that a formatter wrote; None if it failed, or lost all of it."""
    if finished.status or (not finished.out.strip() and text.strip()):
        return None
    try:
        # Bytes that are no text cannot come back as they were.
        text.encode()
        return finished.out.decode()
    except UnicodeError:
        return None


_TMUX = "tmux:"
_PASTE = """\
tmux display-message -p -t {pane} >/dev/null || exit 1
case $(tmux display-message -p -t {pane} '#{{pane_current_command}}') in
  sh|ash|bash|csh|dash|fish|ksh|mksh|pwsh|tcsh|zsh)
    echo 'a shell runs there, and would run the feedback: start the agent first' >&2; exit 1;;
esac
tmux load-buffer -b editreview-$$ - || exit 1
tmux paste-buffer -p -d -b editreview-$$ -t {pane} || {{ tmux delete-buffer -b editreview-$$; exit 1; }}
"""
"""Pastes its input into a pane of tmux, as one text, and leaves Enter to the user.

The buffer is of this run alone: another review may paste at the same time.
"""


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

        errors: IO[bytes] | None = None
        try:
            errors = TemporaryFile()  # noqa: SIM115 (closed by the thread)
            process = start(self._line, folder=self._folder, errors=errors.fileno())
        except OSError as error:
            if errors is not None:
                errors.close()
            self._rests(f"`{self._command}` could not be started: {error.strerror}")
            return os.open(os.devnull, os.O_RDONLY)
        assert process.stdin is not None
        assert process.stdout is not None
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
