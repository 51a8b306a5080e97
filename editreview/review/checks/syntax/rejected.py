"""Code that a parser accepts although its language does not: the grammars are made to read, not to refuse."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from editreview.matching import Syntax

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_Rule = Callable[[Syntax], Iterable[int]]
"""The 1-based lines of what a language rejects."""


def rejected(tree: Syntax) -> tuple[int, ...]:
    """The 1-based lines of what the language of a tree rejects beyond the errors of its parser, in order."""
    return tuple(sorted(line for rule in _RULES.get(tree.language, ()) for line in rule(tree)))


def _line(node: "SgNode") -> int:
    return node.range().start.line + 1


def _all(kind: str, pattern: str) -> _Rule:
    """Every node of a kind whose text matches a pattern, which is one of Rust."""
    return lambda tree: (_line(node) for node in tree.root.find_all(kind=kind, regex=pattern))


def _outermost_but(*kinds: str) -> _Rule:
    """Everything outside of all declarations that is none itself."""
    return lambda tree: (_line(node) for node in tree.root.children() if node.kind() not in kinds)


def _second_on_a_line(tree: Syntax) -> Iterator[int]:
    """Names that stand behind another statement of Python as one of their own."""
    for node in tree.root.find_all(kind="expression_statement", regex=r"^[\w.]+$"):
        before = node.prev()
        if before is not None and before.kind() != ";" and before.range().end.line == node.range().start.line:
            yield _line(node)


def _words_of_ruby(tree: Syntax) -> Iterator[int]:
    """Keywords of Ruby that stand where a name does."""
    for node in tree.root.find_all(kind="identifier", regex="^(end|do|then|else|elsif|when|ensure|rescue)$"):
        before = node.prev()
        if before is None or before.kind() not in (".", "&.", "::"):
            yield _line(node)


_RULES: dict[str, tuple[_Rule, ...]] = {
    "bash": (_all("command_name", "^(then|fi|do|done|elif|else|esac)$"),),
    "go": (
        # A name alone is no statement.
        _all("expression_statement", r"^\w+$"),
        _outermost_but(
            "package_clause", "import_declaration", "const_declaration", "var_declaration",
            "type_declaration", "function_declaration", "method_declaration", "comment", ";", "\n", "ERROR",
        ),
    ),
    "kotlin": (_all("string_literal", r'^"(?:[^"]|"[^"])[^\n]*\n'),),
    "python": (_second_on_a_line,),
    "ruby": (_words_of_ruby,),
    "swift": (_all("line_string_literal", r"^[^\n]*\n"),),
}  # fmt: skip
"""For each language, what it rejects."""
