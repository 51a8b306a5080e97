"""Dialects: the language in which a file is checked, and legal syntax that its parser does not know.

The parsers are older than some of the code. Where a parser is known to lack syntax, it gets a copy of the
text with other words instead. Lines keep their numbers, and no bracket or quote is lost.
"""

import re
from collections.abc import Callable
from enum import Enum
from pathlib import PurePosixPath

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
    for mark, pattern, replacement in _UNKNOWN.get(language, ()):
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


_OF_C = (
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
_OF_CPP = (
    *_OF_C,
    _macro_with_block("void f()"),
    _row("decltype", rf"\bdecltype *{_ARGUMENTS_OVER_LINES}", lambda text: "Type" + _without_lines(text)),
    _row("const =", r"\bconst = (?:delete|default)(?=;)", "const"),
    _row(":", r"(:\s*\d+)\s*(?:\{[^{}\n]*\}|= *[\w.]+)(?=;)", r"\1"),
    # Braces around the value of a parameter or of a capture.
    _row("= {", r"(?<=\w = )\{([^{}\n]*)\}(?=\s*[,)\]])", r"f(\1)"),
)
_SCRIPT = (
    _row("using", r"\b(?:await +)?using(?= +[\w$]+ *(?:[=:]|of\b))", "const"),
    _row("import", r"\bimport +(?:defer +(?=\*)|source +(?=[\w$]+ +from\b))", "import "),
    _row("assert", r"""(?<=["']) +assert(?= *\{ *["']?type\b)""", " with"),
    # A keyword may be the name of an export.
    _row(" as ", r"\bas +[a-z]+(?= *[,}])", "as name"),
    # The parser rejects it in text between tags; elsewhere the other operator does as well.
    _row("&", "&", "|"),
)
_TYPES = (
    *_SCRIPT,
    _row("export type", r"\bexport type \*", "export *"),
    _row("<", r"(^ *|[<,] ?)(?:in out|in|out)(?= [A-Z_$][\w$]*(?: extends\b| *[=,>]))", r"\1", re.MULTILINE),
    _row("in", r"^( *)in(?=\??: )", r"\1inside", re.MULTILINE),
    _row("accessor", r"\baccessor(?= +[\w$#]+ *[=;:?!])", "readonly"),
    _row("import(", r"""(?:\btypeof +)?\bimport\((["'])[^"'\n]*\1\)""", "imported"),
)
_UNKNOWN: dict[str, tuple[_Row, ...]] = {
    "bash": (
        _row("[[", r"\[\[\s(?:[^\n]|(?<=\\|&|\|)\n)*?\s\]\]", _without_globs),
        _row("<<", r"<<(-?)\\(\w+)", r"<<\1'\2'"),
        _row("#$", r"(?<![\w$])\d+#(?=\$)", ""),
        _row("}", r"\b(done|fi|esac)(?=\s*\})", r"\1;"),
        _row("for", r"\bfor +(\w+) +do\b", r"for \1; do"),
        _row(" ", r"(\]\]|\)) +(then|do)\b", r"\1; \2"),
        _row("<<", r"""(<<-?(["']?)\w+\2[^\n|&;<]*)(?:\|\|?|&&|;[^\n]*)$""", r"\1", re.MULTILINE),
    ),
    "c": (*_OF_C, _macro_with_block("while (0)")),
    "cpp": _OF_CPP,
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
    "javascript": (*_SCRIPT, _row("accessor", r"\b(?:static +)?accessor(?= +[\w$#]+ *[=;])", "static")),
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
    "tsx": _TYPES,
    "typescript": (
        *_TYPES,
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
