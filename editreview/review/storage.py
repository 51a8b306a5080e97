"""Saves a review while it is made, and resumes it in a later run.

The responses and the log are saved. A resumed review makes new plans on the tree as it is then. Each line of
the log is one JSON object in ASCII, which preserves the lone surrogates that stand for bytes that are not
UTF-8. The first line has the options for reading the response.
"""

import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct, field
from msgspec.structs import asdict, replace

from editreview.blocks import EditBlock
from editreview.errors import TreeError, UsageError
from editreview.review.decisions import (
    UNDECIDED,
    BlockKeys,
    Decision,
    DecisionLog,
    Effect,
    EntryKind,
    LogEntry,
    Verdict,
)
from editreview.review.files import Terms
from editreview.review.permissions import NO_RULES, Rules
from editreview.review.proposal import Proposal
from editreview.review.review import Review
from editreview.text import counted
from editreview.workspace import (
    Comparison,
    Record,
    RecordState,
    SavedReview,
    Workspace,
    last_snapshot,
    saved_reviews_everywhere,
)

_SCHEMA = 2
"""Increased with every change in the meaning of a saved log, such as the numbers of a diff's rows."""


_MAX_SEARCHED = 64_000
"""Characters of a response that are searched for the first file."""
_MAX_NAMED = 3
"""The most files that a sentence names."""


class _Head(Struct, frozen=True):
    """The first line of a saved log."""

    schema: int
    terms: Terms
    root: str = ""
    """The root of the review; empty in logs of older versions."""
    response: str = ""
    """The name of the response's file; empty if it is not from a file."""


class _Line(Struct, frozen=True):
    """An entry, and the digests of the files of its blocks at that time.

    Without an entry, the state when the user left: the current row, and the digests of all files.
    """

    entry: LogEntry | None
    files: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """Digests by path; None for a file that did not exist."""
    current: int | None = None
    """In a line without an entry: the number of the current row."""


class SessionStore:
    """Saves a review while it is made.

    Args:
        review: The review to save.
        saved: The place to save it, locked by this run: new, or that of the resumed review.
        failed: Called once, with the error, when it can no longer be written.
    """

    def __init__(self, review: Review, saved: SavedReview, failed: Callable[[OSError], None]) -> None:
        self.saved = saved
        self._review = review
        self._failed = failed
        self.is_broken = False
        """True if it can no longer be written."""
        self._kept = 0
        """The number of entries of the log that are saved."""
        # Decisions come from one thread, the response from another.
        self._writing = threading.Lock()

    def begin(self, response: str) -> None:
        """Save the options of the review, the response received so far, and the log so far."""
        # First, so that there is no log without a response.
        self.add(response)
        head = _Head(
            _SCHEMA, self._review.terms, str(self._review.workspace.root.folder), self._review.response_name
        )
        self._put(lambda: self.saved.add_line(_encoded(head)))
        self._review.log.listener = lambda _: self._put(self._save_entries)
        self._put(self._save_entries)
        if self._review.replaces is not None:
            self._put(self._review.replaces.finish)

    def go_on(self, saved_entries: int) -> None:
        """Continue saving a resumed review.

        Args:
            saved_entries: The number of entries of its log that are saved already.
        """
        self._kept = saved_entries
        self._put(self.saved.reopen)
        self._review.log.listener = lambda _: self._put(self._save_entries)
        self._put(self._save_entries)

    def begin_response(self) -> None:
        """Begin a further response."""
        self._put(self.saved.begin_response)

    def add(self, chunk: str) -> None:
        """Save more of the response."""
        self._put(lambda: self.saved.add_response(chunk.encode("utf-8", "surrogateescape")))

    def _save_entries(self) -> None:
        """Save all entries of the log that are not saved yet."""
        for entry in self._review.log.entries[self._kept :]:
            effect = entry.effect
            if effect is None and entry.step is not None:
                # Undoing or redoing a write changes its files too.
                effect = self._review.log.effect_of(entry.step)
            keys = entry.decisions.keys() if effect is None else effect.blocks
            self.saved.add_line(_encoded(_Line(entry, self._digests(self._review.proposals_of(keys)))))
            self._kept += 1

    def save_left(self, current: int | None) -> None:
        """Save the current row when the user leaves, and the digests of all files as shown."""
        files = self._digests(self._review.proposals)
        self._put(lambda: self.saved.add_line(_encoded(_Line(None, files, current))))

    def _digests(self, proposals: Iterable[Proposal]) -> dict[str, str | None]:
        paths = {proposal.path for proposal in proposals if proposal.path is not None}
        return {path: self._review.digest_of_plan(path) for path in paths}

    def sync(self) -> None:
        """Flush everything to the disk."""
        self._put(self.saved.sync)

    def end(self, *, is_finished: bool) -> None:
        """Stop saving, and unlock the saved review.

        Args:
            is_finished: True if nothing is left to do: then it is only resumed by its id.
        """
        self._review.log.listener = None
        with self._writing:
            self.is_broken = True
            if is_finished:
                self.saved.finish()
            else:
                self.saved.release()

    def _put(self, write: Callable[[], None]) -> None:
        with self._writing:
            if self.is_broken:
                return
            try:
                write()
            except OSError as error:
                self.is_broken = True
                self._failed(error)


