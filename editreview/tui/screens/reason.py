"""Asks for a line that goes to the model: why a block is rejected, or what else to know of it."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen


class ReasonScreen(KeyedScreen[str | None]):
    """Returns the answer, or None if the person went back."""

    CSS_PATH = "reason.tcss"
    WHERE = Where.LINE

    _QUESTION, _DOES, _EXAMPLE = "Why is block {number} rejected?", "reject", "keep the old route"

    def __init__(self, number: int, begun: str = "") -> None:
        """Ask about a block.

        Args:
            number: The block's.
            begun: An answer to begin with.
        """
        super().__init__()
        self._number = number
        self._begun = begun

    def compose(self) -> ComposeResult:
        with Vertical(id="reason") as box:
            box.border_title = self._QUESTION.format(number=self._number)
            box.border_subtitle = f"enter {self._DOES} · esc back"
            yield Input(self._begun, placeholder=f"for the model, e.g. {self._EXAMPLE}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class NoteScreen(ReasonScreen):
    """The same for a note; an empty one is none."""

    _QUESTION, _DOES, _EXAMPLE = "A note on block {number}", "keep it", "add a test for this"
