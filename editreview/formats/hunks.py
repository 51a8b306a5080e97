"""Hunks: runs of patch lines, with the `@@` line above them.

Shared by unified diffs and apply_patch. Models forget the leading space of context lines and the
sign of blank lines. Where that is ambiguous, the edit has several interpretations.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from itertools import dropwhile, pairwise
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import CutOff, Hints, Insert, Interpretation, LineRange, Operation, Replace
from editreview.formats.spec import FENCE_MARKS, Edit, Fence, Outcome, fence_opened_by, search_only
from editreview.formats.tool_calls import whole_lines
from editreview.text import counted

_NUMBERS = re.compile(r"-(\d{1,9})(?:,(\d{1,9}))?(?: +\+(\d{1,9})(?:,(\d{1,9}))?)?(?=\s|$)")
"""The line numbers of a hunk: `-3,4 +3,5`."""
_EMPTY_SCOPES = ("", "...", "…", "..", "-", "- +")
_LIST_ITEM = re.compile(r"[-+] \S")
_OTHER_FORMATS = ("<<<<<<< SEARCH", "*** Begin Patch", "diff --git ")
_FOREIGN_SIGNS = frozenset((*FENCE_MARKS, *(each[0] for each in _OTHER_FORMATS)))
_BLANK_LINES_ADDED = "reads blank lines among added lines as added"
_VERBATIM = "reads context lines as written without the leading space"
_ONE_DEEPER = "the added lines are one column deeper than usual: the space after + may not be text"
_INDENTED_VERBATIM = "reads indented context lines as written without the leading space"

_CONTEXT, _REMOVED, _ADDED = " ", "-", "+"
_RUNS = {sign: re.compile(rf"\n[{sign}][^\n]*+(?:\n[{sign}][^\n]*+)*+") for sign in "+-"}
"""By sign: runs of lines with that sign."""
_SAME_SIDE = {_ADDED: _REMOVED, _REMOVED: _ADDED}
_BARE = re.compile(r"\n[^-+ \n]")
"""A line without its sign."""
_FILLED = re.compile(r"\n (?=[^\n]*\S)")
"""A nonblank context line."""
_ODD = re.compile(r"\n (?:  )*+(?! )(?=[^\n]*\S)")
"""A nonblank context line with an odd number of leading spaces: a sign and an even indentation."""

_EVEN = re.compile(r"\n(?:  )++(?! )(?=[^\n]*\S)")
"""A nonblank context line with an even number of leading spaces, perhaps an indentation without a sign."""
_ADDED_EVEN = re.compile(r"\n\+(?:  )*+(?! )(?=[^\n]*\S)")
"""A nonblank added line with an even indentation."""
_ADDED_ODD = re.compile(r"\n\+ (?:  )*+(?![ *])(?=[^\n]*\S)")
"""One with an odd indentation, other than a line of a comment."""
_DEEP_ODD = re.compile(r"\n   (?:  )*+(?! )(?=[^\n]*\S)")
"""One with three or more, and an odd number: a sign and an even indentation."""


_SIGN_AT_CODE = re.compile(r"(?P<indent>[ \t]+)(?P<sign>[-+])(?P<space> ?)(?=[^\s+-])")
"""The beginning of a changed line whose sign is behind its indentation."""
_QUOTES = ('"""', "'''", "`")
"""Marks around strings that may go over several lines."""
_STATEMENT = re.compile(
    r"[+-](?:\t|  )|[+-]\s*(?:\w+\s+[\w*{\"'`(\[]|[@#/<}\])]|.*(?:[^=!<>]=[^=]|[({\[:;,>]\s*$|\w\())"
)
"""The sign and the start of a statement, or of an indented line: `+import os`, `+ x = 1`, `+    y`."""
_TAIL = re.compile(r"[+-] ?(?! )(?!\w+ \w)(?!.*[^=!<>]=[^=])\S")
"""A line that may go on with a sum: `+ b`, but not `+    b`, `+ import b`, `+ b = 1`."""
_IS_MARKDOWN = re.compile(r"\+ (?:[-*>|]|#{1,6}|\d+[.)])\s")
"""A line of Markdown behind a sign, which begins an item of a list, a heading or the like: `+ - New`."""
_OPEN_ENDS = (*";{}:,([>", "*/")
"""Ends of a line with which no sum goes on."""
_OPENS, _CLOSES = ("{", "(", "[", ":"), ("}", ")", "]")
"""Ends of a line whose block is deeper, and beginnings of a line that ends one."""
_NO_SIGN = re.compile(r"-(?:\d|(?:include|sinclude|webkit|moz|ms|o|rm)\b)")
"""A line whose `-` belongs to the code: `-1`, `-include rules.mk`, `-webkit-hyphens: auto`."""


class Header(Struct, frozen=True):
    """A hunk header: a line that begins with `@@`."""

    start: int | None = None
    """The 1-based number of the first old line; without old lines, that of the line before the hunk."""
    old: int | None = None
    new: int | None = None
    """The numbers of old and new lines; None if the header has none."""
    scope: str | None = None
    """A line of the file somewhere above the hunk."""
    new_start: int | None = None
    """The 1-based number of the first new line; without new lines, that of the line before the hunk."""


def read_header(text: str) -> Header:
    """Read a line that begins with `@@`: `@@ -1,2 +1,3 @@ scope`, `@@ scope`, `@@ ... @@`."""
    inner, marks, after = text.removeprefix("@@").partition("@@")
    if marks and not inner.strip() and after[:1].isidentifier():
        # The scope itself begins with `@@`: a class variable of Ruby.
        inner, after = marks + after, ""
    inner, after = inner.strip(), after.lstrip("@").strip()
    numbers = _NUMBERS.match(inner)
    if numbers is None:
        named = "" if inner in _EMPTY_SCOPES else inner
        return Header(scope=named or after or None)
    start, old, plus, new = numbers.groups()
    scope = after or inner[numbers.end() :].strip() or None
    if plus is None:
        return Header(int(start), scope=scope)
    return Header(int(start), int(old or 1), int(new or 1), scope, int(plus))


class PatchHunk(Struct):
    """The lines of one hunk as they arrive. The path and the state of the file are left to the format."""

    first: int
    """Line of the response at which it begins."""
    header: Header = Header()
    scopes: list[str] = field(default_factory=list)
    is_at_end: bool = False
    last: int = 0
    """Line of the response at which it ends, without trailing blank lines."""
    old: int = 0
    new: int = 0
    """The numbers of old and new lines so far."""
    _bare_ends: str = ""
    """The signs of the sides whose last line is marked as lacking a line end."""
    _lines: list[str] = field(default_factory=list)
    _text: str = ""
    """The cached `_trimmed_text`; empty after lines were added or removed."""

    def add(self, number: int, text: str) -> None:
        """Add a line of the response."""
        self._text = ""
        self._lines.append(text)
        sign = text[:1]
        self.old += sign != _ADDED
        self.new += sign != _REMOVED
        if text:
            self.last = number
            if self._bare_ends and self._bare_ends != _SAME_SIDE.get(sign):
                # The side goes on, so that the marked line is not its last one. Of context above added lines,
                # it may still be the last old one.
                self._bare_ends = _REMOVED if sign == _ADDED and _REMOVED in self._bare_ends else ""
                self.is_at_end = bool(self._bare_ends)

    def take_bare_end(self, number: int) -> None:
        """Record that the line above is the last of its side, without a line end."""
        sign = self.last_sign
        self._bare_ends += sign if sign in (_ADDED, _REMOVED) else _REMOVED + _ADDED
        self.is_at_end, self.last = True, number

    @property
    def final_newline(self) -> bool | None:
        """True if the change adds the end of the last line, False if it takes it away, else None."""
        return None if len(set(self._bare_ends)) != 1 else self._bare_ends[0] == _REMOVED

    def drop_last(self) -> None:
        """Drop the last nonblank line and the blank ones after it, which are not part of the hunk."""
        self._text = ""
        while self._lines:
            line = self._lines.pop()
            self.old -= line[:1] != _ADDED
            self.new -= line[:1] != _REMOVED
            if line:
                self.last -= 1
                return

    @property
    def has_lines(self) -> bool:
        return bool(self._lines)

    @property
    def is_complete(self) -> bool:
        """True if it has exactly as many lines as its header counts."""
        return (self.old, self.new) == (self.header.old, self.header.new)

    @property
    def lacks_lines(self) -> bool:
        """True if it has fewer lines than its header counts."""
        header = self.header
        return header.new is not None and (self.old < (header.old or 0) or self.new < header.new)

    @property
    def last_sign(self) -> str:
        """The sign of the last line, a space for context; empty if the line is blank or there is none."""
        sign = self._lines[-1][:1] if self._lines else ""
        return sign if sign in (_ADDED, _REMOVED, "") else _CONTEXT

    @property
    def is_counted(self) -> bool:
        """True if its header counts its lines."""
        return self.header.new is not None

    @property
    def response_lines(self) -> LineRange:
        return (self.first, max(self.first, self.last))

    @property
    def hints(self) -> Hints:
        start, new = self.header.start or None, self.header.new_start or None
        return Hints(start, tuple(self.scopes), self.is_at_end, self.final_newline, new)

    @property
    def changes(self) -> bool:
        """True if any line is added or removed."""
        return not self.old == self.new == len(self._lines)

    def signed_at_code(self) -> "PatchHunk | None":
        """The hunk with the signs in front that are behind the indentation; None if there are no such lines.

        It must have added lines: one of a list may begin like a removed one.
        """
        found = [_SIGN_AT_CODE.match(line) for line in self._lines]
        signed = [each for each in found if each is not None]
        if not any(each["sign"] == _ADDED for each in signed):
            return None
        # A space behind all of the signs is none of the code.
        is_spaced = all(each["space"] for each in signed)
        other = PatchHunk(self.first, self.header, self.scopes, last=self.first)
        for number, (line, each) in enumerate(zip(self._lines, found, strict=True), self.first):
            if each is not None:
                code = line[each.end("space") :] if is_spaced else line[each.start("space") :]
                line = each["sign"] + each["indent"] + code
            other.add(number, line)
        other.last = self.last
        return other

    @property
    def changes_text(self) -> bool:
        """True if the new lines differ from the old ones in more than the end of the last."""
        text = self._trimmed_text()
        return _side(text, _ADDED) != _side(text, _REMOVED)

    @property
    def only_adds(self) -> bool:
        """True if it has no context and no removed lines."""
        blanks = self._lines.count("")
        return self.changes and self.has_only(_ADDED) and not (blanks and blanks == self.header.old)

    def has_only(self, sign: str) -> bool:
        """True if all lines have the sign or are blank."""
        return all(line[:1] in (sign, "") for line in self._lines)

    def has_any(self, sign: str) -> bool:
        """True if any line has the sign."""
        return any(line[:1] == sign for line in self._lines)

    def lines_without_sign(self) -> int:
        """The number of nonblank lines without the sign of an added line."""
        return sum(line[:1] not in (_ADDED, "") for line in self._trimmed())

    def ends_with_context(self, text: str) -> bool:
        """True if the last nonblank line is context with this text."""
        last = next((line for line in reversed(self._lines) if line), "")
        return last[:1] == _CONTEXT and last.strip() == text

    def new_text(self) -> str:
        """The text of a new file that consists of this hunk."""
        text = _side(_after_newlines(dropwhile(_is_blank, self._trimmed())), _REMOVED)
        return text.removesuffix("\n") if _ADDED in self._bare_ends else text

    def old_text(self) -> str:
        """The old lines of the file. Those of a hunk without changes are a scope of the next hunk."""
        return _side(_after_newlines(self._trimmed()), _ADDED)

    def written_text(self) -> str:
        """The lines as written, with their first characters."""
        text = "".join(line + "\n" for line in dropwhile(_is_blank, self._trimmed()))
        return text.removesuffix("\n") if _ADDED in self._bare_ends else text

    def warnings(self) -> tuple[str, ...]:
        """Warnings about repaired lines."""
        text = self._trimmed_text()
        bare = len(_BARE.findall(text))
        warnings = (f"{counted(bare, 'line')} without a leading space read as context",) if bare else ()
        is_even = _ODD.search(text) is not None and _EVEN.search(text) is None
        if is_even and _ADDED_ODD.search(text) and not _ADDED_EVEN.search(text):
            return (*warnings, _ONE_DEEPER)
        return warnings

    @property
    def begun(self) -> Operation | None:
        """An incomplete edit: the old lines so far; None if they are blank."""
        return search_only(_side(self._trimmed_text(), _ADDED).split("\n"))

    def operation(self) -> Operation:
        """The edit of a hunk with changes."""
        if self.only_adds:
            text = whole_lines(self.new_text())
            return Insert(self.header.start if self.header.old == 0 else None, text)
        return Replace(self._interpretations())

    def _interpretations(self) -> tuple[Interpretation, ...]:
        plain, text = self._trimmed(), self._trimmed_text()
        lacks_blanks = _lacks_leading_blanks(text)
        lacks_some = not lacks_blanks and _EVEN.search(text) is not None and _DEEP_ODD.search(text) is None
        if not lacks_blanks and not lacks_some and "" not in plain:
            return (_interpretation(text, None),)
        ways: list[tuple[list[str], str | None]] = [(plain, None)]
        if "" in plain and (filled := _blanks_added(plain)) != plain:
            ways.append((filled, _BLANK_LINES_ADDED))
        if lacks_blanks:
            ways += [(_verbatim(lines), _VERBATIM) for lines, _ in tuple(ways)]
        if lacks_some:
            ways += [(_indented_verbatim(lines), _INDENTED_VERBATIM) for lines, _ in tuple(ways)]
        distinct: dict[tuple[str, str], Interpretation] = {}
        for lines, why in ways:
            interpretation = _interpretation(_after_newlines(lines), why)
            distinct.setdefault((interpretation.search, interpretation.replace), interpretation)
        return tuple(distinct.values())

    def _trimmed_text(self) -> str:
        """The lines of `_trimmed`, each preceded by a newline."""
        self._text = self._text or _after_newlines(self._trimmed())
        return self._text

    def _trimmed(self) -> list[str]:
        """The lines without trailing blank ones, which only separate the hunk from the next text.

        As context they would give the same result.
        """
        if self._lines and self._lines[-1]:
            return self._lines
        end, blanks = len(self._lines), 0
        counts = (self.header.old, self.header.new)
        while end and not self._lines[end - 1] and (self.old - blanks, self.new - blanks) != counts:
            end, blanks = end - 1, blanks + 1
        return self._lines[:end] if blanks else self._lines


def _is_blank(line: str) -> bool:
    return not line


def _after_newlines(lines: Iterable[str]) -> str:
    """The lines, each preceded by a newline."""
    return "\n".join(["", *lines])


def _interpretation(text: str, why: str | None) -> Interpretation:
    return Interpretation(_side(text, _ADDED), _side(text, _REMOVED), why)


def _side(text: str, other: str) -> str:
    """The text of one side: all lines but those of the other side, without signs.

    Args:
        text: The lines with their signs, each preceded by a newline.
        other: The sign of the other side.
    """
    # Much faster than line by line: the texts are long and have few runs.
    kept = _RUNS[other].sub("", text).replace("\n" + _SAME_SIDE[other], "\n ").replace("\n ", "\n")
    return f"{kept}\n"[1:]


def _blanks_added(lines: list[str]) -> list[str]:
    """The lines; blank ones between added lines become added ones."""
    filled = list(lines)
    at = 0
    while at < len(filled):
        end = at
        while end < len(filled) and not filled[end]:
            end += 1
        if at and at < end < len(filled) and filled[at - 1][0] == filled[end][0] == _ADDED:
            filled[at:end] = [_ADDED] * (end - at)
        at = end + 1
    return filled


def _lacks_leading_blanks(text: str) -> bool:
    """True if the first column of the context lines may be text instead of a sign."""
    is_doubtful = _BARE.search(text) is not None or _ODD.search(text) is None
    return is_doubtful and _FILLED.search(text) is not None


def _verbatim(lines: list[str]) -> list[str]:
    """The lines. Context lines whose first column is text get a sign in front."""
    return [" " + line if line[:1] == _CONTEXT and not line.isspace() else line for line in lines]


def _indented_verbatim(lines: list[str]) -> list[str]:
    """The lines; indented context lines, all of whose spaces are text, get a sign in front."""
    return [" " + line if line.startswith("  ") and not line.isspace() else line for line in lines]


def is_added_at_code(line: str) -> bool:
    """True if the sign of an added line may be behind its indentation."""
    found = _SIGN_AT_CODE.match(line)
    return found is not None and found["sign"] == _ADDED


def signed_code(lines: Sequence[str], *, only_added: bool = False) -> PatchHunk | None:
    """Read code as a hunk, if some of its lines have the signs of a diff and others may have none; else None.

    Args:
        lines: Lines in a language in which none begins with a sign.
        only_added: True if lines of the language may begin with `-`, so that only `+` is a sign.
    """
    if only_added:
        return _hunk_of_added(lines)
    follow_indent = not any(line.startswith((_ADDED, _REMOVED)) for line in lines)
    if (rows := _signed_rows(lines, follow_indent=follow_indent)) is None:
        return None
    if all(at in rows and line[0] == _ADDED for at, line in enumerate(lines) if line.strip()):
        # Lines that are all new say nothing about their place; see `without_added_signs`.
        return None
    hunk = PatchHunk(0)
    for at, line in enumerate(lines if follow_indent else _with_column_of_signs(lines, rows)):
        hunk.add(at, line)
    return hunk.signed_at_code() if follow_indent else hunk


def _hunk_of_added(lines: Sequence[str]) -> PatchHunk | None:
    """Read code with `+` signs, and no other ones, as a hunk; None if these may begin something else.

    There must be lines without a sign.
    """
    rows = frozenset(at for at, line in enumerate(lines) if line.startswith(_ADDED))
    filled = [lines[at] for at in rows if lines[at][1:].strip()]
    plain = [line for at, line in enumerate(lines) if at not in rows and line.strip()]
    is_hunk = any(line.startswith(("@@", "-\t", "--- ", "+++ ")) for line in lines)
    if (
        not filled
        or not plain
        or is_hunk
        or any(line[1] == _ADDED or line[1:2].isdecimal() for line in filled)
    ):
        return None
    if not _are_statements(lines, rows) and not all(map(_IS_MARKDOWN.match, filled)):
        return None
    shown = _with_column_of_signs(lines, rows)
    if shown is lines and not all(line.startswith(_CONTEXT) for line in plain):
        shown = [line if at in rows or not line.strip() else f" {line}" for at, line in enumerate(lines)]
    hunk = PatchHunk(0)
    for at, line in enumerate(shown):
        hunk.add(at, line)
    return hunk


def without_added_signs(lines: Sequence[str]) -> list[str] | None:
    """Remove the `+` signs from code in which each line that is not blank has one.

    Args:
        lines: Lines in a language in which none begins with a sign.

    Returns:
        The lines without them; None if a line has none.
    """
    filled = [line for line in lines if line.strip()]
    if not all(line.startswith(_ADDED) for line in filled) or _signed_rows(lines) is None:
        return None
    widths = [_width(line[1:]) for line in filled if line[1:].strip()]
    # A space behind all of the signs is none of the code: with it, each indentation is odd.
    is_spaced = all(width % 2 for width in widths)
    return [line[1 + is_spaced :] if line[1:].strip() else line.removeprefix(_ADDED) for line in lines]


def _signed_rows(lines: Sequence[str], *, follow_indent: bool = False) -> frozenset[int] | None:
    """The rows of code with the sign of a diff; None if these begin something else, or there are none.

    Args:
        lines: The lines.
        follow_indent: True if the signs are behind the indentation.
    """
    if follow_indent:
        rows = frozenset(at for at, line in enumerate(lines) if _SIGN_AT_CODE.match(line) is not None)
    else:
        rows = frozenset(at for at, line in enumerate(lines) if line.startswith((_ADDED, _REMOVED)))
    signs = {lines[at].lstrip()[0] for at in rows}
    if not rows or any(line.startswith("@@") for line in lines) or (follow_indent and _ADDED not in signs):
        # A hunk with a header begins elsewhere, and a list has only `-`.
        return None
    if not follow_indent and (
        any(lines[at][1:2] == lines[at][0] for at in rows) or all(lines[at][1:2].isdecimal() for at in rows)
    ):
        # `--count`, a name of a file, or numbers.
        return None
    if (len(signs) == 1 or follow_indent) and not _are_statements(lines, rows):
        return None
    quotes, depth = [0] * len(_QUOTES), 0
    for at, line in enumerate(lines):
        if at in rows and (depth > 0 or any(count % 2 for count in quotes)):
            # It is a line of a string or a comment.
            return None
        quotes = [count + line.count(quote) for count, quote in zip(quotes, _QUOTES, strict=True)]
        depth += line.count("/*") - line.count("*/")
    return rows


def _are_statements(lines: Sequence[str], rows: Collection[int]) -> bool:
    """True if the rows with signs are code by themselves: not numbers, nor the rest of a sum above them."""
    if not any(_STATEMENT.match(lines[at].lstrip()) is not None for at in rows):
        return False
    above, is_above_signed = "", False
    for at, line in enumerate(lines):
        if at in rows:
            signed = line.lstrip()
            may_go_on = bool(above) and not above.endswith(_OPEN_ENDS) and not is_above_signed
            if _NO_SIGN.match(signed) is not None or (may_go_on and _TAIL.match(signed) is not None):
                return False
        # No sum goes on below a blank line.
        above, is_above_signed = line.rstrip(), at in rows
    return True


def _with_column_of_signs(lines: Sequence[str], rows: Collection[int]) -> Sequence[str]:
    """The lines with a column for the signs, if these stand in the first column of the code.

    Then the indentation of a line with its sign is that of a line beside it. Else, a space behind each sign
    may be none of the code: `+ import os` below `import sys`.
    """
    plain = [at for at, line in enumerate(lines) if at not in rows and line.strip()]
    signed = [at for at, line in enumerate(lines) if at in rows and line[1:].strip()]
    if not plain or not signed or any("\t" in lines[at][: _width(lines[at]) + 1] for at in (*plain, *signed)):
        return lines
    if any(_width(lines[at]) % 2 for at in plain) or not all(_width(lines[at][1:]) % 2 for at in signed):
        # There is a column of signs already, or a space behind none of them.
        return lines
    place = bisect_left(plain, signed[0])
    beside = {_width(lines[at]) for at in plain[max(place - 1, 0) : place + 1]}
    width = _width(lines[signed[0]][1:])
    columns = [column for column in _COLUMNS if width + column.shift in beside]
    if place and lines[plain[place - 1]].rstrip().endswith(_OPENS):
        # The first line with a sign is in a block, deeper than those beside it.
        columns = list(_COLUMNS)
    if not columns:
        return lines
    shown = [_in_column(lines, rows, column) for column in columns]
    return min(shown, key=lambda each: _misfits(each, rows))


class _Column(NamedTuple):
    """A way to read signs in the first column of code, with a space behind each of them."""

    shift: int
    """The columns by which the code moves."""
    space: str
    """Spaces that the code has instead of the sign."""
    behind: int
    """The first character of the code."""


_COLUMNS = (_Column(1, " ", 1), _Column(-1, "", 2))
"""The sign is in the place of a space, or it and the space are in front of the code."""


def _in_column(lines: Sequence[str], rows: Collection[int], column: _Column) -> Sequence[str]:
    """The lines with a column for the signs."""
    return [
        # A blank line with a sign has no column to add.
        (f"{line[0]}{column.space}{line[column.behind :]}" if line[1:].strip() else line[0])
        if at in rows
        else (f" {line}" if line.strip() else line)
        for at, line in enumerate(lines)
    ]


def _misfits(lines: Sequence[str], rows: Collection[int]) -> tuple[int, int, int]:
    """The faults of lines with a column of signs, the worst first.

    Returns:
        The number of lines that are not deeper than the line above, which opens their block; of signs at a
        depth that no other line has; and of the spaces in front of all lines.
    """
    filled = [(at, line[1:].strip(), _width(line[1:])) for at, line in enumerate(lines) if line[1:].strip()]
    depths = {width for at, _, width in filled if at not in rows}
    flat = sum(
        text.endswith(_OPENS) and below_width <= width and not below.startswith(("-", *_CLOSES))
        for (_, text, width), (_, below, below_width) in pairwise(filled)
    )
    spaces = sum(width for _, _, width in filled)
    return flat, sum(at in rows and width not in depths for at, _, width in filled), spaces


def _width(line: str) -> int:
    """The number of spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def closes(fence: Fence | None, text: str) -> bool:
    """True if a line ends the fence around a patch. A line with more indentation belongs to the patch."""
    if fence is None or not fence.is_closed_by(text):
        return False
    return len(text) - len(text.lstrip(" \t")) <= len(fence.indent)


def is_foreign(text: str) -> bool:
    """True if a line begins something other than a patch line: another format or a fence."""
    sign = text[:1]
    if sign not in _FOREIGN_SIGNS:
        return False
    return text.startswith(_OTHER_FORMATS) or (sign in FENCE_MARKS and fence_opened_by(text) is not None)


def is_prose(text: str, *, after_blank: bool) -> bool:
    """True if a line outside any fence is prose: a sentence, or an item of a list after a blank line."""
    if not text:
        return False
    return text[0] not in "+- \t" or (after_blank and _LIST_ITEM.match(text) is not None)


def with_warning(outcome: Outcome, warning: str) -> Outcome:
    """The outcome; an edit has this warning too."""
    if isinstance(outcome, Edit):
        return replace(outcome, warnings=(*outcome.warnings, warning))
    return outcome


def cut_off(outcomes: Sequence[Outcome], how: CutOff) -> list[Outcome]:
    """The outcomes. The last one, if it is an edit, gets the likelihood that it was cut off."""
    if not outcomes or not isinstance(outcomes[-1], Edit):
        return list(outcomes)
    return [*outcomes[:-1], replace(outcomes[-1], cut_off=how)]
