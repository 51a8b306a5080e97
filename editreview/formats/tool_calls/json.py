"""Calls of edit tools in JSON: bare, in fenced code, in an API response, in a transcript.

    {"filePath": "src/a.py", "oldString": "old text", "newString": "new text"}

A value begins at the start of a line and ends with its last bracket. Strings may contain
unescaped line ends, which models write. Values that are not calls are prose. So is code that only
begins like JSON; the first line that cannot be JSON may open another block. In a transcript with
one value per line, adjacent lines are one block, so that a call in two messages counts once.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import FormatName, LineRange, Offer
from editreview.formats import json_values
from editreview.formats.envelopes import APPLIED
from editreview.formats.json_values import JsonObject, Scan, State, Value, read
from editreview.formats.path_names import is_shown_above
from editreview.formats.spec import (
    BE_UNIQUE,
    CONTINUE,
    COPY_EXACTLY,
    EMPTY_CREATES,
    LEAVE_NOTHING_OUT,
    MERGE,
    MOVE_BY_GIT,
    OF_BLOCK,
    WHOLE_ABOVE,
    Context,
    Description,
    Edit,
    Example,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
    UndoneEdit,
)
from editreview.formats.tool_calls import (
    IN_JSON,
    LISTS,
    RESULT_WORDS,
    outcome_of,
    path_named,
    results_of_calls,
)
from editreview.formats.tool_calls.tools import (
    EDIT_WORDS,
    LINE_EDIT,
    PLAIN_NEW,
    PLAIN_OLD,
    apply_patch_call,
    are_remarks,
    is_edit_tool,
    is_plain_edit,
    plain_outcomes,
    tool_outcomes,
)
from editreview.text import counted

# The tool calls in a JSON value.
#
# A call is an object with a name and parameters, in the forms of Anthropic, OpenAI, Google, the
# Vercel AI SDK, OpenCode, Codex and the Agent Client Protocol, at any depth of a response or a
# transcript; or an object with the parameters alone. Results of tools repeat the parameters and are
# skipped; `results_of_calls` finds those which say that a call changed nothing.

_NAMES = ("name", "tool", "tool_name", "toolName", "recipient_name", "function_name", "action")
_PARAMETERS = (
    *("input", "arguments", "parameters", "args", "params", "tool_input", "toolInput", "rawInput"),
    *("action_input", "state"),
)
_IDS = ("call_id", "callID", "toolCallId", "tool_call_id", "toolUseId", "id")
"""Members with the id that a result refers to. An item of OpenAI's responses has another id in `id`."""
_RESULTS = frozenset(["toolUseResult", "tool_use_result", "rawOutput", "originalFile", "structuredContent"])
_RESULT_TYPES = frozenset(
    [
        "tool_result",
        "tool-result",
        "function_call_output",
        "custom_tool_call_output",
        "local_shell_call_output",
    ]
)
_CALL_TYPES = frozenset(["tool_use", "function_call", "custom_tool_call", "tool-call", "tool"])
_FRAMED = frozenset(
    ["function", "functionCall", "function_call", "toolUse", "tool_use", "toolCall", "tool_call"]
)
"""Members that contain a call whose id or state is in the object around them."""
_PLAIN_LISTS = ("edits", "changes", "replacements", "operations", "modifications", "patches")
_WORDS = EDIT_WORDS | {
    *("filePath", "file_path", "filepath", "absolutePath", "content", "arguments", "tool", "tool_use"),
    *("tool_calls", "toolName"),
    *("function_call", "functionCall", "custom_tool_call", "local_shell_call", "tool-call"),
    *("edits", "replacements", "operations", "diff", "insert_line", "start_line", "pattern", "input", "args"),
}
"""A fast first test: a value without these words contains no call."""
_PARAMETER = re.compile(r"[A-Za-z_][\w-]*")


class _Call(Struct, frozen=True):
    id: str | None
    value: Mapping[str, object]
    """The object of the call."""
    name: str | None
    parameters: Mapping[str, object]
    is_sure: bool = True
    """True if only a call can be in its position; otherwise its parameters must be those of an edit."""
    outcomes: list[Outcome] | None = None
    """Its outcomes, if they were needed to recognise it; else None."""
    frame: Mapping[str, object] | None = None
    """The object around it that may have its id and state; None if there is none."""

    @property
    def is_applied(self) -> bool:
        """True if it says that it was applied, as calls in an unwrapped transcript do."""
        return self.value.get(APPLIED) is True or (self.frame is not None and self.frame.get(APPLIED) is True)

    @property
    def tool(self) -> str | None:
        """The name that the call itself gives its tool, known or unknown."""
        return next((name for word in _NAMES if isinstance(name := self.value.get(word), str)), None)


