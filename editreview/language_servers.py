"""Language servers: what they say about the texts of files, before and after a change.

Nothing here knows blocks or git, and no server is started unless the user named it or asked for one. Servers
may be slow, broken or hostile: whatever one does ends within seconds, as a sentence.

Each server of a session has the would-be texts of all its files open together. A server is done when it has
answered a request for the diagnostics of each text. One that only publishes them is done when it has
published some for our version of each, and has then been quiet for half a second: several begin with an empty
list, for a version that they have not read yet. The findings are those about a text that an earlier text does
not have.

`Client` talks to a server through pipes, with two threads that read and one that writes. The callers wait on
a condition and never on a pipe, so no server can hold them longer than they want. A server that breaks a
limit, or the protocol, is ended; from then on every call raises `ServerFailed` with the same sentence.

First are the languages that a server may be named for, and the servers that are looked for on the PATH.
"""

import os
import queue
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import IO, Protocol, TypeVar
from urllib.parse import unquote

import msgspec
from msgspec import Raw, Struct

from editreview.alignment import kept_lines
from editreview.errors import EditreviewError
from editreview.first_use import lazy_pattern
from editreview.processes import end_group, start
from editreview.text import blake2b, stripped_lines

CommandLine = tuple[str, ...]
"""A program and its arguments; `{path}` stands for the file if the command is for one file."""
Texts = Mapping[str, str]
"""Texts of files, by path relative to the root."""
_Files = Mapping[str, str | None]
"""Texts of files, by path relative to the root; None for those that do not exist."""

SERVER_LANGUAGES: dict[str, dict[str, str]] = {
    "bash": {".sh": "shellscript", ".bash": "shellscript"},
    "c": {".c": "c", ".h": "c"},
    "cpp": {".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp"},
    "csharp": {".cs": "csharp"},
    "css": {".css": "css", ".scss": "scss", ".less": "less"},
    "dart": {".dart": "dart"},
    "elixir": {".ex": "elixir", ".exs": "elixir"},
    "go": {".go": "go"},
    "haskell": {".hs": "haskell"},
    "html": {".html": "html", ".htm": "html"},
    "java": {".java": "java"},
    "javascript": {
        ".js": "javascript",
        ".cjs": "javascript",
        ".mjs": "javascript",
        ".jsx": "javascriptreact",
    },
    "json": {".json": "json", ".jsonc": "jsonc"},
    "kotlin": {".kt": "kotlin", ".kts": "kotlin"},
    "lua": {".lua": "lua"},
    "php": {".php": "php"},
    "python": {".py": "python", ".pyi": "python"},
    "ruby": {".rb": "ruby"},
    "rust": {".rs": "rust"},
    "scala": {".scala": "scala"},
    "svelte": {".svelte": "svelte"},
    "swift": {".swift": "swift"},
    "toml": {".toml": "toml"},
    "typescript": {
        ".ts": "typescript",
        ".cts": "typescript",
        ".mts": "typescript",
        ".tsx": "typescriptreact",
    },
    "vue": {".vue": "vue"},
    "yaml": {".yaml": "yaml", ".yml": "yaml"},
    "zig": {".zig": "zig"},
}
"""By the name of a language: the extensions of its files, and the name that the protocol has for each."""

_BY_EXTENSION = {extension: name for name, endings in SERVER_LANGUAGES.items() for extension in endings}

DEFAULTS: dict[str, tuple[CommandLine, ...]] = {
    "python": (("ruff", "server"), ("pyright-langserver", "--stdio"), ("pylsp",)),
    "c": (("clangd",),),
    "cpp": (("clangd",),),
}
"""By language, the servers that are looked for; the first one found is used unless the user names another."""

RUNS_CODE: dict[str, CommandLine] = {
    "python": ("basedpyright-langserver", "--stdio"),
    "go": ("gopls",),
    "rust": ("rust-analyzer",),
    "javascript": ("typescript-language-server", "--stdio"),
    "typescript": ("typescript-language-server", "--stdio"),
}
"""Servers that run code of the repository: its `.venv/bin/python`, its macros, its compiler, what its build
needs. They are used only if the user names them."""


