"""Matches a snippet by the lines that it shares with the file, whatever language it is in.

A snippet that only adds lines begins and ends with lines of the file, and has all of the file's lines
between them, in order: so nothing is removed.

    location /api {                      in the file
        proxy_pass http://app;           in the file
        proxy_set_header Host $host;     new
    }                                    in the file

One that shares no line with the file has the end and the top of the file as candidates, and the end of a
group of lines that begin like its own. One with dots may show a block to which it adds lines.

Each piece of a lazy snippet is anchored by the lines that occur once in the file. From them it extends in
both directions to the first and last shared line, over lines that are equal or give the same name
another value. The piece replaces the lines between these; the lines between pieces stay.
Nothing is guessed: there is no match if a piece cannot be anchored, or if it is unclear whether
lines that it does not mention stay.

Lines are 0-based, spans half-open.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import accumulate, groupby, islice, pairwise, takewhile
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import alike_pairs, change_lines, line_opcodes
from editreview.blocks import Insert, Interpretation, Sketch, lines_in_words, lines_named
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import adapt_lines
from editreview.matching.by_line import match_by_line
from editreview.matching.cascade import ELISION
from editreview.matching.code import CALL, DECLARES_NAME, SETS_NAME, STRING_LITERAL, name_set
from editreview.matching.depth import (
    Uniform,
    convert,
    depth_unit,
    indent_width,
    only_closes,
    opens_block,
    uniform_map,
)
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    ADDITION,
    UNCHANGED_LINES,
    Match,
    MatchEffect,
    MatchWarning,
    MatchWarningKind,
    Mismatch,
    NoMatch,
    Tier,
    block_lines,
    match_key,
    shortened,
)
from editreview.text import (
    TOKEN,
    Change,
    begins_import,
    blank_lines_above,
    counted,
    indentation,
    is_informative,
    line_body,
    split_lines,
    whole_word,
    without_blank_edges,
)

_WORD = lazy_pattern(r"[A-Za-z_@][\w.]*[ (]")
"""The first word of a line of a group."""
_MIN_ALIKE = 2
"""The fewest lines of a group that begin alike."""
_MAX_BLANK = 1
"""The most blank lines between lines of a group."""
_GROUPING_WORD = lazy_pattern(r"(?:export )?([A-Za-z0-9]+)(?:_\w+\s*=|::|->|\.\w)")
_MIN_INFORMATIVE = 2
"""The fewest letters and digits of a line that can show where a snippet goes."""
_INNER_RUN = lazy_pattern(r"\S(?:\t|  )")
"""A run of spaces inside a line."""


def match_additions(index: FileIndex, text: str) -> tuple[Match, ...] | Mismatch:
    """The match of a snippet that only adds lines; several candidates if nothing shows their place.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
    """
    if ADDITION.name in index.without:
        return Mismatch(f"strategy {ADDITION.name} is disabled")
    snippet = without_blank_edges(block_lines(text))
    informative = [line.strip() for line in snippet if is_informative(line, _MIN_INFORMATIVE)]
    if not informative or not index.text.strip():
        return Mismatch("it has no line that shows where it goes")
    if not any(index.occurrences.count(line) for line in informative):
        return _at_ends_of_file(index, snippet, blank_lines_above(text))
    return _between_shared(index, snippet)


def _between_shared(index: FileIndex, snippet: Sequence[str]) -> tuple[Match, ...] | Mismatch:
    """The match by the lines that the snippet shares with the file."""
    stripped = [line.strip() for line in snippet]
    file = [line.strip() for line in index.bodies[0 : len(index.lines)]]
    anchors = [
        (at, index.occurrences.of(line, 1)[0])
        for at, line in enumerate(stripped)
        if is_informative(line, _MIN_INFORMATIVE) and index.occurrences.count(line) == 1
    ]
    if not anchors:
        return Mismatch("none of its lines is in the file just once")
    positions = [position for _, position in anchors]
    if positions != sorted(set(positions)):
        return Mismatch("its lines are in another order in the file")
    new = _at_depth_of_file(index, snippet, anchors)
    own = stripped if new is None else [line.rstrip() for line in new]
    bodies = file if new is None else [line.rstrip() for line in index.bodies.plain()]
    above = _shared_edge(own[: anchors[0][0]][::-1], bodies[: positions[0]][::-1])
    below = _shared_edge(own[anchors[-1][0] + 1 :], bodies[positions[-1] + 1 :])
    if above is None or below is None:
        line = stripped[0] if above is None else stripped[-1]
        return Mismatch(f"“{shortened(line)}”, its outermost line, is not next to the others in the file")
    first, end = positions[0] - above, positions[-1] + 1 + below
    missing = _first_missing(file[first:end], stripped)
    if missing is not None:
        return Mismatch(f"it lacks “{shortened(file[first + missing])}” (line {first + missing + 1})")
    added = sum(map(bool, stripped)) - sum(map(bool, file[first:end]))
    if not added or new is None:
        return Mismatch("it adds nothing" if new is not None else "its indentation does not fit the file's")
    return (
        _addition(index, first, end, new, f"adds {counted(added, 'line')} ({lines_named((first + 1, end))})"),
    )


def _shared_edge(snippet: Sequence[str], file: Sequence[str]) -> int | None:
    """The number of lines of the file, from an anchor outwards, up to the one that ends the snippet.

    Args:
        snippet: Its lines beyond the anchor, nearest first, as deep as the file's.
        file: The lines of the file beyond the anchor, nearest first. A bracket at another depth is not the
            same.

    Returns:
        None if the snippet ends with a line that the file does not have there.
    """
    if not snippet:
        return 0
    nonblank = islice(((at, line) for at, line in enumerate(file) if line), len(snippet))
    # The farthest of several equal ones: the nearer brackets are those of the lines before it.
    edges = [at for at, line in nonblank if line == snippet[-1]]
    known = [at for at in edges if _first_missing(file[: at + 1], snippet) is None]
    edge = max(known, default=max(edges, default=None))
    return None if edge is None else edge + 1


def _first_missing(file: Sequence[str], snippet: Sequence[str]) -> int | None:
    """The first nonblank line of the file that the snippet does not have after the one before it."""
    rest = iter(snippet)
    return next((at for at, line in enumerate(file) if line and line not in rest), None)


def _at_depth_of_file(
    index: FileIndex, snippet: Sequence[str], anchors: Sequence[tuple[int, int]]
) -> list[str] | None:
    """The snippet's lines at the depth of the file's; None if they cannot be moved there."""
    at, position = min(anchors, key=lambda anchor: len(indentation(snippet[anchor[0]])))
    shift = uniform_map([snippet[at]], index.bodies.plain(position, position + 1))
    fitted = None if shift is None else shift.fit_all([line if line.strip() else "" for line in snippet])
    if fitted is None:
        return None
    # Lines of the file at another depth are changed, and those after the snippet may belong to them.
    is_same = all(
        indentation(fitted[n]) == indentation(index.bodies[line : line + 1][0]) for n, line in anchors
    )
    return fitted if is_same else None


def _addition(index: FileIndex, first: int, end: int, new: list[str], label: str) -> Match:
    old = index.bodies.plain(first, end)
    new = _with_blank_lines(old, new)
    lines = adapt_lines(index.lines, first, old, new, index.line_end_at(first))
    return Match(
        key=match_key(index.lines, first, end),
        interpretation=Interpretation("", "".join(f"{line}\n" for line in new)),
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change_lines(index.lines, first, end, lines),
        strategies=(ADDITION.name,),
        tier=ADDITION.tier,
        label=label,
        effect=MatchEffect.ADDS,
    )


def _with_blank_lines(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The new lines, with the blank lines that the file has between the old ones."""
    lines: list[str] = []
    rest = list(old)
    for line in new:
        at = next((n for n, other in enumerate(rest) if other.strip()), 0)
        if rest and line.strip() == rest[at].strip():
            if lines and lines[-1].strip():
                lines += rest[:at]
            del rest[: at + 1]
        lines.append(line)
    return lines


def _at_ends_of_file(index: FileIndex, snippet: Sequence[str], blank: int) -> tuple[Match, ...]:
    """The candidates for lines without a match: below similar lines, and the end and top of the file.

    Args:
        index: The index of the file.
        snippet: The lines.
        blank: The number of blank lines shown above them.
    """
    bodies = list(index.bodies[0 : len(index.lines)])
    last, first = next(line for line in reversed(bodies) if line.strip()), bodies[0]
    gap_below, gap_above = _gap_beside(bodies, last, snippet[0]), _gap_beside(bodies, snippet[-1], first)
    gap_below = max(gap_below, blank - (bodies[::-1].index(last)))
    text = "".join(f"{line}\n" for line in snippet)
    places = [
        (Insert(None, "\n" * gap_below + text), "at the end of the file"),
        (
            Insert(int(first.startswith(("#!", "<?"))), text + "\n" * gap_above),
            "at the top of the file",
        ),
    ]
    beside = _last_alike(bodies, snippet)
    if beside is not None:
        places.insert(0, (Insert(beside + 1, text), f"below L{beside + 1}"))
    return tuple(
        replace(
            match,
            key=f"{match.key}:{place}",
            strategies=(ADDITION.name,),
            tier=ADDITION.tier,
            label=f"adds {counted(len(snippet), 'line')} {place}",
            effect=MatchEffect.ADDS,
        )
        for insert, place in places
        for match in match_by_line(index, insert).matches
    )


def _last_alike(bodies: Sequence[str], snippet: Sequence[str]) -> int | None:
    """The last line of the first group that begins with the same word as the snippet's lines, at its depth.

    Such groups are lists of dependencies, or calls of one function. None if it is the last line of the file,
    or if fewer than two lines begin like this.
    """
    first = _WORD.match(snippet[0])
    if first is None or not all(line.startswith(first[0]) for line in snippet if line.strip()):
        return None
    alike = [at for at, body in enumerate(bodies) if body.startswith(first[0])]
    if len(alike) < _MIN_ALIKE:
        return None
    last = next((a for a, b in pairwise(alike) if b - a > 1 + _MAX_BLANK), alike[-1])
    is_group = sum(1 for at in alike if at <= last) >= _MIN_ALIKE
    return last if is_group and any(map(str.strip, bodies[last + 1 :])) else None


def _gap_beside(bodies: Sequence[str], above: str, below: str) -> int:
    """The blank lines between two lines that become neighbours: as many as the file has between its parts."""
    if above.split()[:1] == below.split()[:1] or _grouping_word(above) == _grouping_word(below) != "":
        return 0
    gap = blank = 0
    for line in bodies:
        if not line.strip():
            blank += 1
            continue
        if blank and not indentation(line):
            gap = blank
        blank = 0
    return gap


def _grouping_word(line: str) -> str:
    """The word that groups lines: `MAIL` of `MAIL_HOST=localhost`, `app` of `app.use(x)`; else empty."""
    match = _GROUPING_WORD.match(line)
    return "" if match is None else match[1]


# New lines next to dots, in a block that the snippet shows around them.

_OPENING = re.compile(r".*(?:[{(\[:]|=>|->|\bdo|\bthen|<[A-Za-z][^<>/]*>)\s*(?:\|[^|]*\|)?$")
"""A line that opens a block: `if x {`, `items.each do |item|`."""


def match_block_additions(index: FileIndex, text: str, gaps: Collection[int]) -> tuple[Match, ...] | Mismatch:
    """The candidates for new lines in a block: its end, and its beginning.

        dependencies {                  in the file, once
            // ... existing code ...
            implementation("new")       new
        }

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        gaps: Its placeholder lines, 0-based.
    """
    if ADDITION.name in index.without:
        return Mismatch(f"strategy {ADDITION.name} is disabled")
    lines = block_lines(text)
    filled = [at for at, line in enumerate(lines) if line.strip()]
    head = filled[0] if filled else 0
    depth = indent_width(lines[head]) if filled else 0
    inner = [at for at in filled[1:] if indent_width(lines[at]) > depth]
    outer = [at for at in filled[1:] if at not in inner]
    new = [at for at in inner if at not in gaps]
    is_block = bool(new) and head not in gaps and bool(_OPENING.match(lines[head]))
    if not is_block or outer != filled[1 + len(inner) :] or not all(only_closes(lines[at]) for at in outer):
        return Mismatch("it shows no block around its new lines")
    if any(new[0] < at < new[-1] for at in gaps):
        return Mismatch("it has new lines at several places")
    if not any(at in gaps for at in inner):
        return Mismatch("no dots stand for the rest of the block")
    title = lines[head].strip()
    found = index.occurrences.of(title, 2)
    if len(found) != 1:
        return Mismatch(f"“{shortened(title)}” is in the file {'more than once' if found else 'nowhere'}")
    added = [lines[at] for at in range(new[0], new[-1] + 1)]
    is_first = all(at > new[-1] for at in inner if at in gaps)
    try:
        return _added_in_block(index, found[0], added, is_first=is_first)
    except NoMatch as error:
        return Mismatch(str(error))


def _added_in_block(
    index: FileIndex, head: int, added: Sequence[str], *, is_first: bool
) -> tuple[Match, ...] | Mismatch:
    """The candidates for new lines in the block that begins on a line of the file."""
    bodies = index.bodies.plain()
    depth = indent_width(bodies[head])
    end = next(
        (
            at
            for at in range(head + 1, len(bodies))
            if bodies[at].strip() and indent_width(bodies[at]) <= depth
        ),
        len(bodies),
    )
    while end > head + 1 and not bodies[end - 1].strip():
        end -= 1
    block = bodies[head + 1 : end]
    members = [line for line in block if line.strip()]
    if not members:
        return Mismatch(f"the block at line {head + 1} is empty")
    least = min(members, key=indent_width)
    present = {line.strip() for line in members}
    doubled = next(
        (
            line.strip()
            for line in added
            if line.strip() in present and is_informative(line, _MIN_INFORMATIVE + 1)
        ),
        None,
    )
    if doubled is not None:
        return Mismatch(f"“{shortened(doubled)}” is in the block at line {head + 1} already")
    shift = uniform_map([min((line for line in added if line.strip()), key=indent_width)], [least])
    new = None if shift is None else shift.fit_all([line if line.strip() else "" for line in added])
    if new is None:
        return Mismatch("its indentation does not fit the file's")
    title = f"“{shortened(bodies[head].strip())}” (L{head + 1})"
    updated = _set_again_in_block(block, new)
    if updated is not None:
        block, new, names = updated
        if not any(map(str.strip, new)):
            label = f"updates {', '.join(f'`{name}`' for name in names)} in {title}"
            match = _addition(index, head, end, [bodies[head], *block], label)
            return (replace(match, effect=MatchEffect.REPLACES_LINES),)
    label = f"adds {counted(sum(1 for line in new if line.strip()), 'line')} at the"
    below = _joined_additions(block, new, least, is_new_last=True)
    above = _joined_additions(new, block, least, is_new_last=False)
    at_end = _addition(index, head, end, [bodies[head], *below], f"{label} end of {title}")
    at_start = _addition(index, head, end, [bodies[head], *above], f"{label} beginning of {title}")
    both = (replace(at_end, key=f"{at_end.key}:end"), replace(at_start, key=f"{at_start.key}:beginning"))
    return both[::-1] if is_first else both


def _set_again_in_block(
    block: Sequence[str], new: Sequence[str]
) -> tuple[list[str], list[str], list[str]] | None:
    """A block with the lines changed that new ones set again, the other new lines, and the names.

        versionCode = 7         in the block: its version, not a second one, is
        versionCode = 8         among the new lines

    None if no line sets a name that is set already.

    Raises:
        NoMatch: A name is set more than once, or in several lines.
    """
    depth = min(indent_width(line) for line in new if line.strip())
    block, left, names = list(block), list(new), []
    for line in [line for line in new if line.strip() and indent_width(line) == depth]:
        name = _name_set(line.strip())
        at = [
            n
            for n, body in enumerate(block)
            if name and indent_width(body) == depth and _name_set(body.strip()) == name
        ]
        if not at:
            continue
        own = left.index(line)
        lengths = [_item_length(lines, n) for lines, n in ((block, at[0]), (left, own))]
        if len(at) > 1 or lengths != [1, 1]:
            raise NoMatch(f"its block sets `{name.rstrip(' :=')}` already")
        block[at[0]] = _with_comma_of(block[at[0]], line)
        del left[own]
        names.append(name.rstrip(" :="))
    return (block, left, names) if names else None


def _with_comma_of(old: str, new: str) -> str:
    """A new line that ends with a comma if the old one in its place does."""
    return f"{new.rstrip().removesuffix(',')}{',' if old.rstrip().endswith(',') else ''}"


def _item_length(lines: Sequence[str], at: int) -> int:
    """The number of lines of an item that begins on a line: those below it that are deeper, or close it."""
    depth = indent_width(lines[at])
    end = at + 1
    while (
        end < len(lines)
        and lines[end].strip()
        and (
            indent_width(lines[end]) > depth
            or (indent_width(lines[end]) == depth and only_closes(lines[end]))
        )
    ):
        end += 1
    return end - at


def _joined_additions(
    above: Sequence[str], below: Sequence[str], least: str, *, is_new_last: bool
) -> list[str]:
    """The lines of two parts of a block, with a comma between them where its items have some.

    Args:
        above: The lines of the first part.
        below: Those of the second part.
        least: A line that is an item, for its depth.
        is_new_last: True if the second part is new: it ends in a comma only if the file's does.
    """
    items = [
        line.rstrip()
        for line in (*above, *below)
        if line.strip() and indent_width(line) == indent_width(least)
    ]
    if 2 * sum(line.endswith(",") for line in items[:-1]) < len(items) - 1 or len(items) == 1:
        return [*above, *below]
    first, second = list(above), list(below)
    last = next(n for n in reversed(range(len(first))) if first[n].strip())
    end = next(n for n in reversed(range(len(second))) if second[n].strip())
    has_comma = first[last].rstrip().endswith(",")
    if first[last].rstrip()[-1] not in ",;({[":
        first[last] = f"{first[last].rstrip()},"
    if is_new_last and not has_comma:
        second[end] = second[end].rstrip().removesuffix(",")
    return [*first, *second]


