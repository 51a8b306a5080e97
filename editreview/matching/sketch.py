"""Matches a lazy snippet: each of its pieces by the lines that it shares with the file.

A piece is anchored by the lines that occur once in the file. From them it reaches out, over
lines that are the same on both sides or give one name another value, to the first and last
line it shares; what is between these is replaced by the piece's, and what lies between
pieces stays. Nothing is guessed: a
piece that cannot be anchored, or that would leave or drop lines which it does not mention,
means no match at all.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from editreview import likeness
from editreview.alignment import change_lines, line_opcodes
from editreview.blocks import Interpretation, Sketch
from editreview.matching.adapt import adapt_lines
from editreview.matching.depth import Uniform, indentation, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import Match, Tier, match_key
from editreview.text import Change, line_body, split_lines

STRATEGY = "elision"
_ALIKE = 70.0
_LONG = 2_000
"""Characters of lines that are compared for likeness."""
_MAX_DELETED = 2
"""Consecutive lines that a piece may delete without a replacement."""
_MAX_DROPPED = 10
"""Lines of the file that a piece may replace, in addition to twice the number of new ones."""
_MAX_SHIFTED = 2
"""Lines, more or fewer, that others became next to lines that both sides have."""
_TELLING = 6
"""Letters and digits that make a line distinctive."""
_IMPORTS = ("import ", "from ", "use ", "using ", "require", "#include", "@import", "export * ")
_NAME = re.compile(r"(?:(?:const|export|let|public|self\.|static|var) ?)*[\w.$\"'-]+\s*[:=](?!=)")


class Mismatch(Struct, frozen=True):
    """The reason why a sketch has no match."""

    message: str
    """For users; lines are those of the sketch, 1-based."""


class _NoMatch(Exception):
    pass


class _Piece(Struct):
    """Lines of a sketch between two placeholders."""

    first: int
    """1-based line of the sketch at which it begins."""
    lines: list[str]
    """Without their ends."""
    anchors: list[tuple[int, int]]
    """Lines of the piece, and of the file, that are the same; 0-based and in order."""
    is_above_gap: bool
    """A placeholder stands below it."""
    gap_indent: int
    """Width of the indentation of the placeholder below it; 0 if it ends the text."""

    def name(self, start: int = 0, end: int | None = None) -> str:
        last = self.first + (len(self.lines) if end is None else end) - 1
        return f"line {last}" if self.first + start == last else f"lines {self.first + start}-{last}"


def apply_sketch(index: FileIndex, operation: Sketch) -> Match | Mismatch:
    """The only match of a sketch, with its change; or the reason why there is none."""
    try:
        return _apply(index, operation)
    except _NoMatch as error:
        return Mismatch(str(error))


def _apply(index: FileIndex, operation: Sketch) -> Match:
    pieces = _pieces_of(operation)
    if not pieces:
        raise _NoMatch("the snippet has only placeholders")
    for piece in pieces:
        _anchor(index, piece)
    _check_order(pieces)
    change = Change()
    spans: list[tuple[int, int]] = []
    for nth, piece in enumerate(pieces):
        above = pieces[nth - 1].anchors[-1][1] + 1 if nth else 0
        below = pieces[nth + 1].anchors[0][1] if nth + 1 < len(pieces) else len(index.lines)
        first, end, new = _PieceAdjuster(index, piece, above, below).region()
        if spans and first < spans[-1][1]:
            raise _NoMatch(f"snippet {piece.name()} overlaps the previous part in the file")
        spans.append((first, end))
        change = change.union(change_lines(index.lines, first, end, new))
    first, end = spans[0][0], spans[-1][1]
    return Match(
        key=match_key(index.lines, first, end),
        interpretation=Interpretation("", operation.text),
        span=(index.lines.starts[first], index.lines.starts[end]),
        lines=(first + 1, end),
        change=change,
        strategies=(STRATEGY,),
        tier=Tier.FUZZY,
        score=1.0,
    )


def _pieces_of(operation: Sketch) -> list[_Piece]:
    """The pieces that hold anything, with their lines in the text."""
    found: list[_Piece] = []
    at = 0
    for text in operation.pieces:
        if not any(c.isalnum() for c in text):
            # Closing brackets and blank lines alone only end the lines that stay.
            continue
        start = operation.text.index(text, at)
        at = start + len(text)
        below = operation.text[at:].partition("\n")[0]
        lines = [line_body(line) for line in split_lines(text, "\n")]
        first = operation.text.count("\n", 0, start) + 1
        piece = _Piece(first, lines, [], at < len(operation.text), len(indentation(below)))
        found.append(piece)
    return found


def _anchor(index: FileIndex, piece: _Piece) -> None:
    """Find the piece's lines that occur once in it and once in the file."""
    stripped = [line.strip() for line in piece.lines]
    counts: dict[str, int] = {}
    for line in stripped:
        counts[line] = counts.get(line, 0) + 1
    for n, line in enumerate(stripped):
        matches = index.occurrences.of(line, 2)
        if len(matches) == 1 and counts[line] == 1 and any(c.isalnum() for c in line):
            piece.anchors.append((n, matches[0]))
    if piece.anchors:
        return
    known = [line for line in stripped if any(c.isalnum() for c in line) and index.occurrences.count(line)]
    if known:
        raise _NoMatch(
            f"snippet {piece.name()} cannot be located: each line occurs several times in the file"
        )
    raise _NoMatch(f"snippet {piece.name()} cannot be located: all of it is new to the file")


