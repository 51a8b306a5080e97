"""A text as its parser sees it: its errors, the shape of any part of it, and what its language rejects.

The grammars are made to read, not to refuse: a parser accepts code that its language does not.

Offsets are in characters, spans half-open.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from editreview.first_use import lazy_pattern

if TYPE_CHECKING:
    from ast_grep_py import SgNode


Shape = list[tuple[int, str, str]]
"""For each node, in document order: its depth, its kind, and its text if it is a token."""

_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_LAYOUT = frozenset({"line_continuation"})
"""Kinds of nodes that only mark the end of a line."""

_CONTENT = ("_content", "heredoc_body", "raw_text", "multiline_comment", "command_name")
"""Ends of the kinds of nodes that may have no text; a command of Bash may be redirections alone."""

_CLAUSES = ("elif_clause", "else_clause", "except_clause", "finally_clause")
"""Parts of Python's statements that begin a line outside of any block."""


class Syntax:
    """A parsed text.

    Args:
        text: Any text; if it is not code, it has errors.
        language: One of `LANGUAGES`; another one ends the program.
        is_code: False for a text that is not to be parsed.
    """

    def __init__(self, text: str, language: str, *, is_code: bool = True) -> None:
        from ast_grep_py import SgRoot  # Slow to import, and few blocks need it.

        self.text = text
        self.language = language
        self.is_code = is_code
        """False if it is not parsed: the tree is empty, with one error."""
        self.root = SgRoot(_SURROGATE.sub("\ufffd", text) if is_code else "", language).root()

    @property
    def errors(self) -> int:
        """The number of parts that the parser could not read, and of tokens that are missing."""
        return len(self.error_lines)

    @cached_property
    def error_lines(self) -> tuple[int, ...]:
        """The 1-based line of each error, in order."""
        if not self.is_code:
            return (1,)
        if not self.root.children():
            return ()
        empty = self.root.find_all(regex="^$")
        missing = (node for node in empty if not _may_be_empty(node, self.language))
        nodes = (*self.root.find_all(kind="ERROR"), *missing)
        return tuple(sorted(node.range().start.line + 1 for node in nodes))

    @cached_property
    def crossed_tags(self) -> tuple[int, ...]:
        """The 1-based lines of JSX closing tags that do not match; the parser does not report them."""
        lines: list[int] = []
        for element in self.root.find_all(kind="jsx_element"):
            first, *_, last = element.children()
            opening, closing = first.field("name"), last.field("name")
            if (opening.text() if opening else "") != (closing.text() if closing else ""):
                lines.append(last.range().start.line + 1)
        return tuple(sorted(lines))

    @property
    def faults(self) -> int:
        """The number of errors, of lines that the language rejects, and in Python of misplaced statements."""
        return self.errors + len(rejected(self)) + (self.misplaced if self.language == "python" else 0)

    @cached_property
    def misplaced(self) -> int:
        """The number of Python statements where Python accepts none, although this parser does.

        Counts statements whose depth differs from the first of their block, clauses whose depth
        differs from their statement's, and `return` outside of a function.
        """
        blocks = [self.root, *self.root.find_all(kind="block")]
        count = sum(_uneven(block.children()) for block in blocks)
        clauses = (clause for kind in _CLAUSES for clause in self.root.find_all(kind=kind))
        count += sum(
            _column(clause) != _column(parent)
            for clause in clauses
            if (parent := clause.parent()) is not None and _starts_line(clause)
        )
        returns = self.root.find_all(kind="return_statement")
        return count + sum(
            all(node.kind() != "function_definition" for node in each.ancestors()) for each in returns
        )

    @cached_property
    def _outermost(self) -> list["SgNode"]:
        return self.root.children()

    @cached_property
    def _bounds(self) -> tuple[list[int], list[int]]:
        """The starts and the ends of the outermost nodes."""
        spans = [span_of(node) for node in self._outermost]
        return [start for start, _ in spans], [end for _, end in spans]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the outermost nodes."""
        return tuple(node.kind() for node in self._outermost)

    def around(self, start: int, end: int) -> tuple["Syntax", int]:
        """The outermost nodes in and next to a span, parsed on their own, and the offset of their text.

        If they parse differently on their own, the whole text and 0.
        """
        starts, ends = self._bounds
        first, last = max(bisect_right(ends, start) - 1, 0), bisect_left(starts, end) + 1
        if first == 0 and last >= len(starts):
            return self, 0
        # Not at the top: the process that parses needs nothing of it.
        from editreview.grammars.reader import parse

        top = starts[first] if first else 0
        part = parse(self.text[top : (*starts, len(self.text))[min(last, len(starts))]], self.language)
        is_same = not part.errors and part.kinds == tuple(n.kind() for n in self._outermost[first:last])
        return (part, top) if is_same else (self, 0)

    def shape(self, start: int, end: int) -> Shape:
        """The nodes in the span and around it, down to the tokens; only the kinds of those next to it."""
        if not self.is_code:
            return [(0, "ERROR", self.text[start:end])]
        shape: Shape = []
        pending = [(self.root, 0)]
        while pending:
            node, depth = pending.pop()
            kind = node.kind()
            if kind in _LAYOUT:
                continue
            first, last = span_of(node)
            children = node.children() if first < end and last > start else []
            is_token = not children and start <= first and last <= end
            text = _token(kind, node.text()) if is_token else ""
            if text or not is_token:
                shape.append((depth, kind, text))
            pending += ((child, depth + 1) for child in reversed(children))
        return shape


def _may_be_empty(node: "SgNode", language: str) -> bool:
    """True if a node without text is no missing token: content, or a command's name."""
    if node.kind().endswith(_CONTENT):
        return True
    # To find the parent of a node takes the longer the deeper it is.
    parent = node.parent() if language == "bash" else None
    return parent is not None and parent.kind() == "command_name"


