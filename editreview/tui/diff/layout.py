"""The layout of a diff: cells of a line, positions of rows on screen, and the options that both follow.

A line is laid out in cells: what is drawn for each character, and in which columns of the terminal. A row
takes several lines when it is wrapped. A long row is measured in parts of limited length, and only where it
is visible: the cost of scrolling depends neither on the length of the file nor on that of a line.

The options are one column or two, lines wrapped or cut, whitespace, and context around hunks. `choose_frame`
chooses for a whole review and a width: the list, the response beside the diff, and two columns or one. Two
columns come first: the list shrinks and steps aside for them. The choice is for all blocks, so that going
from block to block moves nothing; only where too many rows would be wrapped anyway, each block has its own.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from editreview.alignment import Alignment
from editreview.characters import find_hidden, foreign_letters, unusual_spaces
from editreview.review import DiffLayout, DiffModel
from editreview.terminal import steady
from editreview.text import line_body, line_end
from editreview.tui.diff import Appendix, DiffRows, ViewKind, ViewRow
from editreview.tui.parts import content_text, picture, ui_text

TAB = 4
BLANK = "␣"
"""Drawn for an unusual space."""
Layer = Sequence[tuple[int, int, Style]]
"""Styles for some characters of a line: disjoint half-open spans in order."""

_RUN = re.compile(r"\t|[\x20-\x7e]+(?![^\t\x20-\x7e])|[\x20-\x7e]?[^\t\x20-\x7e]+")
"""A tab; characters of one cell; others, with the preceding one that they may combine with."""


_AFTER_BLANK = re.compile(r"[ \t]+(?=[^ \t])")
_AT_SIGN = re.compile(r"(?:[,;(\[{]|[=|&+/\-:>]+)(?=[^\s,;)\]}])|(?=\.[^\W\d])|(?<=[^\W_])(?=_)")
"""After operators and opening brackets, before a name after a dot, and between the parts of a name."""
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
        for first, last, style in _style_runs(start, end, base, layers):
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
    hidden = {start for start, _ in unusual_spans(text)}
    for run in _RUN.finditer(text):
        for sign, characters, width in _signs_of_run(run[0], run.start(), hidden, column):
            if sign.isascii() and len(sign) == characters:
                begins += range(at, at + characters)
                columns += range(column, column + characters)
            else:
                begins += [at] * characters
                columns += [column] * characters
            drawn.append(_sign_as_drawn(sign, width, whitespace=whitespace))
            at += len(drawn[-1])
            column += width
    begins.append(at)
    columns.append(column)
    return Cells("".join(drawn), begins, columns)


def _sign_as_drawn(sign: str, width: int, *, whitespace: bool) -> str:
    if sign == "\t":
        return (ui_text("→") if whitespace else " ") + " " * (width - 1)
    return sign.replace(" ", ui_text("·")) if whitespace else sign


def _signs_of_run(run: str, start: int, hidden: set[int], column: int) -> Iterator[tuple[str, int, int]]:
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
                if not width:
                    # It would combine with the one before it. Each has a sign, so that lines break between.
                    yield from ((drawn, 1, cell_len(drawn)) for drawn in map(picture, sign))
                    continue
                drawn = content_text(steady(sign))
                yield drawn, last - first, width if drawn is sign else cell_len(drawn)
            at = end


def unusual_spans(text: str) -> Sequence[tuple[int, int]]:
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
def line_breaks(
    text: str, width: int, further: int | None = None, *, whitespace: bool = False
) -> Sequence[int]:
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
    blanks = _ends_of(_AFTER_BLANK, text)
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
        best = _last_between(blanks, start, at_word)
        if columns[best] - columns[start] < _FULL_AT_BLANK * room:
            signs = _ends_of(_AT_SIGN, text) if signs is None else signs
            at_sign = _last_between(signs, start, end)
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


def _ends_of(pattern: re.Pattern[str], text: str) -> list[int]:
    """The positions in a line where it may be broken."""
    return [found.end() for found in pattern.finditer(text)]


def _last_between(positions: Sequence[int], start: int, end: int) -> int:
    """The last position after `start` and up to `end`; `start` if there is none."""
    at = bisect_right(positions, end) - 1
    return positions[at] if at >= 0 and positions[at] > start else start


def _last_break(text: str, start: int, end: int) -> int:
    """The last position in a part of a text where a line may be broken, or else the end of the part."""
    for pattern in (_AFTER_BLANK, _AT_SIGN):
        if positions := [found.end() for found in pattern.finditer(text, start, end)]:
            return positions[-1]
    return end


def forget_cells() -> None:
    """Clear the caches, because the terminal shows other characters than before."""
    cells_of.cache_clear()
    line_breaks.cache_clear()


def _style_runs(
    start: int, end: int, base: Style, layers: Sequence[Layer]
) -> Iterator[tuple[int, int, Style]]:
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
            yield at, position, _style_over(base, active)
            at = position
        if begins:
            active[depth] = style
        else:
            active.pop(depth, None)
    if at < end:
        yield at, end, _style_over(base, active)


def _style_over(base: Style, active: dict[int, Style]) -> Style:
    style = base
    for depth in sorted(active):
        style += active[depth]
    return style


_PART_SIZE = 2_048
"""Approximate characters of a part."""
_MAX_FOLDED = 1_000
"""Rows up to which the indentation that all of them share is hidden."""
_WIDEST = 12
"""Cells that further lines have at least, if the first one has them: room for any character."""
_LEAST_STOPS = 2
"""Tab stops of shared indentation that are worth hiding."""

_MAX_MEASURED = 20_000


class Spot(Struct, frozen=True, order=True):
    """A line of the screen: a row, a part of its text, and a line of that part, all 0-based."""

    row: int
    part: int = 0
    line: int = 0


class LinePart(Struct, frozen=True):
    """A part of a line's text."""

    low: int
    """Its first character in the line."""
    text: str
    starts: Sequence[int]
    """The characters of the part at which its screen lines begin."""
    hang: int
    """Cells by which screen lines are set in, but for the first line of the text."""
    is_further: bool = False
    """True if it is not the first part."""

    def inset(self, line: int) -> int:
        """Cells by which a screen line is set in."""
        return self.hang if line or self.is_further else 0


