"""Finds texts that need not be whole lines, as tool calls give them: `oldString`, `old_str`.

Exact matches come first, wherever in a line the text begins. A text without one is searched for
as whole lines with the cascade, then inside lines with some differences in characters.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines, line_opcodes
from editreview.blocks import Interpretation
from editreview.characters import NO_WIDTH
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import SpellingMap
from editreview.matching.cascade import EXACT, LINE_ENDS, Search, StrategyVerdict, search
from editreview.matching.file_index import (
    ENTITIES,
    ENTITY_OF,
    ESCAPES,
    LOOK_ALIKES,
    LOOK_ALIKES_OF,
    WHITESPACE,
    FileIndex,
    Folding,
)
from editreview.matching.model import MAX_MATCHES, Match, Tier, match_key
from editreview.text import (
    Change,
    Lines,
    Splice,
    indentation,
    is_informative,
    is_word_character,
    line_body,
    line_end,
    split_lines,
)

# Matches inside lines whose characters differ slightly from the file's.
#
# Each strategy is that of the cascade with its name, for characters instead of lines.

_MAX_LENGTH = 2_000
_MIN_LETTERS = 4
"""Letters and digits a text needs to be searched for in other spellings."""
_MARGIN = lazy_pattern(r"(?: {2}|\t)[ \t]*(?=\S)")
_WHITESPACE = rf"[\s{NO_WIDTH}]+"


class Inline(Struct, frozen=True):
    """One way to ignore differences in characters."""

    strategy: str
    folding: Folding
    undoes: bool
    pattern_of: Callable[[str], str]
    """Maps a character of the folded text to a pattern for all texts that fold to it."""


class Span(Struct, frozen=True):
    """A match inside lines, in characters, half-open."""

    start: int
    end: int
    change: Change | None
    """None if the new text cannot be spelled as the file would."""


def _plain(character: str) -> str:
    return re.escape(character)


def _escaped(character: str) -> str:
    return rf"\\?{re.escape(character)}" if character in "\"'`$/\\" else re.escape(character)


def _look_alike(character: str) -> str:
    if look_alikes := LOOK_ALIKES_OF.get(character):
        return f"[{look_alikes}{re.escape(character)}]"
    composed, decomposed = (unicodedata.normalize(form, character) for form in ("NFC", "NFD"))
    return re.escape(character) if composed == decomposed else f"(?:{composed}|{decomposed})"


def _entity(character: str) -> str:
    entity = ENTITY_OF.get(character)
    return f"(?:{re.escape(character)}|{entity})" if entity else re.escape(character)


_INLINE = (
    Inline("whitespace", WHITESPACE, False, _plain),
    Inline("escapes", ESCAPES, True, _escaped),
    Inline("look-alikes", LOOK_ALIKES, False, _look_alike),
    Inline("entities", ENTITIES, True, _entity),
)


def _inline_spans(index: FileIndex, interpretation: Interpretation) -> tuple[str, list[Span]] | None:
    """The matches of a text by the first strategy that finds any, and its name.

    No match begins or ends inside a word.

    Args:
        index: The index of the file.
        interpretation: Its texts need not be whole lines; at most 2,000 characters.
    """
    old, new = interpretation.search, interpretation.replace
    if len(old) > _MAX_LENGTH or not is_informative(old, _MIN_LETTERS):
        return None
    for inline in _INLINE:
        if inline.strategy in index.without:
            continue
        matches = islice(_pattern(inline, old).finditer(index.text), MAX_MATCHES)
        spans = [span for match in matches if (span := _span(inline, old, new, match)) is not None]
        if spans:
            return inline.strategy, spans
    return None


def _pattern(inline: Inline, text: str) -> re.Pattern[str]:
    margin = _MARGIN.match(text)
    depth = margin[0] if margin is not None else ""
    folded = re.sub(r"\s+", " ", "".join(atom.folded for atom in inline.folding.atoms(text[len(depth) :])))
    parts = (_WHITESPACE if character == " " else inline.pattern_of(character) for character in folded)
    # An indentation is at the beginning of a line; one blank may also separate two words.
    before = f"(?m:^){re.escape(depth)}" if depth else r"(?<!\w)" if is_word_character(folded[0]) else ""
    after = r"(?!\w)" if is_word_character(folded[-1]) else ""
    return re.compile(before + "".join(parts) + after)


def _span(inline: Inline, old: str, new: str, match: re.Match[str]) -> Span | None:
    """A match; None if its lines or their depths differ from the text's."""
    text = match[0]
    atoms, text_atoms = inline.folding.atoms(old), inline.folding.atoms(text)
    if [atom.folded for atom in atoms] != [atom.folded for atom in text_atoms]:
        return None
    pairs = zip(pairwise(atoms), pairwise(text_atoms), strict=True)
    if any(before.folded == "\n" and a.original != b.original for (before, a), (_, b) in pairs):
        return None
    spelling = SpellingMap(inline.folding, [(old, text)], [new], undoes=inline.undoes)
    changed = spelling.merge_line(old, new, text)
    if changed is None:
        return Span(*match.span(), None)
    splices = (Splice(*match.span(), changed),) if changed != text else ()
    return Span(*match.span(), Change(splices))


