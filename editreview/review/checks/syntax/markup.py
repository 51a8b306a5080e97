"""Errors of HTML: tags and comments that do not end, and elements without a start or an end tag.

End tags may be missing where HTML allows it, and text between tags may be anything: browsers, templates and
the standard agree on little more.
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
