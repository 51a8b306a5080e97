"""Comparisons: the changes of a tree since a base, for a review, and two versions of files, for a look.

A base is a commit, the index, or a snapshot that was taken before. The files are read as they were and as
they are. A review of them plans on the files as they were; accepted changes become part of that base, and
rejected ones are reverted. Nothing is changed here.

Two versions are commits, the index, the work tree, or any two files or folders. Git lists and compares them.
No program runs that a repository names: no external diff, text conversion, file system monitor or filter.
Nothing is written.
"""

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from stat import S_ISREG

from msgspec import Struct

from editreview.errors import Reason, Refused, UsageError
from editreview.text import Absent, Codec, Snapshot, line_end, split_lines
from editreview.workspace import disk
from editreview.workspace.git import (
    READ_ONLY,
    Blobs,
    FileState,
    FileStatus,
    IndexEntry,
    Repository,
    ask,
    filters_off,
)
from editreview.workspace.journal import WriteStep
from editreview.workspace.root import MAX_FILE_SIZE, Root, decode, digest

_MODE_BITS = {"100644": 0o644, "100755": 0o755}
_WHY_NO_FILE = {"120000": "it is a symbolic link", "160000": "it is a submodule"}
_EXECUTABLE = 0o100


class DecidedFile(Struct, frozen=True):
    """A file that decisions change."""

    path: str
    base: WriteStep
    """The file as it was, and with the changes that were accepted."""
    tree: WriteStep
    """The file as it is, and without the changes that were rejected."""
    mode: int | None = None
    """Permission bits of a file that is restored."""


class _FileStates(Struct):
    """A file as it was and as it is."""

    before: bytes | None
    """None if there was no file."""
    now: bytes | None
    """As it is expected on disk; None if there is no file."""
    mode: int


class Comparison:
    """The files that differ from a base.

    Args:
        name: The base, in words that follow "differs from".
        base: The id of its tree; empty for the index.
        is_snapshot: True if the base is a snapshot, which goes on with what is accepted.
    """

    def __init__(self, name: str, base: str = "", *, is_snapshot: bool = False) -> None:
        self.name = name
        self.base = base
        self.is_snapshot = is_snapshot
        self.left: dict[str, str] = {}
        """Files that cannot be reviewed and are left as they are, with the reason."""
        self.other_modes: list[str] = []
        """Files under review whose change of permissions is not."""
        self._files: dict[str, _FileStates] = {}
        self._opened: dict[str, bytes | None] = {}
        """The files that decisions changed, as they were at first."""
        self._decided: dict[str, tuple[DecidedFile, ...]] = {}
        """The files that decisions changed, by the id of these decisions."""

    def add(self, path: str, before: bytes | None, now: bytes | None, mode: int = 0o644) -> None:
        """Add a file that differs."""
        self._files[path] = _FileStates(before, now, mode)

    def leave(self, path: str, why: str) -> None:
        """Leave a file as it is."""
        self._files.pop(path, None)
        self.left[path] = why

    def __contains__(self, path: str) -> bool:
        return path in self._files

    @property
    def paths(self) -> list[str]:
        """The files under review, relative to the root, in order."""
        return sorted(self._files)

    def before(self, path: str) -> bytes | None:
        """A file as it was, with what was accepted since; None if there was none."""
        return self._files[path].before

    @property
    def decided(self) -> Collection[str]:
        """The files that decisions changed, undone since or not."""
        return self._opened.keys()

    def opened(self, path: str) -> bytes | None:
        """One of these files as it was at first, without what was accepted since; None if there was none."""
        return self._opened[path]

    def now(self, path: str) -> bytes | None:
        """A file as it is expected on disk; None if there is none."""
        return self._files[path].now

    def line_end(self, path: str) -> str | None:
        """The end of the first line of a file on disk; None if it has none, or is not under review."""
        now = self.now(path) if path in self else None
        lines = [] if now is None else split_lines(decode(path, now)[0])
        return line_end(lines[0]) or None if lines else None

    def mode(self, path: str) -> int:
        """The permission bits with which a file is restored."""
        return self._files[path].mode

    def read(self, root: Root, path: str) -> Snapshot | Absent:
        """A file as it was.

        Raises:
            Refused: It cannot be decoded, or has changed on disk since it was compared.
        """
        file = self._files[path]
        if _bytes_of(root, path) != file.now:
            message = (
                f"{path} has changed since it was compared: quit and run `editreview changes` again, which "
                "keeps your decisions on what is the same"
            )
            raise Refused(Reason.CHANGED_ON_DISK, message)
        if file.before is None:
            return Absent(path, Codec() if file.now is None else decode(path, file.now)[1])
        text, codec = decode(path, file.before)
        return Snapshot(path, text, digest(file.before), codec, file.mode)

    def record_decided(self, id: str, files: Iterable[DecidedFile]) -> None:
        """Record that decisions were applied."""
        self._decided[id] = tuple(files)
        for file in self._decided[id]:
            self._opened.setdefault(file.path, file.base.before)
        self._put(id, is_undone=False)

    def record_undone(self, id: str) -> tuple[DecidedFile, ...]:
        """Record that decisions were undone. Returns its files."""
        self._put(id, is_undone=True)
        return self._decided[id]

    def record_redone(self, id: str) -> tuple[DecidedFile, ...]:
        """Record that undone decisions were redone. Returns its files."""
        self._put(id, is_undone=False)
        return self._decided[id]

    def _put(self, id: str, *, is_undone: bool) -> None:
        for file in self._decided[id]:
            base = file.base.before if is_undone else file.base.after
            tree = file.tree.before if is_undone else file.tree.after
            self._files[file.path] = _FileStates(base, tree, file.mode or 0o644)


