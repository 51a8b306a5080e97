"""The changes that a plan includes so far, each on the original file."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence

from msgspec import Struct

from editreview.matching import FileIndex, Match
from editreview.review.proposal import Proposal
from editreview.text import Change, Splice


class ChangeGroup(Struct, frozen=True, eq=False):
    """Blocks that build on each other, and their joint change on the original file."""

    members: tuple[int, ...]
    change: Change


class _GroupedText:
    """The text after the changes of some groups. The changes of further groups can be added to it."""

    def __init__(self, text: str, groups: Sequence[ChangeGroup]) -> None:
        change = joint(groups)
        self.text = change.apply(text)
        self._groups = list(groups)
        self._spans = [(splice.start, splice.end) for splice in change.splices]
        # Plain numbers, because all of them before a match are added up.
        self._growths = [splice.growth for splice in change.splices]

    def is_start_of(self, groups: Sequence[ChangeGroup]) -> bool:
        return groups[: len(self._groups)] == self._groups

    def add(self, groups: Sequence[ChangeGroup]) -> None:
        """Add the changes of those groups that are not in the text yet."""
        for group in groups[len(self._groups) :]:
            splices = group.change.splices
            self.text = Change(tuple(map(self._carried, splices))).apply(self.text)
            for splice in splices:
                span = (splice.start, splice.end)
                at = bisect_right(self._spans, span)
                self._spans.insert(at, span)
                self._growths.insert(at, splice.growth)
            self._groups.append(group)

    def _carried(self, splice: Splice) -> Splice:
        """A splice on the original file, moved to its place in the current text."""
        shift = sum(self._growths[: bisect_right(self._spans, (splice.start, splice.end))])
        return Splice(splice.start + shift, splice.end + shift, splice.text)


class ChangeGroups:
    """Groups of changes, none of which clashes with another.

    Args:
        index: The index of the original file.
    """

    def __init__(self, index: FileIndex) -> None:
        self.groups: list[ChangeGroup] = []
        self._index = index
        self._texts: dict[tuple[int, ...], FileIndex] = {(): index}
        self._spans: list[tuple[int, int]] = []
        """The spans of all splices, in order. They are disjoint, so their ends are in order as well."""
        self._owners: list[ChangeGroup] = []
        """The group of each span."""
        self._grouped = _GroupedText(index.text, [])

    def __bool__(self) -> bool:
        return bool(self.groups)

    def now(self) -> Change:
        """All changes as one."""
        return joint(self.groups)

    def text(self, groups: Sequence[ChangeGroup]) -> FileIndex:
        """The text of the file after the changes of some groups."""
        members = members_of(groups)
        if members not in self._texts:
            self._texts[members] = self._index.of(joint(groups).apply(self._index.text))
        return self._texts[members]

    def fast_text(self, groups: Sequence[ChangeGroup]) -> str:
        """The same without an index: fast if the groups begin with those of the last call."""
        if not self._grouped.is_start_of(groups):
            self._grouped = _GroupedText(self._index.text, groups)
        self._grouped.add(groups)
        return self._grouped.text

    def clashing(self, change: Change) -> list[ChangeGroup]:
        """The groups that a change on the original file clashes with."""
        near = {id(owner) for splice in change.splices for owner in self._around(splice.start, splice.end)}
        if not near:
            return []
        return [c for c in self.groups if id(c) in near and change.carry(c.change) is None]

    def _around(self, start: int, end: int) -> Sequence[ChangeGroup]:
        """The owners of the splices that touch a span."""
        first = bisect_left(self._spans, start, key=lambda span: span[1])
        return self._owners[first : bisect_right(self._spans, end, lo=first, key=lambda span: span[0])]

    def beside(self, change: Change, base: Sequence[ChangeGroup]) -> list[ChangeGroup]:
        """The groups outside `base` that a change clashes with."""
        return [group for group in self.clashing(change) if group not in base]

    def lifted(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> Change:
        """The changes of `base` and of a proposal on their result, as one change on the original file."""
        return joint(base).then(proposal.change)

    def join(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> None:
        """Add a block that builds on `base`."""
        joined = ChangeGroup((*members_of(base), proposal.number), self.lifted(proposal, base))
        if base:
            others = [group for group in self.groups if group not in base]
            self.groups, self._spans, self._owners = [], [], []
            for group in others:
                self._append(group)
        self._append(joined)

    def _append(self, group: ChangeGroup) -> None:
        self.groups.append(group)
        for splice in group.change.splices:
            span = (splice.start, splice.end)
            at = bisect_right(self._spans, span)
            self._spans.insert(at, span)
            self._owners.insert(at, group)

    def touched(self, match: Match) -> list[ChangeGroup]:
        """The groups that wrote in the span of a match, which is in the text after all groups."""
        start, end = match.span
        spans = self.now().inserted()
        touched = {
            id(owner)
            for owner, (a, b) in zip(self._owners, spans, strict=True)
            if (a < end and start < b) or start < a == b < end
        }
        return [group for group in self.groups if id(group) in touched]

    def near(self, match: Match, without: Collection[int] = ()) -> list[ChangeGroup]:
        """The groups that changed a match in the original file, or wrote beside it.

        Args:
            match: The match.
            without: Numbers of blocks; a group that has only such blocks is left out.
        """
        around = {id(owner) for owner in self._around(*match.span)}
        return [c for c in self.groups if id(c) in around and not all(n in without for n in c.members)]

    def over(self, proposal: Proposal) -> list[ChangeGroup]:
        """The groups that changed one of the block's matches in the original file."""
        matches = proposal.candidates.matches if proposal.candidates else ()
        return [
            group
            for group in self.groups
            if any(s.start < p.span[1] and p.span[0] < s.end for s in group.change.splices for p in matches)
        ]


def members_of(groups: Sequence[ChangeGroup]) -> tuple[int, ...]:
    """The numbers of the blocks in groups."""
    return tuple(number for group in groups for number in group.members)


def joint(groups: Sequence[ChangeGroup]) -> Change:
    """The changes of groups as one."""
    splices = [splice for group in groups for splice in group.change.splices]
    return Change(tuple(sorted(splices, key=lambda splice: (splice.start, splice.end))))
