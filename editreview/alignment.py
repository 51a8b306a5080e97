"""A change as hunks and rows, for a side-by-side diff, and the words that differ between paired lines.

Line indexes are 0-based. Rows are computed on access. The rows of a hunk keep the order of both sides, so
accepting any subset of them never reorders lines.

Words are aligned first, and signs only beside aligned words: a reader looks for the names that changed, and a
comma that happens to be on both sides tells nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import overload

from msgspec import Struct

from editreview import likeness
from editreview.first_use import lazy_pattern
from editreview.text import Change, Lines, Splice, line_body, line_end, split_lines

Opcode = tuple[int, int, int, int]
"""(a1, a2, b1, b2): lines, or tokens of a line, a1 up to a2 of the old became b1 up to b2 of the new."""

_LINES_AT_ONCE = 512
"""Lines compared at once when trimming a common beginning or end."""
_MAX_INDEL_LINES = 20_000
"""Lines of a side up to which Indel is used, which needs memory for old × new."""
_MAX_PAIRED = 2_500
"""Old lines times new ones, up to which they are paired by likeness."""
_MIN_LIKENESS = 0.45
"""The likeness from which two lines are alike."""
_MIN_CHARACTERS = 0.4
"""Likeness of characters below which two lines never share a row."""
_MIN_WORDS = 0.2
"""Likeness of words up to which two lines never share a row: all that they have in common is letters."""
_MIN_MEAN = 0.45
"""Mean likeness of characters and words above which two lines share a row."""
_WORTHLESS = 0.35
"""The mean that is worth nothing."""
_MIN_PUNCTUATION = 0.6
"""Likeness of characters above which two lines without words share a row."""
_WORTH_OF_PUNCTUATION = 0.3
_SURE = 0.75
"""A mean from which the words of two lines need no look."""
_WORD = re.compile(r"\w+")
_FIRST_LETTER = 0x10000
"""A character that stands for the first word: above the surrogates."""


class RowKind(StrEnum):
    EQUAL = "equal"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"


class Row(Struct, frozen=True):
    """One line of the side-by-side view."""

    kind: RowKind
    old: int | None
    """Line of the old text."""
    new: int | None
    """Line of the new text."""


class Hunk(Struct, frozen=True):
    """Old lines `old` up to `old_end` became `lines`, which begin at line `new` of the new text."""

    old: int
    old_end: int
    new: int
    lines: tuple[str, ...]

    @property
    def new_end(self) -> int:
        return self.new + len(self.lines)


class Alignment:
    """The hunks of a change, in whole lines. The cost depends on the change, not on the size of the text."""

    def __init__(self, lines: Lines, change: Change, below: tuple[int, Sequence[str]] | None = None) -> None:
        """
        Args:
            lines: The old text.
            change: What became of it.
            below: A line of the old text, not above the end of the last hunk, and other lines, with their
                ends, to show before it. They are one more hunk of the new side, even if it touches another.
        """
        self.lines = lines
        hunks = _hunks(lines, change)
        if below is not None:
            hunks.append(_insertion(lines, hunks, *below))
        self.hunks = tuple(hunk for hunk, _ in hunks)
        self._splices = [splices for _, splices in hunks]
        self._shifts = list(accumulate((len(h.lines) - (h.old_end - h.old) for h in self.hunks), initial=0))
        self._rows: dict[int, Sequence[Row]] = {}

    @property
    def new_length(self) -> int:
        """Lines of the new text."""
        return len(self.lines) + self._shifts[-1]

    @property
    def additions(self) -> int:
        return sum(len(hunk.lines) for hunk in self.hunks)

    @property
    def deletions(self) -> int:
        return sum(hunk.old_end - hunk.old for hunk in self.hunks)

    @cached_property
    def _starts(self) -> list[int]:
        return [hunk.new for hunk in self.hunks]

    def new_line(self, index: int) -> str:
        """A line of the new text, with its line end."""
        at = bisect_right(self._starts, index) - 1
        if at >= 0 and index < self.hunks[at].new_end:
            return self.hunks[at].lines[index - self.hunks[at].new]
        return self.lines[index - self._shifts[at + 1]]

    def rows(self, number: int) -> Sequence[Row]:
        """The rows of a hunk, by its number from 0; similar old and new lines share a row."""
        if number not in self._rows:
            hunk = self.hunks[number]
            new = len(hunk.lines)
            is_small = (hunk.old_end - hunk.old) * new <= _MAX_PAIRED and new <= _MAX_PAIRED
            self._rows[number] = tuple(_pair(self.lines, hunk)) if is_small else _InOrder(hunk)
        return self._rows[number]

    @cached_property
    def row_starts(self) -> list[int]:
        """The number of each hunk's first row, counted from 0 through all hunks; last, the count of rows."""
        return [*accumulate((len(self.rows(hunk)) for hunk in range(len(self.hunks))), initial=0)]

    @property
    def row_count(self) -> int:
        return self.row_starts[-1]

    def row_at(self, number: int, old: int | None, new: int | None) -> int:
        """The row with an old line of a hunk, or else with a new line, numbered like `row_starts`.

        Raises:
            LookupError: The hunk does not have the line.
        """
        rows, hunk = self.rows(number), self.hunks[number]
        if isinstance(rows, _InOrder):
            firsts = ((old, hunk.old), (new, hunk.new))
            offsets = [line - first for line, first in firsts if line is not None]
            if offsets and 0 <= offsets[0] < len(rows):
                return self.row_starts[number] + offsets[0]
            raise LookupError(old, new)
        for offset, row in enumerate(rows):
            if (row.old == old) if old is not None else (row.new == new):
                return self.row_starts[number] + offset
        raise LookupError(old, new)

    def with_rows(self, rows: frozenset[int]) -> Change:
        """The change that applies only some rows, numbered from 0 through all hunks."""
        splices: list[Splice] = []
        for index, hunk in enumerate(self.hunks):
            numbers = range(self.row_starts[index], self.row_starts[index + 1])
            if rows.issuperset(numbers):
                # The original splices: widened to whole lines, they could clash with other changes.
                splices += self._splices[index]
                continue
            text: list[str] = []
            for number, row in zip(numbers, self.rows(index), strict=True):
                if number in rows:
                    text += [] if row.new is None else [self.new_line(row.new)]
                else:
                    text += [] if row.old is None else [self.lines[row.old]]
            start, end = self.lines.span(hunk.old, hunk.old_end)
            joined = _joined(text, is_last=end == len(self.lines.text), end=_usual_end(self.lines, hunk))
            if joined != self.lines.text[start:end]:
                splices.append(Splice(start, end, joined))
        return Change(tuple(splices))


