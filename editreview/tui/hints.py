"""Chooses the keys for the line of hints: those that do something now, the most useful first."""

from collections.abc import Set

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review import OpenedFile, Proposal, Review, WarningKind, can_be_parted
from editreview.tui import signs
from editreview.tui.diff.marks import Level
from editreview.tui.keymap import Hint, Keymap
from editreview.tui.listing import Fragment
from editreview.tui.match_line import is_for_each
from editreview.tui.signs import Sign
from editreview.tui.ways import way_forward


def hints(
    review: Review,
    proposal: Proposal | None,
    keys: Keymap,
    states: Set[Sign],
    *,
    is_open: bool,
    can_stage: bool,
    has_results: bool,
) -> list[Hint]:
    """The keys that do something now, the most useful first.

    Args:
        review: The review.
        proposal: The current block.
        keys: The keymap in force.
        states: The states in which any blocks are.
        is_open: True if more of the response may arrive.
        can_stage: True if there is a repository, and staging was not switched off.
        has_results: True while the outcome of writing is shown in place of the diff.
    """
    hint = keys.hint
    if proposal is None:
        notes = [hint("view.notes")] * bool(review.problems or review.commands)
        copied = [hint("do.feedback")] * bool(review.problems)
        return [*[hint("interrupt", "stop reading")] * is_open, *notes, *copied, hint("help"), hint("quit")]
    applied = proposal.number in review.applied
    deciding = [] if applied else _deciding(review, proposal, keys)
    doing = _doing(review, keys, can_stage=can_stage, is_accepted=not states.isdisjoint(signs.ANY_ACCEPTED))
    looking = [hint("move.block"), hint("undo"), hint("all.accept")]
    is_decided = states.isdisjoint(signs.UNDECIDED)
    if is_decided or (review.applied and states.isdisjoint(signs.ACCEPTABLE)):
        # Nothing will be accepted that the greyed ones could stand for: what failed goes back to the model.
        doing = [each for each in doing if each.is_possible]
        ways = {each.id for each in deciding}
        doing += [hint("do.feedback")] * (signs.FAILED in states and "do.feedback" not in ways)
        looking = looking[:2]
        found = [*doing, *deciding, *looking]
    elif has_results:
        found = [*(each for each in doing if each.is_possible), *deciding, *looking]
    elif applied:
        found = [*doing, *deciding, *looking]
    else:
        found = [*deciding, *looking[:1], *doing, *looking[1:]]
    viewing = [hint("match.attempts"), hint("view.list"), hint("view.layout")]
    return [*found, *viewing, hint("quit"), hint("help")]


def _deciding(review: Review, proposal: Proposal, keys: Keymap) -> list[Hint]:
    """The hints for deciding on a block that is not applied."""
    hint = keys.hint
    found: list[Hint] = []
    way = way_forward(review, proposal)
    if way is not None and not proposal.is_ready:
        found.append(hint(way.id, way.hint))
    if proposal.is_ambiguous:
        others = [] if proposal.asks_for_a_way else [hint("match.all", "all matches")]
        return [*found, hint("block.reject"), *others]
    if proposal.reason in (Reason.NOT_FOUND, Reason.FILE_MISSING):
        search = [hint("match.search", "search text")] * (proposal.reason is Reason.NOT_FOUND)
        file = [hint("match.file", "other file")] * (way is None or way.id != "match.file")
        return [*found, hint("block.reject"), *search, *file]
    if proposal.is_ready and not proposal.block.is_dry_run:
        found.append(hint("block.accept"))
    found.append(hint("block.reject"))
    if any(warning.kind is WarningKind.PERMISSION for warning in proposal.warnings):
        found.append(hint("block.allow"))
    if is_for_each(proposal):
        found.append(hint("match.choose", "matches"))
    if can_be_parted(proposal):
        found.append(hint("grain.in"))
    return found


def _doing(review: Review, keys: Keymap, *, can_stage: bool, is_accepted: bool) -> list[Hint]:
    """The hints for the way on to a commit; steps that are not possible yet are greyed."""
    hint = keys.hint
    if not can_stage:
        return [replace(hint("do.apply"), is_possible=is_accepted)]
    stage = replace(hint("do.stage"), is_possible=is_accepted or bool(review.workspace.to_stage))
    commit = replace(hint("do.commit"), is_possible=is_accepted or bool(review.workspace.staged))
    if review.workspace.comparison is not None:
        # Rejected changes have to be taken out, too.
        return [replace(hint("do.apply", "carry out"), is_possible=review.has_to_write), commit]
    if commit.is_possible and not stage.is_possible:
        return [commit]
    return [stage, commit, *[hint("do.apply")] * is_accepted]


def hints_while_searching(found: list[Hint], keys: Keymap) -> list[Hint]:
    """The hints during a search, whose keys take precedence."""
    search_keys = ("find.next", "find.end", "find.back")
    labels = {keys[id] for id in search_keys}
    return [*map(keys.hint, search_keys), *(each for each in found if each.label not in labels)]


def hints_of_panel(keys: Keymap) -> list[Hint]:
    """The hints while the panel of candidates has the keys."""
    hint = keys.hint
    moving = [hint("block.advance", "choose"), hint("grain.out", "close"), hint("move.down", "move")]
    deciding = [hint("block.accept"), hint("block.reject"), hint("move.pane", "to the diff")]
    return [*moving, *deciding, hint("quit"), hint("help")]


def hints_inside(keys: Keymap, level: Level, *, has_range: bool) -> list[Hint]:
    """The hints while hunks or lines of a block are decided."""
    hint = keys.hint
    found = [hint("block.accept", "keep"), hint("block.reject", "leave out"), hint("block.toggle", "switch")]
    if has_range:
        return [*found, hint("grain.out", "no range"), hint("quit"), hint("help")]
    found += [hint("grain.in", "single lines")] * (level is Level.HUNK)
    moving = [hint("grain.out"), hint("grain.range"), hint("undo"), hint("move.hunk", "hunk")]
    return [*found, *moving, hint("quit"), hint("help")]


def hints_while_placing(keys: Keymap, file: OpenedFile, *, has_range: bool) -> list[Hint]:
    """The hints while a block is placed by hand."""
    hint = keys.hint
    if not file.index.lines:
        does = "whole file" if file.is_there else "create the file"
        return [hint("place.file", does), hint("place.end", "back"), hint("quit"), hint("help")]
    found = [hint("place.lines", "replace range" if has_range else "replace line"), hint("place.below")]
    if not has_range:
        found += [hint("place.range"), hint("place.file")]
    return [*found, hint("place.end", "no range" if has_range else "back"), hint("quit"), hint("help")]


def hints_of_fragment(keys: Keymap, fragment: Fragment) -> list[Hint]:
    """The hints for a part of the response that is no block."""
    hint = keys.hint
    if fragment.problem is None:
        found = [hint("match.file", "choose file")]
    else:
        repair = [hint("match.repair")] * (fragment.problem.repair is not None)
        found = [*repair, hint("edit.proposal"), hint("do.feedback")]
    moving = [hint("move.block"), hint("move.block-back", "previous"), hint("undo")]
    return [*found, *moving, hint("quit"), hint("help")]


def hints_while_arriving(keys: Keymap) -> list[Hint]:
    """The hints while the current block is still arriving."""
    hint = keys.hint
    reading = [hint("move.block-back", "back"), hint("interrupt", "stop reading"), hint("all.accept")]
    return [*reading, hint("quit"), hint("help")]
