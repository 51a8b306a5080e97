"""Disk and git: read, guard, write, stage, commit, undo.

Other packages import from here only. GitPython, filelock and charset-normalizer are imported on
first use.
"""

from typing import TYPE_CHECKING

from editreview.first_use import on_first_use
from editreview.workspace.disk import current_folder
from editreview.workspace.git import CommitSummary, OutputCallback, ignore_output
from editreview.workspace.journal import (
    BlockRecord,
    FileWrite,
    Receipt,
    Record,
    RecordState,
    StagedFile,
    TextChange,
    WriteResult,
    WriteStep,
)
from editreview.workspace.root import (
    decode,
    digest,
    encode,
    path_matcher,
    path_of_uri,
    problem_of_pattern,
    release_memory,
)
from editreview.workspace.saved import SavedReview
from editreview.workspace.staging import MAKES_COMMIT, CommitRequest, CommitResult, add_trailers
from editreview.workspace.workspace import Workspace, log_of_runs, saved_reviews_everywhere

if TYPE_CHECKING:
    from editreview.workspace.comparison import ComparedFile, Comparison, DecidedFile, VersionDiff
    from editreview.workspace.scratch import (
        ScratchTree,
        ShadowTree,
        drop_snapshot,
        has_lost_snapshot,
        last_snapshot,
        scratch_tree,
        take_snapshot,
    )
    from editreview.workspace.undo import UndoResult

__all__ = [
    "MAKES_COMMIT",
    "BlockRecord",
    "CommitRequest",
    "CommitResult",
    "CommitSummary",
    "ComparedFile",
    "Comparison",
    "DecidedFile",
    "FileWrite",
    "OutputCallback",
    "Receipt",
    "Record",
    "RecordState",
    "SavedReview",
    "ScratchTree",
    "ShadowTree",
    "StagedFile",
    "TextChange",
    "UndoResult",
    "VersionDiff",
    "Workspace",
    "WriteResult",
    "WriteStep",
    "add_trailers",
    "current_folder",
    "decode",
    "digest",
    "drop_snapshot",
    "encode",
    "has_lost_snapshot",
    "ignore_output",
    "last_snapshot",
    "log_of_runs",
    "path_matcher",
    "path_of_uri",
    "problem_of_pattern",
    "release_memory",
    "saved_reviews_everywhere",
    "scratch_tree",
    "take_snapshot",
]


# Most reviews, or their first frame, need none of them.
__getattr__ = on_first_use(
    __name__,
    {
        "comparison": ("DecidedFile", "ComparedFile", "Comparison", "VersionDiff"),
        "scratch": (
            *("ScratchTree", "ShadowTree", "drop_snapshot", "has_lost_snapshot", "last_snapshot"),
            *("scratch_tree", "take_snapshot"),
        ),
        "undo": ("UndoResult",),
    },
)
