"""Edits as parsed from a response, before any file is read.

Line numbers are 1-based and inclusive, and refer to the response unless said otherwise.
"""

from enum import StrEnum
from typing import TypeAlias, TypeGuard

from msgspec import Struct

LineRange: TypeAlias = tuple[int, int]
"""The first and the last of some lines, 1-based."""


class Interpretation(Struct, frozen=True):
    """One way to split a block into the text to find and the text to put there.

    Both are whole lines, each ending in a newline, unless the operation says otherwise; empty
    means no lines.
    """

    search: str
    replace: str
    assumption: str | None = None
    """The assumption it makes, for users; None for the plain one."""
    divider: str | None = None
    """The divider that ends the search, if further lines of the block could be the divider."""
    beyond: str = ""
    """The text that the next longer interpretation adds to the search: `divider` and the lines up to the next
    one. If the file has it after the match, this interpretation splits the search in the middle."""
    drops_divider: bool = False
    """True if it drops a second divider of the block."""
    removes_mark: bool = False
    """True if the search begins with the file's byte order mark and the replacement does not."""


class Replace(Struct, frozen=True):
    """Replace text. An empty search creates the file."""

    interpretations: tuple[Interpretation, ...]
    """In the order that the format prefers; never empty."""
    is_everywhere: bool = False
    """True to replace all matches instead of the only one."""
    is_text: bool = False
    """True if the texts may begin or end in the middle of a line."""
    empty_is_all: bool = False
    """True if an empty search means the whole file to the tools of this format."""
    expected: int | None = None
    """The number of matches that the response expects if it edits all of them; None if it names none."""
    is_pattern: bool = False
    """True if the search is a pattern of code without metavariables. Its path may name a folder, and an edit
    of all matches leaves parts of words alone."""
    new_code: "Sketch | Snippet | None" = None
    """The new text as code, if only its new lines have a sign: it may lack the lines that they replace."""


class ReplaceLines(Struct, frozen=True):
    """Replace lines `first` to `last` of the file, 1-based and inclusive."""

    first: int
    last: int
    text: str
    """Whole lines, each ending in a newline; empty deletes."""
    is_indented: bool = False
    """True if the format gives the text's indentation, so that it is not adjusted."""


class Insert(Struct, frozen=True):
    """Insert whole lines after a line of the file."""

    after: int | None
    """1-based; 0 for the top of the file, None for its end."""
    text: str
    is_indented: bool = False
    """As for `ReplaceLines`."""


class Write(Struct, frozen=True):
    """Create a file with this text, or overwrite it."""

    text: str
    creates: bool = False
    """True if the format says that the file is new, so that an existing one is a mistake."""
    updates: bool = False
    """True if the response says that the file exists, so that a missing one is a mistake."""


class Delete(Struct, frozen=True):
    """Remove a file."""

    quoted: str | None = None
    """The file's text as the response quotes it; None if it quotes none."""


class Move(Struct, frozen=True):
    """Rename a file, without changing its text."""

    to: str
    """As the response has it."""


class Rewrite(Struct, frozen=True):
    """Replace all code that matches a pattern, in ast-grep's pattern syntax."""

    pattern: str
    rewrite: str
    language: str | None = None
    """None for the language of the path's extension."""


class Sketch(Struct, frozen=True):
    """Overwrite a file with this text, in which placeholder lines stand for unchanged parts."""

    text: str
    """The text as written, with its placeholders."""
    pieces: tuple[str, ...]
    """The whole lines between the placeholders; the first or last piece is empty if the text begins or
    ends with a placeholder."""


class Snippet(Struct, frozen=True):
    """Put this part of a file in place of its older version there, or add it where it belongs."""

    text: str
    """Whole lines, each ending in a newline."""
    may_be_whole: bool = False
    """True if the text may as well be a new version of the file, which lacks the beginning on purpose."""


Operation: TypeAlias = Replace | ReplaceLines | Insert | Write | Delete | Move | Rewrite | Sketch | Snippet


def plain_interpretation(operation: Operation) -> Interpretation:
    """The search and replacement of an operation; empty where it has none."""
    match operation:
        case Replace():
            return operation.interpretations[0]
        case ReplaceLines() | Insert() | Write() | Sketch() | Snippet():
            return Interpretation("", operation.text)
        case Rewrite():
            return Interpretation(operation.pattern, operation.rewrite)
    return Interpretation("", "")


def puts_text_only(operation: Operation) -> bool:
    """True if no interpretation of a replacement has a search."""
    return isinstance(operation, Replace) and not any(
        interpretation.search for interpretation in operation.interpretations
    )


