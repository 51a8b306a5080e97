"""The outline of a text: its definitions with their names and members, in whole lines.

Definitions are functions, classes, constants, CSS rules, keys, tables, sections, rules of makefiles, and
blocks of servers' configuration. Markdown, TOML, makefiles and such blocks are read line by line, other
languages by the parser. The outline does not go into the bodies of functions. Its form, and that of a text
without one, tells a new version of a whole file from a part of it.
Lines are 0-based, spans half-open.
"""

import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from editreview.file_kinds import MARKDOWN, builds_image
from editreview.first_use import lazy_pattern
from editreview.grammars import NotRead, parse
from editreview.matching.code import SCRIPT_LANGUAGES, TABLE, dialect_of, headings, is_comment, language_of
from editreview.matching.file_index import FileIndex
from editreview.text import MAX_OUTLINED_TEXT, MAX_PARSED_LINE, indentation, nonblank_lines, stripped_lines

if TYPE_CHECKING:
    from ast_grep_py import SgNode

    from editreview.grammars import Syntax


class Category(StrEnum):
    """Kinds of units. Units of different categories may have the same name."""

    VALUE = "value"
    """A function, a method, a variable, a rule."""
    TYPE = "type"
    """A class, an interface, an enumeration."""
    KEY = "key"
    """A key of a mapping."""
    SECTION = "section"
    """A heading, or a table of TOML."""
    IMPORT = "import"
    STATEMENT = "statement"
    """Code without a name of its own."""
    COMMENT = "comment"
    """A comment that belongs to no definition."""


class Unit(Struct, frozen=True):
    """Whole lines of a level: one definition, import, statement or comment. Lines are 0-based."""

    category: Category
    kind: str
    """Its kind of syntax node or value. A namesake of another kind is something else."""
    name: str
    """Empty for statements, imports and comments."""
    signature: str
    """Distinguishes units of the same name, such as overloads; the text of a unit without a name."""
    first: int
    """The first line, including comments directly above."""
    head: int
    """The first line of code, including annotations."""
    end: int
    """The line below the last one."""
    members: "OutlineLevel | None" = None
    is_alone: bool = True
    """False if it shares a line with other code."""
    is_listed: bool = False
    """True if a comma divides it from the next one."""

    @property
    def is_definition(self) -> bool:
        return self.category in (Category.VALUE, Category.TYPE, Category.KEY, Category.SECTION)

    @property
    def key(self) -> tuple[Category, str]:
        return self.category, self.name


class OutlineLevel(Struct, frozen=True):
    """Sibling units: those of the whole text, or the members of one unit."""

    path: tuple[str, ...]
    """The names of the units around it, the outermost first."""
    units: tuple[Unit, ...]
    first: int
    """The lines that its units may occupy: `first` up to `end`, 0-based."""
    end: int

    def levels(self) -> "Iterator[OutlineLevel]":
        """This level and all levels inside it."""
        yield self
        for unit in self.units:
            if unit.members is not None:
                yield from unit.members.levels()

    def paths(self) -> Iterator[tuple[str, ...]]:
        """The path of every definition, its last part preceded by the category."""
        for unit in self.units:
            if unit.is_definition:
                yield (*self.path, f"{unit.category} {unit.name}")
            if unit.members is not None:
                yield from unit.members.paths()


class TextOutline(Struct, frozen=True):
    language: str
    top: OutlineLevel
    errors: int
    """The number of parts that the parser could not read."""


_TABLES = (".toml", ".cfg", ".ini", ".editorconfig")
"""Files of keys in tables; where one of the others is not TOML, it has no outline."""
_MAKEFILES = ("makefile", "gnumakefile")
_CONFIGURED = (".conf", ".nginx", "caddyfile")
"""Ends of the names of files of blocks in braces; a `.conf` without any has no outline."""
DATA = frozenset({"json", "yaml", "toml"})
BY_INDENTATION = frozenset({"python", "yaml"})
"""Languages in which indentation decides which definition a comment belongs to."""


def outline_language(path: str) -> str | None:
    """The name under which `outline` knows the file's language; None if it knows none."""
    lower = path.lower()
    if lower.endswith(MARKDOWN):
        return "markdown"
    name = lower.rpartition("/")[2]
    if lower.endswith(_TABLES) or name.startswith(".env"):
        return "toml"
    if name in _MAKEFILES or name.endswith(".mk"):
        return "make"
    if lower.endswith(_CONFIGURED):
        return "blocks"
    language = language_of(path)
    return language if language in _GRAMMARS else None


def outline(text: str, language: str, *, has_objects: bool = False) -> TextOutline | None:
    """The outline of a text; None if it is too long or deep, has several documents, or is not the language's.

    Args:
        text: With line feeds for line ends.
        language: As returned by `outline_language`.
        has_objects: True for the properties of objects in scripts too: `methods: { … }`.
    """
    if len(text) > MAX_OUTLINED_TEXT:
        return None
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines and not lines[-1]:
        lines.pop()
    if language == "markdown":
        return TextOutline(language, _Markdown(lines).level(), 0)
    if language == "toml":
        level = _toml(lines)
        return TextOutline(language, level, 0) if level is not None else None
    if language == "make":
        return TextOutline(language, _Makefile(lines).level(), 0)
    if language == "blocks":
        level = _Blocks(lines).level()
        return TextOutline(language, level, 0) if level is not None else None
    if max(map(len, lines), default=0) > MAX_PARSED_LINE:
        return None
    tree = parse(text, dialect_of(text, language))
    known = _outlines.setdefault(tree, {})
    if has_objects not in known:
        known[has_objects] = _Parsed(tree, lines, has_objects=has_objects).outline()
    return known[has_objects]


_outlines: "WeakKeyDictionary[Syntax, dict[bool, TextOutline | None]]" = WeakKeyDictionary()
"""Outlines of the trees that are kept, without and with properties of objects: a file and its versions are
looked at again for each block.
"""


def local_levels(text: str, language: str, names: Collection[str]) -> list[OutlineLevel]:
    """The bodies of functions in which one of some names is defined, outermost first.

    Args:
        text: With line feeds for line ends, which has an outline.
        language: As returned by `outline_language`; others than scripts and Python have none.
        names: Names of definitions.
    """
    if language not in _LOCAL_BODIES:
        return []
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines and not lines[-1]:
        lines.pop()
    return list(_Parsed(parse(text, language), lines).local_levels(names))


_MAX_LEVELS = 100
"""The most levels around one that is read: each is read, and later walked through, by a call of its own."""
_MAX_NAMESAKES = 20
"""The most units of one name that are compared: more are there on purpose."""


class Sibling(Struct, frozen=True):
    """One of several units of a level that have the same name."""

    at: int
    """Its number among all units of the level, comments aside."""
    unit: Unit
    is_local: bool
    """True in a function."""


def namesakes(text: str, language: str, rows: Sequence[int]) -> Iterator[list[Sibling]]:
    """The units of the same category and name next to each other, on levels that have some of the rows.

    Unlike the outline, it also goes into functions, lists and all documents of a file, and knows the cases of
    a switch.

    Args:
        text: With line feeds for line ends.
        language: As returned by `outline_language`.
        rows: Lines, 0-based, in order.

    Raises:
        NotRead: It takes too long to parse; with the reason.
    """
    if language in ("markdown", "toml", "make", "blocks"):
        read = outline(text, language)
        for level in read.top.levels() if read is not None else ():
            yield from _of_one_name([unit for unit in level.units if unit.category is not Category.COMMENT])
        return
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if len(text) <= MAX_OUTLINED_TEXT and max(map(len, lines)) <= MAX_PARSED_LINE:
        tree = parse(text, language)
        if not tree.is_code:
            raise NotRead(f"the parser of {language} takes too long for it")
        yield from _Parsed(tree, lines).namesakes(rows)


