"""The warnings about a block, and their consequences, in one table."""

from enum import StrEnum

from msgspec import Struct

from editreview.errors import Reason
from editreview.first_use import lazy_pattern
from editreview.matching import ADDITION, DEFINITION, ELISION, PART_OF_LINE, UNCHANGED_LINES


class WarningKind(StrEnum):
    """Reasons to look before accepting a block, even if its match is certain."""

    READING = "reading"
    """It has more than one interpretation, and one was chosen."""
    CUT_OFF = "cut-off"
    """The response ends with it, so it may be cut off."""
    DIVIDER_DROPPED = "divider-dropped"
    """One of its dividers was dropped, and it would only delete."""
    EMPTY_SEARCH = "empty-search"
    """Its SEARCH is empty and the file is not: `--empty-search` or the user chose the meaning."""
    IDENTICAL_BLOCKS = "identical-blocks"
    """There are as many identical blocks as matches, and each block gets one of them."""
    AS_READ = "as-read"
    """The reader of the format accepted something unusual."""
    REJECTED = "rejected"
    """The words above it say not to make it."""
    BY_LINE_NUMBER = "by-line-number"
    """It was located by line numbers alone."""
    NO_POSITION = "no-position"
    """Nothing says where the lines it adds go: they are put at the end of the file."""
    BY_SCOPE = "by-scope"
    """The scope that its format names chose the match, or is not in the file."""
    AGAINST_HINT = "against-hint"
    """It may be meant for another place: by its line number, scope or order, by the words above it, because
    its only match is in a comment, or because another match has gone."""
    OTHER_COUNT = "other-count"
    """The call expects another number of matches than the file has."""
    STALE_NUMBER = "stale-number"
    """Its line number may belong to another version of the file."""
    OVERWRITES = "overwrites"
    """It replaces the whole text of an existing file, and lines or definitions are lost."""
    DELETES = "deletes"
    """It deletes a file."""
    MOVES = "moves"
    """It moves a file."""
    REPLACES_FILE = "replaces-file"
    """It moves a file onto another one, whose text is lost."""
    PATH_CORRECTED = "path-corrected"
    """No file exists at its path, and one existing file fits."""
    PATH_UNSURE = "path-unsure"
    """It may mean another path: of an existing file, in a folder, or one that the words above it mention."""
    FILE_MISSING = "file-missing"
    """It would create a file that the response says exists."""
    PLACEHOLDER = "placeholder"
    """It writes a placeholder for code that was left out, or a comment alone in place of several lines."""
    HIDDEN_CHARACTERS = "hidden-characters"
    """It adds control, bidirectional or invisible characters."""
    SYNTAX_ERROR = "syntax-error"
    """A parser can no longer read the file with it."""
    STRANDED = "stranded"
    """Lines that it keeps can no longer run, belong to another unit, are joined to another line or cut off,
    use a name whose import or only value goes, give an argument whose parameter goes, or define a name whose
    last use goes. Or it adds a unit before the end of the one above, parts a decorator or a comment from its
    code, or gives a body without braces a second statement."""
    DOUBLED = "doubled"
    """It adds a definition, key, rule, section or entry that the same part of the file has already, or keeps
    an old line beside its new version."""
    NOT_CHECKED = "not-checked"
    """Its syntax was not checked, or no definitions looked for: the file is too long, or parsing it takes too
    long."""
    WRITTEN_OUT = "written-out"
    """It writes `\\n` where line ends belong, or an entity of HTML where there is no HTML."""
    CONFUSABLE = "confusable"
    """It adds a letter that looks like a Latin one, an unusual space, or a sign of text in code."""
    DAMAGED = "damaged"
    """It adds text that was damaged on its way, by another encoding, a page or a chat."""
    REMOVES_ANCHOR = "removes-anchor"
    """It seems to be an insertion, but removes the lines that it quotes."""
    COVERS_FILE = "covers-file"
    """It leaves nothing of the file, or replaces at least half of it but changes few lines."""
    MOVED_AWAY = "moved-away"
    """It removes lines that another edit, which waits, fails or is rejected, adds elsewhere."""
    REMOVES_MUCH = "removes-much"
    """It removes many lines, and its new text has none of them."""
    UNSEEN = "unseen"
    """It removes lines that it does not mention or means to keep, or adds lines next to such lines."""
    OTHER_TEXT = "other-text"
    """It removes lines that differ from the lines it quotes."""
    PART_OF_LINE = "part-of-line"
    """Its search text is only a part of a line."""
    MERGED = "merged"
    """Some new lines combine words of the block and of the file."""
    GUESSED_DEPTH = "guessed-depth"
    """The indentation of some new lines is a guess, or odd where the file has even ones."""
    GUESSED_TEXT = "guessed-text"
    """The indentation of lines inside a new string is a guess, and the text depends on it."""
    OTHER_GAPS = "other-gaps"
    """It adds a line with spaces where tabs divide the cells of the lines around it."""
    CUTS_WORD = "cuts-word"
    """Its text is part of a longer word."""
    JOINS_LINES = "joins-lines"
    """Its new text lacks the line feed at the start or the end of its old text, and joins another line."""
    MARKERS = "markers"
    """It would write edit markers into the file."""
    LEFT_OUT = "left-out"
    """Some code that its pattern matches is not changed."""
    SNIPPET = "snippet"
    """It would overwrite a file, but may be only a part of it, by its length or the words above it."""
    CHOSEN = "chosen"
    """The user chose a match that a search does not find."""
    SEARCH_EDITED = "search-edited"
    """The user edited the text that it searches for."""
    PERMISSION = "permission"
    """A rule asks about the file; or it may contain secrets, is written by a tool, or runs automatically."""
    DELICATE_PATH = "delicate-path"
    """The file runs programs when the project is built."""
    IGNORED = "ignored"
    """Git ignores the file."""
    HARD_LINK = "hard-link"
    """The file has another name, which keeps the old text."""
    GUESSED_ENCODING = "guessed-encoding"
    """The encoding of the file is a guess."""
    GUESSED_CHARACTERS = "guessed-characters"
    """It adds characters whose bytes depend on a guessed encoding."""
    NAMED_IN_COMMENT = "named-in-comment"
    """It would overwrite a file that only a comment names."""
    SUPERSEDED = "superseded"
    """A later block is another version of the same lines."""
    OTHER_VERSION = "other-version"
    """An earlier block is another version of the same lines."""
    REPEATED = "repeated"
    """The text that it adds is already there, perhaps from an earlier run."""
    REMOVES_MARK = "removes-mark"
    """It removes the byte order mark of the file, which the diff does not show."""
    EDIT_LEFT_OUT = "edit-left-out"
    """The user's edit was dropped, because its lines changed."""
    STALE_FILE = "stale-file"
    """The file has changed since it was last shown in a prompt."""
    SECRET = "secret"
    """It adds a key, a token or, outside of tests, a password."""
    GENERATED = "generated"
    """The file is generated or vendored, so the edit may be lost."""
    LICENCE = "licence"
    """It removes a licence header."""
    TESTS = "tests"
    """It removes tests or assertions, or skips tests."""
    IGNORES_ERRORS = "ignores-errors"
    """It adds a handler that ignores errors, or empties one."""
    SILENCES = "silences"
    """It silences a linter or a type checker."""
    INDENTATION = "indentation"
    """It indents with tabs where the file has spaces, or the other way round."""
    FORMAT = "format"
    """A formatter would change lines that it adds."""
    DIAGNOSTIC = "diagnostic"
    """A language server or a linter finds a fault where it found none before."""


