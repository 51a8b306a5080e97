"""Edits of the standard library, damaged in every way that models are known for: none goes wrong."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from tests.matching.damage import KINDS, Kind, outcome, python_sources, trials
from tests.matching.hard_cases import Outcome

_TRIALS = 8


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.name}, {kind.dose}")
def test_what_is_only_laid_out_otherwise_is_never_written_wrongly(tmp_path: Path, kind: Kind) -> None:
    for trial in trials(kind, python_sources(), _TRIALS):
        assert Outcome.WRONG != outcome(tmp_path, trial)[Tier.TOLERANT], trial.response


def test_an_undamaged_edit_is_always_written(tmp_path: Path) -> None:
    for trial in trials(KINDS[0], python_sources(), 3 * _TRIALS):
        assert Outcome.RIGHT == outcome(tmp_path, trial)[Tier.TOLERANT], trial.response
