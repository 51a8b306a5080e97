"""The depth in the file of each new line of a block.

The old lines tell how the block's depths lie in the file. The new lines may suffer from the same
damage, or be as deep as the file already while the old lines are not: lines that the block keeps
tell which. Where depths follow no rule, a new line is as deep as the line next to it, and that is
a guess.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct

from editreview.alignment import alike_pairs, line_opcodes
from editreview.matching.depth import (
    ByUnit,
    FirstLine,
    IndentMap,
    Uneven,
    Uniform,
    depth_map,
    indentation,
    opens_block,
    uniform_map,
)
from editreview.matching.file_index import FileIndex
from editreview.matching.model import Query

LINE_BY_LINE = "indented line by line"
_AS_WRITTEN = "indented as written"
_MAX_COMPARED = 10_000
"""The most pairs of old and new lines that are compared to match them up."""
_OPENING = ("{", "(", "[")
_CLOSING = ("}", ")", "]")
_AS_DEEP = ("}", ")", "]", "case ", "default", "public", "private", "protected", "#")
"""A line may begin so that is no deeper than the opening one above it."""

Found = Sequence[str | None]
"""By old line of a block: the file's line that it is, without its end."""


class Indents(Struct, frozen=True):
    """The depths of a block's lines at one match."""

    search: Sequence[str]
    """The old lines, as deep as the new text has those that it keeps."""
    new: Sequence[str | None]
    """By new line: its indentation in the file; None if unknown."""
    adjusted: str | None = None
    """The way the block was re-indented, for users; None if it was not."""
    guessed: frozenset[int] = frozenset()
    """The new lines whose depth is a guess."""


IndentsOf = Callable[[FileIndex, Query, Found], Indents | None]


def as_written(index: FileIndex, query: Query, found: Found) -> Indents:
    """The new lines with the block's own indentation."""
    return Indents(query.search, [indentation(line) for line in query.replace])


def by_rule(index: FileIndex, query: Query, found: Found) -> Indents | None:
    """Each depth of the block is one of the file; None if they do not lie so."""
    rule = _rule(index, query, found)
    return None if rule is None else _indents(index, query, found, rule)


def line_by_line(index: FileIndex, query: Query, found: Found) -> Indents:
    """Lines of the file are as deep as they are; a new line is as deep as the lines next to it."""
    return _indents(index, query, found, _rule(index, query, found))


def _rule(index: FileIndex, query: Query, found: Found) -> IndentMap | None:
    pairs = [(ours, theirs) for ours, theirs in zip(query.search, found, strict=True) if theirs is not None]
    ours, theirs = [ours for ours, _ in pairs], [theirs for _, theirs in pairs]
    uniform = uniform_map(ours, theirs)
    is_one_depth = len({indentation(line) for line in ours if line.strip()}) == 1
    if uniform is not None and (uniform == Uniform() or not is_one_depth):
        return uniform
    return depth_map(ours, theirs, query.depth_unit, index.depth_unit)


def _indents(index: FileIndex, query: Query, found: Found, rule: IndentMap | None) -> Indents:
    if rule == Uniform():
        return as_written(index, query, found)
    lines = _Lines(query, found)
    unit = index.depth_unit if lines.new else None
    if lines.is_deep_already:
        new: list[str | None] = [indentation(line) for line in query.replace]
        guessed = lines.as_deep_as_search | lines.odd(new, unit)
        if (first := lines.first_without_depth) is not None:
            n, new[n] = first
            guessed.add(n)
        return Indents(lines.as_in_file, new, _AS_WRITTEN, frozenset(guessed))
    depth = lines.only_depth if rule is None else rule.depth
    new = [depth(indentation(line)) for line in query.replace]
    guessed = lines.flat
    both = [*query.search, *query.replace]
    is_mixed = lines.is_mixed and not (isinstance(rule, Uniform) and lines.is_mostly_as_search)
    if rule is None or not is_even(rule, both) or is_mixed or lines.is_first_line_only:
        near = lines.beside(new, unit)
        new = [
            near[n] if n in lines.new and ruled is not None and near[n] is not None else ruled
            for n, ruled in enumerate(new)
        ]
        guessed |= lines.new | lines.moved
        if lines.is_first_line_only:
            guessed -= {n for n in lines.new if not indentation(query.replace[n])}
    elif isinstance(rule, FirstLine):
        guessed |= {n for n in lines.new if n and indentation(query.replace[n]) == rule.block}
    elif odd := lines.odd(new, unit):
        near = lines.beside(new, unit)
        new = [near[n] if n in odd and near[n] is not None else depth for n, depth in enumerate(new)]
        guessed |= odd
    if rule is None:
        said = LINE_BY_LINE
    else:
        said = f"{'shifted' if isinstance(rule, Uniform) else 'indented'} {rule.describe()}"
    if is_mixed or lines.is_mixed:
        # The block may leave them where they are, or move them there.
        guessed |= lines.as_in_file_already
    search = lines.as_kept if is_mixed else query.search
    return Indents(search, new, said, frozenset(guessed))


