"""The texts about the current block: the match line, the messages below it, and the hints of keys.

The match line says how a block was matched; below it are warnings, candidates and messages. For each reason a
block may fail with there is a way forward: one key, named in the hints and in the message. Hints are the keys
that do something now, the most useful first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from textwrap import dedent

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Insert, Offer, OfferKind, Write
from editreview.errors import Reason
from editreview.matching import (
    MAX_CANDIDATES,
    PLACE,
    Choice,
    Match,
    MatchEffect,
    NearMatch,
    Tier,
    strategy_title,
)
from editreview.review import (
    Alternative,
    AlternativeKind,
    Decision,
    EmptySearch,
    OpenedFile,
    Proposal,
    Review,
    Verdict,
    WarningKind,
    alternatives_of,
    can_be_parted,
    corrected_by,
    correction_sentence,
    failure_of,
    group_sentence,
    lines_named,
    near_windows,
    notes_in_words,
    numbered,
    related_blocks,
    scope_labels,
    suggested_match,
    text_to_place,
    without_path,
)
from editreview.text import counted
from editreview.tui import signs
from editreview.tui.diff import Level
from editreview.tui.diff.layout import TAB
from editreview.tui.keys import SHIPPED, Hint, Keymap
from editreview.tui.messages import Arrived
from editreview.tui.parts import Part
from editreview.tui.signs import MARK, Fragment, Sign

Condition = Callable[[Review, Proposal], bool]


def _always(review: Review, proposal: Proposal) -> bool:
    return True


def _has_candidates(review: Review, proposal: Proposal) -> bool:
    return bool(alternatives_of(review, proposal))


def _has_near_lines(review: Review, proposal: Proposal) -> bool:
    return bool(near_windows(review, proposal))


def _has_other_paths(review: Review, proposal: Proposal) -> bool:
    return bool(review.other_paths(proposal))


def _can_be_placed(review: Review, proposal: Proposal) -> bool:
    return proposal.base is not None and text_to_place(proposal.block.operation) is not None


class Way(Struct, frozen=True):
    """One way forward."""

    id: str
    """The action."""
    hint: str
    """Its word in the line of hints."""
    sentence: str
    """The effect of its key, for the message."""
    is_possible: Condition = _always


_ACCEPT = Way("block.accept", "accept", "accepts it", lambda review, proposal: proposal.is_ready)
_CHOOSE = Way("match.choose", "choose", "chooses a candidate", _has_candidates)
_OTHER_PATH = Way("match.choose", "other path", "sends it to the other path", _has_other_paths)
_SHOW_BLOCK = Way("match.choose", "other block", "goes to the other block", _has_candidates)
_USE_FILE = Way("match.choose", "use file", "uses the file that has its text", _has_candidates)
_FILE = Way("match.file", "other file", "chooses another file")
_FORCE = Way("match.force", "force", "forces it on the nearest lines", _has_near_lines)
_PLACE = Way("match.force", "place", "places it by hand", _can_be_placed)
_INCLUDE = Way("match.include", "include", "includes it")
_REREAD = Way("do.read", "reread", "reads the files again")
_SKIP = Way("move.waiting", "next undecided", "goes to the next undecided block")
_ASK = Way("do.feedback", "ask again", "copies it for the model")

_OTHER_FILE = (_ACCEPT, _FILE)
_BY_HAND = (_ACCEPT, _PLACE, _FILE, _ASK)
WAYS: Mapping[Reason, tuple[Way, ...]] = {
    Reason.UNDECIDED: (_ACCEPT, _SKIP),
    Reason.REJECTED: (_ACCEPT, _SKIP),
    Reason.INEXACT: (_ACCEPT, _SKIP),
    Reason.AMBIGUOUS: (_OTHER_PATH, _ACCEPT, _CHOOSE, _PLACE, _FILE),
    Reason.FUZZY: _BY_HAND,
    Reason.NOT_FOUND: (_ACCEPT, _FORCE, _USE_FILE, _PLACE, _FILE),
    Reason.ALREADY_APPLIED: (_ACCEPT, _SKIP),
    Reason.NO_CHANGE: (_ACCEPT, _SKIP),
    Reason.CONFLICT: (_ACCEPT, _SHOW_BLOCK, _PLACE, _ASK),
    Reason.DEPENDS_ON: (_ACCEPT, _SHOW_BLOCK, _PLACE, _ASK),
    Reason.FILE_MISSING: (_ACCEPT, _USE_FILE, _FILE),
    Reason.FILE_EXISTS: (_ACCEPT, _CHOOSE, _PLACE, _FILE),
    Reason.IS_DIRECTORY: _OTHER_FILE,
    Reason.OUTSIDE_ROOT: _OTHER_FILE,
    Reason.PROTECTED: _OTHER_FILE,
    Reason.BINARY: _OTHER_FILE,
    Reason.ENCODING: _OTHER_FILE,
    Reason.TOO_LARGE: _OTHER_FILE,
    Reason.BAD_LINE_NUMBER: _BY_HAND,
    Reason.PLACEHOLDER: _BY_HAND,
    Reason.SYNTAX_ERROR: _BY_HAND,
    Reason.WRITTEN_OUT: _BY_HAND,
    Reason.HIDDEN_CHARACTERS: _BY_HAND,
    Reason.BREAKS_COMMAND: _BY_HAND,
    Reason.SECRET: _BY_HAND,
    Reason.MALFORMED: _BY_HAND,
    Reason.INCOMPLETE: _BY_HAND,
    Reason.PART_OF_FILE: _BY_HAND,
    Reason.UNSEEN: _BY_HAND,
    Reason.CHANGED_ON_DISK: (_REREAD,),
    Reason.NOT_IN_CONTEXT: (_INCLUDE,),
    Reason.PERMISSION: (_ACCEPT, _FILE, _ASK),
    Reason.DENIED: _OTHER_FILE,
}
"""The ways forward by reason, the most useful first. The last one of each is always possible."""


def way_forward(review: Review, proposal: Proposal) -> Way | None:
    """The best way forward for a block that is not ready or withheld; None for others."""
    reason = proposal.reason or proposal.withheld
    if reason is None:
        return None
    return next((way for way in WAYS[reason] if way.is_possible(review, proposal)), WAYS[reason][-1])


ALREADY_APPLIED = "this block is already applied"


def why_not(review: Review, proposal: Proposal, keys: Keymap) -> str | None:
    """The reason why a block cannot be accepted, and the way forward; None if it can."""
    if proposal.number in review.applied:
        return ALREADY_APPLIED
    if proposal.asks_for_meaning:
        end, whole, top = (keys.nth("match.choose", number) for number in (1, 2, 3))
        ways = f"{end} at the end, {whole} replaces the whole file, {top} at the top"
        return f"the block does not say where its text goes: {ways}"
    if proposal.is_ambiguous:
        matches = () if proposal.candidates is None else proposal.candidates.matches
        for_all = "" if excludes_others(matches) else f", or {keys['match.all']} for all"
        return f"this block has several matches: choose one by its number{for_all}"
    if proposal.block.is_dry_run and proposal.is_ready:
        return "this is a dry run: the response only asks whether the block applies, and it does"
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        return f"the model was not shown this file: {keys['match.include']} includes it anyway"
    way, failure = way_forward(review, proposal), failure_of(review, proposal)
    if way is None or failure is None:
        return None
    forward = f"{keys[way.id]} {way.sentence}"
    if proposal.reason is Reason.NOT_FOUND:
        search, reject = keys["match.search"], keys["block.reject"]
        return f"this block has no match: {forward}, {search} edits its search text, {reject} rejects it"
    return f"{failure.message}: {forward}"


def how_matched(review: Review, proposal: Proposal) -> str:
    """The match of a block in a word or two, for the list."""
    if (number := corrected_by(review, proposal)) is not None:
        return f"corrected by {number}"
    matches = proposal.candidates.matches if proposal.candidates else ()
    if proposal.block.is_dry_run and proposal.is_ready:
        return "dry run"
    if proposal.unedited is not None:
        return "edited"
    if proposal.creates and proposal.is_ready:
        return "new file"
    if proposal.is_removal:
        return "delete"
    if proposal.path_to is not None:
        return f"→ {_moved_to(proposal.path_to, proposal.listed_path)}"
    if proposal.is_ready and is_for_each(proposal):
        return f"{len(proposal.chosen)} of {len(matches)} matches"
    if proposal.is_ready and isinstance(proposal.block.operation, Write):
        return "whole file"
    if proposal.strategy and proposal.reason is not Reason.CONFLICT:
        return strategy_title(proposal.strategy)
    if proposal.asks_for_meaning:
        return "where?"
    if proposal.is_ambiguous:
        return f"{len(matches)} matches"
    return proposal.reason.words if proposal.reason is not None else ""


def _moved_to(path_to: str, path: str) -> str:
    """The path that a file is moved to; only the name if it stays in its folder."""
    folder, _, name = path_to.rpartition("/")
    return name if folder == path.rpartition("/")[0] else path_to


FOUND, MISSED, TITLE, WARNING, DIM = (
    "match--found",
    "match--missed",
    "match--title",
    "match--warning",
    "match--dim",
)
_MAX_NAMED = 4
"""Matches whose lines are named in the match line."""
_MAX_PLACED = 1_000
"""Lines of a placed text that are laid out."""
_SHOWN_BELOW = frozenset({"match.choose", "match.include"})
"""Actions whose keys the message names with what they choose."""
EMPTY_SEARCHES: dict[str, str] = {
    EmptySearch.APPEND: "at the end",
    EmptySearch.OVERWRITE: "replace the file",
    EmptySearch.TOP: "at the top",
}
"""The candidates of a block whose text does not say where it goes."""


def match_parts(
    proposal: Proposal, near: NearMatch | None, looking: bool, *, is_explained: bool = False
) -> list[Part]:
    """The strategy that matched and the resulting match, or the reason why there is none.

    Only an exact match looks like a success; the panel lists the strategies that found nothing.

    Args:
        proposal: The block.
        near: Its near match, if it has no match.
        looking: True if the near match is being looked for.
        is_explained: True if the message below says which lines differ.
    """
    if proposal.is_ready and (whole := _whole_file(proposal)) is not None:
        return [*whole, (f" · {_sizes_in_words(proposal)}", TITLE)]
    found = [verdict.strategy for verdict in proposal.verdicts if verdict.matches]
    is_exact = proposal.is_ready and proposal.tier is Tier.EXACT
    parts: list[Part] = [(" ", "")]
    if found:
        titles = " · ".join(strategy_title(name) for name in found)
        sign = "? " if proposal.is_ambiguous else "" if proposal.tier is Tier.EXACT else "≈ "
        parts += [(titles, TITLE), (" ✓ ", FOUND)] if is_exact else [(f"{sign}{titles} ", TITLE)]
    matches = proposal.candidates.matches if proposal.candidates else ()
    if proposal.chosen:
        return [*parts, *_chosen_parts(proposal, len(matches), after="· " * bool(found))]
    if matches:
        return [*parts, (f"{'· ' * bool(found)}{len(matches)} matches", TITLE)]
    if proposal.reason is Reason.NOT_FOUND:
        return [*parts, *_near_parts(near, looking, is_explained=is_explained)]
    return parts if proposal.reason is None else [*parts, (proposal.reason.words, TITLE)]


def message_rows(review: Review, proposal: Proposal, at: int, keys: Keymap = SHIPPED) -> list[list[Part]]:
    """The candidates of a block, its message, related blocks and the user's notes; then each warning.

    A single warning shares the row of the message.
    """
    # What happens to the file as a whole is in the line above.
    warnings = [w for w in proposal.warnings if not (proposal.is_ready and w.consequence.is_in_title)]
    # Where only some have room, those that keep the block from going by itself have it.
    warnings.sort(key=lambda warning: warning.consequence.withholds is None)
    rows: list[list[Part]] = [[(f" △ {warning.message}", WARNING)] for warning in warnings]
    way = way_forward(review, proposal)
    parts: list[Part] = []
    if (refused := review.refused.get(proposal.number)) is not None:
        parts.append((f" not written: {refused}", WARNING))
    if proposal.block.offer is not None and review.is_offer(proposal):
        parts.append(_offer_part(review, proposal, proposal.block.offer, keys))
    if proposal.is_ambiguous and proposal.candidates is not None:
        parts += _matches_to_choose(review, proposal, proposal.candidates.matches, at, keys)
    elif is_for_each(proposal):
        parts += _matches_to_include(review, proposal, at, keys)
    _add_history(parts, review, proposal)
    _add_failure(parts, review, proposal, way, keys)
    if review.not_found.known(proposal) is not None:
        parts += _nearest_ones(alternatives_of(review, proposal), at)
    if proposal.block.is_dry_run:
        _add(parts, "dry run: the response only asks whether it applies; nothing is written", WARNING)
    for text in _found_by_checks(review, proposal):
        _add(parts, text, WARNING)
    if len(rows) == 1:
        _add(parts, rows.pop()[0][0].strip(), WARNING)
    is_accepted = review.verdict(proposal) is Verdict.ACCEPTED
    if way is not None and proposal.is_ready and not is_accepted and not review.is_offer(proposal):
        _add(parts, f"{keys[way.id]} {way.sentence}", DIM)
    _add_relations(parts, review, proposal, keys)
    _add_notes(parts, review.decision(proposal))
    return [*([parts] if parts else []), *rows, *_marks_row(review, proposal, keys)]


def _offer_part(review: Review, proposal: Proposal, offer: Offer, keys: Keymap) -> Part:
    """The reason why a block is only offered, and the key that accepts it."""
    makes = f", {keys['block.accept']} makes it a block" if proposal.is_ready else ""
    is_chosen = offer.kind is OfferKind.LIKENESS and review.decision(proposal).path is not None
    return f" ◇ offer: {'you chose its file' if is_chosen else offer.message}{makes}", WARNING


def _add_history(parts: list[Part], review: Review, proposal: Proposal) -> None:
    """Add the changes that the user, the disk or a later response made to a block."""
    if proposal.unedited is not None:
        _add(parts, "edited", TITLE)
    if proposal.is_part:
        _add(parts, rows_in_words(proposal), TITLE)
    if proposal.path in review.stale:
        _add(parts, "changed on disk, matched again", WARNING)
    if (number := corrected_by(review, proposal)) is not None:
        _add(parts, correction_sentence(number), TITLE)


def _add_failure(
    parts: list[Part], review: Review, proposal: Proposal, way: Way | None, keys: Keymap
) -> None:
    """Add the reason why a block cannot be applied, and the keys that help."""
    failure = failure_of(review, proposal)
    # The reason in words is in the line above.
    if failure is not None and failure.sentence and not proposal.is_ambiguous:
        _add(parts, without_path(failure.sentence, proposal.path), WARNING)
    if way is not None and not proposal.is_ready and way.id not in _SHOWN_BELOW:
        _add(parts, f"{keys[way.id]} {way.sentence}", DIM)
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        includes, leaves = keys["match.include"], keys.nth("match.choose", 2)
        parts.append((f": {includes} includes it, {leaves} leaves it", DIM))


def _found_by_checks(review: Review, proposal: Proposal) -> Iterator[str]:
    """The warnings that the project's command fails with a block, and that a block of its group failed."""
    result = review.project_result
    if result is not None and proposal.number in result.breaking and proposal.number not in review.applied:
        yield f"△ {result.sentence}"
    if proposal.is_ready and (broken_by := review.broken_by(proposal)) is not None:
        yield f"△ {group_sentence(broken_by)}"


