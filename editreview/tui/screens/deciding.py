"""What is decided of the block in sight, or of many."""

from editreview.errors import Reason
from editreview.review import Decision, Verdict
from editreview.tui.messages import Checked, Planned, TookBack
from editreview.tui.screens.moving import MovingScreen
from editreview.tui.screens.text import TextScreen

_CHECKED_AT_ONCE = 30_000
"""Characters of files that are checked in less time than anyone notices."""


class DecidingScreen(MovingScreen):
    """Accepts and rejects; writes nothing."""

    def action_accept(self) -> None:
        if self._accept():
            self._next_open()

    def _accept(self) -> bool:
        proposal = self.proposal
        if proposal is None:
            return False
        if why := self.outline.why_not(proposal):
            self._state.say(why, is_problem=True)
            return False
        self._decide({proposal.key: self.review.acceptance(proposal)}, f"block {proposal.number} accepted")
        return True

    def action_reject(self, reason: str | None = None) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return
        decision = self.review.log[proposal.key].rejected(reason or None)
        self._decide({proposal.key: decision}, f"block {proposal.number} rejected")
        self._next_open()

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
        proposal = self.proposal
        if proposal is not None and self.review.verdict(proposal) is Verdict.ACCEPTED:
            if proposal.number in self.review.applied:
                self._state.say("this block is applied already", is_problem=True)
                return False
            said = self.review.log[proposal.key].reopened()
            self._decide({proposal.key: said}, f"block {proposal.number} undecided again")
            return True
        return self._accept()

    def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif self._toggle():
            self._draw()
            self.action_block(1)

    def action_accept_safe(self, where: str) -> None:
        if sum(self.review.unchecked().values()) > _CHECKED_AT_ONCE:
            self._state.say("checking what is safe …")
            self.engine.check(where)
            return
        if self.review.check():
            self.on_planned(Planned())
        self._accept_safe(where)

    def on_checked(self, message: Checked) -> None:
        if self.app.screen is self:
            self._accept_safe(message.where)

    def _accept_safe(self, where: str) -> None:
        path = self.proposal.path if self.proposal and where == "file" else None
        decisions, left = self.outline.safe(self.settings.accept, path)
        place = f"in {path}" if path else "everywhere"
        note = f"{len(decisions)} safe accepted {place}" + (f"; {left} left for you" if left else "")
        self._decide(decisions, note)
        self._draw()

    def action_include(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.reason is not Reason.NOT_IN_CONTEXT:
            said = "there is nothing to include: nobody said that the model was not shown this file"
            self._state.say(said, is_problem=True)
            return
        self.engine.replan(self.review.include(proposal))
        self._state.say(f"block {proposal.number} is placed though the model did not see {proposal.path}")

    def action_reject_rest(self) -> None:
        if self.proposal is None:
            return
        decisions = self.outline.rejections(self.proposal)
        self._decide(decisions, f"{len(decisions)} rejected in {self.proposal.path or 'no file'}")
        self._draw()

    def action_undo(self) -> None:
        if self.review.log.to_undo is not None:
            self._state.say("taking back what was done …")
            self.engine.take_back()
            return
        self._back(self.outline.undo(), "nothing to take back")

    def action_redo(self) -> None:
        if self.review.log.to_redo is not None:
            self._state.say("doing again what was taken back …")
            self.engine.take_back(again=True)
            return
        self._back(self.outline.redo(), "nothing to decide again")

    def on_took_back(self, message: TookBack) -> None:
        self._state.say(message.said, is_problem=message.is_problem)
        self._draw()
        if message.difference:
            self.app.push_screen(TextScreen("Changed since it was written", message.difference))

    def _back(self, changed: tuple[list[str], int | None], nothing: str) -> None:
        paths, number = changed
        if number is None:
            self._state.say(nothing)
            return
        self.engine.replan(paths)
        self._look_at(number)
        self._state.say(f"block {number} is as it was decided before")

    def _decide(self, decisions: dict[str, Decision], note: str) -> None:
        self.engine.replan(self.review.decide(decisions))
        self.engine.keep(now=True)
        self._state.say(note)

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say(self.outline.nothing_open())
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)
