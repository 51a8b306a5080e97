"""Definitions, keys, sections, rules and the like that a level of a file has twice after the edits.

A model that quotes one of them and whose new text goes on with the one below it adds that one a second time.
So do two blocks if the second is a later version. The units are those of the outline, and cases of a
switch.

Some units may be there twice: overloads, variables, parts of a type, keys of INI files with other values,
headings with other text. Others may unless they are next to each other or two blocks add them: rules of a
stylesheet, headings with similar text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate, islice

from msgspec import Struct

from editreview import likeness
from editreview.first_use import lazy_pattern
from editreview.grammars import NotRead
from editreview.matching import Category, Sibling, Unit, is_comment, namesakes, outline_language
from editreview.review.checks.blocks import changed_lines, written_lines
from editreview.review.checks.definitions import MAY_RECUR
from editreview.review.file_plan import FilePlan
from editreview.review.warnings import BlockWarning
from editreview.text import indentation, split_lines


class _Twice(StrEnum):
    """The places at which a level may have two units of the same name."""

    NOWHERE = "nowhere"
    APART = "apart"
    """Not next to each other, and not added by two blocks."""
    ANYWHERE = "anywhere"


_MAX_PAIRS = 50
"""The most new pairs of one file that are examined."""
_MAX_LINES_OF_YAML = 32_767
"""The most lines that its parser reads without errors: it counts them in 16 bits."""
_MAX_SELECTORS = 20
"""The most lines of a list of selectors."""
_COMMENTS_OF_DATA = ("/", "_comment", "$comment", "#", "<<")
"""Beginnings of keys that say nothing, or merge others."""
_KEYS_OF_LISTS = frozenset({"extension", "zend_extension", "fetch", "push", "url", "include", "environment"})
"""Keys that a section of an INI file may have several times, each with one of several values."""
_SIGNED = frozenset({"csharp", "java", "kotlin", "swift"})
"""Languages in which functions of one name may have other parameters."""
_OF_C = ("c", "cpp")
_DECLARATIONS = frozenset({"function_signature", "method_signature", "abstract_method_signature"})
"""Declarations without a body in TypeScript. Functions of one name may have other parameters."""
_CHOOSES = lazy_pattern(r"@.*(?:overload|register|dispatch|multimethod)")
"""Matches decorators of Python that choose a function by its arguments."""
_FIELDS = ("field_declaration", "property_declaration", "event_field_declaration")
_MAY_CONTINUE = frozenset(
    {
        *("impl_item", "namespace_declaration", "interface_declaration"),
        *("class", "module", "class_declaration", "struct_declaration"),
    }
)
"""Types that may have several parts, if these have other members."""
_CONTINUED = frozenset({"rust", "csharp", "ruby", "swift", "typescript", "tsx"})
"""The languages of these types."""
_TWICE: Mapping[str, _Twice] = {
    "at_rule": _Twice.ANYWHERE,
    "tables": _Twice.ANYWHERE,
    "assignment_statement": _Twice.APART,
    "expression_statement": _Twice.APART,
    "media_statement": _Twice.ANYWHERE,
    "rule_set": _Twice.APART,
    "supports_statement": _Twice.ANYWHERE,
    "variable": _Twice.APART,
    "variable_assignment": _Twice.APART,
    "variable_declaration": _Twice.APART,
}
"""By kind of unit, where it may be twice; elsewhere nowhere."""
_VARIABLES = frozenset(
    {
        "assignment_statement",
        "expression_statement",
        "variable",
        "variable_assignment",
        "variable_declaration",
    }
)
_ONCE_IN_HCL = ("resource ", "data ", "variable ", "output ", "module ")
"""Beginnings of the names of blocks that occur once; others differ in an alias or a command."""
_MIN_SECTION_LIKENESS = 0.6
"""The likeness from which the text of a section is another version of one."""
_MAX_COMPARED = 2_000
"""The most characters of a section that are compared."""
_ACCESS = lazy_pattern(r"\b(get|set|static)\b")
_BRANCHES = ("#if", "#el", "#endif", "{{", "{%", "<%", "drop ")
"""Beginnings of lines between which text is there under a condition, or no longer."""
_OF_CPP = lazy_pattern(r"\s*(?:template|namespace|class|using|constexpr|public|private)\b")
"""Matches lines of C++, which headers of C may have."""
_DEFINED_IN_PASSING = frozenset({"function_definition", "class_definition", "method"})
"""Kinds of units that a function of Python, Bash or Ruby may define, use, and define again."""
_LOOSE = (".ini", ".cfg", ".editorconfig")
"""Ends of the names of files in which keys may be there twice."""
_BY_LINE = (
    (
        (".scss", ".less", ".tcss"),
        _Twice.APART,
        lazy_pattern(r"(?!@(?!(?:mixin|function|keyframes)\b))(?P<name>[^{}]*[^{}\s,])\s*\{[^}]*$"),
    ),
    (
        (".sql",),
        _Twice.NOWHERE,
        lazy_pattern(
            r"(?i)create\s+(?:or\s+replace\s+)?(?:unlogged\s+|unique\s+|materialized\s+)*"
            r"(?P<name>(?:(?:table|view|trigger|type|index)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?"
            r"[\w.\"`\[\]]+|(?:function|procedure|policy)\b.*[^\s(]))"
        ),
    ),
    (
        (".graphql", ".gql", ".proto", ".prisma"),
        _Twice.NOWHERE,
        lazy_pattern(r"(?P<name>(?:type|input|enum|interface|message|service|model|scalar|union)\s+\w+)\b"),
    ),
)
"""By ends of names of files without a parser: where a block may be twice, and the line that begins one."""


_IN_A_VALUE = lazy_pattern(r"[$]|:\s|^\(")
"""Matches a line of a map or of arguments in a stylesheet, which is no selector."""


_ON_TABLE = lazy_pattern(
    r"(?i)create\s+(?:or\s+replace\s+)?(?P<name>(?:trigger|policy)\s+(?:if\s+not\s+exists\s+)?"
    r"(?:\"[^\"]*\"|[^\s\"]+))\s[^;]*?\bon\s+(?P<table>[\w.\"`\[\]]+)"
)
"""Matches the beginning of a trigger or a policy of SQL: tables may have some of the same name."""
_LINES_TO_TABLE = 5
"""The lines of it among which is the name of its table."""


class _Pair(Struct, frozen=True):
    """Two units of a level that are the same."""

    identity: tuple[str, ...]
    twice: _Twice
    rows: tuple[int, int]
    """Their first lines, 0-based."""
    are_neighbours: bool


def doubled_namesakes(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that add what its level of the file has already, or that another block adds too.

    Args:
        plan: The plan of a file.

    Raises:
        NotRead: The file cannot be parsed, or not in time; with the reason.
    """
    path, separator = plan.path_after, plan.index.lines.separator
    added = {number for number, _ in changed_lines(plan.index, plan.change).added}
    lines = _bare_lines(plan.after, separator) if added else []
    rows = sorted(number - 1 for number in added)
    new_pairs = (pair for pair in _pairs(lines, path, rows) if any(row + 1 in added for row in pair.rows))
    pairs = list(islice(new_pairs, _MAX_PAIRS)) if lines else []
    if not pairs:
        if len(lines) > _MAX_LINES_OF_YAML and outline_language(path) == "yaml":
            raise NotRead(f"the parser of yaml reads at most {_MAX_LINES_OF_YAML:,} lines")
        return {}
    old = _bare_lines(plan.before.text, separator)
    known = {(pair.identity, _is_fault(pair)) for pair in _pairs(old, path, range(len(old)))}
    pairs = [pair for pair in pairs if (pair.identity, True) not in known]
    written = written_lines(plan, {row for pair in pairs for row in pair.rows if row + 1 in added})
    found: dict[int, BlockWarning] = {}
    for pair in pairs:
        new = [row for row in pair.rows if row in written]
        are_new = len(new) > 1
        warnings = [written[row].doubled(sum(pair.rows) - row, are_new=are_new) for row in new]
        by_two_blocks = are_new and warnings[0].keys().isdisjoint(warnings[1])
        is_fault = pair.twice is _Twice.NOWHERE or (pair.are_neighbours and not are_new)
        if is_fault or (by_two_blocks and (pair.identity, False) not in known):
            found.update(entry for each in warnings for entry in each.items())
    return found


