"""Computes the depth in the file of each new line of a block.

The old lines show how the block's depths map to the file's. The new lines may have the same
damage, or have the file's depths already although the old lines do not; the lines that the
block keeps decide which. Where depths follow no rule, a new line takes the depth of an
adjacent line, and that is a guess.
"""

from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import alike_pairs, line_opcodes
from editreview.file_kinds import YAML
from editreview.first_use import lazy_pattern
from editreview.matching.code import PAGES, SCRIPT_LANGUAGES, brackets, language_of, rows_in_strings
from editreview.matching.depth import (
    ByUnit,
    FirstLine,
    IndentMap,
    Uneven,
    Uniform,
    depth_map,
    opens_block,
    uniform_map,
)
from editreview.matching.file_index import FileIndex, PerFile
from editreview.matching.long_strings import LongString, Placed, long_strings, place_lines
from editreview.matching.model import Query
from editreview.text import MAX_PARSED_TEXT, indentation

LINE_BY_LINE = "indented line by line"
_AS_WRITTEN = "indented as written"
_MAX_COMPARED = 10_000
"""Old lines times new ones, up to which they are paired by likeness."""
_OPENING = ("{", "(", "[")
_CLOSING = ("}", ")", "]")
_SAME_DEPTH = ("}", ")", "]", "case ", "default", "public", "private", "protected", "#")
"""Beginnings of lines that may be no deeper than the opening line above them."""

_STRING = lazy_pattern(r"\\.|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'")
_BY_BRACKETS = frozenset(
    "c cpp csharp css go java javascript json kotlin php rust scala solidity swift tsx typescript".split()
)
"""Languages in which brackets alone say how deep a line is."""
_ELEMENT = lazy_pattern(r"</?[A-Za-z>]")
_SWITCH = lazy_pattern(r"(?:\}\s*)?(?:switch|select)\b")
_LABEL = lazy_pattern(r"(?:case\b|default\b\s*(?::|->|=>)|@unknown default\b)")
"""The beginning of a branch of a `switch`."""
_LABELS_AT_MARGIN = ("c", "cpp", "go", "swift")
"""Languages in which these are as deep as the `switch`, unless the file shows another style."""
_AT_MARGIN = lazy_pattern(r"(?:inline\s+)?namespace\b|extern\s+\"")
"""The beginning of a block in C++ whose lines are not indented."""
_OUTER_LABEL = lazy_pattern(
    r"(?!default\b)(?:(?:public|private|protected|signals)\b(?:\s+\w+)?\s*|\w+):(?!:)\s*(?://.*)?$"
)
"""A label in C and C++ that is as deep as the block around it: `private:`, `out:`."""
_GOES_ON = lazy_pattern(r"(?:\?\.|\.(?!\.)|\?\?|\?:\s|&&|\|\||[?:+/|&]\s|[=-]>\s)")
"""The beginning of a line that goes on with the statement above it."""
_BODY_BELOW = lazy_pattern(r"(?:\}\s*)?(?:(?:if|for|while|else if)\s*(?P<condition>\().*\)|else)$")
"""A line whose body may be the next line alone, without braces."""
CurrentLines = Sequence[str | None]
"""By old line of a block: the file's line that it matches, without its end; None if there is none."""


class Indents(Struct, frozen=True):
    """The depths of a block's lines at one match."""

    search: Sequence[str]
    """The old lines. Those that the new text keeps have the depth that they have there."""
    new: Sequence[str | None]
    """By new line: its indentation in the file; None if unknown."""
    adjusted: str | None = None
    """Describes how the block was re-indented, for users; None if it was not."""
    guessed: frozenset[int] = frozenset()
    """The new lines whose depth is a guess."""
    in_strings: Mapping[int, bool] = {}
    """The new lines inside of new strings: True if their depth is a guess, which changes the string."""


IndentsOf = Callable[[FileIndex, Query, CurrentLines, int], Indents | None]
"""Takes the index of the file, the block, the lines that it matches, and the first of them, 0-based."""


def as_written(index: FileIndex, query: Query, current: CurrentLines, first: int) -> Indents:
    """The new lines with the block's own indentation."""
    return Indents(query.search, [indentation(line) for line in query.replace])


