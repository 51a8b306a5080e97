"""Text on the screen: parts of a line with their styles, fitted to a number of cells, and the signs of ASCII.

Styles are in Textual's style markup; `$name` is a colour of the theme. They are not CSS: parsing and matching
rules for a hundred parts costs a fifth of the time to the first frame.

A process has one terminal, so its characters are set once by `use_characters`, before anything is drawn.
Signs of the interface are replaced on an ASCII terminal. Text of files and responses keeps its characters
where the terminal can show them, and is escaped where it cannot: with a replacement character two different
texts could look the same.

Without Textual, since `editreview stats` needs parts too.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from editreview import terminal
from editreview.patterns import lazy_pattern
from editreview.terminal import drawn_line

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


ASCII_SIGNS = {
    # states of blocks
    "●": "*",
    "✓": "v",
    "✗": "x",
    "·": ".",
    "≈": "=",
    "△": "^",
    "–": "-",
    "○": "o",
    "◇": "&",
    # lines of a diff, and their marks
    "−": "-",
    "»": ">",
    "≠": "!",
    "■": "#",
    "□": "_",
    "◧": "%",
    "┃": "|",
    "╱": "/",
    "↪": "\\",
    "⇥": ">",
    "⋯": ".",
    "‹": "<",
    "›": ">",
    "⏎": "$",
    "⊘": "%",
    "⍽": "_",
    "␣": "_",
    "\N{REPLACEMENT CHARACTER}": "?",
    # lists, panels and hints
    "…": "~",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "▸": ">",
    "▹": ">",
    "•": "*",
    "▐": "|",
    "🔎": "> ",
    **dict.fromkeys("▕▏│║┊╏▊▎▋▌▍▉", "|"),
    **dict.fromkeys("─╌╍▔▀", "-"),
    **dict.fromkeys("━═", "="),
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("▄▅▆▇█┫", "#"),
    **dict.fromkeys("┌┏┐┓└┗┘┛╔╗╚╝╭╮╯╰├┤┬┴┼▖▗▘▙▚▛▜▝▞▟", "+"),
}
"""Each as wide as its sign, so that nothing moves. The last groups are also drawn by Textual's widgets."""
_TO_ASCII = str.maketrans(ASCII_SIGNS)
_PICTURES = 0x2400
"""The first of the control pictures."""


class _Characters(Struct):
    is_ascii: bool = False
    escapes: bool = False


_characters = _Characters()


def use_characters(*, is_ascii: bool, escapes: bool) -> bool:
    """Set what the terminal can show; see `Display`. Returns True if that is a change."""
    before = (_characters.is_ascii, _characters.escapes)
    _characters.is_ascii, _characters.escapes = is_ascii, escapes
    return before != (is_ascii, escapes)


def ui_text(text: str) -> str:
    """Text of the interface as the terminal shows it; of the same width unless it quotes foreign text."""
    if not _characters.is_ascii or text.isascii():
        return text
    return content_text(text.translate(_TO_ASCII))


def content_text(text: str) -> str:
    """Text of a file or a response, made visible before, as the terminal shows it."""
    if not _characters.escapes or text.isascii():
        return text
    return "".join(character if character.isascii() else _escaped(character) for character in text)


def picture(character: str) -> str:
    """The replacement on this terminal for a character that must not reach it."""
    return ascii(character)[1:-1] if _characters.is_ascii else terminal.picture(character)


def in_cells(text: str) -> str:
    """Text whose cells are laid out already: a character without a replacement becomes `?` in each cell."""
    text = text.translate(_TO_ASCII)
    if not _characters.escapes or text.isascii():
        return text
    return "".join(c if c.isascii() else "?" * cell_len(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character) - _PICTURES
    return ascii(chr(code) if 0 <= code < 0x20 else character)[1:-1]