class Subject(StrEnum):
    """The subject of a warning."""

    MATCH = "match"
    """One match of the block; another match has other warnings."""
    BLOCK = "block"
    """The block, regardless of its match."""
    RESULT = "result"
    """The file after the block."""


class Withheld(Struct, frozen=True):
    """The reason why only the user can accept a ready block."""

    reason: Reason
    message: str
    """A sentence about the block, without a full stop."""


class Consequence(Struct, frozen=True):
    """The consequences of a kind of warning."""

    subject: Subject = Subject.MATCH
    withholds: Withheld | None = None
    """None if the block may be accepted without the user."""
    asks: bool = False
    """True if accepting it asks for confirmation."""
    is_in_title: bool = False
    """True if the title of the match line says it."""
    hides_change: bool = False
    """True if other blocks see its change only once it is accepted."""
    is_mark: bool = False
    """True if it only informs. Then it is among the marks of a block, not among its warnings."""


_MALFORMED = "its edit markers are malformed"
_TWO_VERSIONS = "the response has two versions of its lines"
_BLOCK = Consequence(Subject.BLOCK)
_MATCH = Consequence()
_RESULT = Consequence(Subject.RESULT)
_MARK = Consequence(Subject.RESULT, is_mark=True)


def _withheld(subject: Subject, reason: Reason, message: str) -> Consequence:
    return Consequence(subject, Withheld(reason, message))


