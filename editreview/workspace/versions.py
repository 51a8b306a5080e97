"""Two versions of files, to be looked at: commits, the index, the work tree, or any two files or folders.

Git lists and compares them. No program runs that a repository names: no external diff, text conversion, file
system monitor or filter. Nothing is written.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from editreview.errors import UsageError
from editreview.workspace.git import ask, filters_off
from editreview.workspace.root import MAX_FILE_SIZE

_ENVIRONMENT = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
_PLAIN = (
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--find-renames",
    "--submodule=short",
    "--ignore-submodules=dirty",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)
"""Options that make git's output the same whatever is configured, and run no program."""
_SUBMODULE, _LINK = 0o160000, 0o120000


class ComparedSide(Struct, frozen=True):
    """One side of a file."""

    path: str
    """As listed: relative to the top of the work tree, or as given on the command line."""
    mode: int
    """Git's mode; 0 if the file does not exist on this side."""
    blob: str = ""
    """The object; empty for a file on disk."""


class ComparedFile(Struct, frozen=True):
    """A file that differs between two versions."""

    status: str
    """Git's letter: `A` added, `D` deleted, `M` modified, `R` renamed, `T` other type, `U` unmerged."""
    old: ComparedSide
    new: ComparedSide


class VersionDiff:
    """The files that differ between two versions.

    Args:
        folder: Where it was asked for.
        top: The folder that the paths of files on disk are relative to.
        arguments: Those of `git diff` that say what to compare.
        versions: The names of both versions; empty if the paths say enough.
    """

    def __init__(
        self, folder: Path, top: Path, arguments: Sequence[str], versions: tuple[str, str] = ("", "")
    ) -> None:
        self.versions = versions
        self._folder = folder
        self._top = top
        self._arguments = arguments
        self._has_blobs = "--no-index" not in arguments
        self._environment: Mapping[str, str] = {**_ENVIRONMENT, **filters_off(folder)}
        self.files = self._listed()

    @classmethod
    def of_versions(
        cls, folder: Path, names: Sequence[str], paths: Sequence[str], *, is_staged: bool = False
    ) -> "VersionDiff":
        """Compare what `git diff NAMES -- PATHS` does, or two files or folders if both are that.

        Args:
            folder: The folder that paths are relative to.
            names: Revisions; or two files or folders.
            paths: Patterns of paths to look at.
            is_staged: True to compare with the index instead of the work tree.

        Raises:
            UsageError: There is no such version, or no git.
        """
        are_paths = len(names) == 2 and all(os.path.lexists(folder / name) for name in names)
        if are_paths and not paths and not is_staged and not all(_is_revision(folder, n) for n in names):
            return cls(folder, folder, ["--no-index", "--", *names])
        top = ask(folder, "rev-parse", "--show-toplevel", environment=_ENVIRONMENT)
        if top is None:
            raise UsageError("editreview diff needs git, which could not be started")
        is_bare = ask(folder, "rev-parse", "--git-dir", environment=_ENVIRONMENT)
        if is_bare is None or is_bare.status:
            missing = [name for name in names if not os.path.lexists(folder / name)]
            what = f"there is no file {missing[0]}" if missing else "give two files or folders"
            raise UsageError(f"{folder} is not in a git repository: {what}")
        root = os.fsdecode(top.out.removesuffix(b"\n")) if top.status == 0 else str(folder)
        commits, named_paths = _split(folder, names)
        arguments = [*["--cached"] * is_staged, *commits, "--", *named_paths, *paths]
        return cls(folder, Path(root), arguments, _versions(commits, is_staged=is_staged))

    def patch(self) -> bytes:
        """All differences as a patch in git's format."""
        return self._ask("--patch")

    def data(self, side: ComparedSide) -> bytes:
        """The bytes of one side; none for a file that does not exist, or cannot be read.

        Raises:
            OSError: It cannot be read.
        """
        if not side.mode:
            return b""
        if side.mode == _SUBMODULE:
            return f"Subproject commit {side.blob or '(in the work tree)'}\n".encode()
        if side.blob:
            done = ask(self._folder, "cat-file", "blob", side.blob, environment=self._environment)
            return b"" if done is None or done.status else done.out
        return _content(self._top / side.path, is_link=side.mode == _LINK)

    def _ask(self, *options: str) -> bytes:
        done = ask(self._folder, "diff", *_PLAIN, *options, *self._arguments, environment=self._environment)
        if done is None:
            raise UsageError("editreview diff needs git, which could not be started")
        # Comparing files, git says by its status whether they differ.
        if done.status > 1 or (done.status == 1 and self._has_blobs):
            message = done.err.decode("utf-8", "replace").strip().partition("\n")[0]
            raise UsageError(message.removeprefix("fatal: ").removeprefix("error: "))
        return done.out

    def _listed(self) -> list[ComparedFile]:
        fields = iter(os.fsdecode(self._ask("--raw", "-z", "--no-abbrev")).split("\0"))
        files: dict[str, ComparedFile] = {}
        for head in fields:
            if not head:
                break
            old_mode, new_mode, old_blob, new_blob, status = head.removeprefix(":").split(" ")
            path = next(fields)
            path_new = next(fields) if status[0] in "RC" else self._counterpart(path, status)
            sides = (
                ComparedSide(path, int(old_mode, 8), self._blob(old_blob)),
                ComparedSide(path_new, int(new_mode, 8), self._blob(new_blob)),
            )
            # An unmerged file is listed twice: at first without its content.
            files[path_new] = ComparedFile(status[0], *sides)
        return list(files.values())

    def _blob(self, name: str) -> str:
        return name if self._has_blobs and name.strip("0") else ""

    def _counterpart(self, path: str, status: str) -> str:
        """The path on the new side; comparing files, git only lists that on the old one."""
        if self._has_blobs or status in "AD":
            return path
        old, new = self._arguments[-2:]
        if path == old:
            is_folder = os.path.isdir(self._folder / new) and not os.path.isdir(self._folder / old)
            return os.path.join(new, os.path.basename(old)) if is_folder else new
        return os.path.join(new, os.path.relpath(path, old))


