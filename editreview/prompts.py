"""Texts for a model: files as they are, and how to answer with edits of them."""

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
    "Copy the old text from the file character by character, blanks and comments included, and with enough "
    "lines around the change that it is in the file just once."
)
_CREATED = "An empty old text makes a new file."
_RULES: dict[str, tuple[str, ...]] = {
    "search-replace": (_COPIED, _CREATED),
    "edit-protocol": (_COPIED, "Begin both parts with the same lines of the file.", _CREATED),
    "bolt": (_COPIED, 'A new file is a boltAction of type="file" with its filePath and all of its text.'),
    "apply-patch": (
        "Give three lines of the file, as they are, before and after each change.",
        "`*** Add File:`, `*** Delete File:` and `*** Move to:` make, remove and move files.",
    ),
    "unified-diff": ("Give three lines of the file, as they are, before and after each change.",),
    "tool-call": (_COPIED, _CREATED),
    "line-edit": (
        "Lines are counted from 1 in the file as it is shown here, also in a second edit of it.",
        'command="insert" takes insert_line and puts new_content after that line, 0 for the top; '
        'command="delete" takes no new_content.',
    ),
    "structural": (
        "A pattern is code in which $NAME stands for one expression and $$$NAME for any number of them.",
        "Every place that has the pattern's shape is changed; path may name a folder.",
    ),
    "xml-tool-call": (_COPIED, "<write_to_file> with <path> and <content> makes a new file."),
    "whole-file": ("Give all of the file's text: what you leave out is removed.",),
    "lazy": ("Stand in for the parts that stay as they are with a comment `... existing code ...`.",),
}
_NUMBERED = frozenset({"line-edit"})
"""Formats whose edits name lines, which the files have to show."""


def prompt(workspace: Workspace, format: str, names: Sequence[str], wanted: Sequence[str] = ()) -> str:
    """Instructions that make a model answer in a format, with the text of files.

    Args:
        workspace: The tree.
        format: Its name.
        names: Of files, from the current folder or else from the root.
        wanted: Further files, from the root.

    Raises:
        UsageError: There is no such format or file.
    """
    known = examples()
    if format not in known:
        raise UsageError(f"there is no format {format}. These are: {', '.join(known)}")
    example = _fenced(known[format], "")
    rules = ["Give each file's path from the root of the project.", *_RULES[format]]
    if format not in ("lazy", "whole-file"):
        rules.append("Leave nothing out of an edit with dots or a comment that stands for other lines.")
    told = "".join(f"- {rule}\n" for rule in rules)
    parts = [
        f"Answer with edits in this format, one for each change, and explain them outside:\n\n{example}",
        f"\n{told}",
    ]
    # One file can be named in several ways.
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
    """Files with line numbers, or some of their lines.

    Args:
        workspace: The tree.
        names: Each a file, or `FILE:A-B` or `FILE:A` for lines of it, counted from 1, the last included.

    Raises:
        UsageError: There is no such file or line.
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
        raise UsageError(f"{path} has {len(lines)} lines: there is no {name.rpartition(':')[2]}")
    return found, f"{found.path}\n{_listed(lines, first, last)}"


def _split(name: str) -> tuple[str, int | None, int | None]:
    """A file's name, and the lines of it that are named, if any."""
    path, colon, lines = name.rpartition(":")
    first, dash, last = lines.partition("-")
    if Path(name).is_file():
        return name, None, None
    if not colon or not first.isdecimal() or (dash and not last.isdecimal()):
        return name, None, None
    return path, int(first), int(last) if dash else int(first)


def _read(workspace: Workspace, name: str) -> Snapshot:
    """The text of a file that a person names."""
    return _text(workspace, name, workspace.named)


def _text(workspace: Workspace, name: str, locate: Callable[[str], str]) -> Snapshot:
    try:
        found: Snapshot | Absent = workspace.read(locate(name))
    except Refused as refused:
        raise UsageError(str(refused)) from refused
    if isinstance(found, Absent):
        raise UsageError(f"there is no file {name} in {workspace.root.folder}")
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
