"""The commit dialog: the proposed message, options, files, and the output of git and its hooks."""

import re
from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Static, TextArea

from editreview.terminal import visible, visible_line
from editreview.text import counted
from editreview.tui.keys import Where
from editreview.tui.messages import CommitReceipt, IndexStatus
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.widgets.boxes import Box
from editreview.tui.widgets.fields import TextField
from editreview.workspace import CommitRequest

_MAX_SUBJECT = 72
"""Characters of a commit's subject line."""
_MIN_WORDS = 3
"""Words of a subject."""
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")
_YES = re.compile(r"^(?:okay|ok|sure|certainly|of course|great|absolutely|got it)\b[,.!]?\s*", re.I)
_I_WILL = re.compile(
    r"^(?:I|we)(?:'ll| will| have|'ve|(?: am|'m| are) going to| can)\s+(?:now\s+|also\s+)?", re.I
)
_TO = re.compile(r"(?:in order )?to (?P<what>.+?), (?:here|we|you|I|let|the)\b.*", re.I)
_TALK = re.compile(
    r"(?:here|let|below|you|your|thanks|thank|sorry|my|these|this|help|the following"
    r"|after|when|if|since|as|based)\b",
    re.I,
)
_CODE = re.compile(r"^(`{3,}+|~{3,}+|<{6,}+).*?^(?:\1|>>>>>>+)", re.M | re.S)
_INDENTED = re.compile(r"^(?: {4}|\t).*", re.M)
_CLAUSE = re.compile(r"[,;:]\s|\s\(|\s[-\u2013\u2014]\s")


def subject_of(response: str) -> str:
    """The first sentence of a response that describes the change, as a subject; empty if there is none."""
    prose = _INDENTED.sub("", _CODE.sub("", response))
    for line in prose.splitlines():
        text = visible_line(line).strip().strip("#*>- ").replace("`", "")
        if text.startswith(("<", "=", "```")):
            continue
        for sentence in _SENTENCE.split(text):
            if found := _work_done(sentence.rstrip(".:!")):
                return found
    return ""


def _work_done(sentence: str) -> str:
    """The change that a sentence describes; empty if it is about something else, or too long."""
    text = _I_WILL.sub("", _YES.sub("", sentence))
    if text.casefold().startswith(("to ", "in order to ")):
        aim = _TO.fullmatch(text)
        text = aim["what"] if aim else ""
    if _TALK.match(text):
        return ""
    if len(text) > _MAX_SUBJECT:
        # Cut at the end of a clause, never in the middle.
        ends = [clause.start() for clause in _CLAUSE.finditer(text) if clause.start() <= _MAX_SUBJECT]
        text = text[: ends[-1]] if ends else ""
    return text[:1].upper() + text[1:] if len(text.split()) >= _MIN_WORDS else ""


_MAX_OUTPUT_LINES = 11
"""Lines of git's output that are shown."""


class _Choice(Checkbox):
    """A checkbox whose state is visible without colours."""

    def render(self) -> Content:
        self.BUTTON_INNER = "✓" if self.value else " "
        return super().render()


