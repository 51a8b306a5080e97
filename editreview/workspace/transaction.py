"""All of a transaction on the disk or nothing of it, whatever happens on the way; and back again.

New bytes are written beside the file that they will replace, what is replaced keeps a second name
beside it, and then names are exchanged one after the other. The way back needs to know nothing but
the record and what the disk holds: so it is the same after a failure, after an interruption and
after a run that was killed. Whoever calls holds the tree's lock.
"""

import errno
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from os import stat_result
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import ChangedOnDisk, Refused, WriteFailed
from editreview.workspace import disk
from editreview.workspace.disk import FolderEntry
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.journal import BlockRecord, FileRecord, Journal, Record, RecordState
from editreview.workspace.root import Root, digest, is_git_folder

_CANNOT_KEEP = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ELOOP, errno.ENOENT}
)
"""What the system says where nothing can be kept at all, not only now."""
NO_ENTRIES: Mapping[str, IndexEntry | None] = MappingProxyType({})
_UNLIKE_ANY = "unlike any"
"""In place of a digest: what is there cannot be read, or is no file."""
_MOST = 1 << 40
"""Bytes of a file that is compared."""


class FileWrite(Struct, frozen=True):
    """One file of a transaction."""

    path: str
    expected: str | None
    """The digest of the bytes that must be there now; None if there must be no file."""
    data: bytes | None
    """None to remove the file."""
    mode: int | None
    """Permission bits of a new file; None for those of any other. One that is there keeps its own."""
    like: str | None = None
    """For a new file: the one that it is moved from, whose permissions, owner and attributes it gets."""


class Transaction(Struct, frozen=True):
    """Files that are written together or not at all."""

    writes: tuple[FileWrite, ...]


class WriteResult(Struct, frozen=True):
    path: str
    before: str | None
    """The digest of the bytes before; None if there was no file."""
    after: str | None
    """Of those after; None if there is none any more."""


class Receipt(Struct, frozen=True):
    """What a transaction did."""

    written: tuple[WriteResult, ...] = ()
    record: str | None = None
    """The id of its record in the journal; None if it has none, and cannot be undone."""

    def after(self, path: str) -> str | None:
        """The digest of what a file holds now; None if it was removed."""
        return next(written.after for written in self.written if written.path == path)


class Recovered(Struct, frozen=True):
    """What was done about a run that had been killed while it wrote."""

    record: Record
    is_finished: bool
    """Whether its files were all in place already; else they are as they were before it."""
    strange: tuple[str, ...] = ()
    """Files that someone changed since, and that were left as they are."""

    def __str__(self) -> str:
        names = ", ".join(file.path for file in self.record.files)
        if self.is_finished:
            return f"a run was stopped just after it had written {names}: that is complete"
        said = f"a run was stopped while it wrote {names}: all is as before it"
        if self.strange:
            said += f", but for {', '.join(self.strange)}, changed since and left alone"
        return said


def perform(
    root: Root,
    transaction: Transaction,
    journal: Journal | None = None,
    entries: Mapping[str, IndexEntry | None] = NO_ENTRIES,
    blocks: tuple[BlockRecord, ...] = (),
) -> Receipt:
    """Write every file of a transaction, or none.

    Args:
        root: The tree.
        transaction: To write.
        journal: Where it is kept, so that it survives a crash and can be undone. If nothing can be
            kept there, the files are written all the same, and the receipt names no record.
        entries: What the index holds of the files, to be kept with them.
        blocks: Those that are applied, to be known in a later run.

    Raises:
        ChangedOnDisk: A file is not the expected one; nothing was written.
        WriteFailed: The system refused; what had been written was put back.
    """
    writes = transaction.writes
    if not writes:
        return Receipt()
    expected = {write.path: write.expected for write in writes}
    found = originals(root, expected)
    contents = {original.digest: original.data for original in found.values()}
    files: list[FileRecord] = []
    for write in writes:
        after = None if write.data is None else digest(write.data)
        contents[after] = write.data
        files.append(
            FileRecord(write.path, write.expected, after, _mode(write, found[write.path]), write.like)
        )
    folders = missing_folders(root, [file.path for file in files if file.after is not None])
    record = Record(
        id=_id(journal),
        time=time.time(),
        root=_root_in(journal, root),
        state=RecordState.WRITING,
        files=tuple(files),
        folders=folders,
        made=folders,
        entries=dict(entries),
        blocks=blocks,
    )
    given = {name: data for name, data in contents.items() if name is not None and data is not None}
    is_kept = _carry_out(root, record, journal, given.__getitem__, given)
    written = tuple(WriteResult(file.path, file.before, file.after) for file in files)
    return Receipt(written, record.id if is_kept else None)


