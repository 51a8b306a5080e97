"""The response as received, with its blocks marked."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.strip import Strip

from editreview.terminal import drawn_line
from editreview.tui.glyphs import ui_text
from editreview.tui.parts import Look, Part, padded
from editreview.tui.response_text import ResponseAccess
from editreview.tui.widgets.lines import PaneWidget


class ResponsePage(PaneWidget):
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

    def __init__(self, raw: ResponseAccess, number: int | None, *, id: str) -> None:
        super().__init__(id=id)
        self._raw = raw
        self._firsts = [first for first, _, _ in raw.blocks]
        self._number = number
        self._top = 1
        self._left = 0
        self._found: int | None = None
        self._lines: Sequence[str] = ()

    def show(self, raw: ResponseAccess, number: int) -> None:
        """Show the response at a block."""
        self._raw, self._firsts = raw, [first for first, _, _ in raw.blocks]
        if not self.size.height:
            # Not laid out yet: the resize scrolls to the block.
            self._number = number
        elif number != self._number:
            self._to_block(number)
        else:
            self._look(self._top)

    def on_resize(self) -> None:
        if self._number is not None and (not self._lines or self._loses(self._number)):
            self._to_block(self._number)
        else:
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

    def go_to_found(self, line: int) -> None:
        """Scroll to a line that a search found."""
        self._found = line
        self._look(line - self.size.height // 3)

    @property
    def search_line(self) -> int:
        """The line from which a search continues."""
        return self._found or self._top

    def _to_block(self, number: int) -> None:
        first = self._first_of(number)
        self._number = number
        # With the model's explanation above visible.
        self._look(first - max(self.size.height // 4, 1))

    def _first_of(self, number: int) -> int:
        """The first line of a block; 1 if it is not there."""
        return next((first for first, _, each in self._raw.blocks if each == number), 1)

    def _loses(self, number: int) -> bool:
        """True if a block began in sight, and no longer does with the height that there is now."""
        first = self._first_of(number)
        return self._top + max(self.size.height, 1) <= first < self._top + len(self._lines)

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
        label = f"{block if block > 0 else '':>4}" if block is not None else ""
        mark = f"{label}{ui_text('▐')}" if label else "     "
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
