"""The commit message, and what git and its hooks say."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from editreview.terminal import visible
from editreview.tui.messages import Committed

_SAID = 11
"""Lines of git's answer that have room."""


class CommitScreen(ModalScreen[str | None]):
    """Asks for a message and stays until git took it. Returns what came of it, or None."""

    CSS_PATH = "commit.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", priority=True),
        Binding("ctrl+s", "commit", "commit", priority=True),
    ]

    def __init__(
        self, branch: str, files: Sequence[str], proposed: str, commit: Callable[[str], None]
    ) -> None:
        """Ask for a message.

        Args:
            branch: Its name.
            files: What will be committed.
            proposed: A message to begin with.
            commit: Called with the message; `finished` is to be called with what came of it.
        """
        super().__init__()
        self._commit = commit
        self._branch = branch
        self._files = files
        self._proposed = proposed
        self._is_busy = False

    def compose(self) -> ComposeResult:
        with Vertical(id="commit") as box:
            count = len(self._files)
            box.border_title = escape(
                visible(f"Commit {count} file{'s' if count != 1 else ''} to {self._branch}")
            )
            box.border_subtitle = "ctrl+s commit · esc back"
            yield TextArea(self._proposed, id="message", soft_wrap=True)
            yield Static(Content(visible("\n".join(f"  {path}" for path in self._files))), id="files")
            yield Static("", id="said")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)

    def action_commit(self) -> None:
        message = self.query_one(TextArea).text.strip()
        if not message:
            self._say("write a message first")
        elif not self._is_busy:
            self._is_busy = True
            self._say("git is committing …")
            self._commit(message)

    def action_back(self) -> None:
        self.dismiss("git goes on committing" if self._is_busy else None)

    def finished(self, committed: Committed) -> None:
        """Git answered."""
        self._is_busy = False
        if committed.is_problem:
            # The last lines of what a hook says tell what is wrong.
            last = "\n".join(committed.said.splitlines()[-_SAID:])
            self._say(f"Nothing was committed; your message is kept.\n{last}")
        else:
            self.dismiss(f"committed: {committed.said}")

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(visible(text)))
