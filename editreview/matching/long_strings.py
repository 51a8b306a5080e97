"""Strings over several lines, and the depth of their lines where the code around them is re-indented.

The indentation of their lines may be a part of the text, as below `cat <<EOF`. Then it stays as it is
written, unless the lines are as deep as the code and were moved with it. Or the language removes what the
lines have in common, as `textwrap.dedent` does. Then they move with the code, and keep their depth below
each other.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache

from msgspec import Struct

from editreview.file_kinds import TAGGED, YAML, builds_image
from editreview.first_use import lazy_pattern
from editreview.matching.code import language_of
from editreview.matching.depth import ByUnit, FirstLine, IndentMap, Uniform, convert
from editreview.text import indentation


class Margin(StrEnum):
    """The meaning of the indentation of a string's lines."""

    TEXT = "text"
    """It is a part of the text."""
    AT_EDGE = "at-edge"
    """It is a part of the text, and the line that ends it must have none."""
    TABS = "tabs"
    """Tabs are removed, and spaces are a part of the text: `cat <<-EOF`."""
    REMOVED = "removed"
    """What the lines have in common is removed."""
    BY_END = "by-end"
    """What the lines have in common with the one that ends the string is removed."""
    VALUE = "value"
    """As in `REMOVED`, and they must be deeper than the key in YAML whose value they are."""


class LongString(Struct, frozen=True):
    """A string over several lines."""

    head: int
    """The row that it begins on."""
    end: int
    """The row after the last one whose indentation is inside of it."""
    margin: Margin
    has_end_alone: bool = False
    """True if the last of these rows has nothing of the string but its end."""
    is_docstring: bool = False

    @property
    def is_text(self) -> bool:
        """True if the indentation of its lines is a part of the text, and the text matters."""
        return self.margin in (Margin.TEXT, Margin.AT_EDGE) and not self.is_docstring

    def rows(self, lines: Sequence[str]) -> list[int]:
        """The rows below the first one that are not blank."""
        return [row for row in range(self.head + 1, self.end) if lines[row].strip()]


# Where strings are, by language.

_DOUBLE, _SINGLE = r'"(?:\\.|[^"\\\n])*+"', r"'(?:\\.|[^'\\\n])*+'"
_CHARACTER = r"'(?:\\[^'\n]+|\\'|[^'\\\n])'"
_SLASHES, _STARS, _HASH = r"//[^\n]*", r"/\*.*?\*/", r"#[^\n]*"
_HASH_APART = r"(?<![^\s;])#[^\n]*"
_TRIPLE = r'"""(?:\\.|[^\\])*?"""+|\'\'\'(?:\\.|[^\\])*?\'\'\''
_RAW_TRIPLE = r'"""(?:(?!""").)*+"""+'
_REGEX = r"(?<=[=(,:\[!&|?{};])[ \t]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*+\]|[^/\\\n\[])++/"
_MAX_NESTED = 3
"""Templates in the expressions of templates that are read."""


def _template() -> str:
    """The pattern of a template literal of JavaScript, whose expressions may have others."""
    template, braces = r"`(?:\\.|[^`\\])*+`", r"\{[^{}]*+\}"
    for _ in range(_MAX_NESTED):
        inside = rf"(?:[^{{}}`'\"]|{_DOUBLE}|{_SINGLE}|{template}|{braces}|['\"])*+"
        braces = rf"\{{{inside}\}}"
        template = rf"`(?:\\.|[^`\\$]|\${braces}|\$)*+`"
    return template


def _heredoc(sign: str, word: str = "word") -> str:
    """The pattern of a heredoc, from its sign to the word that ends it."""
    quote = f"{word}_quote"
    return (
        rf"{sign}[ \t]*\\?(?P<{quote}>['\"`]?)(?P<{word}>[A-Za-z_]\w*)(?P={quote})(?!\w)"
        rf"[^\n]*\n(?:[^\n]*\n)*?[ \t]*(?P={word})\b"
    )