def _is_fault(pair: _Pair) -> bool:
    """True if a file may not have two units where these are."""
    return pair.twice is _Twice.NOWHERE or pair.are_neighbours


def _bare_lines(text: str, separator: str) -> list[str]:
    return [line.rstrip("\r\n") for line in split_lines(text, separator)]


def _pairs(lines: Sequence[str], path: str, rows: Sequence[int]) -> Iterator[_Pair]:
    """The units of a text that are there twice on a level with some of these rows."""
    language = outline_language(path)
    if language is None:
        yield from _pairs_by_line(lines, path)
        return
    if language == "c" and path.lower().endswith(".h") and any(map(_OF_CPP.match, lines)):
        language = "cpp"
    is_loose = path.lower().endswith(_LOOSE)
    branches = _branches_above(lines)
    for group in namesakes("\n".join(lines), language, rows):
        known: dict[tuple[str, ...], Sibling] = {}
        for sibling in group:
            identity = _identity(sibling.unit, language, lines)
            other = known.get(identity)
            known[identity] = sibling
            if other is None:
                continue
            pair = (_head(other.unit, lines), _head(sibling.unit, lines))
            twice = _twice(other, sibling, language, lines, is_loose=is_loose)
            if twice is not _Twice.ANYWHERE and branches[pair[0]] == branches[pair[1]]:
                yield _Pair(identity, twice, pair, sibling.at - other.at == 1)


