"""The review: plan, decisions, application, report."""

from editreview.review.decisions import Decision, DecisionLog, Verdict
from editreview.review.feedback import feedback
from editreview.review.patch import patch
from editreview.review.plan import FilePlan
from editreview.review.proposal import Proposal, Warning, WarningKind
from editreview.review.report import Report, make_report
from editreview.review.session import Review, Status
from editreview.review.shown import Shown, shown

__all__ = [
    "Decision",
    "DecisionLog",
    "FilePlan",
    "Proposal",
    "Report",
    "Review",
    "Shown",
    "Status",
    "Verdict",
    "Warning",
    "WarningKind",
    "feedback",
    "make_report",
    "patch",
    "shown",
]
