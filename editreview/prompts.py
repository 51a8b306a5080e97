"""Texts for a model: the content of files, and instructions for the formats to answer in."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from editreview import likeness
from editreview.blocks import FormatName
from editreview.errors import Refused, UsageError
from editreview.formats import descriptions
from editreview.review import may_hold_secrets
from editreview.terminal import visible_line
from editreview.text import Absent, Lines, Snapshot, counted, line_body
from editreview.workspace import Workspace

_DEFAULT_FORMAT = FormatName.SEARCH_REPLACE
_RETRY_FORMAT = FormatName.LINE_EDIT
"""The format that is offered in addition to the default one to a model that gets feedback."""
_FENCE = "```"
_CHANGE_A_LINE = "Change a line"
_PATHS = "Give the path of each file relative to the root of the project."
_RETRY = (
    "If you are told that an edit failed, send that edit again and no other one. Copy its old text anew from "
    "the lines that you are shown with their numbers."
)
_BAR = "The number and the bar before each line are not part of the file."
_PER_TOKEN = 4
"""ASCII characters in one token, about."""


class Prompt(Struct, frozen=True):
    """A text for a model."""

    text: str
    files: tuple[str, ...]
    """The files whose text it has, relative to the root."""
    left_out: tuple[str, ...]
    """Sentences about files that were named, and are not in it."""

    @property
    def tokens(self) -> int:
        """See `tokens_in`."""
        return tokens_in(self.text)


def tokens_in(text: str) -> int:
    """The tokens of a text, about.

    Four ASCII characters are one, and so is any other. For code and English prose that comes within a tenth
    of what o200k counts; other tokenizers make up to a fifth more.
    """
    ascii_characters = len(text.encode("ascii", "ignore"))
    return -(-ascii_characters // _PER_TOKEN) + len(text) - ascii_characters


def prompt(
    workspace: Workspace,
    formats: Sequence[str],
    names: Sequence[str],
    missing: Sequence[str] = (),
    *,
    changed: bool = False,
    feedback: str | None = None,
    numbered: bool | None = None,
    with_ignored: bool = False,
) -> Prompt:
    """Instructions for a model to answer in one of some formats, with the text of files.

    Args:
        workspace: The workspace to read from.
        formats: Names of the formats. None at all: search-replace, and with feedback line-edit too.
        names: Files and folders, relative to the current folder or else to the root.
        missing: Files that the model edited without having been shown them, relative to the root. They come
            last, without those that may contain secrets.
        changed: Include the files that differ from the last commit.
        feedback: A message about the answer before, to be repeated at the end.
        numbered: Show files with line numbers. None: if a format names lines.
        with_ignored: Include named files that git ignores.

    Raises:
        UsageError: A format, file or folder does not exist, or there is no git to tell what changed.
    """
    known = descriptions()
    for name in formats:
        if name not in known:
            suggestion = likeness.did_you_mean(name, list(known))
            raise UsageError(f"unknown format: {name}.{suggestion} Formats: {', '.join(known)}")
    if not formats:
        formats = [_DEFAULT_FORMAT] if feedback is None else [_DEFAULT_FORMAT, _RETRY_FORMAT]
    formats = list(dict.fromkeys(formats))
    if numbered is None:
        numbered = any(known[name].names_lines for name in formats)
    found = _Files(workspace, with_ignored=with_ignored)
    for name in names:
        found.add_named(name)
    if changed:
        found.add_changed()
    found.add_missing(missing)
    _keep(workspace, found.read.values())
    parts = [_instructions(formats)]
    if found.read:
        parts.append(f"\nThe files as they are now.{f' {_BAR}' if numbered else ''}\n")
    parts += (_titled(snapshot, numbered=numbered) for snapshot in found.read.values())
    if feedback is not None and feedback.strip():
        parts.append(f"\nYour last answer was reviewed:\n\n{feedback.strip()}\n")
    return Prompt("".join(parts), tuple(found.read), tuple(found.left_out))


def _instructions(formats: Sequence[str]) -> str:
    """Instructions for some formats: the rules that all of them share come last."""
    described = [descriptions()[name] for name in formats]
    rules = dict.fromkeys(rule for each in described for rule in each.rules)
    shared = [rule for rule in rules if all(rule in each.rules for each in described)]
    parts: list[str] = []
    if len(described) == 1:
        parts.append("Answer with edits in this format, one for each change. Explain them outside.\n")
    else:
        listed = "".join(f"- {each.name}: {each.when}\n" for each in described)
        parts.append(
            "Answer with edits, one for each change, each in one of these formats. Explain them outside.\n\n"
            f"{listed}"
        )
    for each in described:
        title = f"\n## {each.name}\n" if len(described) > 1 else ""
        examples = ((_CHANGE_A_LINE, each.example), (each.second.title, each.second.response))
        sections = "".join(f"\n{heading}:\n\n{_fenced(text, '')}" for heading, text in examples)
        own = [rule for rule in each.rules if rule not in shared] if len(described) > 1 else []
        parts.append(f"{title}{sections}{_listed_rules(own)}")
    if len(described) > 1:
        parts.append("\n## All formats\n")
    parts.append(_listed_rules([_PATHS, *shared, _RETRY]))
    return "".join(parts)


def _listed_rules(rules: Sequence[str]) -> str:
    return "".join(("\n" if rules else "", *(f"- {rule}\n" for rule in rules)))


class _Files:
    """Collects the files of a prompt, each once and in order."""

    def __init__(self, workspace: Workspace, *, with_ignored: bool) -> None:
        self._workspace = workspace
        self._with_ignored = with_ignored
        self.read: dict[str, Snapshot] = {}
        """By path: two names may mean the same file."""
        self.left_out: list[str] = []

    def add_named(self, name: str) -> None:
        """Add a file, or the text files of a folder that git does not ignore.

        Raises:
            UsageError: There is no such file or folder.
        """
        folder = self._workspace.named_folder(name)
        if folder is None:
            self.add(name, self._workspace.named)
            return
        inside = [path for path in sorted(self._workspace.paths()) if path.startswith(folder)]
        if not inside:
            raise UsageError(f"the folder {name} has no file that git does not ignore")
        self._add_each(inside)

    def add_changed(self) -> None:
        """Add the text files that differ from the last commit, including new ones.

        Raises:
            UsageError: There is no git repository.
        """
        self._add_each(self._workspace.changed())

    def add_missing(self, paths: Iterable[str]) -> None:
        """Add the files that the response asks for, which the user has not named.

        Raises:
            UsageError: One does not exist, or cannot be read.
        """
        for path in self._without_secrets(path for path in paths if path not in self.read):
            self.add(path, self._workspace.locate)

    def _add_each(self, paths: Iterable[str]) -> None:
        """Add those files that are text, and by their names hold no secrets."""
        left: list[str] = []
        for path in self._without_secrets(paths):
            try:
                snapshot = self._workspace.look(self._workspace.locate(path))
            except Refused:
                left.append(path)
                continue
            if isinstance(snapshot, Snapshot):
                self.read.setdefault(snapshot.path, snapshot)
        if left:
            self.left_out.append(f"left out {counted(len(left), 'file')} without readable text: {_few(left)}")

    def _without_secrets(self, paths: Iterable[str]) -> list[str]:
        """The paths but for those whose names say that the files may contain secrets: these are left out."""
        rest: list[str] = []
        secret: list[str] = []
        for path in paths:
            (secret if may_hold_secrets(path) else rest).append(path)
        if secret:
            files = f"{counted(len(secret), 'file')} that may contain secrets"
            self.left_out.append(f"left out {files}: {_few(secret)} (name one to include it)")
        return rest

    def add(self, name: str, locate: Callable[[str], str]) -> None:
        """Add one file.

        Raises:
            UsageError: It does not exist, or cannot be read.
        """
        snapshot = _text(self._workspace, name, locate)
        if not self._with_ignored and self._workspace.ignored([snapshot.path]):
            self.left_out.append(f"left out {snapshot.path}: git ignores it (--ignored includes it)")
            return
        self.read.setdefault(snapshot.path, snapshot)


def _few(paths: Sequence[str]) -> str:
    """The first of some paths, whose names may have line ends."""
    return ", ".join(map(visible_line, paths[:3])) + (" …" if len(paths) > 3 else "")


def show(workspace: Workspace, names: Iterable[str]) -> str:
    """Files, or some of their lines, with line numbers.

    Args:
        workspace: The workspace to read from.
        names: Each a file, or `FILE:A-B` or `FILE:A` for some lines, 1-based and inclusive.

    Raises:
        UsageError: A file or line does not exist.
    """
    found = [_numbered(workspace, name) for name in names]
    _keep(workspace, (snapshot for snapshot, _ in found))
    return "\n".join(text for _, text in found)


def _keep(workspace: Workspace, snapshots: Iterable[Snapshot]) -> None:
    """Remember the texts of files as shown, but for those that may hold passwords or keys."""
    workspace.keep_shown(each for each in snapshots if not may_hold_secrets(each.path))


def _numbered(workspace: Workspace, name: str) -> tuple[Snapshot, str]:
    path, first, last = _split(name)
    snapshot = _text(workspace, path, workspace.named)
    lines = Lines(snapshot.text)
    if first is None or last is None:
        first, last = 1, len(lines)
    elif not 1 <= first <= last <= len(lines):
        raise UsageError(f"{path} has {len(lines)} lines; {name.rpartition(':')[2]} is not in it")
    return snapshot, f"{snapshot.path}\n{''.join(_listed(lines, first, last))}"


def _split(name: str) -> tuple[str, int | None, int | None]:
    """A file name and the first and last line, if given."""
    path, colon, lines = name.rpartition(":")
    first, dash, last = lines.partition("-")
    if os.path.isfile(name):
        return name, None, None
    if not colon or not first.isdecimal() or (dash and not last.isdecimal()):
        return name, None, None
    return path, int(first), int(last) if dash else int(first)


def _text(workspace: Workspace, name: str, locate: Callable[[str], str]) -> Snapshot:
    """Read a file.

    Raises:
        UsageError: It does not exist, or cannot be read.
    """
    try:
        snapshot: Snapshot | Absent = workspace.look(locate(name))
    except Refused as refused:
        where = "" if name in str(refused) else f"{name}: "
        raise UsageError(f"{where}{refused}") from refused
    if isinstance(snapshot, Absent):
        raise UsageError(f"no file {name} in {workspace.root.folder}")
    return snapshot


def _titled(snapshot: Snapshot, *, numbered: bool) -> str:
    lines = Lines(snapshot.text)
    text = "".join(_listed(lines, 1, len(lines))) if numbered else snapshot.text
    return f"\n{snapshot.path}\n\n{_fenced(text, _language(snapshot.path))}"


def _language(path: str) -> str:
    """The ending of a file, as the name of its language; empty if a fence could not have it."""
    ending = Path(path).suffix.removeprefix(".")
    return ending if re.fullmatch(r"[\w+#-]*", ending) else ""


def _fenced(text: str, language: str) -> str:
    """A text in a fence that is longer than any run of backticks in it."""
    longest = max(map(len, re.findall("`{3,}", text)), default=0)
    fence = "`" * max(longest + 1, len(_FENCE))
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}\n"


def _listed(lines: Lines, first: int, last: int) -> Iterator[str]:
    width = len(str(last))
    for number in range(first, last + 1):
        yield f"{number:>{width}} | {line_body(lines[number - 1])}\n"
