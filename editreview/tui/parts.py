"""Parts of a line with their styles, and texts fitted to a number of cells.

Styles are in Textual's style markup; `$name` is a colour of the theme. They are not CSS: parsing and matching
rules for a hundred parts costs a fifth of the time to the first frame.

Without Textual, since `editreview stats` needs parts too.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from editreview.patterns import lazy_pattern
from editreview.terminal import drawn_line
from editreview.tui.glyphs import ui_text

Part = tuple[str, str]
"""Text and the name of its style; an empty name for the widget's own style."""
_PATH_PARTS = lazy_pattern(r"[^/]*/|[^/]+$")
_WORDS = lazy_pattern(r"\s*(?:[^\w\s]\s+){0,2}\S+\s*|\s+")
"""Words with the whitespace after them; single signs stay with the next word."""


class Look(Struct, frozen=True):
    """The style of a part, such as `bold $text-success on $surface`."""

    text: str
    sixteen: str = ""
    """With the terminal's own sixteen colours; empty for the same as `text`."""
    monochrome: str = ""
    """Without colours; empty for the same as `text`."""


def part_at(parts: Sequence[Part], x: int) -> int | None:
    """The index of the part in a column; None beyond the last one."""
    end = 0
    for index, (text, _) in enumerate(parts):
        end += cell_len(drawn_line(text))
        if x < end:
            return index
    return None


def text_of(parts: Iterable[Part]) -> str:
    return "".join(text for text, _ in parts).strip()


def wrapped(parts: Iterable[Part], width: int, most: int, hang: int = 0) -> list[list[Part]]:
    """Wrap parts at whitespace into lines of at most `width` cells.

    A word longer than a line stays whole, and text beyond `most` lines stays on the last one. All lines have
    the indentation of the first one, and those below it `hang` cells more.
    """
    lines: list[list[Part]] = [[]]
    used = 0
    margin = ""
    for text, style in parts:
        for word in _WORDS.findall(drawn_line(text)):
            length = cell_len(word)
            if used + cell_len(word.rstrip()) > width and lines[-1] and len(lines) < most:
                lines.append([(margin, "")])
                word, used = word.lstrip(), len(margin)
                length = cell_len(word)
            elif not used:
                margin = " " * (len(word) - len(word.lstrip()) + hang)
            if used + length > width:
                # Trailing whitespace does not make a line too long.
                word = word.rstrip() or word
                length = cell_len(word)
            lines[-1].append((word, style))
            used += length
    return lines


@lru_cache(maxsize=2048)
def shortened(path: str, width: int) -> str:
    """A path of at most `width` cells: without folders in its middle, or else without that of its name."""
    path = drawn_line(path)
    if cell_len(path) <= width:
        return path
    parts: list[str] = _PATH_PARTS.findall(path)
    *folders, name = parts
    mark = ui_text("…")
    for first in (folders[:1], []):
        rest = folders[len(first) + 1 :]
        for left_out in range(len(rest) + 1 if folders[len(first) :] else 0):
            short = "".join([*first, mark, "/", *rest[left_out:], name])
            if cell_len(short) <= width:
                return short
    half = max(width - 1, 0) // 3
    head = str(set_cell_size(name, half)).rstrip()
    tail = name
    while tail and cell_len(head) + 1 + cell_len(tail) > width:
        tail = tail[1:]
    return head + mark + tail


def padded(text: str, width: int) -> str:
    """A text padded to at least `width` cells."""
    drawn = drawn_line(text)
    return drawn + " " * (width - cell_len(drawn))


def cut_text(text: str, width: int) -> str:
    """A text cut at its end to at most `width` cells."""
    text = drawn_line(text)
    return text if cell_len(text) <= width else f"{set_cell_size(text, max(width - 1, 0))}{ui_text('…')}"
