"""Finds the matches of one block in one text, without regard to other blocks.

Before that, what belongs to the response and not to the file is removed from the block:

- A byte order mark at the start of a text is ignored, as the file decides whether it has a mark. The one
  exception: an old text that begins with the file's mark, beside a new text that does not, removes the mark.
  A U+FEFF anywhere else is a character like any other.
- A comment on the first line of fenced code that names the file (`# src/a.py`) is removed, unless the file
  has it. If the file has such a comment in another spelling, its own stays. If something else names the
  file, and the file is new, the comment stays too: it may belong to the file.
- A margin is indentation that all lines of fenced code have only because the fence is in a list. The file
  has none.

The hints of a format, such as line numbers and scopes, choose among the matches of a block (`narrowed`). A
scope is a line that a hunk names as standing above it. Hints never find a match, and a wrong hint decides
nothing. The line numbers of a diff also tell if a text is the one before the diff, or the one after
(`Numbers`). A single hunk may match at its line by chance, as equal lines do. All hunks of a diff together
tell more.

A block may have been applied to the text before. Its new text shows that, where it stands and its old text
does not (`repeats_itself`, `stands_anywhere`, `is_new_text_of`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import common_ends, line_opcodes
from editreview.blocks import (
    EditBlock,
    FormatName,
    GroupKind,
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
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.file_kinds import JSON, YAML
from editreview.first_use import lazy_pattern
from editreview.matching import (
    ADDITION,
    ALL_OCCURRENCES,
    ANCHOR,
    CASCADE,
    DEFINITION,
    ELISION,
    EXACT,
    INVISIBLE,
    MAX_CANDIDATES,
    PLACE,
    UNCHANGED_LINES,
    Choice,
    FileIndex,
    Match,
    MatchEffect,
    MatchWarningKind,
    Mismatch,
    Search,
    Similar,
    StrategyVerdict,
    Tier,
    anchor_of,
    as_lines,
    at_start,
    below_scopes,
    block_lines,
    body_end,
    indent_width,
    is_inserted,
    is_once,
    language_of,
    match_by_line,
    match_whole_file,
    nearness,
    opens_block,
    search,
    search_loosely,
    search_text,
    similar_windows,
    text_starts,
    uniform_map,
    without_indentation,
    without_trailing_whitespace,
)
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import (
    Absent,
    Change,
    Snapshot,
    Splice,
    counted,
    first_nonblank_line,
    indentation,
    is_blank,
    margin,
)

_ORDER = {strategy.name: nth for nth, strategy in enumerate(CASCADE)}
_DOTS = "..."
_COMMENT = lazy_pattern(r"#(?=\s|$)|//|--|/\*|<!--")
"""The beginning of a comment; `#include` is none."""
_NEVER_TWICE = lazy_pattern(r"[{(\[]|[-+=~*#_|:. ]{4,}")
"""A bracket that opens a block, or a ruler: two of them are rarely below each other."""
_DATA = (*JSON, *YAML, ".toml")
_LIKELY = 0.5
"""The lowest score of a place that is likelier than the end and the top of a file."""
_VERY_LIKELY = 0.75
"""The lowest score of a place that makes a doubtful match ambiguous."""
_DESCRIBED = 0.7
"""The lowest score of a place that words describe."""
_SET_AGAIN = 0.9
"""The lowest score of a place where a name is set again that comes before new definitions elsewhere."""
_MAX_COMPARED = 2_000
"""The most characters of two texts that are compared."""
_MAX_QUOTED = 100
"""Characters of a text that a message quotes."""
_BYTE_ORDER_MARK = "\ufeff"
_LABEL = re.compile(r"\W*(?:new )?(?:file ?path|file ?name|file|path)\s*:", re.IGNORECASE)
"""The beginning of a comment that tells an editor which file is meant: `// filepath: src/a.ts`."""
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
            return result
        case ReplaceLines() | Insert():
            return _find_lines(index, operation, block, path)
        case Rewrite():
            return _find_structure(index, operation, path)
        case Sketch():
            return _find_sketch(index, operation, path, block.names, block.words)
        case Snippet():
            return _find_snippet(index, operation, path, block)
    raise TypeError(f"{operation} has no match to look for")


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
    found = BlockMatch(interpretation, search_loosely(index, interpretation, path))
    if not found.search.matches and block.format == FormatName.UNIFIED_DIFF and block.hints.line is None:
        found = _in_parts(index, interpretation, path) or found
    return _with_last_line_end(index, block, found)


def _in_parts(index: FileIndex, interpretation: Interpretation, path: str) -> BlockMatch | None:
    """The match of a hunk without a place whose parts are apart in the file; None unless each is there once.

    Models leave out the lines between: only a blank line, or a comment that the file lacks, shows where.
    """
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    kept = shift = 0
    for a1, a2, _, b2 in [*line_opcodes(old, new), (len(old), len(old), len(new), len(new))]:
        for at in range(kept, a1):
            line = old[at].strip()
            if not line or (_COMMENT.match(line) and not index.occurrences.count(line)):
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
    if interpretation.removes_mark and interpretation.search == _BYTE_ORDER_MARK:
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
    return replace(result, warnings=(*result.warnings, BlockWarning(WarningKind.AGAINST_HINT, message)))


def _find_lines(
    index: FileIndex, operation: ReplaceLines | Insert, block: EditBlock, path: str
) -> BlockMatch:
    hints = block.hints
    found = match_by_line(index, operation, hints.scopes, language_of(path))
    result = BlockMatch(plain_interpretation(operation), found)
    if not found.matches:
        return replace(result, failure=_no_such_line(index, operation, hints))
    kind = WarningKind.BY_LINE_NUMBER
    if isinstance(operation, ReplaceLines) or operation.after is not None:
        message = "located by its line number alone; no text was compared"
        line = operation.first if isinstance(operation, ReplaceLines) else (operation.after or 0) + 1
    elif hints.scopes:
        return result
    else:
        message = "goes to the end of the file, because nothing says where it belongs"
        line = len(index.lines) + 1
        # A hunk without a position is not meant for the end of the file.
        if block.format == FormatName.UNIFIED_DIFF and index.text.strip():
            kind = WarningKind.NO_POSITION
    return replace(result, warnings=(BlockWarning(kind, message, line, is_old=not operation.text),))


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
        ends_of_sketch,
        gap_lines,
        match_block_additions,
        match_definitions,
        places_of_new,
        places_of_pieces,
    )

    interpretation, by_lines = plain_interpretation(operation), apply_sketch(index, operation)
    gaps = gap_lines(operation)
    if isinstance(by_lines, Mismatch) or by_lines.warnings:
        by_names = match_definitions(index, operation.text, path, gaps)
        matches = () if isinstance(by_names, Mismatch) else _named(index, by_names, path, names)
    else:
        matches = ()
    if isinstance(by_lines, Match) and [(by_lines.change, ())] != [(m.change, m.warnings) for m in matches]:
        # Only names that make the same change are sure where lines are not.
        matches = places_of_new(index, operation.text, path, gaps)
    if not matches:
        if not isinstance(by_lines, Mismatch):
            ends = ends_of_sketch(index, operation, by_lines)
            return BlockMatch(interpretation, Search(ends, (StrategyVerdict(ELISION.name, len(ends)),)))
        inside = _match_inside(index, names, path, lambda part: apply_sketch(part, operation))
        if inside is not None:
            return BlockMatch(interpretation, Search((inside,), (StrategyVerdict(ELISION.name, 1),)))
        in_block = match_block_additions(index, operation.text, gaps)
        if not isinstance(in_block, Mismatch) and not _opens_gap(index, operation):
            verdicts = (StrategyVerdict(ELISION.name, 0), StrategyVerdict(ADDITION.name, len(in_block)))
            return BlockMatch(interpretation, Search(in_block, verdicts))
        likely = places_of_pieces(index, operation.pieces, path, names, words)
        if likely:
            verdicts = (StrategyVerdict(ELISION.name, 0), StrategyVerdict(PLACE.name, len(likely)))
            return BlockMatch(interpretation, Search(likely, verdicts))
    verdicts = (StrategyVerdict(ELISION.name, 0), StrategyVerdict(DEFINITION.name, len(matches)))
    failure = (
        (Reason.PLACEHOLDER, by_lines.message) if isinstance(by_lines, Mismatch) and not matches else None
    )
    return BlockMatch(interpretation, Search(matches, verdicts), failure=failure)


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
    from editreview.matching import match_additions, match_definitions, new_members_of, places_of_new

    by_names = match_definitions(index, text, path)
    if not isinstance(by_names, Mismatch):
        return _named(index, by_names, path, names)
    added = match_additions(index, text)
    if not isinstance(added, Mismatch) and len(added) == 1:
        return added
    if by_names.has_definitions:
        # If a definition is renamed, the lines around it do not show which one it replaces. New ones may go
        # to several places, as if dots were around them; keys of data belong below other keys.
        is_data = path.lower().endswith(_DATA)
        is_new = index.occurrences.count(first_nonblank_line(text)) == 0
        new = places_of_new(index, f"{_DOTS}\n{text}", path, (0,)) if is_new and not is_data else ()
        if is_data and is_new and names:
            new = new_members_of(index, text, path, names)
        return new or (by_names if isinstance(added, Mismatch) else added)
    changed = match_changed_lines(index, text, path, names)
    if isinstance(added, Mismatch):
        return by_names if changed is None else (changed,)
    # The file has none of its lines: it may change similar lines, or go to the top or the end.
    return added if changed is None else (changed, *added)


def _named(
    index: FileIndex, matches: tuple[Match, ...], path: str, names: Sequence[str]
) -> tuple[Match, ...]:
    """The match in a definition that the words above a block name, if exactly one is; else all matches.

    If only one of the names decides, its match comes first.
    """
    if len(matches) < 2 or not names:
        return matches
    from editreview.matching import named_spans

    # All names together first, of which one may be the class of another one.
    together, *single = (named_spans(index, some, path) for some in (names, *((name,) for name in names)))
    for spans in (together, *(spans for spans in single if len(spans) == 1)):
        found = [match for match in matches if any(_is_within(match, span) for span in spans)]
        if len(found) == 1 and spans is together:
            return tuple(found)
        if len(found) == 1:
            return (*found, *(match for match in matches if match not in found))
    return matches


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

    The whole file is the last candidate, if the snippet may be one.
    """
    interpretation = plain_interpretation(operation)
    matched = match_snippet(index, operation.text, path, block.names)
    matches = () if isinstance(matched, Mismatch) else matched
    strategy = matches[0].strategies[0] if matches else DEFINITION.name
    failure = (Reason.PART_OF_FILE, matched.message) if isinstance(matched, Mismatch) else None
    matches = _with_candidates(index, operation, path, block, matches)
    if matches and operation.may_be_whole:
        whole = match_whole_file(index, operation.text, interpretation)
        matches = (*matches, replace(whole, label="replace the whole file", effect=None))
    return BlockMatch(
        interpretation, Search(matches, (StrategyVerdict(strategy, len(matches)),)), failure=failure
    )


