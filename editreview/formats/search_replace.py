"""SEARCH/REPLACE blocks, as aider and many other tools use them.

    path/to/file.py
    ```python
    <<<<<<< SEARCH
    old text
    =======
    new text
    >>>>>>> REPLACE
    ```

Other tools use other markers, see below. Markers may be indented, and a block may end with a
marker of another spelling, since models mix them. The head may contain the path, or the line in
the file (Zed: `<<<<<<< SEARCH line=42`); Roo puts lines below it:

    :start_line:12
    :end_line:14
    -------

Inside an open block, a head of another spelling or with more indentation belongs to an example in
the text; merge conflicts are text too. Any other head in SEARCH means that the block was cut off.
In REPLACE, and in SEARCH of a document, it begins an example if both the example and the block end
properly; otherwise the block was cut off there, and the rest is read again. A divider inside the
content gives the block several interpretations: only the file shows which one is right.
"""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import NO_HINTS, FormatName, Hints, Interpretation, Replace
from editreview.file_kinds import is_markup
from editreview.first_use import lazy_pattern
from editreview.formats.path_names import (
    above_label,
    bare_names_above,
    is_path,
    names_in,
    others_mentioned,
    path_above,
    words_above,
)
from editreview.formats.spec import (
    ABANDON,
    BE_UNIQUE,
    CONTINUE,
    COPY_EXACTLY,
    EMPTY_CREATES,
    LEAVE_NOTHING_OUT,
    MERGE,
    MOVE_BY_GIT,
    WHOLE_ABOVE,
    Context,
    Description,
    Edit,
    Example,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    MissingLine,
    OpenBlock,
    Outcome,
    Step,
    missing_before_fence,
    search_only,
)
from editreview.text import counted

# The markers of SEARCH/REPLACE blocks, in the spellings that models were taught.
#
# | taught by                             | begins             | divides   | ends              |
# |---------------------------------------|--------------------|-----------|-------------------|
# | aider, OpenHands, Zed, Roo            | `<<<<<<< SEARCH`   | `=======` | `>>>>>>> REPLACE` |
# | aider at first                        | `<<<<<<< ORIGINAL` | `=======` | `>>>>>>> UPDATED` |
# | cline                                 | `------- SEARCH`   | `=======` | `+++++++ REPLACE` |
# | cline at first, three or more         | `<<< SEARCH`       | `===`     | `>>> REPLACE`     |
#
# A marker is a line of its own. In a loose spelling, text may follow one of five to nine characters, since
# models put paths and remarks there; a sentence that mentions a marker is not one. The markers of
# merge conflicts are recognised too, since the text of a block may contain them.

_USUAL = range(5, 10)
"""The usual number of characters of a marker."""
_CONFLICT_COUNT = 7
_WHITESPACE = " \t"
_MAX_WORDS = 3
"""The most words after the head's word: more are a sentence."""
_MAX_CACHED_LENGTH = 80


class Spelling(Struct, frozen=True):
    """The markers of a kind of block: a repeated character and a word."""

    head_character: str
    head_word: str
    end_character: str
    end_word: str
    is_loose: bool
    """True if markers of a usual length may be followed by text."""
    is_any_length: bool
    """True if markers may have any number of characters from three up."""

    @property
    def head(self) -> str:
        return f"{self.head_character * 7} {self.head_word}"

    @property
    def end(self) -> str:
        return f"{self.end_character * 7} {self.end_word}"


SPELLINGS = (
    Spelling("<", "SEARCH", ">", "REPLACE", is_loose=True, is_any_length=True),
    Spelling("<", "ORIGINAL", ">", "UPDATED", is_loose=True, is_any_length=False),
    Spelling("-", "SEARCH", "+", "REPLACE", is_loose=False, is_any_length=True),
)


class Kind(StrEnum):
    """The role of a marker."""

    HEAD = "head"
    DIVIDER = "divider"
    END = "end"
    CONFLICT_HEAD = "conflict head"
    CONFLICT_END = "conflict end"


class Marker(Struct, frozen=True):
    """A line that may be a marker."""

    kind: Kind
    indent: str
    count: int
    """The number of its characters."""
    spelling: Spelling | None = None
    """The spelling of a head or end; None for others."""
    rest: str = ""
    """The text after the word."""

    @property
    def is_usual(self) -> bool:
        return self.count in _USUAL


