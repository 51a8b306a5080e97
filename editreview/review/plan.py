"""The plan of one file: its blocks placed together, as a fold over the text.

Blocks are placed in the file as it was and their changes carried through each other. Only a
block that has no single place there, or whose change clashes, is tried on what earlier
blocks make of the text; then it depends on them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from editreview.blocks import EditBlock, Reading, Replace
from editreview.errors import Reason
from editreview.matching import Choice, FileIndex, Place, Placement, Search, Tier, search
from editreview.matching.normalisers import without_indentation, without_trailing_whitespace
from editreview.matching.places import place_key
from editreview.matching.refit import uniform_shift
from editreview.review.decisions import Decision, Verdict, operation_key
from editreview.review.proposal import Proposal, Warning, WarningKind, named
from editreview.texts import Absent, Change, Snapshot, Splice, split_lines

_INFORMATIVE = 8
"""Characters other than blanks that new text needs to be recognised as already there."""
_TELLING = 24
"""The same for new text that is there more than once."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One block of a file, and what was decided of it."""

    block: EditBlock
    key: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class FilePlan:
    """All proposals for one file, and the text that those taken make of it."""

    path: str
    before: Snapshot | Absent
    index: FileIndex
    proposals: tuple[Proposal, ...]
    taken: frozenset[int]
    """Numbers of the blocks whose changes are in `change`."""
    change: Change
    """From the file as it was."""

    @property
    def after(self) -> str:
        return self.change.apply(self.before.text)


Takes = Callable[[Proposal, Decision], bool]
"""Whether a ready proposal's change is part of the text that later blocks see."""


def unless_rejected(proposal: Proposal, decision: Decision) -> bool:
    """What is shown: undecided blocks count as if accepted."""
    return decision.verdict is not Verdict.REJECTED


def if_accepted(proposal: Proposal, decision: Decision) -> bool:
    """What is written: blocks accepted as they are shown."""
    return decision.verdict is Verdict.ACCEPTED and decision.outcome == proposal.outcome