def is_even(rule: IndentMap, lines: Sequence[str]) -> bool:
    """True if a rule holds for every line of a block, also for one that it was not made from."""
    if isinstance(rule, ByUnit):
        return all(not indentation(line).replace(rule.block, "") for line in lines)
    return not isinstance(rule, Uneven)


class _Lines:
    """The lines of a block and of the file at a match that is not as deep as the block."""

    def __init__(self, query: Query, found: Found) -> None:
        self._search, self._replace, self._found = query.search, query.replace, found
        self._has_items = query.path.lower().endswith((".yaml", ".yml"))
        old, new = ([line.strip() for line in lines] for lines in (query.search, query.replace))
        self._kept: dict[int, int] = {}
        """By new line: the old line that it is, depth aside."""
        self._changed: dict[int, int] = {}
        """By new line: the old line that it takes the place of."""
        self._firsts: dict[int, int] = {}
        """The first new lines where some changed, and the first old ones there."""
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
        """The new lines, blank ones aside, that are no old ones."""
        return {n for n, line in enumerate(self._replace) if line.strip() and n not in self._kept}

    def _votes(self, pairs: dict[int, int]) -> tuple[int, int]:
        """Counts the lines as deep as in SEARCH, and those as deep as in the file, where these two differ."""
        of_block = of_file = 0
        for n, m in pairs.items():
            ours, theirs, put = self._depths(n, m)
            if ours != theirs is not None:
                of_block += put == ours
                of_file += put == theirs
        return of_block, of_file

    def _depths(self, n: int, m: int) -> tuple[str, str | None, str]:
        """The depth of an old line in the block and in the file, and that of the new line."""
        there = self._found[m]
        return (
            indentation(self._search[m]),
            None if there is None else indentation(there),
            indentation(self._replace[n]),
        )

    @property
    def moved(self) -> set[int]:
        """Kept lines that are as deep neither as in SEARCH nor as in the file, where these two differ."""
        depths = ((n, *self._depths(n, m)) for n, m in self._kept.items())
        return {n for n, ours, theirs, put in depths if theirs is not None and put != ours != theirs != put}

    @property
    def is_mixed(self) -> bool:
        """True if some of the kept lines are as deep as in SEARCH, and others as in the file."""
        return all(self._votes(self._kept))

    @property
    def is_mostly_as_search(self) -> bool:
        """True if more kept lines are as deep as in SEARCH than as in the file, where these two differ."""
        of_block, of_file = self._votes(self._kept)
        return of_block > of_file

    @property
    def is_deep_already(self) -> bool:
        """True if the new text is as deep as the file, though the old text is not."""
        of_block, of_file = self._votes(self._kept)
        if of_block or not self._says_more:
            return False
        if of_file:
            return not self._is_wrapped
        of_block, of_file = self._votes(self._changed | self._firsts)
        if of_block or of_file:
            return not of_block and not self._is_wrapped
        first = next((n for n, line in enumerate(self._replace) if line.strip()), None)
        told = [m for m, line in enumerate(self._search) if line.strip() and self._found[m] is not None]
        if first is None or not told:
            return False
        ours, theirs, put = self._depths(first, told[0])
        return ours != theirs == put

    @property
    def _says_more(self) -> bool:
        """True if the block does more than re-indent its lines."""
        return bool(self.new) or len(self._kept) < sum(bool(line.strip()) for line in self._search)

    @property
    def as_deep_as_search(self) -> set[int]:
        """New lines that are as deep as old ones which are not so in the file."""
        told = zip(self._search, self._found, strict=True)
        depths = {
            indentation(line)
            for line, own in told
            if own is not None and line.strip() and indentation(line) != indentation(own)
        }
        known = {indentation(own) for own in self._found if own is not None and own.strip()}
        return {n for n in self.new if indentation(self._replace[n]) in depths - known - {""}}

    @property
    def is_first_line_only(self) -> bool:
        """True if the one line found has no indentation in SEARCH, and indented new lines fit its depth."""
        told = [
            (line, own)
            for line, own in zip(self._search, self._found, strict=True)
            if line.strip() and own is not None
        ]
        if len(told) != 1 or indentation(told[0][0]):
            return False
        least = _width(indentation(told[0][1]))
        deeper = [indentation(line) for line in self._replace if line.strip() and indentation(line)]
        return bool(deeper) and all(_width(margin) >= least for margin in deeper)

    @property
    def first_without_depth(self) -> tuple[int, str] | None:
        """The first new line and the depth of the line it replaces, if just the first lines lost theirs."""
        told = [m for m, line in enumerate(self._search) if line.strip() and self._found[m] is not None]
        first = min((n for n, line in enumerate(self._replace) if line.strip()), default=None)
        if first is None or first not in self.new or not told:
            return None
        ours, theirs, put = self._depths(first, told[0])
        others = (self._depths(first, m)[:2] for m in told[1:])
        if theirs is None or put or ours or not theirs or any(its != own for its, own in others):
            return None
        return first, theirs

    def odd(self, depths: Sequence[str | None], unit: str | None) -> set[int]:
        """New lines too deep below the line above them, or less deep than all lines of the file there.

        The latter only if they would be as deep as one of those as they are written.
        """
        found: set[int] = set()
        own_depths = {indentation(own) for own in self._found if own is not None and own.strip()}
        least = min(map(_width, own_depths), default=0)
        above: str | None = None
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            here = depths[n]
            own = self._found[self._kept[n]] if n in self._kept else None
            if own is not None:
                here = indentation(own)
            if n in self.new and here is not None:
                put, width = indentation(line), len((unit or "").expandtabs())
                is_beside = _width(here) < least and put in own_depths and put != here
                step = 0 if above is None else _width(here) - _width(above)
                if is_beside or (width and (step > width or (step < 0 and -step % width))):
                    found.add(n)
            above = here
        return found

    @cached_property
    def _is_wrapped(self) -> bool:
        """True if a new line opens a block around the old ones, as deep as those are in SEARCH."""
        first = min([*self._kept, *self._changed, *self._firsts])
        own = [indentation(line) for line in self._found if line is not None and line.strip()]
        least = min(map(_width, own), default=0)
        return any(line.strip() and _width(indentation(line)) < least for line in self._replace[:first])

    @property
    def as_in_file(self) -> list[str]:
        """The old lines, as deep as the file has them."""
        return [
            line if own is None or not line.strip() else indentation(own) + line.lstrip(" \t")
            for line, own in zip(self._search, self._found, strict=True)
        ]

    @property
    def as_kept(self) -> list[str]:
        """The old lines; those that the new text keeps as deep as the file has them are so here too."""
        lines = list(self._search)
        for n in self.as_in_file_already:
            m = self._kept[n]
            lines[m] = indentation(self._replace[n]) + lines[m].lstrip(" \t")
        return lines

    @property
    def as_in_file_already(self) -> set[int]:
        """The kept lines that are as deep in the new text as in the file, and not so in the old text."""
        depths = ((n, self._depths(n, m)) for n, m in self._kept.items())
        return {n for n, (ours, theirs, put) in depths if put == theirs != ours}

    @property
    def flat(self) -> set[int]:
        """New lines that are no deeper than a line above that opens a bracket: their depth was lost.

        Where all lines are as deep, so was that of the new ones below these, and of those that close
        what none of the lines opens or, in YAML, have a key alone.
        """
        found: set[int] = set()
        is_one_depth = len({indentation(line) for line in self._replace if line.strip()}) == 1
        above = ""
        opened = 0
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            is_inside = above.rstrip().endswith(_OPENING) and not line.lstrip().startswith(_AS_DEEP)
            is_inside |= self._has_items and above.lstrip().startswith("- ") and line.lstrip()[0] != "-"
            if is_inside and n not in self._kept and _width(indentation(line)) <= _width(indentation(above)):
                found.add(n)
            opened += line.rstrip().endswith(_OPENING) - line.lstrip().startswith(_CLOSING)
            is_key = self._has_items and line.rstrip().endswith(":")
            if is_one_depth and n in self.new and (opened < 0 or is_key):
                found.add(n)
            above = line
        if found and is_one_depth:
            found |= {n for n in self.new if n > min(found)}
        return found

    def only_depth(self, margin: str) -> str | None:
        """The depth that all of the old lines have in the file which are as deep in the block."""
        told = zip(self._search, self._found, strict=True)
        known = {
            indentation(own)
            for line, own in told
            if own is not None and line.strip() and indentation(line) == margin
        }
        return next(iter(known)) if len(known) == 1 else None

    def beside(self, ruled: Sequence[str | None], unit: str | None) -> list[str | None]:
        """By new line: the depth of a line next to it in the file, as near as one is known."""
        pairs = {n: m for n, m in (self._changed | self._kept).items() if self._found[m] is not None}
        depths: list[str | None] = [None] * len(self._replace)
        above: int | None = None
        for n, line in enumerate(self._replace):
            if not line.strip():
                continue
            if n in self._kept:
                depths[n] = self._depths(n, pairs[n])[1] if n in pairs else None
            else:
                below = next((other for other in sorted(pairs) if other > n), None)
                depths[n] = self._near(n, above, below, depths, pairs, unit) or ruled[n]
            above = n
        return depths

    def _near(
        self,
        n: int,
        above: int | None,
        below: int | None,
        depths: Sequence[str | None],
        pairs: dict[int, int],
        unit: str | None,
    ) -> str | None:
        put = indentation(self._replace[n])
        ours, theirs, _ = self._depths(n, pairs[n]) if n in pairs else (None, None, "")
        if put in (ours, theirs):
            return theirs
        before = None if above is None else depths[above]
        if above is not None and before is not None:
            is_closer = self._replace[n].lstrip().startswith(_AS_DEEP)
            if opens_block(self._replace[above]) and not is_closer:
                return before + unit if unit else None
            if put in (indentation(self._replace[above]), before):
                return before
        if below is not None:
            ours, theirs, after = self._depths(below, pairs[below])
            if put in (ours, theirs, after):
                return theirs
        return None


def _width(margin: str) -> int:
    return len(margin.expandtabs())
