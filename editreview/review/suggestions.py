"""Chooses which of several matches of a block is shown first. The user still chooses.

    Change `get` of `Cart`:              the match in the class `Cart`
    In the item `b`:                     the match beside `"name": "b"`, in the same brackets
    The second occurrence:               the second match

Without such words, the most similar of fuzzy matches comes first.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, Replace
from editreview.first_use import lazy_pattern
from editreview.matching import (
    DEFINITION,
    MAX_CANDIDATES,
    FileIndex,
    Match,
    Tier,
    begins_definition,
    block_lines,
    body_end,
    enclosing,
)
from editreview.review.hints import MAX_PARAGRAPHS
from editreview.text import indentation, is_blank, whole_word
from editreview.vocabulary import EXCLUDING

_MAX_LINES_ABOVE = 1_000
"""The most lines above a match in which the lines around it are looked for."""
_MAX_NAMES = 10
_MAX_TITLE_WORDS = 8
"""The most words of a line in which a word without quotes may be a name."""
_MAX_COMPARED = 20_000
"""The most characters of a match that are compared with the block."""
_MAX_RATIO = 2
"""The most lines of a place for each line of a snippet, if it is preferred to a shorter one in it."""
_MIN_AHEAD = 0.01
"""The likeness by which the most similar match is ahead of others."""
_QUOTED = lazy_pattern(
    r"`+(?P<code>[^`\n]+)`+|[“„«](?P<title>[^“”„«»\n]{1,60})[”“»]|\"(?P<plain>[^\"\n]{1,60})\""
)
"""A name or a title in quotes."""
_WORD = lazy_pattern(r"[^\W\d_][\w-]{2,}")
_AROUND = "[]()*_:;,. "
_PARTS = lazy_pattern(r"\w+")
_EXCLUDES = lazy_pattern(rf"{EXCLUDING}[^`.;:]{{0,20}}$", re.IGNORECASE)
"""Words before the name of a definition that is not meant."""
_ORDINALS = ("first", "second", "third", "fourth")
_ORDINAL = lazy_pattern(
    rf"\b(?:{'|'.join(f'(?P<{ordinal}>{ordinal})' for ordinal in _ORDINALS)}|(?P<last>last|final))\b[*_]*"
    r"\s(?:block|call|case|copy|instance|match|occurrence|one|place|stage|time)\b",
    re.IGNORECASE,
)
"""Words for one of several matches: `the second occurrence`."""


class _Surroundings(Struct, frozen=True):
    """The text around one of several matches, without that of the others."""

    heads: str
    """The lines that begin the definitions, keys, sections and blocks around it."""
    own: str
    """The largest block around it that has no other match, with its own lines."""
    above: str
    """The lines between the match before it and its end."""


def meant_by_words(
    index: FileIndex, block: EditBlock, path: str, matches: Sequence[Match]
) -> tuple[int, str] | None:
    """The position of the only match that the words above a block tell from the others, and the reason.

    Args:
        index: The index of the file.
        block: The block.
        path: The path of the file.
        matches: The matches.
    """
    words = block.words or " ".join(reversed(block.paragraphs[:MAX_PARAGRAPHS]))
    if not (words or block.names) or not 1 < len(matches) <= MAX_CANDIDATES:
        return None
    quoted = list(dict.fromkeys(_names_in(words) if words else block.names))[:_MAX_NAMES]
    found = (
        _told_apart_by_context(index, block, path, matches, quoted, _words_in(words))
        if isinstance(block.operation, Replace)
        else _told_apart_by_heads(index, path, matches, quoted)
    )
    if found is not None:
        return found[0], f"in `{found[1]}`, as the words above say"
    found_ordinal = _ORDINAL.search(words)
    if found_ordinal is None:
        return None
    assert found_ordinal.lastgroup is not None
    ordinal = found_ordinal.lastgroup
    at = len(matches) - 1 if ordinal == "last" else _ORDINALS.index(ordinal)
    return (at, f"the {ordinal}, as the words above say") if at < len(matches) else None


def _names_in(words: str) -> Iterator[str]:
    """The names and titles in quotes that some words do not exclude."""
    for found in _QUOTED.finditer(words):
        if _EXCLUDES.search(words[: found.start()]) is None:
            name = found[found.lastgroup or 0].removesuffix("()")
            # `[tool]` and `load,` are names, but not what is left of `a = (...)`.
            if name := name if " " in name else name.strip(_AROUND):
                yield name


def _words_in(words: str) -> list[str]:
    """The words of a short line without those in quotes."""
    plain = _QUOTED.sub(" ", words)
    return _WORD.findall(plain) if len(plain.split()) <= _MAX_TITLE_WORDS else []


def _told_apart_by_heads(
    index: FileIndex, path: str, matches: Sequence[Match], names: Sequence[str]
) -> tuple[int, str] | None:
    """The only place of a snippet in what a name names, or the first one that is all around it; and the name.

    Places are ranked by words already, so that nothing less decides.
    """
    around = [_names_around(index, match, path) for match in matches] if names else []
    for name in names:
        pattern = whole_word(name)
        inside = [at for at, lines in enumerate(around) if any(map(pattern.search, lines))]
        if len(inside) == 1:
            return _first_around(matches, inside[0]), name
    return None


def _first_around(matches: Sequence[Match], at: int) -> int:
    """The position of the first match that has the lines of another one: an item rather than a line of it.

    It is about as long as the new text, and does the same, or is found by the names of definitions.
    """
    inner = matches[at]
    if inner.lines is None:
        return at
    (first, last), most = inner.lines, _MAX_RATIO * inner.interpretation.replace.count("\n")
    for position, match in enumerate(matches[:at]):
        is_alike = match.effect is inner.effect or DEFINITION.name in match.strategies
        if match.lines is None or not is_alike or match.lines[1] - match.lines[0] >= most:
            continue
        if match.lines[0] <= first and last <= match.lines[1]:
            return position
    return at


def _names_around(index: FileIndex, match: Match, path: str) -> list[str]:
    """The definitions, keys and less indented lines around a match."""
    if match.lines is None:
        return []
    around = enclosing(index.bodies, match.lines[0] - 1, path)
    return [*(scope.label for scope in around.scopes), around.nearest]


def _told_apart_by_context(
    index: FileIndex,
    block: EditBlock,
    path: str,
    matches: Sequence[Match],
    names: Sequence[str],
    words: Sequence[str],
) -> tuple[int, str] | None:
    """The only match around which most of some names are, and the first name that tells it from others.

    Without any, words that are no names in quotes count.
    """
    around = _surroundings(index, path, matches)
    if block.hints.line is None:
        return _told_apart(around, names) or _told_apart(around, words)
    # A line number tells more than names beside a match.
    return _told_apart([replace(each, own="", above="") for each in around], names)


def _told_apart(around: Sequence[_Surroundings], names: Sequence[str]) -> tuple[int, str] | None:
    """The only match around which most of some names are, and the first name that tells it from others.

    Names in the lines that begin something count more than names beside a match.
    """
    if not around:
        return None
    scores = [[0, 0, 0] for _ in around]
    telling: dict[int, str] = {}
    for name in names:
        for level, each in enumerate(_matches_at(around, name)):
            if each:
                for at in each if len(each) < len(around) else ():
                    scores[at][level] += 1
                    telling.setdefault(at, name)
                break
    best = max(scores)
    first = scores.index(best)
    return (first, telling[first]) if any(best) and scores.count(best) == 1 else None


def _matches_at(around: Sequence[_Surroundings], name: str) -> Iterator[list[int]]:
    """The positions of the matches with a name around them, the nearest way first."""
    pattern, parts = whole_word(name), [whole_word(part) for part in _PARTS.findall(name)]
    inside = [at for at, each in enumerate(around) if pattern.search(each.heads)]
    if not inside and len(parts) > 1:
        # `Cart.get` or `aws_bucket.logs`.
        inside = [at for at, each in enumerate(around) if all(part.search(each.heads) for part in parts)]
    yield inside
    yield [at for at, each in enumerate(around) if pattern.search(each.own)]
    yield [at for at, each in enumerate(around) if pattern.search(each.above)]


def _surroundings(index: FileIndex, path: str, matches: Sequence[Match]) -> list[_Surroundings]:
    """The text around each match; empty if one of them has no lines."""
    located = [match.lines for match in matches if match.lines is not None]
    if len(located) != len(matches):
        return []
    found: list[_Surroundings] = []
    for first, last in located:
        others = [at - 1 for at, end in located if at > last or end < first]
        rows = sorted(_rows_around(index, first - 1, path))
        heads = [index.bodies[row : row + 1][0] for row in rows]
        blocks = ((row, body_end(index, row)) for row in rows)
        own = next(
            ((row, end) for row, end in blocks if not any(row <= other < end for other in others)),
            (first - 1, last),
        )
        top = max((end for _, end in located if end < first), default=0)
        found.append(
            _Surroundings(
                "\n".join(heads),
                "\n".join(index.bodies[own[0] : max(own[1], last)]),
                "\n".join(index.bodies[max(top, first - _MAX_LINES_ABOVE) : last]),
            )
        )
    return found


def _rows_around(index: FileIndex, row: int, path: str) -> set[int]:
    """The lines, 0-based, that begin the scopes around a line, and the less indented ones above it."""
    rows = {scope.line for scope in enclosing(index.bodies, row, path).scopes}
    text = index.bodies[row : row + 1][0]
    depth = len(indentation(text))
    top = max(row - _MAX_LINES_ABOVE, 0)
    for at, line in reversed([*enumerate(index.bodies[top:row], top)]):
        if depth and not is_blank(line) and len(indentation(line)) < depth:
            depth = len(indentation(line))
            rows.add(at)
    return rows


def most_alike(index: FileIndex, path: str, matches: Sequence[Match]) -> tuple[int, str] | None:
    """The position of the only match of fuzzy ones that is most like the block, and the reason.

    The first lines of the block's definitions count more than all others.

    Args:
        index: The index of the file.
        path: The path of the file.
        matches: The matches.
    """
    located = [(match, match.lines) for match in matches if match.lines is not None]
    is_fuzzy = all(match.tier is Tier.FUZZY and match.interpretation.search for match in matches)
    if not is_fuzzy or not 1 < len(located) == len(matches) <= MAX_CANDIDATES:
        return None
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.likeness import normalized_similarity

    alike: list[tuple[int, float]] = []
    for match, (first, last) in located:
        old, lines = (
            [line.strip() for line in each]
            for each in (block_lines(match.interpretation.search), index.bodies[first - 1 : last])
        )
        heads = {line for line in old if begins_definition(line, path)}
        likeness = normalized_similarity(*("\n".join(each)[:_MAX_COMPARED] for each in (old, lines)))
        alike.append((len(heads.intersection(lines)), likeness))
    best = max(alike)
    others = [each for each in alike if each is not best]
    is_first = all(best[0] > heads or best[1] > likeness + _MIN_AHEAD for heads, likeness in others)
    return (alike.index(best), "the most similar lines") if is_first else None
