"""A response read, placed and saved, off the event loop.

One thread reads it, another does everything else in order, what a person asked for first. Both
are plain daemon threads: Textual's own workers would keep the program from quitting while a
producer is silent.
"""

import itertools
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from textual.message import Message

from editreview.errors import GitFailed
from editreview.review import Keeper, Review, TakenUp
from editreview.terminal import CHUNK, LARGEST_RESPONSE, chunks
from editreview.tui.messages import (
    Arrived,
    Branch,
    Crashed,
    NotKept,
    Planned,
    TakenUpAgain,
    Waiting,
)
from editreview.tui.spool import Spool

Post = Callable[[Message], object]
"""Takes a message. Returns False if there is no screen yet to receive it."""

_BY_A_PERSON, _BY_THE_RESPONSE, _WHEN_IDLE = 0, 1, 2
_CHUNKS_AHEAD = 8
_TELL_EVERY = 0.1
"""Seconds between two messages about what has arrived."""
_QUIET = 0.3
"""Seconds without anything to do after which blocks are checked that nobody asked about yet."""
_OPEN_TEXT = 2_000
"""Characters of the block that is arriving that can be looked at."""
_HEAD = 4_000
"""Bytes of the response in which a sentence for a commit message is looked for."""


class _Job(Struct, frozen=True, order=True):
    urgency: int
    order: int
    """Different for every job, so that what it runs is never compared."""
    run: Callable[[], None]


