"""Tells a new version of a whole file from a part of it, by its form."""

import re

from editreview.file_kinds import builds_image
from editreview.first_use import lazy_pattern
from editreview.matching.code import is_comment
from editreview.matching.file_index import FileIndex
from editreview.text import nonblank_lines, stripped_lines

_MIN_SIZE = 0.8
"""The share of the nonblank lines of a file that a new version of it with all its outermost lines has."""
_BEGINS_FILE = lazy_pattern(r"#!|(?:FROM|package|<!doctype|<\?xml|<\?php|@charset)\b", re.IGNORECASE)
"""The beginning of a line that only begins files: of a script, of a Dockerfile, of Java."""
_INSTRUCTION = lazy_pattern(r"(?m)^(?P<name>[A-Z]+)[ \t]")
"""The beginning of an instruction of a file that builds an image."""
_STAGE = lazy_pattern(r"(?im)^FROM\s.*\sAS\s+(?P<name>\S+)\s*$")
"""A stage with a name: `FROM node:20 AS build`."""
_USE_OF_STAGE = lazy_pattern(r"(?im)--from=(?P<copied>\S+)|^FROM\s+(?:--\S+\s+)?(?P<base>\S+)")
"""What may be the name of another stage: `COPY --from=build`, `FROM build AS test`."""
_DOCUMENT = lazy_pattern(
    r"\s*(?:<!doctype html\b[^>]*>\s*)?(?:<!--.*?-->\s*)?<html\b.*</html>\s*"
    r"|\s*<\?xml\b[^>]*\?>.*</[\w:.-]+>\s*",
    re.IGNORECASE | re.DOTALL,
)
"""A whole page, or a whole document of XML with its declaration."""


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
        lines = (line for line in stripped_lines(each) if line.startswith("#!") or not is_comment(line, path))
        found = _BEGINS_FILE.match(next(lines, ""))
        heads.append(None if found is None else found[0].lower())
    return heads[0] is not None and heads[0] == heads[1]


def is_document(index: FileIndex, text: str, path: str) -> bool:
    """True if the form of a text shows that its file has nothing above or below it.

    A file that builds an image begins with its base and ends with its command. One of its stages may do so
    too: a text that uses another one of them, or has one and lacks another, is a part.

    Args:
        index: The index of the file.
        text: The text.
        path: The path of the file.
    """
    if not builds_image(path):
        return _DOCUMENT.fullmatch(text) is not None
    names = [found["name"] for found in _INSTRUCTION.finditer(text)]
    first = next((name for name in names if name != "ARG"), None)
    if first != "FROM" or names[-1] not in ("CMD", "ENTRYPOINT"):
        return False
    stages, known = ({found["name"] for found in _STAGE.finditer(each)} for each in (text, index.text))
    used = {found["copied"] or found["base"] for found in _USE_OF_STAGE.finditer(text)}
    lost = known - stages
    return not (used & lost or (lost and known & stages))
