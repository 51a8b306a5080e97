"""What goes back to the model, and what more comes from it."""

from textual import events

from editreview.texts import counted
from editreview.tui.messages import FeedbackMade, Waiting
from editreview.tui.screens.arriving import ArrivingScreen
from editreview.tui.settings import VAST


class AnsweringScreen(ArrivingScreen):
    """The two ends of the talk with the model."""

    async def on_resize(self, event: events.Resize) -> None:
        if event.size.width >= VAST and self._response_panel is None:
            await self.query_one("#body").mount(self._new_response_panel())
            self._open_panel(is_open=bool(self._listed))
            self._draw()

    def action_response(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.response import Raw, ResponseScreen

        if not self.engine.response_length:
            self._state.say("nothing has arrived yet")
            return
        raw = Raw(
            self.engine.response_lines,
            lambda: self.engine.response_length,
            self.engine.find_in_response,
            self.outline.spans(),
        )
        self.app.push_screen(ResponseScreen(raw, self._current))

    def on_mount(self) -> None:
        if self.engine.is_empty:
            self.call_after_refresh(self.action_paste)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.action_paste(event.text)

    def action_paste(self, text: str = "") -> None:
        if self.engine.is_open:
            self._state.say(
                f"the response is still arriving: {self.keys['interrupt']} stops reading it", is_problem=True
            )
            return
        from editreview.review.pasted import look_over
        from editreview.tui.screens.paste import PasteScreen

        formats = self.review.formats
        is_first = self.engine.is_empty
        screen = PasteScreen(
            lambda pasted: look_over(pasted, formats),
            is_first=is_first,
            text=text,
            waiting=self.engine.waiting() if is_first else "",
        )
        self.app.push_screen(screen, self._pasted)

    def on_waiting(self, message: Waiting) -> None:
        if not self._state.text:
            self._state.say(f"the review of {message.began} waits: editreview --resume takes it up")

    def _pasted(self, text: str | None) -> None:
        if text is not None:
            before = len(self.outline.proposals)
            self.engine.read_further(text)
            after = f", after {counted(before, 'block')}" if before else ""
            self._state.say(f"reading what was pasted{after} …")
        elif self.engine.is_empty:
            self.app.exit()

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
