"""Undoes what was written, staged and committed here, in this run or an earlier one, and redoes it.

Files are given back by the journal, all or none. Index and HEAD follow them; if a run is killed between
the two, the record says so, and they follow in the next one that undoes or writes.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import GitFailed, NothingToUndo, TreeError, WriteFailed
from editreview.workspace import transaction
from editreview.workspace.committing import CommitMade
from editreview.workspace.git import Blobs, Content, FilterFailed
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.journal import FileRecord, Journal, Record, RecordState
from editreview.workspace.pending import CommitBegun, StagedFile
from editreview.workspace.repository import Repository
from editreview.workspace.staging import transplant
from editreview.workspace.transaction import Receipt

if TYPE_CHECKING:
    from editreview.workspace.workspace import Workspace


class UndoResult(Struct, frozen=True):
    """What was taken back, or done again."""

    record: Record
    receipt: Receipt
    commit: str | None = None
    """The commit that was taken back, or is there again."""


class Undoing:
    """Goes back and forth along the journal.

    Args:
        workspace: Of the tree. Records of other roots in the same tree are found too.
    """

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace
        self._journal = workspace.journal

    def record(self, id: str) -> Record:
        """The record of this id.

        Raises:
            NothingToUndo: It is not kept any more.
        """
        for record in self._records():
            if record.id == id:
                return record
        raise NothingToUndo("what was there before is not kept any more")

    def last(self) -> Record:
        """What undo would take back, or has to end taking back.

        Raises:
            NothingToUndo: Nothing is kept that was not taken back.
        """
        records = self._records()
        written = [r for r in records if r.state is RecordState.WRITTEN or not r.is_followed]
        if not written:
            raise NothingToUndo("nothing was written here that could be undone")
        return written[-1]

    def last_undone(self) -> Record:
        """What redo would do again: the first that was taken back of those after the last that was not.

        One that was done again in part only comes before.

        Raises:
            NothingToUndo: Nothing was taken back since something was last written.
        """
        undone: Record | None = None
        for record in self._records():
            if record.state is RecordState.WRITTEN:
                undone = None if record.is_followed else record
            elif undone is None:
                undone = record
        if undone is None:
            raise NothingToUndo("nothing was undone that could be done again")
        return undone

    def undo(self, record: Record) -> UndoResult:
        """Give back files and index as they were before a record, and take back the commit made of it.

        Raises:
            ChangedOnDisk: Files are not what was written; nothing was changed.
            GitFailed: Index entries or HEAD are others by now; nothing was changed. Or git refused when the
                files were given back: then it can be tried again.
            TreeError: The system refused; everything is as it was.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            if record.state is RecordState.UNDONE and not record.is_followed:
                self._follow(workspace, record)
                return UndoResult(record, Receipt(record=record.id))
            root = transaction.root_of(self._journal, record, workspace.git_folders)
            transaction.check(root, record)
            staging, commit = workspace.staging, None
            if staging is not None:
                record = self._with_found_commit(workspace, self._with_unnoted(workspace, record))
                staging.check(record.staged)
                # Now, while nothing is changed yet.
                self._await_index(workspace)
                commit = self._uncommit(workspace, record)
            try:
                receipt = transaction.undo(self._journal, root, record)
            except TreeError:
                if commit is not None:
                    self._recommit(workspace, record)
                raise
            workspace.took_back(record)
            self._follow(workspace, replace(record, state=RecordState.UNDONE))
        return UndoResult(record, receipt, commit)

    def redo(self, record: Record, *, commits: bool = True) -> UndoResult:
        """Write and stage again what was taken back. Raises as `undo`.

        Args:
            record: That was undone.
            commits: Whether the commit that was made of it is made the last one again, too.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            receipt = Receipt(record=record.id)
            if record.state is RecordState.UNDONE:
                self._await_index(workspace)
                root = transaction.root_of(self._journal, record, workspace.git_folders)
                standings = workspace.standings([file.path for file in record.files])
                receipt = transaction.redo(self._journal, root, record)
                workspace.did_again(record, standings)
            commit = self._follow(workspace, replace(record, state=RecordState.WRITTEN), commits=commits)
        return UndoResult(record, receipt, commit)

    def settle(self) -> None:
        """Let git follow what was taken back or done again by a run that was killed before it did.

        Whoever calls holds the tree's lock. Entries that are others by now are left alone.
        """
        with suppress(TreeError):
            for record in self._records():
                if not record.is_followed:
                    with suppress(GitFailed, TreeError):
                        self._follow(self._workspace_of(record), record)

    def _follow(self, workspace: "Workspace", record: Record, *, commits: bool = True) -> str | None:
        """Let index and HEAD have what the files have already. Returns the commit that is there again."""
        commit: str | None = None
        if workspace.staging is not None and record.state is RecordState.UNDONE:
            workspace.staging.unstage(record.staged)
            gone = [file.path for file in record.files if file.before is None]
            workspace.staging.hide_again({path: record.entries.get(path) for path in gone})
        elif workspace.staging is not None:
            workspace.staging.stage_again(record.staged)
            commit = self._recommit(workspace, record) if commits and self._is_whole(record) else None
        with suppress(OSError):
            amend_records(self._journal, [record.id], lambda kept: replace(kept, is_followed=True))
        return commit

    def _is_whole(self, record: Record) -> bool:
        """Whether all that a record's commit was made of is there again."""
        others = (r for r in self._records() if r.commit == record.commit and r.id != record.id)
        return all(other.state is RecordState.WRITTEN for other in others)

    def _records(self) -> list[Record]:
        """All that are kept.

        Raises:
            WriteFailed: Nobody may look there.
        """
        try:
            return self._journal.records()
        except OSError as error:
            raise WriteFailed(
                f"what was written here cannot be looked up: {error.strerror} ({self._journal.folder})"
            ) from error

    def _workspace_of(self, record: Record) -> "Workspace":
        """The workspace of a record's own root.

        Raises:
            WriteFailed: That does not lie in the tree.
        """
        return self._workspace.at(transaction.root_of(self._journal, record).folder)

    def _with_unnoted(self, workspace: "Workspace", record: Record) -> Record:
        """With what a run staged that was killed before it could note it."""
        if workspace.repository is None:
            return record
        with suppress(OSError):
            content = partial(self._journal.content, record)
            found = recover_staged(workspace.repository, record, content)
            return replace(record, staged=(*record.staged, *found))
        return record

    def _with_found_commit(self, workspace: "Workspace", record: Record) -> Record:
        """With the commit that a run made that was killed before it could note it."""
        begun, committing = record.begun, workspace.committing
        if begun is None or committing is None:
            return record
        commit = committing.found(begun)
        if commit is None:
            return replace(record, begun=None)
        return replace(record, commit=commit, commit_before=begun.before, begun=None)

    @staticmethod
    def _await_index(workspace: "Workspace") -> None:
        if workspace.repository is not None:
            workspace.repository.git.await_index()

    def _uncommit(self, workspace: "Workspace", record: Record) -> str | None:
        """Take back the commit of a record, unless that was done. Returns it."""
        committing = workspace.committing
        if record.commit is None or committing is None or committing.head() == record.commit_before:
            return None
        committing.uncommit(record.commit, record.commit_before)
        return record.commit

    def _recommit(self, workspace: "Workspace", record: Record) -> str | None:
        committing = workspace.committing
        if record.commit is None or committing is None or committing.head() != record.commit_before:
            return None
        committing.recommit(record.commit)
        return record.commit


