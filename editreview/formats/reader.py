"""The streaming reader: chunks in, blocks out as they close.

Only complete lines are read, so the items are the same however the response is cut into chunks.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Command,
    EditBlock,
    FormatName,
    LineRange,
    Offer,
    OfferKind,
    Problem,
    Prose,
    Replace,
    Retraction,
    Sketch,
    Write,
    base_name,
    written_whole,
)
from editreview.formats.captions import Captions
from editreview.formats.envelopes import MESSAGE, THINKING, unwrapped
from editreview.formats.items import (
    ASIDE_CHARACTERS,
    ASIDE_START,
    DRAFT_TAG,
    TAGS_OF_USER,
    Asides,
    Item,
    Items,
    Retractions,
    Turn,
    announces_version,
    changes_same_lines,
    defines_again,
    has_definition,
    inline_tag,
    is_rewritten,
    is_version_of,
    turns_in,
)
from editreview.formats.path_names import (
    Doubt,
    Folders,
    above_label,
    doubt_about_output,
    doubt_above,
    file_placed_in,
    only_finds,
    other_name_above,
    paragraphs_above,
    removes_it,
)
from editreview.formats.spec import (
    CONTINUE,
    FENCE_MARKS,
    FENCE_START,
    LINES_ABOVE,
    Context,
    Edit,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
    UndoneEdit,
    as_example,
    doubtful,
    fence_opened_by,
    lines_of,
)
from editreview.formats.table import CODE_HINT, INDENTATIONS, Format, formats_of
from editreview.text import BYTE_ORDER_MARK

_MAX_KEPT_LENGTH = 1_000
"""Texts of more characters are cut to their last lines; few of them are ever needed."""


class _PrecedingLines:
    """Keeps the last lines of the texts that were read, and of the current text.

    A text is whole lines, each preceded by a newline.
    """

    def __init__(self) -> None:
        self.text = ""
        """The current text."""
        self.at = 0
        """The offset in it of the newline before the current line."""
        # Each text has at least one line, so this many texts are enough.
        self._before: deque[str] = deque(maxlen=LINES_ABOVE)
        """The last lines of each text before it."""
        self._from = 0
        """The offset of the first line of the text that is not in `_before`."""

    def begin(self, text: str) -> None:
        """Begin the next text."""
        if self._from < len(self.text):
            self._keep(self.text[self._from :])
        self.text, self.at, self._from = text, 0, 0

    def lines(self) -> Sequence[str]:
        """The last lines before the current one, nearest last."""
        start = _last_lines(self.text, self._from, self.at)
        if start is not None:
            return self.text[start + 1 : self.at].split("\n")
        above = "".join([*self._before, self.text[self._from : self.at]])
        return above[_last_lines(above) or 0 :].split("\n")[1:]

    def is_blank_above(self, at: int) -> bool:
        """True if the line above the newline at an offset of the current text is blank."""
        text = self.text
        if at == 0:
            text = self._before[-1] if self._before else ""
            at = len(text)
        start = text.rfind("\n", 0, at)
        return start >= 0 and not text[start:at].strip()

    def replace(self, line: str, length: int) -> None:
        """Replace the current line, of `length` characters, with another one."""
        self._keep(f"{self.text[self._from : self.at]}\n{line}")
        self._from = self.at + 1 + length

    def restart(self, lines: Sequence[str]) -> None:
        """Have other lines before the current one."""
        self.forget()
        self._keep("\n".join(["", *lines]))

    def forget(self) -> None:
        """Drop the lines before the current one."""
        self._before.clear()
        self._from = self.at

    def _keep(self, text: str) -> None:
        self._before.append(text if len(text) <= _MAX_KEPT_LENGTH else text[_last_lines(text) or 0 :])


def _last_lines(text: str, start: int = 0, end: int | None = None) -> int | None:
    """The offset of the newline before the last `LINES_ABOVE` lines; None if the text has fewer."""
    at = len(text) if end is None else end
    for _ in range(LINES_ABOVE):
        at = text.rfind("\n", start, at)
        if at < 0:
            return None
    return at


def _line_end(text: str, start: int) -> int:
    """The end of the line that contains an offset."""
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


# The formats that open a block at a line of a response.

_INDENTED = re.compile(rf"\n[^\S\n]*+\n(?:{'|'.join(INDENTATIONS)})")
"""The beginning of indented code, with the blank line above it and the newlines around that."""


class _Open(Struct):
    """A block that is open."""

    spec: FormatSpec
    block: OpenBlock
    first: int
    """The line at which the block began, or the one after its last outcome."""
    text: list[str] = field(default_factory=list)
    """The lines from there on."""
    outer: "_Open | None" = None
    """The tentative block in which it began, which continues if this one turns out not to be a block."""
    has_outcomes: bool = False
    tried: int = 0
    """The last line that turned out not to belong to a block inside this one."""
    above: Sequence[str] = ()
    """The last lines before it, until they are read for doubts."""
    doubt: Doubt | None = None
    """The doubt in these lines."""


class _Openings:
    """Finds the lines at which a block, a fence or an aside may begin.

    Args:
        formats: The formats to look for; the first one that opens at a line gets it.
    """

    def __init__(self, formats: Collection[Format]) -> None:
        self._formats = tuple(formats)
        # One group for each format, to tell which of them matched.
        firsts = [f"({format.opening})" for format in formats]
        # The first character alone rules out nearly every line of prose.
        signs = {*FENCE_MARKS, *ASIDE_CHARACTERS}.union(*(format.signs for format in formats))
        sign = f"(?=[{re.escape(''.join(sorted(signs)))}])"
        first = f"{sign}(?:{'|'.join([*firsts, FENCE_START, ASIDE_START])})"
        self._of_prose = next((n for n, format in enumerate(formats) if format.may_be_prose), None)
        """The index of the format that may have an edit in a line of prose."""
        self._may_be_prose = None if self._of_prose is None else self._formats[self._of_prose].may_be_prose
        self._known: tuple[str, int, int, re.Match[str] | None] = ("", 0, 0, None)
        """The last text searched, its part without an opening, and the opening at the end of that."""
        self._known_indented = ("", 0, 0)
        """The last text searched, its part without indented code, and the end of that."""
        self._pattern = re.compile(rf"\n[ \t]*+{first}", re.MULTILINE)
        """Matches the start of a line that may be more than prose, with the newline before it. The number of
        the group is that of the first format that may open a block there, from 1; there is no group if only
        a fence or an aside may begin."""

    def next(self, lines: _PrecedingLines, at: int) -> tuple[int, int | None]:
        """Find the next line of the current text that may be more than prose.

        Args:
            lines: The text, and the lines before it.
            at: The offset of the newline to start from.

        Returns:
            The offset of the newline before it, or the length of the text; and the index of the first
            format that may open a block there, or None.
        """
        text = lines.text
        known, start, end, found = self._known
        if known is not text or not start <= at <= end:
            found = self._pattern.search(text, at)
            end = len(text) if found is None else found.start()
            self._known = (text, at, end, found)
        prose = self._in_prose(lines, at, end)
        if prose is not None:
            return prose, self._of_prose
        return (len(text), None) if found is None else (found.start(), self._nth(found))

    def _in_prose(self, lines: _PrecedingLines, at: int, end: int) -> int | None:
        """The offset of the newline before the first line of prose that may have a whole edit, or None.

        Such a line has a sign of code, or begins indented code. Searching these first is many times faster
        than matching each line with a pattern.
        """
        may_be_prose = self._may_be_prose
        if may_be_prose is None:
            return None
        text = lines.text
        indented = self._first_indented(lines, at, end)
        end = end if indented is None else indented
        sign = CODE_HINT.search(text, at, end)
        while sign is not None:
            start, line_end = text.rfind("\n", at, sign.start()), _line_end(text, sign.start())
            if may_be_prose(text[start + 1 : line_end]):
                return start
            sign = CODE_HINT.search(text, line_end, end)
        return indented

    def _first_indented(self, lines: _PrecedingLines, at: int, end: int) -> int | None:
        """The offset of the newline before the first indented line below a blank one."""
        text = lines.text
        if at < end and text.startswith(INDENTATIONS, at + 1) and lines.is_blank_above(at):
            return at
        known, start, first = self._known_indented
        if known is not text or not start <= at < first:
            found = _INDENTED.search(text, at)
            first = len(text) if found is None else text.rindex("\n", 0, found.end())
            self._known_indented = (text, at, first)
        return first if first < end else None

    @staticmethod
    def _nth(found: re.Match[str]) -> int | None:
        return None if found.lastindex is None else found.lastindex - 1

    def first_at(self, line: str) -> int | None:
        """The index of the first format that may open a block at a line; None if none may."""
        found = self._pattern.match("\n" + line)
        if found is not None:
            return self._nth(found)
        nth = self._of_prose
        return nth if nth is not None and self._formats[nth].may_open(line) else None

    def opened(
        self, line: Line, nth: int, context: Context, inside: FormatSpec | None = None
    ) -> _Open | None:
        """The block that a line opens; None if it opens none.

        Args:
            line: The line.
            nth: The index of the first format that may open one there.
            context: The context before the line.
            inside: The format of the block around it. The line opens no block of this format.
        """
        sign = ""
        for n in range(nth, len(self._formats)):
            format = self._formats[n]
            # The caller has already checked the first of these.
            if n > nth:
                sign = sign or line.text.lstrip(" \t")[0]
                if not (format.may_be_prose or sign in format.signs) or not format.may_open(line.text):
                    continue
            spec = format.spec
            if spec is inside and not any(other.may_open(line.text) for other in self._formats[n + 1 :]):
                return None
            block = spec.opens(line, context)
            if block is not None:
                if spec is inside:
                    return None
                return _Open(spec, block, line.number, [line.text], above=context.above)
        return None


_MESSAGE = re.compile(rf"\n(?:{MESSAGE}|{THINKING})(?![^\n])")
"""The line at which a message begins."""
_END_OF_THINKING = "\n...done thinking."
"""The line below the thinking of a model that runs in a terminal."""
_HEADING = re.compile(r"\n((?:#|\*\*)[^\n]*)")
_MAX_VERSIONS = 20
"""The most edits whose text is kept, as code far below may be another version of one."""
_MAX_VERSION_LENGTH = 10_000
"""Characters of such an edit."""
_USUAL_MARKS = 3
"""The number of marks of most fences."""
_DOCUMENTS = frozenset(["markdown", "md", "mdx"])
_DOCUMENT = re.compile(r"\n(?P<marks>```+|~~~+)[ \t]*(?:markdown|md)[ \t]*(?![^\n])", re.IGNORECASE)
"""The opening fence of a document, with the newline above it."""


class Reader:
    """Reads one response. Feed it text as it arrives, then close it.

    Args:
        formats: The formats to look for, all if None; the first one that opens at a line gets it.
        lines_before: The number of lines before the first one that is fed.
        is_aside: True if it reads an aside, in which no others begin.
    """

    def __init__(
        self, formats: Collection[Format] | None = None, lines_before: int = 0, *, is_aside: bool = False
    ) -> None:
        formats = formats_of() if formats is None else formats
        self._formats = formats
        self._openings = _Openings(formats)
        self._partial: list[str] = []
        self._above = _PrecedingLines()
        self._line = lines_before
        self._is_in_doubt = False
        """True if the lines may be text of a block that was cut off."""
        self._cut_line = 0
        """The last line, if the response ended in it without a line feed; 0 before its end."""
        self._items = Items(lines_before + 1)
        self._open: _Open | None = None
        self._fence: Fence | None = None
        self._fence_held_a_block = False
        self._inner: Fence | None = None
        """The open fence inside `_fence`, if that shows a document."""
        self._first_line = lines_before + 1
        self._is_aside = is_aside
        self._is_begun = lines_before > 0
        self._has_messages: bool | None = None
        """True if the text is messages, as `Unwrapper` separates them; None before its first line."""
        self._asides = Asides(partial(Reader, formats, is_aside=True))
        self._retractions = Retractions()
        self._of_code = Retractions()
        """Retractions of fenced code without a path; the numbers are those of its first lines."""
        self._sought: tuple[Code, FormatSpec] | None = None
        """The code directly above, if its title only says to find it."""
        self._captions = Captions()
        self._above_fence: Sequence[str] = ()
        """The last lines above the open block."""
        self._drafts: dict[str, tuple[int, int]] = {}
        """The tags of drafts that are open, each with its line and the number of blocks before it."""
        self._user_turn: tuple[Turn, int, int] | None = None
        """The head of the user's turn that is open, its line, and the number of blocks before it."""
        self._has_prose = False
        """True if a line of prose was read that is not blank."""
        self._has_turns = False
        """True if the head of an answer in a chat was read."""
        self._starts_of_code: list[int] = []
        """The first lines of the fenced code without a path in these."""
        self._version: Edit | None = None
        """The edit of the last fence with a file or a part of it: code below may be its next version."""
        self._versions: deque[Edit] = deque(maxlen=_MAX_VERSIONS)
        """The last edits that write code with a definition, in order of appearance."""
        self._rejection: Doubt | None = None
        """The last words that reject an edit, or leave all edits below them to the user."""
        self._rejected_to = 0
        """The last line of the last edit that words reject, with the end of its fence."""
        self._folders = Folders()
        """The folders that the last words about one name."""
        self._document: list[str] = []
        """The texts from the first fence of a document on."""
        self._document_at = 0
        """The line of that fence."""
        self._edited: list[LineRange] = []
        """The lines of the edits below it."""
        self._opened_at = self._fence_at = 0
        """The lines at which the open block, and the open fence, began."""

    @property
    def line(self) -> int:
        """Complete lines read so far."""
        return self._line

    @property
    def open_block(self) -> str | None:
        """A description of the block that is arriving; None if none is."""
        if self._open is None:
            return None
        return f"block at line {self._open.first}: {self._open.block.progress()}"

    @property
    def open_lines(self) -> int:
        """The number of lines of the arriving block so far."""
        return 0 if self._open is None else self._line - self._open.first + 1

    def open_text(self, limit: int) -> str:
        """The end of the block that is arriving, at most `limit` characters; empty if none is open."""
        kept: list[str] = []
        size = 0
        for text in reversed(self._open.text if self._open is not None else []):
            kept.append(text)
            size += len(text)
            if size >= limit:
                break
        return "\n".join(reversed(kept))[-limit:]

    def go_to(self, line: int) -> None:
        """Set the number of lines before the text that is fed next."""
        self._line = line

    def forget(self) -> None:
        """Drop the context read so far: fences, paths and last lines."""
        self._fence = self._items.path = None
        self._above.forget()

    def feed(self, chunk: str) -> list[Item]:
        """Feed the next part of the response.

        Returns:
            The items that became complete, in order.
        """
        if not self._is_begun and chunk:
            # A file in which the response was saved may begin with a byte order mark.
            chunk = chunk.removeprefix(BYTE_ORDER_MARK)
            self._is_begun = True
        whole, newline, rest = chunk.rpartition("\n")
        if not newline:
            self._partial.append(chunk)
            return []
        # Each line is preceded by a newline, as the patterns require.
        text = f"\n{''.join(self._partial)}{whole}"
        self._partial = [rest]
        if "\r" in text:
            text = (text + "\n").replace("\r\n", "\n")[:-1]
        if self._has_messages is None:
            self._has_messages = _MESSAGE.match(text) is not None
        self._keep_document(text)
        if self._has_messages:
            self._read_messages(text)
        else:
            self._above.begin(text)
            self._read(text, 0)
        return self._items.drain()

    def _read(self, text: str, at: int) -> None:
        """Read all lines of a text from an offset on: that of a newline, or the end."""
        # Kept, because the next opening line stays the same while tags before it are read one by one.
        ahead, nth_ahead = -1, None
        while at < len(text):
            if self._open is not None:
                at = self._feed_block(self._open, text, at)
                continue
            nth = None
            if not self._asides.is_open:
                if ahead < at:
                    ahead, nth_ahead = self._openings.next(self._above, at)
                tag = self._tag_in_prose(text, at, ahead)
                start, nth = (ahead, nth_ahead) if tag is None else (tag, None)
                self._skip_prose(text, at, start)
                if start == len(text):
                    break
                at = start
            self._above.at, at = at, _line_end(text, at + 1)
            self._read_line(text[self._above.at + 1 : at], nth)

    def _feed_block(self, opened: _Open, text: str, at: int) -> int:
        """Feed lines to the open block, up to the one that ends it or the end of the text.

        Returns:
            The end of the last one, as an offset of the text.
        """
        # Every line of every block passes here, so each attribute lookup counts: the current line is recorded
        # only where it is needed.
        block, above, number, cut, end = opened.block, self._above, self._line, self._cut_line, len(text)
        feed, find, append = block.feed, text.find, opened.text.append
        while at < end:
            start, at = at, find("\n", at + 1)
            if at < 0:
                at = end
            number += 1
            line = Line(number, content := text[start + 1 : at], number == cut)
            if block.is_tentative and number > opened.tried:
                above.at, self._line = start, number
                if self._open_inside(opened, line):
                    return at
            if (step := feed(line)) is CONTINUE:
                append(content)
                continue
            above.at, self._line = start, number
            self._apply_step(opened, line, step)
            if self._open is not opened:
                return at
            append = opened.text.append
        self._line = number
        return at

    def close(self) -> list[Item]:
        """End the response. Returns the items that its end completes."""
        last = "".join(self._partial).removesuffix("\r")
        self._partial = []
        if last:
            self._cut_line = self._line + 1
            self._keep_document("\n" + last)
            self._above.begin("\n" + last)
            self._read(self._above.text, 0)
        self._end_blocks()
        self._pause_retractions()
        self._retract(self._retractions.end())
        self._retract_code(self._of_code.end())
        if numbers := self._captions.end():
            self._items.retract(numbers, Offer(OfferKind.CAPTION))
        offers = self._asides.close()
        self._items.insert(offers)
        if self._document:
            self._edited += (offer.lines for offer in offers)
            self._items.insert(self._edits_in_document())
        self._items.end_prose(self._line)
        return self._items.drain()

    def _keep_document(self, text: str) -> None:
        """Keep lines, each preceded by a newline, from the first fence of a document on."""
        if self._document:
            self._document.append(text)
        elif self._first_line == 1 and not self._is_aside and (start := _DOCUMENT.search(text)) is not None:
            self._document_at = self._line + text.count("\n", 0, start.start() + 1)
            self._document.append(text[start.start() :])

    def _edits_in_document(self) -> Sequence[EditBlock]:
        """The edits in the document that were not read, as offers.

        Some models put all of an answer into a fence of Markdown, and use as many marks for those inside.
        With more marks, it is only text if the response has other edits.
        """
        text = "".join(self._document)
        fence = _DOCUMENT.match(text)
        assert fence is not None
        marks, lines = fence["marks"], text[fence.end() + 1 :].split("\n")
        end = len(lines)
        if len(marks) > _USUAL_MARKS:
            if self._items.blocks:
                return ()
            end = next((at for at, line in enumerate(lines) if line.rstrip() == marks), end)
        else:
            last = next((at for at in range(end - 1, -1, -1) if lines[at].strip()), 0)
            end = last if lines[last].rstrip() == marks else end
        reader = Reader(self._formats, self._document_at)
        found = collected([*reader.feed("\n".join([*lines[:end], ""])), *reader.close()])
        offer = Offer(OfferKind.EXAMPLE, self._document_at)
        blocks = sorted((*found.blocks, *found.offers), key=lambda block: block.lines)
        return [
            replace(block, offer=block.offer or offer)
            for block in blocks
            if all(last < block.lines[0] or block.lines[1] < first for first, last in self._edited)
        ]

    def _end_blocks(self) -> None:
        """End the open block, and those in lines that turn out not to belong to it."""
        while (opened := self._open) is not None:
            outcomes = opened.block.end()
            if not outcomes and self._resumes(opened):
                self._resume(opened, self._line)
            elif opened.block.unread:
                self._is_in_doubt = self._is_in_doubt or opened.block.may_hold_unread
                self._close_and_reread(opened, outcomes)
            else:
                self._emit(outcomes, self._line)
                self._open = None

    def _read_messages(self, text: str) -> None:
        """Read lines among which messages may begin, each line preceded by a newline."""
        at = 0
        for head in _MESSAGE.finditer(text):
            if head.start() > at:
                self._above.begin(text[at : head.start()])
                self._read(self._above.text, 0)
            self._end_blocks()
            self._pause_retractions()
            self._asides.end()
            self._is_in_doubt = False
            self._line += 1
            self._above.begin(head[0])
            self.forget()
            if head[0].endswith(THINKING):
                self._asides.begin_thinking()
            at = head.end()
        if at < len(text):
            self._above.begin(text[at:])
            self._read(self._above.text, 0)

    def _skip_prose(self, text: str, at: int, end: int) -> None:
        """Read lines that can only be prose, like nearly all lines outside of blocks."""
        if self._fence is None and not self._is_aside and at < end:
            self._read_prose(text[at + 1 : end], self._line + 1, at)
            self._captions.read(text[at + 1 : min(end, at + 500)])
            if (found := text.find(_END_OF_THINKING, at, end)) >= 0:
                line = self._line + text.count("\n", at, found) + 1
                self._items.retract_all(Offer(OfferKind.THINKING, line))
            if headings := _HEADING.findall(text, at, end):
                self._folders = self._folders.after(headings)
        self._line += text.count("\n", at, end)

    def _read_prose(self, text: str, line: int, before: int) -> None:
        """Look for heads of turns and for retractions in lines of prose.

        Args:
            text: The lines.
            line: The number of the first one.
            before: The offset in the current text of the newline before them.
        """
        at = 0
        for start, turn in turns_in(text):
            self._read_retractions(text[at:start], line + text.count("\n", 0, at))
            at = start
            is_first = not (self._has_prose or self._fence_at or self._items.blocks or text[:start].strip())
            if turn.is_sure or self._has_turns or self._user_turn is not None or is_first:
                self._begin_turn(turn, line + text.count("\n", 0, start), before + start)
        self._has_prose = self._has_prose or bool(text.strip())
        self._read_retractions(text[at:], line + text.count("\n", 0, at))

    def _read_retractions(self, text: str, line: int) -> None:
        """Look for retractions in lines of prose, from number `line` on."""
        at = 0
        if self._sought is not None:
            self._read_removal(text, line)
        while at <= len(text) and (self._retractions.is_listening or self._of_code.is_listening):
            end = _line_end(text, at)
            for retractions, retract in (
                (self._retractions, self._retract),
                (self._of_code, self._retract_code),
            ):
                if retractions.is_listening:
                    retract(retractions.read(text[at:end], line))
            at, line = end + 1, line + 1

    def _read_removal(self, text: str, line: int) -> None:
        """Look for words that remove the code above, in the first line of prose that is not blank."""
        assert self._sought is not None
        (code, spec), lines = self._sought, text.split("\n")
        at = next((at for at, each in enumerate(lines) if each.strip()), None)
        if at is None:
            return
        self._sought = None
        if removes_it(lines[at]):
            removed = replace(code, is_removed=True, lines=(line + at, line + at))
            self._items.add([removed], spec, removed.lines, [lines[at]])

    def _pause_retractions(self) -> None:
        self._retract(self._retractions.pause())
        self._retract_code(self._of_code.pause())

    def _retract(self, retraction: Retraction | None) -> None:
        if retraction is not None:
            self._items.retract(retraction.blocks, retraction.offer)

    def _retract_code(self, retraction: Retraction | None) -> None:
        if retraction is not None:
            self._items.retract_code(retraction.blocks, retraction.offer)

    def _read_line(self, text: str, nth: int | None = None) -> None:
        """Read one line outside of any block.

        Args:
            text: The line.
            nth: The index of the first format that may open a block there; None if unknown. With an index,
                the line opens no aside.
        """
        self._line += 1
        if self._fence is None:
            self._captions.read(text)
        if nth is not None:
            self._read_outside_block(self._line_of(text), nth)
        elif (answer := self._text_outside_asides(text)) is not None:
            self._read_outside_block(self._line_of(answer))
            if answer != text and answer.strip():
                self._above.replace(answer, len(text))

    def _line_of(self, text: str) -> Line:
        return Line(self._line, text, self._line == self._cut_line)

    def _text_outside_asides(self, text: str) -> str | None:
        """The part of a line that is outside of asides; the rest goes to the aside it is in or opens."""
        if not self._asides.is_open and (self._fence is not None or self._is_aside):
            return text
        if not self._asides.is_open and (tag := DRAFT_TAG.match(text)) is not None:
            self._begin_or_end_draft(tag["name"].lower(), is_end=bool(tag["end"]))
            return text
        answer = self._asides.take(text, self._line)
        if answer.end_tag:
            self._items.retract_all(Offer(OfferKind.THINKING, self._line))
            self.forget()
        return answer.text

    def _begin_or_end_draft(self, name: str, *, is_end: bool) -> None:
        """Read a line with the tag of a draft. Its edits become offers at its end."""
        blocks = self._items.blocks
        if not is_end:
            self._drafts[name] = (self._line, blocks)
        elif (draft := self._drafts.pop(name, None)) is not None:
            line, before = draft
            offer = Offer(OfferKind.USER if name in TAGS_OF_USER else OfferKind.THINKING, line)
            self._items.retract(range(before + 1, blocks + 1), offer)
            self._items.retract_code([start for start in self._starts_of_code if start > line], offer)
            self.forget()
        if not self._drafts and self._user_turn is None:
            self._starts_of_code.clear()

    def _begin_turn(self, turn: Turn, line: int, at: int) -> None:
        """Read the head of a turn of a chat. The edits of the user's turn become offers at its end.

        Nothing is a turn until the head of the answer is read: an answer may begin with a heading `User`.

        Args:
            turn: The head.
            line: The number of its line.
            at: The offset in the current text of the newline before it.
        """
        if turn.is_user:
            if self._user_turn is None:
                self._user_turn = turn, line, self._items.blocks
            return
        begun, self._user_turn = self._user_turn, None
        if begun is not None and (begun[0].mark, begun[0].is_sure) == (turn.mark, turn.is_sure):
            _, first, before = begun
            offer = Offer(OfferKind.USER, first)
            self._items.retract(range(before + 1, self._items.blocks + 1), offer)
            self._items.retract_code([start for start in self._starts_of_code if start > first], offer)
        elif turn.is_sure and not self._has_turns and not turn.text:
            self._items.retract_all(Offer(OfferKind.USER, 1))
        elif not self._has_turns:
            return
        self._has_turns = True
        self._above.at = at
        self.forget()
        self._above.replace(turn.text, _line_end(self._above.text, at + 1) - at - 1)

    def _tag_in_prose(self, text: str, start: int, end: int) -> int | None:
        """The offset of the newline before the first line of prose with a tag of an aside in its middle."""
        if self._is_aside or self._fence is not None or end <= start:
            return None
        tag = inline_tag(text, start, end)
        return None if tag is None else text.rfind("\n", start, tag)

    def _apply_step(self, opened: _Open, line: Line, step: Step) -> None:
        """Apply the effect of a line on the open block."""
        if step.is_closed and not step.outcomes and self._resumes(opened):
            opened.text.append(line.text)
            self._resume(opened, line.number - (not step.takes_line))
            return
        if step.is_closed and opened.block.unread:
            opened.text.append(line.text)
            self._close_and_reread(opened, step.outcomes)
            return
        if step.takes_line:
            opened.text.append(line.text)
        self._emit(step.outcomes, line.number - (not step.takes_line))
        if step.is_closed:
            self._close_block(line, step)
        elif not step.takes_line:
            opened.text.append(line.text)

    def _resumes(self, opened: _Open) -> bool:
        """True if a block without outcomes began inside another one, which then gets its lines."""
        return opened.outer is not None and not opened.has_outcomes

    def _resume(self, opened: _Open, last: int) -> None:
        """Give the lines up to `last` of a block that turned out not to be one to the block around it."""
        outer, lines = opened.outer, opened.text
        assert outer is not None
        outer.tried = last
        self._line -= len(lines)
        self._open = outer
        above, self._above = self._above, _PrecedingLines()
        self._above.begin("\n".join(["", *outer.text, *lines]))
        self._read(self._above.text, len("\n".join(["", *outer.text])))
        self._above = above

    def _close_and_reread(self, opened: _Open, outcomes: Sequence[Outcome]) -> None:
        """Close a block, and read again the lines that do not belong to it."""
        lines = opened.text
        count = len(lines) - opened.block.unread
        opened.text = lines[:count]
        self._line -= opened.block.unread
        self._emit(outcomes, self._line)
        self._open = None
        above, self._above = self._above, _PrecedingLines()
        self._above.begin("\n".join(["", *lines]))
        self._read(self._above.text, len("\n".join(["", *lines[:count]])))
        self._above = above

    def _close_block(self, line: Line, step: Step) -> None:
        if step.outcomes and self._open is not None and (fenced := self._open.block.with_fences):
            self._above.restart(fenced)
        self._open = None
        if step.ends_fence:
            self._fence = None
        if step.takes_line:
            self._update_fence(line.text)
        else:
            self._read_outside_block(line)

    def _read_outside_block(self, line: Line, nth: int | None = None) -> None:
        """Read a line outside of blocks, which may open one.

        Args:
            line: The line.
            nth: The index of the first format that may open one there, if known.
        """
        was_in_fence = self._fence is not None
        self._update_fence(line.text)
        if not was_in_fence or self._fence is not None:
            self._open_block(self._block_opened_by(line, nth), line)
        if self._open is None and not was_in_fence and not self._is_aside:
            if self._fence is None:
                self._read_prose(line.text, line.number, self._above.at)
            else:
                self._pause_retractions()

    def _open_block(self, opened: _Open | None, line: Line) -> None:
        self._open = opened
        if opened is not None:
            self._pause_retractions()
            self._opened_at = line.number
        if opened is not None and opened.block.is_one_line:
            self._emit(opened.block.end(), line.number)
            self._open = None
        elif opened is not None and opened.spec.is_fed_opening:
            step = opened.block.feed(line)
            self._emit(step.outcomes, line.number)
            if step.is_closed:
                self._open = opened.outer if self._resumes(opened) else None

    def _update_fence(self, text: str) -> None:
        """Update the fence that is open after a line."""
        fence = fence_opened_by(text)
        if fence is None:
            return
        if self._fence is not None and self._fence.is_closed_by(text):
            self._fence = None
        elif self._fence is not None and self._is_in_document and not self._fence_held_a_block:
            if self._inner is None:
                self._inner = fence
            elif self._inner.is_closed_by(text):
                self._inner = None
        elif self._fence is None or (fence.info and self._fence_held_a_block):
            # Models forget to close a fence after an edit; a fence with an info string cannot close one.
            self._fence = fence
            self._fence_at = self._line
            self._fence_held_a_block = False
            self._inner = None

    @property
    def _is_in_document(self) -> bool:
        """True if the open fence shows a document: long enough to hold other fences, and below some text."""
        fence = self._fence
        is_long = fence is not None and len(fence.marks) > _USUAL_MARKS and fence.info.lower() in _DOCUMENTS
        return is_long and self._fence_at > self._first_line + 1

    def _block_opened_by(
        self, line: Line, nth: int | None = None, inside: FormatSpec | None = None
    ) -> _Open | None:
        """The block that a line opens; None if it opens none.

        Args:
            line: The line.
            nth: The index of the first format that may open one there, if known.
            inside: The format of the block around it. The line opens no block of this format.
        """
        if nth is None:
            nth = self._openings.first_at(line.text)
            if nth is None:
                return None
        return self._openings.opened(line, nth, self._context(self._above.lines()), inside)

    def _open_inside(self, opened: _Open, line: Line) -> bool:
        """Open the block of another format that a line begins inside a tentative block; False if none."""
        inner = self._block_opened_by(line, inside=opened.spec)
        if inner is None:
            return False
        if self._is_in_document:
            for text in opened.text[1:]:
                self._update_fence(text)
        if fence_opened_by(line.text) is not None:
            self._read_outside_block(line)
        else:
            inner.outer = opened
            self._open_block(inner, line)
        # A line that closes the fence around the block belongs to the block.
        return self._open is not opened

    def _context(self, above: Sequence[str]) -> Context:
        return Context(above, self._items.path, self._fence)

    def _emit(self, outcomes: Sequence[Outcome], last: int) -> None:
        """Add the outcomes of the open block, with its lines up to `last`, to the items."""
        if outcomes:
            assert self._open is not None
            opened = self._open
            opened.has_outcomes = True
            if self._inner is not None and self._is_in_document:
                meant = (each for each in outcomes if not isinstance(each, UndoneEdit))
                outcomes = [as_example(outcome, self._fence_at) for outcome in meant]
            self._above_fence = opened.above or self._above_fence
            read, outcomes = outcomes, self._with_other_version(outcomes)
            is_version = outcomes is not read
            if any(isinstance(outcome, Edit) and outcome.offer is None for outcome in outcomes):
                outcomes = self._doubted(opened, outcomes, last)
            if self._is_in_doubt:
                outcomes = [doubtful(outcome) for outcome in outcomes]
            count = self._items.blocks
            self._items.is_correction = self._retractions.corrects or is_version
            self._items.add(outcomes, opened.spec, (opened.first, last), opened.text)
            unit = (self._fence_at, 0) if self._fence is not None else (0, self._opened_at)
            new = range(count + 1, self._items.blocks + 1)
            if self._fence is not None:
                named = [
                    outcome for outcome in outcomes if isinstance(outcome, Edit) and outcome.path_written
                ]
                is_code = any(isinstance(outcome, Edit | Code | Malformed) for outcome in outcomes)
                if is_code:
                    self._captions.add(
                        self._fence_at,
                        self._fence.info,
                        self._above_fence,
                        new,
                        named=len(named) == len(outcomes),
                    )
            # An edit that was cut off before the text that it searches for says nothing about the one above.
            if not all(isinstance(outcome, Malformed) and outcome.begun is None for outcome in outcomes):
                self._retractions.begin(new, unit, are_calls=opened.spec.is_call)
            if new:
                self._of_code = Retractions()
                if self._document:
                    self._edited.append((opened.first, last))
            self._sought = None
            if len(outcomes) == 1 and isinstance(outcomes[0], Code) and only_finds(outcomes[0].words):
                self._sought = replace(outcomes[0], is_requested=True), opened.spec
            fenced = [each for each in outcomes if isinstance(each, Code) and each.may_be_retracted]
            starts = dict.fromkeys(lines_of(each, (opened.first, last))[0] for each in fenced)
            self._of_code.begin([*starts], unit, are_calls=False)
            if self._drafts or self._user_turn is not None:
                self._starts_of_code += starts
            opened.first, opened.text = last + 1, []
            self._fence_held_a_block = self._fence_held_a_block or self._inner is None

    def _with_other_version(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """Code without a path as an edit of the block above it, if words announce another version of that.

        It has the path of that block, and the words that say where that goes.
        """
        above, self._version = self._version, None
        # The code below `Final:` may also be that of a file with this name.
        meant = [
            each
            for each in outcomes
            if not (isinstance(each, Edit) and each.bare_names and each.path_written is None)
        ]
        if len(meant) != 1:
            return outcomes
        (only,) = meant
        if isinstance(only, Code) and (above is None or not self._is_other_version(only, above)):
            above = self._earlier_version(only)
        if above is not None and isinstance(only, Code):
            operation = only.operation or only.sketch or Write(only.text)
            only = replace(
                above,
                operation=operation,
                lines=only.lines,
                format=None,
                offer=None,
                rejection=None,
                warnings=(),
            )
            outcomes = [only]
        if isinstance(only, Edit) and isinstance(only.operation, Write | Sketch | Replace):
            self._version = only
            written = written_whole(only.operation) or ""
            if len(written) <= _MAX_VERSION_LENGTH and has_definition(written):
                self._versions.append(only)
        return outcomes

    def _earlier_version(self, code: Code) -> Edit | None:
        """The edit, further above, whose definition code without a path has in another version.

        Words announce it, and say nothing of a file. None if edits of several files have the definition.
        """
        if code.is_command or code.is_removed or code.is_shown or code.mentions or code.operation is not None:
            return None
        if not self._versions or not self._is_announced(code):
            return None
        found = [
            each for each in self._versions if defines_again(code.text, written_whole(each.operation) or "")
        ]
        paths = {each.path_written for each in found}
        return found[-1] if len(paths) == 1 else None

    def _is_other_version(self, code: Code, above: Edit) -> bool:
        """True if code without a path is another version of the edit above it.

        Words may say so. Without them, it has the same definition or takes out the same lines.
        """
        if code.is_command or code.is_removed:
            return False
        if code.operation is not None:
            is_elsewhere = any(
                base_name(each) != base_name(above.path_written or "") for each in code.mentions
            )
            return not is_elsewhere and changes_same_lines(code.operation, above.operation)
        written = written_whole(above.operation) or ""
        if self._is_announced(code):
            return is_version_of(code.text, written)
        return not (code.is_shown or code.mentions) and is_rewritten(code.text, written)

    def _is_announced(self, code: Code) -> bool:
        return self._retractions.corrects or announces_version(code.words)

    def _doubted(self, opened: _Open, outcomes: Sequence[Outcome], last: int) -> Sequence[Outcome]:
        """The outcomes of a block with the doubt of the words above it, if they have one.

        A block directly below a rejected one, in the same fence or not, is rejected by the same words.

        Args:
            opened: The block.
            outcomes: Its outcomes.
            last: Its last line.
        """
        if opened.above:
            label = above_label(opened.above)
            below = (line for line in opened.above[len(label) :] if fence_opened_by(line) is None)
            self._folders = self._folders.after([*label, *below])
            edits = [outcome for outcome in outcomes if isinstance(outcome, Edit)]
            is_whole = len(edits) == 1 and isinstance(edits[0].operation, Write)
            inside = opened.first - self._fence_at - 1 if self._fence else len(opened.above)
            printed = doubt_about_output(opened.above[len(opened.above) - inside :])
            doubt = printed or doubt_above(label, is_whole=is_whole)
            if len(edits) == 1 and isinstance(edits[0].operation, Replace):
                paragraphs = paragraphs_above(label)
                other = file_placed_in(paragraphs[0], edits[0].path_written) if paragraphs else None
                named = replace(edits[0], paragraphs=paragraphs, file_above=other or edits[0].file_above)
                outcomes = [named if outcome is edits[0] else outcome for outcome in outcomes]
            if not opened.spec.is_call and edits:
                outcomes = self._named_twice(opened, outcomes)
            is_below = opened.first - len(opened.above) + len(label) <= self._rejected_to + 1
            opened.above, opened.doubt = (), self._rejection if doubt is None and is_below else doubt
        if names := self._folders.names:
            outcomes = [
                replace(each, folders_above=names) if isinstance(each, Edit) else each for each in outcomes
            ]
        doubt = opened.doubt
        # An agent that calls a tool after `Alternatively, …` has chosen.
        is_chosen = opened.spec.is_call and self._fence is None
        if doubt is None or (is_chosen and not doubt.is_rejection):
            return outcomes
        if doubt.is_rejection or doubt.is_for_all:
            self._rejection, self._rejected_to = doubt, last + (self._fence is not None)
        return [_with_doubt(outcome, doubt) for outcome in outcomes]

    def _named_twice(self, opened: _Open, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """The outcomes of a block; an edit that names another file than the title above it has both names."""
        first = outcomes[0]
        if not isinstance(first, Edit) or first.path_written is None or first.mentions or first.other_names:
            return outcomes
        above = opened.above[: len(opened.above) - (opened.first - self._fence_at if self._fence else 0)]
        is_file = opened.spec.name == FormatName.WHOLE_FILE and len(outcomes) == 1
        other = other_name_above(above, first.path_written, is_file=is_file)
        return outcomes if other is None else [replace(first, other_names=(other,)), *outcomes[1:]]


def _with_doubt(outcome: Outcome, doubt: Doubt) -> Outcome:
    """The outcome; an edit that is no offer gets a warning, or is rejected."""
    if not isinstance(outcome, Edit) or outcome.offer is not None or outcome.is_applied:
        return outcome
    if doubt.is_rejection:
        return replace(outcome, rejection=doubt.words)
    return replace(
        outcome, warnings=(*outcome.warnings, f"the words above it leave it to you: {doubt.words}")
    )


# A whole response, read at once.


class Parsed(Struct, frozen=True):
    """The content of a response, in order of appearance."""

    blocks: tuple[EditBlock, ...]
    """The edits."""
    offers: tuple[EditBlock, ...]
    """Edits that the response may not intend: drafts, quotations, retracted edits, failed calls."""
    problems: tuple[Problem, ...]
    """The malformed blocks."""
    commands: tuple[Command, ...]
    """The commands that the response suggests."""
    code: tuple[Code, ...]
    """Fenced code without a path."""
    prose: tuple[Prose, ...]
    """The lines between them."""


def parse(text: str, turn: int | None = None) -> Parsed:
    """Parse a whole response.

    Args:
        text: The response, in its envelope if it has one; lines are those of the text in it.
        turn: The turn of a transcript, from 1, or from -1 for the last; 0 for all. None: the last one with an
            edit.
    """
    reader = Reader()
    return collected([*reader.feed(unwrapped(text, turn)), *reader.close()])


def has_edits(text: str, *, of_named_files: bool = False) -> bool:
    """True if a text without an envelope has anything but prose.

    Args:
        text: The text.
        of_named_files: True if commands, and code without a file, do not count.
    """
    reader = Reader()
    others = (Prose, Command, Code) if of_named_files else Prose
    return any(not isinstance(item, others) for item in [*reader.feed(text), *reader.close()])


def read_again(problem: Problem, text: str) -> Parsed:
    """Parse the text of a malformed block, as repaired or edited.

    Args:
        problem: The block.
        text: Its new text: `problem.repair.text`, or `problem.text` as the user edited it.

    Returns:
        The blocks in it. Their lines are numbered as if the text stood in the response where the block does.
    """
    path = problem.path_written
    reader = Reader(lines_before=problem.line - 1 - (path is not None))
    above = [] if path is None else reader.feed(f"{path}\n")
    return collected([*above, *reader.feed(text), *reader.close()])


def collected(items: Iterable[Item]) -> Parsed:
    """Sort the items of a whole response by kind, and apply all retractions."""
    items = list(items)
    retractions = {
        number: item.offer for item in items if isinstance(item, Retraction) for number in item.blocks
    }
    blocks = [
        replace(item, offer=retractions.get(item.number, item.offer))
        for item in items
        if isinstance(item, EditBlock) and not item.needs_bare_name
    ]
    start = max(
        (at for at, item in enumerate(items) if isinstance(item, Retraction) and item.is_all), default=0
    )
    retracted = {line: item.offer for item in items if isinstance(item, Retraction) for line in item.code}
    items = [item for at, item in enumerate(items) if at >= start or isinstance(item, Prose)]
    return Parsed(
        tuple(block for block in blocks if block.offer is None),
        tuple(block for block in blocks if block.offer is not None),
        tuple(item for item in items if isinstance(item, Problem)),
        tuple(item for item in items if isinstance(item, Command)),
        tuple(
            replace(item, retraction=retracted.get(item.lines[0])) for item in items if isinstance(item, Code)
        ),
        tuple(item for item in items if isinstance(item, Prose)),
    )
