"""Faults made of legal code, by language and kind."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from editreview.matching import LANGUAGES, Tokens
from tests.oracles.faults.words import CAREFUL, KEYWORDS, STATEMENT_STARTS, misspelt

ENDINGS = {
    "typescript": ".ts", "javascript": ".js", "tsx": ".tsx", "rust": ".rs", "go": ".go", "java": ".java",
    "c": ".c", "cpp": ".cpp", "csharp": ".cs", "ruby": ".rb", "php": ".php", "swift": ".swift",
    "kotlin": ".kt", "bash": ".sh", "html": ".html", "css": ".css", "yaml": ".yml", "toml": ".toml",
    "json": ".json", "python": ".py",
}  # fmt: skip
"""The languages with faults, and the file extension of each."""

_ATTEMPTS = 200
_CLOSING = ")]}"
_WORD = re.compile(r"\w+")
_STRAY = " stray word"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a text: what replaces a span of it."""

    kind: str
    start: int
    end: int
    new: str = ""

    def line(self, text: str) -> int:
        """Its 1-based line, in the text with it as in the one without."""
        return text.count("\n", 0, self.start) + 1

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


@dataclass(frozen=True, slots=True)
class Code:
    """A text as tokens; a string or a comment is one."""

    text: str
    language: str
    tokens: Sequence[str]
    spans: Sequence[tuple[int, int]]

    @classmethod
    def of(cls, text: str, language: str) -> "Code":
        tokens = Tokens(text, language if language in LANGUAGES else "python")
        count = len(tokens)
        return cls(
            text, language, [tokens.token(n) for n in range(count)], [tokens.span(n) for n in range(count)]
        )

    def next(self, n: int) -> str:
        return self.tokens[n + 1] if n + 1 < len(self.tokens) else ""

    def previous(self, n: int) -> str:
        return self.tokens[n - 1] if n else ""

    def starts_line(self, n: int) -> bool:
        return not self.text[: self.spans[n][0]].rpartition("\n")[2].strip()

    def ends_line(self, n: int) -> bool:
        return not self.text[self.spans[n][1] :].partition("\n")[0].strip()

    def line(self, n: int) -> str:
        """The line in which a token begins."""
        start = self.spans[n][0]
        return self.text[: start + 1].rpartition("\n")[2] + self.text[start + 1 :].partition("\n")[0]


_Place = Callable[[Code, int], Fault | None]
"""A fault at a token; None where it would be legal."""


def _delete(kind: str, code: Code, n: int) -> Fault:
    return Fault(kind, *code.spans[n])


def _bracket(code: Code, n: int) -> Fault | None:
    if code.language == "bash" and (code.tokens[n] == "]" or "[" in code.line(n)):
        return None  # Without it, the program `[` fails later.
    return _delete("bracket", code, n) if code.tokens[n] in _CLOSING else None


def _is_value(token: str) -> bool:
    return bool(_WORD.fullmatch(token)) or token[:1] in "\"'`"


def _comma(code: Code, n: int) -> Fault | None:
    before, after = code.previous(n), code.next(n)
    if code.tokens[n] != "," or not _is_value(after) or not (_is_value(before) or before in _CLOSING):
        return None
    if before[:1] in "\"'" and after[:1] in "\"'" and code.language in ("c", "cpp", "python", "ruby"):
        return None
    if code.language == "ruby" and _WORD.fullmatch(before):
        return None
    if code.language in ("kotlin", "javascript", "typescript", "tsx", "go") and after[:1] == "`":
        return None
    return _delete("comma", code, n)


def _stray(code: Code, n: int) -> Fault | None:
    token = code.tokens[n]
    if code.language == "kotlin":
        is_place = token in ("val", "var", "fun", "class", "import", "private", "override")
    elif code.language == "bash":
        is_place = token in ("fi", "done", "esac") and code.ends_line(n)
    elif code.language == "ruby":
        is_place = token[:1] in "\"'" or (token == "end" and code.ends_line(n)) or token.isdigit()
    elif code.language == "toml":
        is_place = code.ends_line(n) and token[:1] in "\"']}"
    elif code.language == "tsx":
        # Between tags, words are text or attributes.
        line = code.line(n)
        is_place = _is_value(token) and "<" not in line and ">" not in line and line[-1:] in ";{,("
    else:
        is_place = (_is_value(token) or token in _CLOSING) and not _is_in_macro(code, n)
    if not is_place or _is_comment(token):
        return None
    end = code.spans[n][1]
    return Fault("stray word", end, end, _STRAY + (" " if code.text[end : end + 1].isalnum() else ""))


def _is_comment(token: str) -> bool:
    return token.startswith(("//", "/*", "<!--")) or (token.startswith("#") and len(token) > 1)


def _is_in_macro(code: Code, n: int) -> bool:
    """True in a line with a macro or a directive, whose tokens need not be code."""
    line = code.line(n)
    if code.language == "rust":
        return "!" in line or line.lstrip().startswith("#")
    return code.language in ("c", "cpp", "csharp") and line.lstrip().startswith(("#", "["))


