"""Finds edit markers that were not read: in text that would be written, and in a response without edits.

In text, they are signs that an edit was misread. A lone `=======` underlines a heading, and a lone
`>>>>>>>` may be anything. Markers count in pairs: a head or divider with a marker that may follow it, or
the beginning and end of a merge conflict. A hunk header counts if only comments are above it.

In a response, something changed them on their way: escapes, or line numbers.
"""

import re
from collections import Counter

from msgspec import Struct

from editreview.first_use import lazy_pattern
from editreview.formats.search_replace import Kind, marker
from editreview.formats.spec import Fence, fence_opened_by

_SUSPECT = lazy_pattern(
    r"^(?:<{7}\r?$|[ \t]*(?:<{3,}[ \t]*\w|>{3,}[ \t]*\w|-{3,}[ \t]*SEARCH|[+]{3,}[ \t]*REPLACE|@@"
    r"|[«🟧═🟨]{3,} ?(?:EDIT|REPL)|»»» EDIT|🟩🟩🟩 END|[*]{3} (?:Begin|End) Patch|[*]{3} Update File:))",
    re.MULTILINE,
)
"""A fast first test: text without such a line has no marker that counts."""
_OTHER_MARKERS = (
    (lazy_pattern(r"(?i:<{3,}[ \t]*(?:SEARCH|ORIGINAL)\b)|-{3,}[ \t]*SEARCH\b"), Kind.HEAD),
    (lazy_pattern(r"={3,}$"), Kind.DIVIDER),
    (lazy_pattern(r"(?i:>{3,}[ \t]*(?:REPLACE|UPDATED)\b)|[+]{3,}[ \t]*REPLACE\b"), Kind.END),
    (lazy_pattern(r"(?:««« EDIT|🟧🟧🟧 EDIT)$"), Kind.HEAD),
    (lazy_pattern(r"(?:═{3,} REPL|🟨🟨🟨 REPL)$"), Kind.DIVIDER),
    (lazy_pattern(r"(?:»»» EDIT END|🟩🟩🟩 END)$"), Kind.END),
    (lazy_pattern(r"[*]{3} (?:Begin Patch|Update File: \S.*)$"), Kind.HEAD),
    (lazy_pattern(r"[*]{3} End Patch$"), Kind.END),
)
_NUMBERED = lazy_pattern(r"@@ (?:-\d+(?:,\d+)? [+]\d+(?:,\d+)?|\.\.\.) @@")
_NAMES = lazy_pattern(r"diff --git |index [0-9a-f]+\.\.|--- \S|[+]{3} \S|(?:new|old|deleted) (?:file )?mode ")
"""The beginning of a line of a diff that names a file: `diff --git `, `--- a/b.py`."""
_COMMENT = lazy_pattern(r"[ \t]*(?:#|//|--|;|%|/?\*|<!--|\{/\*|\"\"\"|''')")
_ENDS = {
    Kind.HEAD: frozenset([Kind.DIVIDER, Kind.END]),
    Kind.CONFLICT_HEAD: frozenset([Kind.CONFLICT_END, Kind.END]),
    Kind.DIVIDER: frozenset([Kind.END]),
}
"""By kind of marker: the kinds of the markers below that form a pair with it."""


class Leftover(Struct, frozen=True):
    """A marker in text that would be written."""

    line: int
    """1-based, of the text."""
    text: str
    """The marker, without outer whitespace."""
    is_sure: bool
    """True if it cannot be intended text: it is part of a pair or a hunk header, unindented and outside of
    fences."""


class _MarkerLine(Struct, frozen=True):
    """A marker in a text."""

    line: int
    kind: Kind
    text: str
    is_at_margin: bool
    is_fenced: bool
    is_usual: bool
    """True if it has a usual number of characters."""


def leftover(text: str, before: str = "", *, is_markup: bool = False) -> Leftover | None:
    """The first sure marker that a text would add to a file, else the first one; None if there is none.

    Args:
        text: The text to be written as the whole file.
        before: The file's text: markers that it already has are not leftovers.
        is_markup: True if the file may show edits, as documentation does.
    """
    if (line := _first_signed(text, before)) is not None:
        return Leftover(line, text.split("\n")[line - 1].strip(), is_sure=not is_markup)
    if _SUSPECT.search(text) is None:
        return None
    header = _hunk_header(text, is_markup=is_markup)
    if header is not None and header.text not in map(str.strip, before.split("\n")):
        return header
    return _surest(text, before, is_markup=is_markup)


def paired_leftover(text: str, before: str) -> Leftover | None:
    """The first sure marker of a pair that new lines would add to a file.

    Args:
        text: Lines that replace some of the file's.
        before: The file's text: markers that it already has are not leftovers.
    """
    found = _surest(text, before, is_markup=False) if _SUSPECT.search(text) is not None else None
    return found if found is not None and found.is_sure else None


def _surest(text: str, before: str, *, is_markup: bool) -> Leftover | None:
    before_by_text = (
        Counter(marked.text for marked in _markers(before)) if _SUSPECT.search(before) else Counter()
    )
    found = _markers(text)
    paired = _paired(found)
    left: list[Leftover] = []
    for marked in found:
        before_by_text[marked.text] -= 1
        if before_by_text[marked.text] < 0 and marked.kind is not Kind.DIVIDER and _counts(marked, paired):
            is_sure = marked.line in paired and marked.is_at_margin and not (marked.is_fenced or is_markup)
            left.append(Leftover(marked.line, marked.text, is_sure))
    return min(left, key=lambda each: (not each.is_sure, each.line), default=None)


