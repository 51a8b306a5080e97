"""What of a block is shown side by side."""

from msgspec import Struct

from editreview.alignment import Alignment, change_lines
from editreview.blocks import plain_reading
from editreview.errors import Reason
from editreview.matching import NearMatch, Place
from editreview.review.proposal import Proposal
from editreview.texts import Lines, split_lines


class Shown(Struct, frozen=True):
    """Two sides and what each of them is."""

    alignment: Alignment
    old_title: str
    new_title: str


def shown(proposal: Proposal, place: Place | None, near: NearMatch | None) -> Shown:
    """The two sides for a block.

    Args:
        proposal: The block as planned.
        place: The one of several places that is looked at, while none is chosen.
        near: The nearest place of a block that has none.
    """
    base = proposal.base
    if base is not None and proposal.path_to is not None:
        return Shown(Alignment(base.lines, proposal.whole), str(proposal.path), proposal.path_to)
    if base is not None and proposal.whole and proposal.reason is not Reason.ALREADY_APPLIED:
        return Shown(
            Alignment(base.lines, proposal.whole),
            _before(proposal),
            "deleted" if proposal.is_removal else f"with block {proposal.number}",
        )
    if base is not None and place is not None:
        return Shown(Alignment(base.lines, place.change), _before(proposal), "if this place is chosen")
    if base is not None and near is not None:
        return Shown(
            Alignment(base.lines, near.as_searched),
            f"{proposal.path}, the nearest lines",
            f"what its {proposal.sides[0]} expects",
        )
    reading = plain_reading(proposal.block.operation)
    # A part of a line is no file without an end of its last line.
    search = Lines(_ended(reading.search))
    change = change_lines(search, 0, len(search), split_lines(_ended(reading.replace), search.separator))
    return Shown(Alignment(search, change), *proposal.sides)


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _before(proposal: Proposal) -> str:
    if proposal.creates:
        return f"{proposal.path} is not there yet"
    if not proposal.depends_on:
        return str(proposal.path)
    return f"{proposal.path} after block {', '.join(map(str, proposal.depends_on))}"