def _of_one_name(units: Sequence[Unit]) -> Iterator[list[Sibling]]:
    named: dict[tuple[Category, str], list[Sibling]] = {}
    for at, unit in enumerate(units):
        if unit.is_definition:
            named.setdefault(unit.key, []).append(Sibling(at, unit, False))
    return (found for found in named.values() if len(found) > 1)


def string_rows(lines: Sequence[str], language: str) -> list[tuple[int, int]]:
    """The rows of strings and heredocs over several lines, without their first: their indentation is text."""
    if language in ("markdown", "toml", "yaml", "json", "css", "make", "blocks"):
        return []
    rows: list[tuple[int, int]] = []
    pending = [parse("\n".join(lines) + "\n", language).root]
    while pending:
        node = pending.pop()
        first, last = node.range().start.line, node.range().end.line
        if first == last:
            continue
        kind = node.kind()
        if "heredoc_body" in kind:
            rows.append((first, last + (node.range().end.column > 0)))
        elif "string" in kind or kind in ("heredoc", "nowdoc", "text_block"):
            rows.append((first + 1, last + 1))
        else:
            pending += node.children()
    return sorted(rows)


_ITEM = lazy_pattern(r"\s*-(?:\s|$)")
_TITLE = lazy_pattern(
    r"\s*(?:-\s+)?(?:name|id|alias|key|job_name|repo|host|path|image)\s*:\s*(?P<title>\S.*)"
)
"""A line of an item of YAML that tells it from others."""
_USES = lazy_pattern(r"^(?:- )?uses:\s*(?P<action>[^\s@]+)", re.MULTILINE)


def list_items(lines: Sequence[str], key: Unit, dots: Collection[int] = ()) -> list[Unit]:
    """The items of a list in YAML, each with its title for a name, or else its first line.

    Args:
        lines: Of the text.
        key: The key whose value the list is.
        dots: The placeholder lines of the text: outside of items, they belong to none.
    """
    rows = [at for at in range(key.head + 1, key.end) if lines[at].strip()]
    code = [at for at in rows if not lines[at].lstrip().startswith("#")]
    depth = min((len(indentation(lines[at])) for at in code), default=0)
    heads = [at for at in code if _ITEM.match(lines[at]) and len(indentation(lines[at])) == depth]
    items: list[Unit] = []
    for head, below in zip(heads, [*heads[1:], key.end], strict=True):
        inside = [
            at for at in rows if head <= at < below and (at == head or len(indentation(lines[at])) > depth)
        ]
        first = head
        while first - 1 in rows and first - 1 not in dots and first - 1 not in code:
            first -= 1
        if items:
            first = max(first, items[-1].end)
        title = _title_of([lines[at] for at in inside if at not in dots])
        text = _stripped(lines, head, inside[-1] + 1)
        items.append(Unit(Category.KEY, "item", title, text, first, head, inside[-1] + 1))
    return items


def _title_of(lines: Sequence[str]) -> str:
    """The title of a list item: its first key that names it, or else its first line."""
    depth = len(lines[0]) - len(lines[0].lstrip(" -"))
    own = [lines[0], *(line for line in lines[1:] if len(indentation(line)) == depth)]
    found = next(filter(None, map(_TITLE.match, own)), None)
    return squeezed(found["title"] if found is not None else lines[0].lstrip(" -"))


def used_action(item: Unit) -> str:
    """The action that a step of a workflow uses, without its version; empty if it uses none."""
    found = _USES.search(item.signature)
    return found["action"] if found is not None else ""


# Languages with a parser.

_Name = Callable[["SgNode"], str]
"""Returns the name of a node; empty if it is not a definition."""


class _Grammar(Struct, frozen=True):
    """The kinds of nodes of one language."""

    values: Mapping[str, _Name] = {}
    types: Mapping[str, _Name] = {}
    keys: Mapping[str, _Name] = {}
    wrappers: Mapping[str, str] = {}
    """Nodes around a definition, with the field that contains it; `*` for the last child."""
    imports: frozenset[str] = frozenset()
    annotations: frozenset[str] = frozenset()
    """Nodes before a definition that belong to it."""
    bodies: frozenset[str] = frozenset()
    """Nodes that contain the members of a type or key."""
    tops: tuple[str, ...] = ()
    """Nodes between the root and the outermost units."""


def _field(*names: str) -> _Name:
    def name_of(node: "SgNode") -> str:
        child = next((child for name in names if (child := node.field(name)) is not None), None)
        return squeezed(child.text()) if child is not None else ""

    return name_of


_named = _field("name")


def squeezed(text: str) -> str:
    """The text on one line, with single spaces."""
    return " ".join(text.split())


def _kind(*kinds: str) -> _Name:
    """The text of the first child of one of these kinds."""

    def name_of(node: "SgNode") -> str:
        child = next((child for child in node.children() if child.kind() in kinds), None)
        return squeezed(child.text()) if child is not None else ""

    return name_of


def _constant(name: str) -> _Name:
    return lambda node: name


def _header(node: "SgNode") -> str:
    """The text before the body, without the comments that Python has directly above that."""
    text = node.text()
    body = node.field("body") or next((child for child in node.children() if child.kind() in _BODIES), None)
    if body is not None:
        begin, end = node.range().start.index, body.range().start.index
        end = min((comment.range().start.index for comment in _comments_above(body)), default=end)
        text = text[: end - begin]
    return squeezed(text)


def _comments_above(body: "SgNode") -> Iterator["SgNode"]:
    """The comments between the colon of a definition and its body."""
    above = body.prev()
    while above is not None and above.kind() == "comment":
        yield above
        above = above.prev()


def _declarator(node: "SgNode") -> str:
    """The name inside C's nested declarators."""
    inner = node.field("declarator")
    if inner is None:
        return ""
    while (deeper := inner.field("declarator")) is not None:
        inner = deeper
    if inner.kind() == "reference_declarator":
        return _declarator_of_reference(inner)
    return squeezed(inner.text())


def _declarator_of_reference(node: "SgNode") -> str:
    function = node.find(kind="function_declarator")
    return _declarator(function) if function is not None else ""


def _only(kind: str, name: _Name) -> _Name:
    """The name of the only child of a kind; empty if there are several or none."""

    def name_of(node: "SgNode") -> str:
        children = [child for child in node.children() if child.kind() == kind]
        return name(children[0]) if len(children) == 1 else ""

    return name_of


def _go_method(node: "SgNode") -> str:
    receiver = node.field("receiver")
    owner = _RECEIVER.search(receiver.text()) if receiver is not None else None
    return f"{owner[1] if owner else ''}.{_named(node)}"


