"""Messages as text: in bodies of API responses, in streams of deltas, and in transcripts of agents.

A body is one value with all messages. A stream has its pieces, as server-sent events or as lines of JSON.
A transcript has messages of the user and of the model, calls and their results: the sessions of Claude
Code, Codex, Gemini CLI and Cline, messages as the APIs take them, those of the Agent Client Protocol, and
aider's chat history.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.formats.envelopes import AIDER_HEAD, ALL_TURNS, APPLIED, MESSAGE, THINKING, Origin
from editreview.formats.tool_calls import is_success, results_of_calls

_CALL_TYPES = frozenset(
    ["tool_use", "function_call", "custom_tool_call", "local_shell_call", "apply_patch_call"]
)
_RESULT_TYPES = frozenset(
    ["tool_result", "function_call_output", "custom_tool_call_output", "patch_apply_end"]
)
"""Types of the objects that are calls, and of those that are their results."""
_CALL_IDS = ("call_id", "toolCallId", "tool_use_id", "tool_call_id", "id")
_TEXT_TYPES = frozenset(["text", "input_text", "output_text", "refusal"])
_MEDIA_TYPES = frozenset(
    ["image", "image_url", "input_image", "document", "file", "input_file", "input_audio"]
)
"""Types of the parts of a message that have text, and of those that have neither text nor calls."""
_CUT_REASONS = frozenset(["length", "max_tokens", "MAX_TOKENS", "max_output_tokens"])
"""The reasons for the end of a message that was cut off."""
_MAX_RESULT_LENGTH = 500
"""The most characters of a result that are kept: its beginning says if the call failed."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Half a character; U+DC80 to U+DCFF stand for bytes of the response that are not UTF-8."""

_NOT_UTF_8 = "\udcff"
"""The stand-in for half a character. Like those for bytes that are not UTF-8, it is never written."""

Object: TypeAlias = Mapping[str, object]


class MessageKind(StrEnum):
    """The kinds of messages."""

    TEXT = "text"
    THINKING = "thinking"
    CALL = "call"
    """A call of a tool or its result, in JSON."""


class MessagePart(Struct, frozen=True):
    """A message, or as much of it as one value has."""

    kind: MessageKind
    text: str
    id: str | None = None
    """The id of a call."""
    is_result: bool = False
    """True if it is the result of a call."""


class MessageWriter:
    """Writes messages as text, piece by piece."""

    def __init__(self) -> None:
        self._kind: MessageKind | None = None
        self._is_at_margin = True
        self._half = ""
        """The first half of a character whose second half has not arrived."""

    def write(self, kind: MessageKind, text: str, *, continues: bool = False) -> str:
        """A piece of a message.

        Args:
            kind: Its kind.
            text: Its text.
            continues: True if it belongs to the message before, if that is of the same kind.
        """
        if not text:
            return ""
        head = ""
        if not continues or kind is not self._kind:
            head = f"{self.end()}{THINKING if kind is MessageKind.THINKING else MESSAGE}\n"
        if self._half or not text.isascii():
            text = self._whole(text)
        self._kind, self._is_at_margin = kind, text.endswith("\n")
        return head + text

    def _whole(self, text: str) -> str:
        """The text with surrogate pairs, which JSON escapes use, joined into characters."""
        text, self._half = self._half + text, ""
        if "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        if _SURROGATE.search(text) is None:
            return text
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _HALF.sub(_NOT_UTF_8, whole)

    def end(self) -> str:
        """The end of the last line of a message that is complete."""
        half = _NOT_UTF_8 if self._half else ""
        end = "" if self._is_at_margin and not half else "\n"
        self._is_at_margin, self._half = True, ""
        return half + end


def decoded(text: str) -> object:
    """The value of a JSON text that is an object or a list; else None."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


# Access to values of unknown shape.


def object_at(value: object, *names: str | int) -> Object:
    """The object at the end of a path of names and indices; empty if there is none."""
    for name in names:
        if isinstance(value, dict) and isinstance(name, str):
            value = value.get(name)
        elif isinstance(value, list) and isinstance(name, int) and len(value) > name:
            value = value[name]
        else:
            return {}
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[Object]:
    """The objects in a list; empty if the value is not a list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _as_text(value: object) -> str:
    """The value if it is text; else empty."""
    return value if isinstance(value, str) else ""


