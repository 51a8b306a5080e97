"""All of a transaction on the disk or nothing of it, whatever happens on the way; and back again.

Whoever calls holds the tree's lock.
"""

import errno
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import ChangedOnDisk, WriteFailed
from editreview.workspace import disk
from editreview.workspace.exchange import Exchange, Original, missing_folders, originals
from editreview.workspace.files import Receipt, Transaction, Write, Written, digest
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.journal import BlockRecord, FileRecord, Journal, Record, State
from editreview.workspace.root import Root, is_git_folder

_CANNOT_KEEP = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ELOOP, errno.ENOENT}
)
"""What the system says where nothing can be kept at all, not only now."""


NO_ENTRIES: Mapping[str, IndexEntry | None] = MappingProxyType({})


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
        state=State.WRITING,
        files=tuple(files),
        folders=folders,
        made=folders,
        entries=dict(entries),
        blocks=blocks,
    )
    given = {name: data for name, data in contents.items() if name is not None and data is not None}
    is_kept = _carry_out(root, record, journal, given.__getitem__, given)
    written = tuple(Written(file.path, file.before, file.after) for file in files)
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
    return _again(journal, root, replace(record, state=State.UNDOING, is_followed=False))


def redo(journal: Journal, root: Root, record: Record) -> Receipt:
    """Write the files of an undone record again. See `undo`."""
    return _again(journal, root, replace(record, state=State.REDOING, is_followed=False))


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
        exchange = Exchange(root, record, lambda name: journal.content(record, name))
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
    written = (Written(file.path, record.expected(file), record.wanted(file)) for file in record.files)
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
    exchange = Exchange(root, record, content)
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


def _put_back(exchange: Exchange, record: Record, journal: Journal | None, error: BaseException) -> None:
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


def _finish(exchange: Exchange, record: Record, journal: Journal | None, *, is_marked: bool = False) -> None:
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


def _mode(write: Write, original: Original) -> int | None:
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
