"""Makes the rows of the match panel: one for each strategy and match, or for each candidate of a block."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TypeVar

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.errors import Reason
from editreview.matching import CASCADE, Match
from editreview.review import (
    Alternative,
    AlternativeKind,
    BlockWarning,
    DiffModel,
    Proposal,
    Review,
    StrategyResult,
    Subject,
    Verdict,
    changed_by,
    labels,
    likeliest,
    line_with_all_rows,
    lines_named,
)
from editreview.text import counted
from editreview.tui.diff.paint import ADJUSTED as SIGNS
from editreview.tui.diff.paint import FILE_HAS, IGNORED
from editreview.tui.glyphs import picture
from editreview.tui.keymap import Keymap
from editreview.tui.match_line import WAYS
from editreview.tui.parts import Part
from editreview.tui.signs import MARK

K = TypeVar("K")
FOUND, MISSED, WARNING, ADJUSTED = "panel--found", "panel--missed", "panel--warning", "panel--adjusted"
_MAX_RUNS = 50
"""Runs of differing or adjusted lines that have a row."""
_MAX_MATCHES = 9
"""Matches of one strategy that have a row."""
_RETURN = "\r"
_NAME = max(len(strategy.name) for strategy in CASCADE)
_WHERE = 11
_VERDICTS = {Verdict.ACCEPTED: "accepted", Verdict.REJECTED: "rejected", Verdict.UNDECIDED: "undecided"}
_NO_TEXT = "This edit has no search text: it says where it goes."
_MATCHES = "{matches} lists its candidates."
_NOT_TRIED = (
    "Nothing was tried: the model was not shown this file.",
    "{matches} lists the choices: include the block, or leave it.",
)


class Target(Struct, frozen=True):
    """The effect of choosing a row."""

    strategy: str | None = None
    """The strategy that found `matches`; None if the row is about something else."""
    match: Match | None = None
    """The match that the diff shows."""
    matches: tuple[Match, ...] = ()
    """All matches of the strategy."""
    option: int | None = None
    """The index of a candidate."""
    line: int | None = None
    """The line of the diff that the row is about, 0-based."""
    is_old: bool = False
    """True if that is a line of the old side."""


class PanelRow(Struct, frozen=True):
    parts: tuple[Part, ...]
    target: Target | None = None
    """None for a row that is only text."""
    is_current: bool = False
    """True for the match that the block has now."""


def strategy_rows(proposal: Proposal, results: Sequence[StrategyResult], keys: Keymap) -> list[PanelRow]:
    """The rows of every strategy tried so far."""
    rows = [row for each in results for row in _strategy(proposal, each)]
    if not rows:
        rows = [
            PanelRow(((f"  {v.strategy:<{_NAME}} {counted(v.matches, 'match')}", MISSED),))
            for v in proposal.verdicts
        ]
        reasons = (line.format(matches=keys["match.list"]) for line in _not_searched(proposal))
        rows += (PanelRow(((f"  {line}", MISSED),)) for line in reasons)
    return rows


def _not_searched(proposal: Proposal) -> tuple[str, ...]:
    """The reason why no strategy searched for a block."""
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        return _NOT_TRIED
    if proposal.candidates is None:
        return (f"Not searched for: {proposal.sentence}",)
    return (_NO_TEXT, _MATCHES) if len(proposal.candidates.matches) > 1 else (_NO_TEXT,)


def _strategy(proposal: Proposal, result: StrategyResult) -> list[PanelRow]:
    strategy, matches = result.strategy, result.matches
    if not matches:
        text = f"✗ {strategy.name:<{_NAME}} {strategy.tier:<8} ignores {strategy.ignores}"
        return [PanelRow(((text, MISSED),), Target())]
    rows: list[PanelRow] = []
    for nth, match in enumerate(matches[:_MAX_MATCHES]):
        is_here = proposal.is_ready and any(c.key == match.key for c in proposal.chosen)
        is_current = is_here and proposal.strategy == strategy.name
        head = f"{strategy.name:<{_NAME}} {strategy.tier:<8}" if nth == 0 else " " * (_NAME + 9)
        remarks = [text for text in result.ignored[nth : nth + 1] if text]
        remarks += [match.adjusted] if match.adjusted else []
        parts: list[Part] = [("● " if is_current else "✓ ", FOUND), (head, "")]
        parts += [(f" {_where(match.lines):<{_WHERE}}", FOUND), (f"{_percent(match.score):>5}", "")]
        parts += [(f"  {' · '.join(remarks)}", ADJUSTED)] if remarks else []
        parts += [(f"  △ {warning.message}", WARNING) for warning in match.warnings]
        rows.append(PanelRow(tuple(parts), Target(strategy.name, match, matches), is_current))
    if len(matches) > _MAX_MATCHES:
        more = f"{' ' * (_NAME + 12)}and {counted(len(matches) - _MAX_MATCHES, 'match')} more"
        rows.append(PanelRow(((more, MISSED),)))
    return rows


def known_rows(proposal: Proposal, model: DiffModel | None) -> list[PanelRow]:
    """The block's warnings, and the differences and adjustments of the current match, with their lines."""
    rows = [_warned(proposal, warning) for warning in proposal.warnings]
    rows += [_marked(proposal, mark) for mark in proposal.marks]
    if model is not None:
        for kind, first, last in islice(_runs(model.ignored), _MAX_RUNS):
            text = f"{'differs' if first == last else 'differ'} from the block in {kind}"
            rows.append(_about((f"{IGNORED} ", text, WARNING), first, last, is_old=True))
        for adjusted, first, last in islice(_runs(model.adjusted), _MAX_RUNS):
            text = f"{counted(last - first + 1, 'new line')} adjusted to the file's {FILE_HAS[adjusted]}"
            rows.append(_about((f"{SIGNS[adjusted]} ", text, ADJUSTED), first, last, is_old=False))
    if proposal.base is not None and proposal.base.has_carriage_returns and proposal.chosen:
        text = "new lines end like those of the file, with carriage return and line feed"
        rows.append(PanelRow(((f"{picture(_RETURN)} {text}", ADJUSTED),)))
    return [*rows, PanelRow((("", ""),))] if rows else []


