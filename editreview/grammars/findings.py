"""All that the check of syntax wants to know of a parsed text, in plain values that a process can send."""

from time import process_time

from editreview.grammars.rejected import rejected, undeclared
from editreview.grammars.tree import Syntax

_Lines = tuple[int, ...]
Findings = tuple[_Lines, _Lines, _Lines, _Lines, int, tuple[tuple[int, int], ...], float]
"""The fields of a `Reading`, in order."""


def findings_of(text: str, language: str, counts_misplaced: bool) -> Findings:
    """Parse a text and look for all that may be wrong in it; for `counts_misplaced`, see `read`."""
    began = process_time()
    tree = Syntax(text, language)
    spans = [node.range() for node in tree.root.children()]
    return (
        tree.error_lines,
        rejected(tree),
        undeclared(tree),
        tree.crossed_tags if language in _WITH_TAGS else (),
        tree.misplaced if counts_misplaced else 0,
        tuple((span.start.line, span.end.line) for span in spans),
        process_time() - began,
    )


_WITH_TAGS = frozenset({"javascript", "tsx"})
