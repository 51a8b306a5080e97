"""Tells a new version of a whole file from a part of it, by its form."""

import re

from editreview.first_use import lazy_pattern
from editreview.matching.code import is_comment
from editreview.text import nonblank_lines, stripped_lines

_MIN_SIZE = 0.8
"""The share of the nonblank lines of a file that a new version of it with all its outermost lines has."""
_BEGINS_FILE = lazy_pattern(r"(?:FROM|package|<!doctype|<\?xml|<\?php|@charset)\b", re.IGNORECASE)
"""The beginning of a line that only begins files: of a Dockerfile, of Java."""


def has_ends_of(text: str, other: str) -> bool:
    """True if the first and the last line of a text are those of another one."""
    lines, others = stripped_lines(text), stripped_lines(other)
    return min(len(lines), len(others)) > 1 and (lines[0], lines[-1]) == (others[0], others[-1])


def has_outermost_of(text: str, other: str, path: str) -> bool:
    """True if a text is not much longer than another one, which has half of its outermost lines, in order."""
    lines, others = (
        [
            line.rstrip()
            for line in nonblank_lines(each)
            if line[:1].strip() and any(map(str.isalnum, line)) and not is_comment(line, path)
        ]
        for each in (text, other)
    )
    rest, known = iter(others), set(others)
    kept = sum(line in rest for line in lines if line in known)
    is_long = len(stripped_lines(other)) >= _MIN_SIZE * len(stripped_lines(text))
    return is_long and 0 < kept >= len(lines) / 2


def begins_file_again(text: str, other: str, path: str) -> bool:
    """True if two texts begin with a line of the same kind that only begins a file, the other not shorter."""
    if len(stripped_lines(other)) < len(stripped_lines(text)):
        return False
    heads = []
    for each in (text, other):
        line = next((line for line in stripped_lines(each) if not is_comment(line, path)), "")
        found = _BEGINS_FILE.match(line)
        heads.append(None if found is None else found[0].lower())
    return heads[0] is not None and heads[0] == heads[1]
