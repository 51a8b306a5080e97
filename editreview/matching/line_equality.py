"""Strategies that compare whole lines by a key: lines match if a normaliser maps them to the same key."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import alike_pairs, kept_lines, line_opcodes
from editreview.blocks import Interpretation
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import Adjusted, AdjustedLines, LineAdjuster, LinePairs, SpellingMap
from editreview.matching.depth import indent_width
from editreview.matching.file_index import (
    WHITESPACE,
    FileIndex,
    Folding,
    Key,
    as_plain,
    has_unusual_indentation,
    unchanged,
    with_plain_indentation,
    without_indentation,
    without_trailing_whitespace,
)
from editreview.matching.indentation import (
    LINE_BY_LINE,
    CurrentLines,
    Indents,
    IndentsOf,
    as_written,
    by_rule,
    line_by_line,
)
from editreview.matching.model import Hit, Query, is_as_deep, query_of
from editreview.text import indentation, line_body

Find = Callable[[FileIndex, Query], list[Hit]]
"""A strategy: returns its hits in order, at most `Query.max_matches`."""

_MAX_PAIRED = 10_000
"""The most pairs of an old and a new line that are compared for their likeness."""


def by_key(key: Key, indents_of: IndentsOf = as_written) -> Find:
    """Find runs of lines with the block's keys, for keys that ignore only outer whitespace."""

    def find(index: FileIndex, query: Query) -> list[Hit]:
        return _hits(index, query, _runs(index, query, key), indents_of)

    return find


def by_folding(folding: Folding, *, undoes: bool = False) -> Find:
    """Find runs of lines that fold to the same text as the block's.

    Args:
        folding: Defines the texts that count as equal.
        undoes: True if new text is spelled as the file spells these texts.
    """

    def find(index: FileIndex, query: Query) -> list[Hit]:
        if not any(map(folding.key, query.search)):
            return []
        return _hits(index, query, _runs(index, query, folding.key), line_by_line, (folding, undoes))

    return find


def without_blank_lines(index: FileIndex, query: Query) -> list[Hit]:
    """Find runs of lines equal to the block's, ignoring blank lines and the width of whitespace."""
    key = WHITESPACE.key
    nonblank = [at for at, line in enumerate(query.search) if key(line)]
    if not nonblank:
        return []
    keys = [key(query.search[at]) for at in nonblank]
    runs = index.find_nonblank(key, keys, query.max_matches + 1)
    hits: list[Hit] = []
    for numbers in runs[: query.max_matches]:
        like_file = _with_blank_lines_of_file(index, query, nonblank, numbers)
        nonblank_like_file = [at for at, line in enumerate(like_file.search) if key(line)]
        run = _with_adjacent_blank_lines(index, len(like_file.search), nonblank_like_file, numbers)
        hits += (
            _with_edges(index, query, (nonblank, numbers), hit)
            for hit in _hits(index, like_file, [run], line_by_line, (WHITESPACE, False))
        )
    return [] if len(runs) > query.max_matches and len(hits) == 1 else hits


