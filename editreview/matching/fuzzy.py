"""Strategies that tolerate different content: each match needs the user's consent.

Lines that the block keeps stay as in the file; its changes are merged into the file's lines.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, islice

from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import alike_pairs, line_opcodes
from editreview.blocks import Interpretation
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import MAX_COMPARED, AdjustedLines, LineAdjuster, LinePairs
from editreview.matching.code import code_rows, language_of, quotes_of_strings, requoted
from editreview.matching.file_index import QUOTES, FileIndex, PerFile, without_indentation
from editreview.matching.indentation import by_rule, line_by_line
from editreview.matching.line_equality import by_key
from editreview.matching.model import MAX_MATCHES, Hit, MatchWarning, MatchWarningKind, Query
from editreview.matching.near_matches import similar_windows
from editreview.text import (
    Change,
    Splice,
    indentation,
    is_informative,
    is_word_character,
    line_body,
    whole_word,
)

# Merge a replacement into lines that differ from the block's search: both sides' changes are kept.

_MIN_MERGED_LIKENESS = 0.7
"""The lowest likeness of two lines that may be versions of each other."""
_WORDS = lazy_pattern(r"\w+|\s+|.")


class _WordMerge:
    """Merges changes into lines that differ from the block's, word by word."""

    def merge_line(self, old: str, new: str, current: str) -> str:
        """The file's line with the block's change; the block's new line where the two conflict."""
        merge = self.merge(old, new, current)
        return new if merge is None else merge

    def merge(self, old: str, new: str, current: str) -> str | None:
        """A line with both sides' changes; None if they conflict."""
        if new == current:
            return current
        theirs = _word_change(old, current)
        change = _word_change(old, new).carry(theirs)
        return None if change is None else change.apply(current)

    def apply(self, new: str) -> str:
        return new


