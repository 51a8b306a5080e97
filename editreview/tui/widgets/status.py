"""The match line, the state line and the line of key hints."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.strip import Strip

from editreview.terminal import drawn_line
from editreview.tui.diff.layout import LOW_HEIGHT
from editreview.tui.keys import Hint, Keymap
from editreview.tui.messages import FieldMessage
from editreview.tui.parts import Look, Part, text_of, wrapped
from editreview.tui.widgets import PaneWidget

_MAX_LINES = 3
"""Lines that a message may take."""
_MAX_LINES_LOW = 2
"""Lines that a message may take on a low screen."""
_NARROW = 60
"""Cells below which the keys for help and quit have no words."""
_MATCH = "the strategy that matched the block (✓ exactly, ≈ with differences), and where it goes"


class MatchLine(PaneWidget):
    """Shows how the block was matched, and below it its message and warnings."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "match--found": Look("bold $text-success"),
        "match--missed": Look("$text-muted"),
        "match--title": Look("bold"),
        "match--warning": Look("$text-warning"),
        "match--dim": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._format = ""
        self._match: list[Part] = []
        self._message: list[list[Part]] = []
        self._lines: list[list[Part]] = []
        self._has_more = False
        """True if rows below had no room."""

    def show(self, match: list[Part], message: list[list[Part]], written_in: str) -> None:
        """Show how the block was matched, the rows below, and if there is room the name of its format."""
        if (self._match, self._message, self._format) != (match, message, written_in):
            self._match, self._message, self._format = match, message, written_in
            self.edition += 1
            self._wrap()
            self.refresh()

    def on_resize(self) -> None:
        self._wrap()

    def _wrap(self) -> None:
        """Wrap the rows below, and set the height to the number of lines, up to a few."""
        width = self.size.width
        is_low = self.app.size.height < LOW_HEIGHT
        most = _MAX_LINES_LOW if is_low else _MAX_LINES
        below: list[list[Part]] = []
        for number, row in enumerate(self._message):
            # Each of the other rows keeps at least one line.
            room = max(most - len(below) - (len(self._message) - number - 1), 1)
            below += wrapped(row, width, room) if width else [row]
        self._has_more = len(below) > most
        if self._has_more:
            left = f" · and {len(below) - most + 1} more"
            below = [*below[: most - 1], wrapped([*below[most - 1], (left, "match--dim")], width, 1)[0]]
        self._lines = [self._match, *(below or [[]])]
        self.set_class(is_low and not self._message, "-message-0")
        for lines in range(2, _MAX_LINES + 1):
            self.set_class(len(self._lines) == lines + 1, f"-message-{lines}")

    def line(self, y: int) -> Strip:
        strip = self.strip(self._lines[y] if y < len(self._lines) else [])
        written_in = self.strip([(f"  {self._format} ", "match--dim")])
        room = self.size.width - written_in.cell_length
        if y or strip.cell_length > room:
            return strip
        return Strip.join([strip.extend_cell_length(room, self.style_of("")), written_in])

    def tooltip_at(self, x: int, y: int) -> str:
        if y:
            # The whole message, if it was cut.
            is_cut = self._has_more or self.strip(self._lines[-1]).cell_length > self.size.width
            return "\n".join(map(text_of, self._message)) if is_cut else ""
        is_cut = self.strip(self._match).cell_length > self.size.width
        return f"{text_of(self._match)}\n{_MATCH}" if is_cut else _MATCH


