"""The journal of writes to a tree, for recovery after a crash, for undo, and to know what earlier runs wrote.

First come the structs: files to write, written, to stage, and staged; then the records and their journal.

A record is pending while its files are written, and settled once all are in place. The pending
record (`ID.pending`) is on the disk before anything in the tree is touched, and with it the bytes
of every file before and after (`ID.bytes`, concatenated and found by digest). The settled record
(`ID.json`) is written when all files are in place, and only then is the pending one removed. So a
pending record means that a run was killed while writing, and has all that is needed to bring the
tree to one of its two states. Writers of the journal hold the tree's lock.
"""

import errno
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from editreview.errors import Refused
from editreview.text import sha256_of
from editreview.workspace import disk
from editreview.workspace.git import FileState, IndexEntry
from editreview.workspace.root import decode

_MAX_RECORDS = 50
"""Records kept; listing the runs reads them all."""
_MAX_BYTES = 200 * 1024 * 1024
"""Bytes of the files of all records; the oldest records make room."""
_OLDEST_S = 30 * 24 * 3600
"""Seconds after which the record of a run is removed."""
_SETTLED, _PENDING, _BYTES = ".json", ".pending", ".bytes"
_VERSION = 1


class FileWrite(Struct, frozen=True):
    """One file of a transaction."""

    path: str
    expected: str | None
    """The digest that the file must have now; None if it must not exist."""
    data: bytes | None
    """None to remove the file."""
    mode: int | None
    """Permission bits of a new file; None for the system's default. An existing file keeps its own."""
    like: str | None = None
    """For a moved file: its old path, whose permissions, owner and attributes it gets."""


class WriteResult(Struct, frozen=True):
    path: str
    before: str | None
    """The digest of its bytes before; None if the file did not exist."""
    after: str | None
    """The digest of its bytes after; None if the file was removed."""


class Receipt(Struct, frozen=True):
    """The result of a transaction."""

    written: tuple[WriteResult, ...] = ()
    record: str | None = None
    """The id of its journal record; None if there is none, so that it cannot be undone."""

    def after(self, path: str) -> str | None:
        """The digest of a file after the transaction; None if it was removed."""
        return next(written.after for written in self.written if written.path == path)


class WriteStep(Struct, frozen=True):
    """One write of a file, or several without a change by the user in between."""

    before: bytes | None
    """None if there was no file."""
    after: bytes | None
    """None if the file was removed."""


class Pending(Struct, frozen=True):
    """A file written here and not staged yet."""

    state: FileState
    """Its state against the index before the write."""
    entry: IndexEntry | None
    """Its index entry before the write."""
    steps: tuple[WriteStep, ...]
    moved_from: str | None = None
    mode: str = "100644"
    """The mode for a new index entry."""
    left_as: WriteStep | None = None
    """For accepted changes that were on disk already: the write that left the file with them and with what is
    undecided. As long as the file is so, they are in it."""

    @property
    def last(self) -> bytes | None:
        return self.steps[-1].after

    @property
    def is_whole(self) -> bool:
        """True if the file has no changes but those written here."""
        return self.state.is_whole and len(self.steps) == 1

    def then(self, step: WriteStep) -> "Pending | None":
        """The pending file after one more write; None if nothing is left to stage."""
        if step.before != self.last:
            return replace(self, steps=(*self.steps, step))
        first = self.steps[-1].before
        steps = self.steps[:-1] if first == step.after else (*self.steps[:-1], WriteStep(first, step.after))
        return replace(self, steps=steps) if steps else None

    def without(self, step: WriteStep) -> "Pending | None":
        """The pending file after a write was undone; None if nothing is left to stage."""
        left = self.then(WriteStep(step.after, step.before)) if step.after == self.last else self
        # The target of a move no longer exists.
        return None if left is None or (left.moved_from is not None and left.last is None) else left


class CommitBegun(Struct, frozen=True):
    """A commit about to be made. It is recorded first, so that one made by a killed run is recognised."""

    id: str
    """Identifies it in the reflog."""
    before: str | None
    """HEAD before it; None if there was no commit."""
    subject: str
    """The first line of the message."""


