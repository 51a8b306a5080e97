"""Moving in the pane that has the keys, and between panes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from editreview.tui.session import Pane

if TYPE_CHECKING:
    from editreview.tui.controllers.choosing import Choosing
    from editreview.tui.controllers.deciding import Deciding
    from editreview.tui.controllers.navigating import Navigating
    from editreview.tui.view import ReviewView


class Moving:
    """Passes keys whose effect depends on the pane to the one that has the keys."""

    def __init__(
        self,
        view: "ReviewView",
        navigating: "Navigating",
        deciding: "Deciding",
        choosing: "Choosing",
    ) -> None:
        self._view = view
        panel = view.panel
        self._line: dict[Pane, Callable[[int], None]] = {
            Pane.LIST: navigating.block,
            Pane.PANEL: panel.move,
            Pane.DIFF: navigating.line,
            Pane.RESULTS: view.scroll_results,
            Pane.RESPONSE: view.scroll_page,
        }
        self._half_page: dict[Pane, Callable[[int], None]] = {
            Pane.LIST: navigating.half_page,
            Pane.PANEL: panel.move_half_page,
            Pane.DIFF: navigating.half_page,
            Pane.RESULTS: view.scroll_results_by_half,
            Pane.RESPONSE: view.scroll_page_by_half,
        }
        self._end: dict[Pane, Callable[[int], None]] = {
            Pane.LIST: navigating.block_end,
            Pane.PANEL: panel.move_to_end,
            Pane.DIFF: navigating.end,
            Pane.RESULTS: navigating.end,
            Pane.RESPONSE: view.scroll_page_to_end,
        }
        self._enter: dict[Pane, Callable[[], None]] = {
            Pane.LIST: self.switch,
            Pane.PANEL: choosing.choose_row,
            Pane.DIFF: deciding.advance,
        }

    def line(self, rows: int) -> None:
        self._line[self._view.pane](rows)

    def half_page(self, direction: int) -> None:
        self._half_page[self._view.pane](direction)

    def end(self, direction: int) -> None:
        self._end[self._view.pane](direction)

    def enter(self) -> None:
        self._enter[self._view.state.pane]()

    def switch(self) -> None:
        """Give the keys to the next pane."""
        panes = (Pane.PANEL, Pane.DIFF, Pane.LIST) if self._view.panel.is_open else (Pane.DIFF, Pane.LIST)
        self._view.go_to_pane(panes[(panes.index(self._view.state.pane) + 1) % len(panes)])