class CommitScreen(KeyedScreen[str | None]):
    """Asks for a message, and stays open until git has committed. Returns a message about it, or None."""

    CSS_PATH = "commit.tcss"
    WHERE = Where.COMMIT

    def __init__(
        self,
        title: str,
        files: Sequence[str],
        proposed: str,
        trailers: Sequence[str],
        commit: Callable[[CommitRequest], None],
    ) -> None:
        """
        Args:
            title: The steps and the branch.
            files: The files to commit.
            proposed: The initial message.
            trailers: Lines that can be added below the message.
            commit: Called with the request; its receipt goes to `finish`.
        """
        super().__init__()
        self._commit = commit
        self._title = title
        self._files = files
        self._proposed = proposed
        self._trailers = tuple(trailers)
        self._index = IndexStatus([], "")
        self._output: list[str] = []
        self._is_busy = False
        self._committed = ""

    def compose(self) -> ComposeResult:
        with Box(self._title, id="commit") as box:
            box.name_keys("ctrl+s commit", "tab choices", "esc back")
            yield TextField(self._proposed, id="message", soft_wrap=True)
            with Horizontal(id="choices"):
                yield _Choice("amend the last commit", id="amend", compact=True)
                yield _Choice("sign off", id="sign-off", compact=True)
                yield _Choice("skip hooks", id="no-verify", compact=True)
            if self._trailers:
                label = Content(visible(" · ".join(self._trailers)))
                yield _Choice(label, value=True, id="trailers", compact=True)
            yield _Choice("", id="theirs-too", compact=True)
            with VerticalScroll(id="files"):
                yield Static(Content(visible("\n".join(f"  {path}" for path in self._files))))
            yield Static("", id="output")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        self._show_theirs()

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Propose the message of the commit to amend, unless the user has written one."""
        area = self.query_one(TextArea)
        old, new = self._proposed, visible(self._index.last_message)
        if event.checkbox.id == "amend":
            old, new = (old, new) if event.value else (new, old)
            if area.text == old:
                area.text = new
                area.move_cursor(area.document.end)

    def show_index(self, status: IndexStatus) -> None:
        """Show what the user has staged, now that it is known."""
        self._index = status
        # Git can be faster than the dialog.
        if self.is_mounted:
            self._show_theirs()

    def _show_theirs(self) -> None:
        choice, files = self.query_one("#theirs-too", Checkbox), self._index.user_files
        names = ", ".join(files)
        choice.label = Content(
            visible(f"with what you have staged in {counted(len(files), 'file')}: {names}")
        )
        choice.display = bool(files)

    def action_commit(self) -> None:
        message = self.query_one(TextArea).text.strip()
        if not message:
            self._show_message("Write a message first")
        elif not self._is_busy:
            self._is_busy = True
            self._output.clear()
            self._show_message("git is committing …")
            self._commit(self._request(message))

    def _request(self, message: str) -> CommitRequest:
        chosen = {box.id for box in self.query(Checkbox) if box.value}
        return CommitRequest(
            message,
            with_user_changes="theirs-too" in chosen,
            amend="amend" in chosen,
            sign_off="sign-off" in chosen,
            no_verify="no-verify" in chosen,
            trailers=self._trailers if "trailers" in chosen else (),
        )

    def action_back(self) -> None:
        self.dismiss("git is still committing" if self._is_busy else None)

    def show_output(self, line: str) -> None:
        """Show a line that git or a hook printed."""
        if self._is_busy:
            self._output = [*self._output, line][-_MAX_OUTPUT_LINES:]
            self._show_message("\n".join(("git is committing …", *self._output)))

    def stop(self, problem: str) -> None:
        """Show why the accepted blocks were not all written, so that nothing was committed yet."""
        self._is_busy = False
        self._show_message(f"Nothing was committed; your message is kept.\n{problem}")

    def finish(self, committed: CommitReceipt) -> None:
        """Close with the result of the commit, or show why it failed."""
        self._is_busy = False
        if committed.is_problem:
            # The last lines of a hook's output tell what is wrong.
            last = "\n".join(committed.text.splitlines()[-_MAX_OUTPUT_LINES:])
            self._show_message(f"Nothing was committed; your message is kept.\n{last}")
        else:
            self._committed = f"committed: {committed.text}"
            # Only the top screen can be dismissed, and help may be open above.
            if self.is_active:
                self.dismiss(self._committed)

    def on_screen_resume(self) -> None:
        if self._committed:
            self.dismiss(self._committed)

    def _show_message(self, text: str) -> None:
        widget = self.query_one("#output", Static)
        widget.update(Content(visible(text)))
        # On a small terminal it is below the edge.
        self.call_after_refresh(widget.scroll_visible, animate=False)
