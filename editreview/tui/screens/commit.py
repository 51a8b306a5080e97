"""The commit dialog: the proposed message, options, files, and the output of git and its hooks."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Checkbox, Static, TextArea

from editreview.terminal import visible
from editreview.text import counted
from editreview.tui.keys import Where
from editreview.tui.messages import CommitReceipt, IndexStatus
from editreview.tui.screens.dialogs import Box, KeyedScreen, TextField
from editreview.workspace import CommitRequest

_SUBJECT, _LINE = 50, 72
"""Characters that fit a subject in git's own lists, and a line in its log: the guides."""


def guides(message: str, width: int) -> Content:
    """The row above the message: the length of its subject, and marks where lines should end.

    Args:
        message: The message so far.
        width: Cells of the row.
    """
    subject, *body = message.split("\n")
    length, style = cell_len(subject), "dim"
    text = f"subject {length} of {_SUBJECT if length <= _SUBJECT else _LINE}"
    if length > _LINE:
        text, style = f"subject {length}, longer than {_LINE}", "$text-error"
    elif body and body[0].strip():
        text, style = f"{text} · leave line 2 blank", "$text-warning"
    elif long := [(number, cell_len(line)) for number, line in enumerate(body, 2) if cell_len(line) > _LINE]:
        text, style = f"{text} · line {long[0][0]} has {long[0][1]} of {_LINE}", "$text-warning"
    parts: list[tuple[str, str]] = [(text, style)]
    at = len(text)
    for column in (_SUBJECT, _LINE):
        mark = f"{column}▏"
        # The mark itself stands behind the last character that fits.
        if at < column + 1 - len(mark) and column < width:
            parts.append((mark.rjust(column + 1 - at), "dim"))
            at = column + 1
    return Content.assemble(*parts)


_MAX_FINDINGS = 4
"""Blocks whose warnings and marks are named; the outcome has them all."""
_MAX_OUTPUT_LINES = 11
"""Lines of git's output that are shown."""


class _Choice(Checkbox):
    """A checkbox whose state is visible without colours."""

    def render(self) -> Content:
        self.BUTTON_INNER = "✓" if self.value else " "
        return super().render()


_KEYS = ("ctrl+s commit", "tab choices", "esc back")


