"""The page on which a response is pasted, in one piece or several, and a summary of the blocks in it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.strip import Strip

from editreview.blocks import EditBlock, FormatName, Problem
from editreview.formats import Reader, Unwrapper, formats_of
from editreview.text import counted
from editreview.tui.keys import Where
from editreview.tui.parts import Look, Part, cut_text, wrapped
from editreview.tui.screens.dialogs import Box, KeyedScreen
from editreview.tui.widgets.lines import LineWidget

TITLE, FOUND, WARNING, DIM = "paste--title", "paste--found", "paste--warning", "paste--dim"
_LAST = 5
"""Lines of the last piece that are shown."""
_PROBLEMS = 4
"""Unreadable blocks that are listed, and lines that each may take."""
_IN_WORDS: dict[str, str] = {FormatName.WHOLE_FILE: "fenced code"}
"""Formats whose name says too much: only the files tell if code is a whole file or a part of one."""
_WAYS = ("editreview < answer.md", 'llm "…" | editreview', "editreview --clipboard")


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
        await self._read()

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
            lines += [[(f"    {way}", DIM)] for way in _WAYS] if self._is_first else []
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
        last = [line for line in self._pieces[-1][-4_000:].split("\n") if line.strip()][-_LAST:]
        lines += [[("  it ends:", DIM)], *([(f"    {cut_text(line, width - 6)}", "")] for line in last), []]
        warned = [f"△ {problem}" for problem in self._contents.problems[:_PROBLEMS]]
        if self._contents.unclosed:
            warned.append(f"△ cut off: {self._contents.unclosed}. Paste the rest, or review what is there")
        if self._warning:
            warned += ["", self._warning]
        return lines + [
            line for text in warned for line in wrapped([(f"  {text}", WARNING)], width, _PROBLEMS)
        ]

    def _found(self) -> list[Part]:
        if self._is_reading:
            return [("  reading it …", DIM)]
        if not self._contents.blocks:
            return [("  no edits found so far", WARNING)]
        named = ", ".join(f"{count} {_IN_WORDS.get(name, name)}" for name, count in self._contents.formats)
        return [(f"  {counted(self._contents.blocks, 'block')}: {named}", FOUND)]
