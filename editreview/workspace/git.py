"""Runs git: plain child processes to read, GitPython's `Git.execute` to write; and reads and writes blobs.

GitPython is imported when something is first written. Its object layer (`index.add`,
`index.commit`) is not used: it bypasses filters and stages ignored files.
"""

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.processes import Finished, ended_if_interrupted, run, running_in
from editreview.workspace import disk

if TYPE_CHECKING:
    from subprocess import Popen

    from git import Git

OutputCallback = Callable[[str], None]
"""Told each line of what git or a hook says, as it is said."""
_ATTRIBUTES = ("filter", "ident", "working-tree-encoding", "text", "crlf", "eol")
_REWRITING = ("filter", "ident", "working-tree-encoding")
_OFF = ("unspecified", "unset")

LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", **LITERAL}
_NO_PROGRAMS = ("-c", "core.fsmonitor=false")
"""Options that switch off programs which a repository's configuration runs on reads."""
_LOCK_TIMEOUT_S = 5.0
"""Seconds to wait for another git that holds the index."""
_LOOK_AGAIN = 0.05
_LAST_WORDS = 0.3
"""Seconds without a line after which the output of processes that a child left behind is ignored."""
_HELD = re.compile(r"^fatal: Unable to create '(.*\.lock)': File exists", re.MULTILINE)


def ignore_output(line: str) -> None:
    """Takes no notice of what is said."""


class IndexHeld(GitFailed):
    """Another git is writing the index."""


class GitProcess:
    """Runs git in one work tree."""

    def __init__(self, folder: Path, top: Path) -> None:
        self.folder = folder
        """Where reading commands run, and what paths are relative to."""
        self.top = top
        """Where writing commands run."""

    def from_top(self, path: str) -> str:
        """A path of ours as git's plumbing has it."""
        return Path(os.path.relpath(self.folder / path, self.top)).as_posix()

    def from_folder(self, name: str) -> str:
        """The other way round."""
        return os.path.relpath(self.top / name, self.folder)

    def ask(self, *arguments: str, data: bytes = b"", timeout: float | None = None) -> Finished | None:
        """What git left behind; None if it could not be started or took too long."""
        return ask(self.folder, *arguments, data=data, timeout=timeout)

    def read(self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] = _QUIET) -> bytes:
        """What git says on standard output.

        Raises:
            GitFailed: With git's own words.
        """
        done = ask(self.folder, *arguments, data=data, environment=_QUIET | dict(environment))
        if done is None or done.status != 0:
            said = "" if done is None else done.err.decode("utf-8", "replace").strip()
            raise GitFailed(f"git {arguments[0]} failed: {said or 'git could not be started'}")
        return done.out

    def wake(self) -> None:
        """Import GitPython, which takes a while, so that nothing waits for it later."""
        _ = self._git

    def write(
        self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a command that changes something and calls no hooks. Waits for another git that is writing.

        Args:
            arguments: After the word `git`.
            data: Its standard input.
            environment: Variables to set beside the inherited ones.

        Returns:
            What git said on standard output and on standard error.

        Raises:
            IndexHeld: Another git would not end.
            GitFailed: With git's own words.
        """
        deadline = monotonic() + _LOCK_TIMEOUT_S
        while True:
            status, out, err = self._finish(arguments, data, {**LITERAL, **(environment or {})})
            if status == 0:
                return out, err
            held = _HELD.search(err)
            if held is None:
                raise GitFailed(f"git {_name(arguments)} failed: {err or out}")
            if monotonic() > deadline:
                raise IndexHeld(self._who_holds(Path(held[1])))
            sleep(_LOOK_AGAIN)

    def write_aloud(
        self, *arguments: str, hear: OutputCallback, environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a command that calls hooks, as the person would see it run. Never run twice.

        Args:
            arguments: After the word `git`.
            hear: Told what git and the hooks say, line by line; called on other threads.
            environment: Variables to set beside the inherited ones.

        Returns:
            What was said on standard output and on standard error.

        Raises:
            GitFailed: With git's or the hook's own words.
        """
        status, out, err = self._finish(arguments, b"", _persons_language() | dict(environment or {}), hear)
        if status != 0:
            raise GitFailed(f"git {_name(arguments)} failed: {err or out}")
        return out, err

    def running(self, command: str) -> list[str]:
        """The git processes that run a command in this work tree, in words, where the system tells."""
        return _gits_in(self.top, command)

    def await_index(self) -> None:
        """Wait until no other git is writing the index.

        Raises:
            IndexHeld: It is still written, or what a git left that was killed is still there.
        """
        said = self.read("rev-parse", "--git-path", "index").removesuffix(b"\n")
        lock = self.folder / (os.fsdecode(said) + ".lock")
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
        hear: OutputCallback | None = None,
    ) -> tuple[int, str, str]:
        driver = self._git
        import tempfile

        from git import GitError

        # GitPython takes only a real file.
        with tempfile.TemporaryFile() as given:
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
            # Else GitPython closes the pipes, and waits for whoever else has them open.
            process.proc = None
            with ended_if_interrupted(child):
                return _heard(child, hear)

    def _who_holds(self, lock: Path) -> str:
        others = _gits_in(self.top)
        if others:
            who = "Held by " + ", ".join(others)
        else:
            who = (
                "No git is seen at work here: if none is, one that was killed left it, and it can be removed"
            )
        return f"another git is writing the index: {lock} is there. {who}."

    @cached_property
    def _git(self) -> "Git":
        # Without this, importing GitPython fails where git is missing.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        from git import Git

        # Not through its Repo, which looks for a `.git` of its own and does not find one kept elsewhere.
        return Git(str(self.top))


