"""Help for a block whose change is not certain: what can be chosen for it, and why it has no match.

The digit keys choose the alternatives, and there are the matches of each strategy. For a block without a
match, a sentence says why, with the near match. That searches other files and the history, so it is done when
a block is first shown or reported, not while blocks are planned.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import PurePosixPath
from time import monotonic
from typing import TYPE_CHECKING
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.blocks import (
    EditBlock,
    FormatName,
    LineRange,
    Operation,
    Replace,
    lines_in_words,
    plain_interpretation,
)
from editreview.errors import Detail, Reason
from editreview.matching import (
    CASCADE,
    MAX_CANDIDATES,
    AbsenceCause,
    Choice,
    Difference,
    FileIndex,
    Match,
    NearMatch,
    Nearness,
    PartialMatch,
    PartOfLine,
    Piece,
    ScatteredLines,
    Strategy,
    Surroundings,
    Tier,
    WhitespaceDifference,
    Window,
    absence_cause,
    anchor_of,
    differences_in_words,
    enclosing,
    found_by,
    ignored_differences,
    missing_lines,
    near_at,
    nearness,
    query_of,
)
from editreview.review.match_block import first_match, match_block
from editreview.review.path_resolver import MAX_FILES_NAMED, MAX_FILES_READ, MIN_INFORMATIVE, SEARCH_TIMEOUT_S
from editreview.review.proposal import Proposal, numbered
from editreview.review.user_edits import interpretations_of
from editreview.text import counted, is_informative
from editreview.workspace import CommitSummary, Workspace

if TYPE_CHECKING:
    from editreview.review.review import Review


class AlternativeKind(StrEnum):
    MATCH = "match"
    """One of several matches."""
    NEAR = "near"
    """Similar lines: a near match, used only by force."""
    FILE = "file"
    """Another file: one in which it has a match, or that a new one may be meant for."""
    BLOCK = "block"
    """A block that it depends on or conflicts with."""
    INCLUDE = "include"
    """Attempt it although the model was not shown its file."""
    LEAVE = "leave"
    """Leave it until the model has been shown the file."""


class Alternative(Struct, frozen=True):
    """One thing that can be chosen for a block."""

    kind: AlternativeKind
    lines: LineRange | None = None
    """1-based and inclusive."""
    path: str | None = None
    match: Match | None = None
    near: Window | None = None
    block: int | None = None
    label: str = ""
    """The names around the lines in another file."""


def alternatives_of(review: "Review", proposal: Proposal) -> list[Alternative]:
    """All alternatives of a block that are known so far."""
    matches = proposal.candidates.matches if proposal.candidates else ()
    options: list[Alternative] = []
    if len(matches) > 1:
        options += (
            Alternative(AlternativeKind.MATCH, match.lines, proposal.path, match) for match in matches
        )
    absence = review.not_found.known(proposal)
    if absence is not None:
        options += (
            Alternative(AlternativeKind.NEAR, w.lines, proposal.path, near=w)
            for w in near_windows(review, proposal)
        )
        options += (
            Alternative(AlternativeKind.FILE, other.lines, other.path, label=other.label)
            for other in absence.elsewhere
        )
    options += (Alternative(AlternativeKind.FILE, path=path) for path in review.other_paths(proposal))
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        options += (
            Alternative(kind, path=proposal.path) for kind in (AlternativeKind.INCLUDE, AlternativeKind.LEAVE)
        )
    related = related_blocks(review, proposal)
    return [*options, *(Alternative(AlternativeKind.BLOCK, block=number) for number in related)]


def related_blocks(review: "Review", proposal: Proposal) -> list[int]:
    """The numbers of the blocks that a block depends on, conflicts with or has no match without."""
    absence = review.not_found.known(proposal)
    parent = [absence.parent] if absence is not None and absence.parent is not None else []
    return list(dict.fromkeys((*proposal.depends_on, *proposal.in_its_way, *parent)))


class SuggestedFile(Struct, frozen=True):
    """A file that a block may be meant for."""

    path: str
    lines: LineRange | None = None
    """The lines that match the block; None if only the names are similar."""
    label: str = ""
    """The names around the lines."""


def suggested_files(review: "Review", proposal: Proposal) -> list[SuggestedFile]:
    """The files that a block may be meant for, the likeliest first. Reads the tree: takes a while."""
    block, workspace = proposal.block, review.workspace
    matching = elsewhere(workspace, block, proposal.path, [])
    known = {found.path for found in matching} | {proposal.path}
    similar = _similar_paths(workspace.paths(), block.path_written) if block.path_written else []
    return [
        *(SuggestedFile(found.path, found.lines, found.label) for found in matching),
        *(SuggestedFile(path) for path in similar if path not in known),
    ]


def near_windows(review: "Review", proposal: Proposal) -> list[Window]:
    """The near matches of a block without a match, best first, as far as they are known."""
    absence = review.not_found.known(proposal)
    if absence is None or absence.near.best is None:
        return []
    best = absence.near.best
    return [Window(best.lines[0] - 1, best.lines[1], best.score), *absence.near.others]


def near_of(proposal: Proposal, window: Window) -> NearMatch:
    """Align a block's search text with one of its near matches."""
    assert proposal.base is not None
    return near_at(proposal.base, plain_interpretation(proposal.block.operation), window)


