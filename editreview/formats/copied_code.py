"""The end of code whose fences were lost when an answer was copied from the page of a chat.

Nothing marks it: prose follows on the next line. So the code ends above the first line at its margin that
reads as prose and has none of the code's syntax. A line inside a string, a comment, or brackets that are open
is code; only a whole sentence ends code with an open bracket, which may be the head of a function.
"""

import re
import unicodedata
from collections.abc import Sequence

from editreview.file_kinds import TAGGED, family_of
from editreview.first_use import lazy_pattern
from editreview.formats.path_names import is_path_line
from editreview.text import indentation

_SENTENCES = frozenset(
    """
    applescript asciidoc cobol cucumber erlang erl feature gherkin latex pascal plain plaintext po prolog
    rst smalltalk tex text txt vb vba vbnet
    """.split()
)
"""Languages with lines that read as prose, or sentences with a period."""
_DOCUMENTS = frozenset(["markdown", "md", "mdx"])
_ELEMENTS = frozenset([*(extension[1:] for extension in TAGGED), "php"])
"""Languages with text between tags."""
_LISTS = frozenset(["conf", "css", "csv", "dockerignore", "gitignore", "ini", "makefile", "yaml", "yml"])
"""Languages with lines that may be a path, or an item of a list."""
_TITLED = frozenset(
    """
    c# cs csharp cjs cts dart go golang hcl htm html java javascript js json json5 jsonc jsx kotlin kt kts
    mjs mts node php py python python3 rb rs ruby rust svelte swift terraform tf ts tsx typescript vue xml
    """.split()
)
"""Languages in which no line at the margin is only a word or two."""
_C = frozenset(["c", "c++", "cc", "cpp", "cxx", "h", "hpp", "objc", "objective-c"])
"""Languages with the type of a function, or a label, on a line of its own."""
_SHOUTED = frozenset(["docker", "dockerfile", "sql"])
"""Languages whose lines begin with a word in capitals."""
_WITH_HASHES = frozenset("elixir graphql hcl julia nix perl php python r ruby terraform tf toml yaml".split())
"""Languages in which `#` begins a comment."""
_WITH_DASHES = frozenset(["haskell", "lua", "sql"])
"""Languages in which `--` begins one."""
_WITH_BACKTICKS = frozenset(["go", "javascript"])
"""Languages with strings between backticks."""

