"""The application: one screen, and what happens when it ends."""

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct, field
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.message import Message
from textual.screen import Screen, ScreenResultType

from editreview.review import ResumedReview, Review
from editreview.tui.diff.cells import forget_cells
from editreview.tui.display import Colours
from editreview.tui.filters import Colourless, Guard, Plain
from editreview.tui.glyphs import use
from editreview.tui.messages import BackgroundReported, Crashed, Pasting
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.settings import LEAST_HEIGHT, LEAST_WIDTH, LOW, VAST, Settings
from editreview.tui.textual_internals import CompositorUpdate, NoActiveAppError, use_sixteen_colours
from editreview.tui.themes import OWN, chosen
from editreview.tui.type_ahead import AheadApp
from editreview.tui.worker import ReviewWorker

__all__ = ["Ended", "ReviewApp", "Settings", "run_review"]

T = TypeVar("T")

BUG, INTERRUPTED = 70, 130
"""Exit statuses."""
_ENDING = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""A ctrl+c before the terminal is raw, a polite kill, a closed terminal."""
_WIDTHS = [(0, "-sliver"), (LEAST_WIDTH, "-narrow"), (100, "-wide"), (VAST, "-vast")]
"""The class of the screen from so many columns on."""
_HEIGHTS = [(0, "-flat"), (LEAST_HEIGHT, "-low"), (LOW, "-high")]
"""The class of the screen from so many lines on."""
TURN = 0.001
"""Seconds after which a thread that computes makes way. The loop waits as long whenever it was away for a
moment, several times for one key; Python has five times as many."""
_END_TIMEOUT_S = 5.0
"""Seconds that Textual has to end after a signal said so."""
_WRITE_TIMEOUT_S = 10.0
"""Seconds that leaving waits for files that are being written."""


class Ended(Struct):
    """The result of a review."""

    review: Review
    interrupted: bool = False
    kept: Path | None = None
    """The folder of the saved review, if something was left to do."""
    crash: BaseException | None = None
    messages: list[str] = field(default_factory=list)
    """Messages for the user to read after the screen is gone."""


class ReviewApp(AheadApp):
    """The review in the terminal."""

    TITLE = "editreview"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "quit", show=False, priority=True),
    ]
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    # The review has one of its own, on a key that can be changed.
    ENABLE_COMMAND_PALETTE = False
    # Textual loads a screen's own stylesheet when it is pushed, and the first screen never is.
    CSS_PATH = "screens/review.tcss"

    def __init__(
        self,
        review: Review,
        descriptor: int | None,
        settings: Settings,
        resumed: ResumedReview | None = None,
    ) -> None:
        super().__init__()
        self.worker = ReviewWorker(review, descriptor, self._tell, resumed)
        self.settings = settings
        self.crash: BaseException | None = None
        self._guard = Guard()
        self._own_filters: list[LineFilter] = []
        """They come last."""
        self._is_ready = self._is_lent = False
        self._ended_by: int | None = None
        self._first_frames: WeakKeyDictionary[Screen[Any], float] = WeakKeyDictionary()
        """By screen: the time at which it was first painted."""
        self.animation_level = "none"
        for theme in OWN:
            self.register_theme(theme)
        self.asks_for_background = self._choose_theme(is_light=settings.display.is_light)
        self.asks_for_background &= settings.display.answers
        self._began_with = self.theme
        self._set_colours(settings.display.colours)
        if settings.display.is_ascii:
            self._own_filters.append(Plain())
        if use(is_ascii=settings.display.is_ascii, escapes=settings.display.escapes):
            forget_cells()

    def note_frame(self, screen: Screen[Any], update: CompositorUpdate, now: float) -> None:
        self._first_frames.setdefault(screen, now)
        if isinstance(screen, ReviewScreen):
            screen.note_frame(update, now)

    def was_seen(self, screen: Screen[ScreenResultType]) -> bool:
        """True if a screen was on the terminal when the key that is being handled was pressed."""
        return self._first_frames.get(screen, inf) <= self.pressed_at

    def _choose_theme(self, *, is_light: bool) -> bool:
        """Take the theme that is wanted. Returns whether it goes by the terminal's background."""
        self.theme, follows_terminal = chosen(
            self.settings.theme,
            self.available_themes,
            is_light=is_light,
            has_sixteen=self.settings.display.colours is Colours.SIXTEEN,
        )
        return follows_terminal

    def _set_colours(self, colours: Colours) -> None:
        """Draw without any, if there are none."""
        self.no_color = colours is Colours.NONE
        if self.no_color:
            self._own_filters.append(Colourless())
        if self.console.color_system is None:
            use_sixteen_colours(self.console)

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Textual's own for no colour go by one variable only, and leave greys.
        theirs = [each for each in super().get_line_filters() if not isinstance(each, Monochrome | NoColor)]
        return [self._guard, *theirs, *self._own_filters]

    def get_default_screen(self) -> Screen[None]:
        screen = ReviewScreen(self.worker, self.settings)
        # As Textual finds out for itself, but only after it has styled everything without.
        for extent, classes in ((self.size.width, _WIDTHS), (self.size.height, _HEIGHTS)):
            screen.add_class(next(name for least, name in reversed(classes) if extent >= least))
        return screen

    def on_mount(self) -> None:
        # From here on a signal has to wake the loop as well.
        loop = asyncio.get_running_loop()
        for number in _ENDING:
            # Windows has no such thing; there the handlers set before have to do.
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, self.end_by, number)
        # The terminal forgot the screen while the job was stopped.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def on_ready(self) -> None:
        self._is_ready = True
        if not gc.isenabled():
            # What there is now stays, and need not be looked through with every collection.
            gc.freeze()
            gc.enable()
        self.worker.keep()
        if self._ended_by is not None:
            self.exit(return_code=128 + self._ended_by)

    def end_by(self, number: int) -> None:
        """End the review because of a signal as q does: saved. Ends after the first frame at the earliest."""
        if self._is_lent and number == signal.SIGINT:
            return
        # An app that ends half mounted, as asyncio's own handler would have it, looks like a crash.
        if self._ended_by is None:
            threading.Thread(target=self._end_at_last, name="end", daemon=True).start()
        self._ended_by = number
        if self._is_ready:
            self.exit(return_code=128 + number)

    def lend_terminal(self, run: Callable[[], T]) -> T:
        """Run what has the terminal meanwhile. A ctrl+c is meant for that, and reaches the whole job.

        Raises:
            SuspendNotSupported: There is none to give away.
        """
        failed: Exception | None = None
        loop = asyncio.get_running_loop()
        self._is_lent = True
        try:
            with self.suspend():
                # Textual takes the terminal back only if nothing is raised.
                try:
                    done = run()
                except Exception as error:
                    failed = error
        finally:
            # The loop hears of a signal that came meanwhile in its next round, and obeys it in the one after.
            loop.call_soon(loop.call_soon, loop.call_soon, self._undo)
        if failed is not None:
            raise failed
        return done

    def _undo(self) -> None:
        self._is_lent = False

    def _end_at_last(self) -> None:
        """End without Textual if it does not: its writer waits for ever for a terminal that is gone."""
        time.sleep(_END_TIMEOUT_S)
        self.worker.writing.acquire(timeout=_WRITE_TIMEOUT_S)
        self.worker.stop_keeping(is_finished=self.worker.review.is_finished)
        os._exit(INTERRUPTED)

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from editreview.tui.driver import PasteDriver

        return PasteDriver

    def on_background_reported(self, message: BackgroundReported) -> None:
        # Asked once: from then on a theme is the user's own choice, which also may have come first.
        if self.asks_for_background and self.theme == self._began_with:
            self._choose_theme(is_light=message.is_light)
        self.asks_for_background = False

    def on_pasting(self, message: Pasting) -> None:
        from editreview.tui.screens.paste import PasteScreen

        if isinstance(self.screen, PasteScreen):
            self.screen.show_pasting(message.size)

    def _tell(self, message: Message) -> bool:
        # The worker's messages go to the review, whatever screen is on top of it.
        # While the app ends there is soon nobody to tell.
        with suppress(NoActiveAppError, IndexError):
            if self.is_running and self.screen_stack:
                return self.screen_stack[0].post_message(message)
        return False

    def action_leave(self) -> None:
        if isinstance(self.screen, ReviewScreen):
            self.screen.leaving.quit()

    async def action_quit(self) -> None:
        self.action_leave()

    def on_crashed(self, message: Crashed) -> None:
        self._crashed(message.error)

    def takes_bug(self, error: Exception) -> bool:
        # The review has to be saved first, and the message comes from the command line.
        if not self.is_headless:
            self._crashed(error)
        return not self.is_headless

    def _crashed(self, error: BaseException) -> None:
        self.crash = self.crash or error
        self.exit(return_code=BUG)


