"""Which dialect opens a block at a line of a response."""

import re
from collections.abc import Collection

from msgspec import Struct, field

from editreview.formats import asides, fences
from editreview.formats.dialect import Context, Dialect, Line, OpenBlock
from editreview.formats.table import Listed


class Open(Struct):
    """A block that is open."""

    dialect: Dialect
    block: OpenBlock
    first: int
    """The line at which the block began, or the one after its last outcome."""
    text: list[str] = field(default_factory=list)
    """The lines from there on."""


class Openings:
    """Knows what can begin outside of any block.

    Args:
        dialects: Those to look for, the first one that opens at a line gets it.
    """

    def __init__(self, dialects: Collection[Listed]) -> None:
        self._dialects = tuple(dialects)
        # A group for each dialect, to know which of them it is.
        firsts = [f"({dialect.first})" for dialect in dialects]
        # Nearly all lines of prose are told by their first character alone.
        signs = {*fences.MARKS, *asides.SIGNS}.union(*(dialect.signs for dialect in dialects))
        is_one = f"(?=[{re.escape(''.join(sorted(signs)))}])"
        first = f"{is_one}(?:{'|'.join([*firsts, fences.FIRST, asides.FIRST])})"
        self._pattern = re.compile(rf"\n[ \t]*+{first}", re.MULTILINE)
        """Finds a line that can be more than prose, from the newline before it on. The number of its group is
        that of the first dialect that may open a block there, counted from 1; it has none if only a fence or
        an aside may begin."""

    def next(self, text: str, at: int) -> tuple[int, int | None]:
        """Find the next line that can be more than prose.

        Args:
            text: Whole lines, a newline before each of them.
            at: The newline from which on it is looked for.

        Returns:
            The newline before it, or the length of the text; and the first dialect that may open a block
            there, counted from 0, if any may.
        """
        found = self._pattern.search(text, at)
        return (len(text), None) if found is None else (found.start(), _nth(found))

    def first_at(self, line: str) -> int | None:
        """The first dialect that may open a block at a line, counted from 0."""
        found = self._pattern.match("\n" + line)
        return None if found is None else _nth(found)

    def opened(self, line: Line, nth: int, context: Context, inside: Dialect | None = None) -> Open | None:
        """The block that a line opens, if it does.

        Args:
            line: The line.
            nth: The first dialect that may open one there, counted from 0.
            context: What stands before it.
            inside: The dialect of the block that it is in, of which it opens none.
        """
        sign = ""
        for place in range(nth, len(self._dialects)):
            listed = self._dialects[place]
            # That it begins as the first of these says was just seen.
            if place > nth:
                sign = sign or line.text.lstrip(" \t")[0]
                if sign not in listed.signs or not listed.may_open(line.text):
                    continue
            dialect = listed.dialect
            if dialect is inside and not any(
                other.may_open(line.text) for other in self._dialects[place + 1 :]
            ):
                return None
            block = dialect.opens(line, context)
            if block is not None:
                return Open(dialect, block, line.number, [line.text]) if dialect is not inside else None
        return None


def _nth(found: re.Match[str]) -> int | None:
    return None if found.lastindex is None else found.lastindex - 1
