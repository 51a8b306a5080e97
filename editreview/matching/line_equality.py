"""Strategies that compare whole lines by a key: equality under a normaliser, or in another spelling."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from editreview.alignment import line_opcodes
from editreview.blocks import Interpretation
from editreview.matching import normalisers
from editreview.matching.adapt import AdjustedLines, LineAdjuster, LinePairs, SpellingMap
from editreview.matching.depth import indentation
from editreview.matching.file_index import FileIndex, Key
from editreview.matching.indentation import (
    LINE_BY_LINE,
    Found,
    Indents,
    IndentsOf,
    as_written,
    by_rule,
    line_by_line,
)
from editreview.matching.model import Hit, Query, is_as_deep, query_of
from editreview.matching.normalisers import WHITESPACE, Folding
from editreview.text import line_body

Find = Callable[[FileIndex, Query], list[Hit]]
"""A strategy: every place it finds, in order, at most `Wanted.most_places`."""


def by_key(key: Key, indents_of: IndentsOf = as_written) -> Find:
    """Runs of lines whose keys are the block's: the same characters but for whitespace at their ends."""

    def find(index: FileIndex, query: Query) -> list[Hit]:
        return _hits(index, query, _runs(index, query, key), indents_of)

    return find


def by_folding(folding: Folding, *, undoes: bool = False) -> Find:
    """Runs of lines that fold to what the block's do.

    Args:
        folding: What counts as the same.
        undoes: True if new text is spelled as the file spells what was found.
    """

    def find(index: FileIndex, query: Query) -> list[Hit]:
        if not any(map(folding.key, query.search)):
            return []
        return _hits(index, query, _runs(index, query, folding.key), line_by_line, (folding, undoes))

    return find


