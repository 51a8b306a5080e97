"""The line of a file that a warning is about."""

from editreview.matching import FileIndex
from editreview.text import Change


def new_line(base: FileIndex, change: Change, at: int) -> int:
    """The line, from 1, that a character of the text after a change is in."""
    return change.apply(base.text).count(base.lines.separator, 0, at) + 1


def old_line(base: FileIndex, at: int) -> int:
    """The line, from 1, that a character of the file as it is is in."""
    return base.lines.at(at) + 1


def written_line(base: FileIndex, change: Change, text: str) -> int | None:
    """The line, from 1, where what a change writes has a text; None if it has it nowhere."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        if (at := splice.text.find(text)) >= 0:
            return new_line(base, change, start + at)
    return None