def _answer_part(text: str) -> MessagePart:
    """A message that is part of the answer."""
    return MessagePart(MessageKind.TEXT, text)


def _thinking_part(text: str) -> MessagePart:
    """A message that is not part of the answer."""
    return MessagePart(MessageKind.THINKING, text)


def _result_part(result: Object) -> MessagePart:
    """A message that is the result of a call, as JSON on one line."""
    return replace(_call_part(_shortened(result)), is_result=True)


def _call_part(value: Object) -> MessagePart:
    """A message that is a call, as JSON on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text = json.dumps(value) if _SURROGATE.search(text) else text
    except RecursionError:
        text = ""
    return MessagePart(MessageKind.CALL, text, id_of(value))


def id_of(value: Object) -> str | None:
    """The id of a call; None if it has none."""
    return next((id_ for name in _CALL_IDS if (id_ := _as_text(value.get(name)))), None)


def _thought_in(message: Object) -> str:
    """The thinking in a message of a chat completion."""
    return _as_text(message.get("reasoning_content")) or _as_text(message.get("reasoning"))


def _parts_of(content: object) -> Iterator[MessagePart]:
    """The parts of the content of a message: text, or a list of objects, as in all the APIs."""
    if isinstance(content, str):
        yield _answer_part(content)
    for part in objects_in(content):
        kind, text = _as_text(part.get("type")), _as_text(part.get("text"))
        if kind in ("thinking", "reasoning") or part.get("thought") is True:
            yield _thinking_part(_as_text(part.get("thinking")) or text)
        elif kind in _RESULT_TYPES or "functionResponse" in part:
            yield _result_part(part)
        elif text or kind in _TEXT_TYPES:
            yield _answer_part(text)
        elif kind not in _MEDIA_TYPES:
            # The reader knows a call from other objects.
            yield _call_part(part)


def _shortened(result: Object) -> Object:
    """A result without most of the tool's output."""
    short: dict[str, object] = {}
    for name, value in result.items():
        text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
        is_long = isinstance(text, str) and len(text) > _MAX_RESULT_LENGTH
        if is_long and isinstance(value, list):
            parts = [_as_text(part.get("text"))[:_MAX_RESULT_LENGTH] for part in objects_in(value)[:1]]
            short[name] = [{"type": "text", "text": part} for part in parts]
        elif is_long and isinstance(value, str) and not value.lstrip().startswith("{"):
            short[name] = value[:_MAX_RESULT_LENGTH]
        else:
            short[name] = value
    return short


def _has_edit(text: str) -> bool:
    """True if a text is more than prose."""
    from editreview.formats.reader import has_edits

    return bool(text) and has_edits(text)


def has_block(text: str) -> bool:
    """True if a text has an edit of a file that it names."""
    from editreview.formats.reader import has_edits

    return bool(text) and has_edits(text, of_named_files=True)


_MODEL_NAME = re.compile(r"[\w.:/@+-][\w.:/@+ -]{0,99}")
"""Names that can be shown and recorded. Claude Code calls what no model wrote `<synthetic>`."""
_MODEL_HOLDERS = (
    (),
    ("message",),
    ("response",),
    ("payload",),
    ("result",),
    ("result", "models"),
    ("modelInfo",),
)
"""The paths to the objects that may have the name of the model."""
_MODEL_MEMBERS = ("model", "modelVersion", "currentModelId", "modelId")
_MODEL_USAGES = (("modelUsage",), ("stats", "models"))
"""The paths to what each model used, by its name, as command lines print it."""
_MODEL_OF_AIDER = re.compile(r"> (?:Main model|Model): (?P<name>\S+)")


def model_in(value: Object) -> str:
    """The model that wrote a body, an event of a stream or an entry of a session; empty if it is unknown."""
    for path in _MODEL_HOLDERS:
        holder = object_at(value, *path)
        for member in _MODEL_MEMBERS:
            if _MODEL_NAME.fullmatch(name := _as_text(holder.get(member))):
                return name
    # Small tasks go to another model first.
    used = [name for path in _MODEL_USAGES for name in object_at(value, *path) if _MODEL_NAME.fullmatch(name)]
    return used[-1] if used else ""


def _model_of_aider(line: str) -> str:
    """The model that a line of aider's history names; empty if it names none."""
    found = _MODEL_OF_AIDER.match(line)
    return found["name"] if found is not None and _MODEL_NAME.fullmatch(found["name"]) else ""


