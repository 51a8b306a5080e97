"""Git: runs it, reads and restores the index, and answers queries about a work tree.

Git runs as child processes for reads, and through GitPython's `Git.execute` for writes, which is imported on
the first one. GitPython's object layer (`index.add`, `index.commit`) is not used: it bypasses filters and
stages ignored files.

Index entries are values, restored exactly, with their flags. `Repository` answers for status, tracked files
and history, `Blobs` for contents with their filters, `LineEnds` for those of new files.
"""

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from functools import cached_property
from pathlib import Path, PurePath, PurePosixPath
from threading import Thread
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING, BinaryIO

from msgspec import Struct

from editreview.errors import GitFailed, UsageError
from editreview.first_use import lazy_pattern
from editreview.processes import Finished, end, ended_if_interrupted, run, running_in
from editreview.workspace import disk

if TYPE_CHECKING:
    from subprocess import Popen

    from git import Git

OutputCallback = Callable[[str], None]
"""Receives each line of output of git or a hook, as it is written."""
_FILTERS = ("clean", "smudge", "process")

_LITERAL = {
    "GIT_LITERAL_PATHSPECS": "1",
    # The user may have set these, which exclude the first one.
    **dict.fromkeys(("GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"), "0"),
}
READ_ONLY = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
"""Variables of reading commands: git takes no optional lock, and its messages are in English."""
_QUIET = {**READ_ONLY, **_LITERAL}
_NO_PROGRAMS = ("-c", "core.fsmonitor=false")
"""Options that switch off the programs that a repository's configuration runs on reads."""
_LOCK_TIMEOUT_S = 5.0
"""Seconds to wait for another git process to release the index."""
_LOOK_AGAIN_S = 0.05
"""Seconds between two attempts while another git process holds the index."""
_LAST_WORDS_S = 0.3
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
        self._command: Popen[bytes] | None = None
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

    def import_gitpython(self) -> None:
        """Import GitPython now: it is slow, and nothing should wait for it later."""
        _ = self._git

    def write(
        self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a writing command that calls no hooks. Waits while another git process holds the index.

        Args:
            arguments: The command and its arguments.
            data: Its standard input.
            environment: Variables to set in addition to the inherited ones.

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
                raise GitFailed(f"git {_command_of(arguments)} failed: {err or out}")
            if monotonic() > deadline:
                raise IndexHeld(self._who_holds(Path(found[1])))
            sleep(_LOOK_AGAIN_S)

    def write_with_output(
        self, *arguments: str, on_output: OutputCallback, environment: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Run a writing command that calls hooks, in the user's language.

        It is not retried when the index is locked: hooks would run twice.

        Args:
            arguments: The command and its arguments.
            on_output: Called with each line of output of git and its hooks, on other threads.
            environment: Variables to set in addition to the inherited ones.

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
            raise GitEnded(f"git {_command_of(arguments)} was ended")
        if status != 0:
            raise GitFailed(f"git {_command_of(arguments)} failed: {err or out}")
        return out, err

    def end_command(self) -> None:
        """End the writing command that calls hooks, with all that it started; nothing if none runs.

        Waits until it has ended; call it on another thread than the command's.
        """
        child = self._command
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
            sleep(_LOOK_AGAIN_S)

    def _finish(
        self,
        arguments: Sequence[str],
        data: bytes,
        environment: Mapping[str, str],
        on_output: OutputCallback | None = None,
    ) -> tuple[int, str, str]:
        driver = self._git
        from git import GitError

        with _file_with(data) as given:
            try:
                process = driver.execute(
                    ["git", *arguments], istream=given, as_process=True, env=dict(environment)
                )
            except (GitError, OSError) as error:
                raise GitFailed(f"git {_command_of(arguments)} failed: {error}") from error
            child = process.proc
            assert child is not None
            # Otherwise GitPython closes the pipes and waits for every process that has them open.
            process.proc = None
            self._command = None if on_output is None else child
            try:
                with ended_if_interrupted(child):
                    return _output_of(child, on_output)
            finally:
                self._command = None

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


@contextmanager
def _file_with(data: bytes) -> Iterator[BinaryIO]:
    """A file with the standard input of a command: GitPython accepts only a real one.

    Raises:
        GitFailed: It cannot be written.
    """
    if not data:
        with open(os.devnull, "rb") as nothing:
            yield nothing
        return
    from tempfile import TemporaryFile

    with ExitStack() as stack:
        try:
            # Without a buffer, which it would try to write again when it is closed.
            file = stack.enter_context(TemporaryFile(buffering=0))
            disk.fill(file.fileno(), data)
            file.seek(0)
        except OSError as error:
            raise GitFailed(_no_temporary_file(error)) from error
        yield file


def _no_temporary_file(error: OSError) -> str:
    """The message that no temporary file can be written."""
    import tempfile

    # It is not known if no folder can be used.
    where = f" in {tempfile.tempdir}" if tempfile.tempdir else ""
    why = f"cannot write a temporary file{where}: {error.strerror}"
    return f"{why}. Free some space, or let TMPDIR name another folder"


def _command_of(arguments: Sequence[str]) -> str:
    """The name of the git command, after any `-c` options."""
    skipped = 0
    while arguments[skipped] == "-c":
        skipped += 2
    return arguments[skipped]


def _output_of(child: "Popen[bytes]", on_output: OutputCallback | None) -> tuple[int, str, str]:
    """Wait for a child. Returns its exit status, standard output and standard error.

    A process that the child leaves behind may keep the pipes open. Its output is read until it pauses.
    """
    output: tuple[list[str], list[str]] = ([], [])
    readers = [
        Thread(target=_read_lines, args=(stream, lines, on_output), daemon=True)
        for stream, lines in zip((child.stdout, child.stderr), output, strict=True)
    ]
    for reader in readers:
        reader.start()
    status = child.wait()
    for reader, lines in zip(readers, output, strict=True):
        count = -1
        while reader.is_alive() and count != len(lines):
            count = len(lines)
            reader.join(_LAST_WORDS_S)
    out, err = ("".join(lines).strip() for lines in output)
    return status, out, err


def _read_lines(stream: IO[bytes], lines: list[str], on_output: OutputCallback | None) -> None:
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
        if _is_git(other.command, command)
    ]


def _is_git(line: Sequence[str], command: str | None) -> bool:
    """True if a command line is of git, and of this command of it unless None: `git commit`, `git-commit`."""
    program, _, own = Path(line[0]).stem.partition("-")
    return program == "git" and (command is None or command == own or command in line)


_REWRITING = ("filter", "ident", "working-tree-encoding")
_LINE_END_ATTRIBUTES = ("text", "crlf", "eol")
_ATTRIBUTES = (*_REWRITING, *_LINE_END_ATTRIBUTES)
_ATTRIBUTE_OFF = ("unspecified", "unset")


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
            GitFailed: With git's own message, or a temporary file cannot be written.
        """
        different = list(dict.fromkeys(contents))
        if not different:
            return []
        # Only writes need it, and it imports a dozen modules.
        from tempfile import TemporaryDirectory

        try:
            with TemporaryDirectory(prefix="editreview-") as folder:
                files = [Path(folder, str(number)) for number in range(len(different))]
                for file, content in zip(files, different, strict=True):
                    file.write_bytes(content)
                listed = "".join(f"{file}\n" for file in files).encode()
                out, _ = self._git.write("hash-object", "-w", "--no-filters", "--stdin-paths", data=listed)
        except OSError as error:
            raise GitFailed(_no_temporary_file(error)) from error
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
        return any(self._attributes[path][name] not in _ATTRIBUTE_OFF for name in _REWRITING)

    def _is_kept(self, content: FileBytes) -> bool:
        """True if git stores the bytes as they are under any configuration, so that it need not run."""
        attributes = self._attributes[content.path]
        if self.is_rewritten(content.path):
            return False
        if b"\r" not in content.data or attributes["text"] == "unset":
            return True
        # Where git decides, it converts no line ends of a file whose index content has CRLF.
        decides = attributes["text"] == "auto" or _leaves_line_ends_to_git(attributes)
        return decides and b"\r\n" in content.beside and b"\0" not in content.beside


def _leaves_line_ends_to_git(attributes: Mapping[str, str]) -> bool:
    return all(attributes[name] == "unspecified" for name in ("text", "crlf", "eol"))


# An entry of `ls-files --stage --debug -z`, the only command that shows the flags.
_LISTED_ENTRY = lazy_pattern(
    rb"(\d{6}) ([0-9a-f]+) ([0-3])\t([^\0]*)\0"
    rb"  ctime: [^\n]*\n(?:  [^\n]*\n){3}  size: \d+\tflags: ([0-9a-f]+)\n"
)
FILE_MODES = ("100644", "100755")
"""The modes of entries that are files."""
_ASSUME_UNCHANGED, _INTENT_TO_ADD, _SKIP_WORKTREE = 1 << 15, 1 << 29, 1 << 30

_MAX_PATHS_NAMED = 500
"""The most files that git is asked about by name."""


class IndexEntry(Struct, frozen=True, omit_defaults=True):
    """The index entry of one path, without the cached file status."""

    sides: tuple[str, ...]
    """Mode, object and stage: one of stage 0, or those of the sides of a merge conflict."""
    assume_unchanged: bool = False
    skip_worktree: bool = False
    intent_to_add: bool = False

    @property
    def is_unmerged(self) -> bool:
        return not self.sides[0].endswith(" 0")

    @property
    def mode(self) -> str:
        """As git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule."""
        return self.sides[0].split(" ")[0]

    @property
    def object(self) -> str:
        """The object name of the blob."""
        return self.sides[0].split(" ")[1]

    @property
    def is_hidden(self) -> bool:
        """True if a flag tells git not to compare the file."""
        return self.assume_unchanged or self.skip_worktree

    @property
    def content(self) -> tuple[str, ...]:
        """The sides as a commit would record them: none with intent-to-add."""
        return () if self.intent_to_add else self.sides

    def holding(self, mode: str, blob: str) -> "IndexEntry":
        """An entry with the same flags and other content."""
        return IndexEntry((f"{mode} {blob} 0",), self.assume_unchanged, self.skip_worktree)


def plain_entry(mode: str, blob: str) -> IndexEntry:
    """An entry without flags."""
    return IndexEntry((f"{mode} {blob} 0",))


def content_of(entry: IndexEntry | None) -> tuple[str, ...]:
    """The content that a commit would record for a path; empty without an entry."""
    return () if entry is None else entry.content


class Index:
    """Git's index, or another one that `environment` selects."""

    def __init__(self, git: GitProcess, environment: Mapping[str, str] | None = None) -> None:
        self._git = git
        self._environment = dict(environment or {})

    def entries(self, paths: Sequence[str]) -> dict[str, IndexEntry]:
        """The index entries of files, by path; files without an entry are left out.

        Raises:
            GitFailed: With git's own message.
        """
        if not paths:
            return {}
        # A command line holds only so many; git lists all of the index as fast.
        names = [str(self._git.folder / path) for path in paths] if len(paths) <= _MAX_PATHS_NAMED else ["."]
        listed = self._git.read(
            "ls-files", "--stage", "--debug", "-z", "--full-name", "--", *names,
            environment=self._environment,
        )  # fmt: skip
        requested = frozenset(paths)
        found: dict[str, IndexEntry] = {}
        end = 0
        for entry in _LISTED_ENTRY.finditer(listed):
            if entry.start() != end:
                break
            end = entry.end()
            mode, blob, stage, name, bits = entry.groups()
            path = self._git.from_folder(os.fsdecode(name))
            if path not in requested:
                # Where the index has a folder, git lists the files in it.
                continue
            flags = int(bits, 16)
            earlier = found[path].sides if path in found else ()
            found[path] = IndexEntry(
                (*earlier, f"{mode.decode()} {blob.decode()} {stage.decode()}"),
                bool(flags & _ASSUME_UNCHANGED),
                bool(flags & _SKIP_WORKTREE),
                bool(flags & _INTENT_TO_ADD),
            )
        if end != len(listed):
            raise GitFailed("cannot read the output of git ls-files --debug. Nothing was staged.")
        return found

    def clashing(self, paths: Collection[str], gone: Collection[str] = ()) -> dict[str, list[str]]:
        """The entries that git would remove to add others: a file where a folder is, or the other way round.

        Args:
            paths: Files without an entry.
            gone: Files whose entries are to be removed anyway.

        Returns:
            Such entries for each path that has any; those above the folder under review from the top.

        Raises:
            GitFailed: With git's own message.
        """
        if not paths:
            return {}
        top = os.path.relpath(self._git.top, self._git.folder)
        listed = self._git.read("ls-files", "-z", "--full-name", "--", top, environment=self._environment)
        names = sorted({name for name in os.fsdecode(listed).split("\0") if name})
        known, removed = frozenset(names), set(map(self._git.from_top, gone))
        found: dict[str, list[str]] = {}
        for path in paths:
            name = self._git.from_top(path)
            below = names[bisect_left(names, f"{name}/") : bisect_left(names, f"{name}0")]
            others = [*below, *map(str, PurePosixPath(name).parents)]
            if left := [other for other in others if other in known and other not in removed]:
                found[path] = [self._name_below(other) for other in left]
        return found

    def _name_below(self, name: str) -> str:
        """A path from the top, relative to the folder under review if it is below that."""
        path = self._git.from_folder(name)
        return name if path.split(os.sep, 1)[0] in (".", "..") else PurePath(path).as_posix()

    def add(self, paths: Sequence[str]) -> None:
        """Stage whole files, as `git add` does.

        Raises:
            GitFailed: With git's own message.
        """
        if paths:
            names = b"\0".join(os.fsencode(str(self._git.folder / path)) for path in paths)
            self._write("add", "--pathspec-from-file=-", "--pathspec-file-nul", data=names)

    def restore(
        self,
        entries: Mapping[str, IndexEntry | None],
        expected: Mapping[str, IndexEntry | None] | None = None,
    ) -> list[str]:
        """Set or remove index entries, exactly. Those that are so already are left alone.

        Args:
            entries: The entries by path; None removes one. One with intent-to-add needs its file on disk.
            expected: The entries that the paths must have now; None to skip the check.

        Returns:
            The paths left alone: their entries are not the expected ones, or others are in their place.

        Raises:
            GitFailed: With git's own message; or, without expected entries, another one is in their place.
        """
        now = self.entries(list(entries))
        others = [path for path in entries if expected is not None and now.get(path) != expected.get(path)]
        different = {
            path: entry for path, entry in entries.items() if entry != now.get(path) and path not in others
        }
        new = [path for path, entry in different.items() if entry is not None and path not in now]
        gone = [path for path, entry in different.items() if entry is None]
        clashing = self.clashing(new, gone)
        if clashing and expected is None:
            path, found = next(iter(clashing.items()))
            raise GitFailed(f"the index has {found[0]} in the place of {path}. Nothing was changed.")
        for path in clashing:
            others.append(path)
            del different[path]
        removed = [
            path
            for path, entry in different.items()
            if path in now and (entry is None or entry.intent_to_add or entry.is_unmerged)
        ]
        lines: list[bytes] = []
        for path in removed:
            # A mode of zero removes the entry, whatever the object is.
            lines.append(f"0 {now[path].object}\t".encode() + self._name(path) + b"\0")
        kept = {p: entry for p, entry in different.items() if entry is not None and not entry.intent_to_add}
        for path, entry in kept.items():
            lines += (side.encode() + b"\t" + self._name(path) + b"\0" for side in entry.sides)
        if lines:
            self._write("update-index", "-z", "--index-info", data=b"".join(lines))
        self._intend([path for path, entry in different.items() if entry is not None and entry.intent_to_add])
        self._mark("--assume-unchanged", (path for path, entry in kept.items() if entry.assume_unchanged))
        self._mark("--skip-worktree", (path for path, entry in kept.items() if entry.skip_worktree))
        if kept:
            # The new entries have no file times, without which plumbing treats every file as changed.
            self._write("update-index", "-q", "--unmerged", "--refresh")
        return others

    def _intend(self, paths: Sequence[str]) -> None:
        if paths:
            names = b"\0".join(os.fsencode(str(self._git.folder / path)) for path in paths)
            options = ("--intent-to-add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul")
            self._write("add", *options, data=names)

    def _mark(self, flag: str, paths: Iterable[str]) -> None:
        names = b"".join(self._name(path) + b"\0" for path in paths)
        if names:
            self._write("update-index", flag, "-z", "--stdin", data=names)

    def _name(self, path: str) -> bytes:
        return os.fsencode(self._git.from_top(path))

    def _write(self, *arguments: str, data: bytes = b"") -> None:
        self._git.write(*arguments, data=data, environment=self._environment)


_LINE_END_SETTINGS = r"^core\.(autocrlf|eol|attributesfile)$"
_TRUE_VALUES = ("true", "yes", "on", "1", "")
_ATTRIBUTES_FILE = ".gitattributes"


class LineEnds:
    """The line ends with which git would check out new files: gitattributes(5), core.autocrlf and core.eol.

    The rules are those of git's convert.c. No program of the repository is run.

    Args:
        git: Runs git in the work tree.
        git_folders: Git's own folders.
    """

    def __init__(self, git: GitProcess, git_folders: tuple[Path, ...]) -> None:
        self._git = git
        self._git_folders = git_folders

    def of(self, path: str, attributes: Mapping[str, str] | None = None) -> str:
        """The line end for a new file, LF or CRLF.

        Args:
            path: The file.
            attributes: Those of the file, if they are known; git is asked otherwise.
        """
        if attributes is None:
            attributes = self._attributes(path) if self._has_attributes(path) else {}
        attributes = {name: value for name, value in attributes.items() if value != "unspecified"}
        text = next((attributes[name] for name in ("text", "crlf") if name in attributes), None)
        eol = attributes.get("eol")
        if text == "unset":
            return "\n"
        if eol in ("lf", "crlf"):
            return "\r\n" if eol == "crlf" else "\n"
        if text == "input" or (text is None and self._autocrlf != "true"):
            return "\n"
        return "\r\n" if self._is_crlf else "\n"

    @cached_property
    def _settings(self) -> dict[str, str]:
        done = self._git.ask("config", "-z", "--get-regexp", _LINE_END_SETTINGS)
        lines = os.fsdecode(done.out).split("\0") if done is not None else []
        pairs = (line.partition("\n") for line in lines if line)
        return {name.lower(): value for name, _, value in pairs}

    @cached_property
    def _autocrlf(self) -> str:
        """`true`, `input` or `false`."""
        value = self._settings.get("core.autocrlf", "false").lower()
        return "true" if value in _TRUE_VALUES else value

    @cached_property
    def _is_crlf(self) -> bool:
        """True if text without an `eol` attribute gets CRLF."""
        if self._autocrlf in ("true", "input"):
            return self._autocrlf == "true"
        eol = self._settings.get("core.eol", "native").lower()
        return eol == "crlf" or (eol == "native" and os.linesep == "\r\n")

    def _has_attributes(self, path: str) -> bool:
        """True if an attributes file exists that may concern the path. In most trees none does, and git
        need not run."""
        folders = (self._git.folder / path).parents
        return self._has_common_attributes or any(
            disk.exists(folder / _ATTRIBUTES_FILE)
            for folder in folders
            if folder.is_relative_to(self._git.top)
        )

    @cached_property
    def _has_common_attributes(self) -> bool:
        configured = self._settings.get("core.attributesfile")
        home = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config", "git", "attributes")
        files = [Path(configured) if configured is not None else home, Path("/etc/gitattributes")]
        files += (folder / "info" / "attributes" for folder in self._git_folders)
        return any(disk.exists(Path(os.path.expanduser(file))) for file in files)

    def _attributes(self, path: str) -> dict[str, str]:
        """The attributes of a path, by name."""
        name = b"./" + os.fsencode(path) + b"\0"
        done = self._git.ask("check-attr", "-z", "--stdin", *_LINE_END_ATTRIBUTES, data=name)
        fields = os.fsdecode(done.out).split("\0") if done is not None else []
        return dict(zip(fields[1::3], fields[2::3], strict=False))


class FileState(StrEnum):
    """The state of a file against its index entry."""

    SAME = "same as its index entry"
    NEW = "it does not exist yet"
    DIFFERS = "it has unstaged changes of your own"
    HIDDEN = "it is marked assume-unchanged or skip-worktree"
    SPARSE = "it is outside your sparse checkout"
    GONE = "you had deleted it, and the deletion is not staged"
    UNTRACKED = "git does not track it"
    INTENDED = "it was added with `git add -N`, and nothing of it is staged"
    IGNORED = "git ignores it"
    UNMERGED = "it has a merge conflict"
    UNREADABLE = "git cannot compare it with the index; `git status` says why"
    OTHER_KIND = "its index entry is not a regular file"

    @property
    def is_whole(self) -> bool:
        """True if staging the whole file, once written, stages nothing but what was written."""
        return self in (FileState.SAME, FileState.NEW)

    @property
    def can_stage(self) -> bool:
        """True if what is written to it can be told apart from the user's changes."""
        return self.is_whole or self in (FileState.DIFFERS, FileState.HIDDEN)

    @classmethod
    def of_entry(cls, entry: IndexEntry | None) -> "FileState | None":
        """The state that follows from an index entry alone; None if it depends on the file."""
        if entry is None:
            return None
        if entry.is_unmerged:
            return cls.UNMERGED
        if entry.intent_to_add:
            return cls.INTENDED
        if entry.mode not in FILE_MODES:
            return cls.OTHER_KIND
        return cls.HIDDEN if entry.is_hidden else None

    @classmethod
    def of_earlier(cls, entry: IndexEntry | None, *, existed: bool) -> "FileState":
        """The state of a file before an earlier run wrote it.

        The journal does not tell if the file was the same as its entry. DIFFERS will do for both: then the
        lines that were written are told apart from all others.
        """
        if entry is None:
            return cls.UNTRACKED if existed else cls.NEW
        state = cls.of_entry(entry)
        if not existed and state in (None, cls.HIDDEN):
            return cls.SPARSE if entry.skip_worktree else cls.GONE
        return state or cls.DIFFERS


class FileStatus(Struct, frozen=True):
    """The status of a file against the index."""

    state: FileState
    entry: IndexEntry | None = None


class CommitSummary(Struct, frozen=True):
    """A commit, for display."""

    name: str
    """Abbreviated hash."""
    date: str
    """Year, month and day."""
    subject: str


_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply/applying": "git am",
    "rebase-apply": "a rebase",
}
"""Operations in progress, by the file that git keeps in its folder meanwhile."""

