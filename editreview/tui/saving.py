"""The review as it is saved while it goes on."""

from collections.abc import Callable
from pathlib import Path

from editreview.review import ResumedReview, Review, SessionStore


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
            self._store.go_on()

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
