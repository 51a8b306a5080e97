"""Finds the text of a block in another layout: tokens of code, or a paragraph of prose.

Tokens: an approximate lexer proposes matches, and a parser decides: the block's text, substituted for the
match, must be the same code, so whitespace counts where the language gives it meaning. The block's change
is applied in the file's layout.

Paragraphs: one line there, several here. The words must be equal, in Markdown and text files, in comments,
and in docstrings of Python. Line breaks must mean nothing: no list item, heading, table row or hard break may
be among the lines. The block's change is applied word by word, so that the file's line breaks stay.

Offsets are in characters, spans half-open.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from textwrap import dedent

from msgspec import Struct

from editreview import likeness
from editreview.alignment import line_opcodes
from editreview.file_kinds import PROSE
from editreview.first_use import lazy_pattern
from editreview.grammars import Syntax, parse
from editreview.matching.code import LANGUAGES, Span, Tokens
from editreview.matching.depth import IndentMap, Uneven, Uniform, depth_map, depth_unit
from editreview.matching.file_index import FileIndex
from editreview.matching.indentation import is_even
from editreview.matching.model import Query
from editreview.text import MAX_PARSED_LINE, MAX_PARSED_TEXT, Change, Splice, indentation, split_lines

_MAX_SEARCH_LENGTH = 20_000
_MAX_TRIED = 20
"""Candidates given to the parser; fewer in a long file."""
_MAX_PARSED_LENGTH = 1_000_000
"""Characters of all candidates together."""


class TokenHit(Struct, frozen=True):
    """A span of a file that has the tokens of a search."""

    span: Span
    language: str
    file_spans: tuple[Span, ...]
    """The spans of its tokens in the file."""
    even: IndentMap | None
    """The map that holds for all lines of the block; None if there is none."""
    indents: tuple[IndentMap, ...]
    """Possible maps of the depths to those of the file, never empty. With the first, the code is the same."""


def token_spans(text: str, search: str, language: str, limit: int) -> list[TokenHit]:
    """The matches of the tokens of `search`, in any layout with the same meaning.

    Matches are whole lines: code beside them on a line could end up beside other code. Strings
    must be equal, whitespace included.

    Args:
        text: The file, of at most 300,000 characters, 2,000 on a line: others have no matches.
        search: At most 20,000 characters.
        language: One of `LANGUAGES`; others have no matches.
        limit: The maximum number of matches to return.
    """
    if language not in LANGUAGES or len(text) > MAX_PARSED_TEXT or len(search) > _MAX_SEARCH_LENGTH:
        return []
    query = Tokens(search, language)
    if not len(query) or not query.is_plain:
        return []
    words = sorted((key for key in query.keys if "\n" not in key), key=len, reverse=True)
    if any(word not in text for word in words):
        return []
    file = _file_tokens(text, language)
    max_tried = min(_MAX_TRIED, max(_MAX_PARSED_LENGTH // len(text), 3))
    firsts = file.tokens.find(query, max_tried + 1) if file.is_readable else []
    if not firsts:
        return []
    hits: list[TokenHit] = []
    for first in firsts[:max_tried]:
        hit = _token_hit(file, first, query)
        if hit is not None:
            hits.append(hit)
        if len(hits) == limit:
            return hits
    # If some were not tried, a single hit may not be the only one.
    return hits if len(firsts) <= max_tried or len(hits) > 1 else []


class TokenFit(Struct, frozen=True):
    """The change of a match."""

    splices: list[Splice]
    """Sorted and disjoint."""
    is_guess: bool = False
    """The depth of new lines follows no rule."""


def fit_tokens(hit: TokenHit, search: str, replace: str, file_text: str) -> TokenFit | None:
    """Change a match's tokens to those of `replace`.

    Kept tokens keep the file's characters and layout, unless the block changed the layout before
    them; new ones get the block's. The indentation before the span may change too. A line that keeps
    nothing is deleted with its end.

    Returns:
        None if the result is not certain to be the code that the block describes.
    """
    old, new = Tokens(search, hit.language), Tokens(replace, hit.language)
    if not new.is_plain or len(replace) > _MAX_SEARCH_LENGTH:
        return None
    part = _ParsedPart(*_file_tokens(file_text, hit.language).syntax.around(*hit.span))
    if not len(new):
        splice = _deletion(file_text, hit.span)
        return TokenFit([splice]) if part.after([splice]).faults <= part.syntax.faults else None
    if _breaks_around(old) != _breaks_around(new):
        return None
    for indents in hit.indents:
        splices = _token_splices(hit, old, new, file_text, indents)
        if splices is not None and _is_surely_same(hit, new, part, indents, splices):
            lines = [*split_lines(search, "\n"), *split_lines(replace, "\n")]
            is_by_rule = indents == hit.even and is_even(indents, lines)
            is_moved = indents != Uniform() and _first_depth(old) != _first_depth(new)
            return TokenFit(splices, is_moved or not is_by_rule)
    return None


class _FileTokens:
    """Data shared by all the blocks for one file."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._language = language

    @cached_property
    def is_readable(self) -> bool:
        return self.tokens.is_plain and max(map(len, self.text.split("\n"))) <= MAX_PARSED_LINE

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens(self.text, self._language)

    @cached_property
    def syntax(self) -> Syntax:
        return parse(self.text, self._language)

    @cached_property
    def unit(self) -> str | None:
        return depth_unit(split_lines(self.text, "\n"))


