"""The cascade: strategies in order of what they ignore, and the search through them.

The search stops at the first strategy that finds anything: a looser strategy never resolves
an ambiguity.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import change_lines
from editreview.blocks import Interpretation
from editreview.matching.adapt import AdjustedLines
from editreview.matching.file_index import (
    ENTITIES,
    ESCAPES,
    LOOK_ALIKES,
    QUOTES,
    WHITESPACE,
    FileIndex,
    Folding,
    unchanged,
    without_indentation,
    without_line_end,
    without_trailing_whitespace,
)
from editreview.matching.indentation import by_rule, line_by_line
from editreview.matching.line_equality import (
    Find,
    as_spelled,
    by_folding,
    by_key,
    by_listing,
    by_pieces,
    plainly_indented,
    unescaped,
    without_blank_lines,
    without_numbers,
)
from editreview.matching.model import (
    MAX_MATCHES,
    ON_REQUEST,
    Hit,
    Match,
    MatchWarning,
    Query,
    StrategyInfo,
    Tier,
    is_as_deep,
    match_key,
    query_of,
    warnings_of,
)
from editreview.text import Change, indentation, is_informative, split_lines


def _always(index: FileIndex, query: Query) -> bool:
    return True


class Trait(StrEnum):
    """Properties of a strategy, which decide when other matches compete with its own."""

    INVISIBLE = "invisible"
    """It ignores invisible differences only, so no match of a looser strategy competes with its own."""
    RESPELLED = "respelled"
    """It finds blocks that are spelled differently than the file. If it finds one whose new text does not fit
    there, no fuzzy strategy is tried: that would write the block's spelling."""
    ANY_DEPTH = "any-depth"
    """It finds lines at any depth. Those at the block's depth compete with the match of a stricter strategy
    at another depth."""
    SAME_TOKENS = "same-tokens"
    """It ignores more than whitespace but still requires the block's tokens. If it finds one match, lines
    elsewhere that have a rare line of the block compete with that."""


class Strategy(Struct, frozen=True):
    """A way to match a block."""

    name: str
    tier: Tier
    ignores: str
    """The differences it ignores, as a phrase for users."""
    find: Find
    """Made by `by_key` if lines differ only in outer whitespace, by `by_folding` if they differ inside.

    Lines that the block keeps stay as they are in the file, whatever the new lines next to them need. So it
    must not ignore anything that new lines depend on, such as a comma at the end of the line above.
    """
    may_find: Callable[[FileIndex, Query], bool] = _always
    """A quick test; False if the strategy cannot find anything. Without one, `find` reads the whole file for
    every block that no stricter strategy finds."""
    traits: frozenset[Trait] = frozenset()
    title: str = ""
    """The name as a phrase, for the screen; empty for `name` with spaces."""
    folding: Folding | None = None
    """That of `by_folding`: lines of any match that differ under it only are shown as spelled differently."""


def _has_words(index: FileIndex, query: Query) -> bool:
    """True if the block's longest words are in the file."""
    return all(word in index.text for word in query.words)


def _has_text_without_whitespace(index: FileIndex, query: Query) -> bool:
    """True if the file contains the block when whitespace is ignored."""
    return _has_words(index, query) and "".join(query.interpretation.search.split()) in index.squeezed


def _has_quotes(index: FileIndex, query: Query) -> bool:
    return any(quote in query.interpretation.search for quote in "\"'") and _has_words(index, query)


def _has_unusual(index: FileIndex, query: Query) -> bool:
    return not (index.text.isascii() and query.interpretation.search.isascii())


def _has_backslash(index: FileIndex, query: Query) -> bool:
    return "\\" in query.interpretation.search or "\\" in index.text


def _has_entity(index: FileIndex, query: Query) -> bool:
    return ";" in query.interpretation.search or "&" in index.text


