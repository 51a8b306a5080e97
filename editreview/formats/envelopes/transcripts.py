"""Transcripts: messages of the user and of the model, calls and their results.

They are the sessions of Claude Code, Codex, Gemini CLI and Cline, messages as the APIs take them, the
messages of the Agent Client Protocol, and aider's chat history.
"""

import re
from collections.abc import Iterable, Mapping

from editreview.formats.call_results import is_success, results_of_calls
from editreview.formats.envelopes import AIDER_HEAD, ALL_TURNS, APPLIED, MESSAGE
from editreview.formats.envelopes.bodies import parts_of_item
from editreview.formats.envelopes.messages import (
    MessageKind,
    MessagePart,
    MessageWriter,
    Object,
    answer,
    as_text,
    call_part,
    decoded,
    has_block,
    has_edit,
    model_in,
    model_of_aider,
    object_at,
    objects_in,
    parts_of,
    result_part,
)

_USER_LINE = re.compile(r"####(?: |$)")
"""A line of the user in aider's history."""
_CLINE_RESULT = re.compile(r"\s*\[\w+(?: for .*)?\] Result:|\s*<environment_details>")
"""The beginning of a message with which Cline answers a call."""
_CLINE_FAILURES = ("The tool execution failed", "The user denied", "The user rejected", "<error>")
_NOT_WRITTEN = (
    *("[Request interrupted", "<command-", "<local-command", "<environment_context", "<user_instructions"),
)
"""The beginnings of messages in the user's name that the user did not write."""
_ROLES = frozenset(["assistant", "developer", "system", "tool", "user"])
_ENTRY_TYPES = frozenset(
    [
        *("summary", "system", "file-history-snapshot", "queue-operation", "attachment", "result"),
        *("session_meta", "turn_context", "response_item", "event_msg", "compacted"),
        *("thread.started", "turn.started", "item.started", "item.completed", "gemini", "user", "info"),
    ]
)
_ROLE_OF_TYPE = {"assistant": "assistant", "gemini": "assistant", "user": "user", "user_message": "user"}
"""By type of an entry without a role: its role."""
_ENTRY_WORDS = ("payload", "sessionId", "session_id", "summary", "item", "thread_id")


def is_entry(value: object) -> bool:
    """True if a value is a line of a transcript."""
    entry = object_at(value)
    if "jsonrpc" in entry or "sessionUpdate" in entry or ("sessionId" in entry and "projectHash" in entry):
        return True
    kind = as_text(entry.get("type"))
    if kind in ("user", "assistant") and "message" in entry:
        return True
    if kind in _ENTRY_TYPES and any(word in entry for word in _ENTRY_WORDS):
        return True
    return as_text(entry.get("role")) in _ROLES and "content" in entry


