"""A review: one response on one tree, from reading to commit.

Reading and planning may run on another thread than deciding: the plan is made of immutable
values that are replaced whole, and only the deciding thread writes the log.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.blocks import Code, Command, EditBlock, Problem, Prose
from editreview.errors import ChangedOnDisk, Reason, Refused
from editreview.formats import DIALECTS, Reader, dialects_of
from editreview.matching import NearMatch, Tier
from editreview.review.absence import Absences
from editreview.review.context import Context
from editreview.review.decisions import BlockKeys, Decision, DecisionLog, Done, Entry, Verdict
from editreview.review.empty_search import EmptySearch
from editreview.review.file_plan import FilePlan
from editreview.review.offers import offered
from editreview.review.options import Options
from editreview.review.proposal import REFUSALS, Proposal, named
from editreview.review.reviewed_tree import ReviewedTree
from editreview.review.unattended import goes_alone, held, safe_among
from editreview.workspace import CommitMade, CommitWanted, Hear, Workspace, Write, unheard

if TYPE_CHECKING:
    from editreview.review.report import Report


class Review:
    """Reads a response, places its blocks, takes decisions, applies them."""

    def __init__(
        self,
        workspace: Workspace,
        formats: Collection[str] = (),
        empty_search: EmptySearch | str | None = None,
        without: Collection[str] = (),
        context: Iterable[str] | None = None,
        log: Iterable[Entry] = (),
    ) -> None:
        """
        Args:
            workspace: The tree.
            formats: The only ones in which edits are looked for; none for all.
            empty_search: What an empty search on a file that has text means; None to ask.
            without: Names of strategies that are not used.
            context: The files that the model was shown; None for all.
            log: What was decided and done before, if the review is taken up again.

        Raises:
            UsageError: One of these files is not there.
        """
        self.workspace = workspace
        self.options = Options(
            tuple(formats),
            None if empty_search is None else EmptySearch(empty_search),
            frozenset(without),
            None if context is None else tuple(context),
        )
        self.log = DecisionLog(log)
        self.problems: list[Problem] = []
        self.commands: list[Command] = []
        self._code: list[Code] = []
        self.prose: list[Prose] = []
        self.applied: set[int] = set()
        """Numbers of the blocks whose changes are on disk."""
        self.stale: set[str] = set()
        """Files that changed on disk after they were shown, and were planned anew."""
        self.only_looks = False
        """Whether nothing will be written, so that git need not be asked what it ignores."""
        self.refused: dict[int, Refused] = {}
        """Accepted blocks that could not be written, and why."""
        self._formats = frozenset(formats)
        self._reader = self._new_reader(0)
        self.starts: list[int] = [1]
        """The line that each response begins at, all of them being counted as one text."""
        self._keys = BlockKeys()
        self._count = 0
        self.context = Context(workspace, self.options.context)
        self._tree = ReviewedTree(workspace, self.options, self.context, self.log.done)
        self._unplaced: dict[int, Proposal] = {}
        self.absences = Absences(workspace, lambda: list(self._tree.files))

    @classmethod
    def open(
        cls,
        root: Path | str | None = None,
        formats: Collection[str] = (),
        empty_search: EmptySearch | str | None = None,
        without: Collection[str] = (),
        context: Iterable[str] | None = None,
        *,
        only_looks: bool = False,
    ) -> "Review":
        """A review on the tree at `root`, or on the git work tree around the current folder.

        Args:
            root: A folder.
            formats, empty_search, without, context: See `__init__`.
            only_looks: Nothing will be written: what a killed run left on its way is not put in order first,
                and files that git ignores carry no warning.

        Raises:
            UsageError: The folder is git's own, or a file of the context is not there.
            WriteFailed: What a killed run left cannot be put in order.
        """
        workspace = Workspace.open(None if root is None else Path(root))
        if not only_looks:
            workspace.recover()
        review = cls(workspace, formats, empty_search, without, context)
        review.only_looks = only_looks
        return review

    # Reading

    @property
    def formats(self) -> frozenset[str]:
        """The only ones in which edits are looked for; none for all."""
        return self._formats

    def read(self, text: str) -> None:
        """Take a whole response."""
        self.feed(text)
        self.close()

    def begin(self) -> None:
        """Take what is fed from now on as a further response. The one before must be closed."""
        # Its lines are counted on, so that each line has one number.
        self.starts.append(self._reader.line + 1)
        self._reader = self._new_reader(self._reader.line)

    def _new_reader(self, lines_before: int) -> Reader:
        dialects = dialects_of(self._formats) if self._formats else DIALECTS
        return Reader(dialects, lines_before)

    def feed(self, chunk: str) -> list[int]:
        """Take more of the response.

        Returns:
            The numbers of the blocks that closed and were placed.
        """
        return self.take(self._reader.feed(chunk))

    def close(self) -> list[int]:
        """The response is over. Returns the blocks that its end closed."""
        closed = self.take(self._reader.close())
        if not self._formats:
            closed += self.take(offered(self.workspace, self._code))
        self._code.clear()
        if not self.only_looks:
            self._tree.note_ignored(self.log.snapshot())
        return closed

    def open_text(self, most: int) -> str:
        """The last of the block that is arriving, of `most` characters at most. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_block(self) -> str | None:
        """What is known of the block that is arriving."""
        return self._reader.open_block

    def take(self, items: Iterable[EditBlock | Problem | Command | Code | Prose]) -> list[int]:
        """Take what a reader gave. Returns the numbers of the blocks among it, which are placed now."""
        numbers: list[int] = []
        for item in items:
            match item:
                case Problem():
                    self.problems.append(item)
                case Code():
                    self._code.append(item)
                case Command():
                    self.commands.append(item)
                case Prose():
                    self.prose.append(item)
                case EditBlock() if not self._formats or item.format in self._formats:
                    for block in self._tree.spread(item):
                        self._count += 1
                        numbers.append(self._count)
                        self._place(replace(block, number=self._count))
        return numbers

    def _place(self, block: EditBlock) -> None:
        key = self._keys.key(block)
        try:
            self._tree.place(block, key, self.log.snapshot())
        except Refused as refused:
            why = str(refused)
            self._unplaced[block.number] = Proposal(block, key, None, reason=refused.reason, message=why)

    # The plan

    @property
    def proposals(self) -> list[Proposal]:
        """In order of the response."""
        placed = {p.number: p for plan in self.plans for p in plan.proposals}
        by_number = placed | self._unplaced
        return [by_number[number] for number in sorted(by_number)]

    def proposals_of(self, keys: Collection[str]) -> list[Proposal]:
        """The blocks of these keys, as far as they have closed."""
        return [p for p in self.proposals if p.key in keys]

    def digest_shown(self, path: str) -> str | None:
        """Of the file as its blocks are shown on; None if there is none."""
        file = self._tree.files.get(path)
        return None if file is None else file.digest

    @property
    def plans(self) -> list[FilePlan]:
        """One per file, in order of first mention."""
        return [file.plan for file in list(self._tree.files.values())]

    def files_of(self, numbers: Collection[int]) -> list[str]:
        """The files, by their path of now, that some blocks are about."""
        return [
            path
            for path, file in self._tree.files.items()
            if any(p.number in numbers for p in file.plan.proposals)
        ]

    def replan(self, path: str) -> None:
        """Place the blocks of one file again, with the decisions of now."""
        self._tree.files[path].replan(self.log.snapshot())

    def has_looked(self, proposal: Proposal) -> bool:
        """Whether it was found out why a block has no place, or need not be."""
        return not self.absences.is_open(proposal)

    def nearest(self, proposal: Proposal) -> NearMatch | None:
        """The nearest place for a block that has none. Looked for once, when first asked."""
        absence = self.absences.of(proposal)
        return None if absence is None else absence.near.best

    def message(self, proposal: Proposal) -> str | None:
        """Why a block is not ready, for people, as far as it was found out."""
        absence = self.absences.known(proposal)
        return proposal.message if absence is None else absence.message

    # Deciding

    def decision(self, proposal: Proposal) -> Decision:
        """What was decided of a block; undecided again if it would no longer do what was accepted."""
        decision = self.log[proposal.key]
        if decision.verdict is not Verdict.ACCEPTED or proposal.number in self.applied:
            return decision
        as_shown = proposal.is_ready and decision.outcome == proposal.outcome
        return decision if as_shown else decision.reopened()

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
        if not wanted:
            return []
        files = list(self._tree.files.items())
        return [path for path, file in files if any(p.key in wanted for p in file.plan.proposals)]

    def acceptance(self, proposal: Proposal, rows: frozenset[int] | None = None) -> Decision:
        """The decision that accepts a ready proposal as it is now, or only some rows of its alignment."""
        if rows is not None:
            proposal = named(replace(proposal, change=proposal.alignment().taking(rows)))
        said = self.log[proposal.key]
        return replace(said, verdict=Verdict.ACCEPTED, rows=rows, reason=None, outcome=proposal.outcome)

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
        """Whether a block may be accepted without a person: see the safety table of the README.

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
        """All blocks of the same atomic group; none if it is in none."""
        group = proposal.block.group
        if group is None or not group.is_atomic:
            return []
        return [other for other in self.proposals if other.block.group == group]

    def broken_by(self, proposal: Proposal) -> int | None:
        """The first block of the same atomic group that cannot go; None if there is none."""
        return next(
            (
                other.number
                for other in self._bound_to(proposal)
                if not (other.is_ready or other.is_done_already or other.number in self.applied)
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
            or p.is_offer
            or p.reason in REFUSALS
            or self.verdict(p) is Verdict.REJECTED
            for p in self.proposals
        )

    # Doing

    def accepted(self) -> list[Proposal]:
        """Accepted and not applied yet."""
        return [
            p for p in self.proposals if p.number not in self.applied and self.verdict(p) is Verdict.ACCEPTED
        ]

    def prepare(self) -> list[tuple[FilePlan, list[Write]]]:
        """What writing every accepted block comes to, without writing. Fills `refused`."""
        self.refused.clear()
        ready: list[tuple[FilePlan, list[Write]]] = []
        decisions = self.log.snapshot()
        for file in self._tree.files.values():
            plan = file.accepted(decisions)
            if plan.taken:
                try:
                    ready.append((plan, file.writes(plan)))
                except Refused as refused:
                    self.refused |= dict.fromkeys(plan.taken, refused)
        taken = frozenset(number for plan, _ in ready for number in plan.taken)
        for proposal in self.accepted():
            if proposal.number not in taken | self.refused.keys():
                self.refused[proposal.number] = _not_taken(proposal, taken | self.applied)
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
            receipt = self.workspace.apply(
                (write for _, writes in ready for write in writes),
                {plan.path_to: plan.path for plan, _ in ready if plan.path_to is not None},
            )
        except ChangedOnDisk as changed:
            self.refresh(changed.paths)
            raise
        for plan, _ in ready:
            self.applied |= plan.taken
            self._tree.files[plan.path].settle(plan, receipt)
            self.stale.discard(plan.path)
        self._tree.settled()
        numbers = {number for plan, _ in ready for number in plan.taken}
        if numbers:
            blocks = frozenset(p.key for p in self.proposals if p.number in numbers)
            files = {written.path: (written.before, written.after) for written in receipt.written}
            self.log.did(Done(blocks, files, receipt.record))
        return sorted(numbers)

    def outcomes(self, *, pending: bool = False) -> list[FilePlan]:
        """The files that were written, as they were and as they became.

        Args:
            pending: As they would become if every accepted block were written now.
        """
        plans = {plan.path: plan for plan, _ in self.prepare()} if pending else {}
        return [made for path, file in self._tree.files.items() for made in file.outcomes(plans.get(path))]

    def refresh(self, paths: Iterable[str] | None = None) -> list[str]:
        """Read files again and plan those anew that changed. Returns their paths."""
        decisions = self.log.snapshot()
        asked = list(self._tree.files if paths is None else paths)
        # A path that a move leads to is the moved file's affair.
        known = dict.fromkeys(map(self._tree.path_now, asked))
        changed = [path for path in known if self._tree.files[path].refresh(decisions)]
        self.stale.update(changed)
        return changed

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
        """Stage what was written here, and nothing of the person's. Returns the paths of the files.

        Raises:
            GitFailed: With git's own words.
        """
        return [file.path for file in self.workspace.stage()]

    def commit(self, wanted: CommitWanted, hear: Hear = unheard) -> CommitMade:
        """Commit what was staged here.

        Args:
            wanted: The message, and how to.
            hear: Told what git and its hooks say as they say it; called on another thread.

        Raises:
            GitFailed: With git's or a hook's own words.
        """
        made = self.workspace.commit(wanted, hear)
        self.log.did(Done(commit=made))
        return made

    def took_back(self, done: Done) -> None:
        """What was applied was taken back on disk: the blocks stand as before."""
        numbers = {p.number for p in self.proposals_of(done.blocks)}
        self.applied -= numbers
        self.log.undo()
        self._tree.took_back(numbers, done.blocks, self.log.snapshot())

    def did_again(self, done: Done) -> None:
        """What was taken back is on disk again."""
        numbers = {p.number for p in self.proposals_of(done.blocks)}
        self.applied |= numbers
        self.log.redo()
        self._tree.did_again(numbers, done.blocks, self.log.snapshot())


def _not_taken(proposal: Proposal, taken: frozenset[int] | set[int]) -> Refused:
    missing = [str(number) for number in proposal.depends_on if number not in taken]
    if missing:
        message = f"it builds on block {', '.join(missing)}, which is not accepted"
        return Refused(Reason.DEPENDS_ON, message)
    return Refused(Reason.DEPENDS_ON, "the text around it is not as it was when it was accepted: look again")


def _replans(before: Decision | None, after: Decision) -> bool:
    """Whether a decision can move other blocks: rejections, choices and parts do, a plain yes does not."""
    was = before or Decision()
    rejected = Verdict.REJECTED in (was.verdict, after.verdict) and was.verdict is not after.verdict
    return (
        rejected
        or was.places != after.places
        or was.rows != after.rows
        or was.is_included is not after.is_included
    )
