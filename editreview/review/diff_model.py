"""The two sides of a block's diff."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment, change_lines
from editreview.blocks import plain_interpretation
from editreview.errors import Reason
from editreview.matching import (
    Adjusted,
    DifferenceKind,
    FileIndex,
    Match,
    NearMatch,
    Tier,
    block_lines,
    ignored_differences,
)
from editreview.review.proposal import Proposal, numbered
from editreview.text import NO_CHANGE, Change, Lines, Splice, line_body, line_end, line_separator, split_lines

_MAX_MARKED = 100
"""Matches whose lines are marked."""


class DiffLayout(StrEnum):
    """The layouts of a diff."""

    AUTO = "auto"
    """What fits the width."""
    SPLIT = "split"
    """Old and new side by side."""
    UNIFIED = "unified"
    """Old and new one below the other."""

    @property
    def next(self) -> "DiffLayout":
        """The layout that a key switches to."""
        layouts = list(DiffLayout)
        return layouts[(layouts.index(self) + 1) % len(layouts)]


class DiffMode(StrEnum):
    """The two views of a block."""

    CHANGE = "change"
    """The file before and after."""
    MATCH = "match"
    """The file's text beside the text that the block searches for."""


class Replacement(Struct, frozen=True):
    """The change that a block without a match makes to its search text, shown below the nearest lines.

    Its lines are the last hunk. They are counted from 0.
    """

    title: str
    numbers: tuple[int | None, ...]
    """The line of the file, 0-based, at which each would be; None for lines that it deletes."""
    added: Mapping[int, str | None] = {}
    """Its new lines, and the old line beside each, if any."""
    removed: Mapping[int, str | None] = {}
    """The lines that it deletes, and the new line beside each, if any."""


class LineFinding(Struct, frozen=True):
    """The warnings and marks of a block on one line of its diff."""

    messages: tuple[str, ...]
    """Sentences without a full stop and without the number of the line, warnings first."""
    is_warning: bool
    """False if they are all marks, which only inform."""


class DiffModel(Struct, frozen=True):
    """Two sides with their titles and marks."""

    alignment: Alignment
    old_title: str
    new_title: str
    ignored: Mapping[int, DifferenceKind] = {}
    """The kinds of difference of the old side's lines from the block's, by 0-based line."""
    adjusted: Mapping[int, Adjusted] = {}
    """The kinds of adjustment of the new side's lines, by 0-based line."""
    found_in_old: Mapping[int, LineFinding] = {}
    """The findings about lines of the old side, by 0-based line."""
    found_in_new: Mapping[int, LineFinding] = {}
    """The findings about lines of the new side, by 0-based line."""
    view: DiffMode = DiffMode.CHANGE
    is_whole: bool = False
    """True if it shows exactly what the block would do, so that single rows can be accepted."""
    replacement: Replacement | None = None

    def lines_with_findings(self) -> set[int]:
        """The unchanged lines that a finding is about, 0-based, on the old side."""
        lines = {line for line in self.found_in_old if not _in_hunk(self.alignment, line, is_old=True)}
        for line in self.found_in_new:
            if not _in_hunk(self.alignment, line, is_old=False):
                above = [hunk for hunk in self.alignment.hunks if hunk.new_end <= line]
                lines.add(line - (above[-1].new_end - above[-1].old_end if above else 0))
        return lines


def _in_hunk(alignment: Alignment, line: int, *, is_old: bool) -> bool:
    return any(h.old <= line < h.old_end if is_old else h.new <= line < h.new_end for h in alignment.hunks)


def build_diff(
    proposal: Proposal,
    match: Match | None,
    near: NearMatch | None,
    *,
    view: DiffMode | None = None,
    preview: Match | None = None,
) -> DiffModel:
    """The two sides for a block.

    Args:
        proposal: The block as planned.
        match: The candidate under the cursor, while none is chosen.
        near: The near match of a block without a match.
        view: None for the more informative one.
        preview: A match to show instead of the chosen ones.
    """
    base, change = proposal.base, proposal.whole
    if base is not None and proposal.path_to is not None:
        return DiffModel(Alignment(base.lines, change), str(proposal.path), proposal.path_to)
    is_done = proposal.reason is Reason.ALREADY_APPLIED
    chosen = () if not change or is_done else proposal.chosen
    seen = (preview,) if preview is not None else chosen or ((match,) if match is not None else ())
    if base is not None and view is DiffMode.MATCH and seen and seen[0].interpretation.search:
        return _match_of(proposal, base, seen)
    if base is not None and preview is not None:
        return _change_of(proposal, base, preview.change, seen, "if this is chosen")
    # To delete an empty file changes no line.
    if base is not None and (change or proposal.is_removal) and not is_done:
        sides = _change_of(proposal, base, change, chosen, _title(proposal))
        # Lines that the user edited were not adjusted.
        adjusted = {} if proposal.unedited is not None else sides.adjusted
        return with_findings(replace(sides, adjusted=adjusted, is_whole=True), proposal)
    if base is not None and match is not None:
        return _change_of(proposal, base, match.change, seen, "if this match is chosen")
    if base is not None and near is not None and view is not DiffMode.CHANGE:
        return _near_of(proposal, base, near)
    return DiffModel(_own_alignment(proposal), *proposal.sides)


