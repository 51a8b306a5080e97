"""Finds matches by a line instead of a search: its number, an anchor, or a scope above it; or all of a file.

Text that is located by a line has its own depth, or that of the lines around it. A scope is a line that a
patch names above its hunks: `@@ class Order:`, or a chunk of context alone. An anchor is the Edit Protocol's
own rule: the common prefix of old and new text, which must occur exactly once, with the rest of the old text
below it. The match of a whole new text is the whole file, and only the lines that differ change.

Line numbers are 0-based, lines come without their ends.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import change_lines, common_ends, line_opcodes
from editreview.blocks import Insert, Interpretation, ReplaceLines, lines_in_words
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import AdjustedLines, adapt_lines
from editreview.matching.cascade import EXACT, Search, StrategyVerdict
from editreview.matching.code import LANGUAGES
from editreview.matching.depth import (
    IndentMap,
    Uniform,
    continues_block,
    depth_map,
    depth_unit,
    only_closes,
    opens_block,
)
from editreview.matching.file_index import FileIndex, PerFile, unchanged, without_indentation
from editreview.matching.long_strings import fit_with_strings, long_strings, without_strings
from editreview.matching.model import (
    LINE_ADDRESSED,
    MAX_MATCHES,
    Match,
    Tier,
    block_lines,
    match_key,
    warnings_of,
    whole_key,
)
from editreview.text import (
    MAX_PARSED_LINE,
    MAX_PARSED_TEXT,
    Change,
    Lines,
    Splice,
    indentation,
    is_informative,
    line_body,
    line_end,
    margin,
    split_lines,
)

if TYPE_CHECKING:
    from editreview.grammars import Syntax

_NEIGHBOURS = (-1, 1, -2, 2)
_USUAL_UNIT = "    "


class IndentedLines(Struct, frozen=True):
    """Lines at their final depth."""

    lines: Sequence[str]
    adjusted: str | None = None
    """Describes how they were re-indented, for users; None if they are as written."""
    guessed: Sequence[int] = ()
    """Those of them inside of strings whose depth is a guess."""


class _ParsedFile:
    """Data shared by all the blocks for one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._syntax: dict[str, Syntax] = {}

    @cached_property
    def unit(self) -> str | None:
        return depth_unit(split_lines(self._text))

    @cached_property
    def is_parsed(self) -> bool:
        is_long = len(self._text) > MAX_PARSED_TEXT
        return not is_long and max(map(len, split_lines(self._text)), default=0) <= MAX_PARSED_LINE

    def syntax(self, language: str) -> "Syntax":
        if language not in self._syntax:
            # Imported on first use: parsers are slow to import.
            from editreview.grammars import parse

            self._syntax[language] = parse(self._text, language)
        return self._syntax[language]


_parsed_files: PerFile[None, _ParsedFile] = PerFile()


def _fit_to_context(
    index: FileIndex, first: int, count: int, lines: Sequence[str], language: str | None, path: str
) -> IndentedLines:
    """The lines as written if they fit, else at the depth of the lines they replace or of adjacent ones.

    A parser decides what fits; of the depths that it accepts, the lines' own has priority.
    Without a parser, only unindented lines next to indented ones do not fit: any other
    indentation is assumed to be intended, as in code in Markdown.

    Args:
        index: The index of the file.
        first: The first line they replace, or the line they are inserted before.
        count: The number of lines they replace.
        lines: The new lines.
        language: The language of the file; None if no parser knows it.
        path: Its path, if known.
    """
    written = IndentedLines(lines)
    begin = next((line for line in lines if line.strip()), None)
    file = _parsed_files.of(index, None, lambda: _ParsedFile(index.text))
    depths = list(dict.fromkeys(_possible_depths(index, first, count, file.unit)))
    if begin is None or not depths:
        return written
    if language not in LANGUAGES or not file.is_parsed:
        is_fit = bool(indentation(begin)) or "" in depths
        return written if is_fit else next(_at_depths(lines, begin, depths[:1], file.unit, path), written)
    syntax = file.syntax(language)
    if not syntax.faults and indentation(begin) == depths[0]:
        return written
    best, min_faults = written, _faults_with(index, first, count, lines, syntax)
    for moved in _at_depths(lines, begin, depths, file.unit, path) if min_faults else ():
        faults = _faults_with(index, first, count, moved.lines, syntax)
        if faults < min_faults:
            best, min_faults = moved, faults
    return best


