"""Applies a block to lines the user picked although nothing matched."""

from collections.abc import Sequence

from editreview import likeness
from editreview.alignment import change_lines
from editreview.blocks import Interpretation
from editreview.matching.adapt import AdjustedLines
from editreview.matching.depth import Uniform, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    FORCED,
    Match,
    Query,
    Tier,
    match_key,
    query_of,
    unseen_lines,
    warnings_of,
)
from editreview.matching.similarity import Window
from editreview.text import line_body, line_end

_MAX_STARTS = 100
"""Occurrences of the same lines that are examined."""
_MAX_COMPARED_LENGTH = 20_000
"""Characters of two runs that are compared for likeness."""


def forced_match(index: FileIndex, interpretation: Interpretation, window: Window, path: str = "") -> Match:
    """The match of a block with lines that the user picked as its old text.

    The block's changes are merged into these lines where that is possible; else its new text
    replaces all of them.

    Args:
        index: The index of the file.
        interpretation: Its search must not be empty.
        window: The lines.
        path: The path of the file.
    """
    starts = _starts(index, lines_at(index, window))
    # Beyond the limit, occurrences are not counted.
    nth = starts.index(window.first) + 1 if window.first in starts else 0
    return _match(index, interpretation, (window.first, window.end), path, (nth, len(starts)))


def lines_at(index: FileIndex, window: Window) -> str:
    """The lines of a window as one text."""
    return index.text[index.lines.starts[window.first] : index.lines.starts[window.end]]


def forced_matches(
    index: FileIndex, interpretation: Interpretation, text: str, path: str = ""
) -> list[Match]:
    """The matches of lines that were forced before, wherever in the file they are now.

    Args:
        index: The index of the file.
        interpretation: Its search must not be empty.
        text: The lines, with their ends.
        path: The path of the file.
    """
    starts, separator = _starts(index, text), index.lines.separator
    count = text.count(separator) + (not text.endswith(separator))
    return [
        _match(index, interpretation, (start, start + count), path, (nth, len(starts)))
        for nth, start in enumerate(starts, 1)
    ]


def _starts(index: FileIndex, text: str) -> list[int]:
    """The lines at which an equal run of lines begins."""
    starts: list[int] = []
    at = index.text.find(text) if text else -1
    while at >= 0 and len(starts) < _MAX_STARTS:
        line, end = index.lines.at(at), at + len(text)
        is_whole = text.endswith(index.lines.separator) or end == len(index.text)
        if index.lines.starts[line] == at and is_whole:
            starts.append(line)
        at = index.text.find(text, at + 1)
    return starts


def _match(
    index: FileIndex, interpretation: Interpretation, lines: tuple[int, int], path: str, nth: tuple[int, int]
) -> Match:
    # Imported on first use: few blocks are forced.
    from editreview.matching.fuzzy import hit_at

    (first, end), query = lines, query_of(interpretation, path)
    current = index.bodies[first:end]
    hit = hit_at(index, query, first, end, _likeness(query.search, current), is_forced=True)
    if isinstance(hit.replacement, AdjustedLines):
        change = change_lines(index.lines, first, end, hit.replacement.lines)
        adjustments, warnings = tuple(hit.replacement.adjusted.items()), warnings_of(first, hit.replacement)
    else:
        change, adjustments = change_lines(index.lines, first, end, _all_new(index, query, first, end)), ()
        warnings = unseen_lines(first, _unmentioned(current, query))
    return Match(
        key=match_key(index.lines, first, end, *nth),
        interpretation=interpretation,
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change,
        strategies=(FORCED.name,),
        tier=Tier.FUZZY,
        score=hit.score,
        adjusted=hit.adjusted if adjustments else None,
        adjustments=adjustments,
        warnings=warnings,
    )


def _likeness(search: Sequence[str], current: Sequence[str]) -> float:
    """The likeness of two runs of lines, 0 to 1, indentation aside."""
    texts = ("\n".join(line.strip() for line in lines)[:_MAX_COMPARED_LENGTH] for lines in (search, current))
    return likeness.ratio(*texts) / 100


def _all_new(index: FileIndex, query: Query, first: int, end: int) -> list[str]:
    """All of a block's new lines, indented by the shift of the lines that block and file share."""
    current = index.lines.slice(first, end)
    by_text = {line_body(line).strip(): line_body(line) for line in current}
    shared = [(line, by_text[line.strip()]) for line in query.search if line.strip() in by_text]
    shift = uniform_map([line for line, _ in shared], [line for _, line in shared]) or Uniform()
    lines = [(shift.fit(line) or line if line.strip() else line) + index.line_end for line in query.replace]
    if lines and end == len(index.lines) and not line_end(current[-1]):
        lines[-1] = line_body(lines[-1])
    return lines


def _unmentioned(current: Sequence[str], query: Query) -> list[int]:
    """The removed lines that are in neither text of the block."""
    known = {line.strip() for line in (*query.search, *query.replace)}
    return [at for at, line in enumerate(current) if line.strip() and line.strip() not in known]
