"""What was written to a file and is to be staged, and what staging made of its index entry."""

from msgspec import Struct
from msgspec.structs import replace

from editreview.workspace.git_index import IndexEntry
from editreview.workspace.repository import FileState


class WriteStep(Struct, frozen=True):
    """One write of a file, or several that nobody came between."""

    before: bytes | None
    """None if there was no file."""
    after: bytes | None
    """None if there is none any more."""


class Pending(Struct, frozen=True):
    """A file written here and not staged yet."""

    state: FileState
    """How it stood to the index before."""
    entry: IndexEntry | None
    """What the index held then."""
    steps: tuple[WriteStep, ...]
    moved_from: str | None = None
    mode: str = "100644"
    """Of the entry, if it is a new one."""

    @property
    def last(self) -> bytes | None:
        return self.steps[-1].after

    @property
    def is_whole(self) -> bool:
        """Whether the whole file holds nothing but what was written here."""
        return self.state.is_whole and len(self.steps) == 1

    def then(self, step: WriteStep) -> "Pending | None":
        """With one more write; None if nothing is left to stage."""
        if step.before != self.last:
            return replace(self, steps=(*self.steps, step))
        first = self.steps[-1].before
        steps = self.steps[:-1] if first == step.after else (*self.steps[:-1], WriteStep(first, step.after))
        return replace(self, steps=steps) if steps else None

    def without(self, step: WriteStep) -> "Pending | None":
        """As it was before a write that was taken back; None if nothing is left to stage."""
        left = self.then(WriteStep(step.after, step.before)) if step.after == self.last else self
        # A file that was moved is not there any more.
        return None if left is None or (left.moved_from is not None and left.last is None) else left


class CommitBegun(Struct, frozen=True):
    """A commit that git was asked for, noted before, so that one made by a killed run is known as ours."""

    id: str
    """Names it in the reflog."""
    before: str | None
    """HEAD until then; None if there was no commit."""
    subject: str
    """The first line of the message."""


class StagedFile(Struct, frozen=True):
    """What staging did to one index entry. Can be kept as JSON, and given back by `Index.restore`."""

    path: str
    before: IndexEntry | None
    after: IndexEntry | None
    source: IndexEntry | None = None
    """For a file that was moved: what the index held of it under its old name."""
    moved_from: str | None = None

    @property
    def before_or_source(self) -> IndexEntry | None:
        """The entry it goes on from."""
        return self.source if self.moved_from is not None else self.before
