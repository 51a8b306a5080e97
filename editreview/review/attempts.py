"""What every strategy makes of a block, in words: why it is here, and where else it could be."""

from collections.abc import Sequence

from editreview.blocks import Replace
from editreview.matching import Attempt, Place, attempts
from editreview.matching.spans import as_lines
from editreview.review.absence import lines_named
from editreview.review.proposal import Proposal
from editreview.texts import counted

_NAMED = 4
"""Places of one strategy that are named."""


def attempts_for(proposal: Proposal) -> list[Attempt]:
    """What every strategy finds for a block that looks for text; empty for others."""
    operation = proposal.block.operation
    if proposal.base is None or not isinstance(operation, Replace):
        return []
    reading = proposal.chosen[0].reading if proposal.chosen else operation.readings[0]
    lines = as_lines(reading) if operation.is_text else reading
    return attempts(proposal.base, lines, proposal.path or "") if lines and lines.search else []


def attempts_in_words(proposal: Proposal, found: Sequence[Attempt]) -> str:
    """A line for each strategy: its name, what it finds, and what it forgives."""
    if not found:
        verdicts = "\n".join(
            f"{each.strategy:<20} {counted(each.places, 'place')}" for each in proposal.verdicts
        )
        return verdicts or "This edit does not look for text: it says itself where it goes."
    width = max(len(attempt.strategy.name) for attempt in found)
    return "\n".join(_in_words(attempt, width) for attempt in found)


def _in_words(attempt: Attempt, width: int) -> str:
    strategy, places = attempt.strategy, attempt.places
    head = f"{'✓' if places else '✗'} {strategy.name:<{width}}  {strategy.tier:<8}"
    if not places:
        return f"{head}  forgives {strategy.forgives}"
    named = ", ".join(_named(place) for place in places[:_NAMED])
    more = ", …" if len(places) > _NAMED else ""
    return f"{head}  {counted(len(places), 'place')}: {named}{more}"


def _named(place: Place) -> str:
    lines = lines_named(place.lines) if place.lines else "the whole file"
    told = [f"{int(place.score * 100)}% alike"] if place.score < 1 else []
    told += [place.adjusted] if place.adjusted else []
    return f"{lines} ({', '.join((*told, *place.doubts))})" if (*told, *place.doubts) else lines
