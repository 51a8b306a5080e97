"""The tools that models edit files with: what a call of each asks for.

A call is a name and parameters, however they were written: JSON, XML, a Python call. The
tools are those of OpenCode, Claude Code, Anthropic's text editor, gemini-cli, Crush, goose,
Cline, Roo, Cursor, Copilot, Codex, MCP's file system server, and `edit_lines`. They differ
little but in words, so a call is read by the parameters it has, and its name decides only
what these leave open. What a parameter says is taken to the letter: text is characters, and
may be part of a line.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from editreview.blocks import (
    Group,
    GroupKind,
    Insert,
    Operation,
    Reading,
    Replace,
    ReplaceLines,
    Rewrite,
    Write,
)
from editreview.formats.dialect import Found, Malformed, Outcome

LINE_EDIT = "line-edit"
STRUCTURAL = "structural"

_STYLES = (
    ("filePath", "oldString", "newString"),
    ("file_path", "old_string", "new_string"),
    ("path", "old_str", "new_str"),
    ("path", "old_text", "new_text"),
    ("path", "oldText", "newText"),
    ("path", "before", "after"),
    ("path", "search", "replace"),
)
"""What the tools call the path, the text to find and the text to put there."""
_SURE_STYLES = _STYLES[:5]
"""Those whose words mean nothing else, even where no tool is named."""
_PATHS = ("filePath", "file_path", "path", "target_file", "targetFile", "absolute_path", "filename", "file")
_OLD = tuple(style[1] for style in _STYLES)
_NEW = tuple(style[2] for style in _STYLES)
_EVERYWHERE = ("replaceAll", "replace_all", "allow_multiple", "allowMultiple")
_TEXTS = ("content", "contents", "file_text", "fileText")
_LISTS = ("edits", "replacements", "operations")
_INSERTED = ("insert_text", "new_str", "new_text", "content")
_SKETCHED = ("code_edit", "codeEdit", "code")
_PATCHES = ("patchText", "patch_text", "patch", "input")
_COMMANDS = ("command", "cmd")
_CHANGE_DIRECTORY = re.compile(r"\s*cd\s+(?P<folder>'[^']*'|\"[^\"]*\"|[^\s;&]+)\s*(?:&&|;)\s*")


class _Wrong(Exception):
    """What is wrong with a call, in words."""


@dataclass(frozen=True, slots=True)
class _Call:
    parameters: Mapping[str, object]
    line: int
    """Of the response, at which the call begins."""

    def has(self, words: Iterable[str]) -> bool:
        return any(self.parameters.get(word) is not None for word in words)

    def value(self, words: Iterable[str]) -> tuple[str, object] | None:
        """The parameter that goes by one of these words, with that word."""
        found = ((word, self.parameters.get(word)) for word in words)
        return next(((word, value) for word, value in found if value is not None), None)

    def text(self, words: Sequence[str], wanted: str) -> str:
        found = self.value(words)
        if found is None:
            raise _Wrong(f"{wanted} is required")
        word, value = found
        if not isinstance(value, str):
            raise _Wrong(f"{word} must be a string")
        return _whole_characters(value, word)

    def path(self) -> str:
        wanted = self.style()[0]
        path = self.text(_PATHS, wanted)
        if not path.strip():
            raise _Wrong(f"{wanted} is required")
        return path

    def number(self, word: str, least: int) -> int:
        value = self.parameters.get(word)
        if value is None:
            raise _Wrong(f"{word} is required")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value, re.ASCII):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise _Wrong(f"{word} must be a whole number")
        if value < least:
            raise _Wrong(f"{word} must be {least} or more, not {value}")
        return value

    def is_set(self, words: Iterable[str]) -> bool:
        found = self.value(words)
        return found is not None and (found[1] is True or str(found[1]).strip().lower() == "true")

    def style(self) -> tuple[str, str, str]:
        """The words of the tool that the parameters come nearest to."""
        return max(_STYLES, key=lambda words: sum(word in self.parameters for word in words))


_Outcomes: TypeAlias = list[Outcome]


def tool_outcomes(name: str | None, parameters: Mapping[str, object], line: int) -> list[Outcome]:
    """The edits that a call of a tool asks for; none if it is no call that edits.

    Args:
        name: The tool's; None if there is none, and the parameters alone must tell.
        parameters: By name. Numbers and truth values may be text.
        line: Of the response, at which the call begins; the messages name it.

    Returns:
        Edits without `lines`, or what is wrong with the call.
    """
    call = _Call(parameters, line)
    tool = None if name is None else _TOOLS.get(_plain(name))
    make = _by_name(tool, call) if tool else _by_parameters(call, is_named=False)
    if make is None:
        return []
    try:
        return make(call)
    except _Wrong as wrong:
        path = call.value(_PATHS)
        written = path[1] if path and isinstance(path[1], str) and path[1].strip() else None
        return [Malformed(written, f"{wrong} in the call at line {line}")]


def is_edit_tool(name: str) -> bool:
    """Whether a tool of this name may edit files."""
    return _plain(name) in _TOOLS


def _plain(name: str) -> str:
    """A tool's name as the table has it: without a name space, case, and what parts its words."""
    bare = re.sub(r":\d+$", "", name.strip())
    bare = re.split(r"__|[.:/]", bare)[-1]
    return bare.replace("_", "").replace("-", "").lower()


