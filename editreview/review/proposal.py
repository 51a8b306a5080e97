"""A block on one file: its matches, its change, and the reasons why it fails or needs a look."""

from collections.abc import Collection, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment
from editreview.blocks import (
    Delete,
    EditBlock,
    FormatName,
    Insert,
    LineRange,
    Move,
    Operation,
    Replace,
    ReplaceLines,
    Rewrite,
    Sketch,
    Snippet,
    Write,
    lines_in_words,
)
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Match, StrategyVerdict, Tier
from editreview.review.already_applied import (
    doubled_inside,
    doubled_line,
    doubled_rest,
    has_rival,
    is_reindented_already,
    repeats_itself,
    stands_anywhere,
    surrounds,
)
from editreview.review.hints import NO_NUMBERS, Numbers, is_hunk_pending
from editreview.review.warnings import BlockWarning, WarningKind, Withheld, unsure
from editreview.text import NO_CHANGE, Change, digest_of

_LEAST_RUN = 4
"""The fewest consecutive blocks that are named as a range."""
APPLIED_BY_SESSION = "the session already applied it"
_DONE_ALREADY = frozenset({Reason.ALREADY_APPLIED, Reason.NO_CHANGE})
"""Reasons that leave nothing to do."""
REFUSALS = frozenset(
    {
        Reason.OUTSIDE_ROOT,
        Reason.PROTECTED,
        Reason.BINARY,
        Reason.ENCODING,
        Reason.TOO_LARGE,
        Reason.DENIED,
        Reason.IS_DIRECTORY,
    }
)
"""Reasons for which a file is never changed."""


_OPERATIONS: dict[type[Operation], str] = {
    Replace: "replace",
    ReplaceLines: "replace lines",
    Insert: "insert",
    Write: "write",
    Delete: "delete",
    Move: "move",
    Rewrite: "rewrite",
    Sketch: "write",
    Snippet: "replace",
}
"""The names of operations in reports."""
NO_FILE = "(no file)"
"""In lists, in the place of a path."""
_MAX_WAYS = 3
"""The most labels of candidates in a sentence."""
_MAX_LINES_NAMED = 6
"""The most matches in a sentence that names their lines."""
_SEARCHING = frozenset({FormatName.SEARCH_REPLACE, FormatName.BOLT})
"""Formats that call their texts SEARCH and REPLACE."""


