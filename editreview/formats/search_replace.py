"""SEARCH/REPLACE blocks as aider and many others ask for them.

    path/to/file.py
    ```python
    <<<<<<< SEARCH
    the text as it is
    =======
    the text as it shall be
    >>>>>>> REPLACE
    ```

`spellings` has the markers that other tools ask for. Markers may be indented, and a block may
end as another spelling does, since models mix them. A head may carry the path, or the line of
the file (Zed: `<<<<<<< SEARCH line=42`); below it may stand what Roo asks for:

    :start_line:12
    :end_line:14
    -------

A head of another spelling inside an open block, or one that is deeper than the block's own, is
an example in the text, as merge conflicts are. Any other head in SEARCH shows that the block was
cut off. In REPLACE, and in a document in SEARCH as well, it begins an example if that comes to its
end and the block's own end follows; else the block was cut off there, and what follows is read
again. A divider inside the content gives the block several readings, since only the file can tell
which one was meant.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import NO_HINTS, Hints, Reading, Replace
from editreview.formats.dialect import (
    GIVES_UP,
    GOES_ON,
    Context,
    Dialect,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
    looking_for,
)
from editreview.formats.paths import is_path, path_above
from editreview.formats.readings import MOST_DIVIDERS, Body, Divider, is_markup, likely, without_indent
from editreview.formats.spellings import USUAL, Kind, Marker, Spelling, marker
from editreview.texts import counted

_LINE = re.compile(r"line=[\"']?(\d{1,9})[\"']?")
_ADDRESS = re.compile(r":(start|end)_line:[ \t]*(\d{1,9})[ \t]*")
_RULER = re.compile(r"-{5,9}[ \t]*")
_MOST_CHARACTERS = 1 << 26
"""Of all readings of a block together."""


class _Held(Struct, frozen=True):
    """Something in a block's text that has markers of its own: an example, or a merge conflict."""

    spelling: Spelling | None
    """None for a merge conflict."""
    dividers: int
    """How many the block had before it."""