def _by_name(tool: "_Tool", call: _Call) -> Callable[[_Call], _Outcomes]:
    return (_by_parameters(call, is_named=True) if tool.is_open else None) or tool.outcomes


def _by_parameters(call: _Call, is_named: bool) -> Callable[[_Call], _Outcomes] | None:
    """What only the parameters tell."""
    command = call.parameters.get("command")
    if isinstance(command, str) and call.has(_PATHS):
        if command in _LINE_COMMANDS and call.has(("start_line", "end_line", "new_content")):
            return _edit_lines
        if command in _EDITOR_COMMANDS and call.has(("old_str", "file_text", "insert_line")):
            return _editor
    if any(isinstance(call.parameters.get(word), list) for word in _LISTS):
        return _several if is_named or _are_edits(call) else None
    styles = _STYLES if is_named else _SURE_STYLES
    if any(call.has([old]) and call.has([new]) for _, old, new in styles):
        return _replace if is_named or call.has(_PATHS) else None
    if is_named and call.has(_TEXTS):
        return _write
    if is_named and call.has(["pattern"]) and call.has(["rewrite"]):
        return _rewrite
    if not is_named and set(call.parameters) in ({"filePath", "content"}, {"file_path", "content"}):
        return _write
    return None


def _are_edits(call: _Call) -> bool:
    """Whether a list, in a call without a name, can only be one of edits."""
    return any(
        isinstance(edit, Mapping) and old in edit and new in edit
        for edit in _listed(call)
        for _, old, new in _SURE_STYLES
    )


def _replace(call: _Call) -> _Outcomes:
    path = call.path()
    _, old_word, new_word = call.style()
    old = call.text(_OLD, old_word)
    new = call.text(_NEW, new_word)
    if old == new:
        raise _Wrong(f"{old_word} and {new_word} must be different")
    if call.is_set(["use_regex"]):
        raise _Wrong("use_regex is not supported")
    count = call.number("expected_replacements", 0) if call.has(["expected_replacements"]) else 1
    operation = Replace((Reading(old, new),), call.is_set(_EVERYWHERE) or count > 1, is_text=True)
    warnings = (f"the call expects {count} places",) if count > 1 else ()
    return [_found(call, path, operation, warnings=warnings)]


def _several(call: _Call) -> _Outcomes:
    """A list of edits, each meant for what the one before it made, and all of them or none."""
    edits = _listed(call)
    if not edits:
        raise _Wrong("edits is required")
    outcomes: list[Outcome] = []
    for nth, edit in enumerate(edits, 1):
        if not isinstance(edit, Mapping):
            raise _Wrong(f"Edit {nth} of {len(edits)} is no object")
        try:
            outcomes += _replace(_Call({**_shared(call), **edit}, call.line))
        except _Wrong as wrong:
            raise _Wrong(f"Edit {nth} of {len(edits)}: {wrong}") from None
    group = Group(f"tool-call-{call.line}", GroupKind.SEQUENTIAL, is_atomic=True)
    return [replace(found, group=group) if isinstance(found, Found) else found for found in outcomes]


