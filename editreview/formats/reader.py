"""The streaming reader: chunks in, blocks out as they close.

Lines are decided on when they are complete, so the items are the same however the response
was cut into chunks.
"""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct, field

from editreview.blocks import Code, Command, EditBlock, Problem, Prose
from editreview.formats import asides, fences
from editreview.formats.asides import Aside
from editreview.formats.dialect import (
    GOES_ON,
    Context,
    Dialect,
    Line,
    OpenBlock,
    Outcome,
    Read,
    Step,
    telling,
)
from editreview.formats.fences import Fence
from editreview.formats.items import Item, Items
from editreview.formats.table import DIALECTS, Listed

_LINES_ABOVE = 6
_NEAR = 600
_MUCH = 4_000
"""Characters of lines above that are kept, though few of them are asked for."""
_FEW = 200
"""In so many characters hardly any block is whole."""
_MOST_TIMES = 2
"""A block is asked to read when it opens, and again below its first line; to ask it at each of its lines
could mean to search all the rest as often."""


class Parsed(Struct, frozen=True):
    """Everything a response holds, in order of appearance."""

    blocks: tuple[EditBlock, ...]
    problems: tuple[Problem, ...]
    commands: tuple[Command, ...]
    code: tuple[Code, ...]
    """Fenced code without a path."""
    prose: tuple[Prose, ...]


class _Open(Struct):
    dialect: Dialect
    block: OpenBlock
    first: int
    """The line at which the block began, or the one after its last outcome."""
    text: list[str] = field(default_factory=list)
    """The lines from there on, some of them many in one."""
    times_unread: int = 0
    """How often it could not read any of the text that has just arrived."""