_MIN_VERSION_LIKENESS = 0.7
"""The lowest likeness of two lines that may be versions of each other."""
_MAX_ORDERED = 200
"""Lines in another order whose longest part in one order is looked for, in quadratic time."""
_MAX_VERSION_LINES = 8
"""Lines of a piece that may all be versions of lines of the file."""
_VISIBILITY_OF_CPP = re.compile(r"\s*(?:private|protected|public)\b[\w ]*:\s*$")
"""A line of C++ that is inside of a class, but often as deep as its head."""
_ANNOTATION = re.compile(r"@\w+(?:\.\w+)*(?:\(.*\))?$|#\[.*\]$|\[[A-Z]\w*(?:\(.*\))?\]$")
"""An annotation of Java or Python, an attribute of Rust or C#: `@app.get("/")`, `#[test]`, `[Fact]`."""
_BEGINS_DEFINITION = re.compile(r"(?:export )?(?:abstract )?class |(?:async )?def ")
"""Code that an annotation in lower case is above."""
_NAMED = lazy_pattern(
    r".*?\b(?:class|const|def|enum|fn|func|function|interface|let|module|struct|trait|type|val|var)\s+"
    r"(?:mut\s+)?(?:(?<=func )\([^()]*\)\s*)?(?P<name>\w+)"
)
"""The beginning of a line that defines a name: `export class Cart`, `pub fn total`, `func (s *Store) Get`."""
_METHOD = lazy_pattern(
    r"\s*(?:(?!(?:await|catch|else|for|if|new|return|switch|throw|while|with)\b)[\w.<>,?\[\]]+\s+)*"
    r"(?!(?:catch|for|if|match|switch|while|with)\b)(?:\w+::)*[*&~]*(?P<name>\w+)\s*\([^()]*\)[^(){}=;]*\{\s*$"
)
"""The head of a function without a keyword: `public int total(int a) {`, `void Cart::clear() {`."""
_TEMPLATE_BLOCK = lazy_pattern(
    r"\s*(?:\{#(?:(?!\{/).)*|\{%-?\s*(?:block|for|if|unless|with)\b(?:(?!%\}).)*%)\}\s*$"
)
"""A line that begins a block of a template: `{#if user}`, `{% for item in items %}`."""
_BEFORE_BRACKET = re.compile(r"\b(\w+)\s*(?:<[^<>()]*>)?\(")
"""A name before an opening bracket: that of a function where it is defined."""
_DEFINED = re.compile(
    r"\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\b\s*\*?|const|let|var|def|fn"
    r"|func(?:\s*\([^()]*\))?)\s+(?P<name>\w+)"
)
"""A function or variable with its name: `async function load`, `const load`, `func (s *Store) Get`."""
_MIN_LEAD = 0.05
"""The likeness by which a version of a line resembles it more than any other line does."""
_DECLARATION = re.compile(
    r"(?!(?:await|case|delete|else|new|return|throw|yield)\b)"
    r"(?:[\w:<>,*&\[\]]+\s+)+[*&]?(?P<name>\w+)\([^()]*\)[^(){}=]*;$"
)
"""A function that is declared without a body: `bool deposit(double amount);`."""
_MAX_DELETED = 2
"""Consecutive lines that a piece may delete without a replacement, and without a warning."""
_MAX_DOUBTFUL = 8
"""Those that it may delete with a warning."""
_MAX_REPLACED = 10
"""Lines of the file that a piece may replace, in addition to twice the number of new ones."""
_MIN_UNCHANGED = 3
"""Unchanged lines that a snippet of statements needs."""
_MIN_KNOWN = 0.4
"""The share of the lines of a snippet with new ones at its edges that are a version of a line of the file."""
_MAX_VERSIONS = 2
"""Lines of a snippet that may all be changed lines of the file."""
_MAX_BESIDE_VERSION = 8
"""Lines of a snippet whose first or last one may continue a line of the file."""
_MIN_AS_DEEP = 3
"""Anchors at one depth that make those at others moved lines, if they are two thirds of all."""
_MAX_SHIFT = 2
"""Difference in the number of lines between a piece and the file, up to which lines are compared."""
_MAX_JOINED = 12
"""The most lines with arguments of a call that is compared as one line."""
_MAX_HEADS = 20
"""The most lines of the file with the first line of such a call that are compared."""
_MAX_LEFT = 3
"""Lines of the file directly below a sketch that it may mean to remove by ending above them."""
_MIN_SHARED_NAMES = 2
"""The fewest names that new lines share with those in whose place they may come."""
_MAX_ELSEWHERE = 2
"""The most anchors of a piece that the file has elsewhere than the others."""
_MIN_OF_KEPT = 4
"""The fewest anchors of a piece for each one that the file has elsewhere."""
_MIN_OF_STATEMENT = 3
"""The fewest lines in a statement that show whether it is new."""
_MAX_STATEMENT_DEPTH = 30
"""The most statements around one that is read."""
_NO_WIDTH = 2**31
"""The indentation of a blank line in comparisons: more than that of any other one."""
_MAX_STARTS = 100
"""The most places of the file at which a part of a piece is compared."""
_MIN_LETTERS = 6
"""Letters and digits that make a line distinctive."""
_BEFORE_VALUE = re.compile(r"=>|->|(?<!:):(?!:)|(?<![=!<>])=(?![=>])")
"""The punctuation after the key, pattern or name of an item of a block."""
_HEADING = re.compile(r"(#{1,6})\s+\S")
"""A heading of Markdown, and its signs: `## Usage`."""
_FIRST = re.compile(r"^[\w.:<$@-]*")
"""What a line begins with, up to its first space or bracket."""
_TAG = re.compile(r"<[A-Za-z][\w.:-]*(?:\s+[^\s=<>/]+(?:=(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}))?)?")
"""The beginning of an element of markup, up to its first attribute."""
_NAMING_ATTRIBUTES = "id|name|key|label|for|htmlFor|href|src|to|path|v-model|data-testid"
_NAMED_ELEMENT = re.compile(
    rf"<[A-Za-z][\w.:-]*\s+(?:{_NAMING_ATTRIBUTES})"
    r"=(?:\"[^\"]+\"|'[^']+'|\{[^{}]+\})(?=[\s/>])"
)
"""The beginning of an element whose first attribute names it."""
_ATTRIBUTE = lazy_pattern(r"(?P<name>[\w:@.-]+)=[\"'{](?P<value>[^\"'{}]*)[\"'}]")
_NAMING = lazy_pattern(rf"\s[:@]?(?P<name>{_NAMING_ATTRIBUTES})=(?P<value>\"[^\"]*\"|'[^']*'|\{{[^{{}}]*\}})")
"""An attribute that names an element."""
_TAG_NAME = re.compile(r"<[A-Za-z][\w.:-]*")
_ELEMENT = re.compile(
    r"<(/?)([A-Za-z][\w.:-]*)(?=[\s/>])(?:[^<>{}\"'/]|/(?!>)|\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*+(/?)>"
)
"""A tag: the slash that closes an element, its name, and the slash of one without content."""
_CLOSING_TAG = re.compile(r"\s*</[\w.:-]+>\s*")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
"""Elements of HTML without content or end."""
_IMPORTED_NAME = re.compile(r"[\w*]+(?:\s+as\s+\w+)?")
_BRANCHES = ("catch", "elif", "for", "if", "match", "switch", "until", "when", "while", "with")
"""Words before a bracket that are no names."""
_LEAVING = "return|raise|throw|break|continue"
_LONG_NAME = lazy_pattern(r"[^\W\d]\w{3,}")
"""A name of four letters or more, which says more than `i`."""
_MEMBER = lazy_pattern(r"\s*[\w\"'$@.-]")
"""The beginning of a line that is more than a comment or a bracket."""
_KEY = lazy_pattern(r"[ \t]*(?:- )?(?:\w+[ \t]+){0,4}?[\"']?(?P<key>[\w.@/$*-]+)[\"']?[ \t]*[:=](?![=:])")
"""The key that a line of data sets, or the name that a line of a type declares."""
_TABLE = lazy_pattern(
    r"[ \t]*(?:\[[^\[\]]+\]|\[\[[^\[\]]+\]\]"
    r"|(?!(?:default|do|else|finally|public|private|protected|try)\b)(?:- )?[\"']?[\w.@/$*-]+[\"']?[ \t]*"
    r":[ \t]*\{?"
    r"|(?:(?:const|export|let|module\.exports|return|var)\b[ \t]*(?:default\b)?[^(){}]*=?[ \t]*)?\{"
    r"|(?:[a-z]+[ \t]+)*(?:class|enum|interface|record|struct)\b[^{};]*[{:])"
    r"[ \t]*(?:#.*|//.*)?"
)
"""A line above the keys of a table of data, or the members of a type: `[tool.ruff]`, `"a": {`, `class A:`."""
_STRING_OR_COMMENT = lazy_pattern(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|/\*.*?\*/|<!--.*?-->"
    r"|(?<!:)//[^\n]*|#[^\n]*|--[ ][^\n]*",
    re.DOTALL,
)
"""Roughly, in any language, what may have lone braces."""
_PLAIN_NAME = lazy_pattern(r"[\w$]+\W*$")
"""A name without dots and brackets, with the operator of its value behind it."""
_ITEM_KEY = lazy_pattern(r"[\"']?(?P<name>[\w$-]+)[\"']?\s*(?::(?!:)|=(?!=)|,|$)")
"""The key of an item, which may stand for its value too: `limit: 10,`, `limit,`."""
_END_WORD = lazy_pattern(r"(?:done|end|endif|esac|fi)[\s;,)\]}]*")
"""A word that ends a block, and does not say which one."""
_MIN_OF_REGISTRY, _MAX_OF_REGISTRY = 3, 50
"""The fewest lines that are alike but for their strings, so that another one is new, and the most read."""
_CALL_FOR_NAME = lazy_pattern(r"=\s*(?:(?:await|try[?!]?|new)\s+)*(?P<function>[\w.$:?]+)\(")
"""The part of a statement that calls a function for a value: `= await fs.read(`."""
_COMMENT_LINE = lazy_pattern(r"\s*(?:#(?![\[!])|//|/\*|\*\s|--\s|<!--)")
"""The beginning of a comment that has its line for itself; `#[` and `#!` begin attributes of Rust."""
_ABOVE_HEAD = lazy_pattern(
    r"\s*(?:#(?!\s*(?:define|elif|else|endif|if|include|pragma|undef))|//|/\*|\*(?:\s|/|$)|--\s|<!--"
    r"|@\w[\w.]*(?:\(.*\))?\s*$|\[[A-Z].*\]\s*$)"
)
"""The beginning of a comment, or an annotation alone on its line."""
_LEAVES = lazy_pattern(rf"\s*(?:{_LEAVING})\b")
_LEAVES_OR_YIELDS = lazy_pattern(rf"\s*(?:{_LEAVING}|yield)\b")
"""Starts of statements that may be both in a new block and below it."""
_HEAD_OF_STATEMENT = lazy_pattern(
    r"(?!(?:if|for|foreach|while|until|unless|switch|match|elif|catch)\b)"
    r"(?:(?:let|const|var|val|mut|final|await|local|my)\s+)*[\w$.:>-]+(?:\s*=(?!=|>)|\()"
)
"""The beginning of a line up to the bracket of a call, or to the sign that gives a name its value."""
_PROTOTYPE = lazy_pattern(
    r"(?!(?:assert|await|case|defer|delete|do|echo|else|for|go|if|new|not|print|return|switch|throw|while|yield)\b)"
    # A type or a keyword before the name, or a type behind the parameters: `find(id: number): User;`.
    r"(?:(?:[\w<>\[\],.*&?:]++\s++)+[*&]*|(?=\w+\??\([^;{}]*\)(?::|\s\(?[*\[\]\w])))"
    r"(?P<name>[A-Za-z_~]\w*)\??\s*(?:<[^<>()]*>)?"
    r"\([^;{}]*\)(?:[^;{}()=]*|\s*\([^;{}()=]*\)|\s*=\s*\w+);?$"
)
"""The declaration of a function without its body: `int size() const;`."""
_CLASSES = lazy_pattern(r"\bclass(?:Name)?=[\"'](?P<names>[^\"']*)")
"""The classes of an element of markup: `class="btn btn-large"`."""
_BRANCH = lazy_pattern(r"\s*(?:\}\s*)?(?:(?:else )?if|elif|elsif|unless|while)\b")
"""The beginning of a line with a condition."""


_MIN_BELOW_HEAD = 4
"""The fewest lines of a piece that are taken for those below its head in the file."""


class _Side(StrEnum):
    """The place of new lines beside lines of the file that a piece does not mention."""

    ABOVE = "above"
    BELOW = "below"


class _Choices(Struct, frozen=True):
    """The choices for what is unclear in a sketch."""

    replaces: Mapping[tuple[int, int], bool] = {}
    """By `_UnclearEdge.edge`, whether its lines replace those of the file."""
    stretches: Mapping[int, _Side | None] = {}
    """By `_StretchError.first`, the side of its lines to which the new ones go; None if they replace them."""
    may_drop: bool = False
    """True to delete few lines of the file between two others, for which there are no dots."""


_NO_CHOICES = _Choices()


class _Piece(Struct):
    """Lines of a sketch between two placeholders."""

    lines: list[str]
    """Without their ends."""
    anchors: list[tuple[int, int]]
    """Pairs of equal lines of the piece and the file, 0-based and in order."""
    is_below_gap: bool
    """True if a placeholder comes before it."""
    is_above_gap: bool
    """True if a placeholder follows."""
    gap_margin: str
    """The indentation of the placeholder that follows; empty if none does."""
    changed: int | None = None
    """The line of the file, 0-based, that its last line is a version of, if it has no equal one."""
    is_first_changed: bool = False
    """True if that line is the first one in a block, and dots follow."""
    ends_block: bool = False
    """True if its only line of the file closes the block of the dots above, below new lines."""
    is_added: bool = False
    """True if its first lines are new ones of the block that its other lines close."""
    elsewhere: Sequence[tuple[int, int]] = ()
    """Lines that the file has elsewhere than the anchors; as these."""
    whole: tuple[int, int] | None = None
    """The first line of an element that it replaces whole, 0-based, and how many of the lines it drops."""

    @property
    def gap_indent(self) -> int:
        """The columns of the indentation of the placeholder that follows."""
        return indent_width(self.gap_margin)

    @property
    def quoted(self) -> str:
        """The first line, for messages; with dots if there are more."""
        lines = [line.strip() for line in self.lines if line.strip()]
        more = " …" if len(lines) > 1 else ""
        return f"“{shortened(lines[0])}{more}”"


def apply_sketch(index: FileIndex, operation: Sketch, top: int = 0) -> Match | Mismatch:
    """The only match of a sketch, with its change; or the reason why there is none.

    Args:
        index: The index of the file, or of some of its lines.
        operation: The sketch.
        top: The line of the file at which they begin, 0-based, for messages.
    """
    try:
        return _apply(index, operation, top)
    except NoMatch as error:
        return Mismatch(str(error))


class _UnclearEdge(NoMatch):
    """Raised for new lines of a piece that may replace a line of the file, or go beside it."""

    def __init__(self, message: str, edge: tuple[int, int], line: int, count: int) -> None:
        """
        Args:
            message: The sentence.
            edge: The number of the piece, from 0, and 1 for its last lines or -1 for its first ones.
            line: The line of the file, 0-based.
            count: The number of new lines.
        """
        super().__init__(message)
        self.edge, self.line, self.count = edge, line, count


class _DropError(NoMatch):
    """Raised for few lines of the file between two others that a piece lacks."""


class _StretchError(NoMatch):
    """Raised for many lines of the file in whose place, between two others, a piece has only few new ones."""

    def __init__(self, message: str, first: int, end: int, count: int) -> None:
        """
        Args:
            message: The sentence.
            first: The first of these lines of the file, 0-based.
            end: The line below the last one.
            count: The number of new lines.
        """
        super().__init__(message)
        self.first, self.end, self.count = first, end, count


def match_unclear(index: FileIndex, operation: Sketch) -> tuple[Match, ...]:
    """The candidates of a sketch that `apply_sketch` refuses since one thing in it is unclear.

    - New lines next to dots may be versions of the file's: they replace those that they resemble, or go
      beside them.
    - Few lines of the file between two others are not in it, without dots for them: they go, with a warning.
    - Many lines are not in it, where it has new ones: these replace them, or go below or above them.

    Args:
        index: The index of the file.
        operation: The sketch.

    Returns:
        Two candidates for an unclear edge, three for many lines, or one with a warning for few lines left
        out; empty if several things are unclear, or nothing can be applied.
    """
    try:
        _apply(index, operation, 0)
    except _UnclearEdge as error:
        unclear = error
    except _DropError:
        try:
            return (_apply(index, operation, 0, _Choices(may_drop=True)),)
        except NoMatch:
            return ()
    except _StretchError as error:
        return _beside_stretch(index, operation, error)
    except NoMatch:
        return ()
    else:
        return ()
    quoted = f"“{shortened(index.bodies[unclear.line : unclear.line + 1][0].strip())}”"
    line = f"L{unclear.line + 1}: {quoted}"
    side = "above" if unclear.edge[1] > 0 else "below"
    try:
        replacing = _apply(index, operation, 0, _Choices({unclear.edge: True}))
    except NoMatch:
        return ()
    replacing = replace(replacing, key=f"{replacing.key}:replaced", label=f"replaces {line}", effect=None)
    try:
        adding = _apply(index, operation, 0, _Choices({unclear.edge: False}))
    except NoMatch:
        return ()
    added = f"adds {counted(unclear.count, 'line')} {side} {line}"
    return replacing, replace(adding, key=f"{adding.key}:added", label=added, effect=None)


def _beside_stretch(index: FileIndex, operation: Sketch, stretch: _StretchError) -> tuple[Match, ...]:
    """The candidates of a sketch with new lines in the place of many of the file."""
    lines = index.bodies.plain(stretch.first, stretch.end)
    head = next(filter(str.strip, lines), "").strip()
    which = f"{lines_named((stretch.first + 1, stretch.end))}: “{shortened(head)}” …"
    labels = {
        None: f"replaces {which}",
        _Side.BELOW: f"adds {counted(stretch.count, 'line')} below {which}",
        _Side.ABOVE: f"adds {counted(stretch.count, 'line')} above {which}",
    }
    found: list[Match] = []
    for side, label in labels.items():
        with suppress(NoMatch):
            match = _apply(index, operation, 0, _Choices(stretches={stretch.first: side}))
            effect = None if side is None else MatchEffect.ADDS
            found.append(replace(match, key=f"{match.key}:{side or 'replaced'}", label=label, effect=effect))
    return tuple(found) if len(found) > 1 else ()


def ends_of_sketch(index: FileIndex, operation: Sketch, match: Match) -> tuple[Match, ...]:
    """The candidates of a sketch that ends, without a placeholder, directly above the last lines of a block.

    It may mean to remove these lines, or only not show them. A line between the head of a block and dots may
    replace the first line of the file's block, or be added above it. There is one candidate, the match
    itself, if nothing is unclear.

    Args:
        index: The index of the file.
        operation: The sketch.
        match: As returned by `apply_sketch`.
    """
    assert match.lines is not None
    if match.warnings and (added := _with_first_added(index, operation)) is not None:
        other, at = added
        line = f"L{at + 1}: “{shortened(index.bodies[at : at + 1][0].strip())}”"
        return (
            replace(match, key=f"{match.key}:replaced", label=f"replaces {line}", effect=None),
            replace(other, key=f"{other.key}:added", label=f"adds 1 line above {line}", effect=None),
        )
    last = operation.pieces[-1]
    if not any(map(str.isalnum, last)):
        # It ends with a placeholder, or with brackets below one.
        return (match,)
    end = match.lines[1]
    edge, *below = index.bodies.plain(end - 1, end + _MAX_LEFT + 1)
    count = next((n for n, line in enumerate(below) if not line.strip() or only_closes(line)), len(below))
    left = below[:count]
    is_one_block = all(indentation(line) == indentation(edge) for line in left) and not only_closes(edge)
    if not 0 < count <= _MAX_LEFT or not is_one_block or left[0].strip() in map(str.strip, last.split("\n")):
        return (match,)
    which = lines_named((end + 1, end + count))
    rest = f"“{shortened(left[0].strip())}”{' …' if count > 1 else ''} ({which}), which it does not show"
    removed = change_lines(index.lines, end, end + count, [])
    return (
        replace(match, key=f"{match.key}:kept", label=f"keeps {rest}", effect=None),
        replace(
            match,
            key=f"{match.key}:removed",
            span=(match.span[0], index.lines.starts[end + count]),
            lines=(match.lines[0], end + count),
            change=match.change.union(removed),
            label=f"removes {rest}",
            effect=None,
        ),
    )


def _with_first_added(index: FileIndex, operation: Sketch) -> tuple[Match, int] | None:
    """The match of a sketch that adds a line at the top of a block, where `_apply` replaces the file's line.

    Returns:
        The match, and that line of the file, 0-based; None if it replaces none, or several.
    """
    pieces = _anchored_pieces(index, operation)
    found = [(piece, piece.anchors[-1]) for piece in pieces if piece.is_first_changed]
    if len(found) != 1:
        return None
    ((piece, (n, at)),) = found
    # With the line of the file below it, the new line is only added.
    kept = f"{indentation(piece.lines[n])}{index.bodies[at : at + 1][0].strip()}"
    old, new = (
        "\n".join(lines) for lines in (piece.lines, [*piece.lines[: n + 1], kept, *piece.lines[n + 1 :]])
    )
    texts = tuple(text.replace(old, new) for text in operation.pieces)
    try:
        return _apply(index, Sketch(operation.text.replace(old, new, 1), texts), 0), at
    except NoMatch:
        return None


