"""What is done to every line that is drawn, whichever widget it is of."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


class Colourless(LineFilter):
    """Takes all colour away: Textual's own filters leave greys, or the terminal's colours by their codes."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _plain(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _plain(style: Style) -> Style:
    return style.without_color
