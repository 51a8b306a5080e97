"""What a proposal comes to once its places are known: ready, or the reason it is not."""

from collections.abc import Sequence

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.matching import Choice, Place
from editreview.review.already import (
    has_rival,
    is_moved_already,
    repeats_itself,
    stands_anywhere,
    surrounds,
)
from editreview.review.numbering import NO_NUMBERS, Numbers, is_to_be_made
from editreview.review.proposal import Proposal, Warning, WarningKind
from editreview.texts import Change


def settled(proposal: Proposal, chosen: tuple[Place, ...], numbers: Numbers = NO_NUMBERS) -> Proposal:
    """The proposal at the chosen matches, unless there is nothing left to do there.

    Args:
        proposal: A block in its base.
        chosen: Matches there.
        numbers: What the line numbers of its diff say of the file.
    """
    base, operation = proposal.base, proposal.block.operation
    assert base is not None
    if proposal.placement is not None and proposal.placement.choice is Choice.EACH:
        chosen = tuple(place for place in chosen if not repeats_itself(base, place, operation)) or chosen
    change = Change.of_all(place.change for place in chosen)
    if change is None:
        return failed(proposal, Reason.CONFLICT, "the places chosen overlap")
    ready = replace(proposal, chosen=chosen, change=change)
    unfit = next((place.lines for place in chosen if not place.fits and place.lines is not None), None)
    if unfit is not None:
        message = f"L{unfit[0]}–L{unfit[1]} are like its text, and its new lines do not fit there"
        return failed(proposal, Reason.AMBIGUOUS, message)
    if not change and not ready.removes_mark:
        return failed(proposal, Reason.NO_CHANGE, "the file already reads so")
    for doubt in dict.fromkeys(doubt for place in chosen for doubt in place.doubts):
        warning = Warning(WarningKind(doubt.kind.value), doubt.message, doubt.line, is_old=doubt.is_old)
        ready = replace(ready, warnings=(*ready.warnings, warning))
    if ready.removes_mark:
        message = f"removes the byte order mark at the start of {proposal.path}"
        return replace(ready, warnings=(*ready.warnings, Warning(WarningKind.REMOVES_MARK, message, 1)))
    if numbers.are_of_before and _are_to_be_made(proposal, chosen):
        # What it adds may stand there as well: a copy of lines is wanted.
        return ready
    if numbers.are_of_after:
        message = "all else of its diff stands where it is to be: it may have been applied before"
        return ready.warned(WarningKind.REPEATED, message)
    if _is_made(proposal, chosen):
        return failed(ready, Reason.ALREADY_APPLIED, "its new text is already there")
    if all(surrounds(base, place, operation) for place in chosen):
        message = "its new text is in the file as it has it, its old text is not"
        return failed(ready, Reason.ALREADY_APPLIED, message)
    if any(
        repeats_itself(base, place, operation, least=1) or stands_anywhere(base, place, operation)
        for place in chosen
    ):
        message = "what it adds stands there already, and would be added once more"
        return ready.warned(WarningKind.REPEATED, message)
    if any(is_moved_already(base, place, operation) for place in chosen):
        message = "moves lines sideways that are not as deep as it says: they may have been moved before"
        return ready.warned(WarningKind.REPEATED, message)
    return ready


def _are_to_be_made(proposal: Proposal, chosen: Sequence[Place]) -> bool:
    """True if the old text matches at the hunk's own line only, and the new text is not there as well."""
    block, base = proposal.block, proposal.base
    assert base is not None
    firsts = {place.lines[0] for place in chosen if place.lines is not None}
    return firsts == {block.hints.line} and is_to_be_made(base, block)


def _is_made(proposal: Proposal, chosen: tuple[Place, ...]) -> bool:
    """True if each match of the old text is inside the new text, so that nothing is left to change.

    If a hint chose one of several matches, the others are not inside, or it is not known which is right.
    """
    base, placement = proposal.base, proposal.placement
    assert base is not None
    is_only = placement is None or len(placement.places) == len(chosen)
    return is_only and all(
        repeats_itself(base, place, proposal.block.operation) and not has_rival(base, place)
        for place in chosen
    )


def failed(proposal: Proposal, reason: Reason, message: str) -> Proposal:
    """The proposal with the reason why it is not ready."""
    return replace(proposal, reason=reason, message=message)


def numbered(numbers: Sequence[int]) -> str:
    """`block 3`, `blocks 1 and 3`, `blocks 1, 2 and 3`."""
    ordered = sorted(set(numbers))
    if len(ordered) == 1:
        return f"block {ordered[0]}"
    return f"blocks {', '.join(map(str, ordered[:-1]))} and {ordered[-1]}"


def places_sentence(places: Sequence[Place]) -> str:
    """Where an ambiguous text is."""
    lines = [f"L{place.lines[0]}" for place in places[:6] if place.lines]
    more = ", …" if len(places) > len(lines) else ""
    return f"its text is at {len(places)} places: {', '.join(lines)}{more}"
