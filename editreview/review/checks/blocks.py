"""Checks of what blocks would do to a file. In this order:

- The match of a block: removed anchors, extent, a missing end, split words, joined lines, lost indentation,
  other gaps between cells.
- Several blocks: versions of an edit that is cut off (`unfinished_versions`), and lines that another edit,
  which is not ready, puts elsewhere (`moved_away`).
- The new text: markers, placeholders, `\\n` as text, hidden and confusable characters.
- The file, whatever the edit is: its links and its encoding.
- The lines that a block adds and removes (`changed_lines`); those that it only quotes or moves are neither.
- Secrets, which withhold the block.
- Marks, which only inform.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import Alignment, Hunk, alike_pairs
from editreview.blocks import (
    CutOff,
    EditBlock,
    Interpretation,
    Operation,
    Problem,
    Replace,
    ReplaceLines,
    plain_interpretation,
    written_whole,
)
from editreview.characters import (
    DisguisedWord,
    describe_character,
    disguised_words,
    find_hidden,
    unusual_spaces,
)
from editreview.file_kinds import JSON, MARKDOWN, MARKUP, PROSE, TAGGED, YAML, is_prose
from editreview.first_use import lazy_pattern
from editreview.formats import Leftover, leftover, may_hold_any, paired_leftover
from editreview.matching import (
    FileIndex,
    Match,
    Tier,
    in_strings,
    is_comment,
    language_of,
    name_set,
    scope_at,
)
from editreview.review.file_plan import FilePlan, line_in_diff, new_line, old_line, written_line
from editreview.review.match_block import match_block, visible_start
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import (
    BYTE_ORDER_MARK,
    MAX_PARSED_TEXT,
    Absent,
    Change,
    Lines,
    Snapshot,
    Splice,
    begins_import,
    counted,
    indentation,
    informative_lines,
    is_blank,
    is_word_character,
    nonblank_lines,
    open_brackets,
    stripped_lines,
)

_MAX_ANCHOR_LINES = 3
"""The most lines of an anchor: more lines are probably meant to be replaced."""
_STUBS = frozenset({"pass", "...", "return", "return None", "return null;", "{}", "todo!()"})
"""Lines such as `pass`, which stand for code that is missing and are meant to be replaced."""
_STUB_BEGINNINGS = ("raise NotImplementedError", "throw new Error(")
_PURPOSE = lazy_pattern(
    r"(?P<leaves>return|raise|throw|yield|break|continue|goto)\b"
    r"|(?:(?:const|let|var|val|auto|final|mut|my|local|static)\s+)*"
    r"(?:(?P<sets>[\w.$@\[\]]+)(?:\s*:\s*[\w.\[\]]+)?\s*(?:[-+*/%|&^.]|:|<<|>>|\*\*|//|\?\?)?=(?![=>])"
    r"|(?!(?:if|for|while|switch|catch|def|func|function|with|elif|and|or|not|in)\b)(?P<calls>[\w.$]+)\()"
)
"""A line that leaves its block, sets a name or calls a function: `return x`, `let n = 1`, `log(x)`."""
_MIN_MOVED = 8
"""The fewest letters and digits of lines that seem to be moved: shorter ones are anywhere."""
_MIN_MOVED_ALONE = 30
"""The fewest letters and digits of a single line that seems to be moved."""
_MIN_SHARE_MOVED = 0.75
"""The share of removed lines from which another edit that adds them moves them."""
_NAMES_PACKAGE = ("package ", "namespace ", "include ", "include(")
"""Beginnings of lines that, like imports, any two files may have."""
_WORD = lazy_pattern(r"\w+")
_MAX_LINES_COMPARED = 2_000
"""The most new lines among which another version of an old one is searched."""
_MIN_WORDS_KEPT = 2 / 3
"""The share of the words of old lines from which new lines with them are a version of these."""


def lost_anchor(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change removes the few lines to which it seems to add something."""
    if not isinstance(proposal.block.operation, Replace) or proposal.base is None:
        return None
    for match in proposal.chosen:
        old, new = (
            _lines_as_compared(match.interpretation.search),
            _lines_as_compared(match.interpretation.replace),
        )
        if _is_removed_anchor(old, new, proposal.path or "") and _covers_whole_lines(proposal.base, match):
            message = f"seems to insert at a line, but removes it: {visible_start(old[0])}"
            line = old_line(proposal.base, match.span[0])
            return BlockWarning(WarningKind.REMOVES_ANCHOR, message, line, is_old=True)
    return None


def _is_removed_anchor(old: Sequence[str], new: Sequence[str], path: str) -> bool:
    if not 0 < len(old) <= _MAX_ANCHOR_LINES or len(new) <= len(old) or set(old) & set(new):
        return False
    if all(_is_stub(line, path) for line in old):
        return False
    return open_brackets("".join(old)) != open_brackets("".join(new)) or not _has_version_of_any(old, new)


