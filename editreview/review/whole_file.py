"""A file as a whole: blocks that write, move or delete it, and signs that a text is only a part of it.

An empty SEARCH on a file that has text may mean all of it or none. Tools differ: aider appends the text,
cline overwrites the file, Continue inserts at the top. So the user or the command line has to choose.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import kept_lines, line_opcodes
from editreview.blocks import (
    Delete,
    EditBlock,
    FormatName,
    Insert,
    Interpretation,
    Naming,
    Operation,
    Replace,
    Write,
)
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Match, match_by_line, match_whole_file
from editreview.review.decisions import Decision
from editreview.review.earlier_runs import Versions
from editreview.review.file_plan import ChangeGroup, ChangeGroups, EmptySearch, PlannedBlock, members_of
from editreview.review.proposal import Proposal, failed, numbered
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, Change, Snapshot, Splice, counted

_MANY_LINES = 30
"""The fewest lines whose loss makes a new version of a file unlikely."""
_MIN_LINES = 4
"""The fewest lines of a file with which a part of it and a new version can be told apart."""
_MAX_LENGTH_RATIO = 2
"""A file that has at least this many times the lines of a text is not an earlier version of it."""
_ONE_LOST_IN = 5
"""A new version loses at most one line in this many."""
_MIN_LIKENESS = 60.0
"""The likeness, in percent, from which a line is another version of one."""
_EQUAL_START = 8
"""A line that begins with this many characters of another one is another version of it too."""
_MAX_COMPARED_LENGTH = 2_000
"""The most characters of a line that are compared: two lines of a megabyte would take half a minute."""
_MAX_VERSIONS = 50
"""The most lines among which another version of a line is searched."""
_MAX_QUOTED_LENGTH = 50
"""Characters quoted from a line."""
_ONE_SHARED_IN = 3
"""A part of a file shares at least one line in this many with it."""
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
        """The same after one more deletion or move."""
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

    def include(self, proposal: Proposal, base: Sequence[ChangeGroup]) -> None:
        """Include a block that builds on `base`."""
        if proposal.is_removal or proposal.path_to is not None:
            self.ending = self.ending.after(proposal)
            return
        self.ending = replace(self.ending, removed_by=None)
        self._changes.join(proposal, base)

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
        message = f"{path} does not exist" if by is None else f"block {by} deletes {path}"
        return failed(proposal, Reason.FILE_MISSING, message)

    def obstacle(self, item: PlannedBlock) -> tuple[Reason, str] | None:
        """The reason and sentence if the file is not at the path that a block names; else None."""
        path, path_to = self._before.path, self.ending.path_to
        if item.via is not None and item.via not in self.ending.members:
            return Reason.DEPENDS_ON, f"block {item.via} moves the file there, and is not accepted"
        if item.via is None and path_to is not None:
            return Reason.CONFLICT, f"{numbered(self.ending.members)} moves {path} to {path_to}"
        return None

    def plan_write(
        self, proposal: Proposal, interpretation: Interpretation, *, creates: bool
    ) -> tuple[Proposal, list[ChangeGroup]]:
        """A block that writes a whole text: a new file, or another text for an existing one."""
        base = list(self._changes.groups)
        twins = members_of(base)
        now, path, is_there = self.now(), self._before.path, self.is_there
        final, operation = proposal.block.hints.final_newline, proposal.block.operation
        if (
            is_there
            and not match_whole_file(FileIndex(now), interpretation.replace, interpretation, final).change
        ):
            same = f"same as {numbered(twins)}" if twins else f"{path} already has this text"
            return failed(proposal, Reason.ALREADY_APPLIED, same), base
        if now and creates:
            by = f" (written by {numbered(twins)})" if twins else ""
            message = f"{path} already exists and is not empty{by}"
            return failed(proposal, Reason.FILE_EXISTS, message), base
        text = self._changes.text(base)
        match = match_whole_file(text, interpretation.replace, interpretation, final)
        if now:
            proposal = _overwriting(proposal, text, interpretation.replace, path)
            line = self._first_taken_back(interpretation.replace)
            if line is not None:
                message = f"takes back changes that are not committed, the first at L{line}"
                proposal = proposal.warned(WarningKind.UNSEEN, message, line, is_old=True)
        elif not is_there and isinstance(operation, Write) and operation.updates:
            message = f"{path} does not exist, although the response says to update it"
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

    def _first_taken_back(self, text: str) -> int | None:
        """The first uncommitted line of the file that a text takes back; None if it takes none back."""
        committed = self._committed() if isinstance(self._before, Snapshot) else None
        if committed is None:
            return None
        return _first_line_taken_back(committed, self._before.text, text, self._versions)

    def plan_removal(self, proposal: Proposal, operation: Delete) -> Proposal:
        """A block that deletes the file; `operation` may quote the deleted text."""
        match = match_whole_file(self._index, "", Interpretation("", ""))
        proposal = proposal.warned(WarningKind.DELETES, f"deletes {self._before.path}")
        line = None if operation.quoted is None else _first_unquoted(self._before.text, operation.quoted)
        if line is not None:
            message = f"deletes lines that the diff does not show, the first at L{line}"
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


def _overwriting(proposal: Proposal, index: FileIndex, text: str, path: str) -> Proposal:
    """A block that writes another text for an existing file, with warnings if that does not seem intended.

    Args:
        proposal: The block.
        index: The index of the file.
        text: The new text.
        path: The path of the file.
    """
    old, new = filled_lines(index.text), filled_lines(text)
    lost = (Counter(old) - Counter(new)).total()
    # A new version of the file keeps most of its lines, and needs no warning.
    if 2 * lost > len(old) or lost >= _MANY_LINES:
        total = counted(len(index.lines), "line")
        message = f"overwrites all of {path}: {lost} of {total} would be lost"
        proposal = proposal.warned(WarningKind.OVERWRITES, message)
    # In other formats, a part of a file does not look like a whole file.
    naming, is_fenced = proposal.block.naming, proposal.block.format == FormatName.WHOLE_FILE
    loses_most = is_fenced and 2 * lost > len(old) > len(new)
    part = (why_no_new_version(old, new) or _why_only_part(index, text, path)) if is_fenced else None
    if part is None and naming is Naming.PART:
        part = "the response says that it is a part of the file"
    elif part is None and (naming is Naming.SENTENCE or loses_most) and _may_be_part(old, new):
        part = "it may be only a part of the file: the response does not say that it is the whole file"
    return named_in_comment(proposal if part is None else proposal.warned(WarningKind.SNIPPET, part))


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


def named_in_comment(proposal: Proposal) -> Proposal:
    """The proposal, with a warning if only a comment in it names the file."""
    if proposal.block.naming is not Naming.COMMENT:
        return proposal
    message = "only a comment names the file, so it may be an example"
    return proposal.warned(WarningKind.NAMED_IN_COMMENT, message)


def filled_lines(text: str) -> list[str]:
    """The nonblank lines, stripped."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def why_no_new_version(old: Sequence[str], new: Sequence[str]) -> str | None:
    """The reason why fenced lines are not a new version of a file; None if they may be one.

    Args:
        old: The nonblank lines of the file, stripped.
        new: Those of the fence.
    """
    if len(old) < _MIN_LINES or _MAX_LENGTH_RATIO * len(new) > len(old):
        return None
    shared = len(set(old).intersection(new))
    kind = (
        "reads like a part of it" if _ONE_SHARED_IN * shared >= len(new) else "has little in common with it"
    )
    return f"has {counted(len(new), 'line')} where the file has {len(old)}, and {kind}"