class Proposal(Struct, frozen=True):
    """A block as planned."""

    block: EditBlock
    """The block as planned: without path comment and margin; a snippet or sketch if it is part of a file."""
    key: str
    """Identifies the block by its content, for decisions."""
    path: str | None
    """Relative to the root; None if the block names no file that may be edited."""
    base: FileIndex | None = None
    """The text its matches are in: the file, after the blocks it depends on."""
    creates: bool = False
    """True if it creates the file."""
    candidates: Candidates | None = None
    verdicts: tuple[StrategyVerdict, ...] = ()
    """The verdicts of the strategies that were tried, in order."""
    suggested: int = 0
    """The index of the match to show first while none is chosen."""
    suggested_because: str = ""
    """The reason, if the words above the block tell this match from the others."""
    chosen: tuple[Match, ...] = ()
    """The matches that it is applied to; empty while none is chosen."""
    change: Change = NO_CHANGE
    """Its change on `base`, limited to the included rows."""
    uncut: Change | None = None
    """Its change with all rows, if only some are included; else None."""
    rows: frozenset[int] | None = None
    """The included rows, numbered as in `whole_alignment`; None for all."""
    row_count: int = 0
    """The number of all rows, if `rows` is not None."""
    unedited: Change | None = None
    """Its change as the model wrote it, if the user edited it; else None."""
    reason: Reason | None = None
    """The reason why it is not ready; None if it is."""
    message: str | None = None
    """The reason as a sentence, without a full stop."""
    warnings: tuple[BlockWarning, ...] = ()
    """Reasons to look before accepting it."""
    marks: tuple[BlockWarning, ...] = ()
    """Remarks that only inform."""
    depends_on: tuple[int, ...] = ()
    """Numbers of the blocks without whose changes it has no match."""
    in_its_way: tuple[int, ...] = ()
    """Numbers of the blocks that keep it from being ready."""
    is_removal: bool = False
    """True if it deletes the file."""
    path_to: str | None = None
    """The path the file is moved to, relative to the root; None if it stays."""
    replaced: str | None = None
    """The digest of the file that its move replaces; None if it replaces none."""
    outcome: str | None = None
    """A digest of its change: a decision counts for that change only. None if it is not ready."""

    @property
    def number(self) -> int:
        """Its number in the review, from 1."""
        return self.block.number

    @property
    def is_ready(self) -> bool:
        """True if it has one match, or the user chose some, so that it can be accepted."""
        return self.reason is None

    @property
    def sentence(self) -> str:
        """The reason why it is not ready: its message, or the name of the reason; empty if it is ready."""
        return "" if self.reason is None else self.message or self.reason.words

    @property
    def is_offer(self) -> bool:
        """True if it is an offer until the user accepts it."""
        return self.block.offer is not None

    @property
    def may_only_be_shown(self) -> bool:
        """True if other blocks see its change only once the user accepts it."""
        return self.is_offer or any(warning.consequence.hides_change for warning in self.warnings)

    @property
    def is_superseded(self) -> bool:
        """True if a later block is another version of its lines."""
        return any(warning.kind is WarningKind.SUPERSEDED for warning in self.warnings)

    @property
    def withheld(self) -> Reason | None:
        """The reason why only the user can accept it although it is ready; None if there is none."""
        return None if self.withholding is None else self.withholding.reason

    @property
    def withholding(self) -> Withheld | None:
        """The same reason with its sentence."""
        for warning in self.warnings:
            if (withheld := warning.consequence.withholds) is not None:
                return withheld
        return unsure(self.strategy) if self.is_ready and self.tier is Tier.FUZZY else None

    @property
    def removes_mark(self) -> bool:
        """True if it removes the file's byte order mark."""
        return any(match.interpretation.removes_mark and match.span[0] == 0 for match in self.chosen)

    @property
    def is_done_already(self) -> bool:
        """True if nothing is left to do."""
        return self.reason in _DONE_ALREADY

    @property
    def is_ambiguous(self) -> bool:
        """True if it waits for the user to choose among its matches."""
        return self.reason is Reason.AMBIGUOUS or self.asks_for_meaning

    @property
    def asks_for_meaning(self) -> bool:
        """True if its SEARCH is empty, the file is not, and the user has to choose what that means."""
        return self.reason is Reason.FILE_EXISTS and self.candidates is not None

    @property
    def tier(self) -> Tier | None:
        """The most forgiving tier among the chosen matches."""
        if len(self.chosen) == 1:
            return self.chosen[0].tier
        return max((match.tier for match in self.chosen), key=lambda tier: tier.rank, default=None)

    @property
    def strategy(self) -> str | None:
        """The strategy of the first chosen match."""
        return self.chosen[0].strategies[0] if self.chosen else None

    @property
    def lines(self) -> LineRange | None:
        """From the first to the last chosen match, 1-based and inclusive, in `base`; None without any."""
        spans = [match.lines for match in self.chosen if match.lines]
        return (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None

    @property
    def operation(self) -> str:
        """The name of the operation in reports."""
        return "write" if self.creates else _OPERATIONS[type(self.block.operation)]

    @property
    def path_after(self) -> str | None:
        """The path of its file after its move, if it moves the file; None if it has no file."""
        return self.path_to or self.path

    @property
    def path_or_written(self) -> str | None:
        """The path of its file, or else the one that the response names."""
        return self.path or self.block.path_written

    @property
    def listed_path(self) -> str:
        """The path as lists show it, or a note that there is none."""
        return self.path_or_written or NO_FILE

    def warned(
        self, kind: WarningKind, message: str, line: int | None = None, *, is_old: bool = False
    ) -> "Proposal":
        """The proposal with one more warning. See `BlockWarning` for the arguments."""
        return replace(self, warnings=(*self.warnings, BlockWarning(kind, message, line, is_old)))

    @property
    def sides(self) -> tuple[str, str]:
        """The format's names for its old and its new text."""
        return ("SEARCH", "REPLACE") if self.block.format in _SEARCHING else ("old text", "new text")

    @property
    def absent(self) -> str:
        """The sentence that its search text is not in the file."""
        return f"{self.sides[0]} not found in {self.path}"

    @property
    def whole(self) -> Change:
        """Its change with all rows."""
        return self.change if self.uncut is None else self.uncut

    @property
    def is_part(self) -> bool:
        """True if some of its rows are included and others not."""
        return self.rows is not None and len(self.rows) < self.row_count

    def alignment(self) -> Alignment:
        """Its change, side by side. The proposal must have a base."""
        assert self.base is not None
        return Alignment(self.base.lines, self.change)

    def whole_alignment(self) -> Alignment:
        """Its change with all rows, side by side. `rows` are numbered by it."""
        assert self.base is not None
        return Alignment(self.base.lines, self.whole)


def with_outcome(proposal: Proposal) -> Proposal:
    """The proposal with its `outcome`: the same change of the same text gives the same one."""
    if not proposal.is_ready or proposal.base is None:
        return proposal
    parts = [proposal.path or "", proposal.path_to or "", "removed" * proposal.is_removal]
    # Accepting a block is not accepting it as an offer.
    parts += ["offer" * proposal.is_offer, *(match.key for match in proposal.chosen)]
    parts += ["unmarked"] * proposal.removes_mark
    parts += [] if proposal.replaced is None else ["replaces", proposal.replaced]
    for splice in proposal.change.splices:
        parts += (proposal.base.text[splice.start : splice.end], splice.text)
    return replace(proposal, outcome=digest_of(*parts))


def resolve(proposal: Proposal, chosen: tuple[Match, ...], numbers: Numbers = NO_NUMBERS) -> Proposal:
    """The proposal at the chosen matches. In a transcript, a call that was applied is not applied again."""
    done = _resolve(proposal, chosen, numbers)
    if not proposal.block.is_applied or not done.is_ready:
        return done
    if any(warning.kind is WarningKind.REPEATED for warning in done.warnings):
        return failed(done, Reason.ALREADY_APPLIED, APPLIED_BY_SESSION)
    return done.warned(WarningKind.AS_READ, "the session applied it, but the file does not have it now")


def _resolve(proposal: Proposal, chosen: tuple[Match, ...], numbers: Numbers) -> Proposal:
    """The proposal at the chosen matches, or its failure if it was applied there already.

    Args:
        proposal: A proposal with a base.
        chosen: Matches in the base.
        numbers: The agreement of the file with the line numbers of its diff.
    """
    base, operation = proposal.base, proposal.block.operation
    assert base is not None
    if proposal.candidates is not None and proposal.candidates.choice is Choice.EACH:
        chosen = tuple(match for match in chosen if not repeats_itself(base, match, operation)) or chosen
    change = Change.of_all(match.change for match in chosen)
    if change is None:
        return failed(proposal, Reason.CONFLICT, "the chosen matches overlap")
    ready = replace(proposal, chosen=chosen, change=change)
    unfit = next((match.lines for match in chosen if not match.fits and match.lines is not None), None)
    if unfit is not None:
        message = f"{lines_in_words(unfit)} resemble its text, but its new lines do not fit there"
        return failed(proposal, Reason.AMBIGUOUS, message)
    if not change and not ready.removes_mark:
        return failed(proposal, Reason.NO_CHANGE, "the file already has this text")
    for doubt in dict.fromkeys(doubt for match in chosen for doubt in match.warnings):
        ready = ready.warned(WarningKind(doubt.kind.value), doubt.message, doubt.line, is_old=doubt.is_old)
    if ready.removes_mark:
        message = f"removes the byte order mark at the start of {proposal.path}"
        return ready.warned(WarningKind.REMOVES_MARK, message, 1)
    if numbers.match_old_text and _are_pending(proposal, chosen):
        # The file may have lines like the added ones already, and the diff adds a copy.
        return _doubled_inside(ready, base) or ready
    if numbers.match_new_text and WarningKind.REPEATED not in {warning.kind for warning in ready.warnings}:
        message = "the rest of its diff is already in the file, so it may have been applied before"
        return ready.warned(WarningKind.REPEATED, message)
    return _unless_repeated(ready, base, operation)


def _doubled_inside(ready: Proposal, base: FileIndex) -> Proposal | None:
    """A ready proposal with the warning that it adds a line beside an equal one; None if it adds none.

    Args:
        ready: The proposal.
        base: Its base.
    """
    lines = (doubled_inside(base, match, ready.block.operation) for match in ready.chosen)
    inside = next((line for line in lines if line is not None), None)
    if inside is None:
        return None
    message = f"adds a line beside an equal one that it keeps: line {inside}"
    return ready.warned(WarningKind.REPEATED, message, inside)


def _unless_repeated(ready: Proposal, base: FileIndex, operation: Operation) -> Proposal:
    """A ready proposal, with a failure or a warning if the file shows that it was applied, or may have been.

    Args:
        ready: The proposal.
        base: Its base.
        operation: Its operation.
    """
    chosen = ready.chosen
    repeating = [match for match in chosen if repeats_itself(base, match, operation, least=1)]
    if len(repeating) == len(chosen) and _is_applied(ready, chosen):
        return failed(ready, Reason.ALREADY_APPLIED, "its new text is already there")
    if all(surrounds(base, match, operation) for match in chosen):
        message = "its new text is in the file, and its old text is not"
        return failed(ready, Reason.ALREADY_APPLIED, message)
    if repeating or any(stands_anywhere(base, match, operation) for match in chosen):
        message = "the text that it adds is already there, and would be added again"
        return ready.warned(WarningKind.REPEATED, message)
    doubled = next(
        (line for match in chosen if (line := doubled_line(base, match, operation, ready.path))), None
    )
    if doubled is not None:
        message = f"adds a line that is already next to it in the file: line {doubled}"
        return ready.warned(WarningKind.REPEATED, message, doubled)
    if (inside := _doubled_inside(ready, base)) is not None:
        return inside
    rest = next((line for match in chosen if (line := doubled_rest(base, match, operation))), None)
    if rest is not None:
        message = f"its new text repeats the rest of a line that its old text ends or begins in: line {rest}"
        return ready.warned(WarningKind.REPEATED, message, rest)
    if any(is_reindented_already(base, match, operation) for match in chosen):
        message = "the indentation differs from its old text, so it may have been applied before"
        return ready.warned(WarningKind.REPEATED, message)
    return ready


def _are_pending(proposal: Proposal, chosen: Sequence[Match]) -> bool:
    """True if the old text matches only at the hunk's own line, and the new text is not there."""
    block, base = proposal.block, proposal.base
    assert base is not None
    firsts = {match.lines[0] for match in chosen if match.lines is not None}
    return firsts == {block.hints.line} and is_hunk_pending(base, block)


def _is_applied(proposal: Proposal, chosen: tuple[Match, ...]) -> bool:
    """True if the new text surrounds each match of the old text, so that nothing is left to change.

    False if a hint chose among several matches, since another one may be right, or if a match only resembles
    the old text.
    """
    base, candidates = proposal.base, proposal.candidates
    assert base is not None
    is_only = candidates is None or len(candidates.matches) == len(chosen)
    return is_only and all(
        match.tier is not Tier.FUZZY
        and repeats_itself(base, match, proposal.block.operation)
        and not has_rival(base, match)
        for match in chosen
    )


def failed(proposal: Proposal, reason: Reason, message: str, blocks: Collection[int] = ()) -> Proposal:
    """The proposal with the reason why it is not ready, and the numbers of the blocks in its way."""
    in_its_way = tuple(sorted(blocks)) if blocks else proposal.in_its_way
    return replace(proposal, reason=reason, message=message, in_its_way=in_its_way)


def numbered(numbers: Collection[int]) -> str:
    """`block 3`, `blocks 1 and 3`, `blocks 1, 2 and 3`, `blocks 1–4 and 6`."""
    ordered = sorted(set(numbers))
    if len(ordered) == 1:
        return f"block {ordered[0]}"
    runs = groupby(enumerate(ordered), key=lambda each: each[1] - each[0])
    names = [name for _, run in runs for name in _names_of_run([number for _, number in run])]
    return f"blocks {', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else f"blocks {names[0]}"


def _names_of_run(run: Sequence[int]) -> list[str]:
    """Consecutive numbers in words: the first and the last one if they are many."""
    return [str(number) for number in run] if len(run) < _LEAST_RUN else [f"{run[0]}–{run[-1]}"]


def matches_sentence(matches: Sequence[Match]) -> str:
    """The sentence that names the matches of an ambiguous block: by lines, or by labels."""
    labels = [match.label for match in matches if match.label is not None]
    if len(labels) == len(matches):
        rest = labels[_MAX_WAYS:] if len(labels) <= _MAX_WAYS + 1 else [f"{len(labels) - _MAX_WAYS} more"]
        return f"it can mean several things: {'; or '.join([*labels[:_MAX_WAYS], *rest])}"
    lines = [(match.lines[0],) * 2 for match in matches[:_MAX_LINES_NAMED] if match.lines]
    more = ", …" if len(matches) > len(lines) else ""
    return f"its text has {len(matches)} matches: {lines_in_words(*lines)}{more}"
