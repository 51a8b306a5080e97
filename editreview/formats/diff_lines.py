"""How the lines of a unified diff begin, and where those of a hunk end if that is plain to see."""

import re

from msgspec import Struct

from editreview.formats import fences
from editreview.formats.dialect import telling
from editreview.formats.diff_names import NOTHING, read_name
from editreview.formats.fences import Fence
from editreview.formats.hunks import Header
from editreview.formats.paths import is_path, path_in_fence

_LANGUAGES = frozenset(["diff", "patch", "udiff", "unidiff", "git"])
GIT = "diff --git "
COMBINED = ("diff --cc ", "diff --combined ")
EXTENDED = re.compile(
    r"(old mode|new mode|new file mode|deleted file mode|copy from|copy to|rename from|rename to"
    r"|similarity index|dissimilarity index|index) (.*)$"
)
_NUMBERED = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
PASSED_OVER = re.compile(
    r"Index: |={20}|diff -|similarity index |rename (?:from|to) "
    r"|(?:new file|deleted file|old|new) mode \d{6}$"
)
INNER = rf"{fences.FIRST}|<|@@|diff -|\\ |[+]{{3}} |--[ ]?$|[*]{{3}} |{PASSED_OVER.pattern}"
"""What begins a line in a hunk that may be more than a line of it."""
BARE_INNER = rf"{INNER}|(?<=\n)[^-+ \t\n]"
"""The same without a fence: a sentence as well."""
_FENCED, _BARE = telling(INNER), telling(BARE_INNER)
START = re.compile(
    r"(?:(?:\n--- (?P<old>(?!SEARCH)[^\s\"]+))?\n[+]{3} (?P<new>[^\s\"]+))?"
    r"\n(?P<header>@@ -\d+(?:,\d+)? [+]\d+(?:,\d+)? @@[^\n]*)"
)
"""What stands above the lines of a hunk."""
_PARAGRAPH = re.compile(r"\n\n+(?!diff )(?=[A-Za-z0-9#*`])")
SIGNATURE = ("-- ", "--")
TAGS = frozenset(["</source>", "</code>", "</pre>", "</codeblock>", "</sourcecode>", "</diff>", "</patch>"])


class Bounds(Struct, frozen=True):
    """Where the lines of a hunk end: offsets of newlines."""

    last: int
    """Behind its last line."""
    end: int
    """Behind the blank lines below."""
    is_last: bool
    """The diff ends there as well."""


def bounds_of_lines(text: str, begun: int, header: Header, fence: Fence | None) -> Bounds | None:
    """Where the lines of a hunk end.

    Args:
        text: Whole lines of the response, a newline before each of them.
        begun: The offset of the newline before its first line.
        header: That above the hunk.
        fence: That around the diff.

    Returns:
        None if it takes a look at every line to tell.
    """
    if fence is None:
        return _bounds_without_fence(text, begun, header)
    found = _FENCED.search(text, begun)
    if found is None or found.start() == begun:
        return None
    end = found.start()
    if text.startswith("\n@@ -", end):
        return Bounds(end, end, is_last=False)
    behind = end + 1 + len(fence.marks)
    is_closed = text.startswith(fence.marks, end + 1) and text[behind : behind + 1] in ("", "\n")
    return Bounds(end, end, is_last=True) if is_closed else None


def _bounds_without_fence(text: str, begun: int, header: Header) -> Bounds | None:
    """The same where only the counts say it, and the paragraph below."""
    last = text.find("\n\n", begun)
    following = _PARAGRAPH.match(text, last) if last > begun else None
    if following is None or _BARE.search(text, begun, last + 1):
        return None
    lines = text.count("\n", begun, last)
    old, new = lines - text.count("\n+", begun, last), lines - text.count("\n-", begun, last)
    if (old, new) != (header.old, header.new):
        return None
    return Bounds(last, following.end() - 1, is_last=True)


def can_begin(text: str) -> bool:
    """Whether a line can be the first of a diff."""
    if text.startswith("+++ "):
        return is_path(read_name(text[4:]))
    if text.startswith("@@"):
        return text.startswith("@@ ... @@") or _NUMBERED.match(text) is not None
    return text.startswith((GIT, *COMBINED, "--- "))


def _language(fence: Fence) -> str:
    return fence.info.replace(":", " ").partition(" ")[0].lower()


def are_names(first: str, second: str, *, lacks_lines: bool) -> bool:
    """Whether two lines in a hunk, of which the second begins with `+++`, are the names of the next file.

    Where they name files they are, whatever the counts say: nobody adds a line such as `++ b/a.py`.
    """
    if not first.startswith("--- "):
        return False
    names = (read_name(first[4:]), read_name(second[4:]))
    return not lacks_lines or all(name == NOTHING or is_path(name) for name in names)


def is_diff(fence: Fence) -> bool:
    """Whether a fence says that a diff is in it."""
    return _language(fence) in _LANGUAGES


def path_in_diff_fence(fence: Fence) -> str | None:
    """The path in the info string of a fence, if that is more than its language."""
    return path_in_fence(fence.info) if _language(fence) != fence.info.lower() else None
