"""Everything that can go wrong by someone's doing; anything else is a bug.

EditreviewError
  + UsageError            exit 2: no such file, bad option
      + NoTerminal        exit 2: a review needs a terminal
  + TreeError             exit 3: nothing of this run was written
      + ChangedOnDisk     a file is not the one that was shown
      + WriteFailed       the operating system refused
  + OutputLost            exit 1: what was asked for could not be delivered; all else was done
  + GitFailed             git said no; files are written, the index is as git left it
  + NothingToUndo         nothing is kept that could be taken back, or done again
  + Refused               one file may not be touched; becomes its blocks' reason
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why a block is not applied, as written in reports."""

    AMBIGUOUS = "ambiguous"
    FUZZY = "fuzzy"
    NOT_FOUND = "not-found"
    ALREADY_APPLIED = "already-applied"
    NO_CHANGE = "no-change"
    CONFLICT = "conflict"
    DEPENDS_ON = "depends-on"
    FILE_MISSING = "file-missing"
    FILE_EXISTS = "file-exists"
    IS_DIRECTORY = "is-directory"
    OUTSIDE_ROOT = "outside-root"
    PROTECTED = "protected"
    BINARY = "binary"
    ENCODING = "encoding"
    TOO_LARGE = "too-large"
    BAD_LINE_NUMBER = "bad-line-number"
    PLACEHOLDER = "placeholder"
    SYNTAX_ERROR = "syntax-error"
    WRITTEN_OUT = "written-out"
    HIDDEN_CHARACTERS = "hidden-characters"
    MALFORMED = "malformed"
    INCOMPLETE = "incomplete"
    PART_OF_FILE = "part-of-file"
    UNSEEN = "unseen"
    CHANGED_ON_DISK = "changed-on-disk"
    NOT_IN_CONTEXT = "not-in-context"
    DENIED = "denied"


class EditreviewError(Exception):
    """A message for people, and the exit status that goes with it."""

    exit_status = 1


class UsageError(EditreviewError):
    exit_status = 2


class NoTerminal(UsageError):
    pass


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
    """Its message is empty if the reader went away: who closes a pipe needs no words about it."""


class GitFailed(EditreviewError):
    pass


class Refused(EditreviewError):
    """A path or file that must not be read or written, with the reason for reports."""

    def __init__(self, reason: Reason, message: str) -> None:
        self.reason = reason
        super().__init__(message)