class Reader:
    """Reads one response. Feed it text as it arrives, then close it.

    Args:
        dialects: Those to look for, the first one that opens at a line gets it.
        lines_before: Lines that what is read first is counted after.
    """

    def __init__(self, dialects: Collection[Listed] = DIALECTS, lines_before: int = 0) -> None:
        self._dialects = tuple(dialects)
        self._partial: list[str] = []
        self._above = ""
        """The last lines before the text that is being read, a newline before each."""
        self._text = ""
        self._from = 0
        """Where the lines of the text begin that are not among those yet."""
        self._at = 0
        """The newline before the line in question."""
        self._line = lines_before
        self._items = Items(lines_before + 1)
        self._open: _Open | None = None
        self._fence: Fence | None = None
        self._fence_held_a_block = False
        self._is_aside = False
        self._aside: Aside | None = None
        self._aside_reader: Reader | None = None
        self._held_back: list[EditBlock | Problem] = []
        # A group for each dialect, to know which of them it is.
        firsts = [f"({dialect.first})" for dialect in dialects]
        # Nearly all lines of prose are told by their first character alone.
        signs = {*fences.MARKS, *asides.SIGNS}.union(*(dialect.signs for dialect in dialects))
        is_one = f"(?=[{re.escape(''.join(sorted(signs)))}])"
        self._first = f"{is_one}(?:{'|'.join([*firsts, fences.FIRST, asides.FIRST])})"
        self._outside = telling(self._first)

    @property
    def line(self) -> int:
        """Complete lines read so far."""
        return self._line

    @property
    def open_block(self) -> str | None:
        """What is known of the block that is arriving."""
        if self._open is None:
            return None
        return f"block at line {self._open.first}: {self._open.block.progress()}"

    def open_text(self, most: int) -> str:
        """The last lines of the block that is arriving, `most` characters or less; empty if none is open."""
        kept: list[str] = []
        size = 0
        for text in reversed(self._open.text if self._open is not None else []):
            kept.append(text)
            size += len(text)
            if size >= most:
                break
        return "\n".join(reversed(kept))[-most:]

    def feed(self, chunk: str) -> list[Item]:
        """Take more of the response.

        Returns:
            The items that became complete, in order.
        """
        whole, newline, rest = chunk.rpartition("\n")
        if not newline:
            self._partial.append(chunk)
            return []
        # With a newline before each of its lines, as they are searched for.
        text = "".join(["\n", *self._partial, whole])
        self._partial = [rest]
        if "\r" in text:
            text = (text + "\n").replace("\r\n", "\n")[:-1]
        self._text = text
        self._read(text, len(text))
        self._above += text[self._from :] if self._from else text
        self._from = self._at = 0
        if len(self._above) > _MUCH:
            self._above = self._above[_last_lines(self._above) :]
        return self._items.take_out()

    def _read(self, text: str, length: int) -> None:
        """Take all lines of a text."""
        at = 0
        if length > _FEW and self._open is not None:
            self._open.times_unread = 0
        while at < length:
            opened = self._open
            if opened is not None and length - at > _FEW and opened.times_unread < _MOST_TIMES:
                taken = opened.block.read(text, at)
                if taken is not None:
                    self._take_together(opened, text[at + 1 : taken.end], taken)
                    at = taken.end
                    continue
                opened.times_unread += 1
            start, found = at, None
            pattern = self._outside if opened is None and self._aside is None else self._telling()
            if pattern is not None:
                found = pattern.search(text, at)
                start = found.start() if found is not None else length
                if start > at:
                    start = at + self._pass(text[at + 1 : start])
            at = start
            if start < length:
                self._at = start
                end = text.find("\n", start + 1)
                at = end if end >= 0 else length
                if found is not None and found.lastindex is not None and pattern is self._outside:
                    self._take_first(text[start + 1 : at], found.lastindex - 1)
                else:
                    self._take(text[start + 1 : at])

    def close(self) -> list[Item]:
        """The response is over: the items that its end completes."""
        last = "".join(self._partial).removesuffix("\r")
        self._partial = []
        if last:
            self._take(last)
        if self._open is not None:
            self._emit(self._open.block.end(), self._line)
            self._open = None
        self._end_aside()
        if not self._items.holds_edit and any(isinstance(item, EditBlock) for item in self._held_back):
            self._items.insert(self._held_back)
        self._items.end_prose(self._line)
        return self._items.take_out()

    def _telling(self) -> re.Pattern[str] | None:
        """What finds the next line that can be more than prose, or than the open block's text.

        None if any line can be one.
        """
        if self._open is None:
            inner = self._aside.inner if self._aside is not None else self._first
            return telling(inner) if inner is not None else None
        block = self._open.block
        inner = block.inner
        if inner is None:
            return None
        return telling(inner, self._first) if block.is_tentative else telling(inner)

    def _pass(self, text: str) -> int:
        """Take lines of prose, or of the open block's text, all at once: nearly every line is one of them.

        Returns:
            How many characters of them were taken, the newline before each line among them.
        """
        if self._open is not None:
            lines = text.split("\n")
            count = self._open.block.extend(lines)
            if not count:
                return 0
            if count < len(lines):
                text = "\n".join(lines[:count])
            self._open.text.append(text)
        else:
            count = text.count("\n") + 1
            if self._aside is not None:
                self._put_aside(text, self._line)
        self._line += count
        return len(text) + 1

    def _take_together(self, opened: _Open, text: str, read: Read) -> None:
        """Take lines that the open block has read."""
        self._line += text.count("\n") + 1
        opened.text.append(text)
        self._emit(read.outcomes, self._line)
        if read.is_closed:
            self._open = None
            self._follow_fence(text[text.rfind("\n") + 1 :])

    def _take_first(self, text: str, nth: int) -> None:
        """Take a line outside any block that begins as the `nth` dialect says, and so begins no aside."""
        self._line += 1
        self._take_outside(Line(self._line, text), nth)

    def _take(self, text: str) -> None:
        self._line += 1
        opened = self._open
        if opened is not None:
            line = Line(self._line, text)
            if not opened.block.is_tentative or not self._is_taken_over(opened, line):
                step = opened.block.feed(line)
                if step is GOES_ON:
                    opened.text.append(text)
                else:
                    self._follow(opened, line, step)
        elif (answer := self._take_aside(text)) is not None:
            self._take_outside(Line(self._line, answer))
            if answer != text and answer.strip():
                self._above += f"{self._text[self._from : self._at]}\n{answer}"
                self._from = self._at + 1 + len(text)

    def _take_aside(self, text: str) -> str | None:
        """Give the line to the aside that is open or that it opens, and return what of it is the answer's."""
        if self._aside is None:
            if self._fence is not None or self._is_aside:
                return text
            opened = asides.opening(text)
            if opened is None:
                return text
            self._aside, text = opened
        inside, outside = self._aside.split(text)
        if inside is not None:
            self._put_aside(inside, self._line - 1)
        if outside is not None:
            self._end_aside()
        return outside

    def _put_aside(self, text: str, above: int) -> None:
        """Read lines that may turn out to hold the only edits; `above` counts those before them."""
        if self._aside_reader is None:
            self._aside_reader = Reader(self._dialects)
            self._aside_reader._is_aside = True
        self._aside_reader._line = above
        if not self._items.holds_edit:
            self._hold_back(self._aside_reader.feed(text + "\n"))

    def _end_aside(self) -> None:
        if self._aside is None or self._aside_reader is None:
            return
        self._hold_back(self._aside_reader.close())
        self._aside = self._aside_reader._fence = self._aside_reader._items.path = None
        self._aside_reader._above = ""

    def _hold_back(self, items: Sequence[Item]) -> None:
        self._held_back += [item for item in items if isinstance(item, EditBlock | Problem)]

    def _follow(self, opened: _Open, line: Line, step: Step) -> None:
        """Do what a line meant to the open block."""
        if step.takes_line:
            opened.text.append(line.text)
        self._emit(step.outcomes, line.number - (not step.takes_line))
        if step.is_closed:
            self._leave(line, step)
        elif not step.takes_line:
            opened.text.append(line.text)

    def _leave(self, line: Line, step: Step) -> None:
        self._open = None
        if step.ends_fence:
            self._fence = None
        if step.takes_line:
            self._follow_fence(line.text)
        else:
            self._take_outside(line)

    def _take_outside(self, line: Line, nth: int | None = None) -> None:
        """A line of prose, unless it opens a block.

        Args:
            line: The line.
            nth: The first dialect that may open one there, if that is known.
        """
        was_in_fence = self._fence is not None
        self._follow_fence(line.text)
        if not was_in_fence or self._fence is not None:
            self._begin(self._opened(line, nth), line)

    def _begin(self, opened: _Open | None, line: Line) -> None:
        self._open = opened
        if opened is not None and opened.dialect.is_fed_opening:
            step = opened.block.feed(line)
            self._emit(step.outcomes, line.number)
            if step.is_closed:
                self._open = None

    def _follow_fence(self, text: str) -> None:
        """Know whether the lines from here on are in fenced code."""
        fence = fences.opening(text)
        if fence is None:
            return
        if self._fence is not None and self._fence.is_closed_by(text):
            self._fence = None
        elif self._fence is None or (fence.info and self._fence_held_a_block):
            # Models forget to close a fence after an edit; that a new one opens inside it makes no sense.
            self._fence = fence
            self._fence_held_a_block = False

    def _opened(self, line: Line, nth: int | None = None, inside: Dialect | None = None) -> _Open | None:
        """The block that a line opens, if it does; if it is in a block, not one more of that dialect."""
        if nth is None:
            found = self._outside.match("\n" + line.text)
            if found is None or found.lastindex is None:
                return None
            nth = found.lastindex - 1
        for place in range(nth, len(self._dialects)):
            # That it begins as the first of these says was just seen.
            if place > nth and not self._dialects[place].may_open(line.text):
                continue
            dialect = self._dialects[place].dialect
            if dialect is inside and not any(
                other.may_open(line.text) for other in self._dialects[place + 1 :]
            ):
                return None
            block = dialect.opens(line, Context(self._lines_above(), self._items.path, self._fence))
            if block is not None:
                return _Open(dialect, block, line.number, [line.text]) if dialect is not inside else None
        return None

    def _is_taken_over(self, opened: _Open, line: Line) -> bool:
        """Whether a block of another dialect begins in a tentative one, which is then none."""
        found = self._opened(line, inside=opened.dialect)
        if found is None:
            return False
        if fences.opening(line.text) is not None:
            self._take_outside(line)
        else:
            self._begin(found, line)
        # What ends the fence that the block stands in begins nothing: the block has to see it.
        return self._open is not opened

    def _lines_above(self) -> Sequence[str]:
        # Nearly always they are near, and what lies before them need not be searched.
        near = self._text[max(self._from, self._at - _NEAR) : self._at].rsplit("\n", _LINES_ABOVE)
        if len(near) > _LINES_ABOVE:
            return near[1:]
        above = f"{self._above}{self._text[self._from : self._at]}"
        return above[_last_lines(above) :].split("\n")[1:]

    def _emit(self, outcomes: Sequence[Outcome], last: int) -> None:
        """Give out what the open block yields with the lines up to `last`."""
        if outcomes:
            assert self._open is not None
            opened = self._open
            self._items.add(outcomes, opened.dialect.name, (opened.first, last), opened.text)
            opened.first, opened.text = last + 1, []
            self._fence_held_a_block = True


def _last_lines(text: str) -> int:
    """The newline before as many lines at the end of a text as are ever asked for, or before all of them."""
    at = len(text)
    for _ in range(_LINES_ABOVE):
        at = text.rfind("\n", 0, at)
        if at < 0:
            return 0
    return at


def parse(text: str) -> Parsed:
    """Everything a whole response holds."""
    reader = Reader()
    items = [*reader.feed(text), *reader.close()]
    return Parsed(
        tuple(item for item in items if isinstance(item, EditBlock)),
        tuple(item for item in items if isinstance(item, Problem)),
        tuple(item for item in items if isinstance(item, Command)),
        tuple(item for item in items if isinstance(item, Code)),
        tuple(item for item in items if isinstance(item, Prose)),
    )