def compare(
    root: Root, repository: Repository, base: str, name: str = "", *, is_snapshot: bool = False
) -> Comparison:
    """Compare the files below the root with a base. Runs no filter and no hook.

    Args:
        root: The root.
        repository: The repository at the root.
        base: A commit, or anything else that names a tree; empty for the index.
        name: What to call the base; empty for its own name.
        is_snapshot: True if the base is a snapshot.

    Raises:
        UsageError: There is no such commit.
        GitFailed: With git's own message.
    """
    was = _Tree(repository, base) if base else _Index(repository)
    found = Comparison(name or base, was.id, is_snapshot=is_snapshot)
    blobs = Blobs(repository.git)
    paths = {*was.changed(), *_untracked(repository)}
    entries = was.entries(paths)
    for path in sorted(path for path in paths if path.endswith("/")):
        if path.removesuffix("/") not in entries:
            found.leave(path, "it is another repository")
        paths.remove(path)
    for path, why in _in_the_way(root, paths):
        found.leave(path, why)
    if not is_snapshot:
        for path in _conflicts(repository) & paths:
            found.leave(path, str(FileState.UNMERGED.value))
    listed = sorted(paths - found.left.keys())
    blobs.look_up(listed)
    objects = [
        entries[path].object for path in listed if path in entries and entries[path].mode in _MODE_BITS
    ]
    contents = blobs.read(objects)
    for path in listed:
        try:
            _add_file(found, root, repository, blobs, path, entries.get(path), contents)
        except Refused as refused:
            found.leave(path, str(refused))
    return found


def _in_the_way(root: Root, paths: Collection[str]) -> Iterator[tuple[str, str]]:
    """The files that are in a folder where a file was, or the other way round, with the reason."""
    for path in paths:
        for above in map(str, PurePosixPath(path).parents):
            if above in paths:
                is_folder = disk.is_folder(root.folder / above)
                became = "was a file and is a folder now" if is_folder else "was a folder and is a file now"
                why = f"{above} {became}"
                yield above, why
                yield path, why


def _add_file(
    found: Comparison,
    root: Root,
    repository: Repository,
    blobs: Blobs,
    path: str,
    entry: IndexEntry | None,
    contents: Mapping[str, bytes],
) -> None:
    """Add a file if it differs.

    Raises:
        Refused: It cannot be reviewed.
    """
    if entry is not None and entry.intent_to_add:
        entry = None
    if entry is not None and entry.mode in _WHY_NO_FILE:
        raise Refused(Reason.PROTECTED, _WHY_NO_FILE[entry.mode])
    if not root.is_at(path):
        # Refuses it with the reason, if that is another one.
        root.locate(path)
        raise Refused(Reason.PROTECTED, "it is behind a link")
    before = None if entry is None else contents.get(entry.object)
    status = _mode_on_disk(root, path)
    now = None if status is None else _bytes_of(root, path)
    if blobs.is_rewritten(path):
        if before is None or now is None or before != now:
            raise Refused(Reason.PROTECTED, "a filter of git changes its text")
        return
    has_crlf = now is None or b"\r\n" in now
    if before is not None and has_crlf and b"\r" not in before:
        # Git stores line feeds for both.
        line_end = repository.line_ends.of(path, blobs.attributes(path)).encode()
        before = before.replace(b"\n", line_end)
    mode = 0o644 if entry is None else _MODE_BITS.get(entry.mode, 0o644)
    differs = status is not None and entry is not None and bool((status ^ mode) & _EXECUTABLE)
    has_other_mode = differs and repository.has_modes
    if before == now:
        if has_other_mode:
            raise Refused(Reason.PROTECTED, "only its permissions differ")
        return
    for data in (before, now):
        if data is not None:
            decode(path, data)
    found.add(path, before, now, mode if status is None else status & 0o777)
    if has_other_mode:
        found.other_modes.append(path)