def _has_version_of_any(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if any new line is another version of an old one, or the new lines have most words of the old."""
    heads = [line[: likeness.MAX_COMPARED_LENGTH] for line in new[:_MAX_LINES_COMPARED]]
    if _purposes(old) & _purposes(heads):
        return True
    words = set(_WORD.findall("\n".join(line[: likeness.MAX_COMPARED_LENGTH] for line in old)))
    shared = words.intersection(_WORD.findall("\n".join(heads)))
    if len(words) > 1 and len(shared) / len(words) >= _MIN_WORDS_KEPT:
        return True
    return any(likeness.has_version(line, heads) for line in old)


def _purposes(lines: Iterable[str]) -> set[str]:
    """The purpose of lines: the words that leave the enclosing code, the names set, the functions called."""
    found = (_PURPOSE.match(line[: likeness.MAX_COMPARED_LENGTH]) for line in lines)
    return {match[match.lastgroup or 0] for match in found if match is not None}


def _is_stub(line: str, path: str) -> bool:
    return line in _STUBS or line.startswith(_STUB_BEGINNINGS) or is_comment(line, path)


def _lines_as_compared(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _covers_whole_lines(index: FileIndex, match: Match) -> bool:
    start, end = match.span
    first = index.lines.starts[index.lines.at(start)]
    is_at_end = end == len(index.text) or index.text[end] in "\r\n" or index.text[end - 1] in "\r\n"
    return is_at_end and not index.text[first:start].strip()


_MAX_LINES_OF_SMALL_FILE = 20
"""Files up to this length may be half quoted by a block."""
_CHANGES_LITTLE = 10
"""Few lines change if at most one in this many of the quoted lines does."""


def covers_much(proposal: Proposal) -> BlockWarning | None:
    """Warn that the block leaves nothing of the file, or replaces half of it and changes little of that.

    Its old text may be that of an earlier version.
    """
    base, lines = proposal.base, proposal.lines
    if not isinstance(proposal.block.operation, Replace | ReplaceLines) or base is None or lines is None:
        return None
    if proposal.change.leaves_blank(base.text) and not is_blank(base.text):
        return BlockWarning(WarningKind.COVERS_FILE, f"leaves nothing in {proposal.path}")
    total, covered = len(base.lines), lines[1] - lines[0] + 1
    if total <= _MAX_LINES_OF_SMALL_FILE or 2 * covered < total or len(proposal.chosen) > 1:
        return None
    end = base.lines.separator
    changed = sum(
        max(base.text.count(end, splice.start, splice.end), splice.text.count(end), 1)
        for splice in proposal.change.splices
    )
    if changed * _CHANGES_LITTLE > covered:
        return None
    message = f"replaces {covered} of the file's {total} lines and changes only {changed} of them"
    return BlockWarning(WarningKind.COVERS_FILE, message)


_MANY_LINES = 30
"""The fewest lines whose removal is unusual if the new text has none of them."""


def removes_much(proposal: Proposal) -> BlockWarning | None:
    """Warn that the block removes many lines and its new text has none of them."""
    base = proposal.base
    if not isinstance(proposal.block.operation, Replace | ReplaceLines) or base is None:
        return None
    end = base.lines.separator
    splices = proposal.change.splices
    if sum(base.text.count(end, splice.start, splice.end) for splice in splices) < _MANY_LINES:
        return None
    removed = [
        line for splice in splices for line in _lines_as_compared(base.text[splice.start : splice.end])
    ]
    kept = {line for splice in splices for line in _lines_as_compared(splice.text)}
    kept |= {line for match in proposal.chosen for line in _lines_as_compared(match.interpretation.replace)}
    if len(removed) < _MANY_LINES or any(line in kept for line in removed):
        return None
    message = f"removes {counted(len(removed), 'line')}, and its new text has none of them"
    return BlockWarning(WarningKind.REMOVES_MUCH, message)


_MAY_BE_CUT_OFF = "the response may be cut off inside this block, so its last lines may be missing"


def cut_off(proposal: Proposal) -> BlockWarning | None:
    """Warn that the block may be cut off at the end of the response."""
    how = proposal.block.cut_off
    if how is CutOff.NO or (how is CutOff.LAST_LINE and _has_last_line(proposal)):
        return None
    return BlockWarning(WarningKind.CUT_OFF, _MAY_BE_CUT_OFF)


def _has_last_line(proposal: Proposal) -> bool:
    """True if every match ends with the last line of the old text."""
    assert proposal.base is not None
    lines = proposal.base.lines
    for match in proposal.chosen:
        last = match.interpretation.search.rstrip("\n").rpartition("\n")[2].strip()
        if not last or match.lines is None or lines[match.lines[1] - 1].strip() != last:
            return False
    return True


def cuts_word(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change begins or ends inside a word: `foo` in `foobar` may not be meant."""
    operation, base = proposal.block.operation, proposal.base
    if not isinstance(operation, Replace) or not operation.is_text or base is None:
        return None
    cut = [(match, word) for match in proposal.chosen if (word := _cut_word(base, match))]
    if not cut:
        return None
    match, word = cut[0]
    more = f", and {len(cut) - 1} more" if len(cut) > 1 else ""
    message = f"matches inside a longer word: {visible_start(word)}{more}"
    return BlockWarning(WarningKind.CUTS_WORD, message, old_line(base, match.span[0]), is_old=True)


def _cut_word(index: FileIndex, match: Match) -> str | None:
    """The word that the start or the end of a match cuts; None if neither does."""
    for at in match.span:
        start = end = at
        while start and is_word_character(index.text[start - 1]):
            start -= 1
        while end < len(index.text) and is_word_character(index.text[end]):
            end += 1
        if start < at < end:
            return index.text[start:end]
    return None


def joins_lines(proposal: Proposal) -> BlockWarning | None:
    """Warn that the new text is joined with a line that the old text does not touch.

    Models forget the line feed at the start or the end of one text of a call, but rarely mean to join lines.
    """
    operation, base = proposal.block.operation, proposal.base
    if not isinstance(operation, Replace) or not operation.is_text or base is None:
        return None
    for match in proposal.chosen:
        joined = _joined_line(base.text, match)
        if joined is not None:
            message = f"joins lines, since its two texts do not end or begin alike: {visible_start(joined)}"
            return BlockWarning(WarningKind.JOINS_LINES, message, old_line(base, match.span[0]), is_old=True)
    return None


def _joined_line(text: str, match: Match) -> str | None:
    """The line that a replacement makes of its own words and those of another line; None if it makes none.

    Above a line `b`, a new text `c` instead of `a\\n` makes `cb`. Below a line `b`, a new text `c` instead of
    `\\na` makes `bc`.
    """
    old, new = match.interpretation.search, match.interpretation.replace
    is_below = old.endswith("\n") and not new.endswith("\n")
    is_above = old.startswith("\n") and not new.startswith("\n")
    if not is_below and not is_above:
        return None
    start, end = match.span
    before = text[text.rfind("\n", 0, start) + 1 : start]
    last = text.find("\n", end)
    after = text[end : last if last >= 0 else len(text)].rstrip("\r")
    first, last_new = new.partition("\n")[0], new.rpartition("\n")[2]
    # A new text of one line has the rest of the file's line on both sides.
    left, right = (before, after) if "\n" not in new else ("", "")
    if is_below and after.strip() and (left + last_new).strip():
        return left + last_new + after
    if is_above and before and (first.strip() or (left.strip() and right.strip())):
        return before + first + right
    return None


def lost_indentation(proposal: Proposal) -> BlockWarning | None:
    """Warn that the first new line has no indentation, though the line that it changes is indented.

    Tools and models trim texts, which takes the indentation of the first line only. A text whose lines all
    move is meant to.
    """
    base = proposal.base
    if not isinstance(proposal.block.operation, Replace) or base is None:
        return None
    for match in proposal.chosen:
        start, old, new = match.span[0], match.interpretation.search, match.interpretation.replace
        if not old.lstrip("\r\n")[:1].isspace() or not _lost_first(old, new):
            continue
        is_at_line = not start or base.text[start - 1] in "\r\n"
        first, last = match.lines or (1, 0)
        # Without line ends, in which a file may differ from a response.
        there = "\n".join(line.rstrip("\r") for line in base.bodies[first - 1 : last])
        quoted = old.rstrip("\r\n").replace("\r\n", "\n")
        if is_at_line and there.startswith(quoted):
            line = new.lstrip("\r\n").partition("\n")[0]
            message = f"the first line has lost its indentation: {visible_start(line)}"
            at = written_line(base, proposal.change, line) or old_line(base, start)
            return BlockWarning(WarningKind.GUESSED_DEPTH, message, at)
    return None


_MIN_FLATTENED = 3
"""From this many new lines on, some should be indented."""


def flattened(proposal: Proposal) -> BlockWarning | None:
    """Warn that no new line is indented, though lines of several depths were, which are there again.

    Lines that leave a block are all of one depth, and move alike.
    """
    base = proposal.base
    if base is None or (proposal.path or "").lower().endswith((*_FREE_INDENTATION, *_WITHOUT_DEPTH)):
        return None
    text = written_whole(proposal.block.operation)
    texts = [(match.interpretation.search, match.interpretation.replace) for match in proposal.chosen]
    for old, new in texts if text is None else [(base.text, text)]:
        rows = new.splitlines()
        if len(rows) < _MIN_FLATTENED or any(map(indentation, filter(str.strip, rows))):
            continue
        depths: dict[str, set[str]] = {}
        for line in old.splitlines():
            depths.setdefault(line.strip(), set()).add(indentation(line))
        kept = [depths[line.strip()] for line in rows if _has_word(line) and line.strip() in depths]
        lost = [each for each in kept if "" not in each]
        if lost and len({*chain.from_iterable(kept)}) > 1:
            message = f"has no indentation at all: {visible_start(rows[0].strip())}"
            return BlockWarning(WarningKind.GUESSED_DEPTH, message)
    return None


def _lost_first(old: str, new: str) -> bool:
    """True if the first line of the new text is that of the old text, changed or not, without indentation.

    So it is if `a(2)\\n    b()` replaces `    a(1)\\n    b()`, but not if `a(2)\\nb()` does: a text in which
    only indentation changes, or another line loses some, is meant to move.
    """
    head = new.lstrip("\r\n")
    if head[:1].isspace() and not is_blank(head.partition("\n")[0]):
        return False
    olds, news = nonblank_lines(old), nonblank_lines(new)
    if not olds or not news or not _loses_indentation(olds, news):
        return False
    return _stays_in_place(olds, news[1:]) and _is_first_line(olds, news)


def _loses_indentation(olds: Sequence[str], news: Sequence[str]) -> bool:
    """True if the first old line is indented and the first new one is not, and neither is elsewhere too."""
    line = news[0]
    if not indentation(olds[0]) or indentation(line) or line in olds or not _WORD.search(line):
        return False
    return olds[0].strip() not in (other.strip() for other in news[1:])


def _stays_in_place(olds: list[str], rest: list[str]) -> bool:
    """True if the new lines below the first are as deep as old ones, or in the block of the first old one."""
    depths = {line.strip(): indentation(line) for line in olds[1:]}
    kept = [(indentation(line), depths[line.strip()]) for line in rest if line.strip() in depths]
    if any(here != there for here, there in kept):
        return False
    margins = {indentation(line) for line in rest}
    is_as_before = margins <= set(depths.values()) and any(margins)
    is_deeper = all(margin.startswith(indentation(olds[0])) for margin in margins)
    return any(here for here, _ in kept) or is_as_before or (is_deeper and not _all_move(olds[1:], rest))


def _is_first_line(olds: Sequence[str], news: Sequence[str]) -> bool:
    """True if the first new line is the first old one, or is more like it than the other new lines.

    If it is the same, other lines are new: the text does not only move.
    """
    first, line, known = olds[0].strip(), news[0].strip(), set(map(str.strip, olds[1:]))
    if first == line:
        return any(other.strip() not in known for other in news[1:])
    if not _has_version_of_any([first], [line]):
        return False
    fresh = [text for other in news[1 : _MAX_LINES_COMPARED + 1] if (text := other.strip()) not in known]
    heads = [other[: likeness.MAX_COMPARED_LENGTH] for other in (line, *fresh)]
    own, *others = (likeness.similarity(first[: likeness.MAX_COMPARED_LENGTH], head) for head in heads)
    return own >= max(others, default=0.0)


def _all_move(old: list[str], new: list[str]) -> bool:
    """True if there are similar lines in both, each with another indentation."""
    if len(old) * len(new) > _MAX_LINES_COMPARED:
        return False
    pairs = alike_pairs(old, new)
    return bool(pairs) and all(indentation(old[i]) != indentation(new[j]) for i, j in pairs)


_GAP = lazy_pattern(r"(?<=\S)[ \t]*\t[ \t]*(?=\S)")
_GAP_OF_ROBOT = lazy_pattern(r"(?<=\S)(?: {2,}|[ \t]*\t[ \t]*)(?=\S)")
"""Whitespace that divides two cells of a line. Robot Framework takes two spaces for it too."""
_BLANK_OR_COMMENT = lazy_pattern(r"\s*(?:#|//|--|;|\*|$)")
"""A line without cells. The languages of such files are unknown, like the delimiters of their comments."""


def other_gaps(proposal: Proposal, lines: "ChangedLines") -> BlockWarning | None:
    """Warn that new lines lack the tabs that divide the cells of the lines that the block quotes.

    The file's whitespace is kept in what the block quotes, but new text has that of the response, which often
    shows a tab as spaces. In most code, it does not matter.
    """
    base, path = proposal.base, (proposal.path or "").lower()
    if not isinstance(proposal.block.operation, Replace) or base is None or language_of(path) is not None:
        return None
    gap = _GAP_OF_ROBOT if path.endswith((".robot", ".resource")) else _GAP
    for match in proposal.chosen:
        if match.tier is Tier.EXACT:
            continue
        current = _lines_as_compared(base.text[slice(*match.span)])
        quoted = _lines_as_compared(match.interpretation.search)
        counts = [
            (len(gap.findall(line)), len(line.split()) - 1)
            for old, line in zip(quoted, current, strict=False)
            if old.split() == line.split() and len(gap.findall(old)) < len(gap.findall(line))
        ]
        if not counts:
            continue
        divides_all = all(gaps == words for gaps, words in counts)
        if gap is _GAP and _is_by_chance(base, match, divides_all=divides_all):
            continue
        for number, line in lines.added:
            text = line.strip()
            words = len(text.split()) - 1
            least = words if divides_all else min(words, *(gaps for gaps, _ in counts))
            if len(gap.findall(text)) < least and not _BLANK_OR_COMMENT.match(text):
                divider = "tabs" if gap is _GAP else "several spaces or tabs"
                message = f"line {number}: has single spaces where the file has {divider} between its cells"
                return BlockWarning(WarningKind.OTHER_GAPS, message, number)
    return None


def _is_by_chance(index: FileIndex, match: Match, *, divides_all: bool) -> bool:
    """True if a tab in the lines of a match divides no cells: they are text or code.

    Args:
        index: The index of the file.
        match: The match.
        divides_all: True if there is a tab between all words of a line. Otherwise rows are not indented, and
            the lines above and below the match count too.
    """
    first, last = match.lines or (1, 0)
    rows = index.bodies[first - 1 : last]
    if not divides_all:
        if any(line[:1].isspace() and line.strip() for line in rows):
            return True
        rows = [*rows, *index.bodies[max(first - 2, 0) : first - 1], *index.bodies[last : last + 1]]
    return any(
        len(line.split()) > 1 and not _GAP.search(line.strip()) and not _BLANK_OR_COMMENT.match(line)
        for line in rows
    )


def unfinished_versions(plan: FilePlan, problems: Sequence[Problem]) -> dict[int, BlockWarning]:
    """Warnings, by number, for blocks whose lines a later edit, cut off in the response, searches for too.

    That one may be a newer version, so the response may not intend the complete block.

    Args:
        plan: The plan of the file.
        problems: The edits of that file that were cut off.
    """
    found: dict[int, BlockWarning] = {}
    for problem in problems:
        span = _span_of_problem(plan.index, plan.path, problem)
        if span is None:
            continue
        for proposal in plan.proposals:
            if proposal.block.lines[1] < problem.line and _removes_any(plan.index, proposal, span):
                message = (
                    f"the edit that is cut off at line {problem.line} of the response changes the same lines"
                    " and may be a later version"
                )
                found.setdefault(proposal.number, BlockWarning(WarningKind.SUPERSEDED, message))
    return found


class Addition(Struct, frozen=True):
    """The lines that an edit would add which cannot be applied without the user, or which is rejected."""

    title: str
    """The edit, for users: `block 2`."""
    number: int | None
    """The number of the block; None for a malformed one."""
    lines: Counter[str]
    is_rejected: bool = False


class Removal(Struct, frozen=True):
    """The lines that a block takes out, and does not put elsewhere itself."""

    proposal: Proposal
    lines: Counter[str]
    """Without imports."""


def waits(proposal: Proposal) -> bool:
    """True if a block fails or waits for the user, and not only because of lines that another one adds."""
    if proposal.is_done_already or proposal.is_offer or proposal.block.is_dry_run:
        return False
    if not proposal.is_ready:
        return True
    if proposal.withheld is None:
        return False
    others = tuple(each for each in proposal.warnings if each.kind is not WarningKind.MOVED_AWAY)
    return replace(proposal, warnings=others).withheld is not None


def addition_of(edit: EditBlock | Problem) -> Addition:
    """The lines that a block or a malformed block would add."""
    if isinstance(edit, EditBlock):
        return Addition(f"block {edit.number}", edit.number, _lines_added(edit.operation))
    old = Counter[str]() if edit.begun is None else _lines_searched(edit.begun)
    plain = (line.strip().removeprefix("+") for line in edit.text.splitlines())
    title = f"the malformed edit at line {edit.line} of the response"
    return Addition(title, None, informative_lines("\n".join(plain)) - old)


def additions_of_rejected(proposals: Sequence[Proposal], rejected: Collection[int]) -> list[Addition]:
    """The lines that rejected blocks would add, and no other block that is ready."""
    added: set[str] = set()
    for proposal in proposals:
        if proposal.is_ready and not proposal.is_offer and proposal.number not in rejected:
            added.update(_lines_added(proposal.block.operation))
    found: list[Addition] = []
    for proposal in proposals:
        if proposal.number in rejected and not (proposal.is_done_already or proposal.block.is_dry_run):
            addition = addition_of(proposal.block)
            lines = Counter({line: n for line, n in addition.lines.items() if line not in added})
            found += [replace(addition, lines=lines, is_rejected=True)] if lines else []
    return found


def removals(plan: FilePlan) -> list[Removal]:
    """The lines that blocks of a file take out, if they say enough to be recognised elsewhere."""
    found: list[Removal] = []
    for proposal in plan.proposals:
        lines = Counter[str]()
        if proposal.is_ready and proposal.is_removal:
            lines = informative_lines(plan.index.text)
        elif proposal.is_ready and proposal.base is not None and not proposal.is_offer:
            changed = changed_lines(proposal.base, proposal.change)
            removed, added = (
                informative_lines("\n".join(text for _, text in each))
                for each in (changed.removed, changed.added)
            )
            lines = removed - added
            if lines.total() <= added.total():
                continue
        lines = Counter({line: count for line, count in lines.items() if not _is_anywhere(line)})
        if _says_enough(lines):
            found.append(Removal(proposal, lines))
    return found


def _is_anywhere(line: str) -> bool:
    """True for imports and the like: any two files may have the same."""
    return begins_import(line) or line.startswith(_NAMES_PACKAGE)


def moved_away(
    removals: Sequence[Removal], waiting: Sequence[Addition], undecided: Collection[int]
) -> dict[int, tuple[Addition, BlockWarning]]:
    """Warnings, by number, for blocks that take out lines which another edit adds elsewhere, but not now.

    Without that one, the lines would be nowhere. A block that waits for this makes others wait in turn.

    Args:
        removals: What the blocks of all files take out.
        waiting: The edits of all files that are not ready, or rejected.
        undecided: The numbers of the blocks that are not accepted.
    """
    found: dict[int, tuple[Addition, BlockWarning]] = {}
    while waiting:
        by_line: dict[str, list[Addition]] = {}
        for other in waiting:
            for line in other.lines:
                by_line.setdefault(line, []).append(other)
        new = [each for each in removals if each.proposal.number not in found]
        takers = ((each.proposal, _taker(each, by_line)) for each in new)
        moved = [(proposal, other) for proposal, other in takers if other is not None]
        for proposal, other in moved:
            state = "rejected" if other.is_rejected else "not ready"
            message = f"removes lines that {other.title} adds elsewhere, and that block is {state}"
            found[proposal.number] = (other, BlockWarning(WarningKind.MOVED_AWAY, f"{message}: look at both"))
        waiting = [addition_of(proposal.block) for proposal, _ in moved if proposal.number in undecided]
    return found


def _taker(removal: Removal, by_line: Mapping[str, Sequence[Addition]]) -> Addition | None:
    """The first edit that adds most of the lines which a block takes out; None if there is none.

    Args:
        removal: The lines.
        by_line: The edits that add a line.
    """
    shared: dict[str, tuple[Addition, Counter[str]]] = {}
    for line, count in removal.lines.items():
        for other in by_line.get(line, ()):
            moved = shared.setdefault(other.title, (other, Counter()))[1]
            moved[line] = min(count, other.lines[line])
    for other, moved in shared.values():
        least = _MIN_SHARE_MOVED * removal.lines.total()
        if other.number == removal.proposal.number or moved.total() < least or not _says_enough(moved):
            continue
        gone = moved if removal.proposal.is_removal else _without_kept(moved, removal.proposal)
        if gone.total() >= least and _says_enough(gone):
            return other
    return None


def _without_kept(lines: Counter[str], proposal: Proposal) -> Counter[str]:
    """The lines that the file with the block no longer has."""
    assert proposal.base is not None
    kept = informative_lines(proposal.change.apply(proposal.base.text))
    return Counter({line: count for line, count in lines.items() if line not in kept})


def _says_enough(lines: Counter[str]) -> bool:
    """True if some lines would hardly be in two edits by chance."""
    letters = sum(map(str.isalnum, "\n".join(lines)))
    return letters >= (_MIN_MOVED if len(lines) > 1 else _MIN_MOVED_ALONE)


def _lines_added(operation: Operation) -> Counter[str]:
    return informative_lines(plain_interpretation(operation).replace) - _lines_searched(operation)


def _lines_searched(operation: Operation) -> Counter[str]:
    return informative_lines(plain_interpretation(operation).search)


def _span_of_problem(index: FileIndex, path: str, problem: Problem) -> tuple[int, int] | None:
    """The span of the only match of an edit that was cut off; None if it has none or several."""
    operation = problem.begun
    ways = [operation]
    if isinstance(operation, Replace):
        # Its last line may be incomplete.
        shorter = "".join(operation.interpretations[0].search.splitlines(keepends=True)[:-1])
        ways += [Replace((Interpretation(shorter, ""),))] if shorter.strip() else []
    for way in ways:
        if not isinstance(way, Replace | ReplaceLines):
            continue
        block = EditBlock(0, "", path, (problem.line, problem.line), way)
        matches = [
            match for match in match_block(index, block, path).search.matches if match.tier is not Tier.FUZZY
        ]
        if matches:
            return matches[0].span if len(matches) == 1 else None
    return None


def _removes_any(index: FileIndex, proposal: Proposal, span: tuple[int, int]) -> bool:
    """True if a ready block, located in the original file, changes part of a span."""
    if not proposal.is_ready or proposal.is_offer or proposal.base is not index:
        return False
    start, end = span
    return any(splice.start < end and start < splice.end for splice in proposal.change.splices)


_MAY_SHOW_EDITS = (*MARKUP, ".diff", ".patch", ".rej")
"""Ends of names of files that may contain examples of edits."""


def leftover_markers(proposal: Proposal) -> BlockWarning | None:
    """Warn that the file would contain edit markers, which may be intended."""
    base = proposal.base.text if proposal.base is not None else ""
    text = _text_written(proposal)
    if text is None:
        return _marker_in_part(proposal, base)
    marker = _leftover(text, proposal.path or "", base)
    if marker is None:
        return None
    message = f"writes the edit marker {marker.text} in line {marker.line}"
    return BlockWarning(WarningKind.MARKERS, message, marker.line)


def may_hold_markers(block: EditBlock) -> bool:
    """True if a block writes a whole text that may have edit markers."""
    return may_hold_any(written_whole(block.operation) or "")


def marker_problem(block: EditBlock, path: str | None, before: str) -> Problem | None:
    """The problem that the text of a block has edit markers, so that it is not an edit; else None.

    Args:
        block: A block of the response.
        path: The path of its file, relative to the root; None if it names none.
        before: The text of the file; empty if it does not exist.
    """
    text = written_whole(block.operation) or ""
    marker = _leftover(text, path or block.path_written or "", before)
    if marker is None or not marker.is_sure:
        return None
    line = block.lines[0]
    message = f"The text for {block.path_written} at line {line} contains the edit marker {marker.text}"
    return Problem(line, message, text, block.path_written)


def _marker_in_part(proposal: Proposal, base: str) -> BlockWarning | None:
    """Warn that the new lines of a part of a file have a pair of edit markers."""
    if (proposal.path or "").lower().endswith(_MAY_SHOW_EDITS):
        return None
    text = plain_interpretation(proposal.block.operation).replace
    if proposal.chosen and isinstance(proposal.block.operation, Replace):
        text = proposal.chosen[0].interpretation.replace
    marker = paired_leftover(text, base)
    if marker is None and _has_signs(proposal, text):
        return BlockWarning(WarningKind.MARKERS, "writes the + of a diff before each line")
    if marker is None:
        return None
    lines = proposal.chosen[0].lines if proposal.chosen else None
    line = None if lines is None else lines[0] + marker.line - 1
    return BlockWarning(WarningKind.MARKERS, f"writes the edit marker {marker.text} into the file", line)


def _has_signs(proposal: Proposal, text: str) -> bool:
    """True if each new line begins with the sign of an added one, and no old line does."""
    search = plain_interpretation(proposal.block.operation).search
    new, old = nonblank_lines(text), nonblank_lines(search)
    return bool(new and old) and all(map(_is_signed, new)) and not any(map(_is_signed, old))


def _is_signed(line: str) -> bool:
    return line.startswith("+") and not line.startswith("++")


def _text_written(proposal: Proposal) -> str | None:
    """The whole text that a proposal writes; None if it changes a part of a file."""
    text = written_whole(proposal.block.operation)
    if text is not None or not proposal.chosen or not isinstance(proposal.block.operation, Replace):
        return text
    # Of several interpretations, the one with an empty SEARCH writes a whole text.
    interpretation = proposal.chosen[0].interpretation
    return None if interpretation.search else interpretation.replace


def _leftover(text: str | None, path: str, before: str) -> Leftover | None:
    return leftover(text, before, is_markup=path.lower().endswith(_MAY_SHOW_EDITS)) if text else None


_MAY_BEGIN_PLACEHOLDER = (
    *"#/;%*_<>{\"'([.…⋮✂-=",
    *("@*", "! ", "::", "rem ", "REM ", "dnl ", "8<", "etc", "Etc"),
)
"""A placeholder begins with a comment marker, a bracket or dots."""


def written_placeholder(proposal: Proposal, lines: "ChangedLines") -> BlockWarning | None:
    """Warn that the change would write a placeholder for omitted code, which deletes that code."""
    base, change, path = proposal.base, proposal.change, proposal.path or ""
    if base is not None and (elided := _elided_arguments(base, lines, path)) is not None:
        number, shown = elided
        message = f"writes {visible_start(shown)} into the file, with dots for arguments that it leaves out"
        return BlockWarning(WarningKind.PLACEHOLDER, message, number)
    may_be_stub = bool(lines.removed) and any(
        _MAY_BE_STUB.search(line) is not None for _, line in lines.added
    )
    if base is None or not (
        may_be_stub or any(line.lstrip().startswith(_MAY_BEGIN_PLACEHOLDER) for _, line in lines.added)
    ):
        return None
    hunks = Alignment(base.lines, change)
    find = _placeholder_in_prose if is_prose(path) else _placeholder_in
    line = find(base, change, hunks, path)
    if line is not None:
        message = f"writes {visible_start(line)} into the file, a placeholder for omitted code"
        return BlockWarning(WarningKind.PLACEHOLDER, message, written_line(base, change, line))
    for at, line, count in _comments_instead_of_code(hunks, path):
        if is_prose(path) and at in _lines_of_examples(_lines_after(base, change), path):
            continue
        if not base.occurrences.count(line):
            message = f"writes only the comment {visible_start(line)} in place of {count} lines"
            return BlockWarning(WarningKind.PLACEHOLDER, message, at + 1)
    return _stub_for_code(proposal, base, hunks, path) if may_be_stub and not is_prose(path) else None


_LITERAL = lazy_pattern(
    r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|`[^`]*+`"
    r"|(?<=[(,=:?&|])\s*/(?![/*])(?:[^/\\\n]|\\.)++/|//.*|/\*.*?\*/"
)
"""A string or a regular expression of one line, or a comment: dots in it are none of code."""
_ARGUMENTS_LEFT_OUT = lazy_pattern(r"(?:[\w>\]!]\(|,)\s*+(?:\.{3}|…)\s*+(?:(?P<more>,)|\))")
"""Dots as an argument of a call: `save(...)`, `save(..., x)`, `save(x, ...)`, `save(x, ..., y)`."""
_WITHOUT_DOTS = frozenset(
    "csharp dart go java javascript kotlin rust scala solidity swift tsx typescript".split()
)
"""Languages in which dots are no argument."""
_WITH_DOTS_AT_END = frozenset(["c", "cpp", "php", "ruby"])
"""Languages in which dots are an argument if no other one follows: any number, or those of the caller."""


def _elided_arguments(index: FileIndex, lines: "ChangedLines", path: str) -> "NumberedLine | None":
    """A new line with dots in place of arguments, in a language that has no such dots; None without one.

    In any other language, it is one if it replaces a line that has arguments in their place.
    """
    language = language_of(path)
    if language is None or not any("..." in line or "…" in line for _, line in lines.added):
        return None
    for number, line in lines.added:
        code = _LITERAL.sub('""', line)
        found = [*_ARGUMENTS_LEFT_OUT.finditer(code)]
        if not found or index.occurrences.count(line.strip()) or is_comment(line, path):
            continue
        is_declared = language == "rust" and re.search(r"\bfn\s", code) is not None
        never = language in _WITHOUT_DOTS and not is_declared
        if never or (language in _WITH_DOTS_AT_END and any(each["more"] for each in found)):
            return number, line
        pattern = ".+".join(map(re.escape, re.split(r"\.{3}|…", line.strip())))
        if any(re.fullmatch(pattern, old.strip()) is not None for _, old in lines.removed):
            return number, line
    return None


_MAY_BE_STUB = lazy_pattern(
    r"\b(?:pass|raise|throw|todo|unimplemented|unreachable|panic|TODO|fatalError)\b|\{.*\}|\.\.\."
    r"|\breturn\b[\s(]*+(?:$|[^\w\s]|(?:null|nil|[Nn]one|NULL|undefined|[Ff]alse|[Tt]rue|void|default|\d)\b"
    r"|\w+[.:(])"
    r"|^\s*(?:null|nil|None|Ok\(\(\)\)|true|false|\(\)|:\w*(?!\S))"
)
"""Matches in lines that may be stubs."""
_MAX_CLOSED = 2
"""The most lines between two changes of one body: `}`."""
_MAX_BESIDE_STUB = 3
"""The most lines between a stub and a comment that belongs to it."""
_MIN_LEFT_OUT = 3
"""The fewest lines of a body that a stub replaces by mistake, if no comment says so."""
_MAX_HEAD = 20
"""The most lines between the head of a function and its only statement."""


def _stub_for_code(proposal: Proposal, base: FileIndex, hunks: Alignment, path: str) -> BlockWarning | None:
    """Warn of a stub in place of code that was to stay.

    So says a comment: `return null;  // unchanged`. In a whole file, a function that is now only a stub is
    one that the model left out, unless the words above the block name it, or nothing else changes.
    """
    # Imported on first use: slow to import, and few edits need it.
    from editreview.formats import is_stub, says_code_stays

    is_whole = written_whole(proposal.block.operation) is not None and len(hunks.hunks) > 1
    words = set(_WORD.findall(proposal.block.words)) if is_whole else set()
    for hunk, removed in _bodies_replaced(hunks):
        if not removed or not any(map(_MAY_BE_STUB.search, hunk.lines)):
            continue
        new = [(at, line) for at, line in enumerate(hunk.lines, hunk.new) if _has_word(line) or ":" in line]
        for at, line in new:
            if not is_stub(line):
                continue
            name = _only_statement_of(hunks, at, path)
            others = (other for row, other in new if row != at and not is_comment(other, path))
            is_alone = not any(_has_statement(other) for other in others)
            if name is None and not is_alone:
                continue
            near = [other for row, other in new if row == at or abs(row - at) <= _MAX_BESIDE_STUB]
            said = next((other for other in near if says_code_stays(other)), None)
            count = len(removed)
            is_known = base.occurrences.count((said or line).strip()) > 0
            if said is not None and not is_known and count >= (1 if said == line else _MIN_REPLACED):
                return _stub_warning(line, count, at)
            is_left_out = said is None and is_whole and name is not None and count >= _MIN_LEFT_OUT
            if is_left_out and words.isdisjoint(_WORD.findall(name or "")):
                return _stub_warning(line, count, at)
    return None


def _stub_warning(line: str, count: int, at: int) -> BlockWarning:
    message = f"writes the stub “{visible_start(line.strip())}” in place of {counted(count, 'line')}"
    return BlockWarning(WarningKind.PLACEHOLDER, message, at + 1)


def _has_statement(line: str) -> bool:
    return not line.strip().startswith(('"""', "'''", "@"))


