"""The oracles: each makes a trial of a seed."""

from collections.abc import Callable, Iterator, Mapping

from tests.oracles import (
    around_dots,
    cut_off,
    damaged,
    doubled,
    line_ends,
    look_alikes,
    pairs,
    second_run,
    sequences,
    snippets,
)
from tests.oracles.trial import Trial

Oracle = Callable[[int], Trial | None]
"""A seed to a trial, the same in every run; None where the seed gives none."""

ORACLES: Mapping[str, Oracle] = {
    "pairs": pairs.trial,
    "damaged": damaged.trial,
    "cut_off": cut_off.trial,
    "line-ends": line_ends.trial,
    "look-alikes": look_alikes.trial,
    "sequences": sequences.trial,
    "not-made": second_run.not_made,
    "snippets": snippets.trial,
    "doubled": doubled.trial,
    "around-dots": around_dots.trial,
}
"""By name."""


def trials(name: str, count: int, seed: int = 0) -> Iterator[Trial]:
    """So many trials of an oracle, from seed `seed * 1_000_000` on.

    Args:
        name: Of the oracle.
        count: At most so many; fewer where ten times as many seeds do not give them.
        seed: Another number gives other trials.
    """
    made = 0
    for number in range(seed * 1_000_000, seed * 1_000_000 + 10 * count):
        trial = ORACLES[name](number) if made < count else None
        if trial is not None:
            made += 1
            yield trial