_RECEIVER = lazy_pattern(r"(?<!\w)(\w++)(?:\[[^\]]*+\])?\s*+,?\s*+\)$")
_EXPORTED = lazy_pattern(r"(?:module\.)?exports(?:\.\w+)*$|[\w.]+\.prototype\.\w+$")
_STATEMENT_HEADS = frozenset("catch for foreach if lock switch using while".split())
"""Words with parentheses behind them that begin statements, which a parser takes for methods in a class."""
_SUITES = lazy_pattern(r"(?:describe|context|suite|it|test|beforeEach|afterEach|beforeAll|afterAll)\b[\w.]*$")
"""A call that begins a suite or a test: `describe.only`."""


def _python_statement(node: "SgNode") -> str:
    inner = node.children()[0] if node.children() else None
    if inner is None or inner.kind() != "assignment":
        return ""
    left = inner.field("left")
    return left.text() if left is not None and left.kind() == "identifier" else ""


def _python_main(node: "SgNode") -> str:
    return "__main__" if node.text().startswith("if __name__") else ""


def _script_statement(node: "SgNode") -> str:
    """The name of `module.exports.f = …` or `describe("x", …)`."""
    inner = node.children()[0] if node.children() else None
    if inner is None:
        return ""
    if inner.kind() == "assignment_expression":
        left = squeezed(left.text()) if (left := inner.field("left")) is not None else ""
        return left if _EXPORTED.match(left) else ""
    if inner.kind() != "call_expression":
        return ""
    called, arguments = inner.field("function"), inner.field("arguments")
    if called is None or arguments is None or not _SUITES.match(called.text()):
        return ""
    first = next((child for child in arguments.children() if child.is_named()), None)
    title = first.text() if first is not None and first.kind() in ("string", "template_string") else ""
    return f"{called.text()}({title})"


def _script_export(node: "SgNode") -> str:
    """The name of an `export default …` of something without a name."""
    return "default" if any(child.kind() == "default" for child in node.children()) else ""


def _key(node: "SgNode") -> str:
    """The name of a key, without its quotes."""
    return _key_name(_field("key")(node))


def _key_name(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


def _hcl_block(node: "SgNode") -> str:
    words = [child.text() for child in node.children() if child.kind() in ("identifier", "string_lit")]
    return " ".join(words)


def _kotlin_function(node: "SgNode") -> str:
    """The name of a function, with the type that it extends."""
    match = re.search(r"\bfun\s+(?:<[^>]*>\s*)?([\w.<>?, `]+?)\s*\(", node.text())
    return squeezed(match[1]) if match else ""


def _swift_type(node: "SgNode") -> str:
    keyword = next((c.kind() for c in node.children() if c.kind() in _SWIFT_TYPES), "class")
    return f"{keyword} {_kind('type_identifier', 'user_type')(node)}"


_SWIFT_TYPES = ("class", "struct", "enum", "extension", "actor")
_BODIES = frozenset(
    {
        *(
            "block",
            "body_statement",
            "class_body",
            "compound_statement",
            "constructor_body",
            "declaration_list",
        ),
        *("enum_assignments", "enum_body", "enum_class_body", "enum_declaration_list", "enum_variant_list"),
        *("enum_member_declaration_list", "field_declaration_list", "function_body", "interface_body"),
        *("keyframe_block_list", "protocol_body", "statement_block", "enumerator_list", "body"),
    }
)
_SCRIPT = _Grammar(
    values={
        "function_declaration": _named,
        "generator_function_declaration": _named,
        "function_signature": _named,
        "method_definition": _named,
        "abstract_method_signature": _named,
        "method_signature": _named,
        "property_signature": _named,
        "public_field_definition": _named,
        "field_definition": _field("property"),
        "lexical_declaration": _only("variable_declarator", _named),
        "variable_declaration": _only("variable_declarator", _named),
        "expression_statement": _script_statement,
    },
    types={
        "class_declaration": _named,
        "abstract_class_declaration": _named,
        "interface_declaration": _named,
        "type_alias_declaration": _named,
        "enum_declaration": _named,
    },
    wrappers={"export_statement": "declaration", "ambient_declaration": "*"},
    imports=frozenset({"import_statement"}),
    annotations=frozenset({"decorator"}),
    bodies=frozenset({"class_body", "interface_body", "object_type"}),
)
_C = _Grammar(
    values={"function_definition": _declarator},
    types={
        "struct_specifier": _named,
        "class_specifier": _named,
        "union_specifier": _named,
        "enum_specifier": _named,
        "namespace_definition": _named,
    },
    wrappers={"template_declaration": "*"},
    imports=frozenset({"preproc_include", "using_declaration"}),
    bodies=frozenset({"declaration_list", "field_declaration_list"}),
)
_GRAMMARS: Mapping[str, _Grammar] = {
    "bash": _Grammar(values={"function_definition": _named, "variable_assignment": _named}),
    "c": _C,
    "cpp": _C,
    "csharp": _Grammar(
        values={
            "method_declaration": _named,
            "constructor_declaration": _named,
            "property_declaration": _named,
            "indexer_declaration": _constant("this[]"),
            "event_field_declaration": _header,
            "field_declaration": _only("variable_declaration", _only("variable_declarator", _named)),
        },
        types={
            "class_declaration": _named,
            "struct_declaration": _named,
            "interface_declaration": _named,
            "record_declaration": _named,
            "enum_declaration": _named,
            "delegate_declaration": _named,
            "namespace_declaration": _named,
        },
        imports=frozenset({"using_directive"}),
        bodies=frozenset({"declaration_list"}),
    ),
    "css": _Grammar(
        values={
            "rule_set": _kind("selectors"),
            "media_statement": _header,
            "supports_statement": _header,
            "keyframes_statement": _kind("keyframes_name"),
            "at_rule": _header,
        },
        imports=frozenset({"import_statement", "charset_statement"}),
        bodies=frozenset({"block"}),
    ),
    "go": _Grammar(
        values={
            "function_declaration": _named,
            "method_declaration": _go_method,
            "var_declaration": _only("var_spec", _named),
            "const_declaration": _only("const_spec", _named),
        },
        types={"type_declaration": _only("type_spec", _named)},
        imports=frozenset({"import_declaration"}),
    ),
    "hcl": _Grammar(
        values={"block": _hcl_block, "attribute": _kind("identifier")},
        bodies=frozenset({"body"}),
        tops=("body",),
    ),
    "java": _Grammar(
        values={
            "method_declaration": _named,
            "constructor_declaration": _named,
            "field_declaration": _only("variable_declarator", _named),
        },
        types={
            "class_declaration": _named,
            "interface_declaration": _named,
            "record_declaration": _named,
            "enum_declaration": _named,
            "annotation_type_declaration": _named,
        },
        imports=frozenset({"import_declaration"}),
        bodies=frozenset({"class_body", "interface_body"}),
    ),
    "javascript": _SCRIPT,
    "json": _Grammar(
        keys={"pair": _key},
        bodies=frozenset({"object"}),
        tops=("object",),
    ),
    "kotlin": _Grammar(
        values={
            "function_declaration": _kotlin_function,
            "property_declaration": _only("variable_declaration", _kind("simple_identifier")),
            "secondary_constructor": _constant("constructor"),
            "anonymous_initializer": _constant("init"),
        },
        types={
            "class_declaration": _kind("type_identifier", "simple_identifier"),
            "object_declaration": _kind("type_identifier", "simple_identifier"),
            "companion_object": _constant("companion"),
            "type_alias": _kind("type_identifier"),
        },
        imports=frozenset({"import_header"}),
        bodies=frozenset({"class_body"}),
    ),
    "lua": _Grammar(
        values={
            "function_declaration": _named,
            "assignment_statement": _kind("variable_list"),
            "variable_declaration": _only("assignment_statement", _kind("variable_list")),
        }
    ),
    "php": _Grammar(
        values={
            "function_definition": _named,
            "method_declaration": _named,
            "property_declaration": _only(
                "property_element", lambda node: node.text().partition("=")[0].strip()
            ),
            "const_declaration": _only("const_element", _kind("name")),
        },
        types={
            "class_declaration": _named,
            "interface_declaration": _named,
            "trait_declaration": _named,
            "enum_declaration": _named,
        },
        imports=frozenset({"namespace_use_declaration"}),
        bodies=frozenset({"declaration_list"}),
    ),
    "python": _Grammar(
        values={
            "function_definition": _named,
            "expression_statement": _python_statement,
            "if_statement": _python_main,
        },
        types={"class_definition": _named},
        wrappers={"decorated_definition": "definition"},
        imports=frozenset({"import_statement", "import_from_statement", "future_import_statement"}),
        bodies=frozenset({"block"}),
    ),
    "ruby": _Grammar(
        values={
            "method": _named,
            "singleton_method": lambda node: f"self.{_named(node)}",
            "assignment": _kind("constant"),
        },
        types={"class": _named, "module": _named},
        bodies=frozenset({"body_statement"}),
    ),
    "rust": _Grammar(
        values={
            "function_item": _named,
            "function_signature_item": _named,
            "const_item": _named,
            "static_item": _named,
            "macro_definition": lambda node: f"{_named(node)}!",
        },
        types={
            "struct_item": _named,
            "enum_item": _named,
            "union_item": _named,
            "trait_item": _named,
            "type_item": _named,
            "mod_item": _named,
            "impl_item": _header,
        },
        imports=frozenset({"use_declaration", "extern_crate_declaration"}),
        annotations=frozenset({"attribute_item"}),
        bodies=frozenset({"declaration_list"}),
    ),
    "swift": _Grammar(
        values={
            "function_declaration": _kind("simple_identifier"),
            "protocol_function_declaration": _kind("simple_identifier"),
            "property_declaration": _only("pattern", lambda node: node.text()),
            "init_declaration": _constant("init"),
            "deinit_declaration": _constant("deinit"),
            "subscript_declaration": _constant("subscript"),
        },
        types={
            "class_declaration": _swift_type,
            "protocol_declaration": _kind("type_identifier"),
            "typealias_declaration": _kind("type_identifier"),
        },
        imports=frozenset({"import_declaration"}),
        bodies=frozenset({"class_body", "protocol_body"}),
    ),
    "tsx": _SCRIPT,
    "typescript": _SCRIPT,
    "yaml": _Grammar(
        keys={"block_mapping_pair": _key},
        bodies=frozenset({"block_mapping"}),
        tops=("document", "block_node", "block_mapping"),
    ),
}
_CASES = {
    "bash": ("case_item",),
    "c": ("case_statement",),
    "cpp": ("case_statement",),
    "csharp": ("switch_section",),
    "go": ("expression_case", "type_case", "default_case"),
    "java": ("switch_block_statement_group", "switch_rule"),
    "javascript": ("switch_case", "switch_default"),
    "kotlin": ("when_entry",),
    "php": ("case_statement", "default_statement"),
    "python": ("case_clause",),
    "ruby": ("when",),
    "rust": ("match_arm",),
    "swift": ("switch_entry",),
    "tsx": ("switch_case", "switch_default"),
    "typescript": ("switch_case", "switch_default"),
}
"""By language, the kinds of nodes for the cases of a switch."""
_PARTS_OF_SCRIPTS = {
    "pair": "key",
    "enum_assignment": "name",
}
_PARTS = {
    "go": {"field_declaration": "name", "keyed_element": "key"},
    "java": {"enum_constant": "name"},
    "javascript": _PARTS_OF_SCRIPTS,
    "python": {"pair": "key", "keyword_argument": "name"},
    "ruby": {"pair": "key"},
    "rust": {"field_declaration": "name", "enum_variant": "name", "field_initializer": "field"},
    "tsx": _PARTS_OF_SCRIPTS,
    "typescript": _PARTS_OF_SCRIPTS,
}
"""By language, the kinds of nodes for fields, values of enumerations and the like, each with the field of
its name.
"""
_FIXED_KEYS = frozenset(
    {"string", "integer", "number", "property_identifier", "hash_key_symbol", "simple_symbol"}
)
"""Kinds of keys of a literal that are not computed."""
_ENDS_OF_LABELS = (":", "=>", "->", ")", "then")
_TITLE_OF_RUBY = lazy_pattern(
    r"(?:it|describe|context|test|specify|scenario)[ (]+(?:\"[^\"\n#]+\"|'[^'\n]+')"
)
"""A test of RSpec with its title: `it "adds"`."""
_LOCAL = lazy_pattern(r"function|method|constructor|lambda|closure")
"""Matches the kinds of nodes whose definitions nothing outside of them sees."""
_LOCAL_BODIES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        SCRIPT_LANGUAGES,
        frozenset(
            {
                *("arrow_function", "function_declaration", "function_expression", "method_definition"),
                *("generator_function_declaration",),
            }
        ),
    ),
    "python": frozenset({"function_definition"}),
}
"""The nodes of functions in which others are defined, by language."""
_NO_UNITS = frozenset({"php_tag", "heredoc_body", "access_specifier", "---", "..."})
_ENDS = lazy_pattern(r"[;,]?\s*(?:(?://|#|--|/\*|<!--).*)?$")
"""Matches the only text that may follow a unit on its last line."""


