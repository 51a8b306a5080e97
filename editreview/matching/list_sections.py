"""New items of lists in sections of Markdown, such as those of a changelog, which join those that are there.

    ## [Unreleased]

    ### Added

    - Support for trees.

A section of a document replaces its namesake, which would drop the items of the file. Such sections recur as
well: the words above the snippet, or the headings that it shows, say in which outer section it is.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from editreview.alignment import change_lines
from editreview.blocks import Interpretation
from editreview.file_kinds import MARKDOWN
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import adapt_lines
from editreview.matching.code import headings
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    MAX_CANDIDATES,
    PLACE,
    Match,
    MatchEffect,
    block_lines,
    match_key,
    shortened,
)
from editreview.text import counted, without_blank_edges

_ITEM = lazy_pattern(r"(?:[-*+]|\d+[.)])\s")
_BULLET = lazy_pattern(r"[-*+](?=\s)")
_LINK = lazy_pattern(r"\[[^\]]+\]:\s")
"""A reference of links, which belongs to the document rather than to its last section."""
_DATE = lazy_pattern(r"\s+(?:[-–—]|\()\s*[\d.-]+\W*$")
"""The date after the title of a section."""
_WORD = lazy_pattern(r"\w+(?:\.\w+)*")
_OPEN = "unreleased"
"""The section of a changelog in which new items go."""
_MIN_WORDS = 2
"""The fewest words of an item whose words another one has."""


class _Section(Struct, frozen=True):
    """A heading and what is below it, up to the next one that is as high."""

    first: int
    """The line of the heading, 0-based."""
    end: int
    """The line after the last one with text."""
    level: int
    heading: str
    """As written."""
    title: str
    """In lower case, without brackets and a date."""


def sections_with_new_items(
    index: FileIndex, text: str, path: str, words: str
) -> tuple[tuple[Match, ...], bool]:
    """The candidates that add the items of lists to sections of a document, instead of replacing these.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file.
        words: The words above the snippet.

    Returns:
        The candidates, the likeliest first: none unless the snippet has only headings and items of lists, of
        which the file has none below such a heading. And true if an item has the words of one of the file's,
        so that it may be a new version of that.
    """
    own = without_blank_edges(block_lines(text))
    if not path.lower().endswith(MARKDOWN) or not own or PLACE.name in index.without:
        return (), False
    structure = _lists_below_headings(own)
    if structure is None:
        return (), False
    outer, lists = structure
    level = lists[0][0].level
    bodies = index.bodies.plain()
    sections = list(_sections(bodies))
    parents = _parents(sections, outer, level, words)
    if outer is not None and not parents:
        return (), False
    keys = {each.title for each, _ in lists}
    namesakes = [each for each in sections if each.level == level and each.title in keys]
    new = [line for _, lines in lists for line in lines if line.strip()]
    known = [line for each in namesakes for line in bodies[each.first + 1 : each.end] if line.strip()]
    if not set(map(str.strip, known)).isdisjoint(map(str.strip, new)):
        return (), False
    targets = [each for each in namesakes if not parents or parents[0].first < each.first < parents[0].end]
    old = [line for each in targets for line in bodies[each.first + 1 : each.end] if line.strip()]
    is_version = any(_is_version(line, other) for line in new for other in old)
    if not parents and len(lists) == 1:
        found = [_joined(index, bodies, each, sections, lists, is_parent=False) for each in namesakes]
    else:
        found = [_joined(index, bodies, parent, sections, lists, is_parent=True) for parent in parents]
    matches = [match for match in found if match is not None]
    return tuple(matches[:MAX_CANDIDATES]), bool(matches) and is_version


def _lists_below_headings(
    lines: Sequence[str],
) -> tuple[_Section | None, Sequence[tuple[_Section, Sequence[str]]]] | None:
    """The outer heading of a snippet, if it has one, and its lists with the heading of each.

    None if it has anything else, or no heading.
    """
    sections = list(_sections(lines))
    if not sections or sections[0].first > 0:
        return None
    outer = sections[0] if len(sections) > 1 and sections[1].level > sections[0].level else None
    inner = sections[1:] if outer is not None else sections
    if len({each.level for each in inner}) > 1 or len({each.title for each in inner}) < len(inner):
        return None
    if outer is not None and any(line.strip() for line in lines[1 : inner[0].first]):
        return None
    lists = [(each, without_blank_edges(lines[each.first + 1 : each.end])) for each in inner]
    return (outer, lists) if all(_is_list(each) for _, each in lists) else None


def _is_list(lines: Sequence[str]) -> bool:
    """True if lines are the items of a list, with what belongs to them."""
    is_item = bool(lines) and _ITEM.match(lines[0]) is not None
    return is_item and all(not line.strip() or _is_of_list(line) for line in lines)


def _sections(lines: Sequence[str]) -> Iterator[_Section]:
    """The sections of a document, in the order of their headings."""
    heads = list(headings(lines))
    for nth, (at, level, name) in enumerate(heads):
        end = next((other for other, depth, *_ in heads[nth + 1 :] if depth <= level), len(lines))
        while end > at + 1 and not lines[end - 1].strip():
            end -= 1
        yield _Section(at, end, level, lines[at], _plain_title(name))


def _plain_title(title: str) -> str:
    return re.sub(r"[\[\]`*_]", "", _DATE.sub("", title)).strip().lower()


def _parents(
    sections: Sequence[_Section], outer: _Section | None, level: int, words: str
) -> Sequence[_Section]:
    """The section around that of a snippet: the one that it shows, or that words name, or that is open.

    Args:
        sections: Those of the file.
        outer: The heading that the snippet shows around its lists; None if it shows none.
        level: The level of the headings of the lists.
        words: The words above the snippet.
    """
    # The title of the document says nothing.
    above = [each for each in sections if each.level < level and each.title]
    above = [each for each in above if each.level > 1 or each is not sections[0]]
    if outer is not None:
        found = [each for each in above if (each.level, each.title) == (outer.level, outer.title)]
        return found if len(found) == 1 else ()
    phrase = _spoken(words)
    named = [each for each in above if _spoken(each.title).strip() and _spoken(each.title) in phrase]
    # The innermost one.
    named = [each for each in named if each.level == max(other.level for other in named)]
    found = named or [each for each in above if each.title == _OPEN]
    return found if len(found) == 1 else ()


def _is_version(item: str, other: str) -> bool:
    """True if an item has all words of another one, or the other way around."""
    words, others = ({*_WORD.findall(each.lower())} for each in (item, other))
    return min(len(words), len(others)) >= _MIN_WORDS and (words <= others or others <= words)


def _spoken(text: str) -> str:
    """The words of a text, each between spaces."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _joined(
    index: FileIndex,
    bodies: Sequence[str],
    section: _Section,
    sections: Sequence[_Section],
    lists: Sequence[tuple[_Section, Sequence[str]]],
    *,
    is_parent: bool,
) -> Match | None:
    """The match that adds lists to a section, or to those inside of it; None if nothing shows where.

    Args:
        index: The index of the file.
        bodies: Its lines.
        section: The section whose lines change.
        sections: All sections of the file.
        lists: The lists of the snippet, each with its heading.
        is_parent: True if they belong to sections inside of it, False if the only one joins its own list.
    """
    insertions: list[tuple[int, bool, Sequence[str]]] = []
    labels: list[str] = []
    for head, items in lists:
        inside = [
            each
            for each in sections
            if section.first < each.first < section.end
            and (each.level, each.title) == (head.level, head.title)
        ]
        target = next(iter(inside), None) if is_parent else section
        added = counted(sum(_ITEM.match(line) is not None for line in items), "item")
        if target is not None:
            at = _end_of_list(bodies, target, sections)
            if at is None:
                return None
            is_empty = at == target.first + 1
            items = _with_bullets(items, bodies[target.first + 1 : at] or bodies)
            insertions.append((at, False, ["", *items] if is_empty else items))
            labels.append(f"adds {added} at the end of {_title(bodies, target)}")
        else:
            at = _end_above_links(bodies, section.first + 1, section.end)
            if bodies[at - 1].endswith("-->"):
                return None
            items = _with_bullets(items, [*bodies[section.first + 1 : at], *bodies])
            insertions.append((at, True, ["", head.heading, "", *items]))
            labels.append(
                f"adds “{shortened(head.heading)}” with {added} at the end of {_title(bodies, section)}"
            )
    new = list(bodies[section.first : section.end])
    # A new section is below what joins the last one.
    for at, _, added_lines in sorted(insertions, key=lambda each: each[:2])[::-1]:
        new[at - section.first : at - section.first] = added_lines
    old = index.bodies.plain(section.first, section.end)
    lines = adapt_lines(index.lines, section.first, old, new, index.line_end_at(section.first))
    label = "; ".join(labels)
    return Match(
        key=f"{match_key(index.lines, section.first, section.end)}:{label}",
        interpretation=Interpretation("", "".join(f"{line}\n" for line in new)),
        span=index.lines.span(section.first, section.end),
        lines=(section.first + 1, section.end),
        change=change_lines(index.lines, section.first, section.end, lines),
        strategies=(PLACE.name,),
        tier=PLACE.tier,
        score=0.95,
        label=label,
        effect=MatchEffect.ADDS,
    )


