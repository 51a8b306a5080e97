"""The state that the screen shares: the review, its worker, its outline, and the progress of the response."""

from collections.abc import Callable, Collection

from editreview.review import Decision, Proposal, reshapes
from editreview.tui.messages import Arrived
from editreview.tui.outline import Outline
from editreview.tui.settings import Settings
from editreview.tui.worker import ReviewWorker


class Session:
    """Logs decisions, and knows for which blocks the current plan is older than the last decision."""

    def __init__(self, worker: ReviewWorker, settings: Settings) -> None:
        self.worker = worker
        self.review = worker.review
        self.settings = settings
        self.keys = settings.keys
        self.outline = Outline(self.review, self.keys)
        self.arrived: Arrived | None = None
        """The progress of the response."""
        self.branch = ""
        self._planned = 0
        """The number of requested plans that were received."""
        self._awaited: dict[str, int] = {}
        """By file, the number of the first plan that includes the user's last choice."""
        self._selecting: int | None = None
        """The number of the plan whose first new block is to be selected."""
        self._being_written: frozenset[int] = frozenset()
        """Numbers of the blocks that the worker is writing."""
        self.decided: Callable[[Collection[str]], object] | None = None
        """Called with the keys of blocks after each decision on them."""

    @property
    def accepts(self) -> str:
        return f"{self.keys['block.accept']} accepts"

    @property
    def can_stage(self) -> bool:
        """True if there is a repository, and staging was not switched off."""
        return self.settings.can_stage and self.review.workspace.repository is not None

    @property
    def undoes(self) -> str:
        return f"{self.keys['undo']} undoes it"

    @property
    def arriving(self) -> int | None:
        """The number of the block that is arriving; None if none is."""
        arrived, known = self.arrived, self.outline.proposals
        if arrived is None or not arrived.is_open or arrived.open_block is None:
            return None
        # The plan arrives first: a complete block is listed as a block only.
        return arrived.open_number if not known or known[-1].number < arrived.open_number else None

    @property
    def last_block(self) -> int | None:
        """The last listed block, or the last of all if the filter lists none; None if there is none."""
        listed, known = self.outline.order, self.outline.proposals
        return listed[-1] if listed else known[-1].number if known else None

    def receive_plan(self) -> list[int]:
        """Read the current plan. Returns the same as `Outline.update`."""
        self.worker.mailbox.acknowledge_plan()
        # Before the plan is read: later requests may be in it already, or not.
        self._planned = self.worker.planned
        return self.outline.update()

    def decide(self, decisions: dict[str, Decision]) -> None:
        """Log decisions, save them, and plan their files again."""
        before = self.review.log.snapshot()
        paths = self.review.decide(decisions)
        plan = self.worker.replan(paths)
        if any(reshapes(before.get(key), decision) for key, decision in decisions.items()):
            self._await(paths, plan)
        self.worker.keep(now=True)
        if self.decided is not None:
            self.decided(decisions.keys())

    def write(self, *, stage: bool) -> None:
        """Have the worker write the accepted blocks, and stage them if asked to; see `end_writing`."""
        self._being_written = frozenset(proposal.number for proposal in self.review.accepted())
        self.worker.write(stage=stage)

    def end_writing(self) -> None:
        """The worker has finished a command: append its effects to the log."""
        self._being_written = frozenset()
        self.worker.log_effects()

    def replan(self, paths: list[str], *, selects: bool = False) -> None:
        """Plan files again after a decision, await that plan, and save.

        Args:
            paths: The files.
            selects: True if the plan adds blocks, of which the first is to be selected.
        """
        plan = self.worker.replan(paths)
        self._await(paths, plan)
        if selects:
            self._selecting = plan
        self.worker.keep(now=True)

    def selects_new_block(self) -> bool:
        """True once, when the plan is current whose first new block is to be selected."""
        is_current = self._selecting is not None and self._planned >= self._selecting
        if is_current:
            self._selecting = None
        return is_current

    def _await(self, paths: list[str], plan: int) -> None:
        """Remember the first plan with the user's last choice: no earlier one may be accepted."""
        self._awaited |= dict.fromkeys(paths, plan)

    def is_awaited(self, proposal: Proposal) -> bool:
        """True if the current plan does not include the user's last choice in the block's file."""
        return self._awaited.get(proposal.path or "", 0) > self._planned

    def is_applied(self, proposal: Proposal) -> bool:
        """True if a block is applied, so that it cannot be decided."""
        return proposal.number in self.review.applied

    def is_being_written(self, proposal: Proposal) -> bool:
        """True while the worker writes a block, when a new decision would come too late."""
        return proposal.number in self._being_written
