"""One tree on disk and its git repository. The rest of the program reaches both through `Workspace`."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import uuid4

from editreview.errors import GitFailed, Reason, Refused, UsageError, WriteFailed
from editreview.text import Absent, Snapshot, sha256_of
from editreview.user_folders import state_folder
from editreview.workspace import disk
from editreview.workspace.git import (
    CommitSummary,
    FileState,
    FileStatus,
    IndexEntry,
    OutputCallback,
    Repository,
    ignore_output,
    moved_away,
    without_git,
)
from editreview.workspace.journal import (
    BlockRecord,
    CommitBegun,
    EarlierWrite,
    FileRecord,
    FileWrite,
    Journal,
    Receipt,
    Record,
    RecordState,
    StagedFile,
    TextChange,
    WriteStep,
    earlier_writes,
    written_since,
)
from editreview.workspace.root import MAX_FILE_SIZE, Root, digest, is_git_folder, read
from editreview.workspace.saved import RuleStore, RunLog, SavedReview, SavedReviews, ShownTexts, TreeIndex
from editreview.workspace.staging import CommitRequest, CommitResult, Committing, Staging

if TYPE_CHECKING:
    from editreview.workspace.comparison import Comparison, DecidedFile
    from editreview.workspace.transaction import Recovered
    from editreview.workspace.undo import RunJournal, Undoing

_MAX_SEARCHED = 2_000_000
"""Bytes; without git, larger files are not searched."""
_TIMEOUT_S = 10.0
"""Seconds to wait for another run that is writing."""
_NO_MOVES: Mapping[str, str] = MappingProxyType({})


class Workspace:
    """Reads, writes, stages and commits files below one root."""

    def __init__(self, root: Root, repository: Repository | None) -> None:
        self.root = root
        self.repository = repository
        self.staging: Staging | None = None
        self.committing: Committing | None = None
        if repository is not None:
            self.staging = Staging(repository, self.bytes_of)
            self.committing = Committing(repository, self.staging)
        self.recovered: Recovered | None = None
        """The recovery of a run that was killed while it wrote, if there was one."""
        self.stages = True
        """False if nothing will be staged. Then files are not compared with the index, for which git
        would run the repository's filters."""
        self.comparison: Comparison | None = None
        """The comparison with a base, if one is under review: its files are read as they were."""
        self.git_note: str | None = None
        """A message about git here: it cannot be used, or `core.worktree` names another work tree."""
        self.not_kept: str | None = None
        """A message if writes of this run cannot be undone."""
        self.not_resumed: str | None = None
        """A message if writes of earlier runs cannot be staged."""

    @classmethod
    def open(cls, folder: Path | None = None) -> "Workspace":
        """The workspace of a folder.

        Args:
            folder: None for the git work tree that the current folder is in, or the current folder itself.

        Raises:
            UsageError: The folder is inside git's own folder, or no longer exists.
        """
        start = disk.real_path(folder or disk.current_folder())
        if any(is_git_folder(name) for name in start.parts):
            raise UsageError(f"{start} is inside git's own folder; nothing there may be edited")
        repository = Repository.around(start)
        if repository is None:
            workspace = cls(Root(start), None)
            workspace.git_note = without_git(start) or moved_away(start)
            return workspace
        if folder is None and start != repository.top:
            start = repository.top
            repository = Repository(start, start, repository.git_folders, repository.private_folder)
        workspace = cls(Root(start, repository.git_folders), repository)
        if repository.is_moved:
            workspace.git_note = f"core.worktree is set: the root is {start}"
        return workspace

    @property
    def below_top(self) -> str:
        """The root relative to the top of the work tree: empty, or a path with a slash at its end."""
        if self.repository is None or self.repository.top == self.root.folder:
            return ""
        return f"{self.root.folder.relative_to(self.repository.top).as_posix()}/"

    def locate(self, written: str) -> str:
        """See `Root.locate`."""
        return self.root.locate(written)

    def is_link(self, written: str) -> bool:
        """See `Root.is_link`."""
        return self.root.is_link(written)

    def is_elsewhere(self, written: str, *, is_new: bool) -> bool:
        """See `Root.is_elsewhere`."""
        return self.root.is_elsewhere(written, is_new=is_new)

    def named(self, name: str) -> str:
        """The path of a file that the user names: relative to the current folder, or else to the root.

        Raises:
            Refused: See `Root.locate`.
        """
        if disk.is_file(name):
            here = disk.real_path(Path(name))
            if here.is_relative_to(self.root.folder):
                return self.locate(here.relative_to(self.root.folder).as_posix())
        return self.locate(name)

    def named_folder(self, name: str) -> str | None:
        """The folder that the user names, relative to the root and with a slash at its end.

        Empty for the root; None if the name, relative to the current folder or else to the root, is that of
        no folder in the tree.
        """
        for folder in (Path(name), self.root.folder / name):
            if disk.is_folder(folder):
                here = disk.real_path(folder)
                if here == self.root.folder:
                    return ""
                if here.is_relative_to(self.root.folder):
                    return f"{here.relative_to(self.root.folder).as_posix()}/"
        return None

    def changed(self) -> list[str]:
        """The files that differ from the last commit, including new ones that git does not ignore.

        Raises:
            UsageError: There is no git repository.
        """
        if self.repository is None:
            raise UsageError(
                f"{self.root.folder} is not in a git repository: there is no commit to compare with"
            )
        return self.repository.changed()

    def exists(self, path: str) -> bool:
        """True if anything is at a path relative to the root."""
        if self.comparison is not None and path in self.comparison:
            return self.comparison.before(path) is not None
        return disk.exists(self.root.absolute(path))

    def size(self, path: str) -> int:
        """The size of a file in bytes.

        Raises:
            OSError: It cannot be accessed.
        """
        return disk.size_and_mode(self.root.absolute(path))[0]

    def is_folder(self, written: str) -> bool:
        """True if a path, as a response writes it, is the root or a folder below it."""
        try:
            self.root.locate(written)
        except Refused as refused:
            return refused.reason is Reason.IS_DIRECTORY
        return False

    def ignored(self, paths: Iterable[str]) -> list[str]:
        """The paths that git ignores, or would if they existed; none without git."""
        return [] if self.repository is None else self.repository.ignored(list(paths))

    def paths(self) -> list[str]:
        """Every file below the root that git does not ignore; without git, every file."""
        if self.repository is not None:
            return self.repository.files()
        return list(self._walk())

    def _walk(self) -> Iterator[str]:
        for path in disk.files_below(self.root.folder):
            yield path.relative_to(self.root.folder).as_posix()

    def holding(self, lines: Sequence[str], timeout: float, likely: Sequence[str] = ()) -> list[str]:
        """The files that contain each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            timeout: Seconds after which the search stops.
            likely: Files to search first without git.
        """
        if self.repository is not None:
            return self.repository.holding(lines, timeout)
        texts = [line.encode("utf-8", "surrogatepass") for line in lines]
        until = monotonic() + timeout
        found: list[str] = []
        for path in dict.fromkeys(chain(likely, self._walk())):
            if monotonic() > until:
                break
            if self._has_all(path, texts):
                found.append(path)
        return found

    def _has_all(self, path: str, texts: Sequence[bytes]) -> bool:
        """True if the file at the path can be read and contains all of the texts."""
        file = self.root.absolute(path)
        try:
            if disk.kind(file) is not disk.PathKind.FILE or disk.size_and_mode(file)[0] > _MAX_SEARCHED:
                return False
            data = disk.read_bytes(file)
        except OSError:
            return False
        return all(text in data for text in texts)

    def before_losing(self, text: str, path: str, timeout: float) -> tuple[CommitSummary, str] | None:
        """The last commit that removed or added a text in a file, and the file before that commit."""
        found = None if self.repository is None else self.repository.before_losing(text, path, timeout)
        return None if found is None else (found[0], found[1].decode("utf-8", "replace"))

    def committed(self, path: str) -> str | None:
        """The text of a file in the last commit; None if it has none, or if a base stands for the files."""
        if self.repository is None or self.comparison is not None:
            return None
        data = self.repository.committed(path)
        return None if data is None else data.decode("utf-8", "replace")

    def read(self, path: str) -> Snapshot | Absent:
        """See `root.read`; a file that is compared with a base is read as it was."""
        if self.comparison is not None and path in self.comparison:
            return self.comparison.read(self.root, path)
        return read(self.root, path)

    def read_if_there(self, written: str) -> Snapshot | None:
        """The file at a path as written; None if there is none, or it must not be read."""
        try:
            found = self.read(self.locate(written))
        except Refused:
            return None
        return found if isinstance(found, Snapshot) else None

    def look(self, path: str) -> Snapshot | Absent:
        """Read a file that will not be written; see `root.read`."""
        return read(self.root, path, only_looks=True)

    def line_end(self, path: str) -> str:
        """The line end for a new file, as git would check it out."""
        on_disk = None if self.comparison is None else self.comparison.line_end(path)
        if on_disk is not None:
            return on_disk
        return "\n" if self.repository is None else self.repository.line_ends.of(path)

    def digest(self, path: str) -> str | None:
        """The digest of a file now; None if it does not exist or cannot be read."""
        try:
            found = self.read(path)
        except Refused:
            return None
        return found.digest if isinstance(found, Snapshot) else None

    def apply(
        self,
        writes: Iterable[FileWrite],
        moves: Mapping[str, str] = _NO_MOVES,
        blocks: tuple[BlockRecord, ...] = (),
    ) -> Receipt:
        """Write all files or none, and remember what was written, to be staged.

        Args:
            writes: The files.
            moves: Old paths of moved files, by new path.
            blocks: The blocks that are applied, for the journal.

        Raises:
            TreeError: Nothing was written.
        """
        writes = tuple(writes)
        if not writes:
            return Receipt()
        with self.alone():
            self.undoing.finish_interrupted()
            return self._apply(writes, moves, blocks)

    def compare(self, base: str, name: str = "", *, is_snapshot: bool = False) -> "Comparison":
        """Compare the files with a base: see `comparison.compare`. Changes nothing.

        Raises:
            UsageError: There is no repository, or no such commit.
            GitFailed: With git's own message.
        """
        if self.repository is None:
            raise UsageError(
                f"{self.root.folder} is not in a git repository: there is nothing to compare with"
            )
        # Imported on first use, as all that most reviews, or their first frame, do not need.
        from editreview.workspace.comparison import compare

        return compare(self.root, self.repository, base, name, is_snapshot=is_snapshot)

    def apply_decisions(self, files: "Sequence[DecidedFile]") -> tuple[Receipt, str]:
        """Write files without what was rejected, all or none, and remember what was accepted, to be staged.

        Args:
            files: The files that decisions change.

        Returns:
            The receipt of what was written, and the id of the decisions: see `record_decisions_undone`.

        Raises:
            TreeError: Nothing was written.
        """
        from editreview.workspace.transaction import perform

        assert self.comparison is not None
        writes = [
            FileWrite(file.path, _digest(file.tree.before), file.tree.after, file.mode)
            for file in files
            if file.tree.before != file.tree.after
        ]
        with self.alone():
            self.undoing.finish_interrupted()
            paths = [write.path for write in writes]
            receipt = perform(self.root, tuple(writes), self.journal, self._entries(paths))
            if writes and receipt.record is None:
                self.not_kept = f"{self._tree_folder} is not writable, so these changes cannot be undone"
            elif receipt.record is not None:
                self._recorded.add(paths, receipt.record)
            self._record_accepted(files)
            id = uuid4().hex
            self.comparison.record_decided(id, files)
            self._keep_base()
        return receipt, id

    def keep_base(self) -> None:
        """Let the snapshot go on with what was accepted and staged: the next review does not show it again.

        What is still to be staged, or was unstaged, is shown again.
        """
        if self.comparison is not None and self.comparison.is_snapshot:
            with self._recording():
                self._keep_base()

    def _keep_base(self) -> None:
        """Store the snapshot that `keep_base` promises. The caller holds the tree's lock."""
        comparison = self.comparison
        if comparison is None or not comparison.is_snapshot or self.repository is None:
            return
        to_stage = self.to_stage
        files = [
            (path, comparison.opened(path) if path in to_stage else comparison.before(path))
            for path in comparison.decided
        ]
        from editreview.workspace.scratch import put_into_snapshot

        put_into_snapshot(self.repository, [(path, data, comparison.mode(path)) for path, data in files])

    def record_decisions_undone(self, id: str) -> None:
        """Record that decisions were undone on disk."""
        assert self.comparison is not None
        files = self.comparison.record_undone(id)
        if self.staging is not None:
            self.staging.forget(file.path for file in files)
            self.staging.forget_staged_by_others(file.path for file in files)
        self.keep_base()

    def record_decisions_redone(self, id: str) -> None:
        """Record that undone decisions were redone on disk."""
        assert self.comparison is not None
        files = self.comparison.record_redone(id)
        self._record_accepted(files)
        self.keep_base()

    def _record_accepted(self, files: "Iterable[DecidedFile]") -> None:
        """Remember the accepted changes of compared files, to be staged."""
        from editreview.workspace.comparison import file_status_of

        if self.staging is None or not self.stages:
            return
        files = list(files)
        entries = self._entries([file.path for file in files])
        there = [entry for entry in entries.values() if entry is not None]
        names = [each.object for each in there if FileState.of_entry(each) in (None, FileState.HIDDEN)]
        contents = self.staging.contents(names)
        for file in files:
            entry = entries[file.path]
            step = file.base
            is_there = entry is not None and not entry.intent_to_add
            staged = contents.get(entry.object) if entry is not None and is_there else None
            if self.staging.is_staged_as(file.path, file.tree.before, staged):
                # All of it was staged before: only what was rejected changes the index.
                step = file.tree
                if file.base.before != file.base.after == file.tree.after:
                    self.staging.record_staged_by_others(file.path, file.base.before, entry)
            if step.before == step.after:
                continue
            status = file_status_of(entry, was_there=step.before is not None)
            self.staging.record_accepted(file.path, file.mode, (step, file.tree), status)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the tree's lock, and recover first from a run that was killed while it wrote.

        Raises:
            WriteFailed: Another run is writing, or the recovery failed.
        """
        from editreview.workspace.transaction import recover

        # Without the lock, two runs that both found a file as expected would overwrite each other.
        with ExitStack() as stack:
            try:
                stack.enter_context(disk.locked(self._tree_folder / "lock", _TIMEOUT_S))
            except TimeoutError as error:
                raise WriteFailed(
                    "another editreview is writing in this tree. Nothing was written; run again."
                ) from error
            self.recovered = recover(self.journal, self.git_folders) or self.recovered
            yield

    def recover(self) -> None:
        """Recover from a run that was killed while it wrote, and note it in `recovered`.

        Call it before reading anything. Without such a run it costs two folder listings.

        Raises:
            WriteFailed: The recovery failed.
        """
        try:
            is_open = self.journal.pending() is not None
        except OSError:
            return
        if self.repository is not None and disk.names_in(self.repository.tree_notes):
            from editreview.workspace.scratch import remove_left_trees

            remove_left_trees(self.repository)
        if is_open:
            with self.alone():
                return

    @cached_property
    def undoing(self) -> "Undoing":
        """Undo and redo of this run and earlier ones."""
        from editreview.workspace.undo import Undoing

        return Undoing(self)

    def at(self, folder: Path) -> "Workspace":
        """The workspace of another root in the same tree, or this one if the root is the same."""
        folder = disk.real_path(folder)
        return self if folder == self.root.folder else Workspace.open(folder)

    @cached_property
    def journal(self) -> Journal:
        """The journal of writes to this tree."""
        tree = self.root.folder if self.repository is None else self.repository.top
        return Journal(self._tree_folder / "journal", tree)

    def records_since(self, time: float) -> list[Record]:
        """The journal's records of writes below this root, the oldest first; none if it cannot be read.

        Args:
            time: The time, in seconds since the epoch.
        """
        try:
            records = self.journal.records()
        except OSError:
            return []
        root = self.below_top.rstrip("/")
        return [record for record in records if record.time >= time and record.root == root]

    @cached_property
    def _recorded(self) -> "RunJournal":
        """The journal records of this run."""
        from editreview.workspace.undo import RunJournal

        return RunJournal(self.journal)

    @property
    def git_folders(self) -> tuple[Path, ...]:
        """Git's own folders."""
        return () if self.repository is None else self.repository.git_folders

    @cached_property
    def _tree_folder(self) -> Path:
        """The private folder for data of this tree."""
        folder = self._private_folder()
        if self.repository is not None:
            return folder
        # Without git, the user's state folder is shared by all trees.
        name = sha256_of(os.fsencode(self.root.folder))[:16]
        return folder / "trees" / name

    def _apply(
        self, writes: Sequence[FileWrite], moves: Mapping[str, str], blocks: tuple[BlockRecord, ...]
    ) -> Receipt:
        from editreview.workspace.transaction import originals, perform

        paths = [write.path for write in writes]
        statuses = self.statuses(paths)
        found = originals(self.root, {write.path: write.expected for write in writes})
        before = {path: original.data for path, original in found.items()}
        entries = self._entries(paths) if not statuses else {p: each.entry for p, each in statuses.items()}
        receipt = perform(self.root, writes, self.journal, entries, blocks)
        if receipt.record is None:
            self.not_kept = f"{self._tree_folder} is not writable, so these changes cannot be undone"
        else:
            self._recorded.add(paths, receipt.record)
        if self.staging is not None and statuses:
            self.staging.record_write(writes, before, statuses, moves)
        return receipt

    def _entries(self, paths: Sequence[str]) -> dict[str, IndexEntry | None]:
        """The index entries of files, None for those without one; empty without git."""
        if self.repository is None:
            return {}
        found = self.repository.index.entries(paths)
        return {path: found.get(path) for path in paths}

    def statuses(self, paths: Sequence[str]) -> dict[str, FileStatus]:
        """The status of files against the index; empty without git, or if nothing will be staged."""
        return {} if self.repository is None or not self.stages else self.repository.statuses(paths)

    def record_undo(self, record: Record) -> None:
        """Record that the files of a record were undone. Its index entries follow."""
        self._recorded.remove(record)
        if self.staging is None or self.comparison is not None:
            # What was accepted of compared files is not what was written: see `record_decisions_undone`.
            return
        with suppress(OSError):
            content = self._content_of(record)
            steps = {file.path: WriteStep(content(file.before), content(file.after)) for file in record.files}
            self.staging.record_undo(steps, record.staged)

    def record_redo(self, record: Record, statuses: Mapping[str, FileStatus]) -> None:
        """Record that the files of a record were redone.

        Args:
            record: The record.
            statuses: The status of its files before they were written again.
        """
        self._recorded.add((file.path for file in record.files), record.id)
        if self.comparison is not None:
            return
        with suppress(OSError):
            self._record_written(record, statuses)

    def resume_writes(self, ids: Collection[str]) -> None:
        """Let this run stage and commit what earlier runs wrote. If git fails, `notes` says so.

        Args:
            ids: Records of these runs. Those undone, or no longer in the journal, are skipped.
        """
        try:
            self._resume_writes(ids)
        except GitFailed as error:
            self.not_resumed = (
                f"edits of the earlier run cannot be staged here: {error}. Stage them with `git add`"
            )

    def _resume_writes(self, ids: Collection[str]) -> None:
        records = [record for record in self.records_since(0) if record.id in ids]
        records = [record for record in records if record.state is RecordState.WRITTEN]
        for record in records:
            self._recorded.add((file.path for file in record.files), record.id)
        staging, repository = self.staging, self.repository
        if staging is None or repository is None or not self.stages or not records:
            return
        uncommitted = frozenset(repository.staged())
        for record in records:
            # Without their bytes, its files cannot be told apart from the user's changes.
            with suppress(OSError):
                self._record_written(record, self._earlier_statuses(record))
                staging.record_staged(record.staged, uncommitted if record.commit is None else ())
        now = repository.statuses(sorted(staging.to_stage))
        staging.forget(path for path, each in now.items() if each.state.is_whole)

    def _earlier_statuses(self, record: Record) -> dict[str, FileStatus]:
        """The status of the files of a record before it was written."""
        entries = {file.path: record.entries.get(file.path) for file in record.files}
        states = {
            file.path: FileState.of_earlier(entries[file.path], existed=file.before is not None)
            for file in record.files
        }
        new = [path for path, state in states.items() if state is FileState.NEW]
        states |= dict.fromkeys(self.ignored(new), FileState.IGNORED)
        return {path: FileStatus(state, entries[path]) for path, state in states.items()}

    def _record_written(self, record: Record, statuses: Mapping[str, FileStatus]) -> None:
        """Record what a record wrote, as it is to be staged.

        Raises:
            OSError: The journal no longer has its bytes.
        """
        if self.staging is None:
            return
        content = self._content_of(record)
        writes = [FileWrite(f.path, f.before, content(f.after), f.mode, f.like) for f in record.files]
        before = {file.path: content(file.before) for file in record.files}
        self.staging.record_write(writes, before, statuses, record.moves)

    def _content_of(self, record: Record) -> Callable[[str | None], bytes | None]:
        return lambda digest: None if digest is None else self.journal.content(record, digest)

    @property
    def to_stage(self) -> frozenset[str]:
        """Files written here that are to be staged."""
        return frozenset() if self.staging is None else frozenset(self.staging.to_stage)

    @property
    def staged(self) -> frozenset[str]:
        """Files staged here that are not committed yet."""
        return frozenset() if self.staging is None else frozenset(self.staging.staged)

    @property
    def staged_ever(self) -> frozenset[str]:
        """Files staged here, committed or not."""
        return self.staged if self.committing is None else self.staged | self.committing.committed

    @property
    def not_staged(self) -> dict[str, str]:
        """Messages for files written here that cannot be staged, by path."""
        return {} if self.staging is None else dict(self.staging.not_staged)

    def stage(self) -> list[StagedFile]:
        """Stage what was written here: see `Staging.stage`. Does nothing without git.

        Raises:
            GitFailed: With git's own message, or another run is writing in this tree.
        """
        if self.staging is None:
            return []
        try:
            with disk.locked(self._tree_folder / "lock", _TIMEOUT_S):
                staged = self.staging.stage()
                self._recorded.staged(staged)
                self._keep_base()
                return staged
        except TimeoutError as error:
            raise GitFailed("another editreview is writing in this tree. Nothing was staged.") from error

    def notes(self) -> list[str]:
        """Messages for the user about the tree."""
        notes = [each for each in (self.git_note, self.recovered and str(self.recovered)) if each]
        notes += [f"{path}: {why}" for path, why in self.not_staged.items()]
        return [*notes, *filter(None, (self.not_kept, self.not_resumed))]

    def in_progress(self) -> str | None:
        """The operation that the user has not finished, such as `a merge`; None if there is none."""
        return None if self.repository is None else self.repository.in_progress()

    def staged_by_user(self) -> list[str]:
        """Files with changes that the user staged: see `Committing.staged_by_user`."""
        return [] if self.committing is None else self.committing.staged_by_user()

    def to_commit(self) -> list[TextChange]:
        """The texts that the next commit changes: see `Committing.changes`."""
        return [] if self.committing is None else self.committing.changes()

    def commit(self, request: CommitRequest, on_output: OutputCallback = ignore_output) -> CommitResult:
        """Commit what was staged here: see `Committing.commit`.

        Raises:
            GitFailed: There is nothing to commit, or git or a hook refused.
        """
        if self.committing is None:
            raise GitFailed("This folder is not in a git repository")
        files = self.staged

        def record_begin(begun: CommitBegun | None) -> None:
            with self._recording():
                self._recorded.committing(files, begun)

        try:
            result = self.committing.commit(request, on_output, record_begin)
        except GitFailed:
            record_begin(None)
            raise
        with self._recording():
            self._recorded.committed(files, result)
        return result

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """Hold the tree's lock while a record changes, if it is free in time: the commit already happened."""
        with ExitStack() as stack:
            with suppress(TimeoutError):
                stack.enter_context(disk.locked(self._tree_folder / "lock", _TIMEOUT_S))
            yield

    def staged_since_written(self) -> list[str]:
        """The staged files that earlier runs wrote, and that were not committed since.

        Raises:
            GitFailed: With git's own message.
        """
        repository = self.repository
        if repository is None:
            return []
        staged = {repository.git.from_top(path): path for path in repository.staged()}
        found: dict[str, None] = {}
        for record in self.journal.records():
            if record.state is not RecordState.WRITTEN or record.commit is not None:
                continue
            for file in record.files:
                name = (Path(record.root) / file.path).as_posix()
                if name in staged and not self._is_committed(repository, name, file, record.time):
                    found[staged[name]] = None
        return list(found)

    @staticmethod
    def _is_committed(repository: Repository, name: str, file: FileRecord, written: float) -> bool:
        """True if a file, by its path from the top, was committed after it was written at that time."""
        done = repository.git.ask("cat-file", "blob", f"HEAD:{name}")
        head = None if done is None or done.status else digest(done.out)
        if head in (file.before, file.after):
            return head == file.after
        options = ("--no-show-signature", "--no-follow", "--format=%ct")
        done = repository.git.ask("log", "-1", *options, "HEAD", "--", repository.git.from_folder(name))
        time = "" if done is None or done.status else done.out.decode("ascii", "replace").strip()
        return bool(time) and int(time) > written

    def head(self) -> str | None:
        """The last commit; None without one, or without git."""
        return None if self.committing is None else self.committing.head()

    def end_commit(self) -> None:
        """End git and its hooks while they commit. Waits for that; call it on another thread."""
        if self.repository is not None:
            self.repository.git.end_command()

    def recommit(self, commit: CommitResult) -> None:
        """Restore a commit that was undone: see `Committing.recommit`.

        Raises:
            GitFailed: HEAD has moved since.
        """
        if self.committing is None:
            raise GitFailed("This folder is not in a git repository")
        if self.committing.head() != commit.before:
            raise GitFailed("cannot redo the commit: HEAD has moved since")
        self.committing.recommit(commit.commit)

    def uncommit(self, commit: CommitResult) -> None:
        """Undo a commit: see `Committing.uncommit`.

        Raises:
            GitFailed: HEAD has moved since, or the commit was pushed.
        """
        if self.committing is None:
            raise GitFailed("This folder is not in a git repository")
        self.committing.uncommit(commit.commit, commit.before)

    def keep(self, name: str, data: bytes) -> Path:
        """Write a private file that a later run can read with `read_kept`. Returns its path."""
        path = self._tree_folder / name
        disk.write_private(path, data)
        return path

    def keep_files(self, group: str, files: Mapping[str, bytes], most: int) -> Path:
        """Write private files into a new folder.

        Args:
            group: The folder above it.
            files: The bytes of each, by path relative to the new folder.
            most: The number of folders of the group that are kept; the oldest are removed.

        Returns:
            The new folder.

        Raises:
            OSError: They cannot be written.
        """
        import shutil
        import time

        above = disk.real_path(self._tree_folder) / group
        name = time.strftime("%Y%m%d-%H%M%S")
        names = chain([name], (f"{name}-{n}" for n in count(2)))
        folder = next(above / name for name in names if not disk.exists(above / name))
        for path, data in files.items():
            disk.write_private(folder / path, data)
        for name in sorted(disk.names_in(above))[:-most]:
            shutil.rmtree(above / name, ignore_errors=True)
        return folder

    def read_kept(self, name: str) -> bytes | None:
        """The data that `keep` wrote under this name; None if there is none."""
        try:
            return disk.read_bytes(self._tree_folder / name)
        except OSError:
            return None

    @property
    def _reviews_folder(self) -> Path:
        # Git spells its folder relative to the root, which may be below the top.
        return disk.real_path(self._tree_folder) / "reviews"

    @property
    def saved_reviews(self) -> SavedReviews:
        """The saved reviews of this tree."""
        folder = self._reviews_folder
        return SavedReviews(folder, lambda: _tree_index().add(self.root.folder, folder))

    def earlier_writes(
        self, path: str | None = None, responses: frozenset[str] | None = None
    ) -> Iterator[EarlierWrite]:
        """The writes of earlier runs, the newest first: see `earlier_writes`."""
        return earlier_writes(self.journal, self.below_top, path, responses)

    def written_since(self, time: float) -> frozenset[str]:
        """The files that runs have written since a time, in seconds since the epoch."""
        return written_since(self.journal, self.below_top, time)

    def keep_shown(self, found: Iterable[Snapshot]) -> None:
        """Remember the texts of files as shown in a prompt. A later response's line numbers refer to them."""
        self._shown_texts.keep([(f"{self.below_top}{each.path}", each.text) for each in found])

    def text_shown(self, path: str) -> tuple[str, float] | None:
        """The text of a file as last shown in a prompt, and when, in seconds since the epoch.

        None if it was not shown, or too long ago.
        """
        return self._shown_texts.text(f"{self.below_top}{path}")

    @property
    def _shown_texts(self) -> ShownTexts:
        return ShownTexts(self._tree_folder / "shown")

    @property
    def kept_rules(self) -> RuleStore:
        """The rules of permissions that the user always allows in this tree."""
        first = self.repository.first_commit if self.repository is not None else str
        return RuleStore(state_folder() / "permissions", self.root.folder, first)

    def _private_folder(self) -> Path:
        if self.repository is not None:
            return self.repository.private_folder
        return state_folder()

    def bytes_of(self, path: str) -> bytes | None:
        """The bytes of a file; None if it does not exist or cannot be read."""
        try:
            with disk.entry(self.root.folder, path) as entry:
                return entry.read(MAX_FILE_SIZE)[0]
        except OSError:
            return None


def _digest(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def log_of_runs() -> RunLog:
    """The log of runs, in the user's own state."""
    return RunLog(state_folder() / "runs")


def _tree_index() -> TreeIndex:
    return TreeIndex(state_folder() / "reviews")


def saved_reviews_everywhere(current: Workspace) -> list[tuple[Path, SavedReview]]:
    """The saved reviews of a tree and of all others that are known, the newest first. Removes old ones.

    Args:
        current: The tree, which may have reviews that are older than the index.

    Returns:
        The root of the tree and the review.
    """
    folders = {current._reviews_folder: current.root.folder}
    for tree in _tree_index().trees():
        folders.setdefault(Path(tree.folder), Path(tree.root))
    found: list[tuple[Path, SavedReview]] = []
    for folder, root in folders.items():
        # In a tree that is gone, or that has no more reviews, none begins that would do it.
        reviews = SavedReviews(folder)
        reviews.prune()
        found += ((root, saved) for saved in reviews.begun())
    return sorted(found, key=lambda each: each[1].began_ms, reverse=True)