def _listed(call: _Call) -> Sequence[object]:
    found = call.value(_LISTS)
    return found[1] if found and isinstance(found[1], list) else []


def _shared(call: _Call) -> dict[str, object]:
    """What a call says of all of its edits."""
    return {word: value for word, value in call.parameters.items() if word not in _LISTS}


def _write(call: _Call) -> _Outcomes:
    return [_found(call, call.path(), Write(call.text(_TEXTS, "content")))]


def _create(call: _Call) -> _Outcomes:
    text = call.text(_TEXTS, "file_text" if call.has(["command"]) else "content")
    return [_found(call, call.path(), Write(text, creates=True))]


def _editor(call: _Call) -> _Outcomes:
    """Anthropic's text editor, under any of its names and versions."""
    command = call.parameters.get("command")
    if not isinstance(command, str):
        raise _Wrong("command is required")
    make = _EDITOR_COMMANDS.get(command)
    if make is None:
        raise _Wrong(f"Unknown command: {command}")
    return make(call)


def _editor_replace(call: _Call) -> _Outcomes:
    # The editor deletes if there is nothing to put there.
    new = {} if call.has(_NEW) else {"new_str": ""}
    return _replace(replace(call, parameters={**call.parameters, **new}))


def _insert(call: _Call) -> _Outcomes:
    path = call.path()
    after = call.number("insert_line", 0)
    text = call.text(_INSERTED, "insert_text")
    return [_found(call, path, Insert(after, _whole_lines(text) or "\n"))]


def _nothing(call: _Call) -> _Outcomes:
    return []


def _cline_editor(call: _Call) -> _Outcomes:
    """Cline's editor: a line to insert at, or text to find, or neither to make a file."""
    if call.has(["insert_line"]):
        # It counts from 1 and inserts before the line.
        path, before = call.path(), call.number("insert_line", 1)
        return [_found(call, path, Insert(before - 1, _whole_lines(call.text(_INSERTED, "new_text"))))]
    if not call.has(_OLD):
        return [_found(call, call.path(), Write(call.text(_NEW, "new_text"), creates=True))]
    return _replace(call)


def _acp_diff(call: _Call) -> _Outcomes:
    """A change as the Agent Client Protocol shows it: no old text if the file is new."""
    if call.has(_OLD):
        return _replace(call)
    return [_found(call, call.path(), Write(call.text(_NEW, "newText"), creates=True))]


def _edit_lines(call: _Call) -> _Outcomes:
    """Lines by number, as `edit_lines` numbers them: from 1, both ends included."""
    command = call.text(["command"], "command")
    make = _LINE_COMMANDS.get(command)
    if make is None:
        raise _Wrong(f"Unknown command: {command}")
    return [replace(_found(call, call.path(), make(call)), format=LINE_EDIT)]


def _replaced_lines(call: _Call) -> Operation:
    first, last = _line_range(call)
    return ReplaceLines(first, last, _indented(call, call.text(["new_content"], "new_content")))


def _inserted_lines(call: _Call) -> Operation:
    after = call.number("insert_line", 0)
    text = call.text(["new_content"], "new_content")
    return Insert(after, _indented(call, text) or "\n")


def _deleted_lines(call: _Call) -> Operation:
    return ReplaceLines(*_line_range(call), "")


def _line_range(call: _Call) -> tuple[int, int]:
    first, last = call.number("start_line", 1), call.number("end_line", 1)
    if last < first:
        raise _Wrong(f"end_line {last} is before start_line {first}")
    return first, last


def _indented(call: _Call, text: str) -> str:
    """Whole lines, the shallowest as deep as `indent_level` says, if it does."""
    lines = _whole_lines(text)
    if not call.has(["indent_level"]):
        return lines
    margin = " " * min(call.number("indent_level", 0), _DEEPEST)
    filled = [line for line in lines.split("\n") if line.strip()]
    base = min((len(line) - len(line.lstrip(" \t")) for line in filled), default=0)
    return "".join(
        margin + line[base:] + "\n" if line.strip() else "\n" for line in lines.removesuffix("\n").split("\n")
    )


_DEEPEST = 1000


