"""Dialogs that ask for one line: a search text, a reason, a note for the model, a rule."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Input

from editreview.terminal import visible_line
from editreview.tui.keys import Where
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.fields import LineField


class LineScreen(KeyedScreen[str | None]):
    """Returns the line, or None if the user went back.

    Args:
        title: The question.
        does: The verb for enter.
        hint: Shown while the line is empty.
        initial: The initial answer.
    """

    CSS_PATH = "line.tcss"
    WHERE = Where.LINE

    def __init__(self, title: str, does: str, hint: str, initial: str = "") -> None:
        super().__init__()
        self._title = title
        self._does = does
        self._hint = hint
        self._initial = initial

    def compose(self) -> ComposeResult:
        with Box(self._title, id="line") as box:
            box.name_keys(f"enter {self._does}", "esc back")
            yield LineField(visible_line(self._initial), placeholder=self._hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


def reason_screen(about: str) -> LineScreen:
    """Ask why a block is rejected."""
    return LineScreen(f"Why is {about} rejected?", "reject", "for the model, e.g. keep the old route")


def note_screen(about: str, initial: str) -> LineScreen:
    """Ask for a note on a block, or on lines of one; an empty one removes it."""
    return LineScreen(f"Note on {about}", "save", "for the model, e.g. add a test for this", initial)


def rule_screen(initial: str) -> LineScreen:
    """Ask for a rule whose files may always be changed in this tree."""
    return LineScreen("Always allow changes of", "allow", "a pattern as in .gitignore", initial)


class SearchScreen(KeyedScreen[str | None]):
    """Returns the search text, or None if the user went back.

    Args:
        changed: Called with the text after every key, to show the first match at once.
    """

    CSS_PATH = "search.tcss"
    WHERE = Where.SEARCH

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__()
        self._changed = changed

    def compose(self) -> ComposeResult:
        yield LineField(
            placeholder="search both sides; case matters if you type a capital", compact=True, id="search"
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
