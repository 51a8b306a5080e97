"""Panes in place of the diff, or beside it: the results, the response and its prose, the arriving block.

The results are the outcome of applying, or the text of a response without edits. Besides edits, a response
has notes: unreadable blocks and commands, which also have a page of their own.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct, field
from rich.cells import cell_len, chop_cells
from textual.geometry import Size
from textual.strip import Strip

from editreview.blocks import Problem
from editreview.review import (
    AcceptedFindings,
    MalformedBlock,
    NotApplied,
    Outcome,
    Review,
    Status,
    WrittenFile,
    numbered,
)
from editreview.terminal import drawn_line, visible
from editreview.text import counted
from editreview.tui import signs
from editreview.tui.keys import Keymap
from editreview.tui.parts import Look, Part, padded, ui_text, wrapped
from editreview.tui.response_text import ResponseAccess, SurroundingProse
from editreview.tui.widgets import PaneWidget, by_wheel

NOTE_TITLE, NOTE_PROBLEM, NOTE_COMMAND, NOTE_DIM = (
    "notes--title",
    "notes--problem",
    "notes--command",
    "notes--dim",
)

_MAX_HEAD_LINES = 4
_MAX_NOTES = 500
"""Problems, or commands, that are listed."""
_MAX_LINES_OF_NOTE = 200
"""Quoted lines of one note."""
_MAX_LINES_OF_NOTES = 4_000
"""Quoted lines in all: a response may consist of one long problem."""
_MAX_NOTE_LINE = 4_000


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
        [Note(problem.line, _problem_in_words(problem), problem.text) for problem in review.problems],
        [Note(command.lines[0], "", command.text) for command in review.commands],
        arriving,
        open_text,
    )


def _problem_in_words(problem: Problem) -> str:
    """The path and the message of a malformed block, whose line is named beside them."""
    message = problem.without_line
    return f"{problem.path_written}: {message}" if problem.path_written else message


def note_lines(notes: Notes, width: int, copies: str) -> list[NoteLine]:
    """The notes as lines of at most `width` cells; `copies` is the key that copies one."""
    room = iter(range(_MAX_LINES_OF_NOTES))
    lines: list[NoteLine] = []
    if notes.problems:
        lines += [_section_title("UNREADABLE", "these look like edits but are malformed"), NoteLine([])]
        lines += _note_section(notes.problems, NOTE_PROBLEM, width, room, copies)
    if notes.commands:
        lines += [_section_title("COMMANDS", f"never run here: {copies} copies one"), NoteLine([])]
        lines += _note_section(notes.commands, NOTE_COMMAND, width, room, copies)
    if notes.arriving:
        lines += [_section_title("ARRIVING", ""), NoteLine([])]
        progress: list[Part] = [(ui_text(f"   {notes.arriving}"), "")]
        lines += (NoteLine(parts) for parts in wrapped(progress, width, _MAX_HEAD_LINES))
        if notes.open_text:
            lines += (NoteLine(parts) for parts in _quoted_lines(notes.open_text, width - 5, room, copies))
    return lines


def _section_title(title: str, words: str) -> NoteLine:
    return NoteLine([(f"  {title}  ", NOTE_TITLE), (words, NOTE_DIM)])


def _note_section(
    notes: Sequence[Note], style: str, width: int, room: Iterator[int], copies: str
) -> Iterator[NoteLine]:
    for note in notes[:_MAX_NOTES]:
        head = f"line {note.line}" + (f": {note.what}" if note.what else "")
        for parts in wrapped([(ui_text(f"   {head}"), style)], width, _MAX_HEAD_LINES):
            yield NoteLine(parts, note)
        for parts in _quoted_lines(note.text, width - 5, room, copies):
            yield NoteLine(parts, note)
        yield NoteLine([])
    if len(notes) > _MAX_NOTES:
        yield NoteLine([(ui_text(f"   ⋯ {len(notes) - _MAX_NOTES:,} more"), NOTE_DIM)])
        yield NoteLine([])


def _quoted_lines(text: str, width: int, room: Iterator[int], copies: str) -> Iterator[list[Part]]:
    """The lines of a text. A wrapped line has another bar below, so that it does not look like two lines."""
    text = text.removesuffix("\n")
    for index, line in enumerate(text.split("\n", _MAX_LINES_OF_NOTE)):
        if index == _MAX_LINES_OF_NOTE or next(room, None) is None:
            left = text.count("\n") + 1 - index
            yield [(ui_text(f"   ⋯ {counted(left, 'more line')} ({copies} copies all)"), NOTE_DIM)]
            return
        more = ui_text(f" … ({copies} copies all)") if len(line) > _MAX_NOTE_LINE else ""
        for nth, piece in enumerate(_cut_to_width(line[:_MAX_NOTE_LINE] + more, width)):
            if nth:
                next(room, None)
            yield [(ui_text("   ┊ " if nth else "   │ "), NOTE_DIM), (piece, "")]


def _cut_to_width(text: str, width: int) -> list[str]:
    return chop_cells(drawn_line(text), max(width, 8)) or [""]


RESULT_GOOD, RESULT_TITLE, RESULT_WARNING, RESULT_DIM = (
    "results--good",
    "results--title",
    "results--warning",
    "results--dim",
)
_SIGN_BY_STATUS = {
    Status.REJECTED: signs.REJECTED,
    Status.FAILED: signs.FAILED,
    Status.SKIPPED: signs.DONE,
    Status.VALIDATED: signs.DONE,
    Status.NOT_IN_CONTEXT: signs.UNSEEN,
}
_MAX_REASON_LINES = 3
"""Lines that a reason may take."""
_MAX_TEXT_LINES = 40
"""Lines that one line of the response may take."""
_RESULT_STYLES = {
    NOTE_TITLE: RESULT_TITLE,
    NOTE_PROBLEM: RESULT_WARNING,
    NOTE_COMMAND: RESULT_TITLE,
    NOTE_DIM: RESULT_DIM,
}
_HANG = 4
"""Cells by which the further lines of a paragraph are set in."""
_MAX_COLUMN = 60
"""Cells of a column."""


def results_lines(outcome: Outcome, width: int, keys: Keymap, *, can_stage: bool) -> list[list[Part]]:
    """The outcome in lines of at most `width` cells.

    Args:
        outcome: The outcome.
        width: At least 20.
        keys: The keymap in force.
        can_stage: True if files that were written can be staged.
    """
    return [
        parts
        for part in _outcome_paragraphs(outcome, keys, can_stage=can_stage)
        for parts in wrapped(part, width, _MAX_REASON_LINES, _HANG)
    ]


def nothing_lines(notes: Notes, text: Sequence[str], width: int, keys: Keymap) -> list[list[Part]]:
    """A response that is only text, in lines of at most `width` cells.

    Args:
        notes: Its commands.
        text: Its first lines, shown if it has none; empty if it is.
        width: At least 20.
        keys: The keymap in force.
    """
    what, shows = ("only text", f"{keys['view.response']} shows it · ") if text else ("empty", "")
    ways = f" {shows}{keys['quit']} quits"
    above = ([(f" No edits found: the response is {what}", RESULT_WARNING)], [(ways, RESULT_DIM)])
    lines = [
        _blank_line(),
        *(line for part in above for line in wrapped(part, width, _MAX_REASON_LINES)),
        _blank_line(),
    ]
    if notes:
        copies = f"{keys['view.notes']}, then {keys['notes.copy']}"
        found = (line.parts for line in note_lines(notes, width, copies))
        return [
            *lines,
            *([(part, _RESULT_STYLES.get(style, "")) for part, style in parts] for parts in found),
        ]
    prose = (wrapped([(f" {line.rstrip()}", "")], width, _MAX_TEXT_LINES) for line in text)
    return [*lines, *(line for each in prose for line in each)]


def _outcome_paragraphs(outcome: Outcome, keys: Keymap, *, can_stage: bool) -> Iterator[list[Part]]:
    yield _blank_line()
    earlier = outcome.staged_of_earlier
    committed = sum(file.is_committed for file in outcome.files)
    staged = sum(file.is_staged for file in outcome.files) - committed
    if outcome.files:
        does = "kept in" if outcome.is_on_disk else "written to"
        where = f"{counted(outcome.blocks, 'block')} {does} {counted(len(outcome.files), 'file')}"
        ways = ((committed, "committed"), (staged, "staged"))
        outcomes = ", ".join(f"{count} {way}" for count, way in ways if count) or "nothing staged"
        yield [(f" ✓ {where}, {outcomes}", RESULT_GOOD)]
    elif earlier:
        count = counted(len(earlier), "file")
        yield [(f" ✓ {count} staged, with blocks applied before this review was resumed", RESULT_GOOD)]
    else:
        yield [(" Nothing was accepted" if outcome.is_on_disk else " Nothing was written", RESULT_WARNING)]
    yield _blank_line()
    rows = [_file_columns(file) for file in outcome.files]
    widths = [min(max(map(cell_len, column)), _MAX_COLUMN) for column in zip(*rows, strict=True)]
    for file, row in zip(outcome.files, rows, strict=True):
        yield _file_row(file, [padded(text, width) for text, width in zip(row, widths, strict=True)])
    if outcome.files and earlier:
        title = " Staged, with blocks applied before this review was resumed"
        yield from (_blank_line(), [(title, RESULT_TITLE)])
    yield from ([(f"   {drawn_line(path)}", ""), ("   ● staged", RESULT_GOOD)] for path in earlier)
    not_staged = [file for file in outcome.files if file.not_staged]
    if not_staged:
        yield from (_blank_line(), [(" Not staged", RESULT_TITLE)])
        yield from ([(f"   {file.path}: {file.not_staged}", RESULT_WARNING)] for file in not_staged)
    if outcome.findings:
        yield from (_blank_line(), [(" Accepted with a warning or a mark", RESULT_TITLE)])
        yield from map(_finding_row, outcome.findings)
    if outcome.left:
        yield from (
            _blank_line(),
            [(" Not accepted" if outcome.is_on_disk else " Not applied", RESULT_TITLE)],
        )
        names = [(str(left.number), drawn_line(left.path)) for left in outcome.left]
        numbers, paths = (min(max(map(cell_len, column)), _MAX_COLUMN) for column in zip(*names, strict=True))
        yield from (_left_row(left, numbers, paths) for left in outcome.left)
    if outcome.malformed:
        yield from (_blank_line(), [(" Malformed", RESULT_TITLE)])
        yield from (
            [
                (f"   {signs.FAILED.glyph} {drawn_line(each.path)}", ""),
                (f"   {_malformed_in_words(each)}", RESULT_DIM),
            ]
            for each in outcome.malformed
        )
    if outcome.offers:
        yield from (_blank_line(), [(" Offers not accepted", RESULT_TITLE)])
        yield from (
            [
                (f"   {signs.OFFER.glyph} {each.number}  {drawn_line(each.path)}", ""),
                (f"   {each.why}", RESULT_DIM),
            ]
            for each in outcome.offers
        )
    next_steps = _what_next(outcome, staged + len(earlier), keys, can_stage=can_stage)
    yield from (_blank_line(), *([(f" {sentence}", RESULT_DIM)] for sentence in next_steps))


def _blank_line() -> list[Part]:
    return [("", "")]


def _file_columns(file: WrittenFile) -> tuple[str, str, str]:
    state = "● committed" if file.is_committed else "● staged" if file.is_staged else ""
    return drawn_line(file.path), f"+{file.additions} −{file.deletions}", state


def _file_row(file: WrittenFile, columns: list[str]) -> list[Part]:
    path, change, state = columns
    # The blocks last: only they can be many.
    blocks = numbered(file.blocks) if file.blocks else ""
    parts: list[Part] = [(f"   {file.letter}  {path}", ""), (f"   {change}", RESULT_TITLE)]
    return [*parts, *([(f"   {state}", RESULT_GOOD)] if state else []), (f"   {blocks}", RESULT_DIM)]


def _finding_row(each: AcceptedFindings) -> list[Part]:
    return [(f"   {signs.findings_in_words(each)}", RESULT_WARNING if each.warnings else "")]


def _left_row(left: NotApplied, number_width: int, path_width: int) -> list[Part]:
    name = f"{left.number:>{number_width}}  {padded(left.path, path_width)}"
    if left.is_ambiguous and left.status is Status.FAILED:
        return [(f"   {signs.SEVERAL.glyph} {name}", ""), (f"   {left.why}", RESULT_DIM)]
    sign = _SIGN_BY_STATUS.get(left.status, signs.OPEN)
    why = f": {left.why}" if left.why else ""
    return [(f"   {sign.glyph} {name}", ""), (f"   {left.status.replace('_', ' ')}{why}", RESULT_DIM)]


def _malformed_in_words(block: MalformedBlock) -> str:
    return f"{block.message}: {drawn_line(block.text)}" if block.text else block.message


def _what_next(outcome: Outcome, staged: int, keys: Keymap, *, can_stage: bool) -> Iterator[str]:
    if outcome.for_model:
        copies, blocks = keys["do.feedback"], counted(outcome.for_model, "block")
        yield f"{copies} copies {blocks} for the model, with the reasons and the file's lines"
    if staged:
        yield f"{keys['do.commit']} commits the staged files"
    elif can_stage:
        yield f"{keys['do.stage']} stages the written files"
    yield f"{keys['do.paste']} pastes the next response · any other key goes back to the blocks"


PROSE_HEADING, PROSE_BOLD, PROSE_CODE, PROSE_DIM = (
    "prose--heading",
    "prose--bold",
    "prose--code",
    "prose--dim",
)
_MAX_PROSE_LINES = 12
"""Lines that one line of the response may take."""
_MAX_LABEL = 2
"""Words of a line that is only a path, such as `File: a.txt`."""
_FENCES = ("```", "~~~")
_BULLET = re.compile(r"(\s*)[-*+]\s+(.*)")
_OWN_LINE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]\s|```|~~~)|.*[ \t]{2}$")
"""Lines that are never joined with the line above."""
_MIN_WRAPPED = 50
"""Characters from which a line may be joined with the next one: shorter lines end deliberately."""
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_INLINE = re.compile(r"`+([^`]+)`+|\*\*([^*]+)\*\*|__([^_]+)__")


def prose_lines(lines: Iterable[str], width: int) -> list[list[Part]]:
    """Lines of a response between two blocks, wrapped at `width` cells.

    Consecutive blank lines become one, and the fences of the blocks themselves are dropped.
    """
    found: list[list[Part]] = []
    is_code = False
    for line in _prose_paragraphs(_without_fences(lines)):
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
            found.append([(f" {line.strip()}", PROSE_DIM)])
        elif is_code:
            found.append([(f" {line}", PROSE_CODE)])
        elif line.strip():
            found += wrapped(_prose_parts(line), width, _MAX_PROSE_LINES)
        elif found and found[-1]:
            found.append([])
    while found and not found[-1]:
        found.pop()
    return found


def prose_above(
    read: Callable[[int, int], Sequence[str]], around: SurroundingProse, width: int
) -> list[list[Part]]:
    """The lines of prose above a block, wrapped at `width` cells, without a last one that is only its path.

    Args:
        read: Returns lines of the response, from the number of the first one and a count.
        around: The block.
        width: Cells of a line.
    """
    lines = list(read(around.first, around.lines[0] - around.first))
    # The fence is dropped later; the path is on the screen already.
    for at in range(len(lines) - 1, -1, -1):
        words = lines[at].strip(" \t*_`~#:").split()
        if words and around.path and words[-1].strip("*_`:") == around.path and len(words) <= _MAX_LABEL:
            return prose_lines([*lines[:at], *lines[at + 1 :]], width)
        if words:
            break
    return prose_lines(lines, width)


def _prose_paragraphs(lines: Iterable[str]) -> list[str]:
    """The lines with each paragraph joined to one: the model wrapped them for another width."""
    found: list[str] = []
    goes_on = is_code = False
    for line in lines:
        is_plain = bool(line.strip()) and not is_code and not _OWN_LINE.match(line)
        if goes_on and is_plain:
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
        goes_on = (is_plain or _BULLET.match(line) is not None) and len(line) >= _MIN_WRAPPED
    return found


def _without_fences(lines: Iterable[str]) -> list[str]:
    """The lines without a closing fence at the beginning, and without an opening one at the end."""
    remaining = "\n".join(lines).strip("\n").split("\n")
    if remaining[0].strip() and not remaining[0].strip(" \t`~"):
        del remaining[0]
    fences = [index for index, line in enumerate(remaining) if line.lstrip().startswith(_FENCES)]
    if len(fences) % 2 and fences[-1] >= len(remaining) - 2:
        del remaining[fences[-1]]
    return remaining


def _prose_parts(line: str) -> list[Part]:
    if (heading := _HEADING.match(line)) is not None:
        return [(f" {heading[1]}", PROSE_HEADING)]
    margin = " "
    if (bullet := _BULLET.match(line)) is not None:
        margin, line = f" {bullet[1]}• ", bullet[2]
    parts: list[Part] = []
    at = 0
    for found in _INLINE.finditer(line):
        parts.append((line[at : found.start()], ""))
        parts.append((found[1], PROSE_CODE) if found[1] is not None else (found[2] or found[3], PROSE_BOLD))
        at = found.end()
    parts.append((line[at:], ""))
    return [(margin, ""), *(part for part in parts if part[0])]


class ResponsePanel(PaneWidget):
    """Shows the prose of the response above and below a block."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        PROSE_HEADING: Look("bold $text-primary"),
        PROSE_BOLD: Look("bold"),
        PROSE_CODE: Look("$text-accent"),
        PROSE_DIM: Look("$text-muted"),
        "prose--block": Look(
            "bold on $primary 35%",
            "bold reverse ansi_default on ansi_default",
            "bold reverse on $primary 35%",
        ),
    }

    def __init__(self, read: Callable[[int, int], Sequence[str]], opens: str, *, id: str) -> None:
        """
        Args:
            read: Returns lines of the response, from the number of the first one and a count.
            opens: The key that shows the whole response.
        """
        super().__init__(id=id)
        self._read = read
        self._opens = opens
        self._around: SurroundingProse | None = None
        self._lines: list[list[Part]] = []
        self._arranged = Size(0, 0)

    def show(self, around: SurroundingProse | None) -> None:
        """Show the prose around a block."""
        if around != self._around:
            self._around, self._arranged = around, Size(0, 0)
            self.refresh()

    def _arrange(self) -> None:
        around, width, height = self._around, self.area.width - 2, self.area.height
        self._lines = []
        if around is not None and width > 0:
            first, last = around.lines
            above = prose_above(self._read, around, width)
            below = prose_lines(self._read(last + 1, around.last - last), width)
            title: list[Part] = [(" RESPONSE", PROSE_HEADING), (f"  {self._opens} all of it", PROSE_DIM)]
            block: list[Part] = [
                (f" ▐ block {around.number} · {around.format} · lines {first}–{last}", "prose--block")
            ]
            # Cut at the beginning: the lines nearest to the block matter most.
            room = max(height - 5 - min(len(below), height // 3), 1)
            if len(above) > room:
                above = [[(" ⋯", PROSE_DIM)], *above[len(above) - room + 1 :]]
            self._lines = [title, [], *above, [], block, [], *below]

    def line(self, y: int) -> Strip:
        if self._arranged != self.area:
            self._arranged = self.area
            self._arrange()
        edge = self.strip([("▏", PROSE_DIM)])
        strip = self.strip(self._lines[y] if y < len(self._lines) else [])
        return Strip.join([edge, self.fitted(strip, self.area.width - 1)])


class ArrivingPane(PaneWidget):
    """Shows the last lines of a growing text."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "arriving--title": Look("$text-muted on $surface"),
        "arriving--text": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._title = ""
        self._lines: list[str] = []

    def show(self, title: str, text: str) -> None:
        """Show the last lines of a text."""
        lines = text.removesuffix("\n").split("\n")
        if (title, lines) != (self._title, self._lines):
            self._title, self._lines = title, lines
            self.refresh()

    def line(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(padded(f" {self._title}", self.area.width), "arriving--title")])
        at = y - 1 + max(len(self._lines) - (self.area.height - 1), 0)
        text = self._lines[at] if at < len(self._lines) else ""
        return self.strip([(f"  {text.expandtabs(4)}", "arriving--text")])


LinesAt = Callable[[int], list[list[Part]]]
"""Returns lines of at most so many cells."""


_ROOMY = 6
"""Lines of a page from which it has a blank line at the top."""


class ResultsPane(PaneWidget):
    """Shows lines that scroll, and in the last row how many are below it."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        RESULT_GOOD: Look("bold $text-success"),
        RESULT_TITLE: Look("bold"),
        RESULT_WARNING: Look("$text-warning"),
        RESULT_DIM: Look("$text-muted"),
    }

    def __init__(self, scrolls: str, *, id: str) -> None:
        """
        Args:
            scrolls: The key that scrolls down.
            id: The id for the style sheet.
        """
        super().__init__(id=id)
        self._scrolls = scrolls
        self._lines_at: LinesAt = lambda _: []
        self._lines: list[list[Part]] = []
        self._top = 0
        self._width = 0

    def show(self, lines_at: LinesAt) -> None:
        """Show other lines, from the first one on."""
        self._lines_at, self._top, self._width = lines_at, 0, 0
        self.refresh()

    def move(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        self.move(0)

    def line(self, y: int) -> Strip:
        if self._width != self.area.width:
            self._width = self.area.width
            self._lines = self._lines_at(max(self._width, 20))
            if self.area.height < _ROOMY and not any(text.strip() for text, _ in self._lines[0]):
                del self._lines[0]
        at = self._top + y
        below = len(self._lines) - self._top - self.area.height
        if below > 0 and y == self.area.height - 1:
            words = f" ⋯ {counted(below + 1, 'more line')} ({self._scrolls} scrolls)"
            return self.strip([(words, RESULT_DIM)])
        return self.strip(self._lines[at] if at < len(self._lines) else [])

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(move)


class ResponsePage(PaneWidget):
    """Lines that scroll, with the blocks marked. Only the visible lines are read."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "raw--number": Look("$text-disabled"),
        "raw--block": Look("on $foreground 8%", "on ansi_default"),
        "raw--current": Look(
            "on $primary 30%", "bold reverse on ansi_default", "bold reverse on $primary 30%"
        ),
        "raw--found": Look(
            "bold on $warning 40%", "bold reverse on ansi_default", "bold reverse on $warning 40%"
        ),
    }

    def __init__(self, raw: ResponseAccess, number: int | None, *, id: str) -> None:
        super().__init__(id=id)
        self._raw = raw
        self._firsts = [first for first, _, _ in raw.blocks]
        self._number = number
        self._top = 1
        self._left = 0
        self._found: int | None = None
        self._lines: Sequence[str] = ()

    def show(self, raw: ResponseAccess, number: int) -> None:
        """Show the response at a block."""
        self._raw, self._firsts = raw, [first for first, _, _ in raw.blocks]
        if not self.size.height:
            # Not laid out yet: the resize scrolls to the block.
            self._number = number
        elif number != self._number:
            self._to_block(number)
        else:
            self._look(self._top)

    def on_resize(self) -> None:
        if self._number is not None and (not self._lines or self._loses(self._number)):
            self._to_block(self._number)
        else:
            self._look(self._top)

    def move(self, rows: int) -> None:
        self._look(self._top + rows)

    def sideways(self, cells: int) -> None:
        self._left = max(self._left + cells, 0)
        self.refresh()

    def step(self, direction: int) -> None:
        """Go to the next or previous block of the response."""
        numbers = [number for _, _, number in self._raw.blocks]
        if self._number in numbers:
            at = numbers.index(self._number) + direction
        else:
            at = bisect_right(self._firsts, self._top) - (direction < 0)
        if 0 <= at < len(numbers):
            self._to_block(numbers[at])

    def go_to_found(self, line: int) -> None:
        """Scroll to a line that a search found."""
        self._found = line
        self._look(line - self.size.height // 3)

    @property
    def search_line(self) -> int:
        """The line from which a search continues."""
        return self._found or self._top

    def _to_block(self, number: int) -> None:
        first = self._first_of(number)
        self._number = number
        # With the model's explanation above visible.
        self._look(first - max(self.size.height // 4, 1))

    def _first_of(self, number: int) -> int:
        """The first line of a block; 1 if it is not there."""
        return next((first for first, _, each in self._raw.blocks if each == number), 1)

    def _loses(self, number: int) -> bool:
        """True if a block began in sight, and no longer does with the height that there is now."""
        first = self._first_of(number)
        return self._top + max(self.size.height, 1) <= first < self._top + len(self._lines)

    def _look(self, top: int) -> None:
        height = max(self.size.height, 1)
        self._top = max(1, min(top, self._raw.count() - height + 1))
        self._lines = self._raw.lines(self._top, height)
        self.refresh()

    def line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip([])
        number = self._top + y
        width = len(str(self._top + len(self._lines)))
        block = self._block_at(number)
        label = f"{block if block > 0 else '':>4}" if block is not None else ""
        mark = f"{label}{ui_text('▐')}" if label else "     "
        style = ""
        if block is not None:
            style = "raw--current" if block == self._number else "raw--block"
        if number == self._found:
            style = "raw--found"
        text = drawn_line(self._lines[y])[self._left :]
        parts: list[Part] = [
            (f" {number:>{width}} ", "raw--number"),
            (mark, "raw--number"),
            (padded(f" {text}", self.area.width - width - 7), style),
        ]
        return self.strip(parts)

    def _block_at(self, line: int) -> int | None:
        at = bisect_right(self._firsts, line) - 1
        if at < 0 or self._raw.blocks[at][1] < line:
            return None
        return self._raw.blocks[at][2]
