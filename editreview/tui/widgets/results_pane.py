"""The result of applying, or of a response without edits, in place of the diff."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import events
from textual.strip import Strip

from editreview.tui.results import DIM, GOOD, TITLE, WARNING
from editreview.tui.styles import Look
from editreview.tui.widgets.lines import PaneWidget, Part

LinesAt = Callable[[int], list[list[Part]]]
"""Makes the text, in lines of at most so many cells."""


class ResultsPane(PaneWidget):
    """Lines that scroll."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        GOOD: Look("bold $text-success"),
        TITLE: Look("bold"),
        WARNING: Look("$text-warning"),
        DIM: Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._lines_at: LinesAt = lambda _: []
        self._lines: list[list[Part]] = []
        self._top = 0
        self._width = 0

    def show(self, lines_at: LinesAt) -> None:
        """Show what has come of it now, from its first line on."""
        self._lines_at, self._top, self._width = lines_at, 0, 0
        self.refresh()

    def move(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._lines) - self.size.height))
        self.refresh()

    def on_resize(self) -> None:
        self.move(0)

    def line(self, y: int) -> Strip:
        if self._width != self.area.width:
            self._width = self.area.width
            self._lines = self._lines_at(max(self._width, 20))
        at = self._top + y
        return self.strip(self._lines[at] if at < len(self._lines) else [])

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.move(3)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.move(-3)
        event.stop()
