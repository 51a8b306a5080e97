"""Draws rows of the diff as lines of segments, in the styles of a theme, with the tokens of their language.

The styles are adjusted so that text is legible on every background it may have.

Tokens are found for the visible lines of a side, a few hundred lines at a time. A short text is lexed from
its beginning. A long one is lexed from a nearby line that looks like the start of a definition, so that
scrolling costs the same anywhere; a string that began earlier may then be lexed as code.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import pairwise
from pathlib import PurePath
from typing import Protocol

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.alignment import Alignment, Span, changed_words
from editreview.first_use import lazy_pattern
from editreview.matching import Adjusted, DifferenceKind
from editreview.review import LineFinding, Replacement
from editreview.text import counted, line_body
from editreview.tui import signs
from editreview.tui.diff import DiffRows, RowState, ViewKind, ViewRow
from editreview.tui.diff.layout import TAB, Layer, Layout, Spot, Whitespace, cells_of, unusual_spans
from editreview.tui.diff.viewport import Needle, Selection, TextHit
from editreview.tui.parts import ui_text
from editreview.tui.themes import TEXT, backgrounds_for, hardest, in_256_colours, readable
from editreview.tui.widgets import MIN_CONTRAST

_LONG = 4_096
"""Characters of a line above which only its visible part is processed."""
_MAX_COMPARED = 4_000
"""Characters of two lines whose whitespace is compared."""
_MAX_CACHED = 4_000
_BLANKS = re.compile(r"[ \t]+")
Token = tuple[int, int, str]
"""A half-open span of characters of a line, and its kind."""
Tokens = dict[bool, dict[int, tuple[Token, ...]]]
"""The tokens of lines by side (True for the old one) and 0-based line number."""
Body = list[list[Segment]]
"""The screen lines of a row's text, each exactly as wide as the column."""
IGNORED = "~"
ADJUSTED = {Adjusted.DEPTH: "»", Adjusted.CHARACTERS: "≈"}
FILE_HAS = {Adjusted.DEPTH: "indentation", Adjusted.CHARACTERS: "characters"}
"""What a new line was adjusted to, in words."""
_NO_MARK = (" ", Style.null())
WARNED, MARKED = signs.WARNED.glyph, signs.MARK
"""The signs of lines with a warning, and with marks only."""
DIFFERS = "≠"
"""The sign of lines that differ from the text that a block searches for."""
_TAIL = "the file goes on"
"""Stands below a replacement."""
_DIFFERENT_WORD = Style(bold=True, underline=True)
"""The words in which they differ: neither side is written, so neither has the colour of a change."""


class Palette(Struct, frozen=True):
    """The styles that rows are drawn in."""

    text: Style
    number: Style
    removed: Style
    removed_word: Style
    added: Style
    added_word: Style
    filler: Style
    fold: Style
    cursor: Style
    target: Style
    """For the numbers of rows that the next decision is about."""
    mark: Style
    unusual: Style
    """For invisible and misleading characters."""
    ignored: Style
    adjusted: Style
    dim: Style
    blank: Style
    match: Style
    current: Style
    selected: Style
    syntax: dict[str, Style]
    """By kind of token."""


def palette_from(style: Callable[[str], Style], *, has_256: bool, has_16: bool) -> Palette:
    """The palette of a theme.

    Args:
        style: Returns the style of a name.
        has_256: True if the terminal has just 256 colours.
        has_16: True if the terminal's own sixteen colours are used.
    """
    text = style("diff--text")
    removed, removed_word = backgrounds_for(style("diff--removed"), style("diff--removed-word"), text)
    added, added_word = backgrounds_for(style("diff--added"), style("diff--added-word"), text)
    _, match = backgrounds_for(text, style("diff--match"), text)
    _, selected = backgrounds_for(text, style("diff--selected"), text)
    if has_256:
        removed, added = in_256_colours(removed, text), in_256_colours(added, text)
        removed_word = removed_word + Style(bgcolor=removed.bgcolor, underline=True)
        added_word = added_word + Style(bgcolor=added.bgcolor, underline=True)
    under = (hardest((text, removed, removed_word, added, added_word, match, selected)),)

    def legible(name: str) -> Style:
        """A foreground that is legible on every background of code."""
        return _foreground(readable(style(name), MIN_CONTRAST.get(name, TEXT), under))

    return Palette(
        text=readable(text, on=under),
        number=style("diff--number"),
        removed=readable(removed, on=under),
        removed_word=_background(removed_word),
        added=readable(added, on=under),
        added_word=_background(added_word),
        filler=style("diff--filler"),
        fold=style("diff--fold"),
        cursor=style("diff--cursor"),
        target=style("diff--target"),
        mark=legible("diff--mark"),
        unusual=legible("diff--strange"),
        ignored=legible("diff--ignored"),
        adjusted=legible("diff--adjusted"),
        dim=style("diff--dim"),
        blank=legible("diff--blank"),
        match=_background(match),
        current=style("diff--current"),
        selected=_background(selected),
        # Sixteen colours are too few for both syntax and changes.
        syntax={} if has_16 else {kind: legible(f"syntax--{kind}") for kind in TOKEN_KINDS},
    )


