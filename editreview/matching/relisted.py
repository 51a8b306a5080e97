"""Strategies that take the block's text for another one: copied from a listing, or escaped as a whole."""

import re
from collections.abc import Sequence

from editreview.blocks import Reading
from editreview.matching import normalisers
from editreview.matching.keyed import Find, by_folding, by_key, by_map, without_blank_lines
from editreview.matching.text import FileIndex
from editreview.matching.wanted import Hit, Wanted, wanted_of

_PREFIX = re.compile(r"[ \t]*(\d{1,7})(?:[ \t]*(?:\||│|→|:|\t)[ \t]?|\t|(?=[ \t]*$))")
"""A line number as listings have it: `12|`, `12 | `, `12→`, `12: `, `12` and a tab."""

_STRICTER: tuple[Find, ...] = (
    by_key(normalisers.exact),
    by_key(normalisers.without_trailing_whitespace),
    by_key(normalisers.without_indentation, by_map),
    by_folding(normalisers.WHITESPACE),
    without_blank_lines,
)
_WRITTEN_OUT = re.compile(r"\\(?:[nrt\"'`$/\\])")
_MEANT = {"\\n": "\n", "\\r": "\r", "\\t": "\t"}


def by_listing(index: FileIndex, wanted: Wanted) -> list[Hit]:
    """The block's lines without the line numbers that it copied from a listing."""
    search = _unlisted(wanted.search)
    if search is None:
        return []
    replace = _unlisted(wanted.replace, is_search=False)
    if replace is None:
        return []
    return _of_stricter(index, _of(wanted, search, replace))


def unescaped(otherwise: Find) -> Find:
    """The block's text with every escape undone; if that is nowhere, what another strategy finds."""

    def find(index: FileIndex, wanted: Wanted) -> list[Hit]:
        reading = wanted.reading
        if "\\n" in reading.search:
            texts = [_WRITTEN_OUT.sub(_undone, text) for text in (reading.search, reading.replace)]
            hits = _of_stricter(index, wanted_of(Reading(texts[0], texts[1]), wanted.path))
            if hits:
                return hits
        return otherwise(index, wanted)

    return find


def _undone(found: re.Match[str]) -> str:
    return _MEANT.get(found[0], found[0][1])


def _unlisted(lines: Sequence[str], *, is_search: bool = True) -> list[str] | None:
    """The lines without their numbers; None if they are no listing.

    Old lines must be numbered one after the other; new lines may be numbered anyhow, or not at all.
    """
    told = [(line, _PREFIX.match(line)) for line in lines]
    if is_search:
        numbers = [int(found[1]) for line, found in told if found and line.strip()]
        is_listed = all(found or not line.strip() for line, found in told)
        if not numbers or not is_listed or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return None
    return [line[found.end() :] if found else line for line, found in told]


def _of(wanted: Wanted, search: Sequence[str], replace: Sequence[str]) -> Wanted:
    texts = ("".join(f"{line}\n" for line in lines) for lines in (search, replace))
    return Wanted(Reading(*texts), search, replace, wanted.path)


def _of_stricter(index: FileIndex, wanted: Wanted) -> list[Hit]:
    return next((hits for find in _STRICTER if (hits := find(index, wanted))), [])
