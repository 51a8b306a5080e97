"""How the lines of a unified diff begin, and where those of a hunk end if that is plain to see."""

import re

from editreview.formats.diff_names import NOTHING, read_name
from editreview.formats.fences import Fence
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
SIGNATURE = ("-- ", "--")
TAGS = frozenset(["</source>", "</code>", "</pre>", "</codeblock>", "</sourcecode>", "</diff>", "</patch>"])


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
