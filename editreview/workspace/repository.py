"""What git knows of a work tree: how files stand to the index, what is tracked, what was."""

import os
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from time import monotonic

from msgspec import Struct

from editreview.errors import GitFailed, UsageError
from editreview.workspace import disk
from editreview.workspace.git import GitProcess, ask
from editreview.workspace.git_index import Index, IndexEntry
from editreview.workspace.line_ends import LineEnds

_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}
"""What git keeps in its folder while something is in progress, and what that is."""

# The person's configuration must change neither what is searched nor how it is written.
_FIND = (
    "grep", "--files-with-matches", "--null", "--fixed-strings", "-I", "--untracked",
    "--no-color", "--no-recurse-submodules", "--no-full-name", "-f", "-", "--",
)  # fmt: skip
_LOOK_BACK = (
    "log", "-1", "--format=%H%x00%h%x00%cs%x00%s",
    "--no-color", "--no-textconv", "--no-ext-diff", "--no-show-signature",
)  # fmt: skip
_FEW = 100
"""Files that are named to git, so that it searches no others."""

_FOLDERS = ("--show-toplevel", "--absolute-git-dir", "--git-common-dir")


_FILES = ("100644", "100755")
"""The modes of entries that are files."""


class FileState(StrEnum):
    """How a file stands to its index entry."""

    SAME = "same as its index entry"
    NEW = "not there yet"
    DIFFERS = "it has changes of your own that are not staged"
    HIDDEN = "git is told not to look at it"
    SPARSE = "your sparse checkout leaves it out"
    GONE = "you had removed it, and its removal is not staged"
    UNTRACKED = "git does not track it"
    INTENDED = "it is marked as intended to be added, nothing of it is staged"
    IGNORED = "git ignores it"
    UNMERGED = "it has a merge conflict"
    UNREADABLE = "git cannot compare it with the index (its filter may fail)"
    OTHER_KIND = "what the index holds of it is no file"

    @property
    def is_whole(self) -> bool:
        """Whether staging the whole file stages nothing but what is written to it now."""
        return self in (FileState.SAME, FileState.NEW)

    @property
    def can_stage(self) -> bool:
        """Whether what is written to it can be told apart from the person's own changes."""
        return self.is_whole or self in (FileState.DIFFERS, FileState.HIDDEN)

    @classmethod
    def of_entry(cls, entry: IndexEntry | None) -> "FileState | None":
        """What an index entry tells by itself."""
        if entry is None:
            return None
        if entry.is_unmerged:
            return cls.UNMERGED
        if entry.intent_to_add:
            return cls.INTENDED
        if entry.mode not in _FILES:
            return cls.OTHER_KIND
        return cls.HIDDEN if entry.is_hidden else None


class Standing(Struct, frozen=True):
    """How a file stands to the index."""

    state: FileState
    entry: IndexEntry | None = None


class CommitSummary(Struct, frozen=True):
    """A commit, for people."""

    name: str
    """Abbreviated."""
    date: str
    """Year, month and day."""
    subject: str


