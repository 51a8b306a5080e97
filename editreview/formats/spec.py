"""The interface between the reader and a format: fences, open blocks, their outcomes, and the description.

The reader passes every line that matches the opening of a format's row to its `opens`, and feeds the
open block that this returns line by line until it closes. The block may yield any number of
outcomes, before it closes or when it does. If it yields none, it was not an edit, and its lines are
prose.

Fenced code is as in CommonMark: a closing fence is bare, and at least as long as the opening one.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    NO_HINTS,
    Code,
    Command,
    CutOff,
    Group,
    Hints,
    Interpretation,
    LineRange,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
)

_OPENING_FENCE = re.compile(r"(?P<indent>[ \t]*+)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>.*)$")
_MAX_CACHED_LENGTH = 80
FENCE_MARKS = "`~"
FENCE_START = "`{3}|~{3}"
"""A regular expression for the start of a fence."""
FILE_TAGS = (
    r"(?:(?:create|full|modified|new|source|updated|write)[_-]?)?file(?:[_-]?contents?)?"
    r"|document|code|artifact"
)
"""A regular expression for the names of tags around a whole file."""
OLD_TAGS = (
    r"old(?:_?(?:text|string|str|code|content|lines?))?|original(?:_\w+)?|search(?:_text)?|find(?:_text)?"
    r"|before"
)
"""A regular expression for the names of tags around the old text of an edit."""


class Fence(Struct, frozen=True):
    """The line that opens fenced code."""

    indent: str
    marks: str
    info: str
    """The info string: a language, a path, or both."""

    def is_closed_by(self, line: str) -> bool:
        fence = fence_opened_by(line) if self.marks in line else None
        return (
            fence is not None
            and not fence.info
            and fence.marks[0] == self.marks[0]
            and len(fence.marks) >= len(self.marks)
        )


def fence_opened_by(line: str) -> Fence | None:
    """The fence that a line opens; None if it opens none."""
    # Most lines are not fences, and most fences are among a few spellings.
    if "```" not in line and "~~~" not in line:
        return None
    return _cached_fence(line) if len(line) < _MAX_CACHED_LENGTH else _read_fence(line)


def _read_fence(line: str) -> Fence | None:
    found = _OPENING_FENCE.match(line)
    if found is None or (found["marks"][0] == "`" and "`" in found["info"]):
        return None
    return Fence(found["indent"], found["marks"], found["info"].rstrip(" \t"))


_cached_fence = lru_cache(256)(_read_fence)


class Line(Struct, frozen=True):
    """A complete line of the response, without its end."""

    number: int
    """1-based."""
    text: str
    is_cut: bool = False
    """True if the response ends in it without a line feed, so that it may be incomplete."""

    @property
    def range(self) -> LineRange:
        """The range that is only this line."""
        return (self.number, self.number)


OF_BLOCK: LineRange = (0, 0)
"""Stands for the lines of the response that the open block has had since its last outcome."""


class Edit(Struct, frozen=True):
    """A complete edit. Fields without a description are those of `EditBlock`."""

    path_written: str | None
    operation: Operation
    lines: LineRange = OF_BLOCK
    """Lines of the response."""
    hints: Hints = NO_HINTS
    group: Group | None = None
    warnings: tuple[str, ...] = ()
    is_dry_run: bool = False
    is_applied: bool = False
    cut_off: CutOff = CutOff.NO
    offer: Offer | None = None
    naming: Naming = Naming.LABEL
    path_comment: str | None = None
    other_names: tuple[str, ...] = ()
    bare_names: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    words: str = ""
    file_above: str | None = None
    folders_above: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    rejection: str | None = None
    call: str | None = None
    """The id of its call, which the call's result refers to."""
    tool: tuple[str, int] | None = None
    """The tool and the number of a call without an id: the results of such calls have the same order."""
    format: str | None = None
    """The name of its format; None for that of the open block."""


