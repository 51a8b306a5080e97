"""Plans one file: locates its blocks one after the other.

`FilePlanner` locates blocks in the original file, and carries their changes through each other. Only a block
that has no single match there, or whose change clashes, is tried on the result of earlier blocks; then it
depends on them. A block that is another version of earlier ones gets a warning.

`WholeFile` handles blocks that write, move or delete the file as a whole, and knows signs that a text is only
a part of it.

An empty SEARCH on a file that has text may mean all of it or none. Tools differ: aider appends the text,
cline overwrites the file, Continue inserts at the top. So the user or the command line has to choose. The
functions at the end make these meanings of it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import takewhile
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import common_ends, kept_lines, line_opcodes
from editreview.blocks import (
    NO_HINTS,
    PATCH_FORMATS,
    Delete,
    EditBlock,
    FormatName,
    GroupKind,
    Insert,
    Interpretation,
    Move,
    Naming,
    Operation,
    Replace,
    ReplaceLines,
    Sketch,
    Snippet,
    Write,
    lines_in_words,
    looks_for_text,
    plain_interpretation,
    written_whole,
)
from editreview.errors import Reason
from editreview.file_kinds import KEYED, PROSE
from editreview.first_use import lazy_pattern
from editreview.formats import (
    are_named_in,
    removals_in,
    says_file_exists,
    says_what_file_becomes,
    says_whole_file,
)
from editreview.matching import (
    Candidates,
    Choice,
    FileIndex,
    Match,
    Mismatch,
    Tier,
    is_comment,
    match_by_line,
    match_whole_file,
)
from editreview.review.already_applied import follows_from, is_new_text_of
from editreview.review.checks import checked, without_moved
from editreview.review.decisions import UNDECIDED, Decision, ManualPlacement, PlacementKind, Verdict
from editreview.review.earlier_runs import Versions, is_applied_by
from editreview.review.file_plan import (
    ChangeGroup,
    ChangeGroups,
    EmptySearch,
    FilePlan,
    Includes,
    Located,
    Obstacle,
    PlannedBlock,
    as_insertions,
    clash,
    insert_twice,
    is_accepted,
    members_of,
)
from editreview.review.hints import (
    NO_HUNK,
    NO_NUMBERS,
    HunkBefore,
    NamedTwin,
    Numbers,
    hint_warning,
    is_hunk_applied,
    missing_place_warning,
    named_twin,
    narrowed,
    numbers_of,
    repeated_warning,
)
from editreview.review.match_block import (
    BlockMatch,
    as_new_code,
    as_plain_code,
    interpretation_warnings,
    is_found_once,
    is_like_old_text,
    is_stricter,
    match_block,
    match_block_loosely,
    match_snippet,
    without_byte_order_marks,
    without_margin,
    without_path_comment,
)
from editreview.review.proposal import (
    APPLIED_BY_SESSION,
    Proposal,
    failed,
    matches_sentence,
    numbered,
    resolve,
    with_outcome,
)
from editreview.review.user_edits import (
    as_edited,
    conflicting,
    is_shaped,
    located_as_chosen,
    placed_operation,
    text_to_place,
    with_selected_rows,
)
from editreview.review.warnings import BlockWarning, Subject, WarningKind
from editreview.text import (
    NO_CHANGE,
    TOKEN,
    Absent,
    Change,
    Snapshot,
    Splice,
    begins_import,
    counted,
    indentation,
    informative_lines,
    is_informative,
    stripped_lines,
    whole_word,
)
from editreview.vocabulary import NEW, UNIT, phrases

_NOTHING_SUPERSEDED: Mapping[int, int] = MappingProxyType({})
_CHECK_PLACE = "check that this is the right one"
"""Ends the warnings that another match of a block has gone."""
_ABOUT_PLACE = frozenset((WarningKind.AGAINST_HINT, WarningKind.BY_SCOPE))
_MIN_REVISION_LIKENESS = 0.75
"""The likeness from which a block revises a line that an earlier block writes.

Below it, the block removes what that one has moved.
"""
_CALLS = frozenset((FormatName.TOOL_CALL, FormatName.XML_TOOL_CALL))
_NAME = lazy_pattern(r"`([^`\n]+)`|\w[\w-]+")
"""A name in the words above a block: in back-quotes, or any word."""
_NEW_OR_ADDED = phrases(" ".join(("added inserted", *NEW.values())))
_LINES_IN_LABEL = lazy_pattern(r"\bL\d+(?:–\d+)?")
"""The lines in the label of a candidate, which are others after other edits."""
_NEW = lazy_pattern(
    lambda: (
        rf"(?:{_NEW_OR_ADDED})\s*(?:{phrases(' '.join(('one', *UNIT.values())))})|\b(?:just|newly) added\b"
    ),
    re.IGNORECASE,
)
"""Words for code that the response has added: `the new function`."""
_IN_FENCES = (FormatName.WHOLE_FILE, FormatName.SNIPPET)
"""The formats of code in fences without marks of its own."""
_WHOLE_FROM = 0.6
"""The share of a file's lines from which a text that looks like a part may be the whole file."""


