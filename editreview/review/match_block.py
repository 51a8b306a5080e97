"""Finds the matches of one block in one text, without regard to other blocks.

`hints` chooses among them, and `already_applied` tells if the block was applied before.

Before that, what belongs to the response and not to the file is removed from the block:

- A byte order mark at the start of a text is ignored, as the file decides whether it has a mark. The one
  exception: an old text that begins with the file's mark, beside a new text that does not, removes the mark.
  A U+FEFF anywhere else is a character like any other.
- A comment on the first line of fenced code that names the file (`# src/a.py`) is removed, unless the file
  has it. If the file has such a comment in another spelling, its own stays. If something else names the
  file, and the file is new, the comment stays too: it may belong to the file.
- A margin is indentation that all lines of fenced code have only because the fence is in a list. The file
  has none.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import line_opcodes
from editreview.blocks import (
    NO_HINTS,
    PATCH_FORMATS,
    EditBlock,
    FormatName,
    Hints,
    Insert,
    Interpretation,
    LineRange,
    Naming,
    Operation,
    Replace,
    ReplaceLines,
    Rewrite,
    Sketch,
    Snippet,
    Write,
    lines_named,
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.file_kinds import JSON, KEYED
from editreview.first_use import lazy_pattern
from editreview.matching import (
    ADDITION,
    ALL_OCCURRENCES,
    ANCHOR,
    CASCADE,
    DEFINITION,
    ELISION,
    EXACT,
    MAX_CANDIDATES,
    PLACE,
    RANK_LIKELY,
    RANK_SHOWN,
    RANK_SHOWN_BY_LINE,
    RANK_SHOWN_BY_NAME,
    RANK_VERY_LIKELY,
    UNCHANGED_LINES,
    Choice,
    FileIndex,
    Match,
    MatchEffect,
    MatchWarningKind,
    Mismatch,
    Search,
    StrategyVerdict,
    Tier,
    anchor_of,
    as_lines,
    at_start,
    block_lines,
    counts_indentation,
    indent_width,
    indented_by_brackets,
    is_comment,
    is_once,
    language_of,
    lines_meant,
    match_by_line,
    match_whole_file,
    only_brackets,
    only_closes,
    opens_block,
    rest_of_block,
    scope_at,
    search,
    search_loosely,
    search_text,
    without_indentation,
    without_trailing_whitespace,
)
from editreview.review.already_applied import is_new_text_of
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import (
    BYTE_ORDER_MARK,
    QUOTED_CODE,
    Absent,
    Snapshot,
    begins_import,
    counted,
    first_nonblank_line,
    indentation,
    is_informative,
    margin,
    nonblank_lines,
    open_brackets,
    sentences_in,
    stripped_lines,
    whole_word,
    words_of_name,
)
from editreview.vocabulary import EXCLUDING

_ORDER = {strategy.name: nth for nth, strategy in enumerate(CASCADE)}
_DOTS = "..."
_MAX_COMPARED = 2_000
"""The most characters of two texts that are compared."""
_MIN_VERSION_LIKENESS = 0.45
"""The likeness from which a line of a suggestion may be a version of one that it is for."""
_KEY = lazy_pattern(r'"((?:\\.|[^"\\\n])*)"\s*:')
_MAX_QUOTED = 100
"""Characters of a text that a message quotes."""
_LABEL = lazy_pattern(r"\W*(?:new )?(?:file ?path|file ?name|file|path)\s*:", re.IGNORECASE)
"""The beginning of a comment that tells an editor which file is meant: `// filepath: src/a.ts`."""
_JUST_ADDED = lazy_pattern(
    r"\b(?:just|newly) (?:added|created|defined)\b"
    r"|\b(?:gerade|eben|soeben) (?:\w+ )?(?:angelegt|erstellt|hinzugefügt)"
    r"|\bacab\w+ de (?:a[ñg]\w+|adicionar|crear|criar)|\bv(?:ien|en)\w* d['’e] ?(?:ajouter|créer)"
    r"|\bappena (?:aggiunt|creat)|\bтолько что (?:добав|созда)"
    r"|刚(?:刚|才)?(?:新?[增添]?加|创建)|今追加した|방금 추가",
    re.IGNORECASE,
)
"""Words for something that another edit of the response adds: `the service that you just added`."""
_LABEL_OF_WORDS = lazy_pattern(
    r"\W*(?:\d+[.)]\s*)?(?:\*\*|__)?(?P<label>[^\W\d][^:：*—–\n]{0,40}?)(?:(?:\*\*|__)\s*[:：]?|[:：]\s|\s[—–-]\s)"
)
"""A label at the beginning of some words: `**ALB**: `, `1. ALB — `."""
_EXCLUDES = lazy_pattern(EXCLUDING, re.IGNORECASE)
_SIZE = lazy_pattern(r"\d+(?:\.\d+)?(?:px|r?em)\b")
"""A size in a media query: `480px`."""
_MAX_ABOVE = 2
"""The comment is among this many first lines that are not blank: a line such as `<?php` may be above it."""


class BlockMatch(Struct, frozen=True):
    """The outcome of a search for an operation's matches in one text."""

    interpretation: Interpretation
    search: Search
    choice: Choice = Choice.ONE_OF
    warnings: tuple[BlockWarning, ...] = ()
    failure: tuple[Reason, str] | None = None
    """The reason and sentence why there is no match, if the search knows it."""


def match_block(index: FileIndex, block: EditBlock, path: str) -> BlockMatch:
    """All matches of a block whose operation searches for text or code, or names lines.

    Args:
        index: The index of the text to search.
        block: A block whose operation does not concern the whole file.
        path: The path of the file.

    Raises:
        TypeError: The operation concerns the whole file.
    """
    return _with_last_line_end(index, block, _at_start(_find(index, block, path)))


def _find(index: FileIndex, block: EditBlock, path: str) -> BlockMatch:
    operation = block.operation
    match operation:
        case Replace(is_text=True):
            return _find_text(index, operation, block.format, path)
        case Replace():
            interpretations = [each for each in operation.interpretations if each.search]
            result = _everywhere(operation, _best(index, interpretations, path))
            if block.format == FormatName.EDIT_PROTOCOL:
                result = _by_anchor(index, result)
            return result if block.format in PATCH_FORMATS else _with_rest_of_block(index, result, path)
        case ReplaceLines() | Insert():
            return _find_lines(index, operation, block, path)
        case Rewrite():
            return _find_structure(index, operation, path)
        case Sketch():
            return _find_sketch(index, operation, path, block.names, block.words)
        case Snippet():
            return _with_lines_meant(
                index, operation, path, block, _find_snippet(index, operation, path, block)
            )
    raise TypeError(f"{operation} has no match to look for")


def _with_rest_of_block(
    index: FileIndex, result: BlockMatch, path: str, *, is_elided: bool = False
) -> BlockMatch:
    """The match, and one that takes the rest of its block too, if the new text is a whole one.

    Models quote only the head of a function to replace all of it: the old body would stay below the new one.

    Args:
        index: The index of the file.
        result: The match of the old text.
        path: The path of the file; determines the language.
        is_elided: True if the block elides the rest.
    """
    matches, interpretation = result.search.matches, result.interpretation
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    if len(matches) != 1 or matches[0].lines is None or not any(line.strip() for line in new):
        return result
    first, last = matches[0].lines[0] - 1, matches[0].lines[1] - 1
    head = next((at for at, line in enumerate(old) if line.strip()), 0)
    end = rest_of_block(index, first, last)
    rest = [*index.bodies[last + 1 : end]]
    if last - first + 1 != len(old) or head or not _is_whole_block(old, rest, new, path, is_elided):
        return result
    margin, in_file = indentation(old[0]), indentation(index.lines[first])
    rest = [margin + line[len(in_file) :] if line.strip() else line for line in rest]
    whole = replace(interpretation, search="".join(f"{line}\n" for line in (*old, *rest)))
    found = [each for each in search(index, whole, path).matches if each.lines and each.lines[0] == first + 1]
    if len(found) != 1:
        return result
    if not found[0].change:
        # It is there already.
        return replace(result, search=replace(result.search, matches=tuple(found)))
    count = counted(end - last - 1, "line")
    match = replace(
        found[0],
        key=f"{found[0].key}:whole",
        tier=Tier.FUZZY,
        label=f"replaces the whole block, with the {count} below its SEARCH",
        effect=MatchEffect.DROPS,
    )
    literal = replace(matches[0], label=f"keeps the {count} below its SEARCH")
    return replace(result, search=replace(result.search, matches=(match, literal)))


_FIRST_WORD = lazy_pattern(r"\w+")
_LEAVES_BLOCK = lazy_pattern(r"\s*(?:return|raise)\b")
_ALWAYS_RUNS = lazy_pattern(r"\s*(?:(?:async )?with\b|else\b)")
"""A line of Python whose body runs if the lines above it do not leave their function."""


