"""A block's state as a glyph, a word and a style: the glyph and the word are enough without colour."""

from msgspec import Struct

from editreview.matching import Tier
from editreview.review import (
    AcceptedFindings,
    Proposal,
    Review,
    Status,
    Verdict,
    WarningKind,
    corrected_by,
    status_of,
)
from editreview.terminal import drawn_line
from editreview.tui.parts import Look

SIGN_STYLES: dict[str, Look] = {
    "sign--applied": Look("bold $text-accent"),
    "sign--accepted": Look("bold $text-success"),
    "sign--rejected": Look("$text-error"),
    "sign--open": Look("$foreground"),
    "sign--inexact": Look("$text-warning"),
    "sign--several": Look("bold $text-warning"),
    "sign--done": Look("$text-muted"),
    "sign--failed": Look("bold $text-error"),
}
"""The styles of the signs for the states of blocks."""


class Sign(Struct, frozen=True, eq=False):
    glyph: str
    word: str
    style: str
    """One of `SIGN_STYLES`."""


APPLIED = Sign("●", "applied", "sign--applied")
ACCEPTED = Sign("✓", "accepted", "sign--accepted")
PARTLY = Sign("◧", "partly accepted", "sign--accepted")
REJECTED = Sign("✗", "rejected", "sign--rejected")
OPEN = Sign("·", "undecided", "sign--open")
INEXACT = Sign("≈", "undecided, inexact", "sign--inexact")
WARNED = Sign("△", "undecided, warning", "sign--inexact")
SEVERAL = Sign("?", "several matches", "sign--several")
DONE = Sign("–", "nothing to do", "sign--done")
UNSEEN = Sign("○", "not in context", "sign--done")
FAILED = Sign("!", "failed", "sign--failed")
OFFER = Sign("◇", "offer", "sign--done")

UNREADABLE = Sign("!", "unreadable", "sign--failed")
LOOSE_CODE = Sign("›", "code without a file", "sign--done")
"""The signs of parts of the response that are no blocks yet."""

MARK = "•"
"""The sign of a remark that only informs."""

BADGES = PARTLY.glyph + WARNED.glyph + MARK
"""The signs that stand behind the number of a block; see `badge`."""

ARRIVING = Sign("…", "arriving", "sign--done")
"""The sign of a block that is still arriving."""

ALL = (ACCEPTED, PARTLY, REJECTED, OPEN, INEXACT, WARNED, SEVERAL, UNSEEN, FAILED, APPLIED, DONE, OFFER)
ANY_ACCEPTED = frozenset({ACCEPTED, PARTLY})
"""The signs of blocks that are accepted and not applied yet."""
UNDECIDED = frozenset({OPEN, INEXACT, WARNED, SEVERAL, UNSEEN, FAILED})
"""The signs of blocks that the user still has to decide."""
ACCEPTABLE = UNDECIDED - {FAILED}
"""Those of them that a key accepts, perhaps after a choice."""


def sign(review: Review, proposal: Proposal, *, is_path_confirmed: bool = False) -> Sign:
    """The current state of a block.

    Args:
        review: The review.
        proposal: The block.
        is_path_confirmed: True if the user accepted the correction of its path with another block.
    """
    status = status_of(review, proposal)
    match status:
        case Status.APPLIED:
            return APPLIED
        case Status.REJECTED:
            return REJECTED
    # Even if it could not be written: the match line gives the reason.
    if review.verdict(proposal) is Verdict.ACCEPTED:
        return PARTLY if proposal.is_part else ACCEPTED
    if review.is_offer(proposal):
        return OFFER
    match status:
        case Status.NOT_IN_CONTEXT:
            return UNSEEN
        case Status.VALIDATED:
            return DONE
        case Status.SKIPPED if proposal.is_done_already or corrected_by(review, proposal) is not None:
            return DONE
        case Status.FAILED if proposal.is_ambiguous:
            return SEVERAL
        case Status.FAILED | Status.SKIPPED:
            return FAILED
    if any(w.kind is not WarningKind.PATH_CORRECTED or not is_path_confirmed for w in proposal.warnings):
        return WARNED
    return OPEN if proposal.tier is Tier.EXACT else INEXACT


def findings_in_words(found: AcceptedFindings) -> str:
    """The warnings and marks of an accepted block, with its number and file."""
    sign = WARNED.glyph if found.warnings else MARK
    return f"{sign} {found.number}  {drawn_line(found.path)}: {'; '.join(found.warnings + found.marks)}"


def badge(proposal: Proposal, sign: Sign) -> str:
    """The signs of a part that was applied, of warnings and of marks, for the list; without its own sign.

    Args:
        proposal: The block.
        sign: The sign of its state.
    """
    if not proposal.is_ready or sign in (REJECTED, DONE):
        return ""
    has_warning = bool(proposal.warnings) and sign is not WARNED
    is_part = proposal.is_part and sign is APPLIED
    return PARTLY.glyph * is_part + WARNED.glyph * has_warning + MARK * bool(proposal.marks)
