"""Edits of lines that words name by number, above a fence with the new lines.

    Replace lines 39-40 of `src/a.py` with:

    Insert after line 33:

    Delete lines 5–7.

Such an edit is an offer: the words do not show the old lines, so nothing says that the numbers are right. All
numbers are those of the file as it was read, also below an edit that adds lines.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import FormatName, Insert, Naming, Offer, OfferKind, Operation, ReplaceLines
from editreview.first_use import lazy_pattern
from editreview.formats import edit_words
from editreview.formats.edit_words import any_of
from editreview.formats.path_names import (
    files_above,
    files_mentioned,
    last_nonblank_line,
    without_decoration,
    without_links,
)
from editreview.formats.spec import CONTINUE, Context, Edit, Line, OpenBlock, Outcome, Step

_MAX_LENGTH = 300
_FILE = edit_words.FILE
_LEAD = (
    r"(?:(?:(?:then|next|now|also|first|second|third|finally|lastly|and|please|dann|und|puis|luego)\b,?\s+)*)"
    rf"(?:(?:in|im|dans|en|nel)\s+(?:(?:the|der|die|das|le|la|el)\s+)?(?:file\s+)?{_FILE},?\s+)?"
)
_THING = (
    r"(?:(?:the|this|whole|entire|existing|current|old|code|contents?|block|text|of|on|in|at|from"
    r"|die|den|le|la|les|el|las?|los)\s+){0,5}"
)
_LINES = r"(?:(?:lines?|zeilen?|lignes?|l[íi]neas?|linhas?|rig(?:a|he))\s+|(?=L\d))"
_UP_TO = r"[-–—]|\b(?:to|through|thru|bis|à|al?|hasta|até)\b"
_AND = r"\b(?:and|und|et|y|e)\b"
_NUMBERS = (
    rf"{_LINES}L?(?P<first>\d{{1,6}})"
    rf"(?:\s*(?:{_UP_TO}|(?P<and>{_AND}))\s*L?(?P<last>\d{{1,6}}))?(?![\d.,]*\d)"
)
_RANGE = rf"L?\d{{1,6}}(?:\s*(?:{_UP_TO})\s*L?\d{{1,6}})?"
_LIST = rf"{_LINES}(?P<list>{_RANGE}(?:(?:,\s*|,?\s+{_AND}\s+){_RANGE})*)(?![\d.,]*\d)"
_OF_FILE = (
    r"(?:\s*\([^()\d]*\))?"
    rf"(?:\s+(?:in|of|from|von|aus|dans|de|en|del)\s+(?:(?:the|der|die|das|le|la|el)\s+)?(?:file\s+)?{_FILE})?"
    r"(?:\s*\([^()\d]*\))?"
)
_BELOW = (
    r"(?:\s+(?:this|these|the following|the code below|following|folgendes|folgendem|ceci|esto|questo)"
    r"(?:\s+(?:lines?|code|block|one|two|three))?)?"
)
_POSITION = (
    r"(?:(?:right|directly|just|immediately|direkt)\s+)?"
    r"(?:(?P<after>after|below|under|nach|hinter|après|después de|depois de|dopo)"
    r"|(?P<before>before|above|vor|avant|antes de|prima di)|(?P<between>between|zwischen|entre))"
)
_NEW = r"(?:\s+(?!(?:after|below|under|before|above|between|line)\b)[^\d\s,;:.!?]+){0,8}"
_END = r"\s*[:：]?$"
_REPLACES = lazy_pattern(
    rf"{_LEAD}(?:{any_of(edit_words.CHANGE)})\s+{_THING}{_NUMBERS}{_OF_FILE}\s*,?\s*"
    rf"(?:with|by|to|into|as follows|durch|zu|par|por|con|на){_BELOW}{_END}",
    re.IGNORECASE,
)
_INSERTS = lazy_pattern(
    rf"{_LEAD}(?:{any_of(edit_words.ADD)}){_NEW}\s+{_POSITION}\s+(?:the\s+)?{_NUMBERS}{_OF_FILE}"
    rf"(?:,\s[^\d.!?]{{0,80}}?)?{_END}",
    re.IGNORECASE,
)
_INSERTS_THERE = lazy_pattern(
    rf"{_LEAD}{_POSITION}\s+(?:the\s+)?{_NUMBERS}{_OF_FILE},?\s+(?:{any_of(edit_words.ADD)}){_NEW}{_END}",
    re.IGNORECASE,
)
_DELETES = lazy_pattern(
    rf"{_LEAD}(?:{any_of(edit_words.REMOVE)})\s+{_THING}"
    rf"{_LIST}{_OF_FILE}(?:[,;]\s[^\d]*?)?[.!]?$",
    re.IGNORECASE,
)
_RANGES = lazy_pattern(_RANGE)
_DIGITS = lazy_pattern(r"\d+")
_QUOTED_ASIDE = lazy_pattern(r"\s*\(`[^`]*`\)")
"""The text of a line, behind its number: `Delete line 12 (`x = 1`)`."""
_SENTENCE_END = lazy_pattern(r"(?<=[.!?:])\s+(?=[A-Z*_`])")
_MARKS = "*_ \t"
_MAY_NAME_LINE = lazy_pattern(r"(?i:l[ií]n|zeile|ligne|rig[ah])[^\W\d]*\s+\d|\bL\d")
"""A fast first test."""


class LineTitle(Struct, frozen=True):
    """The lines that the words above a fence replace with it, or between which they insert it."""

    path: str
    first: int
    """1-based. An insertion is before it."""
    last: int
    """The last line that goes; the one before `first` for an insertion."""
    words: str

    def operation(self, text: str) -> Operation:
        """The edit, with this new text."""
        if self.last < self.first:
            return Insert(self.last, text)
        return ReplaceLines(self.first, self.last, text)

    def edit(self, text: str, *, warnings: tuple[str, ...] = ()) -> Edit:
        """The edit with this new text, as an offer."""
        return Edit(
            self.path,
            self.operation(text),
            warnings=warnings,
            offer=Offer(OfferKind.WORDS),
            naming=Naming.SENTENCE,
            words=self.words,
            format=FormatName.LINE_EDIT,
        )


def line_title_above(context: Context) -> LineTitle | None:
    """The lines that the last words above a fence name; None if they name none, or no file is known."""
    above = list(context.above)
    line = last_nonblank_line(above)
    if len(line) > _MAX_LENGTH or _MAY_NAME_LINE.search(line) is None:
        return None
    sentence = _SENTENCE_END.split(_plain(line))[-1]
    lines = _replaced(sentence) or _inserted(sentence)
    path = _path(above, context.path) if lines is not None else None
    return None if lines is None or path is None else LineTitle(path, *lines, line.strip())


def deletes(line: Line, context: Context) -> OpenBlock | None:
    """The block of a line of prose that asks to delete lines by number; None if it asks for nothing."""
    text = line.text
    if len(text) > _MAX_LENGTH or _MAY_NAME_LINE.search(text) is None:
        return None
    found = [
        lines
        for sentence in _SENTENCE_END.split(_QUOTED_ASIDE.sub("", _plain(text)))
        if (match := _DELETES.fullmatch(sentence.strip(_MARKS)))
        for lines in _ranges(match["list"])
    ]
    path = _path([*context.above, text], context.path) if found else None
    if path is None:
        return None
    return _Deletion([LineTitle(path, *lines, text.strip()).edit("") for lines in found])


def _plain(line: str) -> str:
    """The line without decoration and emphasis, with a sign for each file."""
    line = without_decoration(without_links(line.strip()))
    for mention in reversed(files_mentioned(line)):
        line = f"{line[: mention.start]}{_FILE}{line[mention.end :]}"
    return line.replace("**", "").replace(f"`{_FILE}`", _FILE).strip(_MARKS)


def _path(above: Sequence[str], previous: str | None) -> str | None:
    """The file of the lines, by the words above or else by the edit before; None if it is not sure."""
    paths = files_above(above[-1:]) or files_above(above)
    if len(paths) == 1:
        return paths[0]
    return previous if not paths or previous in paths else None


def _replaced(sentence: str) -> tuple[int, int] | None:
    found = _REPLACES.fullmatch(sentence)
    return None if found is None else _range(found)


def _inserted(sentence: str) -> tuple[int, int] | None:
    found = _INSERTS.fullmatch(sentence) or _INSERTS_THERE.fullmatch(sentence)
    if found is None:
        return None
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if found["between"]:
        return (last, first) if last == first + 1 else None
    if found["last"]:
        return None
    if found["after"]:
        return first + 1, first
    return (first, first - 1) if first > 0 else None


def _range(found: re.Match[str]) -> tuple[int, int] | None:
    """The first and the last line in a match; None if it does not name one range."""
    first, last = int(found["first"]), int(found["last"] or found["first"])
    is_range = 0 < first <= last and (not found["and"] or last == first + 1)
    return (first, last) if is_range else None


def _ranges(text: str) -> list[tuple[int, int]]:
    """The first and the last line of each range in a list such as `3, 7-9 and 12`; none if one is wrong."""
    ranges = [[int(number) for number in _DIGITS.findall(each)] for each in _RANGES.findall(text)]
    found = [(numbers[0], numbers[-1]) for numbers in ranges]
    return found if all(0 < first <= last for first, last in found) else []


class _Deletion(OpenBlock):
    """A line of prose that asks to delete lines."""

    is_tentative = False
    is_one_line = True

    def __init__(self, found: Sequence[Edit]) -> None:
        self._found = found

    def feed(self, line: Line) -> Step:
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        return self._found

    def progress(self) -> str:
        return "edit in words"
