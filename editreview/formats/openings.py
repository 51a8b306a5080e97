"""Which dialect opens a block at a line of a response."""

import re
from collections.abc import Collection

from msgspec import Struct, field

from editreview.formats import asides, fences
from editreview.formats.dialect import Context, Dialect, Line, OpenBlock, telling
from editreview.formats.table import Listed


class Open(Struct):
    """A block that is open."""

    dialect: Dialect
    block: OpenBlock
    first: int
    """The line at which the block began, or the one after its last outcome."""
    text: list[str] = field(default_factory=list)
    """The lines from there on, some of them many in one."""
    times_unread: int = 0
    """How often it could not read any of the text that has just arrived."""


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
        self.first = f"{is_one}(?:{'|'.join([*firsts, fences.FIRST, asides.FIRST])})"
        """How a line begins, after blanks, that can be more than prose: a regular expression."""
        self.pattern = telling(self.first)
        """Finds such a line. The number of its group is that of the first dialect that may open a block
        there, counted from 1; it has none if only a fence or an aside may begin."""

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

    def dialect(self, nth: int) -> Dialect:
        return self._dialects[nth].dialect

    def may_give_way(self, nth: int) -> bool:
        """Whether a dialect may leave its line to the one below at all."""
        return self._dialects[nth].may_give_way
