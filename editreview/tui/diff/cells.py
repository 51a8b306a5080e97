"""The look of a line: its characters, and the cells of the terminal they take."""

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
from editreview.tui.glyphs import foreign, own, picture

TAB = 4
BLANK = "␣"
"""An unusual space."""
Layer = Sequence[tuple[int, int, Style]]
"""Styles for some characters of a line: disjoint half-open spans in order."""

_RUN = re.compile(r"\t|[\x20-\x7e]+(?![^\t\x20-\x7e])|[\x20-\x7e]?[^\t\x20-\x7e]+")
"""A tab; characters of one cell; others, with the one before that they may belong to."""


class Cells(Struct, frozen=True):
    """A line as it is shown.

    Both sequences have one element for each character of the line and one for its end. The
    characters of one sign that cannot be parted begin where the sign does.
    """

    shown: str
    begins: Sequence[int]
    """The start of a character in `shown`."""
    columns: Sequence[int]
    """The cell in which it begins."""

    @property
    def width(self) -> int:
        return self.columns[-1]

    def last_within(self, start: int, width: int) -> int:
        """The end of the characters from `start` on that fit in so many cells."""
        limit = self.columns[start] + width
        end = bisect_right(self.columns, limit) - 1
        # What does not fit as a whole stays together; at the end of the line nothing is left over.
        return end if end == len(self.columns) - 1 else bisect_left(self.columns, self.columns[end])

    def character_at(self, start: int, cell: int) -> int:
        """The character that covers a cell, counted from the one at which character `start` begins."""
        column = self.columns[start] + cell
        if column >= self.width:
            return len(self.columns) - 1
        at = bisect_right(self.columns, column) - 1
        return bisect_left(self.columns, self.columns[at])

    def segments(self, start: int, end: int, base: Style, layers: Iterable[Layer]) -> list[Segment]:
        """The characters from `start` up to `end`, each layer over the ones before it."""
        layers = [layer for layer in layers if layer]
        if not layers:
            text = self.shown[self.begins[start] : self.begins[end]]
            return [Segment(text, base)] if text else []
        found: list[Segment] = []
        for first, last, style in _runs(start, end, base, layers):
            text = self.shown[self.begins[first] : self.begins[last]]
            if text:
                found.append(Segment(text, style))
        return found


@lru_cache(maxsize=2048)
def cells_of(text: str, *, whitespace: bool = False) -> Cells:
    """The cells of a line without its end.

    Args:
        text: At most some thousand characters: the cost is that of its length.
        whitespace: Show spaces and tabs as signs.
    """
    if text.isascii() and text.isprintable():
        plain = range(len(text) + 1)
        return Cells(text.replace(" ", own("·")) if whitespace else text, plain, plain)
    shown: list[str] = []
    begins: list[int] = []
    columns: list[int] = []
    at = column = 0
    hidden = {start for start, _ in strange(text)}
    for run in _RUN.finditer(text):
        for sign, characters, width in _signs(run[0], run.start(), hidden, column):
            if sign.isascii() and len(sign) == characters:
                begins += range(at, at + characters)
                columns += range(column, column + characters)
            else:
                begins += [at] * characters
                columns += [column] * characters
            shown.append(_drawn(sign, width, whitespace=whitespace))
            at += len(shown[-1])
            column += width
    begins.append(at)
    columns.append(column)
    return Cells("".join(shown), begins, columns)


def _drawn(sign: str, width: int, *, whitespace: bool) -> str:
    if sign == "\t":
        return (own("→") if whitespace else " ") + " " * (width - 1)
    return sign.replace(" ", own("·")) if whitespace else sign


def _signs(run: str, start: int, hidden: set[int], column: int) -> Iterator[tuple[str, int, int]]:
    """The signs of a run: what is shown, for how many characters, in how many cells."""
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
                # Without a width it would join what stands before it on the screen.
                drawn = foreign(steady(sign)) if width else "".join(map(picture, sign))
                yield drawn, last - first, width if drawn is sign else cell_len(drawn)
            at = end


def strange(text: str) -> Sequence[tuple[int, int]]:
    """The characters of a line that are not what they seem, in order: others are drawn for them."""
    if text.isascii() and text.isprintable():
        return ()
    found = {*find_hidden(text), *foreign_letters(text), *unusual_spaces(text)}
    return [(at, at + 1) for at in sorted(found)]


def _stand_in(character: str) -> str:
    """Stands for a character that must not reach the terminal, or has to be told from another."""
    is_blank = next(unusual_spaces(character), None) is not None
    return own(BLANK) * cell_len(character) if is_blank else picture(character)


@lru_cache(maxsize=2048)
def breaks(text: str, width: int, *, whitespace: bool = False) -> Sequence[int]:
    """The characters at which the lines begin that a line takes when it is wrapped at `width` cells."""
    cells = cells_of(text, whitespace=whitespace)
    if cells.width <= width:
        return (0,)
    if isinstance(cells.columns, range):
        return range(0, len(text), width)
    found = [0]
    while cells.width - cells.columns[found[-1]] > width:
        start = found[-1]
        end = cells.last_within(start, width)
        # A sign wider than the line has one to itself, and is cut there.
        end = end if end > start else bisect_right(cells.columns, cells.columns[start])
        if end == len(text):
            break
        found.append(end)
    return found


def forget_cells() -> None:
    """The terminal shows other characters than before."""
    cells_of.cache_clear()
    breaks.cache_clear()


def _runs(start: int, end: int, base: Style, layers: Sequence[Layer]) -> Iterator[tuple[int, int, Style]]:
    """Stretches of one style."""
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
