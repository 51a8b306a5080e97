"""What is laid over the text of a diff: syntax, what is searched for, what is selected, and blanks."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from editreview.tui.diff.search import Hit, Needle
from editreview.tui.diff.selection import Selection

Token = tuple[int, int, str]
"""Characters of a line, half-open, and the kind of thing they are."""


class Whitespace(StrEnum):
    """How blanks are looked at; each value says it to people."""

    PLAIN = "whitespace as it is"
    SHOWN = "blanks, tabs and line ends shown"
    IGNORED = "changes of whitespace only are dimmed"

    @property
    def next(self) -> "Whitespace":
        ways = list(Whitespace)
        return ways[(ways.index(self) + 1) % len(ways)]


def no_tokens(is_old: bool, line: int) -> tuple[Token, ...]:
    """Nothing is known of any line."""
    return ()


class Overlays(Struct, frozen=True):
    """What is laid over the text at the moment."""

    tokens: Callable[[bool, int], tuple[Token, ...]] = no_tokens
    """What a line of the old or the new side is made of."""
    needle: Needle | None = None
    current: Hit | None = None
    """The hit that the cursor is on."""
    selection: Selection | None = None
    whitespace: Whitespace = Whitespace.PLAIN
