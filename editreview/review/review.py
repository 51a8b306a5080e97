"""A review: responses on one tree, from reading to commit.

Reading and planning may run on another thread than decisions. Plans are immutable values that are replaced as
a whole, and only the main thread writes the log. `Responses` reads the responses one after the other, each
with its lines and its name.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Command,
    EditBlock,
    FormatName,
    LineRange,
    Move,
    OfferKind,
    Problem,
    Prose,
    Retraction,
    Write,
    puts_text_only,
)
from editreview.errors import ChangedOnDisk, Reason, Refused, UsageError
from editreview.formats import (
    Item,
    Reader,
    Unwrapper,
    changed_marker,
    formats_of,
    read_again,
    read_as,
    turns_that_edit,
)
from editreview.matching import FileIndex, NearMatch, Tier
from editreview.review.candidates import NotFoundDiagnoser
from editreview.review.checks.blocks import (
    Addition,
    addition_of,
    additions_of_rejected,
    moved_away,
    waits,
)
from editreview.review.decisions import (
    UNDECIDED,
    BlockKeys,
    Decision,
    DecisionLog,
    Effect,
    EntryKind,
    LogEntry,
    ManualPlacement,
    Verdict,
    binds,
    blocked_groups,
    blocks_group,
    is_safe,
    replans,
    safe_blocks,
)
from editreview.review.earlier_runs import applied_before, context_sentence, recorded_context
from editreview.review.file_plan import EmptySearch, FilePlan, does_as_accepted, is_accepted, new_warnings
from editreview.review.files import FileSet, ShownFiles, Terms
from editreview.review.path_resolver import ForeignRoot, is_confirmed, prefix_of_key
from editreview.review.permissions import (
    NO_RULES,
    FileOperation,
    ListedRule,
    Rules,
    Touched,
    check_rules,
    permissions_of,
)
from editreview.review.proposal import REFUSALS, Proposal, numbered
from editreview.review.user_edits import with_file, with_placement
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, blake2b, counted
from editreview.workspace import (
    BlockRecord,
    CommitRequest,
    CommitResult,
    FileWrite,
    OutputCallback,
    SavedReview,
    Workspace,
    ignore_output,
)

if TYPE_CHECKING:
    from editreview.language_servers import Diagnosis
    from editreview.review.checks.programs import Checker, Formatting, ProjectResult, Question
    from editreview.review.report import Report
    from editreview.workspace import Comparison

_MAX_HEAD = 64_000
"""Characters of a response that are searched for the subject of a commit."""
_NOTHING_FED = blake2b(digest_size=16).hexdigest()
_OUTCOME_CHANGED = "no longer the change that you accepted"
_PROBLEM = "problem-"
"""The beginning of the keys of malformed blocks."""
_NO_FILE = ""
"""The path to plan again for blocks whose file is not known."""


class Responses:
    """Reads responses one after the other. The name of a complete response is a digest of its text.

    Args:
        formats: The only formats to read; empty for all.
        turn: The turn of a transcript to read; see `Unwrapper`.
    """

    def __init__(self, formats: Collection[str], turn: int | None = None) -> None:
        self.formats = read_as(formats)
        self._turn = turn
        self._unwrapper = Unwrapper(turn)
        self._earlier_model: str | None = None
        self.starts: list[int] = [1]
        """The first line of each response."""
        self._reader = self._new_reader(0)
        self._fed = blake2b(digest_size=16)
        """The digest of the current response so far."""
        self._names: dict[int, str] = {}
        """The name of each complete response, by its first line."""
        self._heads: list[list[str]] = [[]]
        """The beginning of each response, in chunks."""

    def _new_reader(self, lines_before: int) -> Reader:
        return Reader(formats_of(self.formats), lines_before)

    def begin(self) -> None:
        """Begin a further response. The one before must be closed."""
        # Line numbers go on, so that each line has its own.
        self.starts.append(self._reader.line + 1)
        self._heads.append([])
        self._reader = self._new_reader(self._reader.line)
        self._earlier_model = self.model
        self._unwrapper = Unwrapper(self._turn)

    def unwrap(self, chunk: str) -> str:
        """Receive a chunk of the response. Returns the text that it completes, without its envelope."""
        return self._unwrapper.feed(chunk)

    @property
    def turn_problem(self) -> str | None:
        """A message if the last complete response does not have the turn to read; else None."""
        turns = self._unwrapper.turns
        if self._turn is None:
            return None
        if turns is None:
            # A further response need not be a transcript too.
            is_first = len(self.starts) == 1
            return "--turn needs a transcript, and the response is not one" if is_first else None
        if abs(self._turn) > turns:
            return f"there is no turn {self._turn}: the transcript has {counted(turns, 'turn')}"
        return None

    @property
    def model(self) -> str | None:
        """The model that wrote the last complete response, if known."""
        return self._unwrapper.model or self._earlier_model

    @property
    def oddity(self) -> str | None:
        """The reason why the last response has no edits, as far as its beginning shows one; else None.

        It is empty, is not text, or was changed on its way here.
        """
        head = "".join(self._heads[-1])
        if not head.strip():
            return "the response is empty"
        if "\0" in head:
            return "the response is not text: it has null bytes"
        changed = changed_marker(head)
        if changed is None:
            return None
        line, what = changed
        return f"line {self.starts[-1] + line - 1} has {what}: copy the response as plain text"

    @property
    def other_turns(self) -> str | None:
        """A sentence about further turns of the transcript that edit files, but were not read; else None."""
        others = self._unwrapper.other_turns
        if not others:
            return None
        return f"{turns_that_edit(others)}: read with --turn {others[-1]}, or all with --turn all"

    def unwrap_rest(self) -> str:
        """The text that the end of the response completes."""
        return self._unwrapper.close()

    def feed(self, text: str) -> list[Item]:
        """Read more of the text. Returns the items that it completed."""
        self._fed.update(text.encode("utf-8", "surrogatepass"))
        if (room := _MAX_HEAD - sum(map(len, self._heads[-1]))) > 0:
            self._heads[-1].append(text[:room])
        return self._reader.feed(text)

    def close(self) -> list[Item]:
        """End the response. Returns the items that its end completed."""
        self._names[self.starts[-1]] = self._fed.hexdigest()
        self._fed = blake2b(digest_size=16)
        return self._reader.close()

    @property
    def names(self) -> frozenset[str]:
        """The names of the complete responses; an empty response has none."""
        return frozenset(self._names.values()) - {_NOTHING_FED}

    def number_of(self, block: EditBlock) -> int:
        """The number of the response that a block is in, from 1."""
        return bisect_right(self.starts, block.lines[0])

    def lines_from_to(self, number: int) -> tuple[int, int]:
        """The first line of a response, by its number from 1, and the line after its last one."""
        return self.starts[number - 1], [*self.starts, self._reader.line + 1][number]

    def name_of(self, block: EditBlock) -> str | None:
        """The name of the response that a block is in; None if that is not complete yet, or empty."""
        name = self._names.get(self.starts[self.number_of(block) - 1])
        return None if name == _NOTHING_FED else name

    def lines_of(self, number: int, ranges: Iterable[LineRange]) -> list[str]:
        """Lines of a response, as far as they are in its kept beginning.

        Args:
            number: The number of the response, from 1.
            ranges: Ranges of lines, numbered as in blocks; those of other responses are left out.
        """
        start, lines = self.starts[number - 1], "".join(self._heads[number - 1]).split("\n")
        within = ((first - start, last + 1 - start) for first, last in ranges)
        return [line for first, end in within if first >= 0 for line in lines[first:end]]

    def open_text(self, most: int) -> str:
        """The last `most` characters of the block that is arriving. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_lines(self) -> int:
        """The number of lines received of the block that is arriving."""
        return self._reader.open_lines

    @property
    def open_block(self) -> str | None:
        """The parts received of the block that is arriving."""
        return self._reader.open_block