def _only_statement_of(hunks: Alignment, at: int, path: str) -> str | None:
    """The name of the function of which a line, 0-based in the new text, is the only statement; else None."""
    line = hunks.new_line(at)
    if (scope := scope_at(line, path)) is not None:
        return scope.name
    depth = len(indentation(line))
    below = (hunks.new_line(row) for row in range(at + 1, min(at + _MAX_HEAD, hunks.new_length)))
    after = next((other for other in below if not is_blank(other) and not is_comment(other, path)), "")
    if len(indentation(after)) >= max(depth, 1):
        return None
    above = [
        other
        for row in range(at - 1, max(at - _MAX_HEAD, -1), -1)
        if not is_blank(other := hunks.new_line(row))
        and not is_comment(other, path)
        and _has_statement(other)
    ]
    heads = (
        other
        for other in above
        if len(indentation(other)) < depth and not other.lstrip().startswith((")", "{"))
    )
    head = next(heads, "")
    # Between them are only parameters.
    between = above[: above.index(head)] if head else []
    if any(len(indentation(other)) >= depth for other in between) and not between[0].lstrip().startswith(")"):
        return None
    scope = scope_at(head, path)
    return None if scope is None else scope.name


def _bodies_replaced(hunks: Alignment) -> Iterator[tuple[Hunk, Sequence[str]]]:
    """The hunks that add lines, each with the lines of code that go there, or below it in the same block."""
    for n, hunk in enumerate(hunks.hunks):
        removed, end = [*hunks.lines.slice(hunk.old, hunk.old_end)], hunk.old_end
        for below in hunks.hunks[n + 1 :]:
            between = hunks.lines.slice(end, below.old)
            if any(map(_has_word, below.lines)) or len(between) > _MAX_CLOSED or any(map(_has_word, between)):
                break
            removed += hunks.lines.slice(below.old, below.old_end)
            end = below.old_end
        yield hunk, [line for line in removed if _has_word(line)]