class StagedFile(Struct, frozen=True):
    """An index entry before and after staging. Stored as JSON, and restored with `Index.restore`."""

    path: str
    before: IndexEntry | None
    after: IndexEntry | None
    source: IndexEntry | None = None
    """For a moved file: the index entry of its old path."""
    moved_from: str | None = None
    is_as_head: bool = False
    """True if staging made the entry that of HEAD, so that no commit holds it."""

    @property
    def before_or_source(self) -> IndexEntry | None:
        """The entry that staging started from."""
        return self.source if self.moved_from is not None else self.before


class TextChange(Struct, frozen=True):
    """The texts of a file before and after a change."""

    path: str
    before: str | None
    """None if there was no file."""
    after: str | None
    """None if the file was deleted."""
    moved_from: str | None = None


class RecordState(StrEnum):
    """The state of a record's files."""

    WRITING = "writing"
    WRITTEN = "written"
    UNDOING = "undoing"
    UNDONE = "undone"
    REDOING = "redoing"

    @property
    def is_back(self) -> bool:
        """True while files are restored to what they were before."""
        return self is RecordState.UNDOING

    @property
    def before(self) -> "RecordState":
        """The settled state before the operation, to which an abandoned one returns."""
        return RecordState.UNDONE if self is RecordState.REDOING else RecordState.WRITTEN

    @property
    def after(self) -> "RecordState":
        """The state once every file is in place."""
        return (
            RecordState.UNDONE if self in (RecordState.UNDOING, RecordState.UNDONE) else RecordState.WRITTEN
        )


class FileRecord(Struct, frozen=True):
    """One file of a record."""

    path: str
    """Relative to the record's root, with slashes."""
    before: str | None
    """The digest of its bytes before; None if there was no file."""
    after: str | None
    """The digest of its bytes after; None if the file was removed."""
    mode: int | None
    """Permission bits before; None if there was no file."""
    like: str | None = None
    """For a moved file: its old path, whose permissions and owner it has."""


class BlockRecord(Struct, frozen=True):
    """A block of a response that was applied."""

    response: str
    """Identifies the response."""
    key: str
    """Identifies the block in the response."""
    path: str
    """The path of the file afterwards, or of the removed file, relative to the record's root."""
    spans: tuple[tuple[int, int], ...] = ()
    """The spans it wrote: half-open, in characters of the text afterwards; none for a move or deletion."""


class Record(Struct, frozen=True):
    """A transaction: its files, and what was staged and committed of them."""

    id: str
    """Increases from record to record."""
    time: float
    """Time of its start, in seconds since the epoch."""
    root: str
    """The folder that paths are relative to, relative to the top of the tree; empty for the top."""
    state: RecordState
    files: tuple[FileRecord, ...]
    folders: tuple[str, ...] = ()
    """The folders created for files that exist afterwards, the outermost first."""
    new_folders: tuple[str, ...] = field(default=(), name="made")
    """While pending: the folders created by the operation in progress. Stored as `made`."""
    contents: dict[str, tuple[int, int]] = {}
    """Offset and length in the record's bytes, by digest."""
    staged: tuple[StagedFile, ...] = ()
    """The files that were staged, in order, with paths relative to the record's root."""
    commit: str | None = None
    """The commit that includes it."""
    commit_before: str | None = None
    """HEAD before that commit."""
    begun: CommitBegun | None = None
    """The commit being made of it, or being made when a run was killed."""
    entries: dict[str, IndexEntry | None] = {}
    """The index entries of the files before they were first written."""
    is_followed: bool = True
    """False until index and HEAD were updated after an undo or redo of the files."""
    undone_at: tuple[str, int] | None = None
    """The moment of its last undo: the newest record then, and its number among the undos since that one."""
    blocks: tuple[BlockRecord, ...] = ()
    """The blocks applied, if their response was complete by then."""
    version: int = _VERSION

    def temporary(self, number: int) -> str:
        """The name under which the file at index `number` of `files` is first written, beside its target."""
        return f"{disk.TEMPORARY_PREFIX}{self.id}-{number}.new"

    def backup(self, number: int) -> str:
        """The name under which the previous version of that file is kept until the operation ends."""
        return f"{disk.TEMPORARY_PREFIX}{self.id}-{number}.old"

    @property
    def moves(self) -> dict[str, str]:
        """Old paths of moved files, by new path."""
        paths = {file.path for file in self.files}
        return {file.path: file.like for file in self.files if file.before is None and file.like in paths}

    def digest_before(self, file: FileRecord) -> str | None:
        """The digest of a file before the operation in progress."""
        return file.after if self.state.is_back else file.before

    def digest_after(self, file: FileRecord) -> str | None:
        """The digest of a file after the operation in progress."""
        return file.before if self.state.is_back else file.after


