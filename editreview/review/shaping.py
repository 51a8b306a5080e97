"""What a person makes of a proposal: its new text edited, or only some of its rows taken."""

import re
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment, change_lines, line_opcodes
from editreview.errors import Reason
from editreview.review.decisions import Decision
from editreview.review.proposal import Proposal, WarningKind, failed
from editreview.texts import line_body, line_end, split_lines


class Excerpt(Struct, frozen=True):
    """The new side of a block: what becomes of all lines from its first place to the end of its last."""

    first: int
    """The lines of the base that it stands for, 0-based."""
    end: int
    """The line after the last."""
    text: str
    name: str
    """Names the old lines and what the model made of them: an edit counts for just that."""


def excerpt(proposal: Proposal) -> Excerpt | None:
    """What an edit of a proposal begins with; None if it has no text that could be edited."""
    base = proposal.base
    is_text = not proposal.is_removal and proposal.path_to is None
    if base is None or not is_text or not (proposal.is_ready or proposal.unedited is not None):
        return None
    written = proposal.whole if proposal.unedited is None else proposal.unedited
    original = Alignment(base.lines, written)
    spans = [(lines[0] - 1, lines[1]) for place in proposal.chosen if (lines := place.lines)]
    spans += [(hunk.old, hunk.old_end) for hunk in original.hunks]
    if not spans:
        return Excerpt(0, 0, "", _name("", ""))
    first, end = min(first for first, _ in spans), max(end for _, end in spans)
    old = "".join(base.lines.slice(first, end))
    new = _side(original, first, end)
    shown = new if proposal.unedited is None else _side(Alignment(base.lines, proposal.whole), first, end)
    return Excerpt(first, end, shown, _name(old, new))


def _side(alignment: Alignment, first: int, end: int) -> str:
    """The new lines in the place of some old ones, outside of which nothing changes."""
    growth = alignment.new_length - len(alignment.lines)
    return "".join(alignment.new_line(index) for index in range(first, end + growth))


def _name(*parts: str) -> str:
    text = "\0".join(f"{len(part)}:{part}" for part in parts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def as_typed(proposal: Proposal, begun: Excerpt, typed: str) -> str | None:
    """The text of an excerpt after an edit, or None if nothing was changed.

    Lines left as they were keep their line ends, new ones end as those around them do: editors
    have their own way with both. A last line without an end stays so.
    """
    assert proposal.base is not None
    lines = proposal.base.lines
    shown = split_lines(begun.text, lines.separator)
    old = [line_body(line) for line in shown]
    new = re.split(r"\r\n|\n|\r" if lines.separator == "\r" else r"\r?\n", typed)
    had_end = not shown or bool(line_end(shown[-1]))
    if new and not new[-1]:
        new.pop()
        is_ended = True
    else:
        # Only the last line of a file can do without an end.
        is_ended = begun.end < len(lines)
    if old == new and (is_ended or not had_end or not typed):
        return None
    usual = next(
        (end for line in [*shown, *lines.slice(0, min(len(lines), 1))] if (end := line_end(line))), "\n"
    )
    made: list[str] = []
    at = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        made += shown[at:a1]
        made += (body + usual for body in new[b1:b2])
        at = a2
    made += shown[at:]
    made[:-1] = [line if line_end(line) else line + usual for line in made[:-1]]
    if made and is_ended and had_end and not line_end(made[-1]):
        made[-1] += usual
    elif made and not (is_ended and had_end):
        made[-1] = line_body(made[-1])
    return "".join(made)


def edited(said: Decision, proposal: Proposal, begun: Excerpt, typed: str) -> Decision | None:
    """What is decided of a block by an edit; None if nothing was changed.

    Args:
        said: What was decided before.
        proposal: The block as it was when the edit began.
        begun: The excerpt that was shown.
        typed: What became of its text.
    """
    text = as_typed(proposal, begun, typed)
    if text is None:
        return None
    assert proposal.base is not None
    old = "".join(proposal.base.lines.slice(begun.first, begun.end))
    if _name(old, text) == begun.name:
        # As the model wrote it once more.
        return replace(said.reopened(), edited=None, edited_from=None)
    return replace(said.reopened(), edited=text, edited_from=begun.name)


def as_edited(proposal: Proposal, decision: Decision) -> Proposal:
    """The proposal with the text that a person made of it, if it is still the one that was edited."""
    if decision.edited is None or not proposal.is_ready:
        return proposal
    begun = excerpt(proposal)
    if begun is None or begun.name != decision.edited_from:
        message = "it was edited here, but for other lines than these: edit it again"
        return proposal.warned(WarningKind.EDIT_LEFT_OUT, message)
    assert proposal.base is not None
    lines = proposal.base.lines
    change = change_lines(lines, begun.first, begun.end, split_lines(decision.edited, lines.separator))
    edited = replace(proposal, change=change, unedited=proposal.change)
    if not change:
        return failed(edited, Reason.NO_CHANGE, "as it was edited here, it changes nothing")
    return edited


def in_part(proposal: Proposal, decision: Decision) -> Proposal:
    """The proposal with only those rows that were marked, if it still is the one they were marked on."""
    is_same = proposal.is_ready and decision.outcome == proposal.outcome
    if decision.rows is None or not is_same or not can_be_parted(proposal):
        return proposal
    whole = proposal.alignment()
    part = whole.taking(decision.rows)
    parted = replace(
        proposal, change=part, uncut=proposal.change, rows=decision.rows, of_rows=whole.row_count
    )
    return parted if part else failed(parted, Reason.NO_CHANGE, "the lines that are in change nothing")


def can_be_parted(proposal: Proposal) -> bool:
    """Whether some of its rows can be taken without the others."""
    is_text = not proposal.is_removal and proposal.path_to is None
    return (proposal.is_ready or proposal.uncut is not None) and is_text and bool(proposal.whole)


def is_shaped(proposal: Proposal) -> bool:
    """Whether its change is not the one that was placed."""
    return proposal.uncut is not None or proposal.unedited is not None