def _by_tokens(index: FileIndex, query: Query) -> list[Hit]:
    """Match the same tokens in another layout, for languages that have a parser."""
    # Parsers are slow to import, and few blocks need them.
    from editreview.matching.code import language_of
    from editreview.matching.layouts import fit_tokens, token_spans

    language = language_of(query.path)
    if language is None:
        return []
    old, new = query.interpretation.search, query.interpretation.replace
    hits: list[Hit] = []
    for hit in token_spans(index.text, old, language, MAX_MATCHES):
        start, end = hit.span
        fit = fit_tokens(hit, old, new, index.text)
        change = None if fit is None else Change(tuple(fit.splices))
        first, last = index.lines.at(start), index.lines.at(end - 1)
        warnings = _warnings_of(index, query, change, is_guess=fit.is_guess) if change and fit else ()
        hits.append(Hit(first, last + 1, change, "in the file's layout", warnings=warnings))
    return hits


def _by_rewrap(index: FileIndex, query: Query) -> list[Hit]:
    """Match a paragraph of prose in other lines."""
    # Imported on first use: few blocks need it.
    from editreview.matching.layouts import rewrapped

    return [
        Hit(
            hit.first,
            hit.end,
            hit.change,
            "wrapped as the file is",
            warnings=_warnings_of(index, query, hit.change, is_guess=False),
        )
        for hit in rewrapped(index, query)
    ]


def _warnings_of(
    index: FileIndex, query: Query, change: Change, *, is_guess: bool
) -> tuple[MatchWarning, ...]:
    """The warnings about a change of tokens or words: guessed depths, lines that neither side has."""
    text = change.apply(index.text)
    after = split_lines(text, "\n")
    inserted: dict[int, None] = {}
    for start, end in change.inserted():
        first = text.count("\n", 0, start)
        inserted.update(dict.fromkeys(range(first, first + text.count("\n", start, end) + 1)))
    known = {line.strip() for line in (*query.replace, *query.search)}
    known |= {line.strip() for line in split_lines(index.text, "\n")}
    lines = [at for at in inserted if at < len(after) and after[at].strip()]
    merged = [at for at in lines if after[at].strip() not in known]
    moved = _moved_in_strings(query, after)
    in_strings = [at for at in lines if after[at].strip() in moved]
    guessed = lines if is_guess else []
    return warnings_of(
        0, AdjustedLines([], {}, merged=merged, guessed=guessed, guessed_in_strings=in_strings)
    )


def _moved_in_strings(query: Query, after: Sequence[str]) -> set[str]:
    """The lines inside of new strings that a text has at another depth, without outer whitespace."""
    text, old = "\n".join(after).replace("\r\n", "\n"), "\n".join(query.search)
    written = (query.replace[string.head + 1 : string.end] for string in query.long_strings if string.is_text)
    moved = (lines for lines in written if (part := "\n".join(lines)) not in text and part not in old)
    return {line.strip() for lines in moved for line in lines}


def by_part_of_line(index: FileIndex, query: Query) -> list[Hit]:
    """Match a part of one line."""
    # Imported on first use, as for the next ones: stricter strategies find most blocks.
    from editreview.matching.fuzzy import by_part_of_line as find

    return find(index, query)


def _with_other_quotes(index: FileIndex, query: Query) -> list[Hit]:
    """Match the same text in other quotes."""
    from editreview.matching.fuzzy import with_other_quotes as find

    return find(index, query)


def _without_comments(index: FileIndex, query: Query) -> list[Hit]:
    """Match the same code with other comments."""
    from editreview.matching.fuzzy import without_comments as find

    return find(index, query)


def by_context(index: FileIndex, query: Query) -> list[Hit]:
    """Match a first and last line with up to half of the lines between them."""
    from editreview.matching.fuzzy import by_context as find

    return find(index, query)


def by_anchors(index: FileIndex, query: Query) -> list[Hit]:
    """Match similar lines between the same first and last line."""
    from editreview.matching.fuzzy import by_anchors as find

    return find(index, query)


def by_likeness(index: FileIndex, query: Query) -> list[Hit]:
    """Match similar lines."""
    from editreview.matching.fuzzy import by_likeness as find

    return find(index, query)


def _has_dots(index: FileIndex, query: Query) -> bool:
    return "..." in query.interpretation.search or "…" in query.interpretation.search


