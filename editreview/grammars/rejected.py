"""Code that a parser accepts although its language does not: the grammars are made to read, not to refuse."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from editreview.grammars.tree import Syntax
from editreview.patterns import lazy_pattern

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_Rule = Callable[[Syntax], Iterable[int]]
"""The 1-based lines of what a language rejects."""


def rejected(tree: Syntax) -> tuple[int, ...]:
    """The 1-based lines of what the language of a tree rejects beyond the errors of its parser, in order."""
    return tuple(sorted(line for rule in _RULES.get(tree.language, ()) for line in rule(tree)))


def undeclared(tree: Syntax) -> tuple[int, ...]:
    """The 1-based lines of statements outside of all declarations, in order; only scripts may have some.

    None for languages that have no such rule.
    """
    declarations = _DECLARATIONS.get(tree.language)
    if declarations is None:
        return ()
    others = (node for node in tree.root.children() if node.kind() not in declarations)
    return tuple(_line(node) for node in others if not _DECLARATION.search(node.text().partition("\n")[0]))


def _line(node: "SgNode") -> int:
    return node.range().start.line + 1


def _all(kind: str, pattern: str) -> _Rule:
    """Every node of a kind whose text matches a pattern, which is one of Rust."""
    return lambda tree: (_line(node) for node in tree.root.find_all(kind=kind, regex=pattern))


def _second_on_a_line(tree: Syntax) -> Iterator[int]:
    """Names that stand behind another statement of Python as one of their own."""
    for node in tree.root.find_all(kind="expression_statement", regex=r"^[\w.]+$"):
        before = node.prev()
        if before is not None and before.kind() != ";" and before.range().end.line == node.range().start.line:
            yield _line(node)


_NAMING = frozenset({"method", "singleton_method", "alias", "undef"})
"""Parts of Ruby in which a keyword may be the name of a method."""


def _words_of_ruby(tree: Syntax) -> Iterator[int]:
    """Keywords of Ruby that stand where a name does."""
    for node in tree.root.find_all(kind="identifier", regex="^(end|do|then|else|elsif|when|ensure|rescue)$"):
        before, parent = node.prev(), node.parent()
        is_call = before is not None and before.kind() in (".", "&.", "::")
        if not is_call and (parent is None or parent.kind() not in _NAMING):
            yield _line(node)


def _declared_arguments(tree: Syntax) -> Iterator[int]:
    """Arguments of C# that declare a variable, which only those for output do."""
    for node in tree.root.find_all(kind="declaration_expression"):
        argument = node.parent()
        among = argument.parent() if argument is not None else None
        if argument is None or among is None or argument.kind() != "argument" or node.prev() is not None:
            continue
        inside = among.parent()
        if among.kind() == "argument_list" or (inside is not None and inside.kind() == "argument"):
            yield _line(node)


_FUNCTION_WITHOUT_PARAMETERS = ["type_identifier", "identifier", "compound_statement"]


def _misspelt_head(tree: Syntax) -> Iterator[int]:
    """Blocks of C behind two names, of which the first is not a macro: `srtuct ring {`."""
    for node in tree.root.find_all(kind="function_definition", regex=r"^[a-z]+\s+\w+\s*\{"):
        is_known = node.text().startswith(_OTHER_HEADS)
        if not is_known and [part.kind() for part in node.children()] == _FUNCTION_WITHOUT_PARAMETERS:
            yield _line(node)


_OTHER_HEADS = ("interface", "module", "property", "event")
"""Words of compilers that are newer than the parser, or that have more words."""


def _holes_in_arguments(tree: Syntax) -> Iterator[int]:
    """Arguments of JavaScript that are missing before a comma: `f(, 1)`. Only arrays may have holes."""
    for node in tree.root.find_all(kind="arguments", regex=r"^\(\s*[,/]|,\s*[,/]"):
        kinds = [part.kind() for part in node.children() if part.kind() != "comment"]
        if any(after == "," and before in ("(", ",") for before, after in pairwise(kinds)):
            yield _line(node)


_RULES: dict[str, tuple[_Rule, ...]] = {
    "bash": (_all("command_name", "^(then|fi|do|done|elif|else|esac)$"),),
    "c": (_misspelt_head,),
    "cpp": (_misspelt_head,),
    "csharp": (_declared_arguments,),
    "go": (
        # A name alone is not a statement.
        _all("expression_statement", r"^\w+$"),
    ),
    "javascript": (_holes_in_arguments,),
    "kotlin": (_all("string_literal", r'^"(?:[^"]|"[^"])[^\n]*\n'),),
    "python": (_second_on_a_line,),
    "ruby": (_words_of_ruby,),
    "swift": (_all("line_string_literal", r"^[^\n]*\n"),),
    "tsx": (_holes_in_arguments,),
    "typescript": (_holes_in_arguments,),
}  # fmt: skip
"""For each language, what it rejects."""
_DECLARATION = lazy_pattern(r"^@|\b(?:class|interface|object|fun|val|var|typealias)\b")
"""A line of Kotlin that declares something, in whatever way the parser reads it."""
_DECLARATIONS = {
    "go": frozenset(
        {
            "package_clause", "import_declaration", "const_declaration", "var_declaration",
            "type_declaration", "function_declaration", "method_declaration", "comment", ";", "\n", "ERROR",
        }
    ),
    "kotlin": frozenset(
        {
            "package_header", "import_list", "import_header", "file_annotation", "class_declaration",
            "object_declaration", "function_declaration", "property_declaration", "type_alias", "getter",
            "setter", "line_comment", "multiline_comment", "shebang_line", ";", "ERROR",
        }
    ),
}  # fmt: skip
"""For each language, all that may stand outside of functions."""
