"""The text of help: every action with its keys as they are now, by place, and the meaning of the signs."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from editreview import likeness
from editreview.tui import signs
from editreview.tui.diff.cells import BLANK
from editreview.tui.diff.marks import IN, MEANT, OUT, PARTLY
from editreview.tui.diff.paint import ADJUSTED, FORGIVEN
from editreview.tui.glyphs import picture
from editreview.tui.keymap import Keymap, entries
from editreview.tui.keys import Key, Where

_SIGNS, _LINES = "Signs", "Lines"
_IN_REVIEW = (Where.REVIEW, Where.SEARCHING)
_ALIKE = 80.0
"""Percent from which words are what was meant, some letters being wrong."""
_LEAST = 4
"""Letters from which some may be wrong."""


class HelpEntry(Struct, frozen=True):
    """A line of help."""

    group: str
    label: str
    """Its keys, or a sign."""
    text: str
    id: str | None = None
    """Of an action; None for a sign."""

    @property
    def words(self) -> str:
        return f"{self.label} {self.text} {self.group} {self.id or ''}".lower()


def help_entries(keys: Keymap, where: Where) -> list[HelpEntry]:
    """All there is to say, what can be done where the user is first."""
    review = [key for match in _IN_REVIEW for key in entries(match)]
    groups = list(dict.fromkeys(key.group for key in review))
    found = [_entry(key, keys) for group in groups for key in review if key.group == group]
    own = [] if where is Where.REVIEW else [_entry(key, keys) for key in entries(where)]
    rest = [each for each in Where if each not in (*_IN_REVIEW, where)]
    others = [_entry(key, keys) for each in rest for key in entries(each)]
    return [*own, *found, *_legend(), *others]


def _entry(key: Key, keys: Keymap) -> HelpEntry:
    return HelpEntry(key.group, keys.labels(key.id), keys.help(key.id), key.id)


def _legend() -> Iterator[HelpEntry]:
    for sign in (*signs.ALL, signs.ARRIVING):
        yield HelpEntry(_SIGNS, sign.glyph, sign.word)
    marks = {
        IN: "in",
        OUT: "out",
        PARTLY: "part of a hunk included",
        MEANT: "target of the next decision",
    }
    for glyph, text in marks.items():
        yield HelpEntry(_LINES, glyph, text)
    yield HelpEntry(_LINES, FORGIVEN, "differs from the block")
    for what, glyph in ADJUSTED.items():
        yield HelpEntry(_LINES, glyph, f"adjusted to the file in {what}")
    yield HelpEntry(_LINES, picture("\r"), "adjusted: ends with a carriage return, as the file's lines do")
    yield HelpEntry(_LINES, picture(chr(0x202E)), "invisible, or easily mistaken for another character")
    yield HelpEntry(_LINES, BLANK, "an unusual space character")


def matching(wanted: str, all_entries: Sequence[HelpEntry]) -> list[HelpEntry]:
    """The entries with this key, or with all these words; if there are none, those that nearly have them."""
    wanted = wanted.strip()
    keyed = [entry for entry in all_entries if wanted in entry.label.split()]
    if keyed and len(wanted) == 1:
        return keyed
    words = wanted.lower().split()
    found = [entry for entry in all_entries if all(word in entry.words for word in words)]
    if found or len(wanted) < _LEAST:
        return found
    return [entry for entry in all_entries if likeness.partial_ratio(wanted.lower(), entry.words) >= _ALIKE]