def _add_notes(parts: list[Part], decision: Decision) -> None:
    """Add the reason why the user rejected a block, and the notes on it."""
    if decision.verdict is Verdict.REJECTED:
        _add(parts, f"rejected{f': {decision.reason}' if decision.reason else ''}", DIM)
    if note := notes_in_words(decision):
        _add(parts, f"note: {note}", DIM)


def _marks_row(review: Review, proposal: Proposal, keys: Keymap) -> list[list[Part]]:
    """The row of the remarks on a block, if it has any."""
    takes = "" if proposal.number in review.applied else f", {keys['edit.format']} takes that"
    marks = (mark.message + takes * (mark.kind is WarningKind.FORMAT) for mark in proposal.marks)
    return [[(f" {MARK} {' · '.join(marks)}", DIM)]] if proposal.marks else []


def fragment_parts(fragment: Fragment, keys: Keymap) -> tuple[list[Part], list[list[Part]]]:
    """The match line and the message for a part of the response that is no block."""
    where = f" · {lines_named(fragment.lines)} of the response"
    choose = f"{keys['match.file']} chooses a file"
    if fragment.code is not None:
        title: list[Part] = [(" code without a file", TITLE), (where, TITLE)]
        return title, [[(f" this code names no file: {choose} for it", WARNING)]]
    problem = fragment.problem
    assert problem is not None
    title = [(" unreadable", WARNING), (where, TITLE)]
    named = f"{problem.path_written}: " if problem.path_written else ""
    message: list[Part] = [(f" {named}{problem.without_line}", WARNING)]
    edits = f"{keys['edit.proposal']} edits its text, {keys['do.feedback']} copies it for the model"
    if problem.repair is not None:
        message.append((f" · {keys['match.repair']} repairs it: {problem.repair.message}", FOUND))
    return title, [[*message, (f" · {edits}", DIM)]]


