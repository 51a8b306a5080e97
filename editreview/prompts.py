"""Texts for a model: the content of files, and instructions for a format."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from editreview.errors import Refused, UsageError
from editreview.formats import examples
from editreview.texts import Absent, Lines, Snapshot, line_body
from editreview.workspace import Workspace

DEFAULT_FORMAT = "search-replace"
_FENCE = "```"
_COPIED = (
    "Copy the old text from the file exactly, including whitespace and comments, with enough lines around "
    "the change to be unique in the file."
)
_CREATED = "An empty old text creates a new file."
_RULES: dict[str, tuple[str, ...]] = {
    "search-replace": (_COPIED, _CREATED),
    "edit-protocol": (_COPIED, "Start both parts with the same lines of the file.", _CREATED),
    "bolt": (_COPIED, 'A new file is a boltAction of type="file" with its filePath and complete text.'),
    "apply-patch": (
        "Include three unchanged lines before and after each change.",
        "`*** Add File:`, `*** Delete File:` and `*** Move to:` create, delete and move files.",
    ),
    "unified-diff": ("Include three unchanged lines before and after each change.",),
    "tool-call": (_COPIED, _CREATED),
    "line-edit": (
        "Line numbers count from 1 and refer to the file as shown here, also in later edits of it.",
        'command="insert" takes insert_line and puts new_content after that line, 0 for the top; '
        'command="delete" takes no new_content.',
    ),
    "structural": (
        "A pattern is code in which $NAME stands for one expression and $$$NAME for any number of them.",
        "Every match of the pattern is changed; path may name a folder.",
    ),
    "xml-tool-call": (_COPIED, "<write_to_file> with <path> and <content> creates a new file."),
    "whole-file": ("Give the complete text of the file: anything left out is removed.",),
    "lazy": ("Replace each unchanged part with a comment `... existing code ...`.",),
}
_NUMBERED = frozenset({"line-edit"})
"""Formats whose edits name lines, so that files are shown with line numbers."""


def prompt(workspace: Workspace, format: str, names: Sequence[str], wanted: Sequence[str] = ()) -> str:
    """Instructions for a model to answer in a format, with the text of files.

    Args:
        workspace: The workspace to read from.
        format: Name of the format.
        names: Files, relative to the current folder or else to the root.
        wanted: Further files, relative to the root.

    Raises:
        UsageError: A format or file does not exist.
    """
    known = examples()
    if format not in known:
        raise UsageError(f"unknown format {format}. Formats: {', '.join(known)}")
    example = _fenced(known[format], "")
    rules = ["Give the path of each file relative to the root of the project.", *_RULES[format]]
    if format not in ("lazy", "whole-file"):
        rules.append("Never abbreviate code in an edit with dots or a placeholder comment.")
    listed = "".join(f"- {rule}\n" for rule in rules)
    parts = [
        f"Answer with edits in this format, one for each change. Explain them outside.\n\n{example}",
        f"\n{listed}",
    ]
    # Two names may mean the same file.
    files = [
        *(_read(workspace, name) for name in names),
        *(_text(workspace, path, workspace.locate) for path in wanted),
    ]
    read = {found.path: found for found in files}
    for found in read.values():
        workspace.keep_shown(found)
    parts += (_titled(found, numbered=format in _NUMBERED) for found in read.values())
    return "".join(parts)


def show(workspace: Workspace, names: Iterable[str]) -> str:
    """Files, or some of their lines, with line numbers.

    Args:
        workspace: The workspace to read from.
        names: Each a file, or `FILE:A-B` or `FILE:A` for some lines, 1-based and inclusive.

    Raises:
        UsageError: A file or line does not exist.
    """
    found = [_shown(workspace, name) for name in names]
    for snapshot, _ in found:
        workspace.keep_shown(snapshot)
    return "\n".join(text for _, text in found)


def _shown(workspace: Workspace, name: str) -> tuple[Snapshot, str]:
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
