"""Finds the matches of one operation in one text, whatever other blocks there are."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    Hints,
    Insert,
    Interpretation,
    Replace,
    ReplaceLines,
    Rewrite,
    Sketch,
    Snippet,
    plain_interpretation,
)
from editreview.errors import Reason
from editreview.matching import (
    ALL_OCCURRENCES,
    ANCHOR,
    CASCADE,
    DEFINITION,
    Choice,
    FileIndex,
    Match,
    MatchWarningKind,
    Mismatch,
    Search,
    StrategyVerdict,
    Tier,
    anchor_of,
    as_lines,
    at_start,
    block_lines,
    is_once,
    language_of,
    match_by_line,
    match_whole_file,
    search,
    search_loosely,
    search_text,
    without_trailing_whitespace,
)
from editreview.review.already_applied import is_new_text_of
from editreview.review.marks import MARK
from editreview.review.warnings import BlockWarning, WarningKind

_STRUCTURAL = "structural"
_ANCHORED = "edit-protocol"
_ORDER = {strategy.name: nth for nth, strategy in enumerate(CASCADE)}
_SHOWN = 100
"""Characters of a text that a message shows."""


class BlockMatch(Struct, frozen=True):
    """The outcome of a search for an operation's matches in one text."""

    interpretation: Interpretation
    search: Search
    choice: Choice = Choice.ONE_OF
    warnings: tuple[BlockWarning, ...] = ()
    failure: tuple[Reason, str] | None = None
    """The reason why there is no match, where the search knows it."""


def match_block(index: FileIndex, block: EditBlock, path: str) -> BlockMatch:
    """All matches of a block's operation, one that looks for text or code, or names lines.

    Args:
        index: Of the text to look in.
        block: Its operation is no whole-file one.
        path: Of the file.
    """
    return _with_last_line_end(index, block, _at_mark(_find(index, block, path)))


def _find(index: FileIndex, block: EditBlock, path: str) -> BlockMatch:
    operation = block.operation
    match operation:
        case Replace(is_text=True):
            return _find_text(index, operation, block.format, path)
        case Replace():
            interpretations = [
                interpretation for interpretation in operation.interpretations if interpretation.search
            ]
            found = _everywhere(operation, _best(index, interpretations, path))
            if block.format == _ANCHORED:
                found = _by_anchor(index, found)
            return found
        case ReplaceLines() | Insert():
            return _find_lines(index, operation, block.hints, path)
        case Rewrite():
            return _find_shape(index, operation, path)
        case Sketch():
            return _find_pieces(index, operation)
        case Snippet():
            return _find_definitions(index, operation, path)
    raise TypeError(f"{operation} has no match to look for")


def _at_mark(found: BlockMatch) -> BlockMatch:
    """The match at the start of the file, for an old text that begins with its byte order mark."""
    first = tuple(match for match in found.search.matches if match.span[0] == 0)
    if not found.interpretation.removes_mark or not first:
        return found
    return replace(found, search=replace(found.search, matches=first))


def _with_last_line_end(index: FileIndex, block: EditBlock, found: BlockMatch) -> BlockMatch:
    """The matches, with the end that the last line of the file is to have after each.

    Lines put in or taken out at the end of the file leave it with a final newline or without, as it was;
    a replacement by characters decides it itself.
    """
    if not found.search.matches:
        return found
    final, operation = block.hints.final_newline, block.operation
    if final is None and isinstance(operation, Replace) and operation.is_text:
        return found
    is_closed = index.text.endswith(("\n", "\r"))
    end = index.line_end if (is_closed if final is None else final) else ""
    matches = tuple(
        replace(match, change=match.change.ending(index.text, end)) if _reaches_end(index, match) else match
        for match in found.search.matches
    )
    return replace(found, search=replace(found.search, matches=matches))


def _reaches_end(index: FileIndex, match: Match) -> bool:
    length = len(index.text)
    return match.span[1] == length or any(splice.end == length for splice in match.change.splices)


def _by_anchor(index: FileIndex, found: BlockMatch) -> BlockMatch:
    """The matches, with the verdict of the format's own rule."""
    anchor, search = anchor_of(index, found.interpretation), found.search
    if not anchor.lines:
        return found
    verdicts = (StrategyVerdict(ANCHOR.name, int(anchor.holds)), *search.verdicts)
    matches = search.matches
    if anchor.holds and len(matches) == 1 and matches[0].tier is Tier.EXACT:
        matches = (replace(matches[0], strategies=(ANCHOR.name, *matches[0].strategies)),)
    return replace(found, search=replace(search, matches=matches, verdicts=verdicts))


def is_found_once(text: str, block: EditBlock) -> bool:
    """True if `match_block` is sure to find one match in a text, told without an index of it."""
    operation = block.operation
    if not isinstance(operation, Replace) or not operation.is_text or operation.is_everywhere:
        return False
    return is_once(text, operation.interpretations[0].search)