def save_unread(review: Review, response: str) -> SavedReview:
    """Save a review that nobody saw, so that it can be resumed.

    Args:
        review: A review of the tree that has read nothing.
        response: The whole response.

    Raises:
        OSError: It cannot be written.
    """
    failures: list[OSError] = []
    store = SessionStore(review, review.workspace.saved_reviews.begin(), failures.append)
    store.begin(response)
    store.sync()
    store.end(is_finished=False)
    if failures:
        raise failures[0]
    return store.saved


class ResumedReview(Struct, frozen=True):
    """A saved review on the current tree. Its responses still have to be read."""

    review: Review
    saved: SavedReview
    files: Mapping[str, str | None]
    """The digests of its files when it was left, or at the last decision on their blocks, by path."""
    saved_entries: int = 0
    """The number of entries of its log that are saved."""
    current: int | None = None
    """The number of the row that was current when the user left; None if the run was killed."""
    unreadable: tuple[str, ...] = ()
    """The reasons why later saved reviews could not be resumed."""

    def resume_writes(self) -> None:
        """Let this run stage and commit what the review wrote. Runs git."""
        records = [effect.record for effect in self.review.log.effects]
        self.review.workspace.resume_writes([id for id in records if id is not None])

    def changes(self) -> tuple[list[str], list[int]]:
        """The differences since it was saved. Call it after the responses were read.

        Returns:
            The files that changed, and the numbers of accepted blocks that would now do something else.
        """
        review = self.review
        changed = [path for path, was in self.files.items() if review.workspace.digest(path) != was]
        lost = [
            p.number
            for p in review.proposals
            if review.log[p.key].verdict is Verdict.ACCEPTED
            and not p.is_done_already
            and review.verdict(p) is not Verdict.ACCEPTED
        ]
        return sorted(changed), lost


def resume(
    workspace: Workspace,
    rules: Rules = NO_RULES,
    only: SavedReview | None = None,
) -> ResumedReview:
    """Resume the last saved review of a tree that can be read and no other run has locked. Locks it.

    Args:
        workspace: The tree.
        rules: The user's current rules for files.
        only: Resume this one and no other.

    Raises:
        UsageError: There is none, or none can be read.
        TreeError: It cannot be written.
    """
    unreadable: list[UsageError] = []
    try:
        for saved in workspace.saved_reviews.unfinished() if only is None else (only,):
            if not (saved.is_free and saved.hold()):
                unreadable.append(UsageError(f"the review {saved.id} is open in another run"))
                continue
            try:
                return replace(_read(workspace, saved, rules), unreadable=tuple(map(str, unreadable)))
            except UsageError as error:
                # One corrupt review must not keep earlier ones from being resumed.
                saved.release()
                unreadable.append(error)
    except OSError as error:
        why = f"{error.strerror}: {error.filename}"
        raise TreeError(f"the saved review cannot be resumed, because it cannot be written: {why}") from error
    if unreadable:
        raise unreadable[0]
    lists = ": `editreview sessions` lists the finished ones" if workspace.saved_reviews.has_finished else ""
    raise UsageError(f"no saved review for {workspace.root.folder}{lists}")


