"""Edit markers in a text that is to be written whole: most likely an edit that was not read as one."""

from editreview.blocks import EditBlock, Problem, written_whole
from editreview.formats.leftovers import Leftover, leftover
from editreview.review.proposal import Proposal, Warning, WarningKind

_SHOWING = (".adoc", ".diff", ".markdown", ".md", ".mdc", ".mdx", ".patch", ".qmd", ".rej", ".rmd", ".rst")
"""Files that may show edits."""


def markers_left(proposal: Proposal) -> Warning | None:
    """That the file would hold edit markers, where they may be meant."""
    base = proposal.base.text if proposal.base is not None else ""
    found = _leftover(proposal.block, proposal.path, base)
    if found is None:
        return None
    message = f"would write the edit marker {found.text}, in line {found.line}"
    return Warning(WarningKind.MARKERS, message, found.line)


def holds_markers(block: EditBlock) -> bool:
    """Whether a text that is to be written whole holds markers at all, the file's own perhaps."""
    return _leftover(block, None, "") is not None


def marker_problem(block: EditBlock, path: str | None, before: str) -> Problem | None:
    """The problem that a block is no edit: the text for its file holds markers of another one.

    Args:
        block: Of the response.
        path: Of its file, relative to the root; None if it names none.
        before: What the file holds; empty if it is not there.
    """
    found = _leftover(block, path, before)
    if found is None or not found.is_sure:
        return None
    line, text = block.lines[0], written_whole(block.operation) or ""
    message = f"The text for {block.path_written} at line {line} holds the edit marker {found.text}"
    return Problem(line, message, text, block.path_written)


def _leftover(block: EditBlock, path: str | None, before: str) -> Leftover | None:
    text = written_whole(block.operation)
    if not text:
        return None
    name = path or block.path_written or ""
    return leftover(text, before, is_markup=name.lower().endswith(_SHOWING))
