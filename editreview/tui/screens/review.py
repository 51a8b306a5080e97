"""The review screen: its keys, and the ways to leave it.

Each class below it does one thing more than the one it builds on: `looking` shows the block in
sight, `moving` goes from one to another, `grain` steps into its hunks and lines, `deciding`
accepts and rejects, `editing` changes what it says, `placing` chooses places, `comparing` lists
strategies and places, `doing` writes and commits, `concluding` says what came of that, `following`
keeps what arrives in sight, `arriving` shows the block that is not complete yet, `answering` is
about the response and what goes back.
"""

import time
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from editreview.terminal import can_suspend, suspend_job
from editreview.tui.engine import Engine
from editreview.tui.keys import KEYS
from editreview.tui.screens.answering import AnsweringScreen
from editreview.tui.settings import Settings

_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""


class ReviewScreen(AnsweringScreen):
    """Every key does something to the block in sight or to all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [binding for key in KEYS for binding in key.bindings]

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._leaving = False
        self._interrupted = -_TWICE

    def on_key(self, event: events.Key) -> None:
        if self._leaving and event.key != "q":
            self._leaving = False
            self._state.say("")

    def action_quit_review(self) -> None:
        if self._is_busy:
            self._state.say("still writing: q again in a moment", is_problem=True)
            return
        accepted = len(self.review.accepted())
        if self._leaving or not (accepted or self.engine.is_open):
            self.app.exit()
            return
        self._leaving = True
        what = f"{accepted} accepted, not applied" if accepted else "the response is still arriving"
        self._state.say(f"{what}: q again leaves, the review is kept", is_problem=True)

    def action_interrupt(self) -> None:
        now = time.monotonic()
        if self.engine.is_open:
            self.engine.stop_reading()
            self._state.say("stopped reading; what came is kept")
        elif now - self._interrupted < _TWICE:
            self.app.exit(return_code=130)
        else:
            self._interrupted = now
            self._state.say("ctrl+c again quits")

    def action_suspend(self) -> None:
        if can_suspend():
            self.call_later(suspend_job)
        else:
            self._state.say("there is no shell to go back to", is_problem=True)
