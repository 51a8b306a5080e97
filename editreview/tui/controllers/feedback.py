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
        self._status.say("writing the feedback …")
        self._session.worker.make_feedback()

    def report(self, message: "FeedbackMade") -> None:
        """Say where the feedback is now."""
        if not message.text:
            self._status.say("nothing to send back: no block failed or was rejected")
            return
        if message.tool is None:
            # Where no program has the clipboard, the terminal may: nobody says whether it took it.
            self._view.copy(message.text)
        way = f"with {message.tool}" if message.tool else "by the terminal, if it allows it (OSC 52)"
        kept = f" · also in {message.kept}" if message.kept else ""
        self._status.say(f"feedback copied {way}{kept}")
