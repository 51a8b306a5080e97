"""What a dialect is to the reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from editreview.blocks import Operation


@dataclass(frozen=True, slots=True)
class Line:
    """A complete line of the response, without its end."""

    number: int
    """1-based."""
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """An edit that is complete."""

    path_written: str | None
    operation: Operation


@dataclass(frozen=True, slots=True)
class Malformed:
    """An edit that can't be used; the message names its line."""

    path_written: str | None
    message: str


Outcome: TypeAlias = Found | Malformed


@dataclass(frozen=True, slots=True)
class Closed:
    """A block came to its end."""

    outcome: Outcome
    takes_line: bool = True
    """False if the line that ended it is not part of it and may open the next block."""


@dataclass(frozen=True, slots=True)
class Context:
    """What stands before a line."""

    above: Sequence[str]
    """The lines before it, nearest last; a few are kept."""
    path: str | None
    """Of the block before."""


class OpenBlock(Protocol):
    """A block that began and has not ended yet."""

    def extend(self, lines: Sequence[str]) -> None:
        """Take lines of the response that are only text: none begins with an inner character."""

    def feed(self, line: Line) -> Closed | None:
        """Take the next line of the response."""

    def end(self) -> Outcome:
        """The response ended inside the block."""

    def progress(self) -> str:
        """How far the block has arrived, in words."""


@dataclass(frozen=True, slots=True)
class Dialect:
    name: str
    first: str
    """The characters an opening line can begin with, after blanks: all else is passed over quickly."""
    inner: str
    """The characters a line inside a block can begin with, after blanks, to be more than its text."""
    opens: Callable[[Line, Context], OpenBlock | None]
