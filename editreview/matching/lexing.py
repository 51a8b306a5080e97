"""Code cut into tokens, quickly and roughly: words, strings and comments whole, other characters one by one.

Two texts of the same tokens have the same tokens here too, but not the other way round: whether
they are the same code is for a parser to say.
"""

import re
from array import array
from collections.abc import Sequence
from functools import cache, cached_property

from editreview.matching.languages import KNOWN

Span = tuple[int, int]
"""In characters, half-open."""

_SEPARATOR = "\0"

_STRINGS = {
    "triple": r'"""(?:\\.|[^\\])*?"""' + r"|'''(?:\\.|[^\\])*?'''",
    "double": r'"(?:\\.|[^"\\\n])*"',
    "double over lines": r'"(?:\\.|[^"\\])*"',
    "single": r"'(?:\\.|[^'\\\n])*'",
    "single over lines": r"'(?:\\.|[^'\\])*'",
    "character": r"'(?:\\[^'\n]+|\\'|[^'\\\n])'",
    "backquoted": r"`(?:\\.|[^`\\])*`",
    "backquoted raw": r"`[^`]*`",
    "hashed": r'r(?P<hashes>#*)".*?"(?P=hashes)',
}
_COMMENTS = {
    "slashes": r"//[^\n]*",
    "stars": r"/\*.*?\*/",
    "hash": r"#[^\n]*",
    "hash apart": r"(?<![^\s;])#[^\n]*",
    "dashes": r"--[^\n]*",
    "long dashes": r"--\[\[.*?\]\]",
    "braces": r"\{-.*?-\}",
    "tags": r"<!--.*?-->",
}
_C = ("double", "character", "slashes", "stars")
_SCRIPT = ("double", "single", "backquoted", "slashes", "stars")
_JVM = ("triple", "double", "character", "slashes", "stars")
_LITERALS: dict[str, Sequence[str]] = {
    "bash": ("double over lines", "single over lines", "hash apart"),
    "c": _C,
    "cpp": _C,
    "csharp": _JVM,
    "css": ("double", "single", "stars"),
    "elixir": ("triple", "double over lines", "hash"),
    "go": ("double", "character", "backquoted raw", "slashes", "stars"),
    "haskell": ("double", "character", "braces", "dashes"),
    "hcl": ("double", "hash", "slashes", "stars"),
    "html": ("tags", "double over lines"),
    "java": _JVM,
    "javascript": _SCRIPT,
    "json": ("double",),
    "kotlin": _JVM,
    "lua": ("double", "single", "long dashes", "dashes"),
    "nix": ("double over lines", "hash", "stars"),
    "php": ("double over lines", "single over lines", "hash", "slashes", "stars"),
    "python": ("triple", "double", "single", "hash"),
    "ruby": ("double over lines", "single over lines", "hash"),
    "rust": ("hashed", "double over lines", "character", "slashes", "stars"),
    "scala": _JVM,
    "solidity": ("double", "single", "slashes", "stars"),
    "swift": _JVM,
    "tsx": _SCRIPT,
    "typescript": _SCRIPT,
    "yaml": ("double over lines", "single over lines", "hash apart"),
}
assert _LITERALS.keys() == KNOWN


class Tokens:
    """The tokens of a text."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._starts, self._ends = array("i"), array("i")
        keys: list[str] = []
        for token in _lexer(language).finditer(text):
            kind, found = token.lastgroup, token[0]
            if kind == "blank":
                continue
            if kind is not None:
                found = found.rstrip()
            self._starts.append(token.start())
            self._ends.append(token.start() + len(found))
            keys.append(_key(found) if kind is not None else found)
        self._joined = _SEPARATOR.join(["", *keys, ""])

    def __len__(self) -> int:
        return len(self._starts)

    @cached_property
    def keys(self) -> Sequence[str]:
        """What each token is compared by: the blanks around line breaks within it do not count."""
        return self._joined[1:-1].split(_SEPARATOR) if len(self) else []

    @property
    def is_plain(self) -> bool:
        """Whether tokens can be told apart by what stands between them here."""
        return _SEPARATOR not in self.text

    def span(self, token: int) -> Span:
        return self._starts[token], self._ends[token]

    def token(self, token: int) -> str:
        return self.text[self._starts[token] : self._ends[token]]

    def layout(self, token: int) -> str:
        """The blanks before a token, back to the one before it or the beginning of the text."""
        return self.text[self._ends[token - 1] if token else 0 : self._starts[token]]

    def find(self, wanted: "Tokens", limit: int) -> list[int]:
        """The tokens at which a sequence of tokens begins, at most so many, overlapping ones included."""
        found: list[int] = []
        number = counted = 0
        at = self._joined.find(wanted._joined)
        while at >= 0 and len(found) < limit:
            number += self._joined.count(_SEPARATOR, counted, at)
            counted = at
            found.append(number)
            at = self._joined.find(wanted._joined, at + 1)
        return found


@cache
def _lexer(language: str) -> re.Pattern[str]:
    literals = "|".join(_STRINGS.get(name) or _COMMENTS[name] for name in _LITERALS[language])
    # A backslash at the end of a line is layout: it makes one line of two.
    return re.compile(rf"(?P<blank>\s+|\\\r?\n)|(?P<literal>{literals})|\w+|[^\w\s]", re.DOTALL)


def _key(literal: str) -> str:
    return "\n".join(map(str.strip, literal.split("\n"))) if "\n" in literal else literal