# The user's configuration must change neither the search nor its output format.
_FIND_FILES = (
    "grep", "--files-with-matches", "--null", "--fixed-strings", "-I", "--untracked",
    "--no-color", "--no-recurse-submodules", "--no-full-name", "-f", "-", "--",
)  # fmt: skip
_LOOK_BACK = (
    "log", "-1", "--format=%H%x00%h%x00%cs%x00%s",
    "--no-color", "--no-textconv", "--no-ext-diff", "--no-show-signature", "--no-follow",
)  # fmt: skip
_MAX_SEARCHED_BY_NAME = 100
"""Maximum number of files passed to git to narrow a search."""
_FIRST_COMMIT_S = 5.0
"""Seconds after which the search for the first commit stops."""

_FOLDERS_OF_GIT = (
    ("--show-toplevel",),
    ("--absolute-git-dir",),
    ("--git-common-dir",),
    ("--git-path", "editreview"),
)
"""The folders of a repository that git is asked for at once."""
_NO_REPOSITORY = b"fatal: not a git repository"


class Repository:
    """A git work tree. Paths are relative to `folder`, which lies in it."""

    def __init__(self, folder: Path, top: Path, git_folders: tuple[Path, ...], private_folder: Path) -> None:
        self.folder = folder
        self.top = top
        self.git = GitProcess(folder, top)
        self.index = Index(self.git)
        self.line_ends = LineEnds(self.git, git_folders)
        self.git_folders = git_folders
        """Git's own folders: that of this work tree, and the one shared by all work trees."""
        self.private_folder = private_folder
        """A folder inside git's own for files of this program, which are never refs."""

    @property
    def is_moved(self) -> bool:
        """True if `core.worktree` makes another folder the work tree than the one that has `.git`."""
        holder = _folder_with_git(self.top)
        return holder is not None and holder != self.top and not _is_selected()

    @classmethod
    def around(cls, folder: Path) -> "Repository | None":
        """The repository whose work tree a folder is in; None if there is none.

        Raises:
            UsageError: The folder is inside git's own folder.
        """
        if not _may_have_repository(folder):
            return None
        done = ask(folder, "rev-parse", *(word for options in _FOLDERS_OF_GIT for word in options))
        if done is None or done.err.startswith(_NO_REPOSITORY):
            return None
        if done.status != 0:
            inside = ask(folder, "rev-parse", "--is-inside-git-dir")
            if inside is not None and inside.out.strip() == b"true":
                raise UsageError(f"{folder} is inside git's own folder; nothing there may be edited")
            return None
        names = done.out.removesuffix(b"\n").split(b"\n")
        if len(names) != len(_FOLDERS_OF_GIT):
            # A path contains a newline: query one at a time.
            answers = (ask(folder, "rev-parse", *options) for options in _FOLDERS_OF_GIT)
            names = [b"" if answer is None else answer.out.removesuffix(b"\n") for answer in answers]
        top, *gits, private = (Path(os.path.normpath(folder / os.fsdecode(name))) for name in names)
        # From the top, git must find the same repository as from here.
        is_found = _is_selected() or _folder_with_git(folder) == _folder_with_git(top)
        return cls(folder, top, tuple(gits), private) if folder.is_relative_to(top) and is_found else None

    @property
    def tree_notes(self) -> Path:
        """The folder with a note for each temporary tree that was not removed yet."""
        return self.private_folder / "scratch"

    def copy_index(self, target: Path) -> None:
        """Copy the index, if there is one.

        Its file times save git reading every file. The copy is as old as the index: git reads a file again
        whose time is not before that of the index, since it may have changed after its entry was made.

        Raises:
            GitFailed: With git's own message.
            OSError: It cannot be copied.
        """
        index = self.git.index_file
        with suppress(FileNotFoundError):
            status = index.stat()
            disk.write_private(target, disk.read_bytes(index))
            os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))

    def branch(self) -> str:
        """The name of the branch; if HEAD is detached, the abbreviated commit."""
        name = self.git.read("branch", "--show-current").decode("utf-8", "replace").strip()
        if name:
            return name
        done = self.git.ask("rev-parse", "--short", "HEAD")
        return "no commit yet" if done is None or done.status else done.out.decode().strip()

    def statuses(self, paths: Sequence[str]) -> dict[str, FileStatus]:
        """The status of each file against the index."""
        if not paths:
            return {}
        try:
            return self._statuses(paths)
        except GitFailed:
            # Git stops at a file whose filter fails; then ask for each file by itself.
            if len(paths) == 1:
                return {paths[0]: FileStatus(FileState.UNREADABLE)}
            return {path: status for each in paths for path, status in self.statuses([each]).items()}

    def _statuses(self, paths: Sequence[str]) -> dict[str, FileStatus]:
        listed = self.git.read(
            "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching",
            "--", *(str(self.folder / path) for path in paths),
        )  # fmt: skip
        exists = {path: disk.exists(self.folder / path) for path in paths}
        found = {path: FileState.SAME if exists[path] else FileState.NEW for path in paths}
        for line in os.fsdecode(listed).split("\0"):
            state, name = _status_entry(line)
            path = self.git.from_folder(name) if name else ""
            for each in found:
                if state is not None and (
                    each == path or (name.endswith("/") and each.startswith(path + "/"))
                ):
                    found[each] = state
        new = [path for path, state in found.items() if state is FileState.NEW]
        found |= dict.fromkeys(self.ignored(new), FileState.IGNORED)
        entries = self.index.entries(paths)
        for path, entry in entries.items():
            state = FileState.of_entry(entry)
            if state is FileState.HIDDEN and not exists[path]:
                state = FileState.SPARSE if entry.skip_worktree else FileState.GONE
            found[path] = state or found[path]
        return {path: FileStatus(found[path], entries.get(path)) for path in paths}

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """The paths that git ignores, or would if they existed, which `git status` does not tell."""
        if not paths:
            return []
        # check-ignore does not support literal pathspecs; with `./` in front, no path is a pattern.
        names = b"\0".join(b"./" + os.fsencode(path) for path in paths)
        done = self.git.ask("--no-literal-pathspecs", "check-ignore", "-z", "--stdin", data=names)
        output = "" if done is None else os.fsdecode(done.out)
        return [name.removeprefix("./") for name in output.split("\0") if name]

    def files(self) -> list[str]:
        """Every file below `folder` that git tracks or does not ignore; no submodule, which is a folder."""
        options = ("--cached", "--others", "--exclude-standard", "--deduplicate")
        found = self._listed("ls-files", "-z", *options)
        paths = ((name, self.folder / name) for name in found)
        return [name for name, path in paths if disk.is_file(str(path)) or disk.is_link(path)]

    def changed(self) -> list[str]:
        """The files below `folder` that differ from HEAD, including new ones that git does not ignore.

        A file whose time alone changed is left out if its bytes are those of its entry. Runs no filter.
        """
        # Git would run a filter to compare a file that was written in the same second as the index.
        touched = self._listed(
            "diff-files",
            "-z",
            "--name-only",
            "--no-renames",
            "--relative",
            environment=filters_off(self.folder),
        )
        entries = self.index.entries(touched)
        new = self._listed("ls-files", "-z", "--others", "--exclude-standard")
        staged = self._listed("diff", "-z", "--cached", "--name-only", "--no-renames", "--relative")
        found = {*staged, *new, *(path for path in touched if not self._is_entry(path, entries.get(path)))}
        return sorted(path for path in found if disk.is_file(str(self.folder / path)))

    def _is_entry(self, path: str, entry: IndexEntry | None) -> bool:
        """True if the bytes of a file are those of its index entry."""
        if entry is None or not disk.is_file(str(self.folder / path)):
            return False
        done = self.git.ask("hash-object", "--no-filters", "--", f"./{path}")
        return done is not None and done.out.strip() == entry.object.encode()

    def ignored_files(self) -> list[str]:
        """The files below `folder` that git ignores; a whole folder of them is one, with a slash."""
        options = ("--others", "--ignored", "--exclude-standard", "--directory")
        return self._listed("ls-files", "-z", *options)

    def _listed(self, *arguments: str, environment: Mapping[str, str] | None = None) -> list[str]:
        """The paths that a reading command prints."""
        listed = self.git.read(*arguments, environment=environment or {})
        return [name for name in os.fsdecode(listed).split("\0") if name]

    def holding(self, lines: Sequence[str], timeout: float) -> list[str]:
        """The files below `folder` that git does not ignore and that contain each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            timeout: Seconds after which the search stops, with no result.
        """
        until = monotonic() + timeout
        found: list[str] | None = None
        # One by one: git grep takes seven times as long for three patterns at once.
        for line in lines:
            among = found if found is not None and len(found) <= _MAX_SEARCHED_BY_NAME else ()
            data = line.encode("utf-8", "surrogatepass")
            done = self.git.ask(*_FIND_FILES, *among, data=data, timeout=max(until - monotonic(), 0))
            names = [] if done is None else [name for name in os.fsdecode(done.out).split("\0") if name]
            before = frozenset(names if found is None else found)
            found = [name for name in names if name in before]
            if not found:
                break
        return found or []

    def before_losing(self, text: str, path: str, timeout: float) -> tuple[CommitSummary, bytes] | None:
        """The last commit that removed or added a text in a file, and the file before that commit.

        Args:
            text: Without line ends.
            path: The file, which may no longer exist.
            timeout: Seconds after which the search stops, with no result.
        """
        try:
            done = self.git.ask(*_LOOK_BACK, f"-S{text}", "--", path, timeout=timeout)
        except (UnicodeEncodeError, ValueError):
            # Arguments cannot contain null characters or lone surrogates.
            return None
        if done is None or not done.out.strip():
            return None
        full, *named = done.out.decode("utf-8", "replace").rstrip("\n").split("\0")
        before = self.git.ask("show", "--no-textconv", f"{full}^:./{path}", timeout=timeout)
        return None if before is None or before.status else (CommitSummary(*named), before.out)

    def committed(self, path: str) -> bytes | None:
        """The content of a file in the last commit; None if it has none."""
        done = self.git.ask("show", "--no-textconv", f"HEAD:./{path}")
        return None if done is None or done.status else done.out

    def staged(self) -> list[str]:
        """The files whose index entry differs from HEAD, relative to `folder`."""
        listed = self._listed("diff", "-z", "--cached", "--name-only", "--no-renames", "--no-relative")
        return [self.git.from_folder(name) for name in listed]

    def last_message(self) -> str:
        """The message of the last commit; empty if there is none."""
        done = self.git.ask("log", "-1", "--format=%B", "--no-show-signature")
        return "" if done is None or done.status else done.out.decode("utf-8", "replace").strip()

    def first_commit(self) -> str:
        """The id of the first commit of the history; of several, the least. Empty without any."""
        done = self.git.ask("rev-list", "--max-parents=0", "HEAD", timeout=_FIRST_COMMIT_S)
        names = [] if done is None or done.status else done.out.decode("ascii", "replace").split()
        return min(names, default="")

    def signs_commits(self) -> bool:
        """True if commits are signed, for which a passphrase may be asked for on the terminal."""
        done = self.git.ask("config", "--type=bool", "--get", "commit.gpgsign")
        return done is not None and done.out.strip() == b"true"

    @cached_property
    def has_modes(self) -> bool:
        """False if git takes no notice of permissions here."""
        done = self.git.ask("config", "--type=bool", "--get", "core.fileMode")
        return done is None or done.out.strip() != b"false"

    def in_progress(self) -> str | None:
        """The operation that the user has not finished, such as `a merge`; None if there is none."""
        folder = self.private_folder.parent
        return next((what for name, what in _UNFINISHED.items() if disk.exists(folder / name)), None)


