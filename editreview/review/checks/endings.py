"""Blocks that the response ends with, of which the last line or more may be missing."""

from editreview.blocks import CutOff
from editreview.review.proposal import BlockWarning, Proposal, WarningKind

_MESSAGE = "the response ends inside it, or may do: its last lines can be missing"


def cut_off(proposal: Proposal) -> BlockWarning | None:
    """A warning if the response may have cut the block off; else None."""
    how = proposal.block.cut_off
    if how is CutOff.NO or (how is CutOff.LAST_LINE and _has_last_line(proposal)):
        return None
    return BlockWarning(WarningKind.CUT_OFF, _MESSAGE)


def _has_last_line(proposal: Proposal) -> bool:
    """True if the file has the last line of the old text, as it stands in the block, at every match."""
    assert proposal.base is not None
    lines = proposal.base.lines
    for match in proposal.chosen:
        last = match.interpretation.search.rstrip("\n").rpartition("\n")[2].strip()
        if not last or match.lines is None or lines[match.lines[1] - 1].strip() != last:
            return False
    return True
