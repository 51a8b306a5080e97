"""The items of a file around an edit, such as functions, found by how their first lines begin.

It is cheaper to parse them than the whole file. In code that can be parsed, such a line begins an item of its
own: no bracket is open, and no statement goes on. Only in a string or a comment may one stand elsewhere, and
what is around it can then hardly be parsed alone.
"""

from re import Pattern

from msgspec import Struct

from editreview.alignment import common_ends
from editreview.patterns import lazy_pattern
from editreview.text import split_lines

_LARGEST = 0.5
"""The largest part of a text that is worth its own parsing."""


class _Items(Struct, frozen=True):
    """The items of a language."""

    beginning: Pattern[str]
    """The beginning of a line that begins an item, without the indentation."""
    around: tuple[str, str] = ("", "")
    """Lines in front of and behind items that are indented, in which they can be parsed. Empty if only others
    are looked for."""


_SCRIPT = r"(?:export|import|(?:async +)?function|class|const|let|var)\b"
_TYPES = rf"(?:{_SCRIPT}|(?:interface|type|enum|declare|abstract|namespace)\b)"
_MEMBER = r"(?:public|private|protected|internal|override|abstract)\b"
_CLASS = ("class A {\n", "\n}\n")
_OF_C = r"(?:static|extern|inline|void|int|char|bool|unsigned|long|struct|enum|typedef|const)\b"
_OF_SWIFT = rf"(?:{_MEMBER}|(?:fileprivate|func|init|struct|class|enum|extension|protocol)\b)"
_ITEMS = {
    "bash": _Items(lazy_pattern(r"(?:function +)?[\w-]+ *\( *\)")),
    "c": _Items(lazy_pattern(_OF_C)),
    "cpp": _Items(lazy_pattern(rf"(?:{_OF_C}|(?:template|namespace|class|auto)\b|std::)")),
    "csharp": _Items(lazy_pattern(_MEMBER), _CLASS),
    "go": _Items(lazy_pattern(r"(?:func|type|var|const|import)\b")),
    "java": _Items(lazy_pattern(_MEMBER), _CLASS),
    "javascript": _Items(lazy_pattern(_SCRIPT)),
    "kotlin": _Items(lazy_pattern(rf"(?:{_MEMBER}|(?:\w+ +)?(?:fun|class|object|interface)\b)"), _CLASS),
    "php": _Items(lazy_pattern(_MEMBER), ("<?php class A {\n", "\n}\n")),
    "python": _Items(lazy_pattern(r"(?:(?:async +)?def|class|import|from)\b")),
    "ruby": _Items(lazy_pattern(r"(?:def|class|module)\b"), ("class A\n", "\nend\n")),
    "rust": _Items(
        lazy_pattern(r"(?:pub|(?:unsafe +|async +|const +)?fn|impl|struct|enum|trait|mod|use|static|type)\b")
    ),
    "swift": _Items(lazy_pattern(_OF_SWIFT), _CLASS),
    "tsx": _Items(lazy_pattern(_TYPES)),
    "typescript": _Items(lazy_pattern(_TYPES)),
}
"""For each language whose items begin with words of it."""


class ItemsAround(Struct, frozen=True):
    """A part of a file before and after an edit that has all changed lines."""

    before: str
    after: str
    top: int
    """The number of lines in front of it."""
    around: tuple[str, str]
    """Text in front of it and behind it, in which it can be parsed."""


def items_around(before: str, after: str, language: str) -> ItemsAround | None:
    """The items that an edit changes, with those next to it; None if they cannot be told or are too much.

    Args:
        before: The text before; not empty.
        after: The text after.
        language: Of both.
    """
    items = _ITEMS.get(language)
    if items is None:
        return None
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    last = len(old) - tail
    changed = (*old[head:last], *new[head : len(new) - tail])
    depth = min(
        (_depth(line) for line in changed if line.strip()), default=_depth(old[min(head, len(old) - 1)])
    )
    top = head - 1
    while top >= 0 and not (_depth(old[top]) <= depth and _begins(old[top], items)):
        depth = min(depth, _depth(old[top])) if old[top].strip() else depth
        top -= 1
    # The file begins with one as well, and what is at its top is not inside of anything.
    depth = _depth(old[top]) if top >= 0 else 0
    top = max(top, 0)
    end = next((n for n in range(last, len(old)) if _ends(old[n], depth, items)), len(old))
    is_page = language == "php" and not depth
    if is_page or end - top > _LARGEST * len(old):
        # Without what begins its code, a page is text.
        return None
    around = items.around if depth else ("", "")
    return ItemsAround("".join(old[top:end]), "".join(new[top : end + len(new) - len(old)]), top, around)


def _begins(line: str, items: _Items) -> bool:
    if not items.around[0] and line[:1] in (" ", "\t"):
        return False
    return items.beginning.match(line.lstrip()) is not None


def _ends(line: str, depth: int, items: _Items) -> bool:
    """True if a line is not part of the items so deep that stand above it."""
    if not line.strip():
        return False
    own = _depth(line)
    return own < depth or (own == depth and items.beginning.match(line.lstrip()) is not None)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