class _Turns:
    """The text of the turns of a transcript, of which one or all count.

    Args:
        turn: See `Unwrapper`.
    """

    def __init__(self, turn: int | None) -> None:
        self._turn = turn
        self._complete: list[str] = []
        self._parts: list[str] = []
        """The text of the current turn."""
        self.others: tuple[int, ...] = ()
        """The other turns that edit files, if no turn was requested."""
        self._calls: dict[str, int] = {}
        """By id of a call without a result so far: the index of its text in `_parts`."""
        self._model = ""
        self._models: list[str] = []
        """The model of each complete turn."""
        self.model = ""
        """The model of the turn that counts, or of the last one if all do; known at the end."""

    def note_model(self, name: str) -> None:
        """Note the model that writes from here on; nothing if the name is empty."""
        self._model = name or self._model

    @property
    def count(self) -> int:
        """The number of turns so far."""
        return len(self._complete) + bool(self._parts)

    def note_call(self, id_: str) -> None:
        """Note that the text added last ends with a call."""
        self._calls[id_] = len(self._parts) - 1

    def note_applied(self, id_: str) -> None:
        """Note that a call of this turn succeeded."""
        at = self._calls.pop(id_, None)
        if at is not None:
            call = self._parts[at].removesuffix("}\n")
            self._parts[at] = f'{call}, "{APPLIED}": true}}\n'

    def add(self, text: str) -> None:
        """Add text to the current turn."""
        if text:
            self._parts.append(text)

    def begin(self) -> None:
        """Begin another turn, unless the current one is empty."""
        if self._parts:
            self._complete.append("".join(self._parts))
            self._models.append(self._model)
            self._parts.clear()
            self._calls.clear()

    def text(self) -> str:
        """The turn that counts, or all of them; empty if there is none of its number."""
        self.begin()
        turns = self._complete
        if self._turn == ALL_TURNS:
            self.model = self._model
            return "".join(turns)
        at = self._number_that_counts() - 1
        if not 0 <= at < len(turns):
            return ""
        self.model = self._models[at]
        return turns[at]

    def _number_that_counts(self) -> int:
        """The number of the turn that counts, from 1; the turn need not exist."""
        turns = self._complete
        if self._turn is not None:
            return self._turn if self._turn > 0 else len(turns) + self._turn + 1
        with_blocks = tuple(n for n, text in enumerate(turns, 1) if has_block(text))
        if with_blocks:
            self.others = with_blocks[:-1]
            return with_blocks[-1]
        # Code without a file, and commands, may only be advice on what to do next.
        return next((n for n in range(len(turns), 0, -1) if has_edit(turns[n - 1])), len(turns))


class AiderHistory:
    """aider's `.aider.chat.history.md`: the user's lines are headings, and those of aider itself are quoted.

    Args:
        turn: See `Unwrapper`.
    """

    def __init__(self, turn: int | None) -> None:
        self._turns = _Turns(turn)
        self._is_of_user = False
        """True if the previous line is the user's, or begins a session."""
        self._has_turn = False
        """True if the user has said something in this session."""

    @property
    def turns(self) -> int:
        """The number of turns so far."""
        return self._turns.count

    @property
    def other_turns(self) -> tuple[int, ...]:
        """The turns with edits that are not read; known at the end."""
        return self._turns.others

    @property
    def model(self) -> str:
        """The model that wrote the turn; known at the end."""
        return self._turns.model

    def feed(self, line: str) -> str:
        self._turns.note_model(model_of_aider(line))
        is_user = _USER_LINE.match(line) is not None
        if is_user or line.startswith(AIDER_HEAD):
            if not self._is_of_user:
                self._turns.begin()
            self._is_of_user, self._has_turn = True, is_user
        elif self._has_turn and (line.strip() or not self._is_of_user):
            self._turns.add(f"{MESSAGE}\n{line}\n" if self._is_of_user else f"{line}\n")
            self._is_of_user = False
        return ""

    def close(self) -> str:
        return self._turns.text()


