"""The files that the model edited without having been shown them, stored for the next prompt."""

import json

import msgspec

from editreview.errors import Refused
from editreview.review.report import not_shown
from editreview.review.review import Review
from editreview.text import Snapshot
from editreview.workspace import Workspace

FILE_NAME = "wanted.json"


def store_files_for_prompt(review: Review) -> None:
    """Store the names of the files that the next prompt has to include.

    Replaces the names that an earlier review stored. Does nothing if the review was not told which files the
    model was shown. Names are relative to the top of the work tree, since the next prompt may have another
    root.

    Raises:
        OSError: The names cannot be written.
    """
    if review.context.is_known:
        below = review.workspace.below_top
        names = [f"{below}{path}" for path in not_shown(review)]
        review.workspace.keep(FILE_NAME, json.dumps(names).encode("ascii"))


def files_for_prompt(workspace: Workspace) -> list[str]:
    """The files that the next prompt has to include, relative to the root.

    Without files outside the root, and files that can no longer be read.
    """
    data = workspace.read_kept(FILE_NAME)
    try:
        names = [] if data is None else msgspec.convert(json.loads(data), list[str])
    except (ValueError, msgspec.ValidationError):
        return []
    below = workspace.below_top
    paths = [name.removeprefix(below) for name in names if name.startswith(below)]
    return [path for path in paths if _is_text(workspace, path)]


def _is_text(workspace: Workspace, path: str) -> bool:
    try:
        return isinstance(workspace.look(workspace.locate(path)), Snapshot)
    except Refused:
        return False
