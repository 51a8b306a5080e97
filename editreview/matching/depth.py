"""Indentation by depth: detects the unit of a text, and maps a block's depths to a file's.

A unit is one tab or a number of spaces. An indentation is a number of units, followed by
whitespace that aligns. Lines come without their ends.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from math import gcd

from msgspec import Struct

from editreview.first_use import lazy_pattern
from editreview.text import counted, indentation

_MAX_LINES = 2_000
"""Lines of a text that are examined to detect its unit."""
_MAX_WIDTH = 8
"""Columns of the widest unit, and of a tab."""
_OPENER_WEIGHT = 3
"""Weight of a step below a line that opens a block; other steps count once."""
_COMMENTS = ("#", "//", "/*", "*", "--", "<!--")
_QUOTES = ('"""', "'''")
_CLOSERS = lazy_pattern(r"(?:[\s)\]};,]|end\b|fi\b|done\b|esac\b|</[\w.]*+>|/>|\{/\w++\})*+")
"""Ends of blocks, of elements and of blocks of Svelte: `});`, `done`, `</p>`, `{/if}`."""
_OPENERS = (":", "{", "(", "[", "=>", "->", " then", " do")


def indent_width(line: str) -> int:
    """The columns of a line's indentation."""
    return len(indentation(line).expandtabs())


def only_closes(line: str) -> bool:
    """True if a line has nothing but ends of blocks: `});`, `end`, `</p>`. A blank line counts."""
    return _CLOSERS.fullmatch(line) is not None


def continues_block(line: str) -> bool:
    """True if a line as deep as the first of a block is not below it: `) -> int {`, `} else {`, `where`."""
    return (line.lstrip().startswith((")", "]", "}")) and opens_block(line)) or line.strip() == "where"


def opens_block(line: str) -> bool:
    """True if the line after this one is usually one unit deeper."""
    return line.rstrip().endswith(_OPENERS)


def depth_unit(lines: Iterable[str]) -> str | None:
    """The indentation unit of a text, a tab or spaces: the most common step from one line to the next.

    A step below a line that opens a block counts for several. Comments and multi-line strings
    do not count: their indentation is independent of the code's.

    Returns:
        None if no line is deeper than another.
    """
    code = list(_code(islice(lines, _MAX_LINES)))
    indented = [line for line in code if line.startswith((" ", "\t"))]
    if sum(line.startswith("\t") for line in indented) * 2 > len(indented):
        return "\t"
    # A tab among spaces is not one column.
    code = [line for line in code if not line.startswith("\t")]
    widths = [len(line) - len(line.lstrip(" \t")) for line in code]
    steps: Counter[int] = Counter()
    for above, (old, new) in zip(code, pairwise(widths), strict=False):
        if old != new and abs(new - old) <= _MAX_WIDTH:
            steps[abs(new - old)] += _OPENER_WEIGHT if new > old and opens_block(above) else 1
    if not steps:
        return None
    lines_of = Counter(widths)
    fits = {step: sum(lines_of[width] for width in lines_of if width % step == 0) for step in steps}
    unit = max(steps, key=lambda step: (steps[step], fits[step], -step))
    common = gcd(*lines_of)
    # A step of two levels is more likely than a unit of 8 with lines at depths between its multiples.
    return " " * (common if unit == _MAX_WIDTH and common > 1 else unit)


def _code(lines: Iterable[str]) -> Iterable[str]:
    """The lines that begin with code: no blank lines, comments or insides of strings."""
    quotes: str | None = None
    for line in lines:
        was_open = quotes
        # Few lines have quotes, and counting them is slow.
        if '"""' in line or "'''" in line:
            quotes = _open_quotes(line, quotes)
        if was_open is None and (stripped := line.lstrip()) and not stripped.startswith(_COMMENTS):
            yield line


