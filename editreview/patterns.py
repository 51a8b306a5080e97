"""Patterns: regular expressions that are compiled on first use, and paths as `.gitignore` has them.

Compiling expressions that few responses need would take a tenth of the start-up time. A pattern of paths has
the meaning that `.gitignore` gives it, without `!`.
"""

import re
import unicodedata
from typing import TYPE_CHECKING, AnyStr, cast

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher


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


_TRAILING_WHITESPACE = lazy_pattern(r"(?<!\\)[ \t]+$")
"""Whitespace at the end, which counts for nothing unless a backslash precedes it."""


def problem_of_pattern(pattern: str) -> str | None:
    """The reason why a pattern cannot be used, as the end of a sentence; None if it can."""
    if not pattern.strip("/ "):
        return "is empty"
    if pattern.startswith("!"):
        return "begins with `!`"
    if ".." in pattern.split("/"):
        return "leads out of the tree"
    if "." in pattern.split("/"):
        return "has the folder `.`, which matches nothing: write `/` for the root"
    if pattern.endswith("\\"):
        return "ends in a backslash"
    return None


def path_matcher(pattern: str, *, ignores_case: bool = False) -> "WcMatcher[str]":
    """A matcher of paths relative to the root."""
    # Imported only for those who have patterns.
    from wcmatch import glob

    pattern = _TRAILING_WHITESPACE.sub("", pattern)
    is_anchored = "/" in pattern.rstrip("/")
    is_folder = pattern.endswith("/")
    plain = unicodedata.normalize("NFC", pattern).strip("/")
    plain = plain if is_anchored else f"**/{plain}"
    patterns = [f"{plain}/**"] if is_folder else [plain, f"{plain}/**"]
    flags = glob.GLOBSTAR | glob.DOTMATCH | glob.FORCEUNIX | (glob.IGNORECASE if ignores_case else glob.CASE)
    return glob.compile(patterns, flags=flags)