def scope_labels(proposal: Proposal, places: Sequence[LineRange | None]) -> list[str]:
    """The names around some lines of its file, such as `class CartView › def get`; empty at the top level.

    Neighbours in one definition get the nearest less indented line as well.
    """
    base = proposal.base
    if base is None:
        return [""] * len(places)
    found = [
        enclosing(base.bodies, lines[0] - 1, proposal.path or "") if lines is not None else Surroundings()
        for lines in places
    ]
    names = ["", *(each.label for each in found), ""]
    return [
        each.inner_label if each.label in (above, below) else each.label
        for each, above, below in zip(found, names, names[2:], strict=False)
    ]


def suggested_match(review: "Review", proposal: Proposal) -> tuple[int, str]:
    """The index of the match to show first among several, and the reason. It chooses none.

    It is the one in the definition that the words above the block name, or the one that they count; else the
    first one below the previous block of the same file, since responses go from top to bottom, apart from
    those with a lower score than the first match.
    """
    candidates = proposal.candidates
    is_open = candidates is not None and candidates.choice is Choice.ONE_OF and len(candidates.matches) > 1
    if candidates is None or not is_open or proposal.asks_for_meaning or proposal.suggested_because:
        return proposal.suggested, proposal.suggested_because
    before = [
        other
        for other in review.proposals
        if other.number < proposal.number and other.base is proposal.base and other.is_ready and other.lines
    ]
    if not before or before[-1].lines is None:
        return proposal.suggested, ""
    last = before[-1].lines[1]
    best = candidates.matches[0].score
    likely = [at for at, match in enumerate(candidates.matches) if match.score >= best]
    below = [at for at in likely if (lines := candidates.matches[at].lines) is not None and lines[0] > last]
    if not below:
        return proposal.suggested, ""
    return below[0], f"the first below block {before[-1].number}"


def changed_by(review: "Review", proposal: Proposal, match: Match) -> list[int]:
    """The other blocks that change lines of a match."""
    return [
        other.number
        for other in review.proposals
        if other.number != proposal.number
        and other.is_ready
        and other.base is proposal.base
        and any(s.start < match.span[1] and match.span[0] < s.end for s in other.change.splices)
    ]


class StrategyResult(Struct, frozen=True):
    """The matches of one strategy, regardless of the strategies before it."""

    strategy: Strategy
    matches: tuple[Match, ...]
    ignored: tuple[str, ...] = ()
    """The differences ignored at its first match, in words; empty if there are none."""


def strategy_results(proposal: Proposal) -> Iterator[StrategyResult]:
    """The matches of each strategy, one after the other; none for a block without search text.

    The caller may stop after any of them.
    """
    interpretations, base = interpretations_of(proposal.block), proposal.base
    if base is None or not interpretations:
        return
    chosen = proposal.chosen[0].interpretation if proposal.chosen else None
    interpretation = next((each for each in interpretations if each == chosen), interpretations[0])
    query = query_of(interpretation, proposal.path or "")
    for strategy in CASCADE:
        if strategy.name not in base.without:
            matches = tuple(found_by(base, query, strategy))
            ignored = (
                differences_in_words(
                    list(ignored_differences(base, match).values()), missing_lines(base, match)
                )
                for match in matches[:MAX_CANDIDATES]
            )
            yield StrategyResult(strategy, matches, tuple(ignored))


