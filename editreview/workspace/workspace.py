"""One tree on disk and its git repository: the only way the review reaches either."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from time import monotonic
from types import MappingProxyType

from editreview.errors import GitFailed, Reason, Refused, UsageError, WriteFailed
from editreview.texts import Absent, Snapshot
from editreview.workspace import disk
from editreview.workspace.committing import CommitMade, Committing, CommitWanted
from editreview.workspace.git import OutputCallback, ignore_output
from editreview.workspace.git_index import IndexEntry
from editreview.workspace.history import EarlierWrite, earlier_writes
from editreview.workspace.journal import BlockRecord, Journal, Record
from editreview.workspace.pending import StagedFile, WriteStep
from editreview.workspace.repository import CommitSummary, Repository, Standing, moved_away
from editreview.workspace.root import LARGEST, Root, is_git_folder, read
from editreview.workspace.saved import SavedReviews
from editreview.workspace.shown_texts import ShownTexts
from editreview.workspace.staging import Staging
from editreview.workspace.transaction import (
    FileWrite,
    Receipt,
    Recovered,
    Transaction,
    originals,
    perform,
    recover,
)
from editreview.workspace.undo import RunJournal, Undoing

_MOST_SEARCHED = 2_000_000
"""Bytes of a file above which it is not searched without git."""
_TIMEOUT_S = 10.0
"""Seconds to wait for another run that writes."""
NO_MOVES: Mapping[str, str] = MappingProxyType({})


class Workspace:
    """Reads, writes, stages and commits under one root."""

    def __init__(self, root: Root, repository: Repository | None) -> None:
        self.root = root
        self.repository = repository
        self.staging: Staging | None = None
        self.committing: Committing | None = None
        if repository is not None:
            self.staging = Staging(repository, self._bytes)
            self.committing = Committing(repository, self.staging)
        self.recovered: Recovered | None = None
        """What was done about a run that had been killed while it wrote."""
        self.stages = True
        """Writes are to be staged. Else git is not asked how files stand to the index, for which it
        runs filters of the repository's."""
        self.moved: str | None = None
        """A message if a setting of git makes another folder the work tree than the one that holds `.git`."""
        self.not_kept: str | None = None
        """Why what was written here cannot be undone, if it cannot."""

    @classmethod
    def open(cls, folder: Path | None = None) -> "Workspace":
        """The tree at a folder; without one, the git work tree around the current folder, or that folder.

        Raises:
            UsageError: The folder is git's own.
        """
        start = disk.real_path(folder or Path.cwd())
        if any(is_git_folder(name) for name in start.parts):
            raise UsageError(f"{start} is inside git's own folder: nothing may be edited there")
        repository = Repository.around(start)
        if repository is None:
            workspace = cls(Root(start), None)
            workspace.moved = moved_away(start)
            return workspace
        if folder is None and start != repository.top:
            start = repository.top
            repository = Repository(start, start, repository.git_folders)
        workspace = cls(Root(start, repository.git_folders), repository)
        if repository.is_moved:
            workspace.moved = f"core.worktree moves the work tree: the root is {start}"
        return workspace

    @property
    def below_top(self) -> str:
        """Where the root is, from the top of the work tree: empty, or a path with a slash at its end."""
        if self.repository is None or self.repository.top == self.root.folder:
            return ""
        return f"{self.root.folder.relative_to(self.repository.top).as_posix()}/"

    def locate(self, written: str) -> str:
        """See `Root.locate`."""
        return self.root.locate(written)

    def is_elsewhere(self, written: str, *, is_new: bool) -> bool:
        """See `Root.is_elsewhere`."""
        return self.root.is_elsewhere(written, is_new=is_new)

    def named(self, name: str) -> str:
        """The path of a file that a person names: from the current folder, or else from the root.

        Raises:
            Refused: It may not be touched.
        """
        if disk.is_file(name):
            here = disk.real_path(Path(name))
            if here.is_relative_to(self.root.folder):
                return self.locate(here.relative_to(self.root.folder).as_posix())
        return self.locate(name)

    def exists(self, path: str) -> bool:
        """Whether anything is at a path relative to the root."""
        return disk.exists(self.root.absolute(path))

    def size(self, path: str) -> int:
        """Bytes of a file.

        Raises:
            OSError: It cannot be looked at.
        """
        return disk.size_and_mode(self.root.absolute(path))[0]

    def is_folder(self, written: str) -> bool:
        """Whether a path as a response writes it is a folder below the root, or the root."""
        try:
            self.root.locate(written)
        except Refused as refused:
            return refused.reason is Reason.IS_DIRECTORY
        return False

    def ignored(self, paths: Iterable[str]) -> list[str]:
        """Those files that git ignores, or would if they were there; none without git."""
        return [] if self.repository is None else self.repository._ignored(list(paths))

    def paths(self) -> list[str]:
        """Every file that could be meant, relative to the root: with git, those it does not ignore."""
        if self.repository is not None:
            return self.repository.files()
        return list(self._walk())

    def _walk(self) -> Iterator[str]:
        for path in disk.files_below(self.root.folder):
            yield path.relative_to(self.root.folder).as_posix()

    def holding(self, lines: Sequence[str], timeout: float, likely: Sequence[str] = ()) -> list[str]:
        """The files that hold each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            timeout: Seconds after which the search stops.
            likely: Files to look into first where there is no git to ask.
        """
        if self.repository is not None:
            return self.repository.holding(lines, timeout)
        wanted = [line.encode("utf-8", "surrogatepass") for line in lines]
        until = monotonic() + timeout
        found: list[str] = []
        for path in dict.fromkeys(chain(likely, self._walk())):
            if monotonic() > until:
                break
            if self._holds(path, wanted):
                found.append(path)
        return found

    def _holds(self, path: str, wanted: Sequence[bytes]) -> bool:
        file = self.root.absolute(path)
        try:
            if disk.kind(file) is not disk.PathKind.FILE or disk.size_and_mode(file)[0] > _MOST_SEARCHED:
                return False
            data = disk.read_bytes(file)
        except OSError:
            return False
        return all(text in data for text in wanted)

    def before_losing(self, text: str, path: str, timeout: float) -> tuple[CommitSummary, str] | None:
        """The last commit that took a text out of a file or put it in, and the file before it."""
        found = None if self.repository is None else self.repository.before_losing(text, path, timeout)
        return None if found is None else (found[0], found[1].decode("utf-8", "replace"))

    def read(self, path: str) -> Snapshot | Absent:
        """See `root.read`."""
        return read(self.root, path)

    def line_end(self, path: str) -> str:
        """The line end of a file that has none yet, as git would check it out."""
        return "\n" if self.repository is None else self.repository.line_ends.of(path)

    def digest(self, path: str) -> str | None:
        """Of what a file holds now; None if there is no file, or none that could be read."""
        try:
            found = self.read(path)
        except Refused:
            return None
        return found.digest if isinstance(found, Snapshot) else None

    def apply(
        self,
        writes: Iterable[FileWrite],
        moves: Mapping[str, str] = NO_MOVES,
        blocks: tuple[BlockRecord, ...] = (),
    ) -> Receipt:
        """Write all files or none, and remember what of them is ours, to be staged.

        Args:
            writes: The files.
            moves: By the new path of a file that is moved, its old one.
            blocks: Those that are applied, for the journal.

        Raises:
            TreeError: Nothing was written.
        """
        transaction = Transaction(tuple(writes))
        if not transaction.writes:
            return Receipt()
        with self.alone():
            self.undoing.settle()
            return self._apply(transaction, moves, blocks)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nothing else of this program writes in the tree, and nothing is on its way.

        Raises:
            WriteFailed: Another run is writing, or what a killed one left cannot be put in order.
        """

        # Two runs that both found a file as expected would else overwrite each other's work.
        with ExitStack() as held:
            try:
                held.enter_context(disk.locked(self._tree_folder / "lock", _TIMEOUT_S))
            except TimeoutError as error:
                raise WriteFailed(
                    "another editreview is writing in this tree. Nothing was written; run again."
                ) from error
            self.recovered = recover(self.journal, self.git_folders) or self.recovered
            yield

    def recover(self) -> None:
        """Put the tree in order if a run was killed while it wrote, and say so in `recovered`.

        To be called before anything is read. Costs a look into one folder where there is nothing to do.

        Raises:
            WriteFailed: It cannot be put in order now.
        """
        try:
            is_open = self.journal.pending() is not None
        except OSError:
            return
        if is_open:
            with self.alone():
                return

    @cached_property
    def undoing(self) -> Undoing:
        """Takes back what was written here, in any run."""
        return Undoing(self)

    def at(self, folder: Path) -> "Workspace":
        """The workspace of another root in the same tree, or this one if it is its root."""
        folder = disk.real_path(folder)
        return self if folder == self.root.folder else Workspace.open(folder)

    @cached_property
    def journal(self) -> Journal:
        """What was written to this tree, and can be taken back."""
        tree = self.root.folder if self.repository is None else self.repository.top
        return Journal(self._tree_folder / "journal", tree)

    @cached_property
    def _recorded(self) -> RunJournal:
        """What was written in this run."""
        return RunJournal(self.journal)

    @property
    def git_folders(self) -> tuple[Path, ...]:
        """Git's own folders."""
        return () if self.repository is None else self.repository.git_folders

    @cached_property
    def _tree_folder(self) -> Path:
        """What this program keeps of this tree alone."""
        folder = self._private_folder()
        if self.repository is not None:
            return folder
        # One person's state folder is for all trees.
        name = sha256(os.fsencode(self.root.folder)).hexdigest()[:16]
        return folder / "trees" / name

    def _apply(
        self, transaction: Transaction, moves: Mapping[str, str], blocks: tuple[BlockRecord, ...]
    ) -> Receipt:
        paths = [write.path for write in transaction.writes]
        standings = self.standings(paths)
        found = originals(self.root, {write.path: write.expected for write in transaction.writes})
        before = {path: original.data for path, original in found.items()}
        held = self._entries(paths) if not standings else {p: each.entry for p, each in standings.items()}
        receipt = perform(self.root, transaction, self.journal, held, blocks)
        if receipt.record is None:
            self.not_kept = f"{self._tree_folder} cannot be written: what was written now cannot be undone"
        else:
            self._recorded.add(paths, receipt.record)
        if self.staging is not None and standings:
            self.staging.wrote(transaction.writes, before, standings, moves)
        return receipt

    def _entries(self, paths: Sequence[str]) -> dict[str, IndexEntry | None]:
        """The index entries of files; empty without git."""
        if self.repository is None:
            return {}
        found = self.repository.index.entries(paths)
        return {path: found.get(path) for path in paths}

    def standings(self, paths: Sequence[str]) -> dict[str, Standing]:
        """The standing of files against the index; empty without git, or if nothing is to be staged."""
        return {} if self.repository is None or not self.stages else self.repository.standings(paths)

    def took_back(self, record: Record) -> None:
        """The files of a record are again as they were before it, and its index entries soon are."""
        self._recorded.remove(record)
        if self.staging is None:
            return
        with suppress(OSError):
            kept = self._kept_of(record)
            steps = {file.path: WriteStep(kept(file.before), kept(file.after)) for file in record.files}
            self.staging.took_back(steps, record.staged)

    def did_again(self, record: Record, standings: Mapping[str, Standing]) -> None:
        """The files of a record were written again.

        Args:
            record: That was taken back.
            standings: How its files stood to the index before they were written again.
        """
        self._recorded.add((file.path for file in record.files), record.id)
        if self.staging is None:
            return
        with suppress(OSError):
            kept = self._kept_of(record)
            writes = [FileWrite(f.path, f.before, kept(f.after), f.mode, f.like) for f in record.files]
            before = {file.path: kept(file.before) for file in record.files}
            self.staging.wrote(writes, before, standings, record.moves)

    def _kept_of(self, record: Record) -> Callable[[str | None], bytes | None]:
        return lambda digest: None if digest is None else self.journal.content(record, digest)

    @property
    def to_stage(self) -> frozenset[str]:
        """Files written here that can be staged and are not yet."""
        return frozenset() if self.staging is None else frozenset(self.staging.to_stage)

    @property
    def staged(self) -> frozenset[str]:
        """Files staged here and not yet committed."""
        return frozenset() if self.staging is None else frozenset(self.staging.staged)

    @property
    def staged_ever(self) -> frozenset[str]:
        """Files staged here, committed or not."""
        return frozenset() if self.staging is None else frozenset(self.staging.staged_ever)

    @property
    def not_staged(self) -> dict[str, str]:
        """Files written here that cannot be staged, and why."""
        return {} if self.staging is None else dict(self.staging.not_staged)

    def stage(self) -> list[StagedFile]:
        """Stage what was written here: see `Staging.stage`. Without git nothing is.

        Raises:
            GitFailed: With git's own words, or another run is writing in this tree.
        """
        if self.staging is None:
            return []
        try:
            with disk.locked(self._tree_folder / "lock", _TIMEOUT_S):
                staged = self.staging.stage()
                self._recorded.staged(staged)
                return staged
        except TimeoutError as error:
            raise GitFailed("another editreview is writing in this tree. Nothing was staged.") from error

    def notes(self) -> list[str]:
        """What a person has to be told of this tree, beside what became of the blocks."""
        said = [each for each in (self.moved, self.recovered and str(self.recovered)) if each]
        said += [f"{path}: {why}" for path, why in self.not_staged.items()]
        return said if self.not_kept is None else [*said, self.not_kept]

    def in_progress(self) -> str | None:
        """A merge or the like that the person has begun and not ended."""
        return None if self.repository is None else self.repository.in_progress()

    def staged_by_the_person(self) -> list[str]:
        """Files whose index entries hold work that was staged by the person: see `Committing.theirs`."""
        return [] if self.committing is None else self.committing.theirs()

    def commit(self, wanted: CommitWanted, hear: OutputCallback = ignore_output) -> CommitMade:
        """Commit what was staged here: see `Committing.commit`.

        Raises:
            GitFailed: There is nothing to commit, or git or a hook refused.
        """
        if self.committing is None:
            raise GitFailed("There is no git repository here")
        files = self.staged
        try:
            made = self.committing.commit(wanted, hear, partial(self._recorded.committing, files))
        except GitFailed:
            self._recorded.committing(files, None)
            raise
        self._recorded.committed(files, made)
        return made

    def recommit(self, made: CommitMade) -> None:
        """Make a commit that was taken back the last one again: see `Committing.recommit`.

        Raises:
            GitFailed: HEAD is another by now.
        """
        if self.committing is None:
            raise GitFailed("There is no git repository here")
        if self.committing.head() != made.before:
            raise GitFailed("there are other commits by now")
        self.committing.recommit(made.commit)

    def uncommit(self, made: CommitMade) -> None:
        """Take a commit back: see `Committing.uncommit`.

        Raises:
            GitFailed: It is no longer the last one, or others have it.
        """
        if self.committing is None:
            raise GitFailed("There is no git repository here")
        self.committing.uncommit(made.commit, made.before)

    def keep(self, name: str, data: bytes) -> Path:
        """Put a private file where a later run finds it. Returns its path."""
        path = self._tree_folder / name
        disk.write_private(path, data)
        return path

    def kept(self, name: str) -> bytes | None:
        """What `keep` put there; None if there is nothing that can be read."""
        try:
            return disk.read_bytes(self._tree_folder / name)
        except OSError:
            return None

    @property
    def saved_reviews(self) -> SavedReviews:
        """The reviews of this tree that are kept."""
        return SavedReviews(self._tree_folder / "reviews")

    def earlier_writes(
        self, path: str | None = None, responses: frozenset[str] | None = None
    ) -> Iterator[EarlierWrite]:
        """The writes of earlier runs, the newest first: see `earlier_writes`."""
        return earlier_writes(self.journal, self.below_top, path, responses)

    def keep_shown(self, found: Snapshot) -> None:
        """A file was shown for a prompt: line numbers of a later response are those of this text."""
        self._shown_texts.keep(f"{self.below_top}{found.path}", found.text)

    def text_shown(self, path: str) -> str | None:
        """The text of a file as it was last shown for a prompt; None if it was not, or not lately."""
        return self._shown_texts.text(f"{self.below_top}{path}")

    @property
    def _shown_texts(self) -> ShownTexts:
        return ShownTexts(self._tree_folder / "shown")

    def _private_folder(self) -> Path:
        if self.repository is not None:
            return self.repository.private_folder
        from platformdirs import user_state_path

        return user_state_path("editreview")

    def _bytes(self, path: str) -> bytes | None:
        """What a file holds now; None if there is no file, or none that could be read."""
        try:
            with disk.entry(self.root.folder, path) as entry:
                return entry.read(LARGEST)[0]
        except OSError:
            return None
