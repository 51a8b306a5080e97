"""A review that was left is offered when another one begins."""

from pathlib import Path

import pytest

from editreview.review import Review, SessionStore
from editreview.tui.messages import ReviewResumed
from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

FILES = {"a.txt": "one\n"}
RESPONSE = block("one\n", "1\n")


def leave(root: Path) -> None:
    """Leave a review that was begun."""
    review = Review.open(root)
    store = SessionStore(review, review.workspace.saved_reviews.begin(), lambda error: None)
    store.begin(RESPONSE)
    store.end(is_finished=False)


async def test_the_paste_screen_offers_the_review_that_was_left(tmp_path: Path) -> None:
    leave(make_repository(tmp_path, FILES))
    async with reviewing(tmp_path, is_bare=True) as user:
        assert "editreview --resume              the review of a.txt from " in user.text


async def test_a_saved_review_of_the_response_is_mentioned(tmp_path: Path) -> None:
    leave(make_repository(tmp_path, FILES))
    async with reviewing(tmp_path, RESPONSE) as user:
        assert "unfinished: `editreview --resume` resumes a.txt from " in user.state


@pytest.mark.parametrize(("current", "position"), [(4, "4/4"), (None, "3/4")])
async def test_a_resumed_review_opens_where_it_was_left(
    tmp_path: Path, current: int | None, position: str
) -> None:
    """A review that was killed opens at the block after the last decision."""
    root = make_repository(tmp_path, {"a.txt": "one\ntwo\nthree\nfour\n"})
    words = enumerate(("one", "two", "three", "four"))
    async with reviewing(root, "".join(block(f"{word}\n", f"{n}\n") for n, word in words)) as user:
        review = user.app.worker.review
        review.decide({review.proposals[1].key: review.acceptance(review.proposals[1])})
        user.app.screen.post_message(ReviewResumed([], [], current))
        await user.wait_for(lambda: position == user.position)
        assert int(position[0]) == user.app.current


async def test_without_a_saved_review_there_is_no_message(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), is_bare=True) as user:
        assert "--resume" not in user.text
