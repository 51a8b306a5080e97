"""Edit Protocol blocks, in the original spelling and in that of its successor.

    src/math.py                src/math.py
    ««« EDIT                   🟧🟧🟧 EDIT
    old text                   old text
    ═══════ REPL               🟨🟨🟨 REPL
    new text                   new text
    »»» EDIT END               🟩🟩🟩 END

The first lines that both parts share are the anchor. A match of the whole first part confirms
the anchor. An empty first part creates the file.

A marker is a line of its own with exactly these characters. In the original the path is the line
directly above the head. In the successor, as AC-DC (MIT) reads it, blank lines and one opening
fence may be between them. A head without a path is prose, unless its block is complete: then the
block is malformed.
"""

import re
from collections.abc import Callable, Sequence
from itertools import dropwhile

from msgspec import Struct

from editreview.blocks import FormatName, Interpretation, Replace
from editreview.file_kinds import is_markup
from editreview.formats.path_names import is_path
from editreview.formats.spec import (
    ABANDON,
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
    fence_opened_by,
    missing_before_fence,
    search_only,
)
from editreview.text import counted

_AGENT, _AGENT_END = "🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND"
_AGENT_FIELD = re.compile(r"\w+:")
_BARE_NAME = re.compile(r"\.?\w[\w.-]*(?<!\.)")
_LANGUAGES = frozenset(
    """
    bash c cpp csharp css diff go html java javascript json jsx kotlin markdown php plaintext python ruby
    rust scss shell sql swift text toml tsx typescript xml yaml
    """.split()
)
_COMMENTS = ("#", "//", "*", "-", ">")
_TOO_LONG = 200
"""A line with this many characters or more is not a path."""
_MAX_DIVIDERS = 100
_MAX_LENGTH = 1 << 26
"""The most characters of all interpretations of a block together."""


class _Spelling(Struct, frozen=True):
    head: str
    divider: str
    end: str
    reaches_up: bool
    """True if the path may be above blank lines and an opening fence."""


_SPELLINGS = {
    spelling.head: spelling
    for spelling in (
        _Spelling("««« EDIT", "═══════ REPL", "»»» EDIT END", reaches_up=False),
        _Spelling("🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END", reaches_up=True),
    )
}