def check(root: Root, record: Record) -> None:
    """See that the files of a record are what it left.

    Raises:
        ChangedOnDisk: Some are not.
    """
    originals(root, {file.path: file.after for file in record.files})


def undo(journal: Journal, root: Root, record: Record) -> Receipt:
    """Give back the files of a record as they were before it. Index and HEAD have still to follow.

    Args:
        journal: That has the record.
        root: The record's own.
        record: That is written.

    Raises:
        ChangedOnDisk: Files are not what the record left; nothing was written.
        WriteFailed: The system refused; everything is as it was.
    """
    return _again(journal, root, replace(record, state=RecordState.UNDOING, is_followed=False))


def redo(journal: Journal, root: Root, record: Record) -> Receipt:
    """Write the files of an undone record again. See `undo`."""
    return _again(journal, root, replace(record, state=RecordState.REDOING, is_followed=False))


def recover(journal: Journal, gits: Sequence[Path] = ()) -> Recovered | None:
    """Bring the tree to one of its two states, if a run was killed between them.

    Args:
        journal: Of the tree.
        gits: Git's own folders.

    Returns:
        What was done; None if there was nothing to do.

    Raises:
        WriteFailed: The system refused; the next run tries again.
    """
    try:
        record = journal.pending()
    except OSError:
        # Where nobody may look, nothing can have been kept.
        return None
    if record is None:
        return None
    try:
        root = root_of(journal, record, gits)
        exchange = FileSwap(root, record, lambda name: journal.content(record, name))
        is_marked = journal.is_marked(record)
        if is_marked or exchange.is_there():
            _finish(exchange, record, journal, is_marked=is_marked)
            return Recovered(record, is_finished=True)
        strange = exchange.put_back()
        journal.end(record)
    except OSError as error:
        raise WriteFailed(
            "a run was stopped while it wrote, and its files cannot be put back: "
            f"{_name(error)}: {error.strerror} ({journal.folder})"
        ) from error
    return Recovered(record, is_finished=False, strange=tuple(sorted(strange)))


def root_of(journal: Journal, record: Record, gits: Sequence[Path] = ()) -> Root:
    """The root that a record's paths are relative to.

    Args:
        journal: That has the record.
        record: Settled or on its way.
        gits: Git's own folders.

    Raises:
        WriteFailed: It does not lie in the journal's tree, or names what no record of ours does.
    """
    folder = disk.real_path(journal.tree / record.root)
    paths = (*(file.path for file in record.files), *record.folders, *record.made)
    # A repository may come from anywhere, and with it its git folder and all that is in it.
    is_ours = folder.is_relative_to(disk.real_path(journal.tree)) and not any(
        name in ("", ".", "..") or is_git_folder(name) for path in paths for name in path.split("/")
    )
    if not is_ours:
        raise WriteFailed(f"{journal.folder} has a record that is not of this tree: {record.id}")
    return Root(folder, gits)


def _again(journal: Journal, root: Root, record: Record) -> Receipt:
    expected = {file.path: record.expected(file) for file in record.files}
    originals(root, expected)
    wanted = [file.path for file in record.files if record.wanted(file) is not None]
    made = missing_folders(root, wanted)
    record = replace(record, made=made, folders=record.folders if record.state.is_back else made)
    if not _carry_out(root, record, journal, lambda name: journal.content(record, name), {}):
        raise WriteFailed(f"{journal.folder} cannot be written. Everything is as it was.")
    written = (WriteResult(file.path, record.expected(file), record.wanted(file)) for file in record.files)
    return Receipt(tuple(written), record.id)


