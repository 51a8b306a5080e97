"""The signs of the interface, and their replacements on an ASCII terminal, in one table.

A process has one terminal, so the mode is set once by `use`, before anything is drawn. Text of files and
responses keeps its characters where the terminal can show them, and is escaped where it cannot: with a
replacement character two different texts could look the same.
"""

from msgspec import Struct
from rich.cells import cell_len

from editreview import terminal

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
_TABLE = str.maketrans(ASCII_SIGNS)
_PICTURES = 0x2400
"""The first of the control pictures."""


class _Mode(Struct):
    is_ascii: bool = False
    escapes: bool = False


_mode = _Mode()


def use(*, is_ascii: bool, escapes: bool) -> bool:
    """Set what the terminal can show; see `Display`. Returns True if that is a change."""
    before = (_mode.is_ascii, _mode.escapes)
    _mode.is_ascii, _mode.escapes = is_ascii, escapes
    return before != (is_ascii, escapes)


def ui_text(text: str) -> str:
    """Text of the interface as the terminal shows it; of the same width unless it quotes foreign text."""
    if not _mode.is_ascii or text.isascii():
        return text
    return content_text(text.translate(_TABLE))


def content_text(text: str) -> str:
    """Text of a file or a response, made visible before, as the terminal shows it."""
    if not _mode.escapes or text.isascii():
        return text
    return "".join(character if character.isascii() else _escaped(character) for character in text)


def picture(character: str) -> str:
    """The replacement on this terminal for a character that must not reach it."""
    return ascii(character)[1:-1] if _mode.is_ascii else terminal.picture(character)


def in_cells(text: str) -> str:
    """Text whose cells are laid out already: a character without a replacement becomes `?` in each cell."""
    text = text.translate(_TABLE)
    if not _mode.escapes or text.isascii():
        return text
    return "".join(c if c.isascii() else "?" * cell_len(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character) - _PICTURES
    return ascii(chr(code) if 0 <= code < 0x20 else character)[1:-1]