def _foreground(style: Style) -> Style:
    """A style without its background."""
    return style.without_color + Style(color=style.color)


def _background(style: Style) -> Style:
    """A style without its foreground."""
    return style.without_color + Style(bgcolor=style.bgcolor)


class Differences(Struct, frozen=True):
    """Lines that differ from the block's, by number, 0-based."""

    ignored: Mapping[int, DifferenceKind] = {}
    """Lines of the old side that differ from SEARCH."""
    adjusted: Mapping[int, Adjusted] = {}
    """Lines of the new side that were adjusted."""
    found_in_old: Mapping[int, LineFinding] = {}
    """Lines of the old side with warnings or marks."""
    found_in_new: Mapping[int, LineFinding] = {}
    """Lines of the new side with warnings or marks."""
    is_comparison: bool = False
    """True if the new side is the text that the block searches for, which is never written."""
    replacement: Replacement | None = None
    """The last hunk, if that is what the block would put in place of the lines above."""

    def finding(self, row: ViewRow, *, is_old: bool) -> LineFinding | None:
        """The finding about a side of a row."""
        line = row.old if is_old else row.new
        return None if line is None else (self.found_in_old if is_old else self.found_in_new).get(line)


NO_DIFFERENCES = Differences()
_Side = tuple[str, str | None, tuple[Span, ...], Style]
"""A side of the lens: its prefix, text, changed spans and style."""


def _no_tokens(is_old: bool, line: int) -> tuple[Token, ...]:
    """No tokens, for a diff whose syntax is not known yet."""
    return ()


class Overlays(Struct, frozen=True):
    """Highlights laid over the text at the moment."""

    tokens: Callable[[bool, int], tuple[Token, ...]] = _no_tokens
    """Returns the tokens of a line of the old or the new side."""
    needle: Needle | None = None
    current: TextHit | None = None
    """The hit at the cursor."""
    selection: Selection | None = None
    whitespace: Whitespace = Whitespace.PLAIN


