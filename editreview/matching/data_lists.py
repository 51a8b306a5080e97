"""Joins the items of two lists of data: those of a file, and new ones that a snippet shows without them.

A list is a key with its value, in YAML, JSON or TOML. Its items have a line each, or are all on one line.
Those of a snippet get the form of the file's.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from editreview.first_use import lazy_pattern
from editreview.text import indentation

_ON_ONE_LINE = lazy_pattern(
    r"(?P<head>[^\[]*[:=]\s*\[)(?P<items>[^\[\]{}]*)(?P<end>\][\],;)}\s]*(?:(?:#|//).*)?)$"
)
"""A list on one line, without lists and mappings in it: `select = ["E", "F"]`."""
_STRING_OR_COMMENT = lazy_pattern(r"\"[^\"]*\"|'[^']*'|(?P<comment>(?<!\S)(?:#|//))")
_QUOTED = lazy_pattern(r"\"[^\"]*\"$|'[^']*'$")
_DASH = "- "
_SCALAR = lazy_pattern(r"\"[^\"\\,]*\"|'[^',]*'|[\w./@+-]+(?::[\w./@+-]+)*")
"""An item that is the same in all forms of lists: `"E"`, `80:80`."""


class ItemLine(Struct, frozen=True):
    """A line with an item of a list: `    "redis",  # cache`."""

    code: str
    """The line up to its comma, or its comment."""
    comma: str
    comment: str
    """The comment, with the spaces before it."""

    @property
    def value(self) -> str:
        """The item without its dash and its quotes."""
        return _value(self.code.strip().removeprefix(_DASH))

    def with_comma(self, comma: str) -> str:
        """The line with this comma, or without one if it is empty."""
        return f"{self.code}{comma}{self.comment}"


def item_line(line: str) -> ItemLine | None:
    """A line of a list in its parts; None if it has no item, as a blank line and a comment have none."""
    comment = next((each for each in _STRING_OR_COMMENT.finditer(line) if each["comment"]), None)
    before = (line if comment is None else line[: comment.start()]).rstrip()
    if not before:
        return None
    code = before.removesuffix(",")
    return ItemLine(code, before[len(code) :], "" if comment is None else line[len(before) :].rstrip())


def _value(item: str) -> str:
    item = item.strip()
    return item[1:-1] if _QUOTED.match(item) is not None else item


def _values(lines: Iterable[str]) -> set[str]:
    """The items of some lines."""
    return {item.value for line in lines if (item := item_line(line)) is not None}


def with_new_items(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    """The lines of a list of a file with the items of a snippet at its end.

    None if one of them is no list, or if the snippet has an item of the file: then it shows the whole list.

    Args:
        old: The lines of the file, from the key on.
        new: Those of the snippet, at the same depth.
    """
    items, own = _scalars(old), _scalars(new)
    if not set(map(_value, items)).isdisjoint(map(_value, own)):
        return None
    one_line = [f"{old[0].partition('[')[0]}[{', '.join(own)}]"]
    below_dashes = [old[0], *(f"{_DASH}{item}" for item in own)]
    between_brackets = [old[0], *(f"{item}," for item in own), "]"]
    for join, form in (
        (_joined_on_one_line, one_line),
        (_joined_below_dashes, below_dashes),
        (_joined_between_brackets, between_brackets),
    ):
        joined = join(old, new)
        if joined is None and own:
            joined = join(old, form)
        if joined is not None:
            return joined
    return None


def _scalars(lines: Sequence[str]) -> list[str]:
    """The items of a list in any form; empty if one of them is more than a string, a number or a word."""
    found = _ON_ONE_LINE.match(" ".join(lines)) if "[" in lines[0] else None
    below = [line.strip() for line in lines[1:] if line.strip()]
    if found is not None:
        items = _items_between(found)
    else:
        items = [line.removeprefix(_DASH).strip() for line in below if line.startswith(_DASH)]
        if len(items) < len(below):
            return []
    return items if all(map(_SCALAR.fullmatch, items)) else []


def _items_between(found: re.Match[str]) -> list[str]:
    """The items between the brackets of a list, without a comma after the last one."""
    return [item.strip() for item in found["items"].strip().removesuffix(",").split(",")]


def _joined_on_one_line(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    found, other = (_ON_ONE_LINE.match(lines[0]) if len(lines) == 1 else None for lines in (old, new))
    if found is None or other is None:
        return None
    items, own = (list(map(_value, _items_between(each))) for each in (found, other))
    if not all(own) or not set(items).isdisjoint(own) or not all(items):
        return None
    first, more = (each["items"].rstrip().removesuffix(",") for each in (found, other))
    return [f"{found['head']}{first}, {more.lstrip()}{found['end']}"]


def _joined_below_dashes(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    items, own = (
        _values(line for line in lines[1:] if line.lstrip().startswith(_DASH)) for lines in (old, new)
    )
    are_lists = all(_first_below(lines).startswith(_DASH) for lines in (old, new))
    if not are_lists or not items.isdisjoint(own):
        return None
    return [*old, *_as_deep(new[1:], old[1:])]


def _joined_between_brackets(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    are_lists = all(
        len(lines) > 2 and lines[0].rstrip().endswith("[") and lines[-1].strip().rstrip(",") == "]"
        for lines in (old, new)
    )
    if not are_lists or not _values(old[1:-1]).isdisjoint(_values(new[1:-1])):
        return None
    ends = [_last_item(lines) for lines in (old, new)]
    if ends[0] is None or ends[1] is None:
        return None
    (at, last), (own_at, own_last) = ends[0], ends[1]
    below = [*new[1:own_at], own_last.with_comma(last.comma), *new[own_at + 1 : -1]]
    return [*old[:at], last.with_comma(","), *_as_deep(below, old[1:-1]), *old[at + 1 :]]


def _last_item(lines: Sequence[str]) -> tuple[int, ItemLine] | None:
    """The last item between two lines with brackets, and its index, 0-based; None without one."""
    items = ((at, item_line(lines[at])) for at in reversed(range(1, len(lines) - 1)))
    return next(((at, item) for at, item in items if item is not None), None)


def _first_below(lines: Sequence[str]) -> str:
    """The first line of data below the key, without its indentation; empty without one."""
    stripped = map(str.strip, lines[1:])
    return next((line for line in stripped if line and not line.startswith("#")), "")


def _as_deep(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Lines moved to the depth of the first of others."""
    depth, target = (indentation(each[0]) for each in (lines, others))
    return [f"{target}{line.removeprefix(depth)}" if line.strip() else line for line in lines]