_BARE_LINE_FEED = lazy_pattern(r"(?<!\r)\n")


def search_text(
    index: FileIndex,
    interpretation: Interpretation,
    path: str = "",
    *,
    overlapping: bool = True,
    whole_words: bool = False,
) -> Search:
    """All matches of a text.

    Args:
        index: The index of the file.
        interpretation: The text to find, and the one to put there, with line feeds for line ends.
        path: The path of the file; determines the language.
        overlapping: True if a match may begin inside another: then the text is ambiguous.
        whole_words: True if only exact matches count that neither begin nor end inside a word.
    """
    file = index.line_feeds
    old = file.of_strings(interpretation.search)
    spans = [
        (file.offset(at), file.offset(at + len(old)))
        for at in _offsets(file.text, old, overlapping=overlapping)
    ]
    if whole_words:
        spans = [span for span in spans if not _cuts_word(index.text, *span)]
    # Carriage returns are invisible: they cannot tell one match from another.
    is_exact = not any(index.text.find("\r", *span) >= 0 for span in spans) or "\r" in old
    strategy = EXACT if is_exact else LINE_ENDS
    verdicts = [StrategyVerdict(strategy.name, len(spans))]
    if whole_words and not spans:
        return Search((), tuple(verdicts))
    start = spans[0][0] if len(spans) == 1 else 0
    if len(spans) == 1 and (
        _lacks_margin(index, interpretation, start) or _is_behind_blanks(index, interpretation, start)
    ):
        lines = as_lines(interpretation)
        result = Search((), ()) if lines is None else search(index, lines, path)
        if len(result.matches) > 1 or any(match.tier is Tier.TOLERANT for match in result.matches):
            return result
    if spans:
        matches = _matches(index, interpretation, spans, (strategy.name, strategy.tier))
        return Search(matches, tuple(verdicts), is_cut_short=len(matches) >= MAX_MATCHES)
    whole = as_lines(interpretation)
    if whole is not None:
        result = search(index, whole, path)
        known = {verdict.strategy for verdict in verdicts}
        verdicts += (verdict for verdict in result.verdicts if verdict.strategy not in known)
        if result.matches:
            return Search(result.matches, tuple(verdicts), result.is_cut_short)
    return _inline(index, interpretation, verdicts)


def _cuts_word(text: str, start: int, end: int) -> bool:
    """True if a span begins or ends inside a word."""
    edges = (text[at - 1 : at + 1] for at in (start, end) if 0 < at < len(text))
    return any(all(map(is_word_character, edge)) for edge in edges)


def _lacks_margin(index: FileIndex, interpretation: Interpretation, start: int) -> bool:
    """True if only the first old line lacks its indentation, which the first new line has.

    Applied literally, the line would be indented twice. That can be intended only if the edit
    changes nothing but indentation.
    """
    first = index.lines.starts[index.lines.at(start)]
    margin = index.text[first:start]
    old, new = interpretation.search.split("\n"), interpretation.replace.split("\n")
    if not margin or margin.strip() or not new[0].startswith(margin + indentation(old[0])):
        return False
    if any(line.strip() and line in new[1:] for line in old[1:]):
        return True
    is_moved = interpretation.search.split() == interpretation.replace.split()
    return indentation(new[0]) == margin and old[0] == old[0].lstrip() and not is_moved


def _is_behind_blanks(index: FileIndex, interpretation: Interpretation, start: int) -> bool:
    """True if the old text begins with the end of a line of whitespace, and the new text with words.

    Applied literally, that whitespace would indent them.
    """
    old, new = interpretation.search, interpretation.replace
    margin = index.text[index.lines.starts[index.lines.at(start)] : start]
    return (
        bool(margin)
        and not margin.strip()
        and old.startswith("\n")
        and bool(new[:1].strip() or indentation(new))
    )


def _inline(index: FileIndex, interpretation: Interpretation, before: Sequence[StrategyVerdict]) -> Search:
    """The matches inside lines whose characters differ slightly from the file's."""
    result = _inline_spans(index, interpretation)
    if result is None:
        return Search((), tuple(before))
    name, spans = result
    verdicts = (
        *(verdict for verdict in before if verdict.strategy != name),
        StrategyVerdict(name, len(spans)),
    )
    changes = [_with_ends(index, span.change) for span in spans if span.change is not None]
    if len(changes) < len(spans):
        # A match that the new text does not fit may still be the intended one.
        return Search((), verdicts)
    matches = tuple(
        _match(
            index, interpretation, (span.start, span.end), change, (name, Tier.TOLERANT), (nth, len(spans))
        )
        for nth, (span, change) in enumerate(zip(spans, changes, strict=True), 1)
    )
    return Search(matches, verdicts, is_cut_short=len(matches) >= MAX_MATCHES)


