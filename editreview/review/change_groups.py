"""The changes that a plan has taken so far, each on the file as it was."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import Struct

from editreview.matching import FileIndex, Match
from editreview.review.proposal import Proposal
from editreview.text import Change, Splice


class ChangeGroup(Struct, frozen=True, eq=False):
    """Blocks that build on each other, and their common change on the file as it was."""

    members: tuple[int, ...]
    change: Change


class _Made:
    """The text that some groups make, to which the changes of others can be added."""

    def __init__(self, text: str, components: Sequence[ChangeGroup]) -> None:
        change = joint(components)
        self.text = change.apply(text)
        self._components = list(components)
        self._spans = [(splice.start, splice.end) for splice in change.splices]
        # Plain numbers, because all of them before a match are added up.
        self._growths = [splice.growth for splice in change.splices]

    def is_beginning_of(self, components: Sequence[ChangeGroup]) -> bool:
        return components[: len(self._components)] == self._components

    def go_on(self, components: Sequence[ChangeGroup]) -> None:
        """Add the changes of those components that are not in the text yet."""
        for component in components[len(self._components) :]:
            splices = component.change.splices
            self.text = Change(tuple(map(self._carried, splices))).apply(self.text)
            for splice in splices:
                span = (splice.start, splice.end)
                at = bisect_right(self._spans, span)
                self._spans.insert(at, span)
                self._growths.insert(at, splice.growth)
            self._components.append(component)

    def _carried(self, splice: Splice) -> Splice:
        """A splice of the file as it was, on the text as it is."""
        shift = sum(self._growths[: bisect_right(self._spans, (splice.start, splice.end))])
        return Splice(splice.start + shift, splice.end + shift, splice.text)


class ChangeGroups:
    """Components, none of which clashes with another.

    Args:
        index: Of the file as it was.
    """

    def __init__(self, index: FileIndex) -> None:
        self.components: list[ChangeGroup] = []
        self._index = index
        self._texts: dict[tuple[int, ...], FileIndex] = {(): index}
        self._spans: list[tuple[int, int]] = []
        """Of all splices, in order: as they are disjoint, their ends are in order as well."""
        self._owners: list[ChangeGroup] = []
        """Of each span."""
        self._made = _Made(index.text, [])

    def __bool__(self) -> bool:
        return bool(self.components)

    def now(self) -> Change:
        """All changes as one."""
        return joint(self.components)

    def text(self, components: Sequence[ChangeGroup]) -> FileIndex:
        """The text of the file after the changes of some groups."""
        members = members_of(components)
        if members not in self._texts:
            self._texts[members] = self._index.of(joint(components).apply(self._index.text))
        return self._texts[members]

    def made(self, components: Sequence[ChangeGroup]) -> str:
        """The same without an index, quickly if these are the ones asked for before and some more."""
        if not self._made.is_beginning_of(components):
            self._made = _Made(self._index.text, components)
        self._made.go_on(components)
        return self._made.text

    def clashing(self, change: Change) -> list[ChangeGroup]:
        """The components that a change on the file as it was cannot go beside."""
        near = {id(owner) for splice in change.splices for owner in self._around(splice.start, splice.end)}
        if not near:
            return []
        return [c for c in self.components if id(c) in near and change.carry(c.change) is None]

    def _around(self, start: int, end: int) -> Sequence[ChangeGroup]:
        """The owners of the splices that touch a span."""
        first = bisect_left(self._spans, start, key=lambda span: span[1])
        return self._owners[first : bisect_right(self._spans, end, lo=first, key=lambda span: span[0])]

    def beside(self, change: Change, base: Sequence[ChangeGroup]) -> list[ChangeGroup]:
        """The components outside of `base` that a change of it clashes with."""
        return [component for component in self.clashing(change) if component not in base]

    def lifted(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> Change:
        """A change on what `base` makes of the file, and those of `base`, as one on the file as it was."""
        return joint(base).then(proposal.change)

    def join(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> None:
        """Take one more block, which builds on `base`."""
        joined = ChangeGroup((*members_of(base), proposal.number), self.lifted(proposal, base))
        if base:
            others = [component for component in self.components if component not in base]
            self.components, self._spans, self._owners = [], [], []
            for component in others:
                self._append(component)
        self._append(joined)

    def _append(self, component: ChangeGroup) -> None:
        self.components.append(component)
        for splice in component.change.splices:
            span = (splice.start, splice.end)
            at = bisect_right(self._spans, span)
            self._spans.insert(at, span)
            self._owners.insert(at, component)

    def touched(self, match: Match) -> list[ChangeGroup]:
        """The components that wrote in the span of a match in the text of all of them."""
        start, end = match.span
        spans = self.now().inserted()
        touched = {
            id(owner)
            for owner, (a, b) in zip(self._owners, spans, strict=True)
            if (a < end and start < b) or start < a == b < end
        }
        return [component for component in self.components if id(component) in touched]

    def over(self, proposal: Proposal) -> list[ChangeGroup]:
        """The components that changed one of the block's places in the file as it was."""
        matches = proposal.candidates.matches if proposal.candidates else ()
        return [
            component
            for component in self.components
            if any(
                s.start < p.span[1] and p.span[0] < s.end for s in component.change.splices for p in matches
            )
        ]


def members_of(components: Sequence[ChangeGroup]) -> tuple[int, ...]:
    """The numbers of their blocks."""
    return tuple(number for component in components for number in component.members)


def joint(components: Sequence[ChangeGroup]) -> Change:
    """All of their changes as one."""
    splices = [splice for component in components for splice in component.change.splices]
    return Change(tuple(sorted(splices, key=lambda splice: (splice.start, splice.end))))
