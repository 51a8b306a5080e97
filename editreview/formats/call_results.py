"""Finds results in a transcript that say that a call changed nothing: it failed or was rejected.

A result is next to the call, inside it, or in a later message with the call's id, as in the APIs
of Anthropic, OpenAI and Google, the Vercel AI SDK, OpenCode, Codex and the Agent Client Protocol.
A text alone counts only if it begins like a message of one of their tools.
"""

import re
from collections.abc import Iterator, Mapping

from editreview.blocks import OfferKind
from editreview.formats.json_values import Value
from editreview.formats.spec import CallResult

_IDS = ("tool_use_id", "tool_call_id", "toolCallId", "call_id", "callID", "toolUseId", "id")
WORDS = frozenset([*_IDS[:-1], "functionResponse", "toolResponse", "toolResult", "function_response"])
"""A fast first test: a value without these words has no result of another call."""
_FLAGS = ("is_error", "isError")
_SUCCESS = ("success", "ok")
_STATES = ("status", "state", "outcome", "userDecision", "decision", "type")
_REJECTED_STATES = frozenset(
    """
    rejected denied declined cancelled canceled aborted output-denied execution-denied user_rejected
    user-rejected
    """.split()
)
_FAILED_STATES = frozenset(
    """
    error failed failure errored incomplete output-error error-text error-json tool-error tool_result_error
    """.split()
)
_ERRORS = ("error", "errorText", "error_message", "errorMessage", "toolUseError")
_INSIDE = (
    *("state", "result", "response", "output", "toolResult", "tool_result", "toolUseResult", "metadata"),
    *("functionResponse", "function_response", "rawOutput", "toolFormerData"),
)
"""Members that may contain the state, as an object or as JSON text."""
_TEXTS = ("content", "output", "result", "text", "toolUseResult", "response", "value", "error", "errorText")
_RESULT_ROLES = frozenset(["tool", "function"])
_RESULT_TYPE = re.compile(
    r"tool[-_]?(?:result|response)|function_?call_output|\w+_call_output|functionResponse"
)
_REJECTION = re.compile(
    r"\s*(?:<tool_use_error>\s*)?"
    r"(?:(?:the )?user (?:doesn['’]t want|denied|rejected|declined|cancel+ed|chose not)"
    r"|(?:the )?(?:tool (?:call|use)|call|request|edit|patch|operation|execution) (?:was )?"
    r"(?:rejected|denied|declined|cancel+ed|aborted)|rejected\b|permission (?:was )?denied by"
    r"|\[?request interrupted|(?:command|tool execution) blocked\b)",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"\s*(?:<(?:tool_use_)?error>|\w*error(?::|\s*$| (?:executing|applying|editing|writing|reading)\b)"
    r"|failed(?::|\s+to\b)"
    r"|(?:the )?(?:tool (?:call|use|execution)|edit|patch|apply_patch|call|command) (?:verification )?failed"
    r"|exit(?:ed with)? code:? [1-9]|traceback \(most recent)"
    r"|\s*(?:string to replace not found|old_string (?:was )?not found|no match(?:es)? found)",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\s*(?:(?:the )?(?:file|edit|patch|changes?)\b[^\n]{0,200}?\b(?:has|have|was|were) (?:been )?"
    r"(?:successfully )?(?:applied|created|edited|modified|replaced|saved|updated|written)\b"
    r"|(?:exit code: 0\n(?:[^\n]*\n){1,3}?)?"
    r"(?:applied|created|done|edited|ok|success(?:fully)?|updated|wrote)\b)",
    re.IGNORECASE,
)
"""The beginning of a result that says that the call succeeded."""
_MAX_DEPTH = 3
"""Levels of nested objects that are examined."""


def outcome_of(call: Mapping[str, object]) -> OfferKind | None:
    """The reason why the call in an object changed nothing; None if the object gives none."""
    return _by_state(call, 0)


def results_of_calls(value: Value) -> Iterator[tuple[CallResult, object]]:
    """The results in a value that say that a call changed nothing, in order, each with its object.

    Results that name only the tool of their call are all included, since each one belongs to the next call.
    """
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, list):
            waiting += reversed(inner)
        elif isinstance(inner, dict):
            waiting += [part for part in reversed(inner.values()) if isinstance(part, list | dict)]
            id_ = next((found for name in _IDS if isinstance(found := inner.get(name), str)), None)
            tool = inner.get("name")
            is_by_name = id_ is None and isinstance(tool, str) and _is_result(inner)
            if id_ is None and not is_by_name:
                continue
            kind = _by_state(inner, 0)
            if kind is None and _is_result(inner):
                kind = _by_text(inner)
            if is_by_name:
                yield CallResult(str(tool), kind, is_by_name=True), inner
            elif id_ is not None and kind is not None:
                yield CallResult(id_, kind), inner