def _with_blank_lines_of_file(
    index: FileIndex, query: Query, nonblank: Sequence[int], numbers: Sequence[int]
) -> Query:
    """The block with the file's blank lines in its old text wherever its new text changes their number.

    So the new text determines their number in the result.

    Args:
        index: The index of the file.
        query: The block.
        nonblank: Its nonblank old lines.
        numbers: The lines of the file that they match.
    """
    key = WHITESPACE.key
    old_keys = [key(query.search[at]) for at in nonblank]
    new_nonblank = [at for at, line in enumerate(query.replace) if key(line)]
    new_keys = [key(query.replace[at]) for at in new_nonblank]
    kept = kept_lines(old_keys, new_keys)
    old_gaps = [below - above - 1 for above, below in pairwise(nonblank)]
    file_gaps = [below - above - 1 for above, below in pairwise(numbers)]
    stays = kept if old_gaps == file_gaps else kept | _changed_lines(old_keys, new_keys)
    new_gaps = _gaps_in_new(new_nonblank, stays, len(nonblank) - 1)
    kept_gaps = [
        (in_new, in_file)
        for nth, (in_new, in_old, in_file) in enumerate(zip(new_gaps, old_gaps, file_gaps, strict=True))
        if in_old != in_file and nth in kept and kept.get(nth + 1) == kept[nth] + 1
    ]
    # Only the old text may have lost or gained blank lines: then the new one has as many as the file.
    is_as_file = bool(kept_gaps) and all(in_new == {in_file} for in_new, in_file in kept_gaps)
    search = [query.search[nonblank[0]]]
    for nth, (line, below) in enumerate(pairwise(nonblank)):
        in_new, in_old, in_file = new_gaps[nth], old_gaps[nth], file_gaps[nth]
        takes_file = bool(in_new) and (in_old not in in_new or in_file in in_new or is_as_file)
        search += [""] * in_file if takes_file else query.search[line + 1 : below]
        search.append(query.search[below])
    if not new_nonblank:
        return Query(
            query.interpretation,
            [*query.search[: nonblank[0]], *search, *query.search[nonblank[-1] + 1 :]],
            query.replace,
            query.path,
        )
    edges = (
        (nonblank[0], new_nonblank[0], numbers[0], -1),
        (
            len(query.search) - nonblank[-1] - 1,
            len(query.replace) - new_nonblank[-1] - 1,
            numbers[-1],
            1,
        ),
    )
    (old_top, new_top), (old_bottom, new_bottom) = (_blank_lines_at_edge(index, *edge) for edge in edges)
    return Query(
        query.interpretation,
        [*[""] * old_top, *search, *[""] * old_bottom],
        [
            *[""] * new_top,
            *query.replace[new_nonblank[0] : new_nonblank[-1] + 1],
            *[""] * new_bottom,
        ],
        query.path,
    )


def _gaps_in_new(nonblank: Sequence[int], stays: Mapping[int, int], count: int) -> list[set[int]]:
    """By gap between two old lines: the numbers of blank lines next to either of them in the new text.

    Args:
        nonblank: The nonblank new lines.
        stays: The new line of each old one that stays or changes, by their numbers among the nonblank ones.
        count: The number of gaps.
    """
    gaps = [below - above - 1 for above, below in pairwise(nonblank)]
    beside = ((stays.get(nth), stays[nth + 1] - 1 if nth + 1 in stays else None) for nth in range(count))
    return [{gaps[n] for n in either if n is not None and 0 <= n < len(gaps)} for either in beside]