_MAX_LINES_SEARCHED = 3
"""Lines of a block for which other files are searched."""
_MAX_LINE_SEARCHED = 1_000
"""Characters of such a line."""
_HISTORY_TIMEOUT_S = 5.0
"""Seconds to search the history of one file."""
_MIN_PATH_LIKENESS = 0.6
"""The likeness from which a path is similar."""
_ABSENT = frozenset({Reason.NOT_FOUND, Reason.FILE_MISSING})
_REPORT_TIMEOUT_S = 3.0
"""Seconds to search other files for all blocks of one report."""


class Elsewhere(Struct, frozen=True):
    """Another file in which a block has a match."""

    path: str
    lines: LineRange
    label: str = ""
    """The names around the lines: see `enclosing`."""


class Older(Struct, frozen=True):
    """A file's text before a commit."""

    commit: CommitSummary
    line: str
    """The line of the block whose number of occurrences the commit changed."""
    is_whole: bool
    """True if the block has a match in the file before the commit."""


def _search_lines(operation: Operation) -> list[str]:
    """The lines of an operation's search text; empty if it has none."""
    return plain_interpretation(operation).search.splitlines() if isinstance(operation, Replace) else []


def elsewhere(
    workspace: Workspace, block: EditBlock, path: str | None, likely: Sequence[str]
) -> list[Elsewhere]:
    """Other files in which a block has a match, the likeliest first.

    Args:
        workspace: The tree.
        block: A block without a match.
        path: The path of its own file, which is left out.
        likely: Files to search first without git.
    """
    longest = _longest_lines(_search_lines(block.operation))
    if not is_informative("".join(longest), MIN_INFORMATIVE):
        return []
    holding = [found for found in workspace.holding(longest, SEARCH_TIMEOUT_S, likely) if found != path]
    expected = PurePosixPath(block.path_written or "")
    holding.sort(key=lambda found: _distance_of_paths(PurePosixPath(found), expected))
    others: list[Elsewhere] = []
    for found in holding[:MAX_FILES_READ]:
        other = _match_elsewhere(workspace, block, found)
        if other is not None:
            others.append(other)
        if len(others) == MAX_FILES_NAMED:
            break
    return others


def _longest_lines(lines: Sequence[str]) -> list[str]:
    different = {line.strip() for line in lines if 0 < len(line.strip()) <= _MAX_LINE_SEARCHED}
    return sorted(different, key=lambda line: (-len(line), line))[:_MAX_LINES_SEARCHED]


def _distance_of_paths(path: PurePosixPath, expected: PurePosixPath) -> tuple[bool, bool, int, str]:
    shared = len(set(path.parts) & set(expected.parts))
    return path.name != expected.name, path.suffix != expected.suffix, -shared, str(path)


def _match_elsewhere(workspace: Workspace, block: EditBlock, path: str) -> Elsewhere | None:
    file = workspace.read_if_there(path)
    if file is None:
        return None
    index = FileIndex(file.text)
    match = first_match(index, block, path)
    if match is None or match.lines is None:
        return None
    return Elsewhere(path, match.lines, enclosing(index.bodies, match.lines[0] - 1, path).label)


def _similar_paths(paths: Sequence[str], written: str) -> list[str]:
    """The existing paths most similar to a missing one, those of the same name first."""
    plain = PurePosixPath(written.replace("\\", "/"))
    same = [path for path in paths if PurePosixPath(path).name == plain.name]
    found: list[str] = []
    for among in (same, paths):
        least = 0.0 if among is same else _MIN_PATH_LIKENESS
        best = likeness.most_similar(str(plain), among, min_likeness=least, limit=MAX_FILES_NAMED)
        found += (path for path, _ in best)
    return list(dict.fromkeys(found))[:MAX_FILES_NAMED]