def _possible_depths(index: FileIndex, first: int, count: int, unit: str | None) -> Iterator[str]:
    """Possible indentations for the lines: that of the line they replace, then of its neighbours."""
    replaced = index.bodies[first : first + count]
    yield from (indentation(line) for line in replaced[:1] if line.strip())
    for offset in _NEIGHBOURS:
        at = first + offset if offset < 0 else first + count + offset - 1
        for line in index.bodies[at : at + 1] if at >= 0 else []:
            if line.strip():
                usual = unit or ("\t" if line.startswith("\t") else _USUAL_UNIT)
                yield indentation(line) + (usual if offset < 0 and opens_block(line) else "")


def _at_depths(
    lines: Sequence[str], begin: str, depths: Sequence[str], unit: str | None, path: str
) -> Iterator[IndentedLines]:
    """The lines re-indented to each of these depths, if that is possible and changes them."""
    strings = long_strings(lines, path)
    units = depth_unit(without_strings(lines, strings)), unit
    for depth in depths:
        shift = depth_map([begin], [depth + begin.strip()], *units)
        moved, guessed = (None, []) if shift is None else fit_with_strings(lines, strings, shift)
        if shift is not None and moved is not None and moved != list(lines):
            yield IndentedLines(moved, _shift_in_words(shift), guessed)


def _shift_in_words(shift: IndentMap) -> str:
    match shift:
        case Uniform(added=added) if added:
            return f"indented by {shift.describe()[1:]} to its context"
        case Uniform():
            return f"outdented by {shift.describe()[1:]} to its context"
    return f"indented to its context: {shift.describe()}"


def _faults_with(index: FileIndex, first: int, count: int, lines: Sequence[str], before: "Syntax") -> int:
    start, end = index.lines.span(first, first + count)
    # A last line without an end must not join the text after it.
    gap = index.line_end if start and not index.text.endswith(("\n", "\r"), 0, start) else ""
    new = "".join(line + index.line_end for line in lines)
    part, top = (before, 0) if before.faults else before.around(start, end)
    from editreview.grammars import faults

    return faults(part.text[: start - top] + gap + new + part.text[end - top :], before.language)


_LINES_AT_ONCE = 200
"""Lines that are examined together."""


def below_scopes(index: FileIndex, scopes: Sequence[str]) -> list[int]:
    """The lines that match the last of these scopes, each inside the one before it, or else below it.

    Args:
        index: The index of the file.
        scopes: The outermost first. One of several lines matches a run of lines, as its last line.
    """
    above = [-1]
    for scope in scopes:
        lines = _lines_of_scope(index, scope)
        bodies = [(start, body_end(index, start)) for start in above]
        inside = [n for n in lines if any(start < n < end for start, end in bodies)]
        above = inside or [n for n in lines if n > above[0]]
        if not above:
            return []
    return above if scopes else []


_SECTION = lazy_pattern(r"\[\[?[^\[\]]+\]\]?\s*$|(?P<signs>#{2,6})\s")
"""A section of an INI or TOML file, or of Markdown: a single `#` begins a comment as well."""


def body_end(index: FileIndex, scope: int) -> int:
    """The line after the body of a scope: after its last deeper line, or after the scope line itself.

    That of a section is before the next one that is not below it.
    """
    if scope < 0:
        return len(index.lines)
    title = index.bodies[scope : scope + 1][0]
    depth = _width(title)
    end = scope + 1
    if (section := _SECTION.match(title)) is not None:
        level = len(section["signs"] or "")
        for number, body in enumerate(index.bodies[end:], end):
            other = _SECTION.match(body)
            if other is not None and len(other["signs"] or "") <= level:
                return number
        return len(index.lines)
    for first in range(scope + 1, len(index.lines), _LINES_AT_ONCE):
        for number, body in enumerate(index.bodies[first : first + _LINES_AT_ONCE], first):
            if body.strip():
                has_brace = number == end and body.strip() == "{"
                goes_on = _width(body) == depth and (has_brace or continues_block(body))
                if _width(body) <= depth and not goes_on:
                    return end
                end = number + 1
    return end


