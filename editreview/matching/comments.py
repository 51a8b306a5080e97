"""Finds the block comment, docstring or disabled code (`#if 0`) around some lines.

Nothing is parsed: the opening sign must begin its line, and the first closing sign must come after the lines.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from editreview.blocks import LineRange, base_name
from editreview.file_kinds import MARKDOWN, TAGGED, YAML
from editreview.first_use import lazy_pattern
from editreview.matching.file_index import FileIndex

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
_QUOTES = ('"""', "'''")
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
    return signs, _QUOTES if path.endswith(_WITH_DOCSTRINGS) else ()


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