class Journal:
    """The records of one tree.

    Args:
        folder: The private folder that stores them. It need not exist.
        tree: The top of the tree; the roots of records are in it.
    """

    def __init__(self, folder: Path, tree: Path) -> None:
        self.folder = folder
        self.tree = tree

    def records(self, since: float = 0.0) -> list[Record]:
        """The settled records, the oldest first, without those that cannot be read.

        Args:
            since: Only those of this time or later, in seconds since the epoch.

        Raises:
            OSError: The folder cannot be read.
        """
        first = f"{int(since * 1e9):020}"
        names = sorted(
            name for name in disk.names_in(self.folder) if name.endswith(_SETTLED) and _id_of(name) >= first
        )
        return [record for name in names if (record := self._read(name)) is not None]

    def pending(self) -> Record | None:
        """The record whose files are being written, or were when a run was killed.

        Raises:
            OSError: The folder cannot be read.
        """
        names = sorted(name for name in disk.names_in(self.folder) if name.endswith(_PENDING))
        return next((record for name in names if (record := self._read(name)) is not None), None)

    def new_id(self) -> str:
        """An id greater than those of all records."""
        latest = max((_id_of(name) for name in disk.names_in(self.folder)), default="")
        number = int(latest) if latest.isdecimal() else 0
        return f"{max(time.time_ns(), number + 1):020}"

    def begin(self, record: Record, contents: Mapping[str, bytes]) -> Record:
        """Store a pending record, with the bytes needed to finish or revert it.

        Args:
            record: A record in state writing, undoing or redoing.
            contents: Bytes by digest. Ignored for a record whose bytes are stored already.

        Returns:
            The record as stored.

        Raises:
            OSError: It could not be stored; then nothing in the tree may be touched.
        """
        if not record.contents:
            offset = 0
            ranges: dict[str, tuple[int, int]] = {}
            for digest, data in contents.items():
                ranges[digest] = (offset, len(data))
                offset += len(data)
            record = msgspec.structs.replace(record, contents=ranges)
            self._make_room(offset)
            disk.store(self._path(record, _BYTES), contents.values(), is_last=False)
        self._store(record, _PENDING)
        return record

    def settle(self, record: Record) -> None:
        """Settle a record, once every file is in place.

        Raises:
            OSError: It could not be stored.
        """
        settled = msgspec.structs.replace(record, state=record.state.after, new_folders=())
        # Its name need not be flushed: file systems keep it in order with the removal of the pending one.
        self._store(settled, _SETTLED, is_last=False)

    def amend(self, record: Record) -> None:
        """Store a settled record again, with changes such as its index entries or its commit.

        Raises:
            OSError: It could not be stored; the stored record is unchanged.
        """
        self._store(record, _SETTLED)

    def is_settled(self, record: Record) -> bool:
        """True if a pending record was settled, so that only the pending file is left to remove."""
        settled = self._read(f"{record.id}{_SETTLED}")
        return settled is not None and settled.state is record.state.after

    def unsettle(self, record: Record) -> None:
        """Revert the settling of a record, if it was settled, when the operation is abandoned.

        Raises:
            OSError: It could not be stored.
        """
        settled = self._read(f"{record.id}{_SETTLED}")
        if settled is None:
            return
        if record.state is RecordState.WRITING:
            disk.remove(self._path(record, _SETTLED))
        elif settled.state is not record.state.before:
            self.amend(msgspec.structs.replace(settled, state=record.state.before, is_followed=True))

    def end(self, record: Record) -> None:
        """Remove a pending record, once nothing of the operation is left in the tree.

        Raises:
            OSError: It could not be removed; the next run does it.
        """
        disk.remove(self._path(record, _PENDING))
        if f"{record.id}{_SETTLED}" not in disk.names_in(self.folder):
            disk.remove(self._path(record, _BYTES))

    def content(self, record: Record, digest: str) -> bytes:
        """The bytes of a record's file, before or after.

        Raises:
            OSError: They cannot be read, or are corrupt.
        """
        path = self._path(record, _BYTES)
        data = disk.read_part(path, *record.contents.get(digest, (0, 0)))
        if sha256_of(data) != digest:
            raise OSError(errno.EIO, "the stored bytes do not match their digest", str(path))
        return data

    def _make_room(self, needed: int) -> None:
        """Remove the oldest records until one more fits the limits, and files that belong to no record.

        Raises:
            OSError: The folder cannot be read.
        """
        names = disk.names_in(self.folder)
        ids = sorted({_id_of(name) for name in names if name.endswith(_SETTLED)})
        pending = {_id_of(name) for name in names if name.endswith(_PENDING)}
        sizes = {each: disk.size_of(self.folder / f"{each}{_BYTES}") for each in ids}
        total = needed + sum(sizes.values())
        oldest = f"{int((time.time() - _OLDEST_S) * 1e9):020}"
        kept = set(ids)
        # One less than the limit, as one more is about to be stored.
        for each in ids:
            if len(kept) >= _MAX_RECORDS or total > _MAX_BYTES or each < oldest:
                kept.discard(each)
                total -= sizes[each]
        for name in sorted(names, key=lambda name: name.endswith(_BYTES)):
            if _id_of(name) not in kept | pending or name.endswith(".new"):
                with suppress(OSError):
                    disk.remove(self.folder / name)

    def _path(self, record: Record, ending: str) -> Path:
        return self.folder / f"{record.id}{ending}"

    def _store(self, record: Record, ending: str, *, is_last: bool = True) -> None:
        disk.store(self._path(record, ending), [msgspec.json.encode(record)], is_last=is_last)

    def _read(self, name: str) -> Record | None:
        try:
            record = msgspec.json.decode(disk.read_bytes(self.folder / name), type=Record)
        except (OSError, msgspec.DecodeError):
            return None
        return record if record.version == _VERSION and record.id == _id_of(name) else None


