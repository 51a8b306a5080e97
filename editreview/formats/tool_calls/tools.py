"""The tools with which models edit files: turns their calls into edits.

A call has a name and parameters, whether written as JSON, XML or Python. The tools are those of
OpenCode, Claude Code, Anthropic's text editor, gemini-cli, Crush, goose, Cline, Roo, Cursor,
Copilot, Codex, MCP's file system server, and `edit_lines`. They differ mostly in the names of
their parameters, so these identify a call, and a tool's name only where they are ambiguous. Text
is literal, and may be part of a line.
"""

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    FormatName,
    Group,
    GroupKind,
    Hints,
    Insert,
    Interpretation,
    Naming,
    Operation,
    Replace,
    ReplaceLines,
    Write,
)
from editreview.formats import apply_patch, lazy
from editreview.formats.path_names import is_path
from editreview.formats.spec import (
    LEAVE_NOTHING_OUT,
    MERGE,
    MOVE_BY_GIT,
    OF_BLOCK,
    WHOLE_ABOVE,
    Description,
    Edit,
    Example,
    Malformed,
    Outcome,
    UndoneEdit,
)
from editreview.formats.structural_calls import edit_operation
from editreview.formats.table import SEARCH_REPLACE, Embedded
from editreview.formats.tool_calls import (
    LISTS,
    PATHS,
    STYLES,
    Call,
    InvalidCall,
    is_path_word,
    whole_lines,
    with_path,
)

_UNAMBIGUOUS_STYLES = STYLES[:5]
"""Styles whose three names identify a call without the name of a tool."""
_DISTINCTIVE_STYLES = STYLES[:2]
"""Styles in which two names identify a call."""
_OLD = tuple(style[1] for style in STYLES)
_NEW = tuple(style[2] for style in STYLES)
_EVERYWHERE = ("replaceAll", "replace_all", "allow_multiple", "allowMultiple")
_EXPECTED = ("expected_replacements", "expectedReplacements", "expected_occurrences", "expectedOccurrences")
"""How many matches the old text must have."""
_NOT_LITERAL = ("use_regex", "useRegex", "is_regex", "isRegex", "regex")
_DRY_RUNS = ("dry_run", "dryRun", "preview", "simulate", "disabled")
_SAYS_HOW = ("mode", "action", "operation", "op", "position", "placement")
"""Parameters for the kind of edit, such as `mode="append"`; see `_way`."""
_AT_END = frozenset("a append append_to_end end".split())
_AT_TOP = frozenset("beginning prepend start top".split())
_IF_NEW = frozenset("create_new create_only x".split())
_NOT_REPLACED = (
    frozenset("above after before below delete insert insert_after insert_before regex remove".split())
    | _AT_END
    | _AT_TOP
)
"""What else a call with an old text may do than replace it."""
_TEXTS = ("content", "contents", "file_text", "fileText")
_WRITES = ({"filePath", "content"}, {"file_path", "content"})
"""The parameters that identify a call that writes a file, without the name of a tool."""
_INSERTED = ("insert_text", "new_str", "new_text", "content")
_SKETCHED = ("code_edit", "codeEdit", "code", "changes")
_PATCHES = ("patchText", "patch_text", "patch", "input")
_COMMANDS = ("command", "cmd")
EDIT_WORDS = frozenset(
    [
        *(word for style in _UNAMBIGUOUS_STYLES for word in style[1:]),
        *("file_text", "code_edit", "patchText", "new_content", "apply_patch_call", "apply_patch"),
    ]
)
"""Names of parameters and tools that rarely occur outside of calls that edit."""
_HEAD = re.compile(r"^[ \t]*(?:<{3,}|-{3,}) ?(?:SEARCH|ORIGINAL)\b", re.MULTILINE)
"""The head of a SEARCH/REPLACE block."""
_CHANGE_DIRECTORY = re.compile(r"\s*cd\s+(?P<folder>'[^']*'|\"[^\"]*\"|[^\s;&]+)\s*(?:&&|;)\s*")
"""A change of the folder before a command: `cd src && `."""


_Outcomes: TypeAlias = list[Outcome]