_MAY_CHANGE_ON_DISK = frozenset(
    (
        Reason.DENIED,
        Reason.BINARY,
        Reason.ENCODING,
        Reason.TOO_LARGE,
        Reason.IS_DIRECTORY,
        Reason.PROTECTED,
        Reason.OUTSIDE_ROOT,
    )
)
"""Reasons why a block has no file that may no longer hold: the file on disk may have changed."""


class OpenedFile(Struct, frozen=True):
    """A file to which the user may send blocks."""

    path: str
    """Relative to the root."""
    index: FileIndex
    """Its text: empty if it does not exist."""
    is_there: bool
    """True if it exists."""


class Review:
    """Reads responses, locates their blocks, records decisions and applies them."""

    def __init__(
        self,
        workspace: Workspace,
        formats: Collection[str] = (),
        empty_search: EmptySearch | str | None = None,
        without: Collection[str] = (),
        context: Iterable[str] | None = None,
        log: Iterable[LogEntry] = (),
        strip: Iterable[str] = (),
        turn: int | None = None,
        rules: Rules = NO_RULES,
        checks_off: Collection[str] = (),
        *,
        only_looks: bool = False,
        searches_history: bool = False,
    ) -> None:
        """
        Args:
            workspace: The tree.
            formats: The only formats to read; empty for all.
            empty_search: The meaning of an empty SEARCH on a file that has text; None to ask.
            without: Strategies not to use.
            context: The files that the model was shown; None for all.
            log: The log of the review, if it is resumed.
            strip: Prefixes of paths that stand for the root.
            turn: The turn of a transcript to read, from 1, or from -1 for the last. None: the last one with
                an edit.
            rules: The user's rules for files; those of the repository are added.
            checks_off: Kinds of warnings not to look for, among those of checks.
            only_looks: True if nothing will be written. Then there are no warnings about files that git
                ignores.
            searches_history: True to name the commit that removed the text of a block without a match.

        Raises:
            UsageError: A file of the context does not exist, or a rule cannot be understood.
        """
        self.workspace = workspace
        self.response_name = ""
        """The name of the file that the response is read from; empty if it is from none."""
        self.replaces: SavedReview | None = None
        """The saved review whose decisions it has: locked, and finished as soon as this one is saved."""
        self.terms = Terms.of(formats, empty_search, without, context, strip, checks_off)
        self.log = DecisionLog(log)
        self._malformed: list[Problem] = []
        self._reread: dict[str, tuple[str, list[int]]] = {}
        """By the key of a malformed block that the user corrected: its new text, and the blocks in it."""
        self.commands: list[Command] = []
        self._code: list[Code] = []
        self.unnamed: list[Code] = []
        """Fenced code that names no file and resembles none; `adopt` turns it into an edit."""
        self._adopted: dict[str, int] = {}
        """The numbers of the blocks made of such code, by key."""
        self._additions: dict[int | str, tuple[EditBlock | Problem, Addition]] = {}
        """By number or line: a block or malformed block, and what it would add."""
        self._moved_away: tuple[object, object, Mapping[int, tuple[Addition, BlockWarning]]] | None = None
        """The edits compared last, and by number those that blocks wait for: see `_record_waiting`."""
        self.prose: list[Prose] = []
        self.corrected: dict[int, int] = {}
        """By the number of a failed block, the block of a further response that corrects it."""
        self.corrected_problems: dict[int, int] = {}
        """By the line of a malformed block, the block of a further response that corrects it."""
        self.applied: frozenset[int] = frozenset()
        """Numbers of the blocks whose changes are on disk."""
        self.stale: set[str] = set()
        """Files that changed on disk after they were shown, and have a new plan."""
        self.checkers: tuple[Checker, ...] = ()
        """Programs to ask about the edits: see `use_checkers`."""
        self.checker_problems: list[str] = []
        """Sentences about such programs that could not be used."""
        self._only_looks = only_looks
        self.refused: Mapping[int, Refused] = {}
        """The reasons why accepted blocks could not be written, by number."""
        self.held_back: Mapping[int, Refused] = {}
        """The reasons why blocks that could be applied were not, by number: see `hold_back`, `leave_out`."""
        self.project_result: ProjectResult | None = None
        """The last result of the project command on screen."""
        self.accepted_tier: Tier | None = None
        """The loosest tier that `accept` accepted; None if it was not called."""
        self.responses = Responses(formats, turn)
        self._numbers: dict[int, list[int]] = {}
        """By number of a block of the reader: the numbers of the blocks made of it."""
        self._bare_path: str | None = None
        """The last word above a block that is a path without an extension."""
        self._bare_lines: LineRange | None = None
        """The lines of the last fence below such a word."""
        self._keys = BlockKeys()
        self._count = 0
        self.context = ShownFiles(workspace, self.terms.context)
        self.opening_note: str | None = None
        """A sentence to show once the response is read, such as which files may be edited."""
        self._permissions = permissions_of(workspace, rules)
        self._tree = FileSet(workspace, self.terms, self.context, self._permissions, self.log.effects)
        self._without_file: dict[int, Proposal] = {}
        """The blocks that name no file that may be edited, by number."""
        self._refused_again: dict[int, Proposal] = {}
        """Of these blocks, those that the user sent to a file that may not be edited either, by number."""
        self._left_out_in: dict[str, tuple[FilePlan, frozenset[str], list[Proposal]]] = {}
        """By path: the blocks of the file left out, with the plan and the rejected keys they are from."""
        self.not_found = NotFoundDiagnoser(
            workspace,
            lambda: list(self._tree.files),
            self._left_out_before,
            searches_history=searches_history,
        )

    @classmethod
    def open(
        cls,
        root: Path | str | None = None,
        formats: Collection[str] = (),
        empty_search: EmptySearch | str | None = None,
        without: Collection[str] = (),
        context: Iterable[str] | None = None,
        strip: Iterable[str] = (),
        *,
        turn: int | None = None,
        rules: Rules = NO_RULES,
        checks_off: Collection[str] = (),
        only_looks: bool = False,
        uses_recorded: bool = False,
        searches_history: bool = False,
    ) -> "Review":
        """Open a review of the tree at `root`, or of the git work tree around the current folder.

        Args:
            root: A folder.
            formats, empty_search, without, context, strip, turn, rules, checks_off, searches_history: See
                `__init__`.
            only_looks: True if nothing will be written. Then there is no recovery from a killed run, and no
                warning about files that git ignores.
            uses_recorded: True to edit only the files that `editreview prompt --context` recorded, if
                `context` is None.

        Raises:
            UsageError: The folder is git's own, a file of the context does not exist, or a rule cannot be
                understood.
            WriteFailed: The recovery from a killed run failed.
        """
        workspace = Workspace.open(None if root is None else Path(root))
        if not only_looks:
            workspace.recover()
        recorded = recorded_context(workspace) if uses_recorded and context is None else None
        if recorded is not None:
            # Absolute, so that they do not depend on the current folder.
            context = [str(workspace.root.absolute(path)) for path in recorded]
        review = cls(
            workspace,
            formats,
            empty_search,
            without,
            context,
            strip=strip,
            turn=turn,
            rules=rules,
            checks_off=checks_off,
            only_looks=only_looks,
            searches_history=searches_history,
        )
        review.opening_note = None if recorded is None else context_sentence(recorded)
        return review

    def use_checkers(self, checkers: Iterable["Checker"]) -> None:
        """Have programs asked about the edits. The caller closes them."""
        self.checkers = tuple(checkers)

    def record_project_result(self, result: "ProjectResult") -> None:
        """Record the last result of the project command."""
        self.project_result = result

    def leave_unstaged(self) -> None:
        """Stage nothing: files are not compared with the index when they are written."""
        self.workspace.stages = False

    def read(self, text: str) -> None:
        """Read a whole response."""
        self.feed(text)
        self.close()

    def compare_with(self, comparison: "Comparison") -> None:
        """Review the changes of the tree since a base: the response to read is their diff."""
        self.workspace.comparison = comparison
        self.terms = replace(self.terms, base=comparison.base)

    def begin(self) -> None:
        """Begin a further response. The one before must be closed."""
        self.responses.begin()
        self._numbers.clear()
        self._bare_path = self._bare_lines = None

    def feed(self, chunk: str) -> list[int]:
        """Read more of the response.

        Returns:
            The numbers of the blocks that it completed.
        """
        return self.feed_text(self.responses.unwrap(chunk))

    def feed_text(self, text: str) -> list[int]:
        """Same as `feed`, for text without its envelope."""
        return self.add(self.responses.feed(text))

    def close(self) -> list[int]:
        """End the response. Returns the numbers of the blocks that its end completed."""
        closed = self.feed_text(self.responses.unwrap_rest())
        closed += self.add(self.responses.close())
        if self._code and not self.responses.formats:
            # Slow to import, and few responses need it.
            from editreview.review.unnamed_code import offers_in_code

            closed += self.add(offers_in_code(self.workspace, self._code, self._blocks_of_files()))
        closed += self._settle_roots()
        self._tree.correct_together(self.log.snapshot())
        named = {p.block.lines for p in self.proposals if p.number in closed}
        loose = (code for code in self._code if not (code.is_in_words or code.is_command))
        self.unnamed += [code for code in loose if code.lines not in named]
        self._code.clear()
        earlier = applied_before(self.workspace, self.responses.names)
        self._tree.record_earlier(earlier, self.log.snapshot())
        if not self._only_looks:
            self._tree.warn_ignored(self.log.snapshot())
        self._assign()
        self._record_waiting()
        if len(self.responses.starts) > 1:
            # Imported on first use: most reviews have one response.
            from editreview.review.feedback import corrected_by_last_response

            corrected, corrected_problems = corrected_by_last_response(self)
            self.corrected |= corrected
            self.corrected_problems |= corrected_problems
        return closed

    def _blocks_of_files(self) -> Mapping[str, Sequence[EditBlock]]:
        """By path: the blocks of the file that are not offers."""
        blocks: dict[str, list[EditBlock]] = {}
        for proposal in self.proposals:
            if proposal.path is not None and not proposal.is_offer:
                blocks.setdefault(proposal.path, []).append(proposal.block)
        return blocks

    def add(self, items: Iterable[Item]) -> list[int]:
        """Add the items of a reader. Returns the numbers of the blocks that were added or changed."""
        numbers: list[int] = []
        with self._tree.one_look():
            for item in items:
                match item:
                    case Problem():
                        self._malformed.append(item)
                        self._tree.record_unfinished(item)
                    case Code() | Command() if item.lines == self._bare_lines:
                        # The fence was already read as a file.
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
                        problem = None if self._is_on_disk(item) else self._tree.marker_problem(item)
                        if problem is not None:
                            # A malformed offer is ignored.
                            self._malformed += [problem] if item.offer is None else []
                            continue
                        for block in self._tree.spread(item):
                            self._count += 1
                            numbers.append(self._count)
                            self._numbers.setdefault(item.number, []).append(self._count)
                            self._match(replace(block, number=self._count))
        return numbers

    def _with_bare_path(self, block: EditBlock) -> EditBlock:
        """A block with the path from a word above it, or above the blocks before it."""
        path = self._tree.named_by_one_of(block.bare_names)
        if path is None:
            is_below = block.path_written is None and not block.needs_bare_name
            return replace(block, path_written=self._bare_path) if is_below else block
        if block.needs_bare_name:
            self._bare_lines = block.lines
        else:
            self._bare_path = path
        return replace(block, path_written=path)

    def _match(self, block: EditBlock, key: str | None = None) -> None:
        key = self._keys.key(block) if key is None else key
        try:
            self._tree.match(block, key, self.log.snapshot(), self.responses.number_of(block))
        except Refused as refused:
            why = str(refused)
            self._without_file[block.number] = Proposal(block, key, None, reason=refused.reason, message=why)

    def _settle_roots(self) -> list[int]:
        """Locate the blocks whose paths begin with a prefix that was found to stand for the root.

        Returns:
            Their numbers.
        """
        proposals = self.proposals
        written: dict[str, bool] = {}
        for block in (proposal.block for proposal in proposals):
            is_new = isinstance(block.operation, Write) or puts_text_only(block.operation)
            written[block.path_written or ""] = written.get(block.path_written or "", False) or is_new
            if isinstance(block.operation, Move):
                written[block.operation.to] = True
        roots = self._tree.roots
        roots.settle(written, lambda path: self._is_outside(path, is_new=written[path]))
        numbers = [n for n, p in self._without_file.items() if any(map(roots.is_below, _paths_of(p.block)))]
        located: list[int] = []
        for number in numbers:
            refused = self._without_file.pop(number)
            first, *others = self._tree.spread(refused.block)
            self._match(first, refused.key)
            located.append(number)
            for block in others:
                self._count += 1
                located.append(self._count)
                self._match(replace(block, number=self._count))
        return located

    def _is_outside(self, written: str, *, is_new: bool) -> bool:
        """True if a path exists outside the tree, or for a new file, if its folder does."""
        try:
            self.workspace.locate(written)
        except Refused as refused:
            is_outside = refused.reason is Reason.OUTSIDE_ROOT
            return is_outside and self.workspace.is_elsewhere(written, is_new=is_new)
        return False

    def _retract(self, retraction: Retraction) -> list[int]:
        """Turn earlier blocks into offers. Returns their numbers."""
        numbers = [n for given in retraction.blocks for n in self._numbers.get(given, ())]
        for number in numbers:
            if (refused := self._without_file.get(number)) is not None:
                block = replace(refused.block, offer=retraction.offer)
                self._without_file[number] = replace(refused, block=block)
        if retraction.is_all:
            start = self.responses.starts[-1]
            self._malformed = [problem for problem in self._malformed if problem.line < start]
            self.commands = [command for command in self.commands if command.lines[0] < start]
            self.unnamed = [code for code in self.unnamed if code.lines[0] < start]
            self._code.clear()
        self._code = [
            replace(code, retraction=retraction.offer) if code.lines[0] in retraction.code else code
            for code in self._code
        ]
        self._tree.retract(frozenset(numbers), retraction.offer, self.log.snapshot())
        return numbers

    # The plan

    @property
    def problems(self) -> list[Problem]:
        """The malformed blocks that neither the user nor a further response corrected."""
        decisions = self.log.snapshot()
        return [
            p
            for p in self._malformed
            if p.line not in self.corrected_problems
            and decisions.get(_problem_key(p), UNDECIDED).edited is None
        ]

    @property
    def loose_code(self) -> list[Code]:
        """The fences without a path that the user did not send to a file."""
        decisions = self.log.snapshot()
        return [code for code in list(self.unnamed) if decisions.get(_code_key(code), UNDECIDED).path is None]

    @property
    def proposals(self) -> list[Proposal]:
        """All blocks, in order of the response."""
        return _in_order(self._known())

    def proposals_of(self, keys: Collection[str]) -> list[Proposal]:
        """The blocks with these keys that were read so far."""
        return _in_order([p for p in self._known() if p.key in keys]) if keys else []

    def _known(self) -> list[Proposal]:
        """All blocks in no order; of two with the same number, the later one is in force."""
        adopted = set(self._adopted.values())
        known = [p for number, p in list(self._without_file.items()) if number not in adopted]
        known += self._refused_again.values()
        for plan in self.plans:
            known += plan.proposals
        return known

    def digest_of_plan(self, path: str) -> str | None:
        """The digest of the file that the plan was made from; None if there is no file."""
        file = self._tree.files.get(path)
        return None if file is None else file.digest

    @property
    def plans(self) -> list[FilePlan]:
        """The plan of each file, in order of first mention."""
        return [file.plan for file in list(self._tree.files.values())]

    def files_of(self, numbers: Collection[int]) -> list[str]:
        """The current paths of the files of some blocks."""
        return [
            path
            for path, file in self._tree.files.items()
            if any(p.number in numbers for p in file.plan.proposals)
        ]

    def replan(self, path: str) -> None:
        """Plan one file again, with the current decisions."""
        self._assign()
        if path in self._tree.files:
            self._tree.replan(path, self.log.snapshot())

    def _assign(self) -> None:
        """Assign blocks without a file of their own to the files that the user chose for them."""
        decisions = self.log.snapshot()
        self._read_corrected(decisions)
        for code in self.unnamed:
            key = _code_key(code)
            if key not in self._adopted and decisions.get(key, UNDECIDED).path is not None:
                self._count += 1
                self._adopted[key] = self._count
                block = EditBlock(self._count, FormatName.WHOLE_FILE, None, code.lines, Write(code.text))
                self._without_file[self._count] = Proposal(block, key, None, reason=Reason.FILE_MISSING)
        self._refused_again = {}
        for number, proposal in self._without_file.items():
            to = decisions.get(proposal.key, UNDECIDED).path
            if to is None or self._tree.has_block(number):
                continue
            try:
                self._tree.assign(proposal.block, proposal.key, to, decisions)
            except Refused as error:
                failed = replace(proposal, reason=error.reason, message=str(error))
                self._refused_again[number] = failed

    def _read_corrected(self, decisions: Mapping[str, Decision]) -> None:
        """Read the malformed blocks that the user corrected, and drop those whose correction was undone."""
        for problem in self._malformed:
            key = _problem_key(problem)
            text, (before, numbers) = decisions.get(key, UNDECIDED).edited, self._reread.get(key, (None, []))
            if text == before:
                continue
            for number in numbers:
                self._without_file.pop(number, None)
                self._tree.remove(number, decisions)
            self._reread.pop(key, None)
            if text is not None:
                items = read_again(problem, text).blocks
                self._reread[key] = text, self.add(replace(block, number=0) for block in items)

    def has_looked(self, proposal: Proposal) -> bool:
        """True if a block has a match, or its missing match was explained."""
        return not self.not_found.is_open(proposal)

    def nearest(self, proposal: Proposal) -> NearMatch | None:
        """The near match of a block without a match. Searched when first asked for."""
        absence = self.not_found.of(proposal)
        return None if absence is None else absence.near.best

    def _left_out_before(self, proposal: Proposal) -> list[Proposal]:
        """The blocks of the same file before a block that are rejected, or in conflict with others."""
        rejected, path = self.log.rejected, proposal.path or ""
        file = self._tree.files.get(path)
        if file is None:
            return []
        plan = file.plan
        known = self._left_out_in.get(path)
        if known is None or known[0] is not plan or known[1] is not rejected:
            blocks = [
                other
                for other in plan.proposals
                if other.reason is Reason.CONFLICT or (other.is_ready and other.key in rejected)
            ]
            known = self._left_out_in[path] = (plan, rejected, blocks)
        return [other for other in known[2] if other.number < proposal.number]

    # Decisions

    def decision(self, proposal: Proposal) -> Decision:
        """The decision on a block; undecided if the block would no longer do what the user accepted."""
        decision = self.log[proposal.key]
        if decision.verdict is not Verdict.ACCEPTED or proposal.number in self.applied:
            return decision
        return decision if is_accepted(proposal, decision) else decision.reopened()

    def was_applied(self, proposal: Proposal) -> bool:
        """True if a block was applied, in this run or before the review was resumed."""
        return proposal.number in self.applied or self._tree.is_done(proposal.key)

    def sentence_of_reopened(self, numbers: Collection[int]) -> str:
        """The sentence which says why accepted blocks are undecided again."""
        blocks = [p for p in self.proposals if p.number in numbers]
        verb = "is" if len(blocks) == 1 else "are"
        whys = {self.why_reopened(p) for p in blocks}
        if len(whys) == 1:
            why = whys.pop()
        elif all(does_as_accepted(p, self.log[p.key]) for p in blocks):
            why = "they have new warnings"
        else:
            why = "they are no longer what you accepted"
        return f"{numbered([p.number for p in blocks])} {verb} undecided again: {why}"

    def why_reopened(self, proposal: Proposal) -> str:
        """The sentence which says why an accepted block is undecided again."""
        decision = self.log[proposal.key]
        if proposal.block.offer is not None and proposal.outcome != decision.outcome:
            return proposal.block.offer.message
        if does_as_accepted(proposal, decision):
            return f"new warning: {new_warnings(proposal, decision)[0].message}"
        return _OUTCOME_CHANGED

    def is_offer(self, proposal: Proposal) -> bool:
        """True if a block is still an offer: neither accepted nor applied."""
        if not proposal.is_offer or proposal.number in self.applied or self._tree.is_done(proposal.key):
            return False
        return self.verdict(proposal) is not Verdict.ACCEPTED

    @property
    def offers_come_first(self) -> bool:
        """True if only failed or rejected calls are left to do, in a session that applied all others."""
        offers = [p.block.offer for p in self.proposals if p.block.offer is not None]
        if not any(offer.kind in (OfferKind.FAILED, OfferKind.REJECTED) for offer in offers):
            return False
        others = [p for p in self.proposals if not p.is_offer]
        return any(p.block.is_applied for p in others) and all(
            p.block.is_applied or p.is_done_already for p in others
        )

    def verdict(self, proposal: Proposal) -> Verdict:
        """The user's verdict on a block: undecided, accepted or rejected."""
        return self.decision(proposal).verdict

    def decide(self, decisions: dict[str, Decision]) -> list[str]:
        """Record decisions by block key, as one step of undo. Returns the files that need a new plan."""
        before = self.log.snapshot()
        self.log.decide(decisions)
        moving = {
            key
            for key, decision in decisions.items()
            if replans(before.get(key), decision) or prefix_of_key(key) is not None
        }
        return self._files_with(moving | self._shown_only_accepted(decisions.keys() - moving))

    def _shown_only_accepted(self, keys: Collection[str]) -> set[str]:
        """Of some blocks, the keys of those whose change other blocks see only once they are accepted."""
        plans = [file.plan for file in list(self._tree.files.values())] if keys else []
        found = (p for plan in plans for p in plan.proposals if p.key in keys)
        return {p.key for p in found if p.may_only_be_shown or p.is_superseded}

    def undo(self) -> list[str]:
        """Undo the last decision. Returns the files that need a new plan."""
        return self._files_with(self.log.undo())

    def redo(self) -> list[str]:
        """Redo the decision undone last. Returns the files that need a new plan."""
        return self._files_with(self.log.redo())

    def _files_with(self, keys: Iterable[str]) -> list[str]:
        concerned = frozenset(keys)
        if not concerned:
            return []
        files = list(self._tree.files.items())
        paths = [path for path, file in files if any(p.key in concerned for p in file.plan.proposals)]
        prefixes = [prefix for key in concerned if (prefix := prefix_of_key(key)) is not None]
        paths += (path for path, file in files if any(map(file.has_root, prefixes)))
        # A block without a file of its own is in no plan until the user chooses a file.
        chosen = (self.log[key].path for key in sorted(concerned))
        paths += (path for path in chosen if path is not None)
        # Blocks read from a malformed one are in no plan either, and their files are not known yet.
        paths += [_NO_FILE] * any(key.startswith(_PROBLEM) for key in concerned)
        return list(dict.fromkeys(paths))

    # Placing by hand

    def siblings(self, proposal: Proposal) -> list[Proposal]:
        """The blocks not applied yet that name the same path as a block, including the block itself."""
        written = proposal.block.path_written
        return [
            other
            for other in self.proposals
            if other.number not in self.applied
            and (other.number == proposal.number or (written and other.block.path_written == written))
        ]

    def open_file(self, name: str) -> OpenedFile:
        """Read a file that the user names, unless it is under review, so that blocks can go there.

        Args:
            name: The path of the file, relative to the current folder or else to the root. It need not
                exist.

        Raises:
            Refused: The file may not be edited, or cannot be read as text.
        """
        path = self.workspace.named(name)
        found = self.workspace.read(path)
        file = self._tree.files.get(self._tree.path_now(path))
        index = FileIndex(found.text) if file is None else file.index
        return OpenedFile(path, index, not isinstance(found, Absent))

    def send(
        self, proposals: Iterable[Proposal], to: OpenedFile | None, placement: ManualPlacement | None = None
    ) -> list[str]:
        """Send blocks to another file, as one step of undo.

        Args:
            proposals: Blocks that are not applied yet. They may name no file, or one that may not be edited.
            to: The file; None for the blocks' own files.
            placement: The place in the file; see `place`. None to search for their matches.

        Returns:
            The files that need a new plan.
        """
        path = None if to is None else to.path
        decisions = {p.key: with_file(self.log[p.key], path) for p in proposals}
        return self.decide({key: with_placement(d, placement) for key, d in decisions.items()})

    def place(self, proposal: Proposal, placement: ManualPlacement | None) -> list[str]:
        """Place a block by hand in its file: see `placement_on`, `placement_below` and `WHOLE_FILE`.

        Args:
            proposal: A block with a text to put there: see `text_to_place`.
            placement: None to search for its match again.

        Returns:
            The files that need a new plan.
        """
        return self.decide({proposal.key: with_placement(self.log[proposal.key], placement)})

    def adopt(self, code: Code, to: OpenedFile, placement: ManualPlacement) -> list[str]:
        """Treat fenced code that names no file as an edit. See `send`.

        Args:
            code: One of `unnamed`.
            to: The file.
            placement: The lines that the code replaces, or the line to insert it below.
        """
        key = _code_key(code)
        return self.decide({key: with_placement(with_file(self.log[key], to.path), placement)})

    def adopted(self, code: Code) -> Proposal | None:
        """The block that was made of fenced code without a file; None if there is none."""
        return next(iter(self.proposals_of([_code_key(code)])), None)

    @property
    def roots(self) -> tuple[ForeignRoot, ...]:
        """The prefixes of paths found to stand for the root, in addition to those in `Terms.strip`."""
        return self._tree.roots.settled

    def other_paths(self, proposal: Proposal) -> list[str]:
        """The other paths that a block may be meant for, if its own is unsure."""
        is_unsure = any(warning.kind is WarningKind.PATH_UNSURE for warning in proposal.warnings)
        if not is_unsure or proposal.path is None:
            return []
        return self._tree.other_paths(proposal.path, proposal.block)

    def open_root(self, proposal: Proposal) -> ForeignRoot | None:
        """The prefix of a block's path that stands for the root, unless the user confirmed it; else None."""
        written = proposal.block.path_written or ""
        prefix = self._tree.roots.local(written).prefix
        root = next((root for root in self.roots if root.prefix == prefix), None)
        return None if root is None or is_confirmed(root.prefix, self.log.snapshot()) else root

    def correct(self, problem: Problem, text: str) -> list[str]:
        """Read a malformed block again with another text, as one step of undo.

        Args:
            problem: One of `problems`.
            text: The text of its repair, or its own as the user edited it. See `read_again`.

        Returns:
            The files that need a new plan.
        """
        key = _problem_key(problem)
        return self.decide({key: replace(self.log[key], edited=text)})

    def index_of(self, path: str) -> FileIndex:
        """The index of a file under review, as it should be on disk; empty if it was moved away.

        Args:
            path: Relative to the root.
        """
        file = self._tree.files.get(self._tree.path_now(path))
        return FileIndex("") if file is None else file.index

    def chosen_rows(self, proposal: Proposal) -> frozenset[int] | None:
        """The rows that the user chose of a proposal as it is now; None if no choice was made."""
        decision = self.log[proposal.key]
        return decision.rows if decision.outcome == proposal.outcome else None

    def acceptance(self, proposal: Proposal, rows: frozenset[int] | None = None) -> Decision:
        """The decision that accepts a ready proposal as it is now.

        Args:
            proposal: The block.
            rows: The rows of its whole alignment to include; None for the chosen ones, or all if none are.
        """
        rows = self.chosen_rows(proposal) if rows is None else rows
        reopened = self.log[proposal.key].reopened()
        warnings = tuple(sorted(warning.kind for warning in proposal.warnings))
        outcome = proposal.outcome
        return replace(reopened, verdict=Verdict.ACCEPTED, rows=rows, outcome=outcome, warnings=warnings)

    def accept_rows(self, proposal: Proposal, rows: frozenset[int]) -> Decision:
        """The decision that accepts only some rows of a proposal as it is now; without any, a rejection."""
        return self.acceptance(proposal, rows) if rows else self.log[proposal.key].rejected()

    def include(self, proposal: Proposal) -> list[str]:
        """Attempt a block of a file that the model was not shown. Returns the files that need a new plan."""
        return self.decide({proposal.key: replace(self.log[proposal.key], is_included=True)})

    @property
    def rules(self) -> list[ListedRule]:
        """The rules for files, in the order in which they decide."""
        return self._permissions.listed

    def asks_about(self, path: str) -> bool:
        """True if changes of a file need permission, or are denied: its text should perhaps not be shared.

        Args:
            path: Relative to the root.
        """
        judgement = self._permissions.judge([Touched((path,), FileOperation.EDIT)])
        warning = judgement.warning
        asks = warning is not None and warning.kind is WarningKind.PERMISSION
        return asks or judgement.denial is not None

    def always_allow(self, rule: str) -> list[str]:
        """Remember that a rule always allows changes in this tree. Returns the files that need a new plan.

        Raises:
            UsageError: The rule cannot be understood.
            OSError: It cannot be written.
        """
        check_rules(Rules(allow=(rule,)), "your answer")
        kept = self.workspace.kept_rules
        kept.add(rule)
        self._permissions.replace_remembered([each.rule for each in kept.rules()])
        asking = (p for p in self.proposals if any(w.kind is WarningKind.PERMISSION for w in p.warnings))
        return sorted({p.path for p in asking if p.path is not None})

    def check(self, path: str | None = None) -> bool:
        """Check the blocks of a file, or of each file, together: for instance their syntax.

        `accept` does so itself. Call it before decisions on single blocks, so that these have all warnings.

        Returns:
            True if there are warnings.
        """
        files = list(self._tree.files.values()) if path is None else [self._tree.files[path]]
        changed = [file for file in files if file.check()]
        return self._record_waiting() or bool(changed)

    def _record_waiting(self) -> bool:
        """Record, for all files, the lines that edits which are not ready, or rejected, would add.

        Returns:
            True if that is new.
        """
        decisions, proposals = self.log.snapshot(), self.proposals

        def is_open(proposal: Proposal) -> bool:
            return not is_accepted(proposal, decisions.get(proposal.key, UNDECIDED))

        rejected = {
            p.number for p in proposals if decisions.get(p.key, UNDECIDED).verdict is Verdict.REJECTED
        }
        edits: list[EditBlock | Problem] = [
            p.block for p in proposals if p.number not in rejected and waits(p) and is_open(p)
        ]
        waiting = [each for each in map(self._addition, [*edits, *self.problems]) if each.lines]
        if rejected:
            waiting += additions_of_rejected(proposals, rejected)
        if not waiting and self._moved_away is None:
            return False
        files = list(self._tree.files.values())
        removals = [removal for file in files for removal in file.removals] if waiting else []
        undecided = {p.number for p in proposals if is_open(p)}
        # Identities suffice for removals, which files keep as long as their plans: those compared last are
        # kept here, so that no other object can have one of them. Additions of rejected blocks are made anew.
        question = (waiting, [*map(id, removals)], undecided)
        if self._moved_away is None or self._moved_away[0] != question:
            self._moved_away = (question, removals, moved_away(removals, waiting, undecided))
        changed = [file for file in files if file.record_moved(self._moved_away[2])]
        return bool(changed)

    def _addition(self, edit: EditBlock | Problem) -> Addition:
        key = edit.number if isinstance(edit, EditBlock) else f"L{edit.line}"
        known = self._additions.get(key)
        if known is None or known[0] is not edit:
            known = self._additions[key] = (edit, addition_of(edit))
        return known[1]

    def unchecked(self) -> dict[str, int]:
        """The files whose blocks have to be checked together, with their lengths in characters.

        They were not checked yet, or blocks of them waited for one of another file that is accepted now.
        """
        files = list(self._tree.files.items())
        accepted: frozenset[int] = frozenset()
        if any(file.waits_for for _, file in files):
            decisions = self.log.snapshot()
            accepted = frozenset(
                p.number for p in self.proposals if is_accepted(p, decisions.get(p.key, UNDECIDED))
            )
        return {
            path: file.size
            for path, file in files
            if not file.is_checked or not file.waits_for.isdisjoint(accepted)
        }

    def question(self, decisions: Mapping[str, Decision] | None = None) -> "Question":
        """The question for checkers: the files with all blocks as shown, or with accepted ones only.

        Args:
            decisions: Decisions by block key; None for all blocks as shown.
        """
        # Imported on first use: only checkers are asked.
        from editreview.review.checks.programs import Question

        plans = (file.to_diagnose(decisions) for file in list(self._tree.files.values()))
        return Question(tuple(plan for plan in plans if plan is not None))

    def show_diagnosis(self, question: "Question", diagnosis: "Diagnosis", checker: "Checker") -> bool:
        """Show a checker's answer to a question as warnings. Returns True if any warnings changed."""
        self.checker_problems += diagnosis.problems
        found = {plan.path: (plan, warnings) for plan, warnings in question.warnings(diagnosis)}
        formatted = question.formattings(diagnosis)
        changed = False
        for path, file in list(self._tree.files.items()):
            plan, warnings = found.get(path, (file.plan, {}))
            changed |= file.show_findings(plan, warnings, checker, formatted.get(path, {}))
        return changed

    def formatting(self, proposal: Proposal) -> "Formatting | None":
        """The formatting of a block as it is shown; None if no formatter would change its new lines."""
        file = None if proposal.path is None else self._tree.files.get(proposal.path)
        return None if file is None else file.formatting(proposal)

    def _diagnose(self, decisions: Mapping[str, Decision]) -> bool:
        """Ask all checkers about the blocks that decisions accept. Returns True if any warnings changed."""
        if not self.checkers:
            return False
        question = self.question(decisions)
        before, after = question.before, question.after
        is_changed = False
        for checker in self.checkers:
            is_changed |= self.show_diagnosis(question, checker.diagnose(before, after), checker)
        return is_changed

    def needs_no_user(self, proposal: Proposal, tier: Tier) -> bool:
        """True if a block may be accepted without the user: see docs/matching.md.

        Args:
            proposal: The block.
            tier: The loosest tier to accept.
        """
        if not is_safe(self._without_confirmed(proposal), tier, warned=False):
            return False
        return not blocked_groups(self._with_verdicts(self._bound_to(proposal)), tier, warned=False)

    def _without_confirmed(self, proposal: Proposal) -> Proposal:
        """The block without the warning about its path, if the user accepted the same correction before."""
        written, others = proposal.block.path_written, proposal.warnings
        rest = tuple(warning for warning in others if warning.kind is not WarningKind.PATH_CORRECTED)
        if len(rest) == len(others) or not any(
            other.path == proposal.path
            and other.block.path_written == written
            and self.verdict(other) is Verdict.ACCEPTED
            for other in self.proposals
        ):
            return proposal
        return replace(proposal, warnings=rest)

    def _with_verdicts(self, proposals: Iterable[Proposal]) -> list[tuple[Proposal, Verdict]]:
        """The proposals that are not applied yet, with their verdicts."""
        return [(p, self.verdict(p)) for p in proposals if p.number not in self.applied]

    def _bound_to(self, proposal: Proposal) -> list[Proposal]:
        """All blocks of the same group, if one of them can block the others; else none."""
        group = proposal.block.group
        if group is None or not (group.is_atomic or group.moves):
            return []
        return [other for other in self.proposals if other.block.group == group]

    def broken_by(self, proposal: Proposal) -> int | None:
        """The number of the first failed block of the same group that blocks this one; None without one."""
        return next(
            (
                other.number
                for other in self._bound_to(proposal)
                if binds(other)
                and not (other.is_ready or other.is_done_already or other.number in self.applied)
            ),
            None,
        )

    def waits_for(self, proposal: Proposal) -> int | None:
        """The number of the first block of the same group that `accept` left to the user; None without one.

        Because of that block, `accept` left this one too.
        """
        tier = self.accepted_tier
        if tier is None:
            return None
        group = self._with_verdicts(self._bound_to(proposal))
        others = ((p, verdict) for p, verdict in group if p.number != proposal.number)
        return next((p.number for p, v in others if blocks_group(p, v, tier, warned=True)), None)

    def accept(self, tier: Tier | str = Tier.TOLERANT) -> list[int]:
        """Accept every undecided block that may be accepted without the user, as `apply` does.

        Waits for language servers and commands for files, if there are any.

        Returns:
            Their numbers.
        """
        self.accepted_tier = Tier(tier)
        self.check()
        while True:
            safe = safe_blocks(self._with_verdicts(self.proposals), Tier(tier))
            accepted = {proposal.key: self.acceptance(proposal) for proposal in safe}
            decisions = {**self.log.snapshot(), **accepted}
            # The accepted blocks without the others may give a syntax error.
            is_new = any(file.check_accepted(decisions) for file in self._tree.files.values())
            if not is_new and not self._diagnose(decisions):
                break
        self.decide(accepted)
        return [proposal.number for proposal in safe]

    def accept_block(self, proposal: Proposal, *, overrules: bool = False) -> None:
        """Accept one block as it is now, regardless of its tier and its warnings.

        Args:
            proposal: The block, of the latest `proposals`.
            overrules: True to accept it even if a warning leaves the decision to a user.

        Raises:
            UsageError: It is not ready, it is withheld, or it would do something else by now.
        """
        now = next((each for each in self.proposals if each.key == proposal.key), proposal)
        if now.outcome != proposal.outcome:
            raise UsageError(f"block {proposal.number} would now do something else: review it again")
        if not proposal.is_ready:
            raise UsageError(f"block {proposal.number} cannot be accepted: {proposal.sentence}")
        if proposal.withholding is not None and not overrules:
            raise UsageError(
                f"block {proposal.number} needs the decision of a user: {proposal.withholding.message}"
            )
        self._decide_and_plan(proposal, self.acceptance(proposal))

    def reject_block(self, proposal: Proposal, reason: str | None = None) -> None:
        """Reject one block.

        Args:
            proposal: The block, of the latest `proposals`.
            reason: The reason for the model, which is in the feedback.
        """
        self._decide_and_plan(proposal, self.log[proposal.key].rejected(reason))

    def _decide_and_plan(self, proposal: Proposal, decision: Decision) -> None:
        for path in self.decide({proposal.key: decision}):
            self.replan(path)

    def hold_back(self, message: str) -> None:
        """Revoke the acceptance of all blocks, because all or none are to be applied.

        Args:
            message: The reason as a sentence, for each of them.
        """
        self._revoke(self.accepted(), Refused(Reason.DEPENDS_ON, message))

    def leave_out(self, result: "ProjectResult") -> None:
        """Revoke the acceptance of the blocks that break a command, or of all if no cause was found."""
        if result.passes:
            return
        if result.breaking:
            breaking = [p for p in self.accepted() if p.number in result.breaking]
            self._revoke(breaking, Refused(Reason.BREAKS_COMMAND, result.sentence))
        else:
            self._revoke(self.accepted(), Refused(Reason.UNDECIDED, result.sentence))

    def _revoke(self, proposals: Sequence[Proposal], why: Refused) -> None:
        self.held_back = {**self.held_back, **{p.number: why for p in proposals}}
        for path in self.decide({p.key: self.log[p.key].reopened() for p in proposals}):
            self.replan(path)

    @property
    def is_finished(self) -> bool:
        """True if nothing is left to decide or to apply."""
        # A review without any edit is not finished: its response is all there is.
        has_edits = bool(self.proposals) and not self.problems
        return (
            has_edits
            and all(
                p.number in self.applied
                or p.is_done_already
                or self.is_offer(p)
                or p.reason in REFUSALS
                or p.number in self.corrected
                or self.verdict(p) is Verdict.REJECTED
                for p in self.proposals
            )
            and self.to_take_out() == self.taken_out
        )

    # Effects

    def accepted(self) -> list[Proposal]:
        """The blocks that are accepted and not applied yet."""
        return self._accepted_by(self.log.snapshot())

    def _accepted_by(self, decisions: Mapping[str, Decision]) -> list[Proposal]:
        """The blocks that decisions accept as they are now, and that are not applied yet."""
        return [
            p
            for p in self.proposals
            if p.number not in self.applied and is_accepted(p, decisions.get(p.key, UNDECIDED))
        ]

    def prepare(
        self, decisions: Mapping[str, Decision] | None = None
    ) -> list[tuple[FilePlan, list[FileWrite]]]:
        """The writes of every accepted block, without writing them. Sets `refused`.

        Args:
            decisions: Decisions by block key; None for those in force now.
        """
        refused: dict[int, Refused] = {}
        ready: list[tuple[FilePlan, list[FileWrite]]] = []
        decisions = self.log.snapshot() if decisions is None else decisions
        for file in self._tree.files.values():
            plan = file.accepted(decisions)
            if plan.members:
                try:
                    ready.append((plan, file.writes(plan)))
                except Refused as error:
                    refused |= dict.fromkeys(plan.members, error)
        written = frozenset(number for plan, _ in ready for number in plan.members)
        for proposal in self._accepted_by(decisions):
            if proposal.number not in written | refused.keys():
                refused[proposal.number] = _not_written(proposal, written | self.applied)
        self.refused = refused
        return ready

    def contents(
        self, numbers: Collection[int], decisions: Mapping[str, Decision]
    ) -> dict[str, bytes | None]:
        """The files with only some of the blocks that decisions accept, without those that need others.

        Args:
            numbers: The numbers of the blocks.
            decisions: Decisions by block key.

        Returns:
            The bytes of each file that would change, by path; None for one that would not exist.
        """
        others = {p.key for p in self.proposals if p.number not in numbers and p.number not in self.applied}
        kept = {key: decision for key, decision in decisions.items() if key not in others}
        refused = self.refused
        ready = self.prepare(kept)
        self.refused = refused
        return {write.path: write.data for _, writes in ready for write in writes}

    def write(self) -> list[int]:
        """Write every accepted block to disk: all files or none.

        Returns:
            The numbers of the blocks applied now.

        Raises:
            ChangedOnDisk: Nothing was written; the changed files have a new plan.
            TreeError: Nothing was written.
        """
        numbers, entry = self.write_files(self.log.snapshot())
        if entry is not None:
            self.log.append(entry)
        return numbers

    def write_files(self, decisions: Mapping[str, Decision]) -> tuple[list[int], LogEntry | None]:
        """Write every block that decisions accept: all files or none. Does not change the log.

        Returns:
            The numbers of the blocks applied now, and the entry to append to the log; None without any.

        Raises: See `write`.
        """
        if self.workspace.comparison is not None:
            return self._apply_decisions(self.workspace.comparison, decisions)
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
            self.applied |= plan.members
            self._tree.files[plan.path].settle(plan, receipt)
            self.stale.discard(plan.path)
        self._tree.update_paths(decisions)
        numbers = {number for plan, _ in ready for number in plan.members}
        if not numbers:
            return [], None
        blocks = frozenset(p.key for p in self.proposals if p.number in numbers)
        files = {written.path: (written.before, written.after) for written in receipt.written}
        return sorted(numbers), LogEntry(EntryKind.DO, effect=Effect(blocks, files, receipt.record))

    def _apply_decisions(
        self, comparison: "Comparison", decisions: Mapping[str, Decision]
    ) -> tuple[list[int], LogEntry | None]:
        """For changes on disk: record the accepted ones to be staged, and revert the rejected ones.

        Undecided changes stay in the files. See `write_files`.
        """
        # Imported on first use: most reviews are of a response.
        from editreview.review.changes_on_disk import decided_changes

        todo = decided_changes(self, comparison, decisions)
        if not todo.files and todo.taken_out == self.taken_out:
            return [], None
        try:
            receipt, id = self.workspace.apply_decisions(todo.files)
        except ChangedOnDisk as changed:
            self.refresh(changed.paths)
            raise
        for plan, base in todo.accepted:
            self.applied |= plan.members
            self._tree.files[plan.path].settle(plan, base)
        self._tree.update_paths(decisions)
        numbers = sorted(number for plan, _ in todo.accepted for number in plan.members)
        blocks = frozenset(p.key for p in self.proposals if p.number in numbers)
        written = {each.path: (each.before, each.after) for each in receipt.written}
        effect = Effect(blocks, written, receipt.record, decisions=id, taken_out=todo.taken_out)
        return numbers, LogEntry(EntryKind.DO, effect=effect)

    def is_on_disk(self, proposal: Proposal) -> bool:
        """True if a block is a change that was on disk before the review."""
        return self._is_on_disk(proposal.block)

    def _is_on_disk(self, block: EditBlock) -> bool:
        return self.workspace.comparison is not None and self.responses.number_of(block) == 1

    @property
    def taken_out(self) -> frozenset[str]:
        """The keys of rejected changes that were reverted, in a review of changes on disk."""
        applied = (effect for effect in reversed(self.log.effects) if effect.decisions is not None)
        return next((effect.taken_out for effect in applied), frozenset())

    def to_take_out(self, decisions: Mapping[str, Decision] | None = None) -> frozenset[str]:
        """The keys of the rejected changes, in a review of changes on disk; none in any other.

        Args:
            decisions: Decisions by block key; None for those in force now.
        """
        if self.workspace.comparison is None:
            return frozenset()
        decisions = self.log.snapshot() if decisions is None else decisions
        return frozenset(
            p.key
            for p in self.proposals
            if self.is_on_disk(p) and decisions.get(p.key, UNDECIDED).verdict is Verdict.REJECTED
        )

    @property
    def has_to_write(self) -> bool:
        """True if accepted blocks are not written yet, or rejected changes on disk are still there."""
        return bool(self.accepted()) or self.to_take_out() != self.taken_out

    def _records(self, plan: FilePlan) -> Iterator[BlockRecord]:
        """The blocks that a plan applies whole, for the journal."""
        spans: dict[int, list[tuple[int, int]]] = {}
        for span, members in plan.written_spans():
            for number in members:
                spans.setdefault(number, []).append(span)
        for proposal in plan.proposals:
            response = self.responses.name_of(proposal.block)
            if proposal.number in plan.members and response is not None and not proposal.is_part:
                path = plan.path if plan.is_removed else plan.path_after
                yield BlockRecord(response, proposal.key, path, tuple(spans.get(proposal.number, ())))

    def outcomes(self, *, pending: bool = False) -> list[FilePlan]:
        """The plans of the files that were written.

        Args:
            pending: True to count every accepted block as written.
        """
        plans = {plan.path: plan for plan, _ in self.prepare()} if pending else {}
        return [
            plan_written
            for path, file in self._tree.files.items()
            for plan_written in file.outcomes(plans.get(path))
        ]

    def refresh(self, paths: Iterable[str] | None = None) -> list[str]:
        """Read files again, and make new plans of those that changed. Returns their paths.

        Args:
            paths: The files; None for all, including those that could not be edited before.
        """
        decisions = self.log.snapshot()
        usable = self._read_refused_again(decisions) if paths is None else []
        paths_to_read = list(self._tree.files if paths is None else paths)
        # The target of a move means the moved file.
        known = dict.fromkeys(map(self._tree.path_now, paths_to_read))
        changed = [path for path in known if self._tree.files[path].refresh(decisions) or path in usable]
        self.stale.update(changed)
        return changed

    def _read_refused_again(self, decisions: Mapping[str, Decision]) -> list[str]:
        """Locate the blocks whose files could not be edited. Returns the paths of those that now can be."""
        numbers = [
            number
            for number, refused in self._without_file.items()
            if refused.reason in _MAY_CHANGE_ON_DISK and decisions.get(refused.key, UNDECIDED).path is None
        ]
        for number in numbers:
            refused = self._without_file[number]
            self._match(refused.block, refused.key)
            # Only now, as the screen may list the blocks at any time.
            if self._tree.has_block(number):
                del self._without_file[number]
        return self.files_of(numbers)

    def apply(self) -> "Report":
        """Write every accepted block and stage what was written.

        Returns:
            The report.

        Raises:
            TreeError: Nothing was written.
            GitFailed: The files are written, but git refused to stage them.
        """
        from editreview.review.report import make_report

        self.write()
        self.stage()
        return make_report(self)

    def stage(self) -> list[str]:
        """Stage what this review wrote, and no changes of the user. Returns the paths of the files.

        Raises:
            GitFailed: With git's own message.
        """
        paths, entry = self.stage_files()
        if entry is not None:
            self.log.append(entry)
        return paths

    def stage_files(self) -> tuple[list[str], LogEntry | None]:
        """Stage what this review wrote. Does not change the log.

        Returns:
            The paths of the files, and the entry to append to the log; None without any.

        Raises: See `stage`.
        """
        staged = tuple(self.workspace.stage())
        entry = LogEntry(EntryKind.DO, effect=Effect(staged=staged)) if staged else None
        return [file.path for file in staged], entry

    def not_to_be_staged(self, decisions: Mapping[str, Decision]) -> dict[str, str]:
        """The reasons why accepted blocks of some files could be written but not staged, by path.

        Raises:
            GitFailed: With git's own message.
        """
        plans = [file.accepted(decisions) for file in self._tree.files.values()]
        paths = {path for plan in plans if plan.members for path in (plan.path, plan.path_after)}
        statuses = self.workspace.statuses(sorted(paths - self.workspace.to_stage))
        return {path: each.state.value for path, each in statuses.items() if not each.state.can_stage}

    def subject(
        self, decisions: Mapping[str, Decision] | None = None, *, without: Collection[str] = ()
    ) -> str:
        """The proposed subject for a commit of what this review staged; empty if there is nothing to commit.

        Args:
            decisions: Decisions by block key; the commit will have the blocks that they accept too. None for
                a commit of what is staged.
            without: Files that the commit will not have.

        Raises:
            GitFailed: With git's own message.
        """
        # Imported on first use: only commits need it.
        from editreview.review.subject import subject_of_next

        plans = [] if decisions is None else [file.accepted(decisions) for file in self._tree.files.values()]
        return subject_of_next(
            self, [plan for plan in plans if plan.members and plan.path_after not in without]
        )

    def commit(self, request: CommitRequest, on_output: OutputCallback = ignore_output) -> CommitResult:
        """Commit what this review staged.

        Args:
            request: The message and options.
            on_output: Called with each line of output of git and its hooks, on another thread.

        Raises:
            GitFailed: With the message of git or a hook.
        """
        commit = self.workspace.commit(request, on_output)
        self.log.append(LogEntry(EntryKind.DO, effect=Effect(commit=commit)))
        return commit

    def record_undone(self, effect: Effect) -> None:
        """Record that an effect was undone on disk. Does not change the log."""
        numbers = {p.number for p in self.proposals_of(effect.blocks)}
        self.applied -= numbers
        if effect.decisions is not None:
            self.workspace.record_decisions_undone(effect.decisions)
        self._tree.record_undone(numbers, effect.blocks, self.log.snapshot())

    def record_redone(self, effect: Effect) -> None:
        """Record that an effect was redone on disk. Does not change the log."""
        numbers = {p.number for p in self.proposals_of(effect.blocks)}
        self.applied |= numbers
        if effect.decisions is not None:
            self.workspace.record_decisions_redone(effect.decisions)
        self._tree.record_redone(numbers, effect.blocks, self.log.snapshot())


def _paths_of(block: EditBlock) -> list[str]:
    """The paths that a block names: of its file, and of the target of a move."""
    paths = [block.path_written or ""]
    return [*paths, block.operation.to] if isinstance(block.operation, Move) else paths


def _in_order(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Blocks in order of the response; the later of two with the same number."""
    # Without the property, as every key asks for all blocks.
    by_number = {proposal.block.number: proposal for proposal in proposals}
    return [by_number[number] for number in sorted(by_number)]


def _problem_key(problem: Problem) -> str:
    """The key of a malformed block: its line, which is the same when a review is resumed."""
    return f"{_PROBLEM}{problem.line}"


def _code_key(code: Code) -> str:
    """The key of the block made of fenced code: its lines, which are the same when a review is resumed."""
    return f"code-{code.lines[0]}-{code.lines[1]}"


def _not_written(proposal: Proposal, written: frozenset[int] | set[int]) -> Refused:
    missing = [number for number in proposal.depends_on if number not in written]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        return Refused(Reason.DEPENDS_ON, f"it builds on {numbered(missing)}, which {are} not accepted")
    return Refused(Reason.DEPENDS_ON, "the text around it has changed since it was accepted; review it again")
