"""Panes in place of the diff, or beside it: the arriving block, the response and its prose, the results."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.strip import Strip

from editreview.terminal import drawn_line
from editreview.text import counted
from editreview.tui import results
from editreview.tui.parts import Look, Part, padded, ui_text, wrapped
from editreview.tui.response_text import ResponseAccess, SurroundingProse
from editreview.tui.widgets.lines import PaneWidget

HEADING, BOLD, CODE, DIM = "prose--heading", "prose--bold", "prose--code", "prose--dim"
_MAX_WRAPPED_LINES = 12
"""Lines that one line of the response may take."""
_MAX_LABEL = 2
"""Words of a line that is only a path, such as `File: a.txt`."""
_FENCES = ("```", "~~~")
_BULLET = re.compile(r"(\s*)[-*+]\s+(.*)")
_OWN_LINE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]\s|```|~~~)|.*[ \t]{2}$")
"""Lines that are never joined with the line above."""
_FULL = 50
"""Characters from which a line may be joined with the next one: shorter lines end deliberately."""
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_INLINE = re.compile(r"`+([^`]+)`+|\*\*([^*]+)\*\*|__([^_]+)__")


def prose_lines(lines: Iterable[str], width: int) -> list[list[Part]]:
    """Lines of a response between two blocks, wrapped at `width` cells.

    Consecutive blank lines become one, and the fences of the blocks themselves are dropped.
    """
    found: list[list[Part]] = []
    is_code = False
    for line in _paragraphs(_without_fences(lines)):
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
            found.append([(f" {line.strip()}", DIM)])
        elif is_code:
            found.append([(f" {line}", CODE)])
        elif line.strip():
            found += wrapped(_marked(line), width, _MAX_WRAPPED_LINES)
        elif found and found[-1]:
            found.append([])
    while found and not found[-1]:
        found.pop()
    return found


def prose_above(
    read: Callable[[int, int], Sequence[str]], around: SurroundingProse, width: int
) -> list[list[Part]]:
    """The lines of prose above a block, wrapped at `width` cells, without a last one that is only its path.

    Args:
        read: Returns lines of the response, from the number of the first one and a count.
        around: The block.
        width: Cells of a line.
    """
    lines = list(read(around.first, around.lines[0] - around.first))
    # The fence is dropped later; the path is on the screen already.
    for at in range(len(lines) - 1, -1, -1):
        words = lines[at].strip(" \t*_`~#:").split()
        if words and around.path and words[-1].strip("*_`:") == around.path and len(words) <= _MAX_LABEL:
            return prose_lines([*lines[:at], *lines[at + 1 :]], width)
        if words:
            break
    return prose_lines(lines, width)


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """The lines with each paragraph joined to one: the model wrapped them for another width."""
    found: list[str] = []
    goes_on = is_code = False
    for line in lines:
        is_plain = bool(line.strip()) and not is_code and not _OWN_LINE.match(line)
        if goes_on and is_plain:
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
        goes_on = (is_plain or _BULLET.match(line) is not None) and len(line) >= _FULL
    return found


def _without_fences(lines: Iterable[str]) -> list[str]:
    """The lines without a closing fence at the beginning, and without an opening one at the end."""
    remaining = "\n".join(lines).strip("\n").split("\n")
    if remaining[0].strip() and not remaining[0].strip(" \t`~"):
        del remaining[0]
    fences = [index for index, line in enumerate(remaining) if line.lstrip().startswith(_FENCES)]
    if len(fences) % 2 and fences[-1] >= len(remaining) - 2:
        del remaining[fences[-1]]
    return remaining


def _marked(line: str) -> list[Part]:
    if (heading := _HEADING.match(line)) is not None:
        return [(f" {heading[1]}", HEADING)]
    margin = " "
    if (bullet := _BULLET.match(line)) is not None:
        margin, line = f" {bullet[1]}• ", bullet[2]
    parts: list[Part] = []
    at = 0
    for found in _INLINE.finditer(line):
        parts.append((line[at : found.start()], ""))
        parts.append((found[1], CODE) if found[1] is not None else (found[2] or found[3], BOLD))
        at = found.end()
    parts.append((line[at:], ""))
    return [(margin, ""), *(part for part in parts if part[0])]


class ResponsePanel(PaneWidget):
    """Shows the prose of the response above and below a block."""

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
            read: Returns lines of the response, from the number of the first one and a count.
            opens: The key that shows the whole response.
        """
        super().__init__(id=id)
        self._read = read
        self._opens = opens
        self._around: SurroundingProse | None = None
        self._lines: list[list[Part]] = []
        self._arranged = Size(0, 0)

    def show(self, around: SurroundingProse | None) -> None:
        """Show the prose around a block."""
        if around != self._around:
            self._around, self._arranged = around, Size(0, 0)
            self.refresh()

    def _arrange(self) -> None:
        around, width, height = self._around, self.area.width - 2, self.area.height
        self._lines = []
        if around is not None and width > 0:
            first, last = around.lines
            above = prose_above(self._read, around, width)
            below = prose_lines(self._read(last + 1, around.last - last), width)
            title: list[Part] = [(" RESPONSE", HEADING), (f"  {self._opens} all of it", DIM)]
            block: list[Part] = [
                (f" ▐ block {around.number} · {around.format} · lines {first}–{last}", "prose--block")
            ]
            # Cut at the beginning: the lines nearest to the block matter most.
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


