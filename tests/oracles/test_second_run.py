"""A seeded share of the oracle of second runs."""

from pathlib import Path

from editreview.matching import Tier
from tests.oracles.second_run import not_made, twice
from tests.oracles.trial import Ending, tried


def test_a_second_run_of_the_same_response_changes_nothing(tmp_path: Path) -> None:
    found = [(seed, run) for seed in range(40) if (run := twice(seed, tmp_path / "root")) is not None]

    assert found
    assert [] == [(seed, run.said.format) for seed, run in found if run.first != run.second]


def test_an_edit_that_was_not_applied_is_not_reported_as_already_applied(tmp_path: Path) -> None:
    trials = [trial for seed in range(100) if (trial := not_made(seed)) is not None]

    assert trials
    results = [(trial, tried(trial, tmp_path / "root", Tier.TOLERANT)) for trial in trials]
    assert [] == [(trial.seed, result.why) for trial, result in results if result.ending is Ending.SILENT]
