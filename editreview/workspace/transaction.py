"""Writes all files of a transaction or none, whatever happens meanwhile; undoes and redoes it.

New bytes are written beside the file that they will replace, which keeps a second name, a hard
link, beside it; then files are renamed one by one. The rollback needs only the record and the state
of the disk, so it is the same after a failure, an interruption and a kill. Callers hold the tree's
lock.
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
from editreview.workspace.git import IndexEntry
from editreview.workspace.journal import (
    BlockRecord,
    FileRecord,
    FileWrite,
    Journal,
    Receipt,
    Record,
    RecordState,
    WriteResult,
)
from editreview.workspace.root import Root, digest, is_git_folder

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a full disk."""
_CANNOT_KEEP = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ELOOP, errno.ENOENT}
)
"""Errors that mean that no journal can be stored there at all, rather than just this time."""
_NO_ENTRIES: Mapping[str, IndexEntry | None] = MappingProxyType({})
_UNLIKE_ANY = "unlike any"
"""Instead of a digest, for something that cannot be read or is not a file."""
_MAX_BYTES = 1 << 40
"""Maximum size in bytes of a file that is compared."""


class Recovered(Struct, frozen=True):
    """The recovery of a run that was killed while it wrote."""

    record: Record
    is_finished: bool
    """True if all its files were in place already; otherwise they were restored."""
    changed_since: tuple[str, ...] = ()
    """Files that have changed since and were left alone."""

    def __str__(self) -> str:
        names = ", ".join(file.path for file in self.record.files)
        if self.is_finished:
            return f"an earlier run was killed just after writing {names}; its changes are complete"
        message = f"an earlier run was killed while writing {names}; the files were restored"
        if self.changed_since:
            message += f", except {', '.join(self.changed_since)}, changed since and left alone"
        return message


def perform(
    root: Root,
    writes: Sequence[FileWrite],
    journal: Journal | None = None,
    entries: Mapping[str, IndexEntry | None] = _NO_ENTRIES,
    blocks: tuple[BlockRecord, ...] = (),
) -> Receipt:
    """Write all files or none.

    Args:
        root: The tree.
        writes: The files.
        journal: Records it, so that it survives a crash and can be undone. If no journal can be stored
            at all, the files are written anyway, and the receipt has no record.
        entries: The index entries of the files, to be recorded.
        blocks: The blocks that are applied, to be recorded.

    Raises:
        ChangedOnDisk: A file is not as expected; nothing was written.
        WriteFailed: The system refused; all files were restored.
    """
    if not writes:
        return Receipt()
    expected = {write.path: write.expected for write in writes}
    found = originals(root, expected)
    by_digest = {original.digest: original.data for original in found.values()}
    files: list[FileRecord] = []
    for write in writes:
        after = None if write.data is None else digest(write.data)
        by_digest[after] = write.data
        files.append(
            FileRecord(write.path, write.expected, after, _mode(write, found[write.path]), write.like)
        )
    folders = _missing_folders(root, [file.path for file in files if file.after is not None])
    record = Record(
        id=_id(journal),
        time=time.time(),
        root=_root_in(journal, root),
        state=RecordState.WRITING,
        files=tuple(files),
        folders=folders,
        new_folders=folders,
        entries=dict(entries),
        blocks=blocks,
    )
    contents = {name: data for name, data in by_digest.items() if name is not None and data is not None}
    is_kept = _write_files(root, record, journal, contents.__getitem__, contents)
    written = tuple(WriteResult(file.path, file.before, file.after) for file in files)
    return Receipt(written, record.id if is_kept else None)


def check(root: Root, record: Record) -> None:
    """Check that the files of a record are as it left them.

    Raises:
        ChangedOnDisk: They are not.
    """
    originals(root, {file.path: file.after for file in record.files})


def undo(journal: Journal, root: Root, record: Record) -> None:
    """Restore the files of a record as they were before it. Index and HEAD are still to be updated.

    Args:
        journal: The journal with the record.
        root: The record's root.
        record: A record in state written.

    Raises:
        ChangedOnDisk: Files are not as the record left them; nothing was written.
        WriteFailed: The system refused; nothing was changed.
    """
    _undo_or_redo(journal, root, replace(record, state=RecordState.UNDOING, is_followed=False))


def redo(journal: Journal, root: Root, record: Record) -> None:
    """Write the files of an undone record again. See `undo`."""
    _undo_or_redo(journal, root, replace(record, state=RecordState.REDOING, is_followed=False))


