"""Objects and lists in code, with their keys or items: `{ timestamps: true }`, `["a", "b"]`.

A text is read without a grammar, so that it may be in any language, and may be a part of a statement.
"""

from collections.abc import Iterator

from msgspec import Struct

from editreview.first_use import lazy_pattern

_MAX_DEPTH = 30
"""The most brackets around a literal: its text is read again for each."""
_PAIRS = {"{": "}", "[": "]", "(": ")"}
_SIGN = lazy_pattern(
    r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\]|\\.)*+`"
    r"|(?P<comment>(?<![:\w])//[^\n]*|(?<!\S)#\s[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)|(?P<sign>[\[\](){},])"
)
"""A string, a comment, a bracket or a comma."""
ENTRY_KEY = lazy_pattern(r"[\"':]?(?P<key>[\w$@.-]+)[\"']?\s*(?:=>|:(?!:)|=(?!=))")
"""The beginning of an entry that has a key: `"a": `, `a => `, `a=`."""


class Literal(Struct, frozen=True):
    """An object or a list in a text."""

    start: int
    """The offset of its first bracket."""
    end: int
    """The offset below its last one."""
    entries: frozenset[str]
    """The keys of its entries; of those without a key, the text."""


def literals_in(text: str, sign: str) -> Iterator[Literal]:
    """The literals of a text that have entries, inner ones first.

    Args:
        text: The text.
        sign: The bracket that they begin with: `{` or `[`.
    """
    opened: list[tuple[str, int, list[str], int]] = []
    """By depth: the bracket, its offset, the entries so far, and the offset of the next one."""
    for found in _SIGN.finditer(text):
        mark, at = found["sign"], found.start()
        if mark in _PAIRS:
            opened.append((mark, at, [], at + 1))
        elif mark == "," and opened:
            begun, first, entries, start = opened[-1]
            entries.append(text[start:at])
            opened[-1] = (begun, first, entries, at + 1)
        elif mark is not None and opened and _PAIRS[opened[-1][0]] == mark:
            begun, first, entries, start = opened.pop()
            entries.append(text[start:at])
            is_read = begun == sign and len(opened) < _MAX_DEPTH
            if is_read and (named := frozenset(filter(None, map(_entry, entries)))):
                yield Literal(first, at + 1, named)


def literal_alone(text: str) -> Literal | None:
    """The literal that is all of a text, but for a comma or a semicolon behind it; None for other text."""
    code = text.strip().rstrip(",;")
    if code[:1] not in ("{", "["):
        return None
    first = len(text) - len(text.lstrip())
    return next(
        (each for each in literals_in(text, code[0]) if (each.start, each.end) == (first, first + len(code))),
        None,
    )


def _entry(text: str) -> str:
    """The key of an entry, or its text with single spaces; empty without any."""
    plain = " ".join(_SIGN.sub(lambda found: " " if found["comment"] else found[0], text).split())
    key = ENTRY_KEY.match(plain)
    return key["key"] if key is not None else plain