def run_review(
    review: Review, descriptor: int | None, settings: Settings, resumed: ResumedReview | None = None
) -> Ended:
    """Review until the user leaves.

    Args:
        review: On the tree to edit.
        descriptor: Where the response is read from; None if it is to be pasted.
        settings: From the command line.
        resumed: The saved review that this one goes on with.
    """
    sys.setswitchinterval(TURN)
    app = ReviewApp(review, descriptor, settings, resumed)
    before = {number: signal.signal(number, lambda got, _: app.end_by(got)) for number in _ENDING}
    # While Textual is getting up the first block is read and placed, so that the first frame shows it.
    app.worker.start()
    try:
        app.run()
    finally:
        # The loop has reset the handlers, and a signal must not do what leaving takes care not to.
        for number in before:
            signal.signal(number, lambda got, _: None)
        # Never given back: the process ends without asking the worker, which may be about to write.
        is_whole = app.worker.writing.acquire(timeout=_WRITE_TIMEOUT_S)
        for number, handler in before.items():
            signal.signal(number, handler)
    # Of an effect whose receipt the screen did not get any more.
    app.worker.log_effects()
    ended = Ended(review, crash=app.crash)
    if not is_whole:
        ended.messages.append("left while files were being written: see `git status` for what was")
    ended.interrupted = app.return_code not in (None, 0, BUG)
    has_response = bool(app.worker.response_head) or resumed is not None
    is_finished = app.crash is None and (review.is_finished or not has_response)
    ended.kept = app.worker.stop_keeping(is_finished=is_finished)
    if ended.kept is None and not is_finished:
        ended.messages.append(f"the review could not be saved: {app.worker.not_kept}")
    ended.messages += review.workspace.notes()
    return ended
