"""The text that a block looks for, to be edited."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import TextArea


class SearchTextScreen(ModalScreen[str | None]):
    """Returns the text to look for, or None if the person went back."""

    CSS_PATH = "search_text.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back", priority=True),
        Binding("ctrl+s", "look", "look for this", priority=True),
    ]

    def __init__(self, number: int, side: str, text: str) -> None:
        """
        Args:
            number: Of the block.
            side: What its format calls the text.
            text: It must not hold characters that a terminal would take for commands.
        """
        super().__init__()
        self._title = f"What block {number} looks for: its {side}"
        self._text = text

    def compose(self) -> ComposeResult:
        area = TextArea(
            self._text, id="search", soft_wrap=False, show_line_numbers=True, tab_behavior="indent"
        )
        area.border_title = self._title
        area.border_subtitle = "ctrl+s look for this · esc back"
        yield area

    def action_look(self) -> None:
        area = self.query_one(TextArea)
        if area.text.strip():
            self.dismiss(area.text)
        else:
            area.border_subtitle = "there must be something to look for · esc back"