def _language_of_file(path: str) -> str | None:
    """The language of a file by its extension; None if there is none."""
    return _BY_EXTENSION.get(_extension(path))


def _id_of_file(path: str) -> str:
    """The name in the protocol for a file in one of the languages."""
    extension = _extension(path)
    return SERVER_LANGUAGES[_BY_EXTENSION[extension]][extension]


def found_on_path() -> dict[str, CommandLine]:
    """The default servers that are installed, by language, with the whole paths of the programs."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    # Relative folders could be the repository's.
    absolute = os.pathsep.join(folder for folder in folders if os.path.isabs(folder))
    found: dict[str, CommandLine] = {}
    for language, commands in DEFAULTS.items():
        for program, *arguments in commands:
            path = shutil.which(program, path=absolute) if absolute else None
            if path is not None:
                found[language] = (path, *arguments)
                break
    return found


def _extension(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


_MAX_FINDINGS = 20
"""The most new findings of a file."""
WHOLE_FILE = -1
"""The line of a finding about a whole file."""
_NUMBERS = lazy_pattern(r"\d+")
_IMPORT = lazy_pattern(
    r"^\s*(?:from|import|export|use|pub use|mod|pub mod|#\s*include|require|require_once|using)\b"
    r"|\b(?:import|require)\s*\("
    r"|\bfrom\s*['\"]"
)
"""An import, in any language: `from a import b`, `require(`."""
# Imports of files that are not there are also sorted otherwise.
_UNRESOLVED = lazy_pattern(
    r"resolve|cannot find|could not find|not found|no such|unknown import|unable to import|could not import"
    r"|no name|no module|does not exist|missing|sorted"
)
_ABOUT_IMPORT = lazy_pattern(r"\b(?:imports?|module)\b")
_WORDS = lazy_pattern(r"[\w-]+")
_ENTRY_FILES = frozenset({"__init__", "index", "mod", "main", "lib"})
"""Names of files that are imported by the name of their folder."""


class Finding(Struct, frozen=True):
    """A remark of a server or another program about a line."""

    line: int
    """0-based, or `WHOLE_FILE`."""
    message: str
    is_error: bool
    """False for a warning."""
    code: str = ""
    """The name of the rule; empty if there is none."""
    source: str = ""
    """The name of the program; empty if it gives none."""
    last: int = 0
    """The last line that it is about, 0-based, if that is a later one."""

    @property
    def _kind(self) -> tuple[str, str]:
        """Equal for the same fault, wherever it is: messages may name lines."""
        return self.code, _NUMBERS.sub("0", self.message)


def lines_of(text: str) -> list[str]:
    """The lines of a text as the protocol counts them, without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def new_findings(
    before: str,
    after: str,
    found_before: Sequence[Finding],
    found_after: Sequence[Finding],
    new_files: Collection[str] = (),
) -> tuple[Finding, ...]:
    """The findings about a text that were not there before: errors first, then by line, at most 20.

    A finding was there before if one of the same code and message is at the same line, or if both are at
    lines that were changed.

    Args:
        before: The text before; empty for a new file.
        after: The text after.
        found_before: The findings about the text before.
        found_after: The findings about the text after.
        new_files: Paths of files that are not on disk yet. Servers do not find them, so what they say about
            imports of them is left out.
    """
    old, new = lines_of(before), lines_of(after)
    moved = kept_lines(old, new)
    known = Counter((finding._kind, moved.get(finding.line)) for finding in found_before)
    unchanged = set(moved.values())
    names = _import_names(new_files)
    found: list[Finding] = []
    for finding in sorted(set(found_after), key=lambda f: (not f.is_error, f.line, f.code, f.message)):
        place = finding._kind, finding.line if finding.line in unchanged else None
        if known[place]:
            known[place] -= 1
        elif not (names and _lacks_import(finding, new, names)):
            found.append(finding)
    return tuple(found[:_MAX_FINDINGS])


