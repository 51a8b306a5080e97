"""What is laid over the text of a diff: syntax, what is searched for, what is selected, and blanks."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct
from rich.style import Style

from editreview.tui.diff.find import Match, Needle
from editreview.tui.diff.words import Span

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


class Selection(Struct, frozen=True):
    """Text of one side, from one character to another; lines and characters are 0-based."""

    is_old: bool
    anchor: tuple[int, int]
    head: tuple[int, int]

    @property
    def bounds(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where it begins, and the character that it does not hold any more."""
        first, last = sorted((self.anchor, self.head))
        return first, last

    def span(self, line: int, length: int) -> Span | None:
        """What of a line of so many characters is selected."""
        (first, start), (last, end) = self.bounds
        if not first <= line <= last:
            return None
        span = (start if line == first else 0, end if line == last else length)
        return span if span[0] < span[1] else None


class Palette(Struct, frozen=True):
    """The styles of the diff, from the stylesheet."""

    text: Style
    number: Style
    removed: Style
    removed_word: Style
    added: Style
    added_word: Style
    filler: Style
    fold: Style
    cursor: Style
    mark: Style
    strange: Style
    """Of characters that are not what they seem."""
    forgiven: Style
    adjusted: Style
    dim: Style
    blank: Style
    match: Style
    current: Style
    selected: Style
    syntax: dict[str, Style]
    """By the kinds of tokens."""


def no_tokens(is_old: bool, line: int) -> tuple[Token, ...]:
    """Nothing is known of any line."""
    return ()


class Overlays(Struct, frozen=True):
    """What is laid over the text at the moment."""

    tokens: Callable[[bool, int], tuple[Token, ...]] = no_tokens
    """What a line of the old or the new side is made of."""
    needle: Needle | None = None
    current: Match | None = None
    """The match that the cursor is on."""
    selection: Selection | None = None
    whitespace: Whitespace = Whitespace.PLAIN
