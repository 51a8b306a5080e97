"""Finds syntax errors that edits introduce: the file could be parsed before, and cannot be afterwards.

The blocks of a file are checked together, because one may close a bracket that another one opens. Parsers may
be older than the code, and templates are not code yet, so one error alone is not always enough: Python has to
fail in both parsers used here, a text that had errors before must also lose the balance of its brackets, and
in a long file of C or C++ the changed function is checked alone.

In this order:

- `Dialect`: the language in which a file is checked, and the copy that its parser gets where it is known to
  lack syntax.
- Checks without a parser: of makefiles, of markup, of style sheets, and of the brackets of other
  files.
- `broken_syntax`: the blocks of a plan that introduce an error.
- `new_error`: the error that a text has and an earlier one does not.
- `unclosed`: the brackets and the like that are left open, by the lines where they should be closed.
- `_place_of_error`: the line of a fault, as a parser often stops far below it.
- `items_around` and `_smallest_part`: parts of a file around an edit that can be parsed alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, partial
from pathlib import PurePosixPath
from re import Pattern
from typing import NamedTuple

from msgspec import Struct

from editreview.alignment import alike_pairs, common_ends, line_opcodes
from editreview.first_use import lazy_pattern
from editreview.grammars import WITH_TAGS, NotRead, Reading, at_most, read
from editreview.matching import LANGUAGES, Tokens, brackets, language_of, only_brackets
from editreview.review.file_plan import ChangeGroup, FilePlan, joint, line_in_diff
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import BYTE_ORDER_MARK, MAX_PARSED_LINE, MAX_PARSED_TEXT, split_lines

TOML = "toml"
MAKE = "make"
_BRACES = {
    **dict.fromkeys((".scss", ".less", ".tcss"), "style with comments"),
    **dict.fromkeys((".graphql", ".gql", ".nginx"), "braces and hashes"),
    **dict.fromkeys((".tf", ".tfvars", ".hcl"), "hcl"),
    ".proto": "braces and slashes",
}
"""By ending: kinds of files without a parser whose braces alone are checked."""
_MAKEFILES = frozenset({"makefile", "gnumakefile"})

_PAIRED = {
    ".dart": "dart",
    **dict.fromkeys((".gradle", ".groovy"), "groovy"),
    ".zig": "zig",
    ".r": "r",
    ".jl": "julia",
    ".sql": "sql",
    **dict.fromkeys((".clj", ".cljc", ".cljs", ".edn"), "clojure"),
    **dict.fromkeys((".cls", ".sty", ".tex"), "tex"),
}
"""By ending: kinds of files without a parser, whose brackets must stay in pairs."""
_XML = "xml"
_OF_XML = frozenset(
    [
        ".csproj", ".fsproj", ".gpx", ".kml", ".plist", ".props", ".resx", ".rss", ".storyboard", ".svg",
        ".targets", ".vbproj", ".vcxproj", ".wsdl", ".xaml", ".xib", ".xlf", ".xliff", ".xml", ".xsd", ".xsl",
        ".xslt",
    ]
)  # fmt: skip
_SCRIPTS_ONLY = "scripts"
"""A page whose markup is not read: in Svelte, braces in it have code, where `<` and quotes are no markup."""

_MEASURED = frozenset(
    [
        "bash", "c", "cpp", "csharp", "css", "go", "html", "java", "javascript", "json", "kotlin", "php",
        "python", "ruby", "rust", "swift", "tsx", "typescript", "yaml",
    ]
)  # fmt: skip
"""Languages whose parser was tested on real changes."""
WITH_MACROS = frozenset({"c", "cpp"})
_FIT_IF_CLEAN = frozenset({"elixir", "lua", "nix", "scala"})
"""Languages whose parser has few gaps: it finds errors in a file without any before."""
_INCOMPLETE = frozenset({"c", "cpp", "swift"})
"""Languages whose parser rejects many whole files that compile."""
_JSON_WITH_COMMENTS = lazy_pattern(
    r"(?:^|/)(?:[tj]sconfig[^/]*|\.eslintrc|devcontainer|biome|deno|turbo|api-extractor|typedoc|babel\.config"
    r"|nest-cli|language-configuration)\.json$|(?:^|/)\.(?:vscode|zed|devcontainer)/",
    re.IGNORECASE,
)
"""Files that are read as JSON with comments and trailing commas."""
Error = tuple[int, str]
"""The 1-based line of a syntax error, and its description."""


class Dialect(Struct, frozen=True):
    """A language as it is written in one kind of file.

    The parsers are older than some of the code. Where one is known to lack syntax, it gets a copy of the text
    with other words instead. Lines keep their numbers, and no bracket or quote is lost.
    """

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
    has_long_lines: bool = False
    """True for data whose reader does not mind how long a line is."""
    has_scripts: bool = False
    """True for a page, whose scripts are checked as files of their own, whether or not its markup is read."""
    others: tuple[str, ...] = ()
    """Other languages that the file may be in."""


def dialect_of(path: str) -> Dialect | None:
    """The dialect of a path; None if it is not checked."""
    ending = PurePosixPath(path).suffix.lower()
    if ending == ".toml":
        return Dialect(TOML)
    if ending == ".mk" or PurePosixPath(path).name.lower() in _MAKEFILES:
        return Dialect(MAKE)
    if ending in _BRACES or PurePosixPath(path).name.lower() == "nginx.conf":
        return Dialect(_BRACES.get(ending, "braces and hashes"))
    if ending in _PAIRED:
        return Dialect(_PAIRED[ending])
    if ending in _OF_XML:
        return Dialect(_XML, has_long_lines=True)
    if ending == ".ipynb":
        return Dialect("json", has_long_lines=True)
    if ending in (".svelte", ".vue"):
        return Dialect("html" if ending == ".vue" else _SCRIPTS_ONLY, has_scripts=True)
    language = language_of(path)
    if language is None:
        return None
    return Dialect(
        language,
        has_scripts=language == "html",
        has_tags=language in WITH_TAGS,
        needs_loss=language in WITH_MACROS or language not in _MEASURED or ending == ".zsh",
        is_trusted_if_clean=language in WITH_MACROS or language in _FIT_IF_CLEAN,
        has_whole_parser=language in _MEASURED and language not in _INCOMPLETE,
        has_trailing_commas=language == "json" and _JSON_WITH_COMMENTS.search(path) is not None,
        is_script=ending == ".kts",
        others=("cpp",) if ending == ".h" else (),
    )


def readable(text: str, language: str) -> str:
    """The text, with legal syntax that the parser of its language does not know written in another way."""
    for hint, pattern, replacement in _UNKNOWN_SYNTAX.get(language, ()):
        if hint in text:
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
"""A line of the preprocessor with a condition: `#ifdef DEBUG`."""


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


def _row(hint: str, pattern: str, replacement: _Replacement, flags: int = 0) -> _Row:
    return hint, lazy_pattern(pattern, flags), replacement


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
_TYPE_OF_LUA = r"(?:[\w.]+|\{[^{}\n]*\})\??"
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
    "lua": (
        # Programs with Lua inside of them, such as games, add syntax of their own.
        _row("=", r"(?:[-+*/%^]|\.\.)=(?!=)", "="),
        _row("!=", "!=", "~="),
        _row("`", r"`[^`\n]*`", '""'),
        _row("continue", r"\bcontinue(?=[ \t]*(?:;|end\b|$))", "break", re.MULTILINE),
        _row(":", rf"\b(local +\w+)[ \t]*:[ \t]*{_TYPE_OF_LUA}(?=[ \t]*(?:=|$))", r"\1", re.MULTILINE),
        _row(":", rf"(?<=[(,\s])(\w+)[ \t]*:[ \t]*{_TYPE_OF_LUA}(?=[ \t]*[,)])", r"\1"),
        _row(":", rf"\)[ \t]*:[ \t]*{_TYPE_OF_LUA}[ \t]*$", ")", re.MULTILINE),
    ),
    "nix": (_row("|>", r"(?<=\s)\|>(?=\s)", "++"), _row("<|", r"(?<=\s)<\|(?=\s)", "++")),
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


def _errors_of_makefile(text: str) -> Iterator[Error]:
    """The lines directly below a rule or its recipe that begin with spaces, and are nothing but a recipe.

    Make reads a tab there, and stops with "missing separator".
    """
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
            # A condition may be inside of a recipe.
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
"""A comment, a template or a tag of a page: `<!-- x -->`, `<div`."""
_ATTRIBUTE = lazy_pattern(
    r"""\s*(?:(?P<end>/?>)|(?P<value>[^\s"'<>/={]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`{]+))"""
    rf"""|(?P<template>{_TEMPLATE_PART})|(?P<name>[^\s"'<>/={{]+=?|[{{])|(?P<slash>/))"""
)
"""An attribute of a tag, a template in it, or its end: ` id="x"`, `/>`."""
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
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext", "i18n"}
)
"""Elements whose content is no markup; one of Vue has messages."""


class Tag(NamedTuple):
    """A start or an end tag of an element that needs an end tag."""

    name: str
    """In lower case."""
    start: int
    """Its offset."""
    is_opening: bool


def errors_of_markup(text: str) -> Iterator[Error]:
    """The errors of a page, in order of discovery: tags and comments that do not end, and unpaired elements.

    End tags may be missing where HTML allows it, and text between tags may be anything: browsers, templates
    and the standard agree on little more.
    """
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
    endless: set[str] = set()  # Names without an end tag below: a page may have many, and it is long.
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
            close = -1 if name in endless else lower.find(f"</{name}", at)
            if close < 0:
                endless.add(name)
            else:
                at = close


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
"""A comment, a string, a URL or a delimiter of a style sheet: `/* x */`, `{`."""
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
    """The errors of a style sheet, in order. The first is certain; later ones may follow from it.

    Brackets, strings, comments and declarations are checked, but not selectors and at-rules, whose syntax
    grows each year: the parser for CSS is older than nesting and most at-rules. Browsers skip what they
    cannot read, so that such a rule has no effect.
    """
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


def _errors_of_braces(text: str, language: str) -> Iterator[Error]:
    """The first brace that has no partner, if there is one; braces in strings and comments do not count."""
    # An address has two slashes, which are no comment there.
    text = _ADDRESS.sub("url()", text)
    if language == "hcl":
        text = _without_heredocs(text)
    opened: list[int] = []
    for bracket, at in brackets(text, language if language in LANGUAGES else _LEXED_AS[language]):
        if bracket == "}" and not opened:
            yield _line_at(text, at), ": '}' closes nothing"
            return
        if bracket == "{":
            opened.append(at)
        elif bracket == "}":
            opened.pop()
    if opened:
        yield _line_at(text, opened[-1]), ": '{' is not closed"


def _without_heredocs(text: str) -> str:
    """The text with blank lines for those of its heredocs."""
    lines: list[str] = []
    end = None
    for line in text.split("\n"):
        lines.append(line if end is None else "")
        if end is None:
            found = _HEREDOC.match(line)
            end = None if found is None else found["end"]
        elif line.strip() == end:
            end = None
    return "\n".join(lines)


_HEREDOC = lazy_pattern(r"(?!\s*//)[^#<]*<<-?(?P<end>\w+)\s*$")
"""The line above a heredoc."""
_ADDRESS = lazy_pattern(r"\burl\(\s*[^()\"'\n]*\)")


def _is_in_braces(opened: list[tuple[str, int]]) -> bool:
    """True in braces, and outside of all brackets."""
    return not opened or opened[-1][0] == "{"


_DOUBLE, _SINGLE = r'"(?:\\(?s:.)|[^"\\\n])*"', r"'(?:\\(?s:.)|[^'\\\n])*'"
_OVER_LINES = r'"(?:\\(?s:.)|[^"\\])*"'
_TRIPLE, _THREE = r'"""(?s:.*?)"""', r"'''(?s:.*?)'''"
_STARS = r"/\*(?s:.*?)(?:\*/|\Z)"
_PLAIN_CODE = r"""(?:[^{}'"\n]|'[^'\\$\n]*'|"[^"\\$\n]*")*+"""
_LIKE_DART = (
    rf"{_TRIPLE}|{_THREE}|//[^\n]*|{_STARS}"
    rf"""|"(?>\\(?s:.)|\$\{{{_PLAIN_CODE}\}}|[^"\\\n])*+"|'(?>\\(?s:.)|\$\{{{_PLAIN_CODE}\}}|[^'\\\n])*+'"""
)
"""Comments and strings with code in braces, in which there may be strings too."""
_RAW = rf"""\br(?:{_TRIPLE}|{_THREE}|"[^"\n]*"|'[^'\n]*')"""
_SLASHY = r"(?P<doubt>\$/|(?<![\w)\]}\s])\s*/(?![/*])|[ \t]/(?![/*=\s]))"
"""A string of Groovy between slashes, where none can be a division."""
_CALL_OF_JULIA = r"""\((?:[^()"]|\((?:[^()"]|"[^"\\$]*")*+\)|"[^"\\$]*")*+\)"""
_OF_JULIA = (
    rf"""#=(?s:.*?)(?:=#|\Z)|{_TRIPLE}|"(?>\\(?s:.)|\${_CALL_OF_JULIA}|[^"\\])*+\""""
    r"""|(?<![\w)\]}'.])'(?:\\[^\n][^'\n]*|[^'\\\n])'|#[^\n]*|(?P<doubt>`)"""
)
_OF_TEX = (
    r"(?P<doubt>\\(?:begin\s*\{)?\w*?(?:[vV]erb|alltt|catcode|comment|directlua|filecontents|iffalse|listing|lst|mint)"
    r"|\\\w*(?:href|path|url)\b[^%\n]*(?<!\\)%)|\\[^A-Za-z]|%[^\n]*"
)
_OF_SQL = (
    rf"""'[^'\\]*'|"[^"\\]*"|`[^`\n]*`|--[^\n]*|{_STARS}"""
    r"""|(?P<doubt>\\|'[^'\\]*\\|"[^"\\]*\\|\$\w*\$|#[^#'"()\n]*['"()]|\b[nN]?[qQ]')"""
)
_UNREAD: dict[str, tuple[Pattern[str], str]] = {
    "clojure": (lazy_pattern(rf"{_OVER_LINES}|\\.|;[^\n]*"), '()[]{}"'),
    "dart": (lazy_pattern(rf"{_RAW}|{_LIKE_DART}"), "()[]{}\"'"),
    "groovy": (lazy_pattern(rf"{_LIKE_DART}|{_SLASHY}"), "()[]{}\"'"),
    "julia": (lazy_pattern(_OF_JULIA), '()[]{}"'),
    "r": (
        lazy_pattern(
            rf"""(?P<doubt>\b[rR]["']-*[(\[{{])|{_OVER_LINES}|'(?:\\(?s:.)|[^'\\])*'|`[^`\n]*`|#[^\n]*"""
        ),
        "()[]{}\"'",
    ),
    "sql": (lazy_pattern(_OF_SQL), "()\"'"),
    "tex": (lazy_pattern(_OF_TEX), "{}"),
    "zig": (lazy_pattern(rf"\\\\[^\n]*|{_DOUBLE}|{_SINGLE}|//[^\n]*"), "()[]{}\"'"),
}
"""By kind of file without a parser: strings and comments, and the brackets and quotes that matter outside.

A part named `doubt` is one whose end or beginning is unknown: such a text is not checked.
"""
_TEX_DELIMITER = lazy_pattern(r"[{}]|\\(?P<word>begin|end)\s*\{(?P<name>[^{}\n]*)\}")


def _errors_of_pairs(text: str, kind: str) -> Iterator[Error]:
    """The first bracket, quote or environment that has no partner, if there is one.

    None if what is a string or a comment cannot be told: that depends on the program that reads them, or on
    macros.
    """
    delimiters = _UNREAD[kind][1]
    plain = _without_unread(text, kind)
    if plain is None:
        return
    opened: list[tuple[str, int]] = []
    for at, sign in ((at, sign) for at, sign in enumerate(plain) if sign in delimiters):
        if sign in "\"'":
            yield _line_at(plain, at), f": a {sign} has no partner"
            return
        if sign not in _CLOSING:
            opened.append((sign, at))
        elif not opened or opened.pop()[0] != _CLOSING[sign]:
            yield _line_at(plain, at), f": '{sign}' closes nothing"
            return
    if opened:
        yield _line_at(plain, opened[-1][1]), f": '{opened[-1][0]}' is not closed"
        return
    if kind == "tex":
        yield from _errors_of_environments(plain)
    elif kind == "julia":
        yield from _errors_of_ends(plain)


def _without_unread(text: str, kind: str) -> str | None:
    """The text with whitespace in place of strings and comments, at the same offsets; None if in doubt."""
    pieces: list[str] = []
    at = 0
    for part in _UNREAD[kind][0].finditer(text):
        if part.lastgroup == "doubt" or _may_go_on(part[0]):
            return None
        pieces += (text[at : part.start()], _NOT_LINE_END.sub(" ", part[0]))
        at = part.end()
    return "".join([*pieces, text[at:]])


def _may_go_on(part: str) -> bool:
    """True if a string may end in code inside of it, or a comment in one inside of it."""
    if part[:2] in ("/*", "#="):
        return part.find(part[:2], 2) >= 0
    return any(
        "$" + opening in part and part.count(opening) != part.count(closing)
        for opening, closing in ("()", "{}")
    )


_NOT_LINE_END = lazy_pattern(r"[^\n]")


def _errors_of_environments(text: str) -> Iterator[Error]:
    """Environments without a partner; none if braces have one, as macros that stand for a half of it do."""
    opened: list[re.Match[str]] = []
    errors: list[Error] = []
    depth = 0
    for delimiter in _TEX_DELIMITER.finditer(text):
        if delimiter["word"] is None:
            depth += 1 if delimiter[0] == "{" else -1
        elif depth:
            return
        elif delimiter["word"] == "begin":
            opened.append(delimiter)
        elif not errors and (not opened or opened.pop()["name"] != delimiter["name"]):
            errors.append((_line_at(text, delimiter.start()), f": {delimiter[0]} ends nothing"))
    if opened and not errors:
        errors.append((_line_at(text, opened[-1].start()), f": {opened[-1][0]} has no end"))
    yield from errors


def _errors_of_ends(text: str) -> Iterator[Error]:
    """Blocks of Julia, outside of all brackets, that have no end, or ends of none."""
    opened: list[int] = []
    depth = 0
    for delimiter in _JULIA_DELIMITER.finditer(text):
        depth += (delimiter[0] in "([{") - (delimiter[0] in ")]}")
        if depth or delimiter["word"] is None:
            continue
        if delimiter["word"] != "end":
            opened.append(delimiter.start())
        elif not opened:
            yield _line_at(text, delimiter.start()), ": 'end' closes nothing"
            return
        else:
            opened.pop()
    if opened:
        yield _line_at(text, opened[-1]), ": this block has no end"


_JULIA_DELIMITER = lazy_pattern(
    r"[()\[\]{}]|(?<![\w.:@!])(?P<word>function|macro|for|while|if|begin|let|try|do|quote|struct|module"
    r"|baremodule|(?:abstract|primitive)(?=[ \t]+type\b)|end)(?![\w!])"
)
"""A bracket or a word that opens or closes a block of Julia: `function`, `end`."""


def _errors_of_xml(text: str) -> Iterator[Error]:
    """The first error of an XML document; none if it is empty, or declares entities: none are expanded."""
    from xml.parsers import expat

    if not text.strip() or "<!ENTITY" in text:
        return
    # The text is decoded already, whatever encoding it declares.
    parser = expat.ParserCreate("utf-8")
    try:
        parser.Parse(text.removeprefix(BYTE_ORDER_MARK).encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        yield error.lineno, f": {expat.ErrorString(error.code)}"


_START_OF_SCRIPT = lazy_pattern(
    r"<!--(?s:.*?)(?:-->|\Z)|<script\b(?P<attributes>[^<>]*)>(?P<line_end>[ \t]*\r?\n)?", re.IGNORECASE
)
"""A comment, or the tag before a script; its code is read if it begins on a line of its own."""
_END_OF_SCRIPT = lazy_pattern(r"</script\b", re.IGNORECASE)
_DATA_SCRIPT = lazy_pattern(
    r"""\btype\s*+=\s*+["']?+(?!module\b|text/(?:javascript|babel|typescript)\b|application/javascript\b)"""
    r"""|\blang\s*+=\s*+["']?+(?!ts\b|js\b)""",
    re.IGNORECASE,
)
"""An attribute of a script that is not JavaScript: `type="text/template"`."""
_TYPED_SCRIPT = lazy_pattern(r"""\b(?:lang\s*=\s*["']?ts\b|text/typescript)""", re.IGNORECASE)


_TEMPLATE_DELIMITER = lazy_pattern(
    r"<[!?%]|\{[{%]|\{!!|</?[#@]\w|[$#*@~]\{|[=(,:?&|]\s*@|@(?:\(|(?:Html|Model|Url|View\w*|for|foreach|if)\b)"
    r"|#(?:end|foreach|if|set)\b"
)
"""Signs of a script that a program writes or completes."""
_LITERAL = lazy_pattern(r"`(?:\\(?s:.)|[^`\\])*(?:`|\Z)")
"""A template literal of JavaScript."""


def _scripts_of_page(text: str, language: str) -> str:
    """The scripts of a page in a language, JavaScript or TypeScript, on their lines; the rest is blank."""
    parts: list[str] = []
    at = 0
    for start, code, attributes in _scripts(text):
        is_other = (language == "typescript") != (_TYPED_SCRIPT.search(attributes) is not None)
        if is_other or _DATA_SCRIPT.search(attributes) or _is_template(code):
            continue
        parts += ("\n" * text.count("\n", at, start), code)
        at = start + len(code)
    return "".join([*parts, "\n" * text.count("\n", at)])


def _scripts(text: str) -> Iterator[tuple[int, str, str]]:
    """The offset, the code and the attributes of each script that begins and ends in a page."""
    at = 0
    while (part := _START_OF_SCRIPT.search(text, at)) is not None:
        at = part.end()
        if part["attributes"] is None:
            continue
        end = _END_OF_SCRIPT.search(text, at)
        if end is None:
            return
        if part["line_end"]:
            yield at, text[at : end.start()], part["attributes"]
        at = end.end()


def _is_template(script: str) -> bool:
    return _TEMPLATE_DELIMITER.search(_LITERAL.sub("", script)) is not None


_LINE_NUMBER = lazy_pattern(r"line (\d+)")
_TEMPLATE = lazy_pattern(r"\{%|<%|(?<!\$)\{\{[-\s]*[\w.]+\s*(?:\|[^{}]*)?\}\}")
"""Template syntax."""
_TEMPLATE_IN_TAGS = lazy_pattern(r"\{%|<%")
"""Template syntax in code with tags, where `{{ name }}` is an object."""
_UNKNOWN = (ValueError, OverflowError, RecursionError, MemoryError)
"""Errors of Python's own parser on a text that is nested too deeply or has a lone surrogate."""
_TAG = lazy_pattern(r"</|/>|<>")
"""Characters that only JSX tags have."""
_JSON_STRING = r'"(?:\\.|[^"\\\n])*"'
_JSON_COMMENT = lazy_pattern(rf"{_JSON_STRING}|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)")
"""One that is not closed goes on to the end: searching the end of thousands would take minutes."""
_TRAILING_COMMA = lazy_pattern(rf"{_JSON_STRING}|,(?=\s*[\]}}])")
"""Syntax that only some readers of JSON accept, and strings, so that nothing inside them matches."""

_READERS: dict[str, Callable[[str], Iterable[Error]]] = {
    "css": errors_of_stylesheet,
    "html": errors_of_markup,
    _XML: _errors_of_xml,
    _SCRIPTS_ONLY: lambda text: (),  # The scripts themselves are read by `has_scripts`.
    **{kind: partial(_errors_of_pairs, kind=kind) for kind in _UNREAD},
    MAKE: _errors_of_makefile,
    **{language: partial(_errors_of_braces, language=language) for language in _BRACES.values()},
}
"""Languages that are read without the parser, which is too old for them."""
_WITH_QUOTES = frozenset({"c", "cpp", "go", "java", "kotlin", "swift"})
"""Languages whose strings in double quotes end in the line where they begin, and that have no JSX."""
_MAX_PARSED_OFTEN = 20_000
"""A text of more characters is not parsed repeatedly as a whole."""
_HOPELESS = 300
"""A text with more errors is in another language: gaps in the parser explain fewer."""
_WITHOUT_TREE = frozenset({*_READERS, "json", TOML})
"""Languages that are read without a tree, or as a whole."""
_Find = Callable[["ParsedText"], Sequence[Error]]
"""Returns the errors of a text that exceed those already known."""


_LIMIT_S = 3.0
"""The most seconds of parsing for one file, including the search for the line and for the block to blame."""

_FindError = Callable[[str], "NewError | None"]
"""Returns the syntax error of a text if the file did not have one; else None. Raises `NotRead`."""


def broken_syntax(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that introduce a syntax error, or mark those that could not be checked.

    Args:
        plan: The plan of a file.
    """
    dialect = dialect_of(plan.path_after)
    if dialect is None or plan.is_removed or not plan.change_groups:
        return {}
    with at_most(_LIMIT_S):
        find_error = _error_finder(plan.before.text, dialect)
        try:
            error = find_error(plan.after)
        except NotRead as reason:
            mark = BlockWarning(WarningKind.NOT_CHECKED, f"syntax not checked: {reason}")
            return dict.fromkeys(sorted(plan.members), mark)
        if error is None:
            return {}
        blamed = blocks_to_blame(plan, find_error, partial(_error_finder, dialect=dialect))
        return {
            p.number: warning_of_error(plan, p, error.line, error.description)
            for p in plan.proposals
            if p.number in blamed
        }


def warning_of_error(plan: FilePlan, proposal: Proposal, number: int, description: str) -> BlockWarning:
    """The warning about a block that introduces a syntax error, with the line in its diff.

    Args:
        plan: The plan of the file.
        proposal: The block.
        number: The 1-based line of the error in the file with all blocks.
        description: The error, to follow the number of the line.
    """
    line = line_in_diff(plan, proposal, number - 1)
    where = f"line {number} with the other blocks" if line is None else f"line {line + 1}"
    message = f"introduces a syntax error: {where}{description}"
    return BlockWarning(WarningKind.SYNTAX_ERROR, message, None if line is None else line + 1)


def _error_finder(before: str, dialect: Dialect) -> _FindError:
    was = ParsedText(before, dialect) if before.strip() else None

    def find_error(text: str) -> "NewError | None":
        error = new_error(was, ParsedText(text, dialect))
        if error is not None or not dialect.has_scripts:
            return error
        found = (_error_of_scripts(before, text, language) for language in ("javascript", "typescript"))
        return next((error for error in found if error is not None), None)

    return find_error


def _error_of_scripts(before: str, after: str, language: str) -> "NewError | None":
    old, new = (_scripts_of_page(text, language) for text in (before, after))
    if old.split() == new.split():
        return None
    dialect = Dialect(language)
    return new_error(ParsedText(old, dialect) if old.strip() else None, ParsedText(new, dialect))


def blocks_to_blame(
    plan: FilePlan,
    find_error: Callable[[str], object | None],
    finder: Callable[[str], Callable[[str], object | None]],
) -> list[int]:
    """The blocks without which there is no error, else those that introduce it alone, else all.

    Args:
        plan: The plan of a file.
        find_error: Finds the error of a text that the file does not have. May raise `NotRead`.
        finder: Makes such a function for another text than that of the file.
    """

    def is_broken(groups: Iterable[ChangeGroup]) -> bool:
        try:
            return find_error(joint(list(groups)).apply(plan.before.text)) is not None
        except NotRead:
            return True

    parts: list[Sequence[ChangeGroup]] = [plan.change_groups]
    while any(len(part) > 1 for part in parts):
        halves = [half for part in parts for half in _halves(part)]
        mending = [half for half in halves if not is_broken(c for c in plan.change_groups if c not in half)]
        blamed = mending or [half for half in halves if is_broken(half)]
        if not blamed:
            break
        parts = blamed
    return [
        number
        for part in parts
        for group in part
        for number in _steps_to_blame(plan.proposals, group, finder)
    ]


def _halves(group: Sequence[ChangeGroup]) -> list[Sequence[ChangeGroup]]:
    middle = (len(group) + 1) // 2
    return [half for half in (group[:middle], group[middle:]) if half]


def _steps_to_blame(
    proposals: Sequence[Proposal],
    group: ChangeGroup,
    finder: Callable[[str], Callable[[str], object | None]],
) -> Iterable[int]:
    """Of blocks that build on each other, those that introduce an error in their base."""
    steps = [p for p in proposals if p.number in group.members and p.base is not None]
    if len(steps) == 1:
        return group.members
    try:
        blamed = [p.number for p in steps if p.base and finder(p.base.text)(p.change.apply(p.base.text))]
    except NotRead:
        return group.members
    return blamed or group.members


class ParsedText:
    """A text in a dialect, with its syntax errors."""

    def __init__(
        self,
        text: str,
        dialect: Dialect,
        around: tuple[str, str] = ("", ""),
        *,
        is_modern: bool = False,
        is_item: bool = False,
    ) -> None:
        """
        Args:
            text: The text.
            dialect: Its dialect.
            around: Text before and after it that the parser needs to read it.
            is_modern: True if it is known to have syntax that the parser does not know.
            is_item: True if it is a part of a file that could be parsed before an edit.
        """
        self.text = text
        self.dialect = dialect
        self.around = around
        self._is_modern = is_modern
        self.is_item = is_item
        self._as_readable: dict[str, str] = {}

    @property
    def language(self) -> str:
        return self.dialect.language

    @property
    def too_long(self) -> str | None:
        """The reason why it is not read, if it is too long; else None."""
        if len(self.text) > MAX_PARSED_TEXT:
            return f"the file has more than {MAX_PARSED_TEXT:,} characters"
        if not self.dialect.has_long_lines and max(map(len, self.text.split("\n"))) > MAX_PARSED_LINE:
            return f"the file has a line of more than {MAX_PARSED_LINE:,} characters"
        return None

    @cached_property
    def reading(self) -> Reading:
        """The reading in the language that fits best."""
        readings = (self._read(language) for language in (self.language, *self.dialect.others))
        return min(readings, key=lambda reading: reading.errors)

    def _read(self, language: str) -> Reading:
        """The tree of the text; if it has errors, without syntax that the parser does not know."""
        if self._is_modern:
            return read(self._readable(language), language)
        reading = read(self._whole, language)
        if not reading.errors or (self.dialect.needs_loss and not self.is_balanced):
            # The replaced syntax may be the part that lacks a bracket.
            return reading
        if reading.errors > _HOPELESS and not self.dialect.needs_loss:
            return reading
        text = self._readable(language)
        return reading if text == self._whole else read(text, language)

    def _readable(self, language: str) -> str:
        """The text, with syntax that the parser does not know written in another way."""
        if language not in self._as_readable:
            self._as_readable[language] = readable(self._whole, language)
        return self._as_readable[language]

    @property
    def whole_lines(self) -> Sequence[str]:
        """Its lines, with those around it."""
        return self._whole.split("\n")

    @property
    def _whole(self) -> str:
        return f"{self.around[0]}{self.text}{self.around[1]}"

    @cached_property
    def is_modern(self) -> bool:
        """True if it has syntax that the parser does not know."""
        return self._readable(self.language) != self._whole

    @cached_property
    def errors(self) -> Sequence[Error]:
        """All errors of the parser or the language, in order. For languages that the parser reads."""
        if self.language in _READERS:
            return tuple(_READERS[self.language](self.text))
        lines = sorted((*self.reading.error_lines, *self._rejected(self.reading)))
        return tuple((self.own_line(line), f" cannot be parsed as {self.language}") for line in lines)

    def _rejected(self, reading: Reading) -> Sequence[int]:
        """The lines that the language rejects although the parser accepts them."""
        return reading.rejected if self.dialect.is_script else (*reading.rejected, *reading.undeclared)

    def own_line(self, line: int) -> int:
        """The 1-based line of the text at a line as the parser counts them."""
        if not self.around[0]:
            return line
        return min(max(line - self.around[0].count("\n"), 1), self.text.count("\n") + 1)

    @property
    def is_clean(self) -> bool:
        """True if it has no error. For languages that the parser reads, and Python."""
        if self.language == "python":
            return self.python_error is None
        return not self.errors and not self.crossed_tags

    def is_clean_at_once(self, lines: range) -> bool:
        """True if it has no error, without checking again for syntax that the parser does not know.

        Args:
            lines: 1-based lines of it that have an error of their own.
        """
        if self.language == "python":
            # Python's own parser takes long to describe an error.
            return not any(line in lines for line in self.reading.error_lines) and self.python_error is None
        text = readable(self.text, self.language) if self._is_modern else self.text
        reading = read(text, self.language)
        return not (reading.errors or reading.crossed_tags or self._rejected(reading))

    @cached_property
    def crossed_tags(self) -> Sequence[Error]:
        """Closing tags that do not match the open tag."""
        if not self.dialect.has_tags or not _TAG.search(self.text):
            return ()
        return tuple((line, " closes another tag than the open one") for line in self.reading.crossed_tags)

    @cached_property
    def toml_error(self) -> Error | None:
        """The error that Python's TOML parser reports; None if there is none, or it fails otherwise."""
        import tomllib

        try:
            tomllib.loads(self.text.replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            description, _, place = str(error).partition(" (at ")
            line = _LINE_NUMBER.match(place)
            return (int(line[1]) if line else len(self.text.splitlines())), f": {description}"
        except RecursionError:
            return None
        return None

    def json_error(self, *, has_trailing_commas: bool) -> Error | None:
        """The error that Python's JSON parser reports apart from comments, which it never accepts."""
        error = _json_error(self.text)
        if error is None or not (has_trailing_commas or self._may_have_json_comments):
            return error
        text = _JSON_COMMENT.sub(_without_comment, self.text)
        if has_trailing_commas:
            text = _TRAILING_COMMA.sub(_without_comment, text)
        return error if text == self.text else _json_error(text)

    @property
    def _may_have_json_comments(self) -> bool:
        return "//" in self.text or "/*" in self.text

    @property
    def has_json_comments(self) -> bool:
        return self._may_have_json_comments and any(
            _is_comment(part[0]) for part in _JSON_COMMENT.finditer(self.text)
        )

    @cached_property
    def python_error(self) -> SyntaxError | None:
        """The error that the running Python reports; None if there is none, or it fails otherwise."""
        import warnings

        with warnings.catch_warnings():
            # Warnings about the edited code would be written across the screen.
            warnings.simplefilter("ignore")
            try:
                compile(self._whole, "<text>", "exec", dont_inherit=True)
            except SyntaxError as error:
                return error
            except _UNKNOWN:
                return None
        return None

    @property
    def misplaced(self) -> int:
        """The number of statements at places where Python accepts none."""
        return read(self._whole, self.language, counts_misplaced=True).misplaced

    @cached_property
    def is_balanced(self) -> bool:
        """True if all brackets outside strings and comments are balanced."""
        opened: list[str] = []
        for bracket in self.brackets:
            if bracket in ("(", "[", "{"):
                opened.append(bracket)
            elif bracket in _CLOSING and (not opened or opened.pop() != _CLOSING[bracket]):
                return False
        return not opened

    @cached_property
    def lone_quotes(self) -> int:
        """The number of quotes that begin a string which does not end on its line."""
        if self.language not in _WITH_QUOTES or 'R"' in self.text:
            return 0
        return self.brackets.count('"')

    @cached_property
    def brackets(self) -> str:
        """Its brackets outside strings and comments, and quotes that begin no string."""
        text = in_one_branch(self.text) if self.language in WITH_MACROS else self.text
        return only_brackets(text, self.language)

    @cached_property
    def templates(self) -> int:
        """The number of template delimiters."""
        pattern = _TEMPLATE_IN_TAGS if self.dialect.has_tags else _TEMPLATE
        return sum(1 for _ in pattern.finditer(self.text))


class NewError:
    """A syntax error that a text has and an earlier one does not."""

    def __init__(self, before: ParsedText | None, after: ParsedText, find: _Find, top: int = 0) -> None:
        """
        Args:
            before: None if the file is new.
            after: The later text, in the same dialect.
            find: Finds the error in the text after.
            top: The number of lines above both texts.
        """
        self._before = before
        self._after = after
        self._find = find
        self._top = top

    @property
    def description(self) -> str:
        """The description, to follow the number of the line."""
        return self._find(self._after)[0][1]

    @cached_property
    def line(self) -> int:
        """The 1-based line of the fault, which need not be where the parser stopped. Slow."""
        before, after, top = self._part()
        found = self._find(after)
        if after.language == MAKE:
            known = before.splitlines()
            lines = after.text.splitlines()
            return next((line for line, _ in found if lines[line - 1] not in known), found[0][0])
        return (
            self._top
            + top
            + _place_of_error(
                before, after.text, after.language, self._has_error, [line for line, _ in found]
            )
        )

    def _part(self) -> tuple[str, ParsedText, int]:
        """The texts, or a part of them with the fault, and the number of lines before that."""
        if self._before is None:
            return "", self._after, 0
        if self._after.language in _WITHOUT_TREE or len(self._after.text) < _MAX_PARSED_OFTEN:
            return self._before.text, self._after, 0
        outermost = self._before.reading.outermost
        before, after, top = _smallest_part(outermost, self._before.text, self._after.text, self._has_error)
        return before, ParsedText(after, self._after.dialect) if top else self._after, top

    def _has_error(self, text: str) -> bool:
        """True if a text has an error, or cannot be read."""
        after = self._after
        try:
            return bool(self._find(ParsedText(text, after.dialect, after.around, is_modern=after.is_modern)))
        except NotRead:
            return True


def new_error(before: ParsedText | None, after: ParsedText) -> NewError | None:
    """The syntax error that a text certainly has and the earlier one does not; else None.

    Args:
        before: None if the file is new.
        after: The later text, in the same dialect.

    Raises:
        NotRead: A text is too long, or cannot be parsed in time.
    """
    if (reason := after.too_long or (before.too_long if before is not None else None)) is not None:
        return _error_of_items(before, after, reason)
    if after.templates > (before.templates if before is not None else 0):
        return None
    if before is not None and (part := items_around(before.text, after.text, after.language)) is not None:
        old = ParsedText(part.before, after.dialect, part.around)
        new = ParsedText(part.after, after.dialect, part.around, is_item=True)
        if old.is_clean:
            found = _new_error(old, new, part.top)
            # Text in a string of several lines may look like code. Then only the whole text is right.
            whole = ParsedText(after.text, after.dialect, is_modern=new.is_modern)
            lines = range(part.top + 1, part.top + part.after.count("\n") + 2)
            return None if found is None or whole.is_clean_at_once(lines) else found
    return _new_error(before, after)


def _error_of_items(before: ParsedText | None, after: ParsedText, reason: str) -> NewError | None:
    """The new error in the items around an edit of a file that is too long to be parsed as a whole.

    Raises:
        NotRead: The items are too long as well, unclear, or could not be parsed before; with the reason.
    """
    part = items_around(before.text, after.text, after.language) if before is not None else None
    if part is None:
        raise NotRead(reason)
    old = ParsedText(part.before, after.dialect, part.around)
    new = ParsedText(part.after, after.dialect, part.around, is_item=True)
    if old.too_long or new.too_long or old.templates < new.templates or not old.is_clean:
        raise NotRead(reason)
    return _new_error(old, new, part.top)


def _new_error(before: ParsedText | None, after: ParsedText, top: int = 0) -> NewError | None:
    find = _SEARCHES.get(after.language, _find_in_tree)(before, after)
    return NewError(before, after, find, top) if find is not None and find(after) else None


def _find_in_toml(before: ParsedText | None, after: ParsedText) -> _Find | None:
    if after.toml_error is None or (before is not None and before.toml_error is not None):
        return None
    return lambda code: _as_errors(code.toml_error)


def _find_in_python(before: ParsedText | None, after: ParsedText) -> _Find | None:
    error = after.python_error
    if error is None:
        return None
    if before is not None and before.python_error is not None:
        return _find_in_tree(before, after)
    return _errors_of_python if _is_sure(error, before, after) else None


def _errors_of_python(code: ParsedText) -> Sequence[Error]:
    error = code.python_error
    return () if error is None else ((code.own_line(error.lineno or 1), f": {error.msg}"),)


def _is_sure(error: SyntaxError, before: ParsedText | None, after: ParsedText) -> bool:
    """True if other versions of Python report the error too."""
    if isinstance(error, IndentationError) and (before is not None or not isinstance(error, TabError)):
        return True
    if len(after.errors) > (len(before.errors) if before is not None else 0):
        return True
    if before is not None and not _may_be_newer(error, after):
        return True
    return _faults(after) > (_faults(before) if before is not None else 0)


def _may_be_newer(error: SyntaxError, code: ParsedText) -> bool:
    """True if a newer Python may accept what this one rejects."""
    lines = code.whole_lines
    line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
    return not line or _NEWER_LINE.search(line) is not None or _NEWER_MESSAGE.search(error.msg) is not None


_NEWER_LINE = lazy_pattern(
    r"^\s*(?:type|lazy)\s|^\s*(?:async\s+)?(?:def|class)\s+\w+\s*\[|^\s*except\b"
    r"|\b(?:[tT][rR]?|[rR][tT])[\"']|\b(?:[fF][rR]?|[rR][fF])[\"']"
)
"""What Python has learnt since 3.11: types with parameters, lazy imports, exceptions without brackets, and
strings with braces."""
_NEWER_MESSAGE = lazy_pattern(r"f-string|unpacking|'await' outside|asynchronous|too many")
"""Errors of such code, of the cells of notebooks, and of this parser's own limits."""


def _faults(code: ParsedText) -> int:
    return len(code.errors) + code.misplaced


def _find_in_json(before: ParsedText | None, after: ParsedText) -> _Find | None:
    codes = [code for code in (before, after) if code is not None]
    has_commas = after.dialect.has_trailing_commas or any(code.has_json_comments for code in codes)
    if before is not None and before.json_error(has_trailing_commas=has_commas) is not None:
        if before.json_error(has_trailing_commas=True) is not None:
            return None if after.dialect.has_long_lines else _find_in_tree(before, after)
        has_commas = True
    return lambda code: _as_errors(code.json_error(has_trailing_commas=has_commas))


def _find_in_makefile(before: ParsedText | None, after: ParsedText) -> _Find | None:
    known = len(before.errors) if before is not None else 0
    return lambda code: code.errors if len(code.errors) > known else ()


def _find_in_tree(before: ParsedText | None, after: ParsedText) -> _Find | None:
    # The text before is parsed only if the one after has errors.
    crossed = len(before.crossed_tags) if before is not None and after.crossed_tags else 0
    if len(after.crossed_tags) > crossed:
        return lambda code: code.crossed_tags if len(code.crossed_tags) > crossed else ()
    dialect = after.dialect
    is_trusted = dialect.is_trusted_if_clean and (after.is_item or len(after.text) < _MAX_PARSED_OFTEN)
    if dialect.needs_loss and not is_trusted and not _loses_balance(before, after):
        return None
    if not after.errors:
        return None
    known = len(before.errors) if before is not None else 0
    lacks_parser = before is None and not dialect.has_whole_parser
    # If the parser does not know all of the language, an error alone is not enough.
    if len(after.errors) <= known or ((known or lacks_parser) and not _loses_balance(before, after)):
        return None
    return lambda code: code.errors if len(code.errors) > known else ()


def _find_lost_pair(before: ParsedText | None, after: ParsedText) -> _Find | None:
    # What strings and comments are is told roughly, so that a text counts only if it was fine before.
    if before is None or before.errors or _without_unread(before.text, before.language) is None:
        return None
    return lambda code: code.errors


def _loses_balance(before: ParsedText | None, after: ParsedText) -> bool:
    """True if a bracket or a quote is unpaired, and none was before."""
    if before is not None and before.brackets == after.brackets:
        return False
    if not after.is_balanced and (before is None or before.is_balanced):
        return True
    return after.lone_quotes > (before.lone_quotes if before is not None else 0)


_SEARCHES: dict[str, Callable[[ParsedText | None, ParsedText], _Find | None]] = {
    "python": _find_in_python,
    "json": _find_in_json,
    TOML: _find_in_toml,
    MAKE: _find_in_makefile,
    **dict.fromkeys(_UNREAD, _find_lost_pair),
}
"""Searches for languages with other parsers; they return None if there is certainly nothing new."""


def _as_errors(error: Error | None) -> Sequence[Error]:
    return () if error is None else (error,)


def _json_error(text: str) -> Error | None:
    import json

    try:
        json.loads(text.removeprefix(BYTE_ORDER_MARK))
    except json.JSONDecodeError as error:
        return error.lineno, f": {error.msg}"
    except RecursionError:
        return None
    return None


def _without_comment(part: re.Match[str]) -> str:
    """Whitespace for a comma or a comment of JSON; strings stay."""
    if part[0] != "," and not _is_comment(part[0]):
        return part[0]
    return "\n" * part[0].count("\n") or " "


def _is_comment(part: str) -> bool:
    """True if a part of JSON is a comment, and is closed if it must be."""
    return part.startswith("//") or (part.startswith("/*") and part.endswith("*/") and len(part) > 3)


_CLOSERS = {opening: closing for closing, opening in _CLOSING.items()}
_LEXED_AS = {
    "toml": "python",
    "style with comments": "javascript",
    "braces and slashes": "javascript",
    "braces and hashes": "python",
    **dict.fromkeys(("dart", "groovy", "zig"), "javascript"),
    **dict.fromkeys(("r", "julia"), "python"),
    "sql": "lua",
    **dict.fromkeys(("clojure", "tex", _SCRIPTS_ONLY), "json"),
}
_PAIRED_WORDS = {
    "bash": (
        {"if": "fi", "case": "esac", "do": "done"},
        frozenset({"fi", "esac", "done"}),
    ),
    "ruby": (
        dict.fromkeys(
            ("class", "module", "def", "begin", "do", "if", "unless", "while", "until", "case", "for"), "end"
        ),
        frozenset({"end"}),
    ),
}  # fmt: skip
"""By language: opening words, each with its closing word, and all closing words."""
_AT_START = frozenset({"if", "unless", "while", "until", "case", "for", "begin", "class", "module", "def"})
"""Words of Ruby that open something only at the beginning of a statement."""
_CLAUSE = lazy_pattern(
    r"\s*(?:(?:rescue|else|elsif|elif|ensure|when|in|then|catch|except|finally|case|default)\b"
    r"|(?:public|private|protected)\s*:)"
)
"""Lines that continue the open part although they are no deeper."""
_MOST_STEPS = 1_000_000
"""The most delimiters that are examined; for each closing one, all open ones are compared."""
_DEEPEST = 1_000
"""The most delimiters that are open at once."""
_INDENT = lazy_pattern(r"[ \t]*")


class _Delimiter(NamedTuple):
    """A bracket or word that opens or closes."""

    line: int
    """0-based."""
    closer: str
    """The closing one of its kind."""
    is_opening: bool
    is_first: bool
    """True if it begins its line."""


class _Open(NamedTuple):
    line: int
    closer: str
    indent: int


class Unclosed(NamedTuple):
    """An opening that is not closed, by 0-based lines."""

    opened: int
    end: int
    """The first line that is not deeper, before which it should be closed."""
    closer: str


def unclosed(text: str, language: str) -> list[Unclosed]:
    """All openings that are not closed, by the lines where they should be.

    Empty if they are too many, or nested too deep, to be paired in a fraction of a second.
    """
    lines = text.split("\n")
    steps = 0
    found: list[Unclosed] = []
    stack: list[_Open] = []
    delimiters = _tag_delimiters(text) if language in ("html", _XML) else _delimiters(text, language)
    for delimiter in delimiters:
        steps += 1 + (0 if delimiter.is_opening else len(stack))
        if steps > _MOST_STEPS or len(stack) > _DEEPEST:
            return []
        indent = _indent_width(lines[delimiter.line])
        if delimiter.is_opening:
            stack.append(_Open(delimiter.line, delimiter.closer, indent))
            continue
        at = _partner(stack, delimiter, indent)
        if at is None:
            continue
        found += (
            Unclosed(each.line, min(_end_of_opened(lines, each), delimiter.line), each.closer)
            for each in stack[at + 1 :]
        )
        del stack[at:]
    found += (Unclosed(each.line, _end_of_opened(lines, each), each.closer) for each in stack)
    return sorted(found, key=lambda each: each.end)


def _partner(stack: list[_Open], delimiter: _Delimiter, indent: int) -> int | None:
    """The index of the opening that a closing delimiter belongs to; None if there is none."""
    same = [n for n, each in enumerate(stack) if each.closer == delimiter.closer]
    if not same:
        return None
    if delimiter.is_first:
        level = [n for n in same if stack[n].indent == indent]
        if level:
            return level[-1]
        if stack[same[-1]].indent < indent and stack[same[-1]].line != delimiter.line:
            # It is deeper than all open delimiters: its own opening is lost.
            return same[-1] if same[-1] == len(stack) - 1 else None
    return same[-1]


def _end_of_opened(lines: list[str], opened: _Open) -> int:
    """The line below the last deeper one; at most the line above the next one that is not deeper."""
    last = opened.line
    for n in range(opened.line + 1, len(lines)):
        if lines[n].strip():
            if _indent_width(lines[n]) <= opened.indent and not _CLAUSE.match(lines[n]):
                return min(last + 1, n - 1)
            last = n
    return last


def _indent_width(line: str) -> int:
    spaces = _INDENT.match(line)
    return len(spaces[0].expandtabs(4)) if spaces else 0


def _delimiters(text: str, language: str) -> Iterator[_Delimiter]:
    lines = _LineCounter(text)
    if language in _PAIRED_WORDS:
        yield from _delimiters_with_words(text, language, lines)
        return
    for bracket, start in brackets(text, language if language in LANGUAGES else _LEXED_AS[language]):
        if bracket in _CLOSING or bracket in _CLOSERS:
            yield _bracket(bracket, *lines.at(start))


class _LineCounter:
    """Maps offsets, in ascending order, to their lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = self._offset = 0

    def at(self, offset: int) -> tuple[int, bool]:
        """The 0-based line of an offset, and True if only whitespace is before it on that line."""
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line, not self._text[self._text.rfind("\n", 0, offset) + 1 : offset].strip()


def _bracket(sign: str, line: int, is_first: bool) -> _Delimiter:
    return _Delimiter(line, sign if sign in _CLOSING else _CLOSERS[sign], sign in _CLOSERS, is_first)


def _delimiters_with_words(text: str, language: str, lines: _LineCounter) -> Iterator[_Delimiter]:
    tokens = Tokens(text, language)
    opening, closing = _PAIRED_WORDS[language]
    previous = ""
    for n, key in enumerate(tokens.keys):
        if key not in _CLOSERS and key not in _CLOSING and key not in opening and key not in closing:
            previous = key
            continue
        start, end = tokens.span(n)
        line, is_first = lines.at(start)
        if key in _CLOSING or key in _CLOSERS:
            yield _bracket(key, line, is_first)
        elif previous in (".", ":", "$", "-", "@") or text[end : end + 1] == ":":
            pass
        elif key in closing:
            yield _Delimiter(line, key, False, is_first)
        elif language != "ruby" or is_first or key not in _AT_START or previous in ("=", "(", ";", "do"):
            yield _Delimiter(line, opening[key], True, is_first)
        previous = key


def _tag_delimiters(text: str) -> Iterator[_Delimiter]:
    lines = _LineCounter(text)
    for tag in tags(text):
        line, is_first = lines.at(tag.start)
        yield _Delimiter(line, f"</{tag.name}>", tag.is_opening, is_first)


_MOST_LINES_TRIED = 16
_MOST_PARSED = 100_000
"""The most characters that are parsed in all trials of one text."""
_LEAST_COST = 500
"""The least cost of parsing a text, in characters."""

_HasError = Callable[[str], bool]


class Edited:
    """A text before and after, by lines; numbers of lines are 0-based."""

    def __init__(self, before: str, after: str) -> None:
        self.old, self.new = split_lines(before, "\n"), split_lines(after, "\n")
        self.changed: dict[int, str | None] = {}
        """By changed line: the old line that it replaces; None if it is new."""
        self._near: set[int] = set()
        for a1, a2, b1, b2 in line_opcodes(self.old, self.new):
            self.changed |= dict.fromkeys(range(b1, b2))
            if a2 - a1 == b2 - b1:
                pairs = [(n, n) for n in range(a2 - a1)]
            else:
                pairs = alike_pairs(self.old[a1:a2], self.new[b1:b2])
            self.changed |= {b1 + new: self.old[a1 + old] for old, new in pairs}
            self._near |= {b1 - 1, b2}

    @cached_property
    def near(self) -> frozenset[int]:
        """The changed lines and their neighbours, between which lines may have been removed."""
        return frozenset(self._near | self.changed.keys())

    def is_deeper(self, line: int, step: int) -> bool:
        """True if the next line that is not blank, in the direction of `step`, is indented more than one."""
        others = self.new[line + 1 :] if step > 0 else reversed(self.new[:line])
        nearest = next((other for other in others if other.strip()), "")
        return _indent_width(nearest) > _indent_width(self.new[line])

    def with_line(self, line: int, text: str) -> str:
        """The text after, with one line replaced."""
        return "".join([*self.new[:line], text, *self.new[line + 1 :]])


def _place_of_error(
    before: str, after: str, language: str, has_error: _HasError, found: Sequence[int]
) -> int:
    """The 1-based line of a fault that an edit brings: a changed line, or one next to it.

    It is the one where a bracket should have been closed, by indentation; else the changed line without which
    the text can be parsed; else the first error on a changed line. A bracket that is lost in the middle of a
    file leaves the outermost one open at its end. Indentation shows which one it was: it should have been
    closed before the first line that is not deeper than its own.

    Args:
        before: The text before, without errors; empty if the file is new.
        after: The text after, with errors.
        language: The language of both.
        has_error: Returns True for a text that has errors.
        found: The 1-based lines at which the parser reports errors of `after`.
    """
    edited = Edited(before, after)
    errors = [line - 1 for line in found]
    trials = Trials(edited, has_error)
    likely = _likely_lines(edited, errors)
    # If an end is removed, a part that lacks its own end looks complete.
    ends = [line for line in likely if _CLOSING_LINE.fullmatch(edited.new[line].strip())]
    lines = [line for line in likely if line not in ends]
    places: Iterable[Callable[[], int | None]] = (
        lambda: _healing(likely, [_without_string], edited, trials),
        lambda: _line_left_open(edited, after, language, trials),
        lambda: _healing(lines, [_before_edit, _stand_ins(language)], edited, trials),
        lambda: _healing(ends, [_before_edit], edited, trials),
        lambda: _nearest_changed(edited, errors),
    )
    return next(line for each in places if (line := each()) is not None) + 1


class Trials:
    """Parses texts with one line replaced, until a limit is reached."""

    def __init__(self, edited: Edited, has_error: _HasError) -> None:
        self._edited = edited
        self._has_error = has_error
        self._left = _MOST_PARSED

    def heals(self, line: int, text: str) -> bool:
        """True if the text has no errors with one line replaced."""
        changed = self._edited.with_line(line, text)
        self._left -= len(changed) + _LEAST_COST
        return self._left > 0 and bool(changed.strip()) and not self._has_error(changed)


def _line_left_open(edited: Edited, after: str, language: str, trials: Trials) -> int | None:
    for opened, end, closer in unclosed(after, language):
        if opened in edited.changed and opened != end:
            line = edited.new[opened]
            if any(trials.heals(opened, closed) for closed in _closed_variants(line, closer)):
                return opened
        if end in edited.near:
            return end
    return None


def _closed_variants(line: str, closer: str) -> Iterator[str]:
    """Variants of a line that opens a bracket, closed at the last places where it may have been."""
    opened = line.rfind(_CLOSING.get(closer, closer)) + 1
    if opened and line[opened:].strip():
        places = [end.start() for end in _WORD_END.finditer(line, opened)]
        for place in (*reversed(places[-_MOST_PLACES:]), opened):
            yield line[:place] + closer + line[place:]


_WORD_END = lazy_pattern(r"""(?<=[\w)\]}"'*?])(?![\w)\]}"'*?])""")
_MOST_PLACES = 6


_Variants = Callable[["Edited", int], Iterator[str]]
"""Replacements for a 0-based line."""


def _healing(lines: Sequence[int], ways: Sequence[_Variants], edited: Edited, trials: Trials) -> int | None:
    """The line without which, or with another one in its place, the text has no error."""
    for variants in ways:
        for line in lines:
            if any(trials.heals(line, variant) for variant in variants(edited, line)):
                return line
    return None


def _likely_lines(edited: Edited, errors: Sequence[int]) -> list[int]:
    """The changed lines: those with errors, then the others, by their distance from the first error.

    Empty if all lines have changed: then there is no correct code for them to fit.
    """
    if len(edited.changed) == len(edited.new):
        return []
    inside = {line: n for n, line in reversed([*enumerate(errors)])}
    first = next((line for line in errors if line in edited.near), errors[0])
    order = sorted(edited.changed, key=lambda line: (inside.get(line, len(errors)), abs(line - first), line))
    return order[:_MOST_LINES_TRIED]


def _before_edit(edited: Edited, line: int) -> Iterator[str]:
    """The line as it was; an empty one if it is new."""
    yield edited.changed[line] or ""


def _without_string(edited: Edited, line: int) -> Iterator[str]:
    """A line with a word for a string that is not closed, up to the brackets at the end of the line."""
    text = edited.new[line]
    for quote in "\"'":
        if text.count(quote) % 2:
            tail = _END_OF_LINE.search(text)
            yield text[: text.index(quote)] + "x" + (tail[0] if tail else "")


_END_OF_LINE = lazy_pattern(r"[)\]}\s;{,:>]*$")


def _stand_ins(language: str) -> _Variants:
    """Replacements for a line: one that opens if deeper lines follow, one that closes if they precede."""
    opening, closing = _STAND_INS.get(language, ((), ()))

    def variants(edited: Edited, line: int) -> Iterator[str]:
        text = edited.new[line]
        if language == "html":
            for tag in _PLAIN_TAG.finditer(text):
                yield f"{text[: tag.start()]}</{text[tag.start() + 1 :]}"
        elif opening:
            if edited.is_deeper(line, 1):
                yield from (word + "\n" for word in opening)
            if edited.is_deeper(line, -1):
                yield from (word + "\n" for word in closing)
        elif brackets := _OUTER_BRACKETS.findall(text):
            yield "".join(brackets) + "\n"

    return variants


_CLOSING_LINE = lazy_pattern(r"[)\]};,]+|end|fi|done|esac|\*/|</\w+>")
"""Lines that only close something."""


_PLAIN_TAG = lazy_pattern(r"<\w+>")
_OUTER_BRACKETS = lazy_pattern(r"^\s*[)\]}]+|[(\[{]+\s*$")
_STAND_INS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "bash": (("if :; then", "while :; do", "case x in"), ("fi", "done", "esac")),
    "ruby": (("begin",), ("end",)),
    "python": (("if 1:", "try:"), ()),
}
"""For each language, lines that open something, and lines that close it."""


def _nearest_changed(edited: Edited, errors: Sequence[int]) -> int:
    """The changed line, or its neighbour, that is nearest to an error."""
    inside = [line for line in errors if line in edited.near]
    if inside:
        return inside[0]
    return min(edited.near, key=lambda line: (abs(line - errors[0]), line), default=errors[0])


class _Items(Struct, frozen=True):
    """A kind of items of a language."""

    beginning: Pattern[str]
    """The beginning of a line that begins an item, without the indentation."""
    around: tuple[str, str] | None = None
    """Text before and after indented items with which they can be parsed; None if only items without
    indentation count."""
    may_begin_above: bool = False
    """True if the first lines of one item may look like the beginnings of several."""
    closes_alone: bool = False
    """True if an item ends after a line that is only a brace."""


_AS_IT_IS = ("", "")
_MEMBER = r"(?:public|private|protected|internal|override|abstract)\b"
_CLASS = ("class A {\n", "\n}\n")
_CONTROL = (
    r"(?:if|else|for|while|do|switch|case|default|catch|with|return|function|public|private|protected)\b"
)
_OF_C = _Items(
    lazy_pattern(rf"\[\[|(?!{_CONTROL})[A-Za-z_]\w*\b(?!\s*:(?!:))"), may_begin_above=True, closes_alone=True
)
_SCRIPT = r"@|(?:export|import|(?:async +)?function|class|const|let|var)\b"
_TYPES = rf"{_SCRIPT}|(?:interface|type|enum|declare|abstract|namespace)\b"
_METHOD = _Items(
    lazy_pattern(
        rf"(?!{_CONTROL})(?:(?:public|private|protected|static|async|get|set|override)\b *)*"
        r"[*#]?[\w$]+ *\([^()]*\) *(?::[^=;{}]*)?\{\s*$"
    ),
    _CLASS,
)
"""Methods of JavaScript: `static async load(path) {`."""
_CALL = _Items(lazy_pattern(r"[\w$.]+\([^\n]*(?:=>|\bfunction\b[^{}\n]*\)) *\{\s*$"), _AS_IT_IS)
"""A call with a function as its argument, as in tests."""
_OF_SWIFT = rf"@|(?:{_MEMBER}|(?:fileprivate|func|init|struct|class|enum|extension|protocol)\b)"
_ITEMS: dict[str, tuple[_Items, ...]] = {
    "bash": (_Items(lazy_pattern(r"(?:function +)?[\w-]+ *\( *\)")),),
    "c": (_OF_C,),
    "cpp": (
        _OF_C,
        _Items(
            lazy_pattern(rf"(?!{_CONTROL})[A-Za-z_~][\w:<>,&*~ ]*\([^\n]*\)[^()\n]*\{{\s*$"),
            ("class A {\n", "\n};\n"),
        ),
    ),
    "csharp": (_Items(lazy_pattern(rf"\[|{_MEMBER}"), _CLASS),),
    "go": (_Items(lazy_pattern(r"(?:func|type|var|const|import)\b")),),
    "java": (_Items(lazy_pattern(rf"@|{_MEMBER}"), _CLASS),),
    "javascript": (_Items(lazy_pattern(_SCRIPT)), _METHOD, _CALL),
    "kotlin": (_Items(lazy_pattern(rf"@|{_MEMBER}|(?:\w+ +)?(?:fun|class|object|interface)\b"), _CLASS),),
    "php": (_Items(lazy_pattern(_MEMBER), ("<?php class A {\n", "\n}\n")),),
    "python": (
        _Items(lazy_pattern(r"@|(?:(?:async +)?def|class)\b"), ("class A:\n", "")),
        _Items(lazy_pattern(r"(?:import|from)\b")),
    ),
    "ruby": (_Items(lazy_pattern(r"(?:def|class|module)\b"), ("class A\n", "\nend\n")),),
    "rust": (
        _Items(
            lazy_pattern(
                r"#\[|(?:pub|(?:unsafe +|async +|const +)?fn|impl|struct|enum|trait|mod|use|static|type)\b"
            )
        ),
    ),
    "swift": (_Items(lazy_pattern(_OF_SWIFT), _CLASS),),
    "tsx": (_Items(lazy_pattern(_TYPES)), _METHOD, _CALL),
    "typescript": (_Items(lazy_pattern(_TYPES)), _METHOD, _CALL),
}
"""By language: its kinds of items. A line begins an item of the first kind that fits."""


_LARGEST_ITEMS = 0.5
"""The largest share of a text for which parsing the part alone pays off."""


class ItemsAround(Struct, frozen=True):
    """A part of a file, before and after an edit, that has all changed lines."""

    before: str
    after: str
    top: int
    """The number of lines above it."""
    around: tuple[str, str]
    """Text before and after it with which it can be parsed."""


def items_around(before: str, after: str, language: str) -> ItemsAround | None:
    """The items that an edit changes, with their neighbours; None if they are unclear, or too long.

    Items, such as functions, are found by how their first lines begin. In code that can be parsed, such a
    line begins a new item: no bracket is open, and no statement goes on. The exceptions are lines in strings
    and comments, whose surroundings can hardly be parsed alone.

    Args:
        before: The text before; not empty.
        after: The text after.
        language: The language of both.
    """
    rows = _ITEMS.get(language)
    if rows is None:
        return None
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    last = len(old) - tail
    changed = (*old[head:last], *new[head : len(new) - tail])
    depth = min(
        (_depth_of(line) for line in changed if line.strip()), default=_depth_of(old[min(head, len(old) - 1)])
    )
    top = head - 1
    while top >= 0 and not (_depth_of(old[top]) <= depth and _items_begun(old, top, rows)):
        depth = min(depth, _depth_of(old[top])) if old[top].strip() else depth
        top -= 1
    # The file begins with an item too, and the code at its top is not inside another one.
    items = _items_begun(old, top, rows) if top >= 0 else None
    depth = _depth_of(old[top]) if top >= 0 else 0
    top = max(top, 0)
    end = next((n for n in range(last, len(old)) if _ends_items(old, n, depth, rows)), len(old))
    if items is not None and items.closes_alone:
        closing = (
            n + 1
            for n in range(last, end)
            if _depth_of(old[n]) == depth and _END_OF_ITEM.match(old[n].lstrip())
        )
        end = next(closing, end)
    is_page = language == "php" and not depth
    if is_page or end - top > _LARGEST_ITEMS * len(old):
        # Without the tag that begins its code, a page is text.
        return None
    around = (items.around if items is not None and depth else None) or _AS_IT_IS
    return ItemsAround("".join(old[top:end]), "".join(new[top : end + len(new) - len(old)]), top, around)


def _items_begun(lines: Sequence[str], n: int, rows: Iterable[_Items]) -> _Items | None:
    """The kind of items that a line begins; None if it begins none."""
    line = lines[n]
    is_indented = line[:1] in (" ", "\t")
    text = line.lstrip()
    found = (items for items in rows if not (is_indented and items.around is None))
    items = next((items for items in found if items.beginning.match(text)), None)
    if items is None or not items.may_begin_above or n == 0:
        return items
    all_above = (lines[at] for at in reversed(range(n)))
    above = next((line for line in all_above if line.strip() and line[0] != "#"), "").rstrip()
    return None if items.beginning.match(above) and not above.endswith(_FINAL_PUNCTUATION) else items


_END_OF_ITEM = lazy_pattern(r"\};?\s*(?:/[/*].*)?$")
_FINAL_PUNCTUATION = (";", "}", "{", "*/")


def _ends_items(lines: Sequence[str], n: int, depth: int, rows: Iterable[_Items]) -> bool:
    """True if a line is not part of the items above it at a depth."""
    if not lines[n].strip():
        return False
    own = _depth_of(lines[n])
    return own < depth or (own == depth and _items_begun(lines, n, rows) is not None)


def _depth_of(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


Spans = Sequence[tuple[int, int]]
"""The first and the last line of each outermost node, 0-based."""

_LARGEST_PART = 0.7
"""The largest share of a text for which parsing the part alone pays off."""


def _smallest_part(
    outermost: Spans, before: str, after: str, has_error: Callable[[str], bool]
) -> tuple[str, str, int]:
    """A part of the text before an edit, the same part after it, and the number of lines above it.

    It is cheaper to parse than the whole, for many trials.

    Args:
        outermost: The outermost nodes of the text before, or of one with the same lines.
        before: The text before, without an error.
        after: The text after, with an error.
        has_error: Returns True for a text with errors. The parts must give the same results as the texts.
    """
    old, new = split_lines(before, "\n"), split_lines(after, "\n")
    head, tail = common_ends(old, new)
    top, end = _nodes_around(outermost, head, len(old) - tail)
    part = "".join(old[top:end]), "".join(new[top : end + len(new) - len(old)])
    if end - top > _LARGEST_PART * len(old) or has_error(part[0]) or not has_error(part[1]):
        return before, after, 0
    return *part, top


def _nodes_around(outermost: Spans, first: int, end: int) -> tuple[int, int]:
    """The lines of the outermost nodes that contain some lines or are next to them; half-open, 0-based.

    Some code is legal only inside a class, so only outermost nodes can be parsed alone.
    """
    near = [(top, bottom) for top, bottom in outermost if bottom >= first - 1 and top <= end]
    if not near:
        return first, end
    return min(near[0][0], first), max(near[-1][1] + 1, end)