def _import_names(paths: Collection[str]) -> frozenset[str]:
    """The words by which files are imported."""
    pure = [PurePosixPath(path) for path in paths]
    return frozenset(p.parent.name if p.stem in _ENTRY_FILES else p.name.partition(".")[0] for p in pure) - {
        ""
    }


def _lacks_import(finding: Finding, lines: list[str], names: frozenset[str]) -> bool:
    """True if a finding says that something is not there to import, and its lines import one of the names."""
    if _UNRESOLVED.search(f"{finding.code} {finding.message}".lower()) is None:
        return False
    about = lines[finding.line : max(finding.line, finding.last) + 1]
    imports = [line for line in about if _IMPORT.search(line) is not None]
    # An import of several lines has the name alone in one of them.
    imports += [finding.message] if _ABOUT_IMPORT.search(finding.message.lower()) is not None else []
    return any(not names.isdisjoint(_WORDS.findall(text)) for text in imports)


T = TypeVar("T")

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
        on_notification: Called on the reading thread with the method and parameters of each notification,
            while the condition `changed` is held. May raise `msgspec.MsgspecError`.
        on_request: Called there with the method and parameters of each request. Returns the result.

    Raises:
        ServerFailed: It cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        on_notification: Callable[[str, Raw], None],
        on_request: Callable[[str, Raw], object],
    ) -> None:
        self.name = " ".join((Path(command[0]).name, *command[1:]))
        self.changed = Condition()
        """Held while the state changes, and notified after each message."""
        self._on_notification = on_notification
        self._on_request = on_request
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
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
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
        output = self._errors.said
        return f"ended: {output}" if output else "ended"

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
                self._on_notification(message.method, message.params)
                self.changed.notify_all()
        else:
            result = self._on_request(message.method, message.params)
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
        lines = stripped_lines(text)
        about = next((line for line in lines if _ABOUT_ERROR.match(line)), lines[-1] if lines else "")
        return about[:_MAX_SAID].rstrip(" .")


class Shadow(Protocol):
    """A folder like the root, in which files are what they will be; the user's own stay untouched.

    All methods but `close` may raise OSError and EditreviewError.
    """

    def open(self) -> Path:
        """The folder; the first call makes it."""

    def refresh(self) -> tuple[str, Sequence[str]]:
        """Take over what changed in the root. Returns a name of its state, and the paths that changed."""

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Make the files those of the root, apart from some; None stands for one that does not exist."""

    def close(self) -> None:
        """Remove it. Never fails."""


TIMEOUT_S = 10.0
"""Seconds that a server gets to start, and for its next answer."""
_TIMEOUTS_IN_ALL = 6
"""Times that long for all answers about one set of texts, if they come one by one."""
_QUIET_S = 0.5
"""Seconds without diagnostics after which a server that only publishes them is done."""
_POLL_FINDINGS_S = 0.05
_AGAIN_S = 0.1
"""Seconds before a request is sent again."""
_MAX_OPEN_FILES = 50
"""The most files that are open in a server."""
_MAX_TEXT = 1_000_000
"""The most characters of a text."""
_MAX_SILENCES = 2
"""Times that a server may not answer before it is not asked again."""
_MAX_RESULTS_KEPT = 32
"""Results that are kept for each server."""
_PULL = "textDocument/diagnostic"
_WARNING = 2
_ERROR = 1
_CREATED, _CHANGED, _DELETED = 1, 2, 3
"""Changes of files, as the protocol counts them."""
_MAX_SENTENCE = 200
"""The most characters of a finding."""

_CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "synchronization": {"didSave": False},
        "publishDiagnostics": {"versionSupport": True},
        "diagnostic": {"dynamicRegistration": True},
    },
    "workspace": {
        "configuration": True,
        "workspaceFolders": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": False},
}
_SETTINGS = {
    "basedpyright.analysis": {"typeCheckingMode": "standard"},
    "basedpyright": {"analysis": {"typeCheckingMode": "standard"}},
}
"""Answers to servers that ask for settings, by section: basedpyright's own default blames good code."""