def recover(journal: Journal, gits: Sequence[Path] = ()) -> Recovered | None:
    """Finish or roll back the writes of a run that was killed, if there is one.

    Args:
        journal: The journal of the tree.
        gits: Git's own folders.

    Returns:
        What was done; None if there was nothing to do.

    Raises:
        WriteFailed: The system refused; the next run tries again.
    """
    try:
        record = journal.pending()
    except OSError:
        # In a folder that cannot be read, no record was stored either.
        return None
    if record is None:
        return None
    try:
        root = root_of(journal, record, gits)
        swap = FileSwap(root, record, lambda name: journal.content(record, name))
        is_settled = journal.is_settled(record)
        if is_settled or swap.is_complete():
            _finish(swap, record, journal, is_settled=is_settled)
            return Recovered(record, is_finished=True)
        changed_since = swap.put_back()
        journal.end(record)
    except OSError as error:
        raise WriteFailed(
            "an earlier run was killed while writing, and its files cannot be restored: "
            f"{_name(error)}: {error.strerror} ({journal.folder})"
        ) from error
    return Recovered(record, is_finished=False, changed_since=tuple(sorted(changed_since)))


def root_of(journal: Journal, record: Record, gits: Sequence[Path] = ()) -> Root:
    """The root that a record's paths are relative to.

    Args:
        journal: The journal with the record.
        record: A settled or pending record.
        gits: Git's own folders.

    Raises:
        WriteFailed: It is not in the journal's tree, or the record has paths that this program never writes.
    """
    folder = disk.real_path(journal.tree / record.root)
    paths = (*(file.path for file in record.files), *record.folders, *record.new_folders)
    # The repository, its git folder and the journal in it may come from an untrusted source.
    is_ours = folder.is_relative_to(disk.real_path(journal.tree)) and not any(
        name in ("", ".", "..") or is_git_folder(name) for path in paths for name in path.split("/")
    )
    if not is_ours:
        why = f"{journal.folder} has a record that does not belong to this tree: {record.id}"
        raise WriteFailed(f"{why}. Nothing was written. To go on, delete {journal.folder}/{record.id}.*")
    return Root(folder, gits)


def _undo_or_redo(journal: Journal, root: Root, record: Record) -> None:
    expected = {file.path: record.digest_before(file) for file in record.files}
    originals(root, expected)
    paths = [file.path for file in record.files if record.digest_after(file) is not None]
    new_folders = _missing_folders(root, paths)
    folders = record.folders if record.state.is_back else new_folders
    record = replace(record, new_folders=new_folders, folders=folders)
    if not _write_files(root, record, journal, lambda name: journal.content(record, name), {}):
        raise WriteFailed(f"{journal.folder} is not writable. Nothing was changed.")


def _write_files(
    root: Root,
    record: Record,
    journal: Journal | None,
    content: Callable[[str], bytes],
    contents: Mapping[str, bytes],
) -> bool:
    """Write a record's files. Returns True if the journal has the record."""
    stored = _store_pending(journal, record, contents)
    if stored is None:
        if record.contents:
            return False
    else:
        record = stored
    swap = FileSwap(root, record, content)
    try:
        swap.prepare()
        found = originals(root, {file.path: record.digest_before(file) for file in record.files}, again=True)
        swap.exchange(found)
        if journal is not None and stored is not None:
            journal.settle(record)
    except BaseException as error:
        _put_back(swap, record, journal if stored is not None else None, error)
        if isinstance(error, OSError):
            raise _failed(error) from error
        raise
    _finish(swap, record, journal if stored is not None else None, is_settled=True)
    return stored is not None


def _store_pending(journal: Journal | None, record: Record, contents: Mapping[str, bytes]) -> Record | None:
    """The record as stored in the journal; None if no journal can be stored at all.

    Raises:
        WriteFailed: It could not be stored this time.
    """
    if journal is None:
        return None
    try:
        return journal.begin(record, contents)
    except OSError as error:
        if error.errno in _CANNOT_KEEP:
            return None
        raise WriteFailed(
            f"could not save the files for undo in {journal.folder}: {error.strerror}. Nothing was changed."
            f"{_way_on(error)}"
        ) from error


def _put_back(swap: "FileSwap", record: Record, journal: Journal | None, error: BaseException) -> None:
    try:
        if journal is not None:
            journal.unsettle(record)
        changed_since = swap.put_back()
    except OSError as second:
        later = " The next run of editreview tries again." if journal is not None else ""
        raise WriteFailed(
            f"{_name(error)} could not be written, and {_name(second)} could not be restored: "
            f"{second.strerror}.{later}"
        ) from error
    if journal is not None:
        # If it stays, the next run finds nothing to restore.
        with suppress(OSError):
            journal.end(record)
    if changed_since and not isinstance(error, ChangedOnDisk):
        raise ChangedOnDisk(sorted(changed_since)) from error


