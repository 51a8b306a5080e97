"""The arguments of a Python call in the layout that nearly all have, read without Python's own parser.

Each is a name and a literal without escapes on lines of its own. Whatever is more than that is
left to Python, which takes ten times as long.
"""

import re
from collections.abc import Container

from msgspec import Struct

_INSIDE = r"[^{0}\\]*+(?:{0}(?!{0}{0})[^{0}\\]*+)*+"
"""Of a string of three quotes."""
_ARGUMENT = re.compile(
    rf"\n[ \t]*([a-z_]+)[ \t]*=[ \t]*"
    rf"(?:(?:'''({_INSIDE.format(chr(39))})'''|\"\"\"({_INSIDE.format(chr(34))})\"\"\""
    r"|\"([^\"\\\n]*+)\"|'([^'\\\n]*+)')|(0|[1-9][0-9]{0,8})|(True|False))"
    r"[ \t]*(?:,(?=\n)|(?=\n[ \t]*\)))"
)
_END = re.compile(r"\n[ \t]*\)(?![^\n])")
_HALVES = re.compile("[\ud800-\udfff]")


class Arguments(Struct, frozen=True):
    values: dict[str, object]
    end: int
    """The offset behind the bracket that ends the call."""


def plain_arguments(text: str, at: int, names: Container[str], most: int) -> Arguments | None:
    """The arguments of a call that ends within the text; None if it takes Python to read them.

    Args:
        at: The offset of the newline behind the call's opening bracket.
        names: Of all arguments there can be.
        most: Characters of the call.
    """
    values: dict[str, object] = {}
    begun = at
    while found := _ARGUMENT.match(text, at):
        name, literal = found[1], found.lastindex
        if name in values or name not in names or literal is None:
            return None
        value = found[literal]
        values[name] = value if literal < 6 else int(value) if literal == 6 else value == "True"
        at = found.end()
    end = _END.match(text, at)
    if end is None or not values or end.end() - begun > most:
        return None
    return Arguments(values, end.end()) if _is_source(text[begun:at]) else None


def _is_source(text: str) -> bool:
    """Whether Python takes all characters of a text as they are."""
    return "\0" not in text and "\r" not in text and (text.isascii() or _HALVES.search(text) is None)
