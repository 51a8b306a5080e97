"""The regions of a file that words name: a function, a rule, a section, a table, a case, a test.

    ### alpha
    In `.alpha`, change this:
    Now `alpha`, not `bravo`:

Names in back-quotes come first. Without any, each word of a short line may be a name. A word alone says
little: callers should ask for a second sign. The same holds for a quoted name that no outline has.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from editreview.first_use import lazy_pattern
from editreview.matching.by_line import region_end
from editreview.matching.code import language_of
from editreview.matching.file_index import FileIndex, PerFile
from editreview.text import indentation
from editreview.vocabulary import (
    CHANGE,
    REPLACE,
    UNIT,
    any_of,
    in_other_languages,
    whole_words,
)

_QUOTED = lazy_pattern(r"`([^`\n]{1,80})`|(?<![\w`.])([A-Za-z_]\w*)\(\)")
_WORD = lazy_pattern(r"[A-Za-z_][\w-]{2,}")
_COMPARED = lazy_pattern(
    r"\b(?:not|unlike|like|same as|as|instead of|rather than|than|similar to|nicht|wie|pas|comme|como|non"
    r"|não)\s+"
    r"(?:(?:at|from|in|for|of|the|those|that|im|der|dans|en|el|la|le)\s+)*"
    r"(?:`[^`\n]*`(?:\s+(?:and|or|und|oder|et|ou|y|o)\s+`[^`\n]*`)*|[\w.#-]+(?=[,.;:)]|$))",
    re.IGNORECASE,
)
"""A name that is only there to compare: `not in `b``, `like `b``."""
_AROUND = "[]#.<>\"'()*_:;, "
_MAX_WORDS = 8
"""The most words of a line in which a word without back-quotes may be a name."""
_MAX_NAMES = 20
_MAX_USES = 20
"""The most uses of a name that may begin a region; those of a variable begin none."""
_USE = lazy_pattern(
    r"\W*+(?:await|case|catch|do|elif|else|elsif|except|for|foreach|from|guard|if|import|match|raise|return|switch"
    r"|throw|try|unless|until|use|when|while|with|yield)\b|\s*+(?://|--|/\*|#\s|;)"
)
"""Matches a line that uses a name, or is a comment: it begins no region of this name."""
_VARIABLE = lazy_pattern(r"\s*+[$@]+\w+\s*+(?:[^\w\s({:]{0,3}=(?!>)|[,;)]|$)")
"""Matches a line with a variable of PHP, Ruby or Perl, or with a parameter."""
_ARGUMENT = lazy_pattern(r"\s*+\(*+[^(]+\((?!\s*[\"'`]$)")
"""Matches what is before a name in brackets: without quotes, of a parameter: `function b(x, total) {`."""
_COMMON = frozenset(
    "add and block change changes class code edit file final first fix following for function here into line"
    " lines method new now old replace second step the then this update use version with".split()
)
"""Words that are no names without back-quotes."""
_UNIT = rf"(?:(?:{any_of(UNIT['english'].split())})\b|{in_other_languages(UNIT)})"
_ARTICLE = r"(?:the|this|your|die|der|das|den|dem|la|le|les|el|los|il|lo|de|het|o|a)\b|l['’]"
_FIRST = "also and finally first last lastly next now second then third"
"""Words before the place that a sentence begins with."""
_IS_PLACE = lazy_pattern(
    lambda: (
        rf"(?P<first>(?:^|[.!?:;。：！？\n])[\W\d_]{{0,8}}+(?:(?:{any_of(_FIRST.split())})\b\W{{0,3}}+){{0,2}}+)?+"
        rf"(?:\b(?:in|inside|within|im|innerhalb|dans|en|dentro|em|na|no|nella|nel|binnen|w|v|ve|в|у)\b|在"
        rf"|(?P<verb>\b(?:{any_of(whole_words(CHANGE, REPLACE))})\b|{in_other_languages(CHANGE, REPLACE)}))"
        rf"\s*+(?:(?:{_ARTICLE})\s*+)?(?P<unit>{_UNIT}\s*+)?`(?P<name>(?!:)[^`/\n]{{1,60}})`(?P<rest>[^`]{{0,40}})"
    ),
    re.IGNORECASE,
)
"""A name that may be the place of an edit: `In `a`, …`, `Update the `a` function`, `change the method `a``.