def by_rule(index: FileIndex, query: Query, current: CurrentLines, first: int) -> Indents | None:
    """Maps the block's depths to the file's by one rule; None if they follow none."""
    return _indents(index, query, current, first, is_by_rule=True)


def line_by_line(index: FileIndex, query: Query, current: CurrentLines, first: int) -> Indents:
    """Keep the depth of the file's lines; without a rule, new lines take that of adjacent lines."""
    indents = _indents(index, query, current, first, is_by_rule=False)
    assert indents is not None
    return indents


def _rule(index: FileIndex, query: Query, current: CurrentLines) -> IndentMap | None:
    pairs = [(old, line) for old, line in zip(query.search, current, strict=True) if line is not None]
    search, file = [old for old, _ in pairs], [line for _, line in pairs]
    uniform = uniform_map(search, file)
    is_one_depth = len({indentation(line) for line in search if line.strip()}) == 1
    if uniform is not None and (uniform == Uniform() or not is_one_depth):
        return uniform
    return depth_map(search, file, query.depth_unit, index.depth_unit)


def _indents(
    index: FileIndex, query: Query, current: CurrentLines, first: int, *, is_by_rule: bool
) -> Indents | None:
    rule = _rule(index, query, current)
    if rule == Uniform():
        return as_written(index, query, current, first)
    is_uneven = rule is None or isinstance(rule, Uneven)
    strings = _Strings(index, query, current, first, is_uneven=is_uneven) if query.long_strings else None
    if strings is None or not strings.has_any:
        return None if rule is None and is_by_rule else _indents_of_code(index, query, current, rule)
    code, current_code = strings.without_lines
    if rule is not None or strings.unmoved:
        rule = _rule(index, code, current_code) or rule
    if rule is None and is_by_rule:
        return None
    return strings.placed(_indents_of_code(index, code, current_code, rule), rule)


def _indents_of_code(
    index: FileIndex, query: Query, current: CurrentLines, rule: IndentMap | None
) -> Indents:
    lines = _Lines(query, current)
    unit = index.depth_unit if lines.new else None
    if lines.has_file_depths:
        new: list[str | None] = [indentation(line) for line in query.replace]
        guessed = lines.with_search_depths | lines.implausible(new, unit)
        if (first := lines.first_without_depth) is not None:
            n, new[n] = first
            guessed.add(n)
        return Indents(lines.search_at_file_depths, new, _AS_WRITTEN, frozenset(guessed))
    depth = lines.only_depth if rule is None else rule.depth
    new = [depth(indentation(line)) for line in query.replace]
    guessed = lines.flattened
    both = [*query.search, *query.replace]
    is_mixed = lines.is_mixed and not (isinstance(rule, Uniform) and lines.is_mostly_as_search)
    if rule is None or not is_even(rule, both) or is_mixed or lines.is_first_line_only:
        adjacent = lines.adjacent_depths(new, unit)
        new = [
            adjacent[n] if n in lines.new and mapped is not None and adjacent[n] is not None else mapped
            for n, mapped in enumerate(new)
        ]
        guessed |= lines.new | lines.moved
        if lines.is_first_line_only:
            guessed -= {n for n in lines.new if not indentation(query.replace[n])}
    elif isinstance(rule, FirstLine):
        guessed |= {n for n in lines.new if n and indentation(query.replace[n]) == rule.block}
    elif implausible := lines.implausible(new, unit):
        adjacent = lines.adjacent_depths(new, unit)
        new = [
            adjacent[n] if n in implausible and adjacent[n] is not None else depth
            for n, depth in enumerate(new)
        ]
        guessed |= implausible
    if rule is None:
        adjusted = LINE_BY_LINE
    else:
        adjusted = f"{'shifted' if isinstance(rule, Uniform) else 'indented'} {rule.describe()}"
    if is_mixed or lines.is_mixed:
        # The block may leave them where they are, or move them there.
        guessed |= lines.kept_at_file_depth
    search = lines.search_as_kept if is_mixed else query.search
    return Indents(search, new, adjusted, frozenset(guessed))