def _older_version(workspace: Workspace, block: EditBlock, index: FileIndex, path: str) -> Older | None:
    """The last commit that removed or added a line that a block searches for.

    Args:
        workspace: The tree. Without git, the result is None.
        block: A block without a match in the file.
        index: The index of the file.
        path: The path of the file.
    """
    gone = [line for line in _search_lines(block.operation) if not index.occurrences.count(line.strip())]
    longest = _longest_lines(gone)
    if not longest:
        return None
    found = workspace.before_losing(longest[0], path, _HISTORY_TIMEOUT_S)
    if found is None:
        return None
    commit, text = found
    return Older(commit, longest[0], bool(match_block(FileIndex(text), block, path).search.matches))


class Absence(Struct, frozen=True):
    """The explanation of a block without a match."""

    message: str
    """The sentence."""
    detail: Detail | None = None
    """The cause; None if no file has similar text."""
    near: Nearness = Nearness()
    elsewhere: tuple[Elsewhere, ...] = ()
    """Other files in which it has a match."""
    names_lines: bool = False
    """True if the message names the similar lines of the file."""
    parent: int | None = None
    """The number of a block that was not included, and in whose result it has a match."""


_DETAILS: dict[type[AbsenceCause], Detail] = {
    PartOfLine: Detail.PART_OF_LINE,
    WhitespaceDifference: Detail.WHITESPACE_ONLY,
    ScatteredLines: Detail.IN_PIECES,
}


