"""An empty SEARCH on a file that holds text: it does not say where its text goes, and tools differ.

aider puts it at the end, cline in the place of all, Continue at the top. So the user or the
command line has to say.
"""

from enum import StrEnum

from msgspec.structs import replace

from editreview.blocks import EditBlock, Insert, Interpretation, Operation, Replace, Write
from editreview.errors import Reason
from editreview.matching import Candidates, Choice, FileIndex, Match, match_by_line, match_whole_file
from editreview.review.decisions import Decision
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind


class EmptySearch(StrEnum):
    """Meanings of an empty search. The values are the keys of the matches too."""

    APPEND = "append"
    OVERWRITE = "overwrite"
    TOP = "top"


_SAID = {
    EmptySearch.APPEND: "put at the end",
    EmptySearch.OVERWRITE: "put in the place of all there is",
    EmptySearch.TOP: "put at the top",
}
_PATCHES = frozenset({"unified-diff", "apply-patch"})
"""Formats in which old text that is empty says that there is no file yet."""
_OVERWRITING = frozenset({"xml-tool-call"})
"""Formats whose own tools overwrite."""


def leaves_open(block: EditBlock) -> bool:
    """True if an empty search of this block may mean more than a new file."""
    return isinstance(block.operation, Replace) and block.format not in _PATCHES


def way_of(decision: Decision, usual: EmptySearch | None) -> EmptySearch | None:
    """The user's choice, else the default of the review; None if neither says."""
    chosen = [way for way in EmptySearch if way in (decision.matches or ())]
    return chosen[0] if len(chosen) == 1 else usual


def as_operation(text: str, way: EmptySearch) -> Insert | Write:
    """The operation that says the same and leaves nothing open."""
    if way is EmptySearch.OVERWRITE:
        return Write(text)
    return Insert(None if way is EmptySearch.APPEND else 0, text)


def undirected(proposal: Proposal, base: FileIndex, text: str) -> Proposal:
    """The proposal as long as nobody said what it means, with a match for each way."""
    side = proposal.sides[0]
    message = f"{proposal.path} is not empty, and an empty {side} does not say where its text goes"
    return replace(
        proposal,
        base=base,
        reason=Reason.FILE_EXISTS,
        message=f"{message}: --empty-search append, overwrite or top does",
        candidates=Candidates(Choice.ONE_OF, _matches(base, text)),
        suggested=list(EmptySearch).index(_own_way(proposal.block)),
    )


def directed(placed: Proposal, text: str, way: EmptySearch, *, is_chosen: bool) -> Proposal:
    """A proposal that was placed in one way, with the others to choose from.

    Args:
        placed: What the operation for that way came to.
        text: Of the block.
        way: The one it was placed in.
        is_chosen: The user chose it for this block.
    """
    assert placed.base is not None
    matches = _matches(placed.base, text)
    warnings = tuple(w for w in placed.warnings if w.kind is not WarningKind.BY_LINE_NUMBER)
    if placed.is_ready and not is_chosen:
        message = f"its {placed.sides[0]} is empty: {_SAID[way]}, as --empty-search {way} says"
        warnings += (BlockWarning(WarningKind.EMPTY_SEARCH, message),)
    chosen = tuple(match for match in matches if match.key == way) if placed.chosen else ()
    return replace(placed, candidates=Candidates(Choice.ONE_OF, matches), chosen=chosen, warnings=warnings)


def _own_way(block: EditBlock) -> EmptySearch:
    """The meaning that the tools give it which the block's dialect was made for."""
    operation: Operation = block.operation
    overwrites = isinstance(operation, Replace) and operation.empty_is_all
    return EmptySearch.OVERWRITE if overwrites or block.format in _OVERWRITING else EmptySearch.APPEND


def _matches(index: FileIndex, text: str) -> tuple[Match, ...]:
    """A place for each way, in their order."""
    return tuple(replace(_match(index, as_operation(text, way)), key=way.value) for way in EmptySearch)


def _match(index: FileIndex, operation: Insert | Write) -> Match:
    if isinstance(operation, Write):
        return match_whole_file(index, operation.text, Interpretation("", operation.text))
    return match_by_line(index, operation).matches[0]
