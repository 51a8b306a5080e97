"""The application: the review screen, signals, and what remains to do when the review ends."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field
from textual.message import Message
from textual.screen import Screen

from editreview.errors import BUG
from editreview.review import Review
from editreview.terminal import end_process_after
from editreview.tui.diff.layout import LOW_HEIGHT, MIN_HEIGHT, MIN_WIDTH, VAST_WIDTH
from editreview.tui.messages import Pasting
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.terminal_app import Settings, TerminalApp
from editreview.tui.textual_internals import CompositorUpdate, NoActiveAppError
from editreview.tui.worker import ReviewWorker

__all__ = ["ReviewApp", "ReviewResult", "Settings", "run_review"]

if TYPE_CHECKING:
    from editreview.review import ResumedReview

T = TypeVar("T")

_TERMINATION_SIGNALS = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""Ctrl+c before the terminal is raw, `kill`, and a closed terminal."""
_WIDTHS = [(0, "-sliver"), (MIN_WIDTH, "-narrow"), (100, "-wide"), (VAST_WIDTH, "-vast")]
"""Minimum columns for each class of the screen."""
_HEIGHTS = [(0, "-flat"), (MIN_HEIGHT, "-low"), (LOW_HEIGHT, "-high")]
"""Minimum rows for each class of the screen."""
SWITCH_INTERVAL_S = 0.001
"""Seconds for which a busy thread may keep the interpreter; Python's default is five times as long. The event
loop waits that long each time it gives up the interpreter, which is several times for one key."""
_END_TIMEOUT_S = 5.0
"""Seconds that Textual has to end after a signal."""
_WRITE_TIMEOUT_S = 10.0
"""Seconds to wait on exit for files that are being written."""


class ReviewResult(Struct):
    """The result of a review."""

    review: Review
    interrupted: bool = False
    saved_folder: Path | None = None
    """The folder of the saved review, if anything is left to do."""
    crash: BaseException | None = None
    messages: list[str] = field(default_factory=list)
    """Messages to print after the screen is gone."""