class NotFoundDiagnoser:
    """The reasons why blocks have no match, found on request, once for each."""

    def __init__(
        self,
        workspace: Workspace,
        likely: Callable[[], Sequence[str]],
        left_out: Callable[[Proposal], Sequence[Proposal]],
        *,
        searches_history: bool = False,
    ) -> None:
        """
        Args:
            workspace: The tree.
            likely: Returns the files to search first without git.
            left_out: Returns the blocks of the same file before a block that are rejected or in conflict.
            searches_history: True to search the history if nothing else explains it.
        """
        self._searches_history = searches_history
        self._workspace = workspace
        self._likely = likely
        self._left_out = left_out
        self._paths: list[str] | None = None
        self._known: dict[int, tuple[tuple[object, ...], Absence]] = {}
        """By block number: the last explanation, and the values that it depends on."""

    def known(self, proposal: Proposal) -> Absence | None:
        """The explanation of a block, if it was made already."""
        if proposal.reason not in _ABSENT or proposal.number not in self._known:
            return None
        subject, absence = self._known[proposal.number]
        return absence if subject == self._subject(proposal) else None

    def _subject(self, proposal: Proposal) -> tuple[object, ...]:
        """The values that the explanation of a block depends on; other files and the history aside."""
        left_out = tuple(other.key for other in self._left_out(proposal))
        return id(proposal.base), proposal.block.operation, left_out

    def is_open(self, proposal: Proposal) -> bool:
        """True if a block has no match and no explanation yet."""
        return proposal.reason in _ABSENT and self.known(proposal) is None

    def of(self, proposal: Proposal, *, in_file: bool = False) -> Absence | None:
        """The explanation of a block without a match; None for other blocks.

        Args:
            proposal: The block in the current plan.
            in_file: True to search its own file only.
        """
        if self.is_open(proposal):
            found = self._explain(proposal, in_file=in_file)
            self._known[proposal.number] = (self._subject(proposal), found)
        return self.known(proposal)

    def of_all(self, proposals: Iterable[Proposal]) -> None:
        """Explain all blocks; other files are searched until the time limit."""
        until = monotonic() + _REPORT_TIMEOUT_S
        for proposal in proposals:
            self.of(proposal, in_file=monotonic() > until)

    def older(self, proposal: Proposal) -> Older | None:
        """The last commit that removed or added a line of the block's search text; None if none did."""
        if proposal.base is None or proposal.path is None or not _search_lines(proposal.block.operation):
            return None
        return _older_version(self._workspace, proposal.block, proposal.base, proposal.path)

    def _explain(self, proposal: Proposal, *, in_file: bool) -> Absence:
        """Explain a block: the first of these that is so is the message.

        1. It has a match in the result of a block that was rejected, or is in conflict with others.
        2. Its file is missing: other files have its text, or similar paths.
        3. Its file is empty.
        4. Its file has its text as part of lines, with other whitespace, or in pieces.
        5. Another file has its text.
        6. Its file has some of its lines, similar ones, or none. An anchor and the commit that removed a line
           may be added.
        """
        base, message = proposal.base, proposal.message or ""
        expected = _search_lines(proposal.block.operation)
        near = Nearness()
        if proposal.reason is Reason.NOT_FOUND and base is not None:
            near = nearness(base, plain_interpretation(proposal.block.operation))
        others: list[Elsewhere] = []
        if expected and not in_file:
            others = elsewhere(self._workspace, proposal.block, proposal.path, self._likely())
        absence = Absence(message, near=near, elsewhere=tuple(others))
        parent = self._parent(proposal)
        if parent is not None:
            clashing = parent.in_its_way
            which = f"conflicts with {numbered(clashing)}" if clashing else "you rejected"
            message = f"needs block {parent.number}, which {which}"
            return replace(absence, message=message, detail=Detail.PARENT_REJECTED, parent=parent.number)
        if proposal.reason is Reason.FILE_MISSING:
            detail = Detail.OTHER_FILE if others else None
            return replace(absence, message=self._with_paths(proposal, others), detail=detail)
        if not expected or message != proposal.absent:
            # It fails for another reason than its text.
            base = None
        if base is not None and not base.text.strip():
            return replace(absence, message=f"{message}, which is empty", detail=Detail.EMPTY_FILE)
        why = None if base is None else absence_cause(base, expected, near.best)
        detail = None if why is None else _DETAILS.get(type(why))
        if others and detail is None:
            return replace(absence, message=self._with_paths(proposal, others), detail=Detail.OTHER_FILE)
        return absence if base is None else self._explained(absence, proposal, base, why)

    def _explained(
        self, absence: Absence, proposal: Proposal, base: FileIndex, why: AbsenceCause | None
    ) -> Absence:
        """The explanation by the text of the file itself.

        Args:
            absence: What is known so far.
            proposal: The block.
            base: The file.
            why: The finding about the text in the file; None if there is none.
        """
        message = _cause_in_words(proposal, why) if why else _nearness_in_words(proposal, absence.near)
        detail = None if why is None else _DETAILS.get(type(why))
        if proposal.block.format == FormatName.EDIT_PROTOCOL:
            anchor = anchor_of(base, plain_interpretation(proposal.block.operation)).describe()
            message += f"; {anchor}" if anchor else ""
        older = self.older(proposal) if self._searches_history and detail is None else None
        if older is not None:
            message, detail = message + _change_in_words(older), Detail.OLDER_VERSION
        if absence.near.is_cut_short:
            message += " (the file is too large to compare all of it)"
        return replace(absence, message=message, detail=detail, names_lines=why is not None)

    def _parent(self, proposal: Proposal) -> Proposal | None:
        """A block that was left out, in whose result a block has a match; None if there is none."""
        lines = [line.strip() for line in _search_lines(proposal.block.operation) if line.strip()]
        if proposal.base is None or not lines:
            return None
        for other in self._left_out(proposal):
            new = "".join(splice.text for splice in other.whole.splices)
            # A search takes long, and most blocks have no line in common with the other one.
            if other.base is not None and any(line in new for line in lines):
                result = other.base.of(other.whole.apply(other.base.text))
                matches = match_block(result, proposal.block, proposal.path or "").search.matches
                if any(match.tier is not Tier.FUZZY for match in matches):
                    return other
        return None

    def _with_paths(self, proposal: Proposal, others: Sequence[Elsewhere]) -> str:
        """The message of a block, with the files that it may mean."""
        message = proposal.message or ""
        if others:
            more = f" and {counted(len(others) - 1, 'other file')}" if len(others) > 1 else ""
            match = f"{others[0].path} at {lines_in_words(others[0].lines)}{more}"
            if message == proposal.absent:
                return f"{message}, but in {match}"
            return f"{message}; its {proposal.sides[0]} is in {match}"
        if proposal.path is None or self._workspace.exists(proposal.path):
            return message
        if self._paths is None:
            self._paths = self._workspace.paths()
        similar = _similar_paths(self._paths, proposal.path)
        return f"{message}; similar: {', '.join(similar)}" if similar else message


