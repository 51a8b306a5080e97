"""Places given by line number, or by a line that stands above them: nothing there is compared."""

from collections.abc import Sequence

from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import Insert, Interpretation, ReplaceLines
from editreview.matching.cascade import Search, Verdict
from editreview.matching.context import Fitted, fit_to_context
from editreview.matching.places import Place, Tier, place_key
from editreview.matching.refit import refit
from editreview.matching.scopes import below_scopes
from editreview.matching.text import FileIndex
from editreview.texts import Change, Lines, Splice, line_body, split_lines

STRATEGY = "line-addressed"


def addressed(
    index: FileIndex,
    operation: ReplaceLines | Insert,
    scopes: Sequence[str] = (),
    language: str | None = None,
) -> Search:
    """The place of a line-addressed edit; none if the file does not have these lines.

    Text that comes with a number and no depth is fitted to the lines around it.

    Args:
        index: Of the file.
        operation: The edit.
        scopes: Lines that stand above the place of an insertion without a line, the outermost first.
        language: Of the file, if its extension tells; one of `languages.KNOWN` has a say in what fits.
    """
    if isinstance(operation, ReplaceLines):
        firsts = [operation.first - 1] if _has_lines(index, operation) else []
        count = operation.last - operation.first + 1
    else:
        firsts, count = _insertion_points(index, operation, scopes), 0
    is_fitted = not operation.is_indented and not (isinstance(operation, Insert) and operation.after is None)
    places: list[Place] = []
    for nth, first in enumerate(firsts, 1):
        fitted = Fitted(_bodies(operation.text))
        if is_fitted:
            fitted = fit_to_context(index, first, count, fitted.lines, language)
        places.append(_place(index, first, count, fitted, (nth, len(firsts))))
    return Search(tuple(places), (Verdict(STRATEGY, len(places)),))


def carried(operation: ReplaceLines | Insert, lines: Lines, across: Change) -> ReplaceLines | Insert | None:
    """The same edit with the line numbers of the text that a change makes.

    Args:
        operation: Its line numbers are those of `lines`.
        lines: The text that was changed.
        across: The change.

    Returns:
        None if the change touches these lines.
    """
    if isinstance(operation, ReplaceLines):
        first, end = operation.first - 1, operation.last
    elif operation.after is None:
        return operation
    else:
        first = end = operation.after
    if not 0 <= first <= end <= len(lines):
        return operation
    moved = Change((Splice(lines.starts[first], lines.starts[end], "\n"),)).carry(across)
    if moved is None:
        return None
    start = moved.splices[0].start
    shift = len(split_lines(across.apply(lines.text)[:start], lines.separator)) - first
    if isinstance(operation, ReplaceLines):
        return replace(operation, first=operation.first + shift, last=operation.last + shift)
    return replace(operation, after=first + shift)


def carried_whole(
    operation: ReplaceLines | Insert, lines: Lines, across: Change
) -> ReplaceLines | Insert | None:
    """As `carried`, but an insertion stays with the line above it, which must not change either.

    One below a line that is nowhere stays as it is.
    """
    if not isinstance(operation, Insert) or not operation.after:
        return carried(operation, lines, across)
    above = carried(ReplaceLines(operation.after, operation.after, ""), lines, across)
    assert not isinstance(above, Insert)
    return None if above is None else replace(operation, after=above.last)


def is_inserted(index: FileIndex, place: Place) -> bool:
    """Whether the lines to insert stand at their place already."""
    wanted = _bodies(place.interpretation.replace)
    at = index.lines.at(place.span[0]) if place.span[0] < len(index.text) else len(index.lines)
    below = [line_body(line) for line in index.lines.slice(at, min(at + len(wanted), len(index.lines)))]
    above = [line_body(line) for line in index.lines.slice(max(at - len(wanted), 0), at)]
    return bool(wanted) and (wanted == below or (at == len(index.lines) and wanted == above))


def _has_lines(index: FileIndex, operation: ReplaceLines) -> bool:
    return 1 <= operation.first <= operation.last <= len(index.lines)


def _insertion_points(index: FileIndex, operation: Insert, scopes: Sequence[str]) -> list[int]:
    """The 0-based lines before which to insert."""
    if operation.after is not None:
        return [operation.after] if 0 <= operation.after <= len(index.lines) else []
    if not scopes:
        return [len(index.lines)]
    return [line + 1 for line in below_scopes(index, scopes)]


def _place(index: FileIndex, first: int, count: int, text: Fitted, nth: tuple[int, int]) -> Place:
    end = first + count
    found, new = index.lines.slice(first, end), text.lines
    is_past_open_end = not count and first == len(index.lines) and bool(first) and _is_open(index)
    if is_past_open_end:
        # The last line has no end yet: it gets one, and the new last line is left without.
        first, found = first - 1, index.lines.slice(first - 1, end)
        new = [*map(line_body, found), *new]
    fitted = refit(index.lines, first, list(map(line_body, found)), new, index.line_end_at(first))
    span_first = end if is_past_open_end else first
    return Place(
        key=place_key(index.lines, first, end, *nth),
        interpretation=Interpretation("", "".join(f"{line}\n" for line in text.lines)),
        span=(index.lines.starts[span_first], index.lines.starts[end]),
        lines=(first + 1, end) if count else ((end, end) if end else None),
        change=change_lines(index.lines, first, end, fitted),
        strategies=(STRATEGY,),
        tier=Tier.EXACT,
        score=1.0,
        adjusted=text.adjusted,
    )


def _is_open(index: FileIndex) -> bool:
    return not index.text.endswith(("\n", "\r"))


def _bodies(text: str) -> list[str]:
    return [line_body(line) for line in split_lines(text, "\n")]