def _changed_lines(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The new number of each old line that became a similar one, both 0-based and in order."""
    found: dict[int, int] = {}
    for first, end, new_first, new_end in line_opcodes(old, new):
        if (end - first) * (new_end - new_first) <= _MAX_PAIRED:
            pairs = alike_pairs([*old[first:end]], [*new[new_first:new_end]])
            found |= {first + one: new_first + other for one, other in pairs}
    return found


def _blank_lines_at_edge(index: FileIndex, old: int, new: int, line: int, step: int) -> tuple[int, int]:
    """The numbers of blank lines at an edge of the old and new text, less those that the file lacks.

    Otherwise new lines would be paired with blank ones that are not there.
    """
    in_file = next((n for n in range(old) if not _is_blank(index, line + step * (n + 1))), old)
    return in_file, new if new <= in_file else max(in_file, new - (old - in_file))


def _with_edges(index: FileIndex, query: Query, run: tuple[Sequence[int], Sequence[int]], hit: Hit) -> Hit:
    """The hit with a note of nonblank lines in the file where the block has a blank one next to new lines.

    Args:
        index: The index of the file.
        query: The block.
        run: Its nonblank old lines, and the lines of the file that they match.
        hit: The hit of that run.
    """
    if not isinstance(hit.replacement, AdjustedLines):
        return hit
    nonblank, numbers = run
    expected_blank: list[int] = []
    next_to_new: list[int] = []
    edges = ((nonblank[0], numbers[0], -1), (len(query.search) - nonblank[-1] - 1, numbers[-1], 1))
    for blank_count, line, step in edges:
        beyond = next(
            (line + step * n for n in range(1, blank_count + 1) if not _is_blank(index, line + step * n)),
            -1,
        )
        if not 0 <= beyond < len(index.lines):
            continue
        new = _new_at_edge(query, nonblank[0] if step < 0 else nonblank[-1], step)
        if new:
            is_doubled = index.lines[beyond].strip() in (line.strip() for line in new)
            (next_to_new if is_doubled else expected_blank).append(beyond - hit.first)
    return replace(
        hit,
        replacement=replace(
            hit.replacement,
            expected_blank=expected_blank,
            next_to_new=[*hit.replacement.next_to_new, *next_to_new],
        ),
    )


def _new_at_edge(query: Query, edge: int, step: int) -> list[str]:
    """The lines added next to the first or last nonblank old line, or replacing it."""
    for a1, a2, b1, b2 in line_opcodes(query.search, query.replace):
        new = [line for line in query.replace[b1:b2] if line.strip()]
        is_at_edge = a1 <= edge if step < 0 else a2 > edge
        if is_at_edge and len(new) > sum(bool(line.strip()) for line in query.search[a1:a2]):
            return new
    return []


_Run = tuple[int, int, Sequence[int | None]]
"""The first line of a run of the file, its end, and by line of the block the matching one, from the first."""


def _runs(index: FileIndex, query: Query, key: Key) -> list[_Run]:
    keys = list(map(key, query.search))
    starts = index.find(key, keys, query.max_matches + 1)
    return [(start, start + len(keys), range(len(keys))) for start in starts]


def _with_adjacent_blank_lines(
    index: FileIndex, count: int, nonblank: Sequence[int], numbers: Sequence[int]
) -> _Run:
    """The run of the given lines, with the block's blank lines paired with the file's blank ones there.

    Args:
        index: The index of the file.
        count: Lines of the block.
        nonblank: The nonblank ones.
        numbers: The lines of the file that they match.
    """
    matched = dict(zip(nonblank, numbers, strict=True))
    for (above, before), (at, number) in pairwise(zip(nonblank, numbers, strict=True)):
        matched |= {above + step: before + step for step in range(1, min(at - above, number - before))}
    for step in range(1, nonblank[0] + 1):
        if not _is_blank(index, numbers[0] - step):
            break
        matched[nonblank[0] - step] = numbers[0] - step
    for step in range(1, count - nonblank[-1]):
        if not _is_blank(index, numbers[-1] + step):
            break
        matched[nonblank[-1] + step] = numbers[-1] + step
    first, end = min(matched.values()), max(matched.values()) + 1
    return first, end, [matched[at] - first if at in matched else None for at in range(count)]


def _is_blank(index: FileIndex, line: int) -> bool:
    return 0 <= line < len(index.lines) and not index.lines[line].strip()


def _hits(
    index: FileIndex,
    query: Query,
    runs: Sequence[_Run],
    indents_of: IndentsOf,
    folded: tuple[Folding, bool] | None = None,
) -> list[Hit]:
    hits: list[Hit] = []
    cache: dict[CurrentLines, Indents | None] = {}
    for first, end, lines in runs[: query.max_matches]:
        run = index.lines.slice(first, end)
        current = tuple(None if at is None else line_body(run[at]) for at in lines)
        # If there are many runs, most of them are equal.
        if current not in cache:
            cache[current] = indents_of(index, query, current, first)
        indents = cache[current]
        if indents is not None:
            hits.append(_hit(index, query, (first, end, lines), indents, current, folded))
    # Beyond the limit there may be another one.
    return [] if len(runs) > query.max_matches and len(hits) == 1 else hits


def _hit(
    index: FileIndex,
    query: Query,
    run: _Run,
    indents: Indents,
    current: CurrentLines,
    folded: tuple[Folding, bool] | None,
) -> Hit:
    first, end, lines = run
    pairs = [(old, line) for old, line in zip(query.search, current, strict=True) if line is not None]
    spelling = None
    if folded is not None:
        # Unusual spaces at the ends of either line fold to nothing.
        stripped = ((old.strip(), line.strip()) for old, line in pairs)
        spelling = SpellingMap(folded[0], stripped, query.replace, undoes=folded[1])
    match = LinePairs(index.lines.slice(first, end), lines)
    adjuster = LineAdjuster(
        match,
        indents.search,
        query.replace,
        indents.new,
        index.line_end,
        spelling,
        indents.guessed,
        in_strings=indents.in_strings,
    )
    is_nested_otherwise = (
        indents.adjusted == LINE_BY_LINE and query.counts_indentation and _is_nested_otherwise(index, pairs)
    )
    return Hit(first, end, adjuster.adjust(), indents.adjusted, is_nested_otherwise=is_nested_otherwise)


def _is_nested_otherwise(index: FileIndex, pairs: Sequence[tuple[str, str]]) -> bool:
    """True if the depths of two lines differ by at least one level more, or less, than in the block."""
    widths = [[indent_width(line) for line in pair] for pair in pairs if pair[0].strip()]
    shifts = [file_width - width for width, file_width in widths]
    return max(shifts) - min(shifts) >= len((index.depth_unit or "    ").expandtabs())


# Strategies that rewrite the block's text first: copied from a listing, or escaped as a whole.

_PREFIX = lazy_pattern(r"[ \t]*(\d{1,7})(?: *(?P<sign>\||│|→|:)|(?P<tab>\t)|(?=[ \t]*$))(?P<gap> ?)")
"""A line number of a listing: `12|`, `12 | `, `12→`, `12: `, `12` and a tab; `12` alone for a blank line."""

_STRICTER: tuple[Find, ...] = (
    by_key(unchanged),
    by_key(without_trailing_whitespace),
    by_key(without_indentation, by_rule),
    by_folding(WHITESPACE),
    without_blank_lines,
)
_ESCAPE = lazy_pattern(r"\\(?:[nrt\"'`$/\\])")
_ESCAPED_CHARACTER = lazy_pattern(r"\\[\"'`$/\\]")
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'"}
_ENTITY = lazy_pattern("|".join(_ENTITIES))
_CONTROLS = {"\\n": "\n", "\\r": "\r", "\\t": "\t"}


def by_listing(index: FileIndex, query: Query) -> list[Hit]:
    """Find the block's lines without the line numbers that it copied from a listing."""
    if not _is_numbered(query.search):
        return []
    # The space after each number belongs to the listing or to the line.
    gaps = (True, False) if _has_gaps(query.search) else (False,)
    return _by_stricter(index, [_without_numbers(query, is_gap=is_gap) for is_gap in gaps])


def without_numbers(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation without the line numbers of a listing, if the file has none of its lines."""
    query = query_of(interpretation)
    is_in_file = any(index.occurrences.count(line.strip()) for line in query.search if line.strip())
    if is_in_file or not _is_numbered(query.search):
        return interpretation
    return _without_numbers(query, is_gap=_has_gaps(query.search)).interpretation


def as_spelled(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation with escapes, entities or look-alikes undone, if only then the file has a line.

    New text that has one of these lines in the file's spelling stays as it is.
    """
    for undo in (_unescape_characters, _decode_entities, _replace_dashes, as_plain):
        lines = {line.strip(): undo(line).strip() for line in query_of(interpretation).search}
        changed = {line: plain for line, plain in lines.items() if line != plain}
        known = {plain for plain in changed.values() if index.occurrences.count(plain)}
        if known and not any(index.occurrences.count(line) for line in changed):
            is_plain = not known.isdisjoint(line.strip() for line in query_of(interpretation).replace)
            return Interpretation(
                undo(interpretation.search),
                interpretation.replace if is_plain else undo(interpretation.replace),
            )
    return interpretation


def _unescape_characters(text: str) -> str:
    return _ESCAPED_CHARACTER.sub(lambda match: match[0][1], text)


def _decode_entities(text: str) -> str:
    return _ENTITY.sub(lambda match: _ENTITIES[match[0]], text)


def _replace_dashes(text: str) -> str:
    """The text with two hyphens for each em dash: typography turns the one into the other."""
    return as_plain(text.replace("\u2014", "--"))


def unescaped(otherwise: Find) -> Find:
    """Find the block's text with all escapes undone; fall back to another strategy."""

    def find(index: FileIndex, query: Query) -> list[Hit]:
        interpretation = query.interpretation
        if "\\n" in interpretation.search:
            old, new = (
                _ESCAPE.sub(_unescape, text) for text in (interpretation.search, interpretation.replace)
            )
            if _is_new_unescaped(interpretation, old):
                new = interpretation.replace
            hits = _by_stricter(index, [query_of(Interpretation(old, new), query.path)])
            if hits:
                return hits
        hits = otherwise(index, query)
        is_new = "\\n" in interpretation.replace and "\\n" not in interpretation.search
        if is_new and _is_one_line(query) and _ESCAPE.search(interpretation.search):
            # A search on one line does not show whether `\n` stands for a line feed.
            return [replace(hit, replacement=None) for hit in hits]
        return hits

    return find


def plainly_indented(otherwise: Find) -> Find:
    """Find the block's text with plain spaces for unusual ones in its indentation.

    Text copied from a web page has them. Falls back to another strategy.
    """

    def find(index: FileIndex, query: Query) -> list[Hit]:
        search, new = (
            [with_plain_indentation(line) for line in lines] for lines in (query.search, query.replace)
        )
        if search == query.search or has_unusual_indentation(index.text):
            return otherwise(index, query)
        plain = Query(query.interpretation, search, new, query.path)
        return _by_stricter(index, [plain]) or otherwise(index, plain)

    return find


def _is_new_unescaped(interpretation: Interpretation, unescaped: str) -> bool:
    """True if the new text has unescaped lines of the old one, or quotes that only the old one escapes."""
    lines, known = (
        {line.strip() for line in text.splitlines()} for text in (unescaped, interpretation.search)
    )
    has_lines = not (lines - known).isdisjoint(line.strip() for line in interpretation.replace.splitlines())
    escaped, bare = ('\\"' in text for text in (interpretation.search, interpretation.replace))
    return has_lines or (escaped and not bare and '"' in interpretation.replace)


def _is_one_line(query: Query) -> bool:
    return len(query.search) == 1 and len(query.replace) == 1


def _unescape(match: re.Match[str]) -> str:
    return _CONTROLS.get(match[0], match[0][1])


def _is_numbered(lines: Sequence[str]) -> bool:
    """True if lines begin with consecutive line numbers."""
    prefixes = [(line, _PREFIX.match(line)) for line in lines]
    numbers = [int(prefix[1]) for line, prefix in prefixes if prefix and line.strip()]
    is_each = all(prefix or not line.strip() for line, prefix in prefixes)
    # Numbers alone may be a column of a table.
    return (
        any(line[prefix.end() :].strip() for line, prefix in prefixes if prefix)
        and is_each
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    )


def _has_gaps(lines: Sequence[str]) -> bool:
    """True if a space follows every line number."""
    prefixes = [(line, _PREFIX.match(line)) for line in lines]
    return all(prefix["gap"] for line, prefix in prefixes if prefix and line[prefix.end() :].strip())


def _separators(lines: Sequence[str]) -> set[str | None]:
    """The characters between numbers and lines."""
    prefixes = ((line, _PREFIX.match(line)) for line in lines)
    return {
        prefix["sign"] or prefix["tab"]
        for line, prefix in prefixes
        if prefix and line[prefix.end() :].strip()
    }


def _strip_numbers(lines: Sequence[str], separators: set[str | None], *, is_gap: bool) -> list[str]:
    """The lines without their numbers. New lines may have any numbers, or none.

    Args:
        lines: The old or the new ones.
        separators: The characters between numbers and old lines; a number before another one is text.
        is_gap: True if a space after the number belongs to the listing.
    """
    prefixes = [(line, _PREFIX.match(line)) for line in lines]
    is_numbered = [
        prefix is not None and (prefix["sign"] or prefix["tab"]) in separators for _, prefix in prefixes
    ]
    is_bare = [prefix is not None and not (prefix["sign"] or prefix["tab"]) for _, prefix in prefixes]
    # A bare number stands for a blank line only if all other lines are numbered.
    is_all = any(is_numbered) and all(
        numbered or bare or not line.strip()
        for line, numbered, bare in zip(lines, is_numbered, is_bare, strict=True)
    )
    return [
        line[prefix.end() if is_gap else prefix.start("gap") :]
        if prefix is not None and (numbered or (bare and is_all))
        else line
        for (line, prefix), numbered, bare in zip(prefixes, is_numbered, is_bare, strict=True)
    ]


def _without_numbers(query: Query, *, is_gap: bool) -> Query:
    separators = _separators(query.search)
    search = _strip_numbers(query.search, separators, is_gap=is_gap)
    replace = _strip_numbers(query.replace, separators, is_gap=is_gap)
    known = {line.strip() for line in search if line.strip()}
    kept = {line == new for line, new in zip(query.replace, replace, strict=True) if new.strip() in known}
    if kept == {True}:
        # The old lines in the new text have no numbers: those of other lines are text.
        replace = list(query.replace)
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (search, replace))
    return Query(Interpretation(old, new), search, replace, query.path)


def _by_stricter(index: FileIndex, variants: Sequence[Query]) -> list[Hit]:
    """The hits of the first stricter strategy, and those of later ones at the block's depth."""
    for at, find in enumerate(_STRICTER):
        hits = [hit for query in variants for hit in find(index, query)]
        if hits:
            hits += (
                hit
                for query in variants
                for looser in _STRICTER[at + 1 :]
                for hit in looser(index, query)
                if is_as_deep(index, query, hit)
            )
            return _without_overlaps(hits)
    return []


def _without_overlaps(hits: Sequence[Hit]) -> list[Hit]:
    """The hits in order of their lines; of overlapping ones the first given."""
    kept: list[Hit] = []
    for hit in hits:
        if not any(hit.first < other.end and other.first < hit.end for other in kept):
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.first)


