"""An agent's edits: those that it asks permission for, and all that its tree has at the end of each turn.

Requests are read from raw messages. The SDK drops what it cannot validate, so the user would see less than is
written. Here a call counts only if all of it can be read, and updates count in the order in which they came.

The tree is a scratch tree in which the agent works.
"""

import json
import os
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

from msgspec import Struct

from editreview.blocks import FormatName
from editreview.errors import GitFailed, Refused
from editreview.review import FileVersions, Review, diff_of, with_line_feeds
from editreview.terminal import visible_line
from editreview.text import counted
from editreview.workspace import ScratchTree, Workspace, decode, encode

_MAX_CALLS = 20_000
"""Tool calls that are remembered, at most."""
_MAX_DETAIL = 20_000
"""Characters of a call that are shown."""
_NO_DIFFS = frozenset(["content", "terminal"])
"""The kinds of content that are no diff."""
_UNREADABLE = "a part of its content cannot be read"
FORMATS = (FormatName.TOOL_CALL, FormatName.UNIFIED_DIFF)
"""The formats in which the edits of an agent are written for the review."""


class AgentDiff(Struct, frozen=True):
    """A change that an agent wants to write."""

    path: str
    """As the agent names it, nearly always absolute."""
    old: str | None
    """The text to replace; None or empty for a whole file, which may exist."""
    new: str


class AskedCall(Struct, frozen=True):
    """A tool call for which an agent asks permission."""

    id: str
    """The agent's."""
    title: str
    kind: str
    """`edit`, `execute` or another word of the protocol; empty if it is unknown."""
    diffs: tuple[AgentDiff, ...]
    options: tuple[tuple[str, str], ...]
    """The id and the kind of each answer that it offers."""
    detail: str
    """Its input and its words as text, for a call without a diff."""
    replaces_all: bool = False
    """True if it replaces each occurrence of its old text."""
    problem: str | None = None
    """The reason why it cannot be shown as it is, so that it must not be allowed."""

    def option(self, kind: str) -> str | None:
        """The id of the first answer of a kind; None if there is none."""
        return next((id for id, of_kind in self.options if of_kind == kind), None)


class AgentCalls:
    """The tool calls of an agent, as its messages tell them."""

    def __init__(self) -> None:
        self._calls: dict[str, dict[str, object]] = {}
        self._requests: dict[str, deque[AskedCall]] = {}

    def record(self, message: Mapping[str, object]) -> None:
        """Read a message of the agent. Messages come in order."""
        parameters = message.get("params")
        if not isinstance(parameters, dict):
            return
        if message.get("method") == "session/update":
            update = parameters.get("update")
            if isinstance(update, dict) and update.get("sessionUpdate") in ("tool_call", "tool_call_update"):
                self._merge(update)
        elif message.get("method") == "session/request_permission":
            call = parameters.get("toolCall")
            if isinstance(call, dict) and isinstance(call.get("toolCallId"), str):
                request = _asked_call(self._merge(call), parameters.get("options"))
                self._requests.setdefault(request.id, deque()).append(request)

    def take(self, id: str) -> AskedCall:
        """The call that a permission is about, as it was when the agent asked.

        Raises:
            KeyError: The agent did not ask about it.
        """
        waiting = self._requests[id]
        request = waiting.popleft()
        if not waiting:
            del self._requests[id]
        return request

    def _merge(self, update: Mapping[str, object]) -> dict[str, object]:
        """A call with all that is known of it: an update replaces what it names."""
        id = update.get("toolCallId")
        if not isinstance(id, str):
            return {}
        known = self._calls.pop(id, {"toolCallId": id})
        known |= {name: value for name, value in update.items() if value is not None}
        while len(self._calls) >= _MAX_CALLS:
            del self._calls[next(iter(self._calls))]
        # Last, as the one that changed last.
        self._calls[id] = known
        return dict(known)


def _asked_call(call: Mapping[str, object], options: object) -> AskedCall:
    """The question about a call."""
    content = call.get("content") or []
    problem = None if isinstance(content, list) else _UNREADABLE
    diffs: list[AgentDiff] = []
    texts: list[str] = []
    for part in content if isinstance(content, list) else ():
        diff = _diff_of(part)
        if diff is not None:
            diffs.append(diff)
        elif not isinstance(part, dict) or part.get("type") not in _NO_DIFFS:
            problem = _UNREADABLE
        elif isinstance(words := part.get("content"), dict):
            texts.append(_text_in(words.get("text")))
    raw = call.get("rawInput")
    if raw is not None:
        texts.insert(0, json.dumps(raw, indent=2, ensure_ascii=False))
    return AskedCall(
        str(call.get("toolCallId")),
        _text_in(call.get("title")) or "a tool call without a title",
        _text_in(call.get("kind")),
        tuple(diffs),
        tuple(_options_of(options)),
        "\n".join(filter(None, texts))[:_MAX_DETAIL],
        _replaces_all(raw),
        problem,
    )


