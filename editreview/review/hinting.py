"""Chooses among a block's matches by the hints of its format: line numbers, scopes, order.

A scope is a line that a hunk names as standing above it. Hints never find a match, and a wrong hint decides
nothing.
"""

from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import Hints, Interpretation, LineRange
from editreview.matching import (
    FileIndex,
    Match,
    Tier,
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
    """Warnings that say why one was chosen, or why the only one may be wrong."""
    suggested: Match | None = None
    """The match to show first, if there are several."""


def narrowed(
    index: FileIndex, matches: Sequence[Match], hints: Hints, below: int, *, are_off: bool
) -> Narrowed:
    """The matches that fit the hints, applying the surest hint first.

    Args:
        index: The index of the text.
        matches: At least one match in it.
        hints: The hints of the block.
        below: The last line of the match of the previous block of the group, 1-based; 0 if there is none.
        are_off: True if the line numbers of the group belong to another version of the text.
    """
    located = [(match, match.lines) for match in matches if match.lines is not None]
    if len(located) == 1:
        return Narrowed(matches, _against_scope(index, located[0][1], hints))
    warnings: tuple[BlockWarning, ...] = ()
    left = list(matches)
    if hints.scopes:
        scopes = below_scopes(index, hints.scopes)
        if not scopes:
            return Narrowed(matches)
        left = [match for match, lines in located if lines[1] > scopes[0] + 1]
        if len(scopes) == 1 and hints.line is None:
            left, warnings = _in_scope(index, left, scopes[0], hints.scopes[-1])
    for applies, fitting in (
        (below, [match for match, lines in located if lines[0] > below]),
        (hints.is_at_end, [match for match, lines in located if lines[1] == len(index.lines)]),
    ):
        both = [match for match in fitting if match in left]
        left = both if applies else left
    if len(left) > 1 and hints.line is not None:
        return _at_line(left, hints.line, are_off=are_off)
    return Narrowed(left, warnings) if left else Narrowed(matches)


def _in_scope(
    index: FileIndex, matches: list[Match], scope: int, name: str
) -> tuple[list[Match], tuple[BlockWarning, ...]]:
    """The matches in the body of a scope; if there are none, the first match below it."""
    end = body_end(index, scope)
    inside = [match for match in matches if match.lines is not None and match.lines[1] <= end]
    is_fuzzy = any(match.tier is Tier.FUZZY for match in matches)
    if inside or len(matches) < 2 or is_fuzzy:
        # Lines that only resemble the block's need not be right because they come first below the scope.
        return inside or matches, ()
    count, first = len(matches), _first(matches[0])
    message = f"its text has {count} matches below {_last_line(name)}; this is the first, L{first}"
    return matches[:1], (BlockWarning(WarningKind.BY_SCOPE, message),)


def _against_scope(index: FileIndex, lines: LineRange, hints: Hints) -> tuple[BlockWarning, ...]:
    """Warn if the only match is not below the scope that the format names."""
    if not hints.scopes or lines[0] == hints.line:
        # Git takes the scope from the old file, where it may be far above.
        return ()
    name, scopes = _last_line(hints.scopes[-1]), below_scopes(index, hints.scopes)
    if not scopes:
        message = f"its text is at L{lines[0]}, but the line it should be below was not found: {name}"
        return (BlockWarning(WarningKind.BY_SCOPE, message),)
    if lines[1] > scopes[0] + 1 or lines[0] <= scopes[0] + 1 <= lines[1]:
        return ()
    message = f"its text is at L{lines[0]}, above {name} at L{scopes[0] + 1}, and should be below"
    return (BlockWarning(WarningKind.AGAINST_HINT, message),)


def _at_line(matches: list[Match], line: int, *, are_off: bool) -> Narrowed:
    nearest = min(matches, key=lambda match: abs(_first(match) - line))
    # The number may belong to another version, so likelier lines count more.
    if are_off or _first(nearest) != line or any(match.score > nearest.score for match in matches):
        return Narrowed(matches, suggested=nearest)
    message = f"its text has {len(matches)} matches; this is the one at L{line}, the line it names"
    return Narrowed([nearest], (BlockWarning(WarningKind.BY_LINE_NUMBER, message),))


def _first(match: Match) -> int:
    return match.lines[0] if match.lines else 0


def may_be_applied(
    index: FileIndex, interpretation: Interpretation, matches: Sequence[Match], hints: Hints
) -> BlockWarning | None:
    """Warn that the new text is already where the format says, and the old text elsewhere."""
    new = block_lines(interpretation.replace)
    firsts = [_first(match) for match in matches]
    says_where = hints.line is not None or hints.new_line is not None or bool(hints.scopes)
    if not says_where or len(firsts) != 1 or not new or only_removes(interpretation):
        return None
    key = without_trailing_whitespace
    starts = [start + 1 for start in index.find(key, list(map(key, new)), 100)]
    lines = [line for line in (hints.line, hints.new_line) if line in starts and firsts[0] != hints.line]
    if lines and not firsts[0] <= lines[0] < firsts[0] + len(new):
        message = f"its new text is at L{lines[0]}, the line it names, and its old text at L{firsts[0]}"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    scopes = below_scopes(index, hints.scopes)
    if len(scopes) == 1 and firsts[0] <= scopes[0] and any(start > scopes[0] for start in starts):
        message = f"its new text is already below {_last_line(hints.scopes[-1])}, and its old text above it"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    return None


def _last_line(scope: str) -> str:
    return scope.strip().splitlines()[-1].strip() if scope.strip() else scope
