"""Asks for a line that goes to the model: why a block is rejected, or what else to know of it."""

from textual.app import ComposeResult
from textual.widgets import Input

from editreview.terminal import visible_line
from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.widgets.boxes import Box
from editreview.tui.widgets.fields import LineField


class LineScreen(KeyedScreen[str | None]):
    """Returns the line, or None if the user went back.

    Args:
        title: The question.
        does: What enter does, in a word or two.
        example: Of an answer.
        begun: An answer to begin with.
    """

    CSS_PATH = "line.tcss"
    WHERE = Where.LINE

    def __init__(self, title: str, does: str, example: str, begun: str = "") -> None:
        super().__init__()
        self._title = title
        self._does = does
        self._example = example
        self._begun = begun

    def compose(self) -> ComposeResult:
        with Box(self._title, id="line") as box:
            box.name_keys(f"enter {self._does}", "esc back")
            yield LineField(visible_line(self._begun), placeholder=f"for the model, e.g. {self._example}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


def reason_screen(about: str) -> LineScreen:
    """Asks why a block is rejected."""
    return LineScreen(f"Why is {about} rejected?", "reject", "keep the old route")


def note_screen(about: str, begun: str) -> LineScreen:
    """Asks for a note on a block, or on lines of one; an empty one is none."""
    return LineScreen(f"A note on {about}", "keep it", "add a test for this", begun)