def compare_texts(old: str, new: str, old_title: str, new_title: str) -> DiffModel:
    """The two sides for two texts."""
    lines = Lines(old, line_separator(old or new))
    change = change_lines(lines, 0, len(lines), split_lines(new, lines.separator))
    return DiffModel(Alignment(lines, change), old_title, new_title)


def with_findings(model: DiffModel, proposal: Proposal) -> DiffModel:
    """The two sides of a block with its current findings, if they show what it would do."""
    if not model.is_whole:
        return model
    old, new = (_findings(proposal, is_old=is_old) for is_old in (True, False))
    return replace(model, found_in_old=old, found_in_new=new, new_title=_title(proposal))


def _title(proposal: Proposal) -> str:
    """The title of the file with a block."""
    if proposal.is_removal:
        return "deleted"
    return f"with {'a part of ' * proposal.is_part}block {proposal.number}"


def _findings(proposal: Proposal, *, is_old: bool) -> dict[int, LineFinding]:
    """The findings about lines of one side of a block's diff with all its rows."""
    found: dict[int, LineFinding] = {}
    for warning in (*proposal.warnings, *proposal.marks):
        if warning.line is None or warning.is_old is not is_old:
            continue
        line = warning.line - 1 if is_old else line_with_all_rows(proposal, warning.line - 1)
        if line is not None:
            known = found.get(line, LineFinding((), is_warning=False))
            messages = (*known.messages, warning.without_line)
            is_warning = known.is_warning or not warning.consequence.is_mark
            found[line] = LineFinding(messages, is_warning)
    return found


def line_with_all_rows(proposal: Proposal, line: int) -> int | None:
    """The line of a block's new text with all its rows that is a line of it with the included ones.

    Args:
        proposal: A block with a base.
        line: The line, 0-based.

    Returns:
        The line, 0-based; None if the row that would replace it is excluded.
    """
    if not proposal.is_part or proposal.rows is None:
        return line
    alignment = proposal.whole_alignment()
    old = new = at = 0
    for number, hunk in enumerate(alignment.hunks):
        if line < at + hunk.old - old:
            break
        at += hunk.old - old
        first = alignment.row_starts[number]
        for offset, row in enumerate(alignment.rows(number)):
            is_in = first + offset in proposal.rows
            if (row.new if is_in else row.old) is None:
                continue
            if at == line:
                return row.new if is_in else None
            at += 1
        old, new = hunk.old_end, hunk.new_end
    return new + line - at


def _own_alignment(proposal: Proposal) -> Alignment:
    """A block's search text and its new text."""
    interpretation = plain_interpretation(proposal.block.operation)
    # A text that ends within a line must not be shown as a file without a final newline.
    search = Lines(_ended(interpretation.search))
    new = split_lines(_ended(interpretation.replace), search.separator)
    return Alignment(search, change_lines(search, 0, len(search), new))


def _near_of(proposal: Proposal, base: FileIndex, near: NearMatch) -> DiffModel:
    """The nearest lines beside the text that the block searches for, and below them its new text."""
    first, last = near.lines
    old, new = proposal.sides
    lines, replacement = _replacement(_own_alignment(proposal), f"what its {new} would put there", first - 1)
    new_lines = [line + base.lines.separator for line in lines]
    return DiffModel(
        Alignment(base.lines, near.to_search, (last, new_lines)),
        f"{proposal.path}, the nearest lines",
        f"what its {old} expects",
        view=DiffMode.MATCH,
        replacement=replacement,
    )


