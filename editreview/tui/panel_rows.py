"""The rows of the match panel: one for each strategy and match, or for each candidate of a block."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TypeVar

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.errors import Reason
from editreview.matching import CASCADE, Match, in_words
from editreview.review import (
    Alternative,
    AlternativeKind,
    BlockWarning,
    DiffModel,
    Proposal,
    Review,
    Scope,
    StrategyResult,
    Verdict,
    around,
    changed_by,
    likeliest,
    lines_named,
)
from editreview.text import counted
from editreview.tui.diff.paint import ADJUSTED as SIGNS
from editreview.tui.diff.paint import IGNORED
from editreview.tui.glyphs import picture
from editreview.tui.keymap import Keymap
from editreview.tui.match_line import WAYS
from editreview.tui.widgets.lines import Part

K = TypeVar("K")
FOUND, MISSED, WARNING, ADJUSTED = "panel--found", "panel--missed", "panel--warning", "panel--adjusted"
_MAX_RUNS = 50
"""Runs of lines that were ignored, or fitted, that have a row."""
_MAX_MATCHES = 9
"""Matches of one strategy that have a row."""
_RETURN = "\r"
_NAME = max(len(strategy.name) for strategy in CASCADE)
_WHERE = 11
_VERDICTS = {Verdict.ACCEPTED: "accepted", Verdict.REJECTED: "rejected", Verdict.UNDECIDED: "undecided"}
_NO_TEXT = "This edit has no search text: it says itself where it goes."
_MATCHES = "Its candidates are known: {matches} lists them."
_NOT_TRIED = (
    "Nothing was tried: the model was not shown its file.",
    "To include it or to leave it: {matches} lists both.",
)
_NO_TIME = ("Not searched for.", "The line above says why.")


class Target(Struct, frozen=True):
    """The target of a row."""

    strategy: str | None = None
    """The one that found `places`; None if nothing is to be chosen here."""
    match: Match | None = None
    """Shown in the diff."""
    matches: tuple[Match, ...] = ()
    """All that the strategy found."""
    option: int | None = None
    """Of the list of matches, from 0."""
    line: int | None = None
    """The line of the diff that the row is about, 0-based."""
    is_old: bool = False
    """True if that is one of the old side."""


class PanelRow(Struct, frozen=True):
    parts: tuple[Part, ...]
    target: Target | None = None
    """None for what is only said."""
    is_own: bool = False
    """The strategy by which the block is where it is."""


def strategy_rows(proposal: Proposal, tried: Sequence[StrategyResult], keys: Keymap) -> list[PanelRow]:
    """Every strategy tried so far."""
    rows = [row for each in tried for row in _strategy(proposal, each)]
    if not rows:
        rows = [
            PanelRow(((f"  {v.strategy:<{_NAME}} {counted(v.matches, 'match')}", MISSED),))
            for v in proposal.verdicts
        ]
        named = (line.format(matches=keys["match.list"]) for line in _untried(proposal))
        rows += (PanelRow(((f"  {line}", MISSED),)) for line in named)
    return rows


def _untried(proposal: Proposal) -> tuple[str, ...]:
    """The reason why no strategy looked for a block."""
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        return _NOT_TRIED
    if proposal.candidates is None:
        return _NO_TIME
    return (_NO_TEXT, _MATCHES) if len(proposal.candidates.matches) > 1 else (_NO_TEXT,)


def _strategy(proposal: Proposal, tried: StrategyResult) -> list[PanelRow]:
    strategy, matches = tried.strategy, tried.matches
    if not matches:
        text = f"✗ {strategy.name:<{_NAME}} {strategy.tier:<8} ignores {strategy.ignores}"
        return [PanelRow(((text, MISSED),), Target())]
    rows: list[PanelRow] = []
    for nth, match in enumerate(matches[:_MAX_MATCHES]):
        is_here = proposal.is_ready and any(c.key == match.key for c in proposal.chosen)
        is_own = is_here and proposal.strategy == strategy.name
        head = f"{strategy.name:<{_NAME}} {strategy.tier:<8}" if nth == 0 else " " * (_NAME + 9)
        said = [text for text in tried.ignored[nth : nth + 1] if text]
        said += [match.adjusted] if match.adjusted else []
        parts: list[Part] = [("● " if is_own else "✓ ", FOUND), (head, "")]
        parts += [(f" {_where(match.lines):<{_WHERE}}", FOUND), (f"{_percent(match.score):>5}", "")]
        parts += [(f"  {' · '.join(said)}", ADJUSTED)] if said else []
        parts += [(f"  △ {warning.message}", WARNING) for warning in match.warnings]
        rows.append(PanelRow(tuple(parts), Target(strategy.name, match, matches), is_own))
    if len(matches) > _MAX_MATCHES:
        more = f"{' ' * (_NAME + 12)}and {counted(len(matches) - _MAX_MATCHES, 'match')} more"
        rows.append(PanelRow(((more, MISSED),)))
    return rows


def known_rows(proposal: Proposal, shown: DiffModel | None) -> list[PanelRow]:
    """The block's warnings, and the differences and adjustments of the match in sight, with their lines."""
    rows = [_warned(proposal, warning) for warning in proposal.warnings]
    if shown is not None:
        for kind, first, last in islice(_runs(shown.ignored), _MAX_RUNS):
            said = f"differs in {in_words([kind] * (last - first + 1))}"
            rows.append(_about((f"{IGNORED} ", said, WARNING), first, last, is_old=True))
        for fitted, first, last in islice(_runs(shown.adjusted), _MAX_RUNS):
            said = f"adjusted in {fitted}: {counted(last - first + 1, 'new line')}"
            rows.append(_about((f"{SIGNS[fitted]} ", said, ADJUSTED), first, last, is_old=False))
    if proposal.base is not None and proposal.base.has_carriage_returns and proposal.chosen:
        said = "new lines end as the file's do: carriage return and line feed"
        rows.append(PanelRow(((f"{picture(_RETURN)} {said}", ADJUSTED),)))
    return [*rows, PanelRow((("", ""),))] if rows else []