class StateLine(PaneWidget):
    """Shows the last message, and on the right the position and modes.

    The terminal's cursor, which is invisible but followed by screen readers, goes to a new message.
    """

    STYLES: ClassVar[Mapping[str, Look]] = {
        "state--note": Look("$foreground"),
        "state--problem": Look("bold $text-warning"),
        "state--dim": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._note: Part = ("", "")
        self._own: Part = ("", "state--note")
        """The last message, without the kept one."""
        self._kept = ""
        """A message that comes before all others until the user has pressed a key."""
        self._is_true: Callable[[], bool] | None = None
        self._right: tuple[tuple[str, ...], str, str] = ((), "", "")
        self._lines: list[list[Part]] = [[]]
        self._end = ""

    @property
    def text(self) -> str:
        return self._note[0].strip()

    def set_message(
        self, text: str, *, is_problem: bool = False, is_true: Callable[[], bool] | None = None
    ) -> None:
        """Show a message.

        Args:
            text: The message; empty for none.
            is_problem: True if something was not possible.
            is_true: False once the message is not true any more; None if it is about something that happened.
        """
        self._is_true = is_true
        self._own = (text, "state--problem" if is_problem else "state--note")
        self._show_note()

    def add_message(self, text: str, *, is_problem: bool = False) -> None:
        """Show a message about something that no key asked for, after the one that answers a key.

        Args:
            text: The message.
            is_problem: True if it tells of one.
        """
        self.expire()
        answer, style = self._own
        self.set_message(
            f"{answer}; {text}" if answer else text, is_problem=is_problem or style == "state--problem"
        )

    @property
    def kept(self) -> str:
        return self._kept

    def keep(self, text: str) -> None:
        """Show a problem that no other message replaces until `release`; empty for none."""
        self._kept = text
        # What was said before is about another moment.
        self.set_message("")

    def release(self) -> None:
        """The user has pressed a key: the next message replaces the kept one."""
        if self._kept:
            self._own, self._kept = (self._kept, "state--problem"), ""

    def _show_note(self) -> None:
        text, style = self._own
        if self._kept:
            text, style = f"{self._kept}{'; ' if text else ''}{text}", "state--problem"
        note = (f" {text}", style)
        if note != self._note:
            self._note = note
            self._arrange()
        if text:
            self.app.cursor_position = self.region.offset + Offset(1, 0)

    def expire(self) -> None:
        """Remove the message if it is not true any more."""
        if self._is_true is not None and not self._is_true():
            self.set_message("")

    def show(self, before: Sequence[str], word: str, after: str) -> None:
        """Show the position and modes in the room beside the message; the word is dropped last.

        Args:
            before: Position and modes, the most important first.
            word: The state of the current block.
            after: The least important mode.
        """
        right = (tuple(before), word, after)
        if right != self._right:
            self._right = right
            self._arrange()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Fit both on one line by dropping modes; if that is not enough, wrap the message."""
        width, note = self.size.width, drawn_line(self._note[0]) if self.text else ""
        ends = self._ends()
        self._end = next((end for end in ends if cell_len(note) + cell_len(end) < width), ends[-1])
        most = _MAX_LINES_LOW if self.app.size.height < LOW_HEIGHT else _MAX_LINES
        self._lines = [[self._note]]
        if note and width and cell_len(note) + cell_len(self._end) >= width:
            self._lines = wrapped([self._note], width, most)
            if len(self._lines) < most and self._is_full(width):
                self._lines.append([])
        for lines in range(2, _MAX_LINES + 1):
            self.set_class(len(self._lines) == lines, f"-lines-{lines}")
        self.refresh()

    def _is_full(self, width: int) -> bool:
        """True if the last line has no room for position and modes."""
        return self.strip(self._lines[-1]).cell_length + cell_len(self._end) >= width

    def _ends(self) -> list[str]:
        """The position and modes, in variants of decreasing length."""
        before, word, after = self._right
        shorter = [(*before[:count], word) for count in range(len(before), -1, -1)]
        candidates = [[text for text in texts if text] for texts in ((*before, word, after), *shorter)]
        return [drawn_line(f" {' · '.join(texts)} ") for texts in candidates]

    def line(self, y: int) -> Strip:
        if y == len(self._lines) - 1:
            return self.justified(self._lines[y], [(self._end, "state--dim")])
        return self.strip(self._lines[y] if y < len(self._lines) else [])

    def tooltip_at(self, x: int, y: int) -> str:
        whole = self._ends()[0]
        is_cut = whole != self._end or self.strip(self._lines[-1]).cell_length > self.size.width
        return f"{self.text}\n{whole.strip()}".strip() if is_cut else ""


class KeyHints(PaneWidget):
    """Shows the keys that do something now, as many as fit."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "hints--key": Look("bold $text-accent"),
        "hints--word": Look("$foreground"),
        "hints--later": Look("$text-muted"),
    }

    class Pointed(FieldMessage):
        """A key was clicked."""

        id: str
        """The id of its action."""

    def __init__(self, keys: Keymap, *, id: str) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def _fitting(self) -> list[Hint]:
        """The hints that fit."""
        # The last two, help and quit, are always shown.
        width = self.size.width
        last = [hint if width >= _NARROW else replace(hint, word="") for hint in self._hints[-2:]]
        room = width - sum(map(_cells, last))
        found: list[Hint] = []
        for hint in self._hints[: -len(last) or None]:
            if _cells(hint) <= room:
                room -= _cells(hint)
                found.append(hint)
        return [*found, *last]

    def line(self, y: int) -> Strip:
        parts: list[Part] = []
        for hint in self._fitting():
            word = f" {hint.word} " if hint.word else " "
            styles = ("hints--key", "hints--word") if hint.is_possible else ("hints--later", "hints--later")
            parts += zip((f" {hint.label}", word), styles, strict=True)
        return self.strip(parts)

    def hint_at(self, x: int) -> Hint | None:
        """The hint in a column."""
        end = 0
        for hint in self._fitting():
            end += _cells(hint)
            if x < end:
                return hint
        return None

    def tooltip_at(self, x: int, y: int) -> str:
        hint = self.hint_at(x)
        return "" if hint is None else f"{self._keys.labels(hint.id)}  {self._keys.help(hint.id)}"

    def on_click(self, event: events.Click) -> None:
        if (hint := self.hint_at(event.x)) is not None:
            self.post_message(self.Pointed(hint.id))


def _cells(hint: Hint) -> int:
    return cell_len(str(hint)) + 2
