"""Patterns of paths with the meaning that `.gitignore` gives them, without `!`."""

import unicodedata
from typing import TYPE_CHECKING

from editreview.patterns import lazy_pattern

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher


_TRAILING_WHITESPACE = lazy_pattern(r"(?<!\\)[ \t]+$")
"""Whitespace at the end, which counts for nothing unless a backslash precedes it."""


def problem_of(pattern: str) -> str | None:
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


def compiled(pattern: str, *, ignores_case: bool = False) -> "WcMatcher[str]":
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