class FilePlanner:
    """Locates the blocks of one file, one after the other.

    Args:
        before: The file as read.
        index: The index of its text.
        items: The blocks known so far, so that identical ones share their matches.
        includes: Returns True for ready proposals that are part of the text that later blocks see.
        earlier: The previous planner. If it has the same text, its searches are reused, and an equal proposal
            stays the same object.
        warnings: Warnings about the file itself, for each of its blocks.
        versions: Returns the texts of the file before and after earlier runs wrote it.
        texts_written: Returns the texts before and after what was written from responses before another one.
        committed: Returns the text of the file in the last commit; None if it has none.
        superseded: The later version of each superseded block, both by number.
        checks_off: Kinds of warnings not to look for.
        marks: Remarks on the file itself, for each of its blocks.
    """

    def __init__(
        self,
        before: Snapshot | Absent,
        index: FileIndex,
        items: Sequence[PlannedBlock],
        includes: Includes,
        *,
        earlier: "FilePlanner | None" = None,
        warnings: tuple[BlockWarning, ...] = (),
        versions: Callable[[], Versions] = tuple,
        texts_written: Callable[[int], Versions] = lambda _: (),
        committed: Callable[[], str | None] = lambda: None,
        superseded: Mapping[int, int] = _NOTHING_SUPERSEDED,
        checks_off: frozenset[str] = frozenset(),
        marks: tuple[BlockWarning, ...] = (),
    ) -> None:
        self._checks_off = checks_off
        self._marks = marks
        self._versions = versions
        self._texts_written = texts_written
        self._before = before
        self._index = index
        self._includes = includes
        self._warnings = warnings
        self.superseded = dict(superseded)
        """The later version of each superseded block, including those found here."""
        self._withdrawn = frozenset(superseded)
        """Superseded blocks. Their changes are only included if they are accepted."""
        self._changes = ChangeGroups(index)
        self._file = WholeFile(before, index, self._changes, committed, versions)
        self._twins: dict[Operation, list[int]] = {}
        """The numbers of identical blocks, by operation."""
        self._hint_keys: dict[int, tuple[object, ...]] = {}
        """By number: the hints of the block, as a key."""
        self._recorded: dict[int, EditBlock] = {}
        """By number: the blocks known so far."""
        self._in_comments: dict[int, AbstractSet[str]] = {}
        """By number of a block in a comment: the similar lines outside of it that no known block quotes."""
        self._rejected: set[int] = set()
        self._accepted: set[int] = set()
        self._responses: dict[int, int] = {}
        """By number of a block: the number of its response."""
        self._numbers: dict[str, Numbers] = {}
        """By group: the agreement of the original file with the line numbers of the diff."""
        self._numbered: set[int] = set()
        """The blocks that `_numbers` takes into account."""
        self._has_earlier_blocks = any(item.is_from_earlier_run for item in items)
        """True if an earlier run applied blocks of the response to the file."""
        for item in items:
            self._record(item)
        self._proposals: list[Proposal] = []
        is_same = earlier is not None and earlier._index is index
        self._searches: dict[int, tuple[EditBlock, BlockMatch]] = (
            earlier._searches if earlier and is_same else {}
        )
        self._known = {p.number: p for p in earlier._proposals} if earlier and is_same else {}
        self._read_as: dict[EditBlock, EditBlock] = earlier._read_as if earlier and is_same else {}
        """Blocks as which others are read, one object for equal ones, since searches are cached by block."""
        self._ready: set[int] = set()
        self._written: dict[str | None, list[str]] = {}
        """The new texts of all included blocks, by ordered group; None for blocks outside of one."""
        self._written_lines: set[str] = set()
        self._before_hunks: dict[str, HunkBefore] = {}
        """By ordered group: the previous block, as it is in the original file."""
        self._sequences: dict[str, set[int]] = {}
        """By sequential group: the numbers of its blocks so far."""
        self._plan: tuple[int, FilePlan] | None = None
        """The number of blocks located, and their plan. Another thread may read it at any time."""

    def _record(self, item: PlannedBlock) -> None:
        self._responses[item.block.number] = item.response
        if item.decision.verdict is Verdict.ACCEPTED:
            self._accepted.add(item.block.number)
        is_no_edit = item.block.is_dry_run or item.block.offer is not None
        if not is_no_edit:
            self._record_numbers(item.block)
        if is_no_edit or item.is_left_out or item.is_done or item.is_from_earlier_run:
            # It takes no match, so that an identical block gets one of its own.
            return
        self._recorded[item.block.number] = item.block
        twins = self._twins.setdefault(item.block.operation, [])
        if item.block.number not in twins:
            twins.append(item.block.number)
        self._hint_keys[item.block.number] = _hint_key(item.block)
        if item.decision.verdict is Verdict.REJECTED:
            self._rejected.add(item.block.number)

    def _record_numbers(self, block: EditBlock) -> None:
        if block.group is None or block.number in self._numbered:
            return
        self._numbered.add(block.number)
        self._numbers[block.group.id] = self._numbers_of(block) & numbers_of(self._index, block)

    def _numbers_of(self, block: EditBlock) -> Numbers:
        """The agreement of the file with the line numbers of the block's diff, by the hunks known so far."""
        return self._numbers.get(block.group.id, NO_NUMBERS) if block.group is not None else NO_NUMBERS

    def changes_numbers(self, block: EditBlock) -> bool:
        """True if a new block changes the agreement of the file with the line numbers of its diff."""
        known = self._numbers_of(block)
        return known != NO_NUMBERS and known & numbers_of(self._index, block) != known

    def frees(self, item: PlannedBlock) -> bool:
        """True if a new block edits the code that a block in a comment of its response waits for."""
        return any(
            self._responses[number] == item.response and not lines.isdisjoint(_lines_quoted(item.block))
            for number, lines in self._in_comments.items()
        )

    def _are_edited(self, block: EditBlock, lines: AbstractSet[str]) -> bool:
        """True if another block of a block's response quotes one of some lines, stripped.

        Else the block waits for one: see `frees`.
        """
        response = self._responses[block.number]
        others = (each for number, each in self._recorded.items() if self._responses[number] == response)
        if any(not lines.isdisjoint(_lines_quoted(each)) for each in others if each.number != block.number):
            return True
        self._in_comments[block.number] = lines
        return False

    def _is_in_response(self, block: EditBlock, word: str) -> bool:
        """True if a block, or one before it in its response, has a word in its old or new text."""
        response, pattern = self._responses[block.number], whole_word(word)
        return any(
            pattern.search(text) is not None
            for number, each in self._recorded.items()
            if self._responses[number] == response
            for pair in _interpretations(each)
            for text in (pair.search, pair.replace)
        )

    def _twins_of(self, block: EditBlock, matches: int) -> list[int]:
        """The numbers of the blocks that share the matches of a block's operation.

        A rejected one is left out, unless there is a match for each block: then it keeps its own.
        """
        twins = self._twins.get(block.operation) or [block.number]
        return twins if len(twins) == matches else [n for n in twins if n not in self._rejected]

    def _same_as(self, block: EditBlock) -> int | None:
        """The first ready block with the same operation and the same hints.

        Hunks that name different lines or scopes have different matches.
        """
        hint_key = _hint_key(block)
        twins = (n for n in self._twins.get(block.operation, ()) if n not in self._rejected)
        return next((n for n in twins if n in self._ready and self._hint_keys[n] == hint_key), None)

    def has_twin(self, block: EditBlock) -> bool:
        """True if a known block has the same operation."""
        return block.operation in self._twins

    def plan(self) -> FilePlan:
        """The plan of the blocks located so far."""
        known, count = self._plan, len(self._proposals)
        if known is None or known[0] != count:
            members = frozenset(members_of(self._changes.groups))
            change = self._changes.now()
            if self._file.ending.removed_by is not None:
                change = self._file.removal()
            plan = FilePlan(
                path=self._before.path,
                before=self._before,
                index=self._index,
                proposals=tuple(self._proposals[:count]),
                members=members.union(self._file.ending.members),
                change=change,
                change_groups=tuple(self._changes.groups),
                is_removed=self._file.ending.removed_by is not None,
                path_to=self._file.ending.path_to,
            )
            known = self._plan = (count, without_moved(plan))
        return known[1]

    def add(self, item: PlannedBlock) -> Proposal:
        """Locate one block. If it is included, later blocks see its change."""
        self._record(item)
        proposal, builds_on = self._plan_block(item)
        if item.via is not None and proposal.is_ready:
            proposal = replace(proposal, depends_on=tuple(sorted({*proposal.depends_on, item.via})))
        proposal = self._with_versions(checked(as_edited(proposal, item.decision), self._checks_off))
        if self._marks and not proposal.is_done_already:
            proposal = replace(proposal, marks=(*proposal.marks, *self._marks))
        proposal = with_selected_rows(with_outcome(proposal), item.decision)
        if proposal.is_ready and is_shaped(proposal):
            # An edited block may change further lines, which other blocks change too.
            clashing = members_of(self._changes.beside(self._changes.lifted(proposal, builds_on), builds_on))
            if clashing:
                message = f"as edited, it changes the same lines as {numbered(clashing)}"
                proposal = failed(proposal, Reason.CONFLICT, message, clashing)
        if item.block.is_correction and proposal.is_ready:
            self._record_corrected(proposal)
        if proposal.is_ready and not proposal.is_offer and item.decision.verdict is not Verdict.REJECTED:
            proposal = self._unless_reversed(proposal)
        if proposal.reason is Reason.FILE_EXISTS and item.decision.verdict is not Verdict.REJECTED:
            self._warn_created_twice(proposal)
        known = self._known.get(proposal.number)
        proposal = known if known is not None and known == proposal else proposal
        if proposal.is_ready and not item.block.is_dry_run:
            is_included = self._includes(proposal, item.decision)
            if proposal.number in self._withdrawn and proposal.is_superseded:
                is_included = is_included and is_accepted(proposal, item.decision)
            if is_included:
                self._file.include(proposal, builds_on)
                text = _new_text(proposal)
                self._written.setdefault(_ordered_group(proposal.block), []).append(text)
                self._written_lines.update(line.strip() for line in text.split("\n"))
            if is_included or not proposal.is_offer:
                self._ready.add(proposal.number)
        # Last, because it makes the cached plan stale.
        self._proposals.append(proposal)
        return proposal

    def _with_versions(self, proposal: Proposal) -> Proposal:
        """The proposal, with a warning or failure if there are other versions of its lines."""
        number = proposal.number
        later = self.superseded.get(number)
        if later is not None and proposal.reason is Reason.NOT_FOUND:
            message = f"block {later} is a later version of these lines"
            return failed(proposal, Reason.CONFLICT, message, (later,))
        if not proposal.is_ready:
            return proposal
        # Usually none is withdrawn, of a thousand.
        others = self._proposals if self._withdrawn else ()
        earlier = [
            p.number
            for p in others
            if self._may_be_chosen_instead(p, proposal) and not self._corrects(number, p.number)
        ]
        if earlier:
            change = "changes" if len(earlier) == 1 else "change"
            message = f"{numbered(earlier)} {change} the same lines differently: accept one of them"
            proposal = proposal.warned(WarningKind.OTHER_VERSION, message)
        if later is not None and later not in self._rejected:
            proposal = _superseded_by(proposal, later)
        return proposal

    def _unless_reversed(self, proposal: Proposal) -> Proposal:
        """The proposal, with a warning if it undoes what an earlier block does, which gets one too.

        Responses show how to undo an edit, or the file as it was: both together would change nothing.
        """
        is_whole = isinstance(proposal.block.operation, Write)
        for at, other in enumerate(self._proposals if is_whole or proposal.depends_on else ()):
            is_below = other.number in proposal.depends_on or (is_whole and other.number in self._ready)
            is_reversed = is_below and not other.is_offer and _reverses(proposal.block, other.block)
            if not is_reversed or self._corrects(proposal.number, other.number):
                continue
            message = f"block {proposal.number} undoes this: accept one of them"
            self._proposals[at] = with_outcome(other.warned(WarningKind.SUPERSEDED, message))
            message = f"undoes what {numbered([other.number])} does: accept one of them"
            return proposal.warned(WarningKind.OTHER_VERSION, message)
        return proposal

    def _warn_created_twice(self, proposal: Proposal) -> None:
        """Warn about blocks that create a file that a later block would create too."""
        text = written_whole(proposal.block.operation)
        if (
            isinstance(self._before, Snapshot)
            or proposal.is_offer
            or proposal.block.is_dry_run
            or text is None
        ):
            return
        # An empty SEARCH may add its text to the file.
        is_new = isinstance(proposal.block.operation, Write)
        for at, other in enumerate(self._proposals):
            written = written_whole(other.block.operation)
            is_version = is_new or (written is not None and _share_a_third(written, text))
            is_open = other.number in self._ready and not (other.is_offer or other.is_superseded)
            if (
                written is None
                or not (is_version and is_open)
                or self._corrects(proposal.number, other.number)
            ):
                continue
            message = f"block {proposal.number} is another version of the file: accept one of them"
            self._proposals[at] = with_outcome(other.warned(WarningKind.SUPERSEDED, message))

    def _corrects(self, later: int, earlier: int) -> bool:
        """True if a block is from a later response than another one that the user did not accept."""
        return self._responses[later] > self._responses[earlier] and earlier not in self._accepted

    def _may_be_chosen_instead(self, earlier: Proposal, proposal: Proposal) -> bool:
        """True if a block is an earlier version of a proposal's lines and can still be chosen."""
        if earlier.number not in self._withdrawn or earlier.number in self._rejected:
            return False
        are_here = earlier.base is self._index and proposal.base is self._index
        if not are_here or not earlier.is_ready:
            return False
        is_known = self.superseded[earlier.number] == proposal.number
        return is_known or clash(proposal.change, earlier.change)

    def _record_versions(self, proposal: Proposal, clashing: Sequence[ChangeGroup]) -> None:
        """Record that a block is a later version of the lines that earlier blocks change."""
        if proposal.is_offer or proposal.block.is_dry_run or proposal.number in self._rejected:
            return
        members = {number for each in clashing for number in each.members}
        for at, other in enumerate(self._proposals):
            if other.number not in members or other.number in self.superseded:
                continue
            if other.base is self._index and clash(proposal.change, other.change):
                self.superseded[other.number] = proposal.number
                self._proposals[at] = with_outcome(_superseded_by(other, proposal.number))

    def _record_corrected(self, proposal: Proposal) -> None:
        """Record that a block is a later version of the previous one, which the response says it corrects."""
        before = self._proposals[-1] if self._proposals else None
        if before is None or proposal.is_offer or before.is_offer or not before.is_ready:
            return
        if before.number in self.superseded or before.base is not self._index:
            return
        are_whole = isinstance(before.block.operation, Write) and isinstance(proposal.block.operation, Write)
        if are_whole or self._touches(proposal.block, before):
            self.superseded[before.number] = proposal.number

    def _touches(self, block: EditBlock, before: Proposal) -> bool:
        """True if a match of a block in the original file shares lines with another block's match."""
        if isinstance(block.operation, Write | Delete | Move) or before.lines is None:
            return False
        first, last = before.lines
        spans = (match.lines for match in self._find(block).search.matches)
        return any(lines[0] <= last and first <= lines[1] for lines in spans if lines is not None)

    def _plan_block(self, item: PlannedBlock) -> Located:
        block = as_new_code(item.block, self._before, self._index)
        block = without_margin(without_path_comment(block, self._before), self._before)
        block = as_plain_code(block, self._before, self._index)
        item = replace(item, block=without_byte_order_marks(block, self._before, self._index))
        block, operation = item.block, item.block.operation
        warnings = tuple(BlockWarning(WarningKind.AS_READ, message) for message in block.warnings)
        if block.rejection is not None:
            message = f"the words above it reject it: {block.rejection}"
            warnings = (*warnings, BlockWarning(WarningKind.REJECTED, message))
        warnings = (*item.warnings, *self._warnings, *warnings)
        proposal = Proposal(block, item.key, self._before.path, self._index, warnings=warnings)
        if item.is_done:
            return _failed(proposal, Reason.ALREADY_APPLIED, "applied before this review was resumed")
        if item.is_from_earlier_run:
            return _failed(proposal, Reason.ALREADY_APPLIED, "an earlier run applied it from this response")
        if item.is_left_out:
            message = f"{self._before.path} is not among the files that the model was shown"
            return _failed(proposal, Reason.NOT_IN_CONTEXT, message)
        obstacle = item.obstacle or self._file.obstacle(item)
        if obstacle is not None:
            return _failed_by(proposal, obstacle)
        if item.decision.placement is not None:
            return self._place_by_hand(proposal, item, item.decision.placement)
        creation = next((each for each in _interpretations(block) if not each.search), None)
        interpretations = _searches_of(block)
        match operation:
            case Write():
                return self._file.unless_moved(self._plan_write(proposal, item, operation), item)
            case Replace() if creation is not None and (
                not interpretations or self._file.now() in ("", creation.replace)
            ):
                proposal = replace(proposal, warnings=(*warnings, *interpretation_warnings(creation, 0)))
                return self._file.unless_moved(
                    self._plan_empty_search(proposal, item, creation.replace), item
                )
        if not self._file.is_there:
            if isinstance(operation, Insert) and operation.after is None:
                # What appends to a missing file makes it, as `>>` does.
                return self._file.unless_moved(self._plan_write(proposal, item, Write(operation.text)), item)
            return Located(self._file.fail_missing(proposal))
        match operation:
            case Delete():
                return Located(self._file.plan_removal(proposal, operation))
            case Move():
                return Located(self._file.plan_move(proposal, item))
            case Sketch():
                return self._locate_with_members(proposal, item, operation)
            case Snippet() if (sketched := self._locate_as_sketch(proposal, item, operation)) is not None:
                return sketched
        is_same = all(r.search == r.replace and not r.removes_mark for r in interpretations)
        if interpretations and is_same and block.hints.final_newline is None:
            return _failed(proposal, Reason.NO_CHANGE, f"{' and '.join(proposal.sides)} are the same")
        return self._locate(proposal, item)

    def _place_by_hand(self, proposal: Proposal, item: PlannedBlock, placement: ManualPlacement) -> Located:
        """A block placed where the user chose."""
        text, block = text_to_place(item.block.operation), item.block
        if text is None:
            return _failed(proposal, Reason.NOT_FOUND, "it has no text that could be placed by hand")
        if placement.kind is PlacementKind.WHOLE or not (self._file.is_there or placement.line):
            located = self._file.plan_write(proposal, Interpretation("", text), creates=False)
            return located.warned(WarningKind.CHOSEN, "placed by you: the whole file")
        operation = placed_operation(block.operation, placement, self._index)
        if operation is None:
            message = "the lines that you placed it on have changed; place it again"
            return _failed(proposal, Reason.BAD_LINE_NUMBER, message)
        # In a sequential group, its lines would be counted in the result of earlier blocks.
        alone = replace(block, operation=operation, hints=NO_HINTS, group=None)
        located = self._locate_read_as(proposal, item, alone)
        placed = located.proposal
        warnings = tuple(w for w in placed.warnings if w.kind is not WarningKind.BY_LINE_NUMBER)
        placed = replace(placed, block=replace(alone, group=block.group), warnings=warnings)
        if isinstance(operation, ReplaceLines):
            message = f"placed by you on {lines_in_words((operation.first, operation.last))}"
        elif isinstance(operation, Insert) and operation.after:
            message = f"inserted by you below line {operation.after}"
        else:
            message = "inserted by you at the top"
        return Located(placed, located.builds_on).warned(WarningKind.CHOSEN, message)

    def _plan_write(self, proposal: Proposal, item: PlannedBlock, operation: Write) -> Located:
        """A block that writes a whole file, or a part of a file that only looks like a whole one."""
        sketched = self._locate_as_sketch(proposal, item, operation)
        if sketched is not None:
            return sketched
        whole = plain_interpretation(operation)
        located = self._file.plan_write(proposal, whole, creates=operation.creates)
        written, builds_on = located
        warning = next((each for each in written.warnings if each.kind is WarningKind.SNIPPET), None)
        if warning is None or written.base is None:
            return located
        removal = _WholeRemoval.of(written.base, operation.text, item.block)
        if removal.is_meant:
            warnings = tuple(each for each in written.warnings if each is not warning)
            return Located(replace(written, warnings=warnings), builds_on)
        matches = match_snippet(written.base, operation.text, self._before.path, item.block.names)
        if isinstance(matches, Mismatch):
            likely = self._locate_at_likely_places(proposal, item, operation, matches)
            if likely is not None:
                return likely
            longer = replace(warning, message=f"{warning.message}: {matches.message}")
            warnings = tuple(longer if each is warning else each for each in written.warnings)
            return Located(replace(written, warnings=warnings), builds_on)
        after = written.change.apply(written.base.text)
        if all(match.change.apply(written.base.text) == after for match in matches):
            # As a part or as the whole, it gives the same text, so it matters only if it is cut off.
            seems_cut_off = any(match.warnings for match in matches)
            warnings = tuple(each for each in written.warnings if each is not warning or seems_cut_off)
            return Located(replace(written, warnings=warnings), builds_on)
        is_part = _is_only_part(written.base, operation.text, self._before.path, item.block, matches)
        as_part = self._locate_as_part(proposal, item, Snippet(operation.text, may_be_whole=not is_part))
        if as_part.proposal.reason is Reason.NO_CHANGE and removal.may_be_meant:
            longer = replace(warning, message=f"{warning.message}, and would change nothing")
            warnings = tuple(longer if each is warning else each for each in written.warnings)
            return Located(replace(written, warnings=warnings), builds_on)
        return as_part

    def _locate_at_likely_places(
        self, proposal: Proposal, item: PlannedBlock, operation: Write, mismatch: Mismatch
    ) -> Located | None:
        """A part of a file without a match, with the likeliest places as candidates; None without any."""
        # Imported on first use: slow to import, and few blocks need it.
        from editreview.matching import is_document

        old, new = stripped_lines(self._before.text), stripped_lines(operation.text)
        is_short = len(new) < _WHOLE_FROM * len(old)
        is_part = item.block.naming is Naming.PART
        is_named = item.block.naming in (Naming.LABEL, Naming.COMMENT) and not proposal.is_offer
        may_be_part = is_part or (not is_named and (is_short or proposal.is_offer))
        if not may_be_part and (
            mismatch.is_cut_off or _why_like_part(self._index, operation.text, self._before.path) is None
        ):
            return None
        is_part &= is_short and not is_document(self._index, operation.text, self._before.path)
        snippet = Snippet(operation.text, may_be_whole=not is_part)
        located = self._locate_as_part(proposal, item, snippet)
        return located if located.has_matches else None

    def _locate_as_part(self, proposal: Proposal, item: PlannedBlock, snippet: Snippet) -> Located:
        """A block that writes a whole file, read as a part of the file."""
        block = replace(item.block, format=FormatName.SNIPPET, operation=snippet)
        return self._locate_read_as(_named_in_comment(proposal), item, block)

    def _locate_as_sketch(
        self, proposal: Proposal, item: PlannedBlock, operation: Write | Snippet
    ) -> Located | None:
        """A block read as a part of a file, with comments or dots for code; None if it has no match then."""
        if item.block.format not in _IN_FENCES or not self._before.text.strip():
            return None
        # Imported on first use: slow to import, and few blocks need it.
        from editreview.formats import likely_sketch

        is_data = self._before.path.lower().endswith(KEYED)
        sketched = likely_sketch(operation.text, self._before.text, is_data=is_data)
        if sketched is None:
            return None
        block = replace(item.block, format=FormatName.LAZY, operation=sketched)
        located = self._locate_read_as(proposal, item, block)
        if not located.has_matches:
            return None
        message = "reads comments without dots, or dots alone, as placeholders for unchanged lines"
        return located.warned(WarningKind.UNSEEN, message)

    def _locate_with_members(self, proposal: Proposal, item: PlannedBlock, operation: Sketch) -> Located:
        """A sketch, in which comments that give members of the file with dots are placeholders too."""
        # Imported on first use: slow to import, and few blocks need it.
        from editreview.formats import with_kept_members

        sketched = with_kept_members(operation, self._before.text)
        if sketched is None:
            return self._locate(proposal, item)
        located = self._locate_read_as(proposal, item, replace(item.block, operation=sketched))
        message = "reads comments that give members of the file with dots as placeholders for them"
        return located.warned(WarningKind.UNSEEN, message)

    def _locate_read_as(self, proposal: Proposal, item: PlannedBlock, block: EditBlock) -> Located:
        """A block, located as the block that it is read as."""
        block = self._read_as.setdefault(block, block)
        return self._locate(replace(proposal, block=block), replace(item, block=block))

    def _locate(self, proposal: Proposal, item: PlannedBlock) -> Located:
        """A block that has to be located in the file."""
        block = item.block
        grouped = self._locate_in_group(proposal, item)
        if grouped is not None:
            return grouped
        chosen = located_as_chosen(proposal, self._changes, item.decision, self._with_matches)
        if chosen is not None:
            return chosen
        if is_hunk_applied(self._index, block, self._numbers_of(block)) and not self._is_taken_back(block):
            message = f"its new text is at line {block.hints.new_line}, and the rest of its diff is applied"
            return _failed(proposal, Reason.ALREADY_APPLIED, message)
        result = self._find(block)
        twins = self._twins_of(block, len(result.search.matches)) or [block.number]
        are_shared = result.choice is Choice.ONE_OF and len(result.search.matches) == len(twins)
        same = self._same_as(block) if block.number in twins and not are_shared else None
        if same is not None:
            return Located(failed(proposal, Reason.ALREADY_APPLIED, f"same as block {same}", (same,)))
        proposal = self._unless_ambiguous_before(
            self._with_matches(proposal, result, item.decision, twins), result
        )
        clashing = self._changes.clashing(proposal.change) if proposal.is_ready else []
        base = self._index.text
        inserts = as_insertions(proposal.change, base) if clashing else proposal.change
        twice = [group for group in clashing if insert_twice(inserts, as_insertions(group.change, base))]
        if twice:
            self._record_versions(proposal, twice)
            return Located(conflicting(proposal, twice))
        if proposal.is_ready and not clashing and not self._has_other_matches(block, result):
            after_others = self._locate_as_quoted(proposal, item.decision)
            if after_others is not None:
                return after_others
            with_written = self._locate_with_written(proposal, item.decision)
            if with_written is not None:
                return with_written
            self._record_position(proposal)
            return Located(self._unless_written_by_rejected(proposal, item.decision))
        later: Located | None = None
        if looks_for_text(block.operation):
            later = self._locate_after_others(proposal, clashing, item.decision)
        if later is not None:
            return later._replace(proposal=self._unless_left_over(later.proposal, result, item))
        if proposal.is_ready and not clashing:
            return Located(proposal)
        if clashing:
            beside = self._locate_beside(proposal, clashing, item.decision)
            beside = beside or self._locate_over(proposal, clashing, item.decision)
            if beside is not None:
                return beside
            self._record_versions(proposal, clashing)
            return Located(conflicting(proposal, clashing))
        proposal = self._with_explanation(proposal)
        return self._locate_loosely(proposal, item.decision) or Located(proposal)

    def _is_taken_back(self, block: EditBlock) -> bool:
        """True if an earlier block changes lines that the file has and that this block would write."""
        if not self._changes:
            return False
        new = plain_interpretation(block.operation).replace
        now = self._changes.fast_text(self._changes.groups)
        return now.count(new) < self._index.text.count(new)

    def _unless_ambiguous_before(self, proposal: Proposal, result: BlockMatch) -> Proposal:
        """The proposal, with a warning if it had several matches before other blocks were applied.

        If one of these changed one of them, the remaining match need not be the right one.
        """
        if not proposal.is_ready or result.choice is not Choice.ONE_OF:
            return proposal
        each = (
            self._matches_before_earlier_runs(proposal.block)
            if self._has_earlier_blocks
            else self._matches_before_other_responses(proposal, result.interpretation)
        )
        count = next((len(matches) for matches in each if len(matches) > 1), None)
        if count is None:
            return proposal
        message = f"its text had {count} matches before other blocks were applied"
        return proposal.warned(WarningKind.AGAINST_HINT, f"{message}: {_CHECK_PLACE}")

    def _matches_in(self, text: str, block: EditBlock) -> Sequence[Match]:
        """The matches of a block in an earlier text of the file."""
        return match_block(self._index.of(text), block, self._before.path).search.matches

    def _matches_before_earlier_runs(self, block: EditBlock) -> Iterator[Sequence[Match]]:
        """The matches of a block in each text that an earlier run changed."""
        for before, _ in self._versions():
            yield self._matches_in(before, block)

    def _matches_before_other_responses(
        self, proposal: Proposal, interpretation: Interpretation
    ) -> Iterator[Sequence[Match]]:
        """The matches of a block in each text in which another response revised one of them.

        That one did not make the same change. After a deletion, the model knows that one match is left.
        """
        if proposal.lines is not None and proposal.block.hints.line == proposal.lines[0]:
            return
        old, new = interpretation.search.strip(), interpretation.replace.strip()
        for before, after in self._texts_written(self._responses[proposal.number]):
            if before.count(old) > max(after.count(old), 1) and after.count(new) <= before.count(new):
                matches = self._matches_in(before, proposal.block)
                if len(matches) > 1 and _has_revised(before, after, matches):
                    yield matches

    def _unless_left_over(self, proposal: Proposal, result: BlockMatch, item: PlannedBlock) -> Proposal:
        """The proposal, with a warning if blocks of earlier responses change its other matches.

        It may quote the text from before them, and be another version of one of them, unless that writes the
        same.

        Args:
            proposal: The block on the result of earlier blocks, where it has one match.
            result: Its matches in the original file.
            item: The block.
        """
        matches = result.search.matches
        if result.choice is not Choice.ONE_OF or len(matches) < 2 or item.decision.matches is not None:
            return proposal
        earlier = [p for p in self._proposals if p.number in self._ready and p.base is self._index]
        changing = {
            match.span: [p for p in earlier if _changes_within(p.change, match.span)] for match in matches
        }
        if not proposal.is_ready or sum(not others for others in changing.values()) != 1:
            return proposal
        new = result.interpretation.replace.strip()
        others = {
            p.number
            for each in changing.values()
            for p in each
            if self._responses[p.number] < item.response and new not in _new_text(p)
        }
        if not others:
            return proposal
        message = f"its text had {len(matches)} matches before {numbered(sorted(others))}"
        return proposal.warned(WarningKind.AGAINST_HINT, f"{message}: {_CHECK_PLACE}")

    def _locate_loosely(self, proposal: Proposal, decision: Decision) -> Located | None:
        """A block whose old text has no match, located at similar text; None if there is none."""
        if proposal.reason is not Reason.NOT_FOUND:
            return None
        for builds_on in ([], self._changes.groups) if self._changes else ([],):
            result = match_block_loosely(self._changes.text(builds_on), proposal.block, self._before.path)
            if result is None or not result.search.matches:
                continue
            tried = (*proposal.verdicts, *result.search.verdicts)
            placed = replace(self._changes.based(proposal, builds_on), reason=None, message=None)
            placed = replace(self._with_matches(placed, result, decision, []), verdicts=tried)
            if builds_on or not (placed.is_ready and self._changes.clashing(placed.change)):
                return Located(placed, builds_on)
        return None

    def _find(self, block: EditBlock) -> BlockMatch:
        """The matches of a block in the original file, cached."""
        known = self._searches.get(block.number)
        if known is None or known[0] is not block:
            known = self._searches[block.number] = (block, match_block(self._index, block, self._before.path))
        return known[1]

    def _locate_in_group(self, proposal: Proposal, item: PlannedBlock) -> Located | None:
        """A block of a sequential group in the result of those before it; None if that changes nothing."""
        group = item.block.group
        if group is None or group.kind is not GroupKind.SEQUENTIAL:
            return None
        before = self._sequences.setdefault(group.id, set())
        builds_on = [c for c in self._changes.groups if not before.isdisjoint(c.members)]
        before.add(item.block.number)
        if not builds_on:
            return None
        here = self._find(item.block)
        if is_found_once(self._changes.fast_text(builds_on), item.block) and len(here.search.matches) == 1:
            return None
        there = match_block(self._changes.text(builds_on), item.block, self._before.path)
        if len(here.search.matches) == len(there.search.matches) and here.choice is Choice.ONE_OF:
            return None
        placed = self._with_matches(self._changes.based(proposal, builds_on), there, item.decision, [])
        if not placed.is_ready:
            return None if not there.search.matches else Located(placed)
        lifted = self._changes.lifted(placed, builds_on)
        beside = self._changes.beside(lifted, builds_on)
        return None if beside else Located(placed, builds_on)

    def _record_position(self, proposal: Proposal) -> None:
        group = None if proposal.is_offer else proposal.block.group
        if group is None or group.kind is not GroupKind.ORDERED or proposal.candidates is None:
            return
        if proposal.lines is not None:
            (first, last), line = proposal.lines, proposal.block.hints.line
            is_sure = isinstance(proposal.block.operation, Replace) and not proposal.warnings
            drift = first - line if line is not None and is_sure else 0
            self._before_hunks[group.id] = HunkBefore(last, line, drift)

    def _hunk_before(self, proposal: Proposal) -> HunkBefore:
        """The previous block of an ordered group."""
        group = proposal.block.group
        return self._before_hunks.get(group.id, NO_HUNK) if group is not None else NO_HUNK

    def _plan_empty_search(self, proposal: Proposal, item: PlannedBlock, text: str) -> Located:
        """A block with an empty SEARCH: a new file, or one of its meanings for a file that has text."""
        written = self._file.plan_write(proposal, Interpretation("", text), creates=True)
        if written.proposal.reason is not Reason.FILE_EXISTS or not _has_meanings(item.block):
            return written
        meaning = _meaning_of(item.decision, item.empty_search)
        if meaning is None:
            builds_on = [] if self._before.text else written.builds_on
            return Located(_without_meaning(self._changes.based(proposal, builds_on), text))
        operation = _as_operation(text, meaning)
        if isinstance(operation, Write):
            placed, builds_on = self._file.plan_write(proposal, Interpretation("", text), creates=False)
        else:
            # Located as an insertion, in the original file or the result of earlier blocks.
            placed, builds_on = self._locate_read_as(proposal, item, replace(item.block, operation=operation))
            placed = replace(placed, block=item.block)
        is_chosen = meaning in (item.decision.matches or ())
        return Located(_with_meaning(placed, text, meaning, is_chosen=is_chosen), builds_on)

    def _with_matches(
        self, proposal: Proposal, result: BlockMatch, decision: Decision, twins: list[int]
    ) -> Proposal:
        """The proposal with the matches in its base, and with the chosen ones if the choice is clear."""
        candidates = Candidates(result.choice, result.search.matches)
        twin = self._named_twin(proposal, candidates)
        if twin is not None:
            (only,) = candidates.matches
            both = (twin.match, only) if twin.is_likelier else (only, twin.match)
            candidates = replace(candidates, matches=both)
        warnings = (*proposal.warnings, *result.warnings)
        proposal = replace(
            proposal, candidates=candidates, verdicts=result.search.verdicts, warnings=warnings
        )
        numbers = self._numbers_of(proposal.block)
        if not looks_for_text(proposal.block.operation) and numbers.are_stale:
            message = (
                "another hunk of this diff is not at its line: the numbers may belong to another version"
            )
            proposal = proposal.warned(WarningKind.STALE_NUMBER, message)
        suggestion = None
        has_choice = candidates.choice is Choice.ONE_OF and len(candidates.matches) > 1
        if has_choice and proposal.base is not None:
            # Imported on first use: slow to import, and few blocks need them.
            from editreview.review.suggestions import meant_by_words

            suggestion = meant_by_words(proposal.base, proposal.block, self._before.path, candidates.matches)
        chosen = candidates.chosen(decision.matches)
        if twin is not None and twin.is_likelier:
            suggestion = 0, twin.where
        is_undecided = decision.matches is None and twin is None
        if (not chosen or proposal.block.hints.scopes) and candidates.matches and is_undecided:
            base = proposal.base
            assert base is not None
            hints = proposal.block.hints
            below = self._hunk_before(proposal).last_above(hints)
            left = narrowed(base, candidates.matches, hints, below, are_stale=numbers.are_stale)
            if len(left.matches) == 1:
                chosen = tuple(left.matches)
                proposal = replace(proposal, warnings=(*proposal.warnings, *left.warnings))
            elif left.suggested is not None:
                proposal = replace(proposal, suggested=candidates.matches.index(left.suggested))
        base = proposal.base
        if has_choice and suggestion is None and not chosen and base is not None and twin is None:
            from editreview.review.suggestions import most_alike

            suggestion = most_alike(base, self._before.path, candidates.matches)
        if suggestion is not None:
            proposal = replace(proposal, suggested=suggestion[0], suggested_because=suggestion[1])
        if not chosen and len(twins) == len(candidates.matches) > 1 and proposal.number in twins:
            nth = twins.index(proposal.number)
            chosen = (candidates.matches[nth],)
            count = len(twins)
            message = (
                f"{numbered(twins)} are identical and have {count} matches; this one gets match {nth + 1}"
            )
            proposal = proposal.warned(WarningKind.IDENTICAL_BLOCKS, message)
        if chosen:
            assert proposal.base is not None
            doubt = repeated_warning(proposal.base, result.interpretation, chosen, proposal.block.hints)
            kinds = {warning.kind for warning in proposal.warnings}
            if doubt is None and len(candidates.matches) == 1 and WarningKind.AGAINST_HINT not in kinds:
                doubt = hint_warning(
                    proposal.base,
                    proposal.block,
                    self._before.path,
                    chosen[0],
                    self._hunk_before(proposal),
                    partial(self._are_edited, proposal.block),
                )
            if numbers.match_old_text:
                doubt = None
            if doubt is None and len(candidates.matches) == 1 and not kinds & _ABOUT_PLACE:
                is_in_response = partial(self._is_in_response, proposal.block)
                doubt = missing_place_warning(
                    proposal.base, proposal.block, self._before.path, chosen[0], is_in_response
                )
            if doubt is not None:
                proposal = replace(proposal, warnings=(*proposal.warnings, doubt))
            return resolve(proposal, chosen, numbers)
        if candidates.matches:
            if twin is not None:
                return failed(proposal, Reason.AMBIGUOUS, twin.message)
            sentence = matches_sentence(candidates.matches)
            # The message also says why there are only likely places.
            why = f"{result.failure[1]}; " if result.failure is not None else ""
            return failed(proposal, Reason.AMBIGUOUS, f"{why}{sentence}")
        return failed(proposal, *(result.failure or (Reason.NOT_FOUND, "")))

    def _named_twin(self, proposal: Proposal, candidates: Candidates) -> NamedTwin | None:
        """The lines like those of an exact match in the part that words or a scope name; None without any."""
        if len(candidates.matches) != 1 or candidates.choice is not Choice.ONE_OF or proposal.base is None:
            return None
        (match,) = candidates.matches
        if match.tier is Tier.FUZZY or self._numbers_of(proposal.block).match_old_text:
            return None
        before = self._hunk_before(proposal)
        return named_twin(proposal.base, proposal.block, self._before.path, match, before)

    def _has_other_matches(self, block: EditBlock, result: BlockMatch) -> bool:
        """True if an edit of all matches has a different number of them in the result of earlier blocks."""
        if result.choice is not Choice.EACH or not self._changes:
            return False
        now = match_block(self._changes.text(self._changes.groups), block, self._before.path)
        return len(now.search.matches) != len(result.search.matches)

    def _locate_after_others(
        self, proposal: Proposal, clashing: list[ChangeGroup], decision: Decision
    ) -> Located | None:
        """The proposal on the result of earlier blocks; None without a match there, or with several."""
        if not self._changes:
            return None
        everything = self._changes.text(self._changes.groups)
        result = match_block(everything, proposal.block, self._before.path)
        is_each = result.choice is Choice.EACH
        if not result.search.matches or (len(result.search.matches) != 1 and not is_each):
            return None
        if self._is_outside_named(everything, proposal.block, result.search.matches[0]):
            return None
        builds_on = (
            self._changes.touched(result.search.matches[0])
            or clashing
            or self._changes.over(proposal)
            or self._changes.groups
        )
        if is_each:
            builds_on = self._changes.groups
        while True:
            result = match_block(self._changes.text(builds_on), proposal.block, self._before.path)
            if len(result.search.matches) != 1:
                builds_on = self._changes.groups
                result = match_block(everything, proposal.block, self._before.path)
            placed = replace(
                self._changes.based(proposal, builds_on),
                reason=None,
                message=None,
                warnings=tuple(w for w in proposal.warnings if w.consequence.subject is Subject.BLOCK),
            )
            placed = self._with_matches(placed, result, decision if is_each else UNDECIDED, [])
            lifted = self._changes.lifted(placed, builds_on)
            beside = self._changes.beside(lifted, builds_on)
            if not beside:
                return Located(placed, builds_on)
            builds_on = [c for c in self._changes.groups if c in builds_on or c in beside]

    def _is_outside_named(self, index: FileIndex, block: EditBlock, match: Match) -> bool:
        """True if a snippet would change what an earlier block writes, outside of what words name.

        It may be a twin of that block: ``And in `load` accordingly:``.
        """
        if not isinstance(block.operation, Snippet) or not block.names or match.only_adds:
            return False
        # Imported on first use: few snippets are placed on the result of others.
        from editreview.matching import named_spans

        spans = named_spans(index, block.names, self._before.path)
        is_inside = any(match.is_within(span) for span in spans)
        return bool(spans) and not is_inside and bool(self._changes.touched(match))

    def _locate_beside(
        self, proposal: Proposal, clashing: list[ChangeGroup], decision: Decision
    ) -> Located | None:
        """New code of a snippet where earlier blocks add something too, such as the end of a class.

        None if it does more than add, or their result has no place that its label names.
        """
        if not isinstance(proposal.block.operation, Snippet | Sketch) or len(proposal.chosen) != 1:
            return None
        (chosen,) = proposal.chosen
        changes = (chosen.change, *(group.change for group in clashing))
        base = self._index.text
        if any(as_insertions(change, base).takes_text(base) for change in changes):
            return None
        result = match_block(self._changes.text(clashing), proposal.block, self._before.path)
        same = [match for match in result.search.matches if match.label == chosen.label]
        if not chosen.label or len(same) != 1:
            return None
        block_warnings = tuple(w for w in proposal.warnings if w.consequence.subject is Subject.BLOCK)
        placed = replace(self._changes.based(proposal, clashing), warnings=block_warnings)
        there = replace(decision, matches=frozenset([same[0].key]))
        placed = self._with_matches(placed, result, there, [])
        is_free = not self._changes.beside(self._changes.lifted(placed, clashing), clashing)
        return Located(placed, clashing) if placed.is_ready and is_free else None

    def _locate_over(
        self, proposal: Proposal, clashing: list[ChangeGroup], decision: Decision
    ) -> Located | None:
        """A snippet whose chosen lines an earlier block gave another version, of which it is one in turn.

        None if the likeliest place in its result is not that version.
        """
        if not isinstance(proposal.block.operation, Snippet) or len(proposal.chosen) != 1:
            return None
        (chosen,), now = proposal.chosen, self._changes.text(clashing)
        result = match_block(now, proposal.block, self._before.path)
        first = result.search.matches[0] if result.search.matches else None
        if first is None or chosen.label is None or first.only_adds or first.label is None:
            return None
        old = [line for line in stripped_lines(now.text[slice(*first.span)]) if is_informative(line)]
        known = {*stripped_lines(self._index.text)}
        is_same = _LINES_IN_LABEL.sub("", chosen.label) == _LINES_IN_LABEL.sub("", first.label)
        if not (is_same and old) or not known.isdisjoint(old):
            return None
        block_warnings = tuple(w for w in proposal.warnings if w.consequence.subject is Subject.BLOCK)
        placed = replace(self._changes.based(proposal, clashing), warnings=block_warnings)
        there = replace(decision, matches=frozenset([first.key]))
        placed = self._with_matches(placed, result, there, [])
        is_free = not self._changes.beside(self._changes.lifted(placed, clashing), clashing)
        return Located(placed, clashing) if placed.is_ready and is_free else None

    def _locate_as_quoted(self, proposal: Proposal, decision: Decision) -> Located | None:
        """A ready proposal, located in the result of earlier blocks; None if it stays where it is.

        Earlier blocks may indent, move or repeat its lines. If it quotes them as they are then, its new lines
        go between those, and are as deep as those. If it quotes other lines that earlier blocks add, better
        than those of the file, the user decides.
        """
        operation, chosen = proposal.block.operation, proposal.chosen
        if not self._changes or not isinstance(operation, Replace) or operation.is_everywhere:
            return None
        if decision.matches is not None or len(chosen) != 1:
            return None
        near = self._changes.near(chosen[0], self._siblings(proposal.block))
        if not near and chosen[0].tier is Tier.EXACT:
            return None
        if not _may_quote(self._changes.fast_text(self._changes.groups), chosen[0].interpretation.search):
            return None
        later = self._locate_after_others(proposal, [], decision)
        if later is None or len(later.proposal.chosen) != 1:
            return None
        there, builds_on = later
        is_better = is_stricter(there.chosen[0], chosen[0])
        if not any(group in near for group in builds_on):
            if not is_better or not builds_on:
                return None
            message = f"the lines that {numbered(members_of(builds_on))} adds fit better than these"
            return Located(proposal).warned(WarningKind.AGAINST_HINT, message)
        if is_better:
            return later
        here = Change.of_all((proposal.change, *(group.change for group in builds_on)))
        after = there.change.apply(self._changes.text(builds_on).text)
        is_same = here is not None and here.apply(self._index.text) == after
        return None if is_same or there.tier is not proposal.tier else later

    def _locate_with_written(self, proposal: Proposal, decision: Decision) -> Located | None:
        """A block whose old text an earlier block writes elsewhere, with both matches; None if none does.

        It may be a revision of that block, and the file a twin of the new text.
        """
        operation = proposal.block.operation
        if len(proposal.chosen) != 1 or not isinstance(operation, Replace) or operation.is_everywhere:
            return None
        search = proposal.chosen[0].interpretation.search
        if not self._is_written(search, _ordered_group(proposal.block), is_text=operation.is_text):
            return None
        now = self._changes.fast_text(self._changes.groups)
        if now.count(search) <= self._index.text.count(search):
            return None
        siblings = self._siblings(proposal.block)
        others = [p for p in self._proposals if p.number in self._ready and p.number not in siblings]
        writers = {p.number for p in others if self._is_meant_in(p, proposal.block, search)}
        gone, new = _unshared(search, proposal.chosen[0].interpretation.replace)
        if not writers and any(
            likeness.normalized_similarity(old, line) >= _MIN_REVISION_LIKENESS
            for old in gone
            for line in new
        ):
            # Else it removes what the other block has moved.
            writers = {p.number for p in others if _may_revise(search, p)}
        if not writers:
            return None
        builds_on = [group for group in self._changes.groups if not writers.isdisjoint(group.members)]
        result = match_block(self._changes.text(builds_on), proposal.block, self._before.path)
        if len(result.search.matches) < 2:
            return None
        placed = replace(self._changes.based(proposal, builds_on), chosen=(), change=NO_CHANGE)
        placed = self._with_matches(placed, result, decision, [])
        if placed.is_ready and self._changes.beside(self._changes.lifted(placed, builds_on), builds_on):
            return None
        return Located(placed, builds_on)

    def _is_meant_in(self, earlier: Proposal, block: EditBlock, search: str) -> bool:
        """True if a block seems to be about lines that an earlier one adds, and not about those of the file.

        The words above it, or its scopes, name what only that one has, or call it new; its line number is
        that of the new lines; or it is a call, as agents make them one after the other.

        Args:
            earlier: The earlier block.
            block: The block.
            search: Its old text.
        """
        added, file = _new_text(earlier), self._index.text
        if search.strip() not in added:
            return False
        if block.format in _CALLS and earlier.block.format in _CALLS and block.group is None:
            return True
        words = " ".join((block.words or " ".join(block.paragraphs), *block.names))
        if _NEW.search(words) is not None:
            return True
        named = {found[1] or found[0] for found in _NAME.finditer(" ".join((words, *block.hints.scopes)))}
        if any(
            name in added and whole_word(name).search(added) and whole_word(name).search(file) is None
            for name in named
        ):
            return True
        now, line = self._changes.text(self._changes.groups), block.hints.line
        return _stands_at(search, now, line) and not _stands_at(search, self._index, line)

    def _unless_written_by_rejected(self, proposal: Proposal, decision: Decision) -> Proposal:
        """The proposal, with a warning if its old text is one that a rejected block would have written.

        It may be a revision of that block, and its match a twin of those lines.
        """
        operation = proposal.block.operation
        is_chosen = decision.matches is not None or len(proposal.chosen) != 1
        if not self._rejected or is_chosen or not isinstance(operation, Replace) or operation.is_everywhere:
            return proposal
        search = proposal.chosen[0].interpretation.search
        siblings, response = self._siblings(proposal.block), self._responses[proposal.number]
        rejected = (p for p in self._proposals if p.number in self._rejected and p.number not in siblings)
        writers = [
            p.number
            for p in rejected
            if self._responses[p.number] == response
            and len(p.chosen) == 1
            and search.strip() not in p.chosen[0].interpretation.search
            and (_may_revise(search, p) or self._is_meant_in(p, proposal.block, search))
        ]
        if not writers:
            return proposal
        message = f"{numbered(writers)}, which you rejected, would have written its text"
        return proposal.warned(WarningKind.AGAINST_HINT, f"{message}: {_CHECK_PLACE}")

    def _is_written(self, search: str, group: str | None, *, is_text: bool) -> bool:
        """True if an included block outside a group writes the lines of an old text."""
        lines = search.split("\n")
        # The first and the last line of a text may be parts of a line.
        whole = [line.strip() for line in (lines[1:-1] if is_text else lines) if line.strip()]
        if not self._written_lines.issuperset(whole):
            return False
        others = (texts for key, texts in self._written.items() if key is None or key != group)
        return any(search.strip() in text for texts in others for text in texts)

    def _siblings(self, block: EditBlock) -> frozenset[int]:
        """The numbers of the blocks so far that quote the same version of the file as a hunk of a diff."""
        group = _ordered_group(block)
        if group is None:
            return frozenset()
        return frozenset(p.number for p in self._proposals if _ordered_group(p.block) == group)

    def _with_explanation(self, proposal: Proposal) -> Proposal:
        """A proposal with the reason why it has no match."""
        interpretations = _searches_of(proposal.block)
        if proposal.reason is not Reason.NOT_FOUND or proposal.message or not interpretations:
            return proposal
        if proposal.block.is_applied:
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=APPLIED_BY_SESSION)
        operation = proposal.block.operation
        is_text = isinstance(operation, Replace) and operation.is_text
        is_there = any(
            follows_from(interpretation) and is_new_text_of(self._index, interpretation, is_text=is_text)
            for interpretation in interpretations
        )
        if is_there and not is_like_old_text(self._index, proposal.block, self._before.path):
            message = "its new text is in the file, and its old text is not"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        if is_applied_by(self._versions(), self._index, proposal.block, self._before.path):
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message="an earlier run made this change")
        now = self._changes.text(self._changes.groups)
        if self._changes and any(
            is_new_text_of(now, interpretation, is_text=is_text) for interpretation in interpretations
        ):
            message = "an earlier block makes the same change"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        return replace(proposal, message=proposal.absent)


