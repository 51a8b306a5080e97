"""Lays out a line in cells: what is drawn for each character, and in which columns of the terminal."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style

from editreview.characters import find_hidden, foreign_letters, unusual_spaces
from editreview.terminal import steady
from editreview.tui.glyphs import content_text, picture, ui_text

TAB = 4
BLANK = "␣"
"""Drawn for an unusual space."""
Layer = Sequence[tuple[int, int, Style]]
"""Styles for some characters of a line: disjoint half-open spans in order."""

_RUN = re.compile(r"\t|[\x20-\x7e]+(?![^\t\x20-\x7e])|[\x20-\x7e]?[^\t\x20-\x7e]+")
"""A tab; characters of one cell; others, with the preceding one that they may combine with."""


_AFTER_BLANK = re.compile(r"[ \t]+(?=[^ \t])")
_AT_SIGN = re.compile(r"(?:[,;(\[{]|[=|&+/\-:>]+)(?=[^\s,;)\]}])|(?=\.[^\W\d])|(?<=[^\W_])(?=_)")
"""Behind operators and opening signs, before a name behind a dot, and between the parts of a name."""
_FULL_AT_BLANK, _FULL_AT_SIGN, _LEAST_AT_BLANK = 0.6, 0.5, 1 / 3
"""The share of a line that is filled if it is broken there."""


class Cells(Struct, frozen=True):
    """A line as it is drawn.

    Both sequences have one element for each character of the line and one for its end. All characters of a
    grapheme have the position of the grapheme.
    """

    drawn: str
    begins: Sequence[int]
    """The index of a character in `drawn`."""
    columns: Sequence[int]
    """The column in which it begins."""

    @property
    def width(self) -> int:
        return self.columns[-1]

    def last_within(self, start: int, width: int) -> int:
        """The end of the characters from `start` on that fit into `width` cells."""
        limit = self.columns[start] + width
        end = bisect_right(self.columns, limit) - 1
        # A grapheme that does not fit moves to the next line as a whole.
        return end if end == len(self.columns) - 1 else bisect_left(self.columns, self.columns[end])

    def character_at(self, start: int, cell: int) -> int:
        """The character in a cell, counted from the cell in which character `start` begins."""
        column = self.columns[start] + cell
        if column >= self.width:
            return len(self.columns) - 1
        at = bisect_right(self.columns, column) - 1
        return bisect_left(self.columns, self.columns[at])

    def segments(self, start: int, end: int, base: Style, layers: Iterable[Layer]) -> list[Segment]:
        """The characters from `start` up to `end`, with each layer over the ones before it."""
        layers = [layer for layer in layers if layer]
        if not layers:
            text = self.drawn[self.begins[start] : self.begins[end]]
            return [Segment(text, base)] if text else []
        found: list[Segment] = []
        for first, last, style in _runs(start, end, base, layers):
            text = self.drawn[self.begins[first] : self.begins[last]]
            if text:
                found.append(Segment(text, style))
        return found


@lru_cache(maxsize=2048)
def cells_of(text: str, *, whitespace: bool = False) -> Cells:
    """The cells of a line without its end.

    Args:
        text: At most some thousand characters: the cost is linear.
        whitespace: Show spaces and tabs as signs.
    """
    if text.isascii() and text.isprintable():
        plain = range(len(text) + 1)
        return Cells(text.replace(" ", ui_text("·")) if whitespace else text, plain, plain)
    drawn: list[str] = []
    begins: list[int] = []
    columns: list[int] = []
    at = column = 0
    hidden = {start for start, _ in unusual(text)}
    for run in _RUN.finditer(text):
        for sign, characters, width in _signs(run[0], run.start(), hidden, column):
            if sign.isascii() and len(sign) == characters:
                begins += range(at, at + characters)
                columns += range(column, column + characters)
            else:
                begins += [at] * characters
                columns += [column] * characters
            drawn.append(_drawn(sign, width, whitespace=whitespace))
            at += len(drawn[-1])
            column += width
    begins.append(at)
    columns.append(column)
    return Cells("".join(drawn), begins, columns)


def _drawn(sign: str, width: int, *, whitespace: bool) -> str:
    if sign == "\t":
        return (ui_text("→") if whitespace else " ") + " " * (width - 1)
    return sign.replace(" ", ui_text("·")) if whitespace else sign


def _signs(run: str, start: int, hidden: set[int], column: int) -> Iterator[tuple[str, int, int]]:
    """The graphemes of a run: what is drawn, for how many characters, in how many cells."""
    if run == "\t":
        yield run, 1, TAB - column % TAB
    elif run.isascii() and run.isprintable():
        yield run, len(run), len(run)
    else:
        at = 0
        while at < len(run):
            if start + at in hidden or run[at] == "\r":
                sign = _stand_in(run[at])
                yield sign, 1, cell_len(sign)
                at += 1
                continue
            end = at + 1
            while end < len(run) and start + end not in hidden and run[end] != "\r":
                end += 1
            for first, last, width in split_graphemes(run[at:end])[0]:
                sign = run[at + first : at + last]
                # A character without a width would combine with the one before it.
                drawn = content_text(steady(sign)) if width else "".join(map(picture, sign))
                yield drawn, last - first, width if drawn is sign else cell_len(drawn)
            at = end


def unusual(text: str) -> Sequence[tuple[int, int]]:
    """The spans of invisible and misleading characters in a line, in order."""
    if text.isascii() and text.isprintable():
        return ()
    found = {*find_hidden(text), *foreign_letters(text), *unusual_spaces(text)}
    return [(at, at + 1) for at in sorted(found)]


def _stand_in(character: str) -> str:
    """The text drawn for a character that must not reach the terminal, or could be mistaken for another."""
    is_blank = next(unusual_spaces(character), None) is not None
    return ui_text(BLANK) * cell_len(character) if is_blank else picture(character)


@lru_cache(maxsize=2048)
def breaks(text: str, width: int, further: int | None = None, *, whitespace: bool = False) -> Sequence[int]:
    """The characters at which a line is broken when it is wrapped, 0 included.

    Words and operators stay whole if that leaves a line full enough.

    Args:
        text: At most some thousand characters: the cost is linear.
        width: Cells of the first line.
        further: Cells of each further line, if those are others.
        whitespace: Spaces and tabs are drawn as signs. Otherwise a space may be cut off at the end of a line.
    """
    cells = cells_of(text, whitespace=whitespace)
    if cells.width <= width:
        return (0,)
    columns = cells.columns
    blanks = _positions(_AFTER_BLANK, text)
    signs: Sequence[int] | None = None
    found = [0]
    room = width
    while cells.width - columns[found[-1]] > room:
        start = found[-1]
        end = cells.last_within(start, room)
        if end == start:
            # A grapheme wider than the line gets a line to itself, and is cut there.
            end = at_word = bisect_right(columns, columns[start])
        else:
            at_word = end + (not whitespace and text[end] == " ")
        if end == len(text):
            break
        best = _last(blanks, start, at_word)
        if columns[best] - columns[start] < _FULL_AT_BLANK * room:
            signs = _positions(_AT_SIGN, text) if signs is None else signs
            at_sign = _last(signs, start, end)
            if columns[at_sign] - columns[start] >= _FULL_AT_SIGN * room:
                best = at_sign
            elif columns[best] - columns[start] < _LEAST_AT_BLANK * room:
                best = end
        # Never between the characters of a grapheme.
        found.append(best if columns[best] > columns[best - 1] else end)
        if found[-1] == len(text):
            found.pop()
            break
        room = width if further is None else further
    return found


def _positions(pattern: re.Pattern[str], text: str) -> list[int]:
    """The positions in a line where it may be broken."""
    return [found.end() for found in pattern.finditer(text)]


def _last(positions: Sequence[int], start: int, end: int) -> int:
    """The last position after `start` and up to `end`; `start` if there is none."""
    at = bisect_right(positions, end) - 1
    return positions[at] if at >= 0 and positions[at] > start else start


def last_break(text: str, start: int, end: int) -> int:
    """The last position in a part of a text where a line may be broken, or else the end of the part."""
    for pattern in (_AFTER_BLANK, _AT_SIGN):
        if positions := [found.end() for found in pattern.finditer(text, start, end)]:
            return positions[-1]
    return end


def forget_cells() -> None:
    """Clear the caches, because the terminal shows other characters than before."""
    cells_of.cache_clear()
    breaks.cache_clear()


def _runs(start: int, end: int, base: Style, layers: Sequence[Layer]) -> Iterator[tuple[int, int, Style]]:
    """Runs of characters with one style."""
    turns: list[tuple[int, int, bool, Style]] = []
    for depth, layer in enumerate(layers):
        for first, last, style in layer:
            if first < end and last > start:
                turns.append((max(first, start), depth, True, style))
                turns.append((min(last, end), depth, False, style))
    turns.sort(key=lambda turn: turn[:3])
    active: dict[int, Style] = {}
    at = start
    for position, depth, begins, style in turns:
        if position > at:
            yield at, position, _over(base, active)
            at = position
        if begins:
            active[depth] = style
        else:
            active.pop(depth, None)
    if at < end:
        yield at, end, _over(base, active)


def _over(base: Style, active: dict[int, Style]) -> Style:
    style = base
    for depth in sorted(active):
        style += active[depth]
    return style
