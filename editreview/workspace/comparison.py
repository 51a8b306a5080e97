"""The changes of a tree since a base: a commit, the index, or a snapshot that was taken before.

The files are read as they were and as they are. A review of them plans on the files as they were; accepted
changes become part of that base, and rejected ones are taken out of the files. Nothing is changed here.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from stat import S_ISREG

from msgspec import Struct

from editreview.errors import Reason, Refused, UsageError
from editreview.text import Absent, Codec, Snapshot, line_end, split_lines
from editreview.workspace import disk
from editreview.workspace.encodings import decode
from editreview.workspace.git import Blobs, filters_off
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.pending import WriteStep
from editreview.workspace.repository import FileState, Repository, Standing
from editreview.workspace.root import MAX_FILE_SIZE, Root, digest

_MODES = {"100644": 0o644, "100755": 0o755}
_WHAT = {"120000": "it is a symbolic link", "160000": "it is a submodule"}
_EXECUTABLE = 0o100


class CarriedFile(Struct, frozen=True):
    """A file of which decisions are carried out."""

    path: str
    base: WriteStep
    """The file as it was, and with the changes that were accepted."""
    tree: WriteStep
    """The file as it is, and without the changes that were rejected."""
    mode: int | None = None
    """Permission bits of a file that is written anew."""


class _File(Struct):
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
        self._files: dict[str, _File] = {}
        self._opened: dict[str, bytes | None] = {}
        """The files of which decisions were carried out, as they were at first."""
        self._carried: dict[str, tuple[CarriedFile, ...]] = {}
        """What was carried out, by an id."""

    def add(self, path: str, before: bytes | None, now: bytes | None, mode: int = 0o644) -> None:
        """Add a file that differs."""
        self._files[path] = _File(before, now, mode)

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
    def carried(self) -> Collection[str]:
        """The files of which decisions were carried out, undone since or not."""
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
        """The permission bits with which a file is written anew."""
        return self._files[path].mode

    def read(self, root: Root, path: str) -> Snapshot | Absent:
        """A file as it was.

        Raises:
            Refused: It cannot be decoded, or has changed on disk since it was compared.
        """
        file = self._files[path]
        if _bytes(root, path) != file.now:
            message = (
                f"{path} has changed since it was compared: quit and run `editreview changes` again, which "
                "keeps your decisions on what is the same"
            )
            raise Refused(Reason.CHANGED_ON_DISK, message)
        if file.before is None:
            return Absent(path, Codec() if file.now is None else decode(path, file.now)[1])
        text, codec = decode(path, file.before)
        return Snapshot(path, text, digest(file.before), codec, file.mode)

    def note_carried(self, id: str, files: Iterable[CarriedFile]) -> None:
        """Note that decisions were carried out."""
        self._carried[id] = tuple(files)
        for file in self._carried[id]:
            self._opened.setdefault(file.path, file.base.before)
        self._put(id, is_undone=False)

    def note_undone(self, id: str) -> tuple[CarriedFile, ...]:
        """Note that what an id stands for was undone. Returns its files."""
        self._put(id, is_undone=True)
        return self._carried[id]

    def note_redone(self, id: str) -> tuple[CarriedFile, ...]:
        """Note that what was undone was redone. Returns its files."""
        self._put(id, is_undone=False)
        return self._carried[id]

    def _put(self, id: str, *, is_undone: bool) -> None:
        for file in self._carried[id]:
            base = file.base.before if is_undone else file.base.after
            tree = file.tree.before if is_undone else file.tree.after
            self._files[file.path] = _File(base, tree, file.mode or 0o644)


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
    objects = [entries[path].object for path in listed if path in entries and entries[path].mode in _MODES]
    contents = blobs.read(objects)
    for path in listed:
        try:
            _add(found, root, repository, blobs, path, entries.get(path), contents)
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


def _add(
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
    if entry is not None and entry.mode in _WHAT:
        raise Refused(Reason.PROTECTED, _WHAT[entry.mode])
    if not root.is_at(path):
        # Refuses it with the reason, if that is another one.
        root.locate(path)
        raise Refused(Reason.PROTECTED, "it is behind a link")
    before = None if entry is None else contents.get(entry.object)
    status = _status(root, path)
    now = None if status is None else _bytes(root, path)
    if blobs.is_rewritten(path):
        if before is None or now is None or before != now:
            raise Refused(Reason.PROTECTED, "a filter of git changes its text")
        return
    has_crlf = now is None or b"\r\n" in now
    if before is not None and has_crlf and b"\r" not in before:
        # Git stores line feeds for both.
        line_end = repository.line_ends.of(path, blobs.attributes(path)).encode()
        before = before.replace(b"\n", line_end)
    mode = 0o644 if entry is None else _MODES.get(entry.mode, 0o644)
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


def _status(root: Root, path: str) -> int | None:
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


def _bytes(root: Root, path: str) -> bytes | None:
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
        return _names(self._repository.git.read("diff-files", *options, environment=environment))

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
        return _names(
            self._repository.git.read("diff-index", *options, self.id, "--", ".", environment=environment)
        )

    def entries(self, paths: Collection[str]) -> dict[str, IndexEntry]:
        if not paths:
            return {}
        listed = self._repository.git.read("ls-tree", "-r", "-z", self.id, "--", ".")
        found: dict[str, IndexEntry] = {}
        wanted = {path.removesuffix("/") for path in paths}
        for line in os.fsdecode(listed).split("\0"):
            what, _, path = line.partition("\t")
            if path in wanted:
                mode, _, object = what.split(" ")
                found[path] = IndexEntry((f"{mode} {object} 0",))
        return found


def _untracked(repository: Repository) -> Iterator[str]:
    return _names(repository.git.read("ls-files", "-z", "--others", "--exclude-standard", "--", "."))


def _conflicts(repository: Repository) -> set[str]:
    listed = os.fsdecode(repository.git.read("ls-files", "-z", "--unmerged", "--", "."))
    return {line.partition("\t")[2] for line in listed.split("\0") if line}


def _names(listed: bytes) -> Iterator[str]:
    return (name for name in os.fsdecode(listed).split("\0") if name)


def standing_of(entry: IndexEntry | None, *, was_there: bool) -> Standing:
    """The status of a file whose accepted changes are to be staged.

    Args:
        entry: Its index entry.
        was_there: True if the base had the file.
    """
    if entry is None or (entry.intent_to_add and not was_there):
        return Standing(FileState.UNTRACKED if was_there else FileState.NEW, entry)
    state = FileState.of_entry(entry)
    # Whatever else the file has beside the index is not ours: the lines are told apart.
    return Standing(state or FileState.DIFFERS, entry)
