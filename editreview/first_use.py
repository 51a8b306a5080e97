"""Names that are imported, and regular expressions that are compiled, when they are first used.

The first frame waits for each import, and many runs end without most of them. Compiling expressions that few
responses need would take a tenth of the start-up time.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import AnyStr, cast


def on_first_use(package: str, names: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The `__getattr__` of a package.

    Args:
        package: The package's name.
        names: The names that are imported on first use, by the module of the package that has them.

    Returns:
        A function that imports a name, and raises AttributeError for one that is not listed.
    """
    modules = {name: module for module, of_module in names.items() for name in of_module}

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get


_NAMES = ("finditer", "findall", "fullmatch", "match", "pattern", "search", "split", "sub")


class _Deferred:
    """A pattern that is compiled when one of its attributes is first used."""

    def __init__(self, source: str | bytes | Callable[[], str | bytes], flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(name)
        source = self._source
        pattern = re.compile(source() if callable(source) else source, self._flags)
        self.__dict__.update((each, getattr(pattern, each)) for each in _NAMES)
        return self.__dict__[name]


def lazy_pattern(source: AnyStr | Callable[[], AnyStr], flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern that is compiled when one of its attributes is first used.

    Args:
        source: Its source, or a function that makes it then: joining the words of tables takes time too.
        flags: Those of `re.compile`.
    """
    # It has the attributes in `_NAMES`; nothing uses others.
    return cast("re.Pattern[AnyStr]", _Deferred(source, flags))
