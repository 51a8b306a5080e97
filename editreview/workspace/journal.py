"""What was written to a tree, kept so that it can be taken back: after a crash, and by a person.

A record is an intent while files are on their way, and settled once they are in place. The
intent (`ID.pending`) is on the disk before anything in the tree is touched, and with it the
bytes of every file before and after (`ID.bytes`, one after the other, found by their digest).
The settled record (`ID.json`) is written when all files are in place, and only then the intent
is removed. So whoever finds an intent knows that a run ended on its way, and has all that is
needed to bring the tree to one of its two states. Whoever writes here holds the tree's lock.
"""

import errno
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from editreview.workspace import disk
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.pending import CommitBegun, StagedFile

_MOST_RECORDS = 50
_MOST_BYTES = 200 * 1024 * 1024
_OLDEST = 30 * 24 * 3600
"""Seconds."""
_SETTLED, _PENDING, _BYTES = ".json", ".pending", ".bytes"
_VERSION = 1


class RecordState(StrEnum):
    """What became of a record's files."""

    WRITING = "writing"
    WRITTEN = "written"
    UNDOING = "undoing"
    UNDONE = "undone"
    REDOING = "redoing"

    @property
    def is_back(self) -> bool:
        """Whether files are on their way to what they were before."""
        return self is RecordState.UNDOING

    @property
    def left(self) -> "RecordState":
        """The state before, to which a way leads back that is given up; none if nothing was written yet."""
        return RecordState.UNDONE if self is RecordState.REDOING else RecordState.WRITTEN

    @property
    def reached(self) -> "RecordState":
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
    """Of those after; None if there is none any more."""
    mode: int | None
    """Permission bits before; None if there was no file."""
    like: str | None = None
    """The file that it was moved from, whose permissions and owner it got."""


class BlockRecord(Struct, frozen=True):
    """A block of a response that was applied."""

    response: str
    """Names the response."""
    key: str
    """Names the block in it."""
    path: str
    """The path of the file afterwards, or of the one removed, relative to the record's root."""
    spans: tuple[tuple[int, int], ...] = ()
    """Spans it wrote, half-open, in characters of the file's text afterwards; none for a move or deletion."""


class Record(Struct, frozen=True):
    """Files that were written together, and what became of them in git."""

    id: str
    """Later records have greater ones."""
    time: float
    """When it was begun, in seconds since the epoch."""
    root: str
    """The folder that paths are relative to, from the top of the tree; empty for the top."""
    state: RecordState
    files: tuple[FileRecord, ...]
    folders: tuple[str, ...] = ()
    """Those made for files that are there after, the outermost first."""
    made: tuple[str, ...] = ()
    """While on the way: the folders made for that."""
    contents: dict[str, tuple[int, int]] = {}
    """Where the bytes of a digest are in the record's bytes: offset and length."""
    staged: tuple[StagedFile, ...] = ()
    """What was staged of them, by path from the record's root, in order."""
    commit: str | None = None
    """The commit made of it."""
    commit_before: str | None = None
    """What HEAD was before that."""
    begun: CommitBegun | None = None
    """The commit of it that is on its way, or was when a run was killed."""
    entries: dict[str, IndexEntry | None] = {}
    """What the index held of these files before they were first written."""
    is_followed: bool = True
    """Whether index and HEAD followed the files when they were taken back, or written again."""
    blocks: tuple[BlockRecord, ...] = ()
    """Those applied, as far as their response was whole by then."""
    version: int = _VERSION

    def temporary(self, number: int) -> str:
        """The name, beside its target, under which the file of that position in `files` is written."""
        return f"{disk.TEMPORARY_PREFIX}{self.id}-{number}.new"

    def aside(self, number: int) -> str:
        """The name under which what that file was is kept until all else is done."""
        return f"{disk.TEMPORARY_PREFIX}{self.id}-{number}.old"

    @property
    def moves(self) -> dict[str, str]:
        """By the new path of a file that was moved, its old one."""
        paths = {file.path for file in self.files}
        return {file.path: file.like for file in self.files if file.before is None and file.like in paths}

    def expected(self, file: FileRecord) -> str | None:
        """The digest that a file has when the way begins."""
        return file.after if self.state.is_back else file.before

    def wanted(self, file: FileRecord) -> str | None:
        """The digest that it has when the way ends."""
        return file.before if self.state.is_back else file.after


