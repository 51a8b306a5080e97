"""Where in a file a block goes: places found by the cascade, or the nearest match.

To add a strategy, write its function and add its line to `cascade.CASCADE`.
"""

from editreview.matching.cascade import CASCADE, Attempt, Search, Verdict, attempts, search
from editreview.matching.explain import Difference, NearMatch, Nearness, near_match, nearness
from editreview.matching.file_index import FileIndex
from editreview.matching.model import Choice, Place, Placement, Tier

__all__ = [
    "CASCADE",
    "Attempt",
    "Choice",
    "Difference",
    "FileIndex",
    "NearMatch",
    "Nearness",
    "Place",
    "Placement",
    "Search",
    "Tier",
    "Verdict",
    "attempts",
    "near_match",
    "nearness",
    "search",
]