def _is_whole_block(
    old: Sequence[str], rest: Sequence[str], new: Sequence[str], path: str, is_elided: bool
) -> bool:
    """True if a new text is a whole block, of which the old one has only the first lines.

    Args:
        old: The old lines.
        rest: The lines of the file that are in the block below them.
        new: The new lines.
        path: The path of the file; determines the language.
        is_elided: True if the block elides the rest.
    """
    below, lines = ([line for line in each if line.strip()] for each in (rest, new))
    head = next(line for line in old if line.strip())
    last = next(line for line in reversed(old) if line.strip())
    if not below or (len(lines) < 2 and not only_closes(below[-1])) or lines[-1].strip() == last.strip():
        return False
    if indentation(lines[0]) != indentation(head) or any(map(_is_shallower(head), lines)):
        return False
    if not _begins_alike(old, lines, path):
        # It may be new, and above the old one.
        return False
    if only_closes(below[-1]) and (indentation(below[-1]) < indentation(below[0]) or below[0].strip() == "{"):
        opened, rest_opened, left_open = (_brackets_open(each, path) for each in (old, rest, new))
        if opened or rest_opened:
            return opened == -rest_opened and not left_open
        is_closed = lines[-1].split() == below[-1].split() and indentation(lines[-1]) == indentation(head)
        return is_closed and (below[0].strip() != "{" or any("{" in line for line in lines))
    is_open = opens_block(last) or len(indentation(last)) > len(indentation(head))
    if not counts_indentation(path) or not is_open:
        return False
    return is_elided or _repeats(below, lines) or _leaves_at_end(lines)


def _begins_alike(old: Sequence[str], new: Sequence[str], path: str) -> bool:
    """True if new lines define what old lines do, or begin similarly if these define nothing."""
    names, new_names = (
        {scope.name for line in lines if (scope := scope_at(line, path)) is not None} for lines in (old, new)
    )
    if names:
        return not names.isdisjoint(new_names)
    return _FIRST_WORD.findall(old[0])[:1] == _FIRST_WORD.findall(new[0])[:1]


def _is_shallower(head: str) -> Callable[[str], bool]:
    return lambda line: len(indentation(line)) < len(indentation(head))


def _brackets_open(lines: Sequence[str], path: str) -> int:
    """The number of brackets that lines leave open, less those of other lines that they close."""
    text, language = "\n".join(lines), language_of(path)
    return open_brackets(text if language is None else only_brackets(text, language))


def _repeats(below: Sequence[str], lines: Sequence[str]) -> bool:
    """True if new lines have most lines of an old body."""
    own = [line.strip() for line in below if is_informative(line)]
    new = {line.strip() for line in lines}
    return bool(own) and 2 * sum(line in new for line in own) > len(own)


def _leaves_at_end(lines: Sequence[str]) -> bool:
    """True if a function of Python always returns, or raises, at its end: nothing below it runs."""
    base, depth = len(indentation(lines[0])), len(indentation(lines[-1]))
    ends = (line for line in reversed(lines) if not only_closes(line) and len(indentation(line)) <= depth)
    if _LEAVES_BLOCK.match(next(ends, "")) is None:
        return False
    for line in reversed(lines):
        if base < len(indentation(line)) < depth:
            depth = len(indentation(line))
            if _ALWAYS_RUNS.match(line) is None:
                return False
    return depth > base


def _at_start(result: BlockMatch) -> BlockMatch:
    """The match at the start of the file, for an old text that begins with its byte order mark."""
    first = tuple(match for match in result.search.matches if match.span[0] == 0)
    if not result.interpretation.removes_mark or not first:
        return result
    return replace(result, search=replace(result.search, matches=first))


def _with_last_line_end(index: FileIndex, block: EditBlock, result: BlockMatch) -> BlockMatch:
    """The matches, each with the right end of the file's last line.

    Edits of whole lines at the end keep the final newline, or its absence. An edit of text decides it.
    """
    if not result.search.matches:
        return result
    final, operation = block.hints.final_newline, block.operation
    if final is None and isinstance(operation, Replace) and operation.is_text:
        return result
    is_closed = index.text.endswith(("\n", "\r"))
    end = index.line_end if (is_closed if final is None else final) else ""
    matches = tuple(
        replace(match, change=match.change.ending(index.text, end)) if _reaches_end(index, match) else match
        for match in result.search.matches
    )
    return replace(result, search=replace(result.search, matches=matches))


def _reaches_end(index: FileIndex, match: Match) -> bool:
    length = len(index.text)
    return match.span[1] == length or any(splice.end == length for splice in match.change.splices)


def _by_anchor(index: FileIndex, result: BlockMatch) -> BlockMatch:
    """The matches, with the verdict of the Edit Protocol's anchor rule."""
    anchor, search = anchor_of(index, result.interpretation), result.search
    if not anchor.lines:
        return result
    verdicts = (StrategyVerdict(ANCHOR.name, int(anchor.holds)), *search.verdicts)
    matches = search.matches
    if anchor.holds and len(matches) == 1 and matches[0].tier is Tier.EXACT:
        matches = (replace(matches[0], strategies=(ANCHOR.name, *matches[0].strategies)),)
    return replace(result, search=replace(search, matches=matches, verdicts=verdicts))


def is_found_once(text: str, block: EditBlock) -> bool:
    """True if `match_block` would find one match in a text. Needs no index, and may miss some cases."""
    operation = block.operation
    if not isinstance(operation, Replace) or not operation.is_text or operation.is_everywhere:
        return False
    return is_once(text, operation.interpretations[0].search)


def match_block_loosely(index: FileIndex, block: EditBlock, path: str) -> BlockMatch | None:
    """Matches of text similar to the block's old text, which has no match; None if it has no text."""
    operation = block.operation
    if not isinstance(operation, Replace) or operation.is_everywhere:
        return None
    interpretations = (
        as_lines(r) if operation.is_text else r for r in operation.interpretations if r.search.strip()
    )
    interpretation = next((each for each in interpretations if each is not None), None)
    if interpretation is None:
        return None
    elided = None if block.format in PATCH_FORMATS else _elided(index, interpretation, path)
    found = elided or BlockMatch(interpretation, search_loosely(index, interpretation, path))
    if not found.search.matches and block.format == FormatName.UNIFIED_DIFF and block.hints.line is None:
        found = _in_parts(index, interpretation, path) or found
    return _with_last_line_end(index, block, found)


def _elided(index: FileIndex, interpretation: Interpretation, path: str) -> BlockMatch | None:
    """The match of a block whose old text has placeholders in it; None without one.

    Placeholders at the end stand for the rest of the block, which only a whole new one replaces.
    """
    # Imported on first use: few blocks are not found.
    from editreview.formats import is_placeholder

    def is_gap(line: str) -> bool:
        text = line.strip()
        return (text in (_DOTS, "…") or is_placeholder(line)) and not index.occurrences.count(text)

    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    if not any(map(is_gap, old)):
        return None
    dotted = replace(
        interpretation,
        search="".join(f"{_DOTS if is_gap(line) else line}\n" for line in old),
        replace="".join(f"{_DOTS if is_gap(line) else line}\n" for line in new),
    )
    found = search_loosely(index, dotted, path)
    if found.matches and found.matches[0].strategies[0] == ELISION.name:
        return BlockMatch(dotted, found)
    while old and (is_gap(old[-1]) or not old[-1].strip()):
        old.pop()
    if not old or any(map(is_gap, (*old, *new))):
        return None
    head = replace(interpretation, search="".join(f"{line}\n" for line in old))
    result = _with_rest_of_block(index, _best(index, [head], path), path, is_elided=True)
    return result if len(result.search.matches) > 1 and result.search.matches[0].label else None


def _in_parts(index: FileIndex, interpretation: Interpretation, path: str) -> BlockMatch | None:
    """The match of a hunk without a place whose parts are apart in the file; None unless each is there once.

    Models leave out the lines between: only a blank line, or a comment that the file lacks, shows where.
    """
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    kept = shift = 0
    for a1, a2, _, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
        for at in range(kept, a1):
            line = old[at].strip()
            if not line or (is_comment(line, path) and not index.occurrences.count(line)):
                old[at] = new[at + shift] = _DOTS
        kept, shift = a2, b2 - a2
    parts = [
        list(map(without_indentation, part)) for is_gap, part in groupby(old, _DOTS.__eq__) if not is_gap
    ]
    if len(parts) < 2 or any(len(index.find_nonblank(without_indentation, part, 2)) != 1 for part in parts):
        return None
    search, put = ("".join(f"{line}\n" for line in side) for side in (old, new))
    dotted = replace(interpretation, search=search, replace=put)
    found = search_loosely(index, dotted, path)
    is_sure = len(found.matches) == 1 and found.matches[0].strategies[0] == ELISION.name
    return BlockMatch(dotted, found) if is_sure else None


def is_like_old_text(index: FileIndex, block: EditBlock, path: str) -> bool:
    """True if a text has a match similar to the old text, other than the new text itself."""
    result = match_block_loosely(index, block, path)
    if result is None or not result.search.matches:
        return False
    new = block_lines(result.interpretation.replace)
    key = without_trailing_whitespace
    starts = index.find(key, list(map(key, new)), 100) if new else []
    return not any(
        match.lines is None or (match.lines[0] <= start + len(new) and start < match.lines[1])
        for match in result.search.matches
        for start in starts
    )


def _find_text(index: FileIndex, operation: Replace, format: str, path: str) -> BlockMatch:
    interpretation = operation.interpretations[0]
    if interpretation.removes_mark and interpretation.search == BYTE_ORDER_MARK:
        return BlockMatch(
            interpretation, Search((at_start(index, interpretation),), (StrategyVerdict(EXACT.name, 1),))
        )
    found = search_text(
        index,
        interpretation,
        path,
        overlapping=not operation.is_everywhere,
        whole_words=operation.is_pattern and operation.is_everywhere,
    )
    result = BlockMatch(interpretation, found)
    if (
        format == FormatName.STRUCTURAL
        and not found.matches
        and not is_new_text_of(index, interpretation, is_text=True)
    ):
        # A pattern without metavariables is text. The message is that of the tool that the format is from.
        pattern = visible_start(interpretation.search)
        message = f"Pattern not found (even with fuzzy matching): {pattern}; line numbers are more reliable"
        return replace(result, failure=(Reason.NOT_FOUND, message))
    return _everywhere(operation, result)


