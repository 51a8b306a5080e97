"""What a person says of where a block goes, beyond a choice among the places that it has.

Another strategy, the nearest lines, other text to look for, another file: each is a decision like
any other, so it can be undone, and each is looked up again by content when the plan is made anew.
Where it no longer holds, the block is placed as if nothing had been said.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from editreview.blocks import EditBlock, Reading, Replace
from editreview.errors import Reason
from editreview.matching import CASCADE, Choice, FileIndex, Place, Search, Verdict
from editreview.matching.cascade import found_by
from editreview.matching.forced import FORCED, forced_on
from editreview.matching.spans import as_lines
from editreview.matching.wanted import wanted_of
from editreview.review.decisions import Decision
from editreview.review.file_plan import Asked
from editreview.review.placing import Found, find
from editreview.review.proposal import Proposal, Warning, WarningKind, failed, numbered
from editreview.review.taken import Component, Taken, members_of

_Placed = tuple[Proposal, list[Component]]
"""A proposal, and the blocks that it builds on."""


def with_places(decision: Decision, places: Iterable[Place]) -> Decision:
    """The block goes to these of its places."""
    return replace(decision.reopened(), places=frozenset(place.key for place in places))


def with_strategy(decision: Decision, strategy: str, places: Iterable[Place]) -> Decision:
    """The block goes to places that one strategy finds, whatever the others say."""
    return replace(with_places(decision, places), strategy=strategy, forced_on=None)


def with_force(decision: Decision, place: Place, lines: str) -> Decision:
    """The block takes lines of the file for its old text, as long as they read so."""
    return replace(with_places(decision, [place]), strategy=FORCED, forced_on=lines)


def with_search(decision: Decision, text: str | None) -> Decision:
    """The block looks for other text than its own; None for its own."""
    said = decision.reopened()
    return replace(said, places=None, strategy=None, forced_on=None, search=text)


def with_file(decision: Decision, path: str | None) -> Decision:
    """The block goes to another file than its own; None for its own."""
    return replace(decision.reopened(), places=None, strategy=None, forced_on=None, path=path)


def readings_of(block: EditBlock) -> Sequence[Reading]:
    """The readings of a block that looks for text, as whole lines; none for others."""
    operation = block.operation
    if not isinstance(operation, Replace):
        return ()
    found = (as_lines(reading) if operation.is_text else reading for reading in operation.readings)
    return tuple(reading for reading in found if reading is not None and reading.search)


def as_decided(asked: Asked, decision: Decision) -> Asked:
    """A block with what was decided of it, looking for what a person had it look for."""
    operation = asked.block.operation
    if decision.search is None or not isinstance(operation, Replace):
        return replace(asked, decision=decision)
    reading = Reading(decision.search, operation.readings[0].replace)
    block = replace(asked.block, operation=replace(operation, readings=(reading,)))
    warning = Warning(WarningKind.SEARCH_EDITED, "looks for text that was edited here")
    return replace(asked, block=block, decision=decision, warnings=(*asked.warnings, warning))


def placed_as_said(
    proposal: Proposal,
    taken: Taken,
    decision: Decision,
    settle: Callable[[Proposal, Found, Decision, list[int]], Proposal],
) -> _Placed | None:
    """A block where a person wants it; None if nobody said so, or there is no such place any more.

    Args:
        proposal: As far as it is made, on the file as it was.
        taken: The changes of the blocks before it.
        decision: On the block.
        settle: Makes the proposal of what a search found.
    """
    clash: Proposal | None = None
    if decision.strategy is None or proposal.path is None:
        return None
    for base in ([], taken.components) if taken else ([],):
        text = taken.text(base)
        found = _found_as_said(text, proposal.block, proposal.path, decision)
        if found is None:
            continue
        members = tuple(sorted(members_of(base)))
        placed = settle(replace(proposal, base=text, depends_on=members), found, decision, [])
        clashing = taken.clashing(placed.change) if placed.is_ready and not base else []
        if not clashing:
            return placed, list(base)
        clash = clash or conflicting(placed, clashing)
    return None if clash is None else (clash, [])


def conflicting(proposal: Proposal, clashing: Sequence[Component]) -> Proposal:
    """A proposal whose change cannot go beside those of earlier blocks."""
    members = members_of(clashing)
    proposal = replace(proposal, in_its_way=tuple(sorted(members)))
    return failed(proposal, Reason.CONFLICT, f"changes the same lines as {numbered(members)}")


def _found_as_said(index: FileIndex, block: EditBlock, path: str, decision: Decision) -> Found | None:
    """The places of the strategy that was chosen, if those that were chosen are among them."""
    operation, keys = block.operation, decision.places or frozenset()
    assert decision.strategy is not None
    for reading in readings_of(block):
        places = _places(index, reading, path, decision)
        if not any(place.key in keys for place in places):
            continue
        choice = Choice.EACH if isinstance(operation, Replace) and operation.is_everywhere else Choice.ONE_OF
        own = find(index, block, path).search
        missed = tuple(verdict for verdict in own.verdicts if not verdict.places)
        verdicts = (*missed, Verdict(decision.strategy, len(places)))
        warnings = _warnings(decision, [p for p in places if p.key in keys], own)
        return Found(reading, Search(tuple(places), verdicts), choice, warnings)
    return None


def _places(index: FileIndex, reading: Reading, path: str, decision: Decision) -> list[Place]:
    if decision.strategy == FORCED:
        keys = decision.places or frozenset()
        found = forced_on(index, reading, decision.forced_on or "", path)
        # Lines that read the same elsewhere were not looked at when it was forced.
        return [place for place in found if place.key in keys]
    chosen = (each for each in CASCADE if each.name == decision.strategy and each.name not in index.without)
    wanted = wanted_of(reading, path)
    return [place for strategy in chosen for place in found_by(index, wanted, strategy)]


def _warnings(decision: Decision, chosen: Sequence[Place], own: Search) -> tuple[Warning, ...]:
    """That a person chose what the search does not find by itself."""
    if decision.strategy == FORCED:
        message = "forced: these lines are not what it looks for"
    elif all(any(p.key == place.key and p.change == place.change for p in own.places) for place in chosen):
        return ()
    else:
        message = f"placed by {decision.strategy}, which was chosen here: by itself it would not go there"
    return (Warning(WarningKind.CHOSEN, message),)
