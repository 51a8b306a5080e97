"""Hints of a format on the match of a block besides its text: line numbers, lines above, order.

Hints choose among matches. They never find one, and one that is wrong decides nothing.
"""

from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import Hints, Interpretation, LineRange
from editreview.matching import (
    FileIndex,
    Match,
    below_scopes,
    block_lines,
    body_end,
    without_trailing_whitespace,
)
from editreview.review.already_applied import only_removes
from editreview.review.warnings import BlockWarning, WarningKind


class Narrowed(Struct, frozen=True):
    """The matches that fit the hints."""

    matches: Sequence[Match]
    warnings: tuple[BlockWarning, ...] = ()
    """The reasons for choosing one of them, or against the only one."""
    suggested: Match | None = None
    """The one to look at first, of several."""


def narrowed(
    index: FileIndex, matches: Sequence[Match], hints: Hints, below: int, *, are_off: bool
) -> Narrowed:
    """The matches that fit what the format says besides the text, the surest hint first.

    Args:
        index: Of the text they are in.
        matches: One or several.
        hints: Of the block.
        below: The last line of the match of the group's block before, 1-based; 0 if there is none.
        are_off: The numbers of its group are those of another text.
    """
    located = [(match, match.lines) for match in matches if match.lines is not None]
    if len(located) == 1:
        return Narrowed(matches, _against_scope(index, located[0][1], hints))
    said: tuple[BlockWarning, ...] = ()
    left = list(matches)
    if hints.scopes:
        scopes = below_scopes(index, hints.scopes)
        if not scopes:
            return Narrowed(matches)
        left = [match for match, lines in located if lines[1] > scopes[0] + 1]
        if len(scopes) == 1 and hints.line is None:
            left, said = _in_scope(index, left, scopes[0], hints.scopes[-1])
    for applies, fitting in (
        (below, [match for match, lines in located if lines[0] > below]),
        (hints.is_at_end, [match for match, lines in located if lines[1] == len(index.lines)]),
    ):
        both = [match for match in fitting if match in left]
        left = both if applies else left
    if len(left) > 1 and hints.line is not None:
        return _at_line(left, hints.line, are_off=are_off)
    return Narrowed(left, said) if left else Narrowed(matches)


def _in_scope(
    index: FileIndex, matches: list[Match], scope: int, name: str
) -> tuple[list[Match], tuple[BlockWarning, ...]]:
    """The matches in the body of a scope; if none is, the first below it."""
    end = body_end(index, scope)
    inside = [match for match in matches if match.lines is not None and match.lines[1] <= end]
    if inside or len(matches) < 2:
        return inside or matches, ()
    message = (
        f"its text has {len(matches)} matches below {_shown(name)}: this is the first, L{_first(matches[0])}"
    )
    return matches[:1], (BlockWarning(WarningKind.BY_SCOPE, message),)


def _against_scope(index: FileIndex, lines: LineRange, hints: Hints) -> tuple[BlockWarning, ...]:
    """The warnings that the lines said to stand above the only match raise against it."""
    if not hints.scopes or lines[0] == hints.line:
        # Git takes the line above from the old file, where it may be far away.
        return ()
    name, scopes = _shown(hints.scopes[-1]), below_scopes(index, hints.scopes)
    if not scopes:
        message = f"its text is at L{lines[0]}, but the line it goes below is not there: {name}"
        return (BlockWarning(WarningKind.BY_SCOPE, message),)
    if lines[1] > scopes[0] + 1 or lines[0] <= scopes[0] + 1 <= lines[1]:
        return ()
    message = f"its text is at L{lines[0]}, above {name} at L{scopes[0] + 1}, and should be below"
    return (BlockWarning(WarningKind.AGAINST_HINT, message),)


def _at_line(matches: list[Match], line: int, *, are_off: bool) -> Narrowed:
    nearest = min(matches, key=lambda match: abs(_first(match) - line))
    if are_off or _first(nearest) != line:
        return Narrowed(matches, suggested=nearest)
    message = f"its text has {len(matches)} matches: this is the one at L{line}, which it names"
    return Narrowed([nearest], (BlockWarning(WarningKind.BY_LINE_NUMBER, message),))


def _first(match: Match) -> int:
    return match.lines[0] if match.lines else 0


def may_be_applied(
    index: FileIndex, interpretation: Interpretation, matches: Sequence[Match], hints: Hints
) -> BlockWarning | None:
    """A doubt about the only match of an old text, as the new text stands just where the format says."""
    new = block_lines(interpretation.replace)
    firsts = [_first(match) for match in matches]
    says_where = hints.line is not None or hints.new_line is not None or bool(hints.scopes)
    if not says_where or len(firsts) != 1 or not new or only_removes(interpretation):
        return None
    key = without_trailing_whitespace
    starts = [start + 1 for start in index.find(key, list(map(key, new)), 100)]
    lines = [line for line in (hints.line, hints.new_line) if line in starts and firsts[0] != hints.line]
    if lines and not firsts[0] <= lines[0] < firsts[0] + len(new):
        message = f"its new text is at L{lines[0]}, which it names, its old text at L{firsts[0]}"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    scopes = below_scopes(index, hints.scopes)
    if len(scopes) == 1 and firsts[0] <= scopes[0] and any(start > scopes[0] for start in starts):
        message = f"its new text is below {_shown(hints.scopes[-1])} already, its old text above it"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    return None


def _shown(scope: str) -> str:
    return scope.strip().splitlines()[-1].strip() if scope.strip() else scope