def _finish(swap: "FileSwap", record: Record, journal: Journal | None, *, is_settled: bool = False) -> None:
    """Settle a record whose files are all in place, and clean up."""
    if journal is not None and not is_settled:
        journal.settle(record)
    try:
        is_clean = swap.tidy(is_in_place=True)
    except BaseException:
        # Interrupted by a signal, after everything is written: clean up all the same.
        swap.tidy(is_in_place=True)
        raise
    if record.state.is_back:
        swap.remove_folders()
    if journal is not None and is_clean:
        # If it stays, the next run finds the record settled, and cleans up.
        with suppress(OSError):
            journal.end(record)


def _failed(error: OSError) -> WriteFailed:
    what = f"{_name(error)} could not be written: {error.strerror}. Nothing was changed."
    return WriteFailed(f"{what}{_way_on(error)}")


def _way_on(error: OSError) -> str:
    """A sentence, after a space, that says what to do about an error; empty if that is not known."""
    return " Free some space, and run again." if error.errno in _NO_SPACE else ""


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
    """A file as last read."""

    data: bytes | None = None
    """None if the file did not exist."""
    status: stat_result | None = None

    @property
    def digest(self) -> str | None:
        return None if self.data is None else digest(self.data)


def originals(root: Root, expected: Mapping[str, str | None], *, again: bool = False) -> dict[str, Original]:
    """Read files and compare them with what is expected.

    Args:
        root: The tree.
        expected: The digest that each file must have, by path; None if it must not exist.
        again: Skip resolving the paths, which was done a moment ago. Links are not followed in any case.

    Raises:
        ChangedOnDisk: A file is not as expected, or its path resolves to another one by now.
    """
    found: dict[str, Original] = {}
    changed: list[str] = []
    for path, expected_digest in expected.items():
        try:
            if not again and not root.is_at(path):
                raise NotADirectoryError(path)
            original = _original(root, path)
        except (OSError, Refused):
            changed.append(path)
            continue
        if original.digest != expected_digest:
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
            data, status = entry.read(_MAX_BYTES)
            return Original(data, status)
    except FileNotFoundError:
        return Original()


def _missing_folders(root: Root, paths: Sequence[str]) -> tuple[str, ...]:
    """The missing folders of files, the outermost first."""
    missing: dict[str, None] = {}
    for path in paths:
        for folder in reversed(PurePosixPath(path).parents[:-1]):
            if not disk.exists(root.absolute(folder.as_posix())):
                missing[folder.as_posix()] = None
    return tuple(missing)


