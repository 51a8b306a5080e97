"""Warnings about a ready proposal, for the user to see before accepting it, by subject.

To add one, write its function and add its line to `CHECKS`; one that looks at all blocks of a
file together, or is dear, goes to `CHECKS_OF_FILES`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review.checks.files import beyond_guess, delicate_path
from editreview.review.checks.matches import covers_much, cut_off, cuts_word, lost_anchor
from editreview.review.checks.syntax import broken_syntax
from editreview.review.checks.written import (
    confusable_characters,
    hidden_characters,
    hidden_in_path,
    markers_left,
    written_out_line_ends,
    written_placeholder,
)
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning

Check = Callable[[Proposal], BlockWarning | None]
"""Looks at a ready proposal that has a base and, `cut_off` aside, leaves a file behind."""

CHECKS: tuple[Check, ...] = (
    written_placeholder,
    markers_left,
    cut_off,
    hidden_characters,
    hidden_in_path,
    confusable_characters,
    lost_anchor,
    covers_much,
    cuts_word,
    written_out_line_ends,
    delicate_path,
    beyond_guess,
)

CheckOfFile = Callable[[FilePlan], dict[int, BlockWarning]]
"""Looks at the blocks taken in a file. Gives the warnings by block number."""

CHECKS_OF_FILES: tuple[CheckOfFile, ...] = (broken_syntax,)
"""These are made when a block is to go without the user, and when there is nothing else to do."""


def checked(proposal: Proposal) -> Proposal:
    """The proposal with the warnings of all checks."""
    if not proposal.is_ready or proposal.base is None:
        return proposal
    checks = (cut_off,) if proposal.is_removal else CHECKS
    found = tuple(warning for check in checks if (warning := check(proposal)) is not None)
    return replace(proposal, warnings=(*proposal.warnings, *found)) if found else proposal


def checked_together(plan: FilePlan) -> dict[int, BlockWarning]:
    """The findings about files of the blocks accepted in one, by number; the first finding counts.

    Of those that no tier lets through anyway they say nothing: it is not known what becomes of them.
    """
    found: dict[int, BlockWarning] = {}
    for check in CHECKS_OF_FILES:
        found = check(plan) | found
    held_back = {p.number for p in plan.proposals if p.withheld not in (None, Reason.FUZZY)}
    return {number: said for number, said in found.items() if number not in held_back}
