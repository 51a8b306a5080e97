"""The review's work off the event loop: reading, planning, writing, git.

One thread reads the response. Another one runs all other jobs in order, those of the user first. Both are
plain daemon threads: Textual's workers would keep the program from quitting while the producer is silent.
Neither of them appends to the log of decisions: effects on disk or in git are queued, and the main thread
appends them (`log_effects`).
"""

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import IntEnum
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.message import Message

from editreview.errors import ChangedOnDisk, EditreviewError, GitFailed, Refused, UsageError
from editreview.matching import Window
from editreview.review import (
    Decision,
    Effect,
    EntryKind,
    LogEntry,
    Proposal,
    Review,
    Verdict,
    force_at,
    near_of,
    outcome_of,
    strategy_results,
)
from editreview.terminal import CHUNK, MAX_RESPONSE_SIZE, chunks
from editreview.tui.messages import (
    AgentAsks,
    AgentRests,
    Arrived,
    Branch,
    Checked,
    CommandEnded,
    CommandOutput,
    CommitReceipt,
    Crashed,
    FeedbackMade,
    FileOpened,
    ForcePreview,
    GitOutput,
    IndexStatus,
    NearestFound,
    NearMatchAligned,
    Planned,
    ReviewResumed,
    RuleKept,
    StrategyTried,
    TurnPrepared,
    UndoReceipt,
    UnfinishedReview,
    WorkFailed,
    WriteReceipt,
)
from editreview.tui.response_text import ResponseAccess, Span, Spool
from editreview.workspace import CommitRequest, release_memory

if TYPE_CHECKING:
    from editreview.language_servers import Diagnosis
    from editreview.review import Checker, ProjectCommand, Question, ResumedReview, SessionStore

_FEEDBACK = "feedback.md"
"""The name of the file with the last feedback."""
_CHUNKS_AHEAD = 8
"""Chunks of the response that are read before the worker takes them; then a fast producer waits."""
_MAX_WAITING_LINES = 1_000
"""Lines of a command's output that wait to be shown; of more, the last."""
_WAIT_FOR_COMMAND_S = 5.0
"""Seconds that quitting waits until the project command has ended and its tree is removed."""
_REPORT_INTERVAL_S = 0.1
"""Seconds between two messages about the progress of the response."""
_IDLE_CHECK_S = 0.3
"""Seconds of idleness after which blocks are checked before the user asks."""
_OPEN_TEXT = 2_000
"""Characters at the end of the arriving block that are shown."""
_HEAD = 4_000
"""Bytes of the response that are searched for a commit message."""


class Saving:
    """Saves a review from the first decision on, or once the worker is idle, until it ends.

    Args:
        review: The review to save.
        resumed: The saved review that this one continues.
        failed: Called with the error if the review cannot be saved.
    """

    def __init__(
        self, review: Review, resumed: "ResumedReview | None", failed: Callable[[OSError], None]
    ) -> None:
        self._review = review
        self._resumed = resumed
        self._failed = failed
        self._store: SessionStore | None = None
        self._has_ended = False
        self.problem: str | None = None
        """The reason why the review is not saved."""

    @property
    def has_begun(self) -> bool:
        return self._store is not None

    def begin(self, response: str) -> None:
        """Save from now on; later calls do nothing.

        Args:
            response: The text received so far.
        """
        # The worker may still come to it after the user has left: that would be a second saved review.
        if self._store is not None or self._has_ended:
            return
        try:
            saved = self._resumed.saved if self._resumed else self._review.workspace.saved_reviews.begin()
        except OSError as error:
            self._fail(error)
            return
        # Imported here: the first frame does not wait for it.
        from editreview.review import SessionStore

        self._store = SessionStore(self._review, saved, self._fail)
        if self._resumed is None:
            self._store.begin(response)
        else:
            self._store.go_on(self._resumed.saved_entries)

    def _fail(self, error: OSError) -> None:
        self.problem = error.strerror
        self._failed(error)

    def add(self, chunk: str) -> None:
        """Save more of the response."""
        if self._store is not None:
            self._store.add(chunk)

    def begin_response(self) -> None:
        """Begin a further response, to which text is added from now on."""
        if self._store is not None:
            self._store.begin_response()

    def end(self, *, is_finished: bool, current: int | None) -> Path | None:
        """End saving, at the row of a number. Returns the folder of a review with something left to do."""
        store, self._store, self._has_ended = self._store, None, True
        if store is None:
            return None
        if not is_finished:
            store.save_left(current)
        store.sync()
        is_kept = not (store.is_broken or is_finished)
        store.end(is_finished=is_finished)
        return store.saved.folder if is_kept else None