class _Block(OpenBlock):
    def __init__(self, line: Line, head: Marker, path: str | None, at: int | None) -> None:
        assert head.spelling is not None
        self._first = line.number
        self._head = head
        self._spelling = head.spelling
        self._path = path
        self._at = at
        self._lines: list[str] = []
        self._dividers: list[Divider] = []
        self._enclosed = 0
        """Dividers of what the text holds."""
        self._held: _Held | None = None
        self._example: int | None = None
        """The index in `_lines` of the first head in the text: of an example, or of the next block."""
        self._is_in_example = False
        self._has_read = 0
        """Lines read from the head on, until some turned out not to belong to the block."""

    @property
    def unread(self) -> int:
        return 0 if self._example is None or not self._has_read else self._has_read - self._example

    @property
    def may_hold_unread(self) -> bool:
        return is_markup(self._path)

    @property
    def is_tentative(self) -> bool:
        """A comment in code can look like a head of an unusual length: `--- SEARCH`."""
        return not self._head.is_usual and not self._dividers

    def feed(self, line: Line) -> Step:
        found = marker(line.text)
        if found is not None:
            match found.kind:
                case Kind.HEAD if self.is_tentative:
                    return GIVES_UP
                case Kind.HEAD if self._is_next_head(found):
                    if not self._is_divided and not is_markup(self._path):
                        return Step([self._malformed()], is_closed=True, takes_line=False)
                    if self._is_in_example:
                        return self._cut_off()
                    self._begin_example()
                case Kind.DIVIDER if self._is_astray(found):
                    return self._cut_off()
                case Kind.END if self._is_in_example and self._is_like_own(found):
                    if not self._is_divided_example:
                        return self._cut_off()
                    self._is_in_example = False
                case Kind.END if self._example is not None and not self._is_divided:
                    return self._cut_off()
                case Kind.END if self._is_end(found):
                    return Step([self._outcome(found)], is_closed=True)
            self._note(found)
        self._lines.append(line.text)
        return GOES_ON

    def end(self) -> Sequence[Outcome]:
        self._has_read = len(self._lines)
        return [] if self.is_tentative else [self._malformed()]

    @property
    def _is_divided(self) -> bool:
        return len(self._dividers) > self._enclosed

    def _begin_example(self) -> None:
        if self._example is None:
            self._example = len(self._lines)
        self._is_in_example = True

    @property
    def _is_divided_example(self) -> bool:
        return self._held is not None and len(self._dividers) > self._held.dividers

    def _is_astray(self, divider: Marker) -> bool:
        """True if a divider stands between an example and the end, where only prose is underlined so."""
        is_below = self._example is not None and not self._is_in_example and self._held is None
        return is_below and self._is_divided and self._can_divide(divider) and not is_markup(self._path)

    def _cut_off(self) -> Step:
        """End the block as cut off: the supposed example was the next block, or the response ended."""
        self._has_read = len(self._lines) + 1
        return Step([self._malformed()], is_closed=True, takes_line=False)

    def progress(self) -> str:
        if not self._dividers:
            return f"SEARCH part arriving, {counted(len(self._lines), 'line')}"
        at = self._dividers[0].at
        arrived = counted(len(self._lines) - at - 1, "line")
        return f"SEARCH part complete ({counted(at, 'line')}), REPLACE part arriving, {arrived}"

    def _is_like_own(self, end: Marker) -> bool:
        return end.spelling is self._spelling and not self._is_deeper(end)

    def _is_next_head(self, head: Marker) -> bool:
        return head.spelling is self._spelling and not self._is_deeper(head)

    def _is_deeper(self, found: Marker) -> bool:
        return found.indent != self._head.indent and found.indent.startswith(self._head.indent)

    def _is_end(self, end: Marker) -> bool:
        """Whether it ends the block, and nothing that the block's text holds."""
        if self._held is not None and self._held.spelling is end.spelling:
            return end.spelling is self._spelling and not self._is_deeper(end)
        return end.spelling is self._spelling or bool(self._dividers)

    def _note(self, found: Marker) -> None:
        """Remember what a marker in the text may be."""
        match found.kind:
            case Kind.DIVIDER if self._can_divide(found):
                self._dividers.append(Divider(len(self._lines), found))
            case Kind.HEAD | Kind.CONFLICT_HEAD:
                self._held = _Held(found.spelling, len(self._dividers))
            case Kind.END | Kind.CONFLICT_END if self._held and self._held.spelling is found.spelling:
                inside = self._dividers[self._held.dividers :]
                if len(inside) == 1:
                    self._dividers[-1] = Divider(inside[0].at, inside[0].marker, is_enclosed=True)
                    self._enclosed += 1
                self._held = None

    def _can_divide(self, divider: Marker) -> bool:
        is_strict = self._spelling.is_loose and self._head.is_usual
        return divider.count in USUAL or not is_strict

    def _malformed(self) -> Malformed:
        missing = self._spelling.end if self._is_divided else "======= divider"
        message = f"Missing {missing} for the block at line {self._first}"
        end = self._dividers[0].at if self._dividers else len(self._lines)
        search = self._lines[_header(self._lines)[1] : end]
        return Malformed(self._path, message, begun=looking_for(without_indent(search, self._head.indent)))

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
        readings = Body(content, dividers, is_markup(self._path), is_escaped=length > 0).readings()
        return self._found(readings, hints or self._hints(), self._warnings(end))

    def _found(self, readings: tuple[Reading, ...], hints: Hints, warnings: tuple[str, ...]) -> Found:
        # cline overwrites a file that is there.
        is_all = self._spelling.head_sign == "-" and not readings[0].search
        return Found(self._path, Replace(readings, empty_is_all=is_all), hints=hints, warnings=warnings)

    def _problem(self, lines: Sequence[str], dividers: Sequence[int], first: int) -> str | None:
        """Why the block can't be used though it is complete."""
        of = f"the block at line {self._first}"
        if len(dividers) > MOST_DIVIDERS:
            return f"More than {MOST_DIVIDERS} lines may divide {of}"
        if len(dividers) > 1 and len(dividers) * sum(map(len, lines)) > _MOST_CHARACTERS:
            return f"{len(dividers)} lines may divide {of}, which is too long to try them all"
        for at in dividers:
            if _header(lines[at + 1 : at + 2])[1]:
                return f"Line numbers at line {first + at + 1} stand below the ======= of {of}, not above it"
        return None

    def _hints(self) -> Hints:
        return Hints(line=self._at) if self._at else NO_HINTS

    def _warnings(self, end: Marker) -> tuple[str, ...]:
        if end.spelling is None or end.spelling is self._spelling:
            return ()
        return (f"the block begins with {self._spelling.head} and ends with {end.spelling.end}",)


def _header(lines: Sequence[str]) -> tuple[Hints | None, int]:
    """What Roo's line numbers say, and how many of the first lines they take."""
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
    return _Block(line, head, written or path_above(context.above) or context.path, at)


def _after_head(rest: str) -> tuple[str | None, int | None]:
    """The path and the line of the file that a head may carry."""
    words = rest.removeprefix(":").split()
    at = next((int(found[1]) for word in words if (found := _LINE.fullmatch(word))), None)
    written = " ".join(word for word in words if not _LINE.fullmatch(word)).strip("`*")
    return written if is_path(written) else None, at


_EXAMPLE = """\
greeting.py
<<<<<<< SEARCH
    return "Hello"
=======
    return "Good morning"
>>>>>>> REPLACE
"""

_SUMMARY = (
    "`<<<<<<< SEARCH` … `=======` … `>>>>>>> REPLACE`, as aider, OpenHands, Zed, cline and Roo spell it"
)

DIALECT = Dialect("search-replace", _open, _EXAMPLE, _SUMMARY)
