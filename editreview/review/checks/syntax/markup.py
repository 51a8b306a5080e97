"""Errors of HTML and of style sheets, for which no parser is used.

In HTML they are tags and comments that do not end, and elements without a start or an end tag. End tags may
be missing where HTML allows it, and text between tags may be anything: browsers, templates and the standard
agree on little more.

The parser for CSS is older than nesting and most at-rules. In style sheets, brackets, strings, comments and
declarations are checked, but not selectors and at-rules, whose syntax grows each year. Browsers skip what
they cannot read, so that such a rule has no effect.
"""

from collections.abc import Iterator
from typing import NamedTuple

from editreview.patterns import lazy_pattern

_TEMPLATE = r"\{%(?s:.*?)%\}|\{\{(?s:.*?)\}\}|\{#(?s:.*?)#\}|<%(?s:.*?)%>"
_PLAIN_REST = r"""(?:\s+[^\s"'<>/={]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*+\s*+/?>"""
"""The attributes and the end of a usual tag."""
_PART = lazy_pattern(
    rf"<!--(?s:.*?)(?:-->|\Z)|{_TEMPLATE}|<\?(?s:.*?)(?:\?>|>|\Z)|<!(?s:.*?)>"
    rf"|</?(?P<name>[A-Za-z][\w:.-]*)(?P<rest>{_PLAIN_REST})?"
)
_ATTRIBUTE = lazy_pattern(
    r"""\s*(?:(?P<end>/?>)|(?P<value>[^\s"'<>/={]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`{]+))"""
    rf"""|(?P<template>{_TEMPLATE})|(?P<name>[^\s"'<>/={{]+=?|[{{])|(?P<slash>/))"""
)
_BEHIND_VALUE = lazy_pattern(r"\s|[/>{<]|\Z")
_VOID = frozenset(
    [
        "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ]
)  # fmt: skip
_OPTIONAL = frozenset(
    [
        "html", "head", "body", "li", "dt", "dd", "p", "rb", "rt", "rtc", "rp", "optgroup", "option",
        "colgroup", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
    ]
)  # fmt: skip
"""Elements whose end tag may be omitted, and sometimes the start tag too."""
_RAW = frozenset(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"}
)

Error = tuple[int, str]
"""A 1-based line, and the description."""


class Tag(NamedTuple):
    """A start or an end tag of an element that needs an end tag."""

    name: str
    """In lower case."""
    start: int
    """Its offset."""
    is_opening: bool


def errors_of_markup(text: str) -> Iterator[Error]:
    """The errors of a page, in order of discovery."""
    opened: list[Tag] = []
    for part in _parts(text):
        if not isinstance(part, Tag):
            yield part
        elif part.is_opening:
            opened.append(part)
        else:
            yield from _close(text, opened, part)
    yield from _not_closed(text, opened)


def tags(text: str) -> Iterator[Tag]:
    """The tags of elements that must be closed."""
    return (part for part in _parts(text) if isinstance(part, Tag) and part.name not in _OPTIONAL)


def _parts(text: str) -> Iterator[Tag | Error]:
    at = 0
    lower = text.lower()
    while (part := _PART.search(text, at)) is not None:
        name, start, at = part["name"], part.start(), part.end()
        if name is None:
            if text.startswith("<!--", start) and not part[0].endswith("-->"):
                yield _line(text, start), ": a comment is not closed"
            continue
        is_opening = not text.startswith("</", start)
        if part["rest"] is None:
            end = _end_of_tag(text, at)
            if end is None:
                yield _line(text, start), f": the tag {part[0]} does not end"
                continue
            at = end
        name, is_closed = name.lower(), text.startswith("/>", at - 2)
        if name in _VOID or (is_opening and is_closed):
            continue
        yield Tag(name, start, is_opening)
        if is_opening and name in _RAW:
            close = lower.find(f"</{name}", at)
            at = close if close >= 0 else at


def _end_of_tag(text: str, at: int) -> int | None:
    """The offset after a tag whose attributes begin at an offset; None if it does not end like a tag."""
    while True:
        part = _ATTRIBUTE.match(text, at)
        if part is None:
            return None
        at = part.end()
        if part["end"]:
            return at
        if part["value"] and not _BEHIND_VALUE.match(text, at):
            # A quote is missing: the value goes on to that of another attribute.
            return None


def _close(text: str, opened: list[Tag], tag: Tag) -> Iterator[Error]:
    names = [each.name for each in opened]
    if tag.name in names:
        place = len(names) - 1 - names[::-1].index(tag.name)
        crossed = opened[place + 1 :]
        del opened[place:]
        yield from _not_closed(text, crossed)
    elif tag.name not in _OPTIONAL:
        yield _line(text, tag.start), f": </{tag.name}> has no opening tag"


def _not_closed(text: str, opened: list[Tag]) -> Iterator[Error]:
    for tag in opened:
        if tag.name not in _OPTIONAL:
            yield _line(text, tag.start), f": <{tag.name}> is not closed"


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


_STYLE_PART = lazy_pattern(
    r"""/\*(?s:.*?)(?:\*/|\Z)|url\(\s*(?!["'\s])[^()"'\n]*\)"""
    r"""|"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?|[()\[\]{};:]|\\."""
)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_PROPERTY = lazy_pattern(r"[*_]?-{0,2}(?:[\w-]|\\.|[^\x00-\x7f])+\s*:")
_ANYTHING = lazy_pattern(r"\s*(?:--|[\w-]*filter|behavior|composes|@|\$|<!--|-->)")
"""Declarations whose values may hold colons; at-rules; variables of other languages."""
_ON_NEXT_LINE = lazy_pattern(r"\A\s*--[\w-]+\s*:[^{}]*\n\s*-{0,2}[a-z][\w-]*:")
"""A custom property, which may have any value, but hardly another declaration."""


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
    for part in _STYLE_PART.finditer(text):
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
