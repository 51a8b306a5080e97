"""The capabilities of a terminal as its environment describes them: colours, background, characters."""

import codecs
import locale
import os
import sys
from collections.abc import Mapping
from enum import IntEnum

from msgspec import Struct

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
