"""Changes that are on disk: those of a tree, as a response, and those of a review, undone and redone.

In a review of changes on disk, the response is a diff of files before and after, that of `make_patch`. Its
text is always UTF-8, whatever encoding the files have: it is read as a response, and never given to git.
Accepted changes stay, to be staged; rejected ones are reverted.

Undo and redo work on the effects in a review's log: applied blocks, staged files and commits. The workspace
restores files, index and HEAD; here the blocks of the review are kept in step, and the caller appends to the
log.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import Move
from editreview.errors import NothingToUndo, Refused
from editreview.matching import FileIndex
from editreview.review.decisions import UNDECIDED, Decision, Effect, Verdict
from editreview.review.file_plan import FilePlan
from editreview.review.report import make_patch
from editreview.review.review import Review
from editreview.text import Absent, Change, Codec, Snapshot, Splice, counted, line_end, split_lines
from editreview.workspace import (
    Comparison,
    DecidedFile,
    FileWrite,
    Receipt,
    Record,
    UndoResult,
    Workspace,
    WriteResult,
    WriteStep,
    decode,
    digest,
)

_NOTHING_WRITTEN = "no file was changed"


class DecidedChanges(Struct, frozen=True):
    """The effect of decisions on changes on disk."""

    accepted: list[tuple[FilePlan, Receipt]]
    """The files with accepted changes, each with a receipt for the base of the comparison."""
    files: list[DecidedFile]
    """The files to change, in that base or on disk."""
    taken_out: frozenset[str]
    """The keys of the rejected changes that are not in the files afterwards."""


def decided_changes(
    review: Review, comparison: Comparison, decisions: Mapping[str, Decision]
) -> DecidedChanges:
    """The effect of decisions, which changes nothing yet.

    Args:
        review: The review.
        comparison: Its comparison.
        decisions: Decisions by block key.
    """
    kept = _contents_to_keep(review, decisions)
    # These files stay as they are: their changes cannot be separated, or not be kept in part.
    untouchable = {
        path
        for plan in review.plans
        if not _is_whole(review, plan)
        or (_names_of(plan).isdisjoint(kept) and _keeps_any(review, plan, decisions))
        for path in _names_of(plan)
    }
    ready = [(plan, writes) for plan, writes in review.prepare(decisions) if plan.path not in untouchable]
    accepted = {write.path: write for _, writes in ready for write in writes}
    paths = {*comparison.paths, *accepted} - untouchable
    left = {
        p.key for plan in review.plans if not _names_of(plan).isdisjoint(untouchable) for p in plan.proposals
    }
    return DecidedChanges(
        [(plan, _base_receipt(writes)) for plan, writes in ready],
        _files_to_change(review, comparison, paths, accepted, kept),
        (review.to_take_out(decisions) - left) | (review.taken_out & left),
    )


def _not_as_on_disk(review: Review) -> list[str]:
    """The compared files whose blocks together do not give the text on disk."""
    comparison = review.workspace.comparison
    if comparison is None:
        return []
    whole = {path for plan in review.plans if _is_whole(review, plan) for path in _names_of(plan)}
    kept = _contents_to_keep(review, review.log.snapshot())
    return [
        path
        for path in comparison.paths
        if path not in whole or kept.get(path, comparison.before(path)) != comparison.now(path)
    ]


def _files_to_change(
    review: Review,
    comparison: Comparison,
    paths: Collection[str],
    accepted: Mapping[str, FileWrite],
    kept: Mapping[str, bytes | None],
) -> list[DecidedFile]:
    """The files to change.

    Args:
        review: The review.
        comparison: Its comparison.
        paths: The files that may be changed.
        accepted: The base with the accepted changes, by path.
        kept: The text that stays on disk, by path.
    """
    files: list[DecidedFile] = []
    for path in sorted(paths):
        write = accepted.get(path)
        if path in comparison:
            before, now, mode = comparison.before(path), comparison.now(path), comparison.mode(path)
            base = WriteStep(before, before if write is None else write.data)
            files.append(DecidedFile(path, base, WriteStep(now, kept.get(path, before)), mode))
        elif write is not None:
            step = WriteStep(review.workspace.bytes_of(path), write.data)
            files.append(DecidedFile(path, step, step, write.mode))
    return [f for f in files if f.base.before != f.base.after or f.tree.before != f.tree.after]


def _contents_to_keep(review: Review, decisions: Mapping[str, Decision]) -> dict[str, bytes | None]:
    """The compared files with the accepted and the undecided changes, by path.

    Without files that have neither.
    """
    undecided = {
        p.key: replace(review.acceptance(p), rows=None)
        for p in review.proposals
        if review.is_on_disk(p)
        and p.number not in review.applied
        and decisions.get(p.key, UNDECIDED).verdict is Verdict.UNDECIDED
    }
    return review.contents({p.number for p in review.proposals}, {**decisions, **undecided})


def _is_whole(review: Review, plan: FilePlan) -> bool:
    """True if each change on disk can be separated from the rest of its file."""
    return all(p.is_ready or p.number in review.applied for p in plan.proposals if review.is_on_disk(p))


def _keeps_any(review: Review, plan: FilePlan, decisions: Mapping[str, Decision]) -> bool:
    """True if a change on disk stays there: it is accepted or undecided, and not applied yet."""
    return any(
        p.number not in review.applied and decisions.get(p.key, UNDECIDED).verdict is not Verdict.REJECTED
        for p in plan.proposals
        if review.is_on_disk(p)
    )


def _names_of(plan: FilePlan) -> set[str]:
    """The path of a file, and the paths to which blocks move it."""
    operations = (proposal.block.operation for proposal in plan.proposals)
    return {plan.path, *(operation.to for operation in operations if isinstance(operation, Move))}


def _base_receipt(writes: Sequence[FileWrite]) -> Receipt:
    """A receipt for writes that became part of the base of a comparison."""
    return Receipt(
        tuple(
            WriteResult(write.path, write.expected, None if write.data is None else digest(write.data))
            for write in writes
        )
    )


class FileVersions(Struct, frozen=True):
    """A file before and after."""

    path: str
    """Relative to the root."""
    before: bytes | None
    """None if there was no file."""
    after: bytes | None
    """None if the file was deleted."""
    path_to: str | None = None
    """The new path of a file that was renamed."""


def diff_of(files: Iterable[FileVersions]) -> tuple[str, dict[str, str]]:
    """A diff of text files.

    Args:
        files: The files, in the order in which they are to be reviewed.

    Returns:
        The diff, and the reasons why files are not in it, by path.
    """
    plans: list[FilePlan] = []
    left: dict[str, str] = {}
    for file in files:
        try:
            plan = _plan_of_versions(file)
        except Refused as refused:
            left[file.path] = str(refused)
        else:
            plans += [] if plan is None else [plan]
            plans += [] if file.path_to is None else [_plan_of_move(file.path, file.path_to)]
    return make_patch(plans).decode("utf-8", "surrogateescape"), left


def diff_on_disk(comparison: Comparison, open_trial: Callable[[], Review]) -> tuple[str, Review]:
    """The diff between a base and the tree, for a review of it.

    It is read once beforehand, to leave out files whose blocks do not add up to the text on disk.

    Args:
        comparison: The comparison. Files that cannot be reviewed are left out of it.
        open_trial: Opens a review of the tree that writes nothing.

    Returns:
        The diff, and the review that has read it, with the files that are left out.
    """
    renames = _renames(comparison)
    while True:
        text = _diff_of_comparison(comparison, renames)
        trial = open_trial()
        trial.workspace.comparison = comparison
        trial.read(text)
        wrong = _not_as_on_disk(trial)
        inexact = {old for old, new in renames.items() if not {old, new}.isdisjoint(wrong)}
        if not inexact:
            break
        # Then it is a deleted file and a new one.
        renames = {old: new for old, new in renames.items() if old not in inexact}
    for path in wrong:
        reasons = (p.message for p in trial.proposals if p.path == path and p.message)
        why = _why_inexact(path, comparison.before(path), comparison.now(path))
        comparison.leave(path, next(reasons, None) or why)
    return _diff_of_comparison(comparison, renames) if wrong else text, trial


_MAX_RENAMES = 100
"""The most deleted files, and the most new ones, that are compared with each other."""
_MIN_SHARED = 0.5
"""The share of the larger file, in bytes, that both must have in common for a rename, as for git."""


def _renames(comparison: Comparison) -> dict[str, str]:
    """The new paths of files that were renamed, by old path: those that share most of their lines."""
    gone = [path for path in comparison.paths if comparison.now(path) is None]
    new = [path for path in comparison.paths if comparison.before(path) is None]
    if max(len(gone), len(new)) > _MAX_RENAMES:
        return {}
    before = {path: _LinesOfFile.of(comparison.before(path)) for path in gone}
    now = {path: _LinesOfFile.of(comparison.now(path)) for path in new}
    alike = sorted(
        (
            (likeness, old, path)
            for old in gone
            for path in new
            if (likeness := _share_of_lines(before[old], now[path]))
        ),
        key=lambda each: (-each[0], PurePosixPath(each[1]).name != PurePosixPath(each[2]).name, each[1:]),
    )
    found: dict[str, str] = {}
    for _, old, path in alike:
        if old not in found and path not in found.values():
            found[old] = path
    return found


class _LinesOfFile(Struct, frozen=True):
    """The lines of a file, regardless of their order."""

    counts: Counter[bytes]
    size: int
    """In bytes."""

    @staticmethod
    def of(data: bytes | None) -> "_LinesOfFile":
        return _LinesOfFile(Counter((data or b"").splitlines(keepends=True)), len(data or b""))


def _share_of_lines(old: _LinesOfFile, new: _LinesOfFile) -> float:
    """The share of the larger file, in bytes, that both have in common; 0 if that is too little."""
    smaller, larger = sorted((old.size, new.size))
    if smaller < _MIN_SHARED * larger or not smaller:
        return 0.0
    both = old.counts.keys() & new.counts.keys()
    likeness = sum(len(line) * min(old.counts[line], new.counts[line]) for line in both) / larger
    return likeness if likeness >= _MIN_SHARED else 0.0


def _why_inexact(path: str, before: bytes | None, after: bytes | None) -> str:
    """The reason why the blocks of a text file do not give exactly its new text."""
    texts = [decode(path, data) for data in (before, after) if data is not None]
    if len({(codec.name, codec.bom) for _, codec in texts}) > 1:
        return "its encoding changed"
    if before is not None and after is not None and with_line_feeds(before) == with_line_feeds(after):
        return "only its line ends differ"
    ends = {line_end(line) for text, _ in texts for line in split_lines(text, "\n")}
    return "its line ends are mixed" if len(ends - {""}) > 1 else "its changes cannot be told apart"


def with_line_feeds(data: bytes) -> bytes:
    """The file with line feeds as line ends."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _diff_of_comparison(comparison: Comparison, renames: Mapping[str, str]) -> str:
    arrivals = frozenset(renames.values())
    files = (
        FileVersions(
            path, comparison.before(path), comparison.now(renames.get(path, path)), renames.get(path)
        )
        for path in comparison.paths
        if path not in arrivals
    )
    text, left = diff_of(files)
    for path, why in left.items():
        comparison.leave(path, why)
    return text


