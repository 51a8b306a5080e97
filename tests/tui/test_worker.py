"""The worker's messages about an arriving response."""

import os
from pathlib import Path
from queue import SimpleQueue

from textual.message import Message

from editreview.review import Review
from editreview.tui.messages import Arrived
from editreview.tui.worker import ReviewWorker


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
