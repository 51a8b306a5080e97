"""Line ends, byte order marks and final newlines come out right, byte for byte."""

from pathlib import Path

from editreview.matching import Tier
from tests.oracles import trials, tried

_TRIALS = 300


def test_every_byte_is_as_expected(tmp_path: Path) -> None:
    found = [
        (trial, tried(trial, tmp_path / "root", Tier.TOLERANT).run.tree)
        for trial in trials("line-ends", _TRIALS)
    ]

    assert _TRIALS == len(found)
    assert [] == [
        f"python -m tests.oracles line-ends {trial.seed}  # {trial.name}\n{tree}"
        for trial, tree in found
        if tree not in (trial.after, *trial.others) and not (trial.may_refuse and tree == trial.before)
    ]