def doubtful(outcome: "Outcome") -> "Outcome":
    """The outcome; an edit is marked as probably cut off."""
    return replace(outcome, cut_off=CutOff.LIKELY) if isinstance(outcome, Edit) else outcome


def as_example(outcome: "Outcome", line: int) -> "Outcome":
    """The outcome; an edit becomes an offer, as an example in a document that a fence shows.

    Args:
        outcome: The outcome of a block in an inner fence.
        line: The line of the outer fence, 1-based.
    """
    offer = Offer(OfferKind.EXAMPLE, line)
    return replace(outcome, offer=offer) if isinstance(outcome, Edit) else outcome


class MissingLine(Struct, frozen=True):
    """A line that would complete a malformed edit, if the line and its position are obvious."""

    text: str
    line: int
    """The line of the response before which it belongs."""
    last: int
    """The last line of the response that belongs to the edit."""


class Malformed(Struct, frozen=True):
    """An unusable edit; the message says why and at which line of the response."""

    path_written: str | None
    message: str
    line: int | None = None
    """The line of the response at which it begins; None for the first line of the open block after its last
    outcome."""
    begun: Operation | None = None
    """The part that was read, with the text or lines that it searches for; None if unknown."""
    missing: MissingLine | None = None
    """None if no repair is obvious."""


def search_only(lines: Sequence[str]) -> Operation | None:
    """An incomplete edit with only the lines to search for; None if they are blank."""
    text = "".join(f"{line}\n" for line in lines)
    return Replace((Interpretation(text, ""),)) if text.strip() else None


def missing_before_fence(
    marker: str, fence: Fence, lines: Sequence[str], start: int, first: int
) -> MissingLine | None:
    """An end marker as the missing line, if one of the last lines of a block ends the fence around it.

    Args:
        marker: The end marker.
        fence: The fence around the block.
        lines: The lines of the block.
        start: The index of the first line that may end the fence.
        first: The line of the response at which `lines` begin.
    """
    at = next((n for n in range(start, len(lines)) if fence.is_closed_by(lines[n])), None)
    return None if at is None else MissingLine(marker, first + at, first + at - 1)


class CallResult(Struct, frozen=True):
    """The result of an earlier call: it says that the call changed nothing, or names only its tool."""

    call: str
    """The id of the call, or the name of its tool. A name means that tool's first call without a result."""
    kind: OfferKind | None
    """The reason why the call changed nothing; None if it succeeded."""
    lines: LineRange = OF_BLOCK
    """Lines of the response."""
    is_by_name: bool = False
    """True if `call` is the name of a tool."""


class UndoneEdit(Struct, frozen=True):
    """A call that undoes the last edit of a file, or all edits so far of a file or a folder."""

    path_written: str
    """`.` for all files, if it undoes all edits."""
    is_all: bool = False
    lines: LineRange = OF_BLOCK
    """Lines of the response."""
    call: str | None = None
    """Its id."""


Outcome: TypeAlias = Edit | Malformed | Command | Code | CallResult | UndoneEdit


def lines_of(outcome: Edit | Command | Code | CallResult | UndoneEdit, of_block: LineRange) -> LineRange:
    """The lines of an outcome, in a block that has had some lines since its last outcome."""
    return of_block if outcome.lines == OF_BLOCK else outcome.lines


class Step(Struct, frozen=True):
    """The effect of a line on an open block."""

    outcomes: Sequence[Outcome] = ()
    is_closed: bool = False
    takes_line: bool = True
    """False if the line is not part of the outcomes. It may open another block if this one is closed, else it
    is the first line of the next outcome."""
    ends_fence: bool = False
    """True if the fence around the block was never closed and ends before the line."""


CONTINUE = Step()
"""The line is part of the block."""
ABANDON = Step(is_closed=True, takes_line=False)
"""The block is not an edit, and the line may open another one."""


LINES_ABOVE = 6
"""The lines above a block that may name its file."""


class Context(Struct, frozen=True):
    """The context before a line."""

    above: Sequence[str]
    """The last lines before it, at most `LINES_ABOVE`, nearest last."""
    path: str | None
    """The path of the previous block."""
    fence: Fence | None
    """The fence that is open, or that this line opens."""