class ResponseBody(Struct, frozen=True):
    """The messages of a response."""

    parts: Sequence[MessagePart]
    is_cut: bool = False
    """True if the last one was cut off."""


def _chat_body(body: Object) -> ResponseBody | None:
    """OpenAI's chat completions, and those of many others. Other choices are other versions."""
    choice = object_at(body, "choices", 0)
    message = object_at(choice, "message")
    if not message and "text" not in choice:
        return None
    content = message.get("content") if message else choice["text"]
    calls = [_call_part(each) for each in objects_in(message.get("tool_calls"))]
    parts = [_thinking_part(_thought_in(message)), *_parts_of(content), *calls]
    return ResponseBody(parts, _as_text(choice.get("finish_reason")) in _CUT_REASONS)


def _responses_body(body: Object) -> ResponseBody | None:
    """OpenAI's responses."""
    if body.get("object") != "response":
        return None
    parts = [part for item in objects_in(body.get("output")) for part in _parts_of_item(item)]
    return ResponseBody(parts, body.get("status") == "incomplete")


def _parts_of_item(item: Object) -> Iterator[MessagePart]:
    """An item of OpenAI's responses, or of a session of Codex."""
    match _as_text(item.get("type")):
        case "message":
            yield from _parts_of(item.get("content")) if item.get("role", "assistant") == "assistant" else ()
        case "agent_message":
            yield _answer_part(_as_text(item.get("text")))
        case "reasoning":
            for name in ("summary", "content"):
                for part in objects_in(item.get(name)):
                    yield _thinking_part(_as_text(part.get("text")))
        case kind if kind in _CALL_TYPES:
            yield _call_part(item)
        case kind if kind in _RESULT_TYPES:
            yield _result_part(item)


def _messages_body(body: Object) -> ResponseBody | None:
    """Anthropic's messages."""
    if body.get("type") != "message" or body.get("role") != "assistant":
        return None
    return ResponseBody([*_parts_of(body.get("content"))], _as_text(body.get("stop_reason")) in _CUT_REASONS)


def _gemini_body(body: Object) -> ResponseBody | None:
    """Google's `generateContent`."""
    candidate = object_at(body, "candidates", 0) or object_at(body, "response", "candidates", 0)
    if not candidate:
        return None
    parts = _parts_of(object_at(candidate, "content").get("parts"))
    return ResponseBody([*parts], _as_text(candidate.get("finishReason")) in _CUT_REASONS)


def _ollama_body(body: Object) -> ResponseBody | None:
    """Ollama's chat and generate."""
    message = object_at(body, "message")
    if "done" not in body or not (message or "response" in body):
        return None
    thought = _as_text(message.get("thinking")) or _as_text(body.get("thinking"))
    calls = [_call_part(each) for each in objects_in(message.get("tool_calls"))]
    text = _as_text(message.get("content")) or _as_text(body.get("response"))
    return ResponseBody(
        [_thinking_part(thought), _answer_part(text), *calls],
        _as_text(body.get("done_reason")) in _CUT_REASONS,
    )


def _printed_body(body: Object) -> ResponseBody | None:
    """The answer as command lines print it: `claude --output-format json`, `gemini --output-format json`."""
    if body.get("type") == "result" and isinstance(result := body.get("result"), str):
        return ResponseBody([_answer_part(result)])
    if "stats" in body and isinstance(text := body.get("response"), str):
        return ResponseBody([_answer_part(text)])
    return None


_BODIES: tuple[Callable[[Object], ResponseBody | None], ...] = (
    _chat_body,
    _responses_body,
    _messages_body,
    _gemini_body,
    _printed_body,
    _ollama_body,
)


def body_of(value: object) -> ResponseBody | None:
    """The messages in a value that is a whole response; else None."""
    return next((body for read in _BODIES if (body := read(object_at(value))) is not None), None)


def text_in_body(body: ResponseBody, written: str) -> str | None:
    """The text in a whole response.

    Args:
        body: Its messages.
        written: The JSON text of it.

    Returns:
        The text; None if it has only calls, which the reader finds itself.
    """
    parts = [part for part in body.parts if part.text]
    texts = [part for part in parts if part.kind is not MessageKind.CALL]
    has_calls = len(texts) < len(parts)
    if not texts or (has_calls and not any(_has_edit(part.text) for part in texts)):
        return None
    writer = MessageWriter()
    messages = [writer.write(part.kind, part.text) for part in texts]
    calls = writer.write(MessageKind.CALL, written) if has_calls else ""
    return "".join([*messages, calls, "" if body.is_cut else writer.end()])


