"""Placeholders for code left out: written literally, one deletes that code."""

import re

from editreview.alignment import Alignment
from editreview.matching import FileIndex
from editreview.review.checks.lines import written_line
from editreview.review.match_block import visible_start
from editreview.review.proposal import BlockWarning, Proposal, WarningKind
from editreview.text import Change, is_blank

_MAY_SPEAK = re.compile(
    r"\.\.\.|…|(?i:changed|changes|omitted|truncated|brevity|existing|remain|rest|same|modified|altered|touched"
    r"|elided|snip|left out|as[ -]is|as (?:it|they|before|above)|keep|leave|retain|etc|other|previous|prior"
    r"|original|old|more|code)"
)
"""Every placeholder has one of these words."""
_PROSE = (".md", ".markdown", ".mdc", ".mdx", ".rst", ".txt", ".adoc")
"""Files that may speak of placeholders."""


def written_placeholder(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change would write a placeholder into the file."""
    if proposal.base is None or (proposal.path or "").lower().endswith(_PROSE):
        return None
    line = _placeholder_in(proposal.base, proposal.change)
    if line is None:
        return None
    message = f"writes {visible_start(line)} into the file, which stands for code that is left out"
    return BlockWarning(WarningKind.PLACEHOLDER, message, written_line(proposal.base, proposal.change, line))


def _placeholder_in(index: FileIndex, change: Change) -> str | None:
    """A line that a change would write and that stands for code left out; None if there is none."""
    if not any(_MAY_SPEAK.search(splice.text) for splice in change.splices):
        return None
    # Takes long to import, and few edits need it.
    from editreview.formats import is_placeholder, stands_for_removed

    for hunk in Alignment(index.lines, change).hunks:
        removes = any(not is_blank(line) for line in index.lines.slice(hunk.old, hunk.old_end))
        for line in hunk.lines:
            text = line.strip()
            if index.occurrences.count(text):
                continue
            # Dots alone may be a body by themselves, in the place of another.
            is_code = text in ("...", "…") and hunk.old_end - hunk.old <= len(hunk.lines)
            if is_placeholder(line) or (removes and not is_code and stands_for_removed(line)):
                return text
    return None
