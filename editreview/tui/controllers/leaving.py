"""The ways to leave the review."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editreview.tui.controllers.applying import Applying
    from editreview.tui.view import ReviewView

_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""


class Leaving:
    """Leaves at once if nothing is lost by it; otherwise the same key again leaves."""

    def __init__(self, view: "ReviewView", applying: "Applying") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._applying = applying
        self._is_leaving = False
        self._interrupted = -_TWICE

    def quit(self) -> None:
        if self._applying.is_writing and self._applying.is_busy("quit"):
            return
        accepted = len(self._session.review.accepted())
        if self._is_leaving or not (accepted or self._session.worker.is_open):
            self._view.app.exit()
            return
        self._is_leaving = True
        what = f"{accepted} accepted, not applied" if accepted else "the response is still arriving"
        leaves = f"{self._session.keys['quit']} again quits, the review is saved"
        self._status.say(f"{what}: {leaves}", is_problem=True)

    def stay(self) -> None:
        """Another key was pressed."""
        if self._is_leaving:
            self._is_leaving = False
            self._status.say("")

    def interrupt(self) -> None:
        """Stop reading; if all was read, quit when done twice."""
        now = time.monotonic()
        if self._session.worker.is_open:
            self._session.worker.stop_reading()
            self._status.say("stopped reading; the part received is kept")
        elif now - self._interrupted < _TWICE:
            self._view.app.exit(return_code=130)
        else:
            self._interrupted = now
            self._status.say(f"{self._session.keys['interrupt']} again quits")