def is_even(rule: IndentMap, lines: Sequence[str]) -> bool:
    """True if a rule holds for every line of a block, including those that it was not derived from."""
    if isinstance(rule, ByUnit):
        return all(not indentation(line).replace(rule.block, "") for line in lines)
    return not isinstance(rule, Uneven)


def _open_and_close(brackets: list[bool], line: str) -> None:
    """Change the brackets that are open above a line to those that are open below it.

    Args:
        brackets: Outermost first: True for those that lines are aligned with.
        line: The line.
    """
    code = _STRING.sub("''", line).rstrip()
    for at, sign in enumerate(code):
        if sign in "([{":
            brackets.append(sign != "{" and at + 1 < len(code))
        elif sign in ")]}" and brackets:
            brackets.pop()


def _shows(rule: IndentMap | None, pairs: Sequence[tuple[str, str]]) -> bool:
    """True if lines of the block and of the file follow a rule, and some of them are indented."""
    return (
        rule is not None
        and any(indentation(line) for line, _ in pairs)
        and all(rule.depth(indentation(line)) == indentation(current) for line, current in pairs)
    )


_strings_of_files: PerFile[str, list[LongString]] = PerFile()


class _Strings:
    """The lines of a block inside of strings over several lines that do not follow the rule of the code.

    Args:
        index: The index of the file.
        query: The block.
        current: The lines that it matches.
        first: The first of them, 0-based.
        is_uneven: True if no simple rule holds for all of the old lines.
    """

    def __init__(
        self, index: FileIndex, query: Query, current: CurrentLines, first: int, *, is_uneven: bool
    ) -> None:
        self._query, self._current = query, current
        old, new = ([line.strip() for line in lines] for lines in (query.search, query.replace))
        self._kept: dict[int, int] = {}
        """By new line: the equal old line, indentation aside."""
        a = b = 0
        for a1, a2, b1, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
            self._kept.update(zip(range(b, b1), range(a, a1), strict=True))
            a, b = a2, b2
        self.unmoved: set[int] = set()
        """The old lines in strings that the file has as deep as the block, unlike the code."""
        for string in query.old_long_strings if is_uneven else ():
            rows = string.rows(query.search)
            if all(self._is_unmoved(row) for row in rows):
                self.unmoved.update(rows)
        in_file = self._strings_in_file(index, first)
        self._all: list[LongString] = []
        """The strings that are new, or have other lines than before, in order."""
        self._doubtful: set[LongString] = set()
        """Those that are none if the text is read together with the file above."""
        self._extended: list[tuple[Sequence[int], Sequence[tuple[str, str]]]] = []
        """The new lines in each string of which others are kept; these in the block and in the file."""
        for string in query.long_strings:
            self._add(string, is_in_file=(string.head, string.end) in in_file)

    def _is_unmoved(self, row: int) -> bool:
        current = self._current[row]
        return current is not None and indentation(current) == indentation(self._query.search[row])

    def _strings_in_file(self, index: FileIndex, first: int) -> set[tuple[int, int]]:
        """The first and last rows of the strings of the new text, as they are below the lines above it."""
        query = self._query
        found = query.long_strings
        if len(index.text) <= MAX_PARSED_TEXT:
            of_file = _strings_of_files.of(
                index, query.path, lambda: long_strings(index.bodies.plain(), query.path)
            )
            around = next((string for string in of_file if string.head < first < string.end), None)
            if around is not None:
                above = index.bodies.plain(around.head, first)
                read = long_strings([*above, *query.replace], query.path)
                return {(string.head - len(above), string.end - len(above)) for string in read}
        return {(string.head, string.end) for string in found}

    def _add(self, string: LongString, *, is_in_file: bool) -> None:
        rows = string.rows(self._query.replace)
        inside = rows[:-1] if string.has_end_alone else rows
        head = self._kept.get(string.head, len(self._query.search))
        kept = [
            (self._query.search[old], current)
            for row in inside
            if (old := self._kept.get(row)) is not None
            and (old in self._old_rows or old > head)
            and (current := self._current[old]) is not None
        ]
        if kept:
            if is_in_file:
                self._extended.append(([row for row in inside if row not in self._kept], kept))
        elif rows:
            self._all.append(string)
            if not is_in_file:
                self._doubtful.add(string)

    @cached_property
    def _old_rows(self) -> set[int]:
        old = self._query.old_long_strings
        return {row for string in old for row in range(string.head + 1, string.end)}

    @cached_property
    def _rows(self) -> set[int]:
        """The new lines, among them blank ones."""
        rows = {row for string in self._all for row in range(string.head + 1, string.end)}
        rows.update(row for row, old in self._kept.items() if old in self.unmoved)
        return rows.union(*(new for new, _ in self._extended))

    @property
    def has_any(self) -> bool:
        return bool(self._rows or self.unmoved)

    @property
    def without_lines(self) -> tuple[Query, CurrentLines]:
        """The block and the lines of the file, with blank lines in their place."""
        search, current = (
            ["" if n in self.unmoved else line for n, line in enumerate(lines)]
            for lines in (self._query.search, self._current)
        )
        replace = ["" if n in self._rows else line for n, line in enumerate(self._query.replace)]
        texts = [line or "" for line in search], replace
        return Query(self._query.interpretation, *texts, self._query.path), current

    def placed(self, code: Indents, rule: IndentMap | None) -> Indents:
        """The depths of all lines.

        Args:
            code: Those of the other lines.
            rule: The rule that they follow; None if there is none.
        """
        lines = self._query.replace
        depths = [indentation(lines[n]) if n in self._rows else depth for n, depth in enumerate(code.new)]
        is_guess: dict[int, bool] = {}
        if code.adjusted == _AS_WRITTEN:
            rule = Uniform()
        for rows, kept in self._extended:
            is_by_rule = rule == Uniform() or _shows(rule, kept)
            shift = rule if is_by_rule else uniform_map(*zip(*kept, strict=True)) or rule
            for row in rows:
                depths[row] = None if shift is None else shift.depth(indentation(lines[row]))
                is_guess[row] = False
        for string in self._all:
            placed = self._place(string, depths, rule, code.guessed)
            for row, depth in placed.depths.items():
                depths[row] = depth
                is_guess[row] = not placed.is_sure or string in self._doubtful
        search = [self._query.search[n] if n in self.unmoved else line for n, line in enumerate(code.search)]
        return replace(code, search=search, new=depths, in_strings=is_guess)

    def _place(
        self,
        string: LongString,
        depths: Sequence[str | None],
        rule: IndentMap | None,
        guessed: Collection[int],
    ) -> Placed:
        lines = self._query.replace
        head = depths[string.head]
        kept = self._kept.get(string.head)
        current = None if kept is None else self._current[kept]
        if current is not None:
            head = indentation(current)
        as_is = {row: indentation(lines[row]) for row in string.rows(lines)}
        if rule == Uniform():
            return Placed(as_is)
        known = {is_moved for at, is_moved in self._old_moves if kept in (None, at)}
        if known == {False} and string.is_text:
            return Placed(as_is)
        if known == {True} and string.is_text and rule is not None:
            moved = {row: rule.depth(margin) for row, margin in as_is.items()}
            return Placed({row: as_is[row] if depth is None else depth for row, depth in moved.items()})
        placed = place_lines(string, lines, head, rule)
        if string.is_text and string.head in guessed and placed.depths != as_is:
            return replace(placed, is_sure=False)
        return placed

    @cached_property
    def _old_moves(self) -> list[tuple[int, bool]]:
        """The first rows of old strings that do not follow the code, with True for those that the file moves.

        In the others, the lines are as deep in the block as in the file.
        """
        search = self._query.search
        found: list[tuple[int, bool]] = []
        for string in self._query.old_long_strings:
            rows = [row for row in string.rows(search) if self._current[row] is not None]
            depth = indentation(search[string.head])
            if not string.is_text or all(depth and search[row].startswith(depth) for row in rows):
                continue
            moved = {indentation(search[row]) != indentation(self._current[row] or "") for row in rows}
            if len(moved) == 1:
                found.append((string.head, moved.pop()))
        return found


