"""The feedback for the model."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editreview.tui.messages import FeedbackMade
    from editreview.tui.view import ReviewView


class Feedback:
    """Copies what failed or was rejected, for the model."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status

    def copy(self) -> None:
        self._status.set_message("writing the feedback …")
        self._session.worker.make_feedback()

    def report(self, message: "FeedbackMade") -> None:
        """Tell where the feedback is."""
        if not message.text:
            self._status.set_message("nothing to send back: no block failed or was rejected")
            return
        if message.tool is None:
            # Without a clipboard program the terminal may copy it, which it does not confirm.
            self._view.copy(message.text)
        way = f"with {message.tool}" if message.tool else "by the terminal, if it allows it (OSC 52)"
        file = f" · also in {message.file}" if message.file else ""
        self._status.set_message(f"feedback copied {way}{file}")
