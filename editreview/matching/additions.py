"""Matches a snippet that only adds lines to a file, whatever language it is in.

    location /api {                      in the file
        proxy_pass http://app;           in the file
        proxy_set_header Host $host;     new
    }                                    in the file

The snippet begins and ends with lines of the file, and has all of the file's lines between them, in order:
so nothing is removed. A snippet that shares no line with the file has the end and the top of the file as
candidates, and the end of a group of lines that begin like its own. One with dots may show a block to which
it adds lines.

Lines are 0-based, spans half-open.
"""

import re
from collections.abc import Collection, Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import Insert, Interpretation, lines_named
from editreview.matching.adapt import adapt_lines
from editreview.matching.by_line import match_by_line
from editreview.matching.depth import indent_width, only_closes, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    ADDITION,
    Match,
    MatchEffect,
    Mismatch,
    block_lines,
    match_key,
    shortened,
)
from editreview.patterns import lazy_pattern
from editreview.text import counted, indentation, without_blank_edges

_WORD = lazy_pattern(r"[A-Za-z_@][\w.]*[ (]")
"""The first word of a line of a group."""
_MIN_ALIKE = 2
"""The fewest lines of a group that begin alike."""
_MAX_BLANK = 1
"""The most blank lines between lines of a group."""
_PREFIX = lazy_pattern(r"(?:export )?([A-Za-z0-9]+)(?:_\w+\s*=|::|->|\.\w)")
_MIN_LETTERS = 2
"""The fewest letters and digits of a line that can show where a snippet goes."""


def match_additions(index: FileIndex, text: str) -> tuple[Match, ...] | Mismatch:
    """The match of a snippet that only adds lines; several candidates if nothing shows their place.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
    """
    if ADDITION.name in index.without:
        return Mismatch(f"strategy {ADDITION.name} is disabled")
    snippet = without_blank_edges(block_lines(text))
    telling = [line.strip() for line in snippet if sum(map(str.isalnum, line)) >= _MIN_LETTERS]
    if not telling or not index.text.strip():
        return Mismatch("it has no line that shows where it goes")
    if not any(index.occurrences.count(line) for line in telling):
        return _at_ends(index, snippet)
    return _between(index, snippet)


def _between(index: FileIndex, snippet: Sequence[str]) -> tuple[Match, ...] | Mismatch:
    """The match by the lines that the snippet shares with the file."""
    stripped = [line.strip() for line in snippet]
    file = [line.strip() for line in index.bodies[0 : len(index.lines)]]
    anchors = [
        (at, index.occurrences.of(line, 1)[0])
        for at, line in enumerate(stripped)
        if sum(map(str.isalnum, line)) >= _MIN_LETTERS and index.occurrences.count(line) == 1
    ]
    if not anchors:
        return Mismatch("none of its lines is in the file just once")
    positions = [position for _, position in anchors]
    if positions != sorted(set(positions)):
        return Mismatch("its lines are in another order in the file")
    above = _shared_edge(stripped[: anchors[0][0]][::-1], file[: positions[0]][::-1])
    below = _shared_edge(stripped[anchors[-1][0] + 1 :], file[positions[-1] + 1 :])
    if above is None or below is None:
        line = stripped[0] if above is None else stripped[-1]
        return Mismatch(f"“{shortened(line)}”, its outermost line, is not next to the others in the file")
    first, end = positions[0] - above, positions[-1] + 1 + below
    missing = _first_missing(file[first:end], stripped)
    if missing is not None:
        return Mismatch(f"it lacks “{shortened(file[first + missing])}” (L{first + missing + 1})")
    added = sum(map(bool, stripped)) - sum(map(bool, file[first:end]))
    new = _as_deep(index, snippet, anchors)
    if not added or new is None:
        return Mismatch("it adds nothing" if new is not None else "its indentation does not fit the file's")
    return (
        _match(index, first, end, new, f"adds {counted(added, 'line')} ({lines_named((first + 1, end))})"),
    )


def _shared_edge(snippet: Sequence[str], file: Sequence[str]) -> int | None:
    """The number of lines of the file, from an anchor outwards, up to the one that ends the snippet.

    Args:
        snippet: Its lines beyond the anchor, nearest first.
        file: The lines of the file beyond the anchor, nearest first.

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


def _as_deep(
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


def _match(index: FileIndex, first: int, end: int, new: list[str], label: str) -> Match:
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


def _at_ends(index: FileIndex, snippet: Sequence[str]) -> tuple[Match, ...]:
    """The candidates for lines without a match: below similar lines, and the end and top of the file."""
    bodies = list(index.bodies[0 : len(index.lines)])
    last, first = next(line for line in reversed(bodies) if line.strip()), bodies[0]
    gap_below, gap_above = _gap(bodies, last, snippet[0]), _gap(bodies, snippet[-1], first)
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


def _gap(bodies: Sequence[str], above: str, below: str) -> int:
    """The blank lines between two lines that become neighbours: as many as the file has between its parts."""
    if above.split()[:1] == below.split()[:1] or _prefix(above) == _prefix(below) != "":
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


def _prefix(line: str) -> str:
    """The word that groups lines: `MAIL` of `MAIL_HOST=localhost`, `app` of `app.use(x)`; else empty."""
    match = _PREFIX.match(line)
    return "" if match is None else match[1]


# New lines next to dots, in a block that the snippet shows around them.

_OPENING = re.compile(r".*(?:[{(\[:]|=>|->|\bdo|\bthen|<[A-Za-z][^<>/]*>)\s*(?:\|[^|]*\|)?$")


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
    return _in_block(index, found[0], added, is_first=is_first)


def _in_block(
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
        return Mismatch(f"the block at L{head + 1} is empty")
    least = min(members, key=indent_width)
    present = {line.strip() for line in members}
    doubled = next(
        (
            line.strip()
            for line in added
            if line.strip() in present and sum(map(str.isalnum, line)) > _MIN_LETTERS
        ),
        None,
    )
    if doubled is not None:
        return Mismatch(f"“{shortened(doubled)}” is in the block at L{head + 1} already")
    shift = uniform_map([min((line for line in added if line.strip()), key=indent_width)], [least])
    new = None if shift is None else shift.fit_all([line if line.strip() else "" for line in added])
    if new is None:
        return Mismatch("its indentation does not fit the file's")
    title = f"“{shortened(bodies[head].strip())}” (L{head + 1})"
    label = f"adds {counted(sum(1 for line in new if line.strip()), 'line')} at the"
    below = _joined(block, new, least, is_new_last=True)
    above = _joined(new, block, least, is_new_last=False)
    at_end = _match(index, head, end, [bodies[head], *below], f"{label} end of {title}")
    at_start = _match(index, head, end, [bodies[head], *above], f"{label} beginning of {title}")
    both = (replace(at_end, key=f"{at_end.key}:end"), replace(at_start, key=f"{at_start.key}:beginning"))
    return both[::-1] if is_first else both


def _joined(above: Sequence[str], below: Sequence[str], least: str, *, is_new_last: bool) -> list[str]:
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
