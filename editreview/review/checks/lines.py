"""The numbers of the lines that warnings are about."""

from editreview.matching import FileIndex
from editreview.text import Change


def new_line(base: FileIndex, change: Change, at: int) -> int:
    """The 1-based line of a character in the text after a change."""
    return change.apply(base.text).count(base.lines.separator, 0, at) + 1


def old_line(base: FileIndex, at: int) -> int:
    """The 1-based line of a character in the text before a change."""
    return base.lines.at(at) + 1


def written_line(base: FileIndex, change: Change, text: str) -> int | None:
    """The 1-based line of the first place at which a change writes a text; None if it does not write it."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        if (at := splice.text.find(text)) >= 0:
            return new_line(base, change, start + at)
    return None