_SHELL_SIGN = r"(?<!<)<<-?(?!<)"
_RUBY_SIGN = r"<<(?:[-~]|(?=[A-Z_`'\"]))(?![ \t])"
_SHELL_HEREDOC = (
    # In the text of `"$(cat <<EOF` are no other quotes that count.
    rf"\"\$\([^\"\n]*?(?P<inner>{_heredoc(_SHELL_SIGN, 'inner_word')})\s*\)\""
    rf"|(?P<heredoc>{_heredoc(_SHELL_SIGN)})"
)
_OVER_LINES = r"""(?P<string>"(?:\\.|[^"\\])*+"|\$?'(?:\\.|[^'\\])*+')"""
_SHELL_OVER_LINES = r"""(?P<string>"(?:\\.|[^"\\])*+"|\$'(?:\\.|[^'\\])*+'|'[^']*+')"""
_SCRIPT = (_SLASHES, _STARS, _REGEX, _DOUBLE, _SINGLE, f"(?P<string>{_template()})")
_LIKE_KOTLIN = (_SLASHES, _STARS, rf"(?P<string>{_RAW_TRIPLE})", _DOUBLE, _CHARACTER)
_PRE = r"(?P<element><(?P<tag>pre|textarea)\b[^>]*>.*?</(?P=tag)\s*>)"
_PATTERNS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "python": (('"""', "'''"), (_HASH, f"(?P<string>{_TRIPLE})", _DOUBLE, _SINGLE)),
    "toml": (('"""', "'''"), (_HASH, f"(?P<string>{_TRIPLE})", _DOUBLE, _SINGLE)),
    "dart": (('"""', "'''"), (_SLASHES, _STARS, f"(?P<string>{_TRIPLE})", _DOUBLE, _SINGLE)),
    "groovy": (('"""', "'''"), (_SLASHES, _STARS, f"(?P<string>{_TRIPLE})", _DOUBLE, _SINGLE)),
    "elixir": (('"""', "'''"), (_HASH, f"(?P<by_end>{_TRIPLE})", _DOUBLE, _SINGLE)),
    "graphql": (('"""',), (_HASH, f"(?P<by_end>{_RAW_TRIPLE})", _DOUBLE)),
    "julia": (('"""',), (_HASH, f"(?P<by_end>{_TRIPLE})", _DOUBLE)),
    "java": (('"""',), (_SLASHES, _STARS, f"(?P<by_end>{_TRIPLE})", _DOUBLE, _CHARACTER)),
    "swift": (('"""',), (_SLASHES, _STARS, f"(?P<by_end>{_TRIPLE})", _DOUBLE)),
    "kotlin": (('"""',), _LIKE_KOTLIN),
    "scala": (('"""',), _LIKE_KOTLIN),
    "csharp": (
        ('"',),
        (
            *(_SLASHES, _STARS, f"(?P<by_end>{_RAW_TRIPLE})"),
            r"(?P<string>(?:@\$?|\$@)\"(?:[^\"]|\"\")*+\")",
            *(_DOUBLE, _CHARACTER),
        ),
    ),
    "javascript": (("`",), _SCRIPT),
    "pages": (("`", "<pre", "<textarea"), ("<!--.*?-->", _PRE, *_SCRIPT)),
    "tagged": (("<pre", "<textarea"), ("<!--.*?-->", _PRE)),
    "go": (("`",), (_SLASHES, _STARS, _DOUBLE, _CHARACTER, "(?P<string>`[^`]*+`)")),
    "rust": (
        ('"',),
        (
            *(_SLASHES, _STARS, r"(?P<string>r(?P<hashes>#*)\".*?\"(?P=hashes)|\"(?:\\.|[^\"\\])*+\")"),
            _CHARACTER,
        ),
    ),
    "c": (
        ('R"',),
        (
            *(_SLASHES, _STARS, r"(?P<string>R\"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)\")"),
            *(_DOUBLE, _CHARACTER),
        ),
    ),
    "lua": (
        ("[[", "[="),
        (
            *(r"--\[(?P<level_of_comment>=*)\[.*?\](?P=level_of_comment)\]", r"--[^\n]*"),
            *(r"(?P<string>\[(?P<level>=*)\[.*?\](?P=level)\])", _DOUBLE, _SINGLE),
        ),
    ),
    "nix": (("''",), (_HASH, _STARS, _DOUBLE, r"(?P<removed>''(?:''['$\\]|(?!'').)*+'')")),
    "powershell": (
        ('@"', "@'"),
        (r"<#.*?#>", _HASH, r"(?P<edge>@(?P<quote>[\"'])[ \t]*\n(?:[^\n]*\n)*?[ \t]*(?P=quote)@)", _DOUBLE),
    ),
    "bash": (("<<", '"', "'"), (r"\\.", _HASH_APART, _SHELL_HEREDOC, _SHELL_OVER_LINES)),
    "docker": (("<<",), (_HASH_APART, f"(?P<heredoc>{_heredoc(_SHELL_SIGN)})")),
    "ruby": (
        ("<<",),
        (_HASH_APART, f"(?P<heredoc>{_heredoc(_RUBY_SIGN)})", _DOUBLE, _SINGLE),
    ),
    "perl": (
        ("<<",),
        (
            *(r"^=[a-z]\w*.*?(?:^=cut\b|\Z)", _HASH_APART, f"(?P<heredoc>{_heredoc('<<~?')})"),
            *(_DOUBLE, _SINGLE),
        ),
    ),
    "hcl": (("<<",), (_HASH, _SLASHES, _STARS, f"(?P<heredoc>{_heredoc('<<-?')})", _DOUBLE)),
    "php": (
        ("'", '"', "<<<"),
        (
            *(r"\?>.*?(?:<\?|\Z)", r"#(?!\[)[^\n]*", _SLASHES, _STARS),
            *(f"(?P<by_end>{_heredoc('<<<')})", _OVER_LINES),
        ),
    ),
}
"""By kind of file: texts of which one is in each string over lines; and what is to be read as a whole.

Groups with a name of `_MARGINS` are such strings. Comments and other strings may have the same signs.
"""
_KINDS = {
    "cpp": "c",
    "tsx": "javascript",
    "typescript": "javascript",
}
"""Kinds of the languages that have no row of their own."""
_KIND_BY_ENDING: Mapping[tuple[str, ...], str] = {
    (".toml",): "toml",
    (".dart",): "dart",
    (".groovy", ".gradle", "jenkinsfile"): "groovy",
    (".gql", ".graphql", ".graphqls"): "graphql",
    (".jl",): "julia",
    (".pyx", ".pxd", ".star", ".bazel"): "python",
    (".ps1", ".psd1", ".psm1"): "powershell",
    (".pl", ".pm", ".t"): "perl",
    (".fish", ".ksh", ".envrc", ".bashrc", ".zshrc", ".profile"): "bash",
    ("rakefile", "gemfile", "vagrantfile"): "ruby",
    (".astro", ".svelte", ".vue"): "pages",
    TAGGED: "tagged",
}
_MARGINS = {
    "string": Margin.TEXT,
    "element": Margin.TEXT,
    "removed": Margin.REMOVED,
    "by_end": Margin.BY_END,
    "edge": Margin.AT_EDGE,
    "heredoc": Margin.AT_EDGE,
    "inner": Margin.AT_EDGE,
}
_HEREDOC_MARGINS: Mapping[tuple[str, str], Margin] = {
    ("bash", "-"): Margin.TABS,
    ("docker", "-"): Margin.TABS,
    ("ruby", "-"): Margin.TEXT,
    ("ruby", "~"): Margin.REMOVED,
    ("perl", "~"): Margin.REMOVED,
    ("hcl", ""): Margin.TEXT,
    ("hcl", "-"): Margin.REMOVED,
}
"""By language and sign after `<<`; elsewhere they end at the edge."""
_REMOVES_MARGIN_OF = lazy_pattern(
    r"(?:\b(?i:dedent|cleandoc|outdent|strip_?indents?|heredoc\.docf?|\w*doc!|css|gql|graphql|html|sql|svg)"
    r"|\b(?:styled[\w.]*(?:\([\w.]*\))?|createGlobalStyle|keyframes))(?:<[^<>]*>)?\s*[(\[{]?\s*\\?\s*[rRbBfFuU]{0,2}\Z"
)
"""The end of the text before a string whose margin is removed, or means nothing in its language."""
_REMOVES_MARGIN = lazy_pattern(
    r"[^\n]{0,60}?\.\s*(?:trimIndent|trimMargin|replaceIndent\w*|strip(?:Indent|Margin|_heredoc)|squish|unindent"
    r"|dedent)\b|\s*\.(?:trimIndent|trimMargin|strip(?:Indent|Margin))\b"
)
"""The text after a string whose margin is removed."""
_MAX_BEFORE = 80
_END_ALONE = lazy_pattern(
    r"\s*(?:\"{3,}#*|'{2,3}|`|\"#*|'|\]=*\]|\)\S{0,16}\"|[\"']@|</\w+\s*>|[A-Za-z_]\w*)\Z"
)
"""A line that has nothing of a string but its end: `'''`, `]]`, `EOF`."""
_KEY = lazy_pattern(
    r"(?P<dashes>(?:- +)*)(?P<key>[^\s#].*?:[ ]+)?(?:[!&]\S+ +)*"
    r"[|>](?P<depth>[-+]?[1-9]?)[-+]?\s*(?:\s#.*)?\Z"
)
"""The line above a text in YAML."""


