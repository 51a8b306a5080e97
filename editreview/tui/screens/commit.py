"""The commit dialog: the proposed message, what goes with it, and the output of git and its hooks."""

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
"""Characters of a commit's first line."""
_MIN_WORDS = 3
"""Words that say something."""
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
_CODE = re.compile(r"^(```+|~~~+|<<<<<<+).*?^(?:\1|>>>>>>+)", re.M | re.S)
_INDENTED = re.compile(r"^(?: {4}|\t).*", re.M)
_CLAUSE = re.compile(r"[,;:]\s|\s\(|\s[-\u2013\u2014]\s")


def subject_of(response: str) -> str:
    """The first sentence of a response that says what was done; empty if none does in 72 characters."""
    prose = _INDENTED.sub("", _CODE.sub("", response))
    for line in prose.splitlines():
        text = visible_line(line).strip().strip("#*>- ").replace("`", "")
        if text.startswith(("<", "=", "```")):
            continue
        for sentence in _SENTENCE.split(text):
            if found := _said(sentence.rstrip(".:!")):
                return found
    return ""


def _said(sentence: str) -> str:
    """The work that a sentence says was done, if it is about that and short enough; else nothing."""
    told = _I_WILL.sub("", _YES.sub("", sentence))
    if told.casefold().startswith(("to ", "in order to ")):
        aim = _TO.fullmatch(told)
        told = aim["what"] if aim else ""
    if _TALK.match(told):
        return ""
    if len(told) > _MAX_SUBJECT:
        # A clause is whole, half a sentence is not.
        ends = [clause.start() for clause in _CLAUSE.finditer(told) if clause.start() <= _MAX_SUBJECT]
        told = told[: ends[-1]] if ends else ""
    return told[:1].upper() + told[1:] if len(told.split()) >= _MIN_WORDS else ""


_SAID = 11
"""Lines of git's answer that have room."""


class _Choice(Checkbox):
    """A box that tells without colours whether it is ticked."""

    def render(self) -> Content:
        self.BUTTON_INNER = "✓" if self.value else " "
        return super().render()


class CommitScreen(KeyedScreen[str | None]):
    """Asks for a message and stays until git took it. Returns what came of it, or None."""

    CSS_PATH = "commit.tcss"
    WHERE = Where.COMMIT

    def __init__(
        self,
        branch: str,
        files: Sequence[str],
        proposed: str,
        trailers: Sequence[str],
        commit: Callable[[CommitRequest], None],
    ) -> None:
        """Ask for a message.

        Args:
            branch: Its name.
            files: What will be committed.
            proposed: A message to begin with.
            trailers: Lines that can be put below it.
            commit: Called with what is wanted; `finished` is to be called with what came of it.
        """
        super().__init__()
        self._commit = commit
        self._branch = branch
        self._files = files
        self._proposed = proposed
        self._trailers = tuple(trailers)
        self._seen = IndexStatus([], "")
        self._heard: list[str] = []
        self._is_busy = False
        self._committed = ""

    def compose(self) -> ComposeResult:
        with Box(f"Commit {counted(len(self._files), 'file')} to {self._branch}", id="commit") as box:
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
            yield Static("", id="said")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        self._show_theirs()

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Amending begins with the message of what is amended, unless one is written already."""
        area = self.query_one(TextArea)
        old, new = self._proposed, visible(self._seen.last_message)
        if event.checkbox.id == "amend":
            old, new = (old, new) if event.value else (new, old)
            if area.text == old:
                area.text = new
                area.move_cursor(area.document.end)

    def saw_index(self, seen: IndexStatus) -> None:
        """It is known what the user has staged."""
        self._seen = seen
        # Git can be quicker than the screen.
        if self.is_mounted:
            self._show_theirs()

    def _show_theirs(self) -> None:
        choice, theirs = self.query_one("#theirs-too", Checkbox), self._seen.theirs
        names = ", ".join(theirs)
        choice.label = Content(
            visible(f"with what you have staged in {counted(len(theirs), 'file')}: {names}")
        )
        choice.display = bool(theirs)

    def action_commit(self) -> None:
        message = self.query_one(TextArea).text.strip()
        if not message:
            self._say("write a message first")
        elif not self._is_busy:
            self._is_busy = True
            self._heard.clear()
            self._say("git is committing …")
            self._commit(self._wanted(message))

    def _wanted(self, message: str) -> CommitRequest:
        chosen = {box.id for box in self.query(Checkbox) if box.value}
        return CommitRequest(
            message,
            theirs_too="theirs-too" in chosen,
            amend="amend" in chosen,
            sign_off="sign-off" in chosen,
            no_verify="no-verify" in chosen,
            trailers=self._trailers if "trailers" in chosen else (),
        )

    def action_back(self) -> None:
        self.dismiss("git goes on committing" if self._is_busy else None)

    def heard(self, line: str) -> None:
        """Git or a hook said something."""
        if self._is_busy:
            self._heard = [*self._heard, line][-_SAID:]
            self._say("\n".join(("git is committing …", *self._heard)))

    def finished(self, committed: CommitReceipt) -> None:
        """Git answered."""
        self._is_busy = False
        if committed.is_problem:
            # The last lines of what a hook says tell what is wrong.
            last = "\n".join(committed.said.splitlines()[-_SAID:])
            self._say(f"Nothing was committed; your message is kept.\n{last}")
        else:
            self._committed = f"committed: {committed.said}"
            # Help may be over it, and only what is above all can be dismissed.
            if self.is_active:
                self.dismiss(self._committed)

    def on_screen_resume(self) -> None:
        if self._committed:
            self.dismiss(self._committed)

    def _say(self, text: str) -> None:
        said = self.query_one("#said", Static)
        said.update(Content(visible(text)))
        # Where there is little room it is below the edge.
        self.call_after_refresh(said.scroll_visible, animate=False)
