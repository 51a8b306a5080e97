"""A call of a tool, however it was written, and what its parameters say."""

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
PATHS = ("filePath", "file_path", "path", "target_file", "targetFile", "absolute_path", "filename", "file")


class WrongCall(Exception):
    """An invalid call; the message says what is wrong."""


class Call(Struct, frozen=True):
    parameters: Mapping[str, object]
    line: int
    """Of the response, at which the call begins."""

    def has(self, words: Iterable[str]) -> bool:
        given = self.parameters
        for word in words:  # noqa: SIM110 - it is asked many times of every call
            if given.get(word) is not None:
                return True
        return False

    def says(self, word: str) -> bool:
        """True if a parameter is text."""
        return isinstance(self.parameters.get(word), str)

    def value(self, words: Iterable[str]) -> tuple[str, object] | None:
        """The parameter that goes by one of these words, with that word."""
        for word in words:
            if (value := self.parameters.get(word)) is not None:
                return word, value
        return None

    def text(self, words: Sequence[str], wanted: str) -> str:
        found = self.value(words)
        if found is None:
            raise WrongCall(f"{wanted} is required")
        word, value = found
        if not isinstance(value, str):
            raise WrongCall(f"{word} must be a string")
        return _whole_characters(value, word)

    def path(self) -> str:
        path = self.text(PATHS, "") if self.has(PATHS) else ""
        if not path.strip():
            raise WrongCall(f"{self.style()[0]} is required")
        return path

    def number(self, word: str, least: int) -> int:
        value = self.parameters.get(word)
        if type(value) is int and value >= least:
            return value
        if value is None:
            raise WrongCall(f"{word} is required")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value, re.ASCII):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise WrongCall(f"{word} must be a whole number")
        if value < least:
            raise WrongCall(f"{word} must be {least} or more, not {value}")
        return value

    def is_set(self, words: Iterable[str]) -> bool:
        found = self.value(words)
        return found is not None and (found[1] is True or str(found[1]).strip().lower() == "true")

    def style(self) -> tuple[str, str, str]:
        """The words of the tool that the parameters come nearest to."""
        given = self.parameters
        for style in STYLES:
            if style[0] in given and style[1] in given and style[2] in given:
                return style
        return max(STYLES, key=lambda words: sum(word in given for word in words))


def whole_lines(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _whole_characters(text: str, word: str) -> str:
    """The text, with the halves of characters that JSON writes as two put together."""
    if text.isascii() or not re.search("[\ud800-\udfff]", text):
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    # Those from DC80 on stand for bytes of the response that are no UTF-8.
    if half := re.search("[\ud800-\udc7f\udd00-\udfff]", whole):
        raise WrongCall(f"{word} holds half a character, \\u{ord(half[0]):04x},")
    return whole