def _word_change(old: str, new: str) -> Change:
    """The change from one line to another, word by word."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    starts = [0, *accumulate(map(len, before))]
    return Change(
        tuple(
            Splice(starts[op.src_start], starts[op.src_end], "".join(after[op.dest_start : op.dest_end]))
            for op in likeness.Indel.opcodes(before, after)
            if op.tag != "equal"
        )
    )


class _DifferingRun:
    """The rules for a run that differs from the block's search: a three-way merge with the search as base.

    Args:
        match: The run, with its lines that equal or resemble the block's.
        search: The block's old lines, without ends.
        words: Merges a line.
    """

    def __init__(self, match: LinePairs, search: Sequence[str], words: _WordMerge) -> None:
        self._match = match
        self._search = search
        self._words = words

    def is_done(self, at: int, new: Sequence[str]) -> bool:
        between = [line.strip() for line in self._match.between(at)]
        return bool(between) and between == [line.strip() for line in new]

    def is_sure(self, first: int, end: int, new: Sequence[str]) -> bool:
        """True if the run has the lines that change, or a line next to the ones inserted."""
        if first == end:
            beside = self._match.lines[max(first - 1, 0) : first + 1]
            return any(line is not None for line in beside) and not self._is_version(first, new)
        lines = list(zip(self._search[first:end], self._match.lines[first:end], strict=True))
        if any(at is None for line, at in lines if line.strip()):
            return False
        run, known = self._match.run, {at for at in self._match.lines if at is not None}
        beyond = {at + step for _, at in lines if at is not None for step in (-1, 1)} - known
        is_split = any(0 <= at < len(run) and run[at].strip() for at in beyond)
        # The rest of a line that differs from the block's may be on the next line.
        return not is_split or all(at is None or line.split() == run[at].split() for line, at in lines)

    def _is_version(self, at: int, new: Sequence[str]) -> bool:
        """True if a new line looks like a version of a line that the search omits there."""
        between = [line.strip() for line in self._match.between(at) if line.strip()]
        nonblank = [line.strip() for line in new if line.strip()]
        if len(between) * len(nonblank) > MAX_COMPARED:
            return True
        return any(
            likeness.normalized_similarity(line, current) >= _MIN_MERGED_LIKENESS
            for line in nonblank
            for current in between
        )

    def unmentioned_beside(
        self, first: int, end: int, region: tuple[int, int], new: Sequence[str]
    ) -> list[int]:
        """The unmentioned lines around the region; beyond the run they are unknown."""
        lines, run = self._match.lines, self._match.run
        above = next((at for at in reversed(lines[:first]) if at is not None and run[at].strip()), -1)
        below = next((at for at in lines[end:] if at is not None and run[at].strip()), len(run))
        known = {at for at in lines if at is not None}
        unknown = [at for at in range(len(run)) if run[at].strip() and at not in known]
        more = sum(bool(line.strip()) for line in new)
        is_longer = more > sum(bool(line.strip()) for line in self._search[first:end])
        beside = [at for at in unknown if above < at < region[0] or region[1] <= at < below]
        adjacent = [n for n in (first - 1, end) if 0 <= n < len(lines) and self._search[n].strip()]
        is_open = first == end and any(lines[n] is None for n in adjacent)
        versions = [at for at in unknown if self._is_like(run[at], new)]
        return (
            (beside if is_longer else []) or versions or ([min(region[0], len(run) - 1)] if is_open else [])
        )

    def _is_like(self, current: str, new: Sequence[str]) -> bool:
        """True if a line of the file looks like a version of a new one."""
        nonblank = [line.strip() for line in new if line.strip()]
        return len(nonblank) <= MAX_COMPARED and any(
            likeness.normalized_similarity(line, current.strip()) >= _MIN_MERGED_LIKENESS for line in nonblank
        )

    def differing(self, first: int, end: int, kept: Collection[int]) -> list[int]:
        return [
            at
            for n, at in enumerate(self._match.lines[first:end], first)
            if at is not None and n not in kept and self._search[n].split() != self._match.run[at].split()
        ]

    def is_merged(self, adjusted: str, new: str, current: str) -> bool:
        is_of_one = adjusted.split() in (new.split(), current.split())
        is_moved = adjusted.split() != new.split() and indentation(adjusted) != indentation(current)
        return not is_of_one or is_moved

    def survives(self, old: int, new: str, current: str) -> bool:
        return self._words.merge(self._search[old], new, current) is not None


_CLOSER = lazy_pattern(r"(?:[\])}>;,\s]|</[\w.:-]*\s*>|\b(?:end\w*|fi|done|esac)\b)+")
_MIN_LINES = 3
"""The fewest lines of a block that has a middle."""
_MIN_EQUAL_MIDDLE = 0.5
"""Share of the lines of a middle that must be equal, for `by_context`."""
_MIN_MIDDLE_LIKENESS = 0.65
"""Likeness of the middles, for `by_anchors`."""
_MIN_LIKENESS = 0.85
"""Likeness of a block of several lines, for `by_likeness`."""
_MAX_LENGTH_DIFFERENCE = 0.1
"""Share of its lines by which a match may be longer or shorter than the block; at least one line."""
_MAX_ANCHORS = 20
"""Occurrences of a first line that are examined: a more common line identifies nothing."""
_MIN_ANCHOR_LETTERS = 3
"""Letters and digits that a first or last line needs to be an anchor."""
_MIN_LETTERS = 20
"""Letters and digits that a block needs to be searched for by likeness."""
_MIN_SINGLE_LIKENESS = 0.9
"""Likeness of a block of one line, which has no other lines to confirm it, for `by_likeness`."""
_RIVAL_DISTANCE = 0.08
"""Distance to the best likeness up to which another match may be the intended one."""
_MIN_LINE_LIKENESS = 0.6
"""The lowest likeness of two lines that count as the same."""
_REACH = 20
"""Lines, added to the block's length, within which a line counts as next to a run."""
_MAX_SCORE = 0.99
"""A score of 1 is reserved for equal lines."""
_MIN_PART_LETTERS = 6
"""Letters and digits that a part of a line needs to be searched for."""
_MAX_COMPARED = 10_000
"""Lines of the block times lines of the file, up to which they are paired by likeness."""