A selector or a symbol is none: `:root`.
"""
_IS_UNIT = lazy_pattern(rf"\s*+{_UNIT}", re.IGNORECASE)
"""Matches the words after a name of a part of code: `the `a` method`."""
_GOES_ON = lazy_pattern(r"\s*+(?:[,:.(]|(?:in|of|so|as|and|to)\b|中|里|内|の|$)", re.IGNORECASE)
"""Matches the words after a place, and not, say, after `Update the `a` call`, or `In `a` mode`."""
_TITLE = lazy_pattern(
    rf"(?:#+|\W*\d+[.)])?[\s*_]*+(?:{_UNIT}\s++)?`(?P<name>[^`/\n]{{1,60}})`(?:\s++{_UNIT})?[\s*_:]*+",
    re.IGNORECASE,
)
"""A paragraph or a heading of a name alone: `### `a``."""
_HEADS = {
    "case": lazy_pattern(r"\s*+case\s++(?P<name>[^:\s](?:[^:]*[^:\s])?)\s*+:\s*+(?:\{\s*+)?$"),
    "test": lazy_pattern(
        r"\s*+(?:context|describe|feature|it|scenario|specify|suite|test)\b[.\w]*+\s*+(?:\(\s*+)?"
        r"(?P<quote>[\"'`])(?P<name>.+?)(?P=quote)"
    ),
    "css": lazy_pattern(r"\s*+(?P<name>[^{}@;\s](?:[^{}@;]*[^{}@;\s])?)\s*+\{\s*+$"),
    "html": lazy_pattern(
        r"\s*+<[A-Za-z][\w.-]*+[^<>]*?\b(?:id|name|class|className)=(?P<quote>[\"'])(?P<name>[^\"'<>]+)"
    ),
    "sql": lazy_pattern(
        r"\s*create\s+(?:or\s+replace\s+)?(?:\w+\s+)?(?:function|procedure|table|trigger|type|view)\s+"
        r"(?:if\s+not\s+exists\s+)?(?P<name>[\w.\"`\[\]]+)",
        re.IGNORECASE,
    ),
}
"""By kind: lines that begin a region that no outline has, with its name, found in linear time."""
_KINDS = {
    "css": ("css",),
    "html": ("html", "css"),
    "sql": ("sql",),
    "javascript": ("case", "test", "html"),
    "tsx": ("case", "test", "html"),
    "typescript": ("case", "test"),
}
_KINDS_BY_ENDING = {
    ".scss": ("css",), ".less": ("css",), ".tcss": ("css",), ".vue": ("html", "css", "case"),
    ".svelte": ("html", "css"), ".xml": ("html",), ".jsx": ("case", "test", "html"), ".sql": ("sql",),
}  # fmt: skip


def may_name_regions(index: FileIndex, paragraphs: Sequence[str]) -> bool:
    """A fast first test: False if the file has none of the words that could be names."""
    return any(_known(index, names) for paragraph in paragraphs for names, _ in _names_in(paragraph))


def regions_named(
    index: FileIndex, paragraphs: Sequence[str], path: str
) -> tuple[list[tuple[int, int]], bool]:
    """The regions that the nearest paragraph names that names any.

    Args:
        index: The index of the file.
        paragraphs: The paragraphs, nearest first.
        path: The path of the file.

    Returns:
        The regions as half-open spans of lines, 0-based; and True if their names are in back-quotes, and
        surely those of regions.
    """
    for paragraph in paragraphs:
        for names, is_quoted in _names_in(paragraph):
            if spans := _regions(index, names, path):
                return spans, is_quoted
            if is_quoted and (spans := list(_regions_by_text(index, _known(index, names)))):
                return spans, False
    return [], False


def places_in(paragraph: str) -> list[str]:
    """The names in back-quotes that a paragraph gives as the place of an edit: `a` of `In `a`, call `b`:`.

    A name that is only used, compared, added or made is no place; nor is a path, or what something happens
    in: `It fails in `a`, so …`.
    """
    if "`" not in paragraph:
        return []
    words = _COMPARED.sub(" ", paragraph)
    title = _TITLE.fullmatch(words)
    found = [title] if title is not None else _IS_PLACE.finditer(words)
    names = (each["name"] for each in found if title is not None or _is_place(each))
    return _without_punctuation(names)


def _is_place(found: re.Match[str]) -> bool:
    """True if a match of `_IS_PLACE` says that the name is the place, and not what is used or told of."""
    if found["unit"] or _IS_UNIT.match(found["rest"]):
        return True
    is_about = found["verb"] is not None or found["first"] is not None
    return is_about and _GOES_ON.match(found["rest"]) is not None


def _names_in(paragraph: str) -> Iterator[tuple[list[str], bool]]:
    """The words of a paragraph that may be names: first those in back-quotes, with True, then any."""
    words = _COMPARED.sub(" ", paragraph)
    yield _without_punctuation(found[1] or found[2] for found in _QUOTED.finditer(words)), True
    if len(words.split()) <= _MAX_WORDS:
        own = [word for word in _WORD.findall(words) if word.lower() not in _COMMON]
        yield _without_punctuation([words, *own]) if own else [], False


def _without_punctuation(names: Iterable[str]) -> list[str]:
    return [name for each in islice(names, _MAX_NAMES) if (name := each.strip(_AROUND))]


def _known(index: FileIndex, names: Sequence[str]) -> list[str]:
    """The names that the file has. Words of titles are looked up one by one: nearly all are in no file."""
    return [name for name in names if all(map(index.has, _WORD.findall(name))) and name in index.text]


def _regions(index: FileIndex, names: Sequence[str], path: str) -> list[tuple[int, int]]:
    known = _known(index, names)
    if not known:
        return []
    # Imported on first use: it reads the outlines of files, which few blocks need.
    from editreview.matching.definitions import named_spans

    return named_spans(index, known, path) or list(_regions_by_line(index, names, path))


def _regions_by_text(index: FileIndex, names: Collection[str]) -> Iterator[tuple[int, int]]:
    """The lines with one of some names that no outline has, each as a region with the lines below it.

    The region of a line that only uses the name has no other line.
    """
    if not names:
        return
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    found = list(islice(pattern.finditer(index.text), _MAX_USES + 1))
    if len(found) > _MAX_USES:
        return
    starts = {index.lines.at(each.start()): each.start() for each in reversed(found)}
    for row, start in sorted(starts.items()):
        line, column = index.lines[row], start - index.lines.starts[row]
        is_use = _USE.match(line) or _VARIABLE.match(line) or _ARGUMENT.match(line[:column])
        yield row, row + 1 if is_use else region_end(index, row, column)


def _regions_by_line(index: FileIndex, names: Collection[str], path: str) -> Iterator[tuple[int, int]]:
    """The regions of some names that no outline has, by the lines that begin them and their indentation."""
    ending = path.lower()[path.rfind(".") :]
    kinds = _KINDS_BY_ENDING.get(ending) or _KINDS.get(language_of(path) or "", ("case", "test"))
    labels = _labels.of(index, kinds, lambda: _labels_in(index, kinds))
    rows = {row for name in names for row in labels.rows.get(name, ())}
    # A title of several words may be a part of the words: `Fix the test reads a file`.
    sentences = [name for name in names if " " in name]
    if sentences:
        rows.update(row for label, row in labels.titles if any(label in each for each in sentences))
    lines = index.lines.slice(0, len(index.lines)) if rows else ()
    for row in sorted(rows):
        if (end := _end_of_region(lines, row)) > row + 1:
            yield row, end


class _Labels(Struct, frozen=True):
    """The names of the regions of a file that no outline has, with the lines that begin them, 0-based."""

    rows: dict[str, list[int]]
    titles: list[tuple[str, int]]
    """The names of several words."""


_labels: PerFile[tuple[str, ...], _Labels] = PerFile()
"""By kinds: every block with a title looks for its names."""


def _labels_in(index: FileIndex, kinds: tuple[str, ...]) -> _Labels:
    labels = _Labels({}, [])
    for row, line in enumerate(index.lines.slice(0, len(index.lines))):
        heads = ((kind, head) for kind in kinds if (head := _HEADS[kind].match(line)))
        kind, found = next(heads, ("", None))
        if found is None:
            continue
        label = found["name"].strip(_AROUND)
        # A rule has several selectors, and an element several classes.
        parts = re.split(r"[\s,.:>+~]+", label) if kind in ("css", "html") else ()
        for name in {label, *(part.strip(_AROUND) for part in parts)}:
            labels.rows.setdefault(name, []).append(row)
        if " " in label:
            labels.titles.append((label, row))
    return labels


def _end_of_region(lines: Sequence[str], row: int) -> int:
    """The line below the last one that is deeper than the line that begins a region."""
    depth, end = len(indentation(lines[row])), row + 1
    for at in range(row + 1, len(lines)):
        if lines[at].strip():
            if len(indentation(lines[at])) <= depth:
                break
            end = at + 1
    return end
