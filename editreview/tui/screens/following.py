"""The newest block in sight while the response arrives, until the person takes over."""

import time

from textual import events, on

from editreview.tui.engine import Engine
from editreview.tui.messages import Arrived
from editreview.tui.screens.concluding import ConcludingScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.diff_view import DiffView

JUST = 0.7
"""Seconds after which a person has seen that another block came into sight."""
_TICK = 1.0
_FOLLOWS = "following what arrives, until the next key"


class FollowingScreen(ConcludingScreen):
    """Follows what arrives; every key but its own leaves the choice of the block to the person."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._is_following = True
        self._newest = 0
        self._jumped = -JUST

    def on_mount(self) -> None:
        # Also a producer that is silent is waited for visibly.
        self._ticking = self.set_interval(_TICK, self._tick, pause=not self.engine.is_open)

    def _tick(self) -> None:
        if not self.engine.is_open:
            self._ticking.pause()
        elif self._arrived is not None and self._arrived.is_open:
            self._arrived.seconds = self.engine.seconds
            self._draw()

    def _take_arrived(self, message: Arrived) -> None:
        super()._take_arrived(message)
        if message.is_open:
            self._ticking.resume()
        if not self._is_following or not self.outline.proposals:
            return
        before, self._newest = self._newest, self.outline.proposals[-1].number
        if message.is_open and 0 < before < self._newest:
            self._jump_to(self._newest)
        elif not message.is_open and self._current != self.outline.order[0]:
            # Whoever only watched begins at the beginning.
            self._jump_to(self.outline.order[0])
            self._state.say("the response is complete: this is its first block")

    def _jump_to(self, number: int) -> None:
        if number in self.outline.matching(self.outline.filter):
            self._jumped = time.monotonic()
            self._look_at(number)

    def action_follow(self) -> None:
        if not self.engine.is_open:
            self._state.say("the response is complete: there is nothing to follow")
            return
        self._is_following = True
        self._state.say(_FOLLOWS)
        if self.outline.proposals:
            self._newest = self.outline.proposals[-1].number
            self._look_at(self._newest)

    def _position(self) -> list[str]:
        return ["following" if self._is_following and self.engine.is_open else "", *super()._position()]

    # The person takes over

    def on_key(self, event: events.Key) -> None:
        if not self.keys.does("view.follow", event.key):
            self._take_over()

    def on_mouse_down(self) -> None:
        self._take_over()

    @on(DiffView.Scrolled)
    def _scrolled_by_hand(self, message: DiffView.Scrolled) -> None:
        # Another size moves the lines as well, and nobody did that to read them.
        if message.by_hand:
            self._take_over()

    def _take_over(self) -> None:
        if self._is_following and self.outline.proposals:
            self._is_following = False
            if self._state.text == _FOLLOWS:
                self._state.say("")
            if self.engine.is_open:
                self._moved()

    # A key meant for the block before must not decide on the one that has just come

    def _is_startled(self) -> bool:
        if time.monotonic() - self._jumped >= JUST:
            return False
        self._jumped = -JUST
        self._state.say(
            f"block {self._current} has just come into sight: the same key again", is_problem=True
        )
        return True

    def action_accept(self) -> None:
        if not self._is_startled():
            super().action_accept()

    def action_reject(self) -> None:
        if not self._is_startled():
            super().action_reject()

    def action_toggle_block(self) -> None:
        if not self._is_startled():
            super().action_toggle_block()

    def action_enter(self) -> None:
        if not self._is_startled():
            super().action_enter()

    def action_reject_rest(self) -> None:
        if not self._is_startled():
            super().action_reject_rest()

    def action_place(self, number: int) -> None:
        if not self._is_startled():
            super().action_place(number)
