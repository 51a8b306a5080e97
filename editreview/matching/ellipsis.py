"""Finds blocks that elide lines with dots in both the old and the new text.

As in aider's `try_dotdotdots`, with more tolerance within the pieces and less guessing: every
piece has one match, or the first one below the previous piece with the same shift in depth.
"""

from collections.abc import Sequence

from msgspec import Struct

from editreview.blocks import Interpretation
from editreview.matching import normalisers
from editreview.matching.adapt import Adjusted, AdjustedLines
from editreview.matching.file_index import FileIndex
from editreview.matching.indentation import by_rule
from editreview.matching.line_equality import Find, by_folding, by_key
from editreview.matching.model import Hit, Query
from editreview.patterns import lazy_pattern

_DOTS = lazy_pattern(r"\s*(?:(?:#|//|--|;|%|/\*|<!--|\{/\*)\s*)?(?:\.\.\.|…)(?!\w).*")
"""A line of dots, or a comment that begins with them."""
_COMMENT = lazy_pattern(r"\s*(?:#|//|--|;|%|/\*|<!--|\{/\*)")
_FINDS: tuple[Find, ...] = (
    by_key(normalisers.without_trailing_whitespace),
    by_key(normalisers.without_indentation, by_rule),
    by_folding(normalisers.WHITESPACE),
)


class _Piece(Struct, frozen=True):
    search: Sequence[str]
    replace: Sequence[str]


def by_pieces(index: FileIndex, query: Query) -> list[Hit]:
    """Find the run from the block's first piece to its last; the elided lines stay."""
    pieces = _pieces(query)
    if pieces is None:
        return []
    hits: list[Hit] = []
    for piece in pieces:
        hit = _match(index, query, piece, hits)
        if hit is None:
            return []
        hits.append(hit)
    first, end = hits[0].first, hits[-1].end
    lines: list[str] = []
    adjusted: dict[int, Adjusted] = {}
    guessed: list[int] = []
    kept = first
    for hit in hits:
        assert isinstance(hit.replacement, AdjustedLines)
        lines += index.lines.slice(kept, hit.first)
        adjusted |= {len(lines) + at: kind for at, kind in hit.replacement.adjusted.items()}
        guessed += (len(lines) + at for at in hit.replacement.guessed)
        lines += hit.replacement.lines
        kept = hit.end
    return [Hit(first, end, AdjustedLines(lines, adjusted, guessed=guessed), hits[0].adjusted)]


def _pieces(query: Query) -> list[_Piece] | None:
    """The parts of old and new text between dots; None if there are no dots, or not as many in both."""
    olds, news = _split(query.search), _split(query.replace)
    if len(olds) < 2 or len(olds) != len(news):
        return None
    pieces = [_Piece(old, new) for old, new in zip(olds, news, strict=True)]
    if any(piece.replace and not piece.search for piece in pieces):
        # The new lines could go anywhere among the elided ones.
        return None
    return [piece for piece in pieces if piece.search] or None


def _split(lines: Sequence[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for line in lines:
        if _DOTS.fullmatch(line) and (line.strip(" \t.…") == "" or _COMMENT.match(line)):
            pieces.append([])
        else:
            pieces[-1].append(line)
    return [piece if any(line.strip() for line in piece) else [] for piece in pieces]


def _match(index: FileIndex, query: Query, piece: _Piece, before: Sequence[Hit]) -> Hit | None:
    """The only match of a piece, or the first below the previous piece if it is shifted by the same depth."""
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (piece.search, piece.replace))
    query_of_piece = Query(Interpretation(old, new), piece.search, piece.replace, query.path)
    first = before[-1].end if before else 0
    for find in _FINDS:
        hits = [hit for hit in find(index, query_of_piece) if hit.first >= first]
        if not hits:
            continue
        is_sure = len(hits) == 1 or (before and hits[0].adjusted == before[0].adjusted)
        return hits[0] if is_sure and hits[0].replacement is not None else None
    return None
