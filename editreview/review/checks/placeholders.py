"""Placeholders for code left out: written literally, one deletes that code."""

import re

from editreview.matching import FileIndex
from editreview.review.checks.lines import written_line
from editreview.review.placing import visible_start
from editreview.review.proposal import Proposal, Warning, WarningKind
from editreview.texts import Change

_MAY_SPEAK = re.compile(
    r"\.\.\.|…|(?i:unchanged|no changes|omitted|truncated|brevity|existing|remain|rest of|same)"
)
"""What every placeholder has in it."""
_PROSE = (".md", ".markdown", ".mdc", ".mdx", ".rst", ".txt", ".adoc")
"""Files that may speak of placeholders."""


def written_placeholder(proposal: Proposal) -> Warning | None:
    """That the change would write a placeholder into the file."""
    if proposal.base is None or (proposal.path or "").lower().endswith(_PROSE):
        return None
    line = _placeholder_in(proposal.base, proposal.change)
    if line is None:
        return None
    message = f"writes {visible_start(line)} into the file, which stands for code that is left out"
    return Warning(WarningKind.PLACEHOLDER, message, written_line(proposal.base, proposal.change, line))


def _placeholder_in(index: FileIndex, change: Change) -> str | None:
    """A line that a change would write and that stands for code left out; None if there is none."""
    new = [splice.text for splice in change.splices if _MAY_SPEAK.search(splice.text)]
    if not new:
        return None
    # Dear to import, and few edits need it.
    from editreview.formats.lazy import is_placeholder

    for text in new:
        for line in text.splitlines():
            if is_placeholder(line) and not index.occurrences.count(line.strip()):
                return line.strip()
    return None