class OpenBlock(Protocol):
    """A block that is being read."""

    @property
    def is_tentative(self) -> bool:
        """True if the block is dropped when the next line opens a block of another format."""

    @property
    def is_one_line(self) -> bool:
        """True if it has only the line that opens it, which is prose too."""
        return False

    @property
    def unread(self) -> int:
        """The number of lines at its end that are not part of it; valid once it is closed.

        They include the line that closed it. The reader reads them again, outside the block.
        """
        return 0

    @property
    def may_hold_unread(self) -> bool:
        """True if the `unread` lines may still be part of the block, because the response ends inside it."""
        return False

    @property
    def with_fences(self) -> Sequence[str]:
        """The lines above it and its own, with the fences that the response lost; empty if it lost none.

        They are what the words below it are read with.
        """
        return ()

    def feed(self, line: Line) -> Step:
        """Feed the next line of the response."""

    def end(self) -> Sequence[Outcome]:
        """End the block, because the response ends."""

    def progress(self) -> str:
        """Describe how much of the block has arrived."""


class Example(Struct, frozen=True):
    """A worked example of a format, in addition to the one that changes a line."""

    title: str
    """Its effect, in a few words."""
    response: str
    """A response in this format, for the same `greeting.py` as in the other example."""


class Description(Struct, frozen=True):
    """A format as it is described to users and to models."""

    name: str
    summary: str
    """The syntax in a phrase of Markdown, for documentation."""
    example: str
    """A response in this format with one good edit of `greeting.py`."""
    second: Example
    """An example of another kind of edit."""
    when: str
    """The changes that it suits, as the end of a sentence that begins with its name."""
    rules: tuple[str, ...]
    """Instructions for a model that is to answer in this format, in addition to those of all formats."""
    names_lines: bool = False
    """True if its edits name lines by number, so that a prompt must show files with line numbers."""
    read_as: str | None = None
    """The format of its blocks as read, if it is another one: the file on disk shows the difference."""


COPY_EXACTLY = (
    "Copy the old text from the file in whole lines and exactly: whitespace, blank lines and comments are "
    "part of it. Never write it from memory."
)
BE_UNIQUE = (
    "Include two or three unchanged lines around each change in both texts, or as many as make the old text "
    "unique in the file."
)
EMPTY_CREATES = "An empty old text creates a new file."
SHOW_CONTEXT = (
    "Include three unchanged lines before and after each change, copied from the file exactly, or as many as "
    "make them unique in it."
)
MERGE = (
    "Merge changes that are less than three lines apart into one edit. No edit may search for lines that "
    "another one changes."
)
WHOLE_ABOVE = (
    "If more than 80 % of a file changes, give its path, and below it the complete new text in a fence, "
    "instead of edits."
)
ONE_HUNK = "If more than 80 % of a file changes, one hunk takes all its lines and adds the new ones."
LEAVE_NOTHING_OUT = "Never abbreviate code in an edit with dots or a placeholder comment."
MOVE_BY_GIT = (
    "Move, rename and delete no file by an edit: give the command for it, `git mv OLD NEW` or `git rm PATH`, "
    "in a fence marked `sh`."
)


class FormatSpec(Struct, frozen=True):
    """A format: its description, and the function that opens its blocks."""

    description: Description
    opens: Callable[[Line, Context], OpenBlock | None]
    """Opens a block at a line that matches the opening in the table; None if the line opens none."""
    is_fed_opening: bool = False
    """True if the opening line is fed to the block too, because the block may end on it."""
    is_call: bool = False
    """True if its blocks are tool calls."""
    also: tuple[Description, ...] = ()
    """Other formats that its blocks may yield."""

    @property
    def name(self) -> str:
        return self.description.name

    @property
    def descriptions(self) -> tuple[Description, ...]:
        """The descriptions of the format and of those in `also`."""
        return (self.description, *self.also)