class _Position(Struct, frozen=True):
    line: int


class _Range(Struct, frozen=True):
    start: _Position
    end: _Position


class _Markup(Struct, frozen=True):
    value: str = ""


class _Diagnostic(Struct, frozen=True):
    range: _Range
    message: str | _Markup
    severity: int = _ERROR
    code: int | str | None = None
    source: str | None = None


class _Published(Struct, frozen=True):
    uri: str
    diagnostics: tuple[_Diagnostic, ...]
    version: int | None = None


class _Report(Struct, frozen=True):
    items: tuple[_Diagnostic, ...] = ()


class _Capabilities(Struct, frozen=True, rename="camel"):
    diagnostic_provider: object = None


class _Initialized(Struct, frozen=True):
    capabilities: _Capabilities = _Capabilities()


class _Section(Struct, frozen=True):
    section: str | None = None


class _Questions(Struct, frozen=True):
    items: tuple[_Section, ...] = ()


class _Registration(Struct, frozen=True):
    method: str


class _Registered(Struct, frozen=True):
    registrations: tuple[_Registration, ...] = ()


class _Push(Struct, frozen=True):
    findings: tuple[Finding, ...]
    at: float
    """The time at which it came."""


class LanguageServer:
    """A running server with the texts that are open in it.

    Args:
        command: The program and its arguments.
        folder: The root.
        timeout: Seconds that it gets to start, and for its next answer.

    Raises:
        ServerFailed: It cannot be started.
    """

    def __init__(self, command: Sequence[str], folder: Path, timeout: float = TIMEOUT_S) -> None:
        self._folder = folder
        self._timeout = timeout
        self._files: _Files = {}
        """The files that are on disk in the folder, and not as they are in the user's tree."""
        self._open: dict[str, int] = {}
        """The version of each open text, by path."""
        self._version = 0
        self._pushes: dict[str, _Push] = {}
        self._has_begun = False
        self._pulls = False
        """True if the server answers requests for diagnostics. It may say so late."""
        self.client = Client(command, folder, self._hear, self._answer)

    def _begin(self) -> None:
        """Begin the conversation.

        Raises:
            ServerFailed: The server does not begin as servers do.
        """
        uri = self._folder.as_uri()
        number = self.client.request(
            "initialize",
            {
                # Many servers end when this process does.
                "processId": os.getpid(),
                "clientInfo": {"name": "editreview"},
                "rootUri": uri,
                "workspaceFolders": [{"uri": uri, "name": self._folder.name}],
                "capabilities": _CAPABILITIES,
            },
        )
        try:
            answer = self.client.result(number, _Initialized, monotonic() + self._timeout)
        except NoAnswer as silence:
            # It is still starting, and would not understand anything else.
            raise ServerFailed(str(silence)) from None
        if answer.capabilities.diagnostic_provider not in (None, False):
            self._pulls = True
        self.client.notify("initialized", {})

    def findings(self, texts: Texts) -> dict[str, tuple[Finding, ...]]:
        """The findings of the server about texts that it has open together, and nothing else.

        Raises:
            NoAnswer: It does not say it in time.
            ServerFailed: It can no longer be used.
        """
        self.client.grant()
        if not self._has_begun:
            self._begin()
            self._has_begun = True
        deadline = monotonic() + self._timeout
        self._put(texts)
        if not self._pulls:
            self.client.wait(lambda: bool(self._pulls) or self._is_quiet(), deadline, _POLL_FINDINGS_S)
        if self._pulls:
            return self._pulled(monotonic() + _TIMEOUTS_IN_ALL * self._timeout)
        with self.client.changed:
            return {path: self._pushes[self._uri(path)].findings for path in self._open}

    def notify_changed(self, files: _Files, others: Collection[str]) -> None:
        """Tell the server which files have changed on disk.

        Args:
            files: The files that are not as they are in the user's tree.
            others: Further paths that have changed.

        Raises:
            ServerFailed: It can no longer be used.
        """
        old, self._files = self._files, dict(files)
        changed = dict.fromkeys(others, _CHANGED)
        for path in old.keys() | files.keys():
            if path not in old or path not in files or old[path] != files[path]:
                is_created = files.get(path, "") is not None and old.get(path, "") is None
                is_deleted = files.get(path, "") is None
                changed[path] = _DELETED if is_deleted else _CREATED if is_created else _CHANGED
        if changed and self._has_begun:
            listed = [{"uri": self._uri(path), "type": kind} for path, kind in sorted(changed.items())]
            self.client.notify("workspace/didChangeWatchedFiles", {"changes": listed})

    def close(self, *, at_once: bool = False) -> None:
        """End the server; see `Client.close`."""
        self.client.close(at_once=at_once)

    def _uri(self, path: str) -> str:
        return (self._folder / path).as_uri()

    def _put(self, texts: Texts) -> None:
        """Have exactly these texts open. Each gets a new version, so that old answers are known as such."""
        self._version += 1
        with self.client.changed:
            self._pushes.clear()
        for path in [path for path in self._open if path not in texts]:
            del self._open[path]
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": self._uri(path)}})
        for path, text in texts.items():
            # Lone surrogates stand for bytes that are no text.
            text = text.encode("utf-8", "replace").decode()
            document: dict[str, object] = {"uri": self._uri(path), "version": self._version}
            if path in self._open:
                changes = [{"text": text}]
                self.client.notify(
                    "textDocument/didChange", {"textDocument": document, "contentChanges": changes}
                )
            else:
                document |= {"languageId": _id_of_file(path), "text": text}
                self.client.notify("textDocument/didOpen", {"textDocument": document})
            self._open[path] = self._version

    def _pulled(self, end: float) -> dict[str, tuple[Finding, ...]]:
        found: dict[str, tuple[Finding, ...]] = {}
        while left := [path for path in self._open if path not in found]:
            numbers = {path: self._ask(path) for path in left}
            is_cancelled = False
            for path, number in numbers.items():
                try:
                    answer = self.client.result(number, _Report, self._next_by(end))
                    found[path] = _findings(answer.items, self._folder)
                except RequestCancelled:
                    is_cancelled = True
            if is_cancelled:
                sleep(_AGAIN_S)
        return found

    def _next_by(self, end: float) -> float:
        """The time by which the next answer has to come: a server may need as long for each of many files."""
        return min(monotonic() + self._timeout, end)

    def _ask(self, path: str) -> int:
        return self.client.request(_PULL, {"textDocument": {"uri": self._uri(path)}})

    def _is_quiet(self) -> bool:
        """True if the server has published what it has to say about all open texts."""
        pushes = [self._pushes.get(self._uri(path)) for path in self._open]
        last = max((push.at for push in pushes if push is not None), default=0.0)
        return None not in pushes and monotonic() - last >= _QUIET_S

    def _hear(self, method: str, params: Raw) -> None:
        if method != "textDocument/publishDiagnostics":
            return
        published = msgspec.json.decode(params, type=_Published)
        # Servers may escape characters of an address that need it not.
        uri = unquote(published.uri)
        for path, version in self._open.items():
            known = self._uri(path)
            if unquote(known) == uri and published.version in (None, version):
                self._pushes[known] = _Push(_findings(published.diagnostics, self._folder), monotonic())

    def _answer(self, method: str, params: Raw) -> object:
        """The result of a request that the server makes: settings are as they are by default."""
        if method == "workspace/configuration":
            questions = msgspec.json.decode(params, type=_Questions)
            return [_SETTINGS.get(item.section or "") for item in questions.items]
        if method == "client/registerCapability":
            registered = msgspec.json.decode(params, type=_Registered).registrations
            # From now on it publishes nothing: pyright and basedpyright.
            self._pulls = self._pulls or any(each.method == _PULL for each in registered)
        return None