@lru_cache(maxsize=2)
def _file_tokens(text: str, language: str) -> _FileTokens:
    """The shared data of a file. A small cache suffices: blocks of one file are matched in sequence."""
    return _FileTokens(text, language)


class _ParsedPart(Struct, frozen=True):
    """The part of a file that is parsed to check a change."""

    syntax: Syntax
    top: int
    """Its offset in the file."""

    def after(self, splices: Sequence[Splice]) -> Syntax:
        """The part after a change."""
        local = (Splice(s.start - self.top, s.end - self.top, s.text) for s in splices)
        return parse(Change(tuple(local)).apply(self.syntax.text), self.syntax.language)


def _token_hit(file: _FileTokens, first: int, query: Tokens) -> TokenHit | None:
    file_spans = tuple(file.tokens.span(first + nth) for nth in range(len(query)))
    span = start, end = file_spans[0][0], file_spans[-1][1]
    if not _is_whole_lines(file.text, start, end):
        return None
    part = _ParsedPart(*file.syntax.around(start, end))
    before = part.syntax
    lines = _line_map(file, file_spans, query)
    even = None if isinstance(lines, Uneven) else lines
    maps = list(_indent_maps(file, file_spans, query, lines))
    shape = before.shape(start - part.top, end - part.top)
    for nth, indents in enumerate(maps):
        indented = _indented(query, indents)
        if indented is None:
            continue
        after = part.after([Splice(start, end, indented)])
        same = after.shape(start - part.top, start - part.top + len(indented)) == shape
        if same and after.faults <= before.faults:
            return TokenHit(span, before.language, file_spans, even, tuple(maps[nth:]))
    return None


def _is_whole_lines(text: str, start: int, end: int) -> bool:
    """True if only whitespace is beside the span on its lines."""
    top, bottom = _lines_around(text, start, end)
    return not text[top:start].strip() and not text[end:bottom].strip()


def _lines_around(text: str, start: int, end: int) -> Span:
    """The span extended to whole lines, with their ends."""
    bottom = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if bottom < 0 else bottom + 1


def _line_map(file: _FileTokens, file_spans: Sequence[Span], query: Tokens) -> IndentMap | None:
    """The indentation map from the block to the file, by the lines that begin with the same token."""
    block_lines = [_line_before(query.text, query.span(0)[0])]
    file_lines = [_line_before(file.text, file_spans[0][0])]
    for nth in range(1, len(file_spans)):
        layout = file.text[file_spans[nth - 1][1] : file_spans[nth][0]]
        if "\n" in layout and "\n" in query.layout(nth):
            block_lines.append(_line_before(query.text, query.span(nth)[0]))
            file_lines.append(_line_before(file.text, file_spans[nth][0]))
    return depth_map(block_lines, file_lines, *_depth_units(file, query))


