"""Byte order marks at the start of a block's texts.

The file decides whether it has a mark, so a mark at the start of a block's text is ignored. The one
exception: an old text that begins with the file's mark, beside a new text that does not, removes the
mark. A U+FEFF anywhere else is a character like any other.
"""

from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    Insert,
    Interpretation,
    Operation,
    Replace,
    ReplaceLines,
    Sketch,
    Write,
)
from editreview.matching import FileIndex
from editreview.text import Absent, Snapshot

BYTE_ORDER_MARK = "\ufeff"


def without_byte_order_marks(block: EditBlock, before: Snapshot | Absent, index: FileIndex) -> EditBlock:
    """The block without marks at the start of its texts, if the file has text.

    Args:
        block: A block for the file.
        before: The file. A new or empty one gets the mark of the text written to it.
        index: The index of its text.
    """
    if isinstance(before, Absent) or not (before.text or before.codec.mark):
        return block
    # UTF-16 cannot be read without its mark.
    can_go = bool(before.codec.mark) and before.codec.name == "utf-8"
    operation = _without_byte_order_marks(block.operation, index, can_go=can_go)
    return block if operation is block.operation else replace(block, operation=operation)


def _without_byte_order_marks(operation: Operation, index: FileIndex, *, can_go: bool) -> Operation:
    match operation:
        case Replace() if any(
            BYTE_ORDER_MARK in (r.search[:1], r.replace[:1]) for r in operation.interpretations
        ):
            interpretations = tuple(
                _interpretation(interpretation, index, can_go=can_go)
                for interpretation in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case Write() | Insert() | ReplaceLines() | Sketch() if operation.text.startswith(BYTE_ORDER_MARK):
            return replace(operation, text=operation.text.removeprefix(BYTE_ORDER_MARK))
    return operation


def _interpretation(interpretation: Interpretation, index: FileIndex, *, can_go: bool) -> Interpretation:
    if (
        interpretation.search.startswith(BYTE_ORDER_MARK)
        and interpretation.search.rstrip("\n") in index.line_feeds.text
    ):
        return interpretation
    new, is_removed = interpretation.replace, False
    if interpretation.search.startswith(BYTE_ORDER_MARK):
        # The first line may be kept, with new lines above it.
        first = interpretation.search.split("\n", 1)[0]
        new = f"\n{new}".replace(f"\n{first}\n", f"\n{first.removeprefix(BYTE_ORDER_MARK)}\n")[1:]
        is_removed = can_go and new == interpretation.replace and not new.startswith(BYTE_ORDER_MARK)
    new = new.removeprefix(BYTE_ORDER_MARK)
    if interpretation.search == BYTE_ORDER_MARK:
        return replace(interpretation, replace=new, removes_mark=is_removed)
    return replace(
        interpretation,
        search=interpretation.search.removeprefix(BYTE_ORDER_MARK),
        replace=new,
        removes_mark=is_removed,
    )
