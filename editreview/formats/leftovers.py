"""Edit markers in a text to be written whole: signs of an edit that was not recognised.

A lone `=======` underlines a heading, and a lone `>>>>>>>` may be anything. Markers count in
pairs: a head or a divider with what comes after it, a conflict's beginning with its end; or as
the header of a hunk above everything but comments.
"""

import re
from collections import Counter

from msgspec import Struct

from editreview.formats import fences
from editreview.formats.search_replace import Kind, marker

_SUSPECT = re.compile(
    r"^(?:<{7}\r?$|[ \t]*(?:<{3,}[ \t]*\w|>{3,}[ \t]*\w|-{3,}[ \t]*SEARCH|[+]{3,}[ \t]*REPLACE|@@"
    r"|[«🟧═🟨]{3,} ?(?:EDIT|REPL)|»»» EDIT|🟩🟩🟩 END|[*]{3} (?:Begin|End) Patch|[*]{3} Update File:))",
    re.MULTILINE,
)
"""Text without any such line holds no marker that counts."""
_OTHERS = (
    (re.compile(r"(?i:<{3,}[ \t]*(?:SEARCH|ORIGINAL)\b)|-{3,}[ \t]*SEARCH\b"), Kind.HEAD),
    (re.compile(r"={3,}$"), Kind.DIVIDER),
    (re.compile(r"(?i:>{3,}[ \t]*(?:REPLACE|UPDATED)\b)|[+]{3,}[ \t]*REPLACE\b"), Kind.END),
    (re.compile(r"(?:««« EDIT|🟧🟧🟧 EDIT)$"), Kind.HEAD),
    (re.compile(r"(?:═{3,} REPL|🟨🟨🟨 REPL)$"), Kind.DIVIDER),
    (re.compile(r"(?:»»» EDIT END|🟩🟩🟩 END)$"), Kind.END),
    (re.compile(r"[*]{3} (?:Begin Patch|Update File: \S.*)$"), Kind.HEAD),
    (re.compile(r"[*]{3} End Patch$"), Kind.END),
)
_NUMBERED = re.compile(r"@@ (?:-\d+(?:,\d+)? [+]\d+(?:,\d+)?|\.\.\.) @@")
_NAMES = re.compile(r"diff --git |index [0-9a-f]+\.\.|--- \S|[+]{3} \S|(?:new|old|deleted) (?:file )?mode ")
_COMMENT = re.compile(r"[ \t]*(?:#|//|--|;|%|/?\*|<!--|\{/\*|\"\"\"|''')")
_ENDS = {
    Kind.HEAD: frozenset([Kind.DIVIDER, Kind.END]),
    Kind.CONFLICT_HEAD: frozenset([Kind.CONFLICT_END, Kind.END]),
    Kind.DIVIDER: frozenset([Kind.END]),
}
"""By marker: the markers below it that make a pair with it."""


class Leftover(Struct, frozen=True):
    """A marker in a text that is to be written whole."""

    line: int
    """1-based, of the text."""
    text: str
    """The marker, without whitespace around it."""
    is_sure: bool
    """It belongs to a pair, or stands above a hunk, at the margin and in no fence: no file holds that."""


class _Marked(Struct, frozen=True):
    line: int
    kind: Kind
    text: str
    is_at_margin: bool
    is_fenced: bool
    is_usual: bool
    """It is spelled as tools ask for it."""


def leftover(text: str, before: str = "", *, is_markup: bool = False) -> Leftover | None:
    """The first marker that a text would bring into a file, the surest before others.

    Args:
        text: To be written whole.
        before: The text of the file: markers that it has already are no leftovers.
        is_markup: The file is one that may show edits.
    """
    if (signed := _first_signed(text, before)) is not None:
        return Leftover(signed, text.split("\n")[signed - 1].strip(), is_sure=not is_markup)
    if _SUSPECT.search(text) is None:
        return None
    header = _hunk_header(text, is_markup=is_markup)
    if header is not None and header.text not in map(str.strip, before.split("\n")):
        return header
    return _surest(text, before, is_markup=is_markup)


