"""Reads the edits of one turn from the newest session of an agent in a folder: experimental.

The formats are private to the agents. Lines that are not known are skipped, nothing is written, and of a
session only the text of one turn is returned, without what its tools printed.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from editreview.errors import UsageError
from editreview.formats import APPLIED, Unwrapper, turns_that_edit
from editreview.text import counted, sha256_of
from editreview.user_folders import home

_MAX_READ = 128 * 1024 * 1024
"""Bytes read of a session, from its end."""
_MAX_HEAD = 4 * 1024 * 1024
"""Bytes at the beginning of a session in which its folder is looked for."""
_MAX_TRIED = 1_000
"""Sessions, the newest first, whose folder is looked for."""
_CHUNK = 1 << 20
_LONGEST_NAME = 150
"""Characters of a folder's name that Claude Code keeps as they are; it shortens longer ones."""
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
"""The editors in whose settings Cline keeps its tasks."""
_STATE = ("status", "input", "error")
"""The members that are read of the state of a call in OpenCode; the others hold what the tool printed."""


class SessionAgent(StrEnum):
    """The agents whose sessions are found."""

    CLAUDE = "claude"
    CODEX = "codex"
    OPENCODE = "opencode"
    GEMINI = "gemini"
    AIDER = "aider"
    CLINE = "cline"


class AgentSession(Struct, frozen=True):
    """One turn of a session."""

    file: Path
    """The file that was read."""
    text: str
    """The turn, as the reader of responses takes it."""
    turns: int
    """The number of turns in the session, as far as it was read."""
    other_turns: tuple[int, ...]
    """Further turns that edit files, if it was not said which one to read."""

    @property
    def note(self) -> str:
        """A sentence about the source."""
        note = f"read from {self.file}, which has {counted(self.turns, 'turn')}"
        others = turns_that_edit(self.other_turns)
        return f"{note}; {others}: see --turn" if others else note


class _Source(Struct, frozen=True):
    """A session that was found."""

    file: Path
    parts: Iterator[str]
    """Its text, in pieces."""


def newest_session(
    agent: SessionAgent, root: Path, turn: int | None, environment: Mapping[str, str] = os.environ
) -> AgentSession:
    """Read a turn of the newest session of an agent in a folder.

    Args:
        agent: The agent.
        root: The folder, with links resolved.
        turn: The turn to read; see `Unwrapper`.
        environment: The environment variables, which say where agents keep their sessions.

    Raises:
        UsageError: There is none, it cannot be read, or it does not have that turn.
    """
    try:
        source = _FINDERS[agent](root, environment)
        unwrapper = Unwrapper(turn)
        pieces = [unwrapper.feed(part) for part in source.parts]
        pieces.append(unwrapper.close())
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        raise UsageError(f"cannot read the session of {agent}{where}: {error.strerror}") from error
    turns = unwrapper.turns
    if turns is None:
        raise UsageError(f"{source.file} cannot be read as a session of {agent}: its format may have changed")
    if turn is not None and abs(turn) > turns:
        raise UsageError(f"there is no turn {turn}: {source.file} has {counted(turns, 'turn')}")
    return AgentSession(source.file, "".join(pieces), turns, unwrapper.other_turns)


def _none(agent: SessionAgent, root: Path, where: Path | str, found: int | None = None) -> UsageError:
    """The error that there is no session of a folder."""
    others = f"; {counted(found, 'session')} there belong to other folders" if found else ""
    return UsageError(f"no session of {agent} in {root}: looked in {where}{others}")


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    """Files by their last change, the newest first; those that are gone meanwhile are left out."""
    dated: list[tuple[int, Path]] = []
    for path in paths:
        try:
            dated.append((path.stat().st_mtime_ns, path))
        except OSError:
            continue
    return [path for _, path in sorted(dated, reverse=True)]


