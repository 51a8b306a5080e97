"""Parts of a file around an edit that can be parsed alone, which is cheaper than parsing the whole file.

`items_around` finds items, such as functions, by how their first lines begin. In code that can be parsed,
such a line begins a new item: no bracket is open, and no statement goes on. The exceptions are lines in
strings and comments, whose surroundings can hardly be parsed alone. `smallest_part` finds a part by the
outermost nodes of a text that was parsed, for many trials.
"""

from collections.abc import Callable, Iterable, Sequence
from re import Pattern

from msgspec import Struct

from editreview.alignment import common_ends
from editreview.patterns import lazy_pattern
from editreview.text import split_lines

_LARGEST = 0.5
"""The largest share of a text for which parsing the part alone pays off."""


class _Items(Struct, frozen=True):
    """A kind of items of a language."""

    beginning: Pattern[str]
    """The beginning of a line that begins an item, without the indentation."""
    around: tuple[str, str] | None = None
    """Text before and after indented items with which they can be parsed; None if only items without
    indentation count."""
    may_begin_above: bool = False
    """True if the first lines of one item may look like the beginnings of several."""
    closes_alone: bool = False
    """True if an item ends after a line that is only a brace."""


_AS_IT_IS = ("", "")
_MEMBER = r"(?:public|private|protected|internal|override|abstract)\b"
_CLASS = ("class A {\n", "\n}\n")
_CONTROL = (
    r"(?:if|else|for|while|do|switch|case|default|catch|with|return|function|public|private|protected)\b"
)
_OF_C = _Items(
    lazy_pattern(rf"\[\[|(?!{_CONTROL})[A-Za-z_]\w*\b(?!\s*:(?!:))"), may_begin_above=True, closes_alone=True
)
_SCRIPT = r"@|(?:export|import|(?:async +)?function|class|const|let|var)\b"
_TYPES = rf"{_SCRIPT}|(?:interface|type|enum|declare|abstract|namespace)\b"
_METHOD = _Items(
    lazy_pattern(
        rf"(?!{_CONTROL})(?:(?:public|private|protected|static|async|get|set|override)\b *)*"
        r"[*#]?[\w$]+ *\([^()]*\) *(?::[^=;{}]*)?\{\s*$"
    ),
    _CLASS,
)
_CALL = _Items(lazy_pattern(r"[\w$.]+\([^\n]*(?:=>|\bfunction\b[^{}\n]*\)) *\{\s*$"), _AS_IT_IS)
"""A call with a function as its argument, as in tests."""
_OF_SWIFT = rf"@|(?:{_MEMBER}|(?:fileprivate|func|init|struct|class|enum|extension|protocol)\b)"
_ITEMS: dict[str, tuple[_Items, ...]] = {
    "bash": (_Items(lazy_pattern(r"(?:function +)?[\w-]+ *\( *\)")),),
    "c": (_OF_C,),
    "cpp": (
        _OF_C,
        _Items(
            lazy_pattern(rf"(?!{_CONTROL})[A-Za-z_~][\w:<>,&*~ ]*\([^\n]*\)[^()\n]*\{{\s*$"),
            ("class A {\n", "\n};\n"),
        ),
    ),
    "csharp": (_Items(lazy_pattern(rf"\[|{_MEMBER}"), _CLASS),),
    "go": (_Items(lazy_pattern(r"(?:func|type|var|const|import)\b")),),
    "java": (_Items(lazy_pattern(rf"@|{_MEMBER}"), _CLASS),),
    "javascript": (_Items(lazy_pattern(_SCRIPT)), _METHOD, _CALL),
    "kotlin": (_Items(lazy_pattern(rf"@|{_MEMBER}|(?:\w+ +)?(?:fun|class|object|interface)\b"), _CLASS),),
    "php": (_Items(lazy_pattern(_MEMBER), ("<?php class A {\n", "\n}\n")),),
    "python": (
        _Items(lazy_pattern(r"@|(?:(?:async +)?def|class)\b"), ("class A:\n", "")),
        _Items(lazy_pattern(r"(?:import|from)\b")),
    ),
    "ruby": (_Items(lazy_pattern(r"(?:def|class|module)\b"), ("class A\n", "\nend\n")),),
    "rust": (
        _Items(
            lazy_pattern(
                r"#\[|(?:pub|(?:unsafe +|async +|const +)?fn|impl|struct|enum|trait|mod|use|static|type)\b"
            )
        ),
    ),
    "swift": (_Items(lazy_pattern(_OF_SWIFT), _CLASS),),
    "tsx": (_Items(lazy_pattern(_TYPES)), _METHOD, _CALL),
    "typescript": (_Items(lazy_pattern(_TYPES)), _METHOD, _CALL),
}
"""By language: its kinds of items. A line begins an item of the first kind that fits."""


