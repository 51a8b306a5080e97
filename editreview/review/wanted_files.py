"""The files that the model edited without having seen them, kept for the next prompt."""

import json

from editreview.review.report import not_shown
from editreview.review.session import Review
from editreview.workspace import Workspace

FILE_NAME = "wanted.json"


def keep_wanted(review: Review) -> None:
    """Keep the names of the files that the next prompt has to show.

    Only a review that knows what the model was shown can say so; it takes the place of what one before said.
    """
    if review.context.is_known:
        review.workspace.keep(FILE_NAME, json.dumps(not_shown(review)).encode("ascii"))


def wanted_files(workspace: Workspace) -> list[str]:
    """The files that the next prompt has to show, relative to the root; those that are gone are left out."""
    data = workspace.kept(FILE_NAME)
    try:
        names = [] if data is None else json.loads(data)
    except ValueError:
        return []
    return [name for name in names if isinstance(name, str) and workspace.exists(name)]
