"""Finds a paragraph of prose that is wrapped otherwise in the file: one line there, several here.

The words must be equal, in Markdown and text files, in comments, and in docstrings of Python. Line breaks
must mean nothing: no list item, heading, table row or hard break may be among the lines. The block's change
is applied word by word, so that the file's line breaks stay.
"""

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from msgspec import Struct

from editreview import likeness
from editreview.matching.file_index import FileIndex
from editreview.matching.model import Query
from editreview.patterns import lazy_pattern
from editreview.text import Change, Splice

_PROSE = (".md", ".markdown", ".mdx", ".mdc", ".txt", ".rst", ".adoc", ".org")
_DOCSTRINGS = (".py", ".pyi")
_MARKER = lazy_pattern(r"[ \t]*(?P<marker>#+|//[/!]?|--|;+|%+|\*)(?=[ \t])")
"""The beginning of a comment line; an asterisk inside of a comment of several lines."""
_BLOCK = lazy_pattern(r"[ \t]*(?:[-*+>|#=~`]|\d+[.)][ \t]|:\w+:|\.\. |@|\\|\S.*\|.*\|)")
"""The beginning of a line that is a block of its own in prose: an item, a heading, a row, a fence."""
_QUOTES = ('"""', "'''")
_OPENING = lazy_pattern(r"[rRuU]?(?:\"{3}|'{3})")
"""The beginning of a docstring."""
_HARD_BREAK = lazy_pattern(r"(?:  |\\|<br ?/?>)$")
_MIN_WORDS = 8
"""Words of a paragraph that are more than a coincidence."""
_MAX_WORDS = 1_000
_SLACK = 20
"""Columns by which a changed line may be longer than the paragraph's longest one."""


class Rewrapped(Struct, frozen=True):
    """Lines `first` up to `end` of the file, 0-based, that have the block's words, and the change of them."""

    first: int
    end: int
    change: Change


class _Paragraph(Struct, frozen=True):
    """The words of some lines, and the comment marker that the lines begin with, if any."""

    words: Sequence[str]
    marker: str


class _Quotes(Struct, frozen=True):
    """The quotes of a docstring that are in a paragraph."""

    opens: bool
    """True if its first word begins with them."""
    closes: bool
    """True if its last word ends with them."""


def rewrapped(index: FileIndex, query: Query) -> list[Rewrapped]:
    """The paragraphs of the file with the words of the block, in other lines.

    Args:
        index: The index of the file.
        query: The block: its old and its new text must be one paragraph each.
    """
    is_prose = query.path.lower().endswith(_PROSE)
    old, new = (_paragraph(lines, is_prose=is_prose) for lines in (query.search, query.replace))
    if old is None or new is None or old.marker != new.marker:
        return []
    if not is_prose and not old.marker and not query.path.lower().endswith(_DOCSTRINGS):
        return []
    quotes = _Quotes(opens=False, closes=False) if is_prose else _quotes(old)
    if quotes is None or not (is_prose or quotes == _quotes(new)):
        return []
    # Each whitespace is taken at once: tried in parts, the ways to do so multiply from gap to gap.
    marker = rf"[ \t]*+{re.escape(old.marker)}[ \t]*+" if old.marker else r"[ \t]*+"
    gap = rf"(?>[ \t]*+\r?\n{marker}|[ \t]++)"
    start = rf"^{marker}"
    words = gap.join(map(re.escape, old.words))
    pattern = re.compile(rf"{start}(?P<words>{words})[ \t]*\r?$", re.MULTILINE)
    hits: list[Rewrapped] = []
    for match in islice(pattern.finditer(index.text), query.max_matches):
        first, last = index.lines.at(match.start()), index.lines.at(match.end("words"))
        lines = index.bodies.plain(first, last + 1)
        if len(lines) == len(query.search) or _paragraph(lines, is_prose=is_prose) is None:
            continue
        # Nothing belongs to the paragraph beyond the quotes of its docstring.
        above = () if quotes.opens else index.bodies[max(first - 1, 0) : first]
        below = () if quotes.closes else index.bodies[last + 1 : last + 2]
        if any(_continues(line, old.marker) for line in (*above, *below)):
            continue
        if quotes.opens:
            heads = index.bodies[max(first - 1, 0) : first]
            is_docstring = all(head.rstrip().endswith(":") for head in heads)
        else:
            is_docstring = _is_in_docstring(index.text, match.start("words"))
        if is_prose or old.marker or is_docstring:
            change = _change(index.text, match.span("words"), old.words, new.words, lines)
            hits.append(Rewrapped(first, last + 1, change))
    return hits