Post = Callable[[Message], object]
"""Delivers a message. Returns False if there is no screen yet to receive it."""


class Mailbox:
    """Posts messages, and keeps the last one of each kind until there is a screen."""

    def __init__(self, post: Post) -> None:
        self.post = post
        """For messages that answer the screen, which is there."""
        self._undelivered: dict[type[Message], Message] = {}
        self._is_plan_sent = False
        """True while a message about a new plan is under way: one at a time is enough."""

    def send(self, message: Message) -> None:
        if isinstance(message, Planned):
            if self._is_plan_sent:
                return
            self._is_plan_sent = True
        # An undelivered older message must not arrive after this one. Stored before it is posted: a screen
        # that opens at this moment finds it in any case.
        self._undelivered.pop(type(message), None)
        self._undelivered[type(message)] = message
        if self.post(message) is not False:
            self._undelivered.pop(type(message), None)

    def early(self) -> list[Message]:
        """The messages sent before there was a screen: the last one of each kind, in order."""
        return list(self._undelivered.values())

    def acknowledge_plan(self) -> None:
        """The screen is about to read the current plan: later changes are announced again."""
        self._is_plan_sent = False


Job = Callable[[], None]


class Urgency(IntEnum):
    """The order of jobs: the lowest value runs first."""

    USER = 0
    RESPONSE = 1
    IDLE = 2


class _Queued(Struct, frozen=True, order=True):
    urgency: int
    order: int
    """Unique, so that `run` is never compared."""
    run: Job


class JobQueue:
    """Jobs by urgency, then in order of arrival."""

    def __init__(self) -> None:
        self._jobs: queue.PriorityQueue[_Queued] = queue.PriorityQueue()
        self._order = itertools.count()

    @property
    def is_empty(self) -> bool:
        return self._jobs.empty()

    def put(self, run: Job, urgency: Urgency = Urgency.USER) -> None:
        self._jobs.put(_Queued(urgency, next(self._order), run))

    def take(self, timeout: float | None) -> Job | None:
        """Remove the next job; None if none arrives within `timeout` seconds."""
        try:
            return self._jobs.get(timeout=timeout).run
        except queue.Empty:
            return None