_DOTS = lazy_pattern(r"\.\s?\.|[…⋮]|8<")
_DOTS_AT_END = ("…", "[", "(", "⋮")
"""Beginnings of dots that mean nothing as the last line of a file."""


def _placeholder_in(index: FileIndex, change: Change, hunks: Alignment, path: str) -> str | None:
    """A placeholder for omitted code that a change would write; None if there is none."""
    # Imported on first use: slow to import, and few edits need it.
    from editreview.formats import begins_with_dots, is_placeholder, stands_for_removed

    has_dots = any("..." in splice.text for splice in change.splices)
    statements = _dots_in_effect(_lines_after(index, change), path) if has_dots else set()
    for hunk in hunks.hunks:
        removed = [line for line in index.lines.slice(hunk.old, hunk.old_end) if not is_blank(line)]
        # If the file has such comments already, another one is code.
        removes = bool(removed) and not any(map(stands_for_removed, removed))
        is_loss = len(removed) >= sum(not is_blank(line) for line in hunk.lines)
        for n, line in enumerate(hunk.lines):
            at, text = hunk.new + n, line.strip()
            # Dots alone may be a body, if they replace one.
            is_code = at in statements and hunk.old_end - hunk.old <= len(hunk.lines)
            stands = removes or (at == hunks.new_length - 1 and text.startswith(_DOTS_AT_END))
            may_be = is_loss or not _may_be_head(hunk.lines, n) or _DOTS.search(text) is not None
            is_one = is_placeholder(line) or (stands and not is_code and may_be and stands_for_removed(line))
            is_one = is_one or (begins_with_dots(line) and _describes_nothing(hunks, at, path))
            # Last, because it indexes every line of the file.
            if is_one and not index.occurrences.count(text):
                return text
    return None


def _describes_nothing(hunks: Alignment, at: int, path: str) -> bool:
    """True if a comment, 0-based in the new text, has no code of its block below it, nor a comment above."""
    line = hunks.new_line(at)
    above = hunks.new_line(at - 1) if at else ""
    below = hunks.new_line(at + 1) if at + 1 < hunks.new_length else ""
    closes = not any(map(str.isalnum, below))
    is_last = closes or len(indentation(below)) < len(indentation(line))
    return is_last and not is_comment(above, path)


def _may_be_head(lines: Sequence[str], n: int) -> bool:
    """True if a line below a blank one may head others: `# Other dependencies`."""
    return 0 < n < len(lines) - 1 and is_blank(lines[n - 1]) and not is_blank(lines[n + 1])


def _lines_after(index: FileIndex, change: Change) -> list[str]:
    return change.apply(index.text).split(index.lines.separator)


def _dots_in_effect(lines: Sequence[str], path: str) -> set[int]:
    """The lines of dots alone, 0-based, that may be code: a body in Python, or an argument."""
    from editreview.formats import dots_for_code

    is_python = language_of(path) == "python"
    left_out = dots_for_code("\n".join(lines)) if is_python else {}
    found: set[int] = set()
    for at, line in enumerate(lines):
        if line.strip() not in ("...", "...,"):
            continue
        above = next((lines[n].rstrip() for n in reversed(range(at)) if not is_blank(lines[n])), "")
        below = next((lines[n].strip() for n in range(at + 1, len(lines)) if not is_blank(lines[n])), "")
        is_argument = above.endswith((",", "(")) and (below.startswith(")") or line.rstrip().endswith(","))
        if (is_python and indentation(line) and at not in left_out) or (not is_python and is_argument):
            found.add(at)
    return found


_PART_OF_PROSE = lazy_pattern(r"\s*(?:[-*+•|]|#{1,6}|=+|\d{1,3}[.)])\s")
"""Matches a heading, an item or a row: it is a part of prose by itself."""
_FENCES = {".adoc": ("----", "....", "```"), ".org": ("#+begin", "#+end", "#+BEGIN", "#+END")}
"""The beginnings of lines around examples, by the end of the name of the file."""
_MAX_MARGIN = 3
"""The most spaces before a line of prose: a line with more is an example, and in reStructuredText any is."""
_NO_DOTS_OF_PROSE = ("....", "etc", "Etc", "---", "===")
"""Beginnings of rulers and of the end of a sentence."""
_SESSION = (">>>", "...", "$ ")
"""Beginnings of lines that show what someone typed."""


def _placeholder_in_prose(index: FileIndex, change: Change, hunks: Alignment, path: str) -> str | None:
    """A placeholder for parts of prose that a change would write; None if there is none.

    Prose may show placeholders, so one counts only if it replaces headings, items or several paragraphs, and
    is in no example. A comment that says so is no content, whatever it replaces.
    """
    from editreview.formats import is_placeholder, stands_for_removed

    def stands_for_prose(line: str) -> bool:
        text = line.strip().strip("*_")
        if not text.startswith(_MAY_BEGIN_PLACEHOLDER) or text.startswith(_NO_DOTS_OF_PROSE):
            return False
        # A heading may be about what is unchanged.
        is_heading = text.startswith("#") and not path.lower().endswith(".txt")
        is_one = is_placeholder(text) or (not is_heading and stands_for_removed(text))
        return is_one and (not is_heading or "..." in text or "…" in text)

    examples: set[int] | None = None
    margin = 0 if path.lower().endswith(".rst") else _MAX_MARGIN
    is_list = path.lower().endswith(".txt")
    for hunk in hunks.hunks:
        found = [(at, line) for at, line in enumerate(hunk.lines, hunk.new) if stands_for_prose(line)]
        if not found:
            continue
        removed = index.lines.slice(hunk.old, hunk.old_end)
        kept = [line for line in hunk.lines if not stands_for_prose(line)]
        lost = _count_parts(removed, is_list=is_list) - _count_parts(kept, is_list=is_list)
        are_items = all(map(_PART_OF_PROSE.match, filter(str.strip, removed)))
        for at, line in found:
            least = 1 if are_items or line.lstrip().startswith("<!--") else 2
            if lost < least or len(indentation(line).expandtabs(8)) > margin:
                continue
            if examples is None:
                examples = _lines_of_examples(_lines_after(index, change), path)
            if at not in examples and not index.occurrences.count(line.strip()):
                return line.strip()
    return None


def _count_parts(lines: Sequence[str], *, is_list: bool) -> int:
    """The headings, items, rows and paragraphs that begin in some lines; in a list, the lines."""
    count, is_inside = 0, False
    for line in lines:
        is_inside = is_inside and not is_blank(line)
        if not is_blank(line) and (is_list or not is_inside or _PART_OF_PROSE.match(line)):
            count += 1
            is_inside = not line.startswith("#")
    return count


def _lines_of_examples(lines: Sequence[str], path: str) -> set[int]:
    """The lines of prose that show code, 0-based: between fences, or below others of a session."""
    fences = _FENCES.get(path.lower()[path.rfind(".") :], ("```", "~~~"))
    found: set[int] = set()
    is_inside, above = False, ""
    for at, line in enumerate(lines):
        text = line.strip()
        if text.startswith(fences):
            is_inside = not is_inside
        elif is_inside or above.startswith(_SESSION):
            found.add(at)
        above = text
    return found


_BOTH_SIDES = ("{/*", "{# ", "{{!", "{{--", "<%#", "<%--", "@*", "{- ", "(* ", "<# ")
"""Beginnings of comments that end with a delimiter too, as in templates: nothing else begins like them."""
_COMMENT_ALONE = lazy_pattern(
    r"(?:#+(?=\s)|//+|--+(?=\s)|;+(?=\s)|%+(?=\s)|/\*+|<!--+|"
    rf"{'|'.join(map(re.escape, _BOTH_SIDES))}).*"
)
"""A comment in one line that is no directive, such as `#include`."""
_SAYS_GONE = lazy_pattern(
    r"\b(?:removed?|deleted?|drop(?:s|ped)?|moved?|replaced?|disabled?|deprecated|obsolete|unused|gone|extracted"
    r"|no longer|not (?:used|needed|required|supported)|handled|instead|now)\b",
    re.IGNORECASE,
)
"""Words of comments that say why code is gone."""
_MIN_REPLACED = 2
"""The fewest lines of code that a comment has to replace to be taken for a placeholder, whatever it says."""


