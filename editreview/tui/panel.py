"""What the match panel says: a row for each strategy and place, or for each way a block could go."""

from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import LineRange
from editreview.matching import CASCADE, Place
from editreview.matching.forgiven import in_words
from editreview.matching.refit import Adjusted
from editreview.review import Proposal, Review, Shown, Verdict
from editreview.review.absence import lines_named
from editreview.review.attempts import Tried
from editreview.review.options import Option, OptionKind, around, changed_by, likeliest
from editreview.texts import counted
from editreview.tui.keymap import Keymap
from editreview.tui.match import WAYS
from editreview.tui.widgets.lines import Part

FOUND, MISSED, WARNING, ADJUSTED = "panel--found", "panel--missed", "panel--warning", "panel--adjusted"
_MOST_PLACES = 9
"""Places of one strategy that have a row."""
_NAME = max(len(strategy.name) for strategy in CASCADE)
_WHERE = 11
_VERDICTS = {Verdict.ACCEPTED: "accepted", Verdict.REJECTED: "rejected", Verdict.UNDECIDED: "undecided"}
_OWN_TIME = (
    "This edit does not look for text: it says itself where it goes.",
    "Its places are those that were found for it: {places} lists them.",
)


class Target(Struct, frozen=True):
    """What a row leads to."""

    strategy: str | None = None
    """The one that found `places`; None if nothing is to be chosen here."""
    place: Place | None = None
    """Shown in the diff."""
    places: tuple[Place, ...] = ()
    """All that the strategy found."""
    option: int | None = None
    """Of the list of places, from 0."""


class Row(Struct, frozen=True):
    parts: tuple[Part, ...]
    target: Target | None = None
    """None for what is only said."""
    is_own: bool = False
    """The strategy by which the block is where it is."""


def strategy_rows(proposal: Proposal, tried: Sequence[Tried], shown: Shown | None, keys: Keymap) -> list[Row]:
    """Every strategy tried so far, and below them what is to be known of the block as it is."""
    rows = [row for each in tried for row in _strategy(proposal, each)]
    if not rows:
        rows = [
            Row(((f"  {v.strategy:<{_NAME}} {counted(v.places, 'place')}", MISSED),))
            for v in proposal.verdicts
        ]
        rows += (Row(((f"  {line.format(places=keys['place.list'])}", MISSED),)) for line in _OWN_TIME)
    return [*rows, *_known(proposal, shown)]


def _strategy(proposal: Proposal, tried: Tried) -> list[Row]:
    strategy, places = tried.strategy, tried.places
    if not places:
        text = f"✗ {strategy.name:<{_NAME}} {strategy.tier:<8} forgives {strategy.forgives}"
        return [Row(((text, MISSED),), Target())]
    rows: list[Row] = []
    for nth, place in enumerate(places[:_MOST_PLACES]):
        is_here = proposal.is_ready and any(c.key == place.key for c in proposal.chosen)
        is_own = is_here and proposal.strategy == strategy.name
        head = f"{strategy.name:<{_NAME}} {strategy.tier:<8}" if nth == 0 else " " * (_NAME + 9)
        said = [text for text in tried.forgave[nth : nth + 1] if text]
        said += [place.adjusted] if place.adjusted else []
        parts: list[Part] = [("● " if is_own else "✓ ", FOUND), (head, "")]
        parts += [(f" {_where(place.lines):<{_WHERE}}", FOUND), (f"{_percent(place.score):>5}", "")]
        parts += [(f"  {' · '.join(said)}", ADJUSTED)] if said else []
        parts += [(f"  △ {doubt}", WARNING) for doubt in place.doubts]
        rows.append(Row(tuple(parts), Target(strategy.name, place, places), is_own))
    if len(places) > _MOST_PLACES:
        more = f"{' ' * (_NAME + 12)}and {counted(len(places) - _MOST_PLACES, 'place')} more"
        rows.append(Row(((more, MISSED),)))
    return rows


