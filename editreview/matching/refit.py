"""Fit a replacement to the place found: its indentation, its line ends, its untouched lines."""

from collections.abc import Sequence

from msgspec import Struct

from editreview.alignment import line_opcodes
from editreview.texts import Lines, line_body, line_end


class Shift(Struct, frozen=True):
    """How much deeper a file's lines are than the block's."""

    added: str = ""
    removed: str = ""

    def describe(self) -> str:
        sign, blanks = ("+", self.added) if self.added else ("-", self.removed)
        unit = "tab" if blanks.startswith("\t") else "space"
        return f"{sign}{len(blanks)} {unit}{'s' if len(blanks) > 1 else ''}"

    def fit(self, line: str) -> str | None:
        """The line at the file's depth; None if it is not as deep as what has to go."""
        if not line.strip():
            return line
        if self.removed:
            return line.removeprefix(self.removed) if line.startswith(self.removed) else None
        return self.added + line


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def uniform_shift(wanted: Sequence[str], found: Sequence[str]) -> Shift | None:
    """The one shift that takes every line of the block to the file's, if there is one."""
    pairs = ((indent(a), indent(b)) for a, b in zip(wanted, found, strict=True) if a.strip())
    first = next(pairs, None)
    if first is None:
        return None
    block, file = first
    if file.endswith(block):
        shift = Shift(added=file[: len(file) - len(block)])
        return shift if all(b == shift.added + a for a, b in pairs) else None
    shift = Shift(removed=block[: len(block) - len(file)])
    return shift if block == shift.removed + file and all(a == shift.removed + b for a, b in pairs) else None


def refit(
    lines: Lines, first: int, search: Sequence[str], replace: Sequence[str], shift: Shift, end: str
) -> list[str] | None:
    """The file's new lines in the place of those that `search` found at line `first`.

    Only what the block changes from search to replace is taken from it; every other line
    stays the file's own. New lines take the line end of the lines they replace.

    Args:
        lines: The file.
        first: 0-based.
        search: The block's lines, without ends.
        replace: The same.
        shift: What the new lines are indented by.
        end: The line end where no neighbour has one.

    Returns:
        None if a new line cannot be shifted.
    """
    found = lines.slice(first, first + len(search))
    ends = [line_end(line) or end for line in found]
    new: list[str] = []
    kept = 0
    for a1, a2, b1, b2 in line_opcodes(search, replace):
        new += found[kept:a1]
        kept = a2
        neighbours = ends[a1:a2] or ends[a1 - 1 : a1] or ends[a1 : a1 + 1] or [end]
        for index, line in enumerate(replace[b1:b2]):
            fitted = shift.fit(line)
            if fitted is None:
                return None
            new.append(fitted + neighbours[min(index, len(neighbours) - 1)])
    new += found[kept:]
    return _closed(new, ends[-1] if ends else end, is_open=bool(found) and not line_end(found[-1]))


def _closed(lines: list[str], end: str, *, is_open: bool) -> list[str]:
    """The lines with an end each, the last one without if the file ends there without one."""
    closed = [line if line_end(line) else line + end for line in lines]
    if closed and is_open:
        closed[-1] = line_body(closed[-1])
    return closed
