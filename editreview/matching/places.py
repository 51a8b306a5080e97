"""Ranks the places where a snippet without a match may go: a last resort.

Each place is a candidate for the user to choose from:

- lines of the file that resemble those of the snippet, set the same name, or are the block that it is
  another version of: the snippet replaces them;
- lines that the snippet and the file have in common, inside a new block or next to new lines;
- the body of a definition that the words above the snippet name, its beginning or its end;
- the lines before or after text that these words quote or describe: `after the Usage section`;
- lines of the same form, such as the prototypes of a header;
- the end and the beginning of the file, and below its blocks.

A rule of styles that shows some declarations of its namesakes is merged with these (`merged_rules`).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, dropwhile, groupby, islice, pairwise, product
from operator import eq, itemgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness, vocabulary
from editreview.alignment import change_lines
from editreview.blocks import Interpretation, lines_named
from editreview.file_kinds import JSON, KEYED, MARKDOWN, PROSE, YAML
from editreview.first_use import lazy_pattern
from editreview.grammars import faults
from editreview.matching import place_words
from editreview.matching.adapt import adapt_lines
from editreview.matching.code import (
    CALL,
    LANGUAGES,
    PAGES,
    comment_around,
    dialect_of,
    is_comment,
    language_of,
)
from editreview.matching.definitions import asks_to_rename, most_alike_name, named_spans
from editreview.matching.depth import (
    continues_block,
    depth_map,
    depth_unit,
    indent_width,
    only_closes,
    opens_block,
)
from editreview.matching.file_index import FileIndex
from editreview.matching.literals import ENTRY_KEY, literal_alone, literals_in
from editreview.matching.model import (
    MAX_CANDIDATES,
    PLACE,
    RANK_LIKELY,
    RANK_SHOWN,
    RANK_SHOWN_BY_LINE,
    RANK_SHOWN_BY_NAME,
    RANK_VERY_LIKELY,
    Match,
    MatchEffect,
    block_lines,
    match_key,
    shortened,
)
from editreview.matching.outline import DATA, outline_language
from editreview.matching.place_words import (
    Direction,
    asks_to_add,
    direction_around,
    direction_of,
    is_quotation,
    name_quoted,
    names_as_one,
    names_place_beside,
    names_with_body,
    parts_in_words,
    quotation_of,
    quotations,
    replaced_quotations,
    says_what_becomes,
    sentence_with_place,
    without_imports,
)
from editreview.matching.sketch import call_other_elements, element_of, unpaired_tags
from editreview.text import (
    QUOTED_CODE,
    Change,
    begins_import,
    blank_lines_above,
    counted,
    first_nonblank_line,
    indentation,
    is_informative,
    open_brackets,
    sentences_in,
    stripped_lines,
    whole_word,
    without_blank_edges,
)

_MAX_PIECES, _MAX_OF_A_PIECE, _MAX_TOGETHER = 4, 3, 6
"""The most pieces of code with gaps that are placed, places of each, and candidates for all of them."""
_MAX_LINES, _MAX_SNIPPET = 5_000, 200
"""The most lines of a file, and of a snippet, that are compared."""
_MIN_SHARED = 5
"""The fewest letters and digits of a line that a snippet may have of the file to show where it goes."""
_MAX_CELLS = 60_000
"""The most pairs of lines that are compared by their characters."""
_MAX_PARSED = 60_000
"""The most characters of a file that is parsed again with the snippet at each place."""

_MIN_LIKENESS = 0.45
"""The likeness from which two lines may be versions of each other."""
_MIN_KEY_LIKENESS = 0.8
"""The lowest likeness of two lines that set the same name or key."""
_MIN_SHAPE_LIKENESS = 0.8
"""The lowest likeness of the forms of two lines of one group."""
_OTHER_NAME = 0.7
"""The factor for the likeness of two lines that declare, or only call, different names."""
_NEW_LINE, _LOST_LINE = 0.04, 0.2
"""The penalty for each line between two pairs that only the snippet, or only the file, has."""
_MIN_WEIGHT_LETTERS = 8
"""The fewest letters and digits with which a line counts in full."""
_MAX_APART = 30
"""The most lines of the file between two pairs."""
_MAX_WINDOWS = 4
_MAX_BOUNDARIES = 200
"""The most lines of a file for which the ends of blocks are places of the last resort."""
_MAX_OCCURRENCES = 3
"""The most lines that have a text, if it shows a place."""
_MIN_DESCRIBED = 0.5
"""The lowest share of the words after `after`, `inside` and the like that describe a line of the file."""
_DESCRIBING = 6
"""The most words after such a word that may describe a place."""
_MAX_ENDING = 4
"""The most characters of a form of a verb behind its stem: `stopped`."""
_MAX_TO_NOUN = 12
"""The most characters between a word for a place and the code beside which that is: `right before the `."""
_MIN_QUOTED_HEAD = 2
"""The fewest words of the head of a block that words quote: the name alone may be used anywhere."""
_MIN_SHAPE = 8
"""The fewest characters in the form of a line that is compared with others roughly."""
_MAX_TO_ANCHOR = 4
"""The most lines of the rest of a file up to one that shows where that begins."""
_MIN_ANCHOR = 4
"""The fewest letters and digits of such a line."""
_RANK_OF_VERB = RANK_SHOWN + 0.04
_RANK_OF_REST = 0.8
_RANK_OF_ELEMENT = 0.93
_RANK_OF_REVISED = 0.985
"""The rank of lines of the file with a few changes between them."""
_MIN_REVISED = 3
"""The fewest lines of a snippet that the file has, for these to be the ones that it changes."""
_FAULT = 0.5
"""The penalty for a place with a new syntax error."""

_TOKEN = lazy_pattern(r"\w+")
_STATEMENT = (
    "if|elif|else|for|while|return|import|from|use|using|yield|await|throw|raise|case|print"
    "|ALTER|CREATE|INSERT"
)
"""The first words of lines that set no name."""
_DECLARING = (
    "export|default|const|let|var|val|pub|public|private|protected|static|final|readonly|async"
    "|#define|def|fn|func|function|class|struct|type|interface|enum|auto|bool(?:ean)?|byte|char|double|float"
    r"|u?int(?:\d+_t)?|long|short|signed|size_t|[Ss]tring|unsigned|void|-"
)
"""The words before a name that declare it, and the dash of an item in YAML."""
_TYPE = r"[A-Za-z_](?:[\w.]|::)*(?:<[^<>]*>)?(?:\[\])?[?*&]?\s+(?=[A-Za-z_]\w*\s*[=;({])"
"""A type between these and the name: `private List<int> totals;`."""
_LEAD_OF_GROUP = 0.005
"""What the places of a group have more than one of them, if words ask for several."""
_LINE_IN_LABEL = lazy_pattern(r"\s*\(?\bL\d+(?:–\d+)?\)?")
"""The lines in the label of a candidate."""
_TITLE_IN_LABEL = lazy_pattern(r"(?<=at the top of |at the end of )“[^”]*”")
"""The block in the label of a candidate inside of it."""
_CHECKED = lazy_pattern(
    # if (!user) { | if user is None: | unless user | raise Missing unless user
    r"(?:if|unless|guard|assert)\b\W*(?:not\s+)?(?P<name>[$@]?\w+)(?!\w|\s*[.(\[])"
    r"|(?:raise|return|throw|redirect_to|abort)\b.*\s(?:if|unless)\s+!?(?P<last>[$@]?\w+)\W*$"
)
"""The beginning of a statement that checks a name, or such a statement: `if not user:`."""
_SETS = lazy_pattern(
    r"(?:[\w.:<>\[\]?*&]+\s+){0,3}?[*&]?(?P<names>[$@]?\w+(?:\s*,\s*\w+)*)\s*(?::[^=]+)?:?=(?![=>])"
)
"""The beginning of a line that gives names a value: `user, err := load()`."""
_SETTING = lazy_pattern(
    rf"(?!(?:{_STATEMENT})\b)"
    rf"(?P<declares>(?:(?:{_DECLARING})\s+)+)?"
    rf"(?(declares)(?:{_TYPE})?)"
    rf"(?!(?:{_DECLARING})\s)[\"']?(?P<key>[@$\w][\w.-]*)[\"']?"
    # A value follows: `a = 0`, `a, b := 0`, `a: 0`, `A 0`; or if the name is declared, its body, size or end.
    r"(?=\s*(?:(?:,\s*\w+\s*)*:?=(?!=)|:(?!:))|\s+\w|(?(declares)\s*[({\[;]|(?!)))"
)
"""The beginning of a line that sets or declares a name, its `key`, without indentation.