def _carry_out(
    root: Root,
    record: Record,
    journal: Journal | None,
    content: Callable[[str], bytes],
    given: Mapping[str, bytes],
) -> bool:
    """Bring a record's files to where they are wanted. Returns whether the journal has it."""
    kept = _begun(journal, record, given)
    if kept is None:
        if record.contents:
            return False
    else:
        record = kept
    exchange = FileSwap(root, record, content)
    try:
        exchange.prepare()
        found = originals(root, {file.path: record.expected(file) for file in record.files}, again=True)
        exchange.exchange(found)
        if journal is not None and kept is not None:
            journal.mark(record)
    except BaseException as error:
        _put_back(exchange, record, journal if kept is not None else None, error)
        if isinstance(error, OSError):
            raise _failed(error) from error
        raise
    _finish(exchange, record, journal if kept is not None else None, is_marked=True)
    return kept is not None


def _begun(journal: Journal | None, record: Record, given: Mapping[str, bytes]) -> Record | None:
    """The record as the journal has it; None if it can keep nothing.

    Raises:
        WriteFailed: It could not keep it this time.
    """
    if journal is None:
        return None
    try:
        return journal.begin(record, given)
    except OSError as error:
        if error.errno in _CANNOT_KEEP:
            return None
        raise WriteFailed(
            f"what is there now could not be kept for undo: {error.strerror}. Everything is as it was."
        ) from error


def _put_back(exchange: "FileSwap", record: Record, journal: Journal | None, error: BaseException) -> None:
    try:
        if journal is not None:
            journal.unmark(record)
        strange = exchange.put_back()
    except OSError as second:
        later = " The next run of editreview tries again." if journal is not None else ""
        raise WriteFailed(
            f"{_name(error)} could not be written, and {_name(second)} not be put back: {second.strerror}."
            f"{later}"
        ) from error
    if journal is not None:
        # If it stays, the next run finds that there is nothing to put back.
        with suppress(OSError):
            journal.end(record)
    if strange and not isinstance(error, ChangedOnDisk):
        raise ChangedOnDisk(sorted(strange)) from error


def _finish(
    exchange: "FileSwap", record: Record, journal: Journal | None, *, is_marked: bool = False
) -> None:
    """Every file is in place: settle the record, and leave nothing else behind."""
    if journal is not None and not is_marked:
        journal.mark(record)
    try:
        is_clean = exchange.tidy(is_in_place=True)
    except BaseException:
        # A signal: all is done, and should be seen to be.
        exchange.tidy(is_in_place=True)
        raise
    if record.state.is_back:
        exchange.remove_folders()
    if journal is not None and is_clean:
        # If it stays, the next run finds that all is settled, and tidies up.
        with suppress(OSError):
            journal.end(record)


def _failed(error: OSError) -> WriteFailed:
    return WriteFailed(f"{_name(error)} could not be written: {error.strerror}. Everything is as it was.")


def _name(error: BaseException) -> str:
    named = error.filename if isinstance(error, OSError) else None
    return Path(named).name if isinstance(named, str) else "a file"


def _mode(write: FileWrite, original: "Original") -> int | None:
    return write.mode if original.status is None else S_IMODE(original.status.st_mode)


def _id(journal: Journal | None) -> str:
    if journal is not None:
        with suppress(OSError):
            return journal.new_id()
    return os.urandom(10).hex()


def _root_in(journal: Journal | None, root: Root) -> str:
    if journal is None:
        return ""
    below = root.folder.relative_to(disk.real_path(journal.tree)).as_posix()
    return "" if below == "." else below


class Original(Struct, frozen=True):
    """A file as it was when it was last looked at."""

    data: bytes | None = None
    """None if there was no file."""
    status: stat_result | None = None

    @property
    def digest(self) -> str | None:
        return None if self.data is None else digest(self.data)


def originals(root: Root, expected: Mapping[str, str | None], *, again: bool = False) -> dict[str, Original]:
    """The files as they are now.

    Args:
        root: The tree.
        expected: By path, the digest that a file must have; None where there must be none.
        again: They were looked at a moment ago: where the paths lead is not asked anew, as no link is
            followed on the way.

    Raises:
        ChangedOnDisk: One is not the expected one, or its path leads elsewhere by now.
    """
    found: dict[str, Original] = {}
    changed: list[str] = []
    for path, wanted in expected.items():
        try:
            if not again and root.locate(path) != path:
                raise NotADirectoryError(path)
            original = _original(root, path)
        except (OSError, Refused):
            changed.append(path)
            continue
        if original.digest != wanted:
            changed.append(path)
        found[path] = original
    if changed:
        raise ChangedOnDisk(changed)
    return found