def _indent_maps(
    file: _FileTokens, file_spans: Sequence[Span], query: Tokens, lines: IndentMap | None
) -> Iterator[IndentMap]:
    """The possible indentation maps from the block to the file, the likeliest first."""
    block_lines = [_line_before(query.text, query.span(0)[0])]
    file_lines = [_line_before(file.text, file_spans[0][0])]
    maps = [
        lines if not isinstance(lines, Uneven) else None,
        depth_map(block_lines, file_lines, *_depth_units(file, query)),
        depth_map(block_lines, file_lines),
        lines,
    ]
    yield from dict.fromkeys(map_ for map_ in maps if map_ is not None)


def _depth_units(file: _FileTokens, query: Tokens) -> tuple[str | None, str | None]:
    return depth_unit(split_lines(query.text, "\n")), file.unit


def _line_before(text: str, at: int) -> str:
    """The indentation of a token's line, followed by a character so that the line is not blank."""
    return indentation(text[text.rfind("\n", 0, at) + 1 : at]) + "x"


def _indented(tokens: Tokens, indents: IndentMap) -> str | None:
    """The text from the first token to the last, at its depth in the file."""
    pieces = [_indented_literal(tokens.token(0), indents)]
    for token in range(1, len(tokens)):
        layout = _indented_layout(tokens.layout(token), indents)
        if layout is None:
            return None
        pieces += (layout, _indented_literal(tokens.token(token), indents))
    return "".join(pieces)


def _indented_layout(layout: str, indents: IndentMap) -> str | None:
    above, line_break, margin = layout.rpartition("\n")
    if not line_break:
        return layout
    depth = indents.depth(margin)
    return None if depth is None else above + line_break + depth


def _indented_literal(literal: str, indents: IndentMap) -> str:
    first, *others = literal.split("\n")
    lines = ((indents.fit(line), line) for line in others)
    return "\n".join([first, *(line if new is None else new for new, line in lines)])


def _literal_as_in_file(new: str, old: str, in_file: str, indents: IndentMap) -> str | None:
    """A new comment or string over several lines, as deep inside as the one in the file; None if unknown."""
    old_lines, file_lines = old.split("\n")[1:], in_file.replace("\r\n", "\n").split("\n")[1:]
    if not old_lines or all(
        indents.fit(a) == b for a, b in zip(old_lines, file_lines, strict=False) if a.strip()
    ):
        return _indented_literal(new, indents)
    if [line.strip() for line in old_lines] != [line.strip() for line in file_lines]:
        return None
    first, *lines = new.split("\n")
    shift = depth_map(old_lines, file_lines)
    fitted = None if shift is None else shift.fit_all(lines)
    return None if fitted is None else "\n".join([first, *fitted])


def _breaks_around(tokens: Tokens) -> tuple[int, int]:
    """The numbers of line breaks before the first token and after the last."""
    return tokens.layout(0).count("\n"), tokens.text.count("\n", tokens.span(len(tokens) - 1)[1])


def _deletion(text: str, span: Span) -> Splice:
    """Delete the span, and its lines if they have nothing else."""
    lines = _lines_around(text, *span) if _is_whole_lines(text, *span) else span
    return Splice(*lines, "")