def arriving_parts(arrived: Arrived | None) -> tuple[list[Part], list[list[Part]]]:
    """The match line while there is no block yet: the parts received, and the last line of text."""
    if arrived is None or arrived.open_block is None:
        return [], []
    last = arrived.open_text.rstrip("\n").rpartition("\n")[2]
    return [(f" arriving: {arrived.open_block}", TITLE)], [[(f" … {last}", DIM)]]


def placing_parts(about: str, text: str) -> tuple[list[Part], list[list[Part]]]:
    """The match line and the lines below while a text is placed by hand: its size and its lines.

    Args:
        about: The block or the code.
        text: Its new text.
    """
    lines = text.splitlines()
    drawn = dedent("\n".join(lines[:_MAX_PLACED])).expandtabs(TAB).split("\n")
    rows: list[list[Part]] = [[(f" + {line}", "")] for line in drawn]
    return [(f" places {about}: {counted(len(lines), 'line')}", TITLE)], rows


def _add(parts: list[Part], text: str, style: str) -> None:
    """Append a text, separated from the parts before it."""
    parts.append((f"{' ·' if parts else ''} {text}", style))


def rows_in_words(proposal: Proposal) -> str:
    """The share of a block's rows that is included."""
    return f"{len(proposal.rows or ())} of {counted(proposal.row_count, 'row')} included"


