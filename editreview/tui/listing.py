"""The rows of the block list: blocks grouped by file, parts of the response that are no blocks yet, filters.

Such parts, unreadable blocks and code without a file, stand below the blocks. Their numbers are negative and
made from their lines, so that they stay the same while the response arrives.
"""

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum

from msgspec import Struct

from editreview import likeness
from editreview.blocks import Code, LineRange, Problem
from editreview.matching import Tier
from editreview.review import Proposal, Review
from editreview.text import counted
from editreview.tui import signs
from editreview.tui.signs import LOOSE_CODE, UNREADABLE, Sign

ALL = "all"

KINDS: dict[str, Callable[[Sign, Proposal], bool]] = {
    ALL: lambda sign, proposal: True,
    "undecided": lambda sign, proposal: sign in signs.UNDECIDED,
    "failed": lambda sign, proposal: sign is signs.FAILED,
    "ambiguous": lambda sign, proposal: sign is signs.SEVERAL,
    "fuzzy": lambda sign, proposal: proposal.tier is Tier.FUZZY,
    "warned": lambda sign, proposal: bool(proposal.warnings),
    "accepted": lambda sign, proposal: sign in signs.ANY_ACCEPTED,
    "rejected": lambda sign, proposal: sign is signs.REJECTED,
    "offers": lambda sign, proposal: sign is signs.OFFER,
    "applied": lambda sign, proposal: sign is signs.APPLIED,
}
"""The tests of a block's state, by name."""

_MIN_SIMILARITY = 80.0
"""Percent from which a path matches a pattern with typing errors."""
_MIN_PATTERN = 4
"""Letters of a pattern from which typing errors are tolerated."""


class Filter(Struct, frozen=True):
    """A choice of blocks by state and path."""

    kind: str = ALL
    path: str = ""
    """Letters of the path, in order; empty for all paths."""

    def __bool__(self) -> bool:
        return self != Filter()

    def __str__(self) -> str:
        kind = [self.kind] if self.kind != ALL or not self.path else []
        return " · ".join([*kind, *([self.path] if self.path else [])])


class ListEntry(Struct, frozen=True):
    """One row: a folder, a file, a block, a part of the response that is none, or the title of a section."""

    path: str
    """The path; that of a folder ends with a slash."""
    number: int | None = None
    """The number of a block; None for other rows."""
    depth: int = 0
    """1 below the row of a folder."""
    is_title: bool = False
    """True for the title of a section, whose text is `path`."""
    label: str = ""
    """The text in place of the number; empty for the number."""

    @property
    def name(self) -> str:
        """The part of the path that the row above does not show."""
        return self.path.rpartition("/")[2] if self.depth else self.path


def entries_of(files: Sequence[tuple[str, Sequence[int]]]) -> list[ListEntry]:
    """The rows for files and their blocks.

    Above a file there is a row for its folder, unless the file before is in the same one. Files are never
    reordered: the list keeps the order of the response.

    Args:
        files: Each path with the numbers of its blocks.
    """
    found: list[ListEntry] = []
    above = ""
    for path, numbers in files:
        folder = path[: path.rfind("/") + 1]
        if folder and folder != above:
            found.append(ListEntry(folder))
        above = folder
        depth = int(bool(folder))
        found.append(ListEntry(path, depth=depth))
        found += [ListEntry(path, number, depth) for number in numbers]
    return found


def section(title: str, rows: Sequence[ListEntry]) -> list[ListEntry]:
    """Rows below their title; nothing if there are none."""
    return [ListEntry(title, is_title=True), *rows] if rows else []


def paths_like(letters: str, paths: Collection[str]) -> set[str]:
    """The paths that contain these letters in order, in any case; if there are none, the similar ones."""
    letters = letters.lower().replace(" ", "")
    found = {path for path in paths if has_letters(path.lower(), letters)}
    if found or len(letters) < _MIN_PATTERN:
        return found
    return {path for path in paths if likeness.partial_ratio(letters, path.lower()) >= _MIN_SIMILARITY}


def has_letters(path: str, letters: str) -> bool:
    """True if a path has these letters in this order; both in lower case."""
    rest = iter(path)
    return all(letter in rest for letter in letters)


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
