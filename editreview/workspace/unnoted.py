"""What was staged of a record by a run that was killed before the record could say so."""

from collections.abc import Callable

from editreview.workspace.git import Blobs, Content, FilterFailed
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.journal import FileRecord, Record
from editreview.workspace.ours import carried
from editreview.workspace.pending import StagedFile
from editreview.workspace.repository import Repository


def unnoted(repository: Repository, record: Record, content: Callable[[str], bytes]) -> list[StagedFile]:
    """The entries that hold just what staging makes of a record, that it does not name and no commit has.

    Args:
        repository: Of the record's root.
        record: That was written.
        content: The bytes of a digest.

    Raises:
        GitFailed: With git's own words.
        OSError: The bytes cannot be read.
    """
    named = {file.path for file in record.staged}
    files = [file for file in record.files if file.path not in named and file.path in record.entries]
    now = repository.index.entries([file.path for file in files])
    changed = [file for file in files if now.get(file.path) != record.entries[file.path]]
    if not changed:
        return []
    staged = frozenset(repository.staged())
    made = _Making(repository, record, content)
    return [
        StagedFile(file.path, record.entries[file.path], entry, made.source(file), made.moved_from(file))
        for file in changed
        if file.path in staged and made.holds(file, entry := now.get(file.path))
    ]


class _Making:
    """What staging makes of the files of a record."""

    def __init__(self, repository: Repository, record: Record, content: Callable[[str], bytes]) -> None:
        self._blobs = Blobs(repository.git)
        self._entries = record.entries
        self._content = content
        self._before = {file.path: file.before for file in record.files}

    def moved_from(self, file: FileRecord) -> str | None:
        """The file that it goes on from under another name."""
        return file.like if file.before is None and file.like in self._entries else None

    def source(self, file: FileRecord) -> IndexEntry | None:
        """What the index held of that."""
        source = self.moved_from(file)
        return None if source is None else self._entries[source]

    def holds(self, file: FileRecord, entry: IndexEntry | None) -> bool:
        """Whether an entry is what staging makes of a file."""
        if file.after is None or entry is None:
            return file.after is None and entry is None
        if entry.is_unmerged or entry.intent_to_add:
            return False
        source = self.moved_from(file)
        try:
            made = self._made(file, source)
        except FilterFailed:
            return False
        return made is not None and self._blobs.write([made]) == [entry.object]

    def _made(self, file: FileRecord, source: str | None) -> bytes | None:
        path = source or file.path
        held, digest = self._entries[path], self._before[path]
        if held is not None and (held.is_unmerged or held.intent_to_add):
            return None
        base = None if held is None else self._blobs.read([held.object])[held.object]
        self._blobs.look_up([path, file.path])
        before, after = (
            None if name is None else self._blobs.cleaned(Content(at, self._content(name), base or b""))
            for at, name in ((path, digest), (file.path, file.after))
        )
        if before is None or base is None or after is None:
            return after if before is None and base is None else None
        return carried(before, after, base)