class ReviewApp(TerminalApp):
    """The review in the terminal."""

    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    # Textual loads a screen's own stylesheet when it is pushed, and the first screen never is.
    CSS_PATH = "screens/review.tcss"

    def __init__(
        self,
        review: Review,
        descriptor: int | None,
        settings: Settings,
        resumed: "ResumedReview | None" = None,
    ) -> None:
        super().__init__(settings)
        self.worker = ReviewWorker(review, descriptor, self._post, resumed)
        self._is_ready = self._is_lent = False
        self._ended_by: int | None = None
        self._review_screen: ReviewScreen | None = None

    @property
    def current(self) -> int | None:
        """The number of the current row of the list; None before there is one."""
        return None if self._review_screen is None else self._review_screen.view.state.current

    def record_frame(self, screen: Screen[Any], update: CompositorUpdate, now: float) -> None:
        super().record_frame(screen, update, now)
        if isinstance(screen, ReviewScreen):
            screen.record_frame(update, now)

    def get_default_screen(self) -> Screen[None]:
        # Textual sets these classes too, but only after it has styled everything without them.
        width, height = self.settings.browser_size or self.size
        sizes = ((width, _WIDTHS), (height, _HEIGHTS))
        classes = (next(name for least, name in reversed(of) if extent >= least) for extent, of in sizes)
        self._review_screen = ReviewScreen(self.worker, self.settings, " ".join(classes))
        return self._review_screen

    def on_mount(self) -> None:
        # From now on a signal also has to wake the loop.
        loop = asyncio.get_running_loop()
        for number in _TERMINATION_SIGNALS:
            # Not available on Windows, where the handlers set before stay in force.
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, self.end_by, number)
        # The terminal forgot the screen while the job was stopped.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def on_ready(self) -> None:
        self._is_ready = True
        if not gc.isenabled():
            # All objects of start-up live until the end: no collection needs to visit them.
            gc.freeze()
            gc.enable()
        self.worker.begin_deferred()
        if self._ended_by is not None:
            self.exit(return_code=128 + self._ended_by)

    def end_by(self, number: int) -> None:
        """End the review on a signal as `q` does: it is saved. Waits for the first frame."""
        if self._is_lent and number == signal.SIGINT:
            return
        # An app that ends half mounted, as asyncio's own handler would have it, looks like a crash.
        if self._ended_by is None:
            end_process_after(_END_TIMEOUT_S, self._save)
        self._ended_by = number
        if self._is_ready:
            self.exit(return_code=128 + number)

    def lend_terminal(self, run: Callable[[], T]) -> T:
        """Suspend the screen and run a function that uses the terminal, such as one that waits for an editor.

        A ctrl+c is for the other program then; it reaches the whole job, and is ignored here.

        Raises:
            SuspendNotSupported: There is no terminal.
        """
        failed: Exception | None = None
        loop = asyncio.get_running_loop()
        self._is_lent = True
        try:
            with self.suspend():
                # Textual resumes only if nothing is raised.
                try:
                    done = run()
                except Exception as error:
                    failed = error
        finally:
            # The loop notices a signal from meanwhile in its next round, and handles it in the one after.
            loop.call_soon(loop.call_soon, loop.call_soon, self._end_lending)
        if failed is not None:
            raise failed
        return done

    def _end_lending(self) -> None:
        self._is_lent = False

    def _save(self) -> None:
        """Save the review before the process is ended."""
        self.worker.stop_diagnosing()
        self.worker.writing.acquire(timeout=_WRITE_TIMEOUT_S)
        self.worker.stop_saving(is_finished=self.worker.review.is_finished, current=self.current)

    def on_pasting(self, message: Pasting) -> None:
        from editreview.tui.screens.pages import PasteScreen

        if isinstance(self.screen, PasteScreen):
            self.screen.show_pasting(message.size)

    def _post(self, message: Message) -> bool:
        # The messages go to the review, whichever screen is on top. Until it listens, they wait in the
        # mailbox: it would take them from its queue only after the first frame.
        screen = self._review_screen
        # While the app ends, the screens disappear.
        with suppress(NoActiveAppError):
            if self.is_running and screen is not None and screen.listens:
                return screen.post_message(message)
        return False

    def action_leave(self) -> None:
        if isinstance(self.screen, ReviewScreen):
            self.screen.leaving.quit()


def run_review(
    review: Review, descriptor: int | None, settings: Settings, resumed: "ResumedReview | None" = None
) -> ReviewResult:
    """Run a review on screen until the user quits.

    Args:
        review: The review, on the tree to edit.
        descriptor: The file descriptor of the response; None if the user will paste it.
        settings: From the command line.
        resumed: The saved review to continue.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    app = ReviewApp(review, descriptor, settings, resumed)
    handlers = {
        number: signal.signal(number, lambda number, _: app.end_by(number)) for number in _TERMINATION_SIGNALS
    }
    # The first block is read and matched while Textual starts, so that the first frame shows it.
    app.worker.start()
    try:
        app.run(size=settings.browser_size)
    finally:
        app.worker.stop_project_run(waits=True)
        app.worker.stop_diagnosing()
        # The loop has reset the handlers. No signal may end the process while files are being written.
        for number in handlers:
            signal.signal(number, lambda number, _: None)
        # Never released: the process ends whatever the worker does, which may be about to write.
        is_whole = app.worker.writing.acquire(timeout=_WRITE_TIMEOUT_S)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    # The screen may have closed before the receipt of the last effect arrived.
    app.worker.log_effects()
    result = ReviewResult(review, crash=app.crash)
    if not is_whole:
        text = "quit while files were being written: the next run of editreview finishes or restores them"
        result.messages.append(text)
    result.interrupted = app.return_code not in (None, 0, BUG)
    has_response = bool(app.worker.response_head) or resumed is not None
    is_finished = app.crash is None and (review.is_finished or not has_response)
    result.saved_folder = app.worker.stop_saving(is_finished=is_finished, current=app.current)
    if result.saved_folder is None and not is_finished:
        result.messages.append(f"the review could not be saved: {app.worker.not_kept}")
    result.messages += review.workspace.notes()
    return result
