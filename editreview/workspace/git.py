"""Runs git, through child processes for reads and GitPython's `Git.execute` for writes; handles blobs.

GitPython is imported on the first write. Its object layer (`index.add`, `index.commit`) is not
used: it bypasses filters and stages ignored files.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.patterns import lazy_pattern
from editreview.processes import Finished, end, ended_if_interrupted, run, running_in
from editreview.workspace import disk

if TYPE_CHECKING:
    from subprocess import Popen

    from git import Git

OutputCallback = Callable[[str], None]
"""Receives each line of output of git or a hook, as it is written."""
_ATTRIBUTES = ("filter", "ident", "working-tree-encoding", "text", "crlf", "eol")
_REWRITING = ("filter", "ident", "working-tree-encoding")
_OFF = ("unspecified", "unset")
_FILTERS = ("clean", "smudge", "process")

_LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", **_LITERAL}
_NO_PROGRAMS = ("-c", "core.fsmonitor=false")
"""Options that switch off the programs that a repository's configuration runs on reads."""
_LOCK_TIMEOUT_S = 5.0
"""Seconds to wait for another git process to release the index."""
_LOOK_AGAIN = 0.05
_LAST_WORDS = 0.3
"""Seconds without output after which processes that a child left behind are no longer listened to."""
_LOCK_ERROR = lazy_pattern(r"^fatal: Unable to create '(.*\.lock)': File exists", re.MULTILINE)


def ignore_output(line: str) -> None:
    """Ignore a line of output."""


class IndexHeld(GitFailed):
    """Another git process holds the index lock."""


class GitEnded(GitFailed):
    """The user ended a command of git."""


