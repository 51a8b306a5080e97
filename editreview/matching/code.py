"""Code as editreview understands it without a parser: its language, its tokens, the names around a line.

Names around a line are definitions, keys, sections and headings, found by indentation. That is enough to
tell equal lines apart and to name a change. It is fast in any file: only lines above are read. The comment,
docstring or disabled code (`#if 0`) around some lines is found by its signs: the first must begin its line,
and the first closing one must come after the lines.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from pathlib import PurePosixPath
from typing import Protocol

from msgspec import Struct

from editreview.blocks import LineRange, base_name
from editreview.file_kinds import JSON, MARKDOWN, TAGGED, YAML, builds_image
from editreview.first_use import lazy_pattern
from editreview.matching.file_index import FileIndex
from editreview.text import Lines, indentation

_ENDS_OF_IF = ("#endif", "#else", "#elif")
_DELIMITERS = {
    "/*": ("*/",),
    "<!--": ("-->",),
    "#if 0": _ENDS_OF_IF,
    "#if false": _ENDS_OF_IF,
    "=begin": ("=end",),
    "--[[": ("]]",),
    "{-": ("-}",),
    "(*": ("*)",),
    "#=": ("=#",),
    "<#": ("#>",),
    r"\iffalse": (r"\fi",),
    r"\begin{comment}": (r"\end{comment}",),
}
"""The delimiters that end a comment or such a part, by the one that begins it."""
_TEX = (".cls", ".dtx", ".ltx", ".sty", ".tex")
_ONLY_IN = {
    "<!--": (
        *(*TAGGED, *MARKDOWN, ".aspx", ".config", ".cshtml", ".csproj", ".eex", ".ejs", ".erb", ".fxml"),
        *(".gohtml", ".hbs", ".heex", ".j2", ".jinja", ".jinja2", ".jsp", ".liquid", ".mustache", ".njk"),
        *(".php", ".props", ".razor", ".resx", ".storyboard", ".targets", ".tmpl", ".tpl", ".twig"),
    ),
    "=begin": (".gemspec", ".rake", ".rb", ".rbw"),
    "--[[": (".lua", ".luau"),
    "{-": (".agda", ".dhall", ".elm", ".hs", ".idr", ".purs"),
    "(*": (".dpr", ".fs", ".fsi", ".fsx", ".ml", ".mli", ".mll", ".mly", ".pas", ".sml", ".v"),
    "#=": (".jl",),
    "<#": (".ps1", ".psd1", ".psm1"),
    r"\iffalse": _TEX,
    r"\begin{comment}": _TEX,
}
"""By delimiter: the ends of the names of the files in which it begins a comment; in others it is code."""
_WITHOUT_C_COMMENTS = (
    *(*YAML, ".bash", ".bats", ".gemspec", ".py", ".pyi", ".rake", ".rb", ".rbw", ".sh", ".toml", ".zsh"),
    *("codeowners", "ignore"),
)
"""Ends of names of files in which delimiters like those of C begin no comment: `/*` is a path there."""
_COMMENT_SIGNS = ('"""', "'''")
_WITH_DOCSTRINGS = (".coffee", ".ex", ".exs", ".gd", ".gql", ".graphql", ".jl", ".nim", ".py", ".pyi", ".pyx")
_PREFIXES = ("", "r", "u")
"""What may be before the quotes of a docstring."""
_CONTINUED = tuple("([{,=+\\")
"""The ends of lines below which a text is a value, and no docstring."""
_SHELL = (".bash", ".bats", ".ksh", ".sh", ".zsh")
_UNUSED_HEREDOC = lazy_pattern(r"^\s*: <<-?\s*(?P<quote>['\"]?)(?P<end>\w+)(?P=quote)\s*$", re.MULTILINE)
_WORD_ALONE = lazy_pattern(r"^[ \t]*(?P<word>\w+)\r?$", re.MULTILINE)


def comment_around(index: FileIndex, lines: LineRange, path: str) -> LineRange | None:
    """The lines of the comment, or the like, that some lines are in, all 1-based; None if they are in none.

    Args:
        index: The index of the file.
        lines: The lines. None of them may begin or end it.
        path: The path of the file.
    """
    text, (start, stop) = index.text, index.lines.span(lines[0] - 1, lines[1])
    signs, quotes = _delimiters_in(path)
    for sign in signs:
        at = text.rfind(sign, 0, start) if index.has(sign) else -1
        if at < 0 or not _begins_line(text, at):
            continue
        inside = at + len(sign)
        below = [found for end in _DELIMITERS[sign] if (found := text.find(end, inside)) >= 0]
        if below and min(below) >= stop:
            return _rows(index, at, min(below))
    for quote in quotes:
        begin = text.rfind(quote, 0, start)
        if begin < 0 or not _begins_docstring(text, begin) or (end := text.find(quote, start)) < stop:
            continue
        if bisect_left(_places_of(quote, text), start) % 2:
            return _rows(index, begin, end)
    is_shell = path.lower().endswith(_SHELL) or "." not in base_name(path)
    return _heredoc_around(index, start, stop) if is_shell and index.has(": <<") else None