def with_spaces_of_file(index: FileIndex, lines: Sequence[str], *, keeps_aligned: bool) -> dict[str, str]:
    """The lines of a snippet that differ from one of the file in the spaces inside them, with that line.

        status      TEXT NOT NULL,      in the file, which aligns its columns
        status TEXT NOT NULL,           in the snippet: the same line
        cancelled_at TIMESTAMPTZ,       new

    Strings are compared with their spaces. If all lines of the snippet differ so, it may ask for that.

    Args:
        index: The index of the file.
        lines: The lines of the snippet.
        keeps_aligned: True to leave out lines that have runs of spaces too, and so columns of their own.

    Returns:
        For each such line of the snippet, stripped, the line of the file, stripped.
    """
    own = {line.strip() for line in lines if is_informative(line)}
    unknown = {line for line in own if not index.occurrences.count(line)}
    wanted = {
        tuple(line.split()): line
        for line in unknown
        if " " in line and not (keeps_aligned and _is_aligned(line))
    }
    if not wanted:
        return {}
    found: dict[str, list[str]] = {}
    for other in index.occurrences.lines:
        if keeps_aligned and not _is_aligned(other):
            continue
        line = wanted.get(tuple(other.split()))
        if line is not None and STRING_LITERAL.findall(line) == STRING_LITERAL.findall(other):
            found.setdefault(line, []).append(other)
    only = {line: others[0] for line, others in found.items() if len(others) == 1}
    return only if own - only.keys() else {}


def _is_aligned(line: str) -> bool:
    """True if a line has a run of spaces outside of its strings, as where columns are aligned."""
    return (
        _INNER_RUN.search(line) is not None and _INNER_RUN.search(STRING_LITERAL.sub("''", line)) is not None
    )


def match_statements(index: FileIndex, text: str) -> Match | Mismatch:
    """The match of a snippet of statements that changes some lines between lines of the file.

    The snippet begins and ends with lines of the file. Each line that it removes has a version in it.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
    """
    if UNCHANGED_LINES.name in index.without:
        return Mismatch(f"strategy {UNCHANGED_LINES.name} is disabled")
    found = apply_sketch(index, Sketch(text, (text,)))
    if isinstance(found, Mismatch):
        return found
    assert found.lines is not None
    old = [line.strip() for line in index.bodies[found.lines[0] - 1 : found.lines[1]]]
    new = [line.strip() for line in without_blank_edges(text.split("\n"))]
    if (
        new[0] != old[0]
        or new[-1] != old[-1]
        or not all(is_informative(line, _MIN_INFORMATIVE) for line in (new[0], new[-1]))
    ):
        edges = f"“{shortened(new[0])}” and “{shortened(new[-1])}”"
        return Mismatch(f"{edges}, its outermost lines, are not next to the others in the file")
    removed = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        lines, others = (list(filter(None, part)) for part in (old[a1:a2], new[b1:b2]))
        removed += len(lines)
        if len(alike_pairs(lines, others)) < len(lines):
            return Mismatch(f"it would remove lines at line {found.lines[0] + a1} and has no version of them")
    filled = sum(map(bool, new))
    if not found.change or filled - removed < _MIN_UNCHANGED or 2 * removed > filled:
        return Mismatch("too few of its lines are in the file")
    label = f"changes {counted(removed, 'line')} between L{found.lines[0]} and L{found.lines[1]}"
    return replace(found, strategies=(UNCHANGED_LINES.name,), label=label, effect=None)


def match_open_statements(index: FileIndex, text: str) -> Match | Mismatch:
    """The match of a snippet whose first or last lines are not those of the file; else why it has none.

    1. The lines that both have, once each, are its anchors; without such lines, the only lines of the file
       that it has versions of.
    2. At the depth of its anchors, it extends from the outermost ones over lines of the file that it has
       versions of. Its other lines are new.
    3. It must not open a block or a bracket that the lines of the file do not open, nor remove a line without
       a version of it, and enough of its lines must be in the file.

    Nothing shows that no line beyond is meant, so a warning says so.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
    """
    if UNCHANGED_LINES.name in index.without:
        return Mismatch(f"strategy {UNCHANGED_LINES.name} is disabled")
    new = without_blank_edges([line_body(line) for line in split_lines(text, "\n")])
    try:
        return _match_open(index, text, new)
    except NoMatch as error:
        return Mismatch(str(error))


def match_called_again(index: FileIndex, text: str, match: Match) -> Match | None:
    """The match of such a snippet that also replaces the line below, which calls what its last line calls.

    That the snippet has other values there may mean that they change, or that it is called once more.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        match: Its match.

    Returns:
        None if the last line is one of the file, or if other lines call the same, as where items are added.
    """
    new = without_blank_edges([line_body(line) for line in split_lines(text, "\n")])
    if match.strategies != (UNCHANGED_LINES.name,) or match.lines is None or len(new) < 2:
        return None
    bodies, end = index.bodies.plain(), match.lines[1]
    calls = [CALL.match(line.strip()) for line in (*new, *bodies[end : end + 2])]
    called = [None if each is None else each[0] for each in calls]
    nth = len(new) - 1
    is_called = called[nth] is not None and called.count(called[nth]) == 2
    if not is_called or len(called) < nth + 2 or called[nth + 1] != called[nth]:
        return None
    try:
        return _match_open(index, text, new, calls_again=True)
    except NoMatch:
        return None


def match_declared_beside(index: FileIndex, text: str, match: Match) -> Match | None:
    """The match of such a snippet that only adds what the match writes instead of declarations.

        int first(int a);               in both
        long second(long a);            new; in the file, `double third(double a);` is there

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        match: Its match.

    Returns:
        None if the match replaces other lines too, or by declarations whose names the file has.
    """
    new = without_blank_edges([line_body(line) for line in split_lines(text, "\n")])
    if match.strategies != (UNCHANGED_LINES.name,) or match.effect is MatchEffect.ADDS:
        return None
    declared = [found["name"] for line in new if (found := _PROTOTYPE.match(line.strip())) is not None]
    if not any(_is_absent(name, index) for name in declared):
        return None

    def replaces(line: str, other: str) -> bool:
        return _may_replace(line, other) and not _declare_others(line, other)

    try:
        added = _match_open(index, text, new, replaces=replaces)
    except NoMatch:
        return None
    return added if added.effect is MatchEffect.ADDS else None


def _declare_others(line: str, other: str) -> bool:
    """True if two lines declare functions of different names, without their bodies."""
    one, two = _PROTOTYPE.match(line), _PROTOTYPE.match(other)
    return one is not None and two is not None and one["name"] != two["name"]


def match_rest_of_block(index: FileIndex, text: str, match: Match) -> Match | None:
    """The match of such a snippet that also replaces the lines below, to the end of their block.

    The snippet ends with new lines, and each line below shares a name with one of them: they may replace it.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        match: Its match.

    Returns:
        None if the snippet does not end so, or if too many lines are below.
    """
    new = without_blank_edges([line_body(line) for line in split_lines(text, "\n")])
    if match.strategies != (UNCHANGED_LINES.name,) or match.lines is None:
        return None
    bodies, first, end = index.bodies.plain(), match.lines[0] - 1, match.lines[1]
    known = {line.strip() for line in bodies[first:end]}
    tail = list(takewhile(lambda line: line.strip() not in known, reversed(new)))
    depth = indent_width(bodies[end - 1])
    deep = takewhile(lambda line: not line.strip() or indent_width(line) >= depth, bodies[end:])
    rest = without_blank_edges(list(islice(deep, _MAX_REPLACED + 1)))
    names = set(_LONG_NAME.findall("\n".join(tail)))
    shared = [names.intersection(_LONG_NAME.findall(line)) for line in rest if line.strip()]
    if not 0 < len(rest) <= _MAX_REPLACED or not all(shared):
        return None
    if len(set().union(*shared)) < max(_MIN_SHARED_NAMES, len(shared)):
        return None
    end = next(n for n in range(end, len(bodies)) if bodies[n].strip()) + len(rest)
    old = bodies[first:end]
    try:
        lines = _at_depth_of(bodies, new, _open_anchors(index, new)[0])
    except NoMatch:
        return None
    if _open_brackets(lines) != _open_brackets(old):
        return None
    adapted = adapt_lines(index.lines, first, old, lines, index.line_end_at(first))
    return Match(
        key=match_key(index.lines, first, end),
        interpretation=Interpretation("", text),
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change_lines(index.lines, first, end, adapted),
        strategies=(UNCHANGED_LINES.name,),
        tier=Tier.FUZZY,
        label=f"replaces {lines_named((first + 1, end))}, to the end of their block",
    )


def _match_open(
    index: FileIndex,
    text: str,
    new: Sequence[str],
    *,
    calls_again: bool = False,
    replaces: Callable[[str, str], bool] | None = None,
) -> Match:
    """The match of the lines of such a snippet, which has no blank ones at its ends.

    Args:
        index: The index of the file.
        text: The snippet.
        new: Its lines.
        calls_again: True to replace the line below them by the last one.
        replaces: True for a line that is a version of another one; `_may_replace` by default.
    """
    replaces = replaces or _may_replace
    bodies = index.bodies.plain()
    anchors, shared = _open_anchors(index, new)
    lines = _at_depth_of(bodies, new, anchors)
    first, end = _extent(bodies, lines, anchors, replaces)
    head = int(_has_new_head(bodies, lines, first))
    first -= head
    if calls_again:
        return _replacing_below(index, text, lines, first, end)
    closed = _closing_tags(bodies, first, end, lines)
    old = bodies[first:end]
    if first > 0 and end < len(bodies) and opens_block(lines[-1]) and not opens_block(old[-1]):
        raise NoMatch(f"“{shortened(new[-1].strip())}” opens a block that it does not show")
    if _open_brackets(lines) != _open_brackets(old):
        raise NoMatch("its brackets do not close as those of the file's lines do")
    removed = head + _removed_count(old[head:], lines[head:], first + head, replaces) + closed - end
    old, end = bodies[first:closed], closed
    change = change_lines(
        index.lines, first, end, adapt_lines(index.lines, first, old, lines, index.line_end_at(first))
    )
    filled, known = (sum(1 for line in each if line.strip()) for each in (new, old))
    is_known = known >= _MIN_KNOWN * filled or (not removed and shared >= _MIN_UNCHANGED) or not shared
    if not change or removed > filled // 2 + 1 or not is_known:
        raise NoMatch("too few of its lines are in the file")
    edge = next((b.strip() for a, b in ((old[0], new[0]), (old[-1], new[-1])) if a.strip() != b.strip()), "")
    message = (
        f"“{shortened(edge)}”, its outermost line, is not in the file and may stand for lines beyond it"
        if edge
        else "few of its lines are in the file, and it may stand for lines beyond them"
    )
    action = f"changes {counted(removed, 'line')}" if removed else f"adds {counted(filled - known, 'line')}"
    return Match(
        key=match_key(index.lines, first, end),
        interpretation=Interpretation("", text),
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change,
        strategies=(UNCHANGED_LINES.name,),
        tier=Tier.FUZZY,
        warnings=(MatchWarning(MatchWarningKind.UNSEEN, message, first + 1),),
        label=f"{action} at {lines_named((first + 1, end))}",
        effect=None if removed else MatchEffect.ADDS,
    )


def _has_new_head(bodies: Sequence[str], lines: Sequence[str], first: int) -> bool:
    """True if the first line of a snippet is another version of the line that begins the block of its others.

    Args:
        bodies: The lines of the file.
        lines: Those of the snippet, at their depth.
        first: The first line of the file that the snippet has.

    Raises:
        NoMatch: It begins that block in place of something else.
    """
    if first == 0 or len(lines) < 2 or lines[1].strip() != bodies[first].strip() or lines[0] == bodies[first]:
        return False
    new, old = lines[0], bodies[first - 1]
    is_brace_below = lines[1].strip() == "{"
    begins = opens_block(new) and opens_block(old) and indent_width(lines[1]) > indent_width(new)
    if not (is_brace_below or begins) or indentation(old) != indentation(new):
        return False
    if _FIRST.findall(new.strip())[:1] != _FIRST.findall(old.strip())[:1]:
        raise NoMatch(f"“{shortened(new.strip())}” begins a block that the file begins in another way")
    return True


def _replacing_below(index: FileIndex, text: str, lines: Sequence[str], first: int, end: int) -> Match:
    """The match of lines whose last one replaces the line below some lines of the file."""
    bodies = index.bodies.plain()
    old = bodies[first : end + 1]
    is_as_deep = indentation(old[-1]) == indentation(lines[-1])
    if not is_as_deep or _open_brackets(lines) != _open_brackets(old):
        raise NoMatch("the line below is no other version of its last one")
    removed = _removed_count(old[:-1], lines[:-1], first, _may_replace) + 1
    adapted = adapt_lines(index.lines, first, old, lines, index.line_end_at(first))
    return Match(
        key=match_key(index.lines, first, end + 1),
        interpretation=Interpretation("", text),
        span=index.lines.span(first, end + 1),
        lines=(first + 1, end + 1),
        change=change_lines(index.lines, first, end + 1, adapted),
        strategies=(UNCHANGED_LINES.name,),
        tier=Tier.FUZZY,
        label=f"changes {counted(removed, 'line')} at {lines_named((first + 1, end + 1))}",
    )


def _open_anchors(index: FileIndex, new: Sequence[str]) -> tuple[list[tuple[int, int]], int]:
    """The anchors of such a snippet, and the number of lines that it shares; 0 if they are only versions."""
    stripped = [line.strip() for line in new]
    equal = _only_rows(index, stripped, stripped)
    # The last item of a list may get a comma.
    equal = equal or _only_rows(index, stripped, [_with_other_end(line) for line in stripped])
    anchors = equal or _versions(index, stripped)
    if not anchors:
        raise NoMatch("none of its lines is in the file just once")
    anchors = _outermost(new, anchors, index)
    positions = [line for _, line in anchors]
    if positions != sorted(set(positions)):
        raise NoMatch("its lines are in another order in the file")
    return anchors, len(equal)