def _open_quotes(line: str, quotes: str | None) -> str | None:
    """The quotes of the multi-line string that is open after a line; None if none is."""
    for kind in _QUOTES if quotes is None else (quotes,):
        if line.count(kind) % 2:
            return kind if quotes is None else None
    return quotes


def convert(margin: str, old: str, new: str) -> str:
    """Replace the leading units of an indentation with another unit; the rest stays unchanged."""
    levels, rest = _levels(margin, old)
    return new * levels + rest


def _levels(margin: str, unit: str) -> tuple[int, str]:
    levels = 0
    while margin.startswith(unit, levels * len(unit)):
        levels += 1
    return levels, margin[levels * len(unit) :]


class IndentMap(Struct, frozen=True):
    """Maps the depths of a block's lines to depths of the file."""

    def fit(self, line: str) -> str | None:
        """The line at its depth in the file; a blank line unchanged. None if that depth is unknown."""
        if not line.strip():
            return line
        margin = indentation(line)
        fitted = self.depth(margin)
        return None if fitted is None else fitted + line[len(margin) :]

    def fit_all(self, lines: Sequence[str]) -> list[str] | None:
        """All lines at their depths in the file; None if one of these is unknown."""
        fitted = [self.fit(line) for line in lines]
        known = [line for line in fitted if line is not None]
        return known if len(known) == len(lines) else None

    @abstractmethod
    def depth(self, margin: str) -> str | None:
        """The file's indentation for a block's; None if it is unknown."""

    @abstractmethod
    def describe(self) -> str:
        """Describe the change that the map makes to a line, for users."""


class Uniform(IndentMap, frozen=True):
    """Adds the same whitespace to every line, or removes it."""

    added: str = ""
    removed: str = ""

    def depth(self, margin: str) -> str | None:
        if not margin.startswith(self.removed):
            return None
        return self.added + margin[len(self.removed) :]

    def describe(self) -> str:
        if not self.added and not self.removed:
            return "unchanged"
        sign, margin = ("+", self.added) if self.added else ("-", self.removed)
        return sign + counted(len(margin), "tab" if margin.startswith("\t") else "space")


class ByUnit(IndentMap, frozen=True):
    """Replaces one unit with another, and adds or removes a number of levels."""

    block: str
    file: str
    levels: int = 0

    def depth(self, margin: str) -> str | None:
        levels, rest = _levels(margin, self.block)
        return None if levels + self.levels < 0 else self.file * (levels + self.levels) + rest

    def describe(self) -> str:
        units = f"{_unit_name(self.block)} → {_unit_name(self.file)}"
        if not self.levels:
            return units
        return f"{units}, {'+' if self.levels > 0 else '-'}{counted(abs(self.levels), 'level')}"


class FirstLine(IndentMap, frozen=True):
    """The first line lost its indentation, as happens when text is put between quotes."""

    block: str
    file: str
    rest: IndentMap

    def depth(self, margin: str) -> str | None:
        return self.file if margin == self.block else self.rest.depth(margin)

    def describe(self) -> str:
        return "first line only" if self.rest == Uniform() else f"first line apart, {self.rest.describe()}"


class Uneven(IndentMap, frozen=True):
    """Maps each depth separately."""

    seen: tuple[tuple[str, str], ...]
    """Pairs of indentations, of the block and of the file, the shallowest first."""
    block: str | None = None
    """The block's unit; None if unknown."""
    file: str | None = None
    """The file's unit; None if unknown."""

    def depth(self, margin: str) -> str | None:
        known = dict(self.seen)
        if margin in known:
            return known[margin]
        shallower = [at for at, (block, _) in enumerate(self.seen) if margin.startswith(block)]
        if not shallower:
            return None
        at = shallower[-1]
        block, file = self.seen[at]
        rest = self._converted(margin[len(block) :])
        if rest is None:
            return None
        deeper = self.seen[at + 1][1] if at + 1 < len(self.seen) else None
        return file + rest if deeper is None or _width(file + rest) < _width(deeper) else None

    def _converted(self, rest: str) -> str | None:
        if self.block and self.file:
            return convert(rest, self.block, self.file)
        characters = {*rest, *(character for _, file in self.seen for character in file)}
        return rest if len(characters) == 1 else None

    def describe(self) -> str:
        return "uneven"


