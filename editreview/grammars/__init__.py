"""Parsing with grammars, where it can be stopped.

On some texts a parser takes minutes to recover from errors. It holds the interpreter's lock meanwhile and
cannot be cancelled, so a process of its own parses: `read`. What that has read in time can be parsed here as
well, where the nodes are needed: `parse`.

Nothing outside imports a module of this package.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editreview.grammars.reader import NotRead, Reading, at_most, parse, read
    from editreview.grammars.tree import Syntax

__all__ = ["NotRead", "Reading", "Syntax", "at_most", "parse", "read"]


def __getattr__(name: str) -> object:
    # The process that parses needs one of the two, and most runs only the other.
    if name == "Syntax":
        from editreview.grammars.tree import Syntax

        return Syntax
    if name in __all__:
        from editreview.grammars import reader

        return getattr(reader, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