def _mode_on_disk(root: Root, path: str) -> int | None:
    """The mode of a file; None if there is none.

    Raises:
        Refused: It is not a regular file, or too large.
    """
    try:
        with disk.entry(root.folder, path) as entry:
            status = entry.look()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused(Reason.DENIED, f"it cannot be read: {error.strerror}") from error
    if status is None:
        return None
    if not S_ISREG(status.st_mode):
        raise Refused(Reason.PROTECTED, "it is not a regular file")
    if status.st_size > MAX_FILE_SIZE:
        raise Refused(Reason.TOO_LARGE, f"it has {status.st_size:,} bytes")
    return status.st_mode


def _bytes_of(root: Root, path: str) -> bytes | None:
    try:
        with disk.entry(root.folder, path) as entry:
            return entry.read(MAX_FILE_SIZE)[0] if entry.look() is not None else None
    except OSError:
        return None


class _Index:
    """The files as they are in the index."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.id = ""

    def changed(self) -> Iterator[str]:
        """The files that may differ on disk."""
        options = ("--name-only", "-z", "--relative", "--", ".")
        environment = filters_off(self._repository.folder)
        return _names_listed(self._repository.git.read("diff-files", *options, environment=environment))

    def entries(self, paths: Collection[str]) -> dict[str, IndexEntry]:
        return self._repository.index.entries([path.removesuffix("/") for path in paths])


class _Tree:
    """The files as they are in a commit.

    Raises:
        UsageError: There is no such commit.
    """

    def __init__(self, repository: Repository, name: str) -> None:
        self._repository = repository
        done = repository.git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{tree}}")
        if done is None or done.status != 0:
            raise UsageError(f"git knows no commit {name}: `git log` lists them")
        self.id = done.out.decode().strip()

    def changed(self) -> Iterator[str]:
        """The files that may differ on disk."""
        options = ("--name-only", "-z", "--no-renames", "--relative", "--ignore-submodules=none")
        environment = filters_off(self._repository.folder)
        return _names_listed(
            self._repository.git.read("diff-index", *options, self.id, "--", ".", environment=environment)
        )

    def entries(self, paths: Collection[str]) -> dict[str, IndexEntry]:
        if not paths:
            return {}
        listed = self._repository.git.read("ls-tree", "-r", "-z", self.id, "--", ".")
        found: dict[str, IndexEntry] = {}
        names = {path.removesuffix("/") for path in paths}
        for line in os.fsdecode(listed).split("\0"):
            what, _, path = line.partition("\t")
            if path in names:
                mode, _, object = what.split(" ")
                found[path] = IndexEntry((f"{mode} {object} 0",))
        return found


def _untracked(repository: Repository) -> Iterator[str]:
    return _names_listed(repository.git.read("ls-files", "-z", "--others", "--exclude-standard", "--", "."))


def _conflicts(repository: Repository) -> set[str]:
    listed = os.fsdecode(repository.git.read("ls-files", "-z", "--unmerged", "--", "."))
    return {line.partition("\t")[2] for line in listed.split("\0") if line}


def _names_listed(listed: bytes) -> Iterator[str]:
    return (name for name in os.fsdecode(listed).split("\0") if name)


def file_status_of(entry: IndexEntry | None, *, was_there: bool) -> FileStatus:
    """The status of a file whose accepted changes are to be staged.

    Args:
        entry: Its index entry.
        was_there: True if the base had the file.
    """
    if entry is None or (entry.intent_to_add and not was_there):
        return FileStatus(FileState.UNTRACKED if was_there else FileState.NEW, entry)
    state = FileState.of_entry(entry)
    # Other differences of the file from the index are not ours: the lines are told apart.
    return FileStatus(state or FileState.DIFFERS, entry)


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
        self._environment: Mapping[str, str] = {**READ_ONLY, **filters_off(folder)}
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
        top = ask(folder, "rev-parse", "--show-toplevel", environment=READ_ONLY)
        if top is None:
            raise UsageError("editreview diff needs git, which could not be started")
        is_bare = ask(folder, "rev-parse", "--git-dir", environment=READ_ONLY)
        if is_bare is None or is_bare.status:
            missing = [name for name in names if not os.path.lexists(folder / name)]
            what = f"there is no file {missing[0]}" if missing else "give two files or folders"
            raise UsageError(f"{folder} is not in a git repository: {what}")
        root = os.fsdecode(top.out.removesuffix(b"\n")) if top.status == 0 else str(folder)
        commits, named_paths = _revisions_and_paths(folder, names)
        arguments = [*["--cached"] * is_staged, *commits, "--", *named_paths, *paths]
        return cls(folder, Path(root), arguments, _versions_named(commits, is_staged=is_staged))

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
        return _content_on_disk(self._top / side.path, is_link=side.mode == _LINK)

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


def _revisions_and_paths(folder: Path, names: Sequence[str]) -> tuple[list[str], list[str]]:
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


def _versions_named(names: Sequence[str], *, is_staged: bool) -> tuple[str, str]:
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
    done = ask(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name, environment=READ_ONLY)
    return done is not None and done.status == 0


def _content_on_disk(path: Path, *, is_link: bool) -> bytes:
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