def _joined(lines: list[str], *, is_last: bool, end: str) -> str:
    """The lines as one text. Adds missing line ends, except to the last line of a file."""
    return "".join(
        line if line_end(line) or (is_last and i == len(lines) - 1) else line + end
        for i, line in enumerate(lines)
    )


def _usual_end(lines: Lines, hunk: Hunk) -> str:
    ends = (line_end(line) for line in (*lines.slice(hunk.old, hunk.old_end), *hunk.lines))
    return next((end for end in ends if end), "\n")


def _hunks(lines: Lines, change: Change) -> list[tuple[Hunk, tuple[Splice, ...]]]:
    """The hunks, each with its splices."""
    hunks: list[tuple[Hunk, tuple[Splice, ...]]] = []
    pending: list[Splice] = []
    first = end = shift = 0

    def close() -> None:
        nonlocal shift, end
        if not pending:
            return
        start = lines.starts[first]
        local = Change(tuple(Splice(s.start - start, s.end - start, s.text) for s in pending))
        text = local.apply(lines.text[start : lines.starts[end]])
        if text and end < len(lines) and not text.endswith(lines.separator):
            text, end = text + lines[end], end + 1
        new = split_lines(text, lines.separator)
        old = lines.slice(first, end)
        head, tail = common_ends(old, new)
        old_end, new_lines = end - tail, tuple(new[head : len(new) - tail])
        if old_end > first + head or new_lines:
            hunk = Hunk(first + head, old_end, first + head + shift, new_lines)
            hunks.append((hunk, tuple(pending)))
        shift += len(new) - len(old)
        pending.clear()

    for splice in change.splices:
        top, bottom = _touched(lines, splice)
        if pending and top > end:
            close()
        if not pending:
            first = top
        pending.append(splice)
        end = max(bottom, end) if len(pending) > 1 else bottom
    close()
    return hunks


