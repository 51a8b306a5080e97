"""Code: the language of a file, its syntax and its tokens."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

# The languages that structural edits know, by name and by file extension.
#
# The table is the only way in: the library that parses them ends the program with a panic, and
# a trace on the screen, when it is asked for one it has not.


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
    """The language that a path's extension tells, if structural edits know it."""
    return _BY_ENDING.get(PurePosixPath(path.replace("\\", "/")).suffix.lower().removeprefix("."))


def language_named(name: str) -> str | None:
    """The language that someone calls by this name, or by an extension of its files."""
    known = name.strip().lower().removeprefix(".")
    return known if known in _ENDINGS else _OTHER_NAMES.get(known) or _BY_ENDING.get(known)


# Code as a parser sees it: its errors, and the shape of any part of it.
#
# Offsets are in characters, spans half-open.

if TYPE_CHECKING:
    from ast_grep_py import SgNode

Shape = list[tuple[int, str, str]]
"""Of each node, in order of appearance, how deep it lies, its kind, and its text if it is a token."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_LAYOUT = frozenset({"line_continuation"})
"""Kinds of nodes that say nothing but where a line ends."""

_CLAUSES = ("elif_clause", "else_clause", "except_clause", "finally_clause")
"""Of Python's statements: what begins a line and is not in a block."""