def _comments_instead_of_code(hunks: Alignment, path: str) -> Iterator[tuple[int, str, int]]:
    """The comments that are all that is left of several lines of code.

    Below them is a line that stays: a comment above new lines describes these. Comments that replace others
    or say that code is gone do not count.

    Returns:
        The line of each comment, 0-based in the new text; the comment; and the number of lines it replaces.
    """
    for hunk in hunks.hunks:
        end = max((at for at, line in enumerate(hunk.lines, 1) if not is_blank(line)), default=0)
        *new, last = hunk.lines[:end] or ("",)
        if hunk.old_end - hunk.old < len(new) + _MIN_REPLACED or not _is_comment_alone(last, path):
            continue
        old = [line for line in hunks.lines.slice(hunk.old, hunk.old_end) if _has_word(line)]
        is_other = any(is_comment(line, path) for line in (*old, *new)) or _SAYS_GONE.search(last)
        count = len(old) - sum(map(_has_word, new))
        if count >= _MIN_REPLACED and not is_other:
            yield hunk.new + end - 1, last.strip(), count


def _is_comment_alone(line: str, path: str) -> bool:
    text = line.strip()
    return _COMMENT_ALONE.fullmatch(text) is not None and (
        is_comment(text, path) or text.startswith(_BOTH_SIDES)
    )


def _has_word(line: str) -> bool:
    return _WORD.search(line) is not None


_WRITTEN_OUT = lazy_pattern(r"\\r\\n|\\n")
_ENDS_IN_DRIVE = lazy_pattern(r"\b[A-Za-z]:(?:\\[\w.-]+)*$")
"""Matches the beginning of a path of Windows, in which `\\n` may begin the name of a folder."""
_MIN_LENGTH = 3
"""The fewest characters of a line by which it is recognised."""