Unlike `code.name_set`, it knows names without an operator after them (`A 0`, `def f(`, `int x;`), which name
a place as well as those of values do.
"""
_EMPTY = lazy_pattern(
    r"(?:^|[\s*&])(?P<name>[$@]?\w+)\s*(?::[^=]{1,80})?:?=\s*"
    # [] | Vec::new() | new ArrayList<>() | make(map[string]int) | []string{} | var names []string
    r"(?:\[\]|\{\}|\"\"|''|(?:array|dict|list|set|mutable(?:List|Map|Set)Of(?:<[^>]*>)?)\(\)"
    r"|(?:Array|Hash|Set)\.new|new\s+[\w.]+(?:<[^()=]*>)?\(\)|\w+(?:::<[^>]*>)?::new\(\)|vec!\[\]"
    r"|make\([^()]*\)|(?:\[\]|map\[\w+\])[\w.*]+\{\})\s*;?$|^var\s+(?P<var>\w+)\s+\[\][\w.*]+$"
)
"""A statement that sets a name to an empty collection or text."""
_CALL_IN_LINE = lazy_pattern(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::)\w+)+\([^()]*(?:\([^()]*\)[^()]*)*\)")
"""A call of a method with all its arguments: `s.store.Delete(r.Context(), id)`."""
_LOOP = lazy_pattern(
    r"^(?:async\s+)?(?:for|foreach|while)\b|^await for\b|\.(?:forEach|for_each|each\w*|times)\b"
)
"""The beginning of a loop, or a call that runs code for each item: `users.forEach(`."""
_FILLS = (
    r"(?<![\w.]){name}(?:\.(?:add|append|concat|extend|insert|push\w*|put|set|unshift|update)\b"
    r"|\[[^\]]*\]\s*=(?!=)|\s*<<|\s*(?:\+|\|\|)?=(?!=))"
)
"""A statement that puts more into a collection: `names.push(`, `names[key] =`, `names = append(names, `."""
_COMPUTED = lazy_pattern(r"[^=]*=(?!=).*?(?:\(|\bfor\b|\w\.[a-z])", re.DOTALL)
"""A statement whose value is the result of a call or a comprehension."""
_SET_VALUE = lazy_pattern(
    r"(?:[\w.<>\[\]?]+\s+){0,3}?(?P<name>[$@]?\w+)\s*(?::[^=]+)?:?=(?![=>])\s*(?P<value>.+)"
)
"""A statement that gives a name a value: `var f = open(path)`."""
_GOES_ON = lazy_pattern(
    r"(?:\}\s*)?(?:else|elif|elsif|elseif|except|catch|rescue|ensure|finally)\b|\}\s*(?:while|until)\b"
)
"""The head of a further branch of a block."""
_CALLED = lazy_pattern(r"(?:[\w<>\[\],.*&?]+\s+)*?(?P<name>\w+)\s*(?:<[^<>()]*>)?\(")
"""The beginning of a line that names a method without a keyword: `Order create(`."""
_NO_NAMES = frozenset("catch elif else for foreach if match switch try until when while with".split())
"""Words with parentheses behind them that begin statements."""
_ASSIGNED = lazy_pattern(r"[^=(){}]+(?<![=!<>])=(?!=)")
"""A declaration up to the operator before its value."""
_VARIANT = lazy_pattern(r"(?:indirect\s+)?(?:case\s+)?(?P<name>[A-Za-z_]\w*)\s*(?:[({].*|=.*)?[,;]?$")
"""The first line of a variant of an enumeration: `Add,`, `Add {`, `case add(title: String)`."""
_ENUMERATION = lazy_pattern(r"(?:[\w()]+\s+)*?enum\s+(?:class\s+)?\w+[^;]*\{$")
"""The first line of an enumeration."""
_DEFINES = lazy_pattern(r"(?:class|def|fn|func|function|module|sub)\b")
"""The beginning of a definition, even if no punctuation opens its body."""
_DEFINED = lazy_pattern(r"(?:class|def|module|sub)\s+(?:self\.)?(?P<name>\w+)")
_BEGINS_DEFINITION = lazy_pattern(
    r"(?:[a-z]+(?:\([\w:]+\))?\s+){0,4}?(?:class|def|enum|fn|fun|func|function|interface|module|record|struct|sub"
    r"|trait)\s+(?:\([^()]*\)\s*)?(?:self\.)?(?P<name>\w+)"
)
"""A definition with its name: `async def load`."""
_VISIBILITY = frozenset(("private", "protected", "public", "private:", "protected:", "public:", "signals:"))
"""Lines that say who may use the members below them."""
_ANNOTATION = lazy_pattern(r"@[A-Za-z][\w.]*(?:\(.*\))?|#!?\[.*\]")
_STYLESHEETS = (".css", ".less", ".scss")
_TAG_OF_STYLES = lazy_pattern(r"\s*<(?P<end>/)?style\b")
_WITH_TABLES = (".toml", ".ini", ".cfg", ".conf", ".editorconfig", ".properties")
"""Ends of the names of files whose sections begin with a name in brackets."""
_HEAD_OF_KEYS = lazy_pattern(r"[\"']?(?P<key>[\w.-]+)[\"']?\s*:\s*[{\[]?$|\[+(?P<table>[\w.-]+)\]+$")
"""A line that begins a mapping, a list or a table: `"scripts": {`, `[dependencies]`."""
_MEMBER = lazy_pattern(r"(?P<key>\"(?:[^\"\\]|\\.)+\")\s*:")
"""The beginning of a member of an object in JSON, with its key in quotes."""
_HEAD_OF_COLLECTION = lazy_pattern(
    r"(?:[\w.<>\[\]?,]+\s+){0,5}?(?P<name>[$@]?\w+)\s*(?::[^=]{1,80})?:?=(?![=>])\s*[^=;]{0,60}[\[{(]$"
)
"""A statement that gives a name a list or a mapping of several lines: `const columns = [`."""
_CREATED_TABLE = lazy_pattern(
    r"create\s+(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[`\"\[]?\w+[`\"\]]?\.)?"
    r"[`\"\[]?(?P<name>\w+)[`\"\]]?",
    re.IGNORECASE,
)
"""The beginning of a statement that creates a table: `CREATE TABLE IF NOT EXISTS orders (`."""
_DECLARATION = lazy_pattern(r"(?P<key>[\w-]+)\s*:\s*[^{}]+;$")
_LINE_OF_STYLES = lazy_pattern(
    r"(?:[.#&:*@]|\w[\w-]*[\s.:#\[,>+~{])[^;=()]*(?:\([^()]*\)[^;=()]*)*(?:\{|,)$|\}$|/?\*|[\w-]+\s*:.*;$"
)
"""A line of a rule of styles: its selector, a declaration, its end or a comment."""
_TAG = lazy_pattern(r"<(?P<name>[A-Za-z][\w.-]*)")
_CLASS_OF_TAG = lazy_pattern(r"\bclass(?:Name)?=[\"'](?P<names>[^\"']*)")
_CONTAINERS = frozenset(["div", "span"])
"""Elements that are alike only if they have the same classes."""
_ALWAYS_OPENED = frozenset(["body", "head", "html"])
"""Elements below which there is nothing."""
_STRING = lazy_pattern(r"\"[^\"]+\"|'[^']+'")
_UNDERLINE = lazy_pattern(r"([=\-~^\"'`#*+:.])\1{2,}")
_SHAPE = lazy_pattern(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\w+")

_PAGE_HEADING = lazy_pattern(r"<h[1-3]\b", re.IGNORECASE)
_HEADING_TAG = lazy_pattern(r"<h(?P<level>[1-6])\b", re.IGNORECASE)
_LIST_ITEM = lazy_pattern(r"[-*+] |\d+[.)] ")
_BRANCH = lazy_pattern(r"(?:\}\s*)?(?:else|elif|elsif|elseif|case|when|default|except|catch|rescue)\b")
"""The head of a further branch of a condition."""
_RECEIVER_TYPE = lazy_pattern(r"func\s*\((?:\w+\s+)?\*?\s*(\w+)[^()]*\)")
"""The head of a method of Go, up to the type that it is of: `func (s *Store)`."""
_COMMENTS = ("--", "//", "/*")
_DOC_COMMENTS = ("/**", "///", "//!", "#:", "##", "--- ", "-- |", "@", "#[")
"""The beginnings of comments about the line below them alone, and of annotations."""
_NO_COMMENT = lazy_pattern(
    r"\*|#!(?!\[)|#\s*(?:define|el\w+|endif|error|if\w*|import|include|line|pragma|undef)\b"
)
"""The beginning of a line that is part of a comment or none: `#!/bin/sh`, `#include <a.h>`."""
_NOTICE = lazy_pattern(r"\b(?:copyright|licen[cs]e|spdx)\b|@(?:file|author)\b|-\*-", re.IGNORECASE)
"""A word of a comment about the whole file."""
_DOCSTRING = lazy_pattern(r"[rRuU]?(\"\"\"|''')")
_KEY_OF_ITEM = lazy_pattern(r"[ \t]*(?:- +)*([\w.-]+):(?:\s|$)")
"""A key of YAML, perhaps the first one of an item: `- uses: x`."""
_NAME_ALONE = lazy_pattern(r"[\w.-]+")
_IS_KEYWORD = lazy_pattern("class|const|def|fn|for|func|function|if|import|let|return|type|var|while")
"""A keyword, which is no end of a stretch: ``from `let` to `const```."""
_HOLDS_IMPORTS = lazy_pattern(r"try\b|if\b|import \($|#if\w*\b|use \w+::\{$")
"""The beginning of a statement that may hold imports: `if TYPE_CHECKING:`."""
_EXIT = lazy_pattern(r"(?:return|raise|throw|break|continue)\b")
"""The beginning of a statement that leaves a block."""
_TITLE_OF_TEST = lazy_pattern(
    r"(?:it|test|specify|example|scenario|should|t\.Run)\b[ (]*(?P<quote>[\"'`])(?P<title>.+?)(?P=quote)"
)
"""The head of a test with a title: `it "ignores an expired discount" do`."""
_WORD_OF_TITLE = lazy_pattern(r"[^\W\d_]{5,}")
_RANK_IN_TEST = 0.95
"""The rank of that line in the test that words mean."""
_MIN_LIKE_IN_TEST = 0.75
"""The lowest likeness of a line of a test to the new one."""
_MAX_TESTS = 200
_SAID = 0.92
"""The rank of a place that words surely say."""
_SAID_EDGE = 0.72
"""The rank of the end or the top of the file, if words say so."""

_Pair = tuple[int, int]
"""A line of the snippet, and a similar line of the file."""


class _Place(Struct, frozen=True):
    """Lines of the file that a snippet may replace, or a position between two lines."""

    first: int
    """0-based."""
    end: int
    """The line after the last; `first` for a position."""
    lines: tuple[str, ...]
    """The new lines, at their depth."""
    rank: float
    """Higher ranks are likelier."""
    label: str
    effect: MatchEffect | None = None
    """See `Match`, for this and the next one."""
    is_at_edge: bool = False


def _replacing(first: int, end: int, lines: tuple[str, ...], rank: float, which: str) -> _Place:
    """A place whose lines are replaced; `which` names them."""
    return _Place(first, end, lines, rank, f"replaces {which}", MatchEffect.REPLACES_LINES)


def _adding(first: int, end: int, lines: tuple[str, ...], rank: float, label: str) -> _Place:
    """A place at which lines are added; those of the file stay."""
    return _Place(first, end, lines, rank, label, MatchEffect.ADDS)


class _Anchor(NamedTuple):
    """A line of the file that the words above a snippet quote or describe."""

    at: int
    """0-based."""
    direction: Direction
    rank: float
    title: str
    """Its text as quoted; empty if it is only described."""
    is_last: bool = True
    """True for the last sentence, which counts most: others more likely give reasons."""


def possible_places(
    index: FileIndex, text: str, path: str, names: Sequence[str] = (), words: str = ""
) -> tuple[Match, ...]:
    """The candidates for a snippet, the likeliest first: none, or at least two.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        path: The path of the file; determines the language.
        names: The names of code in the words above the snippet.
        words: These words.
    """
    snippet = [line if line.strip() else "" for line in without_blank_edges(block_lines(text))]
    if PLACE.name in index.without or not snippet or not index.text.strip():
        return ()
    if len(index.lines) > _MAX_LINES or len(snippet) > _MAX_SNIPPET:
        return ()
    file = _File(index, path)
    known: dict[tuple[str, ...], _Place] = {}
    for place in _Search(file, snippet, names, words, blank_lines_above(text)).places():
        result = file.lines_with_place(place)
        best = known.get(result)
        if result != file.bodies and (best is None or best.rank < place.rank):
            known[result] = place
    for place in _line_in_test_meant(file, snippet, words):
        known[file.lines_with_place(place)] = place
    likeliest = sorted(known.values(), key=lambda place: -place.rank)[: 2 * MAX_CANDIDATES]
    places = [(place.rank - _FAULT * file.has_faults_with(place), place) for place in likeliest]
    places.sort(key=lambda each: -each[0])
    labelled: dict[tuple[int, int, str], _Place] = {}
    for _, place in places:
        # The user could not distinguish two that differ only in blank lines or depth.
        labelled.setdefault((place.first, place.end, place.label), place)
    matches = _distinct(_match(index, place) for place in list(labelled.values())[:MAX_CANDIDATES])
    last = sentences_in(words)[-1] if words else ""
    listed = place_words.LISTED_NAMES.search(last)
    if listed is not None and not _are_defined(file, listed[0]):
        listed = None
    if len(matches) > 1 and (listed is not None or place_words.EVERYWHERE.search(last) is not None):
        for_two = place_words.BOTH.search(last) is not None or (listed is not None and not listed["others"])
        matches = _with_groups(index, matches, words=words, for_two=for_two)[:MAX_CANDIDATES]
    return tuple(matches) if len(matches) > 1 else ()


def _test_meant(file: "_File", words: str) -> tuple[int, int] | None:
    """The span of the only test with the most words that its title alone has, in words about it; 0-based.

    it "ignores an expired discount" do      An expired discount returns the cart untouched …
    it "applies a discount" do
    """
    heads = {
        at: title["title"].lower()
        for at, line in enumerate(file.stripped)
        if (title := _TITLE_OF_TEST.match(line)) is not None
    }
    if not 1 < len(heads) <= _MAX_TESTS:
        return None
    words_of = {at: {*_WORD_OF_TITLE.findall(title)} for at, title in heads.items()}
    counts = Counter(word for each in words_of.values() for word in each)
    spoken = {*_WORD_OF_TITLE.findall(words.lower())}
    scores = {at: sum(counts[word] == 1 for word in each & spoken) for at, each in words_of.items()}
    best = max(scores.values())
    found = [at for at, score in scores.items() if score == best]
    return (found[0], file.block_end(found[0])) if best and len(found) == 1 else None


def _line_in_test_meant(file: "_File", snippet: Sequence[str], words: str) -> Iterator[_Place]:
    """The place of a snippet of one line on the only line like it of the test that words mean."""
    is_version = len(snippet) == 1 and bool(words) and not asks_to_add(sentences_in(words)[-1])
    meant = _test_meant(file, words) if is_version else None
    if meant is None:
        return
    new = snippet[0].strip()
    similar = [
        at
        for at in range(meant[0] + 1, min(meant[1], len(file.stripped)))
        if file.stripped[at] != new
        and likeness.normalized_similarity(file.stripped[at], new) >= _MIN_LIKE_IN_TEST
    ]
    if len(similar) == 1:
        (at,) = similar
        lines = (indentation(file.bodies[at]) + new,)
        yield _replacing(at, at + 1, lines, _RANK_IN_TEST, f"L{at + 1}: “{shortened(file.stripped[at])}”")


def _are_defined(file: "_File", listed: str) -> bool:
    """True if names in a list are all of definitions of a file, so that code may go into each."""
    names = [name.removesuffix("()") for name in QUOTED_CODE.findall(listed)]
    return all(named_spans(file.index, (name,), file.path) for name in names)


def _with_groups(index: FileIndex, matches: Sequence[Match], *, words: str, for_two: bool) -> list[Match]:
    """The candidates of words that ask for the same in several places: those alike, and first all as one.

    Args:
        index: The index of the file.
        matches: The candidates, each for one place.
        words: The words above the snippet.
        for_two: True if words ask for exactly two places.
    """
    groups: dict[tuple[float, str], list[Match]] = {}
    for match in matches:
        form = _TITLE_IN_LABEL.sub("“”", _LINE_IN_LABEL.sub("", match.label or ""))
        groups.setdefault((match.score, form), []).append(match)
    found = list(matches)
    for (score, _), alike in groups.items():
        twins = [match for match in matches if match not in alike and _is_twin(index, match, alike[0])]
        ordered = sorted((*alike, *twins), key=lambda match: match.span)
        is_right_count = len(ordered) == 2 if for_two else 1 < len(ordered) <= _MAX_OCCURRENCES
        together = _together(index, _with_own_values(index, ordered, words)) if is_right_count else None
        if together is not None:
            lead = replace(together, label=_label_of_group(ordered), score=min(score + _LEAD_OF_GROUP, 0.99))
            found.insert(found.index(alike[0]), lead)
    return found


def _is_twin(index: FileIndex, match: Match, other: Match) -> bool:
    """True if a match replaces the lines that another one does, but for values of the same keys."""
    if not (match.replaces_lines and other.replaces_lines and match.lines and other.lines):
        return False
    one, two = (
        [line.strip() for line in index.bodies[first - 1 : last]]
        for first, last in (match.lines, other.lines)
    )
    if len(one) != len(two) or one[0] != two[0] or match.lines == other.lines:
        return False
    keys = ((_SETTING.match(a), _SETTING.match(b)) for a, b in zip(one, two, strict=True) if a != b)
    return all(a is not None and b is not None and a["key"] == b["key"] for a, b in keys)


def _with_own_values(index: FileIndex, matches: Sequence[Match], words: str) -> Sequence[Match]:
    """The matches on several places as one, each with its own value where the snippet only repeats another's.

    - uses: setup-node@v4         new in all
      version: 18                 in the file, and a twin has `version: ${{ matrix.node }}`: that stays

    Not if words ask for that value, or nothing else changes.
    """
    if not all(match.replaces_lines and match.lines is not None for match in matches):
        return matches
    new = block_lines(matches[0].interpretation.replace)
    olds = [index.bodies[match.lines[0] - 1 : match.lines[1]] for match in matches if match.lines is not None]
    repeated = {
        found["key"]: line.strip()
        for line in new
        if (found := _SETTING.match(line.strip())) is not None
        and any(line.strip() in map(str.strip, old) for old in olds)
        and not any(
            whole_word(each).search(words) for each in (found["key"], _value_of(line, found["key"])) if each
        )
    }
    own: list[Match] = []
    for match, old in zip(matches, olds, strict=True):
        kept: dict[str, str] = {}
        for key, line in repeated.items():
            values = [each for each in old if (found := _SETTING.match(each.strip())) and found["key"] == key]
            if len(values) == 1 and values[0].strip() != line:
                kept[line] = values[0].strip()
        lines = [line.replace(line.strip(), kept.get(line.strip(), line.strip())) for line in new]
        changes = {line.strip() for line in lines} != {line.strip() for line in old}
        own.append(_with_lines(index, match, lines) if kept and changes else match)
    return own


def _value_of(line: str, key: str) -> str:
    """The value that a line gives a key, without quotes."""
    return line.strip().removeprefix("- ").removeprefix(key).strip(" \t:=\"';,")


def _with_lines(index: FileIndex, match: Match, lines: Sequence[str]) -> Match:
    """A match that replaces its lines with others."""
    assert match.lines is not None
    first, end = match.lines[0] - 1, match.lines[1]
    old = index.bodies.plain(first, end)
    new = adapt_lines(index.lines, first, old, list(lines), index.line_end_at(first))
    return replace(
        match,
        change=change_lines(index.lines, first, end, new),
        interpretation=Interpretation("", "".join(f"{line}\n" for line in lines)),
    )


def _label_of_group(matches: Sequence[Match]) -> str:
    """The label of several places as one: of the first one, with the blocks or else the lines of all."""
    label = _LINE_IN_LABEL.sub("", matches[0].label or "")
    titles = [title[0] for match in matches if (title := _TITLE_IN_LABEL.search(match.label or ""))]
    *others, last = titles or [lines for match in matches if (lines := _lines_of_label(match))]
    listed = f"{', '.join(others)} and {last}"
    if titles:
        return _TITLE_IN_LABEL.sub(lambda _: listed, label)
    words = label.replace("replaces: “", "replaces “").strip()
    return f"{words} {'' if words.endswith(('above', 'below')) else 'at '}{listed}"


def _lines_of_label(match: Match) -> str:
    """The lines that the label of a candidate gives, or else its first one."""
    found = _LINE_IN_LABEL.search(match.label or "")
    if found is not None:
        return found[0].strip(" ()")
    return f"L{match.lines[0]}" if match.lines is not None else ""


def replaced_quotation(index: FileIndex, text: str, path: str, words: str) -> Match | None:
    """The match on the only line that the last words quote and ask to replace: ``replace `import a` with``.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        path: The path of the file; determines the language.
        words: The words above the snippet.
    """
    if place_words.REPLACES.search(words) is None or not text.strip() or len(index.lines) > _MAX_LINES:
        return None
    snippet = without_blank_edges(block_lines(text))
    places = _Search(_File(index, path), snippet, (), words, blank_lines_above(text)).replaced_lines()
    place = next((place for place in places if place.end - place.first == 1), None)
    return None if place is None else _match(index, place)


def replaced_stretch(index: FileIndex, text: str, path: str, words: str) -> Match | None:
    """The match on the stretch that the last words ask to replace: ``everything above `class A` becomes``.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        path: The path of the file; determines the language.
        words: The words above the snippet.
    """
    last = sentences_in(words)[-1]
    found = place_words.STRETCH.search(last)
    if found is None or not says_what_becomes(last) or not text.strip() or len(index.lines) > _MAX_LINES:
        return None
    file = _File(index, path)
    stretch = file.stretch(found)
    if stretch is None:
        return None
    filled = [row for row in range(*stretch) if file.stripped[row]]
    snippet = without_blank_edges(block_lines(text))
    search = _Search(file, snippet, (), words, 0)
    place = next(search.instead_of(filled[0], filled[-1] + 1), None) if filled else None
    return None if place is None else _match(index, place)


def rebuilt_collection(index: FileIndex, text: str, path: str) -> Match | None:
    """The match on an empty collection and the loop below that fills it, if a snippet sets it at once.

    names = []                           in the file
    for user in users:
        names.append(user.name)

    names = [u.name for u in users]      the snippet

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        path: The path of the file; determines the language.
    """
    snippet = without_blank_edges(block_lines(text))
    key = _SETS.match(snippet[0].strip()) if snippet else None
    if key is None or len(index.lines) > _MAX_LINES or _COMPUTED.match("\n".join(snippet)) is None:
        return None
    depth = indent_width(snippet[0])
    if any(indent_width(line) <= depth and not only_closes(line) for line in snippet[1:] if line.strip()):
        return None
    file = _File(index, path)
    lines = file.filled_in_loop(key["names"])
    search = _Search(file, snippet, (), "")
    place = next(search.instead_of(*lines, "and the loop that fills it"), None) if lines else None
    return None if place is None else _match(index, place)


def replaced_definitions(index: FileIndex, text: str, path: str, words: str) -> Match | None:
    """The match on adjacent definitions that the last words ask to replace: ``replace `f` and `g` with``.

    One of them may only be in the snippet: ``replace the struct and its `impl A` block with``.

    Args:
        index: The index of the file.
        text: The snippet, with line feeds for line ends.
        path: The path of the file; determines the language.
        words: The words above the snippet.
    """
    last = sentences_in(words)[-1]
    if place_words.PUTS_INSTEAD.search(last) is None or not text.strip() or len(index.lines) > _MAX_LINES:
        return None
    snippet = without_blank_edges(block_lines(text))
    defined = {name for line in snippet if not line[:1].isspace() and (name := _definition_in(line))}
    asked = {name_quoted(match) for match in quotations(place_words.BEFORE_NEW_CODE.split(last)[0])}
    if not asked - defined:
        return None
    found = [named_spans(index, [name], path) for name in sorted(asked | defined)]
    spans = sorted(set().union(*found))
    file = _File(index, path)
    are_adjacent = all(
        end <= first and not any(file.stripped[end:first]) for (_, end), (first, _) in pairwise(spans)
    )
    if len(spans) < 2 or not are_adjacent or any(len(each) > 1 for each in found):
        return None
    rows = [row for row in range(spans[0][0], spans[-1][1]) if file.stripped[row]]
    search = _Search(file, snippet, (), words, 0)
    place = next(search.instead_of(rows[0], rows[-1] + 1), None)
    return None if place is None else _match(index, place)


def makes_fault(index: FileIndex, path: str, change: Change) -> bool:
    """True if a change makes a new syntax error; False for languages without a parser, and long files."""
    return _File(index, path).has_faults_after(change)


def merged_rules(index: FileIndex, text: str, path: str) -> tuple[Match, ...]:
    """The matches of a rule of styles that shows some declarations of its namesakes: their others stay.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; empty for files without styles.
    """
    own = stripped_lines(text)
    if len(own) < 3 or not own[0].endswith("{") or own[-1] != "}":
        return ()
    declared = [(found["key"], line) for line in own[1:-1] if (found := _DECLARATION.match(line)) is not None]
    if len(declared) != len(own) - 2 or len(dict(declared)) < len(declared):
        # Of two declarations of one property, the first is for older browsers.
        return ()
    file = _File(index, path)
    starts = [at for at in file.lines_equal(own[0]) if _is_in_styles(file, at)]
    merged = (_merged_rule(index, file, own[0], dict(declared), start) for start in starts)
    return tuple(match for match in merged if match is not None)


def _merged_rule(index: FileIndex, file: "_File", head: str, new: dict[str, str], start: int) -> Match | None:
    """The match on one rule of the file; None if it would keep nothing of it.

    Args:
        index: The index of the file.
        file: The same, for places.
        head: The first line of the rule.
        new: The new declarations, by property.
        start: The first line of the rule in the file, 0-based.
    """
    end = file.end_with(start, "}")
    if end is None:
        return None
    keys = [
        found["key"]
        for line in file.bodies[start + 1 : end - 1]
        if (found := _DECLARATION.match(line.strip()))
    ]
    if any(keys.count(key) > 1 for key in new):
        return None
    at, lines, margin, keeps = start + 1, [], "", False
    for line in file.bodies[at : end - 1]:
        found = _DECLARATION.match(line.strip())
        margin = indentation(line) if found is not None else margin
        changed = new.pop(found["key"], None) if found is not None else None
        keeps |= changed is None and bool(line.strip())
        lines.append(line if changed is None else f"{margin}{changed}")
    if not keeps:
        return None
    lines = [*_without_blank_end(lines), *(f"{margin}{line}" for line in new.values())]
    label = f"updates “{head.rstrip('{ ')}”, and keeps its other declarations"
    return _match(index, _Place(at, end - 1, tuple(lines), 0.98, label))


def _is_in_styles(file: "_File", at: int) -> bool:
    """True if a line is in a stylesheet, or in the styles of a page."""
    if file.path.lower().endswith(_STYLESHEETS):
        return True
    if not file.path.lower().endswith(PAGES):
        return False
    tags = (_TAG_OF_STYLES.match(line) for line in reversed(file.bodies[:at]))
    nearest = next((tag for tag in tags if tag is not None), None)
    return nearest is not None and nearest["end"] is None


def names_set(text: str) -> frozenset[str]:
    """The names that lines of a text set or declare, such as `total` in `total = 0`."""
    keys = (_SETTING.match(line.strip()) for line in text.splitlines())
    return frozenset(key["key"] for key in keys if key is not None)


def block_at(index: FileIndex, path: str, line: int) -> tuple[int, int]:
    """The lines of the block or section that begins on a line, as a span; 0-based."""
    return line, _File(index, path).block_end(line)


def declares_new(index: FileIndex, text: str) -> bool:
    """True if the first line of a snippet declares a name that the file does not have."""
    name = _definition_in(first_nonblank_line(text))
    return bool(name) and whole_word(name).search(index.text) is None


def replaced_span(index: FileIndex, path: str, words: str, text: str = "") -> tuple[int, int] | None:
    """The lines of a definition, or of its body, that the last words ask to replace: ``replace `f` with``.

    Args:
        index: The index of the file.
        path: The path of the file; determines the language.
        words: The words above the snippet.
        text: The snippet. One that begins the definition itself is no body.

    Returns:
        The lines as a span, 0-based; None if the words ask for no such thing.
    """
    last = sentences_in(words)[-1]
    for name in names_with_body(last):
        spans = named_spans(index, [name], path)
        if len(spans) == 1:
            is_whole = any(_definition_in(line) == name.rpartition(".")[2] for line in text.splitlines())
            return spans[0] if is_whole else _File(index, path).filled_body_of(*spans[0])
    for match, _ in replaced_quotations(last):
        spans = named_spans(index, [name_quoted(match)], path)
        return spans[0] if len(spans) == 1 else None
    return None


def places_of_pieces(
    index: FileIndex, pieces: Sequence[str], path: str, names: Sequence[str] = (), words: str = ""
) -> tuple[Match, ...]:
    """The candidates for the pieces of code with gaps, in order in the file: none, or at least two.

    Args:
        index: The index of the file.
        pieces: The code between the gaps.
        path: The path of the file.
        names: As for `possible_places`.
        words: As for `possible_places`.
    """
    filled = [piece for piece in pieces if piece.strip()]
    if len(filled) > 1:
        filled[-1] = _without_outer_end(filled[-1])
    lines = {line.strip() for piece in filled for line in piece.splitlines()}
    is_new = any(any(map(str.isalnum, line)) and not index.occurrences.count(line) for line in lines)
    # A piece that is in the file shows where the others are: anywhere else they would be wrong.
    is_known = any(all(map(index.occurrences.count, stripped_lines(piece))) for piece in filled)
    if is_known or not is_new or len(filled) > _MAX_PIECES:
        return ()
    if len(filled) == 1:
        places = possible_places(index, filled[0], path, names, words)
        return _places_of_one_piece(index, pieces, path, places)
    each = [possible_places(index, piece, path, names, words)[:_MAX_OF_A_PIECE] for piece in filled]
    choices = sorted(product(*each), key=lambda choice: -sum(place.score for place in choice))
    found = (_together(index, choice) for choice in choices)
    file = _File(index, path)
    first, end = _block_begun_by(file, filled[0])
    matches = [
        match
        for match in _distinct(filter(None, found))
        if match.lines is not None
        and first < match.lines[0]
        and match.lines[1] <= end
        and not file.has_faults_after(match.change)
    ]
    return tuple(matches[:_MAX_TOGETHER]) if len(matches) > 1 else ()


def _distinct(matches: Iterable[Match]) -> list[Match]:
    """Candidates without those that would do the same as one before them with its label."""
    return list({(match.label, match.change): match for match in reversed(list(matches))}.values())[::-1]


def _without_outer_end(piece: str) -> str:
    """A piece without the lines at its end that close what an earlier one has begun: the `end` of a class."""
    lines = piece.splitlines(keepends=True)
    depth = indent_width(next(line for line in lines if line.strip()))
    while not lines[-1].strip() or (only_closes(lines[-1]) and indent_width(lines[-1]) < depth):
        lines.pop()
    return "".join(lines)


def _block_begun_by(file: "_File", piece: str) -> tuple[int, int]:
    """The span of the block whose head a piece begins with; all if not just one line of the file is equal."""
    head = stripped_lines(piece)[0]
    starts = file.lines_equal(head)
    return (starts[0], file.block_end(starts[0])) if len(starts) == 1 else (0, len(file.bodies))


def _places_of_one_piece(
    index: FileIndex, pieces: Sequence[str], path: str, places: Sequence[Match]
) -> tuple[Match, ...]:
    """The candidates for the only piece of code with gaps: none, or at least two.

    Those with lines that begin and end like it come first, and of these the ones up to the end of the file on
    the side without a gap.
    """
    framed = [place for place in places if _has_ends_of_old_lines(index, place)]
    if not framed and (rest := _rest_of_file(_File(index, path), pieces)) is not None:
        framed = [_match(index, rest)]
    ends = (1 if pieces[0].strip() else 0, len(index.lines) if pieces[-1].strip() else 0)
    framed.sort(key=lambda place: place.lines is None or not any(map(eq, place.lines, ends)))
    others = [place for place in places if not _takes_more_than_it_gives(index, place)]
    alone = [*framed, *(place for place in others if place not in framed)]
    return tuple(alone[:_MAX_TOGETHER]) if len(alone) > 1 else ()


def _rest_of_file(file: "_File", pieces: Sequence[str]) -> _Place | None:
    """The place of the only piece below a gap that ends as the file does, or above one that begins like it.

    # ... builder stage ...
    # FINAL                  in the file once
    FROM scratch
    CMD ["/app"]             the last line of the file
    """
    is_last = not pieces[0].strip()
    if is_last is not bool(pieces[-1].strip()):
        return None
    step = 1 if is_last else -1
    new = without_blank_edges(block_lines("".join(pieces)))
    own = [line.strip() for line in new if line.strip()][::step]
    old = [(at, line) for at, line in enumerate(file.stripped) if line][::step]
    nth = next((n for n, line in enumerate(own[:_MAX_TO_ANCHOR]) if len(file.lines_equal(line)) == 1), None)
    if nth is None or own[-1] != old[-1][1] or not is_informative(own[nth], _MIN_ANCHOR):
        return None
    row = next(n for n, (_, line) in enumerate(old) if line == own[nth]) - nth
    if row <= 0 or [line for _, line in old[row : row + nth]] != own[:nth]:
        return None
    first, end = sorted((old[row][0], old[-1][0]))
    which = f"{lines_named((first + 1, end + 1))}, {'the rest' if is_last else 'the beginning'} of the file"
    return _replacing(first, end + 1, tuple(new), _RANK_OF_REST, which)


def _has_ends_of_old_lines(index: FileIndex, place: Match) -> bool:
    """True if new lines begin and end as those that they replace, so that no gap stands for lines between."""
    old = stripped_lines(index.text[place.span[0] : place.span[1]])
    new = stripped_lines(place.interpretation.replace)
    return place.replaces_lines and min(len(old), len(new)) > 2 and (old[0], old[-1]) == (new[0], new[-1])


def _takes_more_than_it_gives(index: FileIndex, place: Match) -> bool:
    """True if a place loses more lines than are new: some of them are among those that a gap stands for."""
    old = stripped_lines(index.text[place.span[0] : place.span[1]])
    new = stripped_lines(place.interpretation.replace)
    if not place.replaces_lines:
        return False
    return (Counter(old) - Counter(new)).total() > (Counter(new) - Counter(old)).total()


def _together(index: FileIndex, places: Sequence[Match]) -> Match | None:
    """The match of several pieces; None if they are not in order, overlap, or leave no line between them."""
    splices = [splice for place in places for splice in place.change.splices]
    if any(first.end > second.start for first, second in pairwise(splices)) or not splices:
        return None
    lines = [place.lines for place in places if place.lines is not None]
    for place, (_, last), (first, _) in zip(places[1:], lines, lines[1:], strict=False):
        # Lines are added below their line.
        end = first - 1 if place.replaces_lines else first
        if not any(map(str.strip, index.bodies[last:end])):
            return None
    return replace(
        places[0],
        key=":".join(place.key for place in places),
        interpretation=Interpretation("", "".join(place.interpretation.replace for place in places)),
        span=(min(place.span[0] for place in places), max(place.span[1] for place in places)),
        lines=(min(first for first, _ in lines), max(last for _, last in lines)),
        change=Change(tuple(splices)),
        score=min(place.score for place in places),
        label="; ".join(place.label or "" for place in places),
        effect=places[0].effect,
        is_at_edge=places[-1].is_at_edge,
    )


def _without_lines_beside(index: FileIndex, place: _Place) -> _Place:
    """A place at which lines are added, without those at the edges of the snippet that the file has there."""
    if place.effect is not MatchEffect.ADDS or place.first != place.end:
        return place
    lines = list(place.lines)
    for step in (1, -1):
        beside = index.bodies.plain(0, place.first)[::-1] if step > 0 else index.bodies.plain(place.end)
        near = [line.rstrip() for line in islice(filter(str.strip, beside), len(lines))]
        own = lines[::step]
        count = _shared_edge([line.rstrip() for line in own], near)
        lines = own[count:][::step]
    left = without_blank_edges(lines)
    if len(left) == len(without_blank_edges(place.lines)) or not left:
        return place
    was, now = (counted(sum(map(bool, map(str.strip, each))), "line") for each in (place.lines, left))
    blank = [""] if not place.lines[0].strip() else []
    return replace(place, lines=(*blank, *left), label=place.label.replace(f"adds {was}", f"adds {now}"))


def _shared_edge(lines: Sequence[str], near: Sequence[str]) -> int:
    """The number of lines at an edge of a snippet that the file has in a row beside the place.

    Args:
        lines: Those of the snippet, from its edge inwards.
        near: The lines of the file that are not blank, from the place outwards.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    for count in range(min(len(filled) - 1, len(near)), 0, -1):
        shared = [lines[at] for at in filled[:count]]
        if shared == list(near[:count])[::-1] and any(is_informative(line, _MIN_SHARED) for line in shared):
            return filled[count - 1] + 1
    return 0


