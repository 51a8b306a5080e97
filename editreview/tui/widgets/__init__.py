"""Widgets of the review, drawn line by line: their base, and the filters over every line of the screen.

The widgets draw through Textual's Line API, so that the cost of a key depends on what changed on screen. They
make text safe themselves, with `drawn_line` and `ui_text` or `content_text`, so that they know its width in
cells. The filters do it for Textual's widgets, and never change the number of cells.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, TypeVar

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

from editreview.characters import find_hidden
from editreview.terminal import drawn_line, visible
from editreview.tui.parts import Look, Part, content_text, in_cells, ui_text
from editreview.tui.themes import GLYPH, TEXT, readable

MIN_CONTRAST = dict.fromkeys(("diff--number", "diff--blank", "diff--thumb", "diff--tick"), GLYPH)
"""The minimum contrast of styles that are not for text."""
DECORATION = frozenset({"diff--filler", "diff--track", "list--edge"})
"""Styles for mere decoration, whose contrast does not matter."""
Scrollable = TypeVar("Scrollable", bound=Widget)
_WHEEL = 3
"""Lines of a step of the mouse wheel."""
_MAX_CACHED = 2_000
"""Cached strips of a pane."""
_MAX_STYLES = 1_000
"""Styles that are kept: those of a few themes."""
_VARIABLE = re.compile(r"\$([\w-]+)")
"""A colour of the theme."""


def by_wheel(
    scroll: Callable[[Scrollable, int], object],
) -> tuple[
    Callable[[Scrollable, events.MouseScrollDown], None], Callable[[Scrollable, events.MouseScrollUp], None]
]:
    """The two handlers of the mouse wheel for a widget or a screen, by its method that scrolls some lines."""

    def down(widget: Scrollable, event: events.MouseScrollDown) -> None:
        event.stop()
        scroll(widget, _WHEEL)

    def up(widget: Scrollable, event: events.MouseScrollUp) -> None:
        event.stop()
        scroll(widget, -_WHEEL)

    return down, up


class LineWidget(Widget, can_focus=False):
    """A widget whose lines come from `line`."""

    IS_FOREIGN: ClassVar[bool] = False
    """True if it shows text of files, whose characters must not be replaced by ASCII signs; it then calls
    `ui_text` for its own signs."""
    STYLES: ClassVar[Mapping[str, Look]] = {}
    """The styles of its parts, by name."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles: dict[str, Style] = {}
        self._tooltip_text = ""
        self.edition = 0
        """Counts the changes of what it shows: see `Frames`."""

    def tooltip_at(self, x: int, y: int) -> str:
        """The tooltip of a cell; empty for none."""
        return ""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        text = self.tooltip_at(event.x, event.y)
        if text != self._tooltip_text:
            self._tooltip_text = text
            # As `Content`: a path may contain Textual's markup.
            self.tooltip = Content(visible(text)) if text else None

    def notify_style_update(self) -> None:
        if self._styles:
            self._styles.clear()
            self.refresh()
        super().notify_style_update()

    def style_of(self, name: str) -> Style:
        """The style of a name, combined with the widget's; the widget's own for an empty name."""
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
        # Textual would substitute the theme's colours too, but drops the opacity after them.
        text = _VARIABLE.sub(lambda found: self.app.theme_variables[found[1]], text)
        return _combined(self.visual_style, text)

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [each for each in filters if not isinstance(each, Plain)] if self.IS_FOREIGN else filters

    def refresh_lines(self, lines: Iterable[int]) -> None:
        """Draw only some lines again."""
        width = self.size.width
        self.refresh(*(Region(0, y, width, 1) for y in lines))

    def top_after(self, top: int, rows: int, count: int) -> int:
        """The first of `count` lines in sight after scrolling by some rows, never beyond the last screen."""
        return max(0, min(top + rows, count - self.size.height))

    def line(self, y: int) -> Strip:
        """Line `y` of the widget, 0-based, at any width."""
        raise LookupError(y)

    def render_line(self, y: int) -> Strip:
        return self.fitted(self.line(y), self.size.width)

    def fitted(self, strip: Strip, width: int) -> Strip:
        """A strip cut or padded to `width` cells."""
        if strip.cell_length > width:
            return cut(strip, width)
        return strip.extend_cell_length(width, self.style_of(""))

    def strip(self, parts: Iterable[Part]) -> Strip:
        """Parts as a strip, with invisible characters made visible."""
        show = content_text if self.IS_FOREIGN else ui_text
        texts = ((show(drawn_line(text)), name) for text, name in parts)
        return Strip([Segment(text, self.style_of(name)) for text, name in texts if text])

    def justified(self, left: list[Part], right: list[Part]) -> Strip:
        """One line with parts at both ends; the left ones are cut if there is not enough room."""
        width = self.size.width
        tail = self.strip(right)
        head = self.strip(left)
        room = max(width - tail.cell_length, 0)
        if head.cell_length >= room:
            head = cut(head, max(room - 1, 0))
        return Strip.join([head.extend_cell_length(room, self.style_of("")), tail])


