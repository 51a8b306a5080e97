"""Parsing with grammars, where it can be stopped.

On some texts a parser takes minutes to recover from errors. It holds the interpreter's lock meanwhile and
cannot be cancelled, so a process of its own parses: `read`, or `faults` for the number of errors. What that
has read in time can be parsed here as well, where the nodes are needed: `parse`.

Nothing outside imports a module of this package.
"""

from typing import TYPE_CHECKING

from editreview.first_use import on_first_use

if TYPE_CHECKING:
    from editreview.grammars.reader import WITH_TAGS, NotRead, Reading, at_most, faults, parse, read
    from editreview.grammars.tree import Syntax, span_of

__all__ = ["WITH_TAGS", "NotRead", "Reading", "Syntax", "at_most", "faults", "parse", "read", "span_of"]

# The process that parses needs one of the two, and most runs only the other.
__getattr__ = on_first_use(
    __name__,
    {
        "reader": ("WITH_TAGS", "NotRead", "Reading", "at_most", "faults", "parse", "read"),
        "tree": ("Syntax", "span_of"),
    },
)