def _title(bodies: Sequence[str], section: _Section) -> str:
    return f"“{shortened(bodies[section.first])}” (L{section.first + 1})"


def _end_of_list(bodies: Sequence[str], section: _Section, sections: Sequence[_Section]) -> int | None:
    """The line below the list that ends the part of a section above its first inner heading.

    None if that part ends with anything else; the line below the heading if the section has no text at all.
    """
    inner = (each.first for each in sections if section.first < each.first < section.end)
    end = next(inner, section.end)
    first = section.first + 1
    at = _end_above_links(bodies, first, end)
    if at == first:
        return at if end == section.end else None
    begin = at
    while begin > first and (not bodies[begin - 1].strip() or _is_of_list(bodies[begin - 1])):
        begin -= 1
    return at if _is_list(without_blank_edges(bodies[begin:at])) else None


def _is_of_list(line: str) -> bool:
    return line[:1] in (" ", "\t") or _ITEM.match(line) is not None


def _end_above_links(bodies: Sequence[str], first: int, end: int) -> int:
    """The line below the last text of some lines that is no reference of links."""
    while end > first and (not bodies[end - 1].strip() or _LINK.match(bodies[end - 1]) is not None):
        end -= 1
    return end


def _with_bullets(items: Sequence[str], lines: Sequence[str]) -> Sequence[str]:
    """Items of a list with the bullets of the first list in some lines of the file."""
    bullet = next((line[0] for line in lines if _BULLET.match(line) is not None), None)
    return (
        items
        if bullet is None
        else [_BULLET.sub(bullet, line, 1) if _BULLET.match(line) else line for line in items]
    )
