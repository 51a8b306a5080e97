"""Texts that are found inside a longer word: `foo` in `foobar` may not be the `foo` that was meant."""

from editreview.blocks import Replace
from editreview.matching import FileIndex, Match
from editreview.review.checks.lines import old_line
from editreview.review.match_block import visible_start
from editreview.review.proposal import BlockWarning, Proposal, WarningKind


def cuts_word(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change begins or ends in the middle of a word."""
    operation, base = proposal.block.operation, proposal.base
    if not isinstance(operation, Replace) or not operation.is_text or base is None:
        return None
    cut = [(match, word) for match in proposal.chosen if (word := _cut_word(base, match))]
    if not cut:
        return None
    match, word = cut[0]
    more = f", and {len(cut) - 1} more" if len(cut) > 1 else ""
    message = f"is found inside a longer word: {visible_start(word)}{more}"
    return BlockWarning(WarningKind.CUTS_WORD, message, old_line(base, match.span[0]), is_old=True)


def _cut_word(index: FileIndex, match: Match) -> str | None:
    """The word that a place cuts, or the last of two; None if it cuts none."""
    for at in match.span:
        start = end = at
        while start and _is_part(index.text[start - 1]):
            start -= 1
        while end < len(index.text) and _is_part(index.text[end]):
            end += 1
        if start < at < end:
            return index.text[start:end]
    return None


def _is_part(character: str) -> bool:
    return character.isalnum() or character == "_"
