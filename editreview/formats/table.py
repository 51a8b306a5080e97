"""The table of formats: the line that opens a block of each format, and the module that reads it.

A module is imported when a line matches the opening of its row: most responses use one format,
and importing all modules takes longer than reading a response. `Embedded` reads blocks of one format
inside the envelope of another.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import LineRange
from editreview.first_use import lazy_pattern
from editreview.formats.edit_words import may_hold_edit
from editreview.formats.spec import (
    FENCE_START,
    FILE_TAGS,
    LINES_ABOVE,
    OLD_TAGS,
    Context,
    Description,
    Edit,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    lines_of,
)


class Format(Struct, frozen=True):
    """A row of the table."""

    module: str
    """The module with the format's `SPEC`. A name that begins with a dot is relative to this package."""
    signs: str
    """The characters that an opening line can begin with, after whitespace."""
    opening: str
    """A regular expression, without capturing groups, for the start of an opening line after whitespace."""
    may_be_prose: Callable[[str], bool] | None = None
    """Returns True if a line with a hint of code may be prose with a whole edit; None if none may be.

    Such a format reads indented code too."""

    @property
    def spec(self) -> FormatSpec:
        return _loaded(self.module)

    def may_open(self, line: str) -> bool:
        if line.lstrip(" \t")[:1] in self.signs and _beginning(self.opening).match(line) is not None:
            return True
        if self.may_be_prose is None:
            return False
        return is_indented(line) or (CODE_HINT.search(line) is not None and self.may_be_prose(line))


_CALLS = (
    "replace_in_file|apply_diff|write_to_file|search_and_replace|insert_content|str_replace_editor"
    "|str_replace_based_edit_tool|edit_file|execute_command"
)

CODE_HINT = lazy_pattern(
    # Each hint has one of a few rare characters, such as `u` in `true`, so that a search is fast.
    r"[`\"“„«'\dufFv(_-]"
    r"(?:(?<= .)(?:(?<=\d)|(?<=-)\d|(?<=v)-?\d|(?<=[fF])alse\b)|(?<= [tT]ru)e\b|(?<=\bf)rom \S+ to "
    r"|(?<=[`\"“„«])|(?<!\w')(?<=')|(?<=\w\()\)|(?<=[a-z\d][a-z\d]_)(?=[a-z\d]))"
)
"""The hints of code in a line of prose: quotes, calls, long names, and values such as numbers."""
INDENTATIONS = ("    ", "\t")
"""The indentations of code without a fence."""


def is_indented(line: str) -> bool:
    """True if a line may be code without a fence."""
    return line.startswith(INDENTATIONS) and line.strip() != ""


SEARCH_REPLACE = Format(".search_replace", "<-", r"<{3,}+[ \t]*(?:SEARCH|ORIGINAL)|-{3,}+[ \t]*SEARCH")

FORMATS: tuple[Format, ...] = (
    SEARCH_REPLACE,
    Format(".edit_protocol", "«🟧", r"««« EDIT|🟧🟧🟧 (?:EDIT|AGENT)"),
    Format(".bolt", "<", r"<boltA"),
    Format(".apply_patch", "*a", r"\*\*\* ?[ABDU]|apply_patch "),
    Format(
        ".unified_diff",
        "d-+@`~",
        r"diff --(?:git|cc|combined) |--- |[+]{3} |@@ (?:-\d|\.\.\. @@)"
        r"|(?:`{3,}|~{3,})[ \t]*(?i:diff|git|patch|udiff|unidiff)",
    ),
    Format(
        ".tool_calls.json",
        "{[⏺●•",
        r'[{\[][ \t]*(?:["{}\[\]]|$)'
        r"|[^\x00-\x7f][ \t]*(?:(?:Update|Edit|MultiEdit)\(|Edited [^\n]{1,250} \(\+)",
    ),
    Format(".tool_calls.python", "e", r"edit_lines[ \t]*\("),
    Format(".structural_calls", "e", r"edit[ \t]*\("),
    Format(".tool_calls.xml", "<", rf"<(?:(?:{_CALLS})>|(?:\w+:)?invoke|function|(?:{OLD_TAGS})[ \t>])"),
    Format(
        ".whole_file",
        "`~<|CK复複コКС코복क123456789",
        r"(?:[CK]o[dp]|[^\0-\x7f]).{0,24}$|\d+(?:  |\t| ?[|│])"
        rf"|\|[^`\n]{{0,500}}\||{FENCE_START}|<(?:(?:source|code|pre|codeblock|sourcecode)>|antArtifact\s)"
        rf"|<(?:{FILE_TAGS})(?:\s+\w|>)",
        may_be_prose=may_hold_edit,
    ),
)
"""In order of precedence: the first format that opens a block at a line reads it."""