_TOLERANT = Tier.TOLERANT
_INVISIBLE = frozenset({Trait.INVISIBLE})
_RESPELLED = frozenset({Trait.RESPELLED, Trait.ANY_DEPTH, Trait.SAME_TOKENS})
EXACT = Strategy("exact", Tier.EXACT, "nothing", by_key(unchanged))
LINE_ENDS = Strategy(
    "line-ends",
    _TOLERANT,
    "carriage returns",
    by_key(without_line_end),
    traits=_INVISIBLE,
    title="ignoring line ends",
)
PART_OF_LINE = Strategy(
    "part-of-line",
    Tier.FUZZY,
    "the rest of a line of which the block has only a part, as its one line or at an end that it keeps",
    by_part_of_line,
    _has_words,
    title="a part of a line",
)
ELISION = Strategy(
    "elision",
    Tier.FUZZY,
    "lines that the block elides with dots",
    by_pieces,
    _has_dots,
    title="code left out by dots, filled in from the file",
)
LIKENESS = Strategy(
    "fuzzy", Tier.FUZZY, "differences between similar lines", by_likeness, title="similar lines"
)
CASCADE: tuple[Strategy, ...] = (
    EXACT,
    LINE_ENDS,
    Strategy(
        "trailing-whitespace",
        _TOLERANT,
        "whitespace at line ends",
        by_key(without_trailing_whitespace),
        _has_words,
        _INVISIBLE,
        title="ignoring whitespace at line ends",
    ),
    Strategy(
        "indentation",
        _TOLERANT,
        "another indentation, changed by the same rule on every line",
        by_key(without_indentation, by_rule),
        _has_text_without_whitespace,
        title="ignoring indentation",
    ),
    Strategy(
        "line-trimmed",
        _TOLERANT,
        "any indentation",
        by_key(without_indentation, line_by_line),
        _has_text_without_whitespace,
        title="ignoring indentation of each line",
    ),
    Strategy(
        "whitespace",
        _TOLERANT,
        "the amount of whitespace within lines",
        by_folding(WHITESPACE),
        _has_text_without_whitespace,
        frozenset({Trait.ANY_DEPTH}),
        title="ignoring whitespace within lines",
        folding=WHITESPACE,
    ),
    Strategy(
        "blank-lines",
        _TOLERANT,
        "missing and extra blank lines",
        without_blank_lines,
        _has_text_without_whitespace,
        frozenset({Trait.ANY_DEPTH}),
        title="ignoring blank lines",
    ),
    Strategy(
        "escapes",
        _TOLERANT,
        "backslashes before quotes, line feeds written as \\n",
        unescaped(by_folding(ESCAPES, undoes=True)),
        _has_backslash,
        _RESPELLED,
        title="undoing escapes",
        folding=ESCAPES,
    ),
    Strategy(
        "look-alikes",
        _TOLERANT,
        "quotes, dashes, dots, spaces and letters that look the same",
        plainly_indented(by_folding(LOOK_ALIKES)),
        _has_unusual,
        _RESPELLED,
        title="ignoring look-alike characters",
        folding=LOOK_ALIKES,
    ),
    Strategy(
        "entities",
        _TOLERANT,
        "entities such as &lt; for <",
        by_folding(ENTITIES, undoes=True),
        _has_entity,
        _RESPELLED,
        title="decoding entities",
        folding=ENTITIES,
    ),
    Strategy(
        "line-numbers",
        _TOLERANT,
        "the line numbers of a listing",
        by_listing,
        traits=frozenset({Trait.RESPELLED, Trait.SAME_TOKENS}),
        title="without its line numbers",
    ),
    Strategy(
        "tokens",
        _TOLERANT,
        "any layout that a parser reads as the same code",
        _by_tokens,
        _has_text_without_whitespace,
        frozenset({Trait.SAME_TOKENS}),
        title="ignoring layout",
    ),
    Strategy(
        "rewrap",
        _TOLERANT,
        "the line breaks in a paragraph of prose",
        _by_rewrap,
        _has_words,
        frozenset({Trait.SAME_TOKENS}),
        title="ignoring line breaks",
    ),
    PART_OF_LINE,
    ELISION,
    Strategy(
        "quotes",
        Tier.FUZZY,
        "single quotes for double ones, and the reverse",
        _with_other_quotes,
        _has_quotes,
        frozenset({Trait.SAME_TOKENS}),
        title="ignoring the kind of quotes",
        folding=QUOTES,
    ),
    Strategy(
        "comments",
        Tier.FUZZY,
        "comments and docstrings that the block lacks, or the file",
        _without_comments,
        title="ignoring comments",
    ),
    Strategy(
        "context",
        Tier.FUZZY,
        "up to half of the lines between the first and the last",
        by_context,
        title="first, last and half of the lines equal",
    ),
    Strategy(
        "block-anchor",
        Tier.FUZZY,
        "differences between similar lines, between the same first and last",
        by_anchors,
        title="similar lines between equal first and last",
    ),
    LIKENESS,
)
INVISIBLE = frozenset(row.name for row in CASCADE if Trait.INVISIBLE in row.traits)
"""The strategies that ignore invisible differences only."""
_MIN_LETTERS = 6
"""Letters and digits a line needs to distinguish matches."""
_MAX_OCCURRENCES = 3
"""Occurrences in the file up to which such a line is rare."""
_MAX_COMPARED_LENGTH = 20_000
"""Characters of two runs that are compared for likeness."""
_MIN_AT_DEPTH = 2
"""The fewest lines of a block at its own depth that make a match at another depth doubtful."""
_MIN_VERSION_LIKENESS = 0.6
"""The lowest likeness of two versions of a line."""
_MAX_VERSIONS = 20
"""The most places that are looked at for another version of a block."""
_LIKELY = 0.9
"""The likeness to the block, relative to another match's, from which a match is equally likely."""
_SURE = (Tier.EXACT, Tier.TOLERANT)
"""The tiers whose matches have the block's own tokens."""


