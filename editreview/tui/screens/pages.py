"""Pages over the review: those that show lines until a key closes them, and the one to paste a response on.

The former show a text, such as a conflict that prevents an undo or the output of a command; a question of the
agent; the response as received; its unreadable blocks and commands, which can be copied; and the statistics
of earlier runs. The latter takes a response in one piece or several, and shows a summary of its blocks.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Input

from editreview.blocks import EditBlock, FormatName, Problem
from editreview.formats import Reader, Unwrapper, formats_of
from editreview.review import GROUPINGS, Statistics, statistics_of
from editreview.terminal import visible_line
from editreview.text import counted
from editreview.tui.charts import Line, statistics_lines
from editreview.tui.keys import Where
from editreview.tui.parts import Look, Part, cut_text, padded, ui_text, wrapped
from editreview.tui.response_text import ResponseAccess
from editreview.tui.screens.dialogs import Box, KeyedScreen, LineField
from editreview.tui.terminal_app import NOTICE_S
from editreview.tui.textual_internals import bind
from editreview.tui.widgets import LineWidget, by_wheel
from editreview.tui.widgets.panes import Note, NoteLine, Notes, ResponsePage, note_lines
from editreview.workspace import log_of_runs

_MAX_LINES_KEPT = 5_000


class TextPage(LineWidget):
    """Lines that scroll."""

    def __init__(self, text: str, *, id: str) -> None:
        super().__init__(id=id)
        self._lines = text.split("\n")
        self._top = 0

    def add(self, lines: Sequence[str]) -> None:
        """Append lines, and show them if the end was shown."""
        is_at_end = self._top >= len(self._lines) - self.size.height
        self._lines = [*self._lines, *lines][-_MAX_LINES_KEPT:]
        self.scroll(len(lines) if is_at_end else 0)

    def scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        return self.strip([(f" {self._lines[at]}", "")])


class TextScreen(KeyedScreen[None]):
    """Shows a text until a key closes it.

    Args:
        title: Its title.
        text: The text.
        stop: Stops what adds to it; None if nothing does.
    """

    CSS_PATH = "text.tcss"
    WHERE = Where.TEXT

    def __init__(self, title: str, text: str, stop: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._stop = stop

    def compose(self) -> ComposeResult:
        with Box(self._title, id="text") as box:
            self._name_keys(box)
            yield TextPage(self._text, id="page")

    def _name_keys(self, box: Box) -> None:
        stop = () if self._stop is None else (f"{self.keys['text.stop']} stop",)
        box.name_keys(f"{self.keys['text.down']} {self.keys['text.up']} scroll", *stop, "esc close")

    def end(self) -> None:
        """Nothing adds to it any more."""
        self._stop = None
        for box in self.query(Box):
            self._name_keys(box)

    def action_stop(self) -> None:
        if self._stop is not None:
            self._stop()

    def add(self, lines: Sequence[str]) -> None:
        """Append lines as they come, even before the page is composed."""
        pages = self.query(TextPage)
        if not pages:
            self._text = "\n".join([*([self._text] if self._text else []), *lines])
        for page in pages:
            page.add(lines)

    def action_scroll(self, rows: int) -> None:
        self.query_one(TextPage).scroll(rows)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_scroll)


class QuestionScreen(KeyedScreen[bool]):
    """Asks a question of an agent that is no edit, such as whether it may run a command.

    Returns True if the user allows it after it was painted.

    Args:
        title: The question.
        detail: What the agent tells about it.
    """

    CSS_PATH = "question.tcss"
    WHERE = Where.QUESTION

    def __init__(self, title: str, detail: str) -> None:
        super().__init__()
        self._title = title
        self._detail = detail

    def compose(self) -> ComposeResult:
        keys = self.keys
        with Box("The agent asks for permission", id="question") as box:
            scroll = f"{keys['question.down']} {keys['question.up']} scroll"
            box.name_keys(f"{keys['question.yes']} allow once", f"{keys['question.no']} refuse", scroll)
            lines = [visible_line(self._title), "", *self._detail.split("\n")]
            yield TextPage("\n".join(lines), id="page")

    def on_mount(self) -> None:
        self._opened = time.monotonic()

    def action_yes(self) -> None:
        # A key meant for a block must not allow a command.
        if self.is_seen and time.monotonic() - self._opened >= NOTICE_S:
            self.dismiss(True)

    def action_no(self) -> None:
        if self.is_seen:
            self.dismiss(False)

    def action_scroll(self, rows: int) -> None:
        self.query_one(TextPage).scroll(rows)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_scroll)


class ResponseScreen(KeyedScreen[None]):
    """Shows the response until a key closes it."""

    CSS_PATH = "response.tcss"
    WHERE = Where.RESPONSE

    def __init__(self, raw: ResponseAccess, number: int | None) -> None:
        """
        Args:
            raw: The response.
            number: The block to scroll to.
        """
        super().__init__()
        self._raw = raw
        self._number = number
        self._query = ""

    def compose(self) -> ComposeResult:
        with Box("The response", id="raw") as box:
            box.name_keys(*self._key_labels())
            yield ResponsePage(self._raw, self._number, id="lines")

    def _key_labels(self) -> list[str]:
        keys = self.keys
        labels = {"move": ("down", "up"), "block": ("block", "block-back"), "sideways": ("left", "right")}
        pairs = (f"{keys[f'response.{a}']} {keys[f'response.{b}']} {what}" for what, (a, b) in labels.items())
        search = f"{keys['response.search']} search, {keys['response.next']} {keys['response.back']}"
        *most, sideways = pairs
        return [*most, search, sideways, "esc close"]

    def action_move(self, rows: int) -> None:
        self.query_one(ResponsePage).move(rows)

    def action_sideways(self, cells: int) -> None:
        self.query_one(ResponsePage).sideways(cells)

    def action_step(self, direction: int) -> None:
        self.query_one(ResponsePage).step(direction)

    def action_search(self) -> None:
        if not self.query(Input):
            field = LineField(placeholder="search the whole response")
            self.query_one("#raw").mount(field)
            field.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        self._query = event.value
        await event.input.remove()
        await self.action_again(1)

    async def action_back(self) -> None:
        if self.query(Input):
            await self.query(Input).remove()
        else:
            self.dismiss(None)

    async def action_again(self, direction: int) -> None:
        page = self.query_one(ResponsePage)
        if not self._query:
            return
        # On a thread: a hundred megabytes take a while.
        found = await asyncio.to_thread(self._raw.find, self._query, page.search_line, direction)
        if not self.query(Box):
            # The page was closed meanwhile.
            return
        keys = self._key_labels() if found else [f"{self._query} was not found in the response"]
        self.query_one(Box).name_keys(*keys)
        if found is not None:
            page.go_to_found(found)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_move)


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

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_move)


_MARGIN = " "
_MAX_GROUPS = 500
"""More would take longer than a key may."""


class StatisticsPage(LineWidget):
    """Statistics that scroll."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "chart--met": Look("$text-success", monochrome="bold"),
        "chart--missed": Look("$text-warning"),
        "chart--bar": Look("$text-primary"),
        "chart--target": Look("bold $foreground"),
        "chart--dim": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._statistics: Statistics | None = None
        self._message = "reading the figures …"
        self._by = GROUPINGS[0]
        self._lines: list[Line] = []
        self._top = 0

    def show(self, found: Statistics | str) -> None:
        """Show statistics, or a message instead."""
        if isinstance(found, str):
            self._message = found
        else:
            self._statistics = found
        self._arrange()

    def group(self, direction: int) -> None:
        """Group the blocks in the next or previous way."""
        self._by = GROUPINGS[(GROUPINGS.index(self._by) + direction) % len(GROUPINGS)]
        self._arrange()

    def scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        width = self.size.width - 2 * len(_MARGIN)
        if self._statistics is None:
            self._lines = [[(self._message, "")]]
        elif width > 0:
            self._lines = statistics_lines(self._statistics, self._by, width, most=_MAX_GROUPS)
        self.scroll(0)

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        return self.strip([(_MARGIN, ""), *self._lines[at]])


