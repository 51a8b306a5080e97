"""Syntax tokens for the visible lines of a side, a few hundred lines at a time.

A short text is lexed from its beginning. A long one is lexed from a nearby line that looks like the start of
a definition, so that scrolling costs the same anywhere; a string that began earlier may then be lexed as
code.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import PurePath
from typing import Protocol

from editreview.alignment import Alignment
from editreview.patterns import lazy_pattern
from editreview.text import line_body
from editreview.tui.diff.rows import ViewRow

AROUND = 150
"""Lines above and below the visible ones that are lexed with them."""
_WHOLE = 2_000
"""Lines above the visible ones up to which a text is lexed from its beginning."""
_BACK = 400
"""Lines in which a start is searched for."""
_LONG = 1_000
"""Characters from which a line is not lexed."""
_TOKENS_AT_ONCE = 200
_MAX_KNOWN = 20_000
"""Lines of a side whose tokens are cached."""

_START = lazy_pattern(
    r"(?:async |export |public |private |static |pub )*"
    r"(?:def|class|import|from|func|fn|function|type|struct|enum|impl|trait|interface|const|let|var|use"
    r"|package|module|namespace|template|void|int|static|public)\b|@\w|#include|<\w"
)
_KINDS = {
    "Comment": "comment",
    "Comment.Preproc": "builtin",
    "Keyword": "keyword",
    "Keyword.Constant": "number",
    "Literal.Number": "number",
    "Literal.String": "string",
    "Literal.String.Escape": "number",
    "Literal.String.Interpol": "number",
    "Name.Attribute": "builtin",
    "Name.Builtin": "builtin",
    "Name.Class": "name",
    "Name.Decorator": "builtin",
    "Name.Exception": "builtin",
    "Name.Function": "name",
    "Name.Tag": "keyword",
    "Operator.Word": "keyword",
    "Generic.Heading": "name",
    "Generic.Subheading": "name",
}
KINDS = frozenset(_KINDS.values())
_SPECIAL = frozenset("*?[")
"""The special characters of a pattern for file names."""


Token = tuple[int, int, str]
"""A half-open span of characters of a line, and its kind."""
Tokens = dict[bool, dict[int, tuple[Token, ...]]]
"""The tokens of lines by side (True for the old one) and 0-based line number."""


class Lexer(Protocol):
    """The part of the interface of Pygments' lexers that is used here."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """The offset, type and text of each token; `str` of a type is its dotted name."""


class KnownTokens:
    """Caches the tokens of the lines of one file."""

    def __init__(self) -> None:
        self.path = ""
        """The file name, from which the language is derived."""
        self.by_side: Tokens = {True: {}, False: {}}

    def begin(self, path: str, *, keeps_old: bool) -> None:
        """Start with other sides.

        Args:
            path: The file.
            keeps_old: True if the old side is the same as before.
        """
        is_same = keeps_old and path == self.path
        # Another block of the same file has the same old side.
        self.by_side = {True: self.by_side[True] if is_same else {}, False: {}}
        self.path = path

    def of(self, is_old: bool, line: int) -> tuple[Token, ...]:
        """The tokens of a line; empty until they are known."""
        return self.by_side[is_old].get(line, ())

    def add(self, tokens: Tokens) -> None:
        for is_old, known in self.by_side.items():
            if len(known) > _MAX_KNOWN:
                known.clear()
            known |= tokens.get(is_old, {})

    def missing(self, rows: Iterable[ViewRow]) -> dict[bool, list[int]]:
        """The lines of some rows by side, in order, for each side on which any token is missing."""
        view_rows = list(rows)
        lines_by_side = {
            True: sorted({row.old for row in view_rows if row.old is not None}),
            False: sorted({row.new for row in view_rows if row.new is not None and row.hunk is not None}),
        }
        return {
            is_old: lines
            for is_old, lines in lines_by_side.items()
            if any(line not in self.by_side[is_old] for line in lines)
        }


def highlight(
    alignment: Alignment,
    path: str,
    lines_by_side: Mapping[bool, Sequence[int]],
    should_stop: Callable[[], bool],
) -> Tokens:
    """The tokens of some lines and of those near them.

    Args:
        alignment: The two sides.
        path: The file, from whose name the language is derived.
        lines_by_side: Lines of the old and of the new side, in order.
        should_stop: Called now and then; returns True to end the work.
    """
    found: Tokens = {is_old: dict.fromkeys(lines, ()) for is_old, lines in lines_by_side.items()}
    try:
        lexer = lexer_for(path)
        for is_old, lines in lines_by_side.items():
            if lexer is None:
                break
            line_at = alignment.lines.__getitem__ if is_old else alignment.new_line
            count = len(alignment.lines) if is_old else alignment.new_length
            for first, last in _groups(lines):
                if count <= _WHOLE and first != lines[0]:
                    continue
                window, start = window_for(first, last + 1, count, line_at)
                found[is_old] |= tokens_in(lexer, window, start, line_at, should_stop)
    except Exception:
        # Lexers may come from any plugin. Without tokens the lines are still legible.
        return found
    return found