class StrategyVerdict(Struct, frozen=True):
    """The number of matches that one strategy found."""

    strategy: str
    matches: int


class Search(Struct, frozen=True):
    """The matches that the cascade found for one interpretation."""

    matches: tuple[Match, ...]
    verdicts: tuple[StrategyVerdict, ...]
    """Of the strategies that were tried, in order."""
    is_cut_short: bool = False
    """There may be more matches than these."""
    message: str | None = None
    """For users: the reason why there is no match, or the matches that were skipped; None if unknown."""


def search(
    index: FileIndex,
    interpretation: Interpretation,
    path: str = "",
    *,
    tiers: Collection[Tier] = _SURE,
) -> Search:
    """All matches of the interpretation by the first strategy that finds one.

    Args:
        index: The index of the file.
        interpretation: Its search must not be empty.
        path: The path of the file, relative to the root; determines the language.
        tiers: The tiers of the strategies that are used.
    """
    query = query_of(interpretation, path)
    verdicts: list[StrategyVerdict] = []
    missed: list[Hit] = []
    strategies = [each for each in CASCADE if each.tier in tiers and each.name not in index.without]
    for at, strategy in enumerate(strategies):
        hits = _hits(index, query, strategy)
        matches = _fitting(index, query, strategy, hits)
        verdicts.append(StrategyVerdict(strategy.name, len(matches)))
        if (
            matches
            and strategy.tier is Tier.EXACT
            and index.has_carriage_returns
            and at + 1 < len(strategies)
        ):
            # Carriage returns are invisible, and a last line without an end has none.
            others = found_by(index, query, strategies[at + 1])
            if len(others) > len(matches):
                verdicts.append(StrategyVerdict(strategies[at + 1].name, len(others)))
                matches = others
        if any(not _is_among(each, hits) for each in missed):
            # The hit of a stricter strategy may be the intended one.
            return Search((), tuple(verdicts))
        if matches:
            if (
                len(matches) == 1
                and strategy.tier is Tier.TOLERANT
                and Trait.INVISIBLE not in strategy.traits
            ):
                matches += _rivals(index, query, matches[0], strategies[at + 1 :])
                matches += _at_own_depth(index, query, matches[0]) if len(matches) == 1 else []
            if len(matches) == 1 and (strategy.tier is Tier.FUZZY or Trait.SAME_TOKENS in strategy.traits):
                looser = () if Trait.SAME_TOKENS in strategy.traits else strategies[at + 1 :]
                matches += _likelier(index, query, matches[0], looser)
            matches.sort(key=lambda match: match.span)
            return Search(tuple(matches), tuple(verdicts), len(matches) >= query.max_matches)
        missed = hits or missed
    return Search((), tuple(verdicts))


