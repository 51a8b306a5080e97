"""Line filters, applied to every line that is drawn, whichever widget it belongs to.

Widgets of this package draw with `drawn_line` and `own` or `foreign`, so that they know how many cells
that takes; these filters see to what Textual's own draw, and leave the cells as they were counted.
"""

import re
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from editreview.characters import find_hidden
from editreview.tui.glyphs import in_cells

_PLAIN = re.compile(r"[ -~─│┃┤┫▌╱▕━]*")
"""Characters of most lines: printable ASCII, and our own signs that fill them."""
_STAND_IN = "\N{REPLACEMENT CHARACTER}"


class Guard(LineFilter):
    """The last look: takes out what commands or misleads the terminal, and `visible` would have shown."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        # Nearly every line is plain, and this is done for each of them.
        line = "".join([segment.text for segment in segments if not segment.control])
        if _PLAIN.fullmatch(line):
            return segments
        return [
            segment
            if segment.control or (text := _harmless(segment.text)) is segment.text
            else Segment(text, segment.style)
            for segment in segments
        ]


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


@lru_cache(maxsize=4096)
def _harmless(text: str) -> str:
    # Line ends around it: what it is a part of may be cut between two segments.
    found = {at - 1 for at in find_hidden(f"\n{text}\n")}
    found.update(at for at, character in enumerate(text) if character in "\r\n\t")
    if not found:
        return text
    kept = "".join(
        _STAND_IN * cell_len(character) if at in found else character for at, character in enumerate(text)
    )
    # A joiner makes one of two signs, also of those that are none to others.
    return set_cell_size(kept, cell_len(text))
