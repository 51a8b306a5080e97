"""The user's changes to a block: another match, search text or file, force, new text, single rows, notes.

Each is a decision like any other, so it can be undone. In a new plan each is found again by content. If it is
not found, the block is located as if the user had chosen nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import Alignment, change_lines, line_opcodes
from editreview.blocks import (
    Delete,
    EditBlock,
    Insert,
    Interpretation,
    Move,
    Operation,
    Replace,
    ReplaceLines,
    Rewrite,
    lines_in_words,
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.matching import (
    CASCADE,
    FORCED,
    Choice,
    FileIndex,
    Match,
    Search,
    StrategyVerdict,
    Window,
    as_lines,
    forced_match,
    forced_matches,
    found_by,
    lines_at,
    query_of,
)
from editreview.review.decisions import Decision, LineNote, ManualPlacement, PlacementKind
from editreview.review.file_plan import ChangeGroup, ChangeGroups, Located, PlannedBlock, members_of
from editreview.review.match_block import BlockMatch, match_block
from editreview.review.proposal import Proposal, failed, numbered
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import counted, digest_of, line_body, line_end, split_lines


def with_matches(decision: Decision, matches: Iterable[Match]) -> Decision:
    """The decision with some of the block's matches chosen."""
    return replace(decision.reopened(), matches=frozenset(match.key for match in matches), placement=None)


def with_strategy(decision: Decision, strategy: str, matches: Iterable[Match]) -> Decision:
    """The decision with matches of one strategy chosen, regardless of the others."""
    return replace(with_matches(decision, matches), strategy=strategy, forced_on=None)


def with_force(decision: Decision, match: Match, lines: str) -> Decision:
    """The decision that forces the block on lines of the file, as long as these do not change."""
    return replace(with_matches(decision, [match]), strategy=FORCED.name, forced_on=lines)


def with_search(decision: Decision, text: str | None) -> Decision:
    """The decision with another search text; None for the block's own."""
    return replace(_without_place(decision), search=text)


def with_file(decision: Decision, path: str | None) -> Decision:
    """The decision that sends the block to another file; None for its own."""
    return replace(_without_place(decision), path=path)


def with_placement(decision: Decision, placement: ManualPlacement | None) -> Decision:
    """The decision that places a block by hand; None to search for its match again."""
    return replace(_without_place(decision), search=None, placement=placement)


def _without_place(decision: Decision) -> Decision:
    """The decision undecided again, without a choice of the block's place in its file."""
    return replace(decision.reopened(), matches=None, strategy=None, forced_on=None, placement=None)


def placement_on(index: FileIndex, first: int, last: int) -> ManualPlacement:
    """The placement that replaces lines of a file.

    Args:
        index: The index of the file.
        first: The first line, 1-based.
        last: The last line, inclusive.

    Raises:
        ValueError: The file has no such lines.
    """
    if not 1 <= first <= last <= len(index.lines):
        raise ValueError(f"the file has {counted(len(index.lines), 'line')}: no lines {first} to {last}")
    return ManualPlacement(PlacementKind.LINES, first, lines_at(index, Window(first - 1, last, 0)))


def placement_below(index: FileIndex, line: int) -> ManualPlacement:
    """The placement that inserts below a line of a file, 1-based; 0 for the top.

    Raises:
        ValueError: The file has no such line.
    """
    if not 0 <= line <= len(index.lines):
        raise ValueError(f"the file has {counted(len(index.lines), 'line')}: no line {line}")
    text = lines_at(index, Window(line - 1, line, 0)) if line else ""
    return ManualPlacement(PlacementKind.BELOW, line, text)


WHOLE_FILE = ManualPlacement(PlacementKind.WHOLE)
"""The placement that makes a block's text the whole file."""


def text_to_place(operation: Operation) -> str | None:
    """The text, in whole lines, that an operation puts where the user places it; None if it has none."""
    if isinstance(operation, Delete | Move) or (isinstance(operation, Rewrite) and "$" in operation.rewrite):
        return None
    text = plain_interpretation(operation).replace
    return text if not text or text.endswith("\n") else f"{text}\n"


