"""What is decided of the block in sight, or of many."""

import asyncio
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace
from textual import on

from editreview.errors import Reason
from editreview.review import Proposal, Verdict, Warning, WarningKind
from editreview.texts import Change
from editreview.tui.diff.marks import Level
from editreview.tui.engine import Engine
from editreview.tui.match import rows_in_words
from editreview.tui.messages import Checked, Planned, TookBack
from editreview.tui.screens.grain import GrainScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.diff_view import DiffView

_PATIENCE = 2.0
"""Seconds that a yes waits for what was chosen just before to be placed."""
_CHECKED_AT_ONCE = 30_000
"""Characters of files that are checked in less time than anyone notices."""


class _Chosen(Struct, frozen=True):
    """What was chosen last, as it was shown when it was."""

    number: int
    change: Change | None
    """None if it was not to be seen yet what it would come to."""
    warnings: tuple[Warning, ...]


class DecidingScreen(GrainScreen):
    """Accepts and rejects; writes nothing."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._planned = asyncio.Event()
        self._planned.set()
        self._chosen_last = _Chosen(0, None, ())
        self._agreed: set[str] = set()
        """Outcomes of blocks that the user accepts though lines of the file are lost."""

    async def action_accept(self) -> None:
        if not await self._is_as_shown():
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
        """Whether the user is asked first, once: a part of a file would overwrite all of it."""
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

    async def action_reject(self) -> None:
        if not self._has_range:
            self._reject()
        elif await self._is_as_shown():
            self._decide_range(is_yes=False)

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

        if self.proposal is not None and not self._is_applied(self.proposal):
            self.app.push_screen(ReasonScreen(f"block {self.proposal.number}"), self._reasoned)

    def _reasoned(self, reason: str | None) -> None:
        if reason is not None:
            self._reject(reason)

    async def action_toggle_block(self) -> None:
        if await self._is_as_shown() and self._toggle():
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
    async def _toggle_marked(self) -> None:
        """The mark of a row was clicked, which has the cursor by now: that row alone is meant."""
        proposal = self.proposal
        if proposal is None or not await self._is_as_shown() or not self._may_be_parted(proposal):
            return
        self._level = Level.LINE
        if self._toggle_rows(proposal):
            self._draw()

    async def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif await self._is_as_shown() and self._toggle():
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
        self._back(self.outline.undo(), "taken back", "nothing to take back")

    def action_redo(self) -> None:
        if self.review.log.to_redo is not None:
            self._state.say("doing again what was taken back …")
            self.engine.take_back(again=True)
            return
        self._back(self.outline.redo(), "decided again", "nothing to decide again")

    def on_took_back(self, message: TookBack) -> None:
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
        self.engine.replan(paths)
        if self._current in numbers:
            self._draw()
        else:
            self._look_at(numbers[0])
        about = f"block {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} blocks"
        self._state.say(f"{done}: what was said of {about}")

    def _await_plan(self, proposal: Proposal, change: Change | None) -> None:
        """A choice was made: a yes waits until it is placed and in sight.

        Args:
            proposal: The block as planned without it.
            change: What was shown of it; None if nothing was.
        """
        self._chosen_last = _Chosen(proposal.number, change, proposal.warnings)
        if self.engine.is_replanning:
            self._planned.clear()

    def _after_plan(self) -> None:
        super()._after_plan()
        if not self.engine.is_replanning:
            self._planned.set()

    async def _is_as_shown(self) -> bool:
        """Wait for the plan of what was chosen just before. Whether it is what was shown then.

        Keys that follow wait as well: a person who types ahead means what comes after the yes.
        """
        chosen, seen = self._chosen_last, self._diff.alignment
        if self._planned.is_set() or chosen.number != self._current:
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._planned.wait()
        if not self._planned.is_set():
            self._state.say("still being placed: once more in a moment", is_problem=True)
            return False
        proposal = self.proposal
        is_same = proposal is not None and proposal.change == chosen.change
        # The cursor was put on a row of what was in sight, and the range was of those.
        is_same = is_same and (self._level is Level.BLOCK or self._diff.alignment is seen)
        if proposal is None or (is_same and set(proposal.warnings) <= set(chosen.warnings)):
            return True
        if proposal.is_ready:
            self._state.say(
                "look first: this is not yet what was to be seen when it was chosen", is_problem=True
            )
        return not proposal.is_ready

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say(self.outline.nothing_open())
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)
