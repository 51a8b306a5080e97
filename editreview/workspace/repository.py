"""Git: plain child processes to read, GitPython's `repo.git` to write.

GitPython is imported when something is first written. Its object layer (`index.add`,
`index.commit`) is not used: it bypasses filters and stages ignored files.
"""

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.errors import GitFailed, UsageError
from editreview.processes import Finished, run
from editreview.workspace import disk

if TYPE_CHECKING:
    from git import Git

_LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", **_LITERAL}
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


class FileState(StrEnum):
    """How a file stands to its index entry."""

    SAME = "same as its index entry"
    NEW = "not there yet"
    DIFFERS = "it has changes of your own that are not staged"
    UNTRACKED = "git does not track it"
    IGNORED = "git ignores it"
    UNMERGED = "it has a merge conflict"
    HIDDEN = "git is told not to look at it (assume-unchanged or skip-worktree)"

    @property
    def can_stage(self) -> bool:
        """Whether staging the whole file stages nothing but what is written to it now."""
        return self in (FileState.SAME, FileState.NEW)


class Standing(Struct, frozen=True):
    """How a file stands to the index, and the index to HEAD."""

    state: FileState
    entry: str | None = None
    """The index entry; None if it has none."""
    is_staged: bool = False
    """Whether the entry differs from HEAD's."""


