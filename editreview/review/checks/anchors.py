"""Insertions that lost their anchor: the lines to insert after were quoted, and are not given back."""

from collections.abc import Sequence

from editreview import likeness
from editreview.blocks import Replace
from editreview.matching import FileIndex, Match
from editreview.review.checks.lines import old_line
from editreview.review.match_block import visible_start
from editreview.review.proposal import BlockWarning, Proposal, WarningKind

_MAX_QUOTED = 3
"""Lines of an anchor: more than that are quoted to be replaced."""
_ALIKE = 60.0
"""Percent from which a new line reads like another version of an old one."""
_BEGINNING = 8
"""Characters at the beginning of a line that make it another version too, however it goes on."""
_STUBS = frozenset({"pass", "...", "return", "return None", "return null;", "{}", "todo!()"})
"""Lines that stand for code to come, or say of it, and are replaced by it."""
_STUB_BEGINNINGS = ("#", "//", "/*", "*", "--", "<!--", "raise NotImplementedError", "throw new Error(")
_LONG = 2_000
"""Characters by which lines are judged alike; two lines of a megabyte would take half a minute."""
_MAX_COMPARED = 2_000
"""New lines in which another version of an old one is looked for."""
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def lost_anchor(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change removes the few lines that it was to add something to."""
    if not isinstance(proposal.block.operation, Replace) or proposal.base is None:
        return None
    for match in proposal.chosen:
        old, new = _lines(match.interpretation.search), _lines(match.interpretation.replace)
        if _is_lost(old, new) and _takes_whole_lines(proposal.base, match):
            message = f"removes what it seems to add to: {visible_start(old[0])}"
            line = old_line(proposal.base, match.span[0])
            return BlockWarning(WarningKind.REMOVES_ANCHOR, message, line, is_old=True)
    return None


def _is_lost(old: Sequence[str], new: Sequence[str]) -> bool:
    if not 0 < len(old) <= _MAX_QUOTED or len(new) <= len(old) or set(old) & set(new):
        return False
    if all(_is_stub(line) for line in old):
        return False
    return _depth(old) != _depth(new) or not _reads_like(old, new)


def _reads_like(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if any old line is there in another version."""
    heads = [line[:_LONG] for line in new[:_MAX_COMPARED]]
    return any(
        likeness.process.extractOne(line[:_LONG], heads, scorer=likeness.ratio, score_cutoff=_ALIKE)
        or any(other.startswith(line[:_BEGINNING]) for other in heads if len(line) >= _BEGINNING)
        for line in old
    )


def _is_stub(line: str) -> bool:
    return line in _STUBS or line.startswith(_STUB_BEGINNINGS)


def _depth(lines: Sequence[str]) -> int:
    """The number of brackets left open: an anchor that opens a block takes its end along."""
    return sum(sign * line.count(bracket) for line in lines for bracket, sign in _BRACKETS.items())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _takes_whole_lines(index: FileIndex, match: Match) -> bool:
    start, end = match.span
    first = index.lines.starts[index.lines.at(start)]
    is_at_end = end == len(index.text) or index.text[end] in "\r\n" or index.text[end - 1] in "\r\n"
    return is_at_end and not index.text[first:start].strip()
