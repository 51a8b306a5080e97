"""The user's decisions and the effects of applying them, in an append-only log.

The log is at once what is saved, what undo walks back through, and what a resumed review
replays. Blocks are named by their content, so that a decision finds its block again in a
new plan.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import EditBlock
from editreview.workspace import CommitResult


class Verdict(StrEnum):
    UNDECIDED = "undecided"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class LineNote(Struct, frozen=True):
    """A note for the model on some lines of a block."""

    where: str
    """The lines, for users."""
    diff: str
    """The lines as they were, with the signs of a diff: numbers may be others by now."""
    text: str = ""


class Decision(Struct, frozen=True):
    """The user's decision on one block."""

    verdict: Verdict = Verdict.UNDECIDED
    matches: frozenset[str] | None = field(default=None, name="places")
    """Keys of the chosen matches; None if no choice was made. Saved as `places`."""
    rows: frozenset[int] | None = None
    """The rows of the aligned diff that were marked, from 0; None for all."""
    reason: str | None = None
    """The reason why it was rejected, for the model."""
    is_included: bool = False
    """True if it is attempted though the model was not shown the file."""
    outcome: str | None = None
    """Names what was shown when it was accepted or its rows were marked: another needs another yes."""
    warnings: tuple[str, ...] | None = None
    """The kinds of the warnings shown when it was accepted, sorted; None if that was not noted."""
    strategy: str | None = None
    """The strategy whose matches count, whatever the search finds; None for the search's own."""
    forced_on: str | None = None
    """The lines of the file that it takes for its old text, where it is forced."""
    search: str | None = None
    """The text it looks for instead of its own old text."""
    path: str | None = None
    """The file it goes to instead of its own, relative to the root."""
    edited: str | None = None
    """The new text as the user edited it."""
    edited_from: str | None = None
    """Names the text that was edited."""
    note: str | None = None
    """A further note for the model."""
    line_notes: tuple[LineNote, ...] = ()

    @property
    def choices(self) -> tuple[object, ...]:
        """The parts of the decision that say where the block goes and what it puts there, accepted or not."""
        where = (self.is_included, self.matches, self.strategy, self.forced_on, self.search, self.path)
        return *where, self.edited, self.edited_from

    def reopened(self) -> "Decision":
        """Undecided again: only the choices and the note stay."""
        return replace(self, verdict=Verdict.UNDECIDED, rows=None, reason=None, outcome=None, warnings=None)

    def rejected(self, reason: str | None = None) -> "Decision":
        """No to all of it."""
        return replace(self.reopened(), verdict=Verdict.REJECTED, reason=reason)


UNDECIDED = Decision()


def replans(before: Decision | None, after: Decision) -> bool:
    """True if a decision can move other blocks: all but a plain yes, and taking that back."""
    was = before or UNDECIDED
    rejected = Verdict.REJECTED in (was.verdict, after.verdict) and was.verdict is not after.verdict
    return rejected or reshapes(before, after)


def reshapes(before: Decision | None, after: Decision) -> bool:
    """True if a decision changes where the block itself goes or what it puts there."""
    was = before or UNDECIDED
    shapes = [(said.choices, said.rows, said.rows and said.outcome) for said in (was, after)]
    return shapes[0] != shapes[1]


class EntryKind(StrEnum):
    DECIDE = "decide"
    DO = "do"
    """Decisions left the screen: for the disk, for git."""
    UNDO = "undo"
    REDO = "redo"


class LogEntry(Struct, frozen=True):
    """One line of the log."""

    kind: EntryKind
    decisions: Mapping[str, Decision] = {}
    """By block key; empty unless it decides."""
    effect: "Effect | None" = field(default=None, name="done")
    """The effect on disk or in git, if there is one. Saved as `done`."""
    step: int | None = None
    """The entry that it undoes or redoes, from 0; None in logs of earlier versions: the last one."""


class Effect(Struct, frozen=True):
    """Something that left the screen."""

    blocks: frozenset[str] = frozenset()
    """Keys of the blocks that were applied."""
    files: Mapping[str, tuple[str | None, str | None]] = {}
    """The digests of the files written, before and after, by path; None where there was, or is, none."""
    record: str | None = None
    """The record by which it can be undone."""
    commit: CommitResult | None = None
    """The commit that was made, if that is what was done."""


class _Step(Struct, frozen=True):
    """A step that undo reverses and redo repeats."""

    entry: int
    """The entry of the log that it is of, from 0."""
    decisions: Mapping[str, Decision] = {}
    effect: Effect | None = None


