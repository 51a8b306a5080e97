"""Accepted blocks on their way to disk and git, and back."""

from functools import partial
from typing import TYPE_CHECKING

from editreview.text import counted

if TYPE_CHECKING:
    from editreview.review import Outcome
    from editreview.tui.messages import CommitReceipt, GitOutput, IndexStatus, UndoReceipt, WriteReceipt
    from editreview.tui.screens.commit import CommitScreen
    from editreview.tui.view import ReviewView
    from editreview.workspace import CommitWanted


class Applying:
    """Writes, stages, commits and takes back; one of these at a time."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._is_busy = False
        """Files are being written, or writes are being undone."""
        self._dialog: CommitScreen | None = None

    def is_busy(self, id: str) -> bool:
        """True if files are being written, so that nothing else can be done with them; it then says so.

        Args:
            id: The action that has to wait.
        """
        if self._is_busy:
            again = self._session.keys[id]
            self._status.say(f"still writing: {again} again in a moment", is_problem=True)
        return self._is_busy

    # Writing

    def apply(self) -> None:
        self._write(stage=False)

    def stage(self) -> None:
        applies = f"{self._session.keys['do.apply']} applies"
        if not self._session.settings.can_stage:
            self._status.say(f"started with --no-stage: {applies}", is_problem=True)
        elif self._session.review.workspace.repository is None:
            self._status.say(f"there is no git repository here: {applies}", is_problem=True)
        else:
            self._write(stage=True)

    def _write(self, *, stage: bool) -> None:
        if self._is_busy:
            return
        review, keys = self._session.review, self._session.keys
        if not review.accepted() and not (stage and review.workspace.to_stage):
            one, safe = keys["block.accept"], keys["all.accept"]
            said = f"nothing is accepted: {one} accepts this block, {safe} what is safe"
            self._status.say(said, is_problem=True)
            return
        self._is_busy = True
        self._status.say("writing …")
        self._session.worker.write(stage=stage)

    def finish_writing(self, message: "WriteReceipt") -> None:
        """Files were written, or not: say what came of it."""
        if not message.problem and message.outcome is not None:
            self._show_results(message.outcome)
        self._is_busy = False
        if message.problem:
            self._status.say(message.problem, is_problem=True)
        else:
            self._status.say(self._session.outline.written_sentence(message))
        self._view.refresh()

    def _show_results(self, outcome: "Outcome") -> None:
        from editreview.tui.results import results_lines

        self._view.show_results(partial(results_lines, outcome, keys=self._session.keys))

    def read_again(self) -> None:
        self._session.worker.read_again()
        self._status.say("the files were read again")

    # Committing

    def commit(self) -> None:
        files = sorted(self._session.review.workspace.staged)
        if not files:
            stages = f"{self._session.keys['do.stage']} applies and stages"
            self._status.say(f"nothing is staged here yet: {stages}", is_problem=True)
            return
        from editreview.tui.screens.commit import CommitScreen
        from editreview.tui.subject import subject_of

        proposed = subject_of(self._session.worker.response_head) or f"Edit {counted(len(files), 'file')}"
        trailers = self._session.settings.trailers
        branch = self._session.branch or "this branch"
        self._dialog = CommitScreen(branch, files, proposed, trailers, self._commit)
        self._view.open(self._dialog, self._close_dialog)
        self._session.worker.look_at_index()

    def _commit(self, wanted: "CommitWanted") -> None:
        repository = self._session.review.workspace.repository
        if repository is not None and repository.signs_commits():
            # The passphrase is asked for on the terminal.
            self._view.post(self._view.suspend(lambda: self._session.worker.commit_now(wanted)))
        else:
            self._session.worker.commit(wanted)

    def show_index(self, message: "IndexStatus") -> None:
        if self._dialog is not None:
            self._dialog.saw_index(message)

    def hear(self, message: "GitOutput") -> None:
        """Show a line that git or a hook said."""
        if self._dialog is not None:
            self._dialog.heard(message.line)

    def finish_commit(self, message: "CommitReceipt") -> None:
        """Git made the commit, or refused."""
        # Whoever has gone on to another block meanwhile is not taken away from it.
        if message.outcome is not None and self._view.has_results:
            self._show_results(message.outcome)
        if self._dialog is not None:
            self._dialog.finished(message)
        else:
            self._status.say(message.said.replace("\n", " "), is_problem=message.is_problem)
            self._view.refresh()

    def _close_dialog(self, said: str | None) -> None:
        self._dialog = None
        if said is not None:
            self._status.say(said.partition("\n")[0])
        self._view.refresh()

    # Taking back

    def undo(self, step: int, *, again: bool = False) -> None:
        """Undo on disk what an entry of the log did, or redo it."""
        self._is_busy = True
        self._status.say("redoing …" if again else "undoing …")
        self._session.worker.undo(step, again=again)

    def finish_undo(self, message: "UndoReceipt") -> None:
        """Writes were undone, or done again, or not: say what came of it."""
        self._is_busy = False
        self._status.say(message.said, is_problem=message.is_problem)
        self._view.refresh()
        if message.difference:
            # Nothing of it is in the first frame.
            from editreview.tui.screens.text import TextScreen

            self._view.open(TextScreen("Changed since it was written", message.difference))
