"""The two versions of one line, one above the other, where a screen's width shows more than half of it."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.texts import line_body
from editreview.tui.diff.cells import Layer, cells_of, strange
from editreview.tui.diff.overlays import Palette
from editreview.tui.diff.rows import DiffRows, ViewKind
from editreview.tui.diff.words import Span, changed_words
from editreview.tui.glyphs import own

_LONG = 4_096
"""Characters of a line above which only those around its change are looked at."""

_Side = tuple[str, str | None, tuple[Span, ...], Style]
"""What stands before a version, its text, what of it differs, and its style."""


def lens_lines(rows: DiffRows, row: int, palette: Palette, width: int) -> list[list[Segment]]:
    """The old and the new version of the line on a row, around what differs, in `width` cells each."""
    shown = rows[row]
    if shown.kind is ViewKind.FOLD:
        nothing = ((" LENS   ", None, (), palette.text), ("        ", None, (), palette.text))
        return _lines(nothing, (palette.text, palette.text), palette, width)
    old, new = rows.partner(shown) if shown.kind is not ViewKind.EQUAL else (shown.old, None)
    before = None if old is None else line_body(rows.alignment.lines[old])
    after = None if new is None else line_body(rows.alignment.new_line(new))
    words: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())
    if before is not None and after is not None:
        words = changed_words(before, after)
    sides: tuple[_Side, _Side]
    if shown.kind is ViewKind.EQUAL:
        sides = (" LENS   ", before, (), palette.text), ("        ", None, (), palette.text)
        return _lines(sides, (palette.text, palette.text), palette, width)
    sides = (
        (" LENS − ", before, words[0], palette.removed),
        ("      + ", after, words[1], palette.added),
    )
    return _lines(sides, (palette.removed_word, palette.added_word), palette, width)


def _lines(
    sides: tuple[_Side, _Side], words: tuple[Style, Style], palette: Palette, width: int
) -> list[list[Segment]]:
    """Both begin at the same character: the first, or where a line is too long a little before the change."""
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
        odd: Layer = [(start, end, palette.strange) for start, end in strange(piece)]
        body = Strip(found.segments(0, len(piece), style, [layer, odd]), found.width)
        body = body.crop(max(lefts), max(lefts) + room).extend_cell_length(room, style if text else None)
        lines.append(list(Strip([Segment(own(head), palette.number), *body]).adjust_cell_length(width)))
    return lines