class GitProcess:
    """Runs git in one work tree."""

    def __init__(self, folder: Path, top: Path) -> None:
        self.folder = folder
        """The folder that reading commands run in and paths are relative to."""
        self.top = top
        """The top of the work tree, in which writing commands run."""
        self._aloud: Popen[bytes] | None = None
        """The writing command that runs now and calls hooks."""
        self._is_ended = False
        """True if the user ended it."""

    def from_top(self, path: str) -> str:
        """A path relative to `folder` as git's plumbing wants it, relative to the top."""
        return Path(os.path.relpath(self.folder / path, self.top)).as_posix()

    def from_folder(self, name: str) -> str:
        """The inverse of `from_top`."""
        return os.path.relpath(self.top / name, self.folder)

    def ask(self, *arguments: str, data: bytes = b"", timeout: float | None = None) -> Finished | None:
        """Run a reading command. Returns None if git could not be started or took too long."""
        return ask(self.folder, *arguments, data=data, timeout=timeout)

    def read(self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] = _QUIET) -> bytes:
        """Run a reading command. Returns its standard output.

        Raises:
            GitFailed: With git's own message.
        """
        done = ask(self.folder, *arguments, data=data, environment=_QUIET | dict(environment))
        if done is None or done.status != 0:
            output = "" if done is None else done.err.decode("utf-8", "replace").strip()
            raise GitFailed(f"git {arguments[0]} failed: {output or 'git could not be started'}")
        return done.out

    def wake(self) -> None:
        """Import GitPython now: it is slow, and nothing should wait for it later."""
        _ = self._git

    def write(
        self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a writing command that calls no hooks. Waits while another git process holds the index.

        Args:
            arguments: The command and its arguments.
            data: Its standard input.
            environment: Variables to set beside the inherited ones.

        Returns:
            Standard output and standard error.

        Raises:
            IndexHeld: Another git process did not release the index in time.
            GitFailed: With git's own message.
        """
        deadline = monotonic() + _LOCK_TIMEOUT_S
        while True:
            status, out, err = self._finish(arguments, data, {**_LITERAL, **(environment or {})})
            if status == 0:
                return out, err
            found = _LOCK_ERROR.search(err)
            if found is None:
                raise GitFailed(f"git {_name(arguments)} failed: {err or out}")
            if monotonic() > deadline:
                raise IndexHeld(self._who_holds(Path(found[1])))
            sleep(_LOOK_AGAIN)

    def write_aloud(
        self, *arguments: str, on_output: OutputCallback, environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a writing command that calls hooks, in the user's language. It is never run twice.

        Args:
            arguments: The command and its arguments.
            on_output: Called with each line of output of git and its hooks, on other threads.
            environment: Variables to set beside the inherited ones.

        Returns:
            Standard output and standard error.

        Raises:
            GitEnded: The user ended it; it may have done its work before.
            GitFailed: With the message of git or the hook.
        """
        self._is_ended = False
        status, out, err = self._finish(
            arguments, b"", _users_language() | dict(environment or {}), on_output
        )
        if status != 0 and self._is_ended:
            raise GitEnded(f"git {_name(arguments)} was ended")
        if status != 0:
            raise GitFailed(f"git {_name(arguments)} failed: {err or out}")
        return out, err

    def end_aloud(self) -> None:
        """End the writing command that calls hooks, with all that it started; nothing if none runs.

        Waits until it has ended; call it on another thread than the command's.
        """
        child = self._aloud
        if child is not None:
            self._is_ended = True
            end(child)

    def running(self, command: str) -> list[str]:
        """The git processes that run a command in this work tree, for messages, if the system lists them."""
        return _gits_in(self.top, command)

    def await_index(self) -> None:
        """Wait until no other git process holds the index.

        Raises:
            IndexHeld: It was not released in time, or a killed git process left the lock.
        """
        lock = self.index_file.with_name(f"{self.index_file.name}.lock")
        deadline = monotonic() + _LOCK_TIMEOUT_S
        while disk.exists(lock):
            if monotonic() > deadline:
                raise IndexHeld(self._who_holds(lock))
            sleep(_LOOK_AGAIN)

    def _finish(
        self,
        arguments: Sequence[str],
        data: bytes,
        environment: Mapping[str, str],
        on_output: OutputCallback | None = None,
    ) -> tuple[int, str, str]:
        driver = self._git
        from tempfile import TemporaryFile

        from git import GitError

        # GitPython accepts only a real file as standard input.
        with TemporaryFile() as given:
            given.write(data)
            given.seek(0)
            try:
                process = driver.execute(
                    ["git", *arguments], istream=given, as_process=True, env=dict(environment)
                )
            except (GitError, OSError) as error:
                raise GitFailed(f"git {_name(arguments)} failed: {error}") from error
            child = process.proc
            assert child is not None
            # Otherwise GitPython closes the pipes and waits for every process that has them open.
            process.proc = None
            self._aloud = None if on_output is None else child
            try:
                with ended_if_interrupted(child):
                    return _heard(child, on_output)
            finally:
                self._aloud = None

    def _who_holds(self, lock: Path) -> str:
        others = _gits_in(self.top)
        if others:
            who = "Running here: " + ", ".join(others)
        else:
            who = "No git process was found here. If none is running, a killed one left the lock; remove it"
        return f"another git process is writing the index: {lock} exists. {who}."

    @cached_property
    def index_file(self) -> Path:
        """The file of the index, which the environment may name."""
        output = self.read("rev-parse", "--git-path", "index").removesuffix(b"\n")
        return self.folder / os.fsdecode(output)

    @cached_property
    def _git(self) -> "Git":
        # Otherwise importing GitPython fails where git is missing.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        from git import Git

        # Not its Repo: that searches for `.git` itself and does not find a git folder kept elsewhere.
        return Git(str(self.top))


def ask(
    folder: Path,
    *arguments: str,
    data: bytes = b"",
    environment: Mapping[str, str] = _QUIET,
    timeout: float | None = None,
) -> Finished | None:
    """Run a reading command in a folder. Returns None if git could not be started or took too long."""
    try:
        return run(
            ["git", *_NO_PROGRAMS, *arguments],
            folder=folder,
            data=data,
            environment=environment,
            timeout=timeout,
        )
    except OSError:
        return None


def filters_off(folder: Path) -> dict[str, str]:
    """Variables with which git runs no filter that the configuration names: they are programs."""
    done = ask(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\..*")
    listed = os.fsdecode(b"" if done is None else done.out).split("\0")
    names = sorted({name.rpartition(".")[0] for name in listed if name})
    settings = [(f"{name}.{each}", "") for name in names for each in _FILTERS]
    settings += [(f"{name}.required", "false") for name in names]
    count = os.environ.get("GIT_CONFIG_COUNT", "")
    # Git itself refuses what is not a number.
    given = int(count) if count.isascii() and count.isdecimal() else 0
    variables = {"GIT_CONFIG_COUNT": str(given + len(settings))} if settings else {}
    for at, (key, value) in enumerate(settings, given):
        variables |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
    return variables


def _name(arguments: Sequence[str]) -> str:
    """The name of the git command, after any `-c` options."""
    skipped = 0
    while arguments[skipped] == "-c":
        skipped += 2
    return arguments[skipped]


def _heard(child: "Popen[bytes]", on_output: OutputCallback | None) -> tuple[int, str, str]:
    """Wait for a child. Returns its exit status, standard output and standard error.

    A process that the child leaves behind may keep the pipes open. Its output is read until it pauses.
    """
    heard: tuple[list[str], list[str]] = ([], [])
    listeners = [
        Thread(target=_listen, args=(stream, lines, on_output), daemon=True)
        for stream, lines in zip((child.stdout, child.stderr), heard, strict=True)
    ]
    for listener in listeners:
        listener.start()
    status = child.wait()
    for listener, lines in zip(listeners, heard, strict=True):
        count = -1
        while listener.is_alive() and count != len(lines):
            count = len(lines)
            listener.join(_LAST_WORDS)
    out, err = ("".join(lines).strip() for lines in heard)
    return status, out, err


def _listen(stream: IO[bytes], lines: list[str], on_output: OutputCallback | None) -> None:
    with stream:
        for line in stream:
            lines.append(line.decode("utf-8", "replace"))
            if on_output is not None:
                on_output(lines[-1].rstrip("\r\n"))


def _users_language() -> dict[str, str]:
    # GitPython runs git with LC_ALL=C; hooks should run in the user's locale.
    return {name: os.environ.get(name, "") for name in ("LC_ALL", "LANGUAGE")}


def _gits_in(top: Path, command: str | None = None) -> list[str]:
    """The git processes in a work tree, or only those that run `command`, if the system lists them."""
    return [
        f"`{' '.join(other.command)}` (process {other.process_id})"
        for other in running_in(top)
        if Path(other.command[0]).name == "git" and (command is None or command in other.command)
    ]


class FileBytes(Struct, frozen=True):
    """The bytes of a file, to be cleaned for the index."""

    path: str
    data: bytes
    beside: bytes
    """The index's content of the path, whose line ends git keeps."""


class FilterFailed(Exception):
    """Git's or a filter's message about one file."""


class Blobs:
    """Reads, cleans and writes blobs."""

    def __init__(self, git: GitProcess) -> None:
        self._git = git
        self._attributes: dict[str, dict[str, str]] = {}

    def read(self, names: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs, by object name.

        Raises:
            GitFailed: An object is missing, or is not a blob.
        """
        distinct = list(dict.fromkeys(names))
        if not distinct:
            return {}
        output = self._git.read(
            "cat-file", "--batch", data="".join(f"{name}\n" for name in distinct).encode()
        )
        found: dict[str, bytes] = {}
        at = 0
        for name in distinct:
            end = output.index(b"\n", at)
            head = output[at:end].split(b" ")
            if head[1:2] != [b"blob"]:
                raise GitFailed(f"git has no blob {name}")
            start = end + 1
            at = start + int(head[2])
            found[name] = output[start:at]
            at += 1
        return found

    def write(self, contents: Sequence[bytes]) -> list[str]:
        """Write contents to the object database as they are. Returns the object names.

        Raises:
            GitFailed: With git's own message.
        """
        different = list(dict.fromkeys(contents))
        if not different:
            return []
        # Only writes need it, and it imports a dozen modules.
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="editreview-") as folder:
            files = [Path(folder, str(number)) for number in range(len(different))]
            for file, content in zip(files, different, strict=True):
                file.write_bytes(content)
            listed = "".join(f"{file}\n" for file in files).encode()
            out, _ = self._git.write("hash-object", "-w", "--no-filters", "--stdin-paths", data=listed)
        names = dict(zip(different, out.split(), strict=True))
        return [names[content] for content in contents]

    def look_up(self, paths: Sequence[str]) -> None:
        """Query the attributes of files, all at once."""
        self._attributes = {path: dict.fromkeys(_ATTRIBUTES, "unspecified") for path in paths}
        if not paths:
            return
        # With `./` in front, no path is taken for an option.
        names = b"".join(f"./{path}\0".encode("utf-8", "surrogateescape") for path in paths)
        output = self._git.read("check-attr", "-z", "--stdin", *_ATTRIBUTES, data=names)
        fields = output.decode("utf-8", "surrogateescape").split("\0")
        for name, attribute, value in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
            self._attributes[name.removeprefix("./")][attribute] = value

    def cleaned(self, content: FileBytes) -> bytes:
        """The content that git would store for a file with these bytes. Call `look_up` for its path first.

        Raises:
            FilterFailed: A filter rejected it.
        """
        if self._is_kept(content):
            return content.data
        # hash-object would fail on line ends that do not survive, and does not know those in the index.
        settings = ["-c", "core.safecrlf=false"]
        if b"\r\n" in content.beside:
            settings += ["-c", "core.autocrlf=false"]
        try:
            out, err = self._git.write(
                *settings, "hash-object", "-w", f"--path={self._git.from_top(content.path)}", "--stdin",
                data=content.data,
            )  # fmt: skip
        except GitFailed as error:
            raise FilterFailed(str(error)) from error
        if "filter" in err:
            # The filter is not required, so git continued without it, with content that is not clean.
            raise FilterFailed(err)
        return self.read([out])[out]

    def attributes(self, path: str) -> dict[str, str]:
        """The attributes of a file that concern what git stores. Call `look_up` for it first."""
        return self._attributes[path]

    def is_rewritten(self, path: str) -> bool:
        """True if git stores other text than the file has, line ends aside. Call `look_up` for it first."""
        return any(self._attributes[path][name] not in _OFF for name in _REWRITING)

    def _is_kept(self, content: FileBytes) -> bool:
        """True if git stores the bytes as they are under any configuration, so that it need not run."""
        attributes = self._attributes[content.path]
        if self.is_rewritten(content.path):
            return False
        if b"\r" not in content.data or attributes["text"] == "unset":
            return True
        # Where git decides, it converts no line ends of a file whose index content has CRLF.
        decides = attributes["text"] == "auto" or _says_nothing(attributes)
        return decides and b"\r\n" in content.beside and b"\0" not in content.beside


def _says_nothing(attributes: Mapping[str, str]) -> bool:
    return all(attributes[name] == "unspecified" for name in ("text", "crlf", "eol"))
