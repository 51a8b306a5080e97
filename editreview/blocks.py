"""What a response asked for: edits as parsed, before anyone looked at a file.

Line numbers are 1-based and inclusive, of the response.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

LineRange: TypeAlias = tuple[int, int]


class Reading(Struct, frozen=True):
    """One way to split a block into the text to find and the text to put there.

    Both are whole lines, each ending in a newline, unless the operation says otherwise; empty
    means no lines.
    """

    search: str
    replace: str
    why: str | None = None
    """What this reading takes for granted; None for the plain one."""
    divider: str | None = None
    """The line that ends the search, if the block has more lines after it that could."""
    beyond: str = ""
    """What the next longer reading has in its search after this one's: `divider` and the lines up to the
    next divider. A file that holds them was quoted, so that this reading cuts the search in its middle."""
    drops_divider: bool = False
    """It leaves out a line of the block that divides it once more."""
    removes_mark: bool = False
    """The search began with the file's byte order mark, and the replacement does not."""


class Replace(Struct, frozen=True):
    """Put text in the place of other text. An empty search creates the file."""

    readings: tuple[Reading, ...]
    """In the order in which the format prefers them; never empty."""
    is_everywhere: bool = False
    """At every place, not at the only one."""
    is_text: bool = False
    """The texts are characters, not lines: they may begin or end in the middle of one."""
    empty_is_all: bool = False
    """The tools that are answered so take an empty search for all that the file holds."""
    expected: int | None = None
    """The number of matches the response says there are, where it edits all of them; None if it says none."""


class ReplaceLines(Struct, frozen=True):
    """Put text in the place of the lines from `first` to `last`, 1-based and inclusive."""

    first: int
    last: int
    text: str
    """Whole lines, each ending in a newline; empty deletes."""
    is_indented: bool = False
    """The format says how deep the text is, so that it is not fitted to the lines around it."""


class Insert(Struct, frozen=True):
    """Put whole lines after a line."""

    after: int | None
    """1-based; 0 for the top of the file, None for its end."""
    text: str
    is_indented: bool = False
    """As for lines that are replaced."""


class Write(Struct, frozen=True):
    """Make a file hold just this text, whatever it held."""

    text: str
    creates: bool = False
    """The format says that the file is new: one that is there already is a mistake."""


class Delete(Struct, frozen=True):
    """Remove a file."""

    shown: str | None = None
    """The file's text as the response quotes it; None if it quotes none."""


class Move(Struct, frozen=True):
    """Give a file another path; what it holds stays."""

    to: str
    """As the response has it."""


class Rewrite(Struct, frozen=True):
    """Put code in the place of all code of a shape, see ast-grep's pattern syntax."""

    pattern: str
    rewrite: str
    language: str | None = None
    """None for the one that the path's extension tells."""


class Sketch(Struct, frozen=True):
    """Make a file hold this text, in which placeholder lines stand for parts of it that stay as they are."""

    text: str
    """As it was written, placeholders and all."""
    pieces: tuple[str, ...]
    """What is between the placeholders, whole lines; the first or last is empty if the text begins or
    ends with a placeholder."""


Operation: TypeAlias = Replace | ReplaceLines | Insert | Write | Delete | Move | Rewrite | Sketch


def plain_reading(operation: Operation) -> Reading:
    """What an operation looks for and what it puts there, either of them empty if it has none."""
    match operation:
        case Replace():
            return operation.readings[0]
        case ReplaceLines() | Insert() | Write() | Sketch():
            return Reading("", operation.text)
        case Rewrite():
            return Reading(operation.pattern, operation.rewrite)
    return Reading("", "")


def puts_text_only(operation: Operation) -> bool:
    """Whether a replacement looks for nothing in any of its readings."""
    return isinstance(operation, Replace) and not any(reading.search for reading in operation.readings)


def written_whole(operation: Operation) -> str | None:
    """The text that an operation makes a file of; None if it does not."""
    match operation:
        case Write() | Sketch():
            return operation.text
        case Replace() if puts_text_only(operation):
            return operation.readings[0].replace
    return None


def looks_for_text(operation: Operation) -> bool:
    """Whether another text may hold its place: one named by line number is of the file as it was.

    Every text has a top and an end.
    """
    match operation:
        case ReplaceLines():
            return False
        case Insert():
            return not operation.after
    return True


class Hints(Struct, frozen=True):
    """What a format says of the place besides the text: it helps to choose, it never overrules the text."""

    line: int | None = None
    """1-based line of the file at which the search is said to begin."""
    scopes: tuple[str, ...] = ()
    """Lines said to stand somewhere above it, the outermost first; several joined are a run of them."""
    is_at_end: bool = False
    """The search is said to end where the file ends."""
    final_newline: bool | None = None
    """True if the file's last line has a line end afterwards; None if its end stays as it is."""
    new_line: int | None = None
    """1-based line at which the new text is said to begin afterwards."""


