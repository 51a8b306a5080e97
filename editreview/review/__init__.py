"""The review: plan, decisions, application, report."""

from editreview.review.decisions import Decision, DecisionLog, Done, Verdict
from editreview.review.diff_model import Shown, View, shown
from editreview.review.empty_search import EmptySearch
from editreview.review.feedback import make_feedback
from editreview.review.file_plan import FilePlan
from editreview.review.outcome import Status, status_of
from editreview.review.patch import make_patch
from editreview.review.proposal import Proposal, Warning, WarningKind
from editreview.review.report import Report, make_report, not_shown
from editreview.review.review import Review
from editreview.review.storage import Keeper, TakenUp, take_up
from editreview.review.wanted_files import keep_wanted, wanted_paths

__all__ = [
    "Decision",
    "DecisionLog",
    "Done",
    "EmptySearch",
    "FilePlan",
    "Keeper",
    "Proposal",
    "Report",
    "Review",
    "Shown",
    "Status",
    "TakenUp",
    "Verdict",
    "View",
    "Warning",
    "WarningKind",
    "keep_wanted",
    "make_feedback",
    "make_patch",
    "make_report",
    "not_shown",
    "shown",
    "status_of",
    "take_up",
    "wanted_paths",
]
