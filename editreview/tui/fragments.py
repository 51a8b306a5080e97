"""Parts of a response that are no blocks yet: unreadable blocks, and code without a file.

They are rows of the list, below the blocks. Their numbers are negative and made from their lines, so that
they stay the same while the response arrives.
"""

from enum import IntEnum

from msgspec import Struct

from editreview.blocks import Code, LineRange, Problem
from editreview.review import Review
from editreview.text import counted
from editreview.tui.signs import LOOSE_CODE, UNREADABLE, Sign


class FragmentKind(IntEnum):
    """The kinds of fragments; the values tell their numbers apart."""

    UNREADABLE = 0
    CODE = 1


class Fragment(Struct, frozen=True):
    """A row for a part of the response that is no block yet."""

    kind: FragmentKind
    lines: LineRange
    """Its lines in the response."""
    words: str
    """Its description in the list."""
    problem: Problem | None = None
    code: Code | None = None

    @property
    def number(self) -> int:
        """Its number in the list; that of a block is positive."""
        return -(self.lines[0] * len(FragmentKind) + self.kind)

    @property
    def label(self) -> str:
        """Its name in the list, in place of a number."""
        return f"L{self.lines[0]}"

    @property
    def sign(self) -> Sign:
        return UNREADABLE if self.kind is FragmentKind.UNREADABLE else LOOSE_CODE


def unreadable_blocks(review: Review) -> list[Fragment]:
    """The malformed blocks that the user did not correct, in order."""
    return [
        Fragment(
            FragmentKind.UNREADABLE,
            (problem.line, problem.line + problem.text.rstrip("\n").count("\n")),
            f"{problem.path_written or 'no path'}: {problem.without_line}",
            problem=problem,
        )
        for problem in review.problems
    ]


def loose_code(review: Review) -> list[Fragment]:
    """The fences without a path that the user did not give to a file, in order."""
    return [
        Fragment(
            FragmentKind.CODE,
            code.lines,
            f"{code.language or 'code'}, {counted(len(code.text.splitlines()), 'line')}",
            code=code,
        )
        for code in review.loose_code
    ]
