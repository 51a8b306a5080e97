"""The line numbers of a diff held against a text: is it the one they were made from, or the one they make?

One hunk may stand at its line by chance, as equal lines do. All hunks of a diff together tell more.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, GroupKind, Insert, Replace
from editreview.matching import FileIndex
from editreview.matching.normalisers import without_indentation
from editreview.matching.wanted import wanted_lines
from editreview.review.already import only_removes, stands_once


class Numbers(Struct, frozen=True):
    """What the numbers of one hunk, or of all of a diff together, say of a text."""

    have_old: bool | None = None
    """Every old text stands at its line; None if there is none with a line."""
    have_new: bool | None = None
    """Every new text stands at the line where it is to be afterwards; None as above."""
    is_telling: bool = False
    """Some new text is none that may have been there before."""

    @property
    def is_made(self) -> bool:
        """Whether a hunk's new text is there, and may not have been before."""
        return self.have_new is True and self.is_telling

    @property
    def are_of_before(self) -> bool:
        """Whether the text is the one that the diff was made from."""
        return self.have_old is True and self.have_new is not True

    @property
    def are_of_after(self) -> bool:
        """Whether the diff was applied to the text before."""
        return self.have_new is True and self.have_old is not True and self.is_telling

    @property
    def are_off(self) -> bool:
        """Whether they are those of another text."""
        return self.have_old is False

    def __and__(self, other: "Numbers") -> "Numbers":
        """What both say together."""
        return Numbers(
            _both(self.have_old, other.have_old),
            _both(self.have_new, other.have_new),
            self.is_telling or other.is_telling,
        )


NO_NUMBERS = Numbers()


def numbers_of(index: FileIndex, block: EditBlock) -> Numbers:
    """What the numbers of a hunk say of a text; nothing if it is no hunk of a diff, or names no line.

    Args:
        index: Of the text.
        block: Any.
    """
    operation, hints = block.operation, block.hints
    if block.group is None or block.group.kind is not GroupKind.ORDERED:
        return NO_NUMBERS
    match operation:
        case Replace(is_text=False):
            reading = operation.readings[0]
            old, new = wanted_lines(reading.search), wanted_lines(reading.replace)
            is_telling = any(map(str.isalnum, reading.replace)) and not only_removes(reading)
        case Insert():
            old, new = [], wanted_lines(operation.text)
            is_telling = any(map(str.isalnum, operation.text))
        case _:
            return NO_NUMBERS
    return Numbers(_stand(index, old, hints.line), _stand(index, new, hints.new_line), is_telling)


def is_to_be_made(index: FileIndex, block: EditBlock) -> bool:
    """Whether a hunk's old text stands at its line, and its new text does not.

    Args:
        index: Of a text that the numbers of its diff are of.
        block: The hunk.
    """
    line = block.hints.line
    if line is not None and isinstance(block.operation, Insert):
        line += 1
    here = numbers_of(index, replace(block, hints=replace(block.hints, new_line=line)))
    return here.have_old is not False and here.have_new is False


def is_made(index: FileIndex, block: EditBlock, numbers: Numbers) -> bool:
    """Whether a hunk of a diff was verifiably applied.

    Args:
        index: Of the text.
        block: The hunk.
        numbers: What those of its diff say of the text.
    """
    if not numbers.are_of_after or not numbers_of(index, block).is_made:
        return False
    # Nothing tells lines to be put beside equal ones from these.
    return not isinstance(block.operation, Insert) or stands_once(index, block.operation.text)


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is None or other is None:
        return other if one is None else one
    return one and other


def _stand(index: FileIndex, lines: Sequence[str], number: int | None) -> bool | None:
    """Whether lines stand in a text from one on, 1-based; blanks at their edges count for nothing."""
    if number is None or not lines:
        return None
    there = index.bodies[number - 1 : number - 1 + len(lines)] if number else ()
    return [*map(without_indentation, there)] == [*map(without_indentation, lines)]
