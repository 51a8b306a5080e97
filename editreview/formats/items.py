"""The items of a response: what came of the blocks in it, and the prose between them."""

import re
from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Command,
    EditBlock,
    Insert,
    Interpretation,
    LineRange,
    Offer,
    OfferKind,
    Operation,
    Problem,
    Prose,
    Replace,
    ReplaceLines,
    Retraction,
    Rewrite,
    Sketch,
    Write,
)
from editreview.formats.spec import CallResult, FormatSpec, Found, Malformed, Outcome, Untitled

_HUNKS = frozenset(["unified-diff", "apply-patch"])
"""Formats whose blank old lines stand among others, or at a line number."""
_LINE_END = re.compile(r"\r+\n")
Item: TypeAlias = EditBlock | Retraction | Problem | Command | Code | Prose


class Items:
    """Collects items in order of appearance, and numbers the blocks among them."""

    def __init__(self, first: int = 1) -> None:
        self.path: str | None = None
        """Of the last block that named one."""
        self.is_correction = False
        """The prose above the next block says that it corrects the block before."""
        self._made: list[Item] = []
        self._blocks = 0
        self._prose_from = first
        self._meant: set[int] = set()
        """Numbers of the blocks that are no offers so far."""
        self._by_call: dict[str, list[int]] = {}
        self._by_tool: dict[str, dict[object, list[int]]] = {}
        """By tool and call: numbers of the blocks of calls that have neither an id nor a result so far."""
        self._named_in_comment: dict[str, list[tuple[int, str]]] = {}
        """By file name: numbers and paths of the blocks whose file only a comment in them names."""
        self._named: dict[str, set[str]] = {}
        """By file name: the paths that other blocks name."""
        self._holds_calls = False

    def take_out(self) -> list[Item]:
        """The items since the last time."""
        made, self._made = self._made, []
        return made

    def add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        """Make items of what these lines of an open block yield.

        Args:
            spec: Its format.
            text: The lines, some of them many in one.
        """
        results = [outcome for outcome in outcomes if isinstance(outcome, CallResult)]
        if len(results) < len(outcomes):
            self._add([each for each in outcomes if not isinstance(each, CallResult)], spec, lines, text)
        for result in results:
            numbers = self._answered(result)
            if numbers and result.kind is not None:
                line = result.lines[0] if result.lines is not None else lines[0]
                self.retract(numbers, Offer(result.kind, line))

    def _answered(self, result: CallResult) -> Sequence[int]:
        """Numbers of the blocks of the call that a result is of."""
        if not result.is_by_name:
            return self._by_call.get(result.call, ())
        waiting = self._by_tool.get(result.call, {})
        first = next(iter(waiting), None)
        return waiting.pop(first) if first is not None else ()

    def _add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        first, last = lines
        if first > self._prose_from:
            self.end_prose(first - 1)
        if spec.is_call and not self._holds_calls and any(isinstance(o, Found) for o in outcomes):
            self._holds_calls = True
            self._retract_shown([n for shown in self._named_in_comment.values() for n, _ in shown])
        # One text for all the problems in it: an envelope may hold very many.
        whole: str | None = None
        for outcome in outcomes:
            if isinstance(outcome, Malformed) and whole is None:
                whole = "\n".join(text) + "\n"
            if isinstance(outcome, Found) and not outcome.is_named_in_comment and outcome.offer is None:
                self._note_name(outcome.path_written)
            self._made.append(self._item(outcome, spec.name, lines, whole or ""))
        self._prose_from = last + 1

    def _note_name(self, path: str | None) -> None:
        """Note the file of an edit; fences before it that only a comment assigns to that file show it."""
        if path is None:
            return
        name = _name(path)
        paths = self._named.setdefault(name, set())
        if path not in paths:
            paths.add(path)
            shown = self._named_in_comment.get(name, ())
            self._retract_shown([n for n, other in shown if _is_same_file(path, other)])

    def _note_shown(self, path: str) -> bool:
        """Note the file that only a comment names in the block. Returns whether its edits stand elsewhere."""
        name = _name(path)
        self._named_in_comment.setdefault(name, []).append((self._blocks, path))
        return self._holds_calls or any(_is_same_file(path, other) for other in self._named.get(name, ()))

    def _retract_shown(self, numbers: Sequence[int]) -> None:
        self.retract(numbers, Offer(OfferKind.SHOWN))

    def retract(self, numbers: Sequence[int], offer: Offer) -> None:
        """Make offers of blocks, as far as they are none yet."""
        known = sorted(self._meant.intersection(numbers))
        if known:
            self._made.append(Retraction(tuple(known), offer))
            self._meant.difference_update(known)

    def retract_all(self, offer: Offer) -> None:
        """Make offers of all blocks so far: nothing before was a part of the answer."""
        self._made.append(Retraction(tuple(sorted(self._meant)), offer, is_all=True))
        self._meant.clear()

    def insert(self, offers: Sequence[EditBlock]) -> None:
        """Add blocks of asides, which stand in lines that were taken for prose."""
        for block in offers:
            self._blocks += 1
            self.end_prose(block.lines[0] - 1)
            self._made.append(replace(block, number=self._blocks))
            self._prose_from = max(self._prose_from, block.lines[1] + 1)

    @property
    def blocks(self) -> int:
        """The number of blocks so far."""
        return self._blocks

    def end_prose(self, last: int) -> None:
        """The lines up to this one that belong to no other item are prose."""
        if last >= self._prose_from:
            self._made.append(Prose((self._prose_from, last)))
        self._prose_from = max(self._prose_from, last + 1)

    def _item(self, outcome: Outcome, format: str, lines: LineRange, text: str) -> Item:
        match outcome:
            case Found():
                self._blocks += 1
                self.path = outcome.path_written or self.path
                offer = outcome.offer
                if outcome.is_named_in_comment:
                    is_shown = self._note_shown(outcome.path_written or "")
                    offer = Offer(OfferKind.SHOWN) if is_shown else offer
                if offer is None:
                    self._meant.add(self._blocks)
                if outcome.call is not None:
                    self._by_call.setdefault(outcome.call, []).append(self._blocks)
                if outcome.tool is not None:
                    tool, nth = outcome.tool
                    waiting = self._by_tool.setdefault(tool, {})
                    waiting.setdefault((lines, nth), []).append(self._blocks)
                return EditBlock(
                    number=self._blocks,
                    format=outcome.format or format,
                    path_written=outcome.path_written,
                    lines=outcome.lines or lines,
                    operation=_normalised(outcome, outcome.format or format),
                    hints=outcome.hints,
                    group=outcome.group,
                    warnings=outcome.warnings,
                    is_dry_run=outcome.is_dry_run,
                    cut_off=outcome.cut_off,
                    offer=offer,
                    is_correction=self.is_correction,
                    is_named_in_comment=outcome.is_named_in_comment,
                )
            case Malformed():
                self.path = outcome.path_written or self.path
                line = outcome.line or lines[0]
                return Problem(line, outcome.message, text, outcome.path_written, outcome.begun)
            case Untitled():
                return Code(outcome.lines or lines, outcome.text, outcome.language)
        assert not isinstance(outcome, CallResult)
        return Command(outcome.lines or lines, outcome.text)