_MAX_QUOTED = 60
"""Characters of a line that a sentence quotes."""
_MAX_PIECES_NAMED = 4
"""The most pieces whose lines are named."""
_WHITESPACE_GLYPHS = {" ": "·", "\t": "→"}


def _cause_in_words(proposal: Proposal, why: AbsenceCause) -> str:
    side, path = proposal.sides[0], proposal.path
    match why:
        case PartOfLine():
            first, last = why.spans[0]
            if first != last:
                return f"its {side} is in {lines_in_words(why.spans[0])} of {path}, but not in whole lines"
            if len(why.spans) == 1:
                return f"its {side} is in {lines_in_words(why.spans[0])} of {path}, as part of the line"
            listed = lines_in_words(*why.spans) + " and more" * why.is_more
            return f"its {side} is in {listed} of {path}, as part of each line"
        case WhitespaceDifference():
            where = lines_in_words(why.lines)
            excerpt = _with_visible_whitespace(why.first)
            return f"its {side} differs from {where} of {path} in whitespace only: {excerpt}"
        case ScatteredLines():
            named = _pieces_in_words(_search_lines(proposal.block.operation), why.pieces[:_MAX_PIECES_NAMED])
            more = ", …" if len(why.pieces) > _MAX_PIECES_NAMED else ""
            return f"all lines of its {side} are in {path}, but not together: {', '.join(named)}{more}"
        case PartialMatch():
            where = f"{lines_in_words(why.lines)} of {path}"
            some = f"{why.equal} of {why.expected} {side} lines found at {where}"
            return f"{some}; first missing: {_start_of_line(why.missing)}"


def _pieces_in_words(expected: Sequence[str], pieces: Sequence[Piece]) -> Iterator[str]:
    """Name pieces by their first lines and by their lines in the file."""
    for at, piece in enumerate(pieces):
        between = piece.lines[0] - pieces[at - 1].lines[1] - 1 if at else 0
        further = f" ({counted(between, 'line')} further down)" if between > 0 else ""
        yield f"`{_start_of_line(expected[piece.expected[0] - 1])}` at {lines_in_words(piece.lines)}{further}"


def _nearness_in_words(proposal: Proposal, near: Nearness) -> str:
    is_alone = near.best is None and not near.is_cut_short
    return f"{proposal.absent}, and nothing similar" if is_alone else proposal.absent


def _change_in_words(older: Older) -> str:
    commit = f"commit {older.commit.name} of {older.commit.date} ({older.commit.subject})"
    if older.is_whole:
        return f"; it was there until {commit}"
    return f"; its line {_start_of_line(older.line)} was last changed by {commit}"


def _start_of_line(line: str) -> str:
    line = line.strip()
    return f"{line[:_MAX_QUOTED]} …" if len(line) > _MAX_QUOTED else line


def _with_visible_whitespace(first: Difference) -> str:
    """The first line that differs, with visible whitespace."""
    if first.expected is None:
        return f"line {first.line} is an additional line"
    if first.found is None:
        return f"it has an additional line, {_with_glyphs(first.expected) or 'a blank one'}"
    pairs = enumerate(zip(first.expected, first.found, strict=False))
    at = next((at for at, (expected, found) in pairs if expected != found), 0)
    start = max(at - _MAX_QUOTED // 2, 0)
    excerpts = [_with_glyphs(line[start : start + _MAX_QUOTED]) for line in (first.expected, first.found)]
    return f"{excerpts[0]} where line {first.line} has {excerpts[1]}"


def _with_glyphs(text: str) -> str:
    """The text with spaces as ·, tabs as → and other whitespace or invisible characters as ⍽."""
    return "".join(_WHITESPACE_GLYPHS.get(c, "⍽" if c.isspace() or category(c) == "Cf" else c) for c in text)
