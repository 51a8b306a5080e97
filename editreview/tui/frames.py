"""A record of painted frames: a key decides only about what was on the terminal when it was pressed.

A key is handled later than it is pressed. Meanwhile a plan may come, another block, another pane. So each
widget that says what a key would do numbers its contents as editions, and every frame that draws all of
the widget notes the edition and the time.
"""

from collections import deque
from collections.abc import Mapping, Sequence

from textual.geometry import Region
from textual.widget import Widget

from editreview.tui.textual_internals import ChopsUpdate, CompositorUpdate
from editreview.tui.widgets.lines import LineWidget

_MOST_NOTED = 50
"""Frames of a widget: a key waits for fewer."""


class Frames:
    """Notes which editions of some widgets were painted, and when. Times are those of Textual's events."""

    def __init__(self, widgets: Sequence[LineWidget] = ()) -> None:
        self._noted: dict[LineWidget, deque[tuple[float, int]] | None] = {
            widget: deque(maxlen=_MOST_NOTED) for widget in widgets
        }
        """By widget: when an edition was first painted, and which; None while the widget is not displayed."""

    def note(
        self, update: CompositorUpdate, displayed: Mapping[Widget, tuple[Region, Region]], now: float
    ) -> None:
        """A frame was written to the terminal.

        Args:
            update: What it drew.
            displayed: The region and the clip of every widget on the screen.
            now: The time.
        """
        for widget, noted in self._noted.items():
            if widget not in displayed:
                self._noted[widget] = None
                continue
            if noted is None:
                noted = self._noted[widget] = deque(maxlen=_MOST_NOTED)
            if noted and noted[-1][1] == widget.edition:
                continue
            region, clip = displayed[widget]
            if _covers(update, region.intersection(clip)):
                noted.append((now, widget.edition))

    def edition(self, widget: LineWidget, at: float) -> int | None:
        """The edition of a widget that was on the terminal at a time; None if none was."""
        noted = self._noted.get(widget)
        return next((edition for time, edition in reversed(noted or ()) if time <= at), None)

    def has(self, widget: LineWidget, at: float) -> bool:
        """True if the current contents of a widget were already on the terminal at a time."""
        return self.edition(widget, at) == widget.edition

    def is_displayed(self, widget: LineWidget) -> bool:
        """True if the last frame had the widget at all."""
        return self._noted.get(widget) is not None


def _covers(update: CompositorUpdate, region: Region) -> bool:
    """True if a frame drew all of a region."""
    if not isinstance(update, ChopsUpdate):
        # The whole screen.
        return True
    drawn = {y for y, left, right in update.spans if left <= region.x and region.right <= right}
    return drawn.issuperset(range(region.y, region.bottom))
