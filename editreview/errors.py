"""Errors that users, files or git can cause; any other exception that reaches the user is a bug.

EditreviewError           exit 1 if a command ends with it, unless the line says otherwise
  + UsageError            exit 2: no such file, bad option
      + NoTerminal        exit 2: a review needs a terminal
      + SettingsError     exit 2: a setting in a file or an option is wrong
  + TreeError             exit 3: nothing was written, or the next run restores what was
      + ChangedOnDisk     a file is not as it was shown
      + WriteFailed       the operating system refused
  + OutputLost            exit 1: a requested output could not be written; everything else was done
  + GitFailed             exit 1: git refused; files are written, the index is as git left it
      + IndexHeld         in `workspace.git`: another git process holds the index
      + GitEnded          in `workspace.git`: the user ended git
  + NothingToUndo         exit 1: no run to undo or redo
  + Refused               one file may not be touched; becomes the reason of its blocks, or a UsageError
  + EditorFailed          in `tui.editors`; becomes a message of the review
ReviewCrashed             exit 70: a bug, its cause, ended a review
"""

from enum import StrEnum

BUG, INTERRUPTED = 70, 130
"""Exit statuses in addition to those of the errors."""


class Reason(StrEnum):
    """Reasons why a block is not applied, as written in reports."""

    UNDECIDED = "undecided"
    """Nobody decided on it, or it was accepted and not applied."""
    REJECTED = "rejected"
    """The user rejected it."""
    INEXACT = "inexact"
    """It matches, but not as exactly as `--accept` demands."""
    AMBIGUOUS = "ambiguous"
    """Several matches, several files, or two ways to read it; the user chooses."""
    FUZZY = "fuzzy"
    """It matches only by likeness; the user decides."""
    NOT_FOUND = "not-found"
    """The file has no such text."""
    ALREADY_APPLIED = "already-applied"
    """Its new text is there already."""
    NO_CHANGE = "no-change"
    """It would leave the file as it is."""
    CONFLICT = "conflict"
    """Another block changes the same lines."""
    DEPENDS_ON = "depends-on"
    """It builds on a block that is not applied."""
    FILE_MISSING = "file-missing"
    """The file does not exist."""
    FILE_EXISTS = "file-exists"
    """It would create a file that exists."""
    IS_DIRECTORY = "is-directory"
    """The path is a folder."""
    OUTSIDE_ROOT = "outside-root"
    """The path leads out of the tree."""
    PROTECTED = "protected"
    """The path is in git's own folder or another repository, or is not a regular file."""
    BINARY = "binary"
    """The file is not text."""
    ENCODING = "encoding"
    """The file cannot be decoded, or the new text not encoded, without loss."""
    TOO_LARGE = "too-large"
    """The file is larger than editreview reads."""
    BAD_LINE_NUMBER = "bad-line-number"
    """The file has no such line, or the number belongs to another version of it."""
    PLACEHOLDER = "placeholder"
    """It would write a placeholder such as `... rest of the code ...`."""
    SYNTAX_ERROR = "syntax-error"
    """A parser could no longer read the file."""
    WRITTEN_OUT = "written-out"
    """It would write `\\n` where line ends belong, or another escape as text."""
    HIDDEN_CHARACTERS = "hidden-characters"
    """It adds control, bidirectional or invisible characters."""
    BREAKS_COMMAND = "breaks-command"
    """The project command fails with it and passes without it."""
    SECRET = "secret"
    """It adds a key, a token or a password."""
    MALFORMED = "malformed"
    """It holds edit markers, or lost one of its dividers."""
    INCOMPLETE = "incomplete"
    """The response may end in the middle of it."""
    PART_OF_FILE = "part-of-file"
    """It would overwrite a file, and is only a part of it."""
    UNSEEN = "unseen"
    """It removes lines, or adds lines next to lines, that it never mentions."""
    CHANGED_ON_DISK = "changed-on-disk"
    """The file changed after it was shown."""
    NOT_IN_CONTEXT = "not-in-context"
    """The model was not shown the file."""
    PERMISSION = "permission"
    """Its file is of a kind, or under a rule, that asks the user."""
    DENIED = "denied"
    """A rule denies it, or the operating system refused."""

    @property
    def words(self) -> str:
        """The reason in words, where there is no sentence."""
        return self.value.replace("-", " ")


class Detail(StrEnum):
    """The causes of a missing match, as written in reports."""

    PARENT_REJECTED = "parent-rejected"
    """Its text is in the result of a block that the user rejected, or that conflicts with others."""
    EMPTY_FILE = "empty-file"
    """The file is empty."""
    PART_OF_LINE = "part-of-line"
    """Its text is in the file, but begins or ends inside a line."""
    WHITESPACE_ONLY = "whitespace-only"
    """The file has its text with other whitespace."""
    IN_PIECES = "in-pieces"
    """The file has all of its lines, but not next to each other."""
    OTHER_FILE = "other-file"
    """Another file has its text."""
    OLDER_VERSION = "older-version"
    """An older version of the file had its text, or a line of it."""


class EditreviewError(Exception):
    """A message for users, and the exit status that goes with it."""

    exit_status = 1


class UsageError(EditreviewError):
    exit_status = 2


class NoTerminal(UsageError):
    pass


class SettingsError(UsageError):
    """A setting is wrong; `line` is its 1-based line in the file, None if it is unknown."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class TreeError(EditreviewError):
    exit_status = 3


class ChangedOnDisk(TreeError):
    """Raised before anything is written; `paths` are relative to the root."""

    def __init__(self, paths: list[str]) -> None:
        self.paths = paths
        names = ", ".join(paths)
        super().__init__(f"changed on disk since it was read: {names}. Nothing was written; run again.")


class WriteFailed(TreeError):
    pass


class NothingToUndo(EditreviewError):
    pass


class OutputLost(EditreviewError):
    """A requested output was not written. The message is empty if the reader closed the pipe."""


class GitFailed(EditreviewError):
    pass


class ReviewCrashed(Exception):
    """A bug that ended a review, its cause; `where` is a sentence that says where the review was saved."""

    def __init__(self, where: str) -> None:
        self.where = where


class Refused(EditreviewError):
    """A path or file that must not be read or written, with the reason for reports."""

    def __init__(self, reason: Reason, message: str) -> None:
        self.reason = reason
        super().__init__(message)
