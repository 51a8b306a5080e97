"""Places in a file where a block goes, found by the cascade, and the reason where there is none.

Nothing outside imports a module of this package. To add a strategy, write its function and add its
row to `cascade.CASCADE`.
"""

from typing import TYPE_CHECKING

from editreview.matching.adapt import Adjusted
from editreview.matching.by_line import (
    addressed,
    anchor_of,
    below_scopes,
    body_end,
    carried,
    carried_whole,
    is_inserted,
    whole,
)
from editreview.matching.cascade import (
    CASCADE,
    Attempt,
    Search,
    Strategy,
    Verdict,
    attempts,
    found_by,
    search,
    search_loosely,
    strategies,
)
from editreview.matching.code import LANGUAGES, Syntax, Tokens, language_named, language_of
from editreview.matching.depth import uniform_map
from editreview.matching.explain import (
    Diagnosis,
    Difference,
    Forgiven,
    NearMatch,
    Nearness,
    PartlyThere,
    Scattered,
    WhitespaceDiffers,
    diagnosis,
    enclosing,
    forgiven,
    in_words,
    missing,
    near_at,
    near_match,
    nearness,
)
from editreview.matching.file_index import FileIndex
from editreview.matching.force import forced, forced_on, lines_at
from editreview.matching.model import (
    ALL_OCCURRENCES,
    ANCHOR,
    FORCED,
    Candidates,
    Choice,
    DoubtKind,
    Match,
    Tier,
    block_lines,
    query_of,
)
from editreview.matching.normalisers import without_indentation, without_trailing_whitespace
from editreview.matching.similarity import Similar, Window, similar_windows
from editreview.matching.substring import as_lines, at_start, is_once, search_text, text_starts

if TYPE_CHECKING:
    from editreview.matching.sketch import Mismatch, merged
    from editreview.matching.structural import structural_matches

__all__ = [
    "ALL_OCCURRENCES",
    "ANCHOR",
    "CASCADE",
    "FORCED",
    "LANGUAGES",
    "Adjusted",
    "Attempt",
    "Candidates",
    "Choice",
    "Diagnosis",
    "Difference",
    "DoubtKind",
    "FileIndex",
    "Forgiven",
    "Match",
    "Mismatch",
    "NearMatch",
    "Nearness",
    "PartlyThere",
    "Scattered",
    "Search",
    "Similar",
    "Strategy",
    "Syntax",
    "Tier",
    "Tokens",
    "Verdict",
    "WhitespaceDiffers",
    "Window",
    "addressed",
    "anchor_of",
    "as_lines",
    "at_start",
    "attempts",
    "below_scopes",
    "block_lines",
    "body_end",
    "carried",
    "carried_whole",
    "diagnosis",
    "enclosing",
    "forced",
    "forced_on",
    "forgiven",
    "found_by",
    "in_words",
    "is_inserted",
    "is_once",
    "language_named",
    "language_of",
    "lines_at",
    "merged",
    "missing",
    "near_at",
    "near_match",
    "nearness",
    "query_of",
    "search",
    "search_loosely",
    "search_text",
    "similar_windows",
    "strategies",
    "structural_matches",
    "text_starts",
    "uniform_map",
    "whole",
    "without_indentation",
    "without_trailing_whitespace",
]


def __getattr__(name: str) -> object:
    # ast-grep and what sketches need take long to import, and few blocks need them.
    if name in ("Mismatch", "merged"):
        from editreview.matching import sketch

        return getattr(sketch, name)
    if name == "structural_matches":
        from editreview.matching import structural

        return getattr(structural, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
