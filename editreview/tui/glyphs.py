"""Our own signs, and what stands for them on a terminal of ASCII: the one table of both.

A terminal is one for a process, and so is what it shows: `use` says it once, before anything is
drawn. Text that is not ours keeps its characters where the terminal can show them, and is written
as escapes where it cannot: a stand-in there would make two texts look like one.
"""

from msgspec import Struct
from rich.cells import cell_len

from editreview import terminal

STAND_INS = {
    # states of blocks
    "●": "*",
    "✓": "v",
    "✗": "x",
    "·": ".",
    "≈": "=",
    "△": "^",
    "–": "-",
    "○": "o",
    "◇": "~",
    # lines of a diff, and their marks
    "−": "-",
    "»": ">",
    "■": "#",
    "□": "_",
    "◧": "%",
    "▌": "|",
    "┃": "|",
    "╱": "/",
    "↪": "\\",
    "⋯": ".",
    "‹": "<",
    "›": ">",
    "⏎": "$",
    "⊘": "%",
    "⍽": "_",
    "␣": "_",
    "\N{REPLACEMENT CHARACTER}": "?",
    # lists, panels and hints
    "…": ".",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "▸": ">",
    "▹": ">",
    "•": "*",
    "▐": "|",
    "🔎": "> ",
    **dict.fromkeys("▕▏│║┊╏▊▎▋▍▉", "|"),
    **dict.fromkeys("─╌╍▔▀", "-"),
    **dict.fromkeys("━═", "="),
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("▄▅▆▇█┫", "#"),
    **dict.fromkeys("┌┏┐┓└┗┘┛╔╗╚╝╭╮╯╰├┤┬┴┼▖▗▘▙▚▛▜▝▞▟", "+"),
}
"""As many cells as the sign has, so that nothing moves; the last are Textual's too."""
_TABLE = str.maketrans(STAND_INS)
_PICTURES = 0x2400
"""From here on there is one for each control character."""


class _Mode(Struct):
    is_ascii: bool = False
    escapes: bool = False


_mode = _Mode()


def use(*, is_ascii: bool, escapes: bool) -> bool:
    """Say what the terminal shows; see `Display`. Returns whether that is something else than before."""
    before = (_mode.is_ascii, _mode.escapes)
    _mode.is_ascii, _mode.escapes = is_ascii, escapes
    return before != (is_ascii, escapes)


def own(text: str) -> str:
    """Our own words and signs as the terminal shows them, in as many cells unless there is foreign text."""
    if not _mode.is_ascii or text.isascii():
        return text
    return foreign(text.translate(_TABLE))


def foreign(text: str) -> str:
    """Text that is not ours, made visible before, as the terminal shows it."""
    if not _mode.escapes or text.isascii():
        return text
    return "".join(character if character.isascii() else _escaped(character) for character in text)


def picture(character: str) -> str:
    """The stand-in on this terminal for a character that must not reach it."""
    return ascii(character)[1:-1] if _mode.is_ascii else terminal.picture(character)


def in_cells(text: str) -> str:
    """Text whose cells are arranged already: of its characters, what has no stand-in is `?` in every cell."""
    text = text.translate(_TABLE)
    if not _mode.escapes or text.isascii():
        return text
    return "".join(c if c.isascii() else "?" * cell_len(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character) - _PICTURES
    return ascii(chr(code) if 0 <= code < 0x20 else character)[1:-1]
