"""The parts of a response besides edits: unreadable blocks, commands, and the block that is arriving."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from rich.cells import chop_cells

from editreview.blocks import Problem
from editreview.review import Review
from editreview.terminal import drawn_line, visible
from editreview.text import counted
from editreview.tui import match_line
from editreview.tui.messages import Arrived
from editreview.tui.parts import Part, ui_text, wrapped

TITLE, PROBLEM, COMMAND, DIM = "notes--title", "notes--problem", "notes--command", "notes--dim"

_LINES_OF_HEAD = 4
_MAX_NOTES = 500
"""Problems, or commands, that are listed."""
_LINES_OF_ONE = 200
"""Quoted lines of one note."""
_LINES_OF_ALL = 4_000
"""Quoted lines in all: a response may consist of one long problem."""
_MAX_LINE = 4_000


class Note(Struct, frozen=True):
    """One problem or command."""

    line: int
    """Its line in the response, from 1."""
    what: str
    """The problem; empty for a command."""
    text: str
    """Its text in the response."""

    @property
    def copied(self) -> str:
        """The text to copy, as it is shown: without control characters."""
        # Without the last line end, or a shell would run what is pasted.
        return visible(self.text.rstrip("\n"))


class NoteLine(Struct, frozen=True):
    """One line of the page."""

    parts: list[Part]
    note: Note | None = None
    """The note that the line belongs to."""


class Notes(Struct):
    """The notes at one moment."""

    problems: list[Note] = field(default_factory=list)
    commands: list[Note] = field(default_factory=list)
    arriving: str = ""
    open_text: str = ""
    """The last lines of the block that is arriving."""

    def __bool__(self) -> bool:
        return bool(self.problems or self.commands or self.arriving)


def notes_of(review: Review, arriving: str, open_text: str = "") -> Notes:
    """The notes as they are now.

    Args:
        review: The review.
        arriving: The progress of the response; empty if it is complete.
        open_text: The last lines of the block that is arriving.
    """
    return Notes(
        [Note(problem.line, _in_words(problem), problem.text) for problem in review.problems],
        [Note(command.lines[0], "", command.text) for command in review.commands],
        arriving,
        open_text,
    )


def _in_words(problem: Problem) -> str:
    """The path and the message of a malformed block, whose line is named beside them."""
    message = problem.without_line
    return f"{problem.path_written}: {message}" if problem.path_written else message


def arriving_parts(arrived: Arrived | None) -> tuple[list[Part], list[list[Part]]]:
    """The match line while there is no block yet: the parts received, and the last line of text."""
    if arrived is None or arrived.open_block is None:
        return [], []
    last = arrived.open_text.rstrip("\n").rpartition("\n")[2]
    return [(f" arriving: {arrived.open_block}", match_line.TITLE)], [[(f" … {last}", match_line.DIM)]]


def lines_of(notes: Notes, width: int, copies: str) -> list[NoteLine]:
    """The notes as lines of at most `width` cells; `copies` is the key that copies one."""
    room = iter(range(_LINES_OF_ALL))
    lines: list[NoteLine] = []
    if notes.problems:
        lines += [_titled("UNREADABLE", "these look like edits but are malformed"), NoteLine([])]
        lines += _section(notes.problems, PROBLEM, width, room, copies)
    if notes.commands:
        lines += [_titled("COMMANDS", f"never run here: {copies} copies one"), NoteLine([])]
        lines += _section(notes.commands, COMMAND, width, room, copies)
    if notes.arriving:
        lines += [_titled("ARRIVING", ""), NoteLine([])]
        progress: list[Part] = [(ui_text(f"   {notes.arriving}"), "")]
        lines += (NoteLine(parts) for parts in wrapped(progress, width, _LINES_OF_HEAD))
        if notes.open_text:
            lines += (NoteLine(parts) for parts in _quoted(notes.open_text, width - 5, room, copies))
    return lines


def _titled(title: str, words: str) -> NoteLine:
    return NoteLine([(f"  {title}  ", TITLE), (words, DIM)])


def _section(
    notes: Sequence[Note], style: str, width: int, room: Iterator[int], copies: str
) -> Iterator[NoteLine]:
    for note in notes[:_MAX_NOTES]:
        head = f"line {note.line}" + (f": {note.what}" if note.what else "")
        for parts in wrapped([(ui_text(f"   {head}"), style)], width, _LINES_OF_HEAD):
            yield NoteLine(parts, note)
        for parts in _quoted(note.text, width - 5, room, copies):
            yield NoteLine(parts, note)
        yield NoteLine([])
    if len(notes) > _MAX_NOTES:
        yield NoteLine([(ui_text(f"   ⋯ {len(notes) - _MAX_NOTES:,} more"), DIM)])
        yield NoteLine([])


def _quoted(text: str, width: int, room: Iterator[int], copies: str) -> Iterator[list[Part]]:
    """The lines of a text. A wrapped line has another bar below, so that it does not look like two lines."""
    text = text.removesuffix("\n")
    for index, line in enumerate(text.split("\n", _LINES_OF_ONE)):
        if index == _LINES_OF_ONE or next(room, None) is None:
            left = text.count("\n") + 1 - index
            yield [(ui_text(f"   ⋯ {counted(left, 'more line')} ({copies} copies all)"), DIM)]
            return
        more = ui_text(f" … ({copies} copies all)") if len(line) > _MAX_LINE else ""
        for nth, piece in enumerate(_pieces(line[:_MAX_LINE] + more, width)):
            if nth:
                next(room, None)
            yield [(ui_text("   ┊ " if nth else "   │ "), DIM), (piece, "")]


def _pieces(text: str, width: int) -> list[str]:
    return chop_cells(drawn_line(text), max(width, 8)) or [""]
