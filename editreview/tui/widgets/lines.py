"""The base of all widgets that are on screen all the time.

Each draws its lines when asked for them, through Textual's Line API: a key then costs what
changed on screen, not a layout.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget

from editreview.terminal import drawn_line, visible
from editreview.tui.contrast import GLYPH, TEXT, readable
from editreview.tui.filters import Plain
from editreview.tui.glyphs import foreign, own
from editreview.tui.styles import Look

Part = tuple[str, str]
"""Text and the name of its style; an empty name for the widget's own style."""
MIN_CONTRAST = dict.fromkeys(("diff--number", "diff--blank", "diff--thumb", "diff--tick"), GLYPH)
"""The contrast of what is no text."""
DECORATION = frozenset({"diff--filler", "diff--track", "list--edge"})
"""Says nothing that is not said beside it."""
_MAX_KEPT = 2_000
"""Strips of a pane."""
_VARIABLE = re.compile(r"\$([\w-]+)")
"""A colour of the theme."""
_WORDS = re.compile(r"\s*(?:[^\w\s]\s+)?\S+\s*|\s+")
"""A sign that stands alone goes with the word it is for."""


class LineWidget(Widget, can_focus=False):
    """A widget whose lines come from `line`."""

    IS_FOREIGN: ClassVar[bool] = False
    """True if it shows text whose every character counts: then it says itself which signs are our own."""
    STYLES: ClassVar[Mapping[str, Look]] = {}
    """The styles of its parts by their names."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles: dict[str, Style] = {}
        self._told = ""
        self.edition = 0
        """The number of the contents that it shows: see `frames`."""

    def told_at(self, x: int, y: int) -> str:
        """The tooltip of a cell on which the mouse rests; empty for none."""
        return ""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        told = self.told_at(event.x, event.y)
        if told != self._told:
            self._told = told
            # Never as a text of Textual's own markup, which a path may hold.
            self.tooltip = Content(visible(told)) if told else None

    def notify_style_update(self) -> None:
        if self._styles:
            self._styles.clear()
            self.refresh()
        super().notify_style_update()

    def style_of(self, name: str) -> Style:
        """The style of that name, on the widget's own; the widget's own for an empty name."""
        if name not in self._styles:
            style = self._style(self.STYLES[name]) if name else self.rich_style
            self._styles[name] = (
                style if name in DECORATION else readable(style, MIN_CONTRAST.get(name, TEXT))
            )
        return self._styles[name]

    def _style(self, look: Look) -> Style:
        text = look.text
        if self.app.no_color:
            text = look.monochrome or text
        elif self.app.native_ansi_color:
            text = look.sixteen or text
        # Textual would put in the colours of the theme as well, but without how much of one it wants.
        text = _VARIABLE.sub(lambda found: self.app.theme_variables[found[1]], text)
        style = self.visual_style + self.app.stylesheet.parse_style(text)
        ink, background = style.foreground, style.background
        if ink is not None and ink.auto and background is not None:
            style += VisualStyle(foreground=background.get_contrast_text(ink.a))
        return style.rich_style

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [each for each in filters if not isinstance(each, Plain)] if self.IS_FOREIGN else filters

    def refresh_lines(self, lines: Iterable[int]) -> None:
        """Draw some lines again: the others cost nothing."""
        width = self.size.width
        self.refresh(*(Region(0, y, width, 1) for y in lines))

    def line(self, y: int) -> Strip:
        """Line `y` of the widget, 0-based, at any width."""
        raise LookupError(y)

    def render_line(self, y: int) -> Strip:
        return self.fitted(self.line(y), self.size.width)

    def fitted(self, strip: Strip, width: int) -> Strip:
        """A strip in just `width` cells."""
        if strip.cell_length > width:
            return cut(strip, width)
        return strip.extend_cell_length(width, self.style_of(""))

    def strip(self, parts: Iterable[Part]) -> Strip:
        """Foreign text made visible, in the styles named."""
        show = foreign if self.IS_FOREIGN else own
        texts = ((show(drawn_line(text)), name) for text, name in parts)
        return Strip([Segment(text, self.style_of(name)) for text, name in texts if text])

    def justified(self, left: list[Part], right: list[Part]) -> Strip:
        """One line with a part at each end; the left one gives way."""
        width = self.size.width
        tail = self.strip(right)
        head = self.strip(left)
        room = max(width - tail.cell_length, 0)
        if head.cell_length >= room:
            head = cut(head, max(room - 1, 0))
        return Strip.join([head.extend_cell_length(room, self.style_of("")), tail])


class PaneWidget(LineWidget):
    """A widget of many lines and no edge, which keeps the strips it draws.

    Textual asks every line for edges, tint and size anew, and filters it anew; for a screen full of
    lines that costs more than drawing them.
    """

    area = Size(0, 0)
    """The widget's size while its lines are asked for."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._kept: dict[Hashable, Strip] = {}
        """Strips as they go to the screen, by the key of their line."""
        self._kept_for: tuple[int, Sequence[LineFilter], Color] | None = None

    def line_key(self, y: int) -> Hashable:
        """All that line `y` depends on, for its strip to be kept; None if it is drawn each time."""
        return None

    def forget_lines(self) -> None:
        """Keep no strip that was drawn before."""
        self._kept.clear()

    def notify_style_update(self) -> None:
        self.forget_lines()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        self.area = self.size
        width, filters, background = self.area.width, self.get_line_filters(), self.background_colors[1]
        if self._kept_for != (width, filters, background) or len(self._kept) > _MAX_KEPT:
            self.forget_lines()
            self._kept_for = (width, filters, background)
        strips = [self._finished(y, width, filters, background) for y in crop.line_range]
        if crop.column_span != (0, width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def _finished(self, y: int, width: int, filters: Sequence[LineFilter], background: Color) -> Strip:
        """Line `y` in just `width` cells, filtered."""
        key = self.line_key(y)
        if key is not None and (kept := self._kept.get(key)) is not None:
            return kept
        strip = self.line(y)
        if strip.cell_length != width:
            strip = self.fitted(strip, width)
        segments = list(strip)
        for line_filter in filters:
            segments = line_filter.apply(segments, background)
        strip = Strip(segments, width)
        if key is not None:
            self._kept[key] = strip
        return strip


def part_at(parts: Sequence[Part], x: int) -> int | None:
    """The index of the part in a column, from 0; None beyond them."""
    end = 0
    for index, (text, _) in enumerate(parts):
        end += cell_len(drawn_line(text))
        if x < end:
            return index
    return None


def text_of(parts: Iterable[Part]) -> str:
    return "".join(text for text, _ in parts).strip()


def cut(strip: Strip, width: int) -> Strip:
    """A strip that goes on, in just `width` cells, the last of which says so."""
    if not width:
        return Strip([])
    kept = strip.crop(0, width - 1)
    style = next((segment.style for segment in reversed(kept)), None)
    return Strip.join([kept, Strip([Segment(own("…"), style)], 1)])


def wrapped(parts: Iterable[Part], width: int, most: int) -> list[list[Part]]:
    """The parts on lines of at most `width` cells, broken at whitespace.

    A word longer than a line is left whole, and what `most` lines cannot hold is on the last. The
    lines below are indented as the first one is.
    """
    lines: list[list[Part]] = [[]]
    used = 0
    margin = ""
    for text, style in parts:
        for word in _WORDS.findall(drawn_line(text)):
            length = cell_len(word)
            if used + cell_len(word.rstrip()) > width and lines[-1] and len(lines) < most:
                lines.append([(margin, "")])
                word, used = word.lstrip(), len(margin)
                length = cell_len(word)
            elif not used:
                margin = " " * (len(word) - len(word.lstrip()))
            if used + length > width:
                # Blanks at the end of a line are not what it is too long for.
                word = word.rstrip() or word
                length = cell_len(word)
            lines[-1].append((word, style))
            used += length
    return lines


@lru_cache(maxsize=2048)
def shortened(path: str, width: int) -> str:
    """A path as it is shown, in at most `width` cells, its end kept."""
    path = drawn_line(path)
    if cell_len(path) <= width:
        return path
    kept = path
    while kept and cell_len(kept) >= width:
        kept = kept[1:]
    return own("…") + kept


def padded(text: str, width: int) -> str:
    """A text as it is shown, in at least `width` cells."""
    shown = drawn_line(text)
    return shown + " " * (width - cell_len(shown))


def cut_text(text: str, width: int) -> str:
    """A text as it is shown, in at most `width` cells, its beginning kept."""
    text = drawn_line(text)
    return text if cell_len(text) <= width else f"{set_cell_size(text, max(width - 1, 0))}{own('…')}"