def text_in_string(written: str) -> str | None:
    """The text in a string of JSON with several lines; None if `written` is not one."""
    if "\\n" not in written:
        return None
    try:
        text = json.loads(written)
    except ValueError:
        return None
    if not isinstance(text, str) or "\n" not in text:
        return None
    writer = MessageWriter()
    return writer.write(MessageKind.TEXT, text) + writer.end()


_EVENT_TYPES = ("response.", "content_block_", "message_", "ping")


def is_stream_event(value: object) -> bool:
    """True if a value is an event of a stream, or the body of a response."""
    event = object_at(value)
    if _as_text(event.get("type")).startswith(_EVENT_TYPES):
        return True
    if isinstance(event.get("done"), bool):
        return "message" in event or "response" in event
    holders = (event.get("choices"), event.get("candidates"), object_at(event, "response").get("candidates"))
    return any(map(objects_in, holders))


def is_whole_body(value: Object) -> bool:
    """True if a value is the body of a response, and not one event of several."""
    if "candidates" in value or "candidates" in object_at(value, "response"):
        return True
    return bool(object_at(value, "choices", 0).get("message")) or value.get("done") is True


class _ArrivingCall(Struct):
    """A call that is arriving."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    is_free: bool = False
    """True if its input is free text instead of JSON."""


class DeltaStream:
    """Unwraps the events of a stream, each with a piece of the response."""

    def __init__(self) -> None:
        self._model = ""
        self._writer = MessageWriter()
        self._calls: dict[str, _ArrivingCall] = {}
        """By index: the calls that are arriving."""
        self._is_complete = False

    @property
    def origin(self) -> Origin:
        return Origin(model=self._model)

    def feed(self, line: str) -> str:
        if line.startswith("data:"):
            line = line.removeprefix("data:").strip()
        elif not line.startswith("{"):
            return ""
        if line == "[DONE]":
            self._is_complete = True
            return self._end_calls()
        return self.take(object_at(decoded(line)))

    def take(self, event: Object) -> str:
        """Read an event. Returns the text in it."""
        self._model = self._model or model_in(event)
        kind = _as_text(event.get("type"))
        if kind.startswith("response."):
            return self._take_responses(kind, event)
        if kind.startswith(("content_block_", "message_")):
            return self._take_messages(kind, event)
        choice = object_at(event, "choices", 0)
        if choice:
            return self._take_chat(choice) + self._stop(_as_text(choice.get("finish_reason")))
        body = _gemini_body(event) or _ollama_body(event)
        if body is None:
            return ""
        candidate = object_at(event, "candidates", 0) or object_at(event, "response", "candidates", 0)
        reason = _as_text(candidate.get("finishReason")) or ("stop" if event.get("done") is True else "")
        text = "".join([self._write(part.kind, part.text) for part in body.parts])
        return text + self._stop("length" if body.is_cut else reason)

    def close(self) -> str:
        calls = self._end_calls(is_cut=not self._is_complete)
        return calls + (self._writer.end() if self._is_complete else "")

    def _write(self, kind: MessageKind, text: str) -> str:
        return self._writer.write(kind, text, continues=kind is not MessageKind.CALL)

    def _stop(self, reason: str) -> str:
        """Record the reason for the end of the message, if the event gives one."""
        if not reason:
            return ""
        self._is_complete = reason not in _CUT_REASONS
        return self._end_calls(is_cut=not self._is_complete)

    def _take_chat(self, choice: Object) -> str:
        """A choice of OpenAI's chat completions."""
        delta = object_at(choice, "delta") or object_at(choice, "message")
        if not delta:
            return self._write(MessageKind.TEXT, _as_text(choice.get("text")))
        text = self._write(MessageKind.THINKING, _thought_in(delta))
        text += "".join([self._write(part.kind, part.text) for part in _parts_of(delta.get("content"))])
        for nth, call in enumerate(objects_in(delta.get("tool_calls"))):
            is_free = "custom" in call
            function = object_at(call, "custom" if is_free else "function")
            arguments = _as_text(function.get("input" if is_free else "arguments"))
            id_, name = _as_text(call.get("id")), _as_text(function.get("name"))
            self._add(call.get("index", nth), id_, name, arguments, is_free=is_free)
        return text

    def _take_responses(self, kind: str, event: Object) -> str:
        """An event of OpenAI's responses. A call is repeated once it is complete."""
        delta, item, index = _as_text(event.get("delta")), object_at(event, "item"), event.get("output_index")
        is_call = _as_text(item.get("type")) in _CALL_TYPES
        match kind:
            case "response.output_text.delta":
                return self._write(MessageKind.TEXT, delta)
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                return self._write(MessageKind.THINKING, delta)
            case "response.output_item.added" if is_call:
                self._add(index, _as_text(item.get("call_id")), _as_text(item.get("name")), "")
            case "response.function_call_arguments.delta" | "response.custom_tool_call_input.delta":
                self._add(index, "", "", delta, is_free="custom" in kind)
            case "response.output_item.done" if is_call:
                self._calls.pop(str(index), None)
                return self._write(MessageKind.CALL, _call_part(item).text) + self._writer.end()
            case "response.completed":
                self._is_complete = True
        return ""

    def _take_messages(self, kind: str, event: Object) -> str:
        """An event of Anthropic's messages."""
        index, delta, block = event.get("index"), object_at(event, "delta"), object_at(event, "content_block")
        match kind:
            case "content_block_start" if _as_text(block.get("type")) in _CALL_TYPES:
                self._add(index, _as_text(block.get("id")), _as_text(block.get("name")), "")
            case "content_block_start":
                return "".join([self._writer.write(part.kind, part.text) for part in _parts_of([block])])
            case "content_block_delta":
                self._add(index, "", "", _as_text(delta.get("partial_json")))
                text = self._write(MessageKind.THINKING, _as_text(delta.get("thinking")))
                return text + self._write(MessageKind.TEXT, _as_text(delta.get("text")))
            case "content_block_stop":
                return self._end_call(str(index))
            case "message_delta":
                return self._stop(_as_text(delta.get("stop_reason")))
            case "message_stop":
                # `message_delta` has said before whether the message was cut off.
                return self._end_calls()
        return ""

    def _add(self, index: object, id_: str, name: str, arguments: str, *, is_free: bool = False) -> None:
        """Add a piece of a call."""
        if not (id_ or name or arguments):
            return
        call = self._calls.setdefault(str(index), _ArrivingCall())
        call.id = id_ or call.id
        call.name += name
        call.arguments += arguments
        call.is_free = call.is_free or is_free

    def _end_calls(self, *, is_cut: bool = False) -> str:
        return "".join([self._end_call(index, is_cut=is_cut) for index in list(self._calls)])

    def _end_call(self, index: str, *, is_cut: bool = False) -> str:
        call = self._calls.pop(index, None)
        if call is None:
            return ""
        value: dict[str, object] = {"type": "tool_use", "id": call.id, "name": call.name}
        parameters = None if call.is_free else decoded(call.arguments or "{}")
        if call.is_free:
            text = _call_part({**value, "type": "custom_tool_call", "input": call.arguments}).text
            # A call that was cut off stays open, so that the reader reports it.
            text = text.removesuffix('"}') if is_cut else text
        elif parameters is not None:
            text = _call_part({**value, "input": parameters}).text
        else:
            # The reader repairs it like any JSON.
            head = _call_part(value).text.removesuffix("}")
            text = f'{head}, "input": {call.arguments}' + ("" if is_cut else "}")
        return self._write(MessageKind.CALL, text) + self._writer.end()


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


