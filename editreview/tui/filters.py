"""Line filters, applied to every line that any widget draws.

Widgets of this package make text safe themselves, with `drawn_line` and `ui_text` or `content_text`, so that
they know its width in cells. These filters do it for Textual's widgets, and never change the number of cells.
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

_PLAIN = re.compile(r"[ -~─│┃┤┫╱▕━]*")
"""Matches most lines: printable ASCII and the signs that fill lines."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Guard(LineFilter):
    """The last guard: replaces control and bidirectional characters that no widget made visible."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        # Fast path: this runs for each line, and nearly every line is plain.
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
