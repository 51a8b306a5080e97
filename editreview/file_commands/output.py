"""Findings in the output of linters: lines `path:line:column: message`, and JSON as of ruff and eslint."""

from collections.abc import Iterator
from pathlib import PurePosixPath

import msgspec
from msgspec import Raw, Struct

from editreview.language_servers import WHOLE_FILE, Finding
from editreview.patterns import lazy_pattern
from editreview.processes import Finished

_MAX_MESSAGE = 200
"""The most characters of a message."""
_FIRST_LINES = 3
"""Lines of an output that is not understood that are shown."""
_COLOUR = lazy_pattern(r"\x1b\[[0-9;?]*[A-Za-z]")
_AT = lazy_pattern(
    r"^(?P<path>(?:[A-Za-z]:[\\/])?[^:\n]+):(?P<line>\d+)(?::\d+)?(?:-\d+(?::\d+)?)?:?\s+(?P<message>\S.*)$"
)
_ARROW = lazy_pattern(r"^\s*--> (?P<path>[^\n]+?):(?P<line>\d+)(?::\d+)?$")
"""The second line of a finding, as ruff and Rust write it."""
_NAMED_LINE = lazy_pattern(r"\bline (?P<line>\d+)\b", 2)
_SEVERITY = lazy_pattern(r"^\[?(?P<word>fatal error|error|warning|note|info|hint|style)\b\]?:?\s*", 2)
_CODE = lazy_pattern(r"^(?P<code>[A-Z]{1,6}\d{1,5}):?\s+(?:\[\*\] )?")
_STANDARD_INPUT = ("stdin", "standard input")
_REMARKS = ("note", "info", "hint")


_OF_ESLINT = {1: "warning", 2: "error"}


class _Place(Struct, frozen=True):
    row: int | None = None
    line: int | None = None


class _Item(Struct, frozen=True, rename={"rule": "ruleId"}):
    message: str
    line: int | None = None
    location: _Place | None = None
    code: str | int | None = None
    rule: str | None = None
    severity: int | str | None = None
    level: str | None = None


class _File(Struct, frozen=True):
    messages: list[_Item]


def findings_of(path: str, finished: Finished, source: str) -> tuple[Finding, ...] | None:
    """The findings that a linter wrote about a file.

    Args:
        path: The file, relative to the root.
        finished: The result of the linter.
        source: The name of the linter.

    Returns:
        None if it fails without any finding that is understood.
    """
    found = _in_json(finished.out, source)
    if found is None:
        text = "\n".join(_text(part) for part in (finished.out, finished.err))
        found = list(_in_lines(path, text, source))
        if not found and finished.status:
            found = list(_by_named_line(text, source))
    return tuple(found) if found or not finished.status else None


def whole_finding(finished: Finished, source: str) -> Finding:
    """The one finding of an output that is not understood: its first lines."""
    text = _text(finished.out).strip() or _text(finished.err).strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    message = " / ".join(lines[:_FIRST_LINES]) or f"exit status {finished.status}"
    return Finding(WHOLE_FILE, _short(message), False, "", source)


def _text(data: bytes) -> str:
    return _COLOUR.sub("", data.decode("utf-8", "replace")).replace("\r\n", "\n")


def _short(message: str) -> str:
    return message if len(message) <= _MAX_MESSAGE else f"{message[: _MAX_MESSAGE - 1]}…"


def _in_json(out: bytes, source: str) -> list[Finding] | None:
    """The findings of a list of JSON; None if it is none."""
    if not out.lstrip().startswith(b"["):
        return None
    items: list[_Item] = []
    try:
        for each in msgspec.json.decode(out, type=list[Raw]):
            try:
                items += msgspec.json.decode(each, type=_File).messages
            except msgspec.ValidationError:
                items.append(msgspec.json.decode(each, type=_Item))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    return [_of_item(item, source) for item in items if _severity(item) not in _REMARKS]


def _severity(item: _Item) -> str:
    if isinstance(item.severity, int):
        return _OF_ESLINT.get(item.severity, "")
    return item.level or item.severity or ""


def _of_item(item: _Item, source: str) -> Finding:
    place = item.location or _Place()
    line = next((n for n in (item.line, place.row, place.line) if n is not None), None)
    number = WHOLE_FILE if line is None or line < 1 else line - 1
    code = item.code if item.code is not None else item.rule
    first = item.message.strip().partition("\n")[0].strip()
    return Finding(
        number, _short(first), _severity(item) == "error", "" if code is None else str(code), source, number
    )


def _in_lines(path: str, text: str, source: str) -> Iterator[Finding]:
    before = ""
    for line in text.split("\n"):
        found = _AT.match(line) or _ARROW.match(line)
        if found is not None and _is_about(found["path"], path):
            message = found["message"] if "message" in found.groupdict() else before
            finding = _finding(int(found["line"]), message, source)
            if finding is not None:
                yield finding
        before = line.strip()


def _finding(line: int, message: str, source: str) -> Finding | None:
    severity = _SEVERITY.match(message)
    word = severity["word"].lower() if severity is not None else ""
    if word in _REMARKS:
        return None
    rest = message[severity.end() :] if severity is not None else message
    code = _CODE.match(rest)
    rest = rest[code.end() :] if code is not None else rest
    number = max(line, 1) - 1
    is_error = word.endswith("error")
    return Finding(number, _short(rest.strip()), is_error, code["code"] if code else "", source, number)


def _is_about(name: str, path: str) -> bool:
    """True if a linter means the file by a name."""
    name = name.strip().replace("\\", "/").removeprefix("./")
    if name == "-" or any(word in name.lower() for word in _STANDARD_INPUT):
        return True
    return name in (path, PurePosixPath(path).name) or name.endswith(f"/{path}")


def _by_named_line(text: str, source: str) -> Iterator[Finding]:
    """The first line of an output that names a line in words."""
    for line in text.split("\n"):
        found = _NAMED_LINE.search(line)
        if found is not None:
            number = max(int(found["line"]), 1) - 1
            yield Finding(number, _short(line.strip()), True, "", source, number)
            return
