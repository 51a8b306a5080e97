"""The prose between a response's edits, as lines for users: the marks of Markdown become styles."""

import re
from collections.abc import Iterable

from editreview.tui.widgets.lines import Part, wrapped

HEADING, BOLD, CODE, DIM = "prose--heading", "prose--bold", "prose--code", "prose--dim"
_MOST = 12
"""Lines that one line of the response may take."""
_FENCES = ("```", "~~~")
_BULLET = re.compile(r"(\s*)[-*+]\s+(.*)")
_OWN_LINE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]\s|```|~~~)|.*[ \t]{2}$")
"""Lines that begin a new paragraph."""
_FULL = 50
"""Characters from which a line may have been broken because it was full."""
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_INLINE = re.compile(r"`+([^`]+)`+|\*\*([^*]+)\*\*|__([^_]+)__")


def prose_lines(lines: Iterable[str], width: int) -> list[list[Part]]:
    """Lines of a response between two blocks, as lines of at most `width` cells.

    Many blank ones in a row are one, and the fences of the blocks themselves are left out.
    """
    found: list[list[Part]] = []
    is_code = False
    for line in _paragraphs(_without_fences(lines)):
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
            found.append([(f" {line.strip()}", DIM)])
        elif is_code:
            found.append([(f" {line}", CODE)])
        elif line.strip():
            found += wrapped(_marked(line), width, _MOST)
        elif found and found[-1]:
            found.append([])
    while found and not found[-1]:
        found.pop()
    return found


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """The lines, those of one paragraph as one: the model broke them for another width."""
    found: list[str] = []
    goes_on = is_code = False
    for line in lines:
        is_plain = bool(line.strip()) and not is_code and not _OWN_LINE.match(line)
        if goes_on and is_plain:
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
        goes_on = (is_plain or _BULLET.match(line) is not None) and len(line) >= _FULL
    return found


def _without_fences(lines: Iterable[str]) -> list[str]:
    """The lines without an end of a fence above them, and without the beginning of one below."""
    kept = "\n".join(lines).strip("\n").split("\n")
    if kept[0].strip() and not kept[0].strip(" \t`~"):
        del kept[0]
    fences = [index for index, line in enumerate(kept) if line.lstrip().startswith(_FENCES)]
    if len(fences) % 2 and fences[-1] >= len(kept) - 2:
        del kept[fences[-1]]
    return kept


def _marked(line: str) -> list[Part]:
    if (heading := _HEADING.match(line)) is not None:
        return [(f" {heading[1]}", HEADING)]
    margin = " "
    if (bullet := _BULLET.match(line)) is not None:
        margin, line = f" {bullet[1]}• ", bullet[2]
    parts: list[Part] = []
    at = 0
    for found in _INLINE.finditer(line):
        parts.append((line[at : found.start()], ""))
        parts.append((found[1], CODE) if found[1] is not None else (found[2] or found[3], BOLD))
        at = found.end()
    parts.append((line[at:], ""))
    return [(margin, ""), *(part for part in parts if part[0])]
