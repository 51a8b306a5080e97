"""The user's decisions and the effects of applying them, in an append-only log.

The log is at once what is saved, what undo walks back through, and what a resumed review
replays. Blocks are named by their content, so that a decision finds its block again in a
new plan.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import EditBlock
from editreview.workspace import CommitMade


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
    done: "Effect | None" = None
    """The effect on disk or in git, if there is one."""
    step: int | None = None
    """The entry that it undoes or does again, from 0; None in logs of earlier versions: the last one."""


class Effect(Struct, frozen=True):
    """Something that left the screen."""

    blocks: frozenset[str] = frozenset()
    """Keys of the blocks that were applied."""
    files: Mapping[str, tuple[str | None, str | None]] = {}
    """The digests of the files written, before and after, by path; None where there was, or is, none."""
    record: str | None = None
    """The record by which it can be undone."""
    commit: CommitMade | None = None
    """The commit that was made, if that is what was done."""


class _Step(Struct, frozen=True):
    """A step that undo reverses and redo repeats."""

    entry: int
    """The entry of the log that it is of, from 0."""
    decisions: Mapping[str, Decision] = {}
    done: Effect | None = None


class DecisionLog:
    """Decisions by block key, with undo and redo that are entries themselves.

    What was done outside is undone on another thread, and something may be decided meanwhile. So an undo
    names the entry it is of: the last one then need not be the last one any more.
    """

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self.listener: Callable[[LogEntry], None] | None = None
        """Told of every entry as it is made."""
        self._entries: list[LogEntry] = []
        self._current: dict[str, Decision] = {}
        self._before: list[_Step] = []
        self._undone: list[_Step] = []
        # Two threads write: one what is decided, the other what was done.
        self._writing = threading.RLock()
        for entry in entries:
            self._append(entry)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return tuple(self._entries)

    def snapshot(self) -> dict[str, Decision]:
        """The decisions in force now, as a copy."""
        return dict(self._current)

    def __len__(self) -> int:
        """Entries so far. It only grows, so it tells whether anything was decided since."""
        return len(self._entries)

    def __getitem__(self, key: str) -> Decision:
        return self._current.get(key, UNDECIDED)

    def record(self, decisions: Mapping[str, Decision]) -> None:
        """Decide on some blocks; one undo takes all of it back."""
        if any(self[key] != decision for key, decision in decisions.items()):
            self._append(LogEntry(EntryKind.DECIDE, dict(decisions)))

    def did(self, done: Effect) -> None:
        """Something was done with what is decided; one undo takes it back."""
        self._append(LogEntry(EntryKind.DO, done=done))

    @property
    def done(self) -> list[Effect]:
        """The effects not undone since, in order."""
        return [step.done for step in self._before if step.done is not None]

    @property
    def undo_step(self) -> int | None:
        """The entry that undo reverts, from 0; None if there is none."""
        return self._before[-1].entry if self._before else None

    @property
    def redo_step(self) -> int | None:
        """The entry that redo does again, from 0; None if there is none."""
        return self._undone[-1].entry if self._undone else None

    @property
    def last_done(self) -> int | None:
        """The last entry that did something and is not undone, from 0; None if there is none."""
        return next((step.entry for step in reversed(self._before) if step.done is not None), None)

    def done_by(self, step: int) -> Effect | None:
        """The effect of an entry outside this log; None if it only decided."""
        return self._entries[step].done

    def undo(self, step: int | None = None) -> frozenset[str]:
        """Take a step back, the last one unless it is named by its entry.

        Returns:
            The keys it concerned; none if there is no such step.
        """
        return self._back(EntryKind.UNDO, self._before, step)

    def redo(self, step: int | None = None) -> frozenset[str]:
        """Do again what was undone last, or the step named by its entry. Returns the keys it concerned."""
        return self._back(EntryKind.REDO, self._undone, step)

    def _back(self, kind: EntryKind, steps: list[_Step], named: int | None) -> frozenset[str]:
        with self._writing:
            step = steps[-1] if named is None and steps else self._step(steps, named)
            if step is None:
                return frozenset()
            self._append(LogEntry(kind, step=step.entry))
            return frozenset(step.decisions) | (step.done.blocks if step.done else frozenset())

    def _step(self, steps: list[_Step], named: int | None) -> _Step | None:
        """The step of an entry; None if it is not among these."""
        found = next((step for step in steps if step.entry == named), None)
        if found is None and named is not None and steps is self._undone and self.done_by(named) is not None:
            # What is decided while something is done again leaves nothing to be done again.
            is_done = any(step.entry == named for step in self._before)
            return None if is_done else _Step(named, done=self.done_by(named))
        return found

    def _append(self, entry: LogEntry) -> None:
        with self._writing:
            self._entries.append(entry)
            match entry.kind:
                case EntryKind.DECIDE | EntryKind.DO:
                    step = _Step(len(self._entries) - 1, entry.decisions, entry.done)
                    self._before.append(self._swap(step))
                    self._undone.clear()
                case EntryKind.UNDO:
                    self._undone.append(self._swap(self._taken_out(self._before, entry.step)))
                case EntryKind.REDO:
                    self._before.append(self._swap(self._taken_out(self._undone, entry.step)))
            if self.listener is not None:
                self.listener(entry)

    def _taken_out(self, steps: list[_Step], named: int | None) -> _Step:
        """The step that an entry is about, no longer among those. Logs of earlier versions name none."""
        if named is None:
            return steps.pop()
        step = self._step(steps, named)
        if step is None:
            raise ValueError(f"entry {named} of the log cannot be undone or done again")
        if step in steps:
            steps.remove(step)
        return step

    def _swap(self, step: _Step) -> _Step:
        before = {key: self[key] for key in step.decisions}
        self._current.update(step.decisions)
        return _Step(step.entry, before, step.done)


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