def long_strings(lines: Sequence[str], path: str) -> list[LongString]:
    """The strings over several lines of a text, in order. Those that are not closed in it do not count."""
    path = path.lower()
    if path.endswith(YAML):
        return list(_values(lines))
    kind = _kind_of(path)
    if kind is None:
        return []
    text = "\n".join(lines)
    if not any(sign in text for sign in _PATTERNS[kind][0]):
        return []
    strings: list[LongString] = []
    row = counted = 0
    for match in _pattern(kind).finditer(text):
        group = match.lastgroup
        if group not in _MARGINS or "\n" not in match[group]:
            continue
        start, end = match.span(group)
        row += text.count("\n", counted, start)
        counted = start
        margin, is_free = _margin(kind, group, text, start, end)
        last = row + match[group].count("\n")
        is_alone = _END_ALONE.match(text[text.rfind("\n", 0, end) + 1 : end]) is not None
        if kind == "rust" and all(line.endswith("\\") for line in lines[row:last]):
            # The language joins the lines, without their indentation.
            continue
        is_docstring = kind == "python" and _is_docstring(lines, row, text[:start])
        strings.append(LongString(row, last + (not is_free), margin, is_alone and not is_free, is_docstring))
    return strings


def _kind_of(path: str) -> str | None:
    language = language_of(path)
    kind = _KINDS.get(language or "", language)
    if kind in _PATTERNS:
        return kind
    if builds_image(path):
        return "docker"
    return next((kind for ends, kind in _KIND_BY_ENDING.items() if path.endswith(ends)), None)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile("|".join(_PATTERNS[kind][1]), re.DOTALL | re.MULTILINE)