def _token_splices(
    hit: TokenHit, old: Tokens, new: Tokens, text: str, indents: IndentMap
) -> list[Splice] | None:
    margin = _start_and_depth(hit, old, new, text, indents)
    if margin is None:
        return None
    done, pending = margin
    partners = _token_partners(old, new)
    splices: list[Splice] = []
    for token in range(len(new)):
        layout = _indented_layout(new.layout(token), indents) if token else ""
        if layout is None:
            return None
        literal, partner = _indented_literal(new.token(token), indents), partners.get(token)
        is_kept = partner is not None and old.token(partner) == new.token(token)
        if partner is not None and not is_kept and "\n" in literal:
            in_file = text[slice(*hit.file_spans[partner])]
            known = _literal_as_in_file(new.token(token), old.token(partner), in_file, indents)
            if known is None:
                return None
            literal = known
        if partner and token and new.layout(token) == old.layout(partner):
            splices.append(Splice(done, hit.file_spans[partner - 1][1], pending))
            done, pending = hit.file_spans[partner][0], "" if is_kept else literal
        elif partner is not None and is_kept:
            splices.append(Splice(done, hit.file_spans[partner][0], pending + layout))
            pending = ""
        else:
            pending += layout + literal
        if partner is not None and is_kept:
            done = hit.file_spans[partner][1]
    splices.append(Splice(done, hit.span[1], pending))
    line_end = "\r\n" if "\r\n" in text else "\n"
    ended = (Splice(s.start, s.end, s.text.replace("\n", line_end)) for s in splices)
    return [s for s in ended if s.text != text[s.start : s.end]]


def _token_partners(old: Tokens, new: Tokens) -> dict[int, int]:
    """By token of the replacement: the token of the search that it keeps or replaces."""
    before = [old.token(token) for token in range(len(old))]
    after = [new.token(token) for token in range(len(new))]
    partners: dict[int, int] = {}
    a = b = 0
    for a1, a2, b1, b2 in [*line_opcodes(before, after), (len(before),) * 2 + (len(after),) * 2]:
        partners.update(zip(range(b, b1), range(a, a1), strict=True))
        alike = a2 - a1 if a2 - a1 == b2 - b1 else min(a2 - a1, b2 - b1, 1)
        partners.update(zip(range(b1, b1 + alike), range(a1, a1 + alike), strict=True))
        a, b = a2, b2
    return partners


def _first_depth(tokens: Tokens) -> str:
    """The indentation of the first token's line."""
    return indentation(_line_before(tokens.text, tokens.span(0)[0]))


def _start_and_depth(
    hit: TokenHit, old: Tokens, new: Tokens, text: str, indents: IndentMap
) -> tuple[int, str] | None:
    """The start of the change and its indentation; None if the first line's depth is unknown."""
    before, after = _first_depth(old), _first_depth(new)
    if before == after:
        return hit.span[0], ""
    start = text.rfind("\n", 0, hit.span[0]) + 1
    depth = indents.depth(after)
    return None if depth is None or text[start : hit.span[0]].strip() else (start, depth)


def _is_surely_same(
    hit: TokenHit, new: Tokens, part: _ParsedPart, indents: IndentMap, splices: Sequence[Splice]
) -> bool:
    """True if the result is the same code as the replacement itself would be there."""
    after = part.after(splices)
    start, end = hit.span[0] - part.top, hit.span[1] - part.top
    top = min(start, *(splice.start - part.top for splice in splices[:1]), len(after.text))
    bottom = end + sum(splice.growth for splice in splices)
    top += len(indentation(after.text[top:bottom]))
    indented = _indented(new, indents)
    if indented is None or Tokens(after.text[top:bottom], hit.language).keys != new.keys:
        return False
    expected = parse(after.text[:top] + indented + after.text[bottom:], hit.language)
    is_code = not parse(dedent(new.text), hit.language).errors
    max_faults = part.syntax.faults if is_code else max(part.syntax.faults, expected.faults)
    is_same = after.shape(top, bottom) == expected.shape(top, top + len(indented))
    return after.faults <= max_faults and is_same