def search_loosely(index: FileIndex, interpretation: Interpretation, path: str = "") -> Search:
    """All matches with text similar to the block's, by the first strategy that finds one.

    A block spelled differently than the file has none if that spelling cannot be undone:
    it would be written unchanged.
    """
    query = query_of(interpretation, path)
    respelled = (
        each for each in CASCADE if Trait.RESPELLED in each.traits and each.name not in index.without
    )
    if any(_hits(index, query, strategy) for strategy in respelled):
        return Search((), ())
    as_in_file = as_spelled(index, without_numbers(index, interpretation))
    return search(index, as_in_file, path, tiers=(Tier.FUZZY,))


def _rivals(index: FileIndex, query: Query, match: Match, looser: Sequence[Strategy]) -> list[Match]:
    """Matches of a looser strategy at the block's depth.

    The order of the cascade cannot decide between lines at another depth and lines with other quotes.
    """
    if not _may_be_elsewhere(index, query, match):
        return []
    rivals: list[Match] = []
    for strategy in looser:
        if Trait.ANY_DEPTH not in strategy.traits or not strategy.may_find(index, query):
            continue
        hits = _hits(index, query, strategy)
        others = [
            _match(index, query, strategy, hit, (nth, len(hits)))
            for nth, hit in enumerate(hits, 1)
            if hit.replacement is not None and is_as_deep(index, query, hit)
        ]
        known = [match, *rivals]
        rivals += (
            other
            for other in others
            if not any(other.span[0] < each.span[1] and each.span[0] < other.span[1] for each in known)
        )
    return rivals


def _at_own_depth(index: FileIndex, query: Query, match: Match) -> list[Match]:
    """Lines elsewhere that are most of the block's to the letter, if the match is at another depth.

    The rest of them may have changed since, and the match be a copy that is nested otherwise. Of a single
    line, the name that it sets is enough.
    """
    if match.lines is None:
        return []
    first, end = match.lines[0] - 1, match.lines[1]
    if is_as_deep(index, query, Hit(first, end, Change())):
        return []
    lines = list(enumerate(query.search))
    if len(lines) == 1 and (setting := _setting(query.search[0])) is not None:
        number = _line_that_begins(index, setting)
        if number is None or first <= number < end:
            return []
        return _as_candidates(index, query, [_hit_near(index, query, number)])
    rare = [
        (at, line)
        for at, line in lines
        if any(map(str.isalnum, line)) and index.occurrences.count(line.strip()) <= _MAX_OCCURRENCES
    ]
    informative = [(at, line) for at, line in rare if is_informative(line, _MIN_LETTERS)]
    informative_at = {at for at, _ in informative}
    here = {at: body.rstrip() for at, body in enumerate(index.bodies[first:end])}
    starts: Counter[int] = Counter()
    others: list[int] = []
    for at, line in rare:
        for number in index.occurrences.of(line.strip(), _MAX_OCCURRENCES):
            (body,) = index.bodies[number : number + 1]
            if not first <= number < end and body.rstrip() == line.rstrip():
                starts[number - at] += at in informative_at
                others.append(number - at)
    here_as_deep = sum(
        bool(line.strip()) and indentation(line) == indentation(here.get(at, "")) for at, line in lines
    )
    versions = {each: _depths_of_version(index, query, each) for each in others[:_MAX_VERSIONS]}
    version = max(versions, key=lambda each: (versions[each], -each), default=None)
    if version is not None and versions[version] > here_as_deep:
        return _as_candidates(index, query, [_hit_near(index, query, version)])
    # A line that came or went moves those below it.
    counts = {start: count + max(starts[start - 1], starts[start + 1]) for start, count in starts.items()}
    start = max(counts, key=lambda each: (counts[each], -each), default=None)
    at_depth_here = sum(line.rstrip() == here.get(at) for at, line in informative)
    if start is None or counts[start] < max(_MIN_AT_DEPTH, len(informative) / 2, at_depth_here + 1):
        return []
    return _as_candidates(index, query, [_hit_near(index, query, start)])


