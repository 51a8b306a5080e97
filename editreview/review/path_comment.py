"""Comments on the first line of fenced code that name its file: `# src/a.py`.

The comment is an address. It is left out, unless the file has it. If something else names the file and
there is none yet, it stays: it may belong to the file.
"""

from msgspec.structs import replace

from editreview.blocks import EditBlock, Naming, Sketch, Write
from editreview.text import Absent, Snapshot

_MAX_ABOVE = 2
"""Lines that may stand above it, such as `<?php`, without blank ones."""


def without_path_comment(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without the comment that names its file, and with a remark on that.

    Args:
        block: One for the file.
        before: The file.
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
    remark = f"left out the comment that names the file: {comment}"
    return replace(block, operation=operation, warnings=(*block.warnings, remark))


def _without_line(text: str, wanted: str) -> str:
    """The text without one of its first lines, and without the blank lines around that."""
    lines = text.splitlines(keepends=True)
    filled = [n for n, line in enumerate(lines) if line.strip()][:_MAX_ABOVE]
    at = next((n for n in filled if lines[n].strip() == wanted), None)
    if at is None:
        return text
    above = [line for line in lines[:at] if line.strip()]
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip()), len(lines))
    return "".join([*above, *lines[end:]])
