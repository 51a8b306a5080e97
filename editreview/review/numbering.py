"""Compares the line numbers of a diff with a text: is it the text before the diff, or the text after?

A single hunk may match at its line by chance, as equal lines do. All hunks of a diff together tell more.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, GroupKind, Insert, Replace
from editreview.matching import FileIndex, block_lines, without_indentation, without_trailing_whitespace
from editreview.review.already_applied import only_removes, stands_once


class Numbers(Struct, frozen=True):
    """The agreement of a text with the line numbers of one hunk, or of all hunks of a diff."""

    have_old: bool | None = None
    """True if every old text is at its line; None if no hunk has an old text and a line."""
    have_new: bool | None = None
    """True if every new text is at its line after the diff; None as above."""
    is_telling: bool = False
    """True if at least one new text cannot have been there before the diff."""

    @property
    def shows_new_text(self) -> bool:
        """True if a hunk's new text is at its line and cannot have been there before."""
        return self.have_new is True and self.is_telling

    @property
    def are_of_before(self) -> bool:
        """True if the text is the one that the diff was made from."""
        return self.have_old is True and self.have_new is not True

    @property
    def are_of_after(self) -> bool:
        """True if the diff has already been applied to the text."""
        return self.have_new is True and self.have_old is not True and self.is_telling

    @property
    def are_off(self) -> bool:
        """True if the numbers belong to another text."""
        return self.have_old is False

    def __and__(self, other: "Numbers") -> "Numbers":
        """The agreement with the hunks of both together."""
        return Numbers(
            _both(self.have_old, other.have_old),
            _both(self.have_new, other.have_new),
            self.is_telling or other.is_telling,
        )


NO_NUMBERS = Numbers()


def numbers_of(index: FileIndex, block: EditBlock) -> Numbers:
    """The agreement of a text with a hunk's numbers; `NO_NUMBERS` if it is not a hunk, or names no line.

    Args:
        index: The index of the text.
        block: Any block.
    """
    operation, hints = block.operation, block.hints
    if block.group is None or block.group.kind is not GroupKind.ORDERED:
        return NO_NUMBERS
    match operation:
        case Replace(is_text=False):
            interpretation = operation.interpretations[0]
            old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
            is_telling = any(map(str.isalnum, interpretation.replace)) and not only_removes(interpretation)
        case Insert():
            old, new = [], block_lines(operation.text)
            is_telling = any(map(str.isalnum, operation.text))
        case _:
            return NO_NUMBERS
    return Numbers(_are_at(index, old, hints.line), _are_at(index, new, hints.new_line), is_telling)


def is_hunk_pending(index: FileIndex, block: EditBlock) -> bool:
    """True if a hunk's old text is at its line, and its new text is not.

    Args:
        index: The index of the text that the diff was made from.
        block: The hunk.
    """
    line = block.hints.line
    if line is not None and isinstance(block.operation, Insert):
        line += 1
    here = numbers_of(index, replace(block, hints=replace(block.hints, new_line=line)))
    return here.have_old is not False and here.have_new is False


def is_hunk_applied(index: FileIndex, block: EditBlock, numbers: Numbers) -> bool:
    """True if a hunk of a diff was verifiably applied.

    Args:
        index: The index of the text.
        block: The hunk.
        numbers: The agreement of the text with all hunks of its diff.
    """
    if not numbers.are_of_after or not numbers_of(index, block).shows_new_text:
        return False
    if isinstance(block.operation, Insert):
        # If a hunk inserts lines next to equal ones, the two cannot be told apart.
        return stands_once(index, block.operation.text)
    assert isinstance(block.operation, Replace)
    interpretation = block.operation.interpretations[0]
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    if _is_only_outside(index, old, block.hints.new_line, len(new)):
        return False
    # Nor can a line without context that occurs elsewhere too.
    has_context = bool(old and new) and (old[0] == new[0] or old[-1] == new[-1])
    return has_context or stands_once(index, interpretation.replace)


def _is_only_outside(index: FileIndex, old: Sequence[str], new_line: int | None, new_count: int) -> bool:
    """True if old lines are in the file exactly once, and not among the new lines at their 1-based line."""
    key = without_trailing_whitespace
    starts = index.find(key, [*map(key, old)], 2) if old else []
    if len(starts) != 1 or new_line is None:
        return False
    return not new_line <= starts[0] + 1 <= new_line + new_count - len(old)


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is None or other is None:
        return other if one is None else one
    return one and other


def _are_at(index: FileIndex, lines: Sequence[str], number: int | None) -> bool | None:
    """True if lines are at a 1-based line number, outer whitespace aside; None without lines or number."""
    if number is None or not lines:
        return None
    lines_there = index.bodies[number - 1 : number - 1 + len(lines)] if number else ()
    return [*map(without_indentation, lines_there)] == [*map(without_indentation, lines)]
