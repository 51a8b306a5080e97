"""The inputs and the result of the plan of one file, and the changes that it includes.

Each change is on the original file. What a block writes has other lines in the file with all blocks than in
its own diff, which the user sees.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import kept_lines
from editreview.blocks import EditBlock
from editreview.errors import Reason
from editreview.matching import FileIndex, Match
from editreview.review.decisions import Decision, Verdict
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, Change, Codec, Lines, Snapshot, Splice, is_informative, stripped_lines

_MIN_INFORMATIVE = 4
"""The fewest letters and digits of lines that are more than brackets."""


class EmptySearch(StrEnum):
    """The meanings of an empty SEARCH. The values are the keys of its matches too."""

    APPEND = "append"
    """The new text goes below the last line."""
    OVERWRITE = "overwrite"
    """It replaces the whole text of the file."""
    TOP = "top"
    """It goes above the first line."""


class ChangeGroup(Struct, frozen=True, eq=False):
    """Blocks that build on each other, and their joint change on the original file."""

    members: tuple[int, ...]
    change: Change


class Obstacle(Struct, frozen=True):
    """A reason why a block fails whatever the file contains."""

    reason: Reason
    message: str
    blocks: tuple[int, ...] = ()
    """The numbers of the blocks in its way."""


class PlannedBlock(Struct, frozen=True):
    """A block of a file, with the decision on it and what is known before it is located."""

    block: EditBlock
    key: str
    decision: Decision
    target: str | None = None
    """The path it is moved to, relative to the root."""
    replaced: Snapshot | None = None
    """The file that is at that path and would be replaced; None if none is."""
    obstacle: Obstacle | None = None
    via: int | None = None
    """The number of the block that moves the file to the path that this one names."""
    warnings: tuple[BlockWarning, ...] = ()
    """Warnings about how its file was found."""
    sent_to: str | None = None
    """The file that the user sent it to; None for its own."""
    response: int = 1
    """The number of its response, from 1."""
    root: str | None = None
    """The prefix of its path that stands for the root, or may; None if its path has none."""
    is_homeless: bool = False
    """True if it has no file of its own: it names none, or one that may not be edited."""
    is_deferred: bool = False
    """True if it edits a file that the model was not shown. It waits until the user includes it."""
    empty_search: EmptySearch | None = None
    """The meaning of an empty search on a file that has text, unless the user chooses another."""

    is_done: bool = False
    """True if it was applied before this review was resumed."""
    is_from_earlier_run: bool = False
    """True if an earlier run applied it from the same response, and its lines have not changed since."""

    @property
    def is_left_out(self) -> bool:
        """True if it is not attempted."""
        is_chosen = self.decision.is_included or self.decision.placement is not None
        return self.is_deferred and not is_chosen


ChangeKind: TypeAlias = Literal["added", "modified", "deleted", "renamed"]
"""The kinds of changes of a file."""


class FilePlan(Struct, frozen=True):
    """All proposals for one file, and the file after the changes of some of them."""

    path: str
    before: Snapshot | Absent
    index: FileIndex
    proposals: tuple[Proposal, ...]
    members: frozenset[int]
    """Numbers of the blocks whose changes are in `change`."""
    change: Change
    """The change of the original text; deletes all of it if the file is removed."""
    change_groups: tuple[ChangeGroup, ...] = ()
    """The members with their changes, in groups that build on each other; no moves, no deletions."""
    is_removed: bool = False
    path_to: str | None = None
    """The path the file is moved to; None if it is not moved."""
    replaced: Snapshot | None = None
    """The file that the move replaces; None if there is none."""

    @property
    def path_after(self) -> str:
        """The path of the file after its move, if it is moved."""
        return self.path_to or self.path

    @property
    def kind(self) -> ChangeKind:
        """The kind of its change, of a file that it changes."""
        if isinstance(self.before, Absent):
            return "added"
        if self.is_removed:
            return "deleted"
        return "modified" if self.path_to is None else "renamed"

    @property
    def removes_mark(self) -> bool:
        """True if the byte order mark before the text is removed."""
        return any(p.removes_mark for p in self.proposals if p.number in self.members)

    @property
    def codec(self) -> Codec:
        """The encoding of the text afterwards."""
        codec = self.before.codec
        return replace(codec, bom=b"") if self.removes_mark else codec

    @property
    def after(self) -> str:
        """The text after the change."""
        return self.change.apply(self.before.text)

    def written_spans(self) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
        """The spans of the text after the change that blocks wrote, each with the numbers of these blocks."""
        owners = {splice: group.members for group in self.change_groups for splice in group.change.splices}
        for splice, span in zip(self.change.splices, self.change.inserted(), strict=True):
            if splice in owners:
                yield span, owners[splice]


def warned(plan: FilePlan, warnings: Mapping[int, Sequence[BlockWarning]]) -> FilePlan:
    """The plan with more warnings and marks for some of its blocks, by number."""
    if not warnings:
        return plan
    proposals = tuple(_warned(p, warnings[p.number]) if p.number in warnings else p for p in plan.proposals)
    return replace(plan, proposals=proposals)


def _warned(proposal: Proposal, more: Sequence[BlockWarning]) -> Proposal:
    marks = tuple(warning for warning in more if warning.consequence.is_mark)
    warnings = tuple(warning for warning in more if not warning.consequence.is_mark)
    return replace(proposal, warnings=(*proposal.warnings, *warnings), marks=(*proposal.marks, *marks))


Includes = Callable[[Proposal, Decision], bool]
"""True if a ready proposal's change is part of the text that later blocks see."""


