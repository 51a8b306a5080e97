"""Calls of edit tools in JSON: bare, in fenced code, in an API's answer, in a transcript.

    {"filePath": "src/a.py", "oldString": "the text as it is", "newString": "as it shall be"}

A value begins at the start of a line and ends where its brackets do. Strings may hold line
ends, which models write as they are. Whatever is no call is prose, and so is code that only
begins like JSON: where it can't be any, the next line is as free as if nothing had begun. In
a transcript with a value a line, lines in a row are one block, so that a call which is told
of twice is taken once.
"""

import json
from collections.abc import Sequence

from msgspec.structs import replace

from editreview.formats import json_values
from editreview.formats.call_results import WORDS as RESULT_WORDS
from editreview.formats.dialect import (
    GOES_ON,
    Context,
    Dialect,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.formats.fences import Fence
from editreview.formats.json_calls import WORDS, Calls
from editreview.formats.json_values import Scan, State
from editreview.formats.line_edit import FORMAT as LINE_EDIT
from editreview.formats.line_edit import SUMMARY as LINE_EDIT_SUMMARY
from editreview.formats.tools import TELLING_WORDS
from editreview.texts import counted

_REPAIRED = "repaired: the JSON was broken"
_SCANNED = WORDS | RESULT_WORDS
_FILE_WORDS = frozenset(["filePath", "file_path"])


class _Value:
    """A value that is arriving."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.scan = Scan(_SCANNED)
        self.lines: list[str] = []

    @property
    def is_call(self) -> bool:
        """Whether what has arrived can hardly be anything else."""
        found = self.scan.found
        is_write = "content" in found and not found.isdisjoint(_FILE_WORDS)
        return is_write or not found.isdisjoint(TELLING_WORDS)

    def take(self, text: str, at: int) -> tuple[State, int]:
        """Take the rest of a line, or as much of it as belongs to the value."""
        state, end = self.scan.feed(text, at)
        if self.scan.is_in_string and not self.is_call:
            # Only a call is worth the risk that all that follows is inside a string.
            return State.BROKEN, at
        if state is not State.BROKEN:
            self.lines.append(text[at:end] if state is State.CLOSED else text[at:])
        return state, end

    def outcomes(self, calls: Calls) -> list[Outcome]:
        """The edits of the value, of which no more will arrive."""
        if not self.scan.found:
            return []
        text = "\n".join(self.lines)
        lines = (self.first, self.first + len(self.lines) - 1)
        try:
            spans = self.scan.spans() if len(self.lines) > 1 else None
            return calls.outcomes(json_values.read(text, spans), lines)
        except ValueError as error:
            if not self.is_call:
                return []
            mended = calls.outcomes(json_values.repaired(text), lines, is_guess=True)
            return [_warned(outcome) for outcome in mended] or [self.broken(self._said(error))]

    def broken(self, why: str) -> Outcome:
        return Malformed(None, f"Broken JSON at line {self.first}: {why}", self.first)

    def cut_off(self) -> Outcome:
        missing = "quote" if self.scan.is_in_string else "bracket"
        return Malformed(None, f"Missing closing {missing} of the JSON at line {self.first}", self.first)

    def _said(self, error: ValueError) -> str:
        if isinstance(error, json.JSONDecodeError):
            return f"{error.msg} at line {self.first + error.lineno - 1}"
        return str(error)


def _warned(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Found):
        return replace(outcome, warnings=(*outcome.warnings, _REPAIRED))
    return outcome


class _Block(OpenBlock):
    """Values, each on the line after the one before."""

    is_tentative = False
    """A value knows by itself which lines can't be part of it, and leaves them to others."""

    def __init__(self, fence: Fence | None) -> None:
        self._fence = fence
        self._calls = Calls()
        self._value: _Value | None = None
        self._found: list[Outcome] = []
        """What has not been told yet."""
        self._is_new = True

    def begins(self, line: Line) -> bool:
        """Take the opening line, before it is fed. Says whether it may be a call."""
        state = self._take(line)
        return state is State.OPEN or bool(self._found)

    def feed(self, line: Line) -> Step:
        if self._is_new:
            self._is_new = False
            return Step(self._told()) if self._value is None else GOES_ON
        if self._value is None:
            return self._after_value(line)
        if self._fence is not None and self._fence.is_closed_by(line.text):
            return self._at_fence(self._value)
        value = self._value
        match self._take(line):
            case State.OPEN:
                return GOES_ON
            case State.CLOSED:
                return Step(self._told(), is_closed=True) if not self._found else Step(self._told())
        if not value.is_call:
            return Step(self._told(), is_closed=True, takes_line=False)
        self._found.append(value.broken(f"line {line.number} can't be part of it"))
        return Step(self._told(), is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        if self._value is not None and self._value.is_call:
            self._found.append(self._value.cut_off())
        return self._told()

    def progress(self) -> str:
        return f"JSON arriving, {counted(len(self._value.lines) if self._value else 0, 'line')}"

    def _told(self) -> list[Outcome]:
        told, self._found = self._found, []
        return told

    def _after_value(self, line: Line) -> Step:
        """A line is another value of a transcript, if it holds calls itself, or nothing to this block."""
        told, known = self._told(), self._calls.count
        if line.text.startswith("{") and self._take(line) is State.CLOSED and self._calls.count > known:
            return Step([*told, *self._told()])
        return Step(told, is_closed=True, takes_line=False)

    def _at_fence(self, value: _Value) -> Step:
        """The code was closed as if the value were complete: its last brackets may be missing, no more."""
        if not value.is_call:
            return Step(self._told(), is_closed=True, takes_line=False)
        self._found += [value.cut_off()] if value.scan.is_in_string else value.outcomes(self._calls)
        return Step(self._told(), is_closed=True, takes_line=False)

    def _take(self, line: Line) -> State:
        """Take a line with all values that end on it."""
        at = 0
        while True:
            self._value = self._value or _Value(line.number)
            state, at = self._value.take(line.text, at)
            if state is not State.CLOSED:
                return state
            self._found += self._value.outcomes(self._calls)
            self._value = None
            at = json_values.next_value(line.text, at)
            if at == len(line.text) or not json_values.opens(line.text, at):
                return State.CLOSED


def _open(line: Line, context: Context) -> OpenBlock | None:
    block = _Block(context.fence)
    return block if json_values.opens(line.text) and block.begins(line) else None


_EXAMPLE = """\
```json
{
  "filePath": "greeting.py",
  "oldString": "return \\"Hello\\"",
  "newString": "return \\"Good morning\\""
}
```
"""

_LINE_EXAMPLE = """\
{
  "command": "replace",
  "path": "greeting.py",
  "start_line": 2,
  "end_line": 2,
  "new_content": "    return \\"Good morning\\""
}
"""

_SUMMARY = (
    "JSON calls of the edit tools of Claude Code, OpenCode, Gemini, Crush, Copilot, Cursor and others, "
    "bare, fenced, or in the answer of an API or a transcript"
)

DIALECT = Dialect(
    "tool-call",
    _open,
    _EXAMPLE,
    _SUMMARY,
    also=((LINE_EDIT, _LINE_EXAMPLE, LINE_EDIT_SUMMARY),),
    is_fed_opening=True,
)