def _rewrite(call: _Call) -> _Outcomes:
    pattern, rewrite = call.text(["pattern"], "pattern"), call.text(["rewrite"], "rewrite")
    language = call.text(["language"], "language") if call.has(["language"]) else None
    found = _found(call, call.path(), Rewrite(pattern, rewrite, language))
    return [replace(found, format=STRUCTURAL)]


def _sketch(call: _Call) -> _Outcomes:
    """Code in which remarks stand for what stays: Cursor's `edit_file`, Copilot's `insert_edit_into_file`."""
    text = call.text(_SKETCHED, "code_edit")
    # A snippet without such a remark could be a part of the file as well as all of it.
    return [_found(call, call.path(), Write(text, creates=True))]


def _patch(call: _Call) -> _Outcomes:
    return _patched(call.text(_PATCHES, "input"), call.line)


def _shell(call: _Call) -> _Outcomes:
    """A patch that is given to the program `apply_patch`; all other commands are none of our business."""
    command = next((call.parameters[word] for word in _COMMANDS if word in call.parameters), None)
    words = command if isinstance(command, list) else [command]
    script = words[-1] if words else None
    if not isinstance(script, str) or "*** Begin Patch" not in script:
        return []
    if (start := _CHANGE_DIRECTORY.match(script)) is None:
        return _patched(script, call.line)
    folder = start["folder"].strip("'\"").rstrip("/")
    return [_below(folder, outcome) for outcome in _patched(script[start.end() :], call.line)]


def _below(folder: str, outcome: Outcome) -> Outcome:
    """The same edit, of a file whose path begins in a folder."""
    if isinstance(outcome, Found | Malformed) and outcome.path_written:
        return replace(outcome, path_written=f"{folder}/{outcome.path_written}")
    return outcome


def _patched(text: str, line: int) -> _Outcomes:
    raise _Wrong("A patch can't be read yet")


def _found(call: _Call, path: str, operation: Operation, warnings: tuple[str, ...] = ()) -> Found:
    is_dry_run = call.is_set(("dry_run", "dryRun"))
    return Found(path, operation, warnings=warnings, is_dry_run=is_dry_run)


def _whole_lines(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _whole_characters(text: str, word: str) -> str:
    """The text, with the halves of characters that JSON writes as two put together."""
    if text.isascii() or not re.search("[\ud800-\udfff]", text):
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    # Those from DC80 on stand for bytes of the response that are no UTF-8.
    if half := re.search("[\ud800-\udc7f\udd00-\udfff]", whole):
        raise _Wrong(f"{word} holds half a character, \\u{ord(half[0]):04x},")
    return whole


@dataclass(frozen=True, slots=True)
class _Tool:
    outcomes: Callable[[_Call], _Outcomes]
    is_open: bool = False
    """Tools of the name differ: the parameters tell first."""


_LINE_COMMANDS: dict[str, Callable[[_Call], Operation]] = {
    "replace": _replaced_lines,
    "insert": _inserted_lines,
    "delete": _deleted_lines,
}
_EDITOR_COMMANDS: dict[str, Callable[[_Call], _Outcomes]] = {
    "str_replace": _editor_replace,
    "insert": _insert,
    "create": _create,
    "write": _write,
    "view": _nothing,
    "undo_edit": _nothing,
}
_TOOLS = {
    **dict.fromkeys(
        ["edit", "replace", "strreplace", "searchreplace", "searchandreplace", "replacestringinfile"],
        _Tool(_replace, is_open=True),
    ),
    **dict.fromkeys(["multiedit", "multireplacestringinfile"], _Tool(_several, is_open=True)),
    **dict.fromkeys(["write", "writefile", "writetofile"], _Tool(_write, is_open=True)),
    **dict.fromkeys(["editfile", "inserteditintofile"], _Tool(_sketch, is_open=True)),
    **dict.fromkeys(["strreplaceeditor", "strreplacebasededittool", "texteditor"], _Tool(_editor)),
    **dict.fromkeys(["shell", "bash", "localshell", "execcommand", "exec"], _Tool(_shell)),
    "applypatch": _Tool(_patch),
    "createfile": _Tool(_create),
    "diff": _Tool(_acp_diff),
    "editlines": _Tool(_edit_lines),
    "editor": _Tool(_cline_editor),
}
"""By plain name, see `_plain`."""
