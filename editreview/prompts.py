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
    read = {snapshot.path: snapshot for snapshot in files}
    for snapshot in read.values():
        workspace.keep_shown(snapshot)
    parts += (_titled(snapshot, numbered=described.names_lines) for snapshot in read.values())
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
    snapshot = _read(workspace, path)
    lines = Lines(snapshot.text)
    if first is None or last is None:
        first, last = 1, len(lines)
    elif not 1 <= first <= last <= len(lines):
        raise UsageError(f"{path} has {len(lines)} lines; {name.rpartition(':')[2]} is not in it")
    return snapshot, f"{snapshot.path}\n{_listed(lines, first, last)}"


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
        snapshot: Snapshot | Absent = workspace.read(locate(name))
    except Refused as refused:
        raise UsageError(str(refused)) from refused
    if isinstance(snapshot, Absent):
        raise UsageError(f"no file {name} in {workspace.root.folder}")
    return snapshot


def _titled(snapshot: Snapshot, *, numbered: bool) -> str:
    lines = Lines(snapshot.text)
    text = _listed(lines, 1, len(lines)) if numbered else snapshot.text
    return f"\n{snapshot.path}\n\n{_fenced(text, Path(snapshot.path).suffix.removeprefix('.'))}"


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