class StatisticsScreen(KeyedScreen[None]):
    """Shows the statistics until a key closes it."""

    CSS_PATH = "statistics.tcss"
    WHERE = Where.STATISTICS

    def compose(self) -> ComposeResult:
        with Box("Statistics of all runs", id="statistics") as box:
            keys = self.keys
            moves = f"{keys['statistics.down']} {keys['statistics.up']} scroll"
            box.name_keys(f"{keys['statistics.next']} by {', '.join(GROUPINGS)}", moves, "esc close")
            yield StatisticsPage(id="page")

    async def on_mount(self) -> None:
        # On a thread: the log may have many megabytes, and to count them takes longer than to read them.
        found = await asyncio.to_thread(_read_statistics)
        # Nothing if the page was closed meanwhile.
        for page in self.query(StatisticsPage):
            page.show(found)

    def action_scroll(self, rows: int) -> None:
        self.query_one(StatisticsPage).scroll(rows)

    def action_group(self, direction: int) -> None:
        self.query_one(StatisticsPage).group(direction)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_scroll)


def _read_statistics() -> Statistics | str:
    """The statistics; a message if there are none, or they cannot be read."""
    try:
        statistics = statistics_of(log_of_runs().lines())
    except OSError as error:
        return f"cannot read the figures: {error.strerror}"
    if not statistics.runs:
        return "no runs are recorded yet; this review is recorded when it ends"
    statistics.compute()
    return statistics