def placed_operation(operation: Operation, placement: ManualPlacement, index: FileIndex) -> Operation | None:
    """The operation that has the effect of another one at the place that the user chose.

    Args:
        operation: The operation of the block.
        placement: A range of lines, or a line to insert below.
        index: The index of the file as it is now.

    Returns:
        None if the lines have changed, or the operation has no text.
    """
    text = text_to_place(operation)
    line = _line_now(index, placement)
    if text is None or line is None:
        return None
    if placement.kind is PlacementKind.BELOW:
        return Insert(line, text)
    return ReplaceLines(line, line + len(split_lines(placement.text, index.lines.separator)) - 1, text)


def _line_now(index: FileIndex, placement: ManualPlacement) -> int | None:
    """The current line of a placement, 1-based: the chosen one, or that of its text; None if unclear."""
    if not placement.line:
        return 0
    lines, text = index.lines, placement.text
    if placement.line <= len(lines) and index.text.startswith(text, lines.starts[placement.line - 1]):
        return placement.line
    found = [n for n in range(len(lines)) if text.strip() and index.text.startswith(text, lines.starts[n])]
    return found[0] + 1 if len(found) == 1 else None


def interpretations_of(block: EditBlock) -> Sequence[Interpretation]:
    """The interpretations of a block as whole lines; empty if it does not search for text."""
    operation = block.operation
    if not isinstance(operation, Replace):
        return ()
    found = (
        as_lines(interpretation) if operation.is_text else interpretation
        for interpretation in operation.interpretations
    )
    return tuple(each for each in found if each is not None and each.search)


def as_decided(item: PlannedBlock, decision: Decision) -> PlannedBlock:
    """A block with the decision on it, and with the search text that the user gave it."""
    operation = item.block.operation
    if decision.placement is not None or decision.search is None or not isinstance(operation, Replace):
        return replace(item, decision=decision)
    interpretation = Interpretation(decision.search, operation.interpretations[0].replace)
    block = replace(item.block, operation=replace(operation, interpretations=(interpretation,)))
    warning = BlockWarning(WarningKind.SEARCH_EDITED, "search text edited by you")
    return replace(item, block=block, decision=decision, warnings=(*item.warnings, warning))


def located_as_chosen(
    proposal: Proposal,
    changes: ChangeGroups,
    decision: Decision,
    resolve: Callable[[Proposal, BlockMatch, Decision, list[int]], Proposal],
) -> Located | None:
    """A block at the matches the user chose; None if there was no such choice, or they no longer exist.

    Args:
        proposal: The proposal so far, on the original file.
        changes: The changes of the blocks before it.
        decision: The decision on the block.
        resolve: Completes a proposal with the result of a search.
    """
    clash: Proposal | None = None
    if decision.strategy is None or proposal.path is None:
        return None
    for builds_on in ([], changes.groups) if changes else ([],):
        found = _find_as_chosen(changes.text(builds_on), proposal.block, proposal.path, decision)
        if found is None:
            continue
        placed = resolve(changes.based(proposal, builds_on), found, decision, [])
        clashing = changes.clashing(placed.change) if placed.is_ready and not builds_on else []
        if not clashing:
            return Located(placed, builds_on)
        clash = clash or conflicting(placed, clashing)
    return None if clash is None else Located(clash)


def conflicting(proposal: Proposal, clashing: Sequence[ChangeGroup]) -> Proposal:
    """The failure of a proposal whose change clashes with those of earlier blocks."""
    members = members_of(clashing)
    return failed(proposal, Reason.CONFLICT, f"changes the same lines as {numbered(members)}", members)