def is_for_each(proposal: Proposal) -> bool:
    """True if each of its matches is included or excluded by itself."""
    candidates = proposal.candidates
    return candidates is not None and candidates.choice is Choice.EACH and len(candidates.matches) > 1


def excludes_others(matches: Sequence[Match]) -> bool:
    """True if these candidates cannot all be chosen: a text goes to one place, and lines change once."""
    spans = sorted(match.span for match in matches)
    return any(match.key in EMPTY_SEARCHES or PLACE.name in match.strategies for match in matches) or any(
        first[1] > second[0] for first, second in pairwise(spans)
    )


def excluded_lines(proposal: Proposal) -> list[int]:
    """The first lines, 0-based, of matches that the user excluded, which stay visible."""
    if not is_for_each(proposal) or proposal.candidates is None or not proposal.chosen:
        return []
    included = {match.key for match in proposal.chosen}
    return [p.lines[0] - 1 for p in proposal.candidates.matches if p.lines and p.key not in included]


def _matches_to_choose(
    review: Review, proposal: Proposal, matches: Sequence[Match], at: int, keys: Keymap
) -> list[Part]:
    """The numbered candidates, the current one marked, and the code that one is in."""
    is_offer = proposal.block.offer is not None and review.is_offer(proposal)
    parts: list[Part] = [(" · choose: " if is_offer else " choose: ", WARNING)]
    for index, match in enumerate(matches[:MAX_CANDIDATES]):
        text = f"{index + 1} {_name_of_candidate(proposal, match)}"
        parts.append((f"[{text}]" if index == at else f" {text} ", TITLE if index == at else DIM))
    if proposal.asks_for_meaning:
        return [*parts, (f" · {proposal.sides[0]} is empty, {proposal.path} is not", WARNING)]
    at_most = min(at, len(matches) - 1)
    seen, start = matches[at_most], max(at_most - 1, 0)
    around = scope_labels(proposal, [match.lines for match in matches[start : at_most + 2]])[at_most - start]
    first, why = suggested_match(review, proposal)
    remarks = [seen.label or around, why if at == first else ""]
    remark_text = "".join(f" · {text}" for text in remarks if text)
    all_of_them = "" if excludes_others(matches) else f" {keys['match.all']} all"
    return [*parts, (f"{all_of_them} {keys['match.list']} list", DIM), (remark_text, TITLE)]


