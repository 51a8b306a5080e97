"""Disk and git: read, guard, write, stage, commit."""

from editreview.workspace.committing import CommitMade, CommitWanted
from editreview.workspace.files import LARGEST, Receipt, Transaction, Write
from editreview.workspace.git import Hear, unheard
from editreview.workspace.git_index import Index, IndexEntry
from editreview.workspace.pending import StagedFile
from editreview.workspace.repository import Commit, FileState, Repository
from editreview.workspace.saved import SavedReview, SavedReviews
from editreview.workspace.workspace import Workspace

__all__ = [
    "LARGEST",
    "Commit",
    "CommitMade",
    "CommitWanted",
    "FileState",
    "Hear",
    "Index",
    "IndexEntry",
    "Receipt",
    "Repository",
    "SavedReview",
    "SavedReviews",
    "StagedFile",
    "Transaction",
    "Workspace",
    "Write",
    "unheard",
]