class _Calls:
    """Reads the calls in a run of values. A call that occurs twice counts once.

    Args:
        allows_plain: True if objects with a file, an old and a new text are edits even if no tool has such
            parameters.
    """

    def __init__(self, *, allows_plain: bool) -> None:
        self._allows_plain = allows_plain
        self._seen: set[tuple[str, Outcome]] = set()
        self.count = 0
        """The number of calls read, including repeated ones."""

    def outcomes(self, value: Value, lines: LineRange, is_repaired: bool = False) -> list[Outcome]:
        """The edits of a value.

        Args:
            value: The value.
            lines: Its lines of the response.
            is_repaired: True if the value was repaired, so that implausible calls are dropped.
        """
        outcomes: list[Outcome] = []
        plain = _plain_calls(value, lines) if self._allows_plain else []
        for call in plain or _calls(value, lines):
            if is_repaired and not _is_plausible(call.parameters):
                continue
            call_lines = _lines(call.value, lines) or lines
            of_call = _outcomes(call, call_lines[0]) if call.outcomes is None else call.outcomes
            kind = outcome_of(call.value) or (outcome_of(call.frame) if call.frame is not None else None)
            for nth, outcome in enumerate(self._grouped(of_call)):
                is_void = kind is not None and isinstance(outcome, UndoneEdit)
                if not is_void and not self._is_known(call.id, outcome):
                    outcome = _on_lines(outcome, _lines(_edit(call, nth), lines) or call_lines)
                    if isinstance(outcome, Edit):
                        offer = Offer(kind) if kind is not None else None
                        tool = (call.tool, self.count) if call.id is None and call.tool else None
                        outcome = replace(
                            outcome, call=call.id, tool=tool, offer=offer, is_applied=call.is_applied
                        )
                    elif isinstance(outcome, UndoneEdit):
                        outcome = replace(outcome, call=call.id)
                    outcomes.append(outcome)
        results = [
            replace(result, lines=_lines(inner, lines) or lines) for result, inner in results_of_calls(value)
        ]
        return [*outcomes, *results]

    def _is_known(self, id_: str | None, outcome: Outcome) -> bool:
        """True if a call with this id and outcome was read before. Notes it otherwise."""
        if id_ is None and not self._seen:
            return False
        key = (id_ or "", _ungrouped(_on_lines(outcome, OF_BLOCK)))
        is_known = key in self._seen
        if id_ is not None:
            self._seen.add(key)
        return is_known

    def _grouped(self, outcomes: list[Outcome]) -> list[Outcome]:
        """The outcomes of a call, with group ids that no other call on the same line has."""
        self.count += 1
        return [_renamed(outcome, self.count) for outcome in outcomes]


def _renamed(outcome: Outcome, nth: int) -> Outcome:
    if isinstance(outcome, Edit) and outcome.group is not None:
        return replace(outcome, group=replace(outcome.group, id=f"{outcome.group.id}-{nth}"))
    return outcome


def _ungrouped(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Edit) and outcome.group is not None:
        return replace(outcome, group=None)
    return outcome


def _on_lines(outcome: Outcome, lines: LineRange) -> Outcome:
    """The outcome with these lines."""
    if isinstance(outcome, Malformed):
        return replace(outcome, line=lines[0])
    return outcome if outcome.lines == lines else replace(outcome, lines=lines)


def _outcomes(call: _Call, line: int) -> list[Outcome]:
    if call.name == "apply_patch_call":
        return apply_patch_call(call.parameters, line)
    if not call.is_sure and not _are_of_edit(call.parameters):
        return []
    parameters = {name: _unpacked(name, value) for name, value in call.parameters.items()}
    return tool_outcomes(call.name, parameters, line)


def _are_of_edit(parameters: Mapping[str, object]) -> bool:
    """True if these are parameters of an edit, and not a schema of such parameters."""
    is_schema = isinstance(parameters.get("properties"), dict)
    holds_patch = any("*** Begin Patch" in str(parameters.get(name)) for name in ("command", "cmd"))
    return not is_schema and (holds_patch or any(name in _WORDS or name == "path" for name in parameters))