class _TooDeepError(Exception):
    """A level has more than `_MAX_LEVELS` others around it."""


class _Parsed:
    """A text of a language with a parser."""

    def __init__(self, tree: "Syntax", lines: Sequence[str], *, has_objects: bool = False) -> None:
        self._has_objects = has_objects and tree.language in SCRIPT_LANGUAGES
        self._syntax = tree
        self._lines = lines
        self._language = tree.language
        self._grammar = _GRAMMARS[tree.language]

    def outline(self) -> TextOutline | None:
        container = self._syntax.root
        for kind in self._grammar.tops:
            inner = [child for child in container.children() if child.kind() == kind]
            if len(inner) > 1:
                # Several documents, or lists of them.
                return None
            if not inner:
                break
            container = inner[0]
        first, end = 0, len(self._lines)
        if self._language == "json":
            first, end = _row(container) + 1, container.range().end.line
        try:
            level = self._level((), container, first, end)
        except _TooDeepError:
            return None
        return TextOutline(self._language, level, self._syntax.errors)

    def _level(self, path: tuple[str, ...], container: "SgNode", first: int, end: int) -> OutlineLevel:
        if len(path) > _MAX_LEVELS:
            raise _TooDeepError
        units: list[Unit] = []
        annotated: int | None = None
        for node in self._children(container):
            if node.kind() in self._grammar.annotations:
                annotated = _row(node) if annotated is None else annotated
                continue
            unit = self._unit(path, node, annotated)
            annotated = None
            is_alone = self._is_alone(node, unit)
            if units and unit.head < units[-1].end:
                units[-1] = replace(units[-1], is_alone=False)
                is_alone = False
            units.append(replace(unit, is_alone=is_alone))
        return _with_comments(OutlineLevel(path, tuple(units), first, end), self._lines)

    def _children(self, container: "SgNode") -> Iterator["SgNode"]:
        for node in container.children():
            kind = node.kind()
            if "comment" in kind or kind in _NO_UNITS:
                continue
            if kind == "import_list":
                yield from self._children(node)
                continue
            if (node.is_named() or kind == "ERROR") and _row(node) < len(self._lines):
                # Some parsers end a text with a node for what is missing there.
                yield node

    def _is_alone(self, node: "SgNode", unit: Unit) -> bool:
        """True if no other code is on the unit's first and last line."""
        start = node.range().start
        if start.line == unit.head and self._lines[start.line][: start.column].strip():
            return False
        stop = node.range().end
        return stop.column == 0 or bool(_ENDS.match(self._lines[stop.line][stop.column :]))

    def _unit(self, path: tuple[str, ...], node: "SgNode", annotated: int | None) -> Unit:
        head = _row(node) if annotated is None else annotated
        end = self._end(node)
        inner, wrapped = self._unwrapped(node)
        category, name = self._name(inner)
        kind = f"{wrapped}{inner.kind()}"
        members = None
        if name:
            members = self._members((*path, name), inner, end)
            if category is Category.KEY:
                kind = _kind_of_value(inner)
        signature = squeezed(self._signature(inner)) if name else _stripped(self._lines, head, end)
        is_listed = category is Category.KEY and self._language == "json"
        is_listed = is_listed or (self._has_objects and _is_in_object(node))
        return Unit(category, kind, name, signature, head, head, end, members, is_listed=is_listed)

    def _unwrapped(self, node: "SgNode") -> tuple["SgNode", str]:
        """The definition inside its wrappers, and the kinds of those that change what it is."""
        wrapped = ""
        while (field := self._grammar.wrappers.get(node.kind())) is not None:
            named = [child for child in node.children() if child.is_named()]
            within = named[-1] if field == "*" and named else node.field(field)
            if within is None:
                break
            wrapped += f"{node.kind()} " if node.kind() == "export_statement" else ""
            node = within
        return node, wrapped

    def _signature(self, node: "SgNode") -> str:
        text = _header(node)
        parent = node.parent()
        if parent is not None and parent.kind() == "decorated_definition":
            # A property and its setter have the same name.
            decorators = [child.text() for child in parent.children() if child.kind() == "decorator"]
            text = " ".join((*decorators, text))
        return text

    def _name(self, node: "SgNode") -> tuple[Category, str]:
        kind, grammar = node.kind(), self._grammar
        tables = (
            (Category.VALUE, grammar.values),
            (Category.TYPE, grammar.types),
            (Category.KEY, grammar.keys),
        )
        for category, table in tables:
            if kind in table:
                name = table[kind](node)
                is_defined = bool(name) and (name not in _STATEMENT_HEADS or category is Category.KEY)
                return (category, name) if is_defined else (Category.STATEMENT, "")
        if kind == "export_statement" and (name := _script_export(node)):
            return Category.VALUE, name
        if self._has_objects and kind in ("pair", "shorthand_property_identifier"):
            key = node.field("key")
            return Category.VALUE, _key_name(squeezed((node if key is None else key).text()))
        return (Category.IMPORT if kind in grammar.imports else Category.STATEMENT), ""

    def local_levels(self, names: Collection[str]) -> Iterator[OutlineLevel]:
        bodies = _LOCAL_BODIES[self._language]
        pending: list[tuple[SgNode, tuple[str, ...]]] = [(self._syntax.root, ())]
        for node, path in pending:
            for child in node.children():
                first, last = _row(child), child.range().end.line
                if first == last or not any(name in child.text() for name in names):
                    continue
                _, name = self._name(self._unwrapped(child)[0])
                inner = (*path, name) if name and path[-1:] != (name,) else path
                pending.append((child, inner))
                body = child.field("body") if child.kind() in bodies else None
                if body is None or body.kind() not in ("statement_block", "block") or _row(body) == last:
                    continue
                is_indented = self._language in BY_INDENTATION
                span = (_row(body), last + 1) if is_indented else (_row(body) + 1, body.range().end.line)
                try:
                    level = self._level(inner, body, *span)
                except _TooDeepError:
                    continue
                if any(unit.is_definition and unit.name in names for unit in level.units):
                    yield level

    def namesakes(self, rows: Sequence[int]) -> "Iterator[list[Sibling]]":
        pending = [(self._syntax.root, False)]
        while pending:
            node, is_local = pending.pop()
            is_local = is_local or bool(_LOCAL.search(node.kind()))
            children = list(self._children(node))
            named: dict[tuple[Category, str], list[int]] = {}
            for at, child in enumerate(children):
                if child.kind() not in self._grammar.annotations:
                    category, name = self._case(child) or self._name(self._unwrapped(child)[0])
                    if name:
                        named.setdefault((category, name), []).append(at)
            for found in named.values():
                if 1 < len(found) <= _MAX_NAMESAKES:
                    yield [Sibling(at, self._sibling(children, at), is_local) for at in found]
            for child in node.children():
                first, last = _row(child), child.range().end.line
                if first < last and bisect(rows, last) > bisect(rows, first - 1):
                    pending.append((child, is_local))

    def _sibling(self, children: Sequence["SgNode"], at: int) -> Unit:
        first = at
        while first and children[first - 1].kind() in self._grammar.annotations:
            first -= 1
        node = children[at]
        unit = self._unit((), node, _row(children[first]) if first < at else None)
        case = self._case(node)
        return unit if case is None else replace(unit, category=case[0], name=case[1], signature=case[1])

    def _case(self, node: "SgNode") -> tuple[Category, str] | None:
        """A case of a switch by its label, a test by its title, or another part that the outline does not
        have; None if a node is none of these.
        """
        kind = node.kind()
        if kind in _CASES.get(self._language, ()):
            label = takewhile(lambda child: child.kind() not in _ENDS_OF_LABELS, node.children())
            return Category.VALUE, squeezed(" ".join(child.text() for child in label))
        if (field := _PARTS.get(self._language, {}).get(kind)) is not None:
            part = node.field(field)
            if part is None or (kind == "pair" and part.kind() not in _FIXED_KEYS):
                return None
            return Category.KEY, _key_name(squeezed(part.text()))
        if kind == "call" and self._language == "ruby" and (title := _TITLE_OF_RUBY.match(node.text())):
            return Category.VALUE, title[0]
        return None

    def _members(self, path: tuple[str, ...], node: "SgNode", end: int) -> OutlineLevel | None:
        """The members of a definition; None without a body of several lines that may contain members."""
        body = self._body(node)
        if body is None:
            return None
        first, last = _row(body), body.range().end.line
        if self._language == "hcl":
            # Its braces are not part of the body.
            stop = last + (body.range().end.column > 0)
            return self._level(path, body, first, stop) if first > _row(node) else None
        if first == (_row(node) if self._language in BY_INDENTATION else last):
            return None
        if self._language in BY_INDENTATION or not body.children() or body.children()[0].text() != "{":
            return self._level(path, body, first, end)
        return self._level(path, body, first + 1, last)

    def _body(self, node: "SgNode") -> "SgNode | None":
        if self._has_objects and (found := _object_in(node)) is not None:
            return found
        if node.kind() == "expression_statement" and self._grammar is _SCRIPT:
            return _suite_body(node)
        if node.kind() in ("function_definition", "rule_set", "method", "singleton_method"):
            return None
        pending = [node]
        while pending:
            at = pending.pop(0)
            for child in at.children():
                if child.kind() in self._grammar.bodies:
                    return child
                if child.kind() == "block_node":
                    pending.append(child)
        return None

    def _end(self, node: "SgNode") -> int:
        """The line after a node. In languages by indentation, deeper comments below it belong to it."""
        stop = node.range().end
        start = node.range().start
        end = stop.line + (stop.column > 0)
        if self._language not in BY_INDENTATION:
            return max(end, start.line + 1)
        while end > start.line + 1 and (
            not self._lines[end - 1].strip() or self._is_outer_comment(end - 1, start.column)
        ):
            end -= 1
        at = end
        while at < len(self._lines):
            line = self._lines[at]
            if line.strip():
                if not line.lstrip().startswith("#") or len(indentation(line)) <= start.column:
                    break
                end = at + 1
            at += 1
        return end

    def _is_outer_comment(self, at: int, column: int) -> bool:
        line = self._lines[at]
        return line.lstrip().startswith("#") and len(indentation(line)) <= column


