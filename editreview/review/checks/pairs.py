"""Tags and marks that an edit leaves without their other half, and rows with another number of cells.

No parser here reads them: `{% if %}` of templates, `#if`, `#region`, the fences of Markdown, `# BEGIN`, the
rows of tables. Each kind is checked only if an edit adds or removes such a line, and only if they were in
pairs before.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from re import IGNORECASE, MULTILINE, Match, Pattern

from msgspec import Struct

from editreview.file_kinds import is_prose
from editreview.first_use import lazy_pattern
from editreview.matching import Content, content_of, language_of
from editreview.review.checks.blocks import changed_lines
from editreview.review.checks.syntax import blocks_to_blame, warning_of_error
from editreview.review.file_plan import FilePlan
from editreview.review.warnings import BlockWarning
from editreview.text import MAX_PARSED_TEXT, indentation

_MAX_SHOWN = 40
"""The most characters of a tag in a message."""


class _Fault(Struct, frozen=True):
    """A tag without its other half, or a row with another number of cells."""

    line: int
    """1-based."""
    description: str
    """To follow the number of the line."""
    key: str = ""
    """The text of a faulty row. It counts only if the file had no such row before."""


_Find = Callable[[str, str], Iterator[_Fault]]
"""Finds the faults of a text, given the text of the file before the edit."""


class _Kind(Struct, frozen=True):
    """A kind of tags that come in pairs."""

    pattern: Pattern[str]
    """Tags, with a group `open` or `close` that names their pair, or neither: a text without tags."""
    paired: frozenset[str] = frozenset()
    """The names whose tags always come in pairs; others do if those of the file do."""


_TEMPLATE = _Kind(
    lazy_pattern(
        r"\{#(?![\w-]+\})(?s:.*?)(?:#\}|\Z)|\{%[-+~]?\s*(?:raw|verbatim|comment)\b"
        r"(?s:.*?)(?:\bend(?:raw|verbatim|comment)\b|\Z)"
        r"|\{%[-+~]?\s*(?!set\b[^%\n]*=|block\s+\w+\s+(?!scoped|required)[\w\"']|end\s*[-+~]?%)"
        r"(?:end_?(?P<close>\w+)|(?P<open>\w+))"
    ),
    frozenset({"block", "for", "if", "macro", "unless"}),
)
"""Jinja, Django, Twig and Liquid: `{% if a %}`, `{% endif %}`."""
_GO_TEMPLATE = _Kind(
    lazy_pattern(
        r"\{\{-?\s*(?:(?:if|range|with|define|block)\b(?P<open>)|end\b(?P<close>)(?=\s*-?\}\}|\s*/\*))"
    )
)
"""`{{ range .A }}`, `{{- end }}`."""
_HANDLEBARS = _Kind(
    lazy_pattern(
        r"\{\{!--(?s:.*?)(?:--\}\}|\Z)|\{\{~?\s*(?:[#^][*>]?\s*(?P<open>[\w.@-]+)|/\s*(?P<close>[\w.@-]+))"
    )
)
"""`{{#each a}}`, `{{/each}}`."""
_SVELTE = _Kind(lazy_pattern(r"\{\s*(?:#(?P<open>if|each|await|key|snippet)|/(?P<close>\w+))\b"))
"""`{#if a}`, `{/if}`."""
_ERB = _Kind(
    lazy_pattern(
        r"<%[%#](?s:.*?)(?:%>|\Z)"
        r"|<%[-=]*\s*(?:(?![^%\n]*(?:\bend\b|\bdo:)[^%\n]*%>)"
        r"(?:(?:if|unless|while|until|for|case|begin)\b[^%\n]*|[^%\n]*\bdo\b(?:\s*\|[^|\n]*\|)?\s*"
        r"|[^%\n]*\bfn\b[^%\n]*->\s*)(?P<open>)-?%>|end\b(?P<close>)[^%\n]*%>)"
    )
)
"""ERB and EEx: `<% if a %>`, `<% a.each do |b| %>`, `<% end %>`."""
_EJS = _Kind(
    lazy_pattern(
        r"<%[#%-](?s:.*?)(?:%>|\Z)|<%[_=]?\s*(?:\}[^{}%\n]*[-_]?%>(?P<close>)|[^{}%\n]*\{\s*[-_]?%>(?P<open>))"
    )
)
"""`<% if (a) { %>`, `<% } %>`."""
_BLADE = _Kind(
    lazy_pattern(
        r"\{\{--(?s:.*?)(?:--\}\}|\Z)|@verbatim\b(?s:.*?)(?:@endverbatim|\Z)|@(?:end(?P<close>[a-z]+)"
        r"|(?P<open>if|unless|isset|auth|guest|foreach|forelse|for|while|switch|error|cannot|can|once|push)"
        r"(?=\s*\(|\s*$))",
        MULTILINE,
    )
)
"""`@if (a)`, `@endif`."""
_BRACES_OF_PAGE = _Kind(lazy_pattern(r"\{(?P<open>)|\}(?P<close>)"))
_PREPROCESSOR = _Kind(
    lazy_pattern(r"^[ \t]*#[ \t]*(?:(?P<open>)if(?:n?def)?\b|(?P<close>)endif\b)", MULTILINE),
    frozenset({""}),
)
"""`#ifdef A`, `#endif`."""
_DIAGNOSTICS = _Kind(
    lazy_pattern(
        r"^[ \t]*#[ \t]*pragma[ \t]+(?:(?:GCC|clang)[ \t]+)?(?:warning|diagnostic|pack)[ \t(]*"
        r"(?:(?P<open>)push|(?P<close>)pop)\b",
        MULTILINE,
    )
)
"""`#pragma warning(push)`, `#pragma warning(pop)`."""
_REGION = _Kind(
    lazy_pattern(
        r"^[ \t]*(?:(?://|--|/\*|<!--|;|')[ \t]*)?#?[ \t]*(?:pragma[ \t]+)?"
        r"(?:(?P<open>)region|(?P<close>)end[ ]?region)\b(?!\s*[=:(.])",
        MULTILINE | IGNORECASE,
    )
)
"""`#region A`, `// #endregion`."""
_CMAKE = _Kind(
    lazy_pattern(
        r"^[ \t]*(?:end(?P<close>if|foreach|while|function|macro|block)"
        r"|(?P<open>if|foreach|while|function|macro|block))[ \t]*\(",
        MULTILINE | IGNORECASE,
    ),
    frozenset({"if", "foreach", "while", "function", "macro", "block"}),
)
"""`if(A)`, `endif()`."""
_MAKE = _Kind(
    lazy_pattern(
        r"^ *(?:(?P<open>ifn?def|ifn?eq|(?:override |export )?define)|(?P<close>endif|endef))\b", MULTILINE
    ),
    frozenset({"if", "def"}),
)
"""`ifdef A`, `endif`; `define a`, `endef`."""
_ORG = _Kind(
    lazy_pattern(r"^[ \t]*#\+(?:begin_(?P<open>\w+)|end_(?P<close>\w+))", MULTILINE | IGNORECASE),
)
_TRANSACTION = _Kind(
    lazy_pattern(
        r"^(?:(?:BEGIN|START)(?P<open>)(?:[ \t]+(?:TRANSACTION|WORK))?|(?:COMMIT|ROLLBACK)(?P<close>)"
        r"(?:[ \t]+(?:TRANSACTION|WORK))?)[ \t]*;",
        MULTILINE | IGNORECASE,
    )
)
"""`BEGIN;`, `COMMIT;`."""
_MARKS = _Kind(
    lazy_pattern(
        r"^(?:[ \t]*(?:#|//|--|;|<!--|/\*|%|\"|REM\b)[^\w\n]*|-----)"
        r"(?:(?:BEGIN|START)\b(?P<open>[^\n]*)|(?:END|STOP)\b(?P<close>[^\n]*))$",
        MULTILINE,
    )
)
"""`# BEGIN a`, `# END a`; `-----BEGIN KEY-----`."""
_SWITCHES = _Kind(
    lazy_pattern(
        r"\b(?P<open>eslint-|stylelint-|markdownlint-|swiftlint:|yapf: ?|rubocop:)disable(?!-)\b"
        r"|\b(?P<close>eslint-|stylelint-|markdownlint-|swiftlint:|yapf: ?|rubocop:)(?:enable|restore)\b"
        r"|(?:\b|@)(?P<open_>fmt: ?|isort: ?|clang-format |formatter:|spellchecker:)off\b"
        r"|(?:\b|@)(?P<close_>fmt: ?|isort: ?|clang-format |formatter:|spellchecker:)on\b"
        r"|\b(?P<open__>prettier-ignore-|LCOV_EXCL_|spell-checker: ?|doctoc |NOLINT)(?i:start|begin)\b"
        r"|\b(?P<close__>prettier-ignore-|LCOV_EXCL_|spell-checker: ?|doctoc |NOLINT)(?i:end|stop)\b"
    )
)
"""`/* eslint-disable a */`, `/* eslint-enable a */`; `# fmt: off`, `# fmt: on`."""


def _name(tag: Match[str], half: str) -> str | None:
    """The name of the pair of which a tag is the first or the last half; None if it is not."""
    groups = tag.groupdict()
    found = next(
        (groups[each] for each in (half, f"{half}_", f"{half}__") if groups.get(each) is not None), None
    )
    return None if found is None else _same(found)


def _same(name: str) -> str:
    """The same text for both halves of a pair."""
    name = name.strip(" \t-=*#<>/").lower()
    if name.startswith("if") and name[2:] in ("def", "ndef", "eq", "neq"):
        return "if"
    if name == "endif":
        return "if"
    return "def" if name in ("define", "endef", "override define", "export define") else name


_Tag = tuple[Match[str], str | None, str | None]
"""A tag, and the name of the pair that it begins, or ends."""


def _tags(kind: _Kind, text: str) -> Iterator[_Tag]:
    for tag in kind.pattern.finditer(text):
        yield tag, _name(tag, "open"), _name(tag, "close")


def _counted(kind: _Kind, tags: Sequence[_Tag], before: Sequence[_Tag]) -> set[str]:
    """The names of pairs that the tags of a text have to complete, as those before do."""
    begun, ended = Counter(name for _, name, _ in before), Counter(name for _, _, name in before)
    new = {name for _, name, _ in tags} & {name for _, _, name in tags}
    names = kind.paired | {name for name in {*begun, *new} if name is not None}
    return {
        name for name in names if begun[name] == ended[name] and (begun[name] or name in kind.paired | new)
    }


def _unpaired(kind: _Kind, text: str, before: str) -> Iterator[_Fault]:
    """The first tag of a kind without its other half."""
    tags = list(_tags(kind, text))
    counted = _counted(kind, tags, list(_tags(kind, before)))
    opened: list[tuple[Match[str], str]] = []
    for tag, begins, ends in tags:
        if begins is not None and begins in counted:
            opened.append((tag, begins))
        elif ends is not None and ends in counted:
            if not opened or all(name != ends for _, name in opened):
                yield _of_tag(tag, "ends nothing")
                return
            if opened[-1][1] != ends:
                yield _of_tag(opened[-1][0], "has no end")
                return
            opened.pop()
    if opened:
        yield _of_tag(opened[-1][0], "has no end")


def _unpaired_in_prose(kind: _Kind, text: str, before: str) -> Iterator[_Fault]:
    """The first tag without its other half, outside of code."""
    yield from _unpaired(kind, _CODE.sub("", text), _CODE.sub("", before))


def _of_tag(tag: Match[str], fault: str) -> _Fault:
    shown = _line_of(tag.string, tag.start() + len(tag[0]) - len(tag[0].lstrip()))
    return _Fault(tag.string.count("\n", 0, tag.end()) + 1, f": “{shown}” {fault}")


def _line_of(text: str, at: int) -> str:
    """The line of an offset from there on, cut if it is long."""
    end = text.find("\n", at)
    line = text[at : len(text) if end < 0 else end].strip()
    return line if len(line) <= _MAX_SHOWN else line[:_MAX_SHOWN] + "…"


_FENCE = lazy_pattern(r"\s*(?:[-*+>]|\d+[.)])?\s*(?P<sign>`{3,}|~{3,})(?P<info>[^`]*)$")
"""A fence, also in an item of a list: "- ```sh"."""


def _unclosed_fences(text: str, before: str) -> Iterator[_Fault]:
    """A fence of Markdown that has no end, or one that begins inside of another one."""
    opened: tuple[int, str] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence is None:
            continue
        sign, info = fence["sign"], fence["info"].strip()
        if opened is None:
            opened = number, sign
        elif sign.startswith(opened[1]):
            if info:
                yield _Fault(opened[0], f": the fence has no end above that of line {number}")
                return
            opened = None
    if opened is not None:
        yield _Fault(opened[0], ": the fence has no end")


def _without_fences(text: str) -> str:
    """Markdown with blank lines for those of its fences, and without code in its lines."""
    lines: list[str] = []
    opened = ""
    for line in text.split("\n"):
        fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence is not None and (
            not opened or (fence["sign"].startswith(opened) and not fence["info"].strip())
        ):
            opened = "" if opened else fence["sign"]
            lines.append("")
        else:
            lines.append("" if opened else _CODE.sub("", line))
    return "\n".join(lines)


_CODE = lazy_pattern(r"`[^`\n]+`")
_ELEMENT = _Kind(
    lazy_pattern(
        r"<!--(?s:.*?)(?:-->|\Z)|</(?P<close>[A-Za-z][\w.-]*)\s*>"
        r"|<(?P<open>(?!(?:area|br|col|dd|dt|hr|img|input|li|link|meta|p|source|tbody|td|th|thead|tr)\b)[A-Za-z][\w.-]*)"
        r"(?=[\s>])(?:[^<>\"'{}/]|/(?!>)|\"[^\"]*\"|'[^']*'|\{[^{}]*\})*>"
    )
)
"""`<details>`, `</details>`, but no element that may lack its end, as `<p>`."""


def _unpaired_elements(text: str, before: str) -> Iterator[_Fault]:
    """An element in Markdown without its other half, outside of code."""
    yield from _unpaired(_ELEMENT, _without_fences(text), _without_fences(before))


_COMMENT_HALF = lazy_pattern(r"<!--|(?P<alone>^[ \t]*-->[ \t]*$)|-->", MULTILINE)


def _unpaired_comments(text: str, before: str) -> Iterator[_Fault]:
    """A comment of HTML in Markdown without an end, or an end of none, outside of code."""
    plain = _without_fences(text)
    opened: Match[str] | None = None
    for half in _COMMENT_HALF.finditer(plain):
        if half[0] == "<!--":
            if opened is not None:
                break
            opened = half
        elif opened is not None:
            opened = None
        elif half["alone"] is not None:
            # Elsewhere it may be an arrow.
            yield _of_tag(half, "ends nothing")
            return
    if opened is not None:
        yield _of_tag(opened, "has no end")


def _broken_front_matter(text: str, before: str) -> Iterator[_Fault]:
    """A front matter without an end, or with two of them."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return
    end = next((row for row, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if end is None:
        yield _Fault(1, ": the front matter has no end")
    elif lines[end + 1 : end + 2] == ["---"]:
        yield _Fault(end + 2, ": the front matter has ended already")


_DELIMITED = lazy_pattern(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|[|,:]===|--|```\w*)\s*$")
"""`----`, `|===`."""


def _unpaired_delimiters(text: str, before: str) -> Iterator[_Fault]:
    """A line of AsciiDoc that begins a delimited block without an end."""
    opened: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not _DELIMITED.match(line):
            continue
        sign = line.rstrip()
        if opened and opened[-1][1] == sign:
            opened.pop()
        elif not opened or opened[-1][1][0] not in "-.+/":
            opened.append((number, sign))
    if opened:
        yield _Fault(opened[-1][0], f": “{opened[-1][1]}” has no end")


_HEREDOC = lazy_pattern(r"(?<!<)<<-?[ \t]*(['\"]?)(?P<end>[A-Z_]\w*)\1(?![\w>])")


def _broken_heredocs(text: str, before: str) -> Iterator[_Fault]:
    """A heredoc without an end, or a line that ends none."""
    waiting: list[tuple[int, str]] = []
    ends: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if waiting:
            if line.strip() == waiting[0][1]:
                waiting.pop(0)
        elif line.strip() in ends:
            yield _Fault(number, f": “{line.strip()}” ends nothing")
            return
        elif "<<" in line and "((" not in line and not line.lstrip().startswith("#"):
            waiting = [(number, found["end"]) for found in _HEREDOC.finditer(line)]
            ends.update(end for _, end in waiting)
    if waiting:
        yield _Fault(waiting[0][0], f": the heredoc has no end “{waiting[0][1]}”")


# Rows.

_Row = tuple[int, str, int]
"""The 1-based line, the text and the number of cells of a row."""


def _uneven(groups: Iterator[list[_Row]], *, fills_short_rows: bool = False) -> Iterator[_Fault]:
    """The rows with another number of cells than all others around them, of which there are two or more.

    Args:
        groups: The rows of each table.
        fills_short_rows: True if rows below the first two may have fewer cells.
    """
    for rows in groups:
        counts = Counter(n for _, _, n in rows)
        usual, often = counts.most_common(1)[0]
        if len(counts) == 1 or (often < 2 and len(rows) > 1 and rows[0][2] != usual):
            continue
        for at, (line, text, n) in enumerate(rows):
            if n != usual and not (fills_short_rows and at > 1 and n < usual):
                cells = "1 cell" if n == 1 else f"{n} cells"
                yield _Fault(line, f": {cells}, where the rows around it have {usual}", text)


def _tables(text: str, before: str) -> Iterator[_Fault]:
    """The uneven rows of tables between `|`."""

    def groups() -> Iterator[list[_Row]]:
        rows: list[_Row] = []
        for number, line in enumerate([*text.split("\n"), ""], 1):
            row = line.strip()
            if row.startswith("|") and len(row) > 1:
                rows.append((number, row, len(_BAR.findall(row)) - (row[-1] == "|" and row[-2] != "\\")))
            elif rows:
                yield rows
                rows = []

    yield from _uneven(groups(), fills_short_rows=True)


def _tables_of_markdown(text: str, before: str) -> Iterator[_Fault]:
    """The uneven rows of tables outside of code."""
    yield from _tables(_without_fences(text), before)


_BAR = lazy_pattern(r"(?<!\\)\|")


def _separated(text: str, before: str, *, sign: str) -> Iterator[_Fault]:
    """The uneven rows of a file whose cells have a sign between them."""
    lines = text.split("\n")
    if '"' in text:
        # Imported on first use: few files have such rows.
        import csv

        reader = csv.reader(lines, delimiter=sign)
        found: list[_Row] = []
        try:
            for cells in reader:
                if cells:
                    found.append((reader.line_num, "\0".join(cells), len(cells)))
        except csv.Error:
            return
    else:
        found = [(number, line, line.count(sign) + 1) for number, line in enumerate(lines, 1) if line.strip()]
    rows = [row for row in found if not row[1].startswith("#")]
    # A file that has such rows already is in another format.
    yield from (_Fault(each.line, each.description) for each in _uneven(iter([rows] if rows else [])))


_INSERTED = lazy_pattern(r"\(.*\)\s*[,;]?$")


def _inserted(text: str, before: str) -> Iterator[_Fault]:
    """The uneven rows of an `INSERT` in SQL."""

    def groups() -> Iterator[list[_Row]]:
        rows: list[_Row] = []
        for number, line in enumerate([*text.split("\n"), ""], 1):
            row = line.strip()
            cells = _cells(row) if _INSERTED.match(row) else None
            if cells is not None:
                rows.append((number, row, cells))
            elif rows:
                yield rows
                rows = []
            if row.endswith(";") and rows:
                yield rows
                rows = []

    yield from _uneven(groups())


def _cells(row: str) -> int | None:
    """The number of cells of a row in brackets; None if it is not one pair of them."""
    depth, cells, quote = 0, 1, ""
    end = len(row.rstrip(",; \t"))
    for at, sign in enumerate(row[:end]):
        if quote:
            quote = "" if sign == quote and row[at - 1] != "\\" else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if not depth and at < end - 1:
                return None
        elif sign == "," and depth == 1 and row[at + 1 : end - 1].strip():
            cells += 1
    return None if depth or quote else cells


_TUPLE_LINE = lazy_pattern(r"[ \t]*[(\[].*[)\]],?\s*$")
_PARAMETRIZE = lazy_pattern(
    r"parametrize\(\s*(?:(['\"])(?P<names>\w+(?:\s*,\s*\w+)+)\1"
    r"|[(\[](?P<quoted>\s*['\"]\w+['\"](?:\s*,\s*['\"]\w+['\"])+),?\s*[)\]]),\s*\[[ \t]*\n"
)
"""`parametrize("a,b", [`."""


def _parametrized(text: str, before: str) -> Iterator[_Fault]:
    """The rows of values of a test with another number of them than it has names."""
    for test in _PARAMETRIZE.finditer(text):
        names = (test["names"] or test["quoted"]).count(",") + 1
        first = text.count("\n", 0, test.end()) + 1
        lines = text[test.end() :].split("\n", _MAX_ROWS)[:_MAX_ROWS]
        depth = indentation(lines[0])
        for number, line in enumerate(lines, first):
            if line.strip() and not indentation(line).startswith(depth):
                break
            if indentation(line) != depth or not _TUPLE_LINE.match(line) or _MAY_HOLD_COMMA.search(line):
                continue
            row = line.strip()
            cells = _cells(row)
            if cells is not None and cells != names:
                values = "1 value" if cells == 1 else f"{cells} values"
                yield _Fault(number, f": {values} for {names} names", row)


_MAX_ROWS = 500
"""The most lines of values of one test that are examined."""
_MAY_HOLD_COMMA = lazy_pattern(r"\blambda\b|\bfor\b|\*")
"""Code in a row in which commas do not divide its cells."""


class _Check(Struct, frozen=True):
    """A check of some files."""

    concerns: Pattern[str]
    """Matches in an added or removed line that it examines."""
    find: _Find


def _of(kind: _Kind) -> _Check:
    return _Check(kind.pattern, partial(_unpaired, kind))


_ANY_FENCE = lazy_pattern(r"```|~~~")
_ROW = lazy_pattern(r"^[ \t]*\|", MULTILINE)
_ANY = lazy_pattern(r"\S")
_C_FAMILY = (
    ".c", ".cc", ".cpp", ".cs", ".cxx", ".glsl", ".h", ".hh", ".hlsl", ".hpp", ".hxx", ".inl", ".ino", ".ipp",
    ".m", ".metal", ".mm", ".swift", ".cu",
)  # fmt: skip
_MARKDOWN = (".md", ".mdx", ".markdown", ".qmd", ".rmd", ".mdc")
_HTML_COMMENT = lazy_pattern(r"<!--|-->")
_RULE = lazy_pattern(r"^---[ \t]*$", MULTILINE)
_BY_ENDING: tuple[tuple[tuple[str, ...], tuple[_Check, ...]], ...] = (
    (
        _MARKDOWN,
        (
            _Check(_ANY_FENCE, _unclosed_fences),
            _Check(_HTML_COMMENT, _unpaired_comments),
            _Check(_RULE, _broken_front_matter),
            _Check(_ELEMENT.pattern, _unpaired_elements),
            _Check(_ROW, _tables_of_markdown),
        ),
    ),
    ((".feature",), (_Check(_ROW, _tables),)),
    ((".csv",), (_Check(_ANY, partial(_separated, sign=",")),)),
    ((".tsv",), (_Check(_ANY, partial(_separated, sign="\t")),)),
    ((".sql",), (_of(_TRANSACTION), _Check(_INSERTED, _inserted))),
    ((".py",), (_Check(_TUPLE_LINE, _parametrized),)),
    ((".svelte",), (_of(_SVELTE),)),
    ((".erb", ".rhtml", ".eex", ".heex", ".leex"), (_of(_ERB),)),
    ((".ejs",), (_of(_EJS),)),
    ((".blade.php",), (_of(_BLADE),)),
    ((".cshtml", ".razor", ".component.html"), (_of(_BRACES_OF_PAGE),)),
    ((*_C_FAMILY, ".S", ".sx"), (_of(_PREPROCESSOR), _of(_DIAGNOSTICS))),
    (("CMakeLists.txt", ".cmake"), (_of(_CMAKE),)),
    (("Makefile", "makefile", ".mk"), (_of(_MAKE),)),
    ((".org",), (_of(_ORG),)),
    ((".adoc", ".asciidoc", ".asc"), (_Check(_DELIMITED, _unpaired_delimiters),)),
)
_TEMPLATES = tuple(map(_of, (_TEMPLATE, _GO_TEMPLATE, _HANDLEBARS)))
_TEMPLATES_IN_PROSE = tuple(
    _Check(kind.pattern, partial(_unpaired_in_prose, kind)) for kind in (_TEMPLATE, _GO_TEMPLATE, _HANDLEBARS)
)
_OTHERS = (_of(_MARKS), _of(_SWITCHES))
_MAY_HOLD_TEMPLATES = frozenset({None, "css", "html", "markdown", "yaml", "toml", "xml"})
_WITH_HEREDOCS = lazy_pattern(
    r"(?:^|[./])(?:Dockerfile|Containerfile)(?:\.\w+)?$|\.(?:sh|bash|zsh|ksh|dockerfile)$"
)
"""`Dockerfile`, `a.sh`."""


def _checks_for(path: str) -> Iterator[_Check]:
    """The checks that concern a file."""
    language = language_of(path)
    for endings, checks in _BY_ENDING:
        if path.endswith(endings):
            yield from checks
    if language in _MAY_HOLD_TEMPLATES:
        yield from _TEMPLATES_IN_PROSE if is_prose(path) else _TEMPLATES
    if content_of(path) is Content.CODE:
        yield _of(_REGION)
    if _WITH_HEREDOCS.search(path):
        yield _Check(_ANY, _broken_heredocs)
    yield from _OTHERS


def broken_pairs(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that leave tags without their other half, or rows with another number of cells.

    Args:
        plan: The plan of a file.
    """
    before = plan.before.text
    if plan.is_removed or not plan.change_groups or not before.strip():
        return {}
    if max(len(before), len(plan.after)) > MAX_PARSED_TEXT:
        return {}
    changed = changed_lines(plan.index, plan.change)
    lines = [line for _, line in (*changed.added, *changed.removed)]
    for check in _checks_for(plan.path_after):
        if not any(map(check.concerns.search, lines)):
            continue
        finder = partial(_finder, check.find)
        fault = finder(before)(plan.after)
        if fault is not None:
            blamed = blocks_to_blame(plan, finder(before), finder)
            return {
                p.number: warning_of_error(plan, p, fault.line, fault.description)
                for p in plan.proposals
                if p.number in blamed
            }
    return {}


def _finder(find: _Find, before: str) -> Callable[[str], _Fault | None]:
    """A function that returns the fault of a text that the one before does not have."""
    known = [fault.key for fault in find(before, before)]

    def find_fault(text: str) -> _Fault | None:
        if "" in known:
            return None
        return next((fault for fault in find(text, before) if fault.key not in known), None)

    return find_fault
