"""Applying accepted blocks, staging and committing what was applied, and undoing each.

Before that, the project command may run on them; afterwards the user leaves the review. Quitting asks again
while accepted blocks are not applied, and an interrupt ends what goes on first.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from editreview.errors import INTERRUPTED
from editreview.review import Verdict, findings_of
from editreview.text import counted
from editreview.tui.editors import NoTerminalError
from editreview.tui.match_line import why_not
from editreview.tui.signs import findings_in_words

if TYPE_CHECKING:
    from editreview.review import Effect, Outcome
    from editreview.tui.controllers.conversing import Conversing
    from editreview.tui.messages import (
        CommandEnded,
        CommandOutput,
        CommitReceipt,
        GitOutput,
        IndexStatus,
        UndoReceipt,
        WriteReceipt,
    )
    from editreview.tui.screens.dialogs import CommitScreen
    from editreview.tui.screens.pages import TextScreen
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
        """What the user asked for while the worker wrote, undid or redid, in order."""
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
            self._go_on(has_failed=bool(message.problem))
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
        """True if files are being written, or an effect is undone or redone: then a step comes next.

        It is left out if that fails. The screen may show the result of writing before the receipt is here, so
        that the user goes on.

        Args:
            step: What the user asks for.
        """
        # A commit that is to follow runs long enough to be asked about.
        follows = self._running in ("writing", "undoing", "redoing") and self._to_commit is None
        if follows:
            self._further.append(step)
        return follows

    def _go_on(self, *, has_failed: bool) -> None:
        """Take the steps that were asked for meanwhile, unless the one before them has failed."""
        if has_failed:
            self._further.clear()
        while self._further and self._running is None:
            self._further.pop(0)()

    def finish_undo(self, message: "UndoReceipt") -> None:
        """Show the result of undoing or redoing an effect, and go on with the next step."""
        self._end()
        self._status.set_message(message.text, is_problem=message.is_problem)
        self._view.refresh()
        self._go_on(has_failed=message.is_problem)
        if message.difference:
            # Imported on first use: the first frame does not need it.
            from editreview.tui.screens.pages import TextScreen

            self._view.open(TextScreen("Changed since it was written", message.difference))


_DOUBLE_PRESS_S = 2.0
"""Seconds in which a second ctrl+c quits."""


class Leaving:
    """Quits at once, or once files are written, if nothing is pending; otherwise asks for the key again."""

    def __init__(self, view: "ReviewView", applying: "Applying", conversing: "Conversing") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._applying = applying
        self._conversing = conversing
        self._is_leaving = self._is_waiting = False
        self._interrupted = -_DOUBLE_PRESS_S

    def quit(self) -> None:
        if self._applying.follows(self._quit_after):
            self._is_waiting = True
            return
        if self._applying.is_busy("quit"):
            return
        review = self._session.review
        accepted = len(review.accepted())
        rejected = len(review.to_take_out() - review.taken_out)
        if self._is_leaving or not (accepted or rejected or self._session.worker.is_open):
            self._view.leave()
            return
        self._is_leaving = True
        parts = [f"{counted(accepted, 'accepted block')} not applied"] if accepted else []
        parts += [f"{counted(rejected, 'rejected change')} still in the files"] if rejected else []
        what = ", ".join(parts) or "the response is still arriving"
        leaves = f"{self._session.keys['quit']} again quits and saves the review"
        self._status.set_message(f"{what}: {leaves}", is_problem=True)

    def _quit_after(self) -> None:
        """Quit once files are written or an effect is undone, unless another key was pressed meanwhile."""
        if self._is_waiting:
            self._is_waiting = False
            self.quit()

    def stay(self) -> None:
        """Forget the first press of quit, because another key was pressed."""
        self._is_waiting = False
        if self._is_leaving:
            self._is_leaving = False
            self._status.set_message("")

    def interrupt(self) -> None:
        """End a commit or the agent's turn, or stop reading; without these, quit on the second press."""
        now = time.monotonic()
        if self._applying.is_committing:
            self._applying.end_commit()
            return
        if self._conversing.cancel():
            return
        if self._session.worker.is_open:
            worker = self._session.worker
            worker.stop_reading()
            self._status.set_message("stopping …", is_true=lambda: worker.is_open)
        elif now - self._interrupted < _DOUBLE_PRESS_S:
            self._view.leave(INTERRUPTED)
        else:
            self._interrupted = now
            self._status.set_message(f"{self._session.keys['interrupt']} again quits")


