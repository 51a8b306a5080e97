"""Data about files: to be written, written, to be staged, and with their index entries once staged."""

from msgspec import Struct
from msgspec.structs import replace

from editreview.workspace.git import FileState, IndexEntry


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
