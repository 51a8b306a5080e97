"""The panel of strategies or places, and the two ways to look at a block."""

from collections.abc import Sequence

from textual import on

from editreview.errors import Reason
from editreview.matching import Choice, Place
from editreview.review import Proposal, Shown, View
from editreview.review.absence import lines_named
from editreview.review.attempts import Tried
from editreview.review.options import Option, OptionKind, options_of
from editreview.tui.engine import Engine
from editreview.tui.keymap import Hint
from editreview.tui.match import is_for_each
from editreview.tui.messages import Attempted
from editreview.tui.panel import Row, Target, known_rows, option_rows, strategy_rows
from editreview.tui.screens.placing import PlacingScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.match_panel import MatchPanel

_STRATEGIES, _PLACES = "strategies", "places"
_PANES = ("panel", "diff", "list")


class ComparingScreen(PlacingScreen):
    """While the panel is open, the diff shows what the row under its cursor would do."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._listed = ""
        """What the panel lists; empty while it is closed."""
        self._tried: list[Tried] = []
        self._has_tried_all = False
        self._options: Sequence[Option] = ()
        self._rows: list[Row] = []
        self._known: list[Row] = []
        """Those of them that stand above the strategies."""
        self._row = 0
        self._was_moved = False
        self._listed_for: Proposal | None = None

    # Opening, closing, walking

    def action_panel(self, listed: str) -> None:
        if self.proposal is None:
            return
        if self.proposal.reason is Reason.NOT_IN_CONTEXT:
            # No strategy looked for anything.
            listed = _PLACES
        if self._listed == listed:
            self._close_panel()
            return
        if listed == _PLACES and not options_of(self.review, self.proposal):
            lists = self.keys["place.attempts"]
            self._state.say(
                f"it has no other places: {lists} lists what every strategy finds", is_problem=True
            )
            return
        self._listed, self._pane = listed, "panel"
        self._open_panel(is_open=True)
        self._list_anew()
        self._draw()

    def action_step_out(self) -> None:
        if self._listed:
            self._close_panel()
        else:
            super().action_step_out()

    def _close_panel(self) -> None:
        self._listed, self._pane, self._listed_for = "", "diff", None
        self._rows, self._tried = [], []
        self.engine.stop_attempts()
        self._open_panel(is_open=False)
        self._show(again=True)
        self._draw()

    def _open_panel(self, *, is_open: bool) -> None:
        # Not a class of the screen: all that is in it would be styled anew.
        self._match_panel.set_class(is_open, "-open")
        self._match.set_class(is_open, "-under-panel")
        if self._response_panel is not None:
            self._response_panel.set_class(is_open, "-behind")

    def action_pane(self) -> None:
        if not self._listed:
            super().action_pane()
            return
        self._pane = _PANES[(_PANES.index(self._pane) + 1) % len(_PANES)]
        self._state.say(self._told_pane())
        self._draw()

    def action_line(self, rows: int) -> None:
        if self._pane == "panel":
            self._point(self._row, rows)
        else:
            super().action_line(rows)

    def action_end(self, direction: int) -> None:
        if self._pane == "panel":
            self._point(len(self._rows) if direction > 0 else -1, -direction)
        else:
            super().action_end(direction)

    def action_half_page(self, direction: int) -> None:
        if self._pane == "panel":
            self._point(self._row + 4 * direction, direction)
        else:
            super().action_half_page(direction)

    @on(MatchPanel.Pointed)
    def _pointed(self, message: MatchPanel.Pointed) -> None:
        self._pane = "panel"
        self._point(message.row - 1, 1)

    def _point(self, row: int, step: int) -> None:
        """Put the cursor on the next row from `row` on that leads somewhere."""
        ahead = range(row + step, len(self._rows) if step > 0 else -1, 1 if step > 0 else -1)
        found = next((at for at in ahead if self._rows[at].target is not None), None)
        if found is None:
            return
        self._row, self._was_moved = found, True
        self._bring_into_sight()
        self._draw()

    def _bring_into_sight(self) -> None:
        """Let the diff follow the panel's cursor."""
        target, proposal = self._target, self.proposal
        if target is None or proposal is None:
            return
        option = None if target.option is None else self._options[target.option]
        if option is not None and option.kind is OptionKind.NEAR and target.option is not None:
            self._look_near(proposal, target.option)
            return
        if option is not None and option.kind is OptionKind.PLACE and target.option is not None:
            self._place = target.option
        if target.line is not None and not target.is_old and self._view is View.MATCH:
            # The other side is what the block looks for, and has no new line.
            self._view = None
        self._follow = target.place
        self._show()
        if target.line is not None:
            self._diff.to_line(target.line, is_old=target.is_old)

    # What is listed

    @property
    def _target(self) -> Target | None:
        return self._rows[self._row].target if self._listed and self._row < len(self._rows) else None

    def _list_anew(self) -> None:
        """List what there is for the block in sight; nothing of another one stays."""
        proposal = self.proposal
        if proposal is None or not self._listed:
            return
        is_other = self._listed_for is None or self._listed_for.number != proposal.number
        self._listed_for = proposal
        if is_other:
            self._row, self._was_moved = 0, False
        if self._listed == _PLACES:
            self._options = options_of(self.review, proposal)
            self._rows = option_rows(self.review, proposal, self._options, self.keys)
            self._row = min(self._place if is_other else self._row, max(len(self._rows) - 1, 0))
        else:
            self._tried, self._has_tried_all = [], False
            self.engine.attempt_all(proposal)
            self._known = known_rows(proposal, self._shown)
            self._rows = [*self._known, *strategy_rows(proposal, [], self.keys)]
            self._row = self._row or len(self._known)
        self._show(again=True)

    def on_attempted(self, message: Attempted) -> None:
        proposal = self.proposal
        if self._listed != _STRATEGIES or message.proposal is not self._listed_for or proposal is None:
            return
        if message.tried is None:
            self._has_tried_all = True
        else:
            self._tried.append(message.tried)
        # Rows only come below others, so that a cursor which was moved stays where it is.
        self._rows = [*self._known, *strategy_rows(proposal, self._tried, self.keys)]
        if not self._was_moved:
            self._row = next((at for at, row in enumerate(self._rows) if row.is_own), len(self._known))
        self._show(again=True)
        self._draw()

    def _draw(self) -> None:
        super()._draw()
        proposal = self.proposal
        if not self._listed or proposal is None:
            return
        if self._listed_for is not proposal:
            self._list_anew()
        side, enter = proposal.sides[0], self.keys["block.advance"]
        closes = self.keys["place.list" if self._listed == _PLACES else "place.attempts"]
        if self._listed == _PLACES:
            is_left = proposal.reason is Reason.NOT_IN_CONTEXT
            what = "include it or leave it" if is_left else "where it could go"
            title = f"Block {proposal.number}: {what} · {enter} takes, {closes} closes"
        elif self._has_tried_all:
            title = (
                f"Block {proposal.number}: where every strategy finds its {side}"
                f" · {enter} chooses, {closes} closes"
            )
        else:
            title = f"Block {proposal.number}: trying every strategy … {len(self._tried)}"
        is_active = self._pane == "panel"
        self._match_panel.show(title, self._rows, self._row, is_active=is_active)
        if is_active:
            self._hints.show(self._hints_of_panel())

    def _hints_of_panel(self) -> list[Hint]:
        hint = self.keys.hint
        keys = [hint("block.advance", "choose"), hint("grain.out", "close"), hint("move.down", "move")]
        keys += [hint("block.accept"), hint("block.reject"), hint("move.pane", "to the diff")]
        return [*keys, hint("quit"), hint("help")]

    def _preview(self, proposal: Proposal) -> Place | None:
        target = self._target
        if target is None or target.place is None or self._listed_for is not proposal:
            return None
        is_taken = proposal.is_ready and any(
            place.key == target.place.key and place.change == target.place.change for place in proposal.chosen
        )
        return None if is_taken or (self._listed == _PLACES and is_for_each(proposal)) else target.place

    # Choosing

    def action_enter(self) -> None:
        target, proposal = self._target, self.proposal
        if self._pane != "panel" or target is None or proposal is None:
            super().action_enter()
        elif not self._frames.has(self._match_panel, self._decided_at) or not self._is_seen("choose"):
            self._match_panel.refresh()
        elif target.line is not None:
            self._pane = "diff"
            self._state.say(self._told_pane())
            self._draw()
        elif target.option is not None:
            option = self._options[target.option]
            self._take(proposal, option, target.option)
            if option.kind in (OptionKind.BLOCK, OptionKind.LEAVE):
                # What was listed is of the block that was left.
                self._close_panel()
        elif target.strategy is not None and target.place is not None:
            is_each = proposal.placement is not None and proposal.placement.choice is Choice.EACH
            places = target.places if is_each else (target.place,)
            self._choose(
                proposal,
                places,
                f"placed by {target.strategy}: {self._accepts}",
                target.strategy,
            )
        else:
            self._state.say("this strategy finds no place", is_problem=True)

    def _accept(self) -> bool:
        if self.proposal is not None and self._preview(self.proposal) is not None:
            enter, accept = self.keys["block.advance"], self.keys["block.accept"]
            said = f"this is what another choice would do: {enter} takes it, then {accept}"
            self._state.say(said, is_problem=True)
            return False
        return super()._accept()

    # The two views

    def action_view(self) -> None:
        if self._shown is None or self.proposal is None:
            return
        self._view = View.CHANGE if self._shown.view is View.MATCH else View.MATCH
        target, places = self._target, self.proposal.chosen
        self._follow = (
            target.place if target is not None and target.place else (places[0] if places else None)
        )
        self._show()
        is_other = self._shown.view is self._view
        self._state.say(self._view_in_words(self.proposal, self._shown), is_problem=not is_other)
        if not is_other:
            self._view = None
        self._draw()

    def _view_in_words(self, proposal: Proposal, sides: Shown) -> str:
        """What the view shows now, or why there is no other one."""
        old, new = proposal.sides
        if sides.view is not self._view:
            is_missed = proposal.reason is Reason.NOT_FOUND
            why = f"nothing in the file is like its {old}" if is_missed else "it looks for no text"
            return f"{why}: there is one way to see it"
        if sides.view is View.MATCH:
            if sides.alignment.hunks:
                return f"match: the file, and what its {old} looks for"
            chosen = proposal.chosen[:1]
            where = lines_named(chosen[0].lines) if chosen and chosen[0].lines else "the file"
            return f"match: {where} has just what its {old} looks for"
        is_bare = (sides.old_title, sides.new_title) == proposal.sides
        return f"its {old} and its {new}" if is_bare else "change: the file before and after"