def _original(root: Root, path: str) -> Original:
    try:
        with disk.entry(root.folder, path) as entry:
            if entry.look() is None:
                return Original()
            data, status = entry.read(_MOST)
            return Original(data, status)
    except FileNotFoundError:
        return Original()


def missing_folders(root: Root, paths: Sequence[str]) -> tuple[str, ...]:
    """The folders that files need and that are not there, the outermost first."""
    missing: dict[str, None] = {}
    for path in paths:
        for folder in reversed(PurePosixPath(path).parents[:-1]):
            if not disk.exists(root.absolute(folder.as_posix())):
                missing[folder.as_posix()] = None
    return tuple(missing)


class FileSwap:
    """A record's files on their way.

    Args:
        root: The record's own.
        record: In a state that is on its way.
        content: Gives the bytes of a digest.
    """

    def __init__(self, root: Root, record: Record, content: Callable[[str], bytes]) -> None:
        self._root = root
        self._record = record
        self._content = content
        self._like = {file.path: file.like for file in record.files if file.like is not None}
        if record.state.is_back:
            self._like = {before: path for path, before in self._like.items()}

    # There

    def prepare(self) -> None:
        """Make folders, and write what is new beside what it will replace.

        Raises:
            OSError: One could not be made; `put_back` removes what was.
        """
        for folder in self._record.made:
            with disk.entry(self._root.folder, folder) as entry:
                entry.make_folder()
        for number, file in enumerate(self._record.files):
            wanted = self._record.wanted(file)
            if wanted is None:
                continue
            with self._entry(file) as target, self._model(file, target) as like:
                new = target.beside(self._record.temporary(number))
                new.write_new(self._content(wanted), file.mode, like)
                if self._record.expected(file) is not None:
                    # Its second name is the surest way back: same file, and no room needed. Some file
                    # systems have none; then its bytes have to do.
                    with suppress(OSError):
                        target.link(target.beside(self._record.aside(number)))

    def exchange(self, found: Mapping[str, Original]) -> None:
        """Put what is new in its place, and what is removed aside.

        Args:
            found: The files as they were when they were last looked at.

        Raises:
            ChangedOnDisk: One is another by now; `put_back` has to be called.
            OSError: One could not be put in its place; `put_back` has to be called.
        """
        for number, file in enumerate(self._record.files):
            with self._entry(file) as target:
                if not _is_same(target.look(), found[file.path].status):
                    raise ChangedOnDisk([file.path])
                self._put(number, file, target)
        self._sync()

    def _put(self, number: int, file: FileRecord, target: FolderEntry) -> None:
        new = target.beside(self._record.temporary(number))
        if self._record.wanted(file) is None:
            target.rename(target.beside(self._record.aside(number)))
        elif self._record.expected(file) is not None:
            new.rename(target)
        else:
            _give_name(new, target)

    # Back

    def is_there(self) -> bool:
        """Whether every file was put in its place, also if someone changed one since."""
        is_begun, is_whole = False, True
        for number, file in enumerate(self._record.files):
            now, wanted = self._now(file), self._record.wanted(file)
            is_begun = is_begun or (now == wanted != self._record.expected(file))
            if now == wanted:
                continue
            if now == self._record.expected(file) or wanted is None or self._is_new_there(number, file):
                return False
            is_whole = False
        # Once the first is in its place, what is new of the others is beside them until it takes theirs.
        return is_whole or is_begun

    def _is_new_there(self, number: int, file: FileRecord) -> bool:
        try:
            with self._entry(file) as target:
                return target.beside(self._record.temporary(number)).look() is not None
        except OSError:
            return False

    def put_back(self) -> list[str]:
        """Make everything as it was. May be called at any point, and again if it was cut short.

        Returns:
            The files that someone else changed meanwhile, and that are left as they are.

        Raises:
            OSError: One could not be put back.
        """
        strange: list[str] = []
        for number, file in reversed(list(enumerate(self._record.files))):
            now = self._now(file)
            if now == self._record.expected(file):
                continue
            if now == self._record.wanted(file):
                with self._entry(file) as target:
                    self._take_back(number, file, target)
            else:
                strange.append(file.path)
        self.tidy(is_in_place=False)
        for folder in reversed(self._record.made):
            self._remove_folder(folder)
        self._sync()
        return strange

    def _take_back(self, number: int, file: FileRecord, target: FolderEntry) -> None:
        expected = self._record.expected(file)
        if expected is None:
            target.unlink()
            return
        aside = target.beside(self._record.aside(number))
        if _digest_at(aside) == expected:
            aside.rename(target)
            return
        new = target.beside(self._record.temporary(number))
        with suppress(FileNotFoundError):
            new.unlink()
        is_there = self._record.wanted(file) is not None
        new.write_new(self._content(expected), file.mode, target if is_there else None)
        new.rename(target)

    # After either

    def tidy(self, *, is_in_place: bool) -> bool:
        """Remove what was beside the files on the way.

        Args:
            is_in_place: Whether the way was gone to its end. If not, what a file was stays beside it if
                someone else wrote over what had been put in its place.

        Returns:
            Whether nothing is left that could not be removed.
        """
        is_clean = True
        for number, file in enumerate(self._record.files):
            try:
                with self._entry(file) as target:
                    self._tidy_beside(number, file, target, is_in_place=is_in_place)
            except FileNotFoundError:
                continue
            except OSError:
                is_clean = False
        return is_clean

    def _tidy_beside(self, number: int, file: FileRecord, target: FolderEntry, *, is_in_place: bool) -> None:
        new = target.beside(self._record.temporary(number))
        aside = target.beside(self._record.aside(number))
        is_new_there = new.look() is not None
        if is_new_there:
            new.unlink()
        kept = aside.look()
        is_needless = is_in_place or is_new_there
        if kept is not None and (is_needless or not self._is_only_one(file, kept)):
            aside.unlink()

    def _is_only_one(self, file: FileRecord, kept: stat_result) -> bool:
        """Whether what a file was is nowhere but aside, and nobody can have meant it to go."""
        with self._entry(file) as target:
            now = target.look()
        is_other = now is None or now.st_ino != kept.st_ino
        return is_other and self._now(file) not in (self._record.expected(file), self._record.wanted(file))

    def remove_folders(self) -> None:
        """Remove the folders that the record had made, if nothing is in them."""
        for folder in reversed(self._record.folders):
            self._remove_folder(folder)

    def _remove_folder(self, folder: str) -> None:
        with suppress(OSError), disk.entry(self._root.folder, folder) as entry:
            entry.remove_folder()

    def _now(self, file: FileRecord) -> str | None:
        try:
            with self._entry(file) as target:
                return _digest_at(target)
        except FileNotFoundError:
            return None
        except OSError:
            return _UNLIKE_ANY

    def _sync(self) -> None:
        folders = {PurePosixPath(path).parent: path for path in self._paths()}
        for path in folders.values():
            with suppress(FileNotFoundError), disk.entry(self._root.folder, path) as entry:
                entry.sync()

    def _paths(self) -> Iterator[str]:
        """Of every file, and of every folder made: all in whose folders names change."""
        yield from (file.path for file in self._record.files)
        yield from self._record.made

    def _entry(self, file: FileRecord) -> AbstractContextManager[FolderEntry]:
        return disk.entry(self._root.folder, file.path)

    @contextmanager
    def _model(self, file: FileRecord, target: FolderEntry) -> Iterator[FolderEntry | None]:
        """The file whose permissions and owner a new one gets."""
        like = self._like.get(file.path)
        if self._record.expected(file) is not None:
            yield target
        elif like is None:
            yield None
        else:
            with disk.entry(self._root.folder, like) as entry:
                yield entry


def _digest_at(entry: FolderEntry) -> str | None:
    try:
        if entry.look() is None:
            return None
        data, _ = entry.read(_MOST)
    except OSError:
        return _UNLIKE_ANY
    return _UNLIKE_ANY if data is None else digest(data)


def _is_same(now: stat_result | None, then: stat_result | None) -> bool:
    """Whether nobody wrote a file in between. A second name, which it got here, is no change."""
    if now is None or then is None:
        return now is then
    return (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_mode) == (
        then.st_dev,
        then.st_ino,
        then.st_size,
        then.st_mtime_ns,
        then.st_mode,
    )


def _give_name(new: FolderEntry, target: FolderEntry) -> None:
    """Put a new file where none is, and nobody may have put one by now."""
    try:
        new.link(target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without second names.
        new.rename(target)
        return
    new.unlink()
