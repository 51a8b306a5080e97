"""One file under review: the plan of its blocks, what checks say about it, and the writes to it.

Blocks are located in the text that is expected on disk. When accepted blocks are written, their result
becomes that text, so nothing planned later can revert them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import (
    NO_HINTS,
    Delete,
    Insert,
    Move,
    Offer,
    Problem,
    Replace,
    ReplaceLines,
    lines_named,
)
from editreview.errors import Reason, Refused
from editreview.matching import FileIndex, renumber, renumber_with_line_above
from editreview.review.checks import checked_together
from editreview.review.checks.matches import unfinished_versions
from editreview.review.checks.written import of_file
from editreview.review.decisions import UNDECIDED, Decision
from editreview.review.earlier_runs import AppliedBefore, Versions, changed_since_shown, versions
from editreview.review.file_plan import (
    FilePlan,
    Includes,
    PlannedBlock,
    does_as_accepted,
    is_accepted,
    unless_rejected,
    warned,
)
from editreview.review.path_resolver import is_confirmed, may_omit_folders
from editreview.review.permissions import FileOperation, Permissions, Touched
from editreview.review.plan import FilePlanner
from editreview.review.proposal import Proposal
from editreview.review.user_edits import as_decided
from editreview.review.warnings import BlockWarning, WarningKind, WarningsOfBlocks
from editreview.text import NO_CHANGE, Absent, Change, Lines, Snapshot, counted
from editreview.workspace import FileWrite, Receipt, Workspace, encode

if TYPE_CHECKING:
    from editreview.review.checks.diagnostics import Checker, Formatting

_MAX_VERSIONS = 50
"""The most superseded blocks of a file. Each one needs another plan of the file."""
Decisions = Mapping[str, Decision]
"""By block key."""


class _AcceptedPlan(Struct, frozen=True):
    """The plan of the accepted blocks of a file, and what it was made from."""

    shown: FilePlan
    before: Snapshot | Absent
    allowed: set[int]
    decisions: list[Decision | None]
    plan: FilePlan


class _DiskState(Struct, frozen=True):
    """A file as it should be on disk, and all changes that this review wrote to it."""

    path: str
    """Relative to the root; changes when a move is written."""
    before: Snapshot | Absent
    """The file as it should be on disk."""
    index: FileIndex
    origin: Snapshot | Absent
    """The file as it was read last."""
    origin_index: FileIndex
    change: Change = NO_CHANGE
    """All changes that this review wrote, on `origin`."""
    members: frozenset[int] = frozenset()
    """The numbers of the blocks of that change."""
    is_removed: bool = False
    path_to: str | None = None
    """The path to which this review moved the file; None if it did not."""
    earlier_outcomes: tuple[FilePlan, ...] = ()
    """The outcomes before the file changed on disk."""
    written: Mapping[int, Proposal] = {}
    """By number: the blocks that were written, as they were then."""


_Found = dict[tuple[int, str | None], tuple[BlockWarning, ...]]
"""Warnings that a checker gave, by number and outcome of the block."""


def _each_alone(warnings: Mapping[int, BlockWarning]) -> dict[int, tuple[BlockWarning, ...]]:
    return {number: (warning,) for number, warning in warnings.items()}


def _still_true(plan: FilePlan, found: _Found) -> WarningsOfBlocks:
    """The warnings of blocks that still do the same. With a syntax error, a block keeps no others."""
    return {
        p.number: found[p.number, p.outcome]
        for p in plan.proposals
        if p.is_ready
        and (p.number, p.outcome) in found
        and all(warning.kind is not WarningKind.SYNTAX_ERROR for warning in p.warnings)
    }


class FileReview:
    """A file and its blocks."""

    def __init__(
        self,
        workspace: Workspace,
        path: str,
        without: frozenset[str],
        permissions: Permissions,
        checks_off: frozenset[str],
    ) -> None:
        """
        Args:
            workspace: The tree.
            path: The path of the file, relative to the root.
            without: Strategies not to use.
            permissions: The rules for files.
            checks_off: Kinds of warnings not to look for.

        Raises:
            Refused: The file cannot be read as text.
        """
        self._workspace = workspace
        self._permissions = permissions
        self._checks_off = checks_off
        self._items: list[PlannedBlock] = []
        before = workspace.read(path)
        text = before.text
        # The workspace decides only if the file has no line end.
        line_end = "\n" if "\n" in text or "\r" in text else workspace.line_end(path)
        index = FileIndex(text, without, line_end)
        self._disk = _DiskState(path, before, index, before, index)
        self._refusal: Refused | None = None
        self._checked: tuple[FilePlan, FilePlan] | None = None
        """A plan whose blocks were checked together, and the same plan with the warnings from that."""
        self._found: dict[Checker, _Found] = {}
        """Findings of language servers and commands. It is replaced as a whole."""
        self._formattings: dict[tuple[int, str | None], tuple[Checker, Formatting]] = {}
        """By number and outcome of the block: the checker and its formatting. It is replaced as a whole."""
        self._diagnosed: tuple[FilePlan, dict[Checker, _Found], FilePlan] | None = None
        """A plan, findings, and the same plan with these as warnings."""
        self._unfinished: tuple[Problem, ...] = ()
        """Edits of the file that were cut off in the response."""
        self._is_ignored = False
        self._marked: tuple[FileIndex, tuple[BlockWarning, ...]] | None = None
        """The text read last, and the marks about it."""
        self._versions: Versions | None = None
        self._first_text = text
        self._before_runs: tuple[str, float] | None = None
        """The text before earlier runs applied blocks of the response, and the time of the first of them."""
        self._numbered: Lines | None = None
        """The text that line numbers refer to: the one last shown in a prompt, else the one first read.

        If earlier runs applied blocks of the response, both are from before these runs.
        """
        self._planner = FilePlanner(
            before,
            index,
            [],
            unless_rejected,
            warnings=self._warnings,
            versions=self._earlier_versions,
            committed=self._committed_text,
            checks_off=checks_off,
            marks=self._marks(),
        )
        self._superseded: Mapping[int, int] = {}
        """The later version of a superseded block, both by number."""
        self._is_written = False
        self._accepted: _AcceptedPlan | None = None
        """The last plan of the accepted blocks, which both accepting and writing need."""
        self._earlier_states: list[_DiskState] = []
        """The states before each write."""
        self._undone_states: list[_DiskState] = []
        """The states after each write that was undone."""

    @property
    def path(self) -> str:
        """Its current path, relative to the root."""
        return self._disk.path

    @property
    def digest(self) -> str | None:
        """The digest of the bytes expected on disk; None if no file is expected."""
        return self._disk.before.digest if isinstance(self._disk.before, Snapshot) else None

    @property
    def _warnings(self) -> tuple[BlockWarning, ...]:
        return of_file(self._disk.before, is_ignored=self._is_ignored)

    def note_ignored(self, decisions: Decisions) -> None:
        """Warn about each block that git ignores the file."""
        if not self._is_ignored:
            self._is_ignored = True
            self.replan(decisions)

    def note_unfinished(self, problem: Problem) -> None:
        """Note an edit of the file that was cut off in the response."""
        self._unfinished += (problem,)
        self._checked = None

    # What is shown

    @property
    def plan(self) -> FilePlan:
        """The plan of all blocks; written ones are as they were when they were written."""
        plan = self._as_checked
        if self._refusal is not None:
            plan = self._refused(plan, self._refusal)
        if not self._disk.written:
            return plan
        known = {**{p.number: p for p in plan.proposals}, **self._disk.written}
        return replace(plan, proposals=tuple(known[number] for number in sorted(known)))

    @staticmethod
    def _refused(plan: FilePlan, why: Refused) -> FilePlan:
        proposals = tuple(
            Proposal(p.block, p.key, None, reason=why.reason, message=str(why)) for p in plan.proposals
        )
        return FilePlan(plan.path, plan.before, plan.index, proposals, frozenset(), NO_CHANGE)

    @property
    def size(self) -> int:
        """The length of the text in characters, without changes that are not written yet."""
        return len(self._disk.index.text)

    @property
    def index(self) -> FileIndex:
        """The index of the text that is expected on disk."""
        return self._disk.index

    @property
    def is_checked(self) -> bool:
        """True if the blocks were checked together as they are shown now."""
        return self._checked is not None and self._checked[0] is self._planner.plan()

    def check(self) -> bool:
        """Check the blocks together, as they are shown. Returns True if that gave warnings."""
        if self.is_checked:
            return False
        plan = self._planner.plan()
        found = checked_together(plan, self._checks_off) | unfinished_versions(plan, self._unfinished)
        self._checked = (plan, warned(plan, _each_alone(found)))
        return bool(found)

    def note_findings(
        self,
        plan: FilePlan,
        warnings: WarningsOfBlocks,
        checker: "Checker",
        formattings: "Mapping[int, Formatting]",
    ) -> bool:
        """Show the findings of a checker about a plan. Returns True if they are new.

        They stay until the next ones arrive, each as long as its block does the same.
        """
        outcomes = {p.number: p.outcome for p in plan.proposals}
        found = {(number, outcomes[number]): each for number, each in warnings.items()}
        found |= {(number, outcomes[number]): (each.mark,) for number, each in formattings.items()}
        others_formatted = {key: each for key, each in self._formattings.items() if each[0] is not checker}
        own = {(number, outcomes[number]): (checker, each) for number, each in formattings.items()}
        self._formattings = {**others_formatted, **own}
        if found == self._found.get(checker, {}):
            return False
        others = {other: each for other, each in self._found.items() if other is not checker}
        self._found = {**others, checker: found} if found else others
        return True

    def formatting(self, proposal: Proposal) -> "Formatting | None":
        """The formatting of a block as it is shown; see `Review.formatting`."""
        found = self._formattings.get((proposal.number, proposal.outcome))
        return None if found is None else found[1]

    def check_accepted(self, decisions: Decisions) -> bool:
        """Check only the accepted blocks together, and show the warnings. Returns as `check`."""
        shown, accepted = self._as_checked, self.accepted(decisions)
        if accepted.members == shown.members:
            return False
        known = {p.number for p in shown.proposals if p.withheld not in (None, Reason.FUZZY)}
        found = {
            number: warning
            for number, warning in checked_together(accepted, self._checks_off).items()
            if number not in known
        }
        if found:
            self._checked = (self._planner.plan(), warned(self._with_checks, _each_alone(found)))
        return bool(found)

    @property
    def _as_checked(self) -> FilePlan:
        """The plan of the blocks that are not written yet, with all warnings."""
        plan = self._with_checks
        if not self._found:
            return plan
        known = self._diagnosed
        if known is None or known[0] is not plan or known[1] is not self._found:
            known = self._diagnosed = (plan, self._found, self._with_findings(plan))
        return known[2]

    def _with_findings(self, plan: FilePlan) -> FilePlan:
        for found in self._found.values():
            plan = warned(plan, _still_true(plan, found))
        return plan

    @property
    def _with_checks(self) -> FilePlan:
        """The plan of the blocks that are not written yet, with the warnings of `check`."""
        plan = self._planner.plan()
        known = self._checked
        return known[1] if known is not None and known[0] is plan else plan

    def to_diagnose(self, decisions: Decisions | None = None) -> FilePlan | None:
        """The plan for checkers: all blocks as shown, or those that decisions accept.

        Returns:
            None if it changes nothing.
        """
        plan = self._planner.plan() if decisions is None else self.accepted(decisions)
        return plan if plan.members and self._refusal is None else None

    @property
    def is_there(self) -> bool:
        """True if the file would exist after all changes that are shown."""
        plan = self._planner.plan()
        return not plan.is_removed and (isinstance(self._disk.before, Snapshot) or bool(plan.members))

    def add(self, item: PlannedBlock, decisions: Decisions) -> None:
        """Add a block, the last one so far."""
        self._items.append(item)
        planner, block = self._planner, item.block
        if len(self._items) > 1 and self._items[-2].block.number > block.number:
            # Its path was resolved late.
            self._items.sort(key=lambda item: item.block.number)
            self.replan(decisions)
        elif self._is_written or planner.has_twin(block) or planner.changes_numbers(block):
            # The new block may change others: identical blocks share their matches, and all hunks of a diff
            # together show to which text its line numbers belong.
            self.replan(decisions)
        else:
            self._planner.add(self._as_decided(item, decisions))
            if self._planner.superseded != self._superseded:
                self.replan(decisions)

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Turn blocks that are not written yet into offers."""
        self._items = [
            replace(item, block=replace(item.block, offer=offer)) if item.block.number in numbers else item
            for item in self._items
        ]
        self.replan(decisions)

    def folder_left_out(self) -> str | None:
        """The file's folder, if a block names the file without it; else None."""
        folder, _, name = self.path.rpartition("/")
        is_bare = any(
            item.block.path_written == name
            and any(w.kind is WarningKind.PATH_CORRECTED for w in item.warnings)
            for item in self._items
        )
        return folder if folder and is_bare else None

    def note_other_paths(self, paths: Sequence[str], decisions: Decisions) -> None:
        """Warn that a new file, which is whole in a fence, may be meant for one of other paths."""
        is_new = isinstance(self._disk.before, Absent) and not self._disk.written
        if not is_new or not all(may_omit_folders(item.block) for item in self._items):
            return
        message = f"{self.path} may be a new file, or mean {' or '.join(paths)}"
        warning = BlockWarning(WarningKind.PATH_UNSURE, message)
        self._items = [
            item
            if any(each.kind is warning.kind for each in item.warnings)
            else replace(item, warnings=(*item.warnings, warning))
            for item in self._items
        ]
        self.replan(decisions)

    def sent_elsewhere(self, decisions: Decisions) -> list[PlannedBlock]:
        """The blocks, not written yet, that decisions send to another file, or back to their own."""
        return [
            item
            for item in self._items
            if item.block.number not in self._disk.written
            and decisions.get(item.key, UNDECIDED).path != item.sent_to
        ]

    def remove(self, number: int) -> None:
        """Remove a block that was moved to another file."""
        self._items = [item for item in self._items if item.block.number != number]

    def insert(self, item: PlannedBlock) -> None:
        """Add a block from another file, in the order of the response. The next plan has it."""
        self._items = sorted([*self._items, item], key=lambda item: item.block.number)

    def replan(self, decisions: Decisions) -> None:
        """Make the plan of the blocks that are not written yet anew."""
        self._is_written = False
        self._planner = self._new_planner(decisions, unless_rejected)
        while len(self._superseded) < _MAX_VERSIONS and self._planner.superseded != self._superseded:
            self._superseded = self._planner.superseded
            self._planner = self._new_planner(decisions, unless_rejected)

    def _new_planner(self, decisions: Decisions, includes: Includes) -> FilePlanner:
        items = [
            self._as_decided(item, decisions)
            for item in self._items
            if item.block.number not in self._disk.written
        ]
        planner = FilePlanner(
            self._disk.before,
            self._disk.index,
            items,
            includes,
            earlier=self._planner,
            warnings=self._warnings,
            versions=self._earlier_versions,
            committed=self._committed_text,
            superseded=self._superseded,
            checks_off=self._checks_off,
            marks=self._marks(),
        )
        for item in items:
            planner.add(item)
        return planner

    def _as_decided(self, item: PlannedBlock, decisions: Decisions) -> PlannedBlock:
        """The block with the decisions on it and on the prefix of its path, on the current text."""
        if item.root is not None and is_confirmed(item.root, decisions):
            kept = (w for w in item.warnings if w.kind is not WarningKind.PATH_CORRECTED)
            item = replace(item, warnings=tuple(kept))
        return self._as_permitted(as_decided(self._as_of_now(item), decisions.get(item.key, UNDECIDED)))

    def _as_permitted(self, item: PlannedBlock) -> PlannedBlock:
        """The block with an obstacle if a rule denies it, or with a warning if it needs permission."""
        judgement = self._permissions.judge(self._touched(item))
        if judgement.denial is not None:
            return replace(item, obstacle=(Reason.DENIED, judgement.denial))
        warning = judgement.warning
        return item if warning is None else replace(item, warnings=(warning, *item.warnings))

    def _touched(self, item: PlannedBlock) -> list[Touched]:
        """The files that a block touches, with all names that it uses for them."""
        written = plain(item.block.path_written)
        is_other = item.sent_to is None and written != self.path and _is_relative(written)
        paths = (self.path, written) if is_other else (self.path,)
        match item.block.operation:
            case Delete():
                return [Touched(paths, FileOperation.DELETE)]
            case Move():
                ends = [paths] if item.target is None else [paths, (item.target,)]
                return [Touched(each, FileOperation.MOVE) for each in ends]
        is_there = isinstance(self._disk.before, Snapshot)
        return [Touched(paths, FileOperation.EDIT if is_there else FileOperation.CREATE)]

    def has_root(self, prefix: str) -> bool:
        """True if the path of any block begins with a prefix that stands for the root."""
        return any(item.root == prefix for item in self._items)

    def _as_of_reading(self, item: PlannedBlock) -> PlannedBlock:
        """The block with its line numbers carried from the text they refer to onto the one read last."""
        operation, hints = item.block.operation, item.block.hints
        if not isinstance(operation, ReplaceLines | Insert) or hints != NO_HINTS:
            return item
        if self._numbered is None:
            shown, before = self._workspace.text_shown(self.path), self._before_runs
            if shown is not None and (before is None or shown[1] < before[1]):
                self._numbered = Lines(shown[0])
            else:
                self._numbered = Lines(self._first_text if before is None else before[0])
        numbered, now = self._numbered, self._disk.origin_index.lines
        if numbered.text == now.text:
            return item
        across = change_lines(numbered, 0, len(numbered), now.slice(0, len(now)))
        moved = renumber_with_line_above(operation, numbered, across)
        if moved == operation:
            return item
        if moved is None:
            message = "the lines it names have changed since their numbers were shown"
            warning = BlockWarning(WarningKind.STALE_NUMBER, message)
            return replace(item, warnings=(*item.warnings, warning))
        named, current = _numbers(operation), _numbers(moved)
        message = f"{named}, which it names, is now {current}: the file has changed since it was shown"
        warning = BlockWarning(WarningKind.BY_LINE_NUMBER, message)
        block = replace(item.block, operation=moved)
        return replace(item, block=block, warnings=(*item.warnings, warning))

    def _marks(self) -> tuple[BlockWarning, ...]:
        """Marks about the file as it was read last, for each of its blocks."""
        origin = self._disk.origin_index
        if self._marked is None or self._marked[0] is not origin:
            found: BlockWarning | None = None
            if WarningKind.STALE_FILE not in self._checks_off and isinstance(self._disk.origin, Snapshot):
                shown = self._workspace.text_shown(self.path)
                found = None if shown is None else changed_since_shown(shown, origin, self._earlier_versions)
            self._marked = origin, () if found is None else (found,)
        return self._marked[1]

    def _earlier_versions(self) -> Versions:
        if self._versions is None:
            self._versions = versions(self._workspace, self.path)
        return self._versions

    def _committed_text(self) -> str | None:
        return self._workspace.committed(self.path)

    def note_earlier(self, earlier: AppliedBefore, decisions: Decisions) -> None:
        """Note blocks that earlier runs applied from the same response."""
        keys = earlier.keys
        if any(item.key in keys and item.block.number not in self._disk.written for item in self._items):
            self._items = [
                replace(item, is_from_earlier_run=item.key in keys or item.is_from_earlier_run)
                for item in self._items
            ]
            self._before_runs = earlier.texts.get(self.path)
            self._numbered = None
            self.replan(decisions)

    def _as_of_now(self, item: PlannedBlock) -> PlannedBlock:
        """The block for the current text: with current line numbers, without moves already made."""
        if item.via in self._disk.written:
            item = replace(item, via=None)
        item = item if item.is_from_earlier_run else self._as_of_reading(item)
        operation = item.block.operation
        if not self._disk.change or not isinstance(operation, ReplaceLines | Insert):
            return item
        moved = renumber(operation, self._disk.origin_index.lines, self._disk.change)
        if moved is None:
            obstacle = (Reason.CONFLICT, "a block that was already applied changed these lines")
            return replace(item, obstacle=obstacle)
        return replace(item, block=replace(item.block, operation=moved))

    # What is written

    def accepted(self, decisions: Decisions) -> FilePlan:
        """The plan of the accepted blocks. It has no members if none of them can be written."""
        allowed = self._allowed(decisions)
        shown, known = self._planner.plan(), self._accepted
        decided = [decisions.get(item.key) for item in self._items]
        is_known = (
            known is not None
            and known.shown is shown
            and known.before is self._disk.before
            and known.allowed == allowed
            and known.decisions == decided
        )
        if known is None or not is_known:
            planner = self._new_planner(
                decisions, lambda p, decision: p.number in allowed and does_as_accepted(p, decision)
            )
            known = self._accepted = _AcceptedPlan(shown, self._disk.before, allowed, decided, planner.plan())
        return known.plan if self._refusal is None else self._refused(known.plan, self._refusal)

    def _allowed(self, decisions: Decisions) -> set[int]:
        """The blocks that are accepted as shown, like all blocks that they depend on."""
        allowed = set(self._disk.written)
        for proposal in self.plan.proposals:
            decision = decisions.get(proposal.key, UNDECIDED)
            if is_accepted(proposal, decision) and allowed.issuperset(proposal.depends_on):
                allowed.add(proposal.number)
        return allowed

    def writes(self, plan: FilePlan) -> list[FileWrite]:
        """The writes of a plan of accepted blocks.

        Raises:
            Refused: The file's encoding lacks a character, or the file would declare another encoding.
        """
        before = plan.before
        mode = before.mode if isinstance(before, Snapshot) else None
        gone = [FileWrite(plan.path, self.digest, None, mode)] if self.digest is not None else []
        if plan.is_removed:
            return gone
        data = encode(plan.path, before.text, plan.after, plan.codec)
        if plan.path_to is not None:
            like = plan.path if gone else None
            replaced = self._replaced_at(plan.path_to, plan.members)
            expected = None if replaced is None else replaced.digest
            return [FileWrite(plan.path_to, expected, data, mode, like), *gone]
        return [FileWrite(plan.path, self.digest, data, mode)]

    def _replaced_at(self, path_to: str | None, members: Collection[int]) -> Snapshot | None:
        """The file that a move among some blocks replaces; None if none is replaced."""
        moves = (each for each in self._items if each.block.number in members)
        return next((each.replaced for each in moves if each.target == path_to), None)

    def missing(self, decisions: Decisions) -> list[PlannedBlock]:
        """The blocks of a file that does not exist, if all of them search for text and fail for that reason.

        Empty if the user chose a place for any of them.
        """
        proposals = self._planner.plan().proposals
        if self._disk.written or not all(p.reason is Reason.FILE_MISSING for p in proposals):
            return []
        searching = all(
            isinstance(item.block.operation, Replace)
            and item.block.offer is None
            and not decisions.get(item.key, UNDECIDED).has_place
            for item in self._items
        )
        return list(self._items) if searching else []

    def has_any(self, numbers: Collection[int]) -> bool:
        """True if any of these blocks is of this file."""
        return any(item.block.number in numbers for item in self._items)

    def moves(self) -> Iterator[tuple[str, int]]:
        """Target and number of each block that moves the file and is not written yet."""
        for item in self._items:
            if (
                item.target is not None
                and item.obstacle is None
                and item.block.number not in self._disk.written
            ):
                yield item.target, item.block.number

    def note_undone(self, keys: Collection[str], decisions: Decisions) -> None:
        """Note that the last write was undone on disk.

        Args:
            keys: The keys of the blocks of that write.
            decisions: The decisions in force.
        """
        if self._earlier_states:
            self._undone_states.append(self._disk)
            self._disk = self._earlier_states.pop()
            self.replan(decisions)
        else:
            self._set_done(keys, decisions, is_done=False)

    def note_redone(self, keys: Collection[str], decisions: Decisions) -> None:
        """Note that an undone write was redone on disk. See `note_undone`."""
        if self._undone_states:
            self._earlier_states.append(self._disk)
            self._disk = self._undone_states.pop()
            self.replan(decisions)
        else:
            self._set_done(keys, decisions, is_done=True)

    def _set_done(self, keys: Collection[str], decisions: Decisions, *, is_done: bool) -> None:
        """Note that blocks of an earlier run were applied, or no longer are."""
        self._items = [
            replace(item, is_done=is_done, is_from_earlier_run=False) if item.key in keys else item
            for item in self._items
        ]
        self.refresh(decisions)
        self.replan(decisions)

    def settle(self, plan: FilePlan, receipt: Receipt) -> None:
        """Note that a plan was written: its text is now the one expected on disk.

        The other blocks stay as shown until the next plan.
        """
        disk, before = self._disk, plan.before
        self._earlier_states.append(disk)
        self._undone_states.clear()
        self._is_written = True
        mode = before.mode if isinstance(before, Snapshot) else 0o644
        shown = {p.number: p for p in self._as_checked.proposals}
        written = {
            p.number: replace(p, warnings=as_shown.warnings, marks=as_shown.marks)
            for p in plan.proposals
            if p.number in plan.members
            for as_shown in (shown.get(p.number, p),)
        }
        path = plan.path_to or disk.path
        digest = None if plan.is_removed else receipt.after(path)
        self._disk = replace(
            disk,
            path=path,
            before=Absent(path) if digest is None else Snapshot(path, plan.after, digest, plan.codec, mode),
            index=disk.index.of(plan.after),
            change=disk.change.then(plan.change),
            members=disk.members | plan.members,
            is_removed=plan.is_removed,
            path_to=plan.path_to or disk.path_to,
            written={**disk.written, **written},
        )

    def outcomes(self, pending: FilePlan | None = None) -> list[FilePlan]:
        """All changes that this review wrote, as a plan for each version of the file found on disk.

        Args:
            pending: A plan of accepted blocks to count as written.
        """
        disk = self._disk
        settled = tuple(p for p in disk.written.values() if p.number in disk.members)
        members, change = disk.members, disk.change
        is_removed, path_to = disk.is_removed, disk.path_to
        if pending is not None:
            is_removed, path_to = pending.is_removed, pending.path_to or path_to
            settled += tuple(p for p in pending.proposals if p.number in pending.members)
            members, change = members | pending.members, change.then(pending.change)
        if not members:
            return list(disk.earlier_outcomes)
        outcome = FilePlan(
            path=disk.origin.path,
            before=disk.origin,
            index=disk.origin_index,
            proposals=settled,
            members=members,
            change=change,
            is_removed=is_removed,
            path_to=None if path_to == disk.origin.path else path_to,
            replaced=None if is_removed else self._replaced_at(path_to, members),
        )
        return [*disk.earlier_outcomes, outcome]

    def _note_arrivals(self) -> bool:
        """Read the targets of unwritten moves again. Returns True if one has changed."""
        items = [
            item
            if item.target is None or item.obstacle is not None or item.block.number in self._disk.written
            else moved_onto(self._workspace, item, item.target)
            for item in self._items
        ]
        has_arrivals, self._items = items != self._items, items
        return has_arrivals

    def refresh(self, decisions: Decisions) -> bool:
        """Read the file again, and make a new plan if it changed. Returns True if it did."""
        try:
            if self._workspace.locate(self.path) != self.path:
                raise Refused(Reason.CHANGED_ON_DISK, f"{self.path} is now a link to another file")
            found: Snapshot | Absent = self._workspace.read(self.path)
        except Refused as refused:
            self._refusal = refused
            return True
        was_refused, self._refusal = self._refusal is not None, None
        has_arrivals = self._note_arrivals()
        digest = found.digest if isinstance(found, Snapshot) else None
        if digest != self.digest:
            # The earlier states are of another text.
            self._earlier_states.clear()
            self._undone_states.clear()
            index = self._disk.index.of(found.text)
            self._disk = _DiskState(
                self.path,
                found,
                index,
                found,
                index,
                earlier_outcomes=tuple(self.outcomes()),
                written=self._disk.written,
            )
        elif not was_refused and not has_arrivals:
            return False
        self.replan(decisions)
        return True


