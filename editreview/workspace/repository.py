"""Queries to git about a work tree: status, tracked files, history."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from time import monotonic

from msgspec import Struct

from editreview.errors import GitFailed, UsageError
from editreview.workspace import disk
from editreview.workspace.git import GitProcess, ask, filters_off
from editreview.workspace.git_index import Index, IndexEntry

_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}
"""Operations in progress, by the file that git keeps in its folder meanwhile."""

# The user's configuration must change neither the search nor its output format.
_FIND = (
    "grep", "--files-with-matches", "--null", "--fixed-strings", "-I", "--untracked",
    "--no-color", "--no-recurse-submodules", "--no-full-name", "-f", "-", "--",
)  # fmt: skip
_LOOK_BACK = (
    "log", "-1", "--format=%H%x00%h%x00%cs%x00%s",
    "--no-color", "--no-textconv", "--no-ext-diff", "--no-show-signature",
)  # fmt: skip
_FEW = 100
"""Maximum number of files passed to git to narrow a search."""
_FIRST_COMMIT_S = 5.0
"""Seconds after which the search for the first commit stops."""

_FOLDERS = (
    ("--show-toplevel",),
    ("--absolute-git-dir",),
    ("--git-common-dir",),
    ("--git-path", "editreview"),
)
"""The folders of a repository that git is asked for at once."""
_NOT_ONE = b"fatal: not a git repository"


_FILES = ("100644", "100755")
"""The modes of entries that are files."""


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
    UNREADABLE = "git cannot compare it with the index (its filter may fail)"
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
        if entry.mode not in _FILES:
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


class Standing(Struct, frozen=True):
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
        holder = _holder(self.top)
        return holder is not None and holder != self.top and not _is_given()

    @classmethod
    def around(cls, folder: Path) -> "Repository | None":
        """The repository whose work tree a folder is in; None if there is none.

        Raises:
            UsageError: The folder is inside git's own folder.
        """
        done = ask(folder, "rev-parse", *(word for options in _FOLDERS for word in options))
        if done is None or done.err.startswith(_NOT_ONE):
            return None
        if done.status != 0:
            inside = ask(folder, "rev-parse", "--is-inside-git-dir")
            if inside is not None and inside.out.strip() == b"true":
                raise UsageError(f"{folder} is inside git's own folder; nothing there may be edited")
            return None
        names = done.out.removesuffix(b"\n").split(b"\n")
        if len(names) != len(_FOLDERS):
            # A path contains a newline: query one at a time.
            answers = (ask(folder, "rev-parse", *options) for options in _FOLDERS)
            names = [b"" if answer is None else answer.out.removesuffix(b"\n") for answer in answers]
        top, *gits, private = (Path(os.path.normpath(folder / os.fsdecode(name))) for name in names)
        # From the top, git must find the same repository as from here.
        is_found = _is_given() or _holder(folder) == _holder(top)
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
        name = self._read("branch", "--show-current").decode("utf-8", "replace").strip()
        if name:
            return name
        done = self.git.ask("rev-parse", "--short", "HEAD")
        return "no commit yet" if done is None or done.status else done.out.decode().strip()

    def standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        """The status of each file against the index."""
        if not paths:
            return {}
        try:
            return self._standings(paths)
        except GitFailed:
            # Git stops at a file whose filter fails; then ask for each file by itself.
            if len(paths) == 1:
                return {paths[0]: Standing(FileState.UNREADABLE)}
            return {path: standing for each in paths for path, standing in self.standings([each]).items()}

    def _standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        listed = self._read(
            "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching",
            "--", *(str(self.folder / path) for path in paths),
        )  # fmt: skip
        exists = {path: disk.exists(self.folder / path) for path in paths}
        found = {path: FileState.SAME if exists[path] else FileState.NEW for path in paths}
        for line in os.fsdecode(listed).split("\0"):
            state, name = _status_entry(line)
            path = os.path.relpath(self.top / name, self.folder) if name else ""
            for each in found:
                if state is not None and (
                    each == path or (name.endswith("/") and each.startswith(path + "/"))
                ):
                    found[each] = state
        new = [path for path, state in found.items() if state is FileState.NEW]
        found |= dict.fromkeys(self._ignored(new), FileState.IGNORED)
        entries = self.index.entries(paths)
        for path, entry in entries.items():
            state = FileState.of_entry(entry)
            if state is FileState.HIDDEN and not exists[path]:
                state = FileState.SPARSE if entry.skip_worktree else FileState.GONE
            found[path] = state or found[path]
        return {path: Standing(found[path], entries.get(path)) for path in paths}

    def _ignored(self, paths: Sequence[str]) -> list[str]:
        """The paths that git ignores, or would if they existed, which `git status` does not tell."""
        if not paths:
            return []
        # check-ignore does not support literal pathspecs; with `./` in front, no path is a pattern.
        names = b"\0".join(b"./" + os.fsencode(path) for path in paths)
        done = self.git.ask("--no-literal-pathspecs", "check-ignore", "-z", "--stdin", data=names)
        output = "" if done is None else os.fsdecode(done.out)
        return [name.removeprefix("./") for name in output.split("\0") if name]

    def files(self) -> list[str]:
        """Every file below `folder` that git tracks or does not ignore."""
        listed = self._read("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
        return [name for name in os.fsdecode(listed).split("\0") if name and disk.exists(self.folder / name)]

    def changed(self) -> list[str]:
        """The files below `folder` that differ from HEAD, also new ones that git does not ignore.

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
        listed = self._read("diff", "--cached", "--name-only", "-z", "--no-renames")
        return [
            os.path.relpath(self.top / name, self.folder) for name in os.fsdecode(listed).split("\0") if name
        ]

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

    def _read(self, *arguments: str) -> bytes:
        return self.git.read(*arguments)


def _is_given() -> bool:
    """True if the user's environment selects the repository."""
    return any(name in os.environ for name in ("GIT_DIR", "GIT_WORK_TREE"))


def _holder(folder: Path) -> Path | None:
    """The folder, or its nearest parent, that has a `.git`; None if none has."""
    return next((each for each in (folder, *folder.parents) if disk.exists(each / ".git")), None)


def without_git(folder: Path) -> str | None:
    """A message if a folder is in a repository that git cannot be asked about; else None."""
    holder = None if _is_given() else _holder(folder)
    if holder is None:
        return None
    done = ask(folder, "rev-parse", "--git-dir")
    if done is None:
        return "git was not found (install it, or look at your PATH), so nothing is staged"
    if done.status != 0:
        said = done.err.decode("utf-8", "replace").strip().partition("\n")[0]
        return f"git does not work in {holder}, so nothing is staged: {said}"
    return None


def moved_away(folder: Path) -> str | None:
    """A message if `core.worktree` moves the work tree away from a folder; else None."""
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
"""States by the second letter of the status code."""


def _status_entry(entry: str) -> tuple[FileState | None, str]:
    """The state and path of an entry of `git status --porcelain=v2`; the path is relative to the top."""
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


# Line ends of new files.

_LINE_END_ATTRIBUTES = ("text", "crlf", "eol")
_LINE_END_SETTINGS = r"^core\.(autocrlf|eol|attributesfile)$"
_TRUE = ("true", "yes", "on", "1", "")
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
        return "true" if value in _TRUE else value

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