def _plan_of_move(path: str, path_to: str) -> FilePlan:
    """Only the move of a file, so that each change of its text is decided on its own."""
    before = Snapshot(path, "", "", Codec(), 0o644)
    return FilePlan(path, before, FileIndex(""), (), frozenset(), Change(()), path_to=path_to)


def _plan_of_versions(file: FileVersions) -> FilePlan | None:
    """The change of a file as a plan; None if the text is the same.

    Raises:
        Refused: A version cannot be decoded.
    """
    old = None if file.before is None else decode(file.path, file.before)[0]
    new = None if file.after is None else decode(file.path, file.after)[0]
    if old == new:
        return None
    before = Absent(file.path) if old is None else Snapshot(file.path, old, "", Codec(), 0o644)
    index = FileIndex(before.text)
    if new is None:
        change = Change((Splice(0, len(index.text), ""),)) if index.text else Change(())
        return FilePlan(file.path, before, index, (), frozenset(), change, is_removed=True)
    change = change_lines(index.lines, 0, len(index.lines), split_lines(new, index.lines.separator))
    return FilePlan(file.path, before, index, (), frozenset(), change)


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
    if effect.decisions is not None and not effect.files:
        review.record_undone(effect)
        return _NOTHING_WRITTEN
    result = undoing.undo(undoing.record(_record_of(effect)))
    review.record_undone(effect)
    return undo_summary(result)