class _Lines:
    """The lines of a block and of the file at a match whose depth differs from the block's."""

    def __init__(self, query: Query, current: CurrentLines) -> None:
        self._search, self._replace, self._current = query.search, query.replace, current
        self._is_yaml = query.path.lower().endswith(YAML)
        old, new = ([line.strip() for line in lines] for lines in (query.search, query.replace))
        self._kept: dict[int, int] = {}
        """By new line: the equal old line, indentation aside."""
        self._changed: dict[int, int] = {}
        """By new line: the old line that it replaces."""
        self._firsts: dict[int, int] = {}
        """By the first new line of each changed region: the first old line there."""
        a = b = 0
        for a1, a2, b1, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
            self._kept.update(zip(range(b, b1), range(a, a1), strict=True))
            if a1 < a2 and b1 < b2:
                self._firsts[b1] = a1
            if (a2 - a1) * (b2 - b1) <= _MAX_COMPARED:
                pairs = alike_pairs(old[a1:a2], new[b1:b2])
                self._changed.update((b1 + n, a1 + m) for m, n in pairs if new[b1 + n])
            a, b = a2, b2
        self._kept = {n: m for n, m in self._kept.items() if new[n]}
        self._firsts = {n: m for n, m in self._firsts.items() if new[n] and old[m]}

    @cached_property
    def new(self) -> set[int]:
        """The nonblank new lines that are not old lines."""
        return {n for n, line in enumerate(self._replace) if line.strip() and n not in self._kept}

    @cached_property
    def _matched(self) -> list[int]:
        """The nonblank old lines that the file has."""
        return [m for m, line in enumerate(self._search) if line.strip() and self._current[m] is not None]

    @cached_property
    def _file_depths(self) -> set[str]:
        """The indentations of the file's nonblank lines."""
        return {indentation(line) for line in self._current if line is not None and line.strip()}

    @property
    def _min_file_width(self) -> int:
        return min(map(_width, self._file_depths), default=0)

    def _votes(self, pairs: dict[int, int]) -> tuple[int, int]:
        """Count new lines with SEARCH's depth and with the file's, where these two differ."""
        as_search = as_file = 0
        for n, m in pairs.items():
            search_depth, file_depth, new_depth = self._depths(n, m)
            if search_depth != file_depth is not None:
                as_search += new_depth == search_depth
                as_file += new_depth == file_depth
        return as_search, as_file

    def _depths(self, n: int, m: int) -> tuple[str, str | None, str]:
        """The depths of old line `m` in SEARCH and in the file, and that of new line `n`."""
        current = self._current[m]
        return (
            indentation(self._search[m]),
            None if current is None else indentation(current),
            indentation(self._replace[n]),
        )

    @property
    def moved(self) -> set[int]:
        """Kept lines with neither SEARCH's depth nor the file's, where these two differ."""
        depths = ((n, *self._depths(n, m)) for n, m in self._kept.items())
        return {
            n
            for n, search_depth, file_depth, new_depth in depths
            if file_depth is not None and new_depth != search_depth != file_depth != new_depth
        }

    @property
    def is_mixed(self) -> bool:
        """True if some of the kept lines have SEARCH's depth, and others the file's."""
        return all(self._votes(self._kept))

    @property
    def is_mostly_as_search(self) -> bool:
        """True if more kept lines have SEARCH's depth than the file's, where these two differ."""
        as_search, as_file = self._votes(self._kept)
        return as_search > as_file

    @property
    def has_file_depths(self) -> bool:
        """True if the new text has the file's depths although the old text does not."""
        as_search, as_file = self._votes(self._kept)
        if as_search or not self._changes_content:
            return False
        if as_file:
            return not self._is_wrapped
        as_search, as_file = self._votes(self._changed | self._firsts)
        if as_search or as_file:
            return not as_search and not self._is_wrapped
        first = next((n for n, line in enumerate(self._replace) if line.strip()), None)
        if first is None or not self._matched:
            return False
        search_depth, file_depth, new_depth = self._depths(first, self._matched[0])
        return search_depth != file_depth == new_depth

    @property
    def _changes_content(self) -> bool:
        """True if the block does more than re-indent its lines."""
        return bool(self.new) or len(self._kept) < sum(bool(line.strip()) for line in self._search)

    @property
    def with_search_depths(self) -> set[int]:
        """New lines with a depth that SEARCH has and the file does not."""
        search_depths = {
            indentation(line)
            for line, current in zip(self._search, self._current, strict=True)
            if current is not None and line.strip() and indentation(line) != indentation(current)
        }
        return {
            n for n in self.new if indentation(self._replace[n]) in search_depths - self._file_depths - {""}
        }

    @property
    def is_first_line_only(self) -> bool:
        """True if the one matched line has no indentation in SEARCH, and indented new lines fit its depth.

        Not if new lines below the first have none either: then all of them lost it.
        """
        if len(self._matched) != 1:
            return False
        line, current = self._search[self._matched[0]], self._current[self._matched[0]]
        if current is None or indentation(line):
            return False
        min_width = _width(indentation(current))
        others = [indentation(line) for line in self._replace if line.strip()][1:]
        return bool(others) and all(margin and _width(margin) >= min_width for margin in others)

    @property
    def first_without_depth(self) -> tuple[int, str] | None:
        """The first new line and the depth of the line it replaces, if only the first lines lost theirs."""
        first = min((n for n, line in enumerate(self._replace) if line.strip()), default=None)
        if first is None or first not in self.new or not self._matched:
            return None
        search_depth, file_depth, new_depth = self._depths(first, self._matched[0])
        others = (self._depths(first, m)[:2] for m in self._matched[1:])
        if file_depth is None or new_depth or search_depth or not file_depth:
            return None
        return None if any(search != file for search, file in others) else (first, file_depth)

    @cached_property
    def _aligned(self) -> set[int]:
        """New lines that are aligned with code after a bracket, deeper than the line that opens it."""
        aligned: set[int] = set()
        brackets: list[bool] = []
        width = 0
        for n, line in enumerate(self._replace):
            if brackets and brackets[-1] and n in self.new and _width(indentation(line)) > width:
                aligned.add(n)
            elif line.strip():
                width = _width(indentation(line))
            _open_and_close(brackets, line)
        return aligned

    def implausible(self, depths: Sequence[str | None], unit: str | None) -> set[int]:
        """New lines too deep below the line above them, or less deep than all of the file's lines.

        The latter only if one of the file's lines has the depth that they have in the block. Lines that
        are aligned with code after a bracket are left out.
        """
        implausible: set[int] = set()
        width = len((unit or "").expandtabs())
        above: str | None = None
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            depth = depths[n]
            current = self._current[self._kept[n]] if n in self._kept else None
            if current is not None:
                depth = indentation(current)
            if n in self.new and depth is not None:
                new_depth = indentation(line)
                is_outside = (
                    _width(depth) < self._min_file_width
                    and new_depth in self._file_depths
                    and new_depth != depth
                )
                step = 0 if above is None else _width(depth) - _width(above)
                # The rest of a statement is often two steps deeper.
                most = 2 * width if _GOES_ON.match(line.lstrip()) else width
                is_odd = bool(width) and (step > most or (step < 0 and -step % width > 0))
                if is_outside or (is_odd and n not in self._aligned):
                    implausible.add(n)
            if n not in self._aligned:
                above = depth
        return implausible

    @cached_property
    def _is_wrapped(self) -> bool:
        """True if a new line opens a block around the old ones, less deep than they are in the file."""
        first = min([*self._kept, *self._changed, *self._firsts])
        return any(
            line.strip() and _width(indentation(line)) < self._min_file_width
            for line in self._replace[:first]
        )

    @property
    def search_at_file_depths(self) -> list[str]:
        """The old lines with the file's depths."""
        return [
            line if current is None or not line.strip() else indentation(current) + line.lstrip(" \t")
            for line, current in zip(self._search, self._current, strict=True)
        ]

    @property
    def search_as_kept(self) -> list[str]:
        """The old lines; those that the new text keeps at the file's depth have that depth."""
        lines = list(self._search)
        for n in self.kept_at_file_depth:
            m = self._kept[n]
            lines[m] = indentation(self._replace[n]) + lines[m].lstrip(" \t")
        return lines

    @property
    def kept_at_file_depth(self) -> set[int]:
        """The kept lines with the file's depth in the new text, but another one in the old text."""
        depths = ((n, *self._depths(n, m)) for n, m in self._kept.items())
        return {
            n for n, search_depth, file_depth, new_depth in depths if new_depth == file_depth != search_depth
        }

    @property
    def flattened(self) -> set[int]:
        """New lines that lost their depth: no deeper than the line above, which opens a bracket.

        Where all new lines have one depth, the new ones below these lost it too, and so did those that
        close what no line opens or, in YAML, hold only a key.
        """
        flattened: set[int] = set()
        is_one_depth = len({indentation(line) for line in self._replace if line.strip()}) == 1
        above, depth_above = "", 0
        opened = 0
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            is_inside = above.rstrip().endswith(_OPENING) and not line.lstrip().startswith(_SAME_DEPTH)
            is_inside |= self._is_yaml and above.lstrip().startswith("- ") and line.lstrip()[0] != "-"
            if is_inside and n not in self._kept and _width(indentation(line)) <= depth_above:
                flattened.add(n)
            opened += line.rstrip().endswith(_OPENING) - line.lstrip().startswith(_CLOSING)
            is_key = self._is_yaml and line.rstrip().endswith(":")
            if is_one_depth and n in self.new and (opened < 0 or is_key):
                flattened.add(n)
            above = line
            if n not in self._aligned:
                depth_above = _width(indentation(line))
        if flattened and is_one_depth:
            flattened |= {n for n in self.new if n > min(flattened)}
        return flattened

    def only_depth(self, margin: str) -> str | None:
        """The depth in the file of all old lines with this one in SEARCH; None if they have several."""
        return self._only_depths.get(margin)

    @cached_property
    def _only_depths(self) -> dict[str, str | None]:
        """By the depth of old lines: their depth in the file, None if they have several."""
        depths: dict[str, str | None] = {}
        for line, current in zip(self._search, self._current, strict=True):
            if current is not None and line.strip():
                file_depth = indentation(current)
                same = depths.setdefault(indentation(line), file_depth) == file_depth
                depths[indentation(line)] = file_depth if same else None
        return depths

    def adjacent_depths(self, mapped: Sequence[str | None], unit: str | None) -> list[str | None]:
        """By new line: the depth of an adjacent line in the file, or else the one in `mapped`."""
        pairs = {n: m for n, m in (self._changed | self._kept).items() if self._current[m] is not None}
        depths: list[str | None] = [None] * len(self._replace)
        above: int | None = None
        paired = sorted(pairs)
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            if n in self._kept:
                depths[n] = self._depths(n, pairs[n])[1] if n in pairs else None
            else:
                at = bisect(paired, n)
                below = paired[at] if at < len(paired) else None
                depths[n] = self._adjacent_depth(n, above, below, depths, pairs, unit) or mapped[n]
            above = n
        return depths

    def _adjacent_depth(
        self,
        n: int,
        above: int | None,
        below: int | None,
        depths: Sequence[str | None],
        pairs: dict[int, int],
        unit: str | None,
    ) -> str | None:
        new_depth = indentation(self._replace[n])
        search_depth, file_depth, _ = self._depths(n, pairs[n]) if n in pairs else (None, None, "")
        if new_depth in (search_depth, file_depth):
            return file_depth
        depth_above = None if above is None else depths[above]
        if above is not None and depth_above is not None:
            is_closer = self._replace[n].lstrip().startswith(_SAME_DEPTH)
            if opens_block(self._replace[above]) and not is_closer:
                return depth_above + unit if unit else None
            if new_depth in (indentation(self._replace[above]), depth_above):
                return depth_above
        if below is not None:
            below_depths = self._depths(below, pairs[below])
            if new_depth in below_depths:
                return below_depths[1]
        return None