class RunJournal:
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
            amend_records(self._journal, by_record, lambda r: replace(r, staged=r.staged + by_record[r.id]))

    def committing(self, paths: Iterable[str], begun: CommitBegun | None) -> None:
        """Let the journal know of a commit before git makes it, or with None that git made none."""
        with suppress(OSError):
            amend_records(self._journal, self._last(paths), lambda r: replace(r, begun=begun))

    def committed(self, paths: Iterable[str], made: CommitMade) -> None:
        """Let the journal know of a commit, so that undo takes it back as well."""
        with suppress(OSError):
            amend_records(
                self._journal,
                self._last(paths),
                lambda r: replace(r, commit=made.commit, commit_before=made.before, begun=None),
            )

    def _last(self, paths: Iterable[str]) -> list[str]:
        return [ids[-1] for path in paths if (ids := self._ids.get(path))]


def amend_records(journal: Journal, ids: Iterable[str], change: Callable[[Record], Record]) -> None:
    """Change settled records, as to say what became of them in git. Those not kept any more stay away."""
    wanted = frozenset(ids)
    if wanted:
        for record in journal.records():
            if record.id in wanted and (changed := change(record)) != record:
                journal.amend(changed)


def recover_staged(
    repository: Repository, record: Record, content: Callable[[str], bytes]
) -> list[StagedFile]:
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
        return transplant(before, after, base)
