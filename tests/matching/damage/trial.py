"""One try: an edit of a real file, damaged as models damage edits, and what became of the file."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from editreview.matching import Tier
from tests.builders import block, make_tree, review_of
from tests.matching.damage.edits import Edit, Row, Source, replaced, searched
from tests.matching.hard_cases import Outcome

Damage = Callable[[Random, tuple[Row, ...]], Sequence[Row] | None]
"""The rows of a block to those that the model sends; None if there is nothing in them to damage."""
Alike = Callable[[Sequence[Row], Sequence[str]], bool]
"""True if lines are right in the place of a block, though not those of its REPLACE to the letter."""
Surroundings = Callable[[Random, Edit], Edit]
"""The rest of the file."""


def as_cut(chance: Random, edit: Edit) -> Edit:
    return edit


def exactly(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    return [row.new for row in rows if row.new is not None] == list(lines)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of damage, in one dose."""

    name: str
    dose: str
    damage: Damage
    alike: Alike = exactly
    around: Surroundings = as_cut
    is_ambiguous: bool = False
    """True if nothing must be written, because the block could go to several places."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A file and a damaged edit of it."""

    kind: Kind
    path: str
    edit: Edit
    sent: Sequence[Row]

    @property
    def response(self) -> str:
        return block(searched(self.sent), replaced(self.sent), self.path)

    def judge(self, text: str) -> Outcome:
        if self.kind.is_ambiguous:
            return Outcome.RIGHT if text == self.edit.before else Outcome.WRONG
        if text in (self.edit.after, self.edit.before):
            return Outcome.RIGHT if text == self.edit.after else Outcome.REFUSED
        head, tail = self.edit.head, self.edit.tail
        is_outside_kept = len(text) >= len(head) + len(tail) and text.startswith(head) and text.endswith(tail)
        between = text[len(head) : len(text) - len(tail)].split("\n")[:-1]
        return (
            Outcome.RIGHT if is_outside_kept and self.kind.alike(self.edit.rows, between) else Outcome.WRONG
        )


def trials(kind: Kind, sources: Sequence[Source], count: int) -> Iterator[Trial]:
    """So many trials of a kind, the same in every run."""
    number = produced = 0
    while produced < count and number < 4 * count:
        chance = Random(f"{kind.name}, {kind.dose}, {number}")
        number += 1
        trial = _trial(kind, chance.choice(sources), chance)
        if trial is not None:
            produced += 1
            yield trial


def _trial(kind: Kind, source: Source, chance: Random) -> Trial | None:
    for edit in source.edits(chance):
        sent = kind.damage(chance, edit.rows)
        if sent is not None:
            return Trial(kind, source.path, kind.around(chance, edit), tuple(sent))
    return None


def outcome(folder: Path, trial: Trial) -> dict[Tier, Outcome]:
    """The end of a trial's file at either of the tiers that forgive anything."""
    make_tree(folder, {trial.path: trial.edit.before})
    review = review_of(folder, trial.response)
    found: dict[Tier, Outcome] = {}
    for tier in (Tier.TOLERANT, Tier.FUZZY):
        review.accept(tier)
        plans = review.outcomes(pending=True)
        found[tier] = trial.judge(plans[0].after if plans else trial.edit.before)
    return found


def tally(kind: Kind, sources: Sequence[Source], count: int) -> dict[Tier, Counter[Outcome]]:
    """Count the ends of so many trials, by tier."""
    found: dict[Tier, Counter[Outcome]] = {Tier.TOLERANT: Counter(), Tier.FUZZY: Counter()}
    with tempfile.TemporaryDirectory() as folder:
        for trial in trials(kind, sources, count):
            for tier, what in outcome(Path(folder), trial).items():
                found[tier][what] += 1
    return found
