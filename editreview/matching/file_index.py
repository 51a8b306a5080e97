"""A file's text, indexed once for all blocks that are matched against it, and the normalisers of its lines.

A string for each line would take several times the memory of the text, so lines are sliced
on demand, and in batches where all of them are needed.

Normalisers map lines that count as equal to the same text. Each of the functions ignores one more kind of
difference than the one before. A folding replaces every match of a pattern, in both texts, with the text
that it stands for.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct

from editreview.characters import NO_WIDTH, UNUSUAL_SPACES
from editreview.first_use import lazy_pattern
from editreview.matching.depth import depth_unit
from editreview.text import Lines, line_end

Key = Callable[[str], str]
"""Maps a line to the text it is compared by. Lines come without their line feed, and keys hold none."""

_BATCH = 8 * 1024
"""The characters, up to the end of a line, that exist as separate lines at the same time."""
_WHITESPACE = {ord(each): None for each in map(chr, range(128)) if each.isspace()}
"""Maps each whitespace character of ASCII to nothing."""
_ENOUGH_INDENTED = 5
"""Indented lines that show how a file indents."""


class Bodies:
    """Lines without their separator; a carriage return before a line feed stays."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __getitem__(self, lines: slice) -> list[str]:
        first, end, _ = lines.indices(len(self._lines))
        if first >= end:
            return []
        starts, separator = self._lines.starts, self._lines.separator
        bodies = self._lines.text[starts[first] : starts[end]].split(separator)
        return bodies if bodies[-1] else bodies[:-1]

    def plain(self, first: int = 0, end: int | None = None) -> list[str]:
        """The lines `first` up to `end`, all by default, without carriage returns before line feeds."""
        return [body.removesuffix("\r") for body in self[first:end]]

    def batches(self) -> Iterator[list[str]]:
        """All lines, in order."""
        text, separator = self._lines.text, self._lines.separator
        start = 0
        while start < len(text):
            end = text.find(separator, start + _BATCH) + 1 or len(text)
            bodies = text[start:end].split(separator)
            yield bodies if bodies[-1] else bodies[:-1]
            start = end


class Occurrences:
    """The occurrences of each line, compared without outer whitespace.

    Two integers for each line take less memory than lists.
    """

    def __init__(self, bodies: Bodies, count: int) -> None:
        self._first: dict[str, int] = {}
        self._next = array("i", [-1]) * count
        self._counts = array("i", [0]) * count
        latest = array("i", range(count))
        number = 0
        for batch in bodies.batches():
            for line in batch:
                first = self._first.setdefault(line.strip(), number)
                self._counts[first] += 1
                if first != number:
                    self._next[latest[first]] = latest[first] = number
                number += 1

    @property
    def lines(self) -> Iterable[str]:
        """The distinct lines, in order of their first occurrence."""
        return self._first.keys()

    def count(self, line: str) -> int:
        first = self._first.get(line)
        return 0 if first is None else self._counts[first]

    def of(self, line: str, limit: int) -> list[int]:
        """The 0-based numbers of the first `limit` lines equal to this one."""
        numbers: list[int] = []
        at = self._first.get(line, -1)
        while at >= 0 and len(numbers) < limit:
            numbers.append(at)
            at = self._next[at]
        return numbers


class LineFeeds:
    """A text with line feeds for its line ends, with a map of offsets back to the original."""

    def __init__(self, lines: Lines) -> None:
        self.text = lines.text
        self._is_shorter = "\r\n" in lines.text
        self._has_others = lines.separator == "\r"
        if self._has_others:
            self.text = lines.text.replace("\r", "\n")
        elif self._is_shorter:
            self.text = lines.text.replace("\r\n", "\n")
            ends = (match.start() for match in re.finditer("\r\n", lines.text))
            self._returns = array("q", [at - nth for nth, at in enumerate(ends)])

    def offset(self, at: int) -> int:
        """The offset in the original text; before the carriage return for one at a line end."""
        return at + bisect_left(self._returns, at) if self._is_shorter else at

    def of_strings(self, text: str) -> str:
        """A block's text, as it would be in this one."""
        return text.replace("\r", "\n") if self._has_others else text