def by_part_of_line(index: FileIndex, query: Query) -> list[Hit]:
    """The only line that contains the block's one line, not inside a word; the rest of it stays.

    Of more lines, the first or the last one may be such a part, if the block keeps it.
    """
    if len(query.search) > 1 and len(query.replace) > 1:
        return _by_cut_lines(index, query)
    if len(query.search) != 1 or len(query.replace) != 1:
        return []
    (search,), (new,) = query.search, query.replace
    if indentation(search) != indentation(new) or not is_informative(search, _MIN_PART_LETTERS):
        return []
    old, new = search.strip(), new.strip()
    spans = _text_spans(index, old, 2)
    if len(spans) != 1 or not new:
        return []
    start, end = spans[0]
    line = index.lines.at(start)
    # If the new text extends the old one, the edit may have been applied before.
    if any(index.lines.at(at) == line or old in new for at, _ in _text_spans(index, new, MAX_MATCHES)):
        return []
    line_start = index.lines.starts[line]
    if _shows_rest(old, new, index.text[line_start:start], index.lines[line][end - line_start :]):
        return []
    message = f"its search text is only a part of line {line + 1}; the rest of that line stays"
    return [
        Hit(
            line,
            line + 1,
            Change((Splice(start, end, new),)),
            score=_MAX_SCORE,
            warnings=(MatchWarning(MatchWarningKind.PART_OF_LINE, message, line + 1, is_old=True),),
        )
    ]


def _by_cut_lines(index: FileIndex, query: Query) -> list[Hit]:
    """The only run of lines equal to the block's, but for an end of the last one or a start of the first one.

    The block keeps that line, so the rest of it stays.
    """
    own, new = ([line.strip() for line in lines] for lines in (query.search, query.replace))
    keeps_first, keeps_last = own[0] == new[0] != "", own[-1] == new[-1] != ""
    if not (keeps_first or keeps_last):
        return []
    # The rarest line that the file has; of several such, the longest.
    there = [(count, -len(line), line) for line in own if (count := index.occurrences.count(line))]
    count, _, anchor = min(there, default=(0, 0, ""))
    if not is_informative(anchor, _MIN_PART_LETTERS) or count > _MAX_ANCHORS:
        return []

    def is_part(at: int, row: int) -> bool:
        """True if a line of the block is that of the file, or the part of it that a cut leaves."""
        line = index.lines[row].strip()
        if line == own[at]:
            return True
        length = len(own[at])
        if at == 0 and keeps_first and line.endswith(own[at]):
            return not (_is_word(line[-length - 1 :][:1]) and _is_word(own[at][0]))
        if at == len(own) - 1 and keeps_last and line.startswith(own[at]):
            return not (_is_word(line[length : length + 1]) and _is_word(own[at][-1]))
        return False

    firsts = [at - own.index(anchor) for at in index.occurrences.of(anchor, _MAX_ANCHORS)]
    starts = [
        first
        for first in firsts
        if 0 <= first <= len(index.lines) - len(own)
        and all(is_part(at, first + at) for at in range(len(own)))
    ]
    if len(starts) != 1:
        return []
    (first,) = starts
    cut = [at for at in (0, len(own) - 1) if index.lines[first + at].strip() != own[at]]
    search, replaced = list(query.search), list(query.replace)
    for at in cut:
        line = indentation(search[at]) + index.lines[first + at].strip()
        search[at] = replaced[-1 if at else 0] = line
    # The cut line stays, so the change needs no warning about its rest.
    return [
        hit_at(index, replace(query, search=search, replace=replaced), first, first + len(own), _MAX_SCORE)
    ]


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _shows_rest(old: str, new: str, before: str, after: str) -> bool:
    """True if a new text adds the rest of the line, so that it stands for the whole line."""
    before, after = before.strip(), after.strip()
    return bool(
        (before and new.startswith(before) and not old.startswith(before))
        or (after and new.endswith(after) and not old.endswith(after))
    )


def _text_spans(index: FileIndex, text: str, limit: int) -> list[tuple[int, int]]:
    """The first `limit` spans of a text in the file that neither begin nor end inside a word."""
    return [match.span() for match in islice(whole_word(text).finditer(index.text), limit)]


