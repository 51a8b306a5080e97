"""The review's work off the event loop: reading, placing, writing, git.

One thread reads the response, another does everything else in order, what the user asked for first. Both
are plain daemon threads: Textual's own workers would keep the program from quitting while a
producer is silent. Neither appends to the log of decisions: what took place on disk or in git is queued,
and the deciding thread appends it (`log_effects`).
"""

import itertools
import queue
import threading
import time
from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec import Struct
from textual.message import Message

from editreview.errors import ChangedOnDisk, EditreviewError, GitFailed
from editreview.matching import Window
from editreview.review import (
    Decision,
    Effect,
    EntryKind,
    LogEntry,
    Proposal,
    ResumedReview,
    Review,
    SessionStore,
    changed_since,
    force_at,
    make_feedback,
    near_of,
    outcome_of,
    redo_on_disk,
    strategy_results,
    undo_on_disk,
)
from editreview.terminal import CHUNK, MAX_RESPONSE_SIZE, chunks
from editreview.tui.messages import (
    Arrived,
    Branch,
    Checked,
    CommitReceipt,
    Crashed,
    FeedbackMade,
    ForcePreview,
    GitOutput,
    IndexStatus,
    NearestFound,
    NearMatchAligned,
    Planned,
    ReviewResumed,
    SavingFailed,
    StrategyTried,
    UndoReceipt,
    UnfinishedReview,
    WriteReceipt,
)
from editreview.tui.spool import Spool
from editreview.workspace import CommitRequest

_FEEDBACK = "feedback.md"
"""The file that the last feedback is in."""
_CHUNKS_AHEAD = 8
_TELL_EVERY = 0.1
"""Seconds between two messages about what has arrived."""
_QUIET = 0.3
"""Seconds without anything to do after which blocks are checked that nobody asked about yet."""
_OPEN_TEXT = 2_000
"""Characters of the block that is arriving that can be looked at."""
_HEAD = 4_000
"""Bytes of the response in which a sentence for a commit message is looked for."""


class Saving:
    """Saves a review from the moment that it is worth it until it ends.

    Args:
        review: To save.
        resumed: The saved review that this one goes on with.
        failed: Called with the reason if it cannot be saved.
    """

    def __init__(
        self, review: Review, resumed: ResumedReview | None, failed: Callable[[OSError], None]
    ) -> None:
        self._review = review
        self._resumed = resumed
        self._failed = failed
        self._store: SessionStore | None = None
        self.problem: str | None = None
        """The reason why the review is not saved."""

    @property
    def has_begun(self) -> bool:
        return self._store is not None

    def begin(self, response: Callable[[], str]) -> None:
        """Save from now on. Once is enough.

        Args:
            response: Gives what was received so far.
        """
        if self._store is not None:
            return
        try:
            saved = self._resumed.saved if self._resumed else self._review.workspace.saved_reviews.begin()
        except OSError as error:
            self._fail(error)
            return
        self._store = SessionStore(self._review, saved, self._fail)
        if self._resumed is None:
            self._store.begin(response())
        else:
            self._store.go_on(self._resumed.saved_entries)

    def _fail(self, error: OSError) -> None:
        self.problem = error.strerror
        self._failed(error)

    def add(self, chunk: str) -> None:
        """Save more of the response."""
        if self._store is not None:
            self._store.hear(chunk)

    def begin_response(self) -> None:
        """Begins a further response: what is added from now on belongs to it."""
        if self._store is not None:
            self._store.begin_response()

    def end(self, *, is_finished: bool) -> Path | None:
        """The review ends: it stays saved unless it is finished. Returns where; None if it is not."""
        store, self._store = self._store, None
        if store is None:
            return None
        store.sync()
        is_kept = not (store.is_broken or is_finished)
        store.end(discard=is_finished)
        return store.saved.folder if is_kept else None


Post = Callable[[Message], object]
"""Takes a message. Returns False if there is no screen yet to receive it."""


class Mailbox:
    """Posts messages, and keeps the last one of each kind until there is a screen."""

    def __init__(self, post: Post) -> None:
        self.post = post
        """For messages that answer the screen, which is there."""
        self._unheard: dict[type[Message], Message] = {}
        self._is_plan_sent = False
        """There is word of a new plan that the screen has not heard yet: one at a time is enough."""

    def send(self, message: Message) -> None:
        if isinstance(message, Planned):
            if self._is_plan_sent:
                return
            self._is_plan_sent = True
        # The one before, if it was not received, must not be received after this one. Noted first: a screen
        # that opens just now receives it in any case.
        self._unheard.pop(type(message), None)
        self._unheard[type(message)] = message
        if self.post(message) is not False:
            self._unheard.pop(type(message), None)

    def early(self) -> list[Message]:
        """The messages sent before there was a screen: the last one of each kind, in order."""
        return list(self._unheard.values())

    def hear_plan(self) -> None:
        """The screen is about to take the plan as it is: from now on word of changes is sent again."""
        self._is_plan_sent = False


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


