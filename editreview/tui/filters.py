"""What is done to every line that is drawn, whichever widget it is of."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from editreview.tui.glyphs import in_cells


class Colourless(LineFilter):
    """Takes all colour away: Textual's own filters leave greys, or the terminal's colours by their codes."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _uncoloured(style), control)
            for text, style, control in segments
        ]


class Plain(LineFilter):
    """Gives our signs, and those of Textual's own widgets, their stand-ins."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else segment._replace(text=in_cells(segment.text))
            for segment in segments
        ]


@lru_cache(1024)
def _uncoloured(style: Style) -> Style:
    return style.without_color
