"""A field at the bottom of the review for what is searched in the diff."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Input

from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.widgets.fields import LineField


class SearchScreen(KeyedScreen[str | None]):
    """Returns what was entered, or None if the user went back.

    Args:
        changed: Told of the text with every key, so that the first match is seen at once.
    """

    CSS_PATH = "search.tcss"
    WHERE = Where.SEARCH

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__()
        self._changed = changed

    def compose(self) -> ComposeResult:
        yield LineField(
            placeholder="search both sides; capitals matter if there are any", compact=True, id="search"
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
