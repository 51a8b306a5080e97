"""Line ends that are written out as `\\n` where the new text should have real ones."""

import re

from editreview.blocks import Interpretation, Replace
from editreview.matching import FileIndex
from editreview.review.checks.lines import written_line
from editreview.review.match_block import visible_start
from editreview.review.proposal import BlockWarning, Proposal, WarningKind

_WRITTEN_OUT = re.compile(r"\\r\\n|\\n")
_TELLING = 3
"""Characters of a line by which it is recognised: less is common to many."""


def written_out_line_ends(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change would write `\n` where the lines it replaces have line ends.

    Told by a piece between two of them that is one of the old lines: strings have quotes around
    theirs, so their pieces are none.
    """
    base = proposal.base
    if base is None or not isinstance(proposal.block.operation, Replace):
        return None
    for match in proposal.chosen:
        line = _written_out(base, match.interpretation) if "\\n" in match.interpretation.replace else None
        if line is not None:
            message = f"writes \\n where the old text has line ends: {visible_start(line)}"
            return BlockWarning(WarningKind.WRITTEN_OUT, message, written_line(base, proposal.change, line))
    return None


def _written_out(index: FileIndex, interpretation: Interpretation) -> str | None:
    """A new line that is several of the old ones joined by `\\n`; None if there is none."""
    old = [line.strip() for line in interpretation.search.splitlines()]
    if len(old) < 2:
        return None
    known = {line for line in old if len(line) >= _TELLING}
    for line in interpretation.replace.splitlines():
        pieces = {piece.strip() for piece in _WRITTEN_OUT.split(line)} if "\\n" in line else set()
        if known & pieces and line.strip() not in known and not index.occurrences.count(line.strip()):
            return line.strip()
    return None
