"""A page of text over the review: a conflict that prevents an undo, the output of a command, a question."""

import time
from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.strip import Strip

from editreview.terminal import visible_line
from editreview.tui.keys import Where
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.lines import LineWidget

_MAX_LINES = 5_000


class Page(LineWidget):
    """Lines that scroll."""

    def __init__(self, text: str, *, id: str) -> None:
        super().__init__(id=id)
        self._lines = text.split("\n")
        self._top = 0

    def add(self, lines: Sequence[str]) -> None:
        """Append lines, and show them if the end was shown."""
        is_at_end = self._top >= len(self._lines) - self.size.height
        self._lines = [*self._lines, *lines][-_MAX_LINES:]
        self.scroll(len(lines) if is_at_end else 0)

    def scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        return self.strip([(f" {self._lines[at]}", "")])


class TextScreen(KeyedScreen[None]):
    """Shows a text until a key closes it.

    Args:
        title: Its title.
        text: The text.
        stop: Stops what adds to it; None if nothing does.
    """

    CSS_PATH = "text.tcss"
    WHERE = Where.TEXT

    def __init__(self, title: str, text: str, stop: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._stop = stop

    def compose(self) -> ComposeResult:
        with Box(self._title, id="text") as box:
            self._name_keys(box)
            yield Page(self._text, id="page")

    def _name_keys(self, box: Box) -> None:
        stop = () if self._stop is None else (f"{self.keys['text.stop']} stop",)
        box.name_keys(f"{self.keys['text.down']} {self.keys['text.up']} scroll", *stop, "esc close")

    def end(self) -> None:
        """Nothing adds to it any more."""
        self._stop = None
        for box in self.query(Box):
            self._name_keys(box)

    def action_stop(self) -> None:
        if self._stop is not None:
            self._stop()

    def add(self, lines: Sequence[str]) -> None:
        """Append lines, as they come, also before the page is composed."""
        pages = self.query(Page)
        if not pages:
            self._text = "\n".join([*([self._text] if self._text else []), *lines])
        for page in pages:
            page.add(lines)

    def action_scroll(self, rows: int) -> None:
        self.query_one(Page).scroll(rows)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_scroll(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_scroll(-3)


_GRACE_S = 0.7
"""Seconds after which the user has noticed the question."""


class QuestionScreen(KeyedScreen[bool]):
    """Asks a question of an agent that is no edit, such as whether it may run a command.

    Returns True if the user allows it after it was painted.

    Args:
        title: The question.
        detail: What the agent tells about it.
    """

    CSS_PATH = "question.tcss"
    WHERE = Where.QUESTION

    def __init__(self, title: str, detail: str) -> None:
        super().__init__()
        self._title = title
        self._detail = detail

    def compose(self) -> ComposeResult:
        keys = self.keys
        with Box("The agent asks for permission", id="question") as box:
            scroll = f"{keys['question.down']} {keys['question.up']} scroll"
            box.name_keys(f"{keys['question.yes']} allow once", f"{keys['question.no']} refuse", scroll)
            lines = [visible_line(self._title), "", *self._detail.split("\n")]
            yield Page("\n".join(lines), id="page")

    def on_mount(self) -> None:
        self._opened = time.monotonic()

    def action_yes(self) -> None:
        # A key meant for a block must not allow a command.
        if self.is_seen and time.monotonic() - self._opened >= _GRACE_S:
            self.dismiss(True)

    def action_no(self) -> None:
        if self.is_seen:
            self.dismiss(False)

    def action_scroll(self, rows: int) -> None:
        self.query_one(Page).scroll(rows)