def is_transcript_entry(value: object) -> bool:
    """True if a value is a line of a transcript."""
    entry = object_at(value)
    if "jsonrpc" in entry or "sessionUpdate" in entry or ("sessionId" in entry and "projectHash" in entry):
        return True
    kind = _as_text(entry.get("type"))
    if kind in ("user", "assistant") and "message" in entry:
        return True
    if kind in _ENTRY_TYPES and any(word in entry for word in _ENTRY_WORDS):
        return True
    return _as_text(entry.get("role")) in _ROLES and "content" in entry


class _TranscriptTurns:
    """The text of the turns of a transcript. One of them counts, or all do.

    Args:
        turn: See `Unwrapper`.
    """

    def __init__(self, turn: int | None) -> None:
        self._turn = turn
        self._complete: list[str] = []
        self._parts: list[str] = []
        """The text of the current turn."""
        self._others: tuple[int, ...] = ()
        """The other turns that edit files, if no turn was requested."""
        self._calls: dict[str, int] = {}
        """By id of a call without a result so far: the index of its text in `_parts`."""
        self._model = ""
        self._models: list[str] = []
        """The model of each complete turn."""
        self._model_that_counts = ""
        """The model of the turn that counts, or of the last one if all do; known at the end."""

    def record_model(self, name: str) -> None:
        """Record the model that writes from here on; nothing if the name is empty."""
        self._model = name or self._model

    @property
    def origin(self) -> Origin:
        """The origin of the turn that counts, once the transcript has ended."""
        return Origin(len(self._complete), self._others, self._model_that_counts)

    def record_call(self, id_: str) -> None:
        """Record that the text added last ends with a call."""
        self._calls[id_] = len(self._parts) - 1

    def record_applied(self, id_: str) -> None:
        """Record that a call of this turn succeeded."""
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
            self._model_that_counts = self._model
            return "".join(turns)
        at = self._number_that_counts() - 1
        if not 0 <= at < len(turns):
            return ""
        self._model_that_counts = self._models[at]
        return turns[at]

    def _number_that_counts(self) -> int:
        """The number of the turn that counts, from 1; the turn need not exist."""
        turns = self._complete
        if self._turn is not None:
            return self._turn if self._turn > 0 else len(turns) + self._turn + 1
        with_blocks = tuple(n for n, text in enumerate(turns, 1) if has_block(text))
        if with_blocks:
            self._others = with_blocks[:-1]
            return with_blocks[-1]
        # Code without a file, and commands, may only be advice on what to do next.
        return next((n for n in range(len(turns), 0, -1) if _has_edit(turns[n - 1])), len(turns))


