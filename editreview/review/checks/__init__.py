"""What a person should see of a ready proposal before yes, one module for each check.

To add one, write its function and add its line to `CHECKS`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from editreview.review.checks.anchors import lost_anchor
from editreview.review.checks.characters import confusable_letters, hidden_characters, hidden_in_path
from editreview.review.checks.extent import covers_much
from editreview.review.checks.files import beyond_guess, delicate_path
from editreview.review.checks.placeholders import written_placeholder
from editreview.review.checks.words import cuts_word
from editreview.review.proposal import Proposal, Warning

Check = Callable[[Proposal], Warning | None]
"""Looks at a ready proposal that has a base and leaves a file behind."""

CHECKS: tuple[Check, ...] = (
    written_placeholder,
    hidden_characters,
    hidden_in_path,
    confusable_letters,
    lost_anchor,
    covers_much,
    cuts_word,
    delicate_path,
    beyond_guess,
)


def checked(proposal: Proposal) -> Proposal:
    """The proposal with the warnings of all checks."""
    if not proposal.is_ready or proposal.base is None or proposal.is_removal:
        return proposal
    found = tuple(warning for check in CHECKS if (warning := check(proposal)) is not None)
    return replace(proposal, warnings=(*proposal.warnings, *found)) if found else proposal