def _about(said: tuple[str, str, str], first: int, last: int, *, is_old: bool) -> PanelRow:
    """The remark on some lines, 0-based: a sign, words and their style."""
    sign, words, style = said
    where = lines_named((first + 1, last + 1))
    return PanelRow(((f"{sign}{where:<{_WHERE}} {words}", style),), Target(line=first, is_old=is_old))


def _warned(proposal: Proposal, warning: BlockWarning) -> PanelRow:
    """A warning behind the line it is about; one of a whole match is about the first of it."""
    line, is_old = warning.line, warning.is_old
    if line is None and warning.consequence.scope is Scope.MATCH and proposal.lines is not None:
        line, is_old = proposal.lines[0], True
    if line is None:
        return PanelRow(((f"△ {'':<{_WHERE}} {warning.message}", WARNING),))
    return _about(("△ ", warning.message, WARNING), line - 1, line - 1, is_old=is_old)


def _runs(kinds: Mapping[int, K]) -> Iterator[tuple[K, int, int]]:
    """The first and last of lines that are below each other and of one kind."""
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
        return [PanelRow((("  it has only one match", MISSED),))]
    first, why = likeliest(review, proposal)
    width = max((len(_told_where(option)) for option in options), default=0)
    taken = _taken(review, proposal)
    rows: list[PanelRow] = []
    for at, option in enumerate(options):
        is_in = option.match is not None and option.match.key in taken
        head: Part = (
            f"{'✓' if is_in else ' '}{at + 1 if at < 9 else ' '} {_told_where(option):<{width}}",
            "",
        )
        said = _said(review, proposal, option, keys)
        said += [(f"  {why}", FOUND)] if why and at == first else []
        rows.append(
            PanelRow((head if not is_in else (head[0], FOUND), *said), Target(match=option.match, option=at))
        )
    return rows


def _taken(review: Review, proposal: Proposal) -> set[str]:
    if proposal.candidates is None or not proposal.is_ready:
        return set()
    return {match.key for match in proposal.candidates.chosen(review.log[proposal.key].matches)}


def _told_where(option: Alternative) -> str:
    if option.kind is AlternativeKind.BLOCK:
        return f"block {option.block}"
    if option.kind in (AlternativeKind.INCLUDE, AlternativeKind.LEAVE):
        return option.kind
    if option.match is not None and option.match.key in WAYS:
        return ""
    where = _where(option.lines)
    return f"{option.path} {where}" if option.kind is AlternativeKind.FILE else where


def _said(review: Review, proposal: Proposal, option: Alternative, keys: Keymap) -> list[Part]:
    enter = keys["block.advance"]
    match option.kind:
        case AlternativeKind.MATCH:
            assert option.match is not None
            blocks = changed_by(review, proposal, option.match)
            by = f"  changed by block {', '.join(map(str, blocks))}" if blocks else ""
            way = WAYS.get(option.match.key) or option.match.label
            return [(f"  {way or around(proposal, option.lines)}", ""), (by, WARNING)]
        case AlternativeKind.NEAR:
            assert option.near is not None
            score = f"  {_percent(option.near.score)} alike"
            return [
                (score, WARNING),
                (f"  {around(proposal, option.lines)}", ""),
                (f"  {keys['match.force']} forces it here", MISSED),
            ]
        case AlternativeKind.FILE:
            return [(f"  has its text: {enter} uses this file", FOUND)]
        case AlternativeKind.INCLUDE:
            accepts = f"{keys['block.accept']} accepts it then"
            return [(f"  match it in {option.path} anyway: {accepts}", "")]
        case AlternativeKind.LEAVE:
            return [("  not tried, on to the next: the feedback asks the model to see the file", "")]
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