def _numbers(operation: ReplaceLines | Insert) -> str:
    if isinstance(operation, Insert):
        return f"L{operation.after}"
    return lines_named((operation.first, operation.last))


def moved_onto(workspace: Workspace, item: PlannedBlock, target: str) -> PlannedBlock:
    """A move with its target, and a warning if it would replace a file there, or an obstacle."""
    warnings = tuple(each for each in item.warnings if each.kind is not WarningKind.REPLACES_FILE)
    item = replace(item, target=target, replaced=None, warnings=warnings)
    try:
        found = workspace.read(target)
    except Refused:
        # A file that is not text could be neither restored nor compared.
        return replace(item, obstacle=(Reason.FILE_EXISTS, f"{target} already exists"))
    if not isinstance(found, Snapshot):
        return item
    message = f"replaces {target}, which exists and has {counted(len(Lines(found.text)), 'line')}"
    warning = BlockWarning(WarningKind.REPLACES_FILE, message)
    return replace(item, replaced=found, warnings=(*warnings, warning))


def plain(written: str | None) -> str:
    """A path as written, with slashes and without needless parts; `.` for none."""
    return PurePosixPath((written or "").replace("\\", "/")).as_posix()


def _is_relative(path: str) -> bool:
    """True if a path with slashes begins neither with a slash nor with a drive or `~`."""
    return bool(path) and not path.startswith(("/", "~")) and path[1:2] != ":"