def _margin(kind: str, group: str, text: str, start: int, end: int) -> tuple[Margin, bool]:
    """The meaning of the indentation; and True if the line that ends the string is as deep as one likes."""
    margin, is_free = _MARGINS[group], False
    after = text[end : end + _MAX_BEFORE]
    if group in ("heredoc", "inner"):
        sign = text[start + 2]
        margin = _HEREDOC_MARGINS.get((kind, sign if sign in "-~" else ""), margin)
        is_free = margin in (Margin.TEXT, Margin.REMOVED)
        after = text[start : text.index("\n", start)]
    if margin is Margin.TEXT:
        before = text[max(start - _MAX_BEFORE, 0) : start]
        if _REMOVES_MARGIN_OF.search(before) or _REMOVES_MARGIN.match(after):
            margin = Margin.REMOVED
    return margin, is_free


def _is_docstring(lines: Sequence[str], row: int, before: str) -> bool:
    """True if a string that begins on a row is the first statement below a head, or the first of all."""
    if before[before.rfind("\n") + 1 :].strip().lower() not in ("", "r", "u"):
        return False
    above = next((line for line in reversed(lines[:row]) if line.strip()), None)
    return above is None or above.rstrip().endswith(":")


def _values(lines: Sequence[str]) -> Iterator[LongString]:
    """The texts of keys and items in YAML."""
    row = 0
    while row < len(lines):
        line, head = lines[row], row
        row += 1
        if ("|" not in line and ">" not in line) or (key := _key(line)) is None:
            continue
        least = len(indentation(line)) + (
            len(key["dashes"]) if key["key"] else len(key["dashes"][:-2].rstrip())
        )
        least += not (key["key"] or key["dashes"])
        end = row
        while row < len(lines) and (not lines[row].strip() or len(indentation(lines[row])) > least):
            row += 1
            end = row if lines[row - 1].strip() else end
        if end > head + 1:
            yield LongString(head, end, Margin.VALUE)


