"""Review an LLM's edits, see where and how each one matched, and apply what was accepted.

from editreview import parse, Review

blocks = parse(text).blocks
review = Review.open(root)
review.read(text)
review.accept(tier="tolerant")
report = review.apply()
"""

from typing import TYPE_CHECKING

from editreview.first_use import on_first_use

__version__ = "0.1.0"
VARIABLES = "EDITREVIEW_"
"""The beginning of the environment variables that stand for options."""
__all__ = [
    "BlockWarning",
    "ChangedOnDisk",
    "Command",
    "CommitRequest",
    "CommitResult",
    "EditBlock",
    "EditreviewError",
    "EmptySearch",
    "GitFailed",
    "Parsed",
    "Problem",
    "Proposal",
    "Reason",
    "Report",
    "Review",
    "Rules",
    "Status",
    "Tier",
    "TreeError",
    "UsageError",
    "WarningKind",
    "__version__",
    "make_feedback",
    "make_report",
    "parse",
    "status_of",
]

if TYPE_CHECKING:
    from editreview.blocks import Command, EditBlock, Problem
    from editreview.errors import ChangedOnDisk, EditreviewError, GitFailed, Reason, TreeError, UsageError
    from editreview.formats import Parsed, parse
    from editreview.matching import Tier
    from editreview.review import (
        BlockWarning,
        EmptySearch,
        Proposal,
        Report,
        Review,
        Rules,
        Status,
        WarningKind,
        make_feedback,
        make_report,
        status_of,
    )
    from editreview.workspace import CommitRequest, CommitResult

# `editreview --version` passes through here and must not pay for the whole package.
__getattr__ = on_first_use(
    __name__,
    {
        "blocks": ("Command", "EditBlock", "Problem"),
        "errors": ("ChangedOnDisk", "EditreviewError", "GitFailed", "Reason", "TreeError", "UsageError"),
        "formats": ("Parsed", "parse"),
        "matching": ("Tier",),
        "review": (
            *(
                "BlockWarning",
                "EmptySearch",
                "Proposal",
                "Report",
                "Review",
                "Rules",
                "Status",
                "WarningKind",
            ),
            *("make_feedback", "make_report", "status_of"),
        ),
        "workspace": ("CommitRequest", "CommitResult"),
    },
)
