"""Streams of deltas, as server-sent events or as lines of JSON."""

from msgspec import Struct

from editreview.formats.envelopes.bodies import generated, of_ollama
from editreview.formats.envelopes.messages import (
    CALL_TYPES,
    CUT_REASONS,
    MessageKind,
    MessageWriter,
    Object,
    as_text,
    call_part,
    decoded,
    model_in,
    object_at,
    objects_in,
    parts_of,
    thought_in,
)

_EVENT_TYPES = ("response.", "content_block_", "message_", "ping")


def is_event(value: object) -> bool:
    """True if a value is an event of a stream, or the body of a response."""
    event = object_at(value)
    if as_text(event.get("type")).startswith(_EVENT_TYPES):
        return True
    if isinstance(event.get("done"), bool):
        return "message" in event or "response" in event
    holders = (event.get("choices"), event.get("candidates"), object_at(event, "response").get("candidates"))
    return any(map(objects_in, holders))


def is_whole(value: Object) -> bool:
    """True if a value is the body of a response, and not one event of several."""
    if "candidates" in value or "candidates" in object_at(value, "response"):
        return True
    return bool(object_at(value, "choices", 0).get("message")) or value.get("done") is True


class _Arriving(Struct):
    """A call that is arriving."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    is_free: bool = False
    """True if its input is free text instead of JSON."""


class DeltaStream:
    """Unwraps the events of a stream, each with a piece of the response."""

    turns: int | None = None
    other_turns: tuple[int, ...] = ()

    def __init__(self) -> None:
        self.model = ""
        self._writer = MessageWriter()
        self._calls: dict[str, _Arriving] = {}
        """By index: the calls that are arriving."""
        self._is_complete = False

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
        self.model = self.model or model_in(event)
        kind = as_text(event.get("type"))
        if kind.startswith("response."):
            return self._take_responses(kind, event)
        if kind.startswith(("content_block_", "message_")):
            return self._take_messages(kind, event)
        choice = object_at(event, "choices", 0)
        if choice:
            return self._take_chat(choice) + self._stop(as_text(choice.get("finish_reason")))
        body = generated(event) or of_ollama(event)
        if body is None:
            return ""
        candidate = object_at(event, "candidates", 0) or object_at(event, "response", "candidates", 0)
        reason = as_text(candidate.get("finishReason")) or ("stop" if event.get("done") is True else "")
        text = "".join([self._write(part.kind, part.text) for part in body.parts])
        return text + self._stop("length" if body.is_cut else reason)

    def close(self) -> str:
        calls = self._end_calls(is_cut=not self._is_complete)
        return calls + (self._writer.end() if self._is_complete else "")

    def _write(self, kind: MessageKind, text: str) -> str:
        return self._writer.write(kind, text, continues=kind is not MessageKind.CALL)

    def _stop(self, reason: str) -> str:
        """Note the reason for the end of the message, if the event gives one."""
        if not reason:
            return ""
        self._is_complete = reason not in CUT_REASONS
        return self._end_calls(is_cut=not self._is_complete)

    def _take_chat(self, choice: Object) -> str:
        """A choice of OpenAI's chat completions."""
        delta = object_at(choice, "delta") or object_at(choice, "message")
        if not delta:
            return self._write(MessageKind.TEXT, as_text(choice.get("text")))
        text = self._write(MessageKind.THINKING, thought_in(delta))
        text += "".join([self._write(part.kind, part.text) for part in parts_of(delta.get("content"))])
        for nth, call in enumerate(objects_in(delta.get("tool_calls"))):
            is_free = "custom" in call
            function = object_at(call, "custom" if is_free else "function")
            arguments = as_text(function.get("input" if is_free else "arguments"))
            id_, name = as_text(call.get("id")), as_text(function.get("name"))
            self._add(call.get("index", nth), id_, name, arguments, is_free=is_free)
        return text

    def _take_responses(self, kind: str, event: Object) -> str:
        """An event of OpenAI's responses. A call is repeated once it is complete."""
        delta, item, index = as_text(event.get("delta")), object_at(event, "item"), event.get("output_index")
        is_call = as_text(item.get("type")) in CALL_TYPES
        match kind:
            case "response.output_text.delta":
                return self._write(MessageKind.TEXT, delta)
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                return self._write(MessageKind.THINKING, delta)
            case "response.output_item.added" if is_call:
                self._add(index, as_text(item.get("call_id")), as_text(item.get("name")), "")
            case "response.function_call_arguments.delta" | "response.custom_tool_call_input.delta":
                self._add(index, "", "", delta, is_free="custom" in kind)
            case "response.output_item.done" if is_call:
                self._calls.pop(str(index), None)
                return self._write(MessageKind.CALL, call_part(item).text) + self._writer.end()
            case "response.completed":
                self._is_complete = True
        return ""

    def _take_messages(self, kind: str, event: Object) -> str:
        """An event of Anthropic's messages."""
        index, delta, block = event.get("index"), object_at(event, "delta"), object_at(event, "content_block")
        match kind:
            case "content_block_start" if as_text(block.get("type")) in CALL_TYPES:
                self._add(index, as_text(block.get("id")), as_text(block.get("name")), "")
            case "content_block_start":
                return "".join([self._writer.write(part.kind, part.text) for part in parts_of([block])])
            case "content_block_delta":
                self._add(index, "", "", as_text(delta.get("partial_json")))
                text = self._write(MessageKind.THINKING, as_text(delta.get("thinking")))
                return text + self._write(MessageKind.TEXT, as_text(delta.get("text")))
            case "content_block_stop":
                return self._end_call(str(index))
            case "message_delta":
                return self._stop(as_text(delta.get("stop_reason")))
            case "message_stop":
                # `message_delta` has said before whether the message was cut off.
                return self._end_calls()
        return ""

    def _add(self, index: object, id_: str, name: str, arguments: str, *, is_free: bool = False) -> None:
        """Add a piece of a call."""
        if not (id_ or name or arguments):
            return
        call = self._calls.setdefault(str(index), _Arriving())
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
            text = call_part({**value, "type": "custom_tool_call", "input": call.arguments}).text
            # A call that was cut off stays open, so that the reader reports it.
            text = text.removesuffix('"}') if is_cut else text
        elif parameters is not None:
            text = call_part({**value, "input": parameters}).text
        else:
            # The reader repairs it like any JSON.
            head = call_part(value).text.removesuffix("}")
            text = f'{head}, "input": {call.arguments}' + ("" if is_cut else "}")
        return self._write(MessageKind.CALL, text) + self._writer.end()