def _name_of_candidate(proposal: Proposal, match: Match) -> str:
    """Its first line, as `L4`, or the line below which it adds something, as `+L4`; of several, `+L4,L9`."""
    if match.key in EMPTY_SEARCHES:
        return EMPTY_SEARCHES[match.key]
    splices = match.change.splices
    adds = match.effect is MatchEffect.ADDS
    is_several = len(splices) > 1 and len({splice.text.strip() for splice in splices}) == 1
    if proposal.base is None or not splices or not (adds or is_several):
        return f"L{match.lines[0] if match.lines else 1}"
    lines = proposal.base.lines
    # Of different texts, the first ones are only commas and the like.
    starts = [splice.start for splice in (splices if is_several else splices[-1:])]
    rows = [lines.at(start) for start in starts]
    if not adds:
        return ",".join(f"L{row + 1}" for row in rows)
    below = [
        row if lines.span(row, row + 1)[0] == start else row + 1
        for row, start in zip(rows, starts, strict=True)
    ]
    return f"+{','.join(f'L{row}' for row in below)}" if below[0] else "top"


def _nearest_ones(options: Sequence[Alternative], at: int) -> list[Part]:
    """The numbered near matches, and the files that contain the block's text."""
    near: list[Part] = []
    files: list[Part] = []
    for index, option in enumerate(options[:MAX_CANDIDATES]):
        text = f"{index + 1} {lines_named(option.lines)}" if option.lines else str(index + 1)
        if option.kind is AlternativeKind.NEAR:
            near.append((f"[{text}]" if index == at else f" {text} ", TITLE if index == at else DIM))
        elif option.kind is AlternativeKind.FILE:
            files.append((f" {index + 1} to use {option.path}", FOUND))
    # A single one is named in the line above.
    is_named = len(near) < 2 and not files
    return [
        *([(" · nearest ", DIM), *near] if near and not is_named else []),
        *([(" · press", DIM), *files] if files else []),
    ]


