"""A question of an agent that is no edit, such as whether it may run a command."""

import time

from textual.app import ComposeResult

from editreview.terminal import visible_line
from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.screens.text import Page
from editreview.tui.widgets.boxes import Box

_GRACE_S = 0.7
"""Seconds after which the user has noticed the question."""


class QuestionScreen(KeyedScreen[bool]):
    """Returns True if the user allows it after it was painted.

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
