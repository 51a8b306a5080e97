"""The files under review: where the paths that blocks name lead, what the blocks make of each, what was made.

Everything is placed on the text that is expected on disk. When accepted blocks are written,
the text they made becomes that text, so nothing planned later can take them back.

Edits of files that the model was not shown are not attempted until the user includes them; the files are
named, so that the model is shown them and asked again (the rule of the Edit Protocol).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import (
    NO_HINTS,
    EditBlock,
    Insert,
    Interpretation,
    Move,
    Offer,
    Problem,
    Replace,
    ReplaceLines,
    Write,
    puts_text_only,
)
from editreview.errors import Reason, Refused, UsageError
from editreview.matching import FileIndex, Tier, renumber, renumber_with_line_above
from editreview.review.checks import checked_together
from editreview.review.checks.files import of_file
from editreview.review.checks.written import marker_problem, may_hold_markers
from editreview.review.decisions import Decision, Effect
from editreview.review.earlier_runs import Versions, versions
from editreview.review.file_plan import (
    FilePlan,
    PlannedBlock,
    Takes,
    if_accepted,
    is_accepted,
    unless_rejected,
    warned,
)
from editreview.review.match_block import match_block
from editreview.review.path_resolver import PathResolver, ResolvedPath
from editreview.review.plan import FilePlanner
from editreview.review.proposal import Proposal
from editreview.review.terms import Terms
from editreview.review.user_edits import as_decided
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import NO_CHANGE, Absent, Change, Lines, Snapshot
from editreview.workspace import FileWrite, Receipt, Workspace, encode

_STATE = (
    "path", "_before", "_index", "_origin", "_origin_index", "_done", "_done_numbers", "_is_removed",
    "_path_to", "_past", "_settled",
)  # fmt: skip
"""The attributes that writing changes."""
_MAX_VERSIONS = 50
"""The most superseded blocks of a file: each needs another plan of the file."""
Decisions = Mapping[str, Decision]
"""By block key."""


class ShownFiles:
    """The files that the model was shown; all of them if nobody said which."""

    def __init__(self, workspace: Workspace, files: Iterable[str] | None) -> None:
        """
        Args:
            workspace: The tree.
            files: Their paths, from the current folder or else from the root; None for all there are.

        Raises:
            UsageError: One of them is not there, or may not be edited.
        """
        self._workspace = workspace
        self._paths = None if files is None else frozenset(map(self._path_of, files))

    @property
    def is_known(self) -> bool:
        """True if anybody said which files the model was shown."""
        return self._paths is not None

    def defers(self, block: EditBlock, path: str) -> bool:
        """True if a block is an edit of a file that is there and that the model was not shown."""
        if self._paths is None or path in self._paths or _creates(block):
            return False
        return self._workspace.exists(path)

    def _path_of(self, name: str) -> str:
        try:
            path = self._workspace.named(name)
        except Refused as refused:
            raise UsageError(f"--context {name}: {refused}") from refused
        if not self._workspace.exists(path):
            raise UsageError(f"--context {name}: there is no such file in {self._workspace.root.folder}")
        return path


def _creates(block: EditBlock) -> bool:
    """True if a block is meant to make a file, which needs no sight of it."""
    operation = block.operation
    return puts_text_only(operation) or (isinstance(operation, Write) and operation.creates)


class _Accepted(Struct, frozen=True):
    """The plan of the accepted blocks of a file, and what it was made from."""

    shown: FilePlan
    before: Snapshot | Absent
    allowed: set[int]
    decisions: list[Decision | None]
    plan: FilePlan


class FileReview:
    """A file and its blocks.

    Raises:
        Refused: On making one, if the file cannot be read as text.
    """

    def __init__(self, workspace: Workspace, path: str, without: frozenset[str] = frozenset()) -> None:
        """
        Args:
            workspace: The tree.
            path: Of the file, relative to the root.
            without: Strategies that are not used.
        """
        self.path = path
        self._workspace = workspace
        self._asked: list[PlannedBlock] = []
        self._before = workspace.read(path)
        text = self._before.text
        # Only where no line tells.
        line_end = "\n" if "\n" in text or "\r" in text else workspace.line_end(path)
        self._index = FileIndex(text, without, line_end)
        self._origin, self._origin_index = self._before, self._index
        self._done: Change = NO_CHANGE
        self._done_numbers: frozenset[int] = frozenset()
        self._is_removed = False
        self._path_to: str | None = None
        self._past: list[FilePlan] = []
        self._settled: dict[int, Proposal] = {}
        self._refusal: Refused | None = None
        self._checked: tuple[FilePlan, FilePlan] | None = None
        """A plan whose blocks were checked together, and the same with what was found."""
        self._unfinished: tuple[Problem, ...] = ()
        """Edits of the file that the response did not finish."""
        self._is_ignored = False
        self._versions: Versions | None = None
        self._first_text = self._before.text
        self._numbered: Lines | None = None
        """The text whose lines line edits name: as last shown for a prompt, or else as it was read first."""
        self._fold = FilePlanner(
            self._before,
            self._index,
            [],
            unless_rejected,
            warnings=self._warnings,
            versions=self._earlier_versions,
        )
        self._superseded: Mapping[int, int] = {}
        """By the number of a block: that of a later one which is another version of its lines."""
        self._is_written = False
        self._accepted: _Accepted | None = None
        """The plan that was made last of the accepted blocks: accepting and writing both need it."""
        self._states: list[dict[str, object]] = []
        """The file's state in this review before each time it was written."""
        self._undone: list[dict[str, object]] = []
        """The same of what was taken back, as it was after."""

    @property
    def digest(self) -> str | None:
        """Of the bytes expected on disk; None if no file is."""
        return self._before.digest if isinstance(self._before, Snapshot) else None

    @property
    def _warnings(self) -> tuple[BlockWarning, ...]:
        return of_file(self._before, is_ignored=self._is_ignored)

    def note_ignored(self, decisions: Decisions) -> None:
        """Git ignores the file: say so with each of its blocks."""
        if not self._is_ignored:
            self._is_ignored = True
            self.replan(decisions)

    def note_unfinished(self, problem: Problem) -> None:
        """Know an edit of the file that the response did not finish."""
        self._unfinished += (problem,)
        self._checked = None

    # What is shown

    @property
    def plan(self) -> FilePlan:
        """All blocks, those written as they were then."""
        plan = self._as_checked
        if self._refusal is not None:
            plan = self._refused(plan, self._refusal)
        if not self._settled:
            return plan
        known = {p.number: p for p in plan.proposals} | self._settled
        return replace(plan, proposals=tuple(known[number] for number in sorted(known)))

    @staticmethod
    def _refused(plan: FilePlan, why: Refused) -> FilePlan:
        proposals = tuple(
            Proposal(p.block, p.key, None, reason=why.reason, message=str(why)) for p in plan.proposals
        )
        return FilePlan(plan.path, plan.before, plan.index, proposals, frozenset(), NO_CHANGE)

    @property
    def size(self) -> int:
        """In characters, before what is not written yet."""
        return len(self._index.text)

    @property
    def is_checked(self) -> bool:
        """True if the blocks were checked together, as they are shown."""
        return self._checked is not None and self._checked[0] is self._fold.plan()

    def check(self) -> bool:
        """Check the blocks together, as they are shown. Returns whether that says anything of them."""
        if self.is_checked:
            return False
        plan = self._fold.plan()
        found = checked_together(plan) | unfinished_versions(plan, self._unfinished)
        self._checked = (plan, warned(plan, found))
        return bool(found)

    def check_accepted(self, decisions: Decisions) -> bool:
        """Check the accepted blocks alone together, and show what that says of them. Returns as `check`."""
        shown, accepted = self._as_checked, self.accepted(decisions)
        if accepted.taken == shown.taken:
            return False
        known = {p.number for p in shown.proposals if p.withheld not in (None, Reason.FUZZY)}
        found = {number: said for number, said in checked_together(accepted).items() if number not in known}
        if found:
            self._checked = (self._fold.plan(), warned(shown, found))
        return bool(found)

    @property
    def _as_checked(self) -> FilePlan:
        """The plan of the blocks that are not written yet, with what is known of them together."""
        plan = self._fold.plan()
        known = self._checked
        return known[1] if known is not None and known[0] is plan else plan

    @property
    def is_there(self) -> bool:
        """True if there is a file, with all that is shown."""
        plan = self._fold.plan()
        return not plan.is_removed and (isinstance(self._before, Snapshot) or bool(plan.taken))

    def add(self, asked: PlannedBlock, decisions: Decisions) -> None:
        """Place one more block after the others."""
        self._asked.append(asked)
        fold, block = self._fold, asked.block
        if self._is_written or fold.has_twin(block) or fold.speaks_of_others(block):
            # Identical blocks share their matches among them, and only all hunks of a diff together
            # show which text its numbers belong to.
            self.replan(decisions)
        else:
            self._fold.add(as_decided(self._as_of_now(asked), decisions.get(asked.key, Decision())))
            if self._fold.superseded != self._superseded:
                self.replan(decisions)

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Make offers of blocks that are not written yet."""
        self._asked = [
            replace(item, block=replace(item.block, offer=offer)) if item.block.number in numbers else item
            for item in self._asked
        ]
        self.replan(decisions)

    def sent_elsewhere(self, decisions: Decisions) -> list[PlannedBlock]:
        """The blocks not written yet that the user wants in another file, or back in their own."""
        return [
            item
            for item in self._asked
            if item.block.number not in self._settled
            and decisions.get(item.key, Decision()).path != item.sent_to
        ]

    def give_up(self, number: int) -> None:
        """Forget a block: another file takes it."""
        self._asked = [item for item in self._asked if item.block.number != number]

    def take_in(self, asked: PlannedBlock) -> None:
        """Know a block that was another file's, for the next plan, in the order of the response."""
        self._asked = sorted([*self._asked, asked], key=lambda item: item.block.number)

    def replan(self, decisions: Decisions) -> None:
        """Place every block again that is not written yet."""
        self._is_written = False
        self._fold = self._folded(decisions, unless_rejected)
        while len(self._superseded) < _MAX_VERSIONS and self._fold.superseded != self._superseded:
            self._superseded = self._fold.superseded
            self._fold = self._folded(decisions, unless_rejected)

    def _folded(self, decisions: Decisions, takes: Takes) -> FilePlanner:
        asked = [
            as_decided(self._as_of_now(item), decisions.get(item.key, Decision()))
            for item in self._asked
            if item.block.number not in self._settled
        ]
        fold = FilePlanner(
            self._before,
            self._index,
            asked,
            takes,
            self._fold,
            self._warnings,
            self._earlier_versions,
            self._superseded,
        )
        for item in asked:
            fold.add(item)
        return fold

    def _as_of_reading(self, asked: PlannedBlock) -> PlannedBlock:
        """The block with the line numbers of the text read last, if they are those of an earlier one."""
        operation, hints = asked.block.operation, asked.block.hints
        if not isinstance(operation, ReplaceLines | Insert) or hints != NO_HINTS:
            return asked
        if self._numbered is None:
            shown = self._workspace.text_shown(self.path)
            self._numbered = Lines(self._first_text if shown is None else shown)
        numbered, now = self._numbered, self._origin_index.lines
        if numbered.text == now.text:
            return asked
        across = change_lines(numbered, 0, len(numbered), now.slice(0, len(now)))
        moved = renumber_with_line_above(operation, numbered, across)
        if moved == operation:
            return asked
        if moved is None:
            message = "the lines it names are not as they were when their numbers were shown"
            warning = BlockWarning(WarningKind.STALE_NUMBER, message)
            return replace(asked, warnings=(*asked.warnings, warning))
        message = f"its {_numbers(operation)} as shown is now {_numbers(moved)}: the file has changed since"
        warning = BlockWarning(WarningKind.BY_LINE_NUMBER, message)
        block = replace(asked.block, operation=moved)
        return replace(asked, block=block, warnings=(*asked.warnings, warning))

    def _earlier_versions(self) -> Versions:
        if self._versions is None:
            self._versions = versions(self._workspace, self.path)
        return self._versions

    def note_made(self, keys: Collection[str], decisions: Decisions) -> None:
        """Earlier runs applied these blocks of the same response."""
        if any(item.key in keys and item.block.number not in self._settled for item in self._asked):
            self._asked = [replace(item, is_made=item.key in keys or item.is_made) for item in self._asked]
            self.replan(decisions)

    def _as_of_now(self, asked: PlannedBlock) -> PlannedBlock:
        """The block with the line numbers of the text written here, and with what was moved in place."""
        if asked.via in self._settled:
            asked = replace(asked, via=None)
        asked = asked if asked.is_made else self._as_of_reading(asked)
        operation = asked.block.operation
        if not self._done or not isinstance(operation, ReplaceLines | Insert):
            return asked
        moved = renumber(operation, self._origin_index.lines, self._done)
        if moved is None:
            obstacle = (Reason.CONFLICT, "what was written here touches these lines")
            return replace(asked, obstacle=obstacle)
        return replace(asked, block=replace(asked.block, operation=moved))

    # What is written

    def accepted(self, decisions: Decisions) -> FilePlan:
        """The file with the accepted blocks; as it was if none of them can be written."""
        allowed = self._allowed(decisions)
        shown, known = self._fold.plan(), self._accepted
        decided = [decisions.get(asked.key) for asked in self._asked]
        is_known = (
            known is not None
            and known.shown is shown
            and known.before is self._before
            and known.allowed == allowed
            and known.decisions == decided
        )
        if known is None or not is_known:
            fold = self._folded(decisions, lambda p, said: p.number in allowed and if_accepted(p, said))
            known = self._accepted = _Accepted(shown, self._before, allowed, decided, fold.plan())
        return known.plan if self._refusal is None else self._refused(known.plan, self._refusal)

    def _allowed(self, decisions: Decisions) -> set[int]:
        """The blocks accepted as they are shown, with all that they are shown to build on."""
        allowed = set(self._settled)
        for proposal in self.plan.proposals:
            said = decisions.get(proposal.key, Decision())
            if is_accepted(proposal, said) and allowed.issuperset(proposal.depends_on):
                allowed.add(proposal.number)
        return allowed

    def writes(self, plan: FilePlan) -> list[FileWrite]:
        """The effect on disk of a plan of accepted blocks.

        Raises:
            Refused: The file's encoding lacks a character, or would be declared to be another.
        """
        before = plan.before
        mode = before.mode if isinstance(before, Snapshot) else None
        gone = [FileWrite(plan.path, self.digest, None, mode)] if self.digest is not None else []
        if plan.is_removed:
            return gone
        data = encode(plan.path, before.text, plan.after, plan.codec)
        if plan.path_to is not None:
            like = plan.path if gone else None
            return [FileWrite(plan.path_to, None, data, mode, like), *gone]
        return [FileWrite(plan.path, self.digest, data, mode)]

    def has_any(self, numbers: Collection[int]) -> bool:
        """True if some of these blocks are this file's."""
        return any(item.block.number in numbers for item in self._asked)

    def moves(self) -> Iterator[tuple[str, int]]:
        """The targets of blocks that move the file and are not written yet, by number."""
        for item in self._asked:
            if item.target is not None and item.obstacle is None and item.block.number not in self._settled:
                yield item.target, item.block.number

    def _state(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in _STATE}

    def undone_on_disk(self, keys: Collection[str], decisions: Decisions) -> None:
        """Takes note that the last write was undone on disk.

        Args:
            keys: Of the blocks that were applied then.
            decisions: In force.
        """
        if self._states:
            self._undone.append(self._state())
            self._give_back(self._states.pop(), decisions)
        else:
            self._set_done(keys, decisions, is_done=False)

    def redone_on_disk(self, keys: Collection[str], decisions: Decisions) -> None:
        """Takes note that an undone write is on disk again. See `took_back`."""
        if self._undone:
            self._states.append(self._state())
            self._give_back(self._undone.pop(), decisions)
        else:
            self._set_done(keys, decisions, is_done=True)

    def _give_back(self, state: dict[str, object], decisions: Decisions) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self.replan(decisions)

    def _set_done(self, keys: Collection[str], decisions: Decisions, *, is_done: bool) -> None:
        """Blocks were applied, or are not any more, and not by what this one wrote."""
        self._asked = [
            replace(item, is_done=is_done, is_made=False) if item.key in keys else item
            for item in self._asked
        ]
        self.refresh(decisions)
        self.replan(decisions)

    def settle(self, plan: FilePlan, receipt: Receipt) -> None:
        """A plan was written: its text is what the file holds now, if there is still one.

        The other blocks stay as they were shown until they are placed again.
        """
        self._states.append(self._state())
        self._undone.clear()
        self._is_written = True
        before = plan.before
        mode = before.mode if isinstance(before, Snapshot) else 0o644
        shown = {p.number: p.warnings for p in self._as_checked.proposals}
        # Not in place: the state before may be given back.
        self._settled = self._settled | {
            p.number: replace(p, warnings=shown.get(p.number, p.warnings))
            for p in plan.proposals
            if p.number in plan.taken
        }
        self._done = self._done.then(plan.change)
        self._done_numbers |= plan.taken
        self._is_removed = plan.is_removed
        self._path_to = plan.path_to or self._path_to
        self.path = plan.path_to or self.path
        digest = None if plan.is_removed else receipt.after(self.path)
        self._before = (
            Absent(self.path) if digest is None else Snapshot(self.path, plan.after, digest, plan.codec, mode)
        )
        self._index = self._index.of(plan.after)

    def outcomes(self, pending: FilePlan | None = None) -> list[FilePlan]:
        """The writes, from the file as it was; a part for each time it had changed on disk.

        Args:
            pending: A plan to be written on top of it.
        """
        settled = tuple(p for p in self._settled.values() if p.number in self._done_numbers)
        taken, change = self._done_numbers, self._done
        is_removed, path_to = self._is_removed, self._path_to
        if pending is not None:
            is_removed, path_to = pending.is_removed, pending.path_to or path_to
            settled += tuple(p for p in pending.proposals if p.number in pending.taken)
            taken, change = taken | pending.taken, change.then(pending.change)
        if not taken:
            return self._past
        made = FilePlan(
            path=self._origin.path,
            before=self._origin,
            index=self._origin_index,
            proposals=settled,
            taken=taken,
            change=change,
            is_removed=is_removed,
            path_to=None if path_to == self._origin.path else path_to,
        )
        return [*self._past, made]

    def _note_arrivals(self) -> bool:
        """Let moves know of files that came where they lead. Returns whether there are any new ones."""
        arrived = {
            item.block.number
            for item in self._asked
            if item.target is not None
            and item.obstacle is None
            and item.block.number not in self._settled
            and self._workspace.exists(item.target)
        }
        self._asked = [
            replace(item, obstacle=(Reason.FILE_EXISTS, f"{item.target} is there by now"))
            if item.block.number in arrived
            else item
            for item in self._asked
        ]
        return bool(arrived)

    def refresh(self, decisions: Decisions) -> bool:
        """Read the file again, and place its blocks anew if it changed. Returns whether it did."""
        try:
            if self._workspace.locate(self.path) != self.path:
                raise Refused(Reason.CHANGED_ON_DISK, f"{self.path} leads elsewhere now")
            found: Snapshot | Absent = self._workspace.read(self.path)
        except Refused as refused:
            self._refusal = refused
            return True
        was_refused, self._refusal = self._refusal is not None, None
        has_arrivals = self._note_arrivals()
        digest = found.digest if isinstance(found, Snapshot) else None
        if digest != self.digest:
            # What was written before cannot be taken back from here.
            self._states.clear()
            self._undone.clear()
            self._past = self.outcomes()
            self._done, self._done_numbers = NO_CHANGE, frozenset()
            self._is_removed, self._path_to = False, None
            self._before, self._index = found, self._index.of(found.text)
            self._origin, self._origin_index = self._before, self._index
        elif not was_refused and not has_arrivals:
            return False
        self.replan(decisions)
        return True


