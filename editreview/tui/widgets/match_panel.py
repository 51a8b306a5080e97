"""The panel above or beside the diff, with the strategies or the candidates of a block."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.strip import Strip

from editreview.tui.messages import FieldMessage
from editreview.tui.panel_rows import PanelRow
from editreview.tui.parts import Look, padded, text_of
from editreview.tui.widgets.lines import PaneWidget


class MatchPanel(PaneWidget):
    """Rows with a cursor, which stays on rows with a target."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "panel--title": Look("bold on $panel"),
        "panel--found": Look("bold $text-success"),
        "panel--missed": Look("$text-muted"),
        "panel--warning": Look("$text-warning"),
        "panel--adjusted": Look("$text-primary"),
        "panel--cursor": Look(
            "bold on $primary 35%",
            "bold reverse ansi_default on ansi_default",
            "bold reverse on $primary 35%",
        ),
    }

    class Pointed(FieldMessage):
        """A row was clicked."""

        row: int

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._title = ""
        self._rows: Sequence[PanelRow] = ()
        self._cursor = 0
        self._top = 0
        self._is_active = True

    def show(self, title: str, rows: Sequence[PanelRow], cursor: int, *, is_active: bool) -> None:
        """Show rows below a title, with the cursor on one of them."""
        contents = (title, rows, cursor, is_active)
        if contents == (self._title, self._rows, self._cursor, self._is_active):
            return
        needs_room = len(rows) != len(self._rows)
        self._title, self._rows, self._cursor, self._is_active = contents
        self.edition += 1
        self._keep_in_sight(anew=needs_room)
        self.refresh(layout=needs_room)

    def _keep_in_sight(self, *, anew: bool = False) -> None:
        if anew:
            # From the top: the result must not depend on how the rows arrived, or on earlier sizes.
            self._top = 0
        height = max(self.size.height - 1, 1)
        # With the cursor on the last row that has a target, the text below it is visible too.
        last = max((at for at, row in enumerate(self._rows) if row.target is not None), default=0)
        end = len(self._rows) - 1 if self._cursor == last else self._cursor
        self._top = max(min(self._top, self._cursor), min(end - height + 1, self._cursor))
        # The warnings at the top stay visible while the cursor is on the first page.
        self._top = 0 if end < height else max(min(self._top, len(self._rows) - height), 0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows) + 1

    def on_resize(self) -> None:
        self._keep_in_sight(anew=True)
        self.refresh()

    def line(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(padded(f" {self._title}", self.size.width), "panel--title")])
        at = self._top + y - 1
        if at >= len(self._rows):
            return Strip([])
        row = self._rows[at]
        if at != self._cursor:
            return self.strip([("  ", ""), *row.parts])
        mark = "▸ " if self._is_active else "▹ "
        text = mark + "".join(text for text, _ in row.parts)
        return self.strip([(padded(text, self.size.width), "panel--cursor")])

    def tooltip_at(self, x: int, y: int) -> str:
        at = self._top + y - 1
        parts = self._rows[at].parts if y > 0 and at < len(self._rows) else ()
        return text_of(parts) if self.strip(parts).cell_length + 2 > self.size.width else ""

    def on_click(self, event: events.Click) -> None:
        at = self._top + event.y - 1
        if event.y > 0 and at < len(self._rows) and self._rows[at].target is not None:
            self.post_message(self.Pointed(at))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(3, event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(-3, event)

    def _scroll(self, rows: int, event: events.MouseEvent) -> None:
        event.stop()
        self._top = max(0, min(self._top + rows, len(self._rows) - max(self.size.height - 1, 1)))
        self.refresh()
