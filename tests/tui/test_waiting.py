"""A review that was left is offered when another one begins."""

from pathlib import Path

from editreview.review import Review, SessionStore
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


async def test_the_paste_screen_offers_it(tmp_path: Path) -> None:
    leave(make_repository(tmp_path, FILES))
    async with reviewing(tmp_path, is_bare=True) as user:
        assert "editreview --resume              the review of" in user.text


async def test_a_saved_review_of_the_response_is_mentioned(tmp_path: Path) -> None:
    leave(make_repository(tmp_path, FILES))
    async with reviewing(tmp_path, RESPONSE) as user:
        assert "resume it with editreview --resume" in user.state


async def test_without_a_saved_review_there_is_no_message(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), is_bare=True) as user:
        assert "--resume" not in user.text
