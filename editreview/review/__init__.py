"""The review: plan, decisions, application, report."""

from editreview.review.decisions import Decision, DecisionLog, Verdict
from editreview.review.empty_search import EmptySearch
from editreview.review.feedback import feedback
from editreview.review.file_plan import FilePlan
from editreview.review.keeping import keep_review
from editreview.review.patch import patch
from editreview.review.proposal import Proposal, Warning, WarningKind
from editreview.review.report import Report, make_report
from editreview.review.session import Review
from editreview.review.shown import Shown, View, shown
from editreview.review.status import Status, status_of

__all__ = [
    "Decision",
    "DecisionLog",
    "EmptySearch",
    "FilePlan",
    "Proposal",
    "Report",
    "Review",
    "Shown",
    "Status",
    "Verdict",
    "View",
    "Warning",
    "WarningKind",
    "feedback",
    "keep_review",
    "make_report",
    "patch",
    "shown",
    "status_of",
]