def _findings(diagnostics: Sequence[_Diagnostic], folder: Path) -> tuple[Finding, ...]:
    """Errors and warnings; the rest are hints. Paths in the folder are named without it."""
    return tuple(
        Finding(
            item.range.start.line,
            _sentence(item.message if isinstance(item.message, str) else item.message.value, folder),
            item.severity == _ERROR,
            "" if item.code is None else str(item.code),
            item.source or "",
            item.range.end.line,
        )
        for item in diagnostics
        if item.severity in (_ERROR, _WARNING) and item.range.start.line >= 0
    )


def _sentence(message: str, folder: Path) -> str:
    """The first line of a message, not too long."""
    lines = message.replace(f"{folder}/", "").strip().splitlines()
    first = lines[0].strip() if lines else ""
    return first if len(first) <= _MAX_SENTENCE else f"{first[: _MAX_SENTENCE - 1]}…"


class Diagnosis(Struct, frozen=True):
    """The findings of programs about a change that they do not have about the texts before."""

    findings: dict[str, tuple[Finding, ...]]
    """By path; files without a finding are left out."""
    problems: tuple[str, ...] = ()
    """Sentences about programs that cannot be used. Each is said once in a session."""
    formatted: dict[str, str] = {}
    """The texts after the change as formatters write them, by path, where these differ."""


