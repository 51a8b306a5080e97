"""Joins the items of two lists of data: those of a file, and new ones that a snippet shows without them.

A list is a key with its value, in YAML, JSON or TOML. Its items have a line each, or are all on one line.
"""

from collections.abc import Sequence

from editreview.first_use import lazy_pattern
from editreview.text import indentation

_ON_ONE_LINE = lazy_pattern(r"(?P<head>[^\[]*\[)(?P<items>[^\[\]{}]*)(?P<end>\].*)$")
"""A list on one line, without lists and mappings in it: `select = ["E", "F"]`."""
_DASH = "- "


def with_new_items(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    """The lines of a list of a file with the items of a snippet at its end.

    None if one of them is no list, or if the snippet has an item of the file: then it shows the whole list.

    Args:
        old: The lines of the file, from the key on.
        new: Those of the snippet, at the same depth.
    """
    joined = _joined_on_one_line(old, new)
    if joined is None:
        joined = _joined_below_dashes(old, new)
    return _joined_between_brackets(old, new) if joined is None else joined


def _joined_on_one_line(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    found, other = (_ON_ONE_LINE.match(lines[0]) if len(lines) == 1 else None for lines in (old, new))
    if found is None or other is None:
        return None
    items, own = ([item.strip() for item in each["items"].split(",")] for each in (found, other))
    if not all(own) or not set(items).isdisjoint(own) or not all(items):
        return None
    return [f"{found['head']}{found['items'].rstrip()}, {', '.join(own)}{found['end']}"]


def _joined_below_dashes(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    items, own = (
        {line.strip() for line in lines[1:] if line.lstrip().startswith(_DASH)} for lines in (old, new)
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
    if not are_lists:
        return None
    items, own = ({line.strip().removesuffix(",") for line in lines[1:-1]} for lines in (old, new))
    if not items.isdisjoint(own):
        return None
    last, comma = old[-2].rstrip().removesuffix(","), "," if old[-2].rstrip().endswith(",") else ""
    below = [*new[1:-2], f"{new[-2].rstrip().removesuffix(',')}{comma}"]
    return [*old[:-2], f"{last},", *_as_deep(below, old[1:-1]), old[-1]]


def _first_below(lines: Sequence[str]) -> str:
    """The first line of data below the key, without its indentation; empty without one."""
    stripped = map(str.strip, lines[1:])
    return next((line for line in stripped if line and not line.startswith("#")), "")


def _as_deep(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Lines moved to the depth of the first of others."""
    depth, target = (indentation(each[0]) for each in (lines, others))
    return [f"{target}{line.removeprefix(depth)}" if line.strip() else line for line in lines]
