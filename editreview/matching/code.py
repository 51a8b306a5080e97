"""Code as editreview understands it without a parser: the language of a file, and its tokens."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    "double": r'"(?:\\.|[^"\\\n])*"',
    "single": r"'(?:\\.|[^'\\\n])*'",
    "character": r"'(?:\\[^'\n]+|\\'|[^'\\\n])'",
}
_QUOTES = "\"'`r"
"""First characters of strings; `r` of those with hashes."""
_COMMENTS = {
    "slashes": r"//[^\n]*",
    "hash": r"#[^\n]*",
    "hash apart": r"(?<![^\s;])#[^\n]*",
    "dashes": r"--[^\n]*",
}
_OVER_LINES = {
    "triple double": ('"""', r"(?:\\.|[^\\])*?", '"""'),
    "triple single": ("'''", r"(?:\\.|[^\\])*?", "'''"),
    "double over lines": ('"', r'(?:\\.|[^"\\])*', '"'),
    "single over lines": ("'", r"(?:\\.|[^'\\])*", "'"),
    "backquoted": ("`", r"(?:\\.|[^`\\])*", "`"),
    "backquoted raw": ("`", "[^`]*", "`"),
    "hashed": (r'r(?P<hashes>#*)"', ".*?", '"(?P=hashes)'),
    "stars": (r"/\*", ".*?", r"\*/"),
    "long dashes": (r"--\[\[", ".*?", r"\]\]"),
    "braces": (r"\{-", ".*?", r"-\}"),
    "tags": ("<!--", ".*?", "-->"),
}
"""Strings and comments of many lines: what opens them, what is inside, and what closes them."""
_TRIPLE = ("triple double", "triple single")
_C = ("double", "character", "slashes", "stars")
_SCRIPT = ("double", "single", "backquoted", "slashes", "stars")
_JVM = (*_TRIPLE, "double", "character", "slashes", "stars")
_LITERALS: dict[str, Sequence[str]] = {
    "bash": ("double over lines", "single over lines", "hash apart"),
    "c": _C,
    "cpp": _C,
    "csharp": _JVM,
    "css": ("double", "single", "stars"),
    "elixir": (*_TRIPLE, "double over lines", "hash"),
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
    "python": (*_TRIPLE, "double", "single", "hash"),
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
        for start, end, kind in _parts(_lexer, text, language):
            if kind == "layout":
                continue
            literal = text[start:end]
            if kind is not None:
                literal = literal.rstrip()
            self._starts.append(start)
            self._ends.append(start + len(literal))
            keys.append(_key(literal) if kind is not None else literal)
        if not self.is_plain:
            keys = [key.replace(_SEPARATOR, "\N{REPLACEMENT CHARACTER}") for key in keys]
        self._joined = _SEPARATOR.join(["", *keys, ""])

    def __len__(self) -> int:
        return len(self._starts)

    @cached_property
    def keys(self) -> Sequence[str]:
        """The texts that tokens are compared by, without whitespace around line breaks inside a token."""
        return self._joined[1:-1].split(_SEPARATOR) if len(self) else []

    @property
    def is_plain(self) -> bool:
        """True if the text does not contain the separator of keys; keys have another sign in its place."""
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
    for start, end, _ in _parts(_between_signs, text, language):
        yield from ((text[n], n) for n in range(at, start))
        at = end
    yield from ((text[n], n) for n in range(at, len(text)))


def only_signs(text: str, language: str) -> str:
    """The same as `signs`, without offsets."""
    found: list[str] = []
    at = 0
    for start, end, _ in _parts(_between_signs, text, language):
        found.append(text[at:start])
        at = end
    return "".join([*found, text[at:]])


def in_strings(text: str, language: str, positions: Iterable[int]) -> set[int]:
    """Those of some positions that are in a string, one of several lines included, as far as quotes tell."""
    wanted = sorted(positions)
    found: set[int] = set()
    for start, end, kind in _parts(_lexer, text, language) if wanted else ():
        inside = wanted[bisect_right(wanted, start) : bisect_left(wanted, end)]
        # An apostrophe of a plain text, as YAML has them, begins no string that goes on for lines.
        goes_on = language == "yaml" and "\n" in text[start:end]
        if inside and kind == "literal" and text[start] in _QUOTES and not goes_on:
            found.update(inside)
        if end > wanted[-1]:
            break
    return found


_Pattern = Callable[[str, frozenset[str]], re.Pattern[str]]
"""Returns the pattern for a language without some of the literals over lines."""


def _parts(pattern: _Pattern, text: str, language: str) -> Iterator[tuple[int, int, str | None]]:
    """The spans of the matches of a pattern, in order, each with the last group in it.

    A literal that is not closed is none: what opens it stands for itself. To look for the end of each of
    thousands would take minutes, and none of its kind is closed behind it. So the first one matches up to
    the end of the text, which is read again from there without its kind.
    """
    at, without = 0, frozenset[str]()
    is_read = False
    while not is_read:
        is_read = True
        for match in pattern(language, without).finditer(text, at):
            start, end = match.span()
            literal = _not_closed(text, start, language, without) if end == len(text) else None
            if literal is None:
                yield start, end, match.lastgroup
                continue
            kind, at = literal
            if start < at:
                yield start, at, None
            without |= {kind}
            is_read = False
            break


def _not_closed(text: str, start: int, language: str, without: frozenset[str]) -> tuple[str, int] | None:
    """The kind of the literal that the end of a text is in, and its offset; None if it is in none.

    Args:
        text: The text.
        start: The offset of a token.
        language: The language of the text.
        without: Kinds of literals that it does not have.
    """
    kinds = [name for name in _kinds(language, without) if name in _OVER_LINES]
    for token in _lexer(language, without).finditer(text, start):
        if token.end() == len(text):
            found = (name for name in kinds if token[_group(name)] is not None)
            return next(((name, token.start()) for name in found), None)
    return None


@cache
def _lexer(language: str, without: frozenset[str]) -> re.Pattern[str]:
    """Matches a token; a literal that is not closed has a group with the name of its kind at its end."""
    literals = _literals(language, without, lambda name: f"?P<{_group(name)}>")
    # A backslash at the end of a line is layout: it joins two lines.
    return re.compile(rf"(?P<layout>\s+|\\\r?\n)|(?P<literal>{literals})|\w+|[^\w\s]", re.DOTALL)


@cache
def _between_signs(language: str, without: frozenset[str]) -> re.Pattern[str]:
    """Matches everything up to the next sign."""
    # No groups: some versions of Python fail on those that are repeated.
    literals = _literals(language, without, lambda name: "?:")
    return re.compile(rf"""(?:\s+|\\\r?\n|{literals}|\w+|[^\w\s()\[\]{{}}"])++""", re.DOTALL)


def _kinds(language: str, without: frozenset[str]) -> Iterator[str]:
    return (name for name in _LITERALS[language] if name not in without)


def _literals(language: str, without: frozenset[str], at_end: Callable[[str], str]) -> str:
    return "|".join(_literal(name, at_end(name)) for name in _kinds(language, without)) or "(?!)"


def _literal(name: str, at_end: str) -> str:
    """The pattern of a kind of literals; one over lines that is not closed goes up to the end of the text.

    Args:
        name: The kind.
        at_end: The beginning of the group that is at the end of one that is not closed.
    """
    if name not in _OVER_LINES:
        return _STRINGS.get(name) or _COMMENTS[name]
    opening, inside, closing = _OVER_LINES[name]
    return rf"{opening}{inside}(?:{closing}|({at_end}\\?\Z))"


def _group(name: str) -> str:
    return name.replace(" ", "_")


def _key(literal: str) -> str:
    return "\n".join(map(str.strip, literal.split("\n"))) if "\n" in literal else literal