def _about(remark: tuple[str, str, str], first: int, last: int, *, is_old: bool) -> PanelRow:
    """The row of a remark (sign, words, style) on some lines, 0-based."""
    sign, words, style = remark
    where = lines_named((first + 1, last + 1))
    return PanelRow(((f"{sign}{where:<{_WHERE}} {words}", style),), Target(line=first, is_old=is_old))


def _warned(proposal: Proposal, warning: BlockWarning) -> PanelRow:
    """A warning with its line; a warning about a whole match gets the first line of that."""
    line = _line_of(proposal, warning)
    if line is None and warning.consequence.subject is Subject.MATCH and proposal.lines is not None:
        return _about(
            ("△ ", warning.message, WARNING), proposal.lines[0] - 1, proposal.lines[0] - 1, is_old=True
        )
    if line is None:
        return PanelRow(((f"△ {'':<{_WHERE}} {warning.message}", WARNING),))
    return _about(("△ ", warning.without_line, WARNING), line, line, is_old=warning.is_old)


def _marked(proposal: Proposal, mark: BlockWarning) -> PanelRow:
    """A remark, with its line."""
    line = _line_of(proposal, mark)
    if line is None:
        return PanelRow(((f"{MARK} {'':<{_WHERE}} {mark.message}", ADJUSTED),))
    return _about((f"{MARK} ", mark.without_line, ADJUSTED), line, line, is_old=mark.is_old)


def _line_of(proposal: Proposal, warning: BlockWarning) -> int | None:
    """The line of the diff that a warning is about, 0-based; None if it is about no single line."""
    if warning.line is None or warning.is_old or proposal.base is None:
        return None if warning.line is None else warning.line - 1
    return line_with_all_rows(proposal, warning.line - 1)


