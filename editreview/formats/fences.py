"""Fenced code as in CommonMark: a closing fence is bare, and at least as long as the opening one."""

import re
from functools import lru_cache

from msgspec import Struct

_OPENING = re.compile(r"(?P<indent>[ \t]*+)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>.*)$")
_MAX_CACHED_LENGTH = 80
MARKS = "`~"
FIRST = "`{3}|~{3}"
"""A regular expression for the start of a fence."""


class Fence(Struct, frozen=True):
    """The line that opens fenced code."""

    indent: str
    marks: str
    info: str
    """The info string: a language, a path, or both."""

    def is_closed_by(self, line: str) -> bool:
        fence = opening(line) if self.marks in line else None
        return (
            fence is not None
            and not fence.info
            and fence.marks[0] == self.marks[0]
            and len(fence.marks) >= len(self.marks)
        )


def opening(line: str) -> Fence | None:
    """The fence that a line opens; None if it opens none."""
    # Most lines are not fences, and most fences are among a few spellings.
    if "```" not in line and "~~~" not in line:
        return None
    return _cached(line) if len(line) < _MAX_CACHED_LENGTH else _read(line)


def _read(line: str) -> Fence | None:
    found = _OPENING.match(line)
    if found is None or (found["marks"][0] == "`" and "`" in found["info"]):
        return None
    return Fence(found["indent"], found["marks"], found["info"].rstrip(" \t"))


_cached = lru_cache(256)(_read)