class Transcript:
    """Entries of a session, messages, or messages of the Agent Client Protocol.

    Args:
        turn: See `Unwrapper`.
    """

    def __init__(self, turn: int | None) -> None:
        self._turns = _Turns(turn)
        self._writer = MessageWriter()
        self._calls: set[tuple[str, str]] = set()
        """The ids and texts of the calls so far: a session may repeat one."""
        self._has_answer = False
        self._protocol = _Protocol()

    @property
    def turns(self) -> int:
        """The number of turns so far."""
        return self._turns.count

    @property
    def other_turns(self) -> tuple[int, ...]:
        """The turns with edits that are not read; known at the end."""
        return self._turns.others

    @property
    def model(self) -> str:
        """The model that wrote the turn; known at the end."""
        return self._turns.model

    def feed(self, line: str) -> str:
        return self.take(object_at(decoded(line))) if line.startswith("{") else ""

    def take(self, entry: Object) -> str:
        """Read an entry. Returns no text, because the turn that counts is only known at the end."""
        if not entry.get("isSidechain"):
            self._turns.note_model(model_in(entry))
        if "jsonrpc" in entry or "sessionUpdate" in entry:
            if self._protocol.begins_turn(entry):
                self._begin_turn()
            elif (part := self._protocol.take(entry)) is not None:
                self._write(part, continues=True)
            elif as_text(entry.get("method")).startswith("tools/"):
                self._write_parts([call_part(entry)])
        elif not entry.get("isSidechain") and not entry.get("isMeta"):
            self._take_entry(entry)
        return ""

    def close(self) -> str:
        self._end_turn()
        return self._turns.text()

    def _begin_turn(self) -> None:
        self._end_turn()
        self._turns.begin()
        self._writer = MessageWriter()

    def _end_turn(self) -> None:
        self._write_parts(self._protocol.end_turn())
        self._turns.add(self._writer.end())

    def _write(self, part: MessagePart, *, continues: bool = False) -> None:
        self._turns.add(self._writer.write(part.kind, part.text, continues=continues))

    def _write_parts(self, parts: Iterable[MessagePart]) -> None:
        for part in parts:
            if part.kind is not MessageKind.CALL:
                self._write(part)
                continue
            if not part.text:
                continue
            if part.is_result:
                result = object_at(decoded(part.text))
                if part.id is not None and is_success(result):
                    self._turns.note_applied(part.id)
                if not any(results_of_calls(dict(result))):
                    # Only the result of a failed call matters.
                    continue
            if part.id is None or (part.id, part.text) not in self._calls:
                self._calls |= {(part.id, part.text)} if part.id is not None else set()
                # The reader reads adjacent lines of JSON together.
                self._write(MessagePart(MessageKind.CALL, f"{part.text}\n"), continues=True)
                if part.id is not None and not part.is_result:
                    self._turns.note_call(part.id)

    def _take_entry(self, entry: Object) -> None:
        payload = object_at(entry, "payload")
        kind = as_text((payload or entry).get("type"))
        if _is_no_message(entry, kind):
            return
        message = object_at(entry, "message") or payload or entry
        role = as_text(message.get("role")) or _ROLE_OF_TYPE.get(kind)
        if kind == "result" and not self._has_answer:
            self._write(answer(as_text(entry.get("result"))))
        elif item := object_at(entry, "item"):
            if as_text(entry.get("type")) == "item.completed":
                self._write_parts(parts_of_item(item))
        elif role == "user":
            content = message.get("content", message.get("message"))
            self._take_user(_rejected(content) if "toolDenialKind" in entry else content)
        elif role == "tool":
            self._write_parts([result_part(message)])
        elif role == "assistant":
            self._has_answer = True
            self._write_parts(parts_of(message.get("content")))
            for name in ("tool_calls", "toolCalls"):
                self._write_parts(call_part(_with_state(call)) for call in objects_in(message.get(name)))
        elif payload:
            self._write_parts(parts_of_item(payload))
        elif kind not in _ENTRY_TYPES:
            self._write_parts([call_part(entry)])

    def _take_user(self, content: object) -> None:
        """Read a message of the user: a further turn, or the results of calls."""
        parts = list(parts_of(content))
        self._write_parts([part for part in parts if part.kind is MessageKind.CALL])
        texts = [part.text for part in parts if part.kind is MessageKind.TEXT and part.text.strip()]
        if not texts:
            return
        if _CLINE_RESULT.match(texts[0]):
            lines = [line.strip() for text in texts for line in text.split("\n")]
            self._write(answer(next((line for line in lines if line.startswith(_CLINE_FAILURES)), "")))
        elif not texts[0].lstrip().startswith(_NOT_WRITTEN):
            self._begin_turn()


def _is_no_message(entry: Object, kind: str) -> bool:
    """True if an entry is about the session, or repeats messages: of Claude Code or Gemini CLI."""
    if "$set" in entry or ("sessionId" in entry and kind not in _ROLE_OF_TYPE):
        return True
    return "message" in entry and "payload" not in entry and kind not in ("", "message", *_ROLE_OF_TYPE)