class Commit(Struct, frozen=True):
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
        self.git_folders = git_folders
        """Git's own folders: this work tree's, and the one that it shares with others."""

    @classmethod
    def around(cls, folder: Path) -> "Repository | None":
        """The work tree that holds a folder, if there is one.

        Raises:
            UsageError: The folder is git's own.
        """
        done = _git(folder, "rev-parse", *_FOLDERS)
        if done is None or done.status != 0:
            inside = _git(folder, "rev-parse", "--is-inside-git-dir")
            if inside is not None and inside.out.strip() == b"true":
                raise UsageError(f"{folder} is inside git's own folder: nothing may be edited there")
            return None
        said = done.out.removesuffix(b"\n").split(b"\n")
        if len(said) != len(_FOLDERS):
            # A newline in a name: each has to be asked for alone.
            asked = (_git(folder, "rev-parse", option) for option in _FOLDERS)
            said = [b"" if answer is None else answer.out.removesuffix(b"\n") for answer in asked]
        top, *gits = (folder / os.fsdecode(name) for name in said)
        return cls(folder, top, tuple(gits)) if folder.is_relative_to(top) else None

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
        done = _git(self.folder, "rev-parse", "--short", "HEAD")
        return "no commit yet" if done is None or done.status else done.out.decode().strip()

    def standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        """How each file stands to the index."""
        if not paths:
            return {}
        listed = self._read(
            "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching",
            "--", *(str(self.folder / path) for path in paths),
        )  # fmt: skip
        found = {path: FileState.SAME if disk.exists(self.folder / path) else FileState.NEW for path in paths}
        staged: set[str] = set()
        for entry in os.fsdecode(listed).split("\0"):
            state, name = _status_entry(entry)
            path = os.path.relpath(self.top / name, self.folder) if name else ""
            if entry.startswith("1 ") and entry[2] != ".":
                staged.add(path)
            for asked in found:
                if state is not None and (
                    asked == path or (name.endswith("/") and asked.startswith(path + "/"))
                ):
                    found[asked] = state
        new = [path for path, state in found.items() if state is FileState.NEW]
        found |= dict.fromkeys(self._ignored(new), FileState.IGNORED)
        entries = self.entries(paths)
        hidden = [path for path, entry in entries.items() if entry[0].islower() or entry[0] == "S"]
        found |= dict.fromkeys(hidden, FileState.HIDDEN)
        return {path: Standing(found[path], entries.get(path), path in staged) for path in paths}

    def _ignored(self, paths: Sequence[str]) -> list[str]:
        """Those files that git would ignore if they were there, which its status does not tell."""
        if not paths:
            return []
        # This command takes no literal paths; one that begins so is no pattern either.
        names = b"\0".join(b"./" + os.fsencode(path) for path in paths)
        done = _git(self.folder, "--no-literal-pathspecs", "check-ignore", "-z", "--stdin", data=names)
        said = "" if done is None else os.fsdecode(done.out)
        return [name.removeprefix("./") for name in said.split("\0") if name]

    def entries(self, paths: Sequence[str]) -> dict[str, str]:
        """The index entries of files: mark, mode, object and stage; none for a file that has none."""
        if not paths:
            return {}
        names = (str(self.folder / path) for path in paths)
        listed = self._read("ls-files", "-v", "--stage", "-z", "--full-name", "--", *names)
        found: dict[str, str] = {}
        for line in filter(None, os.fsdecode(listed).split("\0")):
            entry, _, name = line.partition("\t")
            found[os.path.relpath(self.top / name, self.folder)] = entry
        return found

    def files(self) -> list[str]:
        """Every file below `folder` that git tracks or does not ignore."""
        listed = self._read("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
        return [name for name in os.fsdecode(listed).split("\0") if name and disk.exists(self.folder / name)]

    def holding(self, lines: Sequence[str], patience: float) -> list[str]:
        """The files below `folder`, those that git ignores aside, that hold each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            patience: Seconds after which the search is given up, as if nothing were found.
        """
        until = monotonic() + patience
        found: list[str] | None = None
        # One after the other: git takes seven times as long for three at once.
        for line in lines:
            among = found if found is not None and len(found) <= _FEW else ()
            data = line.encode("utf-8", "surrogatepass")
            done = _git(self.folder, *_FIND, *among, data=data, patience=max(until - monotonic(), 0))
            names = [] if done is None else [name for name in os.fsdecode(done.out).split("\0") if name]
            before = frozenset(names if found is None else found)
            found = [name for name in names if name in before]
            if not found:
                break
        return found or []

    def before_losing(self, text: str, path: str, patience: float) -> tuple[Commit, bytes] | None:
        """The last commit that took a text out of a file or put it in, and the file before it.

        Args:
            text: Without line ends.
            path: Of the file, which may be gone.
            patience: Seconds after which the search is given up, as if nothing were found.
        """
        try:
            done = _git(self.folder, *_LOOK_BACK, f"-S{text}", "--", path, patience=patience)
        except (UnicodeEncodeError, ValueError):
            # Characters that no argument can have.
            return None
        if done is None or not done.out.strip():
            return None
        full, *named = done.out.decode("utf-8", "replace").rstrip("\n").split("\0")
        before = _git(self.folder, "show", "--no-textconv", f"{full}^:./{path}", patience=patience)
        return None if before is None or before.status else (Commit(*named), before.out)

    def staged(self) -> list[str]:
        """Every file whose index entry differs from HEAD, relative to `folder`."""
        listed = self._read("diff", "--cached", "--name-only", "-z", "--no-renames")
        return [
            os.path.relpath(self.top / name, self.folder) for name in os.fsdecode(listed).split("\0") if name
        ]

    def signs_commits(self) -> bool:
        """Whether a commit may ask for a passphrase on the terminal."""
        done = _git(self.folder, "config", "--type=bool", "--get", "commit.gpgsign")
        return done is not None and done.out.strip() == b"true"

    def in_progress(self) -> str | None:
        """A merge or the like that the person has begun and not ended."""
        folder = self.private_folder.parent
        return next((what for name, what in _UNFINISHED.items() if disk.exists(folder / name)), None)

    def wake(self) -> None:
        """Import GitPython, which takes a while, so that nothing waits for it later."""
        _ = self._git

    def stage(self, paths: Sequence[str]) -> None:
        """Take whole files into the index.

        Raises:
            GitFailed: With git's own words.
        """
        if not paths:
            return
        names = b"\0".join(os.fsencode(str(self.folder / path)) for path in paths)
        self._write(names, "add", "--pathspec-from-file=-", "--pathspec-file-nul", environment=_LITERAL)

    def unstage(self, before: Mapping[str, str | None]) -> None:
        """Give files back the index entries they had, None where they had none.

        Raises:
            GitFailed: With git's own words.
        """
        now = self.entries(list(before))
        lines: list[str] = []
        for path, entry in before.items():
            if entry is None and path in now:
                # A mode of zero removes the entry, whatever the object is.
                lines.append(f"0 {now[path].split(' ')[2]}\t{self._from_top(path)}\0")
            elif entry is not None:
                lines.append(f"{entry.partition(' ')[2]}\t{self._from_top(path)}\0")
        if lines:
            self._write(os.fsencode("".join(lines)), "update-index", "-z", "--index-info")

    def _from_top(self, path: str) -> str:
        return Path(os.path.relpath(self.folder / path, self.top)).as_posix()

    def commit(self, message: str, only: Sequence[str] | None = None) -> str:
        """Commit what is staged, through git, so that hooks and signing run.

        Args:
            message: Of the commit.
            only: Commit just these files and leave other staged work staged.

        Returns:
            What git said.

        Raises:
            GitFailed: With git's or the hook's own words; the index is as they left it.
        """
        if only is None:
            return self._write(b"", "commit", "-m", message)
        # Not by the variable for literal paths: hooks would inherit it.
        names = b"\0".join(os.fsencode(f":(top,literal){self._from_top(path)}") for path in only)
        return self._write(
            names, "commit", "-m", message, "--only", "--pathspec-from-file=-", "--pathspec-file-nul"
        )

    def _read(self, *arguments: str) -> bytes:
        done = _git(self.folder, *arguments)
        if done is None or done.status != 0:
            said = "" if done is None else done.err.decode("utf-8", "replace").strip()
            raise GitFailed(f"git {arguments[0]} failed: {said or 'git could not be started'}")
        return done.out

    def _write(self, data: bytes, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        driver = self._git
        import tempfile

        from git import CommandError, GitError

        with tempfile.TemporaryFile() as given:
            given.write(data)
            given.seek(0)
            try:
                done = driver.execute(
                    ["git", *arguments],
                    istream=given,
                    with_extended_output=True,
                    strip_newline_in_stdout=False,
                    env=_persons_language() | dict(environment or {}),
                )
            except CommandError as error:
                raise GitFailed(
                    f"git {arguments[0]} failed: {_words(error.stderr) or _words(error.stdout)}"
                ) from error
            except (GitError, OSError) as error:
                raise GitFailed(f"git {arguments[0]} failed: {error}") from error
        return "\n".join(filter(None, (_words(part) for part in (done[1], done[2]))))

    @cached_property
    def _git(self) -> "Git":
        # Without this, importing GitPython fails where git is missing.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        from git import Git

        # Not through its Repo, which looks for a `.git` of its own and does not find one kept elsewhere.
        return Git(str(self.top))


def _git(folder: Path, *arguments: str, data: bytes = b"", patience: float | None = None) -> Finished | None:
    """What git left behind; None if it could not be started or took too long."""
    try:
        return run(["git", *arguments], folder=folder, data=data, environment=_QUIET, patience=patience)
    except OSError:
        return None


def _persons_language() -> dict[str, str]:
    # GitPython runs git with LC_ALL=C; hooks should see what the person's own git would show them.
    return {name: os.environ.get(name, "") for name in ("LC_ALL", "LANGUAGE")}


def _words(said: str | bytes) -> str:
    """GitPython wraps what git said in a heading and quotes."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    text = text.strip()
    for heading in ("stderr: '", "stdout: '"):
        text = text.removeprefix(heading)
    return text.removesuffix("'").strip()


def _status_entry(entry: str) -> tuple[FileState | None, str]:
    """One entry of `git status --porcelain=v2`: the state it means, and its path from the top."""
    match entry[:1]:
        case "1":
            fields = entry.split(" ", 8)
            return (None if fields[1][1] == "." else FileState.DIFFERS), fields[8]
        case "u":
            return FileState.UNMERGED, entry.split(" ", 10)[10]
        case "?":
            return FileState.UNTRACKED, entry[2:]
        case "!":
            return FileState.IGNORED, entry[2:]
    return None, ""