def unless_rejected(proposal: Proposal, decision: Decision) -> bool:
    """True if the preview includes a block: all but rejected ones, and those that may only be shown."""
    if proposal.may_only_be_shown:
        return is_accepted(proposal, decision)
    return decision.verdict is not Verdict.REJECTED


def is_accepted(proposal: Proposal, decision: Decision) -> bool:
    """True if the block was accepted as it is shown now, and has no new warnings."""
    return does_as_accepted(proposal, decision) and not new_warnings(proposal, decision)


def does_as_accepted(proposal: Proposal, decision: Decision) -> bool:
    """True if a block was accepted and still does exactly what it did then."""
    is_same = proposal.is_ready and decision.outcome == proposal.outcome
    return is_same and decision.verdict is Verdict.ACCEPTED


def new_warnings(proposal: Proposal, decision: Decision) -> list[BlockWarning]:
    """The warnings of a block that were not shown when it was accepted.

    Warnings are compared by kind and number, since their lines move with every other edit of the file.
    """
    if decision.warnings is None:
        return []
    known = Counter(decision.warnings)
    unseen: list[BlockWarning] = []
    for warning in proposal.warnings:
        if known[warning.kind]:
            known[warning.kind] -= 1
        else:
            unseen.append(warning)
    return unseen


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


class Located(NamedTuple):
    """A block with its matches, and the changes that its base is made of."""

    proposal: Proposal
    builds_on: Sequence[ChangeGroup] = ()
    """The groups of earlier blocks whose changes its base has. None of them for the original file; of no
    meaning if the block is not ready."""

    @property
    def has_matches(self) -> bool:
        candidates = self.proposal.candidates
        return candidates is not None and bool(candidates.matches)

    def warned(self, kind: WarningKind, message: str) -> "Located":
        return Located(self.proposal.warned(kind, message), self.builds_on)


class ChangeGroups:
    """Groups of changes that do not clash with each other.

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

    def based(self, proposal: Proposal, groups: Sequence[ChangeGroup]) -> Proposal:
        """The proposal on the text after the changes of some groups, on whose blocks it then depends."""
        return replace(proposal, base=self.text(groups), depends_on=tuple(sorted(members_of(groups))))

    def fast_text(self, groups: Sequence[ChangeGroup]) -> str:
        """The text after the changes of some groups, without an index.

        Fast if the groups begin with those of the last call.
        """
        if not self._grouped.is_start_of(groups):
            self._grouped = _GroupedText(self._index.text, groups)
        self._grouped.add(groups)
        return self._grouped.text

    def clashing(self, change: Change) -> list[ChangeGroup]:
        """The groups that a change on the original file clashes with."""
        near = {id(owner) for splice in change.splices for owner in self._around(splice.start, splice.end)}
        if not near:
            return []
        return [c for c in self.groups if id(c) in near and clash(change, c.change)]

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
        if not around:
            return []
        return [c for c in self.groups if id(c) in around and not all(n in without for n in c.members)]

    def over(self, proposal: Proposal) -> list[ChangeGroup]:
        """The groups that changed one of the block's matches in the original file."""
        matches = proposal.candidates.matches if proposal.candidates else ()
        return [
            group
            for group in self.groups
            if any(s.start < p.span[1] and p.span[0] < s.end for s in group.change.splices for p in matches)
        ]


