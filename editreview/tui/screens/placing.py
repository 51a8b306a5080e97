"""Where a block goes: one of its places, lines it is forced on, another file, other text to look for."""

from editreview.matching import Place
from editreview.review import Decision, Proposal
from editreview.review.choosing import (
    readings_of,
    with_file,
    with_force,
    with_places,
    with_search,
    with_strategy,
)
from editreview.review.options import Option, OptionKind, is_without_place, near_windows, options_of
from editreview.tui.match import excludes_others, is_for_each
from editreview.tui.messages import Forcible
from editreview.tui.screens.editing import EditingScreen


class PlacingScreen(EditingScreen):
    """Chooses places; the block is undecided until it is accepted."""

    def action_place(self, number: int) -> None:
        proposal = self.proposal
        if proposal is not None and not self._is_seen("choose"):
            return
        options = options_of(self.review, proposal) if proposal else []
        if proposal is None or number > len(options):
            self._state.say(f"there is no place {number} to choose", is_problem=True)
            return
        self._take(proposal, options[number - 1], number - 1)

    def _take(self, proposal: Proposal, option: Option, at: int) -> None:
        """Do what one of the block's options stands for."""
        match option.kind:
            case OptionKind.PLACE if is_for_each(proposal):
                self._take_in_or_out(proposal, at)
            case OptionKind.PLACE:
                assert option.place is not None
                self._place = at
                self._choose(proposal, (option.place,), f"place {at + 1} chosen: {self._accepts}")
            case OptionKind.NEAR:
                self._look_near(proposal, at)
                self._state.say(
                    f"these lines are like it: {self.keys['place.force']} forces the block on them"
                )
            case OptionKind.FILE:
                note = f"sent to {option.path}: {self._accepts} it there, {self._takes_back}"
                said = with_file(self.review.log[proposal.key], option.path)
                self._choose_otherwise(proposal, said, note)
            case OptionKind.INCLUDE:
                self.action_include()
            case OptionKind.LEAVE:
                self._leave(proposal)
            case OptionKind.BLOCK if option.block is not None:
                self._state.say(f"block {option.block}, which block {proposal.number} has to do with")
                self._look_at(option.block)

    def _leave(self, proposal: Proposal) -> None:
        """Go on without a decision: a block that the model wrote blindly is asked for once more."""
        number = self.outline.next_open(proposal.number)
        if number is not None and number != proposal.number:
            self._look_at(number)
        asks = f"{self.keys['do.feedback']} asks the model to see {proposal.path}"
        self._state.say(f"block {proposal.number} is left: {asks}")

    def _look_near(self, proposal: Proposal, at: int) -> None:
        """Bring one of the places nearest to a block into sight."""
        self._place, self._near = at, None
        if at:
            self.engine.compare(proposal, at, near_windows(self.review, proposal)[at])
        else:
            self._show()
        self._draw()

    def _take_in_or_out(self, proposal: Proposal, index: int) -> None:
        """One place of an edit that is meant for all of them."""
        assert proposal.placement is not None
        places, place = proposal.placement.places, proposal.placement.places[index]
        taken = proposal.placement.chosen(self.review.log[proposal.key].places)
        left = tuple(each for each in places if (each in taken) != (each is place))
        self._place = index
        if not left:
            rejects = f"{self.keys['block.reject']} rejects"
            self._state.say(
                f"place {index + 1} is the last one that is in: {rejects} the block",
                is_problem=True,
            )
            self._draw()
            return
        said = "in" if place in left else "out"
        self._follow = place
        self._choose(
            proposal,
            left,
            f"place {index + 1} {said}, {len(left)} of {len(places)} in: {self._accepts}",
        )

    def action_all_places(self) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is not None and not self._is_seen("choose"):
            return
        if proposal is None or len(places) < 2:
            self._state.say("there is only one place", is_problem=True)
            return
        if excludes_others(places):
            self._state.say("it can go to one of them only: choose it with its number", is_problem=True)
            return
        self._choose(proposal, places, f"all {len(places)} places chosen: {self._accepts}")

    def _choose(
        self, proposal: Proposal, places: tuple[Place, ...], note: str, strategy: str | None = None
    ) -> None:
        before = self.review.log[proposal.key]
        said = with_places(before, places) if strategy is None else with_strategy(before, strategy, places)
        self._choose_otherwise(proposal, said, note)

    def _choose_otherwise(self, proposal: Proposal, said: Decision, note: str) -> None:
        if self._is_applied(proposal):
            return
        self._decide({proposal.key: said}, note)
        if not is_for_each(proposal):
            self._show()
        self._draw()

    # By force

    def action_force(self) -> None:
        proposal = self.proposal
        windows = near_windows(self.review, proposal) if proposal else []
        if proposal is None or not is_without_place(proposal):
            self._state.say("only a block that has no place can be forced on one", is_problem=True)
        elif self._is_applied(proposal) or not self._is_seen("force"):
            return
        elif not windows or not readings_of(proposal.block):
            self._state.say(
                "nothing in the file is like it: there is no place to force it on", is_problem=True
            )
        else:
            self.engine.prepare_force(proposal, windows[min(self._place, len(windows) - 1)])

    def on_forcible(self, message: Forcible) -> None:
        from editreview.tui.screens.force import force_screen

        if message.proposal is self.proposal and self.app.screen is self:
            screen = force_screen(message.proposal, message.place)
            self.app.push_screen(screen, lambda answer: self._forced(message) if answer else None)

    def _forced(self, message: Forcible) -> None:
        proposal = message.proposal
        if self.outline.proposal(proposal.number) is not proposal:
            self._state.say("the plan changed meanwhile: look once more", is_problem=True)
            return
        said = with_force(self.review.log[proposal.key], message.place, message.lines)
        self._choose_otherwise(
            proposal,
            said,
            f"forced on these lines: {self._accepts}, {self._takes_back}",
        )

    # Other text to look for

    def action_edit_search(self) -> None:
        # Text areas are dear to import, and the first frame needs none.
        from editreview.tui.screens.edit import EditScreen

        proposal = self.proposal
        text = self._sought(proposal) if proposal else ""
        if proposal is None or not text:
            self._state.say("it looks for no text", is_problem=True)
        elif not self._is_applied(proposal):
            title = f"What block {proposal.number} looks for: its {proposal.sides[0]}"
            try:
                screen = EditScreen(title, text, 1, empty="there must be something to look for")
            except ValueError as error:
                self._state.say(f"{error}: it cannot be edited here", is_problem=True)
                return
            self.app.push_screen(screen, lambda edited: self._search_edited(proposal, text, edited))

    def _sought(self, proposal: Proposal) -> str:
        """The text that a block looks for as it is placed now; empty if it looks for none."""
        if proposal.chosen and proposal.chosen[0].reading.search:
            return proposal.chosen[0].reading.search
        readings = readings_of(proposal.block)
        return readings[0].search if readings else ""

    def _search_edited(self, proposal: Proposal, before: str, edited: str | None) -> None:
        if edited is None or edited == before:
            return
        text = edited if edited.endswith("\n") or not before.endswith("\n") else f"{edited}\n"
        said = with_search(self.review.log[proposal.key], text)
        self._choose_otherwise(proposal, said, f"placed again by the text edited here: {self._takes_back}")
