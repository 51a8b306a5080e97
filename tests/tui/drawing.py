"""A screen as SVG: one line of the file for each row, so that what changed is seen in a diff as well.

Textual's own export changes with every release of Rich, gives each file other class names, and
is ten times as long.
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

_WIDTH, _HEIGHT, _BASE = 10, 20, 15
"""A cell, and where its letters stand."""
_FONT = f"font-family='DejaVu Sans Mono, monospace' font-size='{_WIDTH / 0.602:.2f}'"


def svg_of(strips: Iterable[Strip]) -> str:
    """Draw rows of cells."""
    rows = list(strips)
    columns = max(strip.cell_length for strip in rows)
    size = f"width='{columns * _WIDTH}' height='{len(rows) * _HEIGHT}'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {size} {_FONT} xml:space='preserve'>"
    return "\n".join([head, *(_row(y, strip) for y, strip in enumerate(rows)), "</svg>", ""])


def _row(y: int, strip: Strip) -> str:
    """One row: first what is behind its letters."""
    behind, letters, x = [], [], 0
    for segment in Strip(strip).simplify():
        colour, background = _colours(segment.style)
        width = segment.cell_length
        behind.append(f"<rect x='{x}' width='{width * _WIDTH}' height='{_HEIGHT}' fill='{background}'/>")
        letters += _letters(segment, x, colour)
        x += width * _WIDTH
    return f"<g transform='translate(0,{y * _HEIGHT})'>{''.join((*behind, *letters))}</g>"


def _letters(segment: Segment, x: int, colour: str) -> list[str]:
    text, style = segment.text, segment.style or Style()
    if not text.strip() and not style.underline:
        return []
    kept = text.lstrip() if not style.underline else text
    begin = x + (segment.cell_length - Segment(kept).cell_length) * _WIDTH
    kinds = {"font-weight='bold'": style.bold, "font-style='italic'": style.italic}
    kinds |= {"text-decoration='underline'": style.underline, "opacity='.6'": style.dim}
    said = "".join(f" {kind}" for kind, has in kinds.items() if has)
    length = Segment(kept.rstrip() or kept).cell_length * _WIDTH
    kept = kept if style.underline else kept.rstrip()
    attributes = f"x='{begin}' y='{_BASE}' fill={quoteattr(colour)} textLength='{length}'{said}"
    return [f"<text {attributes}>{escape(kept)}</text>"]


def _colours(style: Style | None) -> tuple[str, str]:
    style = style or Style()
    front = style.color.get_truecolor().hex if style.color is not None else "#e0e0e0"
    behind = style.bgcolor.get_truecolor().hex if style.bgcolor is not None else "#121212"
    return (behind, front) if style.reverse else (front, behind)