def _is_selected() -> bool:
    """True if the user's environment selects the repository."""
    return any(name in os.environ for name in ("GIT_DIR", "GIT_WORK_TREE"))


def _may_have_repository(folder: Path) -> bool:
    """False if git, which searches upwards for a `.git` or for a folder like its own, finds none."""
    around = (folder, *folder.parents)
    return _is_selected() or any(disk.exists(each / name) for each in around for name in (".git", "HEAD"))


def _folder_with_git(folder: Path) -> Path | None:
    """The folder, or its nearest parent, that has a `.git`; None if none has."""
    return next((each for each in (folder, *folder.parents) if disk.exists(each / ".git")), None)


def without_git(folder: Path) -> str | None:
    """A message if a folder is in a repository that git cannot be asked about; else None."""
    holder = None if _is_selected() else _folder_with_git(folder)
    if holder is None:
        return None
    done = ask(folder, "rev-parse", "--git-dir")
    if done is None:
        return "git was not found (install it, or look at your PATH), so nothing is staged"
    if done.status != 0:
        message = done.err.decode("utf-8", "replace").strip().partition("\n")[0]
        return f"git does not work in {holder}, so nothing is staged: {message}"
    return None


def moved_away(folder: Path) -> str | None:
    """A message if `core.worktree` moves the work tree away from a folder; else None."""
    holder = None if _is_selected() else _folder_with_git(folder)
    done = None if holder is None else ask(folder, "config", "--local", "--get", "core.worktree")
    if done is None or done.status != 0 or not done.out.strip():
        return None
    where = os.fsdecode(done.out.removesuffix(b"\n"))
    return f"core.worktree of {holder} is {where}: files are edited below {folder}, and nothing is staged"


_STATE_BY_LETTER = {
    "M": FileState.DIFFERS,
    "T": FileState.OTHER_KIND,
    "D": FileState.GONE,
    "A": FileState.INTENDED,
}
"""States by the second letter of the status code."""


def _status_entry(entry: str) -> tuple[FileState | None, str]:
    """The state and path of an entry of `git status --porcelain=v2`; the path is relative to the top."""
    match entry[:1]:
        case "1":
            fields = entry.split(" ", 8)
            return _STATE_BY_LETTER.get(fields[1][1]), fields[8]
        case "u":
            return FileState.UNMERGED, entry.split(" ", 10)[10]
        case "?":
            return FileState.UNTRACKED, entry[2:]
        case "!":
            return FileState.IGNORED, entry[2:]
    return None, ""
