"""A response on one tree: read, and its blocks placed."""

from bisect import bisect_right
from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.blocks import Code, Command, EditBlock, Problem, Prose, Retraction
from editreview.errors import Refused
from editreview.formats import DIALECTS, Reader, dialects_of
from editreview.matching import NearMatch
from editreview.review.absence import Absences
from editreview.review.context import Context
from editreview.review.decisions import BlockKeys, DecisionLog, Entry
from editreview.review.earlier_runs import blocks_made
from editreview.review.empty_search import EmptySearch
from editreview.review.file_plan import FilePlan
from editreview.review.offers import offered
from editreview.review.proposal import Proposal
from editreview.review.reviewed_tree import ReviewedTree
from editreview.review.terms import Terms
from editreview.workspace import Workspace

if TYPE_CHECKING:
    pass


_NOTHING_FED = blake2b(digest_size=16).hexdigest()


class Reading:
    """Reads a response and places its blocks."""

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
        self.terms = Terms.of(formats, empty_search, without, context)
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
        self._numbers: dict[int, list[int]] = {}
        """By the number that the reader gave a block: the numbers of the blocks made of it."""
        self._fed = blake2b(digest_size=16)
        """The digest of the response that is arriving."""
        self._names: dict[int, str] = {}
        """By the line that a whole response begins at: names it by its text."""
        self._keys = BlockKeys()
        self._count = 0
        self.context = Context(workspace, self.terms.context)
        self._tree = ReviewedTree(workspace, self.terms, self.context, self.log.done)
        self._unplaced: dict[int, Proposal] = {}
        self.absences = Absences(workspace, lambda: list(self._tree.files))

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
        self._numbers.clear()
        self._reader = self._new_reader(self._reader.line)

    def _new_reader(self, lines_before: int) -> Reader:
        dialects = dialects_of(self._formats) if self._formats else DIALECTS
        return Reader(dialects, lines_before)

    def feed(self, chunk: str) -> list[int]:
        """Take more of the response.

        Returns:
            The numbers of the blocks that closed and were placed.
        """
        self._fed.update(chunk.encode("utf-8", "surrogatepass"))
        return self.take(self._reader.feed(chunk))

    def close(self) -> list[int]:
        """The response is over. Returns the blocks that its end closed."""
        closed = self.take(self._reader.close())
        if not self._formats:
            closed += self.take(offered(self.workspace, self._code))
        self._code.clear()
        self._names[self.starts[-1]] = self._fed.hexdigest()
        self._fed = blake2b(digest_size=16)
        names = frozenset(self._names.values()) - {_NOTHING_FED}
        self._tree.note_made(blocks_made(self.workspace, names), self.log.snapshot())
        if not self.only_looks:
            self._tree.note_ignored(self.log.snapshot())
        return closed

    def response_of(self, block: EditBlock) -> str | None:
        """The name of the response that a block is in; None if that is not whole yet, or was not fed."""
        name = self._names.get(self.starts[bisect_right(self.starts, block.lines[0]) - 1])
        return None if name == _NOTHING_FED else name

    def open_text(self, most: int) -> str:
        """The last of the block that is arriving, of `most` characters at most. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_lines(self) -> int:
        """How many lines of the block that is arriving are there."""
        return self._reader.open_lines

    @property
    def open_block(self) -> str | None:
        """What is known of the block that is arriving."""
        return self._reader.open_block

    def take(self, items: Iterable[EditBlock | Retraction | Problem | Command | Code | Prose]) -> list[int]:
        """Take what a reader gave. Returns the numbers of the blocks that were placed, or placed again."""
        numbers: list[int] = []
        for item in items:
            match item:
                case Problem():
                    self.problems.append(item)
                    self._tree.note_unfinished(item)
                case Code():
                    self._code.append(item)
                case Command():
                    self.commands.append(item)
                case Prose():
                    self.prose.append(item)
                case Retraction():
                    numbers += self._retract(item)
                case EditBlock() if not self._formats or item.format in self._formats:
                    if (problem := self._tree.marker_problem(item)) is not None:
                        # A draft that is malformed is nothing at all.
                        self.problems += [problem] if item.offer is None else []
                        continue
                    for block in self._tree.spread(item):
                        self._count += 1
                        numbers.append(self._count)
                        self._numbers.setdefault(item.number, []).append(self._count)
                        self._place(replace(block, number=self._count))
        return numbers

    def _place(self, block: EditBlock) -> None:
        key = self._keys.key(block)
        try:
            self._tree.place(block, key, self.log.snapshot())
        except Refused as refused:
            why = str(refused)
            self._unplaced[block.number] = Proposal(block, key, None, reason=refused.reason, message=why)

    def _retract(self, retraction: Retraction) -> list[int]:
        """Make offers of blocks that were given out before. Returns their numbers."""
        numbers = [n for given in retraction.blocks for n in self._numbers.get(given, ())]
        for number in numbers:
            if (refused := self._unplaced.get(number)) is not None:
                block = replace(refused.block, offer=retraction.offer)
                self._unplaced[number] = replace(refused, block=block)
        if retraction.is_all:
            start = self.starts[-1]
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
        self._tree.replan(path, self.log.snapshot())

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