_DOCSTRING_ENDINGS = (".py", ".pyi")
_COMMENT_MARKER = lazy_pattern(r"[ \t]*(?P<marker>#+|//[/!]?|--|;+|%+|\*)(?=[ \t])")
"""The beginning of a comment line; an asterisk inside of a comment of several lines."""
_OWN_BLOCK = lazy_pattern(r"[ \t]*(?:[-*+>|#=~`]|\d+[.)][ \t]|:\w+:|\.\. |@|\\|\S.*\|.*\|)")
"""The beginning of a line that is a block of its own in prose: an item, a heading, a row, a fence."""
_DOCSTRING_QUOTES = ('"""', "'''")
_OPENING = lazy_pattern(r"[rRuU]?(?:\"{3}|'{3})")
"""The beginning of a docstring."""
_HARD_BREAK = lazy_pattern(r"(?:  |\\|<br ?/?>)$")
_MIN_WORDS = 8
"""Words of a paragraph that are more than a coincidence."""
_MAX_WORDS = 1_000
_SLACK = 20
"""Columns by which a changed line may be longer than the paragraph's longest one."""


class Rewrapped(Struct, frozen=True):
    """Lines `first` up to `end` of the file, 0-based, that have the block's words, and the change of them."""

    first: int
    end: int
    change: Change


class _Paragraph(Struct, frozen=True):
    """The words of some lines, and the comment marker that the lines begin with, if any."""

    words: Sequence[str]
    marker: str


class _Quotes(Struct, frozen=True):
    """The quotes of a docstring that are in a paragraph."""

    opens: bool
    """True if its first word begins with them."""
    closes: bool
    """True if its last word ends with them."""


def rewrapped(index: FileIndex, query: Query) -> list[Rewrapped]:
    """The paragraphs of the file with the words of the block, in other lines.

    Args:
        index: The index of the file.
        query: The block: its old and its new text must be one paragraph each.
    """
    is_prose = query.path.lower().endswith(PROSE)
    old, new = (_paragraph(lines, is_prose=is_prose) for lines in (query.search, query.replace))
    if old is None or new is None or old.marker != new.marker:
        return []
    if not is_prose and not old.marker and not query.path.lower().endswith(_DOCSTRING_ENDINGS):
        return []
    quotes = _Quotes(opens=False, closes=False) if is_prose else _docstring_quotes(old)
    if quotes is None or not (is_prose or quotes == _docstring_quotes(new)):
        return []
    # Each whitespace is taken at once: tried in parts, the ways to do so multiply from gap to gap.
    marker = rf"[ \t]*+{re.escape(old.marker)}[ \t]*+" if old.marker else r"[ \t]*+"
    gap = rf"(?>[ \t]*+\r?\n{marker}|[ \t]++)"
    start = rf"^{marker}"
    words = gap.join(map(re.escape, old.words))
    pattern = re.compile(rf"{start}(?P<words>{words})[ \t]*\r?$", re.MULTILINE)
    hits: list[Rewrapped] = []
    for match in islice(pattern.finditer(index.text), query.max_matches):
        first, last = index.lines.at(match.start()), index.lines.at(match.end("words"))
        lines = index.bodies.plain(first, last + 1)
        if len(lines) == len(query.search) or _paragraph(lines, is_prose=is_prose) is None:
            continue
        # Nothing belongs to the paragraph beyond the quotes of its docstring.
        above = () if quotes.opens else index.bodies[max(first - 1, 0) : first]
        below = () if quotes.closes else index.bodies[last + 1 : last + 2]
        if any(_may_continue(line, old.marker) for line in (*above, *below)):
            continue
        if quotes.opens:
            heads = index.bodies[max(first - 1, 0) : first]
            is_docstring = all(head.rstrip().endswith(":") for head in heads)
        else:
            is_docstring = _is_in_docstring(index.text, match.start("words"))
        if is_prose or old.marker or is_docstring:
            change = _rewrapped_change(index.text, match.span("words"), old.words, new.words, lines)
            hits.append(Rewrapped(first, last + 1, change))
    return hits