def is_success(result: Mapping[str, object]) -> bool:
    """True if the result of a call says that the call succeeded; False if it may have failed."""
    if any(found.kind is not None for found, _ in results_of_calls(result)):
        return False
    if any(result.get(flag) is False for flag in _FLAGS) or any(
        result.get(name) is True for name in _SUCCESS
    ):
        return True
    texts = list(_texts(result, 0))
    encoded = (_decoded(text) for text in texts if text.lstrip()[:1] == "{")
    return any(map(_DONE.match, texts)) or any(
        _DONE.match(text) for each in encoded for text in _texts(each, 0)
    )


def _is_result(value: Mapping[str, object]) -> bool:
    kind = value.get("type")
    if any(value.get(flag) is False for flag in _FLAGS):
        return False
    is_typed = isinstance(kind, str) and _RESULT_TYPE.match(kind) is not None
    role = value.get("role")
    return is_typed or (isinstance(role, str) and role in _RESULT_ROLES) or "response" in value


def _by_state(value: Mapping[str, object], depth: int) -> OfferKind | None:
    """The reason given by flags and states, here or in nested values; None if they give none."""
    for name in _STATES:
        state = value.get(name)
        word = state.lower() if isinstance(state, str) and len(state) < 40 else ""
        if word in _REJECTED_STATES:
            return OfferKind.REJECTED
        if word in _FAILED_STATES:
            return _by_text(value) or OfferKind.FAILED
    is_marked = any(value.get(flag) in (True, "true") for flag in _FLAGS)
    if is_marked or any(value.get(name) is False for name in _SUCCESS):
        return _by_text(value) or OfferKind.FAILED
    if any(value.get(name) is True for name in ("rejected", "denied", "cancelled", "canceled")):
        return OfferKind.REJECTED
    if isinstance(value.get("rejected"), dict):
        return OfferKind.REJECTED
    if any(value.get(name) for name in _ERRORS):
        return _by_text(value) or OfferKind.FAILED
    code = value.get("exit_code", value.get("exitCode"))
    if isinstance(code, int) and not isinstance(code, bool) and code:
        return OfferKind.FAILED
    return _inside(value, depth) if depth < _MAX_DEPTH else None


def _inside(value: Mapping[str, object], depth: int) -> OfferKind | None:
    for name in _INSIDE:
        inner = value.get(name)
        if isinstance(inner, str) and inner.lstrip()[:1] == "{":
            inner = _decoded(inner)
        if isinstance(inner, dict) and (kind := _by_state(inner, depth + 1)) is not None:
            return kind
    return None


def _decoded(text: str) -> Value:
    from editreview.formats.json_values import read

    try:
        return read(text)
    except ValueError:
        return None


def _by_text(value: Mapping[str, object]) -> OfferKind | None:
    """The reason given by the text of a result, or by an object encoded in it; None if it gives none."""
    for text in _texts(value, 0):
        decoded = _decoded(text) if text.lstrip()[:1] == "{" else None
        if isinstance(decoded, dict) and (kind := _by_state(decoded, 0)) is not None:
            return kind
        if _REJECTION.match(text):
            return OfferKind.REJECTED
        if _FAILURE.match(text):
            return OfferKind.FAILED
    return None


def _texts(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth <= _MAX_DEPTH:
        for part in value:
            yield from _texts(part, depth + 1)
    elif isinstance(value, dict) and depth <= _MAX_DEPTH:
        for name in _TEXTS:
            if name in value:
                yield from _texts(value[name], depth + 1)