_HOLDERS = {
    "pair": "value",
    "export_statement": "value",
    "public_field_definition": "value",
    "field_definition": "value",
    "variable_declarator": "value",
    "assignment_expression": "right",
    "parenthesized_expression": "*",
    "as_expression": "*",
    "satisfies_expression": "*",
    "await_expression": "*",
    "expression_statement": "*",
    "lexical_declaration": "*",
    "variable_declaration": "*",
}
"""By kind of node, the field that may have the object that is its value; `*` for the first node in it."""


def _object_in(node: "SgNode") -> "SgNode | None":
    """The object that a definition sets: `methods: {`, `const f = create({`; None without one.

    None of its properties is on its first or its last line.
    """
    at: SgNode | None = node
    while at is not None and at.kind() != "object":
        kind = at.kind()
        if kind == "call_expression":
            arguments = at.field("arguments")
            objects = [child for child in arguments.children() if child.is_named()] if arguments else []
            at = objects[-1] if objects and [each.kind() for each in objects].count("object") == 1 else None
            at = at if at is not None and at.kind() == "object" else None
        elif (field := _HOLDERS.get(kind)) == "*":
            at = next((child for child in at.children() if child.is_named()), None)
        else:
            at = None if field is None else at.field(field)
    if at is None:
        return None
    named = [child for child in at.children() if child.is_named()]
    first, last = _row(at), at.range().end.line
    if not named or _row(named[0]) == first or named[-1].range().end.line == last:
        return None
    return at


