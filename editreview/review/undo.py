"""Undo and redo of the effects in a review's log: applied blocks, staged files and commits.

The workspace restores files, index and HEAD. This module keeps the blocks of the review in step; the caller
appends to the log.
"""

from editreview.alignment import change_lines
from editreview.errors import NothingToUndo, Refused
from editreview.matching import FileIndex
from editreview.review.decisions import Effect
from editreview.review.file_plan import FilePlan
from editreview.review.patch import make_patch
from editreview.review.review import Review
from editreview.text import Absent, Snapshot, counted, split_lines
from editreview.workspace import Record, UndoResult, Workspace, decode

_NOTHING_WRITTEN = "no file was changed"


def undo_on_disk(review: Review, effect: Effect) -> str:
    """Undo an effect on disk or in git. Does not change the log.

    Returns:
        A sentence about what was undone.

    Raises:
        EditreviewError: It cannot be undone; nothing was changed.
    """
    if effect.commit is not None:
        review.workspace.uncommit(effect.commit)
        return f"commit {effect.commit.commit[:10]} undone; its changes are still staged"
    undoing = review.workspace.undoing
    if effect.staged:
        stays = "still written" if review.workspace.comparison is None else "the files stay as they are"
        unstaged = undoing.unstage(effect.staged)
        review.workspace.keep_base()
        return _unstaged(len(unstaged), len(effect.staged), stays)
    if effect.carried is not None and not effect.files:
        review.note_undone(effect)
        return _NOTHING_WRITTEN
    result = undoing.undo(undoing.record(_recorded(effect)))
    review.note_undone(effect)
    return undo_summary(result)


def redo_on_disk(review: Review, effect: Effect) -> str:
    """Redo what `undo_on_disk` undid. Returns and raises as that does."""
    if effect.commit is not None:
        review.workspace.recommit(effect.commit)
        return f"commit {effect.commit.commit[:10]} restored"
    undoing = review.workspace.undoing
    if effect.staged:
        staged = undoing.stage_again(effect.staged)
        review.workspace.keep_base()
        return _staged_again(len(staged), len(effect.staged))
    if effect.carried is not None and not effect.files:
        review.note_redone(effect)
        return _NOTHING_WRITTEN
    result = undoing.redo(undoing.record(_recorded(effect)), commits=False)
    review.note_redone(effect)
    if effect.carried is not None:
        return f"rejected changes taken out of {counted(len(result.record.files), 'file')} again"
    return undo_summary(result, again=True)


def _unstaged(done: int, of: int, stays: str) -> str:
    parts = [f"{counted(done, 'file')} unstaged, {stays}"] if done else ["nothing unstaged"]
    # The rest was committed, or was unstaged already.
    return "; ".join([*parts, f"{of - done} already committed or unstaged"] if done < of else parts)


def _staged_again(done: int, of: int) -> str:
    text = f"{counted(done, 'file')} staged again"
    return text if done == of else f"{text}; the index entries of {of - done} have changed since"


def undo_summary(result: UndoResult, *, again: bool = False) -> str:
    """A sentence about what was undone, or redone if `again`."""
    files = counted(len(result.record.files), "file")
    index = " and index" if result.record.staged else ""
    staged = ", and staged" if index else ""
    parts = [f"{files} written again{staged}" if again else f"restored {files}{index}"]
    if result.commit is not None:
        parts.append(f"commit {result.commit[:10]} {'restored' if again else 'undone'}")
    return "; ".join(parts)


def changed_since(workspace: Workspace, record: Record) -> bytes:
    """A patch of the changes since a record, because of which it cannot be undone."""
    return make_patch(filter(None, (_since(workspace, record, file.path) for file in record.files)))


def _since(workspace: Workspace, record: Record, path: str) -> FilePlan | None:
    there = workspace.at(workspace.journal.tree / record.root)
    after = next(file.after for file in record.files if file.path == path)
    try:
        now = there.read(path)
        left = _left(workspace, path, after, record)
    except (Refused, OSError):
        return None
    if (now.digest if isinstance(now, Snapshot) else None) == after:
        return None
    index = FileIndex(left.text)
    change = change_lines(index.lines, 0, len(index.lines), split_lines(now.text, index.lines.separator))
    return FilePlan(path, left, index, (), frozenset(), change, is_removed=isinstance(now, Absent))


def _left(workspace: Workspace, path: str, digest: str | None, record: Record) -> Snapshot | Absent:
    if digest is None:
        return Absent(path)
    text, codec = decode(path, workspace.journal.content(record, digest))
    return Snapshot(path, text, digest, codec, 0o644)


def _recorded(effect: Effect) -> str:
    if effect.record is None:
        raise NothingToUndo("this step cannot be undone: the earlier files could not be saved")
    return effect.record