class Receiver:
    """Reads a response into a review, saves both, and posts what came of it."""

    def __init__(
        self, review: Review, descriptor: int | None, post: Post, taken_up: TakenUp | None = None
    ) -> None:
        """
        Args:
            review: To work on.
            descriptor: Where the response is read from; None if it is to be pasted.
            post: Takes what there is to tell.
            taken_up: The saved review that this one goes on with; its response is what is read.
        """
        self.review = review
        self._taken_up = taken_up
        self._is_replaying = taken_up is not None
        """Whether what is read is saved already."""
        self._keeper: Keeper | None = None
        self.not_kept: str | None = None
        """Why the review is not saved."""
        self._descriptor = descriptor
        self._post = post
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._order = itertools.count()
        self._ahead = threading.Semaphore(_CHUNKS_AHEAD)
        self._received = Spool()
        self._spooling = threading.Lock()
        self._told = 0.0
        self._began = time.monotonic()
        self._is_untold = False
        self._is_open = descriptor is not None
        self.is_empty = descriptor is None
        """Whether there is no response yet, nor one that will come by itself."""
        self._is_started = False
        self._asked = self._replanned = 0
        """Plans that were asked for, counted on the thread that asks, and those made, on this one."""
        self._attempting: object = None
        self._unheard: dict[type[Message], Message] = {}
        self._is_plan_told = False
        """Whether there is word of a new plan that the screen has not heard yet: one at a time is enough."""
        self.writing = threading.Lock()
        """Held while files are written and staged: who holds it may end the program without tearing them."""

    @property
    def is_open(self) -> bool:
        """Whether more of the response may come."""
        return self._is_open

    @property
    def response(self) -> str:
        """What was received so far."""
        with self._spooling:
            return self._received.text()

    @property
    def response_head(self) -> str:
        """The first of what was received."""
        with self._spooling:
            return self._received.head(_HEAD)

    @property
    def seconds(self) -> int:
        """Since reading began."""
        return int(time.monotonic() - self._began)

    @property
    def response_length(self) -> int:
        """Lines received so far."""
        return self._received.lines

    def response_lines(self, first: int, count: int) -> list[str]:
        """Some lines of what was received: see `Spool.lines_from`."""
        with self._spooling:
            return self._received.lines_from(first, count)

    def find_in_response(self, wanted: str, line: int, direction: int) -> int | None:
        """The next line of what was received that holds a text: see `Spool.find`."""
        with self._spooling:
            return self._received.find(wanted, line, direction)

    def start(self) -> None:
        """Begin to read. Once is enough."""
        if self._is_started:
            return
        self._is_started = True
        # The branch is found on a thread of its own: the first block need not wait for it.
        works = [(self._work, "engine"), (self._find_branch, "branch")]
        if self._descriptor is not None:
            works.append((self._read, "response"))
        for work, name in works:
            threading.Thread(target=work, name=name, daemon=True).start()

    def keep(self, *, now: bool = False) -> None:
        """Save the review from now on, at once or when nothing else is to be done."""
        if self._keeper is None:
            self._do(self._keep, _BY_A_PERSON if now else _WHEN_IDLE)

    def _keep(self) -> None:
        if self._keeper is not None or self.is_empty:
            return
        try:
            saved = self._taken_up.saved if self._taken_up else self.review.workspace.saved_reviews.begin()
        except OSError as error:
            self._not_kept(error)
            return
        self._keeper = Keeper(self.review, saved, self._not_kept)
        if self._taken_up is None:
            self._keeper.begin(self.response)
        else:
            self._keeper.go_on()

    def waiting(self) -> str:
        """When the last review was begun that was left and waits to be taken up; empty if none does."""
        found = next(self.review.workspace.saved_reviews.waiting(), None)
        if found is None:
            return ""
        return time.strftime("%d %B, %H:%M", time.localtime(found.began_ms / 1000))

    def _tell_waiting(self) -> None:
        if began := self.waiting():
            self._tell(Waiting(began))

    def _not_kept(self, error: OSError) -> None:
        self.not_kept = error.strerror
        self._tell(NotKept(f"the review cannot be saved: {error.strerror}"))

    def stop_keeping(self, *, is_finished: bool) -> Path | None:
        """The review ends: it stays saved unless it is finished. Returns where; None if it is not."""
        if self._keeper is None and not is_finished:
            self._keep()
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return None
        keeper.sync()
        is_kept = not (keeper.is_broken or is_finished)
        keeper.end(discard=is_finished)
        return keeper.saved.folder if is_kept else None

    def told(self) -> list[Message]:
        """The messages sent before there was a screen: the last one of each kind, in order."""
        return list(self._unheard.values())

    def _tell(self, message: Message) -> None:
        if isinstance(message, Planned):
            if self._is_plan_told:
                return
            self._is_plan_told = True
        # The one before, if it was not received, must not be received after this one. Noted first: a screen
        # that opens just now receives it in any case.
        self._unheard.pop(type(message), None)
        self._unheard[type(message)] = message
        if self._post(message) is not False:
            self._unheard.pop(type(message), None)

    def hear_plan(self) -> None:
        """The screen is about to take up the plan as it is: from now on what changes is told again."""
        self._is_plan_told = False

    def stop_reading(self) -> None:
        """Take what came as the whole response."""
        self._do(lambda: self._close("reading was stopped"))

    def _do(self, job: Callable[[], None], urgency: int = _BY_A_PERSON) -> None:
        self._jobs.put(_Job(urgency, next(self._order), job))

    def _work(self) -> None:
        while True:
            try:
                self._next()()
            except BaseException as error:
                self._tell(Crashed(error))
                return

    def _next(self) -> Callable[[], None]:
        """What to do next: if nothing comes for a while, tell what nobody knows, check what nobody asked."""
        unchecked = self.review.unchecked()
        wait = _TELL_EVERY if self._is_untold else _QUIET if unchecked else None
        try:
            return self._jobs.get(timeout=wait).run
        except queue.Empty:
            return self._tell_arrived if self._is_untold else lambda: self._check(next(iter(unchecked)))

    def _check(self, path: str) -> None:
        if self.review.check(path):
            self._tell(Planned())

    def read_further(self, text: str) -> None:
        """Read a further response, given as a whole. None may be open."""
        was_empty, self.is_empty = self.is_empty, False
        # First: what is read from now on is saved as a response of its own.
        self.keep(now=True)
        if not was_empty:
            self._do(self._begin_further, _BY_THE_RESPONSE)
        self._is_open, self._began = True, time.monotonic()
        for at in range(0, len(text), CHUNK):
            piece = text[at : at + CHUNK]
            self._do(lambda piece=piece: self._take_piece(piece), _BY_THE_RESPONSE)  # type: ignore[misc]
        self._do(lambda: self._close(None), _BY_THE_RESPONSE)

    def _begin_further(self) -> None:
        self.review.begin()
        keeper = self._keeper
        if keeper is not None:
            keeper.begin_response()

    def _take_piece(self, piece: str) -> None:
        # That a chunk was taken lets the next one be read.
        self._ahead.acquire(blocking=False)
        self._take(piece)

    def _read(self) -> None:
        assert self._descriptor is not None
        problem: str | None = None
        try:
            self._read_all(self._descriptor)
            for path in self._taken_up.saved.response_paths[1:] if self._taken_up else ():
                self._do(self._begin_saved, _BY_THE_RESPONSE)
                with open(path, "rb") as file:
                    self._read_all(file.fileno())
        except OSError as error:
            problem = f"the response could not be read on: {error.strerror}"
        self._do(lambda: self._close(problem), _BY_THE_RESPONSE)

    def _read_all(self, descriptor: int) -> None:
        for chunk in chunks(descriptor):
            # A few chunks ahead at most: a fast producer waits, as it would for any reader.
            self._ahead.acquire()
            self._do(lambda chunk=chunk: self._take(chunk), _BY_THE_RESPONSE)  # type: ignore[misc]

    def _begin_saved(self) -> None:
        """The saved response that was read is over; a further one follows."""
        self.review.close()
        self._end_line()
        self.review.begin()

    def _take(self, chunk: str) -> None:
        self._ahead.release()
        if not self._is_open:
            return
        with self._spooling:
            self._received.append(chunk)
        keeper = self._keeper
        if keeper is not None and not self._is_replaying:
            keeper.hear(chunk)
        if self.review.feed(chunk):
            self._tell(Planned())
        self._is_untold = True
        if time.monotonic() - self._told >= _TELL_EVERY:
            self._tell_arrived()

    def _tell_arrived(self) -> None:
        self._told, self._is_untold = time.monotonic(), False
        known = self.review.proposals
        self._tell(
            Arrived(
                self._received.size,
                True,
                self.review.responses.open_block,
                self.review.responses.open_text(_OPEN_TEXT),
                self.review.responses.open_lines,
                known[-1].number + 1 if known else 1,
                seconds=self.seconds,
            )
        )

    def _close(self, problem: str | None) -> None:
        if not self._is_open:
            return
        self._is_open = self._is_untold = False
        if self._received.size >= LARGEST_RESPONSE:
            problem = f"the response is larger than {LARGEST_RESPONSE >> 20} MiB: the rest was not read"
        self.review.close()
        self._end_line()
        self._tell(Planned())
        self._tell(Arrived(self._received.size, False, None, problem=problem))
        if self._taken_up is not None and self._is_replaying:
            self._is_replaying = False
            self._tell(TakenUpAgain(*self._taken_up.changes()))
        elif self._taken_up is None:
            self._do(self._tell_waiting, _WHEN_IDLE)

    def _end_line(self) -> None:
        """What is read further begins a line, as its numbers have it."""
        with self._spooling:
            if not self._received.is_ended:
                self._received.append("\n")

    def _find_branch(self) -> None:
        repository = self.review.workspace.repository
        if repository is not None:
            try:
                unfinished = repository.in_progress()
                name = repository.branch()
                self._tell(Branch(f"{name}, {unfinished} in progress" if unfinished else name))
            except GitFailed:
                return
