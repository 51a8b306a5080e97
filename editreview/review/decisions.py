"""What a person said, in an append-only log.

The log is at once what is saved, what undo walks back through, and what a resumed review
replays. Blocks are named by their content, so that a decision finds its block again in a
new plan.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock


class Verdict(StrEnum):
    UNDECIDED = "undecided"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Decision(Struct, frozen=True):
    """What was said of one block."""

    verdict: Verdict = Verdict.UNDECIDED
    places: frozenset[str] | None = None
    """Keys of the places chosen; None if no choice was made."""
    rows: frozenset[int] | None = None
    """The rows of the aligned diff that were accepted, from 0; None for all."""
    reason: str | None = None
    """Why it was rejected, for the model."""
    is_included: bool = False
    """Whether it is attempted though the model was not shown the file."""
    outcome: str | None = None
    """Names what was shown when it was accepted: another outcome needs another yes."""


UNDECIDED = Decision()


def undecided(decision: Decision) -> Decision:
    """The same choices with nothing said of them."""
    return replace(decision, verdict=Verdict.UNDECIDED, rows=None, reason=None, outcome=None)


class EntryKind(StrEnum):
    DECIDE = "decide"
    UNDO = "undo"
    REDO = "redo"


class Entry(Struct, frozen=True):
    """One line of the log."""

    kind: EntryKind
    decisions: Mapping[str, Decision]
    """By block key; empty for undo and redo."""


class DecisionLog:
    """Decisions by block key, with undo and redo that are entries themselves."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._current: dict[str, Decision] = {}
        self._before: list[dict[str, Decision]] = []
        self._undone: list[dict[str, Decision]] = []
        for entry in entries:
            self._append(entry)

    @property
    def entries(self) -> tuple[Entry, ...]:
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
            self._append(Entry(EntryKind.DECIDE, dict(decisions)))

    @property
    def last(self) -> frozenset[str]:
        """The keys that undo would concern."""
        return frozenset(self._before[-1]) if self._before else frozenset()

    def undo(self) -> frozenset[str]:
        """Take the last decision back. Returns the keys it concerned; none if there is none."""
        changed = self.last
        if changed:
            self._append(Entry(EntryKind.UNDO, {}))
        return changed

    def redo(self) -> frozenset[str]:
        """Decide again what was undone last. Returns the keys it concerned."""
        changed = frozenset(self._undone[-1]) if self._undone else frozenset()
        if changed:
            self._append(Entry(EntryKind.REDO, {}))
        return changed

    def _append(self, entry: Entry) -> None:
        self._entries.append(entry)
        match entry.kind:
            case EntryKind.DECIDE:
                self._before.append(self._swap(entry.decisions))
                self._undone.clear()
            case EntryKind.UNDO:
                self._undone.append(self._swap(self._before.pop()))
            case EntryKind.REDO:
                self._before.append(self._swap(self._undone.pop()))

    def _swap(self, decisions: Mapping[str, Decision]) -> dict[str, Decision]:
        before = {key: self[key] for key in decisions}
        self._current.update(decisions)
        return before


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