def _key(line: str) -> re.Match[str] | None:
    return _KEY.match(line.lstrip(" \t"))


# The depth of their lines.


class Placed(Struct, frozen=True):
    """The depth of the lines of a string in the file."""

    depths: dict[int, str]
    """By row."""
    is_sure: bool = True
    """False if the lines may be meant to move with the code, or to stay, and that is another text."""


def place_lines(
    string: LongString, lines: Sequence[str], depth: str | None, rule: IndentMap | None
) -> Placed:
    """Indent the lines of a string that is new in a file.

    Args:
        string: The string.
        lines: The lines that it is in.
        depth: The indentation in the file of the line that it begins on; None if unknown.
        rule: The rule that maps the depths of the code to those of the file; None if there is none.
    """
    rows = string.rows(lines)
    margins = {row: indentation(lines[row]) for row in rows}
    as_written = Placed(margins)
    if not rows:
        return as_written
    before, common = indentation(lines[string.head]), _common(margins.values())
    if depth is None:
        return Placed(margins, is_sure=False)
    if string.margin is Margin.VALUE:
        return _placed_value(string, lines, depth, rule)
    moves = _Move(before, depth, rule)
    if string.margin is Margin.TABS:
        return _placed_below_tabs(margins, moves, indentation(lines[string.end - 1]))
    content = [margin for row, margin in margins.items() if row != string.end - 1 or not string.has_end_alone]
    follows = common.startswith(before)
    if string.margin in (Margin.REMOVED, Margin.BY_END):
        if string.margin is Margin.REMOVED and follows and not moves.changes_signs:
            return _placed_with_code(string, margins, content, moves)
        moved = moves.together(margins, common) if common or follows else None
        return as_written if moved is None else Placed(moved)
    if before == depth and not (before and isinstance(rule, ByUnit)):
        return as_written
    if string.margin is Margin.AT_EDGE:
        end = margins[string.end - 1]
        if not end:
            return as_written
        removed = rule.removed if isinstance(rule, Uniform) else None
        moved = moves.together(margins, common) if removed == end and common.startswith(end) else None
        return Placed(margins, is_sure=False) if moved is None else Placed(moved)
    is_aligned = string.has_end_alone and not common and all(content)
    if follows and (before or is_aligned or string.is_docstring):
        return _placed_with_code(string, margins, content, moves)
    if not common:
        # If only the first line lost its indentation, all others are as they are meant.
        is_only_first = isinstance(rule, FirstLine) and rule.rest == Uniform()
        is_first = not any(line.strip() for line in lines[: string.head])
        return Placed(margins, is_sure=bool(before) or (is_only_first and is_first))
    if isinstance(rule, ByUnit) and not rule.levels:
        return as_written
    if isinstance(rule, Uniform) and rule.removed:
        moved = moves.together(margins, common)
        return as_written if moved is None else Placed(moved, is_sure=False)
    return Placed(margins, is_sure=False)


def _common(margins: Collection[str]) -> str:
    """The longest beginning that some indentations share."""
    first, last = min(margins, default=""), max(margins, default="")
    same = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(same, min(len(first), len(last)))]


class _Move:
    """Moves the lines of a string with the code."""

    def __init__(self, before: str, after: str, rule: IndentMap | None) -> None:
        self.before, self.after = before, after
        """The indentation of the line that the string begins on, in the block and in the file."""
        self._rule = rule

    def target(self, margin: str) -> str | None:
        """The depth in the file of a line of code with an indentation."""
        is_by_rule = self._rule is not None and self._rule.depth(self.before) == self.after
        if is_by_rule and self._rule is not None and (depth := self._rule.depth(margin)) is not None:
            return depth
        return self.after + margin[len(self.before) :] if margin.startswith(self.before) else None

    def together(self, margins: Mapping[int, str], common: str) -> dict[int, str] | None:
        """Move lines as far as what they have in common; None if that cannot be moved."""
        depth = self.target(common)
        return (
            None if depth is None else {row: depth + margin[len(common) :] for row, margin in margins.items()}
        )

    @property
    def changes_signs(self) -> bool:
        """True if there are tabs in place of spaces."""
        return " " in self.before and "\t" in self.after


