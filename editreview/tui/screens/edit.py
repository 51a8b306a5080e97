"""A text editor for when the user has none configured, or there is no terminal to run it in."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.filter import LineFilter
from textual.widgets import TextArea

from editreview.terminal import visible
from editreview.tui.keys import Where
from editreview.tui.parts import content_text
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.fields import TextField
from editreview.tui.widgets.lines import Plain

_KEYS = ("ctrl+s use it", "esc back")


class _Area(TextField):
    """A text area that never replaces characters by ASCII signs: its text is going to be written."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [each for each in super().get_line_filters() if not isinstance(each, Plain)]


class EditScreen(KeyedScreen[str | None]):
    """Returns the edited text, or None if the user went back.

    Raises:
        ValueError: The text has characters that must not reach the terminal.
    """

    CSS_PATH = "edit.tcss"
    WHERE = Where.EDIT

    def __init__(self, title: str, text: str, line: int, *, empty: str | None = None) -> None:
        """
        Args:
            title: The title of the dialog.
            text: The text, with line feeds.
            line: The number of its first line, from 1.
            empty: The message if the text is left empty; None if that is allowed.
        """
        super().__init__()
        if content_text(visible(text)) != text:
            raise ValueError("it has characters that cannot be displayed")
        self._title = title
        self._text = text
        self._line = line
        self._empty = empty
        self._is_leaving = False

    def compose(self) -> ComposeResult:
        with Box(self._title, id="edit") as box:
            box.name_keys(*_KEYS)
            area = _Area(
                self._text,
                id="text",
                show_line_numbers=True,
                line_number_start=self._line,
                tab_behavior="indent",
                soft_wrap=False,
            )
            if "\n\t" in f"\n{self._text}":
                area.indent_type = "tabs"
            yield area

    def action_take(self) -> None:
        text = self.query_one(TextArea).text
        if self._empty is not None and not text.strip():
            self._show_message(self._empty, "esc back")
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        if self._is_leaving or self.query_one(TextArea).text == self._text:
            self.dismiss(None)
            return
        self._is_leaving = True
        self._show_message("edited: esc again discards it", "ctrl+s uses it")

    def on_text_area_changed(self) -> None:
        self._is_leaving = False
        self._show_message(*_KEYS)

    def _show_message(self, *texts: str) -> None:
        self.query_one(Box).name_keys(*texts)
