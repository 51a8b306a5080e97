"""Checks of new text: markers, placeholders, `\\n` as text, hidden and confusable characters, encoding.

And of the file it is written to, whatever the edit is: its links, its encoding.
"""

import re
from collections import Counter
from collections.abc import Iterator

from editreview.alignment import Alignment
from editreview.blocks import EditBlock, Interpretation, Problem, Replace, plain_interpretation, written_whole
from editreview.characters import (
    DisguisedWord,
    describe_character,
    disguised_words,
    find_hidden,
    unusual_spaces,
)
from editreview.formats import Leftover, leftover, may_hold_any, paired_leftover
from editreview.matching import FileIndex
from editreview.patterns import lazy_pattern
from editreview.review.checks.lines import new_line, written_line
from editreview.review.match_block import visible_start
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, Change, Snapshot, is_blank

_SHOWING = (".adoc", ".diff", ".markdown", ".md", ".mdc", ".mdx", ".patch", ".qmd", ".rej", ".rmd", ".rst")
"""Files that may contain examples of edits."""


def leftover_markers(proposal: Proposal) -> BlockWarning | None:
    """Warn that the file would contain edit markers, which may be intended."""
    base = proposal.base.text if proposal.base is not None else ""
    text = _text(proposal)
    if text is None:
        return _in_part(proposal, base)
    marker = _leftover(text, proposal.path or "", base)
    if marker is None:
        return None
    message = f"would write the edit marker {marker.text} in line {marker.line}"
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


def _in_part(proposal: Proposal, base: str) -> BlockWarning | None:
    """Warn that the new lines of a part of a file have a pair of edit markers."""
    if (proposal.path or "").lower().endswith(_SHOWING):
        return None
    text = plain_interpretation(proposal.block.operation).replace
    if proposal.chosen and isinstance(proposal.block.operation, Replace):
        text = proposal.chosen[0].interpretation.replace
    marker = paired_leftover(text, base)
    if marker is None:
        return None
    lines = proposal.chosen[0].lines if proposal.chosen else None
    line = None if lines is None else lines[0] + marker.line - 1
    return BlockWarning(WarningKind.MARKERS, f"would write the edit marker {marker.text} into the file", line)


def _text(proposal: Proposal) -> str | None:
    """The whole text that a proposal writes; None if it changes a part of a file."""
    text = written_whole(proposal.block.operation)
    if text is not None or not proposal.chosen or not isinstance(proposal.block.operation, Replace):
        return text
    # Of several interpretations, the one with an empty SEARCH writes a whole text.
    interpretation = proposal.chosen[0].interpretation
    return None if interpretation.search else interpretation.replace


def _leftover(text: str | None, path: str, before: str) -> Leftover | None:
    return leftover(text, before, is_markup=path.lower().endswith(_SHOWING)) if text else None


_MAY_SPEAK = re.compile(
    r"\.\.\.|…|(?i:changed|changes|omitted|truncated|brevity|existing|remain|rest|same|modified|altered|touched"
    r"|elided|snip|left out|as[ -]is|as (?:it|they|before|above)|keep|leave|retain|etc|other|previous|prior"
    r"|original|old|more|code)"
)
"""Every placeholder contains one of these."""
_PROSE = (".md", ".markdown", ".mdc", ".mdx", ".rst", ".txt", ".adoc")
"""Files that may mention placeholders."""


def written_placeholder(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change would write a placeholder for omitted code, which deletes that code."""
    if proposal.base is None or (proposal.path or "").lower().endswith(_PROSE):
        return None
    line = _placeholder_in(proposal.base, proposal.change)
    if line is None:
        return None
    message = f"writes {visible_start(line)} into the file, a placeholder for omitted code"
    return BlockWarning(WarningKind.PLACEHOLDER, message, written_line(proposal.base, proposal.change, line))


def _placeholder_in(index: FileIndex, change: Change) -> str | None:
    """A placeholder for omitted code that a change would write; None if there is none."""
    if not any(_MAY_SPEAK.search(splice.text) for splice in change.splices):
        return None
    # Imported on first use: slow to import, and few edits need it.
    from editreview.formats import dots_for_code, is_placeholder, stands_for_removed

    has_dots = any("..." in splice.text or "…" in splice.text for splice in change.splices)
    left_out = dots_for_code(change.apply(index.text)) if has_dots else {}
    for hunk in Alignment(index.lines, change).hunks:
        removed = [line for line in index.lines.slice(hunk.old, hunk.old_end) if not is_blank(line)]
        # If the file has such comments already, another one is code.
        removes = bool(removed) and not any(map(stands_for_removed, removed))
        for at, line in enumerate(hunk.lines, hunk.new):
            text = line.strip()
            # Dots alone may be a body, if they replace one.
            is_dots = text in ("...", "…") and at not in left_out
            is_code = is_dots and hunk.old_end - hunk.old <= len(hunk.lines)
            is_one = is_placeholder(line) or (removes and not is_code and stands_for_removed(line))
            # Last, because it indexes every line of the file.
            if is_one and not index.occurrences.count(text):
                return text
    return None


_WRITTEN_OUT = lazy_pattern(r"\\r\\n|\\n")
_TELLING = 3
"""The fewest characters of a line by which it is recognised."""


def written_out_line_ends(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change would write a backslash and `n` where the lines it replaces have line ends.

    The sign is a new line with a piece between two `\n` that is one of the old lines.
    """
    base = proposal.base
    if base is None or not isinstance(proposal.block.operation, Replace):
        return None
    for match in proposal.chosen:
        line = _written_out(base, match.interpretation) if "\\n" in match.interpretation.replace else None
        if line is not None:
            message = f"writes \\n as text where the old text has line ends: {visible_start(line)}"
            return BlockWarning(WarningKind.WRITTEN_OUT, message, written_line(base, proposal.change, line))
    return None


def _written_out(index: FileIndex, interpretation: Interpretation) -> str | None:
    """A new line that consists of several old ones, joined by `\\n`; None if there is none."""
    old = [line.strip() for line in interpretation.search.splitlines()]
    if len(old) < 2:
        return None
    known = {line for line in old if len(line) >= _TELLING}
    for line in interpretation.replace.splitlines():
        pieces = {piece.strip() for piece in _WRITTEN_OUT.split(line)} if "\\n" in line else set()
        if known & pieces and line.strip() not in known and not index.occurrences.count(line.strip()):
            return line.strip()
    return None


_BYTE_ORDER_MARK = "\ufeff"


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
    path = (proposal.path_to or proposal.path or "") if proposal.creates or proposal.path_to else ""
    at = next(find_hidden(path), None)
    if at is None:
        return None
    message = f"its path contains {describe_character(path[at])}, which is invisible"
    return BlockWarning(WarningKind.HIDDEN_CHARACTERS, message)


def confusable_characters(proposal: Proposal) -> BlockWarning | None:
    """Warn that the change, or the path of a new file, has a character that looks like another.

    Words and spaces that the file has already do not count.
    """
    path = (proposal.path_to or proposal.path or "") if proposal.creates or proposal.path_to else ""
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
            is_mark = start + at == 0 and splice.text[at] == _BYTE_ORDER_MARK
            if not is_mark:
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