def rest_of_block(index: FileIndex, first: int, last: int) -> int:
    """The line after the rest of the block that some lines begin, with the line that closes it.

    Args:
        index: The index of the file.
        first: The first of these lines, as deep as the block.
        last: The last of them.
    """
    depth, end = _width(index.lines[first]), last + 1
    if _width(index.lines[last]) == depth:
        end = body_end(index, last)
    else:
        for number in range(end, len(index.lines)):
            if (line := index.lines[number]).strip():
                if _width(line) <= depth and not (_width(line) == depth and continues_block(line)):
                    break
                end = number + 1
    closer = next((n for n in range(end, len(index.lines)) if index.lines[n].strip()), None)
    if closer is None or _width(line := index.lines[closer]) != depth or not only_closes(line):
        return end
    return closer + 1


def region_end(index: FileIndex, row: int, column: int | None = None) -> int:
    """The line after the region that a line begins: its body, or else the lines above the next one like it.

    In flat formats, nothing is deeper than a line that begins a region: `\\section{a}`, `name = "a"`, a title
    above a ruler, the signature of a function in Haskell. In LaTeX, the region of `\\section{a}` ends above
    `\\section{b}`.

    Args:
        index: The index of the file.
        row: The line, 0-based.
        column: That of the name of the region. One in the part that lines share is that of a variable, below
            which nothing belongs to it: `name = "a"`.
    """
    end = body_end(index, row)
    form = _form_at(index, row, column) if end == row + 1 else None
    if form is None:
        return end
    depth = _width(index.lines[row])
    for number in range(end, len(index.lines)):
        width = _width(line) if (line := index.lines[number]).strip() else depth + 1
        if width < depth or (width == depth and _form_at(index, number) == form):
            return number
    return len(index.lines)


_FORM = lazy_pattern(
    r"\s*+(?:[\w']++\s*+(?P<signature>::)|(?P<start>[^\s\"'{>(]++(?:\s*+[=:])?\s*+(?:[\"'{]|(?<![-=])>))"
    r"|(?P<sign>[^\w\s\[]\S*+))"
)
"""The beginning that a line shares with others of a flat format that begin regions."""
_RULER = lazy_pattern(r"([=\-~^\"'*+#`.:_])\1{2,}+\s*+")


def _form_at(index: FileIndex, row: int, column: int | None = None) -> str | None:
    """The part that a line shares with others that begin regions of a flat format; None if there is none."""
    found = _FORM.match(index.lines[row])
    if found is not None:
        is_variable = column is not None and column < found.end() and found["signature"] is None
        return None if is_variable else "".join(found[found.lastgroup or 0].split())
    ruler = _RULER.fullmatch(index.lines[row + 1]) if row + 1 < len(index.lines) else None
    return ruler[1] if ruler is not None and index.lines[row].strip() else None


def _width(body: str) -> int:
    return len(indentation(body).expandtabs(4))


def _lines_of_scope(index: FileIndex, scope: str) -> list[int]:
    expected = [line.strip() for line in scope.strip().splitlines()]
    if len(expected) > 1:
        return [n + len(expected) - 1 for n in index.find(without_indentation, expected, MAX_MATCHES)]
    lines = index.occurrences.of(scope.strip(), MAX_MATCHES)
    if lines or not scope.strip():
        return lines
    # Git truncates long lines, and models omit their ends.
    starts = re.compile(rf"\s*{re.escape(scope.strip())}(?!\w)")
    return [n for n, body in enumerate(index.bodies[:]) if starts.match(body)][:MAX_MATCHES]