def _why_only_part(index: FileIndex, text: str, path: str) -> str | None:
    """The reason why fenced lines are only a large part of a file; None if they may be all of it."""
    from editreview.matching import part_of

    part = part_of(index, text, path)
    if part:
        return f"lacks {part.lacks}: it reads like a part of it"
    depth = _depth_of_part(index.text, text)
    if depth:
        return f"is {counted(depth, 'column')} less indented than the file: it reads like a part of it"
    old, new = ([line for line in filled_lines(each) if _is_telling(line)] for each in (index.text, text))
    is_part = len(old) >= _MIN_LINES and _ONE_SHARED_IN * len(set(old).intersection(new)) >= len(new) > 0
    if is_part and not _begins_alike(old, new):
        return f"lacks “{old[0][:_MAX_QUOTED_LENGTH]}” at the top of the file: it reads like a part of it"
    tail = _lost_tail(filled_lines(index.text), filled_lines(text))
    return f"lacks the last {counted(tail, 'line')} of the file: it may be cut off" if tail else None


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
    lines = [line.expandtabs(4) for line in text.splitlines() if _is_telling(line)]
    counts = Counter(map(str.strip, lines))
    return {line.strip(): len(line) - len(line.lstrip()) for line in lines if counts[line.strip()] == 1}


