"""Normalisers: each ignores the differences that those before it do, and one more kind.

The first five are functions of a line. The others fold characters: what a match of a pattern
stands for counts instead of it, whichever side it is on.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from msgspec import Struct


def exact(line: str) -> str:
    return line


def without_line_end(line: str) -> str:
    return line.removesuffix("\r")


def without_trailing_whitespace(line: str) -> str:
    return line.rstrip(" \t\r")


def without_indentation(line: str) -> str:
    return line.strip(" \t\r")


class Atom(Struct, frozen=True):
    """One character of a folded text, and the characters that it stands for."""

    folded: str
    own: str


class Folding(Struct, frozen=True, dict=True):
    """Texts that count as the same: every match of a pattern stands for another text."""

    pattern: str
    stands_for: Callable[[str], str]

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        # Most blocks are found before anything is folded, and each start would pay for this.
        return re.compile(self.pattern)

    def key(self, line: str) -> str:
        """The line folded, without outer whitespace."""
        return self._compiled.sub(lambda found: self.stands_for(found[0]), line).strip(" ")

    def atoms(self, text: str) -> list[Atom]:
        """The characters of the folded text, in order; what folds to nothing is kept with its neighbour."""
        atoms: list[Atom] = []
        found = [match.span() for match in self._compiled.finditer(text)]
        waiting = ""
        for (_, kept), (start, end) in pairwise([(0, 0), *found, (len(text), len(text))]):
            plain = [Atom(character, character) for character in text[kept:start]]
            folded = self.stands_for(text[start:end]) if end > start else ""
            own = [text[start:end]] + [""] * (len(folded) - 1)
            plain += (Atom(character, part) for character, part in zip(folded, own, strict=False))
            if waiting and plain:
                plain[0] = Atom(plain[0].folded, waiting + plain[0].own)
                waiting = ""
            atoms += plain
            if end > start and not folded:
                waiting += text[start:end]
        if waiting and atoms:
            atoms[-1] = Atom(atoms[-1].folded, atoms[-1].own + waiting)
        return atoms


_BLANKS = r"[ \t\r\f\v]+"


def _blank(_: str) -> str:
    return " "


WHITESPACE = Folding(_BLANKS, _blank)
"""Runs of whitespace count as one; none and some stay two things."""

_ESCAPED = rf"{_BLANKS}|\\[\"'`$/\\]"


def _unescaped(found: str) -> str:
    return found[1] if found[0] == "\\" else " "


ESCAPES = Folding(_ESCAPED, _unescaped)
"""A quote, a dollar, a slash and a backslash count with a backslash before them as they do without."""

_NAMES = "amp|lt|gt|quot|apos|nbsp"
_ENTITY = rf"{_BLANKS}|&(?:{_NAMES}|#0*(?:34|38|39|60|62)|#[xX]0*(?:22|26|27|3[cCeE]));"


def _character(found: str) -> str:
    if found[0] != "&":
        return " "
    # A table of two thousand names, for the few blocks that hold one.
    import html

    return html.unescape(found).replace("\xa0", " ")


ENTITIES = Folding(_ENTITY, _character)
"""The entities for characters that mark-up reserves."""
ENTITY_OF = {
    "&": r"&(?:amp|#0*38|#[xX]0*26);",
    "<": r"&(?:lt|#0*60|#[xX]0*3[cC]);",
    ">": r"&(?:gt|#0*62|#[xX]0*3[eE]);",
    '"': r"&(?:quot|#0*34|#[xX]0*22);",
    "'": r"&(?:apos|#0*39|#[xX]0*27);",
}
"""Patterns for the entities of one character."""

_SINGLE = "\u2018\u2019\u201a\u201b\u2032\u02bc\uff07"
_DOUBLE = "\u201c\u201d\u201e\u201f\u2033\uff02"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
INVISIBLE = "\u200b-\u200d\u2060\ufeff\u00ad"
_COMBINED = r"\w[\u0300-\u036f]+"
_LOOKS = f"[ \\t\\r\\f\\v{_SPACES}]+|{_COMBINED}|[{_SINGLE}{_DOUBLE}{_DASHES}{INVISIBLE}…]"
_PLAIN = {
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_DASHES, "-"),
    "…": "...",
}
LIKE = {"'": _SINGLE, '"': _DOUBLE, "-": _DASHES}
"""Characters that look like one, for a set of a pattern."""
_NOTHING = re.compile(f"[{INVISIBLE}]")


def _look(found: str) -> str:
    if found in _PLAIN:
        return _PLAIN[found]
    if _NOTHING.match(found):
        return ""
    return unicodedata.normalize("NFC", found) if found[0].isalnum() or found[0] == "_" else " "


LOOK_ALIKES = Folding(_LOOKS, _look)
"""Quotes, dashes, dots and spaces of every kind, composed and decomposed letters, invisible characters."""

_KINDS = {
    "quotes": re.compile(f"[{_SINGLE}{_DOUBLE}]"),
    "dashes": re.compile(f"[{_DASHES}]"),
    "dots": re.compile("…"),
    "spaces": re.compile(f"[{_SPACES}]"),
    "nothing": _NOTHING,
    "letters": re.compile(_COMBINED),
}


_INDENTATION = re.compile(rf"^[ \t]*[{_SPACES}][ \t{_SPACES}]*", re.MULTILINE)


def has_unusual_indentation(text: str) -> bool:
    """True if a line of a text begins with unusual spaces, perhaps among plain ones."""
    return not text.isascii() and _INDENTATION.search(text) is not None


def with_plain_indentation(line: str) -> str:
    """The line with plain spaces for the unusual ones it begins with."""
    found = _INDENTATION.match(line)
    return line if found is None else as_plain(found[0]) + line[found.end() :]


def look_alike(text: str) -> str | None:
    """The kind of character in a text that looks like a plainer one; None if it has none."""
    if text.isascii():
        return None
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), None)


def as_plain(text: str) -> str:
    """A text with plain characters for their look-alikes, and as many spaces as before."""
    text = _KINDS["spaces"].sub(" ", _NOTHING.sub("", text))
    return unicodedata.normalize("NFC", "".join(_PLAIN.get(character, character) for character in text))
