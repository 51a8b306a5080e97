"""Asks why a block is rejected; the answer goes to the model."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input


class ReasonScreen(ModalScreen[str | None]):
    """Returns the reason, or None if the person went back."""

    CSS_PATH = "reason.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def compose(self) -> ComposeResult:
        with Vertical(id="reason") as box:
            box.border_title = f"Why is block {self._number} rejected?"
            box.border_subtitle = "enter reject · esc back"
            yield Input(placeholder="for the model, e.g. keep the old route")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