def _find_as_chosen(index: FileIndex, block: EditBlock, path: str, decision: Decision) -> BlockMatch | None:
    """The matches of the chosen strategy, if the chosen matches are among them; else None."""
    operation, keys = block.operation, decision.matches or frozenset()
    assert decision.strategy is not None
    for interpretation in interpretations_of(block):
        matches = _chosen_matches(index, interpretation, path, decision)
        if not any(match.key in keys for match in matches):
            continue
        choice = Choice.EACH if isinstance(operation, Replace) and operation.is_everywhere else Choice.ONE_OF
        search_result = match_block(index, block, path).search
        missed = tuple(verdict for verdict in search_result.verdicts if not verdict.matches)
        verdicts = (*missed, StrategyVerdict(decision.strategy, len(matches)))
        warnings = _warnings_of_choice(decision, [p for p in matches if p.key in keys], search_result)
        return BlockMatch(interpretation, Search(tuple(matches), verdicts), choice, warnings)
    return None


def _chosen_matches(
    index: FileIndex, interpretation: Interpretation, path: str, decision: Decision
) -> list[Match]:
    if decision.strategy == FORCED.name:
        keys = decision.matches or frozenset()
        found = forced_matches(index, interpretation, decision.forced_on or "", path)
        # Equal lines elsewhere are not those that the user chose.
        return [match for match in found if match.key in keys]
    chosen = (each for each in CASCADE if each.name == decision.strategy and each.name not in index.without)
    query = query_of(interpretation, path)
    return [match for strategy in chosen for match in found_by(index, query, strategy)]


def _warnings_of_choice(
    decision: Decision, chosen: Sequence[Match], search_result: Search
) -> tuple[BlockWarning, ...]:
    """Warn that the user chose a match that a search alone would not find."""
    if decision.strategy == FORCED.name:
        message = "forced: these lines differ from its search text"
    elif all(
        any(p.key == match.key and p.change == match.change for p in search_result.matches)
        for match in chosen
    ):
        return ()
    else:
        message = f"matched by {decision.strategy}, chosen by you; the search alone would not match there"
    return (BlockWarning(WarningKind.CHOSEN, message),)


class Excerpt(Struct, frozen=True):
    """The new text of a block, from its first to its last match, for editing."""

    first: int
    """The first line of the base that it replaces, 0-based."""
    end: int
    """The line after the last one."""
    text: str
    name: str
    """A digest of the old lines and the model's new ones, to which an edit belongs."""


def excerpt(proposal: Proposal) -> Excerpt | None:
    """The text of a proposal for the user to edit; None if it has none."""
    base = proposal.base
    is_text = not proposal.is_removal and proposal.path_to is None
    if base is None or not is_text or not (proposal.is_ready or proposal.unedited is not None):
        return None
    written = proposal.whole if proposal.unedited is None else proposal.unedited
    original = Alignment(base.lines, written)
    spans = [(lines[0] - 1, lines[1]) for match in proposal.chosen if (lines := match.lines)]
    spans += [(hunk.old, hunk.old_end) for hunk in original.hunks]
    if not spans:
        return Excerpt(0, 0, "", digest_of("", ""))
    first, end = min(first for first, _ in spans), max(end for _, end in spans)
    old = "".join(base.lines.slice(first, end))
    new = _new_side(original, first, end)
    text = new if proposal.unedited is None else _new_side(Alignment(base.lines, proposal.whole), first, end)
    return Excerpt(first, end, text, digest_of(old, new))


def _new_side(alignment: Alignment, first: int, end: int) -> str:
    """The new text of a range of old lines that contains all changes."""
    growth = alignment.new_length - len(alignment.lines)
    return "".join(alignment.new_line(index) for index in range(first, end + growth))


