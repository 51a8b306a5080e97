"""The state of the view: the current block, how it is shown, and the pane that has the keys."""

from enum import StrEnum

from msgspec import Struct

from editreview.matching import Match, NearMatch
from editreview.review import DiffMode, OpenedFile
from editreview.tui.diff.rows import Level

LEVELS = {Level.BLOCK: "the whole block", Level.HUNK: "hunks", Level.LINE: "single lines"}
"""The names of the levels for the user."""


class Pane(StrEnum):
    """A part of the screen that can have the keys."""

    LIST = "list"
    PANEL = "panel"
    DIFF = "diff"
    RESULTS = "results"
    """Shown in the place of panel and diff, whose keys it has."""
    RESPONSE = "response"
    """The same, for a part of the response that is no block."""


class ViewState(Struct, frozen=True):
    """The current block and how it is shown. The review view owns it; controllers replace it."""

    current: int | None = None
    """The number of the current block."""
    pane: Pane = Pane.DIFF
    """The pane that the user chose."""
    level: Level = Level.BLOCK
    candidate: int = 0
    """The index of the candidate that is shown."""
    mode: DiffMode | None = None
    """None for the default of the block."""
    near: NearMatch | None = None
    """The near match that is shown, unless it is the best one."""
    target: Match | None = None
    """The match to scroll to when the diff is shown next."""
    placing: OpenedFile | None = None
    """The file that is shown to place the current block, or a fence, in by hand; None to show the block."""
    is_following: bool = True
    """True while the screen follows the newest block as the response arrives."""
    layout: str = "auto"
    """`auto`, `split` or `unified`."""
    wants_list: bool | None = None
    """True or False once the user called the list or sent it away; None if that depends on the room."""
    wants_response: bool | None = None
    """The same for the response beside the diff, for which it also depends on what the response says."""
