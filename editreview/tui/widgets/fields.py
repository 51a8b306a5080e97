"""Text fields that make invisible characters in typed or pasted text visible."""

from textual.widgets import Input, TextArea
from textual.widgets.text_area import Edit, EditResult

from editreview.terminal import visible, visible_line


class LineField(Input):
    """A field of one line."""

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(visible_line(text), start, end)


class TextField(TextArea):
    """A field of many lines."""

    def edit(self, edit: Edit) -> EditResult:
        # Terminals paste carriage returns for line ends.
        edit.text = visible(edit.text.replace("\r\n", "\n").replace("\r", "\n"))
        return super().edit(edit)
