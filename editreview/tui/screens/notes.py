"""The page of unreadable blocks and commands of a response, which can be copied."""

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.strip import Strip

from editreview.tui.keys import Where
from editreview.tui.parts import Look, padded, ui_text
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.lines import LineWidget
from editreview.tui.widgets.panes import Note, NoteLine, Notes, note_lines


class NotesPage(LineWidget):
    """Notes that scroll, with a cursor line."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "notes--title": Look("bold $text-primary"),
        "notes--problem": Look("$text-warning"),
        "notes--command": Look("$text-accent"),
        "notes--dim": Look("$text-muted"),
        "notes--cursor": Look(
            "bold on $primary 35%", "bold reverse on ansi_default", "bold reverse on $primary 35%"
        ),
    }

    def __init__(self, notes: Notes, copies: str, *, id: str) -> None:
        """
        Args:
            notes: The notes to show.
            copies: The key that copies a note.
        """
        super().__init__(id=id)
        self._notes = notes
        self._copies = copies
        self._lines: list[NoteLine] = []
        self._top = 0
        self._cursor = 0

    @property
    def note(self) -> Note | None:
        """The note at the cursor."""
        return self._lines[self._cursor].note if self._lines else None

    def show(self, notes: Notes) -> None:
        """Show updated notes; the cursor stays on its note."""
        before, self._notes = self.note, notes
        self._arrange()
        if before is not None and self.note != before:
            self._to(next((i for i, line in enumerate(self._lines) if line.note == before), 0))

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        is_first = not self._lines
        self._lines = note_lines(self._notes, self.size.width, self._copies)
        self._to(
            min((i for i, line in enumerate(self._lines) if line.note), default=0)
            if is_first
            else self._cursor
        )

    def move(self, rows: int) -> None:
        self._to(self._cursor + rows)

    def step(self, direction: int) -> None:
        """Go to the first line of the next or previous note."""
        heads = [
            index
            for index, line in enumerate(self._lines)
            if line.note is not None and (not index or self._lines[index - 1].note is not line.note)
        ]
        ahead = [head for head in heads if (head > self._cursor if direction > 0 else head < self._cursor)]
        if ahead:
            head = ahead[0] if direction > 0 else ahead[-1]
            # Scroll to its end first, so that all of it is visible if there is room; then to its head.
            note = self._lines[head].note
            self._to(max(index for index, line in enumerate(self._lines) if line.note is note))
            self._to(head)

    def _to(self, line: int) -> None:
        height = max(self.size.height, 1)
        self._cursor = max(0, min(line, len(self._lines) - 1))
        # The title stays in sight above the first note.
        above = 0 if self._cursor <= 2 else self._cursor
        self._top = max(min(self._top, above), self._cursor - height + 1)
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        strip = self.strip(self._lines[at].parts)
        if at != self._cursor:
            return strip
        # A sign in the first cells, which are blank in every line, because colour alone is not enough.
        text = padded(f" {ui_text('▸')}{strip.crop(2).text}", self.size.width)
        return self.strip([(text, "notes--cursor")])

    def on_click(self, event: events.Click) -> None:
        self._to(self._top + event.y)


class NotesScreen(KeyedScreen[None]):
    """Shows the notes until a key closes it."""

    CSS_PATH = "notes.tcss"
    WHERE = Where.NOTES

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self._notes = notes

    def compose(self) -> ComposeResult:
        with Box("The rest of the response", id="notes") as box:
            box.name_keys(*self._key_labels())
            yield NotesPage(self._notes, self.keys["notes.copy"], id="page")

    def _key_labels(self) -> list[str]:
        keys = self.keys
        moves = f"{keys['notes.down']} {keys['notes.up']} move"
        steps = f"{keys['notes.next']} {keys['notes.back']} next"
        return [f"{keys['notes.copy']} copy", moves, steps, "esc close"]

    def show(self, notes: Notes) -> None:
        """Show updated notes."""
        self._notes = notes
        # If the page is not mounted yet, it starts with these.
        for page in self.query(NotesPage):
            page.show(notes)

    def action_move(self, rows: int) -> None:
        self.query_one(NotesPage).move(rows)

    def action_step(self, direction: int) -> None:
        self.query_one(NotesPage).step(direction)

    def action_copy(self) -> None:
        box, note = self.query_one(Box), self.query_one(NotesPage).note
        if note is None:
            box.name_keys("there is nothing to copy on this line")
        else:
            copied = f"line {note.line} copied"
            self.terminal_app.copy(note.copied, lambda way: box.name_keys(f"{copied} {way}"))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_move(-3)