def _is_in_object(node: "SgNode") -> bool:
    parent = node.parent()
    return parent is not None and parent.kind() == "object"


def _suite_body(node: "SgNode") -> "SgNode | None":
    """The body of `describe("x", () => { … })`."""
    call = node.children()[0]
    arguments = call.field("arguments") if call.kind() == "call_expression" else None
    called = call.field("function")
    if arguments is None or called is None or not re.match(r"(?:describe|context|suite)\b", called.text()):
        return None
    functions = [
        child for child in arguments.children() if child.kind() in ("arrow_function", "function_expression")
    ]
    body = functions[0].field("body") if len(functions) == 1 else None
    return body if body is not None and body.kind() == "statement_block" else None


def _kind_of_value(node: "SgNode") -> str:
    """`mapping`, `list` or `scalar`: the kind of a key's value."""
    value = node.field("value")
    if value is None:
        return "scalar"
    while value.kind() in ("block_node", "flow_node"):
        named = [child for child in value.children() if child.is_named() and "comment" not in child.kind()]
        if not named:
            break
        value = named[-1]
    kind = value.kind()
    if "mapping" in kind or kind == "object":
        return "mapping"
    return "list" if "sequence" in kind or kind == "array" else "scalar"


def _row(node: "SgNode") -> int:
    return node.range().start.line


def _with_comments(level: OutlineLevel, lines: Sequence[str]) -> OutlineLevel:
    """The level with its comments: those directly above a definition are part of it, others are units."""
    units: list[Unit] = []
    at = level.first
    for unit in level.units:
        runs = list(_runs(lines, at, unit.head))
        first = unit.head
        if unit.is_definition and runs and runs[-1][1] == unit.head:
            first = runs.pop()[0]
        units += (_comment(lines, start, stop) for start, stop in runs)
        units.append(replace(unit, first=first))
        at = max(at, unit.end)
    units += (_comment(lines, start, stop) for start, stop in _runs(lines, at, level.end))
    return replace(level, units=tuple(units))


def _comment(lines: Sequence[str], start: int, stop: int) -> Unit:
    return Unit(Category.COMMENT, "comment", "", _stripped(lines, start, stop), start, start, stop)


def _stripped(lines: Sequence[str], start: int, stop: int) -> str:
    return "\n".join(line.strip() for line in lines[start:stop])


def _runs(lines: Sequence[str], first: int, end: int) -> Iterator[tuple[int, int]]:
    """The runs of nonblank lines, as spans."""
    start: int | None = None
    for at in range(first, end):
        if lines[at].strip():
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None
    if start is not None:
        yield start, end


# Markdown: headings outside fences, nested by their rank.