def tool_outcomes(name: str | None, parameters: Mapping[str, object], line: int) -> list[Outcome]:
    """The edits of a tool call; empty if it is not a call that edits.

    Args:
        name: The name of the tool; None if only the parameters identify it.
        parameters: The parameters by name. Numbers and booleans may be text.
        line: The line of the response at which the call begins; messages name it.

    Returns:
        Edits without `lines`, or the problem with the call.
    """
    call = Call(with_path(parameters), line)
    tool = None if name is None else _TOOLS.get(_plain(name))
    make = _by_name(tool, call) if tool else _by_parameters(call, is_named=False)
    if make is None:
        return []
    return _checked(lambda: make(call), call)


def _checked(make: Callable[[], _Outcomes], call: Call) -> _Outcomes:
    try:
        return make()
    except InvalidCall as wrong:
        path = call.value(PATHS)
        written = path[1] if path and isinstance(path[1], str) and path[1].strip() else None
        return [Malformed(written, f"{wrong} in the call at line {call.line}")]


def apply_patch_call(operation: Mapping[str, object], line: int) -> list[Outcome]:
    """The edits of an `apply_patch_call` of OpenAI's Responses API, which is an operation on one file."""
    call = Call(with_path(operation), line)
    return _checked(lambda: _operation(call), call)


def is_edit_tool(name: str) -> bool:
    """True if a tool of this name may edit files."""
    return _plain(name) in _TOOLS


@lru_cache(256)
def _plain(name: str) -> str:
    """A tool's name as in the table: in lower case, without namespace and separators."""
    bare = re.sub(r":\d+$", "", name.strip())
    bare = re.split(r"__|[.:/]", bare)[-1]
    return bare.replace("_", "").replace("-", "").lower()


PLAIN_OLD = frozenset(
    """
    find find_text old oldCode oldString oldText old_code old_content old_str old_string old_text
    original original_code search searchText search_block search_text
    """.split()
)
"""Names that models give to the old text of an edit in JSON that is no call of a tool."""
PLAIN_NEW = frozenset(
    """
    new newCode newString newText new_code new_content new_str new_string new_text replace replaceText
    replaceWith replace_block replace_text replace_with replacement updated updated_code
    """.split()
)
_PLAIN_REMARKS = frozenset(
    """
    comment description explanation id index language message note notes rationale reason step summary title
    """.split()
)
_PLAIN_KINDS = frozenset(
    """
    edit find_and_replace find_replace modify replace search-replace search_and_replace search_replace update
    """.split()
)


def are_remarks(parameters: Mapping[str, object]) -> bool:
    """True if these members of an object only describe an edit."""
    return all(
        (name in _PLAIN_REMARKS and isinstance(value, str | int))
        or (name in ("type", "action", "operation", "op", "kind") and value in _PLAIN_KINDS)
        for name, value in parameters.items()
    )


def _plain_words(value: object) -> tuple[str, str, str] | None:
    """The names of path, old and new text in an object that has only these and remarks; else None."""
    if not isinstance(value, Mapping):
        return None
    paths = [name for name in value if is_path_word(name)]
    old = [name for name in value if name in PLAIN_OLD]
    new = [name for name in value if name in PLAIN_NEW]
    others = {
        name: part
        for name, part in value.items()
        if name not in (*paths, *old, *new, *_EVERYWHERE, "line", "start_line", "startLine")
    }
    if len(paths) != 1 or len(old) != 1 or len(new) != 1 or not are_remarks(others):
        return None
    words = paths[0], old[0], new[0]
    path, *texts = (value[word] for word in words)
    is_edit = isinstance(path, str) and is_path(path) and all(isinstance(text, str) for text in texts)
    return words if is_edit else None


def is_plain_edit(value: object) -> bool:
    """True if an object is an edit with parameters of no tool: a file, an old and a new text, remarks."""
    return _plain_words(value) is not None and not (
        isinstance(value, Mapping) and tool_outcomes(None, value, 1)
    )


