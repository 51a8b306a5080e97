"""Chooses among the matches of a block by the hints of its format, such as line numbers and scopes.

A scope is a line that a hunk names as standing above it. Hints never find a match, and a wrong hint decides
nothing. The line numbers of a diff also tell if a text is the one before the diff, or the one after
(`Numbers`). A single hunk may match at its line by chance, as equal lines do. All hunks of a diff together
tell more.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    GroupKind,
    Hints,
    Insert,
    Interpretation,
    LineRange,
    Replace,
    base_name,
)
from editreview.first_use import lazy_pattern
from editreview.formats import names_a_file, names_code
from editreview.matching import (
    LIKENESS,
    FileIndex,
    Match,
    Tier,
    Window,
    begins_definition,
    below_scopes,
    block_lines,
    body_end,
    comment_around,
    enclosing,
    forced_match,
    nearness,
    region_end,
    scope_at,
    without_indentation,
    without_trailing_whitespace,
)
from editreview.review.already_applied import only_removes, stands_once
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import indentation, is_blank, is_informative, whole_word, words_of_name

_FEW_LINES = 2
"""The most lines of a block that may all have changed where it belongs."""
_MIN_UNIQUE_LINES = 2
"""The fewest lines with which a match is certain, if each of them occurs once in the file."""
_MAX_INSERTED = 2
"""The most lines inserted where a block names a line that similar lines are looked for among."""
_MAX_OFF = 9
"""The most lines by which a line number is expected to be wrong."""
_MIN_LATER_LIKENESS = 0.75
"""The lowest likeness of lines, where a hint says, that may be a later version of a block's."""
_MIN_NEAR_LIKENESS = 0.85
"""The lowest likeness of lines near a line number that may be a later version of a block's."""
MAX_PARAGRAPHS = 2
"""The most paragraphs above a block that may name its place, the nearest first."""
_MEMBER = lazy_pattern(r"(?:\.|::?|#|->)(?=\w)")
"""The sign between a type and its member: `Store.load`."""
_SIGNS_OF_COMMENT = ("*", "//", "#")
"""Beginnings of lines that are meant to be in a comment, which may have delimiters of any language."""