def _find_structure(index: FileIndex, operation: Rewrite, path: str) -> BlockMatch:
    # Imported on first use: parsers are slow to import, and few responses need them.
    from editreview.matching import structural_matches

    language = operation.language or language_of(path) or PurePosixPath(path).suffix or path
    found = structural_matches(index, operation, language)
    result = BlockMatch(plain_interpretation(operation), found, Choice.EACH)
    if not found.matches:
        return replace(result, failure=(Reason.NOT_FOUND, found.message or "no code has this structure"))
    if found.message is None:
        return result
    return replace(result, warnings=(BlockWarning(WarningKind.LEFT_OUT, found.message),))


def visible_start(text: str) -> str:
    """The first characters of a text, in one line."""
    start = " ".join(text[:_MAX_QUOTED].split())
    return f"{start} …" if len(text) > _MAX_QUOTED else start


def _everywhere(operation: Replace, result: BlockMatch) -> BlockMatch:
    if not operation.is_everywhere:
        return result
    if result.search.is_cut_short:
        message = f"its text has at least {len(result.search.matches)} matches, too many to change at once"
        failure = (Reason.AMBIGUOUS, message)
        return replace(result, search=replace(result.search, matches=()), failure=failure)
    matches = tuple(
        replace(match, strategies=(ALL_OCCURRENCES.name, *match.strategies))
        for match in result.search.matches
    )
    result = replace(result, search=replace(result.search, matches=matches), choice=Choice.EACH)
    if not matches or operation.expected in (None, len(matches)):
        return result
    message = f"the call expects {operation.expected} matches, but the file has {len(matches)}"
    return replace(result, warnings=(*result.warnings, BlockWarning(WarningKind.OTHER_COUNT, message)))


def _find_lines(
    index: FileIndex, operation: ReplaceLines | Insert, block: EditBlock, path: str
) -> BlockMatch:
    hints = block.hints
    found = match_by_line(index, operation, hints.scopes, language_of(path), path)
    result = BlockMatch(plain_interpretation(operation), found)
    if not found.matches:
        return replace(result, failure=_no_such_line(index, operation, hints))
    if (
        isinstance(operation, ReplaceLines)
        and block.offer is not None
        and (meant := lines_meant(index, operation)) is not None
    ):
        return _at_lines_meant(index, operation, meant, result, path)
    kind = WarningKind.BY_LINE_NUMBER
    if isinstance(operation, ReplaceLines) or operation.after is not None:
        message = "located by its line number alone; no text was compared"
        line = operation.first if isinstance(operation, ReplaceLines) else (operation.after or 0) + 1
    elif hints.scopes or hints.is_at_end:
        return result
    else:
        message = "goes to the end of the file, because nothing says where it belongs"
        line = len(index.lines) + 1
        # A hunk without a position is not meant for the end of the file.
        if block.format == FormatName.UNIFIED_DIFF and index.text.strip():
            kind = WarningKind.NO_POSITION
    return replace(result, warnings=(BlockWarning(kind, message, line, is_old=not operation.text),))


def _at_lines_meant(
    index: FileIndex, operation: ReplaceLines, meant: ReplaceLines, result: BlockMatch, path: str
) -> BlockMatch:
    """The matches at the lines that the new text shows to be meant, and at those that words name."""
    shifted = match_by_line(index, meant, (), language_of(path), path).matches
    spans = [lines_named((each.first, each.last)) for each in (meant, operation)]
    labels = (
        f"replaces {spans[0]}, which are more like its text",
        f"replaces {spans[1]}, which the words name",
    )
    matches = [
        replace(match, label=label)
        for match, label in zip((*shifted, *result.search.matches), labels, strict=True)
    ]
    message = f"the words name {spans[1]}, but its text looks like that of {spans[0]}"
    warning = BlockWarning(WarningKind.BY_LINE_NUMBER, message, operation.first)
    search = replace(result.search, matches=tuple(matches))
    return replace(result, search=search, warnings=(*result.warnings, warning))


def _find_sketch(
    index: FileIndex, operation: Sketch, path: str, names: Sequence[str], words: str
) -> BlockMatch:
    """The match of a sketch by the lines that it shares with the file, or else by its definitions.

    If neither fits, it is searched in the definitions that the words above it name, then as new lines in a
    block that it shows. As a last resort, its pieces are matched to likely places.

    New definitions next to dots are always matched by name: a shared line above them, such as the head of
    their class, does not show where they go.
    """
    # Imported on first use: slow to import, and few blocks need them.
    from editreview.matching import (
        apply_sketch,
        asks_to_add,
        ends_of_sketch,
        gap_lines,
        makes_fault,
        match_block_additions,
        match_definitions,
        match_unclear,
        places_of_new,
        places_of_pieces,
        puts_instead,
    )

    by_lines = apply_sketch(index, operation)
    if isinstance(by_lines, Mismatch):
        text, *pieces = _with_spaces_of_file(index, operation.text, *operation.pieces, keeps_aligned=False)
        if text != operation.text:
            operation = Sketch(text, tuple(pieces))
            by_lines = apply_sketch(index, operation)
    gaps = gap_lines(operation)
    is_faulty = isinstance(by_lines, Match) and makes_fault(index, path, by_lines.change)
    # In JSON, the brackets around a snippet are lines of the file that show nothing.
    shows_brackets_only = path.lower().endswith(JSON)
    matches: tuple[Match, ...] = ()
    if isinstance(by_lines, Mismatch) or by_lines.warnings or shows_brackets_only or is_faulty:
        by_names = match_definitions(index, operation.text, path, gaps)
        matches = () if isinstance(by_names, Mismatch) else _named(index, by_names, path, names)
    if isinstance(by_lines, Match) and not (shows_brackets_only and len(matches) == 1):
        # Where lines are unsure, names are if they make the same change, or one without a syntax error.
        is_same = [(match.change, match.warnings) for match in matches] == [(by_lines.change, ())]
        is_surer = is_faulty and len(matches) == 1 and not makes_fault(index, path, matches[0].change)
        matches = matches if is_same or is_surer else places_of_new(index, operation.text, path, gaps)
    if matches:
        return _of_sketch(operation, matches, DEFINITION.name)
    if isinstance(by_lines, Match):
        return _of_sketch(operation, ends_of_sketch(index, operation, by_lines), ELISION.name)
    inside = _match_inside(index, names, path, lambda part: apply_sketch(part, operation))
    if inside is not None:
        return _of_sketch(operation, (inside,), ELISION.name)
    in_block = match_block_additions(index, operation.text, gaps)
    if not isinstance(in_block, Mismatch) and not _opens_gap(index, operation):
        return _of_sketch(operation, in_block, ADDITION.name)
    unclear = match_unclear(index, operation)
    if unclear and not any(makes_fault(index, path, match.change) for match in unclear):
        if asks_to_add(words) and not puts_instead(words):
            unclear = tuple(sorted(unclear, key=lambda match: not match.only_adds))
        return _of_sketch(operation, unclear, ELISION.name)
    if likely := places_of_pieces(index, operation.pieces, path, names, words):
        return _of_sketch(operation, likely, PLACE.name)
    result = _of_sketch(operation, (), DEFINITION.name)
    return replace(result, failure=(Reason.PLACEHOLDER, by_lines.message))


def _of_sketch(operation: Sketch, matches: tuple[Match, ...], strategy: str) -> BlockMatch:
    """The matches of a sketch by one of its strategies."""
    verdicts = [StrategyVerdict(strategy, len(matches))]
    if strategy != ELISION.name:
        verdicts.insert(0, StrategyVerdict(ELISION.name, 0))
    return BlockMatch(plain_interpretation(operation), Search(matches, tuple(verdicts)))


def _opens_gap(index: FileIndex, operation: Sketch) -> bool:
    """True if a new line begins a block whose body is left out, so that it replaces one of the file."""
    ends = (piece.rstrip().rpartition("\n")[2] for piece in operation.pieces[:-1])
    return any(opens_block(line) and not index.occurrences.count(line.strip()) for line in ends)


def _match_inside(
    index: FileIndex, names: Sequence[str], path: str, match: Callable[[FileIndex], Match | Mismatch | None]
) -> Match | None:
    """The match inside one of the definitions that the words above a block name; None unless there is one.

    Args:
        index: The index of the file.
        names: The names in those words.
        path: The path of the file.
        match: Finds the match in the lines of a definition.
    """
    if not names:
        return None
    from editreview.matching import named_spans

    found: list[Match] = []
    for first, end in named_spans(index, names, path):
        start, stop = index.lines.span(first, end)
        inner = match(index.of(index.text[start:stop]))
        if isinstance(inner, Match) and inner.change:
            found.append(inner.moved(start, first))
    return found[0] if len(found) == 1 else None


def first_match(index: FileIndex, block: EditBlock, path: str) -> Match | None:
    """The first match of a block in another file; None if only similar text is there."""
    matches = match_block(index, block, path).search.matches
    return next((match for match in matches if match.tier is not Tier.FUZZY), None)


