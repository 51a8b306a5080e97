"""Oracles: generators of responses whose right result is known, and the runner that judges ours.

A trial is a tree, a response and the tree after it. An oracle makes one of a seed. A trial that
fails is written out for reading with the command that the failure prints:

    python -m tests.oracles ORACLE SEED [--tier fuzzy] [--out FOLDER]

With EDITREVIEW_CORPUS set, the material is real commits, and a seed gives another trial.
"""

from tests.oracles.oracles import ORACLES, Oracle, trials
from tests.oracles.trial import Ending, Result, Run, Tree, Trial, applied, is_right, judged, tried

__all__ = [
    "ORACLES",
    "Ending",
    "Oracle",
    "Result",
    "Run",
    "Tree",
    "Trial",
    "applied",
    "is_right",
    "judged",
    "trials",
    "tried",
]