def _paragraph(lines: Sequence[str], *, is_prose: bool) -> _Paragraph | None:
    """The lines as one paragraph; None if a line break among them may mean something."""
    if not lines or not all(line.strip() for line in lines):
        return None
    marker = ""
    if not is_prose and (first := _COMMENT_MARKER.match(lines[0])):
        marker = first["marker"]
        beginnings = [_COMMENT_MARKER.match(line) for line in lines]
        if any(each is None or each["marker"] != marker for each in beginnings):
            return None
        lines = [line.strip().removeprefix(marker) for line in lines]
    if any(map(_OWN_BLOCK.match, lines)) or any(map(_HARD_BREAK.search, lines[:-1])):
        return None
    words = [word for line in lines for word in line.split()]
    return _Paragraph(words, marker) if _MIN_WORDS <= len(words) <= _MAX_WORDS else None


def _docstring_quotes(paragraph: _Paragraph) -> _Quotes | None:
    """The quotes of a docstring around a paragraph; None if there are others, or more than a docstring."""
    words = paragraph.words
    opens, closes = _OPENING.match(words[0]) is not None, words[-1].endswith(_DOCSTRING_QUOTES)
    count = sum(word.count(quotes) for word in words for quotes in _DOCSTRING_QUOTES)
    return _Quotes(opens, closes) if count == opens + closes else None


def _may_continue(line: str, marker: str) -> bool:
    """True if a line next to a paragraph may be a part of it."""
    text = line.strip()
    if marker:
        return text.startswith(marker) and bool(text.removeprefix(marker).strip("/ "))
    return bool(text) and not _OWN_BLOCK.match(line) and not any(map(text.count, _DOCSTRING_QUOTES))


def _is_in_docstring(text: str, at: int) -> bool:
    """True if as many quotes of a docstring are before an offset as open one."""
    return any(text.count(quotes, 0, at) % 2 for quotes in _DOCSTRING_QUOTES)


def _rewrapped_change(
    text: str, span: tuple[int, int], old: Sequence[str], new: Sequence[str], lines: Sequence[str]
) -> Change:
    """The change of the words from old to new; line breaks stay, and too long lines get more of them.

    Args:
        text: The text of the file.
        span: The span of the words in it, which are the old ones.
        old: Words.
        new: The same.
        lines: The lines of the paragraph.
    """
    words = [match.span() for match in re.finditer(r"\S+", text[slice(*span)])]
    spans = _without_markers(text[slice(*span)], words, old)
    gaps = ["", *(text[span[0] + a : span[0] + b] for (_, a), (b, _) in pairwise(spans))]
    line_break = next((gap for gap in gaps if "\n" in gap), "")
    new_gaps: list[str] = []
    at = 0
    for opcode in likeness.Levenshtein.opcodes(old, new):
        if opcode.tag == "insert":
            new_gaps += [" "] * (opcode.dest_end - opcode.dest_start)
        elif opcode.tag != "delete":
            # A line whose first words are removed begins with the next ones.
            first, *others = gaps[opcode.src_start : opcode.src_end]
            removed_break = next((gap for gap in gaps[at : opcode.src_start] if "\n" in gap), "")
            new_gaps += [removed_break or first or " ", *others]
            at = opcode.src_end
    column = span[0] - text.rfind("\n", 0, span[0]) - 1
    joined = _with_breaks(new, new_gaps, line_break, max(map(len, lines)) + _SLACK, column)
    return Change((Splice(*span, joined),) if joined != text[slice(*span)] else ())


def _without_markers(
    text: str, spans: Sequence[tuple[int, int]], words: Sequence[str]
) -> list[tuple[int, int]]:
    """The spans of the words, without those of comment markers between them."""
    rest = iter(spans)
    return [next(span for span in rest if text[span[0] : span[1]] == word) for word in words]


def _with_breaks(words: Sequence[str], gaps: Sequence[str], line_break: str, width: int, column: int) -> str:
    """Words with their gaps; where a line would be too long, with a line break if the file has some."""
    text = ""
    prefix = len(line_break.rpartition("\n")[2])
    for nth, (word, gap) in enumerate(zip(words, gaps, strict=True)):
        between = gap if nth else ""
        if "\n" not in between and nth and line_break and column + len(between) + len(word) > width:
            between = line_break
        column = prefix if "\n" in between else column + len(between)
        text += between + word
        column += len(word)
    return text