def _known(proposal: Proposal, shown: Shown | None) -> list[Row]:
    """What was forgiven and adjusted at the place in sight, and the block's warnings, a row each."""
    rows: list[Row] = []
    if shown is not None and shown.forgiven:
        rows.append(Row(((f"~ forgiven: {in_words(list(shown.forgiven.values()))}", WARNING),)))
    if shown is not None:
        for kind, text in (
            (Adjusted.DEPTH, "» fitted in depth"),
            (Adjusted.CHARACTERS, "≈ fitted in characters"),
        ):
            lines = [line for line, each in shown.adjusted.items() if each is kind]
            if lines:
                rows.append(Row(((f"{text}: {counted(len(lines), 'new line')} {_lines(lines)}", ADJUSTED),)))
    if proposal.base is not None and proposal.base.has_carriage_returns and proposal.chosen:
        rows.append(Row((("␍ new lines end as the file's do: carriage return and line feed", ADJUSTED),)))
    rows += (Row(((f"△ {warning.message}", WARNING),)) for warning in proposal.warnings)
    return [Row((("", ""),)), *rows] if rows else []


def _lines(lines: Sequence[int]) -> str:
    """The first and last of some lines, 0-based."""
    return lines_named((min(lines) + 1, max(lines) + 1))


def option_rows(review: Review, proposal: Proposal, options: Sequence[Option], keys: Keymap) -> list[Row]:
    """Where a block could go, numbered, and the blocks it has to do with."""
    first, why = likeliest(review, proposal)
    width = max((len(_told_where(option)) for option in options), default=0)
    taken = _taken(review, proposal)
    rows: list[Row] = []
    for at, option in enumerate(options):
        is_in = option.place is not None and option.place.key in taken
        head: Part = (
            f"{'✓' if is_in else ' '}{at + 1 if at < 9 else ' '} {_told_where(option):<{width}}",
            "",
        )
        said = _said(review, proposal, option, keys)
        said += [(f"  {why}", FOUND)] if why and at == first else []
        rows.append(
            Row((head if not is_in else (head[0], FOUND), *said), Target(place=option.place, option=at))
        )
    return rows


def _taken(review: Review, proposal: Proposal) -> set[str]:
    if proposal.placement is None or not proposal.is_ready:
        return set()
    return {place.key for place in proposal.placement.chosen(review.log[proposal.key].places)}


def _told_where(option: Option) -> str:
    if option.kind is OptionKind.BLOCK:
        return f"block {option.block}"
    where = _where(option.lines)
    return f"{option.path} {where}" if option.kind is OptionKind.FILE else where


def _said(review: Review, proposal: Proposal, option: Option, keys: Keymap) -> list[Part]:
    enter = keys["block.advance"]
    match option.kind:
        case OptionKind.PLACE:
            assert option.place is not None
            blocks = changed_by(review, proposal, option.place)
            by = f"  changed by block {', '.join(map(str, blocks))}" if blocks else ""
            way = WAYS.get(option.place.key, "")
            return [(f"  {way or around(proposal, option.lines)}", ""), (by, WARNING)]
        case OptionKind.NEAR:
            assert option.near is not None
            score = f"  {_percent(option.near.score)} alike"
            return [
                (score, WARNING),
                (f"  {around(proposal, option.lines)}", ""),
                (f"  {keys['place.force']} forces it here", MISSED),
            ]
        case OptionKind.FILE:
            return [(f"  has its text: {enter} takes the block there", FOUND)]
    other = next((p for p in review.proposals if p.number == option.block), None)
    if other is None:
        return []
    how = "builds on it" if option.block in proposal.depends_on else "is in its way"
    return [
        (f"  {other.path or ''}  {_VERDICTS[review.verdict(other)]}", ""),
        (f"  {how}: {enter} goes there", MISSED),
    ]


def _where(lines: LineRange | None) -> str:
    return lines_named(lines) if lines else "whole file"


def _percent(score: float) -> str:
    return f"{int(score * 100)}%"
