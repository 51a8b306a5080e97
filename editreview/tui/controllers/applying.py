"""Applying accepted blocks, staging and committing what was applied, and undoing each."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from editreview.review import findings_of
from editreview.text import counted
from editreview.tui.editors import NoTerminalError
from editreview.tui.match_line import why_not
from editreview.tui.signs import findings_in_words

if TYPE_CHECKING:
    from editreview.review import Effect, Outcome
    from editreview.tui.controllers.checking import Checking
    from editreview.tui.messages import (
        CommitReceipt,
        GitOutput,
        IndexStatus,
        UndoReceipt,
        WriteReceipt,
    )
    from editreview.tui.screens.dialogs import CommitScreen
    from editreview.tui.view import ReviewView
    from editreview.workspace import CommitRequest

_MAX_NOT_STAGED = 3
"""Files that the commit dialog names because they cannot be committed."""


class Applying:
    """Writes, stages, commits and undoes, one command at a time.

    The worker runs the command; once its receipt is here, this thread appends the effect to the log.
    """

    def __init__(self, view: "ReviewView", checking: "Checking") -> None:
        self._view = view
        self._checking = checking
        self._session = view.session
        self._status = view.status
        self._running: str | None = None
        """The command that the worker runs, as a participle."""
        self._dialog: CommitScreen | None = None
        self._further: list[Callable[[], None]] = []
        """The undos and redos that the user asked for while one was going on, in order."""
        self._to_commit: CommitRequest | None = None
        """The commit to make once the accepted blocks are written and staged."""
        self._not_to_be_staged: Mapping[str, str] = {}
        """The reasons why accepted blocks of some files can only be applied, by path."""

    def is_busy(self, id: str) -> bool:
        """True if another command is still running; then tells the user.

        Args:
            id: The action that has to wait.
        """
        if self._running is None:
            return False
        again = self._session.keys[id]
        text = f"still {self._running}; press {again} again in a moment"
        if self.is_committing:
            text = f"git is still committing; {self._session.keys['interrupt']} ends it"
        self._status.set_message(text, is_problem=True, is_true=lambda: self._running is not None)
        return True

    @property
    def is_committing(self) -> bool:
        """True while git commits, or a hook or a signing program does its work."""
        return self._running == "committing"

    def end_commit(self) -> None:
        """End git and its hooks while they commit."""
        self._session.worker.end_commit()
        if self._dialog is None:
            self._status.set_message("ending git …", is_true=lambda: self.is_committing)

    def _begin(self, running: str) -> None:
        self._running = running
        self._status.set_message(f"{running} …")

    def _end(self) -> None:
        """The worker's receipt is here: log the effect."""
        self._running = None
        self._session.end_writing()

    # Writing

    def apply(self) -> None:
        # Of changes on disk, what is accepted is written already.
        is_on_disk = self._session.review.workspace.comparison is not None
        self._write(stage=is_on_disk and self._session.can_stage)

    def stage(self) -> None:
        if why := self._without_index:
            self._status.set_message(why, is_problem=True)
        else:
            self._write(stage=True)

    @property
    def _without_index(self) -> str:
        """The reason why nothing can be staged, and the key that applies; empty if it can."""
        applies = f"{self._session.keys['do.apply']} applies without staging"
        if not self._session.settings.can_stage:
            return f"started with --no-stage: {applies}"
        return "" if self._session.can_stage else f"not in a git repository: {applies}"

    def _write(self, *, stage: bool) -> None:
        if self.is_busy("do.stage" if stage else "do.apply"):
            return
        review = self._session.review
        if not review.has_to_write and not (stage and review.workspace.to_stage):
            proposal = self._view.proposal
            text = (stage and self._not_staged) or f"nothing is {self._decided}{self._accepting}"
            if proposal is not None and self._session.is_applied(proposal):
                text = f"nothing new to apply: block {proposal.number} is applied already"
            self._status.set_message(text, is_problem=True, is_true=lambda: not review.has_to_write)
            return
        if review.accepted() and not self._checking.allows(lambda: self._write(stage=stage)):
            return
        self._begin("writing")
        self._session.write(stage=stage)

    @property
    def _decided(self) -> str:
        return "accepted" if self._session.review.workspace.comparison is None else "decided"

    @property
    def _accepting(self) -> str:
        """The keys that accept something now, or the key that goes on, after a colon; empty for none."""
        session, proposal = self._session, self._view.proposal
        keys, review = session.keys, session.review
        accept_safe, edition = keys["all.accept"], self._view.edition
        has_safe = bool(review.unchecked() or session.outline.safe(session.settings.accept, None, edition)[0])
        if proposal is not None and why_not(review, proposal, keys) is None:
            also = f", {accept_safe} all safe blocks" if has_safe else ""
            return f": {keys['block.accept']} accepts this block{also}"
        if has_safe:
            return f": {accept_safe} accepts all safe blocks"
        waiting = session.outline.next_undecided(self._view.state.current)
        if waiting is None or waiting == self._view.state.current:
            return ""
        return f": {keys['move.waiting']} goes to the next undecided block"

    def finish_writing(self, message: "WriteReceipt") -> None:
        """Show the result of writing, and commit if that was asked for."""
        self._end()
        proposal = self._view.proposal
        if proposal is not None and self._session.is_applied(proposal):
            # Its hunks and lines cannot be decided any more.
            self._view.leave_rows()
        if not message.problem and message.outcome is not None:
            self._show_results(message.outcome)
        if message.problem:
            self._status.set_message(message.problem, is_problem=True)
        else:
            can_stage = self._session.can_stage
            self._status.set_message(self._session.outline.written_sentence(message, can_stage=can_stage))
        self._view.refresh()
        request, self._to_commit = self._to_commit, None
        if request is None:
            return
        left = message.problem or self._session.outline.not_written()
        if not left:
            self._run_commit(request)
        elif self._dialog is not None:
            self._dialog.stop(left)

    def _show_results(self, outcome: "Outcome") -> None:
        from editreview.tui.widgets.panes import results_lines

        can_stage = self._session.can_stage and bool(self._session.review.workspace.to_stage)
        self._view.show_results(partial(results_lines, outcome, keys=self._session.keys, can_stage=can_stage))

    def read_again(self) -> None:
        self._session.worker.read_again()
        self._status.set_message("files reread")

    # Committing

    def commit(self) -> None:
        if self.is_busy("do.commit"):
            return
        review, settings = self._session.review, self._session.settings
        if unfinished := review.workspace.in_progress():
            text = f"{unfinished} is in progress: commit with git yourself"
            self._status.set_message(text, is_problem=True)
            return
        self._not_to_be_staged = {}
        title, files, findings = self._to_be_committed()
        if not files:
            text = self._without_index or self._not_staged
            text = text or f"nothing is accepted or staged yet{self._accepting}"
            if review.workspace.to_stage:
                text = f"nothing is staged yet: {self._session.keys['do.stage']} stages what was written"
            self._status.set_message(text, is_problem=True, is_true=lambda: not review.accepted())
            return
        if self._session.can_stage and review.accepted() and not self._checking.allows(self.commit):
            return
        from editreview.tui.screens.dialogs import CommitScreen

        self._dialog = CommitScreen(
            title,
            files,
            findings,
            settings.trailers,
            self._commit,
            self.end_commit,
            self._checking.verdict(),
        )
        self._view.open(self._dialog, self._close_dialog)
        self._session.worker.read_index()

    def _to_be_committed(self) -> tuple[str, list[str], list[str]]:
        """The title of the commit dialog, the files, and the findings of the blocks.

        The files are those staged and those of the accepted blocks.
        """
        review = self._session.review
        accepted = review.accepted() if self._session.can_stage else []
        paths = {path for each in accepted for path in (each.path, each.path_to) if path is not None}
        paths -= self._not_to_be_staged.keys()
        paths |= review.workspace.staged
        if not paths:
            return "Nothing to commit", [], []
        applied = (p for p in review.proposals if p.number in review.applied and p.path in paths)
        accepted = [each for each in accepted if each.path in paths or each.path_to in paths]
        findings = [findings_in_words(each) for each in findings_of((*applied, *accepted))]
        does = "Apply, stage and commit" if accepted else "Commit"
        title = f"{does} {counted(len(paths), 'file')} to {self._session.branch or 'this branch'}"
        return title, sorted(paths), findings

    def update_dialog(self) -> None:
        """Show in the commit dialog what has changed in the blocks that it is about."""
        if self._dialog is not None and self._running is None:
            self._dialog.show_change(*self._to_be_committed(), self._status.kept or self._only_applied)
            self.show_verdict()

    @property
    def _only_applied(self) -> str:
        """The accepted files that the commit will not have; empty if it has all."""
        left = list(self._not_to_be_staged.items())
        named = left if len(left) <= _MAX_NOT_STAGED else left[: _MAX_NOT_STAGED - 1]
        lines = [f"{path} is only applied, not committed: {why}" for path, why in named]
        more = len(left) - len(named)
        return "\n".join([*lines, *([f"and {counted(more, 'more file')}"] if more else [])])

    @property
    def _not_staged(self) -> str:
        """A file that was written and could not be staged; empty if there is none."""
        not_staged = self._session.review.workspace.not_staged
        return next((f"{path} is {why}" for path, why in not_staged.items()), "")

    def _commit(self, request: "CommitRequest") -> None:
        """Commit; first write and stage the blocks that are accepted."""
        review = self._session.review
        if self._dialog is not None and not self._to_be_committed()[1]:
            self._dialog.stop(f"{self._only_applied}\n{self._session.keys['do.apply']} applies")
        elif any(each.number not in review.refused for each in review.accepted()):
            self._to_commit = request
            self._begin("writing")
            self._session.write(stage=True)
        else:
            self._run_commit(request)

    def _run_commit(self, request: "CommitRequest") -> None:
        self._running = "committing"
        worker, repository = self._session.worker, self._session.review.workspace.repository
        if repository is not None and repository.signs_commits():
            # Git asks for the passphrase on the terminal, so it starts once the screen is suspended.
            with suppress(NoTerminalError):
                self._view.lend_terminal(lambda: worker.commit(request)())
                return
        worker.commit(request)

    def show_index(self, message: "IndexStatus") -> None:
        if self._dialog is not None:
            self._not_to_be_staged = message.not_staged
            self.update_dialog()
            self._dialog.show_index(message)

    def show_verdict(self) -> None:
        """Show the result of the project command in the commit dialog, if that is open."""
        if self._dialog is not None:
            self._dialog.show_verdict(*self._checking.verdict())

    def show_output(self, message: "GitOutput") -> None:
        """Show a line that git or a hook printed."""
        if self._dialog is not None:
            self._dialog.show_output(message.line)

    def finish_commit(self, message: "CommitReceipt") -> None:
        """Show the result of a commit."""
        self._end()
        # A user who has gone on to another block stays there.
        if message.outcome is not None and self._view.has_results:
            self._show_results(message.outcome)
        if self._dialog is not None:
            # If git refused, what was accepted is staged by now.
            self._dialog.show_change(*self._to_be_committed(), self._only_applied)
            self._dialog.finish(message)
        else:
            self._status.set_message(message.text.replace("\n", " "), is_problem=message.is_problem)
            self._view.refresh()

    def _close_dialog(self, text: str | None) -> None:
        self._dialog = None
        if text is not None:
            self._status.set_message(text.partition("\n")[0])
        self._view.refresh()

    # Undoing

    def undo(self, step: int, effect: "Effect", *, redo: bool = False) -> None:
        """Undo the effect of an entry of the log, or redo it."""
        self._begin("redoing" if redo else "undoing")
        self._session.worker.undo(step, effect, redo=redo)

    def follows(self, step: "Callable[[], None]") -> bool:
        """True if an effect is being undone or redone: then `step` comes next, unless that fails."""
        is_undoing = self._running in ("undoing", "redoing")
        if is_undoing:
            self._further.append(step)
        return is_undoing

    def finish_undo(self, message: "UndoReceipt") -> None:
        """Show the result of undoing or redoing an effect, and go on with the next step."""
        self._end()
        self._status.set_message(message.text, is_problem=message.is_problem)
        self._view.refresh()
        if message.is_problem:
            self._further.clear()
        while self._further and self._running is None:
            self._further.pop(0)()
        if message.difference:
            # Imported on first use: the first frame does not need it.
            from editreview.tui.screens.pages import TextScreen

            self._view.open(TextScreen("Changed since it was written", message.difference))