def _add_relations(parts: list[Part], review: Review, proposal: Proposal, keys: Keymap) -> None:
    """Name the blocks that it depends on or conflicts with, and the keys that go there."""
    options = alternatives_of(review, proposal) if related_blocks(review, proposal) else []
    blocks = (at for at, each in enumerate(options, 1) if each.kind is AlternativeKind.BLOCK)
    digits = [keys.nth("match.choose", at) for at in blocks if at <= MAX_CANDIDATES]
    if proposal.depends_on:
        _add(parts, f"depends on {numbered(proposal.depends_on)}", DIM)
    if digits:
        parts.append((f" ({', '.join(digits)} {'goes' if len(digits) == 1 else 'go'} there)", DIM))


def _matches_to_include(review: Review, proposal: Proposal, at: int, keys: Keymap) -> list[Part]:
    """The numbered matches, and which of them are included."""
    candidates = proposal.candidates
    assert candidates is not None
    included = {match.key for match in candidates.chosen(review.log[proposal.key].matches)}
    parts: list[Part] = [(" included:", DIM)]
    for index, match in enumerate(candidates.matches[:MAX_CANDIDATES]):
        text = f"{'✓' if match.key in included else '·'}{index + 1} {_lines_of_match(match)}"
        parts.append((f"[{text}]" if index == at else f" {text} ", FOUND if match.key in included else DIM))
    if len(candidates.matches) > MAX_CANDIDATES:
        parts.append((" …", DIM))
    return [*parts, (f" {keys['match.all']} all", DIM)]


def _whole_file(proposal: Proposal) -> list[Part] | None:
    """The effect on the file as a whole; None for an edit inside it."""
    if proposal.is_removal:
        return [(" △ deletes the file", WARNING)]
    if proposal.path_to is not None:
        return [(f" △ moves to {proposal.path_to}", WARNING)]
    if proposal.creates:
        return [(" new file", TITLE), (" ✓", FOUND)]
    is_empty = proposal.base is not None and not proposal.base.text
    if isinstance(proposal.block.operation, Write) or is_empty:
        return [(" whole file", TITLE), (" ✓", FOUND)]
    return None