def _with_state(call: Object) -> Object:
    """A call of Gemini CLI without its result, marked as applied if it succeeded; others unchanged."""
    if call.get("status") != "success":
        return call
    return {**{name: value for name, value in call.items() if not name.startswith("result")}, APPLIED: True}


def _rejected(content: object) -> list[Object]:
    """The results in a message of Claude Code that says that a rule or the user rejected their call."""
    return [{**part, "status": "rejected"} for part in objects_in(content)]


class _Protocol:
    """The messages of the Agent Client Protocol in one turn. Of each call, the last state counts."""

    def __init__(self) -> None:
        self._calls: dict[str, dict[str, object]] = {}
        """By id: the last state of each call."""
        self._requests: dict[str, tuple[str, Mapping[str, str]]] = {}
        """By the id of a request for permission: the id of its call, and the kind of each option by id."""
        self._writes: dict[str, dict[str, object]] = {}
        """By the id of the request: the files that the agent writes through its client."""

    def begins_turn(self, entry: Object) -> bool:
        """True if the user says something."""
        update = object_at(entry, "params", "update")
        is_prompt = as_text(entry.get("method")) == "session/prompt"
        return is_prompt or as_text(update.get("sessionUpdate")) == "user_message_chunk"

    def take(self, entry: Object) -> MessagePart | None:
        """Read a message. Returns the text in it; None if it has none."""
        id_, params = str(entry.get("id")), object_at(entry, "params")
        update = object_at(params, "update") or (entry if "sessionUpdate" in entry else {})
        text = as_text(object_at(update, "content").get("text"))
        match as_text(update.get("sessionUpdate")):
            case "agent_message_chunk":
                return answer(text)
            case "agent_thought_chunk":
                return MessagePart(MessageKind.THINKING, text)
            case "tool_call" | "tool_call_update":
                self._update(update)
        match as_text(entry.get("method")):
            case "session/request_permission":
                self._request(id_, params)
            case "fs/write_text_file":
                self._writes[id_] = {name: params[name] for name in ("path", "content") if name in params}
            case "":
                self._respond(id_, entry)
        return None

    def _update(self, update: Object) -> None:
        call = self._calls.setdefault(as_text(update.get("toolCallId")), {})
        call |= {name: value for name, value in update.items() if value is not None}

    def _request(self, id_: str, params: Object) -> None:
        call = object_at(params, "toolCall")
        self._update(call)
        options = objects_in(params.get("options"))
        kinds = {as_text(each.get("optionId")): as_text(each.get("kind")) for each in options}
        self._requests[id_] = (as_text(call.get("toolCallId")), kinds)

    def _respond(self, id_: str, response: Object) -> None:
        """Read the response to a request for permission, or to write a file."""
        call, kinds = self._requests.pop(id_, ("", {}))
        outcome = object_at(response, "result", "outcome")
        is_rejected = kinds.get(as_text(outcome.get("optionId")), "").startswith("reject")
        if call in self._calls and (is_rejected or as_text(outcome.get("outcome")) == "cancelled"):
            self._calls[call]["status"] = "rejected"
        if id_ in self._writes and "error" in response:
            self._writes[id_]["error"] = "failed"

    def end_turn(self) -> list[MessagePart]:
        """End the turn. Returns its calls."""
        calls, writes = list(self._calls.values()), list(self._writes.values())
        self._calls, self._writes = {}, {}
        paths = {as_text(part.get("path")) for call in calls for part in objects_in(call.get("content"))}
        parts: list[MessagePart] = []
        for call in calls:
            applied = {APPLIED: True} if as_text(call.get("status")) == "completed" else {}
            parts.append(call_part({**call, "sessionUpdate": "tool_call", **applied}))
        for write in writes:
            # A call that shows its diff may write the file this way.
            if as_text(write.get("path")) not in paths:
                error = {"error": write.pop("error")} if "error" in write else {}
                parts.append(call_part({"type": "tool_use", "name": "write_file", "input": write, **error}))
        return parts
