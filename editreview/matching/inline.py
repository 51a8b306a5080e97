"""Places of a text inside lines, where its characters are not quite the file's.

Each strategy is the one of the cascade that has its name, for characters instead of lines.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import islice, pairwise

from msgspec import Struct

from editreview.blocks import Interpretation
from editreview.matching import normalisers
from editreview.matching.carrying import Carrier
from editreview.matching.normalisers import Folding
from editreview.matching.text import FileIndex
from editreview.texts import Change, Splice

_LONGEST = 2_000
_LEAST = 4
"""Letters and digits of a text that is looked for in other spellings."""
_BLANKS = rf"[\s{normalisers.INVISIBLE}]+"


class Inline(Struct, frozen=True):
    """One way to forgive characters."""

    strategy: str
    folding: Folding
    undoes: bool
    spelled: Callable[[str], str]
    """A pattern for everything that counts as one character of the folded text."""


class Span(Struct, frozen=True):
    """A place inside lines, in characters, half-open."""

    start: int
    end: int
    change: Change | None
    """None if the new text cannot be spelled as the file would."""


def _plain(character: str) -> str:
    return re.escape(character)


def _escaped(character: str) -> str:
    return rf"\\?{re.escape(character)}" if character in "\"'`$/\\" else re.escape(character)


def _looking(character: str) -> str:
    if kin := normalisers.LIKE.get(character):
        return f"[{kin}{re.escape(character)}]"
    composed, apart = (unicodedata.normalize(form, character) for form in ("NFC", "NFD"))
    return re.escape(character) if composed == apart else f"(?:{composed}|{apart})"


def _encoded(character: str) -> str:
    entity = normalisers.ENTITY_OF.get(character)
    return f"(?:{re.escape(character)}|{entity})" if entity else re.escape(character)


_INLINE = (
    Inline("whitespace", normalisers.WHITESPACE, False, _plain),
    Inline("escapes", normalisers.ESCAPES, True, _escaped),
    Inline("look-alikes", normalisers.LOOK_ALIKES, False, _looking),
    Inline("entities", normalisers.ENTITIES, True, _encoded),
)


def inline_spans(
    index: FileIndex, interpretation: Interpretation, limit: int
) -> tuple[str, list[Span]] | None:
    """The places of a text by the first strategy that finds any, and its name.

    No place begins or ends inside a word.

    Args:
        index: Of the file.
        interpretation: A text of characters, of at most 2,000.
        limit: At most so many places are returned.
    """
    old, new = interpretation.search, interpretation.replace
    if len(old) > _LONGEST or sum(map(str.isalnum, old)) < _LEAST:
        return None
    for inline in _INLINE:
        if inline.strategy in index.without:
            continue
        found = _pattern(inline, old).finditer(index.text)
        spans = [_span(inline, old, new, match) for match in islice(found, limit)]
        known = [span for span in spans if span is not None]
        if known:
            return inline.strategy, known
    return None


def _pattern(inline: Inline, text: str) -> re.Pattern[str]:
    folded = re.sub(r"\s+", " ", "".join(atom.folded for atom in inline.folding.atoms(text)))
    parts = (_BLANKS if character == " " else inline.spelled(character) for character in folded)
    before = r"(?<!\w)" if _is_of_word(folded[0]) else ""
    after = r"(?!\w)" if _is_of_word(folded[-1]) else ""
    return re.compile(before + "".join(parts) + after)


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _span(inline: Inline, old: str, new: str, found: re.Match[str]) -> Span | None:
    """A place; None if its lines or their depths are others than the text's."""
    own = found[0]
    before, there = inline.folding.atoms(old), inline.folding.atoms(own)
    if [atom.folded for atom in before] != [atom.folded for atom in there]:
        return None
    pairs = zip(pairwise(before), pairwise(there), strict=True)
    if any(ours.folded == "\n" and a.own != b.own for (ours, a), (_, b) in pairs):
        return None
    changed = Carrier(inline.folding, [(old, own)], [new], undoes=inline.undoes).changed(old, new, own)
    if changed is None:
        return Span(*found.span(), None)
    splices = (Splice(*found.span(), changed),) if changed != own else ()
    return Span(*found.span(), Change(splices))