CONSEQUENCES = {
    WarningKind.READING: _MATCH,
    WarningKind.CUT_OFF: _withheld(
        Subject.MATCH, Reason.INCOMPLETE, "the response may have been cut off inside it"
    ),
    WarningKind.DIVIDER_DROPPED: _withheld(Subject.MATCH, Reason.MALFORMED, _MALFORMED),
    WarningKind.EMPTY_SEARCH: _MATCH,
    WarningKind.IDENTICAL_BLOCKS: _MATCH,
    WarningKind.AS_READ: _BLOCK,
    WarningKind.REJECTED: _withheld(Subject.BLOCK, Reason.AMBIGUOUS, "the words above it reject it"),
    WarningKind.BY_LINE_NUMBER: _MATCH,
    WarningKind.NO_POSITION: _withheld(
        Subject.MATCH, Reason.AMBIGUOUS, "nothing says where the lines it adds go"
    ),
    WarningKind.BY_SCOPE: _MATCH,
    WarningKind.AGAINST_HINT: _withheld(
        Subject.MATCH, Reason.AMBIGUOUS, "this may not be the place that is meant"
    ),
    WarningKind.OTHER_COUNT: _withheld(
        Subject.MATCH, Reason.AMBIGUOUS, "its call expects another number of matches"
    ),
    WarningKind.STALE_NUMBER: _withheld(
        Subject.MATCH,
        Reason.BAD_LINE_NUMBER,
        "its line number may belong to another version of the file",
    ),
    WarningKind.OVERWRITES: _RESULT,
    WarningKind.DELETES: Consequence(Subject.RESULT, is_in_title=True),
    WarningKind.MOVES: Consequence(Subject.RESULT, is_in_title=True),
    WarningKind.REPLACES_FILE: _withheld(
        Subject.BLOCK, Reason.FILE_EXISTS, "it would replace the file at its new path"
    ),
    WarningKind.PATH_CORRECTED: _BLOCK,
    WarningKind.PATH_UNSURE: _withheld(Subject.BLOCK, Reason.AMBIGUOUS, "its path may mean several files"),
    WarningKind.FILE_MISSING: _withheld(
        Subject.BLOCK, Reason.FILE_MISSING, "the file that it changes does not exist"
    ),
    WarningKind.PLACEHOLDER: _withheld(
        Subject.RESULT, Reason.PLACEHOLDER, "it would write a placeholder into the file"
    ),
    WarningKind.HIDDEN_CHARACTERS: _withheld(
        Subject.RESULT, Reason.HIDDEN_CHARACTERS, "it would write invisible characters"
    ),
    WarningKind.SYNTAX_ERROR: _withheld(
        Subject.RESULT, Reason.SYNTAX_ERROR, "it would introduce a syntax error"
    ),
    WarningKind.STRANDED: _withheld(
        Subject.RESULT, Reason.UNSEEN, "it would change the meaning of lines that it does not mention"
    ),
    WarningKind.DOUBLED: _withheld(
        Subject.RESULT, Reason.AMBIGUOUS, "it would define what the file has already"
    ),
    WarningKind.NOT_CHECKED: _MARK,
    WarningKind.WRITTEN_OUT: _withheld(
        Subject.RESULT,
        Reason.WRITTEN_OUT,
        "it would write an escape, such as \\n, as text",
    ),
    WarningKind.CONFUSABLE: _RESULT,
    WarningKind.DAMAGED: _RESULT,
    WarningKind.REMOVES_ANCHOR: _MATCH,
    WarningKind.COVERS_FILE: _RESULT,
    WarningKind.MOVED_AWAY: _withheld(
        Subject.RESULT,
        Reason.DEPENDS_ON,
        "it removes lines that an edit which is not ready, or rejected, adds elsewhere",
    ),
    WarningKind.REMOVES_MUCH: _MATCH,
    WarningKind.UNSEEN: _withheld(
        Subject.MATCH, Reason.UNSEEN, "it would change lines that it does not mention"
    ),
    WarningKind.OTHER_TEXT: _MATCH,
    WarningKind.PART_OF_LINE: _MATCH,
    WarningKind.MERGED: _MATCH,
    WarningKind.GUESSED_DEPTH: _MATCH,
    WarningKind.GUESSED_TEXT: _withheld(
        Subject.MATCH, Reason.AMBIGUOUS, "the text of a string that it adds may be indented otherwise"
    ),
    WarningKind.OTHER_GAPS: _MATCH,
    WarningKind.CUTS_WORD: _MATCH,
    WarningKind.JOINS_LINES: _withheld(Subject.MATCH, Reason.AMBIGUOUS, "it would join lines"),
    WarningKind.MARKERS: _withheld(Subject.RESULT, Reason.MALFORMED, _MALFORMED),
    WarningKind.LEFT_OUT: _MATCH,
    WarningKind.SNIPPET: Consequence(
        Subject.RESULT,
        Withheld(Reason.PART_OF_FILE, "it may be only a part of the file, and the rest would be lost"),
        asks=True,
        hides_change=True,
    ),
    WarningKind.CHOSEN: _MATCH,
    WarningKind.SEARCH_EDITED: _BLOCK,
    WarningKind.PERMISSION: _withheld(
        Subject.BLOCK, Reason.PERMISSION, "its file is changed only with your permission"
    ),
    WarningKind.DELICATE_PATH: _BLOCK,
    WarningKind.IGNORED: _BLOCK,
    WarningKind.HARD_LINK: _BLOCK,
    WarningKind.GUESSED_ENCODING: _BLOCK,
    WarningKind.GUESSED_CHARACTERS: _withheld(
        Subject.RESULT, Reason.ENCODING, "its characters depend on a guess of the file's encoding"
    ),
    WarningKind.NAMED_IN_COMMENT: Consequence(
        Subject.RESULT,
        Withheld(Reason.FILE_EXISTS, "the file exists, and this may be only a part of it or an example"),
        hides_change=True,
    ),
    WarningKind.SUPERSEDED: _withheld(Subject.MATCH, Reason.CONFLICT, _TWO_VERSIONS),
    WarningKind.OTHER_VERSION: _withheld(Subject.MATCH, Reason.CONFLICT, _TWO_VERSIONS),
    WarningKind.REPEATED: _withheld(
        Subject.MATCH, Reason.AMBIGUOUS, "what it adds may be in the file already"
    ),
    WarningKind.REMOVES_MARK: _RESULT,
    WarningKind.EDIT_LEFT_OUT: _MATCH,
    WarningKind.STALE_FILE: _MARK,
    WarningKind.SECRET: _withheld(Subject.RESULT, Reason.SECRET, "it would write what seems to be a secret"),
    WarningKind.GENERATED: _MARK,
    WarningKind.LICENCE: _MARK,
    WarningKind.TESTS: _MARK,
    WarningKind.IGNORES_ERRORS: _MARK,
    WarningKind.SILENCES: _MARK,
    WarningKind.INDENTATION: _MARK,
    WarningKind.FORMAT: _MARK,
    WarningKind.DIAGNOSTIC: _RESULT,
}
"""One row for each kind."""