def merge_edited_text(proposal: Proposal, begun: Excerpt, typed: str) -> str | None:
    """The text of an excerpt after an edit, or None if nothing was changed.

    Unchanged lines keep their line ends, and new ones end like the lines around them, whatever the editor
    wrote. A last line without an end stays as it is.
    """
    assert proposal.base is not None
    lines = proposal.base.lines
    before = split_lines(begun.text, lines.separator)
    old = [line_body(line) for line in before]
    new = re.split(r"\r\n|\n|\r" if lines.separator == "\r" else r"\r?\n", typed)
    had_end = not before or bool(line_end(before[-1]))
    if new and not new[-1]:
        new.pop()
        is_ended = True
    else:
        # Only the last line of a file can be without an end.
        is_ended = begun.end < len(lines)
    if old == new and (is_ended or not had_end or not typed):
        return None
    usual = next(
        (end for line in [*before, *lines.slice(0, min(len(lines), 1))] if (end := line_end(line))), "\n"
    )
    lines_made: list[str] = []
    at = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        lines_made += before[at:a1]
        lines_made += (body + usual for body in new[b1:b2])
        at = a2
    lines_made += before[at:]
    lines_made[:-1] = [line if line_end(line) else line + usual for line in lines_made[:-1]]
    if lines_made and is_ended and had_end and not line_end(lines_made[-1]):
        lines_made[-1] += usual
    elif lines_made and not (is_ended and had_end):
        lines_made[-1] = line_body(lines_made[-1])
    return "".join(lines_made)


def with_edited_text(decision: Decision, proposal: Proposal, begun: Excerpt, typed: str) -> Decision | None:
    """The decision with the text that the user edited; None if nothing was changed.

    Args:
        decision: The decision before.
        proposal: The block when the edit began.
        begun: The excerpt that was edited.
        typed: Its text after the edit.
    """
    text = merge_edited_text(proposal, begun, typed)
    if text is None:
        return None
    assert proposal.base is not None
    old = "".join(proposal.base.lines.slice(begun.first, begun.end))
    if digest_of(old, text) == begun.name:
        # The edit restored the text of the model.
        return replace(decision.reopened(), edited=None, edited_from=None)
    return replace(decision.reopened(), edited=text, edited_from=begun.name)


def as_edited(proposal: Proposal, decision: Decision) -> Proposal:
    """The proposal with the text that the user edited, if the edited lines are still the same."""
    if decision.edited is None or not proposal.is_ready:
        return proposal
    begun = excerpt(proposal)
    if begun is None or begun.name != decision.edited_from:
        message = "your edit was left out, because the lines have changed since; edit it again"
        return proposal.warned(WarningKind.EDIT_LEFT_OUT, message)
    assert proposal.base is not None
    lines = proposal.base.lines
    change = change_lines(lines, begun.first, begun.end, split_lines(decision.edited, lines.separator))
    edited = replace(proposal, change=change, unedited=proposal.change)
    if not change:
        return failed(edited, Reason.NO_CHANGE, "with your edit it changes nothing")
    return edited


def with_selected_rows(proposal: Proposal, decision: Decision) -> Proposal:
    """The proposal with the rows that the user included, if it is otherwise the same."""
    is_same = proposal.is_ready and decision.outcome == proposal.outcome
    if decision.rows is None or not is_same or not can_be_parted(proposal):
        return proposal
    whole = proposal.alignment()
    part = whole.with_rows(decision.rows)
    parted = replace(
        proposal, change=part, uncut=proposal.change, rows=decision.rows, row_count=whole.row_count
    )
    return parted if part else failed(parted, Reason.NO_CHANGE, "the included lines change nothing")


def can_be_parted(proposal: Proposal) -> bool:
    """True if single rows of a proposal can be included."""
    is_text = not proposal.is_removal and proposal.path_to is None
    return (proposal.is_ready or proposal.uncut is not None) and is_text and bool(proposal.whole)


def is_shaped(proposal: Proposal) -> bool:
    """True if the user edited a proposal or left out rows."""
    return proposal.uncut is not None or proposal.unedited is not None


class Fate(StrEnum):
    """The effect of a block on a line."""

    KEPT = "kept"
    DELETED = "deleted"
    ADDED = "added"


class LineFate(Struct, frozen=True):
    """A line, and the effect of a block on it."""

    fate: Fate
    text: str
    """Without its end."""
    line: int | None
    """The line number in the file, 1-based; None for an added line."""