def _id_of(name: str) -> str:
    return name.partition(".")[0]


_MAX_SEARCHED = 20
"""The most records that are searched for earlier writes, the newest first."""


class EarlierWrite(Struct, frozen=True):
    """One file as written by an earlier run that was not undone."""

    path: str
    """Relative to the current root."""
    before: str | None
    after: str | None
    """The texts; None if the file did not exist."""
    after_digest: str | None
    blocks: tuple[BlockRecord, ...]
    """The blocks applied to it."""
    time: float
    """Time of its start, in seconds since the epoch."""


def earlier_writes(
    journal: Journal, below_top: str, path: str | None = None, responses: frozenset[str] | None = None
) -> Iterator[EarlierWrite]:
    """The writes of earlier runs, the newest first; none if the journal cannot be read.

    Args:
        journal: The journal of the tree.
        below_top: The current root relative to the top of the tree: empty, or ending with a slash.
        path: Only writes of this file, relative to the current root.
        responses: Only runs that applied blocks of these responses, and only those blocks.
    """
    try:
        records = [record for record in journal.records() if record.state is RecordState.WRITTEN]
    except OSError:
        return
    for record in records[: -_MAX_SEARCHED - 1 : -1]:
        blocks = [b for b in record.blocks if responses is None or b.response in responses]
        if responses is not None and not blocks:
            continue
        for file in record.files:
            found = _earlier_write(journal, below_top, record, file, path, blocks)
            if found is not None:
                yield found


def written_since(journal: Journal, below_top: str, time: float) -> frozenset[str]:
    """The files that runs have written since a time; none if the journal cannot be read.

    Args:
        journal: The journal of the tree.
        below_top: As for `earlier_writes`.
        time: In seconds since the epoch.
    """
    try:
        records = journal.records(since=time)
    except OSError:
        return frozenset()
    paths = (
        f"{each.root}/{file.path}" if each.root else file.path for each in records for file in each.files
    )
    return frozenset(path.removeprefix(below_top) for path in paths if path.startswith(below_top))


def _earlier_write(
    journal: Journal,
    below_top: str,
    record: Record,
    file: FileRecord,
    path: str | None,
    blocks: list[BlockRecord],
) -> EarlierWrite | None:
    from_top = f"{record.root}/{file.path}" if record.root else file.path
    if not from_top.startswith(below_top):
        return None
    below = from_top.removeprefix(below_top)
    if path not in (None, below):
        return None
    try:
        texts = [
            None if digest is None else decode(below, journal.content(record, digest))[0]
            for digest in (file.before, file.after)
        ]
    except (OSError, Refused):
        return None
    of_file = tuple(block for block in blocks if block.path == file.path)
    return EarlierWrite(below, texts[0], texts[1], file.after, of_file, record.time)