@dataclass(frozen=True, slots=True)
class _Component:
    """Blocks that build on each other, and their common change on the file as it was."""

    members: tuple[int, ...]
    change: Change


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search in one text came to."""

    reading: Reading
    search: Search
    others: int
    """Readings that fit as well."""


class Fold:
    """Places the blocks of one file, one after the other.

    Args:
        before: The file as it was read.
        index: Of its text.
        asked: The blocks known so far, so that identical ones share their places.
        takes: Which proposals are part of the text that later blocks see.
    """

    def __init__(
        self, before: Snapshot | Absent, index: FileIndex, asked: Sequence[Asked], takes: Takes
    ) -> None:
        self._before = before
        self._index = index
        self._takes = takes
        self.components: list[_Component] = []
        self._twins: dict[str, list[int]] = {}
        for item in asked:
            self._know(item)
        self._proposals: list[Proposal] = []
        self._placed: set[int] = set()
        self._texts: dict[tuple[int, ...], FileIndex] = {(): index}
        self._plan: FilePlan | None = None

    def _know(self, asked: Asked) -> None:
        twins = self._twins.setdefault(operation_key(asked.block), [])
        if asked.decision.verdict is not Verdict.REJECTED and asked.block.number not in twins:
            twins.append(asked.block.number)

    def has_twin(self, block: EditBlock) -> bool:
        """Whether a block that is known asks for the same."""
        return operation_key(block) in self._twins

    def plan(self) -> FilePlan:
        """All blocks placed so far, and what those taken make of the file."""
        if self._plan is None:
            taken = frozenset(number for component in self.components for number in component.members)
            proposals, change = tuple(self._proposals), self.change(self.components)
            self._plan = FilePlan(self._before.path, self._before, self._index, proposals, taken, change)
        return self._plan

    @staticmethod
    def change(components: Sequence[_Component]) -> Change:
        splices = [splice for component in components for splice in component.change.splices]
        return Change(tuple(sorted(splices, key=lambda splice: (splice.start, splice.end))))

    def add(self, asked: Asked) -> Proposal:
        """Place one block; if it is taken, later blocks see its change."""
        self._know(asked)
        proposal, base = self._proposal(asked)
        proposal = named(proposal)
        if asked.decision.rows is not None and proposal.is_ready:
            partly = named(replace(proposal, change=proposal.alignment().taking(asked.decision.rows)))
            proposal = partly if asked.decision.outcome == partly.outcome else proposal
        if proposal.is_ready:
            self._placed.add(proposal.number)
        if proposal.is_ready and self._takes(proposal, asked.decision):
            self._join(proposal, base)
        self._proposals.append(proposal)
        self._plan = None
        return proposal

    def _proposal(self, asked: Asked) -> tuple[Proposal, list[_Component]]:
        block = asked.block
        proposal = Proposal(block, asked.key, self._before.path, self._index)
        if not isinstance(block.operation, Replace):
            return _failed(proposal, Reason.NOT_FOUND, "not placed yet"), []
        readings = [reading for reading in block.operation.readings if reading.search]
        whole = next((reading for reading in block.operation.readings if not reading.search), None)
        if whole is not None and (not readings or self._now() in ("", whole.replace)):
            return self._created(proposal, whole), list(self.components)
        if all(reading.search == reading.replace for reading in readings):
            return _failed(proposal, Reason.NO_CHANGE, "SEARCH and REPLACE are the same"), []
        if isinstance(self._before, Absent) and not self.components:
            return _failed(proposal, Reason.FILE_MISSING, f"There is no file {self._before.path}"), []
        found = _best(self._index, readings)
        twins = self._twins.get(operation_key(block)) or [block.number]
        if twins[0] in self._placed and block.number in twins and len(found.search.places) != len(twins):
            return _failed(proposal, Reason.ALREADY_APPLIED, f"same as block {twins[0]}"), []
        proposal = self._on(proposal, found, asked.decision, twins)
        clashing = self._clashing(proposal.change) if proposal.is_ready else []
        if proposal.is_ready and not clashing:
            return proposal, []
        later = self._in_sequence(proposal, readings, clashing)
        if later is not None:
            return later
        if clashing:
            blocks = _numbered([n for component in clashing for n in component.members])
            return _failed(proposal, Reason.CONFLICT, f"changes the same lines as {blocks}"), []
        return self._explained(proposal, readings), []

    def _now(self) -> str:
        return self.change(self.components).apply(self._before.text)

    def _created(self, proposal: Proposal, reading: Reading) -> Proposal:
        """An empty SEARCH: a new file, or the text of an empty one."""
        text, now = reading.replace, self._now()
        if now == text and (self.components or isinstance(self._before, Snapshot)):
            twins = [n for component in self.components for n in component.members]
            same = f"same as {_numbered(twins)}" if twins else f"{self._before.path} holds just this text"
            return _failed(proposal, Reason.ALREADY_APPLIED, same)
        if now:
            by = (
                f" (written by {_numbered([n for c in self.components for n in c.members])})"
                if self.components
                else ""
            )
            message = f"{self._before.path} exists and is not empty{by}: an empty SEARCH has no place in it"
            return _failed(proposal, Reason.FILE_EXISTS, message)
        emptied = tuple(sorted(n for component in self.components for n in component.members))
        change = Change((Splice(0, 0, text),)) if text else Change()
        key = place_key([], 1, 1)
        place = Place(key, reading, (0, 0), None, change, ("exact",), Tier.EXACT, 1.0)
        creates = isinstance(self._before, Absent)
        return replace(
            proposal,
            base=self._text(self.components),
            depends_on=emptied,
            creates=creates,
            placement=Placement(Choice.ONE_OF, (place,)),
            chosen=(place,),
            change=change,
        )

    def _on(self, proposal: Proposal, found: _Found, decision: Decision, twins: list[int]) -> Proposal:
        """The proposal with what a search in its base found, chosen as far as that is settled."""
        placement = Placement(Choice.ONE_OF, found.search.places)
        proposal = replace(
            proposal, placement=placement, verdicts=found.search.verdicts, warnings=_reading_warnings(found)
        )
        chosen = placement.chosen(decision.places)
        if not chosen and len(twins) == len(placement.places) > 1 and proposal.number in twins:
            nth = twins.index(proposal.number)
            chosen = (placement.places[nth],)
            message = (
                f"{_numbered(twins)} are the same and have {len(twins)} places: this is number {nth + 1}"
            )
            warning = Warning(WarningKind.IDENTICAL_BLOCKS, message)
            proposal = replace(proposal, warnings=(*proposal.warnings, warning))
        if chosen:
            return _settled(proposal, chosen)
        if placement.places:
            return _failed(proposal, Reason.AMBIGUOUS, _places_sentence(placement.places))
        return _failed(proposal, Reason.NOT_FOUND, "")

    def _clashing(self, change: Change) -> list[_Component]:
        return [
            component
            for component in self.components
            if _meet(change, component.change) and change.carry(component.change) is None
        ]

    def _in_sequence(
        self, proposal: Proposal, readings: list[Reading], clashing: list[_Component]
    ) -> tuple[Proposal, list[_Component]] | None:
        """The proposal on the text that earlier blocks make, if it has just one place there."""
        if not self.components:
            return None
        everything = self._text(self.components)
        found = _best(everything, readings)
        if len(found.search.places) != 1:
            return None
        base = self._touched(found.search.places[0]) or clashing or self._over(proposal) or self.components
        while True:
            found = _best(self._text(base), readings)
            if len(found.search.places) != 1:
                base = self.components
                found = _best(everything, readings)
            members = tuple(sorted(n for component in base for n in component.members))
            placed = replace(proposal, base=self._text(base), reason=None, message=None, depends_on=members)
            placed = self._on(placed, found, Decision(), [])
            lifted = self._lifted(placed, base)
            beside = [c for c in self.components if c not in base and lifted.carry(c.change) is None]
            if not beside:
                return placed, list(base)
            base = [c for c in self.components if c in base or c in beside]

    def _explained(self, proposal: Proposal, readings: list[Reading]) -> Proposal:
        """A proposal without a place, with the reason for it."""
        if proposal.reason is not Reason.NOT_FOUND:
            return proposal
        if any(_is_new_text_of(self._index, reading) for reading in readings):
            message = "its new text is in the file, its old text is not"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        if self.components and any(
            _is_new_text_of(self._text(self.components), reading) for reading in readings
        ):
            message = "an earlier block makes the same change"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        return replace(proposal, message=f"its SEARCH is not in {proposal.path}")

    def _touched(self, place: Place) -> list[_Component]:
        """The components that wrote in the span of a place in the text of all of them."""
        owners = sorted(
            ((splice, component) for component in self.components for splice in component.change.splices),
            key=lambda pair: (pair[0].start, pair[0].end),
        )
        spans = self.change(self.components).inserted()
        start, end = place.span
        touched = [
            c
            for (_, c), (a, b) in zip(owners, spans, strict=True)
            if (a < end and start < b) or start < a == b < end
        ]
        return [component for component in self.components if component in touched]

    def _over(self, proposal: Proposal) -> list[_Component]:
        """The components that changed one of the block's places in the file as it was."""
        places = proposal.placement.places if proposal.placement else ()
        return [
            component
            for component in self.components
            if any(
                s.start < p.span[1] and p.span[0] < s.end for s in component.change.splices for p in places
            )
        ]

    def _text(self, components: Sequence[_Component]) -> FileIndex:
        members = tuple(n for component in components for n in component.members)
        if members not in self._texts:
            self._texts[members] = FileIndex(self.change(components).apply(self._before.text))
        return self._texts[members]

    def _lifted(self, proposal: Proposal, base: Sequence[_Component]) -> Change:
        return self.change(base).then(proposal.change)

    def _join(self, proposal: Proposal, base: list[_Component]) -> None:
        members = tuple(n for component in base for n in component.members)
        joined = _Component((*members, proposal.number), self._lifted(proposal, base))
        self.components = [component for component in self.components if component not in base] + [joined]


