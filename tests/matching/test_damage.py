"""Edits of the standard library, damaged in the ways that models are known for."""

from collections import Counter
from pathlib import Path

import pytest

from editreview.matching import Tier
from tests.matching.damage import KINDS, Kind, outcome, python_sources, trials
from tests.matching.hard_cases import Outcome

_TRIALS = 4
_FORGIVEN = {
    *("nothing", "blanks at line ends", "re-indented", "units", "uneven", "blank lines", "look-alikes"),
    *("escapes", "entities", "line numbers", "at once"),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.name}, {kind.dose}")
def test_damage_is_ignored_or_refused_but_nothing_else_is_written(tmp_path: Path, kind: Kind) -> None:
    found: Counter[Outcome] = Counter()
    for trial in trials(kind, python_sources(), _TRIALS):
        what = outcome(tmp_path, trial)[Tier.TOLERANT]
        assert Outcome.WRONG != what, trial.response
        found[what] += 1

    assert _TRIALS == found.total()
    if kind.name in _FORGIVEN:
        assert found[Outcome.RIGHT] >= _TRIALS - 2