def _check_order(pieces: Sequence[_Piece]) -> None:
    last = -1
    for piece in pieces:
        for n, line in piece.anchors:
            if line <= last:
                raise _NoMatch(f"snippet {piece.name(n, n + 1)} comes earlier in the file: the order differs")
            last = line


class _PieceAdjuster:
    """One piece and the part of the file it may take: lines `above` up to `below`."""

    def __init__(self, index: FileIndex, piece: _Piece, above: int, below: int) -> None:
        self._piece = piece
        self._index = index
        self._bodies = [body.removesuffix("\r") for body in index.bodies[above:below]]
        self._above = above
        found = [self._bodies[line - above] for _, line in piece.anchors]
        shift = uniform_map([piece.lines[n] for n, _ in piece.anchors], found)
        if shift is None:
            raise _NoMatch(f"snippet {piece.name()} is indented unevenly compared with the file")
        self._lines = self._indented(shift)
        self._gap_indent = piece.gap_indent + len(shift.added) - len(shift.removed)

    def region(self) -> tuple[int, int, list[str]]:
        """Lines of the file, first and end, and the lines to put there."""
        top, first, before = self._reach(-1)
        bottom, last, after = self._reach(1)
        inner = self._lines[top : bottom + 1]
        new = [*reversed(before), *inner, *after]
        old = self._bodies[first - self._above : last + 1 - self._above]
        self._check_drops(first, line_opcodes(old, new))
        fitted = adapt_lines(self._index.lines, first, old, new, self._index.line_end_at(first))
        return first, last + 1, fitted

    def _indented(self, shift: Uniform) -> list[str]:
        lines: list[str] = []
        for n, line in enumerate(self._piece.lines):
            fitted = shift.fit(line)
            if fitted is None:
                raise _NoMatch(
                    f"snippet {self._piece.name(n, n + 1)} is indented less than the rest of its part"
                )
            lines.append(fitted)
        return lines

    def _reach(self, step: int) -> tuple[int, int, list[str]]:
        """From the outermost anchor outwards: the piece's last shared line, the file's, new lines beyond."""
        n, line = self._piece.anchors[0 if step < 0 else -1]
        line -= self._above
        shared, at = n, n + step
        is_revised = False
        new: list[str] = []
        while 0 <= at < len(self._lines):
            beyond = line + step
            is_there = 0 <= beyond < len(self._bodies)
            if is_there and _is_same(self._bodies[beyond].strip(), self._lines[at].strip()):
                shared, line, new = at, beyond, []
                is_revised |= self._bodies[beyond].strip() != self._lines[at].strip()
            else:
                new.append(self._lines[at])
            at += step
        is_at_end = step > 0 and not self._piece.is_above_gap and line + 1 == len(self._bodies)
        while new and not new[-1].strip() and not is_at_end:
            # Blank lines next to a placeholder set it off; the file has its own.
            new.pop()
        self._check_edge(new, line + step, step, is_revised=is_revised)
        return shared, line + self._above, new

    def _check_edge(self, new: Sequence[str], beyond: int, step: int, *, is_revised: bool) -> None:
        """Refuse new lines at the edge of a piece that may stand for lines of the file.

        With `is_revised`, lines next to them give names other values than the file.
        """
        told = [line for line in new if line.strip()]
        if self._is_doubled(told, beyond, step):
            raise _NoMatch(f"snippet {self._piece.name()} would duplicate lines next to one that it changes")
        if not told or not 0 <= beyond < len(self._bodies) or not self._bodies[beyond].strip():
            return
        rest = self._bodies[beyond]
        is_alike = _is_version(told[0], rest)
        is_import = rest.strip().startswith(_IMPORTS) and _module(rest) != _module(told[0])
        is_redefined = any(_defines_same(line.strip(), rest.strip()) for line in told)
        depth = len(indentation(told[0]))
        is_left_over = step > 0 and len(indentation(rest)) >= depth > self._gap_indent
        is_replaced = is_alike and (len(told) == 1 or is_revised) and not is_import
        is_replaced |= not is_import and self._has_changed_pair(told, beyond, step)
        if is_replaced or is_left_over or is_redefined or self._begins_in_file(told, beyond, step):
            raise _NoMatch(
                f"it is unclear whether snippet {self._piece.name()} replaces line"
                f" {self._above + beyond + 1} of the file"
            )

    def _has_changed_pair(self, told: Sequence[str], beyond: int, step: int) -> bool:
        """True if a new line resembles the file's and the line after it equals the file's next one.

        Then the piece has both lines, one of them changed, and may have added lines before them.
        """
        pair = self._beyond(beyond, step, 2)
        return len(pair) == 2 and any(
            other.strip() == pair[1] and _is_version(line, pair[0])
            for line, other in list(pairwise(told))[: _MAX_SHIFTED + 1]
        )

    def _is_doubled(self, told: Sequence[str], beyond: int, step: int) -> bool:
        """True if the outermost new lines stand in the file beyond about as many others.

        Then these others are what the piece changed.
        """
        around = self._bodies[beyond:] if step > 0 else self._bodies[: beyond + 1][::-1]
        most = len(told) + _MAX_SHIFTED
        own = [body for body in around[: 2 * most] if body.strip()][:most]
        for nth in range(1, len(told) - 1):
            rest = told[nth:]
            if not any(sum(map(str.isalnum, line)) >= _TELLING for line in rest):
                # Closing brackets end new code as well; but no new code begins with them.
                if step < 0 and rest == own[nth : nth + len(rest)]:
                    return True
                continue
            shifts = range(max(nth - _MAX_SHIFTED, 1), nth + _MAX_SHIFTED + 1)
            if any(rest == own[at : at + len(rest)] for at in shifts):
                return True
        return False

    def _begins_in_file(self, told: Sequence[str], beyond: int, step: int) -> bool:
        """True if the outermost new line stands in the file as far beyond as in the piece, or nearly so.

        Then the lines between them are what the piece changed. New code may end in a closing bracket,
        but does not begin with one. Nearly so counts if the innermost line reads like the file's.
        """
        outermost, nth = told[-1].strip(), len(told) - 1
        is_telling = sum(map(str.isalnum, outermost)) >= _TELLING
        if not nth or not (is_telling or step < 0):
            return False
        own = self._beyond(beyond, step, nth + _MAX_SHIFTED + 1)
        if _is_version(told[0], own[0]):
            return outermost in own[max(nth - _MAX_SHIFTED, 1) :]
        return is_telling and own[nth : nth + 1] == [outermost]

    def _beyond(self, beyond: int, step: int, most: int) -> list[str]:
        """Up to `most` lines of the file from one on, without blank ones."""
        around = self._bodies[beyond:] if step > 0 else self._bodies[: beyond + 1][::-1]
        return [body.strip() for body in around[: 2 * most] if body.strip()][:most]

    def _check_drops(self, first: int, opcodes: Sequence[tuple[int, int, int, int]]) -> None:
        """Refuse to delete lines of the file that the piece does not mention."""
        for a1, a2, b1, b2 in opcodes:
            most = _MAX_DROPPED + 2 * (b2 - b1) if b2 > b1 else _MAX_DELETED
            if a2 - a1 > most:
                raise _NoMatch(
                    f"snippet {self._piece.name()} would delete lines"
                    f" {first + a1 + 1}-{first + a2} of the file, and no placeholder stands for them"
                )


def _is_version(new: str, own: str) -> bool:
    """True if a new line reads like one of the file."""
    return likeness.ratio(new.strip()[:_LONG], own.strip()[:_LONG]) >= _ALIKE


def _module(line: str) -> str:
    """The module at the end of an import line; the line itself if it names none there."""
    return line.rpartition(" from ")[2].strip() if " from " in line else line


def _defines_same(new: str, old: str) -> bool:
    """True if two lines begin alike up to a bracket, as `def f(` does, and go on differently."""
    name, bracket, _ = new.partition("(")
    return bool(bracket) and " " in name and old.startswith(name + bracket)


def _is_same(old: str, new: str) -> bool:
    """True if a line is the other, or gives the same name another value."""
    if old == new:
        return True
    name, other = _NAME.match(old), _NAME.match(new)
    return name is not None and other is not None and name[0] == other[0]
