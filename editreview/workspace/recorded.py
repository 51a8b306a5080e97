"""Which records hold the files written in this run, and what their journal is told of them."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from editreview.workspace.committing import CommitMade
from editreview.workspace.journal import Journal, Record
from editreview.workspace.pending import CommitBegun, StagedFile


class Recorded:
    """The records of this run, by file, the oldest first; none that was taken back.

    Args:
        journal: That has them.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._ids: dict[str, list[str]] = {}

    def add(self, paths: Iterable[str], id: str) -> None:
        """Files were written, or written again."""
        for path in paths:
            self._ids.setdefault(path, []).append(id)

    def remove(self, record: Record) -> None:
        """A record was taken back."""
        for file in record.files:
            self._ids[file.path] = [id for id in self._ids.get(file.path, []) if id != record.id]

    def staged(self, files: Sequence[StagedFile]) -> None:
        """Let the journal know what was staged, so that undo gives back the index as well."""
        by_record: dict[str, tuple[StagedFile, ...]] = {}
        for file in files:
            for id in self._last([file.path]):
                by_record[id] = (*by_record.get(id, ()), file)
        # The files are staged whether or not it can be undone later.
        with suppress(OSError):
            noted(self._journal, by_record, lambda r: replace(r, staged=r.staged + by_record[r.id]))

    def committing(self, paths: Iterable[str], begun: CommitBegun | None) -> None:
        """Let the journal know of a commit before git makes it, or with None that git made none."""
        with suppress(OSError):
            noted(self._journal, self._last(paths), lambda r: replace(r, begun=begun))

    def committed(self, paths: Iterable[str], made: CommitMade) -> None:
        """Let the journal know of a commit, so that undo takes it back as well."""
        with suppress(OSError):
            noted(
                self._journal,
                self._last(paths),
                lambda r: replace(r, commit=made.commit, commit_before=made.before, begun=None),
            )

    def _last(self, paths: Iterable[str]) -> list[str]:
        return [ids[-1] for path in paths if (ids := self._ids.get(path))]


def noted(journal: Journal, ids: Iterable[str], change: Callable[[Record], Record]) -> None:
    """Change settled records, as to say what became of them in git. Those not kept any more stay away."""
    wanted = frozenset(ids)
    if wanted:
        for record in journal.records():
            if record.id in wanted and (changed := change(record)) != record:
                journal.amend(changed)
