"""Texts for a model: the content of files, and instructions for a format."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from editreview.errors import Refused, UsageError
from editreview.formats import descriptions
from editreview.text import Absent, Lines, Snapshot, line_body
from editreview.workspace import Workspace

DEFAULT_FORMAT = "search-replace"
_FENCE = "```"


def prompt(workspace: Workspace, format: str, names: Sequence[str], missing: Sequence[str] = ()) -> str:
    """Instructions for a model to answer in a format, with the text of files.

    Args:
        workspace: The workspace to read from.
        format: Name of the format.
        names: Files, relative to the current folder or else to the root.
        missing: Files that the model edited without having been shown them, relative to the root.

    Raises:
        UsageError: A format or file does not exist.
    """
    known = descriptions()
    if format not in known:
        raise UsageError(f"unknown format {format}. Formats: {', '.join(known)}")
    described = known[format]
    example = _fenced(described.example, "")
    rules = ["Give the path of each file relative to the root of the project.", *described.rules]
    listed = "".join(f"- {rule}\n" for rule in rules)
    parts = [
        f"Answer with edits in this format, one for each change. Explain them outside.\n\n{example}",
        f"\n{listed}",
    ]
    # Two names may mean the same file.
    files = [
        *(_read(workspace, name) for name in names),
        *(_text(workspace, path, workspace.locate) for path in missing),
    ]
    read = {found.path: found for found in files}
    for found in read.values():
        workspace.keep_shown(found)
    parts += (_titled(found, numbered=described.names_lines) for found in read.values())
    return "".join(parts)


def show(workspace: Workspace, names: Iterable[str]) -> str:
    """Files, or some of their lines, with line numbers.

    Args:
        workspace: The workspace to read from.
        names: Each a file, or `FILE:A-B` or `FILE:A` for some lines, 1-based and inclusive.

    Raises:
        UsageError: A file or line does not exist.
    """
    found = [_numbered(workspace, name) for name in names]
    for snapshot, _ in found:
        workspace.keep_shown(snapshot)
    return "\n".join(text for _, text in found)


def _numbered(workspace: Workspace, name: str) -> tuple[Snapshot, str]:
    path, first, last = _split(name)
    found = _read(workspace, path)
    lines = Lines(found.text)
    if first is None or last is None:
        first, last = 1, len(lines)
    elif not 1 <= first <= last <= len(lines):
        raise UsageError(f"{path} has {len(lines)} lines; {name.rpartition(':')[2]} is not in it")
    return found, f"{found.path}\n{_listed(lines, first, last)}"


def _split(name: str) -> tuple[str, int | None, int | None]:
    """A file name and the first and last line, if given."""
    path, colon, lines = name.rpartition(":")
    first, dash, last = lines.partition("-")
    if Path(name).is_file():
        return name, None, None
    if not colon or not first.isdecimal() or (dash and not last.isdecimal()):
        return name, None, None
    return path, int(first), int(last) if dash else int(first)


def _read(workspace: Workspace, name: str) -> Snapshot:
    """Read a file that the user named."""
    return _text(workspace, name, workspace.named)


def _text(workspace: Workspace, name: str, locate: Callable[[str], str]) -> Snapshot:
    try:
        found: Snapshot | Absent = workspace.read(locate(name))
    except Refused as refused:
        raise UsageError(str(refused)) from refused
    if isinstance(found, Absent):
        raise UsageError(f"no file {name} in {workspace.root.folder}")
    return found


def _titled(found: Snapshot, *, numbered: bool) -> str:
    lines = Lines(found.text)
    text = _listed(lines, 1, len(lines)) if numbered else found.text
    return f"\n{found.path}\n\n{_fenced(text, Path(found.path).suffix.removeprefix('.'))}"


def _fenced(text: str, language: str) -> str:
    longest = max(map(len, re.findall("`{3,}", text)), default=0)
    fence = "`" * max(longest + 1, len(_FENCE))
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}\n"


def _listed(lines: Lines, first: int, last: int) -> str:
    width = len(str(last))
    return "".join(
        f"{number:>{width}} | {line_body(lines[number - 1])}\n" for number in range(first, last + 1)
    )
