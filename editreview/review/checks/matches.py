"""Checks of a block's match: removed anchors, extent, split words, joined lines, a missing end."""

from collections.abc import Iterable, Sequence

from editreview import likeness
from editreview.blocks import CutOff, EditBlock, Interpretation, Problem, Replace, ReplaceLines
from editreview.matching import FileIndex, Match, Tier
from editreview.patterns import lazy_pattern
from editreview.review.file_plan import FilePlan, old_line
from editreview.review.match_block import match_block, visible_start
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import counted, is_blank, is_word_character

_MAX_QUOTED = 3
"""The most lines of an anchor: more lines are probably meant to be replaced."""
_ALIKE = 60.0
"""Percent of likeness from which a new line is another version of an old one."""
_BEGINNING = 8
"""A line that begins with this many equal characters is another version too."""
_STUBS = frozenset({"pass", "...", "return", "return None", "return null;", "{}", "todo!()"})
"""Lines such as `pass`, which stand for code that is missing and are meant to be replaced."""
_STUB_BEGINNINGS = ("#", "//", "/*", "*", "--", "<!--", "raise NotImplementedError", "throw new Error(")
_PURPOSE = lazy_pattern(
    r"(?P<leaves>return|raise|throw|yield|break|continue|goto)\b"
    r"|(?:(?:const|let|var|val|auto|final|mut|my|local|static)\s+)*"
    r"(?:(?P<sets>[\w.$@\[\]]+)(?:\s*:\s*[\w.\[\]]+)?\s*(?:[-+*/%|&^.]|:|<<|>>|\*\*|//|\?\?)?=(?![=>])"
    r"|(?!(?:if|for|while|switch|catch|def|func|function|with|elif|and|or|not|in)\b)(?P<calls>[\w.$]+)\()"
)
_WORD = lazy_pattern(r"\w+")
_LONG = 2_000
"""The most characters of a line that are compared: two lines of a megabyte would take half a minute."""
_MAX_COMPARED = 2_000
"""The most new lines among which another version of an old one is searched."""
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def lost_anchor(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change removes the few lines to which it seems to add something."""
    if not isinstance(proposal.block.operation, Replace) or proposal.base is None:
        return None
    for match in proposal.chosen:
        old, new = _lines(match.interpretation.search), _lines(match.interpretation.replace)
        if _is_removed_anchor(old, new) and _covers_whole_lines(proposal.base, match):
            message = f"seems to insert at a line, but removes it: {visible_start(old[0])}"
            line = old_line(proposal.base, match.span[0])
            return BlockWarning(WarningKind.REMOVES_ANCHOR, message, line, is_old=True)
    return None


def _is_removed_anchor(old: Sequence[str], new: Sequence[str]) -> bool:
    if not 0 < len(old) <= _MAX_QUOTED or len(new) <= len(old) or set(old) & set(new):
        return False
    if all(_is_stub(line) for line in old):
        return False
    return _depth(old) != _depth(new) or not _are_versions(old, new)


def _are_versions(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if any new line is another version of an old one, or the new lines have most words of the old."""
    heads = [line[:_LONG] for line in new[:_MAX_COMPARED]]
    if _purposes(old) & _purposes(heads):
        return True
    words = set(_WORD.findall("\n".join(line[:_LONG] for line in old)))
    if len(words) > 1 and 3 * len(words.intersection(_WORD.findall("\n".join(heads)))) >= 2 * len(words):
        return True
    return any(
        likeness.process.extractOne(line[:_LONG], heads, scorer=likeness.ratio, score_cutoff=_ALIKE)
        or any(other.startswith(line[:_BEGINNING]) for other in heads if len(line) >= _BEGINNING)
        for line in old
    )


def _purposes(lines: Iterable[str]) -> set[str]:
    """The purpose of lines: the words that leave the enclosing code, the names set, the functions called."""
    found = (_PURPOSE.match(line[:_LONG]) for line in lines)
    return {match[match.lastgroup or 0] for match in found if match is not None}


def _is_stub(line: str) -> bool:
    return line in _STUBS or line.startswith(_STUB_BEGINNINGS)


def _depth(lines: Sequence[str]) -> int:
    """The number of brackets left open."""
    return sum(sign * line.count(bracket) for line in lines for bracket, sign in _BRACKETS.items())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _covers_whole_lines(index: FileIndex, match: Match) -> bool:
    start, end = match.span
    first = index.lines.starts[index.lines.at(start)]
    is_at_end = end == len(index.text) or index.text[end] in "\r\n" or index.text[end - 1] in "\r\n"
    return is_at_end and not index.text[first:start].strip()


_MIN_LINES = 20
"""The most lines of a file of which a block may reasonably quote half."""
_LITTLE = 10
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
    if total <= _MIN_LINES or 2 * covered < total or len(proposal.chosen) > 1:
        return None
    end = base.lines.separator
    changed = sum(
        max(base.text.count(end, splice.start, splice.end), splice.text.count(end), 1)
        for splice in proposal.change.splices
    )
    if changed * _LITTLE > covered:
        return None
    message = f"replaces {covered} of the file's {total} lines and changes only {changed} of them"
    return BlockWarning(WarningKind.COVERS_FILE, message)


_MANY_LINES = 30
"""The fewest lines whose removal is unusual if the new text has none of them."""


def removes_much(proposal: Proposal) -> BlockWarning | None:
    """Warn that the block removes many lines of which its new text has none."""
    base = proposal.base
    if not isinstance(proposal.block.operation, Replace | ReplaceLines) or base is None:
        return None
    end = base.lines.separator
    splices = proposal.change.splices
    if sum(base.text.count(end, splice.start, splice.end) for splice in splices) < _MANY_LINES:
        return None
    removed = [line for splice in splices for line in _lines(base.text[splice.start : splice.end])]
    kept = {line for splice in splices for line in _lines(splice.text)}
    kept |= {line for match in proposal.chosen for line in _lines(match.interpretation.replace)}
    if len(removed) < _MANY_LINES or any(line in kept for line in removed):
        return None
    message = f"removes {counted(len(removed), 'line')}, and its new text has none of them"
    return BlockWarning(WarningKind.REMOVES_MUCH, message)


_MESSAGE = "the response may be cut off inside this block, so its last lines may be missing"


def cut_off(proposal: Proposal) -> BlockWarning | None:
    """Warn that the block may be cut off at the end of the response."""
    how = proposal.block.cut_off
    if how is CutOff.NO or (how is CutOff.LAST_LINE and _has_last_line(proposal)):
        return None
    return BlockWarning(WarningKind.CUT_OFF, _MESSAGE)


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
    """The line that a replacement makes of its own words and those of another line; None if it makes none."""
    old, new = match.interpretation.search, match.interpretation.replace
    is_below = old.endswith("\n") and not new.endswith("\n")
    is_above = old.startswith("\n") and not new.startswith("\n")
    if not is_below and not is_above:
        return None
    start, end = match.span
    before = text[text.rfind("\n", 0, start) + 1 : start]
    last = text.find("\n", end)
    after = text[end : last if last >= 0 else len(text)].rstrip("\r")
    head, _, rest = new.partition("\n")
    is_one, tail = not rest and head == new, new.rpartition("\n")[2]
    if is_below and after.strip() and (tail.strip() or (is_one and before.strip())):
        return (before if is_one else "") + tail + after
    if is_above and before and (head.strip() or (is_one and before.strip() and after.strip())):
        return before + head + (after if is_one else "")
    return None


def unfinished_versions(plan: FilePlan, problems: Sequence[Problem]) -> dict[int, BlockWarning]:
    """Warnings, by number, for blocks whose lines a later edit, cut off in the response, searches for too.

    That one may be a newer version, so the response may not intend the complete block.

    Args:
        plan: The plan of the file.
        problems: The edits of that file that were cut off.
    """
    found: dict[int, BlockWarning] = {}
    for problem in problems:
        span = _span(plan.index, plan.path, problem)
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


def _span(index: FileIndex, path: str, problem: Problem) -> tuple[int, int] | None:
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
