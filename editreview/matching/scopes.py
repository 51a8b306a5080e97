"""Lines that a patch names above its hunks: `@@ class Order:`, and chunks of context alone.

Line numbers are 0-based.
"""

import re
from collections.abc import Sequence

from editreview.matching.depth import indentation
from editreview.matching.normalisers import without_indentation
from editreview.matching.text import FileIndex
from editreview.matching.wanted import MOST_PLACES

_AT_ONCE = 200
"""Lines that are looked at together."""


def below_scopes(index: FileIndex, scopes: Sequence[str]) -> list[int]:
    """The lines that are the last of these scopes, each inside the one before it, or else below it.

    Args:
        index: Of the file.
        scopes: The outermost first. One of several lines stands for a run of them; its last one counts.
    """
    above = [-1]
    for scope in scopes:
        lines = _lines_of(index, scope)
        bodies = [(start, body_end(index, start)) for start in above]
        inside = [n for n in lines if any(start < n < end for start, end in bodies)]
        above = inside or [n for n in lines if n > above[0]]
        if not above:
            return []
    return above if scopes else []


def body_end(index: FileIndex, scope: int) -> int:
    """The line after the last that is deeper than a scope's line; the line below it if none is."""
    if scope < 0:
        return len(index.lines)
    depth = _width(index.bodies[scope : scope + 1][0])
    end = scope + 1
    for first in range(scope + 1, len(index.lines), _AT_ONCE):
        for number, body in enumerate(index.bodies[first : first + _AT_ONCE], first):
            if body.strip():
                if _width(body) <= depth:
                    return end
                end = number + 1
    return end


def _width(body: str) -> int:
    return len(indentation(body).expandtabs(4))


def _lines_of(index: FileIndex, scope: str) -> list[int]:
    wanted = [line.strip() for line in scope.strip().splitlines()]
    if len(wanted) > 1:
        return [n + len(wanted) - 1 for n in index.find(without_indentation, wanted, MOST_PLACES)]
    found = index.occurrences.of(scope.strip(), MOST_PLACES)
    if found or not scope.strip():
        return found
    # Git cuts a long line short, models leave out its end.
    starts = re.compile(rf"\s*{re.escape(scope.strip())}(?!\w)")
    return [n for n, body in enumerate(index.bodies[:]) if starts.match(body)][:MOST_PLACES]
