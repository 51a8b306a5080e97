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
    LineRange,
    Operation,
    Problem,
    Prose,
    Reading,
    Replace,
    ReplaceLines,
    Rewrite,
    Sketch,
    Write,
)
from editreview.formats.dialect import Found, Malformed, Outcome, Untitled

_HUNKS = frozenset(["unified-diff", "apply-patch"])
"""Formats whose blank old lines stand among others, or at a line number."""
_LINE_END = re.compile(r"\r+\n")
Item: TypeAlias = EditBlock | Problem | Command | Code | Prose


class Items:
    """Collects items in order of appearance, and numbers the blocks among them."""

    def __init__(self, first: int = 1) -> None:
        self.path: str | None = None
        """Of the last block that named one."""
        self.holds_edit = False
        """Whether there was any, be it one that can't be used."""
        self._made: list[Item] = []
        self._blocks = 0
        self._prose_from = first

    def take_out(self) -> list[Item]:
        """The items since the last time."""
        made, self._made = self._made, []
        return made

    def add(self, outcomes: Sequence[Outcome], dialect: str, lines: LineRange, text: Sequence[str]) -> None:
        """Make items of what these lines of an open block yield.

        Args:
            dialect: Its name.
            text: The lines, some of them many in one.
        """
        first, last = lines
        if first > self._prose_from:
            self.end_prose(first - 1)
        # One text for all the problems in it: an envelope may hold very many.
        whole: str | None = None
        for outcome in outcomes:
            if isinstance(outcome, Malformed) and whole is None:
                whole = "\n".join(text) + "\n"
            self._made.append(self._item(outcome, dialect, lines, whole or ""))
            self.holds_edit = self.holds_edit or isinstance(outcome, Found | Malformed)
        self._prose_from = last + 1

    def insert(self, items: Sequence[EditBlock | Problem]) -> None:
        """Add items that were held back, which stand in lines that were taken for prose."""
        for item in items:
            first, last = _lines_of(item)
            self.end_prose(first - 1)
            self._made.append(item)
            self._prose_from = max(self._prose_from, last + 1)

    def end_prose(self, last: int) -> None:
        """The lines up to this one that belong to no other item are prose."""
        if last >= self._prose_from:
            self._made.append(Prose((self._prose_from, last)))
        self._prose_from = max(self._prose_from, last + 1)

    def _item(self, outcome: Outcome, dialect: str, lines: LineRange, text: str) -> Item:
        match outcome:
            case Found():
                self._blocks += 1
                self.path = outcome.path_written or self.path
                return EditBlock(
                    number=self._blocks,
                    format=outcome.format or dialect,
                    path_written=outcome.path_written,
                    lines=outcome.lines or lines,
                    operation=_normalised(outcome, outcome.format or dialect),
                    hints=outcome.hints,
                    group=outcome.group,
                    warnings=outcome.warnings,
                    is_dry_run=outcome.is_dry_run,
                    cut_off=outcome.cut_off,
                    is_offer=outcome.is_offer,
                )
            case Malformed():
                self.path = outcome.path_written or self.path
                return Problem(outcome.line or lines[0], outcome.message, text, outcome.path_written)
            case Untitled():
                return Code(outcome.lines or lines, outcome.text, outcome.language)
        return Command(outcome.lines or lines, outcome.text)


def _normalised(found: Found, format: str) -> Operation:
    """The operation with line feeds for line ends, and an empty search where there are blank lines only.

    A hunk, and a search with a line number, say which blank line is meant.
    """
    operation = _with_line_feeds(found.operation)
    if not isinstance(operation, Replace) or operation.is_everywhere or found.hints.line is not None:
        return operation
    if format in _HUNKS or not any(map(_is_blank_search, operation.readings)):
        return operation
    readings = (replace(r, search="") if _is_blank_search(r) else r for r in operation.readings)
    return replace(operation, readings=tuple(readings))


def _is_blank_search(reading: Reading) -> bool:
    return reading.search.endswith("\n") and not reading.search.strip()


def _with_line_feeds(operation: Operation) -> Operation:
    """The operation with line feeds for line ends.

    A string of JSON or Python may have others. They say nothing: those of the file count.
    """
    match operation:
        case Replace():
            if not any("\r" in r.search or "\r" in r.replace for r in operation.readings):
                return operation
            readings = tuple(
                replace(r, search=_line_feeds(r.search), replace=_line_feeds(r.replace))
                for r in operation.readings
            )
            return replace(operation, readings=readings)
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


def _lines_of(item: EditBlock | Problem) -> LineRange:
    if isinstance(item, EditBlock):
        return item.lines
    return item.line, item.line + item.text.count("\n") - 1
