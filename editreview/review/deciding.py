"""What is decided of the blocks of a response."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from editreview.matching import Tier
from editreview.review.decisions import Decision, Verdict, replans
from editreview.review.file_plan import if_accepted, is_accepted, new_warnings
from editreview.review.proposal import REFUSALS, Proposal
from editreview.review.reading import Reading
from editreview.review.unattended import binds, goes_alone, held, safe_among

_OTHERWISE = "what was accepted is not what it would do now"


class Deciding(Reading):
    """Takes decisions; each may move other blocks."""

    def decision(self, proposal: Proposal) -> Decision:
        """What was decided of a block; undecided again if it would no longer do what was accepted."""
        decision = self.log[proposal.key]
        if decision.verdict is not Verdict.ACCEPTED or proposal.number in self.applied:
            return decision
        return decision if is_accepted(proposal, decision) else decision.reopened()

    def reopened(self, numbers: Collection[int]) -> str:
        """Says of blocks that were accepted, and are not any more, why that is so."""
        blocks = [p for p in self.proposals if p.number in numbers]
        whys = {self._why_reopened(p) for p in blocks}
        why = whys.pop() if len(whys) == 1 else _OTHERWISE
        return f"block {', '.join(str(p.number) for p in blocks)} undecided again: {why}"

    def _why_reopened(self, proposal: Proposal) -> str:
        decision = self.log[proposal.key]
        if proposal.block.offer is not None and proposal.outcome != decision.outcome:
            return proposal.block.offer.message
        if if_accepted(proposal, decision):
            return f"there is a warning now: {new_warnings(proposal, decision)[0].message}"
        return _OTHERWISE

    def is_offer(self, proposal: Proposal) -> bool:
        """True if a block is still an offer: neither accepted nor applied."""
        if not proposal.is_offer or proposal.number in self.applied or self._tree.is_done(proposal.key):
            return False
        return self.verdict(proposal) is not Verdict.ACCEPTED

    def verdict(self, proposal: Proposal) -> Verdict:
        return self.decision(proposal).verdict

    def decide(self, decisions: dict[str, Decision]) -> list[str]:
        """Record decisions by block key, as one step of undo. Returns the files to be planned anew."""
        before = self.log.snapshot()
        self.log.record(decisions)
        moving = {key for key, decision in decisions.items() if replans(before.get(key), decision)}
        return self._concerned(moving | self._withdrawn(decisions.keys() - moving))

    def _withdrawn(self, keys: Collection[str]) -> set[str]:
        """Those of some blocks of which others see the change only once they are accepted."""
        plans = [file.plan for file in list(self._tree.files.values())] if keys else []
        found = (p for plan in plans for p in plan.proposals if p.key in keys)
        return {p.key for p in found if p.may_only_be_shown or p.is_superseded}

    def undo(self) -> list[str]:
        """Take back the last decision. Returns the files to be planned anew."""
        return self._concerned(self.log.undo())

    def redo(self) -> list[str]:
        """Decide again what was undone last. Returns the files to be planned anew."""
        return self._concerned(self.log.redo())

    def _concerned(self, keys: Iterable[str]) -> list[str]:
        wanted = frozenset(keys)
        if not wanted:
            return []
        files = list(self._tree.files.items())
        return [path for path, file in files if any(p.key in wanted for p in file.plan.proposals)]

    def marked(self, proposal: Proposal) -> frozenset[int] | None:
        """The rows of a proposal, as it is now, that a person marked; None if none were."""
        said = self.log[proposal.key]
        return said.rows if said.outcome == proposal.outcome else None

    def acceptance(self, proposal: Proposal, rows: frozenset[int] | None = None) -> Decision:
        """The decision that accepts a ready proposal as it is now.

        Args:
            proposal: The block.
            rows: Only these of its whole alignment; None for those that are marked, or all if none are.
        """
        rows = self.marked(proposal) if rows is None else rows
        reopened = self.log[proposal.key].reopened()
        warnings = tuple(sorted(warning.kind for warning in proposal.warnings))
        outcome = proposal.outcome
        return replace(reopened, verdict=Verdict.ACCEPTED, rows=rows, outcome=outcome, warnings=warnings)

    def marking(self, proposal: Proposal, rows: frozenset[int]) -> Decision:
        """The decision that only these rows of a ready proposal are in. No rejection outlasts it."""
        if rows and self.verdict(proposal) is Verdict.ACCEPTED:
            return self.acceptance(proposal, rows)
        reopened = self.log[proposal.key].reopened()
        return replace(reopened, rows=rows, outcome=proposal.outcome) if rows else reopened

    def include(self, proposal: Proposal) -> list[str]:
        """Attempt a block though the model was not shown its file. Returns the files to be planned anew."""
        return self.decide({proposal.key: replace(self.log[proposal.key], is_included=True)})

    def check(self, path: str | None = None) -> bool:
        """Check the blocks of a file together, or of all files. Returns whether that changes any of them."""
        files = list(self._tree.files.values()) if path is None else [self._tree.files[path]]
        changed = [file for file in files if file.check()]
        return bool(changed)

    def unchecked(self) -> dict[str, int]:
        """The files whose blocks were not checked together yet, as they are shown, and their characters."""
        files = list(self._tree.files.items())
        return {path: file.size for path, file in files if not file.is_checked}

    def goes_by_itself(self, proposal: Proposal, tier: Tier, *, warned: bool) -> bool:
        """Whether a block may be accepted without a person: see docs/matching.md.

        Args:
            tier: The most forgiving tier that is let through.
            warned: Whether blocks with warnings are.
        """
        if not goes_alone(proposal, tier, warned=warned):
            return False
        return not held(self._left(self._bound_to(proposal)), tier, warned=warned)

    def _left(self, proposals: Iterable[Proposal]) -> list[tuple[Proposal, Verdict]]:
        """Those that are not applied yet, and what was said of each."""
        return [(p, self.verdict(p)) for p in proposals if p.number not in self.applied]

    def _bound_to(self, proposal: Proposal) -> list[Proposal]:
        """All blocks of the same group, if one of them can keep the others back; else none."""
        group = proposal.block.group
        if group is None or not (group.is_atomic or group.moves):
            return []
        return [other for other in self.proposals if other.block.group == group]

    def broken_by(self, proposal: Proposal) -> int | None:
        """The first block of the same group that cannot go, and keeps it back; None if there is none."""
        return next(
            (
                other.number
                for other in self._bound_to(proposal)
                if binds(other)
                and not (other.is_ready or other.is_done_already or other.number in self.applied)
            ),
            None,
        )

    def accept(self, tier: Tier | str = Tier.TOLERANT) -> list[int]:
        """Accept every undecided block that may go without a person, as `apply` does.

        Returns:
            Their numbers.
        """
        self.check()
        while True:
            safe = safe_among(self._left(self.proposals), Tier(tier))
            accepted = {proposal.key: self.acceptance(proposal) for proposal in safe}
            decisions = self.log.snapshot() | accepted
            # Without the others, those that are left may not make code any more.
            if not any(file.check_accepted(decisions) for file in self._tree.files.values()):
                break
        self.decide(accepted)
        return [proposal.number for proposal in safe]

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to decide or to apply."""
        # A response without any edit is all that there is of an answer.
        has_edits = bool(self.proposals) and not self.problems
        return has_edits and all(
            p.number in self.applied
            or p.is_done_already
            or self.is_offer(p)
            or p.reason in REFUSALS
            or self.verdict(p) is Verdict.REJECTED
            for p in self.proposals
        )
