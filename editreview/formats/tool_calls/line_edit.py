"""`edit_lines`: edits of lines by number, 1-based and inclusive.

`command` is replace, insert or delete. Text is whole lines; the last line end may be missing.
`indent_level` sets the indentation of the least indented line; without it the lines keep their own
indentation, or get that of the lines around them if the file's language requires it.
"""

from collections.abc import Callable

from editreview.blocks import Insert, Operation, ReplaceLines
from editreview.formats.spec import (
    LEAVE_NOTHING_OUT,
    MERGE,
    MOVE_BY_GIT,
    WHOLE_ABOVE,
    Description,
    Example,
)
from editreview.formats.tool_calls.model import Call, InvalidCall, whole_lines

_EXAMPLE = """\
```
edit_lines(
    command="replace",
    path="greeting.py",
    start_line=2,
    end_line=2,
    new_content='    return "Good morning"'
)
```
"""
_SECOND = Example(
    "Insert after a line",
    """\
```
edit_lines(
    command="insert",
    path="greeting.py",
    insert_line=2,
    new_content='\\n\\ndef part():\\n    return "Goodbye"'
)
```
""",
)
_WHEN = (
    "for lines that occur several times or only change their indentation, and for an edit that failed before"
)
_SUMMARY = "`edit_lines` by line numbers, as JSON or as a Python call"
_RULES = (
    "Line numbers count from 1 and refer to the file as shown here, also in later edits of it.",
    'command="insert" takes insert_line and puts new_content after that line, 0 for the top; '
    'command="delete" takes no new_content.',
    MERGE,
    WHOLE_ABOVE,
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)
LINE_EDIT = Description("line-edit", _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES, names_lines=True)
PARAMETERS = (
    *("command", "path", "start_line", "end_line", "insert_line", "new_content", "indent_level", "dry_run"),
)
"""In the order in which the tool declares them."""
_MAX_INDENT = 1000


def line_operation(call: Call) -> Operation:
    """The operation of a call of `edit_lines`.

    Raises:
        InvalidCall: A parameter is missing or invalid.
    """
    command = call.text(["command"], "command")
    make = LINE_COMMANDS.get(command)
    if make is None:
        raise InvalidCall(f"Unknown command: {command}")
    return make(call)


def _replace_lines(call: Call) -> Operation:
    first, last = _line_range(call)
    text = _indented(call, call.text(["new_content"], "new_content"))
    return ReplaceLines(first, last, text, is_indented=call.has(["indent_level"]))


def _insert_lines(call: Call) -> Operation:
    after = call.number("insert_line", 0)
    text = call.text(["new_content"], "new_content")
    return Insert(after, _indented(call, text) or "\n", is_indented=call.has(["indent_level"]))


def _delete_lines(call: Call) -> Operation:
    return ReplaceLines(*_line_range(call), "")


def _line_range(call: Call) -> tuple[int, int]:
    first, last = call.number("start_line", 1), call.number("end_line", 1)
    if last < first:
        raise InvalidCall(f"end_line {last} is before start_line {first}")
    return first, last


def _indented(call: Call, text: str) -> str:
    """The text as whole lines, indented by `indent_level` if the call has it."""
    lines = whole_lines(text)
    if not call.has(["indent_level"]):
        return lines
    margin = " " * min(call.number("indent_level", 0), _MAX_INDENT)
    nonblank = [line for line in lines.split("\n") if line.strip()]
    base = min((len(line) - len(line.lstrip(" \t")) for line in nonblank), default=0)
    return "".join(
        margin + line[base:] + "\n" if line.strip() else "\n" for line in lines.removesuffix("\n").split("\n")
    )


LINE_COMMANDS: dict[str, Callable[[Call], Operation]] = {
    "replace": _replace_lines,
    "insert": _insert_lines,
    "delete": _delete_lines,
}
