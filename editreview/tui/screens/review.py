"""The review screen: its keys, and the ways to leave it.

Each class below it does one thing more than the one it builds on: `looking` shows the block in
sight, `moving` goes from one to another, `grain` steps into its hunks and lines, `deciding`
accepts and rejects, `editing` changes what it says, `placing` chooses places, `comparing` lists
strategies and places, `doing` writes and commits, `concluding` says what came of that, `following`
keeps what arrives in sight, `arriving` shows the block that is not complete yet, `answering` is
about the response and what goes back.
"""

import time

from textual import events, on

from editreview.terminal import can_suspend, suspend_job
from editreview.tui.engine import Engine
from editreview.tui.keymap import bind, entry
from editreview.tui.keys import Where
from editreview.tui.screens.answering import AnsweringScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.status import KeyHints

_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""


class ReviewScreen(AnsweringScreen):
    """Every key does something to the block in sight or to all of them."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        bind(self, self.keys.bindings(Where.REVIEW))
        self._leaving = False
        self._interrupted = -_TWICE

    def on_key(self, event: events.Key) -> None:
        # What the mouse rests on is another thing now, or is about to be.
        self._clear_tooltip()
        if self._leaving and not self.keys.does("quit", event.key):
            self._leaving = False
            self._state.say("")

    async def run(self, id: str, nth: int = 1, pointed_at: float | None = None) -> None:
        """Do what a key does, because it was pointed at or found by its words.

        Args:
            id: The action's, of the table.
            nth: Which of its keys is meant, from 1, if that makes a difference.
            pointed_at: When the mouse was pressed, if it was.
        """
        if not self._can(id):
            self._state.say(f"nothing is searched for: {self.keys['find']} searches", is_problem=True)
            return
        self._leaving = self._leaving and id == "quit"
        self._leave_results(id)
        self._pointed_at = pointed_at
        try:
            await self.run_action(entry(id).action.format(nth=nth))
        finally:
            self._pointed_at = None

    def _can(self, id: str) -> bool:
        """Whether an action is one of those that are possible here and now."""
        where = entry(id).where
        return where is Where.REVIEW or (where is Where.SEARCHING and self._diff.is_searching)

    @on(KeyHints.Pointed)
    async def _pointed_at_hint(self, message: KeyHints.Pointed) -> None:
        # One of nine is not chosen by pointing at all of them: they are listed.
        id = "place.list" if message.id == "place.choose" else message.id
        await self.run(id, pointed_at=self._ours.clicked_at)

    def action_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(Where.REVIEW, self._can), self._helped)

    async def _helped(self, id: str | None) -> None:
        if id is not None:
            await self.run(id)

    def action_palette(self) -> None:
        from textual.command import CommandPalette

        from editreview.tui.palette import Actions

        self.app.push_screen(CommandPalette([Actions], placeholder="what to do, in words"))

    def action_theme(self) -> None:
        self.app.search_themes()

    def action_quit_review(self) -> None:
        if self._is_busy:
            self._state.say(f"still writing: {self.keys['quit']} again in a moment", is_problem=True)
            return
        accepted = len(self.review.accepted())
        if self._leaving or not (accepted or self.engine.is_open):
            self.app.exit()
            return
        self._leaving = True
        what = f"{accepted} accepted, not applied" if accepted else "the response is still arriving"
        self._state.say(f"{what}: {self.keys['quit']} again leaves, the review is kept", is_problem=True)

    def action_interrupt(self) -> None:
        now = time.monotonic()
        if self.engine.is_open:
            self.engine.stop_reading()
            self._state.say("stopped reading; what came is kept")
        elif now - self._interrupted < _TWICE:
            self.app.exit(return_code=130)
        else:
            self._interrupted = now
            self._state.say(f"{self.keys['interrupt']} again quits")

    def action_suspend(self) -> None:
        if can_suspend():
            self.call_later(suspend_job)
        else:
            self._state.say("there is no shell to go back to", is_problem=True)