def redo_on_disk(review: Review, effect: Effect) -> str:
    """Redo the step that `undo_on_disk` undid. Returns and raises like `undo_on_disk`."""
    if effect.commit is not None:
        review.workspace.recommit(effect.commit)
        return f"commit {effect.commit.commit[:10]} restored"
    undoing = review.workspace.undoing
    if effect.staged:
        staged = undoing.stage_again(effect.staged)
        review.workspace.keep_base()
        return _staged_again(len(staged), len(effect.staged))
    if effect.decisions is not None and not effect.files:
        review.record_redone(effect)
        return _NOTHING_WRITTEN
    result = undoing.redo(undoing.record(_record_of(effect)), commits=False)
    review.record_redone(effect)
    if effect.decisions is not None:
        return f"rejected changes reverted in {counted(len(result.record.files), 'file')} again"
    return undo_summary(result, redo=True)


def _unstaged(done: int, of: int, stays: str) -> str:
    parts = [f"{counted(done, 'file')} unstaged, {stays}"] if done else ["nothing unstaged"]
    # The rest was committed, or was unstaged already.
    return "; ".join([*parts, f"{of - done} already committed or unstaged"] if done < of else parts)


def _staged_again(done: int, of: int) -> str:
    text = f"{counted(done, 'file')} staged again"
    return text if done == of else f"{text}; the index entries of {of - done} have changed since"