def match_block_loosely(index: FileIndex, block: EditBlock, path: str) -> BlockMatch | None:
    """Matches of other text than the block's old one, for a block whose old text is nowhere; None if none."""
    operation = block.operation
    if not isinstance(operation, Replace) or operation.is_everywhere:
        return None
    interpretations = (
        as_lines(r) if operation.is_text else r for r in operation.interpretations if r.search.strip()
    )
    interpretation = next(
        (interpretation for interpretation in interpretations if interpretation is not None), None
    )
    if interpretation is None:
        return None
    return _with_last_line_end(
        index, block, BlockMatch(interpretation, search_loosely(index, interpretation, path))
    )


def is_like_old_text(index: FileIndex, block: EditBlock, path: str) -> bool:
    """True if a text is like the old one where it does not hold the new one."""
    found = match_block_loosely(index, block, path)
    if found is None or not found.search.matches:
        return False
    new = block_lines(found.interpretation.replace)
    key = without_trailing_whitespace
    starts = index.find(key, list(map(key, new)), 100) if new else []
    return not any(
        match.lines is None or (match.lines[0] <= start + len(new) and start < match.lines[1])
        for match in found.search.matches
        for start in starts
    )


def _find_text(index: FileIndex, operation: Replace, format: str, path: str) -> BlockMatch:
    interpretation = operation.interpretations[0]
    if interpretation.removes_mark and interpretation.search == MARK:
        return BlockMatch(
            interpretation, Search((at_start(index, interpretation),), (StrategyVerdict("exact", 1),))
        )
    result = search_text(index, interpretation, path, overlapping=not operation.is_everywhere)
    found = BlockMatch(interpretation, result)
    if (
        format == _STRUCTURAL
        and not result.matches
        and not is_new_text_of(index, interpretation, is_text=True)
    ):
        # A pattern without metavariables is text; the words are those its tool answers with.
        pattern = visible_start(interpretation.search)
        message = f"Pattern not found (even with fuzzy matching): {pattern}. Line numbers are surer"
        return replace(found, failure=(Reason.NOT_FOUND, message))
    return _everywhere(operation, found)


def _find_shape(index: FileIndex, operation: Rewrite, path: str) -> BlockMatch:
    # Parsers are dear to import, and few responses need them.
    from editreview.matching import structural_matches

    language = operation.language or language_of(path) or PurePosixPath(path).suffix or path
    result = structural_matches(index, operation, language)
    found = BlockMatch(plain_interpretation(operation), result, Choice.EACH)
    if not result.matches:
        return replace(found, failure=(Reason.NOT_FOUND, result.message or "no code has this shape"))
    if result.message is None:
        return found
    return replace(found, warnings=(BlockWarning(WarningKind.LEFT_OUT, result.message),))


def visible_start(text: str) -> str:
    """The first characters of a text, in one line."""
    start = " ".join(text[:_SHOWN].split())
    return f"{start} …" if len(text) > _SHOWN else start


def _everywhere(operation: Replace, found: BlockMatch) -> BlockMatch:
    if not operation.is_everywhere:
        return found
    if found.search.is_cut_short:
        message = f"its text has {len(found.search.matches)} matches or more: too many to change at once"
        failure = (Reason.AMBIGUOUS, message)
        return replace(found, search=replace(found.search, matches=()), failure=failure)
    matches = tuple(
        replace(match, strategies=(ALL_OCCURRENCES.name, *match.strategies)) for match in found.search.matches
    )
    found = replace(found, search=replace(found.search, matches=matches), choice=Choice.EACH)
    if not matches or operation.expected in (None, len(matches)):
        return found
    message = f"the call expects {operation.expected} matches, but the file has {len(matches)}"
    return replace(found, warnings=(*found.warnings, BlockWarning(WarningKind.AGAINST_HINT, message)))


def _find_lines(index: FileIndex, operation: ReplaceLines | Insert, hints: Hints, path: str) -> BlockMatch:
    result = match_by_line(index, operation, hints.scopes, language_of(path))
    found = BlockMatch(plain_interpretation(operation), result)
    if not result.matches:
        return replace(found, failure=_no_such_line(index, operation, hints))
    if isinstance(operation, ReplaceLines) or operation.after is not None:
        message = "matched by its line number alone: nothing there was compared"
    elif hints.scopes:
        return found
    else:
        message = "goes to the end of the file: nothing says where else"
    return replace(found, warnings=(BlockWarning(WarningKind.BY_LINE_NUMBER, message),))


def _find_pieces(index: FileIndex, operation: Sketch) -> BlockMatch:
    from editreview.matching import apply_sketch

    interpretation, found = plain_interpretation(operation), apply_sketch(index, operation)
    matches = () if isinstance(found, Mismatch) else (found,)
    failure = (Reason.PLACEHOLDER, found.message) if isinstance(found, Mismatch) else None
    return BlockMatch(
        interpretation, Search(matches, (StrategyVerdict("elision", len(matches)),)), failure=failure
    )


