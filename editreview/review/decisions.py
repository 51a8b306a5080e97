"""The user's decisions and the effects of applying them, in an append-only log; safe blocks, which need none.

The same log is saved, walked back by undo, and replayed when a review is resumed. Blocks are keyed by
their content, so that a decision finds its block again in a new plan.

"Accept all" accepts the blocks that are safe, and atomic groups only as a whole.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from time import monotonic

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import EditBlock, Group, Move
from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review.proposal import Proposal
from editreview.text import digest_of
from editreview.workspace import CommitResult, StagedFile


class Verdict(StrEnum):
    UNDECIDED = "undecided"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class LineNote(Struct, frozen=True):
    """A note for the model on some lines of a block."""

    where: str
    """The lines, as shown to users."""
    diff: str
    """The lines at that time, as a diff. Their numbers may have changed since."""
    text: str = ""


class PlacementKind(StrEnum):
    """The ways in which the user can place a block."""

    WHOLE = "whole"
    """Its text becomes the whole file."""
    LINES = "lines"
    """Its text replaces a range of lines."""
    BELOW = "below"
    """Its text is inserted below a line."""


class ManualPlacement(Struct, frozen=True):
    """The place that the user chose for a block. It is not searched for then."""

    kind: PlacementKind
    line: int = 0
    """The first of the lines, or the line above the inserted text, 1-based; 0 for the top of the file."""
    text: str = ""
    """The text of the lines, with their ends, by which they are found again when their numbers change."""


class Decision(Struct, frozen=True):
    """The user's decision on one block."""

    verdict: Verdict = Verdict.UNDECIDED
    matches: frozenset[str] | None = field(default=None, name="places")
    """Keys of the chosen matches; None if no choice was made. Saved as `places`."""
    rows: frozenset[int] | None = None
    """The rows of the aligned diff that are included, from 0; None for all."""
    reason: str | None = None
    """The reason why it was rejected, for the model."""
    is_included: bool = False
    """True if it is attempted although the model was not shown the file."""
    outcome: str | None = None
    """The proposal's `outcome` when it was accepted or its rows were chosen. Another needs a new decision."""
    warnings: tuple[str, ...] | None = None
    """The kinds of the warnings shown when it was accepted, sorted; None in logs of earlier versions."""
    strategy: str | None = None
    """The strategy whose matches are used; None for those of the whole cascade."""
    forced_on: str | None = None
    """The lines of the file that it is forced to replace; None if it is not forced."""
    search: str | None = None
    """The search text used instead of its own; None for its own."""
    path: str | None = None
    """The file it was sent to, relative to the root; None for its own."""
    placement: ManualPlacement | None = None
    """The place that the user chose; None to search for one."""
    edited: str | None = None
    """The new text as the user edited it; None if it was not edited."""
    edited_from: str | None = None
    """The `name` of the excerpt that was edited."""
    note: str | None = None
    """A note for the model."""
    line_notes: tuple[LineNote, ...] = ()

    @property
    def choices(self) -> tuple[object, ...]:
        """The parts that determine where the block goes and what it writes, accepted or not."""
        where = (self.is_included, self.matches, self.strategy, self.forced_on, self.search, self.path)
        return *where, self.placement, self.edited, self.edited_from

    @property
    def has_place(self) -> bool:
        """True if the user chose where the block goes."""
        where = (self.matches, self.strategy, self.forced_on, self.search, self.path, self.placement)
        return any(choice is not None for choice in where)

    def reopened(self) -> "Decision":
        """The same choices and notes, undecided again."""
        return replace(self, verdict=Verdict.UNDECIDED, rows=None, reason=None, outcome=None, warnings=None)

    def rejected(self, reason: str | None = None) -> "Decision":
        """The decision that rejects the whole block."""
        return replace(self.reopened(), verdict=Verdict.REJECTED, reason=reason)


UNDECIDED = Decision()


def replans(before: Decision | None, after: Decision) -> bool:
    """True if a decision can affect other blocks: any but accepting as shown, and undoing that."""
    was = before or UNDECIDED
    rejected = Verdict.REJECTED in (was.verdict, after.verdict) and was.verdict is not after.verdict
    return rejected or reshapes(before, after)


def reshapes(before: Decision | None, after: Decision) -> bool:
    """True if a decision changes where the block goes or what it writes."""
    was = before or UNDECIDED
    shapes = [
        (decision.choices, decision.rows, decision.rows and decision.outcome) for decision in (was, after)
    ]
    return shapes[0] != shapes[1]


class EntryKind(StrEnum):
    DECIDE = "decide"
    DO = "do"
    """An effect on disk or in git."""
    UNDO = "undo"
    REDO = "redo"


