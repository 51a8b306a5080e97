"""Edit markers in new text: most likely an edit that was not read as one."""

from editreview.blocks import EditBlock, Problem, Replace, plain_interpretation, written_whole
from editreview.formats import Leftover, leftover, may_hold_any, paired_leftover
from editreview.review.proposal import BlockWarning, Proposal, WarningKind

_SHOWING = (".adoc", ".diff", ".markdown", ".md", ".mdc", ".mdx", ".patch", ".qmd", ".rej", ".rmd", ".rst")
"""Files that may show edits."""


def markers_left(proposal: Proposal) -> BlockWarning | None:
    """A warning if the file would hold edit markers that may be intended; else None."""
    base = proposal.base.text if proposal.base is not None else ""
    text = _text(proposal)
    if text is None:
        return _in_part(proposal, base)
    found = _leftover(text, proposal.path or "", base)
    if found is None:
        return None
    message = f"would write the edit marker {found.text}, in line {found.line}"
    return BlockWarning(WarningKind.MARKERS, message, found.line)


def may_hold_markers(block: EditBlock) -> bool:
    """True if a text that is to be written whole has to be compared with its file."""
    return may_hold_any(written_whole(block.operation) or "")


def marker_problem(block: EditBlock, path: str | None, before: str) -> Problem | None:
    """The problem that a block is no edit: the text for its file holds markers of another one.

    Args:
        block: Of the response.
        path: Of its file, relative to the root; None if it names none.
        before: What the file holds; empty if it is not there.
    """
    text = written_whole(block.operation) or ""
    found = _leftover(text, path or block.path_written or "", before)
    if found is None or not found.is_sure:
        return None
    line = block.lines[0]
    message = f"The text for {block.path_written} at line {line} holds the edit marker {found.text}"
    return Problem(line, message, text, block.path_written)


def _in_part(proposal: Proposal, base: str) -> BlockWarning | None:
    """The warning that new lines amid a file hold a pair of markers, which only files that show edits may."""
    if (proposal.path or "").lower().endswith(_SHOWING):
        return None
    text = plain_interpretation(proposal.block.operation).replace
    if proposal.chosen and isinstance(proposal.block.operation, Replace):
        text = proposal.chosen[0].interpretation.replace
    found = paired_leftover(text, base)
    if found is None:
        return None
    lines = proposal.chosen[0].lines if proposal.chosen else None
    line = None if lines is None else lines[0] + found.line - 1
    return BlockWarning(WarningKind.MARKERS, f"would write the edit marker {found.text} into the file", line)


def _text(proposal: Proposal) -> str | None:
    """The text that a proposal makes a file of; None if it changes a part of one."""
    text = written_whole(proposal.block.operation)
    if text is not None or not proposal.chosen or not isinstance(proposal.block.operation, Replace):
        return text
    # One of several interpretations: the one that looks for nothing.
    interpretation = proposal.chosen[0].interpretation
    return None if interpretation.search else interpretation.replace


def _leftover(text: str | None, path: str, before: str) -> Leftover | None:
    return leftover(text, before, is_markup=path.lower().endswith(_SHOWING)) if text else None
