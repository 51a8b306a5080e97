"""A tool call, independent of its syntax, and access to its parameters."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from editreview.patterns import lazy_pattern

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
    """The name in `PATHS` of which a name is another spelling; else None."""
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