def _read(workspace: Workspace, saved: SavedReview, rules: Rules) -> ResumedReview:
    try:
        head, lines = _logged(saved)
        entries = _entries(lines)
        unlogged = _unlogged(DecisionLog(entries), workspace.records_since(saved.began_ms / 1000))
        terms = {name: value for name, value in asdict(head.terms).items() if name != "base"}
        review = Review(workspace, **terms, log=entries + unlogged, rules=rules)
        if head.terms.base is not None:
            review.compare_with(_compared_again(workspace, saved, head.terms, rules))
    except _UNREADABLE as error:
        raise UsageError(f"the review saved in {saved.folder} cannot be resumed: {error}") from error
    files = {path: digest for line in lines for path, digest in line.files.items()}
    current = lines[-1].current if lines else None
    return ResumedReview(review, saved, files, len(entries), current)


def _compared_again(workspace: Workspace, saved: SavedReview, terms: Terms, rules: Rules) -> Comparison:
    """Compare the tree with the base of a saved review of changes on disk.

    Raises:
        ValueError: The changes on disk are no longer the same.
    """

    # Imported on first use: few saved reviews are of changes on disk.
    from editreview.review.changes_on_disk import diff_on_disk

    def open_trial() -> Review:
        return Review(Workspace.open(workspace.root.folder), checks_off=terms.checks_off, rules=rules)

    snapshot = None if workspace.repository is None else last_snapshot(workspace.repository)
    is_snapshot = snapshot is not None and snapshot.tree == terms.base
    comparison = workspace.compare(terms.base or "", is_snapshot=is_snapshot)
    text, _ = diff_on_disk(comparison, open_trial)
    if text.encode("utf-8", "surrogateescape") != saved.response_paths[0].read_bytes():
        raise ValueError(
            "the changes on disk are no longer the same; `editreview changes` reviews them, with your "
            "decisions on those that are the same"
        )
    return comparison


def keep_decisions(review: Review, trial: Review) -> str:
    """Begin a review of changes on disk with the decisions of the last unfinished one.

    Decisions on the same changes of the same lines are kept. The earlier review ends when the new one is
    saved; it stays listed.

    Args:
        review: The new review, which has read nothing.
        trial: A review of the same tree that has read the same diff.

    Returns:
        A sentence about the decisions that were kept or dropped; empty if there are none.
    """
    earlier = _decided_before(review)
    comparison = review.workspace.comparison
    now = {p.key: p for p in trial.proposals if comparison is not None and (p.path or "") in comparison}
    kept = {
        key: replace(each.decision, outcome=each.decision.outcome and now[key].outcome)
        for key, each in earlier.items()
        if key in now
    }
    if kept:
        review.log.decide(kept)
    gone = [each.path for key, each in earlier.items() if key not in now and not each.is_applied]
    parts = [f"{counted(len(kept), 'decision')} from your last review kept"] if kept or gone else []
    if gone:
        names = list(dict.fromkeys(gone))
        more = f" and {counted(len(names) - _MAX_NAMED, 'more file')}" if len(names) > _MAX_NAMED else ""
        where = f"{', '.join(names[:_MAX_NAMED])}{more}"
        parts.append(f"{len(gone)} dropped, because the changes in {where} are no longer the same")
    return "; ".join(parts)


class _Earlier(Struct, frozen=True):
    """A decision of an earlier review."""

    path: str
    decision: Decision
    is_applied: bool
    """True if it was applied on disk, but not staged."""


