"""The bodies of API responses: one value with all messages."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from editreview.formats.envelopes.messages import (
    CALL_TYPES,
    CUT_REASONS,
    RESULT_TYPES,
    MessageKind,
    MessagePart,
    MessageWriter,
    Object,
    answer,
    as_text,
    call_part,
    has_edit,
    object_at,
    objects_in,
    parts_of,
    result_part,
    thinking,
    thought_in,
)


class ResponseBody(Struct, frozen=True):
    """The messages of a response."""

    parts: Sequence[MessagePart]
    is_cut: bool = False
    """True if the last one was cut off."""


def _chat(body: Object) -> ResponseBody | None:
    """OpenAI's chat completions, and those of many others. Other choices are other versions."""
    choice = object_at(body, "choices", 0)
    message = object_at(choice, "message")
    if not message and "text" not in choice:
        return None
    content = message.get("content") if message else choice["text"]
    calls = [call_part(each) for each in objects_in(message.get("tool_calls"))]
    parts = [thinking(thought_in(message)), *parts_of(content), *calls]
    return ResponseBody(parts, as_text(choice.get("finish_reason")) in CUT_REASONS)


def _responses(body: Object) -> ResponseBody | None:
    """OpenAI's responses."""
    if body.get("object") != "response":
        return None
    parts = [part for item in objects_in(body.get("output")) for part in parts_of_item(item)]
    return ResponseBody(parts, body.get("status") == "incomplete")


def parts_of_item(item: Object) -> Iterator[MessagePart]:
    """An item of OpenAI's responses, or of a session of Codex."""
    match as_text(item.get("type")):
        case "message":
            yield from parts_of(item.get("content")) if item.get("role", "assistant") == "assistant" else ()
        case "agent_message":
            yield answer(as_text(item.get("text")))
        case "reasoning":
            for name in ("summary", "content"):
                for part in objects_in(item.get(name)):
                    yield thinking(as_text(part.get("text")))
        case kind if kind in CALL_TYPES:
            yield call_part(item)
        case kind if kind in RESULT_TYPES:
            yield result_part(item)


def _messages(body: Object) -> ResponseBody | None:
    """Anthropic's messages."""
    if body.get("type") != "message" or body.get("role") != "assistant":
        return None
    return ResponseBody([*parts_of(body.get("content"))], as_text(body.get("stop_reason")) in CUT_REASONS)


def generated(body: Object) -> ResponseBody | None:
    """Google's `generateContent`."""
    candidate = object_at(body, "candidates", 0) or object_at(body, "response", "candidates", 0)
    if not candidate:
        return None
    parts = parts_of(object_at(candidate, "content").get("parts"))
    return ResponseBody([*parts], as_text(candidate.get("finishReason")) in CUT_REASONS)


def of_ollama(body: Object) -> ResponseBody | None:
    """Ollama's chat and generate."""
    message = object_at(body, "message")
    if "done" not in body or not (message or "response" in body):
        return None
    thought = as_text(message.get("thinking")) or as_text(body.get("thinking"))
    calls = [call_part(each) for each in objects_in(message.get("tool_calls"))]
    text = as_text(message.get("content")) or as_text(body.get("response"))
    return ResponseBody(
        [thinking(thought), answer(text), *calls], as_text(body.get("done_reason")) in CUT_REASONS
    )


def _printed(body: Object) -> ResponseBody | None:
    """The answer as command lines print it: `claude --output-format json`, `gemini --output-format json`."""
    if body.get("type") == "result" and isinstance(result := body.get("result"), str):
        return ResponseBody([answer(result)])
    if "stats" in body and isinstance(text := body.get("response"), str):
        return ResponseBody([answer(text)])
    return None


_BODIES: tuple[Callable[[Object], ResponseBody | None], ...] = (
    _chat,
    _responses,
    _messages,
    generated,
    _printed,
    of_ollama,
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
    if not texts or (has_calls and not any(has_edit(part.text) for part in texts)):
        return None
    writer = MessageWriter()
    messages = [writer.write(part.kind, part.text) for part in texts]
    calls = writer.write(MessageKind.CALL, written) if has_calls else ""
    return "".join([*messages, calls, "" if body.is_cut else writer.end()])