_DOTS = lazy_pattern(r"\s*(?:(?:#|//|--|;|%|/\*|<!--|\{/\*)\s*)?(?:\.\.\.|…)(?!\w).*")
"""A line of dots, or a comment that begins with them."""
_COMMENT = lazy_pattern(r"\s*(?:#|//|--|;|%|/\*|<!--|\{/\*)")
_FINDS_OF_PIECES: tuple[Find, ...] = (
    by_key(without_trailing_whitespace),
    by_key(without_indentation, by_rule),
    by_folding(WHITESPACE),
)


class _Piece(Struct, frozen=True):
    search: Sequence[str]
    replace: Sequence[str]


def by_pieces(index: FileIndex, query: Query) -> list[Hit]:
    """Find a block that elides lines with dots in both texts: the run from its first piece to its last.

    The elided lines stay. As in aider's `try_dotdotdots`, with more tolerance within the pieces and less
    guessing: every piece has one match, or the first one below the previous piece with the same shift in
    depth.

    If only the old text has dots, the new one takes the place of the elided lines too; a warning names those
    that it lacks.
    """
    pieces = _pieces(query)
    if pieces is None:
        return _with_elided(index, query)
    hits = _matches_of_pieces(index, query, pieces)
    if not hits:
        return []
    first, end = hits[0].first, hits[-1].end
    lines: list[str] = []
    adjusted: dict[int, Adjusted] = {}
    guessed: list[int] = []
    in_strings: list[int] = []
    kept = first
    for hit in hits:
        assert isinstance(hit.replacement, AdjustedLines)
        lines += index.lines.slice(kept, hit.first)
        adjusted |= {len(lines) + at: kind for at, kind in hit.replacement.adjusted.items()}
        guessed += (len(lines) + at for at in hit.replacement.guessed)
        in_strings += (len(lines) + at for at in hit.replacement.guessed_in_strings)
        lines += hit.replacement.lines
        kept = hit.end
    replacement = AdjustedLines(lines, adjusted, guessed=guessed, guessed_in_strings=in_strings)
    return [Hit(first, end, replacement, hits[0].adjusted)]