def _counts(marked: _MarkerLine, paired: set[int]) -> bool:
    """True if a marker is part of a pair, or a head or end that can hardly be anything else."""
    return marked.line in paired or (marked.is_usual and marked.kind in (Kind.HEAD, Kind.END))


def _markers(text: str) -> list[_MarkerLine]:
    found: list[_MarkerLine] = []
    fence: Fence | None = None
    for number, line in enumerate(text.split("\n"), 1):
        opened = fence_opened_by(line)
        if opened is not None:
            if fence is None:
                fence = opened
            elif fence.is_closed_by(line):
                fence = None
            continue
        text = line.strip()
        usual = marker(line.rstrip("\r")) if text else None
        others = (kind for pattern, kind in _OTHER_MARKERS if pattern.match(text))
        kind = usual.kind if usual is not None else next(others, None) if text else None
        if kind is not None:
            is_at_margin = line[:1] not in (" ", "\t")
            is_usual = usual is not None and usual.is_usual
            found.append(_MarkerLine(number, kind, text, is_at_margin, fence is not None, is_usual))
    return found


def _paired(found: list[_MarkerLine]) -> set[int]:
    """The lines of markers that form a pair with another one."""
    paired: set[int] = set()
    nearest: dict[Kind, int] = {}
    for marked in reversed(found):
        below = [nearest[kind] for kind in _ENDS.get(marked.kind, ()) if kind in nearest]
        if below:
            paired |= {marked.line, min(below)}
        nearest[marked.kind] = marked.line
    return paired


def _hunk_header(text: str, *, is_markup: bool) -> Leftover | None:
    """The header of a hunk with only comments and other headers of a diff above it."""
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("@@"):
            is_header = _NUMBERED.match(line) or _are_signed(line, lines[n + 1 :])
            return Leftover(n + 1, line.strip(), not is_markup) if is_header else None
        is_name = _NAMES.match(line) and not is_markup
        if line.strip() and not is_name and not _COMMENT.match(line):
            return None
    return None


_CHANGED_MARKERS = (
    (
        "a marker with escapes for HTML",
        lazy_pattern(
            r"^[ \t]*(?:(?:&lt;){3,}[ \t]*(?:SEARCH|ORIGINAL)\b"
            r"|&lt;(?:\w+:)?(?:invoke|replace_in_file|apply_diff|write_to_file|old_text|boltAction)\b)",
            re.MULTILINE,
        ),
    ),
    (
        "a marker with escapes for Markdown",
        lazy_pattern(
            r"^[ \t]*(?:(?=[^\n]*\\<)\\?<\\?<(?:\\?<)+[ \t]*(?:SEARCH|ORIGINAL)\b"
            r"|\\[*]\\?[*]\\?[*] Begin Patch|\\`\\?`\\?`|\\-\\?-\\?- a/)",
            re.MULTILINE,
        ),
    ),
    (
        "a line number before a marker",
        lazy_pattern(
            r"^[ \t]*\d+[ \t]*[:|│.]?[ \t]*"
            r"(?:<{5,}[ \t]*(?:SEARCH|ORIGINAL)\b|[*]{3} Begin Patch|diff --git a/)",
            re.MULTILINE,
        ),
    ),
)
"""Markers that are not read, with what is wrong with them."""


def changed_marker(text: str) -> tuple[int, str] | None:
    """The line of the first marker that was changed on its way, 1-based, and what was done to it.

    None if there is none. Only for a response without edits.
    """
    found = [(match.start(), what) for what, each in _CHANGED_MARKERS if (match := each.search(text))]
    if not found:
        return None
    at, what = min(found)
    return text.count("\n", 0, at) + 1, what


def may_hold_any(text: str) -> bool:
    """A fast first test: False if a text has no leftover."""
    return _SUSPECT.search(text) is not None or _is_signed(text)


def _is_signed(text: str) -> bool:
    """True if all lines have the signs of hunk lines, with both removed and added ones."""
    if text[:1] not in (" ", "+", "-"):
        return False
    signs = {line[:1] for line in text.split("\n")}
    return {"+", "-"} <= signs <= {"", " ", "+", "-", "\\"}


def _first_signed(text: str, before: str) -> int | None:
    """The first removed line, 1-based, of a text that is a headless hunk and removes a line of the file."""
    if not before or not _is_signed(text):
        return None
    old_lines = {line.strip() for line in before.split("\n")} - {""}
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if line[:1] == "-" and line[1:].strip() in old_lines), None)
    return None if at is None or lines[at].strip() in old_lines else at + 1


def _are_signed(header: str, below: list[str]) -> bool:
    """True if all lines below a header without numbers are hunk lines."""
    is_class_variable = header[2:3].isalpha() or header[2:3] == "_"
    signs = {line[:1] for line in below}
    return (
        not is_class_variable and signs <= {"", " ", "\t", "+", "-", "@", "\\"} and bool(signs & {"+", "-"})
    )