_CHARACTERS = frozenset("<=>-+")
_MARKER = re.compile(r"([ \t]*+)(<{3,}+|={3,}+|>{3,}+|-{3,}+|[+]{3,}+)(.*)", re.DOTALL)


def marker(line: str) -> Marker | None:
    """Read a line as a marker; None if it is not one."""
    return _cached_marker(line) if len(line) < _MAX_CACHED_LENGTH else _read_marker(line)


def _read_marker(line: str) -> Marker | None:
    found = _MARKER.match(line)
    if found is None:
        return None
    indent, signs, rest = found.groups()
    sign, count = signs[0], len(signs)
    if sign == "=":
        return None if rest.strip(_WHITESPACE) else Marker(Kind.DIVIDER, indent, count)
    return _with_word(sign, rest, indent, count) or _of_conflict(sign, rest, indent, count)


def _with_word(sign: str, text: str, indent: str, count: int) -> Marker | None:
    for spelling in SPELLINGS:
        is_head = sign == spelling.head_character
        if not is_head and sign != spelling.end_character:
            continue
        if count not in _USUAL and not spelling.is_any_length:
            continue
        rest = _after(spelling.head_word if is_head else spelling.end_word, text)
        if rest is None or (rest and not (spelling.is_loose and count in _USUAL)):
            continue
        if not is_head or not _is_sentence(rest):
            return Marker(Kind.HEAD if is_head else Kind.END, indent, count, spelling, rest)
    return None


def _after(word: str, text: str) -> str | None:
    """The text after a marker's word; some models add a `>`."""
    text = text.lstrip(_WHITESPACE)
    rest = text[len(word) :]
    if not text.startswith(word) or rest[:1].isalnum() or rest[:1] == "_":
        return None
    return rest.removeprefix(">").rstrip()


def _is_sentence(rest: str) -> bool:
    """True if the text after a head's word continues a sentence."""
    is_remark = rest.lstrip().startswith(("(", "[", "#", "//"))
    is_long = len(rest.split()) > _MAX_WORDS and not is_remark and not is_path(rest.strip())
    return is_long or rest.startswith((",", ".", ";", "`", "'", '"', "…", "*"))


def _of_conflict(sign: str, rest: str, indent: str, count: int) -> Marker | None:
    if sign not in "<>" or count != _CONFLICT_COUNT or (rest and not rest.startswith(" ")):
        return None
    return Marker(Kind.CONFLICT_HEAD if sign == "<" else Kind.CONFLICT_END, indent, count)


# Nearly all markers are the same few lines.
_cached_marker = lru_cache(256)(_read_marker)


# The interpretations of the lines of one block.
#
# Only the file shows which of several dividers is the right one, so the block has all
# interpretations, except those that are never intended:
#
# - A divider in a merge conflict, or in an example of a block, is text if the block has another
#   one.
# - So is one whose indentation or number of characters differs from the head's, if the block has
#   another one that is like its head.

_MAX_DIVIDERS = 100
_RULER_LINE = "-------"
_ESCAPED = lazy_pattern(r"\\(?=<{7}|={7}|>{7}|-{7}|:(?:start|end)_line:)")
_DOUBLED = "drops the second of two ======= in a row"
_DROPPED = "drops the ======= before the end marker"
_KEPT = "keeps the ======= before the end marker as text"
_DELETES = "reads all of it as text to delete"
_UNESCAPED = "drops the backslashes before markers"
_ESCAPES_KEPT = "keeps the backslashes before markers"
_RULER_DROPPED = f"reads the {_RULER_LINE} below the head as part of it"


class Divider(Struct, frozen=True):
    """A line that can divide a block."""

    at: int
    """Its index in the block's lines."""
    marker: Marker
    is_enclosed: bool = False
    """True if it is inside an example or a merge conflict."""


def likely(dividers: Sequence[Divider], head: Marker) -> list[Divider]:
    """The dividers that may divide the block itself, and not an example in it."""
    if len(dividers) == 1:
        return [dividers[0]]
    criteria: tuple[Callable[[Divider], bool], ...] = (
        lambda divider: not divider.is_enclosed,
        lambda divider: divider.marker.indent == head.indent,
        lambda divider: divider.marker.count in _USUAL or divider.marker.count == head.count,
        lambda divider: divider.marker.count == head.count or not head.is_usual,
    )
    left = list(dividers)
    for is_likely in criteria:
        left = [divider for divider in left if is_likely(divider)] or left
    return left


