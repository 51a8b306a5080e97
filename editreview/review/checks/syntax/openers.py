"""Finds brackets and words that open something and are not closed, by indentation.

A bracket that is lost in the middle of a file leaves the outermost one open at its end. Indentation shows
which one it was: it should have been closed before the first line that is not deeper than its own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from editreview.matching import LANGUAGES, Tokens, signs
from editreview.patterns import lazy_pattern
from editreview.review.checks.syntax.markup import tags

_CLOSING = {")": "(", "]": "[", "}": "{"}
_OPENING = frozenset(_CLOSING.values())
_LEXED_AS = {"toml": "python"}
_WORDS = {
    "bash": (
        {"if": "fi", "case": "esac", "do": "done"},
        frozenset({"fi", "esac", "done"}),
    ),
    "ruby": (
        dict.fromkeys(
            ("class", "module", "def", "begin", "do", "if", "unless", "while", "until", "case", "for"), "end"
        ),
        frozenset({"end"}),
    ),
}  # fmt: skip
"""By language: opening words, each with its closing word, and all closing words."""
_AT_START = frozenset({"if", "unless", "while", "until", "case", "for", "begin", "class", "module", "def"})
"""Words of Ruby that open something only at the beginning of a statement."""
_CLAUSE = lazy_pattern(
    r"\s*(?:(?:rescue|else|elsif|elif|ensure|when|in|then|catch|except|finally|case|default)\b"
    r"|(?:public|private|protected)\s*:)"
)
"""Lines that continue the open part although they are no deeper."""
_MOST_STEPS = 1_000_000
"""The most marks that are examined; for each closing one, all open ones are compared."""
_DEEPEST = 1_000
"""The most marks that are open at once."""
_INDENT = lazy_pattern(r"[ \t]*")


class _Mark(NamedTuple):
    """A bracket or word that opens or closes."""

    line: int
    """0-based."""
    closer: str
    """The closing one of its kind."""
    is_opening: bool
    is_first: bool
    """True if it begins its line."""


class _Open(NamedTuple):
    line: int
    closer: str
    indent: int


class Unclosed(NamedTuple):
    """An opening that is not closed, by 0-based lines."""

    opened: int
    end: int
    """The first line that is not deeper, before which it should be closed."""
    closer: str


def unclosed(text: str, language: str) -> list[Unclosed]:
    """All openings that are not closed, by the lines where they should be.

    Empty if they are too many, or nested too deep, to be paired in a fraction of a second.
    """
    lines = text.split("\n")
    steps = 0
    found: list[Unclosed] = []
    stack: list[_Open] = []
    marks = _marks_of_markup(text) if language == "html" else _marks(text, language)
    for mark in marks:
        steps += 1 + (0 if mark.is_opening else len(stack))
        if steps > _MOST_STEPS or len(stack) > _DEEPEST:
            return []
        indent = _indent(lines[mark.line])
        if mark.is_opening:
            stack.append(_Open(mark.line, mark.closer, indent))
            continue
        at = _partner(stack, mark, indent)
        if at is None:
            continue
        found += (
            Unclosed(each.line, min(_end(lines, each), mark.line), each.closer) for each in stack[at + 1 :]
        )
        del stack[at:]
    found += (Unclosed(each.line, _end(lines, each), each.closer) for each in stack)
    return sorted(found, key=lambda each: each.end)


def _partner(stack: list[_Open], mark: _Mark, indent: int) -> int | None:
    """The index of the opening that a closing mark belongs to; None if there is none."""
    same = [n for n, each in enumerate(stack) if each.closer == mark.closer]
    if not same:
        return None
    if mark.is_first:
        level = [n for n in same if stack[n].indent == indent]
        if level:
            return level[-1]
        if stack[same[-1]].indent < indent and stack[same[-1]].line != mark.line:
            # It is deeper than all open marks: its own opening is lost.
            return same[-1] if same[-1] == len(stack) - 1 else None
    return same[-1]


def _end(lines: list[str], opened: _Open) -> int:
    """The line below the last deeper one; at most the line above the next one that is not deeper."""
    last = opened.line
    for n in range(opened.line + 1, len(lines)):
        if lines[n].strip():
            if _indent(lines[n]) <= opened.indent and not _CLAUSE.match(lines[n]):
                return min(last + 1, n - 1)
            last = n
    return last


def _indent(line: str) -> int:
    spaces = _INDENT.match(line)
    return len(spaces[0].expandtabs(4)) if spaces else 0


def _marks(text: str, language: str) -> Iterator[_Mark]:
    lines = _Lines(text)
    if language in _WORDS:
        yield from _marks_with_words(text, language, lines)
        return
    for sign, start in signs(text, language if language in LANGUAGES else _LEXED_AS[language]):
        if sign in _CLOSING or sign in _OPENING:
            yield _bracket(sign, *lines.at(start))


class _Lines:
    """Maps offsets, in ascending order, to their lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = self._offset = 0

    def at(self, offset: int) -> tuple[int, bool]:
        """The 0-based line of an offset, and True if only whitespace is before it on that line."""
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line, not self._text[self._text.rfind("\n", 0, offset) + 1 : offset].strip()


def _bracket(sign: str, line: int, is_first: bool) -> _Mark:
    return _Mark(line, sign if sign in _CLOSING else _PAIR[sign], sign in _OPENING, is_first)


def _marks_with_words(text: str, language: str, lines: _Lines) -> Iterator[_Mark]:
    tokens = Tokens(text, language)
    opening, closing = _WORDS[language]
    previous = ""
    for n, key in enumerate(tokens.keys):
        if key not in _OPENING and key not in _CLOSING and key not in opening and key not in closing:
            previous = key
            continue
        start, end = tokens.span(n)
        line, is_first = lines.at(start)
        if key in _CLOSING or key in _OPENING:
            yield _bracket(key, line, is_first)
        elif previous in (".", ":", "$", "-", "@") or text[end : end + 1] == ":":
            pass
        elif key in closing:
            yield _Mark(line, key, False, is_first)
        elif language != "ruby" or is_first or key not in _AT_START or previous in ("=", "(", ";", "do"):
            yield _Mark(line, opening[key], True, is_first)
        previous = key


def _marks_of_markup(text: str) -> Iterator[_Mark]:
    lines = _Lines(text)
    for tag in tags(text):
        line, is_first = lines.at(tag.start)
        yield _Mark(line, f"</{tag.name}>", tag.is_opening, is_first)


_PAIR = {opening: closing for closing, opening in _CLOSING.items()}