def _runs(kinds: Mapping[int, K]) -> Iterator[tuple[K, int, int]]:
    """The first and last line of each run of consecutive lines of one kind."""
    lines = sorted(kinds)
    starts = [
        at
        for at, n in enumerate(lines)
        if not at or lines[at - 1] != n - 1 or kinds[lines[at - 1]] != kinds[n]
    ]
    for start, end in pairwise([*starts, len(lines)]):
        yield kinds[lines[start]], lines[start], lines[end - 1]


def option_rows(
    review: Review, proposal: Proposal, options: Sequence[Alternative], keys: Keymap
) -> list[PanelRow]:
    """The candidates of a block, numbered, and the blocks related to it."""
    if not options:
        return [PanelRow((("  This block has only one match.", MISSED),))]
    first, why = likeliest(review, proposal)
    width = max((len(_target_words(option)) for option in options), default=0)
    included = _included(review, proposal)
    own = [o.lines if o.kind in (AlternativeKind.MATCH, AlternativeKind.NEAR) else None for o in options]
    rows: list[PanelRow] = []
    for at, (option, around) in enumerate(zip(options, labels(proposal, own), strict=True)):
        is_in = option.match is not None and option.match.key in included
        head: Part = (
            f"{'✓' if is_in else ' '}{at + 1 if at < 9 else ' '} {_target_words(option):<{width}}",
            "",
        )
        description = _description(review, proposal, option, around, keys)
        description += [(f"  {why}", FOUND)] if why and at == first else []
        rows.append(
            PanelRow(
                (head if not is_in else (head[0], FOUND), *description), Target(match=option.match, option=at)
            )
        )
    return rows


def _included(review: Review, proposal: Proposal) -> set[str]:
    if proposal.candidates is None or not proposal.is_ready:
        return set()
    return {match.key for match in proposal.candidates.chosen(review.log[proposal.key].matches)}


def _target_words(option: Alternative) -> str:
    if option.kind is AlternativeKind.BLOCK:
        return f"block {option.block}"
    if option.kind in (AlternativeKind.INCLUDE, AlternativeKind.LEAVE):
        return option.kind
    if option.match is not None and option.match.key in WAYS:
        return ""
    where = _where(option.lines)
    return f"{option.path} {where}" if option.kind is AlternativeKind.FILE else where


def _description(
    review: Review, proposal: Proposal, option: Alternative, around: str, keys: Keymap
) -> list[Part]:
    enter = keys["block.advance"]
    match option.kind:
        case AlternativeKind.MATCH:
            assert option.match is not None
            blocks = changed_by(review, proposal, option.match)
            by = f"  changed by block {', '.join(map(str, blocks))}" if blocks else ""
            way = WAYS.get(option.match.key) or option.match.label
            return [(f"  {way or around}", ""), (by, WARNING)]
        case AlternativeKind.NEAR:
            assert option.near is not None
            score = f"  {_percent(option.near.score)} alike"
            return [
                (score, WARNING),
                (f"  {around}", ""),
                (f"  {keys['match.force']} forces it here", MISSED),
            ]
        case AlternativeKind.FILE:
            name = f"  {option.label}" if option.label else ""
            return [(name, ""), (f"  contains its text: {enter} uses this file", FOUND)]
        case AlternativeKind.INCLUDE:
            accepts = f"{keys['block.accept']} accepts it then"
            return [(f"  match it in {option.path} anyway: {accepts}", "")]
        case AlternativeKind.LEAVE:
            return [("  the feedback asks the model to read the file first", "")]
    other = next((p for p in review.proposals if p.number == option.block), None)
    if other is None:
        return []
    how = "depends on it" if option.block in proposal.depends_on else "conflicts with it"
    return [
        (f"  {other.path or ''}  {_VERDICTS[review.verdict(other)]}", ""),
        (f"  {how}: {enter} goes there", MISSED),
    ]


def _where(lines: LineRange | None) -> str:
    return lines_named(lines) if lines else "whole file"


def _percent(score: float) -> str:
    return f"{int(score * 100)}%"