def _diff_of(part: object) -> AgentDiff | None:
    if not isinstance(part, dict) or part.get("type") != "diff":
        return None
    path, old, new = part.get("path"), part.get("oldText"), part.get("newText")
    if not isinstance(path, str) or not path or not isinstance(old, str | None) or not isinstance(new, str):
        return None
    return AgentDiff(path, old, new)


def _options_of(options: object) -> list[tuple[str, str]]:
    listed = options if isinstance(options, list) else []
    return [
        (each["optionId"], each["kind"])
        for each in listed
        if isinstance(each, dict)
        and isinstance(each.get("optionId"), str)
        and isinstance(each.get("kind"), str)
    ]


def _replaces_all(raw: object) -> bool:
    names = ("replace_all", "replaceAll")
    return isinstance(raw, dict) and any(raw.get(name) is True for name in names)


def _text_in(value: object) -> str:
    return value if isinstance(value, str) else ""


def path_in(root: Path, written: str) -> str | None:
    """The path of a file that an agent names, relative to its tree; None if it is outside, or git's own.

    Args:
        root: The agent's tree.
        written: The path, absolute or relative to the tree.
    """
    if "\0" in written:
        return None
    folder = os.path.realpath(root)
    target = os.path.realpath(os.path.join(folder, written))
    relative = os.path.relpath(target, folder)
    parts = PurePath(relative).parts
    if not parts or parts[0] == os.pardir or os.path.isabs(relative):
        return None
    return None if any(part.lower() == ".git" for part in parts) else PurePath(relative).as_posix()


class FileEdit(Struct, frozen=True):
    """A change of one file in an agent's tree."""

    path: str
    """Relative to the tree."""
    old: str | None
    """The text to replace; None for a whole file."""
    new: str
    replaces_all: bool = False


def edits_of(call: AskedCall, root: Path) -> list[FileEdit] | str:
    """The edits of a call.

    Returns:
        The edits, or the reason why the call must not be allowed.
    """
    if call.problem is not None:
        return call.problem
    edits: list[FileEdit] = []
    for diff in call.diffs:
        path = path_in(root, diff.path)
        if path is None:
            return f"{diff.path} is not in its tree"
        if not _is_encodable(diff.new) or not _is_encodable(diff.old or ""):
            return f"its text for {path} cannot be encoded"
        # An absent or empty old text does not prove that the file is new.
        edits.append(FileEdit(path, diff.old or None, diff.new, call.replaces_all))
    return edits


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_response(edit: FileEdit, id: str) -> str:
    """An edit as a line of a response: a tool call, which begins with an id."""
    named: dict[str, object] = {"file_path": edit.path}
    if edit.old is None:
        call = {"id": id, "name": "Write", "input": {**named, "content": edit.new}}
    else:
        texts: dict[str, object] = {"old_string": edit.old, "new_string": edit.new}
        texts |= {"replace_all": True} if edit.replaces_all else {}
        call = {"id": id, "name": "Edit", "input": {**named, **texts}}
    return json.dumps(call) + "\n"


def text_after(edits: Iterable[FileEdit], text: str | None, now: str | None) -> str | None:
    """A file after the edits that an agent was allowed, as far as it has made them.

    Args:
        edits: Edits of one file, in order.
        text: The file before; None if it did not exist.
        now: The file as the agent left it; None if it does not exist.
    """
    for edit in edits:
        if edit.old is None:
            text = edit.new
        elif text is not None and (edit.replaces_all or text.count(edit.old) == 1):
            is_left_out = now is None or (edit.new not in now and edit.old in now)
            text = text if is_left_out else text.replace(edit.old, edit.new)
    return text


_INEXACT = "its blocks would not give exactly this file"
_MAX_KEPT = 64 * 1024 * 1024
"""Bytes of a file that is kept although it cannot be reviewed."""
_MOST_KEPT = 5
"""Runs whose files are kept."""
_MAX_SHOWN = 3
"""Names of ignored files, or notes, that are told on a line."""


