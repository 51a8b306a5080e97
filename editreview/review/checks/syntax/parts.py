"""Finds the smallest part of a file that has the changed lines and can be parsed alone, many times."""

from collections.abc import Callable, Sequence

from editreview.alignment import common_ends
from editreview.text import split_lines

Spans = Sequence[tuple[int, int]]
"""The first and the last line of each outermost node, 0-based."""

_LARGEST = 0.7
"""The largest share of a text for which parsing the part alone pays off."""


def smallest_part(
    outermost: Spans, before: str, after: str, has_error: Callable[[str], bool]
) -> tuple[str, str, int]:
    """A part of the text before an edit, the same part after it, and the number of lines above it.

    Args:
        outermost: The outermost nodes of the text before, or of one with the same lines.
        before: The text before, without an error.
        after: The text after, with an error.
        has_error: Returns True for a text with errors. The parts must give the same results as the texts.
    """
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    top, end = _around(outermost, head, len(old) - tail)
    part = "".join(old[top:end]), "".join(new[top : end + len(new) - len(old)])
    if end - top > _LARGEST * len(old) or has_error(part[0]) or not has_error(part[1]):
        return before, after, 0
    return *part, top


def _around(outermost: Spans, first: int, end: int) -> tuple[int, int]:
    """The lines of the outermost nodes that contain some lines or are next to them; half-open, 0-based.

    Some code is legal only inside a class, so only outermost nodes can be parsed alone.
    """
    near = [(top, bottom) for top, bottom in outermost if bottom >= first - 1 and top <= end]
    if not near:
        return first, end
    return min(near[0][0], first), max(near[-1][1] + 1, end)