def _changes_within(change: Change, span: tuple[int, int]) -> bool:
    return any(splice.start < span[1] and span[0] < splice.end for splice in change.splices)


def _new_text(proposal: Proposal) -> str:
    """The new text of a block that replaces text, with a line end; empty for others."""
    return "".join(f"{match.interpretation.replace}\n" for match in proposal.chosen)


def _stands_at(search: str, index: FileIndex, line: int | None) -> bool:
    """True if a text begins at a line of a file, 1-based; False without a line."""
    starts = index.lines.starts
    return line is not None and 0 < line <= len(starts) and index.text.startswith(search, starts[line - 1])


def _may_revise(search: str, earlier: Proposal) -> bool:
    """True if an old text may quote what an earlier block writes.

    A single line must be its version of an old one: among new lines, one like that of the file may well be.
    """
    if search.strip() not in _new_text(earlier):
        return False
    if sum(bool(line.strip()) for line in search.split("\n")) > 1:
        return True
    pair = earlier.chosen[0].interpretation
    gone, new = _unshared(pair.search, pair.replace)
    return any(
        likeness.normalized_similarity(old, line) >= _MIN_REVISION_LIKENESS
        for line in new
        if search.strip() in line
        for old in gone
    )


def _ordered_group(block: EditBlock) -> str | None:
    """The id of the diff that a hunk belongs to; None for other blocks."""
    group = block.group
    return group.id if group is not None and group.kind is GroupKind.ORDERED else None


