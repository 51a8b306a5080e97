"""Leaving the review.

Quitting asks again while accepted blocks are not applied, and an interrupt ends what goes on first.
"""

import time
from typing import TYPE_CHECKING

from editreview.errors import INTERRUPTED
from editreview.text import counted

if TYPE_CHECKING:
    from editreview.tui.controllers.applying import Applying
    from editreview.tui.controllers.conversing import Conversing
    from editreview.tui.view import ReviewView


_DOUBLE_PRESS_S = 2.0
"""Seconds in which a second ctrl+c quits."""


class Leaving:
    """Quits at once if nothing is pending; otherwise asks for the key again."""

    def __init__(self, view: "ReviewView", applying: "Applying", conversing: "Conversing") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._applying = applying
        self._conversing = conversing
        self._is_leaving = False
        self._interrupted = -_DOUBLE_PRESS_S

    def quit(self) -> None:
        if self._applying.is_busy("quit"):
            return
        review = self._session.review
        accepted = len(review.accepted())
        rejected = len(review.to_take_out() - review.taken_out)
        if self._is_leaving or not (accepted or rejected or self._session.worker.is_open):
            self._view.leave()
            return
        self._is_leaving = True
        parts = [f"{counted(accepted, 'accepted block')} not applied"] if accepted else []
        parts += [f"{counted(rejected, 'rejected change')} still in the files"] if rejected else []
        what = ", ".join(parts) or "the response is still arriving"
        leaves = f"{self._session.keys['quit']} again quits and saves the review"
        self._status.set_message(f"{what}: {leaves}", is_problem=True)

    def stay(self) -> None:
        """Forget the first press of quit, because another key was pressed."""
        if self._is_leaving:
            self._is_leaving = False
            self._status.set_message("")

    def interrupt(self) -> None:
        """End a commit or the agent's turn, or stop reading; without these, quit on the second press."""
        now = time.monotonic()
        if self._applying.is_committing:
            self._applying.end_commit()
            return
        if self._conversing.cancel():
            return
        if self._session.worker.is_open:
            worker = self._session.worker
            worker.stop_reading()
            self._status.set_message("stopping …", is_true=lambda: worker.is_open)
        elif now - self._interrupted < _DOUBLE_PRESS_S:
            self._view.leave(INTERRUPTED)
        else:
            self._interrupted = now
            self._status.set_message(f"{self._session.keys['interrupt']} again quits")