def plain_outcomes(value: object, line: int, name: str) -> list[Outcome]:
    """The edit that an object is, in a list of such edits, or the problem with it.

    Args:
        value: The object.
        line: The line of the response at which it begins.
        name: Its name in a message.
    """
    words = _plain_words(value)
    if words is None or not isinstance(value, Mapping):
        if isinstance(value, Mapping) and (outcomes := tool_outcomes(None, value, line)):
            return outcomes
        written = Call(with_path(value), line).value(PATHS) if isinstance(value, Mapping) else None
        path = written[1] if written and isinstance(written[1], str) and written[1].strip() else None
        return [Malformed(path, f"{name} at line {line} has not just a file, an old and a new text")]
    path, old, new = (value[word] for word in words)
    at = next((value[word] for word in ("line", "start_line", "startLine") if word in value), None)
    others = {word: value[word] for word in _EVERYWHERE if word in value}
    call = Call({"path": path, "old_text": old, "new_text": new, **others}, line)
    hints = Hints(line=at) if type(at) is int and at > 0 else None
    return [
        replace(each, hints=hints) if hints is not None and isinstance(each, Edit) else each
        for each in _checked(lambda: _replace(call), call)
    ]


def _by_name(tool: "_Tool", call: Call) -> Callable[[Call], _Outcomes]:
    return (_by_parameters(call, is_named=True) if tool.is_ambiguous else None) or tool.outcomes


def _by_parameters(call: Call, is_named: bool) -> Callable[[Call], _Outcomes] | None:
    """The function for the tool that the parameters identify; None if they do not identify one."""
    command = call.parameters.get("command")
    if isinstance(command, str) and call.has(PATHS):
        if command in _LINE_COMMANDS and call.has(("start_line", "end_line", "new_content")):
            return _edit_lines
        if command in _EDITOR_COMMANDS and call.has(("old_str", "file_text", "insert_line")):
            return _editor
    if any(isinstance(call.parameters.get(word), list) for word in LISTS):
        return _several if is_named or _are_edits(call) else None
    if _is_replacement(call, is_named) or (is_named and _is_new_text(call)):
        return _replace
    if call.has(PATHS) and call.is_text("diff") and _HEAD.search(str(call.parameters["diff"])):
        return _diff
    if is_named and call.has(_TEXTS):
        return _write
    if is_named and call.has(["pattern"]) and call.has(["rewrite"]):
        return _rewrite
    if not is_named and any(set(call.parameters) == words for words in _WRITES):
        return _write if all(map(call.is_text, call.parameters)) else None
    return None


def _is_replacement(call: Call, is_named: bool) -> bool:
    if is_named:
        return any(call.has([old]) and call.has([new]) for _, old, new in STYLES)
    # Two names of a distinctive style are enough; the others need all three.
    return any(sum(map(call.is_text, style)) > 1 for style in _DISTINCTIVE_STYLES) or any(
        all(map(call.is_text, style)) for style in _UNAMBIGUOUS_STYLES
    )


def _is_new_text(call: Call) -> bool:
    """True if a call has a new text for a path, and nothing that it may replace."""
    return call.has(PATHS) and call.has(_NEW) and not call.has((*_OLD, *_SKETCHED, "command"))


def _are_edits(call: Call) -> bool:
    """True if the list in a call without a name can only be a list of edits."""
    return any(
        isinstance(edit, Mapping) and old in edit and new in edit
        for edit in _listed(call)
        for _, old, new in _UNAMBIGUOUS_STYLES
    )


def _replace(call: Call) -> _Outcomes:
    path = call.path()
    _, old_word, new_word = call.style()
    if not call.has(_OLD) and call.has(_NEW):
        edit = _written(call, call.text(_NEW, new_word), creates=True)
        return [replace(edit, warnings=(f"the call has no {old_word}: it can only create a file",))]
    old = call.text(_OLD, old_word)
    new = call.text(_NEW, new_word)
    if old == new:
        raise InvalidCall(f"{old_word} and {new_word} must be different")
    _check_literal(call)
    given = call.value(_EXPECTED)
    count = 1 if given is None else call.number(given[0], 0)
    is_everywhere = call.is_set(_EVERYWHERE) or count > 1
    expected = count if count > 1 else None
    operation = Replace((Interpretation(old, new),), is_everywhere, is_text=True, expected=expected)
    return [_found(call, path, operation)]


