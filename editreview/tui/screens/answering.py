"""What goes back to the model, and what more comes from it."""

from editreview.tui.messages import FeedbackMade
from editreview.tui.screens.doing import DoingScreen


class AnsweringScreen(DoingScreen):
    """The two ends of the talk with the model."""

    def action_feedback(self) -> None:
        self._state.say("writing the feedback …")
        self.engine.make_feedback()

    def on_feedback_made(self, message: FeedbackMade) -> None:
        if not message.text:
            self._state.say("nothing to send back: no block failed or was rejected")
            return
        if message.tool is None:
            # Where no program has the clipboard, the terminal may: nobody says whether it took it.
            self.app.copy_to_clipboard(message.text.encode("utf-8", "replace").decode())
        way = f"with {message.tool}" if message.tool else "by the terminal, if it allows it (OSC 52)"
        kept = f" · also in {message.kept}" if message.kept else ""
        self._state.say(f"feedback copied {way}{kept}")