_MAX_LINES_NAMED = 6


class Anchor(Struct, frozen=True):
    """The lines that a block's old and new text both begin with, and their matches in the file."""

    lines: Sequence[str]
    """Without ends; empty if the texts begin with different lines."""
    matches: Sequence[int]
    """0-based lines of the file at which the anchor begins."""
    missing: str | None = None
    """With one match: the first line of the old text that does not follow it; None if all do."""

    @property
    def holds(self) -> bool:
        """True if the anchor has one match and the rest of the old text follows it."""
        return bool(self.lines) and len(self.matches) == 1 and self.missing is None

    def describe(self) -> str | None:
        """Explain why the anchor does not fit, for users and models; None if it fits or is empty."""
        if not self.lines or self.holds:
            return None
        if not self.matches:
            return f"anchor not found in the file: {self.lines[0].strip()}"
        if len(self.matches) == 1:
            missing = (self.missing or "").strip()
            return f"anchor found at line {self.matches[0] + 1}, but not followed by: {missing}"
        named = lines_in_words(*((match + 1, match + 1) for match in self.matches[:_MAX_LINES_NAMED]))
        more = ", …" if len(self.matches) > _MAX_LINES_NAMED else ""
        return f"anchor has {len(self.matches)} matches: {named}{more}"


def anchor_of(index: FileIndex, interpretation: Interpretation) -> Anchor:
    """The anchor of a block, and its matches in a file."""
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    common = old[: common_ends(old, new)[0]]
    if not any(line.strip() for line in common):
        return Anchor((), ())
    matches = index.find(unchanged, common, MAX_MATCHES)
    if len(matches) != 1:
        return Anchor(common, matches)
    current = index.bodies[matches[0] : matches[0] + len(old)]
    missing = next((line for at, line in enumerate(old) if at >= len(current) or current[at] != line), None)
    return Anchor(common, matches, missing)


def match_whole_file(
    index: FileIndex, text: str, interpretation: Interpretation, final_newline: bool | None = None
) -> Match:
    """Match a block with the whole file.

    Unchanged lines keep their ends; new lines take those of the lines they replace, or else of
    the line above.

    Args:
        index: The index of the file.
        text: The file's new text, with line feeds for line ends.
        interpretation: The interpretation of the block.
        final_newline: True if the result ends in a line end; None to leave that as it is. An
            empty or new file gets just the text.
    """
    lines = index.lines
    if not len(lines):
        change = Change((Splice(0, 0, text.replace("\n", index.line_end)),)) if text else Change()
    else:
        change = change_lines(lines, 0, len(lines), _new_lines(index, text))
        is_closed = bool(line_end(index.text[-2:])) if final_newline is None else final_newline
        change = change.ending(index.text, index.line_end if is_closed else "")
    return Match(
        key=whole_key(),
        interpretation=interpretation,
        span=(0, len(index.text)),
        lines=(1, len(lines)) if len(lines) else None,
        change=change,
        strategies=(EXACT.name,),
        tier=EXACT.tier,
    )


def _new_lines(index: FileIndex, text: str) -> list[str]:
    lines, expected = index.lines, split_lines(text, "\n")
    old, new = [line_body(line) for line in lines.slice(0, len(lines))], list(map(line_body, expected))
    new_lines: list[str] = []
    ends = [line_end(line) or index.line_end for line in lines.slice(0, len(lines))]
    kept = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        new_lines += lines.slice(kept, a1)
        near = ends[a1:a2] or ends[max(a1 - 1, 0) : max(a1, 1)]
        new_lines += [body + near[min(nth, len(near) - 1)] for nth, body in enumerate(new[b1:b2])]
        kept = a2
    new_lines += lines.slice(kept, len(lines))
    closed = [line if line_end(line) else line + index.line_end for line in new_lines[:-1]]
    return [*closed, *new_lines[-1:]]