def _replacement(own: Alignment, title: str, first: int) -> tuple[list[str], Replacement]:
    """The lines of both texts of a block in one column, without line ends, and their meaning."""
    lines: list[str] = []
    numbers: list[int | None] = []
    added: dict[int, str | None] = {}
    removed: dict[int, str | None] = {}

    def add(texts: Iterable[str], *, is_removed: bool = False) -> None:
        for text in texts:
            numbers.append(None if is_removed else first + len(lines) - len(removed))
            lines.append(line_body(text))

    at = 0
    for number, hunk in enumerate(own.hunks):
        add(own.lines.slice(at, hunk.old))
        rows, at = own.rows(number), hunk.old_end
        pairs = [(row.old, row.new) for row in rows if row.old is not None and row.new is not None]
        new_of, old_of = dict(pairs), {new: old for old, new in pairs}
        top, old_lines = len(lines), own.lines.slice(hunk.old, hunk.old_end)
        add(old_lines, is_removed=True)
        for n in range(hunk.old, hunk.old_end):
            removed[top + n - hunk.old] = line_body(own.new_line(new_of[n])) if n in new_of else None
        top = len(lines)
        add(hunk.lines)
        for n in range(hunk.new, hunk.new_end):
            added[top + n - hunk.new] = line_body(own.lines[old_of[n]]) if n in old_of else None
    add(own.lines.slice(at, len(own.lines)))
    counts = f"+{own.additions} −{own.deletions}" if own.new_length else "nothing"
    return lines, Replacement(f"{title}: {counts}", tuple(numbers), added, removed)


def _change_of(
    proposal: Proposal, base: FileIndex, change: Change, matches: Sequence[Match], title: str
) -> DiffModel:
    """The file before and after, with what was ignored and what was adjusted."""
    alignment = Alignment(base.lines, change)
    marked = [match for match in matches[:_MAX_MARKED] if match.lines is not None]
    return DiffModel(
        alignment, _before(proposal), title, _ignored(base, marked), _adjusted(alignment, marked)
    )


def _match_of(proposal: Proposal, base: FileIndex, matches: Sequence[Match]) -> DiffModel:
    """The file's lines at some matches, beside the text that the block searches for."""
    change = Change.of_all(_as_searched(base, match) for match in matches) or NO_CHANGE
    return DiffModel(
        Alignment(base.lines, change),
        f"{_before(proposal)}, as it is",
        f"what its {proposal.sides[0]} looks for",
        _ignored(base, matches[:_MAX_MARKED]),
        view=DiffMode.MATCH,
    )


def _as_searched(base: FileIndex, match: Match) -> Change:
    """The change from the file to the text that the block expects; line ends stay the file's."""
    search, (start, end) = match.interpretation.search, match.span
    is_whole = (
        match.lines is not None and search.endswith("\n") and start == base.lines.starts[match.lines[0] - 1]
    )
    if match.lines is None or not is_whole:
        same = base.text[start:end] == search
        return NO_CHANGE if same else Change((Splice(start, end, search),))
    first, last = match.lines[0] - 1, match.lines[1]
    found = base.lines.slice(first, last)
    ends = [line_end(line) or base.line_end for line in found] or [base.line_end]
    expected = [
        line.removesuffix("\r") + ends[min(at, len(ends) - 1)] for at, line in enumerate(block_lines(search))
    ]
    if found and not line_end(found[-1]):
        expected[-1] = line_body(expected[-1])
    return change_lines(base.lines, first, last, expected)


def _ignored(base: FileIndex, matches: Sequence[Match]) -> dict[int, DifferenceKind]:
    return {
        line: kind
        for match in matches
        if match.tier is not Tier.EXACT
        for line, kind in ignored_differences(base, match).items()
    }


def _adjusted(alignment: Alignment, matches: Sequence[Match]) -> dict[int, Adjusted]:
    """The new lines that were adjusted to the file, by 0-based line of the new side."""
    found: dict[int, Adjusted] = {}
    for match in matches:
        assert match.lines is not None
        before = [hunk for hunk in alignment.hunks if hunk.old < match.lines[0] - 1]
        shift = before[-1].new_end - before[-1].old_end if before else 0
        found |= {match.lines[0] - 1 + shift + at: kind for at, kind in match.adjustments}
    return found


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _before(proposal: Proposal) -> str:
    if proposal.creates:
        return f"{proposal.path} is new"
    if not proposal.depends_on:
        return str(proposal.path)
    return f"{proposal.path} after {numbered(proposal.depends_on)}"
