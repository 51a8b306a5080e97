"""The match line: how a block was matched, in one line, and what to know of it, in a second."""

from editreview.blocks import Write
from editreview.errors import Reason
from editreview.matching import NearMatch, Place
from editreview.review import Proposal, Review, Verdict
from editreview.tui.widgets.lines import Part

FOUND, MISSED, TITLE, WARNING, DIM = (
    "match--found",
    "match--missed",
    "match--title",
    "match--warning",
    "match--dim",
)


def match_parts(proposal: Proposal, near: NearMatch | None, looking: bool) -> list[Part]:
    """The verdict of every strategy that was tried, and where that leads."""
    if proposal.is_ready and (whole := _whole_file(proposal)) is not None:
        return [(f" {whole} ", TITLE), (f"✓ · {_lines(proposal)}", FOUND)]
    parts: list[Part] = [(" ", "")]
    for verdict in proposal.verdicts:
        if verdict.places:
            parts += [(verdict.strategy, TITLE), (" ✓ ", FOUND)]
    places = proposal.placement.places if proposal.placement else ()
    if proposal.chosen:
        parts += _chosen(proposal.chosen, len(places))
    elif places:
        parts.append((f"· {len(places)} places", TITLE))
    elif proposal.reason is Reason.NOT_FOUND:
        parts += _near(near, looking)
    elif proposal.reason is not None:
        parts.append((proposal.reason.replace("-", " "), TITLE))
    missed = [verdict.strategy for verdict in proposal.verdicts if not verdict.places]
    return [*parts, ("  ", ""), *((f" {strategy} ✗", MISSED) for strategy in missed)]


def message_parts(review: Review, proposal: Proposal, at: int) -> list[Part]:
    """What stands against the block, what it builds on, what was said of it."""
    refused = review.refused.get(proposal.number)
    decision = review.decision(proposal)
    parts: list[Part] = []
    if refused is not None:
        parts.append((f" not written: {refused}", WARNING))
    if proposal.is_ambiguous and proposal.placement is not None:
        parts.append((" choose: ", WARNING))
        for index, place in enumerate(proposal.placement.places[:9]):
            text = f"{index + 1} L{place.lines[0] if place.lines else 1}"
            parts.append((f"[{text}]" if index == at else f" {text} ", TITLE if index == at else DIM))
        parts.append((" * all", DIM))
    elif proposal.message:
        parts.append((f" {proposal.message}", WARNING))
    parts += [(f" △ {warning.message}", WARNING) for warning in proposal.warnings]
    if proposal.depends_on:
        parts.append((f" depends on block {', '.join(map(str, proposal.depends_on))}", DIM))
    if proposal.path in review.stale:
        parts.append((" changed on disk, placed again", WARNING))
    if decision.verdict is Verdict.REJECTED:
        parts.append((f" rejected{f': {decision.reason}' if decision.reason else ''}", DIM))
    return parts


def _whole_file(proposal: Proposal) -> str | None:
    """What becomes of the file as such."""
    if proposal.is_removal:
        return "deletes the file"
    if proposal.path_to is not None:
        return f"moves to {proposal.path_to}"
    if proposal.creates:
        return "new file"
    return "whole file" if isinstance(proposal.block.operation, Write) else None


def _chosen(chosen: tuple[Place, ...], places: int) -> list[Part]:
    lines = ", ".join(_range(place) for place in chosen[:4])
    which = "1 place" if places == 1 else f"{len(chosen)} of {places} places"
    parts: list[Part] = [(f"· {which} · {lines}", TITLE)]
    if chosen[0].adjusted:
        parts.append((f" · {chosen[0].adjusted}", WARNING))
    return parts


def _near(near: NearMatch | None, looking: bool) -> list[Part]:
    if near is None:
        return [("looking for the nearest place …" if looking else "nothing in the file is like it", DIM)]
    where = f"L{near.lines[0]}–{near.lines[1]}"
    return [
        ("no place ", WARNING),
        (f"· nearest {where}, {near.percent} alike, {near.equal} of {near.wanted} lines equal", TITLE),
    ]


def _range(place: Place) -> str:
    if place.lines is None:
        return "whole file"
    first, last = place.lines
    return f"L{first}" if first == last else f"L{first}–{last}"


def _lines(proposal: Proposal) -> str:
    alignment = proposal.alignment()
    count = len(alignment.lines) if proposal.path_to is not None else alignment.additions
    if proposal.is_removal:
        count = alignment.deletions
    return "1 line" if count == 1 else f"{count} lines"