class LogEntry(Struct, frozen=True):
    """One line of the log."""

    kind: EntryKind
    decisions: Mapping[str, Decision] = {}
    """By block key; empty for an effect."""
    effect: "Effect | None" = field(default=None, name="done")
    """The effect on disk or in git; None for a decision. Saved as `done`."""
    step: int | None = None
    """The entry that it undoes or redoes, from 0; None in logs of earlier versions: the last one."""


class Effect(Struct, frozen=True):
    """An effect on disk or in git."""

    blocks: frozenset[str] = frozenset()
    """Keys of the blocks that were applied."""
    files: Mapping[str, tuple[str | None, str | None]] = {}
    """The digests of the files written, before and after, by path; None for no file."""
    record: str | None = None
    """The id of the journal record that undoes it; None if it cannot be undone."""
    commit: CommitResult | None = None
    """The commit, if the effect is one."""
    staged: tuple[StagedFile, ...] = ()
    """The index entries before and after, if the effect is that files were staged. In logs of earlier
    versions, writing and staging are one effect."""
    decisions: str | None = field(default=None, name="carried")
    """In a review of changes on disk, the id of the decisions: see `Workspace.apply_decisions`."""
    taken_out: frozenset[str] = frozenset()
    """With `decisions`: the keys of all rejected blocks whose changes are out of the files since."""


class _Step(Struct, frozen=True):
    """A step that undo reverses and redo repeats."""

    entry: int
    """Its entry in the log, from 0."""
    decisions: Mapping[str, Decision] = {}
    effect: Effect | None = None


class DecisionLog:
    """Decisions by block key, with undo and redo that are entries themselves.

    Only the main thread appends. Effects are carried out on another thread, and decisions may be made before
    their entry is appended. So undo and redo name their entry, which may no longer be the last one.
    Other threads may read: the mapping they see is replaced as a whole.
    """

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        """
        Raises:
            ValueError: An entry undoes or redoes something that the entries before it do not allow.
        """
        self.listener: Callable[[LogEntry], None] | None = None
        """Called with every entry as it is appended."""
        self._entries: list[LogEntry] = []
        self._current: dict[str, Decision] = {}
        self._rejected: tuple[Mapping[str, Decision], frozenset[str]] = (self._current, frozenset())
        """The keys of the rejected blocks, with the snapshot that they are of: another thread may read it."""
        self._before: list[_Step] = []
        self._undone: list[_Step] = []
        for entry in entries:
            self.append(entry)
        self._last = monotonic()
        self._pauses: list[float] = []

    @property
    def pauses(self) -> tuple[float, ...]:
        """Seconds before each decision of this run, from the one before or from the start."""
        return tuple(self._pauses)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return tuple(self._entries)

    def snapshot(self) -> Mapping[str, Decision]:
        """The decisions in force now, in a mapping that never changes."""
        return self._current

    @property
    def rejected(self) -> frozenset[str]:
        """The keys of the blocks that are rejected now."""
        current, (snapshot, keys) = self._current, self._rejected
        if snapshot is not current:
            keys = frozenset(key for key, d in current.items() if d.verdict is Verdict.REJECTED)
            self._rejected = (current, keys)
        return keys

    def __len__(self) -> int:
        """The number of entries. It only grows, so a greater number means that more was decided since."""
        return len(self._entries)

    def __getitem__(self, key: str) -> Decision:
        return self._current.get(key, UNDECIDED)

    def decide(self, decisions: Mapping[str, Decision]) -> None:
        """Decide on some blocks, in one step of undo."""
        if any(self[key] != decision for key, decision in decisions.items()):
            self.append(LogEntry(EntryKind.DECIDE, dict(decisions)))
            now = monotonic()
            self._pauses.append(now - self._last)
            self._last = now

    @property
    def effects(self) -> list[Effect]:
        """The effects not undone since, in order."""
        return [step.effect for step in self._before if step.effect is not None]

    @property
    def effect_steps(self) -> list[int]:
        """The entries of these effects, from 0."""
        return [step.entry for step in self._before if step.effect is not None]

    @property
    def undo_step(self) -> int | None:
        """The entry that undo reverts, from 0; None if there is none."""
        return self._before[-1].entry if self._before else None

    @property
    def redo_step(self) -> int | None:
        """The entry that redo repeats, from 0; None if there is none."""
        return self._undone[-1].entry if self._undone else None

    def effect_of(self, step: int) -> Effect | None:
        """The effect of an entry outside this log; None if it only decided."""
        return self._entries[step].effect

    def undo(self) -> frozenset[str]:
        """Undo the last step. Returns the keys of its blocks; none if there is no step."""
        return self._reversed(EntryKind.UNDO, self.undo_step)

    def redo(self) -> frozenset[str]:
        """Redo the step undone last. Returns the keys of its blocks; none if there is none."""
        return self._reversed(EntryKind.REDO, self.redo_step)

    def _reversed(self, kind: EntryKind, step: int | None) -> frozenset[str]:
        if step is None:
            return frozenset()
        self.append(LogEntry(kind, step=step))
        entry = self._entries[step]
        return frozenset(entry.decisions) | (entry.effect.blocks if entry.effect else frozenset())

    def append(self, entry: LogEntry) -> None:
        """Add an entry. Call it on the main thread only.

        Raises:
            ValueError: It undoes or redoes something that cannot be undone or redone.
        """
        match entry.kind:
            case EntryKind.DECIDE | EntryKind.DO:
                step = _Step(len(self._entries), entry.decisions, entry.effect)
                self._before.append(self._put_in_force(step))
                self._undone.clear()
            case EntryKind.UNDO:
                self._undone.append(self._put_in_force(self._pop_step(self._before, entry.step)))
            case EntryKind.REDO:
                self._before.append(self._put_in_force(self._pop_step(self._undone, entry.step)))
        self._entries.append(entry)
        if self.listener is not None:
            self.listener(entry)

    def _pop_step(self, steps: list[_Step], named: int | None) -> _Step:
        """Remove and return the step of an entry; the last one for None, as in logs of earlier versions."""
        if named is None and steps:
            return steps.pop()
        found = next((step for step in steps if step.entry == named), None)
        if found is not None:
            steps.remove(found)
            return found
        if named is not None and steps is self._undone and 0 <= named < len(self._entries):
            # A decision made while the effect was redone has cleared the steps to redo.
            effect = self.effect_of(named)
            if effect is not None and all(step.entry != named for step in self._before):
                return _Step(named, effect=effect)
        raise ValueError(f"entry {named} of the log cannot be undone or redone")

    def _put_in_force(self, step: _Step) -> _Step:
        """Put the decisions of a step in force. Returns the step that reverses it."""
        before = {key: self[key] for key in step.decisions}
        if before:
            self._current = {**self._current, **step.decisions}
        return _Step(step.entry, before, step.effect)


