"""A seeded share of every oracle: nothing wrong is written without a warning that names its line."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from tests.oracles import ORACLES, Ending, trials, tried

_TRIALS = 100
"""Trials of each oracle. `make bench` runs thousands."""


STRICTER = {"around-dots", "line-ends", "not-made", "snippets"}
"""They have tests of their own."""


@pytest.mark.parametrize("name", [name for name in ORACLES if name not in STRICTER])
def test_nothing_is_written_wrongly_without_a_warning(tmp_path: Path, name: str) -> None:
    found = [(trial, tried(trial, tmp_path / "root", Tier.TOLERANT)) for trial in trials(name, _TRIALS)]

    assert found
    assert [] == [
        f"python -m tests.oracles {name} {trial.seed}  # {trial.name}\n{result.why}"
        for trial, result in found
        if result.ending is Ending.SILENT or (result.ending is Ending.REFUSED and not trial.may_refuse)
    ]
