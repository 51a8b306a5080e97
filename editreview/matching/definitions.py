"""Matches a snippet of whole definitions: each replaces its namesake in the file.

In order:

1. The functions, classes, keys or sections of the snippet are read, alone or as members of a type (`_read`).
2. They belong on the one level of the file that has them by name: the top, or the members of a definition. If
   other levels are as likely, each has a candidate. If none has a namesake, new members may go to the types
   that have what they use (`_Matcher._levels`).
3. They are merged into that level (`merge_definitions`). There are several candidates if a class lacks some
   of its members, which may stay or go, and if new definitions next to dots may go to several boundaries.
4. The outline of the result is checked: it must have every definition that the file had, and none twice.

Nothing is guessed: if a snippet seems cut off, would drop members or decorators, or has several possible
namesakes, it has several candidates or no match. Placeholder lines of a sketch stand for what the file has in
their place.

Lines are 0-based, spans half-open.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise, product
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import change_lines
from editreview.blocks import Interpretation
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import adapt_lines
from editreview.matching.code import PAGES, SCRIPT_LANGUAGES
from editreview.matching.definition_merge import (
    OPEN_ENDS,
    MergeMode,
    MergeResult,
    MergeSides,
    SnippetOutline,
    begins_with_visibility,
    first_line,
    imports_module,
    is_comment_line,
    listed,
    merge_definitions,
    named_unit,
    names_known_by,
    sketch_of,
    text_without,
)
from editreview.matching.depth import continues_block, only_closes
from editreview.matching.file_index import FileIndex, PerFile
from editreview.matching.model import (
    DEFINITION,
    Match,
    MatchEffect,
    MatchWarning,
    MatchWarningKind,
    Mismatch,
    NoMatch,
    block_lines,
    match_key,
)
from editreview.matching.outline import (
    BY_INDENTATION,
    DATA,
    Category,
    OutlineLevel,
    TextOutline,
    Unit,
    local_levels,
    outline,
    outline_language,
    squeezed,
)
from editreview.matching.sketch import apply_sketch
from editreview.text import (
    QUOTED_CODE,
    Change,
    begins_import,
    counted,
    indentation,
    is_informative,
    margin,
    split_lines,
    stripped_lines,
    whole_word,
    words_of_name,
)
from editreview.vocabulary import RENAME, REPLACE, any_of, english, forms, in_other_languages

_MIN_TITLE_LIKENESS = 0.75
"""The likeness from which a line may be the first one of a namesake."""
_MIN_LOCAL_LIKENESS = 0.4
"""The likeness from which a definition inside of a function may be an earlier version of a snippet's."""
_MIN_VERSION_LIKENESS = 0.7
"""The likeness from which a line may be a new version of one in a script or a style of a page."""
_MAX_NAMESAKES = 200
"""The most lines with a name that are compared."""
_MIN_LOST_SHARE = 1 / 3
"""The share of the file's definitions from which a text that lacks them may be a part of the file."""
_MAX_PLACES = 12
"""The most boundaries for a new definition that are offered."""
_MAX_CHECKED_LINES = 20_000
"""The most lines of all results of a snippet together that are parsed."""
_WRAPPED = {
    **dict.fromkeys(
        ("javascript", "typescript", "tsx", "java", "csharp", "kotlin", "swift"), ("class W {", "}")
    ),
    "cpp": ("class W {", "};"),
    "php": ("<?php class W {", "}"),
    "json": ("{", "}"),
}
"""The text before and after members, which parse only inside a definition."""
_OPENS_OBJECT = re.compile(r"(?:[=(:,]|\bdefault)[ \t]*\{[ \t]*$", re.MULTILINE)
_OBJECT = ("const W = {", "}")
"""The text before and after properties of an object in a script, which parse only inside of one."""
_DOTS = "# ..."
"""The comment that stands for dots while a snippet is parsed."""
_VARIABLES = (
    *("expression_statement", "lexical_declaration", "variable_declaration", "variable_assignment"),
    *("assignment", "assignment_statement", "var_declaration"),
)
"""Ends of the kinds of definitions that are also local to functions."""
_RENAMES = lazy_pattern(
    lambda: rf"\b(?:{any_of(forms(*english(RENAME)))})\b|{in_other_languages(RENAME)}", re.IGNORECASE
)
"""Words for another name: `rename`."""
_KINDS_OF_CODE = (
    r"(?:function|method|class|helper|component|hook|handler|type|struct|funktion|methode|klasse|fonction|méthode|classe"
    r"|función|método|clase|função|funzione|metodo|funkcj[aęi]|metod[aęyu]?|функци[юяи]|метод|класс)"
)
_REPLACED_BEHIND = lazy_pattern(
    lambda: (
        # replace the whole old function `a` | ersetzen Sie die Methode `a`
        rf"(?<!not )(?<!n't )(?<!n’t )(?:\b(?:{any_of(forms(*english(REPLACE)))})s?\b"
        rf"|{in_other_languages(REPLACE)})[`*]*\s+"
        r"(?:(?:sie|du|out|the|your|my|our|existing|old|whole|entire|full|current|den|die|das|la|le|el|il|lo|o"
        rf"|a|{_KINDS_OF_CODE})\s+){{0,4}}[`\"“*(]*(?:\([^()`]*\)\s)?$"
        # this in place of `a`, at the beginning of a sentence or behind `use this`
        r"|(?:^|[.:]\s+|(?:\b(?:this|these|that|it|one|version)|`[^`]+`)\s+)\W*"
        r"(?:instead of|in (?:the )?place of"
        r"|anstelle von|statt|au lieu de|en lugar de|em vez de|no lugar de|вместо|invece di)\s+"
        rf"(?:the\s+|{_KINDS_OF_CODE}\s+)*[`\"“*]*$|[将將把]\s*[`\"“*]*$"
    ),
    re.IGNORECASE,
)
"""The words before the name of a definition that another one replaces: `replace the old`, `in place of`."""
_REPLACED_BEFORE = lazy_pattern(
    lambda: (
        # `a` should be replaced with | wird durch `b` ersetzt | becomes
        rf"[`\"”*)]*\s*(?:{_KINDS_OF_CODE}\s+)?"
        r"(?:(?:gets?|is|should|can|could|must|needs to|has to|will)\s+)?"
        r"(?:now\s+)?(?:be\s+)?"
        r"(?:(?:replaced|swapped)\b|becomes?(?=\s+[`*\"“]|\s*:|\s+(?:the following|this)\b))"
        rf"|[`\"”*)]*\s*(?:{_KINDS_OF_CODE}\s+)?(?:in\s+`[^`]+`\s+)?(?:komplett\s+)?durch\s(?=[^:]*:?\s*$|[^.]*\bersetz)"
        r"|[`\"”*)]*\s*(?:ersetzt?|ersetzen)\b|[`\"”*)]*\s+(?:devient|diventa)(?=\s*:|\s+[`*])|[`\"”*)]*\.\s+New\b"
        r"|[`\"”*)]*\s*(?:関数|メソッド|クラス)?を[^。`]{0,16}(?:`[^`]+`[^。`]{0,8})?(?:置き換え|差し替え)"
        r"|[`\"”*)]*\s*(?:함수|메서드|클래스)?[을를][^.]{0,24}(?:교체|대체|바꾸|바꿔)"
        r"|[`\"”*)]*\s*(?:方法|函数|函數|类|類)?\s*(?:替[换換]|[换換]|改)(?:成|为|為)"
    ),
    re.IGNORECASE,
)
"""The words behind the name of a definition that another one replaces: `should be replaced with`."""
_CHANGES_INTO = (
    lazy_pattern(
        rf"\b(?:change|convert|rewrite|turn)\s+(?:the\s+|{_KINDS_OF_CODE}\s+)*[`\"“*]*(?:\w+ )?$",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r"(?:\([^()`]*\))?[`\"”*]*(?:\s+and its body)?\s+(?:as|into|to)\s+(?:the following|this\b|[`*\"“])",
        re.IGNORECASE,
    ),
)
"""The words around the name of a definition that becomes another one: ``rewrite `a` as `b` ``."""
_GIVES_ITS_PLACE = (
    lazy_pattern(
        rf"\b(?:remove|delete|drop)\s+(?:(?:the|old|existing|your|{_KINDS_OF_CODE})\s+)*[`\"“*]*$",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r".*\b(?:in its place|(?:in|at) the same (?:place|spot)|(?:there|this) instead|instead:)",
        re.IGNORECASE | re.DOTALL,
    ),
)
"""The words around the name of a definition that goes, and in whose place another one comes."""
_FOUND_AND_REPLACED = (
    lazy_pattern(r"\b(?:find|go to|locate|open|version of|rename|swap)\b[^.;]{0,60}$", re.IGNORECASE),
    lazy_pattern(
        r".*\breplace\s+(?:it|the\s+(?:full|whole|entire|old|complete)\s(?:\w+\s)?(?:function|method|class))\b",
        re.IGNORECASE | re.DOTALL,
    ),
)
"""The words around the name of a definition that is to be found, and replaced as a whole."""
_STAYS = lazy_pattern(
    r"[^;,.:()]*(?:\b(?:keep|leave|remains?|stays?|unchanged|untouched|bleib(?:t|en)|lass\w*|reste\w*|inchangée?s?"
    r"|queda\w*|permanece\w*|resta\w*)\b|оста[вёю]|不变|不動|そのまま)[^;,.:()]*",
    re.IGNORECASE,
)
"""A clause about what does not change: ``(leave `f` as it is)``."""
_AND_ANOTHER = lazy_pattern(r"[`\"”*]*\s*(?:,\s*|\s(?:and|und|et|y|e|i|и)\s+)[`\"“*]")
"""The words behind a name that name more than one: `` and `b` ``."""
_NAME_IN_WORDS = lazy_pattern(r"(?<![\w./\\-])[A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*(?![\w/\\-]|\.\w)")
"""A name that a sentence has, with or without quotation marks, but no path: `load`, `Cart.load`."""
_MIN_OWN_LETTERS = 6
"""The fewest letters and digits of a line that shows which definition has got another name."""
_OWN = re.compile(r"\b(?:self|this|cls)\.(\w+)")
"""A member that a method uses of its own type."""
_SELF = re.compile(r"\(\s*(?:(?:&(?:'\w+\s+)?)?(?:mut\s+)?self|cls)\b")
_OF_CLASS = re.compile(r"@(?:staticmethod|classmethod)\b")
_FUNCTIONS_AS_METHODS = {
    "cpp": ("function_definition",),
    "kotlin": ("function_declaration",),
    "php": ("function_definition", "method_declaration"),
    "ruby": ("method", "singleton_method"),
    "swift": ("function_declaration",),
}
"""The kinds of functions of languages in which methods are written as those outside of a class."""
_PART_OF_PAGE = re.compile(
    r"<(?P<tag>script|style)\b(?P<attributes>[^>]*)>[ \t]*\r?\n(?P<code>.*?)^[ \t]*</(?P=tag)\s*>",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
"""The script or the style sheet of a page, from its opening to its closing tag."""
_TEMPLATE = lazy_pattern(
    r"^<template\b(?P<attributes>[^>]*)>[ \t]*\r?\n(?P<code>.*)^</template\s*>",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
"""The template of a component, whose tags are not indented."""
_TAG_OF_TEMPLATE = lazy_pattern(r"<(?:(?P<closes>/)template\s*|template\b[^>]{0,2000}+)>", re.IGNORECASE)
"""A tag of a template, or of one inside of it: `<template v-if="user">`, `</template>`."""
_COMMENT_OF_PAGE = lazy_pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TYPE_OF_SCRIPT = re.compile(r"""\btype\s*=\s*["']?([^"'\s>]*)""", re.IGNORECASE)
_SCRIPTS = ("", "module", "text/javascript", "application/javascript", "text/babel", "text/typescript")
"""Types of scripts; those of other types are data or templates."""
_SETS = lazy_pattern(r"(?:[\w$@.-]+[ \t]+){0,3}[\w$@.-]+[ \t]*[:=](?!=)")
"""The beginning of a line up to the value that it sets: `const limit =`, `margin:`."""
_NOT_BREAK = re.compile(r"[^\r\n]")
_WORD = re.compile(r"\w+")
_TRAIT = lazy_pattern(r"impl\b.*?(?:[\w:]+::|\s)(?P<name>\w+)(?:<[^{}]*>)?\s+for\s")
"""A trait and what follows, in the name of what implements it: `impl fmt::Display for Error`."""
_TYPE_PARAMETERS = re.compile(r"<[^>]*>+")
_outlines: PerFile[tuple[str, bool], TextOutline | None] = PerFile()
"""By language, without or with properties of objects."""


def match_definitions(
    index: FileIndex, text: str, path: str, gaps: Collection[int] = ()
) -> tuple[Match, ...] | Mismatch:
    """The matches of a snippet of whole definitions; several are candidates for the user.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
        gaps: The placeholder lines of the snippet, 0-based.

    Returns:
        The matches; or the reason why there is none.
    """
    if DEFINITION.name in index.without:
        return Mismatch(f"strategy {DEFINITION.name} is disabled")
    if (found := _by_sections(index, text, path, gaps)) is not None:
        return found
    if found := _in_parts_of_page(index, text, path, gaps):
        return found
    if outline_language(path) not in SCRIPT_LANGUAGES:
        return _matches(index, text, path, gaps, has_objects=False)
    # First with objects, if the snippet has one: the properties that it lacks may stay.
    has_objects = _OPENS_OBJECT.search(text) is not None
    first = _matches(index, text, path, gaps, has_objects=has_objects)
    if not isinstance(first, Mismatch):
        return first
    second = _matches(index, text, path, gaps, has_objects=not has_objects)
    # Of two reasons, the one without objects says more.
    return first if isinstance(second, Mismatch) and not has_objects else second


def _matches(
    index: FileIndex, text: str, path: str, gaps: Collection[int], *, has_objects: bool
) -> tuple[Match, ...] | Mismatch:
    try:
        matcher = _Matcher(index, text, path, gaps, has_objects=has_objects)
    except NoMatch as error:
        return Mismatch(str(error), is_cut_off=error.is_cut_off)
    try:
        return matcher.matches()
    except NoMatch as error:
        return Mismatch(str(error), has_definitions=matcher.has_definitions, is_cut_off=error.is_cut_off)


def _by_sections(
    index: FileIndex, text: str, path: str, gaps: Collection[int]
) -> tuple[Match, ...] | Mismatch | None:
    """The matches of a snippet of a page with scripts or styles of its own; None for other snippets.

    Each script and style is matched with that of the page, and what remains as a sketch. One without dots
    whose definitions do not match replaces all of that of the page.
    """
    sections = list(_PART_OF_PAGE.finditer(text)) if path.lower().endswith(PAGES) else []
    if not sections:
        return None
    found: list[tuple[Match, ...] | Mismatch] = []
    for section in sections:
        part = _part_like(section, index.text, path)
        if part is None:
            return Mismatch(f"the file has no single <{section['tag']}> like that of the block")
        first, end = (text.count("\n", 0, at) for at in section.span("code"))
        code, own_gaps = section["code"], [at - first for at in gaps if first <= at < end]
        matches = match_definitions(index.of(part.text), code, part.path, own_gaps)
        if isinstance(matches, Mismatch) and own_gaps:
            sketched = apply_sketch(index.of(part.text), sketch_of(code.split("\n")[:-1], own_gaps))
            matches = matches if isinstance(sketched, Mismatch) else (sketched,)
        if isinstance(matches, Mismatch):
            is_whole = not own_gaps and part.may_become(section, index.text)
            found.append((part.replaced(index, section),) if is_whole else matches)
        else:
            found.append(part.keep(matches))
    markup = _without_parts(text).split("\n")
    # The scripts and styles are elided too.
    rows = enumerate(text.split("\n"))
    own_gaps = [at for at, line in rows if at in gaps or line.strip() != markup[at].strip()]
    if any(line.strip() and at not in own_gaps for at, line in enumerate(markup)):
        sketched = apply_sketch(index.of(_without_parts(index.text)), sketch_of(markup, own_gaps))
        found.append(sketched if isinstance(sketched, Mismatch) else (sketched,))
    problem = next((each for each in found if isinstance(each, Mismatch)), None)
    if problem is not None:
        return problem
    choices = product(*(each for each in found if not isinstance(each, Mismatch)))
    return tuple(_together(index, parts) for parts in islice(choices, _MAX_PLACES))


def whole_sections(index: FileIndex, text: str, path: str) -> Match | None:
    """The match of a snippet of scripts, styles and the template of a page that replaces all of each.

    None if the snippet has anything else, or one that the page does not have. If it has one only, the match
    has its code without the tags, and says if it drops definitions, imports or rules.

    Args:
        index: The index of the file.
        text: The snippet, with the tags.
        path: The path of the file.
    """
    if not path.lower().endswith(PAGES):
        return None
    template, own = _template_of(text, path), _template_of(index.text, path)
    sections = list(_PART_OF_PAGE.finditer(text))
    parts = [_part_like(section, index.text, path) for section in sections]
    if template is not None:
        sections.append(template)
        parts.append(
            None
            if own is None
            else _PagePart(
                "template", own["attributes"], path, path, index.text, own.start(), own.span("code")
            )
        )
    rest = _without_parts(text).replace("" if template is None else template[0], "")
    found = [
        part.replaced(index, section)
        for part, section in zip(parts, sections, strict=True)
        if part is not None and part.may_become(section, index.text)
    ]
    if len(found) < len(sections) or not found or rest.strip():
        return None
    if len(found) == 1:
        return found[0]
    effect = next((each.effect for each in found if each.effect is not None), None)
    return replace(_together(index, found), interpretation=Interpretation("", text), effect=effect)


def _template_of(text: str, path: str) -> re.Match[str] | None:
    """The template of a component of Vue, with those inside of it; None without one, or for other pages."""
    if not path.lower().endswith(".vue"):
        return None
    found: list[tuple[int, int]] = []
    open_tags: list[int] = []
    for tag in _TAG_OF_TEMPLATE.finditer(_COMMENT_OF_PAGE.sub(_spaces_for, _without_parts(text))):
        if not tag["closes"]:
            if not tag[0].endswith("/>"):
                open_tags.append(tag.start())
        elif not open_tags:
            return None
        else:
            first = open_tags.pop()
            if not open_tags:
                found.append((first, tag.end()))
    return _TEMPLATE.fullmatch(text, *found[0]) if len(found) == 1 and not open_tags else None


def _without_parts(text: str) -> str:
    """The text of a page with spaces for its scripts and styles: all lines and offsets are the same."""
    return _PART_OF_PAGE.sub(_spaces_for, text)


def _spaces_for(found: re.Match[str]) -> str:
    return _NOT_BREAK.sub(" ", found[0])


def _part_like(section: re.Match[str], page: str, path: str) -> "_PagePart | None":
    """The only script or style of a page with a tag, or of several the one with the same attributes."""
    parts = [part for part in _parts_of_page(page, path) if part.tag == section["tag"].lower()]
    alike = [part for part in parts if part.attributes.split() == section["attributes"].split()]
    found = parts if len(parts) == 1 else alike
    return found[0] if len(found) == 1 else None


def _together(index: FileIndex, parts: Sequence[Match]) -> Match:
    """The match of a snippet whose parts have matches of their own."""
    change = Change()
    for part in parts:
        change = change.union(part.change)
    lines = [part.lines for part in parts if part.lines is not None]
    first, end = min(first for first, _ in lines), max(end for _, end in lines)
    return replace(
        parts[0],
        key=":".join(part.key for part in parts),
        span=(index.lines.starts[first - 1], index.lines.starts[end]),
        lines=(first, end),
        change=change,
        strategies=(DEFINITION.name,),
        tier=DEFINITION.tier,
        label="; ".join(part.label for part in parts if part.label) or None,
        effect=None,
        warnings=tuple(warning for part in parts for warning in part.warnings),
    )


def _in_parts_of_page(index: FileIndex, text: str, path: str, gaps: Collection[int]) -> tuple[Match, ...]:
    """The matches in all scripts and styles of a page: none of them is likelier than another one."""
    parts = [
        part.keep(match_definitions(index.of(part.text), text, part.path, gaps))
        for part in _parts_of_page(index.text, path)
    ]
    matches = [match for found in parts for match in found]
    if sum(map(bool, parts)) < 2:
        return tuple(matches)
    # Each part counts its candidates from the first.
    return tuple(replace(match, key=f"{match.key}:{match.lines}") for match in matches)


class _PagePart(Struct, frozen=True):
    """The code of a page between two tags, such as `<script>` and `</script>`."""

    tag: str
    """In lower case."""
    attributes: str
    page: str
    """The path of the page."""
    path: str
    """A path of such code."""
    text: str
    """The text of the page with spaces for everything else, so that all lines and offsets are the same."""
    opening: int
    """The offset of the opening tag."""
    span: tuple[int, int]

    def keep(self, matches: tuple[Match, ...] | Mismatch) -> tuple[Match, ...]:
        """The matches that change only this code."""
        if isinstance(matches, Mismatch):
            return ()
        first, end = self.span
        return tuple(
            replace(match, label=(match.label or "").replace(" of the file", f" of <{self.tag}>") or None)
            for match in matches
            if all(first <= splice.start and splice.end <= end for splice in match.change.splices)
        )

    def may_become(self, section: re.Match[str], page: str) -> bool:
        """True if a section of a snippet may be a version of this one. A page of HTML may get another one."""
        own, new = stripped_lines(page[slice(*self.span)]), stripped_lines(section["code"])
        is_component = not self.page.endswith((".htm", ".html"))
        return is_component or any(line in own for line in new if not only_closes(line))

    def replaced(self, index: FileIndex, section: re.Match[str]) -> Match:
        """The match that replaces all of this code, with a warning if lines of it are dropped.

        The opening tag is replaced too, if the new one has other attributes and not only fewer.

        Args:
            index: The index of the file.
            section: The new code, with its tags.
        """
        code = section["code"]
        first, end = (index.text.count("\n", 0, at) for at in self.span)
        old, new = index.bodies.plain(first, end), block_lines(code)
        depths = (margin(old), margin(new))
        new = [depths[0] + line.removeprefix(depths[1]) if line.strip() else "" for line in new]
        kept = {line.strip() for line in new}
        added = kept - {line.strip() for line in old}
        lost = [
            at
            for at, line in enumerate(old)
            if not (line.strip() in kept or only_closes(line) or _takes_version(line.strip(), added))
        ]
        count = counted(len(lost), "line")
        warning = MatchWarning(
            MatchWarningKind.UNSEEN,
            f"drops {count} of <{self.tag}>",
            first + min(lost, default=0) + 1,
            is_old=True,
        )
        if not set(section["attributes"].split()) <= set(self.attributes.split()):
            first = index.text.count("\n", 0, self.opening)
            old = index.bodies.plain(first, end)
            before = index.text[index.lines.starts[first] : self.opening]
            tag, *rest = block_lines(section.string[section.start() : section.start("code")])
            depth = indentation(section.string[: section.start()].rpartition("\n")[2])
            rest = [indentation(old[0]) + line.removeprefix(depth).rstrip() for line in rest]
            new = [before + tag.rstrip(), *rest, *new]
        lines = adapt_lines(index.lines, first, old, new, index.line_end_at(first))
        return Match(
            key=match_key(index.lines, first, end),
            interpretation=Interpretation("", code),
            span=index.lines.span(first, end),
            lines=(first + 1, end),
            change=change_lines(index.lines, first, end, lines),
            strategies=(DEFINITION.name,),
            tier=DEFINITION.tier,
            label=f"replaces <{self.tag}>{f', which drops {count}' if lost else ''}",
            effect=MatchEffect.DROPS if self._is_more_than(code, [old[at] for at in lost]) else None,
            warnings=(warning,) if lost else (),
        )

    def _is_more_than(self, code: str, lost: Sequence[str]) -> bool:
        """True if this code has definitions, imports or rules that a new version of it lacks.

        Args:
            code: The new version.
            lost: The lines that it lacks.
        """
        if self.tag == "template":
            return False
        language = outline_language(self.path)
        outlines = [
            None if language is None else outline(text, language, has_objects=language in SCRIPT_LANGUAGES)
            for text in (self.text, code)
        ]
        own, new = (set() if found is None else set(found.top.paths()) for found in outlines)
        return not own <= new or any(begins_import(line.strip()) for line in lost)


def _takes_version(line: str, added: set[str]) -> bool:
    """True if one of some new lines is a version of an old one: it is no version of another one then."""
    version = next((each for each in sorted(added) if _is_version(line, each)), None)
    added.discard(version or "")
    return version is not None


def _is_version(line: str, other: str) -> bool:
    """True if two lines set one name, or are alike; if they open a block, with all words of the first."""
    if line.endswith("{"):
        return other.endswith("{") and {*_WORD.findall(line)} <= {*_WORD.findall(other)}
    head = _SETS.match(line)
    is_same = head is not None and other.startswith(head[0])
    return is_same or likeness.normalized_similarity(line, other) >= _MIN_VERSION_LIKENESS


def _parts_of_page(text: str, path: str) -> Iterator[_PagePart]:
    """The scripts and styles of a page or a component; none of other files."""
    if not path.lower().endswith(PAGES):
        return
    for found in _PART_OF_PAGE.finditer(text):
        first, end = found.span("code")
        is_commented_out = text.rfind("<!--", 0, first) > text.rfind("-->", 0, first)
        kind = _TYPE_OF_SCRIPT.search(found["attributes"]) if found["tag"].lower() == "script" else None
        is_code = kind is None or kind[1].lower() in _SCRIPTS
        if is_code and not is_commented_out and found["code"].strip():
            hidden = (_NOT_BREAK.sub(" ", part) for part in (text[:first], text[end:]))
            tag, attributes = found["tag"].lower(), found["attributes"]
            is_typed = tag == "script" and "ts" in _WORD.findall(attributes)
            name = "a.css" if tag == "style" else f"a.{'ts' if is_typed else 'js'}"
            code = f"{next(hidden)}{found['code']}{next(hidden)}"
            yield _PagePart(tag, attributes, path.lower(), name, code, found.start(), (first, end))


def places_of_new(index: FileIndex, text: str, path: str, gaps: Collection[int]) -> tuple[Match, ...]:
    """The candidates for new definitions next to dots; none if the snippet shows where they go.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
        gaps: The placeholder lines of the snippet, 0-based.
    """
    if DEFINITION.name in index.without:
        return ()
    try:
        matcher = _Matcher(index, text, path, gaps)
        matches = matcher.matches()
    except NoMatch:
        return ()
    return matches if matcher.is_open else ()


def renamed_definitions(index: FileIndex, text: str, path: str, words: str) -> tuple[Match | None, bool]:
    """The match of definitions that have got other names, and True if that is what names or words say.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
        words: The words above the snippet.
    """
    if DEFINITION.name in index.without:
        return None, False
    try:
        return _Matcher(index, text, path, ()).renamed(words)
    except NoMatch:
        return None, False


def asks_to_rename(words: str) -> bool:
    """True if words ask for another name of something."""
    return _RENAMES.search(words) is not None


def _name_replaced(words: str, known: Collection[str], new: str) -> str | None:
    """The only known definition that words put a new one in the place of; None if there is not just one.

    Args:
        words: The words above the snippet.
        known: The names of the definitions of the file.
        new: That of the new one.
    """
    words = _STAYS.sub(" ", words)
    by_last = {_parts_of(name)[-1]: name for name in known}
    own, found = _parts_of(new)[-1], set()
    for match in _NAME_IN_WORDS.finditer(words):
        name = match[0].rpartition(".")[2]
        if name == own or name not in by_last:
            continue
        above, below = words[: match.start()], words[match.end() :]
        above, below = above[-160:], below.removeprefix("()")
        replaces = rf"\b{re.escape(own)}(?:\(\))?[`\"”*]*\s+replaces\s+(?:the\s+)?(?:\w+\s+)?[`\"“*]*$"
        is_replaced = _REPLACED_BEHIND.search(above) is not None or re.search(replaces, above) is not None
        is_replaced |= _REPLACED_BEFORE.match(below) is not None
        is_replaced |= any(
            before.search(above) is not None and behind.match(below) is not None
            for before, behind in (_CHANGES_INTO, _GIVES_ITS_PLACE, _FOUND_AND_REPLACED)
        )
        if is_replaced and _AND_ANOTHER.match(below) is not None:
            return None
        if is_replaced:
            found.add(by_last[name])
    return found.pop() if len(found) == 1 else None


def most_alike_name(names: Sequence[str], new: str) -> str | None:
    """The name that has most of the words of a new one: at least half, and more than each of the others."""
    own = set(words_of_name(new))
    shared = {name: len(own.intersection(words_of_name(name))) for name in names}
    most = max(shared.values(), default=0)
    best = [name for name, count in shared.items() if count == most]
    return best[0] if len(best) == 1 and 2 * most >= len(own) > 0 else None


def new_members_of(index: FileIndex, text: str, path: str, names: Collection[str]) -> tuple[Match, ...]:
    """The candidates for new keys in the only mapping or table with one of some names; none without one.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
        names: The names in the words above the snippet.
    """
    if DEFINITION.name in index.without:
        return ()
    try:
        matcher = _Matcher(index, text, path, ())
        levels = [
            level
            for level in matcher.top.levels()
            if level.units and level.path[-1:] and level.path[-1] in names
        ]
        return tuple(matcher.matches_on(levels[0])) if len(levels) == 1 else ()
    except NoMatch:
        return ()


def new_items_of(index: FileIndex, text: str, path: str) -> tuple[Match, ...]:
    """The matches of keys of which some are lists with new items: these join those that the file has.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
    """
    if DEFINITION.name in index.without:
        return ()
    try:
        return _Matcher(index, text, path, ()).matches_with_new_items()
    except NoMatch:
        return ()


def named_spans(index: FileIndex, names: Collection[str], path: str) -> list[tuple[int, int]]:
    """The lines of the definitions with one of some names, as spans; without those around another one.

    Members of a class that is named too come before others.

    Args:
        index: The index of the file.
        names: The names; one may be preceded by that of its class, as in `Invoice.total`.
        path: The path of the file; determines the language.
    """
    parts = _indexed_parts(index, path) if names else ()
    in_parts = [span for own, own_path in parts for span in named_spans(own, names, own_path)]
    if in_parts:
        return in_parts
    language = outline_language(path)
    file = _outline_of(index, language) if language is not None and names else None
    if file is None:
        return []
    if language == "hcl":
        names = [_hcl_name(name) for name in names]
    if language == "blocks":
        return _named_blocks(file, names)
    last = {_parts_of(name)[-1] for name in names}
    words = {_bare_type(part) for name in names for part in _parts_of(name)}
    by_name = _by_name.of(index, file.language, lambda: _definitions_by_name(file))
    found = [
        (len(words.intersection(_types_of(level))), unit.head, unit.end)
        for _, level, unit in sorted(
            (each for name in last for each in by_name.get(name, ())), key=itemgetter(0)
        )
    ]
    most = max((score for score, _, _ in found), default=0)
    spans = [(first, end) for score, first, end in found if score == most]
    return [(a, b) for a, b in spans if not any((a, b) != (c, d) and a <= c and d <= b for c, d in spans)]


def _named_blocks(file: TextOutline, names: Collection[str]) -> list[tuple[int, int]]:
    """The lines of the blocks with one of some names: the head, or a word of it, as in `/api` or `backend`.

    Those inside of another block that is named come before others.
    """
    heads = [squeezed(name.partition("{")[0]) for name in names]
    units = [unit for level in file.top.levels() for unit in level.units if unit.is_definition]
    found = [[unit for unit in units if unit.name == head] for head in heads]
    found += [[unit for unit in units if head in unit.signature.split()] for head in heads]
    named = [[(unit.head, unit.end) for unit in each] for each in found if each]
    spans = next(iter(named), [])
    around = [span for each in named for span in each if span not in spans]
    return [(a, b) for a, b in spans if any(c < a and b < d for c, d in around)] or spans


_pages: PerFile[None, list[tuple[FileIndex, str]]] = PerFile()


def _indexed_parts(index: FileIndex, path: str) -> list[tuple[FileIndex, str]]:
    """The scripts and styles of a page, as indices, each with a path for its language."""
    return _pages.of(
        index, None, lambda: [(index.of(part.text), part.path) for part in _parts_of_page(index.text, path)]
    )


_Placed = tuple[int, OutlineLevel, Unit]
_by_name: PerFile[str, dict[str, list[_Placed]]] = PerFile()
"""By language: the definitions with a name. Each block with a name above it looks for it."""


def _definitions_by_name(file: TextOutline) -> dict[str, list[_Placed]]:
    """The definitions of a file by the last part of their names, each with its number and its level."""
    found: dict[str, list[_Placed]] = {}
    of_traits: dict[str, list[_Placed]] = {}
    units = ((level, unit) for level in file.top.levels() for unit in level.units if unit.is_definition)
    for number, (level, unit) in enumerate(units):
        # A constructor has the name of its class, but the class is meant.
        if level.path[-1:] != (unit.name,):
            found.setdefault(_parts_of(unit.name)[-1], []).append((number, level, unit))
            trait = _TRAIT.match(unit.name)
            if trait is not None:
                of_traits.setdefault(trait["name"], []).append((number, level, unit))
    # A trait of the file itself comes before what implements it.
    return {**of_traits, **found}


def _hcl_name(address: str) -> str:
    """The name of the block with an address: `resource "aws_instance" "web"` for `aws_instance.web`."""
    parts = address.split(".")
    match parts:
        case ["var" | "local" | "module" | "output" as kind, name]:
            return f'{"variable" if kind == "var" else kind} "{name}"'
        case ["data", kind, name, *_]:
            return f'data "{kind}" "{name}"'
        case [kind, name, *_] if "_" in kind:
            return f'resource "{kind}" "{name}"'
    return address


def _types_of(level: OutlineLevel) -> set[str]:
    """The names of the definitions around a level: of `impl<T> Stack<T>`, that of the type."""
    return {word for name in level.path for word in (name, *_bare_type(name).split())}


def _bare_type(name: str) -> str:
    """A name without type parameters: `Stack` of `Stack<T>`."""
    return _TYPE_PARAMETERS.sub("", name)


def _parts_of(name: str) -> list[str]:
    """The parts of a name that has dots or colons between them: `Invoice.total`, `Invoice::total`."""
    return re.split(r"[.:]+", name)


class Part(Struct, frozen=True):
    """The difference between a file and a text that is a part of it, not a new version."""

    lacks: str
    """The definitions that the text lacks, for users."""
    is_sure: bool
    """False if it may also be a new version that drops definitions."""


def part_of(index: FileIndex, text: str, path: str) -> Part | None:
    """Distinguish a part of a file from a new version of it.

    A part begins with a definition that is not the first thing in the file, or lacks many definitions.

    Args:
        index: The index of the file.
        text: The text.
        path: The path of the file; determines the language.

    Returns:
        None if the text is a new version of the file, or cannot be compared with it.
    """
    language = outline_language(path)
    file = _outline_of(index, language) if language is not None else None
    if file is None or language is None:
        return None
    try:
        new = _units_of(_read(text, language).level)
    except NoMatch:
        return None
    old = _units_of(file.top)
    while len(old) == len(new) == 1 and old[0].key == new[0].key and old[0].members and new[0].members:
        # All of the file is in one section or mapping.
        old, new = _units_of(old[0].members), _units_of(new[0].members)
    keys = {unit.key for level in file.top.levels() for unit in level.units if unit.is_definition}
    if not old or not new or not any(unit.is_definition and unit.key in keys for unit in new):
        return None
    known = {_identity(unit) for unit in new}
    if new[0].is_definition and new[0].key in keys and _identity(old[0]) not in known:
        is_sure = not old[0].is_definition or new[0].key not in {unit.key for unit in old}
        return Part(f"{named_unit(old[0])} at the top of the file", is_sure)
    definitions = [unit for unit in old if unit.is_definition]
    lost = [unit for unit in definitions if unit.key not in known]
    if not lost or len(lost) < _MIN_LOST_SHARE * len(definitions):
        return None
    return Part(
        f"{counted(len(lost), 'definition')} of the file, such as {named_unit(lost[0])}", is_sure=False
    )


def leaves_unused_imports(index: FileIndex, text: str, path: str, match: Match) -> bool:
    """True if, with a match, a file is a text and only has other imports, of names that this does not use.

    Then the text may well be the file without these imports.

    Args:
        index: The index of the file.
        text: The text.
        path: The path of the file; determines the language.
        match: The match of the text.
    """
    language = outline_language(path)
    if language is None:
        return False
    ours, theirs = _Imports.of(match.change.apply(index.text), language), _Imports.of(text, language)
    if ours is None or theirs is None or ours.rest != theirs.rest or ours.names <= theirs.names:
        return False
    code = "\n".join(theirs.rest)
    is_used = any(whole_word(name).search(code) for name in ours.names - theirs.names)
    return not is_used and ours.nameless <= theirs.nameless


class _Imports(Struct, frozen=True):
    """The imports at the top of a text."""

    names: frozenset[str]
    """The names that they make known."""
    nameless: frozenset[str]
    """Those whose text does not show any."""
    rest: Counter[str]
    """The other lines of the text, stripped."""

    @classmethod
    def of(cls, text: str, language: str) -> "_Imports | None":
        """Read the imports of a text; None if its definitions cannot be read."""
        read = outline(text, language)
        if read is None:
            return None
        lines, names, nameless = text.splitlines(), set[str](), set[str]()
        for unit in read.top.units:
            if imports_module(unit):
                own = names_known_by(unit)
                names |= own
                nameless |= set() if own else {squeezed(unit.signature)}
                lines[unit.head : unit.end] = [""] * (unit.end - unit.head)
        return cls(frozenset(names), frozenset(nameless), Counter(stripped_lines("\n".join(lines))))


def _units_of(level: OutlineLevel) -> list[Unit]:
    return [unit for unit in level.units if unit.category is not Category.COMMENT]


def _identity(unit: Unit) -> tuple[Category, str]:
    return unit.key if unit.is_definition else (unit.category, unit.signature)


class _Matcher:
    """Matches one snippet with one file."""

    def __init__(
        self, index: FileIndex, text: str, path: str, gaps: Collection[int], *, has_objects: bool = False
    ) -> None:
        language = outline_language(path)
        if language is None:
            raise NoMatch("definitions are not known for this type of file")
        if index.lines.separator == "\r":
            raise NoMatch("the lines of the file end in bare carriage returns")
        self.language = language
        self._index, self._text = index, text
        self.bodies = index.bodies.plain()
        file = _outline_of(index, language, has_objects=has_objects)
        if file is None:
            raise NoMatch("the definitions of the file cannot be read")
        self._file, self._has_objects = file, has_objects
        self.top = file.top
        self.snippet = _read(text, language, gaps, has_objects=has_objects)
        self._sides = MergeSides(language, self.bodies, index.depth_unit, file.top, self.snippet)
        self._margin = margin(text.splitlines())
        """The indentation of all lines of the snippet."""
        self.is_open = False
        """True if it has new definitions that may go to several places."""
        self._checked_lines = 0
        """The lines of the results that were parsed."""

    @property
    def has_definitions(self) -> bool:
        """True if the snippet defines more than imports, and constants that are statements as well."""
        is_data = self.language in DATA
        units = self.snippet.level.units
        return any(unit.is_definition and (is_data or unit.end - unit.head > 1) for unit in units)

    def matches(self) -> tuple[Match, ...]:
        """The matches, several if it is unclear which definitions the snippet means."""
        levels = self._levels()
        # The top is only another place of new methods.
        is_only = sum(level is not self.top for level in levels) < 2
        groups = [
            self._on(level, is_only=is_only and (level is not self.top or len(levels) == 1))
            for level in levels
        ]
        if self.is_open:
            groups = [[group[0] for group in groups], *(group[1:] for group in groups)]
        matches = [match for group in groups for match in group]
        if len(matches) == 1 and self.is_open:
            raise NoMatch("it is new, and nothing shows where it goes")
        # A match that changes nothing stays: a snippet that is in the file may have been applied before, and
        # is not an edit of a namesake.
        return tuple(matches if any(match.change for match in matches) else matches[:1])

    def matches_on(self, level: OutlineLevel) -> list[Match]:
        """The matches if the snippet belongs on a level."""
        return self._on(level, is_only=True)

    def renamed(self, words: str) -> tuple[Match | None, bool]:
        """The match on definitions of other names in the file; see `renamed_definitions`.

        A new name stands for the only one of its level that differs from it in nothing but case (`getAll`),
        else for the only definition of which the new one has all lines. If words ask for other names, it
        stands else for one that they quote, or that has most of its words. Without any of these, it is new
        beside the others.
        """
        units = [unit for unit in self.snippet.level.units if unit.category is not Category.COMMENT]
        known = {unit.name for level in self.top.levels() for unit in level.units if unit.is_definition}
        if not units or any(not unit.is_definition or unit.name in known for unit in units):
            return None, False
        is_asked, quoted = asks_to_rename(words), QUOTED_CODE.findall(words)
        of_kind = {
            unit.name for level in self.top.levels() for unit in level.units if _are_of_a_kind(unit, units[0])
        }
        replaced = _name_replaced(words, of_kind, units[0].name) if len(units) == 1 else None
        if replaced is not None and whole_word(_parts_of(replaced)[-1]).search("\n".join(self.snippet.lines)):
            # It uses the other one, so that this has to stay.
            replaced = None
        found: list[tuple[dict[int, str], bool]] = []
        for level in self.top.levels():
            names: dict[int, str] = {}
            is_said = is_asked
            for unit in units:
                alike = [
                    each for each in level.units if each.head not in names and _are_of_a_kind(each, unit)
                ]
                if replaced is not None:
                    names.update({old.head: unit.name for old in alike if old.name == replaced})
                    is_said = True
                    continue
                same = [old for old in alike if _letters(old.name) == _letters(unit.name)]
                is_said |= bool(same)
                same = same or [old for old in alike if self._has_lines_of(old, unit)]
                if len(same) > 1 or (is_asked and not same):
                    same = [old for old in same or alike if old.name in quoted]
                if is_asked and len(same) != 1:
                    likest = most_alike_name([old.name for old in same or alike], unit.name)
                    same = [old for old in alike if old.name == likest]
                names.update({old.head: unit.name for old in same if len(same) == 1})
            if names and (len(names) == len(units) or is_said):
                found.append((names, is_said))
        if len(found) != 1:
            return None, False
        ((names, is_said),) = found
        old_names = [unit.name for level in self.top.levels() for unit in level.units if unit.head in names]
        self.top = _with_names(self.top, names, ())
        self._sides = replace(self._sides, top=self.top)
        levels = [level for level in self.top.levels() if any(unit.head in names for unit in level.units)]
        matches = self.matches_on(levels[-1])
        if len(matches) != 1:
            return None, False
        label = f"replaces {listed(old_names)} with {listed([unit.name for unit in units])}"
        return replace(matches[0], label=label, effect=None), is_said

    def _has_lines_of(self, old: Unit, unit: Unit) -> bool:
        """True if a definition of the snippet has all lines of one of the file, their names aside."""
        before, after = (
            Counter(
                line.strip().replace(each.name, "")
                for line in lines[each.head + 1 : each.end]
                if is_informative(line, _MIN_OWN_LETTERS)
            )
            for lines, each in ((self.bodies, old), (self.snippet.lines, unit))
        )
        return bool(before) and before <= after

    def matches_with_new_items(self) -> tuple[Match, ...]:
        """The matches that add items to lists, one for each level on which there are such lists."""
        merges = [
            merge_definitions(self._sides, level, MergeMode.EXTEND)
            for level in (self._levels() if self.language in DATA else ())
        ]
        return tuple(self._match(merge) for merge in merges if merge.extends_list)

    def _levels(self) -> list[OutlineLevel]:
        """The levels of the file that the snippet may belong on, the likeliest first.

        1. With only imports, it is the top.
        2. If no level has one of its names, its definitions are new: see `_levels_for_new`.
        3. Else it is the level with most of its names, or several with as many; of these, only those whose
           keys have values of the same kind, if any has.
        4. A level with fewer of them is added if its namesake resembles the snippet's definition more.
        5. If no level has one of its names, but functions define them: see `_local_levels`.

        Raises:
            NoMatch: A definition may be another one of the file, outside of these levels.
        """
        definitions = [unit for unit in self.snippet.level.units if unit.is_definition]
        if not definitions:
            # There are only imports.
            return [self.top]
        levels = [
            level
            for level in self.top.levels()
            if not (self.snippet.is_nested and self.language != "json" and not level.path)
        ]
        counts = [sum(self._has(level, unit) for unit in definitions) for level in levels]
        most = max(counts, default=0)
        names = listed([unit.name for unit in definitions])
        if not most and (local := self._local_levels(definitions)):
            return local
        if not most and (self.snippet.dots or self._are_members(definitions)) and self.language != "json":
            new = self._levels_for_new(definitions, levels)
            self._check_hidden(new, definitions)
            return new
        if not most:
            words = (rf"(?<!\w){re.escape(unit.name)}(?!\w)" for unit in definitions)
            is_inside = all(re.search(word, self._index.text) for word in words)
            has = (
                f"has {names} only as something else or inside a definition"
                if is_inside
                else f"has no {names}"
            )
            raise NoMatch(f"the file {has}, and nothing shows where it goes")
        best = [level for level, count in zip(levels, counts, strict=True) if count == most]
        if len(best) > 1 and self._has_objects:
            raise NoMatch(f"several objects have {names}")
        if fitting := [level for level in best if self._has_kinds(level, definitions)]:
            best, levels = fitting, [level for level in levels if self._has_kinds(level, definitions)]
        # A table of TOML has its whole path in its name.
        are_tables = all(unit.category is Category.SECTION for unit in definitions)
        if self.language in DATA and not are_tables and 2 * most < len(definitions):
            raise NoMatch(f"{names} are not next to each other in the file")
        if self.language in DATA and sum(level.path == best[0].path for level in levels) > 1:
            raise NoMatch(f"`{best[0].path[-1]}` occurs several times, and nothing shows which is meant")
        if len(best) == 1:
            elsewhere = next(
                (
                    unit.name
                    for unit in definitions
                    if not self._has(best[0], unit) and any(self._has(level, unit) for level in levels)
                ),
                None,
            )
            if elsewhere is not None:
                raise NoMatch(f"`{elsewhere}` is in another part of the file than the rest")
            best += self._likelier(best[0], levels, definitions)
        if len(best) == 1:
            self._check_local(best[0], definitions)
        self._check_hidden(best, definitions)
        return sorted(best, key=lambda level: -sum(self._is_as_deep(level, unit) for unit in definitions))

    def _local_levels(self, definitions: Sequence[Unit]) -> list[OutlineLevel]:
        """The body of the only function with most of some definitions, if they resemble those of the file.

        Components of pages define their functions inside of one: a response shows only these.
        """
        names = {unit.name for unit in definitions if unit.end - unit.head > 1}
        if not names or self.snippet.is_nested:
            return []
        levels = local_levels(self._index.text, self.language, names)
        counts = [sum(self._has(level, unit) for unit in definitions) for level in levels]
        most = max(counts, default=0)
        if not most:
            return []
        level, *others = (level for level, count in zip(levels, counts, strict=True) if count == most)
        known = [unit for unit in definitions if self._has(level, unit)]
        if others:
            raise NoMatch(f"several functions have {listed([unit.name for unit in known])}")
        if any(
            unit.end - unit.head == 1 or self._likeness_on(level, unit) < _MIN_LOCAL_LIKENESS
            for unit in known
        ):
            return []
        self._check_local(level, known)
        self._check_hidden([level], definitions)
        return [level]

    def _is_as_deep(self, level: OutlineLevel, unit: Unit) -> bool:
        """True if the snippet is indented, and a namesake of its definition on a level just as much."""
        depth = self._margin + indentation(self.snippet.lines[unit.head])
        return bool(self._margin) and any(
            current.key == unit.key and indentation(self.bodies[current.head]) == depth
            for current in level.units
        )

    def _levels_for_new(
        self, definitions: Sequence[Unit], levels: Sequence[OutlineLevel]
    ) -> list[OutlineLevel]:
        """The levels to which definitions may be added: methods to every type, sections beside those of their
        rank, others to the top.

        In files that have functions only in types, functions may be methods as well.
        """
        if self.language == "markdown":
            # Beside the sections of the same rank.
            ranked = [level for level in levels if any(u.kind == definitions[0].kind for u in level.units)]
            return ranked or [self.top]
        if not self._are_members(definitions):
            beside = self._beside_alike(definitions, levels) or [self.top]
            return [*self._levels_of_methods(definitions, levels), *beside]
        of_types = [
            level
            for level in levels
            if (owner := self._sides.owner(level)) and owner.category is Category.TYPE
        ]
        # A type without a member that is a definition shows no boundary for another one.
        of_types = [level for level in of_types if any(unit.is_definition for unit in level.units)]
        if begins_with_visibility(self.snippet):
            # Those of members, not a module around a class.
            own = {unit.category for unit in definitions}
            alike = [level for level in of_types if any(unit.category in own for unit in level.units)]
            of_types = alike or of_types
        if not of_types:
            raise NoMatch(f"the file has no type to which `{definitions[0].name}` may be added")
        used = {name for line in self.snippet.lines for name in _OWN.findall(line)}
        counts = [len(used.intersection(unit.name for unit in level.units)) for level in of_types]
        return [level for level, count in zip(of_types, counts, strict=True) if count == max(counts)]

    def _levels_of_methods(
        self, definitions: Sequence[Unit], levels: Sequence[OutlineLevel]
    ) -> list[OutlineLevel]:
        """The types with functions, if no other part of the file has one, and new definitions are functions.

        Those come first of whose members the new ones use most.
        """
        kinds = _FUNCTIONS_AS_METHODS.get(self.language, ())
        # `fun String.shorten()` belongs to no class.
        is_method = all(
            unit.kind in kinds and not {".", ":"} & {*unit.name.removeprefix("self.")} for unit in definitions
        )
        found = [level for level in levels if any(unit.kind in kinds for unit in level.units)]
        owners = [self._sides.owner(level) for level in found]
        if not is_method or any(owner is None or owner.category is not Category.TYPE for owner in owners):
            return []
        used = {word for line in self.snippet.lines for word in _WORD.findall(line)}
        return sorted(found, key=lambda level: -len(used.intersection(unit.name for unit in level.units)))

    def _beside_alike(
        self, definitions: Sequence[Unit], levels: Sequence[OutlineLevel]
    ) -> list[OutlineLevel]:
        """The only level with definitions of the same class, if the new ones name it: `Config::get`.

        For blocks of configuration, all levels with others of their kind: `location /a`.
        """
        are_blocks = self.language == "blocks"

        def class_of(unit: Unit) -> str:
            return unit.name.partition(" ")[0] if are_blocks else unit.name.rpartition("::")[0]

        classes = set(map(class_of, definitions))
        own = next(iter(classes)) if len(classes) == 1 else ""
        alike = [level for level in levels if any(class_of(unit) == own for unit in level.units)]
        return alike if own and (are_blocks or len(alike) == 1) else []

    def _are_members(self, definitions: Sequence[Unit]) -> bool:
        """True if the snippet's definitions belong into a type."""
        if begins_with_visibility(self.snippet):
            return True
        if self.language in ("java", "csharp"):
            # Their parsers take a member outside of a type too.
            return all(unit.category is Category.VALUE for unit in definitions)
        heads = (self.snippet.lines[unit.head : unit.end] for unit in definitions)
        is_of_class = any(_OF_CLASS.match(line) for lines in heads for line in lines)
        are_nested = self.snippet.is_nested or is_of_class
        return are_nested or any(_SELF.search(unit.signature) for unit in definitions)

    def _check_local(self, level: OutlineLevel, definitions: Sequence[Unit]) -> None:
        """Refuse a variable that is also assigned elsewhere: the snippet may be a part of a function."""
        for unit in definitions:
            if not unit.kind.endswith(_VARIABLES):
                continue
            current = next((each for each in level.units if each.key == unit.key), None)
            # An attribute of an element is none.
            assigned = re.compile(
                rf"\s*(?:[\w.]+ )*{re.escape(unit.name)}\s*(?::[^=]+)?(?:\s=|=(?![{{\"']))(?!=)"
            )
            for at, line in enumerate(self.bodies):
                if current is None or current.first <= at < current.end:
                    continue
                if assigned.match(line):
                    raise NoMatch(f"`{unit.name}` is assigned at lines {current.head + 1} and {at + 1}")

    def _likelier(
        self, best: OutlineLevel, levels: Sequence[OutlineLevel], definitions: Sequence[Unit]
    ) -> list[OutlineLevel]:
        """Other levels with a namesake that resembles the snippet's definition more."""
        likelier: list[OutlineLevel] = []
        for unit in definitions:
            least = self._likeness_on(best, unit)
            likelier += (
                level
                for level in levels
                if level not in (best, *likelier) and self._likeness_on(level, unit) > least
            )
        return likelier

    def _likeness_on(self, level: OutlineLevel, unit: Unit) -> float:
        """The likeness of a definition of the snippet and its namesake on a level."""
        new = list(self.snippet.lines[unit.head : unit.end])
        namesakes = (current for current in level.units if current.key == unit.key)
        return max((self._likeness(new, current.head, current.end) for current in namesakes), default=0.0)

    def _check_hidden(self, levels: Sequence[OutlineLevel], definitions: Sequence[Unit]) -> None:
        """Refuse a definition that resembles another one which outlines do not have.

        It is in a list, in the body of a function, or in a condition.
        """
        for unit in definitions:
            new = list(self.snippet.lines[unit.head : unit.end])
            title = next((line.strip() for line in new if unit.name in line), new[0].strip())
            known = [current for level in levels for current in level.units if current.key == unit.key]
            everywhere = (current for level in self.top.levels() for current in level.units)
            namesakes = [*known, *(current for current in everywhere if current.key == unit.key)]
            likest = max(
                (self._likeness(new, current.head, current.end) for current in known),
                default=_MIN_TITLE_LIKENESS,
            )
            named = whole_word(unit.name)
            found = 0
            for at, line in enumerate(self.bodies):
                if not named.search(line) or any(own.head <= at < own.end for own in namesakes):
                    continue
                found += 1
                if found > _MAX_NAMESAKES:
                    break
                own_title = line.strip().removeprefix("- ").lstrip()
                if likeness.normalized_similarity(title, own_title) < _MIN_TITLE_LIKENESS:
                    continue
                if not known and title == own_title:
                    raise NoMatch(f"`{unit.name}` is at line {at + 1}, in another part of the file")
                end = self._block_end(at)
                if (end - at == 1) == (len(new) == 1) and self._likeness(new, at, end) >= likest:
                    raise NoMatch(f"`{unit.name}` is at line {at + 1} too, and nothing shows which is meant")

    def _likeness(self, new: Sequence[str], first: int, end: int) -> float:
        return likeness.normalized_similarity(text_without(new, ""), text_without(self.bodies[first:end], ""))

    def _block_end(self, first: int) -> int:
        """The line after those that are indented more than a line, and after one that closes them."""
        depth, end = len(indentation(self.bodies[first])), first + 1
        for at in range(first + 1, len(self.bodies)):
            line = self.bodies[at]
            is_outside = len(indentation(line)) < depth or not continues_block(line)
            if line.strip() and len(indentation(line)) <= depth and is_outside:
                return at + 1 if only_closes(line) and end > first + 1 else end
            end = at + 1 if line.strip() else end
        return end

    def _has(self, level: OutlineLevel, definition: Unit) -> bool:
        return any(unit.key == definition.key and self._is_alike(unit, definition) for unit in level.units)

    def _has_kinds(self, level: OutlineLevel, definitions: Sequence[Unit]) -> bool:
        """True if no key of a level has another kind of value than its namesake in the snippet."""
        kinds = {unit.key: unit.kind for unit in definitions if unit.category is Category.KEY}
        return all(kinds.get(unit.key, unit.kind) == unit.kind for unit in level.units)

    def _is_alike(self, current: Unit, unit: Unit) -> bool:
        """False if one is a function of Python and the other a method."""
        if self.language != "python" or current.kind != "function_definition":
            return True
        return bool(_SELF.search(current.signature)) == bool(_SELF.search(unit.signature))

    def _on(self, level: OutlineLevel, *, is_only: bool) -> list[Match]:
        """The matches on one level.

        One, or two if members of a class are missing; one for each boundary if nothing shows where a new
        definition goes, but only the likeliest of them if there are several levels.
        """
        update = merge_definitions(self._sides, level, MergeMode.UPDATE)
        matches = [self._match(update)]
        if update.lacks_annotations:
            kept = self._match(merge_definitions(self._sides, level, MergeMode.KEEP))
            more = "and keeps the annotations that the snippet lacks"
            (matches[0],) = (
                replace(each, label=f"{each.label}, which drops annotations") for each in matches
            )
            matches.insert(0, replace(kept, label=f"{kept.label}, {more}"))
        if update.boundary_count:
            self.is_open = True
            if update.is_partial:
                raise NoMatch("it has new definitions, and lacks others without dots for them")
            limit = min(_MAX_PLACES, max(_MAX_CHECKED_LINES // max(len(self.bodies), 1), 2))
            count = min(update.boundary_count, limit) if is_only else 1
            matches += (
                self._match(merge_definitions(self._sides, level, MergeMode.UPDATE, nth))
                for nth in range(1, count)
            )
        elif update.is_partial:
            # Even if the file has all members that it shows: it may drop the others.
            matches += (
                self._match(merge_definitions(self._sides, level, MergeMode.REPLACE, depth=depth))
                for depth in sorted(update.partial_depths or (0,), reverse=True)
            )
        return matches

    def _match(self, merge: MergeResult) -> Match:
        edits = sorted(merge.edits, key=lambda edit: (edit.first, edit.end))
        if any(a.end > b.first for a, b in pairwise(edits)):
            raise NoMatch("its definitions overlap in the file")
        change = Change()
        for edit in edits:
            old, line_end = self.bodies[edit.first : edit.end], self._index.line_end_at(edit.first)
            new = adapt_lines(self._index.lines, edit.first, old, edit.lines, line_end)
            change = change.union(change_lines(self._index.lines, edit.first, edit.end, new))
        self._check_result(change, merge)
        first = min((span[0] for span in merge.spans), default=0)
        end = max((span[1] for span in merge.spans), default=0)
        key = match_key(self._index.lines, first, end)
        return Match(
            key=f"{key}:{merge.mode}{merge.depth or ''}:{'.'.join(merge.level.path)}:{merge.boundary_label}",
            interpretation=Interpretation("", self._text),
            span=self._index.lines.span(first, end),
            lines=(first + 1, end),
            change=change,
            strategies=(DEFINITION.name,),
            tier=DEFINITION.tier,
            label=merge.label or self._unchanged(merge),
            effect=merge.effect,
            warnings=tuple(merge.warnings),
        )

    def _unchanged(self, merge: MergeResult) -> str:
        """The label of a match that changes nothing."""
        names = self._names()
        if not names:
            return "leaves the imports as they are"
        return f"leaves `{'.'.join((*merge.level.path, names[0]))}` as it is"

    def _names(self) -> list[str]:
        return [unit.name for unit in self.snippet.level.units if unit.is_definition]

    def _check_result(self, change: Change, merge: MergeResult) -> None:
        """Refuse a result with more syntax errors, without a definition of the file, or with one twice.

        Of many results, from which the user chooses, only the first ones are parsed.
        """
        if not change:
            return
        text = change.apply(self._index.text)
        if (line := self._left_out(text)) is not None:
            raise NoMatch(f"“{first_line(line)}” would be left out")
        if self._checked_lines > _MAX_CHECKED_LINES:
            return
        self._checked_lines += len(self.bodies)
        result = outline(text, self.language, has_objects=self._has_objects)
        if result is None or result.errors > self._file.errors:
            raise NoMatch("the result would have a syntax error")
        before, after = Counter(self.top.paths()), Counter(result.top.paths())
        lost = [path for path in before if after[path] < before[path] and not merge.drops(path)]
        if lost:
            raise NoMatch(f"the file would lose `{_dotted(lost[0])}`")
        doubled = [path for path in after if after[path] > max(before[path], 1)]
        if doubled:
            raise NoMatch(f"`{_dotted(doubled[0])}` would be in the file twice")

    def _left_out(self, text: str) -> str | None:
        """The first line of code in a definition with dots that a result lacks; None if it has all."""
        dots = self.snippet.dots
        if not dots:
            return None
        known = {_bare(line) for line in split_lines(text, "\n")}
        for unit in self.snippet.level.units:
            # A table may end with the line feed after the last line.
            end = min(unit.end, len(self.snippet.lines))
            for at in range(unit.head, end) if unit.is_definition else ():
                line = self.snippet.lines[at].strip()
                is_code = (
                    at not in dots
                    and any(map(str.isalnum, line))
                    and not is_comment_line(line, self.language)
                )
                if is_code and _bare(line) not in known:
                    return line
        return None


def _are_of_a_kind(unit: Unit, other: Unit) -> bool:
    return (unit.category, unit.kind) == (other.category, other.kind)


def _letters(name: str) -> str:
    """A name without its case: `getall` of `get_all` and `getAll`."""
    return name.replace("_", "").lower()


def _with_names(level: OutlineLevel, names: Mapping[int, str], path: tuple[str, ...]) -> OutlineLevel:
    """A level, whose path is given, with other names for the units at some first lines."""
    units: list[Unit] = []
    for unit in level.units:
        name = names.get(unit.head, unit.name)
        members = None if unit.members is None else _with_names(unit.members, names, (*path, name))
        units.append(replace(unit, name=name, members=members))
    return replace(level, path=path, units=tuple(units))


def _outline_of(index: FileIndex, language: str, *, has_objects: bool = False) -> TextOutline | None:
    part = language, has_objects
    return _outlines.of(index, part, lambda: outline(index.text, language, has_objects=has_objects))


def _read(
    text: str, language: str, gaps: Collection[int] = (), *, has_objects: bool = False
) -> SnippetOutline:
    """The definitions of a snippet, without outer indentation: parsed alone, else as members (`_WRAPPED`).

    Args:
        text: The snippet.
        language: As returned by `outline_language`.
        gaps: Its placeholder lines, 0-based.
        has_objects: True to read the properties of objects too.

    Raises:
        NoMatch: It has none, or cannot be parsed.
    """
    lines, dots = _without_margin(text, language, gaps)
    if language == "json" and dots:
        lines = _with_commas_around(lines, dots)
    is_parsed = False
    for above in ((), ("<?php",)) if language == "php" else ((),):
        opened = [*above, *lines]
        found = outline("\n".join(opened) + "\n", language, has_objects=has_objects)
        is_parsed = found is not None and not found.errors
        if found is not None and is_parsed and _has_definitions(found.top):
            return _outline_with(found.top, opened, dots, len(above), is_nested=False)
    if language in _WRAPPED:
        head, tail = _OBJECT if has_objects else _WRAPPED[language]
        if language == "json":
            lines[-1] = lines[-1].rstrip().removesuffix(",")
        wrapped = [head, *lines, tail]
        found = outline("\n".join(wrapped) + "\n", language, has_objects=has_objects)
        is_parsed = found is not None and not found.errors
        if found is not None and is_parsed:
            level = found.top if language == "json" else _inner(found.top)
            if level is not None and _has_definitions(level):
                return _outline_with(level, wrapped, dots, 1, is_nested=True)
    if is_parsed:
        raise NoMatch("it has no whole definition")
    if lines[-1].rstrip().endswith(OPEN_ENDS):
        raise NoMatch(f"it ends at “{first_line(lines[-1])}”: it seems cut off", is_cut_off=True)
    raise NoMatch("it cannot be parsed on its own")


def _without_margin(text: str, language: str, gaps: Collection[int]) -> tuple[list[str], dict[int, str]]:
    """The lines of a snippet without indentation that all have, and the placeholders among them.

    Blank lines are not among the outer ones, nor placeholders among the first. In their place are comments
    where indentation counts, which stay inside the definition that they belong to, and else blank lines, or a
    value in brackets that may not be empty.
    """
    lines = [line.removesuffix("\n").removesuffix("\r") for line in split_lines(text, "\n")]
    dots = {at: lines[at] for at in gaps}
    for at, line in dots.items():
        if language in BY_INDENTATION:
            # A function needs a statement.
            is_body = language == "python" and _is_only_body(lines, at)
            lines[at] = f"{indentation(line)}{'...' if is_body else _DOTS}"
        else:
            # In `rows.map((row) => (` they are an expression.
            is_inner = language in SCRIPT_LANGUAGES and at and lines[at - 1].rstrip().endswith("(")
            lines[at] = f"{indentation(line)}0" if is_inner else ""
    while lines and (not lines[0].strip() or 0 in dots):
        lines.pop(0)
        dots = {at - 1: line for at, line in dots.items()}
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise NoMatch("it is empty")
    depth = margin(lines)
    if depth:
        lines = [line.removeprefix(depth) for line in lines]
        dots = {at: line.removeprefix(depth) for at, line in dots.items()}
    return lines, dots


def _with_commas_around(lines: Sequence[str], dots: Collection[int]) -> list[str]:
    """The lines of a snippet of JSON with the commas that it needs without its dots, and no others."""
    fixed = list(lines)
    filled = [at for at, line in enumerate(lines) if line.strip() and at not in dots]
    for above, below in pairwise(filled):
        if not any(above < at < below for at in dots):
            continue
        line = fixed[above].rstrip()
        if lines[below].lstrip().startswith(("}", "]")):
            fixed[above] = line.removesuffix(",")
        elif not line.endswith((",", "{", "[")):
            fixed[above] = f"{line},"
    return fixed


def _is_only_body(lines: Sequence[str], at: int) -> bool:
    """True if a line is all of the body of a function of Python, apart from a docstring."""
    head = next((line for line in reversed(lines[:at]) if line.strip()), "")
    below = next((line for line in lines[at + 1 :] if line.strip()), "")
    is_head = head.rstrip().endswith(":") and not head.lstrip().startswith("class ")
    return is_head and len(indentation(below)) <= len(indentation(head)) < len(indentation(lines[at]))


def _outline_with(
    level: OutlineLevel, lines: Sequence[str], dots: Mapping[int, str], shift: int, *, is_nested: bool
) -> SnippetOutline:
    """The outline of a snippet with its placeholders, which are `shift` lines further down now."""
    dots = {at + shift: line for at, line in dots.items()}
    return SnippetOutline(lines, _without_dots(level, lines, dots), is_nested=is_nested, dots=dots)


def _without_dots(level: OutlineLevel, lines: Sequence[str], dots: Collection[int]) -> OutlineLevel:
    """The level without the comments that stand for dots; a section has the dots up to the next one."""
    units: list[Unit] = []
    for nth, unit in enumerate(level.units):
        if unit.category is Category.SECTION and not level.path:
            limit = level.units[nth + 1].first if nth + 1 < len(level.units) else max(dots, default=0) + 1
            end = max((at + 1 for at in dots if unit.end <= at < limit), default=unit.end)
            unit = replace(unit, end=end)
        kept = [at for at in range(unit.first, unit.end) if at not in dots]
        if unit.category is Category.COMMENT and len(kept) < unit.end - unit.first:
            if kept:
                signature = "\n".join(lines[at].strip() for at in kept)
                units.append(
                    replace(unit, signature=signature, first=kept[0], head=kept[0], end=kept[-1] + 1)
                )
            continue
        first = max((at + 1 for at in dots if unit.first <= at < unit.head), default=unit.first)
        members = None if unit.members is None else _without_dots(unit.members, lines, dots)
        # Up to the first member, comments are a part of the signature.
        signature = squeezed(unit.signature.replace(_DOTS, "")) if unit.name else unit.signature
        units.append(replace(unit, signature=signature, first=first, members=members))
    return replace(level, units=tuple(units))


def _has_definitions(level: OutlineLevel) -> bool:
    return any(unit.is_definition or unit.category is Category.IMPORT for unit in level.units)


def _inner(level: OutlineLevel) -> OutlineLevel | None:
    """The members of the class around a snippet."""
    members = [unit.members for unit in level.units if unit.name == "W"]
    return members[0] if len(members) == 1 else None


def _bare(line: str) -> str:
    """A line without whitespace, and without the punctuation at its end or before a comment there."""
    return "".join(line.split()).replace(",//", "//").rstrip(",;")


def _dotted(path: Sequence[str]) -> str:
    return ".".join((*path[:-1], path[-1].partition(" ")[2]))