def _decided_before(review: Review) -> dict[str, _Earlier]:
    """The decisions of the last unfinished review of changes on disk, by block key. `review` replaces it.

    Without decisions on changes that were reverted or staged.
    """
    from editreview.formats import parse

    workspace = review.workspace
    for saved in workspace.saved_reviews.waiting():
        try:
            if not saved.hold():
                continue
            head, lines = _logged(saved)
            log = DecisionLog(_entries(lines))
            text = saved.response_paths[0].read_text("utf-8", "surrogateescape")
        except _UNREADABLE:
            saved.release()
            continue
        # With a further response, not all blocks are on disk: such a review can only be resumed.
        is_like_this = head.terms.base is not None and len(saved.response_paths) == 1
        if not is_like_this or head.root != str(workspace.root.folder):
            saved.release()
            continue
        keys = BlockKeys()
        paths = {keys.key(block): block.path_written or "" for block in parse(text).blocks}
        effects = [effect for effect in log.effects if effect.decisions is not None]
        done = effects[-1].taken_out if effects else frozenset()
        applied = frozenset(key for effect in effects for key in effect.blocks)
        if any(effect.staged for effect in log.effects):
            done |= applied
        review.replaces = saved
        return {
            key: _Earlier(paths[key], decision, key in applied)
            for key, decision in log.snapshot().items()
            if key in paths and key not in done and decision != UNDECIDED
        }
    return {}


_UNREADABLE = (OSError, ValueError, RecursionError, msgspec.ValidationError)


def _logged(saved: SavedReview) -> tuple[_Head, list[_Line]]:
    """The log of a saved review. Raises one of `_UNREADABLE`."""
    first, *rest = [json.loads(line) for line in saved.lines()]
    head = msgspec.convert(first, _Head)
    if head.schema != _SCHEMA:
        raise ValueError("another version of editreview wrote it")
    if not saved.response_paths:
        raise ValueError("the response is gone")
    return head, [msgspec.convert(line, _Line) for line in rest]


def _entries(lines: Iterable[_Line]) -> list[LogEntry]:
    return [line.entry for line in lines if line.entry is not None]


def subject_of(saved: SavedReview) -> str:
    """A description of a saved review: the name of its response, and the first file of that.

    Empty if that cannot be read, or names no file.
    """
    from editreview.formats import parse

    try:
        head, _ = _logged(saved)
        with saved.response_paths[0].open(encoding="utf-8", errors="replace") as response:
            blocks = parse(response.read(_MAX_SEARCHED)).blocks
    except _UNREADABLE:
        return ""
    return _subject(head, blocks)


def _subject(head: _Head, blocks: Iterable[EditBlock]) -> str:
    """The name of a response, and its first file: `answer.md (src/app.py, …)`."""
    written = (block.path_written for block in blocks if block.path_written and block.offer is None)
    paths = list(dict.fromkeys(written))
    files = "".join(paths[:1]) + ", …" * (len(paths) > 1)
    name = head.response if head.terms.base is None else "changes"
    return f"{name} ({files})" if name and files else name or files


class SavedState(StrEnum):
    """The states of a saved review."""

    SAVED = "saved"
    """It can be resumed."""
    FINISHED = "finished"
    """Nothing is left to do; it can be resumed to look at it, or to undo something."""
    OPEN = "open now"
    """Another run has it open."""
    GONE = "tree is gone"
    """The folder at its root no longer exists."""
    UNREADABLE = "unreadable"
    """It cannot be resumed: another version wrote it, or it is damaged."""


class SavedSummary(Struct, frozen=True):
    """A saved review as it is listed."""

    saved: SavedReview
    root: Path
    state: SavedState
    blocks: int | None
    """The blocks of its responses, offers left out; None if they cannot be read."""
    accepted: int = 0
    rejected: int = 0
    subject: str = ""
    """The name of its response, and the first file of that; empty if neither is known."""

    @property
    def is_gone(self) -> bool:
        """True if its tree is gone, and no run has it open."""
        return self.state is SavedState.GONE


def saved_summaries(current: Workspace) -> list[SavedSummary]:
    """The saved reviews of a tree and of all other known trees, finished ones too, the newest first."""
    return [_summary(root, saved) for root, saved in saved_reviews_everywhere(current)]


