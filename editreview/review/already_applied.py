"""Tells if a block may have been applied to a text before.

Its new text shows that, where it is in the file and its old text is not (`repeats_itself`, `stands_anywhere`,
`is_new_text_of`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise

from msgspec import Struct

from editreview import likeness
from editreview.alignment import are_akin, common_ends, kept_lines
from editreview.blocks import Insert, Interpretation, LineRange, Operation, Replace
from editreview.first_use import lazy_pattern
from editreview.matching import (
    INVISIBLE,
    FileIndex,
    Match,
    Similar,
    Tier,
    block_lines,
    is_inserted,
    name_set,
    similar_windows,
    text_starts,
    uniform_map,
    without_indentation,
    without_trailing_whitespace,
)
from editreview.text import Change, Splice, indentation, is_informative, open_brackets

_NEVER_TWICE = lazy_pattern(r"[{(\[]|[-+=~*#_|:. ]{4,}")
"""A bracket that opens a block, or a ruler: two of them are rarely below each other."""
_MIN_DISTINCTIVE = 8
"""The fewest characters, whitespace aside, by which new text is recognised as already there."""
_MIN_EDITED_LIKENESS = 0.5
"""The likeness to the old text from which lines may be an edited version of it."""
_MIN_REPLACED_LIKENESS = 0.6
"""The likeness to the old text from which a new text without its lines can stand for it."""
_MIN_BESIDE_LIKENESS = 0.9
"""The likeness to the old text from which lines next to the new text may be a version of it."""
_MAX_BESIDE = 5
"""Lines beside a match that are compared with the lines it adds there."""
_MAX_RUN = 200
"""The most lines beside a match, blank ones aside, that are compared with more than one added line."""
_FEW_LETTERS = 5
"""The fewest letters and digits of several lines at the same depth that are hardly there twice by chance."""
_CLOSER = lazy_pattern(r"[)\]}]+[;,]?")
_ITEM = lazy_pattern(
    r"-\s++(?!-?\d+$).*\w.*|#{1,6}\s++\w.*|[\w.$-]+\s*[:=](?!=)\s*\S.*|(?P<quote>['\"]).+(?P=quote),?"
)
"""Matches an item of a list, a heading, a setting or a string, which may be short."""
_MAX_COMPARED = 2_000
"""The most new lines that are compared with each other."""
_MIN_DOUBLED = 8
"""The fewest letters and digits of a line that is hardly there twice on purpose."""
_ANNOTATIONS = ("@", "#[")
"""Beginnings of lines that belong to the definition below them."""
_DRAWING_CHARACTERS = frozenset("|+=~^")
"""The first characters of lines of tables and pictures, which may well come twice."""
_PAIRS = ("()", "[]", "{}", "<>")
_QUOTES = "\"'`"
_WORD = lazy_pattern(r"\w+")
_MIN_WORDS_OF_REST = 3
_SHARE_OF_REST = 2 / 3
"""The fewest words of the rest of a line, and the share of them, by which a new text has a version of it."""
_ASSIGNS = frozenset({"=", ":="})
_WITH_LISTS = tuple(
    ".ini .cfg .conf .editorconfig .service .socket .timer .mount .target .network .netdev .sh .bash".split()
)
"""Ends of names of files in which a name may get several values one after the other."""
_LITERAL = lazy_pattern(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\b\d[\w.]*")
"""Matches a string or a number."""
_MIN_VERSION_LIKENESS = 0.8
"""The likeness from which a line next to equal lines is another version of one."""
_MAX_LINE_OCCURRENCES = 2
"""The most occurrences of a line that still tells where the old text was."""


def repeats_itself(
    index: FileIndex, match: Match, operation: Operation, least: int = _MIN_DISTINCTIVE
) -> bool:
    """True if a block that only adds text around its match would add it a second time.

    Args:
        index: The index of the text.
        match: The block's match.
        operation: The block's operation.
        least: The fewest characters, whitespace aside, that its new text must have: less may be there by
            chance. With 1, a suspicion is enough: added blank lines may have been there before.
    """
    if isinstance(operation, Insert):
        return is_inserted(index, match) and (least == 1 or stands_once(index, match.interpretation.replace))
    if not isinstance(operation, Replace):
        return False
    search, put = match.interpretation.search, match.interpretation.replace
    if least > 1 and "".join(search.split()) == "".join(put.split()):
        return False
    if operation.is_text and _repeats_text(index, match):
        return True
    if match.lines is None:
        return False
    return any(
        _only_adds(old, new) and _is_distinctive("".join(new), least) and _are_around(index, match.lines, new)
        for old, new in (_sides(match.interpretation), _adjusted_sides(index, match))
    )


def has_rival(index: FileIndex, match: Match) -> bool:
    """True if, for a match that is not exact, lines next to the new text may be the old text too."""
    if match.tier is Tier.EXACT or match.lines is None:
        return False
    # The new text contains the match, and at most this many lines around it.
    around, (first, last) = match.interpretation.replace.count("\n"), match.lines
    most = (max(first - around, 1), min(last + around, len(index.lines)))
    sides = (_sides(match.interpretation), _adjusted_sides(index, match))
    runs = (run for _, new in sides if new for run in _runs_around(index, match.lines, new))
    return _is_alike_elsewhere(index, match.interpretation, most) or any(
        window.score >= _MIN_BESIDE_LIKENESS
        for run in runs
        for window in _windows_beside(index, match.interpretation, run).windows
    )


def stands_once(index: FileIndex, text: str) -> bool:
    """True if a text has a letter or digit and is in the file exactly once."""
    key = without_trailing_whitespace
    return is_informative(text) and len(index.find(key, list(map(key, block_lines(text))), 2)) == 1


def surrounds(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if the file has the new text as written, around a match that only resembles the old text, and
    nothing else resembles it.

    Then the match is a part of the new text, and the edit was applied before.
    """
    new = [line for line, text in enumerate(block_lines(match.interpretation.replace)) if text.strip()]
    return any(
        run[0] < match.lines[0]
        and match.lines[1] <= run[-1] + 1
        and [b - a for a, b in pairwise(run)] == [b - a for a, b in pairwise(new)]
        and not _is_alike_elsewhere(index, match.interpretation, (run[0] + 1, run[-1] + 1))
        for run in _runs_of_new_text(index, match, operation)
        if match.lines is not None
    )


