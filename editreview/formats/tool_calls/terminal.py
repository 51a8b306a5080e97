"""Calls of edit tools as agents show them in a terminal, copied from there.

    ⏺ Update(src/a.py)
      ⎿  Updated src/a.py with 1 addition and 1 removal
           7    def greet():
           8 -      return "Hello"
           8 +      return "Good morning"

Each line of the diff has a number, a sign, and the text. The call was made already, so its edits are those
of a call that was applied, unless the line below it says that the user rejected it.
"""

import re
from collections.abc import Sequence

from editreview.blocks import Group, GroupKind, Insert, Offer, OfferKind
from editreview.formats.hunks import Header, PatchHunk
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    Edit,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.text import counted

_HEAD = re.compile(
    r"[ \t]*[⏺●•][ \t]*"
    r"(?:(?:Update|Edit|MultiEdit)\((?P<path>[^()\n]+(?:\([^()\n]*\)[^()\n]*)*)\)"
    r"|Edited (?P<edited>\S[^\n]*?) \(\+\d+ -\d+\))[ \t]*$"
)
"""The line above an edit in a terminal: `⏺ Update(src/app.py)`."""
_RESULT = re.compile(r"[ \t]*[⎿└][ \t]*(?P<text>.*)$")
_LINE = re.compile(r"[ \t]*(?P<number>\d{1,9})(?: (?P<signed>[-+ ].*)|[ \t]*)$")
_ELLIPSIS = re.compile(r"[ \t]*(?:\.{3}|…|⋮)[ \t]*$")
_LEFT_OUT = re.compile(r"[ \t]*(?:…|\.{3})[ \t]*\+?\d+ (?:more )?lines?\b")
_ADDED = re.compile(r"(?:Added (\d+) lines?|(\d+) additions?)\b", re.IGNORECASE)
_REMOVED = re.compile(r"(?:removed (\d+) lines?|(\d+) removals?)\b", re.IGNORECASE)
_REJECTED = re.compile(r"(?:the )?user (?:rejected|declined|denied|cancell?ed)|interrupted", re.IGNORECASE)
"""Words for a rejected edit: `User rejected`."""
_FAILED = re.compile(r"(?:error|failed)\b", re.IGNORECASE)


class _Diff(OpenBlock):
    """The diff below the line of a call."""

    unread = 0

    def __init__(self, line: Line, path: str) -> None:
        self._first = line.number
        self._path = path
        self._result: str | None = None
        self._hunks: list[tuple[int, PatchHunk]] = []
        """Each with the number of its first line."""
        self._next: int | None = None
        """The number of the next line of the hunk, as the file is afterwards; None if a hunk begins there."""
        self._old = 0
        """The number of the next line of the hunk, as the file was before."""
        self._run = 0
        """The number of removed lines since the last line of another kind."""
        self._signs = ""
        """The signs of all lines."""
        self._problem: str | None = None

    @property
    def is_tentative(self) -> bool:
        return not self._hunks

    def feed(self, line: Line) -> Step:
        text = line.text
        if line.number == self._first:
            return CONTINUE
        if not self._hunks and self._result is None and (result := _RESULT.match(text)):
            self._result = result["text"]
        elif found := _LINE.match(text):
            self._take(line.number, int(found["number"]), found["signed"] or " ")
        elif _ELLIPSIS.match(text):
            self._next = None
        elif _LEFT_OUT.match(text):
            self._problem = self._problem or f"line {line.number} leaves lines out"
        elif self._hunks and text[:4].isspace() and text.strip():
            self._problem = self._problem or f"line {line.number} has no line number"
        elif self._hunks:
            self.unread = 1
            return Step(self.end(), is_closed=True)
        elif text.strip():
            return ABANDON
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        if not self._hunks:
            return []
        problem = self._problem or self._miscount()
        if problem is not None:
            return [self._malformed(problem)]
        group = Group(f"terminal-{self._first}", GroupKind.ORDERED) if len(self._hunks) > 1 else None
        outcomes: list[Outcome] = []
        shift = 0
        for at, hunk in self._hunks:
            outcomes += self._edit(at, hunk, group, is_shifted=shift != 0)
            shift += hunk.new - hunk.old
        return outcomes

    def progress(self) -> str:
        return f"diff of a call arriving, {counted(len(self._hunks), 'hunk')}"

    def _take(self, line: int, number: int, signed: str) -> None:
        """Take a line of the diff, with its number. A gap in the numbers begins another hunk."""
        sign = signed[0]
        if not self._is_next(sign, number):
            self._hunks.append((number, PatchHunk(line)))
            self._next = self._old = number
            self._run = 0
        elif sign != "-" and self._next is not None and number < self._next:
            self._problem = self._problem or f"line {line} has a number that was there before"
        self._hunks[-1][1].add(line, signed)
        self._signs += sign
        self._old += sign != "+"
        self._next = number + 1 if sign != "-" else self._next
        self._run = self._run + 1 if sign == "-" else 0

    def _is_next(self, sign: str, number: int) -> bool:
        """True if a line with this number may follow the last one of the hunk."""
        if self._next is None:
            return False
        if sign != "-":
            return number <= self._next
        return number in (self._old, self._next + self._run)

    def _miscount(self) -> str | None:
        """The problem if the diff has not as many lines as the result says; None if it has."""
        for words, sign, name in ((_ADDED, "+", "added"), (_REMOVED, "-", "removed")):
            claim = words.search(self._result or "")
            count = self._signs.count(sign)
            if claim is not None and int(claim[1] or claim[2]) != count:
                return f"it shows {count} of {counted(int(claim[1] or claim[2]), f'{name} line')}"
        return None

    def _edit(self, at: int, hunk: PatchHunk, group: Group | None, *, is_shifted: bool) -> list[Outcome]:
        """The edit of a hunk; none without changes.

        Args:
            at: The number of its first line.
            hunk: The hunk.
            group: The group of all hunks.
            is_shifted: True if those above add or remove lines. Agents differ in which version of the file
                the numbers below count, so they do not say where the hunk is.
        """
        if not hunk.changes:
            return []
        if hunk.only_adds and is_shifted:
            return [self._malformed(f"line {hunk.first} is added without a line of the file beside it")]
        if not is_shifted:
            hunk.header = Header(at - 1, old=0) if hunk.only_adds else Header(at)
        operation = hunk.operation()
        if isinstance(operation, Insert) and operation.after is None:
            return [self._malformed(f"line {hunk.first} is added without a line of the file beside it")]
        kind = self._kind
        return [
            Edit(
                self._path,
                operation,
                hunk.response_lines,
                hunk.hints,
                group,
                hunk.warnings(),
                is_applied=kind is None and self._result is not None,
                offer=None if kind is None else Offer(kind),
            )
        ]

    @property
    def _kind(self) -> OfferKind | None:
        """The reason why the call changed nothing; None if it was applied."""
        if self._result is None:
            # Agents show the diff before they ask the user about it.
            return OfferKind.PROPOSED
        if _REJECTED.match(self._result):
            return OfferKind.REJECTED
        return OfferKind.FAILED if _FAILED.match(self._result) else None

    def _malformed(self, message: str) -> Malformed:
        return Malformed(self._path, f"In the diff of the call at line {self._first}, {message}", self._first)


def opens(line: Line) -> OpenBlock | None:
    """The diff of a call whose line this is; None if it is something else."""
    found = _HEAD.match(line.text)
    return None if found is None else _Diff(line, (found["path"] or found["edited"]).strip())
