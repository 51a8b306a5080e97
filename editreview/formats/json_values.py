"""JSON in a response: finds its end, reads it, and repairs small mistakes.

Models write unescaped line ends and quotes in strings, and forget a comma or the last brackets.
`json_repair` (MIT) guesses the value; a guess counts only if it loses no letter or digit of the
text. Its time is not linear, so only short texts are repaired.
"""

import json
import re
from array import array
from collections.abc import Iterator
from enum import Enum, auto
from typing import TypeAlias

from editreview.blocks import LineRange

FIRST = r'[{\[][ \t]*(?:["{}\[\]]|$)'
"""A regular expression for the start of a value."""
_OPENING = re.compile(rf"[ \t]*{FIRST}")
_FIRST_OF_LINE = re.compile(r'[ \t]*(?:["{}\[\],:]|-?[0-9]|(?:[Tt]rue|[Ff]alse|null|None)\b|$)')
"""The beginning of a line of JSON, or of a literal of Python: `  "a`, `true`."""
_FIRST_AFTER_OPENING = re.compile(r'[ \t]*(?:["{}\[\]]|$)')
_BETWEEN = re.compile(r"[ \t,;]*")
_OUTSIDE = re.compile(r'["{}\[\]]')
_REST = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+')
"""The rest of a string, without its last quote."""
_MAX_WORD_LENGTH = 40
_MAX_REPAIRED_LENGTH = 256 * 1024
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class State(Enum):
    """The state of a value that is arriving."""

    OPEN = auto()
    CLOSED = auto()
    BROKEN = auto()
    """It cannot be JSON."""


class JsonObject(dict[str, object]):
    """An object with its lines, 0-based from the line on which the value begins."""

    __slots__ = ("lines",)
    lines: LineRange | None


Value: TypeAlias = object


def opens(text: str, at: int = 0) -> bool:
    """True if JSON may begin here: with a bracket, followed by a character that can follow it."""
    return _OPENING.match(text, at) is not None


def next_value(text: str, at: int) -> int:
    """The offset of the text after a value, beyond separators."""
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


class Scan:
    """Finds the end of a value, line by line, and notes which of some words are among its strings.

    Args:
        words: The words to look for.
    """

    def __init__(self, words: frozenset[str]) -> None:
        self.is_in_string = False
        self.found: set[str] = set()
        self._words = words
        self._line = -1
        self._open: list[int] = []
        self._is_fresh = False
        self._spans = array("L")

    def feed(self, text: str, at: int = 0) -> tuple[State, int]:
        """Feed the next line, from an offset on.

        Returns:
            The state after the line; with CLOSED the offset after the value.
        """
        self._line += 1
        if not self.is_in_string and not self._can_begin(text, at):
            return State.BROKEN, at
        while True:
            if self.is_in_string:
                at = self._rest_of_string(text, at)
                if self.is_in_string:
                    return State.OPEN, at
            token = _OUTSIDE.search(text, at)
            if token is None:
                self._is_fresh = text.rstrip()[-1:] in ("{", "[") and len(self._open) == 1
                return State.OPEN, at
            at = token.end()
            if token[0] == '"':
                self.is_in_string = True
                at = self._rest_of_string(text, at)
            elif token[0] in "{[":
                self._open.append(self._line)
            elif self._closes(token[0]):
                return State.CLOSED, at

    def spans(self) -> Iterator[LineRange]:
        """The lines of each object, in the order in which they closed."""
        return zip(self._spans[::2], self._spans[1::2], strict=True)

    def _can_begin(self, text: str, at: int) -> bool:
        pattern = _FIRST_AFTER_OPENING if self._is_fresh else _FIRST_OF_LINE
        return pattern.match(text, at) is not None

    def _closes(self, bracket: str) -> bool:
        first = self._open.pop()
        if bracket == "}":
            self._spans.extend((first, self._line))
        return not self._open

    def _rest_of_string(self, text: str, start: int) -> int:
        rest = _REST.match(text, start)
        end = rest.end() if rest else start
        if not text.startswith('"', end):
            # A backslash at the end of the line ends the match too: it escapes the line end.
            return len(text)
        self.is_in_string = False
        if end - start <= _MAX_WORD_LENGTH and (word := text[start:end]) in self._words:
            self.found.add(word)
        return end + 1


def read(text: str, spans: Iterator[LineRange] | None = None) -> Value:
    """The value of a JSON text. Control characters in its strings are allowed.

    Args:
        text: The text.
        spans: The lines of each object, in the order in which they close; None if unknown.

    Raises:
        ValueError: It is not JSON, or nested too deeply.
    """

    def located(pairs: list[tuple[str, object]]) -> JsonObject:
        value = JsonObject(pairs)
        value.lines = next(spans, None) if spans is not None else None
        return value

    try:
        return json.loads(text, strict=False, object_pairs_hook=located)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def repaired(text: str) -> Value:
    """The value of a text that is nearly JSON; None if it is too long, or a repair would lose text."""
    if len(text) > _MAX_REPAIRED_LENGTH:
        return None
    import json_repair  # Slow to import, and seldom needed.

    try:
        value: Value = json_repair.loads(text, skip_json_loads=True, stream_stable=True)
        lost = _letters(_unescaped(text)) != _letters("".join(_strings(value)))
    except (RecursionError, ValueError, TypeError, IndexError, KeyError, AttributeError):
        return None
    return None if lost else value


def _unescaped(text: str) -> str:
    """A JSON text with its escapes replaced by the characters that they stand for."""

    def character(escape: re.Match[str]) -> str:
        name = escape[1]
        if len(name) == 5:
            return chr(int(name[1:], 16))
        return "" if name in "nrtbf" else name

    return _ESCAPE.sub(character, text)


def _letters(text: str) -> str:
    whole = _HALVES.sub(lambda pair: pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)
    return "".join(c for c in whole if c.isalnum()).lower()


def _strings(value: Value) -> Iterator[str]:
    """The names and values in a value as text, in order."""
    match value:
        case dict():
            for name, inner in value.items():
                yield str(name)
                yield from _strings(inner)
        case list():
            for inner in value:
                yield from _strings(inner)
        case None:
            yield "null"
        case _:
            yield str(value)