def _may_quote(text: str, search: str) -> bool:
    """A fast first test: False if a text lacks a line of an old text as it is indented there.

    The first one may begin within a line.
    """
    first, *others = search.split("\n")
    return first.rstrip() in text and all(f"\n{line.rstrip()}" in text for line in others if line.strip())


def _hint_key(block: EditBlock) -> tuple[object, ...]:
    """The hints of a block as a key. In an ordered group without line numbers, every block has its own."""
    group = block.group
    is_ordered = group is not None and group.kind is GroupKind.ORDERED
    return (block.hints, (group, block.number) if is_ordered and block.hints.line is None else None)


def _reverses(block: EditBlock, other: EditBlock) -> bool:
    """True if a block puts the old text of another one in place of the new, or has it in a whole file.

    Without a look at their places: only for a block that builds on the other one.
    """
    one, two = block.operation, other.operation
    if not isinstance(two, Replace) or block.is_applied:
        return False
    old, new = two.interpretations[0].search, two.interpretations[0].replace
    if isinstance(one, Write):
        return bool(old.strip()) and old in one.text and (new not in one.text or old not in new)
    if not isinstance(one, Replace):
        return False
    interpretation = one.interpretations[0]
    return _unshared(interpretation.search, interpretation.replace) == _unshared(new, old)