class _Block(OpenBlock):
    """A block below its path."""

    is_tentative = False

    def __init__(self, head: Line, path: str, spelling: _Spelling, fence: Fence | None) -> None:
        self._first = head.number
        self._path = path
        self._spelling = spelling
        self._around = fence
        self._has_left_fence = False
        """True if the fence around the block was closed before its end marker."""
        self._inside: Fence | None = None
        """A fence that is part of the text."""
        self._quoted = 0
        """The number of open blocks in such a fence, which are examples of this format in the text."""
        self._example: int | None = None
        """The index in `_lines` of the first head in the second part: of an example, or of the next block."""
        self._has_read = 0
        """The number of lines read after the head, once some turned out not to belong to the block."""
        self._lines: list[str] = []
        self._dividers: list[int] = []

    @property
    def unread(self) -> int:
        return 0 if self._example is None or not self._has_read else self._has_read - self._example

    @property
    def may_hold_unread(self) -> bool:
        return is_markup(self._path)

    def feed(self, line: Line) -> Step:
        marker = line.text.strip()
        if marker == self._spelling.head:
            if self._inside is None:
                if not self._dividers:
                    return Step([self._malformed()], is_closed=True, takes_line=False)
                if self._quoted:
                    return self._cut_off()
                self._example = len(self._lines) if self._example is None else self._example
            self._quoted += 1
        elif self._quoted:
            self._quoted -= marker == self._spelling.end
        elif marker == self._spelling.end:
            return Step([self._outcome()], is_closed=True)
        elif marker == self._spelling.divider:
            if self._example is not None:
                return self._cut_off()
            self._dividers.append(len(self._lines))
        self._lines.append(line.text)
        self._follow_fence(line.text)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        self._has_read = len(self._lines)
        return [self._malformed()]

    def _cut_off(self) -> Step:
        """End the block as cut off: the supposed example was the next block, or the response ended."""
        self._has_read = len(self._lines) + 1
        return Step([self._malformed()], is_closed=True, takes_line=False)

    def progress(self) -> str:
        if not self._dividers:
            return f"EDIT part arriving, {counted(len(self._lines), 'line')}"
        at = self._dividers[0]
        arrived = counted(len(self._lines) - at - 1, "line")
        return f"EDIT part complete ({counted(at, 'line')}), REPL part arriving, {arrived}"

    def _follow_fence(self, text: str) -> None:
        fence = fence_opened_by(text)
        if fence is None or self._has_left_fence:
            return
        if self._inside is not None:
            self._inside = None if self._inside.is_closed_by(text) else self._inside
        elif self._around is not None and self._around.is_closed_by(text):
            self._has_left_fence = True
        else:
            self._inside = fence

    def _malformed(self) -> Malformed:
        marker = self._spelling.end if self._dividers else self._spelling.divider
        message = f"Missing {marker} for the block at line {self._first}"
        search = self._lines[: self._dividers[0]] if self._dividers else self._lines
        return Malformed(self._path, message, begun=search_only(search), missing=self._missing_end())

    def _missing_end(self) -> MissingLine | None:
        """The end marker, if it is missing before the end of the fence around the block."""
        if self._around is None or not self._dividers or is_markup(self._path):
            return None
        lines = self._lines[: self._example]
        start = max(at for at in self._dividers if at < len(lines)) + 1
        return missing_before_fence(self._spelling.end, self._around, lines, start, self._first + 1)

    def _outcome(self) -> Outcome:
        if not self._dividers:
            return self._malformed()
        count = len(self._dividers)
        if count > _MAX_DIVIDERS or (count > 1 and count * sum(map(len, self._lines)) > _MAX_LENGTH):
            message = f"{count} lines may divide the block at line {self._first}, too many to try them all"
            return Malformed(self._path, message)
        return Edit(self._path, Replace(tuple(self._interpretations())))

    def _interpretations(self) -> list[Interpretation]:
        """One for each divider, the longest EDIT part first. Drops a divider directly before the end."""
        is_stray = len(self._dividers) > 1 and self._dividers[-1] == len(self._lines) - 1
        dividers = self._dividers[: len(self._dividers) - is_stray]
        end = len(self._lines) - is_stray
        ways: list[Interpretation] = []
        for nth in reversed(range(len(dividers))):
            if nth == 0 and len(dividers) == 2 and dividers[1] == dividers[0] + 1:
                ways.append(self._split(dividers, nth, end, skips=1))
            ways.append(self._split(dividers, nth, end))
        return ways

    def _split(self, dividers: list[int], nth: int, end: int, skips: int = 0) -> Interpretation:
        at = dividers[nth]
        search, replace = self._text(0, at), self._text(at + 1 + skips, end)
        drops = skips > 0 or end < len(self._lines)
        why = f"divider {nth + 1} of {len(dividers)}" if len(dividers) > 1 else None
        search = search if search.strip() else ""
        if at == dividers[-1]:
            return Interpretation(search, replace, why, drops_divider=drops)
        beyond = self._text(at, dividers[nth + 1])
        return Interpretation(search, replace, why, self._spelling.divider, beyond, drops)

    def _text(self, start: int, end: int) -> str:
        return "\n".join([*self._lines[start:end], ""])


class _Pathless(OpenBlock):
    """A head without a path above it, most likely prose about the format."""

    is_tentative = True

    def __init__(self, spelling: _Spelling, flaw: str) -> None:
        self._spelling = spelling
        self._flaw = flaw
        self._is_divided = False
        self._has_text = False

    def feed(self, line: Line) -> Step:
        marker = line.text.strip()
        if marker in _SPELLINGS or marker == _AGENT or fence_opened_by(line.text) is not None:
            return ABANDON
        if marker == self._spelling.end:
            # Markers without text between them only show the format.
            is_complete = self._is_divided and self._has_text
            return Step([Malformed(None, self._flaw)], is_closed=True) if is_complete else ABANDON
        if marker == self._spelling.divider:
            self._is_divided = True
        else:
            self._has_text = self._has_text or bool(marker)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        return []

    def progress(self) -> str:
        return "no path above it"


