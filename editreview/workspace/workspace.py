"""One tree on disk and its git repository: the only way the review reaches either."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from editreview.errors import GitFailed, Refused
from editreview.texts import Absent, Snapshot
from editreview.workspace import disk, files
from editreview.workspace.files import Receipt, Transaction, Write
from editreview.workspace.repository import Repository
from editreview.workspace.root import Root


@dataclass(frozen=True, slots=True)
class _Ours:
    """A file whose only difference from the index is what was written here."""

    entry: str | None
    """The index entry; None if it has none."""
    digest: str
    """Of the bytes written."""


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

    @classmethod
    def open(cls, folder: Path | None = None) -> "Workspace":
        """The tree at a folder; without one, the git work tree around the current folder, or that folder."""
        start = disk.real_path(folder or Path.cwd())
        repository = Repository.around(start)
        if folder is None and repository is not None:
            return cls(Root(repository.top), Repository(repository.top, repository.top))
        return cls(Root(start), repository)

    def locate(self, written: str) -> str:
        """See `Root.locate`."""
        return self.root.locate(written)

    def read(self, path: str) -> Snapshot | Absent:
        """See `files.read`."""
        return files.read(self.root, path)

    def apply(self, writes: Iterable[Write]) -> Receipt:
        """Write all files or none, and remember which of them could be staged.

        Raises:
            TreeError: Nothing was written.
        """
        transaction = Transaction(tuple(writes))
        paths = [write.path for write in transaction.writes]
        states = self.repository.states(paths) if self.repository else {}
        entries = self.repository.entries(paths) if self.repository and paths else {}
        receipt = files.perform(self.root, transaction)
        for written in receipt.written:
            ours = self._ours.get(written.path)
            entry = entries.get(written.path)
            still_ours = ours is not None and (ours.entry, ours.digest) == (entry, written.before)
            if still_ours or (states and states[written.path].can_stage):
                self._ours[written.path] = _Ours(entry, written.after)
                self.to_stage.add(written.path)
                self.not_staged.pop(written.path, None)
            elif states:
                self._ours.pop(written.path, None)
                self.to_stage.discard(written.path)
                self.not_staged[written.path] = f"written, not staged: {states[written.path].value}"
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
        entries = self.repository.entries(paths)
        ready = [
            path
            for path in paths
            if (entries.get(path), self._digest(path)) == (self._ours[path].entry, self._ours[path].digest)
        ]
        for path in set(paths) - set(ready):
            self.not_staged[path] = "written, not staged: it or its index entry changed since"
        self.repository.stage(ready)
        after = self.repository.entries(ready)
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
            GitFailed: Nothing is staged, a file changed after it was staged, or git or a hook refused.
        """
        if self.repository is None or not self.staged:
            raise GitFailed("There is nothing to commit: stage first")
        others = set(self.repository.staged()) - self.staged
        if others:
            # git commit --only takes files from disk, so they must still be what was staged.
            changed = sorted(path for path in self.staged if self._digest(path) != self._ours[path].digest)
            if changed:
                raise GitFailed(f"changed since it was staged: {', '.join(changed)}. Nothing was committed.")
        said = self.repository.commit(message, only=sorted(self.staged) if others else None)
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

    def _digest(self, path: str) -> str | None:
        try:
            found = self.read(path)
        except Refused:
            return None
        return found.digest if isinstance(found, Snapshot) else None