def _name(path: str) -> str:
    """The file name at the end of a path."""
    return path.replace("\\", "/").rpartition("/")[2]


def _is_same_file(path: str, other: str) -> bool:
    """True if two paths may name one file: they are equal, or one is the end of the other."""
    parts, other_parts = ("/" + each.replace("\\", "/").removeprefix("./") for each in (path, other))
    return parts.endswith(other_parts) or other_parts.endswith(parts)


def _normalised(found: Found, format: str) -> Operation:
    """The operation with line feeds for line ends, and an empty search where there are blank lines only.

    A hunk, and a search with a line number, say which blank line is meant.
    """
    operation = _with_line_feeds(found.operation)
    if not isinstance(operation, Replace) or operation.is_everywhere or found.hints.line is not None:
        return operation
    if format in _HUNKS or not any(map(_is_blank_search, operation.interpretations)):
        return operation
    interpretations = (replace(r, search="") if _is_blank_search(r) else r for r in operation.interpretations)
    return replace(operation, interpretations=tuple(interpretations))


def _is_blank_search(interpretation: Interpretation) -> bool:
    return interpretation.search.endswith("\n") and not interpretation.search.strip()


def _with_line_feeds(operation: Operation) -> Operation:
    """The operation with line feeds for line ends.

    A string of JSON or Python may have others. They say nothing: those of the file count.
    """
    match operation:
        case Replace():
            if not any("\r" in r.search or "\r" in r.replace for r in operation.interpretations):
                return operation
            interpretations = tuple(
                replace(r, search=_line_feeds(r.search), replace=_line_feeds(r.replace))
                for r in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case ReplaceLines() | Insert() | Write():
            text = operation.text
            return replace(operation, text=_line_feeds(text)) if "\r" in text else operation
        case Sketch():
            pieces = tuple(map(_line_feeds, operation.pieces))
            return replace(operation, text=_line_feeds(operation.text), pieces=pieces)
        case Rewrite():
            texts = {"pattern": _line_feeds(operation.pattern), "rewrite": _line_feeds(operation.rewrite)}
            return replace(operation, **texts)
    return operation


def _line_feeds(text: str) -> str:
    return _LINE_END.sub("\n", text) if "\r" in text else text