def _unshared(old: str, new: str) -> tuple[list[str], list[str]]:
    """The lines of two texts without those that both begin or end with."""
    before, after = old.splitlines(), new.splitlines()
    head, tail = common_ends(before, after)
    return before[head : len(before) - tail], after[head : len(after) - tail]


def _has_revised(before: str, after: str, matches: Sequence[Match]) -> bool:
    """True if lines of one of the matches in a text were replaced by similar ones in the text after it."""
    old, new = before.splitlines(), after.splitlines()
    for first, end, new_first, new_end in line_opcodes(old, new):
        heads = [line.strip()[: likeness.MAX_COMPARED_LENGTH] for line in new[new_first:new_end]]
        spans = [match.lines for match in matches if match.lines is not None] if heads else []
        replaced = {
            line.strip()[: likeness.MAX_COMPARED_LENGTH]
            for start, stop in spans
            for line in old[max(first, start - 1) : min(end, stop)]
            if line.strip()
        }
        if any(likeness.most_similar(line, heads, min_likeness=_MIN_REVISION_LIKENESS) for line in replaced):
            return True
    return False


def _superseded_by(proposal: Proposal, later: int) -> Proposal:
    message = f"block {later} is a later version of these lines: accept one of them"
    return proposal.warned(WarningKind.SUPERSEDED, message)


