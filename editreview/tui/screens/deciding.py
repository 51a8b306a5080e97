"""What is decided of the block in sight, or of many."""

from msgspec.structs import replace
from textual import on

from editreview.errors import Reason
from editreview.review import Proposal, Verdict, WarningKind
from editreview.tui.diff.marks import Level
from editreview.tui.engine import Engine
from editreview.tui.match import rows_in_words
from editreview.tui.messages import Checked, TookBack
from editreview.tui.screens.grain import GrainScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.diff_view import DiffView

_CHECKED_AT_ONCE = 30_000
"""Characters of files that are checked in less time than anyone notices."""


class DecidingScreen(GrainScreen):
    """Accepts and rejects; writes nothing."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._agreed: set[str] = set()
        """Outcomes of blocks that the user accepts though lines of the file are lost."""
        self._is_busy = False
        """Files are being written, or writes are being undone."""

    def action_accept(self) -> None:
        if self.proposal is None or not self._is_seen("accept"):
            return
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
        if self._asks_about_loss(proposal):
            return False
        decision = self.review.acceptance(proposal)
        part = "" if decision.rows is None or not proposal.is_part else f", {rows_in_words(proposal)}"
        self._decide({proposal.key: decision}, f"block {proposal.number} accepted{part}")
        return True

    def _asks_about_loss(self, proposal: Proposal) -> bool:
        """Ask the user once, if a part of a file would overwrite all of it. Returns whether it asks."""
        why = next((w.message for w in proposal.warnings if w.kind is WarningKind.SNIPPET), None)
        if why is None or proposal.is_part or proposal.outcome in self._agreed:
            return False
        from editreview.tui.screens.force import loss_screen

        def answered(answer: bool | None) -> None:
            if answer and proposal.outcome is not None:
                self._agreed.add(proposal.outcome)
                if self.proposal is not None and self.proposal.outcome == proposal.outcome and self._accept():
                    self._next_open()

        self.app.push_screen(loss_screen(proposal, f"It {why}"), answered)
        return True

    def action_reject(self) -> None:
        if self.proposal is None or not self._is_seen("reject", at_all=not self._has_range):
            return
        if self._has_range:
            self._decide_range(is_yes=False)
        else:
            self._reject()

    def _reject(self, reason: str | None = None) -> None:
        proposal = self.proposal
        if proposal is None or self._is_applied(proposal):
            return
        decision = self.review.log[proposal.key].rejected(reason or None)
        self._decide({proposal.key: decision}, f"block {proposal.number} rejected")
        self._next_open()

    def action_reject_why(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.reason import ReasonScreen

        proposal = self.proposal
        if proposal is None or self._is_applied(proposal) or not self._is_seen("reject", at_all=True):
            return
        number = proposal.number
        self.app.push_screen(ReasonScreen(f"block {number}"), lambda reason: self._reasoned(number, reason))

    def _reasoned(self, number: int, reason: str | None) -> None:
        if reason is None:
            return
        if number != self._current:
            # Another one came into sight while the reason was typed.
            self._look_at(number)
        self._reject(reason)

    def action_toggle_block(self) -> None:
        if self._is_seen("decide") and self._toggle():
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

    @on(DiffView.Marked)
    def _toggle_marked(self, message: DiffView.Marked) -> None:
        """The mark of a row was clicked, which has the cursor by now: that row alone is meant."""
        proposal = self.proposal
        if proposal is None or not self._is_as_clicked(message) or not self._may_be_parted(proposal):
            return
        self._level = Level.LINE
        if self._toggle_rows(proposal):
            self._draw()

    def _is_as_clicked(self, message: DiffView.Marked) -> bool:
        """True if the rows are those that were on the terminal when one of them was clicked."""
        self._pointed_at = self._ours.clicked_at
        try:
            is_seen = self._is_seen("click")
        finally:
            self._pointed_at = None
        return is_seen and message.alignment is self._diff.alignment

    def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif self._is_seen("decide") and self._toggle():
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
        path, edition = None, self._edition
        if where == "file" and self.proposal is not None:
            if not self._is_seen("accept"):
                # It is another block by now, and may be of another file.
                return
            path = self.proposal.path
        if sum(self.review.unchecked().values()) > _CHECKED_AT_ONCE:
            self._state.say("checking what is safe …")
            self.engine.check(path, edition)
            return
        if self.review.check():
            self._take_plan()
        self._accept_safe(path, edition)

    def on_checked(self, message: Checked) -> None:
        self._accept_safe(message.path, message.edition)

    def _accept_safe(self, path: str | None, edition: int) -> None:
        decisions, left, unseen = self.outline.safe(self.settings.accept, path, edition)
        place = f"in {path}" if path else "everywhere"
        note = f"{len(decisions)} safe accepted {place}" + (f"; {left} left for you" if left else "")
        if unseen:
            came = "1 of them came" if unseen == 1 else f"{unseen} of them came"
            note += f", {came} after the key: the same key again"
        # What the check says of blocks that were accepted is news as well.
        reopened = self._reopened if self._reopened == self._state.text else ""
        self._decide(decisions, note)
        if reopened:
            self._state.say(f"{note}; {reopened}", is_problem=True)
        self._draw()

    def action_include(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.reason is not Reason.NOT_IN_CONTEXT:
            said = "there is nothing to include: nobody said that the model was not shown this file"
            self._state.say(said, is_problem=True)
            return
        if not self._is_seen("include"):
            return
        paths = self.review.include(proposal)
        self._await_plan(paths, self.engine.replan(paths))
        self._state.say(f"block {proposal.number} is placed though the model did not see {proposal.path}")

    def action_reject_rest(self) -> None:
        if self.proposal is None or not self._is_seen("reject", at_all=True):
            return
        decisions = self.outline.rejections(self.proposal, self._edition)
        self._decide(decisions, f"{len(decisions)} rejected in {self.proposal.path or 'no file'}")
        self._draw()

    def action_undo(self) -> None:
        if self._is_writing("undo"):
            return
        step = self.review.log.undo_step
        if step is not None and self.review.log.done_by(step) is not None:
            self._is_busy = True
            self._state.say("taking back what was done …")
            self.engine.take_back(step)
            return
        self._back(self.outline.undo(), "taken back", "nothing to take back")

    def action_redo(self) -> None:
        if self._is_writing("redo"):
            return
        step = self.review.log.redo_step
        if step is not None and self.review.log.done_by(step) is not None:
            self._is_busy = True
            self._state.say("doing again what was taken back …")
            self.engine.take_back(step, again=True)
            return
        self._back(self.outline.redo(), "decided again", "nothing to decide again")

    def _is_writing(self, id: str) -> bool:
        """True if files are being written, so that nothing else can be done with them; it then says so."""
        if self._is_busy:
            self._state.say(f"still writing: {self.keys[id]} again in a moment", is_problem=True)
        return self._is_busy

    def on_took_back(self, message: TookBack) -> None:
        self._is_busy = False
        self._state.say(message.said, is_problem=message.is_problem)
        self._draw()
        if message.difference:
            # Nothing of it is in the first frame.
            from editreview.tui.screens.text import TextScreen

            self.app.push_screen(TextScreen("Changed since it was written", message.difference))

    def _back(self, changed: tuple[list[str], list[int]], done: str, nothing: str) -> None:
        paths, numbers = changed
        if not numbers:
            self._state.say(nothing)
            return
        self._await_plan(paths, self.engine.replan(paths))
        if self._current in numbers:
            self._draw()
        else:
            self._look_at(numbers[0])
        about = f"block {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} blocks"
        self._state.say(f"{done}: what was said of {about}")

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say(self.outline.nothing_open())
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)