def clash(one: Change, other: Change) -> bool:
    """True if two changes of the same text cannot both be made."""
    return one.carry(other) is None or insert_twice(one, other)


def insert_twice(one: Change, other: Change) -> bool:
    """True if a change inserts lines beside those that the other one writes, which has them too."""
    for first, second in ((one, other), (other, one)):
        beside = {at: splice.text for splice in second.splices for at in (splice.start, splice.end)}
        for splice in first.splices:
            text = beside.get(splice.start) if splice.start == splice.end else None
            if text is not None and _has_lines(text, splice.text):
                return True
    return False


def as_insertions(change: Change, base: str) -> Change:
    """The change, in which what keeps the text that it replaces at its start or end only inserts.

    A call that replaces `a` by `a`, a line feed and `b` inserts the latter two behind `a`.
    """
    splices: list[Splice] = []
    for splice in change.splices:
        old, new = base[splice.start : splice.end], splice.text
        if old and new.startswith(old):
            splice = Splice(splice.end, splice.end, new[len(old) :])
        elif old and new.endswith(old):
            splice = Splice(splice.start, splice.start, new[: -len(old)])
        splices.append(splice)
    return Change(tuple(splices))


def _has_lines(text: str, lines: str) -> bool:
    """True if a text has some lines in order, at any depth, and they are more than brackets."""
    needle = stripped_lines(lines)
    if not is_informative("".join(needle), _MIN_INFORMATIVE):
        return False
    found = iter(stripped_lines(text))
    return all(line in found for line in needle)


def members_of(groups: Sequence[ChangeGroup]) -> tuple[int, ...]:
    """The numbers of the blocks in groups."""
    return tuple(number for group in groups for number in group.members)


def joint(groups: Sequence[ChangeGroup]) -> Change:
    """The changes of groups as one."""
    splices = [splice for group in groups for splice in group.change.splices]
    return Change(tuple(sorted(splices, key=lambda splice: (splice.start, splice.end))))


def new_line(base: FileIndex, change: Change, at: int) -> int:
    """The 1-based line of a character in the text after a change."""
    return change.apply(base.text).count(base.lines.separator, 0, at) + 1


def old_line(base: FileIndex, at: int) -> int:
    """The 1-based line of a character in the text before a change."""
    return base.lines.at(at) + 1


def written_line(base: FileIndex, change: Change, text: str) -> int | None:
    """The 1-based line of the first place at which a change writes a text; None if it does not write it."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        if (at := splice.text.find(text)) >= 0:
            return new_line(base, change, start + at)
    return None


def line_in_diff(plan: FilePlan, proposal: Proposal, line: int) -> int | None:
    """The line of a block's new text that is a line of the file with all blocks.

    Args:
        plan: The plan of the file.
        proposal: The block, a member of the plan.
        line: The line after the plan, 0-based; the end of the file counts as its last line.

    Returns:
        The line, 0-based; None if another block writes it.
    """
    if proposal.base is None:
        return None
    after, own = Lines(plan.after), Lines(proposal.change.apply(proposal.base.text))
    line = min(line, len(after) - 1)
    if line < 0:
        return None
    if any(len(group.members) > 1 for group in plan.change_groups if proposal.number in group.members):
        # If blocks build on each other, their changes are one, and may be in the base of this block.
        kept = kept_lines(own.slice(0, len(own)), after.slice(0, len(after)))
        return next((old for old, new in kept.items() if new == line), None)
    position = _own_position(plan, proposal, after.starts[line])
    return None if position is None else own.at(position)


def _own_position(plan: FilePlan, proposal: Proposal, position: int) -> int | None:
    """The position in a block's new text of a position after the plan; None in the text of other blocks."""
    own = dict(zip(proposal.change.splices, proposal.change.inserted(), strict=True))
    shift = 0
    for splice, (start, end) in zip(plan.change.splices, plan.change.inserted(), strict=True):
        if position < start:
            break
        if position < end:
            return None if splice not in own else own[splice][0] + position - start
        shift = end - splice.end
    before = position - shift
    ends = [end - splice.end for splice, (_, end) in own.items() if splice.end <= before]
    return before + (ends[-1] if ends else 0)