def match_by_line(
    index: FileIndex,
    operation: ReplaceLines | Insert,
    scopes: Sequence[str] = (),
    language: str | None = None,
    path: str = "",
) -> Search:
    """The match of a line-addressed edit; none if the file does not have these lines.

    If the format gives a line number but no indentation, the text is indented like the lines around it.

    Args:
        index: The index of the file.
        operation: The edit.
        scopes: Lines above an insertion that has no line number, the outermost first.
        language: The language of the file, if its extension is known; for one of `LANGUAGES` a parser
            decides what fits.
        path: The path of the file, if known.
    """
    if isinstance(operation, ReplaceLines):
        firsts = [operation.first - 1] if _has_lines(index, operation) else []
        count = operation.last - operation.first + 1
    else:
        firsts, count = _insertion_points(index, operation, scopes), 0
    has_number = not isinstance(operation, Insert) or operation.after is not None
    matches: list[Match] = []
    for nth, first in enumerate(firsts, 1):
        text = IndentedLines(_bodies(operation.text))
        if has_number and not operation.is_indented:
            text = _fit_to_context(index, first, count, text.lines, language, path)
        matches.append(_match_of_lines(index, first, count, text, (nth, len(firsts))))
    return Search(tuple(matches), (StrategyVerdict(LINE_ADDRESSED.name, len(matches)),))


