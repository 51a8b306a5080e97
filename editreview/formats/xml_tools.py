"""What a call in XML-like text asks for: tools of Cline and Roo by rules of their own, others as in JSON."""

import json
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import NO_HINTS, Hints, Insert, Replace, Write
from editreview.formats.calls import STYLES, WrongCall, whole_lines
from editreview.formats.dialect import Found, Malformed, Outcome, Runnable
from editreview.formats.tools import is_edit_tool, tool_outcomes
from editreview.formats.xml_diffs import diff_outcomes, file_diffs
from editreview.formats.xml_parameters import (
    TEXTS,
    Span,
    Unfinished,
    as_lines,
    is_framed,
    named_parameters,
    tagged_parameters,
    unwrapped,
    without_layout,
)

_LISTS = ("edits", "operations", "replacements")
_PATHS = ("path", "file_path", "filePath", "target_file", "filename")
_LINES = ("content", "contents", "file_text", "code_edit", "codeEdit", "new_content", "insert_text")
"""The parameters that are whole lines."""
_BLANKS_COUNT = TEXTS | frozenset(
    """
    old_string new_string oldString newString old_text new_text oldText newText before after contents
    code_edit codeEdit new_content pattern rewrite patch patchText patch_text input
    """.split()  # noqa: SIM905
)


class _Call(Struct, frozen=True):
    name: str
    text: str
    spans: Mapping[str, Span]
    values: Mapping[str, str]
    line: int
    """Of the response, at which the text begins."""

    @property
    def path(self) -> str:
        return self.required("path")

    def required(self, name: str) -> str:
        value = self.values.get(name)
        if not value:
            raise WrongCall(f"{name} is required")
        return value

    def number(self, name: str) -> int:
        value = self.required(name)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise WrongCall(f"{name} must be a whole number")
        return int(value)


def may_edit(name: str) -> bool:
    """Whether a call of this tool that is cut off is worth a word."""
    make = _OWN.get(_plain(name))
    return make is not _command and (make is not None or is_edit_tool(name))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def call_outcomes(name: str, text: str, line: int, *, is_named: bool) -> list[Outcome]:
    """The edits that a call asks for, or what is wrong with it; none if it does not edit.

    Args:
        name: Of the tool.
        text: Between the call's tags.
        line: Of the response, at which that begins.
        is_named: The parameters have their names in attributes.
    """
    make = _OWN.get(_plain(name))
    if make is None and not is_edit_tool(name):
        return []
    values: dict[str, str] = {}
    try:
        spans = named_parameters(text) if is_named else tagged_parameters(text)
        values = _values(text, spans, is_named=is_named)
        call = _Call(name, text, spans, values, line)
        return (make or _as_in_json)(call)
    except Unfinished as unfinished:
        return [Malformed(None, f"Missing {unfinished} for the {name} at line {line}")]
    except WrongCall as wrong:
        written = next((values[word] for word in _PATHS if values.get(word)), None)
        return [Malformed(written, f"{wrong} in the {name} at line {line}")]


def _values(text: str, spans: Mapping[str, Span], *, is_named: bool) -> dict[str, str]:
    """The parameters without the newlines that are layout.

    A text with a tag of its own is laid out. One whose name is an attribute is as it is to be, to the
    letter, unless it stands on lines of its own between its tags. An old and a new text are written in
    the same way: if one of them stands so, or one has its newline above and the other below, both lose
    the newlines next to their tags.
    """
    written = {name: text[slice(*unwrapped(text, span))] for name, span in spans.items()}
    framed = {name for name, value in written.items() if not is_named or is_framed(value)}
    for _, old, new in STYLES:
        pair = [written[name] for name in (old, new) if name in written]
        is_halved = any(text.startswith("\n") for text in pair) and any(text.endswith("\n") for text in pair)
        if is_halved or not framed.isdisjoint((old, new)):
            framed |= {old, new}
    return {name: _value(name, value, framed=name in framed) for name, value in written.items()}


def _value(name: str, written: str, *, framed: bool) -> str:
    if name not in _BLANKS_COUNT:
        return written.strip()
    if not framed:
        return written
    return as_lines(written) if name in _LINES else without_layout(written)


def _as_in_json(call: _Call) -> list[Outcome]:
    parameters: dict[str, object] = dict(call.values)
    for word in _LISTS:
        if word in call.values:
            try:
                parameters[word] = json.loads(call.values[word], strict=False)
            except (ValueError, RecursionError):
                raise WrongCall(f"{word} is not JSON") from None
    outcomes = tool_outcomes(call.name, parameters, call.line)
    return [_laid_out(outcome) for outcome in outcomes]


def _laid_out(outcome: Outcome) -> Outcome:
    """The outcome; if it is a file, its last line end may be the layout of the tags, and says nothing."""
    if isinstance(outcome, Found) and isinstance(outcome.operation, Write):
        return replace(outcome, hints=NO_HINTS)
    return outcome


def _write(call: _Call) -> list[Outcome]:
    if not {"path", "file_path"} & set(call.values):
        raise WrongCall("path is required")
    return _as_in_json(call)


def _diff(call: _Call) -> list[Outcome]:
    if "args" in call.spans:
        outcomes = file_diffs(call.text, call.spans["args"], call.line)
    elif "diff" in call.spans:
        hint = call.number("start_line") if call.values.get("start_line") else None
        outcomes = diff_outcomes(call.text, call.spans["diff"], call.path, call.line, hint)
    else:
        raise WrongCall("diff is required")
    if not outcomes:
        raise WrongCall("No SEARCH/REPLACE block")
    return outcomes


def _insert(call: _Call) -> list[Outcome]:
    """Roo counts lines from 1 and inserts before the line; 0 is the end of the file."""
    path, before = call.path, call.number("line")
    text = whole_lines(call.required("content"))
    return [Found(path, Insert(before - 1 if before else None, text))]


def _everywhere(call: _Call) -> list[Outcome]:
    """Roo's search: every occurrence, or those in a range of lines."""
    if call.values.get("ignore_case", "").lower() == "true":
        raise WrongCall("ignore_case is not supported")
    first = call.number("start_line") if call.values.get("start_line") else None
    return [_spread(outcome, first) for outcome in _as_in_json(call)]


def _spread(outcome: Outcome, first: int | None) -> Outcome:
    if not isinstance(outcome, Found) or not isinstance(outcome.operation, Replace):
        return outcome
    if first:
        return replace(outcome, hints=Hints(line=first))
    return replace(outcome, operation=replace(outcome.operation, is_everywhere=True))


def _command(call: _Call) -> list[Outcome]:
    return _as_in_json(call) or [Runnable(call.required("command"))]


_OWN: dict[str, Callable[[_Call], list[Outcome]]] = {
    "replaceinfile": _diff,
    "applydiff": _diff,
    "insertcontent": _insert,
    "searchandreplace": _everywhere,
    "writetofile": _write,
    "executecommand": _command,
    "bash": _command,
}
"""By name, without what parts its words."""
