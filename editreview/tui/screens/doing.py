"""What is done with the accepted blocks: written, staged, committed."""

from typing import TYPE_CHECKING

from editreview.texts import counted
from editreview.tui.engine import Engine
from editreview.tui.messages import Committed, IndexSeen, Said, Written
from editreview.tui.screens.comparing import ComparingScreen
from editreview.tui.settings import Settings
from editreview.workspace import CommitWanted

if TYPE_CHECKING:
    from editreview.tui.screens.commit import CommitScreen


class DoingScreen(ComparingScreen):
    """Everything here leaves the screen: for the disk, for git."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._commit_screen: CommitScreen | None = None

    def action_apply(self) -> None:
        self._write(stage=False)

    def action_stage(self) -> None:
        if not self.settings.can_stage:
            self._state.say(f"started with --no-stage: {self.keys['do.apply']} applies", is_problem=True)
        elif self.review.workspace.repository is None:
            self._state.say(
                f"there is no git repository here: {self.keys['do.apply']} applies", is_problem=True
            )
        else:
            self._write(stage=True)

    def _write(self, *, stage: bool) -> None:
        if self._is_busy:
            return
        if not self.review.accepted() and not (stage and self.review.workspace.to_stage):
            one, safe = self.keys["block.accept"], self.keys["all.accept"]
            self._state.say(
                f"nothing is accepted: {one} accepts this block, {safe} what is safe", is_problem=True
            )
            return
        self._is_busy = True
        self._state.say("writing …")
        self.engine.write(stage=stage)

    def action_commit(self) -> None:
        files = sorted(self.review.workspace.staged)
        if not files:
            self._state.say(
                f"nothing is staged here yet: {self.keys['do.stage']} applies and stages", is_problem=True
            )
            return
        from editreview.tui.screens.commit import CommitScreen
        from editreview.tui.subject import subject_of

        proposed = subject_of(self.engine.response_head) or f"Edit {counted(len(files), 'file')}"
        trailers = self.settings.trailers
        branch = self._branch or "this branch"
        self._commit_screen = CommitScreen(branch, files, proposed, trailers, self._commit)
        self.app.push_screen(self._commit_screen, self._committed)
        self.engine.look_at_index()

    def _commit(self, wanted: CommitWanted) -> None:
        repository = self.review.workspace.repository
        if repository is not None and repository.signs_commits():
            # The passphrase is asked for on the terminal.
            with self.app.suspend():
                committed = self.engine.commit_now(wanted)
            self.post_message(committed)
        else:
            self.engine.commit(wanted)

    def on_index_seen(self, message: IndexSeen) -> None:
        if self._commit_screen is not None:
            self._commit_screen.saw_index(message)

    def on_said(self, message: Said) -> None:
        if self._commit_screen is not None:
            self._commit_screen.heard(message.line)

    def on_committed(self, message: Committed) -> None:
        if self._commit_screen is not None:
            self._commit_screen.finished(message)
        else:
            self._state.say(message.said.replace("\n", " "), is_problem=message.is_problem)
            self._draw()

    def _committed(self, said: str | None) -> None:
        self._commit_screen = None
        if said is not None:
            self._state.say(said.partition("\n")[0])
        self._draw()

    def action_read_again(self) -> None:
        self.engine.read_again()
        self._state.say("the files were read again")

    def on_written(self, message: Written) -> None:
        self._is_busy = False
        if message.problem:
            self._state.say(message.problem, is_problem=True)
        else:
            self._state.say(self.outline.written_sentence(message))
        self._draw()