_LINE = lazy_pattern(r"(?:^|(?<=: ))line \d+: |, in line \d+$")
_ONLY_SIMILAR = "only similar text was found"
FOUND_BY = {
    ADDITION.name: "found by the lines around those that it adds",
    DEFINITION.name: "found by the names of its definitions, not by their text",
    ELISION.name: "found by its parts, and keeps the lines between",
    PART_OF_LINE.name: "its search text is only a part of a line",
    UNCHANGED_LINES.name: "found by its first and last lines",
}
"""By fuzzy strategy that does not compare likeness: how it found its match."""


def unsure(strategy: str | None) -> Withheld:
    """Withholds blocks with fuzzy matches, with or without a warning.

    Args:
        strategy: The strategy that found the match.
    """
    return Withheld(Reason.FUZZY, FOUND_BY.get(strategy or "", _ONLY_SIMILAR))


class BlockWarning(Struct, frozen=True):
    """A reason to look before accepting a block."""

    kind: WarningKind
    """Its kind."""
    message: str
    """A sentence about the block, without a full stop."""
    line: int | None = None
    """The line it is about, 1-based in the text with the block; None if it is not about a single line."""
    is_old: bool = False
    """True if `line` is in the text without the block."""

    @property
    def without_line(self) -> str:
        """The message without the number of the line, for use beside that line."""
        return _LINE.sub("", self.message)

    @property
    def consequence(self) -> Consequence:
        return CONSEQUENCES[self.kind]


WarningsOfBlocks = dict[int, tuple[BlockWarning, ...]]
"""Warnings by block number."""
