"""The lines above and below the diff: header, block strip, match line, state line, key hints."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.geometry import Offset
from textual.strip import Strip

from editreview.terminal import visible_line
from editreview.tui.settings import LEAST_HEIGHT, LEAST_WIDTH, LOW
from editreview.tui.signs import Sign
from editreview.tui.widgets.lines import LineWidget, Part, shortened, wrapped

_MOST_MESSAGE = 3
"""Lines that a message may take."""
_MOST_LOW = 2
"""The same where there are few."""
_TOO_SMALL = ("too small", "40x10 will do")
_LEAST_NAME = 10
"""Cells below which the beginning of a name tells nothing."""
_LEAST_ARRIVING = 30
"""Cells in which it is said how far the response is, less what is known of a block."""
_NARROW = 60
"""Cells below which the keys of help and of leaving go without a word."""

SIGN_CLASSES = {
    "sign--applied",
    "sign--accepted",
    "sign--rejected",
    "sign--open",
    "sign--inexact",
    "sign--several",
    "sign--done",
    "sign--failed",
}


class HeaderLine(LineWidget):
    """What is reviewed, how far the response has come, and the counts of every state."""

    COMPONENT_CLASSES: ClassVar[set[str]] = SIGN_CLASSES | {
        "header--title",
        "header--dim",
        "header--notes",
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._left: list[Part] = []
        self._notes: list[Part] = []
        self._right: list[Part] = []

    def show(
        self, place: str, arriving: str, notes: str, position: str, counts: Sequence[tuple[Sign, int]]
    ) -> None:
        """Say where, how far, what else there is to read, and what became of the blocks."""
        left: list[Part] = [(" editreview", "header--title"), (f"  {place}", "")]
        if arriving:
            left.append((f"  {arriving}", "header--dim"))
        right: list[Part] = [(f" {position} ", "")]
        for sign, count in counts:
            right.append((f" {sign.glyph} {count} ", sign.style))
        noted: list[Part] = [(f"  {notes} ", "header--notes")] if notes else []
        if (left, noted, right) != (self._left, self._notes, self._right):
            self._left, self._notes, self._right = left, noted, right
            self.refresh()

    def line(self, y: int) -> Strip:
        screen, width = self.app.size, self.size.width
        if screen.width < LEAST_WIDTH or screen.height < LEAST_HEIGHT:
            return self.strip([(_TOO_SMALL[y] if y < len(_TOO_SMALL) else "", "header--notes")])
        right = [*self._notes, *self._right]
        if self.strip(right).cell_length > width:
            right = self._right
        room = width - self.strip(right).cell_length
        if room <= _LEAST_NAME:
            return self.justified([], right)
        # How far the response is changes, and where we are does not.
        has_no_room = room - self.strip(self._left[:2]).cell_length < _LEAST_ARRIVING
        return self.justified(self._left[2:] if has_no_room and self._left[2:] else self._left, right)


class BlockStrip(LineWidget):
    """All blocks in one line, for terminals too narrow for a list, and the file of the current one."""

    COMPONENT_CLASSES: ClassVar[set[str]] = SIGN_CLASSES | {"strip--current", "strip--path"}

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._signs: Sequence[tuple[int, Sign]] = ()
        self._at = 0
        self._path = ""
        self._change = ""

    def show(self, signs: Sequence[tuple[int, Sign]], at: int, path: str, change: str) -> None:
        """Show the blocks' signs, the one at index `at` being the current one."""
        self._signs, self._at, self._path, self._change = signs, at, path, change
        self.refresh()

    def line(self, y: int) -> Strip:
        width = self.size.width
        tail = f" {shortened(self._path, max(width // 2 - len(self._change), 8))} {self._change} "
        room = width - cell_len(tail)
        each = 4 if len(self._signs) < 10 else 6
        fit = max(room // each, 1)
        first = max(0, min(self._at - fit // 2, len(self._signs) - fit))
        left: list[Part] = [(" ", "")]
        for index, (number, sign) in enumerate(self._signs[first : first + fit], first):
            text = f"{sign.glyph}{number}"
            left += [(f"[{text}]", "strip--current")] if index == self._at else [(f" {text} ", sign.style)]
        return self.justified(left, [(tail, "strip--path")])


class MatchLine(LineWidget):
    """How the block was matched, and below it what stands against it or was forgiven."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "match--found",
        "match--missed",
        "match--title",
        "match--warning",
        "match--dim",
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._format = ""
        self._said: tuple[list[Part], list[Part]] = ([], [])
        self._lines: list[list[Part]] = []

    def show(self, match: list[Part], message: list[Part], written_in: str) -> None:
        """Say how the block was matched, what else to know of it, and, in room left, the format it is in."""
        if (self._said, self._format) != ((match, message), written_in):
            self._said, self._format = (match, message), written_in
            self._wrap()
            self.refresh()

    def on_resize(self) -> None:
        self._wrap()

    def _wrap(self) -> None:
        """Take as many lines as the message needs, up to a few."""
        match, message = self._said
        width = self.size.width
        is_low = self.app.size.height < LOW
        most = _MOST_LOW if is_low else _MOST_MESSAGE
        self._lines = [match, *(wrapped(message, width, most) if width else [message])]
        self.set_class(is_low and not message, "-message-0")
        for lines in range(2, _MOST_MESSAGE + 1):
            self.set_class(len(self._lines) == lines + 1, f"-message-{lines}")

    def line(self, y: int) -> Strip:
        strip = self.strip(self._lines[y] if y < len(self._lines) else [])
        written_in = self.strip([(f"  {self._format} ", "match--dim")])
        room = self.size.width - written_in.cell_length
        if y or strip.cell_length > room:
            return strip
        return Strip.join([strip.extend_cell_length(room, self.style_of("")), written_in])


class StateLine(LineWidget):
    """What was done last, or what the next key would do.

    The terminal's own cursor, which is not seen but followed by screen readers, goes where
    something was said last.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"state--note", "state--problem", "state--dim"}

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._note: Part = ("", "")
        self._right: tuple[tuple[str, ...], str, str] = ((), "", "")
        self._lines: list[list[Part]] = [[]]
        self._end = ""

    @property
    def text(self) -> str:
        return self._note[0].strip()

    def say(self, text: str, *, is_problem: bool = False) -> None:
        note = (f" {text}", "state--problem" if is_problem else "state--note")
        if note != self._note:
            self._note = note
            self._arrange()
        if text:
            self.app.cursor_position = self.region.offset + Offset(1, 0)

    def show(self, before: Sequence[str], word: str, after: str) -> None:
        """Say where things stand, in room that what was said leaves: last of all the word gives way.

        Args:
            before: What else is to be known, the most important first.
            word: The state of the block in sight.
            after: The least important.
        """
        right = (tuple(before), word, after)
        if right != self._right:
            self._right = right
            self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Say all of it on one line, or less of where things stand, or on more lines what was said."""
        width, note = self.size.width, visible_line(self._note[0]) if self.text else ""
        ends = self._ends()
        self._end = next((end for end in ends if cell_len(note) + cell_len(end) <= width), ends[-1])
        most = _MOST_LOW if self.app.size.height < LOW else _MOST_MESSAGE
        self._lines = [[self._note]]
        if note and width and cell_len(note) + cell_len(self._end) > width:
            self._lines = wrapped([self._note], width, most)
            if len(self._lines) < most and self._is_full(width):
                self._lines.append([])
        for lines in range(2, _MOST_MESSAGE + 1):
            self.set_class(len(self._lines) == lines, f"-lines-{lines}")
        self.refresh()

    def _is_full(self, width: int) -> bool:
        """Whether the last line has no room for where things stand."""
        return self.strip(self._lines[-1]).cell_length + cell_len(self._end) > width

    def _ends(self) -> list[str]:
        """Where things stand, in ever fewer words."""
        before, word, after = self._right
        shorter = [(*before[:kept], word) for kept in range(len(before), -1, -1)]
        said = [[text for text in texts if text] for texts in ((*before, word, after), *shorter)]
        return [f" {' · '.join(texts)} " for texts in said]

    def line(self, y: int) -> Strip:
        if y == len(self._lines) - 1:
            return self.justified(self._lines[y], [(self._end, "state--dim")])
        return self.strip(self._lines[y] if y < len(self._lines) else [])


class KeyHints(LineWidget):
    """The keys that do something now, as many as fit."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key", "hints--word"}

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._hints: tuple[str, ...] = ()

    def show(self, hints: Sequence[str]) -> None:
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def line(self, y: int) -> Strip:
        width = self.size.width
        # The last two, help and quit, stay; the ones before them give way.
        kept = [hint if width >= _NARROW else hint.partition(" ")[0] for hint in self._hints[-2:]]
        room = width - sum(cell_len(hint) + 2 for hint in kept)
        shown: list[str] = []
        for hint in self._hints[:-2]:
            if cell_len(hint) + 2 <= room:
                shown.append(hint)
                room -= cell_len(hint) + 2
        parts: list[Part] = []
        for hint in (*shown, *kept):
            key, _, word = hint.partition(" ")
            parts += [(f" {key}", "hints--key"), (f" {word} " if word else " ", "hints--word")]
        return self.strip(parts)