NO_HINTS = Hints()


class GroupKind(StrEnum):
    """How the blocks of a group relate."""

    ORDERED = "ordered"
    """Their places in the file come in the same order."""
    SEQUENTIAL = "sequential"
    """Each is meant for the text that the one before it makes."""


class Group(Struct, frozen=True):
    """What the blocks of one patch or one call have in common."""

    id: str
    """Unique within a response."""
    kind: GroupKind
    is_atomic: bool = False
    """All of them are meant, or none."""
    moves: bool = False
    """One of them moves the file, and the others edit it at the new path."""


class CutOff(StrEnum):
    """The likelihood that a block was cut off because the response ends with it."""

    NO = "no"
    LAST_LINE = "last-line"
    """The last line of its old text has no line feed: it is whole if the file has it so."""
    LIKELY = "likely"
    """It ends amid new text, or where more has to follow."""


class OfferKind(StrEnum):
    """The reasons why the response may not want an edit applied."""

    THINKING = "thinking"
    """It stands in the model's thinking: a draft."""
    QUOTATION = "quotation"
    """It stands in a quotation."""
    COMMENT = "comment"
    """It stands in an HTML or XML comment."""
    EXAMPLE = "example"
    """It stands in a fence of a document that the response shows."""
    RETRACTED = "retracted"
    """The response retracts it."""
    FAILED = "failed"
    """A call whose result is an error."""
    REJECTED = "rejected"
    """A call that was rejected, or cancelled."""
    SHOWN = "shown"
    """Fenced code with a path as a comment, beside calls of edit tools or other edits of that file."""
    LIKENESS = "likeness"
    """It names no file, and only one file reads like it."""


_OFFER_SENTENCES = {
    OfferKind.THINKING: "a draft: it stands in the model's thinking",
    OfferKind.QUOTATION: "quoted: it stands in a quotation",
    OfferKind.COMMENT: "commented out: it stands in a comment",
    OfferKind.EXAMPLE: "an example: it stands in a document that is shown",
    OfferKind.RETRACTED: "the response takes it back",
    OfferKind.FAILED: "the call failed: its result is an error",
    OfferKind.REJECTED: "the call was rejected",
    OfferKind.SHOWN: "shown only: a comment names its file, and the edits stand elsewhere in the response",
    OfferKind.LIKENESS: "it names no file: this is the only one that reads like it",
}


class Offer(Struct, frozen=True):
    """The reason why an edit is only an offer: never applied unless the user accepts it."""

    kind: OfferKind
    line: int | None = None
    """The line of the response that says so, 1-based; None if the block's own lines do."""

    @property
    def message(self) -> str:
        """The reason as a sentence."""
        sentence = _OFFER_SENTENCES[self.kind]
        return sentence if self.line is None else f"{sentence} (response line {self.line})"


class EditBlock(Struct, frozen=True):
    """One edit: a path and an operation."""

    number: int
    """1-based, in order of closing."""
    format: str
    path_written: str | None
    """As the response has it; None if it names no file."""
    lines: LineRange
    operation: Operation
    hints: Hints = NO_HINTS
    group: Group | None = None
    warnings: tuple[str, ...] = ()
    """What a person should know of how it was read."""
    is_dry_run: bool = False
    """The response asks only whether it would go: it is placed, and never written."""
    cut_off: CutOff = CutOff.NO
    offer: Offer | None = None
    """The offer that it is; None for an ordinary edit."""
    is_correction: bool = False
    """The words above it say that it is the correct version of the block before."""
    is_named_in_comment: bool = False
    """A comment on its first line names the file, as it does where code is only shown."""


class Retraction(Struct, frozen=True):
    """Blocks given out before are offers, as a later part of the response shows."""

    blocks: tuple[int, ...]
    """Their numbers, in order."""
    offer: Offer
    is_all: bool = False
    """Problems, commands and code before it are none of the answer either."""


class Problem(Struct, frozen=True):
    """A part of the response that looks like an edit and is none."""

    line: int
    message: str
    text: str
    """The lines that were meant to be the edit."""
    path_written: str | None = None
    """The file it is for, as the response names it; None if it names none."""
    begun: Operation | None = None
    """The edit as far as it was read: the text or the lines that it looks for. None if that is not known."""


class Command(Struct, frozen=True):
    """Something to run, which a person may copy; it is never run here."""

    lines: LineRange
    text: str


class Code(Struct, frozen=True):
    """Fenced code without a path: shown, unless it is a new version of just one file."""

    lines: LineRange
    text: str
    language: str
    """As the fence has it; empty if it has none."""


class Prose(Struct, frozen=True):
    """Lines between edits."""

    lines: LineRange
