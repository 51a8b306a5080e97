"""The smallest part of a file that can be parsed alone and has the changed lines: it is parsed many times."""

from collections.abc import Callable, Sequence

from editreview.alignment import common_ends
from editreview.text import split_lines

Spans = Sequence[tuple[int, int]]
"""The first and the last line of each outermost node, 0-based."""

_LARGEST = 0.7
"""The largest part of a text that is worth its own tries."""


def smallest_part(
    outermost: Spans, before: str, after: str, has_error: Callable[[str], bool]
) -> tuple[str, str, int]:
    """A part of the text before an edit, what it is after, and the number of lines in front of it.

    Args:
        outermost: Of the text before, or of one with the same lines.
        before: Has no error.
        after: Has one.
        has_error: True for a text with errors; the parts are like the texts in this.
    """
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    top, end = _around(outermost, head, len(old) - tail)
    part = "".join(old[top:end]), "".join(new[top : end + len(new) - len(old)])
    if end - top > _LARGEST * len(old) or has_error(part[0]) or not has_error(part[1]):
        return before, after, 0
    return *part, top


def _around(outermost: Spans, first: int, end: int) -> tuple[int, int]:
    """The lines of the outermost nodes that have some lines, or are next to them; half-open, 0-based.

    Inside of a class other code is legal than outside: no less than an outermost node can be parsed alone.
    """
    near = [(top, bottom) for top, bottom in outermost if bottom >= first - 1 and top <= end]
    if not near:
        return first, end
    return min(near[0][0], first), max(near[-1][1] + 1, end)
