"""The state of the view: what is in sight, and which pane has the keys."""

from enum import StrEnum

from msgspec import Struct

from editreview.matching import Match, NearMatch
from editreview.review import DiffMode
from editreview.tui.diff.marks import Level

LEVELS = {Level.BLOCK: "whole block", Level.HUNK: "hunks", Level.LINE: "single lines"}
"""The name of each level."""


class Pane(StrEnum):
    """A part of the screen that the keys can be for."""

    LIST = "list"
    PANEL = "panel"
    DIFF = "diff"
    RESULTS = "results"
    """It takes some keys of the other two in the middle while it is shown instead of them."""


class ViewState(Struct, frozen=True):
    """All that the user chose to look at. Only the screen's view has one; controllers replace it."""

    current: int | None = None
    """The number of the block in sight."""
    pane: Pane = Pane.DIFF
    """The pane that the user went to."""
    level: Level = Level.BLOCK
    candidate: int = 0
    """The index of the candidate in sight."""
    mode: DiffMode | None = None
    """None for what suits the block."""
    near: NearMatch | None = None
    """The near match in sight, unless it is the best one."""
    target: Match | None = None
    """A place to bring into sight when the diff is shown next."""
    is_following: bool = True
    """True while the newest block is brought into sight as the response arrives."""
    layout: str = "auto"
    """`auto`, `split` or `unified`."""