class AiderHistory:
    """aider's `.aider.chat.history.md`: the user's lines are headings, and those of aider itself are quoted.

    Args:
        turn: See `Unwrapper`.
    """

    def __init__(self, turn: int | None) -> None:
        self._turns = _TranscriptTurns(turn)
        self._is_of_user = False
        """True if the previous line is the user's, or begins a session."""
        self._has_turn = False
        """True if the user has said something in this session."""

    @property
    def origin(self) -> Origin:
        return self._turns.origin

    def feed(self, line: str) -> str:
        self._turns.record_model(_model_of_aider(line))
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
        self._turns = _TranscriptTurns(turn)
        self._writer = MessageWriter()
        self._calls: set[tuple[str, str]] = set()
        """The ids and texts of the calls so far: a session may repeat one."""
        self._has_answer = False
        self._protocol = _ProtocolTurn()

    @property
    def origin(self) -> Origin:
        return self._turns.origin

    def feed(self, line: str) -> str:
        return self.take(object_at(decoded(line))) if line.startswith("{") else ""

    def take(self, entry: Object) -> str:
        """Read an entry. Returns no text, because the turn that counts is only known at the end."""
        if not entry.get("isSidechain"):
            self._turns.record_model(model_in(entry))
        if "jsonrpc" in entry or "sessionUpdate" in entry:
            if self._protocol.begins_turn(entry):
                self._begin_turn()
            elif (part := self._protocol.take(entry)) is not None:
                self._write(part, continues=True)
            elif _as_text(entry.get("method")).startswith("tools/"):
                self._write_parts([_call_part(entry)])
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
                    self._turns.record_applied(part.id)
                if not any(results_of_calls(dict(result))):
                    # Only the result of a failed call matters.
                    continue
            if part.id is None or (part.id, part.text) not in self._calls:
                self._calls |= {(part.id, part.text)} if part.id is not None else set()
                # The reader reads adjacent lines of JSON together.
                self._write(MessagePart(MessageKind.CALL, f"{part.text}\n"), continues=True)
                if part.id is not None and not part.is_result:
                    self._turns.record_call(part.id)

    def _take_entry(self, entry: Object) -> None:
        payload = object_at(entry, "payload")
        kind = _as_text((payload or entry).get("type"))
        if _is_no_message(entry, kind):
            return
        message = object_at(entry, "message") or payload or entry
        role = _as_text(message.get("role")) or _ROLE_OF_TYPE.get(kind)
        if kind == "result" and not self._has_answer:
            self._write(_answer_part(_as_text(entry.get("result"))))
        elif item := object_at(entry, "item"):
            if _as_text(entry.get("type")) == "item.completed":
                self._write_parts(_parts_of_item(item))
        elif role == "user":
            content = message.get("content", message.get("message"))
            self._take_user(_rejected_calls(content) if "toolDenialKind" in entry else content)
        elif role == "tool":
            self._write_parts([_result_part(message)])
        elif role == "assistant":
            self._has_answer = True
            self._write_parts(_parts_of(message.get("content")))
            for name in ("tool_calls", "toolCalls"):
                self._write_parts(_call_part(_with_state(call)) for call in objects_in(message.get(name)))
        elif payload:
            self._write_parts(_parts_of_item(payload))
        elif kind not in _ENTRY_TYPES:
            self._write_parts([_call_part(entry)])

    def _take_user(self, content: object) -> None:
        """Read a message of the user: a further turn, or the results of calls."""
        parts = list(_parts_of(content))
        self._write_parts([part for part in parts if part.kind is MessageKind.CALL])
        texts = [part.text for part in parts if part.kind is MessageKind.TEXT and part.text.strip()]
        if not texts:
            return
        if _CLINE_RESULT.match(texts[0]):
            lines = [line.strip() for text in texts for line in text.split("\n")]
            self._write(_answer_part(next((line for line in lines if line.startswith(_CLINE_FAILURES)), "")))
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