def match_snippet(
    index: FileIndex, text: str, path: str, names: Sequence[str] = ()
) -> tuple[Match, ...] | Mismatch:
    """The matches of a snippet by the first of its strategies that finds any: by names, or by shared lines.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file.
        names: The names of code in the words above it.

    Returns:
        The matches; or the reason why its definitions have none.
    """
    # Imported on first use: slow to import, and few blocks need them.
    from editreview.matching import (
        match_additions,
        match_called_again,
        match_declared_beside,
        match_definitions,
        match_rest_of_block,
        new_members_of,
        places_of_new,
    )

    by_names = match_definitions(index, text, path)
    if not isinstance(by_names, Mismatch):
        return _named(index, by_names, path, names)
    added = match_additions(index, text)
    if not isinstance(added, Mismatch) and len(added) == 1:
        return added
    if by_names.has_definitions:
        # If a definition is renamed, the lines around it do not show which one it replaces. New ones may go
        # to several places, as if dots were around them; keys of data belong below other keys.
        is_data = path.lower().endswith(KEYED)
        own = text if is_data else _without_known_imports(index, text)
        is_new = index.occurrences.count(first_nonblank_line(own)) == 0
        new = places_of_new(index, f"{_DOTS}\n{own}", path, (0,)) if is_new and not is_data else ()
        if is_data and is_new and names:
            new = new_members_of(index, text, path, names)
        return new or (by_names if isinstance(added, Mismatch) else added)
    changed = match_changed_lines(index, text, path, names)
    if isinstance(added, Mismatch):
        if changed is None:
            return by_names
        again = match_called_again(index, text, changed)
        beside = match_declared_beside(index, text, changed)
        rest = match_rest_of_block(index, text, changed)
        return tuple(match for match in (again, beside, changed, rest) if match is not None)
    # The file has none of its lines: it may change similar lines, or go to the top or the end.
    return added if changed is None else (changed, *added)


def _without_known_imports(index: FileIndex, text: str) -> str:
    """A snippet without the imports at its beginning that the file has too."""
    rest = text.lstrip("\n")
    while begins_import(line := first_nonblank_line(rest)) and index.occurrences.count(line):
        rest = rest.partition("\n")[2].lstrip("\n")
    return rest or text


def _named(
    index: FileIndex, matches: tuple[Match, ...], path: str, names: Sequence[str]
) -> tuple[Match, ...]:
    """The match in a definition that the words above a block name, if exactly one is; else all matches.

    If only one of the names decides, its match comes first.
    """
    if len(matches) < 2 or not names:
        return matches
    from editreview.matching import named_spans

    # All names together first: one may be the class of another one.
    together, *single = (named_spans(index, some, path) for some in (names, *((name,) for name in names)))
    for spans in (together, *(spans for spans in single if len(spans) == 1)):
        found = [match for match in matches if any(match.is_within(span) for span in spans)]
        if len(found) == 1 and spans is together:
            return tuple(found)
        if len(found) == 1:
            return (*found, *(match for match in matches if match not in found))
    return matches


def _labelled(matches: tuple[Match, ...], words: str) -> tuple[Match, ...]:
    """The matches, first the one of namesakes of whose owner words have a part: `**ALB**:` for `ecs_alb`.

    A label at the beginning of the words counts most, then their last sentence if it rules nothing out.
    """
    are_alike = all(
        match.strategies[0] == DEFINITION.name and match.score == matches[0].score and not match.only_adds
        for match in matches
    )
    if len(matches) < 2 or not are_alike or not words:
        return matches
    parts = [frozenset(_parts(" ".join(QUOTED_CODE.findall(match.label or "")))) for match in matches]
    own = [each.difference(*parts[:at], *parts[at + 1 :]) for at, each in enumerate(parts)]
    label = _LABEL_OF_WORDS.match(words)
    sentences = (text for text in (sentences_in(words)[-1], words) if _EXCLUDES.search(text) is None)
    for text in ("" if label is None else label["label"], *sentences):
        named = [at for at, each in enumerate(own) if not each.isdisjoint(_parts(text))]
        if len(named) == 1:
            return (matches[named[0]], *matches[: named[0]], *matches[named[0] + 1 :])
        if named:
            break
    return matches


def _parts(text: str) -> Iterator[str]:
    """The words in a text and in its names, in lower case: `ecs` and `alb` of `ecs_alb`."""
    return (part for part in words_of_name(text) if len(part) > 1)


def _in_named(
    index: FileIndex, matches: tuple[Match, ...], path: str, names: Sequence[str]
) -> tuple[Match, ...]:
    """The matches in what the names are of, or all if these are of nothing that the file has."""
    from editreview.matching import named_spans

    spans = [span for name in names for span in named_spans(index, (name,), path)]
    inside = tuple(match for match in matches if any(match.is_within(span) for span in spans))
    return inside if spans else matches


def match_changed_lines(
    index: FileIndex, text: str, path: str = "", names: Sequence[str] = ()
) -> Match | None:
    """The match of statements by the lines that they share with the file; None if there is none.

    Args:
        index: The index of the file.
        text: The statements.
        path: The path of the file.
        names: The names in the words above them. If nothing else fits, these definitions are searched.
    """
    from editreview.matching import match_open_statements, match_statements

    changed = match_statements(index, text)
    if isinstance(changed, Mismatch):
        changed = match_open_statements(index, text)
    if isinstance(changed, Mismatch):
        return _match_inside(index, names, path, lambda part: match_changed_lines(part, text))
    return changed


def _find_snippet(index: FileIndex, operation: Snippet, path: str, block: EditBlock) -> BlockMatch:
    """The matches of a snippet by the strategies for snippets, with other candidates where they are unsure.

    The whole file is the last candidate, if the snippet may be one. It is the first, if the snippet begins
    like the file and has most of its outermost lines, is a whole document, or lacks only unused imports;
    also, if it begins and ends like the file, or begins with what only begins files, and nothing else shows
    its place. Brackets alone show little: what drops keys of JSON comes last.
    """
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import (
        begins_file_again,
        has_ends_of,
        has_outermost_of,
        is_document,
        leaves_unused_imports,
        match_arms,
    )

    interpretation = plain_interpretation(operation)
    arms = match_arms(index, operation.text, path, block.names, block.words)
    if arms:
        return BlockMatch(interpretation, Search(arms, (StrategyVerdict(DEFINITION.name, len(arms)),)))
    matched = match_snippet(index, operation.text, path, block.names)
    for keeps_aligned in (True, False):
        # Columns that the snippet does not align are the file's; its own ones only if nothing else fits.
        if _is_found(matched, by_name_only=keeps_aligned):
            break
        (text,) = _with_spaces_of_file(index, operation.text, keeps_aligned=keeps_aligned)
        if text != operation.text:
            operation = replace(operation, text=text)
            matched = match_snippet(index, text, path, block.names)
    matches = () if isinstance(matched, Mismatch) else matched
    strategy = matches[0].strategies[0] if matches else DEFINITION.name
    failure = (Reason.PART_OF_FILE, matched.message) if isinstance(matched, Mismatch) else None
    matches = _labelled(matches, block.words)
    matches = _with_renamed(index, operation, path, block, matches)
    matches = _with_rebuilt_collection(index, operation, path, matches)
    if matches and operation.may_be_whole:
        whole = match_whole_file(index, operation.text, interpretation)
        whole = replace(whole, label="replace the whole file", effect=None)
        is_long = has_outermost_of(index.text, operation.text, path)
        is_first = failure is not None and (has_ends_of(index.text, operation.text) or is_long)
        is_top = first_nonblank_line(operation.text) == first_nonblank_line(index.text)
        is_first |= is_long and is_top and not path.lower().endswith(KEYED)
        # Lines in common, or the words, may still show a place.
        is_open = matches[0].only_adds and matches[0].strategies[0] == ADDITION.name
        is_first |= is_open and begins_file_again(index.text, operation.text, path)
        is_first |= is_document(index, operation.text, path)
        is_first |= leaves_unused_imports(index, operation.text, path, matches[0])
        matches = (whole, *matches) if is_first else (*matches, whole)
    is_guess = failure is not None or (bool(matches) and matches[0].strategies[0] == PLACE.name)
    if is_guess and path.lower().endswith(JSON):
        matches = tuple(sorted(matches, key=lambda match: _drops_keys(index.text, match)))
    return BlockMatch(
        interpretation, Search(matches, (StrategyVerdict(strategy, len(matches)),)), failure=failure
    )


def _is_found(matched: tuple[Match, ...] | Mismatch, *, by_name_only: bool) -> bool:
    """True if a snippet has matches that its own lines show, or definitions if only these count."""
    if isinstance(matched, Mismatch):
        return False
    if by_name_only:
        return matched[0].strategies[0] == DEFINITION.name
    return len(matched) == 1 or not all(match.only_adds for match in matched)


def _with_spaces_of_file(index: FileIndex, *texts: str, keeps_aligned: bool) -> tuple[str, ...]:
    """A text, and parts of it, whose lines have the spaces of the file; see `with_spaces_of_file`."""
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import with_spaces_of_file

    known = with_spaces_of_file(index, texts[0].split("\n"), keeps_aligned=keeps_aligned)

    def respaced(line: str) -> str:
        own = line.strip()
        return line.replace(own, known[own]) if own in known else line

    return tuple("\n".join(map(respaced, text.split("\n"))) for text in texts) if known else texts