def _split(folder: Path, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell commits from paths, as git does.

    Raises:
        UsageError: A name is neither, or there are too many commits.
    """
    commits: list[str] = []
    paths: list[str] = []
    for name in names:
        if not paths and (".." in name or _is_revision(folder, name)):
            commits.append(name)
        elif os.path.lexists(folder / name):
            paths.append(name)
        else:
            raise UsageError(f"{name} is neither a commit nor a file; put patterns of paths after `--`")
    if len(commits) > 2:
        raise UsageError(f"only two versions can be compared, not {len(commits)}: {' '.join(commits)}")
    return commits, paths


def _versions(names: Sequence[str], *, is_staged: bool) -> tuple[str, str]:
    """The names of both versions that git compares."""
    if len(names) == 1 and ".." in names[0]:
        dots = "..." if "..." in names[0] else ".."
        old, _, new = names[0].partition(dots)
        # Three dots: what the second has changed since the two went apart.
        return f"{old or 'HEAD'}{' (merge base)' * (dots == '...')}", new or "HEAD"
    if len(names) == 2:
        return names[0], names[1]
    newer = "staged" if is_staged else "work tree"
    return names[0] if len(names) == 1 else "HEAD" if is_staged else "staged", newer


def _is_revision(folder: Path, name: str) -> bool:
    done = ask(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name, environment=_ENVIRONMENT)
    return done is not None and done.status == 0


def _content(path: Path, *, is_link: bool) -> bytes:
    """The bytes of a file on disk, or the target of a link.

    Raises:
        OSError: It cannot be read, or not at once.
    """
    if is_link:
        return os.fsencode(path.readlink())
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(0, "it is not a regular file")
    if status.st_size > MAX_FILE_SIZE:
        raise OSError(0, f"it is too large: {status.st_size:,} bytes")
    return path.read_bytes()