def _unpacked(name: str, value: object) -> object:
    """The value of a parameter; a list of edits in JSON text is decoded."""
    if name not in LISTS or not isinstance(value, str) or not value.lstrip().startswith("["):
        return value
    try:
        return read(value)
    except ValueError:
        return value


def _is_plausible(parameters: Mapping[str, object]) -> bool:
    """True if the repair seems to have mistaken no text for a parameter, and no parameter for text."""
    words = EDIT_WORDS if PLAIN_OLD.isdisjoint(parameters) else EDIT_WORDS | PLAIN_OLD | PLAIN_NEW
    return all(_PARAMETER.fullmatch(name) for name in parameters) and not any(
        f'"{word}"' in text for text in _texts(parameters.values()) for word in words
    )


def _texts(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _texts(value)
        elif isinstance(value, dict):
            yield from _texts(value.values())


def _plain_calls(value: Value, lines: LineRange) -> list[_Call]:
    """The edits in a value that is nothing but edits: one object, a list, or an object with only a list."""
    objects: object = value
    if isinstance(value, dict) and len(found := [value[word] for word in _PLAIN_LISTS if word in value]) == 1:
        others = {word: part for word, part in value.items() if part is not found[0]}
        objects = found[0] if isinstance(found[0], list) and are_remarks(others) else None
    objects = objects if isinstance(objects, list) else [objects]
    if not any(map(is_plain_edit, objects)):
        return []
    calls = []
    for nth, inner in enumerate(objects, 1):
        line = (_lines(inner, lines) or lines)[0]
        outcomes = plain_outcomes(inner, line, f"Edit {nth} of {len(objects)}")
        parameters = inner if isinstance(inner, dict) else {}
        calls.append(_Call(None, parameters, None, parameters, outcomes=outcomes))
    return calls


def _lines(value: object, all_lines: LineRange) -> LineRange | None:
    """The lines of the response of an object in a value that has `all_lines`; None if unknown."""
    if isinstance(value, JsonObject) and value.lines is not None:
        return all_lines[0] + value.lines[0], all_lines[0] + value.lines[1]
    return None


def _edit(call: _Call, nth: int) -> object:
    """The object of one of a call's edits."""
    edits = next((edits for name in LISTS if isinstance(edits := call.parameters.get(name), list)), [])
    return edits[nth] if nth < len(edits) else None


def _calls(value: Value, lines: LineRange) -> Iterator[_Call]:
    """All calls in a value on these lines, in order."""
    waiting: list[tuple[Value, Mapping[str, object] | None]] = [(value, None)]
    while waiting:
        inner, frame = waiting.pop()
        if isinstance(inner, list):
            if inner and inner[0] == "apply_patch":
                yield _Call(None, {}, "shell", {"command": inner})
            else:
                waiting += [(part, None) for part in reversed(inner)]
        elif isinstance(inner, dict) and not _has_type(inner, _RESULT_TYPES):
            found = None if _WORDS.isdisjoint(inner) and "type" not in inner else _in_object(inner, lines)
            if found is None:
                waiting += [
                    (inner[name], inner if name in _FRAMED else None)
                    for name in reversed(inner)
                    if name not in _RESULTS
                ]
            for call in found or ():
                yield _framed(call, frame)


def _has_type(value: Mapping[str, object], types: frozenset[str]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in types


def _framed(call: _Call, frame: Mapping[str, object] | None) -> _Call:
    return call if frame is None else replace(call, id=call.id or _id(frame), frame=frame)


def _id(value: Mapping[str, object]) -> str | None:
    return next((found for name in _IDS if isinstance(found := value.get(name), str)), None)


def _in_object(value: dict[str, object], lines: LineRange) -> list[_Call] | None:
    """The calls that an object itself is; None if calls may be among its members."""
    id_ = _id(value)
    kind, operation, action = value.get("type"), value.get("operation"), value.get("action")
    if kind == "apply_patch_call" and isinstance(operation, dict):
        return [_Call(id_, value, "apply_patch_call", operation)]
    if kind == "local_shell_call" and isinstance(action, dict):
        return [_Call(id_, value, "shell", action)]
    if kind == "diff" and "newText" in value:
        return [_Call(id_, value, "diff", value)]
    line = (_lines(value, lines) or lines)[0]
    found = _acp(value, id_) if "toolCallId" in value else None
    return found or _named(value, id_, line) or _if_any(_Call(id_, value, None, value), line)


def _acp(value: dict[str, object], id_: str | None) -> list[_Call] | None:
    """The calls in an object of the Agent Client Protocol, with diffs or raw parameters; None without."""
    content = value.get("content")
    parts = content if isinstance(content, list) else []
    diffs = [part for part in parts if isinstance(part, dict) and part.get("type") == "diff"]
    if diffs:
        return [_Call(id_, diff, "diff", diff, frame=value) for diff in diffs]
    raw = value.get("rawInput")
    return [_Call(id_, value, None, raw)] if isinstance(raw, dict) else None


def _named(value: dict[str, object], id_: str | None, line: int) -> list[_Call] | None:
    """The call in an object with a name and parameters, side by side or nested; None if it has none."""
    word = next((word for word in _NAMES if isinstance(value.get(word), str)), None)
    if word is None:
        return None
    name = str(value[word])
    is_known = is_edit_tool(name)
    inner = next((found for word in _PARAMETERS if (found := _parameters(name, value.get(word)))), None)
    if inner is not None:
        is_sure = is_known and _has_type(value, _CALL_TYPES)
        call = _Call(id_, value, name if is_known else None, inner, is_sure)
    else:
        flat = {other: part for other, part in value.items() if other != word}
        call = _Call(id_, value, name, flat, is_sure=False)
    return [call] if is_known and (call.is_sure or _are_of_edit(call.parameters)) else _if_any(call, line)


def _parameters(name: str, value: object) -> Mapping[str, object] | None:
    """Parameters from an object, from JSON text, or from the state of a call; None if there are none."""
    if isinstance(value, str):
        is_patch = is_edit_tool(name) and value.lstrip().startswith("*** Begin Patch")
        value = {"input": value} if is_patch else _decoded(value)
    if isinstance(value, dict) and isinstance(inner := value.get("input"), dict):
        return inner
    return value if isinstance(value, dict) else None


def _decoded(text: str) -> Value:
    try:
        return read(text) if text.lstrip().startswith("{") else None
    except ValueError:
        return None


def _if_any(call: _Call, line: int) -> list[_Call] | None:
    """The call, if its parameters alone give any outcomes; else None."""
    outcomes = _outcomes(call, line) if call.name is None else []
    return [replace(call, outcomes=outcomes)] if outcomes else None


_REPAIRED = "repaired: the JSON was broken"
_SCANNED = _WORDS | RESULT_WORDS | PLAIN_OLD | PLAIN_NEW
_FILE_WORDS = frozenset(["filePath", "file_path"])


class _Value:
    """A value that is arriving."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.scan = Scan(_SCANNED)
        self.lines: list[str] = []

    @property
    def is_call(self) -> bool:
        """True if it has words that rarely occur outside of calls."""
        found = self.scan.found
        is_write = "content" in found and not found.isdisjoint(_FILE_WORDS)
        is_plain = "search" in found and "replace" in found
        return is_write or is_plain or not found.isdisjoint(EDIT_WORDS)

    def take(self, text: str, at: int) -> tuple[State, int]:
        """Read the rest of a line, as far as the value goes.

        Returns:
            As `Scan.feed`.
        """
        state, end = self.scan.feed(text, at)
        if self.scan.is_in_string and not self.is_call:
            # An unclosed string could swallow the rest of the response, a risk that only a call justifies.
            return State.BROKEN, at
        if state is not State.BROKEN:
            self.lines.append(text[at:end] if state is State.CLOSED else text[at:])
        return state, end

    def outcomes(self, calls: _Calls) -> list[Outcome]:
        """The edits of the complete value."""
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
            repaired = calls.outcomes(json_values.repaired(text), lines, is_repaired=True)
            return [_with_warning(outcome) for outcome in repaired] or [self.broken(self._describe(error))]

    def broken(self, why: str) -> Outcome:
        return Malformed(self._path(), f"Broken JSON at line {self.first}: {why}", self.first)

    def cut_off(self) -> Outcome:
        missing = "quote" if self.scan.is_in_string else "bracket"
        message = f"Missing closing {missing} of the JSON at line {self.first}"
        return Malformed(self._path(), message, self.first)

    def _path(self) -> str | None:
        return path_named("\n".join(self.lines), IN_JSON)

    def _describe(self, error: ValueError) -> str:
        if isinstance(error, json.JSONDecodeError):
            return f"{error.msg} at line {self.first + error.lineno - 1}"
        return str(error)


def _with_warning(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Edit):
        return replace(outcome, warnings=(*outcome.warnings, _REPAIRED))
    return outcome


class _Block(OpenBlock):
    """Values on adjacent lines."""

    is_tentative = False
    """The value itself rejects lines that cannot be part of it."""

    def __init__(self, fence: Fence | None, *, allows_plain: bool) -> None:
        self._fence = fence
        self._calls = _Calls(allows_plain=allows_plain)
        self._value: _Value | None = None
        self._outcomes: list[Outcome] = []
        """The outcomes not yielded yet."""
        self._is_new = True

    def begins(self, line: Line) -> bool:
        """Read the opening line, before it is fed. Returns True if it may begin a call."""
        state = self._take(line)
        return state is State.OPEN or bool(self._outcomes)

    def feed(self, line: Line) -> Step:
        if self._is_new:
            self._is_new = False
            return Step(self._pending()) if self._value is None else CONTINUE
        if self._value is None:
            return self._after_value(line)
        if self._fence is not None and self._fence.is_closed_by(line.text):
            return self._at_fence(self._value)
        value = self._value
        match self._take(line):
            case State.OPEN:
                return CONTINUE
            case State.CLOSED:
                return Step(self._pending(), is_closed=True) if not self._outcomes else Step(self._pending())
        if not value.is_call:
            return Step(self._pending(), is_closed=True, takes_line=False)
        self._outcomes.append(value.broken(f"line {line.number} cannot be part of it"))
        return Step(self._pending(), is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        if self._value is not None and self._value.is_call:
            self._outcomes.append(self._value.cut_off())
        return self._pending()

    def progress(self) -> str:
        return f"JSON arriving, {counted(len(self._value.lines) if self._value else 0, 'line')}"

    def _pending(self) -> list[Outcome]:
        """Remove and return the outcomes not yielded yet."""
        pending, self._outcomes = self._outcomes, []
        return pending

    def _after_value(self, line: Line) -> Step:
        """Read a line after a value: it belongs to the block only if it is another value with calls."""
        pending, count = self._pending(), self._calls.count
        if line.text.startswith("{") and self._take(line) is State.CLOSED and self._calls.count > count:
            return Step([*pending, *self._pending()])
        return Step(pending, is_closed=True, takes_line=False)

    def _at_fence(self, value: _Value) -> Step:
        """End the value at the end of its fence: at most its last brackets may be missing."""
        if not value.is_call:
            return Step(self._pending(), is_closed=True, takes_line=False)
        self._outcomes += [value.cut_off()] if value.scan.is_in_string else value.outcomes(self._calls)
        return Step(self._pending(), is_closed=True, takes_line=False)

    def _take(self, line: Line) -> State:
        """Read a line with all values that end on it."""
        at = 0
        while True:
            self._value = self._value or _Value(line.number)
            state, at = self._value.take(line.text, at)
            if state is not State.CLOSED:
                return state
            self._outcomes += self._value.outcomes(self._calls)
            self._value = None
            at = json_values.next_value(line.text, at)
            if at == len(line.text) or not json_values.opens(line.text, at):
                return State.CLOSED


def _open(line: Line, context: Context) -> OpenBlock | None:
    if not json_values.opens(line.text):
        # Few responses are copied from a terminal.
        from editreview.formats.tool_calls import terminal

        return terminal.opens(line)
    above = context.above[:-1] if context.fence is not None else context.above
    block = _Block(context.fence, allows_plain=not is_shown_above(above))
    return block if block.begins(line) else None


_EXAMPLE = """\
```json
{
  "filePath": "greeting.py",
  "oldString": "def greet():\\n    return \\"Hello\\"\\n",
  "newString": "def greet():\\n    return \\"Good morning\\"\\n"
}
```
"""
_SECOND = Example(
    "Create a file",
    """\
```json
{
  "filePath": "farewell.py",
  "oldString": "",
  "newString": "def part():\\n    return \\"Goodbye\\"\\n"
}
```
""",
)
_WHEN = "for one replacement at a time, as JSON"

_SUMMARY = (
    "JSON calls of the edit tools of Claude Code, OpenCode, Gemini, Crush, Copilot, Cursor and others, "
    "bare, fenced, in an API response, a transcript or a copy of a terminal, and lists of plain edits"
)
_RULES = (
    COPY_EXACTLY,
    BE_UNIQUE,
    MERGE,
    EMPTY_CREATES,
    '`"replaceAll": true` changes every occurrence of the old text.',
    WHOLE_ABOVE,
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)

SPEC = FormatSpec(
    Description(FormatName.TOOL_CALL, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES),
    _open,
    is_fed_opening=True,
    is_call=True,
    also=(LINE_EDIT,),
)
