"""Code as editreview understands it: the language of a file, its syntax, and its tokens."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from editreview.patterns import lazy_pattern

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


# Code as its parser sees it: its errors, and the shape of any part of it.
#
# Offsets are in characters, spans half-open.

if TYPE_CHECKING:
    from ast_grep_py import SgNode

Shape = list[tuple[int, str, str]]
"""For each node, in document order: its depth, its kind, and its text if it is a token."""

_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_LAYOUT = frozenset({"line_continuation"})
"""Kinds of nodes that only mark the end of a line."""

_CONTENT = ("_content", "heredoc_body", "raw_text", "multiline_comment", "command_name")
"""Ends of the kinds of nodes that may have no text; a command of Bash may be redirections alone."""

_CLAUSES = ("elif_clause", "else_clause", "except_clause", "finally_clause")
"""Parts of Python's statements that begin a line outside of any block."""


class Syntax:
    """A parsed text.

    Args:
        text: Any text; if it is not code, it has errors.
        language: One of `LANGUAGES`; another one ends the program.
    """

    def __init__(self, text: str, language: str) -> None:
        from ast_grep_py import SgRoot  # Slow to import, and few blocks need it.

        self.text = text
        self.language = language
        self.is_code = may_be_code(text, language)
        """False if it is not parsed: the tree is empty, with one error."""
        self.root = SgRoot(_SURROGATE.sub("\ufffd", text) if self.is_code else "", language).root()

    @property
    def errors(self) -> int:
        """The number of parts that the parser could not read, and of tokens that are missing."""
        return len(self.error_lines)

    @cached_property
    def error_lines(self) -> tuple[int, ...]:
        """The 1-based line of each error, in order."""
        if not self.is_code:
            return (1,)
        if not self.root.children():
            return ()
        empty = self.root.find_all(regex="^$")
        missing = (node for node in empty if not _may_be_empty(node, self.language))
        nodes = (*self.root.find_all(kind="ERROR"), *missing)
        return tuple(sorted(node.range().start.line + 1 for node in nodes))

    @cached_property
    def crossed_tags(self) -> tuple[int, ...]:
        """The 1-based lines of JSX closing tags that do not match; the parser does not report them."""
        lines: list[int] = []
        for element in self.root.find_all(kind="jsx_element"):
            first, *_, last = element.children()
            opening, closing = first.field("name"), last.field("name")
            if (opening.text() if opening else "") != (closing.text() if closing else ""):
                lines.append(last.range().start.line + 1)
        return tuple(sorted(lines))

    @property
    def has_comments(self) -> bool:
        return self.root.find(kind="comment") is not None

    @property
    def faults(self) -> int:
        """The number of errors, and in Python of misplaced statements."""
        return self.errors + (self.misplaced if self.language == "python" else 0)

    @cached_property
    def misplaced(self) -> int:
        """The number of Python statements where Python accepts none, although this parser does.

        Counts statements whose depth differs from the first of their block, clauses whose depth
        differs from their statement's, and `return` outside of a function.
        """
        blocks = [self.root, *self.root.find_all(kind="block")]
        count = sum(_uneven(block.children()) for block in blocks)
        clauses = (clause for kind in _CLAUSES for clause in self.root.find_all(kind=kind))
        count += sum(
            _column(clause) != _column(parent)
            for clause in clauses
            if (parent := clause.parent()) is not None and _starts_line(clause)
        )
        returns = self.root.find_all(kind="return_statement")
        return count + sum(
            all(node.kind() != "function_definition" for node in each.ancestors()) for each in returns
        )

    @cached_property
    def _outermost(self) -> list["SgNode"]:
        return self.root.children()

    @cached_property
    def _bounds(self) -> tuple[list[int], list[int]]:
        """The starts and the ends of the outermost nodes."""
        spans = [_span(node) for node in self._outermost]
        return [start for start, _ in spans], [end for _, end in spans]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the outermost nodes."""
        return tuple(node.kind() for node in self._outermost)

    def around(self, start: int, end: int) -> tuple["Syntax", int]:
        """The outermost nodes in and next to a span, parsed on their own, and the offset of their text.

        If they parse differently on their own, the whole text and 0.
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
        """The nodes in the span and around it, down to the tokens; only the kinds of those next to it."""
        if not self.is_code:
            return [(0, "ERROR", self.text[start:end])]
        shape: Shape = []
        pending = [(self.root, 0)]
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


def may_be_code(text: str, language: str) -> bool:
    """False for text that no parser should be given: hundreds of operators, half of all tokens or on end.

    Each may begin or continue an expression. A parser that tries all ways takes seconds for 3,000 of them and
    minutes for more. It cannot be cancelled, and no other thread runs meanwhile.
    """
    if language in _WITHOUT_EXPRESSIONS:
        return True
    tokens = _OPERATOR.sub(_SEPARATOR, _operands(language).sub("a", text))
    spaced = _WHITESPACE.sub("a", tokens)
    windows = (spaced[n : n + _WINDOW] for n in range(0, len(spaced) - _WINDOW // 2, _WINDOW // 2))
    if any(2 * window.count(_SEPARATOR) >= len(window) for window in windows):
        return False
    runs = _RUN.findall(_WHITESPACE.sub("", tokens))
    return all(run.count(_SEPARATOR) < _MOST_ON_END for run in runs)


_WITHOUT_EXPRESSIONS = frozenset({"css", "html", "json", "yaml"})
_WINDOW = 400
_MOST_ON_END = 100
"""More than any of 12,000 files of released packages has."""
_OPERATOR = lazy_pattern(r"[-+*/%=<>!&|^~?:@#$\\\0]")
_WHITESPACE = lazy_pattern(r"\s+")
_RUN = lazy_pattern(rf"[^a]{{{_MOST_ON_END},}}")


@cache
def _operands(language: str) -> re.Pattern[str]:
    """Matches words, strings and comments; one that has the beginning of another may be nested, and open."""
    literals = _literals(language).replace(_COMMENTS["stars"], r"/\*(?:(?!/\*).)*?\*/")
    return re.compile(rf"""{literals}|r#*".*?"#*|\w+""", re.DOTALL)


def _may_be_empty(node: "SgNode", language: str) -> bool:
    """True if a node without text is no missing token: content, or a command's name."""
    if node.kind().endswith(_CONTENT):
        return True
    # To find the parent of a node takes the longer the deeper it is.
    parent = node.parent() if language == "bash" else None
    return parent is not None and parent.kind() == "command_name"


def _uneven(statements: list["SgNode"]) -> int:
    """The number of statements that begin a line at another depth than the first of them."""
    columns = [_column(node) for node in statements if node.kind() != "comment" and _starts_line(node)]
    return sum(column != columns[0] for column in columns)


def _starts_line(node: "SgNode") -> bool:
    before = node.prev()
    return before is None or before.range().end.line < node.range().start.line


def _column(node: "SgNode") -> int:
    return node.range().start.column


def _span(node: "SgNode") -> tuple[int, int]:
    span = node.range()
    return span.start.index, span.end.index


def _token(kind: str, text: str) -> str:
    """The text that a token is compared by; empty if it is only layout."""
    if kind == "jsx_text":
        # JSX drops line breaks and the whitespace around them.
        first, *others = text.split("\n")
        lines = [first.rstrip(), *map(str.strip, others[:-1]), others[-1].lstrip()] if others else [first]
        return "\n".join(filter(None, lines))
    if "\n" in text and not text.strip():
        return ""
    if "comment" in kind:
        return "\n".join(map(str.strip, text.strip().split("\n")))
    return text.replace("\r\n", "\n")


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
        if inside and literal[0][0] in _QUOTES:
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