def _width(margin: str) -> int:
    return len(margin.expandtabs())


def indented_by_brackets(text: str, path: str, index: FileIndex) -> str:
    """A text of several blocks that has no indentation at all, with that which its brackets show.

    The same text if its language needs more than brackets, if these do not match, or if the file has no
    indentation. Chats lose it where code is pasted as plain text.

    Args:
        text: Code for a file, with line feeds for line ends.
        path: The path of the file; code for a page is taken for a script or styles.
        index: The index of the file.
    """
    lower, unit = path.lower(), index.depth_unit
    language = "typescript" if lower.endswith(PAGES) else language_of(path)
    if lower.endswith((".scss", ".less")):
        language = "css"
    lines = text.split("\n")
    if unit is None or language not in _BY_BRACKETS or any(line[:1].isspace() for line in lines):
        return text
    if language in SCRIPT_LANGUAGES and any(map(_ELEMENT.match, lines)):
        return text
    found = _depths_by_brackets(lines, language, has_labels_at_margin=_has_labels_at_margin(index, language))
    if found is None or not any(found):
        return text
    within = rows_in_strings(text, (row for row, line in enumerate(lines) if line), language)
    indented: list[str] = []
    is_in_comment = False
    for row, (line, depth) in enumerate(zip(lines, found, strict=True)):
        # A line of a comment with stars is a space deeper than its first one.
        is_starred = is_in_comment and line.startswith("*")
        indented.append(line if row in within or not line else f"{unit * depth}{' ' * is_starred}{line}")
        is_in_comment = "*/" not in line if is_in_comment else line.startswith("/*") and "*/" not in line
    return "\n".join(indented)


