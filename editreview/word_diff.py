"""The words that differ between two paired lines.

Words are aligned first, and signs only beside aligned words: a reader looks for the names that changed, and a
comma that happens to be on both sides tells nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from editreview import likeness
from editreview.patterns import lazy_pattern

Span = tuple[int, int]
"""A half-open span of characters of a line."""
ChangedSpans = tuple[tuple[Span, ...], tuple[Span, ...]]
"""The spans of the old and of the new line."""
_Change = tuple[int, int, int, int]
"""(a1, a2, b1, b2): tokens a1 up to a2 of the old line became tokens b1 up to b2 of the new."""

_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SIGNS = (
    r"===|!==|>>>|<<=|>>=|\*\*=|//=|\.\.\.|<=>|[-+*/%&|^!=<>:]=|->|=>|<-|::|&&|\|\||\+\+|--|\*\*|//|<<|>>"
    r"|\?\?|\?\.|\.\.|."
)
_ASCII_TOKEN = re.compile(rf"[vV]?\d+(?:\.\d+)+|\w+|\s+|{_SIGNS}", re.DOTALL)
"""A number with dots, a name, whitespace, an operator, a sign."""
_TOKEN = lazy_pattern(rf"[vV]?\d+(?:\.\d+)+|[{_CJK}]|[^\W{_CJK}]+|\s+|{_SIGNS}", re.DOTALL)
"""The same in any text, or a character of a script without spaces. Takes two milliseconds to compile."""
_BLANK = " "
"""Stands for any whitespace."""
_DIVIDERS = frozenset({"=", ":=", "==", "=>", "->", "+=", "-=", ":"})
"""Signs that divide a line in two parts, if they stand after a word once on both sides."""
_BEGINNINGS = frozenset({",", ";", ":", ".", "|"})
"""Signs that an inserted part begins with rather than ends."""
_BRACKETS = {")": "(", "]": "[", "}": "{"}

_MAX_LENGTH = 2_000
_MAX_CELLS = 1_600
"""Words of one line times those of the other, up to which they are aligned by worth."""
_MIN_MIDDLE = 0.3
"""The lowest share of a very long line that is equal."""
_MAX_CHANGED = 0.6
"""The share of characters, and below that of tokens, up to which changes are marked."""
_MAX_CHANGED_TOKENS = 0.5
_OPENING = 3
"""The cost of one more change; a pair of equal words is worth more."""
_MIN_RUN = 3
"""Equal signs in a row that stay."""
_MIN_JOINED = 4
"""Characters of two changes that are joined over a sign."""


def changed_words(old: str, new: str) -> ChangedSpans:
    """The words of each line that the other one does not have.

    Whitespace is marked only if nothing else differs. Empty for lines with little in common. Very long lines
    get one span, between their common prefix and suffix.
    """
    if old == new:
        return (), ()
    # The cache for long lines is small: thousands of them would be gigabytes.
    return _words(old, new) if len(old) + len(new) <= _MAX_LENGTH else _middle(old, new)


def are_akin(old: str, new: str) -> bool:
    """True if two lines have enough in common for their changes to be marked."""
    return old.strip() == new.strip() or changed_words(old, new) != ((), ())


@lru_cache(maxsize=4096)
def _words(old: str, new: str) -> ChangedSpans:
    a, b = _Tokens(old), _Tokens(new)
    if [key for key in a.keys if key != _BLANK] == [key for key in b.keys if key != _BLANK]:
        return _blank_marks(a, b)
    changes = [
        _slid(each, a.keys, b.keys, *around) for each, *around in _neighbours(_changes(a.keys, b.keys))
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


def _changes(a: list[str], b: list[str]) -> list[_Change]:
    """The differences between the tokens of two lines."""
    most = min(len(a), len(b))
    head = next((at for at in range(most) if a[at] != b[at]), most)
    tail = next((at for at in range(most - head) if a[-1 - at] != b[-1 - at]), most - head)
    a_end, b_end = len(a) - tail, len(b) - tail
    olds = [at for at in range(head, a_end) if _is_word(a[at])]
    news = [at for at in range(head, b_end) if _is_word(b[at])]
    found: list[_Change] = []
    i, j = head, head
    for old, new in _aligned([a[at] for at in olds], [b[at] for at in news]):
        found += _between(a, b, (i, olds[old], j, news[new]))
        i, j = olds[old] + 1, news[new] + 1
    found += _between(a, b, (i, a_end, j, b_end))
    return _joined(found, a, b)


def _aligned(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """The pairs of equal words, in order: long ones rather than short ones, and together."""
    if not a or not b:
        return []
    if len(a) * len(b) > _MAX_CELLS:
        equal = (op for op in likeness.Indel.opcodes(a, b) if op.tag == "equal")
        return [
            (op.src_start + k, op.dest_start + k) for op in equal for k in range(op.src_end - op.src_start)
        ]
    # The worth of the rest from each pair of words on: after a pair, and inside a change.
    after = [[-_OPENING] * len(b) + [0]]
    inside = [[0] * (len(b) + 1)]
    for word in reversed(a):
        worth, below, beside = 4 + 2 * min(len(word), 8), after[-1], inside[-1]
        row_after, row_inside = [-_OPENING] * (len(b) + 1), [0] * (len(b) + 1)
        best = 0
        for j in range(len(b) - 1, -1, -1):
            best = max(best, beside[j])
            paired = worth + below[j + 1] if b[j] == word else -_OPENING
            best = max(best, paired)
            row_inside[j] = best
            row_after[j] = max(paired, best - _OPENING)
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


def _between(a: list[str], b: list[str], gap: _Change) -> Iterator[_Change]:
    """The changes between two aligned words, among whose signs some may stay."""
    a1, a2, b1, b2 = gap
    while a1 < a2 and b1 < b2 and a[a1] == b[b1]:
        a1, b1 = a1 + 1, b1 + 1
    while a1 < a2 and b1 < b2 and a[a2 - 1] == b[b2 - 1]:
        a2, b2 = a2 - 1, b2 - 1
    if a1 == a2 and b1 == b2:
        return
    staying = None
    if a1 < a2 and b1 < b2:
        staying = _run(a, b, (a1, a2, b1, b2)) or _divider(a, b, (a1, a2, b1, b2))
    if staying is None:
        yield a1, a2, b1, b2
        return
    i, j, count = staying
    yield from _between(a, b, (a1, i, b1, j))
    yield from _between(a, b, (i + count, a2, j + count, b2))


def _run(a: list[str], b: list[str], gap: _Change) -> tuple[int, int, int] | None:
    """The longest run of equal signs, if it is long enough: where it begins on both sides, and its tokens."""
    a1, a2, b1, b2 = gap
    if min(a2 - a1, b2 - b1) < _MIN_RUN or (a2 - a1) * (b2 - b1) > _MAX_CELLS:
        return None
    best = (_MIN_RUN - 1, 0, 0, 0)
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


def _divider(a: list[str], b: list[str], gap: _Change) -> tuple[int, int, int] | None:
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


def _joined(changes: list[_Change], a: list[str], b: list[str]) -> list[_Change]:
    """Changes between which there is only whitespace, or a sign among longer changes, as one."""
    joined: list[_Change] = []
    for change in changes:
        if joined and _belong(joined[-1], change, a, b):
            a1, _, b1, _ = joined[-1]
            change = (a1, change[1], b1, change[3])
            joined.pop()
        joined.append(change)
    return joined


def _belong(first: _Change, second: _Change, a: list[str], b: list[str]) -> bool:
    between = [key for key in a[first[1] : second[0]] if key != _BLANK]
    if not between:
        return True
    if len(between) > 1 or between[0] in _DIVIDERS or _is_word(between[0]):
        return False
    return all(
        max(sum(map(len, a[a1:a2])), sum(map(len, b[b1:b2]))) >= _MIN_JOINED
        for a1, a2, b1, b2 in (first, second)
    )


def _neighbours(changes: list[_Change]) -> Iterator[tuple[_Change, _Change | None, _Change | None]]:
    """Each change with the one before and the one after it."""
    for at, change in enumerate(changes):
        yield change, changes[at - 1] if at else None, changes[at + 1] if at + 1 < len(changes) else None


def _slid(
    change: _Change, a: list[str], b: list[str], before: _Change | None, after: _Change | None
) -> _Change:
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
    best = max(steps, key=lambda step: (*_reading(keys[first + step : end + step]), step))
    return a1 + best, a2 + best, b1 + best, b2 + best


def _reading(keys: list[str]) -> tuple[bool, bool, bool]:
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
    """The ends of two indentations behind their common beginning."""
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    return [(head, len(old))] * (head < len(old)), [(head, len(new))] * (head < len(new))


@lru_cache(maxsize=2)
def _middle(old: str, new: str) -> ChangedSpans:
    most = min(len(old), len(new))
    lengths = range(1, most + 1)
    head = bisect_left(lengths, True, key=lambda n: old[:n] != new[:n])
    lengths = range(1, most - head + 1)
    tail = bisect_left(lengths, True, key=lambda n: old[len(old) - n :] != new[len(new) - n :])
    if head + tail < _MIN_MIDDLE * most:
        return (), ()
    before, after = (head, len(old) - tail), (head, len(new) - tail)
    return (before,) if before[0] < before[1] else (), (after,) if after[0] < after[1] else ()
