"""What came of applying, where the diff is otherwise."""

from typing import ClassVar

from textual import events
from textual.strip import Strip

from editreview.review.outcome import Outcome
from editreview.tui.keymap import Keymap
from editreview.tui.results import DIM, GOOD, TITLE, WARNING, results_lines
from editreview.tui.widgets.lines import PaneWidget, Part


class ResultsPane(PaneWidget):
    """Lines that scroll."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {GOOD, TITLE, WARNING, DIM}

    def __init__(self, outcome: Outcome, keys: Keymap, *, id: str) -> None:
        super().__init__(id=id)
        self._outcome = outcome
        self._keys = keys
        self._lines: list[list[Part]] = []
        self._top = 0
        self._width = 0

    def show(self, outcome: Outcome) -> None:
        """Show what has come of it now."""
        self._outcome, self._top, self._width = outcome, 0, 0
        self.refresh()

    def move(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._lines) - self.size.height))
        self.refresh()

    def on_resize(self) -> None:
        self.move(0)

    def line(self, y: int) -> Strip:
        if self._width != self.area.width:
            self._width = self.area.width
            self._lines = results_lines(self._outcome, max(self._width, 20), self._keys)
        at = self._top + y
        return self.strip(self._lines[at] if at < len(self._lines) else [])

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.move(3)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.move(-3)
        event.stop()
