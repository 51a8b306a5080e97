"""Calls of tools that edit files, in JSON, in XML-like text and as Python.

A `Call` is independent of its syntax. The results of calls in a transcript may say that a call changed
nothing: it failed or was rejected. A result is next to the call, inside it, or in a later message with
the call's id, as in the APIs of Anthropic, OpenAI and Google, the Vercel AI SDK, OpenCode, Codex and the
Agent Client Protocol. A text alone counts only if it begins like a message of one of their tools.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from editreview.blocks import OfferKind
from editreview.first_use import lazy_pattern
from editreview.formats.spec import CallResult

STYLES = (
    ("filePath", "oldString", "newString"),
    ("file_path", "old_string", "new_string"),
    ("path", "old_str", "new_str"),
    ("path", "old_text", "new_text"),
    ("path", "oldText", "newText"),
    ("path", "before", "after"),
    ("path", "search", "replace"),
)
"""Parameter names for the path, the old text and the new text."""
PATHS = (
    *(
        "filePath",
        "file_path",
        "path",
        "filepath",
        "absolutePath",
        "absolute_path",
        "target_file",
        "targetFile",
    ),
    *(
        "relative_path",
        "relativePath",
        "relative_workspace_path",
        "filename",
        "fileName",
        "file_name",
        "file",
    ),
)
LISTS = ("edits", "replacements", "operations")
"""Names of parameters with a list of edits."""


_PATH_WORDS = {word.replace("_", "").lower(): word for word in reversed(PATHS)} | dict.fromkeys(
    [
        *("targetpath", "relpath", "fullpath", "pathinproject", "filepathinproject", "notebookpath"),
        *("uri", "fileuri", "pathtofile"),
    ],
    "path",
)
"""By spelling in lower case without separators: the name under which a path is read."""


_MAX_SEARCHED = 20_000
"""Characters of a malformed call that are searched for its path."""


class InvalidCall(Exception):
    """An invalid call; the message says what is wrong."""


def _path_word(name: str) -> str | None:
    """The name in `PATHS` that a name is another spelling of; else None."""
    return _PATH_WORDS.get(name.replace("_", "").replace("-", "").lower())


def is_path_word(name: str) -> bool:
    """True if a parameter of this name is a path."""
    return _path_word(name) is not None


def with_path(parameters: Mapping[str, object]) -> Mapping[str, object]:
    """The parameters, in which the path has one of the names in `PATHS`, whatever its spelling."""
    if any(word in parameters for word in PATHS):
        return parameters
    for name in parameters:
        if (word := _path_word(name)) is not None:
            return {word if other == name else other: value for other, value in parameters.items()}
    return parameters


IN_JSON = lazy_pattern(r'(?<!\\)"([\w-]{3,40})"\s*:\s*"((?:[^"\\\n]|\\.)+)"')
IN_PYTHON = lazy_pattern(r"""(?:^|[(,\s])(\w{3,40})\s*=\s*["']([^"'\n]+)["']""")
IN_TAGS = lazy_pattern(r'<(?:parameter[ =](?:name=)?"?)?([\w-]{3,40})"?>\s*([^<>\n]+?)\s*</')
"""Parameters of one line in a syntax: the name and the value of each."""


def path_named(text: str, parameters: re.Pattern[str]) -> str | None:
    """The path in the beginning of a call that is malformed; None if it has none.

    Args:
        text: The call as far as it was read.
        parameters: The syntax of its parameters.
    """
    for found in parameters.finditer(text[:_MAX_SEARCHED]):
        name, value = found.groups()
        if is_path_word(name):
            return value.replace("\\\\", "\\") if parameters is IN_JSON else str(value)
    return None


class Call(Struct, frozen=True):
    """A tool call. A parameter may have one of several names, `words`."""

    parameters: Mapping[str, object]
    line: int
    """The line of the response at which the call begins."""

    def has(self, words: Iterable[str]) -> bool:
        parameters = self.parameters
        for word in words:  # noqa: SIM110 - called many times for every call
            if parameters.get(word) is not None:
                return True
        return False

    def is_text(self, word: str) -> bool:
        """True if the call has this parameter, and it is text."""
        return isinstance(self.parameters.get(word), str)

    def value(self, words: Iterable[str]) -> tuple[str, object] | None:
        """The name and the value of the first parameter with one of these names; None if there is none."""
        for word in words:
            if (value := self.parameters.get(word)) is not None:
                return word, value
        return None

    def text(self, words: Sequence[str], usual_word: str) -> str:
        """The text of a parameter.

        Args:
            words: Its possible names.
            usual_word: Its name in the message if it is missing.

        Raises:
            InvalidCall: It is missing or not text.
        """
        found = self.value(words)
        if found is None:
            raise InvalidCall(f"{usual_word} is required")
        word, value = found
        if not isinstance(value, str):
            raise InvalidCall(f"{word} must be a string")
        return _whole_characters(value, word)

    def path(self) -> str:
        """The path.

        Raises:
            InvalidCall: It is missing, blank or not text.
        """
        path = self.text(PATHS, "") if self.has(PATHS) else ""
        if not path.strip():
            raise InvalidCall(f"{self.style()[0]} is required")
        return path

    def number(self, word: str, minimum: int) -> int:
        """The integer value of a parameter.

        Raises:
            InvalidCall: It is missing, not an integer, or less than `minimum`.
        """
        value = self.parameters.get(word)
        if type(value) is int and value >= minimum:
            return value
        if value is None:
            raise InvalidCall(f"{word} is required")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value, re.ASCII):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidCall(f"{word} must be a whole number")
        if value < minimum:
            raise InvalidCall(f"{word} must be {minimum} or more, not {value}")
        return value

    def is_set(self, words: Iterable[str]) -> bool:
        """True if a parameter is true, as a boolean or as text."""
        found = self.value(words)
        return found is not None and (found[1] is True or str(found[1]).strip().lower() == "true")

    def style(self) -> tuple[str, str, str]:
        """The style that fits the names of its parameters best."""
        parameters = self.parameters
        for style in STYLES:
            if style[0] in parameters and style[1] in parameters and style[2] in parameters:
                return style
        return max(STYLES, key=lambda words: sum(word in parameters for word in words))


def whole_lines(text: str) -> str:
    """The text with a line end after its last line, unless it is empty."""
    return text if not text or text.endswith("\n") else text + "\n"


def _whole_characters(text: str, word: str) -> str:
    """The text with surrogate pairs, which JSON escapes use, joined into characters.

    Raises:
        InvalidCall: It has half a pair.
    """
    if text.isascii() or not re.search("[\ud800-\udfff]", text):
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    # U+DC80 to U+DCFF stand for bytes of the response that are not UTF-8.
    if half := re.search("[\ud800-\udc7f\udd00-\udfff]", whole):
        raise InvalidCall(f"{word} contains half a character, \\u{ord(half[0]):04x},")
    return whole


_RESULT_IDS = ("tool_use_id", "tool_call_id", "toolCallId", "call_id", "callID", "toolUseId", "id")
RESULT_WORDS = frozenset(
    [*_RESULT_IDS[:-1], "functionResponse", "toolResponse", "toolResult", "function_response"]
)
"""A fast first test: a value without these words has no result of another call."""
_ERROR_FLAGS = ("is_error", "isError")
_SUCCESS_FLAGS = ("success", "ok")
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
_ERROR_MEMBERS = ("error", "errorText", "error_message", "errorMessage", "toolUseError")
_STATE_HOLDERS = (
    *("state", "result", "response", "output", "toolResult", "tool_result", "toolUseResult", "metadata"),
    *("functionResponse", "function_response", "rawOutput", "toolFormerData"),
)
"""Members that may contain the state, as an object or as JSON text."""
_TEXT_MEMBERS = (
    "content",
    "output",
    "result",
    "text",
    "toolUseResult",
    "response",
    "value",
    "error",
    "errorText",
)
_RESULT_ROLES = frozenset(["tool", "function"])
_RESULT_TYPE = re.compile(
    r"tool[-_]?(?:result|response)|function_?call_output|\w+_call_output|functionResponse"
)
"""A type of messages with the result of a call: `tool_result`, `function_call_output`."""
_REJECTION = re.compile(
    r"\s*(?:<tool_use_error>\s*)?"
    r"(?:(?:the )?user (?:doesn['’]t want|denied|rejected|declined|cancel+ed|chose not)"
    r"|(?:the )?(?:tool (?:call|use)|call|request|edit|patch|operation|execution) (?:was )?"
    r"(?:rejected|denied|declined|cancel+ed|aborted)|rejected\b|permission (?:was )?denied by"
    r"|\[?request interrupted|(?:command|tool execution) blocked\b)",
    re.IGNORECASE,
)
"""The beginning of a result of a rejected call: `The user rejected`, `Request was denied`."""
_FAILURE = re.compile(
    r"\s*(?:<(?:tool_use_)?error>|\w*error(?::|\s*$| (?:executing|applying|editing|writing|reading)\b)"
    r"|failed(?::|\s+to\b)"
    r"|(?:the )?(?:tool (?:call|use|execution)|edit|patch|apply_patch|call|command) (?:verification )?failed"
    r"|exit(?:ed with)? code:? [1-9]|traceback \(most recent)"
    r"|\s*(?:string to replace not found|old_string (?:was )?not found|no match(?:es)? found)",
    re.IGNORECASE,
)
"""The beginning of a result of a failed call: `Error: `, `exit code: 1`."""
_SUCCESS = re.compile(
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
    return _reason_by_state(call, 0)


def results_of_calls(value: object) -> Iterator[tuple[CallResult, object]]:
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
            id_ = next((found for name in _RESULT_IDS if isinstance(found := inner.get(name), str)), None)
            tool = inner.get("name")
            is_by_name = id_ is None and isinstance(tool, str) and _is_result(inner)
            if id_ is None and not is_by_name:
                continue
            kind = _reason_by_state(inner, 0)
            if kind is None and _is_result(inner):
                kind = _reason_by_text(inner)
            if is_by_name:
                yield CallResult(str(tool), kind, is_by_name=True), inner
            elif id_ is not None and kind is not None:
                yield CallResult(id_, kind), inner


def is_success(result: Mapping[str, object]) -> bool:
    """True if the result of a call says that the call succeeded; False if it may have failed."""
    if any(found.kind is not None for found, _ in results_of_calls(result)):
        return False
    if any(result.get(flag) is False for flag in _ERROR_FLAGS) or any(
        result.get(name) is True for name in _SUCCESS_FLAGS
    ):
        return True
    texts = list(_texts_of_result(result, 0))
    encoded = (_decoded(text) for text in texts if text.lstrip()[:1] == "{")
    return any(map(_SUCCESS.match, texts)) or any(
        _SUCCESS.match(text) for each in encoded for text in _texts_of_result(each, 0)
    )


def _is_result(value: Mapping[str, object]) -> bool:
    kind = value.get("type")
    if any(value.get(flag) is False for flag in _ERROR_FLAGS):
        return False
    is_typed = isinstance(kind, str) and _RESULT_TYPE.match(kind) is not None
    role = value.get("role")
    return is_typed or (isinstance(role, str) and role in _RESULT_ROLES) or "response" in value


def _reason_by_state(value: Mapping[str, object], depth: int) -> OfferKind | None:
    """The reason given by flags and states, here or in nested values; None if they give none."""
    for name in _STATES:
        state = value.get(name)
        word = state.lower() if isinstance(state, str) and len(state) < 40 else ""
        if word in _REJECTED_STATES:
            return OfferKind.REJECTED
        if word in _FAILED_STATES:
            return _reason_by_text(value) or OfferKind.FAILED
    is_marked = any(value.get(flag) in (True, "true") for flag in _ERROR_FLAGS)
    if is_marked or any(value.get(name) is False for name in _SUCCESS_FLAGS):
        return _reason_by_text(value) or OfferKind.FAILED
    if any(value.get(name) is True for name in ("rejected", "denied", "cancelled", "canceled")):
        return OfferKind.REJECTED
    if isinstance(value.get("rejected"), dict):
        return OfferKind.REJECTED
    if any(value.get(name) for name in _ERROR_MEMBERS):
        return _reason_by_text(value) or OfferKind.FAILED
    code = value.get("exit_code", value.get("exitCode"))
    if isinstance(code, int) and not isinstance(code, bool) and code:
        return OfferKind.FAILED
    return _reason_inside(value, depth) if depth < _MAX_DEPTH else None


def _reason_inside(value: Mapping[str, object], depth: int) -> OfferKind | None:
    for name in _STATE_HOLDERS:
        inner = value.get(name)
        if isinstance(inner, str) and inner.lstrip()[:1] == "{":
            inner = _decoded(inner)
        if isinstance(inner, dict) and (kind := _reason_by_state(inner, depth + 1)) is not None:
            return kind
    return None


def _decoded(text: str) -> object:
    from editreview.formats.json_values import read

    try:
        return read(text)
    except ValueError:
        return None


def _reason_by_text(value: Mapping[str, object]) -> OfferKind | None:
    """The reason given by the text of a result, or by an object encoded in it; None if it gives none."""
    for text in _texts_of_result(value, 0):
        decoded = _decoded(text) if text.lstrip()[:1] == "{" else None
        if isinstance(decoded, dict) and (kind := _reason_by_state(decoded, 0)) is not None:
            return kind
        if _REJECTION.match(text):
            return OfferKind.REJECTED
        if _FAILURE.match(text):
            return OfferKind.FAILED
    return None


def _texts_of_result(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth <= _MAX_DEPTH:
        for part in value:
            yield from _texts_of_result(part, depth + 1)
    elif isinstance(value, dict) and depth <= _MAX_DEPTH:
        for name in _TEXT_MEMBERS:
            if name in value:
                yield from _texts_of_result(value[name], depth + 1)
