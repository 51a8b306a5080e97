"""The numbers of the lines that warnings are about, in the diff of one block, which the user sees."""

from editreview.alignment import kept_lines
from editreview.matching import FileIndex
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.text import Change, Lines


def new_line(base: FileIndex, change: Change, at: int) -> int:
    """The 1-based line of a character in the text after a change."""
    return change.apply(base.text).count(base.lines.separator, 0, at) + 1


def old_line(base: FileIndex, at: int) -> int:
    """The 1-based line of a character in the text before a change."""
    return base.lines.at(at) + 1


def written_line(base: FileIndex, change: Change, text: str) -> int | None:
    """The 1-based line of the first place at which a change writes a text; None if it does not write it."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        if (at := splice.text.find(text)) >= 0:
            return new_line(base, change, start + at)
    return None


def line_in_diff(plan: FilePlan, proposal: Proposal, line: int) -> int | None:
    """The line of a block's new text that is a line of the file with all blocks.

    Args:
        plan: The plan of the file.
        proposal: The block, a member of the plan.
        line: The line after the plan, 0-based; the end of the file counts as its last line.

    Returns:
        The line, 0-based; None if another block writes it.
    """
    if proposal.base is None:
        return None
    after, own = Lines(plan.after), Lines(proposal.change.apply(proposal.base.text))
    line = min(line, len(after) - 1)
    if line < 0:
        return None
    if any(len(group.members) > 1 for group in plan.change_groups if proposal.number in group.members):
        # If blocks build on each other, their changes are one, and may be in the base of this block.
        kept = kept_lines(own.slice(0, len(own)), after.slice(0, len(after)))
        return next((old for old, new in kept.items() if new == line), None)
    position = _own_position(plan, proposal, after.starts[line])
    return None if position is None else own.at(position)


def _own_position(plan: FilePlan, proposal: Proposal, position: int) -> int | None:
    """The position in a block's new text of a position after the plan; None in the text of other blocks."""
    own = dict(zip(proposal.change.splices, proposal.change.inserted(), strict=True))
    shift = 0
    for splice, (start, end) in zip(plan.change.splices, plan.change.inserted(), strict=True):
        if position < start:
            break
        if position < end:
            return None if splice not in own else own[splice][0] + position - start
        shift = end - splice.end
    before = position - shift
    ends = [end - splice.end for splice, (_, end) in own.items() if splice.end <= before]
    return before + (ends[-1] if ends else 0)