class DecisionLog:
    """Decisions by block key, with undo and redo that are entries themselves.

    Only the deciding thread appends. Effects take place on another one, and something may be decided before
    their entry is appended: so undo and redo name their entry, which need not be the last one any more.
    Other threads may read: what they see is replaced whole.
    """

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        """
        Raises:
            ValueError: The entries do not follow from each other.
        """
        self.listener: Callable[[LogEntry], None] | None = None
        """Called with every entry as it is appended."""
        self._entries: list[LogEntry] = []
        self._current: dict[str, Decision] = {}
        self._before: list[_Step] = []
        self._undone: list[_Step] = []
        for entry in entries:
            self.append(entry)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return tuple(self._entries)

    def snapshot(self) -> Mapping[str, Decision]:
        """The decisions in force now. The mapping does not change any more."""
        return self._current

    def __len__(self) -> int:
        """Entries so far. It only grows, so it tells whether anything was decided since."""
        return len(self._entries)

    def __getitem__(self, key: str) -> Decision:
        return self._current.get(key, UNDECIDED)

    def decide(self, decisions: Mapping[str, Decision]) -> None:
        """Decide on some blocks; one undo takes all of it back."""
        if any(self[key] != decision for key, decision in decisions.items()):
            self.append(LogEntry(EntryKind.DECIDE, dict(decisions)))

    @property
    def effects(self) -> list[Effect]:
        """The effects not undone since, in order."""
        return [step.effect for step in self._before if step.effect is not None]

    @property
    def undo_step(self) -> int | None:
        """The entry that undo reverts, from 0; None if there is none."""
        return self._before[-1].entry if self._before else None

    @property
    def redo_step(self) -> int | None:
        """The entry that redo repeats, from 0; None if there is none."""
        return self._undone[-1].entry if self._undone else None

    @property
    def last_effect_step(self) -> int | None:
        """The last entry with an effect that is not undone, from 0; None if there is none."""
        return next((step.entry for step in reversed(self._before) if step.effect is not None), None)

    def effect_of(self, step: int) -> Effect | None:
        """The effect of an entry outside this log; None if it only decided."""
        return self._entries[step].effect

    def undo(self) -> frozenset[str]:
        """Take back the last step. Returns the keys it concerned; none if there is no step."""
        return self._reversed(EntryKind.UNDO, self.undo_step)

    def redo(self) -> frozenset[str]:
        """Repeat what was undone last. Returns the keys it concerned; none if nothing was."""
        return self._reversed(EntryKind.REDO, self.redo_step)

    def _reversed(self, kind: EntryKind, step: int | None) -> frozenset[str]:
        if step is None:
            return frozenset()
        self.append(LogEntry(kind, step=step))
        entry = self._entries[step]
        return frozenset(entry.decisions) | (entry.effect.blocks if entry.effect else frozenset())

    def append(self, entry: LogEntry) -> None:
        """Add an entry. Only on the deciding thread.

        Raises:
            ValueError: It undoes or redoes something that cannot be undone or redone.
        """
        match entry.kind:
            case EntryKind.DECIDE | EntryKind.DO:
                step = _Step(len(self._entries), entry.decisions, entry.effect)
                self._before.append(self._swapped(step))
                self._undone.clear()
            case EntryKind.UNDO:
                self._undone.append(self._swapped(self._taken_out(self._before, entry.step)))
            case EntryKind.REDO:
                self._before.append(self._swapped(self._taken_out(self._undone, entry.step)))
        self._entries.append(entry)
        if self.listener is not None:
            self.listener(entry)

    def _taken_out(self, steps: list[_Step], named: int | None) -> _Step:
        """The step that an entry is about, no longer among those. Logs of earlier versions name none."""
        if named is None and steps:
            return steps.pop()
        found = next((step for step in steps if step.entry == named), None)
        if found is not None:
            steps.remove(found)
            return found
        if named is not None and steps is self._undone and 0 <= named < len(self._entries):
            # What was decided while an effect was redone has cleared what could be redone.
            effect = self.effect_of(named)
            if effect is not None and all(step.entry != named for step in self._before):
                return _Step(named, effect=effect)
        raise ValueError(f"entry {named} of the log cannot be undone or redone")

    def _swapped(self, step: _Step) -> _Step:
        """Put the decisions of a step in force. Returns the step that takes that back."""
        before = {key: self[key] for key in step.decisions}
        if before:
            self._current = {**self._current, **step.decisions}
        return _Step(step.entry, before, step.effect)


def operation_key(block: EditBlock) -> str:
    """A name for what a block asks for in its file, the same for identical blocks."""
    return _name([repr(block.operation)])


def _name(parts: Iterable[str]) -> str:
    text = "\0".join(f"{len(part)}:{part}" for part in parts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


class BlockKeys:
    """Hands out a name for each block: its content, and a number among identical ones."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def key(self, block: EditBlock) -> str:
        content = _name([block.path_written or "", operation_key(block)])
        self._seen[content] += 1
        return f"{content}-{self._seen[content]}"
