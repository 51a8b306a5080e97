"""Asks language servers or commands in the background, about the files as they are shown.

A thread of its own waits for each, since one may take ten seconds: the worker is for the user.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editreview.language_servers import Diagnosis
    from editreview.review import Checker, Question


class Diagnosing:
    """Answers the last question that was asked; those before it are dropped.

    Args:
        checker: The programs to ask.
        answered: Called on another thread with each question, its answer, and the checker.
        crashed: Called there with a bug.
    """

    def __init__(
        self,
        checker: "Checker",
        answered: "Callable[[Question, Diagnosis, Checker], None]",
        crashed: Callable[[BaseException], None],
    ) -> None:
        self._checker = checker
        self._answered = answered
        self._crashed = crashed
        self._changed = threading.Condition()
        self._question: Question | None = None
        self._thread: threading.Thread | None = None
        self._is_ended = False

    def ask(self, question: "Question") -> None:
        """Ask about some plans, instead of those that were asked about before."""
        with self._changed:
            self._question = question
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="diagnosing", daemon=True)
                self._thread.start()

    def end(self) -> None:
        """End the programs at once, and the thread with them."""
        with self._changed:
            self._is_ended = True
            self._changed.notify()
        self._checker.close(at_once=True)

    def _work(self) -> None:
        while (question := self._next()) is not None:
            try:
                diagnosis = self._checker.diagnose(question.before, question.after)
            except BaseException as error:
                self._crashed(error)
                return
            if not self._is_ended:
                self._answered(question, diagnosis, self._checker)

    def _next(self) -> "Question | None":
        """The next question; None at the end."""
        with self._changed:
            while self._question is None and not self._is_ended:
                self._changed.wait()
            question, self._question = self._question, None
            return None if self._is_ended else question
