"""The panel of strategies or candidates: the diff previews the row under its cursor."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.matching import Match
from editreview.review import (
    Alternative,
    AlternativeKind,
    DiffMode,
    Proposal,
    StrategyResult,
    alternatives_of,
)
from editreview.tui.match_line import is_for_each
from editreview.tui.panel_rows import PanelRow, Target, known_rows, option_rows, strategy_rows
from editreview.tui.view_state import Pane
from editreview.tui.widgets.match_panel import MatchPanel

if TYPE_CHECKING:
    from editreview.tui.view import ReviewView


class Listing(StrEnum):
    """The two lists that the panel can show."""

    STRATEGIES = "strategies"
    MATCHES = "matches"


class CandidatePanel:
    """Lists the candidates of the current block, and moves a cursor over them."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self.widget = MatchPanel(id="panel")
        self.listing: Listing | None = None
        """None while the panel is closed."""
        self.options: Sequence[Alternative] = ()
        self.cursor = 0
        self._rows: list[PanelRow] = []
        self._notes_above: list[PanelRow] = []
        """The rows above the strategies."""
        self._results: list[StrategyResult] = []
        self._has_tried_all = False
        self._was_moved = False
        self._listed_for: Proposal | None = None

    @property
    def is_open(self) -> bool:
        return self.listing is not None

    @property
    def target(self) -> Target | None:
        """The target of the row under the cursor."""
        return self._rows[self.cursor].target if self.is_open and self.cursor < len(self._rows) else None

    def open(self, listing: Listing) -> None:
        self.listing = listing
        self._view.state = replace(self._view.state, pane=Pane.PANEL)
        self._view.make_room_for_panel(is_open=True)
        self._list_anew()
        self._view.refresh()

    def close(self) -> None:
        self.listing = self._listed_for = None
        self._rows, self._results = [], []
        self._view.state = replace(self._view.state, pane=Pane.DIFF)
        self._session.worker.stop_attempts()
        self._view.make_room_for_panel(is_open=False)
        self._view.show_diff(again=True)
        self._view.refresh()

    def preview(self, proposal: Proposal) -> Match | None:
        """The candidate that the diff shows instead of the chosen ones."""
        target = self.target
        if target is None or target.match is None or self._listed_for is not proposal:
            return None
        is_chosen = proposal.is_ready and any(
            match.key == target.match.key and match.change == target.match.change for match in proposal.chosen
        )
        is_each = self.listing is Listing.MATCHES and is_for_each(proposal)
        return None if is_chosen or is_each else target.match

    # The cursor

    def move(self, rows: int) -> None:
        """Move the cursor to the next row with a target in a direction."""
        self._move_from(self.cursor, rows)

    def move_half_page(self, direction: int) -> None:
        self._move_from(self.cursor + 4 * direction, direction)

    def move_to_end(self, direction: int) -> None:
        self._move_from(len(self._rows) if direction > 0 else -1, -direction)

    def point_at(self, row: int) -> None:
        """Move the cursor to a clicked row, or to the next one with a target."""
        self._view.state = replace(self._view.state, pane=Pane.PANEL)
        self._move_from(row - 1, 1)

    def _move_from(self, row: int, step: int) -> None:
        ahead = range(row + step, len(self._rows) if step > 0 else -1, 1 if step > 0 else -1)
        found = next((at for at in ahead if self._rows[at].target is not None), None)
        if found is None:
            return
        self.cursor, self._was_moved = found, True
        self._show_target()
        self._view.refresh()

    def _show_target(self) -> None:
        """Show the row under the cursor in the diff."""
        view, target, proposal = self._view, self.target, self._view.proposal
        if target is None or proposal is None:
            return
        option = None if target.option is None else self.options[target.option]
        if option is not None and option.kind is AlternativeKind.NEAR and target.option is not None:
            view.show_near(proposal, target.option)
            return
        state = view.state
        if option is not None and option.kind is AlternativeKind.MATCH and target.option is not None:
            state = replace(state, candidate=target.option)
        if target.line is not None and not target.is_old and state.mode is DiffMode.MATCH:
            # In this mode the other side is the SEARCH text, which has no new lines.
            state = replace(state, mode=None)
        view.state = replace(state, target=target.match)
        view.show_diff()
        if target.line is not None:
            view.diff.to_line(target.line, is_old=target.is_old)

    # The rows

    def relist(self) -> None:
        """Rebuild the list if the current block is another one, or was planned again."""
        proposal = self._view.proposal
        if self.is_open and proposal is not None and self._listed_for is not proposal:
            self._list_anew()

    def _list_anew(self) -> None:
        """Build the list for the current block."""
        proposal = self._view.proposal
        if proposal is None:
            return
        keys = self._session.keys
        is_other = self._listed_for is None or self._listed_for.number != proposal.number
        self._listed_for = proposal
        if is_other:
            self.cursor, self._was_moved = 0, False
        if self.listing is Listing.MATCHES:
            self.options = alternatives_of(self._session.review, proposal)
            self._rows = option_rows(self._session.review, proposal, self.options, keys)
            at = self._view.state.candidate if is_other else self.cursor
            self.cursor = min(at, max(len(self._rows) - 1, 0))
        else:
            self._results, self._has_tried_all = [], False
            self._session.worker.attempt_all(proposal)
            self._notes_above = known_rows(proposal, self._view.model)
            self._rows = [*self._notes_above, *strategy_rows(proposal, [], keys)]
            self.cursor = self.cursor or len(self._notes_above)
        self._view.show_diff(again=True)

    def add_attempt(self, proposal: Proposal, result: StrategyResult | None) -> None:
        """Add the result of one more strategy; None after the last one."""
        if self.listing is not Listing.STRATEGIES or proposal is not self._listed_for:
            return
        if self._view.proposal is None:
            return
        if result is None:
            self._has_tried_all = True
        else:
            self._results.append(result)
        # Rows are only added below others, so that a cursor which was moved stays on its row.
        self._rows = [
            *self._notes_above,
            *strategy_rows(self._view.proposal, self._results, self._session.keys),
        ]
        if not self._was_moved:
            self.cursor = next(
                (at for at, row in enumerate(self._rows) if row.is_current), len(self._notes_above)
            )
        self._view.show_diff(again=True)
        self._view.refresh()

    def draw(self) -> None:
        """Bring the widget up to date."""
        proposal = self._view.proposal
        if self.is_open and proposal is not None:
            is_active = self._view.state.pane is Pane.PANEL
            self.widget.show(self._title(proposal), self._rows, self.cursor, is_active=is_active)

    def _title(self, proposal: Proposal) -> str:
        keys, number = self._session.keys, proposal.number
        enter = keys["block.advance"]
        if self.listing is Listing.MATCHES:
            is_left = proposal.reason is Reason.NOT_IN_CONTEXT
            what = "include it or leave it" if is_left else "candidates"
            return f"Block {number}: {what} · {enter} chooses, {keys['match.list']} closes"
        if self._has_tried_all:
            finds = "all matching attempts"
            return f"Block {number}: {finds} · {enter} chooses, {keys['match.attempts']} closes"
        return f"Block {number}: trying every strategy … {len(self._results)}"
