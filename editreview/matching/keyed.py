"""Strategies that compare whole lines by a key: equality under a normaliser."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from editreview.matching.carrying import Carrier
from editreview.matching.depth import Uniform, depth_map, indentation, uniform_map
from editreview.matching.normalisers import WHITESPACE, Folding
from editreview.matching.refit import FitDepth, Fitting, Match, as_deep
from editreview.matching.text import FileIndex, Key
from editreview.matching.wanted import Hit, Wanted
from editreview.texts import line_body

Find = Callable[[FileIndex, Wanted], list[Hit]]
"""A strategy: every place it finds, in order, at most `Wanted.most_places`."""
LINE_BY_LINE = "indented line by line"
Depth = tuple[FitDepth, str | None]
"""How new lines get their depth, and that in words."""
Pairs = Sequence[tuple[str, str]]
"""Lines of the block, and those of the file that they are."""
DepthOf = Callable[[FileIndex, Wanted, Pairs], Depth | None]


def as_written(index: FileIndex, wanted: Wanted, pairs: Pairs) -> Depth:
    """New lines are as deep as the block has them."""
    return as_deep, None


def by_map(index: FileIndex, wanted: Wanted, pairs: Pairs) -> Depth | None:
    """Each depth of the block is one of the file; None if they do not lie so."""
    ours, theirs = [ours for ours, _ in pairs], [theirs for _, theirs in pairs]
    even = uniform_map(ours, theirs) or depth_map(ours, theirs, wanted.depth_unit, index.depth_unit)
    if even is None:
        return None
    if isinstance(even, Uniform):
        return (as_deep, None) if even == Uniform() else (even.fit, f"shifted {even.describe()}")
    return even.fit, f"indented {even.describe()}"


def line_by_line(index: FileIndex, wanted: Wanted, pairs: Pairs) -> Depth:
    """Lines of the file are as deep as they are; a new line as those are that the block has as deep as it."""
    even = by_map(index, wanted, pairs)
    if even is not None:
        return even
    depths: dict[str, set[str]] = {}
    for ours, theirs in pairs:
        if ours.strip():
            depths.setdefault(indentation(ours), set()).add(indentation(theirs))

    def fit(line: str) -> str | None:
        known = depths.get(indentation(line), set())
        return next(iter(known)) + line.lstrip(" \t") if len(known) == 1 else None

    return fit, LINE_BY_LINE


def by_key(key: Key, depth_of: DepthOf = as_written) -> Find:
    """Runs of lines whose keys are the block's: the same characters but for blanks at their ends."""

    def find(index: FileIndex, wanted: Wanted) -> list[Hit]:
        return _hits(index, wanted, _runs(index, wanted, key), depth_of)

    return find


def by_folding(folding: Folding, *, undoes: bool = False) -> Find:
    """Runs of lines that fold to what the block's do.

    Args:
        folding: What counts as the same.
        undoes: Whether new text is spelled as the file spells what was found.
    """

    def find(index: FileIndex, wanted: Wanted) -> list[Hit]:
        if not any(map(folding.key, wanted.search)):
            return []
        return _hits(index, wanted, _runs(index, wanted, folding.key), line_by_line, (folding, undoes))

    return find


def without_blank_lines(index: FileIndex, wanted: Wanted) -> list[Hit]:
    """Runs of lines that are the block's when blank lines do not count, nor how long blanks are."""
    key = WHITESPACE.key
    told = [at for at, line in enumerate(wanted.search) if key(line)]
    if not told:
        return []
    keys = [key(wanted.search[at]) for at in told]
    found = index.find_told(key, keys, wanted.most_places + 1)
    runs = [_with_blanks(index, len(wanted.search), told, numbers) for numbers in found]
    return _hits(index, wanted, runs, line_by_line, (WHITESPACE, False))


_Run = tuple[int, int, Sequence[int | None]]
"""Lines of the file, first and end, and which of them the block's lines are."""


def _runs(index: FileIndex, wanted: Wanted, key: Key) -> list[_Run]:
    keys = list(map(key, wanted.search))
    starts = index.find(key, keys, wanted.most_places + 1)
    return [(start, start + len(keys), range(len(keys))) for start in starts]


def _with_blanks(index: FileIndex, count: int, told: Sequence[int], numbers: Sequence[int]) -> _Run:
    """A run whose lines that are not blank are the block's, its blank ones where the run has some too.

    Args:
        index: Of the file.
        count: Lines of the block.
        told: Those that are not blank.
        numbers: The lines of the file that they are.
    """
    matched = dict(zip(told, numbers, strict=True))
    for (above, before), (at, number) in pairwise(zip(told, numbers, strict=True)):
        matched |= {above + step: before + step for step in range(1, min(at - above, number - before))}
    for step in range(1, told[0] + 1):
        if not _is_blank(index, numbers[0] - step):
            break
        matched[told[0] - step] = numbers[0] - step
    for step in range(1, count - told[-1]):
        if not _is_blank(index, numbers[-1] + step):
            break
        matched[told[-1] + step] = numbers[-1] + step
    first, end = min(matched.values()), max(matched.values()) + 1
    return first, end, [matched[at] - first if at in matched else None for at in range(count)]


def _is_blank(index: FileIndex, line: int) -> bool:
    return 0 <= line < len(index.lines) and not index.lines[line].strip()


def _hits(
    index: FileIndex,
    wanted: Wanted,
    runs: Sequence[_Run],
    depth_of: DepthOf,
    folded: tuple[Folding, bool] | None = None,
) -> list[Hit]:
    hits: list[Hit] = []
    depths: dict[Pairs, Depth | None] = {}
    for first, end, lines in runs[: wanted.most_places]:
        found = index.lines.slice(first, end)
        pairs = tuple(
            (ours, line_body(found[at]))
            for ours, at in zip(wanted.search, lines, strict=True)
            if at is not None
        )
        # Where there are many runs, they are much the same.
        if pairs not in depths:
            depths[pairs] = depth_of(index, wanted, pairs)
        depth = depths[pairs]
        if depth is not None:
            hits.append(_hit(index, wanted, (first, end, lines), depth, pairs, folded))
    # Another one may come after those looked at.
    return [] if len(runs) > wanted.most_places and len(hits) == 1 else hits


def _hit(
    index: FileIndex,
    wanted: Wanted,
    run: _Run,
    depth: Depth,
    pairs: Pairs,
    folded: tuple[Folding, bool] | None,
) -> Hit:
    first, end, lines = run
    fit, adjusted = depth
    carrier = None
    if folded is not None:
        stripped = ((ours.strip(" \t"), theirs.strip(" \t")) for ours, theirs in pairs)
        carrier = Carrier(folded[0], stripped, undoes=folded[1])
    match = Match(index.lines.slice(first, end), lines)
    fitting = Fitting(match, wanted.search, wanted.replace, fit, index.line_end, carrier)
    is_nested_otherwise = (
        adjusted == LINE_BY_LINE and wanted.counts_indentation and _is_nested_otherwise(index, pairs)
    )
    return Hit(first, end, fitting.fitted(), adjusted, is_nested_otherwise=is_nested_otherwise)


def _is_nested_otherwise(index: FileIndex, pairs: Pairs) -> bool:
    """Whether some lines are a whole level further from each other than in the block."""
    widths = [[len(indentation(line).expandtabs()) for line in pair] for pair in pairs if pair[0].strip()]
    shifts = [theirs - ours for ours, theirs in widths]
    return max(shifts) - min(shifts) >= len((index.depth_unit or "    ").expandtabs())
