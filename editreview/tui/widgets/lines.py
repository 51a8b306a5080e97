"""The base of all widgets that are on screen all the time.

Each draws its lines when asked for them, through Textual's Line API: a key then costs what
changed on screen, not a layout.
"""

from collections.abc import Iterable
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from editreview.terminal import visible_line

Part = tuple[str, str]
"""Text and the component class that styles it; an empty class for the widget's own style."""


class LineWidget(Widget, can_focus=False):
    """A widget whose lines come from `line`."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles: dict[str, Style] = {}

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()

    def style_of(self, name: str) -> Style:
        """The style of a component class; of the widget for an empty name."""
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(name) if name else self.rich_style
        return self._styles[name]

    def refresh_lines(self, lines: Iterable[int]) -> None:
        """Draw some lines again: the others cost nothing."""
        width = self.size.width
        self.refresh(*(Region(0, y, width, 1) for y in lines))

    def line(self, y: int) -> Strip:
        """Line `y` of the widget, 0-based, at any width."""
        raise LookupError(y)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        strip = self.line(y)
        if strip.cell_length > width:
            return strip.crop(0, width)
        return strip.extend_cell_length(width, self.style_of(""))

    def strip(self, parts: Iterable[Part]) -> Strip:
        """Foreign text made visible, in the styles named."""
        return Strip(
            [Segment(shown, self.style_of(name)) for text, name in parts if (shown := visible_line(text))]
        )

    def justified(self, left: list[Part], right: list[Part]) -> Strip:
        """One line with a part at each end; the left one gives way."""
        width = self.size.width
        tail = self.strip(right)
        head = self.strip(left)
        room = max(width - tail.cell_length, 0)
        if head.cell_length >= room:
            head = head.crop(0, max(room - 1, 0))
        return Strip.join([head.extend_cell_length(room, self.style_of("")), tail])


@lru_cache(maxsize=2048)
def shortened(path: str, width: int) -> str:
    """A path in at most `width` cells, its end kept."""
    if cell_len(path) <= width:
        return path
    kept = path
    while kept and cell_len(kept) >= width:
        kept = kept[1:]
    return f"…{kept}"