class Sweep(Struct, frozen=True):
    """The difference of a tree from its beginning and the edits that were allowed."""

    diff: str
    """Empty if there is nothing."""
    notes: Sequence[str]
    """Sentences that tell what is not in the review."""

    def first_notes(self) -> list[str]:
        """Those for which a line has room; all are told when the review ends."""
        more = len(self.notes) - _MAX_SHOWN
        return [
            *self.notes[:_MAX_SHOWN],
            *([f"{more} more are told when the review ends"] if more > 0 else ()),
        ]


class AgentTree:
    """A scratch tree, with the files as they were at the beginning of the turn.

    Args:
        scratch: The tree.
        real: The user's tree: this is a copy of it.
        copied: Files and folders that git ignores and that it has nevertheless.

    Raises:
        OSError: One of those cannot be copied.
    """

    def __init__(self, scratch: ScratchTree, real: Workspace, copied: Sequence[str] = ()) -> None:
        self.folder = scratch.root
        self._scratch = scratch
        self._real = real
        self._begun: dict[str, bytes | None] = {}
        """The files that did not begin this turn as they were in the very beginning."""
        self._touched: set[str] = set()
        """Every file that the agent has changed, or asked to."""
        self._left: Mapping[str, str] = {}
        """The files that the last comparison left out."""
        self.notes: Sequence[str] = ()
        """Sentences that tell what the last comparison left out."""
        self._turned = scratch.turn_links()
        """The targets of links that would have led to the user's tree."""
        self._copied = tuple(copied)
        scratch.copy(copied)
        self.variables = scratch.variables(copied)
        """Variables for the agent, in addition to those that it inherits."""

    def begin_turn(self, contents: Mapping[str, bytes | None]) -> None:
        """Make each file that the agent changed what the review makes of it.

        Args:
            contents: The files with what was accepted and not applied yet, by path; the others are as they
                are in the user's tree.
        """
        for path in sorted(self._touched | contents.keys()):
            data = contents[path] if path in contents else self._real.bytes_of(path)
            with suppress(OSError):
                self._put(path, data)
                self._begun[path] = data

    def _put(self, path: str, data: bytes | None) -> None:
        # A link of the agent's may lead anywhere.
        if path_in(self.folder, path) != path or self._bytes(path) == data:
            return
        file = self.folder / path
        file.unlink(missing_ok=True)
        if data is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            if _is_executable(self._real.root.folder / path):
                file.chmod(0o755)

    def _bytes(self, path: str) -> bytes | None:
        try:
            return (self.folder / path).read_bytes()
        except OSError:
            return None

    def sweep(self, allowed: Sequence[FileEdit]) -> Sweep:
        """Compare the tree with the beginning of the turn and the edits that were allowed in it.

        Raises:
            EditreviewError: Git refuses.
            OSError: The system does.
        """
        # If it cannot be repaired, git does not find it.
        with suppress(OSError, GitFailed):
            self._scratch.repair()
        tree = Workspace.open(self.folder)
        if tree.repository is None or tree.root.folder != self.folder.resolve():
            why = "its tree is not in the review: it is no longer a git work tree"
            return Sweep("", [self.keep_whole(why)])
        found = tree.compare(self._scratch.base)
        for path, target in self._turned.items():
            with suppress(OSError):
                if os.readlink(self.folder / path) == target:
                    found.left.pop(path, None)
        before = {path: found.before(path) for path in found.paths} | self._begun
        edits: dict[str, list[FileEdit]] = {}
        for edit in allowed:
            edits.setdefault(edit.path, []).append(edit)
        versions: list[FileVersions] = []
        for path in sorted(before.keys() - found.left.keys()):
            now = found.now(path) if path in found else self._bytes(path)
            if now != before[path]:
                expected = _expected_content(path, before[path], now, edits.get(path, ()))
                versions.append(FileVersions(path, expected, now))
        versions = [version for version in versions if version.before != version.after]
        inexact = self._inexact(versions)
        diff, left = diff_of(version for version in versions if version.path not in inexact)
        lacking = dict.fromkeys(self._scratch.submodules(), "it is a submodule, whose files its tree lacks")
        self._left = {**found.left, **inexact, **left, **lacking}
        # The others stay in the tree as the agent left them.
        self._touched |= (before.keys() | edits.keys()) - self._left.keys()
        left = {**self._left, **self._ignored(tree)}
        notes = [f"{visible_line(path)} is not in the review: {why}" for path, why in left.items()]
        # Where git takes no notice of permissions, those of the two trees differ anyway.
        changes = map(self._mode_change, versions) if tree.repository.has_modes else ()
        self.notes = [*notes, *filter(None, changes)]
        return Sweep(diff, self.notes)

    def _mode_change(self, version: FileVersions) -> str:
        """The sentence that a file became executable or is so no longer; empty if neither is true."""
        if version.after is None or version.path in self._left:
            return ""
        now, before = (_is_executable(top / version.path) for top in (self.folder, self._real.root.folder))
        became = "became executable" if now else "is no longer executable"
        return "" if now == before else f"{visible_line(version.path)} {became}, which is not in the review"

    def _inexact(self, versions: Sequence[FileVersions]) -> dict[str, str]:
        """The files that are not as the agent left them when all blocks of their diff are applied.

        A diff is text: it does not tell the encoding of a new file, or a byte order mark that was removed.
        New lines get the line ends of those around them, which is as it should be.

        Returns:
            The reasons, by path.
        """
        diff, _ = diff_of(versions)
        if not diff:
            return {}
        # Imported on first use: an agent may have written nothing.
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="trial-", dir=self._scratch.holder) as folder:
            for version in versions:
                if version.before is not None:
                    file = Path(folder, version.path)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(version.before)
            review = Review.open(folder, FORMATS, only_looks=True)
            review.read(diff)
            accepted = {p.key: review.acceptance(p) for p in review.proposals if p.is_ready}
            contents = review.contents({p.number for p in review.proposals}, accepted)
        pairs = ((version, contents.get(version.path, version.before)) for version in versions)
        return {v.path: why for v, data in pairs if (why := _why_not_exact(v, data)) is not None}

    def keep_whole(self, what: str, error: BaseException | None = None) -> str:
        """Keep the tree, since what the agent wrote is nowhere else. Returns the sentence.

        Args:
            what: What went wrong.
            error: The reason.
        """
        self._scratch.is_kept = True
        reason = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
        because = "" if error is None else f": {reason.removesuffix('.')}"
        return f"{what}{because}. Its files are kept in {self.folder}"

    def keep_left(self) -> str:
        """Keep the files that the last comparison left out, since the tree is removed.

        Returns:
            The sentence that tells where, or that it failed; empty if there are none.
        """
        files: dict[str, bytes] = {}
        for path in self._left:
            file = self.folder / path
            # Nothing behind a link, which may lead anywhere.
            if path_in(self.folder, path) == path and file.is_file() and file.stat().st_size <= _MAX_KEPT:
                data = self._bytes(path)
                files |= {} if data is None else {path: data}
        if not files:
            return ""
        try:
            folder = self._real.keep_files("agent-files", files, _MOST_KEPT)
        except OSError as error:
            return self.keep_whole(f"{counted(len(files), 'file')} of the agent cannot be copied", error)
        return f"{counted(len(files), 'file')} of the agent that cannot be reviewed: {folder}"

    def _ignored(self, tree: Workspace) -> dict[str, str]:
        """The files that the agent wrote and git ignores, as one entry; empty without any."""
        names = [] if tree.repository is None else tree.repository.ignored_files()
        of_user = [f"{name}/" for name in self._copied]
        names = [name for name in names if not f"{name.rstrip('/')}/".startswith(tuple(of_user))]
        if not names:
            return {}
        more = f" and {len(names) - _MAX_SHOWN} more" if len(names) > _MAX_SHOWN else ""
        return {f"{', '.join(names[:_MAX_SHOWN])}{more}": "git ignores it"}


def _is_executable(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & 0o100)
    except OSError:
        return False


def _why_not_exact(version: FileVersions, result: bytes | None) -> str | None:
    """The reason why a file does not become what it should be; None if it does, line ends aside."""
    if result == version.after:
        return None
    if version.before is None or version.after is None or result is None:
        return _INEXACT
    before, after = with_line_feeds(version.before), with_line_feeds(version.after)
    if before == after:
        return "only its line ends differ"
    return None if with_line_feeds(result) == after else _INEXACT


def _expected_content(
    path: str, before: bytes | None, now: bytes | None, edits: Iterable[FileEdit]
) -> bytes | None:
    """A file after the edits that were allowed, as far as they were made."""
    try:
        text, codec = (None, None) if before is None else decode(path, before)
        text_now = None if now is None else decode(path, now)[0]
        text_then = text_after(edits, text, text_now)
        if text_then is None or text_then == text:
            return before
        return text_then.encode() if codec is None else encode(path, text or "", text_then, codec)
    except (Refused, UnicodeError):
        return before