def _check_literal(call: Call) -> None:
    """Raise `InvalidCall` if a call does something else than to replace its old text with the new one."""
    for word in _NOT_LITERAL:
        if call.is_set([word]):
            raise InvalidCall(f"{word} is not supported")
    if (way := _way(call, _NOT_REPLACED)) is not None:
        raise InvalidCall(f"{way[0]} {way[1]!r} is not supported: give the old text and all of the new one")
    nth = call.value(["occurrence"])
    if nth is not None and str(nth[1]).strip().lower() not in ("", "0", "1", "first"):
        raise InvalidCall("occurrence is not supported: give more lines of the old text")


def _way(call: Call, ways: frozenset[str]) -> tuple[str, str] | None:
    """The first of the parameters `mode`, `action`, … with one of these values, and its value; else None."""
    for word in _SAYS_HOW:
        value = call.parameters.get(word)
        if isinstance(value, str) and value.strip().lower().replace("-", "_") in ways:
            return word, value
    return None


def _several(call: Call) -> _Outcomes:
    """A list of edits, each on the result of the one before; all of them or none are applied."""
    edits = _listed(call)
    if not edits:
        raise InvalidCall("edits is required")
    outcomes: list[Outcome] = []
    for nth, edit in enumerate(edits, 1):
        if not isinstance(edit, Mapping):
            raise InvalidCall(f"Edit {nth} of {len(edits)} is not an object")
        try:
            outcomes += _replacement(Call({**_shared(call), **with_path(edit)}, call.line))
        except InvalidCall as wrong:
            raise InvalidCall(f"Edit {nth} of {len(edits)}: {wrong}") from None
    group = Group(f"tool-call-{call.line}", GroupKind.SEQUENTIAL, is_atomic=True)
    return [replace(each, group=group) if isinstance(each, Edit) else each for each in outcomes]


def _replacement(call: Call) -> _Outcomes:
    """One edit of a list, which cannot create a file."""
    if not call.has(_OLD):
        raise InvalidCall(f"{call.style()[1]} is required")
    return _replace(call)


def _listed(call: Call) -> Sequence[object]:
    edits = call.value(LISTS)
    return edits[1] if edits and isinstance(edits[1], list) else []


def _shared(call: Call) -> dict[str, object]:
    """The parameters that apply to all edits of a call."""
    return {word: value for word, value in call.parameters.items() if word not in LISTS}


def _write(call: Call) -> _Outcomes:
    text = call.text(_TEXTS, "content")
    if str(call.parameters.get("offset") or 0).strip() != "0":
        raise InvalidCall("offset is not supported: give the whole file")
    if call.is_set(["append"]) or _way(call, _AT_END):
        return _append(call)
    if _way(call, _AT_TOP):
        return [_found(call, call.path(), Insert(0, whole_lines(text)))]
    must_be_new = call.parameters.get("overwrite") in (False, "false") or _way(call, _IF_NEW) is not None
    return [_written(call, text, creates=must_be_new)]


def _append(call: Call) -> _Outcomes:
    return [_found(call, call.path(), Insert(None, whole_lines(call.text((*_TEXTS, "text"), "content"))))]


def _create(call: Call) -> _Outcomes:
    text = call.text(_TEXTS, "file_text" if call.has(["command"]) else "content")
    return [_written(call, text, creates=True)]


def _editor(call: Call) -> _Outcomes:
    """Anthropic's text editor, under any of its names and versions."""
    command = call.parameters.get("command")
    if not isinstance(command, str):
        raise InvalidCall("command is required")
    make = _EDITOR_COMMANDS.get(command)
    if make is None:
        raise InvalidCall(f"Unknown command: {command}")
    return make(call)


def _editor_replace(call: Call) -> _Outcomes:
    # Without a new text, the editor deletes the old one.
    new = {} if call.has(_NEW) else {"new_str": ""}
    return _replace(replace(call, parameters={**call.parameters, **new}))


