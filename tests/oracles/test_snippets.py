"""A seeded share of the oracle of snippets, with fuzzy matches accepted."""

from pathlib import Path

from editreview.matching import Tier
from tests.oracles import Ending, trials, tried

_TRIALS = 150


def test_definitions_are_applied_correctly_or_refused(tmp_path: Path) -> None:
    found = [(trial, tried(trial, tmp_path / "root", Tier.FUZZY)) for trial in trials("snippets", _TRIALS)]
    to_place = [result for trial, result in found if trial.after != trial.before]

    assert [] == [
        f"python -m tests.oracles snippets {trial.seed} --tier fuzzy  # {trial.name}\n{result.why}"
        for trial, result in found
        if result.ending in (Ending.SILENT, Ending.WARNED)
    ]
    assert 2 * sum(result.ending is Ending.RIGHT for result in to_place) > len(to_place)


def test_lines_between_dots_are_applied_correctly_or_left_to_the_user(tmp_path: Path) -> None:
    found = [(trial, tried(trial, tmp_path / "root", Tier.FUZZY)) for trial in trials("around-dots", _TRIALS)]

    assert [] == [
        f"python -m tests.oracles around-dots {trial.seed} --tier fuzzy  # {trial.name}\n{result.why}"
        for trial, result in found
        if result.ending in (Ending.SILENT, Ending.WARNED)
    ]
    assert 6 * sum(result.ending is Ending.RIGHT for _, result in found) > len(found)