class FileIndex:
    """The lines of a text, and its keys under each normaliser, built on first use."""

    def __init__(self, text: str, without: frozenset[str] = frozenset(), usual_end: str = "\n") -> None:
        """
        Args:
            text: All of the file.
            without: Names of strategies that are not used on it.
            usual_end: The line end of a text that has none.
        """
        self.text = text
        self.without = without
        self._usual_end = usual_end
        self.lines = Lines(text)
        self.bodies = Bodies(self.lines)
        self._keyed: dict[Key, Lines] = {}
        self._positions: dict[tuple[Key, str, int], list[int]] = {}
        self._nonblank: dict[Key, tuple[Lines, array[int]]] = {}
        self._has: dict[str, bool] = {}

    def of(self, text: str) -> "FileIndex":
        """An index of another text of the same file."""
        return FileIndex(text, self.without, self._usual_end)

    @cached_property
    def line_end(self) -> str:
        """The end of the last line that has one, for lines without a neighbour."""
        last = range(len(self.lines) - 1, max(len(self.lines) - 3, -1), -1)
        return next((end for at in last if (end := line_end(self.lines[at]))), self._usual_end)

    def line_end_at(self, line: int) -> str:
        """The line end for lines inserted before a line, 0-based: that of the line above, or else below."""
        return (line_end(self.lines[max(line - 1, 0)]) if len(self.lines) else "") or self.line_end

    @cached_property
    def line_feeds(self) -> LineFeeds:
        """The text with line feeds for line ends."""
        return LineFeeds(self.lines)

    @cached_property
    def has_carriage_returns(self) -> bool:
        """True if a line ends in a carriage return and a line feed."""
        # One character is found several times as fast as two.
        return "\r" in self.text and "\r\n" in self.text

    @cached_property
    def depth_unit(self) -> str | None:
        """The indentation unit of the text."""
        return depth_unit(body for batch in self.bodies.batches() for body in batch)

    @cached_property
    def indents_with(self) -> str | None:
        """A tab or a space, if several lines below the first begin with it and none with the other."""
        end = self.lines.separator[-1]
        for sign, other in ("\t ", " \t"):
            # One character is found several times as fast as two.
            if not (other in self.text and f"{end}{other}" in self.text):
                found = islice(re.finditer(f"{end}{sign}", self.text), _ENOUGH_INDENTED)
                if len(list(found)) == _ENOUGH_INDENTED:
                    return sign
        return None

    def has(self, word: str) -> bool:
        """True if the text has a word at any place; cached, since those above many blocks are the same."""
        if word not in self._has:
            self._has[word] = word in self.text
        return self._has[word]

    @cached_property
    def occurrences(self) -> Occurrences:
        return Occurrences(self.bodies, len(self.lines))

    def find(self, key: Key, query: Sequence[str], limit: int) -> Sequence[int]:
        """The 0-based lines at which a run of lines with these keys begins, overlapping runs included.

        Results are cached: a new plan repeats the queries of the last one.

        Args:
            key: The normaliser.
            query: Keys, at least one.
            limit: The maximum number of lines to return.
        """
        needle = "\n".join(query) + "\n"
        if (key, needle, limit) not in self._positions:
            if key not in self._keyed:
                self._keyed[key] = self._joined(key)
            self._positions[key, needle, limit] = _lines_at(self._keyed[key], needle, limit)
        return self._positions[key, needle, limit]

    def find_nonblank(self, key: Key, query: Sequence[str], limit: int) -> list[Sequence[int]]:
        """Runs of lines with these keys, ignoring lines whose key is empty.

        Args:
            key: The normaliser.
            query: Keys, at least one, none of them empty.
            limit: The maximum number of runs to return.

        Returns:
            The 0-based numbers of the lines of each run.
        """
        self.find(key, query, 1)
        if key not in self._nonblank:
            keys = self._keyed[key].text.split("\n")
            kept = array("i", [number for number, line in enumerate(keys) if line])
            self._nonblank[key] = (Lines("".join(f"{keys[number]}\n" for number in kept), "\n"), kept)
        lines, numbers = self._nonblank[key]
        starts = _lines_at(lines, "\n".join(query) + "\n", limit)
        return [numbers[at : at + len(query)] for at in starts]

    @cached_property
    def squeezed(self) -> str:
        """The text without whitespace."""
        # Deleting characters takes a tenth of the time, if there are few kinds of them.
        return self.text.translate(_WHITESPACE) if self.text.isascii() else "".join(self.text.split())

    @cached_property
    def _has_trailing_whitespace(self) -> bool:
        return "\r" in self.text or " \n" in self.text or ("\t" in self.text and "\t\n" in self.text)

    def _joined(self, key: Key) -> Lines:
        """Every line's key, each followed by a newline. Normalisers with the same result share one object."""
        is_text = (
            key is unchanged
            or (key is without_line_end and "\r" not in self.text)
            or (key is without_trailing_whitespace and not self._has_trailing_whitespace)
        )
        if is_text and self.lines.separator == "\n" and self.text.endswith("\n"):
            return self.lines
        joined = "".join("\n".join(map(key, batch)) + "\n" for batch in self.bodies.batches())
        same = (known for known in (self.lines, *self._keyed.values()) if known.text == joined)
        return next(same, None) or Lines(joined, "\n")


def _lines_at(lines: Lines, needle: str, limit: int) -> list[int]:
    """The 0-based lines at which a needle of whole lines begins."""
    starts = [0] if lines.text.startswith(needle) else []
    # Include the preceding newline, so that the end of a longer line does not match.
    needle = f"\n{needle}"
    at = lines.text.find(needle)
    while at >= 0 and len(starts) < limit:
        starts.append(lines.at(at + 1))
        at = lines.text.find(needle, at + 1)
    return starts


def unchanged(line: str) -> str:
    return line


def without_line_end(line: str) -> str:
    return line.removesuffix("\r")


def without_trailing_whitespace(line: str) -> str:
    return line.rstrip(" \t\r")


def without_indentation(line: str) -> str:
    return line.strip(" \t\r")