class ItemsAround(Struct, frozen=True):
    """A part of a file, before and after an edit, that has all changed lines."""

    before: str
    after: str
    top: int
    """The number of lines above it."""
    around: tuple[str, str]
    """Text before and after it with which it can be parsed."""


def items_around(before: str, after: str, language: str) -> ItemsAround | None:
    """The items that an edit changes, with their neighbours; None if they are unclear, or too long.

    Args:
        before: The text before; not empty.
        after: The text after.
        language: The language of both.
    """
    rows = _ITEMS.get(language)
    if rows is None:
        return None
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    last = len(old) - tail
    changed = (*old[head:last], *new[head : len(new) - tail])
    depth = min(
        (_depth(line) for line in changed if line.strip()), default=_depth(old[min(head, len(old) - 1)])
    )
    top = head - 1
    while top >= 0 and not (_depth(old[top]) <= depth and _begun(old, top, rows)):
        depth = min(depth, _depth(old[top])) if old[top].strip() else depth
        top -= 1
    # The file begins with an item too, and the code at its top is not inside another one.
    items = _begun(old, top, rows) if top >= 0 else None
    depth = _depth(old[top]) if top >= 0 else 0
    top = max(top, 0)
    end = next((n for n in range(last, len(old)) if _ends(old, n, depth, rows)), len(old))
    if items is not None and items.closes_alone:
        closing = (
            n + 1 for n in range(last, end) if _depth(old[n]) == depth and _CLOSING.match(old[n].lstrip())
        )
        end = next(closing, end)
    is_page = language == "php" and not depth
    if is_page or end - top > _LARGEST * len(old):
        # Without the tag that begins its code, a page is text.
        return None
    around = (items.around if items is not None and depth else None) or _AS_IT_IS
    return ItemsAround("".join(old[top:end]), "".join(new[top : end + len(new) - len(old)]), top, around)


def _begun(lines: Sequence[str], n: int, rows: Iterable[_Items]) -> _Items | None:
    """The kind of items that a line begins; None if it begins none."""
    line = lines[n]
    is_indented = line[:1] in (" ", "\t")
    text = line.lstrip()
    found = (items for items in rows if not (is_indented and items.around is None))
    items = next((items for items in found if items.beginning.match(text)), None)
    if items is None or not items.may_begin_above or n == 0:
        return items
    all_above = (lines[at] for at in reversed(range(n)))
    above = next((line for line in all_above if line.strip() and line[0] != "#"), "").rstrip()
    return None if items.beginning.match(above) and not above.endswith(_ENDS) else items


_CLOSING = lazy_pattern(r"\};?\s*(?:/[/*].*)?$")
_ENDS = (";", "}", "{", "*/")


def _ends(lines: Sequence[str], n: int, depth: int, rows: Iterable[_Items]) -> bool:
    """True if a line is not part of the items above it at a depth."""
    if not lines[n].strip():
        return False
    own = _depth(lines[n])
    return own < depth or (own == depth and _begun(lines, n, rows) is not None)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


Spans = Sequence[tuple[int, int]]
"""The first and the last line of each outermost node, 0-based."""

_LARGEST_PART = 0.7
"""The largest share of a text for which parsing the part alone pays off."""


def smallest_part(
    outermost: Spans, before: str, after: str, has_error: Callable[[str], bool]
) -> tuple[str, str, int]:
    """A part of the text before an edit, the same part after it, and the number of lines above it.

    Args:
        outermost: The outermost nodes of the text before, or of one with the same lines.
        before: The text before, without an error.
        after: The text after, with an error.
        has_error: Returns True for a text with errors. The parts must give the same results as the texts.
    """
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    top, end = _around(outermost, head, len(old) - tail)
    part = "".join(old[top:end]), "".join(new[top : end + len(new) - len(old)])
    if end - top > _LARGEST_PART * len(old) or has_error(part[0]) or not has_error(part[1]):
        return before, after, 0
    return *part, top


def _around(outermost: Spans, first: int, end: int) -> tuple[int, int]:
    """The lines of the outermost nodes that contain some lines or are next to them; half-open, 0-based.

    Some code is legal only inside a class, so only outermost nodes can be parsed alone.
    """
    near = [(top, bottom) for top, bottom in outermost if bottom >= first - 1 and top <= end]
    if not near:
        return first, end
    return min(near[0][0], first), max(near[-1][1] + 1, end)
