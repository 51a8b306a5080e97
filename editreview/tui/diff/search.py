"""Search for plain text on both sides of a diff.

Case is ignored if the text has no capitals. Lines that are equal on both sides count once, as lines of the
old side.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from editreview.alignment import Alignment, Span
from editreview.text import Lines, line_body
from editreview.tui.diff.rows import DiffRows, packed

MAX_HITS = 9_999
"""Hits after which a search ends."""
_QUICK = 1_000_000
"""Characters of a text that is searched on the event loop."""
_QUICK_LINES = 20_000
"""Added lines that are searched on the event loop."""


class Needle(Struct, frozen=True):
    """The text to search for; at least one character."""

    text: str

    @property
    def is_folded(self) -> bool:
        """True if case is ignored."""
        return self.text == self.text.lower()

    def spans(self, text: str) -> Iterator[Span]:
        """The positions of the hits in a text, from left to right, not overlapping."""
        if not self.is_folded:
            return self._found(text, self.text)
        folded = text.lower()
        if len(folded) == len(text):
            return self._found(folded, self.text)
        # Some capitals have two lower-case characters, which would shift the positions after them.
        pattern = re.compile(re.escape(self.text), re.IGNORECASE)
        return (found.span() for found in pattern.finditer(text))

    def _found(self, text: str, needle: str) -> Iterator[Span]:
        at = text.find(needle)
        while at >= 0:
            yield at, at + len(needle)
            at = text.find(needle, at + len(needle))


class TextHit(Struct, frozen=True):
    """One occurrence of the text."""

    is_old: bool
    line: int
    """The line of its side, 0-based."""
    start: int
    """The character of the line, 0-based."""


class TextSearch:
    """The state of a search: its text, the hits on both sides, and the one the cursor is on."""

    def __init__(self) -> None:
        self.needle: Needle | None = None
        """The text; None while there is no search."""
        self.hits: list[TextHit] = []
        self.at: int | None = None
        """The index of the current hit."""
        self.is_running = False
        """True while another thread searches."""

    @property
    def text(self) -> str:
        return "" if self.needle is None else self.needle.text

    @property
    def current(self) -> TextHit | None:
        """The hit that the cursor went to last."""
        return None if self.at is None else self.hits[self.at]

    @property
    def state(self) -> str:
        """The text and the position among the hits, for the user; empty if there is no search."""
        if self.needle is None:
            return ""
        total = len(self.hits)
        many = f"{MAX_HITS}+" if total >= MAX_HITS else str(total)
        count = "…" if self.is_running else f"{0 if self.at is None else self.at + 1}/{many}"
        return f"/{self.needle.text} {count}"

    def end(self) -> None:
        """End the search."""
        self.needle = None
        self.forget()
        self.is_running = False

    def forget(self) -> None:
        """Drop the hits, because the sides have changed."""
        self.hits, self.at = [], None

    def found(self, hits: list[TextHit], before: TextHit | None = None) -> None:
        """Set the hits, and keep the current one if it is among them.

        Args:
            hits: The hits, in the order of the screen.
            before: The current hit of an earlier search for the same text.
        """
        self.hits, self.is_running = hits, False
        self.at = hits.index(before) if before in hits else None

    def index_near(self, rows: DiffRows, cursor: int, direction: int) -> int:
        """The first hit at or after the cursor's row, or with a negative direction the last one before it."""
        at = bisect_left(self.hits, cursor, key=lambda hit: rows.row_at(hit.line, is_old=hit.is_old))
        return at if direction > 0 else at - 1


def is_quick(alignment: Alignment) -> bool:
    """True if the sides are short enough to search on the event loop."""
    return len(alignment.lines.text) < _QUICK and alignment.additions < _QUICK_LINES


def find(
    alignment: Alignment, needle: Needle, *, split: bool, packs: bool = True, is_stale: Callable[[], bool]
) -> list[TextHit]:
    """Find the hits on both sides, in the order of the screen, at most `MAX_HITS`.

    Args:
        alignment: The two sides.
        needle: The text.
        split: True for two columns.
        packs: As for `DiffRows`.
        is_stale: Returns True once the result is not needed any more.
    """
    lines, found, at = alignment.lines, list[TextHit](), 0
    for number, hunk in enumerate(alignment.hunks):
        if is_stale() or len(found) >= MAX_HITS:
            break
        found += _hits(lines, at, hunk.old, needle, is_old=True)
        inside = [*_hits(lines, hunk.old, hunk.old_end, needle, is_old=True)]
        new = "".join(hunk.lines)
        inside += _hits(Lines(new, lines.separator), 0, len(hunk.lines), needle, is_old=False, shift=hunk.new)
        if split and inside:
            inside = _by_row(alignment, number, inside, packs=packs)
        found += inside
        at = hunk.old_end
    if len(found) < MAX_HITS:
        found += _hits(lines, at, len(lines), needle, is_old=True)
    return found[:MAX_HITS]


def _hits(
    lines: Lines, first: int, end: int, needle: Needle, *, is_old: bool, shift: int = 0
) -> Iterator[TextHit]:
    if first >= end:
        return
    start = lines.starts[first]
    for begin, last in islice(needle.spans(lines.text[start : lines.starts[end]]), MAX_HITS):
        line = lines.at(start + begin)
        column = start + begin - lines.starts[line]
        if last - begin + column <= len(line_body(lines[line])):
            yield TextHit(is_old, line + shift, column)


def _by_row(alignment: Alignment, number: int, hits: Sequence[TextHit], *, packs: bool) -> list[TextHit]:
    """Sort hits in one hunk by row, the old side of a row first."""
    rows, hunk = alignment.rows(number), alignment.hunks[number]
    if isinstance(rows, tuple):
        sides = [(row.old, row.new) for row in (packed(rows, number) if packs else rows)]
        order = {(True, old): i for i, (old, _) in enumerate(sides) if old is not None}
        order |= {(False, new): i for i, (_, new) in enumerate(sides) if new is not None}
    else:
        order = {(hit.is_old, hit.line): hit.line - (hunk.old if hit.is_old else hunk.new) for hit in hits}
    return sorted(hits, key=lambda hit: (order[hit.is_old, hit.line], not hit.is_old, hit.start))
