"""An agent's requests for permission, read from its raw messages.

The SDK drops what it cannot validate, so the user would see less than is written. Here a call counts only if
all of it can be read, and updates count in the order in which they came.
"""

import json
import os
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath

from msgspec import Struct

_MAX_CALLS = 20_000
"""Tool calls that are remembered, at most."""
_MAX_DETAIL = 20_000
"""Characters of a call that are shown."""
_KNOWN = frozenset(["content", "terminal"])
"""The kinds of content that are no diff."""
_UNREADABLE = "a part of its content cannot be read"


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
        self._asked: dict[str, deque[AskedCall]] = {}

    def note(self, message: Mapping[str, object]) -> None:
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
                asked = _asked(self._merge(call), parameters.get("options"))
                self._asked.setdefault(asked.id, deque()).append(asked)

    def take(self, id: str) -> AskedCall:
        """The call that a permission is about, as it was when the agent asked.

        Raises:
            KeyError: The agent did not ask about it.
        """
        waiting = self._asked[id]
        asked = waiting.popleft()
        if not waiting:
            del self._asked[id]
        return asked

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


def _asked(call: Mapping[str, object], options: object) -> AskedCall:
    """The question about a call."""
    content = call.get("content") or []
    problem = None if isinstance(content, list) else _UNREADABLE
    diffs: list[AgentDiff] = []
    texts: list[str] = []
    for part in content if isinstance(content, list) else ():
        diff = _diff_of(part)
        if diff is not None:
            diffs.append(diff)
        elif not isinstance(part, dict) or part.get("type") not in _KNOWN:
            problem = _UNREADABLE
        elif isinstance(words := part.get("content"), dict):
            texts.append(_text(words.get("text")))
    raw = call.get("rawInput")
    if raw is not None:
        texts.insert(0, json.dumps(raw, indent=2, ensure_ascii=False))
    return AskedCall(
        str(call.get("toolCallId")),
        _text(call.get("title")) or "a tool call without a title",
        _text(call.get("kind")),
        tuple(diffs),
        tuple(_options(options)),
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


def _options(options: object) -> list[tuple[str, str]]:
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


def _text(value: object) -> str:
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


def edits_of(asked: AskedCall, root: Path) -> list[FileEdit] | str:
    """The edits of a call.

    Returns:
        The edits, or the reason why the call must not be allowed.
    """
    if asked.problem is not None:
        return asked.problem
    edits: list[FileEdit] = []
    for diff in asked.diffs:
        path = path_in(root, diff.path)
        if path is None:
            return f"{diff.path} is not in its tree"
        if not _is_encodable(diff.new) or not _is_encodable(diff.old or ""):
            return f"its text for {path} cannot be encoded"
        # An absent or empty old text does not prove that the file is new.
        edits.append(FileEdit(path, diff.old or None, diff.new, asked.replaces_all))
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


def after(edits: Iterable[FileEdit], text: str | None, now: str | None) -> str | None:
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
