"""The worker's queue: requests of the user come first."""

import itertools
import queue
from collections.abc import Callable
from enum import IntEnum

from msgspec import Struct

Job = Callable[[], None]


class Urgency(IntEnum):
    """Jobs with the lowest come first."""

    USER = 0
    RESPONSE = 1
    IDLE = 2


class _Queued(Struct, frozen=True, order=True):
    urgency: int
    order: int
    """Different for every job, so that what it runs is never compared."""
    run: Job


class JobQueue:
    """Jobs by urgency, and in their order."""

    def __init__(self) -> None:
        self._jobs: queue.PriorityQueue[_Queued] = queue.PriorityQueue()
        self._order = itertools.count()

    @property
    def is_empty(self) -> bool:
        return self._jobs.empty()

    def put(self, run: Job, urgency: Urgency = Urgency.USER) -> None:
        self._jobs.put(_Queued(urgency, next(self._order), run))

    def take(self, timeout: float | None) -> Job | None:
        """The next job; None if none comes within so many seconds."""
        try:
            return self._jobs.get(timeout=timeout).run
        except queue.Empty:
            return None