# All blocks of a file ask for the same, here and below.
@lru_cache(64)
def _delimiters_in(path: str) -> tuple[Sequence[str], Sequence[str]]:
    """The delimiters that begin a comment in a file, and the quotes around its docstrings."""
    path = path.lower()
    like_c = not path.endswith(_WITHOUT_C_COMMENTS)
    signs = [
        sign for sign in _DELIMITERS if path.endswith(_ONLY_IN.get(sign, "")) and (sign in _ONLY_IN or like_c)
    ]
    return signs, _COMMENT_SIGNS if path.endswith(_WITH_DOCSTRINGS) else ()


@lru_cache(4)
def _places_of(sign: str, text: str) -> list[int]:
    """The offsets of a delimiter in a text."""
    found: list[int] = []
    at = text.find(sign)
    while at >= 0:
        found.append(at)
        at = text.find(sign, at + len(sign))
    return found


def _heredoc_around(index: FileIndex, start: int, stop: int) -> LineRange | None:
    begins = [(found.start(), found["end"]) for found in _UNUSED_HEREDOC.finditer(index.text, 0, start)]
    if not begins:
        return None
    # All ends in one pass: a file may begin many that never end.
    above: dict[str, int] = {}
    below: dict[str, int] = {}
    for found in _WORD_ALONE.finditer(index.text, begins[0][0]):
        if found.start() < stop:
            above[found["word"]] = found.start()
        else:
            below.setdefault(found["word"], found.end())
    for at, word in begins:
        if word in below and above.get(word, -1) < at:
            return _rows(index, at, below[word])
    return None


def _begins_docstring(text: str, at: int) -> bool:
    """True if quotes begin their line, apart from a prefix, and that does not continue the one above."""
    line = text.rfind("\n", 0, at) + 1
    return text[line:at].strip().lower() in _PREFIXES and not text[:line].rstrip().endswith(_CONTINUED)


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()


def _rows(index: FileIndex, start: int, end: int) -> LineRange:
    return index.lines.at(start) + 1, index.lines.at(end) + 1


# The languages with a parser, by name and by file extension.
#
# Names must come from this table: asked for an unknown language, the parser library panics,
# which ends the program and prints a trace on the screen.

