"""The settings of a review from the command line."""

from msgspec import Struct

from editreview.matching import Tier
from editreview.tui.display import Display
from editreview.tui.keymap import SHIPPED, Keymap

VAST = 170
"""Columns from which there is room for the response beside the diff."""
LOW = 16
"""Lines below which the diff needs every one."""
LEAST_WIDTH, LEAST_HEIGHT = 24, 7
"""Below them there is nothing to be seen of a diff."""


class Settings(Struct, frozen=True):
    accept: Tier = Tier.TOLERANT
    """The most forgiving tier that "accept all safe blocks" takes."""
    layout: str = "auto"
    """`auto`, `split` or `unified`."""
    theme: str | None = None
    """The name of a theme or of a pair of them; None for what suits the terminal."""
    display: Display = Display()
    keys: Keymap = SHIPPED
    """The table, with the user's own keys in it."""
    can_stage: bool = True
    trailers: tuple[str, ...] = ()
    """Lines that a commit can have below its message."""
