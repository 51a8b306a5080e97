"""A tool call, independent of its syntax, and access to its parameters."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

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


class WrongCall(Exception):
    """An invalid call; the message says what is wrong."""


class Call(Struct, frozen=True):
    """A tool call. Parameters may have one of several names (`words`)."""

    parameters: Mapping[str, object]
    line: int
    """The line of the response at which the call begins."""

    def has(self, words: Iterable[str]) -> bool:
        given = self.parameters
        for word in words:  # noqa: SIM110 - called many times for every call
            if given.get(word) is not None:
                return True
        return False

    def is_text(self, word: str) -> bool:
        """True if the call has this parameter, and it is text."""
        return isinstance(self.parameters.get(word), str)

    def value(self, words: Iterable[str]) -> tuple[str, object] | None:
        """The parameter with one of these names, and its name; None if there is none."""
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
            WrongCall: It is missing or not text.
        """
        found = self.value(words)
        if found is None:
            raise WrongCall(f"{usual_word} is required")
        word, value = found
        if not isinstance(value, str):
            raise WrongCall(f"{word} must be a string")
        return _whole_characters(value, word)

    def path(self) -> str:
        path = self.text(PATHS, "") if self.has(PATHS) else ""
        if not path.strip():
            raise WrongCall(f"{self.style()[0]} is required")
        return path

    def number(self, word: str, minimum: int) -> int:
        """The integer value of a parameter.

        Raises:
            WrongCall: It is missing, not an integer, or less than `minimum`.
        """
        value = self.parameters.get(word)
        if type(value) is int and value >= minimum:
            return value
        if value is None:
            raise WrongCall(f"{word} is required")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value, re.ASCII):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise WrongCall(f"{word} must be a whole number")
        if value < minimum:
            raise WrongCall(f"{word} must be {minimum} or more, not {value}")
        return value

    def is_set(self, words: Iterable[str]) -> bool:
        found = self.value(words)
        return found is not None and (found[1] is True or str(found[1]).strip().lower() == "true")

    def style(self) -> tuple[str, str, str]:
        """The style of parameter names that this call's names fit best."""
        given = self.parameters
        for style in STYLES:
            if style[0] in given and style[1] in given and style[2] in given:
                return style
        return max(STYLES, key=lambda words: sum(word in given for word in words))


def whole_lines(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _whole_characters(text: str, word: str) -> str:
    """The text with surrogate pairs, which JSON escapes use, joined into characters."""
    if text.isascii() or not re.search("[\ud800-\udfff]", text):
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    # U+DC80 to U+DCFF stand for bytes of the response that are not UTF-8.
    if half := re.search("[\ud800-\udc7f\udd00-\udfff]", whole):
        raise WrongCall(f"{word} contains half a character, \\u{ord(half[0]):04x},")
    return whole
