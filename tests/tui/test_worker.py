"""The worker's messages about an arriving response."""

import os
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import pytest
from textual.app import ComposeResult
from textual.message import Message

from editreview.review import Review, SessionStore, resume
from editreview.tui.app import ReviewApp, Settings
from editreview.tui.messages import Arrived, UnfinishedReview
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.worker import ReviewWorker, Saving, Urgency
from editreview.workspace import SavedReview, Workspace
from editreview.workspace.saved import SavedReviews
from tests.builders import block, make_tree


def test_the_last_state_is_posted_even_if_nothing_follows(tmp_path: Path) -> None:
    """Messages are spread in time; a producer that falls silent between two of them is heard all the same."""
    messages: SimpleQueue[Message] = SimpleQueue()
    receiving, sending = os.pipe()
    ReviewWorker(Review.open(tmp_path), receiving, messages.put).start()
    for size, line in ((4, b"one\n"), (8, b"two\n")):
        os.write(sending, line)
        message = messages.get(timeout=10)
        assert isinstance(message, Arrived)
        assert (size, True, None) == (message.size, message.is_open, message.open_block)
    os.close(sending)


def test_the_responses_of_a_resumed_review_may_be_too_large_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them was cut off."""
    monkeypatch.setattr("editreview.tui.worker.MAX_RESPONSE_SIZE", 8)
    review = Review.open(tmp_path)
    store = SessionStore(review, review.workspace.saved_reviews.begin(), lambda error: None)
    store.begin("one\n")
    store.begin_response()
    store.add("two\n")
    store.end(is_finished=False)

    messages: SimpleQueue[Message] = SimpleQueue()
    resumed = resume(Workspace.open(tmp_path))
    with resumed.saved.response_paths[0].open("rb") as first:
        ReviewWorker(resumed.review, first.fileno(), messages.put, resumed).start()
        while not isinstance(message := messages.get(timeout=10), Arrived) or message.is_open:
            pass
    assert (4, None) == (message.size, message.problem)


def test_a_review_is_saved_once_if_the_user_leaves_while_saving_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker begins to save when it is idle, and the main thread when the user leaves."""
    messages: SimpleQueue[Message] = SimpleQueue()
    receiving, sending = os.pipe()
    worker = ReviewWorker(Review.open(tmp_path), receiving, messages.put)
    worker.start()
    os.write(sending, b"one\n")
    os.close(sending)
    while not isinstance(message := messages.get(timeout=10), Arrived) or message.is_open:
        pass
    begin, has_begun, may_go_on = SavedReviews.begin, threading.Event(), threading.Event()

    def slow(reviews: SavedReviews) -> SavedReview:
        has_begun.set()
        assert may_go_on.wait(10)
        return begin(reviews)

    monkeypatch.setattr(SavedReviews, "begin", slow)
    kept: list[Path | None] = []

    def leave() -> None:
        kept.append(worker.stop_saving(is_finished=False, current=None))

    leaving = threading.Thread(target=leave)
    worker.keep(now=True)
    assert has_begun.wait(10)
    leaving.start()
    may_go_on.set()
    leaving.join(10)

    (saved,) = worker.review.workspace.saved_reviews.begun()
    assert ([saved.folder], None) == (kept, worker.not_kept)
    assert b"one\n" == saved.response_paths[0].read_bytes()


def test_an_unfinished_review_is_looked_for_only_once_the_screen_is_there(tmp_path: Path) -> None:
    """The first frame does not wait for what it does not show."""
    left = Review.open(tmp_path)
    store = SessionStore(left, left.workspace.saved_reviews.begin(), lambda error: None)
    store.begin("one\n")
    store.end(is_finished=False)

    messages: SimpleQueue[Message] = SimpleQueue()
    receiving, sending = os.pipe()
    worker = ReviewWorker(Review.open(tmp_path), receiving, messages.put)
    worker.start()
    os.write(sending, b"two\n")
    os.close(sending)
    while not isinstance(message := messages.get(timeout=10), Arrived) or message.is_open:
        pass
    is_idle = threading.Event()
    worker.jobs.put(is_idle.set, Urgency.IDLE)
    assert is_idle.wait(10)
    assert messages.empty()

    worker.begin_deferred()
    assert isinstance(messages.get(timeout=10), UnfinishedReview)


async def test_the_first_frame_shows_what_was_read_before_the_screen_was_mounted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages in the queue of a screen that mounts are handled only after its first frame."""
    receiving, sending = os.pipe()
    app = ReviewApp(Review.open(make_tree(tmp_path, {"a.txt": "one\n"})), receiving, Settings())
    compose, blocks_of_frames = ReviewScreen.compose, SimpleQueue[int]()

    def compose_late(screen: ReviewScreen) -> ComposeResult:
        """Compose the screen, which is on the stack by now, once everything is read."""
        app.worker.start()
        os.write(sending, block("one\n", "1\n").encode())
        os.close(sending)
        is_idle = threading.Event()
        while app.worker.is_open:
            time.sleep(0.001)
        app.worker.jobs.put(is_idle.set, Urgency.IDLE)
        assert is_idle.wait(10)
        return compose(screen)

    def record_frame(screen: ReviewScreen, *_: object) -> None:
        blocks_of_frames.put(len(screen.session.outline.proposals))

    monkeypatch.setattr(ReviewScreen, "compose", compose_late)
    monkeypatch.setattr(ReviewScreen, "record_frame", record_frame)
    async with app.run_test():
        assert 1 == blocks_of_frames.get(timeout=10)


def test_a_review_is_not_saved_a_second_time_after_the_user_has_left(tmp_path: Path) -> None:
    """The worker may come to it only then."""
    review = Review.open(make_tree(tmp_path, {"a.txt": "old\n"}))
    review.read(block("old\n", "new\n", "a.txt"))
    failed: list[OSError] = []
    saving = Saving(review, None, failed.append)
    saving.begin("response")
    assert saving.end(is_finished=False, current=None) is not None
    saving.begin("response")

    assert saving.end(is_finished=False, current=None) is None
    assert 1 == len(list(review.workspace.saved_reviews.waiting()))
    assert [] == failed
