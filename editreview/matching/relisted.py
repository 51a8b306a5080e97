"""Strategies that take the block's text for another one: copied from a listing, or escaped as a whole."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from editreview.blocks import Interpretation
from editreview.matching import normalisers
from editreview.matching.indents import by_rule
from editreview.matching.keyed import Find, by_folding, by_key, without_blank_lines
from editreview.matching.text import FileIndex
from editreview.matching.wanted import Hit, Wanted, is_as_deep, wanted_of

_PREFIX = re.compile(r"[ \t]*(\d{1,7})(?:[ \t]*(?P<sign>\||│|→|:)|(?P<tab>\t)|(?=[ \t]*$))(?P<gap> ?)")
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


def by_listing(index: FileIndex, wanted: Wanted) -> list[Hit]:
    """The block's lines without the line numbers that it copied from a listing."""
    if not _is_listed(wanted.search):
        return []
    # The blank after each number may be the listing's, or the line's own.
    gaps = (True, False) if _has_gaps(wanted.search) else (False,)
    return _of_stricter(index, [_of(wanted, is_gap=is_gap) for is_gap in gaps])


def without_numbers(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation without the line numbers of a listing, if the file has none of its lines."""
    wanted = wanted_of(interpretation)
    is_there = any(index.occurrences.count(line.strip()) for line in wanted.search if line.strip())
    if is_there or not _is_listed(wanted.search):
        return interpretation
    return _of(wanted, is_gap=_has_gaps(wanted.search)).interpretation


def as_spelled(index: FileIndex, interpretation: Interpretation) -> Interpretation:
    """The interpretation with escapes, entities or look-alikes undone, if only then the file has a line.

    New text that has one of these lines as the file has it was never spelled so.
    """
    for undo in (_unquoted, _unmarked, _undashed, normalisers.as_plain):
        lines = {line.strip(): undo(line).strip() for line in wanted_of(interpretation).search}
        other = {line: meant for line, meant in lines.items() if line != meant}
        known = {meant for meant in other.values() if index.occurrences.count(meant)}
        if known and not any(index.occurrences.count(line) for line in other):
            is_plain = not known.isdisjoint(line.strip() for line in wanted_of(interpretation).replace)
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

    def find(index: FileIndex, wanted: Wanted) -> list[Hit]:
        interpretation = wanted.interpretation
        if "\\n" in interpretation.search:
            old, new = (
                _WRITTEN_OUT.sub(_undone, text) for text in (interpretation.search, interpretation.replace)
            )
            if _is_never_escaped(interpretation, old):
                new = interpretation.replace
            hits = _of_stricter(index, [wanted_of(Interpretation(old, new), wanted.path)])
            if hits:
                return hits
        hits = otherwise(index, wanted)
        is_new = "\\n" in interpretation.replace and "\\n" not in interpretation.search
        if is_new and _is_one_line(wanted) and _WRITTEN_OUT.search(interpretation.search):
            # Whether a line feed is meant cannot be told from a line that has none.
            return [replace(hit, fitted=None) for hit in hits]
        return hits

    return find


def plainly_indented(otherwise: Find) -> Find:
    """The block's text with plain spaces where it is indented with others, as text copied from a page is."""

    def find(index: FileIndex, wanted: Wanted) -> list[Hit]:
        search, new = (
            [normalisers.with_plain_indentation(line) for line in lines]
            for lines in (wanted.search, wanted.replace)
        )
        if search == wanted.search or normalisers.has_unusual_indentation(index.text):
            return otherwise(index, wanted)
        plain = Wanted(wanted.interpretation, search, new, wanted.path)
        return _of_stricter(index, [plain]) or otherwise(index, plain)

    return find


def _is_never_escaped(interpretation: Interpretation, meant: str) -> bool:
    """True if the new text has lines of the old one as they are meant, or quotes only that one escapes."""
    lines, known = ({line.strip() for line in text.splitlines()} for text in (meant, interpretation.search))
    has_lines = not (lines - known).isdisjoint(line.strip() for line in interpretation.replace.splitlines())
    escaped, bare = ('\\"' in text for text in (interpretation.search, interpretation.replace))
    return has_lines or (escaped and not bare and '"' in interpretation.replace)


def _is_one_line(wanted: Wanted) -> bool:
    return len(wanted.search) == 1 and len(wanted.replace) == 1


def _undone(found: re.Match[str]) -> str:
    return _MEANT.get(found[0], found[0][1])


def _is_listed(lines: Sequence[str]) -> bool:
    """Whether old lines are numbered one after the other."""
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


def _of(wanted: Wanted, *, is_gap: bool) -> Wanted:
    signs = _signs(wanted.search)
    search, replace = (_unlisted(lines, signs, is_gap=is_gap) for lines in (wanted.search, wanted.replace))
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (search, replace))
    return Wanted(Interpretation(old, new), search, replace, wanted.path)


def _of_stricter(index: FileIndex, variants: Sequence[Wanted]) -> list[Hit]:
    """What the first stricter strategy finds, and what the others find that is as deep as the block."""
    for at, find in enumerate(_STRICTER):
        hits = [hit for wanted in variants for hit in find(index, wanted)]
        if hits:
            hits += (
                hit
                for wanted in variants
                for looser in _STRICTER[at + 1 :]
                for hit in looser(index, wanted)
                if is_as_deep(index, wanted, hit)
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
