"""What is decided of the block in sight, or of many."""

from msgspec.structs import replace

from editreview.review import Proposal, Verdict
from editreview.tui.diff.marks import Level
from editreview.tui.match import rows_in_words
from editreview.tui.screens.grain import GrainScreen


class DecidingScreen(GrainScreen):
    """Accepts and rejects; writes nothing."""

    def action_accept(self) -> None:
        if self._has_range:
            self._decide_range(is_yes=True)
        elif self._accept():
            self._next_open()

    def _accept(self) -> bool:
        proposal = self.proposal
        if proposal is None:
            return False
        if why := self.outline.why_not(proposal):
            self._state.say(why, is_problem=True)
            return False
        decision = self.review.acceptance(proposal)
        part = "" if decision.rows is None or not proposal.is_part else f", {rows_in_words(proposal)}"
        self._decide({proposal.key: decision}, f"block {proposal.number} accepted{part}")
        return True

    def action_reject(self, reason: str | None = None) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        if self._has_range and reason is None:
            self._decide_range(is_yes=False)
            return
        if self._is_applied(proposal):
            return
        decision = self.review.log[proposal.key].rejected(reason or None)
        self._decide({proposal.key: decision}, f"block {proposal.number} rejected")
        self._next_open()

    def _is_applied(self, proposal: Proposal) -> bool:
        """Whether nothing can be said of a block any more; that is said then."""
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return True
        return False

    def action_reject_why(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.reason import ReasonScreen

        if self.proposal is not None and self.proposal.number not in self.review.applied:
            self.app.push_screen(ReasonScreen(self.proposal.number), self._reasoned)

    def _reasoned(self, reason: str | None) -> None:
        if reason is not None:
            self.action_reject(reason)

    def action_toggle_block(self) -> None:
        if self._toggle():
            self._draw()

    def _toggle(self) -> bool:
        """Take in or out what the cursor's level says. Returns whether anything was decided."""
        proposal = self.proposal
        if proposal is not None and (self._level is not Level.BLOCK or self._has_range):
            return self._toggle_rows(proposal)
        if proposal is not None and self.review.verdict(proposal) is Verdict.ACCEPTED:
            if self._is_applied(proposal):
                return False
            said = self.review.log[proposal.key]
            # Which rows were marked stays, for the next yes.
            again = said.reopened() if said.rows is None else replace(said, verdict=Verdict.UNDECIDED)
            self._decide({proposal.key: again}, f"block {proposal.number} undecided again")
            return True
        return self._accept()

    def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif self._toggle():
            self._draw()
            self._go_on()

    def _go_on(self) -> None:
        """To the next block, hunk or changed line."""
        if self._level is Level.BLOCK:
            self.action_block(1)
        elif self._level is Level.HUNK:
            self._diff.step_hunk(1)
            self._moved()
        else:
            self._diff.to_next_change()
            self._moved()

    def action_accept_safe(self, where: str) -> None:
        path = self.proposal.path if self.proposal and where == "file" else None
        decisions, left = self.outline.safe(self.settings.accept, path)
        place = f"in {path}" if path else "everywhere"
        note = f"{len(decisions)} safe accepted {place}" + (f"; {left} left for you" if left else "")
        self._decide(decisions, note)
        self._draw()

    def action_reject_rest(self) -> None:
        if self.proposal is None:
            return
        decisions = self.outline.rejections(self.proposal)
        self._decide(decisions, f"{len(decisions)} rejected in {self.proposal.path or 'no file'}")
        self._draw()

    def action_undo(self) -> None:
        if self.outline.is_on_disk(self.review.log.last):
            self._state.say("what was decided last is on disk already: git can take it back", is_problem=True)
            return
        self._back(self.outline.undo(), "nothing to take back")

    def action_redo(self) -> None:
        if self.outline.is_on_disk(self.review.log.next):
            self._state.say("what comes next is about a block that is applied already", is_problem=True)
            return
        self._back(self.outline.redo(), "nothing to decide again")

    def _back(self, changed: tuple[list[str], int | None], nothing: str) -> None:
        paths, number = changed
        if number is None:
            self._state.say(nothing)
            return
        self.engine.replan(paths)
        if number == self._current:
            self._draw()
        else:
            self._look_at(number)
        self._state.say(f"block {number} is as it was decided before")

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say("every block is decided: p applies, S applies and stages")
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)
