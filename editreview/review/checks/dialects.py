"""Knowledge of single languages for the check of syntax: how a parser reads them, or which errors they have.

A dialect is the language in which a file is checked. The parsers are older than some of the code. Where a
parser is known to lack syntax, it gets a copy of the text with other words instead. Lines keep their numbers,
and no bracket or quote is lost.

For some languages no parser is used. Recipes of makefiles must not begin with spaces: make reads a tab there,
and stops with "missing separator". Errors of HTML are tags and comments that do not end, and elements without
a start or an end tag. End tags may be missing where HTML allows it, and text between tags may be anything:
browsers, templates and the standard agree on little more.

The parser for CSS is older than nesting and most at-rules. In style sheets, brackets, strings, comments and
declarations are checked, but not selectors and at-rules, whose syntax grows each year. Browsers skip what
they cannot read, so that such a rule has no effect.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec import Struct

from editreview.matching import language_of
from editreview.patterns import lazy_pattern

TOML = "toml"
MAKE = "make"
_MAKEFILES = frozenset({"makefile", "gnumakefile"})

_MEASURED = frozenset(
    [
        "bash", "c", "cpp", "csharp", "css", "go", "html", "java", "javascript", "json", "kotlin", "php",
        "python", "ruby", "rust", "swift", "tsx", "typescript", "yaml",
    ]
)  # fmt: skip
"""Languages whose parser was tested on real changes."""
WITH_MACROS = frozenset({"c", "cpp"})
_INCOMPLETE = frozenset({"c", "cpp", "swift"})
"""Languages whose parser rejects many whole files that compile."""
_WITH_TAGS = frozenset({"javascript", "tsx"})
_JSON_WITH_COMMENTS = lazy_pattern(
    r"(?:^|/)(?:[tj]sconfig[^/]*|\.eslintrc|devcontainer|biome|deno|turbo|api-extractor|typedoc|babel\.config"
    r"|nest-cli|language-configuration)\.json$|(?:^|/)\.(?:vscode|zed|devcontainer)/",
    re.IGNORECASE,
)
"""Files that are read as JSON with comments and trailing commas."""
Error = tuple[int, str]
"""The 1-based line of a syntax error, and its description."""


class Dialect(Struct, frozen=True):
    """A language as it is written in one kind of file."""

    language: str
    has_tags: bool = False
    """True if the code may contain JSX."""
    needs_loss: bool = False
    """True if the parser rejects much code that compiles: an error counts only if a bracket is lost too."""
    is_trusted_if_clean: bool = False
    """True if, in spite of `needs_loss`, any error counts in an item or a short text that could be parsed."""
    has_whole_parser: bool = True
    """True if nearly all whole files that compile can be parsed."""
    has_trailing_commas: bool = False
    """True for JSON whose readers accept them."""
    is_script: bool = False
    """True if statements may be outside functions, although the language allows them inside only."""
    others: tuple[str, ...] = ()
    """Other languages that the file may be in."""


def dialect_of(path: str) -> Dialect | None:
    """The dialect of a path; None if it is not checked."""
    ending = PurePosixPath(path).suffix.lower()
    if ending == ".toml":
        return Dialect(TOML)
    if ending == ".mk" or PurePosixPath(path).name.lower() in _MAKEFILES:
        return Dialect(MAKE)
    language = language_of(path)
    if language is None:
        return None
    return Dialect(
        language,
        has_tags=language in _WITH_TAGS,
        needs_loss=language in WITH_MACROS or language not in _MEASURED or ending == ".zsh",
        is_trusted_if_clean=language in WITH_MACROS,
        has_whole_parser=language in _MEASURED and language not in _INCOMPLETE,
        has_trailing_commas=language == "json" and _JSON_WITH_COMMENTS.search(path) is not None,
        is_script=ending == ".kts",
        others=("cpp",) if ending == ".h" else (),
    )


def readable(text: str, language: str) -> str:
    """The text, with legal syntax that the parser of its language does not know written in another way."""
    for mark, pattern, replacement in _UNKNOWN_SYNTAX.get(language, ()):
        if mark in text:
            text = pattern.sub(replacement, text)
    return text


def in_one_branch(text: str) -> str:
    """Code of C with only one branch of each condition of the preprocessor: the first that is not `#if 0`."""
    parts: list[str] = []
    opened: list[_Branch] = []
    hidden = 0
    at = 0
    for directive in _CONDITION.finditer(text):
        parts += (
            _lines_of(text[at : directive.start()], is_hidden=hidden > 0),
            "\n" * directive[0].count("\n"),
        )
        at = directive.end()
        before = None if directive["word"].startswith("if") or not opened else opened.pop()
        after = _branch_after(directive, before)
        if after is not None:
            opened.append(after)
        hidden += (after in _HIDDEN) - (before in _HIDDEN)
    return "".join([*parts, _lines_of(text[at:], is_hidden=hidden > 0)])


class _Branch(Enum):
    """The chosen branch of an open condition: it comes later, is being read, or is over."""

    LATER = 0
    NOW = 1
    OVER = 2


_HIDDEN = (_Branch.LATER, _Branch.OVER)

_CONDITION = lazy_pattern(
    r"^[ \t]*\#[ \t]*(?P<word>if(?:n?def)?|el(?:se|if(?:n?def)?)|endif)\b(?P<test>(?:\\\r?\n|[^\n])*)",
    re.MULTILINE,
)


def _branch_after(directive: re.Match[str], before: _Branch | None) -> _Branch | None:
    """The branch of a condition after one of its directives; None if it is closed, or was not open."""
    if directive["word"].startswith("if"):
        return _Branch.LATER if directive["test"].strip() == "0" else _Branch.NOW
    if before is None or directive["word"] == "endif":
        return None
    return _Branch.NOW if before == _Branch.LATER else _Branch.OVER


def _lines_of(text: str, *, is_hidden: bool) -> str:
    return "\n" * text.count("\n") if is_hidden else text


_Replacement = str | Callable[[re.Match[str]], str]


_Row = tuple[str, re.Pattern[str], _Replacement]
"""Characters that a text must have, a pattern, and the replacement for it."""


def _row(mark: str, pattern: str, replacement: _Replacement, flags: int = 0) -> _Row:
    return mark, lazy_pattern(pattern, flags), replacement


def _without_globs(test: re.Match[str]) -> str:
    """A test of Bash with words instead of its patterns."""
    return _GLOB.sub("x", _EXTENDED_GLOB.sub("x", test[0])).replace(" = ", " == ")


_EXTENDED_GLOB = lazy_pattern(r"[@?*+!]\((?:[^()\n]|\([^()\n]*\))*\)")
_GLOB = lazy_pattern(r"(?<![\w$@{#%/:^,\\])[*?](?=\S)|(?<=[\w\"'\]])[*?](?=[\s\"'])")


def _begun_on_a_line(text: re.Match[str]) -> str:
    """The end of a signature before type parameters, if these begin a line."""
    return f";{text[0]}" if "\n" in text[1] else text[0]


def _without_pages(text: re.Match[str]) -> str:
    """A statement for text between two parts of PHP; strings and comments stay."""
    if text["kept"]:
        return text[0]
    statement = "; echo " if text[0].endswith("<?=") else ";"
    return statement + "\n" * text[0].count("\n")


def _without_lines(text: re.Match[str]) -> str:
    return "\n" * text[0].count("\n") + " "


_WORD_OF_MACRO = r"(?:[A-Za-z]{1,8}_)?[A-Z][A-Z\d_]{2,}"
_ARGUMENTS = r"\((?:[^()\n]++|\((?:[^()\n]++|\([^()\n]*+\))*+\))*+\)"
_ARGUMENTS_OVER_LINES = _ARGUMENTS.replace(r"\n", "")
_MACRO = rf"{_WORD_OF_MACRO}(?:[ \t]*{_ARGUMENTS})?"
_WITH_BLOCK = "(?:if|for|while|switch|else|do|return|catch)"
_BEHIND_PARAMETERS = r"(?:\s|(?:const|noexcept|override|mutable)\b)*"


def _macro_with_block(what: str) -> _Row:
    """A macro that a block follows, but not a function whose type is on the line above."""
    return _row(
        "{",
        r"(?:(?<=else\n)|(?<![\w>*&,]\n))^([ \t]+)"
        rf"(?!{_WITH_BLOCK}\b)[A-Za-z_]\w*[ \t]*{_ARGUMENTS}(?=[ \t]*\{{)",
        rf"\1{what}",
        re.MULTILINE,
    )


_ROWS_OF_C = (
    _row("#", r"\A.*\Z", lambda text: in_one_branch(text[0]), re.DOTALL),
    # The remaining directives are not conditions.
    _row("#", r"^[ \t]*\#[ \t]*\w+\b(?:\\\r?\n|[^\n])*$", _without_lines, re.MULTILINE),
    _row("ull", r"\b(?:absl_|_)(?:[Nn]onnull|[Nn]ullab\w+|Null_unspecified)\b", ""),
    # Macros add to a type, a function or a parameter.
    _row("", rf"\b(class|struct|union|enum)[ \t]+(?:{_MACRO}[ \t]+)+(?=[A-Za-z_])", r"\1 "),
    _row(
        "",
        rf"(?<=\))({_BEHIND_PARAMETERS}\s){_WORD_OF_MACRO}(?:{_ARGUMENTS_OVER_LINES})?(?=\s*[{{;])",
        r"\1",
    ),
    _row("", rf"(?<=\w)[ \t]+{_MACRO}(?=\s*[,)])", " "),
    # One on a line of its own may be anything; one before a declaration adds to it.
    _row(
        "",
        rf"(?<![,(|&+=?:]\n)^([ \t]*){_MACRO}[ \t]*$(?!\s*(?:[|,)&?:*<>=+.-]|/(?![/*])))",
        r"\1",
        re.MULTILINE,
    ),
    _row("", rf"(^[ \t]*|\]\][ \t]+){_MACRO}[ \t]+(?=[A-Za-z_])(?!\w+\s*[;={{\[,])", r"\1", re.MULTILINE),
)
_ROWS_OF_CPP = (
    *_ROWS_OF_C,
    _macro_with_block("void f()"),
    _row("decltype", rf"\bdecltype *{_ARGUMENTS_OVER_LINES}", lambda text: "Type" + _without_lines(text)),
    _row("const =", r"\bconst = (?:delete|default)(?=;)", "const"),
    _row(":", r"(:\s*\d+)\s*(?:\{[^{}\n]*\}|= *[\w.]+)(?=;)", r"\1"),
    # Braces around the value of a parameter or of a capture.
    _row("= {", r"(?<=\w = )\{([^{}\n]*)\}(?=\s*[,)\]])", r"f(\1)"),
)
_ROWS_OF_SCRIPTS = (
    _row("using", r"\b(?:await +)?using(?= +[\w$]+ *(?:[=:]|of\b))", "const"),
    _row("import", r"\bimport +(?:defer +(?=\*)|source +(?=[\w$]+ +from\b))", "import "),
    _row("assert", r"""(?<=["']) +assert(?= *\{ *["']?type\b)""", " with"),
    # A keyword may be the name of an export.
    _row(" as ", r"\bas +[a-z]+(?= *[,}])", "as name"),
    # The parser rejects it in text between tags; elsewhere the other operator does as well.
    _row("&", "&", "|"),
)
_ROWS_OF_TYPES = (
    *_ROWS_OF_SCRIPTS,
    _row("export type", r"\bexport type \*", "export *"),
    _row("<", r"(^ *|[<,] ?)(?:in out|in|out)(?= [A-Z_$][\w$]*(?: extends\b| *[=,>]))", r"\1", re.MULTILINE),
    _row("in", r"^( *)in(?=\??: )", r"\1inside", re.MULTILINE),
    _row("accessor", r"\baccessor(?= +[\w$#]+ *[=;:?!])", "readonly"),
    _row("import(", r"""(?:\btypeof +)?\bimport\((["'])[^"'\n]*\1\)""", "imported"),
)
_UNKNOWN_SYNTAX: dict[str, tuple[_Row, ...]] = {
    "bash": (
        _row("[[", r"\[\[\s(?:[^\n]|(?<=\\|&|\|)\n)*?\s\]\]", _without_globs),
        _row("<<", r"<<(-?)\\(\w+)", r"<<\1'\2'"),
        _row("#$", r"(?<![\w$])\d+#(?=\$)", ""),
        _row("}", r"\b(done|fi|esac)(?=\s*\})", r"\1;"),
        _row("for", r"\bfor +(\w+) +do\b", r"for \1; do"),
        _row(" ", r"(\]\]|\)) +(then|do)\b", r"\1; \2"),
        _row("<<", r"""(<<-?(["']?)\w+\2[^\n|&;<]*)(?:\|\|?|&&|;[^\n]*)$""", r"\1", re.MULTILINE),
    ),
    "c": (*_ROWS_OF_C, _macro_with_block("while (0)")),
    "cpp": _ROWS_OF_CPP,
    "csharp": (
        _row("allows", r": *allows ref struct\b", ": class"),
        _row("allows", r", *allows ref struct\b", ""),
        _row("extension", r"^( *)(extension(?:<[^>\n]*>)? *\([^;\n]*)$", r"\1class \2", re.MULTILINE),
        _row('$""', r'\$""(?!")', '""'),
    ),
    "java": (
        _row("super", r"^( *)super(?= *\()", r"\1superior", re.MULTILINE),
        _row("this", r"^( *)this(?= *\()", r"\1superior", re.MULTILINE),
        _row("import module", r"^import module\b", "import", re.MULTILINE),
    ),
    "javascript": (
        *_ROWS_OF_SCRIPTS,
        _row("accessor", r"\b(?:static +)?accessor(?= +[\w$#]+ *[=;])", "static"),
    ),
    "kotlin": (
        _row("@", r"@[\w.]+ +(?=\()", ""),
        _row("context", r"^( *)context *\([^()\n]*\)", r"\1", re.MULTILINE),
        _row("[", r"\[ *\]", "[0]"),
        # On another line, brackets do not continue the call of a branch.
        _row("->", r"(-> [^\n]*[\w)\]}\"])(\n\s*\()", r"\1;\2"),
    ),
    "php": (
        _row("", r"\A(?!<\?)(?:(?!<\?(?:php\b|=)).)+", _without_lines, re.DOTALL),
        _row(
            "?>",
            r"""(?P<kept>'(?:\\.|[^'\\])*(?:'|\Z)|"(?:\\.|[^"\\])*(?:"|\Z)|/\*.*?(?:\*/|\Z)"""
            r"""|(?://|\#)(?:(?!\?>)[^\n])*)"""
            r"|\?>(?:(?!<\?(?:php\b|=)).)*(?:<\?(?:php\b|=)|\Z)",
            _without_pages,
            re.DOTALL,
        ),
    ),
    "rust": (_row("safe", r"\bsafe +(?=(?:fn|static)\b)", ""),),
    "swift": (
        _row("sending", r"\bsending +(?=[@\w\[(])", ""),
        _row("isolated", r"\bnonisolated\(unsafe\) +|\bisolated +(?=deinit\b)", ""),
        _row("co", r"(?<=[=(,:] )(?:copy|consume) +(?=[a-z_])", ""),
        _row("~", r"~(?=[A-Za-z]\w*[.\]])", "-"),
        _row("`", r"`([^`\n]*)`", lambda name: "`" + name[1].replace(" ", "_") + "`"),
        _row("??", r"(?<=\s)\?\?(?=\s)", "+"),
        _row("@", r"@\w+(?:<[^<>\n]*>|\([^()\n]*\))? +(?=@)", ""),
        _row("#", r"^[ \t]*#(?:if|elseif|else|endif)\b[^\n]*$", "", re.MULTILINE),
        _row("subscript", r"\bsubscript *<[^<>\n]*>", "subscript"),
    ),
    "tsx": _ROWS_OF_TYPES,
    "typescript": (
        *_ROWS_OF_TYPES,
        _row(">`", r"(?<=\w)<\{[^{}`]*\}(?:\[\])*>(?=`)", _without_lines),
        # On another line, type parameters begin another signature.
        _row(
            "<",
            r"""(?<=[\w>)\]}"'])(?<!=>)((?>\s|//[^\n]*|/\*(?s:.{0,1000}?)\*/)++)<(?=\w[^()\n]*>\(|\n)""",
            _begun_on_a_line,
        ),
    ),
}  # fmt: skip
"""By language: patterns for syntax that its parser does not know, and their replacements."""


_MAKE_RULE = lazy_pattern(r"[^\s#=:][^#=:]*::?(?![:=])")
_NO_RECIPE = lazy_pattern(
    r"\s*(?:#|-?include\b|sinclude\b|ifn?eq\b|ifn?def\b|else\b|endif\b|define\b|endef\b|export\b|unexport\b"
    r"|override\b|private\b|undefine\b|vpath\b|\$[({][^$]*[)}]\s*$|[\w.$(){}/-]+\s*(?::{0,3}|[+?!])="
    r"|[\w.%$(){}/-]+\s*:(?:\s|$))"
)
"""Lines that may be indented below a rule without being part of its recipe."""
_ENDS_DEFINITION = lazy_pattern(r"\s*endef\b")
_BEGINS_DEFINITION = lazy_pattern(r"\s*(?:override\s+|export\s+)*define\b")


def errors_of_makefile(text: str) -> Iterator[Error]:
    """The lines directly below a rule or its recipe that begin with spaces, and are nothing but a recipe."""
    if ".RECIPEPREFIX" in text:
        return
    is_in_rule = is_continued = is_in_definition = False
    for number, line in enumerate(text.splitlines(), 1):
        was_continued, is_continued = is_continued, line.endswith("\\")
        if is_in_definition or _BEGINS_DEFINITION.match(line):
            is_in_definition = _ENDS_DEFINITION.match(line) is None
        elif was_continued or not line.strip() or line.startswith("#"):
            pass
        elif line.startswith(" "):
            if is_in_rule and _NO_RECIPE.match(line) is None:
                yield number, " needs a tab before its recipe"
        elif not line.startswith("\t"):
            # A condition may stand inside of a recipe.
            is_in_rule = _MAKE_RULE.match(line) is not None or (
                is_in_rule and _NO_RECIPE.match(line) is not None
            )


_TEMPLATE_PART = r"\{%(?s:.*?)%\}|\{\{(?s:.*?)\}\}|\{#(?s:.*?)#\}|<%(?s:.*?)%>"
_PLAIN_REST = r"""(?:\s+[^\s"'<>/={]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*+\s*+/?>"""
"""The attributes and the end of a usual tag."""
_PART_OF_MARKUP = lazy_pattern(
    rf"<!--(?s:.*?)(?:-->|\Z)|{_TEMPLATE_PART}|<\?(?s:.*?)(?:\?>|>|\Z)|<!(?s:.*?)>"
    rf"|</?(?P<name>[A-Za-z][\w:.-]*)(?P<rest>{_PLAIN_REST})?"
)
_ATTRIBUTE = lazy_pattern(
    r"""\s*(?:(?P<end>/?>)|(?P<value>[^\s"'<>/={]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`{]+))"""
    rf"""|(?P<template>{_TEMPLATE_PART})|(?P<name>[^\s"'<>/={{]+=?|[{{])|(?P<slash>/))"""
)
_BEHIND_VALUE = lazy_pattern(r"\s|[/>{<]|\Z")
_VOID_ELEMENTS = frozenset(
    [
        "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ]
)  # fmt: skip
_OPTIONAL_TAGS = frozenset(
    [
        "html", "head", "body", "li", "dt", "dd", "p", "rb", "rt", "rtc", "rp", "optgroup", "option",
        "colgroup", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
    ]
)  # fmt: skip
"""Elements whose end tag may be omitted, and sometimes the start tag too."""
_RAW_ELEMENTS = frozenset(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"}
)


class Tag(NamedTuple):
    """A start or an end tag of an element that needs an end tag."""

    name: str
    """In lower case."""
    start: int
    """Its offset."""
    is_opening: bool


def errors_of_markup(text: str) -> Iterator[Error]:
    """The errors of a page, in order of discovery."""
    opened: list[Tag] = []
    for part in _parts_of_markup(text):
        if not isinstance(part, Tag):
            yield part
        elif part.is_opening:
            opened.append(part)
        else:
            yield from _close_element(text, opened, part)
    yield from _not_closed(text, opened)


def tags(text: str) -> Iterator[Tag]:
    """The tags of elements that must be closed."""
    return (
        part for part in _parts_of_markup(text) if isinstance(part, Tag) and part.name not in _OPTIONAL_TAGS
    )


def _parts_of_markup(text: str) -> Iterator[Tag | Error]:
    at = 0
    lower = text.lower()
    while (part := _PART_OF_MARKUP.search(text, at)) is not None:
        name, start, at = part["name"], part.start(), part.end()
        if name is None:
            if text.startswith("<!--", start) and not part[0].endswith("-->"):
                yield _line_at(text, start), ": a comment is not closed"
            continue
        is_opening = not text.startswith("</", start)
        if part["rest"] is None:
            end = _end_of_tag(text, at)
            if end is None:
                yield _line_at(text, start), f": the tag {part[0]} does not end"
                continue
            at = end
        name, is_closed = name.lower(), text.startswith("/>", at - 2)
        if name in _VOID_ELEMENTS or (is_opening and is_closed):
            continue
        yield Tag(name, start, is_opening)
        if is_opening and name in _RAW_ELEMENTS:
            close = lower.find(f"</{name}", at)
            at = close if close >= 0 else at


def _end_of_tag(text: str, at: int) -> int | None:
    """The offset after a tag whose attributes begin at an offset; None if it does not end like a tag."""
    while True:
        part = _ATTRIBUTE.match(text, at)
        if part is None:
            return None
        at = part.end()
        if part["end"]:
            return at
        if part["value"] and not _BEHIND_VALUE.match(text, at):
            # A quote is missing: the value goes on to that of another attribute.
            return None


def _close_element(text: str, opened: list[Tag], tag: Tag) -> Iterator[Error]:
    names = [each.name for each in opened]
    if tag.name in names:
        place = len(names) - 1 - names[::-1].index(tag.name)
        crossed = opened[place + 1 :]
        del opened[place:]
        yield from _not_closed(text, crossed)
    elif tag.name not in _OPTIONAL_TAGS:
        yield _line_at(text, tag.start), f": </{tag.name}> has no opening tag"


def _not_closed(text: str, opened: list[Tag]) -> Iterator[Error]:
    for tag in opened:
        if tag.name not in _OPTIONAL_TAGS:
            yield _line_at(text, tag.start), f": <{tag.name}> is not closed"


def _line_at(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


_STYLE_PART = lazy_pattern(
    r"""/\*(?s:.*?)(?:\*/|\Z)|url\(\s*(?!["'\s])[^()"'\n]*\)"""
    r"""|"(?:\\(?s:.)|[^"\\\n])*"?|'(?:\\(?s:.)|[^'\\\n])*'?|[()\[\]{};:]|\\."""
)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_PROPERTY = lazy_pattern(r"[*_]?-{0,2}(?:[\w-]|\\.|[^\x00-\x7f])+\s*:")
_ANYTHING = lazy_pattern(r"\s*(?:--|[\w-]*filter|behavior|composes|@|\$|<!--|-->)")
"""Declarations whose values may hold colons; at-rules; variables of other languages."""
_ON_NEXT_LINE = lazy_pattern(r"\A\s*--[\w-]+\s*:[^{}]*\n\s*-{0,2}[a-z][\w-]*:")
"""A custom property, which may have any value, but hardly another declaration."""


class _Statement:
    """A run of text between braces and semicolons that are in no other bracket."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self.start = start
        self.colons: list[int] = []

    def error(self, end: int, *, is_inside: bool) -> Error | None:
        """Its error, if no block follows; else None."""
        text = self._text[self.start : end]
        begin = self.start + len(text) - len(text.lstrip())
        if begin >= end or (_ANYTHING.match(text) and not _ON_NEXT_LINE.search(text)):
            return None
        if not is_inside or not _PROPERTY.match(text.strip()):
            return _line_at(self._text, begin), ": this is not a declaration"
        if len(self.colons) > 1 and "progid:" not in text:
            # The value of the first declaration goes on to the colon of the next one.
            last = self._text[: self.colons[1]].rstrip("\n").rfind("\n")
            return _line_at(self._text, max(begin, last)), ": ';' is missing"
        return None


def errors_of_stylesheet(text: str) -> Iterator[Error]:
    """The errors of a style sheet, in order. The first is certain; later ones may follow from it."""
    opened: list[tuple[str, int]] = []
    statement = _Statement(text, 0)
    for part in _STYLE_PART.finditer(text):
        token, at = part[0], part.start()
        if token.startswith("/*"):
            if len(token) < 4 or not token.endswith("*/"):
                yield _line_at(text, at), ": a comment is not closed"
            if not text[statement.start : at].strip():
                statement = _Statement(text, part.end())
        elif token[0] in "\"'":
            if len(token) == 1 or token[-1] != token[0]:
                yield _line_at(text, at), ": a string is not closed"
        elif token in ("(", "[", "{"):
            opened.append((token, at))
            if token == "{":
                statement = _Statement(text, part.end())
        elif token == ":" and _is_in_braces(opened):
            statement.colons.append(at)
        elif token == "}" or (token == ";" and _is_in_braces(opened)):
            error = statement.error(at, is_inside=bool(opened))
            if error is not None:
                yield error
            statement = _Statement(text, part.end())
        if token in _CLOSING:
            if not opened or opened[-1][0] != _CLOSING[token]:
                yield _line_at(text, opened[-1][1] if opened else at), ": brackets do not match"
            del opened[-1:]
    if opened:
        yield _line_at(text, opened[-1][1]), f": '{opened[-1][0]}' is not closed"


def _is_in_braces(opened: list[tuple[str, int]]) -> bool:
    """True in braces, and outside of all brackets."""
    return not opened or opened[-1][0] == "{"