def _rejected_calls(content: object) -> list[Object]:
    """The results in a message of Claude Code that says that a rule or the user rejected their call."""
    return [{**part, "status": "rejected"} for part in objects_in(content)]


class _ProtocolTurn:
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
        is_prompt = _as_text(entry.get("method")) == "session/prompt"
        return is_prompt or _as_text(update.get("sessionUpdate")) == "user_message_chunk"

    def take(self, entry: Object) -> MessagePart | None:
        """Read a message. Returns the text in it; None if it has none."""
        id_, params = str(entry.get("id")), object_at(entry, "params")
        update = object_at(params, "update") or (entry if "sessionUpdate" in entry else {})
        text = _as_text(object_at(update, "content").get("text"))
        match _as_text(update.get("sessionUpdate")):
            case "agent_message_chunk":
                return _answer_part(text)
            case "agent_thought_chunk":
                return MessagePart(MessageKind.THINKING, text)
            case "tool_call" | "tool_call_update":
                self._update(update)
        match _as_text(entry.get("method")):
            case "session/request_permission":
                self._request(id_, params)
            case "fs/write_text_file":
                self._writes[id_] = {name: params[name] for name in ("path", "content") if name in params}
            case "":
                self._respond(id_, entry)
        return None

    def _update(self, update: Object) -> None:
        call = self._calls.setdefault(_as_text(update.get("toolCallId")), {})
        call |= {name: value for name, value in update.items() if value is not None}

    def _request(self, id_: str, params: Object) -> None:
        call = object_at(params, "toolCall")
        self._update(call)
        options = objects_in(params.get("options"))
        kinds = {_as_text(each.get("optionId")): _as_text(each.get("kind")) for each in options}
        self._requests[id_] = (_as_text(call.get("toolCallId")), kinds)

    def _respond(self, id_: str, response: Object) -> None:
        """Read the response to a request for permission, or to write a file."""
        call, kinds = self._requests.pop(id_, ("", {}))
        outcome = object_at(response, "result", "outcome")
        is_rejected = kinds.get(_as_text(outcome.get("optionId")), "").startswith("reject")
        if call in self._calls and (is_rejected or _as_text(outcome.get("outcome")) == "cancelled"):
            self._calls[call]["status"] = "rejected"
        if id_ in self._writes and "error" in response:
            self._writes[id_]["error"] = "failed"

    def end_turn(self) -> list[MessagePart]:
        """End the turn. Returns its calls."""
        calls, writes = list(self._calls.values()), list(self._writes.values())
        self._calls, self._writes = {}, {}
        paths = {_as_text(part.get("path")) for call in calls for part in objects_in(call.get("content"))}
        parts: list[MessagePart] = []
        for call in calls:
            applied = {APPLIED: True} if _as_text(call.get("status")) == "completed" else {}
            parts.append(_call_part({**call, "sessionUpdate": "tool_call", **applied}))
        for write in writes:
            # A call that shows its diff may write the file this way.
            if _as_text(write.get("path")) not in paths:
                error = {"error": write.pop("error")} if "error" in write else {}
                parts.append(_call_part({"type": "tool_use", "name": "write_file", "input": write, **error}))
        return parts