def written_out_escapes(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change would write a backslash and `n` where line ends belong, or `&lt;` for `<`.

    The sign of line ends is a new line with a piece between two `\\n` that is one of the old lines, or that
    goes on with more lines of their kind outside of strings.
    """
    base, path, text = proposal.base, proposal.path_after or "", written_whole(proposal.block.operation)
    if text is not None and _is_one_line(text, path):
        return BlockWarning(WarningKind.WRITTEN_OUT, "writes \\n as text in its only line", 1)
    if base is not None and text is not None and "&" in text:
        line = _written(proposal, _with_entity(base, Interpretation(base.text, text), path))
        if line is not None:
            message = f"writes an entity of HTML as text: {visible_start(line)}"
            return BlockWarning(WarningKind.WRITTEN_OUT, message, written_line(base, proposal.change, line))
    if base is None or not isinstance(proposal.block.operation, Replace):
        return None
    for match in proposal.chosen:
        line = _written_out(base, match.interpretation) if "\\n" in match.interpretation.replace else None
        message = "writes \\n as text where the old text has line ends"
        if line is None and "\\n" in match.interpretation.replace:
            line = _written(proposal, _continued(base, match.interpretation, path))
            message = "writes \\n as text where line ends seem to be meant"
        if line is None and "&" in match.interpretation.replace:
            line = _written(proposal, _with_entity(base, match.interpretation, path))
            message = "writes an entity of HTML as text"
        if line is not None:
            message = f"{message}: {visible_start(line)}"
            return BlockWarning(WarningKind.WRITTEN_OUT, message, written_line(base, proposal.change, line))
    return None


def _is_one_line(text: str, path: str) -> bool:
    """True if a whole text is one line in which `\\n` stands for line ends, as far as one can tell."""
    pieces = _WRITTEN_OUT.split(text.strip()) if text.strip().count("\n") == 0 else []
    if len(pieces) <= 2 or path.lower().endswith((*_MAY_ESCAPE, *JSON)):
        return False
    # In prose, a single quote is an apostrophe.
    quotes = '"`' if path.lower().endswith(PROSE) else "\"`'"
    is_path = _ENDS_IN_DRIVE.search(pieces[0]) is not None
    return not is_path and not any(pieces[0].count(quote) % 2 for quote in quotes)


def _written_out(index: FileIndex, interpretation: Interpretation) -> str | None:
    """A new line that consists of several old ones, joined by `\\n`; None if there is none."""
    old = [line.strip() for line in interpretation.search.splitlines()]
    if len(old) < 2:
        return None
    known = {line for line in old if len(line) >= _MIN_LENGTH}
    for line in interpretation.replace.splitlines():
        pieces = {piece.strip() for piece in _WRITTEN_OUT.split(line)} if "\\n" in line else set()
        if known & pieces and line.strip() not in known and not index.occurrences.count(line.strip()):
            return line.strip()
    return None


_LINE_END_IN_CODE = lazy_pattern(
    r"(?<=[^\s\\'\"`/\[(|^])\\n(?!(?:abla|atural|e|ear|eg|eq|ewcommand|ewline|ewpage|i|mid|ode|oindent|onumber|ot|otin|u)\b)"
    r"(?![)\]/+*?|\\'\"`])"
)
"""Matches `\\n` at the end of a word or statement; not a command of LaTeX, nor a part of a pattern."""
_MAY_ESCAPE = (".env", ".properties", ".po", ".pot", ".strings", ".tex")
"""Ends of the names of files in which `\\n` is a line end outside of quotes, or begins a command."""
_BEGINS_VALUE = lazy_pattern(r"\s*[\w\"'\[{]")
_FIRST_TOKEN = lazy_pattern(r"\w+|\W")
_ENTITY = lazy_pattern(r"&(?:lt|gt|amp|quot|apos|#39|#x27);")
_WITHOUT_ENTITIES = (
    *(".bat", ".bash", ".cfg", ".env", ".fish", ".gitignore", ".ini", ".json", ".mk", ".ps1", ".sh", ".sql"),
    *(".toml", ".yaml", ".yml", ".zsh", "dockerfile", "makefile", "requirements.txt"),
)
"""Ends of the names of files that show no text as HTML."""


def _continued(index: FileIndex, interpretation: Interpretation, path: str) -> str | None:
    """A new line that begins like an old one and goes on with others after `\\n`; None if there is none."""
    if path.lower().endswith(_MAY_ESCAPE):
        return None
    old = [line.strip() for line in interpretation.search.splitlines() if len(line.strip()) >= _MIN_LENGTH]
    for line in map(str.strip, interpretation.replace.splitlines()):
        found = _LINE_END_IN_CODE.search(line[: likeness.MAX_COMPARED_LENGTH])
        if found is None or line in old or index.occurrences.count(line):
            continue
        first = line[: found.start()].strip()
        if first in old:
            return line
        rest = [piece.strip() for piece in _WRITTEN_OUT.split(line[found.end() :])]
        is_quoted = any(first.count(quote) % 2 for quote in "\"'`")
        if not is_quoted and likeness.most_similar(first, old, min_likeness=likeness.VERSION_LIKENESS):
            begins = {token[0] for each in (first, *old) if (token := _FIRST_TOKEN.match(each))}
            if any(_is_line_like(piece, first, begins) for piece in rest):
                return line
    return None


def _is_line_like(piece: str, first: str, begins: Iterable[str]) -> bool:
    """True if a piece seems to be a line: it begins or ends like the first one, or closes a block."""
    token = _FIRST_TOKEN.match(piece)
    if token is None:
        return False
    ends_alike = first[-1:] in (";", ",") and piece.endswith((first[-1:], "}"))
    are_settings = _is_setting(first) and _is_setting(piece)
    return token[0] in begins or ends_alike or are_settings or not piece.strip("})];,")


def _is_setting(text: str) -> bool:
    """True if a text gives a name a value that begins as most do."""
    found = name_set(text)
    return found is not None and _BEGINS_VALUE.match(text, found.value) is not None


def _with_entity(index: FileIndex, interpretation: Interpretation, path: str) -> str | None:
    """A new line with an entity of HTML where the file's language has none; None if there is none."""
    if _ENTITY.search(index.text) or not _ENTITY.search(interpretation.replace):
        return None
    language = language_of(path)
    if path.lower().endswith((*MARKDOWN, *TAGGED, ".jsx", ".tsx")):
        return _with_escaped_tag(index, interpretation)
    is_data = path.lower().endswith(_WITHOUT_ENTITIES)
    has_elements = path.lower().endswith("x") or (language == "javascript" and "</" in index.text)
    if not is_data and (language not in _WITHOUT_MARKUP or has_elements):
        return None
    text, at = interpretation.replace, 0
    places = [found.start() for found in _ENTITY.finditer(text)]
    quoted = in_strings(text, language, places) if language is not None and not is_data else set()
    for line in text.splitlines(keepends=True):
        found = _ENTITY.search(line)
        is_text = is_comment(line, path) or _TAG.search(line) is not None
        # Data often has text for a page, in which only this character is never written plainly.
        is_text |= is_data and found is not None and found[0] == "&amp;" and "&" not in interpretation.search
        if found is not None and not is_text and at + found.start() not in quoted:
            return line.strip()
        at += len(line)
    return None


def _with_escaped_tag(index: FileIndex, interpretation: Interpretation) -> str | None:
    """A new line with an escaped element of a file that has plain ones; None if there is none.

    A text with both may show how one is written.
    """
    known = set(stripped_lines(interpretation.search))
    new = [line for line in stripped_lines(interpretation.replace) if line not in known]
    if not _ELEMENT.search(index.text) or any(map(_ELEMENT.search, new)):
        return None
    return next((line for line in new if _ESCAPED_ELEMENT.search(line)), None)


_ELEMENT = lazy_pattern(r"</?[a-z][\w-]*(?:\s[^<>]*)?>")
_ESCAPED_ELEMENT = lazy_pattern(
    r"^(?:[-*+]\s+|#+\s+|\d+\.\s+)?&lt;/?[a-z][\w-]*(?:\s(?:(?!&[lg]t;).)*)?&gt;"
    r"|&lt;(?P<name>[a-z][\w-]*)(?:\s(?:(?!&[lg]t;).)*)?&gt;(?:(?!&lt;).)*&lt;/(?P=name)&gt;"
)
"""Matches an escaped tag that begins a line, or an escaped element: `press &lt;kbd&gt;F1&lt;/kbd&gt;`."""
_TAG = lazy_pattern(r"</?[a-z]\w*[^<>]*>")
_WITHOUT_MARKUP = frozenset(
    {
        "c",
        "cpp",
        "csharp",
        "go",
        "java",
        "javascript",
        "kotlin",
        "python",
        "ruby",
        "rust",
        "swift",
        "typescript",
    }
)
"""Languages that have no elements of HTML outside of strings."""


def _written(proposal: Proposal, line: str | None) -> str | None:
    """The line, if the change adds it as it is: escapes that the old text has too are undone."""
    if line is None or proposal.base is None:
        return None
    added = changed_lines(proposal.base, proposal.change).added
    return line if any(each.strip() == line for _, each in added) else None


def hidden_characters(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change adds hidden characters, more of one kind than the replaced lines have."""
    base, change = proposal.base, proposal.change
    if base is None:
        return None
    added = list(_unseen_in_new(base.text, change))
    if not added:
        return None
    more = Counter(character for _, character in added) - Counter(_unseen_in_old(base.text, change))
    first = next(((at, character) for at, character in added if character in more), None)
    if first is None:
        return None
    at, character = first
    line = new_line(base, change, at)
    others = f" and {more.total() - 1} more invisible ones" if more.total() > 1 else ", which is invisible"
    message = f"adds {describe_character(character)} in line {line}{others}"
    return BlockWarning(WarningKind.HIDDEN_CHARACTERS, message, line)


def hidden_in_path(proposal: Proposal) -> BlockWarning | None:
    """Warn that the path of a new file has a hidden character."""
    path = (proposal.path_after or "") if proposal.creates or proposal.path_to else ""
    at = next(find_hidden(path), None)
    if at is None:
        return None
    message = f"its path contains {describe_character(path[at])}, which is invisible"
    return BlockWarning(WarningKind.HIDDEN_CHARACTERS, message)


def confusable_characters(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change, or the path of a new file, has a character that looks like another.

    Words and spaces that the file has already do not count.
    """
    path = (proposal.path_after or "") if proposal.creates or proposal.path_to else ""
    for found in disguised_words(path):
        return BlockWarning(WarningKind.CONFUSABLE, f"in its path, {_disguise(found)}")
    base, change = proposal.base, proposal.change
    if base is None:
        return None
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        for found in disguised_words(splice.text):
            if found.word not in base.text:
                line = new_line(base, change, start + found.at)
                return BlockWarning(WarningKind.CONFUSABLE, f"{_disguise(found)}, in line {line}", line)
        for at in unusual_spaces(splice.text):
            if splice.text[at] not in base.text:
                line = new_line(base, change, start + at)
                message = f"has an unusual space in line {line}: {describe_character(splice.text[at])}"
                return BlockWarning(WarningKind.CONFUSABLE, message, line)
    return None


def _disguise(found: DisguisedWord) -> str:
    return f"the {found.latin} in {found.word} only looks Latin: {describe_character(found.letter)}"


def _unseen_in_new(text: str, change: Change) -> Iterator[tuple[int, str]]:
    """Hidden characters of the new text, with their offsets in the text after the change."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        for at in _unseen_between(text, (splice.start, splice.end), splice.text):
            is_bom = start + at == 0 and splice.text[at] == BYTE_ORDER_MARK
            if not is_bom:
                yield start + at, splice.text[at]


def _unseen_in_old(text: str, change: Change) -> Iterator[str]:
    for splice in change.splices:
        old = text[splice.start : splice.end]
        yield from (old[at] for at in _unseen_between(text, (splice.start, splice.end), old))


def _unseen_between(text: str, span: tuple[int, int], new: str) -> Iterator[int]:
    """Offsets of the characters of a text that are hidden when it replaces a span, next to its neighbours."""
    # A line end serves as a missing neighbour: it joins with no character.
    before, after = text[max(span[0] - 1, 0) : span[0]] or "\n", text[span[1] : span[1] + 1] or "\n"
    return (at - 1 for at in find_hidden(f"{before}{new}{after}") if 0 < at <= len(new))


def of_file(before: Snapshot | Absent, *, is_ignored: bool) -> tuple[BlockWarning, ...]:
    """The warnings about a file, for each of its blocks."""
    found: list[BlockWarning] = []
    if is_ignored:
        message = f"git ignores {before.path}, so no commit or diff will contain the change"
        found.append(BlockWarning(WarningKind.IGNORED, message))
    if isinstance(before, Snapshot) and before.other_names:
        names = "another name" if before.other_names == 1 else f"{before.other_names} other names"
        message = f"{before.path} has {names} (hard links), which keep the old text"
        found.append(BlockWarning(WarningKind.HARD_LINK, message))
    if isinstance(before, Snapshot) and before.codec.is_guessed:
        message = f"{before.path} is not UTF-8 and declares no encoding; guessed: {before.codec.label}"
        found.append(BlockWarning(WarningKind.GUESSED_ENCODING, message))
    return tuple(found)


def beyond_guess(proposal: Proposal) -> BlockWarning | None:
    """Warn about added characters whose bytes depend on a guess of the file's encoding."""
    if not any(warning.kind is WarningKind.GUESSED_ENCODING for warning in proposal.warnings):
        return None
    added = "".join(splice.text for splice in proposal.change.splices)
    character = next((character for character in added if not character.isascii()), None)
    if character is None:
        return None
    message = f"adds {character!r}, whose bytes depend on the guessed encoding"
    return BlockWarning(WarningKind.GUESSED_CHARACTERS, message)


class _QuickPattern:
    """A pattern that is searched only in texts with one of some words. This is several times faster."""

    def __init__(self, words: str, source: str) -> None:
        self._words = words.split()
        self._pattern = lazy_pattern(source)

    def search(self, text: str) -> re.Match[str] | None:
        # A loop takes half as long as `any` with a generator.
        for word in self._words:
            if word in text:
                return self._pattern.search(text)
        return None


_Searchable = re.Pattern[str] | _QuickPattern
_MAX_LINE_EXAMINED = 500
"""The most characters of a line that are examined."""

NumberedLine = tuple[int, str]


class ChangedLines(Struct, frozen=True):
    """The lines that a block adds and removes, without their ends; blank ones are left out."""

    added: tuple[NumberedLine, ...]
    """With their 1-based numbers in the text with the block."""
    removed: tuple[NumberedLine, ...]
    """With their 1-based numbers in the text without it."""


RiskCheck = Callable[[Proposal, ChangedLines], BlockWarning | None]


def changed_lines(base: FileIndex, change: Change) -> ChangedLines:
    """The lines that a change adds and removes. A line that it moves is neither."""
    parts: list[tuple[Sequence[str], int, Sequence[str], int]] = []
    separator, text, growth = base.lines.separator, base.text, 0
    for splice in change.splices:
        first = base.lines.at(splice.start)
        start = base.lines.starts[first] if text else 0
        end = splice.end
        ends_line = splice.text[-1:] == separator[-1] if splice.text else splice.start == start
        is_whole = ends_line and (end == start or text[end - 1 : end] == separator[-1])
        if not is_whole and end < len(text):
            last = base.lines.at(end)
            end = base.lines.starts[last + 1] if last + 1 < len(base.lines) else len(text)
        old = text[start:end].split(separator)
        new = f"{text[start : splice.start]}{splice.text}{text[splice.end : end]}".split(separator)
        parts.append((old, first + 1, new, first + 1 + growth))
        growth += len(new) - len(old)
    kept = Counter(chain.from_iterable(old for old, *_ in parts))
    kept &= Counter(chain.from_iterable(new for _, _, new, _ in parts))
    kept_old, kept_new = kept, kept.copy()
    removed = chain.from_iterable(_lines_not_kept(old, kept_old, first) for old, first, _, _ in parts)
    added = chain.from_iterable(_lines_not_kept(new, kept_new, first) for _, _, new, first in parts)
    return ChangedLines(tuple(added), tuple(removed))


def _lines_not_kept(lines: Sequence[str], kept: Counter[str], first: int) -> Iterator[NumberedLine]:
    """The nonblank lines that are not kept, numbered from `first` on."""
    for number, line in enumerate(lines, first):
        if kept[line] > 0:
            kept[line] -= 1
        elif line.strip():
            yield number, line[:_MAX_LINE_EXAMINED]


class WrittenLine(Struct, frozen=True):
    """A line after a plan that begins something, with the blocks that write it."""

    text: str
    writers: Mapping[int, int]
    """The numbers of the blocks, each with the line in the block's new text, 0-based."""

    def doubled(self, other: int, *, are_new: bool = False) -> dict[int, BlockWarning]:
        """The warnings of its blocks that another line begins the same.

        Args:
            other: The other line, 0-based.
            are_new: True if blocks add both.
        """
        where = f"line {other + 1}, which is new too" if are_new else f"line {other + 1}"
        return self._warn(f"defines “{self.text.strip()}” a second time: the file has it at {where}")

    def beside_version(self, other: int) -> dict[int, BlockWarning]:
        """The warnings of its blocks that another version of it stays.

        Args:
            other: The line of the other version, 0-based.
        """
        return self._warn(f"keeps line {other + 1}, another version of “{self.text.strip()}”")

    def _warn(self, message: str) -> dict[int, BlockWarning]:
        return {
            number: BlockWarning(WarningKind.DOUBLED, message, line + 1)
            for number, line in self.writers.items()
        }


def written_lines(plan: FilePlan, rows: Collection[int]) -> dict[int, WrittenLine]:
    """The lines of the text after a plan at some rows, 0-based."""
    lines = Lines(plan.after, plan.index.lines.separator)
    heads = {row: lines.slice(row, row + 1)[0].rstrip() for row in rows}
    members = {each.number: each for each in plan.proposals if each.number in plan.members}
    # Only the blocks that write there are examined: each costs a look at the whole file.
    near: dict[int, set[int]] = {}
    for span, owners in plan.written_spans():
        first, last = lines.at(span[0]), lines.at(span[1])
        for row in heads:
            if first <= row <= last:
                near.setdefault(row, set()).update(owners)
    added: dict[int, dict[int, str]] = {}
    writers: dict[int, dict[int, int]] = {row: {} for row in heads}
    for row, head in heads.items():
        for number in sorted(near.get(row, ())):
            proposal = members.get(number)
            if proposal is None or proposal.base is None:
                continue
            if number not in added:
                added[number] = dict(changed_lines(proposal.base, proposal.change).added)
            if head not in {line.rstrip() for line in added[number].values()}:
                continue
            line = line_in_diff(plan, proposal, row)
            if line is not None and added[number].get(line + 1, "").rstrip() == head:
                writers[row][number] = line
    return {row: WrittenLine(head, writers[row]) for row, head in heads.items()}


# Secrets. Keys have the forms that their issuers document. No value is shown or stored.

_SERVICE_KEYS = (
    ("an AWS key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("a GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})"),
    ("a GitLab token", r"\bglpat-[\w-]{20,}"),
    ("an Anthropic key", r"\bsk-ant-[\w-]{20,}"),
    ("an OpenAI key", r"\bsk-(?:proj-|svcacct-|admin-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{24,}"),
    ("a Google key", r"\bAIza[\w-]{35}(?![\w-])"),
    ("a Slack token", r"\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/\w{16,}"),
    ("a Stripe key", r"\b[rs]k_live_[0-9A-Za-z]{20,}"),
    ("an npm token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("a PyPI token", r"\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}"),
    ("a SendGrid key", r"\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])"),
    ("a Hugging Face token", r"\bhf_[A-Za-z]{34}\b"),
    ("a DigitalOcean token", r"\bdo[por]_v1_[a-f0-9]{64}\b"),
    ("a Telegram token", r"\b\d{8,10}:AA[\w-]{33}(?![\w-])"),
    ("an Azure key", r"\bAccountKey=[A-Za-z0-9+/]{86}=="),
    ("a private key", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
)
_SERVICE_KEY = lazy_pattern(
    "|".join(f"(?P<k{at}>{pattern})" for at, (_, pattern) in enumerate(_SERVICE_KEYS))
)
_SECRET_HINTS = (
    *("akia", "asia", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "aiza", "xox"),
    *("hooks.slack", "k_live_", "npm_", "pypi-", "sg.", "hf_", "_v1_", ":aa", "private key", "://", "pass"),
    *("pwd", "secret", "token", "key", "credential", "auth", "bearer"),
)
"""A line with a secret has one of them, in lower case."""
_URL_WITH_PASSWORD = lazy_pattern(
    r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s:/@\"'<>]*):(?P<value>[^\s/@\"'<>]{4,})@(?P<host>[\w.-]+)"
)
"""A URL with a password: `https://me:secret1@example.org`."""
_NAME_OF_SECRET = (
    r"(?i:(?:password|passwd|passphrase|pwd|secret|token|api_?key|private_?key|access_?key|credential)s?)"
)
_ASSIGNED = lazy_pattern(
    rf"{_NAME_OF_SECRET}[\w-]*[\"']?\s*(?:(?::\s*[\w.\[\]| ]{{1,40}})?=|[:=]>?|:=)\s*"
    r"[\"'](?P<value>[^\"'\s]{14,})[\"']"
    r"|\b[Bb]earer\s+(?!eyJ)(?P<bearer>[\w.~+/-]{24,})"
)
"""A value in quotes for the name of a secret, or a token of a request: `api_key = "hR7kq93ZpLw2xT"`."""
_UNQUOTED = lazy_pattern(
    rf"^\s*(?:export\s+|ENV\s+)?[\w.-]*{_NAME_OF_SECRET}\s*[:=]\s*(?P<value>[^\s\"'#;,()\[\]{{}}$<>]{{14,}})\s*$"
)
"""A value without quotes for the name of a secret: `export DB_PASSWORD=hR7kq93ZpLw2xT`."""
_SETTINGS_FILES = (
    ".env",
    ".yml",
    ".yaml",
    ".ini",
    ".cfg",
    ".conf",
    ".properties",
    ".sh",
    ".tfvars",
    "dockerfile",
)
"""Ends of names of files in which values need no quotes."""
_SAMPLE_VALUE = lazy_pattern(
    r"example|sample|your|xxx|\*\*\*|\.\.\.|change.?me|replace|dummy|fake|test|mock|placeholder|redacted|foobar"
    r"|<|[$#{%]\{?\w*\}?|^0+$|1234567|abcdef|password|secret|token|https?:",
    re.IGNORECASE,
)
"""A value that is a sample or a name."""
_LOCAL_HOST = lazy_pattern(
    r"localhost.*|127\..*|0\.0\.0\.0|db|database|postgres|mysql|redis|mongo|rabbitmq|host|(?:.*\.)?example(?:\.\w+)?"
)
"""A host whose password is no secret: `localhost`, `db`, `api.example.com`."""
_FILES_WITHOUT_SECRETS = (
    ".lock",
    ".sum",
    "-lock.json",
    "-lock.yaml",
    ".svg",
    ".ipynb",
    ".map",
    ".po",
    ".snap",
)
"""Ends of names of files that consist of digests or texts."""


def written_secret(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Warn that the block adds a key, a token or a password."""
    # Nearly no text has any of the hints, so all lines are searched at once.
    lower = "\n".join(line for _, line in lines.added).lower()
    path = (proposal.path or "").casefold()
    if not any(hint in lower for hint in _SECRET_HINTS) or path.endswith(_FILES_WITHOUT_SECRETS):
        return None
    # Passwords in tests are made up; keys of services are not.
    patterns = [] if _TEST_FILE.search(proposal.path or "") is not None else [_ASSIGNED]
    if patterns and (path.endswith(_SETTINGS_FILES) or "/.env" in f"/{path}"):
        patterns.append(_UNQUOTED)
    for number, line in lines.added:
        found = _secret_in(line, patterns) if any(hint in line.lower() for hint in _SECRET_HINTS) else None
        if found is not None and (proposal.base is None or found[1] not in proposal.base.text):
            return BlockWarning(WarningKind.SECRET, f"adds {found[0]}", number)
    return None


def _secret_in(line: str, patterns: Sequence[re.Pattern[str]]) -> tuple[str, str] | None:
    """The kind of a secret in a line, with the beginning of its value, and the value; None if it has none.

    Args:
        line: The line.
        patterns: They find values that only their names show to be secret.
    """
    key = _SERVICE_KEY.search(line)
    if key is not None and key.lastgroup is not None and not _is_sample(key[0]):
        kind = _SERVICE_KEYS[int(key.lastgroup[1:])][0]
        return (kind if "PRIVATE KEY" in key[0] else f"{kind}: {key[0][:4]}…"), key[0]
    url = _URL_WITH_PASSWORD.search(line)
    if (
        url is not None
        and url["value"] != url["user"]
        and not _is_sample(url["value"])
        and _LOCAL_HOST.fullmatch(url["host"]) is None
    ):
        return f"a password in a URL: {url['value'][:1]}…", url["value"]
    for pattern in patterns:
        if (assigned := pattern.search(line)) is not None:
            value = assigned[assigned.lastgroup or 0]
            return (f"what seems to be a secret: {value[:4]}…", value) if _is_random(value) else None
    return None


_MIN_DIFFERENT_CHARACTERS = 8
"""The fewest different characters of a random value."""
_MIN_DIFFERENT_IN_KEY = 6
"""The fewest different characters of a key or a password; one with fewer is a sample."""
_WORD_OF_LETTERS = lazy_pattern(r"(?<![A-Za-z0-9])[A-Z]?[a-z]{2,}(?![A-Za-z0-9])")


def _is_random(value: str) -> bool:
    """True if a value is not a name, a sample or an expression."""
    is_mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if (
        not is_mixed
        or len(set(value)) < _MIN_DIFFERENT_CHARACTERS
        or _SAMPLE_VALUE.search(value)
        or set(value) & set("()[]{}/\\ ")
    ):
        return False
    return 2 * sum(map(len, _WORD_OF_LETTERS.findall(value))) < len(value)


def _is_sample(value: str) -> bool:
    return _SAMPLE_VALUE.search(value) is not None or len(set(value)) < _MIN_DIFFERENT_IN_KEY


# Marks.

_VENDORED = frozenset(
    ("vendor", "vendored", "third_party", "third-party", "node_modules", "bower_components", "site-packages")
)
_GENERATED_NAMES = (
    *(".min.js", ".min.css", "_pb2.py", "_pb2_grpc.py", ".pb.go", ".g.dart", ".freezed.dart", ".designer.cs"),
    *(".generated.ts", ".generated.go", ".gen.go", ".gen.ts"),
)
_GENERATED = lazy_pattern(
    r"@generated\b|\bmade by GNU (?-i:Bison)\b"
    r"|\b(?:auto-?|automatically )generated\b.*\b(?:file|code|by|from|do not|don't|edit|modify)\b"
    r"|\b(?:file|code|source)\b.*\b(?:auto-?|automatically )generated\b"
    r"|\b(?:auto-?|automatically )generated[\s*/#.!-]*$"
    r"|\bgenerated (?:by|from|with)\b.*\bdo not (?:edit|modify)"
    r"|\bcode generated\b.*\bdo not edit",
    re.IGNORECASE | re.MULTILINE,
)
"""A remark that a file is generated: `Code generated by x. DO NOT EDIT`."""
_HEAD_LINES = 10
"""The first lines of a file, in which it may say that it is generated."""


def generated_file(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the file is generated or vendored, so that the edit may be lost."""
    path = (proposal.path or "").casefold()
    folder = next((part for part in path.split("/")[:-1] if part in _VENDORED), None)
    if folder is not None:
        return BlockWarning(WarningKind.GENERATED, f"the file is in {folder}: an update may undo the edit")
    head = "" if proposal.base is None else "\n".join(_header_lines(proposal.base, _HEAD_LINES))
    # Most files do without the pattern, which takes long to compile.
    may_say_so = "generated" in head.casefold() or "Bison" in head
    if path.endswith(_GENERATED_NAMES) or (may_say_so and _GENERATED.search(head) is not None):
        return BlockWarning(WarningKind.GENERATED, "the file is generated: its generator may undo the edit")
    return None


_LICENCE = lazy_pattern(
    r"SPDX-License-Identifier|\bcopyright\b|\(c\) ?\d{4}|©|\blicensed under\b|\ball rights reserved\b"
    r"|\bGeneral Public License\b|\bMozilla Public License\b|\bApache License\b"
    r"|\bpermission is hereby granted\b|\bredistribution and use\b",
    re.IGNORECASE,
)
"""A line of a licence header: `SPDX-License-Identifier`, `Copyright`."""
_LICENCE_LINES = 40
"""The most lines at the beginning of a file that may be a licence header."""
_LICENCE_FILE = lazy_pattern(r"licen[cs]e|copying|copyright|notice", re.IGNORECASE)
_COMMENTS = (("/*", "*/"), ("<!--", "-->"), ("{-", "-}"), ("(*", "*)"), ("=begin", "=end"))
"""The beginnings and ends of comments of several lines."""
_DOCSTRINGS = (('"""', '"""'), ("'''", "'''"))
_COMMENT = lazy_pattern(
    r"\s*(?:$|#|//|--|;|%|\*|\"\s|'\s|REM\b|@echo off|<\?(?:php|xml)\b|<!doctype\b|package [\w.]+;?$)",
    re.IGNORECASE,
)
"""Blank lines, comments, and lines that may be above a comment at the beginning of a file."""


def _header_lines(
    base: FileIndex, count: int, begins: Sequence[tuple[str, str]] = _COMMENTS
) -> Sequence[str]:
    """The comments at the beginning of a file, as far as they are in its first lines."""
    lines = base.lines.slice(0, min(count, len(base.lines)))
    end: str | None = None
    for number, line in enumerate(lines):
        text = line.strip()
        if end is None:
            begin, end = next((each for each in begins if text.startswith(each[0])), ("", None))
            text = text[len(begin) :]
            if end is None and _COMMENT.match(line) is None:
                return lines[:number]
        if end is not None and end in text:
            end = None
    return lines


def lost_licence(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block removes lines of a licence header."""
    removed = [n for n, line in lines.removed if n <= _LICENCE_LINES and _LICENCE.search(line) is not None]
    if removed and proposal.base is not None and _LICENCE_FILE.search(proposal.path or "") is None:
        header = len(_header_lines(proposal.base, _LICENCE_LINES, (*_COMMENTS, *_DOCSTRINGS)))
        removed = [n for n in removed if n <= header]
    if not removed or any(_LICENCE.search(line) is not None for _, line in lines.added):
        return None
    return BlockWarning(WarningKind.LICENCE, "removes a licence header", removed[0], is_old=True)


_TEST_FILE = lazy_pattern(r"(?:^|[/_.-])(?i:tests?|specs?|__tests__)(?:[/_.-]|$)|(?:Test|Tests|Spec)\.\w+$")
"""A path of tests: `tests/app.py`, `AppTest.java`."""
_TEST = lazy_pattern(
    r"^\s*(?:(?:async )?def test\w*\(|(?:it|test|describe|specify)(?:\.\w+)*(?:\(\s*[\"'`]|(?<=\.each)\b)"
    r"|func [Tt]est\w+\(|@(?:Parameterized)?Test\b|#\[(?:\w+::)*test\b|TEST(?:_F|_P|_CASE)?\("
    r"|(?:public )?function test\w+\(|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b"
    r"|(?:it|test|describe|specify)\s+[\"'])"
)
"""A line that begins a test: `def test_add(`, `@Test`."""
_ASSERTION = _QuickPattern(
    "assert refute expect require should Assert t. pytest. EXPECT ASSERT REQUIRE CHECK",
    r"^\s*(?:assert|refute)(?:_\w+)?\b|(?<!\.)\bexpect\(|\b(?:assert(?:\.\w+|_\w+)*!?|require\.[A-Z]\w*)\("
    r"|\.should(?:\.|\()|\bassert\w+\(|\bAssert\.\w+\(|\bXCTAssert\w*\(|\bt\.(?:Error|Fatal)f?\("
    r"|\bt\.(?:is|not|ok|notOk|true|false|equal|notEqual|same|like|match|deepEqual|strictEqual|strictSame|throws|rejects)\("
    r"|\bpytest\.(?:raises|warns|fail)\(|^\s*(?:(?:EXPECT|ASSERT)_\w+|(?:REQUIRE|CHECK)(?:_\w+)?)\(",
)
_TRIVIAL = lazy_pattern(
    r"\bassert(?:\s+(?:True|1)\b|!?\(true\))|\b(?:expect|[aA]ssertTrue|assert\.ok)\((?i:true)\)"
)
"""An assertion that always holds."""
_SKIP = _QuickPattern(
    "skip only todo fixme xit xdesc xtest xspec fit fdesc Disabled gnore xfail Incomplete Skip SKIP",
    r"@(?:pytest\.mark\.|unittest\.)?(?:skip|skipif|skipIf|skipUnless|xfail)\b|\bpytest\.(?:skip|xfail)\("
    r"|^\s*(?:it|test|describe|context|suite)\.(?:skip|only|todo|fixme)\b"
    r"|^\s*(?:xit|xdescribe|xtest|xspecify|fit|fdescribe)(?:\(\s*|\s+)[\"'`]"
    r"|\bt\.Skip\w*\(|@(?:Disabled|Ignore)\b|#\[ignore\b|\[(?:Ignore|Skip)\b|\bself\.skipTest\("
    r"|\bmarkTest(?:Skipped|Incomplete)\(|\[(?:Fact|Theory)\(\s*Skip\b|\bXCTSkip\w*\(|\bGTEST_SKIP\(",
)
_TESTS_IN_CODE = lazy_pattern(r"#\[(?:cfg\(test\)|(?:\w+::)*test\b)")
"""Rust has its tests in the files of the code."""


def weaker_tests(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block removes tests or assertions, or skips tests."""
    path = proposal.path or ""
    if _TEST_FILE.search(path) is None:
        if not path.endswith(".rs"):
            return None
        lines = _in_tests(proposal, lines)
    skipping, skipped_before = (_in_effect(each, _SKIP, path) for each in (lines.added, lines.removed))
    if len(skipping) > len(skipped_before) and (
        len(skipped := _unquoted(proposal, skipping, _SKIP)) > len(skipped_before)
    ):
        return BlockWarning(WarningKind.TESTS, "skips tests", skipped[0])
    for pattern, noun in ((_TEST, "test"), (_ASSERTION, "assertion")):
        removed, added = (_in_effect(each, pattern, path) for each in (lines.removed, lines.added))
        if len(removed) > len(added):
            more = f" and adds {len(added)}" if added else ""
            message = f"removes {counted(len(removed), noun)}{more}"
            return BlockWarning(WarningKind.TESTS, message, removed[0][0], is_old=True)
    return None


def _in_tests(proposal: Proposal, lines: ChangedLines) -> ChangedLines:
    """The lines without those removed above the tests of a file of code."""
    base = proposal.base
    if base is None or not any(
        _in_effect(lines.removed, each, proposal.path or "") for each in (_TEST, _ASSERTION)
    ):
        return lines
    tests = _TESTS_IN_CODE.search(base.text)
    first = len(base.lines) + 1 if tests is None else base.lines.at(tests.start()) + 1
    return ChangedLines(lines.added, tuple(line for line in lines.removed if line[0] >= first))


def _in_effect(lines: Sequence[NumberedLine], pattern: _Searchable, path: str) -> list[NumberedLine]:
    """The lines that have a pattern in effect: not in comments or assertions that always hold."""
    return [
        (number, line)
        for number, line in lines
        if pattern.search(line) is not None and not is_comment(line, path) and _TRIVIAL.search(line) is None
    ]


def _unquoted(proposal: Proposal, lines: Sequence[NumberedLine], pattern: _Searchable) -> list[int]:
    """The numbers of the lines of the text with the block that have a pattern outside of strings."""
    found = [(number, match.start()) for number, line in lines if (match := pattern.search(line)) is not None]
    return _outside_strings(proposal, found)


def _outside_strings(proposal: Proposal, places: Sequence[tuple[int, int]]) -> list[int]:
    """The lines of those places, by line and column in the text with the block, that are not in a string."""
    language = language_of(proposal.path or "")
    if not places or language is None or proposal.base is None:
        return [number for number, _ in places]
    text = proposal.change.apply(proposal.base.text)
    if len(text) > MAX_PARSED_TEXT:
        return [number for number, _ in places]
    starts = Lines(text, proposal.base.lines.separator).starts
    quoted = in_strings(text, language, [starts[number - 1] + at for number, at in places])
    return [number for number, at in places if starts[number - 1] + at not in quoted]


_MAY_SHOW_HANDLERS = (*PROSE, ".json", ".html", ".lock", ".csv")
"""Ends of names of files that may show handlers, or mention how to silence a check."""


_EXPECTED_ERRORS = (
    r"[ \t]*\(?[ \t]*(?:(?:ImportError|ModuleNotFoundError|KeyboardInterrupt|StopIteration"
    r"|(?:\w+\.)?CancelledError)[ \t,]*)+\)?[ \t]*(?:as \w+[ \t]*)?:"
)
"""Exceptions that may be ignored: a module that is optional, or the end of something."""
_IGNORING = lazy_pattern(
    # Python, then languages with braces, then Ruby.
    rf"^[ \t]*except\b(?!{_EXPECTED_ERRORS})(?:[^:#\n(]|\([^()]{{0,500}}\))*:[ \t]*"
    r"(?:(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*)?(?:pass|\.\.\.)[ \t]*(?:#[^\n]*)?$"
    r"|\bsuppress\((?:Base)?Exception\)"
    r"|\bcatch\s*(?:\([^()]{0,500}\)\s*)?\{\s*(?:(?://[^\n]*\n|/\*[^/]*\*/)\s*)*\}"
    r"|\.catch\(\s*(?:function\s*)?(?:\([^()]{0,500}\)|\w+)\s*(?:=>)?\s*\{\s*\}\s*\)"
    r"|\brescue nil\b|\brescue\b[^#\n;]{0,500};\s*nil\b"
    r"|^[ \t]*rescue\b[^\n]*\n(?:\s*#[^\n]*\n)*\s*(?:nil\s*\n\s*)?end\b",
    re.MULTILINE,
)
"""Code that ignores an error: `except OSError: pass`, `catch (e) {}`."""
_HANDLERS = ("except", "catch", "rescue", "suppress(")
"""A part with a handler has one of them."""
_LINES_AROUND = 8
"""Lines around a change among which is the handler, if the change removes its body."""


def ignored_errors(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block adds a handler that ignores all errors, or removes the body of one."""
    base, language = proposal.base, language_of(proposal.path or "")
    if base is None or (proposal.path or "").casefold().endswith(_MAY_SHOW_HANDLERS):
        return None
    parts = [
        part for part in _parts_around(base, proposal.change) if any(word in part.new for word in _HANDLERS)
    ]
    if not parts:
        return None
    known = Counter(found[0] for part in parts for found in _IGNORING.finditer(part.old))
    added: list[int] = []
    for part in parts:
        for found in _IGNORING.finditer(part.new):
            if known[found[0]] > 0:
                known[found[0]] -= 1
            else:
                added.append(part.start + found.end() - len(found[0].lstrip()))
    # A handler that was only changed is not new.
    if len(added) <= known.total():
        return None
    after = proposal.change.apply(base.text)
    quoted = set() if language is None or len(after) > MAX_PARSED_TEXT else in_strings(after, language, added)
    added = [at for at in added if at not in quoted]
    if len(added) <= known.total():
        return None
    line = after.count(base.lines.separator, 0, added[0]) + 1
    return BlockWarning(WarningKind.IGNORES_ERRORS, "adds a handler that ignores errors", line)


class _PartAround(Struct, frozen=True):
    """A part of a text around changes, before and after them."""

    old: str
    new: str
    start: int
    """The offset of `new` in the text after all changes."""


def _parts_around(base: FileIndex, change: Change) -> Iterator[_PartAround]:
    """The changed parts of a text with the lines around them. Overlapping parts are joined."""
    text, starts = base.text, base.lines.starts
    parts: list[tuple[int, int, list[Splice]]] = []
    for splice in change.splices if text else ():
        first = starts[max(base.lines.at(splice.start) - _LINES_AROUND, 0)]
        last = base.lines.at(splice.end) + _LINES_AROUND + 1
        end = starts[last] if last < len(starts) else len(text)
        if parts and first <= parts[-1][1]:
            first, _, splices = parts.pop()
        else:
            splices = []
        parts.append((first, end, [*splices, splice]))
    if not text and change.splices:
        yield _PartAround("", change.apply(text), 0)
    growth = 0
    for first, end, splices in parts:
        new, at = "", first
        for splice in splices:
            new += text[at : splice.start] + splice.text
            at = splice.end
        new += text[at:end]
        yield _PartAround(text[first:end], new, first + growth)
        growth += len(new) - (end - first)


_SUPPRESSION = _QuickPattern(
    "noqa gnore isable nosec lint LINT allow( expect( uppress CHECKSTYLE skip-file noinspection @ts-",
    r"#\s*(?:(?:ruff:\s*|flake8:\s*)?noqa\b|type:\s*ignore|pylint:\s*(?:disable|skip-file)|nosec\b|pyright:\s*ignore"
    r"|mypy:\s*ignore|rubocop:disable|standard:disable|shellcheck disable|hadolint ignore|yamllint disable"
    r"|tflint-ignore|noinspection|credo:disable)"
    r"|(?://|/\*|#|<!--)\s*(?:eslint|stylelint|oxlint|tslint|ktlint)[-:](?:disable|ignore)|@ts-(?:ignore|nocheck|expect-error)|biome-ignore"
    r"|deno-lint-ignore|//\s*(?:nolint|nosec|noinspection)|#!?\[(?:allow|expect)\(|@SuppressWarnings|\bNOLINT"
    r"|phpcs:ignore|@phpstan-ignore|@psalm-suppress|swiftlint:disable|@(?:file:)?Suppress\(|\bCHECKSTYLE:OFF"
    r"|#pragma warning disable|#pragma (?:GCC|clang) diagnostic ignored"
    r"|\bReSharper disable|\bluacheck:\s*ignore",
)


def silenced_checks(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block silences a linter or a type checker."""
    if (proposal.path or "").casefold().endswith(_MAY_SHOW_HANDLERS):
        return None
    added = {n: found[0] for n, line in lines.added if (found := _SUPPRESSION.search(line)) is not None}
    count = sum(_SUPPRESSION.search(line) is not None for _, line in lines.removed)
    if len(added) <= count or len(numbers := _unquoted(proposal, lines.added, _SUPPRESSION)) <= count:
        return None
    text = added[numbers[0]].strip()
    return BlockWarning(WarningKind.SILENCES, f"silences a check: {text}", numbers[0])


_FREE_INDENTATION = (*PROSE, ".tsv", ".csv", ".mk", ".diff", ".patch")
"""Ends of names of files in which tabs and spaces are content."""
_WITHOUT_DEPTH = (".cfg", ".conf", ".env", ".ini", ".properties", ".sql", ".toml")
"""Ends of names of files in which depth has no meaning."""


def other_indentation(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block indents with tabs where the file has spaces, or the other way round."""
    base, path = proposal.base, (proposal.path or "").casefold()
    if (
        base is None
        or path.endswith(_FREE_INDENTATION)
        or path.rpartition("/")[2] in ("makefile", "gnumakefile")
    ):
        return None
    tabs, spaces = ([n for n, line in lines.added if line.startswith(begin)] for begin in ("\t", "  "))
    if not tabs and len(spaces) < 2:
        return None
    foreign = {"\t": (spaces, 2), " ": (tabs, 1)}.get(base.indents_with or "")
    if foreign is None or len(foreign[0]) < foreign[1]:
        return None
    numbers = _outside_strings(proposal, [(number, 0) for number in foreign[0]])
    if len(numbers) < foreign[1]:
        return None
    words = ("tabs", "spaces") if base.indents_with == " " else ("spaces", "tabs")
    return BlockWarning(
        WarningKind.INDENTATION, f"indents with {words[0]}, but the file with {words[1]}", numbers[0]
    )


_MIN_EVEN = 4
"""The fewest indented lines of a file that show that it indents by even numbers of spaces."""
_ODD_INDENTATION = lazy_pattern(r" (?:  )*(?![ *\t])\S")
"""Matches the beginning of a line after an odd number of spaces, other than one of a comment over lines."""
_MAX_ODD = 20
"""The most lines with an odd indentation that are examined."""
_MAX_ALIGNED = 100
"""The most spaces before a line that may be below an aligned one."""
_OPERATORS = frozenset("= := += + - * / % & | ^ ? : ?: ?? && || == != <= >= << >> and or".split())
"""Words between two lines of one statement: at the end of the first, or at the beginning of the second."""


def odd_indentation(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Warn that a new line is indented by an odd number of spaces, as no line of the file is.

    So it is if the sign of a diff took the place of a space. Lines may be aligned with text above them.
    """
    base, path = proposal.base, (proposal.path_after or "").lower()
    odd = [number for number, line in lines.added if _ODD_INDENTATION.match(line)]
    if not odd or base is None or path.endswith(_FREE_INDENTATION):
        return None
    old = [line for line in base.text.split(base.lines.separator) if line.startswith(" ") and line.strip()]
    if len(old) < _MIN_EVEN or any(map(_ODD_INDENTATION.match, old)):
        return None
    after = Lines(proposal.change.apply(base.text), base.lines.separator)
    has_operators = not path.endswith(YAML)
    found = [
        number
        for number in odd[:_MAX_ODD]
        if not _may_be_aligned(after, number - 1, has_operators=has_operators)
    ]
    numbers = _outside_strings(proposal, [(number, 0) for number in found])
    if not numbers:
        return None
    depth = len(indentation(after.slice(numbers[0] - 1, numbers[0])[0]))
    message = f"line {numbers[0]}: indented by {counted(depth, 'space')}, but the file by even numbers"
    return BlockWarning(WarningKind.GUESSED_DEPTH, message, numbers[0])


def _may_be_aligned(lines: Lines, row: int, *, has_operators: bool) -> bool:
    """True if a line, or one as indented above it, goes on with the statement of a less indented line.

    It is below text behind an open bracket or the value of a name (`a = case b`), or an operator is between
    the two: `a ? 1`, `: b`. So is what is below such a line in turn.

    Args:
        lines: The lines of a file.
        row: The line, 0-based.
        has_operators: False for YAML, in which they mean something else: `run: |`, `- a`.
    """
    depth = len(indentation(lines.slice(row, row + 1)[0]))
    first, head_row, head = row, row, ""
    for at in range(row - 1, -1, -1):
        line = lines.slice(at, at + 1)[0]
        if line.strip() and len(indentation(line)) < depth:
            head_row, head = at, line.rstrip()
            break
        first = at if line.strip() and len(indentation(line)) == depth else first
    if open_brackets(head) > 0 and not head.endswith(("(", "[", "{")):
        return True
    if head[:depth].endswith(" = "):
        return True
    is_below_odd = depth <= _MAX_ALIGNED and _ODD_INDENTATION.match(head) is not None
    if is_below_odd and _may_be_aligned(lines, head_row, has_operators=has_operators):
        return True
    begins = {lines.slice(at, at + 1)[0].split()[0] for at in (first, row)}
    return has_operators and not _OPERATORS.isdisjoint({*begins, *head.split()[-1:]})
