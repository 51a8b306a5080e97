"""The ways from one block, hunk and line to another, and of looking at them."""

from textual import on

from editreview.review import Proposal
from editreview.texts import counted
from editreview.tui import signs
from editreview.tui.listing import Filter
from editreview.tui.screens.looking import LookingScreen
from editreview.tui.widgets.block_list import BlockList
from editreview.tui.widgets.diff_view import DiffView

_LAYOUTS = ("auto", "split", "unified")


class MovingScreen(LookingScreen):
    """Nothing here decides anything."""

    # Moving

    def action_line(self, rows: int) -> None:
        if self._pane == "list":
            self.action_block(rows)
        else:
            self._diff.move(rows)
            self._moved()

    def action_hunk(self, direction: int) -> None:
        if not self._diff.step_hunk(direction):
            before = self._current
            self.action_block(direction)
            if direction < 0 and self._current != before:
                self._diff.to_hunk(-1)
        self._moved()

    def action_block(self, direction: int) -> None:
        number = self.outline.neighbour(self._current, direction)
        if number is not None:
            # What was said is of the block before.
            self._state.say("")
            self._look_at(number)

    def action_file(self, direction: int) -> None:
        number = self.outline.neighbour_file(self._current, direction)
        if number is not None:
            self._state.say("")
            self._look_at(number)

    def action_waiting(self, direction: int) -> None:
        number = self.outline.next_waiting(self._current, direction)
        if number is not None:
            self._state.say("")
            self._look_at(number)
        elif self.outline.proposals:
            # The block that is arriving has no sign yet.
            is_last = self.outline.signs().get(self._current or 0) in signs.UNDECIDED
            self._state.say("no other block waits for you" if is_last else self.outline.nothing_open())

    def action_copy_place(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.path is None:
            return
        place = proposal.path_to if proposal.number in self.review.applied else None
        place, line = place or proposal.path, self._line_of(proposal)
        place = place if line is None else f"{place}:{line}"
        self.app.copy_to_clipboard(place.encode("utf-8", "replace").decode())
        self._state.say(f"{place} copied, if the terminal allows it")

    def _line_of(self, proposal: Proposal) -> int | None:
        """The line of the file that the cursor is on, from 1; None where no file is shown."""
        alignment, base = self._diff.alignment, proposal.base
        if alignment is None or base is None or alignment.lines is not base.lines:
            return None
        old, new = self._diff.old_and_new()
        return 1 + (new if proposal.number in self.review.applied else old)

    def action_half_page(self, direction: int) -> None:
        self._diff.half_page(direction)
        self._moved()

    def action_end(self, direction: int) -> None:
        if self._pane == "list" and self.outline.proposals:
            self._look_at(self.outline.order[-1 if direction > 0 else 0])
        else:
            self._diff.to_end(direction)
            self._moved()

    def action_sideways(self, direction: int) -> None:
        if why := self._diff.sideways(direction):
            self._state.say(why)

    def action_pane(self) -> None:
        self._pane = "diff" if self._pane == "list" else "list"
        self._state.say(self._told_pane())
        self._draw()

    def _told_pane(self) -> str:
        return f"{self.keys['move.down']} and {self.keys['move.up']} move in the {self._pane}"

    def _moved(self) -> None:
        if (proposal := self.proposal) is not None:
            self._say_position(proposal)
        self._diff.point()

    # Searching

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing is searched for, the search's keys do what they do otherwise."""
        if action in ("match", "end_search"):
            return self._diff.is_searching
        return super().check_action(action, parameters)

    def action_search(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.search import SearchScreen

        before = self._diff.search_text
        self.app.push_screen(SearchScreen(self._search), lambda text: self._searched(text, before))

    def _search(self, text: str) -> None:
        self._diff.search(text)
        self._draw()

    def _searched(self, text: str | None, before: str) -> None:
        """The field is closed: `text` was entered, or with None nothing."""
        if not text:
            self._search(before)
        self._state.say("")

    def action_match(self, direction: int) -> None:
        self._state.say(self._diff.step_match(direction))
        self._moved()

    def action_end_search(self) -> None:
        self._diff.end_search()
        self._state.say("")
        self._draw()

    @on(DiffView.Scrolled)
    def _scrolled(self) -> None:
        self._moved()

    @on(DiffView.Selected)
    def _selected(self, message: DiffView.Selected) -> None:
        # A character that is no text cannot be sent to the terminal.
        self.app.copy_to_clipboard(message.text.encode("utf-8", "replace").decode())
        lines = counted(message.text.count("\n") + (not message.text.endswith("\n")), "line")
        self._state.say(f"{lines} of the {message.side} side copied")

    @on(BlockList.Chosen)
    def _chosen(self, message: BlockList.Chosen) -> None:
        self._look_at(message.number)

    # Looking

    def action_layout(self) -> None:
        self._layout_wanted = _LAYOUTS[(_LAYOUTS.index(self._layout_wanted) + 1) % len(_LAYOUTS)]
        self._diff.lay_out(self._layout_wanted)
        self._state.say(f"layout: {self._layout_wanted}")
        self._draw()

    def action_wrap(self) -> None:
        self._state.say(self._diff.toggle_wrap())
        self._moved()

    def action_whitespace(self) -> None:
        self._state.say(self._diff.toggle_whitespace())

    def action_zoom(self) -> None:
        zoomed = "-zoom-list" if self._pane == "list" else "-zoom"
        other = "-zoom" if self._pane == "list" else "-zoom-list"
        self.remove_class(other)
        self.toggle_class(zoomed)
        is_alone = self.has_class(zoomed)
        self._state.say(
            f"the {self._pane} alone: {self.keys['view.zoom']} shows the rest again" if is_alone else ""
        )

    def action_context(self, step: int) -> None:
        self._state.say(self._diff.change_context(step))

    def action_toggle_list(self) -> None:
        self.toggle_class("-no-list")

    def action_filter(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.filter import FilterScreen

        screen = FilterScreen(lambda wanted: len(self.outline.matching(wanted)), self.outline.filter)
        self.app.push_screen(screen, self._filtered)

    def _filtered(self, wanted: Filter | None) -> None:
        if wanted is None:
            return
        self.outline.filter = wanted
        first = self.outline.first_matching(self._current)
        if first is None:
            self._state.say(
                f"no block is listed by {wanted}: {self.keys['view.filter']}, enter lists all",
                is_problem=True,
            )
        elif not wanted:
            self._state.say("all blocks are listed")
        else:
            count = len(self.outline.matching(wanted))
            self._state.say(f"{counted(count, 'block')} listed: {wanted}")
        if first is None or first == self._current:
            self._draw()
        else:
            self._look_at(first)

    def action_notes(self) -> None:
        from editreview.tui.screens.notes import NotesScreen

        if notes := self._notes():
            self.app.push_screen(NotesScreen(notes))
        else:
            self._state.say("the rest of the response is prose: no problem, no command")
