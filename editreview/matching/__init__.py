"""Finds the lines of a file that a block matches, and explains why nothing matches.

Nothing outside imports a module of this package. To add a strategy, write its function and add its
row to `cascade.CASCADE`.
"""

from typing import TYPE_CHECKING

from editreview.first_use import on_first_use
from editreview.matching.adapt import Adjusted
from editreview.matching.by_line import (
    anchor_of,
    below_scopes,
    body_end,
    is_inserted,
    match_by_line,
    match_whole_file,
    renumber,
    renumber_with_line_above,
)
from editreview.matching.cascade import (
    CASCADE,
    INVISIBLE,
    Search,
    Strategy,
    StrategyVerdict,
    found_by,
    search,
    search_loosely,
    strategies,
    strategy_title,
)
from editreview.matching.code import (
    LANGUAGES,
    Tokens,
    in_strings,
    language_named,
    language_of,
    only_signs,
    signs,
)
from editreview.matching.depth import indent_width, opens_block, uniform_map
from editreview.matching.explain import (
    Diagnosis,
    Difference,
    DifferenceKind,
    NearMatch,
    Nearness,
    PartialMatch,
    PartOfLine,
    Piece,
    ScatteredLines,
    WhitespaceDifference,
    diagnosis,
    ignored_differences,
    in_words,
    missing,
    near_at,
    nearness,
)
from editreview.matching.file_index import FileIndex
from editreview.matching.force import forced_match, forced_matches, lines_at
from editreview.matching.model import (
    ADDITION,
    ALL_OCCURRENCES,
    ANCHOR,
    DEFINITION,
    FORCED,
    PLACE,
    UNCHANGED_LINES,
    Candidates,
    Choice,
    Match,
    MatchWarningKind,
    Mismatch,
    Tier,
    block_lines,
    query_of,
)
from editreview.matching.normalisers import without_indentation, without_trailing_whitespace
from editreview.matching.similarity import Similar, Window, similar_windows
from editreview.matching.substring import as_lines, at_start, is_once, search_text, text_starts
from editreview.matching.surroundings import (
    Content,
    Scope,
    Surroundings,
    content_of,
    enclosing,
    is_comment,
    scope_at,
)

if TYPE_CHECKING:
    from editreview.matching.additions import match_additions, match_block_additions
    from editreview.matching.definitions import (
        match_definitions,
        named_spans,
        new_members_of,
        part_of,
        places_of_new,
    )
    from editreview.matching.places import (
        asks_to_add,
        block_at,
        merged_rule,
        names_set,
        places_of_pieces,
        possible_places,
    )
    from editreview.matching.sketch import (
        apply_sketch,
        ends_of_sketch,
        gap_lines,
        match_open_statements,
        match_statements,
    )
    from editreview.matching.structural import pattern_problem, structural_matches

__all__ = [
    "ADDITION",
    "ALL_OCCURRENCES",
    "ANCHOR",
    "CASCADE",
    "DEFINITION",
    "FORCED",
    "INVISIBLE",
    "LANGUAGES",
    "PLACE",
    "UNCHANGED_LINES",
    "Adjusted",
    "Candidates",
    "Choice",
    "Content",
    "Diagnosis",
    "Difference",
    "DifferenceKind",
    "FileIndex",
    "Match",
    "MatchWarningKind",
    "Mismatch",
    "NearMatch",
    "Nearness",
    "PartOfLine",
    "PartialMatch",
    "Piece",
    "ScatteredLines",
    "Scope",
    "Search",
    "Similar",
    "Strategy",
    "StrategyVerdict",
    "Surroundings",
    "Tier",
    "Tokens",
    "WhitespaceDifference",
    "Window",
    "anchor_of",
    "apply_sketch",
    "as_lines",
    "asks_to_add",
    "at_start",
    "below_scopes",
    "block_at",
    "block_lines",
    "body_end",
    "content_of",
    "diagnosis",
    "enclosing",
    "ends_of_sketch",
    "forced_match",
    "forced_matches",
    "found_by",
    "gap_lines",
    "ignored_differences",
    "in_strings",
    "in_words",
    "indent_width",
    "is_comment",
    "is_inserted",
    "is_once",
    "language_named",
    "language_of",
    "lines_at",
    "match_additions",
    "match_block_additions",
    "match_by_line",
    "match_definitions",
    "match_open_statements",
    "match_statements",
    "match_whole_file",
    "merged_rule",
    "missing",
    "named_spans",
    "names_set",
    "near_at",
    "nearness",
    "new_members_of",
    "only_signs",
    "opens_block",
    "part_of",
    "pattern_problem",
    "places_of_new",
    "places_of_pieces",
    "possible_places",
    "query_of",
    "renumber",
    "renumber_with_line_above",
    "scope_at",
    "search",
    "search_loosely",
    "search_text",
    "signs",
    "similar_windows",
    "strategies",
    "strategy_title",
    "structural_matches",
    "text_starts",
    "uniform_map",
    "without_indentation",
    "without_trailing_whitespace",
]


# ast-grep and the modules that snippets need are slow to import, and few blocks need them.
__getattr__ = on_first_use(
    __name__,
    {
        "additions": ("match_additions", "match_block_additions"),
        "definitions": ("match_definitions", "named_spans", "new_members_of", "part_of", "places_of_new"),
        "places": (
            *("asks_to_add", "block_at", "merged_rule", "names_set", "places_of_pieces"),
            "possible_places",
        ),
        "sketch": (
            "apply_sketch",
            "ends_of_sketch",
            "gap_lines",
            "match_open_statements",
            "match_statements",
        ),
        "structural": ("pattern_problem", "structural_matches"),
    },
)