def _failed(proposal: Proposal, reason: Reason, message: str) -> Located:
    return Located(failed(proposal, reason, message))


def _failed_by(proposal: Proposal, obstacle: Obstacle) -> Located:
    return Located(failed(proposal, obstacle.reason, obstacle.message, obstacle.blocks))


def _lines_quoted(block: EditBlock) -> set[str]:
    """The lines that a block searches for, stripped."""
    return {line.strip() for pair in _interpretations(block) for line in pair.search.splitlines()}


def _interpretations(block: EditBlock) -> Sequence[Interpretation]:
    return block.operation.interpretations if isinstance(block.operation, Replace) else ()


def _searches_of(block: EditBlock) -> list[Interpretation]:
    """The ways to read a block that have an old text."""
    return [each for each in _interpretations(block) if each.search]


_MANY_LINES_LOST = 30
"""The fewest lines whose loss makes a new version of a file unlikely."""
_MIN_PART_LINES = 4
"""The fewest lines of a file with which a part of it and a new version can be told apart."""
_MAX_LENGTH_RATIO = 2
"""A file that has at least this many times the lines of a text is not an earlier version of it."""
_ONE_LOST_IN = 5
"""A new version loses at most one line in this many."""
_MAX_VERSIONS = 50
"""The most lines among which another version of a line is searched."""
_MAX_QUOTED_LENGTH = 50
"""Characters quoted from a line."""
_ONE_SHARED_IN = 3
"""A part of a file shares at least one line in this many with it."""
_COMMENT_BEHIND = lazy_pattern(r"\s+(?:#|//|--)\s.*$")
_FEWEST_LOST = 2
"""The fewest words that a line of an older version lacks."""
_MIN_TAIL = 3
"""The fewest nonblank lines at the end of a file whose loss gives a warning."""


class Ending(Struct, frozen=True):
    """The deletions and moves of a file."""

    removed_by: int | None = None
    """The number of the block that deletes the file."""
    path_to: str | None = None
    """The path that the file is moved to."""
    members: tuple[int, ...] = ()
    """The numbers of the blocks that move or delete the file."""

    def after(self, proposal: Proposal) -> "Ending":
        """The ending after one more deletion or move."""
        members = (*self.members, proposal.number)
        if proposal.is_removal:
            return Ending(proposal.number, self.path_to, members)
        return Ending(self.removed_by, proposal.path_to, members)