def _meet(change: Change, other: Change) -> bool:
    """Whether two changes touch the same part of the text at all: sooner said than by carrying one across."""
    if not change or not other:
        return False
    return (
        change.splices[0].start <= other.splices[-1].end and other.splices[0].start <= change.splices[-1].end
    )


def _best(index: FileIndex, readings: Sequence[Reading]) -> _Found:
    """The reading that the text speaks for: the longest SEARCH with one exact place, else with one place."""
    searches = [(reading, _search(index, reading)) for reading in readings]
    for tiers in ((Tier.EXACT,), tuple(Tier)):
        sure = [(r, s) for r, s in searches if len(s.places) == 1 and s.places[0].tier in tiers]
        if sure:
            longest = max(len(reading.search) for reading, _ in sure)
            left = [(r, s) for r, s in sure if len(r.search) == longest or tiers != (Tier.EXACT,)]
            reading, result = next((r, s) for r, s in left if len(r.search) == longest)
            return _Found(reading, result, len(left) - 1)
    reading, result = next(((r, s) for r, s in searches if s.places), searches[0])
    return _Found(reading, result, 0)


def _search(index: FileIndex, reading: Reading) -> Search:
    """The search for a reading; it has no place if the text goes on with the line that ends its SEARCH.

    Then that line is content, and the reading cuts the block in its middle: its other places
    are none either.
    """
    found = search(index, reading)
    if reading.divider is None or not any(
        _is_rule_like(reading.divider, body)
        for place in found.places
        if place.lines is not None
        for body in index.bodies[place.lines[1] : place.lines[1] + 1]
    ):
        return found
    return Search((), tuple(replace(verdict, places=0) for verdict in found.verdicts))