PATH_SPELLINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("label", ("src/a.py", "**src/a.py**", "File: src/a.py", "📄 `src/a.py`", "[src/a.py](src/a.py)")),
    (
        "heading",
        (
            "### `src/a.py`",
            "#### Updated `src/a.py`",
            "**Step 2: update `src/a.py`**",
            "**`src/a.py` – `add`**",
        ),
    ),
    (
        "instruction",
        (
            "Update `src/a.py`:",
            "In **src/a.py**, change the `add` method:",
            "In `src/a.py`, guard against empty input:",
            "Replace the `add` function in `src/a.py` with:",
            "Add this to `src/a.py`:",
        ),
    ),
    ("announcement", ("Here is the updated `src/a.py`:", "Changes to `src/a.py`:")),
    ("new file", ("Create a new file `src/a.py`:",)),
)
"""The ways to name the file of the fence below a line, by kind, each with examples."""


@cache
def _loaded(module: str) -> FormatSpec:
    spec = import_module(module, __package__).SPEC
    assert isinstance(spec, FormatSpec)
    return spec


@cache
def _beginning(opening: str) -> re.Pattern[str]:
    return re.compile(rf"[ \t]*(?:{opening})")


def descriptions() -> Mapping[str, Description]:
    """All formats by name."""
    return {each.name: each for format in FORMATS for each in format.spec.descriptions}


def read_as(names: Collection[str]) -> frozenset[str]:
    """The names that the reader gives to blocks of these formats."""
    formats = descriptions() if names else {}
    return frozenset(formats[name].read_as or name if name in formats else name for name in names)


def formats_of(names: Collection[str] = ()) -> tuple[Format, ...]:
    """The rows that read these formats; all rows if no name is given."""
    if not names:
        return FORMATS
    return tuple(row for row in FORMATS if any(each.name in names for each in row.spec.descriptions))


class Embedded:
    """Reads the text inside an envelope in one format. Each outcome has its own lines of the response.

    Args:
        format: The format.
        path: The path of blocks that name none.
    """

    def __init__(self, format: Format, path: str | None = None) -> None:
        self._format = format
        self._path = path
        self._open: OpenBlock | None = None
        self._begun = 0
        self._outcomes: list[Outcome] = []

    def read(self, text: str, first: int) -> list[Outcome]:
        """The outcomes of a whole text. A block that is open at its end was cut off.

        Args:
            text: The text.
            first: The line of the response at which it begins.
        """
        lines = text.split("\n")
        for at, content in enumerate(lines):
            line = Line(first + at, content)
            if self._open is not None and self._feed(self._open, line):
                continue
            if self._format.may_open(content):
                context = Context(lines[max(0, at - LINES_ABOVE) : at], self._path, None)
                self._open = self._format.spec.opens(line, context)
                self._begun = line.number
        if self._open is not None:
            self._yield(self._open.end(), first + len(lines) - 1)
        return self._outcomes

    def _feed(self, opened: OpenBlock, line: Line) -> bool:
        """Feed a line to the open block. Returns True if the line belongs to it."""
        step = opened.feed(line)
        self._yield(step.outcomes, line.number - (not step.takes_line))
        if step.is_closed:
            self._open = None
        return step.takes_line

    def _yield(self, outcomes: Sequence[Outcome], last: int) -> None:
        for outcome in outcomes:
            self._outcomes.append(_located(outcome, (self._begun, last)))
            if isinstance(outcome, Edit | Malformed):
                self._path = outcome.path_written or self._path
        if outcomes:
            self._begun = last + 1


def _located(outcome: Outcome, lines: LineRange) -> Outcome:
    """The outcome with these lines, unless it has its own."""
    if isinstance(outcome, Malformed):
        return replace(outcome, line=outcome.line or lines[0])
    return replace(outcome, lines=lines_of(outcome, lines))
