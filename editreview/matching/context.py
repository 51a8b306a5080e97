"""The depth of text that is placed by line number: as it was written, or that of the lines around it.

Line numbers are 0-based, lines come without their ends.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from msgspec import Struct

from editreview.matching.depth import IndentMap, Uniform, depth_map, depth_unit, indentation, opens_block
from editreview.matching.languages import KNOWN
from editreview.matching.syntax import Syntax
from editreview.matching.text import FileIndex
from editreview.texts import split_lines

_LONGEST_TEXT = 300_000
_LONGEST_LINE = 2_000
_NEIGHBOURS = (-1, 1, -2, 2)
_USUAL_UNIT = "    "


class Fitted(Struct, frozen=True):
    """Lines at the depth they are to have."""

    lines: Sequence[str]
    adjusted: str | None = None
    """How they were moved, for people; None if they are as written."""


class _File:
    """What all the blocks need that come for one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._syntax: dict[str, Syntax] = {}

    @cached_property
    def unit(self) -> str | None:
        return depth_unit(split_lines(self._text))

    @cached_property
    def is_parsed(self) -> bool:
        is_long = len(self._text) > _LONGEST_TEXT
        return not is_long and max(map(len, split_lines(self._text)), default=0) <= _LONGEST_LINE

    def syntax(self, language: str) -> Syntax:
        if language not in self._syntax:
            self._syntax[language] = Syntax(self._text, language)
        return self._syntax[language]


_files: WeakKeyDictionary[FileIndex, _File] = WeakKeyDictionary()


def fit_to_context(
    index: FileIndex, first: int, count: int, lines: Sequence[str], language: str | None
) -> Fitted:
    """The lines as written where they fit, else as deep as the lines they replace, or those next to them.

    What fits is for a parser to say; of several depths that it takes, as written comes first.
    Without one, only lines that have no indentation beside indented ones do not fit: any other
    was meant, as that of code in Markdown is.

    Args:
        index: Of the file.
        first: The line they replace, or that they come before.
        count: How many they replace.
        lines: Those to put there.
        language: Of the file; None if no parser knows it.
    """
    written = Fitted(lines)
    begin = next((line for line in lines if line.strip()), None)
    file = _files.setdefault(index, _File(index.text))
    depths = list(dict.fromkeys(_depths(index, first, count, file.unit)))
    if begin is None or not depths:
        return written
    if language not in KNOWN or not file.is_parsed:
        is_fit = bool(indentation(begin)) or "" in depths
        return written if is_fit else next(_moved(lines, begin, depths[:1], file.unit), written)
    syntax = file.syntax(language)
    if not syntax.faults and indentation(begin) == depths[0]:
        return written
    best, fewest = written, _faults_with(index, first, count, lines, syntax)
    for moved in _moved(lines, begin, depths, file.unit) if fewest else ():
        faults = _faults_with(index, first, count, moved.lines, syntax)
        if faults < fewest:
            best, fewest = moved, faults
    return best


def _depths(index: FileIndex, first: int, count: int, unit: str | None) -> Iterator[str]:
    """What the lines may be indented by: as the line they replace, as the next ones above and below."""
    replaced = index.bodies[first : first + count]
    yield from (indentation(line) for line in replaced[:1] if line.strip())
    for offset in _NEIGHBOURS:
        at = first + offset if offset < 0 else first + count + offset - 1
        for line in index.bodies[at : at + 1] if at >= 0 else []:
            if line.strip():
                usual = unit or ("\t" if line.startswith("\t") else _USUAL_UNIT)
                yield indentation(line) + (usual if offset < 0 and opens_block(line) else "")


def _moved(lines: Sequence[str], begin: str, depths: Sequence[str], unit: str | None) -> Iterator[Fitted]:
    """The lines at each of these depths that they can have and do not have yet."""
    units = depth_unit(lines), unit
    for depth in depths:
        shift = depth_map([begin], [depth + begin.strip()], *units)
        fitted = [shift.fit(line) if shift else None for line in lines]
        moved = [line for line in fitted if line is not None]
        if shift is not None and len(moved) == len(lines) and moved != list(lines):
            yield Fitted(moved, _said(shift))


def _said(shift: IndentMap) -> str:
    match shift:
        case Uniform(added=added) if added:
            return f"indented by {shift.describe()[1:]} to its context"
        case Uniform():
            return f"outdented by {shift.describe()[1:]} to its context"
    return f"indented to its context: {shift.describe()}"


def _faults_with(index: FileIndex, first: int, count: int, lines: Sequence[str], before: Syntax) -> int:
    start, end = index.lines.starts[first], index.lines.starts[first + count]
    # A last line that has no end must not run into what comes after it.
    gap = index.line_end if start and not index.text.endswith(("\n", "\r"), 0, start) else ""
    new = "".join(line + index.line_end for line in lines)
    part, top = (before, 0) if before.faults else before.around(start, end)
    return Syntax(part.text[: start - top] + gap + new + part.text[end - top :], before.language).faults
