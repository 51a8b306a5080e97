"""A review: one response on one tree, from reading to commit.

Reading and planning may run on another thread than deciding: the plan is made of immutable
values that are replaced whole, and only the deciding thread writes the log.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.blocks import Code, Command, EditBlock, LineRange, Problem, Prose, Retraction
from editreview.errors import ChangedOnDisk, Reason, Refused
from editreview.formats import Item, Reader, formats_of, read_as
from editreview.matching import NearMatch, Tier
from editreview.review.auto_accept import binds, blocked_groups, is_safe, safe_blocks
from editreview.review.decisions import (
    UNDECIDED,
    BlockKeys,
    Decision,
    DecisionLog,
    Effect,
    EntryKind,
    LogEntry,
    Verdict,
    replans,
)
from editreview.review.earlier_runs import blocks_made
from editreview.review.empty_search import EmptySearch
from editreview.review.file_plan import FilePlan, if_accepted, is_accepted, new_warnings
from editreview.review.files import FileSet, ShownFiles
from editreview.review.not_found import NotFoundDiagnoser
from editreview.review.proposal import REFUSALS, Proposal
from editreview.review.terms import Terms
from editreview.review.unnamed_code import offered
from editreview.workspace import (
    BlockRecord,
    CommitRequest,
    CommitResult,
    FileWrite,
    OutputCallback,
    Workspace,
    ignore_output,
)

if TYPE_CHECKING:
    from editreview.review.report import Report

_OTHERWISE = "what was accepted is not what it would do now"
_NOTHING_FED = blake2b(digest_size=16).hexdigest()


class Responses:
    """Reads what is fed, and names each whole response by its text.

    Args:
        formats: The only ones in which edits are looked for; none for all.
    """

    def __init__(self, formats: Collection[str]) -> None:
        self.formats = read_as(formats)
        self.starts: list[int] = [1]
        """The line that each response begins at."""
        self._reader = self._new_reader(0)
        self._fed = blake2b(digest_size=16)
        """The digest of the response that is arriving."""
        self._names: dict[int, str] = {}
        """By the line that a whole response begins at: its name."""

    def _new_reader(self, lines_before: int) -> Reader:
        return Reader(formats_of(self.formats), lines_before)

    def begin(self) -> None:
        """Take what is fed from now on as a further response. The one before must be closed."""
        # Its lines are counted on, so that each line has one number.
        self.starts.append(self._reader.line + 1)
        self._reader = self._new_reader(self._reader.line)

    def feed(self, chunk: str) -> list[Item]:
        """Take more of the response. Returns what closed."""
        self._fed.update(chunk.encode("utf-8", "surrogatepass"))
        return self._reader.feed(chunk)

    def close(self) -> list[Item]:
        """The response is over. Returns what its end closed."""
        self._names[self.starts[-1]] = self._fed.hexdigest()
        self._fed = blake2b(digest_size=16)
        return self._reader.close()

    @property
    def names(self) -> frozenset[str]:
        """Those of the responses that are whole; one that was not fed has none."""
        return frozenset(self._names.values()) - {_NOTHING_FED}

    def name_of(self, block: EditBlock) -> str | None:
        """The name of the response that a block is in; None if that is not whole yet, or was not fed."""
        name = self._names.get(self.starts[bisect_right(self.starts, block.lines[0]) - 1])
        return None if name == _NOTHING_FED else name

    def open_text(self, most: int) -> str:
        """The last of the block that is arriving, of `most` characters at most. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_lines(self) -> int:
        """The number of lines received of the block that is arriving."""
        return self._reader.open_lines

    @property
    def open_block(self) -> str | None:
        """The parts received of the block that is arriving."""
        return self._reader.open_block


