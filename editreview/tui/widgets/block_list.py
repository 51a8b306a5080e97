"""The list of blocks, grouped by file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from msgspec import Struct
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from editreview.tui.signs import Sign
from editreview.tui.widgets.lines import PaneWidget, Part, shortened
from editreview.tui.widgets.status import SIGN_CLASSES

_EDGE = "▕"
_MOST_KEPT = 2_000
"""Strips."""


class Entry(Struct, frozen=True):
    """One row: a file's name, or a block of it."""

    path: str
    number: int | None = None
    """The block's; None for the file's own row."""


class BlockList(PaneWidget):
    """Files and their blocks; asks for a block's sign and words when it draws it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = SIGN_CLASSES | {
        "list--file",
        "list--current",
        "list--active",
        "list--dim",
        "list--edge",
    }

    @dataclass
    class Chosen(Message):
        """A block was clicked."""

        number: int

    def __init__(self, describe: Callable[[int], tuple[Sign, str]], *, id: str) -> None:
        super().__init__(id=id)
        self._describe = describe
        self._entries: Sequence[Entry] = ()
        self._rows: dict[int, int] = {}
        self._current: int | None = None
        self._top = 0
        self._drawn: list[tuple[Part, ...]] = []
        self._strips: dict[tuple[Part, ...], Strip] = {}
        """By what they say: scrolling moves lines, and changes few."""
        self.is_active = False

    def show(self, entries: Sequence[Entry], current: int | None, *, is_active: bool) -> None:
        """Show these rows, with block number `current` marked."""
        if entries is not self._entries:
            self._rows = {entry.number: row for row, entry in enumerate(entries) if entry.number is not None}
        self._entries, self._current, self.is_active = entries, current, is_active
        self._follow()
        self._redraw()

    def _follow(self) -> None:
        height = max(self.size.height, 1)
        row = self._rows.get(self._current or 0, 0)
        # The file's name stays in sight above its first block.
        above = row - 1 if row and self._entries[row - 1].number is None else row
        last = max(len(self._entries) - height, 0)
        self._top = max(min(self._top, above, last), row - height + 1, 0)

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def on_resize(self) -> None:
        self._strips.clear()
        self._follow()
        self._redraw()

    def _redraw(self) -> None:
        """Draw the lines again that say something else than before."""
        width, height = self.size.width - 1, self.size.height
        entries = self._entries[self._top : self._top + height]
        before, self._drawn = self._drawn, [self._parts(entry, width) for entry in entries]
        longest = max(len(before), len(self._drawn))
        changed = [y for y in range(longest) if before[y : y + 1] != self._drawn[y : y + 1]]
        if changed:
            self.refresh_lines(changed)

    def line(self, y: int) -> Strip:
        parts = self._drawn[y] if y < len(self._drawn) else ()
        if parts not in self._strips:
            width = self.area.width
            if len(self._strips) == _MOST_KEPT:
                self._strips.clear()
            strip = self.fitted(self.strip(parts), width - 1)
            self._strips[parts] = Strip([*strip, Segment(_EDGE, self.style_of("list--edge"))], width)
        return self._strips[parts]

    def _parts(self, entry: Entry, width: int) -> tuple[Part, ...]:
        if entry.number is None:
            return ((f" {shortened(entry.path, width - 2)}", "list--file"),)
        sign, words = self._describe(entry.number)
        if entry.number == self._current:
            style = "list--active" if self.is_active else "list--current"
            text = f" {'▸' if self.is_active else ' '}{sign.glyph} {entry.number} {words}"
            return ((text.ljust(width), style),)
        return (f"  {sign.glyph}", sign.style), (f" {entry.number} ", ""), (words, "list--dim")

    def on_click(self, event: events.Click) -> None:
        row = self._top + event.y
        if row < len(self._entries):
            number = self._entries[row].number
            if number is None and row + 1 < len(self._entries):
                number = self._entries[row + 1].number
            if number is not None:
                self.post_message(self.Chosen(number))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(3)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(-3)
        event.stop()

    def _scroll(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._entries) - self.size.height))
        self._redraw()
