"""Comments at the top of fenced code that name its file, such as `# src/a.py`.

The comment only tells where the code goes, so it is left out unless the file has it. If something else
names the file too and the file does not exist yet, the comment stays: it may belong to the file.
"""

from msgspec.structs import replace

from editreview.blocks import EditBlock, Naming, Sketch, Write
from editreview.text import Absent, Snapshot

_MAX_ABOVE = 2
"""Non-blank lines up to and including the comment: one, such as `<?php`, may stand above it."""


def without_path_comment(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without the comment that names its file, and with a warning that says so.

    Args:
        block: A block for the file.
        before: The file before the edit.
    """
    comment, operation = block.path_comment, block.operation
    if comment is None or not isinstance(operation, Write | Sketch):
        return block
    if block.naming is not Naming.COMMENT and not before.text:
        return block
    if any(line.strip() == comment for line in before.text.splitlines()):
        return block
    text = _without_line(operation.text, comment)
    if isinstance(operation, Sketch):
        pieces = (_without_line(operation.pieces[0], comment), *operation.pieces[1:])
        operation = replace(operation, text=text, pieces=pieces)
    else:
        operation = replace(operation, text=text)
    warning = f"left out the comment that names the file: {comment}"
    return replace(block, operation=operation, warnings=(*block.warnings, warning))


def _without_line(text: str, comment: str) -> str:
    """The text without a comment among its first lines, and without the blank lines around it."""
    lines = text.splitlines(keepends=True)
    filled = [n for n, line in enumerate(lines) if line.strip()][:_MAX_ABOVE]
    at = next((n for n in filled if lines[n].strip() == comment), None)
    if at is None:
        return text
    above = [line for line in lines[:at] if line.strip()]
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip()), len(lines))
    return "".join([*above, *lines[end:]])
