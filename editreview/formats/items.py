"""The items of a response: its blocks, problems, commands and code, and the prose between them."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Command,
    EditBlock,
    FormatName,
    Insert,
    Interpretation,
    LineRange,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Problem,
    Prose,
    Repair,
    Replace,
    ReplaceLines,
    Retraction,
    Rewrite,
    Sketch,
    Write,
    base_name,
)
from editreview.formats.spec import CallResult, Edit, FormatSpec, Malformed, MissingLine, Outcome, lines_of
from editreview.patterns import lazy_pattern

_HUNKS = frozenset({FormatName.UNIFIED_DIFF, FormatName.APPLY_PATCH})
"""Formats in which context or a line number gives the position of blank old lines."""
_LINE_END = lazy_pattern(r"(?<!\r)\r++\n")
Item: TypeAlias = EditBlock | Retraction | Problem | Command | Code | Prose


class Items:
    """Collects items in order of appearance, and numbers the blocks among them."""

    def __init__(self, first: int = 1) -> None:
        self.path: str | None = None
        """The path of the last block that named one."""
        self.is_correction = False
        """True if the prose above the next block announces a correction of the previous block."""
        self._items: list[Item] = []
        self._blocks = 0
        self._prose_from = first
        self._intended: set[int] = set()
        """Numbers of the blocks that are not offers so far."""
        self._by_call: dict[str, list[int]] = {}
        """By the id of a call: numbers of its blocks."""
        self._by_tool: dict[str, dict[object, list[int]]] = {}
        """By tool and call: numbers of the blocks of calls that have neither an id nor a result so far."""
        self._mentions: dict[str, list[tuple[int, str]]] = {}
        """By file name: numbers and paths of the blocks whose file only a comment or a sentence names."""
        self._labels: dict[str, set[str]] = {}
        """By file name: the paths that other blocks name."""
        self._has_calls = False

    def drain(self) -> list[Item]:
        """Remove and return the items collected since the last call."""
        items, self._items = self._items, []
        return items

    def add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        """Add the outcomes of some lines of an open block.

        Args:
            outcomes: The outcomes.
            spec: The format of the block.
            lines: The range of the lines.
            text: The lines; an element may hold several.
        """
        results = [outcome for outcome in outcomes if isinstance(outcome, CallResult)]
        if len(results) < len(outcomes):
            self._add([each for each in outcomes if not isinstance(each, CallResult)], spec, lines, text)
        for result in results:
            numbers = self._blocks_of_call(result)
            if numbers and result.kind is not None:
                self.retract(numbers, Offer(result.kind, lines_of(result, lines)[0]))

    def _blocks_of_call(self, result: CallResult) -> Sequence[int]:
        """The numbers of the blocks of the call that a result belongs to."""
        if not result.is_by_name:
            return self._by_call.get(result.call, ())
        waiting = self._by_tool.get(result.call, {})
        first = next(iter(waiting), None)
        return waiting.pop(first) if first is not None else ()

    def _add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        first, last = lines
        # Words that describe an edit are prose too.
        is_prose = all(isinstance(o, Code) and o.wording is not None for o in outcomes)
        if first > self._prose_from and not is_prose:
            self.end_prose(first - 1)
        if spec.is_call and not self._has_calls and any(isinstance(o, Edit) for o in outcomes):
            self._has_calls = True
            self._retract_shown([n for mentions in self._mentions.values() for n, _ in mentions])
        # Joined once for all problems, of which an envelope may have very many.
        whole: str | None = None
        for outcome in outcomes:
            if isinstance(outcome, Malformed) and whole is None:
                whole = "\n".join(text) + "\n"
            if isinstance(outcome, Edit) and outcome.naming is Naming.LABEL and outcome.offer is None:
                self._note_name(outcome.path_written)
            self._items.append(self._item(outcome, spec, lines, whole or ""))
        if not is_prose:
            self._prose_from = last + 1

    def _note_name(self, path: str | None) -> None:
        """Note the file of an edit. Earlier fences that name it only in a comment or a sentence become
        offers."""
        if path is None:
            return
        name = base_name(path)
        paths = self._labels.setdefault(name, set())
        if path not in paths:
            paths.add(path)
            mentions = self._mentions.get(name, ())
            self._retract_shown([n for n, other in mentions if _is_same_file(path, other)])

    def _note_mention(self, path: str) -> bool:
        """Note the file of a block that only a comment or a sentence names.

        Returns:
            True if the response edits that file elsewhere, so that the block only shows it.
        """
        name = base_name(path)
        self._mentions.setdefault(name, []).append((self._blocks, path))
        return self._has_calls or any(_is_same_file(path, other) for other in self._labels.get(name, ()))

    def _retract_shown(self, numbers: Sequence[int]) -> None:
        self.retract(numbers, Offer(OfferKind.SHOWN))

    def retract(self, numbers: Sequence[int], offer: Offer) -> None:
        """Turn blocks into offers, except those that already are."""
        intended = sorted(self._intended.intersection(numbers))
        if intended:
            self._items.append(Retraction(tuple(intended), offer))
            self._intended.difference_update(intended)

    def retract_all(self, offer: Offer) -> None:
        """Turn all blocks so far into offers: nothing so far was part of the answer."""
        self._items.append(Retraction(tuple(sorted(self._intended)), offer, is_all=True))
        self._intended.clear()

    def insert(self, offers: Sequence[EditBlock]) -> None:
        """Add the blocks of asides, whose lines count as prose."""
        for block in offers:
            self._blocks += 1
            self.end_prose(block.lines[0] - 1)
            self._items.append(replace(block, number=self._blocks))
            self._prose_from = max(self._prose_from, block.lines[1] + 1)

    @property
    def blocks(self) -> int:
        """The number of blocks so far."""
        return self._blocks

    def end_prose(self, last: int) -> None:
        """Add as prose the lines up to this one that belong to no other item."""
        if last >= self._prose_from:
            self._items.append(Prose((self._prose_from, last)))
        self._prose_from = max(self._prose_from, last + 1)

    def _item(self, outcome: Outcome, spec: FormatSpec, lines: LineRange, text: str) -> Item:
        match outcome:
            case Edit():
                self._blocks += 1
                self.path = outcome.path_written or self.path
                offer = outcome.offer
                # A call is intended, and names its file; only its text may be a part of the file.
                if outcome.naming is not Naming.LABEL and not spec.is_call:
                    is_shown = self._note_mention(outcome.path_written or "")
                    offer = Offer(OfferKind.SHOWN) if is_shown else offer
                if offer is None:
                    self._intended.add(self._blocks)
                if outcome.call is not None:
                    self._by_call.setdefault(outcome.call, []).append(self._blocks)
                if outcome.tool is not None:
                    tool, nth = outcome.tool
                    waiting = self._by_tool.setdefault(tool, {})
                    waiting.setdefault((lines, nth), []).append(self._blocks)
                return EditBlock(
                    number=self._blocks,
                    format=outcome.format or spec.name,
                    path_written=outcome.path_written,
                    lines=lines_of(outcome, lines),
                    operation=_normalised(outcome, outcome.format or spec.name),
                    hints=outcome.hints,
                    group=outcome.group,
                    warnings=outcome.warnings,
                    is_dry_run=outcome.is_dry_run,
                    is_applied=outcome.is_applied,
                    cut_off=outcome.cut_off,
                    offer=offer,
                    is_correction=self.is_correction,
                    naming=outcome.naming,
                    path_comment=outcome.path_comment,
                    bare_names=outcome.bare_names,
                    mentions=outcome.mentions,
                    names=outcome.names,
                    words=outcome.words,
                )
            case Malformed():
                self.path = outcome.path_written or self.path
                line = outcome.line or lines[0]
                repair = _repair(outcome.missing, line, text, lines[0]) if outcome.missing else None
                return Problem(line, outcome.message, text, outcome.path_written, outcome.begun, repair)
        assert not isinstance(outcome, CallResult)
        return replace(outcome, lines=lines_of(outcome, lines))


def _repair(missing: MissingLine, first: int, text: str, start: int) -> Repair:
    """The repair of an edit that begins at line `first`, in a text that begins at line `start`."""
    lines = text.split("\n")
    at = missing.line - start
    whole = [*lines[first - start : at], missing.text, *lines[at : missing.last + 1 - start], ""]
    return Repair(missing.text, missing.line, "\n".join(whole))


def _is_same_file(path: str, other: str) -> bool:
    """True if two paths may name the same file: they are equal, or one ends with the other."""
    parts, other_parts = ("/" + each.replace("\\", "/").removeprefix("./") for each in (path, other))
    return parts.endswith(other_parts) or other_parts.endswith(parts)


def _normalised(found: Edit, format: str) -> Operation:
    """The operation with line feeds as line ends. A search that has only blank lines becomes empty.

    Hunks, and searches with a line number, keep their blank lines: their position is known.
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
    """The operation with line feeds as line ends.

    Strings of JSON or Python may have other line ends. They are ignored, as the file keeps its own.
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
    if "\r" not in text:
        return text
    # Carriage returns are the line ends of a text that has no other.
    return _LINE_END.sub("\n", text) if "\n" in text else text.replace("\r", "\n")
