"""The inputs and the result of the plan of one file."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock
from editreview.errors import Reason
from editreview.matching import FileIndex
from editreview.review.change_groups import ChangeGroup
from editreview.review.decisions import Decision, Verdict
from editreview.review.empty_search import EmptySearch
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning
from editreview.text import Absent, Change, Codec, Snapshot


class PlannedBlock(Struct, frozen=True):
    """A block of a file, with the decision on it and what is known before it is located."""

    block: EditBlock
    key: str
    decision: Decision
    target: str | None = None
    """The path it is moved to, relative to the root."""
    replaced: Snapshot | None = None
    """The file that is at that path and would be replaced; None if none is."""
    obstacle: tuple[Reason, str] | None = None
    """The reason and sentence if it fails whatever the file contains; else None."""
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
        return replace(codec, mark=b"") if self.removes_mark else codec

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