def _only_rows(index: FileIndex, stripped: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    """The lines of a snippet that it has once, with the only rows of the file that are equal to `lines`."""
    return [
        (n, index.occurrences.of(line, 1)[0])
        for n, line in enumerate(lines)
        if _is_distinctive(line) and index.occurrences.count(line) == 1 and stripped.count(stripped[n]) == 1
    ]


def _with_other_end(line: str) -> str:
    return line.removesuffix(",") if line.endswith(",") else f"{line},"


def _at_depth_of(
    bodies: Sequence[str], new: Sequence[str], anchors: Sequence[tuple[int, int]]
) -> Sequence[str]:
    """The lines of a snippet at the depth at which the file has its anchors."""
    shift = uniform_map([new[n] for n, _ in anchors], [bodies[line] for _, line in anchors])
    lines = None if shift is None else shift.fit_all([line if line.strip() else "" for line in new])
    if lines is None:
        raise NoMatch("its indentation does not fit the file's")
    return lines


def _extent(
    bodies: Sequence[str],
    lines: Sequence[str],
    anchors: Sequence[tuple[int, int]],
    replaces: Callable[[str, str], bool],
) -> tuple[int, int]:
    """The lines of the file, from its outermost anchors on, that a snippet has versions of; half-open."""
    (top, first), (bottom, last) = anchors[0], anchors[-1]
    above = _versions_beyond(lines[:top][::-1], bodies[:first][::-1], replaces)
    below = _versions_beyond(lines[bottom + 1 :], bodies[last + 1 :], replaces)
    return first - above, last + 1 + below


def _removed_count(
    old: Sequence[str],
    lines: Sequence[str],
    first: int,
    replaces: Callable[[str, str], bool],
) -> int:
    """The number of lines of the file that a snippet removes or changes; it has a version of each.

    Args:
        old: The lines of the file.
        lines: Those of the snippet.
        first: The line of the file at which the former begin, for the message.
        replaces: True for a line that is a version of another one.
    """
    removed = 0
    for a1, a2, b1, b2 in line_opcodes([line.strip() for line in old], [line.strip() for line in lines]):
        gone, others = (
            [line.strip() for line in part if line.strip()] for part in (old[a1:a2], lines[b1:b2])
        )
        removed += len(gone)
        if _version_count(gone, others, replaces) < len(gone):
            raise NoMatch(f"it would remove lines at line {first + a1 + 1} and has no version of them")
    return removed


def _versions(index: FileIndex, stripped: Sequence[str]) -> list[tuple[int, int]]:
    """The only lines of the file that one or two lines resemble, as anchors.

    Of more lines, only the first or the last one may be a version: one that continues a line of the file.

    Args:
        index: The index of the file.
        stripped: The lines of a snippet. The file has none of them.
    """
    filled = [n for n, line in enumerate(stripped) if line]
    if not 0 < len(filled) <= _MAX_BESIDE_VERSION:
        return []
    bodies = [body.strip() for batch in index.bodies.batches() for body in batch]
    found: list[tuple[int, int]] = []
    places: set[int] = set()
    for n in filled:
        first = _FIRST.findall(stripped[n])[0]
        like = [
            at for at, body in enumerate(bodies) if body.startswith(first) and _may_replace(stripped[n], body)
        ]
        if _is_distinctive(stripped[n]) and len(like) == 1:
            found.append((n, like[0]))
            places.add(like[0])
    if len(found) == len(filled) <= _MAX_VERSIONS:
        if len(places) == len(found):
            return found
        # Two lines for one: the other is new.
        return [
            max(found, key=lambda pair: likeness.normalized_similarity(stripped[pair[0]], bodies[pair[1]]))
        ]
    edges = [
        (n, at) for n, at in found if n in (filled[0], filled[-1]) and _continues(stripped[n], bodies[at])
    ]
    return edges if len(edges) == len(found) == 1 else []


def _versions_beyond(new: Sequence[str], file: Sequence[str], replaces: Callable[[str, str], bool]) -> int:
    """The number of lines of the file, from an anchor outwards, that a snippet has versions of.

    Args:
        new: The snippet's lines beyond the anchor, nearest first.
        file: The lines of the file beyond the anchor, nearest first.
        replaces: True for a line that is a version of another one.
    """
    rest = [line.strip() for line in new if line.strip()]
    count = 0
    for at, body in enumerate(file):
        line = body.strip()
        nth = next((n for n, other in enumerate(rest) if replaces(other, line)), None)
        if line and nth is None:
            break
        if nth is not None and line:
            del rest[: nth + 1]
            count = at + 1
    return count


def _version_count(
    old: Sequence[str], new: Sequence[str], replaces: Callable[[str, str], bool] | None = None
) -> int:
    replaces = replaces or _may_replace
    rest = list(new)
    count = 0
    for line in old:
        nth = next((n for n, other in enumerate(rest) if replaces(other, line)), None)
        if nth is not None:
            del rest[: nth + 1]
            count += 1
    return count


def _may_replace(new: str, old: str) -> bool:
    """True if a line may be another version of one of the file."""
    if begins_import(old) and begins_import(new):
        return _imported_from(old) == _imported_from(new)
    return new == old or _is_same(old, new) or _is_version(new, old)


def _imported_from(line: str) -> str:
    """The module that an import line names."""
    if line.startswith("from "):
        return line.split()[1]
    return _module(line)


def _open_brackets(lines: Sequence[str]) -> list[int]:
    """The number of brackets of each kind that some lines open and do not close."""
    text = "".join(lines)
    return [text.count(opening) - text.count(closing) for opening, closing in ("()", "[]", "{}")]


def _open_brackets_of_code(lines: Sequence[str]) -> list[int]:
    """The number of brackets of each kind that code leaves open, roughly without its strings and comments."""
    return _open_brackets([_STRING_OR_COMMENT.sub("", "\n".join(lines))])


def _closing_tags(bodies: Sequence[str], first: int, end: int, new: Sequence[str]) -> int:
    """The end of some lines with the closing tags below them of the elements that they open.

    Raises:
        NoMatch: Other lines are between, or new lines open elements that the lines of the file do not open.
    """
    left = _open_tags(bodies[first:end]) - _open_tags(new)
    while left > 0 and end < len(bodies) and _CLOSING_TAG.fullmatch(bodies[end]):
        left, end = left - 1, end + 1
    if left:
        raise NoMatch("its tags do not close as those of the file's lines do")
    return end


def _open_tags(lines: Sequence[str]) -> int:
    """The number of elements of markup that some lines open and do not close; 0 for lines of other code."""
    if not any(line.lstrip().startswith("<") for line in lines):
        return 0
    return sum(count for _, count in _tags(lines))


def unpaired_tags(lines: Sequence[str]) -> int:
    """The number of elements of markup that some lines do not end, and of those that they only end."""
    counts: Counter[str] = Counter()
    for name, count in _tags(lines):
        counts[name] += count
    return sum(map(abs, counts.values()))


def element_of(lines: Sequence[str]) -> tuple[str, str] | None:
    """The tag and the content of the only element of markup that some lines are; None for other lines.

    The content has one space for each run of whitespace.
    """
    text = " ".join(" ".join(lines).split())
    begun = _ELEMENT.match(text)
    if begun is None or begun[1] or begun[3] or not text.endswith(f"</{begun[2]}>"):
        return None
    content = text[begun.end() : -len(f"</{begun[2]}>")].strip()
    return (begun[2], content) if content and f"<{begun[2]}" not in content else None


def call_other_elements(lines: Sequence[str], others: Sequence[str]) -> bool:
    """True if the elements that some lines begin have different values of an attribute that names them."""
    known, found = (
        {each["name"]: each["value"].strip("\"'") for each in _NAMING.finditer(_opening_tag(some))}
        for some in (lines, others)
    )
    return any(known[name] != found[name] for name in known.keys() & found.keys())


def _opening_tag(lines: Sequence[str]) -> str:
    """The tag that some lines begin with; empty without one."""
    found = _ELEMENT.match(" ".join(" ".join(lines).split()))
    return "" if found is None else found[0]


def _tags(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The names of the elements that some lines begin, each with 1, or end, with -1."""
    for closes, name, is_empty in _ELEMENT.findall("\n".join(lines)):
        if closes or not (is_empty or name.lower() in _VOID):
            yield name, -1 if closes else 1


def _extends(old: str, new: str) -> bool:
    """True if two lines open elements with one tag, and the new one has all quoted attributes of the old."""
    tags = [_TAG_NAME.match(line) for line in (old, new)]
    if None in tags or len({tag[0] for tag in tags if tag is not None}) > 1:
        return False
    known, found = (
        {each["name"]: set(each["value"].split()) for each in _ATTRIBUTE.finditer(line)}
        for line in (old, new)
    )
    is_open = unpaired_tags([old]) == unpaired_tags([new]) > 0
    return is_open and bool(known) and all(known[name] <= found.get(name, set()) for name in known)


def gap_lines(operation: Sketch) -> list[int]:
    """The placeholder lines of a sketch, 0-based."""
    gaps: list[int] = []
    at = 0
    for piece in operation.pieces:
        start = operation.text.index(piece, at) if piece.strip() else at
        gaps += _filled(operation.text, at, start)
        at = start + len(piece)
    return gaps + list(_filled(operation.text, at, len(operation.text)))


def _filled(text: str, start: int, end: int) -> Iterator[int]:
    """The nonblank lines of a part of a text that begins a line."""
    first = text.count("\n", 0, start)
    return (first + n for n, line in enumerate(text[start:end].splitlines()) if line.strip())


def _apply(index: FileIndex, operation: Sketch, top: int, choices: _Choices = _NO_CHOICES) -> Match:
    """The match of a sketch; see `apply_sketch`, which makes no choices."""
    try:
        return _apply_as_written(index, operation, top, choices, {})
    except NoMatch:
        spelled = _spelled_as_in_file(index, operation)
        if spelled is None:
            raise
        with suppress(NoMatch):
            return _apply_as_written(index, spelled[0], top, choices, spelled[1])
        raise


def _apply_as_written(
    index: FileIndex, operation: Sketch, top: int, choices: _Choices, written: Mapping[str, Sequence[str]]
) -> Match:
    """The match of a sketch, read in one way.

    Args:
        index: The index of the file.
        operation: The sketch.
        top: The line of the file at which it begins, 0-based, for messages.
        choices: The choices for what is unclear.
        written: For lines of the sketch, stripped, those to write in their place; see `_spelled_as_in_file`.
    """
    pieces = _anchored_pieces(index, operation)
    if not pieces:
        raise NoMatch("the snippet has only placeholders")
    try:
        return _apply_pieces(index, operation, pieces, top, choices, written)
    except NoMatch:
        if not any(_rows_of_new(index, piece) for piece in pieces):
            raise
        with suppress(NoMatch):
            pieces = _anchored_pieces(index, operation, skips_new=True)
            return _apply_pieces(index, operation, pieces, top, choices, written)
        raise


def _spelled_as_in_file(
    index: FileIndex, operation: Sketch
) -> tuple[Sketch, dict[str, Sequence[str]]] | None:
    """A sketch with lines as the file may have them, and for these the lines to write in their place.

    A call over several lines is in one, as formatters wrap long lines:

        const rows = await query(            const rows = await query('SELECT 1');
          'SELECT 1 WHERE ok',
        );

    A line has no comma if the file has it without one: it was the last item, and a new one follows.

    Returns:
        The sketch, and the lines to write; None if no line is spelled otherwise.
    """
    written: dict[str, Sequence[str]] = {}
    pieces: list[str] = []
    for text in operation.pieces:
        lines, spelled = text.split("\n"), list[str]()
        at = 0
        while at < len(lines):
            line = lines[at].strip()
            end, joined = _call_in_one_line(index, lines, at)
            without = line.removesuffix(",")
            is_known = bool(index.occurrences.count(line))
            if joined:
                spelled.append(indentation(lines[at]) + joined)
                if not index.occurrences.count(joined):
                    written[joined] = lines[at:end]
            elif without != line and not is_known and index.occurrences.count(without):
                spelled.append(indentation(lines[at]) + without)
                written[without] = lines[at:end]
            else:
                spelled += lines[at:end]
            at = end
        pieces.append("\n".join(spelled))
    if pieces == [*operation.pieces]:
        return None
    # The lines of the gaps stay.
    parts, at = list[str](), 0
    for old, new in zip(operation.pieces, pieces, strict=True):
        start = operation.text.index(old, at)
        parts += [operation.text[at:start], new]
        at = start + len(old)
    return Sketch("".join([*parts, operation.text[at:]]), tuple(pieces)), written


def _call_in_one_line(index: FileIndex, lines: Sequence[str], at: int) -> tuple[int, str]:
    """The line below a call that begins on a line, and the call in one line, stripped.

    Returns:
        The next line and no text if no call with arguments on lines of their own begins there, or the file
        has its first two lines too.
    """
    head = lines[at].rstrip()
    end = at + _item_length(lines, at) if head.endswith(("(", "[")) else at + 1
    inner = [line.strip() for line in lines[at + 1 : end - 1]]
    if not 0 < len(inner) <= _MAX_JOINED or not only_closes(lines[end - 1]):
        return at + 1, ""
    if len({indent_width(line) for line in lines[at + 1 : end - 1]}) > 1 or _COMMENT_LINE.match(inner[0]):
        return at + 1, ""
    heads = index.occurrences.of(head.strip(), _MAX_HEADS)
    if any(inner[0] == body.strip() for n in heads for body in index.bodies[n + 1 : n + 2]):
        return at + 1, ""
    return end, f"{head.strip()}{' '.join(inner).removesuffix(',')}{lines[end - 1].strip()}"


def _apply_pieces(
    index: FileIndex,
    operation: Sketch,
    pieces: Sequence[_Piece],
    top: int,
    choices: _Choices,
    written: Mapping[str, Sequence[str]],
) -> Match:
    """The match of a sketch with its pieces anchored."""
    _without_new_exits(index, pieces)
    _check_order(index, pieces)
    change = Change()
    spans: list[tuple[int, int]] = []
    warnings: list[MatchWarning] = []
    closing: _Piece | None = None
    old_lines: list[str] = []
    new_lines: list[str] = []
    for nth, piece in enumerate(pieces):
        above = pieces[nth - 1].anchors[-1][1] + 1 if nth else 0
        below = pieces[nth + 1].anchors[0][1] if nth + 1 < len(pieces) else len(index.lines)
        adjuster = _PieceAdjuster(index, piece, above, below, top, nth, choices)
        first, end, new = adjuster.region()
        closing = piece if adjuster.has_dropped else closing
        warnings += adjuster.warnings
        new = _as_written(index, new, written) if written else new
        old_lines += index.bodies[first:end]
        new_lines += new
        if spans and first < spans[-1][1]:
            raise NoMatch(f"in the file, {piece.quoted} overlaps the part above it")
        if spans:
            _check_elided(index, pieces[nth - 1], piece, spans[-1][1], first)
        spans.append((first, end))
        change = change.union(change_lines(index.lines, first, end, new))
        for line, values in adjuster.elsewhere:
            replaced = change_lines(index.lines, line, line + 1, values)
            if replaced.carry(change) is None:
                raise NoMatch(f"{piece.quoted} has its lines in another order than the file")
            change = change.union(replaced)
    if _open_brackets(old_lines) != _open_brackets(new_lines):
        if closing is not None:
            raise NoMatch(f"the brackets above {closing.quoted} do not close as those of the file do")
        counts = (_open_brackets, _open_brackets_of_code)
        if all(count(old_lines)[-1] != count(new_lines)[-1] for count in counts):
            raise NoMatch("its braces do not close as those of the file's lines do")
    first, end = spans[0][0], spans[-1][1]
    return Match(
        key=match_key(index.lines, first, end),
        interpretation=Interpretation("", operation.text),
        span=index.lines.span(first, end),
        lines=(first + 1, end),
        change=change,
        strategies=(ELISION.name,),
        tier=Tier.FUZZY,
        warnings=(
            *warnings,
            *(
                MatchWarning(
                    MatchWarningKind.UNSEEN,
                    f"“{shortened(body.strip())}” seems an earlier version of its line",
                    top + at + 1,
                    is_old=True,
                )
                for piece in pieces
                if (at := piece.changed) is not None
                for body in index.bodies[at : at + 1]
            ),
            *(
                MatchWarning(
                    MatchWarningKind.UNSEEN,
                    f"“{shortened(piece.lines[n].strip())}” is there already, and is written once more",
                    top + at + 1,
                    is_old=True,
                )
                for piece in pieces
                for n, at in piece.elsewhere
            ),
            *(
                MatchWarning(
                    MatchWarningKind.UNSEEN,
                    f"drops {counted(count, 'line')} of “{shortened(index.lines[at].strip())}”, without dots",
                    top + at + 1,
                    is_old=True,
                )
                for at, count in (piece.whole for piece in pieces if piece.whole is not None)
            ),
        ),
    )


def _as_written(index: FileIndex, new: Sequence[str], written: Mapping[str, Sequence[str]]) -> list[str]:
    """New lines of a file, with those that a sketch has in place of the ones spelled as in the file.

    A line with a comma stays without it if no item follows.
    """
    found: list[str] = []
    unit = index.depth_unit or "    "
    for at, line in enumerate(new):
        body = line.rstrip()
        own, end = written.get(body.strip(), ()), line[len(body) :]
        below = next(filter(str.strip, new[at + 1 :]), "")
        if len(own) == 1 and below and not only_closes(below):
            found.append(f"{body},{end}")
        elif len(own) > 1:
            head, *inner, last = map(str.strip, own)
            margin = indentation(body)
            found += [f"{margin}{each}{end}" for each in (head, *(unit + each for each in inner), last)]
        else:
            found.append(line)
    return found


def _pieces_of(operation: Sketch) -> list[_Piece]:
    """The pieces with letters or digits, and their lines in the text."""
    pieces: list[_Piece] = []
    at = 0
    for text in operation.pieces:
        if not any(c.isalnum() for c in text):
            # Closing brackets and blank lines show only where the elided lines end.
            continue
        start = operation.text.index(text, at)
        at = start + len(text)
        below = operation.text[at:].partition("\n")[0]
        lines = [line_body(line) for line in split_lines(text, "\n")]
        is_below_gap = bool(operation.text[:start].strip())
        piece = _Piece(lines, [], is_below_gap, at < len(operation.text), indentation(below))
        pieces.append(piece)
    return pieces


def _anchored_pieces(index: FileIndex, operation: Sketch, *, skips_new: bool = False) -> list[_Piece]:
    """The pieces with letters or digits, each with its anchors.

    Args:
        index: The index of the file.
        operation: The sketch.
        skips_new: True to take no line of a new function or statement for an anchor.

    Raises:
        NoMatch: One has none.
    """
    pieces = _pieces_of(operation)
    _use_unit_of_file(index, operation, pieces)
    for nth, piece in enumerate(pieces):
        skipped = _rows_of_new(index, piece) if skips_new else ()
        _anchor(index, piece, pieces[nth - 1] if nth else None, skipped)
    return pieces


def _use_unit_of_file(index: FileIndex, operation: Sketch, pieces: Sequence[_Piece]) -> None:
    """Indent pieces with tabs if the file does, or with spaces."""
    own, unit = depth_unit(operation.text.splitlines()), index.depth_unit
    may_have_strings = any(sign in operation.text for sign in ("`", '"""', "'''", "<<"))
    if own is None or unit is None or ("\t" in own) is ("\t" in unit) or may_have_strings:
        return
    for piece in pieces:
        margins = map(indentation, piece.lines)
        piece.lines = [
            convert(margin, own, unit) + line[len(margin) :]
            for margin, line in zip(margins, piece.lines, strict=True)
        ]
        piece.gap_margin = convert(piece.gap_margin, own, unit)


def _anchor(index: FileIndex, piece: _Piece, above: _Piece | None, skipped: Collection[int] = ()) -> None:
    """Find the lines that occur once in the piece and once in the file.

    Args:
        index: The index of the file.
        piece: The piece.
        above: The one above it, anchored; None for the first one.
        skipped: Lines of the piece that are none.

    Raises:
        NoMatch: There are none.
    """
    stripped = [line.strip() for line in piece.lines]
    counts: dict[str, int] = {}
    for line in stripped:
        counts[line] = counts.get(line, 0) + 1
    for n, line in enumerate(stripped):
        matches = index.occurrences.of(line, 2)
        is_once = len(matches) == 1 and counts[line] == 1 and any(c.isalnum() for c in line)
        is_once = is_once and n not in skipped and not _END_WORD.fullmatch(line)
        is_of_new = is_once and (
            _ends_new_block(index, piece.lines, n) or _annotates_another(index, stripped, n, matches[0])
        )
        if is_once and not is_of_new:
            piece.anchors.append((n, matches[0]))
    piece.anchors = _with_own_ends(index, piece)
    piece.anchors = _in_own_section(index, piece)
    piece.anchors = _without_new_blocks(index, piece)
    piece.anchors = _lines_below_head(index, piece) or piece.anchors
    piece.anchors = piece.anchors or _import_anchors(index, piece)
    if (title := _changed_title(index, piece)) is not None:
        piece.anchors, piece.changed = [*piece.anchors, title], title[1]
    elif piece.anchors and (head := _changed_head(index, piece)) is not None:
        piece.anchors, piece.changed = [head, *piece.anchors], head[1]
    elif piece.anchors and (element := _changed_element(index, piece)) is not None:
        piece.anchors, piece.changed = sorted([*piece.anchors, element]), element[1]
    elif piece.anchors and (first := _changed_first(index, piece)) is not None:
        piece.anchors, piece.changed, piece.is_first_changed = [*piece.anchors, first], first[1], True
    if piece.is_above_gap and piece.anchors and (end := _end_of_whole(index, piece)) is not None:
        new, old = end
        piece.anchors.append(end)
        piece.changed = None if piece.lines[new].strip() == index.lines[old].strip() else old
    closing = None if above is None else _closing_anchor(index, piece, above)
    if piece.anchors:
        if closing is not None and not any(map(str.strip, piece.lines[: closing[0]])):
            first = piece.anchors[0]
            piece.anchors[:0] = [closing] if closing[0] < first[0] and closing[1] < first[1] else []
        return
    if closing is not None:
        piece.anchors, piece.is_added = [closing], True
        return
    known = [line for line in stripped if any(c.isalnum() for c in line) and index.occurrences.count(line)]
    if above is not None and not known and (set_again := _lines_set_again(index, piece)):
        piece.anchors, piece.changed = set_again, set_again[0][1]
        return
    if not known and (versions := _version_lines(index, piece) or _over_lines(index, piece)):
        piece.anchors, piece.changed = versions, versions[0][1]
        return
    if above is not None and (exits := _last_exit(index, piece, above)):
        (new, old), *_ = piece.anchors = exits
        piece.changed = None if piece.lines[new].strip() == index.lines[old].strip() else old
        return
    if run := _only_run(index, piece, above):
        piece.anchors = run
        return
    if above is not None and (end := _end_below_new(index, piece, above)) is not None:
        piece.anchors, piece.ends_block = [end], True
        return
    if known:
        raise NoMatch(f"{piece.quoted} cannot be located: each line occurs several times in the file")
    raise NoMatch(f"{piece.quoted} cannot be located: all of it is new to the file")


def _annotates_another(index: FileIndex, stripped: Sequence[str], n: int, at: int) -> bool:
    """True if a line of a piece is an annotation that in the file, at a line, is above other code."""
    if _ANNOTATION.match(stripped[n]) is None:
        return False
    new, old = (
        next((line for line in lines if line and _ANNOTATION.match(line) is None), "")
        for lines in (stripped[n + 1 :], map(str.strip, index.bodies[at + 1 : at + 1 + _MAX_LEFT + 1]))
    )
    if stripped[n][1:2].islower() and _BEGINS_DEFINITION.match(old) is None:
        # A variable of Ruby: `@window.refresh`.
        return False
    if not new or new == old:
        return False
    names = [found[-1] if (found := _BEFORE_BRACKET.findall(line)) else "" for line in (new, old)]
    return names[0] != names[1] if all(names) else not (old and _is_version(new, old))


def _with_own_ends(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The anchors of a piece, with the ends of its own blocks instead of equal ones of other blocks.

    A changed end may be that of another block: `}, [user]);` below `load();`, where the file has `}, []);`.
    """
    anchors: list[tuple[int, int]] = []
    for n, at in piece.anchors:
        above = anchors[-1] if anchors and piece.lines[n].lstrip().startswith((")", "]", "}")) else None
        if above is not None and above[1] < at:
            depth = indent_width(index.lines[at])
            below = index.bodies[above[1] : at]
            end = next(
                (row for row, line in enumerate(below) if line.strip() and indent_width(line) <= depth), 0
            )
            inner = piece.lines[above[0] : n]
            is_end = all(indent_width(each) > indent_width(piece.lines[n]) for each in inner if each.strip())
            if is_end and end:
                is_last = not any(map(str.strip, piece.lines[n + 1 :]))
                if is_last and below[end].strip()[0] == piece.lines[n].strip()[0]:
                    piece.changed = above[1] + end
                    anchors.append((n, piece.changed))
                continue
        anchors.append((n, at))
    return anchors


def _in_own_section(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The anchors of a piece, without headings of Markdown that the file has in another section.

    ## Unreleased                          in the file, without the next one
    ### Changed                            in the file only below `## 2.0`
    """
    kept: list[tuple[int, int]] = []
    for n, at in piece.anchors:
        level = _heading_level(piece.lines[n])
        above = [each for each in kept if 0 < _heading_level(piece.lines[each[0]]) < level]
        section = range(above[-1][1] + 1, at) if above else range(0)
        outer = _heading_level(index.lines[above[-1][1]]) if above else 0
        is_outside = bool(above) and at < above[-1][1]
        if not is_outside and not any(0 < _heading_level(index.lines[line]) <= outer for line in section):
            kept.append((n, at))
    return kept


def _lines_below_head(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The anchors of a piece above dots that has the lines below its head as the file does, or versions.

    They follow the head, which is in the file once, so that they need not be:

    func (h *Handler) Get(id string) {
        n, err := parse(id)                 in the file, in other functions too
        if err != nil {                     in the file, several times
            fail(400)                       in the file `fail(500)`
            return                          in the file, several times

    Empty if they are anchors already, or if the piece has no line for one of those of the file there.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    if not piece.anchors or not piece.is_above_gap or len(filled) < _MIN_BELOW_HEAD:
        return []
    (head, at), last = piece.anchors[0], filled[-1]
    if head != filled[0] or piece.anchors[-1][0] == last or not opens_block(piece.lines[head]):
        return []
    new, old = piece.lines[head : last + 1], index.bodies[at : at + last + 1 - head + _MAX_SHIFT]
    anchors: list[tuple[int, int]] = []
    row = changed = 0
    for n, line in enumerate(new):
        current = old[row] if row < len(old) else ""
        if line.strip() == current.strip():
            shift = indent_width(current) - indent_width(line)
            if line.strip() and shift != indent_width(old[0]) - indent_width(new[0]):
                return []
            anchors += [(head + n, at + row)] if line.strip() else []
            row += 1
        elif _is_version(line, current) or _begin_alike(line, current):
            changed += 1
            row += 1
        elif not line.strip() or not index.occurrences.count(line.strip()):
            # It is new.
            continue
        else:
            return []
    is_end = bool(anchors) and anchors[-1][0] == last and set(piece.anchors) <= set(anchors)
    return anchors if is_end and 0 < changed <= len(anchors) // 2 else []


def _heading_level(line: str) -> int:
    """The number of signs that begin a heading of Markdown; 0 for other lines."""
    heading = _HEADING.match(line)
    return 0 if heading is None else len(heading[1])


def _without_new_blocks(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The anchors of a piece, without those in new outer blocks that have a line of another block.

    resource "bucket" "logs" {             in the file, which has two more blocks
    resource "lifecycle" "logs" {          new
      status = "Enabled"                   in the file, in the last of them

    A block is new if the file does not have its first line, and has blocks between those above it and the one
    with its lines, or else has less than half of it.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    least = min((indent_width(piece.lines[n]) for n in filled), default=0)
    outer = [n for n in filled if indent_width(piece.lines[n]) == least and not only_closes(piece.lines[n])]
    dropped: set[int] = set()
    rows = [n for n, _ in piece.anchors]
    lowest = list(accumulate((at for _, at in piece.anchors), max))
    for head, below in pairwise([*outer, len(piece.lines)]):
        anchors = piece.anchors[bisect_right(rows, head) : bisect_left(rows, below)]
        above = bisect_left(rows, head)
        if not anchors or not above or index.occurrences.count(piece.lines[head].strip()):
            continue
        inner = filled[bisect_right(filled, head) : bisect_left(filled, below)]
        n, at = anchors[0]
        depth = indent_width(index.lines[at]) - indent_width(piece.lines[n]) + least
        between = index.bodies[lowest[above - 1] + 1 : at]
        heads = [
            line
            for line, following in pairwise([*filter(str.strip, between), ""])
            if indent_width(line) == depth < indent_width(following) and not only_closes(line)
        ]
        # The last of them is that of the block with the line.
        if len(heads) > 1 or (heads and _is_new_statement(index, piece.lines, head, inner)):
            dropped.update(n for n, _ in anchors)
    return [each for each in piece.anchors if each[0] not in dropped]


def _ends_new_block(index: FileIndex, lines: Sequence[str], n: int) -> bool:
    """True if a line only closes a block that begins above it, on a line that the file does not have."""
    if not only_closes(lines[n]):
        return False
    depth = indent_width(lines[n])
    head = next((line for line in reversed(lines[:n]) if line.strip() and indent_width(line) <= depth), "")
    return indent_width(head) == depth and _begins_block(head) and not index.occurrences.count(head.strip())


def _begins_block(line: str) -> bool:
    """True if a line begins a block of code, an element of markup or a block of a template."""
    return opens_block(line) or _open_tags([line]) > 0 or _TEMPLATE_BLOCK.match(line) is not None


def _lines_set_again(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The lines of a piece that set names, each with the only line of the file that sets its name.

    None, unless all lines of the piece set a name or only close brackets, and each of them is alone.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip() and not only_closes(line)]
    names = {n: _name_set(piece.lines[n].strip()) for n in filled}
    if not all(names.values()) or len({indent_width(piece.lines[n]) for n in filled}) > 1:
        return []
    bodies = index.bodies.plain()
    found: dict[str, list[int]] = {name: [] for name in names.values()}
    for at, body in enumerate(bodies):
        if (name := _name_set(body.strip())) in found:
            found[name].append(at)
    is_each = all(len(at) == 1 and _item_length(bodies, at[0]) == 1 for at in found.values())
    return [(n, found[name][0]) for n, name in names.items()] if is_each and len(found) == len(filled) else []


def _version_lines(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The lines of a piece without any line of the file, each with the only one that it is a version of.

    Empty unless all of them are, those of the file follow each other, and none of the piece's is alone.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    if not 1 < len(filled) <= _MAX_VERSION_LINES or len({indent_width(piece.lines[n]) for n in filled}) > 1:
        return []
    bodies = index.bodies.plain()
    rows: list[int] = []
    for n in filled:
        found = _only_version(piece.lines[n].strip(), bodies)
        if found is None:
            return []
        rows.append(found)
    between = bodies[rows[0] : rows[-1] + 1]
    are_together = rows == sorted(set(rows)) and sum(map(bool, map(str.strip, between))) == len(rows)
    return list(zip(filled, rows, strict=True)) if are_together else []


def _over_lines(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The first line of a statement over several lines, with the only line of the file that begins so."""
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    first, depth = piece.lines[filled[0]].strip(), indent_width(piece.lines[filled[0]])
    is_statement = len(filled) > 1 and all(indent_width(piece.lines[n]) > depth for n in filled[1:])
    if not is_statement or not is_informative(first, _MIN_INFORMATIVE) or opens_block(first):
        return []
    found = [at for at, body in enumerate(index.bodies.plain()) if body.strip().startswith(first)]
    return [(filled[0], found[0])] if len(found) == 1 else []


def _only_version(new: str, bodies: Sequence[str]) -> int | None:
    """The index of the only line that declares what a new line does, or resembles it clearly the most."""
    if not _is_distinctive(new):
        return None
    if name := _name_declared(new):
        found = [at for at, body in enumerate(bodies) if name in body and _name_declared(body) == name]
        return found[0] if len(found) == 1 else None
    short = new[: likeness.MAX_COMPARED_LENGTH]
    alike = sorted(
        (
            (likeness.normalized_similarity(short, body.strip()[: likeness.MAX_COMPARED_LENGTH]), at)
            for at, body in enumerate(bodies)
            if body.strip()
        ),
        reverse=True,
    )
    (best, at), (second, _) = (*alike, (0.0, 0), (0.0, 0))[:2]
    return at if best >= max(_MIN_VERSION_LIKENESS, second + _MIN_LEAD) else None


def _name_declared(line: str) -> str:
    """The name of a function that a line without a body declares: `bool deposit(double amount);`."""
    found = _DECLARATION.match(line.strip())
    return "" if found is None else found["name"]


def _last_exit(index: FileIndex, piece: _Piece, above: _Piece) -> list[tuple[int, int]]:
    """The statements by which the piece and the file end, and the brackets below them.

    Empty, unless both leave the block of the piece above it in one way, and no dots follow: then one is a
    version of the other.
    """
    bodies = index.bodies.plain()
    new, old = exit_at_end(piece.lines), exit_at_end(bodies)
    if piece.is_above_gap or not new or len(new) != len(old):
        return []
    depth = indent_width(bodies[old[0]])
    between = bodies[above.anchors[-1][1] + 1 : old[0]]
    if any(body.strip() and indent_width(body) < depth for body in between):
        # It leaves another block.
        return []
    are_alike = piece.lines[new[0]].split()[0].rstrip(";") == bodies[old[0]].split()[0].rstrip(";")
    are_alike &= all(
        piece.lines[a].strip() == bodies[b].strip() for a, b in zip(new[1:], old[1:], strict=True)
    )
    anchors = list(zip(new, old, strict=True))
    return anchors if are_alike and len(set(_shifts(piece.lines, anchors, index))) == 1 else []


def exit_at_end(lines: Sequence[str]) -> list[int]:
    """The rows of the last statement and of the brackets below it; empty unless it leaves its block."""
    rows: list[int] = []
    for at in reversed(range(len(lines))):
        if not lines[at].strip():
            continue
        rows.insert(0, at)
        if not only_closes(lines[at]):
            return rows if _leaves(lines[at]) else []
    return []


def _import_anchors(index: FileIndex, piece: _Piece) -> list[tuple[int, int]]:
    """The imports of a piece that name more than those of the file, each with the only one of its module."""
    imports = [n for n, line in enumerate(piece.lines) if begins_import(line)]
    bodies = [body for batch in index.bodies.batches() for body in batch] if imports else []
    anchors: list[tuple[int, int]] = []
    for n in imports:
        # Not those in a function or below a condition.
        new = piece.lines[n].rstrip()
        found = [at for at, body in enumerate(bodies) if begins_import(body) and _is_same(body.rstrip(), new)]
        if len(found) == 1:
            anchors.append((n, found[0]))
    return anchors


def _closing_anchor(index: FileIndex, piece: _Piece, above: _Piece) -> tuple[int, int] | None:
    """The line that closes the block of the placeholder above a piece, and that of the file; None if unsure.

    match self {            opens the block
        // ...
        Self::New => 3,     new, with a name that no line of the block has; or there is none
    }                       closes it
    """
    if (around := _end_around(index, piece, above)) is not None:
        return around
    opener = next((n for n in reversed(range(len(above.lines))) if above.lines[n].strip()), 0)
    at = next((line for n, line in above.anchors if n == opener), None)
    depth = indent_width(above.lines[opener])
    closer = next(
        (n for n, line in enumerate(piece.lines) if line.strip() and indent_width(line) <= depth), None
    )
    if (
        at is None
        or closer is None
        or above.gap_indent <= depth
        or not (opens_block(above.lines[opener].strip()) or _open_tags([above.lines[opener]]) > 0)
    ):
        return None
    bodies = index.bodies.plain(at)
    end = next(
        (
            n
            for n, line in enumerate(bodies[1:], 1)
            if line.strip() and indent_width(line) <= indent_width(bodies[0])
        ),
        None,
    )
    new = [line.strip() for line in piece.lines[:closer] if line.strip()]
    if end is None or bodies[end].strip() != piece.lines[closer].strip():
        return None
    if not only_closes(bodies[end]) or indent_width(bodies[end]) != indent_width(bodies[0]):
        return None
    if not new:
        return closer, at + end
    known = {_item_name(line) for line in bodies[1:end]} - {""}
    # One without a name may be another version of a line of the block.
    is_new = _item_name(new[0]) != "" and known.isdisjoint(map(_item_name, new))
    return (closer, at + end) if is_new else None


def _end_around(index: FileIndex, piece: _Piece, above: _Piece) -> tuple[int, int] | None:
    """The first line of a piece and that of the file, if it closes the block that the dots above are in."""
    first = next((n for n, line in enumerate(piece.lines) if line.strip()), 0)
    return _end_at(index, piece, above, first)


def _end_below_new(index: FileIndex, piece: _Piece, above: _Piece) -> tuple[int, int] | None:
    """As `_end_around`, for the first line that is less deep than the dots, with new lines between both."""
    rows = (n for n, line in enumerate(piece.lines) if line.strip())
    closer = next((n for n in rows if indent_width(piece.lines[n]) < above.gap_indent), None)
    return None if closer is None else _end_at(index, piece, above, closer)


def _end_at(index: FileIndex, piece: _Piece, above: _Piece, first: int) -> tuple[int, int] | None:
    """A line of a piece and that of the file, if it closes the block that the dots above are in."""
    closer = piece.lines[first]
    if not above.anchors or not only_closes(closer) or indent_width(closer) >= above.gap_indent:
        return None
    own, at = above.anchors[-1]
    bodies = index.bodies.plain(at)
    depth = indent_width(closer) + indent_width(bodies[0]) - indent_width(above.lines[own])
    # The rest of the piece above may leave the block, and the dots be in the one around it.
    is_head = indent_width(above.lines[own]) == indent_width(closer) and not only_closes(above.lines[own])
    is_head &= not any(map(str.strip, piece.lines[:first]))
    rest = above.lines[own + is_head :]
    if any(indent_width(line) < above.gap_indent for line in rest if line.strip()):
        return None
    ends = (n for n, line in enumerate(bodies[1:], 1) if line.strip() and indent_width(line) <= depth)
    end = next(ends, None)
    if end is None or bodies[end].strip() != closer.strip() or indent_width(bodies[end]) != depth:
        return None
    # Else the piece would take lines from below the block.
    below = piece.anchors[0][1] if piece.anchors else at + end + 1
    return None if any(map(str.strip, bodies[end + 1 : below - at])) else (first, at + end)


def _only_run(index: FileIndex, piece: _Piece, above: _Piece | None) -> list[tuple[int, int]]:
    """The lines of a piece that the file has in a row, as deep, just once below the piece above it.

    <span class="icon"></span>      in the file, as are other such lines
    </button>                       in the file
    <a href="/new">New</a>          new

    Lines that only close blocks and elements show a place if the piece has no others, and is not the first.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    start = above.anchors[-1][1] + 1 if above is not None and above.anchors else 0
    below = [at for at, body in enumerate(index.bodies.plain(start), start) if body.strip()]
    for rows in sorted(_known_runs(index, piece, filled), key=len, reverse=True):
        own = [piece.lines[n].strip() for n in rows]
        is_telling = any(is_informative(line, _MIN_INFORMATIVE) and not only_closes(line) for line in own)
        if len(rows) < 2 or not (is_telling or (start and rows == filled)):
            continue
        starts = _starts_of_run(index, own, below, len(below) if rows == filled else _MAX_STARTS)
        found = list(islice(starts, 2))
        anchors = [(n, below[found[0] + k]) for k, n in enumerate(rows)] if len(found) == 1 else []
        if anchors and len(set(_shifts(piece.lines, anchors, index))) == 1:
            return anchors
    return []


def _starts_of_run(index: FileIndex, run: Sequence[str], below: Sequence[int], limit: int) -> Iterator[int]:
    """The lines at which the file has all lines of a run in a row, as indexes of some of its lines.

    Nothing if it has each of them more often than `limit`.

    Args:
        index: The index of the file.
        run: The lines, stripped.
        below: The numbers of the file's lines that may be the run, without blank ones.
        limit: The most lines of the file that are compared.
    """
    rarest = min(range(len(run)), key=lambda k: index.occurrences.count(run[k]))
    if index.occurrences.count(run[rarest]) > limit:
        return
    for at in index.occurrences.of(run[rarest], limit):
        nth = bisect_left(below, at)
        first = nth - rarest
        is_below = first >= 0 and below[nth : nth + 1] == [at]
        rows = below[first : first + len(run)] if is_below else ()
        if len(rows) == len(run) and all(
            index.bodies[row : row + 1][0].strip() == line for row, line in zip(rows, run, strict=True)
        ):
            yield first


def _known_runs(index: FileIndex, piece: _Piece, filled: Sequence[int]) -> Iterator[list[int]]:
    """The rows of lines of a piece next to each other that the file has, and that are not in new blocks."""
    lines, of_new = piece.lines, _lines_of_new(index, piece) | _wrapped_rows(piece.lines, index)

    def is_known(n: int) -> bool:
        is_in_file = n not in of_new and index.occurrences.count(lines[n].strip()) > 0
        return is_in_file and not _ends_new_block(index, lines, n)

    yield from (list(rows) for are_known, rows in groupby(filled, key=is_known) if are_known)


def _end_of_whole(index: FileIndex, piece: _Piece) -> tuple[int, int] | None:
    """The last line of a piece above dots, and that of the file, if it closes a block that is shown whole.

    <div class="a">      an anchor
        <p>New</p>
    </div>               closes it
    <!-- ... -->

    It is whole if it has versions of all lines of the file's block; of an element, half of its own lines must
    be in that of the file.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    last = filled[-1]
    depth = indent_width(piece.lines[last])
    heads = [(n, at) for n, at in piece.anchors if n < last and indent_width(piece.lines[n]) == depth]
    begun, at = heads[-1] if heads else (last, 0)
    inside = [n for n in filled if begun < n < last]
    if (
        not inside
        or min(indent_width(piece.lines[n]) for n in inside) <= depth
        or piece.anchors[-1][0] >= last
    ):
        return None
    head, ending = piece.lines[begun].strip(), piece.lines[last].strip()
    # Also the start of an element with an attribute on each line.
    is_tag = head.startswith("<") and ">" not in head and ending in (">", "/>")
    is_element = is_tag or _open_tags([head]) > 0
    closes = only_closes(ending) or ending[0] in ")]}"
    if piece.changed is not None or not (is_tag or ((is_element or opens_block(head)) and closes)):
        return None
    bodies = index.bodies.plain(at)
    below = (n for n, line in enumerate(bodies[1:], 1) if line.strip())
    end = next((n for n in below if indent_width(bodies[n]) <= indent_width(bodies[0])), None)
    if end is None or indent_width(bodies[end]) != indent_width(bodies[0]):
        return None
    new = [piece.lines[n].strip() for n in inside]
    old = [body.strip() for body in bodies[1:end] if body.strip()]
    lost = [line for line in old if line not in new and not only_closes(line)]
    added = [line for line in new if line not in old]
    keys = {found["name"] for line in added if (found := _ITEM_KEY.match(line)) is not None}
    lost = [line for line in lost if (found := _ITEM_KEY.match(line)) is None or found["name"] not in keys]
    has_versions = len(lost) <= len(added) and _version_count(lost, added) == len(lost)
    if not has_versions and (not is_element or 2 * sum(line in old for line in new) < len(new)):
        return None
    closing = bodies[end].strip()
    # It may have other arguments: `}, [id]);` for `}, []);`. The commas of mere brackets are the file's.
    is_version = closing[0] == ending[0] in ")]}" and not (only_closes(closing) and only_closes(ending))
    if closing != ending and not is_version:
        return None
    piece.whole = None if has_versions else (at, len(lost))
    return last, at + end


def _item_name(line: str) -> str:
    """The key, pattern or name that an item of a block begins with; empty without one."""
    for sign in _BEFORE_VALUE.finditer(line):
        name = line[: sign.start()].strip()
        if all(name.count(a) == name.count(b) for a, b in ("()", "[]", "{}")) and name.count('"') % 2 == 0:
            return re.split(r"[({]", name, maxsplit=1)[0].strip() or name
    return ""


def _are_items(new: str, old: str) -> bool:
    """True if two lines are items of one block with other names and values: two keys, arms or cases."""
    new, old = new.strip(), old.strip()
    is_case = new.startswith("case ") and old.startswith("case ")
    if not is_case and not (new.endswith(",") and old.endswith(",")):
        return False
    names = [_item_name(line).removeprefix("case ").strip("[]\"' ") for line in (new, old)]
    if not all(names) or likeness.normalized_similarity(*names) >= _MIN_VERSION_LIKENESS:
        return False
    values = [line.partition(name)[2].strip("]\"' ") for line, name in zip((new, old), names, strict=True)]
    return is_case or values[0] != values[1]


def _filled_beside(index: FileIndex, line: int, step: int) -> int | None:
    """The nearest nonblank line of the file below a line, or above it if `step` is -1; 0-based."""
    beyond = range(line + 1, len(index.lines)) if step > 0 else reversed(range(line))
    return next((at for at in beyond if index.bodies[at : at + 1][0].strip()), None)


def _changed_title(index: FileIndex, piece: _Piece) -> tuple[int, int] | None:
    """The line above a placeholder that opens the block of the elided lines, and the line that it changes.

    Just one line of the file may be an earlier version of it, or the one below the line that the piece has
    above it.
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    title = piece.lines[filled[-1]].strip()
    if (
        not piece.is_above_gap
        or not _is_distinctive(title)
        or not opens_block(title)
        or piece.gap_indent <= indent_width(piece.lines[filled[-1]])
        or (piece.anchors and piece.anchors[-1][0] != filled[-2:][0])
    ):
        return None
    if piece.anchors:
        below = _filled_beside(index, piece.anchors[-1][1], 1)
        candidates = [] if below is None else [(below, index.bodies[below : below + 1][0])]
    else:
        first = title.split()[0]
        bodies = (body for batch in index.bodies.batches() for body in batch)
        candidates = [(at, body) for at, body in enumerate(bodies) if body.lstrip().startswith(first)]
    found = [at for at, body in candidates if opens_block(body) and _is_version(title, body)]
    return (filled[-1], found[0]) if len(found) == 1 else None


def _changed_first(index: FileIndex, piece: _Piece) -> tuple[int, int] | None:
    """The line between the head of a block and dots for its rest, and the line of the file that it changes.

    func (c *Client) read() error {             a line of the file
        c.conn.SetDeadline(now.Add(c.timeout))  a version of the first line in its block, and of no other
        // ... rest of function unchanged
    """
    filled = [n for n, line in enumerate(piece.lines) if line.strip()]
    n, line = piece.anchors[-1]
    at = _filled_beside(index, line, 1)
    if (
        not piece.is_above_gap
        or filled[-2:-1] != [n]
        or at is None
        or not opens_block(piece.lines[n].strip())
    ):
        return None
    new, step = piece.lines[filled[-1]], indent_width(piece.lines[filled[-1]]) - indent_width(piece.lines[n])
    head, *bodies = index.bodies.plain(line, len(index.lines))
    block = list(takewhile(lambda each: not each.strip() or indent_width(each) > indent_width(head), bodies))
    old = index.bodies[at : at + 1][0]
    is_first = (
        step > 0 and indent_width(old) - indent_width(head) > 0 and piece.gap_margin == indentation(new)
    )
    if not is_first or opens_block(new.strip()) or index.occurrences.count(new.strip()):
        return None
    if _is_same(old.strip(), new.strip()):
        # Another value of one name, which it surely replaces.
        return None
    versions = [each for each in block if each.strip() and _is_version(new, each)]
    return (filled[-1], at) if versions == [old] and not _are_items(new, old) else None


def _changed_element(index: FileIndex, piece: _Piece) -> tuple[int, int] | None:
    """The line that opens an element of markup, and the line of the file that it changes; None without one.

    The latter is next to an outermost anchor of the piece, and just one element of the piece beyond that
    anchor is at its depth and has its tag and first attribute.
    """
    bodies = index.bodies
    for step, (n, line) in ((-1, piece.anchors[0]), (1, piece.anchors[-1])):
        at = _filled_beside(index, line, step)
        if at is None:
            continue
        body = bodies[at : at + 1][0]
        found = _TAG.match(body.strip())
        depth = indent_width(body) - indent_width(bodies[line : line + 1][0]) + indent_width(piece.lines[n])
        beyond = range(n) if step < 0 else range(n + 1, len(piece.lines))
        alike = [
            each
            for each in beyond
            if found is not None
            and indent_width(piece.lines[each]) == depth
            and (tag := _TAG.match(piece.lines[each].strip())) is not None
            and " " in tag[0]
            and tag[0] == found[0]
        ]
        if len(alike) == 1:
            return alike[0], at
    return None


def _changed_head(index: FileIndex, piece: _Piece) -> tuple[int, int] | None:
    """The line that begins the block around the first anchor, and the line of the file that it changes.

    Both are directly above the anchor, and less deep by as much: with both, the block would begin twice. They
    define the same, or begin the same kind of element.
    """
    n, line = piece.anchors[0]
    own = next((at for at in reversed(range(n)) if piece.lines[at].strip()), None)
    at = _filled_beside(index, line, -1)
    if own is None or at is None:
        return None
    new, old, below = piece.lines[own], *index.bodies[at : at + 1], *index.bodies[line : line + 1]
    step = indent_width(piece.lines[n]) - indent_width(new)
    if step <= 0 or step != indent_width(below) - indent_width(old) or new.strip() == old.strip():
        return None
    tags = [_TAG_NAME.match(each.strip()) for each in (new, old)]
    are_elements = len({None if tag is None else tag[0] for tag in tags}) == 1 and None not in tags
    is_changed = _is_version(new, old) if are_elements else _defines_same(new.strip(), old.strip())
    is_changed |= _is_same_branch(new, old)
    return (own, at) if is_changed else None


def _without_new_exits(index: FileIndex, pieces: Sequence[_Piece]) -> None:
    """Take from the anchors the statements that leave a new block, if the file has them elsewhere.

    `return result` may end a function, and leave it early in a new condition. So the file has it below later
    anchors, or above earlier ones.
    """

    def is_exit(piece: _Piece, n: int) -> bool:
        leaves = len(piece.anchors) > 1 and _leaves(piece.lines[n].strip())
        return leaves and _is_in_new_block(piece.lines, n, index)

    first = len(index.lines)
    for piece in reversed(pieces):
        for n, line in reversed(piece.anchors):
            if line > first and is_exit(piece, n):
                piece.anchors = [anchor for anchor in piece.anchors if anchor != (n, line)]
            else:
                first = line
    last = -1
    for piece in pieces:
        for n, line in tuple(piece.anchors):
            if line < last and is_exit(piece, n):
                piece.anchors = [anchor for anchor in piece.anchors if anchor != (n, line)]
            else:
                last = line


def _check_order(index: FileIndex, pieces: Sequence[_Piece]) -> None:
    """Refuse pieces in another order than the file. Lines between others may have moved within a block."""
    last = -1
    for piece in pieces:
        are_ordered = all(above < below for (_, above), (_, below) in pairwise(piece.anchors))
        may_move = not are_ordered and len(piece.anchors) <= _MAX_ORDERED
        kept = _in_order(piece.anchors) if may_move else piece.anchors
        moved = [each for each in piece.anchors if each not in kept] if may_move else []
        are_between = all(kept[0][1] < line < kept[-1][1] for _, line in moved)
        if moved and are_between and len(set(_shifts(piece.lines, piece.anchors, index))) == 1:
            piece.anchors = kept
        else:
            _leave_elsewhere(index, piece, last)
        for n, line in piece.anchors:
            if line <= last:
                quoted = shortened(piece.lines[n].strip())
                raise NoMatch(f"“{quoted}” comes earlier in the file: the order differs")
            last = line


def _leave_elsewhere(index: FileIndex, piece: _Piece, last: int) -> None:
    """Take from the anchors one or two lines that the file has above or below those of all others.

    They are written once more. Most lines of the piece show where it is, or the head of the block that the
    lines are in; and they define nothing.

    Args:
        index: The index of the file.
        piece: The piece.
        last: The last line of the file that the pieces above it have, 0-based.
    """
    kept = _in_order([anchor for anchor in piece.anchors if anchor[1] > last][:_MAX_ORDERED])
    left = [anchor for anchor in piece.anchors if anchor not in kept]
    if not 0 < len(left) <= _MAX_ELSEWHERE:
        return
    if len(kept) < _MIN_OF_KEPT * len(left) and not all(
        _is_in_other_block(index, piece, kept, anchor) for anchor in left
    ):
        return
    are_outside = all(not kept[0][1] < line < kept[-1][1] for _, line in left)
    defines = any(pattern.match(piece.lines[n]) for n, _ in left for pattern in (_NAMED, _METHOD))
    if are_outside and not defines:
        piece.anchors, piece.elsewhere = kept, left


def _is_in_other_block(
    index: FileIndex, piece: _Piece, anchors: Sequence[tuple[int, int]], anchor: tuple[int, int]
) -> bool:
    """True if a line is in the block that another anchor begins, and in the file outside of that block."""
    n, line = anchor
    widths = list(map(indent_width, piece.lines))
    head = next(((m, at) for m, at in reversed(anchors) if m < n and widths[m] < widths[n]), None)
    if head is None or not opens_block(piece.lines[head[0]]):
        return False
    (m, at), depth = head, widths[head[0]]
    is_inside = all(indent_width(each) > depth for each in piece.lines[m + 1 : n + 1] if each.strip())
    begun, *below = index.bodies[at : max(at, line) + 1]
    ends = any(indent_width(each) <= indent_width(begun) for each in below if each.strip())
    return is_inside and (line < at or ends)


def _are_alike(lines: Sequence[str]) -> bool:
    """True if some lines begin alike, as the items of a list do."""
    return len({_FIRST.findall(line)[0] for line in lines}) == 1


def _is_absent(name: str, index: FileIndex) -> bool:
    return name not in index.text or whole_word(name).search(index.text) is None


def _lines_of_new(index: FileIndex, piece: _Piece) -> set[int]:
    """The lines of a piece in functions with new names: they may repeat lines of others."""
    found: set[int] = set()
    depth: int | None = None
    for n, line in enumerate(piece.lines):
        if not line.strip():
            continue
        if depth is not None and indent_width(line) > depth:
            found.add(n)
            continue
        defined = (_METHOD.match(line) or _DEFINED.match(line)) if opens_block(line) else None
        is_new = defined is not None and _is_absent(defined["name"], index)
        depth = indent_width(line) if is_new else None
    return found


def _rows_of_new(index: FileIndex, piece: _Piece) -> set[int]:
    """The lines of a piece in functions with new names and in new statements."""
    return _lines_of_new(index, piece) | _in_new_statements(index, piece.lines)


def _in_new_statements(index: FileIndex, lines: Sequence[str]) -> set[int]:
    """The rows of statements over several lines of which the file has less than half.

    useEffect(() => {                  in the file, more than once
      toasts
        .filter((t) => t.visible)      in the file once, in another statement
        .slice(limit);
    }, [toasts, limit]);

    Statements inside more than `_MAX_STATEMENT_DEPTH` other ones are not read.
    """
    found: set[int] = set()
    left = [([n for n, line in enumerate(lines) if line.strip()], 0)]
    while left:
        rows, depth = left.pop()
        least = min((indent_width(lines[n]) for n in rows), default=0)
        outer = [k for k, n in enumerate(rows) if indent_width(lines[n]) == least]
        heads = [k for k in outer if lines[rows[k]].lstrip()[0] not in ")]}"]
        for head, below in pairwise([*heads, len(rows)]):
            inner = rows[head + 1 : below]
            if _is_new_statement(index, lines, rows[head], inner):
                found.update(rows[head:below])
            elif depth < _MAX_STATEMENT_DEPTH:
                left.append(([n for n in inner if indent_width(lines[n]) > least], depth + 1))
    return found


def _is_new_statement(index: FileIndex, lines: Sequence[str], head: int, inner: Sequence[int]) -> bool:
    """True if a statement is none of the file, and no version of one that has lines of it."""
    telling = [n for n in inner if _is_distinctive(lines[n])]
    known = [n for n in telling if index.occurrences.count(lines[n].strip())]
    if len(telling) < _MIN_OF_STATEMENT or 2 * len(known) >= len(telling):
        return False
    begins = (pattern.match(lines[head]) for pattern in (_NAMED, _METHOD, _KEY))
    names = [found[1] for found in begins if found is not None]
    if len(index.occurrences.of(lines[head].strip(), 2)) == 1 or not all(_is_absent(n, index) for n in names):
        return False
    bodies = index.bodies.plain()
    for n in known:
        depth = indent_width(lines[n]) - indent_width(lines[head])
        for at in index.occurrences.of(lines[n].strip(), 2):
            outside = (row for row in reversed(range(at)) if bodies[row].strip())
            least = indent_width(bodies[at]) - depth
            begun = next((row for row in outside if indent_width(bodies[row]) <= least), at)
            if _is_version(lines[head], bodies[begun]):
                return False
    return True


def _functions_of_new(index: FileIndex, piece: _Piece) -> set[int]:
    """The lines of a piece in functions with new names, and the brackets that end these.

    Empty if an anchor is among them: such a function may be one of the file with another name.
    """
    inner = _lines_of_new(index, piece)
    ends = {n + 1 for n in inner if n + 1 < len(piece.lines)} - inner
    found = inner | {n for n in ends if piece.lines[n].strip() and only_closes(piece.lines[n])}
    return set() if any(n in found for n, _ in piece.anchors) else found


def _in_order(anchors: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of some anchors that are in one order in the piece and the file."""
    best: list[list[tuple[int, int]]] = []
    for anchor in anchors:
        above = max((each for each in best if each[-1][1] < anchor[1]), key=len, default=[])
        best.append([*above, anchor])
    return max(best, key=len, default=[])


def _check_elided(index: FileIndex, above: _Piece, below: _Piece, first: int, end: int) -> None:
    """Refuse elided lines outside of the block that the line above the placeholder opens.

    Then the piece below it is elsewhere: an equal one follows the block.
    """
    opener = next((line for line in reversed(above.lines) if line.strip()), "")
    bodies = [body for body in index.bodies[max(first - 1, 0) : end] if body.strip()]
    if above.gap_indent <= indent_width(opener) or not bodies or bodies[0].strip() != opener.strip():
        return
    if any(
        indent_width(body) <= indent_width(bodies[0])
        for body in bodies[1:]
        if not _VISIBILITY_OF_CPP.match(body)
    ):
        raise NoMatch(f"{below.quoted} is outside of the block that the placeholder above it is in")


class _Edge(Struct, frozen=True):
    """New lines at an edge of a piece, and the line of the file beyond them."""

    new: Sequence[str]
    """The new lines that are not blank, from the piece outwards."""
    rest: str
    """The line of the file next to them; empty if there is none."""
    beyond: int
    """The index of that line among those that the piece may replace."""
    row: int
    """The line of the piece next to the shared ones."""
    step: int
    """-1 above the piece, 1 below it."""
    is_revised: bool
    """True if shared lines next to the new ones give names other values than the file."""


class _PieceAdjuster:
    """One piece and the part of the file that it may replace: lines `above` up to `below`."""

    def __init__(
        self,
        index: FileIndex,
        piece: _Piece,
        above: int,
        below: int,
        top: int,
        nth: int,
        choices: _Choices,
    ) -> None:
        self._top, self._nth = top, nth
        self._replaces, self._may_drop = choices.replaces, choices.may_drop
        self._stretches = choices.stretches
        self._piece = piece
        self._index = index
        self._bodies = index.bodies.plain(above, below)
        self._above = above
        self._wrapped: dict[int, int] = {}
        """Lines of the piece in new blocks, with those of the file, both 0-based."""
        self.warnings: list[MatchWarning] = []
        self.elsewhere: list[tuple[int, list[str]]] = []
        """Lines of the file outside the piece, 0-based, each with what the piece puts there."""
        self.has_dropped = False
        """True if its first lines only close the block of the elided lines above it."""
        outer = _outside_dissolved(piece, index)
        self._is_dissolved = bool(outer)
        """True if lines that the file has in a block are outside of it in the piece."""
        piece.anchors = piece.anchors if outer else _as_deep(piece, index)
        current = [self._bodies[line - above] for _, line in outer or piece.anchors]
        shift = uniform_map([piece.lines[n] for n, _ in outer or piece.anchors], current)
        if shift is None:
            wrapped, piece.anchors = piece.anchors, _not_wrapped(piece, index)
            self._wrapped = {n: line for n, line in wrapped if (n, line) not in piece.anchors}
            current = [self._bodies[line - above] for _, line in piece.anchors]
            shift = uniform_map([piece.lines[n] for n, _ in piece.anchors], current)
        if shift is None:
            raise NoMatch(f"{piece.quoted} is indented unevenly compared with the file")
        if shift.removed and all(_is_in_new_block(piece.lines, n, index) for n, _ in piece.anchors):
            # The new block, not the lines in it, is as deep as these are in the file.
            heads = [piece.lines[_outermost_head(piece.lines, n, index)] for n, _ in piece.anchors]
            shift = uniform_map(heads, current)
            if shift is None or shift.removed:
                raise NoMatch(f"{piece.quoted} is indented unevenly compared with the file")
        self._lines = self._indented(shift)
        self._of_new = _functions_of_new(index, piece)
        """The lines of the piece in functions with new names, and those that end these."""
        self._variables = dict(filter(None, map(_variable, piece.lines)))
        """The values that the piece gives to names, by name."""
        self._gap_indent = indent_width(shift.added + piece.gap_margin[len(shift.removed) :])

    def region(self) -> tuple[int, int, list[str]]:
        """Lines of the file, first and end, and the lines to put there."""
        top, first, before = self._reach(-1)
        bottom, last, after = self._reach(1)
        for line in self._wrapped.values():
            left = self._bodies[line - self._above].strip()
            if not first <= line <= last and not _LEAVES_OR_YIELDS.match(left):
                # It would be there twice: in the new block, and where it is.
                self._refuse(line - self._above)
        inner = self._lines[top : bottom + 1]
        new = [*reversed(before), *inner, *after]
        old = self._bodies[first - self._above : last + 1 - self._above]
        if least_indent(old) < least_indent(new):
            # The file has its lines in blocks that the piece has dissolved, or written in another way.
            raise NoMatch(f"{self._piece.quoted} would take away where blocks of the file begin and end")
        new = _with_blank_lines_of(old, new)
        if self._piece.is_above_gap:
            new = _with_lines_above_heads(old, new, self._gap_indent)
        new = self._with_stretches(first, old, new)
        opcodes = line_opcodes(old, new)
        moved = self._moved_names(first, last, new, opcodes)
        if moved:
            new = [line for n, line in enumerate(new) if n not in moved]
            opcodes = line_opcodes(old, new)
        self._check_drops(first, old, new, opcodes)
        self._check_members(first, old, opcodes)
        adjusted = adapt_lines(self._index.lines, first, old, new, self._index.line_end_at(first))
        return first, last + 1, adjusted

    def _indented(self, shift: Uniform) -> list[str]:
        lines: list[str] = []
        for line in self._piece.lines:
            indented = shift.fit(line)
            if indented is None:
                raise NoMatch(f"“{shortened(line.strip())}” is indented less than the rest of its part")
            lines.append(indented)
        return lines

    def _reach(self, step: int) -> tuple[int, int, list[str]]:
        """Extend the piece outwards from its outermost anchor.

        Returns:
            The last shared line, of the piece and of the file, and the new lines beyond it.
        """
        n, line = self._piece.anchors[0 if step < 0 else -1]
        line -= self._above
        shared, at = n, n + step
        is_revised = is_last_revised = False
        new: list[str] = []
        while 0 <= at < len(self._lines):
            beyond = line + step
            exists = 0 <= beyond < len(self._bodies)
            body = self._bodies[beyond] if exists else ""
            old, written = body.strip(), self._lines[at].strip()
            is_same = exists and not self._takes_in(body, at) and self._is_same_line(old, written, at, step)
            block = self._wrapped_block(beyond, at) if is_same and step < 0 else None
            if block is not None:
                (shared, line), new = block, []
                at = shared
            elif is_same and self._is_shared(beyond, at, step, new):
                shared, line, new = at, beyond, []
                is_last_revised = not _is_respaced(old, written)
                is_revised |= is_last_revised
            else:
                new.append(self._lines[at])
            at += step
        if step > 0 and any(map(str.strip, new)):
            end = self._closed_below(new, line)
            if end is None and self._goes_on(shared, line, new, is_revised=is_last_revised):
                end = self._statement_end(line, new)
            if end is not None:
                last = max(at for at in range(shared, len(self._lines)) if self._lines[at].strip())
                return last, end + self._above, []
        is_at_end = step > 0 and not self._piece.is_above_gap and line + 1 == len(self._bodies)
        # Blank lines next to a placeholder belong to it: the file has its own, unless those that it has there
        # are next to other lines of the piece.
        is_blank = any(map(str.strip, new)) and not self._lines[shared].strip()
        blank = self._bodies[line] if is_blank and not self._bodies[line].strip() else ""
        is_apart = is_blank and 0 <= line + step < len(self._bodies) and self._bodies[line + step].strip()
        while new and not new[-1].strip() and not is_at_end and not is_apart:
            new.pop()
        if is_apart and new[-1].strip():
            # The blank line is between the new lines and the piece now.
            new.append("")
        if is_last_revised and any(map(str.strip, new)):
            # The other value may be another line, and the one of the file elided.
            self._refuse(line)
        if step > 0 or not self._piece.is_added:
            beyond = line + step
            rest = self._bodies[beyond] if 0 <= beyond < len(self._bodies) else ""
            nonblank = [each for each in new if each.strip()]
            outer_rows = (n for n in range(shared + step, at, step) if self._lines[n].strip())
            row = next(outer_rows, shared)
            replaced = self._check_edge(_Edge(nonblank, rest, beyond, row, step, is_revised))
            line += step * replaced
            if replaced and new and not new[-1].strip():
                # There is nothing below them that it would set apart.
                new.pop()
        if step < 0 and self._piece.is_below_gap:
            # They only show where the elided lines end.
            ends = next((n for n in reversed(range(len(new))) if not only_closes(new[n])), -1) + 1
            if any(map(str.strip, new[ends:])):
                self.has_dropped = True
                del new[ends:]
                if is_apart and new and new[-1].strip():
                    new.append(blank)
        outer = self._lines[shared:n] if step < 0 else []
        if any(map(str.strip, new)) and only_closes(next(filter(str.strip, outer), "x")):
            # The bracket may close the new lines above it instead.
            self._refuse(line)
        return shared, line + self._above, new

    def _goes_on(self, shared: int, line: int, new: Sequence[str], *, is_revised: bool) -> bool:
        """True if new lines below a shared one are the rest of its statement, as those of the file are.

        Args:
            shared: The last shared line of the piece.
            line: That of the file, an index of `_bodies`.
            new: The new lines.
            is_revised: True if the shared line has another value in the file.
        """
        depth = indent_width(self._lines[shared])
        is_deeper = all(indent_width(each) > depth for each in new if each.strip())
        if not self._lines[shared].strip() or not is_deeper:
            return False
        if self._piece.is_above_gap and self._gap_indent > depth:
            return False
        below = self._bodies[line + 1 : line + 2]
        is_long = bool(below) and bool(below[0].strip()) and indent_width(below[0]) > depth
        return is_revised or (is_long and not opens_block(self._lines[shared]))

    def _statement_end(self, line: int, new: Sequence[str]) -> int:
        """The last line of the file's statement that begins on a line, both indexes of `_bodies`.

        Raises:
            NoMatch: Its last lines may be missing below the new ones.
        """
        end = line + _item_length(self._bodies, line) - 1
        filled = [each.strip() for each in new if each.strip()]
        if end - line > len(filled) and self._bodies[end].strip() != filled[-1]:
            self._refuse(line)
        rest = next((body for body in self._bodies[end + 1 :] if body.strip()), "")
        if indent_width(rest) > indent_width(self._bodies[line]):
            # A blank line is in the statement, and what is below it would be left.
            self._refuse(line)
        return end

    def _is_same_line(self, old: str, written: str, at: int, step: int) -> bool:
        """True if a line of the piece stands for one of the file.

        Args:
            old: The line of the file, stripped.
            written: The one of the piece, stripped.
            at: The index of the latter.
            step: -1 above the outermost anchor of the piece, 1 below it.
        """
        return (
            _is_same(old, written)
            # An attribute may have another value.
            or self._is_same_element(old, written)
            # A value may have got a name.
            or self._has_variable_for(old, written)
            # Dots below may stand for the rest of the file's line too.
            or (step > 0 and self._opens_gap(at) and _extends(old, written))
        )

    def _takes_in(self, body: str, at: int) -> bool:
        """True if a new block of the piece, at a line or below it, has a call of the file in another form.

        let user;
        try { user = load(id, all); }        for `const user = load(id);` of the file
        """
        call, own = _call_for_name(body), self._lines[at]
        if not call or own.strip() == body.strip():
            return False
        if _call_for_name(own) == call:
            return indent_width(own) > indent_width(body)
        deeper = (line for line in self._lines[at + 1 :] if indent_width(line) > indent_width(own))
        return any(_call_for_name(line) == call for line in deeper)

    def _opens_gap(self, at: int) -> bool:
        """True if a line is the last one above dots, and the dots are inside of what it opens."""
        is_last = self._piece.is_above_gap and not any(map(str.strip, self._lines[at + 1 :]))
        return is_last and self._gap_indent > indent_width(self._lines[at])

    def _has_variable_for(self, old: str, new: str) -> bool:
        """True if a line of the piece is one of the file with a name for a value that the piece gives it."""
        return any(
            value in old and whole_word(value).sub(name, old) == new
            for name, value in self._variables.items()
        )

    def _is_same_element(self, old: str, new: str) -> bool:
        """True if a line of the file and one of the piece are versions of one element of markup.

        No other line of the piece, and none of the file around it, begins an element with its tag and name.
        """
        tag = _NAMED_ELEMENT.match(new)
        if tag is None or not old.startswith(tag[0]) or unpaired_tags([old]) != unpaired_tags([new]):
            return False
        return all(
            sum(line.lstrip().startswith(tag[0]) for line in lines) == 1
            for lines in (self._lines, self._bodies)
        )

    def _closed_below(self, new: Sequence[str], line: int) -> int | None:
        """The line of the file that closes the block which the last of some new lines closes.

        None if there are more lines between than versions of the new ones, or dots that may stand for them.
        """
        *inner, last = [each for each in new if each.strip()]
        if not only_closes(last) or (self._piece.is_above_gap and self._gap_indent > indent_width(last)):
            return None
        limit = min(line + len(new) + _MAX_SHIFT, len(self._bodies) - 1)
        end = next((n for n in range(line + 1, limit + 1) if self._bodies[n].rstrip() == last.rstrip()), None)
        old = [body for body in self._bodies[line + 1 : end] if body.strip()]
        if end is None or not old:
            return None
        if self._is_dissolved and all(map(only_closes, (*old, *inner))):
            return end
        own, others = (
            {found["name"] for each in lines if (found := _DEFINED.match(each)) is not None}
            for lines in (inner, old)
        )
        if self._piece.is_above_gap and own and others and own.isdisjoint(others):
            # The dots stand for the other function.
            return None
        versions = _version_count([body.strip() for body in old], [each.strip() for each in inner])
        return end if versions == len(old) or _leaves_instead(old, inner) else None

    def _check_edge(self, edge: _Edge) -> int:
        """Refuse new lines at the edge of a piece if they may not be new, or may go elsewhere.

        One may be a version of the file's line beyond them, or that line would end up in another block.

        Returns:
            The number of lines beyond them that they replace, since the user chose that.
        """
        if self._is_doubled(edge):
            raise NoMatch(f"{self._piece.quoted} would duplicate lines next to one that it changes")
        if not edge.new:
            return 0
        if (again := self._called_again(edge)) is not None:
            length = _item_length(self._bodies, again) if edge.step > 0 else 1
            return abs(again - edge.beyond) + length if self._is_replaced(edge, again) else 0
        if not edge.rest.strip():
            return 0
        if comments := self._comments_beyond(edge):
            return comments if self._is_replaced(edge, edge.beyond) else 0
        if self._piece.ends_block and edge.step < 0 and (alike := self._alike_at_end(edge)):
            return alike if self._is_replaced(edge, edge.beyond + 1 - alike) else 0
        rest, has_more = self._rest_of_block(edge)
        if has_more:
            line = self._top + self._above + edge.beyond + 1
            message = f"replaces the rest of its block, {counted(rest, 'line')}"
            self.warnings.append(MatchWarning(MatchWarningKind.UNSEEN, message, line))
        if rest:
            return rest
        if wrapped := self._wrapped_below(edge):
            return wrapped
        again = self._set_again(edge)
        is_version = self._has_version_of_rest(edge) or _redefines_rest(edge) or again == edge.beyond
        if is_version or any(_share_class(line, edge.rest) for line in edge.new):
            if self._is_replaced(edge, edge.beyond):
                return self._versions_beyond(edge)
        elif again is not None:
            self._refuse(again)
        conflicts = (
            self._redefines_head,
            _has_decorators_on_both_sides,
            self._takes_rest_into_block,
            _stops_before_rest,
            self._begins_in_file,
        )
        if any(is_conflict(edge) for is_conflict in conflicts):
            self._refuse(edge.beyond)
        if (again := self._in_elided_lines(edge)) is not None:
            self._refuse(again)
        return 0

    def _is_replaced(self, edge: _Edge, at: int) -> bool:
        """True if the user chose that new lines replace the file's, of which the first is `at` of `_bodies`.

        Raises:
            _UnclearEdge: The user has not chosen yet.
        """
        choice = self._replaces.get((self._nth, edge.step))
        if choice is None:
            line = self._above + at
            raise _UnclearEdge(self._unclear(at), (self._nth, edge.step), line, len(edge.new))
        return choice

    def _comments_beyond(self, edge: _Edge) -> int:
        """The number of the file's lines in the comment on a definition for which a piece has another one."""
        depth = indent_width(edge.rest)
        is_at_top = edge.step < 0 and not self._piece.is_below_gap
        if not is_at_top or _DEFINED.match(self._lines[edge.row + 1]) is None:
            return 0
        if not all(_is_comment_at(line, depth) for line in (edge.rest, *edge.new)):
            return 0
        above = reversed(self._bodies[: edge.beyond + 1])
        return sum(1 for _ in takewhile(lambda body: _is_comment_at(body, depth), above))

    def _called_again(self, edge: _Edge) -> int | None:
        """The line beyond new lines whose call, and name for the result, a new block has too; or None.

        try:
            rows = read(path, encoding)      new
        rows = read(path)                    of the file
        """
        depth = min(map(indent_width, edge.new))
        calls = {_call_for_name(line) for line in edge.new if indent_width(line) > depth} - {""}
        at = edge.beyond
        while calls and 0 <= at < len(self._bodies) and not self._bodies[at].strip():
            at += edge.step
        line = self._bodies[at] if 0 <= at < len(self._bodies) else ""
        return at if indent_width(line) == depth and _call_for_name(line) in calls else None

    def _wrapped_below(self, edge: _Edge) -> int:
        """The number of lines of the file below a piece up to the last one that its new lines wrap.

        None counts unless the new lines have versions of all lines between.

            authorize user                   in both
            transaction do                   new
              user.revoke!                   for `user.remove!` of the file
              notify(user)                   wrapped
        """
        rows = [line - self._above for line in self._wrapped.values() if line - self._above > edge.beyond]
        if edge.step < 0 or not rows:
            return 0
        end = max(rows) + 1
        left = [self._bodies[n].strip() for n in range(edge.beyond, end) if n not in rows]
        old, new = list(filter(None, left)), [line.strip() for line in edge.new]
        return end - edge.beyond if _version_count(old, new) == len(old) else 0

    def _rest_of_block(self, edge: _Edge) -> tuple[int, bool]:
        """The number of lines to the end of a block, if new lines leave it and the file's last ones too.

        The snippet ends there, without dots. The other lines that the file has there only set names.

        Returns:
            The number, or 0; and true if there is more than the statement that leaves the block.
        """
        last = edge.new[-1]
        depth = indent_width(last)
        if edge.step < 0 or self._piece.is_above_gap or not _LEAVES.match(last):
            return 0, False
        if indent_width(edge.rest) != depth or any(indent_width(line) < depth for line in edge.new):
            return 0, False
        below = self._bodies[edge.beyond :]
        outside = (n for n, line in enumerate(below) if line.strip() and indent_width(line) < depth)
        filled = [n for n in range(next(outside, len(below))) if below[n].strip()]
        statements = [
            below[n].strip() for n in filled if indent_width(below[n]) == depth and not only_closes(below[n])
        ]
        if not statements:
            return 0, False
        *others, end = statements
        if not _LEAVES.match(end) or not all(_PLAIN_NAME.match(_name_set(other)) for other in others):
            return 0, False
        return filled[-1] + 1, bool(others)

    def _versions_beyond(self, edge: _Edge) -> int:
        """The number of lines beyond new ones that they replace: one, or up to the last version of one."""
        depth, count = min(map(indent_width, edge.new)), 0
        for n in range(len(edge.new) + _MAX_SHIFT):
            at = edge.beyond + n * edge.step
            if not 0 <= at < len(self._bodies):
                break
            body = self._bodies[at]
            if body.strip() and indent_width(body) < depth:
                break
            if body.strip() and any(
                line.strip() == body.strip() or _is_version(line, body) for line in edge.new
            ):
                count = n + 1
        if not count or edge.step < 0:
            return max(count, 1)
        return count - 1 + _item_length(self._bodies, edge.beyond + count - 1)

    def _alike_at_end(self, edge: _Edge) -> int:
        """The number of the file's lines at the end of a block, from the first that a new line is like.

        Two lines are alike too if they begin with one call, or both leave the block. 0 without such a line.
        """
        depth, count = min(map(indent_width, edge.new)), 0
        for n in range(len(edge.new) + _MAX_SHIFT):
            body = self._bodies[edge.beyond - n] if n <= edge.beyond else ""
            if not body.strip() or indent_width(body) < depth:
                break
            if any(_is_version(line, body) or _begin_alike(line, body) for line in edge.new):
                count = n + 1
        return count

    def _has_version_of_rest(self, edge: _Edge) -> bool:
        """True if a new line, or several together, may be a version of the file's line."""
        new, rest = edge.new, edge.rest
        defined = (_DEFINED.match(line) for line in new)
        if _COMMENT_LINE.match(rest) and any(
            each is not None and _is_absent(each["name"], self._index) for each in defined
        ):
            # The comment of another function, which has a new name.
            return False
        if self._is_of_registry(edge) or self._is_new_function(edge):
            return False
        # PHP uses traits inside of classes.
        is_import = not indentation(rest) and begins_import(rest)
        if is_import and _imported_from(rest) != _imported_from(new[0].strip()):
            return False
        is_alike = _is_version(new[0], rest) and not _are_items(new[0], rest)
        return (
            (is_alike and (len(new) == 1 or edge.is_revised))
            or self._has_changed_pair(edge)
            or any(
                _has_all_of(line, rest) or _has_all_of(rest, line)
                for line in new
                if not _are_items(line, rest)
            )
        )

    def _is_new_function(self, edge: _Edge) -> bool:
        """True if a function with a new name is below that of the file, and has few of its lines."""
        shared_with = self._beyond(edge, len(edge.new) + _MAX_SHIFT)
        own = [line.strip() for line in edge.new if not only_closes(line)]
        is_new = edge.step < 0 and edge.row in self._of_new
        return is_new and 2 * sum(line in shared_with for line in own) < len(own)

    def _is_of_registry(self, edge: _Edge) -> bool:
        """True if a line is new among several that are alike but for their strings, as routes are."""

        def shape(line: str) -> tuple[str, int]:
            return STRING_LITERAL.sub("", line).strip(), len(STRING_LITERAL.findall(line))

        new, rest = edge.new[0], edge.rest
        own, other = STRING_LITERAL.findall(new), STRING_LITERAL.findall(rest)
        above = self._bodies[edge.beyond - 1] if edge.step > 0 and edge.beyond else ""
        if not own or not shape(new) == shape(rest) == shape(above):
            return False
        alike = (body for body in self._bodies if shape(body) == shape(rest))
        strings = [STRING_LITERAL.findall(body) for body in islice(alike, _MAX_OF_REGISTRY)]
        # A string that both have, and not all others, is the name of the item.
        is_same = any(
            a == b and any(each[n] != a for each in strings)
            for n, (a, b) in enumerate(zip(own, other, strict=True))
        )
        return len(strings) >= _MIN_OF_REGISTRY and not is_same

    def _redefines_head(self, edge: _Edge) -> bool:
        """True if a new line defines in another way what the file's line defines, or that around it."""
        if edge.step > 0 or not 0 <= edge.beyond < len(self._bodies):
            return False
        depth = indent_width(self._bodies[edge.beyond])
        above = (body for body in reversed(self._bodies[: edge.beyond]) if body.strip())
        head = next((body for body in above if indent_width(body) < depth), "")
        names = {found["name"] for line in edge.new if (found := _DEFINED.match(line)) is not None}
        defined = map(_DEFINED.match, (edge.rest, head))
        return any(each is not None and each["name"] in names for each in defined)

    def _takes_rest_into_block(self, edge: _Edge) -> bool:
        """True if the file's line would go from the placeholder's block to a new line's, or lose its own."""
        if edge.step < 0:
            return self._is_parent(edge.new[0], edge.beyond)
        return any(
            indent_width(edge.rest) >= depth > self._gap_indent for depth in map(indent_width, edge.new)
        )

    def _set_again(self, edge: _Edge) -> int | None:
        """The elided line of the same block that sets a name which a new line sets; None without one."""
        depth = min(map(indent_width, edge.new))
        names = {_name_set(line.strip()) for line in edge.new if indent_width(line) == depth} - {""}
        at = edge.beyond
        while names and 0 <= at < len(self._bodies):
            body = self._bodies[at]
            if body.strip() and indent_width(body) < depth:
                break
            if indent_width(body) == depth and _name_set(body.strip()) in names:
                return at
            at += edge.step
        return None

    def _in_elided_lines(self, edge: _Edge) -> int | None:
        """The elided line of the same block that is equal to the outermost new line; None without one.

        Then the lines between are those that the piece changed.
        """
        is_at_gap = self._piece.is_above_gap if edge.step > 0 else self._piece.is_below_gap
        outermost = edge.new[-1]
        depth, at = indent_width(outermost), edge.beyond
        while is_at_gap and _is_distinctive(outermost.strip()) and 0 <= at < len(self._bodies):
            body = self._bodies[at]
            if body.strip() and indent_width(body) < depth:
                break
            if body.rstrip() == outermost.rstrip():
                return at
            at += edge.step
        return None

    def _is_parent(self, new: str, above: int) -> bool:
        """True if the file's line above the piece is as deep as a new line, and the one below is deeper.

        The new line would get the lines that belong to the file's.
        """
        parent, child = self._bodies[above : above + 2]
        return len(indentation(parent)) == len(indentation(new)) < len(indentation(child))

    def _is_shared(self, beyond: int, at: int, step: int, new: Sequence[str]) -> bool:
        """False if a line equal to the file's may be the end of the new lines next to it.

        A closing bracket above new lines may end these, and so may one below them at another depth. The lines
        of a function with a new name are those of no other one.

        Args:
            beyond: The line of the file, an index of `_bodies`.
            at: The index of the one of the piece.
            step: -1 above the outermost anchor of the piece, 1 below it.
            new: The new lines between them and the last shared ones.
        """
        line = self._lines[at]
        if step < 0 and at in self._of_new:
            return False
        if not only_closes(line):
            return True
        return not (new or self._is_dissolved) or (
            step > 0 and indentation(self._bodies[beyond]) == indentation(line)
        )

    def _wrapped_block(self, beyond: int, at: int) -> tuple[int, int] | None:
        """The first line of a block that is in a new one now, of the piece and of the file.

        None if the line `at` of the piece and the one of the file, `beyond`, do not both end that block.
        """
        depth = indent_width(self._lines[at])
        above = (n for n in reversed(range(at)) if self._lines[n].strip())
        head = next((n for n in above if indent_width(self._lines[n]) <= depth), None)
        line = self._wrapped.get(-1 if head is None else head)
        if head is None or line is None:
            return None
        begun = line - self._above
        return (head, begun) if beyond == begun + _item_length(self._bodies, begun) - 1 else None

    def _refuse(self, at: int) -> NoReturn:
        """Refuse the piece because of a line of the file, an index of `_bodies`."""
        raise NoMatch(self._unclear(at))

    def _unclear(self, at: int) -> str:
        line = self._top + self._above + at + 1
        return f"it is unclear whether {self._piece.quoted} replaces line {line} of the file"

    def _has_changed_pair(self, edge: _Edge) -> bool:
        """True if a new line resembles the file's, and the one after it is or resembles the file's next one.

        Then the piece has both lines, changed, and may have added lines before them if one is equal.
        """
        new, pair = edge.new, self._beyond(edge, 2)
        if pair and _are_items(new[0], pair[0]):
            return False
        if len(pair) == 2 <= len(new) and all(map(_is_version, new, pair)):
            return True
        return len(pair) == 2 and any(
            other.strip() == pair[1] and _is_version(line, pair[0])
            for line, other in list(pairwise(new))[: _MAX_SHIFT + 1]
        )

    def _is_doubled(self, edge: _Edge) -> bool:
        """True if the file has the outermost new lines too, beyond about as many others.

        Then these others are the lines that the piece changed.
        """
        new = edge.new
        limit = len(new) + _MAX_SHIFT
        bodies = self._around(edge, limit)
        for nth in range(1, len(new) - 1):
            rest = new[nth:]
            if not any(map(_is_distinctive, rest)):
                # New code may end with closing brackets too, but does not begin with them.
                if edge.step < 0 and rest == bodies[nth : nth + len(rest)]:
                    return True
                continue
            shifts = (0, *range(max(nth - _MAX_SHIFT, 1), nth + _MAX_SHIFT + 1))
            if any(rest == bodies[at : at + len(rest)] for at in shifts):
                return True
        return False

    def _begins_in_file(self, edge: _Edge) -> bool:
        """True if the file has the outermost new line too, as many lines beyond as in the piece.

        Then the lines between are those that the piece changed. New code may end with a closing
        bracket, but does not begin with one. If the innermost line resembles the file's, the number
        of lines may differ a little.
        """
        outermost, nth = edge.new[-1].strip(), len(edge.new) - 1
        is_distinctive = _is_distinctive(outermost)
        if not nth or not (is_distinctive or edge.step < 0):
            return False
        bodies = self._beyond(edge, nth + _MAX_SHIFT + 1)
        if _is_version(edge.new[0], bodies[0]):
            return outermost in bodies[max(nth - _MAX_SHIFT, 1) :]
        return bodies[nth : nth + 1] == [outermost]

    def _beyond(self, edge: _Edge, limit: int) -> list[str]:
        """Up to `limit` nonblank lines of the file, stripped, from the one beyond an edge on."""
        return [body.strip() for body in self._around(edge, limit)]

    def _around(self, edge: _Edge, limit: int) -> list[str]:
        """Up to `limit` nonblank lines of the file, from the one beyond an edge on."""
        beyond = edge.beyond
        around = self._bodies[beyond:] if edge.step > 0 else self._bodies[: beyond + 1][::-1]
        return [body for body in around[: 2 * limit] if body.strip()][:limit]

    def _with_stretches(self, first: int, old: Sequence[str], new: list[str]) -> list[str]:
        """The new lines of the piece, with lines of the file that are to stay beside them."""
        for a1, a2, b1, b2 in reversed(line_opcodes(old, new)) if self._stretches else ():
            side = self._stretches.get(first + a1)
            if side is _Side.BELOW:
                new[b1:b1] = old[a1:a2]
            elif side is _Side.ABOVE:
                new[b2:b2] = old[a1:a2]
        return new

    def _check_drops(
        self,
        first: int,
        old: Sequence[str],
        new: Sequence[str],
        opcodes: Sequence[tuple[int, int, int, int]],
    ) -> None:
        """Refuse to delete many lines of the file that the piece does not mention, and warn about few."""
        top = self._top + first
        for a1, a2, b1, b2 in opcodes:
            added = sum(map(bool, map(str.strip, new[b1:b2])))
            limit = _MAX_REPLACED + 2 * added if added else _MAX_DELETED
            where = lines_in_words((top + a1 + 1, top + a2))
            why = "and no placeholder stands for them"
            if a2 - a1 <= limit:
                gone = [line.strip() for line in old[a1:a2] if not only_closes(line)]
                if 0 < added < len(gone) - 1 and _are_alike(gone):
                    # Items of a list, of which the piece may show only the new ones.
                    message = f"drops some of {where}, {why}"
                    self.warnings.append(
                        MatchWarning(MatchWarningKind.UNSEEN, message, top + a1 + 1, is_old=True)
                    )
                continue
            message = f"{self._piece.quoted} would delete {where} of the file, {why}"
            has_own = any(
                _begins_block_of_its_own(line) or begins_import(line.strip()) for line in old[a1:a2]
            )
            if added and first + a1 in self._stretches:
                continue
            if added and not has_own:
                raise _StretchError(message, first + a1, first + a2, added)
            if added or a2 - a1 > _MAX_DOUBTFUL or has_own:
                raise NoMatch(message)
            if not self._may_drop:
                raise _DropError(message)
            warning = MatchWarning(
                MatchWarningKind.UNSEEN, f"drops {where}, {why}", top + a1 + 1, is_old=True
            )
            self.warnings.append(warning)

    def _moved_names(
        self, first: int, last: int, new: Sequence[str], opcodes: Sequence[tuple[int, int, int, int]]
    ) -> set[int]:
        """The new lines, as indices of `new`, that set names which elided lines of the same block set.

        The piece has the members of the block in another order. They stay where they are in the file, with
        their new values; see `self.elsewhere`. In a block of other lines, such as the body of a function, a
        name may be set again.
        """
        moved: set[int] = set()
        widths = [indent_width(line) if line.strip() else _NO_WIDTH for line in new]
        least_above = list(accumulate(widths, min, initial=_NO_WIDTH))
        least_below = list(accumulate(reversed(widths), min, initial=_NO_WIDTH))[::-1]
        ends = ((first - self._above - 1, -1), (last - self._above + 1, 1))
        rows: dict[tuple[int, int], dict[str, int] | None] = {}
        for _, _, b1, b2 in opcodes:
            for n in range(b1, b2):
                depth, name = widths[n], _name_set(new[n].strip())
                if depth == _NO_WIDTH or not name:
                    continue
                sides: list[dict[str, int] | None] = []
                for (beyond, step), least in zip(ends, (least_above[n], least_below[n]), strict=True):
                    if least < depth:
                        continue
                    if (step, depth) not in rows:
                        rows[step, depth] = self._names_of_block(beyond, step, depth)
                    sides.append(rows[step, depth])
                at = next((side[name] for side in sides if side is not None and name in side), None)
                if at is None or None in sides:
                    continue
                is_alone = n == b1 or _MEMBER.match(new[n - 1]) is not None
                if not is_alone or _item_length(new, n) > 1 or _item_length(self._bodies, at) > 1:
                    self._refuse(at)
                moved.add(n)
                line, body = self._above + at, self._bodies[at]
                written, end = _with_comma_of(body, new[n]), self._index.line_end_at(line)
                self.elsewhere.append((line, adapt_lines(self._index.lines, line, [body], [written], end)))
        return moved

    def _names_of_block(self, at: int, step: int, depth: int) -> dict[str, int] | None:
        """The names that the lines of this depth set, from a line on to where the block ends.

        Without comments and closing brackets, which begin with a sign.

        Args:
            at: The first line, as an index of `_bodies`.
            step: 1 to go down, -1 to go up.
            depth: The depth in columns.

        Returns:
            The nearest line of each name, as an index of `_bodies`; None if one of these lines sets no name.
        """
        names: dict[str, int] = {}
        while 0 <= at < len(self._bodies):
            body = self._bodies[at]
            if body.strip() and indent_width(body) < depth:
                break
            if indent_width(body) == depth and _MEMBER.match(body) is not None:
                name = _name_set(body.strip())
                if not name:
                    return None
                names.setdefault(name, at)
            at += step
        return names

    def _check_members(
        self, first: int, old: Sequence[str], opcodes: Sequence[tuple[int, int, int, int]]
    ) -> None:
        """Refuse to delete the first keys of a table that the piece does not mention.

        A table is shown for one of its keys, whatever its other ones are, and in any order.

            [project.optional-dependencies]    in the file, which has other keys directly below it
            dev = [
                # ... existing entries ...
        """
        named = {_key(line) for line in self._lines}
        for a1, a2, _, _ in opcodes:
            if not 0 < a1 < a2 or _TABLE.fullmatch(old[a1 - 1]) is None:
                continue
            depth = indent_width(old[a1])
            members = [line for line in old[a1:a2] if line.strip() and indent_width(line) == depth]
            keys = [_key(line) for line in members if not only_closes(line)]
            if all(keys) and not named.issuperset(keys):
                raise NoMatch(
                    f"{self._piece.quoted} lacks L{self._top + first + a1 + 1} of the file, which may stay"
                )


def _begins_block_of_its_own(line: str) -> bool:
    """True if a line begins a function, a class or another block with words: `def f():`, `class A {`."""
    return opens_block(line) and len(line.partition("(")[0].split()) > 1 and line.strip()[:1].isalpha()


def _with_blank_lines_of(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """New lines with the whitespace that the blank ones among them have in the file."""
    lines, at, shift = list(new), 0, 0
    bare = ([line.rstrip() for line in old], [line.rstrip() for line in new])
    for first, end, _, new_end in (*line_opcodes(*bare), (len(old), len(old), len(new), len(new))):
        for n in range(at + 1, first - 1):
            # With an equal line on each side, it is surely the same.
            if not lines[n + shift].strip():
                lines[n + shift] = old[n]
        at, shift = end, new_end - end
    return lines


def _with_lines_above_heads(old: Sequence[str], new: Sequence[str], gap_indent: int) -> list[str]:
    """New lines with the comments and annotations of the file above heads of blocks that dots are in.

    They are left out as much as what the dots stand for.

    Args:
        old: The lines of the file.
        new: Those of a piece above dots.
        gap_indent: The indentation of the dots.
    """
    found: list[str] = []
    at = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        left_out = (line for line in old[a1:a2] if line.strip())
        if b1 < b2 or b1 == len(new) or not all(map(_ABOVE_HEAD.match, left_out)):
            continue
        if b1 and _ABOVE_HEAD.match(new[b1 - 1]):
            # It shows some of them, and so all.
            continue
        depth = indent_width(new[b1])
        if gap_indent > depth and all(indent_width(line) > depth for line in new[b1 + 1 :] if line.strip()):
            found += [*new[at:b1], *old[a1:a2]]
            at = b1
    return [*found, *new[at:]]


def _key(line: str) -> str:
    """The key that a line of data begins with; empty without one."""
    found = _KEY.match(line)
    return "" if found is None else found["key"]


def _has_decorators_on_both_sides(edge: _Edge) -> bool:
    """True if the piece shows one decorator of a line, and the file has others: it shows them all."""
    return edge.step < 0 and edge.new[0].strip().startswith("@") and edge.rest.strip().startswith("@")


def _stops_before_rest(edge: _Edge) -> bool:
    """True if the file's line would never run, as it is below a statement that leaves their block."""
    last = edge.new[-1]
    leave = all(map(_LEAVES_OR_YIELDS.match, (last, edge.rest)))
    return edge.step > 0 and leave and indent_width(last) == indent_width(edge.rest)


def _redefines_rest(edge: _Edge) -> bool:
    """True if a new line defines what the file's line defines, or begins the same element of markup."""
    rest = edge.rest.strip()
    if any(_defines_same(line.strip(), rest) for line in edge.new):
        return True
    tag = _TAG.match(rest)
    tags = [_TAG.match(line.strip()) for line in edge.new]
    return tag is not None and " " in tag[0] and tag[0] in [each[0] for each in tags if each]


def _leaves_instead(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if the last of some new lines leave their block, and those of the file are a statement that does.

    Above the new ones it would keep them from being run, and below them it would never run.
    """
    depth = indent_width(old[0])
    if not _leaves(old[0]) or any(indent_width(body) <= depth and not only_closes(body) for body in old[1:]):
        return False
    last = next((line for line in reversed(new) if indent_width(line) <= depth and not only_closes(line)), "")
    return _leaves(last) and all(indent_width(line) >= depth for line in new)


def _leaves(line: str) -> bool:
    """True if a line begins a statement after which the rest of its block does not run."""
    return _LEAVES.match(line) is not None


def _is_same_branch(new: str, old: str) -> bool:
    """True if a line that begins a branch resembles one of the file that begins the same kind of branch."""
    words = [_BRANCH.match(line) for line in (new, old)]
    kinds = {None if word is None else word[0].strip() for word in words}
    return len(kinds) == 1 and None not in kinds and opens_block(new) and _is_version(new, old)


def _is_distinctive(line: str) -> bool:
    return is_informative(line, _MIN_LETTERS)


def _is_version(new: str, current: str) -> bool:
    """True if a new line resembles one of the file."""
    new, current = (
        new.strip()[: likeness.MAX_COMPARED_LENGTH],
        current.strip()[: likeness.MAX_COMPARED_LENGTH],
    )
    return _continues(new, current) or likeness.normalized_similarity(new, current) >= _MIN_VERSION_LIKENESS


def _is_comment_at(line: str, depth: int) -> bool:
    """True if a line is a comment at a depth."""
    return _COMMENT_LINE.match(line) is not None and indent_width(line) == depth


def _call_for_name(line: str) -> str:
    """The name to which a line gives the result of a call, with the function: `rows=read`; or empty."""
    called = _CALL_FOR_NAME.search(line)
    name = _name_set(line.strip()) if called is not None else ""
    return f"{name}{called['function']}" if called is not None and name else ""


def _begin_alike(line: str, other: str) -> bool:
    """True if two lines call the same function, assign to the same name, or both leave their block."""
    one, two = (_HEAD_OF_STATEMENT.match(each.strip()) for each in (line, other))
    return (one is not None and two is not None and one[0] == two[0]) or (_leaves(line) and _leaves(other))


def _share_class(line: str, other: str) -> bool:
    """True if two lines are elements of markup with a class in common and different tags.

    With the same tag, they are rather two items.
    """
    element, of_other = element_of([line]), element_of([other])
    classes, others = _CLASSES.search(line), _CLASSES.search(other)
    if element is None or of_other is None or classes is None or others is None:
        return False
    return element[0] != of_other[0] and not set(classes["names"].split()).isdisjoint(others["names"].split())


def _has_all_of(line: str, other: str) -> bool:
    """True if a line is another one with more at its end, or with more words and punctuation anywhere."""
    line, other = line.strip()[: likeness.MAX_COMPARED_LENGTH], other.strip()[: likeness.MAX_COMPARED_LENGTH]
    if _continues(line, other):
        return True
    tokens = iter(TOKEN.findall(line))
    return _is_distinctive(other) and all(token in tokens for token in TOKEN.findall(other))


def _continues(new: str, current: str) -> bool:
    """True if a new line begins with all of one of the file, brackets and the like at its end aside."""
    begun = current.rstrip("()[]{},.;:'\" ")
    return _is_distinctive(begun) and new.startswith(begun) and not new[len(begun) :][:1].isalnum()


def _as_deep(piece: _Piece, index: FileIndex) -> list[tuple[int, int]]:
    """The anchors of a piece without the few at another depth than the rest: lines that were moved into
    other ones."""
    shifts = _shifts(piece.lines, piece.anchors, index)
    ((usual, count),) = Counter(shifts).most_common(1)
    if count == len(shifts) or count < _MIN_AS_DEEP or 3 * count < 2 * len(shifts):
        return piece.anchors
    if _not_wrapped(piece, index) != piece.anchors:
        return piece.anchors
    return [anchor for anchor, shift in zip(piece.anchors, shifts, strict=True) if shift == usual]


def _outside_dissolved(piece: _Piece, index: FileIndex) -> list[tuple[int, int]]:
    """The outermost anchors of a piece below dots, if it has most others outside of a block of the file.

        return func() {              as deep as in the file
            if isSkipped() {         new, instead of the condition around all lines below it
                return
            }
            log()                    deeper in the file

    Then these show the depth of the piece. Empty without such a block.
    """
    first = next((n for n, line in enumerate(piece.lines) if line.strip()), 0)
    if not piece.is_below_gap or not piece.anchors or piece.anchors[0][0] != first:
        return []
    shifts = _shifts(piece.lines, piece.anchors, index)
    outer = [anchor for anchor, shift in zip(piece.anchors, shifts, strict=True) if shift == shifts[0]]
    is_outside = opens_block(piece.lines[first].strip()) and min(shifts) == shifts[0] < max(shifts)
    return outer if is_outside else []


def _outermost(
    lines: Sequence[str], anchors: Sequence[tuple[int, int]], index: FileIndex
) -> list[tuple[int, int]]:
    """The anchors of a snippet that are as deep, compared with the file, as its outermost ones.

    The snippet has put the others into new blocks. All stay if the outermost do not agree.
    """
    shifts = _shifts(lines, anchors, index)
    least = min(indent_width(lines[n]) for n, _ in anchors)
    outer = {shift for (n, _), shift in zip(anchors, shifts, strict=True) if indent_width(lines[n]) == least}
    if len(outer) > 1:
        return list(anchors)
    return [anchor for anchor, shift in zip(anchors, shifts, strict=True) if shift in outer]


def _not_wrapped(piece: _Piece, index: FileIndex) -> list[tuple[int, int]]:
    """The outermost anchors of a piece that has put all others into new blocks; else all anchors."""
    outer = _outermost(piece.lines, piece.anchors, index)
    wrapped = {n for n, line in piece.anchors if (n, line) not in outer}
    return outer if wrapped <= _wrapped_rows(piece.lines, index) else piece.anchors


def least_indent(lines: Sequence[str]) -> int:
    """The columns by which the outermost of some lines are indented; 0 without lines."""
    return min((indent_width(line) for line in lines if line.strip()), default=0)


def _is_in_new_block(lines: Sequence[str], n: int, index: FileIndex) -> bool:
    """True if the nearest line above that is indented less opens a block that the file does not have."""
    return _new_head_above(lines, n, index) is not None


def _wrapped_rows(lines: Sequence[str], index: FileIndex) -> set[int]:
    """The rows of lines in new blocks, and in blocks of the file that are in these."""
    found: set[int] = set()
    around: list[tuple[int, bool]] = []
    for n, line in enumerate(lines):
        if not line.strip():
            continue
        depth = indent_width(line)
        while around and around[-1][0] >= depth:
            around.pop()
        if around and around[-1][1]:
            found.add(n)
        around.append((depth, n in found or _begin_of_new(lines, n, index) is not None))
    return found


def _outermost_head(lines: Sequence[str], n: int, index: FileIndex) -> int:
    """The outermost line above a line that opens a new block around it; the line itself without one."""
    while (head := _new_head_above(lines, n, index)) is not None:
        n = head
    return n


def _new_head_above(lines: Sequence[str], n: int, index: FileIndex) -> int | None:
    """The nearest line above a line that is indented less, if it opens a block that is new to the file."""
    head = _head_above(lines, n)
    return None if head is None else _begin_of_new(lines, head, index)


def _begin_of_new(lines: Sequence[str], head: int, index: FileIndex) -> int | None:
    """The first line of the block that a line opens, if it is new to the file."""
    above = next((at for at in reversed(range(head)) if lines[at].strip()), None)
    if lines[head].strip() == "{" and above is not None:
        # The bracket has its own line.
        return None if index.occurrences.count(lines[above].strip()) else above
    return head if _begins_block(lines[head]) and not index.occurrences.count(lines[head].strip()) else None


def _head_above(lines: Sequence[str], n: int) -> int | None:
    """The nearest line above a line that is indented less; None without one."""
    depth = indent_width(lines[n])
    return next(
        (at for at in reversed(range(n)) if lines[at].strip() and indent_width(lines[at]) < depth), None
    )


def _shifts(lines: Sequence[str], anchors: Sequence[tuple[int, int]], index: FileIndex) -> list[int]:
    """The columns by which the file's line of each anchor is deeper than the snippet's."""
    return [indent_width(index.bodies[line : line + 1][0]) - indent_width(lines[n]) for n, line in anchors]


def _module(line: str) -> str:
    """The module after `from` in an import line; the line itself if there is none."""
    return line.rpartition(" from ")[2].strip() if " from " in line else line


def _defines_same(new: str, old: str) -> bool:
    """True if two lines define the same: they have one name before the first bracket, such as `def f(`.

    What a function returns may change: `List<Order> list() {`, `Page<Order> list(Pageable pageable) {`.
    """
    heads = [line.partition("(")[0].split() for line in (new, old)]
    if min(map(len, heads)) < 2 or "(" not in new or "(" not in old:
        return False
    if heads[0] == heads[1]:
        return True
    are_bodies = opens_block(new) and opens_block(old)
    return are_bodies and heads[0][-1] == heads[1][-1] and heads[0][-1] not in _BRANCHES


def _is_same(old: str, new: str) -> bool:
    """True if two lines are equal, give the same name different values, or import more from one module."""
    if old == new:
        return True
    if begins_import(old) and begins_import(new):
        is_module = _imported_from(old) == _imported_from(new) != old
        return is_module and _names_imported(old) <= _names_imported(new)
    name = _name_set(old)
    return _is_respaced(old, new) or (bool(name) and name == _name_set(new))


def _names_imported(line: str) -> set[str]:
    """The words of an import line; what has another name there is one of them together with that name."""
    return {" ".join(found[0].split()) for found in _IMPORTED_NAME.finditer(line)}


def _is_respaced(old: str, new: str) -> bool:
    """True if two lines differ in the whitespace inside them at most, as where values are aligned."""
    return old.split() == new.split()


def _variable(line: str) -> tuple[str, str] | None:
    """The name that a line gives a value, and that value; None if it gives none, or a short one."""
    found = name_set(line)
    if found is None or found.operator == ":" or not found.name.isidentifier():
        return None
    value = line[found.value :].strip().rstrip(";")
    return (found.name, value) if _is_distinctive(value) else None


def _name_set(line: str) -> str:
    """The name that a line gives a value, with the operator before the value; empty without one."""
    # The patterns of `name_set`: lines of whole files are read.
    if (found := SETS_NAME.match(line)) is not None:
        return f"{''.join(found['name'].split())}{found['sign']}"
    return f"{declared['name']}=" if (declared := DECLARES_NAME.match(line)) is not None else ""