class FileSwap:
    """The swap of a record's files from one state to the other.

    Args:
        root: The record's root.
        record: A record in state writing, undoing or redoing.
        content: Returns the bytes of a digest.
    """

    def __init__(self, root: Root, record: Record, content: Callable[[str], bytes]) -> None:
        self._root = root
        self._record = record
        self._content = content
        self._like = {file.path: file.like for file in record.files if file.like is not None}
        if record.state.is_back:
            self._like = {before: path for path, before in self._like.items()}

    # Forwards

    def prepare(self) -> None:
        """Create folders, and write new files beside those that they will replace.

        Raises:
            OSError: One could not be created; call `put_back` to clean up.
        """
        for folder in self._record.new_folders:
            with disk.entry(self._root.folder, folder) as entry:
                entry.make_folder()
        for number, file in enumerate(self._record.files):
            after = self._record.digest_after(file)
            if after is None:
                continue
            with self._entry(file) as target, self._model(file, target) as like:
                new = target.beside(self._record.temporary(number))
                new.write_new(self._content(after), file.mode, like)
                if self._record.digest_before(file) is not None:
                    # A hard link is the safest backup: the same file, and no space needed. On file
                    # systems without, it is restored from its bytes.
                    with suppress(OSError):
                        target.link(target.beside(self._record.backup(number)))

    def exchange(self, found: Mapping[str, Original]) -> None:
        """Rename new files to their targets, and removed files to their backup names.

        Args:
            found: The files as last read.

        Raises:
            ChangedOnDisk: A file has changed since; call `put_back`.
            OSError: A file could not be renamed; call `put_back`.
        """
        for number, file in enumerate(self._record.files):
            with self._entry(file) as target:
                if not _is_same(target.look(), found[file.path].status):
                    raise ChangedOnDisk([file.path])
                self._put(number, file, target)
        self._sync()

    def _put(self, number: int, file: FileRecord, target: FolderEntry) -> None:
        new = target.beside(self._record.temporary(number))
        if self._record.digest_after(file) is None:
            target.rename(target.beside(self._record.backup(number)))
        elif self._record.digest_before(file) is not None:
            new.rename(target)
        else:
            _give_name(new, target)

    # Back

    def is_complete(self) -> bool:
        """True if every file was put in place, even if someone changed one since."""
        is_begun, is_whole = False, True
        for number, file in enumerate(self._record.files):
            now, after = self._now(file), self._record.digest_after(file)
            is_begun = is_begun or (now == after != self._record.digest_before(file))
            if now == after:
                continue
            if now == self._record.digest_before(file) or after is None or self._is_new_there(number, file):
                return False
            is_whole = False
        # Once the first file is in place, new files wait beside the other targets until they are renamed.
        return is_whole or is_begun

    def _is_new_there(self, number: int, file: FileRecord) -> bool:
        try:
            with self._entry(file) as target:
                return target.beside(self._record.temporary(number)).look() is not None
        except OSError:
            return False

    def put_back(self) -> list[str]:
        """Roll back. May be called at any point, and again if it was interrupted.

        Returns:
            The files that someone else changed meanwhile, which are left alone.

        Raises:
            OSError: A file could not be restored.
        """
        changed_since: list[str] = []
        for number, file in reversed(list(enumerate(self._record.files))):
            now = self._now(file)
            if now == self._record.digest_before(file):
                continue
            if now == self._record.digest_after(file):
                with self._entry(file) as target:
                    self._restore(number, file, target)
            else:
                changed_since.append(file.path)
        self.tidy(is_in_place=False)
        for folder in reversed(self._record.new_folders):
            self._remove_folder(folder)
        self._sync()
        return changed_since

    def _restore(self, number: int, file: FileRecord, target: FolderEntry) -> None:
        expected = self._record.digest_before(file)
        if expected is None:
            target.unlink()
            return
        backup = target.beside(self._record.backup(number))
        if _digest_at(backup) == expected:
            backup.rename(target)
            return
        new = target.beside(self._record.temporary(number))
        with suppress(FileNotFoundError):
            new.unlink()
        is_there = self._record.digest_after(file) is not None
        new.write_new(self._content(expected), file.mode, target if is_there else None)
        new.rename(target)

    # After either

    def tidy(self, *, is_in_place: bool) -> bool:
        """Remove temporary files and backups.

        Args:
            is_in_place: True if all files are in place. If not, the backup of a file stays if someone else
                has overwritten the new one.

        Returns:
            True if everything could be removed.
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
        backup = target.beside(self._record.backup(number))
        is_new_there = new.look() is not None
        if is_new_there:
            new.unlink()
        kept = backup.look()
        is_needless = is_in_place or is_new_there
        if kept is not None and (is_needless or not self._is_only_one(file, kept)):
            backup.unlink()

    def _is_only_one(self, file: FileRecord, kept: stat_result) -> bool:
        """True if a backup is the only copy of a file's previous version, and someone changed the file."""
        with self._entry(file) as target:
            now = target.look()
        is_other = now is None or now.st_ino != kept.st_ino
        return is_other and self._now(file) not in (
            self._record.digest_before(file),
            self._record.digest_after(file),
        )

    def remove_folders(self) -> None:
        """Remove the folders that the record created, if they are empty."""
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
        """The paths of all files and of all created folders: names change in the folders of these."""
        yield from (file.path for file in self._record.files)
        yield from self._record.new_folders

    def _entry(self, file: FileRecord) -> AbstractContextManager[FolderEntry]:
        return disk.entry(self._root.folder, file.path)

    @contextmanager
    def _model(self, file: FileRecord, target: FolderEntry) -> Iterator[FolderEntry | None]:
        """The entry whose permissions and owner a new file gets; None for the defaults."""
        like = self._like.get(file.path)
        if self._record.digest_before(file) is not None:
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
        data, _ = entry.read(_MAX_BYTES)
    except OSError:
        return _UNLIKE_ANY
    return _UNLIKE_ANY if data is None else digest(data)


def _is_same(now: stat_result | None, then: stat_result | None) -> bool:
    """True if a file was not written in between. A change of its link count does not matter."""
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
    """Rename a new file to its target, unless a file exists there by now."""
    try:
        new.link(target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links.
        new.rename(target)
        return
    new.unlink()
