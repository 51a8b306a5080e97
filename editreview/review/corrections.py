"""Blocks of a further response that correct failed ones of the responses before it."""

from collections.abc import Iterable

from editreview import likeness
from editreview.blocks import Operation, Replace, plain_interpretation
from editreview.review.proposal import Proposal

_MIN_SIMILARITY = 60.0
"""Percent of similarity between the texts of a failed block and one that corrects it."""
_MAX_COMPARED = 20_000
"""Characters of a text that are compared."""


def corrections(failed: Iterable[Proposal], further: Iterable[Proposal]) -> dict[int, int]:
    """The blocks that correct failed ones.

    A block corrects the failed block of the same path whose new text, or whose search text, is most similar
    to its own.

    Args:
        failed: Blocks of earlier responses that are not ready.
        further: Blocks of the further response.

    Returns:
        By the number of a failed block, the number of the block that corrects it.
    """
    found: dict[int, int] = {}
    candidates = list(failed)
    for block in further:
        scores = [
            (score, -other.number)
            for other in candidates
            if other.number not in found and _has_same_path(other, block)
            if (score := _similarity(other.block.operation, block.block.operation)) >= _MIN_SIMILARITY
        ]
        if scores:
            found[-max(scores)[1]] = block.number
    return found


def _has_same_path(one: Proposal, other: Proposal) -> bool:
    paths = {path for path in (one.path, one.block.path_written) if path is not None}
    return bool(paths & {other.path, other.block.path_written})


def _similarity(one: Operation, other: Operation) -> float:
    """Percent: the greater one of the new texts' and the search texts' similarity."""
    new = likeness.ratio(_new_text(one), _new_text(other))
    if isinstance(one, Replace) and isinstance(other, Replace):
        search = (plain_interpretation(each).search[:_MAX_COMPARED] for each in (one, other))
        return max(new, likeness.ratio(*search))
    return new


def _new_text(operation: Operation) -> str:
    return plain_interpretation(operation).replace[:_MAX_COMPARED]