class CommitScreen(KeyedScreen[str | None]):
    """Asks for a message, and stays open until git has committed. Returns a message about it, or None."""

    CSS_PATH = "commit.tcss"
    WHERE = Where.COMMIT

    def __init__(
        self,
        title: str,
        files: Sequence[str],
        findings: Sequence[str],
        trailers: Sequence[str],
        commit: Callable[[CommitRequest], None],
        end: Callable[[], None],
        verdict: tuple[str, bool] = ("", False),
    ) -> None:
        """
        Args:
            title: The steps and the branch.
            files: The files to commit.
            findings: The warnings and marks of their blocks, in words.
            trailers: Lines that can be added below the message.
            commit: Called with the request; its receipt goes to `finish`.
            end: Called to end git while it commits.
            verdict: The arguments of the first `show_verdict`.
        """
        super().__init__()
        self._commit = commit
        self._end = end
        self._verdict = verdict
        self._title = title
        self._files, self._findings = files, findings
        self._problem = ""
        """Why blocks that were to be committed are not any more."""
        self._trailers = tuple(trailers)
        self._index: IndexStatus | None = None
        """None until it is known."""
        self._is_early = False
        """True if the user asked for the commit before the proposed message was there."""
        self._output: list[str] = []
        self._is_busy = False
        self._committed = ""

    def compose(self) -> ComposeResult:
        with Box(self._title, id="commit") as box:
            box.name_keys(*_KEYS)
            yield Static("", id="guides")
            yield TextField(id="message", soft_wrap=True)
            yield Static("", id="verdict")
            yield Static("", id="findings")
            with Horizontal(id="choices"):
                yield _Choice("amend the last commit", id="amend", compact=True)
                yield _Choice("sign off", id="sign-off", compact=True)
                yield _Choice("skip hooks", id="no-verify", compact=True)
            if self._trailers:
                label = Content(visible(" · ".join(self._trailers)))
                yield _Choice(label, value=True, id="trailers", compact=True)
            yield _Choice("", id="theirs-too", compact=True)
            with VerticalScroll(id="files"):
                yield Static(self._listed(), id="paths")
            yield Static("", id="output")

    def _listed(self) -> Content:
        return Content(visible("\n".join(f"  {path}" for path in self._files)))

    def show_change(self, title: str, files: Sequence[str], findings: Sequence[str], problem: str) -> None:
        """Show what is to be committed now, and why that is not what it was.

        Args:
            title: The steps and the branch.
            files: The files to commit.
            findings: The warnings and marks of their blocks, in words.
            problem: A sentence; empty if nothing was lost.
        """
        now = (title, files, findings, problem)
        if now == (self._title, self._files, self._findings, self._problem):
            return
        self._title, self._files, self._findings, self._problem = now
        if self.is_mounted and not self._is_busy:
            self.query_one("#commit", Box).rename(title)
            self.query_one("#paths", Static).update(self._listed())
            self._show_findings()
            self._show_message(problem)

    def on_mount(self) -> None:
        self._show_verdict()
        self._show_findings()
        self._show_theirs()
        self._propose("", self._subject)

    @property
    def _subject(self) -> str:
        return "" if self._index is None else self._index.subject

    def _propose(self, old: str, new: str) -> None:
        """Propose a message instead of another, unless the user has written one."""
        area = self.query_one(TextArea)
        if area.text == old:
            area.text = new
            # Typing replaces it, and moving keeps it.
            area.select_all()

    def on_resize(self) -> None:
        self._show_guides()

    def on_text_area_changed(self) -> None:
        self._show_guides()

    def _show_guides(self) -> None:
        row = self.query_one("#guides", Static)
        row.update(guides(self.query_one(TextArea).text, row.content_size.width))

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Propose the message of the commit to amend instead of a new one, or the other way round."""
        if event.checkbox.id == "amend" and self._index is not None:
            messages = self._subject, visible(self._index.last_message)
            self._propose(*(messages if event.value else messages[::-1]))

    def show_verdict(self, text: str, is_problem: bool) -> None:
        """Show the result of the command that judges the tree.

        Args:
            text: A sentence; empty without a command.
            is_problem: True if the command fails, or has not seen these blocks.
        """
        self._verdict = text, is_problem
        if self.is_mounted:
            self._show_verdict()

    def _show_verdict(self) -> None:
        (text, is_problem), row = self._verdict, self.query_one("#verdict", Static)
        row.display = bool(text)
        row.update(Content(visible(text)))
        row.set_class(is_problem, "-problem")

    def _show_findings(self) -> None:
        findings, row = self._findings, self.query_one("#findings", Static)
        if len(findings) > _MAX_FINDINGS:
            named = _MAX_FINDINGS - 1
            more = counted(len(findings) - named, "more block")
            findings = [*findings[:named], f"and {more} with a warning or a mark"]
        row.display = bool(findings)
        row.update(Content(visible("\n".join(findings))))

    def show_index(self, status: IndexStatus) -> None:
        """Show the proposed message and what the user has staged, now that they are known."""
        self._index = status
        # Git can be faster than the dialog.
        if self.is_mounted:
            self._show_theirs()
            self._propose("", self._subject)
            if self._is_early:
                self.action_commit()

    def _show_theirs(self) -> None:
        choice = self.query_one("#theirs-too", Checkbox)
        files = [] if self._index is None else self._index.user_files
        names = ", ".join(files)
        choice.label = Content(
            visible(f"include your own staged changes in {counted(len(files), 'file')}: {names}")
        )
        choice.display = bool(files)

    def action_commit(self) -> None:
        message = self.query_one(TextArea).text.strip()
        if not message and self._index is None:
            self._is_early = True
        elif not message:
            self._show_message("Write a message first")
        elif not self._is_busy:
            self._set_busy(True)
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key that ends git to the text while git does nothing."""
        if action == "end":
            return self._is_busy
        return super().check_action(action, parameters)

    def action_end(self) -> None:
        self._show_message("ending git …")
        self._end()

    def _set_busy(self, is_busy: bool) -> None:
        self._is_busy = is_busy
        for box in self.query("#commit").results(Box):
            box.name_keys(*((f"{self.keys['commit.end']} end git", "esc back") if is_busy else _KEYS))

    def show_output(self, line: str) -> None:
        """Show a line that git or a hook printed."""
        if self._is_busy:
            self._output = [*self._output, line][-_MAX_OUTPUT_LINES:]
            self._show_message("\n".join(("git is committing …", *self._output)))

    def stop(self, problem: str) -> None:
        """Show why the accepted blocks were not all written, so that nothing was committed yet."""
        self._set_busy(False)
        self._show_message(f"Nothing was committed; your message is kept.\n{problem}")

    def finish(self, committed: CommitReceipt) -> None:
        """Close with the result of the commit, or show why it failed."""
        self._set_busy(False)
        if committed.is_problem:
            # The last lines of a hook's output tell what is wrong.
            text = committed.text.removesuffix(" Nothing was committed.")
            last = "\n".join(text.splitlines()[-_MAX_OUTPUT_LINES:])
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
        widget.display = bool(text)
        widget.update(Content(visible(text)))
        # On a small terminal it is below the edge.
        self.call_after_refresh(widget.scroll_visible, animate=False)
