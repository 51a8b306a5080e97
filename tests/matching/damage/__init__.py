"""Edits of real files, damaged as models damage edits, and what comes of them."""

from tests.matching.damage.edits import Source
from tests.matching.damage.kinds import KINDS
from tests.matching.damage.sources import python_sources, sources_of
from tests.matching.damage.trial import Kind, Trial, outcome, tally, trials

__all__ = [
    "KINDS",
    "Kind",
    "Source",
    "Trial",
    "outcome",
    "python_sources",
    "sources_of",
    "tally",
    "trials",
]