class Diagnosing:
    """Asks language servers or commands for files about the last plans; questions before that are dropped.

    A thread of its own waits for each, since one may take ten seconds: the worker is for the user.

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


class ReviewWorker:
    """Reads a response into a review, runs the user's commands, and sends the results as messages."""

    def __init__(
        self, review: Review, descriptor: int | None, post: Post, resumed: "ResumedReview | None" = None
    ) -> None:
        """
        Args:
            review: The review to work on.
            descriptor: The file descriptor of the response; None if it will be pasted.
            post: Delivers messages to the screen.
            resumed: The saved review that this one continues; its response is read again.
        """
        self.review = review
        self._resumed = resumed
        self._is_replaying = resumed is not None
        """True while a saved response is read again."""
        self._saving = Saving(review, resumed, self._report_unsaved)
        self._descriptor = descriptor
        self.mailbox = Mailbox(post)
        self.jobs = JobQueue()
        self._ahead = threading.Semaphore(_CHUNKS_AHEAD)
        self._received = Spool()
        """The text of the response, without its envelope."""
        self._size = 0
        """Bytes received so far of the response that is read, envelope included."""
        self._spooling = threading.Lock()
        self._reported_at = 0.0
        self._began = time.monotonic()
        self._is_unreported = False
        self._is_open = descriptor is not None
        self._reading = 0
        """The number of the response that is read, so that what the reader of another one still brings after
        it was stopped is dropped."""
        self.is_empty = descriptor is None
        """True if there is no response, and none will arrive without the user."""
        self._is_started = self._is_shown = False
        self._requested = self._planned = 0
        """The number of plans requested, counted on the main thread, and of plans made, counted on the
        worker's."""
        self._openings = itertools.count()
        self._attempting: object = None
        self.writing = threading.Lock()
        """Held while files are written and staged: its holder may end the program without interrupting
        that."""
        self._project_run: tuple[threading.Thread, threading.Event] | None = None
        """The thread that runs the project command, and the event that ends it."""
        self._diagnosing = [
            Diagnosing(checker, self._put_diagnosis, self._put_crash) for checker in review.checkers
        ]
        self._question: Question | None = None
        """The last question to the checkers."""
        self._effects: SimpleQueue[LogEntry] = SimpleQueue()
        """Entries about effects, in order, to be appended to the log."""

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
        """The beginning of the text received so far."""
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
        """Lines of the text received so far: see `Spool.lines_from`."""
        with self._spooling:
            return self._received.lines_from(first, count)

    def response_access(self, blocks: Sequence[Span]) -> "ResponseAccess":
        """Access to the text received so far, with the spans of its blocks."""
        return ResponseAccess(
            self.response_lines, lambda: self.response_length, self.find_in_response, blocks
        )

    def find_in_response(self, query: str, line: int, direction: int) -> int | None:
        """The next line of the response that contains a text: see `Spool.find`."""
        with self._spooling:
            return self._received.find(query, line, direction)

    def start(self) -> None:
        """Start to read; later calls do nothing."""
        if self._is_started:
            return
        self._is_started = True
        threading.Thread(target=self._work, name="worker", daemon=True).start()
        if self._descriptor is not None:
            self._begin_thread("response", self._read)

    def begin_deferred(self) -> None:
        """The screen is there: do from now on what its first frame did not wait for."""
        self._is_shown = True
        # A thread of its own, so that no block waits for git.
        self._begin_thread("branch", self._find_branch)
        self.jobs.put(self._report_unfinished, Urgency.IDLE)
        self.keep()
        self.jobs.put(release_memory, Urgency.IDLE)

    def keep(self, *, now: bool = False) -> None:
        """Save the review from now on, at once or when the worker is idle."""
        if not self._saving.has_begun:
            self.jobs.put(self._keep, Urgency.USER if now else Urgency.IDLE)

    def _keep(self) -> None:
        if not self.is_empty:
            # The worker saves when it is idle, and the main thread when the user leaves.
            with self._spooling:
                self._saving.begin(self._received.text())

    def stop_saving(self, *, is_finished: bool, current: int | None) -> Path | None:
        """End saving, at the row of a number. Returns the folder of a review with something left to do."""
        if not is_finished:
            self._keep()
        with self._spooling:
            return self._saving.end(is_finished=is_finished, current=current)

    @property
    def not_kept(self) -> str | None:
        """The reason why the review is not saved."""
        return self._saving.problem

    def _report_unsaved(self, error: OSError) -> None:
        self.mailbox.send(WorkFailed(f"the review cannot be saved: {error.strerror}"))

    def waiting(self) -> str:
        """Names the last unfinished review: its response, and when it began; empty if there is none."""
        found = next(self.review.workspace.saved_reviews.waiting(), None)
        if found is None:
            return ""
        began = time.strftime("%d %B, %H:%M", time.localtime(found.began_ms / 1000))
        from editreview.review import subject_of

        subject = subject_of(found)
        return f"{subject} from {began}" if subject else began

    def _report_unfinished(self) -> None:
        """Report an unfinished review, once the screen is there and the response is read."""
        if not self._is_shown or self._is_open or self.is_empty or self._resumed is not None:
            return
        if name := self.waiting():
            self.mailbox.send(UnfinishedReview(name))

    def stop_reading(self) -> None:
        """Stop reading: the text received so far is the whole response."""
        self.jobs.put(partial(self._close, self._reading, "stopped reading; the part received is kept"))

    def _work(self) -> None:
        while True:
            try:
                self._next()()
            except BaseException as error:
                self.mailbox.send(Crashed(error))
                return

    def _next(self) -> Callable[[], None]:
        """The next job. After a pause without one: report progress, then check blocks."""
        unchecked = self.review.unchecked()
        is_due = self._is_shown and (bool(unchecked) or self._has_question())
        wait = _REPORT_INTERVAL_S if self._is_unreported else _IDLE_CHECK_S if is_due else None
        job = self.jobs.take(wait)
        if job is not None:
            return job
        if self._is_unreported:
            return self._report_arrived
        return (lambda: self._check(next(iter(unchecked)))) if unchecked else self._ask_checkers

    def _check(self, path: str) -> None:
        if self.review.check(path):
            self.mailbox.send(Planned())

    def _has_question(self) -> bool:
        """True if the files as they are shown were not put to the checkers yet."""
        if not self._diagnosing:
            return False
        plans = self.review.question().plans
        return self._question is None or not self._question.is_about(plans)

    def _ask_checkers(self) -> None:
        if not self._diagnosing:
            return
        self._question = self.review.question()
        for diagnosing in self._diagnosing:
            diagnosing.ask(self._question)

    def _put_diagnosis(self, question: "Question", diagnosis: "Diagnosis", checker: "Checker") -> None:
        def job() -> None:
            if self.review.show_diagnosis(question, diagnosis, checker):
                self.mailbox.send(Planned())
            if diagnosis.problems:
                self.mailbox.send(WorkFailed("; ".join(diagnosis.problems)))

        self.jobs.put(job, Urgency.IDLE)

    def _new_thread(self, name: str, work: Callable[[], object]) -> threading.Thread:
        """A second thread of the worker. A bug on it ends the review, as one on the worker's does."""

        def run() -> None:
            try:
                work()
            except BaseException as error:
                self._put_crash(error)

        return threading.Thread(target=run, name=name, daemon=True)

    def _begin_thread(self, name: str, work: Callable[[], object]) -> None:
        self._new_thread(name, work).start()

    def _put_crash(self, error: BaseException) -> None:
        self.jobs.put(lambda: self.mailbox.send(Crashed(error)))

    def stop_diagnosing(self) -> None:
        """End all checkers."""
        for diagnosing in self._diagnosing:
            diagnosing.end()

    def read_further(self, text: str) -> None:
        """Read a further response, given as a whole. The one before must be complete."""
        was_empty, self.is_empty = self.is_empty, False
        # First: the new text is saved as a response of its own.
        self.keep(now=True)
        if not was_empty:
            self.jobs.put(self._begin_further, Urgency.RESPONSE)
        reading = self._open()
        for at in range(0, len(text), CHUNK):
            piece = text[at : at + CHUNK]
            self.jobs.put(partial(self._take_piece, reading, piece), Urgency.RESPONSE)
        self.jobs.put(partial(self._close, reading), Urgency.RESPONSE)

    def _open(self) -> int:
        """Begin to read a further response. Returns its number."""
        self._reading += 1
        self._is_open, self._began = True, time.monotonic()
        return self._reading

    def follow(self, descriptor: int) -> None:
        """Read a further response as it arrives. The one before must be complete.

        Args:
            descriptor: Closed at its end.
        """
        self.is_empty = False
        self.keep(now=True)
        self.jobs.put(self._begin_further, Urgency.RESPONSE)
        reading = self._open()

        def read() -> None:
            problem: str | None = None
            try:
                with os.fdopen(descriptor, "rb"):
                    self._read_all(reading, descriptor)
            except OSError as error:
                problem = f"reading the response failed: {error.strerror}"
            self.jobs.put(partial(self._close, reading, problem), Urgency.RESPONSE)

        self._begin_thread("response", read)

    def prepare_turn(self, text: str) -> None:
        """Find the files as the review makes them, with what is undecided, for the agent's next turn.

        Args:
            text: The prompt.
        """
        decisions = self.review.log.snapshot()

        def job() -> None:
            review = self.review
            undecided = [
                p
                for p in review.proposals
                if p.is_ready and not p.is_offer and review.verdict(p) is Verdict.UNDECIDED
            ]
            kept = {**decisions, **{p.key: review.acceptance(p) for p in undecided}}
            contents = review.contents({p.number for p in review.proposals}, kept)
            self.mailbox.post(TurnPrepared(text, contents))

        self.jobs.put(job)

    def agent_listeners(self) -> tuple[Callable[[str, str, str], object], Callable[[str], object]]:
        """The functions to call with questions of an agent and with the ends of its turns, on any thread."""
        return (
            lambda id, title, detail: self.mailbox.post(AgentAsks(id, title, detail)),
            lambda problem: self.mailbox.post(AgentRests(problem)),
        )

    def _begin_further(self) -> None:
        self.review.begin()
        self._saving.begin_response()
        self._size = 0

    def _take_piece(self, reading: int, piece: str) -> None:
        # `_take` releases the semaphore, as for a chunk that was read.
        self._ahead.acquire(blocking=False)
        self._take(reading, piece)

    def _read(self) -> None:
        assert self._descriptor is not None
        problem: str | None = None
        try:
            self._read_all(0, self._descriptor)
            for path in self._resumed.saved.response_paths[1:] if self._resumed else ():
                self.jobs.put(self._begin_saved, Urgency.RESPONSE)
                with open(path, "rb") as file:
                    self._read_all(0, file.fileno())
        except OSError as error:
            problem = f"reading the response failed: {error.strerror}"
        self.jobs.put(partial(self._close, 0, problem), Urgency.RESPONSE)

    def _read_all(self, reading: int, descriptor: int) -> None:
        for chunk in chunks(descriptor):
            # At most a few chunks ahead: a fast producer has to wait.
            self._ahead.acquire()
            self.jobs.put(partial(self._take, reading, chunk), Urgency.RESPONSE)

    def _begin_saved(self) -> None:
        """A saved response has ended, and a further one follows."""
        self._take_text(self.review.responses.unwrap_rest())
        self.review.close()
        self._end_line()
        self.review.begin()
        self._size = 0

    def _take(self, reading: int, chunk: str) -> None:
        self._ahead.release()
        if not self._is_open or reading != self._reading:
            return
        self._size += len(chunk.encode("utf-8", "surrogatepass"))
        self._take_text(self.review.responses.unwrap(chunk))
        self._is_unreported = True
        if time.monotonic() - self._reported_at >= _REPORT_INTERVAL_S:
            self._report_arrived()

    def _take_text(self, text: str) -> None:
        """Show, save and read text of the response, without its envelope."""
        with self._spooling:
            self._received.append(text)
            if not self._is_replaying:
                self._saving.add(text)
        if self.review.feed_text(text):
            self.mailbox.send(Planned())

    def _report_arrived(self) -> None:
        self._reported_at, self._is_unreported = time.monotonic(), False
        known = self.review.proposals
        self.mailbox.send(
            Arrived(
                self._size,
                True,
                self.review.responses.open_block,
                self.review.responses.open_text(_OPEN_TEXT),
                self.review.responses.open_lines,
                known[-1].number + 1 if known else 1,
                seconds=self.seconds,
            )
        )

    def _close(self, reading: int, problem: str | None = None) -> None:
        if not self._is_open or reading != self._reading:
            return
        self._is_open = self._is_unreported = False
        self._take_text(self.review.responses.unwrap_rest())
        if self._size >= MAX_RESPONSE_SIZE:
            problem = f"the response is larger than {MAX_RESPONSE_SIZE >> 20} MiB; the rest was not read"
        problem = problem or self.review.responses.turn_problem
        self.review.close()
        self._end_line()
        self.mailbox.send(Planned())
        self.mailbox.send(Arrived(self._size, False, None, problem=problem))
        if self._resumed is not None and self._is_replaying:
            self._is_replaying = False
            self._resumed.resume_writes()
            self.mailbox.send(ReviewResumed(*self._resumed.changes(), self._resumed.current))
        self.jobs.put(self._report_unfinished, Urgency.IDLE)

    def _end_line(self) -> None:
        """End the last line, so that a further response begins on a line of its own."""
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

    # Commands of the user

    def replan(self, paths: list[str]) -> int:
        """Plan some files again. Returns the number of that plan, as counted by `planned`."""
        if paths:
            self._requested += 1
            self.jobs.put(lambda: self._replan(paths))
        return self._requested

    @property
    def planned(self) -> int:
        """The number of requested plans that are made, in the order of the requests."""
        return self._planned

    def find_nearest(self, proposal: Proposal) -> None:
        """Find the nearest match of a block that has none."""

        def job() -> None:
            self.review.nearest(proposal)
            self.mailbox.send(NearestFound(proposal.number))

        self.jobs.put(job)

    def open_file(self, name: str) -> int:
        """Read a file to which blocks are to go. Returns the number of the request."""
        request = next(self._openings)

        def job() -> None:
            try:
                self.mailbox.send(FileOpened(request, self.review.open_file(name)))
            except Refused as refused:
                self.mailbox.send(FileOpened(request, None, str(refused)))

        self.jobs.put(job)
        return request

    def always_allow(self, rule: str) -> None:
        """Remember a rule that allows changes, and plan the files again that it may be about."""

        def job() -> None:
            try:
                paths = self.review.always_allow(rule)
            except (UsageError, OSError) as error:
                self.mailbox.send(RuleKept(rule, str(error)))
                return
            self._replan(paths)
            self.mailbox.send(RuleKept(rule))

        self.jobs.put(job)

    def check(self, path: str | None, edition: int) -> None:
        """Check all blocks, so that the safe ones can be accepted.

        Args:
            path: The file whose safe blocks to accept; None for all.
            edition: The edition of the plan that was on screen.
        """

        def job() -> None:
            if self.review.check():
                self.mailbox.send(Planned())
            self.mailbox.post(Checked(path, edition))

        self.jobs.put(job)

    def attempt_all(self, proposal: Proposal) -> None:
        """Try every strategy for a block, including those after the one that matched.

        One strategy a job: commands of the user come first, and a call for another block ends this one.
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
        """Stop trying strategies."""
        self._attempting = None

    def compare(self, proposal: Proposal, at: int, window: Window) -> None:
        """Align a block that has no match with one of its near matches."""
        self.jobs.put(lambda: self.mailbox.send(NearMatchAligned(proposal, at, near_of(proposal, window))))

    def prepare_force(self, proposal: Proposal, window: Window) -> None:
        """Compute the effect of forcing a block on lines of its file."""

        def job() -> None:
            self.mailbox.send(ForcePreview(proposal, *force_at(proposal, window)))

        self.jobs.put(job)

    def log_effects(self) -> None:
        """Append new effects to the log. Only on the main thread."""
        while True:
            try:
                entry = self._effects.get_nowait()
            except Empty:
                return
            self.review.log.append(entry)

    def write(self, *, stage: bool) -> None:
        """Write the blocks that are accepted now, and stage them if asked to."""
        decisions = self.review.log.snapshot()

        def job() -> None:
            with self.writing:
                self._write(decisions, stage=stage)

        self.jobs.put(job)

    def read_index(self) -> None:
        """Find the subject of the next commit, and what the user has staged in addition to this review."""
        decisions = self.review.log.snapshot()

        def job() -> None:
            repository = self.review.workspace.repository
            try:
                user_files = self.review.workspace.staged_by_user()
                last = "" if repository is None else repository.last_message()
                not_staged = self.review.not_to_be_staged(decisions)
                subject = self.review.subject(decisions, without=not_staged)
            except GitFailed as error:
                self.mailbox.send(IndexStatus([], "", "", {}, str(error)))
            else:
                self.mailbox.send(IndexStatus(user_files, last, subject, not_staged))

        self.jobs.put(job)

    def undo(self, step: int, effect: Effect, *, redo: bool = False) -> None:
        """Undo an effect, or redo it.

        Args:
            step: The index of its entry in the log.
            effect: The effect.
            redo: True to redo it.
        """

        def job() -> None:
            with self.writing:
                receipt = self._undo(step, effect, redo=redo)
            self.mailbox.send(receipt)
            self.mailbox.send(Planned())

        self.jobs.put(job)

    def _undo(self, step: int, effect: Effect, *, redo: bool) -> UndoReceipt:
        # Imported on first use, as are the others of this class that the first frame does not need.
        from editreview.review import redo_on_disk, undo_on_disk

        try:
            text = (redo_on_disk if redo else undo_on_disk)(self.review, effect)
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            text = f"cannot {'redo' if redo else 'undo'}: {names} changed since"
            return UndoReceipt(text, is_problem=True, difference=self._changed_since(effect))
        except EditreviewError as error:
            return UndoReceipt(str(error), is_problem=True)
        self._effects.put(LogEntry(EntryKind.REDO if redo else EntryKind.UNDO, step=step))
        return UndoReceipt(text, is_problem=False)

    def _changed_since(self, effect: Effect) -> str:
        if effect.record is None:
            return ""
        from editreview.review import changed_since

        workspace = self.review.workspace
        try:
            found = changed_since(workspace, workspace.undoing.record(effect.record))
        except EditreviewError:
            return ""
        return found.decode("utf-8", "replace")

    def commit(self, request: CommitRequest) -> Callable[[], object]:
        """Commit the files staged by this review. Returns a function that waits until git has ended."""
        is_done = threading.Event()

        def job() -> None:
            try:
                self.mailbox.send(self._commit(request))
            finally:
                is_done.set()

        self.jobs.put(job)
        return is_done.wait

    def end_commit(self) -> None:
        """End git and its hooks while they commit; the receipt says so."""
        self._begin_thread("ending git", self.review.workspace.end_commit)

    def _commit(self, request: CommitRequest) -> CommitReceipt:
        def post_line(line: str) -> None:
            self.mailbox.post(GitOutput(line))

        try:
            commit = self.review.workspace.commit(request, post_line)
        except GitFailed as error:
            return CommitReceipt(str(error), is_problem=True)
        self._effects.put(LogEntry(EntryKind.DO, effect=Effect(commit=commit)))
        return CommitReceipt(commit.output, is_problem=False, outcome=outcome_of(self.review))

    # The project command

    @property
    def is_project_running(self) -> bool:
        return self._project_run is not None and self._project_run[0].is_alive()

    def run_project(self, command: "ProjectCommand") -> None:
        """Run a command on the accepted blocks, on a thread of its own: it may take minutes."""
        ended = threading.Event()
        waiting: list[str] = []
        at = (0, 0)
        sent = 0.0

        def send(line: str | None) -> None:
            nonlocal sent
            if line is not None:
                waiting.append(line)
                del waiting[:-_MAX_WAITING_LINES]
            if line is None or time.monotonic() - sent > _REPORT_INTERVAL_S:
                sent = time.monotonic()
                lines, waiting[:] = tuple(waiting), []
                self.mailbox.post(CommandOutput(*at, lines))

        def begin(run: int, blocks: int) -> None:
            nonlocal at
            if waiting:
                send(None)
            at = (run, blocks)
            send(None)

        from editreview.review import ProjectCheck

        check = ProjectCheck(self.review, command, send, begin, ended.is_set, self._contents)

        def work() -> None:
            try:
                result = check.result()
                if waiting:
                    send(None)
                self.mailbox.post(CommandEnded(result))
            except (EditreviewError, OSError) as error:
                self.mailbox.post(CommandEnded(None, str(error)))

        # The thread asks for the event while it works.
        thread = self._new_thread("command", work)
        self._project_run = thread, ended
        thread.start()

    def _contents(
        self, numbers: Collection[int], decisions: Mapping[str, Decision]
    ) -> Mapping[str, bytes | None]:
        """The files with some of the accepted blocks, computed by the thread that plans."""
        found: SimpleQueue[Mapping[str, bytes | None]] = SimpleQueue()
        self.jobs.put(lambda: found.put(self.review.contents(numbers, decisions)))
        while True:
            try:
                return found.get(timeout=_REPORT_INTERVAL_S)
            except Empty:
                if self._project_run is not None and self._project_run[1].is_set():
                    # Nobody waits for the result any more.
                    return {}

    def end_project_run(self) -> None:
        """The result is here: nothing runs any more, whatever the thread that sent it still does."""
        self._project_run = None

    def stop_project_run(self, *, waits: bool = False) -> None:
        """End the command, if it runs.

        Args:
            waits: True to wait until its temporary tree is removed.
        """
        if self._project_run is not None:
            thread, ended = self._project_run
            ended.set()
            if waits:
                thread.join(_WAIT_FOR_COMMAND_S)

    def make_feedback(self) -> None:
        """Make the feedback, and write it to a file."""

        def job() -> None:
            from editreview.review import make_feedback

            text = make_feedback(self.review, is_under_way=True)
            self.mailbox.send(FeedbackMade(text, self._keep_feedback(text)))

        self.jobs.put(job)

    def _keep_feedback(self, text: str) -> str:
        try:
            path = self.review.workspace.keep(_FEEDBACK, text.encode("utf-8", "replace")) if text else None
        except OSError:
            return ""
        folder = self.review.workspace.root.folder
        return "" if path is None else str(path.relative_to(folder) if path.is_relative_to(folder) else path)

    def read_again(self) -> None:
        """Read the files again, and plan those that changed."""

        def job() -> None:
            self.review.refresh()
            self.mailbox.send(Planned())

        self.jobs.put(job)

    def _replan(self, paths: list[str]) -> None:
        for path in paths:
            self.review.replan(path)
        self._planned += 1
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
                # The outcome names the warnings of the blocks that are left.
                self.review.check(path)
            if stage:
                staged, entry = self.review.stage_files()
                if entry is not None:
                    self._effects.put(entry)
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            problem = f"nothing written: {names} changed on disk; review it again"
            if self.review.workspace.comparison is not None:
                problem = f"nothing carried out: {names} changed on disk; do it again for the other files"
        except EditreviewError as error:
            problem = str(error)
        self.mailbox.send(Planned())
        self.mailbox.send(WriteReceipt(applied, staged, stage, problem, outcome_of(self.review)))