def _has_labels_at_margin(index: FileIndex, language: str) -> bool:
    """True if the branches of a `switch` are as deep as it: as in the file, or in most of its language."""
    lines = [line for line in index.bodies.plain() if line.strip()]
    for line, below in pairwise(lines):
        if _SWITCH.match(line.strip()) is not None and _LABEL.match(below.strip()) is not None:
            return indentation(line) == indentation(below)
    return language in _LABELS_AT_MARGIN


def _depths_by_brackets(
    lines: Sequence[str], language: str, *, has_labels_at_margin: bool
) -> list[int] | None:
    """The depth of each line, as its brackets show; None if these do not match.

    A line is a step deeper than the one that opens the innermost bracket around it, and one that begins with
    the bracket that closes that is as deep as it.
    """
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    signs: list[list[tuple[str, int]]] = [[] for _ in lines]
    for sign, at in brackets("\n".join(lines), language):
        if sign in _OPENING or sign in _CLOSING:
            signs[bisect(starts, at) - 1].append((sign, at))
    depths: list[int] = []
    opened: list[tuple[str, int, str]] = []
    """The brackets around a line: each with the depth of its line, and that line."""
    above = ""
    for row, line in enumerate(lines):
        depth = 0
        if opened:
            _, outer, head = opened[-1]
            is_switch = _SWITCH.match(head) is not None
            is_inner = not (language in ("c", "cpp") and (_AT_MARGIN.match(head) or _OUTER_LABEL.match(line)))
            depth = outer + (2 if is_switch and not has_labels_at_margin else int(is_inner))
            if is_switch and _LABEL.match(line) is not None:
                depth -= 1
        if line.startswith(_CLOSING):
            depth = opened[-1][1] if opened else 0
        elif line.startswith("#") and language in ("c", "cpp"):
            depth = 0
        else:
            ends = ",;{" if line.startswith((".", "?.")) else ",;{}"
            goes_on = language != "css" and _GOES_ON.match(line) and above and above[-1] not in ends
            depth += bool(goes_on) or (_has_body_below(above) and not line.startswith("{"))
        depths.append(depth)
        for sign, _ in signs[row]:
            if sign in _OPENING:
                opened.append((sign, depth, line))
            elif not opened or _OPENING.index(opened.pop()[0]) != _CLOSING.index(sign):
                return None
        above = line if line else above
    return depths


def _has_body_below(line: str) -> bool:
    """True if the body of a line is the next one, without braces: `if (done)`, but not `if (done) stop()`."""
    head = _BODY_BELOW.match(line)
    if head is None or head["condition"] is None:
        return head is not None
    depth = 0
    for at in range(head.start("condition"), len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if not depth:
            return at == len(line) - 1
    return False
