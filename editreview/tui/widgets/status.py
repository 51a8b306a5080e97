"""The lines above and below the diff: header, block strip, match line, state line, key hints."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.strip import Strip

from editreview.terminal import drawn_line
from editreview.texts import counted
from editreview.tui.fields import FieldMessage
from editreview.tui.keymap import Hint, Keymap
from editreview.tui.settings import LEAST_HEIGHT, LEAST_WIDTH, LOW
from editreview.tui.signs import Sign
from editreview.tui.widgets.lines import LineWidget, Part, part_at, shortened, text_of, wrapped

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
_NOTES = "problems and commands in the rest of the response, and the key that shows them"
_MATCH = "✓ found, ✗ not found: the strategies that were tried, and where the block goes"

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
        self._counts: Sequence[tuple[Sign, int]] = ()

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
        self._counts = counts
        noted: list[Part] = [(f"  {notes} ", "header--notes")] if notes else []
        if (left, noted, right) != (self._left, self._notes, self._right):
            self._left, self._notes, self._right = left, noted, right
            self.refresh()

    def _parts_on_the_right(self) -> list[Part]:
        right = [*self._notes, *self._right]
        return right if self.strip(right).cell_length <= self.size.width else self._right

    def line(self, y: int) -> Strip:
        screen, width = self.app.size, self.size.width
        if screen.width < LEAST_WIDTH or screen.height < LEAST_HEIGHT:
            return self.strip([(_TOO_SMALL[y] if y < len(_TOO_SMALL) else "", "header--notes")])
        right = self._parts_on_the_right()
        room = width - self.strip(right).cell_length
        if room <= _LEAST_NAME:
            return self.justified([], right)
        # How far the response is changes, and where we are does not.
        has_no_room = room - self.strip(self._left[:2]).cell_length < _LEAST_ARRIVING
        return self.justified(self._left[2:] if has_no_room and self._left[2:] else self._left, right)

    def told_at(self, x: int, y: int) -> str:
        right = self._parts_on_the_right()
        at = part_at(right, x - (self.size.width - self.strip(right).cell_length))
        if x < self.size.width - self.strip(right).cell_length or at is None:
            return text_of(self._left)
        # The notes, if they have room, then the position, then a part for each state.
        state = at - (len(right) - len(self._counts))
        if state >= 0:
            sign, count = self._counts[state]
            return f"{counted(count, 'block')}: {sign.word}"
        is_position = at == len(right) - len(self._counts) - 1
        return "the block in sight, and how many there are" if is_position else _NOTES


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

    def _arranged(self) -> tuple[int, list[Part], str]:
        """Which block is the first in sight, a part for each after a blank, and what follows them."""
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
        return first, left, tail

    def line(self, y: int) -> Strip:
        _, left, tail = self._arranged()
        return self.justified(left, [(tail, "strip--path")])

    def told_at(self, x: int, y: int) -> str:
        first, left, tail = self._arranged()
        at = part_at(left, x)
        if x >= self.size.width - cell_len(tail):
            return f"{self._path} {self._change}"
        if not at:
            return ""
        number, sign = self._signs[first + at - 1]
        return f"block {number}: {sign.word}"


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

    def told_at(self, x: int, y: int) -> str:
        match, message = self._said
        if y:
            # All of it, if the lines there are could not hold it.
            return text_of(message) if self.strip(self._lines[-1]).cell_length > self.size.width else ""
        is_cut = self.strip(match).cell_length > self.size.width
        return f"{text_of(match)}\n{_MATCH}" if is_cut else _MATCH


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
        width, note = self.size.width, drawn_line(self._note[0]) if self.text else ""
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
        return [drawn_line(f" {' · '.join(texts)} ") for texts in said]

    def line(self, y: int) -> Strip:
        if y == len(self._lines) - 1:
            return self.justified(self._lines[y], [(self._end, "state--dim")])
        return self.strip(self._lines[y] if y < len(self._lines) else [])

    def told_at(self, x: int, y: int) -> str:
        whole = self._ends()[0]
        is_cut = whole != self._end or self.strip(self._lines[-1]).cell_length > self.size.width
        return f"{self.text}\n{whole.strip()}".strip() if is_cut else ""


class KeyHints(LineWidget):
    """The keys that do something now, as many as fit."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key", "hints--word"}

    class Pointed(FieldMessage):
        """A key was clicked."""

        id: str
        """Of its action."""

    def __init__(self, keys: Keymap, *, id: str) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def _fitting(self) -> list[Hint]:
        """Those that there is room for."""
        # The last two, help and quit, stay; the ones before them give way.
        width = self.size.width
        kept = [hint if width >= _NARROW else replace(hint, word="") for hint in self._hints[-2:]]
        room = width - sum(map(_cells, kept))
        found: list[Hint] = []
        for hint in self._hints[: -len(kept) or None]:
            if _cells(hint) <= room:
                room -= _cells(hint)
                found.append(hint)
        return [*found, *kept]

    def line(self, y: int) -> Strip:
        parts: list[Part] = []
        for hint in self._fitting():
            word = f" {hint.word} " if hint.word else " "
            parts += [(f" {hint.label}", "hints--key"), (word, "hints--word")]
        return self.strip(parts)

    def hint_at(self, x: int) -> Hint | None:
        """The one in a column."""
        end = 0
        for hint in self._fitting():
            end += _cells(hint)
            if x < end:
                return hint
        return None

    def told_at(self, x: int, y: int) -> str:
        hint = self.hint_at(x)
        return "" if hint is None else f"{self._keys.labels(hint.id)}  {self._keys.help(hint.id)}"

    def on_click(self, event: events.Click) -> None:
        if (hint := self.hint_at(event.x)) is not None:
            self.post_message(self.Pointed(hint.id))


def _cells(hint: Hint) -> int:
    return cell_len(str(hint)) + 2