def with_other_quotes(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of lines that differ from the block's in the kind of their quotes.

    If the file has strings in one kind of quotes only, and the block's old lines have them in the other one,
    new strings get those of the file. Nothing else in a new line is merged: a quote in a string may end it.
    """
    keys = list(map(QUOTES.key, query.search))
    starts = index.find(QUOTES.key, keys, query.max_matches) if any(keys) else []
    if not starts:
        return []
    language = language_of(query.path)
    own = quotes_of_strings("\n".join(query.search), language)
    in_file = _quotes.of(index, query.path, lambda: quotes_of_strings(index.text, language)) if own else own
    new = query.replace
    if len(own) == len(in_file) == 1 and own != in_file and new:
        new = requoted("\n".join(new), language, *in_file).split("\n")
    hits = (_in_quotes_of(index, query, start, new) for start in starts)
    adjusted = "in the file's quotes" if new != query.replace else None
    return [replace(hit, adjusted=adjusted or hit.adjusted) for hit in hits if hit is not None]


def _in_quotes_of(index: FileIndex, query: Query, start: int, new: Sequence[str]) -> Hit | None:
    """The hit on lines that differ from the block's in their quotes; None if its new lines do not fit."""
    current = index.bodies[start : start + len(query.search)]
    in_file = {old.strip(): body.strip() for old, body in zip(query.search, current, strict=True)}
    search = [indentation(line) + in_file[line.strip()] for line in query.search]
    lines = [
        indentation(line) + in_file.get(line.strip(), respelled.strip())
        for line, respelled in zip(query.replace, new, strict=True)
    ]
    old, replaced = ("".join(f"{line}\n" for line in each) for each in (search, lines))
    as_in_file = Query(Interpretation(old, replaced), search, lines, query.path)
    for indents_of in (by_rule, line_by_line):
        for hit in by_key(without_indentation, indents_of)(index, as_in_file):
            if hit.first == start and isinstance(hit.replacement, AdjustedLines):
                return hit
    return None


_quotes: PerFile[str, set[str]] = PerFile()
"""By path: the quotes of the strings."""
_code_rows: PerFile[str, list[tuple[int, str]]] = PerFile()
"""By path: the rows with code."""


def without_comments(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of lines with the block's code, whatever comments and docstrings either side has."""
    own = code_rows("\n".join(query.search), query.path) if query.path else []
    if not any(is_informative(code, _MIN_PART_LETTERS) for _, code in own):
        return []
    rows = _code_rows.of(index, query.path, lambda: code_rows("\n".join(index.bodies.plain()), query.path))
    joined, wanted = ("".join(["\n", *(f"{code}\n" for _, code in each)]) for each in (rows, own))
    hits: list[Hit] = []
    at = joined.find(wanted)
    while at >= 0 and len(hits) < query.max_matches:
        nth = joined.count("\n", 0, at)
        first, last = rows[nth][0], rows[nth + len(own) - 1][0]
        # What is around the code in the block is part of the match if the file has it there too.
        for line in reversed(query.search[: own[0][0]]):
            if first == 0 or index.lines[first - 1].strip() != line.strip():
                break
            first -= 1
        for line in query.search[own[-1][0] + 1 :]:
            if last + 1 == len(index.lines) or index.lines[last + 1].strip() != line.strip():
                break
            last += 1
        hits.append(hit_at(index, query, first, last + 1, _MAX_SCORE))
        at = joined.find(wanted, at + 1)
    return hits


def by_context(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of the same length with the same first and last line, and at least half of the middle equal."""
    lines = [line.strip() for line in query.search]
    if len(lines) < _MIN_LINES:
        return []
    middle = lines[1:-1]
    hits: list[Hit] = []
    for first, end in _anchored(index, lines, [len(lines)]):
        current = [body.strip() for body in index.bodies[first + 1 : end - 1]]
        nonblank = [(line, other) for line, other in zip(middle, current, strict=True) if line or other]
        equal, count = sum(line == other for line, other in nonblank), len(nonblank)
        if count and equal >= _MIN_EQUAL_MIDDLE * count:
            hits.append(hit_at(index, query, first, end, (equal + 2) / (count + 2)))
    return hits


def by_anchors(index: FileIndex, query: Query) -> list[Hit]:
    """Runs of about the same length with the same first and last line, and a similar middle."""
    lines = [line.strip() for line in query.search]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) < _MIN_LINES:
        return []
    slack = max(1, int(len(lines) * _MAX_LENGTH_DIFFERENCE))
    lengths = sorted(range(len(lines) - slack, len(lines) + slack + 1), key=lambda n: abs(n - len(lines)))
    hits: list[Hit] = []
    for first, end in _anchored(index, lines, lengths):
        score = _likeness(lines[1:-1], [body.strip() for body in index.bodies[first + 1 : end - 1]])
        if score >= _MIN_MIDDLE_LIKENESS:
            hits.append(hit_at(index, query, first, end, score))
    return hits


def by_likeness(index: FileIndex, query: Query) -> list[Hit]:
    """The runs most similar to the block."""
    if sum(character.isalnum() for line in query.search for character in line) < _MIN_LETTERS:
        return []
    min_score = (
        _MIN_LIKENESS if sum(bool(line.strip()) for line in query.search) > 1 else _MIN_SINGLE_LIKENESS
    )
    windows = similar_windows(index, query.search, with_rivals=True).windows
    best = max((window.score for window in windows), default=0.0)
    if best < min_score or all(_is_closer(line.strip()) for line in query.search if line.strip()):
        return []
    # One that is nearly as similar may be the intended one.
    alike = [window for window in windows if window.score >= min(min_score, best - _RIVAL_DISTANCE)]
    ordered = sorted(alike, key=lambda window: window.first)
    return [hit_at(index, query, window.first, window.end, window.score) for window in ordered]


def _anchored(index: FileIndex, lines: Sequence[str], lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Runs from the first line to the last; for each start, the first of these lengths that fits."""
    first, last = lines[0], lines[-1]
    starts = index.occurrences.of(first, _MAX_ANCHORS + 1)
    # A bare bracket can be the end only if the beginning is unique.
    is_end_anchored = _is_distinctive(last) or (_is_closer(last) and len(starts) == 1)
    if not (_is_distinctive(first) and is_end_anchored) or len(starts) > _MAX_ANCHORS:
        return []
    runs: dict[int, int] = {}
    for length in lengths:
        for start in starts:
            at = start + length - 1
            if start < at < len(index.lines) and index.lines[at].strip() == last:
                runs.setdefault(start, at + 1)
    return sorted(runs.items())


def _is_distinctive(line: str) -> bool:
    return sum(character.isalnum() for character in line) >= _MIN_ANCHOR_LETTERS and not _is_closer(line)


def _is_closer(line: str) -> bool:
    """True if a line only closes a construct: `});`, `</form>`, `end`."""
    return _CLOSER.fullmatch(line) is not None


def _likeness(search: Sequence[str], current: Sequence[str]) -> float:
    """The likeness of two middles, 0 to 1, by the Levenshtein distance of their characters."""
    if not search or not current:
        return 0.0
    return likeness.Levenshtein.normalized_similarity(
        "\n".join(search), "\n".join(current), score_cutoff=_MIN_MIDDLE_LIKENESS
    )


def hit_at(
    index: FileIndex, query: Query, first: int, end: int, score: float, *, is_forced: bool = False
) -> Hit:
    """A hit on lines `first` up to `end` of the file, 0-based.

    Args:
        index: The index of the file.
        query: The block.
        first, end: The lines.
        score: Their likeness to the block, 0 to 1.
        is_forced: True if the user chose the lines; then it does not matter what is next to them.
    """
    run = index.lines.slice(first, end)
    bodies = [line_body(line) for line in run]
    lines = _aligned(query.search, bodies)
    if not is_forced:
        adjacent = _lines_around(index, first, end, len(query.search) + _REACH)
        if adjacent.issuperset(line.strip() for line in query.search):
            # All of the block is next to the run: then the run is another match, not a part of that one.
            adjacent = set()
        lines = [
            None if at is not None and _is_stray(line.strip(), bodies[at].strip(), adjacent) else at
            for line, at in zip(query.search, lines, strict=True)
        ]
    matched = [
        bodies[at] if at is not None and bool(line.strip()) == bool(bodies[at].strip()) else None
        for line, at in zip(query.search, lines, strict=True)
    ]
    indents = line_by_line(index, query, matched, first)
    match = LinePairs(run, lines)
    words = _WordMerge()
    adjuster = LineAdjuster(
        match,
        indents.search,
        query.replace,
        indents.new,
        index.line_end,
        words,
        indents.guessed,
        _DifferingRun(match, indents.search, words),
        indents.in_strings,
    )
    adjusted = adjuster.adjust()
    if adjusted is not None and not is_forced:
        gaps = [at - first for at in _gaps_at_edges(index, query, lines, first, end)]
        adjusted = replace(adjusted, next_to_new=[*adjusted.next_to_new, *gaps])
    return Hit(first, end, adjusted, indents.adjusted, score=min(score, _MAX_SCORE))


def _gaps_at_edges(
    index: FileIndex, query: Query, lines: Sequence[int | None], first: int, end: int
) -> list[int]:
    """Lines of the file between a run and the block's first or last line, where the block changes that edge.

    The run ends before them, and the block continues beyond them without mentioning them.
    """
    nonblank = [n for n, line in enumerate(query.search) if line.strip()]
    matched = [n for n in nonblank if lines[n] is not None]
    if not matched:
        return []
    opcodes = line_opcodes(query.search, query.replace)
    top, bottom = query.search[nonblank[0]].strip(), query.search[nonblank[-1]].strip()
    gaps: list[int] = []
    if matched[-1] < nonblank[-1] and any(a2 > matched[-1] for _, a2, _, _ in opcodes):
        gaps += _up_to(index, bottom, range(end, min(end + _REACH, len(index.lines))))
    if matched[0] > nonblank[0] and any(a1 <= matched[0] for a1, _, _, _ in opcodes):
        gaps += _up_to(index, top, range(first - 1, max(first - 1 - _REACH, -1), -1))
    return gaps


def _up_to(index: FileIndex, line: str, numbers: range) -> list[int]:
    """The nonblank lines before the first one equal to `line`; empty if none is."""
    bodies = [index.lines[at].strip() for at in numbers]
    count = bodies.index(line) if line in bodies else 0
    return [at for at, body in zip(numbers[:count], bodies, strict=False) if body]


def _lines_around(index: FileIndex, first: int, end: int, reach: int) -> set[str]:
    """The lines just above and below a run, stripped."""
    around = (index.bodies[max(first - reach, 0) : first], index.bodies[end : end + reach])
    return {body.strip() for bodies in around for body in bodies}


def _is_stray(line: str, current: str, adjacent: set[str]) -> bool:
    """True if a line of the run is not the block's, because that one occurs unchanged next to the run.

    With a comment at its end it is the block's all the same: models leave those out.
    """
    return line != current and line in adjacent and not _continues(line, current)


def _continues(line: str, current: str) -> bool:
    """True if a line of the file is that of the block and more, such as a comment at its end."""
    rest = current.removeprefix(line)
    return (
        is_informative(line, _MIN_PART_LETTERS)
        and 0 < len(rest) < len(current)
        and not is_word_character(rest[0])
    )


def _aligned(search: Sequence[str], current: Sequence[str]) -> list[int | None]:
    """By line of the search: the equal line of the run, or a similar one between equal ones."""
    lines: list[int | None] = [None] * len(search)
    old, new = [line.strip() for line in search], [line.strip() for line in current]
    kept = shift = 0
    for a1, a2, b1, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
        lines[kept:a1] = range(kept + shift, a1 + shift)
        if (a2 - a1) * (b2 - b1) <= _MAX_COMPARED:
            changed = old[a1:a2]
            # A line that the file's continues counts as equal to it.
            current = [
                next((line for line in changed if _continues(line, each)), each) for each in new[b1:b2]
            ]
            for a, b in alike_pairs(changed, current):
                if likeness.normalized_similarity(changed[a], current[b]) >= _MIN_LINE_LIKENESS:
                    lines[a1 + a] = b1 + b
        kept, shift = a2, b2 - a2
    return lines
