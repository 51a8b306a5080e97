"""Blocks that quote far more of a file than they change, or leave nothing of it.

What they quote may be of an older version.
"""

from editreview.blocks import Replace, ReplaceLines
from editreview.review.proposal import BlockWarning, Proposal, WarningKind
from editreview.text import is_blank

_FEWEST = 20
"""Lines of a file of which a block may well quote half."""
_LITTLE = 10
"""One in so many of the lines quoted may change."""


def covers_much(proposal: Proposal) -> BlockWarning | None:
    """Warns that the block leaves nothing of the file, or replaces half of it and changes little of that."""
    base, lines = proposal.base, proposal.lines
    if not isinstance(proposal.block.operation, Replace | ReplaceLines) or base is None or lines is None:
        return None
    if proposal.change.blanks(base.text) and not is_blank(base.text):
        return BlockWarning(WarningKind.COVERS_FILE, f"leaves nothing in {proposal.path}")
    total, covered = len(base.lines), lines[1] - lines[0] + 1
    if total <= _FEWEST or 2 * covered < total or len(proposal.chosen) > 1:
        return None
    end = base.lines.separator
    changed = sum(
        max(base.text.count(end, splice.start, splice.end), splice.text.count(end), 1)
        for splice in proposal.change.splices
    )
    if changed * _LITTLE > covered:
        return None
    message = f"stands for {covered} of the file's {total} lines and changes {changed} of them"
    return BlockWarning(WarningKind.COVERS_FILE, message)
