"""Parts of a block: hunks, lines and ranges of lines, taken in and out."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.review import Proposal, Verdict, can_be_parted
from editreview.text import counted
from editreview.tui.diff.marks import Level, Marks
from editreview.tui.outline import APPLIED
from editreview.tui.view_state import LEVELS

if TYPE_CHECKING:
    from editreview.tui.view import ReviewView


class Partial:
    """Steps into a block and out again, and decides on rows of it."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
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
            self._status.say(f"already at single lines: {keys['grain.out']} goes back")
            return
        level = Level.HUNK if level is Level.BLOCK and hunks > 1 else Level.LINE
        self._view.state = replace(self._view.state, level=level)
        if not self._view.diff.hunk_rows():
            self._view.diff.to_hunk(number - 1)
        toggles = f"{keys['block.toggle']} includes or excludes"
        self._status.say(f"{LEVELS[level]}: {toggles}, {self._session.accepts}")
        self._view.refresh()

    def step_out(self) -> None:
        """Out of the range, the lines, the hunks; at last, clear what was said."""
        diff, level = self._view.diff, self._view.state.level
        if self._rows.has_range:
            diff.range_start = None
            self._status.say("range cleared")
        elif level is not Level.BLOCK:
            level = Level.HUNK if level is Level.LINE and diff.hunk[1] > 1 else Level.BLOCK
            self._view.state = replace(self._view.state, level=level)
            self._status.say(LEVELS[level])
        else:
            self._status.say("")
        self._view.refresh()

    def begin_range(self) -> None:
        """Begin a range of lines at the cursor; if there is one, end it."""
        proposal, keys = self._view.proposal, self._session.keys
        if self._rows.has_range:
            self.step_out()
        elif proposal is not None and self.can_be_parted(proposal):
            self._view.state = replace(self._view.state, level=Level.LINE)
            self._view.diff.begin_range()
            moves = f"{keys['move.down']} {keys['move.up']} extend it"
            decides = f"{keys['block.accept']} {keys['block.reject']} decide it"
            self._status.say(f"range: {moves}, {keys['block.toggle']} toggles it, {decides}")
            self._view.refresh()

    def is_final(self, proposal: Proposal) -> bool:
        """True if nothing can be decided on a block any more, or just now; it then says so."""
        if self._session.is_applied(proposal):
            self._status.say(APPLIED, is_problem=True)
            return True
        if self._session.is_being_written(proposal):
            self._status.say("this block is being written", is_problem=True)
            return True
        return False

    def can_be_parted(self, proposal: Proposal) -> bool:
        """True if rows of the block can be decided on; if not, it says why."""
        if self.is_final(proposal):
            return False
        keys = self._session.keys
        if proposal.is_ready and not can_be_parted(proposal):
            why = "a file is moved or deleted as a whole"
        elif not can_be_parted(proposal):
            why = self._session.outline.why_not(proposal) or "there is nothing to include"
        elif self._rows.whole is None:
            closes, shows = keys["grain.out"], keys["match.view"]
            why = f"the changed lines are not visible: {closes} closes the list, {shows} shows the change"
        else:
            return True
        self._status.say(why, is_problem=True)
        return False

    # Deciding on rows

    def rows_meant(self, proposal: Proposal) -> tuple[frozenset[int], frozenset[int]] | None:
        """The rows in, and those that the key is about; None, having said why, if there are none."""
        alignment = self._rows.whole
        if not self.can_be_parted(proposal) or alignment is None:
            return None
        taken = self._rows.taken(proposal)
        meant = self._rows.meant(Marks(alignment, taken))
        if not meant:
            goes = f"{self._session.keys['move.hunk']} goes to the next one"
            self._status.say(f"no changed line here: {goes}", is_problem=True)
            return None
        return frozenset(range(alignment.row_count)) if taken is None else taken, meant

    def toggle_rows(self, proposal: Proposal) -> bool:
        """Take the rows at the cursor's level in, or out if all of them are in. Returns whether it did."""
        found = self.rows_meant(proposal)
        if found is None:
            return False
        taken, meant = found
        rows = taken - meant if meant <= taken else taken | meant
        self._session.decide({proposal.key: self._session.review.marking(proposal, rows)})
        self._end_range(proposal)
        return True

    def decide_range(self, *, is_yes: bool) -> None:
        """Accept the rows of the range beside those that are in, or take them out."""
        review = self._session.review
        proposal, whole = self._view.proposal, self._rows.whole
        found = None if proposal is None else self.rows_meant(proposal)
        if found is None or proposal is None or whole is None:
            return
        taken, meant = found
        # A part may go where the one before could not.
        if is_yes and proposal.uncut is None and (why := self._session.outline.why_not(proposal)):
            self._status.say(why, is_problem=True)
            return
        if is_yes:
            decision = review.acceptance(proposal, taken | meant)
        else:
            # No to some lines of a block of which nothing was said is no word against the others.
            is_untouched = not taken and review.verdict(proposal) is Verdict.UNDECIDED
            rows = frozenset(range(whole.row_count)) if is_untouched else taken
            decision = review.marking(proposal, rows - meant)
        self._session.decide({proposal.key: decision})
        self._end_range(proposal)
        self._view.refresh()

    def _end_range(self, proposal: Proposal) -> None:
        """End the range, and say how many rows are in now."""
        self._view.diff.range_start = None
        alignment, taken = self._rows.whole, self._rows.taken(proposal)
        if alignment is None:
            self._status.say("")
            return
        count = counted(alignment.row_count, "row")
        if taken is not None and not taken:
            rejects = f"{self._session.keys['block.reject']} rejects it"
            self._status.say(f"nothing of block {proposal.number} is included: {rejects}")
            return
        of = count if taken is None else f"{len(taken)} of {count}"
        is_accepted = self._session.review.verdict(proposal) is Verdict.ACCEPTED
        self._status.say(f"{of} included: {'accepted' if is_accepted else self._session.accepts}")