class WholeFile:
    """A file as a whole, after the blocks included so far.

    Args:
        before: The file as read.
        index: The index of its text.
        changes: The changes of its text so far. Blocks included here are added.
        committed: Returns its text in the last commit; None if it has none.
        versions: Returns its texts before and after earlier runs wrote it.
    """

    def __init__(
        self,
        before: Snapshot | Absent,
        index: FileIndex,
        changes: ChangeGroups,
        committed: Callable[[], str | None],
        versions: Callable[[], Versions],
    ) -> None:
        self._committed = committed
        self._versions = versions
        self._before = before
        self._index = index
        self._changes = changes
        self.ending = Ending()

    def include(self, proposal: Proposal, builds_on: Sequence[ChangeGroup]) -> None:
        """Include a block that builds on some groups."""
        if proposal.is_removal or proposal.path_to is not None:
            self.ending = self.ending.after(proposal)
            return
        self.ending = replace(self.ending, removed_by=None)
        self._changes.join(proposal, builds_on)

    @property
    def is_there(self) -> bool:
        """True if the file exists."""
        is_file = isinstance(self._before, Snapshot) or bool(self._changes)
        return is_file and self.ending.removed_by is None

    def now(self) -> str:
        """Its text; empty if it does not exist."""
        return "" if self.ending.removed_by is not None else self._changes.now().apply(self._before.text)

    def removal(self) -> Change:
        """The change of the original text when the file is deleted."""
        text = self._before.text
        return Change((Splice(0, len(text), ""),)) if text else Change()

    def fail_missing(self, proposal: Proposal) -> Proposal:
        """The failure of a block that needs the file, which does not exist."""
        path, by = self._before.path, self.ending.removed_by
        if by is None:
            return failed(proposal, Reason.FILE_MISSING, f"{path} does not exist")
        return failed(proposal, Reason.CONFLICT, f"block {by} deletes {path}", (by,))

    def obstacle(self, item: PlannedBlock) -> Obstacle | None:
        """The obstacle to a block whose file is not at the path that it names; None if it is there."""
        if item.via is not None and item.via not in self.ending.members:
            message = f"block {item.via} moves the file there, and is not accepted"
            return Obstacle(Reason.DEPENDS_ON, message, (item.via,))
        is_moved = item.via is None and self.ending.path_to is not None
        return self._moved_away() if is_moved and isinstance(item.block.operation, Delete | Move) else None

    def _moved_away(self) -> Obstacle:
        """The obstacle to a block for a file that other blocks move away."""
        movers, path_to = self.ending.members, self.ending.path_to
        message = f"{numbered(movers)} moves {self._before.path} to {path_to}"
        return Obstacle(Reason.CONFLICT, message, tuple(movers))

    def unless_moved(self, located: Located, item: PlannedBlock) -> Located:
        """The location of a block that writes a whole text, or its failure if the file is no longer there.

        An edit of a file goes with it, but a whole text under its old path may be a new file there.
        """
        path_to = self.ending.path_to
        if (
            path_to is None
            or item.via is not None
            or (located.proposal.block.operation != item.block.operation and self._shares_line(item.block))
        ):
            return located
        return _failed_by(located.proposal, self._moved_away())

    def _shares_line(self, block: EditBlock) -> bool:
        """True if the file has a line of a block: a shim, which only imports what was moved, has none."""
        lines = informative_lines(plain_interpretation(block.operation).replace)
        return not lines.keys().isdisjoint(informative_lines(self.now()))

    def plan_write(self, proposal: Proposal, interpretation: Interpretation, *, creates: bool) -> Located:
        """A block that writes a whole text: a new file, or another text for an existing one."""
        builds_on = self._changes.groups
        writers = members_of(builds_on)
        now, path, is_there = self.now(), self._before.path, self.is_there
        final, operation = proposal.block.hints.final_newline, proposal.block.operation
        if (
            is_there
            and not match_whole_file(FileIndex(now), interpretation.replace, interpretation, final).change
        ):
            same = f"same as {numbered(writers)}" if writers else f"{path} already has this text"
            return Located(failed(proposal, Reason.ALREADY_APPLIED, same), builds_on)
        if now and creates:
            by = f" (written by {numbered(writers)})" if writers else ""
            message = f"{path} already exists and is not empty{by}"
            return Located(failed(proposal, Reason.FILE_EXISTS, message), builds_on)
        text = self._changes.text(builds_on)
        match = match_whole_file(text, interpretation.replace, interpretation, final)
        if now:
            proposal = _overwriting(proposal, text, interpretation.replace, path)
            proposal = self._of_older_version(proposal, text.text, interpretation.replace)
        elif not is_there and isinstance(operation, Write) and _needs_file(proposal.block, operation):
            message = f"{path} does not exist, although the response says to update it"
            proposal = proposal.warned(WarningKind.FILE_MISSING, message)
        written = replace(
            self._changes.based(proposal, builds_on),
            creates=isinstance(self._before, Absent),
            candidates=Candidates(Choice.ONE_OF, (match,)),
            chosen=(match,),
            change=match.change,
        )
        return Located(written, builds_on)

    def _of_older_version(self, proposal: Proposal, text: str, written: str) -> Proposal:
        """The proposal, with a warning if it seems to write an older version of the file."""
        committed = self._committed() if isinstance(self._before, Snapshot) else None
        if committed is not None:
            line = _first_line_taken_back(committed, self._before.text, written, self._versions)
            if line is not None:
                message = f"undoes uncommitted changes, the first at line {line}"
                return proposal.warned(WarningKind.UNSEEN, message, line, is_old=True)
        shortened = _first_shortened(text, written, self._before.path)
        if shortened is None or removals_in(proposal.block.words):
            return proposal
        line, lost = shortened
        message = f"line {line} loses “{lost[:_MAX_QUOTED_LENGTH]}”: the model may have seen an older version"
        return proposal.warned(WarningKind.UNSEEN, message, line, is_old=True)

    def plan_removal(self, proposal: Proposal, operation: Delete) -> Proposal:
        """A block that deletes the file; `operation` may quote the deleted text."""
        match = match_whole_file(self._index, "", Interpretation("", ""))
        proposal = proposal.warned(WarningKind.DELETES, f"deletes {self._before.path}")
        line = None if operation.quoted is None else _first_unquoted(self._before.text, operation.quoted)
        if line is not None:
            message = f"deletes lines that the diff does not show, the first at line {line}"
            proposal = proposal.warned(WarningKind.UNSEEN, message, line, is_old=True)
        return replace(
            proposal,
            is_removal=True,
            candidates=Candidates(Choice.ONE_OF, (match,)),
            chosen=(match,),
            change=self.removal(),
        )

    def plan_move(self, proposal: Proposal, item: PlannedBlock) -> Proposal:
        """A block that moves the file to the target of `item`."""
        assert item.target is not None
        if item.target == (self.ending.path_to or self._before.path):
            return failed(proposal, Reason.NO_CHANGE, "the file is already at that path")
        match = replace(
            match_whole_file(self._index, self._before.text, Interpretation("", "")), change=Change()
        )
        proposal = proposal.warned(WarningKind.MOVES, f"moves {self._before.path} to {item.target}")
        candidates = Candidates(Choice.ONE_OF, (match,))
        replaced = None if item.replaced is None else item.replaced.digest
        return replace(
            proposal, path_to=item.target, replaced=replaced, candidates=candidates, chosen=(match,)
        )


def _needs_file(block: EditBlock, operation: Write) -> bool:
    """True if the response updates a file, or puts text beside other code of it."""
    if operation.updates or says_file_exists(block.words, block.path_written or ""):
        return True
    if block.naming is not Naming.PART:
        return False
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import names_place_beside

    return names_place_beside(block.words)


def _overwriting(proposal: Proposal, index: FileIndex, text: str, path: str) -> Proposal:
    """A block that writes another text for an existing file, with warnings if that does not seem intended.

    Args:
        proposal: The block.
        index: The index of the file.
        text: The new text.
        path: The path of the file.
    """
    old, new = stripped_lines(index.text), stripped_lines(text)
    lost = (Counter(old) - Counter(new)).total()
    # A new version of the file keeps most of its lines, and needs no warning.
    if 2 * lost > len(old) or lost >= _MANY_LINES_LOST:
        total = counted(len(index.lines), "line")
        message = f"overwrites all of {path}: {lost} of {total} would be lost"
        proposal = proposal.warned(WarningKind.OVERWRITES, message)
    # In other formats, a part of a file does not look like a whole file.
    naming, is_fenced = proposal.block.naming, proposal.block.format == FormatName.WHOLE_FILE
    loses_most = is_fenced and 2 * lost > len(old) > len(new)
    part = (_why_no_new_version(old, new) or _why_only_part(index, text, path)) if is_fenced else None
    if part is None and naming is Naming.PART:
        part = "the response says that it is a part of the file"
    elif part is None and (naming is Naming.SENTENCE or loses_most) and _may_be_part(old, new):
        part = "it may be only a part of the file: the response does not say that it is the whole file"
    return _named_in_comment(proposal if part is None else proposal.warned(WarningKind.SNIPPET, part))


def _first_shortened(text: str, written: str, path: str) -> tuple[int, str] | None:
    """The first line of a file that only loses words in a new version of it, next to lines that gain some.

    A model that saw an older version of a file, or does not remember it well, writes such lines. Of 120 real
    changes of code in several places, one shortens a line by two words or more.

    Args:
        text: The text of the file.
        written: The new text.
        path: The path of the file.

    Returns:
        The line, 1-based, and what it loses; None if there is none, or if nothing else changes.
    """
    if path.lower().endswith((*PROSE, *KEYED)):
        return None
    old, new = ([line.strip() for line in each.splitlines()] for each in (text, written))
    found, has_others = None, False
    for first, end, at, until in line_opcodes(old, new):
        numbers = [number for number in range(first, end) if old[number]]
        news = list(filter(None, new[at:until]))
        if not news:
            continue
        if len(numbers) != len(news):
            has_others = True
            continue
        losses = [_words_lost(old[n], line) for n, line in zip(numbers, news, strict=True)]
        if None in losses:
            has_others = True
        elif found is None:
            losing = ((n + 1, loss) for n, loss in zip(numbers, losses, strict=True) if loss)
            found = next((each for each in losing if _is_statement(old[each[0] - 1], path)), None)
    return found if has_others else None


def _words_lost(old: str, new: str) -> str | None:
    """The first words that a new version of a line lacks: empty for less than two, None for other changes.

    Comments at the ends of lines do not count.
    """
    code, new_code = (_COMMENT_BEHIND.sub("", line) for line in (old, new))
    places, kept = list(TOKEN.finditer(code)), TOKEN.findall(new_code)
    left = iter([place[0] for place in places])
    if not all(word in left for word in kept):
        return None
    lost = Counter(place[0] for place in places) - Counter(kept)
    if sum(count for word, count in lost.items() if word[0].isalnum()) < _FEWEST_LOST:
        return ""
    first = next(n for n, place in enumerate(places) if n >= len(kept) or place[0] != kept[n])
    rest = kept[first : first + 1]
    end = next((n for n in range(first, len(places)) if [places[n][0]] == rest), len(places))
    return code[places[first].start() : places[end - 1].end()].strip(" ,")


def _is_statement(line: str, path: str) -> bool:
    return not is_comment(line, path) and not begins_import(line)


def _first_line_taken_back(
    committed: str, now: str, text: str, versions: Callable[[], Versions]
) -> int | None:
    """The first line of a file that is not committed and that a text has as it was in the last commit.

    A model that saw an older version of a file writes it without what the user has changed since. Changes
    that earlier runs wrote do not count: a response may well replace them.

    Args:
        committed: The text of the file in the last commit.
        now: Its text.
        text: The new text.
        versions: Returns its texts before and after earlier runs wrote it.

    Returns:
        The line, 1-based in the text of the file, or the one below lines that the user deleted. None if the
        text takes nothing back.
    """
    old, current, new = ([line.rstrip() for line in each.splitlines()] for each in (committed, now, text))
    changed = line_opcodes(old, current)
    if not changed:
        return None
    # The lines above the first and below the last line count as kept.
    kept = {-1: -1, **kept_lines(old, new), len(old): len(new)}
    written: set[str] | None = None
    for first, end, at, until in changed:
        # Kept together with the lines beside them, or at the same end of the text.
        news = [kept.get(number) for number in range(first - 1, end + 1)]
        start = news[0]
        if start is None or news != list(range(start, start + len(news))):
            continue
        if written is None:
            written = {line.strip() for pair in versions() for line in _changed_lines(*pair)}
        if any(
            line.strip() and line.strip() not in written for line in (*old[first:end], *current[at:until])
        ):
            return min(at + 1, max(len(current), 1))
    return None


def _changed_lines(before: str, after: str) -> Iterator[str]:
    old, new = before.splitlines(), after.splitlines()
    for first, end, new_first, new_end in line_opcodes(old, new):
        yield from old[first:end]
        yield from new[new_first:new_end]