# Each time a dialog closes, the styles of the screen below are set, and the widgets ask for dozens again.
@lru_cache(_MAX_STYLES)
def _combined(own: VisualStyle, text: str) -> Style:
    """The style of a widget with another one on it."""
    style = own + VisualStyle.parse(text)
    ink, background = style.foreground, style.background
    if ink is not None and ink.auto and background is not None:
        style += VisualStyle(foreground=background.get_contrast_text(ink.a))
    return style.rich_style


class PaneWidget(LineWidget):
    """A widget without borders that caches its strips.

    For each line Textual computes borders, tint and size again, and filters it again; for a screen full of
    lines that costs more than drawing them.
    """

    area = Size(0, 0)
    """The size of the widget while its lines are drawn."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: dict[Hashable, Strip] = {}
        """Filtered strips, by the key of their line."""
        self._strips_for: tuple[int, Sequence[LineFilter], Color] | None = None

    def line_key(self, y: int) -> Hashable:
        """Everything that line `y` depends on, as a key of the cache; None to draw it each time."""
        return None

    def forget_lines(self) -> None:
        """Clear the cache."""
        self._strips.clear()

    def notify_style_update(self) -> None:
        self.forget_lines()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        self.area = self.size
        width, filters, background = self.area.width, self.get_line_filters(), self.background_colors[1]
        if self._strips_for != (width, filters, background) or len(self._strips) > _MAX_CACHED:
            self.forget_lines()
            self._strips_for = (width, filters, background)
        strips = [self._finished(y, width, filters, background) for y in crop.line_range]
        if crop.column_span != (0, width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def _finished(self, y: int, width: int, filters: Sequence[LineFilter], background: Color) -> Strip:
        """Line `y`, cut or padded to `width` cells, and filtered."""
        key = self.line_key(y)
        if key is not None and (strip_before := self._strips.get(key)) is not None:
            return strip_before
        strip = self.line(y)
        if strip.cell_length != width:
            strip = self.fitted(strip, width)
        segments = list(strip)
        for line_filter in filters:
            segments = line_filter.apply(segments, background)
        strip = Strip(segments, width)
        if key is not None:
            self._strips[key] = strip
        return strip


def cut(strip: Strip, width: int) -> Strip:
    """A strip cut to `width` cells; the last one is an ellipsis."""
    if not width:
        return Strip([])
    shortened_strip = strip.crop(0, width - 1)
    style = next((segment.style for segment in reversed(shortened_strip)), None)
    return Strip.join([shortened_strip, Strip([Segment(ui_text("…"), style)], 1)])


_HARMLESS = re.compile(r"[ -~─│┃┤┫╱▕━]*")
"""Matches most lines: printable ASCII and the signs that fill lines."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Guard(LineFilter):
    """The last guard: replaces control and bidirectional characters that no widget made visible."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        # Fast path: this runs for each line, and nearly every line is plain.
        line = "".join([segment.text for segment in segments if not segment.control])
        if _HARMLESS.fullmatch(line):
            return segments
        return [
            segment
            if segment.control or (text := _harmless(segment.text)) is segment.text
            else Segment(text, segment.style)
            for segment in segments
        ]


class Colourless(LineFilter):
    """Removes all colour: Textual's own filters leave greys, or colours given by their ANSI codes."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _uncoloured(style), control)
            for text, style, control in segments
        ]


class Plain(LineFilter):
    """Replaces signs, those of Textual's own widgets included, by ASCII characters."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else segment._replace(text=in_cells(segment.text))
            for segment in segments
        ]


@lru_cache(1024)
def _uncoloured(style: Style) -> Style:
    return style.without_color


@lru_cache(maxsize=4096)
def _harmless(text: str) -> str:
    # With line ends around it: the segment may begin or end inside a longer text.
    found = {at - 1 for at in find_hidden(f"\n{text}\n")}
    found.update(at for at, character in enumerate(text) if character in "\r\n\t")
    if not found:
        return text
    safe = "".join(
        _REPLACEMENT * cell_len(character) if at in found else character for at, character in enumerate(text)
    )
    # A joiner combines two signs into one, so that replacing it changes the width.
    return set_cell_size(safe, cell_len(text))
