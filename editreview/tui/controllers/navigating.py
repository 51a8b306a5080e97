"""Moving between blocks, hunks, lines and panes, and changing how blocks are shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.text import counted
from editreview.tui import signs
from editreview.tui.diff.layout import VAST_WIDTH
from editreview.tui.session import Pane
from editreview.tui.signs import Filter

if TYPE_CHECKING:
    from editreview.tui.controllers.choosing import Choosing
    from editreview.tui.controllers.deciding import Deciding
    from editreview.tui.view import ReviewView


class Navigating:
    """Moves, searches, filters and changes the layout; decides nothing."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._diff = view.diff

    # Blocks

    def block(self, direction: int) -> None:
        """Go to the next or previous block of the list; a block that is arriving is the last one."""
        number, order = self._session.arriving, self._session.outline.order
        current = self._view.state.current
        if self._view.is_at_arriving:
            self._go_to(self._session.last_block if direction < 0 else None)
        elif number is not None and direction > 0 and order and current == order[-1]:
            self._go_to(number)
        else:
            self._go_to(self._session.outline.neighbour(current, direction), direction)

    def file(self, direction: int) -> None:
        number = self._session.outline.neighbour_file(self._view.state.current, direction)
        self._go_to(number, direction, "file")

    def undecided(self, direction: int) -> None:
        """Go to the next or previous undecided block."""
        outline, current = self._session.outline, self._view.state.current
        number = outline.neighbour_undecided(current, direction)
        if number is not None:
            self._go_to(number)
        elif outline.proposals:
            # A block that is arriving has no sign yet.
            if outline.signs().get(current or 0) in signs.UNDECIDED:
                self._status.set_message("no other undecided blocks")
            else:
                self._status.set_message(outline.all_decided_in_words(), is_true=lambda: outline.is_decided)

    def block_end(self, direction: int) -> None:
        """Go to the first block of the list, or the last."""
        if self._session.outline.proposals:
            self._view.select_block(self._session.outline.order[-1 if direction > 0 else 0])

    def _go_to(self, number: int | None, direction: int = 0, what: str = "block") -> None:
        """Go to a row of the list; where it ends, say so.

        Args:
            number: The number of the row; None if there is none in this direction.
            direction: 1 or -1, or 0 to say nothing.
            what: What the row is.
        """
        if number is None and direction and self._view.state.current is not None:
            self._status.set_message(f"this is the {'last' if direction > 0 else 'first'} {what}")
        elif number is not None:
            # The message is about the block before.
            self._status.set_message("")
            self._view.select_block(number)

    # Lines

    def hunk(self, direction: int) -> None:
        """Go to the next or previous hunk, even if it is in another block."""
        if self._view.is_at_arriving:
            self.block(direction)
            return
        if not self._diff.step_hunk(direction):
            before = self._view.state.current
            self.block(direction)
            if direction < 0 and self._view.state.current != before:
                self._diff.to_hunk(-1)
        self._view.refresh_position()

    def line(self, rows: int) -> None:
        self._diff.move(rows)
        self._view.refresh_position()

    def half_page(self, direction: int) -> None:
        self._diff.half_page(direction)
        self._view.refresh_position()

    def end(self, direction: int) -> None:
        self._diff.to_end(direction)
        self._view.refresh_position()

    def sideways(self, direction: int) -> None:
        if why := self._diff.sideways(direction):
            self._status.set_message(why)

    # Searching

    def search(self) -> None:
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import SearchScreen

        before = self._diff.search_text

        def answered(text: str | None) -> None:
            if not text:
                self._search_for(before)
            self._status.set_message("")

        self._view.open(SearchScreen(self._search_for), answered)

    def _search_for(self, text: str) -> None:
        self._diff.search(text)
        self._view.refresh()

    def match(self, direction: int) -> None:
        self._status.set_message(self._diff.step_match(direction))
        self._view.refresh_position()

    def end_search(self) -> None:
        self._diff.end_search()
        self._status.set_message("")
        self._view.refresh()

    # Layout and pages

    def layout(self) -> None:
        """Switch between split, unified, and automatic."""
        layout = self._view.state.layout.next
        self._view.state = replace(self._view.state, layout=layout)
        self._diff.lay_out(layout)
        self._status.set_message(f"layout: {layout}")
        self._view.refresh()

    def wrap(self) -> None:
        self._status.set_message(self._diff.toggle_wrap())
        self._view.refresh_position()

    def whitespace(self) -> None:
        self._status.set_message(self._diff.toggle_whitespace())

    def zoom(self) -> None:
        """Show the diff or the list alone."""
        is_alone = self._view.toggle_zoom()
        pane, shows = self._view.state.pane, f"{self._session.keys['grain.out']} shows the rest again"
        self._status.set_message(f"the {pane} alone: {shows}" if is_alone else "")

    def context(self, step: int) -> None:
        self._status.set_message(self._diff.change_context(step))

    def toggle_list(self) -> None:
        is_done = self._view.toggle_list()
        self._status.set_message("" if is_done else "there is no room for the list", is_problem=not is_done)

    def toggle_response(self) -> None:
        is_done = self._view.toggle_response()
        text = f"there is no room for the response beside the diff: it needs {VAST_WIDTH} columns"
        self._status.set_message("" if is_done else text, is_problem=not is_done)

    def filter(self) -> None:
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import FilterScreen

        outline = self._session.outline
        screen = FilterScreen(lambda candidate: len(outline.matching(candidate)), outline.filter)
        self._view.open(screen, self._filter_by)

    def _filter_by(self, chosen: Filter | None) -> None:
        if chosen is None:
            return
        outline = self._session.outline
        outline.filter = chosen
        first = outline.first_matching(self._view.state.current)
        if first is None:
            lists = f"{self._session.keys['view.filter']}, enter lists all"
            self._status.set_message(f"no block matches the filter {chosen}: {lists}", is_problem=True)
        elif not chosen:
            self._status.set_message("all blocks are listed")
        else:
            self._status.set_message(f"{counted(len(outline.matching(chosen)), 'block')} listed: {chosen}")
        if first is None or first == self._view.state.current:
            self._view.refresh()
        else:
            self._view.select_block(first)

    def notes(self) -> None:
        """Show the unreadable blocks and commands of the response."""
        from editreview.tui.screens.pages import NotesScreen

        if notes := self._view.notes():
            self._view.open(NotesScreen(notes))
        else:
            self._status.set_message("the response has no unreadable blocks and no commands")

    def statistics(self) -> None:
        """Show the statistics of all runs."""
        from editreview.tui.screens.pages import StatisticsScreen

        self._view.open(StatisticsScreen())

    def response(self) -> None:
        """Show the response as received, at the current block."""
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.pages import ResponseScreen

        worker = self._session.worker
        if not worker.response_length:
            is_arriving = worker.is_open
            self._status.set_message(
                "nothing of the response has arrived yet" if is_arriving else "the response is empty"
            )
            return
        access = worker.response_access(self._session.outline.spans())
        self._view.open(ResponseScreen(access, self._view.state.current))


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