def _depths_of_version(index: FileIndex, query: Query, start: int) -> int:
    """The number of lines that are as deep as the block's, if the file has versions of all from a line on.

    Args:
        index: The index of the file.
        query: The block.
        start: A line, 0-based, that may be outside the file.

    Returns:
        0 if a line is neither equal to the block's, nor as deep and alike.
    """
    bodies = index.bodies[start : start + len(query.search)] if start >= 0 else ()
    count = 0
    for body, line in zip(bodies, query.search, strict=False):
        is_as_deep = bool(line.strip()) and indentation(body) == indentation(line)
        if body.strip() != line.strip() and (
            not is_as_deep or likeness.normalized_similarity(body, line) < _MIN_VERSION_LIKENESS
        ):
            return 0
        count += is_as_deep
    return count if len(bodies) == len(query.search) else 0


def _setting(line: str) -> str | None:
    """A line up to the operator after the name that it sets; None if it sets none."""
    # Few blocks match at another depth.
    from editreview.matching.code import name_set

    found = name_set(line)
    # Before `=>` are parameters, too.
    return None if found is None or found.operator == "=>" else line[: found.value]


def _line_that_begins(index: FileIndex, text: str) -> int | None:
    """The first line, 0-based, that begins with a text; None if none does."""
    if index.text.startswith(text):
        return 0
    at = index.text.find(f"\n{text}")
    return None if at < 0 else index.lines.at(at + 1)


def _likelier(index: FileIndex, query: Query, match: Match, looser: Sequence[Strategy]) -> list[Match]:
    """Matches elsewhere that may be the right ones.

    They have a rare line of the block that the match lacks, or a looser strategy finds them and they
    resemble the block as much as the match does. A line that opens a definition has to be in the match, even
    if it is so near that the block does not fit beside it.
    """
    if match.lines is None:
        return []
    from editreview.matching.code import begins_definition
    from editreview.matching.fuzzy import hit_at

    first, end = match.lines[0] - 1, match.lines[1]
    matched = {body.strip() for body in index.bodies[first:end]}
    count = len(query.search)
    rare = [
        (text, line, line - at)
        for at, text in enumerate(map(str.strip, query.search))
        if text not in matched and is_informative(text, _MIN_LETTERS)
        if 0 < index.occurrences.count(text) <= _MAX_OCCURRENCES
        for line in index.occurrences.of(text, _MAX_OCCURRENCES)
    ]
    hits = [_hit_near(index, query, start) for _, _, start in rare if start + count <= first or end <= start]
    hits += [
        hit_at(index, query, max(start, end), min(start + count, len(index.lines)), 0.0)
        for text, line, start in rare
        if start < end <= line and begins_definition(text, query.path)
    ]
    min_likeness = _likeness(index, query, first, end) * _LIKELY
    for strategy in looser:
        if strategy.tier is Tier.FUZZY and match.tier is Tier.FUZZY:
            elsewhere = (hit for hit in _hits(index, query, strategy) if hit.end <= first or end <= hit.first)
            hits += (hit for hit in elsewhere if _likeness(index, query, hit.first, hit.end) >= min_likeness)
    return _as_candidates(index, query, hits[:1])


def _hit_near(index: FileIndex, query: Query, first: int) -> Hit:
    """A fuzzy hit of as many lines as the block has, from a 0-based line on that may be outside the file."""
    from editreview.matching.fuzzy import hit_at

    return hit_at(index, query, max(first, 0), min(first + len(query.search), len(index.lines)), 0.0)


def _as_candidates(index: FileIndex, query: Query, hits: Sequence[Hit]) -> list[Match]:
    """Matches at fuzzy hits that may be the right ones, even if the new lines do not fit there."""
    return [
        _match(index, query, LIKENESS, hit, (1, 1))
        if hit.replacement is not None
        else replace(_match(index, query, LIKENESS, Hit(hit.first, hit.end, Change()), (1, 1)), fits=False)
        for hit in hits
    ]