class Checking:
    """Runs the command on the accepted blocks, on a key or before they are applied."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._page: TextScreen | None = None
        """The page with the output, while it is open."""
        self._tried_outcomes: frozenset[str | None] = frozenset()
        """The outcomes of the blocks that the current or last run is about."""
        self._was_accepted: frozenset[tuple[str, str | None]] = frozenset()
        """The accepted blocks with which the last result was found, by key and outcome."""
        self._run = 0
        """The number of the run whose output was shown last."""
        self._then: Callable[[], None] | None = None
        """What to do if it passes."""

    def run(self) -> None:
        """Run the command; stop it if it runs."""
        if self._session.worker.is_project_running:
            self._stop()
        else:
            self._start(None)

    def _stop(self) -> None:
        self._session.worker.stop_project_run()
        self._status.set_message("stopping the command …")

    def allows(self, then: Callable[[], None]) -> bool:
        """True if blocks may be applied now. Otherwise the command runs first; `then` follows if it passes.

        A second request for the same blocks is allowed whatever the result: the user has seen it.
        """
        settings = self._session.settings
        if settings.command is None or not settings.runs_first:
            return True
        if self._session.worker.is_project_running:
            self._status.set_message(f"still running {settings.command.command}", is_problem=True)
            return False
        return self._outcomes() == self._tried_outcomes or not self._start(then)

    def _outcomes(self) -> frozenset[str | None]:
        return frozenset(proposal.outcome for proposal in self._session.review.accepted())

    def _accepted(self) -> frozenset[tuple[str, str | None]]:
        """The blocks that are accepted or applied, by key and outcome."""
        review = self._session.review
        accepted = [p.key for p in review.proposals if review.verdict(p) is Verdict.ACCEPTED]
        return frozenset((key, review.log[key].outcome) for key in accepted)

    def verdict(self) -> tuple[str, bool]:
        """A sentence about the command before a commit, empty without one; True if it is a problem."""
        command, result = self._session.settings.command, self._session.review.project_result
        if command is None:
            return "", False
        name, key = f"`{command.command}`", self._session.keys["do.run"]
        if self._session.worker.is_project_running:
            return f"… {name} is running", False
        if result is None:
            return f"{name} was not run on these blocks: back, then {key} runs it", False
        if self._was_accepted != self._accepted():
            return f"△ {name} ran before the last decisions: back, then {key} runs it again", True
        return f"{'✓' if result.passes else '△'} {result.sentence}", not result.passes

    def _start(self, then: Callable[[], None] | None) -> bool:
        """Start the command, if there is one and something is accepted. Returns False if not."""
        command = self._session.settings.command
        if command is None:
            text = "no command: start with --run COMMAND, or set [checks] project.tests in the configuration"
            self._status.set_message(text, is_problem=True)
            return False
        if not self._session.review.accepted():
            self._status.set_message("nothing is accepted yet that the command could run on", is_problem=True)
            return False
        # Imported on first use.
        from editreview.tui.screens.pages import TextScreen

        self._then, self._tried_outcomes, self._run = then, self._outcomes(), 0
        self._was_accepted = self._accepted()
        self._session.worker.run_project(command)
        again = self._session.keys["do.run"]
        self._status.set_message(f"running {command.command} …, {again} stops it")
        self._page = TextScreen(command.command, "", self._stop)
        self._view.open(self._page, self._close)
        return True

    def _close(self, answer: None) -> None:
        self._page = None

    def show_output(self, message: "CommandOutput") -> None:
        """Show lines of the command."""
        lines = message.lines
        if message.run != self._run:
            self._run = message.run
            lines = (f"── run {message.run}, with {counted(message.blocks, 'block')}", *lines)
        if self._page is not None and lines:
            self._page.add(lines)

    def finish(self, message: "CommandEnded") -> None:
        """Show the result; go on if it passes."""
        self._session.worker.end_project_run()
        if self._page is not None:
            self._page.end()
        then, self._then = self._then, None
        result = message.result
        if result is None:
            self._tried_outcomes = frozenset()
            self._status.set_message(message.problem, is_problem=True)
            self._add(message.problem)
            return
        self._session.review.record_project_result(result)
        text = f"{result.sentence} ({counted(result.runs, 'run')})"
        self._add(text)
        self._status.set_message(text, is_problem=not result.passes)
        if result.passes:
            if then is not None:
                if self._page is not None:
                    self._page.dismiss(None)
                then()
        elif result.is_cancelled:
            self._tried_outcomes = frozenset()
        elif result.breaking:
            self._view.select_block(min(result.breaking))
        self._view.refresh()

    def _add(self, text: str) -> None:
        if self._page is not None:
            self._page.add(("", text))
