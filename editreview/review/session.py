"""A review: one response on one tree, from reading to commit.

Reading and planning may run on another thread than deciding: the plan is made of immutable
values that are replaced whole, and only the deciding thread writes the log.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from editreview.blocks import EditBlock, Problem, Prose
from editreview.errors import ChangedOnDisk, Reason, Refused
from editreview.formats import Reader
from editreview.matching import FileIndex, NearMatch, Tier, near_match
from editreview.review.decisions import BlockKeys, Decision, DecisionLog, Verdict
from editreview.review.plan import Asked, FilePlan, Takes, if_accepted, plan_file, unless_rejected
from editreview.review.proposal import Proposal, named
from editreview.texts import Absent, Snapshot
from editreview.workspace import Workspace, Write

if TYPE_CHECKING:
    from editreview.review.report import Report


@dataclass(slots=True)
class _File:
    """A file of the review."""

    before: Snapshot | Absent
    index: FileIndex
    blocks: list[EditBlock]
    on_disk: str | None
    """Digest of the bytes expected there; None if no file is."""
    settled: frozenset[int] = frozenset()
    """Blocks whose changes `before` already holds: applied, and the file read again since."""


class Review:
    """Reads a response, places its blocks, takes decisions, applies them."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.log = DecisionLog()
        self.problems: list[Problem] = []
        self.prose: list[Prose] = []
        self.applied: set[int] = set()
        """Numbers of the blocks whose changes are on disk."""
        self.stale: set[str] = set()
        """Files that changed on disk after they were shown, and were planned anew."""
        self.refused: dict[int, Refused] = {}
        """Accepted blocks that could not be written, and why."""
        self._reader = Reader()
        self._keys = BlockKeys()
        self._key_of: dict[int, str] = {}
        self._files: dict[str, _File] = {}
        self._plans: dict[str, FilePlan] = {}
        self._unplaced: dict[int, Proposal] = {}
        self._order: dict[int, str | None] = {}
        self._near: dict[int, tuple[FileIndex, NearMatch | None]] = {}
        """By block: the text that was searched, and what is nearest there."""

    @classmethod
    def open(cls, root: Path | str | None = None) -> "Review":
        """A review on the tree at `root`, or on the git work tree around the current folder."""
        return cls(Workspace.open(None if root is None else Path(root)))

    # Reading

    def read(self, text: str) -> None:
        """Take a whole response."""
        self.feed(text)
        self.close()

    def feed(self, chunk: str) -> list[int]:
        """Take more of the response.

        Returns:
            The numbers of the blocks that closed and were placed.
        """
        return self._take(self._reader.feed(chunk))

    def close(self) -> list[int]:
        """The response is over. Returns the blocks that its end closed."""
        return self._take(self._reader.close())

    @property
    def open_block(self) -> str | None:
        """What is known of the block that is arriving."""
        return self._reader.open_block

    def _take(self, items: Iterable[EditBlock | Problem | Prose]) -> list[int]:
        numbers: list[int] = []
        paths: dict[str, None] = {}
        for item in items:
            match item:
                case Problem():
                    self.problems.append(item)
                case Prose():
                    self.prose.append(item)
                case EditBlock():
                    numbers.append(item.number)
                    path = self._assign(item)
                    if path is not None:
                        paths[path] = None
        for path in paths:
            self.replan(path)
        return numbers

    def _assign(self, block: EditBlock) -> str | None:
        """Give a block to its file. Returns the file's path; None if there is none to be had."""
        key = self._key_of[block.number] = self._keys.key(block)
        try:
            path = self.workspace.locate(block.path_written or "")
            if path not in self._files:
                before = self.workspace.read(path)
                expected = before.digest if isinstance(before, Snapshot) else None
                self._files[path] = _File(before, FileIndex(before.text), [], expected)
        except Refused as refused:
            self._unplaced[block.number] = Proposal(
                block, key, None, reason=refused.reason, message=str(refused)
            )
            self._order[block.number] = None
            return None
        self._files[path].blocks.append(block)
        self._order[block.number] = path
        return path

    # The plan

    @property
    def proposals(self) -> list[Proposal]:
        """In order of the response."""
        by_number = {
            p.number: p for plan in list(self._plans.values()) for p in plan.proposals
        } | self._unplaced
        return [by_number[number] for number in sorted(by_number)]

    @property
    def plans(self) -> list[FilePlan]:
        """One per file, in order of first mention."""
        return list(self._plans.values())

    def replan(self, path: str) -> None:
        """Place the blocks of one file again, with the decisions of now."""
        self._plans[path] = self._plan(path, self._files[path], unless_rejected)

    def _plan(self, path: str, file: _File, takes: Takes) -> FilePlan:
        decisions = self.log.snapshot()
        asked = [
            Asked(block, key, decisions.get(key, Decision()))
            for block in file.blocks
            if block.number not in file.settled
            for key in (self._key_of[block.number],)
        ]
        plan = plan_file(file.before, file.index, asked, takes)
        if not file.settled:
            return plan
        old = {p.number: p for p in self._plans[path].proposals if p.number in file.settled}
        merged = sorted((*old.values(), *plan.proposals), key=lambda proposal: proposal.number)
        return FilePlan(plan.path, plan.before, plan.index, tuple(merged), plan.taken, plan.change)

    def has_looked(self, proposal: Proposal) -> bool:
        """Whether the nearest place of a block was looked for, or need not be."""
        looked = self._near.get(proposal.number)
        return proposal.reason is not Reason.NOT_FOUND or (looked is not None and looked[0] is proposal.base)

    def nearest(self, proposal: Proposal) -> NearMatch | None:
        """The nearest place for a block that has none. Looked for once, when first asked."""
        if proposal.reason is not Reason.NOT_FOUND or proposal.base is None:
            return None
        if not self.has_looked(proposal):
            found = near_match(proposal.base, proposal.block.operation.plain)
            self._near[proposal.number] = (proposal.base, found)
        return self._near[proposal.number][1]

    # Deciding

    def decision(self, proposal: Proposal) -> Decision:
        """What was decided of a block; undecided again if it would no longer do what was accepted."""
        decision = self.log[proposal.key]
        if decision.verdict is not Verdict.ACCEPTED or proposal.number in self.applied:
            return decision
        as_shown = proposal.is_ready and decision.outcome == proposal.outcome
        return decision if as_shown else Decision(places=decision.places)

    def verdict(self, proposal: Proposal) -> Verdict:
        return self.decision(proposal).verdict

    def decide(self, decisions: dict[str, Decision]) -> list[str]:
        """Record decisions by block key, as one step of undo. Returns the files to be planned anew."""
        before = self.log.snapshot()
        self.log.record(decisions)
        return self._concerned(
            key for key, decision in decisions.items() if _replans(before.get(key), decision)
        )

    def undo(self) -> list[str]:
        """Take back the last decision. Returns the files to be planned anew."""
        return self._concerned(self.log.undo())

    def redo(self) -> list[str]:
        """Decide again what was undone last. Returns the files to be planned anew."""
        return self._concerned(self.log.redo())

    def _concerned(self, keys: Iterable[str]) -> list[str]:
        wanted = frozenset(keys)
        return [path for path, plan in self._plans.items() if any(p.key in wanted for p in plan.proposals)]

    def acceptance(self, proposal: Proposal, rows: frozenset[int] | None = None) -> Decision:
        """The decision that accepts a ready proposal as it is now, or only some rows of its alignment."""
        places = self.log[proposal.key].places
        if rows is not None:
            proposal = named(replace(proposal, change=proposal.alignment().taking(rows)))
        return Decision(Verdict.ACCEPTED, places, rows, None, proposal.outcome)

    def goes_by_itself(self, proposal: Proposal, tier: Tier, *, warned: bool) -> bool:
        """Whether a block may be accepted without a person: see the safety table of the README.

        Args:
            tier: The most forgiving tier that is let through.
            warned: Whether blocks with warnings are.
        """
        if not proposal.is_ready or proposal.tier is None or (proposal.warnings and not warned):
            return False
        return proposal.tier.rank <= tier.rank

    def accept(self, tier: Tier | str = Tier.TOLERANT) -> list[int]:
        """Accept every undecided block that may go without a person, as `apply` does.

        Returns:
            Their numbers.
        """
        safe = [
            proposal
            for proposal in self.proposals
            if self.verdict(proposal) is Verdict.UNDECIDED
            and self.goes_by_itself(proposal, Tier(tier), warned=True)
        ]
        self.decide({proposal.key: self.acceptance(proposal) for proposal in safe})
        return [proposal.number for proposal in safe]

    # Doing

    def accepted(self) -> list[Proposal]:
        """Accepted and not applied yet."""
        return [
            p for p in self.proposals if p.number not in self.applied and self.verdict(p) is Verdict.ACCEPTED
        ]

    def outcomes(self) -> list[FilePlan]:
        """The files as the accepted blocks make them, those without an accepted block left out."""
        found = [self._plan(path, file, self._taking()) for path, file in self._files.items()]
        return [plan for plan in found if plan.taken - self._settled(plan.path)]

    def _taking(self) -> Takes:
        done = frozenset(self.applied)

        def takes(proposal: Proposal, decision: Decision) -> bool:
            return if_accepted(proposal, decision) or proposal.number in done

        return takes

    def _settled(self, path: str) -> frozenset[int]:
        return self._files[path].settled

    def prepare(self) -> list[tuple[FilePlan, Write]]:
        """What writing every accepted block comes to, without writing. Fills `refused`."""
        self.refused.clear()
        ready: list[tuple[FilePlan, Write]] = []
        for plan in self.outcomes():
            if not plan.taken <= self.applied:
                try:
                    ready.append((plan, self._written(plan)))
                except Refused as refused:
                    self.refused |= dict.fromkeys(plan.taken - self.applied, refused)
        taken = frozenset(number for plan, _ in ready for number in plan.taken)
        for proposal in self.accepted():
            if proposal.number not in taken | self.refused.keys():
                needed = ", ".join(str(n) for n in proposal.depends_on if n not in taken) or "another block"
                message = f"it builds on block {needed}, which is not accepted"
                self.refused[proposal.number] = Refused(Reason.DEPENDS_ON, message)
        return ready

    def write(self) -> list[int]:
        """Write every accepted block to disk: all files or none.

        Returns:
            The numbers of the blocks applied now.

        Raises:
            ChangedOnDisk: Nothing was written; the files concerned are planned anew.
            TreeError: Nothing was written.
        """
        ready = self.prepare()
        try:
            receipt = self.workspace.apply(write for _, write in ready)
        except ChangedOnDisk as changed:
            self.refresh(changed.paths)
            raise
        for written in receipt.written:
            self._files[written.path].on_disk = written.after
        done = frozenset(number for plan, _ in ready for number in plan.taken) - self.applied
        self.applied |= done
        return sorted(done)

    def _written(self, plan: FilePlan) -> Write:
        before = plan.before
        codec = before.codec if isinstance(before, Snapshot) else None
        try:
            data = codec.encode(plan.after) if codec else plan.after.encode("utf-8")
        except UnicodeEncodeError as error:
            character = plan.after[error.start]
            message = f"{plan.path} is {codec.name.upper() if codec else 'UTF-8'}, which has no {character!r}"
            raise Refused(Reason.ENCODING, message) from error
        mode = before.mode if isinstance(before, Snapshot) else None
        return Write(plan.path, self._files[plan.path].on_disk, data, mode)

    def refresh(self, paths: Iterable[str] | None = None) -> list[str]:
        """Read files again and plan those anew that changed. Returns their paths."""
        changed: list[str] = []
        for path in list(self._files if paths is None else paths):
            file = self._files[path]
            try:
                before = self.workspace.read(path)
            except Refused as refused:
                self._refuse(path, refused)
                changed.append(path)
                continue
            digest = before.digest if isinstance(before, Snapshot) else None
            if digest == file.on_disk:
                continue
            file.before, file.index, file.on_disk = before, FileIndex(before.text), digest
            file.settled = frozenset(b.number for b in file.blocks if b.number in self.applied)
            self.replan(path)
            changed.append(path)
        self.stale.update(changed)
        return changed

    def _refuse(self, path: str, refused: Refused) -> None:
        plan = self._plans[path]
        failed = tuple(
            p
            if p.number in self.applied
            else Proposal(p.block, p.key, None, reason=refused.reason, message=str(refused))
            for p in plan.proposals
        )
        self._plans[path] = FilePlan(path, plan.before, plan.index, failed, frozenset(), plan.change)

    def apply(self) -> "Report":
        """Write every accepted block and stage what was written.

        Returns:
            What became of every block.

        Raises:
            TreeError: Nothing was written.
            GitFailed: The files are written, and git would not stage them.
        """
        from editreview.review.report import make_report

        self.write()
        self.stage()
        return make_report(self)

    def stage(self) -> list[str]:
        """Stage the files written here that hold no other change. Returns their paths.

        Raises:
            GitFailed: With git's own words.
        """
        return self.workspace.stage()

    def commit(self, message: str) -> str:
        """Commit what was staged here. Returns what git said.

        Raises:
            GitFailed: With git's or a hook's own words.
        """
        return self.workspace.commit(message)


def _replans(before: Decision | None, after: Decision) -> bool:
    """Whether a decision can move other blocks: rejections, choices and parts do, a plain yes does not."""
    was = before or Decision()
    rejected = Verdict.REJECTED in (was.verdict, after.verdict) and was.verdict is not after.verdict
    return rejected or was.places != after.places or was.rows != after.rows