def _matches_of_pieces(index: FileIndex, query: Query, pieces: Sequence[_Piece]) -> list[Hit]:
    """The match of each piece, in order; empty if one has none."""
    hits: list[Hit] = []
    for piece in pieces:
        hit = _match(index, query, piece, hits)
        if hit is None:
            return []
        hits.append(hit)
    return hits


def _with_elided(index: FileIndex, query: Query) -> list[Hit]:
    """Find a block of which only the old text elides lines, between others: the new one replaces all."""
    olds = _split(query.search)
    if len(olds) < 2 or not all(olds) or len(_split(query.replace)) > 1:
        return []
    hits = _matches_of_pieces(index, query, [_Piece(old, old) for old in olds])
    if not hits:
        return []
    first, end = hits[0].first, hits[-1].end
    own = next(line for line in olds[0] if line.strip())
    margin = indentation(own)
    in_file = indentation(index.lines[first + olds[0].index(own)])
    search: list[str] = []
    elided: list[int] = []
    for piece, hit in zip(olds, hits, strict=True):
        gap = range(first + len(search), hit.first)
        elided += gap
        lines = (index.bodies[at : at + 1][0] for at in gap)
        search += (margin + line.removeprefix(in_file) if line.strip() else line for line in lines)
        search += piece
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (search, query.replace))
    filled = [
        hit
        for hit in _by_stricter(index, [query_of(Interpretation(old, new), query.path)])
        if hit.first == first
    ]
    if len(filled) != 1 or filled[0].end != end or not isinstance(filled[0].replacement, AdjustedLines):
        return []
    known = {line.strip() for line in query.replace}
    unseen = [at - first for at in elided if (line := index.lines[at].strip()) and line not in known]
    return [replace(filled[0], replacement=replace(filled[0].replacement, unseen=unseen))]


