"""Messages as text, their parts in the JSON of the APIs, and the model that wrote them."""

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.formats.envelopes import MESSAGE, THINKING

CALL_TYPES = frozenset(
    ["tool_use", "function_call", "custom_tool_call", "local_shell_call", "apply_patch_call"]
)
RESULT_TYPES = frozenset(
    ["tool_result", "function_call_output", "custom_tool_call_output", "patch_apply_end"]
)
"""Types of the objects that are calls, and of those that are their results."""
_IDS = ("call_id", "toolCallId", "tool_use_id", "tool_call_id", "id")
_TEXT_TYPES = frozenset(["text", "input_text", "output_text", "refusal"])
_MEDIA_TYPES = frozenset(
    ["image", "image_url", "input_image", "document", "file", "input_file", "input_audio"]
)
"""Types of the parts of a message that have text, and of those that have neither text nor calls."""
CUT_REASONS = frozenset(["length", "max_tokens", "MAX_TOKENS", "max_output_tokens"])
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


def as_text(value: object) -> str:
    """The value if it is text; else empty."""
    return value if isinstance(value, str) else ""


def answer(text: str) -> MessagePart:
    """A message that is part of the answer."""
    return MessagePart(MessageKind.TEXT, text)


def thinking(text: str) -> MessagePart:
    """A message that is not part of the answer."""
    return MessagePart(MessageKind.THINKING, text)


def result_part(result: Object) -> MessagePart:
    """A message that is the result of a call, as JSON on one line."""
    return replace(call_part(_shortened(result)), is_result=True)


def call_part(value: Object) -> MessagePart:
    """A message that is a call, as JSON on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text = json.dumps(value) if _SURROGATE.search(text) else text
    except RecursionError:
        text = ""
    return MessagePart(MessageKind.CALL, text, id_of(value))


def id_of(value: Object) -> str | None:
    """The id of a call; None if it has none."""
    return next((id_ for name in _IDS if (id_ := as_text(value.get(name)))), None)


def thought_in(message: Object) -> str:
    """The thinking in a message of a chat completion."""
    return as_text(message.get("reasoning_content")) or as_text(message.get("reasoning"))


def parts_of(content: object) -> Iterator[MessagePart]:
    """The parts of the content of a message: text, or a list of objects, as in all the APIs."""
    if isinstance(content, str):
        yield answer(content)
    for part in objects_in(content):
        kind, text = as_text(part.get("type")), as_text(part.get("text"))
        if kind in ("thinking", "reasoning") or part.get("thought") is True:
            yield thinking(as_text(part.get("thinking")) or text)
        elif kind in RESULT_TYPES or "functionResponse" in part:
            yield result_part(part)
        elif text or kind in _TEXT_TYPES:
            yield answer(text)
        elif kind not in _MEDIA_TYPES:
            # The reader knows a call from other objects.
            yield call_part(part)


def _shortened(result: Object) -> Object:
    """A result without most of what the tool printed."""
    short: dict[str, object] = {}
    for name, value in result.items():
        text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
        is_long = isinstance(text, str) and len(text) > _MAX_RESULT_LENGTH
        if is_long and isinstance(value, list):
            parts = [as_text(part.get("text"))[:_MAX_RESULT_LENGTH] for part in objects_in(value)[:1]]
            short[name] = [{"type": "text", "text": part} for part in parts]
        elif is_long and isinstance(value, str) and not value.lstrip().startswith("{"):
            short[name] = value[:_MAX_RESULT_LENGTH]
        else:
            short[name] = value
    return short


def has_edit(text: str) -> bool:
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
            if _MODEL_NAME.fullmatch(name := as_text(holder.get(member))):
                return name
    # Small tasks go to another model first.
    used = [name for path in _MODEL_USAGES for name in object_at(value, *path) if _MODEL_NAME.fullmatch(name)]
    return used[-1] if used else ""


def model_of_aider(line: str) -> str:
    """The model that a line of aider's history names; empty if it names none."""
    found = _MODEL_OF_AIDER.match(line)
    return found["name"] if found is not None and _MODEL_NAME.fullmatch(found["name"]) else ""
