"""The keys that accept, choose, move and apply, on a whole response without a screen: that costs less."""

from editreview.matching import Match, Tier
from editreview.review import AlternativeKind, Proposal, Review, alternatives_of, with_matches
from editreview.tui.keys import SHIPPED
from editreview.tui.match_line import is_for_each, why_not
from editreview.tui.session import Outline


class WithoutScreen:
    """A review that takes keys as its screen does once all of the response is read."""

    def __init__(self, review: Review) -> None:
        self._review = review
        review.check()
        self._outline = Outline(review)
        self._outline.update()
        self._current = self._outline.order[0]
        self._asked_about: Proposal | None = None
        """The block of which a dialog asks if the file may lose so much."""

    def press(self, *keys: str) -> None:
        for key in keys:
            match key:
                case "A":
                    self._accept_safe()
                case "J":
                    self._go_to(self._outline.neighbour(self._current, 1))
                case "y":
                    self._accept()
                case "p":
                    self._review.write()
                case _:
                    self._choose(int(key))

    @property
    def _proposal(self) -> Proposal:
        proposal = self._outline.proposal(self._current)
        assert proposal is not None
        return proposal

    def _accept_safe(self) -> None:
        safe, _, _ = self._outline.safe(Tier.TOLERANT, None, self._outline.edition)
        self._replan(self._review.decide(safe))
        if self._proposal.key in safe:
            self._go_to(self._outline.next_undecided(self._current))

    def _accept(self) -> None:
        proposal, asked_about = self._proposal, self._asked_about
        self._asked_about = None
        if why_not(self._review, proposal, SHIPPED):
            return
        if asked_about is not proposal and any(w.consequence.asks for w in proposal.warnings):
            self._asked_about = proposal
            return
        self._replan(self._review.decide({proposal.key: self._review.acceptance(proposal)}))
        self._go_to(self._outline.next_undecided(self._current))

    def _choose(self, number: int) -> None:
        proposal = self._proposal
        options = alternatives_of(self._review, proposal)
        if number > len(options):
            return
        assert options[number - 1].kind is AlternativeKind.MATCH, "another kind needs a screen"
        before, candidates = self._review.log[proposal.key], proposal.candidates
        assert candidates is not None
        matches: tuple[Match, ...] = (candidates.matches[number - 1],)
        if is_for_each(proposal):
            # The number includes the match or excludes it.
            chosen = candidates.chosen(before.matches)
            matches = tuple(m for m in candidates.matches if (m in chosen) != (m in matches))
        self._replan(self._review.decide({proposal.key: with_matches(before, matches)}))

    def _go_to(self, number: int | None) -> None:
        self._current = self._current if number is None else number

    def _replan(self, paths: list[str]) -> None:
        for path in paths:
            self._review.replan(path)
        self._outline.update()
