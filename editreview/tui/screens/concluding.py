"""What came of applying, in the place of the diff until another key is pressed.

What a response without edits says is shown there as well: there is no diff.
"""

from functools import partial
from typing import TYPE_CHECKING

from textual import events, on

from editreview.tui.messages import Committed, Written
from editreview.tui.screens.doing import DoingScreen

if TYPE_CHECKING:
    from editreview.review.outcome import Outcome
    from editreview.tui.widgets.results_pane import LinesAt

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
_MOST_PROSE = 500
"""Lines of a response without edits that are shown."""


class ConcludingScreen(DoingScreen):
    """Shows results, and scrolls them with the keys that move in the diff."""

    @on(Written)
    async def _conclude(self, message: Written) -> None:
        if not message.problem and message.outcome is not None:
            await self._show_results(message.outcome)

    @on(Committed)
    async def _conclude_commit(self, message: Committed) -> None:
        # Whoever has gone on to another block meanwhile is not taken away from it.
        if message.outcome is not None and self.has_class("-results"):
            await self._show_results(message.outcome)

    async def _show_results(self, outcome: "Outcome") -> None:
        from editreview.tui.results import results_lines

        await self._say_instead(partial(results_lines, outcome, keys=self.keys))

    def _without_edits(self) -> None:
        self.add_class("-bare")
        self.call_later(self._show_without_edits)

    async def _show_without_edits(self) -> None:
        from editreview.tui.results import nothing_lines

        if self.outline.proposals or self.engine.is_open:
            # A block came meanwhile, or more that may hold one.
            return
        text = self.engine.response_lines(0, _MOST_PROSE)
        await self._say_instead(partial(nothing_lines, self._notes(), text, keys=self.keys))

    async def _say_instead(self, lines_at: "LinesAt") -> None:
        # Made when there is something to show: the first frame has nothing of it.
        from editreview.tui.widgets.results_pane import ResultsPane

        panes = self.query(ResultsPane)
        if not panes:
            await self.query_one("#main").mount(ResultsPane(id="results"))
        self.query_one(ResultsPane).show(lines_at)
        self.add_class("-results")

    def on_key(self, event: events.Key) -> None:
        if not any(self.keys.does(id, event.key) for id in _KEPT):
            self._leave_for_blocks()

    def _leave_results(self, id: str) -> None:
        """Go back to the blocks before an action, unless it is one that does not."""
        if id not in _KEPT:
            self._leave_for_blocks()

    def _leave_for_blocks(self) -> None:
        if self.outline.proposals:
            self._back_to_blocks()

    def _show(self, *, again: bool = False, late: bool = False) -> None:
        super()._show(again=again, late=late)
        if not (again or late):
            self._back_to_blocks()

    def _bring_back_diff(self) -> None:
        super()._bring_back_diff()
        self._leave_for_blocks()

    def _back_to_blocks(self) -> None:
        self.remove_class("-results", "-bare")

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