class Syntax:
    """A text, parsed.

    Args:
        text: Any text: what is no code has errors.
        language: One of `LANGUAGES`; the library ends the program at another.
    """

    def __init__(self, text: str, language: str) -> None:
        from ast_grep_py import SgRoot  # Only blocks that need it pay for it.

        self.text = text
        self.language = language
        self._root = SgRoot(_SURROGATE.sub("\ufffd", text), language).root()

    @cached_property
    def errors(self) -> int:
        """The number of pieces that the parser could not read, and of tokens that it missed."""
        return len(self._root.find_all(kind="ERROR")) + len(self._root.find_all(regex="^$"))

    @property
    def first_error(self) -> int:
        """The 1-based line of the first piece that the parser could not read."""
        nodes = (*self._root.find_all(kind="ERROR"), *self._root.find_all(regex="^$"))
        return min((node.range().start.line for node in nodes), default=0) + 1

    @cached_property
    def crossed_tags(self) -> tuple[int, ...]:
        """The 1-based lines of JSX tags that close another one than is open: the parser lets them."""
        found: list[int] = []
        for element in self._root.find_all(kind="jsx_element"):
            first, *_, last = element.children()
            opened, closed = first.field("name"), last.field("name")
            if (opened.text() if opened else "") != (closed.text() if closed else ""):
                found.append(last.range().start.line + 1)
        return tuple(sorted(found))

    @property
    def has_comments(self) -> bool:
        return self._root.find(kind="comment") is not None

    @property
    def faults(self) -> int:
        """All that is wrong with the text as code."""
        return self.errors + (self.misplaced if self.language == "python" else 0)

    @cached_property
    def misplaced(self) -> int:
        """The number of Python statements in a position where Python takes none, though this parser does.

        Those beside another one of their block at another depth, clauses deeper or less deep than
        what they belong to, and what returns from no function.
        """
        blocks = [self._root, *self._root.find_all(kind="block")]
        count = sum(_uneven(block.children()) for block in blocks)
        clauses = (clause for kind in _CLAUSES for clause in self._root.find_all(kind=kind))
        count += sum(
            _column(clause) != _column(parent)
            for clause in clauses
            if (parent := clause.parent()) is not None and _starts_line(clause)
        )
        returns = self._root.find_all(kind="return_statement")
        return count + sum(
            all(node.kind() != "function_definition" for node in found.ancestors()) for found in returns
        )

    @cached_property
    def _outermost(self) -> list["SgNode"]:
        return self._root.children()

    @cached_property
    def _bounds(self) -> tuple[list[int], list[int]]:
        """The start and the end of each outermost node."""
        spans = [_span(node) for node in self._outermost]
        return [start for start, _ in spans], [end for _, end in spans]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of the outermost nodes."""
        return tuple(node.kind() for node in self._outermost)

    def around(self, start: int, end: int) -> tuple["Syntax", int]:
        """The outermost nodes at a span and next to it as a text of their own, and where that begins.

        Where these are not the same code alone, it is the whole text, from 0.
        """
        starts, ends = self._bounds
        first, last = max(bisect_right(ends, start) - 1, 0), bisect_left(starts, end) + 1
        if first == 0 and last >= len(starts):
            return self, 0
        top = starts[first] if first else 0
        part = Syntax(self.text[top : (*starts, len(self.text))[min(last, len(starts))]], self.language)
        is_same = not part.errors and part.kinds == tuple(n.kind() for n in self._outermost[first:last])
        return (part, top) if is_same else (self, 0)

    def shape(self, start: int, end: int) -> Shape:
        """The nodes in the span and those around it, down to the tokens; of those beside it only the kind."""
        shape: Shape = []
        pending = [(self._root, 0)]
        while pending:
            node, depth = pending.pop()
            kind = node.kind()
            if kind in _LAYOUT:
                continue
            first, last = _span(node)
            children = node.children() if first < end and last > start else []
            is_token = not children and start <= first and last <= end
            text = _token(kind, node.text()) if is_token else ""
            if text or not is_token:
                shape.append((depth, kind, text))
            pending += ((child, depth + 1) for child in reversed(children))
        return shape


def _uneven(statements: list["SgNode"]) -> int:
    """The number of statements at the start of a line that are not as deep as the first of them."""
    columns = [_column(node) for node in statements if node.kind() != "comment" and _starts_line(node)]
    return sum(column != columns[0] for column in columns)


def _starts_line(node: "SgNode") -> bool:
    before = node.prev()
    return before is None or before.range().end.line < node.range().start.line


def _column(node: "SgNode") -> int:
    return node.range().start.column


def _span(node: "SgNode") -> tuple[int, int]:
    found = node.range()
    return found.start.index, found.end.index


def _token(kind: str, text: str) -> str:
    """The text a token is compared by; empty if it is only layout."""
    if kind == "jsx_text":
        # As browsers get it: whitespace at line breaks, and the breaks, are dropped.
        first, *others = text.split("\n")
        lines = [first.rstrip(), *map(str.strip, others[:-1]), others[-1].lstrip()] if others else [first]
        return "\n".join(filter(None, lines))
    if "\n" in text and not text.strip():
        return ""
    if "comment" in kind:
        return "\n".join(map(str.strip, text.strip().split("\n")))
    return text.replace("\r\n", "\n")


# Code cut into tokens, quickly and roughly: words, strings and comments whole, other characters one by one.
#
# Two texts of the same tokens have the same tokens here too, but not the other way round: whether
# they are the same code is for a parser to say.

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
assert _LITERALS.keys() == LANGUAGES


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
        """The texts that tokens are compared by; whitespace around line breaks within one does not count."""
        return self._joined[1:-1].split(_SEPARATOR) if len(self) else []

    @property
    def is_plain(self) -> bool:
        """True if tokens can be told apart by what stands between them here."""
        return _SEPARATOR not in self.text

    def span(self, token: int) -> Span:
        return self._starts[token], self._ends[token]

    def token(self, token: int) -> str:
        return self.text[self._starts[token] : self._ends[token]]

    def layout(self, token: int) -> str:
        """The whitespace before a token, back to the one before it or the beginning of the text."""
        return self.text[self._ends[token - 1] if token else 0 : self._starts[token]]

    def find(self, query: "Tokens", limit: int) -> list[int]:
        """The tokens at which a sequence of tokens begins, at most so many, overlapping ones included."""
        found: list[int] = []
        number = counted = 0
        at = self._joined.find(query._joined)
        while at >= 0 and len(found) < limit:
            number += self._joined.count(_SEPARATOR, counted, at)
            counted = at
            found.append(number)
            at = self._joined.find(query._joined, at + 1)
        return found


@cache
def _lexer(language: str) -> re.Pattern[str]:
    literals = "|".join(_STRINGS.get(name) or _COMMENTS[name] for name in _LITERALS[language])
    # A backslash at the end of a line is layout: it makes one line of two.
    return re.compile(rf"(?P<blank>\s+|\\\r?\n)|(?P<literal>{literals})|\w+|[^\w\s]", re.DOTALL)


def _key(literal: str) -> str:
    return "\n".join(map(str.strip, literal.split("\n"))) if "\n" in literal else literal