def _pieces(query: Query) -> list[_Piece] | None:
    """The parts of old and new text between dots; None if there are no dots, or not as many in both."""
    olds, news = _split(query.search), _split(query.replace)
    if len(olds) < 2 or len(olds) != len(news):
        return None
    pieces = [_Piece(old, new) for old, new in zip(olds, news, strict=True)]
    if any(piece.replace and not piece.search for piece in pieces):
        # The new lines could go anywhere among the elided ones.
        return None
    return [piece for piece in pieces if piece.search] or None


def _split(lines: Sequence[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for line in lines:
        if _DOTS.fullmatch(line) and (line.strip(" \t.…") == "" or _COMMENT.match(line)):
            pieces.append([])
        else:
            pieces[-1].append(line)
    return [piece if any(line.strip() for line in piece) else [] for piece in pieces]


def _match(index: FileIndex, query: Query, piece: _Piece, before: Sequence[Hit]) -> Hit | None:
    """The only match of a piece, or the first below the previous piece if it is shifted by the same depth."""
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (piece.search, piece.replace))
    query_of_piece = Query(Interpretation(old, new), piece.search, piece.replace, query.path)
    first = before[-1].end if before else 0
    for find in _FINDS_OF_PIECES:
        hits = [hit for hit in find(index, query_of_piece) if hit.first >= first]
        if not hits:
            continue
        is_sure = len(hits) == 1 or (before and hits[0].adjusted == before[0].adjusted)
        return hits[0] if is_sure and hits[0].replacement is not None else None
    return None