def _uneven(statements: list["SgNode"]) -> int:
    """The number of statements that begin a line at another depth than the first of them."""
    columns = [_column(node) for node in statements if node.kind() != "comment" and _starts_line(node)]
    return sum(column != columns[0] for column in columns)


def _starts_line(node: "SgNode") -> bool:
    before = node.prev()
    return before is None or before.range().end.line < node.range().start.line


def _column(node: "SgNode") -> int:
    return node.range().start.column


def span_of(node: "SgNode") -> tuple[int, int]:
    """The characters of a node, half-open."""
    span = node.range()
    return span.start.index, span.end.index


def _token(kind: str, text: str) -> str:
    """The text that a token is compared by; empty if it is only layout."""
    if kind == "jsx_text":
        # JSX drops line breaks and the whitespace around them.
        first, *others = text.split("\n")
        lines = [first.rstrip(), *map(str.strip, others[:-1]), others[-1].lstrip()] if others else [first]
        return "\n".join(filter(None, lines))
    if "\n" in text and not text.strip():
        return ""
    if "comment" in kind:
        return "\n".join(map(str.strip, text.strip().split("\n")))
    return text.replace("\r\n", "\n")


_Rule = Callable[[Syntax], Iterable[int]]
"""The 1-based lines of code that a language rejects."""


def rejected(tree: Syntax) -> tuple[int, ...]:
    """The 1-based lines, in order, that the language of a tree rejects although its parser does not."""
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
    """Names that follow another statement of Python as one of their own."""
    for node in tree.root.find_all(kind="expression_statement", regex=r"^[\w.]+$"):
        before = node.prev()
        if before is not None and before.kind() != ";" and before.range().end.line == node.range().start.line:
            yield _line(node)


_NAMING = frozenset({"method", "singleton_method", "alias", "undef"})
"""Parts of Ruby in which a keyword may be the name of a method."""


def _words_of_ruby(tree: Syntax) -> Iterator[int]:
    """Keywords of Ruby that are where a name could be."""
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
    """Blocks of C after two names, the first of which is not a macro: `srtuct ring {`."""
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


def _holes_in_objects(tree: Syntax) -> Iterator[int]:
    """Members of JavaScript's objects that are missing before a comma: `{a, , b}`."""
    for node in tree.root.find_all(kind="object", regex=r"^\{\s*[,/]|,\s*[,/]"):
        kinds = [part.kind() for part in node.children() if part.kind() != "comment"]
        if any(after == "," and before in ("{", ",") for before, after in pairwise(kinds)):
            yield _line(node)


def _without_value(tree: Syntax) -> Iterator[int]:
    """Constants and patterns of JavaScript without a value; those of TypeScript may have a type instead."""
    declared = tree.root.find_all(kind="variable_declarator")
    for node in (node for node in declared if all(part.kind() != "=" for part in node.children())):
        parent = node.parent()
        is_constant = parent is not None and parent.text().startswith("const")
        is_pattern = node.text().startswith(("{", "["))
        is_typed = any(part.kind() == "type_annotation" for part in node.children())
        is_ambient = any(each.kind() == "ambient_declaration" for each in node.ancestors())
        if (is_constant or is_pattern) and not is_typed and not is_ambient:
            yield _line(node)


def _power_of_unary(tree: Syntax) -> Iterator[int]:
    """Powers of JavaScript whose base has a unary operator: `-a ** 2`, which needs brackets."""
    for node in tree.root.find_all(kind="binary_expression", regex=r"^(?:[-+~!]|typeof\b|void\b|delete\b)"):
        first, *others = node.children()
        if first.kind() == "unary_expression" and others[0].kind() == "**":
            yield _line(node)


_OF_SCRIPTS: tuple[_Rule, ...] = (
    _holes_in_arguments,
    _holes_in_objects,
    _without_value,
    _power_of_unary,
    # Keywords where a name is expected: `} { else`. Others are names of exports, or of elements in JSX.
    _all("identifier", "^(case|catch|else|finally|instanceof|return|throw|try|while)$"),
)
_RULES: dict[str, tuple[_Rule, ...]] = {
    "bash": (_all("command_name", "^(then|fi|do|done|elif|else|esac)$"),),
    "c": (_misspelt_head,),
    "cpp": (_misspelt_head,),
    "csharp": (_declared_arguments,),
    # A word that ends blocks is no name.
    "elixir": (_all("identifier", "^end$"),),
    "go": (
        # A name alone is not a statement.
        _all("expression_statement", r"^\w+$"),
    ),
    "javascript": _OF_SCRIPTS,
    "kotlin": (_all("string_literal", r'^"(?:[^"]|"[^"])[^\n]*\n'),),
    "python": (_second_on_a_line,),
    "ruby": (_words_of_ruby,),
    "swift": (_all("line_string_literal", r"^[^\n]*\n"),),
    "tsx": _OF_SCRIPTS,
    "typescript": _OF_SCRIPTS,
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
"""For each language, all that may be outside of functions."""
