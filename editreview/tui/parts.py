"""Text on the screen: the colours and characters of the display, and parts of a line, fitted to its cells.

A display has the capabilities of the terminal as its environment describes them.

The styles of parts are in Textual's style markup; `$name` is a colour of the theme. They are not CSS: parsing
and matching rules for a hundred parts costs a fifth of the time to the first frame.

A process has one terminal, so its characters are set once by `use_characters`, before anything is drawn.
Signs of the interface are replaced on an ASCII terminal. Text of files and responses keeps its characters
where the terminal can show them, and is escaped where it cannot: with a replacement character two different
texts could look the same.

Without Textual, since `editreview stats` needs both too.
"""

import codecs
import locale
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from editreview import terminal
from editreview.first_use import lazy_pattern
from editreview.terminal import drawn_line

_MONOCHROME = ("dumb", "unknown", "vt1", "vt2", "vt3", "vt4", "vt52")
"""Prefixes of the names of terminals without colours."""
_LIGHT = frozenset({7, 15})
"""Indexes of the sixteen colours that mean a light background in `COLORFGBG`."""


class Colours(IntEnum):
    """The number of colours."""

    NONE = 0
    SIXTEEN = 16
    INDEXED = 256
    TRUE = 1 << 24


class Display(Struct, frozen=True):
    """The capabilities of the terminal that a review is drawn for."""

    colours: Colours = Colours.TRUE
    is_light: bool = False
    """True if the background is known to be light; many terminals only answer a query."""
    answers: bool = False
    """True if the terminal can be queried for its background."""
    is_ascii: bool = False
    """True if signs and borders are drawn in ASCII."""
    escapes: bool = False
    """True if the terminal cannot show any character outside ASCII."""


def terminals_display(*, no_color: bool, is_ascii: bool) -> Display:
    """The display of the terminal that the program runs in; see `display_of` for the arguments."""
    # The console of Windows takes any character, whatever the encoding of files is.
    encoding = "utf-8" if sys.platform == "win32" else locale.getencoding()
    return display_of(os.environ, encoding=encoding, no_color=no_color, is_ascii=is_ascii)


def browsers_display(*, no_color: bool, is_ascii: bool) -> Display:
    """The display of the page of a browser; see `display_of` for the arguments."""
    no_color = no_color or bool(os.environ.get("NO_COLOR"))
    return Display(Colours.NONE if no_color else Colours.TRUE, is_ascii=is_ascii)


def display_of(environment: Mapping[str, str], *, encoding: str, no_color: bool, is_ascii: bool) -> Display:
    """The display of a terminal.

    Args:
        environment: The environment variables.
        encoding: The encoding of the locale.
        no_color: True if the user asked for no colours.
        is_ascii: True if the user asked for ASCII.
    """
    term = environment.get("TERM", "").lower()
    colours = Colours.NONE if no_color or environment.get("NO_COLOR") else _colours(environment, term)
    escapes = not _is_unicode(encoding)
    return Display(
        colours,
        is_light=_background(environment.get("COLORFGBG", "")) in _LIGHT,
        answers=colours is not Colours.NONE and term != "linux",
        # The Linux console has 512 characters at most, few of those used here among them.
        is_ascii=is_ascii or escapes or term == "linux",
        escapes=escapes,
    )


def _colours(environment: Mapping[str, str], term: str) -> Colours:
    """The number of colours to draw with; none on monochrome terminals, where Rich would use some."""
    if term.startswith(_MONOCHROME) or term.endswith(("-m", "-mono")):
        return Colours.NONE
    setting = environment.get("TEXTUAL_COLOR_SYSTEM", "auto")
    if setting in ("truecolor", "256", "standard"):
        return {"truecolor": Colours.TRUE, "256": Colours.INDEXED}.get(setting, Colours.SIXTEEN)
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Colours.TRUE
    return Colours.INDEXED if term.endswith(("-256color", "-kitty")) else Colours.SIXTEEN


def _background(named: str) -> int | None:
    """The background of a `COLORFGBG` such as `15;0` or `0;default;15`: its last colour."""
    last = named.rpartition(";")[2]
    return int(last) if last.isascii() and last.isdecimal() else None


def _is_unicode(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name.startswith(("utf-", "utf_"))
    except LookupError:
        return False


Part = tuple[str, str]
"""Text and the name of its style; an empty name for the widget's own style."""
_PATH_PARTS = lazy_pattern(r"[^/]*/|[^/]+$")
_WORDS = lazy_pattern(r"\s*(?:[^\w\s]\s+){0,2}\S+\s*|\s+")
"""Words with the whitespace after them; single punctuation stays with the next word."""


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
    dots = ui_text("…")
    for first in (folders[:1], []):
        rest = folders[len(first) + 1 :]
        for left_out in range(len(rest) + 1 if folders[len(first) :] else 0):
            short = "".join([*first, dots, "/", *rest[left_out:], name])
            if cell_len(short) <= width:
                return short
    half = max(width - 1, 0) // 3
    head = str(set_cell_size(name, half)).rstrip()
    tail = name
    while tail and cell_len(head) + 1 + cell_len(tail) > width:
        tail = tail[1:]
    return head + dots + tail


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


def draws_ascii() -> bool:
    """True if signs of the interface are drawn in ASCII."""
    return _characters.is_ascii


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