def force_at(proposal: Proposal, window: Window) -> tuple[Match, str]:
    """The match of a block forced on some lines, and the text of these lines.

    Args:
        proposal: A proposal with a base, without a match.
        window: Lines of the base.
    """
    assert proposal.base is not None
    match = forced_match(proposal.base, interpretations_of(proposal.block)[0], window, proposal.path or "")
    return match, lines_at(proposal.base, window)


def line_fates(proposal: Proposal, match: Match) -> Iterator[LineFate]:
    """The lines of a match and those that are added, from top to bottom."""
    assert proposal.base is not None
    assert match.lines is not None
    lines = proposal.base.lines
    alignment = Alignment(lines, match.change)
    at, end = match.lines[0] - 1, match.lines[1]
    for hunk in alignment.hunks:
        yield from (LineFate(Fate.KEPT, line_body(lines[n]), n + 1) for n in range(at, min(hunk.old, end)))
        yield from (LineFate(Fate.DELETED, line_body(lines[n]), n + 1) for n in range(hunk.old, hunk.old_end))
        yield from (LineFate(Fate.ADDED, line_body(text), None) for text in hunk.lines)
        at = max(at, hunk.old_end)
    yield from (LineFate(Fate.KEPT, line_body(lines[n]), n + 1) for n in range(at, end))


def lost_lines(proposal: Proposal) -> Iterator[LineFate]:
    """The lines, from top to bottom, that a proposal deletes and does not write again."""
    if proposal.base is None:
        return
    lines = proposal.base.lines
    new = Counter(line_body(text).strip() for hunk in proposal.alignment().hunks for text in hunk.lines)
    for hunk in proposal.alignment().hunks:
        for n in range(hunk.old, hunk.old_end):
            text = line_body(lines[n])
            if new[text.strip()]:
                new[text.strip()] -= 1
            else:
                yield LineFate(Fate.DELETED, text, n + 1)


def rows_as_diff(alignment: Alignment, rows: frozenset[int] | None) -> str:
    """Some rows as a diff, or for None, all rows; at most `_MAX_NOTE_LINES` lines."""
    lines: list[str] = []
    for hunk in range(len(alignment.hunks)):
        for number, row in enumerate(alignment.rows(hunk), alignment.row_starts[hunk]):
            if rows is None or number in rows:
                lines += [] if row.old is None else [f"-{line_body(alignment.lines[row.old])}"]
                lines += [] if row.new is None else [f"+{line_body(alignment.new_line(row.new))}"]
    more = len(lines) - _MAX_NOTE_LINES
    return "\n".join(lines[:_MAX_NOTE_LINES] + [f"… and {more} more"] * (more > 0))


_MAX_NOTE_LINES = 60
"""The most lines of a diff in a note."""


def note_on(alignment: Alignment, rows: frozenset[int]) -> LineNote:
    """An empty note on some rows, with their line numbers on both sides."""
    found = [
        row
        for hunk in range(len(alignment.hunks))
        for number, row in enumerate(alignment.rows(hunk), alignment.row_starts[hunk])
        if number in rows
    ]
    sides = {
        "old": [row.old for row in found if row.old is not None],
        "new": [row.new for row in found if row.new is not None],
    }
    named = (f"{side} {lines_in_words((min(at) + 1, max(at) + 1))}" for side, at in sides.items() if at)
    return LineNote(", ".join(named), rows_as_diff(alignment, rows))


def with_note(decision: Decision, note: LineNote) -> Decision:
    """The decision with a note, which replaces the one on the same rows; an empty note removes that."""
    others = tuple(each for each in decision.line_notes if each.diff != note.diff)
    return replace(decision, line_notes=(*others, note) if note.text else others)


def notes_in_words(decision: Decision) -> str:
    """All notes on a block and its lines in one line; empty if there are none."""
    notes = [decision.note] if decision.note else []
    return "; ".join([*notes, *(f"{note.where}: {note.text}" for note in decision.line_notes)])
