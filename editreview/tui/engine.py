"""What a person asks of a review, off the event loop: planning, writing and git."""

from editreview.errors import ChangedOnDisk, EditreviewError, GitFailed
from editreview.matching import Window
from editreview.review import (
    Done,
    Proposal,
    attempts_for,
    changed_since,
    do_again,
    force_at,
    make_feedback,
    near_of,
    outcome_of,
    take_back,
)
from editreview.tui.messages import (
    Attempted,
    Checked,
    Committed,
    FeedbackMade,
    Forcible,
    IndexSeen,
    Looked,
    Neared,
    Planned,
    Said,
    TookBack,
    WriteReceipt,
)
from editreview.tui.receiving import Receiver
from editreview.workspace import CommitWanted

_FEEDBACK = "feedback.md"
"""The file that the last feedback is in."""


class Engine(Receiver):
    """Works on a review and posts what came of it."""

    def replan(self, paths: list[str]) -> int:
        """Place the blocks of some files again. Returns the number of that plan, as `planned` counts."""
        if paths:
            self._asked += 1
            self._do(lambda: self._replan(paths))
        return self._asked

    @property
    def planned(self) -> int:
        """The number of requested plans that are made. They are made in the order of the requests."""
        return self._replanned

    def look_for(self, proposal: Proposal) -> None:
        """Look for the nearest place of a block that has none."""

        def job() -> None:
            self.review.nearest(proposal)
            self._tell(Looked(proposal.number))

        self._do(job)

    def check(self, path: str | None, edition: int) -> None:
        """Find out what is safe, to accept it then.

        Args:
            path: The file whose safe blocks to accept; None for all.
            edition: Of the plan that was in sight.
        """

        def job() -> None:
            if self.review.check():
                self._tell(Planned())
            self._post(Checked(path, edition))

        self._do(job)

    def attempt_all(self, proposal: Proposal) -> None:
        """Try every strategy for a block, also those that the search did not come to.

        One at a time: what a person asks for meanwhile comes first, and another block ends it.
        """
        tries = attempts_for(proposal)

        def job() -> None:
            if self._attempting is not tries:
                return
            tried = next(tries, None)
            self._tell(Attempted(proposal, tried))
            if tried is not None:
                self._do(job)

        self._attempting = tries
        self._do(job)

    def stop_attempts(self) -> None:
        """Try no more strategies."""
        self._attempting = None

    def compare(self, proposal: Proposal, at: int, window: Window) -> None:
        """Lay a block that has no place on one of those nearest to it."""
        self._do(lambda: self._tell(Neared(proposal, at, near_of(proposal, window))))

    def prepare_force(self, proposal: Proposal, window: Window) -> None:
        """Find out what forcing a block at lines of its file would do."""

        def job() -> None:
            self._tell(Forcible(proposal, *force_at(proposal, window)))

        self._do(job)

    def write(self, *, stage: bool) -> None:
        """Write the accepted blocks, and stage what was written."""

        def job() -> None:
            with self.writing:
                self._write(stage=stage)

        self._do(job)

    def look_at_index(self) -> None:
        """See what the person has staged, beside what was staged here."""

        def job() -> None:
            repository = self.review.workspace.repository
            try:
                theirs = self.review.workspace.staged_by_the_person()
                last = "" if repository is None else repository.last_message()
            except GitFailed as error:
                self._tell(Committed(str(error), is_problem=True))
            else:
                self._tell(IndexSeen(theirs, last))

        self._do(job)

    def take_back(self, step: int, *, again: bool = False) -> None:
        """Undo on disk what an entry of the log did, or redo it."""

        def job() -> None:
            with self.writing:
                self._tell(self._take_back(step, again=again))
            self._tell(Planned())

        self._do(job)

    def _take_back(self, step: int, *, again: bool) -> TookBack:
        try:
            said = (do_again if again else take_back)(self.review, step)
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            said = f"nothing taken back: {names} changed since" if not again else f"{names} changed since"
            done = self.review.log.done_by(step)
            return TookBack(said, is_problem=True, difference=self._changed_since(done))
        except EditreviewError as error:
            return TookBack(str(error), is_problem=True)
        return TookBack(said, is_problem=False)

    def _changed_since(self, done: Done | None) -> str:
        if done is None or done.record is None:
            return ""
        workspace = self.review.workspace
        try:
            found = changed_since(workspace, workspace.undoing.record(done.record))
        except EditreviewError:
            return ""
        return found.decode("utf-8", "replace")

    def commit(self, wanted: CommitWanted) -> None:
        self._do(lambda: self._tell(self.commit_now(wanted)))

    def commit_now(self, wanted: CommitWanted) -> Committed:
        """Commit on the calling thread, for when git needs the terminal."""

        def hear(line: str) -> None:
            self._post(Said(line))

        try:
            made = self.review.commit(wanted, hear)
        except GitFailed as error:
            return Committed(str(error), is_problem=True)
        return Committed(made.said, is_problem=False, outcome=outcome_of(self.review))

    def make_feedback(self) -> None:
        """Write the feedback, put it on the clipboard if a program can, and into a file."""

        def job() -> None:
            from editreview.clipboard import copy

            text = make_feedback(self.review, is_under_way=True)
            tool = copy(text) if text else None
            self._tell(FeedbackMade(text, tool, self._keep_feedback(text)))

        self._do(job)

    def _keep_feedback(self, text: str) -> str:
        try:
            path = self.review.workspace.keep(_FEEDBACK, text.encode("utf-8", "replace")) if text else None
        except OSError:
            return ""
        folder = self.review.workspace.root.folder
        return "" if path is None else str(path.relative_to(folder) if path.is_relative_to(folder) else path)

    def read_again(self) -> None:
        """Read the files again and plan those anew that changed."""

        def job() -> None:
            self.review.refresh()
            self._tell(Planned())

        self._do(job)

    def _replan(self, paths: list[str]) -> None:
        for path in paths:
            self.review.replan(path)
        self._replanned += 1
        self._tell(Planned())

    def _write(self, *, stage: bool) -> None:
        problem: str | None = None
        applied: list[int] = []
        staged: list[str] = []
        try:
            applied = self.review.write()
            for path in self.review.files_of(applied):
                self.review.replan(path)
            staged = self.review.stage() if stage else []
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            problem = f"nothing written, look once more: {names} changed on disk"
        except EditreviewError as error:
            problem = str(error)
        self._tell(Planned())
        self._tell(WriteReceipt(applied, staged, stage, problem, outcome_of(self.review)))
