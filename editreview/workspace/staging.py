"""What was written here on its way into the index and into a commit, beside the person's own work."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace.files import Receipt
from editreview.workspace.repository import Repository, Standing

_CHANGED = "written, not staged: it or its index entry changed since"


class _Ours(Struct, frozen=True):
    """A file whose only difference from the index is what was written here."""

    entry: str | None
    """The index entry; None if it has none."""
    digest: str | None
    """Of the bytes written; None for a file that was removed."""


class Staging:
    """Knows which files were written here, and stages and commits those and nothing else.

    Args:
        repository: Of the tree.
        digest: Tells the digest of what a file holds now; None if there is no file or it cannot be read.
    """

    def __init__(self, repository: Repository, digest: Callable[[str], str | None]) -> None:
        self._repository = repository
        self._digest = digest
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

    def wrote(self, receipt: Receipt, standings: Mapping[str, Standing]) -> None:
        """Remember what was written, and how each file stood to the index before that."""
        for written in receipt.written:
            standing = standings[written.path]
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

    def stage(self) -> list[str]:
        """Stage every file written here whose index entry and bytes are still those seen then.

        Returns:
            The files staged now; `not_staged` has the others with their reason.

        Raises:
            GitFailed: With git's own words.
        """
        if not self.to_stage:
            return []
        paths = sorted(self.to_stage)
        self._repository.wake()
        entries = self._repository.entries(paths)
        ready = [
            path for path in paths if entries.get(path) == self._ours[path].entry and self._is_ours(path)
        ]
        self.not_staged |= dict.fromkeys(set(paths) - set(ready), _CHANGED)
        self._repository.stage(ready)
        after = self._repository.entries(ready)
        # Git reads a file a moment after it was compared. What is ours still was ours then.
        changed = [path for path in ready if not self._is_ours(path)]
        self._repository.unstage({path: entries.get(path) for path in changed})
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
        if not self.staged:
            raise GitFailed("There is nothing to commit: stage first")
        unfinished = self._repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress: commit with git yourself. Nothing was committed.")
        paths = sorted(self.staged)
        entries = self._repository.entries(paths)
        in_index = set(self._repository.staged())
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
        said = self._repository.commit(message, only=paths if others else None)
        self.staged.clear()
        return said

    def _is_ours(self, path: str) -> bool:
        """Whether a file is, byte for byte, what was written here."""
        return self._digest(path) == self._ours[path].digest
