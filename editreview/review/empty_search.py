"""An empty SEARCH on a file that has text.

Tools differ: aider appends the text, cline overwrites the file, Continue inserts at the top. So the user or
the command line has to choose.
"""

from enum import StrEnum

from msgspec.structs import replace

from editreview.blocks import EditBlock, FormatName, Insert, Interpretation, Operation, Replace, Write
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Match, match_by_line, match_whole_file
from editreview.review.decisions import Decision
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind


class EmptySearch(StrEnum):
    """The meanings of an empty SEARCH. The values are the keys of its matches too."""

    APPEND = "append"
    OVERWRITE = "overwrite"
    TOP = "top"


_EFFECTS = {
    EmptySearch.APPEND: "appended",
    EmptySearch.OVERWRITE: "the file is overwritten",
    EmptySearch.TOP: "inserted at the top",
}
_PATCHES = frozenset({FormatName.UNIFIED_DIFF, FormatName.APPLY_PATCH})
"""Formats in which an empty old text means that the file does not exist yet."""
_OVERWRITING = frozenset({FormatName.XML_TOOL_CALL})
"""Formats whose tools overwrite the file."""


def has_meanings(block: EditBlock) -> bool:
    """True if an empty SEARCH of this block may mean something else than a new file."""
    return isinstance(block.operation, Replace) and block.format not in _PATCHES


def meaning_of(decision: Decision, usual: EmptySearch | None) -> EmptySearch | None:
    """The user's choice, else the default of the review; None if there is neither."""
    chosen = [meaning for meaning in EmptySearch if meaning in (decision.matches or ())]
    return chosen[0] if len(chosen) == 1 else usual


def as_operation(text: str, meaning: EmptySearch) -> Insert | Write:
    """The operation of an empty SEARCH with one of its meanings."""
    if meaning is EmptySearch.OVERWRITE:
        return Write(text)
    return Insert(None if meaning is EmptySearch.APPEND else 0, text)


def without_meaning(proposal: Proposal, base: FileIndex, text: str) -> Proposal:
    """The proposal before its meaning is chosen, with a match for each meaning."""
    side = proposal.sides[0]
    message = f"{proposal.path} is not empty, and an empty {side} does not say where its text goes"
    return replace(
        proposal,
        base=base,
        reason=Reason.FILE_EXISTS,
        message=f"{message}; --empty-search append, overwrite or top decides it",
        candidates=Candidates(Choice.ONE_OF, _matches(base, text)),
        suggested=list(EmptySearch).index(_usual_meaning(proposal.block)),
    )


def with_meaning(located: Proposal, text: str, meaning: EmptySearch, *, is_chosen: bool) -> Proposal:
    """A proposal located with one meaning, with the others as candidates.

    Args:
        located: The proposal for that meaning.
        text: The text of the block.
        meaning: The meaning.
        is_chosen: True if the user chose it for this block.
    """
    assert located.base is not None
    matches = _matches(located.base, text)
    warnings = tuple(w for w in located.warnings if w.kind is not WarningKind.BY_LINE_NUMBER)
    if located.is_ready and not is_chosen:
        message = f"its {located.sides[0]} is empty: {_EFFECTS[meaning]}, as --empty-search {meaning} says"
        warnings += (BlockWarning(WarningKind.EMPTY_SEARCH, message),)
    chosen = tuple(match for match in matches if match.key == meaning) if located.chosen else ()
    return replace(located, candidates=Candidates(Choice.ONE_OF, matches), chosen=chosen, warnings=warnings)


def _usual_meaning(block: EditBlock) -> EmptySearch:
    """The meaning in the tools that the block's format belongs to."""
    operation: Operation = block.operation
    overwrites = isinstance(operation, Replace) and operation.empty_is_all
    return EmptySearch.OVERWRITE if overwrites or block.format in _OVERWRITING else EmptySearch.APPEND


def _matches(index: FileIndex, text: str) -> tuple[Match, ...]:
    """A match for each meaning, in their order."""
    return tuple(
        replace(_match(index, as_operation(text, meaning)), key=meaning.value) for meaning in EmptySearch
    )


def _match(index: FileIndex, operation: Insert | Write) -> Match:
    if isinstance(operation, Write):
        return match_whole_file(index, operation.text, Interpretation("", operation.text))
    return match_by_line(index, operation).matches[0]