class Journal:
    """The records of one tree.

    Args:
        folder: Where they are kept, private to their owner. It need not be there.
        tree: The top of the tree: a record's root lies in it.
    """

    def __init__(self, folder: Path, tree: Path) -> None:
        self.folder = folder
        self.tree = tree

    def records(self) -> list[Record]:
        """The settled records, the oldest first. One that cannot be read is left out.

        Raises:
            OSError: The folder cannot be looked into.
        """
        names = sorted(name for name in disk.names_in(self.folder) if name.endswith(_SETTLED))
        return [record for name in names if (record := self._read(name)) is not None]

    def pending(self) -> Record | None:
        """The record whose files are on their way, or were when a run was killed.

        Raises:
            OSError: The folder cannot be looked into.
        """
        names = sorted(name for name in disk.names_in(self.folder) if name.endswith(_PENDING))
        return next((record for name in names if (record := self._read(name)) is not None), None)

    def new_id(self) -> str:
        """An id that is greater than those of all records."""
        latest = max((_id_of(name) for name in disk.names_in(self.folder)), default="")
        number = int(latest) if latest.isdecimal() else 0
        return f"{max(time.time_ns(), number + 1):020}"

    def begin(self, record: Record, contents: Mapping[str, bytes]) -> Record:
        """Put down what is about to be done, with all bytes that are needed to finish it or take it back.

        Args:
            record: In a state that is on its way.
            contents: Bytes by digest. None are needed for a record that has its bytes already.

        Returns:
            The record as it was put down.

        Raises:
            OSError: It could not be put down whole; nothing may be touched then.
        """
        if not record.contents:
            offset = 0
            places: dict[str, tuple[int, int]] = {}
            for digest, data in contents.items():
                places[digest] = (offset, len(data))
                offset += len(data)
            record = msgspec.structs.replace(record, contents=places)
            self._make_room(offset)
            disk.store(self._path(record, _BYTES), contents.values(), is_last=False)
        self._store(record, _PENDING)
        return record

    def mark(self, record: Record) -> None:
        """Every file is in place: settle the record.

        Raises:
            OSError: It could not be put down.
        """
        settled = msgspec.structs.replace(record, state=record.state.reached, made=())
        # Its name need not be waited for: file systems take the removal of the intent after it.
        self._store(settled, _SETTLED, is_last=False)

    def amend(self, record: Record) -> None:
        """Put down a settled record anew, as with its index entries or its commit.

        Raises:
            OSError: It could not be put down; it is as it was.
        """
        self._store(record, _SETTLED)

    def is_marked(self, record: Record) -> bool:
        """Whether a record on its way was settled, so that only its intent is left to be removed."""
        settled = self._read(f"{record.id}{_SETTLED}")
        return settled is not None and settled.state is record.state.reached

    def unmark(self, record: Record) -> None:
        """The way is given up: if the record was settled at its end already, it is as before.

        Raises:
            OSError: It could not be put down.
        """
        settled = self._read(f"{record.id}{_SETTLED}")
        if settled is None:
            return
        if record.state is RecordState.WRITING:
            disk.remove(self._path(record, _SETTLED))
        elif settled.state is not record.state.left:
            self.amend(msgspec.structs.replace(settled, state=record.state.left, is_followed=True))

    def end(self, record: Record) -> None:
        """Forget the intent: its way is over and nothing is left of it in the tree.

        Raises:
            OSError: It could not be forgotten; the next run does.
        """
        disk.remove(self._path(record, _PENDING))
        if f"{record.id}{_SETTLED}" not in disk.names_in(self.folder):
            disk.remove(self._path(record, _BYTES))

    def content(self, record: Record, digest: str) -> bytes:
        """The bytes of a file of a record, before or after.

        Raises:
            OSError: They cannot be read, or are others.
        """
        path = self._path(record, _BYTES)
        data = disk.read_part(path, *record.contents.get(digest, (0, 0)))
        if sha256(data).hexdigest() != digest:
            raise OSError(errno.EIO, "these are not the bytes that were kept", str(path))
        return data

    def _make_room(self, needed: int) -> None:
        """Remove the oldest records until there is room for one more, and what belongs to none.

        Raises:
            OSError: The folder cannot be looked into.
        """
        names = disk.names_in(self.folder)
        ids = sorted({_id_of(name) for name in names if name.endswith(_SETTLED)})
        pending = {_id_of(name) for name in names if name.endswith(_PENDING)}
        sizes = {each: disk.size_of(self.folder / f"{each}{_BYTES}") for each in ids}
        total = needed + sum(sizes.values())
        oldest = f"{int((time.time() - _OLDEST) * 1e9):020}"
        kept = set(ids)
        # One less than the most: the newest is about to come.
        for each in ids:
            if len(kept) >= _MOST_RECORDS or total > _MOST_BYTES or each < oldest:
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
