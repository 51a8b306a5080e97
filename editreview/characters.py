"""Characters that are not what they seem: those that nobody sees, and those that pass for another."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_UNSEEN = (
    _CONTROLS + "\x80-\x9f"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction
    "\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff"  # no width
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # fillers and soft hyphens
    "\u2028\u2029\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # separators and formats
    "\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors and tags
    "\ud800-\udfff"
)
_JOINERS = "\u200c\u200d"
_EMOJI_STYLE = "\ufe0f"
_PICTURES = frozenset({"So", "Sm", "Sk"})
_STYLED = frozenset({*_PICTURES, "Po", "Pd", "Nd"})
_STYLED_LETTER = "\N{INFORMATION SOURCE}"
_JOINING_SCRIPTS = ((0x0600, 0x0DFF), (0x1000, 0x109F), (0x1780, 0x18AF))
"""From Arabic to Sinhala, Myanmar, Khmer and Mongolian: there a joiner changes how letters look."""
_UNDECODED = range(0xDC80, 0xDD00)
"""What bytes become that are no UTF-8."""

_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile("[A-Za-z]")
_LOOK_ALIKES = dict(
    zip(
        "авекмнорстухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅҮԚԜԌ" + "ονρυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aBeKMHopcTyxijshdqwABEKMHOPCTYXIJSYQWG" + "ovpucjABEZHIKMNOPTYX",
        strict=True,
    )
)
"""Cyrillic and Greek letters, and the Latin ones they are taken for."""


def unseen(text: str) -> Iterator[int]:
    """The offsets of the characters that command, reorder or hide, and are not part of a visible sign.

    Tabs and line ends are none. A joiner or an emoji style at an end of the text is given the
    benefit of the doubt: what is next to it may be the rest of a sign.
    """
    candidates = _pattern(is_ascii=text.isascii()).finditer(text)
    return (found.start() for found in candidates if not _is_part_of_sign(text, found.start()))


def named(character: str) -> str:
    """Code point and name, as a person is told of it."""
    code = ord(character)
    if code in _UNDECODED:
        return f"byte {code - 0xDC00:02X} (no text)"
    if code < 0x20 or code == 0x7F:
        picture = chr(0x2421 if code == 0x7F else 0x2400 + code)
        return f"U+{code:04X} {unicodedata.name(picture).removeprefix('SYMBOL FOR ')}"
    return f"U+{code:04X} {unicodedata.name(character, 'without a name')}"


def disguised(text: str) -> Iterator[tuple[str, str, str]]:
    """The Latin words with a foreign letter in them: the word, that letter, and the one it is taken for."""
    if text.isascii():
        return
    for found in _WORD.finditer(text):
        word = found[0]
        if not word.isascii() and _LATIN.search(word):
            foreign = next((letter for letter in word if letter in _LOOK_ALIKES), None)
            if foreign is not None:
                yield word, foreign, _LOOK_ALIKES[foreign]


@cache
def _pattern(*, is_ascii: bool) -> re.Pattern[str]:
    # The whole class takes a millisecond to compile, and most text does without.
    return re.compile(f"[{_CONTROLS if is_ascii else _UNSEEN}]")


def _is_part_of_sign(text: str, at: int) -> bool:
    """Whether the character shapes its neighbours: in an emoji, or between letters that it joins or parts."""
    character, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if character == _EMOJI_STYLE:
        return not before or before == _STYLED_LETTER or unicodedata.category(before) in _STYLED
    if character not in _JOINERS:
        return False
    return _can_join(before) and _can_join(after)


def _can_join(neighbour: str) -> bool:
    return (
        not neighbour
        or neighbour == _EMOJI_STYLE
        or unicodedata.category(neighbour) in _PICTURES
        or any(first <= ord(neighbour) <= last for first, last in _JOINING_SCRIPTS)
    )
