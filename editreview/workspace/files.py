"""Bytes in, bytes out: read files as text that round-trips, write all of a transaction or nothing."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from editreview.errors import ChangedOnDisk, Reason, Refused, WriteFailed
from editreview.texts import Absent, Codec, Snapshot
from editreview.workspace import disk
from editreview.workspace.disk import Kind
from editreview.workspace.root import Root

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is still read."""
_BINARY_HEAD = 8 * 1024
_MARKS = (
    Codec("utf-8", b"\xef\xbb\xbf"),
    Codec("utf-32-le", b"\xff\xfe\x00\x00"),
    Codec("utf-32-be", b"\x00\x00\xfe\xff"),
    Codec("utf-16-le", b"\xff\xfe"),
    Codec("utf-16-be", b"\xfe\xff"),
)


class Write(Struct, frozen=True):
    """One file of a transaction."""

    path: str
    expected: str | None
    """The digest of the bytes that must be there now; None if there must be no file."""
    data: bytes | None
    """None to remove the file."""
    mode: int | None
    """Permission bits; None for a new file's."""


class Transaction(Struct, frozen=True):
    """Files that are written together or not at all."""

    writes: tuple[Write, ...]


class Written(Struct, frozen=True):
    path: str
    before: str | None
    """The digest of the bytes before; None if there was no file."""
    after: str | None
    """Of those after; None if there is none any more."""


class Receipt(Struct, frozen=True):
    """What a transaction did."""

    written: tuple[Written, ...] = ()

    def after(self, path: str) -> str | None:
        """The digest of what a file holds now; None if it was removed."""
        return next(written.after for written in self.written if written.path == path)


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def read(root: Root, path: str) -> Snapshot | Absent:
    """A file as text.

    Raises:
        Refused: It is no text that could be written back as it was.
    """
    target = root.absolute(path)
    try:
        if disk.kind(target) is Kind.MISSING:
            return Absent(path)
        size, mode = disk.size_and_mode(target)
        if size > LARGEST:
            raise Refused(Reason.TOO_LARGE, f"{path} has {size:,} bytes; at most {LARGEST:,} are read")
        data = disk.read_bytes(target)
    except OSError as error:
        raise Refused(Reason.DENIED, f"{path} cannot be read: {error.strerror}") from error
    codec = next((codec for codec in _MARKS if data.startswith(codec.mark)), Codec())
    if not codec.name.startswith(("utf-16", "utf-32")) and b"\0" in data[:_BINARY_HEAD]:
        raise Refused(Reason.BINARY, f"{path} is a binary file")
    return Snapshot(path, _decoded(path, data, codec), digest(data), codec, mode)


def _decoded(path: str, data: bytes, codec: Codec) -> str:
    try:
        text = data[len(codec.mark) :].decode(codec.name)
    except UnicodeDecodeError as error:
        at = f"byte {error.start + len(codec.mark)}"
        raise Refused(Reason.ENCODING, f"{path} is not valid {codec.name.upper()} (at {at})") from error
    if codec.encode(text) != data:
        raise Refused(Reason.ENCODING, f"{path} would not survive being written back as {codec.name.upper()}")
    return text


def perform(root: Root, transaction: Transaction) -> Receipt:
    """Write every file of a transaction, or none.

    Raises:
        ChangedOnDisk: A file is not the expected one; nothing was written.
        WriteFailed: The system refused; what had been written was put back.
    """
    attempt = _Attempt(root, transaction.writes)
    try:
        attempt.prepare()
        _originals(root, transaction.writes)
        attempt.exchange()
    except ChangedOnDisk:
        attempt.clean_up()
        raise
    except BaseException as error:
        attempt.put_back()
        attempt.clean_up()
        if isinstance(error, OSError):
            name = Path(error.filename).name if isinstance(error.filename, str) else "a file"
            raise WriteFailed(
                f"{name} could not be written: {error.strerror}. Everything is as it was."
            ) from error
        raise
    attempt.forget_removed()
    return Receipt(
        tuple(
            Written(w.path, w.expected, None if w.data is None else digest(w.data))
            for w in transaction.writes
        )
    )


class _Attempt:
    """A transaction on its way to the disk, and its way back from any point."""

    def __init__(self, root: Root, writes: Sequence[Write]) -> None:
        self._root = root
        self._writes = writes
        self._originals = _originals(root, writes)
        self._folders: list[Path] = []
        """Those made here."""
        self._temporaries: dict[str, Path] = {}
        self._aside: dict[str, Path] = {}
        """Removed files, kept until all else is done, so that they can be put back as they were."""

    def prepare(self) -> None:
        """Write what is new beside what it will replace."""
        for write in self._writes:
            target = self._root.absolute(write.path)
            _make_folders(target.parent, self._folders)
            if write.data is None:
                self._aside[write.path] = disk.unused_path(target.parent)
                continue
            like = None if write.expected is None else target
            self._temporaries[write.path] = disk.write_temporary(target.parent, write.data, write.mode, like)

    def exchange(self) -> None:
        """Put what is new in its place, and what is removed aside."""
        for write in self._writes:
            target = self._root.absolute(write.path)
            if write.data is None:
                disk.rename(target, self._aside[write.path])
            else:
                disk.rename(self._temporaries[write.path], target)
        for folder in {self._root.absolute(write.path).parent for write in self._writes}:
            disk.sync_folder(folder)

    def put_back(self) -> None:
        """Make everything as it was."""
        # A signal can end an attempt between any two steps: only the disk knows what was renamed.
        made = self._temporaries
        renamed = [w for w in self._writes if w.path in made and not disk.exists(made[w.path])]
        for write in renamed:
            target = self._root.absolute(write.path)
            original = self._originals[write.path]
            if original is None:
                disk.remove(target)
            else:
                disk.rename(disk.write_temporary(target.parent, original, write.mode, target), target)
        for path, kept in self._aside.items():
            if disk.exists(kept):
                disk.rename(kept, self._root.absolute(path))

    def clean_up(self) -> None:
        """Remove what was made on the way."""
        # What cannot be removed is litter; the error that led here is what people must hear of.
        for path in filter(disk.exists, self._temporaries.values()):
            with suppress(OSError):
                disk.remove(path)
        for folder in reversed(self._folders):
            with suppress(OSError):
                disk.remove_folder(folder)

    def forget_removed(self) -> None:
        """Remove for good what was put aside."""
        for kept in self._aside.values():
            # What stays is litter: all that was asked for is done.
            with suppress(OSError):
                disk.remove(kept)


def _originals(root: Root, writes: Iterable[Write]) -> dict[str, bytes | None]:
    """The bytes that are there now.

    Raises:
        ChangedOnDisk: They are not the expected ones, or the path leads elsewhere by now.
    """
    found: dict[str, bytes | None] = {}
    changed: list[str] = []
    for write in writes:
        try:
            moved = root.locate(write.path) != write.path
            target = root.absolute(write.path)
            data = None if moved or disk.kind(target) is Kind.MISSING else disk.read_bytes(target)
        except (OSError, Refused):
            moved, data = True, None
        if moved or (None if data is None else digest(data)) != write.expected:
            changed.append(write.path)
        found[write.path] = data
    if changed:
        raise ChangedOnDisk(changed)
    return found


def _make_folders(folder: Path, made: list[Path]) -> None:
    if not disk.exists(folder):
        _make_folders(folder.parent, made)
        disk.make_folder(folder)
        made.append(folder)
