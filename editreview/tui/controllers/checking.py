"""Running the project command on the accepted blocks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from editreview.review import Verdict
from editreview.text import counted

if TYPE_CHECKING:
    from editreview.tui.messages import (
        CommandEnded,
        CommandOutput,
    )
    from editreview.tui.screens.pages import TextScreen
    from editreview.tui.view import ReviewView


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
