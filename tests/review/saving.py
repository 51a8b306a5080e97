"""Reviews that are saved as they go on, and resumed."""

from pathlib import Path

from editreview.review import ResumedReview, Review, SessionStore, resume
from editreview.workspace import SavedReview, Workspace
from tests.builders import block

FILES = {"a.txt": "a\nb\nb\n", "b.txt": "one\n"}
RESPONSE = block("a\n", "A\n") + block("b\n", "caf\udce9\n") + block("one\n", "1\n", "b.txt")


def saved_from_now_on(review: Review, response: str = RESPONSE) -> SavedReview:
    """Save a review from now on."""

    def failed(error: OSError) -> None:
        raise error

    saved = review.workspace.saved_reviews.begin()
    SessionStore(review, saved, failed).begin(response)
    return saved


def resumed(root: Path) -> ResumedReview:
    """The last review that was left, with its response read."""
    found = resume(Workspace.open(root))
    found.review.read(found.saved.response_paths[0].read_bytes().decode("utf-8", "surrogateescape"))
    found.resume_writes()
    return found
