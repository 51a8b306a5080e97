"""What a rewrite makes of a match: the file's own text wherever the rewrite keeps the pattern's.

Tokens that the rewrite has in common with the pattern keep the blanks and line breaks that
the file has between them. What a metavariable stands for is taken from the file as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from editreview import likeness
from editreview.matching.coverage import Span
from editreview.matching.template import Bound, Template, Token
from editreview.matching.text import FileIndex
from editreview.texts import line_end, split_lines

if TYPE_CHECKING:
    from ast_grep_py import SgNode


class Rewriting:
    """A pattern and its rewrite, and which tokens of the two are the same."""

    def __init__(self, pattern: Template, rewrite: Template) -> None:
        self.pattern = pattern
        self.rewrite = rewrite

    @cached_property
    def _kept(self) -> dict[int, int]:
        """Tokens of the rewrite, and the tokens of the pattern they are."""
        old, new = ([token.text for token in side.tokens] for side in (self.pattern, self.rewrite))
        return {
            op.dest_start + i: op.src_start + i
            for op in likeness.Indel.opcodes(old, new)
            if op.tag == "equal"
            for i in range(op.src_end - op.src_start)
        }

    def fill(self, index: FileIndex, spans: Sequence[Span], bound: Mapping[str, Bound]) -> str:
        """The text for a match.

        New lines get the indentation of the line that the match begins on. What moves to
        another depth takes its further lines along, but not those that are inside of a string.

        Args:
            index: The file.
            spans: Where the pattern's tokens are in it.
            bound: What the metavariables stand for, by name.
        """
        first = index.lines[index.lines.at(spans[0][0])]
        margin = depth = _indentation(first)
        newline = line_end(first) or index.line_end
        pieces: list[str] = []
        before = -1
        for number, token in self._written(bound):
            if self._keeps_gap(before, number):
                at = self._kept[number]
                gap = index.text[spans[at - 1][1] : spans[at][0]]
            else:
                gap = _indented(token.gap, margin, newline) if pieces and not _is_empty(token, bound) else ""
            depth = gap.rpartition(newline[-1])[2] if newline[-1] in gap else depth
            what = bound.get(token.variable.name) if token.variable else None
            pieces += (gap, _moved(index, what, depth) if what else "" if token.variable else token.text)
            before = number
        return "".join(pieces)

    def _keeps_gap(self, before: int, number: int) -> bool:
        """Whether two tokens follow each other in the pattern as they do here."""
        old, last = self._kept.get(number), self._kept.get(before)
        return (
            before == number - 1
            and old is not None
            and last == old - 1
            and self.pattern.tokens[old].gap == self.rewrite.tokens[number].gap
        )

    def _written(self, bound: Mapping[str, Bound]) -> Iterator[tuple[int, Token]]:
        """The tokens, without a new comma beside a metavariable that stands for nothing."""
        tokens = self.rewrite.tokens
        for number, token in enumerate(tokens):
            beside = (number + 1, number - 1) if number + 1 < len(tokens) else (number - 1,)
            is_left_over = (
                token.text == ","
                and number not in self._kept
                and any(at >= 0 and _is_empty(tokens[at], bound) for at in beside)
            )
            if not is_left_over:
                yield number, token


def _is_empty(token: Token, bound: Mapping[str, Bound]) -> bool:
    return token.variable is not None and token.variable.name not in bound


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _indented(gap: str, margin: str, newline: str) -> str:
    """A gap of the rewrite, with the margin before the line that it ends on."""
    head, *others = gap.split("\n")
    return head + newline * len(others) + margin + others[-1] if others else gap


def _moved(index: FileIndex, bound: Bound, depth: str) -> str:
    """What is bound, its further lines as deep as before relative to the line it begins on."""
    before = _indentation(index.lines[index.lines.at(bound.start)])
    first, *others = split_lines(index.text[bound.start : bound.end], index.lines.separator)
    if before == depth:
        return "".join([first, *others])
    moved = [first]
    at = bound.start + len(first)
    for line in others:
        moves = line.strip() and line.startswith(before) and not _is_in_string(bound.nodes, at)
        moved.append(depth + line[len(before) :] if moves else line)
        at += len(line)
    return "".join(moved)


def _is_in_string(nodes: Sequence["SgNode"], at: int) -> bool:
    """Whether the line that begins at this character goes on with a string."""
    inner: SgNode | None = None
    while around := next((node for node in nodes if _is_around(node, at)), None):
        inner, nodes = around, around.children()
    return inner is not None and "comment" not in inner.kind() and (not nodes or "string" in inner.kind())


def _is_around(node: "SgNode", at: int) -> bool:
    span = node.range()
    return span.start.index < at < span.end.index