class Numbers(Struct, frozen=True):
    """The agreement of a text with the line numbers of one hunk, or of all hunks of a diff."""

    have_old: bool | None = None
    """True if every old text is at its line; None if no hunk has an old text and a line."""
    have_new: bool | None = None
    """True if every new text is at its line after the diff; None as above."""
    is_new: bool = False
    """True if at least one new text cannot have been there before the diff."""

    @property
    def shows_new_text(self) -> bool:
        """True if a hunk's new text is at its line and cannot have been there before."""
        return self.have_new is True and self.is_new

    @property
    def match_old_text(self) -> bool:
        """True if the text is the one that the diff was made from."""
        return self.have_old is True and self.have_new is not True

    @property
    def match_new_text(self) -> bool:
        """True if the diff has already been applied to the text."""
        return self.have_new is True and self.have_old is not True and self.is_new

    @property
    def are_stale(self) -> bool:
        """True if the numbers belong to another text."""
        return self.have_old is False

    def __and__(self, other: "Numbers") -> "Numbers":
        """The agreement with the hunks of both together."""
        return Numbers(
            _both_agree(self.have_old, other.have_old),
            _both_agree(self.have_new, other.have_new),
            self.is_new or other.is_new,
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
            is_new = is_informative(interpretation.replace) and not only_removes(interpretation)
        case Insert():
            old, new = [], block_lines(operation.text)
            is_new = is_informative(operation.text)
        case _:
            return NO_NUMBERS
    return Numbers(_are_at(index, old, hints.line), _are_at(index, new, hints.new_line), is_new)


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
    if not numbers.match_new_text or not numbers_of(index, block).shows_new_text:
        return False
    if isinstance(block.operation, Insert):
        # If a hunk inserts lines next to equal ones, the two cannot be told apart.
        return stands_once(index, block.operation.text)
    assert isinstance(block.operation, Replace)
    interpretation = block.operation.interpretations[0]
    old, new = block_lines(interpretation.search), block_lines(interpretation.replace)
    if _is_only_outside(index, old, block.hints.new_line, len(new)):
        return False
    # A line without context that occurs elsewhere too cannot be told from the line that the hunk added.
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


class HunkBefore(Struct, frozen=True):
    """The match of the previous hunk of a diff."""

    last: int = 0
    """Its last line, 1-based; 0 if there is none."""
    line: int | None = None
    """The line that this hunk names."""
    drift: int = 0
    """The lines by which its match is below that line; 0 if it may be another one."""

    def last_above(self, hints: Hints) -> int:
        """Its last line; 0 if the numbers of the two hunks contradict their order, as these count more."""
        is_above = hints.line is not None and self.line is not None and hints.line < self.line
        return 0 if is_above else self.last


NO_HUNK = HunkBefore()


class Narrowed(Struct, frozen=True):
    """The matches that fit the hints."""

    matches: Sequence[Match]
    warnings: tuple[BlockWarning, ...] = ()
    """Warnings that say why one was chosen, or why the only one may be wrong."""
    suggested: Match | None = None
    """The match to show first, if there are several."""


def narrowed(
    index: FileIndex, matches: Sequence[Match], hints: Hints, below: int, *, are_stale: bool
) -> Narrowed:
    """The matches that fit the hints, applying the surest hint first.

    Args:
        index: The index of the text.
        matches: At least one match in it.
        hints: The hints of the block.
        below: The last line of the match of the previous block of the group, 1-based; 0 if there is none.
        are_stale: True if the line numbers of the group belong to another version of the text.
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
        return _at_line(left, hints.line, are_stale=are_stale)
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
    message = f"its text has {count} matches below {_last_line(name)}; this is the first, line {first}"
    return matches[:1], (BlockWarning(WarningKind.BY_SCOPE, message),)


def _against_scope(index: FileIndex, lines: LineRange, hints: Hints) -> tuple[BlockWarning, ...]:
    """Warn if the only match is not below the scope that the format names."""
    if not hints.scopes or lines[0] == hints.line:
        # Git takes the scope from the old file, where it may be far above.
        return ()
    name, scopes = _last_line(hints.scopes[-1]), below_scopes(index, hints.scopes)
    if not scopes:
        return (_scope_missing(lines[0], name),)
    if lines[1] > scopes[0] + 1 or lines[0] <= scopes[0] + 1 <= lines[1]:
        return ()
    message = f"its text is at line {lines[0]}, above {name} at line {scopes[0] + 1}, and should be below"
    return (BlockWarning(WarningKind.AGAINST_HINT, message),)


def _scope_missing(line: int, scope: str) -> BlockWarning:
    message = f"its text is at line {line}, but the line it should be below was not found: {scope}"
    return BlockWarning(WarningKind.BY_SCOPE, message)


def _at_line(matches: list[Match], line: int, *, are_stale: bool) -> Narrowed:
    nearest = min(matches, key=lambda match: abs(_first_line(match) - line))
    # The number may belong to another version, so likelier lines count more.
    if are_stale or _first_line(nearest) != line or any(match.score > nearest.score for match in matches):
        return Narrowed(matches, suggested=nearest)
    message = f"its text has {len(matches)} matches; this is the one at line {line}, which it names"
    return Narrowed([nearest], (BlockWarning(WarningKind.BY_LINE_NUMBER, message),))


def _first_line(match: Match) -> int:
    return match.lines[0] if match.lines else 0


def repeated_warning(
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
        message = f"its new text is at line {lines[0]}, which it names, and its old text at line {firsts[0]}"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    scopes = below_scopes(index, hints.scopes)
    if len(scopes) == 1 and firsts[0] <= scopes[0] and any(start > scopes[0] for start in starts):
        message = f"its new text is already below {_last_line(hints.scopes[-1])}, and its old text above it"
        return BlockWarning(WarningKind.REPEATED, f"{message}: it may have been applied before")
    return None


class _Region(Struct, frozen=True):
    """Lines among which a hint says that the match should be."""

    lines: LineRange
    where: str = ""
    """Says where they are, unless they are outside of a comment."""
    least: float = _MIN_LATER_LIKENESS
    """The lowest likeness of lines that may be a later version of the block's."""
    comment_line: int | None = None
    """The first line of the comment that the match is in; then lines in comments do not count."""
    is_named: bool = False
    """True if the words above the block or its scope name them."""


class NamedTwin(Struct, frozen=True):
    """Lines like those of a block's only match, in the part of the file that its words or its scope name."""

    match: Match
    where: str
    """Says where they are: `in the part that the words above it name`."""
    message: str
    """Says where they and those of the match are."""
    is_likelier: bool
    """True if it is the only part named, and few lines differ there from the block's."""


def named_twin(
    index: FileIndex, block: EditBlock, path: str, match: Match, before: HunkBefore
) -> NamedTwin | None:
    """The twin of an exact match that is where the words or the scope say; None without one.

    The block may have been written for it from memory, while the file has the block's lines elsewhere.
    """
    lines = match.lines
    if lines is None or block.hints.line == lines[0] or not isinstance(block.operation, Replace):
        return None
    regions = [each for each in _hinted_regions(index, block, path, match, lines, before) if each.is_named]
    found: list[tuple[_Region, LineRange]] = []
    for region in regions:
        similar = _similar_lines(index, match.interpretation, region)
        if similar is not None and not (similar[0] <= lines[1] and lines[0] <= similar[1]):
            found.append((region, similar))
    if len(found) != 1:
        return None
    (region, (first, last)), new = found[0], block_lines(match.interpretation.replace)
    key = without_indentation
    own = list(map(key, index.bodies[first - 1 : last]))
    if not match.change or own == list(map(key, new)):
        return None
    twin = forced_match(index, match.interpretation, Window(first - 1, last, 0.0), path)
    if not twin.fits or not twin.change:
        return None
    old = Counter(map(key, block_lines(match.interpretation.search)))
    differing = max((old - Counter(own)).total(), (Counter(own) - old).total())
    is_likelier = len(regions) == 1 and differing <= _FEW_LINES
    twin, message = replace(twin, strategies=(LIKENESS.name,)), _region_message(lines[0], region, first)
    return NamedTwin(twin, region.where, message, is_likelier=is_likelier)


def hint_warning(
    index: FileIndex,
    block: EditBlock,
    path: str,
    match: Match,
    before: HunkBefore,
    are_edited: Callable[[AbstractSet[str]], bool],
) -> BlockWarning | None:
    """Warn that the only match is not where the format says, or in a comment, while similar lines are not.

    The block's lines may have changed there since, and the match be a look-alike of what they were.

    Args:
        index: The index of the text.
        block: The block.
        path: The path of the file.
        match: The only match of the block in the text.
        before: The previous block of the group.
        are_edited: Returns True if another block of the response quotes one of some lines, stripped.
    """
    lines = match.lines
    if lines is None or block.hints.line == lines[0]:
        return None
    quoted = {each.strip() for each in block_lines(match.interpretation.search) if each.strip()}
    regions = [*_hinted_regions(index, block, path, match, lines, before)]
    if isinstance(block.operation, Replace) and not all(map(_is_comment_line, quoted)):
        regions += _regions_beside_comment(index, lines, path)
    for region in regions:
        similar = _similar_lines(index, match.interpretation, region)
        if similar is None or (similar[0] <= lines[1] and lines[0] <= similar[1]):
            continue
        if region.comment_line is not None:
            others = {each.strip() for each in index.bodies[similar[0] - 1 : similar[1]]} - quoted - {""}
            if comment_around(index, similar, path) is not None or are_edited(others):
                continue
        return BlockWarning(WarningKind.AGAINST_HINT, _region_message(lines[0], region, similar[0]))
    return None


def missing_place_warning(
    index: FileIndex, block: EditBlock, path: str, match: Match, is_in_response: Callable[[str], bool]
) -> BlockWarning | None:
    """Warn that a match is in a part of the file, while the words or the scope name one that is not there.

    That part may have gone, or have another name now, and the match be in one that is alike. Line numbers
    that fit say little then.

    Args:
        index: The index of the text.
        block: The block.
        path: The path of the file.
        match: The only match of the block in the text.
        is_in_response: Returns True if a block of the response that edits the file has a word.
    """
    places = _places_named(block, path)
    scope = _last_line(block.hints.scopes[-1]) if block.hints.scopes else ""
    if match.lines is None or not (places or scope) or not isinstance(block.operation, Replace):
        return None
    line, end = match.lines
    around = enclosing(index.bodies, line - 1, path)
    if not around.label or any(begins_definition(row, path) for row in index.bodies[line - 1 : end]):
        return None

    def is_missing(name: str) -> bool:
        is_there = whole_word(name).search(index.text) is not None or is_in_response(name)
        return not is_there and not _is_in_path(name, path)

    words = " ".join(block.paragraphs[:MAX_PARAGRAPHS])
    is_named = any(whole_word(each.name).search(words) is not None for each in around.scopes)
    if places and not is_named and all(map(is_missing, places)):
        where = f"its text, line {line}, is in “{around.label}”"
        message = f"{where}, and the words above it name `{places[0]}`, which the file does not have"
        return BlockWarning(WarningKind.AGAINST_HINT, message)
    named = scope_at(scope, path)
    if named is not None and not named.is_title and is_missing(named.name):
        return _scope_missing(line, scope)
    return None


def _places_named(block: EditBlock, path: str) -> Sequence[str]:
    """The names that the words nearest to a block give as its place, without those of types before them."""
    if not block.paragraphs:
        return ()
    from editreview.matching import places_in

    for paragraph in block.paragraphs[:MAX_PARAGRAPHS]:
        if places := places_in(paragraph):
            found = [scope.name if (scope := scope_at(name, path)) else name for name in places]
            names = [name.partition("(")[0] for name in found if not _is_file_name(name, path)]
            members = [_MEMBER.split(name)[-1] for name in names if name and " " not in name]
            # What begins with a digit is a version or a number: `node:22`.
            return [name for name in members if not name[0].isdigit()]
    return ()


def _is_file_name(name: str, path: str) -> bool:
    """True if words above an edit of the file `path` name a file, and no member: not `Store.load`."""
    if name == base_name(path).strip("."):
        return True
    # Beside code, there are files of data.
    languages = (path.lower().rpartition(".")[2], "json")
    return names_a_file(name) and not all(names_code(name, language) for language in languages)


def _is_in_path(name: str, path: str) -> bool:
    """True if a file or one of its folders has a name: `UserCard` for `user-card/index.ts`."""
    words = words_of_name(name)
    return bool(words) and any(words == words_of_name(part)[: len(words)] for part in path.split("/"))


def _hinted_regions(
    index: FileIndex, block: EditBlock, path: str, match: Match, lines: LineRange, before: HunkBefore
) -> Iterator[_Region]:
    """The regions that the hints of a block and the words above it name, without the lines of its match."""
    scopes = below_scopes(index, block.hints.scopes)
    if len(scopes) == 1:
        end = region_end(index, scopes[0])
        if not scopes[0] < lines[0] <= end:
            where = f"below {_last_line(block.hints.scopes[-1])}"
            yield _Region((scopes[0] + 2, end), where, is_named=True)
    below = before.last_above(block.hints)
    if lines[0] <= below:
        yield _Region((below + 1, len(index.lines)), "below the hunk before it")
    if (line := block.hints.line) is not None:
        is_sure = _has_unique_context(index, match)
        yield from _regions_at(index, line, before.drift, lines, is_sure=is_sure)
    if _may_name_regions(index, block) and _has_lines_elsewhere(index, match):
        for first, end in _named_elsewhere(index, block, path, lines):
            yield _Region((first + 1, end), "in the part that the words above it name", is_named=True)


def _regions_beside_comment(index: FileIndex, lines: LineRange, path: str) -> Iterator[_Region]:
    """The lines above and below the comment that some lines are in, if they are in one."""
    comment = comment_around(index, lines, path)
    if comment is not None:
        for span in ((1, comment[0] - 1), (comment[1] + 1, len(index.lines))):
            yield _Region(span, comment_line=comment[0])


def _is_comment_line(line: str) -> bool:
    return line.startswith(_SIGNS_OF_COMMENT)


def _region_message(line: int, region: _Region, similar: int) -> str:
    """Says that the only match is at a line, and similar lines in a region."""
    if region.comment_line is None:
        return f"its text is at line {line}, but similar lines are at line {similar}, {region.where}"
    comment = f"the comment that begins at line {region.comment_line}"
    return f"its only match, line {line}, is in {comment}; similar code is at line {similar}"


def _regions_at(
    index: FileIndex, line: int, drift: int, lines: LineRange, *, is_sure: bool
) -> Iterator[_Region]:
    """The lines at a line number, and those around it that are far nearer to it than the match is.

    Args:
        index: The index of the text.
        line: The number, 1-based.
        drift: The lines by which the previous hunk is below its number.
        lines: The lines of the match.
        is_sure: True if the text of the match tells enough: then the numbers around it do not count.
    """
    at, where = line + drift, "the line that it names" + ", as the hunk before it shows" * bool(drift)
    count, away = lines[1] - lines[0], abs(lines[0] - at)
    if not away:
        return
    # Some lines may have been inserted there.
    yield _Region((at, min(at + count + _MAX_INSERTED, len(index.lines))), f"at {where}")
    if is_sure:
        return
    off = min(_MAX_OFF, away // 2)
    first, last = max(at - off, 1), min(at + off + count, len(index.lines))
    if lines[0] > at:
        last = min(last, lines[0] - 1)
    else:
        first = max(first, lines[1] + 1)
    yield _Region((first, last), f"near {where}", _MIN_NEAR_LIKENESS)


def _has_unique_context(index: FileIndex, match: Match) -> bool:
    """True if several lines that an exact match leaves as they are occur once in the file."""
    if match.tier is not Tier.EXACT:
        return False
    new = {line.strip() for line in block_lines(match.interpretation.replace)}
    kept = {line.strip() for line in block_lines(match.interpretation.search)} & new
    informative = (line for line in kept if is_informative(line))
    return sum(index.occurrences.count(line) == 1 for line in informative) >= _MIN_UNIQUE_LINES


def _may_name_regions(index: FileIndex, block: EditBlock) -> bool:
    if not block.paragraphs:
        return bool(block.names)
    from editreview.matching import may_name_regions

    return bool(block.names) or may_name_regions(index, block.paragraphs)


def _named_elsewhere(
    index: FileIndex, block: EditBlock, path: str, lines: LineRange
) -> list[tuple[int, int]]:
    """The regions that the words above a block name, unless one has a line of its match.

    A name without back-quotes, or in no outline, counts only if a region at the same depth has the match.
    Otherwise the words are likely to mean something else.
    """
    from editreview.matching import regions_named

    spans, is_sure = regions_named(index, block.paragraphs, path)
    spans = spans or _named_spans(index, block.names, path)
    if any(first < lines[1] and lines[0] <= end for first, end in spans):
        return []
    if is_sure or not block.paragraphs:
        return spans
    return [span for span in spans if _is_beside(index, lines[0], span)]


def _is_beside(index: FileIndex, line: int, region: tuple[int, int]) -> bool:
    """True if the region around a line, 1-based, is at the depth of another region.

    Also true if the other one is a section of a document.
    """
    head, end = region
    if end == head + 1:
        return False
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


def _named_spans(index: FileIndex, names: Sequence[str], path: str) -> list[tuple[int, int]]:
    if not names:
        return []
    # Imported on first use: slow to import, and few blocks need it.
    from editreview.matching import named_spans

    return named_spans(index, names, path)


def _has_lines_elsewhere(index: FileIndex, match: Match) -> bool:
    """A fast first test: True if at least half of the lines that a match quotes are elsewhere too.

    Of one or two, all may have changed there.
    """
    quoted = [line for line in block_lines(match.interpretation.search) if line.strip()]
    return len(quoted) <= _FEW_LINES or 2 * sum(
        index.occurrences.count(line.strip()) > 1 for line in quoted
    ) >= len(quoted)


def _similar_lines(index: FileIndex, interpretation: Interpretation, region: _Region) -> LineRange | None:
    """The lines of a region that are most similar to a block's, all 1-based; None without any."""
    first, last = region.lines
    starts = index.lines.starts
    if not 1 <= first <= last <= len(index.lines):
        return None
    near = nearness(index.of(index.text[starts[first - 1] : starts[last]]), interpretation).best
    if near is None or near.score < region.least:
        return None
    return first + near.lines[0] - 1, first + near.lines[1] - 1


def _last_line(scope: str) -> str:
    return scope.strip().splitlines()[-1].strip() if scope.strip() else scope