def _first_of(
    agent: SessionAgent,
    root: Path,
    where: Path,
    paths: Iterable[Path],
    is_of: Callable[[Path], bool],
    others: Iterable[Path] = (),
) -> _Source:
    """The newest of some files that is a session of the folder, or else of some others.

    Raises:
        UsageError: None is.
    """
    groups = [_newest_first(paths), _newest_first(others)]
    for path in (path for newest in groups for path in newest[:_MAX_TRIED]):
        if is_of(path):
            return _Source(path, _text_of(path))
    raise _none(agent, root, where, sum(map(len, groups)))


def _text_of(path: Path) -> Iterator[str]:
    """The text of a file in pieces of whole lines; of a very long one its end."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _MAX_READ, 0))
        if size > _MAX_READ:
            file.readline()
        while lines := file.readlines(_CHUNK):
            yield b"".join(lines).decode("utf-8", "surrogateescape")


def _entries(path: Path) -> Iterator[Mapping[str, object]]:
    """The objects of JSON on the first lines of a file; lines that are none are skipped."""
    try:
        with path.open("rb") as file:
            left = _MAX_HEAD
            while left > 0 and (line := file.readline(left)):
                left -= len(line)
                try:
                    value = json.loads(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(value, dict):
                    yield value
    except OSError:
        return


def _is_same(folder: object, root: Path) -> bool:
    """True if a text is the path of the root."""
    return isinstance(folder, str) and os.path.isabs(folder) and os.path.realpath(folder) == str(root)


def _is_inside(folder: object, root: Path) -> bool:
    """True if a text is the path of the root, or of a folder below it."""
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return False
    return Path(os.path.realpath(folder)).is_relative_to(root)


def _claude(root: Path, environment: Mapping[str, str]) -> _Source:
    """Claude Code: a file for each session, in a folder named after that of the session."""
    base = environment.get("CLAUDE_CONFIG_DIR")
    where = (Path(base) if base else home(environment) / ".claude") / "projects"

    def is_of(path: Path) -> bool:
        folder = next((entry["cwd"] for entry in _entries(path) if "cwd" in entry), None)
        return _is_inside(folder, root)

    # The names of subagents' sessions begin otherwise in some versions; others have a folder of their own.
    paths = (path for path in where.glob("*/*.jsonl") if not path.name.startswith("agent-"))
    likely = re.sub(r"[^A-Za-z0-9]", "-", str(root))[:_LONGEST_NAME]
    every = list(paths)
    beside = [path for path in every if path.parent.name.startswith(likely)]
    # A folder reached through a link has another name.
    others = [path for path in every if not path.parent.name.startswith(likely)]
    return _first_of(SessionAgent.CLAUDE, root, where, beside, is_of, others)


def _codex(root: Path, environment: Mapping[str, str]) -> _Source:
    """Codex: a file for each session, by day. Its paths are relative to the session's folder."""
    base = environment.get("CODEX_HOME")
    where = (Path(base) if base else home(environment) / ".codex") / "sessions"

    def is_of(path: Path) -> bool:
        meta = next(iter(_entries(path)), {})
        payload = meta.get("payload", meta)
        return isinstance(payload, dict) and _is_same(payload.get("cwd"), root)

    return _first_of(SessionAgent.CODEX, root, where, where.glob("**/rollout-*.jsonl"), is_of)


def _gemini(root: Path, environment: Mapping[str, str]) -> _Source:
    """Gemini CLI: a folder for each project, with a file for each session. In older ones it is one value."""
    base = environment.get("GEMINI_CLI_HOME")
    where = (Path(base) if base else home(environment)) / ".gemini" / "tmp"
    digest = sha256_of(os.fsencode(root))

    def is_of(path: Path) -> bool:
        project = path.parent.parent
        try:
            named = (project / ".project_root").read_text("utf-8", "surrogateescape").strip()
        except OSError:
            named = ""
        return _is_same(named, root) or project.name == digest

    source = _first_of(SessionAgent.GEMINI, root, where, where.glob("*/chats/session-*.json*"), is_of)
    return source if source.file.suffix == ".jsonl" else _Source(source.file, _messages_in(source.file))


def _messages_in(path: Path) -> Iterator[str]:
    """The messages in a session that is one value of JSON, each on a line."""
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return
    for message in value.get("messages", ()) if isinstance(value, dict) else ():
        if isinstance(message, dict):
            yield f"{json.dumps({'sessionId': '', **message})}\n"


