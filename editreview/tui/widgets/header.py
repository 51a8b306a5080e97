"""The header with the counts of all states, and the strip of blocks for screens without a list."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.strip import Strip

from editreview.text import counted
from editreview.tui.diff.layout import MIN_HEIGHT, MIN_WIDTH
from editreview.tui.parts import Look, Part, part_at, shortened, text_of
from editreview.tui.signs import BADGES, SIGN_STYLES, Sign
from editreview.tui.widgets.lines import PaneWidget

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
        first, left, tail = self._arranged()
        at = part_at(left, x)
        if x >= self.size.width - cell_len(tail):
            return f"{self._path} {self._change}"
        if not at:
            return ""
        name, sign = self._signs[first + at - 1]
        number = name.rstrip(BADGES)
        return f"{'block ' * number.isdecimal()}{number}: {sign.word}"


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
