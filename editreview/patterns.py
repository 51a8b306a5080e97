"""Regular expressions that are compiled on first use.

Compiling patterns that few responses need would take a tenth of the start-up time.
"""

import re
from typing import AnyStr, cast

_NAMES = ("finditer", "findall", "fullmatch", "match", "pattern", "search", "split", "sub")


class _Deferred:
    """A pattern that is compiled when one of its attributes is first used."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(name)
        pattern = re.compile(self._source, self._flags)
        self.__dict__.update((each, getattr(pattern, each)) for each in _NAMES)
        return self.__dict__[name]


def lazy_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern that is compiled when one of its attributes is first used."""
    # It has the attributes in `_NAMES`; nothing uses others.
    return cast("re.Pattern[AnyStr]", _Deferred(source, flags))
