"""Keywords of which a misspelt one is rejected."""

_SCRIPT = """
    function const class import export return new if for while switch else await extends case try throw
"""
_JVM = """
    class public private static return new if for while switch import package extends implements final throws
    else try
"""
_C = "return if for while switch struct static const typedef else case"
_SWIFT = """
    func let var class struct return if guard else for in switch case import enum protocol extension
"""
KEYWORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "typescript": f"{_SCRIPT} interface type enum as of readonly",
        "javascript": f"{_SCRIPT} of let var",
        "tsx": f"{_SCRIPT} interface type as",
        "rust": "fn let match impl struct enum use pub mut for in return if else mod where const while",
        "go": "func var const type struct return if for range switch case package import defer else",
        "java": _JVM,
        "c": _C,
        "cpp": f"{_C} class namespace template using new virtual",
        "csharp": "class public private static using namespace return new if foreach else readonly",
        "ruby": "def class module end do if unless while case begin",
        "php": "function class public private return new foreach if else use namespace static const as",
        "swift": _SWIFT,
        "kotlin": "fun val var class import package return object interface override private data",
        "bash": "then do fi done esac if while for case",
        "html": "",
        "css": "",
        "yaml": "",
        "toml": "",
        "json": "true false null",
        "python": "def class return if for in import else elif while with as lambda from try except",
    }.items()
}
_CAREFUL = """
    return new throw await case public private static final readonly const as throws extends implements import
    export defer use pub mut in where using struct virtual package data override typedef from
"""
CAREFUL = frozenset(_CAREFUL.split())
"""Words that are a fault only before a name or a value: alone, the misspelt word may be one."""
STATEMENT_STARTS = frozenset(
    {"if", "for", "while", "switch", "case", "unless", "begin", "try", "import", "from", "package"}
)
"""Words that are taken only at the beginning of a line."""


def misspelt(word: str) -> str:
    """The word with two letters exchanged, or one doubled."""
    swapped = word[0] + word[2] + word[1] + word[3:] if len(word) > 3 else word + word[-1]
    return swapped if swapped != word else word + word[-1]
