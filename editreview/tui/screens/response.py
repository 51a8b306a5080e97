"""The page with the response as received."""

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Input

from editreview.terminal import drawn_line
from editreview.tui.glyphs import ui_text
from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.spans import Span
from editreview.tui.styles import Look
from editreview.tui.widgets.boxes import Box
from editreview.tui.widgets.fields import LineField
from editreview.tui.widgets.lines import PaneWidget, Part, padded


class Raw(Struct, frozen=True):
    """Access to a response, which may still grow."""

    lines: Callable[[int, int], Sequence[str]]
    """Returns lines, from the number of the first one and a count."""
    count: Callable[[], int]
    """Returns the number of lines."""
    find: Callable[[str, int, int], int | None]
    """Finds the next line with a text: see `Spool.find`."""
    blocks: Sequence[Span]
    """The spans of all blocks, in order."""


class _RawPage(PaneWidget):
    """Lines that scroll, with the blocks marked. Only the visible lines are read."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "raw--number": Look("$text-disabled"),
        "raw--block": Look("on $foreground 8%", "on ansi_default"),
        "raw--current": Look(
            "on $primary 30%", "bold reverse on ansi_default", "bold reverse on $primary 30%"
        ),
        "raw--found": Look(
            "bold on $warning 40%", "bold reverse on ansi_default", "bold reverse on $warning 40%"
        ),
    }

    def __init__(self, raw: Raw, number: int | None, *, id: str) -> None:
        super().__init__(id=id)
        self._raw = raw
        self._firsts = [first for first, _, _ in raw.blocks]
        self._number = number
        self._top = 1
        self._left = 0
        self._found: int | None = None
        self._lines: Sequence[str] = ()

    def on_resize(self) -> None:
        if self._number is not None and not self._lines:
            self._to_block(self._number)
        self._look(self._top)

    def move(self, rows: int) -> None:
        self._look(self._top + rows)

    def sideways(self, cells: int) -> None:
        self._left = max(self._left + cells, 0)
        self.refresh()

    def step(self, direction: int) -> None:
        """Go to the next or previous block of the response."""
        numbers = [number for _, _, number in self._raw.blocks]
        if self._number in numbers:
            at = numbers.index(self._number) + direction
        else:
            at = bisect_right(self._firsts, self._top) - (direction < 0)
        if 0 <= at < len(numbers):
            self._to_block(numbers[at])

    def found(self, line: int) -> None:
        """Scroll to a line that a search found."""
        self._found = line
        self._look(line - self.size.height // 3)

    @property
    def search_line(self) -> int:
        """The line from which a search continues."""
        return self._found or self._top

    def _to_block(self, number: int) -> None:
        first = next((first for first, _, each in self._raw.blocks if each == number), 1)
        self._number = number
        # With the model's explanation above visible.
        self._look(first - max(self.size.height // 4, 1))

    def _look(self, top: int) -> None:
        height = max(self.size.height, 1)
        self._top = max(1, min(top, self._raw.count() - height + 1))
        self._lines = self._raw.lines(self._top, height)
        self.refresh()

    def line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip([])
        number = self._top + y
        width = len(str(self._top + len(self._lines)))
        block = self._block_at(number)
        mark = f"{block:>4}{ui_text('▐')}" if block is not None else "     "
        style = ""
        if block is not None:
            style = "raw--current" if block == self._number else "raw--block"
        if number == self._found:
            style = "raw--found"
        text = drawn_line(self._lines[y])[self._left :]
        parts: list[Part] = [
            (f" {number:>{width}} ", "raw--number"),
            (mark, "raw--number"),
            (padded(f" {text}", self.area.width - width - 7), style),
        ]
        return self.strip(parts)

    def _block_at(self, line: int) -> int | None:
        at = bisect_right(self._firsts, line) - 1
        if at < 0 or self._raw.blocks[at][1] < line:
            return None
        return self._raw.blocks[at][2]


class ResponseScreen(KeyedScreen[None]):
    """Shows the response until a key closes it."""

    CSS_PATH = "response.tcss"
    WHERE = Where.RESPONSE

    def __init__(self, raw: Raw, number: int | None) -> None:
        """
        Args:
            raw: The response.
            number: The block to scroll to.
        """
        super().__init__()
        self._raw = raw
        self._number = number
        self._query = ""

    def compose(self) -> ComposeResult:
        with Box("The response", id="raw") as box:
            box.name_keys(*self._key_labels())
            yield _RawPage(self._raw, self._number, id="lines")

    def _key_labels(self) -> list[str]:
        keys = self.keys
        labels = {"move": ("down", "up"), "block": ("block", "block-back"), "sideways": ("left", "right")}
        pairs = (f"{keys[f'response.{a}']} {keys[f'response.{b}']} {what}" for what, (a, b) in labels.items())
        search = f"{keys['response.search']} search, {keys['response.next']} {keys['response.back']}"
        *most, sideways = pairs
        return [*most, search, sideways, "esc close"]

    def action_move(self, rows: int) -> None:
        self.query_one(_RawPage).move(rows)

    def action_sideways(self, cells: int) -> None:
        self.query_one(_RawPage).sideways(cells)

    def action_step(self, direction: int) -> None:
        self.query_one(_RawPage).step(direction)

    def action_search(self) -> None:
        if not self.query(Input):
            field = LineField(placeholder="search the whole response")
            self.query_one("#raw").mount(field)
            field.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        self._query = event.value
        await event.input.remove()
        await self.action_again(1)

    async def action_back(self) -> None:
        if self.query(Input):
            await self.query(Input).remove()
        else:
            self.dismiss(None)

    async def action_again(self, direction: int) -> None:
        page = self.query_one(_RawPage)
        if not self._query:
            return
        # On a thread: a hundred megabytes take a while.
        found = await asyncio.to_thread(self._raw.find, self._query, page.search_line, direction)
        keys = self._key_labels() if found else [f"{self._query} was not found in the response"]
        self.query_one(Box).name_keys(*keys)
        if found is not None:
            page.found(found)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_move(-3)