def without_blank_lines(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of lines that are the block's when neither blank lines nor the width of whitespace count."""
    key = WHITESPACE.key
    told = [at for at, line in enumerate(query.search) if key(line)]
    if not told:
        return []
    keys = [key(query.search[at]) for at in told]
    found = index.find_nonblank(key, keys, query.max_matches + 1)
    hits: list[Hit] = []
    for numbers in found[: query.max_matches]:
        like_file = _with_own_blanks(index, query, told, numbers)
        told_now = [at for at, line in enumerate(like_file.search) if key(line)]
        run = _with_blanks(index, len(like_file.search), told_now, numbers)
        hits += (
            _with_edges(index, query, (told, numbers), hit)
            for hit in _hits(index, like_file, [run], line_by_line, (WHITESPACE, False))
        )
    return [] if len(found) > query.max_matches and len(hits) == 1 else hits


def _with_own_blanks(index: FileIndex, query: Query, told: Sequence[int], numbers: Sequence[int]) -> Query:
    """The block, with the file's blank lines in its old text wherever its new text has others than that.

    Then the new text says how many there are to be.

    Args:
        index: Of the file.
        wanted: The block.
        told: Its old lines that are not blank.
        numbers: The lines of the file that they are.
    """
    key = WHITESPACE.key
    olds = [key(query.search[at]) for at in told]
    put = [at for at, line in enumerate(query.replace) if key(line)]
    news = [key(query.replace[at]) for at in put]
    kept: dict[int, int] = {}
    a = b = 0
    for a1, a2, b1, b2 in [*line_opcodes(olds, news), (len(olds), len(olds), len(news), len(news))]:
        kept.update(zip(range(a, a1), range(b, b1), strict=True))
        a, b = a2, b2
    gaps: list[set[int]] = []
    """By gap between two old lines: the blank lines next to either of them in the new text."""
    for nth in range(len(told) - 1):
        after = (kept.get(nth), kept[nth + 1] - 1 if nth + 1 in kept else None)
        gaps.append({put[n + 1] - put[n] - 1 for n in after if n is not None and 0 <= n < len(put) - 1})
    ours = [below - above - 1 for above, below in pairwise(told)]
    own = [below - above - 1 for above, below in pairwise(numbers)]
    whole = [
        (put_there, count)
        for nth, (put_there, its, count) in enumerate(zip(gaps, ours, own, strict=True))
        if its != count and nth in kept and kept.get(nth + 1) == kept[nth] + 1
    ]
    # Only the old text may have lost its blank lines, or got more: then the new one has the file's.
    is_as_file = bool(whole) and all(put_there == {count} for put_there, count in whole)
    search = [query.search[told[0]]]
    for nth, (above, below) in enumerate(pairwise(told)):
        is_own = bool(gaps[nth]) and (ours[nth] not in gaps[nth] or own[nth] in gaps[nth] or is_as_file)
        search += [""] * own[nth] if is_own else query.search[above + 1 : below]
        search.append(query.search[below])
    if not put:
        return Query(
            query.interpretation,
            [*query.search[: told[0]], *search, *query.search[told[-1] + 1 :]],
            query.replace,
            query.path,
        )
    edges = (
        (told[0], put[0], numbers[0], -1),
        (len(query.search) - told[-1] - 1, len(query.replace) - put[-1] - 1, numbers[-1], 1),
    )
    (above, above_new), (below, below_new) = (_edge_blanks(index, *edge) for edge in edges)
    return Query(
        query.interpretation,
        [*[""] * above, *search, *[""] * below],
        [*[""] * above_new, *query.replace[put[0] : put[-1] + 1], *[""] * below_new],
        query.path,
    )


def _edge_blanks(index: FileIndex, olds: int, news: int, line: int, step: int) -> tuple[int, int]:
    """The blank lines at an edge of the old and of the new text, less those that the file has not there.

    Else new lines would be taken for blank ones that are not there.
    """
    own = next((n for n in range(olds) if not _is_blank(index, line + step * (n + 1))), olds)
    return own, news if news <= own else max(own, news - (olds - own))


def _with_edges(index: FileIndex, query: Query, run: tuple[Sequence[int], Sequence[int]], hit: Hit) -> Hit:
    """The hit with the lines of the file that stand where the block has a blank one beside new lines.

    Args:
        index: Of the file.
        wanted: The block.
        run: Its old lines that are not blank, and the lines of the file that they are.
        hit: What they come to.
    """
    if not isinstance(hit.replacement, AdjustedLines):
        return hit
    told, numbers = run
    unblank: list[int] = []
    amid: list[int] = []
    edges = ((told[0], numbers[0], -1), (len(query.search) - told[-1] - 1, numbers[-1], 1))
    for margin, line, step in edges:
        beyond = next(
            (line + step * n for n in range(1, margin + 1) if not _is_blank(index, line + step * n)), -1
        )
        if not 0 <= beyond < len(index.lines):
            continue
        new = _new_at_edge(query, told[0] if step < 0 else told[-1], step)
        if new:
            is_doubled = index.lines[beyond].strip() in (line.strip() for line in new)
            (amid if is_doubled else unblank).append(beyond - hit.first)
    return replace(
        hit, replacement=replace(hit.replacement, unblank=unblank, amid=[*hit.replacement.amid, *amid])
    )


def _new_at_edge(query: Query, edge: int, step: int) -> list[str]:
    """The lines added next to the first or the last old line that is not blank, or in its place."""
    for a1, a2, b1, b2 in line_opcodes(query.search, query.replace):
        new = [line for line in query.replace[b1:b2] if line.strip()]
        is_there = a1 <= edge if step < 0 else a2 > edge
        if is_there and len(new) > sum(bool(line.strip()) for line in query.search[a1:a2]):
            return new
    return []


_Run = tuple[int, int, Sequence[int | None]]
"""Lines of the file, first and end, and which of them the block's lines are."""


def _runs(index: FileIndex, query: Query, key: Key) -> list[_Run]:
    keys = list(map(key, query.search))
    starts = index.find(key, keys, query.max_matches + 1)
    return [(start, start + len(keys), range(len(keys))) for start in starts]


def _with_blanks(index: FileIndex, count: int, told: Sequence[int], numbers: Sequence[int]) -> _Run:
    """A run whose lines that are not blank are the block's, its blank ones where the run has some too.

    Args:
        index: Of the file.
        count: Lines of the block.
        told: Those that are not blank.
        numbers: The lines of the file that they are.
    """
    matched = dict(zip(told, numbers, strict=True))
    for (above, before), (at, number) in pairwise(zip(told, numbers, strict=True)):
        matched |= {above + step: before + step for step in range(1, min(at - above, number - before))}
    for step in range(1, told[0] + 1):
        if not _is_blank(index, numbers[0] - step):
            break
        matched[told[0] - step] = numbers[0] - step
    for step in range(1, count - told[-1]):
        if not _is_blank(index, numbers[-1] + step):
            break
        matched[told[-1] + step] = numbers[-1] + step
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
    known: dict[Found, Indents | None] = {}
    for first, end, lines in runs[: query.max_matches]:
        run = index.lines.slice(first, end)
        found = tuple(None if at is None else line_body(run[at]) for at in lines)
        # Where there are many runs, they are much the same.
        if found not in known:
            known[found] = indents_of(index, query, found)
        indents = known[found]
        if indents is not None:
            hits.append(_hit(index, query, (first, end, lines), indents, found, folded))
    # Another one may come after those looked at.
    return [] if len(runs) > query.max_matches and len(hits) == 1 else hits


def _hit(
    index: FileIndex,
    query: Query,
    run: _Run,
    indents: Indents,
    found: Found,
    folded: tuple[Folding, bool] | None,
) -> Hit:
    first, end, lines = run
    pairs = [(ours, own) for ours, own in zip(query.search, found, strict=True) if own is not None]
    spelling = None
    if folded is not None:
        # Unusual spaces at the edges of either line fold to nothing.
        stripped = ((ours.strip(), theirs.strip()) for ours, theirs in pairs)
        spelling = SpellingMap(folded[0], stripped, query.replace, undoes=folded[1])
    match = LinePairs(index.lines.slice(first, end), lines)
    adjuster = LineAdjuster(
        match, indents.search, query.replace, indents.new, index.line_end, spelling, indents.guessed
    )
    is_nested_otherwise = (
        indents.adjusted == LINE_BY_LINE and query.counts_indentation and _is_nested_otherwise(index, pairs)
    )
    return Hit(first, end, adjuster.adjust(), indents.adjusted, is_nested_otherwise=is_nested_otherwise)


def _is_nested_otherwise(index: FileIndex, pairs: Sequence[tuple[str, str]]) -> bool:
    """True if some lines are a whole level further from each other than in the block."""
    widths = [[len(indentation(line).expandtabs()) for line in pair] for pair in pairs if pair[0].strip()]
    shifts = [theirs - ours for ours, theirs in widths]
    return max(shifts) - min(shifts) >= len((index.depth_unit or "    ").expandtabs())


# Strategies that take the block's text for another one: copied from a listing, or escaped as a whole.

_PREFIX = re.compile(r"[ \t]*(\d{1,7})(?: *(?P<sign>\||│|→|:)|(?P<tab>\t)|(?=[ \t]*$))(?P<gap> ?)")
"""A line number as listings have it: `12|`, `12 | `, `12→`, `12: `, `12` and a tab; `12` of a blank line."""

_STRICTER: tuple[Find, ...] = (
    by_key(normalisers.exact),
    by_key(normalisers.without_trailing_whitespace),
    by_key(normalisers.without_indentation, by_rule),
    by_folding(normalisers.WHITESPACE),
    without_blank_lines,
)
_WRITTEN_OUT = re.compile(r"\\(?:[nrt\"'`$/\\])")
_ESCAPED = re.compile(r"\\[\"'`$/\\]")
_MARKED = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'"}
_ENTITY = re.compile("|".join(_MARKED))
_MEANT = {"\\n": "\n", "\\r": "\r", "\\t": "\t"}


def by_listing(index: FileIndex, query: Query) -> list[Hit]:
    """The block's lines without the line numbers that it copied from a listing."""
    if not _is_listed(query.search):
        return []
    # The blank after each number may be the listing's, or the line's own.
    gaps = (True, False) if _has_gaps(query.search) else (False,)
    return _of_stricter(index, [_of(query, is_gap=is_gap) for is_gap in gaps])


def without_numbers(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation without the line numbers of a listing, if the file has none of its lines."""
    query = query_of(interpretation)
    is_there = any(index.occurrences.count(line.strip()) for line in query.search if line.strip())
    if is_there or not _is_listed(query.search):
        return interpretation
    return _of(query, is_gap=_has_gaps(query.search)).interpretation


def as_spelled(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation with escapes, entities or look-alikes undone, if only then the file has a line.

    New text that has one of these lines as the file has it was never spelled so.
    """
    for undo in (_unquoted, _unmarked, _undashed, normalisers.as_plain):
        lines = {line.strip(): undo(line).strip() for line in query_of(interpretation).search}
        other = {line: meant for line, meant in lines.items() if line != meant}
        known = {meant for meant in other.values() if index.occurrences.count(meant)}
        if known and not any(index.occurrences.count(line) for line in other):
            is_plain = not known.isdisjoint(line.strip() for line in query_of(interpretation).replace)
            return Interpretation(
                undo(interpretation.search),
                interpretation.replace if is_plain else undo(interpretation.replace),
            )
    return interpretation


def _unquoted(text: str) -> str:
    return _ESCAPED.sub(lambda found: found[0][1], text)


def _unmarked(text: str) -> str:
    return _ENTITY.sub(lambda found: _MARKED[found[0]], text)


def _undashed(text: str) -> str:
    """The text with two dashes for each long one, which typography makes of them."""
    return normalisers.as_plain(text.replace("\u2014", "--"))


def unescaped(otherwise: Find) -> Find:
    """The block's text with every escape undone; if that is nowhere, what another strategy finds."""

    def find(index: FileIndex, query: Query) -> list[Hit]:
        interpretation = query.interpretation
        if "\\n" in interpretation.search:
            old, new = (
                _WRITTEN_OUT.sub(_undone, text) for text in (interpretation.search, interpretation.replace)
            )
            if _is_never_escaped(interpretation, old):
                new = interpretation.replace
            hits = _of_stricter(index, [query_of(Interpretation(old, new), query.path)])
            if hits:
                return hits
        hits = otherwise(index, query)
        is_new = "\\n" in interpretation.replace and "\\n" not in interpretation.search
        if is_new and _is_one_line(query) and _WRITTEN_OUT.search(interpretation.search):
            # Whether a line feed is meant cannot be told from a line that has none.
            return [replace(hit, replacement=None) for hit in hits]
        return hits

    return find


def plainly_indented(otherwise: Find) -> Find:
    """The block's text with plain spaces where it is indented with others, as text copied from a page is."""

    def find(index: FileIndex, query: Query) -> list[Hit]:
        search, new = (
            [normalisers.with_plain_indentation(line) for line in lines]
            for lines in (query.search, query.replace)
        )
        if search == query.search or normalisers.has_unusual_indentation(index.text):
            return otherwise(index, query)
        plain = Query(query.interpretation, search, new, query.path)
        return _of_stricter(index, [plain]) or otherwise(index, plain)

    return find


def _is_never_escaped(interpretation: Interpretation, meant: str) -> bool:
    """True if the new text has lines of the old one as they are meant, or quotes only that one escapes."""
    lines, known = ({line.strip() for line in text.splitlines()} for text in (meant, interpretation.search))
    has_lines = not (lines - known).isdisjoint(line.strip() for line in interpretation.replace.splitlines())
    escaped, bare = ('\\"' in text for text in (interpretation.search, interpretation.replace))
    return has_lines or (escaped and not bare and '"' in interpretation.replace)


def _is_one_line(query: Query) -> bool:
    return len(query.search) == 1 and len(query.replace) == 1


def _undone(found: re.Match[str]) -> str:
    return _MEANT.get(found[0], found[0][1])


def _is_listed(lines: Sequence[str]) -> bool:
    """True if old lines are numbered one after the other."""
    told = [(line, _PREFIX.match(line)) for line in lines]
    numbers = [int(found[1]) for line, found in told if found and line.strip()]
    is_each = all(found or not line.strip() for line, found in told)
    # Numbers by themselves are what a column of a table is as well.
    return (
        any(line[found.end() :].strip() for line, found in told if found)
        and is_each
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    )


def _has_gaps(lines: Sequence[str]) -> bool:
    told = [(line, _PREFIX.match(line)) for line in lines]
    return all(found["gap"] for line, found in told if found and line[found.end() :].strip())


def _signs(lines: Sequence[str]) -> set[str | None]:
    """The characters that stand between numbers and lines."""
    told = ((line, _PREFIX.match(line)) for line in lines)
    return {found["sign"] or found["tab"] for line, found in told if found and line[found.end() :].strip()}


def _unlisted(lines: Sequence[str], signs: set[str | None], *, is_gap: bool) -> list[str]:
    """The lines without their numbers. New lines may be numbered anyhow, or not at all.

    Args:
        lines: Of either side.
        signs: Those between the numbers and the old lines: a number with another one is text.
        is_gap: A blank behind the number is the listing's.
    """
    told = [(line, _PREFIX.match(line)) for line in lines]
    numbered = [found is not None and (found["sign"] or found["tab"]) in signs for _, found in told]
    is_bare = [found is not None and not (found["sign"] or found["tab"]) for _, found in told]
    # A number by itself is a blank line of a listing if there is nothing but a listing.
    is_all = any(numbered) and all(
        known or bare or not line.strip() for line, known, bare in zip(lines, numbered, is_bare, strict=True)
    )
    return [
        line[found.end() if is_gap else found.start("gap") :]
        if found is not None and (known or (bare and is_all))
        else line
        for (line, found), known, bare in zip(told, numbered, is_bare, strict=True)
    ]


def _of(query: Query, *, is_gap: bool) -> Query:
    signs = _signs(query.search)
    search, replace = (_unlisted(lines, signs, is_gap=is_gap) for lines in (query.search, query.replace))
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (search, replace))
    return Query(Interpretation(old, new), search, replace, query.path)


def _of_stricter(index: FileIndex, variants: Sequence[Query]) -> list[Hit]:
    """The matches of the first stricter strategy, and those of the others that are as deep as the block."""
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
            return _apart(hits)
    return []


def _apart(hits: Sequence[Hit]) -> list[Hit]:
    """In order, of those that overlap the first one named."""
    known: list[Hit] = []
    for hit in hits:
        if not any(hit.first < other.end and other.first < hit.end for other in known):
            known.append(hit)
    return sorted(known, key=lambda hit: hit.first)
