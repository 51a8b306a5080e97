"""Plain text looked for on both sides of a diff.

A text without capitals is found in any case, one with capitals only as it is. Lines that are
the same on both sides count once, as lines of the old side.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.texts import Lines, line_body
from editreview.tui.diff.words import Span

MOST_MATCHES = 9_999
"""Matches after which the search ends."""


class Needle(Struct, frozen=True):
    """What is looked for; at least one character."""

    text: str

    @property
    def is_folded(self) -> bool:
        """Whether capitals do not matter."""
        return self.text == self.text.lower()

    def spans(self, text: str) -> Iterator[Span]:
        """Where it stands in a text, from left to right, none over another."""
        if not self.is_folded:
            return self._found(text, self.text)
        folded = text.lower()
        if len(folded) == len(text):
            return self._found(folded, self.text)
        # A capital that becomes two characters would shift all that follows.
        pattern = re.compile(re.escape(self.text), re.IGNORECASE)
        return (found.span() for found in pattern.finditer(text))

    def _found(self, text: str, needle: str) -> Iterator[Span]:
        at = text.find(needle)
        while at >= 0:
            yield at, at + len(needle)
            at = text.find(needle, at + len(needle))


class Match(Struct, frozen=True):
    """One place where the text stands."""

    is_old: bool
    line: int
    """0-based, of its side."""
    start: int
    """0-based character of the line."""


def find(alignment: Alignment, needle: Needle, *, split: bool, is_stale: Callable[[], bool]) -> list[Match]:
    """The matches on both sides as they follow each other on screen, at most `MOST_MATCHES`.

    Args:
        alignment: The two sides.
        needle: What is looked for.
        split: Whether both sides of a row are beside each other.
        is_stale: Nobody wants to know any more.
    """
    lines, found, at = alignment.lines, list[Match](), 0
    for number, hunk in enumerate(alignment.hunks):
        if is_stale() or len(found) >= MOST_MATCHES:
            break
        found += _matches(lines, at, hunk.old, needle, is_old=True)
        inside = [*_matches(lines, hunk.old, hunk.old_end, needle, is_old=True)]
        new = "".join(hunk.lines)
        inside += _matches(
            Lines(new, lines.separator), 0, len(hunk.lines), needle, is_old=False, shift=hunk.new
        )
        if split and inside:
            inside = _by_row(alignment, number, inside)
        found += inside
        at = hunk.old_end
    if len(found) < MOST_MATCHES:
        found += _matches(lines, at, len(lines), needle, is_old=True)
    return found[:MOST_MATCHES]


def _matches(
    lines: Lines, first: int, end: int, needle: Needle, *, is_old: bool, shift: int = 0
) -> Iterator[Match]:
    if first >= end:
        return
    start = lines.starts[first]
    for begin, last in islice(needle.spans(lines.text[start : lines.starts[end]]), MOST_MATCHES):
        line = lines.at(start + begin)
        column = start + begin - lines.starts[line]
        if last - begin + column <= len(line_body(lines[line])):
            yield Match(is_old, line + shift, column)


def _by_row(alignment: Alignment, number: int, matches: Sequence[Match]) -> list[Match]:
    """Matches of one hunk in the order of its rows, the old side of a row first."""
    rows, hunk = alignment.rows(number), alignment.hunks[number]
    if isinstance(rows, tuple):
        order = {(True, row.old): i for i, row in enumerate(rows) if row.old is not None}
        order |= {(False, row.new): i for i, row in enumerate(rows) if row.new is not None}
    else:
        order = {
            (match.is_old, match.line): match.line - (hunk.old if match.is_old else hunk.new)
            for match in matches
        }
    return sorted(matches, key=lambda m: (order[m.is_old, m.line], not m.is_old, m.start))