class _WholeRemoval(Struct, frozen=True):
    """Fenced lines as a new version of a file that only removes lines."""

    is_meant: bool = False
    """True if the words above the fence say that it is the whole file, or name what is missing."""
    may_be_meant: bool = False
    """True if they speak of a removal or of a whole file, or the fence has at least half of its lines."""

    @classmethod
    def of(cls, index: FileIndex, text: str, block: EditBlock) -> "_WholeRemoval":
        """Judge a fenced text as the whole file. Both are False if it adds lines, or is called a part.

        Args:
            index: The index of the file.
            text: The text of the fence.
            block: The block.
        """
        old, new = stripped_lines(index.text), stripped_lines(text)
        left = iter(old)
        if block.naming in (Naming.PART, Naming.COMMENT) or not new or not all(line in left for line in new):
            return cls()
        removals = removals_in(block.words)
        lost = [old[first:end] for first, end, _, _ in line_opcodes(old, new)]
        is_most = 2 * len(new) >= len(old)
        is_whole = says_whole_file(block.words)
        is_named = bool(removals) and all(are_named_in(lines, removals) for lines in lost)
        is_meant = is_most and (is_named or (is_whole and not _lost_tail(old, new)))
        return cls(is_meant, may_be_meant=is_most or is_whole or bool(removals))


def _named_in_comment(proposal: Proposal) -> Proposal:
    """The proposal, with a warning if only a comment in it names the file."""
    if proposal.block.naming is not Naming.COMMENT:
        return proposal
    message = "only a comment names the file, so it may be an example"
    return proposal.warned(WarningKind.NAMED_IN_COMMENT, message)


def _share_a_third(one: str, other: str) -> bool:
    """True if two texts share a third of their lines."""
    lines, others = set(stripped_lines(one)), set(stripped_lines(other))
    return 3 * len(lines & others) >= max(len(lines), len(others))


def _why_no_new_version(old: Sequence[str], new: Sequence[str]) -> str | None:
    """The reason why fenced lines are not a new version of a file; None if they may be one.

    Args:
        old: The nonblank lines of the file, stripped.
        new: Those of the fence.
    """
    if len(old) < _MIN_PART_LINES or _MAX_LENGTH_RATIO * len(new) > len(old):
        return None
    shared = len(set(old).intersection(new))
    kind = (
        "reads like a part of it" if _ONE_SHARED_IN * shared >= len(new) else "has little in common with it"
    )
    return f"has {counted(len(new), 'line')} where the file has {len(old)}, and {kind}"


def _is_only_part(index: FileIndex, text: str, path: str, block: EditBlock, matches: Sequence[Match]) -> bool:
    """True if fenced lines that look like a part of a file are no new version of it.

    Args:
        index: The index of the file.
        text: The text of the fence.
        path: The path of the file.
        block: The block.
        matches: The matches of the lines as a part of the file.
    """
    # Imported on first use: slow to import, and few blocks need them.
    from editreview.matching import is_document, leaves_unused_imports, part_of

    if is_document(index, text, path):
        return False
    if len(matches) == 1 and leaves_unused_imports(index, text, path, matches[0]):
        return False
    if block.naming is Naming.PART or ((part := part_of(index, text, path)) is not None and part.is_sure):
        return True
    old, new = stripped_lines(index.text), stripped_lines(text)
    is_shown = says_what_file_becomes(block.words) and _begins_alike(*map(_informative, (old, new)))
    return _why_no_new_version(old, new) is not None and not is_shown


def _informative(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if is_informative(line)]


def _why_only_part(index: FileIndex, text: str, path: str) -> str | None:
    """The reason why fenced lines are only a large part of a file; None if they may be all of it."""
    if (reason := _why_like_part(index, text, path)) is not None:
        return reason
    tail = _lost_tail(stripped_lines(index.text), stripped_lines(text))
    return f"lacks the last {counted(tail, 'line')} of the file: it may be cut off" if tail else None


def _why_like_part(index: FileIndex, text: str, path: str) -> str | None:
    """The reason why fenced lines read like a part of a file that is somewhere in it; None if they do not."""
    from editreview.matching import part_of

    part = part_of(index, text, path)
    if part:
        return f"lacks {part.lacks}: it reads like a part of it"
    begins = [indentation(next(filter(str.strip, each.splitlines()), "")) for each in (index.text, text)]
    if not begins[0] and begins[1] and not path.lower().endswith(PROSE):
        return f"begins {counted(len(begins[1]), 'column')} deep: it reads like a part of it"
    depth = _depth_of_part(index.text, text)
    if depth:
        return f"is {counted(depth, 'column')} less indented than the file: it reads like a part of it"
    old, new = (_informative(stripped_lines(each)) for each in (index.text, text))
    is_part = len(old) >= _MIN_PART_LINES and _ONE_SHARED_IN * len(set(old).intersection(new)) >= len(new) > 0
    if is_part and not _begins_alike(old, new):
        return f"lacks “{old[0][:_MAX_QUOTED_LENGTH]}” at the top of the file: it reads like a part of it"
    return None


def _lost_tail(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of lines at the end of a file that a text lacks, if it ends as if it were cut off there."""
    *_, (first, end, new_first, new_end) = line_opcodes(old, new) or [(0, 0, 0, 0)]
    lost, added = end - first, new_end - new_first
    is_at_end = end == len(old) and new_end == len(new)
    return lost - added if is_at_end and lost - added >= _MIN_TAIL and 4 * added <= lost else 0


def _depth_of_part(old: str, new: str) -> int:
    """The columns by which most shared lines are less indented in the new text; 0 if they are not."""
    depths, new_depths = _depths(old), _depths(new)
    shared = depths.keys() & new_depths.keys()
    (depth, count), *_ = Counter(depths[line] - new_depths[line] for line in shared).most_common(1) or [
        (0, 0)
    ]
    return depth if depth > 0 and count > 1 and 2 * count > len(shared) else 0


def _depths(text: str) -> dict[str, int]:
    """The width of the indentation of each line that occurs once."""
    lines = [line.expandtabs(4) for line in text.splitlines() if is_informative(line)]
    counts = Counter(map(str.strip, lines))
    return {line.strip(): len(line) - len(line.lstrip()) for line in lines if counts[line.strip()] == 1}


def _may_be_part(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if fenced lines lack the beginning or the end of a file, or much of it."""
    if (Counter(old) - Counter(new)).total() * _ONE_LOST_IN > len(old):
        return True
    lines, others = map(_informative, (old, new))
    return not (_begins_alike(lines, others) and _begins_alike(lines[::-1], others[::-1]))


def _begins_alike(lines: Sequence[str], others: Sequence[str]) -> bool:
    """True if `others` have the first line, or other versions of all lines above the first shared one."""
    known, shared = set(lines), set(others)
    if not lines or lines[0] in shared:
        return True
    lost = list(takewhile(lambda line: line not in shared, lines))
    versions = list(takewhile(lambda line: line not in known, others))[:_MAX_VERSIONS]
    return len(versions) >= len(lost) and likeness.has_version(lines[0], versions)


def _first_unquoted(text: str, quoted: str) -> int | None:
    """The first non-blank line of a text, 1-based, that is not quoted in order; None if all are.

    Whitespace at line ends is ignored.
    """
    left = iter(quoted.splitlines())
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not any(line.rstrip() == other.rstrip() for other in left):
            return number
    return None


_EFFECTS_OF_MEANINGS = {
    EmptySearch.APPEND: "appended",
    EmptySearch.OVERWRITE: "the file is overwritten",
    EmptySearch.TOP: "inserted at the top",
}
_OVERWRITING_FORMATS = frozenset({FormatName.XML_TOOL_CALL})
"""Formats whose tools overwrite the file."""


def _has_meanings(block: EditBlock) -> bool:
    """True if an empty SEARCH of this block may mean something else than a new file."""
    # In a patch, it means that the file does not exist yet.
    return isinstance(block.operation, Replace) and block.format not in PATCH_FORMATS


def _meaning_of(decision: Decision, usual: EmptySearch | None) -> EmptySearch | None:
    """The user's choice, else the default of the review; None if there is neither."""
    chosen = [meaning for meaning in EmptySearch if meaning in (decision.matches or ())]
    return chosen[0] if len(chosen) == 1 else usual


def _as_operation(text: str, meaning: EmptySearch) -> Insert | Write:
    """The operation of an empty SEARCH with one of its meanings."""
    if meaning is EmptySearch.OVERWRITE:
        return Write(text)
    return Insert(None if meaning is EmptySearch.APPEND else 0, text)


def _without_meaning(proposal: Proposal, text: str) -> Proposal:
    """The proposal before its meaning is chosen, with a match in its base for each meaning."""
    assert proposal.base is not None
    side = proposal.sides[0]
    message = f"{proposal.path} is not empty, and an empty {side} does not say where its text goes"
    return replace(
        proposal,
        reason=Reason.FILE_EXISTS,
        message=message,
        candidates=Candidates(Choice.ONE_OF, _match_of_each_meaning(proposal.base, text)),
        suggested=list(EmptySearch).index(_usual_meaning(proposal.block)),
    )


def _with_meaning(located: Proposal, text: str, meaning: EmptySearch, *, is_chosen: bool) -> Proposal:
    """A proposal located with one meaning, with the others as candidates.

    Args:
        located: The proposal for that meaning.
        text: The text of the block.
        meaning: The meaning.
        is_chosen: True if the user chose it for this block.
    """
    assert located.base is not None
    matches = _match_of_each_meaning(located.base, text)
    warnings = tuple(w for w in located.warnings if w.kind is not WarningKind.BY_LINE_NUMBER)
    if located.is_ready and not is_chosen:
        effect = _EFFECTS_OF_MEANINGS[meaning]
        message = f"its {located.sides[0]} is empty: {effect}, as --empty-search {meaning} says"
        warnings += (BlockWarning(WarningKind.EMPTY_SEARCH, message),)
    chosen = tuple(match for match in matches if match.key == meaning) if located.chosen else ()
    return replace(located, candidates=Candidates(Choice.ONE_OF, matches), chosen=chosen, warnings=warnings)


def _usual_meaning(block: EditBlock) -> EmptySearch:
    """The meaning in the tools that the block's format belongs to."""
    operation: Operation = block.operation
    overwrites = isinstance(operation, Replace) and operation.empty_is_all
    return EmptySearch.OVERWRITE if overwrites or block.format in _OVERWRITING_FORMATS else EmptySearch.APPEND


def _match_of_each_meaning(index: FileIndex, text: str) -> tuple[Match, ...]:
    """A match for each meaning, in their order."""
    return tuple(
        replace(_match_of(index, _as_operation(text, meaning)), key=meaning.value) for meaning in EmptySearch
    )


def _match_of(index: FileIndex, operation: Insert | Write) -> Match:
    if isinstance(operation, Write):
        return match_whole_file(index, operation.text, Interpretation("", operation.text))
    return match_by_line(index, operation).matches[0]