class Body(Struct, frozen=True):
    """The lines between the head and the end marker."""

    lines: Sequence[str]
    dividers: Sequence[int]
    """Indices of the lines that may divide it, in order; at least one."""
    is_markup: bool
    """True if lines of `=` may underline headings."""
    is_escaped: bool
    """True if backslashes before markers are known to be escapes."""

    def interpretations(self) -> tuple[Interpretation, ...]:
        """All interpretations, likelier first."""
        ways = self._escapes()
        if shorter := self._without_ruler():
            ways += [replace(way, assumption=way.assumption or _RULER_DROPPED) for way in shorter._escapes()]
        return tuple(dict.fromkeys(ways)) if len(ways) > 1 else (ways[0],)

    def _without_ruler(self) -> "Body | None":
        """The body without the ruler that Roo puts below a head, usually after line numbers; None if none."""
        has_ruler = _RULER_LINE in self.lines[0] and self.lines[0].strip() == _RULER_LINE
        if not has_ruler or any(self.lines[at + 1 : at + 2] == [self.lines[0]] for at in self.dividers):
            return None
        return replace(self, lines=self.lines[1:], dividers=[at - 1 for at in self.dividers])

    def _escapes(self) -> list[Interpretation]:
        """The interpretations with backslashes before markers kept, and with them dropped."""
        literal = self._splits()
        if "\\" not in literal[0].search and "\\" not in literal[0].replace:
            return literal
        if not any(map(_ESCAPED.match, self.lines)):
            return literal
        unescaped = [
            replace(
                way,
                search=_unescaped(way.search),
                replace=_unescaped(way.replace),
                assumption=way.assumption or _UNESCAPED,
            )
            for way in literal
        ]
        literal = [replace(way, assumption=way.assumption or _ESCAPES_KEPT) for way in literal]
        if not self.is_escaped:
            return literal + unescaped
        searches = {way.search for way in unescaped}
        return unescaped + [way for way in literal if way.search not in searches]

    def _splits(self) -> list[Interpretation]:
        """One interpretation for each divider, the longest SEARCH first."""
        if len(self.dividers) == 1:
            return [self._split(0, len(self.lines), None)]
        last = len(self.lines) - 1
        is_stray = len(self.dividers) > 1 and self.dividers[-1] == last
        count = len(self.dividers) - is_stray
        splits: list[Interpretation] = []
        for nth in reversed(range(count)):
            assumption = f"divider {nth + 1} of {count}" if count > 1 else None
            ways = self._ways_to_end(nth) if is_stray else [(last + 1, assumption)]
            if nth == 0 and self._is_doubled(count):
                splits += [self._split(nth, end, _DOUBLED, skips=1) for end, _ in ways]
            splits += [self._split(nth, end, reason or assumption) for end, reason in ways]
        if is_stray:
            splits.append(self._split(len(self.dividers) - 1, last + 1, _DELETES))
        return splits

    def _is_doubled(self, count: int) -> bool:
        """True if the only two dividers are adjacent and equal: one divider written twice."""
        first, second = self.dividers[0], self.dividers[min(1, count - 1)]
        return count == 2 and second == first + 1 and self.lines[first] == self.lines[second]

    def _ways_to_end(self, nth: int) -> list[tuple[int, str | None]]:
        """The possible ends of REPLACE if a divider is directly before the end marker, likelier first."""
        last = self.dividers[-1]
        kept = (last + 1, _KEPT)
        if nth:
            # SEARCH has such lines as text, so REPLACE most likely has as many.
            dropped = (last, _DROPPED)
            more = len(self.dividers) - 1 - 2 * nth
            return [kept] if more == 0 else [dropped, kept] if more == 1 else [kept, dropped]
        dropped = (last, _DROPPED)
        if not self.is_markup:
            return [dropped]
        # In a markup language the same line can underline a heading.
        return [kept, dropped] if self.lines[last - 1].strip() else [dropped, kept]

    def _split(self, nth: int, end: int, assumption: str | None, skips: int = 0) -> Interpretation:
        """The interpretation that one divider makes.

        Args:
            nth: The index of the divider.
            end: The end of REPLACE, an index of the lines.
            assumption: As in `Interpretation`.
            skips: The number of lines directly below the divider that are dropped.
        """
        at = self.dividers[nth]
        search, new = _joined(self.lines[:at]), _joined(self.lines[at + 1 + skips : end])
        if at == self.dividers[-1]:
            return Interpretation(search, new, assumption)
        beyond = _joined(self.lines[at : self.dividers[nth + 1]])
        drops = skips > 0 or end == self.dividers[-1]
        return Interpretation(search, new, assumption, self.lines[at].strip(), beyond, drops)


