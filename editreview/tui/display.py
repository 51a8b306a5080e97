"""The abilities of a terminal, as far as its environment tells: colours, background, characters."""

import codecs
import locale
import os
import sys
from collections.abc import Mapping
from enum import IntEnum

from msgspec import Struct

_MONOCHROME = ("dumb", "unknown", "vt1", "vt2", "vt3", "vt4", "vt52")
"""Beginnings of the names of terminals that have no colours."""
_LIGHT = frozenset({7, 15})
"""Of the sixteen colours, those that a light background is named by."""


class Colours(IntEnum):
    """The number of colours."""

    NONE = 0
    SIXTEEN = 16
    INDEXED = 256
    TRUE = 1 << 24


class Display(Struct, frozen=True):
    """The means that a review is drawn with."""

    colours: Colours = Colours.TRUE
    is_light: bool = False
    """True if the background is known to be light; many a terminal says so only when it is asked."""
    answers: bool = False
    """True if it makes sense to ask it for its background."""
    is_ascii: bool = False
    """True if our own signs are of ASCII only."""
    escapes: bool = False
    """True if other characters than those of ASCII cannot be shown at all."""


def terminals_display(*, no_color: bool, is_ascii: bool) -> Display:
    """The display of the terminal that the program runs in; for what was asked for, see `display_of`."""
    # Windows has a console that takes any character, whatever the encoding of files is.
    encoding = "utf-8" if sys.platform == "win32" else locale.getencoding()
    return display_of(os.environ, encoding=encoding, no_color=no_color, is_ascii=is_ascii)


def display_of(environment: Mapping[str, str], *, encoding: str, no_color: bool, is_ascii: bool) -> Display:
    """The display of a terminal.

    Args:
        environment: The variables.
        encoding: Of the locale.
        no_color: Asked for.
        is_ascii: Asked for.
    """
    term = environment.get("TERM", "").lower()
    colours = Colours.NONE if no_color or environment.get("NO_COLOR") else _colours(environment, term)
    escapes = not _is_unicode(encoding)
    return Display(
        colours,
        is_light=_background(environment.get("COLORFGBG", "")) in _LIGHT,
        answers=colours is not Colours.NONE and term != "linux",
        # The console of Linux has 512 characters at most, and few of those that we use.
        is_ascii=is_ascii or escapes or term == "linux",
        escapes=escapes,
    )


def _colours(environment: Mapping[str, str], term: str) -> Colours:
    """The number of colours that Rich draws with; none where it would draw them on a terminal without."""
    if term.startswith(_MONOCHROME) or term.endswith(("-m", "-mono")):
        return Colours.NONE
    said = environment.get("TEXTUAL_COLOR_SYSTEM", "auto")
    if said in ("truecolor", "256", "standard"):
        return {"truecolor": Colours.TRUE, "256": Colours.INDEXED}.get(said, Colours.SIXTEEN)
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Colours.TRUE
    return Colours.INDEXED if term.endswith(("-256color", "-kitty")) else Colours.SIXTEEN


def _background(named: str) -> int | None:
    """The last of the colours in `15;0` or `0;default;15`."""
    last = named.rpartition(";")[2]
    return int(last) if last.isascii() and last.isdecimal() else None


def _is_unicode(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name.startswith(("utf-", "utf_"))
    except LookupError:
        return False