def _is_telling(line: str) -> bool:
    """True if a line has a letter or digit."""
    return any(map(str.isalnum, line))


def _may_be_part(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if fenced lines lack the beginning or the end of a file, or much of it."""
    if (Counter(old) - Counter(new)).total() * _ONE_LOST_IN > len(old):
        return True
    lines, others = ([line for line in text if _is_telling(line)] for text in (old, new))
    return not (_begins_alike(lines, others) and _begins_alike(lines[::-1], others[::-1]))


def _begins_alike(lines: Sequence[str], others: Sequence[str]) -> bool:
    """True if `others` have the first line, or other versions of all lines above the first shared one."""
    known, shared = set(lines), set(others)
    if not lines or lines[0] in shared:
        return True
    lost = list(takewhile(lambda line: line not in shared, lines))
    versions = list(takewhile(lambda line: line not in known, others))[:_MAX_VERSIONS]
    first = lines[0][:_MAX_COMPARED_LENGTH]
    return len(versions) >= len(lost) and any(
        likeness.ratio(first, other[:_MAX_COMPARED_LENGTH]) >= _MIN_LIKENESS
        or other.startswith(first[:_EQUAL_START])
        for other in versions
    )


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
_FORMATS_OF_PATCHES = frozenset({FormatName.UNIFIED_DIFF, FormatName.APPLY_PATCH})
"""Formats in which an empty old text means that the file does not exist yet."""
_OVERWRITING_FORMATS = frozenset({FormatName.XML_TOOL_CALL})
"""Formats whose tools overwrite the file."""


def has_meanings(block: EditBlock) -> bool:
    """True if an empty SEARCH of this block may mean something else than a new file."""
    return isinstance(block.operation, Replace) and block.format not in _FORMATS_OF_PATCHES


def meaning_of(decision: Decision, usual: EmptySearch | None) -> EmptySearch | None:
    """The user's choice, else the default of the review; None if there is neither."""
    chosen = [meaning for meaning in EmptySearch if meaning in (decision.matches or ())]
    return chosen[0] if len(chosen) == 1 else usual


def as_operation(text: str, meaning: EmptySearch) -> Insert | Write:
    """The operation of an empty SEARCH with one of its meanings."""
    if meaning is EmptySearch.OVERWRITE:
        return Write(text)
    return Insert(None if meaning is EmptySearch.APPEND else 0, text)


def without_meaning(proposal: Proposal, base: FileIndex, text: str) -> Proposal:
    """The proposal before its meaning is chosen, with a match for each meaning."""
    side = proposal.sides[0]
    message = f"{proposal.path} is not empty, and an empty {side} does not say where its text goes"
    return replace(
        proposal,
        base=base,
        reason=Reason.FILE_EXISTS,
        message=f"{message}; --empty-search append, overwrite or top decides it",
        candidates=Candidates(Choice.ONE_OF, _match_of_each_meaning(base, text)),
        suggested=list(EmptySearch).index(_usual_meaning(proposal.block)),
    )


def with_meaning(located: Proposal, text: str, meaning: EmptySearch, *, is_chosen: bool) -> Proposal:
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
        replace(_match_of(index, as_operation(text, meaning)), key=meaning.value) for meaning in EmptySearch
    )


def _match_of(index: FileIndex, operation: Insert | Write) -> Match:
    if isinstance(operation, Write):
        return match_whole_file(index, operation.text, Interpretation("", operation.text))
    return match_by_line(index, operation).matches[0]