class _Markdown:
    """The sections of a text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._headings = list(headings(lines))

    def level(self) -> OutlineLevel:
        return self._level((), 0, len(self._headings), 0, len(self._lines))

    def _level(self, path: tuple[str, ...], start: int, stop: int, first: int, end: int) -> OutlineLevel:
        units: list[Unit] = []
        at = start
        text_end = self._headings[start][0] if start < stop else end
        units += self._text(first, text_end)
        while at < stop:
            row, depth, name = self._headings[at]
            after = next((n for n in range(at + 1, stop) if self._headings[n][1] <= depth), stop)
            section_end = self._trimmed(self._headings[after][0] if after < stop else end)
            members = self._level((*path, name), at + 1, after, row + 1, section_end)
            units.append(Unit(Category.SECTION, f"h{depth}", name, name, row, row, section_end, members))
            at = after
        return OutlineLevel(path, tuple(units), first, end)

    def _text(self, first: int, end: int) -> Iterator[Unit]:
        """The text above the first heading, paragraph by paragraph."""
        for start, stop in _runs(self._lines, first, end):
            paragraph = _stripped(self._lines, start, stop)
            yield Unit(Category.STATEMENT, "text", "", paragraph, start, start, stop)

    def _trimmed(self, end: int) -> int:
        while end > 0 and not self._lines[end - 1].strip():
            end -= 1
        return end


# TOML: tables with their keys, and the keys above the first table.

_NAME_IN_TOML = r"(?:[\w-]++|\"[^\"]*+\"|'[^']*+')"
_TOML_PAIR = lazy_pattern(rf"\s*+({_NAME_IN_TOML}(?:\s*+\.\s*+{_NAME_IN_TOML})*+)\s*+=(.*)$")
"""A line that sets a key: the key, and the value or its beginning."""
_TOKEN_OF_TOML = lazy_pattern(r"\"\"\"|'''|\"(?:\\.|[^\"\\])*+\"?|'[^']*+'?|#|[\[\]{}]")
"""A string, which ends with its line at the latest, the beginning of one over lines, a bracket or `#`."""
_ENDS_OF_STRINGS = {
    '"""': lazy_pattern(r'(?:[^"\\]|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": lazy_pattern(r"(?:[^']|'(?!''))*+'''"),
}


def _toml(lines: Sequence[str]) -> OutlineLevel | None:
    """The tables of a text; None if a line of it is not TOML."""
    tables: list[tuple[int, str, str]] = []
    keys: list[tuple[int, int, str, str]] = []
    at, is_valid = 0, True
    while at < len(lines):
        line = lines[at]
        if found := TABLE.match(line):
            kind = "tables" if found["brackets"] == "[[" else "table"
            tables.append((at, kind, found["name"]))
        elif found := _TOML_PAIR.match(line):
            end = _value_end(lines, at, found[2])
            keys.append((at, end, found[1], _kind_of_toml(found[2])))
            at = end - 1
        elif line.strip() and not line.lstrip().startswith("#"):
            is_valid = False
        at += 1
    bounds = [row for row, _, _ in tables]
    key_rows = [row for row, _, _, _ in keys]
    top_end = bounds[0] if bounds else len(lines)
    units = [_toml_key(row, stop, name, kind) for row, stop, name, kind in keys if row < top_end]
    for nth, (row, kind, name) in enumerate(tables):
        after = bounds[nth + 1] if nth + 1 < len(bounds) else len(lines)
        table_keys = keys[bisect(key_rows, row) : bisect(key_rows, after - 1)]
        end = table_keys[-1][1] if table_keys else row + 1
        below = next((at for at in range(end, after) if not lines[at].strip()), len(lines))
        if below <= after:
            # Comments directly below the last key, unless they are directly above the next table.
            end = below
        inner = OutlineLevel((name,), tuple(_toml_key(*key) for key in table_keys), row + 1, end)
        units.append(Unit(Category.SECTION, kind, name, name, row, row, end, _with_comments(inner, lines)))
    if not is_valid:
        return None
    return _with_comments(OutlineLevel((), tuple(units), 0, len(lines)), lines)


def _toml_key(row: int, end: int, name: str, kind: str) -> Unit:
    return Unit(Category.KEY, kind, _key_name(name), name, row, row, end)


def _value_end(lines: Sequence[str], row: int, value: str) -> int:
    """The line after a value; it continues while a bracket or a multi-line string is open."""
    depth, quotes = _open_after(value, 0, "")
    end = row + 1
    while end < len(lines) and (quotes or depth > 0):
        depth, quotes = _open_after(lines[end], depth, quotes)
        end += 1
    return end


def _open_after(line: str, depth: int, quotes: str) -> tuple[int, str]:
    """The number of brackets that are open after a line, and the quotes of an open string."""
    at = 0
    while True:
        if quotes:
            closed = _ENDS_OF_STRINGS[quotes].match(line, at)
            if closed is None:
                return depth, quotes
            at, quotes = closed.end(), ""
        token = _TOKEN_OF_TOML.search(line, at)
        if token is None or token[0] == "#":
            return depth, quotes
        at = token.end()
        quotes = token[0] if token[0] in _ENDS_OF_STRINGS else ""
        depth += (token[0] in "[{") - (token[0] in "]}")


def _kind_of_toml(value: str) -> str:
    start = value.strip()[:1]
    return {"[": "list", "{": "mapping"}.get(start, "scalar")


# Makefiles: rules with their recipes, and variables.

_RULE = lazy_pattern(r"(?P<targets>[^\s#:=][^#:=]*?)\s*(?P<sign>::?)(?!=)(?P<rest>.*)$")
"""A rule of a makefile: `build: main.o`."""
_VARIABLE = lazy_pattern(
    r"(?:(?:export|override|private)\s+)*(?P<name>[^\s#:=?+!]+)\s*(?P<sign>::?:?=|\?=|\+=|!=|=)"
)
"""An assignment of a makefile: `CFLAGS := `."""
_DIRECTIVE = lazy_pattern(r"(?P<word>define|ifeq|ifneq|ifdef|ifndef|endif|endef)\b")
_OF_TARGET = lazy_pattern(r"[^#=:]*::?\s*(?P<variable>[^\s#:=?+!]+)\s*(?:::?:?=|\?=|\+=|!=|=)")
"""A variable of a target: `test: FLAGS = -q`."""


class _Makefile:
    """The rules and variables of a text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def level(self) -> OutlineLevel:
        units: list[Unit] = []
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            if not line.strip() or line.startswith("#"):
                at += 1
                continue
            unit = self._unit(at)
            is_in_recipe = bool(units) and units[-1].kind == "rule" and unit.kind == "conditional"
            if is_in_recipe and any(each.startswith("\t") for each in self._lines[at : unit.end]):
                # It is a part of the recipe, or another recipe: both are refused.
                units[-1] = replace(units[-1], is_alone=False)
            units.append(unit)
            at = unit.end
        level = _with_comments(OutlineLevel((), tuple(units), 0, len(self._lines)), self._lines)
        return replace(level, units=tuple(self._with_phony(level.units)))

    def _unit(self, at: int) -> Unit:
        line = self._lines[at]
        if directive := _DIRECTIVE.match(line):
            is_definition = directive["word"] == "define"
            end = self._closed(at, ("define", "endef") if is_definition else ("if", "endif"))
            if is_definition:
                name = " ".join(line.split()[1:2])
                return Unit(Category.VALUE, "define", name, line.strip(), at, at, end)
            return self._statement(at, end, "conditional")
        end = self._continued(at)
        if found := _VARIABLE.match(line):
            return Unit(
                Category.VALUE, "variable", found["name"], f"{found['name']} {found['sign']}", at, at, end
            )
        rule = _RULE.match(line)
        if rule is None or line[:1].isspace():
            return self._statement(at, end, "statement")
        targets = squeezed(rule["targets"])
        if found := _OF_TARGET.match(line):
            name = f"{targets}: {found['variable']}"
            return Unit(Category.VALUE, "variable", name, name, at, at, end)
        return Unit(Category.VALUE, "rule", targets, targets, at, at, self._recipe_end(end))

    def _statement(self, at: int, end: int, kind: str) -> Unit:
        return Unit(Category.STATEMENT, kind, "", _stripped(self._lines, at, end), at, at, end)

    def _continued(self, at: int) -> int:
        """The line after a line that may continue after a backslash."""
        end = at + 1
        while end < len(self._lines) and self._lines[end - 1].endswith("\\"):
            end += 1
        return end

    def _recipe_end(self, first: int) -> int:
        """The line after a recipe, whose lines begin with a tab, or with spaces where a response lost it."""
        end = at = first
        while at < len(self._lines):
            line = self._lines[at]
            if line[:1].isspace() and line.strip():
                at = end = self._continued(at)
            elif not line.strip() or line.startswith("#"):
                at += 1
            else:
                break
        return end

    def _closed(self, first: int, words: tuple[str, str]) -> int:
        """The line after the end of a block that may hold others of its kind."""
        opening, closing = words
        depth = 0
        for at in range(first, len(self._lines)):
            line = self._lines[at].strip()
            depth += line.startswith(opening) - line.startswith(closing)
            if not depth:
                return at + 1
        return len(self._lines)

    def _with_phony(self, units: Sequence[Unit]) -> Iterator[Unit]:
        """The units; a `.PHONY` of just one rule, directly above it, belongs to that like a comment."""
        phony: Unit | None = None
        for unit in units:
            is_above = phony is not None and phony.end == unit.first and unit.kind == "rule"
            if phony is not None and is_above and self._phony_targets(phony) == unit.name.split():
                unit = replace(unit, first=phony.first)
                phony = None
            if phony is not None:
                yield phony
            phony = unit if unit.name == ".PHONY" else None
            if phony is None:
                yield unit
        if phony is not None:
            yield phony

    def _phony_targets(self, unit: Unit) -> list[str]:
        text = " ".join(line.rstrip("\\") for line in self._lines[unit.head : unit.end])
        return text.partition(":")[2].split()


# Configuration of servers: blocks in braces, named by their heads, and directives.

_REMARK = lazy_pattern(r"\s#.*")
"""A comment behind code."""
_ENDS_DIRECTIVE = lazy_pattern(r".*;\s*(?:#.*)?$")


class _Blocks:
    """The blocks of a text, as of nginx or Caddy, each with its head for a name: `location /api/`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._has_semicolons = any(map(_ENDS_DIRECTIVE.match, lines))
        """True if a directive may go on over lines, up to a semicolon."""

    def level(self) -> OutlineLevel | None:
        """The outermost level; None without blocks, if one is too deep, or if a brace has no counterpart."""
        level, end = self._level((), 0)
        if level is None or end < len(self._lines):
            return None
        return level if any(unit.is_definition for unit in level.units) else None

    def _level(self, path: tuple[str, ...], first: int) -> tuple[OutlineLevel | None, int]:
        """The level from a line on, with the line of the brace that ends it; None if a block has no end.

        None too if more than `_MAX_LEVELS` others are around it.
        """
        if len(path) > _MAX_LEVELS:
            return None, first
        units: list[Unit] = []
        at = first
        while at < len(self._lines):
            line = self._lines[at].strip()
            if line.startswith("}"):
                break
            if not line or line.startswith("#"):
                at += 1
                continue
            name, is_closed = _head_of_block(line)
            if not name:
                end = self._directive_end(at)
                text = _stripped(self._lines, at, end)
                units.append(Unit(Category.STATEMENT, "directive", "", text, at, at, end))
                at = end
                continue
            members, end = None, at
            if not is_closed:
                members, end = self._level((*path, name), at + 1)
                if members is None or end == len(self._lines):
                    return None, end
            signature = " ".join([name, *self._server_names(members)])
            if members is not None and not any(unit.is_definition for unit in members.units):
                # Of directives alone, none has a name by which it could stay.
                members = None
            units.append(Unit(Category.VALUE, "block", name, signature, at, at, end + 1, members))
            at = end + 1
        return _with_comments(OutlineLevel(path, tuple(units), first, at), self._lines), at

    def _server_names(self, level: OutlineLevel | None) -> Iterator[str]:
        """The names that tell a `server` of nginx from the others of a file."""
        for unit in level.units if level is not None else ():
            if unit.signature.startswith("server_name "):
                yield from unit.signature.rstrip(";").split()[1:]

    def _directive_end(self, first: int) -> int:
        """The line after a directive."""
        end = first + 1
        while self._has_semicolons and not _ENDS_DIRECTIVE.match(self._lines[end - 1]):
            if end == len(self._lines) or self._lines[end].strip().startswith("}"):
                break
            end += 1
        return end


def _head_of_block(line: str) -> tuple[str, bool]:
    """The head of the block that begins with a line, and True if it ends there too; empty if none begins."""
    code = _REMARK.sub("", line).rstrip()
    if code.endswith("{"):
        return squeezed(code[:-1]), False
    head, _, inner = code.partition("{")
    # `{$API}` of Caddy is a value.
    is_whole = inner.endswith("}") and inner[:-1].rstrip()[-1:] in ("", ";")
    return (squeezed(head), True) if is_whole else ("", False)


_MIN_SIZE = 0.8
"""The share of the nonblank lines of a file that a new version of it with all its outermost lines has."""
_BEGINS_FILE = lazy_pattern(r"#!|(?:FROM|package|<!doctype|<\?xml|<\?php|@charset)\b", re.IGNORECASE)
"""The beginning of a line that only begins files: of a script, of a Dockerfile, of Java."""
_INSTRUCTION = lazy_pattern(r"(?m)^(?P<name>[A-Z]+)[ \t]")
"""The beginning of an instruction of a file that builds an image."""
_STAGE = lazy_pattern(r"(?im)^FROM\s.*\sAS\s+(?P<name>\S+)\s*$")
"""A stage with a name: `FROM node:20 AS build`."""
_USE_OF_STAGE = lazy_pattern(r"(?im)--from=(?P<copied>\S+)|^FROM\s+(?:--\S+\s+)?(?P<base>\S+)")
"""What may be the name of another stage: `COPY --from=build`, `FROM build AS test`."""
_DOCUMENT = lazy_pattern(
    r"\s*(?:<!doctype html\b[^>]*>\s*)?(?:<!--.*?-->\s*)?<html\b.*</html>\s*"
    r"|\s*<\?xml\b[^>]*\?>.*</[\w:.-]+>\s*",
    re.IGNORECASE | re.DOTALL,
)
"""A whole page, or a whole document of XML with its declaration."""


def has_ends_of(text: str, other: str) -> bool:
    """True if the first and the last line of a text are those of another one."""
    lines, others = stripped_lines(text), stripped_lines(other)
    return min(len(lines), len(others)) > 1 and (lines[0], lines[-1]) == (others[0], others[-1])


def has_outermost_of(text: str, other: str, path: str) -> bool:
    """True if a text is not much longer than another one, which has half of its outermost lines, in order."""
    lines, others = (
        [
            line.rstrip()
            for line in nonblank_lines(each)
            if line[:1].strip() and any(map(str.isalnum, line)) and not is_comment(line, path)
        ]
        for each in (text, other)
    )
    rest, known = iter(others), set(others)
    kept = sum(line in rest for line in lines if line in known)
    is_long = len(stripped_lines(other)) >= _MIN_SIZE * len(stripped_lines(text))
    return is_long and 0 < kept >= len(lines) / 2


def begins_file_again(text: str, other: str, path: str) -> bool:
    """True if two texts begin with a line of the same kind that only begins a file, the other not shorter."""
    if len(stripped_lines(other)) < len(stripped_lines(text)):
        return False
    heads = []
    for each in (text, other):
        lines = (line for line in stripped_lines(each) if line.startswith("#!") or not is_comment(line, path))
        found = _BEGINS_FILE.match(next(lines, ""))
        heads.append(None if found is None else found[0].lower())
    return heads[0] is not None and heads[0] == heads[1]


def is_document(index: FileIndex, text: str, path: str) -> bool:
    """True if the form of a text shows that its file has nothing above or below it.

    A file that builds an image begins with its base and ends with its command. One of its stages may do so
    too: a text that uses another one of them, or has one and lacks another, is a part.

    Args:
        index: The index of the file.
        text: The text.
        path: The path of the file.
    """
    if not builds_image(path):
        return _DOCUMENT.fullmatch(text) is not None
    names = [found["name"] for found in _INSTRUCTION.finditer(text)]
    first = next((name for name in names if name != "ARG"), None)
    if first != "FROM" or names[-1] not in ("CMD", "ENTRYPOINT"):
        return False
    stages, known = ({found["name"] for found in _STAGE.finditer(each)} for each in (text, index.text))
    used = {found["copied"] or found["base"] for found in _USE_OF_STAGE.finditer(text)}
    lost = known - stages
    return not (used & lost or (lost and known & stages))
