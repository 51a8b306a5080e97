"""The block that is arriving, where the diff is otherwise."""

from collections.abc import Mapping
from typing import ClassVar

from textual.strip import Strip

from editreview.tui.styles import Look
from editreview.tui.widgets.lines import PaneWidget, padded


class ArrivingPane(PaneWidget):
    """The last lines of a text that grows."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "arriving--title": Look("$text-muted on $surface"),
        "arriving--text": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._title = ""
        self._lines: list[str] = []

    def show(self, title: str, text: str) -> None:
        """Show the last lines of the text as it is now."""
        lines = text.removesuffix("\n").split("\n")
        if (title, lines) != (self._title, self._lines):
            self._title, self._lines = title, lines
            self.refresh()

    def line(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(padded(f" {self._title}", self.area.width), "arriving--title")])
        at = y - 1 + max(len(self._lines) - (self.area.height - 1), 0)
        text = self._lines[at] if at < len(self._lines) else ""
        return self.strip([(f"  {text.expandtabs(4)}", "arriving--text")])
