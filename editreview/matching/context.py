"""The depth of text that is placed by line number: as it was written, or that of the lines around it.

Line numbers are 0-based, lines come without their ends.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from editreview.matching.depth import IndentMap, Uniform, depth_map, depth_unit, indentation, opens_block
from editreview.matching.languages import KNOWN
from editreview.matching.syntax import Syntax
from editreview.matching.text import FileIndex

_LONGEST_TEXT = 300_000
_LONGEST_LINE = 2_000
_NEIGHBOURS = (-1, 1, -2, 2)
_USUAL_UNIT = "    "


class Fitted(Struct, frozen=True):
    """Lines at the depth they are to have."""

    lines: Sequence[str]
    adjusted: str | None = None
    """How they were moved, for people; None if they are as written."""


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
    depths = list(dict.fromkeys(_depths(index, first, count)))
    if begin is None or not depths:
        return written
    if language not in KNOWN or not _is_parsed(index):
        is_fit = bool(indentation(begin)) or "" in depths
        return written if is_fit else next(_moved(index, lines, begin, depths[:1]), written)
    before = _faults(index.text, language)
    if not before and indentation(begin) == depths[0]:
        return written
    best, fewest = written, _faults_with(index, first, count, lines, language)
    for moved in _moved(index, lines, begin, depths) if fewest else ():
        faults = _faults_with(index, first, count, moved.lines, language)
        if faults < fewest:
            best, fewest = moved, faults
    return best


def _depths(index: FileIndex, first: int, count: int) -> Iterator[str]:
    """What the lines may be indented by: as the line they replace, as the next ones above and below."""
    replaced = index.bodies[first : first + count]
    yield from (indentation(line) for line in replaced[:1] if line.strip())
    for offset in _NEIGHBOURS:
        at = first + offset if offset < 0 else first + count + offset - 1
        for line in index.bodies[at : at + 1] if at >= 0 else []:
            if line.strip():
                deeper = _unit(index, line) if offset < 0 and opens_block(line) else ""
                yield indentation(line) + deeper


def _unit(index: FileIndex, line: str) -> str:
    return depth_unit(index.bodies[:]) or ("\t" if line.startswith("\t") else _USUAL_UNIT)


def _moved(index: FileIndex, lines: Sequence[str], begin: str, depths: Sequence[str]) -> Iterator[Fitted]:
    """The lines at each of these depths that they can have and do not have yet."""
    units = depth_unit(lines), depth_unit(index.bodies[:])
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


def _is_parsed(index: FileIndex) -> bool:
    return len(index.text) <= _LONGEST_TEXT and max(map(len, index.text.split("\n"))) <= _LONGEST_LINE


def _faults_with(index: FileIndex, first: int, count: int, lines: Sequence[str], language: str) -> int:
    start, end = index.lines.starts[first], index.lines.starts[first + count]
    # A last line that has no end must not run into what comes after it.
    gap = index.line_end if index.text[:start] and not index.text[:start].endswith(("\n", "\r")) else ""
    new = "".join(line + index.line_end for line in lines)
    return _count_faults(index.text[:start] + gap + new + index.text[end:], language)


@lru_cache(maxsize=2)
def _faults(text: str, language: str) -> int:
    """Those of a file, counted once for all the blocks that come for it."""
    return _count_faults(text, language)


def _count_faults(text: str, language: str) -> int:
    syntax = Syntax(text, language)
    return syntax.errors + (syntax.misplaced if language == "python" else 0)