def _find_definitions(index: FileIndex, operation: Snippet, path: str) -> BlockMatch:
    from editreview.matching import match_definitions

    interpretation, found = plain_interpretation(operation), match_definitions(index, operation.text, path)
    matches = () if isinstance(found, Mismatch) else found
    failure = (Reason.PART_OF_FILE, found.message) if isinstance(found, Mismatch) else None
    if matches and operation.may_be_whole:
        whole = match_whole_file(index, operation.text, interpretation)
        matches = (*matches, replace(whole, label="replace the whole file"))
    return BlockMatch(
        interpretation, Search(matches, (StrategyVerdict(DEFINITION.name, len(matches)),)), failure=failure
    )


def _no_such_line(index: FileIndex, operation: ReplaceLines | Insert, hints: Hints) -> tuple[Reason, str]:
    count = len(index.lines)
    has = f"the file has {count} line{'s' if count != 1 else ''}"
    if isinstance(operation, ReplaceLines):
        if operation.first > operation.last:
            return Reason.BAD_LINE_NUMBER, f"line {operation.first} comes after line {operation.last}"
        return Reason.BAD_LINE_NUMBER, f"{has}: there are no lines {operation.first} to {operation.last}"
    if operation.after is None:
        return Reason.NOT_FOUND, f"the line it goes below is not there: {hints.scopes[-1].strip()}"
    return Reason.BAD_LINE_NUMBER, f"{has}: there is no line {operation.after} to insert after"


def _best(index: FileIndex, interpretations: Sequence[Interpretation], path: str) -> BlockMatch:
    """The interpretation that the text speaks for: the longest SEARCH with one exact place, else with one."""
    searches = [(interpretation, _search(index, interpretation, path)) for interpretation in interpretations]
    for tiers in ((Tier.EXACT,), tuple(Tier)):
        sure = [(r, s) for r, s in searches if len(s.matches) == 1 and s.matches[0].tier in tiers]
        if sure:
            longest = max(len(interpretation.search) for interpretation, _ in sure)
            left = [(r, s) for r, s in sure if len(r.search) == longest or tiers != (Tier.EXACT,)]
            span = next(s for r, s in left if len(r.search) == longest).matches[0].span
            there = [(r, s) for r, s in left if s.matches[0].span == span]
            interpretation, result = min(there, key=lambda way: _effort(way[1].matches[0]))
            return BlockMatch(
                interpretation, result, warnings=interpretation_warnings(interpretation, len(left) - 1)
            )
    interpretation, result = next(((r, s) for r, s in searches if s.matches), searches[0])
    return BlockMatch(
        interpretation, result, warnings=interpretation_warnings(interpretation, 0) if result.matches else ()
    )


def _effort(match: Match) -> tuple[int, int]:
    """The number by which the least adjusted of several matches of the same lines comes first."""
    guesses = sum(warning.kind is MatchWarningKind.GUESSED_DEPTH for warning in match.warnings)
    return _ORDER.get(match.strategies[0], len(_ORDER)), guesses


def _search(index: FileIndex, interpretation: Interpretation, path: str) -> Search:
    """The search for an interpretation; no place if the text goes on with the line that ends its SEARCH.

    Then that line is content, and the interpretation cuts the block in its middle: its other matches
    are none either.
    """
    found = search(index, interpretation, path)
    if not found.matches or interpretation.divider is None:
        return found
    goes_on = any(
        _is_rule_like(interpretation.divider, body)
        for match in found.matches
        if match.lines is not None
        for body in index.bodies[match.lines[1] : match.lines[1] + 1]
    )
    if not goes_on and not _is_quoted(index, interpretation.beyond):
        return found
    return Search((), tuple(replace(verdict, matches=0) for verdict in found.verdicts))


def _is_quoted(index: FileIndex, beyond: str) -> bool:
    """True if the text holds what an interpretation leaves to its new text: a divider, the lines after it."""
    divider, *rest = map(without_trailing_whitespace, block_lines(beyond.rstrip() + "\n"))
    return any(rest) and any(
        _is_rule_like(divider.strip(), body)
        for first in index.find(without_trailing_whitespace, rest, 100)
        for body in index.bodies[max(first - 1, 0) : first]
    )


def _is_rule_like(divider: str, line: str) -> bool:
    return set(line.strip()) == set(divider)


def interpretation_warnings(interpretation: Interpretation, others: int) -> tuple[BlockWarning, ...]:
    """The warnings for a block that was read in one of several ways.

    Args:
        interpretation: That way.
        others: How many others have a match as good.
    """
    if interpretation.drops_divider and not interpretation.replace.strip():
        message = "drops one of its dividers, and what is left only deletes"
        return (BlockWarning(WarningKind.DIVIDER_DROPPED, message),)
    if others:
        how = interpretation.assumption or "as it is written"
        message = f"the block can be read in more than one way; read here: {how}"
    elif interpretation.drops_divider:
        message = interpretation.assumption or "drops one of its dividers"
    else:
        return ()
    return (BlockWarning(WarningKind.READING, message),)
