"""The last look at what is drawn: nothing in it commands or misleads the terminal, whoever drew it."""

from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from editreview.characters import unseen

_STAND_IN = "\N{REPLACEMENT CHARACTER}"


class Guard(LineFilter):
    """Takes out of every line what `visible` would have shown.

    Widgets of this package show it; this is for those of Textual that draw what they are given, such
    as the command palette's field. The cells stay as they were counted.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        # Nearly every line is plain, and this is done for each of them.
        line = "".join([segment.text for segment in segments if not segment.control])
        if line.isascii() and line.isprintable():
            return segments
        return [
            segment
            if segment.control or (text := _harmless(segment.text)) is segment.text
            else Segment(text, segment.style)
            for segment in segments
        ]


@lru_cache(maxsize=4096)
def _harmless(text: str) -> str:
    # Line ends around it: what it is a part of may be cut between two segments.
    found = {at - 1 for at in unseen(f"\n{text}\n")}
    found.update(at for at, character in enumerate(text) if character in "\r\n\t")
    if not found:
        return text
    kept = "".join(
        _STAND_IN * cell_len(character) if at in found else character for at, character in enumerate(text)
    )
    # A joiner makes one of two signs, also of those that are none to others.
    return set_cell_size(kept, cell_len(text))