def _pairs_by_line(lines: Sequence[str], path: str) -> Iterator[_Pair]:
    """The pairs in a file without a parser: lines at the same depth that begin a block of the same name."""
    lower = path.lower()
    twice, head = next((row[1:] for row in _BY_LINE if lower.endswith(row[0])), (None, None))
    if twice is None or head is None:
        return
    outer: list[tuple[int, dict[str, int], list[int]]] = [(-1, {}, [])]
    selectors: list[str] = []
    branches = _branches_above(lines)
    for row, line in enumerate(lines):
        depth, text = len(indentation(line)), line.strip()
        if not text or text[0] in "})]" or is_comment(line, path):
            continue
        while outer[-1][0] > depth:
            outer.pop()
        if outer[-1][0] < depth:
            outer.append((depth, {}, []))
        _, known, heads = outer[-1]
        found = head.match(" ".join([*selectors, text]))
        if twice is not _Twice.APART or not text.endswith(",") or _IN_A_VALUE.search(text) is not None:
            selectors.clear()
        elif len(selectors) < _MAX_SELECTORS:
            selectors.append(text)
        name = _name_of(found, lines, row) if found is not None else ""
        if name and name in known:
            other = known[name]
            if branches[other] == branches[row]:
                yield _Pair((name,), twice, (other, row), heads[-1] == other)
        if name:
            known[name] = row
        heads.append(row)


def _name_of(head: re.Match[str], lines: Sequence[str], row: int) -> str:
    """The name of a block that begins on a line; the table belongs to the name of a trigger or a policy."""
    name = " ".join(head["name"].lower().split())
    if name.startswith(("trigger ", "policy ")):
        on_table = _ON_TABLE.match(" ".join(lines[row : row + _LINES_TO_TABLE]).strip())
        if on_table is not None:
            return " ".join(f"{on_table['name']} on {on_table['table']}".lower().split())
    return name


def _branches_above(lines: Iterable[str]) -> Sequence[int]:
    """By row, the number of lines above it that begin or end a branch."""
    return list(accumulate((line.lstrip().lower().startswith(_BRANCHES) for line in lines), initial=0))


def _head(unit: Unit, lines: Sequence[str]) -> int:
    """The row of a unit's first line below its annotations."""
    rows = range(unit.head, min(unit.end, len(lines)))
    if unit.category is Category.SECTION:
        return unit.head
    return next((row for row in rows if not lines[row].lstrip().startswith(("@", "#["))), unit.head)


