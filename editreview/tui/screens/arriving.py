"""The block that is still arriving: a row of the list, and its text as far as it has come."""

from typing import TYPE_CHECKING

from editreview.texts import counted
from editreview.tui import signs
from editreview.tui.engine import Engine
from editreview.tui.listing import Entry
from editreview.tui.messages import Arrived
from editreview.tui.notes import arriving_parts
from editreview.tui.screens.following import FollowingScreen
from editreview.tui.settings import Settings
from editreview.tui.signs import Sign

if TYPE_CHECKING:
    from editreview.tui.widgets.arriving_pane import ArrivingPane


class ArrivingScreen(FollowingScreen):
    """It comes after the last block, and nothing can be said of it before it is one."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._listed_with: tuple[list[Entry], int, list[Entry]] = ([], 0, [])
        self._arriving_pane: ArrivingPane | None = None

    @property
    def _arriving(self) -> int | None:
        """The number that the block that is arriving will have; None if none is."""
        arrived, known = self._arrived, self.outline.proposals
        if arrived is None or not arrived.is_open or arrived.open_block is None:
            return None
        # The plan is told first: once the block is in it, it is listed as a block, and only as that.
        return arrived.open_number if not known or known[-1].number < arrived.open_number else None

    @property
    def _is_at_arriving(self) -> bool:
        number = self._arriving
        return number is not None and (self._current == number or not self.outline.proposals)

    @property
    def _last_block(self) -> int | None:
        """The last block that is listed, or of all where the filter lists none; None if there is none."""
        listed, known = self.outline.order, self.outline.proposals
        return listed[-1] if listed else known[-1].number if known else None

    # The list

    def _describe(self, number: int) -> tuple[Sign, str]:
        if number != self._arriving or self._arrived is None:
            return super()._describe(number)
        return signs.ARRIVING, f"arriving, {counted(self._arrived.open_lines, 'line')}"

    def _entries(self) -> list[Entry]:
        entries, number = super()._entries(), self._arriving
        if number is None or self.outline.filter:
            return entries
        # The same list as long as it says the same: the widget looks at that first.
        if self._listed_with[0] is not entries or self._listed_with[1] != number:
            # Above the offers, as no one knows yet that it is one.
            at = next((row for row, entry in enumerate(entries) if entry.is_title), len(entries))
            listed = [*entries[:at], Entry("", number), *entries[at:]]
            self._listed_with = (entries, number, listed)
        return self._listed_with[2]

    # Going there and back

    def action_block(self, direction: int) -> None:
        number, order = self._arriving, self.outline.order
        if number is not None and direction > 0 and order and self._current == order[-1]:
            self._state.say("")
            self._look_at(number)
        elif self._is_at_arriving:
            above = self._last_block
            if direction < 0 and above is not None:
                self._state.say("")
                self._look_at(above)
        else:
            super().action_block(direction)

    def action_hunk(self, direction: int) -> None:
        if self._is_at_arriving:
            self.action_block(direction)
        else:
            super().action_hunk(direction)

    def _look_at(self, number: int) -> None:
        if number == self._arriving and self._listed:
            self._close_panel()
        super()._look_at(number)
        if self._is_at_arriving:
            self._back_to_blocks()

    def _take_plan(self) -> None:
        awaited = self.proposal is None and self._current
        super()._take_plan()
        if awaited and self.proposal is not None:
            self._jump_to(awaited)
            self._state.say(f"block {awaited} is complete")

    def _take_arrived(self, message: Arrived) -> None:
        super()._take_arrived(message)
        last = self._last_block
        if self.proposal is None and self._current and not self._is_at_arriving and last is not None:
            # It came to nothing: a problem, or the end.
            self._look_at(last)

    # What is drawn instead of a diff

    def _draw(self) -> None:
        super()._draw()
        is_there = self._is_at_arriving
        self.set_class(is_there, "-arriving")
        arrived, number = self._arrived, self._arriving
        if not is_there or arrived is None or number is None:
            return
        found = self.outline.signs()
        blocks = [(each, found[each]) for each in self.outline.order]
        self._strip.show([*blocks, (number, signs.ARRIVING)], len(blocks), "", "")
        self._match.show(arriving_parts(arrived)[0], [], "")
        self._state.show([], signs.ARRIVING.word, "")
        hint = self.keys.hint
        self._hints.show(
            [
                hint("move.block-back", "back"),
                hint("interrupt", "stop reading"),
                hint("all.accept"),
                hint("quit"),
                hint("help"),
            ]
        )
        if self._arriving_pane is None:
            # Most responses are complete before a person looks at the block that arrives.
            from editreview.tui.widgets.arriving_pane import ArrivingPane

            self._arriving_pane = ArrivingPane(id="arriving")
            self.query_one("#main").mount(self._arriving_pane)
        self._arriving_pane.show(f"block {number}, as far as it has come", arrived.open_text)

    def _is_startled(self) -> bool:
        if not self._is_at_arriving:
            return super()._is_startled()
        self._state.say("it is still arriving: it is decided on when it is complete", is_problem=True)
        return True
