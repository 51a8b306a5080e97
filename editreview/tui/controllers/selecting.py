"""Selecting the parts of the current block that the next decision is about."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.review import Proposal, Verdict, can_be_parted
from editreview.text import counted
from editreview.tui.diff import Level, RowSelection
from editreview.tui.match_line import why_not
from editreview.tui.session import LEVELS

if TYPE_CHECKING:
    from editreview.tui.controllers.placing import Placing
    from editreview.tui.view import ReviewView


class Selecting:
    """Steps into a block and out again, and includes or excludes its rows."""

    def __init__(self, view: "ReviewView", placing: "Placing") -> None:
        self._view = view
        self._placing = placing
        self._session = view.session
        self._status = view.status
        self._rows = view.rows

    # Stepping in and out

    def step_in(self) -> None:
        proposal, keys, level = self._view.proposal, self._session.keys, self._view.state.level
        if proposal is None or not self.can_be_parted(proposal):
            return
        number, hunks = self._view.diff.hunk
        if level is Level.LINE:
            self._status.set_message(f"already at single lines: {keys['grain.out']} goes back")
            return
        level = Level.HUNK if level is Level.BLOCK and hunks > 1 else Level.LINE
        self._view.state = replace(self._view.state, level=level)
        if not self._view.diff.hunk_rows():
            self._view.diff.to_hunk(number - 1)
        decides = f"{keys['block.accept']} keeps it, {keys['block.reject']} leaves it out"
        self._status.set_message(f"{LEVELS[level]}: {decides}, {keys['block.toggle']} switches")
        self._view.refresh()

    def step_out(self) -> None:
        """Leave the range, the lines, or the hunks; on a whole block, show all panes again."""
        diff, level = self._view.diff, self._view.state.level
        if self._rows.has_range:
            self._view.clear_range()
            self._status.set_message("range cleared")
        elif level is not Level.BLOCK:
            level = Level.HUNK if level is Level.LINE and diff.hunk[1] > 1 else Level.BLOCK
            self._view.state = replace(self._view.state, level=level)
            self._status.set_message(f"back to {LEVELS[level]}")
        else:
            self._view.end_zoom()
            self._status.set_message("")
        self._view.refresh()

    def begin_range(self) -> None:
        """Begin a range of lines at the cursor, or clear the one there is."""
        proposal, keys = self._view.proposal, self._session.keys
        if self._rows.has_range:
            self.step_out()
        elif proposal is not None and proposal.reason is not None and not can_be_parted(proposal):
            self._placing.start(with_range=True)
        elif proposal is not None and self.can_be_parted(proposal):
            self._view.state = replace(self._view.state, level=Level.LINE)
            self._view.diff.begin_range()
            moves = f"{keys['move.down']} {keys['move.up']} extend it"
            decides = f"{keys['block.accept']} keeps just these lines, {keys['block.reject']} leaves them out"
            self._status.set_message(f"range: {moves}, {decides}")
            self._view.refresh()

    def can_be_parted(self, proposal: Proposal) -> bool:
        """True if rows of the block can be decided; if not, tells the user why."""
        if self._view.is_final(proposal):
            return False
        keys = self._session.keys
        if proposal.is_ready and not can_be_parted(proposal):
            why = "a block that moves or deletes a file has no lines to choose or edit"
        elif not can_be_parted(proposal):
            why = why_not(self._session.review, proposal, keys) or "this block has no lines to include"
        elif self._rows.whole is None:
            closes, shows = keys["grain.out"], keys["match.view"]
            why = f"the changed lines are not visible: {closes} closes the list, {shows} shows the change"
        else:
            return True
        self._status.set_message(why, is_problem=True)
        return False

    # Deciding on rows

    def target_rows(self, proposal: Proposal) -> tuple[frozenset[int], frozenset[int]] | None:
        """The included rows, and those that the key is about; if there are none, tells the user."""
        alignment = self._rows.whole
        if not self.can_be_parted(proposal) or alignment is None:
            return None
        included = self._rows.included(proposal)
        targets = self._rows.targets(RowSelection(alignment, included))
        if not targets:
            goes = f"{self._session.keys['move.hunk']} goes to the next change"
            self._status.set_message(f"there is no changed line here: {goes}", is_problem=True)
            return None
        return frozenset(range(alignment.row_count)) if included is None else included, targets

    def decide_rows(self, proposal: Proposal, *, include: bool | None) -> frozenset[int]:
        """Include or exclude the rows at the cursor or of the range, which accepts the block in part.

        Args:
            proposal: The current block.
            include: None to include them, or exclude them if all are in.

        Returns:
            Their numbers in the block's alignment.
        """
        found = self.target_rows(proposal)
        if found is None:
            return frozenset()
        included, targets = found
        if include is None:
            include = not targets <= included
        review, has_range = self._session.review, self._rows.has_range
        is_untouched = review.chosen_rows(proposal) is None and review.verdict(proposal) is Verdict.UNDECIDED
        if include:
            # Of a block that is not decided yet, a range means just its lines.
            rows = targets if has_range and is_untouched else included | targets
        else:
            rows = included - targets
        self._session.decide({proposal.key: review.accept_rows(proposal, rows)})
        self._end_range(proposal, rows)
        self._view.refresh()
        return targets

    def go_on(self, decided: frozenset[int]) -> bool:
        """Go to the next hunk or changed line. Returns False if there is none.

        Args:
            decided: The rows that were decided just now, of the block's alignment.
        """
        diff, whole = self._view.diff, self._rows.whole
        if self._view.state.level is Level.BLOCK or whole is None:
            return False
        if self._view.state.level is Level.HUNK:
            has_next = diff.step_hunk(1)
        else:
            has_next = diff.to_next_change()
            # Unified, the new lines of rows that were decided are already below the old ones.
            while has_next and max(self._rows.targets(RowSelection(whole, None)), default=-1) <= max(decided):
                has_next = diff.to_next_change()
        self._view.refresh_position()
        return has_next

    def _end_range(self, proposal: Proposal, rows: frozenset[int]) -> None:
        """End the range, and show how many rows are included."""
        self._view.clear_range()
        alignment = self._rows.whole
        if not rows or alignment is None:
            # Nothing is left to choose from.
            self._view.leave_rows()
            self._status.set_message(f"block {proposal.number} rejected: nothing of it is included")
            return
        count = counted(alignment.row_count, "row")
        of = count if len(rows) == alignment.row_count else f"{len(rows)} of {count}"
        self._status.set_message(f"{of} of block {proposal.number} accepted")