class Painter:
    """Draws rows in one layout, at one horizontal offset."""

    def __init__(
        self,
        layout: Layout,
        palette: Palette,
        offset: int = 0,
        over: Overlays | None = None,
        differences: Differences = NO_DIFFERENCES,
        shows_more: str = "+",
    ) -> None:
        """
        Args:
            layout: The layout of the rows.
            palette: The colours.
            offset: Cells scrolled out at the left.
            over: Highlights over the text.
            differences: Ignored differences and adjusted lines.
            shows_more: The key that unfolds lines.
        """
        self._layout = layout
        self._rows = layout.rows
        self._palette = palette
        self._offset = 0 if layout.wraps else offset
        self._over = over or Overlays()
        self._differences = differences
        self._replacing = None if differences.replacement is None else len(layout.rows.alignment.hunks) - 1
        """The number of the hunk that is the replacement."""
        self._shows_more = shows_more
        self._drawn: dict[tuple[int, int, bool, RowState], list[list[Segment]]] = {}

    def segments(self, spot: Spot, *, is_cursor: bool, state: RowState) -> list[Segment]:
        """A line of the screen."""
        key = (spot.row, spot.part, is_cursor, state)
        if key not in self._drawn:
            if len(self._drawn) >= _MAX_CACHED:
                self._drawn.clear()
            self._drawn[key] = self._part(self._rows[spot.row], spot.part, is_cursor, state)
        return self._drawn[key][spot.line]

    def forget(self, rows: set[int]) -> None:
        """Drop the cached lines of some rows, which have changed."""
        for key in [key for key in self._drawn if key[0] in rows]:
            del self._drawn[key]

    def _part(self, row: ViewRow, part: int, is_cursor: bool, state: RowState) -> list[list[Segment]]:
        if row.kind is ViewKind.FOLD:
            text = f" ⋯ {counted(row.hidden, 'unchanged line')} ({self._shows_more} shows more)"
            return [self._across(text, is_cursor)]
        if row.kind is ViewKind.HEAD or row.kind is ViewKind.TAIL:
            replacement = self._differences.replacement
            title = "" if replacement is None else replacement.title
            return [self._across(f" {title if row.kind is ViewKind.HEAD else _TAIL}", is_cursor)]
        layout = self._layout
        if not layout.split:
            lines = self._column(row, part, layout.width, is_cursor, state, is_old=row.new is None)
        else:
            # Equal sides are drawn once, unless one has a selection.
            is_same = row.kind is ViewKind.EQUAL and self._over.selection is None
            body = self._body(row, part, self._palette.text, is_old=True) if is_same else None
            old = self._column(row, part, layout.left, is_cursor, state, is_old=True, body=body)
            new = self._column(row, part, layout.right, is_cursor, state, is_old=False, body=body)
            bar = Segment(ui_text("│"), self._palette.number)
            height = max(len(old), len(new))
            old += [self._rest(row, layout.left, is_cursor, state, is_old=True)] * (height - len(old))
            new += [self._rest(row, layout.right, is_cursor, state, is_old=False)] * (height - len(new))
            lines = [[*a, bar, *b] for a, b in zip(old, new, strict=True)]
        if layout.left < layout.gutter + layout.room:
            lines = [list(Strip(line).adjust_cell_length(layout.width)) for line in lines]
        return lines

    def _across(self, text: str, is_cursor: bool) -> list[Segment]:
        """A row of our own words, across both columns."""
        style = self._palette.fold + self._palette.cursor if is_cursor else self._palette.fold
        return list(Strip([Segment(ui_text(text), style)]).adjust_cell_length(self._layout.width, style))

    def _new_number(self, line: int) -> int | None:
        """The number of a line of the new side."""
        replacement = self._differences.replacement
        if replacement is not None:
            hunk = self._rows.alignment.hunks[-1]
            if line >= hunk.new_end:
                line -= len(hunk.lines)
            elif line >= hunk.new:
                number = replacement.numbers[line - hunk.new]
                return None if number is None else number + 1
        return line + 1

    def _replaced(self, row: ViewRow) -> tuple[Replacement, int] | None:
        """The replacement, and the line of it on a row; None for other rows."""
        replacement = self._differences.replacement
        if replacement is None or row.new is None or row.hunk != self._replacing:
            return None
        return replacement, row.new - self._rows.alignment.hunks[-1].new

    # One side

    def _column(
        self,
        row: ViewRow,
        part: int,
        width: int,
        is_cursor: bool,
        state: RowState,
        *,
        is_old: bool,
        body: Body | None = None,
    ) -> list[list[Segment]]:
        """One side of a row, or the whole row in one column."""
        line = row.old if is_old else row.new
        if line is None:
            return [self._rest(row, width, is_cursor, state, is_old=is_old)]
        style = self._style(row, is_old, state)
        if body is None:
            body = self._body(row, part, style, is_old=is_old)
        first = self._first_gutter(row, line, is_old, is_cursor, state)
        further = first
        if part or len(body) > 1:
            further = self._further_gutter(row, is_old, is_cursor, state, "↪")
        free = width - self._layout.gutter - self._layout.room
        return [
            [*(further if index or part else first), *_padded(segments, free, style)]
            for index, segments in enumerate(body)
        ]

    def _rest(
        self, row: ViewRow, width: int, is_cursor: bool, state: RowState, *, is_old: bool
    ) -> list[Segment]:
        """The cells of a side where its text has ended."""
        if (row.old if is_old else row.new) is None:
            return [Segment(ui_text("╱") * width, self._palette.filler)]
        gutter = self._further_gutter(row, is_old, is_cursor, state, " ")
        return [*gutter, Segment(" " * (width - self._layout.gutter), self._style(row, is_old, state))]

    def _first_gutter(
        self, row: ViewRow, line: int, is_old: bool, is_cursor: bool, state: RowState
    ) -> list[Segment]:
        """The gutter before the first line of a row: a sign or annotation, the line's number, a sign."""
        digits, style = self._layout.digits, self._gutter_style(row, is_old, is_cursor, state)
        sign = self._sign(row, is_old)
        # Inclusion is shown in place of an annotation, in its colour: at the cursor that one is in words.
        sign_of_line, sign_style = self._annotation(row, is_old)
        first = (state.old if is_old else state.new) or sign_of_line
        if is_cursor or state.is_target:
            # Its colour is legible on the backgrounds of code only.
            sign_style = Style.null()
        old = None if row.old is None else row.old + 1
        new = None if row.new is None else self._new_number(row.new)
        if new is not None:
            new = None if state.is_new_out else new + state.shift
        numbers = ((old if is_old else new),) if self._layout.split else (old, new)
        number = " ".join(f"{'' if n is None else n:>{digits}}" for n in numbers)
        return [Segment(ui_text(first), style + sign_style), Segment(number + ui_text(sign), style)]

    def _sign(self, row: ViewRow, is_old: bool) -> str:
        if row.kind is ViewKind.EQUAL:
            return " "
        if (found := self._replaced(row)) is not None:
            replacement, line = found
            return "+" if line in replacement.added else "−" if line in replacement.removed else " "
        return DIFFERS if self._differences.is_comparison else "−" if is_old else "+"

    def _further_gutter(
        self, row: ViewRow, is_old: bool, is_cursor: bool, state: RowState, sign: str
    ) -> list[Segment]:
        """The gutter of the lines below the first line of a row."""
        blank = " " * (self._layout.gutter - 1)
        return [Segment(blank + ui_text(sign), self._gutter_style(row, is_old, is_cursor, state))]

    def _gutter_style(self, row: ViewRow, is_old: bool, is_cursor: bool, state: RowState) -> Style:
        style = self._palette.number
        if row.kind is not ViewKind.EQUAL:
            style += self._style(row, is_old, state)
        if state.is_target:
            style += self._palette.target
        return style + self._palette.cursor if is_cursor else style

    def _annotation(self, row: ViewRow, is_old: bool) -> tuple[str, Style]:
        """The most important sign of a line, and its style; a blank for lines without a sign."""
        # In one column an unchanged line is drawn once, as the file's line.
        is_both = row.kind is ViewKind.EQUAL and not self._layout.split
        sides = (True, False) if is_both else (is_old,)
        found = [each for side in sides if (each := self._differences.finding(row, is_old=side)) is not None]
        if any(each.is_warning for each in found):
            return WARNED, self._palette.ignored
        if found:
            return MARKED, self._palette.adjusted
        is_old = is_old or is_both
        if is_old:
            ignored = None if row.old is None else self._differences.ignored.get(row.old)
            # Models do not write carriage returns: in a file with them every line would have the sign.
            is_marked = ignored is not None and ignored is not DifferenceKind.LINE_END
            return (IGNORED, self._palette.ignored) if is_marked else _NO_MARK
        if row.kind is ViewKind.EQUAL or row.new is None:
            return _NO_MARK
        kind = self._differences.adjusted.get(row.new)
        return _NO_MARK if kind is None else (ADJUSTED[kind], self._palette.adjusted)

    def _style(self, row: ViewRow, is_old: bool, state: RowState) -> Style:
        palette = self._palette
        if row.kind is ViewKind.EQUAL:
            return palette.text
        if state.is_old_out if is_old else state.is_new_out:
            return palette.dim
        if self._over.whitespace is Whitespace.IGNORED and self._is_blank_change(row):
            return palette.dim
        if (found := self._replaced(row)) is not None:
            replacement, line = found
            is_changed = line in replacement.added or line in replacement.removed
            is_old = line in replacement.removed
            return (palette.removed if is_old else palette.added) if is_changed else palette.text
        if self._differences.is_comparison:
            return palette.text
        return palette.removed if is_old else palette.added

    # Its text

    def _body(self, row: ViewRow, part: int, style: Style, *, is_old: bool) -> Body:
        """The screen lines of a part of a side, without the gutter."""
        layout = self._layout
        text, line = layout.sides(row)[0 if is_old else 1], row.old if is_old else row.new
        assert text is not None
        assert line is not None
        if not layout.wraps:
            return [self._cut(row, line, text, style, is_old=is_old)]
        piece = layout.piece(text, part)
        cells = cells_of(piece.text, whitespace=self._shows_whitespace(row))
        layers = self._layers(row, line, text, piece.low, len(piece.text), style, is_old=is_old)
        body: Body = []
        for index, (start, end) in enumerate(pairwise((*piece.starts, len(piece.text)))):
            segments, inset = cells.segments(start, end, style, layers), piece.inset(index)
            used = cells.columns[end] - cells.columns[start]
            fitted = _fitted(segments, used, layout.room - inset, style)
            body.append([Segment(" " * inset, style), *fitted] if inset else fitted)
        return body

    def _cut(self, row: ViewRow, line: int, text: str, style: Style, *, is_old: bool) -> list[Segment]:
        """The visible part of a line, with a mark at each end that is cut off."""
        room, offset, low = self._layout.room, self._offset, 0
        goes_on = False
        if len(text) > _LONG:
            # In a very long line, characters outside the visible part count as one cell each.
            low, offset = min(offset, len(text)), 0
            goes_on = len(text) > low + room
            piece = text[low : low + room + 1]
        else:
            piece = text
        cells = cells_of(piece, whitespace=self._shows_whitespace(row))
        left = cells.width - offset
        before, after = self._offset > 0 and left > 0, left > room or goes_on
        layers = self._layers(row, line, text, low, len(piece), style, is_old=is_old)
        mark = self._palette.mark + style
        first = offset + before
        start = bisect_left(cells.columns, first) if first < cells.width else len(piece)
        gap = min(max(cells.columns[start] - first, 0), room)
        inner = max(room - before - after - gap, 0)
        end = cells.last_within(start, inner)
        segments = [
            *([Segment(ui_text("‹"), mark)] if before else ()),
            *([Segment(" " * gap, style)] if gap else ()),
            *cells.segments(start, end, style, layers),
        ]
        used = before + gap + cells.columns[end] - cells.columns[start]
        segments = _fitted(segments, used, room - after, style)
        return [*segments, Segment(ui_text("›"), mark)] if after else segments

    # Highlights

    def _layers(
        self, row: ViewRow, line: int, text: str, low: int, length: int, style: Style, *, is_old: bool
    ) -> list[Layer]:
        """Styles for `length` characters of a line from `low` on, with positions relative to `low`.

        A dim line has neither syntax nor changed words.
        """
        palette, over, same = self._palette, self._over, row.kind is ViewKind.EQUAL
        tokens: Sequence[Token] = ()
        is_dim = style is palette.dim
        if len(text) <= _LONG and not is_dim:
            tokens = over.tokens(True, row.old) if same and row.old is not None else over.tokens(is_old, line)
        is_plain = text.isascii() and text.isprintable()
        if same and is_plain and not (tokens or over.needle or over.selection or self._layout.whitespace):
            # Fast path for most lines, until their tokens are known.
            return []
        raw = self._rows.alignment.lines[line] if is_old else self._rows.alignment.new_line(line)
        body = len(line_body(raw))
        spans: list[list[tuple[int, int, Style]]] = []
        spans.append([(s, e, palette.syntax[kind]) for s, e, kind in tokens if kind in palette.syntax])
        if not same and not is_dim:
            word = self._word_style(row, is_old)
            spans.append([(s, e, word) for s, e in self._words(row, text, is_old)])
        if self._layout.whitespace:
            found = _whitespace_runs(text, low, low + length, body)
            spans.append([(s, e, palette.mark if is_last else palette.blank) for s, e, is_last in found])
        unusual_layer = unusual_spans(text[low : low + length])
        spans.append([(low + s, low + e, palette.unusual) for s, e in unusual_layer])
        if body < low + length:
            # New lines get the file's line ends, which the response does not have.
            is_adjusted = not is_old and row.kind is not ViewKind.EQUAL and raw.endswith(("\r\n", "\r"))
            spans.append([(body, len(text), palette.adjusted if is_adjusted else palette.mark)])
        if over.needle is not None:
            as_old = is_old or row.kind is ViewKind.EQUAL
            at = row.old if as_old and row.old is not None else line
            spans.append(self._found(at, text[:body], low, length, is_old=as_old))
        if over.selection is not None and over.selection.is_old is is_old:
            selected = over.selection.span(line, body)
            spans.append([(*selected, palette.selected)] if selected else [])
        shifted = ([(s - low, e - low, style) for s, e, style in layer] for layer in spans)
        return [
            [(max(s, 0), min(e, length), style) for s, e, style in layer if s < length and e > 0]
            for layer in shifted
        ]

    def _found(
        self, line: int, text: str, low: int, length: int, *, is_old: bool
    ) -> list[tuple[int, int, Style]]:
        """The search hits, including those that cross the edge of the visible part."""
        needle, current = self._over.needle, self._over.current
        assert needle is not None
        first = max(low - len(needle.text), 0) if len(text) > _LONG else 0
        end = low + length + len(needle.text) if len(text) > _LONG else len(text)
        at = current.start if current is not None and (current.is_old, current.line) == (is_old, line) else -1
        return [
            (s + first, e + first, self._palette.current if s + first == at else self._palette.match)
            for s, e in needle.spans(text[first:end])
        ]

    def _words(self, row: ViewRow, text: str, is_old: bool) -> Sequence[Span]:
        if (found := self._replaced(row)) is not None:
            return self._replaced_words(*found, text)
        old, new = self._partners(row)
        if old is None or new is None or row.kind is ViewKind.REPLACED:
            return ()
        spans = changed_words(old, new)[0 if is_old else 1]
        if self._over.whitespace is Whitespace.IGNORED:
            return [(start, end) for start, end in spans if text[start:end].strip()]
        return spans

    def _replaced_words(self, replacement: Replacement, line: int, text: str) -> Sequence[Span]:
        """The changed words of a line of the replacement."""
        is_removed = line in replacement.removed
        partner = (replacement.removed if is_removed else replacement.added).get(line)
        if partner is None:
            return ()
        return changed_words(text, partner)[0] if is_removed else changed_words(partner, text)[1]

    def _word_style(self, row: ViewRow, is_old: bool) -> Style:
        if (found := self._replaced(row)) is not None:
            is_old = found[1] in found[0].removed
        elif self._differences.is_comparison:
            return _DIFFERENT_WORD
        return self._palette.removed_word if is_old else self._palette.added_word

    def _partners(self, row: ViewRow) -> tuple[str | None, str | None]:
        old, new = self._rows.partner(row)
        alignment = self._rows.alignment
        return (
            None if old is None else line_body(alignment.lines[old]),
            None if new is None else line_body(alignment.new_line(new)),
        )

    def _shows_whitespace(self, row: ViewRow) -> bool:
        """True if whitespace is drawn as signs: also where both sides would look the same without."""
        if self._layout.whitespace or row.kind is ViewKind.EQUAL:
            return self._layout.whitespace
        return self._over.whitespace is Whitespace.PLAIN and _looks_the_same(*self._partners(row))

    def _is_blank_change(self, row: ViewRow) -> bool:
        return row.kind is not ViewKind.EQUAL and _is_blank_change(*self._partners(row))


