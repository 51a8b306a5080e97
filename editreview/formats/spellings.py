"""The markers of SEARCH/REPLACE blocks, in the spellings that models were taught.

| taught by                             | begins             | divides   | ends              |
|---------------------------------------|--------------------|-----------|-------------------|
| aider, OpenHands, Zed, Roo            | `<<<<<<< SEARCH`   | `=======` | `>>>>>>> REPLACE` |
| aider at first                        | `<<<<<<< ORIGINAL` | `=======` | `>>>>>>> UPDATED` |
| cline                                 | `------- SEARCH`   | `=======` | `+++++++ REPLACE` |
| cline at first, three signs or more   | `<<< SEARCH`       | `===`     | `>>> REPLACE`     |

A marker is a line of its own. One of five to nine signs of the oldest spelling may be followed
by something, since models put paths and remarks there; a sentence that only speaks of a marker
is none. What merge conflicts begin and end with is told as well: text of a block holds them.
"""

import re
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from editreview.formats.paths import is_path

USUAL = range(5, 10)
"""How many signs a marker has in most spellings."""
_CONFLICT = 7
_BLANKS = " \t"
_MOST_WORDS = 3
_SHORT = 80


class Spelling(Struct, frozen=True):
    """How a kind of block begins and ends: a sign, repeated, and a word."""

    head_sign: str
    head_word: str
    end_sign: str
    end_word: str
    is_loose: bool
    """Markers of a usual length may be followed by something."""
    is_any_length: bool
    """Three signs make a marker, and so do twenty."""

    @property
    def head(self) -> str:
        return f"{self.head_sign * 7} {self.head_word}"

    @property
    def end(self) -> str:
        return f"{self.end_sign * 7} {self.end_word}"


SPELLINGS = (
    Spelling("<", "SEARCH", ">", "REPLACE", is_loose=True, is_any_length=True),
    Spelling("<", "ORIGINAL", ">", "UPDATED", is_loose=True, is_any_length=False),
    Spelling("-", "SEARCH", "+", "REPLACE", is_loose=False, is_any_length=True),
)


class Kind(StrEnum):
    """What a marker does."""

    HEAD = "head"
    DIVIDER = "divider"
    END = "end"
    CONFLICT_HEAD = "conflict head"
    CONFLICT_END = "conflict end"


class Marker(Struct, frozen=True):
    """A line that may be more than text."""

    kind: Kind
    indent: str
    count: int
    """Of its signs."""
    spelling: Spelling | None = None
    """Of a head or an end."""
    rest: str = ""
    """What follows the word."""

    @property
    def is_usual(self) -> bool:
        return self.count in USUAL


_MARKER = re.compile(r"([ \t]*+)(<{3,}+|={3,}+|>{3,}+|-{3,}+|[+]{3,}+)(.*)", re.DOTALL)


def marker(line: str) -> Marker | None:
    """The marker that a line is, if it is one."""
    return _known(line) if len(line) < _SHORT else _read(line)


def _read(line: str) -> Marker | None:
    found = _MARKER.match(line)
    if found is None:
        return None
    indent, signs, rest = found.groups()
    sign, count = signs[0], len(signs)
    if sign == "=":
        return None if rest.strip(_BLANKS) else Marker(Kind.DIVIDER, indent, count)
    return _with_word(sign, rest, indent, count) or _of_conflict(sign, rest, indent, count)


def _with_word(sign: str, text: str, indent: str, count: int) -> Marker | None:
    for spelling in SPELLINGS:
        is_head = sign == spelling.head_sign
        if not is_head and sign != spelling.end_sign:
            continue
        if count not in USUAL and not spelling.is_any_length:
            continue
        rest = _after(spelling.head_word if is_head else spelling.end_word, text)
        if rest is None or (rest and not (spelling.is_loose and count in USUAL)):
            continue
        if not is_head or not _is_sentence(rest):
            return Marker(Kind.HEAD if is_head else Kind.END, indent, count, spelling, rest)
    return None


def _after(word: str, text: str) -> str | None:
    """What follows a marker's word; some models end it with a `>` of its own."""
    text = text.lstrip(_BLANKS)
    rest = text[len(word) :]
    if not text.startswith(word) or rest[:1].isalnum() or rest[:1] == "_":
        return None
    return rest.removeprefix(">").rstrip()


def _is_sentence(rest: str) -> bool:
    """Whether what follows a head's word goes on speaking of it."""
    is_remark = rest.lstrip().startswith(("(", "[", "#", "//"))
    is_long = len(rest.split()) > _MOST_WORDS and not is_remark and not is_path(rest.strip())
    return is_long or rest.startswith((",", ".", ";", "`", "'", '"', "…", "*"))


def _of_conflict(sign: str, rest: str, indent: str, count: int) -> Marker | None:
    if sign not in "<>" or count != _CONFLICT or (rest and not rest.startswith(" ")):
        return None
    return Marker(Kind.CONFLICT_HEAD if sign == "<" else Kind.CONFLICT_END, indent, count)


# Nearly all markers are the same few lines.
_known = lru_cache(256)(_read)