class Review:
    """Reads a response, places its blocks, takes decisions, applies them."""

    def __init__(
        self,
        workspace: Workspace,
        formats: Collection[str] = (),
        empty_search: EmptySearch | str | None = None,
        without: Collection[str] = (),
        context: Iterable[str] | None = None,
        log: Iterable[LogEntry] = (),
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
        self.terms = Terms.of(formats, empty_search, without, context)
        self.log = DecisionLog(log)
        self.problems: list[Problem] = []
        self.commands: list[Command] = []
        self._code: list[Code] = []
        self.prose: list[Prose] = []
        self.applied: frozenset[int] = frozenset()
        """Numbers of the blocks whose changes are on disk."""
        self.stale: set[str] = set()
        """Files that changed on disk after they were shown, and were planned anew."""
        self.only_looks = False
        """True if nothing will be written, so that git need not be asked what it ignores."""
        self.refused: Mapping[int, Refused] = {}
        """Accepted blocks that could not be written, and why."""
        self.responses = Responses(formats)
        self._numbers: dict[int, list[int]] = {}
        """By the number that the reader gave a block: the numbers of the blocks made of it."""
        self._bare_path: str | None = None
        """The last path without an extension that a word above a block turned out to be."""
        self._bare_lines: LineRange | None = None
        """The lines of the last fence below such a path."""
        self._keys = BlockKeys()
        self._count = 0
        self.context = ShownFiles(workspace, self.terms.context)
        self._tree = FileSet(workspace, self.terms, self.context, self.log.effects)
        self._unmatched: dict[int, Proposal] = {}
        self.absences = NotFoundDiagnoser(workspace, lambda: list(self._tree.files))

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

    def read(self, text: str) -> None:
        """Take a whole response."""
        self.feed(text)
        self.close()

    def begin(self) -> None:
        """Take what is fed from now on as a further response. The one before must be closed."""
        self.responses.begin()
        self._numbers.clear()
        self._bare_path = self._bare_lines = None

    def feed(self, chunk: str) -> list[int]:
        """Take more of the response.

        Returns:
            The numbers of the blocks that closed and were placed.
        """
        return self.take(self.responses.feed(chunk))

    def close(self) -> list[int]:
        """The response is over. Returns the blocks that its end closed."""
        closed = self.take(self.responses.close())
        if not self.responses.formats:
            closed += self.take(offered(self.workspace, self._code))
        self._code.clear()
        made = blocks_made(self.workspace, self.responses.names)
        self._tree.note_made(made, self.log.snapshot())
        if not self.only_looks:
            self._tree.note_ignored(self.log.snapshot())
        return closed

    def take(self, items: Iterable[Item]) -> list[int]:
        """Take what a reader gave. Returns the numbers of the blocks that were placed, or placed again."""
        numbers: list[int] = []
        for item in items:
            match item:
                case Problem():
                    self.problems.append(item)
                    self._tree.note_unfinished(item)
                case Code() | Command() if item.lines == self._bare_lines:
                    # The same fence, which is a file.
                    pass
                case Code():
                    self._code.append(item)
                case Command():
                    self.commands.append(item)
                case Prose():
                    self.prose.append(item)
                case Retraction():
                    numbers += self._retract(item)
                case EditBlock() if not self.responses.formats or item.format in self.responses.formats:
                    item = self._with_bare_path(item)
                    if item.needs_bare_name:
                        continue
                    if (problem := self._tree.marker_problem(item)) is not None:
                        # A draft that is malformed is nothing at all.
                        self.problems += [problem] if item.offer is None else []
                        continue
                    for block in self._tree.spread(item):
                        self._count += 1
                        numbers.append(self._count)
                        self._numbers.setdefault(item.number, []).append(self._count)
                        self._match(replace(block, number=self._count))
        return numbers

    def _with_bare_path(self, block: EditBlock) -> EditBlock:
        """A block with the path that a word above it is, or that one above the blocks before it was."""
        path = self._tree.named_by_one_of(block.bare_names)
        if path is None:
            is_below = block.path_written is None and not block.needs_bare_name
            return replace(block, path_written=self._bare_path) if is_below else block
        if block.needs_bare_name:
            self._bare_lines = block.lines
        else:
            self._bare_path = path
        return replace(block, path_written=path)

    def _match(self, block: EditBlock) -> None:
        key = self._keys.key(block)
        try:
            self._tree.match(block, key, self.log.snapshot())
        except Refused as refused:
            why = str(refused)
            self._unmatched[block.number] = Proposal(block, key, None, reason=refused.reason, message=why)

    def _retract(self, retraction: Retraction) -> list[int]:
        """Make offers of blocks that were given out before. Returns their numbers."""
        numbers = [n for given in retraction.blocks for n in self._numbers.get(given, ())]
        for number in numbers:
            if (refused := self._unmatched.get(number)) is not None:
                block = replace(refused.block, offer=retraction.offer)
                self._unmatched[number] = replace(refused, block=block)
        if retraction.is_all:
            start = self.responses.starts[-1]
            self.problems = [problem for problem in self.problems if problem.line < start]
            self.commands = [command for command in self.commands if command.lines[0] < start]
            self._code.clear()
        self._tree.retract(frozenset(numbers), retraction.offer, self.log.snapshot())
        return numbers

    # The plan

    @property
    def proposals(self) -> list[Proposal]:
        """In order of the response."""
        placed = {p.number: p for plan in self.plans for p in plan.proposals}
        by_number = placed | self._unmatched
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
        self._tree.replan(path, self.log.snapshot())

    def has_looked(self, proposal: Proposal) -> bool:
        """True if it was found out why a block has no match, or need not be."""
        return not self.absences.is_open(proposal)

    def nearest(self, proposal: Proposal) -> NearMatch | None:
        """The nearest match for a block that has none. Looked for once, when first asked."""
        absence = self.absences.of(proposal)
        return None if absence is None else absence.near.best

    def message(self, proposal: Proposal) -> str | None:
        """The reason why a block is not ready, for users, as far as it is known."""
        absence = self.absences.known(proposal)
        return proposal.message if absence is None else absence.message

    # Decisions

    def decision(self, proposal: Proposal) -> Decision:
        """The decision on a block; undecided again if it would no longer do what was accepted."""
        decision = self.log[proposal.key]
        if decision.verdict is not Verdict.ACCEPTED or proposal.number in self.applied:
            return decision
        return decision if is_accepted(proposal, decision) else decision.reopened()

    def reopened(self, numbers: Collection[int]) -> str:
        """Says of blocks that were accepted, and are not any more, why that is so."""
        blocks = [p for p in self.proposals if p.number in numbers]
        whys = {self._why_reopened(p) for p in blocks}
        why = whys.pop() if len(whys) == 1 else _OTHERWISE
        return f"block {', '.join(str(p.number) for p in blocks)} undecided again: {why}"

    def _why_reopened(self, proposal: Proposal) -> str:
        decision = self.log[proposal.key]
        if proposal.block.offer is not None and proposal.outcome != decision.outcome:
            return proposal.block.offer.message
        if if_accepted(proposal, decision):
            return f"there is a warning now: {new_warnings(proposal, decision)[0].message}"
        return _OTHERWISE

    def is_offer(self, proposal: Proposal) -> bool:
        """True if a block is still an offer: neither accepted nor applied."""
        if not proposal.is_offer or proposal.number in self.applied or self._tree.is_done(proposal.key):
            return False
        return self.verdict(proposal) is not Verdict.ACCEPTED

    def verdict(self, proposal: Proposal) -> Verdict:
        return self.decision(proposal).verdict

    def decide(self, decisions: dict[str, Decision]) -> list[str]:
        """Record decisions by block key, as one step of undo. Returns the files to be planned anew."""
        before = self.log.snapshot()
        self.log.decide(decisions)
        moving = {key for key, decision in decisions.items() if replans(before.get(key), decision)}
        return self._concerned(moving | self._withdrawn(decisions.keys() - moving))

    def _withdrawn(self, keys: Collection[str]) -> set[str]:
        """Those of some blocks of which others see the change only once they are accepted."""
        plans = [file.plan for file in list(self._tree.files.values())] if keys else []
        found = (p for plan in plans for p in plan.proposals if p.key in keys)
        return {p.key for p in found if p.may_only_be_shown or p.is_superseded}

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

    def marked(self, proposal: Proposal) -> frozenset[int] | None:
        """The rows of a proposal, as it is now, that the user marked; None if none were."""
        said = self.log[proposal.key]
        return said.rows if said.outcome == proposal.outcome else None

    def acceptance(self, proposal: Proposal, rows: frozenset[int] | None = None) -> Decision:
        """The decision that accepts a ready proposal as it is now.

        Args:
            proposal: The block.
            rows: Only these of its whole alignment; None for those that are marked, or all if none are.
        """
        rows = self.marked(proposal) if rows is None else rows
        reopened = self.log[proposal.key].reopened()
        warnings = tuple(sorted(warning.kind for warning in proposal.warnings))
        outcome = proposal.outcome
        return replace(reopened, verdict=Verdict.ACCEPTED, rows=rows, outcome=outcome, warnings=warnings)

    def marking(self, proposal: Proposal, rows: frozenset[int]) -> Decision:
        """The decision that only these rows of a ready proposal are in. No rejection outlasts it."""
        if rows and self.verdict(proposal) is Verdict.ACCEPTED:
            return self.acceptance(proposal, rows)
        reopened = self.log[proposal.key].reopened()
        return replace(reopened, rows=rows, outcome=proposal.outcome) if rows else reopened

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
        """True if a block may be accepted without the user: see docs/matching.md.

        Args:
            tier: The most forgiving tier that is let through.
            warned: True if blocks with warnings are.
        """
        if not is_safe(proposal, tier, warned=warned):
            return False
        return not blocked_groups(self._left(self._bound_to(proposal)), tier, warned=warned)

    def _left(self, proposals: Iterable[Proposal]) -> list[tuple[Proposal, Verdict]]:
        """Those that are not applied yet, and what was said of each."""
        return [(p, self.verdict(p)) for p in proposals if p.number not in self.applied]

    def _bound_to(self, proposal: Proposal) -> list[Proposal]:
        """All blocks of the same group, if one of them can keep the others back; else none."""
        group = proposal.block.group
        if group is None or not (group.is_atomic or group.moves):
            return []
        return [other for other in self.proposals if other.block.group == group]

    def broken_by(self, proposal: Proposal) -> int | None:
        """The first block of the same group that cannot go, and keeps it back; None if there is none."""
        return next(
            (
                other.number
                for other in self._bound_to(proposal)
                if binds(other)
                and not (other.is_ready or other.is_done_already or other.number in self.applied)
            ),
            None,
        )

    def accept(self, tier: Tier | str = Tier.TOLERANT) -> list[int]:
        """Accept every undecided block that may go without the user, as `apply` does.

        Returns:
            Their numbers.
        """
        self.check()
        while True:
            safe = safe_blocks(self._left(self.proposals), Tier(tier))
            accepted = {proposal.key: self.acceptance(proposal) for proposal in safe}
            decisions = {**self.log.snapshot(), **accepted}
            # Without the others, those that are left may not make code any more.
            if not any(file.check_accepted(decisions) for file in self._tree.files.values()):
                break
        self.decide(accepted)
        return [proposal.number for proposal in safe]

    @property
    def is_finished(self) -> bool:
        """True if nothing is left to decide or to apply."""
        # A response without any edit is all that there is of an answer.
        has_edits = bool(self.proposals) and not self.problems
        return has_edits and all(
            p.number in self.applied
            or p.is_done_already
            or self.is_offer(p)
            or p.reason in REFUSALS
            or self.verdict(p) is Verdict.REJECTED
            for p in self.proposals
        )

    # Effects

    def accepted(self) -> list[Proposal]:
        """Accepted and not applied yet."""
        return self._accepted_by(self.log.snapshot())

    def _accepted_by(self, decisions: Mapping[str, Decision]) -> list[Proposal]:
        """Those that some decisions accept, as they are now, and that are not applied yet."""
        return [
            p
            for p in self.proposals
            if p.number not in self.applied and is_accepted(p, decisions.get(p.key, UNDECIDED))
        ]

    def prepare(
        self, decisions: Mapping[str, Decision] | None = None
    ) -> list[tuple[FilePlan, list[FileWrite]]]:
        """The effect of writing every accepted block, without writing. Sets `refused`.

        Args:
            decisions: By block key; None for those in force now.
        """
        refused: dict[int, Refused] = {}
        ready: list[tuple[FilePlan, list[FileWrite]]] = []
        decisions = self.log.snapshot() if decisions is None else decisions
        for file in self._tree.files.values():
            plan = file.accepted(decisions)
            if plan.taken:
                try:
                    ready.append((plan, file.writes(plan)))
                except Refused as error:
                    refused |= dict.fromkeys(plan.taken, error)
        taken = frozenset(number for plan, _ in ready for number in plan.taken)
        for proposal in self._accepted_by(decisions):
            if proposal.number not in taken | refused.keys():
                refused[proposal.number] = _not_taken(proposal, taken | self.applied)
        self.refused = refused
        return ready

    def write(self) -> list[int]:
        """Write every accepted block to disk: all files or none.

        Returns:
            The numbers of the blocks applied now.

        Raises:
            ChangedOnDisk: Nothing was written; the files concerned are planned anew.
            TreeError: Nothing was written.
        """
        numbers, entry = self.write_files(self.log.snapshot())
        if entry is not None:
            self.log.append(entry)
        return numbers

    def write_files(self, decisions: Mapping[str, Decision]) -> tuple[list[int], LogEntry | None]:
        """Write every block that some decisions accept: all files or none. The log is left alone.

        Returns:
            The numbers of the blocks applied now, and the entry about them for the log, if there are any.

        Raises: See `write`.
        """
        ready = self.prepare(decisions)
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
        if not numbers:
            return [], None
        blocks = frozenset(p.key for p in self.proposals if p.number in numbers)
        files = {written.path: (written.before, written.after) for written in receipt.written}
        return sorted(numbers), LogEntry(EntryKind.DO, effect=Effect(blocks, files, receipt.record))

    def _records(self, plan: FilePlan) -> Iterator[BlockRecord]:
        """The blocks that a plan applies whole, for the journal."""
        owners = {splice: c.members for c in plan.components for splice in c.change.splices}
        spans: dict[int, list[tuple[int, int]]] = {}
        for splice, span in zip(plan.change.splices, plan.change.inserted(), strict=True):
            for number in owners.get(splice, ()):
                spans.setdefault(number, []).append(span)
        for proposal in plan.proposals:
            response = self.responses.name_of(proposal.block)
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
        """Stage what was written here, and nothing of the user's. Returns the paths of the files.

        Raises:
            GitFailed: With git's own words.
        """
        return [file.path for file in self.workspace.stage()]

    def commit(self, wanted: CommitRequest, hear: OutputCallback = ignore_output) -> CommitResult:
        """Commit what was staged here.

        Args:
            wanted: The message, and how to.
            hear: Told what git and its hooks say as they say it; called on another thread.

        Raises:
            GitFailed: With git's or a hook's own words.
        """
        made = self.workspace.commit(wanted, hear)
        self.log.append(LogEntry(EntryKind.DO, effect=Effect(commit=made)))
        return made

    def undone_on_disk(self, effect: Effect) -> None:
        """Take note that an effect was undone on disk: its blocks stand as before. The log is left alone."""
        numbers = {p.number for p in self.proposals_of(effect.blocks)}
        self.applied -= numbers
        self._tree.undone_on_disk(numbers, effect.blocks, self.log.snapshot())

    def redone_on_disk(self, effect: Effect) -> None:
        """Take note that an effect was redone on disk. The log is left alone."""
        numbers = {p.number for p in self.proposals_of(effect.blocks)}
        self.applied |= numbers
        self._tree.redone_on_disk(numbers, effect.blocks, self.log.snapshot())


def _not_taken(proposal: Proposal, taken: frozenset[int] | set[int]) -> Refused:
    missing = [str(number) for number in proposal.depends_on if number not in taken]
    if missing:
        message = f"it builds on block {', '.join(missing)}, which is not accepted"
        return Refused(Reason.DEPENDS_ON, message)
    return Refused(Reason.DEPENDS_ON, "the text around it is not as it was when it was accepted: look again")