def _insert(call: Call) -> _Outcomes:
    path = call.path()
    after = call.number("insert_line", 0)
    text = call.text(_INSERTED, "insert_text")
    return [_found(call, path, Insert(after, whole_lines(text) or "\n"))]


def _nothing(call: Call) -> _Outcomes:
    return []


def _undo(call: Call) -> _Outcomes:
    return [UndoneEdit(call.path())]


def _cline_editor(call: Call) -> _Outcomes:
    """Cline's editor: inserts at a line, replaces text, or creates a file if the call has neither."""
    if call.has(["insert_line"]):
        # It counts lines from 1, and inserts before the line.
        path, before = call.path(), call.number("insert_line", 1)
        return [_found(call, path, Insert(before - 1, whole_lines(call.text(_INSERTED, "new_text"))))]
    if not call.has(_OLD):
        return [_written(call, call.text(_NEW, "new_text"), creates=True)]
    return _replace(call)


def _acp_diff(call: Call) -> _Outcomes:
    """A diff of the Agent Client Protocol; without an old text, the file is new."""
    if call.has(_OLD):
        return _replace(call)
    return [_written(call, call.text(_NEW, "newText"), creates=True)]


def _edit_lines(call: Call) -> _Outcomes:
    operation = _line_operation(call)
    return [replace(_found(call, call.path(), operation), format=LINE_EDIT.name)]


def _rewrite(call: Call) -> _Outcomes:
    pattern, rewrite = call.text(["pattern"], "pattern"), call.text(["rewrite"], "rewrite")
    language = call.text(["language"], "language") if call.has(["language"]) else None
    found = _found(call, call.path(), edit_operation(pattern, rewrite, language))
    return [replace(found, format=FormatName.STRUCTURAL)]


def _sketch(call: Call) -> _Outcomes:
    """Code with placeholders: Cursor's `edit_file`, Copilot's `insert_edit_into_file`."""
    path, text = call.path(), call.text(_SKETCHED, "code_edit")
    if (operation := lazy.sketch(text)) is None:
        # Without placeholders the text may be a part of the file or all of it.
        return [replace(_found(call, path, Write(text)), naming=Naming.SENTENCE)]
    return [replace(_found(call, path, operation), format=lazy.LAZY.name)]


def _diff(call: Call) -> _Outcomes:
    """SEARCH/REPLACE blocks in a string: `replace_in_file` of Cline and `apply_diff` of Roo."""
    path, diff = call.path(), call.text(["diff"], "diff")
    outcomes = [
        _of_diff(outcome, path, call.line)
        for outcome in Embedded(SEARCH_REPLACE, path).read(diff.replace("\r\n", "\n"), 1)
    ]
    if not outcomes:
        raise InvalidCall("No SEARCH/REPLACE block")
    return outcomes


def _of_diff(outcome: Outcome, path: str, line: int) -> Outcome:
    match outcome:
        case Edit():
            return replace(outcome, path_written=path, lines=OF_BLOCK)
        case Malformed():
            message = f"In the diff of the call at line {line}: {outcome.message}"
            return replace(outcome, path_written=path, message=message, line=None)
    return outcome


def _patch(call: Call) -> _Outcomes:
    return _patched(call.text(_PATCHES, "input"), call.line)


def _operation(call: Call) -> _Outcomes:
    kind, path = call.text(["type"], "type"), call.path()
    diff = "" if kind == "delete_file" else call.text(["diff"], "diff")
    return _in_call(apply_patch.operation_outcomes(kind, path, diff), call.line)


def _shell(call: Call) -> _Outcomes:
    """A shell command that runs `apply_patch` with a patch, or undoes edits; empty for other commands."""
    command = next((call.parameters[word] for word in _COMMANDS if word in call.parameters), None)
    words = command if isinstance(command, list) else [command]
    script = words[-1] if words else None
    if not isinstance(script, str):
        return []
    if "*** Begin Patch" not in script:
        if words[0] in ("git", "rm"):
            script = shlex.join(map(str, words))
        return [UndoneEdit(path, is_all=True) for path in paths_undone(script)]
    if (start := _CHANGE_DIRECTORY.match(script)) is None:
        return _patched(script, call.line)
    folder = start["folder"].strip("'\"").rstrip("/")
    return [_below(folder, outcome) for outcome in _patched(script[start.end() :], call.line)]


