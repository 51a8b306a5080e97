"""A format to the reader and to users: what opens its blocks, what they yield, how it is described.

The reader offers every line that begins as a format's row in the table says to its `opens`. The
open block that this returns is fed line by line until it closes. One block may yield any number of outcomes,
while it is open or when it closes; one that yields none was not an edit after all, and its lines
are prose.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    NO_HINTS,
    CutOff,
    Group,
    Hints,
    Interpretation,
    LineRange,
    Offer,
    OfferKind,
    Operation,
    Replace,
)
from editreview.formats.fences import Fence


class Line(Struct, frozen=True):
    """A complete line of the response, without its end."""

    number: int
    """1-based."""
    text: str
    is_cut: bool = False
    """The response ends without a line feed behind it: it may go on."""


class Found(Struct, frozen=True):
    """An edit that is complete."""

    path_written: str | None
    operation: Operation
    lines: LineRange | None = None
    """Of the response; None for those of the open block from the last outcome on."""
    hints: Hints = NO_HINTS
    group: Group | None = None
    warnings: tuple[str, ...] = ()
    is_dry_run: bool = False
    cut_off: CutOff = CutOff.NO
    offer: Offer | None = None
    is_named_in_comment: bool = False
    call: str | None = None
    """The id of the call that asks for it, by which a result names it."""
    tool: tuple[str, int] | None = None
    """The tool and the number of a call without an id: results of such calls come in their order."""
    format: str | None = None
    """Its name, if not that of the format whose block it is."""


def doubtful(outcome: "Outcome") -> "Outcome":
    """The outcome; an edit waits for the user."""
    return replace(outcome, cut_off=CutOff.LIKELY) if isinstance(outcome, Found) else outcome


def shown(outcome: "Outcome", line: int) -> "Outcome":
    """The outcome; an edit is only offered, as it is an example in the document that a fence shows.

    Args:
        outcome: Of a block in a fence inside that one.
        line: Of the outer fence, 1-based.
    """
    offer = Offer(OfferKind.EXAMPLE, line)
    return replace(outcome, offer=offer) if isinstance(outcome, Found) else outcome


class Malformed(Struct, frozen=True):
    """An edit that can't be used; the message names its line."""

    path_written: str | None
    message: str
    line: int | None = None
    """The line it begins at; None for the first line of the open block after its last outcome."""
    begun: Operation | None = None
    """The edit as far as it was read: the text or the lines that it looks for. None if that is not known."""


def looking_for(lines: Sequence[str]) -> Operation | None:
    """An edit that was not read to its end: the lines that it looks for; None if they are blank."""
    text = "".join(f"{line}\n" for line in lines)
    return Replace((Interpretation(text, ""),)) if text.strip() else None


class Runnable(Struct, frozen=True):
    """A command that the response wants to be run."""

    text: str
    lines: LineRange | None = None
    """As those of an edit."""


class Untitled(Struct, frozen=True):
    """Code without a path, which the tree may know."""

    text: str
    language: str
    lines: LineRange | None = None
    """As those of an edit."""


class CallResult(Struct, frozen=True):
    """The result of an earlier call that changed nothing, or that has no id."""

    call: str
    """The id of the call, or the name of its tool: then it is that tool's first call without a result."""
    kind: OfferKind | None
    """The outcome of the call; None if it succeeded."""
    lines: LineRange | None = None
    """Lines of the response, as in `Found`."""
    is_by_name: bool = False
    """`call` is the name of a tool."""


Outcome: TypeAlias = Found | Malformed | Runnable | Untitled | CallResult


class Step(Struct, frozen=True):
    """The effect of a line on an open block."""

    outcomes: Sequence[Outcome] = ()
    is_closed: bool = False
    takes_line: bool = True
    """False if the line is not part of what came of it: if it closed the block, it may open another one,
    else it is the first line of what comes next."""
    ends_fence: bool = False
    """The fence around it, which nothing closed, is no longer open at that line."""


CONTINUE = Step()
"""The line is part of the block."""
ABANDON = Step(is_closed=True, takes_line=False)
"""The block is no edit, and the line may open another one."""


class Context(Struct, frozen=True):
    """The context before a line."""

    above: Sequence[str]
    """The lines before it, nearest last; a few are kept."""
    path: str | None
    """Of the block before."""
    fence: Fence | None
    """The one that is open, or that this line opens."""


class OpenBlock(Protocol):
    """A block that began and has not ended yet."""

    @property
    def is_tentative(self) -> bool:
        """True if the next line, if it opens a block of another format, shows that this is none."""

    @property
    def unread(self) -> int:
        """The number of lines at its end that do not belong to it, known once it has closed or ended.

        They include the line that closed it, and are read again as if it had never had them.
        """
        return 0

    @property
    def may_hold_unread(self) -> bool:
        """True if the `unread` lines may still be text of the block, as the response ends before its end."""
        return False

    def feed(self, line: Line) -> Step:
        """Take the next line of the response."""

    def end(self) -> Sequence[Outcome]:
        """The response ended inside the block."""

    def progress(self) -> str:
        """The progress of the arriving block, in words."""


class Description(Struct, frozen=True):
    """A format as it is described to users and to models."""

    name: str
    summary: str
    """The syntax in half a sentence of Markdown, for the documentation."""
    example: str
    """A response in this format that holds one good edit of `greeting.py`, for users to read."""
    rules: tuple[str, ...]
    """Sentences for a model that is asked to answer in this format."""
    names_lines: bool = False
    """Its edits name lines by number, so that files are shown to a model with their numbers."""


COPY_EXACTLY = (
    "Copy the old text from the file exactly, including whitespace and comments, with enough lines around "
    "the change to be unique in the file."
)
EMPTY_CREATES = "An empty old text creates a new file."
SHOW_CONTEXT = "Include three unchanged lines before and after each change."
LEAVE_NOTHING_OUT = "Never abbreviate code in an edit with dots or a placeholder comment."


class FormatSpec(Struct, frozen=True):
    """A format: its description, and what reads its blocks."""

    description: Description
    opens: Callable[[Line, Context], OpenBlock | None]
    """For a line that begins as the table says; None if it opens no block all the same."""
    is_fed_opening: bool = False
    """A block may end on the line that opens it, which therefore is the first line it is fed."""
    is_call: bool = False
    """Its blocks are calls of tools."""
    also: tuple[Description, ...] = ()
    """Other formats that its blocks yield."""

    @property
    def name(self) -> str:
        return self.description.name

    @property
    def descriptions(self) -> tuple[Description, ...]:
        """Of the format itself and of those that its blocks yield too."""
        return (self.description, *self.also)