def _insertion(
    lines: Lines, hunks: Sequence[tuple[Hunk, tuple[Splice, ...]]], line: int, new: Sequence[str]
) -> tuple[Hunk, tuple[Splice, ...]]:
    """The hunk that inserts lines below the others."""
    shift = hunks[-1][0].new_end - hunks[-1][0].old_end if hunks else 0
    start = lines.starts[line]
    return Hunk(line, line, line + shift, tuple(new)), (Splice(start, start, "".join(new)),)


def _touched(lines: Lines, splice: Splice) -> tuple[int, int]:
    """The lines that a splice touches, as a half-open range; empty if it only inserts whole lines."""
    count = len(lines)
    if splice.start == len(lines.text):
        # Text added after a last line without a line end changes that line.
        open_end = count > 0 and not lines.text.endswith(lines.separator)
        return (count - 1, count) if open_end else (count, count)
    first = lines.at(splice.start)
    if splice.end == splice.start == lines.starts[first] and splice.text.endswith(lines.separator):
        return first, first
    last = lines.at(splice.end)
    whole = splice.end == lines.starts[last] and (not splice.text or splice.text.endswith(lines.separator))
    if splice.end == len(lines.text):
        return first, count
    return first, last if whole and splice.start == lines.starts[first] else last + 1


def common_ends(a: Sequence[str], b: Sequence[str]) -> tuple[int, int]:
    """The lengths of the common beginning, and of the common end of the rest."""
    limit = min(len(a), len(b))
    head = 0
    # Comparing slices is many times faster than comparing elements.
    while head < limit and a[head : head + _LINES_AT_ONCE] == b[head : head + _LINES_AT_ONCE]:
        head += _LINES_AT_ONCE
    while head < limit and a[head] == b[head]:
        head += 1
    head, tail = min(head, limit), 0
    limit -= head
    while tail + _LINES_AT_ONCE <= limit and _back(a, tail) == _back(b, tail):
        tail += _LINES_AT_ONCE
    while tail < limit and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return head, tail


def _back(lines: Sequence[str], tail: int) -> Sequence[str]:
    """The `_RUN` elements before the last `tail` ones."""
    end = len(lines) - tail
    return lines[end - _LINES_AT_ONCE : end]


class _InOrder(Sequence[Row]):
    """The rows of a large hunk: lines are paired in order, not by likeness. Computed on access."""

    def __init__(self, hunk: Hunk) -> None:
        self._hunk = hunk
        self._old = hunk.old_end - hunk.old
        self._new = len(hunk.lines)

    def __len__(self) -> int:
        return max(self._old, self._new)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        old = self._hunk.old + index if index < self._old else None
        new = self._hunk.new + index if index < self._new else None
        kind = RowKind.ADDED if old is None else RowKind.REMOVED if new is None else RowKind.CHANGED
        return Row(kind, old, new)


def _pair(lines: Lines, hunk: Hunk) -> list[Row]:
    old = [line_body(lines[index]) for index in range(hunk.old, hunk.old_end)]
    new = [line_body(line) for line in hunk.lines]
    rows: list[Row] = []
    i = j = 0
    for a, b in [*_row_pairs(old, new), (len(old), len(new))]:
        rows += (Row(RowKind.REMOVED, hunk.old + k, None) for k in range(i, a))
        rows += (Row(RowKind.ADDED, None, hunk.new + k) for k in range(j, b))
        if a < len(old):
            rows.append(Row(RowKind.CHANGED, hunk.old + a, hunk.new + b))
        i, j = a + 1, b + 1
    return rows


