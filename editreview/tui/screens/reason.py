"""Asks for a line that goes to the model: why a block is rejected, or what else to know of it."""

from textual.app import ComposeResult
from textual.widgets import Input

from editreview.terminal import visible_line
from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.widgets.boxes import Box
from editreview.tui.widgets.fields import LineField


class ReasonScreen(KeyedScreen[str | None]):
    """Returns the answer, or None if the person went back."""

    CSS_PATH = "reason.tcss"
    WHERE = Where.LINE

    _QUESTION, _DOES, _EXAMPLE = "Why is {about} rejected?", "reject", "keep the old route"

    def __init__(self, about: str, begun: str = "") -> None:
        """Ask about a block, or lines of one.

        Args:
            about: What it is about, for people.
            begun: An answer to begin with.
        """
        super().__init__()
        self._about = about
        self._begun = begun

    def compose(self) -> ComposeResult:
        with Box(self._QUESTION.format(about=self._about), id="reason") as box:
            box.name_keys(f"enter {self._DOES}", "esc back")
            yield LineField(visible_line(self._begun), placeholder=f"for the model, e.g. {self._EXAMPLE}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class NoteScreen(ReasonScreen):
    """The same for a note; an empty one is none."""

    _QUESTION, _DOES, _EXAMPLE = "A note on {about}", "keep it", "add a test for this"