class Repository:
    """A git work tree. Paths are relative to `folder`, which lies in it."""

    def __init__(self, folder: Path, top: Path, git_folders: tuple[Path, ...] = ()) -> None:
        self.folder = folder
        self.top = top
        self.git = GitProcess(folder, top)
        self.index = Index(self.git)
        self.line_ends = LineEnds(self.git, git_folders)
        self.git_folders = git_folders
        """Git's own folders: this work tree's, and the one that it shares with others."""

    @property
    def is_moved(self) -> bool:
        """True if a setting, `core.worktree`, says that the work tree is not the folder that holds `.git`."""
        holder = _holder(self.top)
        return holder is not None and holder != self.top and not _is_given()

    @classmethod
    def around(cls, folder: Path) -> "Repository | None":
        """The work tree that holds a folder, if there is one.

        Raises:
            UsageError: The folder is git's own.
        """
        done = ask(folder, "rev-parse", *_FOLDERS)
        if done is None or done.status != 0:
            inside = ask(folder, "rev-parse", "--is-inside-git-dir")
            if inside is not None and inside.out.strip() == b"true":
                raise UsageError(f"{folder} is inside git's own folder: nothing may be edited there")
            return None
        said = done.out.removesuffix(b"\n").split(b"\n")
        if len(said) != len(_FOLDERS):
            # A newline in a name: each has to be asked for alone.
            asked = (ask(folder, "rev-parse", option) for option in _FOLDERS)
            said = [b"" if answer is None else answer.out.removesuffix(b"\n") for answer in asked]
        top, *gits = (folder / os.fsdecode(name) for name in said)
        # Git has to find the same repository from the top as it does from here.
        is_found = _is_given() or _holder(folder) == _holder(top)
        return cls(folder, top, tuple(gits)) if folder.is_relative_to(top) and is_found else None

    @cached_property
    def private_folder(self) -> Path:
        """Where this program may keep its own files: inside git's folder, never a ref."""
        return self.folder / os.fsdecode(
            self._read("rev-parse", "--git-path", "editreview").removesuffix(b"\n")
        )

    def branch(self) -> str:
        """The branch's name, or the abbreviated commit where there is none."""
        name = self._read("branch", "--show-current").decode("utf-8", "replace").strip()
        if name:
            return name
        done = self.git.ask("rev-parse", "--short", "HEAD")
        return "no commit yet" if done is None or done.status else done.out.decode().strip()

    def standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        """How each file stands to the index."""
        if not paths:
            return {}
        try:
            return self._standings(paths)
        except GitFailed:
            # Git stops at one file whose filter fails: that one must not stand for all.
            if len(paths) == 1:
                return {paths[0]: Standing(FileState.UNREADABLE)}
            return {path: standing for each in paths for path, standing in self.standings([each]).items()}

    def _standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        listed = self._read(
            "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching",
            "--", *(str(self.folder / path) for path in paths),
        )  # fmt: skip
        there = {path: disk.exists(self.folder / path) for path in paths}
        found = {path: FileState.SAME if there[path] else FileState.NEW for path in paths}
        for entry in os.fsdecode(listed).split("\0"):
            state, name = _status_entry(entry)
            path = os.path.relpath(self.top / name, self.folder) if name else ""
            for asked in found:
                if state is not None and (
                    asked == path or (name.endswith("/") and asked.startswith(path + "/"))
                ):
                    found[asked] = state
        new = [path for path, state in found.items() if state is FileState.NEW]
        found |= dict.fromkeys(self._ignored(new), FileState.IGNORED)
        entries = self.index.entries(paths)
        for path, held in entries.items():
            told = FileState.of_entry(held)
            if told is FileState.HIDDEN and not there[path]:
                told = FileState.SPARSE if held.skip_worktree else FileState.GONE
            found[path] = told or found[path]
        return {path: Standing(found[path], entries.get(path)) for path in paths}

    def _ignored(self, paths: Sequence[str]) -> list[str]:
        """Those files that git would ignore if they were there, which its status does not tell."""
        if not paths:
            return []
        # This command takes no literal paths; one that begins so is no pattern either.
        names = b"\0".join(b"./" + os.fsencode(path) for path in paths)
        done = self.git.ask("--no-literal-pathspecs", "check-ignore", "-z", "--stdin", data=names)
        said = "" if done is None else os.fsdecode(done.out)
        return [name.removeprefix("./") for name in said.split("\0") if name]

    def files(self) -> list[str]:
        """Every file below `folder` that git tracks or does not ignore."""
        listed = self._read("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
        return [name for name in os.fsdecode(listed).split("\0") if name and disk.exists(self.folder / name)]

    def holding(self, lines: Sequence[str], timeout: float) -> list[str]:
        """The files below `folder`, those that git ignores aside, that hold each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            timeout: Seconds after which the search stops, as if nothing were found.
        """
        until = monotonic() + timeout
        found: list[str] | None = None
        # One after the other: git takes seven times as long for three at once.
        for line in lines:
            among = found if found is not None and len(found) <= _FEW else ()
            data = line.encode("utf-8", "surrogatepass")
            done = self.git.ask(*_FIND, *among, data=data, timeout=max(until - monotonic(), 0))
            names = [] if done is None else [name for name in os.fsdecode(done.out).split("\0") if name]
            before = frozenset(names if found is None else found)
            found = [name for name in names if name in before]
            if not found:
                break
        return found or []

    def before_losing(self, text: str, path: str, timeout: float) -> tuple[CommitSummary, bytes] | None:
        """The last commit that took a text out of a file or put it in, and the file before it.

        Args:
            text: Without line ends.
            path: Of the file, which may be gone.
            timeout: Seconds after which the search stops, as if nothing were found.
        """
        try:
            done = self.git.ask(*_LOOK_BACK, f"-S{text}", "--", path, timeout=timeout)
        except (UnicodeEncodeError, ValueError):
            # Characters that no argument can have.
            return None
        if done is None or not done.out.strip():
            return None
        full, *named = done.out.decode("utf-8", "replace").rstrip("\n").split("\0")
        before = self.git.ask("show", "--no-textconv", f"{full}^:./{path}", timeout=timeout)
        return None if before is None or before.status else (CommitSummary(*named), before.out)

    def staged(self) -> list[str]:
        """Every file whose index entry differs from HEAD, relative to `folder`."""
        listed = self._read("diff", "--cached", "--name-only", "-z", "--no-renames")
        return [
            os.path.relpath(self.top / name, self.folder) for name in os.fsdecode(listed).split("\0") if name
        ]

    def last_message(self) -> str:
        """The message of the last commit; empty if there is none."""
        done = self.git.ask("log", "-1", "--format=%B", "--no-show-signature")
        return "" if done is None or done.status else done.out.decode("utf-8", "replace").strip()

    def signs_commits(self) -> bool:
        """Whether a commit may ask for a passphrase on the terminal."""
        done = self.git.ask("config", "--type=bool", "--get", "commit.gpgsign")
        return done is not None and done.out.strip() == b"true"

    def in_progress(self) -> str | None:
        """A merge or the like that the person has begun and not ended."""
        folder = self.private_folder.parent
        return next((what for name, what in _UNFINISHED.items() if disk.exists(folder / name)), None)

    def _read(self, *arguments: str) -> bytes:
        return self.git.read(*arguments)


def _is_given() -> bool:
    """True if the user's environment says which repository is meant."""
    return any(name in os.environ for name in ("GIT_DIR", "GIT_WORK_TREE"))


def _holder(folder: Path) -> Path | None:
    """The nearest folder, from one upwards, in which there is a `.git`."""
    return next((each for each in (folder, *folder.parents) if disk.exists(each / ".git")), None)


def moved_away(folder: Path) -> str | None:
    """A message if `core.worktree` moved the work tree of a folder elsewhere; else None."""
    holder = None if _is_given() else _holder(folder)
    done = None if holder is None else ask(folder, "config", "--local", "--get", "core.worktree")
    if done is None or done.status != 0 or not done.out.strip():
        return None
    where = os.fsdecode(done.out.removesuffix(b"\n"))
    return f"core.worktree of {holder} is {where}: files are edited below {folder}, and nothing is staged"


_BY_LETTER = {
    "M": FileState.DIFFERS,
    "T": FileState.OTHER_KIND,
    "D": FileState.GONE,
    "A": FileState.INTENDED,
}
"""What the second letter of a status says."""


def _status_entry(entry: str) -> tuple[FileState | None, str]:
    """One entry of `git status --porcelain=v2`: the state it means, and its path from the top."""
    match entry[:1]:
        case "1":
            fields = entry.split(" ", 8)
            return _BY_LETTER.get(fields[1][1]), fields[8]
        case "u":
            return FileState.UNMERGED, entry.split(" ", 10)[10]
        case "?":
            return FileState.UNTRACKED, entry[2:]
        case "!":
            return FileState.IGNORED, entry[2:]
    return None, ""