def _row_pairs(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The lines that share a row: those whose characters and words are alike, in order on both sides."""
    letters: dict[str, str] = {}
    olds, news = _compared(old, letters), _compared(new, letters)
    sure: set[tuple[int, int]] = set()
    worths = [[0.0] * len(new) for _ in old]
    for i, first in enumerate(olds):
        for j, second in enumerate(news):
            similarity, worth = _similarity(first, second)
            # Squared: one good pair is worth more than two poor ones.
            worths[i][j] = worth * worth
            if similarity >= _SURE:
                sure.add((i, j))
    return [(i, j) for i, j in _best_pairs(worths, len(new)) if (i, j) in sure or are_akin(old[i], new[j])]


def _compared(lines: list[str], letters: dict[str, str]) -> list[tuple[str, str]]:
    """The beginning of each line, and its words, each as one character: those compare much faster."""
    heads = [line.strip()[: likeness.MAX_COMPARED_LENGTH] for line in lines]
    return [
        (
            head,
            "".join(
                letters.setdefault(word, chr(_FIRST_LETTER + len(letters))) for word in _WORD.findall(head)
            ),
        )
        for head in heads
    ]


def _similarity(old: tuple[str, str], new: tuple[str, str]) -> tuple[float, float]:
    """The likeness of two lines, and the worth of pairing them; 0 if they cannot share a row."""
    if not (old[0] and new[0]):
        return 0.0, 0.0
    by_characters = likeness.similarity(old[0], new[0])
    if by_characters < _MIN_CHARACTERS:
        return 0.0, 0.0
    if not (old[1] or new[1]):
        return (
            by_characters,
            _WORTH_OF_PUNCTUATION * by_characters if by_characters > _MIN_PUNCTUATION else 0.0,
        )
    by_words = likeness.similarity(old[1], new[1])
    mean = (by_characters + by_words) / 2
    if mean <= _MIN_MEAN or by_words <= _MIN_WORDS:
        return mean, 0.0
    return mean, (mean - _WORTHLESS) / (1 - _WORTHLESS)


def alike_pairs(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The pairs of similar lines, in order on both sides, with the highest total likeness."""
    length = likeness.MAX_COMPARED_LENGTH
    old_heads, new_heads = ([line.strip()[:length] for line in lines] for lines in (old, new))
    scores = [
        [likeness.normalized_similarity(a, b, score_cutoff=_MIN_LIKENESS) for b in new_heads]
        for a in old_heads
    ]
    return _best_pairs(scores, len(new))


def _best_pairs(scores: list[list[float]], columns: int) -> list[tuple[int, int]]:
    """The pairs with the highest sum of scores, in order on both sides; none that scores 0."""
    best = [[0.0] * (columns + 1) for _ in range(len(scores) + 1)]
    for i in range(len(scores) - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            paired = scores[i][j] + best[i + 1][j + 1] if scores[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(scores) and j < columns:
        if scores[i][j] and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def line_opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """The differences between two lists of lines.

    The common beginning and end are trimmed. Lines that occur once on each side then anchor the
    rest (patience diff, Bram Cohen), so that scattered edits in a long file stay cheap.
    """
    head, tail = common_ends(old, new)
    inner = _between_anchors(old[head : len(old) - tail], new[head : len(new) - tail])
    return [(a1 + head, a2 + head, b1 + head, b2 + head) for a1, a2, b1, b2 in inner]


def kept_lines(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The new number of each old line that stays, both 0-based and in order."""
    kept: dict[int, int] = {}
    at = new_at = 0
    ends = (len(old), len(old), len(new), len(new))
    for first, end, new_first, new_end in [*line_opcodes(old, new), ends]:
        kept.update(zip(range(at, first), range(new_at, new_first), strict=True))
        at, new_at = end, new_end
    return kept


def _between_anchors(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    opcodes: list[Opcode] = []
    i = j = 0
    for a, b in [*_anchors(old, new), (len(old), len(new))]:
        opcodes += ((i + a1, i + a2, j + b1, j + b2) for a1, a2, b1, b2 in _smallest(old[i:a], new[j:b]))
        i, j = a + 1, b + 1
    merged: list[Opcode] = []
    for opcode in opcodes:
        if merged and merged[-1][1] == opcode[0] and merged[-1][3] == opcode[2]:
            merged[-1] = (merged[-1][0], opcode[1], merged[-1][2], opcode[3])
        else:
            merged.append(opcode)
    return merged


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of equal lines, in order, that occur once on each side; none if the sides are short."""
    if len(old) * len(new) < _MAX_PAIRED:
        return []
    old_at, new_at = _unique(old), _unique(new)
    pairs = [(old_at[line], index) for line, index in new_at.items() if line in old_at]
    return _increasing(pairs)


def _unique(lines: Sequence[str]) -> dict[str, int]:
    """The lines that occur once, in order, with their indexes."""
    first: dict[str, int] = {}
    for index, line in enumerate(lines):
        first[line] = -1 if line in first else index
    return {line: index for line, index in first.items() if index >= 0}


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest increasing subsequence, by the first members of the pairs."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, (value, _) in enumerate(pairs):
        pile = bisect_right(ends, value)
        before.append(at[pile - 1] if pile else -1)
        if pile == len(ends):
            ends.append(value)
            at.append(index)
        else:
            ends[pile], at[pile] = value, index
    chosen: list[tuple[int, int]] = []
    index = at[-1] if at else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    return chosen[::-1]


def _smallest(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """The differences with the most equal lines."""
    if not (old or new):
        return []
    shared = set(old).intersection(new)
    kept, matched = ([at for at, line in enumerate(lines) if line in shared] for lines in (old, new))
    if [old[at] for at in kept] == [new[at] for at in matched]:
        # Nothing moved, as in most edits: all that both sides have stays, and the gaps differ.
        gaps: list[Opcode] = []
        i = j = 0
        for a, b in [*zip(kept, matched, strict=True), (len(old), len(new))]:
            if i < a or j < b:
                gaps.append((i, a, j, b))
            i, j = a + 1, b + 1
        return gaps
    # Indel never pairs unequal lines, but needs memory for old × new; Levenshtein does not.
    metric = likeness.Indel if max(len(old), len(new)) <= _MAX_INDEL_LINES else likeness.Levenshtein
    return [
        (op.src_start, op.src_end, op.dest_start, op.dest_end)
        for op in metric.opcodes(old, new)
        if op.tag != "equal"
    ]


def change_lines(base: Lines, first: int, end: int, new: Sequence[str]) -> Change:
    """The smallest change, in whole lines, that replaces lines `first` up to `end` with `new`."""
    splices = [
        Splice(base.starts[first + a1], base.starts[first + a2], "".join(new[b1:b2]))
        for a1, a2, b1, b2 in line_opcodes(base.slice(first, end), new)
    ]
    return Change(tuple(splices))


Span = tuple[int, int]
"""A half-open span of characters of a line."""
ChangedSpans = tuple[tuple[Span, ...], tuple[Span, ...]]
"""The spans of the old and of the new line."""

_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PUNCTUATION = (
    r"===|!==|>>>|<<=|>>=|\*\*=|//=|\.\.\.|<=>|[-+*/%&|^!=<>:]=|->|=>|<-|::|&&|\|\||\+\+|--|\*\*|//|<<|>>"
    r"|\?\?|\?\.|\.\.|."
)
_ASCII_TOKEN = lazy_pattern(rf"[vV]?\d+(?:\.\d+)+|\w+|\s+|{_PUNCTUATION}", re.DOTALL)
"""A number with dots, a name, whitespace, an operator, punctuation."""
_TOKEN = lazy_pattern(rf"[vV]?\d+(?:\.\d+)+|[{_CJK}]|[^\W{_CJK}]+|\s+|{_PUNCTUATION}", re.DOTALL)
"""A token in any text, or a character of a script without spaces. Takes two milliseconds to compile."""
_BLANK = " "
"""Stands for any whitespace."""
_DIVIDERS = frozenset({"=", ":=", "==", "=>", "->", "+=", "-=", ":"})
"""Punctuation that divides a line in two parts, if it comes after a word once on both sides."""
_BEGINNINGS = frozenset({",", ";", ":", ".", "|"})
"""Punctuation that an inserted part begins with rather than ends."""
_BRACKETS = {")": "(", "]": "[", "}": "{"}

_MAX_WORD_DIFF_LENGTH = 2_000
_MAX_WORD_CELLS = 1_600
"""Words of one line times those of the other, up to which they are aligned by worth."""
_MIN_MIDDLE = 0.3
"""The lowest share of a very long line that is equal."""
_MAX_CHANGED = 0.6
"""The share of characters, and below that of tokens, up to which changes are marked."""
_MAX_CHANGED_TOKENS = 0.5
_COST_OF_CHANGE = 3
"""The cost of one more change; a pair of equal words is worth more."""
_MIN_PUNCTUATION_RUN = 3
"""The fewest equal pieces of punctuation in a row that stay."""
_MIN_JOINED = 4
"""Characters of two changes that are joined over punctuation."""


def changed_words(old: str, new: str) -> ChangedSpans:
    """The words of each line that the other one does not have.

    Whitespace is marked only if nothing else differs. Empty for lines with little in common. Very long lines
    get one span, between their common prefix and suffix.
    """
    if old == new:
        return (), ()
    # The cache for long lines is small: thousands of them would be gigabytes.
    return _by_word(old, new) if len(old) + len(new) <= _MAX_WORD_DIFF_LENGTH else _differing_middle(old, new)


def are_akin(old: str, new: str) -> bool:
    """True if two lines have enough in common for their changes to be marked."""
    return old.strip() == new.strip() or changed_words(old, new) != ((), ())


@lru_cache(maxsize=4096)
def _by_word(old: str, new: str) -> ChangedSpans:
    a, b = _Tokens(old), _Tokens(new)
    if [key for key in a.keys if key != _BLANK] == [key for key in b.keys if key != _BLANK]:
        return _blank_marks(a, b)
    changes = [
        _slid(each, a.keys, b.keys, *around) for each, *around in _neighbours(_word_changes(a.keys, b.keys))
    ]
    olds = [span for a1, a2, _, _ in changes if (span := _trimmed(a.keys, a1, a2))]
    news = [span for _, _, b1, b2 in changes if (span := _trimmed(b.keys, b1, b2))]
    if _is_other(a, olds, b, news):
        return (), ()
    return a.spans(olds), b.spans(news)


class _Tokens:
    """The tokens of a line between its indentation and its trailing whitespace."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.indent = len(line) - len(line.lstrip())
        tokens: list[str] = (_ASCII_TOKEN if line.isascii() else _TOKEN).findall(line.strip())
        self.keys = [_BLANK if token.isspace() else token for token in tokens]
        """The tokens as they are compared."""
        self.starts = [self.indent]
        for token in tokens:
            self.starts.append(self.starts[-1] + len(token))

    def spans(self, ranges: Sequence[Span]) -> tuple[Span, ...]:
        """The characters of ranges of tokens."""
        return tuple((self.starts[first], self.starts[end]) for first, end in ranges)

    def length(self, first: int, end: int) -> int:
        return self.starts[end] - self.starts[first]


def _is_word(key: str) -> bool:
    return key[0].isalnum() or key[0] == "_"


def _word_changes(a: list[str], b: list[str]) -> list[Opcode]:
    """The differences between the tokens of two lines."""
    most = min(len(a), len(b))
    head = next((at for at in range(most) if a[at] != b[at]), most)
    tail = next((at for at in range(most - head) if a[-1 - at] != b[-1 - at]), most - head)
    a_end, b_end = len(a) - tail, len(b) - tail
    olds = [at for at in range(head, a_end) if _is_word(a[at])]
    news = [at for at in range(head, b_end) if _is_word(b[at])]
    found: list[Opcode] = []
    i, j = head, head
    for old, new in _aligned_words([a[at] for at in olds], [b[at] for at in news]):
        found += _changes_between(a, b, (i, olds[old], j, news[new]))
        i, j = olds[old] + 1, news[new] + 1
    found += _changes_between(a, b, (i, a_end, j, b_end))
    return _joined_changes(found, a, b)


def _aligned_words(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """The pairs of equal words, in order: long ones rather than short ones, and together."""
    if not a or not b:
        return []
    if len(a) * len(b) > _MAX_WORD_CELLS:
        equal = (op for op in likeness.Indel.opcodes(a, b) if op.tag == "equal")
        return [
            (op.src_start + k, op.dest_start + k) for op in equal for k in range(op.src_end - op.src_start)
        ]
    # The worth of the rest from each pair of words on: after a pair, and inside a change.
    after = [[-_COST_OF_CHANGE] * len(b) + [0]]
    inside = [[0] * (len(b) + 1)]
    for word in reversed(a):
        worth, below, beside = 4 + 2 * min(len(word), 8), after[-1], inside[-1]
        row_after, row_inside = [-_COST_OF_CHANGE] * (len(b) + 1), [0] * (len(b) + 1)
        best = 0
        for j in range(len(b) - 1, -1, -1):
            best = max(best, beside[j])
            paired = worth + below[j + 1] if b[j] == word else -_COST_OF_CHANGE
            best = max(best, paired)
            row_inside[j] = best
            row_after[j] = max(paired, best - _COST_OF_CHANGE)
        after.append(row_after)
        inside.append(row_inside)
    after.reverse()
    inside.reverse()
    pairs: list[tuple[int, int]] = []
    i = j = 0
    first = (0, 0)
    is_inside = False
    while i < len(a) and j < len(b):
        worth = 4 + 2 * min(len(a[i]), 8) + after[i + 1][j + 1]
        best = inside[i][j] if is_inside else after[i][j]
        if a[i] == b[j] and worth == best:
            pairs.append((i, j))
            i, j, is_inside = i + 1, j + 1, False
            first = (i, j)
            continue
        can_skip = (inside[i][j] == inside[i + 1][j], inside[i][j] == inside[i][j + 1])
        # Of equally good pairs, the first one on both sides.
        if can_skip[0] and not (can_skip[1] and i - first[0] > j - first[1]):
            i, is_inside = i + 1, True
        else:
            j, is_inside = j + 1, True
    return pairs


def _changes_between(a: list[str], b: list[str], gap: Opcode) -> Iterator[Opcode]:
    """The changes between two aligned words, among whose punctuation some may stay."""
    a1, a2, b1, b2 = gap
    while a1 < a2 and b1 < b2 and a[a1] == b[b1]:
        a1, b1 = a1 + 1, b1 + 1
    while a1 < a2 and b1 < b2 and a[a2 - 1] == b[b2 - 1]:
        a2, b2 = a2 - 1, b2 - 1
    if a1 == a2 and b1 == b2:
        return
    staying = None
    if a1 < a2 and b1 < b2:
        staying = _longest_punctuation_run(a, b, (a1, a2, b1, b2)) or _divider(a, b, (a1, a2, b1, b2))
    if staying is None:
        yield a1, a2, b1, b2
        return
    i, j, count = staying
    yield from _changes_between(a, b, (a1, i, b1, j))
    yield from _changes_between(a, b, (i + count, a2, j + count, b2))


def _longest_punctuation_run(a: list[str], b: list[str], gap: Opcode) -> tuple[int, int, int] | None:
    """The longest run of equal punctuation, if long enough: where it begins on both sides, and its tokens."""
    a1, a2, b1, b2 = gap
    if min(a2 - a1, b2 - b1) < _MIN_PUNCTUATION_RUN or (a2 - a1) * (b2 - b1) > _MAX_WORD_CELLS:
        return None
    best = (_MIN_PUNCTUATION_RUN - 1, 0, 0, 0)
    for i in range(a1, a2):
        for j in range(b1, b2):
            if a[i] != b[j] or _is_word(a[i]):
                continue
            count = signs = 0
            while i + count < a2 and j + count < b2 and a[i + count] == b[j + count]:
                if _is_word(a[i + count]):
                    break
                signs += a[i + count] != _BLANK
                count += 1
            if signs > best[0]:
                best = (signs, i, j, count)
    return best[1:] if best[3] else None


def _divider(a: list[str], b: list[str], gap: Opcode) -> tuple[int, int, int] | None:
    """A divider that both sides have once, after a word."""
    a1, a2, b1, b2 = gap
    for sign in _DIVIDERS.intersection(a[a1:a2]).intersection(b[b1:b2]):
        if a[a1:a2].count(sign) == 1 == b[b1:b2].count(sign):
            i, j = a.index(sign, a1), b.index(sign, b1)
            if _follows_word(a, i) and _follows_word(b, j):
                return i, j, 1
    return None


def _follows_word(keys: list[str], at: int) -> bool:
    before = at - 1 - (at > 0 and keys[at - 1] == _BLANK)
    return before >= 0 and _is_word(keys[before])


def _joined_changes(changes: list[Opcode], a: list[str], b: list[str]) -> list[Opcode]:
    """Changes between which there is only whitespace, or punctuation among longer changes, as one."""
    joined: list[Opcode] = []
    for change in changes:
        if joined and _belong(joined[-1], change, a, b):
            a1, _, b1, _ = joined[-1]
            change = (a1, change[1], b1, change[3])
            joined.pop()
        joined.append(change)
    return joined


def _belong(first: Opcode, second: Opcode, a: list[str], b: list[str]) -> bool:
    between = [key for key in a[first[1] : second[0]] if key != _BLANK]
    if not between:
        return True
    if len(between) > 1 or between[0] in _DIVIDERS or _is_word(between[0]):
        return False
    return all(
        max(sum(map(len, a[a1:a2])), sum(map(len, b[b1:b2]))) >= _MIN_JOINED
        for a1, a2, b1, b2 in (first, second)
    )


def _neighbours(changes: list[Opcode]) -> Iterator[tuple[Opcode, Opcode | None, Opcode | None]]:
    """Each change with the one before and the one after it."""
    for at, change in enumerate(changes):
        yield change, changes[at - 1] if at else None, changes[at + 1] if at + 1 < len(changes) else None


def _slid(change: Opcode, a: list[str], b: list[str], before: Opcode | None, after: Opcode | None) -> Opcode:
    """A pure insertion or deletion, moved over equal tokens to where it reads best."""
    a1, a2, b1, b2 = change
    if a1 < a2 and b1 < b2:
        return change
    is_old = a1 < a2
    keys, first, end = (a, a1, a2) if is_old else (b, b1, b2)
    # A slid neighbour may have come one token closer.
    low = 0 if before is None else (before[1] if is_old else before[3]) + 1
    high = len(keys) if after is None else (after[0] if is_old else after[2]) - 1
    steps = [0]
    while first + steps[-1] > low and keys[first + steps[-1] - 1] == keys[end + steps[-1] - 1]:
        steps.append(steps[-1] - 1)
    step = 0
    while end + step < high and keys[first + step] == keys[end + step]:
        step += 1
        steps.append(step)
    best = max(steps, key=lambda step: (*_quality_of(keys[first + step : end + step]), step))
    return a1 + best, a2 + best, b1 + best, b2 + best


def _quality_of(keys: list[str]) -> tuple[bool, bool, bool]:
    """The qualities of an inserted part: higher is better."""
    brackets: list[str] = []
    is_whole = True
    for key in keys:
        if key in _BRACKETS.values():
            brackets.append(key)
        elif key in _BRACKETS:
            is_whole &= bool(brackets) and brackets.pop() == _BRACKETS[key]
    has_blanks_outside = _BLANK not in (keys[0], keys[-1])
    return keys[0] in _BEGINNINGS, is_whole and not brackets, has_blanks_outside


def _trimmed(keys: list[str], first: int, end: int) -> Span | None:
    """A range of tokens without whitespace at its ends; None if nothing is left."""
    while first < end and keys[first] == _BLANK:
        first += 1
    while first < end and keys[end - 1] == _BLANK:
        end -= 1
    return (first, end) if first < end else None


def _is_other(a: _Tokens, olds: list[Span], b: _Tokens, news: list[Span]) -> bool:
    """True if the lines have too little in common for marks to help."""
    changed = sum(a.length(*span) for span in olds) + sum(b.length(*span) for span in news)
    length = len(a.line.strip()) + len(b.line.strip())
    if changed <= _MAX_CHANGED * length:
        return False
    weights = [
        sum(_weight(key) for s, e in spans for key in t.keys[s:e]) for t, spans in ((a, olds), (b, news))
    ]
    return sum(weights) > _MAX_CHANGED_TOKENS * sum(map(_weight, (*a.keys, *b.keys)))


def _weight(key: str) -> int:
    return 0 if key == _BLANK else 2 if _is_word(key) else 1


def _blank_marks(a: _Tokens, b: _Tokens) -> ChangedSpans:
    """The whitespace that differs between two lines that differ in nothing else."""
    olds, news = _surplus(a.line[: a.indent], b.line[: b.indent])
    i = j = 0
    while i < len(a.keys) or j < len(b.keys):
        blanks = [int(at < len(t.keys) and t.keys[at] == _BLANK) for t, at in ((a, i), (b, j))]
        texts = [
            t.line[t.starts[at] : t.starts[at + n]] for t, at, n in ((a, i, blanks[0]), (b, j, blanks[1]))
        ]
        if texts[0] != texts[1]:
            olds += a.spans([(i, i + 1)] * blanks[0])
            news += b.spans([(j, j + 1)] * blanks[1])
        i, j = i + blanks[0], j + blanks[1]
        i, j = i + 1, j + 1
    ends = a.starts[-1], b.starts[-1]
    if a.line[ends[0] :] != b.line[ends[1] :]:
        olds += [(ends[0], len(a.line))] * (ends[0] < len(a.line))
        news += [(ends[1], len(b.line))] * (ends[1] < len(b.line))
    return tuple(olds), tuple(news)


def _surplus(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """The ends of two indentations after their common beginning."""
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    return [(head, len(old))] * (head < len(old)), [(head, len(new))] * (head < len(new))


@lru_cache(maxsize=2)
def _differing_middle(old: str, new: str) -> ChangedSpans:
    most = min(len(old), len(new))
    lengths = range(1, most + 1)
    head = bisect_left(lengths, True, key=lambda n: old[:n] != new[:n])
    lengths = range(1, most - head + 1)
    tail = bisect_left(lengths, True, key=lambda n: old[len(old) - n :] != new[len(new) - n :])
    if head + tail < _MIN_MIDDLE * most:
        return (), ()
    before, after = (head, len(old) - tail), (head, len(new) - tail)
    return (before,) if before[0] < before[1] else (), (after,) if after[0] < after[1] else ()
