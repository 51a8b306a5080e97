"""Removes from a block what belongs to the response and not to the file.

A byte order mark at the start of a text is ignored, as the file decides whether it has a mark. The one
exception: an old text that begins with the file's mark, beside a new text that does not, removes the mark. A
U+FEFF anywhere else is a character like any other.

A comment on the first line of fenced code that names the file (`# src/a.py`) is removed, unless the file has
it. If the file has such a comment in another spelling, its own stays. If something else names the file, and
the file is new, the comment stays too: it may belong to the file.

A margin is indentation that all lines of fenced code have only because the fence is in a list. The file has
none.
"""

import re

from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    FormatName,
    Insert,
    Interpretation,
    Naming,
    Operation,
    Replace,
    ReplaceLines,
    Sketch,
    Write,
)
from editreview.matching import FileIndex
from editreview.text import Absent, Snapshot, counted, first_nonblank_line, indentation

BYTE_ORDER_MARK = "\ufeff"
_LABEL = re.compile(r"\W*(?:new )?(?:file ?path|file ?name|file|path)\s*:", re.IGNORECASE)
"""The beginning of a comment that tells an editor which file is meant: `// filepath: src/a.ts`."""
_MAX_ABOVE = 2
"""The comment is among this many first lines that are not blank: a line such as `<?php` may be above it."""


def without_path_comment(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without the comment that names its file, and with a warning that says so.

    Args:
        block: A block for the file.
        before: The file before the edit.
    """
    comment, operation = block.path_comment, block.operation
    if comment is None or not isinstance(operation, Write | Sketch):
        return block
    is_label = _LABEL.match(comment) is not None
    if block.naming is not Naming.COMMENT and not before.text and not is_label:
        # New files may begin with their own path.
        return block
    if any(line.strip() == comment for line in before.text.splitlines()):
        return block
    kept = _comment_like(comment, before)
    text = _without_line(operation.text, comment, kept)
    if isinstance(operation, Sketch):
        pieces = (_without_line(operation.pieces[0], comment, kept), *operation.pieces[1:])
        operation = replace(operation, text=text, pieces=pieces)
    else:
        operation = replace(operation, text=text)
    warning = f"left out the comment that names the file: {comment}"
    return replace(block, operation=operation, warnings=(*block.warnings, warning))


def without_margin(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without indentation that all of its lines have, if the lines of the file have none.

    Args:
        block: A block for the file.
        before: The file before the edit.
    """
    operation = block.operation
    if block.format != FormatName.WHOLE_FILE or not isinstance(operation, Write) or not before.text:
        return block
    margin = _margin(operation.text)
    if (
        not margin
        or _margin(before.text)
        or first_nonblank_line(operation.text) != first_nonblank_line(before.text)
    ):
        return block
    lines = operation.text.splitlines(keepends=True)
    text = "".join(line.removeprefix(margin) if line.strip() else line for line in lines)
    warning = f"left out {counted(len(margin), 'column')} of indentation that all of its lines have"
    return replace(block, operation=replace(operation, text=text), warnings=(*block.warnings, warning))


def _margin(text: str) -> str:
    """The indentation that all lines have, blank ones aside."""
    margins = [indentation(line) for line in text.splitlines() if line.strip()]
    least = min(margins, key=len, default="")
    return least if all(margin.startswith(least) for margin in margins) else ""


def _comment_like(comment: str, before: Snapshot | Absent) -> str | None:
    """The file's own comment with its name, in any spelling, with its line end; None if it has none."""
    name = re.split(r"[/\\]", before.path)[-1]
    first = [line for line in before.text.splitlines(keepends=True) if line.strip()][:_MAX_ABOVE]
    return next(
        (line for line in first if name in line and line.strip()[0] == comment[0] and len(line.split()) <= 3),
        None,
    )


def _without_line(text: str, comment: str, kept: str | None) -> str:
    """The text without one of its first lines, and without the blank lines around that.

    Args:
        text: Any text.
        comment: The line.
        kept: The file's own line, which takes its place; None if there is none.
    """
    lines = text.splitlines(keepends=True)
    filled = [n for n, line in enumerate(lines) if line.strip()][:_MAX_ABOVE]
    at = next((n for n in filled if lines[n].strip() == comment), None)
    if at is None:
        return text
    if kept is not None:
        return "".join([*lines[:at], f"{kept.rstrip()}\n", *lines[at + 1 :]])
    above = [line for line in lines[:at] if line.strip()]
    if above:
        # One blank line between the parts above and below stays.
        return "".join([*above, *lines[at + 1 :]])
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip()), len(lines))
    return "".join(lines[end:])


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
    operation = _operation_without_marks(block.operation, index, can_go=can_go)
    return block if operation is block.operation else replace(block, operation=operation)


def _operation_without_marks(operation: Operation, index: FileIndex, *, can_go: bool) -> Operation:
    match operation:
        case Replace() if any(
            BYTE_ORDER_MARK in (r.search[:1], r.replace[:1]) for r in operation.interpretations
        ):
            interpretations = tuple(
                _without_mark(interpretation, index, can_go=can_go)
                for interpretation in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case Write() | Insert() | ReplaceLines() | Sketch() if operation.text.startswith(BYTE_ORDER_MARK):
            return replace(operation, text=operation.text.removeprefix(BYTE_ORDER_MARK))
    return operation


def _without_mark(interpretation: Interpretation, index: FileIndex, *, can_go: bool) -> Interpretation:
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