def _with_candidates(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The matches of a snippet, and other candidates where they are unsure.

    Words that ask to replace a whole definition put first what drops the rest of it. Then the first of these
    counts:

    1. The only match drops declarations of a rule of a stylesheet: before it, the one that keeps them.
    2. The words ask to add something to the lines that it changes: before it, the likeliest places.
    3. There is no match, its end is unsure, or it only adds at one of several places: the likeliest too.
    """
    # Imported on first use: slow to import, and few responses have a snippet.
    from editreview.matching import asks_to_add, asks_to_replace, merged_rule

    if len(matches) > 1 and asks_to_replace(block.words):
        matches = tuple(sorted(matches, key=lambda match: match.effect is not MatchEffect.DROPS))
    takes_text = any(match.change.takes_text(index.text) for match in matches)
    rule = merged_rule(index, operation.text, path) if takes_text and len(matches) == 1 else None
    if rule is not None:
        whole = replace(matches[0], label="replaces the rule, and drops its other declarations", effect=None)
        is_other = rule.change.apply(index.text) != whole.change.apply(index.text)
        return (rule, whole) if is_other else matches
    changes_lines = takes_text and matches[0].strategies[0] == UNCHANGED_LINES.name
    if changes_lines and asks_to_add(block.words):
        return (*_with_places(index, operation, path, block, ()), *matches)
    is_open = len(matches) > 1 and all(match.label is None or match.only_adds for match in matches[1:])
    is_doubtful = len(matches) == 1 and bool(matches[0].warnings)
    if not matches or is_doubtful or is_open:
        return _with_places(index, operation, path, block, matches)
    return matches


def _with_places(
    index: FileIndex, operation: Snippet, path: str, block: EditBlock, matches: tuple[Match, ...]
) -> tuple[Match, ...]:
    """The matches of a snippet, with the likeliest other places as candidates."""
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import named_spans, possible_places

    places = possible_places(index, operation.text, path, block.names, block.words)
    if len(matches) == 1 and not any(_is_likelier(place, matches[0]) for place in places):
        return matches
    known = {match.label: match for match in reversed(matches)}
    by_result = {match.change.apply(index.text): match for match in reversed(matches)}

    def from_score(least: float) -> list[Match]:
        """The places with at least this score; the same match instead of a place, if there is one."""
        found = (place for place in places if place.score >= least)
        return [by_result.get(each.change.apply(index.text)) or known.get(each.label, each) for each in found]

    changing = [match for match in matches if match.strategies[0] != ADDITION.name]
    described = _described(index, changing, from_score(_DESCRIBED))
    ordered: list[Match] = []
    again = [place for place in from_score(_SET_AGAIN) if _sets_again(index, place, operation.text)]
    for match in (*described, *again, *changing, *from_score(_LIKELY), *matches, *from_score(0)):
        if all(match.key != other.key and match.label != other.label for other in ordered):
            ordered.append(match)
    # Only with the name of its class, that of a method may name one of several with the same lines.
    spans = named_spans(index, block.names, path) if len(block.names) > 1 else []
    if len(spans) == 1 and all(spans != named_spans(index, (name,), path) for name in block.names):
        ordered.sort(key=lambda match: not _is_within(match, spans[0]))
    return tuple(ordered[: MAX_CANDIDATES - operation.may_be_whole])


def _is_within(match: Match, span: tuple[int, int]) -> bool:
    """True if a match is inside of a definition, whose lines are a 0-based span."""
    return match.lines is not None and span[0] < match.lines[0] and match.lines[1] <= span[1]


def _described(index: FileIndex, matches: Sequence[Match], places: Sequence[Match]) -> list[Match]:
    """The matches that replace lines, then the places that the words above a snippet describe.

    If a match inserts at such a place too, it comes instead: its blank lines are like those around it.
    """
    replacing = [match for match in matches if not match.only_adds]
    boundaries = {_boundary(index, match): match for match in reversed(matches) if match not in replacing}
    boundaries.pop(None, None)
    inserting = [place for place in places if _boundary(index, place) is not None]
    return [*replacing, *(boundaries.get(_boundary(index, place), place) for place in inserting)]


def _boundary(index: FileIndex, match: Match) -> tuple[int, int] | None:
    """The number of lines with text above an insertion, and its indentation; None for other changes."""
    if len(match.change.splices) != 1 or match.change.takes_text(index.text):
        return None
    splice = match.change.splices[0]
    above = sum(map(bool, map(str.strip, index.text[: splice.start].splitlines())))
    return above, min((indent_width(line) for line in splice.text.splitlines() if line.strip()), default=0)


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
    if place.score < _VERY_LIKELY or place.lines is None or match.lines is None:
        return False
    return place.lines[0] < match.lines[0] <= match.lines[1] <= place.lines[1]


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
        sure = [(r, s) for r, s in searches if len(s.matches) == 1 and s.matches[0].tier in tiers]
        if sure:
            longest = max(len(interpretation.search) for interpretation, _ in sure)
            left = [(r, s) for r, s in sure if len(r.search) == longest or tiers != (Tier.EXACT,)]
            span = next(s for r, s in left if len(r.search) == longest).matches[0].span
            there = [(r, s) for r, s in left if s.matches[0].span == span]
            interpretation, result = min(there, key=lambda way: _effort(way[1].matches[0]))
            likelier = [r for r in interpretations if _splits_before(r, interpretation)]
            likelier = [r for r in likelier if _likeness(r) > _likeness(interpretation)]
            others = [match for r in likelier for match in search(index, r, path).matches]
            if others:
                # The longest SEARCH is no longer the likelier one: the user decides.
                return BlockMatch(interpretation, replace(result, matches=(*others, *result.matches)))
            return BlockMatch(
                interpretation, result, warnings=interpretation_warnings(interpretation, len(left) - 1)
            )
    interpretation, result = next(((r, s) for r, s in searches if s.matches), searches[0])
    return BlockMatch(
        interpretation, result, warnings=interpretation_warnings(interpretation, 0) if result.matches else ()
    )


def _likeness(interpretation: Interpretation) -> float:
    """The likeness of its old and its new text, in percent."""
    return likeness.ratio(interpretation.search[:_MAX_COMPARED], interpretation.replace[:_MAX_COMPARED])


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
    if isinstance(before, Absent) or not (before.text or before.codec.mark):
        return block
    # UTF-16 cannot be read without its mark.
    can_go = bool(before.codec.mark) and before.codec.name == "utf-8"
    operation = _operation_without_marks(block.operation, index, can_go=can_go)
    return block if operation is block.operation else replace(block, operation=operation)


def _operation_without_marks(operation: Operation, index: FileIndex, *, can_go: bool) -> Operation:
    match operation:
        case Replace() if any(
            _BYTE_ORDER_MARK in (r.search[:1], r.replace[:1]) for r in operation.interpretations
        ):
            interpretations = tuple(
                _without_mark(interpretation, index, can_go=can_go)
                for interpretation in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case Write() | Insert() | ReplaceLines() | Snippet() if operation.text.startswith(_BYTE_ORDER_MARK):
            return replace(operation, text=operation.text.removeprefix(_BYTE_ORDER_MARK))
        case Sketch() if operation.text.startswith(_BYTE_ORDER_MARK):
            text = operation.text.removeprefix(_BYTE_ORDER_MARK)
            pieces = (piece.removeprefix(_BYTE_ORDER_MARK) for piece in operation.pieces[:1])
            return replace(operation, text=text, pieces=(*pieces, *operation.pieces[1:]))
    return operation


def _without_mark(interpretation: Interpretation, index: FileIndex, *, can_go: bool) -> Interpretation:
    if (
        interpretation.search.startswith(_BYTE_ORDER_MARK)
        and interpretation.search.rstrip("\n") in index.line_feeds.text
    ):
        return interpretation
    new, is_removed = interpretation.replace, False
    if interpretation.search.startswith(_BYTE_ORDER_MARK):
        # The first line may be kept, with new lines above it.
        first = interpretation.search.split("\n", 1)[0]
        new = f"\n{new}".replace(f"\n{first}\n", f"\n{first.removeprefix(_BYTE_ORDER_MARK)}\n")[1:]
        is_removed = can_go and new == interpretation.replace and not new.startswith(_BYTE_ORDER_MARK)
    new = new.removeprefix(_BYTE_ORDER_MARK)
    if interpretation.search == _BYTE_ORDER_MARK:
        return replace(interpretation, replace=new, removes_mark=is_removed)
    return replace(
        interpretation,
        search=interpretation.search.removeprefix(_BYTE_ORDER_MARK),
        replace=new,
        removes_mark=is_removed,
    )


_MIN_SIMILAR_LATER = 0.75
"""The score of lines, where a hint says, that may be a later version of a block's."""


class Numbers(Struct, frozen=True):
    """The agreement of a text with the line numbers of one hunk, or of all hunks of a diff."""

    have_old: bool | None = None
    """True if every old text is at its line; None if no hunk has an old text and a line."""
    have_new: bool | None = None
    """True if every new text is at its line after the diff; None as above."""
    is_telling: bool = False
    """True if at least one new text cannot have been there before the diff."""

    @property
    def shows_new_text(self) -> bool:
        """True if a hunk's new text is at its line and cannot have been there before."""
        return self.have_new is True and self.is_telling

    @property
    def are_of_before(self) -> bool:
        """True if the text is the one that the diff was made from."""
        return self.have_old is True and self.have_new is not True

    @property
    def are_of_after(self) -> bool:
        """True if the diff has already been applied to the text."""
        return self.have_new is True and self.have_old is not True and self.is_telling

    @property
    def are_off(self) -> bool:
        """True if the numbers belong to another text."""
        return self.have_old is False

    def __and__(self, other: "Numbers") -> "Numbers":
        """The agreement with the hunks of both together."""
        return Numbers(
            _both_agree(self.have_old, other.have_old),
            _both_agree(self.have_new, other.have_new),
            self.is_telling or other.is_telling,
        )


NO_NUMBERS = Numbers()


def numbers_of(index: FileIndex, block: EditBlock) -> Numbers:
    """The agreement of a text with a hunk's numbers; `NO_NUMBERS` if it is not a hunk, or names no line.

    Args:
        index: The index of the text.
        block: Any block.
    """
    operation, hints = block.operation, block.hints
    if block.group is None or block.group.kind is not GroupKind.ORDERED:
        return NO_NUMBERS
    match operation:
        case Replace(is_text=False):
            interpretation = operation.interpretations[0]
            old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
            is_telling = any(map(str.isalnum, interpretation.replace)) and not only_removes(interpretation)
        case Insert():
            old, new = [], block_lines(operation.text)
            is_telling = any(map(str.isalnum, operation.text))
        case _:
            return NO_NUMBERS
    return Numbers(_are_at(index, old, hints.line), _are_at(index, new, hints.new_line), is_telling)


def is_hunk_pending(index: FileIndex, block: EditBlock) -> bool:
    """True if a hunk's old text is at its line, and its new text is not.

    Args:
        index: The index of the text that the diff was made from.
        block: The hunk.
    """
    line = block.hints.line
    if line is not None and isinstance(block.operation, Insert):
        line += 1
    here = numbers_of(index, replace(block, hints=replace(block.hints, new_line=line)))
    return here.have_old is not False and here.have_new is False


def is_hunk_applied(index: FileIndex, block: EditBlock, numbers: Numbers) -> bool:
    """True if a hunk of a diff was verifiably applied.

    Args:
        index: The index of the text.
        block: The hunk.
        numbers: The agreement of the text with all hunks of its diff.
    """
    if not numbers.are_of_after or not numbers_of(index, block).shows_new_text:
        return False
    if isinstance(block.operation, Insert):
        # If a hunk inserts lines next to equal ones, the two cannot be told apart.
        return stands_once(index, block.operation.text)
    assert isinstance(block.operation, Replace)
    interpretation = block.operation.interpretations[0]
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    if _is_only_outside(index, old, block.hints.new_line, len(new)):
        return False
    # Nor can a line without context that occurs elsewhere too.
    has_context = bool(old and new) and (old[0] == new[0] or old[-1] == new[-1])
    return has_context or stands_once(index, interpretation.replace)


def _is_only_outside(index: FileIndex, old: Sequence[str], new_line: int | None, new_count: int) -> bool:
    """True if old lines are in the file exactly once, and not among the new lines at their 1-based line."""
    key = without_trailing_whitespace
    starts = index.find(key, [*map(key, old)], 2) if old else []
    if len(starts) != 1 or new_line is None:
        return False
    return not new_line <= starts[0] + 1 <= new_line + new_count - len(old)


def _both_agree(one: bool | None, other: bool | None) -> bool | None:
    if one is None or other is None:
        return other if one is None else one
    return one and other


def _are_at(index: FileIndex, lines: Sequence[str], number: int | None) -> bool | None:
    """True if lines are at a 1-based line number, outer whitespace aside; None without lines or number."""
    if number is None or not lines:
        return None
    lines_there = index.bodies[number - 1 : number - 1 + len(lines)] if number else ()
    return [*map(without_indentation, lines_there)] == [*map(without_indentation, lines)]


class Narrowed(Struct, frozen=True):
    """The matches that fit the hints."""

    matches: Sequence[Match]
    warnings: tuple[BlockWarning, ...] = ()
    """Warnings that say why one was chosen, or why the only one may be wrong."""
    suggested: Match | None = None
    """The match to show first, if there are several."""


def narrowed(
    index: FileIndex, matches: Sequence[Match], hints: Hints, below: int, *, are_off: bool
) -> Narrowed:
    """The matches that fit the hints, applying the surest hint first.

    Args:
        index: The index of the text.
        matches: At least one match in it.
        hints: The hints of the block.
        below: The last line of the match of the previous block of the group, 1-based; 0 if there is none.
        are_off: True if the line numbers of the group belong to another version of the text.
    """
    located = [(match, match.lines) for match in matches if match.lines is not None]
    if len(located) == 1:
        return Narrowed(matches, _against_scope(index, located[0][1], hints))
    warnings: tuple[BlockWarning, ...] = ()
    left = list(matches)
    if hints.scopes:
        scopes = below_scopes(index, hints.scopes)
        if not scopes:
            return Narrowed(matches)
        left = [match for match, lines in located if lines[1] > scopes[0] + 1]
        if len(scopes) == 1 and hints.line is None:
            left, warnings = _in_scope(index, left, scopes[0], hints.scopes[-1])
    for applies, fitting in (
        (below, [match for match, lines in located if lines[0] > below]),
        (hints.is_at_end, [match for match, lines in located if lines[1] == len(index.lines)]),
    ):
        both = [match for match in fitting if match in left]
        left = both if applies else left
    at_line = [match for match, lines in located if lines[0] == hints.line and match not in left]
    if left and at_line:
        # The hints contradict each other.
        return Narrowed(matches, suggested=left[0])
    if len(left) > 1 and hints.line is not None:
        return _at_line(left, hints.line, are_off=are_off)
    return Narrowed(left, warnings) if left else Narrowed(matches)


def _in_scope(
    index: FileIndex, matches: list[Match], scope: int, name: str
) -> tuple[list[Match], tuple[BlockWarning, ...]]:
    """The matches in the body of a scope; if there are none, the first match below it."""
    end = body_end(index, scope)
    inside = [match for match in matches if match.lines is not None and match.lines[1] <= end]
    is_fuzzy = any(match.tier is Tier.FUZZY for match in matches)
    if inside or len(matches) < 2 or is_fuzzy:
        # Lines that only resemble the block's need not be right because they come first below the scope.
        return inside or matches, ()
    count, first = len(matches), _first_line(matches[0])
    message = f"its text has {count} matches below {_last_line(name)}; this is the first, L{first}"
    return matches[:1], (BlockWarning(WarningKind.BY_SCOPE, message),)


def _against_scope(index: FileIndex, lines: LineRange, hints: Hints) -> tuple[BlockWarning, ...]:
    """Warn if the only match is not below the scope that the format names."""
    if not hints.scopes or lines[0] == hints.line:
        # Git takes the scope from the old file, where it may be far above.
        return ()
    name, scopes = _last_line(hints.scopes[-1]), below_scopes(index, hints.scopes)
    if not scopes:
        message = f"its text is at L{lines[0]}, but the line it should be below was not found: {name}"
        return (BlockWarning(WarningKind.BY_SCOPE, message),)
    if lines[1] > scopes[0] + 1 or lines[0] <= scopes[0] + 1 <= lines[1]:
        return ()
    message = f"its text is at L{lines[0]}, above {name} at L{scopes[0] + 1}, and should be below"
    return (BlockWarning(WarningKind.AGAINST_HINT, message),)


def _at_line(matches: list[Match], line: int, *, are_off: bool) -> Narrowed:
    nearest = min(matches, key=lambda match: abs(_first_line(match) - line))
    # The number may belong to another version, so likelier lines count more.
    if are_off or _first_line(nearest) != line or any(match.score > nearest.score for match in matches):
        return Narrowed(matches, suggested=nearest)
    message = f"its text has {len(matches)} matches; this is the one at L{line}, the line it names"
    return Narrowed([nearest], (BlockWarning(WarningKind.BY_LINE_NUMBER, message),))


def _first_line(match: Match) -> int:
    return match.lines[0] if match.lines else 0


def may_be_applied(
    index: FileIndex, interpretation: Interpretation, matches: Sequence[Match], hints: Hints
) -> BlockWarning | None:
    """Warn that the new text is already where the format says, and the old text elsewhere."""
    new = block_lines(interpretation.replace)
    firsts = [_first_line(match) for match in matches]
    says_where = hints.line is not None or hints.new_line is not None or bool(hints.scopes)
    if not says_where or len(firsts) != 1 or not new or only_removes(interpretation):
        return None
    key = without_trailing_whitespace
    starts = [start + 1 for start in index.find(key, list(map(key, new)), 100)]
    lines = [line for line in (hints.line, hints.new_line) if line in starts and firsts[0] != hints.line]
    if lines and not firsts[0] <= lines[0] < firsts[0] + len(new):
        message = f"its new text is at L{lines[0]}, the line it names, and its old text at L{firsts[0]}"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    scopes = below_scopes(index, hints.scopes)
    if len(scopes) == 1 and firsts[0] <= scopes[0] and any(start > scopes[0] for start in starts):
        message = f"its new text is already below {_last_line(hints.scopes[-1])}, and its old text above it"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    return None


def likelier_by_hints(
    index: FileIndex, block: EditBlock, path: str, match: Match, below: int
) -> BlockWarning | None:
    """Warn that the only match is not where the format says, while similar lines are.

    The block's lines may have changed there since, and the match be a look-alike of what they were.

    Args:
        index: The index of the text.
        block: The block.
        path: The path of the file.
        match: The only match of the block in the text.
        below: The last line of the match of the previous block of the group, 1-based; 0 if there is none.
    """
    lines, line = match.lines, block.hints.line
    if lines is None or line == lines[0]:
        return None
    regions: list[tuple[LineRange, str]] = []
    scopes = below_scopes(index, block.hints.scopes)
    if len(scopes) == 1:
        end = body_end(index, scopes[0])
        if not scopes[0] < lines[0] <= end:
            regions.append(((scopes[0] + 2, end), f"below {_last_line(block.hints.scopes[-1])}"))
    if lines[0] <= below and (line is None or line > below):
        regions.append(((below + 1, len(index.lines)), "below the hunk before it"))
    if line is not None:
        # Some lines may have been inserted there.
        last = min(line + lines[1] - lines[0] + _MAX_INSERTED, len(index.lines))
        regions.append(((line, last), "at the line that it names"))
    if _may_name_regions(index, block) and _has_lines_elsewhere(index, match):
        spans = _named_elsewhere(index, block, path, lines[0])
        regions += (((first + 1, end), "in what the words above it name") for first, end in spans)
    for region, where in regions:
        similar = _similar_lines(index, match.interpretation, region)
        if similar is not None and not (similar[0] <= lines[1] and lines[0] <= similar[1]):
            message = f"its text is at L{lines[0]}, but similar lines are {where}, L{similar[0]}"
            return BlockWarning(WarningKind.AGAINST_HINT, message)
    return None


def _may_name_regions(index: FileIndex, block: EditBlock) -> bool:
    if not block.paragraphs:
        return bool(block.names)
    from editreview.matching import may_name_regions

    return bool(block.names) or may_name_regions(index, block.paragraphs)


def _named_elsewhere(index: FileIndex, block: EditBlock, path: str, line: int) -> list[tuple[int, int]]:
    """The regions that the words above a block name, unless one has its line, 1-based.

    A name without back-quotes counts only if a region at the same depth has the line. Otherwise the words are
    likely to mean something else.
    """
    from editreview.matching import regions_named

    spans, is_quoted = regions_named(index, block.paragraphs, path)
    spans = spans or _named_spans(index, block.names, path)
    if any(first < line <= end for first, end in spans):
        return []
    if is_quoted or not block.paragraphs:
        return spans
    return [span for span in spans if _is_beside(index, line, span)]


def _is_beside(index: FileIndex, line: int, region: tuple[int, int]) -> bool:
    """True if the region around a line, 1-based, is as deep as another one, or that is a section."""
    head, end = region
    depth = _depth(index.lines[head])
    first = next((at for at in range(head + 1, end) if not is_blank(index.lines[at])), head)
    if _depth(index.lines[first]) <= depth:
        # Of a document, as deep as its title.
        return True
    above = (text for at in reversed(range(line)) if not is_blank(text := index.lines[at]))
    outer = next((text for text in above if _depth(text) <= depth), None)
    return outer is not None and _depth(outer) == depth and outer != index.lines[line - 1]


def _depth(line: str) -> int:
    return len(indentation(line))


def named_match(index: FileIndex, names: Sequence[str], path: str, matches: Sequence[Match]) -> Match | None:
    """The only match in the definitions that the words above a block name; None unless there is one."""
    spans = _named_spans(index, names, path)
    inside = [
        match
        for match in matches
        if match.lines is not None and any(a < match.lines[0] and match.lines[1] <= b for a, b in spans)
    ]
    return inside[0] if len(inside) == 1 else None


def _named_spans(index: FileIndex, names: Sequence[str], path: str) -> list[tuple[int, int]]:
    if not names:
        return []
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import named_spans

    return named_spans(index, names, path)


def _has_lines_elsewhere(index: FileIndex, match: Match) -> bool:
    """A fast first test: True if at least half of the lines that a match quotes are elsewhere too."""
    quoted = [line for line in block_lines(match.interpretation.search) if line.strip()]
    return 2 * sum(index.occurrences.count(line.strip()) > 1 for line in quoted) >= len(quoted)


def _similar_lines(index: FileIndex, interpretation: Interpretation, region: LineRange) -> LineRange | None:
    """The lines of a region that are most similar to a block's, all 1-based; None without any."""
    first, last = region
    starts = index.lines.starts
    if not 1 <= first <= last <= len(index.lines):
        return None
    near = nearness(index.of(index.text[starts[first - 1] : starts[last]]), interpretation).best
    if near is None or near.score < _MIN_SIMILAR_LATER:
        return None
    return first + near.lines[0] - 1, first + near.lines[1] - 1


def _last_line(scope: str) -> str:
    return scope.strip().splitlines()[-1].strip() if scope.strip() else scope


_MAX_INSERTED = 2
"""The most lines inserted where a block names a line that similar lines are looked for among."""
_INFORMATIVE = 8
"""The fewest characters, whitespace aside, by which new text is recognised as already there."""
_EDITED_LIKENESS = 0.5
"""The likeness to the old text, 0 to 1, from which lines may be an edited version of it."""
_STANDS_FOR = 0.6
"""The likeness to the old text, 0 to 1, from which a new text without its lines can stand for it."""
_BESIDE_LIKENESS = 0.9
"""The likeness to the old text, 0 to 1, from which lines next to the new text may be a version of it."""
_MAX_BESIDE = 5
"""Lines beside a match that are compared with the lines it adds there."""
_MAX_RUN = 200
"""The same, blank lines aside, for more than one line."""
_FEW_LETTERS = 5
"""The fewest letters and digits of several lines at the same depth that are hardly there twice by chance."""
_CLOSER = lazy_pattern(r"[)\]}]+[;,]?")
_ITEM = lazy_pattern(
    r"-\s++(?!-?\d+$).*\w.*|#{1,6}\s++\w.*|[\w.$-]+\s*[:=](?!=)\s*\S.*|(?P<quote>['\"]).+(?P=quote),?"
)
"""Matches an item of a list, a heading, a setting or a string, which may be short."""
_SETS = lazy_pattern(
    r"\s*(?:(?:const|let|var|val|final|local|export|my)\s+)?(?P<name>[A-Za-z_$][\w.$]*)(?:\s*:\s*[\w.\[\]]+)?\s*=(?![=>])"
)
"""Matches the beginning of a line that gives a value to a name."""
_WITH_LISTS = tuple(
    ".ini .cfg .conf .editorconfig .service .socket .timer .mount .target .network .netdev .sh .bash".split()
)
"""Ends of names of files in which a name may get several values one after the other."""
_LITERAL = lazy_pattern(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\b\d[\w.]*")
"""Matches a string or a number."""
_VERSION_LIKENESS = 80.0
"""The likeness in percent from which a line next to equal lines is another version of one."""
_TELLING = 2
"""The most occurrences of a line that still tells where the old text was."""


def repeats_itself(index: FileIndex, match: Match, operation: Operation, least: int = _INFORMATIVE) -> bool:
    """True if a block that only adds text around its match would add it a second time.

    Args:
        index: The index of the text.
        match: The block's match.
        operation: The block's operation.
        least: The fewest characters, whitespace aside, that its new text must have: less may be there by
            chance. With 1, a suspicion is enough: added blank lines may have been there before.
    """
    if isinstance(operation, Insert):
        return is_inserted(index, match) and (least == 1 or stands_once(index, match.interpretation.replace))
    if not isinstance(operation, Replace):
        return False
    search, put = match.interpretation.search, match.interpretation.replace
    if least > 1 and "".join(search.split()) == "".join(put.split()):
        return False
    if operation.is_text and _repeats_text(index, match):
        return True
    if match.lines is None:
        return False
    return any(
        _only_adds(old, new) and is_informative("".join(new), least) and _are_around(index, match.lines, new)
        for old, new in (_sides(match.interpretation), _adjusted_sides(index, match))
    )


def has_rival(index: FileIndex, match: Match) -> bool:
    """True if, for a match that is not exact, lines next to the new text may be the old text too."""
    if match.tier is Tier.EXACT or match.lines is None:
        return False
    # The new text contains the match, and at most this many lines around it.
    around, (first, last) = match.interpretation.replace.count("\n"), match.lines
    most = (max(first - around, 1), min(last + around, len(index.lines)))
    sides = (_sides(match.interpretation), _adjusted_sides(index, match))
    runs = (run for _, new in sides if new for run in _runs_around(index, match.lines, new))
    return _is_alike_elsewhere(index, match.interpretation, most) or any(
        window.score >= _BESIDE_LIKENESS
        for run in runs
        for window in _windows_beside(index, match.interpretation, run).windows
    )


def stands_once(index: FileIndex, text: str) -> bool:
    """True if a text has a letter or digit and is in the file exactly once."""
    key = without_trailing_whitespace
    return any(map(str.isalnum, text)) and len(index.find(key, list(map(key, block_lines(text))), 2)) == 1


def surrounds(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if the file has the new text as written, around a match that only resembles the old text, and
    nothing else resembles it.

    Then the match is a part of the new text, and the edit was applied before.
    """
    new = [line for line, text in enumerate(block_lines(match.interpretation.replace)) if text.strip()]
    return any(
        run[0] < match.lines[0]
        and match.lines[1] <= run[-1] + 1
        and [b - a for a, b in pairwise(run)] == [b - a for a, b in pairwise(new)]
        and not _is_alike_elsewhere(index, match.interpretation, (run[0] + 1, run[-1] + 1))
        for run in _runs_of_new_text(index, match, operation)
        if match.lines is not None
    )


def stands_anywhere(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if the file has the new text as written, and the match only resembles the old text.

    The edit may or may not have been applied before.
    """
    return any(
        run[0] + 1 < match.lines[0] or match.lines[1] < run[-1] + 1
        for run in _runs_of_new_text(index, match, operation)
        if match.lines is not None
    )


def _runs_of_new_text(index: FileIndex, match: Match, operation: Operation) -> list[Sequence[int]]:
    """The runs of 0-based lines that have the new text as written, without blank lines.

    Empty for a match that is equal to the old text, and if only blank lines distinguish the two texts.
    """
    new = block_lines(match.interpretation.replace)
    is_as_written = match.tier is not Tier.TOLERANT or match.strategies[0] in INVISIBLE
    if not isinstance(operation, Replace) or is_as_written or not new:
        return []
    key = without_trailing_whitespace
    filled = [line for line in map(key, new) if line]
    if filled == [line for line in map(key, block_lines(match.interpretation.search)) if line]:
        return []
    return list(index.find_nonblank(key, filled, 100)) if filled else []


def doubled_line(index: FileIndex, match: Match, operation: Operation, path: str | None = None) -> int | None:
    """The line that the block adds directly beside an equal line of the file; None if it adds none.

    Either the old text left that line out, or an earlier run added it.

    Args:
        index: The index of the file.
        match: The match.
        operation: The operation.
        path: The path of the file, which tells if a name may have several values there.

    Returns:
        Its number in the text with the block, 1-based.
    """
    if not isinstance(operation, Replace) or operation.is_everywhere or match.lines is None:
        return None
    first, last = match.lines
    sides = _adjusted_sides(index, match)
    old, new = ([line.strip() for line in side] for side in sides)
    if not old or not new:
        return None
    most = min(_MAX_BESIDE, len(new))
    above = [line.strip() for line in index.bodies[max(first - 1 - most, 0) : first - 1]]
    below = [line.strip() for line in index.bodies[last : last + most]]
    for count in range(1, most + 1):
        if new[0] != old[0] and _is_run(new[:count], above[-count:]):
            return first
        if new[-1] != old[-1] and _is_run(new[-count:], below[:count]):
            return first + len(new) - count
    row = _doubled_run(index, match.lines, old, new)
    if row is None:
        sets_once = not _may_set_again(path or "")
        row = _doubled_at_same_depth(index, match.lines, *sides, sets_once=sets_once)
    return None if row is None else first + row


def _doubled_run(index: FileIndex, lines: LineRange, old: Sequence[str], new: Sequence[str]) -> int | None:
    """The row, among new lines, of several that are next to the match already, blank lines aside."""
    rows = [row for row, line in enumerate(new) if line]
    texts, quoted = [new[row] for row in rows], [line for line in old if line]
    most = min(_MAX_RUN, len(texts))
    bodies = index.bodies
    above = [line.strip() for line in bodies[max(lines[0] - 1 - 2 * most, 0) : lines[0] - 1] if line.strip()]
    below = [line.strip() for line in bodies[lines[1] : lines[1] + 2 * most] if line.strip()]
    for count in range(2, most + 1):
        tail, head = texts[-count:], texts[:count]
        if tail[:1] == below[:1] and tail != quoted[-count:] and _is_run(tail, below[:count]):
            return rows[-count]
        if head[-1:] == above[-1:] and head != quoted[:count] and _is_run(head, above[-count:]):
            return rows[0]
    return None


def _doubled_at_same_depth(
    index: FileIndex, lines: LineRange, old: Sequence[str], new: Sequence[str], *, sets_once: bool
) -> int | None:
    """The row, among new lines, of some that are next to the match already, or of another version of these.

    Unlike other runs, they have the same indentation, so they may be short, begin with brackets or be apart.

    Args:
        index: The index of the file.
        lines: The lines of the match.
        old: The lines of the match before the change.
        new: The same after it.
        sets_once: True if a name hardly gets two values one after the other.
    """
    rows = [row for row, line in enumerate(new) if line.strip()]
    texts, quoted = _filled(new), _filled(old)
    most = min(_MAX_RUN, len(texts))
    if not most:
        return None
    above = _filled(index.bodies[max(lines[0] - 1 - 2 * most, 0) : lines[0] - 1])
    below = _filled(index.bodies[lines[1] : lines[1] + 2 * most])
    closes = _open_brackets(new) < _open_brackets(old)
    for count in range(1, most + 1):
        tail, head = texts[-count:], texts[:count]
        if tail != quoted[-count:] and count <= len(below) and (count == 1 or tail[0] == below[0]):
            beside = below[:count]
            is_run = tail == beside and _is_telling_run(index, tail, closes=closes)
            if is_run or (
                tail[:-1] == beside[:-1]
                and _are_versions(
                    tail[-1], beside[-1], tail[:-1], [*quoted, *below[count : count + 1]], sets_once=sets_once
                )
            ):
                return rows[-count]
        if head != quoted[:count] and count <= len(above) and (count == 1 or head[-1] == above[-1]):
            beside = above[-count:]
            is_run = head == beside and _is_telling_run(index, head, closes=closes)
            if is_run or (
                head[1:] == beside[1:]
                and _are_versions(
                    beside[0], head[0], head[1:], [*quoted, *above[:-count][-1:]], sets_once=sets_once
                )
            ):
                return rows[0]
    return None


def _filled(lines: Iterable[str]) -> list[str]:
    return [line.rstrip() for line in lines if line.strip()]


def _open_brackets(lines: Iterable[str]) -> int:
    text = "".join(lines)
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def _is_telling_run(index: FileIndex, run: Sequence[str], *, closes: bool) -> bool:
    """True if lines are hardly twice below each other on purpose.

    Args:
        index: The index of the file.
        run: The lines.
        closes: True if the new text closes more brackets than the old one.
    """
    text = "".join(run).strip()
    if len(run) > 1:
        return sum(map(str.isalnum, text)) >= _FEW_LETTERS
    if closes and _CLOSER.fullmatch(text):
        return _open_brackets([index.text]) == 0
    return bool(_ITEM.fullmatch(text)) or (is_informative(text) and any(map(str.isalnum, text)))


def _are_versions(
    first: str, second: str, common: Sequence[str], others: Sequence[str], *, sets_once: bool
) -> bool:
    """True if two lines, one of them new, are versions of each other.

    They are if equal lines are next to both and they differ in more than a literal, or if they give a value
    to the same name one after the other, and call nothing for it.

    Args:
        first: The line that would be above.
        second: The line that would be below.
        common: The new lines next to one, and lines of the file next to the other.
        others: The old lines, and the line of the file beyond. If they are alike, such lines recur.
        sets_once: False if a name may get several values one after the other.
    """
    depth = indentation(first)
    if first == second or any(indentation(line) != depth for line in (second, *common)):
        return False
    if common:
        is_telling = sum(map(str.isalnum, "".join(common))) >= _INFORMATIVE
        is_new = not any(line in others for line in common)
        if _LITERAL.sub("0", first) == _LITERAL.sub("0", second):
            return False
        return is_telling and is_new and likeness.ratio(first, second) >= _VERSION_LIKENESS
    one, other = _SETS.match(first), _SETS.match(second)
    if not sets_once or one is None or other is None or one["name"] != other["name"]:
        return False
    if "(" in first[one.end() :]:
        return False
    return not any(one["name"] in line for line in (second[other.end() :], *others))


def _may_set_again(path: str) -> bool:
    return path.lower().endswith(_WITH_LISTS)


def _is_run(new: Sequence[str], beside: Sequence[str]) -> bool:
    if new != beside:
        return False
    if len(new) == 1 and _NEVER_TWICE.fullmatch(new[0]):
        return True
    return is_informative("".join(new), _INFORMATIVE) and any(map(str.isalnum, new[0]))


def is_moved_already(index: FileIndex, match: Match, operation: Operation) -> bool:
    """True if a block that changes the indentation of lines may have done so before.

    It may have if the lines are not indented like its old text, or are indented like its new one.
    """
    is_as_written = match.tier is Tier.EXACT or match.strategies[0] in INVISIBLE
    if not isinstance(operation, Replace) or is_as_written or match.lines is None:
        return False
    if operation.is_text and not match.interpretation.search.endswith("\n"):
        # It was found inside of lines.
        return False
    old, new = _adjusted_sides(index, match)
    if not old or not any(line.strip() for line in new):
        return False
    if _filled_lines(old) == _filled_lines(new):
        found = index.bodies[match.lines[0] - 1 : match.lines[1]]
        before, after = _sides(match.interpretation)
        return not _fits_uniformly(before, found) or _fits_uniformly(after, found)
    return any(
        _only_adds(*sides) and _are_around(index, match.lines, sides[1], at_any_depth=True)
        for sides in (_sides(match.interpretation), (old, new))
    )


def _filled_lines(lines: Sequence[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip()]


def _fits_uniformly(lines_there: Sequence[str], lines_found: Sequence[str]) -> bool:
    """True if lines are equal but for one uniform change of indentation."""
    return len(lines_there) == len(lines_found) and uniform_map(lines_there, lines_found) is not None


def _sides(interpretation: Interpretation) -> tuple[list[str], list[str]]:
    return block_lines(interpretation.search), block_lines(interpretation.replace)


def _adjusted_sides(index: FileIndex, match: Match) -> tuple[list[str], list[str]]:
    """The lines of a match before and after the adjusted change; empty if that reaches outside the match."""
    start, end = match.span
    if any(not start <= splice.start <= splice.end <= end for splice in match.change.splices):
        return [], []
    inside = Change(tuple(Splice(s.start - start, s.end - start, s.text) for s in match.change.splices))
    old = index.text[start:end]
    return old.splitlines(), inside.apply(old).splitlines()


def _are_around(
    index: FileIndex, lines: LineRange, run: Sequence[str], *, at_any_depth: bool = False
) -> bool:
    """True if a run of these lines in the file contains a match."""
    return any(_runs_around(index, lines, run, at_any_depth=at_any_depth))


def _runs_around(
    index: FileIndex, lines: LineRange, run: Sequence[str], *, at_any_depth: bool = False
) -> Iterator[LineRange]:
    """The runs of these lines in the file, 1-based, that contain a match.

    At the end of the file, blank lines at their end may be missing.
    """
    quoted = lines[1] - lines[0] + 1
    filled = len(run) - next((n for n, line in enumerate(reversed(run)) if line.strip()), 0)
    return (
        (first + 1, first + count)
        for count in {min(max(filled, quoted + 1), len(run)), len(run)}
        for first in index.find(without_indentation, list(map(without_indentation, run[:count])), 100)
        if first < lines[0]
        and lines[1] <= first + count
        and (count == len(run) or first + count == len(index.lines))
        and (at_any_depth or uniform_map(run[:count], index.bodies[first : first + count]) is not None)
    )


def _repeats_text(index: FileIndex, match: Match) -> bool:
    for end in ("\n", "\r\n"):
        sought, put = (
            text.replace("\n", end) for text in (match.interpretation.search, match.interpretation.replace)
        )
        at = put.find(sought)
        while at >= 0:
            start = match.span[0] - at
            if start >= 0 and put == index.text[start : start + len(put)]:
                return True
            at = put.find(sought, at + 1)
    return False


def _only_adds(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if the new lines contain all of the old ones, and more around them."""
    if not 0 < len(old) < len(new):
        return False
    search, new_lines = list(map(without_indentation, old)), list(map(without_indentation, new))
    return any(new_lines[at : at + len(search)] == search for at in range(len(new_lines) - len(search) + 1))


def is_informative(text: str, least: int = _INFORMATIVE) -> bool:
    """True if a text has `least` characters, whitespace aside, so that it is hardly there by chance."""
    return len("".join(text.split())) >= least


def only_removes(interpretation: Interpretation) -> bool:
    """True if the new text is a remainder of the old one, so that finding it proves nothing."""
    old, new = (
        [line.strip() for line in block_lines(text)]
        for text in (interpretation.search, interpretation.replace)
    )
    left = iter(old)
    if all(line in left for line in new if line):
        return True
    search, put = ("".join(text.split()) for text in (interpretation.search, interpretation.replace))
    return sum(common_ends(search, put)) == len(put)


def _new_text_lines(
    index: FileIndex, interpretation: Interpretation, *, is_text: bool = False
) -> LineRange | None:
    """The lines of the only occurrence of the new text; None if there are several, or it says little.

    Several prove nothing: one of them may be the example that the edit follows elsewhere.

    Args:
        index: The index of a text without the old lines.
        interpretation: The block's interpretation.
        is_text: True if its texts may begin or end within a line.
    """
    if only_removes(interpretation) or not is_informative(interpretation.replace):
        return None
    if is_text:
        starts = text_starts(index, interpretation.replace)
        if len(starts) != 1:
            return None
        end = starts[0] + len(interpretation.replace)
        return (index.lines.at(starts[0]) + 1, index.lines.at(max(end - 1, starts[0])) + 1)
    key = without_trailing_whitespace
    filled = [line for line in map(key, block_lines(interpretation.replace)) if line]
    runs = index.find_nonblank(key, filled, 2) if filled else []
    return (runs[0][0] + 1, runs[0][-1] + 1) if len(runs) == 1 else None


def follows_from(interpretation: Interpretation) -> bool:
    """True if the new text shares a line with the old one, or resembles it.

    Otherwise it may be in the file for another reason, and proves nothing about the old text.
    """
    old, new = (
        {line.strip() for line in block_lines(text)}
        for text in (interpretation.search, interpretation.replace)
    )
    if any(any(map(str.isalnum, line)) for line in old & new):
        return True
    return likeness.ratio(interpretation.search.strip(), interpretation.replace.strip()) >= 100 * _STANDS_FOR


def is_new_text_of(index: FileIndex, interpretation: Interpretation, *, is_text: bool = False) -> bool:
    """True if a text without the old lines verifiably has the result of the block.

    It has the new text once, and nothing else that resembles the old text.
    """
    lines = _new_text_lines(index, interpretation, is_text=is_text)
    return lines is not None and not _is_alike_elsewhere(index, interpretation, lines)


def _is_alike_elsewhere(index: FileIndex, interpretation: Interpretation, lines: LineRange) -> bool:
    """True if the text has lines that resemble the old text, other than those of the new text.

    Args:
        index: The index of the text.
        interpretation: The block's interpretation.
        lines: The lines of the new text.
    """
    old = block_lines(interpretation.search)
    for line in {line.strip() for line in old if is_informative(line)}:
        matches = index.occurrences.of(line, _TELLING) if index.occurrences.count(line) <= _TELLING else []
        if any(not lines[0] <= n + 1 <= lines[1] for n in matches):
            return True
    similar = _windows_beside(index, interpretation, lines)
    return similar.is_cut_short or any(window.score >= _EDITED_LIKENESS for window in similar.windows)


def _windows_beside(index: FileIndex, interpretation: Interpretation, lines: LineRange) -> Similar:
    """The windows most similar to the old text, outside the lines of the new text."""
    starts = index.lines.starts
    above, below = index.text[: starts[lines[0] - 1]], index.text[starts[lines[1]] :]
    return similar_windows(index.of(f"{above}{index.line_end}{below}"), block_lines(interpretation.search))