_LANGUAGE_ENDINGS = {
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
LANGUAGES = frozenset(_LANGUAGE_ENDINGS)
SCRIPT_LANGUAGES = ("javascript", "typescript", "tsx")
STRING_LITERAL = lazy_pattern(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'")
"""A string in quotes, on one line."""
CALL = lazy_pattern(r"(?:await\s+)?(?P<base>[A-Za-z_$][\w$]*)(?:(?:\.|->|::)\w+)*\(")
"""The beginning of a statement that calls something, with the first name: `logger.debug(`."""
ANNOTATIONS = ("@", "#[", "[")
"""Beginnings of lines that annotate the definition below them."""
PAGES = (".htm", ".html", ".svelte", ".vue")
"""Ends of the names of files that have scripts and styles between tags."""
_LANGUAGE_NAMES = {
    "c#": "csharp",
    "c++": "cpp",
    "golang": "go",
    "python3": "python",
    "shell": "bash",
    "terraform": "hcl",
}
_LANGUAGE_BY_ENDING = {
    ending: language for language, endings in _LANGUAGE_ENDINGS.items() for ending in endings.split()
}


_SIGN_OF_CPP = lazy_pattern(
    r"^[ \t]*(?:class \w|namespace\b|template\s*<|using \w|(?:public|private|protected):)"
    r"|\bstd::|\bconst \w+&",
    re.MULTILINE,
)
"""What is in C++ but not in C."""


@lru_cache(maxsize=4096)
def language_of(path: str) -> str | None:
    """The language of a path's extension; None if it has no parser."""
    return _LANGUAGE_BY_ENDING.get(PurePosixPath(path.replace("\\", "/")).suffix.lower().removeprefix("."))


def dialect_of(text: str, language: str) -> str:
    """The language of a text: C++ instead of C, whose headers have the same ending, if it has its signs."""
    return "cpp" if language == "c" and _SIGN_OF_CPP.search(text) is not None else language


def language_named(name: str) -> str | None:
    """The language with this name, alternative name or file extension; None if it has no parser."""
    known = name.strip().lower().removeprefix(".")
    return (
        known if known in _LANGUAGE_ENDINGS else _LANGUAGE_NAMES.get(known) or _LANGUAGE_BY_ENDING.get(known)
    )


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
_HASHES = frozenset(["hash", "hash apart"])
_LIKE_C = ("double", "character", "slashes", "stars")
_LIKE_SCRIPT = ("double", "single", "backquoted", "slashes", "stars")
_LIKE_JVM = (*_TRIPLE, "double", "character", "slashes", "stars")
_LITERALS: dict[str, Sequence[str]] = {
    "bash": ("double over lines", "single over lines", "hash apart"),
    "c": _LIKE_C,
    "cpp": _LIKE_C,
    "csharp": _LIKE_JVM,
    "css": ("double", "single", "stars"),
    "elixir": (*_TRIPLE, "double over lines", "hash"),
    "go": ("double", "character", "backquoted raw", "slashes", "stars"),
    "haskell": ("double", "character", "braces", "dashes"),
    "hcl": ("double", "hash", "slashes", "stars"),
    "html": ("tags", "double over lines"),
    "java": _LIKE_JVM,
    "javascript": _LIKE_SCRIPT,
    "json": ("double",),
    "kotlin": _LIKE_JVM,
    "lua": ("double", "single", "long dashes", "dashes"),
    "nix": ("double over lines", "hash", "stars"),
    "php": ("double over lines", "single over lines", "hash", "slashes", "stars"),
    "python": (*_TRIPLE, "double", "single", "hash"),
    "ruby": ("double over lines", "single over lines", "hash"),
    "rust": ("hashed", "double over lines", "character", "slashes", "stars"),
    "scala": _LIKE_JVM,
    "solidity": ("double", "single", "slashes", "stars"),
    "swift": _LIKE_JVM,
    "tsx": _LIKE_SCRIPT,
    "typescript": _LIKE_SCRIPT,
    "yaml": ("double over lines", "single over lines", "hash apart"),
}
assert _LITERALS.keys() == LANGUAGES


class Tokens:
    """The tokens of a text."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._starts, self._ends = array("i"), array("i")
        keys: list[str] = []
        for start, end, kind in _literal_parts(_lexer, text, language):
            if kind == "layout":
                continue
            literal = text[start:end]
            if kind is not None:
                literal = literal.rstrip()
            self._starts.append(start)
            self._ends.append(start + len(literal))
            keys.append(_literal_key(literal) if kind is not None else literal)
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
        """True if the text does not contain the separator of keys; else keys have another character there."""
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


def brackets(text: str, language: str) -> Iterator[tuple[str, int]]:
    """The brackets outside of strings and comments, and quotes that begin none, with their offsets.

    The same as among the tokens of the text, but several times as fast.
    """
    at = 0
    for start, end, _ in _literal_parts(_between_brackets, text, language):
        yield from ((text[n], n) for n in range(at, start))
        at = end
    yield from ((text[n], n) for n in range(at, len(text)))


def only_brackets(text: str, language: str) -> str:
    """The characters that `brackets` yields, without their offsets."""
    found: list[str] = []
    at = 0
    for start, end, _ in _literal_parts(_between_brackets, text, language):
        found.append(text[at:start])
        at = end
    return "".join([*found, text[at:]])


def in_strings(text: str, language: str, positions: Iterable[int]) -> set[int]:
    """Those of some positions that are in a string, one of several lines included, as far as quotes tell."""
    ordered = sorted(positions)
    found: set[int] = set()
    for start, end, kind in _literal_parts(_lexer, text, language) if ordered else ():
        inside = ordered[bisect_right(ordered, start) : bisect_left(ordered, end)]
        # An apostrophe of a plain text, as YAML has them, begins no string that goes on for lines.
        goes_on = language == "yaml" and "\n" in text[start:end]
        if inside and kind == "literal" and text[start] in _QUOTES and not goes_on:
            found.update(inside)
        if end > ordered[-1]:
            break
    return found


def rows_in_strings(text: str, rows: Iterable[int], language: str, separator: str = "\n") -> set[int]:
    """Those of some rows of a text, 0-based, that begin in a string, after their indentation."""
    lines = Lines(text, separator)
    places = {
        lines.starts[row] + len(indentation(line)): row for row in rows for line in lines.slice(row, row + 1)
    }
    return {places[place] for place in in_strings(text, language, places)}


def code_rows(text: str, path: str) -> list[tuple[int, str]]:
    """The rows of a text that have code, 0-based, each without comments, docstrings and spare whitespace."""
    language = language_of(path)
    lines = text.split("\n")
    if language is None:
        return [
            (row, " ".join(line.split()))
            for row, line in enumerate(lines)
            if line.strip() and not is_comment(line, path)
        ]
    parts: list[str] = []
    at = 0
    for start, end, kind in _literal_parts(_lexer, text, language):
        if kind != "literal" or not (text[start] not in _QUOTES or _is_docstring(text, start, end, language)):
            continue
        if text[start - 1 : start] == "{" and text[end : end + 1] == "}" and language in _WITH_BRACES:
            start, end = start - 1, end + 1
        parts += (text[at:start], "\n" * text.count("\n", start, end))
        at = end
    code = "".join([*parts, text[at:]]).split("\n")
    return [(row, " ".join(line.split())) for row, line in enumerate(code) if line.strip()]


_QUOTED_EITHER_WAY = frozenset({"css", "javascript", "lua", "python", "tsx", "typescript"})
"""Languages in which a string is the same in single and in double quotes."""


def quotes_of_strings(text: str, language: str | None) -> set[str]:
    """The quotes around the strings of a text; empty for languages in which they have a meaning.

    Those of strings that have quotes or escapes in them do not count, nor those of strings over lines.
    """
    return {text[start] for start, _ in _plain_strings(text, language)}


def requoted(text: str, language: str | None, quote: str) -> str:
    """A text with other quotes around its strings, but for those that `quotes_of_strings` leaves out."""
    parts: list[str] = []
    at = 0
    for start, end in _plain_strings(text, language):
        parts += (text[at:start], quote, text[start + 1 : end - 1], quote)
        at = end
    return "".join([*parts, text[at:]])


def _plain_strings(text: str, language: str | None) -> Iterator[Span]:
    if language not in _QUOTED_EITHER_WAY:
        return
    for start, end, kind in _literal_parts(_lexer, text, language):
        if kind == "literal" and text[start] in "\"'" and text[end - 1] == text[start] and end - start > 1:
            inside = text[start + 1 : end - 1]
            if not any(sign in inside for sign in "\"'`\\\n") and not text.startswith(text[start] * 3, start):
                yield start, end


_WITH_BRACES = frozenset({"javascript", "tsx"})
"""Languages in which a comment among elements is in braces."""


def _is_docstring(text: str, start: int, end: int, language: str) -> bool:
    """True if a string in Python is a statement of its own at the beginning of a definition or a file."""
    if language != "python":
        return False
    above, below = text[:start].rstrip("rRuU"), text[end:].partition("\n")[0]
    head = above.rstrip()
    return not below.strip() and (not head or (head.endswith(":") and "\n" in above[len(head) :]))


_Pattern = Callable[[str, frozenset[str]], re.Pattern[str]]
"""Returns the pattern for a language without some of the literals over lines."""


def _literal_parts(pattern: _Pattern, text: str, language: str) -> Iterator[tuple[int, int, str | None]]:
    """The spans of the matches of a pattern, in order, each with the last group in it.

    A literal that is not closed is none: what opens it stands for itself. To look for the end of each of
    thousands would take minutes, and none of its kind is closed after it. So the first one matches up to
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
    kinds = [name for name in _literal_kinds(language, without) if name in _OVER_LINES]
    for token in _lexer(language, without).finditer(text, start):
        if token.end() == len(text):
            found = (name for name in kinds if token[_literal_group(name)] is not None)
            return next(((name, token.start()) for name in found), None)
    return None


@cache
def _lexer(language: str, without: frozenset[str]) -> re.Pattern[str]:
    """Matches a token; a literal that is not closed has a group with the name of its kind at its end."""
    literals = _literals(language, without, lambda name: f"?P<{_literal_group(name)}>")
    # A backslash at the end of a line is layout: it joins two lines.
    return re.compile(rf"(?P<layout>\s+|\\\r?\n)|(?P<literal>{literals})|\w+|[^\w\s]", re.DOTALL)


@cache
def _between_brackets(language: str, without: frozenset[str]) -> re.Pattern[str]:
    """Matches everything up to the next bracket or quote."""
    # No groups: some versions of Python fail on those that are repeated.
    literals = _literals(language, without, lambda name: "?:")
    return re.compile(rf"""(?:\s+|\\\r?\n|{literals}|\w+|[^\w\s()\[\]{{}}"])++""", re.DOTALL)


def _literal_kinds(language: str, without: frozenset[str]) -> Iterator[str]:
    return (name for name in _LITERALS[language] if name not in without)


def _literals(language: str, without: frozenset[str], at_end: Callable[[str], str]) -> str:
    return "|".join(_literal(name, at_end(name)) for name in _literal_kinds(language, without)) or "(?!)"


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


def _literal_group(name: str) -> str:
    return name.replace(" ", "_")


def _literal_key(literal: str) -> str:
    return "\n".join(map(str.strip, literal.split("\n"))) if "\n" in literal else literal


_MAX_LINES_ABOVE = 2_000
"""The most lines above that are examined."""
_MAX_LABEL = 40
"""The most characters of a label."""
_SEARCHED_LENGTH = 200
"""The most characters of a line that are searched for a name."""
_MAX_LABELS = 2
_BETWEEN_LABELS = " › "


class LineSource(Protocol):
    """Lines by slice: a list, or those of an indexed file."""

    def __getitem__(self, lines: slice, /) -> Sequence[str]: ...


class Scope(Struct, frozen=True):
    """A definition, key or section that begins on a line."""

    name: str
    """`get`, `web`, `Install uv`."""
    label: str
    """The name as users know it: `def get`, `web:`, `Install uv`."""
    line: int = 0
    """0-based."""
    is_title: bool = False
    """True for words rather than a name in code: a heading, the title of a test, a step."""
    is_value: bool = False
    """True for a constant or a key, not for a function or a type."""


class Surroundings(Struct, frozen=True):
    """The enclosing definitions, keys and sections of a line."""

    scopes: tuple[Scope, ...] = ()
    """The outermost first."""
    nearest: str = ""
    """The nearest less indented line that begins none of them; empty if there is no such line."""
    is_text: bool = False
    """True in the text of a key, which has no keys itself."""

    @property
    def label(self) -> str:
        """The last two names, or else the nearest less indented line; empty at the top level."""
        return self._joined([scope.label for scope in self.scopes]) if self.scopes else self.nearest

    @property
    def inner_label(self) -> str:
        """The last name with the nearest less indented line, to tell lines of one definition apart."""
        names = [scope.label for scope in self.scopes[-1:]]
        return self._joined([*names, *filter(None, [self.nearest])])

    def _joined(self, labels: Sequence[str]) -> str:
        # The keys around the last one need no colon.
        *outer, last = labels[-_MAX_LABELS:] or [""]
        return _BETWEEN_LABELS.join((*(each.removesuffix(":") for each in outer), last))


def enclosing(lines: LineSource, at: int, path: str = "") -> Surroundings:
    """The names of the definitions, keys or headings around a line.

    Args:
        lines: The lines of the file, without their ends.
        at: The line, 0-based.
        path: The path of the file; it tells the kind of file.
    """
    kind = _content_kind(path)
    top = max(at - _MAX_LINES_ABOVE, 0)
    *above, text = lines[slice(top, at + 1)] or [""]
    if kind.sections is not None:
        return _enclosing_sections(kind, above, top, text)
    if not text.strip():
        text = next((line for line in lines[slice(at + 1, at + 20)] if line.strip()), "")
    if text.lstrip().startswith(_CLOSERS):
        # It counts as the line that opens the block it closes, which is as deep.
        text = f" {text}"
    return _walk(kind, lines, above, top, text)


def scope_at(text: str, path: str, line: int = 0) -> Scope | None:
    """The definition, key or section that begins on a line of a file; None if none does."""
    kind = _content_kind(path)
    stripped = text.strip()
    if not stripped or kind.is_comment(stripped):
        return None
    found = kind.scope(text[:_SEARCHED_LENGTH].rstrip())
    return None if found is None else kind.named(found, line)


def begins_definition(text: str, path: str) -> bool:
    """True if a definition or a section begins on a line of a file, and not only a value or a key."""
    scope = scope_at(text, path)
    return scope is not None and not scope.is_value


def is_comment(text: str, path: str) -> bool:
    """True if a line is a comment in this kind of file."""
    line, kind = text.strip(), _content_kind(path)
    if line.startswith("@") or not kind.is_comment(line):
        # Decorators name no definition, as comments do not, but they are code.
        return False
    literals = _LITERALS.get(language_of(path) or "") if kind is _CODE and line.startswith("#") else None
    # Attributes and directives: `#[test]`, `#include`.
    return literals is None or not (line.startswith("#[") or _HASHES.isdisjoint(literals))


def content_of(path: str) -> "Content":
    return _content_kind(path).content


def _walk(kind: "_ContentKind", lines: LineSource, above: Sequence[str], top: int, text: str) -> Surroundings:
    """The less indented lines above a line."""
    scopes: list[Scope] = []
    nearest, is_text = "", False
    column, deeper = kind.column(text), kind.deeper(text)
    for row in range(len(above) - 1, -1, -1):
        line = above[row]
        # A fast test: most lines are as deep or deeper.
        if line.startswith(deeper) or kind.column(line) >= column:
            continue
        stripped = line.strip()
        if kind.opens_items and stripped == "{" and line[0] != "{":
            scopes += _item_named_below(lines, top + row + 1)
        elif (
            not any(map(str.isalnum, stripped[:_SEARCHED_LENGTH]))
            or kind.is_comment(stripped)
            or stripped.startswith(_CLOSERS)
        ):
            continue
        column, deeper = kind.column(line), kind.deeper(line)
        if kind.opens_text(stripped):
            scopes, nearest, is_text = [], "", True
        if scope := scope_at(line, kind.path, top + row):
            scopes.append(scope)
        elif not nearest and not scopes and stripped != "{":
            nearest = _cut_label(" ".join(stripped[:_SEARCHED_LENGTH].split()))
        if not column:
            break
    return Surroundings(tuple(scopes[::-1]), nearest, is_text)


_CLOSERS = (")", "]", "}", "</")
"""Beginnings of lines that continue an earlier one: the end of a signature, `} else {`."""


def _cut_label(text: str) -> str:
    return text if len(text) <= _MAX_LABEL else f"{text[: _MAX_LABEL - 1].rstrip()}…"


def _item_named_below(lines: LineSource, at: int) -> Iterator[Scope]:
    """The object of a JSON list by its name, if one of its first lines has it."""
    for number, line in enumerate(lines[slice(at, at + 5)]):
        if found := _JSON_NAME.match(line):
            yield Scope(found["name"], _cut_label(found["name"]), at + number, is_title=True)
            return


def _enclosing_sections(kind: "_ContentKind", above: Sequence[str], top: int, text: str) -> Surroundings:
    """The headings above a line with falling rank, or the table of a TOML file and the key in it."""
    assert kind.sections is not None
    scopes: list[Scope] = []
    rank = 7
    for row, depth, name in reversed(list(kind.sections(above))):
        if depth < rank:
            rank = depth
            scopes.append(kind.named(Scope(name, kind.section_label(name)), top + row))
        if rank == 1:
            break
    inner = _walk(kind, above, above, 0, text) if kind.content is Content.DATA else Surroundings()
    return Surroundings((*scopes[::-1], *inner.scopes), inner.nearest)


# Kinds of files.


class Content(StrEnum):
    """Kinds of content by the parts that have names."""

    CODE = "code"
    DATA = "data"
    """Keys and values."""
    PROSE = "prose"


_Sections = Callable[[Sequence[str]], Iterator[tuple[int, int, str]]]
"""Finds the sections in some lines: their row, rank from 1, and name."""


class _ContentKind(Struct, frozen=True):
    """The ways in which a kind of file names its parts."""

    path: str
    """A path of such a file."""
    scope: Callable[[str], Scope | None]
    """The definition that begins on a line."""
    comments: tuple[str, ...] = ()
    sections: _Sections | None = None
    content: Content = Content.CODE
    has_dashes: bool = False
    """True if list items may be as deep as their key."""
    opens_items: bool = False
    """True if a line with a brace alone begins an object that may have a name."""

    def column(self, line: str) -> int:
        width = len(indentation(line).expandtabs(8))
        return 2 * width + line.startswith("- ", len(line) - len(line.lstrip())) if self.has_dashes else width

    def deeper(self, line: str) -> tuple[str, ...]:
        """Beginnings of lines that are as deep as a line, or deeper."""
        start = indentation(line)
        if self.has_dashes and line.startswith("- ", len(start)):
            return (f"{start} ", f"{start}\t", f"{start}- ")
        return (start,) if start else ()

    def is_comment(self, stripped: str) -> bool:
        return bool(self.comments) and stripped.startswith(self.comments)

    def opens_text(self, stripped: str) -> bool:
        return self.has_dashes and bool(_BLOCK_SCALAR.search(stripped))

    def named(self, scope: Scope, line: int) -> Scope:
        """A scope with its line, as this kind of file has it."""
        name, label = scope.name, _cut_label(scope.label)
        is_title = scope.is_title or self.content is Content.PROSE
        return Scope(name, label, line, is_title, scope.is_value or self.content is Content.DATA)

    def section_label(self, name: str) -> str:
        return f"[{name}]" if self.content is Content.DATA else name


_KEYWORD = (
    "class|def|func|function|fn|fun|sub|proc|struct|enum|union|trait|impl|interface|module|mod|namespace"
    "|package|object|protocol|extension|record|type|macro|describe|context|test|it|defmodule|defp|defmacro"
)
_BEFORE_IT = r"(?:[\w@]+(?:\([\w, ]*\))?\s+)*?"
"""Decorators, visibility and the like."""
_RECEIVER = r"(?:\([^()]*\)\s+)?"
_DEFINITION = lazy_pattern(
    rf"{_BEFORE_IT}(?P<kind>{_KEYWORD})\b(?:<[^>]*>)?\s*{_RECEIVER}[\s(*]*"
    r"(?:[\w:<>, ]+\s+for\s+(?=[\w:<>, ]+\{))?"
    r"(?P<name>'[^']+'|\"[^\"]+\"|`[^`]+`|[\w$][\w$.:]*(?<![.:])[?!]?)"
)
"""A definition by a keyword: `export class Cart`, `func (c *Cart) Add`."""
_PYTHON_DEFINITION = lazy_pattern(r"(?:async\s+)?(?P<kind>def|class)\s+(?P<name>\w+)")
_PYTHON_CONSTANT = lazy_pattern(r"(?P<name>[A-Za-z_]\w*)\s*(?::[^=]+)?=\s*(?!=)\S")
_FUNCTION_VALUE = lazy_pattern(
    r"(?:(?:export|default|const|let|var|val|static|readonly|public|private|protected|async)\s+)*"
    r"(?P<name>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\b\s*)?"
    r"(?:function\b.*|(?:<[^=]*>\s*)?\([^;]*=>[^;]*|\(|<[\w$]+>\(|\w+\s*=>[^;]*)$"
)
"""A function that is a value: `const load = async () => {`."""
_CONSTANT = lazy_pattern(
    r"(?:(?:export|pub|public|private|internal|static|final|override)\s+)*"
    r"(?:const|let|var|val|static)\s+(?:mut\s+)?(?P<name>[\w$]+)\s*(?::[^=]+)?="
)
"""A constant or variable with a keyword: `export const LIMIT = `."""
_METHOD = lazy_pattern(
    r"(?P<before>(?:[\w<>\[\],*&?:~]+\s+)*)(?P<name>[\w$~:]*[\w$])\s*\((?:(?!=>|\bfunction\b)[^;])*$"
)
"""A method or function without a keyword: `public void add(Item item) {`."""
_BRANCH = lazy_pattern(
    r"\W*(?:if|else|elif|for|foreach|while|do|switch|case|default|try|except|catch|finally|with|match|return"
    r"|when|unless|until|loop|select|guard|await|throw|raise|new|import|from|yield|assert|print|using)\b"
)
"""The beginning of a statement that defines nothing: `} else if`."""
_TITLES = ("describe", "context", "test", "it")


def _code_scope(line: str) -> Scope | None:
    text = line.strip()
    if _BRANCH.match(text):
        return None
    if match := _DEFINITION.match(text):
        name = match["name"].strip("'\"`").rstrip(":")
        is_title, is_apart = match["name"][0] in "'\"`", text[match.end("kind")] != "("
        is_titled = is_title or (match["kind"] in _TITLES and text[match.end("name") :].startswith(","))
        if is_titled or (is_apart and match["kind"] not in _TITLES):
            return Scope(name, f"{match['kind']} {name}", is_title=match["kind"] in _TITLES)
    if match := _FUNCTION_VALUE.match(text):
        return Scope(match["name"], match["name"])
    if line == text and (match := _CONSTANT.match(text)):
        return Scope(match["name"], match["name"], is_value=True)
    method = _METHOD.match(text) if text.endswith(("{", ")", ":")) else None
    # A call may end with a bracket too, but has no type before it.
    if method is None or not (method["before"] or text.endswith("{")):
        return None
    return Scope(method["name"], method["name"])


def _python_scope(line: str) -> Scope | None:
    text = line.strip()
    if match := _PYTHON_DEFINITION.match(text):
        return Scope(match["name"], f"{match['kind']} {match['name']}")
    if line == text and (match := _PYTHON_CONSTANT.match(text)):
        return Scope(match["name"], match["name"], is_value=True)
    return None


_YAML_KEY = lazy_pattern(
    r"(?P<dash>(?:- +)*)(?P<key>\"[^\"]*\"|'[^']*'|[^\s#'\"\[\]{}&*!|>%@`-][^#]*?)\s*:(?:\s+(?P<value>.*))?$"
)
"""A key of YAML, perhaps in an item: `- name: x`."""
_BLOCK_SCALAR = lazy_pattern(r":\s+(?:!\S+\s+)?[|>][-+\d]*\s*(?:#.*)?$|^- [|>][-+\d]*$")
_ITEM_NAMES = frozenset({"name", "id", "key", "title", "label"})


def _yaml_scope(line: str) -> Scope | None:
    match = _YAML_KEY.match(line.strip())
    if match is None:
        return None
    key, value = match["key"].strip("'\""), (match["value"] or "").strip()
    if not match["dash"]:
        return Scope(key, f"{key}:")
    name = value.strip("'\"")
    if key in _ITEM_NAMES and name:
        return Scope(name, name, is_title=True)
    return Scope(name, f"{key}: {name}", is_title=True) if name else Scope(key, f"{key}:")


_JSON_KEY = lazy_pattern(r"\"(?P<key>(?:[^\"\\]|\\.)+)\"\s*:")
_JSON_NAME = lazy_pattern(r"\s*\"(?:name|id|key|title|label)\"\s*:\s*\"(?P<name>[^\"]+)\"")
"""A member that names an object of JSON: `"id": "x"`."""
_TOML_KEY = lazy_pattern(r"(?P<key>[\w.\"'-]+)\s*=")
_ENV_KEY = lazy_pattern(r"(?:export\s+)?(?P<key>[\w.-]+)\s*=")


def _key_scope(pattern: re.Pattern[str], *, colon: str = "") -> Callable[[str], Scope | None]:
    def scope(line: str) -> Scope | None:
        match = pattern.match(line.strip())
        if match is None:
            return None
        key = match["key"].strip("'\"")
        return Scope(key, f"{key}{colon}")

    return scope


_SELECTOR = lazy_pattern(r"(?P<name>[^{}]*?[^\s{},])\s*(?:\{[^}]*$|\{.*\}\s*$)")
_CSS_PROPERTY = lazy_pattern(r"(?P<name>(?:--|\$|@)[\w-]+)\s*:")


def _css_scope(line: str) -> Scope | None:
    match = _SELECTOR.match(line.strip()) or _CSS_PROPERTY.match(line.strip())
    if match is None:
        return None
    name = " ".join(match["name"].split())
    return Scope(name, name)


_SQL = lazy_pattern(
    r"(?i)(?P<kind>create|alter)\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)*"
    r"(?:table|view|function|procedure|trigger|type|index|policy)\s+(?:if\s+(?:not\s+)?exists\s+)?"
    r"(?P<name>[\w.\"`]+)"
)
"""A statement that defines something in SQL: `CREATE TABLE IF NOT EXISTS users`."""
_TARGET = lazy_pattern(r"(?P<name>[\w.%/$(){}-]+)\s*:(?!=)")


def _named_by(pattern: re.Pattern[str]) -> Callable[[str], Scope | None]:
    def scope(line: str) -> Scope | None:
        match = pattern.match(line)
        name = match["name"].strip('"`') if match is not None else ""
        return Scope(name, name) if name else None

    return scope


def _no_scope(line: str) -> Scope | None:
    return None


_STAGE = lazy_pattern(r"(?i)FROM\s+(?:--\S+\s+)*(?P<image>\S+)(?:\s+AS\s+(?P<name>\S+))?\s*$")
"""The head of a stage of a Dockerfile: `FROM node:22 AS build`."""


def _stage_scope(line: str) -> Scope | None:
    match = _STAGE.match(line)
    name = "" if match is None else match["name"] or match["image"]
    return Scope(name, name, is_title=True) if name else None


def _stages(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    for row, line in enumerate(lines):
        if line[:1] in ("F", "f") and (scope := _stage_scope(line)) is not None:
            yield row, 1, scope.name


_HEADING = lazy_pattern(r"(?P<rank>#{1,6})\s+(?P<name>.*?)\s*#*\s*$")
_LINK = lazy_pattern(r"\[([^\[\]]*)\]\([^()]*\)")
_FENCE = lazy_pattern(r" {0,3}(?P<fence>`{3,}|~{3,})")
TABLE = lazy_pattern(r"\s*(?P<brackets>\[\[?)\s*(?P<name>[^\[\]]+?)\s*\]\]?\s*(?:[#;].*)?$")
"""The head of a table in TOML, or of a section in an INI file."""


def headings(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The headings of a Markdown text outside fences: their row, rank from 1, and name."""
    fence = ""
    for row, line in enumerate(lines):
        # Most lines are text, and a pattern for each would cost most of the time.
        if line[:1] not in ("#", "`", "~", " "):
            continue
        if found := _FENCE.match(line):
            if not fence:
                fence = found["fence"]
            elif found["fence"].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif not fence and (heading := _HEADING.match(line)):
            yield row, len(heading["rank"]), _LINK.sub(r"\1", heading["name"])


def _heading_scope(line: str) -> Scope | None:
    match = _HEADING.match(line)
    name = _LINK.sub(r"\1", match["name"]) if match else ""
    return Scope(name, name) if name else None


def _tables(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    for row, line in enumerate(lines):
        if line.startswith("[") and (match := TABLE.match(line)):
            yield row, 1, match["name"]


def _toml_scope(line: str) -> Scope | None:
    if match := TABLE.match(line):
        return Scope(match["name"], f"[{match['name']}]")
    return _key_scope(_TOML_KEY)(line)


_HASH = ("#",)
_SLASHES = ("//", "/*", "*/", "* ")
_CODE = _ContentKind("a", _code_scope, (*_SLASHES, "#", "--", "<!--"))
_CONTENTS: Mapping[str, _ContentKind] = {
    "python": _ContentKind("a.py", _python_scope, (*_HASH, "@")),
    "yaml": _ContentKind("a.yml", _yaml_scope, _HASH, content=Content.DATA, has_dashes=True),
    "json": _ContentKind(
        "a.json", _key_scope(_JSON_KEY, colon=":"), ("//", "/*"), content=Content.DATA, opens_items=True
    ),
    "css": _ContentKind("a.css", _css_scope, ("//", "/*", "*/")),
    "html": _ContentKind("a.html", _no_scope, ("<!--",)),
    "markdown": _ContentKind("a.md", _heading_scope, ("<!--",), headings, Content.PROSE),
    "toml": _ContentKind("a.toml", _toml_scope, (*_HASH, ";"), sections=_tables, content=Content.DATA),
    "env": _ContentKind(".env", _key_scope(_ENV_KEY), _HASH, content=Content.DATA),
    "sql": _ContentKind("a.sql", _named_by(_SQL), ("--", "/*", "* ")),
    "make": _ContentKind("Makefile", _named_by(_TARGET), _HASH),
    "docker": _ContentKind("Dockerfile", _stage_scope, _HASH, sections=_stages),
    "text": _ContentKind("a.txt", _no_scope, content=Content.PROSE),
}
_CONTENT_ENDINGS = {
    "css": (".css", ".scss", ".less", ".sass", ".tcss"),
    "env": (".properties", ".env"),
    "html": (*TAGGED, ".erb", ".ejs", ".hbs", ".jinja", ".j2"),
    "json": (*JSON, ".webmanifest", ".ipynb"),
    "make": (".mk",),
    "markdown": MARKDOWN,
    "sql": (".sql",),
    "text": (".txt", ".rst", ".adoc", ".org", ".csv", ".tsv", ".log"),
    "toml": (".toml", ".cfg", ".ini", ".editorconfig", ".conf", ".service"),
    "yaml": (*YAML, ".cff"),
}
_CONTENT_BY_ENDING = {ending: kind for kind, endings in _CONTENT_ENDINGS.items() for ending in endings}
_CONTENT_BY_NAME = {"makefile": "make", "gnumakefile": "make", "justfile": "make"}
_CONTENT_BY_NAME |= dict.fromkeys(("license", "licence", "copying", "notice", "authors", "changelog"), "text")


def _content_kind(path: str) -> _ContentKind:
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    ending = f".{name.rpartition('.')[2]}" if "." in name else ""
    known = _CONTENT_BY_NAME.get(name) or _CONTENT_BY_ENDING.get(ending)
    known = "env" if name.startswith(".env") else "docker" if builds_image(name) else known
    return _CONTENTS.get(known or language_of(path) or "", _CODE)


# Lines that give a value to a name, in any language.

SETS_NAME = lazy_pattern(
    r"(?P<declares>(?:(?:const|export|let|public|static|var) (?=[\w.$\"'\[{-])|my (?=\$))*+)"
    r"(?P<name>(?:(?<=[tr] )(?:\[[^\]=]++\]|\{[^}=]++\})|(?:->|::|[\w.$\"'@-])++)"
    # Several names that get the parts of one value: `value, err := load()`.
    r"(?:(?:,\s*+[\w.$*]++)++\s*+(?=:?=))?)"
    r"\s*+(?P<sign>:=|=>|[:=])(?![:=~])"
)
"""A name, and the operator after it."""
DECLARES_NAME = lazy_pattern(
    r"(?!(?:await|case|else|if|return|throw|yield)\b|var \w+ \w)"
    r"(?:[A-Za-z_][\w.:]*+(?:<[^=;()]{0,80}>)?(?:\[\])*+[?!]?[&*]*+ +[&*]*+){1,4}"
    r"(?P<name>\w++)(?: *: *[\w.<>?\[\]]++)?\s*+=(?![=>])"
)
"""A name after words for its type and the like: `final int size =`, `val names: List<String> =`."""
_TYPED = lazy_pattern(r"\s*[\w.<>?\[\]]+\s+=(?![=>~])")
"""A type after a name and a colon, up to the operator before the value: `: int =`."""


class NameSet(Struct, frozen=True):
    """The name that the beginning of a line gives a value: `total` of `let total = 0`."""

    name: str
    operator: str
    """`=`, `:=`, `=>` or `:`; the one before the value, if a type is after the name."""
    value: int
    """The offset in the line after that operator."""
    declares: bool
    """True if a word before the name declares it."""


def name_set(line: str) -> NameSet | None:
    """The name that a line gives a value after its indentation; None if it gives none."""
    start = len(line) - len(line.lstrip())
    if (found := SETS_NAME.match(line, start)) is not None:
        typed = _TYPED.match(line, found.end()) if found["sign"] == ":" else None
        operator = found["sign"] if typed is None else "="
        return NameSet(found["name"].strip(), operator, (typed or found).end(), bool(found["declares"]))
    if (found := DECLARES_NAME.match(line, start)) is not None:
        return NameSet(found["name"], "=", found.end(), declares=True)
    return None
