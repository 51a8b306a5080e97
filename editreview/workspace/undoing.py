"""Take back what was written, staged and committed here, in this run or an earlier one, and do it again.

Files are given back by the journal, all or none. Index entries follow them; a run that is killed
between the two leaves entries that the next one gives back before anything else.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.errors import NothingToUndo, TreeError
from editreview.workspace import transactions
from editreview.workspace.files import Receipt
from editreview.workspace.journal import Journal, Record, State

if TYPE_CHECKING:
    from editreview.workspace.workspace import Workspace


class TakenBack(Struct, frozen=True):
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
        for record in self._journal.records():
            if record.id == id:
                return record
        raise NothingToUndo("what was there before is not kept any more")

    def last(self) -> Record:
        """What undo would take back.

        Raises:
            NothingToUndo: Nothing is kept that was not taken back.
        """
        written = [record for record in self._journal.records() if record.state is State.WRITTEN]
        if not written:
            raise NothingToUndo("nothing was written here that could be undone")
        return written[-1]

    def last_undone(self) -> Record:
        """What redo would do again: the first that was taken back of those after the last that was not.

        Raises:
            NothingToUndo: Nothing was taken back since something was last written.
        """
        undone: Record | None = None
        for record in self._journal.records():
            if record.state is State.WRITTEN:
                undone = None
            elif undone is None:
                undone = record
        if undone is None:
            raise NothingToUndo("nothing was undone that could be done again")
        return undone

    def undo(self, record: Record) -> TakenBack:
        """Give back files and index as they were before a record, and take back the commit made of it.

        Raises:
            ChangedOnDisk: Files are not what was written; nothing was changed.
            GitFailed: Index entries or HEAD are others by now; nothing was changed.
            TreeError: The system refused; everything is as it was.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            self._finish()
            root = transactions.root_of(self._journal, record, workspace.git_folders)
            transactions.check(root, record)
            staging, commit = workspace.staging, None
            if staging is not None:
                staging.check(record.staged)
                commit = self._uncommit(workspace, record)
            try:
                receipt = transactions.undo(self._journal, root, record)
            except TreeError:
                if commit is not None:
                    self._recommit(workspace, record)
                raise
            if staging is not None:
                staging.forget(file.path for file in record.files)
                staging.unstage(record.staged)
        return TakenBack(record, receipt, commit)

    def redo(self, record: Record, *, commits: bool = True) -> TakenBack:
        """Write and stage again what was taken back. Raises as `undo`.

        Args:
            record: That was undone.
            commits: Whether the commit that was made of it is made the last one again, too.
        """
        workspace = self._workspace_of(record)
        with workspace.alone():
            self._finish()
            root = transactions.root_of(self._journal, record, workspace.git_folders)
            receipt = transactions.redo(self._journal, root, record)
            commit: str | None = None
            if workspace.staging is not None:
                workspace.staging.stage_again(record.staged)
                commit = self._recommit(workspace, record) if commits else None
        return TakenBack(record, receipt, commit)

    def _workspace_of(self, record: Record) -> "Workspace":
        """The workspace of a record's own root."""
        return self._workspace.at(self._journal.tree / record.root)

    def _finish(self) -> None:
        """Give back the index entries of what was undone last, if a run was killed before it did."""
        try:
            record = self.last_undone()
        except NothingToUndo:
            return
        staging = self._workspace_of(record).staging
        if staging is not None and staging.holds(record.staged):
            staging.unstage(record.staged)

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


def noted(journal: Journal, ids: Iterable[str], change: Callable[[Record], Record]) -> None:
    """Change settled records, as to say what became of them in git. Those not kept any more stay away."""
    wanted = frozenset(ids)
    if wanted:
        for record in journal.records():
            if record.id in wanted and (changed := change(record)) != record:
                journal.amend(changed)
