"""The plan of one file: its blocks placed together, as a fold over the text.

Blocks are placed in the file as it was and their changes carried through each other. Only a
block that has no single match there, or whose change clashes, is tried on what earlier
blocks make of the text; then it depends on them. `WholeFile` has what becomes of the file as such:
written as a whole, moved, deleted.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.blocks import (
    Delete,
    EditBlock,
    GroupKind,
    Interpretation,
    Move,
    Naming,
    Replace,
    Snippet,
    Write,
    looks_for_text,
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Mismatch, match_whole_file
from editreview.review.already_applied import follows_from, is_new_text_of
from editreview.review.change_groups import ChangeGroup, ChangeGroups, members_of
from editreview.review.checks import checked
from editreview.review.decisions import Decision, Verdict, operation_key
from editreview.review.earlier_runs import Versions, is_made_by
from editreview.review.empty_search import as_operation, directed, leaves_open, undirected, way_of
from editreview.review.file_plan import FilePlan, PlannedBlock, Takes, is_accepted
from editreview.review.hinting import may_be_applied, narrowed
from editreview.review.marks import without_marks
from editreview.review.match_block import (
    BlockMatch,
    interpretation_warnings,
    is_found_once,
    is_like_old_text,
    match_block,
    match_block_loosely,
)
from editreview.review.numbering import NO_NUMBERS, Numbers, is_made, numbers_of
from editreview.review.path_comment import without_path_comment
from editreview.review.proposal import Proposal, failed, matches_sentence, named, numbered, resolve
from editreview.review.user_edits import as_edited, conflicting, is_shaped, placed_as_said, with_selected_rows
from editreview.review.warnings import BlockWarning, Scope, WarningKind
from editreview.text import Absent, Change, Snapshot, Splice, counted

_FENCED = "whole-file"
"""The format in which a part of a file looks like a whole one. The others write files on purpose."""
_SNIPPET = "snippet"
"""The format of such a part."""
_MIN_LINES = 4
"""Lines of a file of which a part can be told from a new version."""
_FACTOR = 2
"""A file so many times as long as the text for it is no earlier version of that text."""
_LOST = 5
"""A new version keeps all but one line in so many."""
_ALIKE = 60.0
"""Percent from which a line is another version of one."""
_BEGINNING = 8
"""Characters at the beginning of a line that make it another version too, however it goes on."""
_LONG = 2_000
"""Characters by which lines are judged alike; two lines of a megabyte would take half a minute."""
_MAX_VERSIONS = 50
"""Lines in which another version of a line is looked for."""
_SHARED = 3
"""A part of a file has at least one line in so many in common with it."""


class FilePlanner:
    """Places the blocks of one file, one after the other.

    Args:
        before: The file as it was read.
        index: Of its text.
        asked: The blocks known so far, so that identical ones share their matches.
        takes: Which proposals are part of the text that later blocks see.
        earlier: An earlier plan. If it is of the same text, what was found then is not looked for again,
            and a proposal that comes out the same is the same object.
        warnings: On the file itself, for each of its blocks.
        versions: Gives the texts of the file before and after earlier runs wrote it.
        superseded: By the number of a block: that of a later one which is another version of its lines.
    """

    def __init__(
        self,
        before: Snapshot | Absent,
        index: FileIndex,
        asked: Sequence[PlannedBlock],
        takes: Takes,
        earlier: "FilePlanner | None" = None,
        warnings: tuple[BlockWarning, ...] = (),
        versions: Callable[[], Versions] = tuple,
        superseded: Mapping[int, int] = {},
    ) -> None:
        self._versions = versions
        self._before = before
        self._index = index
        self._takes = takes
        self._warnings = warnings
        self.superseded = dict(superseded)
        """By superseded block: its later version, including those found here."""
        self._withdrawn = frozenset(superseded)
        """Superseded blocks, left out unless they are accepted: the later version is shown."""
        self._taken = ChangeGroups(index)
        self._file = WholeFile(before, index, self._taken)
        self._twins: dict[str, list[int]] = {}
        """By what they ask for: the numbers of identical blocks."""
        self._said: dict[int, tuple[object, ...]] = {}
        """By block: all that its format says about its match."""
        self._rejected: set[int] = set()
        self._numbers: dict[str, Numbers] = {}
        """By diff: what the line numbers of its hunks say of the file as it was."""
        self._numbered: set[int] = set()
        """The blocks whose numbers count there."""
        self._has_made = any(item.is_made for item in asked)
        """True if an earlier run of the response applied some of its blocks to the file."""
        for item in asked:
            self._know(item)
        self._proposals: list[Proposal] = []
        is_same = earlier is not None and earlier._index is index
        self._found: dict[int, tuple[EditBlock, BlockMatch]] = earlier._found if earlier and is_same else {}
        self._known = {p.number: p for p in earlier._proposals} if earlier and is_same else {}
        self._snippets: dict[EditBlock, EditBlock] = earlier._snippets if earlier and is_same else {}
        """Blocks of definitions, one object for equal ones: matches are kept by block."""
        self._placed: set[int] = set()
        self._below: dict[str, int] = {}
        """By ordered group: the last line of the match of its block before, in the file as it was."""
        self._groups: dict[str, set[int]] = {}
        """By sequential group: the numbers of its blocks so far."""
        self._plan: tuple[int, FilePlan] | None = None
        """The number of blocks placed, and their plan: another thread may ask while one is being placed."""

    def _know(self, asked: PlannedBlock) -> None:
        is_none = asked.block.is_dry_run or asked.block.offer is not None
        if not is_none:
            self._know_numbers(asked.block)
        if is_none or asked.is_left_out or asked.is_done or asked.is_made:
            # It takes no match, so that the same edit in earnest has its own.
            return
        twins = self._twins.setdefault(operation_key(asked.block), [])
        if asked.block.number not in twins:
            twins.append(asked.block.number)
        self._said[asked.block.number] = _place_said(asked.block)
        if asked.decision.verdict is Verdict.REJECTED:
            self._rejected.add(asked.block.number)

    def _know_numbers(self, block: EditBlock) -> None:
        if block.group is None or block.number in self._numbered:
            return
        self._numbered.add(block.number)
        self._numbers[block.group.id] = self._numbers_of(block) & numbers_of(self._index, block)

    def _numbers_of(self, block: EditBlock) -> Numbers:
        """The agreement of the file with the numbers of the block's diff, as far as its hunks are known."""
        return self._numbers.get(block.group.id, NO_NUMBERS) if block.group is not None else NO_NUMBERS

    def speaks_of_others(self, block: EditBlock) -> bool:
        """True if the numbers of a new block change what those of its diff say so far."""
        known = self._numbers_of(block)
        return known != NO_NUMBERS and known & numbers_of(self._index, block) != known

    def _twins_of(self, block: EditBlock, matches: int) -> list[int]:
        """The blocks that share the matches of an operation, itself among them if it is one of them.

        A rejected one keeps its match if there is one for each: then just that match was rejected.
        """
        twins = self._twins.get(operation_key(block)) or [block.number]
        return twins if len(twins) == matches else [n for n in twins if n not in self._rejected]

    def _same_as(self, block: EditBlock) -> int | None:
        """The first placed block that asks for the same in the same place, as far as their formats say.

        Hunks that name different lines, or stand below different ones, have different matches.
        """
        said = _place_said(block)
        twins = (n for n in self._twins.get(operation_key(block), ()) if n not in self._rejected)
        return next((n for n in twins if n in self._placed and self._said[n] == said), None)

    def has_twin(self, block: EditBlock) -> bool:
        """True if a block that is known asks for the same."""
        return operation_key(block) in self._twins

    def plan(self) -> FilePlan:
        """All blocks placed so far, and what those taken make of the file."""
        known, count = self._plan, len(self._proposals)
        if known is None or known[0] != count:
            taken = frozenset(members_of(self._taken.components))
            change = self._taken.now()
            if self._file.ending.removed_by is not None:
                text = self._before.text
                change = Change((Splice(0, len(text), ""),)) if text else Change()
            made = FilePlan(
                path=self._before.path,
                before=self._before,
                index=self._index,
                proposals=tuple(self._proposals[:count]),
                taken=taken.union(self._file.ending.taken),
                change=change,
                components=tuple(self._taken.components),
                is_removed=self._file.ending.removed_by is not None,
                path_to=self._file.ending.path_to,
            )
            known = self._plan = (count, made)
        return known[1]

    def add(self, asked: PlannedBlock) -> Proposal:
        """Place one block; if it is taken, later blocks see its change."""
        self._know(asked)
        proposal, base = self._proposal(asked)
        if asked.via is not None and proposal.is_ready:
            proposal = replace(proposal, depends_on=tuple(sorted({*proposal.depends_on, asked.via})))
        proposal = self._versioned(checked(as_edited(proposal, asked.decision)))
        proposal = with_selected_rows(named(proposal), asked.decision)
        if proposal.is_ready and is_shaped(proposal):
            # Whole lines, and lines that the block had not touched: others may change them too.
            clashing = self._taken.beside(self._taken.lifted(proposal, base), base)
            if clashing:
                message = f"so much of it changes the same lines as {numbered(members_of(clashing))}"
                proposal = failed(proposal, Reason.CONFLICT, message)
        if asked.block.is_correction and proposal.is_ready:
            self._note_corrected(proposal)
        known = self._known.get(proposal.number)
        proposal = known if known is not None and known == proposal else proposal
        if proposal.is_ready and not asked.block.is_dry_run:
            is_taken = self._takes(proposal, asked.decision)
            if proposal.number in self._withdrawn and proposal.is_superseded:
                is_taken = is_taken and is_accepted(proposal, asked.decision)
            if is_taken:
                self._file.take(proposal, base)
            if is_taken or not proposal.is_offer:
                self._placed.add(proposal.number)
        # Last: from now on no plan of fewer blocks holds.
        self._proposals.append(proposal)
        return proposal

    def _versioned(self, proposal: Proposal) -> Proposal:
        """The proposal with what other versions of its lines mean for it."""
        number = proposal.number
        later = self.superseded.get(number)
        if later is not None and proposal.reason is Reason.NOT_FOUND:
            message = f"block {later} is a later version of these lines"
            return replace(failed(proposal, Reason.CONFLICT, message), in_its_way=(later,))
        if not proposal.is_ready:
            return proposal
        earlier = [p.number for p in self._proposals if self._may_be_chosen_instead(p, proposal)]
        if earlier:
            change = "changes" if len(earlier) == 1 else "change"
            message = f"{numbered(earlier)} {change} the same lines differently: accept one of them"
            proposal = proposal.warned(WarningKind.OTHER_VERSION, message)
        if later is not None and later not in self._rejected:
            proposal = _superseded_by(proposal, later)
        return proposal

    def _may_be_chosen_instead(self, earlier: Proposal, proposal: Proposal) -> bool:
        """True if a block is an earlier version of another one's lines, and may still be chosen."""
        if earlier.number not in self._withdrawn or earlier.number in self._rejected:
            return False
        are_here = earlier.base is self._index and proposal.base is self._index
        if not are_here or not earlier.is_ready:
            return False
        is_known = self.superseded[earlier.number] == proposal.number
        return is_known or proposal.change.carry(earlier.change) is None

    def _note_versions(self, proposal: Proposal, clashing: Sequence[ChangeGroup]) -> None:
        """Know that a block is another version of the lines that blocks before it change."""
        if proposal.is_offer or proposal.block.is_dry_run:
            return
        members = {number for component in clashing for number in component.members}
        for at, other in enumerate(self._proposals):
            if other.number not in members or other.number in self.superseded:
                continue
            if other.base is self._index and proposal.change.carry(other.change) is None:
                self.superseded[other.number] = proposal.number
                self._proposals[at] = named(_superseded_by(other, proposal.number))

    def _note_corrected(self, proposal: Proposal) -> None:
        """Know a block as a version of the one before that it corrects, though both could be applied."""
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

    def _proposal(self, asked: PlannedBlock) -> tuple[Proposal, list[ChangeGroup]]:
        block = without_path_comment(asked.block, self._before)
        asked = replace(asked, block=without_marks(block, self._before, self._index))
        block, operation = asked.block, asked.block.operation
        warnings = tuple(BlockWarning(WarningKind.AS_READ, message) for message in block.warnings)
        warnings = (*asked.warnings, *self._warnings, *warnings)
        proposal = Proposal(block, asked.key, self._before.path, self._index, warnings=warnings)
        if asked.is_done:
            return failed(proposal, Reason.ALREADY_APPLIED, "applied before this review was resumed"), []
        if asked.is_made:
            return failed(
                proposal, Reason.ALREADY_APPLIED, "an earlier run applied it from this response"
            ), []
        if asked.is_left_out:
            message = f"{self._before.path} is not among the files that the model was shown"
            return failed(proposal, Reason.NOT_IN_CONTEXT, message), []
        obstacle = asked.obstacle or self._file.moved_off(asked)
        if obstacle is not None:
            return failed(proposal, *obstacle), []
        making = next(
            (interpretation for interpretation in _interpretations(block) if not interpretation.search), None
        )
        interpretations = [
            interpretation for interpretation in _interpretations(block) if interpretation.search
        ]
        match operation:
            case Write():
                return self._written(proposal, asked, operation)
            case Replace() if making is not None and (
                not interpretations or self._file.now() in ("", making.replace)
            ):
                proposal = replace(proposal, warnings=(*warnings, *interpretation_warnings(making, 0)))
                return self._filled(proposal, asked, making.replace)
        if not self._file.is_there:
            return self._file.missing(proposal), []
        match operation:
            case Delete():
                return self._file.removed(proposal, operation), []
            case Move():
                return self._file.moved(proposal, asked), []
        is_same = all(r.search == r.replace and not r.removes_mark for r in interpretations)
        if interpretations and is_same and block.hints.final_newline is None:
            return failed(proposal, Reason.NO_CHANGE, f"{' and '.join(proposal.sides)} are the same"), []
        return self._located(proposal, asked, interpretations)

    def _written(
        self, proposal: Proposal, asked: PlannedBlock, operation: Write
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A whole text, or a part of the file that only looks like one."""
        whole = plain_interpretation(operation)
        written, base = self._file.written(proposal, whole, creates=operation.creates)
        warning = next((each for each in written.warnings if each.kind is WarningKind.SNIPPET), None)
        if warning is None or written.base is None:
            return written, base
        # Few blocks need it, and it is slow to import.
        from editreview.matching import match_definitions, part_of

        found = match_definitions(written.base, operation.text, self._before.path)
        if isinstance(found, Mismatch):
            told = replace(warning, message=f"{warning.message}: {found.message}")
            warnings = tuple(told if each is warning else each for each in written.warnings)
            return replace(written, warnings=warnings), base
        old, new = _filled_lines(written.base.text), _filled_lines(operation.text)
        part = part_of(written.base, operation.text, self._before.path)
        is_part = bool(_snippet(old, new)) or asked.block.naming is Naming.PART
        is_part |= part is not None and part.is_sure
        snippet = Snippet(operation.text, may_be_whole=not is_part)
        block = replace(asked.block, format=_SNIPPET, operation=snippet)
        block = self._snippets.setdefault(block, block)
        proposal = replace(_named_in_comment(proposal), block=block)
        return self._located(proposal, replace(asked, block=block), [])

    def _located(
        self, proposal: Proposal, asked: PlannedBlock, interpretations: list[Interpretation]
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """An operation that has its match somewhere in the file."""
        block = asked.block
        grouped = self._in_group(proposal, asked)
        if grouped is not None:
            return grouped
        said = placed_as_said(proposal, self._taken, asked.decision, self._on)
        if said is not None:
            return said
        if is_made(self._index, block, self._numbers_of(block)):
            message = f"its new text is at L{block.hints.new_line}, and all of its diff where it is to be"
            return failed(proposal, Reason.ALREADY_APPLIED, message), []
        found = self._find(block)
        twins = self._twins_of(block, len(found.search.matches)) or [block.number]
        are_shared = found.choice is Choice.ONE_OF and len(found.search.matches) == len(twins)
        same = self._same_as(block) if block.number in twins and not are_shared else None
        if same is not None:
            proposal = replace(proposal, in_its_way=(same,))
            return failed(proposal, Reason.ALREADY_APPLIED, f"same as block {same}"), []
        proposal = self._unless_ambiguous_before(self._on(proposal, found, asked.decision, twins), found)
        clashing = self._taken.clashing(proposal.change) if proposal.is_ready else []
        if proposal.is_ready and not clashing and not self._has_other_matches(block, found):
            self._remember(proposal)
            return proposal, []
        later: tuple[Proposal, list[ChangeGroup]] | None = None
        if looks_for_text(block.operation):
            later = self._in_sequence(proposal, clashing, asked.decision)
        if later is not None:
            return later
        if proposal.is_ready and not clashing:
            return proposal, []
        if clashing:
            self._note_versions(proposal, clashing)
            return conflicting(proposal, clashing), []
        proposal = self._explained(proposal, interpretations)
        return self._loosely(proposal, asked.decision) or (proposal, [])

    def _unless_ambiguous_before(self, proposal: Proposal, found: BlockMatch) -> Proposal:
        """The proposal, with a warning if its response found several matches for it in an earlier run.

        Where that run applied another block to one of them, the match that is left need not be the right one.
        """
        if not (self._has_made and proposal.is_ready and found.choice is Choice.ONE_OF):
            return proposal
        for before, _ in self._versions():
            count = len(match_block(self._index.of(before), proposal.block, self._before.path).search.matches)
            if count > 1:
                message = f"its text had {count} matches before an earlier run applied other blocks"
                return proposal.warned(
                    WarningKind.AGAINST_HINT, f"{message}: check that this is the right one"
                )
        return proposal

    def _loosely(self, proposal: Proposal, decision: Decision) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A block whose old text is nowhere, at the matches of text that is like it."""
        if proposal.reason is not Reason.NOT_FOUND:
            return None
        for base in ([], self._taken.components) if self._taken else ([],):
            text = self._taken.text(base)
            found = match_block_loosely(text, proposal.block, self._before.path)
            if found is None or not found.search.matches:
                continue
            members = tuple(sorted(members_of(base)))
            tried = (*proposal.verdicts, *found.search.verdicts)
            placed = replace(proposal, base=text, reason=None, message=None, depends_on=members)
            placed = replace(self._on(placed, found, decision, []), verdicts=tried)
            if base or not (placed.is_ready and self._taken.clashing(placed.change)):
                return placed, list(base)
        return None

    def _find(self, block: EditBlock) -> BlockMatch:
        """The matches of a block in the file as it was."""
        known = self._found.get(block.number)
        if known is None or known[0] is not block:
            known = self._found[block.number] = (block, match_block(self._index, block, self._before.path))
        return known[1]

    def _in_group(self, proposal: Proposal, asked: PlannedBlock) -> tuple[Proposal, list[ChangeGroup]] | None:
        """A block of a sequential group on the text that those before it make, if that makes a difference."""
        group = asked.block.group
        if group is None or group.kind is not GroupKind.SEQUENTIAL:
            return None
        before = self._groups.setdefault(group.id, set())
        base = [c for c in self._taken.components if not before.isdisjoint(c.members)]
        before.add(asked.block.number)
        if not base:
            return None
        here = self._find(asked.block)
        if is_found_once(self._taken.made(base), asked.block) and len(here.search.matches) == 1:
            return None
        there = match_block(self._taken.text(base), asked.block, self._before.path)
        if len(here.search.matches) == len(there.search.matches) and here.choice is Choice.ONE_OF:
            return None
        members = tuple(sorted(members_of(base)))
        placed = replace(proposal, base=self._taken.text(base), depends_on=members)
        placed = self._on(placed, there, asked.decision, [])
        if not placed.is_ready:
            return None if not there.search.matches else (placed, [])
        lifted = self._taken.lifted(placed, base)
        beside = self._taken.beside(lifted, base)
        return None if beside else (placed, base)

    def _remember(self, proposal: Proposal) -> None:
        group = None if proposal.is_offer else proposal.block.group
        if group is None or group.kind is not GroupKind.ORDERED or proposal.candidates is None:
            return
        if proposal.lines is not None:
            self._below[group.id] = proposal.lines[1]

    def _filled(
        self, proposal: Proposal, asked: PlannedBlock, text: str
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """An empty search: a new file, or what was said of one that holds text."""
        written, base = self._file.written(proposal, Interpretation("", text), creates=True)
        if written.reason is not Reason.FILE_EXISTS or not leaves_open(asked.block):
            return written, base
        way = way_of(asked.decision, asked.empty_search)
        if way is None:
            base = [] if self._before.text else base
            members = tuple(sorted(n for component in base for n in component.members))
            return undirected(replace(proposal, depends_on=members), self._taken.text(base), text), []
        operation = as_operation(text, way)
        if isinstance(operation, Write):
            placed, base = self._file.written(proposal, Interpretation("", text), creates=False)
        else:
            # It is searched for as an insertion, here and in what earlier blocks make.
            block = replace(asked.block, operation=operation)
            placed, base = self._located(replace(proposal, block=block), replace(asked, block=block), [])
            placed = replace(placed, block=asked.block)
        return directed(placed, text, way, is_chosen=way in (asked.decision.matches or ())), base

    def _on(self, proposal: Proposal, found: BlockMatch, decision: Decision, twins: list[int]) -> Proposal:
        """The proposal with what a search in its base found, chosen as far as that is settled."""
        candidates = Candidates(found.choice, found.search.matches)
        warnings = (*proposal.warnings, *found.warnings)
        proposal = replace(proposal, candidates=candidates, verdicts=found.search.verdicts, warnings=warnings)
        numbers = self._numbers_of(proposal.block)
        if not looks_for_text(proposal.block.operation) and numbers.are_off:
            message = "another hunk of this diff is not at its line, so the numbers are of another version"
            proposal = proposal.warned(WarningKind.STALE_NUMBER, message)
        chosen = candidates.chosen(decision.matches)
        if (not chosen or proposal.block.hints.scopes) and candidates.matches and decision.matches is None:
            assert proposal.base is not None
            group, hints = proposal.block.group, proposal.block.hints
            below = self._below.get(group.id, 0) if group is not None else 0
            left = narrowed(proposal.base, candidates.matches, hints, below, are_off=numbers.are_off)
            if len(left.matches) == 1:
                chosen = tuple(left.matches)
                proposal = replace(proposal, warnings=(*proposal.warnings, *left.warnings))
            elif left.suggested is not None:
                proposal = replace(proposal, suggested=candidates.matches.index(left.suggested))
        if not chosen and len(twins) == len(candidates.matches) > 1 and proposal.number in twins:
            nth = twins.index(proposal.number)
            chosen = (candidates.matches[nth],)
            count = len(twins)
            message = f"{numbered(twins)} are identical and have {count} matches: this is number {nth + 1}"
            warning = BlockWarning(WarningKind.IDENTICAL_BLOCKS, message)
            proposal = replace(proposal, warnings=(*proposal.warnings, warning))
        if chosen:
            assert proposal.base is not None
            doubt = may_be_applied(proposal.base, found.interpretation, chosen, proposal.block.hints)
            if doubt is not None and not numbers.are_of_before:
                proposal = replace(proposal, warnings=(*proposal.warnings, doubt))
            return resolve(proposal, chosen, numbers)
        if candidates.matches:
            return failed(proposal, Reason.AMBIGUOUS, matches_sentence(candidates.matches))
        return failed(proposal, *(found.failure or (Reason.NOT_FOUND, "")))

    def _has_other_matches(self, block: EditBlock, found: BlockMatch) -> bool:
        """True if an edit of all matches has more or fewer of them in the text that earlier blocks make."""
        if found.choice is not Choice.EACH or not self._taken:
            return False
        now = match_block(self._taken.text(self._taken.components), block, self._before.path)
        return len(now.search.matches) != len(found.search.matches)

    def _in_sequence(
        self, proposal: Proposal, clashing: list[ChangeGroup], decision: Decision
    ) -> tuple[Proposal, list[ChangeGroup]] | None:
        """The proposal on the text that earlier blocks make, if there is one match, or it goes to all."""
        if not self._taken:
            return None
        everything = self._taken.text(self._taken.components)
        found = match_block(everything, proposal.block, self._before.path)
        is_each = found.choice is Choice.EACH
        if not found.search.matches or (len(found.search.matches) != 1 and not is_each):
            return None
        base = (
            self._taken.touched(found.search.matches[0])
            or clashing
            or self._taken.over(proposal)
            or self._taken.components
        )
        if is_each:
            base = self._taken.components
        while True:
            found = match_block(self._taken.text(base), proposal.block, self._before.path)
            if len(found.search.matches) != 1:
                base = self._taken.components
                found = match_block(everything, proposal.block, self._before.path)
            members = tuple(sorted(members_of(base)))
            placed = replace(
                proposal,
                base=self._taken.text(base),
                reason=None,
                message=None,
                warnings=tuple(w for w in proposal.warnings if w.consequence.scope is Scope.BLOCK),
                depends_on=members,
            )
            placed = self._on(placed, found, decision if is_each else Decision(), [])
            lifted = self._taken.lifted(placed, base)
            beside = self._taken.beside(lifted, base)
            if not beside:
                return placed, list(base)
            base = [c for c in self._taken.components if c in base or c in beside]

    def _explained(self, proposal: Proposal, interpretations: list[Interpretation]) -> Proposal:
        """A proposal without a match, with the reason for it."""
        if proposal.reason is not Reason.NOT_FOUND or proposal.message or not interpretations:
            return proposal
        operation = proposal.block.operation
        is_text = isinstance(operation, Replace) and operation.is_text
        is_there = any(
            follows_from(interpretation) and is_new_text_of(self._index, interpretation, is_text=is_text)
            for interpretation in interpretations
        )
        if is_there and not is_like_old_text(self._index, proposal.block, self._before.path):
            message = "its new text is in the file, its old text is not"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        if is_made_by(self._versions(), self._index, proposal.block, self._before.path):
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message="an earlier run made this change")
        now = self._taken.text(self._taken.components)
        if self._taken and any(
            is_new_text_of(now, interpretation, is_text=is_text) for interpretation in interpretations
        ):
            message = "an earlier block makes the same change"
            return replace(proposal, reason=Reason.ALREADY_APPLIED, message=message)
        return replace(proposal, message=proposal.absent)


def _place_said(block: EditBlock) -> tuple[object, ...]:
    """All that a format says about a match besides the text; each block of an ordered group has its own."""
    group = block.group
    is_ordered = group is not None and group.kind is GroupKind.ORDERED
    return (block.hints, (group, block.number) if is_ordered and block.hints.line is None else None)


def _superseded_by(proposal: Proposal, later: int) -> Proposal:
    message = f"block {later} is a later version of these lines: accept one of them"
    return proposal.warned(WarningKind.SUPERSEDED, message)


def _interpretations(block: EditBlock) -> Sequence[Interpretation]:
    return block.operation.interpretations if isinstance(block.operation, Replace) else ()


class Ending(Struct, frozen=True):
    """The effect of deletions and moves."""

    removed_by: int | None = None
    """The number of the block that deletes it."""
    path_to: str | None = None
    taken: tuple[int, ...] = ()
    """The numbers of the blocks that move or delete it."""

    def after(self, proposal: Proposal) -> "Ending":
        """With one more deletion or move."""
        taken = (*self.taken, proposal.number)
        if proposal.is_removal:
            return Ending(proposal.number, self.path_to, taken)
        return Ending(self.removed_by, proposal.path_to, taken)


class WholeFile:
    """A file after the blocks taken so far.

    Args:
        before: As it was read.
        index: Of its text.
        taken: The changes of its text so far; blocks taken here add to them.
    """

    def __init__(self, before: Snapshot | Absent, index: FileIndex, taken: ChangeGroups) -> None:
        self._before = before
        self._index = index
        self._taken = taken
        self.ending = Ending()

    def take(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> None:
        """Take one more block, which builds on `base`."""
        if proposal.is_removal or proposal.path_to is not None:
            self.ending = self.ending.after(proposal)
            return
        self.ending = replace(self.ending, removed_by=None)
        self._taken.join(proposal, base)

    @property
    def is_there(self) -> bool:
        """True if there is a file."""
        is_file = isinstance(self._before, Snapshot) or bool(self._taken)
        return is_file and self.ending.removed_by is None

    def now(self) -> str:
        """Its text; empty if there is none."""
        return "" if self.ending.removed_by is not None else self._taken.now().apply(self._before.text)

    def missing(self, proposal: Proposal) -> Proposal:
        """A block that needs the file, where there is none."""
        path, by = self._before.path, self.ending.removed_by
        message = f"{path} does not exist" if by is None else f"block {by} deletes {path}"
        return failed(proposal, Reason.FILE_MISSING, message)

    def moved_off(self, asked: PlannedBlock) -> tuple[Reason, str] | None:
        """The reason why the file is not where a block expects it."""
        path, path_to = self._before.path, self.ending.path_to
        if asked.via is not None and asked.via not in self.ending.taken:
            return Reason.DEPENDS_ON, f"block {asked.via} brings the file there, and is not accepted"
        if asked.via is None and path_to is not None:
            return Reason.CONFLICT, f"{numbered(self.ending.taken)} moves {path} to {path_to}"
        return None

    def written(
        self, proposal: Proposal, interpretation: Interpretation, *, creates: bool
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A whole text: a new file, the text of an empty one, or another text for one that is there."""
        base = list(self._taken.components)
        twins = members_of(base)
        now, path, is_there = self.now(), self._before.path, self.is_there
        final, operation = proposal.block.hints.final_newline, proposal.block.operation
        if (
            is_there
            and not match_whole_file(FileIndex(now), interpretation.replace, interpretation, final).change
        ):
            same = f"same as {numbered(twins)}" if twins else f"{path} holds just this text"
            return failed(proposal, Reason.ALREADY_APPLIED, same), base
        if now and creates:
            by = f" (written by {numbered(twins)})" if twins else ""
            message = f"{path} already exists and is not empty{by}"
            return failed(proposal, Reason.FILE_EXISTS, message), base
        text = self._taken.text(base)
        match = match_whole_file(text, interpretation.replace, interpretation, final)
        if now:
            old, new = _filled_lines(now), _filled_lines(interpretation.replace)
            lost = (Counter(old) - Counter(new)).total()
            loses = f": {counted(lost, 'line')} of it would be lost" if lost else ""
            message = f"overwrites all of {path}, {counted(len(text.lines), 'line')}{loses}"
            proposal = proposal.warned(WarningKind.OVERWRITES, message)
            naming = proposal.block.naming
            is_fenced = proposal.block.format == _FENCED
            if is_fenced and (said := _snippet(old, new) or _part(text, interpretation.replace, path)):
                proposal = proposal.warned(WarningKind.SNIPPET, said)
            elif naming is Naming.PART:
                message = "the response speaks of a part of the file"
                proposal = proposal.warned(WarningKind.SNIPPET, message)
            elif naming is Naming.SENTENCE and _may_be_part(old, new):
                message = (
                    "may be a part of the file: a sentence names it, and does not say that this is all of it"
                )
                proposal = proposal.warned(WarningKind.SNIPPET, message)
            proposal = _named_in_comment(proposal)
        elif not is_there and isinstance(operation, Write) and operation.updates:
            message = f"{path} does not exist, and the response speaks of it as if it did"
            proposal = proposal.warned(WarningKind.FILE_MISSING, message)
        return (
            replace(
                proposal,
                base=text,
                depends_on=tuple(sorted(twins)),
                creates=isinstance(self._before, Absent),
                candidates=Candidates(Choice.ONE_OF, (match,)),
                chosen=(match,),
                change=match.change,
            ),
            base,
        )

    def removed(self, proposal: Proposal, operation: Delete) -> Proposal:
        """A deletion; `operation` may quote the text that is to go."""
        match = match_whole_file(self._index, "", Interpretation("", ""))
        text = self._before.text
        change = Change((Splice(0, len(text), ""),)) if text else Change()
        proposal = proposal.warned(WarningKind.DELETES, f"deletes {self._before.path}")
        line = None if operation.quoted is None else _first_unquoted(text, operation.quoted)
        if line is not None:
            message = f"deletes lines that the diff does not show, the first at L{line}"
            unseen = BlockWarning(WarningKind.UNSEEN, message, line, is_old=True)
            proposal = replace(proposal, warnings=(*proposal.warnings, unseen))
        return replace(
            proposal,
            is_removal=True,
            candidates=Candidates(Choice.ONE_OF, (match,)),
            chosen=(match,),
            change=change,
        )

    def moved(self, proposal: Proposal, asked: PlannedBlock) -> Proposal:
        """Another path for it; `asked` says which."""
        assert asked.target is not None
        if asked.target == (self.ending.path_to or self._before.path):
            return failed(proposal, Reason.NO_CHANGE, "it is there already")
        match = replace(
            match_whole_file(self._index, self._before.text, Interpretation("", "")), change=Change()
        )
        proposal = proposal.warned(WarningKind.MOVES, f"moves {self._before.path} to {asked.target}")
        candidates = Candidates(Choice.ONE_OF, (match,))
        return replace(proposal, path_to=asked.target, candidates=candidates, chosen=(match,))


def _named_in_comment(proposal: Proposal) -> Proposal:
    """The proposal, with a warning if only a comment in it names the file."""
    if proposal.block.naming is not Naming.COMMENT:
        return proposal
    message = "only a comment in it names the file: it may just be shown"
    return proposal.warned(WarningKind.NAMED_IN_COMMENT, message)


def _filled_lines(text: str) -> list[str]:
    """The lines that are not blank, without their indentation."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _snippet(old: Sequence[str], new: Sequence[str]) -> str | None:
    """Says in words that fenced lines are no new version of a file; None if they may be one.

    Args:
        old: The lines of the file that are not blank, stripped.
        new: Those in the fence.
    """
    if len(old) < _MIN_LINES or _FACTOR * len(new) > len(old):
        return None
    shared = len(set(old).intersection(new))
    kind = "reads like a part of it" if _SHARED * shared >= len(new) else "has little in common with it"
    return f"has {counted(len(new), 'line')} where the file has {len(old)}, and {kind}"


def _part(index: FileIndex, text: str, path: str) -> str | None:
    """Says in words that fenced lines are a large part of a file; None if they may be all of it."""
    from editreview.matching import part_of

    part = part_of(index, text, path)
    return f"lacks {part.lacks}: it reads like a part of it" if part else None


def _may_be_part(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if fenced lines lack the beginning or the end of a file, or much of it. See `_snippet`."""
    if (Counter(old) - Counter(new)).total() * _LOST > len(old):
        return True
    lines, others = ([line for line in text if any(map(str.isalnum, line))] for text in (old, new))
    return not (_begins_alike(lines, others) and _begins_alike(lines[::-1], others[::-1]))


def _begins_alike(lines: Sequence[str], others: Sequence[str]) -> bool:
    """True if other lines have the first of some lines, or as many versions of those before a shared one."""
    known, shared = set(lines), set(others)
    if not lines or lines[0] in shared:
        return True
    lost = list(takewhile(lambda line: line not in shared, lines))
    versions = list(takewhile(lambda line: line not in known, others))[:_MAX_VERSIONS]
    first = lines[0][:_LONG]
    return len(versions) >= len(lost) and any(
        likeness.ratio(first, other[:_LONG]) >= _ALIKE or other.startswith(first[:_BEGINNING])
        for other in versions
    )


def _first_unquoted(text: str, quoted: str) -> int | None:
    """The first line of a text, 1-based, that is not quoted in order; whitespace at line ends aside."""
    left = iter(quoted.splitlines())
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not any(line.rstrip() == other.rstrip() for other in left):
            return number
    return None