class ArrivingPane(PaneWidget):
    """Shows the last lines of a growing text."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "arriving--title": Look("$text-muted on $surface"),
        "arriving--text": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._title = ""
        self._lines: list[str] = []

    def show(self, title: str, text: str) -> None:
        """Show the last lines of a text."""
        lines = text.removesuffix("\n").split("\n")
        if (title, lines) != (self._title, self._lines):
            self._title, self._lines = title, lines
            self.refresh()

    def line(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(padded(f" {self._title}", self.area.width), "arriving--title")])
        at = y - 1 + max(len(self._lines) - (self.area.height - 1), 0)
        text = self._lines[at] if at < len(self._lines) else ""
        return self.strip([(f"  {text.expandtabs(4)}", "arriving--text")])


LinesAt = Callable[[int], list[list[Part]]]
"""Returns lines of at most so many cells."""


_ROOMY = 6
"""Lines of a page from which it has a blank line at the top."""


class ResultsPane(PaneWidget):
    """Shows lines that scroll, and in the last row how many are below it."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        results.GOOD: Look("bold $text-success"),
        results.TITLE: Look("bold"),
        results.WARNING: Look("$text-warning"),
        results.DIM: Look("$text-muted"),
    }

    def __init__(self, scrolls: str, *, id: str) -> None:
        """
        Args:
            scrolls: The key that scrolls down.
            id: The id for the style sheet.
        """
        super().__init__(id=id)
        self._scrolls = scrolls
        self._lines_at: LinesAt = lambda _: []
        self._lines: list[list[Part]] = []
        self._top = 0
        self._width = 0

    def show(self, lines_at: LinesAt) -> None:
        """Show other lines, from the first one on."""
        self._lines_at, self._top, self._width = lines_at, 0, 0
        self.refresh()

    def move(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        self.move(0)

    def line(self, y: int) -> Strip:
        if self._width != self.area.width:
            self._width = self.area.width
            self._lines = self._lines_at(max(self._width, 20))
            if self.area.height < _ROOMY and not any(text.strip() for text, _ in self._lines[0]):
                del self._lines[0]
        at = self._top + y
        below = len(self._lines) - self._top - self.area.height
        if below > 0 and y == self.area.height - 1:
            words = f" ⋯ {counted(below + 1, 'more line')} ({self._scrolls} scrolls)"
            return self.strip([(words, results.DIM)])
        return self.strip(self._lines[at] if at < len(self._lines) else [])

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.move(3)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.move(-3)
        event.stop()


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