def _match(index: FileIndex, place: _Place) -> Match:
    place = _without_lines_beside(index, place)
    old = index.bodies.plain(place.first, place.end)
    lines = adapt_lines(index.lines, place.first, old, list(place.lines), index.line_end_at(place.first))
    first, end = place.first, place.end
    return Match(
        key=f"{match_key(index.lines, first, end)}:{place.label}",
        interpretation=Interpretation("", "".join(f"{line}\n" for line in place.lines)),
        span=index.lines.span(first, end),
        lines=(first + 1, end) if end > first else (max(first, 1), max(first, 1)),
        change=change_lines(index.lines, first, end, lines),
        strategies=(PLACE.name,),
        tier=PLACE.tier,
        score=max(0.01, min(0.99, place.rank)),
        label=place.label,
        effect=place.effect,
        is_at_edge=place.is_at_edge,
    )


class _File:
    """The lines of a file, and its syntax."""

    def __init__(self, index: FileIndex, path: str) -> None:
        self.index = index
        self.path = path
        language = language_of(path)
        self.language = language and dialect_of(index.text, language)
        self.unit = index.depth_unit
        self.bodies = tuple(index.bodies.plain())
        self.stripped = tuple(line.strip() for line in self.bodies)
        self.widths = tuple(map(indent_width, self.bodies))

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The words of each line."""
        return tuple(frozenset(_parts(line)) for line in self.stripped)

    @cached_property
    def wordless(self) -> set[int]:
        """The nonblank lines without words, such as closing lines."""
        return {at for at, words in enumerate(self.words) if self.stripped[at] and not words}

    def is_in_docstring(self, at: int) -> bool:
        """True if a line of Python belongs to the string that begins a definition."""
        return at in self._docstrings

    @cached_property
    def _docstrings(self) -> frozenset[int]:
        lines: set[int] = set()
        for at, line in enumerate(self.stripped if self.path.lower().endswith((".py", ".pyi")) else ()):
            begun = _DOCSTRING.match(line) if at not in lines else None
            if begun is not None:
                mark, rest = begun[1], line[begun.end() :]
                ends = (
                    n
                    for n in range(at, len(self.stripped))
                    if mark in (rest if n == at else self.stripped[n])
                )
                lines.update(range(at, next(ends, at) + 1))
        return frozenset(lines)

    @cached_property
    def weights(self) -> dict[str, float]:
        """By word: its weight, which is lower, the more lines have it."""
        counts = Counter(word for words in self.words for word in words)
        return {word: 1 / count for word, count in counts.items()}

    @cached_property
    def _with_tag(self) -> dict[str, list[int]]:
        """The lines that begin with a tag, by its name."""
        lines: dict[str, list[int]] = defaultdict(list)
        for at, line in enumerate(self.stripped):
            if (tag := _TAG.match(line)) is not None:
                lines[tag["name"]].append(at)
        return lines

    @cached_property
    def _faults(self) -> int | None:
        """The number of its syntax errors; None if it is not read as code."""
        is_read = self.language in LANGUAGES or self._is_page
        return self._faults_of(self.bodies) if is_read and len(self.index.text) <= _MAX_PARSED else None

    @property
    def _is_page(self) -> bool:
        return self.path.lower().endswith(PAGES)

    def _faults_of(self, lines: Sequence[str]) -> int:
        """The number of syntax errors; in a page, of elements that do not end, or end without a beginning."""
        if self._is_page:
            return unpaired_tags(lines)
        assert self.language is not None
        return faults("\n".join([*lines, ""]), self.language)

    def lines_with_place(self, place: _Place) -> tuple[str, ...]:
        """The lines of the file with the snippet at a place."""
        return (*self.bodies[: place.first], *place.lines, *self.bodies[place.end :])

    def has_faults_with(self, place: _Place) -> bool:
        """True if the snippet at a place makes a new syntax error."""
        return self._faults is not None and self._faults_of(self.lines_with_place(place)) > self._faults

    def has_faults_after(self, change: Change) -> bool:
        """True if a change makes a new syntax error."""
        after = change.apply(self.index.text).splitlines()
        return self._faults is not None and self._faults_of(after) > self._faults

    def body_of(self, first: int, end: int) -> tuple[int, int]:
        """The lines of a block, as a span, between its head and what closes it."""
        bodies = self.bodies
        while end > first + 1 and not bodies[end - 1].strip():
            end -= 1
        begin = first + 1
        if bodies[first].startswith("#"):
            begin = next((n for n in range(begin, end) if bodies[n].strip()), begin)
        depth = indent_width(bodies[first])
        if not opens_block(bodies[first]) and not bodies[first].startswith("["):
            # The head may go on for some lines.
            is_tag = bodies[first].lstrip().startswith("<")
            ends_head = (lambda line: line.rstrip().endswith(">")) if is_tag else opens_block
            begin = next((n + 1 for n in range(first, end) if ends_head(bodies[n])), begin)
        stop = end
        while stop > begin and only_closes(bodies[stop - 1]) and indent_width(bodies[stop - 1]) <= depth:
            if not _closes_more(bodies[begin:stop]):
                # The last block inside is as deep as the head, as in a section of a page.
                break
            stop -= 1
        return begin, stop

    def filled_body_of(self, first: int, end: int) -> tuple[int, int] | None:
        """The lines of a block inside of it, without blank ones at their edges; None without any."""
        rows = [row for row in range(*self.body_of(first, end)) if self.stripped[row]]
        return (rows[0], rows[-1] + 1) if rows else None

    def block_end(self, at: int) -> int:
        """The line after the block that begins on a line; the next line if none does."""
        while self._is_annotation(at):
            at += 1
        depth, end = self.widths[at], at + 1
        if (tag := _TAG.match(self.stripped[at])) is not None and not self.is_heading(at):
            closing = f"</{tag['name']}>"
            first = next((n for n in range(at, len(self.bodies)) if closing in self.stripped[n]), at)
            # An element inside of it may end first.
            return first + 1 if first == at else self.end_with(at, closing) or first + 1
        if self.path.lower().endswith(MARKDOWN) and self._heading_level(at):
            return self._section_end(at)
        if self.is_underlined(at):
            return self._underlined_end(at)
        if self.stripped[at].startswith("[") and self.path.lower().endswith(_WITH_TABLES):
            heads = (n for n in range(at + 1, len(self.bodies)) if self.bodies[n].startswith("["))
            last = next(heads, len(self.bodies)) - 1
            return next(n + 1 for n in range(last, at - 1, -1) if self.stripped[n])
        for n in range(at + 1, len(self.bodies)):
            if not self.stripped[n]:
                continue
            is_as_deep = self.widths[n] == depth
            # A signature may take several lines, and its brace one of its own.
            goes_on = is_as_deep and (
                continues_block(self.stripped[n]) or (self.stripped[n] == "{" and n == end)
            )
            closes = is_as_deep and (self.stripped[n][0] in ")]}" or only_closes(self.bodies[n]))
            if self.widths[n] <= depth and not closes and not goes_on:
                break
            end = n + 1
            if closes and not goes_on and not self._has_body_below(n):
                break
        return end

    def _has_body_below(self, at: int) -> bool:
        """True if a line that ends the parameters of a function has its body below it."""
        is_next = at + 1 < len(self.bodies) and self.widths[at + 1] == self.widths[at]
        return is_next and self.stripped[at].startswith(")") and self.stripped[at + 1] in ("{", "where")

    def head_at(self, at: int) -> int:
        """The line that begins a definition, below the annotations that begin on a line."""
        while self._is_annotation(at):
            at += 1
        return at

    def _is_annotation(self, at: int) -> bool:
        """True if a line is only an annotation of the definition on the next line: `@cached`, `#[test]`."""
        is_alone = _ANNOTATION.fullmatch(self.stripped[at]) is not None
        is_followed = at + 1 < len(self.bodies) and bool(self.stripped[at + 1])
        return is_alone and is_followed and self.widths[at + 1] == self.widths[at]

    def top_of(self, at: int, end: int) -> int:
        """The first line of some lines and of the comments and annotations above that are about them.

        A comment above the first of several statements may be about all of them, and one that begins the file
        about that.

        Args:
            at: The first of the lines.
            end: The line after them.
        """
        is_last = end >= len(self.bodies) or not self.stripped[end] or self.widths[end] != self.widths[at]
        is_alone = end > at + 1 or is_last
        top = at
        while top > 0 and (above := self._top_of_comment(top - 1)) is not None:
            is_about_it = is_alone or self.stripped[above].startswith(_DOC_COMMENTS)
            if self.widths[above] != self.widths[at] or not is_about_it:
                break
            top = above
        is_notice = top == 0 and _NOTICE.search(" ".join(self.stripped[:at])) is not None
        return at if is_notice else top

    def _top_of_comment(self, at: int) -> int | None:
        """The first line of the comment or the annotation that ends on a line; None if none does."""
        line = self.stripped[at]
        for begin, close in (("/*", "*/"), ("<!--", "-->")):
            if line.endswith(close):
                first = next((n for n in range(at, -1, -1) if begin in self.stripped[n]), at)
                return first if self.stripped[first].startswith(begin) else None
        is_part = is_comment(line, self.path) and _NO_COMMENT.match(line) is None
        return at if is_part or _ANNOTATION.fullmatch(line) is not None else None

    def statement_at(self, at: int) -> tuple[int, int]:
        """The lines of the statement that has a line, as a span: in SQL up to a semicolon, else its block."""
        if not self.path.lower().endswith(".sql"):
            return at, self.block_end(at)
        first = at
        while first > 0 and (above := self.stripped[first - 1]) and not above.endswith(";"):
            if above.startswith(_COMMENTS):
                break
            first -= 1
        count = len(self.bodies)
        end = next((n + 1 for n in range(at, count) if self.stripped[n].endswith(";")), at + 1)
        return first, end

    def end_of_statement(self, at: int) -> int:
        """The line after the statement of SQL that begins on a line; else the next line."""
        is_code = self.path.lower().endswith(".sql") and not self.stripped[at].startswith(_COMMENTS)
        first, end = self.statement_at(at) if is_code else (at, at + 1)
        return end if first == at else at + 1

    def end_with(self, at: int, last: str) -> int | None:
        """The line after the block that begins on a line, if another line at its depth ends it."""
        for n in range(at + 1, len(self.bodies)):
            if self.stripped[n] and self.widths[n] <= self.widths[at]:
                return n + 1 if self.widths[n] == self.widths[at] and self.stripped[n] == last else None
        return None

    def filled_in_loop(self, name: str) -> tuple[int, int] | None:
        """The only lines that set a name to an empty collection, and fill it in a loop directly below."""
        spans = [(at, end) for at in range(len(self.bodies)) if (end := self._end_of_filling(at, name))]
        return spans[0] if len(spans) == 1 else None

    def _end_of_filling(self, at: int, name: str) -> int | None:
        """The line after the loop that fills a collection; None unless a line sets it to an empty one."""
        empty = _EMPTY.search(self.stripped[at])
        if empty is None or name not in (empty["name"], empty["var"]):
            return None
        below = next((n for n in range(at + 1, len(self.bodies)) if self.stripped[n]), at)
        if self.widths[below] != self.widths[at] or _LOOP.search(self.stripped[below]) is None:
            return None
        end = self.block_end(below)
        fills = re.compile(_FILLS.format(name=re.escape(name)))
        return end if any(map(fills.search, self.stripped[below:end])) else None

    def region_named(self, name: str) -> tuple[int, int] | None:
        """The lines of the only definition with a name and its comments, or of the only line that has it.

        A word alone names a definition, or is a whole line.
        """
        spans = named_spans(self.index, (name,), self.path)
        is_word = _NAME_ALONE.fullmatch(name) is not None
        lines = self.lines_equal(name) or ([] if is_word else self.lines_with(name))
        if len(spans) != 1 and len(lines) != 1:
            return None
        first, end = spans[0] if len(spans) == 1 else self.statement_at(lines[0])
        return self.top_of(first, end), end

    def _section_end(self, at: int) -> int:
        """The line after the last one with text of a section of Markdown."""
        level, end = self._heading_level(at), at + 1
        for n in range(at + 1, len(self.bodies)):
            if 0 < self._heading_level(n) <= level:
                break
            end = n + 1 if self.stripped[n] else end
        return end

    def is_heading(self, at: int) -> bool:
        """True if a line is the heading of a section of a text."""
        is_markdown = self.path.lower().endswith(MARKDOWN)
        return self._heading_level(at) > 0 if is_markdown else self.is_underlined(at)

    def _heading_level(self, at: int) -> int:
        """The level of the heading that a line of Markdown is; 0 if it is none."""
        line = self.stripped[at]
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            return level if line[level : level + 1] in ("", " ") else 0
        if (tag := _HEADING_TAG.match(line)) is not None:
            return int(tag["level"])
        return (2 - self.stripped[at + 1].startswith("=")) if self.is_underlined(at) else 0

    def is_underlined(self, at: int) -> bool:
        """True if a line is the title of a section, with a line of punctuation below it."""
        below = self.stripped[at + 1] if at + 1 < len(self.stripped) else ""
        is_title = self.path.lower().endswith(PROSE) and any(map(str.isalnum, self.stripped[at]))
        return (
            is_title and _UNDERLINE.fullmatch(below) is not None and 2 * len(below) >= len(self.stripped[at])
        )

    def _underlined_end(self, at: int) -> int:
        """The line after the last one with text of a section whose title is underlined."""
        sign, above = self.stripped[at + 1][0], {self.stripped[at + 1][0]}
        heads = [n for n in range(len(self.bodies)) if self.is_underlined(n)]
        signs = [self.stripped[n + 1][0] for n in heads]
        if sign in signs:
            # Signs that come first are those of the sections around it.
            above.update(signs[: signs.index(sign)])
        later = (n for n, other in zip(heads, signs, strict=True) if n > at and other in above)
        end = next(later, len(self.bodies))
        return next(n + 1 for n in range(end - 1, at, -1) if self.stripped[n])

    def stretch(self, found: re.Match[str]) -> tuple[int, int] | None:
        """The lines above or below what has a name, up to the end of its block, or from one name to another.

        None if a name is of nothing, or of several things; or for what is above a part of a block.

        Args:
            found: A match of `place_words.STRETCH`.
        """
        names = [found[group] for group in ("beside", "first", "last") if found[group]]
        if any(_IS_KEYWORD.fullmatch(name) for name in names):
            return None
        regions = [region for name in names if (region := self.region_named(name)) is not None]
        if len(regions) < len(names):
            return None
        begin, end = regions[0][0], regions[-1][1]
        if not found["beside"]:
            return begin, end
        if self.path.lower().endswith(MARKDOWN):
            return (0, begin) if found["above"] else (end, self._section_end(begin))
        depth = self.widths[begin]
        if found["above"]:
            return None if depth else (0, begin)
        below = (n for n in range(end, len(self.bodies)) if self.stripped[n] and self.widths[n] < depth)
        return end, next(below, len(self.bodies))

    @cached_property
    def imports(self) -> Sequence[tuple[int, int]]:
        """The lines of each import above the first definition, as spans: of a block, if it has some."""
        begins = _BEGINS_DEFINITION.match
        end = next((at for at, line in enumerate(self.bodies) if begins(line)), len(self.bodies))
        heads = (at for at in range(end) if self.stripped[at] and not self.widths[at])
        spans = ((at, self.block_end(at)) for at in heads)
        return [span for span in spans if self._has_imports(*span)]

    def _has_imports(self, first: int, end: int) -> bool:
        """True if a statement is an import, or a `try` or `if` whose block begins with one."""
        lines = self.stripped[first:end]
        if begins_import(lines[0]):
            return True
        return _HOLDS_IMPORTS.match(lines[0]) is not None and any(map(begins_import, lines[1:2]))

    def is_import(self, at: int) -> bool:
        """True if a line is of an import above the first definition."""
        return any(first <= at < end for first, end in self.imports)

    def lines_with_tag(self, name: str) -> list[int]:
        """The lines that begin with a tag."""
        return self._with_tag.get(name, [])

    def only_with_tag(self, line: str) -> int | None:
        """The only line that begins with the same tag as another one; None without one."""
        tag = _TAG.match(line)
        found = self._with_tag.get(tag["name"], []) if tag is not None else []
        return found[0] if len(found) == 1 else None

    def gap(self, at: int) -> int:
        """The number of blank lines above a line."""
        count = 0
        while at - count > 0 and not self.stripped[at - count - 1]:
            count += 1
        return count

    def lines_equal(self, line: str) -> list[int]:
        """The lines equal to one, indentation aside; too many count as none."""
        found = [at for at, other in enumerate(self.stripped) if other and other == line]
        return found if len(found) <= _MAX_OCCURRENCES else []

    def has_word(self, word: str) -> bool:
        """True if a line has a word, not inside another one."""
        return whole_word(word).search(self.index.text) is not None

    def lines_with(self, text: str) -> list[int]:
        """The lines that have a text, not inside a word; too many count as none."""
        found = self.all_lines_with(text)
        return found if len(found) <= _MAX_OCCURRENCES else []

    def all_lines_with(self, text: str) -> list[int]:
        """The lines that have a text, not inside a word."""
        pattern = whole_word(text)
        return [at for at, line in enumerate(self.stripped) if text in line and pattern.search(line)]


class _Search:
    """One snippet and one file."""

    def __init__(
        self, file: _File, snippet: Sequence[str], names: Sequence[str], words: str, blank: int = 0
    ) -> None:
        self._file = file
        self._blank = blank
        """The number of blank lines shown above the snippet."""
        self._snippet = snippet
        self._names = names
        # The name of the file says nothing about a place in it.
        name = re.escape(file.path.rpartition("/")[2])
        words = re.sub(rf"[`*\"“]*(?<![\w.-])(?:[\w./\\-]*[/\\])?{name}(?![\w-])[`*\"”]*", "the file", words)
        words = place_words.FIND_AND_ADD.sub(r"\g<add>\g<side> \g<old>", vocabulary.NOT_MEANT.sub("", words))
        self._words = words = _with_names_quoted(words, file)
        self._adds = asks_to_add(words)
        self._last_words = last = sentence_with_place(words)
        is_import = all(map(begins_import, filter(str.strip, snippet)))
        # Names of code may be such words too: `end`.
        last_unquoted = place_words.QUOTED.sub(
            lambda quoted: " " if is_quotation(quoted) else quoted[0],
            last if is_import else without_imports(last),
        )
        adds_there = not asks_to_rename(last_unquoted)
        self._is_at_top = adds_there and bool(place_words.AT_TOP.search(last_unquoted))
        self._is_among_imports = place_words.AMONG_IMPORTS.search(last_unquoted) is not None and is_import
        """True if it is imports, and the words say that they go to those of the file."""
        self._is_at_end = adds_there and bool(
            place_words.AT_END.search(place_words.BEFORE_LAST.sub(" ", last_unquoted))
        )
        self._is_of_file = place_words.OF_FILE.search(last_unquoted) is not None
        self._says_above = Direction.ABOVE in map(direction_of, place_words.DIRECTION.finditer(last))
        self._base = min((line for line in snippet if line.strip()), key=indent_width)
        self._unit = depth_unit(snippet)
        self._action = f"adds {counted(sum(map(bool, snippet)), 'line')}"
        self._is_block = len(snippet) > 1
        plain = [line for line in snippet if line.strip() and not _ANNOTATION.fullmatch(line.strip())]
        head = plain[0].strip() if plain else ""
        declared = _declared(head)
        self._is_new = bool(declared) and not file.has_word(declared)
        """True if its first line declares a name that the file does not have."""
        depth = indent_width(self._base)
        self._is_definition = self._is_block and (
            _DEFINES.match(self._base.strip()) is not None
            or any(opens_block(line) for line in snippet if indent_width(line) == depth)
        )
        outer = [line for line in plain if indent_width(line) == depth]
        self._is_one_block = self._is_definition and all(map(only_closes, outer[1:]))
        is_whole = self._is_one_block or _DEFINES.match(head) is not None
        code = [line.strip() for line in outer if not line.lstrip().startswith((*_COMMENTS, "#", "*"))]
        if self._is_definition and code and all(map(only_closes, code[1:])) and _definition_in(code[0]):
            self._action = f"adds `{_definition_in(code[0])}`"
        self._defines_new = self._is_new and is_whole and not place_words.REPLACES.search(last)
        """True if it is a definition that the file does not have, and takes the place of none."""

    @cached_property
    def _is_new_item(self) -> bool:
        """True if it is such as `.route("/b", b)` or `it "b" do …`, beside several with other strings."""
        found = _STRING.search(self._base) if not self._is_block or self._is_one_block else None
        head = "" if found is None else self._base[: found.start()].strip()
        if found is None or not any(map(str.isalnum, head)):
            return False
        if place_words.REPLACES.search(self._last_words):
            return False
        alike = [line for line in self._file.stripped if line.startswith(head)]
        return len(alike) > 1 and not any(found[0] in line for line in alike)

    @cached_property
    def _spans_named(self) -> Sequence[tuple[int, int]]:
        """The spans of the definitions that the last words name, each once."""
        names = [*self._names, *map(name_quoted, quotations(self._last_words))]
        return [*dict.fromkeys(named_spans(self._file.index, names, self._file.path))]

    @cached_property
    def _members(self) -> Sequence[str]:
        """The keys of the snippet in quotes, if it is members of an object in JSON."""
        depth = indent_width(self._base)
        outer = [line.strip() for line in self._snippet if line.strip() and indent_width(line) == depth]
        found = [_MEMBER.match(line) for line in outer if not only_closes(line)]
        keys = [each["key"] for each in found if each is not None]
        return keys if self._file.path.lower().endswith(JSON) and len(keys) == len(found) else ()

    @cached_property
    def _are_new_members(self) -> bool:
        """True if it is members of an object in JSON with keys that no object of the file has."""
        has = (whole_word(key).search(self._file.index.text) for key in self._members)
        replaces = place_words.REPLACES.search(self._last_words) is not None
        return bool(self._members) and not replaces and not any(has)

    def places(self) -> Iterator[_Place]:
        yield from self._framed()
        yield from self._rest_of_named()
        yield from self._framed_in_named()
        yield from self._beside_known()
        yield from self._above_known_branch()
        yield from self.replaced_lines()
        yield from self._replaced_in_named()
        yield from self._replaced_together()
        yield from self._literals_again()
        yield from self._renamed_line()
        yield from self._replaced_element()
        yield from self._with_other_attributes()
        yield from self._around_visibility()
        yield from self._items_again()
        yield from self._set_again()
        yield from self._variant_again()
        yield from self._head_again()
        yield from self._wrapped()
        yield from self._alike_lines()
        yield from self._named()
        yield from self._instead_of_exit()
        yield from self._in_type_of_words()
        yield from self._in_list_of_part()
        yield from self._in_container()
        yield from self._described()
        yield from self._before_return()
        yield from self._before_last()
        yield from self._beside_last_named()
        yield from self._below_header()
        yield from self._below_imports()
        yield from self._beside_group()
        yield from self._below_checked()
        yield from self._in_part_of_page()
        yield from self._in_types()
        yield from self._of_the_same_form()
        yield from self._ends()
        yield from self._between_blocks()

    def _at_depth(self, line: str, margin: str) -> tuple[str, ...] | None:
        """The snippet with one of its lines at an indentation, and the others moved with it."""
        shift = depth_map([line], [margin + line.strip()], self._unit, self._file.unit)
        moved = None if shift is None else shift.fit_all(self._snippet)
        return None if moved is None else tuple(moved)

    # Lines that the snippet may be another version of

    def _alike_lines(self) -> Iterator[_Place]:
        scores = self._scores()
        for first, end, rank, pairs in self._windows(scores):
            at, to = min(pairs, key=lambda pair: indent_width(self._snippet[pair[0]]))
            new = self._at_depth(self._snippet[at], indentation(self._file.bodies[to]))
            if new is None:
                continue
            end = self._balanced_end(first, end)
            if self._file.stripped[end - 1].endswith(",") and new[-1].rstrip()[-1] not in ",({[":
                new = (*new[:-1], f"{new[-1].rstrip()},")
            where = lines_named((first + 1, end))
            head = f": “{shortened(self._file.stripped[first])}”" if end == first + 1 else ""
            said = max(rank, _RANK_OF_REVISED) if self._is_revised(pairs) else rank
            yield _replacing(first, end, new, said, f"{where}{head}")
            if end > first + 1 and len(pairs) > 1:
                best = max(pairs, key=lambda pair: scores[pair])[1]
                head = f"L{best + 1}: “{shortened(self._file.stripped[best])}”"
                yield _replacing(best, best + 1, new, 0.6 * rank, head)
            wider = self._wider(first, end)
            if wider != (first, end) and self._balanced_end(*wider) == wider[1]:
                which = f"{lines_named((wider[0] + 1, wider[1]))}, which are alike"
                yield _replacing(*wider, new, rank - 0.02, which)
            merged = self._merged(new, pairs, end)
            if merged != new:
                yield _Place(
                    first, end, merged, rank - 0.03, f"updates {where}, and keeps the lines that it lacks"
                )

    def _framed(self) -> Iterator[_Place]:
        """The blocks that begin with the first line of the snippet, and end with its last one."""
        file, filled = self._file, [line.strip() for line in self._snippet if line.strip()]
        starts = [at for at, line in enumerate(file.stripped) if line == filled[0]]
        inside = self._in_named(starts)
        for at in starts if self._is_definition and len(starts) <= _MAX_OCCURRENCES else ():
            new = self._at_depth(self._snippet[0], indentation(file.bodies[at]))
            end = file.end_with(at, filled[-1])
            if end is not None and new is not None:
                which = f"{lines_named((at + 1, end))}, the block that begins like it"
                yield _replacing(at, end, new, 0.97 if [at] == inside else 0.96, which)

    def _rest_of_named(self) -> Iterator[_Place]:
        """The rest of a definition that words name, from the only line with the first call of a snippet.

        err = s.Delete(ctx, id)                        the snippet
        if errors.Is(err, sql.ErrNoRows) { … }
        w.WriteHeader(204)                             as the file has it
        }

        if err := s.Delete(ctx, id); err != nil {      the file
        """
        file, own = self._file, [line.strip() for line in self._snippet if line.strip()]
        call = _CALL_IN_LINE.search(own[0])
        if call is None or len(own) < _MIN_REVISED or open_brackets("".join(own)) != -1:
            return
        for first, end in self._spans_named:
            old = [at for at in range(first, end) if file.stripped[at]]
            rows = [at for at in old[1:] if call[0] in file.stripped[at]]
            is_end = [file.stripped[at] for at in old[-2:]] == own[-2:]
            new = self._at_depth(self._snippet[0], indentation(file.bodies[rows[0]])) if rows else None
            if is_end and len(rows) == 1 and new is not None:
                title = shortened(file.stripped[first])
                which = f"{lines_named((rows[0] + 1, end))}, the rest of “{title}”"
                yield _replacing(rows[0], end, new, 0.97, which)

    def _framed_in_named(self) -> Iterator[_Place]:
        """The lines of a function that words name, from the first line of the snippet to its last one.

        Both are in the function once; brackets below the last one count if the file has them there too.
        """
        file = self._file
        filled = [(nth, line.strip()) for nth, line in enumerate(self._snippet) if line.strip()]
        last = next((n for n in reversed(range(len(filled))) if not only_closes(filled[n][1])), 0)
        if last == 0:
            return
        own = [line for _, line in filled]
        for first, end in self._spans_named[:_MAX_OCCURRENCES]:
            rows = [at for at in range(first, end) if file.stripped[at]]
            begins, ends = (
                [n for n, at in enumerate(rows) if file.stripped[at] == line] for line in (own[0], own[last])
            )
            if len(begins) != 1 or len(ends) != 1 or begins >= ends:
                continue
            begin, stop = begins[0], ends[0] + len(own) - last
            old = [file.stripped[at] for at in rows[begin:stop]]
            is_same_end = old[ends[0] - begin :] == own[last:]
            new = self._at_depth(self._snippet[filled[0][0]], indentation(file.bodies[rows[begin]]))
            is_balanced = open_brackets("".join(old)) == open_brackets("".join(own))
            if new is not None and is_same_end and is_balanced and len(old) <= len(own):
                which = lines_named((rows[begin] + 1, rows[stop - 1] + 1))
                label = f"{which}, which begin and end like it"
                yield _replacing(rows[begin], rows[stop - 1] + 1, new, 0.94, label)

    def _beside_known(self) -> Iterator[_Place]:
        """New lines of the snippet below those that it begins with, or above those that it ends with.

        The file has the latter in a row, and none of the new ones. Of several places, those in definitions
        that words name count.
        """
        file, own = self._file, [line.strip() for line in self._snippet]
        known = set(file.stripped)
        depth = indent_width(self._base)
        outermost = [
            n
            for n, line in enumerate(self._snippet)
            if indent_width(line) == depth and any(map(str.isalnum, line))
        ]
        # The lines below a head alone are in its block, which the file ends.
        is_open = unpaired_tags(own) > 0
        above = next((n for n, line in enumerate(own) if line not in known), 0)
        below = next((n for n, line in enumerate(reversed(own)) if line not in known), 0)
        for first, end in ((0, above), (len(own) - below, len(own))):
            while end > first and not own[end - 1]:
                end -= 1
            # The last lines of a new block may be as those of the one above it in the file.
            while first < end and (
                not own[first]
                or (first > 0 and indent_width(self._snippet[first]) > depth and not is_open)
                or (first > 0 and open_brackets("".join(own[:first])) > 0)
            ):
                first += 1
            shared, rest = own[first:end], [*own[:first], *own[end:]]
            # Inside of a new block, some lines may be as in others.
            outer = [own[n] for n in outermost if not first <= n < end]
            is_new = bool(outer) and not any(line in known for line in outer)
            # Neither half opens a block that the other one closes, or annotates it. The last line may open
            # one that the snippet does not show.
            upper = next((line for line in reversed(rest if first else shared) if line), "")
            left = shared[:-1] if first and end == len(own) and opens_block(own[-1]) else shared
            is_apart = not (
                open_brackets("".join(left)) or opens_block(upper) or upper.startswith(("@", "#["))
            )
            starts = file.lines_equal(shared[0]) if shared and is_new and is_apart else []
            runs = [at for at in starts if list(file.stripped[at : at + len(shared)]) == shared]
            is_quoted = any(quotation_of(match).strip() in shared for match in quotations(self._last_words))
            if not runs or (max(map(_weight, shared)) < 1.0 and not is_quoted):
                continue
            versions = [at for run in runs for at in self._version_beside(run, first, end)]
            if versions:
                rank = 0.95 if len(versions) == 1 else RANK_VERY_LIKELY
                for at in self._in_named(versions) or versions[:_MAX_OCCURRENCES]:
                    yield from self._instead_beside(at, (0, first) if first else (end, len(own)), rank)
                continue
            inside = self._in_named(runs) if len(runs) > 1 else runs
            rank = 0.93 if len(inside) == 1 else RANK_SHOWN
            for run in inside or runs[:_MAX_OCCURRENCES]:
                new = self._at_depth(self._snippet[first], indentation(file.bodies[run]))
                if new is not None:
                    at = run if first else run + len(shared)
                    where = f"above L{at + 1}" if first else f"below L{at}"
                    added = counted(sum(map(bool, rest)), "line")
                    yield _adding(at, at, new[:first] if first else new[end:], rank, f"adds {added} {where}")

    def _version_beside(self, run: int, first: int, end: int) -> Sequence[int]:
        """The line of the file beside some known ones that the new line there replaces: one, or none.

        It is the same line with another end, or the head of the block that the known lines are in:

            <nav>                       in the file, `<nav aria-label="Main">` in the snippet
              <a href="/">Home</a>      in both

        Args:
            run: The first of the known lines.
            first: The line of the snippet that is equal to it.
            end: The line of the snippet below the last known one.
        """
        file, own = self._file, [line.strip() for line in self._snippet]
        above = [n for n in range(first) if own[n]]
        below = [n for n in range(end, len(own)) if own[n]]
        lines = range(run - 1, -1, -1) if above else range(run + end - first, len(file.bodies))
        at = next((n for n in lines if file.stripped[n]), None)
        if at is None or not (above or below):
            return ()
        nth = above[-1] if above else below[0]
        line, other = own[nth], file.stripped[at]
        has_other_end = line.rstrip(" ;,") == other.rstrip(" ;,") and is_informative(line, _MIN_SHARED)
        is_head = bool(above) and indent_width(self._snippet[nth]) < indent_width(self._snippet[first])
        is_head &= file.widths[at] < file.widths[run] and _begin_one_block(line, other)
        return (at,) if has_other_end or is_head else ()

    def _instead_beside(self, at: int, new: tuple[int, int], rank: float) -> Iterator[_Place]:
        """A line of the file beside known ones, if new lines replace it.

        Args:
            at: That line.
            new: The first of the new lines of the snippet, and the line after them.
            rank: The rank of the place.
        """
        first, end = new
        lines = self._snippet[first:end]
        base = min((line for line in lines if line.strip()), key=indent_width)
        moved = self._at_depth(base, indentation(self._file.bodies[at]))
        if moved is not None:
            kept = tuple(without_blank_edges(moved[first:end]))
            where = f"{lines_named((at + 1, at + 1))}: “{shortened(self._file.stripped[at])}”"
            yield _replacing(at, at + 1, kept, rank, where)

    def _in_named(self, lines: Sequence[int]) -> Sequence[int]:
        """Those of some lines of the file that are in a definition which the words name."""
        return [at for at in lines if any(first < at < end for first, end in self._spans_named)]

    def _above_known_branch(self) -> Iterator[_Place]:
        """New branches of a condition above the last one of the snippet, which the file has once."""
        file, own = self._file, [line.strip() for line in self._snippet]
        depth = indent_width(self._base)
        heads = [n for n, line in enumerate(self._snippet) if own[n] and indent_width(line) == depth]
        branches = [n for n in heads if _BRANCH.match(own[n]) is not None]
        if len(branches) < 2 or branches[0] != 0 or file.lines_equal(own[0]):
            return
        last = branches[-1]
        shared = own[last:]
        heaviest = max(range(len(shared)), key=lambda n: _weight(shared[n]))
        starts = [at - heaviest for at in file.lines_equal(shared[heaviest])]
        runs = [at for at in starts if at >= 0 and list(file.stripped[at : at + len(shared)]) == shared]
        if len(runs) != 1 or _weight(shared[heaviest]) < 1.0:
            return
        new = self._at_depth(self._snippet[last], indentation(file.bodies[runs[0]]))
        if new is not None:
            added = counted(sum(map(bool, own[:last])), "line")
            yield _adding(runs[0], runs[0], new[:last], 0.94, f"adds {added} above L{runs[0] + 1}")

    def _around_visibility(self) -> Iterator[_Place]:
        """Around the only line such as `private` of a file, if the snippet has members on both sides of one.

        Anywhere else, the line would hide the members of the file below it.
        """
        file, own = self._file, [line.strip() for line in self._snippet]
        marks = [nth for nth, line in enumerate(own) if line in _VISIBILITY]
        found = file.lines_equal(own[marks[0]]) if len(marks) == 1 and 0 < marks[0] < len(own) - 1 else []
        new = (
            self._at_depth(self._snippet[marks[0]], indentation(file.bodies[found[0]]))
            if len(found) == 1
            else None
        )
        if new is not None:
            at = found[0]
            label = f"{self._action} around “{file.stripped[at]}” (L{at + 1})"
            below = [""] if at + 1 < len(file.bodies) and file.stripped[at + 1] else []
            yield _adding(at, at + 1, (*new, *below), 0.95, label)

    def replaced_lines(self) -> Iterator[_Place]:
        """The only line that words quote whole as what the snippet replaces: `replace <old> with:`."""
        file = self._file
        span = replaced_span(file.index, file.path, self._last_words, "\n".join(self._snippet))
        if span is not None and _open_head(self._snippet, file.path) is None:
            yield from self.instead_of(*span)
        for match, noun in replaced_quotations(self._last_words):
            found = file.lines_equal(quotation_of(match).strip())
            is_block = noun in place_words.BLOCKS
            if not found and span is not None:
                continue
            if not found and not is_block and len(_words(quotation_of(match))) > 1:
                found = file.lines_with(quotation_of(match).strip())
            if not found and is_block:
                found = list({self._head_of_item(at) for at in file.lines_with(quotation_of(match).strip())})
            if len(found) != 1:
                continue
            is_block = is_block or self._replaces_block(found[0])
            yield from self.instead_of(found[0], file.block_end(found[0]) if is_block else found[0] + 1)

    def _replaced_in_named(self) -> Iterator[_Place]:
        """The only line with a word in the function that words name: ``the print call in `start` ``."""
        file, words = self._file, place_words.REMARK.sub("", self._last_words)
        if self._adds or not says_what_becomes(words):
            return
        names = [name_quoted(match) for match in quotations(words)]
        spans = sorted({span for name in names for span in named_spans(file.index, [name], file.path)})
        if len(spans) != 1:
            return
        for noun in place_words.LINE_WITH_WORD.finditer(words):
            word = whole_word(next(filter(None, noun.groups())))
            found = [at for at in range(spans[0][0] + 1, spans[0][1]) if word.search(file.stripped[at])]
            if len(found) == 1:
                yield from self.instead_of(*file.statement_at(found[0]))

    def _replaced_together(self) -> Iterator[_Place]:
        """Adjacent lines of each of which words quote a part: `replace the lines with `a()` and `b()``."""
        file, words = self._file, self._last_words
        if place_words.REPLACED_LINES.search(words) is None:
            return
        found = [file.lines_with(quotation_of(match).strip()) for match in quotations(words)]
        lines = sorted({at for each in found for at in each})
        is_each_once = len(found) > 1 and all(len(each) == 1 for each in found)
        if is_each_once and lines[-1] - lines[0] == len(lines) - 1:
            yield from self.instead_of(lines[0], lines[-1] + 1)

    def _literals_again(self) -> Iterator[_Place]:
        """The objects or lists of the file whose entries the snippet has, if it is one with more of them.

        new Schema({...}, { timestamps: true })      in the file
        { timestamps: true, toJSON: {...} }          the snippet
        """
        file, snippet = self._file, "\n".join(self._snippet)
        new = literal_alone(snippet)
        if new is None:
            return
        text = "\n".join(file.bodies)
        old = [each for each in literals_in(text, snippet[new.start]) if each.entries <= new.entries]
        most = max((len(each.entries) for each in old), default=0)
        likeliest = [each for each in old if len(each.entries) == most]
        rank = _SAID if place_words.PUTS_INSTEAD.search(self._last_words) is not None else RANK_LIKELY
        for literal in likeliest if len(likeliest) <= _MAX_OCCURRENCES else ():
            first, last = (text.count("\n", 0, offset) for offset in (literal.start, literal.end))
            lines = self._at_depth(self._base, indentation(file.bodies[first]))
            if lines is None:
                continue
            before = text[: literal.start].rpartition("\n")[2]
            behind = text[literal.end :].partition("\n")[0]
            code = "\n".join(lines).strip().rstrip(",;")
            which = f"“{shortened(' '.join(text[literal.start : literal.end].split()))}”"
            where = f"{lines_named((first + 1, last + 1))}: {which}"
            yield _replacing(first, last + 1, tuple(f"{before}{code}{behind}".split("\n")), rank, where)

    def _renamed_line(self) -> Iterator[_Place]:
        """The line that declares the most similar name like the snippet, if words ask for another name."""
        file, own = self._file, self._snippet[0].strip()
        new = _declared(own) if len(self._snippet) == 1 and asks_to_rename(self._last_words) else ""
        if not new or not self._is_new:
            return
        form = own.replace(new, "")
        lines = {name: at for at, line in enumerate(file.stripped) if (name := _declared(line))}
        alike = [name for name, at in lines.items() if file.stripped[at].replace(name, "") == form]
        old = most_alike_name(alike, new)
        if old is not None:
            yield from self.instead_of(lines[old], lines[old] + 1)

    def _replaces_block(self, at: int) -> bool:
        """True if the snippet is a block, and a line of the file, which it replaces, begins another one."""
        own, old = self._snippet[0].strip(), self._file.stripped[at]
        filled = [line for line in self._snippet if line.strip()]
        if self._file.path.lower().endswith(_WITH_TABLES):
            return len(filled) > 1 and own.startswith("[") and old.startswith("[")
        depth = indent_width(filled[0])
        has_body = any(indent_width(line) > depth for line in filled)
        text = "".join(filled)
        is_closed = all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))
        return has_body and is_closed and opens_block(own) and opens_block(old)

    def instead_of(self, at: int, end: int, rest: str = "") -> Iterator[_Place]:
        """The lines that are to be replaced; `rest` says what they are beside the first one."""
        new = self._at_depth(self._base, indentation(self._file.bodies[at]))
        if new is not None:
            where = f"{lines_named((at + 1, end))}: “{shortened(self._file.stripped[at])}” {rest}".strip()
            yield _replacing(at, end, new, 0.97, where)

    def _replaced_element(self) -> Iterator[_Place]:
        """The only element of a page that words describe as what is replaced: `the copyright paragraph`."""
        file, found = self._file, place_words.REPLACED_PHRASE.search(self._last_words)
        phrase = "" if found is None else next(filter(None, found.groups()), "")
        words, tags_of = list(map(str.lower, _words(phrase))), place_words.TAGS_OF_NOUNS
        if found is not None and found["what"] is not None:
            # In English, the last word says what it is: `the form button`.
            nouns = words[-1:]
        else:
            nouns = [word for word in words if word in tags_of][:1]
        others = {*words} - {*nouns} - place_words.FILLERS - place_words.ARTICLES - place_words.LINKS_OF_NOUNS
        if not nouns and len(words) == 1:
            # Chinese and Japanese have no spaces: `提交按钮`.
            ending = (noun for noun in tags_of if not noun.isascii() and words[0].endswith(noun))
            nouns = sorted(ending, key=len)[-1:]
            others = {words[0].removesuffix(noun) for noun in nouns}
        tags = next((tags_of[noun] for noun in nouns if noun in tags_of), ())
        lines = [at for tag in tags for at in file.lines_with_tag(tag)]
        lines = [at for at in lines if others <= file.words[at]]
        if len(lines) == 1:
            yield from self.instead_of(lines[0], file.block_end(lines[0]))

    def _with_other_attributes(self) -> Iterator[_Place]:
        """The only element of the file with the tag and the content of the element that the snippet is.

        <th>Date</th>                in the file
        <th onClick={sortDate}>      the snippet
          Date
        </th>
        """
        element, file = element_of(self._snippet), self._file
        if element is None or self._adds or place_words.ONE_MORE.search(self._words) is not None:
            return
        tag = re.compile(rf"<{re.escape(element[0])}[\s>]")
        begun = [at for at, line in enumerate(file.stripped) if tag.match(f"{line} ")]
        ends = [(at, file.block_end(at)) for at in begun]
        found = [(at, end) for at, end in ends if element_of(file.bodies[at:end]) == element]
        new = self._at_depth(self._snippet[0], indentation(file.bodies[found[0][0]])) if found else None
        is_same = len(found) == 1 and not call_other_elements(file.bodies[slice(*found[0])], self._snippet)
        if is_same and new is not None:
            ((first, end),) = found
            which = f"{lines_named((first + 1, end))}: “{shortened(file.stripped[first])}”"
            yield _replacing(first, end, new, _RANK_OF_ELEMENT, which)

    def _head_of_item(self, at: int) -> int:
        """The first line of the list item that contains a line; the line itself if no item does."""
        file = self._file
        for n in range(at, -1, -1):
            if file.stripped[n].startswith("- ") and (n == at or file.widths[n] < file.widths[at]):
                return n
            if n < at and file.stripped[n] and file.widths[n] < file.widths[at] - 1:
                break
        return at

    def _items_again(self) -> Iterator[_Place]:
        """The items of a list in YAML that begin like all those of the snippet, one below the other.

        Words that ask to add something, or keys that only the file has, may mean to keep the rest of them.
        """
        file, depth = self._file, indent_width(self._base)
        heads = [line.strip() for line in self._snippet if line.strip() and indent_width(line) == depth]
        is_list = file.path.lower().endswith(YAML) and all(head.startswith("- ") for head in heads)
        is_list &= not self._adds
        is_replaced = place_words.PUTS_INSTEAD.search(self._words) is not None
        for first in file.lines_equal(heads[0]) if is_list else ():
            starts = [first]
            for head in heads[1:]:
                end = file.block_end(starts[-1])
                below = next((n for n in range(end, len(file.bodies)) if file.stripped[n]), None)
                if below is None or file.stripped[below] != head:
                    break
                starts.append(below)
            new = self._at_depth(self._base, indentation(file.bodies[first]))
            end = file.block_end(starts[-1])
            keeps_keys = _keys(file.bodies[first:end]) <= _keys(self._snippet)
            if len(starts) == len(heads) and new is not None and (keeps_keys or is_replaced):
                which = f"{lines_named((first + 1, end))}, the items that begin like it"
                yield _replacing(first, end, new, 0.96, which)

    def _set_again(self) -> Iterator[_Place]:
        """The only line that sets the name which the first line of the snippet sets."""
        file, key = self._file, _SETTING.match(self._base.strip())
        if key is None or not self._is_block or self._base != self._snippet[0]:
            return
        keys = (_SETTING.match(line) for line in file.stripped)
        found = [at for at, other in enumerate(keys) if other is not None and other["key"] == key["key"]]
        new = self._at_depth(self._base, indentation(file.bodies[found[0]])) if len(found) == 1 else None
        if new is not None:
            at, rank = found[0], RANK_LIKELY if self._adds else RANK_VERY_LIKELY
            head = _ASSIGNED.match(self._base.strip())
            if head is not None and key["declares"] and file.stripped[at].startswith(head[0]):
                # A declaration of the same name in the same words is hardly another one.
                rank = RANK_SHOWN_BY_NAME
            end = file.block_end(at) if opens_block(file.bodies[at]) else at + 1
            where = lines_named((at + 1, end))
            yield _replacing(at, end, new, rank, f"{where}: “{shortened(file.stripped[at])}”")

    def _variant_again(self) -> Iterator[_Place]:
        """The variant of an enumeration with the name of the one that the snippet is, in whatever form.

        Add { title: String },          in the file, or `Add,`, or `Add(String),`
        Add {                           the snippet
            title: String,
            priority: u8,
        },
        """
        file, depth = self._file, indent_width(self._base)
        plain = [line for line in self._snippet if line.strip() and not _is_about_next(line, file.path)]
        outer = [line for line in plain if indent_width(line) == depth]
        variant = _VARIANT.match(plain[0].strip()) if plain else None
        is_one = (
            variant is not None and all(map(only_closes, outer[1:])) and not open_brackets("".join(plain))
        )
        found: list[tuple[int, int]] = []
        for head, line in enumerate(file.stripped if is_one else ()):
            if _ENUMERATION.match(line) is None:
                continue
            rows = range(*file.body_of(head, file.block_end(head)))
            least = min((file.widths[at] for at in rows if file.stripped[at]), default=0)
            for at in rows:
                other = _VARIANT.match(file.stripped[at]) if file.widths[at] == least else None
                if other is not None and variant is not None and other["name"] == variant["name"]:
                    is_open = open_brackets(file.stripped[at]) > 0
                    found.append((at, file.block_end(at) if is_open else at + 1))
        for at, end in found[:_MAX_OCCURRENCES]:
            new = self._at_depth(self._base, indentation(file.bodies[at]))
            if new is None:
                continue
            if file.stripped[end - 1].endswith(",") and new[-1].rstrip()[-1] not in ",;":
                new = (*new[:-1], f"{new[-1].rstrip()},")
            top = file.top_of(at, end) if plain[0] != self._snippet[0] else at
            which = f"{lines_named((at + 1, end))}: “{shortened(file.stripped[at])}”"
            yield _replacing(top, end, new, 0.96 if len(found) == 1 else RANK_VERY_LIKELY, which)

    def _head_again(self) -> Iterator[_Place]:
        """The heads of the definitions with a name, if the snippet is only such a head: the bodies stay.

        def load(path):                 in the file, with a body

        # Loads a file.                 the snippet
        def load(path, encoding):
        """
        file, head = self._file, _open_head(self._snippet, self._file.path)
        if head is None or self._base.lstrip().startswith("<"):
            return
        own = self._snippet[head].strip()
        called = _CALLED.match(own)
        name = _definition_in(own) or (called["name"] if called is not None else "")
        spans = self._spans_of_head(name) if name and name not in _NO_NAMES else ()
        heads = [found for span in spans if (found := self._head_like_own(*span)) is not None]
        receiver = _RECEIVER_TYPE.match(own)
        if receiver is not None:
            types = [(found, _RECEIVER_TYPE.match(file.stripped[found[0]])) for found in heads]
            heads = [found for found, other in types if other is not None and other[1] == receiver[1]]
        for at, stop in heads if len(heads) <= _MAX_OCCURRENCES else ():
            new = self._at_depth(self._snippet[head], indentation(file.bodies[at]))
            if new is not None:
                top = file.top_of(at, stop) if head else at
                kept = self._kept_above(top, at, self._snippet[:head])
                rank = 0.97 if len(heads) == 1 else RANK_SHOWN
                which = f"{lines_named((at + 1, stop))}: “{shortened(file.stripped[at])}”"
                yield _replacing(top, stop, (*kept, *new), rank, which)

    def _head_like_own(self, first: int, end: int) -> tuple[int, int] | None:
        """The lines of the head of a definition, if it has a body and ends with the sign of the snippet."""
        file, last = self._file, self._snippet[-1]
        lines = enumerate(file.stripped[first:end], first)
        at = next((n for n, line in lines if not _is_about_next(line, file.path)), first)
        stop, _ = file.body_of(self._last_line_of_head(at, end), end)
        if file.stripped[stop - 1] == "{" and last.strip() != "{":
            # The brace of the body has a line of its own.
            stop -= 1
        is_alike = at < stop < end and _ending_of_head(file.bodies[stop - 1]) == _ending_of_head(last)
        return (at, stop) if is_alike else None

    def _kept_above(self, top: int, at: int, own: Sequence[str]) -> Iterator[str]:
        """The comments and annotations above a definition that those of a snippet do not stand for.

        Args:
            top: The first of them.
            at: The first line of the definition.
            own: Those of the snippet.
        """
        names = {line.strip().partition("(")[0] for line in own if _ANNOTATION.fullmatch(line.strip())}
        has_comment = any(is_comment(line, self._file.path) for line in own)
        for row in range(top, at):
            line = self._file.stripped[row]
            is_annotation = _ANNOTATION.fullmatch(line) is not None
            if line.partition("(")[0] not in names if is_annotation else not has_comment:
                yield self._file.bodies[row]

    def _spans_of_head(self, name: str) -> Sequence[tuple[int, int]]:
        """The lines of the definitions with a name that have a body: of several, those that words name."""
        file = self._file
        found = named_spans(file.index, [name], file.path)
        if not found:
            heads = (at for at in file.all_lines_with(name) if _definition_in(file.stripped[at]) == name)
            found = [(at, file.block_end(at)) for at in heads]
        names = [*self._names, *map(name_quoted, quotations(self._last_words))]
        inside = named_spans(file.index, [name, *names], file.path)
        return [span for span in found if span in inside] or found

    def _wrapped(self) -> Iterator[_Place]:
        """The lines of the file that the snippet has in a row, inside a new block.

        Its head may have the first of them, too: `with open(path) as f:` for `f = open(path)`.
        """
        file, own = self._file, [line.strip() for line in self._snippet]
        if not self._may_wrap or own[0] in file.stripped:
            return
        held = self._lines_held_by_head()
        runs: dict[tuple[int, int], float] = {}
        """The rank of each run, by its first line and the line after its last one."""
        for nth in range(len(own)):
            for at in held if nth == 0 else file.lines_equal(own[nth]):
                end = self._end_of_run(at, nth)
                is_before = at > 0 and nth > 1 and file.stripped[at - 1] == own[nth - 1]
                is_before |= nth > 0 and self._is_inside_version(at)
                if not is_before and any(file.words[n] for n in range(at, end)):
                    rank = self._rank_of_wrapped(at, end, nth, is_held=at in held)
                    runs[at, end] = max(rank, runs.get((at, end), 0.0))
        if any(at in held for at, _ in runs):
            # The same lines elsewhere are below another one.
            runs = {run: rank for run, rank in runs.items() if run[0] in held}
        inside = self._in_named([at for at, _ in runs])
        for (at, end), rank in runs.items():
            new = self._at_depth(self._snippet[0], indentation(file.bodies[at]))
            if new is not None:
                is_unsure = at not in inside if inside else len(runs) > 1
                which = f"{lines_named((at + 1, end))}, and wraps them"
                place = _replacing(at, end, new, min(rank, RANK_SHOWN) if is_unsure else rank, which)
                yield replace(place, effect=MatchEffect.WRAPS)

    def _is_inside_version(self, at: int) -> bool:
        """True if a line of the file is in the block of which the snippet is another version.

        Both begin with a call of the same function for the same text: `app.post("/login", async () => {`.
        """
        file, head = self._file, self._snippet[0].strip()
        above = (line for line in reversed(range(at)) if file.stripped[line])
        outer = next((line for line in above if file.widths[line] < file.widths[at]), None)
        call, other = CALL.match(head), None if outer is None else CALL.match(file.stripped[outer])
        if outer is None or call is None or other is None or call[0] != other[0]:
            return False
        own, others = (_STRING.search(line) for line in (head, file.stripped[outer]))
        return own is not None and others is not None and own[0] == others[0]

    def _rank_of_wrapped(self, first: int, end: int, nth: int, *, is_held: bool) -> float:
        """The rank of the place whose lines the snippet has inside a new block.

        Args:
            first: The first of the lines.
            end: The line after them.
            nth: The line of the snippet for the first one.
            is_held: True if the head of the block has the code of the first one.
        """
        lines, own = self._file.stripped[first:end], self._snippet
        rank = 0.6 + 0.38 * len(lines) / len(own) if len(lines) > 1 else 0.4
        is_definition = self._is_one_block and _definition_in(own[0]) != ""
        depth = indent_width(self._base)
        inner = [indent_width(line) for line in own if line.strip() and indent_width(line) > depth]
        # A line inside of another new block is rather one like it, as a declaration of a rule of styles.
        is_deeper = nth > 0 and bool(inner) and indent_width(own[nth]) > min(inner)
        if is_definition or is_deeper or max(map(_weight, lines)) < 1.0:
            return rank
        if place_words.WRAPS.search(self._last_words) is not None:
            return 0.97
        adds = self._adds or names_place_beside(self._last_words)
        return rank if adds and not is_held else max(rank, 0.93)

    @property
    def _may_wrap(self) -> bool:
        """True if the snippet is a block, perhaps with further branches: `try { … } catch { … }`."""
        depth = indent_width(self._base)
        outer = [line for line in self._snippet if line.strip() and indent_width(line) == depth]
        is_open = opens_block(outer[0]) or _DEFINES.match(outer[0].strip()) is not None
        is_open |= outer[1:2] != [] and outer[1].strip() == "{"
        ends = all(
            only_closes(line) or line.strip() == "{" or _GOES_ON.match(line.strip()) is not None
            for line in outer[1:]
        )
        # In data, a block is a value of its own.
        is_data = self._file.language in DATA or self._file.path.lower().endswith((".tf", ".hcl"))
        return self._is_block and self._base == self._snippet[0] and is_open and ends and not is_data

    def _lines_held_by_head(self) -> Sequence[int]:
        """The lines of the file whose code is in the first line of the snippet, which opens a block."""
        file, head = self._file, self._snippet[0].strip()
        return [
            at
            for at, line in enumerate(file.stripped)
            if _weight(line) == 1.0 and line != head and _holds(head, line.rstrip(";"))
        ][:_MAX_OCCURRENCES]

    def _end_of_run(self, at: int, nth: int) -> int:
        """The line after the last one of the file that the snippet has in a row.

        Args:
            at: The first of them.
            nth: The line of the snippet that is equal to it, or whose code has it.
        """
        own = [line.strip() for line in self._snippet]
        following = (line for line in own[nth + 1 :] if line and line != "{")
        end, row = at + 1, at + 1
        for line in following:
            while row < len(self._file.stripped) and not self._file.stripped[row]:
                row += 1
            if row == len(self._file.stripped) or self._file.stripped[row] != line:
                break
            if only_closes(line) and open_brackets("".join(self._file.stripped[at:row])) <= 0:
                # It closes the new block.
                break
            row += 1
            end = row
        return end

    def _wider(self, first: int, end: int) -> tuple[int, int]:
        """Some lines, and those directly around them that begin like one of them."""
        file = self._file
        words = {_first(file.stripped[n]) for n in range(first, end) if file.words[n]}
        while first > 0 and file.words[first - 1] and _first(file.stripped[first - 1]) in words:
            first -= 1
        while end < len(file.bodies) and file.words[end] and _first(file.stripped[end]) in words:
            end += 1
        return first, end

    def _merged(self, new: Sequence[str], pairs: Sequence[_Pair], end: int) -> tuple[str, ...]:
        """The snippet, at its depth, with the lines of the file between two of its pairs."""
        lines: list[str] = list(new[: pairs[0][0]])
        for (nth, at), (next_nth, next_at) in pairwise([*pairs, (len(new), end)]):
            lines.append(new[nth])
            own, others = new[nth + 1 : next_nth], self._file.bodies[at + 1 : next_at]
            if any(map(str.strip, others)):
                # Blank lines around those of the file are the file's.
                lines += [*_without_blank_end(own), *others]
            else:
                lines += own
        return tuple(lines)

    def _balanced_end(self, first: int, end: int) -> int:
        """The end of some lines, or of the block that they leave open, if the snippet closes it."""
        old, new = self._file.bodies[first:end], self._snippet
        if open_brackets("".join(new)) or not open_brackets("".join(old)):
            return end
        for n in range(end, min(end + _MAX_SNIPPET, len(self._file.bodies))):
            if not open_brackets("".join(self._file.bodies[first : n + 1])):
                return n + 1
        return end

    def _windows(self, scores: dict[_Pair, float]) -> Iterator[tuple[int, int, float, Sequence[_Pair]]]:
        """Lines of the file that a run of pairs of similar lines covers: best first, without overlaps."""
        covered: set[int] = set()
        whole = sum(map(_weight, self._snippet)) or 1.0
        for _ in range(_MAX_WINDOWS):
            best, pairs = self._best_run(scores, covered)
            if not pairs:
                return
            first, end = pairs[0][1], pairs[-1][1] + 1
            covered.update(range(first, end))
            is_added = self._defines_new or self._is_new_item or self._are_new_members
            is_added |= self._adds and not any(self._sets_the_same(*pair) for pair in pairs)
            share = 0.55 if self._adds else 0.45
            rank = min(best / whole, 1.0) * (share if is_added else 1.0)
            yield first, end, rank, pairs

    def _is_revised(self, pairs: Sequence[_Pair]) -> bool:
        """True if the file has most of the snippet, from its first line on, with a few changes between.

        Words such as "add" then are about these: anywhere else, the lines would be in the file twice.
        """
        file, own = self._file, [line.strip() for line in self._snippet]
        equal = [(nth, at) for nth, at in pairs if own[nth] == file.stripped[at]]
        if len(equal) < _MIN_REVISED or equal[0] != (0, pairs[0][1]) or len(file.lines_equal(own[0])) != 1:
            return False
        first, end = pairs[0][1], pairs[-1][1] + 1
        lost = sum(map(bool, file.stripped[first:end])) - len(equal)
        shared = sum(_weight(own[nth]) for nth, _ in equal)
        return lost <= len(own) - len(equal) and 2 * shared >= sum(map(_weight, own))

    def _sets_the_same(self, nth: int, at: int) -> bool:
        """True if a line of the snippet and one of the file set the same name."""
        if self._file.stripped[at].startswith("- "):
            # Each item of a list has its own.
            return False
        keys = _SETTING.match(self._snippet[nth].strip()), _SETTING.match(self._file.stripped[at])
        return all(keys) and len({key["key"] for key in keys if key is not None}) == 1

    def _scores(self) -> dict[_Pair, float]:
        """The likeness of lines of the snippet and the file that have a word in common."""
        lines_of: dict[str, list[int]] = defaultdict(list)
        for at, words in enumerate(self._file.words):
            for word in words:
                lines_of[word].append(at)
        scores: dict[_Pair, float] = {}
        cells = _MAX_CELLS
        for nth, line in enumerate(self._snippet):
            text = line.strip()
            found = {at for word in set(_words(text)) for at in lines_of.get(word.lower(), ())}
            if not found and text:
                found = self._file.wordless
            if len(found) > cells:
                continue
            cells -= len(found)
            only = self._file.only_with_tag(text)
            weight = _weight(text)
            equal = self._file.lines_equal(text) if weight == 1.0 else ()
            for at in found:
                score = _likeness(text, self._file.stripped[at])
                if len(equal) == 1 and at != equal[0]:
                    # The only line with this text is likelier than others that are like it.
                    score *= _OTHER_NAME if nth else 0.0
                if _opens_another(text, self._file.stripped[at]):
                    continue
                if at == only:
                    score = max(score, _MIN_KEY_LIKENESS)
                if score >= _MIN_LIKENESS:
                    scores[nth, at] = score * weight
        return scores

    def _best_run(self, scores: dict[_Pair, float], covered: set[int]) -> tuple[float, Sequence[_Pair]]:
        """The run of pairs, in order on both sides, with the best sum of likeness less what is between.

        Thousands of lines may be like those of the snippet, so a pair is not compared with all before it: for
        each line of the file, only the best pair at each depth of the snippet counts, and the search upwards
        ends where no sum can be better.
        """
        sums: dict[_Pair, float] = {}
        before: dict[_Pair, _Pair] = {}
        best_with: dict[int, dict[int, _Pair]] = defaultdict(dict)
        """By width of the snippet's indentation and line of the file: the pair to go on from."""
        first_free, highest = self._first_free(covered), 0.0
        for nth, group in groupby(sorted(scores), key=itemgetter(0)):
            row = [pair for pair in group if pair[1] not in covered]
            width, closes = indent_width(self._snippet[nth]), only_closes(self._snippet[nth])
            for pair in row:
                at, most = pair[1], 0.0
                for width_above, best in best_with.items():
                    for other in range(at - 1, max(at - _MAX_APART, first_free[at]) - 1, -1):
                        lost = _LOST_LINE * (at - other - 1)
                        if highest - lost <= most:
                            break
                        earlier = best.get(other)
                        if earlier is None or (
                            closes and not self._steps_alike(width - width_above, other, at)
                        ):
                            continue
                        value = sums[earlier] - lost - _NEW_LINE * (nth - earlier[0] - 1)
                        if value > most:
                            most, before[pair] = value, earlier
                sums[pair] = most + scores[pair]
            best = best_with[width]
            for pair in row:
                earlier = best.get(pair[1])
                if earlier is None or sums[pair] > sums[earlier] - _NEW_LINE * (nth - earlier[0]):
                    best[pair[1]] = pair
                highest = max(highest, sums[pair])
        if not sums:
            return 0.0, ()
        last = max(sums, key=sums.__getitem__)
        pairs = [last]
        while pairs[-1] in before:
            pairs.append(before[pairs[-1]])
        return sums[last], pairs[::-1]

    def _first_free(self, covered: set[int]) -> list[int]:
        """For each line of the file, the first of the lines up to it that no window has."""
        found: list[int] = []
        first = 0
        for at in range(len(self._file.bodies)):
            found.append(first)
            if at in covered:
                first = at + 1
        return found

    def _steps_alike(self, step: int, above: int, at: int) -> bool:
        """True if a line of the file is deeper than one above it, or less deep, as in the snippet.

        Only then do two lines that close a block close the same one.
        """
        file_step = self._file.widths[at] - self._file.widths[above]
        return (step > 0) == (file_step > 0) and (step < 0) == (file_step < 0)

    # Definitions that the words name

    def _named(self) -> Iterator[_Place]:
        words = self._words
        names = [*self._names, *map(name_quoted, quotations(words))]
        # `At the bottom of the class, after f` is not the bottom of f.
        beside = [
            name_quoted(match) for match in quotations(words) if direction_around(words, match).is_beside
        ]
        spans_beside = named_spans(self._file.index, beside, self._file.path)
        for first, end in named_spans(self._file.index, names, self._file.path)[:_MAX_OCCURRENCES]:
            head = self._file.stripped[self._file.head_at(first)]
            is_inside = (first, end) not in spans_beside and not self._is_of_file
            at_top, at_end = is_inside and self._is_at_top, is_inside and self._is_at_end
            yield from self._in_block(
                first, end, shortened(head), is_named=True, at_top=at_top, at_end=at_end
            )
        if (self._is_at_top or self._is_at_end) and not self._is_of_file:
            yield from self._in_quoted_block(spans_beside)

    def _in_quoted_block(self, known: Sequence[tuple[int, int]]) -> Iterator[_Place]:
        """An edge of the only block whose head words quote, such as a namespace, apart from known ones."""
        file = self._file
        for match in quotations(self._last_words):
            text = quotation_of(match).strip().rstrip("{ ")
            heads = [at for at in file.lines_with(text) if opens_block(file.bodies[at])]
            is_beside = direction_around(self._last_words, match).is_beside
            if len(heads) != 1 or is_beside or len(_words(text)) < _MIN_QUOTED_HEAD:
                continue
            first, end = heads[0], file.block_end(heads[0])
            if open_brackets(file.stripped[first]) > 0:
                # The body of a namespace may be as deep as its head.
                depths = accumulate(map(open_brackets, file.stripped[first:]))
                end = next((first + n + 1 for n, depth in enumerate(depths) if not depth), end)
            if (first, end) not in known:
                title = shortened(file.stripped[first])
                yield from self._in_block(
                    first, end, title, is_named=False, at_top=self._is_at_top, at_end=self._is_at_end
                )

    def _instead_of_exit(self) -> Iterator[_Place]:
        """The last statement of a function that words name, if that leaves it, and the snippet ends so too.

        Below each other, the second one would never run. All of the body is as likely, unless the snippet
        uses a name that the rest of it sets.
        """
        file = self._file
        outer = [line for line in self._snippet if line.strip() and not only_closes(line)]
        ends = [line for line in outer if indent_width(line) == indent_width(self._base)]
        if not ends or _EXIT.match(ends[-1].strip()) is None:
            return
        spans = self._spans_named
        for first, end in spans[:_MAX_OCCURRENCES]:
            begin, stop = file.body_of(self._last_line_of_head(file.head_at(first), end), end)
            filled = [at for at in range(begin, stop) if file.words[at]]
            least = min((file.widths[at] for at in filled), default=0)
            last = max((at for at in filled if file.widths[at] == least), default=None)
            if last is None or _EXIT.match(file.stripped[last]) is None:
                continue
            new = self._at_depth(self._base, indentation(file.bodies[last]))
            needs_rest = self._uses_names_of([file.stripped[at] for at in filled if at < last])
            if new is not None:
                which = f"{lines_named((last + 1, stop))}: “{shortened(file.stripped[last])}”"
                rank = RANK_SHOWN_BY_LINE if needs_rest and len(spans) == 1 else RANK_LIKELY - 0.01
                yield _replacing(last, stop, new, rank, which)

    def _uses_names_of(self, lines: Iterable[str]) -> bool:
        """True if the snippet uses a name that some lines set, and does not set it."""
        own = [line.strip() for line in self._snippet]
        known, new = (
            {name for line in each if (found := _SETS.match(line)) for name in _TOKEN.findall(found["names"])}
            for each in (lines, own)
        )
        return not known.difference(new).isdisjoint(_TOKEN.findall("\n".join(own)))

    @cached_property
    def _is_item_of_yaml(self) -> bool:
        """True if the snippet is an item of a list in YAML."""
        return self._base.lstrip().startswith("- ") and self._file.path.lower().endswith(YAML)

    def _in_list_of_part(self) -> Iterator[_Place]:
        """The list of a part of a file in YAML that words name: ``in the `test` job, before the tests``."""
        file, words = self._file, self._last_words
        if not self._is_item_of_yaml:
            return
        names = [*self._names, *map(name_quoted, quotations(words)), *parts_in_words(words)]
        spans = named_spans(file.index, names, file.path)
        for first, end in spans[:_MAX_OCCURRENCES]:
            items = self._items_like_own(first + 1, end)
            if not items:
                continue
            title, last = shortened(file.stripped[first]), items[-1]
            new = self._at_depth(self._base, indentation(file.bodies[last]))
            if new is None:
                continue
            label = f"{self._action} at the end of the list in “{title}”"
            rank = RANK_SHOWN_BY_NAME if self._is_at_end else RANK_SHOWN
            yield self._inserted(file.block_end(last), new, rank, label)
            if self._is_at_top:
                label = f"{self._action} at the top of the list in “{title}”"
                yield self._inserted(items[0], new, RANK_SHOWN_BY_NAME, label)
            for at, direction in self._items_described(items):
                yield from self._beside(_Anchor(at, direction, _SAID, ""), file.block_end(at))

    def _in_container(self) -> Iterator[_Place]:
        """The end of the only list, mapping or table with a name that words give: `a column for `orders``.

        If words name a place beside one of its lines, that place in it comes first.
        """
        file, words = self._file, self._last_words
        names = {_name_of_container(quotation_of(match)) for match in quotations(words)}
        names |= {
            name for found in place_words.PLAIN_CONTAINER.finditer(words) for name in found.groups() if name
        }
        beside = [match for match in quotations(words) if direction_around(words, match).is_beside]
        heads = [at for at, line in enumerate(file.stripped) if _container_in(line) in names]
        ends = {at: file.block_end(at) for at in heads}
        for at in heads if len(heads) == 1 else ():
            known = self._set_in(at, ends[at])
            if known is not None:
                yield from self.instead_of(known, known + 1)
        if (
            place_words.REPLACES.search(place_words.NAMED_CHANGE.sub(" ", words)) is not None
            and not self._adds
        ):
            return
        heads = [at for at in heads if ends[at] > at + 1 and self._fits_in(at, ends[at])]
        if len(heads) != 1:
            return
        first, end = heads[0], ends[heads[0]]
        for match in beside:
            text = place_words.CUT_OFF.sub("", quotation_of(match)).strip().rstrip(",")
            inside = [at for at in file.all_lines_with(text) if first < at < end]
            if len(inside) == 1:
                anchor = _Anchor(inside[0], direction_around(words, match), 0.97, text)
                yield from self._beside(anchor, file.block_end(inside[0]))
        title = shortened(file.stripped[first])
        places = self._in_block(
            first, end, title, is_named=False, at_top=self._is_at_top, at_end=True, is_body=True
        )
        for place in places:
            rank = min(place.rank, RANK_SHOWN) if beside else place.rank + 0.01
            yield replace(place, rank=rank)

    def _set_in(self, first: int, end: int) -> int | None:
        """The only line of a section or a table of SQL that sets what the snippet, a line, sets."""
        key, file = _SETTING.match(self._base.strip()), self._file
        if key is None or self._is_block or _HEAD_OF_KEYS.match(self._base.strip()) is not None:
            return None
        keys = ((at, _SETTING.match(file.stripped[at])) for at in range(first + 1, end))
        found = [at for at, other in keys if other is not None and other["key"] == key["key"]]
        return found[0] if len(found) == 1 and not opens_block(file.bodies[found[0]]) else None

    def _fits_in(self, first: int, end: int) -> bool:
        """True if the snippet is new items of the list, the mapping or the table that begins on a line.

        Args:
            first: That line.
            end: The line after the list.
        """
        file, depth = self._file, indent_width(self._base)
        begin, stop = file.body_of(first, end)
        old = [line for line in file.stripped[begin:stop] if line and not is_comment(line, file.path)]
        own = [line.strip() for line in self._snippet if line.strip() and indent_width(line) == depth]
        own = [line for line in own if not only_closes(line) and not is_comment(line, file.path)]
        if not old or not own or _container_in(own[0]) == _container_in(file.stripped[first]):
            return False
        is_table = _CREATED_TABLE.match(file.stripped[first]) is not None
        if is_table or file.stripped[first].startswith("["):
            keys = [_SETTING.match(line) for line in own]
            taken = {key["key"] for line in old if (key := _SETTING.match(line)) is not None}
            return all(key is not None and key["key"] not in taken for key in keys)
        have_keys = [ENTRY_KEY.match(line) is not None for line in old if not only_closes(line)]
        is_item = not any(
            line.endswith((";", ":")) or _EXIT.match(line) or _ASSIGNED.match(line) for line in own
        )
        are_alike = all((ENTRY_KEY.match(line) is not None) is have_keys[0] for line in own)
        return (
            is_item
            and are_alike
            and not {line.rstrip(",") for line in own} & {line.rstrip(",") for line in old}
        )

    def _items_like_own(self, first: int, end: int) -> Sequence[int]:
        """The items of a list between two lines of the file, by their first lines: some have its keys."""
        file, keys = self._file, _keys(self._snippet)
        items = [at for at in range(first, end) if file.stripped[at].startswith("- ")]
        alike = [at for at in items if not keys or keys & _keys(file.bodies[at : file.block_end(at)])]
        width = min((file.widths[at] for at in alike), default=0)
        return [at for at in items if file.widths[at] == width] if alike else ()

    def _items_described(self, items: Sequence[int]) -> Iterator[tuple[int, Direction]]:
        """The only one of some items that the last words describe beside a direction: `before the tests`."""
        file, words = self._file, self._last_words
        texts = {at: set().union(*file.words[at : file.block_end(at)]) for at in items}
        for match in place_words.DIRECTION.finditer(words):
            direction = direction_of(match)
            if not direction.is_beside:
                continue
            near = (
                set(map(str.lower, _words(re.split(r"[,.:;]", words[match.end() :])[0])))
                - place_words.FILLERS
            )
            near |= {word.removesuffix("s") for word in near}
            found = [at for at in items if near & texts[at]]
            if len(found) == 1:
                yield found[0], direction

    def _in_block(
        self,
        first: int,
        end: int,
        title: str,
        *,
        is_named: bool,
        at_top: bool,
        at_end: bool,
        is_body: bool = False,
    ) -> Iterator[_Place]:
        """The body of a block, its beginning and its end: likely ones if the words describe them.

        With `is_body` they describe the block, and its end is likelier than its beginning.
        """
        bodies = self._file.bodies
        at_top = at_top and not self._is_among_imports
        first = self._last_line_of_head(first, end)
        begin, stop = self._file.body_of(first, end)
        inner = [line for line in bodies[begin:stop] if line.strip()]
        if not inner:
            return
        outermost = min(inner, key=indent_width)
        is_item = self._is_item_of_yaml and not outermost.lstrip().startswith("- ")
        new = self._at_depth(self._base, indentation(outermost))
        if new is None or is_item:
            # An item among keys is no YAML.
            return
        # Below its end, there is nothing of a body.
        ends_more = only_closes(new[-1]) and open_brackets("".join(new)) < 0
        is_body_new = is_named and not (self._adds or self._defines_new or self._is_new_item or ends_more)
        if is_body_new:
            yield _Place(
                begin,
                stop,
                new,
                RANK_LIKELY,
                f"replaces the body of “{title}” ({lines_named((begin + 1, stop))})",
            )
        rank = 0.42 if self._adds else 0.3
        gap = self._gap_between_members(begin, stop)
        yield self._inserted(
            begin,
            (*new, *[""] * gap),
            0.95 if at_top else RANK_VERY_LIKELY if is_body else rank - 0.05,
            f"{self._action} at the top of “{title}”",
        )
        yield self._inserted(
            stop,
            (*[""] * gap, *new),
            0.95 if at_end or is_body else rank,
            f"{self._action} at the end of “{title}”",
        )
        last = next((n for n in range(stop - 1, begin - 1, -1) if bodies[n].strip()), begin)
        if self._would_not_run_below(last, new):
            yield self._inserted(
                last,
                new,
                0.96 if at_end or is_body else rank + 0.01,
                f"{self._action} above “{shortened(bodies[last].strip())}” (L{last + 1})",
            )

    def _last_line_of_head(self, first: int, end: int) -> int:
        """The line at which the head of a block ends.

        class Cart(
            private val items: List<Item>,
        ) {
        """
        file = self._file
        if not file.stripped[first].endswith("("):
            return first
        below = (
            n for n in range(first + 1, end) if file.stripped[n] and file.widths[n] <= file.widths[first]
        )
        last = next(below, first)
        return last if opens_block(file.bodies[last]) else first

    def _would_not_run_below(self, at: int, new: Sequence[str]) -> bool:
        """True if a line leaves the block, so that code at its depth has no effect below it."""
        line = self._file.bodies[at]
        is_exit = _EXIT.match(line.strip()) is not None and line.rstrip()[-1] not in ",({["
        is_own_exit = _EXIT.match(self._snippet[-1].strip()) is not None
        is_as_deep = indent_width(line) == indent_width(new[0])
        # A block such as `if` has no effect there either.
        is_definition = self._is_definition and _definition_in(self._base) != ""
        return is_exit and is_as_deep and not is_definition and not is_own_exit

    def _gap_between_members(self, begin: int, stop: int) -> int:
        """The blank lines between the members of a block, if the snippet is one of more than a line."""
        if not self._is_definition:
            return 0
        bodies = self._file.bodies
        least = min(indent_width(line) for line in bodies[begin:stop] if line.strip())
        gaps = [
            self._file.gap(n)
            for n in range(begin + 1, stop)
            if bodies[n].strip() and indent_width(bodies[n]) == least and self._file.gap(n)
        ]
        return gaps[-1] if gaps else int(any(opens_block(bodies[n]) for n in range(begin, stop)))

    # Places that the words describe

    def _described(self) -> Iterator[_Place]:
        for anchor in self._anchors():
            yield from self._around(anchor)

    def _anchors(self) -> Iterator[_Anchor]:
        """The lines of the file that the words quote or describe."""
        file, words = self._file, self._words
        last = len(words) - len(self._last_words)
        explained: set[int] = set()
        """The starts of the quotations whose places the words before them say."""
        for match in quotations(words):
            text = place_words.CUT_OFF.sub("", quotation_of(match)).strip()
            direction = direction_around(words, match)
            defined = self._defined(text.removesuffix("()"))
            is_last = match.start() >= last
            is_said = direction.is_beside and is_last
            if is_said and len(defined) == 1:
                # The other lines with the name use it.
                explained.add(match.start())
                yield _Anchor(defined[0], direction, _SAID, text)
                continue
            for form in (text, text.removesuffix("()"), text.strip("<>#: ")):
                found = self._lines_with(form, text) if any(map(str.isalnum, form)) else []
                if found:
                    break
            if place_words.IMPORT_NOUN.match(words, match.end()):
                found = [at for at in found if begins_import(file.bodies[at])] or found
            if found and direction.is_beside:
                explained.add(match.start())
            headings = [
                at
                for at in found
                if _HEADING_TAG.sub("", file.stripped[at]).lstrip("#<[> ").startswith(text.strip("<>#[]: "))
            ]
            for at in headings or found:
                yield _Anchor(at, direction, RANK_SHOWN_BY_NAME if is_said else 0.45, text, is_last)
        yield from self._only_of_kind()
        yield from self._key_in_words()
        phrases = [
            (direction_of(match), words[match.end() : match.end() + 80], match.start() >= last)
            for match in place_words.DIRECTION.finditer(words)
            if not any(match.end() <= start <= match.end() + _MAX_TO_NOUN for start in explained)
        ]
        for direction, phrase, is_last in phrases:
            noun = place_words.STATEMENT_NOUN.match(phrase)
            found = [] if noun is None else self._statements(noun["noun"].lower())
            for at in found:
                rank = RANK_SHOWN_BY_NAME if len(found) == 1 and is_last else RANK_SHOWN
                yield _Anchor(at, direction, rank, "", is_last)
        page_headings = [at for at, line in enumerate(file.stripped) if _PAGE_HEADING.match(line)]
        for direction, phrase, is_last in phrases if len(page_headings) == 1 else ():
            # `Below the heading` of a page that has one.
            if place_words.HEADING.match(phrase) is not None:
                yield _Anchor(page_headings[0], direction, RANK_SHOWN_BY_NAME, "", is_last)
        # Without such a word, the last words may describe a place: `Script:`, `I'd also tag the instance`.
        yield from self._beside_it()
        for direction, phrase, is_last in [*phrases, (Direction.UNKNOWN, words[last:][-80:], True)]:
            near = names_as_one(list(map(str.lower, _words(phrase))), file.weights)
            near = [word for word in near if word not in place_words.POSITIONS | place_words.FILLERS]
            near = near[-_DESCRIBING:] if direction is Direction.UNKNOWN else near[:_DESCRIBING]
            weights = {word: file.weights.get(word, 0.0) for word in near}
            lines = file.words
            best = [(sum(weights[word] for word in set(near) & lines[at]), at) for at in self._inner_lines]
            if max(best, default=(0.0, 0))[0] < _MIN_DESCRIBED:
                best = [
                    (sum(weights[word] for word in set(near) & line), at) for at, line in enumerate(lines)
                ]
            top = max(best, default=(0.0, 0), key=lambda each: (each[0], -each[1]))
            share = len(set(near) & file.words[top[1]]) if best else 0
            is_said = direction.is_beside and is_last
            is_found = top[0] >= _MIN_DESCRIBED or share > 1
            if is_said and place_words.LIST_NOUN.match(phrase) is not None:
                item = self._end_of_list(top[1] if is_found else None)
                if item is not None:
                    yield _Anchor(item, direction, RANK_SHOWN_BY_NAME, "")
            if is_found:
                yield _Anchor(top[1], direction, RANK_SHOWN if is_said else 0.3, "", is_last)

    def _key_in_words(self) -> Iterator[_Anchor]:
        """The mapping or table that the last words name without quotes: `to the dev dependencies`."""
        file = self._file
        keys: dict[str, list[int]] = defaultdict(list)
        is_keyed = file.path.lower().endswith(KEYED) and not names_place_beside(self._last_words)
        for at, line in enumerate(file.stripped if is_keyed else ()):
            if (head := _HEAD_OF_KEYS.match(line)) is not None:
                keys[(head["key"] or head["table"]).lower()].append(at)
        words = list(map(str.lower, _words(self._last_words)))
        names = names_as_one(words, keys)
        for above, name in pairwise(["", *(each for each in names if each not in place_words.ARTICLES)]):
            if len(keys.get(name, ())) == 1 and (name not in words or above in place_words.BEFORE_KEY):
                yield _Anchor(keys[name][0], Direction.INSIDE, RANK_SHOWN_BY_NAME, name)

    def _end_of_list(self, at: int | None) -> int | None:
        """The last line of the list of a document that a line introduces or is in; None without one.

        Args:
            at: The line; None if nothing shows it, so that there must be only one list.
        """
        file = self._file
        is_markdown = file.path.lower().endswith(MARKDOWN)
        items = [n for n, line in enumerate(file.stripped if is_markdown else ()) if _LIST_ITEM.match(line)]
        # Other text at the margin is between two lists.
        ends = [
            item
            for item, following in pairwise([*items, len(file.bodies)])
            if following not in items
            or any(not file.widths[n] and file.stripped[n] for n in range(item + 1, following))
        ]
        if at is None:
            return ends[0] if len(ends) == 1 else None
        end = next((each for each in ends if each >= at), None)
        return None if end is None or any(map(file.is_heading, range(at + 1, end))) else end

    @cached_property
    def _inner_lines(self) -> Sequence[int]:
        """The lines inside the definitions that the last words name, if they put nothing beside these."""
        quoted = [
            (name_quoted(match).removesuffix("()"), direction_around(self._last_words, match))
            for match in quotations(self._last_words)
        ]
        names = [name for name, direction in quoted if not direction.is_beside]
        spans = named_spans(self._file.index, names, self._file.path)
        return [at for first, end in spans for at in range(self._file.head_at(first) + 1, end)]

    def _beside_it(self) -> Iterator[_Anchor]:
        """The line of a named definition that the snippet is about: ``In `f`, log it before it is sent``."""
        found, file = place_words.BESIDE_IT.search(self._last_words), self._file
        if found is None:
            return
        inner = [at for at in self._inner_lines if not file.is_in_docstring(at)]
        verb = next((word for word in self._done_then(found) if word not in place_words.FILLERS), "")
        doing = [at for at in inner if any(_is_form_of(verb, word) for word in file.words[at])]
        own = {word for line in self._snippet for word in map(str.lower, _words(line))}
        shared = {at: sum(file.weights[word] for word in own & file.words[at]) for at in doing or inner}
        at = max(shared, key=lambda each: shared[each], default=None)
        if at is not None and (doing or shared[at]):
            direction = Direction.ABOVE if found["above"] else Direction.BELOW
            yield _Anchor(at, direction, _RANK_OF_VERB if doing else RANK_SHOWN, "")

    def _done_then(self, found: re.Match[str]) -> Iterator[str]:
        """The words in lower case for what is done at a place that words name: `it is sent`."""
        end = max(found.end("above"), found.end("below"))
        for word in _words(re.split(r"[,.:;]", self._last_words[end:])[0]):
            if word.lower() not in place_words.PRONOUNS:
                yield word.lower()

    def _only_of_kind(self) -> Iterator[_Anchor]:
        """The only function or class of the file, if the last words give a place beside it."""
        file = self._file
        for match in place_words.BESIDE_KIND.finditer(self._last_words):
            groups = {
                name.removeprefix("of_").rstrip("_"): text for name, text in match.groupdict().items() if text
            }
            if place_words.FOR_WHAT.match(self._last_words, match.end()) is not None:
                # One of several, as words tell them apart.
                continue
            kind = next(kind for kind in place_words.BEGINS_OF_KIND if kind in groups)
            begins = place_words.BEGINS_OF_KIND[kind]
            heads = (at for at, body in enumerate(file.bodies) if begins.match(body) is not None)
            found = [at for at in heads if file.block_end(at) > at + 1]
            sign = place_words.SIGNS_OF_NOUN.get(groups[kind].lower())
            if len(found) == 1 and (sign is None or sign.search(self._head_with_decorators(found[0]))):
                direction = Direction.ABOVE if "above" in groups else Direction.BELOW
                yield _Anchor(found[0], direction, _SAID, "")

    def _head_with_decorators(self, at: int) -> str:
        """The first line of a definition, below the decorators or annotations directly above it."""
        file, first = self._file, at
        while first and file.stripped[first - 1].startswith(("@", "#[", "[")):
            first -= 1
        return "\n".join(file.stripped[first : at + 1])

    def _lines_with(self, form: str, text: str) -> list[int]:
        """The lines that have a text: of several, those in the only definition that the last words name."""
        file = self._file
        found = file.all_lines_with(form)
        if len(found) > 1:
            names = map(name_quoted, quotations(self._last_words))
            spans = named_spans(file.index, [each for each in names if each != text], file.path)
            inside = [[at for at in found if first < at < end] for first, end in spans]
            inside = [each for each in inside if each]
            found = inside[0] if len(inside) == 1 else found
        return found if len(found) <= _MAX_OCCURRENCES else []

    def _statements(self, noun: str) -> list[int]:
        """The lines that begin a statement, in definitions that the words name; too many count as none."""
        file, begins = self._file, place_words.STATEMENTS[noun]
        found = [at for at, line in enumerate(file.stripped) if begins.match(line)]
        names = [*self._names, *map(name_quoted, quotations(self._words))]
        spans = named_spans(file.index, names, file.path)
        inside = [at for at in found if any(first < at < end for first, end in spans)]
        found = inside or found
        return found if len(found) <= _MAX_OCCURRENCES else []

    def _defined(self, name: str) -> list[int]:
        """The first lines of the definitions with a name.

        Of several, they are those in a class that is named too, or the outermost one.
        """
        file = self._file
        found = named_spans(file.index, [name], file.path)
        if not found:
            # No outline has what is inside of a function.
            lines = file.all_lines_with(name)
            found = [(at, file.block_end(at)) for at in lines if _definition_in(file.stripped[at]) == name]
            found = [span for span in found if span[0] in self._inner_lines] or found
        if not found:
            declared = [at for at in lines if _declared(file.stripped[at]) == name]
            least = min((file.widths[at] for at in declared), default=0)
            outer = [at for at in declared if file.widths[at] == least]
            found = [(at, at + 1) for at in outer if len(outer) == 1]
        if len(found) > 1:
            quoted = [quotation_of(match).removesuffix("()") for match in quotations(self._words)]
            inside = named_spans(file.index, [name, *quoted, *self._names], file.path)
            found = [span for span in found if span in inside] or found
        least = min((file.widths[first] for first, _ in found), default=0)
        outermost = [first for first, _ in found if file.widths[first] == least]
        return outermost if len(outermost) == 1 else [first for first, _ in found]

    def _around(self, anchor: _Anchor) -> Iterator[_Place]:
        """The places around an anchor: next to it, and inside of the block or the section that it begins."""
        if anchor.direction is not Direction.INSIDE:
            anchor = anchor._replace(at=self._sibling_around(anchor.at))
        at, end = anchor.at, self._file.block_end(anchor.at)
        line = self._file.stripped[at]
        is_marked = line.startswith("#") and _ANNOTATION.fullmatch(line) is None
        yield from self._beside(anchor, max(end, self._file.end_of_statement(at)))
        if end > at + 1:
            is_section = (bool(anchor.title) and is_marked) or self._file.is_heading(at)
            yield from self._under_heading(anchor, end) if is_section else self._inside(anchor, end)

    def _sibling_around(self, at: int) -> int:
        """The first line of the element around a line that the snippet's is like; else the line itself.

        <div class="field">             that element
          <label>Street</label>         the line
        </div>

        <div class="field">             the snippet
        """
        file, head = self._file, self._base.strip()
        tag = _TAG.match(head)
        if tag is None:
            return at
        width = file.widths[at] + 1
        for n in range(at, -1, -1):
            if not file.stripped[n] or file.widths[n] >= width:
                continue
            width, around = file.widths[n], _TAG.match(file.stripped[n])
            if around is not None and around["name"] == tag["name"]:
                classes = [_CLASS_OF_TAG.search(line) for line in (file.stripped[n], head)]
                is_alike = len({found and found["names"] for found in classes}) == 1
                if is_alike or tag["name"] not in _CONTAINERS:
                    return n
        return at

    def _beside(self, anchor: _Anchor, end: int) -> Iterator[_Place]:
        """The places below an anchor and above it.

        Args:
            anchor: The anchor.
            end: The end of its block, at which the place below it begins.
        """
        file, at, rank = self._file, anchor.at, anchor.rank
        new = self._at_depth(self._base, indentation(file.bodies[at]))
        if new is None:
            return
        is_below, is_above = (anchor.direction is each for each in (Direction.BELOW, Direction.ABOVE))
        other = rank if anchor.direction is Direction.UNKNOWN else rank - 0.35
        name = self._title(at, end)
        following = next((n for n in range(end, len(file.bodies)) if file.stripped[n]), at)
        apart = self._blank_below(at, end, following)
        below = (*(max(apart, [""] * self._blank) if is_below else apart), *new)
        yield self._inserted(end, below, rank if is_below else other, f"{self._action} below {name}")
        if is_below and (documented := self._end_of_docstring(end, at)) is not None:
            # The text below an attribute belongs to it.
            apart = [""] * (file.gap(at) or 1)
            label = f"{self._action} below {name} and its docstring"
            yield self._inserted(documented, (*apart, *new), rank + 0.01, label)
        top = file.top_of(at, end)
        rank_above, label = (rank if is_above else other) - 0.02, f"{self._action} above {name}"
        if file.gap(top) and self._is_apart_from(at, end):
            first = top - file.gap(top)
            yield self._inserted(first, (*[""] * self._blank_below_line(first - 1), *new), rank_above, label)
            return
        gap = file.gap(top) or (file.gap(following) if self._is_definition and top < at else 0)
        above = (*(self._going_on(at) or new), *([""] * (gap if self._is_block else 0)))
        yield self._inserted(top, above, rank_above, label)

    def _is_apart_from(self, at: int, end: int) -> bool:
        """True if the snippet is statements that have the blank lines above a definition below them, too.

        An annotation or a comment is about the definition, and directly above it.
        """
        file, head = self._file, self._snippet[0].strip()
        definition = file.stripped[file.head_at(at)]
        is_definition = any(
            begins.match(definition) is not None for begins in place_words.BEGINS_OF_KIND.values()
        )
        is_code = file.language in LANGUAGES - DATA
        is_about = is_comment(head, file.path) or _ANNOTATION.fullmatch(head) is not None
        is_statement = not self._is_definition and not is_about and not begins_import(head)
        return is_code and is_statement and end > at + 1 and is_definition

    def _blank_below_line(self, at: int) -> int:
        """The blank lines between a line and the snippet below it: none if they are of one form."""
        file, base = self._file, self._base
        if file.is_import(at) or at < 0:
            return int(at >= 0)
        if indentation(file.bodies[at]) != indentation(base) or only_closes(file.bodies[at]):
            return file.gap(next(n for n in range(at + 1, len(file.bodies)) if file.stripped[n]))
        alike = likeness.normalized_similarity(_shape(file.stripped[at]), _shape(base))
        return int(alike < _MIN_SHAPE_LIKENESS)

    def _blank_below(self, at: int, end: int, following: int) -> list[str]:
        """The blank lines between a block and the snippet below it.

        Args:
            at: The first line of the block.
            end: The line after it.
            following: The first line from there on that is not blank; the first line if there is none.
        """
        file = self._file
        is_close = not self._is_definition and place_words.CLOSE_BY.search(self._last_words) is not None
        is_apart = self._is_block and (end > at + 1 or (bool(file.gap(at)) and not is_close))
        # The last member of a block has no gap below it.
        gap = file.gap(following) or (file.gap(at) if self._is_definition else 0)
        ends_imports = file.is_import(at) and gap > 0 and not begins_import(self._base)
        is_item, is_next = (
            _LIST_ITEM.match(line) is not None for line in (file.stripped[at], self._snippet[0])
        )
        ends_list = is_item and not is_next and file.path.lower().endswith(MARKDOWN)
        return [""] * max(gap if is_apart else 0, int(ends_imports or ends_list))

    def _going_on(self, at: int) -> tuple[str, ...] | None:
        """The snippet at its own depth, if it goes on with what ends at a line; None if it does not."""
        file = self._file
        may_go_on = file.stripped[at].startswith("</") or file.path.lower().endswith(YAML)
        if not may_go_on or indent_width(self._base) <= file.widths[at]:
            return None
        return self._at_depth(self._base, indentation(self._base))

    def _inside(self, anchor: _Anchor, end: int) -> Iterator[_Place]:
        """The places in the block that an anchor begins."""
        at, title, is_beside = anchor.at, anchor.title, anchor.direction.is_beside
        # `Below def run(x):` is inside of it for what is deeper than it.
        is_deeper = indent_width(self._base) > self._file.widths[at]
        is_head = is_deeper and title.endswith((":", "{"))
        # `After the opening <body> tag` is inside of the element.
        is_head |= _TAG.match(title) is not None and self._is_opening(title)
        is_below_head = anchor.direction is Direction.BELOW and is_head
        may_be_edge = anchor.is_last and not is_beside and not self._is_of_file
        yield from self._in_block(
            at,
            end,
            shortened(self._file.stripped[self._file.head_at(at)]),
            is_named=False,
            at_top=is_below_head or (may_be_edge and self._is_at_top),
            at_end=may_be_edge and self._is_at_end,
            is_body=anchor.direction is Direction.INSIDE
            and anchor.rank >= RANK_SHOWN_BY_NAME
            and not self._is_at_top,
        )

    def _under_heading(self, anchor: _Anchor, end: int) -> Iterator[_Place]:
        """The place at the end of the section that an anchor begins: a list in it goes on."""
        file, at = self._file, anchor.at
        new = self._at_depth(self._base, indentation(file.bodies[at]))
        if new is None:
            return
        new = self._going_on(at) or new
        last = next((n for n in reversed(range(at + 1, end)) if file.stripped[n]), at)
        is_item = file.stripped[last][:2] == self._snippet[0].strip()[:2]
        label = f"{self._action} at the end of “{shortened(file.stripped[at])}”"
        if _LIST_ITEM.match(self._snippet[0]) is not None:
            yield from self._at_end_of_list(at, end)
        is_said = bool(anchor.title) or anchor.direction is Direction.BELOW
        is_said |= anchor.direction is Direction.INSIDE and not self._says_above
        rank = RANK_LIKELY if anchor.direction is Direction.ABOVE else _SAID if is_said else anchor.rank
        yield self._inserted(last + 1, new if is_item else ("", *new), rank, label)

    def _at_end_of_list(self, first: int, end: int) -> Iterator[_Place]:
        """Below the last item of a list in a section, if other text is below it."""
        file, marker = self._file, self._snippet[0][:2]
        items = [at for at in range(first + 1, end) if file.bodies[at].startswith(marker)]
        last = items[-1] + 1 if items else end
        while last < end and file.bodies[last][:1] in (" ", "\t"):
            last += 1
        if last < end:
            title = shortened(file.stripped[first])
            yield self._inserted(
                last, self._snippet, 0.93, f"{self._action} at the end of the list in “{title}”"
            )

    def _end_of_docstring(self, first: int, at: int) -> int | None:
        """The line after the docstring that begins on a line, as deep as line `at`; None without one."""
        file = self._file
        if not file.path.endswith((".py", ".pyi")) or first >= len(file.bodies):
            return None
        quotes = file.stripped[first][:3]
        if quotes not in ('"""', "'''") or file.widths[first] != file.widths[at]:
            return None
        ends = (
            n for n in range(first, len(file.bodies)) if file.stripped[n][3 * (n == first) :].endswith(quotes)
        )
        last = next(ends, None)
        return None if last is None else last + 1

    def _title(self, at: int, end: int) -> str:
        """A line as labels quote it; the name of the definition that it begins."""
        file, head = self._file, self._file.head_at(at)
        defined = _definition_in(file.stripped[head])
        if defined and end > head + 1:
            return f"`{defined}` ({lines_named((at + 1, end))})"
        head = head if end > head + 1 else at
        return f"“{shortened(file.stripped[head])}” (L{head + 1})"

    def _is_opening(self, tag: str) -> bool:
        """True if the words speak of the opening tag of an element, not of the element."""
        before = self._words.partition(tag)[0].rstrip('`"“ ')
        return (
            before.endswith(("opening", "start", "öffnenden", "apertura"))
            or tag.strip("</> ") in _ALWAYS_OPENED
        )

    def _inserted(self, at: int, lines: Sequence[str], rank: float, label: str) -> _Place:
        """The place of an insertion, with commas where the items around it have some."""
        file = self._file
        above = next((n for n in reversed(range(at)) if file.stripped[n]), None)
        below = next((n for n in range(at, len(file.bodies)) if file.stripped[n]), None)
        filled = [n for n, line in enumerate(lines) if line.strip()]
        if above is None or below is None or not filled:
            return _adding(at, at, tuple(lines), rank, label)
        depth = indent_width(lines[filled[0]])
        is_json = file.path.lower().endswith(JSON)
        items = [
            n
            for n in range(max(above - 20, 0), min(below + 20, len(file.bodies)))
            if file.stripped[n] and indent_width(file.bodies[n]) == depth and not only_closes(file.bodies[n])
        ]
        is_list = is_json or (
            bool(items) and 2 * sum(file.stripped[n].endswith(",") for n in items) >= len(items)
        )
        if not is_list or (above not in items and not only_closes(file.bodies[above])):
            return _adding(at, at, tuple(lines), rank, label)
        new = list(lines)
        is_last = only_closes(file.bodies[below]) and indent_width(file.bodies[below]) < depth
        if not is_last and not new[filled[-1]].rstrip().endswith(","):
            new[filled[-1]] = f"{new[filled[-1]].rstrip()},"
        elif is_last and is_json:
            new[filled[-1]] = new[filled[-1]].rstrip().removesuffix(",")
        if indent_width(file.bodies[above]) == depth and not file.stripped[above].endswith(
            (",", "{", "[", "(")
        ):
            shown = new[filled[0]].strip().removesuffix(",")
            if len(filled) > 1 and shown == file.stripped[above]:
                # It shows the item above, with the comma that this gets.
                was, now = (counted(count, "line") for count in (len(filled), len(filled) - 1))
                new, label = new[filled[1] :], label.replace(f"adds {was}", f"adds {now}")
            new = [f"{file.bodies[above].rstrip()},", *file.bodies[above + 1 : at], *new]
            return _adding(above, at, tuple(new), rank, label)
        return _adding(at, at, tuple(new), rank, label)

    # Lines of the same form, and the ends of the file

    def _of_the_same_form(self) -> Iterator[_Place]:
        """Below the last line of a group that has the form of the snippet's first line."""
        file, shape = self._file, _shape(self._base)
        alike = [
            at
            for at, line in enumerate(file.stripped)
            if line
            and likeness.normalized_similarity(_shape(line), shape) >= _MIN_SHAPE_LIKENESS
            and _first(line) == _first(self._base)
        ]
        alike = alike or [at for at, line in enumerate(file.stripped) if line and _shape(line) == shape]
        if not alike and len(shape) > _MIN_SHAPE:
            # A prototype that returns another type, and takes one value more.
            ratios = [
                likeness.normalized_similarity(_shape(line), shape) if line else 0 for line in file.stripped
            ]
            alike = [
                at
                for at, ratio in enumerate(ratios)
                if ratio >= _MIN_SHAPE_LIKENESS and file.stripped[at][-1] == shape[-1]
            ]
        if not alike:
            return
        ends = {at: file.block_end(at) if self._is_one_block else at + 1 for at in alike}
        last = next(
            (
                a
                for a, b in pairwise(alike)
                if (any(file.stripped[ends[a] : b]) if self._is_one_block else b - a > 1)
            ),
            alike[-1],
        )
        for at in dict.fromkeys((last, alike[-1])):
            new = self._at_depth(self._base, indentation(file.bodies[at]))
            if new is not None:
                end = file.block_end(at)
                blank = [""] * (file.gap(at) if self._is_definition else 0)
                rank = 0.6 if self._is_new_item else RANK_LIKELY if self._adds or self._is_new else 0.35
                yield self._inserted(end, (*blank, *new), rank, f"{self._action} below L{end}")

    def _below_header(self) -> Iterator[_Place]:
        """Below the comment with which a file begins, or below its shebang, if the words say so."""
        file, found = self._file, place_words.BELOW_HEADER.search(self._last_words)
        if found is None:
            return
        count = len(file.bodies)
        end = int(file.stripped[0].startswith("#!"))
        if not found["shebang"] or not end:
            first = next((n for n in range(end, count) if file.stripped[n]), count)
            end = next((n for n in range(first, count) if not is_comment(file.stripped[n], file.path)), count)
            # A comment of several lines ends with its last one, whatever the others begin with.
            inside = min(first + 2, count)
            around = comment_around(file.index, (inside, inside), file.path)
            end = end if around is None or around[0] != first + 1 else around[1]
            end = 0 if end == first else end
        new = self._at_depth(self._base, "")
        if new is not None and 0 < end < count:
            apart = [""] * (not file.stripped[end])
            yield self._inserted(end, (*apart, *new), _SAID, f"{self._action} below the header (L{end})")

    def _below_imports(self) -> Iterator[_Place]:
        """Below the imports at the top of a file, if the words say so."""
        file = self._file
        imports = file.imports
        if not imports or place_words.BELOW_IMPORTS.search(self._last_words) is None:
            return
        new = self._at_depth(self._base, "")
        # Other code may be between imports: then the last one counts first.
        first = next((end for (_, end), (at, _) in pairwise(imports) if any(file.stripped[end:at])), None)
        for end, rank in ((imports[-1][1], _SAID), (first, _SAID - 0.01)):
            if new is not None and end is not None:
                yield self._inserted(end, ("", *new), rank, f"{self._action} below the imports (L{end})")

    def _in_type_of_words(self) -> Iterator[_Place]:
        """The edges of the only type in which words want new members: `a field in the struct`."""
        file, heads = self._file, place_words.BEGINS_OF_KIND[place_words.CLASS]
        is_said = self._adds or self._is_at_end or self._is_at_top
        edges = (
            list(place_words.EDGE_OF_TYPE.finditer(self._last_words))
            if is_said and not self._is_of_file
            else []
        )
        if not edges or names_place_beside(self._last_words):
            return
        own = [line.strip() for line in self._snippet if line.strip()]
        known = [line for line in file.stripped if line]
        has_version = any(line != old and line.startswith(old) for line in own for old in known)
        if has_version or heads.match(self._base.strip()) is not None:
            return
        for words in edges:
            name = words["name"] or words["only"]
            found = [at for at, line in enumerate(file.stripped) if heads.match(line) is not None]
            if name is not None:
                declares = re.compile(rf"[\w\s()]*\b{name}\b")
                found = [at for at in found if declares.match(file.stripped[at]) is not None]
            else:
                noun = (words[place_words.CLASS] or words[f"of_{place_words.CLASS}"]).lower()
                found = [at for at in found if noun in file.stripped[at].lower()] or found
            if len(found) != 1:
                continue
            yield from self._in_block(
                found[0],
                file.block_end(found[0]),
                shortened(file.stripped[found[0]]),
                is_named=False,
                at_top=self._is_at_top,
                at_end=self._is_at_end,
                is_body=not self._is_at_top,
            )

    def _in_types(self) -> Iterator[_Place]:
        """The ends of classes with methods, for a new function of a language whose outline is not known."""
        file, heads = self._file, place_words.BEGINS_OF_KIND[place_words.CLASS]
        is_page = file.path.lower().endswith(PAGES)
        is_known = is_page or outline_language(file.path) is not None
        if is_known or not self._is_definition or not self._is_new or heads.match(self._base.strip()):
            return
        for at in [at for at, line in enumerate(file.bodies) if heads.match(line)][:_MAX_OCCURRENCES]:
            end = file.block_end(at)
            title = shortened(file.stripped[at])
            end_of_it = f"{self._action} at the end of “{title}”"
            inner = {file.widths[n] for n in range(at + 1, end) if opens_block(file.bodies[n])}
            if not inner - {file.widths[at]}:
                continue
            for place in self._in_block(at, end, title, is_named=False, at_top=False, at_end=True):
                if place.label == end_of_it:
                    yield replace(place, rank=RANK_LIKELY + 0.01)

    def _in_part_of_page(self) -> Iterator[_Place]:
        """The ends of the styles of a page, if the snippet is rules; of its scripts, if it defines a name."""
        file, filled = self._file, [line.strip() for line in self._snippet if line.strip()]
        if not file.path.lower().endswith(PAGES) or not self._is_definition or filled[0].startswith("<"):
            return
        is_styles = all(_LINE_OF_STYLES.match(line) for line in filled) and any(
            map(_DECLARATION.match, filled)
        )
        is_code = bool(_definition_in(self._base)) and self._base == self._snippet[0]
        tag, rank = ("style", RANK_SHOWN) if is_styles else ("script", RANK_LIKELY)
        for at in file.lines_with_tag(tag) if is_styles or is_code else ():
            title = shortened(file.stripped[at])
            end_of_it = f"{self._action} at the end of “{title}”"
            for place in self._in_block(
                at, file.block_end(at), title, is_named=False, at_top=False, at_end=True
            ):
                if place.label == end_of_it:
                    lines = place.lines
                    if is_styles and self._has_rules_without_blanks(at):
                        lines = tuple(dropwhile(lambda line: not line.strip(), lines))
                    yield replace(place, lines=lines, rank=rank)

    def _has_rules_without_blanks(self, at: int) -> bool:
        """True if a rule of the styles that begin on a line is directly below another one."""
        stripped = self._file.stripped
        return any(
            above == "}" and below not in ("", "}")
            for above, below in pairwise(stripped[at + 1 : self._file.block_end(at) - 1])
        )

    def _beside_group(self) -> Iterator[_Place]:
        """Beside the largest group of lines that words give by their kind: `below the associations`."""
        file, found = self._file, place_words.GROUP_NOUN.search(self._last_words)
        # `Above the hook` is above the only function of a file.
        if found is None or next(self._only_of_kind(), None) is not None:
            return
        noun = found["noun"].lower()
        kind = re.compile(
            next(lines for nouns, lines in place_words.GROUPS.items() if re.fullmatch(nouns, noun))
        )
        begins = [at for at, line in enumerate(file.stripped) if kind.match(line)]
        least = min((file.widths[at] for at in begins), default=0)
        # The first line of each, the line after its last one, and how many are of the kind.
        groups: list[tuple[int, int, int]] = []
        for at in begins:
            if file.widths[at] != least:
                continue
            end = file.statement_at(at)[1]
            first, last, count = groups[-1] if groups else (at, at, 0)
            if groups and not any(file.stripped[last:at]):
                groups[-1] = (first, end, count + 1)
            else:
                groups.append((at, end, 1))
        if not groups:
            return
        first, end, _ = max(groups, key=lambda group: group[2])
        new = self._at_depth(self._base, indentation(file.bodies[first]))
        if new is None:
            return
        blank = [] if kind.match(self._base.strip()) else [""]
        if found["below"]:
            yield self._inserted(end, (*blank, *new), _SAID, f"{self._action} below the {noun} (L{end})")
        else:
            top, label = file.top_of(first, end), f"{self._action} above the {noun} (L{first + 1})"
            yield self._inserted(top, (*new, *blank), _SAID, label)

    def _below_checked(self) -> Iterator[_Place]:
        """Below the lines that set what the snippet checks first, and that have no check of it below them."""
        file, checked = self._file, _CHECKED.match(self._base.strip())
        if checked is None or place_words.REPLACES.search(self._last_words) is not None:
            return
        name = checked["name"] or checked["last"]
        free: list[tuple[int, int]] = []
        for at in file.all_lines_with(name):
            found = _SETS.match(file.stripped[at])
            if found is None or name not in re.split(r"[\s,]+", found["names"]):
                continue
            end = file.block_end(at)
            below = next((line for line in file.stripped[end:] if line), "")
            again = _CHECKED.match(below)
            if again is None or name not in (again["name"], again["last"]):
                free.append((at, end))
        for at, end in free if len(free) <= _MAX_OCCURRENCES else ():
            new = self._at_depth(self._base, indentation(file.bodies[at]))
            if new is not None:
                label = f"{self._action} below “{shortened(file.stripped[at])}” (L{at + 1})"
                yield self._inserted(end, new, RANK_LIKELY, label)

    def _before_return(self) -> Iterator[_Place]:
        """Above the statement that ends a function which words name: ``before `load` returns``."""
        file, words = self._file, self._last_words
        found = place_words.BEFORE_RETURN.search(words)
        if found is None:
            return
        names = [*map(name_quoted, quotations(words)), *parts_in_words(words), *self._names]
        spans = named_spans(file.index, names, file.path) or named_spans(file.index, _words(words), file.path)
        for first, end in spans[:_MAX_OCCURRENCES]:
            rows = [at for at in range(file.head_at(first) + 1, end) if _EXIT.match(file.stripped[at])]
            least = min((file.widths[at] for at in rows), default=0)
            outer = [at for at in rows if file.widths[at] == least]
            new = self._at_depth(self._base, indentation(file.bodies[outer[-1]])) if outer else None
            if new is not None:
                at = outer[-1]
                label = f"{self._action} above “{shortened(file.stripped[at])}” (L{at + 1})"
                yield self._inserted(at, new, 0.97 if len(spans) == 1 else RANK_SHOWN, label)

    def _before_last(self) -> Iterator[_Place]:
        """Above the last of the lines that begin like the snippet: `before the final stage`."""
        file, word = self._file, _first(self._base)
        found = place_words.BEFORE_LAST.search(self._last_words)
        if found is None or place_words.STATEMENT_NOUN.match(self._last_words, found.end()) is not None:
            return
        alike = [at for at, body in enumerate(file.bodies) if file.words[at] and _first(body) == word]
        depths = {file.widths[at] for at in alike}
        new = self._at_depth(self._base, indentation(file.bodies[alike[-1]])) if len(depths) == 1 else None
        if new is not None:
            at = alike[-1]
            name = f"“{shortened(file.stripped[at])}” (L{at + 1})"
            blank = [""] * (file.gap(at) if self._is_block else 0)
            yield self._inserted(at, (*new, *blank), _SAID, f"{self._action} above {name}")

    def _beside_last_named(self) -> Iterator[_Place]:
        """Below the last statement with a name, or above the first one: `after the last `total` wrapper`."""
        file, words = self._file, self._last_words
        found = place_words.LAST_NAMED.search(words) or place_words.FIRST_NAMED.search(words)
        if found is None or not any(map(str.isalnum, found["name"])):
            return
        is_last = place_words.LAST_NAMED.search(words) is not None
        name = whole_word(found["name"].removesuffix("()"))
        lines = [at for at, line in enumerate(file.stripped) if name.search(line)]
        lines = [at for at in lines if not file.stripped[at].startswith(_COMMENTS)]
        if not lines:
            return
        first, end = file.statement_at(lines[-1 if is_last else 0])
        new = self._at_depth(self._base, indentation(file.bodies[first]))
        if new is not None:
            top = file.top_of(first, end)
            below = next((n for n in range(end, len(file.bodies)) if file.stripped[n]), end)
            blank = [""] * ((file.gap(top) or below - end) if self._is_block else 0)
            side, at = ("below the last", end) if is_last else ("above the first", top)
            where = f"L{first + 1}" if end == first + 1 else f"L{first + 1}–{end}"
            label = f"{self._action} {side} statement that has “{found['name']}” ({where})"
            yield self._inserted(at, (*blank, *new) if is_last else (*new, *blank), 0.97, label)

    def _ends(self) -> Iterator[_Place]:
        file, count = self._file, len(self._file.bodies)
        if self._members:
            # There is no object outside of the outermost one.
            return
        depth = ""
        if file.path.lower().endswith(YAML) and indent_width(self._base) in file.widths:
            # A key of a mapping that goes on up to the end.
            depth = indentation(self._base)
        new = self._at_depth(self._base, depth) or tuple(self._snippet)
        end = next(n + 1 for n in reversed(range(count)) if file.stripped[n])
        gaps = [
            file.gap(n) for n in range(count) if file.stripped[n] and indentation(file.bodies[n]) == depth
        ]
        usual = max(gaps, key=gaps.count) if any(gaps) else 0
        is_section = self._is_definition or self._base.startswith(("[", "#"))
        gap = (max(gaps) if is_section and gaps else usual) if self._is_block else min(usual, 1)
        same = _first(file.stripped[end - 1]) == _first(self._base) and not self._is_block
        # `At the top, below `a`` is rather a place beside that.
        said = 0.96 if self._is_of_file else _SAID_EDGE
        said = min(said, RANK_SHOWN_BY_NAME) if names_place_beside(self._last_words) else said
        yield _Place(
            end,
            end,
            (*[""] * max(0 if same else gap, self._blank), *new),
            said if self._is_at_end and not place_words.BEFORE_CLOSING.search(self._last_words) else 0.25,
            f"{self._action} at the end of the file",
            effect=MatchEffect.ADDS,
            is_at_edge=True,
        )
        first = int(file.stripped[0].startswith(("#!", "<?")))
        if file.stripped[0].startswith("# ") and self._base.startswith("##"):
            # The title of a document stays its first line.
            first = next((n for n in range(1, count) if file.stripped[n].startswith("##")), first)
        yield _Place(
            first,
            first,
            (*new, *[""] * (gap if file.stripped[first : first + 1] != ("",) else 0)),
            said if self._is_at_top else 0.1,
            f"{self._action} at the top of the file",
            effect=MatchEffect.ADDS,
            is_at_edge=True,
        )

    def _between_blocks(self) -> Iterator[_Place]:
        """Below the blocks of a file. Few are left when other places are likelier."""
        file = self._file
        for at in range(min(len(file.bodies), _MAX_BOUNDARIES)):
            following = next((n for n in range(at + 1, len(file.bodies)) if file.stripped[n]), None)
            if not file.stripped[at] or following is None:
                continue
            depth = indent_width(file.bodies[at])
            ends = indent_width(file.bodies[following]) < depth or only_closes(file.bodies[at])
            if (
                ends
                or (following > at + 1 and not depth)
                or file.words[at] & {"end", "endforeach", "endfor", "endif"}
            ):
                new = self._at_depth(self._base, indentation(file.bodies[at]))
                if new is not None:
                    blank = [""] * (file.gap(following) if self._is_block else 0)
                    yield self._inserted(at + 1, (*blank, *new), 0.02, f"{self._action} below L{at + 1}")


def _without_blank_end(lines: Sequence[str]) -> Sequence[str]:
    return lines[: next((n + 1 for n in reversed(range(len(lines))) if lines[n].strip()), 0)]


def _words(text: str) -> list[str]:
    return [word for word in _TOKEN.findall(text) if len(word) > 1 or word.isdigit()]


def _parts(text: str) -> Iterator[str]:
    """The words of a text in lower case, and the parts of those such as `aws_instance`."""
    for word in _words(text):
        yield word.lower()
        if "_" in word:
            yield from (part.lower() for part in word.split("_") if len(part) > 1)


def _is_form_of(verb: str, word: str) -> bool:
    """True if a verb of a sentence is a form of a word of code: `appended` of `append`."""
    stem = word.removesuffix("e")
    return len(stem) > 2 and verb.startswith(stem) and len(verb) - len(stem) <= _MAX_ENDING


def _keys(lines: Sequence[str]) -> Counter[str]:
    """The keys that some lines of YAML set, with the number of each."""
    keys = map(_KEY_OF_ITEM.match, lines)
    return Counter(key[1] for key in keys if key is not None)


def _with_names_quoted(words: str, file: _File) -> str:
    """Words with back-quotes around the names of code that they give without: `load_orders`, `save()`."""
    parts, at = [], 0
    for quoted in (*place_words.QUOTED.finditer(words), None):
        end = len(words) if quoted is None else quoted.start()
        plain = words[at:end]
        parts.append(
            place_words.PLAIN_CODE.sub(
                lambda name: f"`{name[0]}`" if file.has_word(name["name"]) else name[0], plain
            )
        )
        parts.append("" if quoted is None else quoted[0])
        at = end if quoted is None else quoted.end()
    return "".join(parts)


def _weight(line: str) -> float:
    return min(1.0, (1 + sum(map(str.isalnum, line))) / _MIN_WEIGHT_LETTERS) if line.strip() else 0.0


def _likeness(line: str, other: str) -> float:
    """The likeness of two lines, from 0 to 1: more if both set the same name."""
    if line == other:
        return 1.0
    score = likeness.normalized_similarity(line, other)
    key, other_key = _SETTING.match(line), _SETTING.match(other)
    if key is not None and other_key is not None and key["key"] == other_key["key"]:
        return max(score, _MIN_KEY_LIKENESS)
    if _call_other_things(line, other):
        score *= _OTHER_NAME
    elif key is not None and other_key is not None and key["declares"] and other_key["declares"]:
        # Both declare something, each another thing.
        score *= _OTHER_NAME
    words, others = Counter(_words(line)), Counter(_words(other))
    total = sum(words.values()) + sum(others.values())
    shared = 2 * sum((words & others).values()) / total if total else 0.0
    return (score + max(score, shared)) / 2


def _begin_one_block(line: str, other: str) -> bool:
    """True if two lines begin with one word, and each begins a block, or an element that it does not end."""
    if _first(line) != _first(other):
        return False
    return all(opens_block(each) or unpaired_tags([each]) > 0 for each in (line, other))


def _opens_another(line: str, other: str) -> bool:
    """True if only the second of two lines leaves a bracket open, and the first has another text up to it."""
    if open_brackets(other) <= 0 or open_brackets(line) > 0:
        return False
    return not line.startswith(other.rstrip(" ([{"))


def _call_other_things(line: str, other: str) -> bool:
    """True if two lines only call functions, of different objects, and with other strings."""
    call, other_call = CALL.match(line), CALL.match(other)
    if call is None or other_call is None or call["base"] == other_call["base"]:
        return False
    return set(_STRING.findall(line)).isdisjoint(_STRING.findall(other))


def _closes_more(lines: Sequence[str]) -> bool:
    """True if the last of some lines, which only closes, closes what was opened above them."""
    last = lines[-1].strip()
    if last.startswith("</"):
        tag = last[2:].rstrip("> ")
        above = [line.strip() for line in lines[:-1]]
        return sum(line.startswith(f"<{tag}") for line in above) <= above.count(last)
    return not any(map(last.__contains__, ")]}")) or open_brackets("".join(lines)) < 0


def _declared(line: str) -> str:
    """The name that a line declares or defines, without indentation; empty if it does neither."""
    key, defined = _SETTING.match(line), _DEFINED.match(line)
    return key["key"] if key is not None and key["declares"] else defined["name"] if defined else ""


def _definition_in(line: str) -> str:
    """The name of the definition that a line begins; empty if it begins none."""
    found = _BEGINS_DEFINITION.match(line.strip())
    return found["name"] if found is not None else _declared(line.strip())


def _holds(head: str, statement: str) -> bool:
    """True if the first line of a block has the code of a statement, or the value that it sets and its name.

    `with open(path) as f:` has that of `f = open(path)`.
    """
    found = _SET_VALUE.fullmatch(statement)
    if found is None or statement in head:
        return statement in head
    has_name = whole_word(found["name"]).search(head) is not None
    return has_name and _weight(found["value"]) == 1.0 and found["value"] in head


def _container_in(line: str) -> str | None:
    """The name of the list, the mapping or the table that a line begins; None if it begins none."""
    table, key = _CREATED_TABLE.match(line), _HEAD_OF_KEYS.match(line)
    if table is not None:
        return table["name"]
    if key is not None:
        return key["key"] or key["table"]
    collection = _HEAD_OF_COLLECTION.match(line)
    return collection["name"] if collection is not None else None


def _name_of_container(quoted: str) -> str:
    """The name of a list or a table as words quote it: `[cache]`, `CREATE TABLE orders (...)`."""
    table = _CREATED_TABLE.match(quoted)
    return table["name"] if table is not None else quoted.strip('`*"()[]{}: ')


def _open_head(snippet: Sequence[str], path: str) -> int | None:
    """The line at which a snippet begins a definition of which it has no body; None for other snippets.

    Above that line, it has only comments and annotations.
    """
    at = 0
    while at < len(snippet) and (_is_about_next(snippet[at], path) or not snippet[at].strip()):
        at += 1
    head = snippet[at:]
    is_head = bool(head) and (
        opens_block(head[-1])
        or _BEGINS_DEFINITION.match(head[0].strip()) is not None
        or (head[-1].rstrip().endswith(")") and _declared(head[0].strip()) != "")
    )
    if not is_head:
        return None
    # Below the first line, there are only parameters and what ends them.
    is_open = all(
        open_brackets("".join(head[:n])) > 0 or line.strip() in ("{", "where")
        for n, line in enumerate(head[1:], 1)
    )
    is_open &= not any(map(_ending_of_head, head[:-1])) or head[-1].strip() == "{"
    text = "".join(head).rstrip()
    is_open &= open_brackets(text) == (1 if _ending_of_head(text) == "{" else 0)
    return at if is_open and text[-1] not in ";,=}" else None


def _is_about_next(line: str, path: str) -> bool:
    """True if a line is a comment or an annotation."""
    return is_comment(line.strip(), path) or _ANNOTATION.fullmatch(line.strip()) is not None


def _ending_of_head(line: str) -> str:
    """The sign with which the head of a definition ends: a brace or a colon; empty without one."""
    return line.rstrip()[-1:] if line.rstrip().endswith(("{", ":")) else ""


def _shape(line: str) -> str:
    return _SHAPE.sub(lambda match: "s" if match[0][0] in "\"'`" else "w", line.strip())


def _first(line: str) -> str:
    marker = line.strip()[:2]
    return marker if marker in ("- ", "* ", "+ ") else next(iter(_TOKEN.findall(line)), marker[:1])