def head_missing_in(lines: Sequence[str]) -> tuple[str, int] | None:
    """The missing head of a block that has all other markers.

    Args:
        lines: The text of a fence, whose last nonblank line is an end marker.

    Returns:
        The head, and the index of the divider; None if the lines have other markers, or lack the divider.
    """
    markers = [(at, found) for at, line in enumerate(lines) if (found := marker(line)) is not None]
    if [found.kind for _, found in markers] != [Kind.DIVIDER, Kind.END]:
        return None
    (at, divider), (_, end) = markers
    if end.spelling is None or end.rest or not (divider.is_usual and end.is_usual):
        return None
    return f"{end.indent}{end.spelling.head_character * end.count} {end.spelling.head_word}", at


def without_indent(lines: Sequence[str], indent: str) -> Sequence[str]:
    """The lines without the indentation of the markers around them, if all have it."""
    if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
        return lines
    return [line[len(indent) :] if line.startswith(indent) else "" for line in lines]


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n" if lines else ""


def _unescaped(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(line[1:] if _ESCAPED.match(line) else line for line in lines)


_LINE = lazy_pattern(r"line=[\"']?(\d{1,9})[\"']?")
_ADDRESS = lazy_pattern(r":(start|end)_line:[ \t]*(\d{1,9})[ \t]*")
_RULER = lazy_pattern(r"-{5,9}[ \t]*")
_MAX_LENGTH = 1 << 26
"""The most characters of all interpretations of a block together."""


class _Nested(Struct, frozen=True):
    """An open example or merge conflict in a block's text."""

    spelling: Spelling | None
    """None for a merge conflict."""
    dividers: int
    """The number of the block's dividers before it."""


class _Block(OpenBlock):
    is_tentative = False
    """True after a head of unusual length, which may be a comment in code: `--- SEARCH`."""

    def __init__(
        self,
        line: Line,
        head: Marker,
        path: str | None,
        at: int | None,
        fence: Fence | None,
        bare_names: tuple[str, ...] = (),
        mentions: tuple[str, ...] = (),
        words: str = "",
    ) -> None:
        assert head.spelling is not None
        self._words = words
        self._bare_names = bare_names
        self._mentions = mentions
        self._first = line.number
        self._head = head
        self.is_tentative = not head.is_usual
        self._spelling = head.spelling
        self._path = path
        self._at = at
        self._fence = fence
        """The fence around it."""
        self._lines: list[str] = []
        self._dividers: list[Divider] = []
        self._enclosed = 0
        """The number of dividers inside examples and merge conflicts."""
        self._nested: _Nested | None = None
        self._example: int | None = None
        """The index in `_lines` of the first head in the text: of an example, or of the next block."""
        self._is_in_example = False
        self._has_read = 0
        """The number of lines read after the head, once some turned out not to belong to the block."""

    @property
    def unread(self) -> int:
        return 0 if self._example is None or not self._has_read else self._has_read - self._example

    @property
    def may_hold_unread(self) -> bool:
        return is_markup(self._path)

    def feed(self, line: Line) -> Step:
        text = line.text
        found = marker(text) if text.lstrip(" \t")[:1] in _CHARACTERS else None
        if found is not None:
            match found.kind:
                case Kind.HEAD if self.is_tentative:
                    return ABANDON
                case Kind.HEAD if self._is_own(found):
                    if not self._is_divided and not is_markup(self._path):
                        return Step([self._malformed()], is_closed=True, takes_line=False)
                    if self._is_in_example:
                        return self._cut_off()
                    self._begin_example()
                case Kind.DIVIDER if self._is_underline(found):
                    return self._cut_off()
                case Kind.END if self._is_in_example and self._is_own(found):
                    if not self._is_divided_example:
                        return self._cut_off()
                    self._is_in_example = False
                case Kind.END if self._example is not None and not self._is_divided:
                    return self._cut_off()
                case Kind.END if self._is_end(found):
                    return Step([self._outcome(found)], is_closed=True)
            self._record_marker(found)
        self._lines.append(text)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        self._has_read = len(self._lines)
        return [] if self.is_tentative else [self._unended()]

    @property
    def _is_divided(self) -> bool:
        return len(self._dividers) > self._enclosed

    def _begin_example(self) -> None:
        if self._example is None:
            self._example = len(self._lines)
        self._is_in_example = True

    @property
    def _is_divided_example(self) -> bool:
        return self._nested is not None and len(self._dividers) > self._nested.dividers

    def _is_underline(self, divider: Marker) -> bool:
        """True if a divider is between an example and the end, where it can only underline prose."""
        is_below = self._example is not None and not self._is_in_example and self._nested is None
        return is_below and self._is_divided and self._can_divide(divider) and not is_markup(self._path)

    def _cut_off(self) -> Step:
        """End the block as cut off: the supposed example was the next block, or the response ended."""
        self._has_read = len(self._lines) + 1
        return Step([self._unended()], is_closed=True, takes_line=False)

    def _unended(self) -> Malformed:
        """The block without its end marker, up to the end of the fence around it if that is plain."""
        malformed = self._malformed()
        if malformed.missing is not None:
            self._example = malformed.missing.line - self._first - 1
        return malformed

    def progress(self) -> str:
        if not self._dividers:
            return f"SEARCH part arriving, {counted(len(self._lines), 'line')}"
        at = self._dividers[0].at
        arrived = counted(len(self._lines) - at - 1, "line")
        return f"SEARCH part complete ({counted(at, 'line')}), REPLACE part arriving, {arrived}"

    def _is_own(self, found: Marker) -> bool:
        """True if a marker has the block's spelling, and no more indentation than its head."""
        return found.spelling is self._spelling and not self._is_deeper(found)

    def _is_deeper(self, found: Marker) -> bool:
        return found.indent != self._head.indent and found.indent.startswith(self._head.indent)

    def _is_end(self, end: Marker) -> bool:
        """True if a marker ends the block, and not an example or merge conflict in its text."""
        if self._nested is not None and self._nested.spelling is end.spelling:
            return self._is_own(end)
        return end.spelling is self._spelling or bool(self._dividers)

    def _record_marker(self, found: Marker) -> None:
        """Record a marker in the text."""
        match found.kind:
            case Kind.DIVIDER if self._can_divide(found):
                self._dividers.append(Divider(len(self._lines), found))
                self.is_tentative = False
            case Kind.HEAD | Kind.CONFLICT_HEAD:
                self._nested = _Nested(found.spelling, len(self._dividers))
            case Kind.END | Kind.CONFLICT_END if self._nested and self._nested.spelling is found.spelling:
                inside = self._dividers[self._nested.dividers :]
                if len(inside) == 1:
                    self._dividers[-1] = Divider(inside[0].at, inside[0].marker, is_enclosed=True)
                    self._enclosed += 1
                self._nested = None

    def _can_divide(self, divider: Marker) -> bool:
        is_strict = self._spelling.is_loose and self._head.is_usual
        return divider.count in _USUAL or not is_strict

    def _malformed(self) -> Malformed:
        missing = self._spelling.end if self._is_divided else "======= divider"
        message = f"Missing {missing} for the block at line {self._first}"
        end = self._dividers[0].at if self._dividers else len(self._lines)
        search = self._lines[_header(self._lines)[1] : end]
        begun = search_only(without_indent(search, self._head.indent))
        return Malformed(self._path, message, begun=begun, missing=self._missing_end())

    def _missing_end(self) -> MissingLine | None:
        """The end marker, if it is missing before the end of the fence around the block."""
        if self._fence is None or not self._is_divided or is_markup(self._path):
            return None
        head, spelling = self._head, self._spelling
        marker = f"{head.indent}{spelling.end_character * head.count} {spelling.end_word}"
        lines = self._lines[: self._example]
        start = max(divider.at for divider in self._dividers if divider.at < len(lines)) + 1
        return missing_before_fence(marker, self._fence, lines, start, self._first + 1)

    def _outcome(self, end: Marker) -> Outcome:
        if not self._dividers:
            return self._malformed()
        hints, length = _header(self._lines)
        dividers = [divider.at - length for divider in likely(self._dividers, self._head)]
        lines = self._lines[length:]
        problem = self._problem(lines, dividers, self._first + length + 1)
        if problem is not None:
            return Malformed(self._path, problem)
        content = without_indent(lines, self._head.indent)
        interpretations = Body(
            content, dividers, is_markup(self._path), is_escaped=length > 0
        ).interpretations()
        return self._found(interpretations, hints or self._hints(), self._warnings(end))

    def _found(
        self, interpretations: tuple[Interpretation, ...], hints: Hints, warnings: tuple[str, ...]
    ) -> Edit:
        # Cline overwrites an existing file.
        is_all = self._spelling.head_character == "-" and not interpretations[0].search
        operation = Replace(interpretations, empty_is_all=is_all)
        return Edit(
            self._path,
            operation,
            hints=hints,
            warnings=warnings,
            bare_names=self._bare_names,
            mentions=self._mentions,
            names=names_in(self._words),
        )

    def _problem(self, lines: Sequence[str], dividers: Sequence[int], first: int) -> str | None:
        """The reason why a complete block cannot be used; None if it can."""
        of = f"the block at line {self._first}"
        if len(dividers) > _MAX_DIVIDERS:
            return f"More than {_MAX_DIVIDERS} lines may divide {of}"
        if len(dividers) > 1 and len(dividers) * sum(map(len, lines)) > _MAX_LENGTH:
            return f"{len(dividers)} lines may divide {of}, which is too long to try them all"
        for at in dividers:
            if _header(lines[at + 1 : at + 2])[1]:
                return f"Line numbers at line {first + at + 1} are below the ======= of {of}, not above it"
        return None

    def _hints(self) -> Hints:
        return Hints(line=self._at) if self._at else NO_HINTS

    def _warnings(self, end: Marker) -> tuple[str, ...]:
        if end.spelling is None or end.spelling is self._spelling:
            return ()
        return (f"the block begins with {self._spelling.head} and ends with {end.spelling.end}",)


def _header(lines: Sequence[str]) -> tuple[Hints | None, int]:
    """The hints in Roo's line numbers, or None without any; and the number of lines that have them."""
    if not lines or ":" not in lines[0]:
        return None, 0
    numbers: dict[str, int] = {}
    length = 0
    for line in lines:
        text, at = line.strip(), 0
        while address := _ADDRESS.match(text, at):
            numbers.setdefault(address[1], int(address[2]))
            at = address.end()
        is_ruler = bool(numbers) and _RULER.fullmatch(text, at) is not None
        length += is_ruler or (bool(text) and at == len(text))
        if is_ruler or not text or at < len(text):
            break
    return (Hints(line=numbers.get("start") or None), length) if numbers else (None, 0)


def _open(line: Line, context: Context) -> OpenBlock | None:
    head = marker(line.text)
    if head is None or head.kind is not Kind.HEAD:
        return None
    written, at = _after_head(head.rest) if head.rest else (None, None)
    path = written or path_above(context.above)
    words = words_above(above_label(context.above))
    if path is not None:
        return _Block(line, head, path, at, context.fence, words=words)
    files = bare_names_above(context.above, is_alone=context.path is not None)
    mentions = () if context.path is None else others_mentioned(context.above, context.path)
    return _Block(line, head, context.path, at, context.fence, files, mentions, words)


def _after_head(rest: str) -> tuple[str | None, int | None]:
    """The path and the 1-based line of the file in the text after a head's word, each None if missing."""
    words = rest.removeprefix(":").split()
    at = next((int(found[1]) for word in words if (found := _LINE.fullmatch(word))), None)
    written = " ".join(word for word in words if not _LINE.fullmatch(word)).strip("`*")
    return written if is_path(written) else None, at


_EXAMPLE = """\
greeting.py
<<<<<<< SEARCH
def greet():
    return "Hello"
=======
def greet():
    return "Good morning"
>>>>>>> REPLACE
"""
_SECOND = Example(
    "Create a file",
    """\
farewell.py
<<<<<<< SEARCH
=======
def part():
    return "Goodbye"
>>>>>>> REPLACE
""",
)
_WHEN = "for changes of existing files, and short new files"

_SUMMARY = (
    "`<<<<<<< SEARCH` … `=======` … `>>>>>>> REPLACE`, as aider, OpenHands, Zed, cline and Roo spell it"
)
_RULES = (COPY_EXACTLY, BE_UNIQUE, MERGE, EMPTY_CREATES, WHOLE_ABOVE, LEAVE_NOTHING_OUT, MOVE_BY_GIT)

SPEC = FormatSpec(Description(FormatName.SEARCH_REPLACE, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES), _open)