def paired_leftover(text: str, before: str) -> Leftover | None:
    """The first marker of a pair, at the margin and in no fence, that new lines would bring into a file.

    Args:
        text: Lines that take the place of some of the file's.
        before: The text of the file: markers that it has already are no leftovers.
    """
    found = _surest(text, before, is_markup=False) if _SUSPECT.search(text) is not None else None
    return found if found is not None and found.is_sure else None


def _surest(text: str, before: str, *, is_markup: bool) -> Leftover | None:
    known = Counter(marked.text for marked in _markers(before)) if _SUSPECT.search(before) else Counter()
    found = _markers(text)
    paired = _paired(found)
    left: list[Leftover] = []
    for marked in found:
        known[marked.text] -= 1
        if known[marked.text] < 0 and marked.kind is not Kind.DIVIDER and _counts(marked, paired):
            is_sure = marked.line in paired and marked.is_at_margin and not (marked.is_fenced or is_markup)
            left.append(Leftover(marked.line, marked.text, is_sure))
    return min(left, key=lambda each: (not each.is_sure, each.line), default=None)


def _counts(marked: _Marked, paired: set[int]) -> bool:
    """True if a marker is more than a line that looks like one."""
    return marked.line in paired or (marked.is_usual and marked.kind in (Kind.HEAD, Kind.END))


def _markers(text: str) -> list[_Marked]:
    found: list[_Marked] = []
    fence: fences.Fence | None = None
    for number, line in enumerate(text.split("\n"), 1):
        opened = fences.opening(line)
        if opened is not None:
            if fence is None:
                fence = opened
            elif fence.is_closed_by(line):
                fence = None
            continue
        text = line.strip()
        known = marker(line.rstrip("\r")) if text else None
        others = (kind for pattern, kind in _OTHERS if pattern.match(text))
        kind = known.kind if known is not None else next(others, None) if text else None
        if kind is not None:
            is_at_margin = line[:1] not in (" ", "\t")
            is_usual = known is not None and known.is_usual
            found.append(_Marked(number, kind, text, is_at_margin, fence is not None, is_usual))
    return found


def _paired(found: list[_Marked]) -> set[int]:
    """The lines of markers that make a pair with another one."""
    paired: set[int] = set()
    nearest: dict[Kind, int] = {}
    for marked in reversed(found):
        below = [nearest[kind] for kind in _ENDS.get(marked.kind, ()) if kind in nearest]
        if below:
            paired |= {marked.line, min(below)}
        nearest[marked.kind] = marked.line
    return paired


def _hunk_header(text: str, *, is_markup: bool) -> Leftover | None:
    """The header of a hunk that nothing but comments and a diff's other headers stand above."""
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("@@"):
            is_header = _NUMBERED.match(line) or _are_signed(line, lines[n + 1 :])
            return Leftover(n + 1, line.strip(), not is_markup) if is_header else None
        is_name = _NAMES.match(line) and not is_markup
        if line.strip() and not is_name and not _COMMENT.match(line):
            return None
    return None


def may_hold_any(text: str) -> bool:
    """True if a comparison of the text with its file can find a leftover: a fast first test."""
    return _SUSPECT.search(text) is not None or _is_signed(text)


def _is_signed(text: str) -> bool:
    """True if all lines have the signs of a hunk's lines, removed and added ones among them."""
    if text[:1] not in (" ", "+", "-"):
        return False
    signs = {line[:1] for line in text.split("\n")}
    return {"+", "-"} <= signs <= {"", " ", "+", "-", "\\"}


def _first_signed(text: str, before: str) -> int | None:
    """The first removed line, 1-based, of a hunk without a header that is about lines of the file."""
    if not before or not _is_signed(text):
        return None
    known = {line.strip() for line in before.split("\n")} - {""}
    lines = text.split("\n")
    at = next((n for n, line in enumerate(lines) if line[:1] == "-" and line[1:].strip() in known), None)
    return None if at is None or lines[at].strip() in known else at + 1


def _are_signed(header: str, below: list[str]) -> bool:
    """True if all lines below a header without numbers are lines of a hunk."""
    is_class_variable = header[2:3].isalpha() or header[2:3] == "_"
    signs = {line[:1] for line in below}
    return (
        not is_class_variable and signs <= {"", " ", "\t", "+", "-", "@", "\\"} and bool(signs & {"+", "-"})
    )