class _Side(Struct, frozen=True):
    """The files before or after a change."""

    texts: Texts
    """Those that are open in a server."""
    files: _Files
    """All of them."""


class LanguageServers:
    """At most one server for each command, started on first use.

    Args:
        folder: The root.
        commands: The program and its arguments, by language.
        timeout: Seconds that a server gets to start, and for its next answer.
        shadow: The folder in which servers find the files as they will be. None: they see the root, where new
            files are missing and other files are as before.
    """

    def __init__(
        self,
        folder: Path,
        commands: Mapping[str, CommandLine],
        timeout: float = TIMEOUT_S,
        shadow: Shadow | None = None,
    ) -> None:
        self._root = self._folder = folder
        self._shadow = shadow
        self._state = ""
        """The name of the state of all other files."""
        self._commands = commands
        self._timeout = timeout
        self._running: dict[CommandLine, LanguageServer] = {}
        self._given_up: set[CommandLine] = set()
        self._silences: dict[CommandLine, int] = {}
        self._reported: set[str] = set()
        self._known: dict[tuple[CommandLine, bytes], dict[str, tuple[Finding, ...]]] = {}
        """Findings by the digest of all texts that they are about."""
        self._starting = Lock()
        """Held while a process is started, which takes some milliseconds."""
        self._is_closed = False

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """Compare what the servers say about the files before and after a change.

        May take a minute, twice for each server. Never raises because of a server.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        findings: dict[str, tuple[Finding, ...]] = {}
        problems: list[str] = []
        served = {
            command: (self._served(command, before), self._served(command, after))
            for command in dict.fromkeys(self._commands.values())
            if command not in self._given_up
        }
        served = {command: each for command, each in served.items() if each[0] != each[1] and each[1]}
        if served:
            problems += self._follow()
        for command, (old, new) in served.items():
            sides = (
                _Side(old, {**dict.fromkeys(after), **before}),
                _Side(new, {**dict.fromkeys(before), **after}),
            )
            try:
                findings |= self._compared(command, *sides)
            except (OSError, EditreviewError) as failed:
                problems += self._without_shadow(failed)
            except ServerFailed as failed:
                self._give_up(command, is_silent=isinstance(failed, NoAnswer))
                if str(failed) not in self._reported:
                    self._reported.add(str(failed))
                    problems.append(str(failed))
        return Diagnosis(findings, tuple(problems))

    def _follow(self) -> list[str]:
        """Take over what changed in the user's tree. Returns sentences about what does not work."""
        if self._shadow is None or self._is_closed:
            return []
        try:
            self._folder = self._shadow.open()
            self._state, changed = self._shadow.refresh()
        except (OSError, EditreviewError) as failed:
            return self._without_shadow(failed)
        for server in self._running.values() if changed else ():
            with suppress(ServerFailed):
                server.notify_changed({}, changed)
        return []

    def _without_shadow(self, why: Exception) -> list[str]:
        """Go on in the user's tree, with servers that are started again."""
        self._shadow = None
        self._folder = self._root
        for server in self._running.values():
            server.close(at_once=True)
        self._running.clear()
        reason = why.strerror if isinstance(why, OSError) else why
        return [] if self._is_closed else [f"language servers see the files as they are on disk: {reason}"]

    def close(self, *, at_once: bool = False) -> None:
        """End all servers. A later `diagnose` finds nothing.

        Args:
            at_once: True to leave them no time.
        """
        with self._starting:
            self._is_closed = True
        for server in list(self._running.values()):
            server.close(at_once=at_once)
        if self._shadow is not None:
            self._shadow.close()

    def _served(self, command: CommandLine, texts: Texts) -> dict[str, str]:
        paths = [
            path
            for path, text in texts.items()
            if len(text) <= _MAX_TEXT and self._commands.get(_language_of_file(path) or "") == command
        ]
        return {path: texts[path] for path in sorted(paths)[:_MAX_OPEN_FILES]}

    def _compared(self, command: CommandLine, before: _Side, after: _Side) -> dict[str, tuple[Finding, ...]]:
        found_before, found_after = self._findings(command, before), self._findings(command, after)
        old, new = before.texts, after.texts
        # In a folder of their own, servers find them.
        created = new.keys() - old.keys() if self._shadow is None else ()
        compared = {
            path: new_findings(
                old.get(path, ""), text, found_before.get(path, ()), found_after.get(path, ()), created
            )
            for path, text in new.items()
        }
        return {path: found for path, found in compared.items() if found}

    def _findings(self, command: CommandLine, side: _Side) -> dict[str, tuple[Finding, ...]]:
        if not side.texts:
            return {}
        key = command, _digest({"": self._state, **side.files})
        found = self._known.pop(key, None)
        if found is None:
            if self._shadow is not None:
                self._shadow.put({path: _encoded(text) for path, text in side.files.items()})
            server = self._server(command)
            if self._shadow is not None:
                server.notify_changed(side.files, ())
            found = server.findings(side.texts)
            self._silences.pop(command, None)
        self._known[key] = found
        while len(self._known) > _MAX_RESULTS_KEPT:
            del self._known[next(iter(self._known))]
        return found

    def _server(self, command: CommandLine) -> LanguageServer:
        if command not in self._running:
            # A server that `close` does not find here would stay when the program has ended.
            with self._starting:
                if self._is_closed:
                    raise ServerFailed("the language servers were ended")
                self._running[command] = LanguageServer(command, self._folder, self._timeout)
        return self._running[command]

    def _give_up(self, command: CommandLine, *, is_silent: bool) -> None:
        """End a server that failed. One that is only slow may have been reading a large project."""
        self._silences[command] = self._silences.get(command, 0) + 1
        if is_silent and self._silences[command] < _MAX_SILENCES:
            return
        self._given_up.add(command)
        server = self._running.pop(command, None)
        if server is not None:
            server.close(at_once=True)


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "replace")


def _digest(files: _Files) -> bytes:
    digest = blake2b(digest_size=16)
    for path, text in files.items():
        for part in (path, "-" if text is None else f"+{text}"):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(b"%d:" % len(data))
            digest.update(data)
    return digest.digest()