def _summary(root: Path, saved: SavedReview) -> SavedSummary:
    from editreview.formats import parse

    try:
        head, lines = _logged(saved)
        texts = [path.read_text("utf-8", "replace") for path in saved.response_paths]
        log = DecisionLog(_entries(lines))
    except _UNREADABLE:
        return SavedSummary(saved, root, SavedState.UNREADABLE, None)
    root = Path(head.root) if head.root else root
    blocks = [block for text in texts for block in parse(text).blocks]
    if head.terms.formats:
        blocks = [block for block in blocks if block.format in head.terms.formats]
    verdicts = Counter(decision.verdict for decision in log.snapshot().values())
    state = SavedState.FINISHED if saved.is_finished else SavedState.SAVED
    state = state if os.path.isdir(root) else SavedState.GONE
    if not saved.is_free:
        state = SavedState.OPEN
    count = sum(block.offer is None for block in blocks)
    accepted, rejected = verdicts[Verdict.ACCEPTED], verdicts[Verdict.REJECTED]
    return SavedSummary(saved, root, state, count, accepted, rejected, _subject(head, blocks))


_MIN_ID = 4


def saved_review(id: str, current: Workspace) -> SavedSummary:
    """The saved review with an id that is, or begins with, the given one.

    Raises:
        UsageError: There is none, or there are several.
    """
    found = [each for each in saved_summaries(current) if each.saved.id.startswith(id.lower())]
    if len(id) < _MIN_ID or not found:
        raise UsageError(f"there is no saved review {id}: `editreview sessions` lists them")
    if len(found) > 1:
        names = ", ".join(each.saved.id for each in found)
        raise UsageError(f"several saved reviews begin with {id}: {names}")
    return found[0]


def _unlogged(log: DecisionLog, records: Sequence[Record]) -> list[LogEntry]:
    """The entries that a saved log lacks: of a write by a killed run, or of an undo or redo by another run.

    The staging of a killed run gets none: it is undone with the write.

    Args:
        log: The log as saved.
        records: The records of the journal since the review began, the oldest first.
    """
    found: list[LogEntry] = []
    logged = {entry.effect.record: at for at, entry in enumerate(log.entries) if entry.effect is not None}
    in_force = {effect.record for effect in log.effects}
    stagings = [_unlogged_staging(log, at, records) for at in range(len(log.entries))]
    found += [each for each in reversed(stagings) if each is not None and each.kind is EntryKind.UNDO]
    for record in sorted(records, key=_when_settled):
        step = logged.get(record.id)
        is_written = record.state is RecordState.WRITTEN
        keys = frozenset(block.key for block in record.blocks)
        if step is not None and is_written != (record.id in in_force):
            kind = EntryKind.REDO if is_written else EntryKind.UNDO
            found.append(LogEntry(kind, step=step))
        elif step is None and is_written and keys and all(_is_accepted(log[key]) for key in keys):
            files = {file.path: (file.before, file.after) for file in record.files}
            found.append(LogEntry(EntryKind.DO, effect=Effect(keys, files, record.id)))
    return [*found, *(each for each in stagings if each is not None and each.kind is EntryKind.REDO)]


def _when_settled(record: Record) -> tuple[str, int]:
    """A sort key for records by the time of the last write or undo: what was undone last is redone first."""
    undone_at = record.undone_at if record.state is RecordState.UNDONE else None
    return undone_at or (record.id, 0)


def _unlogged_staging(log: DecisionLog, at: int, records: Sequence[Record]) -> LogEntry | None:
    """The undo or redo of a staging that another run undid or redid with its write; None if it did not."""
    effect = log.effect_of(at)
    if effect is None or not effect.staged:
        return None
    states = {record.state for record in records if not set(record.staged).isdisjoint(effect.staged)}
    if at in log.effect_steps:
        return LogEntry(EntryKind.UNDO, step=at) if states == {RecordState.UNDONE} else None
    # The same text may have been staged again since.
    is_undone = states == {RecordState.WRITTEN} and effect not in log.effects
    return LogEntry(EntryKind.REDO, step=at) if is_undone else None


def _is_accepted(decision: Decision) -> bool:
    return decision.verdict is Verdict.ACCEPTED


def _encoded(value: Struct) -> bytes:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=True).encode("ascii")
