"""Removes what belongs to the response from fenced code: the comment that names the file, and a margin.

A comment on the first line that names the file (`# src/a.py`) is removed, unless the file has it. If the file
has such a comment in another spelling, its own stays. If something else names the file, and the file is new,
the comment stays too: it may belong to the file.

A margin is indentation that all lines have only because the fence is in a list. The file has none.
"""

import re

from msgspec.structs import replace

from editreview.blocks import EditBlock, Naming, Sketch, Write
from editreview.text import Absent, Snapshot, counted, first_nonblank_line, indentation

_FENCED = "whole-file"
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
    if block.format != _FENCED or not isinstance(operation, Write) or not before.text:
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