def _identity(unit: Unit, language: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The parts in which two units are equal if they are the same."""
    kind, head = unit.kind.rpartition(" ")[2], _head(unit, lines)
    annotations = [line.strip() for line in lines[unit.head : head]]
    parts = [unit.category, unit.name, *annotations]
    if unit.category is Category.KEY:
        return tuple(parts)
    if language == "cpp":
        # With the line of a template.
        return (*parts, _text_of(unit, lines).partition("{")[0])
    has_parameters = language in _SIGNED and unit.category is Category.VALUE and kind not in _FIELDS
    if has_parameters or kind in _DECLARATIONS or any(map(_CHOOSES.match, annotations)):
        parts.append(unit.signature)
    elif kind == "property_declaration" and language == "kotlin":
        parts.append(unit.signature.partition("=")[0])
    elif language == "csharp" and unit.category is Category.TYPE:
        parts.append(unit.signature)
    elif language == "swift" and unit.category is Category.TYPE:
        # Only the condition of an extension: two parts may conform to other protocols.
        parts.append(unit.signature.partition(" where ")[2])
    elif kind == "method_definition":
        parts += _ACCESS.findall(unit.signature.partition(unit.name)[0])
    return (*parts, kind)


def _twice(first: Sibling, second: Sibling, language: str, lines: Sequence[str], *, is_loose: bool) -> _Twice:
    """The places at which a level may have both of two units that are the same."""
    unit = first.unit
    kind = unit.kind.rpartition(" ")[2]
    texts = [_text_of(each.unit, lines) for each in (first, second)]
    if unit.category is Category.VALUE and unit.name in MAY_RECUR:
        return _Twice.ANYWHERE
    if language == "markdown":
        return _Twice.APART if _have_similar_text(texts) else _Twice.ANYWHERE
    if unit.category is Category.KEY:
        if unit.name.startswith(_COMMENTS_OF_DATA) or (is_loose and unit.name.lower() in _KEYS_OF_LISTS):
            return _Twice.ANYWHERE
        if is_loose:
            # With other values it may be a list.
            is_copy = unit.name[:1].isalnum() and _values(texts[0]) == _values(texts[1])
            return _Twice.APART if is_copy else _Twice.ANYWHERE
        return _Twice.NOWHERE
    if language == "hcl" and kind == "block" and not unit.name.startswith(_ONCE_IN_HCL):
        return _Twice.ANYWHERE
    if kind in _MAY_CONTINUE and language in _CONTINUED:
        return _Twice.NOWHERE if _share_member(first.unit, second.unit, language, lines) else _Twice.ANYWHERE
    if language in _OF_C:
        return _Twice.NOWHERE if all(_is_defined_by(text, unit) for text in texts) else _Twice.ANYWHERE
    if language == "make" and kind == "rule":
        is_plain = "%" not in unit.name and not unit.name.startswith(".")
        have_recipes = all("\n\t" in text and "::" not in text.partition("\n")[0] for text in texts)
        return _Twice.NOWHERE if is_plain and have_recipes else _Twice.ANYWHERE
    if kind in _VARIABLES and language != "css":
        return _of_variables(first, second, language, texts)
    if first.is_local and kind in _DEFINED_IN_PASSING:
        return _Twice.APART
    return _TWICE.get(kind, _Twice.NOWHERE)


def _have_similar_text(sections: Sequence[str]) -> bool:
    """True if the text of two sections is similar, or one of them has none."""
    one, other = (section.partition("\n")[2].strip()[:_MAX_COMPARED] for section in sections)
    return not one or not other or likeness.normalized_similarity(one, other) >= _MIN_SECTION_LIKENESS


def _values(text: str) -> list[str]:
    return text.partition("=")[2].split()


def _is_defined_by(text: str, unit: Unit) -> bool:
    """True if a unit of C is a function or type as it is written, without the help of a macro."""
    if unit.category is Category.TYPE:
        return "{" in text and "namespace" not in unit.kind
    return not unit.name.isupper() and f"{unit.name}(" in text.replace(" (", "(")


def _text_of(unit: Unit, lines: Sequence[str]) -> str:
    return "\n".join(lines[unit.head : unit.end])


def _of_variables(first: Sibling, second: Sibling, language: str, texts: Sequence[str]) -> _Twice:
    """The places at which a level may have both of two variables or named statements."""
    name = first.unit.name
    if language == "bash":
        return _Twice.ANYWHERE
    if name.endswith(("()", "+=")) or second.unit.signature.endswith("+="):
        return _Twice.ANYWHERE
    if name.endswith(")"):
        return _Twice.NOWHERE
    uses_itself = any(re.search(rf"\b{re.escape(name)}\b", text.partition("=")[2]) for text in texts)
    if first.is_local or uses_itself or len(set(map(_called, texts)) - {""}) > 1:
        return _Twice.ANYWHERE
    return _Twice.NOWHERE if language == "python" and name.isupper() else _Twice.APART


def _called(text: str) -> str:
    """The function whose result a variable gets; empty without one."""
    head, bracket, _ = text.partition("=")[2].partition("(")
    return head.strip() if bracket else ""


def _share_member(first: Unit, second: Unit, language: str, lines: Sequence[str]) -> bool:
    """True if two parts of a type have a member that is the same."""
    one, other = (
        {_identity(each, language, lines) for each in unit.members.units if each.is_definition}
        if unit.members is not None
        else set()
        for unit in (first, second)
    )
    return not one.isdisjoint(other)