def _placed_with_code(
    string: LongString, margins: Mapping[int, str], content: Sequence[str], moves: _Move
) -> Placed:
    """Move lines that are at least as deep as the code, and the end of the string apart from them."""
    common = _common(content)
    inside = {
        row: margin for row, margin in margins.items() if row != string.end - 1 or not string.has_end_alone
    }
    moved = moves.together(inside, common) if content else {}
    end = moves.target(margins[string.end - 1]) if string.has_end_alone else ""
    if moves.changes_signs:
        targets = {row: moves.target(margin) for row, margin in margins.items()}
        known = {row: depth for row, depth in targets.items() if depth is not None}
        is_known = string.is_docstring and len(known) == len(targets)
        return Placed(known) if is_known else Placed(dict(margins), is_sure=False)
    if moved is None or end is None:
        return Placed(dict(margins), is_sure=False)
    return Placed({**moved, string.end - 1: end} if string.has_end_alone else moved)


def _placed_below_tabs(margins: Mapping[int, str], moves: _Move, end: str) -> Placed:
    """Indent lines whose tabs are removed, and whose spaces are not."""
    has_tabs = " " not in moves.before + end
    if moves.after.strip("\t") or (has_tabs and not moves.after):
        return Placed(dict(margins), is_sure=has_tabs or not end)
    common = _common([margin.rstrip(" ") for margin in margins.values()]) if has_tabs else end
    moved = moves.together(margins, common)
    if moved is None or not all(margin.startswith(common) for margin in margins.values()):
        return Placed(dict(margins), is_sure=False)
    # Spaces below may stand for tabs too.
    return Placed(moved, is_sure=has_tabs or all(margin == end for margin in margins.values()))


def _placed_value(string: LongString, lines: Sequence[str], depth: str, rule: IndentMap | None) -> Placed:
    """Indent the text of a key in YAML, as deep below the key as it is written."""
    head = lines[string.head]
    before, key = indentation(head), _key(head)
    assert key is not None
    dashes = key["dashes"] if key["key"] else key["dashes"][:-2]
    column = len(before) + len(dashes)
    rows = string.rows(lines)
    first = indentation(lines[rows[0]])
    below = first[column:]
    if isinstance(rule, ByUnit) and not key["depth"].strip("+-"):
        below = convert(below, rule.block, rule.file)
    base = depth + " " * len(dashes) + below
    # The first lines of a text with a number in its head may be deeper than others.
    shortest = min((indentation(lines[row]) for row in rows), key=len)
    cut = len(first) - len(shortest)
    start = base[: len(base) - cut] if cut else base
    return Placed({row: start + indentation(lines[row])[len(shortest) :] for row in rows})


def without_strings(lines: Sequence[str], strings: Iterable[LongString]) -> list[str]:
    """The lines with blank ones in place of those inside of strings."""
    inside = {row for string in strings for row in range(string.head + 1, string.end)}
    return ["" if row in inside else line for row, line in enumerate(lines)]


def fit_with_strings(
    lines: Sequence[str], strings: Sequence[LongString], rule: IndentMap
) -> tuple[list[str] | None, list[int]]:
    """All lines at their depths in the file, and those that are a guess.

    Args:
        lines: The lines.
        strings: All of their strings.
        rule: The rule that maps the depths of the code.

    Returns:
        None for the lines if a depth is unknown.
    """
    fitted = rule.fit_all(without_strings(lines, strings))
    if fitted is None:
        return None, []
    guessed: list[int] = []
    for string in strings:
        placed = place_lines(string, lines, indentation(fitted[string.head]), rule)
        for row in range(string.head + 1, string.end):
            fitted[row] = placed.depths.get(row, indentation(lines[row])) + lines[row].lstrip(" \t")
        guessed += () if placed.is_sure else placed.depths
    return fitted, guessed
