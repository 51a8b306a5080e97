"""Errors of style sheets. The parser for CSS is older than nesting and most at-rules, so it is not used.

This module checks brackets, strings, comments and declarations, but not selectors and at-rules, whose syntax
grows each year. Browsers skip what they cannot read, so that such a rule has no effect.
"""

from collections.abc import Iterator

from editreview.patterns import lazy_pattern

_PART = lazy_pattern(
    r"""/\*(?s:.*?)(?:\*/|\Z)|url\(\s*(?!["'\s])[^()"'\n]*\)"""
    r"""|"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?|[()\[\]{};:]|\\."""
)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_PROPERTY = lazy_pattern(r"[*_]?-{0,2}(?:[\w-]|\\.|[^\x00-\x7f])+\s*:")
_ANYTHING = lazy_pattern(r"\s*(?:--|[\w-]*filter|behavior|composes|@|\$|<!--|-->)")
"""Declarations whose values may hold colons; at-rules; variables of other languages."""
_ON_NEXT_LINE = lazy_pattern(r"\A\s*--[\w-]+\s*:[^{}]*\n\s*-{0,2}[a-z][\w-]*:")
"""A custom property, which may have any value, but hardly another declaration."""

Error = tuple[int, str]
"""A 1-based line, and the description."""


class _Statement:
    """A run of text between braces and semicolons that are in no other bracket."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self.start = start
        self.colons: list[int] = []

    def error(self, end: int, *, is_inside: bool) -> Error | None:
        """Its error, if no block follows; else None."""
        text = self._text[self.start : end]
        begin = self.start + len(text) - len(text.lstrip())
        if begin >= end or (_ANYTHING.match(text) and not _ON_NEXT_LINE.search(text)):
            return None
        if not is_inside or not _PROPERTY.match(text.strip()):
            return _line(self._text, begin), ": this is not a declaration"
        if len(self.colons) > 1 and "progid:" not in text:
            # The value of the first declaration goes on to the colon of the next one.
            last = self._text[: self.colons[1]].rstrip("\n").rfind("\n")
            return _line(self._text, max(begin, last)), ": ';' is missing"
        return None


def errors_of_stylesheet(text: str) -> Iterator[Error]:
    """The errors of a style sheet, in order. The first is certain; later ones may follow from it."""
    opened: list[tuple[str, int]] = []
    statement = _Statement(text, 0)
    for part in _PART.finditer(text):
        token, at = part[0], part.start()
        if token.startswith("/*"):
            if len(token) < 4 or not token.endswith("*/"):
                yield _line(text, at), ": a comment is not closed"
            if not text[statement.start : at].strip():
                statement = _Statement(text, part.end())
        elif token[0] in "\"'":
            if len(token) == 1 or token[-1] != token[0]:
                yield _line(text, at), ": a string is not closed"
        elif token in ("(", "[", "{"):
            opened.append((token, at))
            if token == "{":
                statement = _Statement(text, part.end())
        elif token == ":" and _is_in_braces(opened):
            statement.colons.append(at)
        elif token == "}" or (token == ";" and _is_in_braces(opened)):
            error = statement.error(at, is_inside=bool(opened))
            if error is not None:
                yield error
            statement = _Statement(text, part.end())
        if token in _CLOSING:
            if not opened or opened[-1][0] != _CLOSING[token]:
                yield _line(text, opened[-1][1] if opened else at), ": brackets do not match"
            del opened[-1:]
    if opened:
        yield _line(text, opened[-1][1]), f": '{opened[-1][0]}' is not closed"


def _is_in_braces(opened: list[tuple[str, int]]) -> bool:
    """True in braces, and outside of all brackets."""
    return not opened or opened[-1][0] == "{"


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
