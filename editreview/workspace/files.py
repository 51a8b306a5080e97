"""Files as text, and what is asked of them."""

from hashlib import sha256
from stat import S_IMODE

from msgspec import Struct

from editreview.errors import Reason, Refused
from editreview.texts import Absent, Snapshot
from editreview.workspace import entries
from editreview.workspace.encodings import decode
from editreview.workspace.root import Root

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is still read."""


class Write(Struct, frozen=True):
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
    record: str | None = None
    """The id of its record in the journal; None if it has none, and cannot be undone."""

    def after(self, path: str) -> str | None:
        """The digest of what a file holds now; None if it was removed."""
        return next(written.after for written in self.written if written.path == path)


def digest(data: bytes) -> str:
    """What tells a file's bytes from any others."""
    return sha256(data).hexdigest()


def read(root: Root, path: str) -> Snapshot | Absent:
    """A file as text.

    Raises:
        Refused: It is no text that could be written back as it was, or nobody may write it.
    """
    try:
        with entries.entry(root.folder, path) as entry:
            if not entries.may_change_names(entry):
                raise Refused(Reason.DENIED, f"{path} is in a folder where you may not write")
            status = entries.look(entry)
            if status is None:
                return Absent(path)
            if status.st_size > LARGEST:
                raise _too_large(path, f"{status.st_size:,} bytes")
            data, status = entries.read(entry, LARGEST)
            may_write = entries.may_write(entry, status)
    except FileNotFoundError:
        return Absent(path)
    except OSError as error:
        raise Refused(Reason.DENIED, f"{path} cannot be read: {error.strerror}") from error
    if data is None:
        raise _too_large(path, "grown while it was read")
    mode = S_IMODE(status.st_mode)
    if not may_write:
        raise Refused(Reason.DENIED, f"{path} is read-only (its mode is {mode:03o}): it is not written over")
    text, codec = decode(path, data)
    return Snapshot(path, text, digest(data), codec, mode, status.st_nlink - 1)


def _too_large(path: str, has: str) -> Refused:
    return Refused(Reason.TOO_LARGE, f"{path} has {has}; at most {LARGEST:,} are read")