_Part = TypeVar("_Part", bound=Hashable)
_Value = TypeVar("_Value")


class PerFile(Generic[_Part, _Value]):
    """A cache of facts about a file, for all its blocks. It ends with the index of the file."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[FileIndex, dict[_Part, _Value]] = WeakKeyDictionary()

    def of(self, index: FileIndex, part: _Part, make: Callable[[], _Value]) -> _Value:
        """A value, made on first use.

        Args:
            index: The index of the file.
            part: Tells the value from the others of the file.
            make: Makes it.
        """
        known = self._known.setdefault(index, {})
        if part not in known:
            known[part] = make()
        return known[part]


class Atom(Struct, frozen=True):
    """One character of a folded text, and the characters of the original that it stands for."""

    folded: str
    original: str


class Folding(Struct, frozen=True, dict=True):
    """Replaces every match of a pattern, so that texts which differ only there become equal.

    Every run of whitespace becomes one space, in each folding. No whitespace does not equal some.
    """

    pattern: str = ""
    """Matches what else is replaced; empty for nothing."""
    fold: Callable[[str], str] = str
    """Maps a match of the pattern to its replacement."""
    spaces: str = r" \t\r\f\v"
    """The characters that count as whitespace, for a character class."""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        # Compiled on first use: most runs find every block before anything is folded.
        return re.compile(f"[{self.spaces}]+|{self.pattern}" if self.pattern else f"[{self.spaces}]+")

    def _folded(self, match: re.Match[str]) -> str:
        text = match[0]
        return " " if text.isspace() else self.fold(text)

    def key(self, line: str) -> str:
        """The line folded, without outer spaces."""
        return self._compiled.sub(self._folded, line).strip(" ")

    def atoms(self, text: str) -> list[Atom]:
        """The characters of the folded text, in order.

        Characters that fold to nothing are added to a neighbour's original.
        """
        atoms: list[Atom] = []
        folds = [(*match.span(), self._folded(match)) for match in self._compiled.finditer(text)]
        pending = ""
        for (_, kept, _), (start, end, folded) in pairwise([(0, 0, ""), *folds, (len(text), len(text), "")]):
            plain = [Atom(character, character) for character in text[kept:start]]
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


WHITESPACE = Folding()


def _fold_escape(text: str) -> str:
    return text[1]


ESCAPES = Folding(r"\\[\"'`$/\\]", _fold_escape)
"""Quotes, dollars, slashes and backslashes equal the same characters with a backslash before them."""

_ENTITY_NAMES = "amp|lt|gt|quot|apos|nbsp"
_ENTITY = rf"&(?:{_ENTITY_NAMES}|#0*(?:34|38|39|60|62)|#[xX]0*(?:22|26|27|3[cCeE]));"


def _fold_entity(text: str) -> str:
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
_COMBINED = r"\w[\u0300-\u036f]+"
_LOOK_ALIKE = f"{_COMBINED}|[{_SINGLE}{_DOUBLE}{_DASHES}{NO_WIDTH}…]"
_PLAIN_OF = {
    **dict.fromkeys(_SINGLE, "'"),
    **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_DASHES, "-"),
    "…": "...",
}
LOOK_ALIKES_OF = {"'": _SINGLE, '"': _DOUBLE, "-": _DASHES}
"""By plain character: its look-alikes, for a character class of a pattern."""
_NO_WIDTH = lazy_pattern(f"[{NO_WIDTH}]")


def _fold_look_alike(text: str) -> str:
    if text in _PLAIN_OF:
        return _PLAIN_OF[text]
    if _NO_WIDTH.match(text):
        return ""
    return unicodedata.normalize("NFC", text)


LOOK_ALIKES = Folding(_LOOK_ALIKE, _fold_look_alike, rf" \t\r\f\v{UNUSUAL_SPACES}")
"""Quotes, dashes, dots and spaces of every kind equal the plain ones, decomposed letters the composed ones;
invisible characters count as nothing."""

QUOTES = Folding('"', lambda _: "'")
"""Single quotes equal double ones."""

_LOOK_ALIKE_KINDS = {
    "quotes": lazy_pattern(f"[{_SINGLE}{_DOUBLE}]"),
    "dashes": lazy_pattern(f"[{_DASHES}]"),
    "dots": lazy_pattern("…"),
    "spaces": lazy_pattern(f"[{UNUSUAL_SPACES}]"),
    "invisible": _NO_WIDTH,
    "letters": lazy_pattern(_COMBINED),
}


_UNUSUAL_INDENTATION = lazy_pattern(rf"^[ \t]*[{UNUSUAL_SPACES}][ \t{UNUSUAL_SPACES}]*", re.MULTILINE)


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
    return next((kind for kind, pattern in _LOOK_ALIKE_KINDS.items() if pattern.search(text)), None)


def as_plain(text: str) -> str:
    """A text with plain characters for their look-alikes; the number of spaces stays."""
    text = _LOOK_ALIKE_KINDS["spaces"].sub(" ", _NO_WIDTH.sub("", text))
    return unicodedata.normalize("NFC", "".join(_PLAIN_OF.get(character, character) for character in text))
