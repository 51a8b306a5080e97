"""The files under review: the file of each block, the plan of each file, and what the model was shown.

A `FileReview` has the plan of the blocks of one file, what checks say about it, and the writes to it. Blocks
are located in the text that is expected on disk. When accepted blocks are written, their result becomes that
text, so nothing planned later can revert them.

The `FileSet` has the files of all blocks. Edits of files that the model was not shown wait until the user
includes them. The files are reported, so that the model can be shown them and asked again (the rule of the
Edit Protocol).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import (
    NO_HINTS,
    Delete,
    EditBlock,
    Insert,
    Move,
    Offer,
    OfferKind,
    Problem,
    Replace,
    ReplaceLines,
    Rewrite,
    Write,
    is_structural,
    lines_in_words,
    puts_text_only,
)
from editreview.errors import Reason, Refused, UsageError
from editreview.matching import FileIndex, renumber, renumber_with_line_above
from editreview.review.checks import checked_offers, checked_together
from editreview.review.checks.blocks import (
    Addition,
    Removal,
    marker_problem,
    may_hold_markers,
    of_file,
    removals,
    unfinished_versions,
)
from editreview.review.decisions import UNDECIDED, Decision, Effect
from editreview.review.earlier_runs import (
    AppliedBefore,
    Versions,
    changed_since_shown,
    recent_versions,
    versions,
)
from editreview.review.file_plan import (
    EmptySearch,
    FilePlan,
    Includes,
    Obstacle,
    PlannedBlock,
    does_as_accepted,
    is_accepted,
    unless_rejected,
    warned,
)
from editreview.review.file_planner import FilePlanner
from editreview.review.path_resolver import (
    ForeignRoots,
    PathResolver,
    ResolvedPath,
    correction_warning,
    is_confirmed,
    makes_file,
    may_omit_folders,
    prefix_of,
    unsure_warning,
)
from editreview.review.permissions import FileOperation, Permissions, Touched
from editreview.review.proposal import Proposal
from editreview.review.user_edits import as_decided
from editreview.review.warnings import BlockWarning, WarningKind, WarningsOfBlocks
from editreview.text import NO_CHANGE, Absent, Change, Lines, Snapshot, counted
from editreview.workspace import FileWrite, Receipt, Workspace, encode

if TYPE_CHECKING:
    from editreview.review.checks.programs import Checker, Formatting

_MAX_VERSIONS = 50
"""The most superseded blocks of a file. Each one needs another plan of the file."""
Decisions = Mapping[str, Decision]
"""By block key."""


class _AcceptedPlan(Struct, frozen=True):
    """The plan of the accepted blocks of a file, and what it was made from."""

    of_all: FilePlan
    """The plan of all blocks."""
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


_FoundWarnings = dict[tuple[int, str | None], tuple[BlockWarning, ...]]
"""Warnings that a checker gave, by number and outcome of the block."""


def _each_alone(warnings: Mapping[int, BlockWarning]) -> dict[int, tuple[BlockWarning, ...]]:
    return {number: (warning,) for number, warning in warnings.items()}


def _still_true(plan: FilePlan, found: _FoundWarnings) -> WarningsOfBlocks:
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
        self._found: dict[Checker, _FoundWarnings] = {}
        """Findings of language servers and commands. It is replaced as a whole."""
        self._formattings: dict[tuple[int, str | None], tuple[Checker, Formatting]] = {}
        """By number and outcome of the block: the checker and its formatting. It is replaced as a whole."""
        self._diagnosed: tuple[FilePlan, dict[Checker, _FoundWarnings], FilePlan] | None = None
        """A plan, findings, and the same plan with these as warnings."""
        self._moved_away: tuple[FilePlan, Mapping[int, tuple[Addition, BlockWarning]]] | None = None
        """A plan and, by number, edits not ready that put elsewhere what its blocks take out."""
        self._removals: tuple[FilePlan, list[Removal]] | None = None
        """A plan, and the lines that its blocks take out."""
        self._with_moved: tuple[FilePlan, object, FilePlan] | None = None
        """A plan, what its blocks wait for, and the same plan with that as warnings."""
        self._unfinished: tuple[Problem, ...] = ()
        """Edits of the file that were cut off in the response."""
        self._is_ignored = False
        self._marked: tuple[FileIndex, tuple[BlockWarning, ...]] | None = None
        """The text read last, and the marks about it."""
        self._versions: Versions | None = None
        self._recent_versions: Versions | None = ()
        """The texts before and after recent runs; None before they are read."""
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

    def warn_ignored(self, decisions: Decisions) -> None:
        """Warn about each block that git ignores the file."""
        if not self._is_ignored:
            self._is_ignored = True
            self.replan(decisions)

    def record_unfinished(self, problem: Problem) -> None:
        """Record an edit of the file that was cut off in the response."""
        self._unfinished += (problem,)
        self._checked = None

    @property
    def removals(self) -> list[Removal]:
        """The lines that blocks take out which are not written yet."""
        plan = self._planner.plan()
        if self._removals is None or self._removals[0] is not plan:
            self._removals = (plan, removals(plan))
        return self._removals[1]

    def record_moved(self, moved: Mapping[int, tuple[Addition, BlockWarning]]) -> bool:
        """Record the edits of any file that are not ready and add elsewhere what blocks remove.

        Args:
            moved: By the number of the block, of any file: the edit and the warning.

        Returns:
            True if that is new for this file.
        """
        plan = self._planner.plan()
        found = {p.number: moved[p.number] for p in plan.proposals if p.number in moved} if moved else {}
        if found == self._recorded_moved:
            return False
        self._moved_away = (plan, found)
        return True

    @property
    def _recorded_moved(self) -> Mapping[int, tuple[Addition, BlockWarning]]:
        known = self._moved_away
        return known[1] if known is not None and known[0] is self._planner.plan() else {}

    @property
    def waits_for(self) -> frozenset[int]:
        """The numbers of the blocks of any file that are not ready and add elsewhere what blocks remove."""
        return frozenset(
            other.number for other, _ in self._recorded_moved.values() if other.number is not None
        )

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
        off = self._checks_off
        found = checked_together(plan, off) | checked_offers(plan, off)
        found |= unfinished_versions(plan, self._unfinished)
        self._checked = (plan, warned(plan, _each_alone(found)))
        return bool(found)

    def show_findings(
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
        plan, accepted = self._as_checked, self.accepted(decisions)
        if accepted.members == plan.members:
            return False
        known = {p.number for p in plan.proposals if p.withheld not in (None, Reason.FUZZY)}
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
        plan, moved = self._with_checks, self._recorded_moved
        if moved:
            known = self._with_moved
            if known is None or known[0] is not plan or known[1] is not moved:
                warnings = {number: (warning,) for number, (_, warning) in moved.items()}
                known = self._with_moved = (plan, moved, warned(plan, warnings))
            plan = known[2]
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

    @property
    def may_go(self) -> bool:
        """True if a block, or an offer, deletes or moves the file."""
        return any(isinstance(item.block.operation, Delete | Move) for item in self._items)

    def add(self, item: PlannedBlock, decisions: Decisions) -> None:
        """Add a block, the last one so far."""
        self._items.append(item)
        planner, block = self._planner, item.block
        if len(self._items) > 1 and self._items[-2].block.number > block.number:
            # Its path was resolved late.
            self._items.sort(key=lambda item: item.block.number)
            self.replan(decisions)
        elif (
            self._is_written
            or planner.has_twin(block)
            or planner.changes_numbers(block)
            or planner.frees(item)
        ):
            # The new block may change others: identical blocks share their matches, all hunks of a diff
            # together show to which text its line numbers belong, and one in a comment may wait for another.
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

    def folder_left_out(self, *, is_bare: bool) -> str | None:
        """The folders of the file that its blocks leave out; None if they name all of its path.

        Args:
            is_bare: True for blocks that name the file without any folder, or do not name it; else for those
                with a part of its folders.
        """
        corrected = (
            item.block.path_written or ""
            for item in self._items
            if any(warning.kind is WarningKind.PATH_CORRECTED for warning in item.warnings)
        )
        ends = [f"/{written.removeprefix('./')}" for written in corrected if ("/" in written) is not is_bare]
        if is_bare and any(_is_found_by_content(item.block) for item in self._items):
            ends.append(f"/{self.path.rpartition('/')[2]}")
        return next((self.path.removesuffix(end) for end in ends if self.path.endswith(end)), None)

    def warn_other_paths(self, paths: Sequence[str], decisions: Decisions) -> None:
        """Warn that a new file, which is whole in a fence, may be meant for one of other paths."""
        is_new = isinstance(self._disk.before, Absent) and not self._disk.written
        if not is_new or not all(may_omit_folders(item.block) for item in self._items):
            return
        warning = unsure_warning(self.path, paths)
        self._items = [
            item
            if any(each.kind is warning.kind for each in item.warnings)
            else replace(item, warnings=(*item.warnings, warning))
            for item in self._items
        ]
        self.replan(decisions)

    def doubts_of_path(self, block: EditBlock) -> tuple[BlockWarning, ...]:
        """The warning of an earlier block that the file which both create may exist elsewhere."""
        is_new = isinstance(self._disk.before, Absent) and not self._disk.written
        if not is_new or not makes_file(block):
            return ()
        doubts = (w for item in self._items for w in item.warnings if w.kind is WarningKind.PATH_UNSURE)
        return tuple(doubts)[:1]

    def doubted(self) -> list[PlannedBlock]:
        """The blocks, not written yet, that may mean another path."""
        return [
            item
            for item in self._items
            if any(each.kind is WarningKind.PATH_UNSURE for each in item.warnings)
            and item.block.number not in self._disk.written
        ]

    def drop_doubt(self, warning: BlockWarning, decisions: Decisions) -> None:
        """Take a warning about the path from all blocks."""
        self._items = [
            replace(item, warnings=tuple(each for each in item.warnings if each != warning))
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

    def take_blocks_of(self, missing: "FileReview", decisions: Decisions) -> None:
        """Add the blocks of a missing file; this one was moved to its path."""
        move = next((item.block.number for item in self._items if item.target == self.path), None)
        for item in missing._items:
            self.insert(replace(item, via=move))
        self.replan(decisions)

    def replan(self, decisions: Decisions) -> None:
        """Plan again the blocks that are not written yet."""
        self._is_written = False
        # The decisions may have moved or taken away the later version of a block, unless that is written.
        written = self._disk.written
        self._superseded = {each: later for each, later in self._superseded.items() if later in written}
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
            texts_written=self._texts_written,
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
            return replace(item, obstacle=Obstacle(Reason.DENIED, judgement.denial))
        warning = judgement.warning
        return item if warning is None else replace(item, warnings=(warning, *item.warnings))

    def _touched(self, item: PlannedBlock) -> list[Touched]:
        """The files that a block touches, with all names that it uses for them."""
        written = _plain_path(item.block.path_written)
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
            last_shown, before = self._workspace.text_shown(self.path), self._before_runs
            if last_shown is not None and (before is None or last_shown[1] < before[1]):
                self._numbered = Lines(last_shown[0])
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
        named, current = _lines_numbered(operation), _lines_numbered(moved)
        message = f"it names {named}, now {current}: the file has changed since it was shown"
        warning = BlockWarning(WarningKind.BY_LINE_NUMBER, message)
        block = replace(item.block, operation=moved)
        return replace(item, block=block, warnings=(*item.warnings, warning))

    def _marks(self) -> tuple[BlockWarning, ...]:
        """Marks about the file as it was read last, for each of its blocks."""
        origin = self._disk.origin_index
        if self._marked is None or self._marked[0] is not origin:
            found: BlockWarning | None = None
            if WarningKind.STALE_FILE not in self._checks_off and isinstance(self._disk.origin, Snapshot):
                last_shown = self._workspace.text_shown(self.path)
                found = (
                    None
                    if last_shown is None
                    else changed_since_shown(last_shown, origin, self._earlier_versions)
                )
            self._marked = origin, () if found is None else (found,)
        return self._marked[1]

    def _earlier_versions(self) -> Versions:
        if self._versions is None:
            self._versions = versions(self._workspace, self.path)
        return self._versions

    def _texts_written(self, response: int) -> Versions:
        """The texts before and after what was written from responses before one of the review."""
        written = {item.response for item in self._items if item.block.number in self._disk.written}
        done = {item.response for item in self._items if item.is_done or item.is_from_earlier_run}
        if response in done:
            return ()
        if written:
            is_other = max(written) < response and isinstance(self._disk.before, Snapshot)
            return [(self._disk.origin_index.text, self._disk.index.text)] if is_other else ()
        if self._recent_versions is None:
            self._recent_versions = recent_versions(self._workspace, self.path)
        return self._recent_versions

    def _committed_text(self) -> str | None:
        return self._workspace.committed(self.path)

    def record_earlier(self, earlier: AppliedBefore, decisions: Decisions) -> None:
        """Record blocks that earlier runs applied from the same response, and what these wrote lately."""
        keys = earlier.keys
        is_recent = self.path in earlier.recent and self._recent_versions is not None
        if is_recent:
            self._recent_versions = None
        if any(item.key in keys and item.block.number not in self._disk.written for item in self._items):
            self._items = [
                replace(item, is_from_earlier_run=item.key in keys or item.is_from_earlier_run)
                for item in self._items
            ]
            self._before_runs = earlier.texts.get(self.path)
            self._numbered = None
            self.replan(decisions)
        elif is_recent:
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
            obstacle = Obstacle(Reason.CONFLICT, "a block that was already applied changed these lines")
            return replace(item, obstacle=obstacle)
        return replace(item, block=replace(item.block, operation=moved))

    # What is written

    def accepted(self, decisions: Decisions) -> FilePlan:
        """The plan of the accepted blocks. It has no members if none of them can be written."""
        allowed = self._allowed(decisions)
        plan, known = self._planner.plan(), self._accepted
        decided = [decisions.get(item.key) for item in self._items]
        is_known = (
            known is not None
            and known.of_all is plan
            and known.before is self._disk.before
            and known.allowed == allowed
            and known.decisions == decided
        )
        if known is None or not is_known:
            planner = self._new_planner(
                decisions, lambda p, decision: p.number in allowed and does_as_accepted(p, decision)
            )
            known = self._accepted = _AcceptedPlan(plan, self._disk.before, allowed, decided, planner.plan())
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

    def that_make_it(self) -> list[PlannedBlock]:
        """The blocks of a file that does not exist, if each may make it; else none."""
        is_new = isinstance(self._disk.before, Absent) and not self._disk.written
        return list(self._items) if is_new and all(makes_file(item.block) for item in self._items) else []

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

    def record_undone(self, keys: Collection[str], decisions: Decisions) -> None:
        """Record that the last write was undone on disk.

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

    def record_redone(self, keys: Collection[str], decisions: Decisions) -> None:
        """Record that an undone write was redone on disk. See `record_undone`."""
        if self._undone_states:
            self._earlier_states.append(self._disk)
            self._disk = self._undone_states.pop()
            self.replan(decisions)
        else:
            self._set_done(keys, decisions, is_done=True)

    def _set_done(self, keys: Collection[str], decisions: Decisions, *, is_done: bool) -> None:
        """Record that blocks of an earlier run were applied, or no longer are."""
        self._items = [
            replace(item, is_done=is_done, is_from_earlier_run=False) if item.key in keys else item
            for item in self._items
        ]
        self.refresh(decisions)
        self.replan(decisions)

    def settle(self, plan: FilePlan, receipt: Receipt) -> None:
        """Record that a plan was written: its text is now the one expected on disk.

        The other blocks stay as shown until the next plan.
        """
        disk, before = self._disk, plan.before
        self._earlier_states.append(disk)
        self._undone_states.clear()
        self._is_written = True
        mode = before.mode if isinstance(before, Snapshot) else 0o644
        as_checked = {p.number: p for p in self._as_checked.proposals}
        written = {
            p.number: replace(p, warnings=as_shown.warnings, marks=as_shown.marks)
            for p in plan.proposals
            if p.number in plan.members
            for as_shown in (as_checked.get(p.number, p),)
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

    def _read_targets_again(self) -> bool:
        """Read the targets of unwritten moves again. Returns True if one has changed."""
        items = [
            item
            if item.target is None or item.obstacle is not None or item.block.number in self._disk.written
            else _moved_onto(self._workspace, item, item.target)
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
        has_arrivals = self._read_targets_again()
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


def _lines_numbered(operation: ReplaceLines | Insert) -> str:
    if isinstance(operation, Insert):
        return f"line {operation.after}"
    return lines_in_words((operation.first, operation.last))


def _moved_onto(workspace: Workspace, item: PlannedBlock, target: str) -> PlannedBlock:
    """A move with its target, and a warning if it would replace a file there, or an obstacle."""
    warnings = tuple(each for each in item.warnings if each.kind is not WarningKind.REPLACES_FILE)
    item = replace(item, target=target, replaced=None, warnings=warnings)
    try:
        found = workspace.read(target)
    except Refused:
        # A file that is not text could be neither restored nor compared.
        return replace(item, obstacle=Obstacle(Reason.FILE_EXISTS, f"{target} already exists"))
    if not isinstance(found, Snapshot):
        return item
    message = f"replaces {target}, which exists and has {counted(len(Lines(found.text)), 'line')}"
    warning = BlockWarning(WarningKind.REPLACES_FILE, message)
    return replace(item, replaced=found, warnings=(*warnings, warning))


@lru_cache(maxsize=4096)
def _plain_path(written: str | None) -> str:
    """A path as written, with slashes and without needless parts; `.` for none."""
    return PurePosixPath((written or "").replace("\\", "/")).as_posix()


def _is_relative(path: str) -> bool:
    """True if a path with slashes begins neither with a slash nor with a drive or `~`."""
    return bool(path) and not path.startswith(("/", "~")) and path[1:2] != ":"


class Terms(Struct, frozen=True):
    """Options for reading a response and locating its blocks."""

    formats: tuple[str, ...] = ()
    """The only formats to read; empty for all."""
    empty_search: EmptySearch | None = None
    """The meaning of an empty SEARCH on a file that has text; None to ask the user."""
    without: frozenset[str] = frozenset()
    """Strategies not to use."""
    context: tuple[str, ...] | None = None
    """The files that the model was shown; None if it was shown all."""
    strip: tuple[str, ...] = ()
    """Prefixes of paths that stand for the root."""
    checks_off: frozenset[str] = frozenset()
    """Kinds of warnings not to look for."""
    base: str | None = None
    """The git tree that the tree on disk is compared with: empty for the index. None for a response."""

    @classmethod
    def of(
        cls,
        formats: Iterable[str],
        empty_search: EmptySearch | str | None,
        without: Iterable[str],
        context: Iterable[str] | None,
        strip: Iterable[str] = (),
        checks_off: Iterable[str] = (),
    ) -> "Terms":
        """The options from any collections, and with `empty_search` by name."""
        meaning = None if empty_search is None else EmptySearch(empty_search)
        files = None if context is None else tuple(context)
        off = frozenset(checks_off)
        return cls(tuple(formats), meaning, frozenset(without), files, tuple(strip), off)


class ShownFiles:
    """The files that the model was shown; all files if the user did not say."""

    def __init__(self, workspace: Workspace, files: Iterable[str] | None) -> None:
        """
        Args:
            workspace: The tree.
            files: Paths relative to the current folder, or else to the root; None for all files.

        Raises:
            UsageError: One of them does not exist, or may not be edited.
        """
        self._workspace = workspace
        self._paths = None if files is None else frozenset(map(self._path_of, files))

    @property
    def is_known(self) -> bool:
        """True if the user said which files the model was shown."""
        return self._paths is not None

    def defers(self, block: EditBlock, path: str) -> bool:
        """True if a block edits an existing file that the model was not shown."""
        if self._paths is None or path in self._paths or _creates(block):
            return False
        return self._workspace.exists(path)

    def _path_of(self, name: str) -> str:
        try:
            path = self._workspace.named(name)
        except Refused as refused:
            raise UsageError(f"--context {name}: {refused}") from refused
        if not self._workspace.exists(path):
            raise UsageError(f"--context {name}: no such file in {self._workspace.root.folder}")
        return path


def _creates(block: EditBlock) -> bool:
    """True if a block is meant to create a file, which the model need not have seen."""
    operation = block.operation
    return puts_text_only(operation) or (isinstance(operation, Write) and operation.creates)


class _MovedFile(Struct, frozen=True):
    """A file that a block moves."""

    path: str
    """Its path before the move."""
    number: int
    """The number of the block."""


class FileSet:
    """All files under review. Assigns blocks to files, taking account of moves by earlier blocks."""

    def __init__(
        self,
        workspace: Workspace,
        terms: Terms,
        context: ShownFiles,
        permissions: Permissions,
        done: Iterable[Effect] = (),
    ) -> None:
        """
        Args:
            workspace: The tree.
            terms: The options of the review.
            context: The files that the model was shown.
            permissions: The rules for files.
            done: The effects of the review before it was resumed.
        """
        self.files: dict[str, FileReview] = {}
        """The files by their current path, in order of first mention."""
        self._workspace = workspace
        self._terms = terms
        self._context = context
        self._permissions = permissions
        self.roots = ForeignRoots(terms.strip)
        self._path_resolver = PathResolver(workspace, self.roots)
        self._applied_before = frozenset(key for each in done if self._is_there(each) for key in each.blocks)
        """Keys of the blocks that were applied before the review was resumed."""
        self._moved: dict[str, _MovedFile] = {}
        """Moves that are not written yet, by target."""
        self._offered_moves: dict[str, _MovedFile] = {}
        """Those of offers, which concern offers only."""
        self._folders: set[str] = set()
        """The folders of all paths so far."""
        self._origins: dict[int, tuple[FileReview, PlannedBlock]] = {}
        """By number of a block that was ever sent to another file: its own file, and the block there."""

    def _is_there(self, done: Effect) -> bool:
        """True if an effect is still on disk."""
        was = {path: before for path, (before, after) in done.files.items() if before != after}
        return not was or any(self._workspace.digest(path) != before for path, before in was.items())

    def named_by_one_of(self, names: Iterable[str]) -> str | None:
        """The path of the file that a word names; None if no word or several do.

        A word with a dot in it may name a file in a folder, another one only a file at the root.
        """
        paths = (name if name in self.files else self._path_resolver.file_named(name) for name in names)
        found = [path for path in paths if path is not None]
        return found[0] if len(found) == 1 else None

    def one_look(self) -> AbstractContextManager[None]:
        """Take the tree as unchanged while blocks are added."""
        return self._path_resolver.one_look()

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each file of the folder that it names."""
        return self._path_resolver.spread(block)

    def marker_problem(self, block: EditBlock) -> Problem | None:
        """The problem that the text of a block has edit markers, so that it is not an edit; else None."""
        if not may_hold_markers(block):
            return None
        path: str | None = None
        before = ""
        with suppress(Refused):
            path = self._located(block).path
            found = self._workspace.read(path)
            before = found.text if isinstance(found, Snapshot) else ""
        return marker_problem(block, path, before)

    def record_unfinished(self, problem: Problem) -> None:
        """Record an edit that was cut off in the response, if its file has blocks."""
        if problem.begun is None or problem.path_written is None:
            return
        block = EditBlock(0, "", problem.path_written, (problem.line, problem.line), problem.begun)
        with suppress(Refused):
            path = self.path_now(self._located(block).path)
            if path in self.files:
                self.files[path].record_unfinished(problem)

    def match(self, block: EditBlock, key: str, decisions: Decisions, response: int = 1) -> None:
        """Add a block to the plan of its file.

        Args:
            block: The block.
            key: Its key.
            decisions: The decisions in force.
            response: The number of its response, from 1.

        Raises:
            Refused: It names no file that may be edited, or can edit none.
        """
        if isinstance(block.operation, Rewrite):
            # Imported on first use: slow to import, and few blocks need it.
            from editreview.matching import pattern_problem

            if problem := pattern_problem(block.operation, block.operation.language or ""):
                raise Refused(Reason.NOT_FOUND, problem)
        local = self._path_resolver.local(block.path_written or "", is_new=False)
        if is_structural(block.operation) and self._workspace.is_folder(local.path):
            where = "of the tree" if local.path == "." else f"below {local.path}"
            raise Refused(Reason.NOT_FOUND, f"its pattern matches nothing in the files {where}")
        target = _plain_path(local.path)
        moved = self._moved.get(target)
        if moved is None and block.offer is not None:
            # Commands move a file, and then write it.
            moved = self._offered_moves.get(target)
        located = ResolvedPath(moved.path) if moved is not None else self._located(block)
        path, via = located.path, None if moved is None else moved.number
        self._add_file(path, is_meant=block.offer is None)
        if located.is_found:
            self.roots.record_found(block.path_written or "", path, block.number)
        item = PlannedBlock(
            block,
            key,
            UNDECIDED,
            via=via,
            warnings=located.warnings or self.files[path].doubts_of_path(block),
            is_deferred=self._context.defers(block, path),
            empty_search=self._terms.empty_search,
            is_done=key in self._applied_before,
            response=response,
            root=prefix_of(block.path_written or "", path) if located.warnings else None,
        )
        if isinstance(block.operation, Move):
            if block.offer is not None:
                self._take_parts_of_new_file(path, block, block.operation.to, decisions)
            item = self._with_target(item, block.operation)
        self.files[path].add(item, decisions)
        if item.target is not None and item.obstacle is None:
            moves = self._moved if block.offer is None else self._offered_moves
            moves[item.target] = _MovedFile(path, block.number)
            if block.offer is None:
                self._folders |= _folders_of(item.target)
        if key in decisions and decisions[key].path is not None:
            self.replan(path, decisions)

    def _located(self, block: EditBlock) -> ResolvedPath:
        """The file of a block; for one that may make it, earlier blocks without a match settle nothing."""
        makes = makes_file(block)
        return self._path_resolver.locate(
            block, lambda path: path in self.files and (not makes or self.files[path].is_there)
        )

    def replan(self, path: str, decisions: Decisions) -> None:
        """Plan a file again, and those to which decisions send its blocks."""
        file = self.files[path]
        concerned = [file]
        for item in file.sent_elsewhere(decisions):
            to = decisions[item.key].path if item.key in decisions else None
            concerned.append(self._send(file, item, to, decisions))
        for each in {id(each): each for each in concerned}.values():
            each.replan(decisions)

    def _send(self, file: FileReview, item: PlannedBlock, to: str | None, decisions: Decisions) -> FileReview:
        """Move a block to another file, or with None back to its own. Returns that file."""
        if item.is_homeless and to is None:
            file.remove(item.block.number)
            return file
        home, original = self._origins.setdefault(item.block.number, (file, item))
        target, sent = home, original
        if to is not None:
            sure = (w for w in original.warnings if w.kind is not WarningKind.PATH_UNSURE)
            warnings = (*sure, _warning_of_sent(original.block, to))
            sent = replace(original, sent_to=to, via=None, warnings=warnings)
            try:
                self._add_file(to)
                target = self.files[self.path_now(to)]
            except Refused as refused:
                sent = replace(original, sent_to=to, obstacle=Obstacle(refused.reason, str(refused)))
        file.remove(item.block.number)
        target.insert(sent)
        if to is None:
            # In a resumed review, the block was elsewhere when other paths were recorded.
            self._warn_other_paths(home, decisions)
        return target

    def correct_together(self, decisions: Decisions) -> None:
        """Move the blocks of each missing file to the only file that has the text of all, if there is one.

        A new file is left to the user if the response omits the folders of similar files.
        """
        for path, file in list(self.files.items()):
            items = file.missing(decisions) if path not in self._moved else []
            blocks = [item.block for item in items]
            found = self._path_resolver.corrected_together(path, blocks) if blocks else None
            if found is None:
                continue
            with suppress(Refused):
                to, warning = found
                self._add_file(to)
                target = self.files[self.path_now(to)]
                for item in items:
                    target.insert(replace(item, warnings=(*item.warnings, warning)))
                del self.files[path]
                target.replan(decisions)
        for file in self.files.values():
            self._warn_other_paths(file, decisions)
            self._drop_doubts(file, decisions)

    def _drop_doubts(self, file: FileReview, decisions: Decisions) -> None:
        """Trust the path of a new file that has the text of another one, which the response takes away."""
        for item in file.doubted():
            copied = self._path_resolver.copied_by(file.path, item.block)
            if copied and all(each in self.files and self.files[each].may_go for each in copied):
                file.drop_doubt(unsure_warning(file.path, copied), decisions)

    def _warn_other_paths(self, file: FileReview, decisions: Decisions) -> None:
        if beside := self._beside_corrected(file.path):
            file.warn_other_paths(beside, decisions)

    def other_paths(self, path: str, block: EditBlock) -> list[str]:
        """The other paths that a new file may be meant for, or a block with the path of the one before."""
        if block.mentions:
            paths = [block.path_written or path, *self._path_resolver.mentioned(block)]
            return [other for other in dict.fromkeys(paths) if other != path]
        names = self._path_resolver.names(block)
        if len(names) > 1:
            return [other for other in names if other != path]
        spelled = self._path_resolver.spelled_otherwise(path)
        resolver = self._path_resolver
        named = [
            *resolver.named_alike(path),
            *resolver.wholes_of(path, block),
            *resolver.in_folders_above(path, block),
            *resolver.copied_by(path, block),
        ]
        paths = [*self._beside_corrected(path), *named]
        return list(dict.fromkeys(paths if spelled is None else [spelled, *paths]))

    def _beside_corrected(self, path: str) -> list[str]:
        """The path in each folder that other paths omit; none if its own first folder exists.

        Without a folder, it is as those of the same extension.
        """
        first, slash, _ = path.partition("/")
        if slash and (first.startswith(".") or self._workspace.is_folder(first)):
            return []
        end = PurePosixPath(path).suffix
        folders = {
            folder: None
            for other, file in self.files.items()
            if (slash or PurePosixPath(other).suffix == end)
            and (folder := file.folder_left_out(is_bare=not slash)) is not None
        }
        return [f"{folder}/{path}" for folder in folders]

    def assign(self, block: EditBlock, key: str, to: str, decisions: Decisions) -> None:
        """Add a block that has no file of its own to the one that the user chose for it.

        Raises:
            Refused: That may not be edited.
        """
        self._add_file(to)
        item = PlannedBlock(block, key, UNDECIDED, is_homeless=True, is_done=key in self._applied_before)
        file = self.files[self.path_now(to)]
        self._origins[block.number] = (file, item)
        file.insert(replace(item, sent_to=to, warnings=(_warning_of_sent(block, to),)))
        file.replan(decisions)

    def remove(self, number: int, decisions: Decisions) -> None:
        """Drop a block, because the text that it was read from has changed."""
        for file in self.files.values():
            if file.has_any([number]):
                file.remove(number)
                file.replan(decisions)

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Turn blocks into offers, on which no later block builds."""
        self._moved = {path: moved for path, moved in self._moved.items() if moved.number not in numbers}
        for file in self.files.values():
            if file.has_any(numbers):
                file.retract(numbers, offer, decisions)

    def has_block(self, number: int) -> bool:
        """True if a block is in the plan of any file."""
        return any(file.has_any([number]) for file in self.files.values())

    def is_done(self, key: str) -> bool:
        """True if a block was applied before the review was resumed."""
        return key in self._applied_before

    def _add_file(self, path: str, *, is_meant: bool = True) -> None:
        """Add a file to those under review, if it is not among them.

        Args:
            path: Relative to the root.
            is_meant: True if a block of it is not an offer.

        Raises:
            Refused: It may not be edited, or cannot be read as text.
        """
        if path not in self.files and path not in self._moved:
            self._check_folders(path)
            self.files[path] = FileReview(
                self._workspace, path, self._terms.without, self._permissions, self._terms.checks_off
            )
        if is_meant:
            self._folders |= _folders_of(path)

    def _check_folders(self, path: str) -> None:
        """Check that no path is a file for one block and a folder for another one.

        Raises:
            Refused: An earlier block uses the path in the other way.
        """
        if path in self._folders:
            raise Refused(Reason.IS_DIRECTORY, f"{path} is a folder for an earlier block")
        for folder in sorted(_folders_of(path)):
            known = self.files.get(folder)
            if folder in self._moved or (known is not None and known.is_there):
                raise Refused(
                    Reason.PROTECTED, f"{path}: {folder} is a file for an earlier block, not a folder"
                )

    def _take_parts_of_new_file(self, path: str, block: EditBlock, to: str, decisions: Decisions) -> None:
        """Give a file the blocks that would make a new one of its parts, where an offer moves it.

        Offers come after all other blocks of a response, so those of the file name its new path already.
        """
        target = self._workspace.locate(self._path_resolver.local(to, is_new=True).path)
        file, new = self.files[path], self.files.get(target)
        items = [] if new is None or new is file else new.that_make_it()
        if not items or not all(self._path_resolver.is_part_of(path, item.block) for item in items):
            return
        warning = correction_warning(target, path, f"block {block.number} moves it there")
        for item in items:
            file.insert(replace(item, warnings=(*item.warnings, warning)))
        del self.files[target]
        file.replan(decisions)

    def _with_target(self, item: PlannedBlock, operation: Move) -> PlannedBlock:
        """A move with its target, and with the obstacle if a file is in the way.

        Raises:
            Refused: Its target cannot be the path of a file.
        """
        target = self._workspace.locate(self._path_resolver.local(operation.to, is_new=True).path)
        self._check_folders(target)
        file = self.files.get(target)
        is_occupied = target in self._moved or (file is not None and file.is_there)
        if not is_occupied and (file is None or not self._workspace.exists(target)):
            return _moved_onto(self._workspace, item, target)
        # A transaction can write a path only once.
        is_going = not is_occupied and file is not None
        until = "until its deletion is applied" if is_going else "already"
        return replace(item, target=target, obstacle=Obstacle(Reason.FILE_EXISTS, f"{target} exists {until}"))

    def path_now(self, path: str) -> str:
        """The current path of a file, which may be named by the target of an unwritten move."""
        return self._moved[path].path if path in self._moved else path

    def warn_ignored(self, decisions: Decisions) -> None:
        """Warn about each file that git ignores, asking git once."""
        for path in self._workspace.ignored(self.files):
            self.files[path].warn_ignored(decisions)

    def record_earlier(self, earlier: AppliedBefore, decisions: Decisions) -> None:
        """Record blocks that earlier runs applied from the same response, and files they wrote lately."""
        for file in self.files.values() if earlier.keys or earlier.recent else ():
            file.record_earlier(earlier, decisions)

    def record_undone(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Record that applied blocks were undone on disk."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.record_undone(keys, decisions)
        self._applied_before -= frozenset(keys)
        self.update_paths(decisions)

    def record_redone(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Record that undone blocks were redone on disk."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.record_redone(keys, decisions)
        self.update_paths(decisions)

    def update_paths(self, decisions: Decisions) -> None:
        """Update the paths of files and moves after a write or an undo."""
        files: dict[str, FileReview] = {}
        for file in self.files.values():
            other = files.setdefault(file.path, file)
            if other is not file:
                # Blocks that name the target of a move, but came before it.
                kept, missing = (file, other) if file.is_there else (other, file)
                kept.take_blocks_of(missing, decisions)
                files[file.path] = kept
        self.files = files
        self._moved = {
            target: _MovedFile(file.path, number)
            for file in self.files.values()
            for target, number in file.moves()
            if target not in self.files
        }


def _is_found_by_content(block: EditBlock) -> bool:
    """True if the response names no file for a block, and its content showed which one it edits."""
    return block.offer is not None and block.offer.kind is OfferKind.LIKENESS


def _warning_of_sent(block: EditBlock, to: str) -> BlockWarning:
    return correction_warning(block.path_written or "no path", to, "chosen by you")


@lru_cache(maxsize=4096)
def _folders_of(path: str) -> frozenset[str]:
    return frozenset(folder.as_posix() for folder in PurePosixPath(path).parents[:-1])
