"""The function or class that a line is in, by indentation: enough to tell equal places apart."""

import re

from editreview.matching.depth import indentation
from editreview.matching.text import FileIndex

_FARTHEST = 2_000
"""Lines above that are looked at."""
_MOST = 3
_LONGEST = 40
"""Characters of a name."""
_KEYWORD = (
    "class|def|func|function|fn|fun|sub|proc|struct|enum|union|trait|impl|interface|module|mod|namespace"
    "|package|object|protocol|extension|record|type|macro|describe|context|test|it"
)
_BEFORE_IT = r"(?:[\w@]+(?:\([\w, ]*\))?\s+)*?"
"""Decorators, visibility and the like."""
_RECEIVER = r"(?:\([^()]*\)\s+)?"
_DEFINITION = re.compile(
    rf"^{_BEFORE_IT}(?P<kind>{_KEYWORD})\b\s*{_RECEIVER}[\s(]*(?P<name>['\"]?[\w$.:<>]+)"
)
_METHOD = re.compile(r"^(?:[\w<>\[\],*&?:~]+\s+)*(?P<name>[\w$~:]+)\s*(?:=\s*(?:async\s*)?)?\([^;]*\)?[^;]*$")
_BRANCH = re.compile(
    r"\W*(?:if|else|elif|for|foreach|while|do|switch|case|default|try|except|catch|finally|with|match|return"
    r"|when|unless|until|loop|select|guard)\b"
)
_CLOSERS = (")", "]", "}")
"""What a line begins with that goes on with one above it: the end of a signature, `} else {`."""
_LOOKED_AT = 200
"""Characters of a line in which a name is looked for."""
_MARKDOWN = (".md", ".markdown", ".mdx")
_HEADING = re.compile(r"^#{1,6}\s+(?P<name>.*\S)")


def enclosing(index: FileIndex, line: int, path: str = "") -> tuple[str, ...]:
    """The names of what a line is in, the outermost first; the heading above it in Markdown.

    Args:
        index: Of the file.
        line: 0-based.
        path: Of the file; its ending tells Markdown.

    Returns:
        At most three, `class CartView` and `def get` for example; none at the top level.
    """
    above = index.bodies[max(line - _FARTHEST, 0) : line + 1]
    if not above:
        return ()
    if path.lower().endswith(_MARKDOWN):
        headings = (match["name"] for text in reversed(above[:-1]) if (match := _HEADING.match(text)))
        return tuple(name[:_LONGEST] for name in [next(headings, "")] if name)
    *before, own = above
    depth = _width(own) if own.strip() else _depth_below(index, line)
    found: list[str] = []
    for text in reversed(before):
        if not depth or len(found) == _MOST:
            break
        if not any(map(str.isalnum, text)) or text.lstrip().startswith(_CLOSERS) or _width(text) >= depth:
            continue
        depth = _width(text)
        if name := _named(text.strip()):
            found.append(name)
    return tuple(reversed(found))


def _depth_below(index: FileIndex, line: int) -> int:
    """The depth of the next line that is not blank."""
    return next((_width(text) for text in index.bodies[line + 1 : line + 20] if text.strip()), 0)


def _width(line: str) -> int:
    return len(indentation(line).expandtabs(8))


def _named(line: str) -> str | None:
    """What a line defines; None if it defines nothing."""
    if _BRANCH.match(line) or line.startswith(("#", "//", "*", "--")):
        return None
    start = line[:_LOOKED_AT]
    if match := _DEFINITION.match(start):
        return f"{match['kind']} {match['name'].rstrip(':')}"[:_LONGEST]
    method = _METHOD.match(start) if line.endswith(("{", ")", "=>", ":")) else None
    return method["name"][:_LONGEST] if method else None