def stands_anywhere(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if the file has the new text as written, and the match only resembles the old text.

    The edit may or may not have been applied before.
    """
    return any(
        run[0] + 1 < match.lines[0] or match.lines[1] < run[-1] + 1
        for run in _runs_of_new_text(index, match, operation)
        if match.lines is not None
    )


def _runs_of_new_text(index: FileIndex, match: Match, operation: Operation) -> list[Sequence[int]]:
    """The runs of 0-based lines that have the new text as written, without blank lines.

    Empty for a match that is equal to the old text, and if only blank lines distinguish the two texts.
    """
    new = block_lines(match.interpretation.replace)
    is_as_written = match.tier is not Tier.TOLERANT or match.strategies[0] in INVISIBLE
    if not isinstance(operation, Replace) or is_as_written or not new:
        return []
    key = without_trailing_whitespace
    filled = [line for line in map(key, new) if line]
    if filled == [line for line in map(key, block_lines(match.interpretation.search)) if line]:
        return []
    return list(index.find_nonblank(key, filled, 100)) if filled else []


def doubled_line(index: FileIndex, match: Match, operation: Operation, path: str | None = None) -> int | None:
    """The line that the block adds directly beside an equal line of the file; None if it adds none.

    Either the old text left that line out, or an earlier run added it.

    Args:
        index: The index of the file.
        match: The match.
        operation: The operation.
        path: The path of the file, which tells if a name may have several values there.

    Returns:
        Its number in the text with the block, 1-based.
    """
    if not isinstance(operation, Replace) or operation.is_everywhere or match.lines is None:
        return None
    old, new = _adjusted_sides(index, match)
    if not old or not new:
        return None
    beside = _Beside.of(index, match.lines, old, new)
    if not beside.rows:
        return None
    row = _doubled_next(beside) if beside.has_equal else None
    if row is None and beside.has_equal:
        row = _doubled_run(beside)
    if row is None:
        row = _doubled_at_same_depth(index, beside, sets_once=not _may_set_again(path or ""))
    if row is None and beside.has_equal:
        row = _doubled_amid(index, beside)
    return None if row is None else match.lines[0] + row


class _Beside(Struct, frozen=True):
    """The lines of a match before and after its change, and the lines of the file next to it."""

    old: Sequence[str]
    """The lines before the change."""
    new: Sequence[str]
    """Those after it."""
    rows: Sequence[int]
    """The rows, among the new lines, of those that are not blank."""
    texts: Sequence[str]
    """These, without whitespace at their ends."""
    quoted: Sequence[str]
    """The old lines that are not blank, without whitespace at their ends."""
    next_above: Sequence[str]
    """The nearest lines of the file above the match, blank ones too."""
    next_below: Sequence[str]
    """The nearest lines below it."""
    filled_above: Sequence[str]
    """More lines above the match: those that are not blank, without whitespace at their ends."""
    filled_below: Sequence[str]
    """More lines below the match, without blank ones."""
    has_equal: bool
    """True if a new line equals one of the file next to the match, outer whitespace aside."""

    @classmethod
    def of(cls, index: FileIndex, lines: LineRange, old: Sequence[str], new: Sequence[str]) -> "_Beside":
        rows = [row for row, line in enumerate(new) if line.strip()]
        # Blank lines may be among as many lines as a run of new ones has.
        most, nearest = 2 * min(_MAX_RUN, len(rows)), min(_MAX_BESIDE, len(new))
        end_above, start_below, around = lines[0] - 1, lines[1], max(most, nearest)
        above = index.bodies[max(end_above - around, 0) : end_above]
        below = index.bodies[start_below : start_below + around]
        beside = {line.strip() for side in (above, below) for line in side}
        return cls(
            old,
            new,
            rows,
            [new[row].rstrip() for row in rows],
            _filled(old),
            above[-nearest:],
            below[:nearest],
            _filled(above[max(len(above) - most, 0) :]),
            _filled(below[:most]),
            any(new[row].strip() in beside for row in rows),
        )


def _doubled_next(beside: _Beside) -> int | None:
    """The row, among new lines, of the first of the few at an end that are directly next to the match."""
    old, new, above, below = (
        [line.strip() for line in side]
        for side in (beside.old, beside.new, beside.next_above, beside.next_below)
    )
    for count in range(1, min(_MAX_BESIDE, len(new)) + 1):
        if new[0] != old[0] and _is_run(new[:count], above[-count:]):
            return 0
        if new[-1] != old[-1] and _is_run(new[-count:], below[:count]):
            return len(new) - count
    return None


def doubled_inside(index: FileIndex, match: Match, operation: Operation) -> int | None:
    """The line that the block adds beside an equal line that it keeps; None if it adds none.

    The file has that line once, and the new text twice, one below the other.

    Returns:
        Its number in the text with the block, 1-based.
    """
    if not isinstance(operation, Replace) or operation.is_everywhere or match.lines is None:
        return None
    old, new = _adjusted_sides(index, match)
    if len(new) > _MAX_COMPARED:
        return None
    head, tail = common_ends(old, new)
    if head + tail == len(old):
        # The block only adds lines: that may be meant.
        return None
    known = set(old)
    rows = [row for row, (line, below) in enumerate(pairwise(new)) if line == below and line in known]
    rows += [
        row
        for row in range(len(new) - 3)
        if new[row : row + 2] == new[row + 2 : row + 4] and new[row] in known and new[row + 1] in known
    ]
    for row in rows:
        line = new[row]
        is_distinctive = is_informative(line, _MIN_DOUBLED) and line.lstrip()[:1] not in _DRAWING_CHARACTERS
        if is_distinctive and old.count(line) == 1 and index.occurrences.count(line.strip()) == 1:
            return match.lines[0] + row + 1
    return None


def doubled_rest(index: FileIndex, match: Match, operation: Operation) -> int | None:
    """The line in which the rest of a line of the file comes twice; None if there is none.

    The old text ends or begins inside of that line, and the new text has the rest of it too.

    Returns:
        Its number in the text with the block, 1-based.
    """
    if not isinstance(operation, Replace) or not operation.is_text or operation.is_everywhere:
        return None
    start, end = match.span
    text, old = index.text, index.text[start:end]
    if match.lines is None or not old:
        return None
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    before, after = text[first:start], text[end : last if last >= 0 else len(text)].rstrip()
    if not before.strip() and not after.strip():
        return None
    if any(not start <= splice.start <= splice.end <= end for splice in match.change.splices):
        return None
    new = match.change.shifted(-start).apply(old)
    if _has_rest(old, new, after):
        return match.lines[0] + new.count("\n")
    # Read from right to left, the text before a match is the rest of its line.
    if any(_has_rest(old[::-1], new[::-1], rest[::-1]) for rest in {before, before.lstrip()}):
        return match.lines[0]
    return None


def _has_rest(old: str, new: str, rest: str) -> bool:
    """True if a new text has the rest of a line that follows the old text in the file.

    Args:
        old: The old text.
        new: The new text.
        rest: The rest of the last line of the old text. It may be that of a text read from right to left.
    """
    if not rest.strip() or old.endswith(rest):
        return False
    if not new.endswith(rest):
        return _has_words_of(old.rpartition("\n")[2], new.rpartition("\n")[2], rest)
    if new.rpartition("\n")[2] == old.rpartition("\n")[2] + rest:
        return True
    if rest.strip() == new.strip() and "\n" not in old and len(rest.strip()) < _FEW_LETTERS:
        # `a, a` for `b, a`: a single short word may well be meant to come twice.
        return False
    if any(map(str.isalnum, rest)):
        return True
    # Signs alone are the rest of the line if they close what nothing opens, or divide nothing.
    growth = sum(abs(_balance(new, *pair) - _balance(old, *pair)) for pair in _PAIRS)
    closed = sum(abs(_balance(rest, *pair)) for pair in _PAIRS)
    quotes = any((new.count(quote) - old.count(quote)) % 2 and rest.count(quote) % 2 for quote in _QUOTES)
    return (closed > 0 and growth == closed) or quotes or not (closed or any(q in rest for q in _QUOTES))


def _has_words_of(old: str, new: str, rest: str) -> bool:
    """True if a new line has most words of the rest of an old one, besides those of its beginning."""
    words = Counter(_WORD.findall(rest))
    count = words.total()
    if count < _MIN_WORDS_OF_REST:
        return False
    added = Counter(_WORD.findall(new)) - Counter(_WORD.findall(old))
    return (words & added).total() >= _SHARE_OF_REST * count


def _balance(text: str, opening: str, closing: str) -> int:
    return text.count(opening) - text.count(closing)


def _doubled_run(beside: _Beside) -> int | None:
    """The row, among new lines, of several that are next to the match already, blank lines aside."""
    texts, quoted, above, below = (
        [line.strip() for line in side]
        for side in (beside.texts, beside.quoted, beside.filled_above, beside.filled_below)
    )
    rows, most = beside.rows, min(_MAX_RUN, len(texts))
    for count in range(2, most + 1):
        tail, head = texts[-count:], texts[:count]
        if tail[:1] == below[:1] and tail != quoted[-count:] and _is_run(tail, below[:count]):
            return rows[-count]
        if head[-1:] == above[-1:] and head != quoted[:count] and _is_run(head, above[-count:]):
            return rows[0]
    return None


def _doubled_at_same_depth(index: FileIndex, beside: _Beside, *, sets_once: bool) -> int | None:
    """The row, among new lines, of some that are next to the match already, or of another version of these.

    Unlike other runs, they have the same indentation, so they may be short, begin with brackets or be apart.

    Args:
        index: The index of the file.
        beside: The lines.
        sets_once: True if a name hardly gets two values one after the other.
    """
    rows, texts, quoted = beside.rows, beside.texts, beside.quoted
    above, below = beside.filled_above, beside.filled_below
    # Without an equal line, only one line may be another version of its neighbour.
    most = min(_MAX_RUN, len(texts)) if beside.has_equal else 1
    closes = beside.has_equal and open_brackets("".join(beside.new)) < open_brackets("".join(beside.old))
    for count in range(1, most + 1):
        tail, head = texts[-count:], texts[:count]
        if tail != quoted[-count:] and count <= len(below) and (count == 1 or tail[0] == below[0]):
            near = below[:count]
            is_run = tail == near and _is_distinctive_run(index, tail, closes=closes)
            if is_run or (
                tail[:-1] == near[:-1]
                and _are_versions_of_line(
                    tail[-1], near[-1], tail[:-1], [*quoted, *below[count : count + 1]], sets_once=sets_once
                )
            ):
                return rows[-count]
        if head != quoted[:count] and count <= len(above) and (count == 1 or head[-1] == above[-1]):
            near = above[-count:]
            is_run = head == near and _is_distinctive_run(index, head, closes=closes)
            if is_run or (
                head[1:] == near[1:]
                and _are_versions_of_line(
                    near[0], head[0], head[1:], [*quoted, *above[:-count][-1:]], sets_once=sets_once
                )
            ):
                return rows[0]
    return None


def _doubled_amid(index: FileIndex, beside: _Beside) -> int | None:
    """The row, among new lines, of some that are next to the match already, with others on their far side.

    The old text ends too early, and the new text goes on over the next lines of the file and then adds its
    own; or the old text begins too late, and the new text adds its own before those.
    """
    rows, texts, quoted = beside.rows, beside.texts, beside.quoted
    above, below = beside.filled_above, beside.filled_below
    if not quoted:
        return None
    if below and below[0] in texts:
        for start, behind in islice(_runs_before_others(texts, quoted, below), _MAX_BESIDE):
            end = _without_begun(texts, start, behind)
            if _is_rare_run(index, texts[start:end]) and not _is_in_new_part(texts, quoted, start):
                return rows[start]
    if above and above[-1] in texts:
        # Read from the last line to the first, the lines above a match are those below it.
        last = len(texts)
        runs = _runs_before_others(texts[::-1], quoted[::-1], above[::-1])
        for start, end in ((last - before, last - behind) for behind, before in islice(runs, _MAX_BESIDE)):
            if _is_rare_run(index, texts[start:end]) and not _is_in_new_part(texts, quoted, start):
                return rows[start]
    return None


def _runs_before_others(
    texts: Sequence[str], quoted: Sequence[str], beside: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """The runs of new lines, up to a row, that are the next ones of the file, with another new line behind.

    They follow the old lines that stay, or a version of the last one of these.
    """
    kept = kept_lines(quoted, texts).values()
    first = max(kept, default=0) + 1
    start = first
    while start < len(texts):
        end = start
        while end < len(texts) and end - start < len(beside) and texts[end] == beside[end - start]:
            end += 1
        count = end - start
        is_behind = bool(kept) or (start == first and are_akin(texts[0], quoted[-1]))
        recurs = count < len(beside) and end < len(texts) and _differ_in_literal(texts[end], beside[count])
        if count and end < len(texts) and is_behind and not recurs:
            yield start, end
        start = max(end, start + 1)


def _differ_in_literal(first: str, second: str) -> bool:
    """True if two lines, which are more than literals, differ only in these."""
    one = _LITERAL.sub("", first)
    return one == _LITERAL.sub("", second) and is_informative(one)


def _without_begun(texts: Sequence[str], start: int, end: int) -> int:
    """The end of a run of lines without those at its end that begin what the next line is a part of."""
    depth = len(indentation(texts[end]))
    for row in range(end - 1, start - 1, -1):
        if len(indentation(texts[row])) < depth:
            depth, end = len(indentation(texts[row])), row
    balance = list(accumulate(map(open_brackets, texts[start:end])))
    closed = (row for row in range(end, start, -1) if balance[row - 1 - start] <= 0)
    end = next(closed, start)
    while end > start and texts[end - 1].lstrip().startswith(_ANNOTATIONS):
        end -= 1
    return end


def _is_in_new_part(texts: Sequence[str], quoted: Sequence[str], row: int) -> bool:
    """True if the line that holds a new one is new too, and in the place of none that held such lines."""
    head = _head_above(texts, row)
    if head is None or texts[head] in quoted:
        return False
    old_head = _head_above([*quoted, texts[row]], len(quoted))
    return old_head is None or quoted[old_head] in texts


def _head_above(texts: Sequence[str], row: int) -> int | None:
    """The row of the nearest less indented line above a row; None if there is none."""
    depth = len(indentation(texts[row]))
    return next((at for at in range(row - 1, -1, -1) if len(indentation(texts[at])) < depth), None)


def _is_rare_run(index: FileIndex, run: Sequence[str]) -> bool:
    """True if lines say enough, and the file has them only once in a row."""
    is_enough = is_informative("".join(run), _MIN_DOUBLED if len(run) == 1 else _FEW_LETTERS)
    if not is_enough or any(line.lstrip()[0] in _DRAWING_CHARACTERS for line in run):
        return False
    return len(index.find_nonblank(without_trailing_whitespace, list(run), 2)) == 1


def _filled(lines: Iterable[str]) -> list[str]:
    """The nonblank lines, without whitespace at their ends."""
    return [text for line in lines if (text := line.rstrip())]


def _is_distinctive_run(index: FileIndex, run: Sequence[str], *, closes: bool) -> bool:
    """True if lines are hardly twice below each other on purpose.

    Args:
        index: The index of the file.
        run: The lines.
        closes: True if the new text closes more brackets than the old one.
    """
    text = "".join(run).strip()
    if len(run) > 1:
        return is_informative(text, _FEW_LETTERS)
    if closes and _CLOSER.fullmatch(text):
        return open_brackets(index.text) == 0
    return bool(_ITEM.fullmatch(text)) or (_is_distinctive(text) and is_informative(text))


def _are_versions_of_line(
    first: str, second: str, common: Sequence[str], others: Sequence[str], *, sets_once: bool
) -> bool:
    """True if two lines, one of them new, are versions of each other.

    They are if equal lines are next to both and they differ in more than a literal, or if they give a value
    to the same name one after the other, and call nothing for it.

    Args:
        first: The line that would be above.
        second: The line that would be below.
        common: The new lines next to one, and lines of the file next to the other.
        others: The old lines, and the line of the file beyond. If they are alike, such lines recur.
        sets_once: False if a name may get several values one after the other.
    """
    depth = indentation(first)
    if first == second or any(indentation(line) != depth for line in (second, *common)):
        return False
    if common:
        is_long = is_informative("".join(common), _MIN_DISTINCTIVE)
        is_new = not any(line in others for line in common)
        if _LITERAL.sub("0", first) == _LITERAL.sub("0", second):
            return False
        return is_long and is_new and likeness.normalized_similarity(first, second) >= _MIN_VERSION_LIKENESS
    one, other = name_set(first), name_set(second)
    if not sets_once or one is None or other is None or one.name != other.name:
        return False
    # Keys may recur, as in CSS, and so may options.
    if not {one.operator, other.operator} <= _ASSIGNS or one.name.startswith("-"):
        return False
    if "(" in first[one.value :]:
        return False
    return not any(one.name in line for line in (second[other.value :], *others))


def _may_set_again(path: str) -> bool:
    return path.lower().endswith(_WITH_LISTS)


def _is_run(new: Sequence[str], beside: Sequence[str]) -> bool:
    if new != beside:
        return False
    if len(new) == 1 and _NEVER_TWICE.fullmatch(new[0]):
        return True
    return _is_distinctive("".join(new)) and is_informative(new[0])


def is_reindented_already(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if a block that changes the indentation of lines may have done so before.

    It may have if the lines are not indented like its old text, or are indented like its new one.
    """
    is_as_written = match.tier is Tier.EXACT or match.strategies[0] in INVISIBLE
    if not isinstance(operation, Replace) or is_as_written or match.lines is None:
        return False
    if operation.is_text and not match.interpretation.search.endswith("\n"):
        # It was found inside of lines.
        return False
    old, new = _adjusted_sides(index, match)
    if not old or not any(line.strip() for line in new):
        return False
    if [*map(str.strip, _filled(old))] == [*map(str.strip, _filled(new))]:
        found = index.bodies[match.lines[0] - 1 : match.lines[1]]
        before, after = _sides(match.interpretation)
        return not _fits_uniformly(before, found) or _fits_uniformly(after, found)
    return any(
        _only_adds(*sides) and _are_around(index, match.lines, sides[1], at_any_depth=True)
        for sides in (_sides(match.interpretation), (old, new))
    )


def _fits_uniformly(lines_there: Sequence[str], lines_found: Sequence[str]) -> bool:
    """True if lines are equal but for one uniform change of indentation."""
    return len(lines_there) == len(lines_found) and uniform_map(lines_there, lines_found) is not None


def _sides(interpretation: Interpretation) -> tuple[list[str], list[str]]:
    return block_lines(interpretation.search), block_lines(interpretation.replace)


def _adjusted_sides(index: FileIndex, match: Match) -> tuple[list[str], list[str]]:
    """The lines of a match before and after the adjusted change; empty if that reaches outside the match."""
    start, end = match.span
    if any(not start <= splice.start <= splice.end <= end for splice in match.change.splices):
        return [], []
    inside = Change(tuple(Splice(s.start - start, s.end - start, s.text) for s in match.change.splices))
    old = index.text[start:end]
    return old.splitlines(), inside.apply(old).splitlines()


def _are_around(
    index: FileIndex, lines: LineRange, run: Sequence[str], *, at_any_depth: bool = False
) -> bool:
    """True if a run of these lines in the file contains a match."""
    return any(_runs_around(index, lines, run, at_any_depth=at_any_depth))


def _runs_around(
    index: FileIndex, lines: LineRange, run: Sequence[str], *, at_any_depth: bool = False
) -> Iterator[LineRange]:
    """The runs of these lines in the file, 1-based, that contain a match.

    At the end of the file, blank lines at their end may be missing.
    """
    quoted = lines[1] - lines[0] + 1
    filled = len(run) - next((n for n, line in enumerate(reversed(run)) if line.strip()), 0)
    return (
        (first + 1, first + count)
        for count in {min(max(filled, quoted + 1), len(run)), len(run)}
        for first in index.find(without_indentation, list(map(without_indentation, run[:count])), 100)
        if first < lines[0]
        and lines[1] <= first + count
        and (count == len(run) or first + count == len(index.lines))
        and (at_any_depth or uniform_map(run[:count], index.bodies[first : first + count]) is not None)
    )


def _repeats_text(index: FileIndex, match: Match) -> bool:
    for end in ("\n", "\r\n"):
        sought, put = (
            text.replace("\n", end) for text in (match.interpretation.search, match.interpretation.replace)
        )
        at = put.find(sought)
        while at >= 0:
            start = match.span[0] - at
            if start >= 0 and put == index.text[start : start + len(put)]:
                return True
            at = put.find(sought, at + 1)
    return False


def _only_adds(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if the new lines contain all of the old ones, and more around them."""
    if not 0 < len(old) < len(new):
        return False
    search, put = list(map(without_indentation, old)), list(map(without_indentation, new))
    if not set(search) <= set(put):
        return False
    return any(put[at : at + len(search)] == search for at in range(len(put) - len(search) + 1))


def _is_distinctive(text: str, least: int = _MIN_DISTINCTIVE) -> bool:
    """True if a text has `least` characters, whitespace aside, so that it is hardly there by chance."""
    return len("".join(text.split())) >= least


def only_removes(interpretation: Interpretation) -> bool:
    """True if the new text is a remainder of the old one, so that finding it proves nothing."""
    old, new = (
        [line.strip() for line in block_lines(text)]
        for text in (interpretation.search, interpretation.replace)
    )
    left = iter(old)
    if all(line in left for line in new if line):
        return True
    search, put = ("".join(text.split()) for text in (interpretation.search, interpretation.replace))
    return sum(common_ends(search, put)) == len(put)


def _new_text_lines(
    index: FileIndex, interpretation: Interpretation, *, is_text: bool = False
) -> LineRange | None:
    """The lines of the only occurrence of the new text; None if there are several, or it says little.

    Several prove nothing: one of them may be the example that the edit follows elsewhere.

    Args:
        index: The index of a text without the old lines.
        interpretation: The block's interpretation.
        is_text: True if its texts may begin or end within a line.
    """
    if only_removes(interpretation) or not _is_distinctive(interpretation.replace):
        return None
    if is_text:
        starts = text_starts(index, interpretation.replace)
        if len(starts) != 1:
            return None
        end = starts[0] + len(interpretation.replace)
        return (index.lines.at(starts[0]) + 1, index.lines.at(max(end - 1, starts[0])) + 1)
    key = without_trailing_whitespace
    filled = [line for line in map(key, block_lines(interpretation.replace)) if line]
    runs = index.find_nonblank(key, filled, 2) if filled else []
    return (runs[0][0] + 1, runs[0][-1] + 1) if len(runs) == 1 else None


def follows_from(interpretation: Interpretation) -> bool:
    """True if the new text shares a line with the old one, or resembles it.

    Otherwise it may be in the file for another reason, and proves nothing about the old text.
    """
    old, new = (
        {line.strip() for line in block_lines(text)}
        for text in (interpretation.search, interpretation.replace)
    )
    if any(is_informative(line) for line in old & new):
        return True
    return (
        likeness.normalized_similarity(interpretation.search.strip(), interpretation.replace.strip())
        >= _MIN_REPLACED_LIKENESS
    )


def is_new_text_of(index: FileIndex, interpretation: Interpretation, *, is_text: bool = False) -> bool:
    """True if a text without the old lines verifiably has the result of the block.

    It has the new text once, and nothing else that resembles the old text.
    """
    lines = _new_text_lines(index, interpretation, is_text=is_text)
    return lines is not None and not _is_alike_elsewhere(index, interpretation, lines)


def _is_alike_elsewhere(index: FileIndex, interpretation: Interpretation, lines: LineRange) -> bool:
    """True if the text has lines that resemble the old text, other than those of the new text.

    Args:
        index: The index of the text.
        interpretation: The block's interpretation.
        lines: The lines of the new text.
    """
    old = block_lines(interpretation.search)
    for line in {line.strip() for line in old if _is_distinctive(line)}:
        is_rare = index.occurrences.count(line) <= _MAX_LINE_OCCURRENCES
        matches = index.occurrences.of(line, _MAX_LINE_OCCURRENCES) if is_rare else []
        if any(not lines[0] <= n + 1 <= lines[1] for n in matches):
            return True
    similar = _windows_beside(index, interpretation, lines)
    return similar.is_cut_short or any(window.score >= _MIN_EDITED_LIKENESS for window in similar.windows)


def _windows_beside(index: FileIndex, interpretation: Interpretation, lines: LineRange) -> Similar:
    """The windows most similar to the old text, outside the lines of the new text."""
    starts = index.lines.starts
    above, below = index.text[: starts[lines[0] - 1]], index.text[starts[lines[1]] :]
    return similar_windows(index.of(f"{above}{index.line_end}{below}"), block_lines(interpretation.search))