def _paragraph(lines: Sequence[str], *, is_prose: bool) -> _Paragraph | None:
    """The lines as one paragraph; None if a line break among them may mean something."""
    if not lines or not all(line.strip() for line in lines):
        return None
    marker = ""
    if not is_prose and (first := _MARKER.match(lines[0])):
        marker = first["marker"]
        beginnings = [_MARKER.match(line) for line in lines]
        if any(each is None or each["marker"] != marker for each in beginnings):
            return None
        lines = [line.strip().removeprefix(marker) for line in lines]
    if any(map(_BLOCK.match, lines)) or any(map(_HARD_BREAK.search, lines[:-1])):
        return None
    words = [word for line in lines for word in line.split()]
    return _Paragraph(words, marker) if _MIN_WORDS <= len(words) <= _MAX_WORDS else None


def _quotes(paragraph: _Paragraph) -> _Quotes | None:
    """The quotes of a docstring around a paragraph; None if there are others, or more than a docstring."""
    words = paragraph.words
    opens, closes = _OPENING.match(words[0]) is not None, words[-1].endswith(_QUOTES)
    count = sum(word.count(quotes) for word in words for quotes in _QUOTES)
    return _Quotes(opens, closes) if count == opens + closes else None


def _continues(line: str, marker: str) -> bool:
    """True if a line next to a paragraph may be a part of it."""
    text = line.strip()
    if marker:
        return text.startswith(marker) and bool(text.removeprefix(marker).strip("/ "))
    return bool(text) and not _BLOCK.match(line) and '"""' not in text and "'''" not in text


def _is_in_docstring(text: str, at: int) -> bool:
    """True if as many quotes of a docstring are before an offset as open one."""
    return any(text.count(quotes, 0, at) % 2 for quotes in ('"""', "'''"))


def _change(
    text: str, span: tuple[int, int], old: Sequence[str], new: Sequence[str], lines: Sequence[str]
) -> Change:
    """The change of the words from old to new; line breaks stay, and too long lines get more of them.

    Args:
        text: The text of the file.
        span: The span of the words in it, which are the old ones.
        old: Words.
        new: The same.
        lines: The lines of the paragraph.
    """
    words = [match.span() for match in re.finditer(r"\S+", text[slice(*span)])]
    spans = _without_markers(text[slice(*span)], words, old)
    gaps = ["", *(text[span[0] + a : span[0] + b] for (_, a), (b, _) in pairwise(spans))]
    line_break = next((gap for gap in gaps if "\n" in gap), "")
    new_gaps: list[str] = []
    at = 0
    for opcode in likeness.Levenshtein.opcodes(old, new):
        if opcode.tag == "insert":
            new_gaps += [" "] * (opcode.dest_end - opcode.dest_start)
        elif opcode.tag != "delete":
            # A line whose first words are removed begins with the next ones.
            first, *others = gaps[opcode.src_start : opcode.src_end]
            removed_break = next((gap for gap in gaps[at : opcode.src_start] if "\n" in gap), "")
            new_gaps += [removed_break or first or " ", *others]
            at = opcode.src_end
    column = span[0] - text.rfind("\n", 0, span[0]) - 1
    joined = _joined(new, new_gaps, line_break, max(map(len, lines)) + _SLACK, column)
    return Change((Splice(*span, joined),) if joined != text[slice(*span)] else ())


def _without_markers(
    text: str, spans: Sequence[tuple[int, int]], words: Sequence[str]
) -> list[tuple[int, int]]:
    """The spans of the words, without those of comment markers between them."""
    rest = iter(spans)
    return [next(span for span in rest if text[span[0] : span[1]] == word) for word in words]


def _joined(words: Sequence[str], gaps: Sequence[str], line_break: str, width: int, column: int) -> str:
    """Words with their gaps; where a line would be too long, with a line break if the file has some."""
    text = ""
    prefix = len(line_break.rpartition("\n")[2])
    for nth, (word, gap) in enumerate(zip(words, gaps, strict=True)):
        between = gap if nth else ""
        if "\n" not in between and nth and line_break and column + len(between) + len(word) > width:
            between = line_break
        column = prefix if "\n" in between else column + len(between)
        text += between + word
        column += len(word)
    return text