TITLE, FOUND, WARNING, DIM = "paste--title", "paste--found", "paste--warning", "paste--dim"
_PASTED_LINES = 5
"""Lines of the last piece that are shown."""
_MAX_PROBLEMS = 4
"""Unreadable blocks that are listed, and lines that each may take."""
_FORMAT_WORDS: dict[str, str] = {FormatName.WHOLE_FILE: "fenced code"}
"""Formats whose name says too much: only the files tell if code is a whole file or a part of one."""
_OTHER_WAYS = ("editreview < answer.md", 'llm "…" | editreview', "editreview --clipboard")


class PastedContents(Struct, frozen=True):
    """A summary of a text."""

    formats: tuple[tuple[str, int], ...] = ()
    """Each format and its number of blocks."""
    problems: tuple[str, ...] = ()
    """The unreadable blocks, each with its line."""
    unclosed: str | None = None
    """The block that the end of the text cuts off."""

    @property
    def blocks(self) -> int:
        return sum(count for _, count in self.formats)


def _join_pieces(pieces: Sequence[str]) -> str:
    """Join all pieces to one text; each begins a line."""
    return "".join(piece if piece.endswith("\n") else f"{piece}\n" for piece in pieces)


def with_line_feeds(pasted: str) -> str:
    """A pasted text with line feeds: many terminals send a carriage return for each line end."""
    return pasted.replace("\r\n", "\n").replace("\r", "\n")


def summarize(text: str, formats: Collection[str] = ()) -> PastedContents:
    """Count the blocks in a text, without matching them.

    Args:
        text: A response, or the part of it that was pasted so far.
        formats: The formats to read; empty for all.
    """
    reader, unwrapper = Reader(formats_of(formats)), Unwrapper()
    items = reader.feed(unwrapper.feed(text) + unwrapper.close())
    closing = reader.close()
    cut_off = [item.message for item in closing if isinstance(item, Problem)]
    items += (item for item in closing if isinstance(item, EditBlock))
    blocks = (item for item in items if isinstance(item, EditBlock) and not item.needs_bare_name)
    counts = Counter(item.format for item in blocks)
    problems = tuple(item.sentence for item in items if isinstance(item, Problem))
    return PastedContents(tuple(counts.most_common()), problems, cut_off[0] if cut_off else None)


