"""Deceptive characters: invisible ones, and letters that look like others."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from editreview.first_use import lazy_pattern

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_INVISIBLE = (
    _CONTROLS + "\x80-\x9f"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction
    "\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff"  # no width
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # fillers and soft hyphens
    "\u2028\u2029\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # separators and formats
    "\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors and tags
    "\ud800-\udfff"
)
_ANY_INVISIBLE = lazy_pattern(f"[{_INVISIBLE}]")
_COMBINING = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
_MAX_COMBINED = 4
"""Combining marks that a letter may have in some language; more of them cover neighbouring text."""
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_EMOJI_STYLE = "\ufe0f"
_KEYCAP = "\u20e3"
_KEYS = "0123456789#*"
_PICTURES = frozenset({"So", "Sm", "Sk"})
_FIRST_PICTURE = 0x2190
"""Code points below are ASCII and Latin characters, which are part of no emoji."""
_TEXT_SIGNS = "©®‼⁉™ℹ〰〽㊗㊙"
"""Signs that only a variation selector makes an emoji."""
_JOINING_SCRIPTS = ((0x0600, 0x0DFF), (0x1000, 0x109F), (0x1780, 0x18AF))
"""Arabic to Sinhala, Myanmar, Khmer and Mongolian, where a joiner changes the shape of letters."""
_UNDECODED = range(0xDC80, 0xDD00)
"""Surrogates that stand for bytes that are not UTF-8 (surrogateescape)."""

_WORD = lazy_pattern(r"[^\W\d_]+")
_LATIN = lazy_pattern("[A-Za-z]")
UNUSUAL_SPACES = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Whitespace within lines other than that of ASCII, for a character class."""
NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\xad"
"""Invisible characters that text gains and loses when it is copied. Other invisible ones have a meaning."""
# The empty pattern of Braille looks like a space too. But it is a glyph, as in the frames of a spinner, so
# matching does not take it for one.
_LIKE_SPACES = lazy_pattern(f"[{UNUSUAL_SPACES}\u2800]")
_LOOK_ALIKES = dict(
    zip(
        "авекмнорстухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅҮԚԜԌ" + "ονρυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aBeKMHopcTyxijshdqwABEKMHOPCTYXIJSYQWG" + "ovpucjABEZHIKMNOPTYX",
        strict=True,
    )
)
"""Cyrillic and Greek letters, and the Latin ones they look like."""
_IDENTICAL = frozenset("асеорхуіјѕһԁԛԝАВЕКМНОРСТХІЈЅԚԜԌ" + "οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""Those of them that look the same in every font."""


def find_hidden(text: str) -> Iterator[int]:
    """Offsets of control, bidirectional and invisible characters that are not part of a visible glyph.

    Tabs and line ends are not included, nor is a joiner or emoji selector at either end of the text:
    its sign may continue outside.
    """
    candidates = _pattern(is_ascii=text.isascii()).finditer(text)
    return (match.start() for match in candidates if not _is_part_of_glyph(text, match.start()))


def without_invisible(text: str) -> str:
    """The text without control, bidirectional and invisible characters."""
    return text if text.isascii() and text.isprintable() else _ANY_INVISIBLE.sub("", text)


def describe_character(character: str) -> str:
    """Code point and Unicode name, for messages."""
    code = ord(character)
    if code in _UNDECODED:
        return f"byte {code - 0xDC00:02X} (not UTF-8)"
    if code < 0x20 or code == 0x7F:
        picture = chr(0x2421 if code == 0x7F else 0x2400 + code)
        return f"U+{code:04X} {unicodedata.name(picture).removeprefix('SYMBOL FOR ')}"
    return f"U+{code:04X} {unicodedata.name(character, 'without a name')}"


class DisguisedWord(Struct, frozen=True):
    """A word with letters of another alphabet that look like Latin ones; the first of these letters."""

    word: str
    at: int
    """Offset of the letter in the text, in characters."""
    letter: str
    """The foreign one."""
    latin: str
    """The letter that it looks like."""


def disguised_words(text: str) -> Iterator[DisguisedWord]:
    """Words with letters of another alphabet that look like Latin ones.

    A word of only look-alikes counts if the rest of its line is ASCII; next to other words of its
    alphabet it is assumed to be a word of that language.
    """
    if text.isascii():
        return
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isascii():
            continue
        if not _LATIN.search(word) and not (_IDENTICAL.issuperset(word) and _is_alone(text, match.span())):
            continue
        at = next((at for at, letter in enumerate(word) if letter in _LOOK_ALIKES), None)
        if at is not None:
            yield DisguisedWord(word, match.start() + at, word[at], _LOOK_ALIKES[word[at]])


def foreign_letters(text: str) -> Iterator[int]:
    """Offsets of all look-alike letters in disguised words."""
    for disguised in disguised_words(text):
        start = disguised.at - disguised.word.index(disguised.letter)
        yield from (start + at for at, letter in enumerate(disguised.word) if letter in _LOOK_ALIKES)


def unusual_spaces(text: str) -> Iterator[int]:
    """Offsets of characters that look like a space but are not U+0020."""
    if not text.isascii():
        yield from (match.start() for match in _LIKE_SPACES.finditer(text))


def _is_alone(text: str, span: tuple[int, int]) -> bool:
    """True if the rest of the word's line is ASCII."""
    first = text.rfind("\n", 0, span[0]) + 1
    last = text.find("\n", span[1])
    return text[first : span[0]].isascii() and text[span[1] : len(text) if last < 0 else last].isascii()


@cache
def _pattern(*, is_ascii: bool) -> re.Pattern[str]:
    # Compiling the whole class takes a millisecond, and ASCII text does not need it.
    piled = f"(?<={f'[{_COMBINING}]' * _MAX_COMBINED})[{_COMBINING}]"
    return re.compile(f"[{_CONTROLS}]" if is_ascii else f"[{_INVISIBLE}]|{piled}")


def _is_part_of_glyph(text: str, at: int) -> bool:
    """True if the character belongs to a glyph: in an emoji, or between letters it joins or separates."""
    character, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if character == _EMOJI_STYLE:
        if before and before in _KEYS:
            return not after or after == _KEYCAP
        return not before or before in _TEXT_SIGNS or _is_picture(before)
    if character == _JOINER and _can_be_joined(before) and _can_be_joined(after):
        return True
    return character in (_JOINER, _NON_JOINER) and _is_shaped(before) and _is_shaped(after)


def _can_be_joined(neighbour: str) -> bool:
    return not neighbour or neighbour == _EMOJI_STYLE or _is_picture(neighbour)


def _is_picture(character: str) -> bool:
    return ord(character) >= _FIRST_PICTURE and unicodedata.category(character) in _PICTURES


def _is_shaped(neighbour: str) -> bool:
    return not neighbour or any(first <= ord(neighbour) <= last for first, last in _JOINING_SCRIPTS)
