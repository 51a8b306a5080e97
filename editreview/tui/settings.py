"""The settings of a review from the command line."""

from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.matching import Tier
from editreview.tui.display import Display
from editreview.tui.keymap import SHIPPED, Keymap

if TYPE_CHECKING:
    from editreview.review import ProjectCommand
    from editreview.tui.controllers.conversing import Agent

VAST_WIDTH = 170
"""Columns from which the response fits beside the diff."""
LOW_HEIGHT = 16
"""Rows below which messages take fewer rows, to leave them to the diff."""
MIN_WIDTH, MIN_HEIGHT = 24, 7
"""The smallest terminal on which a diff can be drawn."""


class Settings(Struct, frozen=True):
    accept: Tier = Tier.TOLERANT
    """The loosest tier that "accept all safe blocks" accepts."""
    layout: str = "auto"
    """`auto`, `split` or `unified`."""
    theme: str | None = None
    """The name of a theme or of a light and dark pair; None for the default of the terminal."""
    display: Display = Display()
    keys: Keymap = SHIPPED
    """The table, with the user's own keys in it."""
    can_stage: bool = True
    trailers: tuple[str, ...] = ()
    """Trailer lines offered in the commit dialog."""
    command: "ProjectCommand | None" = None
    """The command that judges the tree with the accepted blocks."""
    judges_first: bool = False
    """True to run it before blocks are applied."""
    browser_size: tuple[int, int] | None = None
    """Columns and rows of the page that shows the review; None for a review in the terminal."""
    agent: "Agent | None" = None
    """The agent whose edits are under review."""