def _with_lines_meant(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, result: BlockMatch
) -> BlockMatch:
    """The matches of a suggestion, behind that on the lines that it is said to be for.

    That is the only one if another strategy finds the same. Else the only match stays so if it changes these
    lines, even with more of them.
    """
    if block.hints.lines is None:
        return result
    first, last = block.hints.lines
    found = match_by_line(index, ReplaceLines(first, last, operation.text), (), language_of(path), path)
    matches = result.search.matches
    for match in found.matches:
        if len(matches) == 1 and not _is_beside(matches[0], (first, last)):
            return result
        # Numbers may be wrong.
        others = matches or _with_places(index, operation, path, block, ())
        label = f"replaces {lines_named((first, last))}, which the words name"
        named = replace(match, label=label, effect=MatchEffect.REPLACES_LINES)
        after = match.change.apply(index.text)
        rest = [each for each in others if each.change.apply(index.text) != after]
        # If another strategy finds just these lines too, the numbers are right.
        is_shown = bool(rest) and not rest[0].only_adds and not _are_alike(index, match)
        ordered = (rest[0], named, *rest[1:]) if is_shown else (named, *rest)
        kept = ordered[:MAX_CANDIDATES] if len(rest) == len(others) else (named,)
        verdict = StrategyVerdict(match.strategies[0], len(kept))
        return replace(result, search=Search(kept, (verdict,)), failure=None)
    return result


def _are_alike(index: FileIndex, match: Match) -> bool:
    """True if some line that a match writes may be a version of one that it replaces."""
    old, new = stripped_lines(index.text[slice(*match.span)]), stripped_lines(match.interpretation.replace)
    pairs = ((one, other) for one in new for other in old if is_informative(other))
    return any(likeness.similarity(*pair) >= _MIN_VERSION_LIKENESS for pair in pairs)


def _is_beside(match: Match, lines: LineRange) -> bool:
    """True if a match changes none of these lines, or leaves some of them beside those that it changes."""
    return match.lines is None or match.lines[0] > lines[0] or match.lines[1] < lines[1]


