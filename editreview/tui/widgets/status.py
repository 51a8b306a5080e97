"""The lines above and below the diff: header, block strip, match line, state line, key hints."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from editreview.texts import counted
from editreview.tui.fields import FieldMessage
from editreview.tui.keymap import Hint, Keymap
from editreview.tui.signs import Sign
from editreview.tui.widgets.lines import LineWidget, Part, part_at, shortened, text_of, wrapped

_MOST_MESSAGE = 3
"""Lines of the match line that a message may take."""
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
        return self.justified(self._left, self._parts_on_the_right())

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
        room = width - len(tail)
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
        self._lines = [match, *(wrapped(message, width, _MOST_MESSAGE) if width else [message])]
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
    """What was done last, or what the next key would do. A screen reader can follow it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"state--note", "state--problem", "state--dim"}

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._note: Part = ("", "")
        self._right = ""

    @property
    def text(self) -> str:
        return self._note[0].strip()

    def say(self, text: str, *, is_problem: bool = False) -> None:
        note = (f" {text}", "state--problem" if is_problem else "state--note")
        if note != self._note:
            self._note = note
            self.refresh()

    def show(self, right: str) -> None:
        if right != self._right:
            self._right = right
            self.refresh()

    def line(self, y: int) -> Strip:
        return self.justified([self._note], [(f" {self._right} ", "state--dim")])

    def told_at(self, x: int, y: int) -> str:
        is_cut = cell_len(self._note[0]) + cell_len(self._right) + 3 > self.size.width
        return f"{self.text}\n{self._right}".strip() if is_cut else ""


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
        kept = self._hints[-2:]
        room = self.size.width - sum(map(_cells, kept))
        found: list[Hint] = []
        for hint in self._hints[: -len(kept) or None]:
            if _cells(hint) <= room:
                room -= _cells(hint)
                found.append(hint)
        return [*found, *kept]

    def line(self, y: int) -> Strip:
        parts: list[Part] = []
        for hint in self._fitting():
            parts += [(f" {hint.label}", "hints--key"), (f" {hint.word} ", "hints--word")]
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