class Layout:
    """The geometry of rows at one width.

    Args:
        rows: The rows.
        split: True for two columns.
        width: Cells for both sides, at least 1.
        wraps: True if long lines are wrapped, not cut.
        whitespace: True if spaces, tabs and line ends are drawn as signs.
    """

    def __init__(
        self, rows: DiffRows, *, split: bool, width: int, wraps: bool, whitespace: bool = False
    ) -> None:
        self.rows = rows
        self.split = split
        self.width = width
        self.wraps = wraps
        self.whitespace = whitespace
        self.digits = len(str(rows.last_number))
        self.left = (width - 1) // 2 if split else width
        """Cells of the old side, or of the only column."""
        self.right = width - 1 - self.left if split else width
        """Cells of the new side, or of the only column."""
        self.gutter = _gutter_of(self.digits, split=split)
        """Cells before the text of a side."""
        self.room = max(self.left - self.gutter, 1)
        """Cells for text in the narrower column."""
        self.fold = ""
        """The indentation that all rows share, which is not drawn."""
        if wraps and not whitespace and len(rows) <= _MAX_FOLDED:
            self.fold = _shared_indentation(rows.lines())
        self._measured: dict[tuple[int, int], tuple[int, int]] = {}

    def sides(self, row: ViewRow) -> tuple[str | None, str | None]:
        """The text of both sides with visible line ends; in one column only one of them."""
        if not row.is_text:
            return None, None
        alignment, changed = self.rows.alignment, row.kind is not ViewKind.EQUAL
        if row.kind is ViewKind.EQUAL:
            assert row.old is not None
            text = self._with_end(alignment.lines[row.old], changed=changed)
            return (text, text) if self.split else (None, text)
        return (
            None if row.old is None else self._with_end(alignment.lines[row.old], changed=changed),
            None if row.new is None else self._with_end(alignment.new_line(row.new), changed=changed),
        )

    def text_of(self, row: int, *, is_old: bool) -> str | None:
        """The text of one side of a row, or of the only one."""
        old, new = self.sides(self.rows[row])
        return old if (is_old or new is None) and old is not None else new

    def _with_end(self, text: str, *, changed: bool) -> str:
        if text.endswith("\n") and not self.whitespace and not text.endswith("\r\n"):
            # Fast path for nearly every line.
            return text[:-1]
        return line_body(text) + _end_mark(text, changed=changed, whitespace=self.whitespace)

    def is_gutter(self, x: int) -> bool:
        """True if a column is before the text of a side."""
        right = self.left + 1
        return x < self.gutter or (self.split and right <= x < right + self.gutter)

    def parts(self, row: int) -> int:
        """The parts of a row."""
        return self._measure(row, 0)[0] if self.wraps else 1

    def piece(self, text: str, part: int) -> LinePart:
        """A part of a line's text, and its screen lines."""
        first = self._folded(text)
        if len(text) - first <= self.room and text.isascii() and text.isprintable():
            # Fast path for nearly every line.
            return LinePart(first, text[first:] if first else text, (0,), 0)
        hang = self._hang(text, first)
        low, high = (self._bound(text, first, hang, each) for each in (part, part + 1))
        piece, further = text[low:high], max(self.room - hang, 1)
        starts = line_breaks(piece, further if part else self.room, further, whitespace=self.whitespace)
        return LinePart(low, piece, starts, hang, part > 0)

    def _folded(self, text: str) -> int:
        """The characters at the beginning of a text that are not drawn."""
        fold = self.fold
        if not fold or text.startswith(fold):
            return len(fold)
        # A blank line may be shorter.
        return next((at for at, c in enumerate(text) if c != fold[0]), len(text))

    def _hang(self, text: str, first: int) -> int:
        """Cells by which the further lines of a text are set in: a little more than the first one."""
        end = len(text) - len(text.lstrip(" \t"))
        indentation = 0 if end - first > _PART_SIZE else cells_of(text[first:end]).width
        return max(min(indentation + 2, self.room // 3, self.room - _WIDEST), 0)

    def _bound(self, text: str, first: int, hang: int, part: int) -> int:
        """The character at which a part begins.

        Near a multiple of a length, so that no part depends on another one, and of the width: where there is
        nothing to break at, all lines are equally full.
        """
        if not part:
            return first
        room = max(self.room - hang, 1)
        at = first + self.room + (part * max(_PART_SIZE // room, 1) - 1) * room
        return len(text) if at >= len(text) else _last_break(text, at - room // 2, at)

    def _parts(self, text: str) -> int:
        first = self._folded(text)
        length = len(text) - first
        if length <= _PART_SIZE // 2:
            return 1
        room = max(self.room - self._hang(text, first), 1)
        return max(-(-(length - self.room + room) // (max(_PART_SIZE // room, 1) * room)), 1)

    def part_of(self, text: str, character: int) -> int:
        """The part of a text that holds a character."""
        first, parts = self._folded(text), self._parts(text)
        hang = self._hang(text, first)
        parts_before = (self._bound(text, first, hang, part) <= character for part in range(parts - 1, 0, -1))
        return next((parts - 1 - i for i, is_before in enumerate(parts_before) if is_before), 0)

    def height(self, row: int, part: int) -> int:
        """The number of lines that a part of a row takes."""
        return self._measure(row, part)[1] if self.wraps else 1

    def _measure(self, row: int, part: int) -> tuple[int, int]:
        """The number of parts of a row, and the height of one of them."""
        if (row, part) not in self._measured:
            if len(self._measured) >= _MAX_MEASURED:
                self._measured.clear()
            old, new = self.sides(self.rows[row])
            texts = [text for text in (old, None if new is old else new) if text is not None]
            room = self.room + len(self.fold)
            if all(len(text) <= room and text.isascii() and text.isprintable() for text in texts):
                # Fast path for nearly every row.
                self._measured[row, part] = 1, 1
                return 1, 1
            parts = max(map(self._parts, texts), default=1)
            height = max((len(self.piece(text, part).starts) for text in texts), default=1)
            self._measured[row, part] = parts, height
        return self._measured[row, part]

    def spot_of(self, row: int, character: int, *, is_old: bool) -> Spot:
        """The line of the screen that holds a character of a row's side."""
        text = self.text_of(row, is_old=is_old)
        if not self.wraps or text is None:
            return Spot(row)
        part = self.part_of(text, character)
        piece = self.piece(text, part)
        return Spot(row, part, max(bisect_right(piece.starts, character - piece.low) - 1, 0))

    # Moving by screen lines

    @property
    def end(self) -> Spot:
        """The last line of all."""
        return self.last(len(self.rows) - 1)

    def last(self, row: int) -> Spot:
        """The last line of a row."""
        if not self.wraps:
            return Spot(row)
        part = self.parts(row) - 1
        return Spot(row, part, self.height(row, part) - 1)

    def down(self, spot: Spot, lines: int) -> Spot:
        """The line `lines` further down, or the last one."""
        if not self.wraps:
            return Spot(min(spot.row + lines, len(self.rows) - 1))
        row, part, line = spot.row, spot.part, spot.line + lines
        while line >= (height := self.height(row, part)):
            if part + 1 < self.parts(row):
                part += 1
            elif row + 1 < len(self.rows):
                row, part = row + 1, 0
            else:
                return Spot(row, part, height - 1)
            line -= height
        return Spot(row, part, line)

    def up(self, spot: Spot, lines: int) -> Spot:
        """The line `lines` further up, or the first one."""
        if not self.wraps:
            return Spot(max(spot.row - lines, 0))
        row, part, line = spot.row, spot.part, spot.line - lines
        while line < 0:
            if part:
                part -= 1
            elif row:
                row -= 1
                part = self.parts(row) - 1
            else:
                return Spot(0)
            line += self.height(row, part)
        return Spot(row, part, line)

    def below(self, spot: Spot, lines: int) -> list[Spot]:
        """At most `lines` lines from `spot` on."""
        if not self.wraps:
            return [Spot(row) for row in range(spot.row, min(spot.row + lines, len(self.rows)))]
        found: list[Spot] = []
        row, part, first = spot.row, spot.part, spot.line
        while len(found) < lines and row < len(self.rows):
            parts, height = self._measure(row, part)
            found += [Spot(row, part, line) for line in range(first, height)]
            first = 0
            row, part = (row, part + 1) if part + 1 < parts else (row + 1, 0)
        return found[:lines]


def _end_mark(line: str, *, changed: bool, whitespace: bool) -> str:
    """The visible mark for the end of a line; empty for a usual one.

    Args:
        line: The line with its end.
        changed: True if the line is part of a hunk.
        whitespace: True to mark every line end.
    """
    match line_end(line):
        case "\n":
            return ui_text("⏎") if whitespace else ""
        case "\r\n":
            return picture("\r") + ui_text("⏎") if whitespace else picture("\r") if changed else ""
        case "\r":
            return picture("\r") if whitespace or changed else ""
    if whitespace:
        return ui_text("⊘")
    return ui_text(" ⊘ no newline at end of file") if changed else ""


def _gutter_of(digits: int, *, split: bool) -> int:
    """Cells before the text of a side: a sign or annotation, the line's number, and a sign."""
    return digits + 2 if split else 2 * digits + 3


def _shared_indentation(lines: Iterable[str]) -> str:
    """The indentation that all lines share, if hiding it is worth it: tabs, or spaces in whole tab stops."""
    first, shared = "", 0
    for line in lines:
        if not line.strip():
            continue
        if not first:
            first, shared = line[0], len(line)
        shared = min(shared, len(line) - len(line.lstrip(first)))
        if shared < _LEAST_STOPS or first not in " \t":
            return ""
    stops = shared if first == "\t" else shared // TAB
    return first * (stops if first == "\t" else stops * TAB) if stops >= _LEAST_STOPS else ""


_CONTEXTS = (3, 10, 25, 100, 1000)
_LEAST_CONTEXT = 1
"""Equal lines shown around each hunk above a replacement, if there is no room for more."""
_TITLE_LINES = 2
"""Lines for the titles of the widget and of a replacement."""
_FIT = -1
"""A context that fills the widget."""


class Whitespace(StrEnum):
    """The ways to show whitespace; the values are messages for the user."""

    PLAIN = "whitespace is not marked"
    SHOWN = "spaces, tabs and line ends are shown"
    IGNORED = "lines that differ in whitespace only are dimmed"

    @property
    def next(self) -> "Whitespace":
        ways = list(Whitespace)
        return ways[(ways.index(self) + 1) % len(ways)]


class Arrangement:
    """Holds the two sides and the options, and makes the layout for a size."""

    def __init__(self) -> None:
        self.model: DiffModel | None = None
        self.pinned: Collection[int] = ()
        """Lines of the old side that are never folded, 0-based."""
        self.opened: set[int] = set()
        """Lines of the old side that were unfolded."""
        self.is_appendix_open = False
        """True if no line of a replacement is folded."""
        self.chosen_layout = DiffLayout.AUTO
        self.wraps = True
        self.packs = True
        """See `DiffRows`."""
        self.whitespace = Whitespace.PLAIN
        self._context: int | None = _FIT
        self.auto = AutoColumns()

    @property
    def alignment(self) -> Alignment | None:
        return None if self.model is None else self.model.alignment

    def is_split(self, width: int) -> bool:
        """True if the two sides are shown side by side at a width."""
        alignment = self.alignment
        if self.chosen_layout is not DiffLayout.AUTO or alignment is None:
            return self.chosen_layout is DiffLayout.SPLIT
        # Cut lines need no room.
        return self.auto.is_split(alignment, width, wraps=self.wraps)

    def layout(self, size: Size) -> Layout | None:
        """The layout for a widget of this size, without titles and scrollbar; None if nothing is shown."""
        if self.model is None:
            return None
        split, pinned = self.is_split(size.width), {*self.pinned, *self.opened}
        context = self._lines_around(size.height)
        rows = DiffRows(
            self.model.alignment,
            split=split,
            context=context,
            pinned=pinned,
            packs=self.packs,
            appendix=self._appendix(size.height, context),
        )
        whitespace = self.whitespace is Whitespace.SHOWN
        return Layout(
            rows, split=split, width=max(size.width - 1, 1), wraps=self.wraps, whitespace=whitespace
        )

    def change_context(self, step: int, height: int) -> int | None:
        """Show more or fewer lines around the hunks. Returns how many; None for the whole file.

        Args:
            step: 1 for more, -1 for fewer, 0 for the whole file.
            height: The height of the widget, in lines.
        """
        now = self._lines_around(height)
        if step == 0:
            self._context = None
        elif step > 0:
            self._context = next((lines for lines in _CONTEXTS if now is not None and lines > now), None)
        else:
            fewer = [lines for lines in _CONTEXTS if now is None or lines < now]
            self._context = fewer[-1] if fewer else _CONTEXTS[0]
        self.opened.clear()
        self.is_appendix_open = False
        return self._context

    def _lines_around(self, height: int) -> int | None:
        """The number of equal lines around each hunk: by default as many as fill the widget."""
        if self._context != _FIT or self.model is None:
            return self._context
        hunks = self.model.alignment.hunks
        around = max(_CONTEXTS[1], max(height - 1, 1) // (len(hunks) + 1))
        if self.model.replacement is None:
            return around
        # A replacement is in sight together with the lines above it.
        return min(max(self._free(self.model, height) // 2 - 1, _LEAST_CONTEXT), around)

    def _appendix(self, height: int, context: int | None) -> Appendix | None:
        replacement = None if self.model is None else self.model.replacement
        if self.model is None or replacement is None:
            return None
        around = 0 if self._context == _FIT else context
        if self.is_appendix_open or self._free(self.model, height) >= 0:
            around = None
        return Appendix({*replacement.added, *replacement.removed}, around)

    def _free(self, model: DiffModel, height: int) -> int:
        """The lines of the widget that a near match and all of the replacement leave for others."""
        hunks = model.alignment.hunks
        near = hunks[-2].old_end - hunks[0].old if len(hunks) > 1 else 0
        changed = sum(len(hunk.lines) for hunk in hunks)
        return height - _TITLE_LINES - near - changed


_MIN_SPLIT = 84
"""Minimum cells of a diff in two columns."""
_MIN_SCREEN = 96
"""Columns of the screen below which all blocks are shown in one column."""
_MAX_WRAPPED = 1 / 7
"""The share of rows that may be wrapped if all blocks are shown in two columns."""
_FEW_WRAPPED, _MANY_WRAPPED = 1 / 10, 1 / 4
"""The share of a block's rows up to which it is shown in two columns by itself, and above which it is not."""
_MEASURED_AROUND = 10
"""Lines around a hunk that count as visible."""
_MAX_MEASURED_ROWS = 400
"""Rows of a block that are measured."""
_MAX_MEASURED_BLOCKS = 50
"""Blocks that are measured; of more, some of all parts of the review."""

_MAX_LAID_OUT = 1_000
"""Characters of a line that is wrapped at any width."""

WIDE, SLIM, NARROW = 28, 20, 12
"""Widths of the list. The narrow one has names and what blocks change, and costs a point of wrapped rows."""
RESPONSE_WIDTH = 46
"""Columns of the response beside the diff."""
VAST_WIDTH = 170
"""Columns of the screen from which the response fits beside the diff."""
LOW_HEIGHT = 16
"""Rows of the screen below which messages take fewer rows, to leave them to the diff."""
MIN_WIDTH, MIN_HEIGHT = 24, 7
"""The smallest screen on which a diff can be drawn."""
_LEAST_COLUMNS = {
    (WIDE, True): VAST_WIDTH,
    (WIDE, False): 160,
    (SLIM, False): 140,
    (NARROW, False): 120,
    (0, False): 0,
}
"""By the width of the list and whether the response is beside the diff, the columns of the screen from which
two columns share the room with them."""
_MIN_SCREEN_FOR_LIST = 100
"""Columns of the screen from which the list is shown if no block needs two columns."""
_MIN_SCREEN_FOR_CALLED_LIST = 60
"""Columns of the screen from which the list is shown if the user asks for it."""


class Columns(StrEnum):
    """The columns that the blocks of a review are shown in."""

    SPLIT = "split"
    UNIFIED = "unified"
    BY_BLOCK = "by block"


class Frame(Struct, frozen=True):
    """The arrangement of a review at a width."""

    list_width: int
    """0 if there is a strip of blocks instead."""
    has_response: bool
    columns: Columns


class RowWidths(Struct, frozen=True):
    """The cells that the visible rows of a block need in each of two columns, in order."""

    cells: tuple[int, ...]
    digits: int

    def wrapped(self, width: int) -> int:
        """The number of rows that are wrapped in two columns of a widget of this width."""
        # A column is for the scrollbar, and one between the sides.
        room = (width - 2) // 2 - _gutter_of(self.digits, split=True)
        return len(self.cells) - bisect_right(self.cells, room)

    def share(self, width: int) -> float:
        """The share of rows that are wrapped."""
        return self.wrapped(width) / max(len(self.cells), 1)


def is_two_sided(alignment: Alignment) -> bool:
    """True if a change both adds and deletes lines."""
    return bool(alignment.additions and alignment.deletions)


def row_widths(alignment: Alignment) -> RowWidths:
    """The widths of a block's rows: its hunks and the lines around them."""
    rows = list(islice(_measured_rows(alignment), _MAX_MEASURED_ROWS))
    fold = _shared_indentation(line for row in rows for line in row)
    cells = sorted(max(_line_width(line) for line in row) for row in rows)
    indentation = _line_width(fold)
    last = alignment.hunks[-1] if alignment.hunks else None
    number = 1 if last is None else max(last.old_end, last.new_end) + _MEASURED_AROUND
    return RowWidths(tuple(max(width - indentation, 0) for width in cells), len(str(number)))


def _measured_rows(alignment: Alignment) -> Iterator[tuple[str, ...]]:
    lines, at = alignment.lines, 0
    for number, hunk in enumerate(alignment.hunks):
        yield from ((lines[n],) for n in range(max(at, hunk.old - _MEASURED_AROUND), hunk.old))
        old = lines.slice(hunk.old, min(hunk.old_end, hunk.old + _MAX_MEASURED_ROWS))
        yield from zip_longest(old, hunk.lines[:_MAX_MEASURED_ROWS], fillvalue="")
        following = alignment.hunks[number + 1].old if number + 1 < len(alignment.hunks) else len(lines)
        at = min(hunk.old_end + _MEASURED_AROUND, following)
        yield from ((lines[n],) for n in range(hunk.old_end, at))


def _line_width(line: str) -> int:
    line = line.rstrip("\r\n")
    if len(line) > _MAX_LAID_OUT:
        return len(line)
    line = line.expandtabs(TAB)
    return len(line) if line.isascii() else cell_len(line)


def blocks_to_measure(count: int) -> Collection[int]:
    """The indexes of the blocks to measure among `count`."""
    return range(0, count, max(-(-count // _MAX_MEASURED_BLOCKS), 1))


def choose_frame(
    blocks: Sequence[RowWidths],
    width: int,
    *,
    wants_list: bool | None = None,
    wants_response: bool | None = None,
    has_prose: bool = False,
) -> Frame:
    """The arrangement of a review.

    Args:
        blocks: Those of its blocks that both add and delete lines.
        width: Columns of the screen.
        wants_list: True or False once the user opened or closed the list.
        wants_response: True or False once the user opened or closed the response.
        has_prose: True if the response has enough to say about its blocks to be shown beside the diff.
    """
    if wants_response and width >= VAST_WIDTH:
        beside = choose_frame(blocks, width - RESPONSE_WIDTH, wants_list=wants_list, wants_response=False)
        return replace(beside, has_response=True)
    shows_response = has_prose and wants_response is None
    if width < _MIN_SCREEN or not blocks:
        has_list = (
            width >= _MIN_SCREEN_FOR_LIST
            if wants_list is None
            else wants_list and width >= _MIN_SCREEN_FOR_CALLED_LIST
        )
        list_width = 0 if not has_list else SLIM if width < _MIN_SCREEN else WIDE
        columns = Columns.UNIFIED if width < _MIN_SCREEN else Columns.BY_BLOCK
        return Frame(list_width, shows_response and width >= VAST_WIDTH, columns)
    rows = sum(len(block.cells) for block in blocks)
    without_list = _wrapped_rows(blocks, width)
    frames = [
        frame for frame in _possible_frames(width, wants_list) if shows_response or not frame.has_response
    ]
    for frame in frames:
        room = width - frame.list_width - RESPONSE_WIDTH * frame.has_response
        wrapped = _wrapped_rows(blocks, room)
        # In a narrow screen, what is beside the diff may stay if it costs nothing.
        is_due = width >= _LEAST_COLUMNS[frame.list_width, frame.has_response] or wrapped == without_list
        if room >= _MIN_SPLIT and wrapped <= _MAX_WRAPPED * rows and (is_due or wants_list):
            return frame
    return Frame(SLIM if wants_list else 0, False, Columns.BY_BLOCK)


def _wrapped_rows(blocks: Sequence[RowWidths], width: int) -> int:
    return sum(block.wrapped(width) for block in blocks)


def _possible_frames(width: int, wants_list: bool | None) -> Iterator[Frame]:
    """The arrangements in two columns, the best first."""
    for list_width, has_response in _LEAST_COLUMNS:
        has_room = width >= VAST_WIDTH or not has_response
        if has_room and (wants_list is None or wants_list is bool(list_width)):
            yield Frame(list_width, has_response, Columns.SPLIT)


class AutoColumns:
    """Chooses the columns of one block after another, and remembers the last choice for each width.

    A block for which both would do is shown as the one before. So a list that is opened and closed again
    leaves the columns as they were.
    """

    def __init__(self) -> None:
        self.columns = Columns.BY_BLOCK
        self._was_split: dict[tuple[int, bool, Columns], bool] = {}
        """The choices, the latest last: by width, whether lines are wrapped, and columns."""
        self._last: tuple[Alignment, tuple[int, bool, Columns], bool] | None = None

    def is_split(self, alignment: Alignment, width: int, *, wraps: bool = True) -> bool:
        """True if a block is shown in two columns of a widget of this width.

        Args:
            alignment: Its two sides.
            width: Cells of the widget.
            wraps: False if long lines are cut, so that none is too long for two columns.
        """
        key = (width, wraps, self.columns)
        if self._last is None or self._last[0] is not alignment or self._last[1] != key:
            self._last = (alignment, key, self._choose(alignment, key))
        return self._last[2]

    def _choose(self, alignment: Alignment, key: tuple[int, bool, Columns]) -> bool:
        width, wraps, columns = key
        if width < _MIN_SPLIT or columns is Columns.UNIFIED or not is_two_sided(alignment):
            return False
        is_split = self._was_split.pop(key, next(reversed(self._was_split.values()), True))
        if columns is Columns.BY_BLOCK and wraps:
            share = row_widths(alignment).share(width)
            if not _FEW_WRAPPED < share <= _MANY_WRAPPED:
                is_split = share <= _FEW_WRAPPED
        else:
            is_split = True
        self._was_split[key] = is_split
        return is_split