_SEPARATORS = "&|; \t\n"
_COMMAND_ENDS = re.compile(r"&&|\|\||[;|\n]")
_UNDOES_NO_FILE = frozenset({"-b", "-B", "--orphan", "-p", "--patch", "--detach", "-t", "--track"})
"""Options of `git checkout` and `git restore` that undo no whole file."""
_WITH_VALUE = frozenset({"-s", "--source", "-C"})
"""Options of git that have a value."""


def paths_undone(script: str) -> list[str]:
    """The files and folders whose edits a script undoes, as it has them; `.` for all.

    Args:
        script: One command or several.
    """
    # A document in the script, as those of `cat > a.sh <<EOF`, is none of its commands.
    script = script.partition("<<")[0]
    found: list[str] = []
    start = 0
    for end in [*(match.start() for match in _COMMAND_ENDS.finditer(script)), len(script)]:
        if not any(script.count(quote, 0, start) % 2 for quote in "\"'"):
            found += _undone_by(_shell_words(script[start:end].strip(_SEPARATORS)))
        start = end
    return found


def _shell_words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _undone_by(words: Sequence[str]) -> list[str]:
    match words:
        case ["rm", *rest]:
            return _shell_arguments(rest)
        case ["git", "-C", _, *rest] | ["git", *rest]:
            return _undone_by_git(rest)
    return []


def _undone_by_git(words: Sequence[str]) -> list[str]:
    match words:
        case ["checkout", *rest] if "--" in rest:
            return list(rest[rest.index("--") + 1 :])
        case ["checkout", *rest] if _UNDOES_NO_FILE.isdisjoint(rest):
            # A name without a dot or a folder is rather a branch.
            return [path for path in _shell_arguments(rest) if "." in path or "/" in path]
        case ["restore", *rest] if not _is_index_only(rest) and _UNDOES_NO_FILE.isdisjoint(rest):
            return _shell_arguments(rest)
        case ["reset", *rest] if "--hard" in rest:
            return ["."]
    return []


def _is_index_only(words: Sequence[str]) -> bool:
    return not {"--staged", "-S"}.isdisjoint(words) and {"--worktree", "-W"}.isdisjoint(words)


def _shell_arguments(words: Sequence[str]) -> list[str]:
    """The words that are neither options nor their values."""
    values = {at + 1 for at, word in enumerate(words) if word in _WITH_VALUE}
    return [word for at, word in enumerate(words) if not word.startswith("-") and at not in values]


def _below(folder: str, outcome: Outcome) -> Outcome:
    """The outcome, with a path relative to a folder."""
    if isinstance(outcome, Edit | Malformed) and outcome.path_written:
        return replace(outcome, path_written=f"{folder}/{outcome.path_written}")
    return outcome


def _patched(text: str, line: int) -> _Outcomes:
    return _in_call(apply_patch.patch_outcomes(text), line)


def _in_call(outcomes: _Outcomes, line: int) -> _Outcomes:
    """The outcomes of a patch in a call, without their lines, which are numbered within the patch."""
    return [_of_call(outcome, line) for outcome in outcomes]


def _of_call(outcome: Outcome, line: int) -> Outcome:
    match outcome:
        case Edit():
            group = outcome.group and replace(outcome.group, id=f"{outcome.group.id}-of-{line}")
            return replace(outcome, lines=OF_BLOCK, group=group, format=FormatName.APPLY_PATCH)
        case Malformed():
            message = f"In the patch of the call at line {line}: {outcome.message}"
            return replace(outcome, message=message, line=None)
    return outcome


def _written(call: Call, text: str, *, creates: bool = False) -> Edit:
    """An edit that writes exactly this text, with or without a final line end."""
    found = _found(call, call.path(), Write(text, creates))
    return replace(found, hints=Hints(final_newline=text.endswith(("\n", "\r"))))


