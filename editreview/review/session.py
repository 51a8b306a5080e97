"""A review: one response on one tree, from reading to commit.

Reading and planning may run on another thread than deciding: the plan is made of immutable
values that are replaced whole, and only the deciding thread writes the log.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from editreview.errors import ChangedOnDisk, Reason, Refused
from editreview.review.deciding import Deciding
from editreview.review.decisions import Done, Verdict
from editreview.review.empty_search import EmptySearch
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.workspace import BlockRecord, CommitMade, CommitWanted, Hear, Workspace, Write, unheard

if TYPE_CHECKING:
    from editreview.review.report import Report


class Review(Deciding):
    """Reads a response, places its blocks, takes decisions, applies them."""

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
                tuple(block for plan, _ in ready for block in self._records(plan)),
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

    def _records(self, plan: FilePlan) -> Iterator[BlockRecord]:
        """The blocks that a plan applies whole, for the journal."""
        owners = {splice: c.members for c in plan.components for splice in c.change.splices}
        spans: dict[int, list[tuple[int, int]]] = {}
        for splice, span in zip(plan.change.splices, plan.change.inserted(), strict=True):
            for number in owners.get(splice, ()):
                spans.setdefault(number, []).append(span)
        for proposal in plan.proposals:
            response = self.response_of(proposal.block)
            if proposal.number in plan.taken and response is not None and not proposal.is_part:
                path = plan.path if plan.is_removed else plan.path_to or plan.path
                yield BlockRecord(response, proposal.key, path, tuple(spans.get(proposal.number, ())))

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

    def took_back(self, done: Done, step: int) -> None:
        """Record that an entry of the log was undone on disk: its blocks stand as before."""
        numbers = {p.number for p in self.proposals_of(done.blocks)}
        self.applied -= numbers
        self.log.undo(step)
        self._tree.took_back(numbers, done.blocks, self.log.snapshot())

    def did_again(self, done: Done, step: int) -> None:
        """Record that an entry of the log was redone on disk."""
        numbers = {p.number for p in self.proposals_of(done.blocks)}
        self.applied |= numbers
        self.log.redo(step)
        self._tree.did_again(numbers, done.blocks, self.log.snapshot())


def _not_taken(proposal: Proposal, taken: frozenset[int] | set[int]) -> Refused:
    missing = [str(number) for number in proposal.depends_on if number not in taken]
    if missing:
        message = f"it builds on block {', '.join(missing)}, which is not accepted"
        return Refused(Reason.DEPENDS_ON, message)
    return Refused(Reason.DEPENDS_ON, "the text around it is not as it was when it was accepted: look again")
