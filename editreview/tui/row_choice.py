"""The rows of the current block that are included, and those that the next decision is about."""

from typing import TYPE_CHECKING

from editreview.alignment import Alignment
from editreview.review import Proposal, can_be_parted
from editreview.tui.diff.marks import Level, Marks
from editreview.tui.view_state import Pane

if TYPE_CHECKING:
    from editreview.tui.view import ReviewView


class RowChoice:
    """Derives both from the decisions, the level, and the cursor and range of the diff."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session

    @property
    def whole(self) -> Alignment | None:
        """The alignment of the whole block; None while the diff shows something with other rows."""
        model = self._view.model
        return model.alignment if model is not None and model.is_whole else None

    @property
    def has_range(self) -> bool:
        return self._view.diff.range_start is not None

    @property
    def is_inside(self) -> bool:
        """True if the keys act on hunks or lines of the block."""
        state = self._view.state
        return state.level is not Level.BLOCK and state.pane is Pane.DIFF and self.whole is not None

    def included(self, proposal: Proposal) -> frozenset[int] | None:
        """The included rows; None for all."""
        review = self._session.review
        if self._session.is_applied(proposal):
            return proposal.rows
        # All of a block is in until the user excludes a part, whatever was decided about it as a whole.
        return review.marked(proposal)

    def targets(self, marks: Marks) -> frozenset[int]:
        """The rows that a toggle would include or exclude."""
        diff = self._view.diff
        if self._view.state.level is Level.HUNK and not self.has_range:
            return frozenset(marks.rows(max(diff.hunk[0] - 1, 0)))
        return frozenset(number for row in diff.hunk_rows() for number in marks.numbers(row))

    def marks(self) -> Marks | None:
        """The marks of the rows; None while the block is decided as a whole."""
        proposal, alignment, level = self._view.proposal, self.whole, self._view.state.level
        if proposal is None or alignment is None or not can_be_parted(proposal):
            return None
        included = self.included(proposal)
        if level is Level.BLOCK and not included:
            return None
        marks = Marks(alignment, included, level=level)
        # In one column the two lines of a row stand below each other, and are chosen together.
        is_apart = level is Level.LINE and not self._view.diff.is_split
        if level is Level.HUNK or self.has_range or is_apart:
            return Marks(alignment, included, self.targets(marks), level)
        return marks