def is_structural(operation: Operation) -> TypeGuard[Replace | Rewrite]:
    """True if an operation is a structural edit, which may apply to all files below a folder."""
    return isinstance(operation, Rewrite) or (isinstance(operation, Replace) and operation.is_pattern)


def written_whole(operation: Operation) -> str | None:
    """The text that an operation writes as a whole file; None if it edits a part."""
    match operation:
        case Write() | Sketch():
            return operation.text
        case Replace() if puts_text_only(operation):
            return operation.interpretations[0].replace
    return None


def looks_for_text(operation: Operation) -> bool:
    """True if the operation can also be matched in the result of earlier blocks.

    Line numbers refer to the original file only; the top and the end exist in every text.
    """
    match operation:
        case ReplaceLines():
            return False
        case Insert():
            return not operation.after
    return True


class Hints(Struct, frozen=True):
    """Hints of the format about the match. They choose among matches, and never overrule the text."""

    line: int | None = None
    """1-based line of the file at which the search should start."""
    scopes: tuple[str, ...] = ()
    """Lines that should be above the match, the outermost first; an entry may be several adjacent ones."""
    is_at_end: bool = False
    """True if the search should end at the end of the file."""
    final_newline: bool | None = None
    """True if the file ends with a line end afterwards; None keeps it as it is."""
    new_line: int | None = None
    """1-based line of the file afterwards at which the new text should start."""
    lines: LineRange | None = None
    """The lines of the file that a suggestion is for, 1-based; more of them may have to go."""


NO_HINTS = Hints()


class FormatName(StrEnum):
    """The formats in which edits are written."""

    SEARCH_REPLACE = "search-replace"
    EDIT_PROTOCOL = "edit-protocol"
    BOLT = "bolt"
    APPLY_PATCH = "apply-patch"
    UNIFIED_DIFF = "unified-diff"
    TOOL_CALL = "tool-call"
    XML_TOOL_CALL = "xml-tool-call"
    LINE_EDIT = "line-edit"
    STRUCTURAL = "structural"
    WHOLE_FILE = "whole-file"
    LAZY = "lazy"
    SNIPPET = "snippet"


PATCH_FORMATS = frozenset({FormatName.UNIFIED_DIFF, FormatName.APPLY_PATCH})
"""Formats whose edits are hunks."""


class GroupKind(StrEnum):
    """The relation between the blocks of a group."""

    ORDERED = "ordered"
    """Their matches are in the same order in the file."""
    SEQUENTIAL = "sequential"
    """Each applies to the result of the one before."""


class Group(Struct, frozen=True):
    """The blocks of one patch or one call."""

    id: str
    """Unique within a response."""
    kind: GroupKind
    is_atomic: bool = False
    """True if only all of them together may be applied."""
    moves: bool = False
    """True if one of them moves the file and the others edit it at the new path."""


class CutOff(StrEnum):
    """The likelihood that a block was cut off because the response ends with it."""

    NO = "no"
    LAST_LINE = "last-line"
    """The last line of its old text has no line feed. It is complete if the file has it like that."""
    LIKELY = "likely"
    """It ends inside new text, or where more must follow."""


class OfferKind(StrEnum):
    """The reasons why the response may not intend an edit to be applied."""

    THINKING = "thinking"
    """It is in the model's thinking: a draft."""
    QUOTATION = "quotation"
    """It is in a quotation."""
    COMMENT = "comment"
    """It is in an HTML or XML comment."""
    USER = "user"
    """It is in a message of the user that was pasted with the answer."""
    EXAMPLE = "example"
    """It is in a fence of a document that the response shows."""
    RETRACTED = "retracted"
    """The response retracts it."""
    FAILED = "failed"
    """A call whose result is an error."""
    REJECTED = "rejected"
    """A call that was rejected, or cancelled."""
    SHOWN = "shown"
    """Fenced code whose file only a comment or a sentence names, next to calls of edit tools or other edits
    of that file."""
    PROPOSED = "proposed"
    """The response proposes it as an option, or on a condition."""
    CAPTION = "caption"
    """The path above it may be the caption of the code before."""
    WORDS = "words"
    """Only words describe it, or a command that would make it."""
    LIKENESS = "likeness"
    """It names no file, and was matched to this one by its content."""