class _Received(LineWidget):
    """Shows a summary of the text pasted so far."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        TITLE: Look("bold"),
        FOUND: Look("bold $text-success"),
        WARNING: Look("$text-warning"),
        DIM: Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._lines: Callable[[int], list[list[Part]]] = lambda width: []
        self._drawn: list[list[Part]] = []

    def show(self, lines: Callable[[int], list[list[Part]]]) -> None:
        """Show lines; the function makes them for a width."""
        self._lines = lines
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self._drawn = self._lines(self.size.width)
        self.refresh()

    def line(self, y: int) -> Strip:
        return self.strip(self._drawn[y] if y < len(self._drawn) else [])


class PasteScreen(KeyedScreen[str | None]):
    """Returns the text to review, or None if there is none."""

    CSS_PATH = "paste.tcss"
    WHERE = Where.PASTE

    def __init__(
        self, summarize: Callable[[str], PastedContents], *, is_first: bool, text: str = "", waiting: str = ""
    ) -> None:
        """
        Args:
            summarize: Summarizes a text. Called on a thread.
            is_first: True if there is no response yet.
            text: Text that was pasted already.
            waiting: The time at which an unfinished review began; empty if there is none.
        """
        super().__init__()
        # There is no field, and the keys need not wait until a paste has been read.
        bind(self, self.keys.bindings(self.WHERE))
        self._summarize = summarize
        self._is_first = is_first
        self._waiting = waiting
        self._pieces = [with_line_feeds(text)] if text else []
        self._contents = PastedContents()
        self._reads = 0
        self._is_reading = False
        self._pasting = 0
        self._warning = ""

    def compose(self) -> ComposeResult:
        which = "the model's response" if self._is_first else "a further response"
        with Box(f"Paste {which}", id="paste"):
            yield _Received(id="received")

    async def on_mount(self) -> None:
        self.terminal_app.takes_bursts = True
        await self._read()

    def on_unmount(self) -> None:
        self.terminal_app.takes_bursts = False

    async def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._pasting = 0
        if event.text:
            self._pieces.append(with_line_feeds(event.text))
        await self._read()

    def show_pasting(self, size: int) -> None:
        """Show the progress of a long paste."""
        self._pasting = size
        self._show()

    async def action_undo(self) -> None:
        if self._pieces:
            self._pieces.pop()
            await self._read()

    def action_review(self) -> None:
        if self._pieces and not self._is_reading:
            self.dismiss(_join_pieces(self._pieces))

    def action_leave(self) -> None:
        if self._pieces and not self._warning:
            self._warning = "press the key again to discard the pasted text"
            self._show()
        else:
            self.dismiss(None)

    async def _read(self) -> None:
        self._reads += 1
        number = self._reads
        self._warning, self._is_reading = "", True
        self._show()
        contents = await asyncio.to_thread(self._summarize, _join_pieces(self._pieces))
        # After an undo, the shorter text may be summarized before the longer one.
        if number == self._reads:
            self._contents, self._is_reading = contents, False
            self._show()

    def _show(self) -> None:
        keys, count = self.keys, counted(self._contents.blocks, "block")
        labels = (f"{keys['paste.review']} reviews {count}", f"{keys['paste.undo']} undoes the last paste")
        leave = f"{keys['quit']} quits" if self._is_first else "esc back"
        # A long paste may be reported before the page is mounted, or after the user has left.
        for page in self.query(_Received):
            page.show(self._lines)
            self.query_one(Box).name_keys(*labels * bool(self._pieces), leave)

    def _lines(self, width: int) -> list[list[Part]]:
        lines: list[list[Part]] = [[]]
        if self._pasting:
            lines += [[(f"  receiving a paste … {self._pasting / 2**20:.1f} MiB", TITLE)], []]
        elif not self._pieces:
            lines += [
                [("  Paste here, any number of times", TITLE), ("" if not self._is_first else ". Or:", "")],
                [],
            ]
            lines += [[(f"    {way}", DIM)] for way in _OTHER_WAYS] if self._is_first else []
            if self._waiting:
                command, what = "    editreview --resume", f"    the review of {self._waiting}"
                beside = width >= cell_len(f"{command:<33}{what}")
                lines.append([])
                below = [[(command, FOUND)], [(cut_text(what, width), FOUND)]]
                lines += [[(f"{command:<33}{what}", FOUND)]] if beside else below
            return lines
        if not self._pieces:
            return lines
        size = sum(map(len, self._pieces))
        lines += [[(f"  {counted(len(self._pieces), 'paste')} · {size / 1024:,.1f} KiB", TITLE)]]
        lines += [self._found(), []]
        last = [line for line in self._pieces[-1][-4_000:].split("\n") if line.strip()][-_PASTED_LINES:]
        lines += [[("  it ends:", DIM)], *([(f"    {cut_text(line, width - 6)}", "")] for line in last), []]
        warned = [f"△ {problem}" for problem in self._contents.problems[:_MAX_PROBLEMS]]
        if self._contents.unclosed:
            warned.append(f"△ cut off: {self._contents.unclosed}. Paste the rest, or review what is there")
        if self._warning:
            warned += ["", self._warning]
        return lines + [
            line for text in warned for line in wrapped([(f"  {text}", WARNING)], width, _MAX_PROBLEMS)
        ]

    def _found(self) -> list[Part]:
        if self._is_reading:
            return [("  reading it …", DIM)]
        if not self._contents.blocks:
            return [("  no edits found so far", WARNING)]
        named = ", ".join(
            f"{count} {_FORMAT_WORDS.get(name, name)}" for name, count in self._contents.formats
        )
        return [(f"  {counted(self._contents.blocks, 'block')}: {named}", FOUND)]