def _with_rebuilt_collection(
    index: FileIndex, operation: Snippet, path: str, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The candidates, behind the one that also replaces the loop by which the file fills what is set."""
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import rebuilt_collection

    rebuilt = rebuilt_collection(index, operation.text, path)
    if rebuilt is None or any(match.change == rebuilt.change for match in matches):
        return matches
    return (rebuilt, *matches)[: MAX_CANDIDATES - operation.may_be_whole]


def _with_renamed(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The candidates of a snippet; of new definitions, with what replaces those of other names in the file.

    That comes first if their names or the words above them say so.
    """
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import asks_to_add, renamed_definitions

    others = _with_candidates(index, operation, path, block, matches)
    if not all(match.only_adds for match in matches):
        return others
    renamed, is_said = renamed_definitions(index, operation.text, path, block.words)
    if renamed is None or (not is_said and asks_to_add(block.words)):
        return others
    likelier = [] if is_said else list(others[:1])
    rest = [match for match in others if match not in likelier and match.change != renamed.change]
    return (*likelier, renamed, *rest)[: MAX_CANDIDATES - operation.may_be_whole]


def _drops_keys(text: str, match: Match) -> bool:
    """True if a text of JSON has keys that it lacks with a match."""
    return not {*_KEY.findall(text)} <= {*_KEY.findall(match.change.apply(text))}


def _with_candidates(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The matches of a snippet, and other candidates where they are unsure.

    The first of these counts:

    1. The words ask to replace a stretch of the file, or several definitions: before the others, the match on
       these.
    2. It has new items for a section of a document: these before the others, or behind them.
    3. It is parts of a page with their tags: see `_with_sections`.
    4. The words ask to add something to data in which lists get new items: before the others, what adds them.
    5. The words ask to replace a line that they quote, and the only match leaves it: before that, the match
       on the line, which is the only one if both are imports.
    6. The only match replaces a definition inside of another one than those that the words name, or than one
       that another edit adds: before that, what adds it there.
    7. Matches drop declarations of a rule of styles: before each one, that which keeps them.
    8. The only match adds imports, or replaces more than its end shows, and the words quote code beside which
       it is to be: that place comes first.
    9. The words ask to add something to the lines that it changes, or give the end of the file: before that,
       the likeliest places, or behind it, if it shows the end of a list.
    10. There is no match, its end is unsure, it only adds at one of several places, or the words name a place
        beside other code: the likeliest too.

    Of several matches, words that ask to replace a whole definition put first those that drop the rest of it.
    """
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import (
        asks_to_add,
        asks_to_change,
        asks_to_replace,
        declares_new,
        merged_rules,
        names_place_beside,
        new_items_of,
        removes,
        replaced_definitions,
        replaced_quotation,
        replaced_stretch,
        sections_with_new_items,
        whole_sections,
    )

    stretch = replaced_stretch(index, operation.text, path, block.words)
    stretch = stretch or replaced_definitions(index, operation.text, path, block.words)
    if stretch is not None:
        others = matches or _with_places(index, operation, path, block, ())
        return (stretch, *others)[: MAX_CANDIDATES - operation.may_be_whole]
    items, are_versions = sections_with_new_items(index, operation.text, path, block.words)
    if items:
        others = matches or _with_places(index, operation, path, block, ())
        is_asked = asks_to_replace(block.words) or asks_to_change(block.words)
        is_replaced = bool(matches) and (are_versions or is_asked)
        ordered = (*others, *items) if is_replaced else (*items, *others)
        return ordered[: MAX_CANDIDATES - operation.may_be_whole]
    sections = whole_sections(index, operation.text, path)
    if sections is not None:
        return _with_sections(index, operation, path, block, matches, sections)
    if matches and asks_to_add(block.words) and path.lower().endswith(KEYED) and not removes(block.words):
        extended = _in_named(index, new_items_of(index, operation.text, path), path, block.names)
        if extended:
            return (*extended, *matches)[: MAX_CANDIDATES - operation.may_be_whole]
    if len(matches) > 1 and asks_to_replace(block.words):
        matches = tuple(sorted(matches, key=lambda match: match.effect is not MatchEffect.DROPS))
    if len(matches) == 1:
        instead = replaced_quotation(index, operation.text, path, block.words)
        if instead is not None and not _covers(index, matches[0], instead):
            texts = (operation.text, index.text[slice(*instead.span)])
            is_import = all(begins_import(line) for each in texts for line in stripped_lines(each))
            return (instead,) if is_import else (instead, matches[0])
        new = _new_in_named(index, operation, path, block, matches[0])
        if new:
            said = _places_said(index, operation, path, block)
            return (*said, *new, *matches)[: MAX_CANDIDATES - operation.may_be_whole]
        if _replaces_member(index, matches[0]) and _JUST_ADDED.search(block.words) is not None:
            # What an edit above adds is not in the file yet, so that this is a part of something else.
            places = _with_places(index, operation, path, block, ())
            added = tuple(place for place in places if place.only_adds)
            return (*added, *matches)[: MAX_CANDIDATES - operation.may_be_whole]
    takes_text = any(match.change.takes_text(index.text) for match in matches)
    rules = merged_rules(index, operation.text, path) if takes_text else ()
    if rules:
        matches = _with_merged_rules(rules, matches)
    if takes_text and len(matches) > 1:
        # Of rules of styles, those in the media query with a size that the words name come first.
        matches = tuple(sorted(matches, key=lambda match: not _is_at_size(match, block.words)))
        if rules:
            return matches
    if len(matches) == 1 and not takes_text and _is_import_beside_another(operation.text, block.words):
        return _with_described_place(index, operation, path, block, matches[0])
    if len(matches) == 1 and takes_text and matches[0].warnings and names_place_beside(block.words):
        return _with_described_place(index, operation, path, block, matches[0])
    changes_lines = takes_text and matches[0].strategies[0] == UNCHANGED_LINES.name
    if changes_lines and asks_to_add(block.words):
        places = _with_places(index, operation, path, block, ())
        is_list = _goes_on_list(index, operation, matches[0])
        return (*matches, *places) if is_list else (*places, *matches)
    if changes_lines and not asks_to_change(block.words):
        # At the end of the file, a statement is a new one, whatever it resembles.
        places = _with_places(index, operation, path, block, ())
        if places and places[0].is_at_edge and places[0].score >= RANK_SHOWN_BY_NAME:
            return (*places, *matches)
    if changes_lines and names_place_beside(block.words):
        # ``The getter after `f`:`` adds one, whatever it resembles.
        places = _with_places(index, operation, path, block, ())
        is_said = bool(places) and places[0].only_adds and places[0].score >= RANK_SHOWN_BY_NAME
        if is_said and declares_new(index, operation.text):
            return (*places, *matches)
    is_open = len(matches) > 1 and all(match.label is None or match.only_adds for match in matches[1:])
    is_new = len(matches) == 1 and matches[0].only_adds and matches[0].strategies[0] == DEFINITION.name
    is_beside = is_new and names_place_beside(block.words)
    is_doubtful = is_beside or (len(matches) == 1 and bool(matches[0].warnings))
    if not matches or is_doubtful or is_open:
        return _with_places(index, operation, path, block, matches)
    return matches


def _with_sections(
    index: FileIndex,
    operation: Snippet,
    path: str,
    block: EditBlock,
    matches: tuple[Match, ...],
    sections: Match,
) -> tuple[Match, ...]:
    """The candidates for a snippet of scripts, styles or the template of a page, with their tags.

    Args:
        index: The index of the file.
        operation: The snippet.
        path: The path of the file.
        block: The block.
        matches: The matches of the snippet, if there are any.
        sections: What replaces all of each.
    """
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import asks_to_add, asks_to_change, names_whole_part

    is_named, drops = names_whole_part(block.words), sections.effect is MatchEffect.DROPS
    if matches and all(match.change != sections.change for match in matches):
        is_first = is_named or (asks_to_change(block.words) and not drops)
        if len(matches) > 1:
            # The snippet lacks something of the script, but without dots it may be all of that.
            is_first |= not (asks_to_add(block.words) or _loses_imports(index, sections))
            return (sections, *matches) if is_first else (*matches, sections)
        return (sections, *matches) if is_first else matches
    if matches and not sections.warnings:
        return matches
    is_single = sections.interpretation.replace != operation.text
    if asks_to_add(block.words) or (drops and is_single and not is_named):
        return (*_places_in_part(index, operation, path, block, sections), sections)
    if is_named or asks_to_change(block.words) or not sections.warnings:
        return (sections,)
    return _with_places(index, operation, path, block, (sections,))


def _loses_imports(index: FileIndex, match: Match) -> bool:
    """True if a file has imports that it lacks with a match."""
    after = set(stripped_lines(match.change.apply(index.text)))
    return any(begins_import(line) and line not in after for line in stripped_lines(index.text))


def _places_in_part(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, sections: Match
) -> tuple[Match, ...]:
    """The likeliest places of code inside its part of a page; without any, those of it with its tags."""
    code = sections.interpretation.replace
    first, end = sections.lines or (1, 0)
    for text in (code, operation.text):
        places = _with_places(index, replace(operation, text=text), path, block, ())
        inside = [place for place in places if text != code or place.is_within((first - 1, end))]
        if inside:
            return tuple(inside[: MAX_CANDIDATES - 1 - operation.may_be_whole])
    return ()


def _is_at_size(match: Match, words: str) -> bool:
    """True if the label of a match has a size that words name too."""
    return any(whole_word(size).search(words) for size in _SIZE.findall(match.label or ""))


def _with_merged_rules(rules: Sequence[Match], matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """The rules of styles with some declarations changed, each before the match that replaces all of it.

    Args:
        rules: What keeps the other declarations of a rule.
        matches: What drops them.
    """
    found: list[Match] = []
    for match in matches:
        rule = next((each for each in rules if _is_inside(each, match)), None)
        if rule is None:
            found.append(match)
            continue
        which = "" if len(matches) == 1 else (match.label or "").removeprefix("replaces ")
        kept = replace(rule, label=f"updates {which}, and keeps its other declarations") if which else rule
        drops = f"replaces {which or 'the rule'}, and drops its other declarations"
        found += [kept, replace(match, label=drops, effect=None)]
    return tuple(found)


def _is_inside(inner: Match, outer: Match) -> bool:
    """True if the lines of a match are among those of another one."""
    if inner.lines is None or outer.lines is None:
        return False
    return outer.lines[0] <= inner.lines[0] and inner.lines[1] <= outer.lines[1]


def _new_in_named(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, match: Match
) -> tuple[Match, ...]:
    """The likeliest place in each class or mapping that words name, if the only namesake is of another one.

    ``Add a healthcheck to the service `redis``` means that one, though only `db` has one yet.
    """
    # Imported on first use: slow to import, and few blocks need them.
    from editreview.matching import asks_to_add, named_spans, new_members_of

    names = dict.fromkeys(name.strip("[]") for name in block.names)
    if not _replaces_member(index, match) or match.lines is None:
        return ()
    spans = {name: named_spans(index, (name,), path) for name in names}
    first, end = match.lines[0] - 1, match.lines[1]
    if any(a < first and end <= b for each in spans.values() for a, b in each):
        return ()
    # ``Add `load` to `Second``` names the definition too.
    own = {name for name, each in spans.items() if any(first <= a and b <= end for a, b in each)}
    if own and not asks_to_add(block.words):
        return ()
    found = (new_members_of(index, operation.text, path, (name,)) for name in names if name not in own)
    return tuple(matches[0] for matches in found if matches)


def _places_said(index: FileIndex, operation: Snippet, path: str, block: EditBlock) -> tuple[Match, ...]:
    """The places beside code that words name, where a snippet is added."""
    # Imported on first use: slow to import, and few blocks need them.
    from editreview.matching import names_place_beside, possible_places

    if not names_place_beside(block.words):
        return ()
    places = possible_places(index, operation.text, path, block.names, block.words)
    return tuple(place for place in places if place.only_adds and place.score >= RANK_SHOWN_BY_NAME)


def _replaces_member(index: FileIndex, match: Match) -> bool:
    """True if a match replaces a definition that is inside of another one, as its indentation shows."""
    is_inner = index.text[match.span[0] : match.span[1]][:1].isspace()
    return is_inner and not match.only_adds and match.strategies[0] == DEFINITION.name


def _goes_on_list(index: FileIndex, operation: Snippet, match: Match) -> bool:
    """True if a snippet shows the end of a list that a match replaces: its last item, now with a comma."""
    old, new = (stripped_lines(text) for text in (index.text[slice(*match.span)], operation.text))
    return len(old) > 1 and (f"{old[0]},", old[-1]) == (new[0], new[-1])


def _covers(index: FileIndex, match: Match, other: Match) -> bool:
    """True if a match replaces the lines of another one."""
    return match.change.takes_text(index.text) and _is_inside(other, match)


def _is_import_beside_another(text: str, words: str) -> bool:
    """True if all lines of a snippet are imports, and the words quote another one, or code next to them."""
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import names_place_beside

    lines = stripped_lines(text)
    if not lines or not all(map(begins_import, lines)):
        return False
    own = {line.rstrip(";") for line in lines}
    others = (quoted for quoted in QUOTED_CODE.findall(words) if quoted.rstrip(";") not in own)
    return any(map(begins_import, others)) or names_place_beside(words)


def _with_described_place(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, match: Match
) -> tuple[Match, ...]:
    """The place that words describe, before the only match of a snippet; that alone if they are one."""
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import possible_places

    places = possible_places(index, operation.text, path, block.names, block.words)
    first = next((each for each in places if each.score >= RANK_SHOWN_BY_LINE and each.only_adds), None)
    if first is not None and first.lines is not None and match.lines is not None and not match.only_adds:
        # Inside of what the match replaces, the place is one in the new code.
        first = None if match.lines[0] <= first.lines[0] < match.lines[1] else first
    if first is None or first.change.apply(index.text) == match.change.apply(index.text):
        return (match,)
    return first, match


def _with_places(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The matches of a snippet, with the likeliest other places as candidates."""
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import named_spans, possible_places, replaced_span

    places = possible_places(index, operation.text, path, block.names, block.words)
    is_object = path.lower().endswith(JSON) and index.text.lstrip()[:1] + index.text.rstrip()[-1:] == "{}"
    if places and is_object:
        # There is nothing outside of the only object of a file.
        matches = tuple(match for match in matches if match.span not in ((0, 0), (len(index.text),) * 2))
    is_single = len(matches) == 1
    if is_single and not any(
        _is_likelier(place, matches[0]) or _is_shown_instead(index, place, matches[0]) for place in places
    ):
        return matches
    known = {match.label: match for match in reversed(matches)}
    by_result = {match.change.apply(index.text): match for match in reversed(matches)}

    def from_score(least: float) -> list[Match]:
        """The places with at least this score; the same match instead of a place, if there is one."""
        found = (place for place in places if place.score >= least)
        return [by_result.get(each.change.apply(index.text)) or known.get(each.label, each) for each in found]

    changing = [match for match in matches if match.strategies[0] != ADDITION.name]
    described = _described(index, changing, from_score(RANK_SHOWN))
    ordered: list[Match] = []
    surely = from_score(RANK_SHOWN_BY_NAME)
    again = [place for place in surely if _sets_again(index, place, operation.text)]
    span = replaced_span(index, path, block.words, operation.text)
    lines = None if span is None else (span[0] + 1, span[1])
    asked = [place for place in surely if place.wraps or (place.replaces_lines and place.lines == lines)]
    for match in (*asked, *described, *again, *changing, *from_score(RANK_LIKELY), *matches, *from_score(0)):
        if all(match.key != other.key and match.label != other.label for other in ordered):
            ordered.append(match)
    # Only with the name of its class, that of a method may name one of several with the same lines.
    spans = named_spans(index, block.names, path) if len(block.names) > 1 else []
    if len(spans) == 1 and all(spans != named_spans(index, (name,), path) for name in block.names):
        # `Before the method` is outside of it.
        ends = {(line, line) for line in spans[0]}
        beside = [match for match in described if match.only_adds and match.lines in ends]
        ordered.sort(key=lambda match: match not in beside and not match.is_within(spans[0]))
    return tuple(ordered[: MAX_CANDIDATES - operation.may_be_whole])


def _described(index: FileIndex, matches: Sequence[Match], places: Sequence[Match]) -> list[Match]:
    """The matches that replace lines, then the places that the words above a snippet, or its lines, show.

    If a match inserts at such a place too, it comes instead: its blank lines are like those around it.
    """
    replacing = [match for match in matches if not match.only_adds]
    boundaries = {_boundary(index, match): match for match in reversed(matches) if match not in replacing}
    boundaries.pop(None, None)
    # One that adds a comma to the line above takes text.
    inserting = [place for place in places if place.only_adds or _boundary(index, place) is not None]
    # Several at once, if the words ask for that.
    together = [place for place in places if place.only_adds and len(place.change.splices) > 1]
    return [*replacing, *together, *(boundaries.get(_boundary(index, place), place) for place in inserting)]


def _boundary(index: FileIndex, match: Match) -> tuple[int, int] | None:
    """The number of lines with text above an insertion, and its indentation; None for other changes."""
    if len(match.change.splices) != 1 or match.change.takes_text(index.text):
        return None
    splice = match.change.splices[0]
    above = sum(map(bool, map(str.strip, index.text[: splice.start].splitlines())))
    return above, min(map(indent_width, nonblank_lines(splice.text)), default=0)


def _sets_again(index: FileIndex, place: Match, text: str) -> bool:
    """True if a place replaces lines whose first one sets the name that the first line of a snippet sets."""
    from editreview.matching import names_set

    old = index.text[place.span[0] : place.span[1]]
    names = names_set(first_nonblank_line(text))
    return (
        bool(names) and place.change.takes_text(index.text) and names == names_set(first_nonblank_line(old))
    )


def _is_likelier(place: Match, match: Match) -> bool:
    """True if a likely place contains the lines of a doubtful match, so that it fits a snippet better."""
    if place.score < RANK_VERY_LIKELY or place.lines is None or match.lines is None:
        return False
    return place.lines[0] < match.lines[0] <= match.lines[1] <= place.lines[1]


def _is_shown_instead(index: FileIndex, place: Match, match: Match) -> bool:
    """True if words or shared lines show a place beside code, and a match adds new definitions elsewhere."""
    is_new = match.strategies[0] == DEFINITION.name
    if place.score < RANK_SHOWN_BY_NAME or not (is_new and place.only_adds and match.only_adds):
        return False
    results = (each.change.apply(index.text).split("\n") for each in (place, match))
    filled = [[line for line in lines if line.strip()] for lines in results]
    return filled[0] != filled[1]


def _no_such_line(index: FileIndex, operation: ReplaceLines | Insert, hints: Hints) -> tuple[Reason, str]:
    has = f"the file has {counted(len(index.lines), 'line')}"
    if isinstance(operation, ReplaceLines):
        if operation.first > operation.last:
            return Reason.BAD_LINE_NUMBER, f"line {operation.first} comes after line {operation.last}"
        return Reason.BAD_LINE_NUMBER, f"{has}: there are no lines {operation.first} to {operation.last}"
    if operation.after is None:
        return Reason.NOT_FOUND, f"the line it should be below was not found: {hints.scopes[-1].strip()}"
    return Reason.BAD_LINE_NUMBER, f"{has}: there is no line {operation.after} to insert after"


def _best(index: FileIndex, interpretations: Sequence[Interpretation], path: str) -> BlockMatch:
    """The interpretation that fits the text: the longest SEARCH with one exact match, else with one match."""
    searches = [(interpretation, _search(index, interpretation, path)) for interpretation in interpretations]
    for tiers in ((Tier.EXACT,), tuple(Tier)):
        sure = [
            (each, found)
            for each, found in searches
            if len(found.matches) == 1 and found.matches[0].tier in tiers
        ]
        if sure:
            longest = max(len(each.search) for each, _ in sure)
            left = [way for way in sure if len(way[0].search) == longest or tiers != (Tier.EXACT,)]
            span = next(found for each, found in left if len(each.search) == longest).matches[0].span
            there = [way for way in left if way[1].matches[0].span == span]
            interpretation, result = min(there, key=lambda way: _effort(way[1].matches[0]))
            likelier = [each for each in interpretations if _splits_before(each, interpretation)]
            likelier = [each for each in likelier if _likeness(each) > _likeness(interpretation)]
            others = [match for each in likelier for match in search(index, each, path).matches]
            if others:
                # The longest SEARCH is no longer the likelier one: the user decides.
                return BlockMatch(interpretation, replace(result, matches=(*others, *result.matches)))
            return BlockMatch(
                interpretation, result, warnings=interpretation_warnings(interpretation, len(left) - 1)
            )
    interpretation, result = next((way for way in searches if way[1].matches), searches[0])
    return BlockMatch(
        interpretation, result, warnings=interpretation_warnings(interpretation, 0) if result.matches else ()
    )


def _likeness(interpretation: Interpretation) -> float:
    """The likeness of its old and its new text."""
    return likeness.normalized_similarity(
        interpretation.search[:_MAX_COMPARED], interpretation.replace[:_MAX_COMPARED]
    )


def _splits_before(one: Interpretation, other: Interpretation) -> bool:
    """True if two interpretations split a block at adjacent dividers, the first at the upper one.

    Either divider may be a line of the file, which ends the old text, or begins the new one.
    """
    if not other.search.startswith(one.search) or not one.replace.endswith(other.replace):
        return False
    divider = other.search[len(one.search) :]
    return bool(divider) and one.replace == divider + other.replace


def _effort(match: Match) -> tuple[int, int]:
    """A sort key for matches of the same lines: the least adjusted one comes first."""
    guesses = sum(warning.kind is MatchWarningKind.GUESSED_DEPTH for warning in match.warnings)
    return _ORDER.get(match.strategies[0], len(_ORDER)), guesses


def is_stricter(match: Match, other: Match) -> bool:
    """True if a stricter strategy of the cascade found a match than another one."""
    first, second = (
        min((_ORDER[name] for name in each.strategies if name in _ORDER), default=len(_ORDER))
        for each in (match, other)
    )
    return first < second


def _search(index: FileIndex, interpretation: Interpretation, path: str) -> Search:
    """The search for an interpretation, without matches if its divider proves to be content.

    It is content if the divider follows a match in the file: then the interpretation splits the block at the
    wrong line, and its other matches are wrong too.
    """
    result = search(index, interpretation, path)
    if not result.matches or interpretation.divider is None:
        return result
    is_content = any(
        _is_rule_like(interpretation.divider, body)
        for match in result.matches
        if match.lines is not None
        for body in index.bodies[match.lines[1] : match.lines[1] + 1]
    )
    if not is_content and not _is_quoted(index, interpretation.beyond):
        return result
    return Search((), tuple(replace(verdict, matches=0) for verdict in result.verdicts))


def _is_quoted(index: FileIndex, beyond: str) -> bool:
    """True if the text has the divider of an interpretation and the lines after it: they are old text."""
    divider, *rest = map(without_trailing_whitespace, block_lines(beyond.rstrip() + "\n"))
    return any(rest) and any(
        _is_rule_like(divider.strip(), body)
        for first in index.find(without_trailing_whitespace, rest, 100)
        for body in index.bodies[max(first - 1, 0) : first]
    )


def _is_rule_like(divider: str, line: str) -> bool:
    return set(line.strip()) == set(divider)


def interpretation_warnings(interpretation: Interpretation, others: int) -> tuple[BlockWarning, ...]:
    """The warnings that one of several interpretations of a block was chosen.

    Args:
        interpretation: The interpretation that was chosen.
        others: The number of other interpretations whose match is as good.
    """
    if interpretation.drops_divider and not interpretation.replace.strip():
        message = "one of its dividers was dropped, and the rest only deletes"
        return (BlockWarning(WarningKind.DIVIDER_DROPPED, message),)
    if others:
        how = interpretation.assumption or "as written"
        message = f"the block can be split in more than one way; chosen: {how}"
    elif interpretation.drops_divider:
        message = interpretation.assumption or "one of its dividers was dropped"
    else:
        return ()
    return (BlockWarning(WarningKind.READING, message),)


def without_path_comment(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without the comment that names its file, and with a warning that says so.

    Args:
        block: A block for the file.
        before: The file before the edit.
    """
    comment, operation = block.path_comment, block.operation
    if comment is None or not isinstance(operation, Write | Sketch):
        return block
    is_label = _LABEL.match(comment) is not None
    if block.naming is not Naming.COMMENT and not before.text and not is_label:
        # New files may begin with their own path.
        return block
    if any(line.strip() == comment for line in before.text.splitlines()):
        return block
    kept = _comment_like(comment, before)
    text = _without_line(operation.text, comment, kept)
    if isinstance(operation, Sketch):
        pieces = (_without_line(operation.pieces[0], comment, kept), *operation.pieces[1:])
        operation = replace(operation, text=text, pieces=pieces)
    else:
        operation = replace(operation, text=text)
    warning = f"left out the comment that names the file: {comment}"
    return replace(block, operation=operation, warnings=(*block.warnings, warning))


def without_margin(block: EditBlock, before: Snapshot | Absent) -> EditBlock:
    """The block without indentation that all of its lines have, if the lines of the file have none.

    Args:
        block: A block for the file.
        before: The file before the edit.
    """
    operation = block.operation
    if block.format != FormatName.WHOLE_FILE or not isinstance(operation, Write) or not before.text:
        return block
    depth = margin(operation.text.splitlines())
    if (
        not depth
        or margin(before.text.splitlines())
        or first_nonblank_line(operation.text) != first_nonblank_line(before.text)
    ):
        return block
    lines = operation.text.splitlines(keepends=True)
    text = "".join(line.removeprefix(depth) if line.strip() else line for line in lines)
    warning = f"left out {counted(len(depth), 'column')} of indentation that all of its lines have"
    return replace(block, operation=replace(operation, text=text), warnings=(*block.warnings, warning))


def as_new_code(block: EditBlock, before: Snapshot | Absent, index: FileIndex) -> EditBlock:
    """The block as code for its older version, if only new lines have a sign, and some replace old ones.

    They do if the file lacks the other lines as they are, if they alone open or close a bracket, if the next
    line of the file would never run, or if a line around these may be an older version of a new one.

    Args:
        block: A block for the file.
        before: The file before the edit.
        index: The index of its text.
    """
    operation = block.operation
    if not isinstance(operation, Replace) or operation.new_code is None or not before.text:
        return block
    old, new = (
        block_lines(each) for each in (plain_interpretation(operation).search, operation.new_code.text)
    )
    if _brackets_open(old, before.path) == _brackets_open(new, before.path):
        matches = match_block(index, block, before.path).search.matches
        if matches and not all(
            _strands(index, match, old, new) or _leaves_version(index, match, old, new) for match in matches
        ):
            return block
    format = FormatName.LAZY if isinstance(operation.new_code, Sketch) else FormatName.SNIPPET
    warning = "reads its lines with a “+” as the new version of lines that it does not show"
    return replace(
        block,
        format=format,
        operation=operation.new_code,
        hints=NO_HINTS,
        warnings=(*block.warnings, warning),
    )


_MIN_SIGNED_LIKENESS = 0.7
"""The likeness from which a line with `+` may be a version of one that the file has beside the others."""
_LEAVES = lazy_pattern(r"\s*(?:return|raise|throw)\b")
_MAY_RUN = lazy_pattern(
    r"\s*(?:(?:case|catch|default|elif|else|end|ensure|except|finally|rescue|when)\b|[)\]}<@])"
)
"""The beginning of a line that does not depend on the line above it: `else:`, `}`."""


def _leaves_version(index: FileIndex, match: Match, old: Sequence[str], new: Sequence[str]) -> bool:
    """True if a new line may be a version of one of the file around the old ones."""
    if match.lines is None:
        return False
    known = {line.strip() for line in old}
    added = [line for line in new if is_informative(line) and line.strip() not in known]
    first, last, reach = match.lines[0] - 1, match.lines[1], len(added) + 1
    around = [*index.bodies[max(first - reach, 0) : first], *index.bodies[last : last + reach]]
    return any(
        likeness.similarity(line.strip(), other.strip()) >= _MIN_SIGNED_LIKENESS
        for line in added
        for other in around
        if is_informative(other)
    )


def _strands(index: FileIndex, match: Match, old: Sequence[str], new: Sequence[str]) -> bool:
    """True if new lines below all old ones leave a function just before a line of the file that goes on."""
    last = next((line for line in reversed(old) if line.strip()), "")
    count = next((n for n, line in enumerate(reversed(new)) if line == last), 0)
    if not count or match.lines is None:
        return False
    end = match.lines[1]
    below = next(iter(index.bodies[end:]), "")
    if not below.strip() or _MAY_RUN.match(below) is not None:
        return False
    depth = len(indentation(below)) - len(indentation(index.lines[end - 1])) + len(indentation(last))
    return any(_LEAVES.match(line) is not None and len(indentation(line)) == depth for line in new[-count:])


def as_plain_code(block: EditBlock, before: Snapshot | Absent, index: FileIndex) -> EditBlock:
    """The block without what chats make of code, each time with a warning that says so.

    Its quotes are plain ones, it has no comments for readers of the response, and if it lost all indentation,
    it has that which its brackets show.

    Args:
        block: A block for the file.
        before: The file before the edit. A new one does not show what it would have.
        index: The index of its text.
    """
    operation, path = block.operation, before.path
    if not isinstance(operation, Snippet | Sketch | Write) or not before.text:
        return block
    # Imported on first use: few blocks are such code.
    from editreview.review.checks.damage import without_marks, without_remarks

    if not operation.text.isascii():
        from editreview.review.checks.signs import with_plain_quotes

        block = _with_text(
            block,
            lambda text: with_plain_quotes(text, path, index),
            "writes typographic quotes in code as plain ones",
        )
    block = _with_text(
        block,
        lambda text: without_marks(text, path, index.text),
        "leaves out comments such as “NEW”, which are for readers of the response",
    )
    keeps_rows = isinstance(operation, Sketch)
    block = _with_text(
        block,
        lambda text: without_remarks(text, path, before.text, keeps_rows=keeps_rows),
        "leaves out comments that only tell a reader what stays of the file",
    )
    return _with_text(
        block,
        lambda text: indented_by_brackets(text, path, index),
        "indents its code by its brackets, as all indentation is lost",
    )


def _with_text(block: EditBlock, read: Callable[[str], str], warning: str) -> EditBlock:
    """The block with its text as a function reads it, with a warning if that differs.

    The text of a sketch has to keep its number of lines.
    """
    operation = block.operation
    assert isinstance(operation, Snippet | Sketch | Write)
    text = read(operation.text)
    if text == operation.text:
        return block
    if isinstance(operation, Sketch):
        lines = text.split("\n")
        pieces: list[str] = []
        at = 0
        for piece in operation.pieces:
            at = operation.text.find(piece, at)
            if at < 0:
                # It is none of its lines any more.
                return block
            first = operation.text.count("\n", 0, at)
            pieces.append("\n".join([*lines[first : first + piece.count("\n")], ""]))
            at += len(piece)
        operation = replace(operation, text=text, pieces=tuple(pieces))
    else:
        operation = replace(operation, text=text)
    return replace(block, operation=operation, warnings=(*block.warnings, warning))


def _comment_like(comment: str, before: Snapshot | Absent) -> str | None:
    """The file's own comment with its name, in any spelling, with its line end; None if it has none."""
    name = re.split(r"[/\\]", before.path)[-1]
    first = [line for line in before.text.splitlines(keepends=True) if line.strip()][:_MAX_ABOVE]
    return next(
        (line for line in first if name in line and line.strip()[0] == comment[0] and len(line.split()) <= 3),
        None,
    )


def _without_line(text: str, comment: str, kept: str | None) -> str:
    """The text without one of its first lines, and without the blank lines around that.

    Args:
        text: Any text.
        comment: The line.
        kept: The file's own line, which takes its place; None if there is none.
    """
    lines = text.splitlines(keepends=True)
    filled = [n for n, line in enumerate(lines) if line.strip()][:_MAX_ABOVE]
    at = next((n for n in filled if lines[n].strip() == comment), None)
    if at is None:
        return text
    if kept is not None:
        return "".join([*lines[:at], f"{kept.rstrip()}\n", *lines[at + 1 :]])
    above = [line for line in lines[:at] if line.strip()]
    if above:
        # One blank line between the parts above and below stays.
        return "".join([*above, *lines[at + 1 :]])
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip()), len(lines))
    return "".join(lines[end:])


def without_byte_order_marks(block: EditBlock, before: Snapshot | Absent, index: FileIndex) -> EditBlock:
    """The block without marks at the start of its texts, if the file has text.

    Args:
        block: A block for the file.
        before: The file. A new or empty one gets the mark of the text written to it.
        index: The index of its text.
    """
    if isinstance(before, Absent) or not (before.text or before.codec.bom):
        return block
    # UTF-16 cannot be read without its mark.
    can_go = bool(before.codec.bom) and before.codec.name == "utf-8"
    operation = _operation_without_bom(block.operation, index, can_go=can_go)
    return block if operation is block.operation else replace(block, operation=operation)


def _operation_without_bom(operation: Operation, index: FileIndex, *, can_go: bool) -> Operation:
    match operation:
        case Replace() if any(
            BYTE_ORDER_MARK in (r.search[:1], r.replace[:1]) for r in operation.interpretations
        ):
            interpretations = tuple(
                _without_bom(interpretation, index, can_go=can_go)
                for interpretation in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case Write() | Insert() | ReplaceLines() | Snippet() if operation.text.startswith(BYTE_ORDER_MARK):
            return replace(operation, text=operation.text.removeprefix(BYTE_ORDER_MARK))
        case Sketch() if operation.text.startswith(BYTE_ORDER_MARK):
            text = operation.text.removeprefix(BYTE_ORDER_MARK)
            pieces = (piece.removeprefix(BYTE_ORDER_MARK) for piece in operation.pieces[:1])
            return replace(operation, text=text, pieces=(*pieces, *operation.pieces[1:]))
    return operation


def _without_bom(interpretation: Interpretation, index: FileIndex, *, can_go: bool) -> Interpretation:
    if (
        interpretation.search.startswith(BYTE_ORDER_MARK)
        and interpretation.search.rstrip("\n") in index.line_feeds.text
    ):
        return interpretation
    new, is_removed = interpretation.replace, False
    if interpretation.search.startswith(BYTE_ORDER_MARK):
        # The first line may be kept, with new lines above it.
        first = interpretation.search.split("\n", 1)[0]
        new = f"\n{new}".replace(f"\n{first}\n", f"\n{first.removeprefix(BYTE_ORDER_MARK)}\n")[1:]
        is_removed = can_go and new == interpretation.replace and not new.startswith(BYTE_ORDER_MARK)
    new = new.removeprefix(BYTE_ORDER_MARK)
    if interpretation.search == BYTE_ORDER_MARK:
        return replace(interpretation, replace=new, removes_mark=is_removed)
    return replace(
        interpretation,
        search=interpretation.search.removeprefix(BYTE_ORDER_MARK),
        replace=new,
        removes_mark=is_removed,
    )
