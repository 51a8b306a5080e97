"""Code as editreview understands it without a parser: the language of a file, and its tokens."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import PurePosixPath

# The languages with a parser, by name and by file extension.
#
# Names must come from this table: asked for an unknown language, the parser library panics,
# which ends the program and prints a trace on the screen.

_ENDINGS = {
    "bash": "sh bash zsh bats",
    "c": "c h",
    "cpp": "cpp cc cxx c++ hpp hh hxx h++ ino cu",
    "csharp": "cs",
    "css": "css",
    "elixir": "ex exs",
    "go": "go",
    "haskell": "hs",
    "hcl": "hcl tf tfvars",
    "html": "html htm xhtml",
    "java": "java",
    "javascript": "js mjs cjs jsx",
    "json": "json",
    "kotlin": "kt kts",
    "lua": "lua",
    "nix": "nix",
    "php": "php",
    "python": "py pyi py3 bzl",
    "ruby": "rb rbw gemspec rake",
    "rust": "rs",
    "scala": "scala sc sbt",
    "solidity": "sol",
    "swift": "swift",
    "tsx": "tsx",
    "typescript": "ts mts cts",
    "yaml": "yml yaml",
}
LANGUAGES = frozenset(_ENDINGS)
_OTHER_NAMES = {
    "c#": "csharp",
    "c++": "cpp",
    "golang": "go",
    "python3": "python",
    "shell": "bash",
    "terraform": "hcl",
}
_BY_ENDING = {ending: language for language, endings in _ENDINGS.items() for ending in endings.split()}


def language_of(path: str) -> str | None:
    """The language of a path's extension; None if it has no parser."""
    return _BY_ENDING.get(PurePosixPath(path.replace("\\", "/")).suffix.lower().removeprefix("."))


def language_named(name: str) -> str | None:
    """The language with this name, alternative name or file extension; None if it has no parser."""
    known = name.strip().lower().removeprefix(".")
    return known if known in _ENDINGS else _OTHER_NAMES.get(known) or _BY_ENDING.get(known)


# A fast, approximate lexer: words, strings and comments are tokens, and so is each other character.
#
# Texts with the same tokens to a parser have the same tokens here, but not the other way round:
# only a parser can decide whether they are the same code.

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
_QUOTES = "\"'`r"
"""First characters of strings; `r` of those with hashes."""
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
assert _LITERALS.keys() == LANGUAGES


class Tokens:
    """The tokens of a text."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._starts, self._ends = array("i"), array("i")
        keys: list[str] = []
        for token in _lexer(language).finditer(text):
            kind, literal = token.lastgroup, token[0]
            if kind == "layout":
                continue
            if kind is not None:
                literal = literal.rstrip()
            self._starts.append(token.start())
            self._ends.append(token.start() + len(literal))
            keys.append(_key(literal) if kind is not None else literal)
        self._joined = _SEPARATOR.join(["", *keys, ""])

    def __len__(self) -> int:
        return len(self._starts)

    @cached_property
    def keys(self) -> Sequence[str]:
        """The texts that tokens are compared by, without whitespace around line breaks inside a token."""
        return self._joined[1:-1].split(_SEPARATOR) if len(self) else []

    @property
    def is_plain(self) -> bool:
        """True if the text does not contain the separator used between keys."""
        return _SEPARATOR not in self.text

    def span(self, token: int) -> Span:
        return self._starts[token], self._ends[token]

    def token(self, token: int) -> str:
        return self.text[self._starts[token] : self._ends[token]]

    def layout(self, token: int) -> str:
        """The whitespace before a token, from the previous one or the beginning of the text."""
        return self.text[self._ends[token - 1] if token else 0 : self._starts[token]]

    def find(self, query: "Tokens", limit: int) -> list[int]:
        """The first `limit` tokens at which a sequence of tokens begins; occurrences may overlap."""
        numbers: list[int] = []
        number = counted = 0
        at = self._joined.find(query._joined)
        while at >= 0 and len(numbers) < limit:
            number += self._joined.count(_SEPARATOR, counted, at)
            counted = at
            numbers.append(number)
            at = self._joined.find(query._joined, at + 1)
        return numbers


def signs(text: str, language: str) -> Iterator[tuple[str, int]]:
    """The brackets outside of strings and comments, and quotes that begin none, with their offsets.

    The same as among the tokens of the text, but several times as fast.
    """
    at = 0
    for part in _between_signs(language).finditer(text):
        yield from ((text[n], n) for n in range(at, part.start()))
        at = part.end()
    yield from ((text[n], n) for n in range(at, len(text)))


def only_signs(text: str, language: str) -> str:
    """The same as `signs`, without offsets."""
    return _between_signs(language).sub("", text)


def in_strings(text: str, language: str, positions: Iterable[int]) -> set[int]:
    """Those of some positions that are in a string, one of several lines included, as far as quotes tell."""
    wanted = sorted(positions)
    found: set[int] = set()
    literals = (token for token in _lexer(language).finditer(text) if token.lastgroup == "literal")
    for literal in literals if wanted else ():
        inside = wanted[bisect_right(wanted, literal.start()) : bisect_left(wanted, literal.end())]
        # An apostrophe of a plain text, as YAML has them, begins no string that goes on for lines.
        is_string = literal[0][0] in _QUOTES and not (language == "yaml" and "\n" in literal[0])
        if inside and is_string:
            found.update(inside)
        if literal.end() > wanted[-1]:
            break
    return found


@cache
def _lexer(language: str) -> re.Pattern[str]:
    literals = _literals(language)
    # A backslash at the end of a line is layout: it joins two lines.
    return re.compile(rf"(?P<layout>\s+|\\\r?\n)|(?P<literal>{literals})|\w+|[^\w\s]", re.DOTALL)


@cache
def _between_signs(language: str) -> re.Pattern[str]:
    """Matches what is no sign, as much as there is."""
    literals = _literals(language)
    return re.compile(rf"""(?:\s+|\\\r?\n|{literals}|\w+|[^\w\s()\[\]{{}}"])++""", re.DOTALL)


def _literals(language: str) -> str:
    return "|".join(_STRINGS.get(name) or _COMMENTS[name] for name in _LITERALS[language])


def _key(literal: str) -> str:
    return "\n".join(map(str.strip, literal.split("\n"))) if "\n" in literal else literal
