"""The page with the statistics of earlier runs."""

import asyncio
from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.strip import Strip

from editreview.review import GROUPINGS, Statistics, statistics_of
from editreview.tui.charts import Line, statistics_lines
from editreview.tui.keys import Where
from editreview.tui.parts import Look
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.lines import LineWidget
from editreview.workspace import log_of_runs

_MARGIN = " "
_MAX_GROUPS = 500
"""More would take longer than a key may."""


class StatisticsPage(LineWidget):
    """Statistics that scroll."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "chart--met": Look("$text-success", monochrome="bold"),
        "chart--missed": Look("$text-warning"),
        "chart--bar": Look("$text-primary"),
        "chart--target": Look("bold $foreground"),
        "chart--dim": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._statistics: Statistics | None = None
        self._message = "reading the figures …"
        self._by = GROUPINGS[0]
        self._lines: list[Line] = []
        self._top = 0

    def show(self, found: Statistics | str) -> None:
        """Show statistics, or a message instead."""
        if isinstance(found, str):
            self._message = found
        else:
            self._statistics = found
        self._arrange()

    def group(self, direction: int) -> None:
        """Group the blocks in the next or previous way."""
        self._by = GROUPINGS[(GROUPINGS.index(self._by) + direction) % len(GROUPINGS)]
        self._arrange()

    def scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        width = self.size.width - 2 * len(_MARGIN)
        if self._statistics is None:
            self._lines = [[(self._message, "")]]
        elif width > 0:
            self._lines = statistics_lines(self._statistics, self._by, width, most=_MAX_GROUPS)
        self.scroll(0)

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        return self.strip([(_MARGIN, ""), *self._lines[at]])


class StatisticsScreen(KeyedScreen[None]):
    """Shows the statistics until a key closes it."""

    CSS_PATH = "statistics.tcss"
    WHERE = Where.STATISTICS

    def compose(self) -> ComposeResult:
        with Box("Statistics of all runs", id="statistics") as box:
            keys = self.keys
            moves = f"{keys['statistics.down']} {keys['statistics.up']} scroll"
            box.name_keys(f"{keys['statistics.next']} by {', '.join(GROUPINGS)}", moves, "esc close")
            yield StatisticsPage(id="page")

    async def on_mount(self) -> None:
        # On a thread: the log may have many megabytes, and to count them takes longer than to read them.
        found = await asyncio.to_thread(_read)
        # Nothing if the page was closed meanwhile.
        for page in self.query(StatisticsPage):
            page.show(found)

    def action_scroll(self, rows: int) -> None:
        self.query_one(StatisticsPage).scroll(rows)

    def action_group(self, direction: int) -> None:
        self.query_one(StatisticsPage).group(direction)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_scroll(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_scroll(-3)


def _read() -> Statistics | str:
    """The statistics; a message if there are none, or they cannot be read."""
    try:
        statistics = statistics_of(log_of_runs().lines())
    except OSError as error:
        return f"cannot read the figures: {error.strerror}"
    if not statistics.runs:
        return "no runs are recorded yet; this review is recorded when it ends"
    statistics.compute()
    return statistics
