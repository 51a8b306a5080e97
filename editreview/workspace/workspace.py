"""One tree on disk and its git repository: the only way the review reaches either."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic

from msgspec import Struct

from editreview.errors import GitFailed, Reason, Refused, UsageError, WriteFailed
from editreview.texts import Absent, Snapshot
from editreview.workspace import disk, files
from editreview.workspace.files import Receipt, Transaction, Write
from editreview.workspace.repository import Commit, Repository
from editreview.workspace.root import Root, is_git_folder

_PATIENCE = 10.0
"""Seconds to wait for another run that writes."""
_MOST_SEARCHED = 2_000_000
"""Bytes of a file above which it is not searched without git."""
_CHANGED = "written, not staged: it or its index entry changed since"


class _Ours(Struct, frozen=True):
    """A file whose only difference from the index is what was written here."""

    entry: str | None
    """The index entry; None if it has none."""
    digest: str | None
    """Of the bytes written; None for a file that was removed."""


class Workspace:
    """Reads, writes, stages and commits under one root."""

    def __init__(self, root: Root, repository: Repository | None) -> None:
        self.root = root
        self.repository = repository
        self.to_stage: set[str] = set()
        """Files written here that can be staged and are not yet."""
        self.staged: set[str] = set()
        """Files staged here and not yet committed."""
        self.staged_ever: set[str] = set()
        """Files staged here, committed or not."""
        self.not_staged: dict[str, str] = {}
        """Files written here that cannot be staged, and why."""
        self._ours: dict[str, _Ours] = {}
        self._mixed: set[str] = set()
        """Files whose index entry held changes of the person's before anything was written here."""

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
            return cls(Root(start), None)
        if folder is None and start != repository.top:
            start = repository.top
            repository = Repository(start, start, repository.git_folders)
        return cls(Root(start, repository.git_folders), repository)

    @property
    def below_top(self) -> str:
        """Where the root is, from the top of the work tree: empty, or a path with a slash at its end."""
        if self.repository is None or self.repository.top == self.root.folder:
            return ""
        return f"{self.root.folder.relative_to(self.repository.top).as_posix()}/"

    def locate(self, written: str) -> str:
        """See `Root.locate`."""
        return self.root.locate(written)

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

    def paths(self) -> list[str]:
        """Every file that could be meant, relative to the root: with git, those it does not ignore."""
        if self.repository is not None:
            return self.repository.files()
        return list(self._walk())

    def _walk(self) -> Iterator[str]:
        for path in disk.files_below(self.root.folder):
            yield path.relative_to(self.root.folder).as_posix()

    def holding(self, lines: Sequence[str], patience: float, likely: Sequence[str] = ()) -> list[str]:
        """The files that hold each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            patience: Seconds after which the search is given up.
            likely: Files to look into first where there is no git to ask.
        """
        if self.repository is not None:
            return self.repository.holding(lines, patience)
        wanted = [line.encode("utf-8", "surrogatepass") for line in lines]
        until = monotonic() + patience
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
            if disk.kind(file) is not disk.Kind.FILE or self.size(path) > _MOST_SEARCHED:
                return False
            data = disk.read_bytes(file)
        except OSError:
            return False
        return all(text in data for text in wanted)

    def before_losing(self, text: str, path: str, patience: float) -> tuple[Commit, str] | None:
        """The last commit that took a text out of a file or put it in, and the file before it."""
        found = None if self.repository is None else self.repository.before_losing(text, path, patience)
        return None if found is None else (found[0], found[1].decode("utf-8", "replace"))

    def read(self, path: str) -> Snapshot | Absent:
        """See `files.read`."""
        return files.read(self.root, path)

    def apply(self, writes: Iterable[Write]) -> Receipt:
        """Write all files or none, and remember which of them could be staged.

        Raises:
            TreeError: Nothing was written.
        """
        transaction = Transaction(tuple(writes))
        if not transaction.writes:
            return Receipt()
        try:
            # Two runs that both found a file as expected would else overwrite each other's work.
            with disk.locked(self._private_folder() / "lock", _PATIENCE):
                return self._apply(transaction)
        except TimeoutError as error:
            raise WriteFailed(
                "another editreview is writing in this tree. Nothing was written; run again."
            ) from error

    def _apply(self, transaction: Transaction) -> Receipt:
        paths = [write.path for write in transaction.writes]
        standings = self.repository.standings(paths) if self.repository else {}
        receipt = files.perform(self.root, transaction)
        for written in receipt.written:
            standing = standings.get(written.path)
            if standing is None:
                continue
            ours = self._ours.get(written.path)
            still_ours = ours is not None and (ours.entry, ours.digest) == (standing.entry, written.before)
            if not standing.is_staged:
                self._mixed.discard(written.path)
            elif not still_ours:
                self._mixed.add(written.path)
            if still_ours or standing.state.can_stage:
                self._ours[written.path] = _Ours(standing.entry, written.after)
                self.to_stage.add(written.path)
                self.not_staged.pop(written.path, None)
            else:
                self._ours.pop(written.path, None)
                self.to_stage.discard(written.path)
                self.not_staged[written.path] = f"written, not staged: {standing.state.value}"
        return receipt

    def stage(self) -> list[str]:
        """Stage every file written here whose index entry and bytes are still those seen then.

        Returns:
            The files staged now; `not_staged` has the others with their reason.

        Raises:
            GitFailed: With git's own words.
        """
        if self.repository is None or not self.to_stage:
            return []
        paths = sorted(self.to_stage)
        self.repository.wake()
        entries = self.repository.entries(paths)
        ready = [
            path for path in paths if entries.get(path) == self._ours[path].entry and self._is_ours(path)
        ]
        self.not_staged |= dict.fromkeys(set(paths) - set(ready), _CHANGED)
        self.repository.stage(ready)
        after = self.repository.entries(ready)
        # Git reads a file a moment after it was compared. What is ours still was ours then.
        changed = [path for path in ready if not self._is_ours(path)]
        self.repository.unstage({path: entries.get(path) for path in changed})
        self.not_staged |= dict.fromkeys(changed, "written, not staged: it changed while it was staged")
        ready = [path for path in ready if path not in changed]
        for path in ready:
            self._ours[path] = _Ours(after.get(path), self._ours[path].digest)
        self.to_stage.clear()
        self.staged.update(ready)
        self.staged_ever.update(ready)
        return ready

    def commit(self, message: str) -> str:
        """Commit what was staged here and nothing else the person has staged.

        Returns:
            What git said.

        Raises:
            GitFailed: Nothing is staged, a file or its index entry changed after it was staged or held
                staged changes before, a merge or the like is in progress, or git or a hook refused.
        """
        if self.repository is None or not self.staged:
            raise GitFailed("There is nothing to commit: stage first")
        unfinished = self.repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress: commit with git yourself. Nothing was committed.")
        paths = sorted(self.staged)
        entries = self.repository.entries(paths)
        in_index = set(self.repository.staged())
        others = in_index - self.staged
        # git commit --only takes files from disk, so they must still be what was staged.
        changed = [
            path
            for path in paths
            if entries.get(path) != self._ours[path].entry or (others and not self._is_ours(path))
        ]
        if changed:
            raise GitFailed(f"changed since it was staged: {', '.join(changed)}. Nothing was committed.")
        mixed = sorted(self._mixed & self.staged & in_index)
        if mixed:
            also = "also holds" if len(mixed) == 1 else "also hold"
            raise GitFailed(
                f"{', '.join(mixed)} {also} changes you staged before: commit with git yourself. "
                "Nothing was committed."
            )
        said = self.repository.commit(message, only=paths if others else None)
        self.staged.clear()
        return said

    def keep(self, name: str, data: bytes) -> Path:
        """Put a private file where a later run finds it. Returns its path."""
        path = self._private_folder() / name
        disk.write_private(path, data)
        return path

    def _private_folder(self) -> Path:
        if self.repository is not None:
            return self.repository.private_folder
        from platformdirs import user_state_path

        return user_state_path("editreview")

    def _is_ours(self, path: str) -> bool:
        """Whether a file is, byte for byte, what was written here."""
        try:
            found = self.read(path)
        except Refused:
            return False
        return (found.digest if isinstance(found, Snapshot) else None) == self._ours[path].digest
