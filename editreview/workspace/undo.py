"""Undoes and redoes what was written, staged and committed here, in this run or an earlier one.

Files are restored from the journal, all or none, and index and HEAD are updated afterwards. If a run
is killed in between, the record says so, and the next run that undoes or writes updates them.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import GitFailed, NothingToUndo, TreeError, WriteFailed
from editreview.workspace import transaction
from editreview.workspace.git import Blobs, FileBytes, FilterFailed, IndexEntry, Repository
from editreview.workspace.journal import CommitBegun, FileRecord, Journal, Record, RecordState, StagedFile
from editreview.workspace.staging import CommitResult, transplant

if TYPE_CHECKING:
    from editreview.workspace.workspace import Workspace


class UndoResult(Struct, frozen=True):
    """The result of an undo or redo."""

    record: Record
    commit: str | None = None
    """The commit that was undone or restored."""


class Undoing:
    """Undo and redo along the journal.

    Args:
        workspace: A workspace of the tree. Records of other roots in the same tree are found too.
    """

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace
        self._journal = workspace.journal

    def record(self, id: str) -> Record:
        """The record of this id.

        Raises:
            NothingToUndo: The journal no longer has it.
        """
        for record in self._records():
            if record.id == id:
                return record
        raise NothingToUndo("the journal no longer has this run")

    def last(self) -> Record:
        """The record that undo applies to: the last one that is not undone, or not completely.

        Raises:
            NothingToUndo: The journal has none.
        """
        records = self._records()
        written = [r for r in records if r.state is RecordState.WRITTEN or not r.is_followed]
        if not written:
            raise NothingToUndo("nothing to undo")
        return written[-1]

    def last_undone(self) -> Record:
        """The record that redo applies to: the one undone last. A new record clears those undone before it.

        One that was redone in part comes first.

        Raises:
            NothingToUndo: Nothing was undone since the last write.
        """
        records = self._records()
        undone = [
            record
            for record in records
            if (record.state is RecordState.UNDONE or not record.is_followed)
            and record.undone_at is not None
            and record.undone_at[0] == records[-1].id
        ]
        if not undone:
            raise NothingToUndo("nothing to redo")
        return max(undone, key=lambda record: (record.state is RecordState.WRITTEN, record.undone_at))

    def _now(self) -> tuple[str, int]:
        """The `undone_at` of a record that is undone now. It does not depend on the clock."""
        records = self._records()
        earlier = [record.undone_at for record in records if record.undone_at is not None]
        newest = max((record.id for record in records), default="")
        return max([(newest, 1), *((id, number + 1) for id, number in earlier)])

    def undo(self, record: Record) -> UndoResult:
        """Restore files and index as they were before a record, and undo the commit made of it.

        Raises:
            ChangedOnDisk: Files have changed since; nothing was changed.
            GitFailed: Index entries or HEAD have changed since; nothing was changed. Or git refused after
                the files were restored: then undo can be tried again.
            TreeError: The system refused; nothing was changed.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            if record.state is RecordState.UNDONE and not record.is_followed:
                self._follow(workspace, record)
                return UndoResult(record)
            root = transaction.root_of(self._journal, record, workspace.git_folders)
            transaction.check(root, record)
            staging, commit, is_committed = workspace.staging, None, False
            if staging is not None:
                record = self._with_found_commit(workspace, self._with_unrecorded_stagings(workspace, record))
                staging.check(record.staged)
                # Before anything is changed.
                self._await_index(workspace)
                is_committed = record.commit is not None and workspace.head() == record.commit
            try:
                commit = self._uncommit(workspace, record)
                transaction.undo(self._journal, root, replace(record, undone_at=self._now()))
            except BaseException:
                # A signal may come after the files are restored, too.
                if is_committed and not self._is_undone(record):
                    self._recommit(workspace, record)
                raise
            workspace.record_undo(record)
            self._follow(workspace, replace(record, state=RecordState.UNDONE))
        return UndoResult(record, commit)

    def _is_undone(self, record: Record) -> bool:
        """True if the files of a record are as they were before it, or will be after the next recovery."""
        with suppress(OSError):
            return any(r.id == record.id and r.state is RecordState.UNDONE for r in self._journal.records())
        return False

    def redo(self, record: Record, *, commits: bool = True) -> UndoResult:
        """Write and stage an undone record again. Raises as `undo`.

        Args:
            record: An undone record.
            commits: Restore the commit that was made of it, too.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            if record.state is RecordState.UNDONE:
                self._await_index(workspace)
                root = transaction.root_of(self._journal, record, workspace.git_folders)
                statuses = workspace.statuses([file.path for file in record.files])
                transaction.redo(self._journal, root, record)
                workspace.record_redo(record, statuses)
            commit = self._follow(workspace, replace(record, state=RecordState.WRITTEN), commits=commits)
        return UndoResult(record, commit)

    def unstage(self, files: Sequence[StagedFile]) -> list[str]:
        """Restore index entries of this root as they were before staging; the files stay as they are.

        Args:
            files: As they were staged, in this run or another one. Those that are committed or unstaged by
                now are left alone.

        Returns:
            The paths of the files unstaged.

        Raises:
            GitFailed: Index entries have changed since. Nothing was changed.
            WriteFailed: Another run is writing.
        """
        workspace, staging, repository = self._workspace, self._workspace.staging, self._workspace.repository
        if staging is None or repository is None:
            raise GitFailed("This folder is not in a git repository")
        with workspace.alone():
            self._await_index(workspace)
            uncommitted = frozenset(repository.staged())
            now = repository.index.entries([file.path for file in files])
            left = [
                f for f in files if (f.path in uncommitted or f.is_as_head) and now.get(f.path) != f.before
            ]
            staging.unstage(left)
            staging.leave_to_stage(left)
            self._amend_staged(lambda record, staged: [file for file in staged if file not in files])
        return [file.path for file in left]

    def stage_again(self, files: Sequence[StagedFile]) -> list[str]:
        """Restore index entries of files of this root as they were after staging.

        Args:
            files: As `unstage` had them. Those whose entries have changed since are left alone.

        Returns:
            The paths of the files staged.

        Raises:
            GitFailed: With git's own message.
            WriteFailed: Another run is writing.
        """
        workspace, staging = self._workspace, self._workspace.staging
        if staging is None:
            raise GitFailed("This folder is not in a git repository")
        with workspace.alone():
            self._await_index(workspace)
            staging.stage_again(files)
            done = [file for file in files if file in staging.staged.get(file.path, ())]
            holders = self._last_written(file.path for file in done)
            self._amend_staged(
                lambda record, staged: [
                    *staged,
                    *(f for f in done if holders.get(f.path) == record.id and f not in staged),
                ]
            )
        return [file.path for file in done]

    def _last_written(self, paths: Iterable[str]) -> dict[str, str]:
        """The ids of the last written records of files of this root, by path."""
        names, root = set(paths), self._workspace.below_top.rstrip("/")
        return {
            file.path: record.id
            for record in self._records()
            if record.root == root and record.state is RecordState.WRITTEN
            for file in record.files
            if file.path in names
        }

    def _amend_staged(self, change: Callable[[Record, tuple[StagedFile, ...]], Sequence[StagedFile]]) -> None:
        """Change what the records of this root have as staged. The index is right even if that fails."""
        root = self._workspace.below_top.rstrip("/")
        with suppress(OSError, TreeError):
            ids = [record.id for record in self._records() if record.root == root]
            _amend_records(self._journal, ids, lambda r: replace(r, staged=tuple(change(r, r.staged))))

    def finish_interrupted(self) -> None:
        """Update index and HEAD after undos and redos of runs that were killed before they did.

        The caller holds the tree's lock. Entries that have changed since are left alone.
        """
        with suppress(TreeError):
            for record in self._records():
                if not record.is_followed:
                    with suppress(GitFailed, TreeError):
                        self._follow(self._workspace_of(record), record)

    def _follow(self, workspace: "Workspace", record: Record, *, commits: bool = True) -> str | None:
        """Update index and HEAD to match the files. Returns the commit that was restored, if any."""
        commit: str | None = None
        if workspace.staging is not None and record.state is RecordState.UNDONE:
            workspace.staging.unstage(record.staged)
            gone = [file.path for file in record.files if file.before is None]
            workspace.staging.hide_again({path: record.entries.get(path) for path in gone})
        elif workspace.staging is not None:
            workspace.staging.stage_again(record.staged)
            commit = self._recommit(workspace, record) if commits and self._is_whole(record) else None
        with suppress(OSError):
            _amend_records(self._journal, [record.id], lambda kept: replace(kept, is_followed=True))
        return commit

    def _is_whole(self, record: Record) -> bool:
        """True if all other records of a record's commit are written."""
        others = (r for r in self._records() if r.commit == record.commit and r.id != record.id)
        return all(other.state is RecordState.WRITTEN for other in others)

    def _records(self) -> list[Record]:
        """The settled records.

        Raises:
            WriteFailed: The journal cannot be read.
        """
        try:
            return self._journal.records()
        except OSError as error:
            raise WriteFailed(
                f"the journal cannot be read: {error.strerror} ({self._journal.folder})"
            ) from error

    def _workspace_of(self, record: Record) -> "Workspace":
        """The workspace of a record's root.

        Raises:
            WriteFailed: The root is not in the tree.
        """
        return self._workspace.at(transaction.root_of(self._journal, record).folder)

    def _with_unrecorded_stagings(self, workspace: "Workspace", record: Record) -> Record:
        """Add the entries that a run staged before it was killed, without recording them."""
        if workspace.repository is None:
            return record
        with suppress(OSError):
            content = partial(self._journal.content, record)
            found = _recover_staged(workspace.repository, record, content)
            return replace(record, staged=(*record.staged, *found))
        return record

    def _with_found_commit(self, workspace: "Workspace", record: Record) -> Record:
        """Add the commit that a run made before it was killed, without recording it."""
        begun, committing = record.begun, workspace.committing
        if begun is None or committing is None:
            return record
        commit = committing.find(begun)
        if commit is None:
            return replace(record, begun=None)
        return replace(record, commit=commit, commit_before=begun.before, begun=None)

    @staticmethod
    def _await_index(workspace: "Workspace") -> None:
        if workspace.repository is not None:
            workspace.repository.git.await_index()

    def _uncommit(self, workspace: "Workspace", record: Record) -> str | None:
        """Undo the commit of a record, unless it is undone already. Returns the commit."""
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
    """The journal records of this run, by file, without undone ones; notes in them what git did.

    Args:
        journal: The journal with the records.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._ids: dict[str, list[str]] = {}

    def add(self, paths: Iterable[str], id: str) -> None:
        """Add the record of files that were written or redone."""
        for path in paths:
            self._ids.setdefault(path, []).append(id)

    def remove(self, record: Record) -> None:
        """Remove a record that was undone."""
        for file in record.files:
            self._ids[file.path] = [id for id in self._ids.get(file.path, []) if id != record.id]

    def staged(self, files: Sequence[StagedFile]) -> None:
        """Record what was staged, so that undo restores the index too."""
        by_record: dict[str, tuple[StagedFile, ...]] = {}
        for file in files:
            for id in self._last([file.path]):
                by_record[id] = (*by_record.get(id, ()), file)
        # Staging succeeded, even if the journal cannot record it.
        with suppress(OSError):
            _amend_records(self._journal, by_record, lambda r: replace(r, staged=r.staged + by_record[r.id]))

    def committing(self, paths: Iterable[str], begun: CommitBegun | None) -> None:
        """Record a commit before git makes it; None records that git made none."""
        with suppress(OSError):
            _amend_records(self._journal, self._last(paths), lambda r: replace(r, begun=begun))

    def committed(self, paths: Iterable[str], result: CommitResult) -> None:
        """Record a commit, so that undo undoes it too."""
        with suppress(OSError):
            _amend_records(
                self._journal,
                self._last(paths),
                lambda r: replace(r, commit=result.commit, commit_before=result.before, begun=None),
            )

    def _last(self, paths: Iterable[str]) -> list[str]:
        return [ids[-1] for path in paths if (ids := self._ids.get(path))]


def _amend_records(journal: Journal, ids: Iterable[str], change: Callable[[Record], Record]) -> None:
    """Change settled records. Those that the journal no longer has are skipped."""
    ids = frozenset(ids)
    if ids:
        for record in journal.records():
            if record.id in ids and (changed := change(record)) != record:
                journal.amend(changed)


def _recover_staged(
    repository: Repository, record: Record, content: Callable[[str], bytes]
) -> list[StagedFile]:
    """Find index entries staged by a run that was killed before recording them.

    These hold exactly what staging the record gives, are not in the record, and differ from HEAD.

    Args:
        repository: The repository at the record's root.
        record: A written record.
        content: Returns the bytes of a digest.

    Raises:
        GitFailed: With git's own message.
        OSError: The bytes cannot be read.
    """
    named = {file.path for file in record.staged}
    files = [file for file in record.files if file.path not in named and file.path in record.entries]
    now = repository.index.entries([file.path for file in files])
    changed = [file for file in files if now.get(file.path) != record.entries[file.path]]
    if not changed:
        return []
    staged = frozenset(repository.staged())
    contents = _StagedContents(repository, record, content)
    return [
        StagedFile(
            file.path, record.entries[file.path], entry, contents.source(file), contents.moved_from(file)
        )
        for file in changed
        if file.path in staged and contents.matches(file, entry := now.get(file.path))
    ]


class _StagedContents:
    """Computes the content that staging gives for the files of a record."""

    def __init__(self, repository: Repository, record: Record, content: Callable[[str], bytes]) -> None:
        self._blobs = Blobs(repository.git)
        self._entries = record.entries
        self._content = content
        self._before = {file.path: file.before for file in record.files}

    def moved_from(self, file: FileRecord) -> str | None:
        """The path that the file was moved from, if it was."""
        return file.like if file.before is None and file.like in self._entries else None

    def source(self, file: FileRecord) -> IndexEntry | None:
        """The index entry of the path that the file was moved from, if it was."""
        source = self.moved_from(file)
        return None if source is None else self._entries[source]

    def matches(self, file: FileRecord, entry: IndexEntry | None) -> bool:
        """True if an index entry has the content that staging a file gives."""
        if file.after is None or entry is None:
            return file.after is None and entry is None
        if entry.is_unmerged or entry.intent_to_add:
            return False
        source = self.moved_from(file)
        try:
            content = self._content_of(file, source)
        except FilterFailed:
            return False
        return content is not None and self._blobs.write([content]) == [entry.object]

    def _content_of(self, file: FileRecord, source: str | None) -> bytes | None:
        path = source or file.path
        entry, digest = self._entries[path], self._before[path]
        if entry is not None and (entry.is_unmerged or entry.intent_to_add):
            return None
        base = None if entry is None else self._blobs.read([entry.object])[entry.object]
        self._blobs.look_up([path, file.path])
        before, after = (
            None if name is None else self._blobs.cleaned(FileBytes(at, self._content(name), base or b""))
            for at, name in ((path, digest), (file.path, file.after))
        )
        if before is None or base is None or after is None:
            return after if before is None and base is None else None
        return transplant(before, after, base)
