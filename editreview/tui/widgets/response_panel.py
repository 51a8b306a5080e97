"""The model's prose around the block in sight, for terminals wide enough."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual.geometry import Size
from textual.strip import Strip

from editreview.tui.prose import BOLD, CODE, DIM, HEADING, prose_lines
from editreview.tui.spans import SurroundingProse
from editreview.tui.styles import Look
from editreview.tui.widgets.lines import PaneWidget, Part


class ResponsePanel(PaneWidget):
    """The prose above and below a block; asks for lines of the response when the block is another."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        HEADING: Look("bold $text-primary"),
        BOLD: Look("bold"),
        CODE: Look("$text-accent"),
        DIM: Look("$text-muted"),
        "prose--block": Look(
            "bold on $primary 35%",
            "bold reverse ansi_default on ansi_default",
            "bold reverse on $primary 35%",
        ),
    }

    def __init__(self, read: Callable[[int, int], Sequence[str]], opens: str, *, id: str) -> None:
        """
        Args:
            read: Gives lines of the response: the first one's number and how many.
            opens: The key that shows all of the response.
        """
        super().__init__(id=id)
        self._read = read
        self._opens = opens
        self._around: SurroundingProse | None = None
        self._lines: list[list[Part]] = []
        self._arranged = Size(0, 0)

    def show(self, around: SurroundingProse | None) -> None:
        """Show what is around this block."""
        if around != self._around:
            self._around, self._arranged = around, Size(0, 0)
            self.refresh()

    def _arrange(self) -> None:
        around, width, height = self._around, self.area.width - 2, self.area.height
        self._lines = []
        if around is not None and width > 0:
            first, last = around.lines
            above = prose_lines(self._read(around.first, first - around.first), width)
            below = prose_lines(self._read(last + 1, around.last - last), width)
            title: list[Part] = [(" RESPONSE", HEADING), (f"  {self._opens} all of it", DIM)]
            block: list[Part] = [
                (f" ▐ block {around.number} · {around.format} · lines {first}–{last}", "prose--block")
            ]
            # What stands last above the block is nearest to it.
            room = max(height - 5 - min(len(below), height // 3), 1)
            if len(above) > room:
                above = [[(" ⋯", DIM)], *above[len(above) - room + 1 :]]
            self._lines = [title, [], *above, [], block, [], *below]

    def line(self, y: int) -> Strip:
        if self._arranged != self.area:
            self._arranged = self.area
            self._arrange()
        edge = self.strip([("▏", DIM)])
        strip = self.strip(self._lines[y] if y < len(self._lines) else [])
        return Strip.join([edge, self.fitted(strip, self.area.width - 1)])