def _is_blank_change(old: str | None, new: str | None) -> bool:
    """True if two paired lines differ in whitespace only, or a line without a partner is blank."""
    old, new = old or "", new or ""
    if len(old) + len(new) > _MAX_COMPARED:
        return False
    return "".join(old.split()) == "".join(new.split())


def _looks_the_same(old: str | None, new: str | None) -> bool:
    """True if two paired lines differ only in tabs for spaces, or in trailing whitespace."""
    if old is None or new is None or old == new or len(old) + len(new) > _MAX_COMPARED:
        return False
    return old.expandtabs(TAB).rstrip() == new.expandtabs(TAB).rstrip()


def _fitted(segments: list[Segment], used: int, room: int, style: Style) -> list[Segment]:
    """The segments, cut or padded from `used` to `room` cells."""
    if used <= room:
        return _padded(segments, room - used, style)
    return list(Strip(segments, used).crop(0, room))


def _padded(segments: list[Segment], cells: int, style: Style) -> list[Segment]:
    """The segments padded with `cells` cells of a style, merged into the last segment if possible."""
    if cells <= 0:
        return segments
    if segments and segments[-1].style is style:
        return [*segments[:-1], Segment(segments[-1].text + " " * cells, style)]
    return [*segments, Segment(" " * cells, style)]


