"""Which of its places a block goes to."""

from msgspec.structs import replace

from editreview.matching import Place
from editreview.review import Proposal
from editreview.tui.match import excludes_others, is_for_each
from editreview.tui.screens.deciding import DecidingScreen


class PlacingScreen(DecidingScreen):
    """Chooses places; the block is undecided until it is accepted."""

    def action_place(self, number: int) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is None or len(places) < 2 or number > len(places):
            self._state.say(f"there is no place {number} to choose", is_problem=True)
            return
        if is_for_each(proposal):
            self._take_in_or_out(proposal, number - 1)
        else:
            self._place = number - 1
            self._choose(proposal, places[number - 1 : number], f"place {number} chosen: y accepts")

    def _take_in_or_out(self, proposal: Proposal, index: int) -> None:
        """One place of an edit that is meant for all of them."""
        assert proposal.placement is not None
        places, place = proposal.placement.places, proposal.placement.places[index]
        taken = proposal.placement.chosen(self.review.log[proposal.key].places)
        left = tuple(each for each in places if (each in taken) != (each is place))
        self._place = index
        if not left:
            self._state.say(
                f"place {index + 1} is the last one that is in: n rejects the block", is_problem=True
            )
            self._draw()
            return
        said = "in" if place in left else "out"
        self._follow = place
        self._choose(proposal, left, f"place {index + 1} {said}, {len(left)} of {len(places)} in: y accepts")

    def action_all_places(self) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is None or len(places) < 2:
            self._state.say("there is only one place", is_problem=True)
            return
        if excludes_others(places):
            self._state.say("it can go to one of them only: choose it with its number", is_problem=True)
            return
        self._choose(proposal, places, f"all {len(places)} places chosen: y accepts")

    def _choose(self, proposal: Proposal, places: tuple[Place, ...], note: str) -> None:
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return
        keys = frozenset(place.key for place in places)
        self._decide({proposal.key: replace(self.review.log[proposal.key].reopened(), places=keys)}, note)
        if not is_for_each(proposal):
            self._show()
        self._draw()