def _operation_key(block: EditBlock) -> str:
    """A digest of a block's operation, the same for identical blocks."""
    return digest_of(repr(block.operation))


class BlockKeys:
    """Gives each block a key: a digest of path and operation, and a number among identical blocks."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def key(self, block: EditBlock) -> str:
        content = digest_of(block.path_written or "", _operation_key(block))
        self._seen[content] += 1
        return f"{content}-{self._seen[content]}"


def is_safe(proposal: Proposal, tier: Tier, *, warned: bool) -> bool:
    """True if a block may be accepted without the user, regardless of the other blocks of its group."""
    if not proposal.is_ready or proposal.tier is None or (proposal.warnings and not warned):
        return False
    if proposal.block.is_dry_run or proposal.is_offer or proposal.withheld not in (None, Reason.FUZZY):
        return False
    return proposal.tier.rank <= tier.rank


def safe_blocks(left: Collection[tuple[Proposal, Verdict]], tier: Tier) -> list[Proposal]:
    """The undecided blocks that may be accepted without the user, warnings or not.

    Args:
        left: The blocks that are not applied yet, with their verdicts.
        tier: The loosest tier to accept.
    """
    blocked = blocked_groups(left, tier, warned=True)
    return [
        p
        for p, verdict in left
        if verdict is Verdict.UNDECIDED and p.block.group not in blocked and is_safe(p, tier, warned=True)
    ]


def blocked_groups(left: Iterable[tuple[Proposal, Verdict]], tier: Tier, *, warned: bool) -> set[Group]:
    """The groups in which a block needs the user, so that none of their blocks is applied.

    These are atomic groups, and groups whose file cannot be moved: edits for the new path are not
    written to the old one. A warning on the move itself does not block its group.

    Args:
        left: The blocks that are not applied yet, with their verdicts.
        tier: The loosest tier to accept.
        warned: True to accept blocks with warnings.
    """
    return {
        p.block.group
        for p, verdict in left
        if p.block.group is not None and blocks_group(p, verdict, tier, warned=warned)
    }


def blocks_group(proposal: Proposal, verdict: Verdict, tier: Tier, *, warned: bool) -> bool:
    """True if a block keeps the others of its group from being applied. See `blocked_groups`."""
    if not binds(proposal) or proposal.is_done_already or verdict is Verdict.ACCEPTED:
        return False
    is_accepted = is_safe(proposal, tier, warned=warned or _is_move(proposal))
    return verdict is not Verdict.UNDECIDED or not is_accepted


def binds(proposal: Proposal) -> bool:
    """True if the other blocks of its group are not applied without this one."""
    group = proposal.block.group
    return group is not None and (group.is_atomic or (group.moves and _is_move(proposal)))


def _is_move(proposal: Proposal) -> bool:
    return isinstance(proposal.block.operation, Move)
