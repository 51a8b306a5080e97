"""The blocks at a glance: their list, the strip for screens without a list, and the header with counts."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.strip import Strip

from editreview.text import counted
from editreview.tui.diff.layout import MIN_HEIGHT, MIN_WIDTH
from editreview.tui.messages import FieldMessage
from editreview.tui.parts import Look, Part, cut_text, padded, part_at, shortened, text_of
from editreview.tui.signs import BADGES, SIGN_STYLES, ListEntry, Sign
from editreview.tui.widgets import PaneWidget, by_wheel

_EDGE = "▕"
_HEAD = 1
"""Lines above the rows."""
_SECTIONS = {
    "UNREADABLE": "blocks that are malformed",
    "OFFERS": "drafts, quotations, failed calls and edits that the response retracts",
    "CODE WITHOUT A FILE": "fenced code that names no file: you can choose one",
}
_MIN_FIGURES = 16
"""Cells of a list in which files have their progress, and rows are set in below a folder."""
_MIN_HOW = 10
"""Cells of how a block matched that are worth showing."""
_MIN_BAR = 5
"""Cells of the progress bar, unless the filter is long."""


class BlockList(PaneWidget):
    """Lists files and their blocks below a line with the position, the progress and the filter.

    The signs and words of blocks, and the progress of files, are computed for visible rows only.
    """

    STYLES: ClassVar[Mapping[str, Look]] = SIGN_STYLES | {
        "list--file": Look("bold $text-primary"),
        "list--current": Look(
            "on $primary 35%", "reverse ansi_default on ansi_default", "reverse on $primary 35%"
        ),
        "list--active": Look(
            "bold on $primary 60%",
            "bold reverse ansi_default on ansi_default",
            "bold reverse on $primary 60%",
        ),
        "list--dim": Look("$text-muted"),
        "list--edge": Look("$primary 40%"),
        "list--title": Look("bold"),
        "list--done": Look("$text-success"),
        "list--filter": Look("bold $text-warning"),
    }

    class Chosen(FieldMessage):
        """A block was clicked."""

        number: int

    def __init__(
        self,
        describe: Callable[[int], tuple[Sign, Sequence[str]]],
        progress: Callable[[str], tuple[int, int]],
        filters: str,
        *,
        id: str,
    ) -> None:
        """
        Args:
            describe: Returns the sign of a block, and its words: the signs of its findings, then others, the
                most important first.
            progress: Returns the number of a file's decided blocks, and of all its blocks.
            filters: The key of the filter.
        """
        super().__init__(id=id)
        self._describe = describe
        self._progress = progress
        self._filters = filters
        self._position = ""
        self._done = (0, 0)
        self._filter = ""
        self._entries: Sequence[ListEntry] = ()
        self._rows: dict[int, int] = {}
        self._current: int | None = None
        self._top = 0
        self._drawn: list[tuple[Part, ...]] = []
        self.is_active = False

    def show(
        self,
        entries: Sequence[ListEntry],
        current: int | None,
        position: str,
        done: tuple[int, int],
        filtered: str,
        *,
        is_active: bool,
    ) -> None:
        """Show rows.

        Args:
            entries: The rows.
            current: The number of the current block.
            position: The position of the current block.
            done: The number of decided blocks, and of all blocks.
            filtered: The filter in force; empty if there is none.
            is_active: True if the list has the keys.
        """
        self._position, self._done, self._filter = position, done, filtered
        if entries is not self._entries:
            self._rows = {entry.number: row for row, entry in enumerate(entries) if entry.number is not None}
        self._entries, self._current, self.is_active = entries, current, is_active
        self._follow()
        self._redraw()

    def _follow(self) -> None:
        height = max(self.size.height - _HEAD, 1)
        row = self._rows.get(self._current or 0, 0)
        # The names of file and folder stay visible above the first block.
        above = row
        while above and self._entries[above - 1].number is None:
            above -= 1
        last = max(len(self._entries) - height, 0)
        self._top = max(min(self._top, above, last), row - height + 1, 0)

    def on_resize(self) -> None:
        self._follow()
        self._redraw()

    def _redraw(self) -> None:
        """Draw the lines that changed."""
        width, height = self.size.width - 1, max(self.size.height - _HEAD, 0)
        entries = self._entries[self._top : self._top + height]
        before, self._drawn = (
            self._drawn,
            [
                self._title(width),
                *(self._parts(entry, width) for entry in entries),
            ],
        )
        longest = max(len(before), len(self._drawn))
        changed = [y for y in range(longest) if before[y : y + 1] != self._drawn[y : y + 1]]
        if changed:
            self.refresh_lines(changed)

    def line_key(self, y: int) -> Hashable:
        # By content: scrolling moves lines, and changes few.
        return self._drawn[y] if y < len(self._drawn) else ()

    def line(self, y: int) -> Strip:
        parts = self._drawn[y] if y < len(self._drawn) else ()
        strip = self.fitted(self.strip(parts), self.area.width - 1)
        return Strip([*strip, Segment(_EDGE, self.style_of("list--edge"))], self.area.width)

    def _parts(self, entry: ListEntry, width: int) -> tuple[Part, ...]:
        if entry.number is None:
            return self._file(entry, width)
        sign, (badge, *words) = self._describe(entry.number)
        margin, name = " " * (1 + entry.depth), entry.label or str(entry.number)
        is_narrow = width < _MIN_FIGURES
        if is_narrow:
            margin = ""
        # The signs of findings always have room: after the number, where there is little.
        name += f"{'' if is_narrow else ' '}{badge}" if badge else ""
        room = width - cell_len(f"{margin} {sign.glyph} {name} ")
        text = _fitting(words, room, 0 if is_narrow else _MIN_HOW)
        if entry.number == self._current:
            style = "list--active" if self.is_active else "list--current"
            row = f"{margin}{'▸' if self.is_active else ' '}{sign.glyph} {name} {text}"
            return ((padded(row, width), style),)
        return (f"{margin} {sign.glyph}", sign.style), (f" {name} ", ""), (text, "list--dim")

    def _title(self, width: int) -> tuple[Part, ...]:
        """The position, the progress as a bar, and the filter."""
        done, total = self._done
        if not total:
            return ()
        figures = f" {self._position} "
        room = width - len(figures)
        if width < _MIN_FIGURES and not self._filter:
            filled = done * max(room - 1, 0) // total
            bar = (("━" * filled, "list--done"), ("─" * (room - 1 - filled), "list--edge"))
            return ((figures, "list--title"), *bar)
        filtered = f" {self._filter or 'all'} ({self._filters} filters)"
        if cell_len(filtered) > room - _MIN_BAR:
            name = cut_text(self._filter or "all", max(room - cell_len(self._filters) - 2, 1))
            filtered = f" {self._filters} {name}"
        room = max(width - len(figures) - cell_len(filtered) - 1, 0)
        filled = done * room // total
        return (
            (figures, "list--title"),
            ("━" * filled, "list--done"),
            ("─" * (room - filled), "list--edge"),
            (filtered, "list--filter" if self._filter else "list--dim"),
        )

    def _file(self, entry: ListEntry, width: int) -> tuple[Part, ...]:
        if entry.is_title:
            return ((padded(f" {entry.path}", width), "list--title"),)
        if entry.path.endswith("/"):
            return ((f" {shortened(entry.path, width - 2)}", "list--dim"),)
        done, total = self._progress(entry.path)
        figures = f" {done}/{total} " if width >= _MIN_FIGURES else ""
        # Names need all the room of a narrow list.
        depth = entry.depth if figures else 0
        room = width - 1 - depth - len(figures)
        name = shortened(entry.name, room)
        text = f" {' ' * depth}{name}{' ' * (room - cell_len(name))}"
        return (text, "list--file"), (figures, "list--done" if done == total else "list--dim")

    def tooltip_at(self, x: int, y: int) -> str:
        done, total = self._done
        row = self._top + y - _HEAD
        if y < _HEAD:
            return f"{done} of {counted(total, 'block')} decided or done · {self._filters} filters"
        if row >= len(self._entries):
            return ""
        entry = self._entries[row]
        if entry.number is not None:
            sign, parts = self._describe(entry.number)
            words = " ".join(filter(None, parts))
            if entry.label:
                return f"{entry.label}: {sign.word}\n{words}"
            return f"{entry.path}\nblock {entry.number}: {sign.word}\n{words}"
        if entry.is_title:
            return _SECTIONS.get(entry.path, "")
        if entry.path.endswith("/"):
            return entry.path
        done, total = self._progress(entry.path)
        return f"{entry.path}\n{done} of {counted(total, 'block')} decided or done"

    def on_click(self, event: events.Click) -> None:
        row = self._top + event.y - _HEAD
        if event.y >= _HEAD:
            # A click on a file or a folder selects its first block.
            below = (entry.number for entry in self._entries[row:] if entry.number is not None)
            if (number := next(below, None)) is not None and row < len(self._entries):
                self.post_message(self.Chosen(number))

    def _scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._entries) + _HEAD)
        self._redraw()

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(_scroll)


def _fitting(words: Sequence[str], room: int, least: int) -> str:
    """The first words that fit, and the beginning of the next one if that has `least` cells, unless 0."""
    found = ""
    for word in filter(None, words):
        longer = f"{found} {word}".lstrip()
        if cell_len(longer) > room:
            has_room = least and room - cell_len(found) > least
            return longer if has_room or (least and not found) else found
        found = longer
    return found


_TOO_SMALL = ("too small", "needs 40x10")
_MIN_NAME = 10
"""Minimum cells for the name of the tree."""
_MIN_ARRIVING = 30
"""Minimum cells for the progress of the response beside the name of the tree."""
_PROGRESS = "the number of blocks that are decided or done, and of all blocks"
_NOTES = "unreadable blocks and suggested commands of the response, and the key that shows them"


class HeaderLine(PaneWidget):
    """Shows the tree, the progress of the response, and the number of blocks in each state."""

    STYLES: ClassVar[Mapping[str, Look]] = SIGN_STYLES | {
        "header--title": Look("bold"),
        "header--dim": Look("$text-muted"),
        "header--notes": Look("$text-warning"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._left: list[Part] = []
        self._notes: list[Part] = []
        self._right: list[Part] = []
        self._counts: Sequence[tuple[Sign, int]] = ()

    def show(
        self,
        tree: str,
        arriving: str,
        notes: str,
        progress: tuple[int, int],
        counts: Sequence[tuple[Sign, int]],
        edition: int,
    ) -> None:
        """Show the state of the review.

        Args:
            tree: The name of the tree and its branch.
            arriving: The progress of the response; empty if it is complete.
            notes: The counts of unreadable blocks and commands; empty if there are none.
            progress: The number of decided blocks, and of all blocks.
            counts: The number of blocks in each state.
            edition: The edition of the plan.
        """
        left: list[Part] = [(" editreview", "header--title"), (f"  {tree}", "")]
        if arriving:
            left.append((f"  {arriving}", "header--dim"))
        done, total = progress
        right: list[Part] = [(f" {done} of {total} decided ", "")] if total else []
        for sign, count in counts:
            right.append((f" {sign.glyph} {count} ", sign.style))
        self._counts = counts
        notes_part: list[Part] = [(f"  {notes} ", "header--notes")] if notes else []
        contents = (left, notes_part, right, edition)
        if contents != (self._left, self._notes, self._right, self.edition):
            self._left, self._notes, self._right, self.edition = contents
            self.refresh()

    def _parts_on_the_right(self) -> list[Part]:
        """The notes, the progress and the counts; the first ones only if there is room."""
        counts = self._right[len(self._right) - len(self._counts) :]
        fitting = ([*self._notes, *self._right], self._right)
        return next((each for each in fitting if self.strip(each).cell_length <= self.size.width), counts)

    def line(self, y: int) -> Strip:
        screen, width = self.app.size, self.size.width
        if screen.width < MIN_WIDTH or screen.height < MIN_HEIGHT:
            return self.strip([(_TOO_SMALL[y] if y < len(_TOO_SMALL) else "", "header--notes")])
        right = self._parts_on_the_right()
        room = width - self.strip(right).cell_length
        if room <= _MIN_NAME:
            return self.justified([], right)
        # If there is no room for both, the progress is more useful than the name.
        has_no_room = room - self.strip(self._left[:2]).cell_length < _MIN_ARRIVING
        return self.justified(self._left[2:] if has_no_room and self._left[2:] else self._left, right)

    def tooltip_at(self, x: int, y: int) -> str:
        right = self._parts_on_the_right()
        at = part_at(right, x - (self.size.width - self.strip(right).cell_length))
        if x < self.size.width - self.strip(right).cell_length or at is None:
            return text_of(self._left)
        # The parts are: the notes and the progress if there is room, then one for each state.
        state = at - (len(right) - len(self._counts))
        if state >= 0:
            sign, count = self._counts[state]
            return f"{counted(count, 'block')}: {sign.word}"
        return _PROGRESS if right[at] in self._right else _NOTES


_AROUND_NAME = 3
"""Cells of a block in the strip beside its name: a sign, and a bracket or a blank on each side."""


class BlockStrip(PaneWidget):
    """Shows all blocks in one line, for terminals too narrow for a list, and the file of the current one."""

    STYLES: ClassVar[Mapping[str, Look]] = SIGN_STYLES | {
        "strip--current": Look("bold reverse"),
        "strip--path": Look("bold"),
    }

    class Chosen(FieldMessage):
        """A block was clicked."""

        row: int
        """Its index among all rows."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._position = ""
        self._signs: Sequence[tuple[str, Sign]] = ()
        self._at = 0
        self._path = ""
        self._change = ""

    def show(self, position: str, signs: Sequence[tuple[str, Sign]], at: int, path: str, change: str) -> None:
        """Show the names and signs of the blocks, with the one at index `at` as the current one."""
        self._position, self._signs, self._at = position, signs, at
        self._path, self._change = path, change
        self.refresh()

    def _arranged(self) -> tuple[int, list[Part], str]:
        """The index of the first visible block, the position and a part for each visible block, the rest."""
        width = self.size.width
        head = f" {self._position} " if self._position else " "
        cells = [len(name) + _AROUND_NAME for name, _ in self._signs]
        # The path has half of the line, and all that the blocks leave.
        free = width - cell_len(head) - sum(cells)
        path_room = max(free - 4, width // 2) - len(self._change)
        tail = f" {shortened(self._path, max(path_room, 8))} {self._change} "
        first, end = _window(cells, self._at, width - cell_len(tail) - cell_len(head) - 1)
        left: list[Part] = [(head, "")]
        for index, (name, sign) in enumerate(self._signs[first:end], first):
            text = f"{sign.glyph}{name}"
            left += [(f"[{text}]", "strip--current")] if index == self._at else [(f" {text} ", sign.style)]
        return first, left, tail

    def line(self, y: int) -> Strip:
        _, left, tail = self._arranged()
        return self.justified(left, [(tail, "strip--path")])

    def tooltip_at(self, x: int, y: int) -> str:
        if x >= self.size.width - cell_len(self._arranged()[2]):
            return f"{self._path} {self._change}"
        row = self._row_at(x)
        if row is None:
            return ""
        name, sign = self._signs[row]
        number = name.rstrip(BADGES)
        return f"{'block ' * number.isdecimal()}{number}: {sign.word}"

    def _row_at(self, x: int) -> int | None:
        """The index of the block in a column; None if there is none."""
        first, left, _ = self._arranged()
        at = part_at(left, x)
        return first + at - 1 if at else None

    def on_click(self, event: events.Click) -> None:
        if (row := self._row_at(event.x)) is not None:
            self.post_message(self.Chosen(row))


def _window(cells: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """The range of neighbours that fit into some cells, with `at` in its middle if possible."""
    if not cells:
        return 0, 0
    first, end, room = at, at + 1, room - cells[at]
    while True:
        has_next = end < len(cells) and cells[end] <= room
        if has_next:
            room -= cells[end]
            end += 1
        if first and cells[first - 1] <= room:
            first -= 1
            room -= cells[first]
        elif not has_next:
            return first, end