def _whitespace_runs(text: str, low: int, end: int, body: int) -> Iterator[tuple[int, int, bool]]:
    """The runs of whitespace in a part of a line; the last value is True for trailing whitespace."""
    for found in _BLANKS.finditer(text, low, min(end, body)):
        yield found.start(), found.end(), found.end() == body


# The lens: both versions of the cursor's line in full width, below a split view that cuts lines


def lens_lines(
    rows: DiffRows | None, row: int, palette: Palette, width: int, differences: Differences = NO_DIFFERENCES
) -> list[list[Segment]]:
    """The old and the new version of a row's line, around the change, in `width` cells each."""
    view_row = None if rows is None else rows[row]
    if rows is None or view_row is None or not view_row.is_text:
        nothing = ((" LENS   ", None, (), palette.text), ("        ", None, (), palette.text))
        return _lens_sides(nothing, (palette.text, palette.text), palette, width)
    old, new = rows.partner(view_row) if view_row.kind is not ViewKind.EQUAL else (view_row.old, None)
    before = None if old is None else line_body(rows.alignment.lines[old])
    after = None if new is None else line_body(rows.alignment.new_line(new))
    words: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())
    if before is not None and after is not None and view_row.kind is not ViewKind.REPLACED:
        words = changed_words(before, after)
    sides: tuple[_Side, _Side]
    if view_row.kind is ViewKind.EQUAL:
        sides = (" LENS   ", before, (), palette.text), ("        ", None, (), palette.text)
        return _lens_sides(sides, (palette.text, palette.text), palette, width)
    if differences.replacement is not None and view_row.hunk == len(rows.alignment.hunks) - 1:
        sides = (" LENS   ", after, (), palette.text), ("        ", None, (), palette.text)
        return _lens_sides(sides, (palette.text, palette.text), palette, width)
    if differences.is_comparison:
        sides = (
            (f" LENS {DIFFERS} ", before, words[0], palette.text),
            (f"      {DIFFERS} ", after, words[1], palette.text),
        )
        return _lens_sides(sides, (_DIFFERENT_WORD, _DIFFERENT_WORD), palette, width)
    sides = (
        (" LENS − ", before, words[0], palette.removed),
        ("      + ", after, words[1], palette.added),
    )
    return _lens_sides(sides, (palette.removed_word, palette.added_word), palette, width)


