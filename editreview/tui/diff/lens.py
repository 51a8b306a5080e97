"""The two versions of one line, one above the other, where a screen's width shows more than half of it."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.texts import line_body
from editreview.tui.diff.cells import Layer, cells_of
from editreview.tui.diff.overlays import Palette
from editreview.tui.diff.rows import DiffRows, ViewKind
from editreview.tui.diff.words import Span, changed_words

_LONG = 4_096
"""Characters of a line above which only those around its change are looked at."""


def lens_lines(rows: DiffRows, row: int, palette: Palette, width: int) -> list[list[Segment]]:
    """The old and the new version of the line on a row, around what differs, in `width` cells each."""
    shown = rows[row]
    if shown.kind is ViewKind.FOLD:
        return [_line(" LENS ", None, (), 0, palette.text, palette.text, width) for _ in range(2)]
    old, new = rows.partner(shown) if shown.kind is not ViewKind.EQUAL else (shown.old, None)
    before = None if old is None else line_body(rows.alignment.lines[old])
    after = None if new is None else line_body(rows.alignment.new_line(new))
    words: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())
    if before is not None and after is not None:
        words = changed_words(before, after)
    first = min((span[0] for side in words for span in side), default=0)
    if shown.kind is ViewKind.EQUAL:
        text = palette.text
        return [
            _line(" LENS   ", before, (), first, text, text, width),
            _line("        ", None, (), 0, text, text, width),
        ]
    return [
        _line(" LENS − ", before, words[0], first, palette.removed, palette.removed_word, width),
        _line("      + ", after, words[1], first, palette.added, palette.added_word, width),
    ]


def _line(
    head: str, text: str | None, words: tuple[Span, ...], change: int, style: Style, word: Style, width: int
) -> list[Segment]:
    room = max(width - len(head), 1)
    if text is None:
        return list(Strip([Segment(head)]).adjust_cell_length(width))
    low = max(change - room, 0) if len(text) > _LONG else 0
    piece = text[low : low + 3 * room] if len(text) > _LONG else text
    layer: Layer = [
        (max(s - low, 0), min(e - low, len(piece)), word)
        for s, e in words
        if s - low < len(piece) and e > low
    ]
    cells = cells_of(piece)
    # A line that fits is shown from its beginning, another one from a little before the change.
    column = cells.columns[min(max(change - low, 0), len(piece))]
    left = 0 if cells.width <= room and not low else max(min(column - room // 3, cells.width - room), 0)
    segments = cells.segments(0, len(piece), style, [layer])
    body = Strip(segments, cells.width).crop(left, left + room).extend_cell_length(room, style)
    return list(Strip([Segment(head), *body]).adjust_cell_length(width))