class _Agent(OpenBlock):
    """A task for another agent, which is prose, even the blocks in it."""

    def __init__(self, head: Line) -> None:
        self._first = head.number
        self._first_text: str | None = None
        """The first nonblank line; None before it has arrived."""

    @property
    def is_tentative(self) -> bool:
        return self._first_text is None

    def feed(self, line: Line) -> Step:
        if line.text.strip() == _AGENT_END:
            return Step(is_closed=True)
        if self._first_text is None and line.text.strip():
            self._first_text = line.text
        return CONTINUE if self._may_be_task() else ABANDON

    def end(self) -> Sequence[Outcome]:
        message = f"Missing {_AGENT_END} for the agent block at line {self._first}"
        return [Malformed(None, message)] if self._first_text and self._may_be_task() else []

    def progress(self) -> str:
        return "a task for another agent"

    def _may_be_task(self) -> bool:
        return self._first_text is None or _AGENT_FIELD.match(self._first_text) is not None


def _open(line: Line, context: Context) -> OpenBlock | None:
    marker = line.text.strip()
    if marker == _AGENT:
        return _Agent(line)
    spelling = _SPELLINGS.get(marker)
    if spelling is None:
        return None
    above = _line_above(context, spelling)
    path = path_named_by(above)
    if path is not None:
        return _Block(line, path, spelling, context.fence)
    return _Pathless(spelling, f"No path above the block at line {line.number}: {flaw_of(above)}")


def _line_above(context: Context, spelling: _Spelling) -> str:
    """The line that must be the path, without outer whitespace; empty if there is none."""
    above = [line.strip() for line in reversed(context.above)]
    if spelling.reaches_up:
        above = list(dropwhile(_is_blank, above))
        if above and context.fence is not None and fence_opened_by(above[0]) is not None:
            above = list(dropwhile(_is_blank, above[1:]))
    return above[0] if above else ""


def _is_blank(line: str) -> bool:
    return not line


def path_named_by(line: str) -> str | None:
    """The path on a stripped line, without quotes; None if the line is not a path."""
    return None if flaw_of(line) else _bare(line)


def flaw_of(line: str) -> str:
    """The reason for the user why a stripped line is not a path; empty if it is one."""
    return next((flaw for is_flawed, flaw in _FLAWS if is_flawed(line)), "")


def _bare(line: str) -> str:
    return line.rstrip(":").strip("`\"'").rstrip(":")


def _is_no_file(line: str) -> bool:
    name = _bare(line)
    if "://" in name or not name.strip("./\\"):
        return True
    if "/" in name or "\\" in name:
        first = name.split()[0]
        return name != first and not (is_path(name) and ("/" in first or "\\" in first))
    if _BARE_NAME.fullmatch(line.strip("`\"'")) is not None:
        return False
    # A word followed by a colon is a heading, unless it is a file name.
    return " " in name or not is_path(name)


_FLAWS: tuple[tuple[Callable[[str], bool], str], ...] = (
    (_is_blank, "the line above it is empty"),
    (lambda line: len(line) >= _TOO_LONG, f"the line above it has {_TOO_LONG} characters or more"),
    (lambda line: fence_opened_by(line) is not None, "the line above it is a fence"),
    (lambda line: line.startswith(_COMMENTS), "the line above it begins like a comment or a list"),
    (lambda line: line in _LANGUAGES, "the line above it is a language"),
    (_is_no_file, "the line above it is neither a path nor a file name"),
)


_EXAMPLE = """\
greeting.py
««« EDIT
def greet():
    return "Hello"
═══════ REPL
def greet():
    return "Good morning"
»»» EDIT END
"""
_SECOND = Example(
    "Insert after a line",
    """\
greeting.py
««« EDIT
    return "Hello"
═══════ REPL
    return "Hello"


def part():
    return "Goodbye"
»»» EDIT END
""",
)
_WHEN = "for small changes of existing files"

_SUMMARY = "`««« EDIT` … `═══════ REPL` … `»»» EDIT END`, and its successor with 🟧🟧🟧 🟨🟨🟨 🟩🟩🟩"
_RULES = (
    COPY_EXACTLY,
    "Start both parts with the same lines of the file, as many as make them unique in it.",
    MERGE,
    EMPTY_CREATES,
    WHOLE_ABOVE,
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)

SPEC = FormatSpec(Description(FormatName.EDIT_PROTOCOL, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES), _open)
