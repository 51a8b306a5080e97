"""Plans one file: locates its blocks one after the other.

Blocks are located in the original file, and their changes carried through each other. Only a block that has
no single match there, or whose change clashes, is tried on the result of earlier blocks; then it depends on
them. `WholeFile` handles blocks that write, move or delete the file as a whole.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from editreview.blocks import (
    NO_HINTS,
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
    Snippet,
    Write,
    lines_named,
    looks_for_text,
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Mismatch, Tier
from editreview.review.checks import checked, without_moved
from editreview.review.decisions import UNDECIDED, Decision, Placement, PlacementKind, Verdict
from editreview.review.earlier_runs import Versions, is_applied_by
from editreview.review.file_plan import (
    ChangeGroup,
    ChangeGroups,
    FilePlan,
    Includes,
    PlannedBlock,
    is_accepted,
    members_of,
)
from editreview.review.match_block import (
    NO_NUMBERS,
    BlockMatch,
    Numbers,
    follows_from,
    interpretation_warnings,
    is_found_once,
    is_hunk_applied,
    is_like_old_text,
    is_new_text_of,
    is_stricter,
    likelier_by_hints,
    match_block,
    match_block_loosely,
    match_snippet,
    may_be_applied,
    named_match,
    narrowed,
    numbers_of,
    without_byte_order_marks,
    without_margin,
    without_path_comment,
)
from editreview.review.proposal import (
    APPLIED_BY_SESSION,
    Proposal,
    failed,
    matches_sentence,
    named,
    numbered,
    resolve,
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
from editreview.review.whole_file import (
    WholeFile,
    as_operation,
    filled_lines,
    has_meanings,
    meaning_of,
    named_in_comment,
    why_no_new_version,
    with_meaning,
    without_meaning,
)
from editreview.text import Absent, Change, Snapshot

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
        committed: Callable[[], str | None] = lambda: None,
        superseded: Mapping[int, int] = {},
        checks_off: frozenset[str] = frozenset(),
        marks: tuple[BlockWarning, ...] = (),
    ) -> None:
        self._checks_off = checks_off
        self._marks = marks
        self._versions = versions
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
            self._note(item)
        self._proposals: list[Proposal] = []
        is_same = earlier is not None and earlier._index is index
        self._searches: dict[int, tuple[EditBlock, BlockMatch]] = (
            earlier._searches if earlier and is_same else {}
        )
        self._known = {p.number: p for p in earlier._proposals} if earlier and is_same else {}
        self._snippets: dict[EditBlock, EditBlock] = earlier._snippets if earlier and is_same else {}
        """Blocks of definitions, one object for equal ones, since searches are cached by block."""
        self._ready: set[int] = set()
        self._below: dict[str, int] = {}
        """By ordered group: the last line, in the original file, of the previous block's match."""
        self._sequences: dict[str, set[int]] = {}
        """By sequential group: the numbers of its blocks so far."""
        self._plan: tuple[int, FilePlan] | None = None
        """The number of blocks located, and their plan. Another thread may read it at any time."""

    def _note(self, item: PlannedBlock) -> None:
        self._responses[item.block.number] = item.response
        if item.decision.verdict is Verdict.ACCEPTED:
            self._accepted.add(item.block.number)
        is_none = item.block.is_dry_run or item.block.offer is not None
        if not is_none:
            self._note_numbers(item.block)
        if is_none or item.is_left_out or item.is_done or item.is_from_earlier_run:
            # It takes no match, so that an identical block gets one of its own.
            return
        twins = self._twins.setdefault(item.block.operation, [])
        if item.block.number not in twins:
            twins.append(item.block.number)
        self._hint_keys[item.block.number] = _hint_key(item.block)
        if item.decision.verdict is Verdict.REJECTED:
            self._rejected.add(item.block.number)

    def _note_numbers(self, block: EditBlock) -> None:
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
        self._note(item)
        proposal, base = self._plan_block(item)
        if item.via is not None and proposal.is_ready:
            proposal = replace(proposal, depends_on=tuple(sorted({*proposal.depends_on, item.via})))
        proposal = self._with_versions(checked(as_edited(proposal, item.decision), self._checks_off))
        if self._marks and not proposal.is_done_already:
            proposal = replace(proposal, marks=(*proposal.marks, *self._marks))
        proposal = with_selected_rows(named(proposal), item.decision)
        if proposal.is_ready and is_shaped(proposal):
            # An edited block may change further lines, which other blocks change too.
            clashing = self._changes.beside(self._changes.lifted(proposal, base), base)
            if clashing:
                message = f"as edited, it changes the same lines as {numbered(members_of(clashing))}"
                proposal = failed(proposal, Reason.CONFLICT, message)
        if item.block.is_correction and proposal.is_ready:
            self._note_corrected(proposal)
        if proposal.is_ready and not proposal.is_offer and item.decision.verdict is not Verdict.REJECTED:
            proposal = self._unless_reversed(proposal)
        known = self._known.get(proposal.number)
        proposal = known if known is not None and known == proposal else proposal
        if proposal.is_ready and not item.block.is_dry_run:
            is_included = self._includes(proposal, item.decision)
            if proposal.number in self._withdrawn and proposal.is_superseded:
                is_included = is_included and is_accepted(proposal, item.decision)
            if is_included:
                self._file.include(proposal, base)
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
            return replace(failed(proposal, Reason.CONFLICT, message), in_its_way=(later,))
        if not proposal.is_ready:
            return proposal
        earlier = [
            p.number
            for p in self._proposals
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
        """The proposal, with a warning if it takes back what an earlier block does, which gets one too.

        Responses show how to undo an edit, or the file as it was: both together would change nothing.
        """
        is_whole = isinstance(proposal.block.operation, Write)
        for at, other in enumerate(self._proposals if is_whole or proposal.depends_on else ()):
            is_below = other.number in proposal.depends_on or (is_whole and other.number in self._ready)
            is_reversed = is_below and not other.is_offer and _reverses(proposal.block, other.block)
            if not is_reversed or self._corrects(proposal.number, other.number):
                continue
            message = f"block {proposal.number} takes this back: accept one of them"
            self._proposals[at] = named(other.warned(WarningKind.SUPERSEDED, message))
            message = f"takes back what {numbered([other.number])} does: accept one of them"
            return proposal.warned(WarningKind.OTHER_VERSION, message)
        return proposal

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
        return is_known or proposal.change.carry(earlier.change) is None

    def _note_versions(self, proposal: Proposal, clashing: Sequence[ChangeGroup]) -> None:
        """Note that a block is a later version of the lines that earlier blocks change."""
        if proposal.is_offer or proposal.block.is_dry_run:
            return
        members = {number for each in clashing for number in each.members}
        for at, other in enumerate(self._proposals):
            if other.number not in members or other.number in self.superseded:
                continue
            if other.base is self._index and proposal.change.carry(other.change) is None:
                self.superseded[other.number] = proposal.number
                self._proposals[at] = named(_superseded_by(other, proposal.number))

    def _note_corrected(self, proposal: Proposal) -> None:
        """Note that a block is a later version of the previous one, which the response says it corrects."""
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

    def _plan_block(self, item: PlannedBlock) -> tuple[Proposal, list[ChangeGroup]]:
        block = without_margin(without_path_comment(item.block, self._before), self._before)
        item = replace(item, block=without_byte_order_marks(block, self._before, self._index))
        block, operation = item.block, item.block.operation
        warnings = tuple(BlockWarning(WarningKind.AS_READ, message) for message in block.warnings)
        warnings = (*item.warnings, *self._warnings, *warnings)
        proposal = Proposal(block, item.key, self._before.path, self._index, warnings=warnings)
        if item.is_done:
            return failed(proposal, Reason.ALREADY_APPLIED, "applied before this review was resumed"), []
        if item.is_from_earlier_run:
            return failed(
                proposal, Reason.ALREADY_APPLIED, "an earlier run applied it from this response"
            ), []
        if item.is_left_out:
            message = f"{self._before.path} is not among the files that the model was shown"
            return failed(proposal, Reason.NOT_IN_CONTEXT, message), []
        obstacle = item.obstacle or self._file.obstacle(item)
        if obstacle is not None:
            return failed(proposal, *obstacle), []
        if item.decision.placement is not None:
            return self._place_by_hand(proposal, item, item.decision.placement)
        creation = next((each for each in _interpretations(block) if not each.search), None)
        interpretations = [each for each in _interpretations(block) if each.search]
        match operation:
            case Write():
                return self._plan_write(proposal, item, operation)
            case Replace() if creation is not None and (
                not interpretations or self._file.now() in ("", creation.replace)
            ):
                proposal = replace(proposal, warnings=(*warnings, *interpretation_warnings(creation, 0)))
                return self._plan_empty_search(proposal, item, creation.replace)
        if not self._file.is_there:
            return self._file.fail_missing(proposal), []
        match operation:
            case Delete():
                return self._file.plan_removal(proposal, operation), []
            case Move():
                return self._file.plan_move(proposal, item), []
        is_same = all(r.search == r.replace and not r.removes_mark for r in interpretations)
        if interpretations and is_same and block.hints.final_newline is None:
            return failed(proposal, Reason.NO_CHANGE, f"{' and '.join(proposal.sides)} are the same"), []
        return self._locate(proposal, item, interpretations)

    def _place_by_hand(
        self, proposal: Proposal, item: PlannedBlock, placement: Placement
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block placed where the user chose."""
        text, block = text_to_place(item.block.operation), item.block
        if text is None:
            return failed(proposal, Reason.NOT_FOUND, "it has no text that could be placed by hand"), []
        if placement.kind is PlacementKind.WHOLE or not (self._file.is_there or placement.line):
            located, base = self._file.plan_write(proposal, Interpretation("", text), creates=False)
            return located.warned(WarningKind.CHOSEN, "placed by you: the whole file"), base
        operation = placed_operation(block.operation, placement, self._index)
        if operation is None:
            message = "the lines that you placed it on have changed; place it again"
            return failed(proposal, Reason.BAD_LINE_NUMBER, message), []
        # In a sequential group, its lines would be counted in the result of earlier blocks.
        alone = replace(block, operation=operation, hints=NO_HINTS, group=None)
        located, base = self._locate(replace(proposal, block=alone), replace(item, block=alone), [])
        warnings = tuple(w for w in located.warnings if w.kind is not WarningKind.BY_LINE_NUMBER)
        located = replace(located, block=replace(alone, group=block.group), warnings=warnings)
        if isinstance(operation, ReplaceLines):
            message = f"placed by you on {lines_named((operation.first, operation.last))}"
        elif isinstance(operation, Insert) and operation.after:
            message = f"inserted by you below L{operation.after}"
        else:
            message = "inserted by you at the top"
        return located.warned(WarningKind.CHOSEN, message), base

    def _plan_write(
        self, proposal: Proposal, item: PlannedBlock, operation: Write
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block that writes a whole file, or a part of a file that only looks like a whole one."""
        sketched = self._locate_as_sketch(proposal, item, operation)
        if sketched is not None:
            return sketched
        whole = plain_interpretation(operation)
        written, base = self._file.plan_write(proposal, whole, creates=operation.creates)
        warning = next((each for each in written.warnings if each.kind is WarningKind.SNIPPET), None)
        if warning is None or written.base is None:
            return written, base
        # Imported on first use: slow to import, and few blocks need it.
        from editreview.matching import part_of

        matches = match_snippet(written.base, operation.text, self._before.path, item.block.names)
        if isinstance(matches, Mismatch):
            likely = self._locate_at_likely_places(proposal, item, operation)
            if likely is not None:
                return likely
            longer = replace(warning, message=f"{warning.message}: {matches.message}")
            warnings = tuple(longer if each is warning else each for each in written.warnings)
            return replace(written, warnings=warnings), base
        after = written.change.apply(written.base.text)
        if all(match.change.apply(written.base.text) == after for match in matches):
            # As a part or as the whole, it gives the same text, so it matters only if it is cut off.
            seems_cut_off = any(match.warnings for match in matches)
            warnings = tuple(each for each in written.warnings if each is not warning or seems_cut_off)
            return replace(written, warnings=warnings), base
        old, new = filled_lines(written.base.text), filled_lines(operation.text)
        part = part_of(written.base, operation.text, self._before.path)
        is_part = bool(why_no_new_version(old, new)) or item.block.naming is Naming.PART
        is_part |= part is not None and part.is_sure
        return self._locate_as_part(proposal, item, Snippet(operation.text, may_be_whole=not is_part))

    def _locate_at_likely_places(
        self, proposal: Proposal, item: PlannedBlock, operation: Write
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A part of a file without a match, with the likeliest places as candidates; None without any."""
        old, new = filled_lines(self._before.text), filled_lines(operation.text)
        is_short = len(new) < _WHOLE_FROM * len(old)
        is_named = item.block.naming in (Naming.LABEL, Naming.COMMENT) and not proposal.is_offer
        if item.block.naming is not Naming.PART and (is_named or not (is_short or proposal.is_offer)):
            return None
        snippet = Snippet(operation.text, may_be_whole=not is_short or item.block.naming is not Naming.PART)
        located = self._locate_as_part(proposal, item, snippet)
        return located if located[0].candidates is not None and located[0].candidates.matches else None

    def _locate_as_part(
        self, proposal: Proposal, item: PlannedBlock, snippet: Snippet
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block that writes a whole file, read as a part of the file."""
        block = replace(item.block, format=FormatName.SNIPPET, operation=snippet)
        block = self._snippets.setdefault(block, block)
        proposal = replace(named_in_comment(proposal), block=block)
        return self._locate(proposal, replace(item, block=block), [])

    def _locate_as_sketch(
        self, proposal: Proposal, item: PlannedBlock, operation: Write
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A block read as a part of a file, with comments or dots for code; None if it has no match then."""
        if item.block.format != FormatName.WHOLE_FILE or not self._before.text.strip():
            return None
        # Imported on first use: slow to import, and few blocks need it.
        from editreview.formats import likely_sketch

        sketched = likely_sketch(operation.text, self._before.text)
        if sketched is None:
            return None
        block = replace(item.block, format=FormatName.LAZY, operation=sketched)
        block = self._snippets.setdefault(block, block)
        located, base = self._locate(replace(proposal, block=block), replace(item, block=block), [])
        if located.candidates is None or not located.candidates.matches:
            return None
        message = "reads comments without dots, or dots alone, as placeholders for unchanged lines"
        return located.warned(WarningKind.UNSEEN, message), base

    def _locate(
        self, proposal: Proposal, item: PlannedBlock, interpretations: list[Interpretation]
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block that has to be located in the file."""
        block = item.block
        grouped = self._locate_in_group(proposal, item)
        if grouped is not None:
            return grouped
        chosen = located_as_chosen(proposal, self._changes, item.decision, self._with_matches)
        if chosen is not None:
            return chosen
        if is_hunk_applied(self._index, block, self._numbers_of(block)):
            message = f"its new text is at L{block.hints.new_line}, and the rest of its diff is applied"
            return failed(proposal, Reason.ALREADY_APPLIED, message), []
        result = self._find(block)
        twins = self._twins_of(block, len(result.search.matches)) or [block.number]
        are_shared = result.choice is Choice.ONE_OF and len(result.search.matches) == len(twins)
        same = self._same_as(block) if block.number in twins and not are_shared else None
        if same is not None:
            proposal = replace(proposal, in_its_way=(same,))
            return failed(proposal, Reason.ALREADY_APPLIED, f"same as block {same}"), []
        proposal = self._unless_ambiguous_before(
            self._with_matches(proposal, result, item.decision, twins), result
        )
        clashing = self._changes.clashing(proposal.change) if proposal.is_ready else []
        if proposal.is_ready and not clashing and not self._has_other_matches(block, result):
            after_others = self._locate_as_quoted(proposal, item.decision)
            if after_others is not None:
                return after_others
            self._note_position(proposal)
            return proposal, []
        later: tuple[Proposal, list[ChangeGroup]] | None = None
        if looks_for_text(block.operation):
            later = self._locate_after_others(proposal, clashing, item.decision)
        if later is not None:
            return later
        if proposal.is_ready and not clashing:
            return proposal, []
        if clashing:
            self._note_versions(proposal, clashing)
            return conflicting(proposal, clashing), []
        proposal = self._with_explanation(proposal, interpretations)
        return self._locate_loosely(proposal, item.decision) or (proposal, [])

    def _unless_ambiguous_before(self, proposal: Proposal, result: BlockMatch) -> Proposal:
        """The proposal, with a warning if it had several matches before an earlier run of the response.

        If that run applied another block to one of them, the remaining match need not be the right one.
        """
        if not (self._has_earlier_blocks and proposal.is_ready and result.choice is Choice.ONE_OF):
            return proposal
        for before, _ in self._versions():
            count = len(match_block(self._index.of(before), proposal.block, self._before.path).search.matches)
            if count > 1:
                message = f"its text had {count} matches before an earlier run applied other blocks"
                return proposal.warned(
                    WarningKind.AGAINST_HINT, f"{message}: check that this is the right one"
                )
        return proposal

    def _locate_loosely(
        self, proposal: Proposal, decision: Decision
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A block whose old text has no match, located at similar text; None if there is none."""
        if proposal.reason is not Reason.NOT_FOUND:
            return None
        for base in ([], self._changes.groups) if self._changes else ([],):
            text = self._changes.text(base)
            result = match_block_loosely(text, proposal.block, self._before.path)
            if result is None or not result.search.matches:
                continue
            members = tuple(sorted(members_of(base)))
            tried = (*proposal.verdicts, *result.search.verdicts)
            placed = replace(proposal, base=text, reason=None, message=None, depends_on=members)
            placed = replace(self._with_matches(placed, result, decision, []), verdicts=tried)
            if base or not (placed.is_ready and self._changes.clashing(placed.change)):
                return placed, list(base)
        return None

    def _find(self, block: EditBlock) -> BlockMatch:
        """The matches of a block in the original file, cached."""
        known = self._searches.get(block.number)
        if known is None or known[0] is not block:
            known = self._searches[block.number] = (block, match_block(self._index, block, self._before.path))
        return known[1]

    def _locate_in_group(
        self, proposal: Proposal, item: PlannedBlock
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A block of a sequential group in the result of those before it; None if that changes nothing."""
        group = item.block.group
        if group is None or group.kind is not GroupKind.SEQUENTIAL:
            return None
        before = self._sequences.setdefault(group.id, set())
        base = [c for c in self._changes.groups if not before.isdisjoint(c.members)]
        before.add(item.block.number)
        if not base:
            return None
        here = self._find(item.block)
        if is_found_once(self._changes.fast_text(base), item.block) and len(here.search.matches) == 1:
            return None
        there = match_block(self._changes.text(base), item.block, self._before.path)
        if len(here.search.matches) == len(there.search.matches) and here.choice is Choice.ONE_OF:
            return None
        members = tuple(sorted(members_of(base)))
        placed = replace(proposal, base=self._changes.text(base), depends_on=members)
        placed = self._with_matches(placed, there, item.decision, [])
        if not placed.is_ready:
            return None if not there.search.matches else (placed, [])
        lifted = self._changes.lifted(placed, base)
        beside = self._changes.beside(lifted, base)
        return None if beside else (placed, base)

    def _note_position(self, proposal: Proposal) -> None:
        group = None if proposal.is_offer else proposal.block.group
        if group is None or group.kind is not GroupKind.ORDERED or proposal.candidates is None:
            return
        if proposal.lines is not None:
            self._below[group.id] = proposal.lines[1]

    def _below_of(self, proposal: Proposal) -> int:
        """The last line of the match of the previous block of an ordered group; 0 if there is none."""
        group = proposal.block.group
        return self._below.get(group.id, 0) if group is not None else 0

    def _plan_empty_search(
        self, proposal: Proposal, item: PlannedBlock, text: str
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block with an empty SEARCH: a new file, or one of its meanings for a file that has text."""
        written, base = self._file.plan_write(proposal, Interpretation("", text), creates=True)
        if written.reason is not Reason.FILE_EXISTS or not has_meanings(item.block):
            return written, base
        meaning = meaning_of(item.decision, item.empty_search)
        if meaning is None:
            base = [] if self._before.text else base
            members = tuple(sorted(n for each in base for n in each.members))
            return without_meaning(replace(proposal, depends_on=members), self._changes.text(base), text), []
        operation = as_operation(text, meaning)
        if isinstance(operation, Write):
            placed, base = self._file.plan_write(proposal, Interpretation("", text), creates=False)
        else:
            # Located as an insertion, in the original file or the result of earlier blocks.
            block = replace(item.block, operation=operation)
            placed, base = self._locate(replace(proposal, block=block), replace(item, block=block), [])
            placed = replace(placed, block=item.block)
        return with_meaning(placed, text, meaning, is_chosen=meaning in (item.decision.matches or ())), base

    def _with_matches(
        self, proposal: Proposal, result: BlockMatch, decision: Decision, twins: list[int]
    ) -> Proposal:
        """The proposal with the matches in its base, and with the chosen ones if the choice is clear."""
        candidates = Candidates(result.choice, result.search.matches)
        warnings = (*proposal.warnings, *result.warnings)
        proposal = replace(
            proposal, candidates=candidates, verdicts=result.search.verdicts, warnings=warnings
        )
        numbers = self._numbers_of(proposal.block)
        if not looks_for_text(proposal.block.operation) and numbers.are_off:
            message = (
                "another hunk of this diff is not at its line: the numbers may belong to another version"
            )
            proposal = proposal.warned(WarningKind.STALE_NUMBER, message)
        chosen = candidates.chosen(decision.matches)
        if (not chosen or proposal.block.hints.scopes) and candidates.matches and decision.matches is None:
            base = proposal.base
            assert base is not None
            hints, below = proposal.block.hints, self._below_of(proposal)
            left = narrowed(base, candidates.matches, hints, below, are_off=numbers.are_off)
            if len(left.matches) == 1:
                chosen = tuple(left.matches)
                proposal = replace(proposal, warnings=(*proposal.warnings, *left.warnings))
            else:
                names = proposal.block.names
                suggested = left.suggested or named_match(base, names, self._before.path, left.matches)
                if suggested is not None:
                    proposal = replace(proposal, suggested=candidates.matches.index(suggested))
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
            doubt = may_be_applied(proposal.base, result.interpretation, chosen, proposal.block.hints)
            kinds = {warning.kind for warning in proposal.warnings}
            if doubt is None and len(candidates.matches) == 1 and WarningKind.AGAINST_HINT not in kinds:
                doubt = likelier_by_hints(
                    proposal.base, proposal.block, self._before.path, chosen[0], self._below_of(proposal)
                )
            if doubt is not None and not numbers.are_of_before:
                proposal = replace(proposal, warnings=(*proposal.warnings, doubt))
            return resolve(proposal, chosen, numbers)
        if candidates.matches:
            sentence = matches_sentence(candidates.matches)
            # The message also says why there are only likely places.
            why = f"{result.failure[1]}; " if result.failure is not None else ""
            return failed(proposal, Reason.AMBIGUOUS, f"{why}{sentence}")
        return failed(proposal, *(result.failure or (Reason.NOT_FOUND, "")))

    def _has_other_matches(self, block: EditBlock, result: BlockMatch) -> bool:
        """True if an edit of all matches has a different number of them in the result of earlier blocks."""
        if result.choice is not Choice.EACH or not self._changes:
            return False
        now = match_block(self._changes.text(self._changes.groups), block, self._before.path)
        return len(now.search.matches) != len(result.search.matches)

    def _locate_after_others(
        self, proposal: Proposal, clashing: list[ChangeGroup], decision: Decision
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """The proposal on the result of earlier blocks; None without a match there, or with several."""
        if not self._changes:
            return None
        everything = self._changes.text(self._changes.groups)
        result = match_block(everything, proposal.block, self._before.path)
        is_each = result.choice is Choice.EACH
        if not result.search.matches or (len(result.search.matches) != 1 and not is_each):
            return None
        base = (
            self._changes.touched(result.search.matches[0])
            or clashing
            or self._changes.over(proposal)
            or self._changes.groups
        )
        if is_each:
            base = self._changes.groups
        while True:
            result = match_block(self._changes.text(base), proposal.block, self._before.path)
            if len(result.search.matches) != 1:
                base = self._changes.groups
                result = match_block(everything, proposal.block, self._before.path)
            members = tuple(sorted(members_of(base)))
            placed = replace(
                proposal,
                base=self._changes.text(base),
                reason=None,
                message=None,
                warnings=tuple(w for w in proposal.warnings if w.consequence.subject is Subject.BLOCK),
                depends_on=members,
            )
            placed = self._with_matches(placed, result, decision if is_each else UNDECIDED, [])
            lifted = self._changes.lifted(placed, base)
            beside = self._changes.beside(lifted, base)
            if not beside:
                return placed, list(base)
            base = [c for c in self._changes.groups if c in base or c in beside]

    def _locate_as_quoted(
        self, proposal: Proposal, decision: Decision
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
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
        if later is None or len(later[0].chosen) != 1:
            return None
        there, base = later
        is_better = is_stricter(there.chosen[0], chosen[0])
        if not any(group in near for group in base):
            if not is_better or not base:
                return None
            message = f"the lines that {numbered(members_of(base))} adds fit better than these"
            return proposal.warned(WarningKind.AGAINST_HINT, message), []
        if is_better:
            return later
        here = Change.of_all((proposal.change, *(group.change for group in base)))
        after = there.change.apply(self._changes.text(base).text)
        is_same = here is not None and here.apply(self._index.text) == after
        return None if is_same or there.tier is not proposal.tier else later

    def _siblings(self, block: EditBlock) -> frozenset[int]:
        """The numbers of the blocks so far that quote the same version of the file as a hunk of a diff."""
        group = block.group
        if group is None or group.kind is not GroupKind.ORDERED:
            return frozenset()
        groups = ((p.number, p.block.group) for p in self._proposals)
        return frozenset(number for number, other in groups if other is not None and other.id == group.id)

    def _with_explanation(self, proposal: Proposal, interpretations: list[Interpretation]) -> Proposal:
        """A proposal with the reason why it has no match."""
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
    """True if a block puts the old text of another one in place of the new, or has it in a whole file."""
    one, two = block.operation, other.operation
    if not isinstance(two, Replace) or block.is_applied:
        return False
    old, new = two.interpretations[0].search, two.interpretations[0].replace
    if isinstance(one, Write):
        return bool(old.strip()) and old in one.text and (new not in one.text or old not in new)
    if not isinstance(one, Replace):
        return False
    return (one.interpretations[0].search, one.interpretations[0].replace) == (new, old)


def _superseded_by(proposal: Proposal, later: int) -> Proposal:
    message = f"block {later} is a later version of these lines: accept one of them"
    return proposal.warned(WarningKind.SUPERSEDED, message)


def _interpretations(block: EditBlock) -> Sequence[Interpretation]:
    return block.operation.interpretations if isinstance(block.operation, Replace) else ()