class ReviewWorker:
    """Reads a response into a review, does what the user asks of it, and sends what came of it."""

    def __init__(
        self, review: Review, descriptor: int | None, post: Post, resumed: ResumedReview | None = None
    ) -> None:
        """
        Args:
            review: To work on.
            descriptor: Where the response is read from; None if it is to be pasted.
            post: Takes what there is to tell.
            resumed: The saved review that this one goes on with; its response is what is read.
        """
        self.review = review
        self._resumed = resumed
        self._is_replaying = resumed is not None
        """True if what is read is saved already."""
        self._saving = Saving(review, resumed, self._report_unsaved)
        self._descriptor = descriptor
        self.mailbox = Mailbox(post)
        self.jobs = JobQueue()
        self._ahead = threading.Semaphore(_CHUNKS_AHEAD)
        self._received = Spool()
        self._spooling = threading.Lock()
        self._told = 0.0
        self._began = time.monotonic()
        self._is_untold = False
        self._is_open = descriptor is not None
        self.is_empty = descriptor is None
        """True if there is no response yet, nor one that will come by itself."""
        self._is_started = False
        self._asked = self._replanned = 0
        """Plans that were asked for, counted on the thread that asks, and those made, on this one."""
        self._attempting: object = None
        self.writing = threading.Lock()
        """Held while files are written and staged: who holds it may end the program without tearing them."""
        self._effects: SimpleQueue[LogEntry] = SimpleQueue()
        """Entries about effects that took place, in order, to be appended to the log."""

    @property
    def is_open(self) -> bool:
        """True if more of the response may come."""
        return self._is_open

    @property
    def response(self) -> str:
        """The text received so far."""
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
        works = [(self._work, "worker"), (self._find_branch, "branch")]
        if self._descriptor is not None:
            works.append((self._read, "response"))
        for work, name in works:
            threading.Thread(target=work, name=name, daemon=True).start()

    def keep(self, *, now: bool = False) -> None:
        """Save the review from now on, at once or when nothing else is to be done."""
        if not self._saving.has_begun:
            self.jobs.put(self._keep, Urgency.USER if now else Urgency.IDLE)

    def _keep(self) -> None:
        if not self.is_empty:
            self._saving.begin(lambda: self.response)

    def stop_keeping(self, *, is_finished: bool) -> Path | None:
        """The review ends: it stays saved unless it is finished. Returns where; None if it is not."""
        if not is_finished:
            self._keep()
        return self._saving.end(is_finished=is_finished)

    @property
    def not_kept(self) -> str | None:
        """The reason why the review is not saved."""
        return self._saving.problem

    def _report_unsaved(self, error: OSError) -> None:
        self.mailbox.send(SavingFailed(f"the review cannot be saved: {error.strerror}"))

    def waiting(self) -> str:
        """The time when the last unfinished review was begun; empty if there is none."""
        found = next(self.review.workspace.saved_reviews.waiting(), None)
        if found is None:
            return ""
        return time.strftime("%d %B, %H:%M", time.localtime(found.began_ms / 1000))

    def _tell_waiting(self) -> None:
        if began := self.waiting():
            self.mailbox.send(UnfinishedReview(began))

    def stop_reading(self) -> None:
        """Take what came as the whole response."""
        self.jobs.put(lambda: self._close("reading was stopped"))

    def _work(self) -> None:
        while True:
            try:
                self._next()()
            except BaseException as error:
                self.mailbox.send(Crashed(error))
                return

    def _next(self) -> Callable[[], None]:
        """The next job; if nothing comes for a while, to report new plans, then to check blocks."""
        unchecked = self.review.unchecked()
        wait = _TELL_EVERY if self._is_untold else _QUIET if unchecked else None
        job = self.jobs.take(wait)
        if job is None:
            job = self._tell_arrived if self._is_untold else lambda: self._check(next(iter(unchecked)))
        return job

    def _check(self, path: str) -> None:
        if self.review.check(path):
            self.mailbox.send(Planned())

    def read_further(self, text: str) -> None:
        """Read a further response, given as a whole. None may be open."""
        was_empty, self.is_empty = self.is_empty, False
        # First: what is read from now on is saved as a response of its own.
        self.keep(now=True)
        if not was_empty:
            self.jobs.put(self._begin_further, Urgency.RESPONSE)
        self._is_open, self._began = True, time.monotonic()
        for at in range(0, len(text), CHUNK):
            piece = text[at : at + CHUNK]
            self.jobs.put(lambda piece=piece: self._take_piece(piece), Urgency.RESPONSE)  # type: ignore[misc]
        self.jobs.put(lambda: self._close(None), Urgency.RESPONSE)

    def _begin_further(self) -> None:
        self.review.begin()
        self._saving.begin_response()

    def _take_piece(self, piece: str) -> None:
        # That a chunk was taken lets the next one be read.
        self._ahead.acquire(blocking=False)
        self._take(piece)

    def _read(self) -> None:
        assert self._descriptor is not None
        problem: str | None = None
        try:
            self._read_all(self._descriptor)
            for path in self._resumed.saved.response_paths[1:] if self._resumed else ():
                self.jobs.put(self._begin_saved, Urgency.RESPONSE)
                with open(path, "rb") as file:
                    self._read_all(file.fileno())
        except OSError as error:
            problem = f"the response could not be read on: {error.strerror}"
        self.jobs.put(lambda: self._close(problem), Urgency.RESPONSE)

    def _read_all(self, descriptor: int) -> None:
        for chunk in chunks(descriptor):
            # A few chunks ahead at most: a fast producer waits, as it would for any reader.
            self._ahead.acquire()
            self.jobs.put(lambda chunk=chunk: self._take(chunk), Urgency.RESPONSE)  # type: ignore[misc]

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
        if not self._is_replaying:
            self._saving.add(chunk)
        if self.review.feed(chunk):
            self.mailbox.send(Planned())
        self._is_untold = True
        if time.monotonic() - self._told >= _TELL_EVERY:
            self._tell_arrived()

    def _tell_arrived(self) -> None:
        self._told, self._is_untold = time.monotonic(), False
        known = self.review.proposals
        self.mailbox.send(
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
        if self._received.size >= MAX_RESPONSE_SIZE:
            problem = f"the response is larger than {MAX_RESPONSE_SIZE >> 20} MiB: the rest was not read"
        self.review.close()
        self._end_line()
        self.mailbox.send(Planned())
        self.mailbox.send(Arrived(self._received.size, False, None, problem=problem))
        if self._resumed is not None and self._is_replaying:
            self._is_replaying = False
            self.mailbox.send(ReviewResumed(*self._resumed.changes()))
        elif self._resumed is None:
            self.jobs.put(self._tell_waiting, Urgency.IDLE)

    def _end_line(self) -> None:
        """Begins a line: what is read further has line numbers of its own."""
        with self._spooling:
            if not self._received.is_ended:
                self._received.append("\n")

    def _find_branch(self) -> None:
        repository = self.review.workspace.repository
        if repository is not None:
            try:
                unfinished = repository.in_progress()
                name = repository.branch()
                self.mailbox.send(Branch(f"{name}, {unfinished} in progress" if unfinished else name))
            except GitFailed:
                return

    # What the user asks for

    def replan(self, paths: list[str]) -> int:
        """Place the blocks of some files again. Returns the number of that plan, as `planned` counts."""
        if paths:
            self._asked += 1
            self.jobs.put(lambda: self._replan(paths))
        return self._asked

    @property
    def planned(self) -> int:
        """The number of requested plans that are made. They are made in the order of the requests."""
        return self._replanned

    def look_for(self, proposal: Proposal) -> None:
        """Look for the nearest match of a block that has none."""

        def job() -> None:
            self.review.nearest(proposal)
            self.mailbox.send(NearestFound(proposal.number))

        self.jobs.put(job)

    def check(self, path: str | None, edition: int) -> None:
        """Find out what is safe, to accept it then.

        Args:
            path: The file whose safe blocks to accept; None for all.
            edition: Of the plan that was in sight.
        """

        def job() -> None:
            if self.review.check():
                self.mailbox.send(Planned())
            self.mailbox.post(Checked(path, edition))

        self.jobs.put(job)

    def attempt_all(self, proposal: Proposal) -> None:
        """Try every strategy for a block, also those that the search did not come to.

        One at a time: what the user asks for meanwhile comes first, and another block ends it.
        """
        tries = strategy_results(proposal)

        def job() -> None:
            if self._attempting is not tries:
                return
            tried = next(tries, None)
            self.mailbox.send(StrategyTried(proposal, tried))
            if tried is not None:
                self.jobs.put(job)

        self._attempting = tries
        self.jobs.put(job)

    def stop_attempts(self) -> None:
        """Try no more strategies."""
        self._attempting = None

    def compare(self, proposal: Proposal, at: int, window: Window) -> None:
        """Lay a block that has no match on one of those nearest to it."""
        self.jobs.put(lambda: self.mailbox.send(NearMatchAligned(proposal, at, near_of(proposal, window))))

    def prepare_force(self, proposal: Proposal, window: Window) -> None:
        """Find out what forcing a block at lines of its file would do."""

        def job() -> None:
            self.mailbox.send(ForcePreview(proposal, *force_at(proposal, window)))

        self.jobs.put(job)

    def log_effects(self) -> None:
        """Append to the log the effects that took place since. Only on the deciding thread."""
        while True:
            try:
                entry = self._effects.get_nowait()
            except Empty:
                return
            self.review.log.append(entry)

    def write(self, *, stage: bool) -> None:
        """Write the blocks that are accepted now, and stage what was written."""
        decisions = self.review.log.snapshot()

        def job() -> None:
            with self.writing:
                self._write(decisions, stage=stage)

        self.jobs.put(job)

    def look_at_index(self) -> None:
        """See what the user has staged, beside what was staged here."""

        def job() -> None:
            repository = self.review.workspace.repository
            try:
                theirs = self.review.workspace.staged_by_user()
                last = "" if repository is None else repository.last_message()
            except GitFailed as error:
                self.mailbox.send(CommitReceipt(str(error), is_problem=True))
            else:
                self.mailbox.send(IndexStatus(theirs, last))

        self.jobs.put(job)

    def undo(self, step: int, effect: Effect, *, again: bool = False) -> None:
        """Undo an effect, or redo it.

        Args:
            step: The entry of the log that has it, from 0.
            effect: The effect.
            again: True to redo it.
        """

        def job() -> None:
            with self.writing:
                receipt = self._undo(step, effect, again=again)
            self.mailbox.send(receipt)
            self.mailbox.send(Planned())

        self.jobs.put(job)

    def _undo(self, step: int, effect: Effect, *, again: bool) -> UndoReceipt:
        try:
            said = (redo_on_disk if again else undo_on_disk)(self.review, effect)
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            said = f"cannot undo: {names} changed since" if not again else f"{names} changed since"
            return UndoReceipt(said, is_problem=True, difference=self._changed_since(effect))
        except EditreviewError as error:
            return UndoReceipt(str(error), is_problem=True)
        self._effects.put(LogEntry(EntryKind.REDO if again else EntryKind.UNDO, step=step))
        return UndoReceipt(said, is_problem=False)

    def _changed_since(self, effect: Effect) -> str:
        if effect.record is None:
            return ""
        workspace = self.review.workspace
        try:
            found = changed_since(workspace, workspace.undoing.record(effect.record))
        except EditreviewError:
            return ""
        return found.decode("utf-8", "replace")

    def commit(self, wanted: CommitRequest) -> Callable[[], object]:
        """Commit what was staged here. Returns a function that waits until git is done."""
        is_done = threading.Event()

        def job() -> None:
            try:
                self.mailbox.send(self._commit(wanted))
            finally:
                is_done.set()

        self.jobs.put(job)
        return is_done.wait

    def _commit(self, wanted: CommitRequest) -> CommitReceipt:
        def hear(line: str) -> None:
            self.mailbox.post(GitOutput(line))

        try:
            made = self.review.workspace.commit(wanted, hear)
        except GitFailed as error:
            return CommitReceipt(str(error), is_problem=True)
        self._effects.put(LogEntry(EntryKind.DO, effect=Effect(commit=made)))
        return CommitReceipt(made.output, is_problem=False, outcome=outcome_of(self.review))

    def make_feedback(self) -> None:
        """Write the feedback, put it on the clipboard if a program can, and into a file."""

        def job() -> None:
            from editreview.clipboard import copy

            text = make_feedback(self.review, is_under_way=True)
            tool = copy(text) if text else None
            self.mailbox.send(FeedbackMade(text, tool, self._keep_feedback(text)))

        self.jobs.put(job)

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
            self.mailbox.send(Planned())

        self.jobs.put(job)

    def _replan(self, paths: list[str]) -> None:
        for path in paths:
            self.review.replan(path)
        self._replanned += 1
        self.mailbox.send(Planned())

    def _write(self, decisions: Mapping[str, Decision], *, stage: bool) -> None:
        problem: str | None = None
        applied: list[int] = []
        staged: list[str] = []
        try:
            applied, entry = self.review.write_files(decisions)
            if entry is not None:
                self._effects.put(entry)
            for path in self.review.files_of(applied):
                self.review.replan(path)
            staged = self.review.stage() if stage else []
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            problem = f"nothing written: {names} changed on disk; review it again"
        except EditreviewError as error:
            problem = str(error)
        self.mailbox.send(Planned())
        self.mailbox.send(WriteReceipt(applied, staged, stage, problem, outcome_of(self.review)))
