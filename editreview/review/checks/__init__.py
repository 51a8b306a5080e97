"""Warnings about a ready proposal, for the user to see before accepting it, by subject.

To add a check, write a function and add it to `CHECKS`. One that looks at all blocks of a file together,
or is slow, goes to `CHECKS_OF_FILES`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review.checks.files import beyond_guess
from editreview.review.checks.matches import covers_much, cut_off, cuts_word, lost_anchor, removes_much
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
"""Checks a ready proposal that has a base. Except for `cut_off`, it does not delete the file."""

CHECKS: tuple[Check, ...] = (
    written_placeholder,
    markers_left,
    cut_off,
    hidden_characters,
    hidden_in_path,
    confusable_characters,
    lost_anchor,
    covers_much,
    removes_much,
    cuts_word,
    written_out_line_ends,
    beyond_guess,
)

CheckOfFile = Callable[[FilePlan], dict[int, BlockWarning]]
"""Checks the members of a plan together. Returns warnings by block number."""

CHECKS_OF_FILES: tuple[CheckOfFile, ...] = (broken_syntax,)
"""Run before blocks are accepted without the user, and when the program is idle."""


def checked(proposal: Proposal) -> Proposal:
    """The proposal with the warnings of all checks."""
    if not proposal.is_ready or proposal.base is None:
        return proposal
    checks = (cut_off,) if proposal.is_removal else CHECKS
    found = tuple(warning for check in checks if (warning := check(proposal)) is not None)
    return replace(proposal, warnings=(*proposal.warnings, *found)) if found else proposal


def checked_together(plan: FilePlan) -> dict[int, BlockWarning]:
    """The warnings of all `CHECKS_OF_FILES`, by block number; of several for a block, the first.

    Blocks that are withheld anyway get none.
    """
    found: dict[int, BlockWarning] = {}
    for check in CHECKS_OF_FILES:
        found = check(plan) | found
    withheld = {p.number for p in plan.proposals if p.withheld not in (None, Reason.FUZZY)}
    return {number: warning for number, warning in found.items() if number not in withheld}