def _quote(code: Code, n: int) -> Fault | None:
    token = code.tokens[n]
    quotes = (
        '"'
        if code.language in ("rust", "c", "cpp", "java", "csharp", "go", "kotlin", "swift", "json")
        else "\"'"
    )
    is_string = len(token) > 2 and token[0] in quotes and token[-1] == token[0] and token[:2] != token[0] * 2
    if not is_string or "\n" in token or token[-2] == "\\":
        return None
    end = code.spans[n][1]
    return Fault("quote", end - 1, end)


def _keyword(code: Code, n: int) -> Fault | None:
    token, after = code.tokens[n], code.next(n)
    if token not in KEYWORDS[code.language] or code.previous(n) in (".", "::", "$", "@", "-", ":"):
        return None
    if code.next(n) in (":", ".", "=", ",", ")") or (code.language == "ruby" and not _opens_in_ruby(code, n)):
        return None
    if token in CAREFUL and not _is_value(after):
        return None
    if code.language in ("java", "csharp") and code.next(n + 1) in (";", "("):
        return None  # It would be a type, and the name of a variable or of a function.
    if token in STATEMENT_STARTS and not code.starts_line(n):
        return None
    return Fault("keyword", *code.spans[n], misspelt(token))


def _opens_in_ruby(code: Code, n: int) -> bool:
    return code.starts_line(n) or code.tokens[n] == "do"


_ELEMENTS = r"(?:div|section|ul|ol|table|span|main|header|footer|nav|form|h\d|label|button|strong|em|a)"
_TAG_END = re.compile(rf"</({_ELEMENTS})>")


def _tags(code: Code) -> list[Fault]:
    """End tags that are misspelt or lost."""
    found: list[Fault] = []
    for number, tag in enumerate(_TAG_END.finditer(code.text)):
        if number % 2:
            found.append(Fault("keyword", *tag.span()))
        else:
            found.append(Fault("keyword", tag.start(1), tag.end(1), tag[1] + "x"))
    return found


def _matches(kind: str, pattern: str, new: str = "") -> Callable[[Code], list[Fault]]:
    """Faults at the first group of each match; where it is empty, an insertion."""
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda code: [Fault(kind, *found.span(1), new) for found in compiled.finditer(code.text)]


def _at_tokens(place: _Place) -> Callable[[Code], list[Fault]]:
    return lambda code: [fault for n in range(len(code.tokens)) if (fault := place(code, n)) is not None]


def _both(*ways: Callable[[Code], list[Fault]]) -> Callable[[Code], list[Fault]]:
    return lambda code: [fault for way in ways for fault in way(code)]


KINDS: dict[str, Callable[[Code], list[Fault]]] = {
    "bracket": _at_tokens(_bracket),
    "comma": _at_tokens(_comma),
    "stray word": _at_tokens(_stray),
    "quote": _at_tokens(_quote),
    "keyword": _at_tokens(_keyword),
}
"""The faults of a kind that a text can have."""

_OWN: dict[tuple[str, str], Callable[[Code], list[Fault]]] = {
    ("bash", "comma"): _matches("comma", r"[^\])](;) (?:then|do)$"),
    ("css", "comma"): _matches("comma", r"(;)\n\s+[-\w]+:"),
    ("css", "stray word"): _matches("stray word", r"^\s+()[a-z][-a-z]+:.*;$", "stray word "),
    ("css", "keyword"): _matches("keyword", r"^\s+[a-z][-a-z]+(:) [^:\n]*;$"),
    ("html", "bracket"): _matches("bracket", r"</?\w+[^<>{}\n]*(>)[^>\n]*<"),
    ("html", "comma"): _matches("comma", rf"<(/){_ELEMENTS}>"),
    ("html", "stray word"): _matches("stray word", rf"<(){_ELEMENTS}\b", " stray word "),
    ("html", "quote"): _matches("quote", r"""<\w[^<>{}\n]*="[^"<>{}\n]*(")[^"<>{}\n]*>"""),
    ("html", "keyword"): _tags,
    ("tsx", "keyword"): _both(_at_tokens(_keyword), _tags),
    ("yaml", "comma"): _matches("comma", r"^ *(?:- )?[\w-]+(:) [^\n:|>&*{\[#]+$"),
    ("yaml", "stray word"): _matches("stray word", r"""["'\]}]()$""", " stray word"),
    ("yaml", "keyword"): _matches("keyword", r"^ *\w+:( )[\w\"'\[].*\n *\w+: "),
    ("toml", "comma"): _matches("comma", r"""["'\d](,) *["'\d]"""),
    ("toml", "keyword"): _matches("keyword", r"^[\w.\"-]+ (=) "),
    ("json", "keyword"): _matches("keyword", r'"(:) '),
}  # fmt: skip


def faults(text: str, language: str, kind: str, random: Random) -> Iterator[Fault]:
    """The faults of a kind that a text can have, in a random order."""
    code = Code.of(text, language)
    found = (_OWN.get((language, kind)) or KINDS[kind])(code)
    random.shuffle(found)
    yield from found