_MAX_MISCOUNT = 5
"""The most lines by which a model counts wrong."""
_MIN_LIKENESS = 0.5
"""The least likeness of new text to the lines that it is meant for, if it keeps none of their edges."""
_LEAST_GAIN = 0.15
"""How much more alike those lines must be than the named ones, and than any others."""
_BRACKETS = lazy_pattern(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[()\[\]{}]")
"""A string or a bracket."""


def lines_meant(index: FileIndex, operation: ReplaceLines) -> ReplaceLines | None:
    """The edit with the lines that its text is likely meant for, if they are a few lines from the named ones.

    The new text begins and ends like them, or is alike and takes out no bracket that it does not bring back.
    The named lines do neither. None if they are as likely, or no others are.
    """
    new = [line.strip() for line in _bodies(operation.text)]
    while new and not new[-1]:
        new.pop()
    if not new or not _has_lines(index, operation):
        return None
    lines = [line_body(line) for line in index.lines.slice(0, len(index.lines))]
    first, count = operation.first - 1, operation.last - operation.first + 1
    if _fits_edges(lines[first : first + count], new):
        return None
    near = range(-_MAX_MISCOUNT, _MAX_MISCOUNT + 1)
    spans = [
        (start, end)
        for start in (first + by for by in near)
        for end in (first + count + by for by in near)
        if 0 <= start < end <= len(lines) and (start, end) != (first, first + count)
    ]
    edged = [(start, end) for start, end in spans if _fits_edges(lines[start:end], new)]
    if edged:
        # With several such lines, the usual error is a number of lines that both ends are off by.
        start, end = min(edged, key=lambda span: _distance(span, first, first + count))
        return replace(operation, first=start + 1, last=end)
    if _shape(lines[first : first + count]) == _shape(_bodies(operation.text)):
        return None
    text = "\n".join(new)
    ranked = sorted(
        (
            (likeness.similarity("\n".join(map(str.strip, lines[start:end])), text), -start, end)
            for start, end in spans
            if end - start == count and _shape(lines[start:end]) == _shape(_bodies(operation.text))
        ),
        reverse=True,
    )
    found = [each for each, _, _ in ranked]
    named = likeness.similarity("\n".join(map(str.strip, lines[first : first + count])), text)
    if not ranked or found[0] < _MIN_LIKENESS or found[0] < max([named, *found[1:]]) + _LEAST_GAIN:
        return None
    _, start, end = ranked[0]
    return replace(operation, first=1 - start, last=end)


def _fits_edges(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if new text begins and ends like old lines, and has their shape."""
    if old[0].strip() != new[0] or not is_informative(new[0], 2):
        return False
    return (old[-1].strip() == new[-1] or len(old) == 1) and _shape(old)[:2] == _shape(new)[:2]


def _distance(span: tuple[int, int], first: int, end: int) -> tuple[bool, int]:
    """The order of spans around the named one: first those that are just as long."""
    by = span[0] - first, span[1] - end
    return by[0] != by[1], abs(by[0]) + abs(by[1])


def _shape(lines: Sequence[str]) -> tuple[int, int, bool]:
    """The brackets that lines open and close, and whether the first line is the least indented one."""
    depth = lowest = 0
    for line in lines:
        for token in _BRACKETS.findall(line):
            if len(token) == 1:
                depth += 1 if token in "([{" else -1
                lowest = min(lowest, depth)
    filled = [line for line in lines if line.strip()]
    is_least = bool(filled) and len(margin(filled)) == len(indentation(filled[0]))
    return depth, lowest, is_least


def renumber(operation: ReplaceLines | Insert, lines: Lines, across: Change) -> ReplaceLines | Insert | None:
    """The same edit with its line numbers moved to the text after a change.

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


def renumber_with_line_above(
    operation: ReplaceLines | Insert, lines: Lines, across: Change
) -> ReplaceLines | Insert | None:
    """Like `renumber`, but an insertion stays below its line, which must not change either.

    An insertion below a line that does not exist stays unchanged.
    """
    if not isinstance(operation, Insert) or not operation.after:
        return renumber(operation, lines, across)
    above = renumber(ReplaceLines(operation.after, operation.after, ""), lines, across)
    assert not isinstance(above, Insert)
    return None if above is None else replace(operation, after=above.last)


def is_inserted(index: FileIndex, match: Match) -> bool:
    """True if the file already has the lines to insert at the match."""
    expected = _bodies(match.interpretation.replace)
    at = index.lines.at(match.span[0]) if match.span[0] < len(index.text) else len(index.lines)
    below = [line_body(line) for line in index.lines.slice(at, min(at + len(expected), len(index.lines)))]
    above = [line_body(line) for line in index.lines.slice(max(at - len(expected), 0), at)]
    return bool(expected) and (expected == below or (at == len(index.lines) and expected == above))


def _has_lines(index: FileIndex, operation: ReplaceLines) -> bool:
    return 1 <= operation.first <= operation.last <= len(index.lines)


def _insertion_points(index: FileIndex, operation: Insert, scopes: Sequence[str]) -> list[int]:
    """The 0-based lines before which to insert."""
    if operation.after is not None:
        return [operation.after] if 0 <= operation.after <= len(index.lines) else []
    if not scopes:
        return [len(index.lines)]
    return [line + 1 for line in below_scopes(index, scopes)]


def _match_of_lines(
    index: FileIndex, first: int, count: int, text: IndentedLines, nth: tuple[int, int]
) -> Match:
    end = first + count
    current, new = index.lines.slice(first, end), text.lines
    is_past_open_end = not count and first == len(index.lines) and bool(first) and _has_open_end(index)
    if is_past_open_end:
        # The last line gets a line end, and the new last line has none.
        first, current = first - 1, index.lines.slice(first - 1, end)
        new = [*map(line_body, current), *new]
    adjusted = adapt_lines(index.lines, first, list(map(line_body, current)), new, index.line_end_at(first))
    span_first = end if is_past_open_end else first
    return Match(
        key=match_key(index.lines, first, end, *nth),
        interpretation=Interpretation("", "".join(f"{line}\n" for line in text.lines)),
        span=index.lines.span(span_first, end),
        lines=(first + 1, end) if count else ((end, end) if end else None),
        change=change_lines(index.lines, first, end, adjusted),
        strategies=(LINE_ADDRESSED.name,),
        tier=Tier.EXACT,
        adjusted=text.adjusted,
        warnings=warnings_of(end - count, AdjustedLines([], {}, guessed_in_strings=[*text.guessed])),
    )


def _has_open_end(index: FileIndex) -> bool:
    return not index.text.endswith(("\n", "\r"))


def _bodies(text: str) -> list[str]:
    return [line_body(line) for line in split_lines(text, "\n")]