def _chosen_parts(proposal: Proposal, matches: int, *, after: str) -> list[Part]:
    chosen = proposal.chosen
    lines = ", ".join(_match_in_words(proposal, match) for match in chosen[:_MAX_NAMED])
    more = ", …" if len(chosen) > _MAX_NAMED else ""
    which = "1 match" if matches == 1 else f"{len(chosen)} of {matches} matches"
    parts: list[Part] = [(f"{after}{which} · {lines}{more}", TITLE)]
    if chosen[0].score < 1:
        parts.append((f" · {int(chosen[0].score * 100)}% alike", WARNING))
    if chosen[0].label:
        parts.append((f" · {chosen[0].label}", TITLE))
    if chosen[0].adjusted:
        parts.append((f" · {chosen[0].adjusted}", WARNING))
    return parts


def _near_parts(near: NearMatch | None, looking: bool, *, is_explained: bool) -> list[Part]:
    if near is None:
        return [("looking for the nearest match …" if looking else "nothing similar in the file", DIM)]
    where = lines_named(near.lines)
    return [
        ("no match ", WARNING),
        (f"· nearest {where}, {near.percent} alike{'' if is_explained else f', {near.explained}'}", TITLE),
    ]


def _match_in_words(proposal: Proposal, match: Match) -> str:
    if not isinstance(proposal.block.operation, Insert):
        return _lines_of_match(match)
    return "at the top" if match.lines is None else f"after L{match.lines[1]}"


def _lines_of_match(match: Match) -> str:
    if match.key in EMPTY_SEARCHES:
        return EMPTY_SEARCHES[match.key]
    return "whole file" if match.lines is None else lines_named(match.lines)


def _sizes_in_words(proposal: Proposal) -> str:
    alignment = proposal.alignment()
    before, after = counted(len(alignment.lines), "line"), counted(alignment.new_length, "line")
    if proposal.creates:
        return after
    if proposal.is_removal:
        return before
    return f"{before}, unchanged" if not proposal.change else f"{before} → {after}"


def hints_of_block(
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
    # The key that would decide closes the results first: the block was not to be seen.
    deciding = [] if applied or has_results else _hints_for_deciding(review, proposal, keys)
    back = [hint("grain.out")] * has_results
    doing = _hints_for_doing(
        review, keys, can_stage=can_stage, is_accepted=not states.isdisjoint(signs.ANY_ACCEPTED)
    )
    looking = [hint("move.block"), hint("undo"), hint("all.accept")]
    is_decided = states.isdisjoint(signs.UNDECIDED)
    if is_decided or (review.applied and states.isdisjoint(signs.ACCEPTABLE)):
        # Nothing will be accepted that the greyed ones could stand for: what failed goes back to the model.
        doing = [each for each in doing if each.is_possible]
        ways = {each.id for each in deciding}
        doing += [hint("do.feedback")] * (signs.FAILED in states and "do.feedback" not in ways)
        looking = looking[:2]
        found = [*doing, *back, *deciding, *looking]
    elif has_results:
        found = [*(each for each in doing if each.is_possible), *back, *looking]
    elif applied:
        found = [*doing, *deciding, *looking]
    else:
        found = [*deciding, *looking[:1], *doing, *looking[1:]]
    viewing = [hint("match.attempts"), hint("view.list"), hint("view.layout")]
    return [*found, *viewing, hint("quit"), hint("help")]


def _hints_for_deciding(review: Review, proposal: Proposal, keys: Keymap) -> list[Hint]:
    """The hints for deciding on a block that is not applied."""
    hint = keys.hint
    found: list[Hint] = []
    way = way_forward(review, proposal)
    if way is not None and not proposal.is_ready:
        found.append(hint(way.id, way.hint))
    if proposal.is_ambiguous:
        matches = () if proposal.candidates is None else proposal.candidates.matches
        others = [] if excludes_others(matches) else [hint("match.all", "all matches")]
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


def _hints_for_doing(review: Review, keys: Keymap, *, can_stage: bool, is_accepted: bool) -> list[Hint]:
    """The hints for the way on to a commit; steps that are not possible yet are greyed."""
    hint = keys.hint
    if not can_stage:
        return [replace(hint("do.apply"), is_possible=is_accepted)]
    stage = replace(hint("do.stage"), is_possible=is_accepted or bool(review.workspace.to_stage))
    commit = replace(hint("do.commit"), is_possible=is_accepted or bool(review.workspace.staged))
    if review.workspace.comparison is not None:
        # Rejected changes have to be reverted, too.
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