def _likeness(index: FileIndex, query: Query, first: int, end: int) -> float:
    """The likeness between the block and lines of the file."""
    search, current = (
        "\n".join(line.strip() for line in lines)[:_MAX_COMPARED_LENGTH]
        for lines in (query.search, index.bodies[first:end])
    )
    return likeness.normalized_similarity(search, current)


def _may_be_elsewhere(index: FileIndex, query: Query, match: Match) -> bool:
    """True if the block's longest words are elsewhere in the file too."""
    start, end = match.span
    return all(index.text.count(word) > index.text.count(word, start, end) for word in query.words)


def _is_among(hit: Hit, hits: Sequence[Hit]) -> bool:
    """True if a hit overlaps one of the others, or there are none."""
    return not hits or any(other.first < hit.end and hit.first < other.end for other in hits)


def _hits(index: FileIndex, query: Query, strategy: Strategy) -> list[Hit]:
    return strategy.find(index, query) if strategy.may_find(index, query) else []


def found_by(index: FileIndex, query: Query, strategy: Strategy) -> list[Match]:
    """The matches of one strategy; none if the block's new lines do not fit one of them.

    A match that they do not fit may still be the intended one.
    """
    return _fitting(index, query, strategy, _hits(index, query, strategy))


def _fitting(index: FileIndex, query: Query, strategy: Strategy, hits: Sequence[Hit]) -> list[Match]:
    if any(hit.replacement is None for hit in hits):
        return []
    return [_match(index, query, strategy, hit, (nth, len(hits))) for nth, hit in enumerate(hits, 1)]


def _match(index: FileIndex, query: Query, strategy: Strategy, hit: Hit, nth: tuple[int, int]) -> Match:
    first, end, new = hit.first, hit.end, hit.replacement
    assert new is not None
    if isinstance(new, AdjustedLines) and strategy.tier is not Tier.EXACT:
        new = replace(new, next_to_new=[*new.next_to_new, *_doubled_at_edges(index, hit, new)])
    return Match(
        key=match_key(index.lines, first, end, *nth),
        interpretation=query.interpretation,
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=new if isinstance(new, Change) else change_lines(index.lines, first, end, new.lines),
        strategies=(strategy.name,),
        tier=Tier.FUZZY if hit.is_nested_otherwise else strategy.tier,
        score=hit.score,
        adjusted=hit.adjusted,
        adjustments=() if isinstance(new, Change) else tuple(new.adjusted.items()),
        warnings=hit.warnings if isinstance(new, Change) else warnings_of(first, new),
    )


def _doubled_at_edges(index: FileIndex, hit: Hit, new: AdjustedLines) -> list[int]:
    """The lines next to a run, counted from its first line, that a new line at its edge would duplicate."""
    first, end, lines = hit.first, hit.end, new.lines
    if first == end or not lines:
        return []
    edges = ((lines[0], first, first - 1), (lines[-1], end - 1, end))
    return [
        beside - first
        for line, edge, beside in edges
        if line.strip() and 0 <= beside < len(index.lines)
        if line.rstrip() == index.lines[beside].rstrip() != index.lines[edge].rstrip()
    ]


def is_tolerant(match: Match) -> bool:
    """True if a tolerant strategy found a match, which has the block's content then, whatever its tier."""
    return any(row.tier is Tier.TOLERANT and row.name in match.strategies for row in CASCADE)


def is_spelled_otherwise(line: str, other: str) -> bool:
    """True if two lines are equal under the folding of a strategy."""
    foldings = (row.folding for row in CASCADE if row.folding is not None)
    return any(folding.key(line) == folding.key(other) for folding in foldings)


def strategies() -> Sequence[StrategyInfo]:
    """The strategies of the cascade in order, then those that a format or the user requests."""
    return [*(StrategyInfo(row.name, row.tier, row.ignores, row.title) for row in CASCADE), *ON_REQUEST]


def strategy_title(name: str) -> str:
    """A strategy's name as a phrase, for the screen; `name` with spaces if it has none."""
    # The list of blocks needs one for each row, and most blocks are matched by the first strategies.
    rows: tuple[Strategy | StrategyInfo, ...] = (*CASCADE, *ON_REQUEST)
    return next((row.title for row in rows if row.name == name), "") or name.replace("-", " ")