def depth_map(
    expected: Sequence[str],
    current: Sequence[str],
    block_unit: str | None = None,
    file_unit: str | None = None,
) -> IndentMap | None:
    """Find the rule that maps the depths of a block's lines to those of the file.

    Args:
        expected: The block's lines.
        current: The file's lines: as many, and equal apart from outer whitespace.
        block_unit: The unit of the whole block, if known: these lines may be too few to detect it.
        file_unit: The unit of the whole file, if known.

    Returns:
        None if lines of the same depth have different depths in the file, or lines of different
        depths the same one.
    """
    pairs = list(_pairs(expected, current))
    seen = set(pairs)
    uniform = _uniform(pairs)
    # Lines of one depth do not show how deeper ones map; units do.
    if not seen or (uniform is not None and len(seen) > 1):
        return uniform
    # Detecting units is slow, and a block may have a thousand matches.
    if len(dict(seen)) < len(seen):
        return _first_line(expected, pairs)
    units = [(block_unit, file_unit), (depth_unit(expected), depth_unit(current))]
    by_unit = next((map_ for block, file in units if (map_ := _by_unit(pairs, block, file))), None)
    return by_unit or uniform or _first_line(expected, pairs) or _uneven(seen, units)


def uniform_map(expected: Sequence[str], current: Sequence[str]) -> Uniform | None:
    """The whitespace that all of the file's lines have more, or all have less, than the block's."""
    return _uniform(_pairs(expected, current))


def _pairs(expected: Sequence[str], current: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The indentations of the lines that are not blank."""
    return ((indentation(a), indentation(b)) for a, b in zip(expected, current, strict=True) if a.strip())


def _uniform(pairs: Iterable[tuple[str, str]]) -> Uniform | None:
    others = iter(pairs)
    first = next(others, None)
    if first is None:
        return None
    block, file = first
    if file.endswith(block):
        shift = Uniform(added=file[: len(file) - len(block)])
    elif block.endswith(file):
        shift = Uniform(removed=block[: len(block) - len(file)])
    else:
        return None
    return shift if all(shift.depth(a) == b for a, b in others) else None


def _by_unit(pairs: Sequence[tuple[str, str]], block: str | None, file: str | None) -> ByUnit | None:
    if not block or not file or block == file:
        return None
    levels = _levels(pairs[0][1], file)[0] - _levels(pairs[0][0], block)[0]
    shift = ByUnit(block, file, levels)
    return shift if all(shift.depth(a) == b for a, b in pairs) else None


def _first_line(expected: Sequence[str], pairs: Sequence[tuple[str, str]]) -> FirstLine | None:
    (block, file), *others = pairs
    if not others or block or not file or any(not other for other, _ in others):
        return None
    if opens_block(next(line for line in expected if line.strip())) and _width(others[0][1]) <= _width(file):
        # The second line would be nested in the block, but not in the file.
        return None
    rest = _uniform(others)
    return None if rest is None else FirstLine(block, file, rest)


def _uneven(
    pairs: Collection[tuple[str, str]], units: Sequence[tuple[str | None, str | None]]
) -> Uneven | None:
    seen = sorted(pairs, key=lambda pair: _width(pair[0]))
    widths = [(_width(block), _width(file)) for block, file in seen]
    if any(a[0] >= b[0] or a[1] >= b[1] for a, b in pairwise(widths)):
        return None
    block, file = next((known for known in units if all(known)), (None, None))
    return Uneven(tuple(seen), block, file)


def _width(margin: str) -> int:
    return len(margin.expandtabs(_MAX_WIDTH))


def _unit_name(unit: str) -> str:
    return "tab" if unit == "\t" else counted(len(unit), "space")