def _with_ends(index: FileIndex, change: Change) -> Change:
    """The change with the file's line ends in its new text."""
    splices: list[Splice] = []
    for splice in change.splices:
        end = line_end(index.lines[index.lines.at(splice.start)]) or index.line_end
        splices.append(Splice(splice.start, splice.end, _BARE_LINE_FEED.sub(end, splice.text)))
    return Change(tuple(splices))


def text_starts(index: FileIndex, text: str) -> list[int]:
    """The first two offsets at which the file holds a text, whatever its line ends."""
    file = index.line_feeds
    offsets = _offsets(file.text, file.of_strings(text), overlapping=True, limit=2)
    return [file.offset(at) for at in offsets]


def is_once(text: str, query: str) -> bool:
    """True if `search_text` would find exactly one exact match.

    Cheaper than a search: it scans the text. False for any text with carriage returns.
    """
    return "\r" not in text and len(_offsets(text, query, overlapping=True, limit=2)) == 1


def _offsets(text: str, query: str, *, overlapping: bool, limit: int = MAX_MATCHES) -> list[int]:
    offsets: list[int] = []
    at = text.find(query)
    while at >= 0 and len(offsets) < limit:
        # A line feed after a carriage return is half of a line end.
        if not query.startswith("\n") or text[at - 1 : at] != "\r":
            offsets.append(at)
        at = text.find(query, at + (1 if overlapping else len(query)))
    return offsets


def _matches(
    index: FileIndex, interpretation: Interpretation, spans: list[tuple[int, int]], strategy: tuple[str, Tier]
) -> tuple[Match, ...]:
    return tuple(
        _match(
            index, interpretation, span, _change(index, interpretation, *span), strategy, (nth, len(spans))
        )
        for nth, span in enumerate(spans, 1)
    )


def _match(
    index: FileIndex,
    interpretation: Interpretation,
    span: tuple[int, int],
    change: Change,
    strategy: tuple[str, Tier],
    nth: tuple[int, int],
) -> Match:
    first, last = index.lines.at(span[0]), index.lines.at(span[1] - 1)
    return Match(
        key=match_key(index.lines, first, last + 1, *nth),
        interpretation=interpretation,
        span=span,
        lines=(first + 1, last + 1),
        change=change,
        strategies=(strategy[0],),
        tier=strategy[1],
    )


def _change(index: FileIndex, interpretation: Interpretation, start: int, end: int) -> Change:
    """The change of a span, line by line, so that unchanged lines are not touched."""
    lines = index.lines
    first, last = lines.at(start), lines.at(end - 1)
    old = Lines(lines.text[start:end], lines.separator)
    ends = [line_end(lines[at]) or index.line_end for at in range(first, last + 1)]
    old_lines = _with_line_feeds(old)
    new_lines = split_lines(index.line_feeds.of_strings(interpretation.replace), "\n")
    lines_after: list[str] = []
    kept = 0
    for a1, a2, b1, b2 in line_opcodes(old_lines, new_lines):
        near = ends[a1:a2] or ends[max(a1 - 1, 0) : max(a1, 1)]
        lines_after += old.slice(kept, a1)
        lines_after += [
            line.removesuffix("\n") + near[min(nth, len(near) - 1)] * line.endswith("\n")
            for nth, line in enumerate(new_lines[b1:b2])
        ]
        kept = a2
    lines_after += old.slice(kept, len(old))
    inside = change_lines(old, 0, len(old), lines_after)
    return Change(tuple(Splice(s.start + start, s.end + start, s.text) for s in inside.splices))


def _with_line_feeds(lines: Lines) -> list[str]:
    return [line_body(line) + "\n" * bool(line_end(line)) for line in lines.slice(0, len(lines))]


def at_start(index: FileIndex, interpretation: Interpretation) -> Match:
    """A match before the first character of a file."""
    change = Change((Splice(0, 0, interpretation.replace),)) if interpretation.replace else Change()
    return Match(
        key=match_key(index.lines, 0, min(len(index.lines), 1)),
        interpretation=interpretation,
        span=(0, 0),
        lines=(1, 1) if len(index.lines) else None,
        change=change,
        strategies=(EXACT.name,),
        tier=EXACT.tier,
    )


def as_lines(interpretation: Interpretation) -> Interpretation | None:
    """The interpretation as whole lines; None if it cannot mean whole lines."""
    search_text, replace_text = interpretation.search, interpretation.replace
    if not search_text.strip():
        return None
    if not search_text.endswith("\n"):
        search_text += "\n"
        replace_text += "\n" if replace_text else ""
    if replace_text and not replace_text.endswith("\n"):
        # It would join the next line, which the text does not show.
        return None
    return replace(interpretation, search=search_text, replace=replace_text)
