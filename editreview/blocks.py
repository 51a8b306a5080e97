"""What a response asked for: edits as parsed, before anyone looked at a file.

Line numbers are 1-based and inclusive, of the response.
"""

from dataclasses import dataclass
from typing import TypeAlias

LineRange: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to split a block into the text to find and the text to put there.

    Both are whole lines, each ending in a newline; empty means no lines.
    """

    search: str
    replace: str
    why: str | None = None
    """What this reading takes for granted; None for the plain one."""
    divider: str | None = None
    """The line that ends the search, if the block has more lines after it that could."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Put text in the place of other text. An empty search creates the file."""

    readings: tuple[Reading, ...]
    """In the order in which the format prefers them; never empty."""

    @property
    def plain(self) -> Reading:
        return self.readings[0]


Operation: TypeAlias = Replace


@dataclass(frozen=True, slots=True)
class EditBlock:
    """One edit: a path and an operation."""

    number: int
    """1-based, in order of closing."""
    format: str
    path_written: str | None
    """As the response has it; None if it names no file."""
    lines: LineRange
    operation: Operation


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the response that looks like an edit and is none."""

    line: int
    message: str
    text: str
    """The lines that were meant to be the edit."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Lines between edits."""

    lines: LineRange
