"""What is decided of the block in sight, or of many."""

import asyncio
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from editreview.review import Decision, Proposal, Verdict, Warning
from editreview.texts import Change
from editreview.tui.engine import Engine
from editreview.tui.screens.moving import MovingScreen
from editreview.tui.settings import Settings

_PATIENCE = 2.0
"""Seconds that a yes waits for what was chosen just before to be placed."""


class _Chosen(Struct, frozen=True):
    """What was chosen last, as it was shown when it was."""

    number: int
    change: Change | None
    """None if it was not to be seen yet what it would come to."""
    warnings: tuple[Warning, ...]


class DecidingScreen(MovingScreen):
    """Accepts and rejects; writes nothing."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._planned = asyncio.Event()
        self._planned.set()
        self._chosen_last = _Chosen(0, None, ())

    async def action_accept(self) -> None:
        if await self._is_as_shown() and self._accept():
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
        said = self.review.log[proposal.key].undecided()
        decision = replace(said, verdict=Verdict.REJECTED, reason=reason or None)
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

    async def action_toggle_block(self) -> None:
        if await self._is_as_shown() and self._toggle():
            self._draw()

    def _toggle(self) -> bool:
        proposal = self.proposal
        if proposal is not None and self.review.verdict(proposal) is Verdict.ACCEPTED:
            if proposal.number in self.review.applied:
                self._state.say("this block is applied already", is_problem=True)
                return False
            said = self.review.log[proposal.key].undecided()
            self._decide({proposal.key: said}, f"block {proposal.number} undecided again")
            return True
        return self._accept()

    async def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif await self._is_as_shown() and self._toggle():
            self._draw()
            self.action_block(1)

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
        if self.outline.is_undo_on_disk():
            self._state.say("what was decided last is on disk already: git can take it back", is_problem=True)
            return
        self._back(self.outline.undo(), "nothing to take back")

    def action_redo(self) -> None:
        self._back(self.outline.redo(), "nothing to decide again")

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
        self._state.say(note)

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
        chosen = self._chosen_last
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
            self._state.say("every block is decided: p applies, S applies and stages")
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)
