"""Work behind the screen: on a thread of its own, and of each kind only the newest."""

import threading
from collections.abc import Callable

Job = Callable[[Callable[[], bool]], None]
"""Is given a function that says whether nobody wants the outcome any more."""


class LatestOnlyWorker:
    """Does what was asked for last, of each kind.

    Args:
        failed: Told of what a job raises, on the thread.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._changed = threading.Condition()
        self._wanted: dict[str, Job] = {}
        self._newest: dict[str, Job] = {}
        self._thread: threading.Thread | None = None
        self._is_over = False

    def ask(self, kind: str, job: Job) -> None:
        """Do this when there is time, and nothing of the same kind asked for before."""
        with self._changed:
            self._newest[kind] = self._wanted[kind] = job
            if self._thread is None and not self._is_over:
                # A daemon: leaving waits for nothing that is only to be looked at.
                self._thread = threading.Thread(target=self._work, name="behind", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self, kind: str) -> None:
        """Nothing of this kind is wanted any more."""
        with self._changed:
            self._newest.pop(kind, None)
            self._wanted.pop(kind, None)

    def stop(self) -> None:
        """End the thread; what it is doing is stale."""
        with self._changed:
            self._is_over = True
            self._newest.clear()
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._wanted and not self._is_over:
                    self._changed.wait()
                if self._is_over:
                    return
                kind = next(iter(self._wanted))
                job = self._wanted.pop(kind)
            self._run(kind, job)

    def _run(self, kind: str, job: Job) -> None:
        try:
            job(lambda: self._newest.get(kind) is not job)
        except Exception as error:
            self._failed(error)