def ask(
    folder: Path,
    *arguments: str,
    data: bytes = b"",
    environment: Mapping[str, str] = _QUIET,
    timeout: float | None = None,
) -> Finished | None:
    """What git left behind in some folder; None if it could not be started or took too long."""
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


def _name(arguments: Sequence[str]) -> str:
    """The command among the arguments, past the settings before it."""
    skipped = 0
    while arguments[skipped] == "-c":
        skipped += 2
    return arguments[skipped]


def _heard(child: "Popen[bytes]", hear: OutputCallback | None) -> tuple[int, str, str]:
    """Wait for a child. Returns its exit status, and its words on standard output and standard error.

    A process that it leaves behind may have the pipes open: that one is listened to only while it speaks.
    """
    heard: tuple[list[str], list[str]] = ([], [])
    listeners = [
        Thread(target=_listen, args=(stream, lines, hear), daemon=True)
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


def _listen(stream: IO[bytes], lines: list[str], hear: OutputCallback | None) -> None:
    with stream:
        for line in stream:
            lines.append(line.decode("utf-8", "replace"))
            if hear is not None:
                hear(lines[-1].rstrip("\r\n"))


def _persons_language() -> dict[str, str]:
    # GitPython runs git with LC_ALL=C; hooks should see what the person's own git would show them.
    return {name: os.environ.get(name, "") for name in ("LC_ALL", "LANGUAGE")}


def _gits_in(top: Path, command: str | None = None) -> list[str]:
    """The git processes that run in a work tree, or those that run one command, where the system tells."""
    return [
        f"`{' '.join(other.command)}` (process {other.number})"
        for other in running_in(top)
        if Path(other.command[0]).name == "git" and (command is None or command in other.command)
    ]


class Content(Struct, frozen=True):
    """Bytes as they are in a file."""

    path: str
    data: bytes
    beside: bytes
    """What the index holds at that path: git keeps the line ends that are there."""


class FilterFailed(Exception):
    """What git or a filter said of the one file."""


class Blobs:
    """Reads and writes blobs."""

    def __init__(self, git: GitProcess) -> None:
        self._git = git
        self._attributes: dict[str, dict[str, str]] = {}

    def read(self, names: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs, by their names.

        Raises:
            GitFailed: One is not there.
        """
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return {}
        said = self._git.read("cat-file", "--batch", data="".join(f"{name}\n" for name in wanted).encode())
        found: dict[str, bytes] = {}
        at = 0
        for name in wanted:
            end = said.index(b"\n", at)
            head = said[at:end].split(b" ")
            if head[1:2] != [b"blob"]:
                raise GitFailed(f"git has no blob {name}")
            start = end + 1
            at = start + int(head[2])
            found[name] = said[start:at]
            at += 1
        return found

    def write(self, contents: Sequence[bytes]) -> list[str]:
        """Keep contents as they are. Returns their names.

        Raises:
            GitFailed: With git's own words.
        """
        different = list(dict.fromkeys(contents))
        if not different:
            return []
        with tempfile.TemporaryDirectory(prefix="editreview-") as folder:
            files = [Path(folder, str(number)) for number in range(len(different))]
            for file, content in zip(files, different, strict=True):
                file.write_bytes(content)
            listed = "".join(f"{file}\n" for file in files).encode()
            out, _ = self._git.write("hash-object", "-w", "--no-filters", "--stdin-paths", data=listed)
        names = dict(zip(different, out.split(), strict=True))
        return [names[content] for content in contents]

    def look_up(self, paths: Sequence[str]) -> None:
        """Ask for the attributes of files, all at once."""
        self._attributes = {path: dict.fromkeys(_ATTRIBUTES, "unspecified") for path in paths}
        if not paths:
            return
        # From the folder, where a name that begins so is no option either.
        names = b"".join(f"./{path}\0".encode("utf-8", "surrogateescape") for path in paths)
        said = self._git.read("check-attr", "-z", "--stdin", *_ATTRIBUTES, data=names)
        fields = said.decode("utf-8", "surrogateescape").split("\0")
        for name, attribute, value in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
            self._attributes[name.removeprefix("./")][attribute] = value

    def cleaned(self, content: Content) -> bytes:
        """What git would keep of a file, were it to hold this. `look_up` must have been called for it.

        Raises:
            FilterFailed: A filter does not take it.
        """
        if self._is_kept(content):
            return content.data
        # It would stop at line ends that do not survive, and knows nothing of those in the index.
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
            # One that is not required: git goes on without it, with what is no clean content.
            raise FilterFailed(err)
        return self.read([out])[out]

    def _is_kept(self, content: Content) -> bool:
        """Whether git keeps the bytes as they are, whatever its configuration: then it need not be asked."""
        attributes = self._attributes[content.path]
        if any(attributes[name] not in _OFF for name in _REWRITING):
            return False
        if b"\r" not in content.data or attributes["text"] == "unset":
            return True
        # Where git decides by itself, it converts no line end of a file that came in with such ones.
        decides = attributes["text"] == "auto" or _says_nothing(attributes)
        return decides and b"\r\n" in content.beside and b"\0" not in content.beside


def _says_nothing(attributes: Mapping[str, str]) -> bool:
    return all(attributes[name] == "unspecified" for name in ("text", "crlf", "eol"))
