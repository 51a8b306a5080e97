"""What came of applying, in the place of the diff until another key is pressed."""

from textual import events, on

from editreview.tui.messages import Written
from editreview.tui.screens.doing import DoingScreen

_KEPT = (
    "do.commit",
    "do.feedback",
    "do.apply",
    "do.stage",
    "quit",
    "view.response",
    "view.notes",
    "view.filter",
    "move.down",
    "move.up",
    "move.half",
    "move.half-back",
    "help",
    "interrupt",
)
"""Actions that do not go back to the blocks."""


class ConcludingScreen(DoingScreen):
    """Shows results, and scrolls them with the keys that move in the diff."""

    @on(Written)
    async def _conclude(self, message: Written) -> None:
        # Made when there is something to show: the first frame has nothing of it.
        from editreview.tui.widgets.results_pane import ResultsPane

        if message.problem or message.outcome is None:
            return
        panes = self.query(ResultsPane)
        if panes:
            panes.first().show(message.outcome)
        else:
            await self.query_one("#main").mount(ResultsPane(message.outcome, self.keys, id="results"))
        self.add_class("-results")

    def on_key(self, event: events.Key) -> None:
        if not any(self.keys.does(id, event.key) for id in _KEPT):
            self._back_to_blocks()

    def _leave_results(self, id: str) -> None:
        """Go back to the blocks before an action, unless it is one that does not."""
        if id not in _KEPT:
            self._back_to_blocks()

    def _show(self, *, again: bool = False) -> None:
        super()._show(again=again)
        if not again:
            self._back_to_blocks()

    def _back_to_blocks(self) -> None:
        self.remove_class("-results")

    def _scroll_results(self, rows: int) -> bool:
        """Whether the results are what is moved in."""
        if not self.has_class("-results") or self._pane == "list":
            return False
        from editreview.tui.widgets.results_pane import ResultsPane

        self.query_one(ResultsPane).move(rows)
        return True

    def action_line(self, rows: int) -> None:
        if not self._scroll_results(rows):
            super().action_line(rows)

    def action_half_page(self, direction: int) -> None:
        if not self._scroll_results(direction * max(self.size.height // 2, 1)):
            super().action_half_page(direction)