def _groups(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last line of each group of lines near each other."""
    first = last = None
    for line in lines:
        if first is None or last is None:
            first = line
        elif line - last > 2 * AROUND:
            yield first, last
            first = line
        last = line
    if first is not None and last is not None:
        yield first, last


def lexer_for(path: str) -> Lexer | None:
    """The lexer for a file of this name; None for plain text and unknown names. Imports Pygments."""
    found = _lexer_class(PurePath(path).name)
    return None if found is None else found(stripnl=False, ensurenl=False)


@lru_cache
def _lexer_class(name: str) -> Callable[..., Lexer] | None:
    from pygments.lexers import find_lexer_class, get_all_lexers
    from pygments.lexers.special import TextLexer
    from pygments.plugin import find_plugin_lexers

    # Like the search of Pygments, which compiles a thousand patterns and reads the metadata of all installed
    # packages for plugins. Here these are asked only about names that it does not know itself.
    rated = [
        (rating, find_lexer_class(title))
        for title, _, patterns, _ in get_all_lexers(plugins=False)
        if (rating := _rating(name, patterns)) is not None
    ] or [
        (rating, plugin)
        for plugin in find_plugin_lexers()
        if (rating := _rating(name, plugin.filenames)) is not None
    ]
    if not rated:
        return None
    _, found = max(rated, key=lambda each: (each[0] + each[1].priority, each[1].__name__))
    return None if found is TextLexer else found


def _rating(name: str, patterns: Iterable[str]) -> float | None:
    """Rates the best of some patterns that fit a file name; None if none does."""
    found = [0.0 if "*" in pattern else 0.5 for pattern in patterns if _fits(name, pattern)]
    return max(found, default=None)


def _fits(name: str, pattern: str) -> bool:
    """`fnmatchcase`, without compiling the many patterns such as `*.py` and `Makefile`."""
    end = pattern.removeprefix("*")
    if _SPECIAL.isdisjoint(end):
        return name == pattern if end == pattern else name.endswith(end)
    return fnmatchcase(name, pattern)


def window_for(first: int, end: int, count: int, line_at: Callable[[int], str]) -> tuple[range, int]:
    """The lines to lex for the visible ones, and the line at which to start.

    Args:
        first: The first visible line.
        end: The line after the last one.
        count: The number of lines of the text.
        line_at: Returns a line of the text.
    """
    if count <= _WHOLE:
        return range(count), 0
    window = range(max(first - AROUND, 0), min(end + AROUND, count))
    if window.start <= _WHOLE:
        return range(window.stop), 0
    lowest = max(window.start - _BACK, 0)
    near = (line for line in range(window.start, lowest, -1) if _START.match(line_at(line)[:80]))
    return window, next(near, lowest)


def tokens_in(
    lexer: Lexer, window: range, start: int, line_at: Callable[[int], str], should_stop: Callable[[], bool]
) -> dict[int, tuple[Token, ...]]:
    """The tokens of each line of a window.

    Args:
        lexer: From `lexer_for`.
        window: The lines whose tokens are returned.
        start: The line at which to start, not after the first of the window.
        line_at: Returns a line of the text.
        should_stop: Called now and then; returns True to end the work.
    """
    lines = [_readable(line_at(line)) for line in range(start, window.stop)]
    found: dict[int, list[Token]] = {line: [] for line in window}
    line, begin = start, 0
    for count, (at, kind, value) in enumerate(_tokens(lexer, "\n".join(lines) + "\n")):
        if count % _TOKENS_AT_ONCE == 0 and should_stop():
            break
        while line < window.stop and at > begin + len(lines[line - start]):
            begin += len(lines[line - start]) + 1
            line += 1
        if not kind:
            continue
        column, at_line = at - begin, line
        for piece in value.split("\n"):
            if piece and at_line in window:
                found[at_line].append((column, column + len(piece), kind))
            column, at_line = 0, at_line + 1
    return {line: tuple(tokens) for line, tokens in found.items()}


def _tokens(lexer: Lexer, text: str) -> Iterator[tuple[int, str, str]]:
    known: dict[object, str] = {}
    for at, kind, value in lexer.get_tokens_unprocessed(text):
        if kind not in known:
            known[kind] = _kind_of(kind)
        yield at, known[kind], value


def _kind_of(kind: object) -> str:
    """The kind of a token type; empty for one that is not highlighted."""
    names = str(kind).split(".")[1:]
    while names:
        if (found := _KINDS.get(".".join(names))) is not None:
            return found
        names.pop()
    return ""


def _readable(line: str) -> str:
    body = line_body(line)
    return body if len(body) <= _LONG else ""
