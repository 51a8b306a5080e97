"""Disk and git: read, guard, write, stage, commit."""

from editreview.workspace.files import LARGEST, Receipt, Transaction, Write
from editreview.workspace.repository import Commit, FileState, Repository
from editreview.workspace.saved import SavedReview, SavedReviews
from editreview.workspace.workspace import Workspace

__all__ = [
    "LARGEST",
    "Commit",
    "FileState",
    "Receipt",
    "Repository",
    "SavedReview",
    "SavedReviews",
    "Transaction",
    "Workspace",
    "Write",
]
