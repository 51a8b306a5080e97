"""The servers of a session: each has the would-be texts of all its files open together.

A server is done when it has answered a request for the diagnostics of each text. One that only publishes them
is done when it has published some for our version of each, and has then been quiet for half a second: several
begin with an empty list, for a version that they have not read yet.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Protocol
from urllib.parse import unquote

import msgspec
from msgspec import Raw, Struct

from editreview.errors import EditreviewError
from editreview.language_servers.client import Client, NoAnswer, RequestCancelled, ServerFailed
from editreview.language_servers.comparison import Finding, new_findings
from editreview.language_servers.languages import Command, id_of_file, language_of_file

Texts = Mapping[str, str]
"""Texts of files, by path relative to the root."""
_Files = Mapping[str, str | None]
"""The same, with None for files that do not exist."""


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
_LIMIT = 6
"""Times that long for all answers about one set of texts, if they come one by one."""
_QUIET_S = 0.5
"""Seconds without diagnostics after which a server that only publishes them is done."""
_POLL_S = 0.05
_AGAIN_S = 0.1
"""Seconds before a request is sent again."""
_MAX_FILES = 50
"""The most files that are open in a server."""
_MAX_TEXT = 1_000_000
"""The most characters of a text."""
_MAX_SILENCES = 2
"""Times that a server may not answer before it is not asked again."""
_MAX_KNOWN = 32
"""Results that are kept for each server."""
_PULL = "textDocument/diagnostic"
_WARNING = 2
_ERROR = 1
_CREATED, _CHANGED, _DELETED = 1, 2, 3
"""Changes of files, as the protocol counts them."""
_MAX_MESSAGE = 200
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
            self.client.wait(lambda: bool(self._pulls) or self._is_quiet(), deadline, _POLL_S)
        if self._pulls:
            return self._pulled(monotonic() + _LIMIT * self._timeout)
        with self.client.changed:
            return {path: self._pushes[self._uri(path)].findings for path in self._open}

    def note_files(self, files: _Files, others: Collection[str]) -> None:
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
                document |= {"languageId": id_of_file(path), "text": text}
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
    return first if len(first) <= _MAX_MESSAGE else f"{first[: _MAX_MESSAGE - 1]}…"


class Diagnosis(Struct, frozen=True):
    """The findings of programs about a change that they do not have about the texts before."""

    findings: dict[str, tuple[Finding, ...]]
    """By path; files without a finding are left out."""
    problems: tuple[str, ...] = ()
    """Sentences about programs that cannot be used. Each is said once in a session."""
    formatted: dict[str, str] = {}
    """The texts after the change as formatters write them, by path, where these differ."""


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
        commands: Mapping[str, Command],
        timeout: float = TIMEOUT_S,
        shadow: Shadow | None = None,
    ) -> None:
        self._root = self._folder = folder
        self._shadow = shadow
        self._state = ""
        """The name of the state of all other files."""
        self._commands = commands
        self._timeout = timeout
        self._running: dict[Command, LanguageServer] = {}
        self._given_up: set[Command] = set()
        self._silences: dict[Command, int] = {}
        self._said: set[str] = set()
        self._known: dict[tuple[Command, bytes], dict[str, tuple[Finding, ...]]] = {}
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
                if str(failed) not in self._said:
                    self._said.add(str(failed))
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
                server.note_files({}, changed)
        return []

    def _without_shadow(self, why: Exception) -> list[str]:
        """Go on in the user's tree, with servers that are started anew."""
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

    def _served(self, command: Command, texts: Texts) -> dict[str, str]:
        paths = [
            path
            for path, text in texts.items()
            if len(text) <= _MAX_TEXT and self._commands.get(language_of_file(path) or "") == command
        ]
        return {path: texts[path] for path in sorted(paths)[:_MAX_FILES]}

    def _compared(self, command: Command, before: "_Side", after: "_Side") -> dict[str, tuple[Finding, ...]]:
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

    def _findings(self, command: Command, side: "_Side") -> dict[str, tuple[Finding, ...]]:
        if not side.texts:
            return {}
        key = command, _digest({"": self._state, **side.files})
        found = self._known.pop(key, None)
        if found is None:
            if self._shadow is not None:
                self._shadow.put({path: _encoded(text) for path, text in side.files.items()})
            server = self._server(command)
            if self._shadow is not None:
                server.note_files(side.files, ())
            found = server.findings(side.texts)
            self._silences.pop(command, None)
        self._known[key] = found
        while len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return found

    def _server(self, command: Command) -> LanguageServer:
        if command not in self._running:
            # A server that `close` does not find here would stay when the program has ended.
            with self._starting:
                if self._is_closed:
                    raise ServerFailed("the language servers were ended")
                self._running[command] = LanguageServer(command, self._folder, self._timeout)
        return self._running[command]

    def _give_up(self, command: Command, *, is_silent: bool) -> None:
        """End a server that failed. One that is only slow may have been reading a large project."""
        self._silences[command] = self._silences.get(command, 0) + 1
        if is_silent and self._silences[command] < _MAX_SILENCES:
            return
        self._given_up.add(command)
        server = self._running.pop(command, None)
        if server is not None:
            server.close(at_once=True)


class _Side(Struct, frozen=True):
    """The files before or after a change."""

    texts: Texts
    """Those that are open in a server."""
    files: _Files
    """All of them."""


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