def undo_summary(result: UndoResult, *, redo: bool = False) -> str:
    """A sentence about what was undone, or redone if `redo`."""
    files = counted(len(result.record.files), "file")
    index = " and index" if result.record.staged else ""
    staged = ", and staged" if index else ""
    parts = [f"{files} written again{staged}" if redo else f"restored {files}{index}"]
    if result.commit is not None:
        parts.append(f"commit {result.commit[:10]} {'restored' if redo else 'undone'}")
    return "; ".join(parts)


def changed_since(workspace: Workspace, record: Record) -> bytes:
    """A patch of the changes since a record: they are why it cannot be undone."""
    return make_patch(filter(None, (_plan_since(workspace, record, file.path) for file in record.files)))


def _plan_since(workspace: Workspace, record: Record, path: str) -> FilePlan | None:
    there = workspace.at(workspace.journal.tree / record.root)
    after = next(file.after for file in record.files if file.path == path)
    try:
        now = there.read(path)
        left = _text_left(workspace, path, after, record)
    except (Refused, OSError):
        return None
    if (now.digest if isinstance(now, Snapshot) else None) == after:
        return None
    index = FileIndex(left.text)
    change = change_lines(index.lines, 0, len(index.lines), split_lines(now.text, index.lines.separator))
    return FilePlan(path, left, index, (), frozenset(), change, is_removed=isinstance(now, Absent))


def _text_left(workspace: Workspace, path: str, digest: str | None, record: Record) -> Snapshot | Absent:
    if digest is None:
        return Absent(path)
    text, codec = decode(path, workspace.journal.content(record, digest))
    return Snapshot(path, text, digest, codec, 0o644)


def _record_of(effect: Effect) -> str:
    if effect.record is None:
        raise NothingToUndo("this step cannot be undone: the earlier files could not be saved")
    return effect.record