_KEYS = frozenset(
    """
    cfg conf config csv dotenv editorconfig env ini make makefile po properties strings toml tsv yaml yml
    """.split()
)
"""Languages of keys and values, or of rows: these may be sentences."""
_ROW = lazy_pattern(r"[\w.$\"'\[\]/-]+\s*[:=](?!//)\s*\S|[^,;\t]*(?:[,;\t][^,;\t]*)+$")
"""A key with its value, or a row of several values: `greeting=Hello there`, `a,b`."""
_COMMENT = lazy_pattern(r"(?:#(?!\w*[^\x00-\x7f])|//|\\|/\*|\*|--|<!--|;;?|%|\w?(?:'''|\"\"\")|@\w+\s*$)")
"""The beginning of a line that is a comment, a decorator, or a string of several lines."""
_SETS = lazy_pattern(r"[\w.]+ ?[:+]?= ")
"""The beginning of a line that gives a name a value."""
_QUOTED = lazy_pattern(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|«[^«»]*»|„[^„“”]*[“”]|“[^“”]*”|「[^「」]*」")
"""A quotation: `"x"`, `„x“`."""
_WORD = lazy_pattern(r"[(\"'“„«‘]*[^\W\d_](?:[^\x00-\x7f]|[A-Za-z'-])*[.,:!?…)\"'”“»’。、，：！？]*")
"""A word of prose, with the punctuation around it."""
_END = lazy_pattern(r".*(?:[.!?…:。！？：])[)\"”“»’」*_）]*$")
"""The end of a sentence."""
_SYNTAX = lazy_pattern(
    r"[;,{}=]\s*$|[({\[]\s*$|\s(?:=|==|\+=|=>|->|&&|\|\||:=)\s|^\w+\s*[:=(]\S*$|^[)\]}]|\w[(\[][^\s)\]]"
)
"""A sign of code at the end of a line, or in its middle."""
_STATEMENT = lazy_pattern(r"(?<=;)\s+(?:#|//|--|/\*).*")
"""The comment behind a statement."""
_EAST_ASIAN = lazy_pattern(r"[\u3001-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff5e]")
_ITEM = lazy_pattern(r"(?:\d{1,2}[.)]\s+|[•◦●▪‣–—]\s*|[-*]\s+(?=\w+ \w+ \w))(?P<text>\S.*)$")
"""The item of a list."""
_TITLE = lazy_pattern(r"[^\W\d_a-z][^\s.;=(){}<>\[\]@_]*(?: [^\s.;=(){}<>\[\]@_]+){0,5}$")
"""A title: `Explanation:`, `Step 2`."""
_FILE = lazy_pattern(r"(?P<path>\w[\w./\\-]*\.[A-Za-z]\w{0,9})(?::|\s+(?:[–—-]\s.*|\(\w[^()]*\)):?)?$")
"""A path with an extension, and words about it."""
_GOES_ON = lazy_pattern(
    r"(?:(?:and|or|then|und|oder|dann|et|ou|puis|y|o|luego|e|poi|dan|oraz|potem|и|затем|та)\b.*\w.*[:.]"
    r"|(?:with|by|to|durch|mit|par|avec|por|con|com|per|na|на|door)"
    r"(?: (?:this|these|the following|that)\b.*)?:?)$",
    re.IGNORECASE,
)
"""Words that go on with a sentence above the code: `and add the import:`, `with this:`."""
_ITEM_OF_DOCUMENT = lazy_pattern(r"\s*(?:[-*+•]|\d+[.)])\s|\s*\||\s*(?:```|~~~)\s*$")
"""A line of a document that words do not follow without a blank line: an item, a row, a fence."""
_FEWEST_WORDS = 3
_MANY_WORDS = 5
"""The fewest words of a line that is a sentence whatever code is above it."""
_FEWEST_CHARACTERS = 5
"""The fewest characters of a line of prose without spaces."""
_KEYWORDS = frozenset(
    """
    abstract alter and array as assert async await begin break case catch class const continue create data
    def default defer defmodule del delete deriving describe do drop each elif else elsif end ensure enum
    except export extends extern fail final finally fn for foreach from func function global goto group
    guard having if impl implements import in include init inline insert instance interface internal is it
    join lambda let local loop match mod module mut namespace native new next nonlocal not object of on
    open operator or order override package pass print private property protected pub public puts raise
    readonly register require rescue return sealed select set signed sizeof static struct super switch
    synchronized template test then throw throws trait try type typedef typename union unless unsafe until
    update use using val values var virtual void volatile when where while with yield
    """.split()
)
"""First words of lines of code."""

_TOKEN = lazy_pattern(
    r"\"\"\"|'''|/\*|<!--|`|\"(?:\\.|[^\"\\])*\"|(?<!\w)'(?:\\.|[^'\\])*'|//|(?:(?<=\s)|^)(?:#|--)|[()\[\]{}]"
    r"|<<[-~<]?[ \t]*[\"']?(?P<word>[A-Z_]\w*)[\"']?"
)
"""A string, a bracket, or the beginning of a comment or of text of several lines: `{`, `<<~SQL`."""
_ENDS = {'"""': '"""', "'''": "'''", "/*": "*/", "<!--": "-->", "`": "`"}
"""The beginnings of what may go over several lines, each with its end."""
_TAG = lazy_pattern(r"<(?P<end>/)?(?P<name>[A-Za-z][\w.:-]*)(?:\s[^<>]*?)?(?P<alone>/)?>")
"""A tag: `<p>`, `</p>`, `<br/>`."""
_WITHOUT_END = frozenset("area base br col embed hr img input link meta source track wbr".split())
"""Elements without an end tag."""


class EndOfCode:
    """Finds the end of code in a language, whose lines it is given one after the other.

    Args:
        language: The language, in lower case.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._family = family_of(language) | {language}
        self._last = ""
        self._closes_with: str | None = None
        """The end of the string or the comment that is open."""
        self._brackets: list[int] = []
        """The numbers of the lines with the brackets that are open."""
        self._depths: list[int] = [0]
        """By number of brackets: how many lines have the outermost ones."""
        self._number = 0
        self._tags = 0

    def take(self, line: str) -> None:
        """Record a line of the code."""
        self._last = line
        self._number += 1
        at = 0
        while self._closes_with is not None or at < len(line):
            if self._closes_with is not None:
                if self._closes_with.isidentifier():
                    # The end of a here-document is a line of its own.
                    self._closes_with = (
                        None if line.strip(" \t;,)") == self._closes_with and not at else self._closes_with
                    )
                    return
                end = line.find(self._closes_with, at)
                if end < 0:
                    return
                at, self._closes_with = end + len(self._closes_with), None
            token = _TOKEN.search(line, at)
            if token is None:
                break
            at = token.end()
            if not self._read(token):
                break
        if not self._family.isdisjoint(_ELEMENTS):
            self._count_tags(line)

    def _read(self, token: re.Match[str]) -> bool:
        """Read a token; False if the rest of its line is a comment."""
        text = token[0]
        if text in "([{":
            is_first = self._brackets[-1:] != [self._number]
            self._brackets.append(self._number)
            self._depths.append(self._depths[-1] + is_first)
        elif text in ")]}":
            del self._brackets[-1:], self._depths[max(1, len(self._depths) - 1) :]
        elif text == "//":
            return not self._family.isdisjoint(_WITH_HASHES)
        elif text == "#":
            return self._family.isdisjoint(_WITH_HASHES)
        elif text == "--":
            return self._family.isdisjoint(_WITH_DASHES)
        elif text == "`":
            self._closes_with = None if self._family.isdisjoint(_WITH_BACKTICKS) else text
        elif text in _ENDS:
            self._closes_with = _ENDS[text]
        elif token["word"]:
            # A shift has a name in capitals behind it more often than these languages have here-documents.
            is_shift = not self._family.isdisjoint(_C) or "javascript" in self._family
            self._closes_with = None if is_shift else token["word"]
        return True

    def _count_tags(self, line: str) -> None:
        for tag in _TAG.finditer(line):
            if tag["alone"] is None and tag["name"].lower() not in _WITHOUT_END:
                self._tags = max(0, self._tags + (-1 if tag["end"] else 1))

    @property
    def is_inside(self) -> bool:
        """True if the next line is part of a string, a comment or an element."""
        return self._closes_with is not None or self._tags > 0

    def depth_of(self, line: str) -> int:
        """The number of lines above the next one with brackets that are open around it."""
        closed = _CLOSERS.match(line.strip())
        count = len(self._brackets) - (0 if closed is None else len(closed[0]))
        return self._depths[max(0, count)]

    def is_above(self, line: str) -> bool:
        """True if the code ends above a line."""
        text = _STATEMENT.sub("", line.strip())
        if not text or line[:1].isspace() or self.is_inside:
            return False
        is_apart = not self._last.strip()
        if not self._family.isdisjoint(_SENTENCES):
            return False
        if not self._family.isdisjoint(_DOCUMENTS):
            below_item = (
                _ITEM_OF_DOCUMENT.match(self._last) is not None and _ITEM_OF_DOCUMENT.match(line) is None
            )
            return below_item and line[0] not in "#>" and self._is_sentence(text)
        if not self._family.isdisjoint(_KEYS) and _ROW.match(text) is not None:
            return False
        is_item = text.startswith("- ") and not self._family.isdisjoint(_LISTS)
        if (
            is_item
            or _COMMENT.match(text) is not None
            or (self._language in _SHOUTED and text.split()[0].isupper())
        ):
            return False
        if self._is_sentence(text):
            return True
        return not self._brackets and (self._is_words(text, is_apart=is_apart) or self._is_title(text))

    def _is_sentence(self, text: str) -> bool:
        """True for a sentence that no line of code is."""
        bare = _QUOTED.sub("“”", text)
        if len(_EAST_ASIAN.findall(bare)) >= _FEWEST_CHARACTERS and _is_east_asian(bare):
            return True
        if _SETS.match(bare) is not None:
            return False
        tokens = bare.split()
        words = [token for token in tokens if _WORD.fullmatch(token) is not None]
        is_begun = not bare[0].islower() or not bare[0].isascii() or bare.split()[0].lower() not in _KEYWORDS
        is_much = len(words) >= _MANY_WORDS and len(words) > len(tokens) * (0.6 if len(words) < 10 else 0.5)
        return is_begun and is_much and _ends_sentence(bare)

    def _is_words(self, text: str, *, is_apart: bool) -> bool:
        """True for words, or the item of a list, that no line of code outside of brackets is."""
        bare = _QUOTED.sub("“”", text)
        item = _ITEM.match(bare)
        if item is not None and self._family.isdisjoint(_LISTS):
            return True
        if unicodedata.category(bare[0]) == "So":
            return True
        if _GOES_ON.match(bare) is not None and "sql" not in self._family and _SYNTAX.search(bare) is None:
            return True
        tokens = bare.split()
        words = [token for token in tokens if _WORD.fullmatch(token) is not None]
        if len(words) < _FEWEST_WORDS or len(words) <= len(tokens) / 2 or _SYNTAX.search(bare) is not None:
            return False
        if bare[0].islower() and bare[0].isascii():
            is_code = tokens[0].strip(",.:").lower() in _KEYWORDS
            return not is_code and len(words) > _FEWEST_WORDS and _ends_sentence(bare)
        return _ends_sentence(bare) or is_apart or len(words) > _FEWEST_WORDS

    def _is_title(self, text: str) -> bool:
        """True for a title, or a path alone, that no line of code outside of brackets is."""
        if (file := _FILE.match(text)) is not None and is_path_line(file["path"].replace("\\", "/")):
            return self._family.isdisjoint(_LISTS)
        is_long = len(text.split()) >= _FEWEST_WORDS
        if self._family.isdisjoint(_TITLED) and not (is_long and not self._family.isdisjoint(_C)):
            return False
        return _TITLE.match(text) is not None and text.split()[0].rstrip(":").lower() not in _KEYWORDS


def _ends_sentence(text: str) -> bool:
    """True if a text ends as a sentence does: with punctuation behind a word, or an emoji."""
    last = text.rstrip("\ufe0f\u200d")[-1]
    if unicodedata.category(last) in ("So", "Sk"):
        return True
    return _END.match(text) is not None and not text.endswith("::")


def _is_east_asian(text: str) -> bool:
    """True if a text without what it quotes is a sentence of a language that is written without spaces."""
    found: Sequence[str] = _EAST_ASIAN.findall(text)
    if text[-1] in "。！？：、…" or (text[-1] in "!?:." and _EAST_ASIAN.match(text[-2:]) is not None):
        return True
    return _SYNTAX.search(text) is None and len(found) * 2 > len(text) - text.count(" ")


_SPACES = lazy_pattern(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
"""The indentation of a line, perhaps of spaces that only a page has."""
_UNIT = "    "
_INDENTED_BY_BRACKETS = frozenset(
    """
    c# c++ c cc cpp cs csharp css cts cxx dart go golang h hcl hpp java javascript js json json5 jsonc jsx
    kotlin kt kts less mjs mts php rs rust scala scss swift terraform tf ts tsx typescript
    """.split()
)
"""Languages whose indentation is that of their brackets, and means nothing."""
_CLOSERS = lazy_pattern(r"[)\]}]*")


def with_indentation(lines: Sequence[str], language: str) -> Sequence[str]:
    """The lines of code with the indentation that they had before they were copied.

    It may consist of other spaces now. If each line has lost it, or has one space instead, brackets tell how
    deep the line is; in a language without them, nothing does.
    """
    lines = [_with_plain_spaces(line) for line in lines]
    widths = {len(indentation(line)) for line in lines if line.strip()}
    if language not in _INDENTED_BY_BRACKETS or max(widths, default=0) > 1 or "\t" in "".join(lines):
        return lines
    end = EndOfCode(language)
    indented: list[str] = []
    for line in lines:
        is_inside = end.is_inside
        depth = end.depth_of(line)
        end.take(line)
        indented.append(line if is_inside or not line.strip() else _UNIT * depth + line.strip())
    is_flat = len(widths) == 1
    depths = {len(indentation(line)) for line in indented if line.strip()}
    return indented if is_flat or len(depths) > len(widths) else lines


def _with_plain_spaces(line: str) -> str:
    found = _SPACES.match(line)
    if found is None or found[0].isascii():
        return line
    return "".join(sign if sign == "\t" else " " for sign in found[0]) + line[found.end() :]
