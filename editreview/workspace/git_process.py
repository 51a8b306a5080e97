"""How git is run: as plain child processes to read, through GitPython's `Git.execute` to write.

GitPython is imported when something is first written. Its object layer (`index.add`,
`index.commit`) is not used: it bypasses filters and stages ignored files.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING

from editreview.errors import GitFailed
from editreview.processes import Finished, ended_if_interrupted, run, running_in
from editreview.workspace import disk

if TYPE_CHECKING:
    from subprocess import Popen

    from git import Git

Hear = Callable[[str], None]
"""Told each line of what git or a hook says, as it is said."""


def unheard(line: str) -> None:
    """Takes no notice of what is said."""


LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", **LITERAL}
_NO_PROGRAMS = ("-c", "core.fsmonitor=false")
"""Options that switch off programs which a repository's configuration runs on reads."""
_LOCK_PATIENCE = 5.0
"""Seconds to wait for another git that holds the index."""
_LOOK_AGAIN = 0.05
_LAST_WORDS = 0.3
"""Seconds without a line after which the output of processes that a child left behind is ignored."""
_HELD = re.compile(r"^fatal: Unable to create '(.*\.lock)': File exists", re.MULTILINE)


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

    def ask(self, *arguments: str, data: bytes = b"", patience: float | None = None) -> Finished | None:
        """What git left behind; None if it could not be started or took too long."""
        return ask(self.folder, *arguments, data=data, patience=patience)

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
        deadline = monotonic() + _LOCK_PATIENCE
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
        self, *arguments: str, hear: Hear, environment: Mapping[str, str] | None = None
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
        deadline = monotonic() + _LOCK_PATIENCE
        while disk.exists(lock):
            if monotonic() > deadline:
                raise IndexHeld(self._who_holds(lock))
            sleep(_LOOK_AGAIN)

    def _finish(
        self,
        arguments: Sequence[str],
        data: bytes,
        environment: Mapping[str, str],
        hear: Hear | None = None,
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
    patience: float | None = None,
) -> Finished | None:
    """What git left behind in some folder; None if it could not be started or took too long."""
    try:
        return run(
            ["git", *_NO_PROGRAMS, *arguments],
            folder=folder,
            data=data,
            environment=environment,
            patience=patience,
        )
    except OSError:
        return None


def _name(arguments: Sequence[str]) -> str:
    """The command among the arguments, past the settings before it."""
    skipped = 0
    while arguments[skipped] == "-c":
        skipped += 2
    return arguments[skipped]


def _heard(child: "Popen[bytes]", hear: Hear | None) -> tuple[int, str, str]:
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


def _listen(stream: IO[bytes], lines: list[str], hear: Hear | None) -> None:
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