_OFFER_SENTENCES = {
    OfferKind.THINKING: "a draft: it is in the model's thinking",
    OfferKind.QUOTATION: "quoted: it is in a quotation",
    OfferKind.COMMENT: "commented out: it is in a comment",
    OfferKind.USER: "yours: it is in your message, not in the answer",
    OfferKind.EXAMPLE: "an example: it is in a document that the response shows",
    OfferKind.RETRACTED: "the response retracts it",
    OfferKind.FAILED: "the call failed: its result is an error",
    OfferKind.REJECTED: "the call was rejected",
    OfferKind.SHOWN: "shown only: the edits of its file are elsewhere in the response",
    OfferKind.PROPOSED: "proposed only: the response leaves it to you",
    OfferKind.CAPTION: "its path may be the caption of the code above: the first code has none",
    OfferKind.WORDS: "described in words only",
    OfferKind.LIKENESS: "its file is guessed from the code and the words above it",
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


class Naming(StrEnum):
    """The way in which a response names the file of a fence, the surest first."""

    LABEL = "label"
    """A line of its own, the fence itself, or a sentence that announces the file."""
    SENTENCE = "sentence"
    """A sentence names the file, and does not say whether the fence is all of it."""
    PART = "part"
    """A sentence names the file and mentions a part of it."""
    COMMENT = "comment"
    """A comment on the first line of the fence, which is common where code is only shown."""


class EditBlock(Struct, frozen=True):
    """One edit: a path and an operation."""

    number: int
    """1-based, in order of closing."""
    format: str
    """The name of its format."""
    path_written: str | None
    """As the response has it; None if it names no file."""
    lines: LineRange
    """Its first and its last line in the response, 1-based."""
    operation: Operation
    """What it does: replace text or lines, insert, write, delete, move, rewrite by a pattern, or a sketch."""
    hints: Hints = NO_HINTS
    group: Group | None = None
    warnings: tuple[str, ...] = ()
    """Remarks of the parser for the user."""
    is_dry_run: bool = False
    """True if the response only asks if the edit would succeed. It is never written."""
    is_applied: bool = False
    """True if the transcript that it is in says that its call was applied."""
    cut_off: CutOff = CutOff.NO
    offer: Offer | None = None
    """The offer that it is; None for an ordinary edit."""
    is_correction: bool = False
    """True if the prose above it announces a correction of the block before."""
    naming: Naming = Naming.LABEL
    path_comment: str | None = None
    """The comment on the first line of its text that names the file."""
    other_names: tuple[str, ...] = ()
    """Other paths that the response gives for its file, as a heading and a comment may differ."""
    bare_names: tuple[str, ...] = ()
    """Words above it without an extension or a folder. A word that is a file of the tree is its path."""
    mentions: tuple[str, ...] = ()
    """Other files that the words above it are about, if its path is only that of the block before."""
    names: tuple[str, ...] = ()
    """The names of code in the words above it, nearest first: a function that its lines may belong to."""
    words: str = ""
    """The words above it: its heading and paragraph, which may say where it goes."""
    file_above: str | None = None
    """Another file than its own, in which the words above it place the edit."""
    folders_above: tuple[str, ...] = ()
    """Words of the heading or the label above it that may be the folder of its file."""
    paragraphs: tuple[str, ...] = ()
    """The nearest paragraphs and headings above it, nearest first, if it is the only edit below them."""
    rejection: str | None = None
    """The words above it that say not to make it; None if none do."""

    @property
    def needs_bare_name(self) -> bool:
        """True if it is fenced code, and an edit only if one of `bare_names` is a file of the tree."""
        return (
            bool(self.bare_names) and self.path_written is None and isinstance(self.operation, Write | Sketch)
        )


class Retraction(Struct, frozen=True):
    """Blocks yielded earlier that a later part of the response turns into offers."""

    blocks: tuple[int, ...]
    """Their numbers, in order."""
    offer: Offer
    is_all: bool = False
    """True if earlier problems, commands and code are not part of the answer either."""
    code: tuple[int, ...] = ()
    """The first lines of fenced code without a path that it is about too."""


class Repair(Struct, frozen=True):
    """The line that a malformed block lacks, if the line and its position are obvious."""

    added: str
    """The line, without its end."""
    line: int
    """The line of the response before which it belongs, 1-based."""
    text: str
    """The lines of the block with it, each ending in a newline."""

    @property
    def message(self) -> str:
        """The repair as an instruction."""
        return f"add {self.added.strip()} before line {self.line} of the response"


class Problem(Struct, frozen=True):
    """A malformed block."""

    line: int
    """Its first line in the response, 1-based."""
    message: str
    """What is wrong with it, as a sentence without a full stop."""
    text: str
    """Its lines in the response."""
    path_written: str | None = None
    """The path as the response has it; None if it names no file."""
    begun: Operation | None = None
    """The part of the edit that was read: the text or the lines that it searches for. None if unknown."""
    repair: Repair | None = None
    """None if no repair is obvious. `formats.read_again` reads its text."""

    @property
    def without_line(self) -> str:
        """The message without its line, for use beside that line."""
        return self.message.removesuffix(f" at line {self.line}")

    @property
    def sentence(self) -> str:
        """The message after its line."""
        return f"line {self.line}: {self.without_line}"


class Command(Struct, frozen=True):
    """A command that the response suggests. The user may copy it; it is never run here."""

    lines: LineRange
    """Its first and its last line in the response, 1-based."""
    text: str
    """The command, of one line or several."""


class WordingKind(StrEnum):
    """The kinds of edits that a sentence may describe."""

    CHANGE = "change"
    RENAME = "rename"
    REMOVE = "remove"
    ADD = "add"
    SHOW = "show"
    """It only shows new code."""


class Wording(Struct, frozen=True):
    """A sentence that may describe an edit; only the tree shows which code is old and which is new."""

    kind: WordingKind
    codes: tuple[str, ...]
    """The code that it quotes, in order, with values that it names without quotes: `from 1 to 2`."""
    words_before: tuple[str, ...] = ()
    """For each of these, the words before it, back to the code before."""
    rest: str = ""
    """The words after the last of these."""
    earlier: str | None = None
    """The last code of the sentence before, which a single code may replace."""
    old_at: int | None = None
    """The index of the code that its words call the old one, with the new one after it, 0-based.

    So it is in `codes` of `use b instead of a`, too. None if no words say so.
    """
    is_report: bool = False
    """True if it reports something, as in `I changed …` or `This uses …`, and asks for nothing."""


class Code(Struct, frozen=True):
    """Fenced code without a path: an offer if its content shows the file; else the user may place it."""

    lines: LineRange
    text: str
    language: str
    """The info string of the fence; may be empty."""
    may_be_file: bool = True
    """True if it is long enough, and without gaps, to be a version of a whole file."""
    sketch: Sketch | None = None
    """The code with its gaps; None if nothing is left out."""
    mentions: tuple[str, ...] = ()
    """The paths in the lines above it, nearest first."""
    replaces_code_above: bool = False
    """True if the words above it say that it replaces the fenced code before."""
    is_old: bool = False
    """True if a title says that it is old code: `Before:`."""
    is_removed: bool = False
    """True if the words above it say to remove it from its file."""
    may_be_removed: bool = False
    """True if these words do not point at it: it may also be what a removal leaves of a part of the file."""
    is_requested: bool = False
    """True if the words above it request an edit."""
    edit_in_words: WordingKind | None = None
    """The kind of edit that the words above it describe, in any language; None if they describe none."""
    operation: Replace | Insert | Move | Delete | Write | None = None
    """The edit, if symbols or words state it; then the text has only its new lines."""
    is_in_words: bool = False
    """True if words state it, not a fence."""
    names: tuple[str, ...] = ()
    """As in `EditBlock`."""
    words: str = ""
    """As in `EditBlock`."""
    is_shown: bool = False
    """True if these words say that it only shows something: a use, a result, the state before."""
    is_example: bool = False
    """True if they say so plainly: then it is never an offer."""
    is_command: bool = False
    """True if it reads like a command, but may be a part of a script."""
    retraction: Offer | None = None
    """The reason why it is no more than an offer, if prose below it retracts it."""
    wording: Wording | None = None
    """The sentence, if it may describe an edit that it does not state; then there is no operation."""

    @property
    def may_be_retracted(self) -> bool:
        """True if it is a fence that may be an edit; prose below may be about it."""
        return not (self.is_in_words or self.is_command or self.is_example)


class Prose(Struct, frozen=True):
    """Lines between edits."""

    lines: LineRange


def base_name(path: str) -> str:
    """The last part of a path, which may have backslashes."""
    return path.replace("\\", "/").rpartition("/")[2]


def lines_in_words(*ranges: LineRange) -> str:
    """`line 4`, `lines 4–6` or `lines 4–6, 9`, for sentences; see `lines_named` for labels."""
    named = ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in ranges)
    return f"line {named}" if named.isdecimal() else f"lines {named}"


def lines_named(lines: LineRange) -> str:
    """`L4` or `L4–6`, for labels and columns."""
    first, last = lines
    return f"L{first}" if first == last else f"L{first}–{last}"