def _lens_sides(
    sides: tuple[_Side, _Side], words: tuple[Style, Style], palette: Palette, width: int
) -> list[list[Segment]]:
    """Draw both sides from the same column on: the first, or a little before the change in a long line."""
    room = max(width - len(sides[0][0]), 1)
    change = min((span[0] for side in sides for span in side[2]), default=0)
    longest = max(len(text or "") for _, text, _, _ in sides)
    low = max(change - room, 0) if longest > _LONG else 0
    pieces = [
        (text or "")[low : low + 3 * room] if longest > _LONG else text or "" for _, text, _, _ in sides
    ]
    cells = [cells_of(piece) for piece in pieces]
    lefts = [
        max(min(found.columns[min(change - low, len(piece))] - room // 3, found.width - room), 0)
        for found, piece in zip(cells, pieces, strict=True)
    ]
    lines: list[list[Segment]] = []
    for (head, text, spans, style), word, found, piece in zip(sides, words, cells, pieces, strict=True):
        layer: Layer = [
            (max(s - low, 0), min(e - low, len(piece)), word)
            for s, e in spans
            if s - low < len(piece) and e > low
        ]
        unusual_layer: Layer = [(start, end, palette.unusual) for start, end in unusual_spans(piece)]
        body = Strip(found.segments(0, len(piece), style, [layer, unusual_layer]), found.width)
        body = body.crop(max(lefts), max(lefts) + room).extend_cell_length(room, style if text else None)
        lines.append(list(Strip([Segment(ui_text(head), palette.number), *body]).adjust_cell_length(width)))
    return lines


LEXED_AROUND = 150
"""Lines above and below the visible ones that are lexed with them."""
_LEXED_FROM_START = 2_000
"""Lines above the visible ones up to which a text is lexed from its beginning."""
_SEARCHED_BACK = 400
"""Lines in which a start is searched for."""
_MAX_LEXED = 1_000
"""Characters from which a line is not lexed."""
_TOKENS_AT_ONCE = 200
_MAX_KNOWN_TOKENS = 20_000
"""Lines of a side whose tokens are cached."""

_STARTS_DEFINITION = lazy_pattern(
    r"(?:async |export |public |private |static |pub )*"
    r"(?:def|class|import|from|func|fn|function|type|struct|enum|impl|trait|interface|const|let|var|use"
    r"|package|module|namespace|template|void|int|static|public)\b|@\w|#include|<\w"
)
"""The beginning of a line that is likely to be a definition: `export class`, `@x`."""
_KINDS_OF_TOKENS = {
    "Comment": "comment",
    "Comment.Preproc": "builtin",
    "Keyword": "keyword",
    "Keyword.Constant": "number",
    "Literal.Number": "number",
    "Literal.String": "string",
    "Literal.String.Escape": "number",
    "Literal.String.Interpol": "number",
    "Name.Attribute": "builtin",
    "Name.Builtin": "builtin",
    "Name.Class": "name",
    "Name.Decorator": "builtin",
    "Name.Exception": "builtin",
    "Name.Function": "name",
    "Name.Tag": "keyword",
    "Operator.Word": "keyword",
    "Generic.Heading": "name",
    "Generic.Subheading": "name",
}
TOKEN_KINDS = frozenset(_KINDS_OF_TOKENS.values())
_WILDCARDS = frozenset("*?[")
"""The special characters of a pattern for file names."""


class Lexer(Protocol):
    """The part of the interface of Pygments' lexers that is used here."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """The offset, type and text of each token; `str` of a type is its dotted name."""


class KnownTokens:
    """Caches the tokens of the lines of one file."""

    def __init__(self) -> None:
        self.path = ""
        """The file name, from which the language is derived."""
        self.by_side: Tokens = {True: {}, False: {}}

    def begin(self, path: str, *, keeps_old: bool) -> None:
        """Start with other sides.

        Args:
            path: The file.
            keeps_old: True if the old side is the same as before.
        """
        is_same = keeps_old and path == self.path
        # Another block of the same file has the same old side.
        self.by_side = {True: self.by_side[True] if is_same else {}, False: {}}
        self.path = path

    def of(self, is_old: bool, line: int) -> tuple[Token, ...]:
        """The tokens of a line; empty until they are known."""
        return self.by_side[is_old].get(line, ())

    def add(self, tokens: Tokens) -> None:
        for is_old, known in self.by_side.items():
            if len(known) > _MAX_KNOWN_TOKENS:
                known.clear()
            known |= tokens.get(is_old, {})

    def missing(self, rows: Iterable[ViewRow]) -> dict[bool, list[int]]:
        """The lines of some rows by side, in order, for each side on which any token is missing."""
        view_rows = list(rows)
        lines_by_side = {
            True: sorted({row.old for row in view_rows if row.old is not None}),
            False: sorted({row.new for row in view_rows if row.new is not None and row.hunk is not None}),
        }
        return {
            is_old: lines
            for is_old, lines in lines_by_side.items()
            if any(line not in self.by_side[is_old] for line in lines)
        }


def highlight(
    alignment: Alignment,
    path: str,
    lines_by_side: Mapping[bool, Sequence[int]],
    should_stop: Callable[[], bool],
) -> Tokens:
    """The tokens of some lines and of those near them.

    Args:
        alignment: The two sides.
        path: The file, from whose name the language is derived.
        lines_by_side: Lines of the old and of the new side, in order.
        should_stop: Called now and then; returns True to end the work.
    """
    found: Tokens = {is_old: dict.fromkeys(lines, ()) for is_old, lines in lines_by_side.items()}
    try:
        lexer = lexer_for(path)
        for is_old, lines in lines_by_side.items():
            if lexer is None:
                break
            line_at = alignment.lines.__getitem__ if is_old else alignment.new_line
            count = len(alignment.lines) if is_old else alignment.new_length
            for first, last in _groups_to_lex(lines):
                if count <= _LEXED_FROM_START and first != lines[0]:
                    continue
                window, start = window_for(first, last + 1, count, line_at)
                found[is_old] |= tokens_in(lexer, window, start, line_at, should_stop)
    except Exception:
        # Lexers may come from any plugin. Without tokens the lines are still legible.
        return found
    return found


def _groups_to_lex(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last line of each group of lines near each other."""
    first = last = None
    for line in lines:
        if first is None or last is None:
            first = line
        elif line - last > 2 * LEXED_AROUND:
            yield first, last
            first = line
        last = line
    if first is not None and last is not None:
        yield first, last


def lexer_for(path: str) -> Lexer | None:
    """The lexer for a file of this name; None for plain text and unknown names. Imports Pygments."""
    found = lexer_class(PurePath(path).name)
    return None if found is None else found(stripnl=False, ensurenl=False)


@lru_cache
def lexer_class(name: str) -> Callable[..., Lexer] | None:
    """The class of the lexer for a file name, which compiles its patterns for the first lexer of it."""
    from pygments.lexers import find_lexer_class, get_all_lexers
    from pygments.lexers.special import TextLexer
    from pygments.plugin import find_plugin_lexers

    # Like the search of Pygments, which compiles a thousand patterns and reads the metadata of all installed
    # packages for plugins. Here these are asked only about names that it does not know itself.
    rated = [
        (rating, find_lexer_class(title))
        for title, _, patterns, _ in get_all_lexers(plugins=False)
        if (rating := _lexer_rating(name, patterns)) is not None
    ] or [
        (rating, plugin)
        for plugin in find_plugin_lexers()
        if (rating := _lexer_rating(name, plugin.filenames)) is not None
    ]
    if not rated:
        return None
    _, found = max(rated, key=lambda each: (each[0] + each[1].priority, each[1].__name__))
    return None if found is TextLexer else found


def _lexer_rating(name: str, patterns: Iterable[str]) -> float | None:
    """Rates the best of some patterns that fit a file name; None if none does."""
    found = [0.0 if "*" in pattern else 0.5 for pattern in patterns if _fits_pattern(name, pattern)]
    return max(found, default=None)


def _fits_pattern(name: str, pattern: str) -> bool:
    """`fnmatchcase`, without compiling the many patterns such as `*.py` and `Makefile`."""
    end = pattern.removeprefix("*")
    if _WILDCARDS.isdisjoint(end):
        return name == pattern if end == pattern else name.endswith(end)
    return fnmatchcase(name, pattern)


def window_for(first: int, end: int, count: int, line_at: Callable[[int], str]) -> tuple[range, int]:
    """The lines to lex for the visible ones, and the line at which to start.

    Args:
        first: The first visible line.
        end: The line after the last one.
        count: The number of lines of the text.
        line_at: Returns a line of the text.
    """
    if count <= _LEXED_FROM_START:
        return range(count), 0
    window = range(max(first - LEXED_AROUND, 0), min(end + LEXED_AROUND, count))
    if window.start <= _LEXED_FROM_START:
        return range(window.stop), 0
    lowest = max(window.start - _SEARCHED_BACK, 0)
    near = (line for line in range(window.start, lowest, -1) if _STARTS_DEFINITION.match(line_at(line)[:80]))
    return window, next(near, lowest)


def tokens_in(
    lexer: Lexer, window: range, start: int, line_at: Callable[[int], str], should_stop: Callable[[], bool]
) -> dict[int, tuple[Token, ...]]:
    """The tokens of each line of a window.

    Args:
        lexer: From `lexer_for`.
        window: The lines whose tokens are returned.
        start: The line at which to start, not after the first of the window.
        line_at: Returns a line of the text.
        should_stop: Called now and then; returns True to end the work.
    """
    lines = [_lexed_body(line_at(line)) for line in range(start, window.stop)]
    found: dict[int, list[Token]] = {line: [] for line in window}
    line, begin = start, 0
    for count, (at, kind, value) in enumerate(_tokens_of(lexer, "\n".join(lines) + "\n")):
        if count % _TOKENS_AT_ONCE == 0 and should_stop():
            break
        while line < window.stop and at > begin + len(lines[line - start]):
            begin += len(lines[line - start]) + 1
            line += 1
        if not kind:
            continue
        column, at_line = at - begin, line
        for piece in value.split("\n"):
            if piece and at_line in window:
                found[at_line].append((column, column + len(piece), kind))
            column, at_line = 0, at_line + 1
    return {line: tuple(tokens) for line, tokens in found.items()}


def _tokens_of(lexer: Lexer, text: str) -> Iterator[tuple[int, str, str]]:
    known: dict[object, str] = {}
    for at, kind, value in lexer.get_tokens_unprocessed(text):
        if kind not in known:
            known[kind] = _kind_of(kind)
        yield at, known[kind], value


def _kind_of(kind: object) -> str:
    """The kind of a token type; empty for one that is not highlighted."""
    names = str(kind).split(".")[1:]
    while names:
        if (found := _KINDS_OF_TOKENS.get(".".join(names))) is not None:
            return found
        names.pop()
    return ""


def _lexed_body(line: str) -> str:
    body = line_body(line)
    return body if len(body) <= _MAX_LEXED else ""