def _opencode(root: Path, environment: Mapping[str, str]) -> _Source:
    """OpenCode: one database of all sessions."""
    base = environment.get("XDG_DATA_HOME")
    data = Path(base) if base else home(environment) / ".local" / "share"
    file = data / "opencode" / "opencode.db"
    if not file.is_file():
        raise _none(SessionAgent.OPENCODE, root, file)
    import sqlite3
    from urllib.parse import quote

    try:
        # Read-only: the database and its log stay as they are.
        database = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=2)
        try:
            rows = database.execute(
                "SELECT id, directory FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC"
            ).fetchall()
            id = next((id for id, folder in rows if _is_inside(folder, root)), None)
            if id is None:
                raise _none(SessionAgent.OPENCODE, root, file, len(rows))
            parts = database.execute(
                "SELECT message.data, part.data FROM part JOIN message ON message.id = part.message_id"
                " WHERE part.session_id = ? ORDER BY message.time_created, message.id, part.id",
                (id,),
            ).fetchall()
        finally:
            database.close()
    except sqlite3.Error as error:
        raise UsageError(f"cannot read the sessions of opencode in {file}: {error}") from error
    return _Source(file, _lines_of_opencode(parts))


def _lines_of_opencode(parts: Sequence[tuple[object, object]]) -> Iterator[str]:
    """The parts of the messages of a session of OpenCode, each as a message of its own on a line."""
    for message, part in ((_decoded(message), _decoded(part)) for message, part in parts):
        role, state = message.get("role"), part.get("state")
        if role not in ("assistant", "user") or not part:
            continue
        if isinstance(state, dict):
            part = {**part, "state": {name: state[name] for name in _STATE if name in state}}
            if state.get("status") == "completed":
                part = {**part, APPLIED: True}
        elif part.get("type") not in ("text", "reasoning"):
            continue
        yield f"{json.dumps({'role': role, 'content': [part]})}\n"


def _decoded(data: object) -> Mapping[str, object]:
    try:
        value = json.loads(data) if isinstance(data, str) else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _aider(root: Path, environment: Mapping[str, str]) -> _Source:
    """aider: one history in the root."""
    file = root / environment.get("AIDER_CHAT_HISTORY_FILE", ".aider.chat.history.md")
    if not file.is_file():
        raise _none(SessionAgent.AIDER, root, file)
    return _Source(file, _text_of(file))


def _cline(root: Path, environment: Mapping[str, str]) -> _Source:
    """Cline: a folder for each task, in the settings of an editor or its own. The task names its folder."""
    user = home(environment)
    base = environment.get("CLINE_DIR")
    if sys.platform == "darwin":
        settings = user / "Library" / "Application Support"
    else:
        settings = Path(environment.get("XDG_CONFIG_HOME") or user / ".config")
    storage = Path("User") / "globalStorage" / "saoudrizwan.claude-dev"
    places = [
        (Path(base) if base else user / ".cline") / "data",
        *(settings / editor / storage for editor in _EDITORS),
        user / ".vscode-server" / "data" / storage,
    ]
    folder = re.compile(r"Current Working Directory \((/[^)\n]*)\)")

    def is_of(path: Path) -> bool:
        try:
            with path.open("rb") as file:
                head = file.read(_MAX_HEAD).decode("utf-8", "replace")
        except OSError:
            return False
        found = folder.search(head)
        return found is not None and _is_same(found[1], root)

    paths = (path for place in places for path in place.glob("tasks/*/api_conversation_history.json"))
    return _first_of(SessionAgent.CLINE, root, Path(", ".join(map(str, places))), paths, is_of)


_FINDERS: Mapping[SessionAgent, Callable[[Path, Mapping[str, str]], _Source]] = {
    SessionAgent.CLAUDE: _claude,
    SessionAgent.CODEX: _codex,
    SessionAgent.OPENCODE: _opencode,
    SessionAgent.GEMINI: _gemini,
    SessionAgent.AIDER: _aider,
    SessionAgent.CLINE: _cline,
}