def _found(call: Call, path: str, operation: Operation, warnings: tuple[str, ...] = ()) -> Edit:
    is_dry_run = call.is_set(_DRY_RUNS) or call.parameters.get("enabled") in (False, "false")
    return Edit(path, operation, warnings=warnings, is_dry_run=is_dry_run)


class _Tool(Struct, frozen=True):
    outcomes: Callable[[Call], _Outcomes]
    is_ambiguous: bool = False
    """True if different tools have this name, so that the parameters decide first."""


_EDITOR_COMMANDS: dict[str, Callable[[Call], _Outcomes]] = {
    "str_replace": _editor_replace,
    "insert": _insert,
    "create": _create,
    "write": _write,
    "view": _nothing,
    "undo_edit": _undo,
}
_TOOLS = {
    **dict.fromkeys(
        [
            *("edit", "replace", "strreplace", "searchreplace", "searchandreplace", "replacestringinfile"),
            "singlefindandreplace",
        ],
        _Tool(_replace, is_ambiguous=True),
    ),
    **dict.fromkeys(["multiedit", "multireplacestringinfile"], _Tool(_several, is_ambiguous=True)),
    **dict.fromkeys(["write", "writefile", "writetofile"], _Tool(_write, is_ambiguous=True)),
    **dict.fromkeys(
        ["editfile", "editexistingfile", "inserteditintofile"], _Tool(_sketch, is_ambiguous=True)
    ),
    **dict.fromkeys(["replaceinfile", "applydiff"], _Tool(_diff, is_ambiguous=True)),
    **dict.fromkeys(["strreplaceeditor", "strreplacebasededittool", "texteditor"], _Tool(_editor)),
    **dict.fromkeys(["shell", "bash", "localshell", "execcommand", "exec"], _Tool(_shell)),
    **dict.fromkeys(["appendfile", "appendtofile", "fsappend"], _Tool(_append)),
    "applypatch": _Tool(_patch),
    **dict.fromkeys(["createfile", "createnewfile"], _Tool(_create)),
    "diff": _Tool(_acp_diff),
    "editlines": _Tool(_edit_lines),
    "editor": _Tool(_cline_editor),
}
"""By the name that `_plain` gives."""


_LINE_EDIT_EXAMPLE = """\
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
_LINE_EDIT_INSERT = Example(
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
_LINE_EDIT_WHEN = (
    "for lines that occur several times or only change their indentation, and for an edit that failed before"
)
_LINE_EDIT_SUMMARY = "`edit_lines` by line numbers, as JSON or as a Python call"
_LINE_EDIT_RULES = (
    "Line numbers count from 1 and refer to the file as shown here, also in later edits of it.",
    'command="insert" takes insert_line and puts new_content after that line, 0 for the top; '
    'command="delete" takes no new_content.',
    MERGE,
    WHOLE_ABOVE,
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)
LINE_EDIT = Description(
    FormatName.LINE_EDIT,
    _LINE_EDIT_SUMMARY,
    _LINE_EDIT_EXAMPLE,
    _LINE_EDIT_INSERT,
    _LINE_EDIT_WHEN,
    _LINE_EDIT_RULES,
    names_lines=True,
)
LINE_EDIT_PARAMETERS = (
    *("command", "path", "start_line", "end_line", "insert_line", "new_content", "indent_level", "dry_run"),
)
"""In the order in which the tool declares them."""
_MAX_INDENT = 1000


def _line_operation(call: Call) -> Operation:
    """The operation of a call of `edit_lines`, by line numbers, 1-based and inclusive.

    `command` is replace, insert or delete. Text is whole lines; the last line end may be missing.
    `indent_level` sets the indentation of the least indented line; without it the lines keep their own
    indentation, or get that of the lines around them if the file's language requires it.

    Raises:
        InvalidCall: A parameter is missing or invalid.
    """
    command = call.text(["command"], "command")
    make = _LINE_COMMANDS.get(command)
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


_LINE_COMMANDS: dict[str, Callable[[Call], Operation]] = {
    "replace": _replace_lines,
    "insert": _insert_lines,
    "delete": _delete_lines,
}