def _is_rule_like(divider: str, line: str) -> bool:
    return set(line.strip()) == set(divider)


def _settled(proposal: Proposal, chosen: tuple[Place, ...]) -> Proposal:
    assert proposal.base is not None
    change = Change()
    for place in chosen:
        if change.carry(place.change) is None:
            return _failed(proposal, Reason.CONFLICT, "the places chosen overlap")
        change = change.union(place.change)
    if not change:
        return _failed(proposal, Reason.NO_CHANGE, "the file already reads so")
    settled = replace(proposal, chosen=chosen, change=change)
    if all(_repeats_itself(proposal.base, place) for place in chosen):
        return _failed(settled, Reason.ALREADY_APPLIED, "its new text is already there")
    return settled


def _repeats_itself(index: FileIndex, place: Place) -> bool:
    """Whether a block that only adds lines around those it found would add them a second time."""
    if place.lines is None or not _only_adds(place.reading) or not _is_informative(place.reading.replace):
        return False
    wanted = _lines(place.reading.replace)
    return any(
        first < place.lines[0]
        and place.lines[1] <= first + len(wanted)
        and uniform_shift(wanted, index.bodies[first : first + len(wanted)]) is not None
        for first in index.find(without_indentation, list(map(without_indentation, wanted)), 100)
    )


def _only_adds(reading: Reading) -> bool:
    """Whether the replacement has all of the search in it, and lines around it."""
    wanted, new = (list(map(without_indentation, _lines(text))) for text in (reading.search, reading.replace))
    return len(new) > len(wanted) and any(
        new[at : at + len(wanted)] == wanted for at in range(len(new) - len(wanted) + 1)
    )


def _occurrences(index: FileIndex, text: str) -> Sequence[int]:
    key = without_trailing_whitespace
    return index.find(key, list(map(key, _lines(text))), 2)


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\n") for line in split_lines(text, "\n")]


def _is_informative(text: str, least: int = _INFORMATIVE) -> bool:
    return len("".join(text.split())) >= least


def _is_new_text_of(index: FileIndex, reading: Reading) -> bool:
    """Whether a text without the old lines holds the new ones, and not just a line that is common."""
    times = len(_occurrences(index, reading.replace)) if _is_informative(reading.replace) else 0
    return times == 1 or (times > 1 and _is_informative(reading.replace, _TELLING))


def _reading_warnings(found: _Found) -> tuple[Warning, ...]:
    if not found.others:
        return ()
    how = found.reading.why or "without the ======= before the end marker"
    return (Warning(WarningKind.READING, f"the block can be read in more than one way; read here: {how}"),)


def _failed(proposal: Proposal, reason: Reason, message: str) -> Proposal:
    return replace(proposal, reason=reason, message=message)


def _numbered(numbers: Sequence[int]) -> str:
    """`block 3`, `blocks 1 and 3`, `blocks 1, 2 and 3`."""
    ordered = sorted(set(numbers))
    if len(ordered) == 1:
        return f"block {ordered[0]}"
    return f"blocks {', '.join(map(str, ordered[:-1]))} and {ordered[-1]}"


def _places_sentence(places: Sequence[Place]) -> str:
    lines = [f"L{place.lines[0]}" for place in places[:6] if place.lines]
    more = ", …" if len(places) > len(lines) else ""
    return f"its text is at {len(places)} places: {', '.join(lines)}{more}"