def _numbers(operation: ReplaceLines | Insert) -> str:
    if isinstance(operation, Insert):
        return f"L{operation.after}"
    is_one = operation.first == operation.last
    return f"L{operation.first}" if is_one else f"L{operation.first}–{operation.last}"


class _Moved(Struct, frozen=True):
    """A file that a block gives another path."""

    path: str
    """Its path until then."""
    number: int


class FileSet:
    """Gives blocks to their files, and knows what earlier ones make of the tree."""

    def __init__(
        self,
        workspace: Workspace,
        terms: Terms,
        context: ShownFiles,
        done: Iterable[Effect] = (),
    ) -> None:
        """
        Args:
            workspace: The tree.
            terms: Of the review.
            context: The files that the model was shown.
            done: What was done before the review was taken up.
        """
        self.files: dict[str, FileReview] = {}
        """By their path of now, in order of first mention."""
        self._workspace = workspace
        self._terms = terms
        self._context = context
        self._locator = PathResolver(workspace)
        self._done = frozenset(key for each in done if self._is_there(each) for key in each.blocks)
        """Keys of the blocks that were applied before."""
        self._moved: dict[str, _Moved] = {}
        """By the path a file is moved to."""
        self._folders: set[str] = set()
        """The folders of the paths so far."""
        self._at_home: dict[int, tuple[FileReview, PlannedBlock]] = {}
        """By block that was ever sent to another file: its own, and how it was there."""

    def _is_there(self, done: Effect) -> bool:
        """True if what was done was not undone since."""
        was = {path: before for path, (before, after) in done.files.items() if before != after}
        return not was or any(self._workspace.digest(path) != before for path, before in was.items())

    def named_by_one_of(self, names: Iterable[str]) -> str | None:
        """The file of the tree that is named by one of some words; None if none is, or more than one."""
        found = [name for name in names if name in self.files or self._locator.is_top_file(name)]
        return found[0] if len(found) == 1 else None

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each file of the folder that it names."""
        return self._locator.spread(block)

    def marker_problem(self, block: EditBlock) -> Problem | None:
        """The problem that a block is no edit: the text for its file holds markers of another one."""
        if not may_hold_markers(block):
            return None
        path: str | None = None
        before = ""
        with suppress(Refused):
            path = self._locator.locate(block, self.files).path
            found = self._workspace.read(path)
            before = found.text if isinstance(found, Snapshot) else ""
        return marker_problem(block, path, before)

    def note_unfinished(self, problem: Problem) -> None:
        """Let a file that blocks are about know of an edit that the response did not finish."""
        if problem.begun is None or problem.path_written is None:
            return
        block = EditBlock(0, "", problem.path_written, (problem.line, problem.line), problem.begun)
        with suppress(Refused):
            path = self.path_now(self._locator.locate(block, self.files).path)
            if path in self.files:
                self.files[path].note_unfinished(problem)

    def match(self, block: EditBlock, key: str, decisions: Decisions) -> None:
        """Give a block to its file.

        Raises:
            Refused: It names none that may be touched.
        """
        moved = self._moved.get(_plain(block.path_written))
        located = ResolvedPath(moved.path) if moved is not None else self._locator.locate(block, self.files)
        path, via = located.path, None if moved is None else moved.number
        self._know_file(path, is_meant=block.offer is None)
        asked = PlannedBlock(
            block,
            key,
            Decision(),
            via=via,
            warnings=located.warnings,
            is_deferred=self._context.defers(block, path),
            empty_search=self._terms.empty_search,
            is_done=key in self._done,
        )
        if isinstance(block.operation, Move):
            asked = self._leading(asked, block.operation)
        self.files[path].add(asked, decisions)
        if asked.target is not None and asked.obstacle is None and block.offer is None:
            self._moved[asked.target] = _Moved(path, block.number)
            self._folders |= _folders(asked.target)
        if key in decisions and decisions[key].path is not None:
            self.replan(path, decisions)

    def replan(self, path: str, decisions: Decisions) -> None:
        """Place the blocks of a file again, those aside that go to another one now, and those of that one."""
        file = self.files[path]
        concerned = [file]
        for asked in file.sent_elsewhere(decisions):
            to = decisions[asked.key].path if asked.key in decisions else None
            concerned.append(self._send(file, asked, to))
        for each in {id(each): each for each in concerned}.values():
            each.replan(decisions)

    def _send(self, file: FileReview, asked: PlannedBlock, to: str | None) -> FileReview:
        """Give a block to another file, or with None back to its own. Returns that file."""
        home, own = self._at_home.setdefault(asked.block.number, (file, asked))
        target, sent = home, own
        if to is not None:
            message = f"{own.block.path_written or 'no path'} → {to}: chosen by you"
            warning = BlockWarning(WarningKind.PATH_CORRECTED, message)
            sent = replace(own, sent_to=to, via=None, warnings=(*own.warnings, warning))
            try:
                self._know_file(to)
                target = self.files[self.path_now(to)]
            except Refused as refused:
                sent = replace(own, sent_to=to, obstacle=(refused.reason, str(refused)))
        file.give_up(asked.block.number)
        target.take_in(sent)
        return target

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Turn blocks into offers: nothing that is placed later builds on them."""
        self._moved = {path: moved for path, moved in self._moved.items() if moved.number not in numbers}
        for file in self.files.values():
            if file.has_any(numbers):
                file.retract(numbers, offer, decisions)

    def is_done(self, key: str) -> bool:
        """True if a block was applied before the review was resumed."""
        return key in self._done

    def _know_file(self, path: str, *, is_meant: bool = True) -> None:
        """See that a file is one of those under review.

        Args:
            path: Relative to the root.
            is_meant: True if a block is about it that is no offer.

        Raises:
            Refused: It may not be touched, or not be read as text.
        """
        if path not in self.files and path not in self._moved:
            self._check_folders(path)
            self.files[path] = FileReview(self._workspace, path, self._terms.without)
        if is_meant:
            self._folders |= _folders(path)

    def _check_folders(self, path: str) -> None:
        """See that no path is a file for one block and a folder for another.

        Raises:
            Refused: An earlier block needs it otherwise.
        """
        if path in self._folders:
            raise Refused(Reason.IS_DIRECTORY, f"{path} is a folder for an earlier block")
        for folder in sorted(_folders(path)):
            known = self.files.get(folder)
            if folder in self._moved or (known is not None and known.is_there):
                raise Refused(
                    Reason.PROTECTED, f"{path}: {folder} is a file for an earlier block, not a folder"
                )

    def _leading(self, asked: PlannedBlock, operation: Move) -> PlannedBlock:
        """A move with where it leads, and what stands in its way.

        Raises:
            Refused: It may not lead there.
        """
        target = self._workspace.locate(operation.to)
        self._check_folders(target)
        known = self.files.get(target)
        is_taken = target in self._moved or (known is not None and known.is_there)
        if not is_taken and not self._workspace.exists(target):
            return replace(asked, target=target)
        # A transaction has one write for a path.
        is_going = not is_taken and known is not None
        until = "until its deletion is written: run again then" if is_going else "already"
        return replace(asked, target=target, obstacle=(Reason.FILE_EXISTS, f"{target} is there {until}"))

    def path_now(self, path: str) -> str:
        """The file that blocks mean by a path: moves that are not written have not moved it."""
        return self._moved[path].path if path in self._moved else path

    def note_ignored(self, decisions: Decisions) -> None:
        """Let the files know that git ignores, all asked for at once."""
        for path in self._workspace.ignored(self.files):
            self.files[path].note_ignored(decisions)

    def note_made(self, keys: Collection[str], decisions: Decisions) -> None:
        """Earlier runs applied these blocks of the same response."""
        for file in self.files.values() if keys else ():
            file.note_made(keys, decisions)

    def undone_on_disk(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Blocks that were applied are not any more."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.undone_on_disk(keys, decisions)
        self._done -= frozenset(keys)
        self.settled()

    def redone_on_disk(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Blocks that were taken back are applied again."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.redone_on_disk(keys, decisions)
        self.settled()

    def settled(self) -> None:
        """Know the files by their paths after what was written or taken back."""
        self.files = {file.path: file for file in self.files.values()}
        self._moved = {
            target: _Moved(file.path, number)
            for file in self.files.values()
            for target, number in file.moves()
            if target not in self.files
        }


def _folders(path: str) -> set[str]:
    return {folder.as_posix() for folder in PurePosixPath(path).parents[:-1]}


def _plain(written: str | None) -> str:
    return PurePosixPath((written or "").replace("\\", "/")).as_posix()


def unfinished_versions(plan: FilePlan, problems: Sequence[Problem]) -> dict[int, BlockWarning]:
    """The warnings, by number, of blocks whose lines a later, unfinished edit looks for as well.

    It may be another version of them: applying the finished block alone may not be what the response asks.

    Args:
        plan: Of the file.
        problems: The edits of that file that were not read to their end.
    """
    found: dict[int, BlockWarning] = {}
    for problem in problems:
        span = _span(plan.index, plan.path, problem)
        if span is None:
            continue
        for proposal in plan.proposals:
            if proposal.block.lines[1] < problem.line and _removes_any(plan.index, proposal, span):
                message = (
                    f"the unfinished edit at line {problem.line} of the response is about the same lines:"
                    " it may be a later version"
                )
                found.setdefault(proposal.number, BlockWarning(WarningKind.SUPERSEDED, message))
    return found


def _span(index: FileIndex, path: str, problem: Problem) -> tuple[int, int] | None:
    """The offsets of what an unfinished edit looks for in the file; None if it is not there just once."""
    operation = problem.begun
    ways = [operation]
    if isinstance(operation, Replace):
        # Its last line may be cut off.
        shorter = "".join(operation.interpretations[0].search.splitlines(keepends=True)[:-1])
        ways += [Replace((Interpretation(shorter, ""),))] if shorter.strip() else []
    for way in ways:
        if not isinstance(way, Replace | ReplaceLines):
            continue
        block = EditBlock(0, "", path, (problem.line, problem.line), way)
        matches = [
            match for match in match_block(index, block, path).search.matches if match.tier is not Tier.FUZZY
        ]
        if matches:
            return matches[0].span if len(matches) == 1 else None
    return None


def _removes_any(index: FileIndex, proposal: Proposal, span: tuple[int, int]) -> bool:
    """True if a block that is ready, on the file as it was, removes or changes any of the span."""
    if not proposal.is_ready or proposal.is_offer or proposal.base is not index:
        return False
    start, end = span
    return any(splice.start < end and start < splice.end for splice in proposal.change.splices)
