"""Normalisers: map lines that count as equal to the same text.

Each of the functions ignores one more kind of difference than the one before. A folding replaces
every match of a pattern, in both texts, with the text that it stands for.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from editreview.patterns import lazy_pattern


def exact(line: str) -> str:
    return line


def without_line_end(line: str) -> str:
    return line.removesuffix("\r")


def without_trailing_whitespace(line: str) -> str:
    return line.rstrip(" \t\r")


def without_indentation(line: str) -> str:
    return line.strip(" \t\r")


class Atom(Struct, frozen=True):
    """One character of a folded text, and the characters of the original that it stands for."""

    folded: str
    original: str


class Folding(Struct, frozen=True, dict=True):
    """Replaces every match of a pattern, so that texts which differ only there become equal."""

    pattern: str
    """Matches runs of whitespace too, if their length does not matter: the others here include `_SPACES`."""
    fold: Callable[[str], str]
    """Maps a match of the pattern to its replacement."""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        # Compiled on first use: most runs find every block before anything is folded.
        return re.compile(self.pattern)

    def key(self, line: str) -> str:
        """The line folded, without outer spaces."""
        return self._compiled.sub(lambda match: self.fold(match[0]), line).strip(" ")

    def atoms(self, text: str) -> list[Atom]:
        """The characters of the folded text, in order.

        Characters that fold to nothing are added to a neighbour's original.
        """
        atoms: list[Atom] = []
        spans = [match.span() for match in self._compiled.finditer(text)]
        pending = ""
        for (_, kept), (start, end) in pairwise([(0, 0), *spans, (len(text), len(text))]):
            plain = [Atom(character, character) for character in text[kept:start]]
            folded = self.fold(text[start:end]) if end > start else ""
            original = [text[start:end]] + [""] * (len(folded) - 1)
            plain += (Atom(character, part) for character, part in zip(folded, original, strict=False))
            if pending and plain:
                plain[0] = Atom(plain[0].folded, pending + plain[0].original)
                pending = ""
            atoms += plain
            if end > start and not folded:
                pending += text[start:end]
        if pending and atoms:
            atoms[-1] = Atom(atoms[-1].folded, atoms[-1].original + pending)
        return atoms


_SPACES = r"[ \t\r\f\v]+"


def _fold_spaces(_: str) -> str:
    return " "


WHITESPACE = Folding(_SPACES, _fold_spaces)
"""Every run of whitespace equals one space. No whitespace does not equal some."""

_ESCAPED = rf"{_SPACES}|\\[\"'`$/\\]"


def _fold_escape(text: str) -> str:
    return text[1] if text[0] == "\\" else " "


ESCAPES = Folding(_ESCAPED, _fold_escape)
"""Quotes, dollars, slashes and backslashes equal the same characters with a backslash before them."""

_NAMES = "amp|lt|gt|quot|apos|nbsp"
_ENTITY = rf"{_SPACES}|&(?:{_NAMES}|#0*(?:34|38|39|60|62)|#[xX]0*(?:22|26|27|3[cCeE]));"


def _fold_entity(text: str) -> str:
    if text[0] != "&":
        return " "
    # Has a table of two thousand names, which few blocks need.
    import html

    return html.unescape(text).replace("\xa0", " ")


ENTITIES = Folding(_ENTITY, _fold_entity)
"""Entities of characters that markup reserves equal these characters."""
ENTITY_OF = {
    "&": r"&(?:amp|#0*38|#[xX]0*26);",
    "<": r"&(?:lt|#0*60|#[xX]0*3[cC]);",
    ">": r"&(?:gt|#0*62|#[xX]0*3[eE]);",
    '"': r"&(?:quot|#0*34|#[xX]0*22);",
    "'": r"&(?:apos|#0*39|#[xX]0*27);",
}
"""By character: a pattern for its entities."""

_SINGLE = "\u2018\u2019\u201a\u201b\u2032\u02bc\uff07"
_DOUBLE = "\u201c\u201d\u201e\u201f\u2033\uff02"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_UNUSUAL_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
INVISIBLE = "\u200b-\u200d\u2060\ufeff\u00ad"
_COMBINED = r"\w[\u0300-\u036f]+"
_LOOK_ALIKE = f"[ \\t\\r\\f\\v{_UNUSUAL_SPACES}]+|{_COMBINED}|[{_SINGLE}{_DOUBLE}{_DASHES}{INVISIBLE}…]"
_PLAIN = {
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_DASHES, "-"),
    "…": "...",
}
LIKE = {"'": _SINGLE, '"': _DOUBLE, "-": _DASHES}
"""By plain character: its look-alikes, for a character class of a pattern."""
_INVISIBLE = lazy_pattern(f"[{INVISIBLE}]")


def _fold_look_alike(text: str) -> str:
    if text in _PLAIN:
        return _PLAIN[text]
    if _INVISIBLE.match(text):
        return ""
    return unicodedata.normalize("NFC", text) if text[0].isalnum() or text[0] == "_" else " "


LOOK_ALIKES = Folding(_LOOK_ALIKE, _fold_look_alike)
"""Quotes, dashes, dots and spaces of every kind equal the plain ones, decomposed letters the composed ones;
invisible characters count as nothing."""

_KINDS = {
    "quotes": lazy_pattern(f"[{_SINGLE}{_DOUBLE}]"),
    "dashes": lazy_pattern(f"[{_DASHES}]"),
    "dots": lazy_pattern("…"),
    "spaces": lazy_pattern(f"[{_UNUSUAL_SPACES}]"),
    "invisible": _INVISIBLE,
    "letters": lazy_pattern(_COMBINED),
}


_UNUSUAL_INDENTATION = lazy_pattern(rf"^[ \t]*[{_UNUSUAL_SPACES}][ \t{_UNUSUAL_SPACES}]*", re.MULTILINE)


def has_unusual_indentation(text: str) -> bool:
    """True if the indentation of a line contains unusual spaces."""
    return not text.isascii() and _UNUSUAL_INDENTATION.search(text) is not None


def with_plain_indentation(line: str) -> str:
    """The line with plain spaces for the unusual ones in its indentation."""
    match = _UNUSUAL_INDENTATION.match(line)
    return line if match is None else as_plain(match[0]) + line[match.end() :]


def look_alike(text: str) -> str | None:
    """The kind of the first look-alike of a plain character in a text; None if there is none."""
    if text.isascii():
        return None
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), None)


def as_plain(text: str) -> str:
    """A text with plain characters for their look-alikes; the number of spaces stays."""
    text = _KINDS["spaces"].sub(" ", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", "".join(_PLAIN.get(character, character) for character in text))
