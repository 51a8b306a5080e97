"""Regular expressions that are compiled when they are used first.

Compiling those for what few responses have took a tenth of a start.
"""

import re
from typing import cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class _Deferred:
    """Takes over the methods of its pattern as soon as one of them is asked for."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        pattern = re.compile(self._source, self._flags)
        self.__dict__.update((method, getattr(pattern, method)) for method in _METHODS)
        return self.__dict__[name]


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern with the methods of a compiled one, which is compiled at the first call of one of them."""
    # It has the methods named above, and nobody needs more of a pattern.
    return cast("re.Pattern[str]", _Deferred(source, flags))
